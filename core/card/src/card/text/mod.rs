//! Writes rules text from abilities as data, one phrase for each node of the tree (CR 113, 207).
//!
//! Nothing here knows a card: the text is composed from the nodes, in the style of printed cards,
//! and says what the engine will do. Reading text is not the concern of this module.
//!
//! The parts, from small to large: `by_rows` writes what the rows of `card/wording` say; `nouns`
//! writes filters, with facts about them in `filter_kinds`; `references` resolves "it" and
//! "target", and `whose` writes players and possessives; `numbers` writes quantities; `conditions`
//! and `trigger_text` write conditions and trigger events, and `movement` the zone changes in
//! them; `effect_text`, `modifications`, `replacements` and `would` write static effects, and
//! `static_text` joins those of one thing; `clauses`, `instruction_text`, `verbs`, `making`,
//! `branches` and `bodies` write instructions.

mod attributes;
mod bodies;
mod branches;
mod by_rows;
mod chance_text;
mod choice_text;
mod clauses;
mod conditions;
mod copy_text;
mod cost_text;
#[cfg(test)]
mod course_tests;
mod drafting_text;
mod effect_text;
#[cfg(test)]
mod every_word_tests;
mod filter_kinds;
mod instruction;
mod instruction_text;
mod keyword_text;
mod making;
mod mana_text;
mod modifications;
mod movement;
mod nouns;
mod numbers;
mod past;
mod permissions;
mod phrase;
mod references;
mod replacements;
mod restrictions;
#[cfg(test)]
mod reviewed_tests;
#[cfg(test)]
mod said_tests;
mod static_text;
#[cfg(test)]
mod tests;
mod trigger_text;
mod turn_text;
mod verbs;
mod voice;
mod ways;
#[cfg(test)]
mod who_tests;
mod whose;
#[cfg(test)]
mod wording_tests;
mod would;

use crate::card::wording::inflection::{Number, capitalized, list, running, sentence};

use crate::card::ast::ability::{
    Ability, ActivatedAbility, ActivationLimit, Body, Face, Mode, OwnPrice, StaticAbility, TargetSpec, TriggerLimit,
    TriggeredAbility,
};
use crate::card::ast::cost::{Cost, ManaTerm};
use crate::card::ast::effect::{Modification, StaticEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Players};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::wording::category;
use crate::card::words::card_type::{CardTypes, Subtype, Supertypes};
use crate::card::words::term::any;
use crate::card::words::zone_kind::ZoneKind;
use filter_kinds::type_words;
use phrase::{Determiner, Kind, Mood, Subject, Usage};
use voice::{EMBLEM, Host, UNSAID, Voice};

pub use copy_text::option_text;

impl<'a> Voice<'a> {
    fn of(face: &'a Face) -> Voice<'a> {
        let mut voice = Voice { host: Host::of(face), ..Voice::new(&face.name) };
        voice.paid_with = face.abilities.iter().find_map(|ability| match ability {
            Ability::Static(StaticAbility { effect: StaticEffect::Cost(effect), .. }) => ways::paid_to_cast(effect),
            _ => None,
        });
        voice
    }
}

/// The rules text of a face, one line for each paragraph; consecutive keyword abilities share a
/// line. A level, its size and its abilities stand on lines of their own, as they are printed.
pub fn rules_text(face: &Face) -> Vec<String> {
    let mut lines = Vec::new();
    paragraphs(face, &face.abilities, &mut lines);
    lines
}

/// Whether an ability stands on one line with others of its kind. Other keywords stand alone, with
/// what reminds of their rules.
fn shares_a_line(ability: &Ability) -> bool {
    matches!(ability, Ability::Keyword(keyword) if keyword.listed())
}

/// A keyword, with the qualities of those after it if they give protection, too: "protection from
/// black and from red". And how many of them.
fn keyword_and_more(face: &Face, keyword: &Keyword, after: &[Ability]) -> (String, usize) {
    let mut voice = Voice::of(face);
    let Keyword::Protection(from) = keyword else { return (voice.keyword(keyword), 0) };
    let more = after.iter().map_while(|next| match next {
        Ability::Keyword(Keyword::Protection(from)) => Some(from),
        _ => None,
    });
    let all: Vec<String> =
        std::iter::once(from).chain(more).map(|from| format!("from {}", voice.quality(from))).collect();
    (format!("protection {}", list(&all, "and")), all.len() - 1)
}

/// Adds the paragraphs of abilities of a face.
fn paragraphs(face: &Face, abilities: &[Ability], lines: &mut Vec<String>) {
    let mut before: Option<&Ability> = None;
    let mut rest = abilities;
    while let Some((ability, after)) = rest.split_first() {
        rest = after;
        match (ability, lines.last_mut()) {
            (Ability::Keyword(Keyword::Level(symbol)), _) => {
                lines.extend([keyword_text::level_range(symbol), keyword_text::level_size(symbol)]);
                paragraphs(face, &symbol.abilities, lines);
            }
            (Ability::Keyword(keyword), line) if shares_a_line(ability) => {
                let (said, of) = keyword_and_more(face, keyword, after);
                rest = &after[of..];
                match line.filter(|_| before.is_some_and(shares_a_line)) {
                    Some(line) => line.push_str(&format!(", {said}")),
                    None => lines.push(capitalized(&said)),
                }
            }
            // "You may exert it as it attacks. When you do, …"
            (
                Ability::Triggered(TriggeredAbility { when: TriggerEvent::Exerts { this_way: true, .. }, .. }),
                Some(line),
            ) => {
                line.push_str(&format!(" {}", Voice::of(face).ability(ability)));
            }
            _ => match Voice::of(face).static_abilities(ability, after) {
                Some((said, of)) => {
                    lines.push(said);
                    rest = &after[of - 1..];
                }
                None => lines.push(Voice::of(face).ability(ability)),
            },
        }
        before = Some(ability);
    }
}

/// The text of one ability of an object with this name.
pub fn ability_text(ability: &Ability, name: &str) -> String {
    Voice::new(name).ability(ability)
}

/// The text of an ability that an object with this name created and that triggers once (CR 603.7b):
/// "At the beginning of the next end step, …".
pub fn delayed_text(ability: &Ability, name: &str) -> String {
    match ability {
        Ability::Triggered(triggered) => Voice::new(name).triggered(triggered, true),
        other => ability_text(other, name),
    }
}

/// The type line: "Legendary Creature — Human Wizard" (CR 205.1).
pub fn type_line(supertypes: Supertypes, types: CardTypes, subtypes: &[Subtype]) -> String {
    let mut words: Vec<String> = supertypes.iter().map(|kind| kind.to_string()).collect();
    words.extend(type_words(types));
    if !subtypes.is_empty() {
        words.push("\u{2014}".to_owned());
        words.extend(subtypes.iter().map(|subtype| subtype.name().to_owned()));
    }
    words.join(" ")
}

/// A cost: "{1}{W}, {T}, Sacrifice this permanent".
pub fn cost_text(cost: &[Cost]) -> String {
    Voice::new("this permanent").cost(cost)
}

/// A cost as paid for an object with this name: "Sacrifice Fling".
pub fn cost_text_of(cost: &[Cost], name: &str) -> String {
    Voice::new(name).cost(cost)
}

/// The noun with its article: "an Elf Warrior token".
pub fn with_article(noun: &str) -> String {
    crate::card::wording::inflection::with_article(noun)
}

/// The effect of a modification on an object, with its verb: "gets +2/+2", "gains flying".
pub fn modification_text(modification: &Modification, name: &str) -> String {
    let one = std::slice::from_ref(modification);
    let clauses = Voice::new(name).modified(Subject::Unsaid, one, Mood::Beginning, "");
    list(&clauses.iter().map(clauses::Clause::finite).collect::<Vec<_>>(), "and")
}

/// One matching object: "a nonblack creature you control".
pub fn filter_text(filter: &Filter, name: &str) -> String {
    Voice::new(name).noun(filter, &Usage::new(Determiner::A, Kind::Permanent)).text
}

/// A target as announced: "up to two target creatures" (CR 115.1).
pub fn target_text(target: &TargetSpec, name: &str) -> String {
    Voice { targets: std::slice::from_ref(target), ..Voice::new(name) }.target(0).text
}

/// A mode as a sentence (CR 700.2).
pub fn mode_text(mode: &Mode, name: &str) -> String {
    let mut voice = Voice { targets: &mode.targets, ..Voice::new(name) };
    let body = Body { instructions: mode.instructions.clone(), ..Body::default() };
    let said = voice.body(&body);
    capitalized(&running(&said))
}

/// One instruction as a sentence; `targets` are those of its ability.
pub fn instruction_text(instruction: &Instruction, targets: &[TargetSpec], name: &str) -> String {
    let mut voice = Voice { targets, ..Voice::new(name) };
    let pieces = voice.pieces(std::slice::from_ref(instruction));
    capitalized(&running(&clauses::sentences(&pieces)))
}

/// The sentences of a static effect: "Creatures you control get +1/+1."
pub fn effect_text(effect: &StaticEffect, name: &str) -> String {
    capitalized(&running(&Voice::new(name).static_effect(effect, None)))
}

/// The sentences of mana terms: "Spend this mana only to cast creature spells" (CR 106.6).
pub fn terms_text(terms: &[ManaTerm], name: &str) -> String {
    let mut voice = Voice::new(name);
    let said: Vec<String> = terms.iter().map(|term| voice.mana_term(term)).collect();
    capitalized(&running(&said))
}

/// A trigger event: "whenever a creature attacks".
pub fn trigger_text(event: &TriggerEvent, name: &str) -> String {
    Voice::new(name).trigger_event(event, false)
}

/// Whether an instruction brings the object with the ability to an end.
fn ends_this(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::SacrificeThose(verb::SacrificeThose(what)) | Instruction::Destroy(verb::Destroy(what)) => {
            *what == Objects::This
        }
        _ => false,
    }
}

/// Whether the first instruction depends on a condition, which after the trigger event would be an
/// intervening "if" clause (CR 603.4).
fn begins_with_if(body: &Body) -> bool {
    matches!(body.instructions.first(), Some(Instruction::If(it)) if it.otherwise.is_empty())
}

impl<'a> Voice<'a> {
    fn ability(&mut self, ability: &'a Ability) -> String {
        match ability {
            Ability::Keyword(keyword @ Keyword::Companion(_)) => sentence(&self.keyword(keyword)),
            // "Cycling—Pay 2 life."
            Ability::Keyword(keyword) if any(keyword, |cost: &Cost| !matches!(cost, Cost::Mana(_))) => {
                capitalized(&sentence(&self.keyword(keyword)))
            }
            Ability::Keyword(keyword) => capitalized(&self.keyword(keyword)),
            Ability::Spell(spell) => {
                self.targets = &spell.body.targets;
                capitalized(&running(&self.body(&spell.body)))
            }
            Ability::Activated(activated) => self.activated(activated),
            Ability::Triggered(triggered) => self.triggered(triggered, false),
            Ability::Static(ability) => self.static_ability(ability, std::slice::from_ref(&ability.effect)),
        }
    }

    fn activated(&mut self, ability: &'a ActivatedAbility) -> String {
        self.targets = &ability.body.targets;
        self.zone = ability.zone;
        self.paid_with = ways::paid_with(&ability.cost);
        let cost = self.cost(&ability.cost);
        // Cards are discarded and revealed from a hand.
        self.zone_said |= ability.cost.iter().any(|part| match part {
            Cost::DiscardThis => true,
            Cost::Exile { what, .. } | Cost::Reveal(_, what) => filter_kinds::is_this(what),
            _ => false,
        });
        // What does something is named.
        self.it = None;
        let effect = capitalized(&running(&self.body(&ability.body)));
        let prices: String = ability.prices.iter().map(|price| self.own_price(price)).collect();
        let mut limits: Vec<String> = Vec::new();
        for limit in &ability.limits {
            limits.push(match limit {
                ActivationLimit::ActivatedBy(_) | ActivationLimit::AlsoIn(_) => continue,
                ActivationLimit::If(Condition::TurnOf(Players::You)) if ability.activated_by().is_some() => {
                    "only during their turn".to_owned()
                }
                limit => {
                    self.it = None;
                    self.by_rows::<category::Limit>(limit.clone(), None)
                        .map_or_else(|| UNSAID.to_owned(), |said| said.text)
                }
            });
        }
        let also: Vec<ZoneKind> = ability
            .limits
            .iter()
            .filter_map(|limit| match limit {
                ActivationLimit::AlsoIn(zone) => Some(*zone),
                _ => None,
            })
            .collect();
        let said = self.zone_said || !ability.cost.iter().all(|part| part.can_be_paid_in(ZoneKind::Battlefield));
        let elsewhere = ability.zone != ZoneKind::Battlefield && !said && !self.is_emblem_in(ability.zone);
        if elsewhere || !also.is_empty() {
            let mut stands = self.stands_in(ability.zone);
            for zone in also {
                stands = format!("{stands} or {}", self.place(zone, Some(&Players::You), Number::One, false));
            }
            limits.push(format!("only if {stands}"));
        }
        let limited = if limits.is_empty() { String::new() } else { list(&limits, "and") };
        let by = ability.activated_by().map(|who| match who {
            Players::Each => "any player".to_owned(),
            Players::Opponents => "any opponent".to_owned(),
            who => self.player(who).0,
        });
        let limits = match by {
            // "Any player may activate this ability but only during their turn".
            Some(who) if limited.is_empty() => format!(" {} may activate this ability.", capitalized(&who)),
            Some(who) => format!(" {} may activate this ability but {limited}.", capitalized(&who)),
            None if limited.is_empty() => String::new(),
            None => format!(" Activate {limited}."),
        };
        format!("{}: {effect}{prices}{limits}", capitalized(&cost))
    }

    fn own_price(&mut self, price: &OwnPrice) -> String {
        self.it = None;
        let said = self.by_rows::<category::OwnPrice>(price.clone(), None);
        format!(" {}.", capitalized(&said.map_or_else(|| UNSAID.to_owned(), |said| said.text)))
    }

    /// "only during your turn", "only if you control a creature".
    fn only(&mut self, condition: Condition) -> String {
        self.it = None;
        let said = self.phrase_of::<category::Only>(condition).unwrap_or_else(|| UNSAID.to_owned());
        format!("only {said}")
    }

    /// Whether an ability belongs to an emblem, which is always in the command zone (CR 114.1).
    fn is_emblem_in(&self, zone: ZoneKind) -> bool {
        zone == ZoneKind::Command && self.name == EMBLEM
    }

    fn stands_in(&mut self, zone: ZoneKind) -> String {
        let place = self.place(zone, Some(&Players::You), Number::One, false);
        format!("{} is {place}", self.name)
    }

    /// `once` is for a delayed triggered ability, which waits for the next event.
    fn triggered(&mut self, ability: &'a TriggeredAbility, once: bool) -> String {
        if let TriggerEvent::Chapter(number) = ability.when {
            return self.chapter(&[number], &ability.body);
        }
        self.targets = &ability.body.targets;
        self.zone = ability.zone;
        // What it brings to an end happens once.
        self.ends = ability.body.instructions.first().is_some_and(ends_this);
        // The player of a step is named if the text refers to that player.
        let is_that_player = |who: &Players| *who == Players::ThatPlayer;
        self.of_each = any(&ability.body, is_that_player)
            || ability.condition.as_ref().is_some_and(|condition| any(condition, is_that_player));
        let event = self.trigger_event(&ability.when, once);
        self.trigger = Some(&ability.when);
        let mut text = event;
        // An ability that triggers on casting its own spell is on the stack anyway.
        let event_itself = ability.when.without_condition();
        let cast = matches!(event_itself, TriggerEvent::Casts(_, what) if filter_kinds::is_this(what));
        let mut conditions: Vec<String> = Vec::new();
        let by_nature = (cast && ability.zone == ZoneKind::Stack) || self.is_emblem_in(ability.zone);
        // An event of your turns only is one during them.
        let during = match (&ability.condition, &ability.when) {
            (Some(Condition::TurnOf(who)), TriggerEvent::Casts(..)) => {
                text.push_str(&format!(" during {} turn", self.whose(who)));
                true
            }
            _ => false,
        };
        // Where it triggers is no intervening "if" clause: it is not asked again (CR 113.6, 603.4).
        let place = match ability.zone == ZoneKind::Battlefield || by_nature {
            true => String::new(),
            false if ability.zone == ZoneKind::Exile => " while it's exiled".to_owned(),
            false => format!(" while {}", self.peek(|voice| voice.stands_in(ability.zone))),
        };
        if let Some(condition) = ability.condition.as_ref().filter(|_| !during) {
            conditions.push(self.condition(condition));
        }
        let (event, mut text) = (text, String::new());
        if !conditions.is_empty() {
            text.push_str(&format!(", if {}", list(&conditions, "and")));
            // After a condition of something else, "it" would be the object of the event.
            if !self.is_the_one() {
                self.it = None;
            }
        }
        let limit = match ability.limit {
            None => "",
            Some(TriggerLimit::OncePerTurn) => " This ability triggers only once each turn.",
            Some(TriggerLimit::DoOncePerTurn) => " Do this only once each turn.",
        };
        let counter = if ability.uncounterable { " This ability can't be countered." } else { "" };
        self.postponed = conditions.is_empty() && begins_with_if(&ability.body);
        let body = running(&self.body(&ability.body));
        // "Return it from your graveyard" says where it is.
        let place = if self.zone_said { "" } else { &place };
        let text = format!("{event}{place}{text}, {body}{limit}{counter}");
        capitalized(&text)
    }
}
