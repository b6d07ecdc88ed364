//! The choice at the cursor: whose it is, its options, and what an answer here would do to the
//! timeline.
//!
//! Every kind of domain has its own module. Number keys mark the options, nine at a time (0 moves
//! on to the next nine), and Enter submits the answer.

mod declare;
mod divide;
mod listed;
mod option;
mod order;
mod pay;
mod pick;

use egui::{Frame, Panel, RichText, ScrollArea, Ui};
use retrace_core::fact::{Answer, Choice, Domain, Prompt, Sum};
use retrace_core::rules::Pending;

use super::action::{Action, Actions};
use super::draft::{Draft, DraftEdit, is_one_click};
use super::focus::Following as _;
use super::parts::spaced;
use super::symbols;
use super::tour;
use super::view::Cx;
use super::view::tour::Stop;
use super::words;
use retrace_session::asking::answers::only_answer;
use retrace_session::asking::seen;
use retrace_session::{Command, describe};

pub(crate) use listed::keyed;
#[cfg(test)]
pub(crate) use listed::listed;
pub(crate) use option::option_id;
pub(crate) use pick::is_mana;

/// The data of an option panel.
#[derive(Clone, Copy)]
struct Asked<'a> {
    cx: Cx<'a>,
    choice: &'a Choice,
    draft: &'a Draft,
    /// The answer that the timeline has here, if the cursor is in the past.
    taken: Option<&'a Answer>,
}

/// Below this height, a panel cannot show both the question and the options.
const LOW_PT: f32 = 110.0;
/// From this width on there is room for a line beside the submit button.
const BESIDE_SUBMIT_PT: f32 = 600.0;
/// What an answer in the past does.
const PAST: &str = "The past: a different answer forks a new timeline; this one stays as it is.";

/// Draws the panel.
pub(crate) fn choice_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    if let Some(choice) = cx.hidden_choice() {
        return hidden_ui(ui, cx, choice, out);
    }
    let Some((choice, draft)) = cx.choice() else {
        return nothing_ui(ui, cx, out);
    };
    let asked = Asked { cx, choice, draft, taken: cx.taken() };
    tour::is_here(ui.ctx(), Stop::Fork, ui.max_rect());
    // The submit button is always visible, however many options there are. Where it has room beside
    // it, that the answer forks is said there, and the options have a line more.
    let submit = submit_label(asked);
    let beside = submit.is_some() && ui.available_width() > BESIDE_SUBMIT_PT;
    if let Some(label) = submit {
        let bar = Panel::bottom("submit").frame(Frame::new()).show_separator_line(false).resizable(false);
        bar.show(ui, |ui| ui.horizontal(|ui| submit_ui(ui, asked, &label, beside, out)));
    }
    // With little room, the question scrolls with the options, which then get more of it.
    let low = ui.available_height() < LOW_PT;
    if !low {
        header_ui(ui, asked, beside, out);
    }
    let scroll = ScrollArea::vertical().id_salt("choice").auto_shrink(false).min_scrolled_height(0.0);
    scroll.show_following(ui, |ui| {
        if low {
            header_ui(ui, asked, beside, out);
        }
        match &choice.domain {
            Domain::Pick { .. } | Domain::Gather { .. } => pick::pick_ui(ui, asked, out),
            Domain::Order(_) => order::order_ui(ui, asked, out),
            Domain::Confirm => pick::confirm_ui(ui, asked, out),
            Domain::Number { min, max } => number_ui(ui, asked, *min, *max, out),
            Domain::Declare { .. } => declare::declare_ui(ui, asked, out),
            Domain::Divide(_) => divide::divide_ui(ui, asked, out),
            Domain::Pay { .. } => pay::pay_ui(ui, asked, out),
        }
    });
}

/// The label of the button that submits the draft; `None` where one click is the answer.
fn submit_label(asked: Asked<'_>) -> Option<String> {
    if is_one_click(asked.choice) {
        return None;
    }
    Some(match (asked.draft, &asked.choice.domain) {
        (Draft::Pick(picked), Domain::Pick { max, .. }) => match picked.len() {
            0 => "Pick none".to_owned(),
            n => format!("Pick {n} of {max}"),
        },
        (Draft::Pick(picked), Domain::Gather { options, weights, sum }) => {
            let limit = match sum {
                Sum::AtLeast(least) => least,
                Sum::AtMost { most, .. } => most,
            };
            format!("Pick {} of {limit}", Domain::gathered(options, weights, picked))
        }
        (Draft::Number(number), _) => format!("Choose {number}"),
        (Draft::Declare(declared), _) => {
            let count = declared.iter().filter(|(_, to)| !to.is_empty()).count();
            let verb = if asked.choice.prompt == Prompt::Attackers { "Attack" } else { "Block" };
            match count {
                0 => format!("{verb} with nothing"),
                n => format!("{verb} with {}", words::count(n, "creature")),
            }
        }
        (Draft::Divide(_), _) => "Assign the damage".to_owned(),
        (Draft::Pay(_), Domain::Pay { cost, .. }) => format!("Pay {}", words::cost_or_nothing(cost)),
        _ => "Take this order".to_owned(),
    })
}

/// Whose choice it is, its question and rule, and what an answer does to the timeline, unless that
/// is said beside the submit button.
fn header_ui(ui: &mut Ui, asked: Asked<'_>, beside_submit: bool, out: &mut Actions) {
    let Asked { cx, choice, .. } = asked;
    let game = cx.game();
    ui.horizontal_wrapped(|ui| {
        let whose = describe::capitalized(&describe::player(game, choice.answered_by));
        for (text, color) in [
            (describe::prompt(game, choice), cx.tokens.text_strong),
            (words::wanted(&choice.domain), cx.tokens.text_weak),
        ] {
            match symbols::has_symbols(&text) {
                true => symbols::label_ui(ui, &text, color),
                false => ui.label(RichText::new(text).color(color)),
            };
        }
        if choice.answered_by != choice.player {
            let (by, whose) = (&whose, describe::player(game, choice.player));
            ui.label(RichText::new(format!("{by} controls {whose} (CR 718.5).")).color(cx.tokens.warn));
        }
        ui.label(RichText::new(format!("CR {}", choice.rule)).small().color(cx.tokens.text_weak));
        if cx.session.policy(choice.answered_by).is_some() {
            ui.label(RichText::new("played at random; you answer here").small().color(cx.tokens.warn));
            play_on_ui(ui, cx, out);
        }
        if choice.prompt == Prompt::Priority {
            let hint = format!("{} ({})", Command::PassOn.description(), Command::PassOn.default_keys());
            if ui.small_button(Command::PassOn.label()).on_hover_text(hint).clicked() {
                out.push(Action::Command(Command::PassOn));
            }
        }
        if choice.back_out {
            let hint = "Takes back what is being cast or activated (CR 726.1)";
            if ui.small_button("Take it back").on_hover_text(hint).clicked() {
                out.push(Action::Answer(Answer::BackOut));
            }
        }
        ui.menu_button("More", |ui| {
            if ui.button(format!("{whose} concedes")).clicked() {
                out.push(Action::Concede(choice.answered_by));
                ui.close();
            }
        })
        .response
        .on_hover_text("What is always open: conceding (CR 104.3a)");
    });
    others_ui(ui, cx, out);
    nine_ui(ui, asked, out);
    if only_answer(choice).is_some() {
        let text = "Only one answer is legal here; Enter gives it.";
        ui.label(RichText::new(text).small().color(cx.tokens.text_weak));
    }
    if let Some(edit) = cx.session.edit_ahead() {
        let text = format!("Here the timeline goes on with an edit, not with an answer: {edit}.");
        ui.label(RichText::new(text).small().color(cx.tokens.warn));
    }
    if !cx.session.at_head() && !beside_submit {
        ui.label(RichText::new(PAST).small().color(cx.tokens.warn));
    }
}

/// Shown for a choice of a player other than the viewer.
fn hidden_ui(ui: &mut Ui, cx: Cx<'_>, choice: &Choice, out: &mut Actions) {
    let whose = describe::player(cx.game(), choice.answered_by);
    ui.label(RichText::new(format!("{} chooses.", describe::capitalized(&whose))).strong());
    ui.label(RichText::new("What they may choose is hidden from you.").color(cx.tokens.text_weak));
    ui.horizontal_wrapped(|ui| {
        if ui.button(format!("See what {whose} sees")).clicked() {
            out.push(Action::See(Some(choice.answered_by)));
        }
        play_on_ui(ui, cx, out);
        commands_ui(ui, &[Command::AnswerAtRandom, Command::ChoiceBack, Command::ChoiceForward], out);
    });
}

/// At the head, a button that lets those who play at random answer until a person is asked.
fn play_on_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let hint = "Those who play at random answer until a person is asked";
    if cx.session.awaits_policy() && ui.small_button("Let them play on").on_hover_text(hint).clicked() {
        out.push(Action::LetOthersPlay);
    }
}

/// Commands as buttons with their keys.
fn commands_ui(ui: &mut Ui, commands: &[Command], out: &mut Actions) {
    for command in commands {
        let text = format!("{} ({})", command.label(), spaced(command.default_keys()));
        if ui.button(text).on_hover_text(command.description()).clicked() {
            out.push(Action::Command(*command));
        }
    }
}

/// Which options have the number keys, if there are more than nine.
fn nine_ui(ui: &mut Ui, asked: Asked<'_>, out: &mut Actions) {
    let count = keyed(asked.cx.game(), asked.choice);
    if count <= 9 {
        return;
    }
    let first = asked.cx.view.nine * 9 + 1;
    ui.horizontal_wrapped(|ui| {
        let text = format!("Keys 1–9 are options {first}–{} of {count}.", (first + 8).min(count));
        ui.label(RichText::new(text).small().color(asked.cx.tokens.text_weak));
        if ui.small_button("Next nine (0)").accessible_name("Next nine options").clicked() {
            out.push(Action::NextNine);
        }
    });
}

/// The other players who choose at the same time.
fn others_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let choices = cx.choices();
    if choices.len() < 2 {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.label("Open at once:");
        for (index, choice) in choices.iter().enumerate() {
            let whose = describe::asked(cx.game(), choice);
            if ui.selectable_label(index == cx.view.choice, whose).clicked() {
                out.push(Action::ShowChoice(index));
            }
        }
    });
}

/// Shown where there is nothing to answer: why, and how to get to a choice.
fn nothing_ui(ui: &mut Ui, cx: Cx<'_>, out: &mut Actions) {
    let weak = |text: String| RichText::new(text).color(cx.tokens.text_weak);
    match &cx.at.pending {
        Pending::Over(result) => {
            let text = match result {
                retrace_core::fact::GameResult::Won(player) => {
                    format!("The game is over: {} won.", describe::winner(cx.game(), *player))
                }
                retrace_core::fact::GameResult::Draw => "The game is over: a draw.".to_owned(),
            };
            ui.label(RichText::new(text).strong().color(cx.tokens.text_strong));
            ui.label(weak("Rewind to any choice and answer it differently to fork a new timeline.".to_owned()));
        }
        _ => {
            let game = seen::game(cx.game(), cx.view.viewer);
            let doing = game.frame().map_or_else(|| "nothing yet".to_owned(), |it| describe::frame(&game, it));
            ui.label(weak(format!("Nothing is asked here. The rules are in the middle of: {doing}.")));
        }
    }
    ui.horizontal_wrapped(|ui| commands_ui(ui, &[Command::ChoiceBack, Command::ChoiceForward], out));
}

/// A number with minus and plus.
fn number_ui(ui: &mut Ui, asked: Asked<'_>, min: u32, max: u32, out: &mut Actions) {
    let Draft::Number(number) = asked.draft else { return };
    ui.horizontal(|ui| {
        if let Some(number) = amount_ui(ui, *number, min, max, "the number") {
            out.push(Action::Draft(DraftEdit::Number(number)));
        }
        // Any number can also be typed.
        let mut typed = *number;
        let field = ui.add(egui::DragValue::new(&mut typed).range(min..=max));
        if field.accessible_name("The number, to be typed").changed() {
            out.push(Action::Draft(DraftEdit::Number(typed)));
        }
    });
}

/// An amount with a button on either side. Returns the new amount, if one was pressed.
fn amount_ui(ui: &mut Ui, amount: u32, min: u32, max: u32, what: &str) -> Option<u32> {
    let mut changed = None;
    ui.spacing_mut().item_spacing.x = 2.0;
    let less = ui.add_enabled(amount > min, egui::Button::new("−").min_size(egui::vec2(22.0, 0.0)));
    if less.accessible_name(format!("Less for {what}")).clicked() {
        changed = Some(amount - 1);
    }
    let text = RichText::new(amount.to_string()).monospace().strong();
    ui.add_sized(egui::vec2(26.0, 20.0), egui::Label::new(text));
    let more = ui.add_enabled(amount < max, egui::Button::new("+").min_size(egui::vec2(22.0, 0.0)));
    if more.accessible_name(format!("More for {what}")).clicked() {
        changed = Some(amount + 1);
    }
    ui.add_space(6.0);
    changed
}

/// The submit button, with the rules' objections to the draft, and, if there is room beside it,
/// what the answer does to the timeline.
fn submit_ui(ui: &mut Ui, asked: Asked<'_>, label: &str, beside: bool, out: &mut Actions) {
    let Asked { cx, choice, draft, .. } = asked;
    let verdict = draft.verdict(cx.game(), choice);
    let same = asked.taken.is_some() && draft.answer().as_ref() == asked.taken;
    let legal = verdict.is_ok();
    if ui.add_enabled_ui(legal, |ui| symbols::button_ui(ui, label, legal)).inner.on_hover_text("Enter").clicked() {
        out.push(Action::Submit);
    }
    match verdict {
        Ok(()) if same => {
            let text = "This is what was answered here.";
            ui.add(egui::Label::new(RichText::new(text).color(cx.tokens.text_weak)).truncate()).on_hover_text(text)
        }
        Ok(()) => ui.label(RichText::new("Legal").color(cx.tokens.good)),
        // Nothing is wrong before somebody has begun.
        Err(error) => {
            let color = if cx.view.draft.is_none() { cx.tokens.text_weak } else { cx.tokens.warn };
            let text = format!("Not legal: {error}");
            symbols::line_ui(ui, &text, color).on_hover_text(text)
        }
    };
    if beside && legal && !cx.session.at_head() {
        ui.add(egui::Label::new(RichText::new(PAST).small().color(cx.tokens.warn)).truncate());
    }
}
