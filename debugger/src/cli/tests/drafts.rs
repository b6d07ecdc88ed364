//! Drafts and decks that are built from card pools.

use super::*;

/// CR 905.1, 905.1d: each player drafts as many cards; the same seed gives the same pools, and a
/// deck has only cards of its pool and basic lands.
#[test]
fn drafted_pools_become_decks() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("cube.txt"), "20 Grizzly Bears\n20 Giant Spider\nSideboard\n5 Brago's Favor\n").unwrap();
    let cube = path("cube.txt");
    let draft = |more: &[&str]| {
        let given: [&str; 8] = ["decks", "draft", &cube, "--players", "3", "--size", "5", "--seed"];
        retrace(&given.iter().chain(more).copied().collect::<Vec<_>>())
    };
    let drafted = draft(&["7", "--json"]).json();
    let pools = drafted.as_array().unwrap();
    let cards = |pool: &Value| -> u64 {
        let parts = [&pool["cards"], &pool["conspiracies"]].map(|part| part.as_object().unwrap().values());
        parts.into_iter().flatten().filter_map(Value::as_u64).sum()
    };
    assert_eq!(pools.iter().map(cards).collect::<Vec<_>>(), [15, 15, 15]);
    assert_eq!(draft(&["7", "--json"]).json(), drafted);
    assert_ne!(draft(&["8", "--json"]).json(), drafted);
    let two = draft(&["7", "--json", "--commander"]).json();
    assert_eq!(two.as_array().unwrap().iter().map(cards).sum::<u64>(), 45);

    assert_eq!(draft(&["7", "-o", folder.path().to_str().unwrap()]).exit, Exit::Yes);
    let pool = fs::read_to_string(path("pool-1.txt")).unwrap();
    fs::write(path("deck.txt"), format!("40 Forest\n{pool}")).unwrap();
    let (pool, deck) = (path("pool-1.txt"), path("deck.txt"));
    let check = |deck: &str| retrace(&["decks", "check", deck, "--format", "limited", "--pool", &pool]);
    assert_eq!(check(&deck).exit, Exit::Yes, "{}", check(&deck).err);
    let other = path("pool-2.txt");
    let wrong = check(&other);
    assert_ne!(wrong.exit, Exit::Yes);
    let few = retrace(&["decks", "draft", &cube]);
    assert!(few.complaint().contains("4 players draft 180 cards, and the lists have 45"), "{}", few.err);
}

/// CR 905.2b: what is noted as cards are drafted goes with the pools, and into a game.
#[test]
fn what_was_noted_goes_with_the_pools() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let list = "9 Pyretic Hunter\n9 Regicide\n9 Cogwork Tracker\n9 Leovold's Operative\n4 Archdemon of Paliano\n\
                5 Whispergear Sneak\n3 Agent of Acquisitions\n6 Noble Banneret\n6 Spire Phantasm\n9 Grizzly Bears\n\
                5 Animus of Predation\n4 Illusionary Informant\n";
    fs::write(path("cube.txt"), list).unwrap();
    let cube = path("cube.txt");
    for seed in ["1", "2", "3", "4", "5"] {
        let draft = retrace(&["decks", "draft", &cube, "--players", "3", "--size", "8", "--seed", seed, "--json"]);
        assert_eq!(draft.exit, Exit::Yes, "{}", draft.err);
        let all: Vec<Value> = draft.json().as_array().unwrap().clone();
        let notes: usize = all.iter().map(|pool| pool["notes"].as_array().unwrap().len()).sum();
        assert!(notes > 0, "{all:?}");
    }
    let two = ["decks", "draft", &cube, "--players", "3", "--size", "8", "--commander"];
    assert_eq!(retrace(&two).exit, Exit::Yes);
    // The folder is created.
    let (pools, pool, games) = (path("pools"), path("pools/pool-1.txt"), path("games"));
    let given = ["decks", "draft", &cube, "--players", "3", "--size", "8", "-o", &pools];
    assert_eq!(retrace(&given).exit, Exit::Yes, "{}", retrace(&given).err);
    let text = fs::read_to_string(&pool).unwrap();
    let (_, notes) = text.split_once("\nNotes\n").unwrap();
    let check = retrace(&["decks", "check", &pool, "--pool", &pool]);
    assert_eq!(check.exit, Exit::Yes, "{}", check.err);
    let played = retrace(&["simulate", &pool, &pool, &pool, "--games", "1", "--laws", "none", "--store", &games]);
    assert_eq!(played.exit, Exit::Yes, "{}", played.err);
    let (card, _) = notes.split_once(':').unwrap();
    let state = retrace(&["state", &games]).out;
    assert_eq!(state.matches(&format!("\n  noted for {card}: ")).count(), 3, "{state}");
}

/// CR 100.4b, 100.4c: the cards of a pool that are in no deck of its player or team are the
/// sideboard.
#[test]
fn the_rest_of_a_pool_is_the_sideboard() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("pool.txt"), "3 Grizzly Bears\n2 Giant Spider\n").unwrap();
    fs::write(path("one.txt"), "38 Forest\n2 Grizzly Bears\n").unwrap();
    fs::write(path("other.txt"), "39 Forest\n1 Giant Spider\n").unwrap();
    let (pool, one, other) = (path("pool.txt"), path("one.txt"), path("other.txt"));
    let check = |more: &[&str]| {
        let given = ["decks", "check", "--format", "limited", "--pool", &pool];
        retrace(&given.iter().chain(more).copied().collect::<Vec<_>>())
    };
    let alone = check(&[&one]);
    assert!(alone.out.contains("40 cards and 3 in the sideboard"), "{}", alone.out);
    let listed = check(&[&one, "--json"]).json();
    assert_eq!(listed[0]["sideboard"], serde_json::json!({ "Giant Spider": 2, "Grizzly Bears": 1 }));
    let team = check(&[&one, &other, "--team"]);
    assert_eq!(team.exit, Exit::Yes, "{}", team.err);
    assert!(team.out.contains("the sideboard of the team has 2 cards of "), "{}", team.out);
    let twice = check(&[&one, &one, "--team"]);
    assert_ne!(twice.exit, Exit::Yes);
    assert!(twice.err.contains("1 fewer of Grizzly Bears than the decks of the team"), "{}", twice.err);
}
