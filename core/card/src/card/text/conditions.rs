//! Conditions and zone changes as clauses: "you control three or more artifacts"; "a creature dies"
//! (CR 603.4, 603.6).

use crate::card::ast::cost::OptionalCost;
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::wording::category;
use crate::card::words::chosen::Linked;
use crate::card::words::comparison::Comparison;
use crate::card::words::designation::Designation;
use crate::card::words::noted::Noting;
use crate::card::words::turn_step::CombatPoint;
use crate::card::words::zone_kind::ZoneKind;

use super::filter_kinds::{is_this, opposite, than_words, without_controller};
use super::movement::{names_zone, step_noun};
use super::numbers::counters_of_player;
use super::phrase::{Case, Determiner, Kind, Usage};
use super::voice::{UNSAID, Voice};
use crate::card::wording::inflection::{
    Number, Person, conjugated, list, negated, number_word, numbered, with_article,
};

impl Voice<'_> {
    /// A condition as a clause: "you control an artifact".
    pub(super) fn condition(&mut self, condition: &Condition) -> String {
        self.holds(condition, true)
    }

    fn holds(&mut self, condition: &Condition, positive: bool) -> String {
        let said = self.condition_by_rows(condition, positive);
        said.unwrap_or_else(|| self.other_condition(condition, positive))
    }

    /// A condition that no row says.
    pub(super) fn other_condition(&mut self, condition: &Condition, positive: bool) -> String {
        match condition {
            Condition::Not(inner) => self.holds(inner, !positive),
            Condition::All(parts) => self.joined(parts, positive, "and"),
            Condition::AnyOf(parts) => self.joined(parts, positive, "or"),
            Condition::ChosenWord(word) => {
                format!("{word} {} chosen", if positive { "was" } else { "wasn't" })
            }
            Condition::CompletedDungeon { who, named } => {
                let (subject, person) = self.a_player(who);
                let have = if positive { conjugated("have", person) } else { negated("have", person) };
                let what = named.as_deref().unwrap_or("a dungeon");
                format!("{subject} {have} completed {what}")
            }
            Condition::RemovedFromDraft(name, what) => {
                let card = self.noun(what, &Usage::new(Determiner::A, Kind::Card)).text;
                let removed = if positive { "removed" } else { "didn't remove" };
                format!("you {removed} {card} from the draft with cards named {name}")
            }
            Condition::GuessedRight(name) => {
                let guessed = if positive { "guessed" } else { "didn't guess" };
                format!("you {guessed} correctly for a card named {name}")
            }
            Condition::ThisStep(when) => self.in_this_step(when, positive),
            Condition::Flip(side) => super::chance_text::came_out(*side, positive).to_owned(),
            Condition::Monarch(who) => self.is_designated(who, Designation::Monarch, positive),
            Condition::HasDesignation(who, designation) => self.is_designated(who, *designation, positive),
            Condition::During(step) => {
                format!("{} the {}", if positive { "it's" } else { "it isn't" }, step_noun(*step))
            }
            Condition::After(step) => {
                format!("{} after the {}", if positive { "it's" } else { "it isn't" }, step_noun(*step))
            }
            Condition::Combat { during, before, after } => {
                let time = self.combat_time(during.as_ref(), *before, *after);
                format!("{} {time}", if positive { "it's" } else { "it isn't" })
            }
            Condition::Exists(filter @ (Filter::This | Filter::Is(_))) => {
                let phrase = self.noun(filter, &Usage::new(Determiner::All, Kind::Permanent));
                let person = phrase.number.into();
                let be = if positive { conjugated("be", person) } else { negated("be", person) };
                format!("{} {be} on the battlefield", phrase.text)
            }
            // "Example is in your graveyard."
            Condition::Exists(filter @ Filter::All(parts))
                if parts.iter().any(is_this) && !is_this(&without_controller(filter).0) =>
            {
                let mut rest: Vec<Filter> = parts.iter().filter(|part| !is_this(part)).cloned().collect();
                let rest = if rest.len() == 1 { rest.remove(0) } else { Filter::All(rest) };
                self.holds(&Condition::Is(Objects::This, rest), positive)
            }
            Condition::Exists(filter) if positive => self.there_is(filter, Determiner::A),
            Condition::Exists(filter) => self.there_is(filter, several("no")),
            // "Its kicker cost was paid."
            Condition::Is(objects, Filter::Not(inner)) if positive && is_paid(inner) => {
                self.holds(&Condition::Is(objects.clone(), (**inner).clone()), false)
            }
            Condition::Is(objects, filter) if is_paid(filter) => {
                let words = super::filter_kinds::paid_words(filter);
                let whose = self.possessive_of(objects);
                let paid = words.replacen("whose", &whose, 1);
                if positive { paid } else { paid.replacen("was paid", "wasn't paid", 1) }
            }
            Condition::Is(objects, Filter::Not(inner)) if positive && matches!(**inner, Filter::CastBy { .. }) => {
                self.holds(&Condition::Is(objects.clone(), (**inner).clone()), false)
            }
            // "You cast it from your hand."
            Condition::Is(objects, Filter::CastBy { who, from }) => {
                let what = self.object(objects, Case::Object).text;
                self.cast_by(who, &what, *from, positive)
            }
            Condition::Is(objects, filter) => {
                let filter = &self.of_cards(objects, filter);
                let usage = Usage::new(Determiner::Each, Kind::Permanent);
                let phrase = self.object_with(objects, Case::Subject, &usage);
                let predicate = self.predicate(filter, phrase.number, positive);
                match predicate.strip_prefix("is ").filter(|_| phrase.text == "it") {
                    Some(rest) => format!("it's {rest}"),
                    None => format!("{} {predicate}", phrase.text),
                }
            }
            Condition::Compare(left, comparison, right) => {
                if positive {
                    self.compare(left, *comparison, right)
                } else if let Some(opposite) = opposite(*comparison) {
                    self.compare(left, opposite, right)
                } else {
                    format!("{} isn't equal to {}", self.value(left), self.value(right))
                }
            }
            _ => UNSAID.to_owned(),
        }
    }

    /// A filter for a known card in a zone already mentioned: "the top card is a creature card".
    fn of_cards(&self, objects: &Objects, filter: &Filter) -> Filter {
        let are_cards = match objects {
            Objects::TopOfLibrary(..) | Objects::TopOfGraveyard(..) => true,
            Objects::ThisWay(deed) => super::ways::done_words(*deed).is_some_and(|(noun, _)| noun == "card"),
            Objects::Linked(Linked::Exiled) => true,
            Objects::Last(of) | Objects::Among(of, _) => return self.of_cards(of, filter),
            Objects::Chosen(place) => self.chosen.get(place).is_some_and(|picked| !picked.here),
            _ => false,
        };
        let typed = |part: &Filter| matches!(part, Filter::Type(_) | Filter::Subtype(_));
        match filter {
            Filter::Not(inner) if are_cards => Filter::Not(Box::new(self.of_cards(objects, inner))),
            Filter::All(parts) if are_cards => {
                let mut parts: Vec<Filter> =
                    parts.iter().filter(|part| !matches!(part, Filter::In(_) | Filter::Card)).cloned().collect();
                if parts.iter().any(typed) {
                    parts.push(Filter::Card);
                }
                Filter::All(parts)
            }
            Filter::AnyOf(parts) if are_cards && parts.iter().all(typed) => {
                Filter::All(vec![filter.clone(), Filter::Card])
            }
            part if are_cards && typed(part) => Filter::All(vec![part.clone(), Filter::Card]),
            _ => filter.clone(),
        }
    }

    /// "you're the monarch", "you have the city's blessing" (CR 702.131c, 720.1).
    fn is_designated(&mut self, who: &Players, designation: Designation, positive: bool) -> String {
        let (subject, person) = self.a_player(who);
        let (verb, noun) = (designation.verb(), designation.noun());
        match (person, positive) {
            (Person::You, true) if verb == "be" => format!("you're {noun}"),
            (_, true) => format!("{subject} {} {noun}", conjugated(verb, person)),
            (_, false) => format!("{subject} {} {noun}", negated(verb, person)),
        }
    }

    /// "during combat on your turn before blockers are declared" (CR 506.6).
    pub(super) fn combat_time(
        &mut self,
        during: Option<&Players>,
        before: Option<CombatPoint>,
        after: Option<CombatPoint>,
    ) -> String {
        let mut words = Vec::new();
        words.extend(during.map(|who| match who {
            Players::Each => "during combat".to_owned(),
            who => format!("during combat on {} turn", self.whose(who)),
        }));
        let mut point = |point| self.phrase_of::<category::Point>(point).unwrap_or_default();
        words.extend(after.map(|after| format!("after {}", point(after))));
        words.extend(before.map(|before| format!("before {}", point(before))));
        if words.is_empty() { "any time".to_owned() } else { words.join(" ") }
    }

    fn joined(&mut self, parts: &[Condition], positive: bool, conjunction: &str) -> String {
        let conjunction = match (conjunction, positive) {
            ("and", true) | ("or", false) => "and",
            _ => "or",
        };
        if parts.is_empty() {
            return if conjunction == "and" { "anything is so" } else { "nothing is so" }.to_owned();
        }
        let clauses: Vec<String> = parts.iter().map(|part| self.holds(part, positive)).collect();
        list(&clauses, conjunction)
    }

    /// "you control a creature", "there are three or more cards in your graveyard".
    fn there_is(&mut self, filter: &Filter, determiner: Determiner) -> String {
        let here = filter.zones() == [ZoneKind::Battlefield];
        let (rest, controller) = if here { without_controller(filter) } else { (filter.clone(), None) };
        let one = matches!(determiner, Determiner::A);
        let phrase = self.noun(&rest, &Usage::new(determiner, Kind::Permanent));
        match controller {
            Some(who) => {
                let (subject, person) = if one { self.a_player(&who) } else { self.players_at_large(&who) };
                format!("{subject} {} {}", conjugated("control", person), phrase.text)
            }
            None => {
                let place = if here && !names_zone(filter) { " on the battlefield" } else { "" };
                format!("there {} {}{place}", conjugated("be", phrase.number.into()), phrase.text)
            }
        }
    }

    fn compare(&mut self, left: &Quantity, comparison: Comparison, right: &Quantity) -> String {
        if let Quantity::Fixed(n) = right
            && let Some(many) = at_least_words(comparison, *n)
        {
            let number = if many == "exactly one" { Number::One } else { Number::Many };
            match left {
                Quantity::Count(filter) => return self.there_is(filter, several(&many)),
                Quantity::TimesThisTurn(when) => {
                    return match (many.as_str(), comparison, *n) {
                        ("no", ..) => self.never_happened(when),
                        (_, Comparison::AtLeast, 1) | (_, Comparison::Greater, 0) => self.happened(when),
                        _ => self.happened_often(when, &many),
                    };
                }
                Quantity::AmountThisTurn(when) => {
                    let n = match comparison {
                        Comparison::AtLeast => format!("{n} or more"),
                        Comparison::Greater => format!("{} or more", n + 1),
                        _ => many,
                    };
                    if let Some(said) = self.amount_happened(when, &n) {
                        return said;
                    }
                }
                Quantity::CastLastTurn(who) => {
                    let (subject, _) = self.a_player(who);
                    let spells = numbered("spell", number);
                    return match (many.as_str(), who) {
                        ("no", Players::Each) => "no spells were cast last turn".to_owned(),
                        ("no", _) => format!("{subject} cast no spells last turn"),
                        _ => format!("{subject} cast {many} {spells} last turn"),
                    };
                }
                Quantity::ManaSpent { on, kind, snow, from: None } if many.as_str() == "one or more" => {
                    let kind = kind.map_or_else(|| "mana".to_owned(), |kind| format!("{{{}}}", kind.letter()));
                    let snow = if *snow { "snow " } else { "" };
                    let on = self.object(on, Case::Object).text;
                    return format!("{snow}{kind} was spent to cast {on}");
                }
                Quantity::HandSize(who) => {
                    let (subject, person) = self.players_at_large(who);
                    let cards = numbered("card", number);
                    return format!("{subject} {} {many} {cards} in hand", conjugated("have", person));
                }
                Quantity::PlayerCounters(kind, who) => {
                    let (subject, person) = self.players_at_large(who);
                    let what = counters_of_player(kind, number);
                    return format!("{subject} {} {many} {what}", conjugated("have", person));
                }
                Quantity::Counters(kind, objects) => {
                    let phrase = self.object(objects, Case::Subject);
                    let has = conjugated("have", phrase.number.into());
                    let on = if phrase.number == Number::One { "it" } else { "them" };
                    let counters = numbered(&format!("{kind} counter"), number);
                    return format!("{} {has} {many} {counters} on {on}", phrase.text);
                }
                Quantity::Life(who)
                    if matches!(comparison, Comparison::AtLeast | Comparison::AtMost)
                        && !matches!(who, Players::Each | Players::Opponents) =>
                {
                    let (subject, person) = self.player(who);
                    let or = if comparison == Comparison::AtLeast { "more" } else { "less" };
                    return format!("{subject} {} {n} or {or} life", conjugated("have", person));
                }
                _ => {}
            }
        }
        let simple = matches!(right, Quantity::Fixed(_) | Quantity::X);
        let (left, right) = (self.value(left), self.value(right));
        match comparison {
            Comparison::AtLeast if simple => format!("{left} is {right} or greater"),
            Comparison::AtMost if simple => format!("{left} is {right} or less"),
            Comparison::Equal if simple => format!("{left} is {right}"),
            Comparison::AtLeast | Comparison::AtMost | Comparison::Equal | Comparison::Less | Comparison::Greater => {
                format!("{left} is {} {right}", than_words(comparison))
            }
        }
    }

    /// A predicate of objects with its verb: "is a creature", "has flying", "isn't tapped".
    pub(super) fn predicate(&mut self, filter: &Filter, number: Number, positive: bool) -> String {
        let said = self.predicate_by_rows(filter, number, positive);
        said.unwrap_or_else(|| self.other_predicate(filter, number, positive))
    }

    /// A predicate that no row says.
    pub(super) fn other_predicate(&mut self, filter: &Filter, number: Number, positive: bool) -> String {
        let said = self.kind_predicate(filter, number, positive);
        let said = said.or_else(|| self.state_predicate(filter, number, positive));
        let said = said.or_else(|| self.cast_predicate(filter, number, positive));
        said.unwrap_or_else(|| UNSAID.to_owned())
    }

    /// What an object is.
    fn kind_predicate(&mut self, filter: &Filter, number: Number, positive: bool) -> Option<String> {
        let person = Person::from(number);
        let verb = |base: &str| if positive { conjugated(base, person) } else { negated(base, person) };
        let be = verb("be");
        let have = verb("have");
        let noun = |noun: &str| match number {
            Number::One => format!("{be} {}", with_article(noun)),
            Number::Many => format!("{be} {}", crate::card::wording::inflection::plural(noun)),
        };
        Some(match filter {
            Filter::Not(inner) => self.predicate(inner, number, !positive),
            Filter::AnyOf(parts) if !parts.is_empty() => {
                let parts: Vec<String> = parts.iter().map(|part| self.predicate(part, number, positive)).collect();
                list(&parts, if positive { "or" } else { "and" })
            }
            Filter::Any | Filter::AnyOf(_) => verb("exist"),
            Filter::Is(Objects::ThisTurn(when)) => self.past_predicate(when, positive),
            Filter::This | Filter::Is(_) => {
                let phrase = self.noun(filter, &Usage::new(Determiner::All, Kind::Permanent));
                format!("{be} {}", phrase.text)
            }
            Filter::All(_) => {
                let determiner = if number == Number::One { Determiner::A } else { Determiner::Bare };
                format!("{be} {}", self.noun(filter, &Usage::new(determiner, Kind::Permanent)).text)
            }
            Filter::Named(name) => format!("{be} named {name}"),
            Filter::SharesSubtype(set, objects) => {
                let with = self.object(objects, Case::Object).text;
                format!("{} {} with {with}", verb("share"), with_article(&set.word()))
            }
            Filter::SharesCardType { with, of } => {
                let with = self.object(with, Case::Object).text;
                let kinds: Vec<String> = of.iter().map(|kind| kind.to_string().to_lowercase()).collect();
                let kinds = if of.is_empty() { String::new() } else { format!(" of {}", list(&kinds, "or")) };
                format!("{} a card type{kinds} with {with}", verb("share"))
            }
            Filter::ActivatedAbility => noun("activated ability"),
            Filter::TriggeredAbility => noun("triggered ability"),
            Filter::FromSource(inner) => {
                format!("{be} from {}", self.noun(inner, &Usage::new(Determiner::A, Kind::Source)).text)
            }
            Filter::Noted(Noting::Name, name) => format!("{have} {}", super::drafting_text::what(Noting::Name, name)),
            Filter::Noted(what, name) => format!("{be} {}", super::drafting_text::what(*what, name)),
            _ => return None,
        })
    }

    /// What an object does or has.
    fn state_predicate(&mut self, filter: &Filter, number: Number, positive: bool) -> Option<String> {
        let person = Person::from(number);
        let verb = |base: &str| if positive { conjugated(base, person) } else { negated(base, person) };
        let be = verb("be");
        let have = verb("have");
        Some(match filter {
            Filter::Above(under) => format!("{be} above {}", self.object(under, Case::Object).text),
            Filter::LastTurn(when) => super::whose::last_turn(&self.past_predicate(when, positive), "its controller's"),
            Filter::NewSinceUpkeep => "came under its controller's control since their last upkeep".to_owned(),
            Filter::Marked(marking) => format!("{be} {}", marking.word()),
            Filter::MarkedBy { being, by } => format!("{be} {} by {}", being.word(), self.player(by).0),
            Filter::AttackingThat { players, objects } => format!("{be} {}", self.attacking_that(players, objects)),
            Filter::HasKeyword(name) => format!("{have} {}", name.word()),
            Filter::Power(comparison, than) => format!("{have} {}", self.compared("power", *comparison, than)),
            Filter::Toughness(comparison, than) => format!("{have} {}", self.compared("toughness", *comparison, than)),
            Filter::ManaValue(comparison, than) => format!("{have} {}", self.compared("mana value", *comparison, than)),
            Filter::ManaValueIs(parity) => format!("{have} an {} mana value", super::filter_kinds::word(*parity)),
            Filter::ManaCostIs(costs) => format!("{have} {}", super::filter_kinds::mana_cost(costs)),
            Filter::In(zone) => format!("{be} {}", self.place(*zone, None, Number::One, false)),
            _ => return None,
        })
    }

    /// How a spell was cast and what it targets.
    fn cast_predicate(&mut self, filter: &Filter, number: Number, positive: bool) -> Option<String> {
        let person = Person::from(number);
        let verb = |base: &str| if positive { conjugated(base, person) } else { negated(base, person) };
        Some(match filter {
            Filter::Paid { .. } | Filter::PaidInstead | Filter::PaidAs(_) | Filter::PaidThis => {
                let paid = super::filter_kinds::paid_words(filter);
                let cost = paid.trim_start_matches("whose ").trim_end_matches(" was paid");
                let had = if positive { "had" } else { "didn't have" };
                format!("{had} {} {cost} paid", crate::card::wording::inflection::its(number))
            }
            Filter::CastUntimely => format!("{} {}", verb("be"), super::filter_kinds::UNTIMELY),
            Filter::CastFrom(zone) => {
                let place = self.place(*zone, None, Number::One, true);
                let was = if number == Number::One { "was" } else { "were" };
                format!("{was}{} cast {place}", if positive { "" } else { "n't" })
            }
            Filter::Targets(what) => format!("{} {}", verb("target"), self.something(what)),
            Filter::TargetsOnly(what) => format!("{} only {}", verb("target"), self.something(what)),
            Filter::WasCast(from) => {
                let cast = match (number, positive) {
                    (Number::One, true) => "was cast",
                    (Number::One, false) => "wasn't cast",
                    (Number::Many, true) => "were cast",
                    (Number::Many, false) => "weren't cast",
                };
                let from = from.map(|zone| self.place(zone, None, Number::One, true));
                crate::card::wording::inflection::spaced([cast, &from.unwrap_or_default()])
            }
            Filter::CastBy { who, from } => {
                let was = if number == Number::One { "was" } else { "were" };
                let by = format!("{was}{} cast by {}", if positive { "" } else { "n't" }, self.a_player(who).0);
                crate::card::wording::inflection::spaced([by, self.out_of_their_zone(who, *from)])
            }
            _ => return None,
        })
    }

    /// "you cast it from your hand": what a player has cast, and from which of their zones.
    pub(super) fn cast_by(&mut self, who: &Players, what: &str, from: Option<ZoneKind>, positive: bool) -> String {
        let cast = if positive { "cast" } else { "didn't cast" };
        let subject = self.a_player(who).0;
        crate::card::wording::inflection::spaced([&subject, cast, what, &self.out_of_their_zone(who, from)])
    }

    /// "from your hand": from a zone that is a player's own, if each has one.
    fn out_of_their_zone(&mut self, who: &Players, from: Option<ZoneKind>) -> String {
        match from {
            None => String::new(),
            Some(zone @ (ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Library)) if *who != Players::You => {
                format!("from their {}", zone.word())
            }
            Some(zone) => self.place(zone, Some(&Players::You), Number::One, true),
        }
    }

    /// "attacking you".
    pub(super) fn attacking_that(&mut self, players: &Option<Players>, objects: &Option<Box<Filter>>) -> String {
        format!("attacking {}", self.whom(players.as_ref(), objects.as_deref()))
    }
}

/// "two or more creatures".
pub(super) fn so_many_creatures((comparison, number): (Comparison, u32)) -> String {
    let many = at_least_words(comparison, i32::try_from(number).unwrap_or(i32::MAX));
    let noun = if many.as_deref() == Some("exactly one") { "creature" } else { "creatures" };
    format!("{} {noun}", many.unwrap_or_else(|| number.to_string()))
}

/// A determiner: singular for "exactly one", otherwise plural.
fn several(many: &str) -> Determiner {
    Determiner::Several(many.to_owned(), if many == "exactly one" { Number::One } else { Number::Many })
}

/// "three or more", "exactly two", "no": a number of countable things.
fn at_least_words(comparison: Comparison, n: i32) -> Option<String> {
    let n = i64::from(n);
    let word = |n: i64| number_word(n);
    match comparison {
        Comparison::AtLeast => Some(format!("{} or more", word(n))),
        Comparison::Greater => Some(format!("{} or more", word(n + 1))),
        Comparison::AtMost | Comparison::Equal if n == 0 => Some("no".to_owned()),
        Comparison::Less if n == 1 => Some("no".to_owned()),
        Comparison::AtMost => Some(format!("{} or fewer", word(n))),
        Comparison::Less => Some(format!("{} or fewer", word(n - 1))),
        Comparison::Equal => Some(format!("exactly {}", word(n))),
    }
}

/// Whether a filter is about a paid cost other than kicker, which has a verb of its own.
const fn is_paid(filter: &Filter) -> bool {
    match filter {
        Filter::Paid { what: OptionalCost::Kicker, nth: None } => false,
        Filter::Paid { .. } | Filter::PaidInstead | Filter::PaidAs(_) | Filter::PaidThis => true,
        _ => false,
    }
}
