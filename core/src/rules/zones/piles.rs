//! Piles (CR 700.3): objects are grouped where they are, and one of two piles is picked.

use crate::card::Players;
use crate::card::verb;
use crate::derive::filter::found;
use crate::fact::{Answer, Choice, Domain, Entity, Frame, Item, ObjectId, PlayerId, Prompt, ResolveFrame};
use crate::rule;
use crate::state::Game;

use crate::rules::engine::cursor::{go_on, one_player, scope};
use crate::rules::engine::paid_with::objects_of;
use crate::rules::engine::verb::Verb;
use crate::rules::engine::work::Work;

impl Verb for verb::Separate {
    /// Asks for the piles first, then for one of them.
    fn choice(&self, game: &Game, frame: &ResolveFrame) -> Option<Choice> {
        let (separates, objects, picks) = parts(game, frame, self)?;
        let object = frame.object.unwrap_or(frame.source);
        let ask = |player, prompt, domain| Choice {
            player,
            answered_by: player,
            prompt,
            rule: rule!("700.3a"),
            domain,
            back_out: false,
        };
        if objects.is_empty() {
            return None;
        }
        if frame.cursor.last()?.round == 0 {
            // CR 700.3d: a pile may be empty.
            let max = u32::try_from(objects.len()).ok()?;
            let options = objects.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
            return Some(ask(separates, Prompt::Separate(object), Domain::Pick { options, min: 0, max }));
        }
        let domain = Domain::Pick { options: vec![Item::Pile(0), Item::Pile(1)], min: 1, max: 1 };
        Some(ask(picks, Prompt::Pile(object), domain))
    }

    /// Records the piles, or the one that was picked.
    fn answered(&self, work: &mut Work, frame: &ResolveFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        let Some((_, objects, _)) = parts(&work.game, frame, self) else { return };
        let mut now = frame.clone();
        if let Some(Item::Pile(picked)) = items.first() {
            if *picked == 1 {
                now.piles.reverse();
            }
            return go_on(work, &now);
        }
        let first = objects_of(items);
        // CR 700.3a: each object is in exactly one pile.
        let rest = objects.into_iter().filter(|id| !first.contains(id)).collect();
        now.piles = vec![first, rest];
        now.set_round(1);
        work.change(rule!("700.3a"), Frame::Resolve(Box::new(now)));
    }

    /// With nothing to separate, makes both piles empty.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let mut now = frame.clone();
        now.piles = vec![Vec::new(), Vec::new()];
        go_on(work, &now);
    }

    fn ones(&self, _: &Game, frame: &ResolveFrame) -> Vec<&Players> {
        vec![if frame.round() == 0 { &self.who } else { &self.picks }]
    }

    /// Who picks is named once the piles are made.
    fn named_from(&self, frame: &ResolveFrame) -> u16 {
        frame.round()
    }
}

/// The player who separates, the objects, and the player who picks a pile.
fn parts(game: &Game, frame: &ResolveFrame, it: &verb::Separate) -> Option<(PlayerId, Vec<ObjectId>, PlayerId)> {
    let verb::Separate { who, what, picks } = it;
    let scope = scope(frame);
    let one = |who| one_player(game, frame, who);
    Some((one(who)?, found(game, &scope, what), one(picks)?))
}
