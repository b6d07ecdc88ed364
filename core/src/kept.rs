//! Law 10: what is kept beside a state equals what is computed from the state alone.

use crate::card::Reads;
use crate::card::mechanism::Mechanisms;
use crate::derive::cast::activating::mana_abilities;
use crate::derive::{key, permit};
use crate::fact::{Act, Choice, Domain, Frame, Item, Step};
use crate::rules::{asked, would_act};
use crate::state::anew::KeptValues;
use crate::state::{Game, KeptOtherwise, evolve, evolve_entry};

/// Compares everything that is kept beside a state with what is computed from the state alone.
/// Returns what differs.
///
/// It asks the game for all that can be kept: pass a copy where that matters.
pub fn kept_otherwise(game: &Game) -> Vec<KeptOtherwise> {
    kept_otherwise_than(game, &game.anew())
}

/// Compares everything that is kept beside a state with what another game of the same state has
/// computed. Returns what differs.
pub fn kept_otherwise_than(game: &Game, anew: &Game) -> Vec<KeptOtherwise> {
    let offered: Vec<_> = game.offered().cloned().collect();
    [game, anew].into_iter().for_each(ask);
    let mut found = Vec::new();
    game.compare(anew, &mut found);
    found.extend(key::kept_otherwise(game));
    if game.settled.get().is_some() && would_act(anew) {
        found.push(KeptOtherwise::new("Game.settled", &true, &false));
    }
    for (before, derived) in game.put_aside() {
        let (from, mut aside) = (before.derived(), Vec::new());
        ask_derived(&before);
        (*derived).compare(from, &mut aside);
        found.extend(aside.into_iter().map(|it| KeptOtherwise { what: "Game.set_aside", ..it }));
    }
    // Whoever receives priority next may be offered what was kept for them.
    if let Some(Frame::Priority { received: true, .. }) = anew.frame() {
        for kept in offered.iter().filter_map(|kept| Some((kept.offer?, kept))) {
            let (offer, kept) = kept;
            if permit::offer(anew, offer.player) == offer {
                let acts: Vec<&Act> = kept.acts(offer.player).into_iter().flatten().collect();
                let now = permit::with_priority(anew, offer.player);
                if !acts.iter().copied().eq(&now) {
                    found.push(KeptOtherwise::new("Lists.offers", &acts, &now));
                }
            }
        }
    }
    found
}

/// Folds steps and compares what is kept all the way ([`kept_otherwise`]): with nothing asked of
/// the game before, with everything asked after each step, and with everything asked after each
/// entry. Returns how often.
///
/// # Errors
/// The first difference, and where it is.
pub fn kept_through(before: &Game, steps: &[Step]) -> Result<u64, String> {
    let (mut silent, mut asked, mut entries) = (before.clone(), before.clone(), before.clone());
    let mut tried = 0;
    for (place, step) in steps.iter().enumerate() {
        evolve(&mut silent, step);
        evolve(&mut asked, step);
        // A copy: what it is asked stays unknown to the game that is folded on.
        for game in [&silent.clone(), &asked] {
            first(game).map_err(|it| format!("after step {place}, {it}"))?;
        }
        for entry in &step.entries {
            evolve_entry(&mut entries, entry);
            first(&entries).map_err(|it| format!("after entry {} ({:?}), {it}", entry.no.0, entry.event))?;
        }
        tried += 2 + step.entries.len() as u64;
    }
    Ok(tried)
}

fn first(game: &Game) -> Result<(), KeptOtherwise> {
    kept_otherwise(game).into_iter().next().map_or(Ok(()), Err)
}

/// Asks a game for everything that it keeps once it is asked.
fn ask(game: &Game) {
    ask_derived(game);
    game.def_ids().for_each(|def| {
        game.printed(def);
    });
    game.definitions().iter().for_each(|interned| {
        interned.names_sources();
    });
    let _ = (game.summary(), game.objects_with_abilities().count(), game.permanents_naming(Mechanisms::all()).count());
    game.ask_of_effects();
    for choice in asked(game) {
        let Choice { player, domain: Domain::Pick { options, .. }, .. } = choice else { continue };
        let acts = options.iter().filter_map(|item| if let Item::Act(act) = item { Some(act) } else { None });
        acts.for_each(|act| {
            permit::outlook(game, *player, act);
        });
        let _ = mana_abilities(game, *player);
    }
}

fn ask_derived(game: &Game) {
    let _ = (game.derived(), game.listening(), game.hears(Reads::NOTHING), game.listens_back());
    let _ = game.gains(Mechanisms::all());
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use super::*;
    use crate::card::pool::Pool;
    use crate::fact::ObjectId;
    use crate::persist::OnDemand;
    use crate::scenario::Scenario;
    use crate::state::{Asked, Derived};

    /// A game in which an effect changes a permanent and a player is asked something.
    fn game() -> Game {
        let text = r#"Scenario(name: "An anthem", rules: ["613.1"],
            players: [(name: "Ann", battlefield: ["Glorious Anthem", "Grizzly Bears"]), (name: "Bob")],
            script: [Expect([Life(of: "Bob", is: 20)])])"#;
        let run = Scenario::read("anthem.ron", text).unwrap().run(&Pool::bundled().unwrap()).unwrap();
        run.timelines.into_iter().next().unwrap().end
    }

    #[test]
    fn what_is_kept_and_stale_is_found() {
        let game = game();
        assert_eq!(kept_otherwise(&game), []);
        let found = |stale: &dyn Fn(&mut Game)| {
            let mut game = game.anew();
            stale(&mut game);
            kept_otherwise(&game).into_iter().map(|it| it.what).collect::<Vec<_>>()
        };
        let derived = found(&|game| game.derived = OnDemand::from(Arc::new(Derived::default())));
        assert!(derived.contains(&"Derived.changed") && derived.contains(&"Derived.modifies"), "{derived:?}");
        let asked = found(&|game| game.choices = OnDemand::from(Asked::nothing()));
        assert_eq!(asked, ["Asked.choices", "Asked.offer"]);
        let lists = found(&|game| {
            let elsewhere = OnDemand::from(Arc::new(vec![ObjectId(1)]));
            let lists = crate::state::cache::Lists { elsewhere, ..Default::default() };
            game.lists = OnDemand::from(Arc::new(lists));
        });
        assert!(lists.contains(&"Lists.elsewhere"), "{lists:?}");
        assert_eq!(found(&|game| game.settled = OnceLock::from(())), [""; 0], "there is nothing to do");
    }
}
