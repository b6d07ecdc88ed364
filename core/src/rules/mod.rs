//! The rules: what happens next. Each part of the rule book has its module.
//!
//! [`step`] looks at the innermost frame of the call stack and returns the one step that comes
//! next. Nothing is kept here between two steps: the frames hold what is under way.
//!
//! The rooms are floors: each uses itself and the rooms before it in this list. A call back up,
//! such as a frame that continues in another room, goes through the tables of frames in this file.
//!
//! | floor | what | rules |
//! |---|---|---|
//! | `engine` | a step in the making and helpers | 1 |
//! | `linked` | linked abilities; moves "until" something happens | 607, 610.3 |
//! | `keyword` | keywords with machinery of their own | 702 |
//! | `permanent` | entering, copies, face-down, transformed and merged permanents, Sagas | 707–715, 723 |
//! | `designation` | the monarch, day and night | 720, 724 |
//! | `variant` | variants and their options | 8, 9 |
//! | `replace` | the pipeline: replaced, prevented, done at once | 614–616 |
//! | `zones` | zone changes, dungeons | 309, 400, 401 |
//! | `announce` | casting, activating, paying | 601, 602, 605 |
//! | `trigger` | what triggers, what follows | 603, 611.2b |
//! | `sba` | state-based actions | 704 |
//! | `combat` | attacking, blocking, combat damage | 506–511 |
//! | `resolve` | resolving, instructions | 608, 701 |
//! | `turn` | phases, steps, priority, loops | 117, 500–514, 725 |
//! | `game` | starting a game | 103 |
//! | `input` | answers and edits | – |

mod announce;
mod combat;
mod designation;
mod engine;
mod game;
pub(crate) mod input;
mod keyword;
mod linked;
#[cfg(test)]
mod order_tests;
#[cfg(test)]
mod payment_tests;
mod permanent;
mod replace;
mod resolve;
mod sba;
mod trigger;
mod turn;
pub mod variant;
mod zones;

use std::sync::Arc;

use crate::fact::{
    Answer, Applied, Choice, Event, Frame, GameResult, Genesis, Input, ObjectId, PlayerId, Proposing, Step,
};
use crate::rule;
use crate::state::{Asked, Game};

use engine::work::Work;
use game::subgame;
use replace::together;
use resolve::verbs::{transform, until};

pub use crate::derive::permit::{Outlook, outlook};
pub(crate) use crate::state::MOST_AT_ONCE;
pub(crate) use announce::cast::allowing;
pub(crate) use announce::labels::looks_payable;
pub(crate) use combat::{Duty, division_in_order, keeps_back};
pub use engine::cursor::{actions_under_way, high_bid, is_bidding};
pub use engine::refusal::{Illegal, MOST_EVENTS};
pub(crate) use engine::refusal::{MOST_BY_ONE, MOST_OBJECTS};
pub use game::start::GenesisError;
pub(crate) use game::start::check_placement;
pub use input::check;
pub use input::only::only_answer;
pub(crate) use sba::would_act;
pub(crate) use trigger::triggers::being_ordered;
pub(crate) use turn::untap::untap_in_order;

/// What a game waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// An answer to one of these choices.
    Choices(Vec<Choice>),
    /// Nothing: the game is over.
    Over(GameResult),
    /// Nothing: there are more steps to take first.
    Running,
}

impl Pending {
    /// The open choices, any one of which may be answered; empty if the game waits for none.
    pub fn choices(self) -> Vec<Choice> {
        match self {
            Pending::Choices(choices) => choices,
            Pending::Over(_) | Pending::Running => Vec::new(),
        }
    }
}

/// The first choice that the game waits for, if any.
pub fn choice(game: &Game) -> Option<Choice> {
    asked(game).first().cloned()
}

/// The choices that the game waits for; none once it is over.
pub fn asked(game: &Game) -> &[Choice] {
    if game.world().result.is_some() { &[] } else { choices(game) }
}

/// Room for the steps after most inputs.
const STEPS: usize = 8;

/// Starts a game and returns the steps up to its first choice.
///
/// # Errors
/// [`GenesisError`] if the genesis refers to something that it does not contain, or causes too
/// much.
pub fn start(genesis: &Genesis) -> Result<(Game, Vec<Step>), GenesisError> {
    let first = game::start::first_step(genesis)?;
    let mut steps = vec![first.1];
    let mut work = Work::new(first.0);
    run(&mut work, &mut steps).map_err(|_| GenesisError::TooMuch)?;
    Ok((work.game, steps))
}

/// What the game waits for.
pub fn pending(game: &Game) -> Pending {
    if let Some(result) = game.world().over() {
        return Pending::Over(result);
    }
    let choices = choices(game);
    if choices.is_empty() { Pending::Running } else { Pending::Choices(choices.to_vec()) }
}

/// Takes the next step.
///
/// # Errors
/// [`Illegal`], with no change, for an input that the game does not wait for or that breaks a rule.
pub fn step(game: &Game, input: Option<&Input>) -> Result<Step, Illegal> {
    advance(&mut Work::new(game.clone()), input)
}

/// Repeats [`step`] until the next choice.
///
/// # Errors
/// [`Illegal`], with no change, for an input that the game does not wait for, that breaks a rule,
/// or that causes too much.
pub fn decide(game: &Game, input: &Input) -> Result<Vec<Step>, Illegal> {
    play(game, input).map(|(steps, _)| steps)
}

/// [`decide`], with the game that its steps fold to, which is a by-product.
///
/// # Errors
/// As [`decide`].
pub fn play(game: &Game, input: &Input) -> Result<(Vec<Step>, Game), Illegal> {
    play_on(game.clone(), input)
}

/// [`play`] for a game that nobody looks back at: what changes in it need not be copied first.
///
/// # Errors
/// As [`decide`]. The game is gone then.
pub fn play_on(game: Game, input: &Input) -> Result<(Vec<Step>, Game), Illegal> {
    let mut work = Work::new(game);
    let first = advance(&mut work, Some(input))?;
    let mut steps = Vec::with_capacity(STEPS);
    steps.push(first);
    run(&mut work, &mut steps)?;
    Ok((steps, work.game))
}

/// Takes steps until the next choice.
fn run(work: &mut Work, steps: &mut Vec<Step>) -> Result<(), Illegal> {
    let mut events: usize = steps.iter().map(|step| step.entries.len()).sum();
    while work.game.world().over().is_none() && !waits(&work.game) {
        let step = take(work, None)?;
        events += step.entries.len();
        if events > MOST_EVENTS as usize {
            return Err(Illegal::TooMuch);
        }
        steps.push(step);
    }
    Ok(())
}

/// Takes a step. If it is refused, the game is in the middle of it.
fn advance(work: &mut Work, input: Option<&Input>) -> Result<Step, Illegal> {
    if work.game.world().over().is_some() {
        return Err(Illegal::Over);
    }
    if input.is_none() && waits(&work.game) {
        return Err(Illegal::Waiting);
    }
    take(work, input)
}

/// The game after a step, with the step.
#[cfg(test)]
fn stepped(game: &Game, input: Option<&Input>) -> Result<(Step, Game), Illegal> {
    let mut work = Work::new(game.clone());
    let step = advance(&mut work, input)?;
    Ok((step, work.game))
}

/// [`advance`] for a game that is not over, with an input or because it waits for none.
fn take(work: &mut Work, input: Option<&Input>) -> Result<Step, Illegal> {
    let definitions = work.game.definitions().len();
    let objects = objects(&work.game);
    match input {
        None => proceed(work),
        Some(Input::Decision { by, answer }) => {
            let asked = Arc::clone(asked_of(&work.game));
            if asked.choices.is_empty() {
                return Err(Illegal::NotWaiting);
            }
            let choice = asked.choices.iter().find(|choice| choice.answered_by == *by).ok_or(Illegal::NotYours(*by))?;
            input::check::check(&work.game, choice, answer)?;
            answered(work, choice, answer);
        }
        Some(Input::Concede(player)) => replace::leaving::concede(work, *player, resolve::resolution::turns)?,
        Some(Input::Edit(edit)) => input::edit::edit(work, edit)?,
        Some(Input::Chance(chance)) => {
            engine::random::check_chance(work.before(), chance)?;
            work.input(rule!("701.20a"), Event::ChanceFixed { chance: chance.clone() });
        }
        Some(Input::Reseed(seed)) => {
            work.input(rule!("701.20a"), Event::Reseeded { seed: *seed });
        }
    }
    while goes_on(work) {
        work.go_on();
        proceed(work);
    }
    work.settle_moves();
    if work.is_too_much() || self::objects(&work.game) > objects.max(MOST_OBJECTS) {
        return Err(Illegal::TooMuch);
    }
    trigger::consequences::notice(work);
    trigger::consequences::witness(work);
    trigger::triggers::notice(work);
    let step = work.finish();
    let after = &work.game;
    let asks_more = after.asks_names() && after.definitions().len() > definitions;
    if (asks_more || after.lacks_catalogue())
        && let Some(lack) = after.lack()
    {
        return Err(lack.into());
    }
    if step.entries.len() > MOST_AT_ONCE as usize { Err(Illegal::TooMuch) } else { Ok(step) }
}

/// How many objects there are, phased out or not.
fn objects(game: &Game) -> usize {
    game.world().objects.len() + game.world().phased_out.len()
}

/// Whether the rules go on within a step. Nothing follows from a move of the call stack, so what
/// comes next is part of the step, unless the state now shows what nobody was asked for.
fn goes_on(work: &Work) -> bool {
    let game = &work.game;
    let shows = || match game.frame() {
        Some(Frame::Resolve(resolve)) => resolve::resolution::decided(game, resolve).is_some(),
        Some(Frame::Proposal(proposal)) => proposal.what == Proposing::Trigger && !proposal.announced.modes.is_empty(),
        _ => false,
    };
    work.only_moved_on()
        && !work.is_too_much()
        && game.world().result.is_none()
        && !waits(game)
        && !shows()
        && settled(game).is_none()
}

/// Whether the game waits for a choice. Does not work out what a player may do with priority.
fn waits(game: &Game) -> bool {
    match game.frame() {
        _ if subgame::due(game) || until::due(game) || designation::day_night::due(game) => false,
        Some(Frame::Turn { .. } | Frame::Phase { .. } | Frame::Ending { .. }) => false,
        Some(Frame::TurnStep { step, stage }) if !turn::phases::may_ask(*step, stage) => false,
        Some(Frame::Priority { received, .. }) if trigger::triggers::mana_trigger(game).is_none() => *received,
        _ => !choices(game).is_empty(),
    }
}

/// The choice that comes next and has only one answer, so that nobody is asked, with that answer.
fn settled(game: &Game) -> Option<&(Choice, Answer)> {
    match game.frame() {
        Some(Frame::Turn { .. } | Frame::Phase { .. } | Frame::Ending { .. } | Frame::Priority { .. }) => None,
        Some(Frame::TurnStep { step, stage }) if !turn::phases::may_ask(*step, stage) => None,
        _ => asked_of(game).settled.as_ref(),
    }
}

/// The answer that is given by itself because only one is possible.
pub(crate) fn decided_by_itself(game: &Game) -> Option<Answer> {
    if let Some((_, answer)) = settled(game) {
        return Some(answer.clone());
    }
    match game.frame() {
        Some(Frame::Resolve(resolve)) if choices(game).is_empty() => resolve::resolution::decided(game, resolve),
        _ => None,
    }
}

/// The answer to a question about an order that makes no difference: of triggered abilities, of
/// equal objects that an instruction handles one after another, or of effects of equal permanents.
pub fn settled_order(game: &Game) -> Option<(PlayerId, Answer)> {
    let (player, answer) = match game.frame() {
        Some(Frame::Resolve(resolve)) => resolve::verbs::choose::settled_order(game, resolve),
        Some(Frame::Happen(happening)) => replace::perform::settled_order(game, happening),
        _ => trigger::triggers::settled_order(game),
    }?;
    let asked = choices(game).iter().find(|choice| choice.player == player)?;
    Some((asked.answered_by, answer))
}

/// Whether two replacement or prevention effects are equal, so that it makes no difference which of
/// them is applied first.
pub(crate) fn are_equal_effects(game: &Game, one: &Applied, other: &Applied) -> bool {
    replace::asked::same_but_for_time(game, one, other)
}

/// Equal cards that go to one place of a library or graveyard together, while a replacement choice
/// is open: nobody is asked for their order.
pub(crate) fn arranged_by_itself(game: &Game) -> Vec<Vec<ObjectId>> {
    match game.frame() {
        Some(Frame::Happen(happening)) => replace::arrange::equal(game, &happening.actions),
        _ => Vec::new(),
    }
}

/// The open choices, which the innermost frame asks.
fn choices(game: &Game) -> &[Choice] {
    &asked_of(game).choices
}

/// The open choices, with what they depend on. Cached for each version of the state.
fn asked_of(game: &Game) -> &Arc<Asked> {
    game.choices.get_or_init(|| {
        if subgame::due(game)
            || until::due(game)
            || designation::day_night::due(game)
            || trigger::triggers::mana_trigger(game).is_some()
        {
            return Asked::nothing();
        }
        if let Some(offered) = turn::priority::offered(game) {
            return Arc::clone(offered);
        }
        let found = find_choices(game);
        let only = |choice: &Choice| only_answer(choice).map(|answer| Asked::settled(choice.clone(), answer));
        match found.iter().find_map(only) {
            Some(settled) => settled,
            None => Asked::of(found, turn::priority::offer(game)),
        }
    })
}

fn find_choices(game: &Game) -> Vec<Choice> {
    let Some(frame) = game.frame() else { return Vec::new() };
    let choice = match frame {
        Frame::Opening(opening) => game::start::opening_choice(game, opening),
        Frame::Turn { .. } | Frame::Phase { .. } | Frame::Ending { .. } => None,
        Frame::TurnStep { step, stage } => turn::phases::turn_based_choice(game, *step, stage),
        Frame::Priority { player, received, .. } => turn::priority::priority_choice(game, *player, *received),
        Frame::PutTriggers { order, ordered } => trigger::triggers::trigger_choice(game, order, *ordered),
        Frame::StateBased { kept } => sba::state_based_choice(game, kept),
        Frame::Proposal(proposal) => announce::stage::proposal_choice(game, proposal),
        Frame::Resolve(resolve) => resolve::resolution::resolution_choice(game, resolve),
        Frame::Happen(happening) => replace::asked::replacement_choice(game, happening),
        Frame::Reversed { player, activations } => announce::taking_back::reversed_choice(*player, activations),
        Frame::Placing { rule, remaining } => replace::joining::placing_choice(game, *rule, remaining),
        Frame::Drawn { offers } => replace::drawing::drawing_choice(game, offers),
        Frame::Flip(flips) => resolve::coins_and_dice::flip_choice(game, flips),
        Frame::Loop { agreed } => turn::loops::loop_choice(game, agreed),
        Frame::Conspiracies(frame) => variant::conspiracies::conspiracies_choice(game, frame),
        Frame::Together(_) => None,
    };
    let more = match frame {
        Frame::Priority { player, received: true, .. } => turn::priority::of_the_team(game, *player),
        Frame::Opening(opening) => game::start::of_the_team(game, opening),
        Frame::TurnStep { step, stage } => turn::phases::of_the_team(game, *step, stage),
        Frame::StateBased { kept } => sba::of_the_team(game, kept),
        Frame::Happen(happening) => replace::asked::of_the_team(game, happening),
        _ => Vec::new(),
    };
    let mut asked: Vec<Choice> = Vec::with_capacity(usize::from(choice.is_some()));
    for choice in choice.into_iter().chain(more).map(|choice| engine::control::as_asked(game, choice)) {
        // Whoever controls a team is asked for one of its players after another (CR 805.8).
        if !asked.iter().any(|other| other.answered_by == choice.answered_by) {
            asked.push(choice);
        }
    }
    asked
}

/// Takes the next step where there is nothing to choose.
fn proceed(work: &mut Work) {
    if subgame::due(&work.game) {
        return subgame::go_on(work);
    }
    if until::due(&work.game) {
        return until::bring_back(work);
    }
    if designation::day_night::due(&work.game) {
        return transform::follow(work);
    }
    if let Some(waiting) = trigger::triggers::mana_trigger(&work.game) {
        return trigger::triggers::resolve_mana_trigger(work, &waiting);
    }
    if work.game.seating().is_some() && variant::turn_markers::between_parts(work) {
        return;
    }
    if let Some((choice, answer)) = settled(&work.game).cloned() {
        return settle(work, &choice, &answer);
    }
    let Some(frame) = work.game.world().top_frame().cloned() else { return turn::phases::next_turn(work) };
    match &*frame {
        Frame::Opening(opening) => game::start::proceed(work, opening),
        Frame::Turn { phases } => turn::phases::proceed_turn(work, phases),
        Frame::Phase { phase, steps } => turn::phases::proceed_phase(work, *phase, steps),
        Frame::TurnStep { step, stage } => turn::phases::proceed_step(work, *step, stage),
        Frame::Priority { player, .. } => {
            let player = *player;
            // No share in the frame is held while it changes.
            drop(frame);
            turn::priority::proceed(work, player);
        }
        Frame::PutTriggers { order, ordered } => trigger::triggers::proceed(work, order, *ordered),
        Frame::StateBased { kept } => sba::proceed(work, kept),
        Frame::Proposal(proposal) => match announce::declaration::declared_and_paid(proposal) {
            Some((blocking, declared)) => combat::paid(work, blocking, declared, proposal),
            None => announce::stage::proceed(work, proposal),
        },
        Frame::Resolve(resolve) => resolve::resolution::proceed(work, resolve),
        Frame::Happen(happening) => replace::perform::proceed(work, happening),
        Frame::Reversed { player, activations } => {
            announce::taking_back::proceed_reversed(work, *player, activations, &[])
        }
        Frame::Placing { rule, remaining } => replace::joining::placed(work, *rule, remaining, None),
        Frame::Drawn { offers } => replace::drawing::proceed(work, offers),
        Frame::Flip(flips) => resolve::coins_and_dice::proceed(work, flips),
        Frame::Loop { .. } => turn::loops::proceed(work),
        Frame::Ending { what, stage, rest } => resolve::verbs::ending::proceed(work, *what, *stage, rest),
        Frame::Conspiracies(frame) => game::start::deal(work, &frame.opening),
        // The resolutions above it are gone.
        Frame::Together(_) => work.pop(rule!("608.2f")),
    }
}

/// Carries out an answer that has been checked.
fn answered(work: &mut Work, choice: &Choice, answer: &Answer) {
    let decided = Event::Decided { player: choice.player, answer: answer.clone() };
    work.input(choice.rule, decided);
    turn::loops::chose(work, choice, answer);
    carry_out(work, choice, answer);
}

/// Gives the only answer to a choice, for which nobody is asked.
fn settle(work: &mut Work, choice: &Choice, answer: &Answer) {
    match work.game.frame() {
        Some(Frame::Resolve(resolve)) => {
            let cause = together::mark(&work.game, resolve).unwrap_or(resolve.began);
            work.set_cause(Some(cause));
        }
        Some(Frame::Proposal(proposal)) => {
            let cause = proposal.began;
            work.set_cause(Some(cause));
        }
        _ => {}
    }
    carry_out(work, choice, answer);
}

/// Hands an answer to whatever asked for it.
fn carry_out(work: &mut Work, choice: &Choice, answer: &Answer) {
    if *answer == Answer::BackOut {
        return announce::taking_back::reverse(work);
    }
    if engine::control::named(work, choice, answer) {
        return;
    }
    let frame = work.game.world().top_frame().cloned();
    match frame.as_deref() {
        Some(Frame::Opening(opening)) => game::start::answered(work, opening, choice, answer),
        Some(Frame::TurnStep { step, stage }) => turn::phases::answered(work, *step, stage, answer),
        Some(Frame::Priority { .. }) => {
            drop(frame);
            turn::priority::answered(work, choice.player, answer);
        }
        Some(Frame::PutTriggers { order, .. }) => trigger::triggers::answered(work, order, answer),
        Some(Frame::StateBased { kept }) => sba::answered(work, kept, answer),
        Some(Frame::Proposal(proposal)) => announce::stage::answered(work, proposal, answer),
        Some(Frame::Resolve(resolve)) => resolve::resolution::answered(work, resolve, answer),
        Some(Frame::Happen(happening)) => replace::perform::answered(work, happening, choice.player, answer),
        Some(Frame::Reversed { player, activations }) => {
            announce::taking_back::answered_reversed(work, *player, activations, answer);
        }
        Some(Frame::Placing { rule, remaining }) => replace::joining::placing_answered(work, *rule, remaining, answer),
        Some(Frame::Drawn { offers }) => replace::drawing::answered(work, offers, answer),
        Some(Frame::Flip(flips)) => resolve::coins_and_dice::answered(work, flips, answer),
        Some(Frame::Loop { agreed }) => turn::loops::answered(work, agreed, answer),
        Some(Frame::Conspiracies(frame)) => variant::conspiracies::answered(work, frame, answer),
        Some(Frame::Turn { .. } | Frame::Phase { .. } | Frame::Ending { .. } | Frame::Together(_)) | None => {}
    }
}
