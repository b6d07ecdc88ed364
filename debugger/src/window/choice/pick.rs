//! Picking: actions with priority, targets, cards; and yes or no.

use egui::{RichText, Ui};
use retrace_core::card::{FaceDown, ManaCost};
use retrace_core::derive::Look as _;
use retrace_core::fact::{Act, Answer, Domain, Item};
use retrace_core::rules::Outlook;
use retrace_core::state::Game;

use retrace_session::describe;

use super::super::action::{Action, Actions};
use super::super::draft::{Draft, DraftEdit, is_one_click};
use super::super::words;
use super::Asked;
use super::listed::{Listed, listed};
use super::option::{Look, option_ui};

/// Draws the options.
pub(super) fn pick_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let Asked { cx, choice, draft, .. } = asked;
    let (Domain::Pick { options, .. } | Domain::Gather { options, .. }, Draft::Pick(picked)) = (&choice.domain, draft)
    else {
        return;
    };
    let one_click = is_one_click(choice);
    let listed: Vec<(usize, Listed)> = listed(cx.game(), choice).into_iter().enumerate().collect();
    let (mana, others): (Vec<_>, Vec<_>) = listed.into_iter().partition(|(_, it)| one_click && it.is_mana);
    let mut one_ui = |ui: &mut Ui, (place, it): &(usize, Listed)| {
        let Some(item) = it.options.first().and_then(|index| options.get(*index)) else { return };
        item_ui(ui, asked, *place, (item, it), picked.contains(item), one_click, out);
    };
    ui.horizontal_wrapped(|ui| others.iter().for_each(|it| one_ui(ui, it)));
    if !mana.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new("Mana abilities").small().color(cx.tokens.text_weak));
            mana.iter().for_each(|it| one_ui(ui, it));
        });
    }
}

fn item_ui(
    ui: &mut Ui,
    asked: Asked<'_>,
    index: usize,
    (item, listed): (&Item, &Listed),
    chosen: bool,
    one_click: bool,
    out: &mut Actions,
) {
    let Asked { cx, taken, .. } = asked;
    let game = cx.game();
    let caution = match listed.outlook {
        Outlook::Ready => "",
        Outlook::Unpayable => "mana is short",
        Outlook::NoTargets => "no targets",
    };
    let was_taken = matches!(taken, Some(Answer::Picked(items)) if items.contains(item));
    let cost = cost(game, item);
    let look = Look { label: &listed.label, cost: cost.as_ref(), caution, chosen, taken: was_taken };
    let response = option_ui(ui, cx, index, &look);
    if response.clicked() {
        out.push(if one_click {
            Action::Answer(Answer::Picked(vec![item.clone()]))
        } else {
            Action::Draft(DraftEdit::Toggle(item.clone()))
        });
    }
    let explained = match caution {
        "mana is short" => {
            "You may begin it, but the available mana cannot pay for it, so you would have to take it back."
        }
        "no targets" => "It may be begun, but there are not enough legal targets: it would have to be taken back.",
        _ => "",
    };
    response.on_hover_ui(|ui| {
        if let Some(text) = words::item_in_full(game, item) {
            ui.label(text);
        }
        if !explained.is_empty() {
            ui.label(RichText::new(explained).color(cx.tokens.warn));
        }
        if was_taken {
            ui.label(RichText::new("This is what was answered here on this timeline.").color(cx.tokens.accent));
        }
    });
}

/// The mana cost of an item, shown as symbols.
fn cost(game: &Game, item: &Item) -> Option<ManaCost> {
    match item {
        Item::Act(Act::Cast(id)) => game.characteristics(*id)?.cost.clone(),
        Item::Act(Act::CastFaceDown(_)) => Some(FaceDown::morph_casting_cost()),
        Item::Act(Act::CastAs(id, side)) => game.card_of(game.object(*id)?.def)?.side(*side)?.cost.clone(),
        _ => None,
    }
}

/// Whether an action is a mana ability.
pub(crate) fn is_mana(game: &Game, act: &Act) -> bool {
    let Act::Activate(id, origin) = act else { return false };
    game.activated(*id, origin).is_some_and(|ability| ability.is_mana())
}

/// Draws the yes and no buttons.
pub(super) fn confirm_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    ui.horizontal(|ui| {
        for (index, yes) in [true, false].into_iter().enumerate() {
            let answer = Answer::Confirmed(yes);
            let label = describe::capitalized(&describe::answer(asked.cx.game(), asked.choice, &answer));
            let taken = asked.taken == Some(&answer);
            if option_ui(ui, asked.cx, index, &Look { label: &label, taken, ..Look::default() }).clicked() {
                out.push(Action::Answer(Answer::Confirmed(yes)));
            }
        }
    });
}
