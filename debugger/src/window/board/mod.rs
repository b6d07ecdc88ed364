//! The board: the players with their permanents, hands and numbers, the stack, and arrows for
//! attacks, blocks and targets. It draws the game of its [`Cx`] into the room that there is.
//!
//! - `arrange`: the places of everything, a pure function; `route`: the ways of arrows, another.
//! - `table`: what lies on the table, kept for a version of the game; `face`: a card as it reads.
//! - `card`, `player`, `variant`, `stack`, `turn`, `arrows`: what is drawn; `reading`: the large
//!   view.
//!
//! A click selects; where the choice at the cursor offers the object or player, it also answers or
//! marks it. A click on the number of a stack of equal permanents lays them side by side. A double
//! click shows the object's history; the context menu lists what a player may begin with a card.
//! Attackers and blockers can be dragged onto what they are to attack or block.

mod arrange;
pub(crate) mod arrows;
pub(crate) mod card;
pub(crate) mod face;
mod player;
pub(crate) mod reading;
mod route;
mod stack;
mod table;
mod turn;
pub(crate) mod variant;

use std::collections::BTreeMap;

use egui::{
    DragAndDrop, Pos2, Rect, Response, RichText, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder, WidgetInfo, vec2,
};
use retrace_core::derive::Look;
use retrace_core::fact::{Answer, Choice, Domain, Entity, GameResult, Item, ObjectId, Zone};
use retrace_core::rules::Pending;

use retrace_session::{Command, describe};

use self::arrange::Seated;
use self::card::Standing;
use self::face::Face;
use self::table::{Behind, Pile, Side};
use super::action::{Action, Actions};
use super::draft::{Draft, DraftEdit, is_one_click, offers};
use super::edits::menu::menu_ui;
use super::focus;
use super::play;
use super::tokens::{CARD_RADIUS_PT, TEXT_PT, TEXT_SMALL_PT};
use super::view::Cx;
use super::words;

pub(crate) use player::zone_window;
pub(crate) use turn::turn_ui;

/// Where objects and players were drawn, and what is pointed at.
#[derive(Debug, Default)]
pub(crate) struct Places {
    rects: BTreeMap<Entity, Rect>,
    pointed: Option<Entity>,
}

impl Places {
    fn put(&mut self, entity: Entity, rect: Rect) {
        self.rects.insert(entity, rect);
    }

    fn get(&self, entity: Entity) -> Option<Rect> {
        self.rects.get(&entity).copied()
    }

    /// The object or player drawn at a point; an object takes precedence over the player behind it.
    fn at(&self, pos: Pos2) -> Option<Entity> {
        let under = || self.rects.iter().filter(|(_, rect)| rect.contains(pos)).map(|(entity, _)| *entity);
        under().find(|entity| entity.object().is_some()).or_else(|| under().next())
    }
}

/// Draws the board with the line of the turn.
pub(crate) fn board_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    if cx.game().world().players.is_empty() {
        ui.centered_and_justified(|ui| ui.label("Before the first event: there is no game yet. Step forward with →."));
        return;
    }
    ui.spacing_mut().item_spacing.y = 4.0;
    if !cx.view.turn_apart {
        turn_ui(ui, cx, out);
    }
    result_ui(ui, cx, out);
    table_ui(ui, cx, out);
}

/// Draws the players, their permanents and the stack into the room that is left.
pub(crate) fn table_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let rect = ui.available_rect_before_wrap();
    ui.allocate_rect(rect, Sense::hover());
    if rect.width() < 40.0 || rect.height() < 40.0 {
        return;
    }
    let table = table::table(ui, cx, rect);
    let mut places = Places::default();
    for (side, seated) in table.sides.iter().zip(&table.arranged.seats) {
        side_ui(ui, cx, side, seated, &mut places, out);
    }
    if let Some((column, objects)) = &table.stack {
        stack::stack_ui(ui, cx, *column, objects, &mut places, out);
    }
    let pointed = places.pointed.or(cx.view.selected);
    arrows::paint(ui, cx, &table, &places, rect, pointed);
    dragged(ui, cx, &places, out);
}

/// A player's bar, hand and permanents.
fn side_ui(ui: &mut Ui, cx: Cx<'_>, side: &Side, seated: &Seated, places: &mut Places, out: &mut Actions) {
    let mut draw = [true, false];
    // From the top to the bottom, for those who go through with the keyboard.
    if !seated.top {
        draw.reverse();
    }
    for bar in draw {
        if bar {
            player::bar_ui(ui, cx, side.player, seated.bar, places, out);
            hand_ui(ui, cx, side, seated, places, out);
            chips_ui(ui, cx, &side.command, &seated.command, Zone::Command, places, out);
        } else {
            field_ui(ui, cx, side, seated, places, out);
        }
    }
}

/// The cards in hand, in one line.
fn hand_ui(ui: &mut Ui, cx: Cx<'_>, side: &Side, seated: &Seated, places: &mut Places, out: &mut Actions) {
    // A low board, and one with many players, show one hand only.
    if (side.hand.is_empty() && side.hidden == 0) || seated.hand.height() <= 0.0 {
        return;
    }
    let mut label =
        ui.new_child(UiBuilder::new().max_rect(seated.hand).layout(egui::Layout::left_to_right(egui::Align::Center)));
    if side.hidden > 0 {
        let text = match seated.hand.width() < arrange::HIDDEN_HAND_PT - arrange::GROUP_GAP_PT {
            true => format!("{} hidden", side.hidden),
            false => format!("In hand: {}, hidden", words::count(side.hidden, "card")),
        };
        label.label(RichText::new(text).small().color(cx.tokens.text_weak));
        return;
    }
    label.label(RichText::new("Hand").small().color(cx.tokens.text_weak));
    chips_ui(ui, cx, &side.hand, &seated.cards, Zone::Hand(side.player), places, out);
}

/// Cards of a zone as titles. The last place is for the number of those that have none.
fn chips_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    cards: &[ObjectId],
    at: &[Rect],
    zone: Zone,
    places: &mut Places,
    out: &mut Actions,
) {
    let all_shown = at.len() >= cards.len();
    let shown = if all_shown { cards.len() } else { at.len().saturating_sub(1) };
    for (id, rect) in cards.iter().take(shown).zip(at) {
        object_in(ui, cx, *id, *rect, Drawn::Chip, places, out);
    }
    if let Some(last) = at.last().filter(|_| !all_shown) {
        let text = format!("+ {} more", cards.len() - shown);
        let button = egui::Button::new(RichText::new(text).size(TEXT_SMALL_PT));
        let hint = format!("Shows all cards of {}", describe::zone(cx.game(), zone));
        if ui.put(*last, button).on_hover_text(hint).clicked() {
            out.push(Action::ShowZone(Some(zone)));
        }
    }
}

/// The permanents. If they do not all have room, they scroll, and a line says so.
fn field_ui(ui: &mut Ui, cx: Cx<'_>, side: &Side, seated: &Seated, places: &mut Places, out: &mut Actions) {
    if seated.over_pt <= 0.0 {
        for (pile, placed) in side.piles.iter().zip(&seated.items) {
            pile_ui(ui, cx, side, pile, placed, places, out);
        }
        return;
    }
    let content_pt = seated.field.height() + seated.over_pt;
    let mut child = ui.new_child(UiBuilder::new().max_rect(seated.field).id_salt(("field", side.player)));
    child.set_clip_rect(seated.field.intersect(ui.clip_rect()));
    // What is towards the middle of the board is in sight first.
    let area = ScrollArea::vertical().id_salt("field").auto_shrink(false).min_scrolled_height(0.0);
    let area = area.stick_to_bottom(seated.top);
    let shown = area.show_viewport(&mut child, |ui, viewport| {
        let (_, area) = ui.allocate_space(vec2(ui.available_width(), content_pt));
        let shift = area.min - seated.field.min;
        for (pile, placed) in side.piles.iter().zip(&seated.items) {
            let moved = arrange::Placed {
                card: placed.card.translate(shift),
                strips: placed.strips.iter().map(|strip| strip.translate(shift)).collect(),
            };
            pile_ui(ui, cx, side, pile, &moved, places, out);
        }
        focus::follow(ui);
        viewport
    });
    let viewport = shown.inner;
    let more = |out_of: &dyn Fn(f32, f32) -> bool| {
        let relative = |rect: Rect| rect.translate(-seated.field.min.to_vec2());
        seated.items.iter().filter(|it| out_of(relative(it.card).top(), relative(it.card).bottom())).count()
    };
    let above = more(&|top, _| top < viewport.top() - 1.0);
    let below = more(&|_, bottom| bottom > viewport.bottom() + 1.0);
    let text = match (above, below) {
        (0, 0) => return,
        (0, below) => format!("↓ {below} more below"),
        (above, 0) => format!("↑ {above} more above"),
        (above, below) => format!("↑ {above} more above, ↓ {below} below"),
    };
    let galley = ui.painter().layout_no_wrap(text, egui::FontId::proportional(TEXT_SMALL_PT), cx.tokens.text_strong);
    let size = galley.size() + vec2(12.0, 4.0);
    // At the end where they are.
    let y = if below > 0 { seated.field.bottom() - size.y } else { seated.field.top() };
    let min = Pos2::new(seated.field.center().x - size.x / 2.0, y);
    ui.painter().rect_filled(Rect::from_min_size(min, size), 4, cx.tokens.accent_surface);
    ui.painter().galley(min + vec2(6.0, 2.0), galley, cx.tokens.text_strong);
}

/// Draws a pile: what is behind, then the permanent, or the stack of equal ones.
fn pile_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    side: &Side,
    pile: &Pile,
    placed: &arrange::Placed,
    places: &mut Places,
    out: &mut Actions,
) {
    let game = cx.game();
    for (behind, rect) in pile.behind.iter().zip(&placed.strips).rev() {
        match behind {
            Behind::Object(id) => {
                // The controller, if not that of the host.
                let whose = game.controller(*id).filter(|whose| Some(*whose) != game.controller(pile.front()));
                let whose = whose.map(|whose| describe::player(game, whose));
                object_in(ui, cx, *id, *rect, Drawn::Strip { whose: whose.as_deref() }, places, out);
            }
            Behind::Words(text) => {
                let response = ui.interact(*rect, ui.scope_id().with(("words", pile.front().0, text)), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
                card::paint_words(ui.painter(), cx.tokens, *rect, text);
                response.on_hover_text(text);
            }
        }
    }
    object_in(ui, cx, pile.front(), placed.card, Drawn::Pile(pile), places, out);
    let [_, others @ ..] = pile.ids.as_slice() else { return };
    for id in others {
        places.put(Entity::Object(*id), placed.card);
    }
    let count = pile.opened.unwrap_or(pile.ids.len());
    if count < 2 {
        return;
    }
    let button = card::count_place(placed.card, &pile.face, count);
    let response = ui.interact(button, ui.scope_id().with(("stack", pile.front().0)), Sense::click());
    let name = &pile.face.name;
    let verb = if pile.opened.is_some() { "Stack" } else { "Lay out" };
    let spoken = format!("{verb} {count} equal {name}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    if response.hovered() || response.has_focus() {
        ui.painter().rect_stroke(button, 3, Stroke::new(1.5, cx.tokens.accent), egui::StrokeKind::Outside);
    }
    if response.clicked() {
        out.push(Action::OpenStack((side.player, name.clone()), pile.opened.is_none()));
    }
    response.on_hover_text(spoken).on_hover_cursor(egui::CursorIcon::PointingHand);
}

/// Dragging an attacker or blocker: draws an arrow to the pointer, and declares it where it is
/// dropped.
fn dragged(ui: &Ui, cx: Cx<'_>, places: &Places, out: &mut Actions) {
    let Some(mut object) = DragAndDrop::payload::<ObjectId>(ui.ctx()).map(|id| *id) else { return };
    let Some(pos) = ui.ctx().pointer_latest_pos() else { return };
    // In a frame that takes long the pointer may have left what was pressed.
    let origin = ui.input(|input| input.pointer.press_origin()).filter(|_| ui.ctx().drag_started_id().is_some());
    if let Some(origin) = origin.filter(|it| places.get(Entity::Object(object)).is_some_and(|at| !at.contains(*it))) {
        let Some(pressed) = places.at(origin).and_then(Entity::object).filter(|id| play::may_drag(cx, *id)) else {
            return DragAndDrop::clear_payload(ui.ctx());
        };
        DragAndDrop::set_payload(ui.ctx(), pressed);
        object = pressed;
    }
    if let Some(from) = places.get(Entity::Object(object)) {
        arrows::to_pointer(ui.painter(), cx.tokens, from.center(), pos);
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

/// How the game ended, if it has, and where to go from there.
fn result_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let Pending::Over(result) = &cx.at.pending else { return };
    let text = match result {
        GameResult::Won(player) => {
            format!("{} won the game", describe::capitalized(&describe::winner(cx.game(), *player)))
        }
        GameResult::Draw => "The game is a draw".to_owned(),
    };
    let frame = egui::Frame::new().fill(cx.tokens.accent_surface).corner_radius(CARD_RADIUS_PT).inner_margin(4);
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
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

/// How an object is drawn.
#[derive(Clone, Copy)]
enum Drawn<'a> {
    /// As a permanent, with what lies behind it and on the stack with it.
    Pile(&'a Pile),
    /// As an object on its own: a card, or a tile.
    Alone,
    /// As a title.
    Chip,
    /// As a title that peeks out from behind the card in front of it, with its controller if
    /// needed.
    Strip { whose: Option<&'a str> },
}

/// Draws an object of a list as a title.
pub(crate) fn chip_ui(ui: &mut Ui, cx: Cx<'_>, id: ObjectId, rect: Rect, places: &mut Places, out: &mut Actions) {
    object_in(ui, cx, id, rect, Drawn::Chip, places, out);
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
    let found;
    let face = match drawn {
        Drawn::Pile(pile) => &pile.face,
        _ => {
            let Some(face) = Face::of(cx.game(), id) else { return };
            found = face;
            &found
        }
    };
    let beneath: String = cx.beneath(id).map(|name| format!(", beneath: {name}")).unwrap_or_default();
    let entity = Entity::Object(id);
    let may_drag = play::may_drag(cx, id);
    let sense = if may_drag { Sense::click_and_drag() } else { Sense::click() };
    let response = ui.interact(rect, ui.scope_id().with(("object", id.0)), sense);
    if may_drag {
        response.dnd_set_drag_payload(id);
    }
    let mut standing = standing(cx, entity, &response);
    let mut more = String::new();
    let mut count = 1;
    match drawn {
        Drawn::Pile(pile) => {
            count = pile.opened.unwrap_or(pile.ids.len());
            for other in pile.ids.iter().skip(1) {
                standing = standing.or(standing_of(cx, Entity::Object(*other)));
            }
            more = behind_words(cx, pile);
        }
        Drawn::Strip { whose: Some(whose) } => more = format!(", controlled by {whose}"),
        _ => {}
    }
    let label = format!("{}{beneath}{more}{}", face.label(), standing.words());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, standing.selected, &label));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        match drawn {
            Drawn::Strip { whose } => card::paint_strip(painter, cx.tokens, rect, face, whose, standing),
            Drawn::Chip => card::paint_chip(painter, cx.tokens, rect, face, standing),
            Drawn::Pile(_) | Drawn::Alone => {
                card::paint(painter, cx.tokens, rect, face, &|| face::text(cx.game(), id), standing, count);
            }
        }
    }
    places.put(entity, rect);
    if response.hovered() || response.has_focus() {
        places.pointed = Some(entity);
    }
    if response.clicked() {
        clicked(cx, entity, out);
        play::clicked(cx, id, out);
    }
    let acts = play::acts(cx, id);
    if response.double_clicked() {
        out.push(Action::ShowHistory(id));
    }
    if response.hovered() {
        ui.data_mut(|data| data.insert_temp(pointed_id(), id));
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
    response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_ui(|ui| {
        reading::reading_ui(ui, cx.game(), face, TEXT_PT);
        if !beneath.is_empty() {
            ui.label(RichText::new(describe::capitalized(beneath.trim_start_matches(", "))).color(cx.tokens.changed));
        }
    });
}

/// Where the object that was under the pointer last is kept.
fn pointed_id() -> egui::Id {
    egui::Id::unique("the object under the pointer")
}

/// The object that was under the pointer last, of those that are drawn as cards.
pub(crate) fn pointed(ctx: &egui::Context) -> Option<ObjectId> {
    ctx.data(|data| data.get_temp(pointed_id()))
}

/// What lies behind a permanent and on the stack with it in words, for a screen reader.
fn behind_words(cx: Cx<'_>, pile: &Pile) -> String {
    let mut said = String::new();
    for behind in &pile.behind {
        said.push_str(&match behind {
            Behind::Object(id) => format!(", with {} {id}", cx.game().name_of(*id)),
            Behind::Words(text) => format!(", {text}"),
        });
    }
    let [_, others @ ..] = pile.ids.as_slice() else { return said };
    if !others.is_empty() {
        let ids: Vec<String> = others.iter().map(ToString::to_string).collect();
        said.push_str(&format!(", in a stack of {} with {}", pile.ids.len(), ids.join(", ")));
    }
    said
}

/// How an object or player is highlighted.
pub(crate) fn standing(cx: Cx<'_>, entity: Entity, response: &Response) -> Standing {
    Standing { hovered: response.hovered() || response.has_focus(), ..standing_of(cx, entity) }
}

/// How an object or player is highlighted, wherever the pointer is.
fn standing_of(cx: Cx<'_>, entity: Entity) -> Standing {
    let choice = cx.choice();
    Standing {
        selected: cx.view.selected == Some(entity),
        changed: cx.changed(entity),
        offered: choice.as_ref().is_some_and(|(choice, _)| offers(choice, entity))
            || entity.object().is_some_and(|id| play::first_act(cx, id).is_some()),
        chosen: choice.as_ref().is_some_and(|(_, draft)| draft.marks(entity)),
        ..Standing::default()
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
