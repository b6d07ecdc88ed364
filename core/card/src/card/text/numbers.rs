//! Quantities: "3 damage", "two cards", "life equal to its power", "+1/+1 ... for each creature you
//! control".

use crate::card::ast::cost::OptionalCost;
use crate::card::ast::filter::{Each, Objects, OfEach, Players, Quantity};
use crate::card::words::chosen::Linked;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::Color;

use super::phrase::{Amount, Determiner, Kind, Usage};
use super::voice::{UNSAID, Voice};
use crate::card::wording::category;
use crate::card::wording::inflection::{Number, counted, number_word, plural, spaced};

/// Either number of a change to power and toughness.
enum Term {
    Fixed(i32),
    /// An amount for each of something.
    Each(i32, String),
    /// A letter, perhaps negative, and its meaning if the cost doesn't define it.
    Letter {
        minus: bool,
        is: Option<String>,
    },
}

/// A counter kind for players: energy has a symbol (CR 107.14).
pub(super) fn counters_of_player(kind: &CounterKind, number: Number) -> String {
    match kind {
        CounterKind::Energy => "{E}".to_owned(),
        CounterKind::PowerToughness(..) | CounterKind::Loyalty | CounterKind::Poison | CounterKind::Named(_) => {
            crate::card::wording::inflection::numbered(&format!("{kind} counter"), number)
        }
    }
}

/// The number, if it is only arithmetic with printed numbers.
pub(super) fn constant(quantity: &Quantity) -> Option<i32> {
    match quantity {
        Quantity::Fixed(n) => Some(*n),
        Quantity::Times(factor, inner) => Some(factor.saturating_mul(constant(inner)?)),
        Quantity::Sum(parts) => {
            parts.iter().map(constant).try_fold(0, |sum: i32, part| Some(sum.saturating_add(part?)))
        }
        Quantity::Divided { of, by, up } => {
            let (of, by) = (constant(of)?, i32::try_from((*by).max(1)).ok()?);
            Some(of.div_euclid(by) + i32::from(*up && of.rem_euclid(by) != 0))
        }
        _ => None,
    }
}

/// Whether the number contains the announced X (CR 107.3).
fn has_x(quantity: &Quantity) -> bool {
    match quantity {
        Quantity::X => true,
        Quantity::Times(_, inner) => has_x(inner),
        Quantity::Sum(parts) => parts.iter().any(has_x),
        Quantity::Divided { of, .. } => has_x(of),
        _ => false,
    }
}

impl Voice<'_> {
    /// Counted objects: "cards exiled with it".
    fn counted_objects(&mut self, objects: &Objects) -> String {
        let usage = Usage::new(Determiner::Bare, Kind::Permanent);
        let phrase = self.object_with(objects, super::phrase::Case::Object, &usage);
        phrase.text.trim_start_matches("each ").to_owned()
    }

    /// An amount of something measured: damage, life.
    pub(super) fn measure(&mut self, quantity: &Quantity, unit: &str) -> Amount {
        if *quantity == Quantity::X || constant(quantity).is_some() {
            return Amount::plain(format!("{} {unit}", self.value(quantity)));
        }
        if let Quantity::ThatMuch = quantity {
            return Amount::plain(format!("that much {unit}"));
        }
        match self.for_each(quantity) {
            Some((n, each)) => Amount { text: format!("{n} {unit}"), tail: each },
            None => Amount::plain(format!("{unit} equal to {}", self.value(quantity))),
        }
    }

    /// A number of something counted: cards, tokens, counters.
    pub(super) fn count(&mut self, quantity: &Quantity, unit: &str) -> Amount {
        if let Some(n) = constant(quantity) {
            return Amount::plain(counted(i64::from(n), unit));
        }
        match quantity {
            Quantity::X => return Amount::plain(format!("X {}", plural(unit))),
            Quantity::ThatMuch => return Amount::plain(format!("that many {}", plural(unit))),
            _ => {}
        }
        match self.for_each(quantity) {
            Some((n, each)) => Amount { text: counted(i64::from(n), unit), tail: each },
            None => Amount::plain(format!("a number of {} equal to {}", plural(unit), self.value(quantity))),
        }
    }

    /// A number of counters with a separate definition: "X counters …, where X is …".
    pub(super) fn count_apart(&mut self, quantity: &Quantity, unit: &str) -> Amount {
        let amount = self.count(quantity, unit);
        let is_said = constant(quantity).is_some() || matches!(quantity, Quantity::X | Quantity::ThatMuch);
        if is_said || !amount.tail.is_empty() {
            return amount;
        }
        Amount { text: format!("X {}", plural(unit)), tail: format!(", where X is {}", self.value(quantity)) }
    }

    /// "Red mana symbols in the mana costs of permanents you control".
    fn mana_symbols(&mut self, colors: &[Color], objects: &Objects, number: Number) -> String {
        let colors: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
        let colors = crate::card::wording::inflection::list(&colors, "or");
        let symbols = if number == Number::One { "symbol" } else { "symbols" };
        let of = match objects {
            Objects::Each(filter) => self.noun(filter, &Usage::new(Determiner::Bare, Kind::Permanent)).text,
            objects => self.object(objects, super::phrase::Case::Object).text,
        };
        let costs = if self.how_many_are(objects) == Number::One { "cost" } else { "costs" };
        format!("{colors} mana {symbols} in the mana {costs} of {of}")
    }

    /// A countable quantity: the number for each, and "for each …".
    pub(super) fn for_each(&mut self, quantity: &Quantity) -> Option<(i32, String)> {
        let (n, each) = self.each_counted(quantity)?;
        Some((n, format!("for each {each}")))
    }

    /// A countable quantity: the number for each, and what is counted.
    pub(super) fn each_counted(&mut self, quantity: &Quantity) -> Option<(i32, String)> {
        let each = |kind| Usage::new(Determiner::Several(String::new(), Number::One), kind);
        let text = match quantity {
            Quantity::Count(_) | Quantity::CardTypes(_) | Quantity::ColorsSpent(_) => {
                self.by_rows::<category::Each>(quantity.clone(), None)?.text
            }
            Quantity::Counters(kind, objects) => {
                let on = self.counted_on(objects);
                format!("{kind} counter on {on}")
            }
            Quantity::AllCounters(objects) => format!("counter on {}", self.counted_on(objects)),
            Quantity::PlayerCounters(kind, who) => {
                let (subject, person) = self.player(who);
                let has = crate::card::wording::inflection::conjugated("have", person);
                format!("{} {subject} {has}", counters_of_player(kind, Number::One))
            }
            Quantity::HandSize(who) => format!("card in {}", self.hand(who)),
            Quantity::ManaSymbols(colors, objects) => self.mana_symbols(colors, objects, Number::One),
            Quantity::ChosenNumber => {
                let (noun, done) = self.host.given_up()?;
                format!("{noun} {done} as it entered the battlefield")
            }
            Quantity::ThisWay(deed, who) => self.done_this_way(*deed, who.as_ref(), Number::One)?,
            Quantity::Times(factor, inner) => {
                let (n, each) = self.each_counted(inner)?;
                return Some((factor.saturating_mul(n), each));
            }
            Quantity::Number(objects) => match objects {
                Objects::Each(_) | Objects::Among(..) | Objects::Linked(Linked::Exiled | Linked::Put) => {
                    self.object_with(objects, super::phrase::Case::Object, &each(Kind::Permanent)).text
                }
                Objects::ThisWay(deed) => self.done_this_way(*deed, None, Number::One)?,
                Objects::Target(_) => "target".to_owned(),
                _ => return None,
            },
            Quantity::Party(who) => format!("creature in {} party", self.whose(who)),
            // "For each target beyond the first."
            Quantity::Sum(parts) => match parts.as_slice() {
                [Quantity::Number(Objects::Target(_)), Quantity::Fixed(-1)] => "target beyond the first".to_owned(),
                _ => return None,
            },
            Quantity::TimesPaid(what, objects) => {
                let subject = self.object(objects, super::phrase::Case::Subject).text;
                match what {
                    OptionalCost::Kicker => format!("time {subject} was kicked"),
                    what => format!("time its {} cost was paid", what.word()),
                }
            }
            _ => return None,
        };
        Some((1, text))
    }

    /// The number as a value: "the number of creatures you control".
    pub(super) fn value(&mut self, quantity: &Quantity) -> String {
        if let Some(n) = constant(quantity) {
            return n.to_string();
        }
        let said = quantity.said().map(str::to_owned);
        let said = said.or_else(|| self.counted_number(quantity));
        let said = said.or_else(|| self.number_of_object(quantity));
        let said = said.or_else(|| self.number_of_happening(quantity));
        said.unwrap_or_else(|| UNSAID.to_owned())
    }

    /// Numbers and counts of objects.
    fn counted_number(&mut self, quantity: &Quantity) -> Option<String> {
        Some(match quantity {
            Quantity::Fixed(n) => n.to_string(),
            Quantity::X => "X".to_owned(),
            Quantity::Count(_)
            | Quantity::DifferentNames(_)
            | Quantity::CardTypes(_)
            | Quantity::Colors(_)
            | Quantity::ColorsSpent(_) => self.by_rows::<category::Amount>(quantity.clone(), None)?.text,
            Quantity::Subtypes(set, filter) => {
                let among = self.noun(filter, &Usage::new(Determiner::Bare, Kind::Permanent)).text;
                format!("the number of {} among {among}", plural(&set.word()))
            }
            Quantity::Greatest(each) => self.extreme("greatest", each),
            Quantity::Least(each) => self.extreme("least", each),
            Quantity::Times(factor, inner) => match factor {
                1 => self.value(inner),
                -1 => format!("minus {}", self.value(inner)),
                2 => format!("twice {}", self.value(inner)),
                n => format!("{} times {}", number_word(i64::from(*n)), self.value(inner)),
            },
            Quantity::Sum(parts) => self.sum(parts),
            Quantity::Number(objects) => format!("the number of {}", self.counted_objects(objects)),
            Quantity::Divided { of, by, up } => {
                let way = if *up { "up" } else { "down" };
                let part = if *by == 2 { "half".to_owned() } else { format!("one {by}th of") };
                format!("{part} {}, rounded {way}", self.value(of))
            }
            _ => return None,
        })
    }

    /// Numbers of objects and players.
    fn number_of_object(&mut self, quantity: &Quantity) -> Option<String> {
        Some(match quantity {
            Quantity::Power(objects) => self.measure_of(objects, "power"),
            Quantity::Toughness(objects) => self.measure_of(objects, "toughness"),
            Quantity::ManaValue(objects) => self.measure_of(objects, "mana value"),
            Quantity::Level(objects) => self.measure_of(objects, "level"),
            Quantity::Counters(kind, objects) => {
                let on = self.counted_on(objects);
                format!("the number of {kind} counters on {on}")
            }
            Quantity::AllCounters(objects) => format!("the number of counters on {}", self.counted_on(objects)),
            Quantity::PlayerCounters(kind, who) => {
                let (subject, person) = self.players_at_large(who);
                let has = crate::card::wording::inflection::conjugated("have", person);
                let what = match kind {
                    CounterKind::Energy => "amount",
                    CounterKind::PowerToughness(..)
                    | CounterKind::Loyalty
                    | CounterKind::Poison
                    | CounterKind::Named(_) => "number",
                };
                format!("the {what} of {} {subject} {has}", counters_of_player(kind, Number::Many))
            }
            Quantity::Life(who) => match who {
                Players::Each => "the sum of all players' life totals".to_owned(),
                Players::Opponents => "the sum of your opponents' life totals".to_owned(),
                _ => format!("{} life total", self.player_possessive(who)),
            },
            Quantity::StartingLife(who) => format!("{} starting life total", self.player_possessive(who)),
            Quantity::HandSize(who) => format!("the number of cards in {}", self.hand(who)),
            Quantity::Devotion(colors, who) => {
                let colors: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
                format!("{} devotion to {}", self.whose(who), crate::card::wording::inflection::list(&colors, "and"))
            }
            Quantity::ManaSymbols(colors, objects) => {
                format!("the number of {}", self.mana_symbols(colors, objects, Number::Many))
            }
            Quantity::Party(who) => format!("the number of creatures in {} party", self.whose(who)),
            Quantity::TurnsTaken(who) => {
                let (subject, person) = self.players_at_large(who);
                let have = crate::card::wording::inflection::conjugated("have", person);
                format!("the number of turns {subject} {have} taken this game")
            }
            Quantity::PlayerCount(who) => format!("the number of {}", self.players_at_large(who).0),
            _ => return None,
        })
    }

    /// Numbers of past events, choices, payments and rolls.
    fn number_of_happening(&mut self, quantity: &Quantity) -> Option<String> {
        Some(match quantity {
            Quantity::Coins(side) => super::filter_kinds::coins(*side).to_owned(),
            Quantity::Roll(value) => super::filter_kinds::result(*value).to_owned(),
            Quantity::Votes(word) => format!("the number of {word} votes"),
            Quantity::ThisWay(deed, who) => match self.done_this_way(*deed, who.as_ref(), Number::Many) {
                Some(counted) => format!("the number of {counted}"),
                None => self.amount_this_way(*deed, who.as_ref()),
            },
            Quantity::ChosenNumber => match self.host.given_up() {
                Some((noun, done)) => {
                    format!("the number of {} {done} as it entered the battlefield", plural(&noun))
                }
                None => "the chosen number".to_owned(),
            },
            Quantity::TimesPaid(what, objects) => {
                let subject = self.object(objects, super::phrase::Case::Subject).text;
                match what {
                    OptionalCost::Kicker => format!("the number of times {subject} was kicked"),
                    what => format!("the number of times its {} cost was paid", what.word()),
                }
            }
            Quantity::XOf(objects) => self.measure_of(objects, "value of X"),
            Quantity::ManaSpent { on, kind, snow, from } => {
                let (kind, snow) = (
                    kind.map_or(String::new(), |kind| format!("{{{}}}", kind.letter())),
                    if *snow { "snow" } else { "" },
                );
                let from = from.as_ref().map_or_else(String::new, |from| {
                    format!("from {}", self.noun(from, &Usage::new(Determiner::Bare, Kind::Permanent)).text)
                });
                let on = self.object(on, super::phrase::Case::Object).text;
                spaced(["the amount of", snow, &kind, "mana", &from, "spent on", &on])
            }
            Quantity::TimesThisTurn(when) => self.times_happened(when),
            Quantity::AmountThisTurn(when) => self.total_happened(when),
            Quantity::CastLastTurn(who) => match who {
                Players::Each => "the greatest number of spells that a player cast last turn".to_owned(),
                Players::Opponents => "the greatest number of spells that an opponent cast last turn".to_owned(),
                who => format!("the number of spells that {} cast last turn", self.player(who).0),
            },
            Quantity::CastBefore(objects) => {
                let it = self.object(objects, super::phrase::Case::Object).text;
                format!("the number of spells cast before {it} this turn")
            }
            Quantity::AttackedWith(who) => {
                let (subject, _) = self.player(who);
                format!("the number of creatures {subject} attacked with this turn")
            }
            Quantity::OpponentsAttacked(who) => {
                let (subject, _) = self.player(who);
                format!("the number of opponents {subject} attacked with a creature this combat")
            }
            Quantity::HighestNoted(name) => format!("the highest number you noted for cards named {name}"),
            Quantity::PaidAsCast => {
                let subject = self.object(&Objects::This, super::phrase::Case::Subject).text;
                format!("the value of X that was paid as {subject} was cast")
            }
            _ => return None,
        })
    }

    fn sum(&mut self, parts: &[Quantity]) -> String {
        let mut text = String::new();
        for part in parts {
            let (minus, value) = match part {
                Quantity::Fixed(n) if *n < 0 => (true, n.unsigned_abs().to_string()),
                Quantity::Times(-1, inner) => (true, self.value(inner)),
                _ => (false, self.value(part)),
            };
            match (text.is_empty(), minus) {
                (true, true) => text.push_str("minus "),
                (true, false) => {}
                (false, true) => text.push_str(" minus "),
                (false, false) => text.push_str(" plus "),
            }
            text.push_str(&value);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// "its power", "the total power of creatures you control".
    fn measure_of(&mut self, objects: &Objects, measure: &str) -> String {
        match objects {
            Objects::Each(filter) => {
                let phrase = self.noun(filter, &Usage::new(Determiner::Bare, Kind::Permanent));
                format!("the total {measure} of {}", phrase.text)
            }
            Objects::This
            | Objects::Target(_)
            | Objects::ThatObject
            | Objects::Affected
            | Objects::Granter
            | Objects::Exactly { .. }
            | Objects::PaidFor(_)
            | Objects::Convoked(_)
            | Objects::Created
            | Objects::AttachedTo
            | Objects::PaidWith
            | Objects::ThisWay(_)
            | Objects::Chosen(_)
            | Objects::TopOfLibrary(..)
            | Objects::TopUntil { .. }
            | Objects::ThisTurn(_)
            | Objects::TopOfGraveyard(..)
            | Objects::Linked(_)
            | Objects::Pile(_)
            | Objects::PhasedOut(_)
            | Objects::Haunted
            | Objects::Those
            | Objects::DamageSource
            | Objects::MostVoted
            | Objects::Amassed
            | Objects::Last(_)
            | Objects::Among(..) => {
                let usage = Usage::new(Determiner::Bare, Kind::Permanent);
                let case = super::phrase::Case::Object;
                let phrase = self.peek(|voice| voice.object_with(objects, case, &usage));
                match phrase.number {
                    Number::Many if phrase.text != "them" => {
                        let of = self.object_with(objects, case, &usage).text;
                        format!("the total {measure} of {of}")
                    }
                    _ => self.belonging(objects, measure),
                }
            }
        }
    }

    /// "the greatest power among creatures you control", "the least life total among players".
    fn extreme(&mut self, which: &str, each: &OfEach) -> String {
        if let Each::Player(who) = &each.each
            && let Some(counted) = self.counted_of_player(who, &each.of)
        {
            return format!("the {which} {counted}");
        }
        let among = match &each.each {
            Each::Object(what) => self.counted_on(what),
            Each::Player(who) => self.players_at_large(who).0,
            Each::Both(who, what) => {
                let players = self.players_at_large(who).0;
                format!("{players} and {}", self.counted_on(what))
            }
            Each::Vote(word) => format!("the voters for {word}"),
        };
        format!("the {which} {} among {among}", self.measure_of_each(&each.of))
    }

    /// A count for each player, phrased for one of them: "number of spells that a player cast last
    /// turn".
    fn counted_of_player(&mut self, who: &Players, of: &Quantity) -> Option<String> {
        if matches!(of, Quantity::Life(Players::They) | Quantity::HandSize(Players::They)) {
            return None;
        }
        let number = self.value(of);
        let counted = number.strip_prefix("the ").filter(|it| it.starts_with("number of "))?;
        if counted.contains(" plus ") || !counted.contains("that player") {
            return None;
        }
        let one = self.a_player(who).0;
        Some(counted.replace("that player", &one))
    }

    /// The name of a number that each of several has: "power", "mana value".
    pub(super) fn measure_of_each(&mut self, of: &Quantity) -> String {
        match of {
            Quantity::Power(Objects::Affected) => "power".to_owned(),
            Quantity::Toughness(Objects::Affected) => "toughness".to_owned(),
            Quantity::ManaValue(Objects::Affected) => "mana value".to_owned(),
            Quantity::Life(Players::They) => "life total".to_owned(),
            Quantity::HandSize(Players::They) => "number of cards in hand".to_owned(),
            of => format!("value of \u{201c}{}\u{201d}", self.value(of)),
        }
    }

    fn counted_on(&mut self, objects: &Objects) -> String {
        let usage = Usage::new(Determiner::Bare, Kind::Permanent);
        self.object_with(objects, super::phrase::Case::Object, &usage).text
    }

    fn hand(&mut self, who: &Players) -> String {
        match who {
            Players::Each => "all players' hands".to_owned(),
            Players::Opponents => "your opponents' hands".to_owned(),
            _ => format!("{} hand", self.player_possessive(who)),
        }
    }

    /// A change to power and toughness: "+2/+2", "-X/-0", "+1/+1 … for each …".
    pub(super) fn change(&mut self, power: &Quantity, toughness: &Quantity) -> Amount {
        let before = (self.said.clone(), self.it);
        let power_said = self.term(power);
        // Each is said as if it stood alone: "it" is nothing of the other.
        self.it = before.1;
        let mut terms = [power_said, self.term(toughness)];
        // "For each" applies to both numbers, or to the one that isn't zero.
        let together = match &terms {
            [Term::Each(_, left), Term::Each(_, right)] => left == right,
            [Term::Each(..), other] | [other, Term::Each(..)] => matches!(other, Term::Fixed(0)),
            _ => true,
        };
        if !together {
            // They are rewritten from the earlier state.
            (self.said, self.it) = before;
            for (term, quantity) in terms.iter_mut().zip([power, toughness]) {
                if let Term::Each(..) = term {
                    self.it = before.1;
                    *term = Term::Letter { minus: false, is: Some(self.value(quantity)) };
                }
            }
        }
        let announced = has_x(power) || has_x(toughness);
        let mut letters = if announced { ["Y", "Z"] } else { ["X", "Y"] }.into_iter();
        let mut named: Vec<(String, &str)> = Vec::new();
        let mut tail = String::new();
        let mut written: Vec<(bool, String)> = Vec::new();
        for term in terms {
            match term {
                Term::Fixed(n) => written.push((n < 0, n.unsigned_abs().to_string())),
                Term::Each(n, each) => {
                    written.push((n < 0, n.unsigned_abs().to_string()));
                    tail = each;
                }
                Term::Letter { minus, is: None } => written.push((minus, "X".to_owned())),
                Term::Letter { minus, is: Some(value) } => {
                    let known = named.iter().find(|(it, _)| *it == value).map(|(_, letter)| *letter);
                    let letter = known.unwrap_or_else(|| letters.next().unwrap_or("Z"));
                    if known.is_none() {
                        named.push((value, letter));
                    }
                    written.push((minus, letter.to_owned()));
                }
            }
        }
        if !named.is_empty() {
            let wheres: Vec<String> = named.iter().map(|(value, letter)| format!("{letter} is {value}")).collect();
            tail = format!(", where {}", wheres.join(" and "));
        }
        // A zero takes the sign of the other number.
        let zero = |at: usize| written.get(at).is_some_and(|(_, text)| text == "0");
        let minus = |at: usize| written.get(at).is_some_and(|(minus, _)| *minus);
        let signed = |at: usize, other: usize| {
            let sign = if minus(at) || (zero(at) && minus(other)) { '-' } else { '+' };
            written.get(at).map_or_else(String::new, |(_, text)| format!("{sign}{text}"))
        };
        Amount { text: format!("{}/{}", signed(0, 1), signed(1, 0)), tail }
    }

    fn term(&mut self, quantity: &Quantity) -> Term {
        if let Some(n) = constant(quantity) {
            return Term::Fixed(n);
        }
        match quantity {
            Quantity::Fixed(n) => Term::Fixed(*n),
            Quantity::X => Term::Letter { minus: false, is: None },
            Quantity::Times(-1, inner) if **inner == Quantity::X => Term::Letter { minus: true, is: None },
            Quantity::Times(-1, inner) => match self.for_each(inner) {
                Some((n, each)) => Term::Each(n.saturating_neg(), each),
                None => Term::Letter { minus: true, is: Some(self.value(inner)) },
            },
            _ => match self.for_each(quantity) {
                Some((n, each)) => Term::Each(n, each),
                None => Term::Letter { minus: false, is: Some(self.value(quantity)) },
            },
        }
    }

    /// Power and toughness before a noun, if both are short: "2/2", "X/X".
    pub(super) fn size(&mut self, power: &Quantity, toughness: &Quantity) -> Option<String> {
        let simple = |quantity: &Quantity| matches!(quantity, Quantity::Fixed(_) | Quantity::X);
        (simple(power) && simple(toughness)).then(|| format!("{}/{}", self.value(power), self.value(toughness)))
    }

    /// Power and toughness as numbers: "1/1", "equal to its mana value".
    pub(super) fn base(&mut self, power: &Quantity, toughness: &Quantity) -> String {
        let simple = |quantity: &Quantity| matches!(quantity, Quantity::Fixed(_) | Quantity::X);
        if simple(power) && simple(toughness) {
            return format!("base power and toughness {}/{}", self.value(power), self.value(toughness));
        }
        if power == toughness {
            return format!("base power and toughness each equal to {}", self.value(power));
        }
        let mut half = |measure: &str, quantity: &Quantity| {
            let value = self.value(quantity);
            if simple(quantity) {
                format!("base {measure} {value}")
            } else {
                format!("base {measure} equal to {value}")
            }
        };
        let power = half("power", power);
        format!("{power} and {}", half("toughness", toughness))
    }
}
