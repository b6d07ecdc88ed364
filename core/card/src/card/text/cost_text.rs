//! Costs: "{1}{W}, {T}, Sacrifice a creature" (CR 118, 602.1a).

use crate::card::ast::cost::{AbilityKind, Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::Duration;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::ManaSymbol;
use crate::card::words::zone_kind::ZoneKind;

use super::filter_kinds::is_this;
use super::inflection::{Number, conjugated, counted, list, number_word, spaced};
use super::mana_text::spent_on_x;
use super::numbers::counters_of_player;
use super::phrase::{Case, Determiner, It, Kind, Usage};
use super::voice::Voice;

impl Voice<'_> {
    /// A cost as written before the colon (CR 118, 602.1a).
    pub(super) fn cost(&mut self, cost: &[Cost]) -> String {
        let parts: Vec<String> = cost.iter().map(|part| self.cost_part(part)).collect();
        if parts.is_empty() { "{0}".to_owned() } else { parts.join(", ") }
    }

    fn cost_part(&mut self, cost: &Cost) -> String {
        match cost {
            Cost::Mana(mana) if mana.0.is_empty() => "{0}".to_owned(),
            Cost::Mana(mana) => mana.to_string(),
            Cost::Tap => "{T}".to_owned(),
            Cost::Untap => "{Q}".to_owned(),
            Cost::Life(n) => format!("Pay {n} life"),
            Cost::PlayerCounters(CounterKind::Energy, n) => {
                let n = i32::try_from(*n).unwrap_or(i32::MAX);
                format!("Pay {}", self.counters_got(&CounterKind::Energy, &Quantity::Fixed(n)).text)
            }
            Cost::PlayerCounters(kind, n) => {
                let counter = counters_of_player(kind, Number::One);
                format!("Remove {} from you", counted(i64::from(*n), &counter))
            }
            Cost::RemoveCounters(kind, n) => {
                let counters = counted(i64::from(*n), &format!("{kind} counter"));
                format!("Remove {counters} from {}", self.name)
            }
            Cost::Loyalty(n) => match n {
                0 => "0".to_owned(),
                n if *n > 0 => format!("+{n}"),
                n => format!("\u{2212}{}", n.unsigned_abs()),
            },
            Cost::TapTotalPower(least, what) => {
                let what = self.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)).text;
                format!("Tap any number of untapped {what} you control with total power {least} or greater")
            }
            Cost::Unattach(what) => format!("Unattach {}", self.object(what, Case::Object).text),
            Cost::SacrificeThis => format!("Sacrifice {}", self.name),
            Cost::Sacrifice(n, what) => format!("Sacrifice {}", self.so_many(i64::from(*n), what)),
            Cost::Discard(n, what) => {
                let determiner = match n {
                    1 => Determiner::A,
                    n => Determiner::Several(number_word(i64::from(*n)), Number::Many),
                };
                format!("Discard {}", self.noun(what, &Usage::new(determiner, Kind::Card)).text)
            }
            Cost::DiscardHand => "Discard your hand".to_owned(),
            Cost::DiscardAtRandom(n) => format!("Discard {} at random", counted(i64::from(*n), "card")),
            Cost::DiscardThis => format!("Discard {}", self.name),
            Cost::Exile { count, what, from } if from.single() == Some(ZoneKind::Battlefield) => {
                format!("Exile {} you control", self.so_many(i64::from(*count), what))
            }
            Cost::Exile { count, what, from } => {
                let place = self.whence(*from, Some(&Players::You));
                format!("Exile {} {place}", self.so_many_cards(*count, what))
            }
            Cost::ExileThis => format!("Exile {}", self.name),
            Cost::ExertThis => format!("Exert {}", self.name),
            Cost::ExileTop(1) => "Exile the top card of your library".to_owned(),
            Cost::ExileTop(n) => format!("Exile the top {} cards of your library", number_word(i64::from(*n))),
            Cost::Mill(n) => format!("Mill {}", counted(i64::from(*n), "card")),
            Cost::Draw(n) => format!("Draw {}", counted(i64::from(*n), "card")),
            Cost::TapOthers(n, what) => format!("Tap {}", self.of_yours(*n, what, "untapped")),
            Cost::UntapOthers(n, what) => format!("Untap {}", self.of_yours(*n, what, "tapped")),
            Cost::Return(n, what) => {
                let whose = if *n == 1 { "its owner's hand" } else { "their owners' hands" };
                format!("Return {} to {whose}", self.of_yours(*n, what, ""))
            }
            Cost::ReturnThis => format!("Return {} to its owner's hand", self.name),
            Cost::PutCounters(kind, n) => {
                format!("Put {} on {}", counted(i64::from(*n), &format!("{kind} counter")), self.name)
            }
            Cost::PutCountersOn(kind, n, what) => {
                let counters = counted(i64::from(*n), &format!("{kind} counter"));
                format!("Put {counters} on {}", self.of_yours(1, what, ""))
            }
            Cost::RemoveCountersFrom(kind, n, what) => {
                let counters = counted(i64::from(*n), &format!("{kind} counter"));
                format!("Remove {counters} from {}", self.of_yours(1, what, ""))
            }
            // From wherever it may be (CR 702.49d).
            Cost::Reveal(1, Filter::This) => format!("Reveal {}", self.name),
            Cost::Reveal(n, what) => format!("Reveal {} from your hand", self.so_many_cards(*n, what)),
            Cost::ManaCostOf(objects) => format!("pay {}", self.belonging(objects, "mana cost")),
            Cost::Times(times, inner) => self.times(times, inner),
            Cost::Either(several) => {
                let several: Vec<String> = several.iter().map(|cost| self.all_of(cost)).collect();
                list(&several, "or")
            }
        }
    }

    /// The parts of a cost as one phrase: "pay {3} and sacrifice a creature".
    fn all_of(&mut self, cost: &[Cost]) -> String {
        let parts: Vec<String> = cost.iter().map(|part| self.done(part)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { list(&parts, "and") }
    }

    /// A part of a cost with its verb: "pay {3}", "sacrifice a creature".
    fn done(&mut self, part: &Cost) -> String {
        let text = self.cost_part(part);
        match part {
            Cost::Mana(_) | Cost::Tap | Cost::Untap | Cost::Loyalty(_) => format!("pay {text}"),
            _ => uncapitalized(&text),
        }
    }

    fn so_many_cards(&mut self, n: u32, what: &Filter) -> String {
        let determiner = match n {
            1 => Determiner::A,
            n => Determiner::Several(number_word(i64::from(n)), Number::Many),
        };
        self.noun(what, &Usage::new(determiner, Kind::Card)).text
    }

    /// "two untapped creatures you control".
    fn of_yours(&mut self, n: u32, what: &Filter, state: &str) -> String {
        let text = self.so_many(i64::from(n), what);
        let yours = format!("{text} you control");
        match yours.split_once(' ') {
            Some((number, rest)) if !state.is_empty() => {
                let number = if number == "a" && state == "untapped" { "an" } else { number };
                format!("{number} {state} {rest}")
            }
            _ => yours,
        }
    }

    /// A multiplied part of a cost: "Pay X life", "{1} for each artifact you control".
    fn times(&mut self, times: &Quantity, inner: &Cost) -> String {
        let one = match inner {
            Cost::Life(1) => Some(("Pay", "life", "life")),
            Cost::Discard(1, Filter::Any | Filter::Card) => Some(("Discard", "card", "cards")),
            Cost::Mill(1) => Some(("Mill", "card", "cards")),
            Cost::Draw(1) => Some(("Draw", "card", "cards")),
            Cost::PlayerCounters(CounterKind::Energy, 1) => Some(("Pay", "{E}", "{E}")),
            _ => None,
        };
        if let (Cost::Loyalty(-1), Quantity::X) = (inner, times) {
            return "\u{2212}X".to_owned();
        }
        if let Some((verb, _, many)) = one {
            return match times {
                Quantity::X => format!("{verb} X {many}"),
                times => match self.for_each(times) {
                    Some((n, each)) => format!("{verb} {n} {many} {each}"),
                    None => format!("{verb} {many} equal to {}", self.value(times)),
                },
            };
        }
        let text = self.cost_part(inner);
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
                    mana.push_str(&self.cost_part(inner));
                    tail = match self.for_each(times) {
                        Some((_, each)) => each,
                        None => format!("{} times", self.value(times)),
                    };
                }
                part => mana.push_str(&self.cost_part(part)),
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

fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
