//! Mana beyond plain symbols, and its terms: "two mana in any combination of {R} and {G}", "spend
//! this mana only to cast creature spells" (CR 106.5-8).

use crate::card::ast::cost::{ManaOutput, ManaTerm, SpentOn};
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::{ManaSymbol, ManaType};

use super::numbers::constant;
use super::phrase::{Amount, Determiner, Kind, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{list, number_word, running};

/// The event that "that spell" refers to.
static SPENT: TriggerEvent = TriggerEvent::Casts(Players::You, Filter::Any);

impl Voice<'_> {
    /// Mana other than plain units or an amount of one type, which `mana` writes.
    pub(super) fn other_mana(&mut self, mana: &ManaOutput) -> Amount {
        let symbol = |kind: &ManaType| ManaSymbol::Mana(*kind).to_string();
        let text = match mana {
            ManaOutput::Combination(kinds, count) => {
                let any_color = kinds.len() == 5 && kinds.iter().all(|kind| kind.color().is_some());
                let of = match any_color {
                    true => "colors".to_owned(),
                    false => list(&kinds.iter().map(symbol).collect::<Vec<_>>(), "and/or"),
                };
                format!("{} mana in any combination of {of}", self.how_much(count))
            }
            ManaOutput::Symbols(symbols) => symbols.to_string(),
            ManaOutput::CouldProduce { what, count, colors } => {
                let kind = if *colors { "color" } else { "type" };
                let what = self.noun(what, &Usage::new(Determiner::A, Kind::Permanent)).text;
                format!("{} mana of any {kind} that {what} could produce", self.how_much(count))
            }
            ManaOutput::ColorAmong { what, count, each: true } => {
                let what = self.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)).text;
                format!("{} mana of each color among {what}", self.how_much(count))
            }
            ManaOutput::ColorAmong { what, count, each: false } => {
                let what = self.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)).text;
                let any = if constant(count) == Some(1) { "any" } else { "any one" };
                format!("{} mana of {any} color among {what}", self.how_much(count))
            }
            ManaOutput::Produced(count) => {
                format!("{} mana of any type that was produced", self.how_much(count))
            }
            ManaOutput::Chosen(count) => format!("{} mana of the chosen color", self.how_much(count)),
            ManaOutput::CommanderIdentity(count) => {
                let any = if constant(count) == Some(1) { "any" } else { "any one" };
                format!("{} mana of {any} color in your commander's color identity", self.how_much(count))
            }
            ManaOutput::Noted(name, count) => {
                let any = if constant(count) == Some(1) { "any" } else { "any one" };
                format!("{} mana of {any} color chosen as you drafted cards named {name}", self.how_much(count))
            }
            ManaOutput::SymbolsOf(objects) => {
                let of = self.object(objects, super::phrase::Case::Object).text;
                format!("one mana of its color for each colored mana symbol in the mana cost of {of}")
            }
            ManaOutput::AsMuchAgain => "as much of each type of mana as you have unspent".to_owned(),
            ManaOutput::Units(_) | ManaOutput::OneOf(..) => String::new(),
        };
        Amount { text, tail: String::new() }
    }

    fn how_much(&mut self, count: &Quantity) -> String {
        match constant(count) {
            Some(n) => number_word(i64::from(n)),
            None => format!("an amount equal to {} of", self.value(count)),
        }
    }

    /// A term of the added mana (CR 106.6).
    pub(super) fn mana_term(&mut self, term: &ManaTerm) -> String {
        match term {
            ManaTerm::Only(on) => format!("spend this mana only {}", self.spent_on(on, Determiner::Bare)),
            ManaTerm::Gives { on, effect, duration } => {
                let on = self.spent_on(on, Determiner::A);
                let before = self.trigger.replace(&SPENT);
                let effect = running(&self.static_effect(effect, Some(duration)));
                self.trigger = before;
                format!("if this mana is spent {on}, {}", effect.trim_end_matches('.'))
            }
            ManaTerm::When { on, body } => {
                let on = self.spent_on(on, Determiner::A);
                let mut voice = Voice { targets: &body.targets, trigger: Some(&SPENT), ..Voice::new(self.name) };
                let text = running(&voice.body(body));
                format!("when this mana is spent {on}, {}", text.trim_end_matches('.'))
            }
            ManaTerm::NotOnGeneric => "this mana can't be spent to pay generic mana costs".to_owned(),
            ManaTerm::OnlyOnX => "spend this mana only on X".to_owned(),
            ManaTerm::Keeps => "until end of turn, this mana isn't lost as steps and phases end".to_owned(),
        }
    }

    /// A limit on X: "X can't be 0" (CR 107.3a).
    pub(super) fn x_limit(&mut self, (comparison, number): &(Comparison, Quantity)) -> String {
        if let (Comparison::AtLeast, Some(1)) | (Comparison::Greater, Some(0)) = (comparison, constant(number)) {
            return "X can't be 0".to_owned();
        }
        let number = self.value(number);
        match comparison {
            Comparison::Less => format!("X must be less than {number}"),
            Comparison::AtMost => format!("X can't be greater than {number}"),
            Comparison::Equal => format!("X must be {number}"),
            Comparison::AtLeast => format!("X can't be less than {number}"),
            Comparison::Greater => format!("X must be greater than {number}"),
        }
    }

    /// "to cast creature spells or activate abilities of creatures".
    fn spent_on(&mut self, on: &[SpentOn], determiner: Determiner) -> String {
        let one = |voice: &mut Self, on: &SpentOn| match on {
            SpentOn::Cast(what) => {
                format!("to cast {}", voice.noun(what, &Usage::new(determiner.clone(), Kind::Spell)).text)
            }
            SpentOn::Activate(what) => {
                let what = voice.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)).text;
                format!("to activate abilities of {what}")
            }
            SpentOn::CostWithX => "on costs that contain {X}".to_owned(),
        };
        let parts: Vec<String> = on.iter().map(|on| one(self, on)).collect();
        list(&parts, "or")
    }
}

/// The only mana that may be spent on X (CR 601.2h).
pub(super) fn spent_on_x(kinds: &[ManaType]) -> Option<String> {
    let word = |kind: &ManaType| kind.color().map_or("colorless", crate::card::Color::word).to_owned();
    let words: Vec<String> = kinds.iter().map(word).collect();
    (!words.is_empty()).then(|| format!("spend only {} mana on X", list(&words, "and/or")))
}
