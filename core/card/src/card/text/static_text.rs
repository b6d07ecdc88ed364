//! Static abilities (CR 604): their effects, joined if they are of one thing, and their condition.

use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::cost::{CostChange, CostEffect, Costly};
use crate::card::ast::effect::{Duration, Instead, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::wording::category::Cat;
use crate::card::wording::inflection::{Number, list, running, sentence, spaced};
use crate::card::wording::kernel::Value;
use crate::card::wording::rows::rows;
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::ZoneKind;

use super::clauses::Clause;
use super::effect_text::if_able;
use super::filter_kinds;
use super::phrase::{It, Mood, Subject};
use super::voice::Voice;

/// The most effects that one row joins.
const MOST_JOINED: usize = 3;

/// Whether an effect happens at one time, so that its condition is asked once: "if", and not "as
/// long as".
fn is_once(effect: &StaticEffect) -> bool {
    match effect {
        StaticEffect::Replace(Replacement { would, .. }) => {
            matches!(would, Would::Enter { .. } | Would::LifeBelow { .. })
        }
        StaticEffect::Cost(CostEffect { of, change }) => {
            let own = matches!(of, Costly::Spells(what) if filter_kinds::is_this(what));
            own || matches!(change, CostChange::Instead(_) | CostChange::InsteadWithFlash(_))
        }
        _ => false,
    }
}

impl Voice<'_> {
    /// An ability for each of the effects, which have one condition.
    pub(super) fn static_ability(&mut self, ability: &StaticAbility, effects: &[StaticEffect]) -> String {
        let by_nature = match &ability.effect {
            // A characteristic-defining ability functions everywhere.
            StaticEffect::Modify { defining: true, .. } => true,
            // Its text already mentions the draft.
            StaticEffect::DuringDraft(_) => ability.zone == ZoneKind::Outside,
            // Its text already mentions the deck.
            StaticEffect::BeforeShuffling { .. } => ability.zone == ZoneKind::Library,
            // Permission to cast the card itself already says from where.
            StaticEffect::Permit(permission) if permission.is_of_this() => true,
            effect => ability.zone == effect.zone(),
        };
        // A limit on when a spell can be cast is written as when it can be cast.
        if let StaticEffect::Restrict(Restriction::CantCast { who: Players::Each | Players::You, what, except: None }) =
            &ability.effect
            && filter_kinds::is_this(what)
            && let Some(condition) = &ability.condition
        {
            let only = match condition {
                Condition::Not(only) => (**only).clone(),
                condition => Condition::Not(Box::new(condition.clone())),
            };
            return sentence(&format!("cast this spell {}", self.only(only)));
        }
        let mut conditions: Vec<String> = Vec::new();
        if let Some(condition) = ability.condition.as_ref().filter(|_| by_nature && !ability.elsewhere)
            && let Some(said) = self.with_condition(effects, condition)
        {
            return sentence(&said);
        }
        if ability.elsewhere {
            let place = self.place(ability.zone, Some(&Players::You), Number::One, false);
            conditions.push(format!("{} isn't {place}", self.name));
            self.it = Some(It::This);
        } else if !by_nature && !self.is_emblem_in(ability.zone) {
            conditions.push(self.stands_in(ability.zone));
            self.it = Some(It::This);
        }
        if let Some(condition) = &ability.condition {
            conditions.push(self.condition(condition));
        }
        let effect = running(&self.effects(effects));
        let when = if is_once(&ability.effect) { "if" } else { "as long as" };
        if conditions.is_empty() {
            return sentence(&effect);
        }
        sentence(&format!("{when} {}, {effect}", list(&conditions, "and")))
    }

    /// A static effect before its condition: "this gets +1/+1 as long as …", "this enters the
    /// battlefield tapped unless …". None if the condition comes first.
    fn with_condition(&mut self, effects: &[StaticEffect], condition: &Condition) -> Option<String> {
        let effect = effects.first()?;
        let of_this = match effect {
            StaticEffect::Modify { what, .. } => filter_kinds::is_this(what),
            _ => false,
        };
        let (link, condition) = match (effect, condition) {
            (
                StaticEffect::Replace(Replacement { would: Would::Enter { .. }, instead: Instead::EnterTapped })
                | StaticEffect::Restrict(Restriction::CantAttack(_) | Restriction::CantBlock(_)),
                Condition::Not(unless),
            ) => ("unless", (**unless).clone()),
            (
                StaticEffect::Replace(Replacement { would: Would::Enter { .. }, instead: Instead::EnterTapped }),
                Condition::Compare(left, comparison, right),
            ) => {
                let but = match (comparison, right) {
                    (Comparison::AtLeast, Quantity::Fixed(n)) => {
                        (Comparison::AtMost, Quantity::Fixed(n.saturating_sub(1)))
                    }
                    _ => (filter_kinds::opposite(*comparison)?, right.clone()),
                };
                ("unless", Condition::Compare(left.clone(), but.0, but.1))
            }
            (StaticEffect::Cost(CostEffect { change: CostChange::Less { .. } | CostChange::More(_), .. }), so) => {
                (if is_once(effect) { "if" } else { "as long as" }, so.clone())
            }
            // "As long as you have no cards in hand, if you would draw a card, …"
            (StaticEffect::Replace(_) | StaticEffect::AsThough(_), _) => return None,
            (effect, so) if !is_once(effect) => {
                let changes = |effect: &StaticEffect| match effect {
                    StaticEffect::Modify { modifications, .. } => modifications.len(),
                    _ => 1,
                };
                let before = match so {
                    Condition::Exists(_) => false,
                    Condition::Compare(left, ..) => {
                        matches!(left, Quantity::Devotion(..) | Quantity::Counters(_, Objects::This))
                    }
                    Condition::Is(Objects::This, is) => {
                        !of_this || matches!(is, Filter::HasAttached(_) | Filter::Marked(_))
                    }
                    _ => true,
                };
                // Several changes come after it.
                if before || effects.iter().map(changes).sum::<usize>() > 1 {
                    return None;
                }
                ("as long as", so.clone())
            }
            _ => return None,
        };
        let said = self.effects(effects);
        let [said] = said.as_slice() else { return None };
        if said.contains(". ") {
            return None;
        }
        self.it = of_this.then_some(It::This);
        Some(format!("{said} {link} {}", self.condition(&condition)))
    }

    /// A static ability together with those after it whose effects are of the same thing, and how
    /// many they are: "enchanted creature gets +2/+2 and can't block".
    pub(super) fn static_abilities(&mut self, first: &Ability, after: &[Ability]) -> Option<(String, usize)> {
        let Ability::Static(ability) = first else { return None };
        let mut effects = vec![ability.effect.clone()];
        effects.extend(after.iter().map_while(|next| match next {
            Ability::Static(next) if (&next.condition, next.zone) == (&ability.condition, ability.zone) => {
                Some(next.effect.clone())
            }
            _ => None,
        }));
        if effects.len() < 2 || ability.elsewhere {
            return None;
        }
        let of = self.peek(|voice| voice.clone().joint(&effects))?.1;
        Some((self.static_ability(ability, &effects[..of]), of))
    }

    /// The sentences of effects with one condition.
    fn effects(&mut self, effects: &[StaticEffect]) -> Vec<String> {
        match effects {
            [only] => self.static_effect(only, None),
            _ => self.joint(effects).map(|(clause, _)| vec![clause.finite()]).unwrap_or_default(),
        }
    }

    /// The first effects as one clause, if several have the same subject, and how many they are.
    fn joint(&mut self, effects: &[StaticEffect]) -> Option<(Clause, usize)> {
        let mut whole: Option<Clause> = None;
        let mut all = 0;
        // "Attacks each combat if able" ends its sentence.
        let is_open = |all: usize| all == 0 || !matches!(effects[all - 1], StaticEffect::Require(_));
        while all < effects.len() && is_open(all) {
            let most = MOST_JOINED.min(effects.len() - all);
            let next = (1..=most).rev().find_map(|of| Some((self.about_one(&effects[all..all + of])?, of)));
            let Some((next, of)) = next else { break };
            let parts = next.verbs.iter().map(|(verb, rest)| (verb.clone(), spaced([rest.as_str(), &next.tail])));
            match &mut whole {
                None => whole = Some(Clause { verbs: parts.collect(), tail: String::new(), ..next }),
                Some(before) if (&before.subject, before.person) == (&next.subject, next.person) => {
                    before.verbs.extend(parts);
                }
                Some(_) => break,
            }
            all += of;
        }
        whole.filter(|_| all > 1).map(|clause| (clause, all))
    }

    /// Effects of one thing as a clause.
    fn about_one(&mut self, effects: &[StaticEffect]) -> Option<Clause> {
        // Each names what it is about.
        self.it = None;
        match effects {
            [StaticEffect::Modify { what, modifications, defining: false }] => {
                let mut said = self.modified(Subject::Filter(what), modifications, Mood::Lasting, "");
                // "Where X is …" ends its sentence.
                said.pop().filter(|clause| said.is_empty() && clause.tail.is_empty())
            }
            [rule] => self.rule(rule, None),
            several => {
                let said = rows().clause(Cat::Effects, &Value::new(several.to_vec()), self)?;
                let subject = said.subject?;
                Some(Clause::new(subject.text, subject.agreement, said.verb, said.rest))
            }
        }
    }

    /// A restriction or a requirement as a clause.
    pub(super) fn rule(&mut self, effect: &StaticEffect, duration: Option<&Duration>) -> Option<Clause> {
        let time = self.time(duration);
        let (said, tail) = match effect {
            StaticEffect::Restrict(
                Restriction::NeedsOtherAttackers { like: Some(_), .. }
                | Restriction::NeedsOtherBlockers { like: Some(_), .. },
            ) => return None,
            StaticEffect::Restrict(restriction) => {
                (rows().clause(Cat::Restricted, &Value::new(restriction.clone()), self)?, time)
            }
            StaticEffect::Require(
                requirement @ (Requirement::Attack(_) | Requirement::Block(_) | Requirement::BeBlocked(_)),
            ) => {
                let each = matches!(requirement, Requirement::Attack(_) | Requirement::Block(_)) && duration.is_none();
                let time = if each { "each combat" } else { &time };
                let said = rows().clause(Cat::Required, &Value::new(requirement.clone()), self)?;
                (said, spaced([time, if_able(requirement)]))
            }
            _ => return None,
        };
        let subject = said.subject?;
        Some(Clause::new(subject.text, subject.agreement, said.verb, said.rest).with_tail(tail))
    }
}
