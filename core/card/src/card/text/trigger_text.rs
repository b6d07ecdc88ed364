//! Trigger events: "whenever a creature attacks", "when", "at" (CR 603.2), and the referents of
//! "that creature" and "that player".

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::ManaSymbol;
use crate::card::words::turn_step::DayNight;
use crate::card::words::zone_kind::ZoneKind;

use super::conditions::so_many_creatures;
use super::filter_kinds::{is_this, word_for};
use super::phrase::{Determiner, It, Kind, Phrase, Usage};
use super::voice::{UNSAID, Voice};
use crate::card::wording::inflection::{
    Number, Person, conjugated, list, negated, ordinal, past, past_negated, spaced, with_article,
};
use crate::card::wording::tense::Tense;

/// The referents of a trigger event: the object, with a noun if its description has no suitable
/// one, and the player.
pub(super) struct About<'a> {
    pub(super) object: Option<(&'a Filter, Option<&'static str>)>,
    player: Option<&'a Players>,
}

pub(super) fn about(when: &TriggerEvent) -> About<'_> {
    let of = |object, player| About { object, player };
    let described = |what| Some((what, None));
    let word = |what, word| Some((what, Some(word)));
    match when {
        TriggerEvent::Attacks(what)
        | TriggerEvent::Blocks(what)
        | TriggerEvent::BecomesBlocked(what)
        | TriggerEvent::AttacksThat { what, .. }
        | TriggerEvent::AttacksAlone(what)
        | TriggerEvent::AttacksTogether { what, .. }
        | TriggerEvent::BlocksAlone(what)
        | TriggerEvent::BlocksMany { what, .. }
        | TriggerEvent::BlockedByMany { what, .. }
        | TriggerEvent::AttacksUnblocked(what) => of(word(what, "creature"), None),
        TriggerEvent::IsAttacked { objects, .. } => of(objects.as_ref().map(|what| (what, Some("planeswalker"))), None),
        TriggerEvent::AttacksWith { .. } => of(None, None),
        TriggerEvent::BlocksCreature { creature: other, .. } | TriggerEvent::BecomesBlockedBy { by: other, .. } => {
            of(word(other, "creature"), None)
        }
        TriggerEvent::Moves { what, .. }
        | TriggerEvent::BecomesTapped(what)
        | TriggerEvent::DealtExcessDamage(what)
        | TriggerEvent::BecomesUntapped(what)
        | TriggerEvent::BecomesLevel { what, .. }
        | TriggerEvent::PhasesOut(what)
        | TriggerEvent::PhasesIn(what)
        | TriggerEvent::TurnedFaceUp(what)
        | TriggerEvent::Transforms { what, .. }
        | TriggerEvent::Mutates(what)
        | TriggerEvent::BecomesAttached { to: what, .. }
        | TriggerEvent::BecomesUnattached { from: what, .. }
        | TriggerEvent::CountersPut { on: what, .. }
        | TriggerEvent::CountersRemoved { from: what, .. } => of(described(what), None),
        TriggerEvent::TapsForMana { who, what, .. }
        | TriggerEvent::Sacrifices { who, what }
        | TriggerEvent::PlaysLand { who, what }
        | TriggerEvent::Creates { who, what }
        | TriggerEvent::LosesControl { who, what }
        | TriggerEvent::GainsControl { who, what } => of(described(what), Some(who)),
        TriggerEvent::Discards { who, what, by } => of(word(what, "card"), by.as_ref().or(Some(who))),
        TriggerEvent::Mills { who, what }
        | TriggerEvent::Cycles { who, what, .. }
        | TriggerEvent::Reveals { who, what } => of(word(what, "card"), Some(who)),
        TriggerEvent::FinishesResolving(what) => of(word(what, "spell"), None),
        TriggerEvent::ExiledThisWay(what) => of(word(what, "card"), None),
        TriggerEvent::Champions { what, .. }
        | TriggerEvent::Explores(what)
        | TriggerEvent::Exploits(what)
        | TriggerEvent::Evolves(what)
        | TriggerEvent::BecomesMarked { what, by: None, .. } => of(described(what), None),
        TriggerEvent::BecomesMarked { what, by: Some(by), .. } => of(word(what, "card"), Some(by)),
        TriggerEvent::Exerts { who, what, .. } => of(described(what), Some(who)),
        TriggerEvent::RevealedThisWay(what) => of(word(what, "card"), None),
        TriggerEvent::Crews { vehicle, .. } => of(word(vehicle, "Vehicle"), None),
        other => about_players(other),
    }
}

/// The referents of events of spells, damage and players, and of events that wrap others.
fn about_players(when: &TriggerEvent) -> About<'_> {
    let of = |object, player| About { object, player };
    let described = |what| Some((what, None));
    let word = |what, word| Some((what, Some(word)));
    match when {
        TriggerEvent::Casts(who, what) | TriggerEvent::Copies { who, what } => of(word(what, "spell"), Some(who)),
        TriggerEvent::Activates { who, .. } => of(word(&Filter::Any, "ability"), Some(who)),
        TriggerEvent::Triggers(_) => of(word(&Filter::Any, "ability"), None),
        TriggerEvent::IsCountered { what, .. } => of(word(what, "spell"), None),
        TriggerEvent::IsDestroyed { what, by } => of(described(what), by.as_ref()),
        TriggerEvent::BecomesTarget { by, .. } | TriggerEvent::PlayerBecomesTarget { by, .. } => {
            of(word(&Filter::Any, "spell or ability"), Some(by))
        }
        TriggerEvent::DamageIsPrevented { source, players, .. } => of(word(source, "source"), players.as_ref()),
        TriggerEvent::AddsMana { who, source, .. } => of(word(source, "source"), Some(who)),
        TriggerEvent::DealsDamage { to_objects: Some(what), to_players, .. } => {
            of(described(what), to_players.as_ref())
        }
        // "Whenever enchanted creature deals damage to you, …": it is called so.
        TriggerEvent::DealsDamage { source: source @ Filter::Is(Objects::AttachedTo), to_players, .. } => {
            of(word(source, "creature"), to_players.as_ref())
        }
        TriggerEvent::DealsDamage { source, to_players, .. } => of(word(source, "source"), to_players.as_ref()),
        TriggerEvent::IsDealtDamage { what, who, .. } => of(what.as_ref().map(|what| (what, None)), who.as_ref()),
        TriggerEvent::BeginningOf(_, who)
        | TriggerEvent::Draws(who)
        | TriggerEvent::GainsLife(who)
        | TriggerEvent::LosesLife(who)
        | TriggerEvent::Shuffles(who)
        | TriggerEvent::BecomesMonarch(who)
        | TriggerEvent::Searches(who)
        | TriggerEvent::Scries(who)
        | TriggerEvent::Surveils(who)
        | TriggerEvent::FlipsCoin { who, .. }
        | TriggerEvent::RollsDice { who, .. }
        | TriggerEvent::GetsCounters { who, .. } => of(None, Some(who)),
        TriggerEvent::OneOrMore(inner)
        | TriggerEvent::ThisWay(inner)
        | TriggerEvent::Nth { when: inner, .. }
        | TriggerEvent::While { when: inner, .. } => about(inner),
        TriggerEvent::AnyOf(parts) => parts.first().map_or(About { object: None, player: None }, about),
        TriggerEvent::Chapter(_) => of(word(&Filter::This, "Saga"), Some(&Players::You)),
        _ => of(None, None),
    }
}

/// Whether what the object with the ability is attached to is put into a graveyard.
pub(super) fn is_end_of_attached(when: &TriggerEvent) -> bool {
    matches!(when, TriggerEvent::Moves { what: Filter::Is(Objects::AttachedTo), .. }) && is_ended(when)
}

/// Whether an event is that something is put into a graveyard from the battlefield.
fn is_ended(when: &TriggerEvent) -> bool {
    match when {
        TriggerEvent::Moves { from: Some(from), to: Some(to), .. } => {
            (from.single(), to.single()) == (Some(ZoneKind::Battlefield), Some(ZoneKind::Graveyard))
        }
        _ => false,
    }
}

/// Whether the object of an event is not what acts in it.
fn is_acted_upon(when: &TriggerEvent) -> bool {
    match when.innermost() {
        TriggerEvent::TapsForMana { who, .. } => *who != Players::Each,
        when => matches!(
            when,
            TriggerEvent::BlocksCreature { .. }
                | TriggerEvent::BecomesBlockedBy { .. }
                | TriggerEvent::DealsDamage { to_objects: Some(_), .. }
                | TriggerEvent::BecomesAttached { .. }
                | TriggerEvent::BecomesUnattached { .. }
                | TriggerEvent::Casts(..)
        ),
    }
}

/// The noun after "that" for the object of a trigger event.
pub(super) fn that_word(when: &TriggerEvent) -> String {
    match about(when).object {
        Some((_, Some(word))) => word.to_owned(),
        Some((what, None)) => word_for(what),
        None => "object".to_owned(),
    }
}

/// Whether the object of a trigger event is the object with the ability.
pub(super) fn is_about_this(when: &TriggerEvent) -> bool {
    about(when).object.is_some_and(|(what, _)| is_this(what))
}

/// Whether the object of a trigger event is a permanent or card other than the object with the
/// ability.
fn is_about_another(when: &TriggerEvent) -> bool {
    let spell = |word: Option<&str>| matches!(word, Some("spell" | "ability" | "spell or ability" | "source"));
    about(when).object.is_some_and(|(what, word)| !is_this(what) && !spell(word))
}

/// Whether the player of a trigger event is the controller of the ability.
pub(super) fn is_about_you(when: &TriggerEvent) -> bool {
    about(when).player == Some(&Players::You)
}

/// The grammatical number of the objects of a "one or more" event.
pub(super) fn number_of(when: &TriggerEvent) -> Number {
    match when.without_condition() {
        TriggerEvent::OneOrMore(_) => Number::Many,
        _ => Number::One,
    }
}

impl Voice<'_> {
    /// A trigger event with "when", "whenever" or "at"; `once` is for a delayed trigger, which
    /// waits for the next event.
    pub(super) fn trigger_event(&mut self, when: &TriggerEvent, once: bool) -> String {
        let parts = when.alternatives();
        let mut texts: Vec<String> = Vec::new();
        let once = once || self.ends;
        let of_once = once || parts.iter().all(|part| self.is_of_once(part));
        // "Whenever this enters or attacks": one clause for all that happens to one object.
        let joint = if parts.len() > 1 { self.event_by_rows(when) } else { None };
        let parts = if joint.is_some() { Vec::new() } else { parts };
        texts.extend(joint.map(|clause| spaced([if of_once { "when" } else { "whenever" }, &clause])));
        for part in &parts {
            let word = match part {
                TriggerEvent::BeginningOf(..) => "",
                part if once || self.is_of_once(part) => "when",
                _ => "whenever",
            };
            let clause = self.trigger_clause(part, once && !self.ends);
            let said = texts.iter().any(|text| text.starts_with(word)) && !word.is_empty();
            // "Attacks or blocks": a clause with the same subject doesn't repeat it.
            let clause = if said { clause.strip_prefix("it ").map_or(clause.clone(), str::to_owned) } else { clause };
            texts.push(if said { clause } else { spaced([word, &clause]) });
        }
        self.it = match about(when).object {
            // "When it is put into a graveyard from the battlefield, return Example."
            Some((what, _)) if is_this(what) && is_ended(when) && !self.host.dies() => None,
            // Something else acts, so that the object is "that creature".
            Some((what, _)) if is_acted_upon(when) => is_this(what).then_some(It::This),
            Some((what, None)) => Some(if is_this(what) { It::This } else { It::ThatObject }),
            Some((what, Some("creature" | "source" | "spell"))) => {
                Some(if is_this(what) { It::This } else { It::ThatObject })
            }
            _ => match when {
                TriggerEvent::BecomesTarget { what, .. } => is_this(what).then_some(It::This),
                when if about(when).object.is_some_and(|(what, _)| !is_this(what)) => None,
                _ => self.it,
            },
        };
        texts.join(" or ")
    }

    /// Whether an event happens once to its object: "when".
    fn is_of_once(&self, when: &TriggerEvent) -> bool {
        match when.without_condition() {
            TriggerEvent::State(_)
            | TriggerEvent::Done
            | TriggerEvent::ThisWay(_)
            | TriggerEvent::Chapter(_)
            | TriggerEvent::EntersRoom { .. }
            | TriggerEvent::Exerts { this_way: true, .. } => true,
            // An Aura goes with what it enchants.
            TriggerEvent::Moves { what: Filter::Is(what), from: Some(_), .. } => {
                *what != Objects::AttachedTo || self.host.is_aura()
            }
            TriggerEvent::Moves { what, .. }
            | TriggerEvent::Casts(_, what)
            | TriggerEvent::Cycles { what, .. }
            | TriggerEvent::Discards { what, .. }
            | TriggerEvent::BecomesLevel { what, level: Some(_) }
            | TriggerEvent::BecomesMarked { what, .. }
            | TriggerEvent::Exploits(what)
            | TriggerEvent::TurnedFaceUp(what)
            | TriggerEvent::PlaneswalksTo(what)
            | TriggerEvent::PlaneswalksAway(what)
            | TriggerEvent::Encounters(what)
            | TriggerEvent::SetsInMotion(what) => is_this(what),
            _ => false,
        }
    }

    /// Whether nothing but the object with the ability has been mentioned that something else could
    /// be another than.
    pub(super) fn is_the_one(&self) -> bool {
        self.said.is_empty() && !self.trigger.is_some_and(is_about_another)
    }

    /// Whether the subject of an event is singular or plural.
    fn person_of_many(&self) -> Person {
        if self.many.is_some() { Person::Many } else { Person::One }
    }

    /// The introduction of an object of a trigger event: "a creature", "one or more creatures".
    pub(super) fn one(&self, kind: Kind) -> Usage {
        match &self.many {
            Some(many) => Usage::new(Determiner::Several(many.clone(), Number::Many), kind),
            None => Usage::new(Determiner::A, kind),
        }
    }

    /// An object of a trigger event, with a verb.
    fn thing(&mut self, what: &Filter, kind: Kind, verb: &str, rest: &str) -> String {
        let usage = self.one(kind);
        let phrase = match self.stand_in {
            Some((text, number)) => Phrase { text: text.to_owned(), number },
            None => self.noun(what, &usage),
        };
        spaced([phrase.text.as_str(), &self.verb(verb, phrase.number.into()), rest])
    }

    /// The verb of an event, in its tense.
    pub(super) fn verb(&self, base: &str, person: Person) -> String {
        match self.tense {
            Tense::Present => conjugated(base, person),
            Tense::Past => past(base, person),
            Tense::NotPast => past_negated(base, person),
            Tense::NotPresent => negated(base, person),
        }
    }

    /// A player of a trigger event, with a verb and its objects.
    fn deed(&mut self, who: &Players, verb: &str, what: Option<(&Filter, Kind)>, rest: &str) -> String {
        let (subject, person) = self.a_player(who);
        let object = what.map_or_else(String::new, |(what, kind)| {
            let usage = self.one(kind);
            self.noun(what, &usage).text
        });
        let object = match self.stand_in {
            // "The creature you sacrificed", "you didn't sacrifice it".
            Some(("that" | "who", _)) if what.is_some() => String::new(),
            Some((stand_in, _)) if what.is_some() => stand_in.to_owned(),
            _ => object,
        };
        let (subject, person) = match self.stand_in {
            Some(("who", _)) => ("who".to_owned(), Person::One),
            _ => (subject, person),
        };
        spaced([subject.as_str(), &self.verb(verb, person), &object, rest])
    }

    /// "a +1/+1 counter", "one or more counters".
    pub(super) fn counters(&self, kind: Option<&CounterKind>) -> String {
        let noun = kind.map_or_else(|| "counter".to_owned(), |kind| format!("{kind} counter"));
        match &self.many {
            Some(many) => format!("{many} {noun}s"),
            None => with_article(&noun),
        }
    }

    fn an_object(&mut self, what: &Filter, kind: Kind) -> String {
        self.noun(what, &Usage::new(Determiner::A, kind)).text
    }

    /// A trigger event as a clause.
    pub(super) fn trigger_clause(&mut self, when: &TriggerEvent, once: bool) -> String {
        let said = self.event_by_rows(when);
        let said = said.or_else(|| self.in_combat(when));
        let said = said.or_else(|| self.of_the_game(when, once));
        let said = said.or_else(|| self.with_spells(when));
        let said = said.or_else(|| self.by_damage_and_life(when));
        let said = said.or_else(|| self.with_cards(when));
        let said = said.or_else(|| self.of_permanents(when));
        said.unwrap_or_else(|| UNSAID.to_owned())
    }

    /// Attacking and blocking (CR 508, 509).
    fn in_combat(&mut self, when: &TriggerEvent) -> Option<String> {
        Some(match when {
            TriggerEvent::AttacksThat { what, .. } => self.thing(what, Kind::Creature, "attack", ""),
            TriggerEvent::IsAttacked { .. } => {
                let are = self.verb("be", Person::One);
                format!("nobody {are} attacked")
            }
            TriggerEvent::BlocksMany { what, number } => {
                let many = so_many_creatures(*number);
                self.thing(what, Kind::Creature, "block", &many)
            }
            TriggerEvent::BlockedByMany { what, number } => {
                let many = so_many_creatures(*number);
                self.thing(what, Kind::Creature, "become", &format!("blocked by {many}"))
            }
            _ => return None,
        })
    }

    /// Steps, states and events that wrap others (CR 603).
    fn of_the_game(&mut self, when: &TriggerEvent, once: bool) -> Option<String> {
        Some(match when {
            TriggerEvent::BeginningOf(step, whose) => self.beginning(*step, whose, once),
            TriggerEvent::FlipsCoin { who, result } => {
                let (subject, person) = self.a_player(who);
                super::chance_text::flips(&subject, person, *result)
            }
            TriggerEvent::RollsDice { who, result } => {
                let (subject, person) = self.a_player(who);
                super::chance_text::rolls(&subject, person, *result)
            }
            TriggerEvent::Done | TriggerEvent::Exerts { this_way: true, .. } => "you do".to_owned(),
            TriggerEvent::ThisWay(inner) => format!("{} this way", self.trigger_clause(inner, once)),
            TriggerEvent::AnyOf(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.trigger_clause(part, once)).collect();
                parts.join(" or ")
            }
            TriggerEvent::OneOrMore(inner) => {
                let before = self.many.replace("one or more".to_owned());
                let clause = self.trigger_clause(inner, once);
                self.many = before;
                clause
            }
            TriggerEvent::Chapter(number) => format!("{} comes to have {number} or more lore counters", self.name),
            TriggerEvent::ItBecomes { time, changes } => {
                let each =
                    [DayNight::Day, DayNight::Night].into_iter().filter(|it| time.is_none_or(|time| time == *it));
                let clause = |it: DayNight| match changes {
                    true => format!("{} becomes {}", it.other().word(), it.word()),
                    false => format!("it becomes {}", it.word()),
                };
                // "Day becomes night" comes first.
                each.rev().map(clause).collect::<Vec<String>>().join(" or ")
            }
            _ => return None,
        })
    }

    /// Spells, abilities and mana (CR 601, 602, 605).
    fn with_spells(&mut self, when: &TriggerEvent) -> Option<String> {
        Some(match when {
            TriggerEvent::AddsMana { who, source, kind, chosen } => {
                let mana = match kind {
                    Some(kind) => format!("one or more {}", ManaSymbol::Mana(*kind)),
                    None if *chosen => "one or more mana of the chosen color".to_owned(),
                    None => "one or more mana".to_owned(),
                };
                let by = match source {
                    Filter::Any => String::new(),
                    source => format!(" with {}", self.noun(source, &Usage::new(Determiner::A, Kind::Permanent)).text),
                };
                self.deed(who, "add", None, &format!("{mana}{by}"))
            }
            TriggerEvent::TapsForMana { who, what, kind: Some(kind), chosen: true } => {
                let mana = ManaSymbol::Mana(*kind).to_string();
                self.deed(who, "tap", Some((what, Kind::Permanent)), &format!("for {mana}"))
            }
            TriggerEvent::Activates { who, what, boast: true, .. } => {
                let of = self.an_object(what, Kind::Creature);
                self.deed(who, "activate", None, &format!("a boast ability of {of}"))
            }
            _ => return None,
        })
    }

    /// Damage and life (CR 119, 120).
    fn by_damage_and_life(&mut self, when: &TriggerEvent) -> Option<String> {
        Some(match when {
            TriggerEvent::DamageIsPrevented { source, players, objects } => {
                let mut to: Vec<String> = Vec::new();
                to.extend(players.as_ref().map(|who| self.a_player(who).0));
                to.extend(objects.as_ref().map(|what| self.an_object(what, Kind::Permanent)));
                let to = if to.is_empty() { String::new() } else { format!(" to {}", to.join(" or ")) };
                let source = self.noun(source, &Usage::new(Determiner::A, Kind::Source)).text;
                format!("damage that {source} would deal{to} {} prevented", self.verb("be", Person::One))
            }
            TriggerEvent::DealsDamage { source, combat, noncombat, .. } => {
                self.thing(source, Kind::Source, "deal", damage_word(*combat, *noncombat))
            }
            TriggerEvent::IsDealtDamage { what, who, combat, noncombat } => {
                let mut subjects: Vec<String> = Vec::new();
                let mut person = Person::One;
                if let Some(who) = who {
                    let (subject, its) = self.a_player(who);
                    person = its;
                    subjects.push(subject);
                }
                if let Some(what) = what {
                    let usage = self.one(Kind::Permanent);
                    let phrase = self.noun(what, &usage);
                    person = phrase.number.into();
                    subjects.push(phrase.text);
                }
                let damage = damage_word(*combat, *noncombat);
                if let Some((stand_in, number)) = self.stand_in {
                    (subjects, person) = (vec![stand_in.to_owned()], number.into());
                }
                format!("{} {} dealt {damage}", subjects.join(" or "), self.verb("be", person))
            }
            _ => return None,
        })
    }

    /// Cards drawn, moved, and dungeons (CR 121, 309, 701).
    fn with_cards(&mut self, when: &TriggerEvent) -> Option<String> {
        Some(match when {
            TriggerEvent::Moves { what, from, to } => self.movement(what, *from, *to, ""),
            // Several of them.
            TriggerEvent::Draws(who) => {
                let cards = self.many.as_ref().map_or_else(|| "a card".to_owned(), |many| format!("{many} cards"));
                self.deed(who, "draw", None, &cards)
            }
            TriggerEvent::EntersRoom { name, leads_to } => {
                let leads_to = if leads_to.is_empty() {
                    String::new()
                } else {
                    format!(" (which leads to {})", list(leads_to, "or"))
                };
                format!("you move your venture marker into {name}{leads_to}")
            }
            _ => return None,
        })
    }

    /// Events of permanents (CR 110, 122, 702).
    fn of_permanents(&mut self, when: &TriggerEvent) -> Option<String> {
        Some(match when {
            TriggerEvent::BecomesMarked { what, being, by } => match (being.reserving(), by) {
                (Some(it), Some(by)) => self.deed(by, it.verb, Some((what, Kind::Card)), ""),
                (Some(_), None) => self.thing(what, Kind::Card, "become", being.word()),
                (None, _) => self.thing(what, Kind::Permanent, "become", being.word()),
            },
            TriggerEvent::CountersPut { on, kind: None, reaching: Some(n) } => {
                let on = self.an_object(on, Kind::Permanent);
                format!("the {} counter {} put on {on}", ordinal(*n), self.verb("be", Person::One))
            }
            TriggerEvent::CountersPut { on, kind, .. } => {
                let (counters, are) = (self.counters(kind.as_ref()), self.verb("be", self.person_of_many()));
                format!("{counters} {are} put on {}", self.an_object(on, Kind::Permanent))
            }
            TriggerEvent::CountersRemoved { from, kind: None, last } => {
                let counters = if *last { "the last counter of a kind".to_owned() } else { self.counters(None) };
                let are = self.verb("be", if *last { Person::One } else { self.person_of_many() });
                format!("{counters} {are} removed from {}", self.an_object(from, Kind::Permanent))
            }
            _ => return None,
        })
    }

    /// "you control", "an opponent controls"; empty for anyone.
    pub(super) fn controlled(&mut self, by: &Players) -> String {
        let (controller, person) = self.a_player(by);
        format!("{controller} {}", conjugated("control", person))
    }
}

pub(super) const fn damage_word(combat: bool, noncombat: bool) -> &'static str {
    match (combat, noncombat) {
        (true, _) => "combat damage",
        (false, true) => "noncombat damage",
        (false, false) => "damage",
    }
}
