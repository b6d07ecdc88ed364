//! Checks expectations about past events.

use crate::fact::{Answer, Entity, Entry, Event, Item, ObjectId};
use crate::message::{Message, near};
use crate::observe::{self, SeenEntry};
use crate::scenario::expectation::EventPattern;
use crate::scenario::refs::Ref;
use crate::scenario::tell;
use crate::scenario::timeline::{Stop, Timeline, script};

use super::{Verdict, list, listed, must};

impl Timeline {
    pub(super) fn check_event(&self, pattern: &EventPattern) -> Verdict {
        if !Event::KINDS.iter().any(|(_, name)| *name == pattern.kind) {
            return script(no_kind(&pattern.kind));
        }
        let from = self.since(pattern.since.as_deref())?;
        let of_kind: Vec<&Entry> =
            self.log.iter().skip(from).map(|entry| &**entry).filter(|it| it.event.name() == pattern.kind).collect();
        let mut count = 0;
        for entry in &of_kind {
            count += usize::from(self.fits(pattern, entry)?);
        }
        let holds = pattern.count.map_or(count > 0, |wanted| count == wanted);
        must(holds, describe(pattern), || {
            let told = listed(of_kind.iter().map(|entry| tell::tell_entry(&self.game, entry)));
            Message::from(format!("{count} such events; of this kind there are: ")).and(told)
        })
    }

    /// The number of entries at a label.
    fn since(&self, label: Option<&str>) -> Result<usize, Stop> {
        match label.map(|name| (name, self.labels.iter().find(|label| label.name == *name))) {
            None => Ok(0),
            Some((_, Some(label))) => Ok(label.entries),
            Some((name, None)) => script(format!("there is no label `{name}` before this")),
        }
    }

    /// Checks what a player has been shown of past events, for objects as they are now.
    pub(super) fn check_told(&self, who: &str, of: &Ref, since: Option<&str>) -> Verdict {
        let (player, id) = (self.player(who)?, self.object(of)?);
        let name = self.game.name_of(id);
        let tells = |entry: &&Entry| match observe::entry(&self.game, player, entry) {
            SeenEntry::Whole(entry) => names(&entry.event, id),
            SeenEntry::Part { objects, .. } => objects.contains(&id),
            SeenEntry::Revealed { names, .. } | SeenEntry::LookedAt { names, .. } => {
                entry.event.objects().contains(&id) && names.contains(&name)
            }
        };
        let told = self.log.iter().skip(self.since(since)?).map(|entry| &**entry).find(tells);
        must(told.is_some(), format!("that {who} is told of {of}"), || "nothing".to_owned())
    }

    fn fits(&self, pattern: &EventPattern, entry: &Entry) -> Result<bool, Stop> {
        if let Some(subject) = &pattern.subject {
            match entry.event.about().first() {
                Some(first) if self.speaks_of(subject, *first)? => {}
                _ => return Ok(false),
            }
        }
        // The event must contain everything the pattern names, in this order.
        let mut about = entry.event.about().into_iter();
        for wanted in &pattern.about {
            loop {
                match about.next() {
                    None => return Ok(false),
                    Some(entity) if self.speaks_of(wanted, entity)? => break,
                    Some(_) => {}
                }
            }
        }
        Ok(pattern.amount.is_none_or(|amount| entry.event.amount() == Some(amount))
            && pattern.step.is_none_or(|step| entry.event.turn_step() == Some(step))
            && pattern.rule.is_none_or(|rule| rule.covers(entry.rule)))
    }
}

/// The error for an unknown kind of event.
pub(super) fn no_kind(word: &str) -> Message {
    let said = |known: &&(&str, &str)| known.0.eq_ignore_ascii_case(word);
    let begun = format!("there is no kind of event `{word}`");
    if let Some((_, instead)) = COMMON.iter().find(said) {
        let what = if *instead == "Moved" { ", which tells of every change of zones" } else { "" };
        return format!("{begun}; write `{instead}`{what}").into();
    }
    let kinds = || Event::KINDS.iter().map(|(_, name)| *name);
    let near: Vec<String> = near(word, kinds()).into_iter().map(|name| format!("`{name}`")).collect();
    match near.is_empty() {
        true => Message::from(format!("{begun}; the kinds are ")).and(listed(kinds())),
        false => Message::from(format!("{begun}; did you mean {}?", near.join(" or ")))
            .and_in_full(format!("; the kinds are {}", list(kinds()))),
    }
}

/// Common words, each with the kind of event that reports it.
const COMMON: [(&str, &str); 30] = [
    ("Cast", "BecameCast"),
    ("SpellCast", "BecameCast"),
    ("Activated", "BecameActivated"),
    ("Resolved", "ResolutionBegan"),
    ("Discarded", "Moved"),
    ("Destroyed", "Moved"),
    ("Died", "Moved"),
    ("Dies", "Moved"),
    ("Sacrificed", "Moved"),
    ("Exiled", "Moved"),
    ("Milled", "Moved"),
    ("Entered", "Moved"),
    ("EnteredTheBattlefield", "Moved"),
    ("Left", "Moved"),
    ("LeftTheBattlefield", "Moved"),
    ("Bounced", "Moved"),
    ("ZoneChanged", "Moved"),
    ("LandPlayed", "Moved"),
    ("TokenCreated", "Created"),
    ("Drawn", "Drew"),
    ("CardDrawn", "Drew"),
    ("Damaged", "DamageDealt"),
    ("Damage", "DamageDealt"),
    ("GainedLife", "LifeGained"),
    ("LostLife", "LifeLost"),
    ("StepBegan", "TurnStepBegan"),
    ("Targeted", "BecameTarget"),
    ("Prevented", "DamagePrevented"),
    ("CounterAdded", "CountersPut"),
    ("Passed", "PriorityPassed"),
];

/// Whether an event names an object, also as something chosen.
fn names(event: &Event, id: ObjectId) -> bool {
    let chosen = |items: &[Item]| items.contains(&Item::Entity(Entity::Object(id)));
    event.objects().contains(&id)
        || matches!(event, Event::Decided { answer: Answer::Picked(items) | Answer::Ordered(items), .. } if chosen(items))
}

fn describe(pattern: &EventPattern) -> String {
    let mut text = match pattern.count {
        None => format!("at least one {}", pattern.kind),
        Some(count) => format!("{count} × {}", pattern.kind),
    };
    if let Some(subject) = &pattern.subject {
        text += &format!(" of {subject}");
    }
    if !pattern.about.is_empty() {
        text += &format!(" about {}", list(&pattern.about));
    }
    if let Some(amount) = pattern.amount {
        text += &format!(" with the amount {amount}");
    }
    if let Some(step) = pattern.step {
        text += &format!(" of the {}", step.word());
    }
    if let Some(rule) = pattern.rule {
        text += &format!(" citing CR {rule}");
    }
    if let Some(since) = &pattern.since {
        text += &format!(" since `{since}`");
    }
    text
}
