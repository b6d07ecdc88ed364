//! Inputs, definitions, the call stack, the end of a game.

use retrace_core::card::Definition;
use retrace_core::card::catalogue::CatalogueId;
use retrace_core::card::text::{ability_text, effect_text, rules_text, terms_text, with_article};
use retrace_core::fact::{CardId, Event, GameResult, LossReason, planar_die};
use retrace_core::plain::plain;
use retrace_core::rules;
use retrace_core::state::Game;

use super::super::choice;
use super::super::edit::{edited, fixed};
use super::super::frame::frame;
use super::super::names::{counted, definition, list, object, player, winner, zone};

/// The cards of a game at its start.
fn among(game: &Game, id: CatalogueId) -> String {
    match game.catalogue().filter(|catalogue| catalogue.id() == id) {
        Some(catalogue) if catalogue.is_empty() => String::new(),
        Some(catalogue) => format!("; its catalogue lists {} cards ({id})", catalogue.len()),
        None => format!("; its catalogue ({id}) is not here"),
    }
}

/// A reason for losing the game (CR 104.3).
pub const fn reason_for_losing(reason: LossReason) -> &'static str {
    match reason {
        LossReason::Conceded => "conceded",
        LossReason::Life => "no life left",
        LossReason::EmptyLibrary => "drew from an empty library",
        LossReason::Poison => "ten poison counters",
        LossReason::Effect => "an effect says so",
        LossReason::CommanderDamage => "21 combat damage from one commander",
        LossReason::Team => "the team lost",
    }
}

/// The text of such an event, without an initial capital; `None` for other events. `game` is the
/// game before it.
pub(super) fn said(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::Began { players, starting_player, catalogue, .. } => {
            let names: Vec<String> =
                players.iter().map(|(name, life)| format!("{} ({life} life)", plain(name))).collect();
            let first =
                players.get(usize::from(starting_player.0)).map_or_else(|| "nobody".into(), |(name, _)| plain(name));
            format!("the game begins: {}; {first} goes first{}", list(&names), among(game, **catalogue))
        }
        Event::Defined { definition, .. } => match &**definition {
            Definition::Card(card) => format!("a definition: {}", card.name()),
            Definition::Side(card, _) => {
                let shown = definition.face().map_or_else(|| card.name(), |face| face.name.as_str());
                format!("a definition: {shown}, of {}", card.name())
            }
            Definition::Token(face) => format!("a definition: {}", with_article(&format!("{} token", face.name))),
            Definition::Copy(face) => format!("a definition: a copy of {}", face.name),
            Definition::Emblem(face) => format!("a definition: an emblem with {}", rules_text(face).join(" ")),
            Definition::Ability(ability) => format!("a definition: {}", ability_text(ability, "this object")),
            Definition::Merged(merged) => format!("a definition: {}, merged", merged.face.name),
            Definition::Effect(effect) => format!("a definition: {}", effect_text(effect, "this object")),
            Definition::FaceDown(down) if down.manifested => "a definition: what is manifested".to_owned(),
            Definition::FaceDown(_) => "a definition: what is face down".to_owned(),
            Definition::Terms(terms) => format!("a definition: {}", terms_text(terms, "this object")),
        },
        Event::CardIntroduced { owner, def, .. } => {
            format!("{} brings {}", player(game, *owner), definition(game, *def).unwrap_or("a card"))
        }
        Event::Restarted { starting_player, .. } => {
            format!("the game is restarted; {} is the starting player", player(game, *starting_player))
        }
        Event::LoopMarked { key: Some(_) } => "the state is noted, to find a loop".to_owned(),
        Event::LoopMarked { key: None } => "the states that were noted are forgotten".to_owned(),
        Event::Decided { player: id, answer } => {
            let asked = rules::pending(game).choices().into_iter().find(|choice| choice.player == *id);
            match &asked {
                Some(it) => format!("{} decides: {}", choice::asked(game, it), choice::answer(game, it, answer)),
                None => format!("{} decides: something that was not asked", player(game, *id)),
            }
        }
        Event::Edited { edit } => format!("what if: {}", edited(game, edit)),
        Event::ChanceFixed { chance } => format!("what if: {}", fixed(game, chance)),
        Event::RandomUsed { draws } => format!("{} of the generator used up", counted(*draws, "number")),
        Event::FramePushed { frame: it } | Event::FrameTaken { frame: it } => {
            format!("call stack: begins {}", frame(game, it))
        }
        Event::FrameChanged { frame: it } => format!("call stack: goes on with {}", frame(game, it)),
        Event::FrameAdvanced { change } => match game.frame().cloned() {
            Some(mut it) => {
                it.alter(change);
                format!("call stack: goes on with {}", frame(game, &it))
            }
            None => "call stack: goes on".to_owned(),
        },
        Event::FramePopped {} => match game.frame() {
            Some(it) => format!("call stack: done with {}", frame(game, it)),
            None => "call stack: done".to_owned(),
        },
        Event::Lost { player: id, reason } => {
            format!("{} loses the game: {}", player(game, *id), reason_for_losing(*reason))
        }
        Event::SubgameEnded { result: GameResult::Won(id), .. } => {
            format!("the main game continues: {} has won the subgame", winner(game, *id))
        }
        Event::SubgameEnded { result: GameResult::Draw, .. } => {
            "the main game continues: the subgame was a draw".to_owned()
        }
        Event::Ended { result } => {
            let what = if game.world().main().is_some() { "subgame" } else { "game" };
            match result {
                GameResult::Won(id) => format!("the {what} is over: {} has won", winner(game, *id)),
                GameResult::Draw => format!("the {what} is over: a draw"),
            }
        }
        Event::MulliganDecided { player: id, keep: true } => format!("{} keeps their hand", player(game, *id)),
        Event::MulliganDecided { player: id, keep: false } => format!("{} takes a mulligan", player(game, *id)),
        _ => return of_a_variant(game, event),
    })
}

/// The text of an event of a casual variant (CR 9).
fn of_a_variant(game: &Game, event: &Event) -> Option<String> {
    Some(match event {
        Event::CommanderDesignated { player: id, card, .. } => {
            format!("{} is a commander of {}", card_name(game, *card), player(game, *id))
        }
        Event::CommanderColorChosen { player: id, card, color } => {
            format!("{} chooses {} for {}", player(game, *id), color.word(), card_name(game, *card))
        }
        Event::Planeswalked { player: id, from, to } => {
            let away: Vec<String> = from.iter().map(|it| game.name_of(*it)).collect();
            let away = if away.is_empty() { String::new() } else { format!(" away from {}", list(&away)) };
            let there = to.map(|it| format!(" to {}", game.name_of(it))).unwrap_or_default();
            format!("{} planeswalks{away}{there}", player(game, *id))
        }
        Event::SupplementShuffled { player: id, zone: deck, .. } => {
            format!("{} shuffles {}", player(game, *id), zone(game, *deck))
        }
        Event::AgendaHidden { player: id, object: it, names } => {
            format!("{} secretly chooses {} for {}", player(game, *id), list(names), object(game, *it))
        }
        Event::AgendaRevealed { player: id, object: it, names, .. } => {
            let chosen = if names.len() == 1 { "name is" } else { "names are" };
            let (who, what) = (player(game, *id), object(game, *it));
            format!("{who} turns {what} face up; the chosen {chosen} {}", list(names))
        }
        Event::PlanarDieRolled { player: id, natural, .. } => {
            let shown = match *natural {
                planar_die::PLANESWALKER => "the Planeswalker symbol",
                planar_die::CHAOS => "chaos",
                _ => "a blank face",
            };
            format!("{} rolls the planar die: {shown}", player(game, *id))
        }
        Event::CommanderDecided { player: id, object, goes, .. } => {
            let where_to = if *goes { "puts" } else { "does not put" };
            format!("{} {where_to} {} into the command zone", player(game, *id), game.name_of(*object))
        }
        _ => return None,
    })
}

fn card_name(game: &Game, card: CardId) -> &str {
    game.cards().get(&card).and_then(|record| definition(game, record.def)).unwrap_or("a card")
}
