//! A player's bar: name, life, counters, mana, and the sizes of the other zones; and the window
//! with a zone's cards.

use egui::{Id, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo};
use retrace_core::card::ManaSymbol;
use retrace_core::derive::Look as _;
use retrace_core::fact::{Entity, ObjectId, PlayerId, Prompt, Zone};
use retrace_core::rules::Pending;

use retrace_session::describe;

use super::super::action::{Action, Actions};
use super::super::draft::Draft;
use super::super::edits::menu::menu_ui;
use super::super::focus::Following as _;
use super::super::glyphs;
use super::super::mana::paint_symbol;
use super::super::parts::text_pt;
use super::super::tokens::{CHIP_SIZE_PT, CONTROL_RADIUS_PT, PIP_PT};
use super::super::view::Cx;
use super::super::words;
use super::{Places, chip_ui, clicked, standing, turn, variant};

/// From this width on the zones have their whole names.
const WIDE_PT: f32 = 520.0;
/// Below this width only those that have cards are shown.
const NARROW_PT: f32 = 320.0;

/// Draws a player's bar in its rectangle.
pub(super) fn bar_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId, rect: Rect, places: &mut Places, out: &mut Actions) {
    let Some(player) = cx.game().player(id) else { return };
    let entity = Entity::Player(id);
    let is_active = cx.game().is_turn_of(id) && !player.left;
    let surface = if is_active { cx.tokens.accent_surface } else { cx.tokens.panel };
    ui.painter().rect_filled(rect, CONTROL_RADIUS_PT, surface);
    let inner = rect.shrink2(Vec2::new(4.0, 2.0));
    let wide = rect.width() >= WIDE_PT;
    // The zones first: they keep their room at the right, and the rest what is left of it.
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut right = ui.new_child(UiBuilder::new().max_rect(inner).layout(layout).id_salt(("zones", id)));
    right.set_clip_rect(inner.intersect(ui.clip_rect()));
    right.spacing_mut().item_spacing.x = 4.0;
    zones_ui(&mut right, cx, id, wide, &player.name, out);
    let rest = inner.with_max_x((right.min_rect().left() - 6.0).max(inner.left()));
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut left = ui.new_child(UiBuilder::new().max_rect(rest).layout(layout).id_salt(("name", id)));
    left.set_clip_rect(rest.expand2(Vec2::new(2.0, 3.0)).intersect(ui.clip_rect()));
    if is_active {
        mark_ui(&mut left, "Takes the turn (CR 102.1)", |painter, center| {
            glyphs::pointer(painter, center, MARK_PT, cx.tokens.accent);
        });
    }
    if player.left {
        let text = RichText::new("Left").size(15.0).color(cx.tokens.bad);
        left.label(text).on_hover_text("Has left the game (CR 800.4a)");
    } else {
        let shared = variant::shares_life(cx.game());
        let life = RichText::new(format!("{} {}", if shared { "Team" } else { "Life" }, player.life));
        let life = life.size(15.0).strong();
        let life = if player.life <= 0 { life.color(cx.tokens.bad) } else { life.color(cx.tokens.text_strong) };
        let label = left.label(life);
        if shared {
            label.on_hover_text("The life total of the team (CR 810.4)");
        }
    }
    variant::team_ui(&mut left, cx, id);
    variant::range_ui(&mut left, cx, id);
    let attackers = attackers(cx, id);
    if attackers > 0 {
        mark_ui(&mut left, &format!("Attacked by {}", words::count(attackers, "creature")), |painter, center| {
            glyphs::swords(painter, center, MARK_PT, cx.tokens.attack);
        });
        left.label(RichText::new(attackers.to_string()).strong().color(cx.tokens.attack));
    }
    variant::damage_ui(&mut left, cx, id);
    name_ui(&mut left, cx, id, &player.name, wide, out);
    mana_ui(&mut left, cx, id);
    for (kind, count) in &player.counters {
        let text = describe::capitalized(&words::counters(kind, *count));
        left.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_strong)).truncate());
    }
    places.put(entity, rect);
    if cx.changed(entity) {
        ui.painter().rect_stroke(rect, CONTROL_RADIUS_PT, Stroke::new(1.5, cx.tokens.changed), StrokeKind::Inside);
        let corner =
            vec![rect.left_top(), rect.left_top() + Vec2::new(11.0, 0.0), rect.left_top() + Vec2::new(0.0, 11.0)];
        ui.painter().add(egui::Shape::convex_polygon(corner, cx.tokens.changed, Stroke::NONE));
    }
}

/// The size of the marks of a bar.
pub(super) const MARK_PT: f32 = 5.5;

/// A shape with words for a screen reader, and for whoever points at it.
pub(super) fn mark_ui(ui: &mut Ui, words: &str, paint: impl FnOnce(&egui::Painter, egui::Pos2)) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(2.0 * MARK_PT + 1.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, words));
    paint(ui.painter(), rect.center());
    response.on_hover_text(words);
}

/// How many creatures attack a player or their planeswalkers, as the combat is and as it is being
/// declared.
fn attackers(cx: Cx<'_>, id: PlayerId) -> usize {
    let game = cx.game();
    if !game.plays(id) {
        return 0;
    }
    let is_theirs = |target: &Entity| match target {
        Entity::Player(player) => *player == id,
        Entity::Object(object) => game.controller(*object) == Some(id),
    };
    let combat = game.world().combat.as_deref();
    let attacking = combat.into_iter().flat_map(|combat| &combat.attackers).filter_map(|it| it.target);
    let declared = match cx.choice() {
        Some((choice, Draft::Declare(declared))) if choice.prompt == Prompt::Attackers => declared.clone(),
        _ => Vec::new(),
    };
    let declared = declared.iter().flat_map(|(_, targets)| targets);
    attacking.filter(is_theirs).count() + declared.filter(|target| is_theirs(target)).count()
}

/// The name as a button, with which the player is selected or targeted.
fn name_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId, name: &str, wide: bool, out: &mut Actions) {
    let entity = Entity::Player(id);
    let is_active = cx.game().is_turn_of(id);
    let mut text = describe::capitalized(&describe::player(cx.game(), id));
    // A narrow bar has room for the name; marks and colours tell the rest.
    if is_active && wide {
        text.push_str(" · active");
    }
    if wide && variant::is_emperor(cx.game(), id) {
        text.push_str(" · emperor");
    }
    for designation in cx.game().designations().of(id) {
        text.push_str(" · ");
        text.push_str(designation.name());
    }
    if cx.game().decides_for(id) != id {
        text.push_str(" · controlled");
    }
    if cx.session.policy(id).is_some() && wide {
        text.push_str(" · at random");
    }
    let asked = turn::word_for(cx, id);
    if !asked.is_empty() && wide {
        text.push_str(" · ");
        text.push_str(asked);
    }
    let color = match asked.is_empty() {
        true if variant::out_of_range(cx, id).is_some() => cx.tokens.text_weak,
        true => cx.tokens.text,
        false => cx.tokens.text_strong,
    };
    let button = egui::Button::new(RichText::new(text).color(color)).truncate();
    let response = ui.add(button.selected(!asked.is_empty()));
    let standing = standing(cx, entity, &response);
    let label = format!("Player {name}{}", standing.words());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, standing.selected, &label));
    let rect = response.rect;
    if standing.offered || standing.chosen || standing.selected {
        let color = if standing.offered || standing.chosen { cx.tokens.offered } else { cx.tokens.accent };
        let width = if standing.chosen { 3.0 } else { 1.5 };
        ui.painter().rect_stroke(rect, CONTROL_RADIUS_PT, Stroke::new(width, color), StrokeKind::Outside);
    }
    if response.clicked() {
        clicked(cx, entity, out);
    }
    response.context_menu(|ui| {
        let whose = describe::capitalized(&describe::player(cx.game(), id));
        if cx.view.bottom != id
            && ui.button("Sit here").on_hover_text("Gives this player the bottom of the board").clicked()
        {
            out.push(Action::SitAt(id));
            ui.close();
        }
        let may_concede = matches!(cx.at.pending, Pending::Choices(_)) && cx.game().plays(id);
        let button = egui::Button::new(format!("{whose} concedes"));
        if ui.add_enabled(may_concede, button).on_hover_text("Always open (CR 104.3a)").clicked() {
            out.push(Action::Concede(id));
            ui.close();
        }
        ui.menu_button("Cards in", |ui| {
            for (name, zone, count) in zones(cx, id, true) {
                if ui.button(format!("{name}: {count}")).clicked() {
                    out.push(Action::ShowZone(Some(zone)));
                    ui.close();
                }
            }
        });
        menu_ui(ui, cx, entity, out);
    });
    let asked = if asked.is_empty() { String::new() } else { format!(" · {asked}") };
    response.on_hover_text(format!("{name}{asked} · click for details"));
}

/// The mana pool as symbols and numbers.
fn mana_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId) {
    let Some(player) = cx.game().player(id).filter(|player| !player.mana.is_empty()) else { return };
    ui.label("Mana");
    let size = Vec2::new(player.mana.len() as f32 * (PIP_PT + 2.0), PIP_PT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let text: String = player.mana.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Mana pool {text}")));
    let mut center = rect.left_center() + Vec2::new(PIP_PT / 2.0, 0.0);
    for unit in &player.mana {
        paint_symbol(ui.painter(), cx.tokens, center, ManaSymbol::Mana(unit.kind));
        center.x += PIP_PT + 2.0;
    }
    response.on_hover_text(format!("Mana pool: {text}"));
}

/// The zones of a player with their sizes, the most wanted first. With little room, those without
/// cards are left out.
fn zones(cx: Cx<'_>, id: PlayerId, all: bool) -> Vec<(&'static str, Zone, usize)> {
    let game = cx.game();
    let owned =
        |zone: Zone| game.zone(zone).iter().filter(|it| game.object(**it).is_some_and(|it| it.owner == id)).count();
    let usual = [
        ("Hand", Zone::Hand(id), game.zone(Zone::Hand(id)).len()),
        ("Library", Zone::Library(id), game.zone(Zone::Library(id)).len()),
        ("Graveyard", Zone::Graveyard(id), game.zone(Zone::Graveyard(id)).len()),
        ("Exile", Zone::Exile, owned(Zone::Exile)),
    ];
    let rare = [("Command", Zone::Command), ("Outside", Zone::Outside(id)), ("Ante", Zone::Ante)];
    let rare = rare.map(|(name, zone)| (name, zone, owned(zone)));
    let usual = usual.into_iter().filter(|(.., count)| all || *count > 0);
    usual.chain(rare.into_iter().filter(|(.., count)| *count > 0)).collect()
}

/// The text of a zone: with little room its initial.
fn zone_text((name, _, count): (&str, Zone, usize), wide: bool) -> String {
    if wide { format!("{name} {count}") } else { format!("{} {count}", name.get(..1).unwrap_or(name)) }
}

/// The zones with their sizes, each a button that shows its cards; laid out from the right. Those
/// that have no room beside the life total and the name are in the menu of the name.
fn zones_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId, wide: bool, name: &str, out: &mut Actions) {
    let room_pt = ui.max_rect().width();
    let mut zones = zones(cx, id, room_pt >= NARROW_PT);
    // The name has at most this much, beside the life total and two marks.
    let attacked = Some(attackers(cx, id)).filter(|count| *count > 0);
    let attacked_pt = attacked.map_or(0.0, |count| variant::marked_pt(ui, &count.to_string()));
    let marks_pt = variant::marks_pt(ui, cx, id) + attacked_pt;
    let left_pt = room_pt - LIFE_PT - marks_pt - (text_pt(ui, name) + 20.0).min(MOST_NAME_PT);
    while zones.iter().map(|zone| text_pt(ui, zone_text(*zone, wide)) + ZONE_PT).sum::<f32>() > left_pt
        && zones.len() > 1
    {
        zones.pop();
    }
    for (name, zone, count) in zones.into_iter().rev() {
        zone_button(ui, cx, name, zone, count, wide, out);
    }
}

/// The room of a life total, and of the triangle beside it.
const LIFE_PT: f32 = 76.0;
/// The room of the button of a zone besides its text.
const ZONE_PT: f32 = 17.0;
/// The most room that is kept for a name.
const MOST_NAME_PT: f32 = 110.0;

fn zone_button(ui: &mut Ui, cx: Cx<'_>, name: &str, zone: Zone, count: usize, wide: bool, out: &mut Actions) {
    let shown = cx.view.zone == Some(zone);
    let whole = format!("{name} {count}");
    let text = RichText::new(zone_text((name, zone, count), wide));
    let text = if count == 0 { text.color(cx.tokens.text_weak) } else { text };
    let response = ui.add(egui::Button::new(text).small().selected(shown)).accessible_name(whole);
    if response.on_hover_text(format!("Show the cards of {}", describe::zone(cx.game(), zone))).clicked() {
        out.push(Action::ShowZone(if shown { None } else { Some(zone) }));
    }
}

/// The window with the cards of a zone: the top card of a library first, or the latest card first.
pub(crate) fn zone_window(ctx: &egui::Context, cx: Cx<'_>, out: &mut Actions) {
    let Some(zone) = cx.view.zone else { return };
    let mut ids: Vec<ObjectId> = cx.game().zone(zone).to_vec();
    if !matches!(zone, Zone::Library(_) | Zone::Hand(_)) {
        ids.reverse();
    }
    let mut open = true;
    let title = format!("{} ({})", describe::capitalized(&describe::zone(cx.game(), zone)), ids.len());
    egui::Window::new(title)
        .id(Id::unique("zone"))
        .open(&mut open)
        .collapsible(false)
        .resizable(true)
        .default_pos(ctx.content_rect().center_top() + Vec2::new(-CHIP_SIZE_PT.x, 130.0))
        .default_width(CHIP_SIZE_PT.x * 2.0 + 30.0)
        .show(ctx, |ui| {
            if ids.is_empty() {
                ui.label("No cards.");
            }
            if !cx.sees(zone) {
                ui.label("Hidden from whoever looks; “Sees” above the board shows everything.");
                return;
            }
            let order = match zone {
                Zone::Library(_) => "The top card first.",
                Zone::Hand(_) => "In the order in which they came.",
                _ => "The latest first.",
            };
            ui.label(RichText::new(order).small().color(cx.tokens.text_weak));
            egui::ScrollArea::vertical().max_height(420.0).show_following(ui, |ui| {
                let mut places = Places::default();
                let width_pt = CHIP_SIZE_PT.x * 2.0;
                for id in ids {
                    let (_, rect) = ui.allocate_space(Vec2::new(width_pt, CHIP_SIZE_PT.y));
                    chip_ui(ui, cx, id, rect, &mut places, out);
                }
            });
        });
    if !open {
        out.push(Action::ShowZone(None));
    }
}
