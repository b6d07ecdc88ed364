//! The line above the board: the active player, the turn step, and who has priority.

use egui::{FontId, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo};
use retrace_core::card::TurnStep;
use retrace_core::fact::{Frame, PlayerId};
use retrace_core::rules::Pending;

use retrace_session::describe;

use super::super::action::{Action, Actions};
use super::super::tokens::{CONTROL_RADIUS_PT, TEXT_SMALL_PT, Tokens};
use super::super::view::Cx;
use super::super::words;
use super::card::cut;

/// The height of the line.
const LINE_PT: f32 = 22.0;

/// Draws the line.
pub(crate) fn turn_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let game = cx.game();
    let turn = &game.world().turn;
    let (_, rect) = ui.allocate_space(Vec2::new(ui.available_width(), LINE_PT));
    // What stands at the right first, so that it never makes the board wider.
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut right = ui.new_child(UiBuilder::new().max_rect(rect).layout(layout).id_salt("sees"));
    right.spacing_mut().item_spacing.x = 3.0;
    if right.small_button("Swap").on_hover_text("Gives the next player the bottom of the board").clicked() {
        out.push(Action::SwapSides);
    }
    sees_ui(&mut right, cx, out);
    let rest = rect.with_max_x((right.min_rect().left() - 6.0).max(rect.left()));
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let left = UiBuilder::new().max_rect(rest).layout(layout).id_salt("turn");
    ui.scope_builder(left, |ui| {
        ui.set_clip_rect(rest.expand2(Vec2::new(0.0, 4.0)).intersect(ui.clip_rect()));
        ui.spacing_mut().item_spacing.x = 3.0;
        let whose = describe::whose_turn(game);
        let time = game.world().day_night.map_or_else(String::new, |time| format!(" · {}", time.word()));
        // Beside titles there is room for the number; the bar of the active player says so, too.
        let label = match cx.view.turn_apart {
            true => format!("Turn {}{time}", turn.number),
            false => format!("Turn {} · {whose}{time}", turn.number),
        };
        let label = RichText::new(label).color(cx.tokens.text_strong).strong();
        let step = turn.step.map_or("between steps", TurnStep::word);
        ui.add(egui::Label::new(label).truncate()).on_hover_text(format!(
            "{} is the active player (CR 102.1). Now: {step}.",
            describe::player(game, turn.active)
        ));
        ui.add_space(6.0);
        let room_pt = ui.available_width();
        let painter = ui.painter().clone();
        let width_of = |text: &str| {
            let font = FontId::proportional(TEXT_SMALL_PT);
            painter.layout_no_wrap(text.to_owned(), font, cx.tokens.text_weak).size().x
        };
        let steps = TurnStep::ALL.len() as f32;
        let text_pt: f32 = TurnStep::ALL.iter().map(|step| width_of(words::turn_step_short(*step))).sum();
        // The names share the remaining width. If they do not fit, the other steps have two
        // letters; if those do not fit either, only the current step is shown.
        let extra_pt = ((room_pt - text_pt) / steps - 3.0).min(16.0);
        let short = extra_pt < 4.0;
        let few = short && room_pt < steps * (SHORT_PT + 3.0) + 40.0;
        for step in TurnStep::ALL {
            let is_now = turn.step == Some(step);
            if few && !is_now {
                continue;
            }
            let text = words::turn_step_short(step);
            let (text, width_pt) = match short && !is_now {
                true => (two_letters(step), SHORT_PT),
                false => (text, width_of(text) + extra_pt.max(8.0)),
            };
            step_ui(ui, cx.tokens, step, text, is_now, width_pt);
        }
    });
}

/// The menu for whose view the board shows.
fn sees_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let name = |id: PlayerId| describe::capitalized(&describe::player(cx.game(), id));
    let now = cx.view.viewer.map_or_else(|| "all".to_owned(), name);
    let menu = ui.menu_button(RichText::new(format!("Sees: {now}")).small(), |ui| {
        let players: Vec<Option<PlayerId>> =
            std::iter::once(None).chain(cx.game().players().map(|player| Some(player.id))).collect();
        for viewer in players {
            let text = viewer.map_or_else(|| "See everything".to_owned(), |id| format!("See what {} sees", name(id)));
            if ui.radio(cx.view.viewer == viewer, text).clicked() {
                out.push(Action::See(viewer));
                ui.close();
            }
        }
    });
    menu.response
        .on_hover_text("The player whose view the window shows: no panel reveals what that player may not know.");
}

/// The width of a step that is shown by two letters.
const SHORT_PT: f32 = 18.0;

/// The name of a turn step in two letters.
const fn two_letters(step: TurnStep) -> &'static str {
    match step {
        TurnStep::Untap => "Ut",
        TurnStep::Upkeep => "Up",
        TurnStep::Draw => "Dr",
        TurnStep::PrecombatMain => "M1",
        TurnStep::BeginningOfCombat => "Co",
        TurnStep::DeclareAttackers => "At",
        TurnStep::DeclareBlockers => "Bl",
        TurnStep::CombatDamage => "Da",
        TurnStep::EndOfCombat => "Ec",
        TurnStep::PostcombatMain => "M2",
        TurnStep::End => "En",
        TurnStep::Cleanup => "Cl",
    }
}

fn step_ui(ui: &mut Ui, tokens: &Tokens, step: TurnStep, text: &str, is_now: bool, width_pt: f32) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width_pt.max(10.0), 19.0), Sense::hover());
    let name = describe::capitalized(step.word());
    let spoken = if is_now { format!("{name}, now") } else { name.clone() };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    let radius = CONTROL_RADIUS_PT;
    let painter = ui.painter_at(rect);
    let text_color = if is_now {
        painter.rect_filled(rect, radius, tokens.accent);
        tokens.on_accent
    } else {
        painter.rect(rect, radius, tokens.panel, Stroke::new(1.0, tokens.line), StrokeKind::Inside);
        tokens.text_weak
    };
    let text = cut(&painter, text, TEXT_SMALL_PT, text_color, rect.width() - 2.0, 1);
    painter.galley(rect.center() - text.size() / 2.0, text, text_color);
    if is_now {
        // A notch below, so that colour is not the only mark.
        let below = Rect::from_center_size(rect.center_bottom(), Vec2::new(10.0, 6.0));
        let points = vec![below.center_bottom(), below.left_top(), below.right_top()];
        ui.painter().add(egui::Shape::convex_polygon(points, tokens.accent, Stroke::NONE));
    }
    response.on_hover_text(name);
}

/// What a player is asked or has at the cursor, in a word or two; empty for other players.
pub(super) fn word_for(cx: Cx<'_>, player: PlayerId) -> &'static str {
    match (&cx.at.pending, cx.game().frame()) {
        (Pending::Choices(choices), frame) if choices.iter().any(|choice| choice.answered_by == player) => {
            if matches!(frame, Some(Frame::Priority { .. })) { "has priority" } else { "to choose" }
        }
        _ => "",
    }
}
