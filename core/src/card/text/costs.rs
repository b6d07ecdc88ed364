//! Costs: "{1}{W}, {T}, Sacrifice a creature" (CR 118, 602.1a).

use super::super::cost::Cost;
use super::super::filter::Quantity;
use super::super::words::CounterKind;
use super::Voice;
use super::nouns::{Determiner, Kind, Usage};
use super::numbers::counters_of_player;
use super::references::Case;
use super::words::{Number, counted, number_word};

impl Voice<'_> {
    /// A cost as it stands before the colon (CR 118, 602.1a).
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
        }
    }
}
