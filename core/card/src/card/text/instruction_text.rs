//! Instructions as clauses and sentences (CR 608.2c, 701).

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::ZoneKind;

use crate::card::wording::category::Cat;
use crate::card::wording::inflection::Person;
use crate::card::wording::kernel::{Value, Want};
use crate::card::wording::rows::rows;
use crate::card::words::term::{Go, any, as_mut, walk_mut};

use super::clauses::{Clause, Piece, one_sentence};
use super::phrase::{Determiner, Kind, Usage};
use super::voice::{UNSAID, Voice};

/// The most instructions that one sentence of a row says.
const LONGEST_SENTENCE: usize = 5;

/// The longest row of energy symbols to write out.
pub(super) const MANY_SYMBOLS: i32 = 10;

/// Whether another such clause can follow after "and": "you draw a card and you lose 1 life".
fn is_brief(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::AtOnce(verb::AtOnce(parts)) => parts.iter().all(is_brief),
        // "Each opponent loses 2 life. You gain life equal to the life lost this way."
        Instruction::GainLife(verb::GainLife { amount: Quantity::ThisWay(..), .. }) => false,
        instruction => matches!(
            instruction,
            Instruction::DealDamage(_)
                | Instruction::GainLife(_)
                | Instruction::LoseLife(_)
                | Instruction::GetCounters(_)
                | Instruction::PutCounters(_)
        ),
    }
}

impl Voice<'_> {
    /// The instructions in order.
    pub(super) fn pieces(&mut self, instructions: &[Instruction]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut exiled: Option<&Objects> = None;
        let mut rest = instructions;
        while let Some((instruction, after)) = rest.split_first() {
            if let Some(said) = self.picks(rest) {
                pieces.push(said);
                (rest, exiled) = (&rest[2..], None);
                continue;
            }
            if let Some((said, of)) = self.several_by_rows(rest) {
                pieces.push(said);
                (rest, exiled) = (&rest[of..], None);
                continue;
            }
            rest = after;
            let mut next = self.instruction(instruction);
            self.remember(instruction);
            let returned = match instruction {
                Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { what, .. }) => exiled == Some(what),
                _ => false,
            };
            if returned && let Some(Piece::Clause(clause)) = next.first_mut() {
                clause.then = true;
            }
            exiled = match instruction {
                Instruction::Exile(verb::Exile(what)) => Some(what),
                _ => None,
            };
            pieces.extend(next);
        }
        pieces
    }

    /// What a row says of the first instructions, and of how many of them.
    fn several_by_rows(&mut self, instructions: &[Instruction]) -> Option<(Piece, usize)> {
        // "Otherwise" would seem to belong to what is around it.
        if self.nested || self.postponed {
            return None;
        }
        let most = instructions.len().min(LONGEST_SENTENCE);
        let (said, of) = (1..=most).rev().find_map(|of| {
            let (these, after) = instructions.split_at(of);
            // What was chosen has no name for what follows.
            let is_chosen = |what: &Objects| matches!(what, Objects::Chosen(_));
            if of > 1 && after.iter().any(|it| any(it, is_chosen)) {
                return None;
            }
            Some((self.piece_by_rows(Value::new(these.to_vec()))?, of))
        })?;
        instructions[..of].iter().for_each(|instruction| self.remember(instruction));
        Some((said, of))
    }

    /// What the rows say of a choice and of what becomes of it: "exile a card from your hand".
    fn picks(&mut self, instructions: &[Instruction]) -> Option<Piece> {
        let [Instruction::Choose(choose), act, ..] = instructions else { return None };
        let is_mentioned = |it: &Filter| matches!(it, Filter::Is(_));
        // What X is would stand in the middle.
        match (&choose.count, &choose.what) {
            (Quantity::Fixed(_) | Quantity::X | Quantity::ThatMuch, _) => {}
            (Quantity::Count(counted), TargetWhat::Object(what)) if **counted == *what => {}
            _ => return None,
        }
        if any(choose, is_mentioned) || choose.unchosen || choose.total.is_some() || choose.divide.is_some() {
            return None;
        }
        let may = choose.up_to && choose.count == Quantity::Fixed(1);
        let said = of_nobody(choose, act, may);
        let before = self.clone();
        let (who, person) = self.player(&choose.who);
        let agreement = if may { Person::You } else { person };
        let Some(said) = rows().clause(Cat::Picks, &Value::new(said), self) else {
            *self = before;
            return None;
        };
        if choose.into != 0 {
            let chosen = self.chosen.remove(&0);
            self.chosen.extend(chosen.map(|it| (choose.into, it)));
            self.chosen.extend(before.chosen.get(&0).cloned().map(|it| (0, it)));
            self.it = Some(super::phrase::It::Chosen(choose.into));
        }
        instructions[..2].iter().for_each(|it| self.remember(it));
        // "Draw three cards, then put two cards from your hand on top of your library."
        let from_hand = matches!(&choose.what, TargetWhat::Object(what) if what.zones() == [ZoneKind::Hand]);
        let clause = Clause {
            command: person == Person::You,
            then: from_hand && person == Person::You,
            who: Some(choose.who.clone()),
            ..Clause::new(who, agreement, said.verb, said.rest)
        };
        Some(if may {
            Piece::Sentence(format!("{} may {}", clause.subject, clause.infinitive(&choose.who)))
        } else {
            Piece::Clause(clause)
        })
    }

    fn piece_by_rows(&mut self, instructions: Value) -> Option<Piece> {
        if let Some(said) = rows().clause(Cat::Orders, &instructions, self) {
            return Some(Piece::Clause(Clause { alone: true, ..Clause::command(said.verb, "").with_tail(said.rest) }));
        }
        Some(Piece::Sentence(rows().write(Cat::Sentence, &instructions, &Want::default(), self)?.text))
    }

    /// Instructions as one sentence.
    pub(super) fn sentence_of(&mut self, instructions: &[Instruction]) -> String {
        one_sentence(&self.pieces(instructions))
    }

    /// The clause that a row says.
    pub(super) fn clause_by_rows(&mut self, instruction: &Instruction) -> Option<Clause> {
        let said = rows().clause(Cat::Clause, &Value::new(instruction.clone()), self)?;
        let (subject, person) = said.subject.map_or(("you".to_owned(), Person::You), |it| (it.text, it.agreement));
        let (rest, tail) = if said.is_closed { (String::new(), said.rest) } else { (said.rest, String::new()) };
        Some(Clause {
            command: said.is_command,
            who: match instruction {
                // Only you sacrifice what is yours.
                Instruction::SacrificeThose(_) => Some(Players::You),
                _ => said.who.and_then(|who| who.get::<Players>().cloned()),
            },
            brief: is_brief(instruction),
            then: matches!(instruction, Instruction::Shuffle(_) | Instruction::Populate | Instruction::Proliferate),
            ..Clause::new(subject, person, said.verb, rest).with_tail(tail)
        })
    }

    fn instruction(&mut self, instruction: &Instruction) -> Vec<Piece> {
        // "At the beginning of your draw step, draw an additional card."
        if let (Instruction::Draw(verb::Draw { who, count }), Some(TriggerEvent::BeginningOf(TurnStep::Draw, _))) =
            (instruction, self.trigger)
        {
            let cards = self.count(count, "additional card");
            return vec![Piece::Clause(self.player_does(who, "draw", cards, true))];
        }
        if let Some(clause) = self.clause_by_rows(instruction) {
            return vec![Piece::Clause(clause)];
        }
        let groups: [fn(&mut Self, &Instruction) -> Option<Vec<Piece>>; 9] = [
            Self::damage_and_life,
            Self::hands_and_libraries,
            Self::on_the_battlefield,
            Self::between_zones,
            Self::onto_the_battlefield,
            Self::counters_and_mana,
            Self::making_and_copying,
            Self::choices_and_conditions,
            Self::turns_and_games,
        ];
        let said = groups.iter().find_map(|group| group(self, instruction));
        said.unwrap_or_else(|| vec![Piece::Clause(Clause::command(UNSAID, ""))])
    }
}

/// A choice and what becomes of it as the rows have them: of nobody, with the number 0.
fn of_nobody(choose: &verb::Choose, act: &Instruction, may: bool) -> Vec<Instruction> {
    let chosen = Objects::Chosen(choose.into);
    let mut act = act.clone();
    if let Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { control, .. }) = &mut act
        && match &choose.who {
            Players::You => *control == Players::You,
            _ => *control == Players::OwnerOf(Box::new(chosen.clone())),
        }
    {
        *control = Players::They;
    }
    walk_mut(&mut act, &mut |part| {
        if let Some(what) = as_mut::<Objects>(part)
            && *what == chosen
        {
            *what = Objects::Chosen(0);
        }
        Go::Into
    });
    let choose = verb::Choose { into: 0, up_to: choose.up_to && !may, ..choose.clone() };
    vec![Instruction::Choose(choose), act]
}

/// The zones of a reference to all their cards, if they belong to the players who act on them.
pub(super) fn own_zones(what: &Objects, whose: &Players) -> Option<Vec<ZoneKind>> {
    let Objects::Each(filter) = what else { return None };
    let Filter::All(parts) = &**filter else { return None };
    let own = |who: &Players| who == whose || (*who == Players::They && !matches!(whose, Players::You));
    let zone = |part: &Filter| matches!(part, Filter::In(ZoneKind::Hand | ZoneKind::Graveyard));
    let plain = |part: &Filter| match part {
        Filter::Card => true,
        Filter::OwnedBy(who) => own(who),
        Filter::AnyOf(zones) => zones.iter().all(zone),
        part => zone(part),
    };
    let owned = matches!(whose, Players::Each) || parts.iter().any(|part| matches!(part, Filter::OwnedBy(_)));
    let zones = filter.zones();
    (owned && parts.iter().all(plain) && zones != [ZoneKind::Battlefield]).then_some(zones)
}

/// The owner of the hand, if the reference is to all the cards in it.
pub(super) fn in_hand_of(what: &Objects) -> Option<&Players> {
    let Objects::Each(filter) = what else { return None };
    let Filter::All(parts) = &**filter else { return None };
    let hand = |part: &Filter| matches!(part, Filter::Card | Filter::In(ZoneKind::Hand) | Filter::OwnedBy(_));
    let owner = parts.iter().find_map(|part| match part {
        Filter::OwnedBy(who) => Some(who),
        _ => None,
    });
    owner.filter(|_| parts.iter().all(hand) && parts.contains(&Filter::In(ZoneKind::Hand)))
}

pub(super) const fn a_permanent() -> Usage {
    Usage::new(Determiner::A, Kind::Permanent)
}
