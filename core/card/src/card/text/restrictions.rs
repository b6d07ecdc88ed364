//! Restrictions, requirements, and the cost of attacking and blocking, as text (CR 101.2, 508.1,
//! 509.1).

use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{AsThough, Charge, CombatDamage, Otherwise, Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::wording::category;
use crate::card::words::zone_kind::{ZoneKind, Zones};

use super::clauses::Clause;
use super::filter_kinds::without_controller;
use super::phrase::{Case, Determiner, Kind, Subject, Usage};
use super::trigger_text::damage_word;
use super::voice::{UNSAID, Voice};
use crate::card::wording::inflection::{Number, Person, conjugated, list, number_word, spaced};

impl Voice<'_> {
    /// What can't be done.
    pub(super) fn restricted(&mut self, restriction: &Restriction) -> String {
        let said = self.by_rows::<category::Restricted>(restriction.clone(), None).map(|said| said.text);
        said.unwrap_or_else(|| self.restriction(restriction).finite())
    }

    /// What must be done.
    pub(super) fn required(&mut self, requirement: &Requirement) -> String {
        let said = self.by_rows::<category::Required>(requirement.clone(), None).map(|said| said.text);
        said.unwrap_or_else(|| UNSAID.to_owned())
    }

    fn restriction(&mut self, restriction: &Restriction) -> Clause {
        if let Some(clause) = self.player_restriction(restriction) {
            return clause;
        }
        let said = self.cant_in_combat(restriction);
        let said = said.or_else(|| self.cant_be_done_to(restriction));
        let said = said.or_else(|| self.cant_become_of(restriction));
        let said = said.or_else(|| self.cant_by_players(restriction));
        said.unwrap_or_else(|| Clause::command("", ""))
    }

    /// What creatures can't do in combat.
    fn cant_in_combat(&mut self, restriction: &Restriction) -> Option<Clause> {
        Some(match restriction {
            Restriction::CantAttackThat { what, players, objects } => {
                let clause = self.cant(what, Kind::Creature, "can't attack", String::new());
                let whom = self.those(players.as_ref(), objects.as_ref());
                Clause { verbs: vec![("can't attack".to_owned(), whom)], ..clause }
            }
            Restriction::NeedsOtherAttackers { what, count, like } => {
                self.needs_others(what, *count, like.as_ref(), "attack")
            }
            Restriction::NeedsOtherBlockers { what, count, like } => {
                self.needs_others(what, *count, like.as_ref(), "block")
            }
            _ => return None,
        })
    }

    /// What can't be done to objects.
    fn cant_be_done_to(&mut self, restriction: &Restriction) -> Option<Clause> {
        Some(match restriction {
            Restriction::DoesntUntap(what) => {
                let yours = match what {
                    Filter::All(parts) => parts.contains(&Filter::ControlledBy(Players::You)),
                    other => matches!(other, Filter::This | Filter::ControlledBy(Players::You)),
                };
                // "That creature doesn't untap."
                if matches!(what, Filter::Is(Objects::Target(_))) {
                    self.it = None;
                }
                let mut clause = self.cant(what, Kind::Permanent, "don't untap", String::new());
                let steps = match (yours, clause.person) {
                    (true, _) => "your untap step",
                    (false, Person::Many) => "their controllers' untap steps",
                    (false, Person::One | Person::You) => "its controller's untap step",
                };
                for (_, rest) in &mut clause.verbs {
                    *rest = format!("during {steps}");
                }
                clause
            }
            Restriction::CantBeTargeted { objects, players, by, source } => {
                let of = self.spells_and_abilities(by, source);
                let clause = match (objects, players) {
                    (Some(what), _) => self.cant(what, Kind::Permanent, "can't be", String::new()),
                    (None, who) => {
                        let (subject, person) = self.players_at_large(who.as_ref().unwrap_or(&Players::You));
                        Clause::new(subject, person, "can't be", String::new())
                    }
                };
                let target = if clause.person == Person::Many { "the targets" } else { "the target" };
                Clause { verbs: vec![("can't be".to_owned(), format!("{target} of {of}"))], ..clause }
            }
            Restriction::CantBeAttached { what, to, players } => {
                let attached = self.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)).text;
                let clause = match (to, players) {
                    (Some(to), _) => self.cant(to, Kind::Permanent, "can't have", String::new()),
                    (None, who) => {
                        let (subject, person) = self.players_at_large(who.as_ref().unwrap_or(&Players::You));
                        Clause::new(subject, person, "can't have", String::new())
                    }
                };
                let to = match clause.person {
                    Person::Many => "them",
                    Person::You => "you",
                    Person::One => "it",
                };
                let rest = format!("{attached} attached to {to}");
                Clause { verbs: vec![("can't have".to_owned(), rest)], ..clause }
            }
            Restriction::CantGetCounters { objects, players, kind } => {
                let counters = kind.as_ref().map_or_else(|| "counters".to_owned(), |kind| format!("{kind} counters"));
                match (objects, players) {
                    (Some(what), _) => {
                        let mut clause = self.cant(what, Kind::Permanent, "can't have", String::new());
                        let on = if clause.person == Person::Many { "them" } else { "it" };
                        clause.verbs = vec![("can't have".to_owned(), format!("{counters} put on {on}"))];
                        clause
                    }
                    (None, who) => self.player_cant(who.as_ref().unwrap_or(&Players::You), &format!("get {counters}")),
                }
            }
            Restriction::CantTrigger { because, of } => {
                let of = match of {
                    Filter::Any => String::new(),
                    of => format!(" of {}", self.noun(of, &Usage::new(Determiner::Bare, Kind::Permanent)).text),
                };
                let abilities = format!("abilities{of} to trigger");
                match because {
                    TriggerEvent::Moves { what, from: None, to: Some(to) }
                        if *to == Zones::only(ZoneKind::Battlefield) =>
                    {
                        let what = self.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)).text;
                        let subject = format!("{what} entering the battlefield");
                        Clause::new(subject, Person::Many, "don't cause", abilities)
                    }
                    _ => {
                        let event = self.trigger_event(because, false);
                        Clause::new(format!("{event}, that"), Person::One, "don't cause", abilities)
                    }
                }
            }
            _ => return None,
        })
    }

    /// What can't happen to objects.
    fn cant_become_of(&mut self, restriction: &Restriction) -> Option<Clause> {
        Some(match restriction {
            Restriction::MaximumCounters { what, kind, count } => {
                let than = number_word(i64::from(*count));
                self.cant(
                    what,
                    Kind::Permanent,
                    &format!("can't have more than {than} {kind} counters on it"),
                    String::new(),
                )
            }
            Restriction::CantPreventDamage { source, players, objects, combat } => {
                let damage = damage_word(*combat, false);
                let mut to: Vec<String> = Vec::new();
                to.extend(players.as_ref().map(|who| self.players_at_large(who).0));
                let bare = Usage::new(Determiner::Bare, Kind::Permanent);
                to.extend(objects.as_ref().map(|what| self.noun(what, &bare).text));
                let to = if to.is_empty() { String::new() } else { format!(" to {}", to.join(" and ")) };
                let by = match source {
                    Filter::Any => String::new(),
                    Filter::Is(what) => format!(" by {}", self.object(what, Case::Object).text),
                    source => format!(" by {}", self.noun(source, &Usage::new(Determiner::Bare, Kind::Source)).text),
                };
                let subject = match (by.is_empty(), to.is_empty()) {
                    (true, true) => damage.to_owned(),
                    _ => format!("{damage} that would be dealt{to}{by}"),
                };
                Clause {
                    verbs: vec![("can't be prevented".to_owned(), String::new())],
                    ..Clause::new(subject, Person::One, "be", "")
                }
            }
            Restriction::CantBeSacrificed { what, by: Some(by) } => {
                let causes = self.spells_and_abilities(by, &Filter::Any).replacen("or", "and", 1);
                let bare = Usage::new(Determiner::Bare, Kind::Permanent);
                let (rest, controller) = without_controller(what);
                let sacrificed = match controller {
                    Some(who) => {
                        let who = self.players_at_large(&who).0;
                        format!("{who} to sacrifice {}", self.noun(&rest, &bare).text)
                    }
                    None => format!("{} to be sacrificed", self.noun(what, &bare).text),
                };
                Clause::new(causes, Person::Many, "can't cause", sacrificed)
            }
            Restriction::CantSpendMana(what) => {
                let on = self.not_spent(what);
                Clause::new("you", Person::You, "can't spend", format!("mana {on}"))
            }
            _ => return None,
        })
    }

    /// What players can't do.
    fn cant_by_players(&mut self, restriction: &Restriction) -> Option<Clause> {
        Some(match restriction {
            Restriction::MaximumUntapped { .. } | Restriction::CantWin(_) | Restriction::CantLose { .. } => {
                self.restriction_of_course(restriction)
            }
            // These are about players.
            Restriction::CantCast { .. }
            | Restriction::MaximumSpells { .. }
            | Restriction::CantPlayLands { .. }
            | Restriction::CantActivate { .. }
            | Restriction::KeepsMana { .. }
            | Restriction::CantSearch(_)
            | Restriction::CantCycle(_)
            | Restriction::RevealTop(_) => Clause::command("", ""),
            _ => return None,
        })
    }

    /// "this creature can attack this turn as though it didn't have defender" (CR 609.4).
    pub(super) fn as_though(&mut self, it: &AsThough, time: &str) -> Clause {
        match it {
            AsThough::Attack { what, they } => {
                let clause = self.cant(what, Kind::Creature, "can attack", String::new());
                let taken = self.otherwise(they, clause.person);
                clause.with_tail(spaced([time, &format!("as though {taken}")]))
            }
            AsThough::Block { what, attackers, they, those } => {
                let bare = Usage::new(Determiner::Bare, Kind::Creature);
                let whom = attackers.as_ref().map(|filter| self.subject(Subject::Filter(filter), &bare).text);
                let clause = self.cant(what, Kind::Creature, "can block", whom.unwrap_or_default());
                let own = (!they.is_nothing()).then(|| self.otherwise(they, clause.person));
                let theirs = (!those.is_nothing()).then(|| {
                    let taken = self.otherwise(those, Person::Many);
                    format!("those creatures{}", taken.strip_prefix("they").unwrap_or(&taken))
                });
                let taken: Vec<String> = own.into_iter().chain(theirs).collect();
                clause.with_tail(spaced([time, &format!("as though {}", taken.join(" and "))]))
            }
            AsThough::Target { what, by, they } => {
                let bare = Usage::new(Determiner::Bare, Kind::Permanent);
                let phrase = self.subject(Subject::Filter(what), &bare);
                let person = phrase.number.into();
                let taken = self.otherwise(they, person);
                let whose = self.controlled(by);
                let taken = spaced([time, &format!("as though {taken}")]);
                let targets = spaced(["targets of spells and abilities", &whose, &taken]);
                Clause::new(phrase.text, person, "can be", targets)
            }
            AsThough::Damage { source, players, objects, they } => {
                self.damage_as_though(source, (players.as_ref(), objects.as_ref()), they, time)
            }
            AsThough::Activate { what, they } => {
                let bare = Usage::new(Determiner::Bare, Kind::Creature);
                let whose = self.subject(Subject::Filter(what), &bare);
                let taken = self.otherwise(they, whose.number.into());
                let subject = format!("abilities of {}", whose.text);
                let taken = spaced([time, &format!("as though {taken}")]);
                Clause::new(subject, Person::Many, "can be activated", taken)
            }
        }
    }

    /// "all damage is dealt to you as though its source had infect".
    fn damage_as_though(
        &mut self,
        source: &Filter,
        (players, objects): (Option<&Players>, Option<&Filter>),
        they: &Otherwise,
        time: &str,
    ) -> Clause {
        let to = match (players, objects) {
            (None, None) => String::new(),
            _ => format!("to {}", self.whom(players, objects)),
        };
        let by = match source {
            Filter::Any => String::new(),
            source => format!("by {}", self.noun(source, &Usage::new(Determiner::A, Kind::Source)).text),
        };
        let taken = self.otherwise(they, Person::One);
        let taken = format!("as though its source{}", taken.strip_prefix("it").unwrap_or(&taken));
        Clause::new("all damage", Person::One, "be", spaced(["dealt", &to, &by, time, &taken]))
    }

    /// "it had flying and didn't have defender", "they were untapped".
    fn otherwise(&mut self, taken: &Otherwise, person: Person) -> String {
        let (it, were) = if person == Person::Many { ("they", "were") } else { ("it", "was") };
        let mut said = Vec::new();
        let mut keywords = |voice: &mut Self, verb: &str, all: &[Keyword]| {
            let words: Vec<String> = all.iter().map(|keyword| voice.keyword(keyword)).collect();
            if !words.is_empty() {
                said.push(format!("{verb} {}", list(&words, "and")));
            }
        };
        keywords(self, "had", &taken.having);
        keywords(self, "didn't have", &taken.lacking);
        if taken.untapped {
            said.push(format!("{were} untapped"));
        }
        format!("{it} {}", list(&said, "and"))
    }

    /// "creatures can't attack you unless their controllers pay {2} for each of them" (CR 508.1h,
    /// 509.1d).
    pub(super) fn charge(&mut self, charge: &Charge) -> String {
        let (what, verb, whom, cost, x) = match charge {
            Charge::Attack { what, players, objects, cost, x } => {
                (what, "can't attack", self.those(players.as_ref(), objects.as_ref()), cost, x)
            }
            Charge::Block { what, attackers, cost, x } => {
                let bare = Usage::new(Determiner::Bare, Kind::Creature);
                let whom = attackers
                    .as_ref()
                    .map_or_else(String::new, |filter| self.subject(Subject::Filter(filter), &bare).text);
                (what, "can't block", whom, cost, x)
            }
        };
        let clause = self.cant(what, Kind::Creature, verb, whom);
        let (payer, each) = match clause.person {
            Person::Many => ("their controllers", " for each of them"),
            Person::One | Person::You => ("its controller", ""),
        };
        let person = if each.is_empty() { Person::One } else { Person::Many };
        let pays = self.pays(cost, person);
        let x = x.as_ref().map_or_else(String::new, |x| format!(", where X is {}", self.value(x)));
        format!("{} unless {payer} {pays}{each}{x}", clause.finite())
    }

    /// "you or planeswalkers you control".
    pub(super) fn those(&mut self, players: Option<&Players>, objects: Option<&Filter>) -> String {
        let bare = Usage::new(Determiner::Bare, Kind::Permanent);
        let mut whom: Vec<String> = Vec::new();
        whom.extend(players.map(|who| self.players_at_large(who).0));
        whom.extend(objects.map(|it| self.subject(Subject::Filter(it), &bare).text));
        list(&whom, "or")
    }

    pub(super) fn combat_damage(&mut self, damage: &CombatDamage) -> Clause {
        match damage {
            CombatDamage::Toughness(what) => {
                let clause = self.cant(what, Kind::Creature, "assign", String::new());
                let its = if clause.person == Person::Many { "their" } else { "its" };
                let rest = format!("combat damage equal to {its} toughness rather than {its} power");
                Clause { verbs: vec![("assign".to_owned(), rest)], ..clause }
            }
            CombatDamage::NoDamage(what) => self.cant(what, Kind::Creature, "assign", "no combat damage".to_owned()),
            CombatDamage::AsThoughUnblocked(what) => {
                let clause = self.cant(what, Kind::Creature, "may assign", String::new());
                let many = clause.person == Person::Many;
                let (its, it) = if many { ("their", "they weren't") } else { ("its", "it wasn't") };
                let rest = format!("all {its} combat damage as though {it} blocked");
                Clause { verbs: vec![("may assign".to_owned(), rest)], ..clause }
            }
            CombatDamage::AssignedBy { what, who, freely } => {
                let (who, person) = self.player(who);
                let phrase = self.noun(what, &Usage::new(Determiner::Each, Kind::Creature)).text;
                let assign = format!("the combat damage of {phrase} rather than its controller");
                let mut clause = Clause::new(who, person, "assign", assign);
                if *freely {
                    let among = "it as they choose among the creatures that it fights";
                    let among = if person == Person::You { among.replacen("they", "you", 1) } else { among.to_owned() };
                    clause.verbs.push(("can divide".to_owned(), among));
                }
                clause
            }
        }
    }

    pub(super) fn player_cant(&mut self, who: &Players, what: &str) -> Clause {
        let (subject, person) = self.players_at_large(who);
        Clause::new(subject, person, "can't", what)
    }

    /// "spells or abilities your opponents control", "spells or abilities from black sources".
    pub(super) fn spells_and_abilities(&mut self, by: &Players, source: &Filter) -> String {
        let from = match source {
            Filter::Any => String::new(),
            other => format!(" from {}", self.noun(other, &Usage::new(Determiner::Bare, Kind::Source)).text),
        };
        let whose = match by {
            Players::Each => String::new(),
            other => {
                let (controller, person) = self.players_at_large(other);
                format!(" {controller} {}", crate::card::wording::inflection::conjugated("control", person))
            }
        };
        format!("spells or abilities{from}{whose}")
    }

    /// "can't attack alone", "can't attack unless at least two other creatures attack", "can't
    /// attack unless a black creature also attacks".
    fn needs_others(&mut self, what: &Filter, count: u32, like: Option<&Filter>, verb: &str) -> Clause {
        let rest = match (count, like) {
            (1, None) => "alone".to_owned(),
            (_, Some(like)) => {
                let determiner = match count {
                    1 => Determiner::A,
                    _ => Determiner::Several(format!("at least {}", number_word(i64::from(count))), Number::Many),
                };
                let others = self.noun(like, &Usage::new(determiner, Kind::Creature));
                format!("unless {} also {}", others.text, conjugated(verb, others.number.into()))
            }
            _ => format!("unless at least {} other creatures {verb}", number_word(i64::from(count))),
        };
        self.cant(what, Kind::Creature, &format!("can't {verb}"), rest)
    }

    pub(super) fn cant(&mut self, what: &Filter, kind: Kind, verb: &str, rest: String) -> Clause {
        let phrase = self.subject(Subject::Filter(what), &Usage::new(Determiner::Bare, kind));
        Clause::new(phrase.text, phrase.number.into(), verb, rest)
    }
}
