//! The selected object: its current characteristics, the derivation layer by layer (CR 613), and
//! its abilities.

use egui::{RichText, Ui};
use retrace_core::card::text::{ability_text, modification_text};
use retrace_core::derive::filter::marking;
use retrace_core::derive::{Application, Look as _, explain};
use retrace_core::fact::{Characteristics, Component, Entity, ObjectId};
use retrace_core::state::{Departed, Game, PhasedOut};

use super::super::action::{Action, Actions};
use super::super::timeline::event_table::part_of;
use super::super::view::Cx;
use super::super::{mana, symbols, words};
use super::sections::part_ui;
use super::{break_ui, fact_ui, facts_ui, hint_ui};
use retrace_session::describe;
use retrace_session::travel::marks::breakpoint_on;

/// Draws the object.
pub(super) fn object_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, out: &mut Actions) {
    let game = cx.game();
    if !cx.sees_object(id) {
        let who = cx.viewer_name().unwrap_or_default();
        let text = format!("Object {id} is hidden from {who}. “Sees” above the board changes the view.");
        return hint_ui(ui, cx, &text);
    }
    if game.object(id).is_none() {
        return absent_ui(ui, cx, id, out);
    }
    ui.horizontal_wrapped(|ui| {
        ui.heading(game.name_of(id));
        if let Some(cost) = game.characteristics(id).and_then(|it| it.cost.as_ref()) {
            mana::cost_ui(ui, cost);
        }
        ui.label(RichText::new(id.to_string()).color(cx.tokens.text_weak));
    });
    ui.label(words::kind_of_object(game, id));
    let (_, part) = part_of(cx, Entity::Object(id));
    if ui.small_button("Events about it").on_hover_text("Shows only these in the table").clicked() {
        out.push(Action::FilterBy(part));
    }
    facts_ui(ui, "object", |ui| object_facts(ui, cx, id));
    let (predicate, hint) = (breakpoint_on(Entity::Object(id)), "Running (F5) stops at every event about it (F9)");
    break_ui(ui, cx, predicate, "what happens to it", hint, out);
    derivation_ui(ui, cx, id);
    abilities_ui(ui, cx, id);
}

/// An object that does not exist at the cursor: before it appeared, while it is phased out, or
/// after it left.
fn absent_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, out: &mut Actions) {
    let game = cx.game();
    let Some(departed) = game.world().departed.get(&id) else {
        return hint_ui(ui, cx, &format!("Object {id} is not there at the cursor."));
    };
    ui.heading(game.name_of(id));
    let since = match game.phased_out(id) {
        Some(phased) => {
            phased_out_ui(ui, game, id, phased);
            phased.since
        }
        None => {
            left_ui(ui, cx, id, departed, out);
            departed.entry
        }
    };
    if ui.button("Show the event").clicked() {
        out.push(Action::SelectEntry(cx.session.cursor().timeline, since));
    }
}

/// A permanent that is phased out: when it phases in.
fn phased_out_ui(ui: &mut Ui, game: &Game, id: ObjectId, phased: &PhasedOut) {
    let when = match (phased.with, phased.held) {
        (Some(host), _) => format!("phases in with {} (CR 702.26g)", game.name_of(host)),
        (None, true) => "does not phase in as an untap step begins (CR 610.4a)".to_owned(),
        (None, false) => {
            let player = describe::player(game, phased.controller);
            format!("phases in as an untap step of {player} begins (CR 502.1)")
        }
    };
    let text = "is phased out: it is on the battlefield, and treated as though it did not exist (CR 702.26b)";
    ui.label(format!("Object {id} {text}. It {when}."));
}

/// An object that left its zone: what it became.
fn left_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, departed: &Departed, out: &mut Actions) {
    let game = cx.game();
    let zone = describe::zone(game, departed.was.zone);
    ui.label(format!("Object {id} left {zone}; a change of zone makes a new object (CR 400.7)."));
    for became in departed.became.iter().filter(|became| cx.sees_object(**became)) {
        let label = format!("Show what it became: {} {became}", game.name_of(*became));
        if ui.button(label).clicked() {
            out.push(Action::Select(Entity::Object(*became)));
        }
    }
}

fn object_facts(ui: &mut Ui, cx: Cx<'_>, id: ObjectId) {
    let game = cx.game();
    let Some(object) = game.object(id) else { return };
    if let Some(it) = game.characteristics(id).filter(|_| object.component != Component::Ability) {
        let colors: Vec<&str> = it.colors.iter().map(|color| color.word()).collect();
        fact_ui(ui, cx, "Colours", if colors.is_empty() { "colourless".to_owned() } else { colors.join(", ") });
        if let Some(size) = words::power_toughness(it) {
            fact_ui(ui, cx, "Power/toughness", size);
        }
    }
    if let Some(stacked) = &object.ability {
        fact_ui(ui, cx, "Source", format!("{} {}", game.name_of(stacked.source), stacked.source));
    }
    if let Some(side) = describe::side(game, object) {
        fact_ui(ui, cx, "Face", side);
    }
    fact_ui(ui, cx, "Zone", describe::capitalized(&describe::zone(game, object.zone)));
    if let Some(controller) = game.controller(id) {
        fact_ui(ui, cx, "Controller", describe::capitalized(&describe::player(game, controller)));
    }
    fact_ui(ui, cx, "Owner", describe::capitalized(&describe::player(game, object.owner)));
    if object.is_permanent() {
        let tapped = if object.status.tapped { "tapped" } else { "untapped" };
        let flipped = if object.flipped { ", flipped" } else { "" };
        fact_ui(ui, cx, "Status", format!("{tapped}{flipped}"));
        if !object.pieces().is_empty() {
            fact_ui(ui, cx, "Represented by", describe::components(game, object));
        }
        if object.damage > 0 {
            fact_ui(ui, cx, "Damage", object.damage.to_string());
        }
        if let Some(level) = object.level {
            fact_ui(ui, cx, "Level", level.to_string());
        }
        if game.is_creature(id) && game.is_summoning_sick(id) {
            fact_ui(ui, cx, "Summoning sick", "yes: it came this turn (CR 302.6)");
        }
    }
    let markings = marking::words(game, id);
    if !markings.is_empty() {
        fact_ui(ui, cx, "Designations", markings.join(", "));
    }
    for (kind, count) in &object.counters {
        fact_ui(ui, cx, "Counters", words::counters(kind, *count));
    }
    if let Some(to) = object.attached_to {
        fact_ui(ui, cx, "Attached to", words::entity_with_id(game, to));
    }
    commander_facts(ui, cx, id);
    combat_facts(ui, cx, id);
    fact_ui(ui, cx, "Came as event", format!("{} · timestamp {}", object.entered.0, object.timestamp));
}

/// Of a commander: how often it was cast from the command zone, and its combat damage (CR 903).
fn commander_facts(ui: &mut Ui, cx: Cx<'_>, id: ObjectId) {
    let game = cx.game();
    let Some(object) = game.object(id) else { return };
    for it in game.world().commanders_in(object) {
        let casts = it.casts_by(object.owner);
        let tax = if casts > 0 { format!(", so it costs {} more there (CR 903.8)", 2 * casts) } else { String::new() };
        let times = words::count(casts as usize, "time");
        fact_ui(ui, cx, "Commander", format!("cast {times} from the command zone{tax}"));
        for (player, damage) in &it.damage {
            let player = describe::player(game, *player);
            fact_ui(ui, cx, "Commander damage", format!("{damage} of 21 to {player} (CR 903.10a)"));
        }
    }
}

fn combat_facts(ui: &mut Ui, cx: Cx<'_>, id: ObjectId) {
    let game = cx.game();
    let Some(combat) = game.world().combat.as_deref() else { return };
    let names = |ids: &[ObjectId]| -> String {
        let names: Vec<String> = ids.iter().map(|id| format!("{} {id}", game.name_of(*id))).collect();
        names.join(", then ")
    };
    if let Some(attacker) = combat.attacker(id) {
        let target =
            attacker.target.map_or_else(|| "nothing any more".to_owned(), |to| words::entity_with_id(game, to));
        fact_ui(ui, cx, "Attacking", target);
        let blocked = match (attacker.blocked, attacker.blockers.is_empty()) {
            (None, _) => "not decided yet".to_owned(),
            (Some(false), _) => "unblocked".to_owned(),
            (Some(true), true) => "yes, and all its blockers are gone (CR 509.1h)".to_owned(),
            (Some(true), false) => format!("by {}", names(&attacker.blockers)),
        };
        fact_ui(ui, cx, "Blocked", blocked);
    }
    if let Some(blocker) = combat.blocker(id) {
        let gone = "nothing any more: what it blocked has left combat".to_owned();
        fact_ui(ui, cx, "Blocking", if blocker.attackers.is_empty() { gone } else { names(&blocker.attackers) });
    }
}

/// Starting values, then each effect in the order applied, then the result.
fn derivation_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId) {
    let game = cx.game();
    let Some(explanation) = explain(game, id) else { return };
    part_ui(ui, cx, "How it came to be so (CR 613)");
    let start = game.object_or_phased_out(id).and_then(|it| game.printed_size(it)).unwrap_or_default();
    let line = if start.is_empty() { "As printed".to_owned() } else { format!("As printed: {start}") };
    ui.label(line);
    if explanation.applications.is_empty() && explanation.not_applied.is_empty() {
        return hint_ui(ui, cx, "No continuous effect applies to it.");
    }
    for application in &explanation.applications {
        application_ui(ui, cx, application);
    }
    for it in &explanation.not_applied {
        let text = describe::capitalized(&describe::not_applied(game, it));
        ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
    }
    if let Some(result) = words::power_toughness(&explanation.result) {
        ui.label(RichText::new(format!("Now: {result}")).strong().color(cx.tokens.text_strong));
    }
}

fn application_ui(ui: &mut Ui, cx: Cx<'_>, application: &Application) {
    let game = cx.game();
    egui::Frame::new().fill(cx.tokens.inset).corner_radius(4).inner_margin(6).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let layer = format!("Layer {}", application.layer.number());
            ui.label(RichText::new(layer).strong().color(cx.tokens.accent));
            let source = format!("{} {}", game.name_of(application.source), application.source);
            ui.label(RichText::new(source).color(cx.tokens.text_strong));
            ui.label(RichText::new(application.timestamp.to_string()).small().color(cx.tokens.text_weak))
                .on_hover_text("The effect's timestamp (CR 613.7)");
        });
        let name = application.before.name.clone();
        for modification in &application.modifications {
            text_ui(ui, &describe::capitalized(&modification_text(modification, &name)), cx.tokens.text);
        }
        for change in changes(game, application) {
            text_ui(ui, &change, cx.tokens.changed);
        }
        for dependency in &application.waited_for {
            let text = describe::capitalized(&describe::dependency(game, dependency));
            ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
        }
    });
}

/// A text that may have symbols; without them it can be selected.
fn text_ui(ui: &mut Ui, text: &str, color: egui::Color32) -> egui::Response {
    match symbols::has_symbols(text) {
        true => symbols::label_ui(ui, text, color),
        false => ui.label(RichText::new(text).color(color)),
    }
}

/// What an effect changed, before and after.
fn changes(game: &Game, application: &Application) -> Vec<String> {
    let (before, after) = (&application.before, &application.after);
    let mut changes = Vec::new();
    let mut compare = |what: &str, a: String, b: String| {
        if a != b {
            changes.push(format!("{what}: {a} → {b}"));
        }
    };
    let size = |it: &Characteristics| words::power_toughness(it).unwrap_or_else(|| "none".to_owned());
    let colors = |it: &Characteristics| it.colors.iter().map(|color| color.word()).collect::<Vec<_>>().join(", ");
    compare("Power/toughness", size(before), size(after));
    compare("Types", words::type_line_of(before), words::type_line_of(after));
    compare("Colours", colors(before), colors(after));
    let texts = |it: &Characteristics| -> Vec<String> {
        it.abilities.iter().map(|instance| ability_text(&instance.ability, &it.name)).collect()
    };
    let (had, has) = (texts(before), texts(after));
    changes.extend(has.iter().filter(|text| !had.contains(text)).map(|text| format!("Now has: {text}")));
    changes.extend(had.iter().filter(|text| !has.contains(text)).map(|text| format!("No longer has: {text}")));
    let who = |id| describe::player(game, id);
    if application.controller_before != application.controller_after {
        let name = |id: Option<_>| id.map_or_else(|| "nobody".to_owned(), who);
        let (was, is) = (name(application.controller_before), name(application.controller_after));
        changes.push(format!("Controller: {was} → {is}"));
    }
    changes
}

fn abilities_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId) {
    let game = cx.game();
    if game.object(id).is_some_and(|object| object.component == Component::Ability) {
        part_ui(ui, cx, "Text");
        for line in words::text_on_stack(game, id) {
            ui.label(line);
        }
        return;
    }
    let Some(it) = game.characteristics(id).filter(|it| !it.abilities.is_empty()) else { return };
    part_ui(ui, cx, "Abilities");
    for instance in &it.abilities {
        let text = ability_text(&instance.ability, &it.name);
        text_ui(ui, &text, cx.tokens.text).on_hover_text(describe::capitalized(&words::origin(game, &instance.origin)));
    }
}
