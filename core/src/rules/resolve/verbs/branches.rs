//! Following one branch of a text, or none (CR 608.2c-d), and playing cards meanwhile (CR 608.2g).

use crate::card::{Players, verb};
use crate::derive::filter::holds;
use crate::fact::{Answer, Choice, Domain, Item, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::announce::playing;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{enter_branch, go_on, one_player, scope};
use crate::rules::engine::verb::{Verb, verb};
use crate::rules::engine::work::Work;
use crate::rules::resolve::done::note_done;

use super::is_possible;

impl Verb for verb::If {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let branch = u8::from(!holds(&work.game, &scope(frame), &self.condition));
        enter_branch(work, frame, branch);
    }

    fn asks_them(&self) -> bool {
        self.then.iter().chain(&self.otherwise).any(|it| verb(it).asks_them())
    }
}

impl Verb for verb::Instead {
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        enter_branch(work, frame, 0);
    }
}

/// Without a choice there is nobody to ask, and it is not done.
impl Verb for verb::May {
    /// CR 608.2d: the impossible is not offered.
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        if !is_possible(game, frame, &self.then) {
            return None;
        }
        let player = one_player(game, frame, &self.who)?;
        Some(ask(player, Prompt::May(frame.object.unwrap_or(frame.source)), rule!("608.2d"), Domain::Confirm))
    }

    fn decided(&self, _: &Game, _: &ResolveFrame) -> Option<Answer> {
        Some(Answer::Confirmed(false))
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        match answer {
            Answer::Confirmed(true) => {
                note_done(work, frame);
                enter_branch(work, frame, 0);
            }
            Answer::Confirmed(false) => go_on(work, frame),
            _ => {}
        }
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.who]
    }

    fn asks_them(&self) -> bool {
        self.who == Players::They
    }
}

/// Without a choice the only list that can be followed is, or none.
impl Verb for verb::Either {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let options = possible(game, frame, self);
        let player = one_player(game, frame, &self.who).filter(|_| options.len() > 1)?;
        let object = frame.object.unwrap_or(frame.source);
        Some(ask(player, Prompt::Either(object), rule!("608.2d"), Domain::Pick { options, min: 1, max: 1 }))
    }

    fn decided(&self, game: &Game, frame: &ResolveFrame) -> Option<Answer> {
        let mut options = possible(game, frame, self);
        // Without a player who could choose, nothing is.
        options.truncate(usize::from(options.len() == 1));
        Some(Answer::Picked(options))
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let options = possible(&work.game, frame, self);
        follow(work, frame, &options);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        if let Answer::Picked(items) = answer {
            follow(work, frame, items);
        }
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.who]
    }

    fn asks_them(&self) -> bool {
        self.who == Players::They || self.of.iter().flatten().any(|it| verb(it).asks_them())
    }

    fn is_possible(&self, game: &Game, frame: &ResolveFrame) -> Option<bool> {
        Some(!possible(game, frame, self).is_empty())
    }
}

/// Follows the only one of these lists.
fn follow(work: &mut Work, frame: &ResolveFrame, chosen: &[Item]) {
    match chosen {
        [Item::Mode(branch, _)] => enter_branch(work, frame, *branch),
        _ => go_on(work, frame),
    }
}

/// The lists that could be followed.
fn possible(game: &Game, frame: &ResolveFrame, either: &verb::Either) -> Vec<Item> {
    let lists = (0u8..).zip(&either.of).filter(|(_, list)| is_possible(game, frame, list));
    lists.map(|(place, _)| Item::Mode(place, 0)).collect()
}

/// Without a choice there is nobody to ask, or nothing to choose from.
impl Verb for verb::MayPlay {
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let player = one_player(game, frame, &self.who)?;
        let options = playing::options(game, frame, player, self);
        (!options.is_empty()).then(|| {
            let has_to = self.must && options.iter().any(|act| playing::has_to(game, player, act, &self.cost));
            let rule = if self.must { rule!("118.8c") } else { rule!("608.2g") };
            let options = options.into_iter().map(Item::Act).collect();
            let domain = Domain::Pick { options, min: u32::from(has_to), max: 1 };
            ask(player, Prompt::Objects(frame.object.unwrap_or(frame.source)), rule, domain)
        })
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        match (one_player(&work.game, frame, &self.who), items.first()) {
            (Some(player), Some(Item::Act(act))) => playing::begin_playing(work, frame, player, act, self),
            _ => go_on(work, frame),
        }
    }

    fn ones(&self, _: &Game, _: &ResolveFrame) -> Vec<&Players> {
        vec![&self.who]
    }

    fn asks_them(&self) -> bool {
        self.who == Players::They
    }
}
