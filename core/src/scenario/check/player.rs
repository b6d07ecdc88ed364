//! Checks expectations about players, zones, the turn and the game as a whole.

use crate::card::{Condition, DayNight, Filter, ManaType, ZoneKind};
use crate::derive::{Look, Scope, filter, mana};
use crate::fact::{Entity, Event, GameResult, LossReason, ObjectId, PlayerId, Prompt, Zone};
use crate::message::Message;
use crate::rules::{self, Pending};
use crate::scenario::expectation::{Expectation, Outcome, TurnIs};
use crate::scenario::refs::Ref;
use crate::scenario::timeline::{Stop, Timeline, script};
use crate::state::Player;

use super::{Verdict, list, listed, must, same};

/// The source of a filter in a scenario: no object.
const NOTHING: ObjectId = ObjectId::NONE;

impl Timeline {
    fn player_state(&self, name: &str) -> Result<&Player, Stop> {
        let id = self.player(name)?;
        match self.game.player(id) {
            Some(player) => Ok(player),
            None => script(format!("there is no player `{name}`")),
        }
    }

    pub(super) fn check_player(&self, expectation: &Expectation) -> Verdict {
        use Expectation as E;
        match expectation {
            E::Life { of, is } => same(format!("life of {of}"), is, &self.player_state(of)?.life, i32::to_string),
            E::HandSize { of, is } => {
                same(format!("cards in the hand of {of}"), is, &self.player_state(of)?.hand.len(), usize::to_string)
            }
            E::LibrarySize { of, is } => {
                let found = self.player_state(of)?.library.len();
                same(format!("cards in the library of {of}"), is, &found, usize::to_string)
            }
            E::Mana { of, is } => {
                let found = sorted(self.player_state(of)?.mana.iter().map(|unit| unit.kind.letter()));
                if let Some(wrong) = is.chars().find(|letter| ManaType::of_letter(*letter).is_none()) {
                    return script(format!("`{wrong}` is no type of mana; write letters of WUBRGC"));
                }
                let tell = |mana: &String| if mana.is_empty() { "none".to_owned() } else { mana.clone() };
                same(format!("mana of {of}"), &sorted(is.chars()), &found, tell)
            }
            E::CanPay { who, cost } => {
                let player = self.player(who)?;
                let payable = mana::plan(&self.game, player, cost).is_some();
                must(payable, format!("that {who} can pay {cost}"), || "that it is too much".to_owned())
            }
            E::Lost { player, reason } => {
                let id = self.player(player)?;
                let lost = self.log.iter().find_map(|entry| match entry.event {
                    Event::Lost { player, reason } if player == id => Some(reason),
                    _ => None,
                });
                same(format!("why {player} lost"), &Some(*reason), &lost, |reason| match reason {
                    Some(reason) => reason_word(*reason).to_owned(),
                    None => "that they did not lose".to_owned(),
                })
            }
            E::Result(outcome) => self.check_result(outcome),
            _ => Ok(None),
        }
    }

    fn check_result(&self, outcome: &Outcome) -> Verdict {
        let expected = match outcome {
            Outcome::Undecided => None,
            Outcome::Draw => Some(GameResult::Draw),
            Outcome::Won(name) => Some(GameResult::Won(self.player(name)?)),
        };
        // Each player of a team wins with it (CR 104.2c).
        let expected = match (expected, self.game.world().result) {
            (Some(GameResult::Won(player)), Some(result @ GameResult::Won(winner)))
                if self.game.winners(winner).contains(&player) =>
            {
                Some(result)
            }
            (expected, _) => expected,
        };
        let found = match rules::pending(&self.game) {
            Pending::Over(result) => Some(result),
            _ => None,
        };
        same("result", &expected, &found, |result| match result {
            None => "the game goes on".to_owned(),
            Some(GameResult::Draw) => "a draw".to_owned(),
            Some(GameResult::Won(player)) => format!("{} wins", self.player_name(*player)),
        })
    }

    /// Checks the names of the objects in a zone. Where order counts, the top first; elsewhere
    /// sorted.
    pub(super) fn check_contents(&self, kind: ZoneKind, of: Option<&str>, are: &[String]) -> Verdict {
        let of_player = of.map(|name| self.player(name)).transpose()?;
        let own = matches!(kind, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard);
        if own && of_player.is_none() {
            return script(format!("each player has a {}; say `of` whom", kind.word()));
        }
        let zone = Zone::of(kind, of_player.unwrap_or_default());
        let mine = |id: &ObjectId| match (of_player, kind) {
            (None, _) => true,
            (Some(player), ZoneKind::Battlefield | ZoneKind::Stack) => self.game.controller(*id) == Some(player),
            (Some(player), _) => self.game.object(*id).is_some_and(|object| object.owner == player),
        };
        let mut found: Vec<String> =
            self.game.zone(zone).iter().copied().filter(mine).map(|id| self.game.name_of(id)).collect();
        let mut expected = are.to_vec();
        match kind {
            ZoneKind::Library => {}
            ZoneKind::Graveyard | ZoneKind::Stack => found.reverse(),
            _ => {
                found.sort();
                expected.sort();
            }
        }
        let whose = of.map_or_else(String::new, |name| format!(" of {name}"));
        same(format!("contents of the {}{whose}", kind.word()), &expected, &found, |names| listed(names))
    }

    /// Checks the stack: spells, and abilities by their source, the top first.
    pub(super) fn check_stack(&self, expected: &[Ref]) -> Verdict {
        let stack: Vec<ObjectId> = self.game.world().stack.iter().rev().copied().collect();
        let mut fits = stack.len() == expected.len();
        for (id, wanted) in stack.iter().zip(expected) {
            let source = self.game.object(*id).and_then(|object| object.ability.as_ref()).map(|it| it.source);
            let by_source = match source {
                Some(source) => self.followed(wanted, source)?,
                None => false,
            };
            fits &= by_source || self.followed(wanted, *id)?;
        }
        must(fits, format!("the stack, top first: {}", list(expected)), || {
            let found: Vec<String> = stack.iter().map(|id| self.stacked(*id)).collect();
            if found.join(", ") != list(expected) {
                return listed(found);
            }
            // Other objects of the same names, or the same ones in another order.
            let of = |id: &ObjectId| {
                let controller = self.game.controller(*id).map(Entity::Player);
                controller.map_or_else(String::new, |it| self.game.entity_name(it))
            };
            listed(stack.iter().map(|id| format!("{} (#{} of {})", self.stacked(*id), id.0, of(id))))
        })
    }

    /// Whether a reference means an object, or what has become that object.
    fn followed(&self, reference: &Ref, id: ObjectId) -> Result<bool, Stop> {
        if self.speaks_of(reference, Entity::Object(id))? {
            return Ok(true);
        }
        // A card's name means an object that has it; an alias follows its object.
        let named = match reference {
            Ref::Named(name) => self.alias(name),
            _ => None,
        };
        Ok(named.is_some_and(|named| self.latest_of(named).contains(&id)))
    }

    /// An object on the stack in words: an ability by the name of its source.
    fn stacked(&self, id: ObjectId) -> String {
        match self.game.object(id).and_then(|object| object.ability.as_ref()) {
            Some(ability) => format!("{}'s ability", self.called(ability.source)),
            None => self.called(id),
        }
    }

    fn you(&self, name: Option<&str>) -> Result<PlayerId, Stop> {
        name.map_or(Ok(self.game.world().turn.active), |name| self.player(name))
    }

    pub(super) fn check_count(&self, what: &Filter, you: Option<&str>, is: usize) -> Verdict {
        let scope = Scope::of(NOTHING, self.you(you)?);
        let found = filter::all_matching(&self.game, &scope, what);
        must(found.len() == is, "", || {
            Message::from(format!("{} objects: ", found.len())).and(listed(found.iter().map(|id| self.called(*id))))
        })
    }

    pub(super) fn check_condition(&self, condition: &Condition, you: Option<&str>) -> Verdict {
        let scope = Scope::of(NOTHING, self.you(you)?);
        let holds = filter::holds(&self.game, &scope, condition);
        must(holds, "", || "that it does not hold")
    }

    pub(super) fn check_turn(&self, expected: &TurnIs) -> Verdict {
        let now = &self.game.world().turn;
        let active = expected.active.as_ref().map(|name| self.player(name)).transpose()?;
        let fits = expected.number.is_none_or(|number| number == now.number)
            && active.is_none_or(|player| player == now.active)
            && expected.step.is_none_or(|step| Some(step) == now.step)
            && expected.day_night.is_none_or(|time| Some(time) == self.game.world().day_night);
        let parts = [
            expected.number.map(|number| format!("turn {number}")),
            expected.active.as_ref().map(|name| format!("of {name}")),
            expected.step.map(|step| step.word().to_owned()),
            expected.day_night.map(|time| time.word().to_owned()),
        ];
        must(fits, list(parts.into_iter().flatten()), || {
            let time = self.game.world().day_night.map_or("neither day nor night", DayNight::word);
            let first = if expected.number.is_some_and(|number| number != now.number) {
                format!(" ({})", crate::scenario::passing::FIRST_TURN)
            } else {
                String::new()
            };
            format!("{}, {time}{first}", self.stands())
        })
    }

    pub(super) fn check_priority(&self, name: &str) -> Verdict {
        let wanted = self.player(name)?;
        let holder = self.pending().filter(|choice| choice.prompt == Prompt::Priority).map(|choice| choice.player);
        must(holder == Some(wanted), format!("{name} with priority"), || {
            holder.map_or_else(|| "nobody".to_owned(), |holder| self.player_name(holder))
        })
    }
}

/// The word of scripts for a reason to lose.
const fn reason_word(reason: LossReason) -> &'static str {
    match reason {
        LossReason::Conceded => "Conceded",
        LossReason::Life => "Life",
        LossReason::EmptyLibrary => "EmptyLibrary",
        LossReason::Poison => "Poison",
        LossReason::Effect => "Effect",
        LossReason::CommanderDamage => "CommanderDamage",
        LossReason::Team => "Team",
    }
}

fn sorted(letters: impl Iterator<Item = char>) -> String {
    let mut letters: Vec<char> = letters.collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}
