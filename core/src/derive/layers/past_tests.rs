//! What has happened this turn counts the same for a static ability, in the middle of the layers,
//! as for a spell (CR 609.8, 611.3a).

use super::boards::board;
use super::working::{Permanents, Working};
use crate::card::dialect::CANONICAL;
use crate::card::{Card, Quantity};
use crate::derive::filter::quantity;
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::fact::{Canonical, PlayerId};
use crate::play::{Dice, Played, decide_at_random, game};
use crate::state::Game;

/// Events that texts may count, with `F` for a filter and `P` for players.
const EVENTS: &[&str] = &[
    "Moves(what: F, from: Battlefield, to: Graveyard)",
    "Moves(what: F, from: Battlefield)",
    "Moves(what: F, to: Graveyard)",
    "Moves(what: F, to: Battlefield)",
    "Moves(what: F, from: Graveyard)",
    "OneOrMore(Moves(what: F, from: Battlefield, to: Graveyard))",
    "AnyOf([Moves(what: F, from: Battlefield, to: Exile), Moves(what: F, from: Battlefield, to: Hand)])",
    "IsDestroyed(what: F)",
    "Sacrifices(who: P, what: F)",
    "Discards(who: P, what: F)",
    "Casts(P, F)",
    "Attacks(F)",
    "DealsDamage(source: F, to_players: P)",
    "IsDealtDamage(what: F)",
    "Draws(P)",
    "GainsLife(P)",
    "LosesLife(P)",
    "PlaysLand(who: P, what: F)",
    "Creates(who: P, what: F)",
    "BecomesTapped(F)",
    "CountersPut(on: F)",
];

const FILTERS: &[&str] = &[
    "Any",
    "Type(Creature)",
    "Color(Green)",
    "All([Type(Creature), ControlledBy(You)])",
    "Not(ControlledBy(You))",
    "OwnedBy(Opponents)",
    "Token",
    "Power(AtLeast, Fixed(2))",
];

const PLAYERS: &[&str] = &["You", "Opponents", "Each"];

/// All quantities that can be made of them, and the events that no text can be made of.
fn quantities() -> (Vec<Quantity>, Vec<&'static str>) {
    let mut texts: Vec<(&str, String)> = Vec::new();
    for event in EVENTS {
        for filter in FILTERS {
            for players in PLAYERS {
                let event_of = event.replace("F)", &format!("{filter})")).replace("F,", &format!("{filter},"));
                let event_of = event_of.replace("P)", &format!("{players})")).replace("P,", &format!("{players},"));
                for form in ["TimesThisTurn(E)", "AmountThisTurn(E)", "Number(ThisTurn(E))", "PlayerCount(ThisTurn(E))"]
                {
                    texts.push((event, form.replace('E', &event_of)));
                }
            }
        }
    }
    texts.extend(PLAYERS.iter().flat_map(|who| {
        ["AttackedWith(P)", "OpponentsAttacked(P)", "CastLastTurn(P)"].map(|form| ("", form.replace('P', who)))
    }));
    texts.sort();
    texts.dedup();
    let read = |text: &str| CANONICAL.options().from_str::<Quantity>(text);
    let refused = EVENTS.iter().filter(|event| !texts.iter().any(|(of, text)| of == *event && read(text).is_ok()));
    let refused = refused.copied().collect();
    (texts.iter().filter_map(|(_, text)| read(text).ok()).collect(), refused)
}

#[test]
fn the_past_counts_alike_within_the_layers() {
    let (quantities, refused) = quantities();
    assert!(refused.is_empty(), "{refused:?}");
    let counter = r#"Card(name: "Tally", cost: "{0}", types: [Artifact], abilities: [Static(effect: Modify(what: This,
        modifications: [AddPowerToughness(TimesThisTurn(Moves(what: Any, from: Battlefield)), Fixed(0))]))])"#;
    let counter = Canonical::new(CANONICAL.options().from_str::<Card>(counter).unwrap());
    let (mut counted, mut of_what_left) = (0, 0);
    for seed in 0..12 {
        let mut genesis = board(seed, 0);
        genesis.cards.push(counter.clone());
        let mut dice = Dice::new(seed);
        let policy = |game: &Game, choice: &_| decide_at_random(game, choice, &mut dice);
        game(&genesis, 150.into(), policy, |Played { after, .. }| {
            let Some(source) = after.world().battlefield.first().copied() else { return };
            let board = Permanents::of(after);
            let working = Working::new(after, &board);
            let trial = working.trial();
            for player in [PlayerId(0), PlayerId(1)] {
                let scope = Scope::of(source, player);
                for it in &quantities {
                    let looks: [&dyn Look; 3] = [after, &working, &trial];
                    let [now, within, tried] = looks.map(|look| quantity(look, &scope, it));
                    assert_eq!((now, now), (within, tried), "seed {seed}, entry {}: {it:?}", after.len());
                    counted += usize::from(now != 0);
                    let left = matches!(it, Quantity::TimesThisTurn(_)) && format!("{it:?}").contains("Battlefield");
                    of_what_left += usize::from(now != 0 && left);
                }
            }
        })
        .unwrap();
    }
    assert!(counted > 2000 && of_what_left > 100, "{counted}, {of_what_left} of what left");
}
