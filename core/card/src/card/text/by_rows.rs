//! Writing by the rows of wording (`card/wording/rows`), and the phrases that no row says.

use crate::card::ast::ability::{Face, TargetWhat};
use crate::card::ast::cost::{Cost, ManaOutput};
use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Choose, Instruction, Recipients};
use crate::card::ast::keyword::{Keyword, KeywordName};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::wording::category::{self, Cat, Category, Described};
use crate::card::wording::kernel::{Value, Want};
use crate::card::wording::rows::rows;
use crate::card::wording::writing::{Said, Writer};
use crate::card::words::card_type::Supertype;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::mana_symbol::{Color, ManaSymbol, ManaType};
use crate::card::words::marking::Marking;
use crate::card::words::predefined::Predefined;
use crate::card::words::term::any;
use crate::card::words::turn_step::TurnPart;
use crate::card::words::zone_kind::ZoneKind;

use super::clauses::Clause;
use super::instruction_text::MANY_SYMBOLS;
use super::numbers::constant;
use super::phrase::{Case, Determiner, It, Kind, Mood, Subject, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, list, number_word, spaced};

impl Voice<'_> {
    /// What the rows of a category say; none if there is no row for it.
    pub(super) fn by_rows<C: Category>(&mut self, value: C::Value, agreement: Option<Person>) -> Option<Said> {
        let want = Want::of(agreement);
        rows().write(C::ID, &Value::new(value), &want, self)
    }

    /// A phrase of a category, by its rows or otherwise.
    pub(super) fn phrase_of<C: Category>(&mut self, value: C::Value) -> Option<String> {
        Some(self.phrase(C::ID, &Value::new(value), &Want::default())?.text)
    }

    /// What the rows of events say, in the tense of the text.
    pub(super) fn event_by_rows(&mut self, when: &TriggerEvent) -> Option<String> {
        let want = Want { tense: self.tense, many: self.many.is_some(), ..Want::default() };
        Some(rows().write(Cat::Event, &Value::new(when.clone()), &want, self)?.text)
    }

    /// What the rows of conditions say.
    pub(super) fn condition_by_rows(&mut self, condition: &Condition, positive: bool) -> Option<String> {
        let condition = match (condition, positive) {
            (condition, true) => condition.clone(),
            (condition, false) => Condition::Not(Box::new(condition.clone())),
        };
        Some(self.by_rows::<category::If>(condition, None)?.text)
    }

    /// What the rows say of what something is or does.
    pub(super) fn predicate_by_rows(&mut self, filter: &Filter, number: Number, positive: bool) -> Option<String> {
        let filter = match (filter, positive) {
            (filter, true) => filter.clone(),
            (filter, false) => Filter::Not(Box::new(filter.clone())),
        };
        Some(self.by_rows::<category::Is>(filter, Some(number.into()))?.text)
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

    /// A fixed number in words.
    fn in_words(&self, number: &Value) -> Option<String> {
        match number.get::<Quantity>()? {
            Quantity::Fixed(n) => Some(number_word(i64::from(*n))),
            _ => None,
        }
    }

    /// A description with its determiner.
    fn described(&mut self, filter: &Filter, determiner: Determiner, kind: Kind) -> Said {
        let phrase = self.noun(filter, &Usage::new(determiner, kind));
        Said::new(phrase.text, phrase.number.into())
    }

    /// Objects in a clause, with the determiner and the noun of their category.
    fn objects_as(&mut self, category: Cat, objects: &Objects, want: &Want) -> Said {
        let case = if want.acts { Case::Subject } else { Case::Object };
        let usage = match category {
            Cat::CreatureThing => Usage::new(Determiner::All, Kind::Creature),
            Cat::Fighter => Usage::new(Determiner::Bare, Kind::Creature),
            Cat::SpellThing => Usage::new(Determiner::All, Kind::Spell),
            Cat::EachThing => Usage::new(Determiner::Each, Kind::Permanent),
            _ => Usage::new(Determiner::All, Kind::Permanent),
        };
        let phrase = match category {
            Cat::Moving => self.moved(objects),
            Cat::EachThing if !want.acts => return Said::new(self.each_of(objects), Person::One),
            _ => self.object_with(objects, case, &usage),
        };
        Said::new(phrase.text, phrase.number.into())
    }

    /// What an effect is about.
    fn about(&mut self, filter: &Filter, kind: Kind) -> Said {
        // Spells are cast.
        let cast = any(filter, |part: &Filter| *part == Filter::Spell);
        let phrase = self.subject(Subject::Filter(filter), &Usage { cast, ..Usage::new(Determiner::Bare, kind) });
        Said::new(phrase.text, phrase.number.into())
    }

    /// A description without a determiner, in the wanted number.
    fn bare(&mut self, filter: &Filter, want: &Want, kind: Kind) -> Said {
        match want.agreement {
            Some(Person::Many) if want.counted => {
                self.described(filter, Determiner::Several(String::new(), Number::Many), kind)
            }
            Some(Person::Many) => {
                let usage = Usage { all: true, ..Usage::new(Determiner::Bare, kind) };
                let phrase = self.noun(filter, &usage);
                Said::new(phrase.text, phrase.number.into())
            }
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

/// A number of energy symbols.
fn energy(n: i32) -> String {
    match n {
        1..=MANY_SYMBOLS => (0..n).map(|_| "{E}").collect(),
        _ => format!("{} {{E}}", number_word(i64::from(n))),
    }
}

/// What is left of the cards that were looked at or revealed.
fn others(what: &Objects) -> Option<&'static str> {
    let Objects::Each(what) = what else { return None };
    let shown = Filter::Is(Objects::ThisWay(Deed::Revealed));
    match &**what {
        Filter::All(parts) => match parts.as_slice() {
            [Filter::Card, Filter::In(ZoneKind::Library), is]
                if *is == shown || *is == Filter::Is(Objects::ThisWay(Deed::LookedAt)) =>
            {
                Some("the rest")
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whose zone is meant where chosen cards go to their owners' zones.
fn chosen_owner(choose: &Choose) -> Said {
    let parts: &[Filter] = match &choose.what {
        TargetWhat::Object(Filter::All(parts)) => parts,
        _ => &[],
    };
    let owner = parts.iter().find_map(|part| if let Filter::OwnedBy(who) = part { Some(who) } else { None });
    let looked_at = parts.iter().any(|part| matches!(part, Filter::Is(Objects::ThisWay(_))));
    match owner {
        Some(Players::You) => Said::new("your", Person::One),
        Some(Players::They) => Said::new("their", Person::One),
        None if looked_at => Said::new("your", Person::One),
        _ if choose.count == Quantity::Fixed(1) => Said::new("its owner's", Person::One),
        _ => Said::new("their owners'", Person::Many),
    }
}

impl Writer for Voice<'_> {
    fn this(&mut self) -> String {
        self.it = Some(It::This);
        self.name.to_owned()
    }

    fn otherwise(&mut self) {
        self.it = None;
    }

    fn phrase(&mut self, category: Cat, value: &Value, want: &Want) -> Option<Said> {
        // Clauses are joined, and you are left out of some.
        let is_clause = matches!(category, Cat::Clause | Cat::Command | Cat::Sentence);
        let said = if is_clause { None } else { rows().write(category, value, want, self) };
        let said = said.or_else(|| self.described_phrase(category, value, want));
        said.or_else(|| self.other_phrase(category, value, want))
    }

    fn owner(&mut self, objects: &Value, agreement: Person) -> Option<Said> {
        if let Some(choose) = objects.get::<Choose>() {
            return Some(chosen_owner(choose));
        }
        let number = if agreement == Person::Many { Number::Many } else { Number::One };
        let (whose, number) = self.owners(objects.get::<Objects>()?, number);
        Some(Said::new(whose, number.into()))
    }

    fn attempt(&mut self, write: &mut dyn FnMut(&mut dyn Writer) -> bool) -> bool {
        let before = self.clone();
        let is_said = write(self);
        if !is_said {
            *self = before;
        }
        is_said
    }
}

impl Voice<'_> {
    /// Players and objects that no row says.
    fn described_phrase(&mut self, category: Cat, value: &Value, want: &Want) -> Option<Said> {
        if let Some((words, kind)) = category.described() {
            let filter = value.get::<Filter>()?;
            return Some(match words {
                Described::One => self.described(filter, Determiner::A, kind),
                Described::Noun => self.bare(filter, want, kind),
                Described::Some => self.of_an_event(filter, kind, want),
                Described::Them => self.about(filter, kind),
            });
        }
        Some(match category {
            Cat::Player | Cat::Told => {
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
            Cat::AKind => match want.agreement {
                Some(Person::Many) => self.described(value.get::<Filter>()?, Determiner::Bare, Kind::Permanent),
                _ => self.described(value.get::<Filter>()?, Determiner::A, Kind::Permanent),
            },
            Cat::AtLarge => {
                let (text, person) = self.players_at_large(value.get::<Players>()?);
                Said::new(text, person)
            }
            Cat::OneOf => match value.get::<Players>()? {
                who @ (Players::Each | Players::Opponents) => Said::new(self.a_player(who).0, Person::One),
                _ => return None,
            },
            Cat::EachOf => match value.get::<Players>()? {
                who @ (Players::Each | Players::Opponents) => Said::new(self.player(who).0, Person::One),
                _ => return None,
            },
            Cat::Somebodys => Said::new(self.whose(value.get::<Players>()?), Person::One),
            Cat::Whose => Said::new(self.player_possessive(value.get::<Players>()?), Person::One),
            Cat::Thing | Cat::CreatureThing | Cat::SpellThing | Cat::Fighter | Cat::EachThing | Cat::Moving => {
                self.objects_as(category, value.get::<Objects>()?, want)
            }
            Cat::Returning | Cat::YoursReturning | Cat::YoursMoving | Cat::Drawn => {
                let what = value.get::<Objects>()?;
                let fits = match category {
                    Cat::Drawn => self.is_drawn_from(what),
                    Cat::Returning => self.can_return(what),
                    Cat::YoursReturning => self.can_return(what) && self.are_yours(what),
                    _ => self.are_yours(what),
                };
                return if fits { self.phrase(Cat::Moving, value, want) } else { None };
            }
            Cat::Yours => Said::new(self.given(value.get::<Objects>()?, Person::You), Person::One),
            Cat::Theirs => Said::new(self.given(value.get::<Objects>()?, Person::One), Person::One),
            Cat::Clause | Cat::Command => {
                Said::new(self.sentence_of(std::slice::from_ref(value.get::<Instruction>()?)), Person::One)
            }
            Cat::Sentence => Said::new(self.sentence_of(value.get::<Vec<Instruction>>()?), Person::One),
            Cat::Recipient => Said::new(self.recipient(value.get::<Recipients>()?), Person::One),
            Cat::Damaged => Said::new(self.dealt_damage(value.get::<Recipients>()?), Person::One),
            Cat::Divided => Said::new(self.divided_damage(value.get::<Recipients>()?), Person::Many),
            Cat::ThingWhose => Said::new(self.owning(value.get::<Objects>()?)?, Person::One),
            _ => return None,
        })
    }

    /// Numbers, costs and clauses that no row says.
    fn other_phrase(&mut self, category: Cat, value: &Value, want: &Want) -> Option<Said> {
        Some(match category {
            Cat::SomeCounter => {
                let number = if self.many.is_some() { Person::Many } else { Person::One };
                Said::new(self.counters(value.get::<CounterKind>()), number)
            }
            Cat::Is => {
                let number = if want.agreement == Some(Person::Many) { Number::Many } else { Number::One };
                Said::new(self.other_predicate(value.get::<Filter>()?, number, !want.tense.is_denied()), Person::One)
            }
            Cat::AtLeast => Said::new(format!("{} or more", self.in_words(value)?), Person::Many),
            Cat::AtMost => Said::new(format!("{} or fewer", self.in_words(value)?), Person::Many),
            Cat::Number => Said::new(self.in_words(value)?, Person::Many),
            Cat::Exactly => Said::new(format!("exactly {}", self.in_words(value)?), Person::Many),
            Cat::Figure => match value.get::<Quantity>()? {
                Quantity::ThatMuch => Said::new("that much", Person::Many),
                number if *number == Quantity::X || constant(number).is_some() => {
                    Said::new(self.value(number), Person::Many)
                }
                _ => return None,
            },
            Cat::SupertypeName => Said::new(value.get::<Supertype>()?.to_string().to_lowercase(), Person::One),
            Cat::ColorName => Said::new(value.get::<Color>()?.word(), Person::One),
            Cat::InWords => {
                let n = *value.get::<u32>()?;
                Said::new(number_word(i64::from(n)), if n == 1 { Person::One } else { Person::Many })
            }
            Cat::Supported => {
                let index = *value.get::<u8>()?;
                self.said.insert(index);
                Said::new(self.spec(index)?.max.to_string(), Person::Many)
            }
            Cat::OrMore => {
                let n = *value.get::<u32>()?;
                Said::new(format!("{} or more", number_word(i64::from(n.max(1)))), Person::Many)
            }
            Cat::TimesAs => Said::new(super::would::times(*value.get::<u32>()?), Person::Many),
            Cat::Changes => {
                let person = want.agreement.unwrap_or(Person::One);
                let number = if person == Person::Many { Number::Many } else { Number::One };
                let host = self.host_word(Subject::Unsaid);
                let changes = value.get::<Vec<Modification>>()?;
                let creature = self.creature(Subject::Unsaid, changes);
                let (verbs, tail) = self.verbs(changes, Mood::Lasting, number, &host, &creature);
                Said::new(Clause { verbs, tail, ..Clause::new("", person, "", "") }.finite(), person)
            }
            Cat::Ordinal => Said::new(crate::card::wording::inflection::ordinal(*value.get::<u32>()?), Person::One),
            Cat::Only => match value.get::<Condition>()? {
                Condition::Combat { during, before, after } => {
                    Said::new(self.combat_time(during.as_ref(), *before, *after), Person::One)
                }
                _ => return None,
            },
            Cat::If => Said::new(self.other_condition(value.get::<Condition>()?, !want.tense.is_denied()), Person::One),
            Cat::MarkingName => Said::new(value.get::<Marking>()?.word(), Person::One),
            Cat::Event | Cat::Single => {
                Said::new(self.trigger_clause(value.get::<TriggerEvent>()?, false), Person::One)
            }
            Cat::Picked => Said::new(self.picked(value.get::<Choose>()?), Person::One),
            Cat::Others => Said::new(others(value.get::<Objects>()?)?, Person::Many),
            Cat::OneMana => Said::new(ManaSymbol::Mana(*value.get::<ManaType>()?).to_string(), Person::One),
            Cat::CostPart => {
                Said::new(self.cost_part(value.get::<Cost>()?, want.agreement.unwrap_or(Person::You)), Person::One)
            }
            Cat::Payment => {
                let cost = value.get::<Vec<Cost>>()?;
                Said::new(self.pays(cost, want.agreement.unwrap_or(Person::You)), Person::One)
            }
            Cat::EnergyCount => match value.get::<Quantity>()? {
                Quantity::X => Said::new("X {E}", Person::Many),
                Quantity::ThatMuch => Said::new("that many {E}", Person::Many),
                number => Said::new(energy(constant(number)?), Person::Many),
            },
            Cat::EnergySymbols => {
                let n = i32::try_from(*value.get::<u32>()?).unwrap_or(i32::MAX);
                Said::new(energy(n), Person::Many)
            }
            Cat::TopCards => match value.get::<u32>()? {
                1 => Said::new("the top card", Person::One),
                n => Said::new(format!("the top {} cards", number_word(i64::from(*n))), Person::Many),
            },
            Cat::Protected => Said::new(self.quality(value.get::<Filter>()?), Person::Many),
            Cat::Price => Said::new(self.after_word(value.get::<Vec<Cost>>()?).trim_start(), Person::One),
            Cat::Costs => Said::new(self.cost(value.get::<Vec<Cost>>()?), Person::One),
            Cat::Few => counted(*value.get::<u32>()?),
            Cat::Plain => Said::new(value.get::<u32>()?.to_string(), Person::Many),
            Cat::Several => Said::new(number_word(i64::from(*value.get::<i32>()?)), Person::Many),
            Cat::Times => Said::new(value.get::<i32>()?.to_string(), Person::Many),
            Cat::Count => {
                let number = value.get::<Quantity>()?;
                match (number, constant(number)) {
                    (Quantity::X, _) => Said::new("X", Person::Many),
                    (Quantity::ThatMuch, _) => Said::new("that many", Person::Many),
                    (_, Some(n)) => counted(u32::try_from(n).ok()?),
                    _ => return None,
                }
            }
            Cat::Token => {
                let many = want.agreement == Some(Person::Many);
                let number = if many { Number::Many } else { Number::One };
                Said::new(self.token(value.get::<Face>()?, number), number.into())
            }
            Cat::Span => Said::new(self.duration(value.get::<Duration>()?), Person::One),
            Cat::Mana => {
                let mana = self.mana(value.get::<ManaOutput>()?);
                Said::new(spaced([mana.text.as_str(), &mana.tail]), Person::One)
            }
            Cat::PartOfTurn => Said::new(super::turn_text::part_noun(*value.get::<TurnPart>()?), Person::One),
            Cat::Amount => Said::new(self.value(value.get::<Quantity>()?), Person::One),
            Cat::Each => match self.each_counted(value.get::<Quantity>()?)? {
                (1, each) => Said::new(each, Person::One),
                _ => return None,
            },
            _ => return self.name_phrase(category, value),
        })
    }

    /// Names, and what is put between quotation marks.
    fn name_phrase(&mut self, category: Cat, value: &Value) -> Option<Said> {
        Some(match category {
            Cat::Quotations => {
                let abilities = value.get::<<category::Quotations as Category>::Value>()?;
                Said::new(super::modifications::quoted_all(abilities, super::voice::EMBLEM, self.name), Person::One)
            }
            Cat::Ballots => Said::new(list(value.get::<<category::Ballots as Category>::Value>()?, "or"), Person::Many),
            Cat::VoteWord | Cat::CardName => Said::new(value.get::<String>()?.as_str(), Person::One),
            Cat::KeywordWord => Said::new(value.get::<KeywordName>()?.word(), Person::One),
            Cat::Landwalk => Said::new(super::keyword_text::landwalk(value.get::<Filter>()?), Person::One),
            Cat::Typecycling => {
                Said::new(super::keyword_text::searched(value.get::<Filter>()?) + "cycling", Person::One)
            }
            Cat::KeywordAbility => Said::new(self.keyword(value.get::<Keyword>()?), Person::One),
            Cat::PredefinedToken => Said::new(value.get::<Predefined>()?.name(), Person::One),
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
