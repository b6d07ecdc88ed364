//! Hypothetical games for "as though" effects on creatures (CR 609.4), each for one question only.
//! All conditions that apply to the question are true at once (CR 609.4a).

use std::borrow::Cow;

use crate::card::{Ability, AsThough, Definition, Duration, Filter, Modification, Otherwise, StaticEffect};
use crate::fact::{Canonical, Event, ObjectId, PlayerId};
use crate::state::Game;

use crate::derive::filter::{is_among, matches};
use crate::derive::look::hypothetical::{hypothetical, knowing};
use crate::derive::look::scope::Scope;

/// The game for the question whether a creature can attack.
pub fn attacking(game: &Game, creature: ObjectId) -> Cow<'_, Game> {
    seen(game, |scope, it| match it {
        AsThough::Attack { what, they } if matches(game, scope, what, creature) => vec![(creature, they)],
        _ => Vec::new(),
    })
}

/// The game for the question whether a creature can block an attacking creature.
pub fn blocking(game: &Game, blocker: ObjectId, attacker: ObjectId) -> Cow<'_, Game> {
    seen(game, |scope, it| match it {
        AsThough::Block { what, attackers, they, those }
            if matches(game, scope, what, blocker)
                && attackers.as_ref().is_none_or(|filter| matches(game, scope, filter, attacker)) =>
        {
            vec![(blocker, they), (attacker, those)]
        }
        _ => Vec::new(),
    })
}

/// The game for the question whether an object can be the target of a player's spells and
/// abilities.
pub fn targeted(game: &Game, by: PlayerId, object: ObjectId) -> Cow<'_, Game> {
    seen(game, |scope, it| match it {
        AsThough::Target { what, by: whose, they }
            if is_among(game, scope, whose, by) && matches(game, scope, what, object) =>
        {
            vec![(object, they)]
        }
        _ => Vec::new(),
    })
}

/// The game for the question whether the abilities of a creature can be activated.
pub fn activating(game: &Game, creature: ObjectId) -> Cow<'_, Game> {
    seen(game, |scope, it| match it {
        AsThough::Activate { what, they } if matches(game, scope, what, creature) => vec![(creature, they)],
        _ => Vec::new(),
    })
}

fn seen<'a>(
    game: &'a Game,
    applies: impl for<'b> Fn(&Scope<'_>, &'b AsThough) -> Vec<(ObjectId, &'b Otherwise)>,
) -> Cow<'a, Game> {
    let mut view = Cow::Borrowed(game);
    for functioning in game.derived().functioning.others() {
        let StaticEffect::AsThough(it) = &*functioning.effect else { continue };
        for (object, otherwise) in applies(&functioning.scope(), it) {
            view = Cow::Owned(being(&view, object, otherwise));
        }
    }
    view
}

/// The game in which an object has other keywords or another status.
fn being(game: &Game, object: ObjectId, otherwise: &Otherwise) -> Game {
    let Otherwise { having, lacking, untapped } = otherwise;
    let gained = having.iter().map(|keyword| Modification::Gain(Box::new(Ability::Keyword(keyword.clone()))));
    let lost = lacking.iter().map(|keyword| Modification::LoseKeyword(keyword.clone()));
    let modifications: Vec<Modification> = gained.chain(lost).collect();
    let mut view = game.clone();
    if *untapped {
        view = hypothetical(&view, Event::Untapped { object });
    }
    if modifications.is_empty() {
        return view;
    }
    let Some(controller) = view.controller_or_owner(object) else { return view };
    let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
    let (known, def) = knowing(&view, Definition::Effect(effect));
    let begins = Event::EffectBegan {
        id: known.counters().effect,
        def,
        source: object,
        controller,
        timestamp: known.counters().timestamp,
        duration: Canonical::new(Duration::Indefinite),
        objects: Some(std::sync::Arc::new(vec![object])),
        announced: None,
        trigger: None,
    };
    hypothetical(&known, begins)
}
