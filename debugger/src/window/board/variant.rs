//! What the bar of a player tells of the variant: the team, whether the player is within range, and
//! the combat damage of commanders (CR 801, 808 to 811, 903.10a).

use egui::{Align2, FontId, RichText, Stroke, StrokeKind, Ui, Vec2};
use retrace_core::fact::{Entity, PlayerId};
use retrace_core::state::commanders::FATAL_DAMAGE;
use retrace_core::state::{Commander, Game};

use retrace_session::describe;

use super::super::glyphs;
use super::super::parts::text_pt;
use super::super::tokens::TEXT_SMALL_PT;
use super::super::view::Cx;
use super::player::{MARK_PT, mark_ui};

/// From here on it is told as something bad.
const NEARLY: u32 = 14;

/// Whether each team has one life total.
pub(super) fn shares_life(game: &Game) -> bool {
    game.seating().is_some_and(|seating| seating.shared_life)
}

/// Whether a player is the emperor of a team (CR 809.2).
pub(super) fn is_emperor(game: &Game, id: PlayerId) -> bool {
    let emperors = game.seating().filter(|seating| seating.variant.name == retrace_core::fact::variant::EMPEROR);
    emperors.is_some_and(|seating| seating.emperor_of(id) == Some(id))
}

/// The team of a player in words: its number, from 1, its players, and whose it is. `None` if each
/// player plays alone.
pub(crate) fn team_words(game: &Game, id: PlayerId) -> Option<String> {
    let seating = game.seating()?;
    let place = seating.teams.iter().position(|team| team.contains(&id))?;
    let names: Vec<String> = seating.teams.get(place)?.iter().map(|id| describe::player(game, *id)).collect();
    let emperor = if is_emperor(game, id) { "emperor of team" } else { "team" };
    Some(format!("{emperor} {}: {}", place + 1, names.join(", ")))
}

/// The room of a mark with a number.
pub(super) fn marked_pt(ui: &Ui, number: &str) -> f32 {
    2.0 * MARK_PT + 1.0 + text_pt(ui, number) + 2.0 * ui.spacing().item_spacing.x
}

/// The room of the marks of a player.
pub(super) fn marks_pt(ui: &Ui, cx: Cx<'_>, id: PlayerId) -> f32 {
    let game = cx.game();
    let (mark_pt, gap_pt) = (2.0 * MARK_PT + 1.0, ui.spacing().item_spacing.x);
    let team_pt = if game.has_teams() { mark_pt + gap_pt + 2.0 } else { 0.0 };
    let range_pt = if out_of_range(cx, id).is_some() { mark_pt + gap_pt } else { 0.0 };
    let damage_pt = commander_damage(game, id).first().map_or(0.0, |(most, _)| marked_pt(ui, &most.to_string()));
    team_pt + range_pt + damage_pt
}

/// The number of the team: filled for that of the player at the bottom, an outline for others.
pub(super) fn team_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId) {
    let game = cx.game();
    let Some(words) = team_words(game, id) else { return };
    let teams = game.seating().map_or(&[][..], |seating| seating.teams.as_slice());
    let place = teams.iter().position(|team| team.contains(&id)).unwrap_or(0);
    let own = teams.get(place).is_some_and(|team| team.contains(&cx.view.bottom));
    let whose = match own {
        true if id == cx.view.bottom => String::new(),
        true => format!("; a teammate of {}", describe::player(game, cx.view.bottom)),
        false => format!("; an opponent of {}", describe::player(game, cx.view.bottom)),
    };
    let words = describe::capitalized(&format!("{words}{whose}"));
    let text = format!("{}{}", if is_emperor(game, id) { "E" } else { "" }, place + 1);
    mark_ui(ui, &words, |painter, center| {
        let rect = egui::Rect::from_center_size(center, Vec2::new(2.0 * MARK_PT + 6.0, 2.0 * MARK_PT + 5.0));
        let color = if own { cx.tokens.on_accent } else { cx.tokens.text_strong };
        if own {
            painter.rect_filled(rect, 3, cx.tokens.accent);
        }
        painter.rect_stroke(rect, 3, Stroke::new(1.2, cx.tokens.line_strong), StrokeKind::Inside);
        painter.text(center, Align2::CENTER_CENTER, text, FontId::proportional(TEXT_SMALL_PT), color);
    });
    ui.add_space(2.0);
}

/// The player whose range of influence is shown, if another is out of it: the selected one, or the
/// one at the bottom (CR 801.2).
pub(super) fn out_of_range(cx: Cx<'_>, id: PlayerId) -> Option<PlayerId> {
    let of = match cx.view.selected {
        Some(Entity::Player(selected)) => selected,
        _ => cx.view.bottom,
    };
    let game = cx.game();
    (game.has_ranges() && game.plays(id) && !game.in_range(of, id)).then_some(of)
}

/// A mark on whoever is out of range.
pub(super) fn range_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId) {
    let Some(of) = out_of_range(cx, id) else { return };
    let words = format!("Out of the range of influence of {} (CR 801.2)", describe::player(cx.game(), of));
    mark_ui(ui, &words, |painter, center| glyphs::out_of_reach(painter, center, MARK_PT, cx.tokens.text_weak));
}

/// The combat damage that commanders have dealt to a player, the most first, each with its name.
/// None where it does not count (CR 903.12h).
pub(crate) fn commander_damage(game: &Game, id: PlayerId) -> Vec<(u32, String)> {
    if !game.counts_commander_damage() {
        return Vec::new();
    }
    let name = |it: &Commander| {
        let face = game.cards().get(&it.card).and_then(|card| game.face(card.def));
        face.map_or_else(|| "a commander".to_owned(), |face| face.name.to_string())
    };
    let all = game.world().commanders().iter().map(|it| (it.damage_to(id), name(it)));
    let mut all: Vec<(u32, String)> = all.filter(|(damage, _)| *damage > 0).collect();
    all.sort_by_key(|(damage, _)| std::cmp::Reverse(*damage));
    all
}

/// The most combat damage of one commander; all of it for whoever points at it.
pub(super) fn damage_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId) {
    let all = commander_damage(cx.game(), id);
    let Some((most, _)) = all.first() else { return };
    let each: Vec<String> = all.iter().map(|(damage, name)| format!("{damage} from {name}")).collect();
    let words = format!("Combat damage of commanders: {}; {FATAL_DAMAGE} from one lose (CR 903.10a)", each.join(", "));
    let color = if *most >= NEARLY { cx.tokens.bad } else { cx.tokens.text_strong };
    mark_ui(ui, &words, |painter, center| glyphs::crown(painter, center, MARK_PT, color));
    ui.label(RichText::new(most.to_string()).strong().color(color));
}
