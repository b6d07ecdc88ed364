//! Answering the choice at the cursor: keys, drafts, and the resulting answer.

use egui::Context;
use retrace_core::fact::{Answer, Domain, Entity, Item, Prompt};

use super::super::choice;
use super::super::draft::{DraftEdit, edit_of_place, is_one_click, offers};
use super::super::layout::{self, Pane};
use super::super::tokens::Tokens;
use super::super::view::{AtCursor, Cx};
use super::App;
use retrace_session::asking::answers::only_answer;

/// The name of the job in which the others play on.
const OTHERS_PLAY: &str = "The others play on";

impl App {
    pub(super) fn digit(&mut self, n: usize, ctx: &Context) {
        let at = AtCursor::of(&self.session, &self.view);
        let cx = Cx { session: &self.session, view: &self.view, tokens: Tokens::for_theme(true), at: &at };
        let Some((choice, draft)) = cx.choice() else { return };
        if matches!(choice.domain, Domain::Number { .. }) {
            return self.edit_draft(&DraftEdit::Number(u32::try_from(n).unwrap_or(0)));
        }
        let options = choice::keyed(self.session.game(), choice);
        // The options that the keys are for may be behind another tab.
        layout::bring_forward(&mut self.settings.tree, Pane::Choice);
        let Some(key) = n.checked_sub(1) else {
            self.view.nine = if (self.view.nine + 1) * 9 < options { self.view.nine + 1 } else { 0 };
            return;
        };
        let place = self.view.nine * 9 + key;
        match edit_of_place(choice, draft, place).filter(|_| !is_one_click(choice)) {
            Some(edit) => self.edit_draft(&edit),
            None if place < options => ctx.memory_mut(|memory| memory.request_focus(choice::option_id(place))),
            None => {}
        }
    }

    pub(super) fn edit_draft(&mut self, edit: &DraftEdit) {
        let at = AtCursor::of(&self.session, &self.view);
        let cx = Cx { session: &self.session, view: &self.view, tokens: Tokens::for_theme(true), at: &at };
        let Some((choice, draft)) = cx.choice() else { return };
        let mut draft = draft.clone();
        draft.edit(choice, edit);
        self.view.draft = Some((self.session.cursor(), self.view.choice, draft));
    }

    /// Submits the draft as the answer.
    pub(super) fn submit(&mut self) {
        let at = AtCursor::of(&self.session, &self.view);
        let cx = Cx { session: &self.session, view: &self.view, tokens: Tokens::for_theme(true), at: &at };
        let Some((choice, draft)) = cx.choice() else { return };
        if let Some(answer) = only_answer(choice) {
            return self.answer(answer);
        }
        if is_one_click(choice) {
            return self.tell("Pick one of the options first: press its number, then Enter.", false);
        }
        if let Some(answer) = draft.answer() {
            self.answer(answer);
        }
    }

    pub(super) fn answer(&mut self, answer: Answer) {
        let at = AtCursor::of(&self.session, &self.view);
        let cx = Cx { session: &self.session, view: &self.view, tokens: Tokens::for_theme(true), at: &at };
        let Some((choice, _)) = cx.choice() else { return };
        let by = choice.answered_by;
        let done = self.session.decide(by, answer);
        self.done(done);
        self.take_aim();
    }

    /// Gives an answer, and aims what it begins at something.
    pub(super) fn answer_at(&mut self, answer: Answer, aim: Option<Entity>) {
        self.view.aim = aim;
        self.answer(answer);
    }

    /// Lets the players with a policy go on in a job, if they were asked for more than is done in a
    /// frame.
    pub(super) fn watch_others(&mut self, ctx: &Context) {
        if self.session.is_out_of_patience() {
            self.let_others_play(ctx);
        }
    }

    /// Lets the players with a policy play on until a person is asked.
    pub(super) fn let_others_play(&mut self, ctx: &Context) {
        let run = self.session.others_play();
        self.begin_job(
            ctx,
            OTHERS_PLAY,
            move |progress| run.go(progress),
            |app, _, ran| {
                // The notice of the answer that led here stays.
                let notice = app.view.notice.take();
                let done = app.session.others_played(ran);
                app.done(done);
                app.view.notice = app.view.notice.take().or(notice);
            },
        );
    }

    /// If what was begun asks for a single target now, and the one that it is aimed at is legal,
    /// chooses that.
    fn take_aim(&mut self) {
        let Some(aim) = self.view.aim else { return };
        let Some(choice) = self.session.choice() else { return self.view.aim = None };
        if choice.prompt == Prompt::Priority {
            return self.view.aim = None;
        }
        let aims = matches!(choice.prompt, Prompt::Targets(..)) && is_one_click(&choice) && offers(&choice, aim);
        if aims {
            self.view.aim = None;
            let done = self.session.decide(choice.answered_by, Answer::Picked(vec![Item::Entity(aim)]));
            self.done(done);
        }
    }
}
