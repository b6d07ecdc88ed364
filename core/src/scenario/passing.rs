//! Advances the game: resolves the stack, goes through the turn, and reaches the choices of later
//! steps.

use crate::card::{Phase, TurnStep};
use crate::fact::{Answer, Choice, Event, Frame, ObjectId, Prompt, Zone};
use crate::message::article;
use crate::rule;
use crate::rule::Rule;
use crate::rules;
use crate::state::Game;

use super::timeline::{Stop, Timeline, script};

/// Added to every message about turns, since it is easily forgotten.
pub(super) const FIRST_TURN: &str = "a scenario begins in turn 3 unless its `turn` says otherwise";

/// The result of going on to a choice of a later step.
pub(super) enum Reached {
    /// The choice is asked.
    Asked(Choice),
    /// The step begins or passes without the choice: the rule that says so, and why.
    NotAsked(Rule, String),
}

impl Timeline {
    /// All players pass until the top of the stack has left it, or a choice comes up.
    pub(super) fn resolve_top(&mut self) -> Result<(), Stop> {
        self.priority()?;
        let Some(top) = self.game.world().stack.last().copied() else {
            return script("the stack is empty: there is nothing to resolve");
        };
        let waits = |timeline: &Timeline| timeline.pending().is_some_and(|it| it.prompt == Prompt::Priority);
        while waits(self) && self.game.zone_of(top) == Some(Zone::Stack) {
            self.pass()?;
        }
        Ok(())
    }

    /// All players pass until the stack is empty, or they are asked whether that will ever happen
    /// (CR 104.4b).
    pub(super) fn resolve_all(&mut self) -> Result<(), Stop> {
        while !self.over() && !self.game.world().stack.is_empty() {
            self.resolve_top()?;
            if self.pending().is_some_and(|choice| choice.prompt == Prompt::CallDraw) {
                return Ok(());
            }
        }
        if self.over() { Ok(()) } else { self.priority().map(|_| ()) }
    }

    /// All players pass until a turn step begins and a choice is asked in it. If the game is
    /// already in that step, and the turn has no other, it stays there.
    pub(super) fn advance_to(&mut self, step: TurnStep, turn: Option<u32>) -> Result<(), Stop> {
        let now = &self.game.world().turn;
        if let Some(turn) = turn.filter(|turn| self.is_over(*turn)) {
            let (stands, now) = (self.stands(), now.number);
            return script(format!("it is turn {now} already, so turn {turn} is over ({stands}); {FIRST_TURN}"));
        }
        if now.step == Some(step) && turn == Some(now.number) {
            let mut further = self.clone();
            if further.go_to(step, turn).is_ok() {
                *self = further;
            }
            return Ok(());
        }
        self.go_to(step, turn)
    }

    fn go_to(&mut self, step: TurnStep, turn: Option<u32>) -> Result<(), Stop> {
        let (start, stood) = (self.game.world().turn.number, self.stands());
        let last = turn.unwrap_or(start + 2 * u32::try_from(self.game.players().count()).unwrap_or(1));
        let wanted = format!("{} {}", article(step.word()), step.word());
        loop {
            let from = self.log.len();
            let before = self.game.world().turn.step;
            self.go_on()?;
            let now = &self.game.world().turn;
            let began = |event: &Event| matches!(event, Event::TurnStepBegan { step: began } if *began == step);
            let reached = self.log.iter().skip(from).any(|entry| began(&entry.event));
            let there = now.step == Some(step) && turn.is_none_or(|turn| turn == now.number);
            match (reached && there, self.over()) {
                (true, false) => return Ok(()),
                (true, true) => {
                    let to_its_end = before.map_or_else(String::new, |before| {
                        format!("; to go on to its end, write `Pass` for each player in the {}", before.word())
                    });
                    let ended = format!("the game ended in {wanted}, before anybody was asked anything");
                    return script(ended + &to_its_end);
                }
                (false, true) => return script(format!("the game ended before {wanted}")),
                (false, false) => {}
            }
            if now.number > last && (start.min(last)..=last).all(|turn| self.is_over(turn)) {
                let of =
                    if start == last { format!("rest of turn {last}") } else { format!("turns {start} to {last}") };
                return script(format!(
                    "in the {of} there was not {wanted} in which anybody was asked anything; `AdvanceTo` began in {stood}; \
                     {FIRST_TURN}"
                ));
            }
        }
    }

    /// Whether a turn is over. Several may go on at the same time (CR 807.4).
    fn is_over(&self, turn: u32) -> bool {
        let world = self.game.world();
        let goes_on = world.turns().any(|it| it.number == turn && (it.under_way || turn == world.turn.number));
        turn <= world.last_turn() && !goes_on
    }

    /// Takes one of the choices answered automatically: passes, or declares no attackers or no
    /// blockers.
    fn go_on(&mut self) -> Result<(), Stop> {
        let choice = self.choice()?;
        match choice.prompt {
            Prompt::Attackers | Prompt::Blockers => {
                let nobody = Answer::Declared(Vec::new());
                if let Err(why) = rules::check::check(&self.game, &choice, &nobody) {
                    let (verb, step) = match choice.prompt {
                        Prompt::Attackers => ("attack", "Attack"),
                        _ => ("block", "Block"),
                    };
                    return script(format!("going on, nobody would {verb}, which is not legal: {why}; write `{step}`"));
                }
                self.decide(choice.answered_by, nobody)
            }
            _ => self.pass(),
        }
    }

    /// Goes on, within this turn and with an empty stack, to a choice of a later step. `who` are
    /// the objects that the script wants to act in it.
    pub(super) fn go_on_to(
        &mut self,
        step: TurnStep,
        wanted: fn(&Prompt) -> bool,
        who: &[ObjectId],
    ) -> Result<Reached, Stop> {
        let (turn, from) = (self.game.world().turn.number, self.log.len());
        let mut before = None;
        loop {
            let choice = self.choice()?;
            let now = &self.game.world().turn;
            if now.number != turn && !self.is_over(turn) {
                self.go_on()?;
                continue;
            }
            if wanted(&choice.prompt) {
                return Ok(Reached::Asked(choice));
            }
            if choice.prompt != Prompt::Priority && !matches!(choice.prompt, Prompt::Attackers | Prompt::Blockers) {
                return Err(Stop::NotAsked(rule!("117.3"), self.other_choice(&choice)));
            }
            // Another combat phase may have been added to this turn (CR 500.8).
            let again = self
                .game
                .world()
                .frames
                .iter()
                .any(|frame| matches!(&**frame, Frame::Turn { phases } if phases.contains(&Phase::Combat)));
            if now.number > turn || (now.step.is_none_or(|now| now >= step) && !again) {
                let (rule, why) = self.why_not_asked(step, from, before.as_ref(), who);
                return Ok(Reached::NotAsked(rule, why));
            }
            if !self.game.world().stack.is_empty() {
                return script("the stack is not empty; resolve it first");
            }
            before = Some(self.game.clone());
            self.go_on()?;
        }
    }

    /// Why no choice is asked in a step of combat. `before` is the game before the step, if this
    /// came from there.
    fn why_not_asked(&self, step: TurnStep, from: usize, before: Option<&Game>, who: &[ObjectId]) -> (Rule, String) {
        let (stands, verb) = (self.stands(), verb(step));
        let skipped = |event: &Event| match event {
            Event::Skipped { step: skipped } => *skipped == step,
            Event::PartSkipped { .. } => true,
            _ => false,
        };
        let new = self.log.get(from..).unwrap_or_default();
        if let Some(entry) = new.iter().find(|entry| skipped(&entry.event)) {
            let why = if entry.rule == rule!("508.8") { "no creature attacks" } else { "that is skipped" };
            return (entry.rule, format!("nobody is asked who {verb}: {why} ({stands})"));
        }
        let began =
            |step: TurnStep| new.iter().any(|it| matches!(it.event, Event::TurnStepBegan { step: it } if it == step));
        let attacks = |game: &Game| game.world().combat.as_deref().is_some_and(|combat| combat.any_attacked);
        let first = match step {
            TurnStep::DeclareAttackers => rule!("508.1"),
            TurnStep::DeclareBlockers => rule!("509.1"),
            _ => rule!("510.1"),
        };
        if before.is_none() && self.game.world().turn.step != Some(step) {
            return (first, format!("nobody is asked who {verb} any more in this turn ({stands}); {FIRST_TURN}"));
        }
        if step != TurnStep::DeclareAttackers && !began(step) && !attacks(&self.game) {
            return (rule!("508.8"), format!("nobody is asked who {verb}: no creature attacks ({stands})"));
        }
        // After a declaration only declared creatures are in combat; the game before it gives the
        // reason.
        let game = if step == TurnStep::DeclareBlockers { Some(&self.game) } else { before };
        let kept = game.zip(who.first()).filter(|_| step != TurnStep::CombatDamage);
        match kept {
            Some((game, id)) => {
                let rule = rules::keeps_back(game, step == TurnStep::DeclareBlockers, *id);
                (rule, format!("nobody is asked who {verb}: {} can't ({stands})", self.called(*id)))
            }
            None => (first, format!("nobody is asked who {verb}: nobody could, or only in one way ({stands})")),
        }
    }
}

const fn verb(step: TurnStep) -> &'static str {
    match step {
        TurnStep::DeclareAttackers => "attacks",
        TurnStep::DeclareBlockers => "blocks",
        _ => "assigns combat damage to what",
    }
}
