//! Creating tokens and emblems (CR 111, 114).

use crate::card::Players;
use crate::card::verb;
use crate::card::{Definition, Face, Predefined, Quantity};
use crate::derive::Scope;
use crate::derive::filter::{players, quantity};
use crate::fact::{Action, Entering, ResolveFrame, TokenBatch};
use crate::rule;
use crate::rule::Rule;
use crate::rules::engine::verb::Verb;
use crate::rules::replace::joining::attacked;
use crate::state::Game;

use crate::rules::engine::actions::{granted_by, host};
use crate::rules::engine::cursor::scope;
use crate::rules::engine::work::Work;
use crate::rules::replace::combat_progress;

impl Verb for verb::CreateTokens {
    /// Creates tokens for each of the players (CR 111.1-4), under that player's control (CR 111.2).
    fn acts(&self, work: &mut Work, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let verb::CreateTokens { who, count, predefined, token, size, tapped, attached_to, joining } = self;
        let host = attached_to.as_ref().map(|to| host(&work.game, &scope(frame), to));
        let named = players(&work.game, &scope(frame), who);
        let joins = joining.as_ref().and_then(|joining| combat_progress::joins(&work.game, frame, joining));
        let mut actions = Vec::new();
        for player in named {
            let scope = scope(frame).done_by(who, player);
            let count = u32::try_from(quantity(&work.game, &scope, count)).unwrap_or(0);
            let face = defined(work, &scope, token, *predefined, size.as_ref());
            let def = work.intern(Definition::Token(face));
            let entering = Entering { tapped: *tapped, attached_to: host, joins, ..Entering::default() };
            actions.push(Action::CreateTokens { player, tokens: vec![TokenBatch { def, count, entering }] });
        }
        Some((rule!("111.1"), actions))
    }

    fn ones(&self, game: &Game, _: &ResolveFrame) -> Vec<&Players> {
        attacked(game, self.joining.as_ref())
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

impl Verb for verb::GetEmblem {
    /// Puts an emblem into the command zone for each of the players (CR 114.2).
    fn acts(&self, work: &mut Work, frame: &ResolveFrame) -> Option<(Rule, Vec<Action>)> {
        let who = players(&work.game, &scope(frame), &self.who);
        let mut abilities = self.abilities.clone();
        granted_by(&work.game, frame.source, &mut abilities);
        let def = work.intern(Definition::Emblem(Face::emblem(&abilities)));
        Some((rule!("114.2"), who.iter().map(|player| Action::CreateEmblem { player: *player, def }).collect()))
    }

    fn doers(&self) -> Option<&Players> {
        Some(&self.who)
    }
}

/// The definition of a token as the effect describes it, with its numbers worked out (CR 111.3).
fn defined(
    work: &Work,
    scope: &Scope<'_>,
    token: &Face,
    predefined: Option<Predefined>,
    size: Option<&(Quantity, Quantity)>,
) -> Face {
    let mut face = token.as_token(predefined);
    granted_by(&work.game, scope.source, &mut face.abilities);
    if let Some((power, toughness)) = size {
        face.power = Some(quantity(&work.game, scope, power).max(0).into());
        face.toughness = Some(quantity(&work.game, scope, toughness).max(0).into());
    }
    face
}
