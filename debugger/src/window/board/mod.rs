//! The board: both sides with their permanents, hands and numbers, the stack, and arrows for
//! attacks, blocks and targets.
//!
//! A click selects; where the choice at the cursor offers the object or player, it also answers or
//! marks it. A double click shows the object's history; the context menu lists what a player may
//! begin with a card. Attackers and blockers can be dragged onto what they are to attack or block.

pub(crate) mod arrows;
pub(crate) mod card;
mod piles;
mod player;
mod stack;
mod tilt;
mod turn;

use std::collections::BTreeMap;

use egui::{DragAndDrop, Id, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, Ui, Vec2, WidgetInfo};
use retrace_core::card::CardType;
use retrace_core::derive::Look;
use retrace_core::fact::{Answer, Choice, Domain, Entity, GameResult, Item, ObjectId, PlayerId, Zone};
use retrace_core::rules::Pending;

use crate::session::{Command, describe};

use self::card::{Face, Standing};
use self::piles::{Pile, pile_ui, piles, strips_pt, titles_ui};
use super::action::{Action, Actions};
use super::draft::{Draft, DraftEdit, is_one_click, offers};
use super::edits::menu::menu_ui;
use super::play;
use super::tokens::{CARD_HEIGHTS_PT, CARD_RADIUS_PT, CARD_SIZE_PT, CHIP_SIZE_PT, LAND_SIZE_PT, STACK_WIDTH_PT};
use super::view::Cx;
use super::words;

pub(crate) use player::zone_window;

/// The space between cards.
const GAP_PT: f32 = 6.0;
/// The space between the two sides.
const BETWEEN_PT: f32 = 26.0;
/// How far an attacking or blocking creature steps forward.
const FORWARD_PT: f32 = 7.0;

/// Where objects and players were drawn.
#[derive(Debug, Default)]
pub(crate) struct Places(BTreeMap<Entity, Rect>);

impl Places {
    fn put(&mut self, entity: Entity, rect: Rect) {
        self.0.insert(entity, rect);
    }

    fn get(&self, entity: Entity) -> Option<Rect> {
        self.0.get(&entity).copied()
    }

    /// The object or player drawn at a point; an object takes precedence over the player behind it.
    fn at(&self, pos: Pos2) -> Option<Entity> {
        let under = || self.0.iter().filter(|(_, rect)| rect.contains(pos)).map(|(entity, _)| *entity);
        under().find(|entity| entity.object().is_some()).or_else(|| under().next())
    }

    /// The objects between two heights.
    fn objects_between(&self, top: f32, bottom: f32) -> impl Iterator<Item = Rect> {
        let objects = self.0.iter().filter(|(entity, _)| entity.object().is_some());
        objects.map(|(_, rect)| *rect).filter(move |rect| rect.bottom() > top && rect.top() < bottom)
    }
}

/// The width from which the board shows an empty stack.
const WIDE_PT: f32 = 640.0;

/// Draws the board.
pub(crate) fn board_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let game = cx.game();
    if game.world().players.is_empty() {
        ui.centered_and_justified(|ui| ui.label("Before the first event: there is no game yet. Step forward with →."));
        return;
    }
    ScrollArea::vertical().id_salt("board").auto_shrink(false).show(ui, |ui| {
        let mut places = Places::default();
        // With little room, an empty stack gets none.
        let has_stack = ui.available_width() >= WIDE_PT || !game.zone(Zone::Stack).is_empty();
        let stack_pt = if has_stack { STACK_WIDTH_PT + GAP_PT + 12.0 } else { 0.0 };
        let field_width_pt = (ui.available_width() - stack_pt).max(CARD_SIZE_PT.x * 2.0);
        let height_pt = (ui.available_height() - 12.0).max(100.0);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP_PT;
            ui.vertical(|ui| {
                ui.set_width(field_width_pt);
                let card = card_size(cx, egui::vec2(field_width_pt, height_pt));
                field_ui(ui, cx, card, &mut places, out);
            });
            if !has_stack {
                return;
            }
            let frame = egui::Frame::new().fill(cx.tokens.panel).corner_radius(CARD_RADIUS_PT).inner_margin(6);
            frame.show(ui, |ui| {
                ui.vertical(|ui| {
                    ui.set_width(STACK_WIDTH_PT);
                    ui.set_min_height(height_pt);
                    stack::stack_ui(ui, cx, &mut places, out);
                });
            });
        });
        arrows::paint(ui, cx, &places);
        dragged(ui, cx, &places, out);
    });
}

/// Dragging an attacker or blocker: draws an arrow to the pointer, and declares it where it is
/// dropped.
fn dragged(ui: &Ui, cx: Cx<'_>, places: &Places, out: &mut Actions) {
    let Some(object) = DragAndDrop::payload::<ObjectId>(ui.ctx()).map(|id| *id) else { return };
    let Some(pos) = ui.ctx().pointer_latest_pos() else { return };
    if let Some(from) = places.get(Entity::Object(object)) {
        ui.painter().arrow(from.center(), pos - from.center(), Stroke::new(2.0, cx.tokens.offered));
    }
    if !ui.input(|input| input.pointer.any_released()) {
        return;
    }
    DragAndDrop::clear_payload(ui.ctx());
    // Elsewhere than on the board it was not meant.
    if ui.clip_rect().contains(pos) {
        play::dropped(cx, object, places.at(pos), out);
    }
}

/// Everything but the stack: the sides above each other, the bottom player last.
fn field_ui(ui: &mut Ui, cx: Cx<'_>, card: Vec2, places: &mut Places, out: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let bottom = cx.view.bottom;
    let others: Vec<PlayerId> = cx.game().players().map(|player| player.id).filter(|id| *id != bottom).collect();
    turn::turn_ui(ui, cx, out);
    result_ui(ui, cx, out);
    for id in others {
        player::strip_ui(ui, cx, id, places, out);
        edge_ui(ui, cx, id, places, out);
        row_ui(ui, cx, &piles(cx, id, false), card, FORWARD_PT, places, out);
    }
    // Room for the arrows of combat.
    ui.add_space(BETWEEN_PT);
    if cx.game().player(bottom).is_some() {
        row_ui(ui, cx, &piles(cx, bottom, false), card, -FORWARD_PT, places, out);
        edge_ui(ui, cx, bottom, places, out);
        player::strip_ui(ui, cx, bottom, places, out);
    }
}

/// How the game ended, if it has, and where to go from there.
fn result_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let Pending::Over(result) = &cx.at.pending else { return };
    let text = match result {
        GameResult::Won(player) => {
            format!("{} won the game", describe::capitalized(&describe::player(cx.game(), *player)))
        }
        GameResult::Draw => "The game is a draw".to_owned(),
    };
    let frame = egui::Frame::new().fill(cx.tokens.accent_surface).corner_radius(CARD_RADIUS_PT).inner_margin(6);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.label(RichText::new(text).heading().strong().color(cx.tokens.text_strong));
            if ui.button("Why?").on_hover_text("Why it ended").clicked() {
                out.push(Action::Command(Command::Why));
            }
            if ui.button("To the middle of the game").clicked() {
                out.push(Action::ToMiddle);
            }
            if ui.button(Command::NewGame.label()).clicked() {
                out.push(Action::Command(Command::NewGame));
            }
        });
    });
}

/// The size of a card, so that the board fills its height and, if cards stay readable, fits
/// entirely.
fn card_size(cx: Cx<'_>, field: Vec2) -> Vec2 {
    let lines = |count: usize, width_pt: f32| count.div_ceil(in_a_row(field.x, width_pt)) as f32;
    let (mut fixed_pt, mut rows) = (BETWEEN_PT + 8.0, 0.0);
    if matches!(cx.at.pending, Pending::Over(_)) {
        fixed_pt += 40.0;
    }
    for player in cx.game().players() {
        let hand = cx.game().zone(Zone::Hand(player.id)).len();
        let lands: usize = piles(cx, player.id, true).iter().map(|pile| 1 + pile.attached.len()).sum();
        let hand = if cx.sees(Zone::Hand(player.id)) { hand } else { hand.min(1) };
        let chips = lines(hand, CHIP_SIZE_PT.x + 8.0)
            + lines(lands, LAND_SIZE_PT.x + 8.0)
            + lines(phased_out(cx, player.id).len(), CHIP_SIZE_PT.x + 8.0);
        fixed_pt += 38.0 + chips * (CHIP_SIZE_PT.y + 4.0);
        let others = piles(cx, player.id, false);
        rows += lines(others.len(), CARD_SIZE_PT.x).max(1.0);
        fixed_pt += others.chunks(in_a_row(field.x, CARD_SIZE_PT.x)).map(strips_pt).sum::<f32>();
    }
    let height_pt = (field.y - fixed_pt) / rows - FORWARD_PT - 4.0;
    egui::vec2(CARD_SIZE_PT.x, height_pt.clamp(CARD_HEIGHTS_PT[0], CARD_HEIGHTS_PT[1]).floor())
}

/// How many items of a width fit in a row.
fn in_a_row(field_pt: f32, width_pt: f32) -> usize {
    (((field_pt + GAP_PT) / (width_pt + GAP_PT)).floor() as usize).max(1)
}

/// The permanents that a player controls.
fn permanents(cx: Cx<'_>, player: PlayerId, lands: bool) -> Vec<ObjectId> {
    let game = cx.game();
    let is_land = |id: ObjectId| game.has_type(id, CardType::Land) && !game.has_type(id, CardType::Creature);
    let mine = game.world().battlefield.iter().copied().filter(|id| game.controller(*id) == Some(player));
    mine.filter(|id| is_land(*id) == lands).collect()
}

/// The permanents that phased out under a player's control (CR 702.26b).
fn phased_out(cx: Cx<'_>, player: PlayerId) -> Vec<ObjectId> {
    let phased = cx.game().world().phased_out.iter();
    phased.filter(|(_, it)| it.controller == player).map(|(id, _)| *id).collect()
}

/// The edge of the table: the lands, phased-out permanents, and the cards in hand as far as the
/// viewer sees them.
fn edge_ui(ui: &mut Ui, cx: Cx<'_>, player: PlayerId, places: &mut Places, out: &mut Actions) {
    let hand: Vec<ObjectId> = cx.game().zone(Zone::Hand(player)).iter().copied().collect();
    let lands = piles(cx, player, true);
    let hand = hand.into_iter().map(|host| Pile { host, attached: Vec::new() }).collect();
    let phased_out = phased_out(cx, player).into_iter().map(|host| Pile { host, attached: Vec::new() }).collect();
    let rows =
        [("Lands", lands, LAND_SIZE_PT), ("Phased out", phased_out, CHIP_SIZE_PT), ("In hand", hand, CHIP_SIZE_PT)];
    for (name, ids, size) in rows {
        if ids.is_empty() {
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::new(GAP_PT, 4.0);
            if name == "In hand" && !cx.sees(Zone::Hand(player)) {
                let text = format!("In hand: {}, hidden", words::count(ids.len(), "card"));
                ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
                return;
            }
            ui.add_sized(Vec2::new(44.0, CHIP_SIZE_PT.y), egui::Label::new(RichText::new(name).small()));
            for pile in &ids {
                titles_ui(ui, cx, pile, size, places, out);
            }
        });
    }
}

/// Permanents side by side, centred, in as many rows as they need, each with its attachments.
/// `forward_pt` is how far those in combat step forward.
fn row_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    piles: &[Pile],
    size: Vec2,
    forward_pt: f32,
    places: &mut Places,
    out: &mut Actions,
) {
    let width_pt = ui.available_width();
    // A side without permanents keeps its space, so that the board does not jump.
    let rows: Vec<&[Pile]> =
        if piles.is_empty() { vec![&[]] } else { piles.chunks(in_a_row(width_pt, size.x)).collect() };
    for row in rows {
        let above_pt = strips_pt(row);
        let (_, area) = ui.allocate_space(Vec2::new(width_pt, above_pt + size.y + forward_pt.abs()));
        let used_pt = row.len() as f32 * (size.x + GAP_PT) - GAP_PT;
        let mut left = area.left() + ((width_pt - used_pt) / 2.0).max(0.0);
        for pile in row {
            let fighting = in_combat(cx, pile.host);
            let at_rest_pt = if forward_pt < 0.0 { -forward_pt } else { 0.0 };
            let top = area.top() + above_pt + at_rest_pt + if fighting { forward_pt } else { 0.0 };
            let rect = Rect::from_min_size(Pos2::new(left, top), size);
            pile_ui(ui, cx, pile, rect, places, out);
            left += size.x + GAP_PT;
        }
    }
}

fn in_combat(cx: Cx<'_>, id: ObjectId) -> bool {
    let fighting = cx
        .game()
        .world()
        .combat
        .as_deref()
        .is_some_and(|combat| combat.attacker(id).is_some() || combat.blocker(id).is_some());
    fighting || cx.choice().is_some_and(|(_, draft)| !draft.declared(id).is_empty())
}

/// How an object is drawn.
#[derive(Clone, Copy)]
enum Drawn<'a> {
    /// As a card, or only as its title if the rectangle is low, with its attachments.
    Whole { attached: &'a [ObjectId] },
    /// As a title that continues behind the card in front of it: in this rectangle, with its
    /// controller if needed.
    Strip { behind: Rect, whose: Option<&'a str> },
}

/// Draws an object as a card or only its title, depending on the size of the rectangle.
pub(crate) fn object_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, rect: Rect, places: &mut Places, out: &mut Actions) {
    object_in(ui, cx, id, rect, Drawn::Whole { attached: &[] }, places, out);
}

/// Draws an object in a rectangle, which is all that is visible and clickable.
fn object_in(
    ui: &mut Ui,
    cx: Cx<'_>,
    id: ObjectId,
    rect: Rect,
    drawn: Drawn<'_>,
    places: &mut Places,
    out: &mut Actions,
) {
    let Some(mut face) = Face::of(cx.game(), id) else { return };
    face.badges.extend(cx.beneath(id).map(|name| format!("beneath: {name}")));
    let entity = Entity::Object(id);
    let may_drag = play::may_drag(cx, id);
    let sense = if may_drag { Sense::click_and_drag() } else { Sense::click() };
    let response = ui.interact(rect, Id::unique(("object", id.0, rect.width() as i32, cx.is_elsewhere())), sense);
    if may_drag {
        response.dnd_set_drag_payload(id);
    }
    let standing = standing(cx, entity, &response);
    let attached = match drawn {
        Drawn::Whole { attached } => piles::words(cx.game(), attached),
        Drawn::Strip { whose, .. } => whose.map_or_else(String::new, |whose| format!(", controlled by {whose}")),
    };
    let label = format!("{}{attached}{}", face.label(), standing.words());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, standing.selected, &label));
    if ui.is_rect_visible(rect) {
        match drawn {
            Drawn::Strip { behind, whose } => {
                card::paint_strip(ui.painter(), cx.tokens, behind, &face, whose, standing);
            }
            Drawn::Whole { .. } if rect.height() > CHIP_SIZE_PT.y + 1.0 => {
                card::paint(ui.painter(), cx.tokens, rect, &face, standing);
            }
            Drawn::Whole { .. } => card::paint_chip(ui.painter(), cx.tokens, rect, &face, standing),
        }
    }
    places.put(entity, rect);
    if response.clicked() {
        clicked(cx, entity, out);
        play::clicked(cx, id, out);
    }
    let acts = play::acts(cx, id);
    if response.double_clicked() {
        out.push(Action::ShowHistory(id));
    }
    if cx.sees_object(id) {
        response.context_menu(|ui| {
            for (item, label) in acts.iter().zip(words::items(cx.game(), &acts)) {
                if ui.button(label).clicked() {
                    out.push(Action::Answer(Answer::Picked(vec![item.clone()])));
                    ui.close();
                }
            }
            if !acts.is_empty() {
                ui.separator();
            }
            if ui.button("History").on_hover_text("What this card was before, and became later").clicked() {
                out.push(Action::ShowHistory(id));
                ui.close();
            }
            menu_ui(ui, cx, entity, out);
        });
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| card::large_ui(ui, &face));
}

/// How an object or player is highlighted.
pub(crate) fn standing(cx: Cx<'_>, entity: Entity, response: &Response) -> Standing {
    let choice = cx.choice();
    Standing {
        selected: cx.view.selected == Some(entity),
        changed: cx.changed(entity),
        offered: choice.as_ref().is_some_and(|(choice, _)| offers(choice, entity))
            || entity.object().is_some_and(|id| play::first_act(cx, id).is_some()),
        chosen: choice.as_ref().is_some_and(|(_, draft)| draft.marks(entity)),
        hovered: response.hovered() || response.has_focus(),
    }
}

/// Handles a click on an object or player.
fn clicked(cx: Cx<'_>, entity: Entity, out: &mut Actions) {
    out.push(Action::Select(entity));
    if let Some((choice, draft)) = cx.choice().filter(|(choice, _)| offers(choice, entity)) {
        out.extend(answer_of_click(choice, draft, entity));
    }
}

/// The effect on the answer of clicking something that a choice offers.
fn answer_of_click(choice: &Choice, draft: &Draft, entity: Entity) -> Option<Action> {
    match (&choice.domain, entity) {
        (Domain::Pick { .. }, _) if is_one_click(choice) => {
            Some(Action::Answer(Answer::Picked(vec![Item::Entity(entity)])))
        }
        (Domain::Pick { .. } | Domain::Gather { .. }, _) => {
            Some(Action::Draft(DraftEdit::Toggle(Item::Entity(entity))))
        }
        (Domain::Declare { .. }, Entity::Object(id)) => {
            debug_assert!(matches!(draft, Draft::Declare(_)));
            Some(Action::Draft(DraftEdit::CycleDeclaration(id)))
        }
        _ => None,
    }
}
