//! Costs: "{1}{W}, {T}, Sacrifice a creature" (CR 118, 602.1a).

use crate::card::ast::cost::{AbilityKind, Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::Duration;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::wording::category;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::ManaSymbol;

use super::filter_kinds::is_this;
use super::mana_text::spent_on_x;
use super::phrase::{Case, Determiner, It, Kind, Usage};
use super::voice::{UNSAID, Voice};
use crate::card::wording::inflection::{Number, Person, capitalized, conjugated, list, number_word, spaced};

impl Voice<'_> {
    /// A cost as written before the colon (CR 118, 602.1a).
    pub(super) fn cost(&mut self, cost: &[Cost]) -> String {
        let parts: Vec<String> = cost.iter().map(|part| capitalized(&self.cost_part(part, Person::You))).collect();
        if parts.is_empty() { "{0}".to_owned() } else { parts.join(", ") }
    }

    /// One part of a cost, with the verb of who pays it.
    pub(super) fn cost_part(&mut self, cost: &Cost, payer: Person) -> String {
        if let Some(said) = self.by_rows::<category::CostPart>(cost.clone(), Some(payer)) {
            return said.text;
        }
        match cost {
            Cost::Mana(mana) if mana.0.is_empty() => "{0}".to_owned(),
            Cost::Mana(mana) => mana.to_string(),
            Cost::Loyalty(n) => match n {
                0 => "0".to_owned(),
                n if *n > 0 => format!("+{n}"),
                n => format!("\u{2212}{}", n.unsigned_abs()),
            },
            Cost::Exile { count, what, from } => {
                let place = self.whence(*from, Some(&Players::You));
                format!("{} {} {place}", conjugated("exile", payer), self.so_many_cards(*count, what))
            }
            Cost::ManaCostOf(objects) => {
                format!("{} {}", conjugated("pay", payer), self.belonging(objects, "mana cost"))
            }
            Cost::Times(times, inner) => self.times(times, inner, payer),
            Cost::Either(several) => {
                let several: Vec<String> = several.iter().map(|cost| self.all_of(cost)).collect();
                list(&several, "or")
            }
            _ => UNSAID.to_owned(),
        }
    }

    /// The parts of a cost as one phrase: "pay {3} and sacrifice a creature".
    fn all_of(&mut self, cost: &[Cost]) -> String {
        let parts: Vec<String> = cost.iter().map(|part| self.done(part, Person::You)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { list(&parts, "and") }
    }

    /// A part of a cost with its verb: "pay {3}", "sacrifices a creature".
    fn done(&mut self, part: &Cost, payer: Person) -> String {
        let said = self.by_rows::<category::Paid>(part.clone(), Some(payer)).map(|said| said.text);
        said.unwrap_or_else(|| UNSAID.to_owned())
    }

    /// The action of a player who pays: "pays {2}", "sacrifices a creature" (CR 118.12).
    pub(super) fn pays(&mut self, cost: &[Cost], person: Person) -> String {
        let parts: Vec<String> = cost.iter().map(|part| self.done(part, person)).collect();
        if parts.is_empty() { conjugated("pay", person) + " {0}" } else { list(&parts, "and") }
    }

    fn so_many_cards(&mut self, n: u32, what: &Filter) -> String {
        let determiner = match n {
            1 => Determiner::A,
            n => Determiner::Several(number_word(i64::from(n)), Number::Many),
        };
        self.noun(what, &Usage::new(determiner, Kind::Card)).text
    }

    /// A multiplied part of a cost: "Pay X life", "{1} for each artifact you control".
    fn times(&mut self, times: &Quantity, inner: &Cost, payer: Person) -> String {
        let one = match inner {
            Cost::Life(1) => Some(("pay", "life")),
            Cost::Discard(1, Filter::Any | Filter::Card) => Some(("discard", "cards")),
            Cost::Mill(1) => Some(("mill", "cards")),
            Cost::Draw(1) => Some(("draw", "cards")),
            Cost::PlayerCounters(CounterKind::Energy, 1) => Some(("pay", "{E}")),
            _ => None,
        };
        if let (Cost::Loyalty(-1), Quantity::X) = (inner, times) {
            return "\u{2212}X".to_owned();
        }
        if let Some((verb, many)) = one {
            let verb = conjugated(verb, payer);
            return match times {
                Quantity::X => format!("{verb} X {many}"),
                times => match self.for_each(times) {
                    Some((n, each)) => format!("{verb} {n} {many} {each}"),
                    None => format!("{verb} {many} equal to {}", self.value(times)),
                },
            };
        }
        let text = self.cost_part(inner, payer);
        match self.for_each(times) {
            Some((1, each)) => format!("{text} {each}"),
            _ => format!("{text}, {} times", self.value(times)),
        }
    }

    /// What has a changed cost: its phrase, whether it is plural, and its verb.
    fn costly(&mut self, of: &Costly, own: bool) -> (String, bool, &'static str) {
        match of {
            Costly::Spells(_) if own => ("this spell".to_owned(), false, "cast"),
            // "That copy costs {2} less to cast."
            Costly::Spells(Filter::Is(objects)) => {
                let phrase = self.object(objects, Case::Subject);
                (phrase.text, phrase.number == Number::Many, "cast")
            }
            Costly::Spells(filter) => {
                let spells = Filter::All(vec![Filter::Spell, filter.clone()]);
                let usage = Usage { cast: true, ..Usage::new(Determiner::Bare, Kind::Permanent) };
                (self.noun(&spells, &usage).text, true, "cast")
            }
            Costly::Abilities { of: sources, by, kind } => {
                let sources = match sources {
                    Filter::Any => String::new(),
                    some => format!(" of {}", self.noun(some, &Usage::new(Determiner::Bare, Kind::Permanent)).text),
                };
                let kind = match kind {
                    AbilityKind::Any | AbilityKind::NotMana => "activated abilities",
                    AbilityKind::Loyalty => "loyalty abilities",
                    AbilityKind::Equip => "equip abilities",
                    AbilityKind::Cycling => "cycling abilities",
                    AbilityKind::Boast => "boast abilities",
                };
                let by = match by {
                    Players::Each => String::new(),
                    who => {
                        let (subject, person) = self.a_player(who);
                        format!(" that {subject} {}", conjugated("activate", person))
                    }
                };
                let not_mana = match of {
                    Costly::Abilities { kind: AbilityKind::NotMana, .. } => " that aren't mana abilities",
                    _ => "",
                };
                (format!("{kind}{sources}{by}{not_mana}"), true, "activate")
            }
        }
    }

    /// The text of an effect on the cost of spells or abilities, including alternative costs
    /// (CR 118.7-9).
    pub(super) fn cost_effect(&mut self, effect: &CostEffect, duration: Option<&Duration>) -> String {
        let time = self.time(duration);
        // Further conditions on the spell itself come last: "if its alternative cost was paid".
        let (this, besides) = match &effect.of {
            Costly::Spells(Filter::All(parts)) if parts.first() == Some(&Filter::This) && parts.len() > 1 => {
                (true, Some(Filter::All(parts[1..].to_vec())))
            }
            Costly::Spells(filter) => (is_this(filter), None),
            Costly::Abilities { .. } => (false, None),
        };
        let own = this;
        let (subject, many, verb) = self.costly(&effect.of, own);
        let costs = if many { "cost" } else { "costs" };
        let text = match &effect.change {
            CostChange::More(cost) if own && !only_mana(cost) => {
                format!("as an additional cost to cast this spell, {}", self.all_of(cost))
            }
            CostChange::More(cost) if only_mana(cost) => {
                let (mana, each) = self.so_much_mana(cost);
                spaced([subject.as_str(), costs, mana.as_str(), "more to", verb, each.as_str()])
            }
            CostChange::More(cost) => {
                let loyalty = cost.iter().all(|part| matches!(part, Cost::Loyalty(_)));
                let cost = self.cost(cost);
                let cost = if loyalty { cost } else { format!("\"{cost}\"") };
                format!("{subject} {costs} an additional {cost} to {verb}")
            }
            CostChange::MayCost(cost) => {
                format!("as an additional cost to {verb} {subject}, you may {}", self.all_of(cost))
            }
            CostChange::MayCostWithFlash(cost) => format!(
                "as an additional cost to {verb} {subject}, you may {}. If you do, you may cast it as though it had flash",
                self.all_of(cost)
            ),
            CostChange::LessBy(of) => {
                let of = self.object(of, Case::Object).text;
                format!("{subject} {costs} less to {verb} by the mana cost of {of}")
            }
            CostChange::Less { mana, times, least } => {
                let one = mana.0 == [ManaSymbol::Generic(1)];
                let mut less = mana.to_string();
                let each = match times {
                    Quantity::Fixed(1) => String::new(),
                    Quantity::Number(Objects::PaidWith) => "for each object that it's paid with".to_owned(),
                    times if one && self.for_each(times).is_none() => {
                        less = "{X}".to_owned();
                        format!(", where X is {}", self.value(times).replace("what was paid", "what it's paid"))
                    }
                    times => match self.for_each(times) {
                        Some((_, each)) => each,
                        None => format!("{} times", self.value(times)),
                    },
                };
                let floor = match least {
                    0 => String::new(),
                    n => format!(". This effect can't reduce the mana in that cost to less than {n} mana"),
                };
                spaced([subject.as_str(), costs, less.as_str(), "less to", verb, each.as_str()]).replace(" ,", ",")
                    + &floor
            }
            CostChange::AtLeast(n) => {
                let n = number_word(i64::from(*n));
                format!("{subject} that would cost less than {n} mana to {verb} {costs} {n} mana to {verb}")
            }
            CostChange::LimitX { limits, spend } => {
                let mut said: Vec<String> = limits.iter().map(|limit| self.x_limit(limit)).collect();
                said.extend(spent_on_x(spend));
                let said = list(&said, "and");
                if own { said } else { format!("to {verb} {subject}, {said}") }
            }
            CostChange::Instead(cost) if cost.is_empty() => {
                let its = if many { "their mana costs" } else { "its mana cost" };
                format!("you may cast {subject} without paying {its}")
            }
            CostChange::Instead(cost) | CostChange::InsteadWithFlash(cost) => {
                let its = if own { "this spell's mana cost" } else { "the mana cost" };
                let of = if own { String::new() } else { format!(" of {subject}") };
                let flash = match &effect.change {
                    CostChange::InsteadWithFlash(_) => {
                        let this = if own { "it" } else { "a spell" };
                        format!(". If you cast {this} this way, you may cast it as though it had flash")
                    }
                    _ => String::new(),
                };
                format!("you may {} rather than pay {its}{of}{flash}", self.all_of(cost))
            }
        };
        let text = match besides {
            Some(besides) => {
                self.it = Some(It::This);
                let condition = match &besides {
                    Filter::All(parts) if parts.as_slice() == [Filter::PaidInstead] => {
                        "its alternative cost is paid".to_owned()
                    }
                    _ => self.condition(&Condition::Is(Objects::This, besides)),
                };
                format!("if {condition}, {text}")
            }
            None => text,
        };
        spaced([text.as_str(), time.as_str()])
    }

    /// A cost of mana alone, and the "for each …" of its last part.
    fn so_much_mana(&mut self, cost: &[Cost]) -> (String, String) {
        let mut mana = String::new();
        let mut tail = String::new();
        for part in cost {
            match part {
                Cost::Times(times, inner) => {
                    mana.push_str(&self.cost_part(inner, Person::You));
                    tail = match self.for_each(times) {
                        Some((_, each)) => each,
                        None => format!("{} times", self.value(times)),
                    };
                }
                part => mana.push_str(&self.cost_part(part, Person::You)),
            }
        }
        (mana, tail)
    }
}

/// Whether a cost is only mana.
fn only_mana(cost: &[Cost]) -> bool {
    let mana = |part: &Cost| match part {
        Cost::Times(_, inner) => matches!(**inner, Cost::Mana(_)),
        part => matches!(part, Cost::Mana(_)),
    };
    cost.iter().all(mana)
}
