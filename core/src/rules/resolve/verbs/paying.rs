//! Costs that a resolution asks for (CR 118.12).

use crate::card::verb;
use crate::card::{Cost, ManaCost, Players};
use crate::derive::cast::cost::{Costed, Pricing};
use crate::derive::cast::prospect;
use crate::derive::filter::players;
use crate::derive::mana;
use crate::derive::pay::most::Bound;
use crate::derive::pay::payable;
use crate::derive::pay::production::Purpose;
use crate::derive::pay::window::Payer;
use crate::fact::{Announcement, Answer, Choice, Domain, Frame, ObjectId, PlayerId, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::announce::{proposal, text};
use crate::rules::engine::apnap::{Turns, each_of, in_turn};
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{enter_branch, go_on, own_x, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::resolve::done::note_done;

/// An instruction that asks players for a cost.
trait Asks {
    /// Who may pay, and the cost.
    fn asked(&self) -> (&Players, &[Cost]);

    /// Whether they pay if they can.
    fn must(&self) -> bool;

    /// The question.
    fn prompt(object: ObjectId) -> Prompt;

    /// Goes on once the cost is paid.
    fn paid(work: &mut Work, frame: &ResolveFrame);

    /// The branch that is followed if nobody pays.
    const NOT_PAID: u8;
}

impl Asks for verb::Unless {
    fn asked(&self) -> (&Players, &[Cost]) {
        (&self.who, &self.cost)
    }

    fn must(&self) -> bool {
        false
    }

    fn prompt(object: ObjectId) -> Prompt {
        Prompt::Unless(object)
    }

    fn paid(work: &mut Work, frame: &ResolveFrame) {
        go_on(work, frame);
    }

    const NOT_PAID: u8 = 0;
}

impl Asks for verb::MayPay {
    fn asked(&self) -> (&Players, &[Cost]) {
        (&self.who, &self.cost)
    }

    fn must(&self) -> bool {
        self.must
    }

    fn prompt(object: ObjectId) -> Prompt {
        Prompt::May(object)
    }

    fn paid(work: &mut Work, frame: &ResolveFrame) {
        note_done(work, frame);
        enter_branch(work, frame, 0);
    }

    const NOT_PAID: u8 = 1;
}

/// Asks each player in turn until one pays.
macro_rules! followed {
    ($($verb:ty),+) => {$(
        impl Verb for $verb {
            fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
                if is_paid(frame)? {
                    return None;
                }
                let player = payer(game, frame, &self.who)?;
                // CR 118.3: an unpayable cost is not offered.
                let asked = !must_pay(game, frame, player, self) && could_pay(game, frame, player, &self.cost);
                let prompt = Self::prompt(frame.object.unwrap_or(frame.source));
                asked.then(|| ask(player, prompt, rule!("118.12"), Domain::Confirm))
            }

            fn decided(&self, game: &Game, frame: &ResolveFrame) -> Option<Answer> {
                if is_paid(frame)? {
                    return None;
                }
                Some(Answer::Confirmed(must_pay(game, frame, payer(game, frame, &self.who)?, self)))
            }

            /// Goes on once the cost is paid, or nobody can pay.
            fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
                if is_paid(frame) == Some(true) {
                    return Self::paid(work, frame);
                }
                let must = |player: &PlayerId| must_pay(&work.game, frame, *player, self);
                match payer(&work.game, frame, &self.who).filter(must) {
                    Some(player) => proposal::begin_payment(work, player, frame),
                    None => not_paid(work, frame, self),
                }
            }

            fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
                match answer {
                    Answer::Confirmed(false) => not_paid(work, frame, self),
                    Answer::Confirmed(true) => {
                        if let Some(player) = payer(&work.game, frame, &self.who) {
                            proposal::begin_payment(work, player, frame);
                        }
                    }
                    _ => {}
                }
            }

            fn turns(&self, game: &Game, frame: &ResolveFrame) -> Option<Turns> {
                each_of(game, frame, &self.who)
            }

            fn in_any_order(&self) -> Option<(&Players, bool)> {
                Some((&self.who, false))
            }
        }
    )+};
}

followed!(verb::Unless, verb::MayPay);

/// Whether the cost of the present instruction is paid.
fn is_paid(frame: &ResolveFrame) -> Option<bool> {
    Some(frame.cursor.last()?.of.is_some())
}

/// The next player who may pay the cost of an instruction, each in turn (CR 101.4).
fn payer(game: &Game, frame: &ResolveFrame, who: &Players) -> Option<PlayerId> {
    let all = in_turn(game, frame, || players(game, &scope(frame), who));
    all.get(usize::from(frame.cursor.last()?.round)).copied()
}

/// Whether a player could pay a cost by the end of the window for mana abilities (CR 118.3,
/// 605.3a). A player who has left pays nothing (CR 800.4f).
fn could_pay(game: &Game, frame: &ResolveFrame, player: PlayerId, cost: &[Cost]) -> bool {
    let payable = |pricing: &Pricing<'_>| {
        let payer = Payer::new(player, frame.source);
        prospect::could_pay_with_mana(game, payer, pricing, &Bound::default()).is_ok()
    };
    game.plays(player) && priced(game, frame, player, cost, payable)
}

/// Looks at the price of a cost that a resolution asks for.
fn priced<T>(
    game: &Game,
    frame: &ResolveFrame,
    player: PlayerId,
    cost: &[Cost],
    look: impl FnOnce(&Pricing<'_>) -> T,
) -> T {
    let announced = Announcement { x: own_x(game, frame), ..Announcement::default() };
    let announced = text::announced_for_payment(game, frame, cost, &announced);
    let pricing = Pricing::new(game, player, Costed::Asked(frame.source, cost), &announced);
    look(&pricing.spoken_by(frame.controller).with_trigger(frame.trigger.as_ref()))
}

/// Whether a player pays a cost without being asked, if they can (CR 118.12). Mana abilities need
/// not be activated for it (CR 118.3c), so mana that is not there yet may still be withheld.
fn must_pay<T: Asks>(game: &Game, frame: &ResolveFrame, player: PlayerId, it: &T) -> bool {
    if !it.must() {
        return false;
    }
    let (_, cost) = it.asked();
    let is_there = |mana: &ManaCost| {
        let plan = mana::plan_for(game, player, mana, &Purpose::default());
        plan.is_some_and(|plan| plan.activate.is_empty() && plan.help.is_empty())
    };
    let pays = |part: &Cost| payable::may_pay(game, player, frame.source, part).is_ok();
    // It is paid as things are.
    let is_payable = |pricing: &Pricing<'_>| {
        let either = pricing.either();
        match either.is_empty() {
            true => pricing.total(&[], &[]).is_some_and(|total| {
                total.other.iter().all(pays) && (total.mana.0.is_empty() || is_there(&total.mana))
            }),
            // Which of them is paid is chosen first.
            false => {
                let of_mana = |part: &Cost| matches!(part, Cost::Mana(_) | Cost::Times(..) | Cost::Either(_));
                either.iter().all(|several| {
                    !several.iter().flatten().any(of_mana) && several.iter().any(|cost| cost.iter().all(pays))
                })
            }
        }
    };
    could_pay(game, frame, player, cost) && priced(game, frame, player, cost, is_payable)
}

/// A player does not pay. The next player may; if nobody does, the cost is not paid.
fn not_paid<T: Asks>(work: &mut Work, frame: &ResolveFrame, it: &T) {
    let mut next = frame.clone();
    next.next_round();
    if payer(&work.game, &next, it.asked().0).is_some() {
        return work.change(rule!("118.12"), Frame::Resolve(Box::new(next)));
    }
    enter_branch(work, frame, T::NOT_PAID);
}
