//! Changes by continuous effects, as verbs: "gets +1/+1 and has flying" (CR 611, 613).

use crate::card::ast::ability::Ability;
use crate::card::ast::effect::Modification;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::words::card_type::{CardType, CardTypes};
use crate::card::words::mana_symbol::{Color, Colors};
use crate::card::words::term::any;

use super::super::reword::granted_by;
use super::clauses::Clause;
use super::filter_kinds::{type_word, word_for};
use super::phrase::{Case, Determiner, Kind, Mood, Phrase, Subject, Usage};
use super::voice::{UNSAID, Voice};
use crate::card::wording::inflection::{Number, Person, its, list, plural, spaced, with_article};

/// Whether a number depends on each modified object.
fn about_affected(modification: &Modification) -> bool {
    fn number(quantity: &Quantity) -> bool {
        match quantity {
            Quantity::Power(objects)
            | Quantity::Toughness(objects)
            | Quantity::ManaValue(objects)
            | Quantity::Level(objects)
            | Quantity::AllCounters(objects)
            | Quantity::Counters(_, objects) => *objects == Objects::Affected,
            Quantity::PlayerCounters(_, who)
            | Quantity::Life(who)
            | Quantity::StartingLife(who)
            | Quantity::HandSize(who) => match who {
                Players::ControllerOf(objects) | Players::OwnerOf(objects) => **objects == Objects::Affected,
                _ => false,
            },
            Quantity::Times(_, inner) => number(inner),
            Quantity::Sum(parts) => parts.iter().any(number),
            Quantity::Number(objects) | Quantity::TimesPaid(_, objects) | Quantity::XOf(objects) => {
                *objects == Objects::Affected
            }
            Quantity::Divided { of, .. } => number(of),
            _ => false,
        }
    }
    match modification {
        Modification::SetPowerToughness(power, toughness) | Modification::AddPowerToughness(power, toughness) => {
            number(power) || number(toughness)
        }
        Modification::SetPower(quantity) | Modification::SetToughness(quantity) => number(quantity),
        _ => false,
    }
}

/// Colors in running text.
fn colors_text(colors: Colors) -> String {
    let words: Vec<String> = colors.iter().map(|color| color.word().to_owned()).collect();
    match words.len() {
        0 => "colorless".to_owned(),
        n if n == Color::ALL.len() => "all colors".to_owned(),
        _ => list(&words, "and"),
    }
}

/// Whether a filter only names kinds of permanents.
fn is_kind(filter: &Filter) -> bool {
    match filter {
        Filter::Any | Filter::Type(_) | Filter::Subtype(_) => true,
        Filter::AnyOf(parts) => parts.iter().all(is_kind),
        _ => false,
    }
}

/// The number of leading modifications of one kind, which share a phrase.
fn run_length(modifications: &[Modification]) -> usize {
    let kind = |modification: &Modification| match modification {
        Modification::AddType(_) | Modification::AddSubtype(_) | Modification::AddSupertype(_) => 1,
        Modification::Gain(_) => 2,
        Modification::LoseKeyword(_) => 3,
        _ => 0,
    };
    match modifications.first().map(kind) {
        Some(0) | None => 1,
        Some(first) => modifications.iter().take_while(|it| kind(it) == first).count(),
    }
}

/// What becomes a creature, as far as its noun says it: "a 2/1 blue Faerie creature with flying".
#[derive(Default)]
pub(super) struct Creature {
    /// The size and color; none if it is no creature with a size.
    size: Option<String>,
    /// What it gains, after "with".
    with: String,
    /// Whether it is a land that stays one: "It's still a land".
    land: bool,
}

/// "a Zombie artifact in addition to its other types".
fn added_types(group: &[Modification], creature: &Creature, mood: Mood, number: Number) -> String {
    let mut supertypes = Vec::new();
    let mut subtypes = Vec::new();
    let mut types = Vec::new();
    for modification in group {
        match modification {
            Modification::AddSupertype(kind) => supertypes.push(kind.to_string().to_lowercase()),
            Modification::AddSubtype(kind) => subtypes.push(kind.to_string()),
            Modification::AddType(kind) => types.push(type_word(*kind)),
            _ => {}
        }
    }
    if subtypes.is_empty() && types.is_empty() {
        return list(&supertypes, "and");
    }
    let is_creature = group.contains(&Modification::AddType(CardType::Creature));
    let size = creature.size.clone().filter(|_| is_creature).into_iter().collect();
    let words = [supertypes, size, subtypes, types].concat().join(" ");
    let noun = match number {
        Number::One => with_article(&words),
        Number::Many => plural(&words),
    };
    let with = if is_creature { creature.with.as_str() } else { "" };
    let besides = match (creature.land && is_creature, mood, number) {
        (true, Mood::Beginning, _) => String::new(),
        (true, Mood::Lasting, Number::One) => "that's still a land".to_owned(),
        (true, Mood::Lasting, Number::Many) => "that are still lands".to_owned(),
        (false, ..) => format!("in addition to {} other types", its(number)),
    };
    spaced([&noun, with, &besides])
}

/// A granted ability: a keyword by name, any other in quotation marks.
pub(super) fn quoted(ability: &Ability, host: &str) -> String {
    match ability {
        Ability::Keyword(keyword) => Voice::new(host).keyword(keyword),
        Ability::Spell(_) | Ability::Activated(_) | Ability::Triggered(_) | Ability::Static(_) => {
            // A nested quotation has single marks.
            format!("\"{}\"", super::ability_text(ability, host).replace('"', "'"))
        }
    }
}

/// Like `quoted`, for an ability that may name the object that grants it (CR 201.4a).
fn granted(ability: &Ability, host: &str, granter: &str) -> String {
    match granted_by(ability, 0, granter) {
        Some(naming) => quoted(&naming, host),
        None => quoted(ability, host),
    }
}

/// The abilities of a token, after "with".
pub(super) fn quoted_all(abilities: &[Ability], host: &str, granter: &str) -> String {
    list(&abilities.iter().map(|ability| granted(ability, host, granter)).collect::<Vec<_>>(), "and")
}

/// Whether a modification sets colors that can stand before a noun, which "all colors" can't.
fn is_before_a_noun(it: &Modification) -> bool {
    matches!(it, Modification::SetColors(colors) if colors.iter().count() < Color::ALL.len())
}

/// The verbs for changes to the type line; `None` for any other change.
fn types_said(
    modification: &Modification,
    group: &[Modification],
    mood: Mood,
    number: Number,
    creature: &Creature,
) -> Option<Vec<(String, String)>> {
    let become_ = if mood == Mood::Lasting { "be" } else { "become" };
    let mut verbs: Vec<(String, String)> = Vec::new();
    let mut push = |verb: &str, rest: String| verbs.push((verb.to_owned(), rest));
    let no_longer = |rest: &str| match mood {
        Mood::Lasting => ("be".to_owned(), format!("not {rest}")),
        Mood::Beginning => ("stop".to_owned(), format!("being {rest}")),
    };
    let noun = |words: &str| match number {
        Number::One => with_article(words),
        Number::Many => plural(words),
    };
    match modification {
        Modification::AddType(_) | Modification::AddSubtype(_) | Modification::AddSupertype(_) => {
            push(become_, added_types(group, creature, mood, number));
        }
        Modification::RemoveType(kind) => {
            let (verb, rest) = no_longer(&noun(&type_word(*kind)));
            push(&verb, rest);
        }
        Modification::RemoveSupertype(kind) => {
            let (verb, rest) = no_longer(&kind.to_string().to_lowercase());
            push(&verb, rest);
        }
        Modification::SetTypes(kinds) => {
            let words: Vec<String> = kinds.iter().map(|kind| type_word(*kind)).collect();
            if words.is_empty() {
                push("lose", "all card types".to_owned());
            } else {
                push(become_, noun(&words.join(" ")));
                push("lose", "all other card types".to_owned());
            }
        }
        Modification::AddEverySubtype(set) => push(become_, format!("every {}", set.word())),
        Modification::SetSubtypes(kind, subtypes) => {
            let words: Vec<&str> = subtypes.iter().map(|subtype| subtype.name()).collect();
            let kind_word = type_word(*kind);
            if words.is_empty() {
                push("lose", format!("all {kind_word} types"));
            } else {
                push(become_, noun(&words.join(" ")));
                // For lands, CR 305.7 implies the rest.
                if *kind != CardType::Land {
                    push("lose", format!("all other {kind_word} types"));
                }
            }
        }
        _ => return None,
    }
    Some(verbs)
}

/// "a 3/3 Construct artifact creature", where an object becomes both and is given creature types
/// next: it keeps all other types (CR 205.1b).
fn artifact_creature(
    group: &[Modification],
    next: Option<&Modification>,
    creature: &Creature,
    number: Number,
) -> Option<String> {
    let both = [CardType::Artifact, CardType::Creature].map(Modification::AddType);
    let Some(Modification::SetSubtypes(CardType::Creature, subtypes)) = next else { return None };
    if group != both || subtypes.is_empty() {
        return None;
    }
    let subtypes = subtypes.iter().map(|it| it.name());
    let words: Vec<&str> = creature.size.as_deref().into_iter().chain(subtypes).chain(["artifact creature"]).collect();
    let noun = match number {
        Number::One => with_article(&words.join(" ")),
        Number::Many => plural(&words.join(" ")),
    };
    Some(spaced([&noun, &creature.with]))
}

impl Voice<'_> {
    /// What a granted ability calls its object.
    pub(super) fn host_word(&self, what: Subject<'_>) -> String {
        let filter = match what {
            Subject::Filter(filter) => Some(filter),
            Subject::Objects(Objects::Each(filter)) => Some(&**filter),
            Subject::Objects(Objects::Target(index)) => match self.targets.get(usize::from(*index)) {
                Some(spec) => match &spec.what {
                    crate::card::TargetWhat::Object(filter) => Some(filter),
                    _ => None,
                },
                None => None,
            },
            Subject::Objects(_) | Subject::Unsaid => None,
        };
        filter.map_or_else(|| "this permanent".to_owned(), |filter| format!("this {}", word_for(filter)))
    }

    /// Changes to characteristics as clauses; `tail` is their duration.
    pub(super) fn modified(
        &mut self,
        what: Subject<'_>,
        modifications: &[Modification],
        mood: Mood,
        tail: &str,
    ) -> Vec<Clause> {
        let one_by_one = modifications.iter().any(about_affected);
        let determiner = match self.described_by(what) {
            _ if one_by_one => Determiner::Each,
            // "All creatures get -1/-1."
            Some(filter) if is_kind(filter) => Determiner::All,
            _ => Determiner::Bare,
        };
        // "Instant and sorcery spells you cast have storm."
        let cast = self.described_by(what).is_some_and(|what| any(what, |part: &Filter| *part == Filter::Spell));
        let usage = Usage { cast, ..Usage::new(determiner, Kind::Permanent) };
        // "Gain control of all creatures."
        let taken = Usage::new(Determiner::All, Kind::Permanent);
        let mut clauses: Vec<Clause> = Vec::new();
        let mut rest: &[Modification] = modifications;
        let mut said: Option<Number> = None;
        // A change of controller comes first, since it has a different subject.
        let unsaid = matches!(what, Subject::Unsaid);
        while let ([Modification::Control(who), others @ ..], false) = (rest, unsaid) {
            let (subject, person) = self.a_player(who);
            let phrase = match said {
                None => self.subject(what, if mood == Mood::Beginning { &taken } else { &usage }).text,
                Some(number) => if number == Number::One { "it" } else { "them" }.to_owned(),
            };
            said = Some(self.number_of_subject(what, &usage));
            let clause = match mood {
                Mood::Lasting => Clause::new(subject, person, "control", phrase),
                Mood::Beginning => Clause::new(subject, person, "gain", format!("control of {phrase}")),
            };
            // "Gain control of target creature. Untap that creature."
            self.it = None;
            let command = person == Person::You && mood == Mood::Beginning;
            clauses.push(Clause { command, who: Some(who.clone()), tail: tail.to_owned(), ..clause });
            rest = others;
        }
        if rest.is_empty() && !clauses.is_empty() {
            return clauses;
        }
        if let ([Modification::SwitchPowerToughness], Mood::Beginning, Subject::Objects(objects)) = (rest, mood, what) {
            let whose = self.possessive_of(objects);
            clauses.push(Clause::command("switch", format!("{whose} power and toughness")).with_tail(tail));
            return clauses;
        }
        let phrase = match said {
            None => self.each_subject(what, rest, &usage),
            Some(number) => Phrase { text: if number == Number::One { "it" } else { "they" }.to_owned(), number },
        };
        let creature = self.creature(what, rest);
        let (verbs, amounts) = self.verbs(rest, mood, phrase.number, &self.host_word(what), &creature);
        let quotes =
            |it: &Modification| matches!(it, Modification::Gain(ability) if !matches!(**ability, Ability::Keyword(_)));
        // The end of a quotation is far from its beginning.
        let (subject, tail) = match rest.iter().any(quotes) && creature.size.is_none() && tail.starts_with("until") {
            true => (format!("{tail}, {}", phrase.text), String::new()),
            false => (phrase.text, tail.to_owned()),
        };
        let mut tail = spaced([tail.as_str(), amounts.as_str()]);
        let still = creature.land && mood == Mood::Beginning;
        if still {
            tail.push_str(if phrase.number == Number::One { ". It's still a land" } else { ". They're still lands" });
        }
        clauses.push(Clause { verbs, tail, alone: still, ..Clause::new(subject, phrase.number.into(), "", "") });
        clauses
    }

    /// What changes; of several targets each: "up to two target creatures each get +1/+1".
    fn each_subject(&mut self, what: Subject<'_>, changes: &[Modification], usage: &Usage) -> Phrase {
        let first = match what {
            Subject::Objects(Objects::Target(index)) | Subject::Filter(Filter::Is(Objects::Target(index))) => {
                !self.said.contains(index)
            }
            _ => false,
        };
        let Phrase { text, number } = self.subject(what, usage);
        let grows = matches!(changes, [Modification::AddPowerToughness(..) | Modification::Gain(_), ..]);
        let each = first && grows && number == Number::Many;
        Phrase { text: if each { format!("{text} each") } else { text }, number }
    }

    /// The description of what changes, if it is one.
    fn described_by<'s>(&'s self, what: Subject<'s>) -> Option<&'s Filter> {
        let of = |objects: &'s Objects| if let Objects::Each(filter) = objects { Some(&**filter) } else { None };
        match what {
            Subject::Filter(Filter::Is(Objects::Those)) => self.those.as_ref().and_then(of),
            Subject::Filter(filter) => Some(filter).filter(|filter| !matches!(filter, Filter::Is(_))),
            Subject::Objects(objects) => of(objects),
            Subject::Unsaid => None,
        }
    }

    fn number_of_subject(&mut self, what: Subject<'_>, usage: &Usage) -> Number {
        let (said, it) = (self.said.clone(), self.it);
        let number = self.subject(what, usage).number;
        (self.said, self.it) = (said, it);
        number
    }

    /// The verbs for gained and lost abilities; `None` for any other change.
    fn abilities_said(
        &mut self,
        modification: &Modification,
        group: &[Modification],
        mood: Mood,
        host: &str,
    ) -> Option<Vec<(String, String)>> {
        let mut verbs: Vec<(String, String)> = Vec::new();
        let mut push = |verb: &str, rest: String| verbs.push((verb.to_owned(), rest));
        match modification {
            Modification::Gain(_) => {
                let abilities: Vec<String> = group
                    .iter()
                    .filter_map(|it| match it {
                        Modification::Gain(ability) => Some(granted(ability, host, self.name)),
                        _ => None,
                    })
                    .collect();
                push(if mood == Mood::Lasting { "have" } else { "gain" }, list(&abilities, "and"));
            }
            Modification::GainActivatedAbilities(of) => {
                let of = self.object(of, Case::Object).text;
                let verb = if mood == Mood::Lasting { "have" } else { "gain" };
                push(verb, format!("all activated abilities of {of}"));
            }
            Modification::GainKeywordsOf { named, of } => {
                let names: Vec<String> = named.iter().map(|name| name.word().to_owned()).collect();
                let usage = Usage::new(Determiner::Bare, Kind::Permanent);
                let of = self.object_with(of, Case::Object, &usage);
                let have = crate::card::wording::inflection::conjugated("have", of.number.into());
                let verb = if mood == Mood::Lasting { "have" } else { "gain" };
                push(verb, format!("each {} ability that {} {have}", list(&names, "and"), of.text));
            }
            Modification::LoseKeyword(_) => {
                let words: Vec<String> = group
                    .iter()
                    .filter_map(|it| match it {
                        Modification::LoseKeyword(keyword) => Some(self.keyword(keyword)),
                        _ => None,
                    })
                    .collect();
                push("lose", list(&words, "and"));
            }
            Modification::CantHaveKeyword(keyword) => {
                let word = self.keyword(keyword);
                push("lose", word.clone());
                push("can't have", format!("or gain {word}"));
            }
            Modification::LoseAllAbilities => push("lose", "all abilities".to_owned()),
            Modification::LoseAllButManaAbilities => push("lose", "all abilities except mana abilities".to_owned()),
            Modification::LoseThisAbility => push("lose", "this ability".to_owned()),
            _ => return None,
        }
        Some(verbs)
    }

    /// What something becomes, if it becomes a creature.
    pub(super) fn creature(&mut self, what: Subject<'_>, changes: &[Modification]) -> Creature {
        let size = self.size_of_creature(changes);
        let gained: Vec<String> = changes
            .iter()
            .filter_map(|it| match it {
                Modification::Gain(ability) if size.is_some() => {
                    Some(granted(ability, &self.host_word(what), self.name))
                }
                _ => None,
            })
            .collect();
        let with = if gained.is_empty() { String::new() } else { format!("with {}", list(&gained, "and")) };
        let land = size.is_some() && self.is_land(what);
        Creature { size, with, land }
    }

    /// Whether something is known to be a land.
    fn is_land(&self, what: Subject<'_>) -> bool {
        let of = |filter: &Filter| match filter {
            Filter::Type(kind) => *kind == CardType::Land,
            Filter::All(parts) => parts.contains(&Filter::Type(CardType::Land)),
            Filter::Subtype(kind) => kind.belongs_to(CardTypes::NONE.with(CardType::Land)),
            _ => false,
        };
        match what {
            Subject::Objects(Objects::This) | Subject::Filter(Filter::This) => self.host.is_land,
            Subject::Objects(objects) => self.filter_of(objects).is_some_and(of),
            Subject::Filter(Filter::Is(Objects::AttachedTo)) => self.host.enchants == Some(CardType::Land),
            Subject::Filter(filter) => of(filter),
            Subject::Unsaid => false,
        }
    }

    /// The size and color of what becomes a creature.
    fn size_of_creature(&mut self, modifications: &[Modification]) -> Option<String> {
        // The size stands before the noun: "a 2/2 creature in addition to its other types".
        let creature = modifications.contains(&Modification::AddType(CardType::Creature));
        let mut size = modifications.iter().find_map(|it| match it {
            Modification::SetPowerToughness(power, toughness) if creature => self.size(power, toughness),
            _ => None,
        });
        let colors = modifications.iter().find_map(|it| match it {
            Modification::SetColors(colors) if is_before_a_noun(it) => Some(colors_text(*colors)),
            _ => None,
        });
        if let (Some(size), Some(colors)) = (&mut size, colors) {
            *size = format!("{size} {colors}");
        }
        size
    }

    /// Each change as a verb with the words after it, and the common ending.
    pub(super) fn verbs(
        &mut self,
        modifications: &[Modification],
        mood: Mood,
        number: Number,
        host: &str,
        creature: &Creature,
    ) -> (Vec<(String, String)>, String) {
        let alone = modifications.len() == 1;
        let become_ = if mood == Mood::Lasting { "be" } else { "become" };
        let its = its(number);
        let mut verbs: Vec<(String, String)> = Vec::new();
        let mut tail = String::new();
        let mut push = |verb: &str, rest: String| verbs.push((verb.to_owned(), rest));
        let size = &creature.size;
        let colored = is_before_a_noun;
        let mut index = 0;
        while let Some(modification) = modifications.get(index) {
            // Consecutive modifications of one kind share a phrase.
            let run = modifications.get(index..).map_or(1, run_length);
            let group = modifications.get(index..index + run).unwrap_or_default();
            index += run;
            if let Some(noun) = artifact_creature(group, modifications.get(index), creature, number) {
                index += 1;
                push(become_, noun);
                continue;
            }
            // "A 2/2 creature with flying."
            if matches!(modification, Modification::Gain(_)) && !creature.with.is_empty() {
                continue;
            }
            let said = types_said(modification, group, mood, number, creature);
            if let Some(said) = said.or_else(|| self.abilities_said(modification, group, mood, host)) {
                said.into_iter().for_each(|(verb, rest)| push(&verb, rest));
                continue;
            }
            match modification {
                Modification::Control(who) => {
                    let (player, _) = self.a_player(who);
                    push(become_, format!("controlled by {player}"));
                }
                Modification::SetColors(_) if size.is_some() && colored(modification) => {}
                Modification::SetColors(colors) => push(become_, colors_text(*colors)),
                Modification::AddColors(colors) => {
                    push(become_, format!("{} in addition to {its} other colors", colors_text(*colors)));
                }
                Modification::AddChosenSubtype => {
                    push(become_, format!("the chosen type in addition to {its} other types"));
                }
                Modification::SetChosenColor => push(become_, "the chosen color".to_owned()),
                Modification::AddChosenColor => {
                    push(become_, format!("the chosen color in addition to {its} other colors"));
                }
                Modification::SetChosenSubtype(_) => push(become_, "the chosen type".to_owned()),
                Modification::SetSubtypesOf(kind, of) => {
                    let of = self.object(of, Case::Object).text;
                    push("have", format!("the {} types of {of}", type_word(*kind)));
                }
                Modification::ReplaceWords(kind) => {
                    let word = kind.word();
                    push("have", format!("all instances of {word}s in {its} text replaced with the chosen {word}"));
                }
                Modification::SetPowerToughness(..) if size.is_some() => {}
                Modification::SetPowerToughness(power, toughness) => {
                    let base = self.base(power, toughness);
                    push("have", base);
                }
                Modification::SetPower(number) => {
                    let value = self.value(number);
                    push("have", format!("base power {value}"));
                }
                Modification::SetToughness(number) => {
                    let value = self.value(number);
                    push("have", format!("base toughness {value}"));
                }
                Modification::AddPowerToughness(power, toughness) => {
                    let amount = self.change(power, toughness);
                    // ", where X is …" ends the sentence; "for each …" follows its number.
                    if alone || amount.tail.starts_with(',') {
                        push("get", amount.text);
                        tail.push_str(&amount.tail);
                    } else {
                        push("get", crate::card::wording::inflection::spaced([amount.text, amount.tail]));
                    }
                }
                Modification::SwitchPowerToughness => push("have", format!("{its} power and toughness switched")),
                Modification::Copiable(face) => {
                    let name = if face.name.is_empty() { "an object without a name" } else { face.name.as_str() };
                    push(become_, format!("a copy of {name}"));
                }
                Modification::CopyOf(of) => {
                    let of = self.object(of, Case::Object).text;
                    push(become_, format!("a copy of {of}"));
                }
                Modification::ReplaceText { from, to } => {
                    push("have", format!("all instances of {} in {its} text replaced with {}", from.word(), to.word()));
                }
                Modification::SetName(name) => push("have", format!("the name {name}")),
                Modification::AddNames(what) => {
                    let of = self.noun(what, &Usage::new(Determiner::Bare, Kind::Card)).text;
                    push("have", format!("all names of {of} in addition to {its} name"));
                }
                Modification::FullTextOf(of) => {
                    let of = self.object(of, Case::Object).text;
                    push("have", format!("the full text of {of}"));
                }
                Modification::HasText(ability) => {
                    push("have", format!("the text {}", granted(ability, host, self.name)));
                }
                Modification::Mark(being) => push(become_, being.word().to_owned()),
                _ => push(UNSAID, String::new()),
            }
        }
        if verbs.is_empty() {
            verbs.push((if mood == Mood::Lasting { "be" } else { "stay" }.to_owned(), "unchanged".to_owned()));
        }
        (verbs, tail)
    }
}
