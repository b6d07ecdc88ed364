//! Answers as text. The headless commands print, and the window copies, the same words.
//!
//! The caller passes in the text of events, because a player may know only a part of it (`seen`).

use std::collections::BTreeSet;

use retrace_core::card::text::{modification_text, type_line};
use retrace_core::card::{Ability, CardTypes, Definition};
use retrace_core::derive::object::commander;
use retrace_core::derive::{self, Look as _};
use retrace_core::fact::{Characteristics, Entry, EntryNo, ObjectId, Part, PlayerId, Timestamp, Zone};
use retrace_core::observe::{SeenChoice, SeenObject, View};
use retrace_core::state::Game;

use super::diff::TimelineDiff;
use super::diff::rows::{Field, StateDiff};
use super::numbers::Numbers;
use super::seen;
use super::why::WhyLink;
use crate::base::place::TimelineId;
use crate::session::Session;
use crate::timeline::commit::CommitInput;
use crate::timeline::line::Timeline;
use crate::{Account, describe};

/// The text of an event.
pub type EventText<'a> = &'a dyn Fn(&Timeline, EntryNo) -> String;

/// The text of an event for an observer who sees everything.
pub fn whole(timeline: &Timeline, no: EntryNo) -> String {
    timeline.text(no).unwrap_or_default().to_owned()
}

/// Whether an event describes the course of the game.
pub fn tells(timeline: &Timeline, no: EntryNo) -> bool {
    timeline.entry(no).is_some_and(|(_, entry)| entry.event.is_story())
}

/// An event in one line: number, rule, whether it is an input, and its text. The rule of a hidden
/// event is hidden too.
pub fn line(timeline: &Timeline, entry: &Entry, numbers: &Numbers, said: EventText<'_>) -> String {
    let (rule, mark) = match entry.part {
        _ if numbers.event(entry.no).is_none() => (String::new(), " "),
        Part::Input => (entry.rule.to_string(), ">"),
        _ => (entry.rule.to_string(), " "),
    };
    format!("{:>5} {rule:8}{mark} {}\n", numbers.at(entry.no), said(timeline, entry.no))
}

/// The name of a part of a step.
pub const fn part(part: Part) -> &'static str {
    match part {
        Part::Input => "input",
        Part::Replacement => "replacements",
        Part::Batch => "batch",
        Part::Consequence => "consequences",
        Part::Trigger => "triggers",
        Part::Frame => "call stack",
    }
}

/// The input before an event; `None` if the viewer may not know all of it.
pub fn input(timeline: &Timeline, viewer: Option<PlayerId>, no: EntryNo) -> Option<String> {
    let commit = timeline.commit_of_entry(no)?;
    match commit.input() {
        CommitInput::Genesis(_) => Some("the start of the game".to_owned()),
        CommitInput::Input(input) => {
            let mut told = commit.entries().filter(|(_, entry)| entry.part == Part::Input);
            let whole = told.all(|(_, entry)| seen::sees_whole(timeline, viewer, entry.no));
            whole.then(|| describe::input(&seen::game(commit.before(), viewer), input))
        }
    }
}

impl Session {
    /// An event with its facts, its cause and its consequences, as far as the viewer may know them:
    /// its id, facts and input are shown only where nothing is hidden. `None` if the event is
    /// hidden.
    pub fn tell_event(&self, id: TimelineId, no: EntryNo, viewer: Option<PlayerId>) -> Option<String> {
        let timeline = self.timeline(id)?;
        let (step, entry) = timeline.entry(no)?;
        let (says, said) = (seen::text(timeline, viewer, no)?, seen::words(viewer));
        let numbers = Numbers::of(timeline, viewer);
        let all = seen::sees_whole(timeline, viewer, no);
        let mut text = String::new();
        let mut row = |name: &str, value: &str| text.push_str(&format!("  {name:8} {value}\n"));
        row("event", &format!("{} of {} on {}", numbers.at(no), numbers.events(timeline), timeline.name()));
        // An id depends on everything before it, including hidden cards.
        if viewer.is_none() {
            row("id", &timeline.event_id(no).map(|id| id.to_string()).unwrap_or_default());
        }
        row("kind", entry.event.name());
        row("rule", &format!("CR {}", entry.rule));
        row("step", &format!("{}, its {}", numbers.step(step), part(entry.part)));
        if let Some(input) = input(timeline, viewer, no).filter(|_| all) {
            row("after", &input);
        }
        // A reference to an event that the viewer cannot see is left out.
        if let Some((cause, number)) = entry.cause.and_then(|cause| Some((cause, numbers.event(cause)?))) {
            row("cause", &format!("{number} {}", said(timeline, cause)));
        }
        for effect in self.brought_about(id, no).iter().filter(|effect| tells(timeline, effect.no)) {
            if let Some(number) = numbers.event(effect.no) {
                row("led to", &format!("{number} {}", said(timeline, effect.no)));
            }
        }
        match numbers.up_to(timeline, step + 1) {
            None => row("facts", &format!("{:?}", entry.event)),
            Some(mut numbering) if all => {
                row("facts", &numbering.show(&entry.event).map_or_else(|error| error.to_string(), |it| it.to_string()));
            }
            Some(_) => {}
        }
        Some(format!("{says}\n{text}"))
    }

    /// Why an event happened, back to the input that led to it, and its consequences, as far as the
    /// viewer may know them. `None` if the event is hidden.
    pub fn tell_why(&self, id: TimelineId, no: EntryNo, viewer: Option<PlayerId>) -> Option<String> {
        let timeline = self.timeline(id)?;
        seen::text(timeline, viewer, no)?;
        let (said, numbers) = (seen::words(viewer), Numbers::of(timeline, viewer));
        let mut text = String::new();
        let mut row = |lead: &str, link: &WhyLink| {
            let Some(no) = numbers.event(link.no) else { return };
            let rule = link.rule.to_string();
            text.push_str(&format!("{lead} {no:>5} {rule:8} {}\n", said(timeline, link.no)));
        };
        for (depth, link) in self.why(id, no).iter().enumerate() {
            row(if depth == 0 { "       " } else { "because" }, link);
        }
        for effect in self.brought_about(id, no).iter().filter(|effect| tells(timeline, effect.no)) {
            row("led to ", effect);
        }
        Some(text)
    }

    /// How an action took its final form (CR 614 to 616), as text.
    pub fn tell_account(&self, id: TimelineId, no: EntryNo, account: &Account, numbers: &Numbers) -> String {
        let Some(timeline) = self.timeline(id) else { return String::new() };
        let mut text = format!("event {} {}\n", numbers.at(no), seen::words(numbers.viewer())(timeline, no));
        let mut row = |text_: String| text.push_str(&format!("{text_}\n"));
        row(format!("  proposed         {}", account.proposed));
        for stage in &account.stages {
            if let Some(choice) = &stage.choice {
                let (no, rule, by) = (numbers.at(choice.no), choice.rule.to_string(), &choice.by);
                row(format!("  {no:>5} {rule:8}   {by} chooses among {}", describe::list(&choice.among)));
            }
            let after = match stage.after.is_empty() {
                true => "nothing happens".to_owned(),
                false => describe::list(&stage.after),
            };
            row(format!("  {:>5} {:8}   {}: {after}", numbers.at(stage.no), stage.rule.to_string(), stage.applied));
        }
        for link in account.became.iter().filter(|link| tells(timeline, link.no)) {
            row(format!("  {:>5} {:8}   {}", numbers.at(link.no), link.rule.to_string(), link.text));
        }
        text
    }
}

/// One application of an effect, in words.
pub fn applied(game: &Game, it: &derive::Application) -> String {
    let name = game.name_of(it.source);
    let changes: Vec<String> = it.modifications.iter().map(|it| modification_text(it, &name)).collect();
    if changes.is_empty() { "counters".to_owned() } else { describe::list(&changes) }
}

/// The timestamps of a derivation as shown to a viewer. A game's own timestamps also count hidden
/// things, so a player gets their ranks, from 0.
pub fn timestamps(explanation: &derive::Explanation, viewer: Option<PlayerId>) -> impl Fn(Timestamp) -> u64 + use<> {
    let all: BTreeSet<Timestamp> = explanation.applications.iter().map(|it| it.timestamp).collect();
    move |timestamp| match viewer {
        None => timestamp.0,
        Some(_) => all.range(..timestamp).count() as u64,
    }
}

/// The derivation of an object's characteristics, layer by layer (CR 613); `None` if it has none.
pub fn explanation(game: &Game, id: ObjectId, viewer: Option<PlayerId>) -> Option<String> {
    let game = &seen::game(game, viewer);
    let (explanation, there) = (derive::explain(game, id)?, game.object(id)?);
    let timestamps = timestamps(&explanation, viewer);
    let mut rows = vec![
        format!("{} ({id}), {}", game.name_of(id), describe::place(game, there.zone)),
        format!("  starts as  {}", summary_of_size(&explanation.starting, game.printed_size(there))),
    ];
    for it in &explanation.applications {
        let (layer, source) = (format!("layer {}", it.layer.number()), game.name_of(it.source));
        let (applied, timestamp) = (applied(game, it), timestamps(it.timestamp));
        let after = summary(&it.after);
        rows.push(format!("  {layer:9}  {applied} (from {source}, timestamp {timestamp}): {after}"));
        let waited = it.waited_for.iter().map(|it| format!("             {}", describe::dependency(game, it)));
        rows.extend(waited);
    }
    rows.extend(explanation.not_applied.iter().map(|it| format!("  but        {}", describe::not_applied(game, it))));
    rows.push(format!("  is         {}", summary(&explanation.result)));
    Some(rows.join("\n") + "\n")
}

/// Characteristics in one line.
pub fn summary(it: &Characteristics) -> String {
    summary_of_size(it, it.power.zip(it.toughness).map(|(power, toughness)| format!("{power}/{toughness}")))
}

/// Like [`summary`], with power and toughness given as text.
fn summary_of_size(it: &Characteristics, size: Option<String>) -> String {
    let mut told = Vec::new();
    told.extend(size);
    let colors: Vec<&str> = it.colors.iter().map(|color| color.word()).collect();
    told.push(if colors.is_empty() { "colourless".to_owned() } else { colors.join(" and ") });
    told.push(type_line(it.supertypes, it.types, &it.subtypes));
    let keywords: Vec<&str> = it
        .abilities
        .iter()
        .filter_map(|instance| match &*instance.ability {
            Ability::Keyword(keyword) => Some(keyword.word()),
            _ => None,
        })
        .collect();
    if !keywords.is_empty() {
        told.push(format!("with {}", keywords.join(", ")));
    }
    let texts = not_executed_on(it);
    let others = it.abilities.len() - keywords.len() - texts.len();
    if others > 0 {
        told.push(if others == 1 { "1 other ability".to_owned() } else { format!("{others} other abilities") });
    }
    told.extend(texts);
    told.join(", ")
}

/// The texts of an object that are not executed, each marked as such.
fn not_executed_on(it: &Characteristics) -> Vec<String> {
    it.abilities.iter().filter_map(|instance| instance.ability.not_executed()).map(not_executed).collect()
}

fn not_executed(text: &str) -> String {
    format!("not executed: \"{text}\"")
}

/// The cards of a game with an ability that is not executed, each with the marked text.
pub fn cards_in_part(game: &Game) -> Vec<(String, String)> {
    let cards = game.definitions().iter().filter_map(|interned| match &*interned.definition {
        Definition::Card(card) => Some(card),
        _ => None,
    });
    let texts = cards.flat_map(|card| {
        let abilities = card.faces().into_iter().flat_map(|face| &face.abilities);
        let texts = abilities.filter_map(Ability::not_executed);
        texts.map(|text| (card.name().to_owned(), not_executed(text))).collect::<Vec<_>>()
    });
    texts.collect()
}

/// A permanent in one line, as a person sees it on the table.
pub fn permanent(game: &Game, id: ObjectId) -> String {
    let mut told = vec![format!("{} ({id})", game.name_of(id))];
    let Some(object) = game.object(id) else { return told.concat() };
    let characteristics = game.characteristics(id);
    let size = characteristics.and_then(|it| it.power.zip(it.toughness));
    told.extend(size.map(|(power, toughness)| format!("{power}/{toughness}")));
    if object.status.tapped {
        told.push("tapped".to_owned());
    }
    if object.damage > 0 {
        told.push(format!("{} damage", object.damage));
    }
    told.extend(object.counters.iter().map(|(kind, count)| format!("{count} {kind}")));
    if game.is_creature(id) && game.is_summoning_sick(id) {
        told.push("summoning sick".to_owned());
    }
    if let Some(combat) = game.world().combat.as_deref() {
        if let Some(attacker) = combat.attacker(id) {
            let target = attacker.target.map_or_else(|| "nothing".to_owned(), |to| describe::entity(game, to));
            told.push(format!("attacks {target}"));
            match attacker.blocked {
                Some(true) if attacker.blockers.is_empty() => told.push("blocked".to_owned()),
                Some(true) => {
                    let names: Vec<String> = attacker.blockers.iter().map(|id| game.name_of(*id)).collect();
                    told.push(format!("blocked by {}", names.join(", then ")));
                }
                Some(false) => told.push("unblocked".to_owned()),
                None => {}
            }
        }
        if let Some(blocker) = combat.blocker(id) {
            let names: Vec<String> = blocker.attackers.iter().map(|id| game.name_of(*id)).collect();
            told.push(format!("blocks {}", names.join(", then ")));
        }
    }
    told.extend(characteristics.map(not_executed_on).unwrap_or_default());
    told.join(", ")
}

/// The objects in the command zone, each with whose it is, what it is, and what a commander costs
/// in addition (CR 408, 903.8). Empty if there are none.
pub fn command_zone(game: &Game) -> String {
    let told = |id: &ObjectId| {
        let object = game.object(*id)?;
        let whose = describe::player(game, game.controller(*id).unwrap_or(object.owner));
        let commander = game.world().commanders_in(object).next().is_some();
        let what = match game.characteristics(*id) {
            _ if commander => format!("commander of {}", describe::player(game, object.owner)),
            Some(it) if it.types != CardTypes::default() && !object.is_face_down() => {
                format!("{}, {whose}", type_line(it.supertypes, it.types, &it.subtypes))
            }
            _ => whose,
        };
        let tax = commander::tax(game, object.owner, *id);
        let tax = tax.map_or_else(String::new, |tax| format!(", {{{tax}}} more to cast"));
        Some(format!("{} ({what}{tax})", game.name_of(*id)))
    };
    game.zone(Zone::Command).iter().filter_map(told).collect::<Vec<_>>().join("; ")
}

/// What a player sees of a game.
pub fn view(game: &Game, view: &View) -> String {
    let game = &seen::game(game, Some(view.viewer));
    let who = |id| describe::capitalized(&describe::player(game, id));
    let step = view.step.map(|step| format!(", {}", step.word())).unwrap_or_default();
    let mut rows = vec![format!("Turn {}, {}{step}, as {} sees it", view.turn, who(view.active), who(view.viewer))];
    let names = |seen: &[SeenObject]| seen.iter().map(|it| it.name.clone()).collect::<Vec<_>>().join(", ");
    for player in &view.players {
        let counters: String = player.counters.iter().map(|(kind, count)| format!(", {count} {kind}")).collect();
        let library = player.library.count;
        rows.push(format!("\n{}: {} life{counters}, {library} in library", who(player.id), player.life));
        let controlled = view.battlefield.iter().filter(|it| it.controller == Some(player.id));
        rows.extend(controlled.map(|it| format!("  {}", permanent(game, it.id))));
        for (name, zone) in [("hand", &player.hand), ("graveyard", &player.graveyard)] {
            match &zone.objects {
                Some(seen) if !seen.is_empty() => rows.push(format!("  {name}: {}", names(seen))),
                None if zone.count > 0 => rows.push(format!("  {name}: {} hidden", zone.count)),
                _ => {}
            }
        }
    }
    let zones = [
        ("Phased out", &view.phased_out),
        ("Stack", &view.stack),
        ("Exile", &view.exile),
        ("Looked at", &view.looking_at),
    ];
    for (name, zone) in zones {
        if !zone.is_empty() {
            rows.push(format!("\n{name}: {}", names(zone)));
        }
    }
    let command = command_zone(game);
    if !command.is_empty() {
        rows.push(format!("\nCommand: {command}"));
    }
    for choice in &view.choices {
        rows.push(match choice {
            SeenChoice::Yours(choice) => format!("\n{} (CR {})", describe::prompt(game, choice), choice.rule),
            SeenChoice::Theirs(by) => format!("\n{} chooses.", who(*by)),
        });
    }
    rows.join("\n") + "\n"
}

/// The difference of two timelines: the events after the fork, then the states at their ends.
pub fn timelines_diff(
    a: &Timeline,
    b: &Timeline,
    names: (&str, &str),
    found: &TimelineDiff,
    state: &StateDiff,
    numbers: [&Numbers; 2],
    said: EventText<'_>,
) -> String {
    let shared = numbers[0].before(EntryNo(found.shared_entries));
    let mut text = format!("{shared} events are shared; then - {} and + {}:\n", names.0, names.1);
    for row in &found.rows {
        let (mark, timeline, numbers, no) = match (row.left, row.right) {
            (Some(no), Some(_)) => (" ", a, numbers[0], no),
            (Some(no), None) => ("-", a, numbers[0], no),
            (None, Some(no)) => ("+", b, numbers[1], no),
            (None, None) => continue,
        };
        let rule = timeline.entry(no).map(|(_, entry)| entry.rule.to_string()).unwrap_or_default();
        text.push_str(&format!("{mark} {:>5} {rule:8} {}\n", numbers.at(no), said(timeline, no)));
    }
    text + "\nAt their ends:\n" + &state_diff(state)
}

/// The difference of two states, grouped by subject.
pub fn state_diff(state: &StateDiff) -> String {
    let mut text = if state.is_empty() { "  no difference\n".to_owned() } else { String::new() };
    let mut subject = None;
    for row in &state.rows {
        if subject != Some(&row.subject) {
            text.push_str(&format!("  {}\n", row.subject));
            subject = Some(&row.subject);
        }
        let none = if row.field == Field::Existence { "no" } else { "nothing" };
        let value = |side: &Option<String>| side.clone().unwrap_or_else(|| none.to_owned());
        text.push_str(&format!("    {}: {} -> {}\n", row.field.word(), value(&row.left), value(&row.right)));
    }
    text
}
