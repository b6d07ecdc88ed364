//! Filters as noun phrases: "another attacking Pirate you control with flying" (CR 109.2).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::words::card_type::{CardType, CardTypes};
use crate::card::words::zone_kind::ZoneKind;

use super::attributes::Attribute;
use super::filter_kinds::{is_this, mentions_this, type_word, word_for};
use super::phrase::{Case, Determiner, Kind, Phrase, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, list, numbered, spaced};

/// How many card types permanents have (CR 110.4).
const PERMANENT_TYPES: usize = 5;

/// The attributes of the objects, by their place in the phrase. Each inner list holds alternatives.
#[derive(Debug, Default)]
struct Noun {
    number: Number,
    other: bool,
    adjectives: Vec<(u8, String)>,
    subtypes: Vec<Vec<String>>,
    types: Vec<Vec<CardType>>,
    heads: Vec<Vec<String>>,
    zones: Option<Vec<ZoneKind>>,
    controllers: Vec<(Players, bool)>,
    owners: Vec<(Players, bool)>,
    named: Vec<String>,
    way: Option<String>,
    with: Vec<[String; 2]>,
    without: Vec<String>,
    /// What it is "other than": one part of `after`.
    not: Vec<String>,
    after: Vec<String>,
}

impl Voice<'_> {
    /// A noun phrase for the matching objects.
    pub(super) fn noun(&mut self, filter: &Filter, usage: &Usage) -> Phrase {
        self.noun_besides(filter, usage, false)
    }

    fn noun_besides(&mut self, filter: &Filter, usage: &Usage, besides_this: bool) -> Phrase {
        match filter {
            Filter::This => self.object(&Objects::This, Case::Object),
            Filter::Is(reference) => {
                let phrase = self.object(reference, Case::Object);
                // In the plural, it means any of them.
                match (&usage.determiner, phrase.number, reference) {
                    (_, _, Objects::Each(_)) | (_, Number::One, _) => phrase,
                    (Determiner::A, Number::Many, _) => {
                        let these = phrase.text.strip_prefix("all ").map(|rest| format!("the {rest}"));
                        Phrase::one(format!("one of {}", these.unwrap_or(phrase.text)))
                    }
                    _ => phrase,
                }
            }
            // The object with the ability, with a further condition: "Example, if it's tapped,".
            Filter::All(parts) if parts.len() > 1 && parts.iter().any(is_this) => {
                let rest: Vec<Filter> = parts.iter().filter(|part| !is_this(part)).cloned().collect();
                let this = self.object(&Objects::This, Case::Object);
                let said = self.predicate(
                    &if rest.len() == 1 { rest[0].clone() } else { Filter::All(rest) },
                    Number::One,
                    true,
                );
                Phrase { text: format!("{} if it {said}", this.text), number: this.number }
            }
            Filter::All(parts) if parts.len() == 1 => self.noun_besides(&parts[0], usage, besides_this),
            Filter::AnyOf(parts) if !parts.is_empty() && !self.is_single(filter) => {
                let besides = besides_this || mentions_this(filter);
                // "Target" is written once: "target spell or permanent".
                let bare = match &usage.determiner {
                    Determiner::Target(_, number) => Determiner::Several(String::new(), *number),
                    other => other.clone(),
                };
                let later = Usage { determiner: bare, ..usage.clone() };
                // "Creatures and Forests you control" would be both of them.
                let (mut in_order, others): (Vec<_>, Vec<_>) =
                    parts.iter().partition(|part| is_this(part) || self.is_followed(part));
                in_order.extend(others);
                let phrases: Vec<Phrase> = in_order
                    .into_iter()
                    .enumerate()
                    .map(|(index, part)| {
                        let usage = if index == 0 { usage } else { &later };
                        // "Spell or permanent": what is no spell is there.
                        let here = *part == Filter::In(ZoneKind::Battlefield) && parts.contains(&Filter::Spell);
                        self.noun_besides(if here { &Filter::Any } else { part }, usage, besides && !is_this(part))
                    })
                    .collect();
                let number = usage.determiner.number();
                let conjunction = match usage.determiner {
                    Determiner::Each | Determiner::All | Determiner::Bare => "and",
                    Determiner::A | Determiner::Several(..) | Determiner::Target(..) => "or",
                };
                let words: Vec<String> = phrases.into_iter().map(|phrase| phrase.text).collect();
                Phrase { text: list(&words, conjunction), number }
            }
            _ => {
                // An adjective or a comparison names its referent, since "it" would mean the noun
                // itself.
                let before = self.it.take();
                let number = usage.determiner.number();
                let mut noun = Noun { number, other: besides_this, ..Noun::default() };
                self.describe(&mut noun, filter);
                // Only creatures attack and block.
                let fights = usage.kind == Kind::Permanent && word_for(filter) == "creature";
                let kind = if fights { Kind::Creature } else { usage.kind };
                let phrase = self.written(noun, &Usage { kind, ..usage.clone() });
                self.it = before;
                phrase
            }
        }
    }

    /// Whether what follows its noun could be said of a noun before it, too: "you control",
    /// "attached to a permanent".
    fn is_followed(&self, filter: &Filter) -> bool {
        let of = |part: &Filter| match part {
            Filter::ControlledBy(_) | Filter::OwnedBy(_) | Filter::AttachedTo(_) | Filter::Enchanting(_) => true,
            Filter::Not(other) => is_this(other) && !self.is_the_one(),
            _ => false,
        };
        matches!(filter, Filter::All(parts) if parts.iter().any(of))
    }

    /// Adds the attributes of a filter to a noun.
    fn describe(&mut self, noun: &mut Noun, filter: &Filter) {
        match filter {
            Filter::All(parts) => return parts.iter().for_each(|part| self.describe(noun, part)),
            Filter::Not(inner) => match &**inner {
                Filter::Not(twice) => return self.describe(noun, twice),
                Filter::AnyOf(parts) => {
                    for part in parts {
                        self.describe(noun, &Filter::Not(Box::new(part.clone())));
                    }
                    return;
                }
                _ => {}
            },
            _ => {}
        }
        match self.single(filter) {
            Some(attribute) => noun.add(attribute),
            None => {
                let words = self.predicate(filter, noun.number, true);
                let one = (noun.number == Number::One).then(|| words.strip_prefix("is ")).flatten();
                noun.after.push(one.map_or_else(|| format!("that {words}"), |rest| format!("that's {rest}")));
            }
        }
    }

    /// The whole phrase.
    fn written(&mut self, noun: Noun, usage: &Usage) -> Phrase {
        let number = usage.determiner.number();
        if self.is_rest(&noun, usage) {
            return Phrase { text: "the rest".to_owned(), number };
        }
        let and = if matches!(usage.determiner, Determiner::All | Determiner::Bare) { "and" } else { "or" };
        let mut adjectives = noun.adjectives;
        adjectives.sort_by_key(|(rank, _)| *rank);
        let mut words: Vec<String> = adjectives.into_iter().map(|(_, word)| word).collect();
        // The last group is the noun itself; the others precede it unchanged.
        let mut groups: Vec<Vec<String>> = noun.subtypes;
        groups.extend(noun.types.iter().map(|kinds| match kinds.as_slice() {
            // "Permanent card."
            kinds
                if kinds.len() == PERMANENT_TYPES
                    && kinds.iter().all(|kind| CardTypes::NONE.with(*kind).is_permanent()) =>
            {
                vec!["permanent".to_owned()]
            }
            kinds => kinds.iter().map(|kind| type_word(*kind)).collect(),
        }));
        let elsewhere = noun.zones.as_ref().is_some_and(|zones| !zones.contains(&ZoneKind::Battlefield));
        if noun.heads.is_empty() {
            let stack = noun.zones.as_ref().is_some_and(|zones| zones.contains(&ZoneKind::Stack));
            groups.extend(head(usage.kind, elsewhere, stack, &groups, &noun.types));
        } else {
            groups.extend(noun.heads);
        }
        // "For each instant and sorcery card."
        let each = matches!(&usage.determiner, Determiner::Several(count, Number::One) if count.is_empty());
        let spells = noun.types.iter().any(|kinds| *kinds == [CardType::Instant, CardType::Sorcery]);
        if let Some(last) = groups.pop() {
            let and = if each && spells { "and" } else { and };
            words.extend(groups.iter().map(|group| list(group, and)));
            let last: Vec<String> = last.iter().map(|word| numbered(word, number)).collect();
            words.push(list(&last, and));
        }
        let in_own_zone = noun.zones.as_ref().is_some_and(|zones| {
            zones.iter().all(|zone| matches!(zone, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard))
        });
        let (mut whose, owners) = (noun.owners.first().cloned(), noun.owners.iter().skip(1));
        if in_own_zone {
            // Objects without a controller have an owner (CR 108.4a).
            whose = whose.or_else(|| noun.controllers.first().cloned());
        } else if let [(who, true)] = &noun.controllers[..]
            && whose.as_ref() == Some(&(who.clone(), true))
        {
            words.push(self.relation(who, "both own and control", true, usage));
            whose = None;
        } else {
            for (who, positive) in &noun.controllers {
                let verb = if usage.cast { "cast" } else { "control" };
                words.push(self.relation(who, verb, *positive, usage));
            }
        }
        let own = whose.as_ref().filter(|(_, positive)| *positive && in_own_zone).map(|(who, _)| who.clone());
        if own.is_none()
            && let Some((who, positive)) = &whose
        {
            words.push(self.relation(who, "own", *positive, usage));
        }
        for (who, positive) in owners {
            words.push(self.relation(who, "own", *positive, usage));
        }
        words.extend(noun.named);
        // An earlier action already implies the zone.
        let told = noun.way.is_some() && own.is_none();
        words.extend(noun.way);
        let pick = |pair: &[String; 2]| pair[usize::from(number == Number::Many)].clone();
        if !noun.with.is_empty() {
            words.push(format!("with {}", list(&noun.with.iter().map(pick).collect::<Vec<_>>(), "and")));
        }
        if !noun.without.is_empty() {
            words.push(format!("without {}", list(&noun.without, "or")));
        }
        if let Some(zones) = &noun.zones
            && !zones.is_empty()
            && !(told && matches!(zones.as_slice(), [ZoneKind::Library | ZoneKind::Exile]))
            // Spells and abilities are only on the stack.
            && (usage.from || !matches!(zones.as_slice(), [ZoneKind::Stack]))
        {
            let all = usage.all || matches!(usage.determiner, Determiner::All);
            let places: Vec<String> = zones
                .iter()
                .map(|zone| {
                    let place = self.place(*zone, own.as_ref(), number, usage.from);
                    // "All cards from all graveyards", but "cards from graveyards".
                    if own.is_none() && !all { place.replacen(" all ", " ", 1) } else { place }
                })
                .collect();
            words.push(list(&places, and));
        }
        words.extend(noun.after);
        Phrase { text: usage.determiner.before(&spaced(words), noun.other), number }
    }

    /// Whether a phrase means the rest of the cards looked at or revealed in a library.
    fn is_rest(&self, noun: &Noun, usage: &Usage) -> bool {
        let plain = noun.adjectives.is_empty()
            && noun.subtypes.is_empty()
            && noun.types.is_empty()
            && noun.with.is_empty()
            && noun.without.is_empty()
            && noun.named.is_empty()
            && noun.after.is_empty();
        plain
            && matches!(usage.determiner, Determiner::All)
            && noun.zones.as_deref() == Some(&[ZoneKind::Library])
            && matches!(noun.way.as_deref(), Some("looked at this way" | "revealed this way"))
    }

    /// "you control", "your opponents don't own".
    fn relation(&mut self, who: &Players, verb: &str, positive: bool, usage: &Usage) -> String {
        let (subject, person) = match &usage.determiner {
            // Each of them, whichever opponent's it is.
            Determiner::Each if *who == Players::Opponents => self.players_at_large(who),
            Determiner::Several(count, Number::One) if *who == Players::Opponents && count.is_empty() => {
                self.players_at_large(who)
            }
            determiner => match determiner.number() {
                Number::One => self.a_player(who),
                Number::Many => self.players_at_large(who),
            },
        };
        let verb = if positive && usage.past {
            crate::card::wording::inflection::past(verb, person)
        } else if positive {
            crate::card::wording::inflection::conjugated(verb, person)
        } else {
            crate::card::wording::inflection::negated(verb, person)
        };
        format!("{subject} {verb}")
    }
}

impl Noun {
    fn add(&mut self, attribute: Attribute) {
        match attribute {
            Attribute::Nothing => {}
            Attribute::Other => self.other = true,
            Attribute::Adjective(rank, words) => {
                let adjective = (rank, list(&words, "or"));
                if !self.adjectives.contains(&adjective) {
                    self.adjectives.push(adjective);
                }
            }
            Attribute::Subtype(words) => self.subtypes.push(words),
            Attribute::Type(kinds) => self.types.push(kinds),
            Attribute::Head(words) => self.heads.push(words),
            Attribute::Zone(zones) => match &mut self.zones {
                None => self.zones = Some(zones),
                Some(before) => before.extend(zones),
            },
            Attribute::Controller(who, positive) => self.controllers.push((who, positive)),
            Attribute::Owner(who, positive) => self.owners.push((who, positive)),
            Attribute::With(words) => {
                let one: Vec<String> = words.iter().map(|pair| pair[0].clone()).collect();
                let many: Vec<String> = words.iter().map(|pair| pair[1].clone()).collect();
                self.with.push([list(&one, "or"), list(&many, "or")]);
            }
            Attribute::Without(words) => self.without.push(words),
            Attribute::Named(words) => self.named.push(words),
            Attribute::Way(words) => self.way = Some(words),
            Attribute::After(words) => self.after.push(words),
            Attribute::Not(words) => {
                self.not.push(words);
                let said = format!("other than {}", list(&self.not, "and"));
                match self.after.iter_mut().find(|words| words.starts_with("other than ")) {
                    Some(before) => *before = said,
                    None => self.after.push(said),
                }
            }
            Attribute::Relative([one, many]) => self.after.push(if self.number == Number::One { one } else { many }),
        }
    }
}

/// The noun where the filter leaves it to the context.
fn head(
    kind: Kind,
    elsewhere: bool,
    stack: bool,
    named: &[Vec<String>],
    types: &[Vec<CardType>],
) -> Option<Vec<String>> {
    let words = |words: &[&str]| Some(words.iter().map(|word| (*word).to_owned()).collect());
    if stack {
        return if named.is_empty() { words(&["spell", "ability"]) } else { words(&["spell"]) };
    }
    if elsewhere {
        return words(&[if kind == Kind::Spell { "spell" } else { "card" }]);
    }
    match kind {
        Kind::Permanent if named.is_empty() => words(&["permanent"]),
        Kind::Source if named.is_empty() => words(&["source"]),
        Kind::Permanent | Kind::Source => None,
        Kind::Creature => {
            let creature = types.iter().any(|group| group.as_slice() == [CardType::Creature]);
            let subtypes_only = types.is_empty() && !named.is_empty();
            if creature || subtypes_only { None } else { words(&["creature"]) }
        }
        Kind::Spell => words(&["spell"]),
        Kind::Card => words(&["card"]),
        Kind::Object if named.is_empty() => words(&["object"]),
        Kind::Object => words(&["permanent", "card"]),
    }
}
