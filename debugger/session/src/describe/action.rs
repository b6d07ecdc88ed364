//! Actions in plain English: what would happen, and which effects change it.

use retrace_core::card::text::with_article;
use retrace_core::card::{TurnStep, ZoneKind};
use retrace_core::fact::{Action, Applied, EffectKey, ManaUnit, ObjectId, PlayerId};
use retrace_core::state::Game;

use super::names::{counted, definition, entity, list, object, player, possessive, zone};

/// The source of a replacement or prevention effect.
pub fn applied(game: &Game, effect: &Applied) -> String {
    let of = |id: ObjectId| format!("an effect of {}", object(game, id));
    match effect {
        Applied::Ability { object, .. } => of(*object),
        Applied::Effect(
            EffectKey::Static { object, .. } | EffectKey::Counters(object, _) | EffectKey::AddedText(object, _),
        ) => of(*object),
        Applied::Own(..) => "what is resolving".to_owned(),
        Applied::Effect(EffectKey::Begun(id)) => match game.world().effects.get(id) {
            Some(effect) => of(effect.source),
            None => "an effect".to_owned(),
        },
    }
}

/// A search of zones other than just one's own library: "Ann searches Bob's hand and library".
pub(super) fn searches(
    game: &Game,
    (who, whose): (PlayerId, PlayerId),
    zones: &[ZoneKind],
    top: Option<u32>,
) -> String {
    let zones: Vec<String> = zones.iter().map(|zone| zone.word().to_owned()).collect();
    let top = top.map_or_else(String::new, |top| format!(", of the library only the top {top}"));
    format!("{} searches {}'s {}{top}", player(game, who), player(game, whose), list(&zones))
}

/// An action as a clause: "Aethergeode Miner goes to exile".
pub fn action(game: &Game, action: &Action) -> String {
    match action {
        Action::Move { object: id, to, entering, .. } => {
            let tapped = if entering.tapped { " tapped" } else { "" };
            let counters: Vec<String> = entering
                .counters
                .iter()
                .map(|(kind, count)| counted(u64::from(*count), &format!("{kind} counter")))
                .collect();
            let with = if counters.is_empty() { String::new() } else { format!(" with {}", list(&counters)) };
            let copy = match (&entering.copy, &entering.copying) {
                (Some(copy), _) => match game.face(copy.def) {
                    Some(face) => format!(" as a copy of {}", face.name),
                    None => " as a copy".to_owned(),
                },
                (None, Some(_)) => " as a copy of what is chosen".to_owned(),
                (None, None) => String::new(),
            };
            let asks = if entering.choosing.is_some() { ", and a choice is made for it as it does" } else { "" };
            let host = entering.attached_to.map(|host| format!(" attached to {}", entity(game, host)));
            format!(
                "{} goes to {}{tapped}{copy}{}{with}{asks}",
                object(game, *id),
                zone(game, *to),
                host.unwrap_or_default()
            )
        }
        Action::Destroy(id) => format!("{} is destroyed", object(game, *id)),
        Action::DestroyForGood(id) => format!("{} is destroyed and can't be regenerated", object(game, *id)),
        Action::Regenerate(id) => format!("{} regenerates", object(game, *id)),
        Action::TurnFaceUp { object: id, .. } => format!("{} is turned face up", object(game, *id)),
        Action::TurnFaceDown { object: id, .. } => format!("{} is turned face down", object(game, *id)),
        Action::BecomeDayOrNight(time) => format!("it becomes {}", time.word()),
        Action::Transform { object: id, .. } => format!("{} transforms", object(game, *id)),
        Action::DrawCards { player: id, count } => {
            format!("{} draws {}", player(game, *id), counted(u64::from(*count), "card"))
        }
        Action::Search { player: id, top: None } => format!("{} searches their library", player(game, *id)),
        Action::Search { player: id, top: Some(top) } => {
            format!("{} searches the top {} of their library", player(game, *id), counted(u64::from(*top), "card"))
        }
        Action::SearchZones { player: id, whose, zones, top } => searches(game, (*id, *whose), zones, *top),
        Action::Mill { player: id, count } => {
            format!("{} mills {}", player(game, *id), counted(u64::from(*count), "card"))
        }
        Action::CreateTokens { player: id, tokens } => {
            let kinds: Vec<String> = tokens
                .iter()
                .map(|it| {
                    let name = definition(game, it.def).unwrap_or("nameless");
                    counted(u64::from(it.count), &format!("{name} token"))
                })
                .collect();
            format!("{} creates {}", player(game, *id), list(&kinds))
        }
        Action::Lose { player: id, .. } => format!("{} loses the game", player(game, *id)),
        Action::Win(id) => format!("{} wins the game", player(game, *id)),
        Action::Damage { source, to, amount, .. } => {
            format!("{} deals {amount} damage to {}", object(game, *source), entity(game, *to))
        }
        Action::Draw(id) => format!("{} draws a card", player(game, *id)),
        Action::GainLife { player: id, amount } => format!("{} gains {amount} life", player(game, *id)),
        Action::LoseLife { player: id, amount } => format!("{} loses {amount} life", player(game, *id)),
        Action::PutCounters { on, kind, count, .. } => {
            format!("{} gets {}", entity(game, *on), counted(u64::from(*count), &format!("{kind} counter")))
        }
        Action::RemoveCounters { from, kind, count } => {
            format!("{} loses {}", entity(game, *from), counted(u64::from(*count), &format!("{kind} counter")))
        }
        Action::AddMana { player: id, mana, .. } => {
            let symbols: String = mana.iter().map(|kind| format!("{{{}}}", kind.letter())).collect();
            format!("{} gets {symbols}", player(game, *id))
        }
        Action::Attach { object: id, to } => format!("{} is attached to {}", object(game, *id), entity(game, *to)),
        Action::Unattach(id) => format!("{} becomes unattached", object(game, *id)),
        Action::Tap(id) => format!("{} becomes tapped", object(game, *id)),
        Action::Untap(id) => format!("{} untaps", object(game, *id)),
        Action::PhaseOut { object: id, .. } => format!("{} phases out", object(game, *id)),
        Action::PhaseIn { object: id, .. } => format!("{} phases in", object(game, *id)),
        Action::CreateToken { player: id, def, .. } => {
            let token = format!("{} token", definition(game, *def).unwrap_or("nameless"));
            format!("{} creates {}", player(game, *id), with_article(&token))
        }
        Action::FlipCoin { player: id, coins } => {
            format!("{} flips {}", player(game, *id), counted(u64::from(*coins), "coin"))
        }
        Action::RollDice { player: id, sides, dice, .. } => format!("{} rolls {dice}d{sides}", player(game, *id)),
        Action::BeginTurn { player: id } => format!("{} turn begins", possessive(&player(game, *id))),
        Action::BeginPhase { phase, .. } => format!("the {} begins", phase.word()),
        Action::CreateEmblem { player: id, .. } => format!("{} gets an emblem", player(game, *id)),
        Action::BeginTurnStep { step, .. } => format!("the {} begins", step_name(*step)),
    }
}

/// The name of a turn step, with the word "step" where running text needs it.
pub(super) fn step_name(step: TurnStep) -> String {
    match step {
        TurnStep::Upkeep | TurnStep::BeginningOfCombat | TurnStep::EndOfCombat => format!("{} step", step.word()),
        _ => step.word().to_owned(),
    }
}

/// Mana as symbols.
pub(super) fn mana(units: &[ManaUnit]) -> String {
    if units.is_empty() {
        return "no mana".to_owned();
    }
    units.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect()
}
