//! Writing by the rows of wording (`card/read/rows`), and the phrases that no row says.

use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::read::category::{self, Cat, Category};
use crate::card::read::grammar::grammar;
use crate::card::read::kernel::{Said, Value, Want, Writer};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::{ManaSymbol, ManaType};

use super::inflection::{Number, Person, number_word};
use super::phrase::{Case, Determiner, Kind, Usage};
use super::voice::Voice;

impl Voice<'_> {
    /// What the rows of a category say; none if there is no row for it.
    pub(super) fn by_rows<C: Category>(&mut self, value: C::Value, agreement: Option<Person>) -> Option<Said> {
        let want = Want::of(agreement);
        grammar().write(C::ID, &Value::new(value), &want, self)
    }

    /// What the rows of events say, in the tense of the text.
    pub(super) fn event_by_rows(&mut self, when: &TriggerEvent) -> Option<String> {
        let want = Want { tense: self.tense, many: self.many.is_some(), ..Want::default() };
        Some(grammar().write(Cat::Event, &Value::new(when.clone()), &want, self)?.text)
    }

    /// An object of an event: described, or a word that stands for it.
    fn of_an_event(&mut self, filter: &Filter, kind: Kind, want: &Want) -> Said {
        let usage = self.one(kind);
        let phrase = self.noun(filter, &usage);
        match self.stand_in {
            None => Said::new(phrase.text, phrase.number.into()),
            Some((stand_in, number)) if want.first => Said::new(stand_in, number.into()),
            // "The creature you sacrificed", "you didn't sacrifice it".
            Some(("that" | "who", number)) => Said::new("", number.into()),
            Some((stand_in, number)) => Said::new(stand_in, number.into()),
        }
    }

    /// A description with its determiner.
    fn described(&mut self, filter: &Filter, determiner: Determiner, kind: Kind) -> Said {
        let phrase = self.noun(filter, &Usage::new(determiner, kind));
        Said::new(phrase.text, phrase.number.into())
    }

    /// A description without a determiner, in the wanted number.
    fn bare(&mut self, filter: &Filter, want: &Want, kind: Kind) -> Said {
        match want.agreement {
            Some(Person::Many) if want.counted => {
                self.described(filter, Determiner::Several(String::new(), Number::Many), kind)
            }
            Some(Person::Many) => self.described(filter, Determiner::Bare, kind),
            _ => self.described(filter, Determiner::Several(String::new(), Number::One), kind),
        }
    }
}

/// A number in words: "a" stands for one.
fn counted(n: u32) -> Said {
    match n {
        0 => Said::new("no", Person::Many),
        1 => Said::new("a", Person::One),
        n => Said::new(number_word(i64::from(n)), Person::Many),
    }
}

impl Writer for Voice<'_> {
    fn this(&mut self) -> String {
        self.name.to_owned()
    }

    fn phrase(&mut self, category: Cat, value: &Value, want: &Want) -> Option<Said> {
        if let Some(said) = grammar().write(category, value, want, self) {
            return Some(said);
        }
        Some(match category {
            Cat::Player => {
                let (text, person) = self.player(value.get::<Players>()?);
                Said::new(text, person)
            }
            Cat::Controller => {
                let (text, person) = self.a_player(value.get::<Players>()?);
                Said::new(text, person)
            }
            Cat::Somebody => match self.stand_in {
                Some(("who", _)) => Said::new("who", Person::One),
                _ => {
                    let (text, person) = self.a_player(value.get::<Players>()?);
                    Said::new(text, person)
                }
            },
            Cat::SomePermanent => self.of_an_event(value.get::<Filter>()?, Kind::Permanent, want),
            Cat::SomeObject => self.of_an_event(value.get::<Filter>()?, Kind::Object, want),
            Cat::SomeCreature => self.of_an_event(value.get::<Filter>()?, Kind::Creature, want),
            Cat::SomeSpell => self.of_an_event(value.get::<Filter>()?, Kind::Spell, want),
            Cat::SomeCard => self.of_an_event(value.get::<Filter>()?, Kind::Card, want),
            Cat::SomeSource => self.of_an_event(value.get::<Filter>()?, Kind::Source, want),
            Cat::SomeCounter => {
                let number = if self.many.is_some() { Person::Many } else { Person::One };
                Said::new(self.counters(value.get::<CounterKind>()), number)
            }
            Cat::OneCreature => self.described(value.get::<Filter>()?, Determiner::A, Kind::Creature),
            Cat::OrMore => {
                let n = *value.get::<u32>()?;
                Said::new(format!("{} or more", number_word(i64::from(n.max(1)))), Person::Many)
            }
            Cat::Ordinal => Said::new(super::inflection::ordinal(*value.get::<u32>()?), Person::One),
            Cat::If => Said::new(self.condition(value.get::<Condition>()?), Person::One),
            Cat::Event => Said::new(self.trigger_clause(value.get::<TriggerEvent>()?, false), Person::One),
            Cat::OneMana => Said::new(ManaSymbol::Mana(*value.get::<ManaType>()?).to_string(), Person::One),
            Cat::Whose => Said::new(self.player_possessive(value.get::<Players>()?), Person::One),
            Cat::Thing => {
                let phrase = self.object(value.get::<Objects>()?, Case::Object);
                Said::new(phrase.text, phrase.number.into())
            }
            Cat::ThingWhose => Said::new(self.possessive_of(value.get::<Objects>()?), Person::One),
            Cat::One => self.described(value.get::<Filter>()?, Determiner::A, Kind::Permanent),
            Cat::Noun => self.bare(value.get::<Filter>()?, want, Kind::Permanent),
            Cat::OneCard => self.described(value.get::<Filter>()?, Determiner::A, Kind::Card),
            Cat::CreatureNoun => self.bare(value.get::<Filter>()?, want, Kind::Creature),
            Cat::CardNoun => self.bare(value.get::<Filter>()?, want, Kind::Card),
            Cat::CostPart => {
                Said::new(self.cost_part(value.get::<Cost>()?, want.agreement.unwrap_or(Person::You)), Person::One)
            }
            Cat::Payment => {
                let cost = value.get::<Vec<Cost>>()?;
                Said::new(self.pays(cost, want.agreement.unwrap_or(Person::You)), Person::One)
            }
            Cat::EnergySymbols => {
                let n = i32::try_from(*value.get::<u32>()?).unwrap_or(i32::MAX);
                Said::new(self.counters_got(&CounterKind::Energy, &Quantity::Fixed(n)).text, Person::Many)
            }
            Cat::TopCards => match value.get::<u32>()? {
                1 => Said::new("the top card", Person::One),
                n => Said::new(format!("the top {} cards", number_word(i64::from(*n))), Person::Many),
            },
            Cat::Protected => Said::new(self.quality(value.get::<Filter>()?), Person::Many),
            Cat::Landwalk => Said::new(super::keyword_text::landwalk(value.get::<Filter>()?), Person::One),
            Cat::KeywordAbility => Said::new(self.keyword(value.get::<Keyword>()?), Person::One),
            Cat::Price => Said::new(self.after_word(value.get::<Vec<Cost>>()?).trim_start(), Person::One),
            Cat::Costs => Said::new(self.cost(value.get::<Vec<Cost>>()?), Person::One),
            Cat::Few => counted(*value.get::<u32>()?),
            Cat::Plain => Said::new(value.get::<u32>()?.to_string(), Person::Many),
            Cat::Count => {
                let number = value.get::<Quantity>()?;
                match number {
                    Quantity::Fixed(1) => Said::new("a", Person::One),
                    number => Said::new(self.value(number), Person::Many),
                }
            }
            Cat::CounterName => {
                Said::new(value.get::<<category::CounterName as Category>::Value>()?.to_string(), Person::One)
            }
            Cat::Symbols => Said::new(value.get::<<category::Symbols as Category>::Value>()?.to_string(), Person::Many),
            Cat::SubtypeName => {
                Said::new(value.get::<<category::SubtypeName as Category>::Value>()?.name(), Person::One)
            }
            _ => return None,
        })
    }
}
