//! Attaching and unattaching (CR 701.3).

use crate::card::Objects;
use crate::card::verb;
use crate::derive::Look;
use crate::derive::filter::found;
use crate::derive::object::attachment::Attachment;
use crate::derive::target::attach::can_be_attached;
use crate::fact::{Action, Answer, Choice, Domain, Entity, Frame, Item, ObjectId, Prompt, Proposed, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::actions::recipients;
use crate::rules::engine::control::ask;
use crate::rules::engine::cursor::{go_on, scope};
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;
use crate::rules::keyword;
use crate::rules::replace::perform::{act, perform};

impl Verb for verb::Attach {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    /// The controller of the attachment chooses among several hosts (CR 301.5c, 303.4d).
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let (attachment, hosts) = attaching(game, frame, self)?;
        let player = game.controller(attachment)?;
        let rule = match game.characteristics(attachment).and_then(Attachment::of) {
            Some(Attachment::Aura) => rule!("303.4d"),
            _ => rule!("301.5c"),
        };
        (hosts.len() > 1).then(|| {
            let options = hosts.into_iter().map(Item::Entity).collect();
            ask(player, Prompt::Host(attachment), rule, Domain::Pick { options, min: 1, max: 1 })
        })
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let hosts = recipients(&work.game, &scope(frame), &self.to);
        if hosts.len() > 1 {
            return match attaching(&work.game, frame, self) {
                Some((object, hosts)) => attach_one(work, frame, &self.what, (object, hosts.first().copied())),
                None => go_on(work, frame),
            };
        }
        let attach = |object| hosts.first().map(|to| Action::Attach { object, to: *to });
        let actions = found(&work.game, &scope(frame), &self.what).into_iter().filter_map(attach).collect();
        act(work, frame, rule!("701.3a"), actions);
    }

    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let to = items.first().and_then(|item| match item {
            Item::Entity(entity) => Some(*entity),
            _ => None,
        });
        if let Some((object, _)) = attaching(&work.game, frame, self) {
            attach_one(work, frame, &self.what, (object, to));
        }
    }
}

/// The attachment of this round and its possible hosts among those that the instruction names
/// (CR 701.3a-b). With only one thing named there is one round and no choice.
fn attaching(game: &Game, frame: &ResolveFrame, it: &verb::Attach) -> Option<(ObjectId, Vec<Entity>)> {
    let hosts = recipients(game, &scope(frame), &it.to);
    if hosts.len() < 2 {
        return None;
    }
    let attachment = *attachments(game, frame, &it.what).get(usize::from(frame.cursor.last()?.round))?;
    let now = game.object(attachment).and_then(|object| object.attached_to);
    let possible = |host: &Entity| Some(*host) != now && can_be_attached(game, attachment, *host);
    Some((attachment, hosts.into_iter().filter(possible).collect()))
}

/// The objects that an instruction attaches one after another. They are locked in before the first
/// one is attached: that could change which objects the description fits (CR 608.2h).
fn attachments(game: &Game, frame: &ResolveFrame, what: &Objects) -> Vec<ObjectId> {
    if frame.picked.is_empty() {
        return found(game, &scope(frame), what);
    }
    frame.picked.iter().filter_map(|it| it.object()).collect()
}

/// Attaches one object to the chosen host, and goes on to the next.
fn attach_one(work: &mut Work, frame: &ResolveFrame, what: &Objects, (object, to): (ObjectId, Option<Entity>)) {
    let mut next = frame.clone();
    let all = attachments(&work.game, frame, what);
    if all.len() > 1 {
        next.picked = all.into_iter().map(Entity::Object).collect();
    }
    next.next_round();
    work.change(rule!("701.3a"), Frame::Resolve(Box::new(next)));
    let attach = to.map(|to| Proposed::new(Action::Attach { object, to }, Some(frame.began), rule!("701.3a")));
    perform(work, attach.into_iter().collect());
}

impl Verb for verb::Unattach {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.0]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let actions = found(&work.game, &scope(frame), &self.0).into_iter().map(Action::Unattach).collect();
        act(work, frame, rule!("701.3d"), actions);
    }
}

impl Verb for verb::Haunt {
    fn acts_on(&self) -> Vec<&Objects> {
        vec![&self.what]
    }

    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let cards = found(&work.game, &scope(frame), &self.what);
        let creature = found(&work.game, &scope(frame), &self.creature).first().copied();
        keyword::haunt(work, frame, &cards, creature);
    }
}
