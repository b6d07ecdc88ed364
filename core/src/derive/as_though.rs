//! Games as they are looked at for what creatures can do as though they were otherwise (CR 609.4): for that question alone.
//! All conditions that apply to it are true at once (CR 609.4a).

use std::borrow::Cow;

use crate::card::{Ability, AsThough, Definition, Duration, Filter, Keyword, Modification, Otherwise, StaticEffect};
use crate::fact::{Canonical, Entity, Event, ObjectId, PlayerId};
use crate::state::Game;

use super::filter::{Look, Scope, is_among, matches};
use super::hypothetical::{hypothetical, knowing};

/// The game as it is asked whether a creature can attack.
pub fn attacking(game: &Game, creature: ObjectId) -> Cow<'_, Game> {
    seen(game, |scope, it| match it {
        AsThough::Attack { what, they } if matches(game, scope, what, creature) => vec![(creature, they)],
        _ => Vec::new(),
    })
}

/// The game as it is asked whether a creature can block an attacking creature.
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

/// The game as it is asked whether something can be the target of a player's spells and abilities.
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

/// The game as it is asked whether the abilities of a creature can be activated.
pub fn activating(game: &Game, creature: ObjectId) -> Cow<'_, Game> {
    seen(game, |scope, it| match it {
        AsThough::Activate { what, they } if matches(game, scope, what, creature) => vec![(creature, they)],
        _ => Vec::new(),
    })
}

/// Whether a source deals damage to something as one with a keyword ability does: it has that, and its last known
/// information counts (CR 113.7a), or the damage is dealt as though it had (CR 120.3).
pub fn deals_with(game: &Game, source: ObjectId, to: Entity, keyword: &Keyword) -> bool {
    let mut has = game.has_keyword(source, keyword);
    for functioning in game.derived().functioning.iter() {
        let StaticEffect::AsThough(AsThough::Damage { source: what, players, objects, they }) = &*functioning.effect
        else {
            continue;
        };
        if !they.having.contains(keyword) && !they.lacking.contains(keyword) {
            continue;
        }
        let scope = functioning.scope();
        let to_it = match to {
            _ if players.is_none() && objects.is_none() => true,
            Entity::Player(player) => players.as_ref().is_some_and(|who| is_among(game, &scope, who, player)),
            Entity::Object(id) => objects.as_ref().is_some_and(|filter| matches(game, &scope, filter, id)),
        };
        if to_it && matches(game, &scope, what, source) {
            has = they.having.contains(keyword);
        }
    }
    has
}

fn seen<'a>(
    game: &'a Game,
    applies: impl for<'b> Fn(&Scope<'_>, &'b AsThough) -> Vec<(ObjectId, &'b Otherwise)>,
) -> Cow<'a, Game> {
    let mut view = Cow::Borrowed(game);
    for functioning in game.derived().functioning.iter() {
        let StaticEffect::AsThough(it) = &*functioning.effect else { continue };
        for (object, otherwise) in applies(&functioning.scope(), it) {
            view = Cow::Owned(being(&view, object, otherwise));
        }
    }
    view
}

/// The game with an object taken to be otherwise.
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
    let effect = StaticEffect::Modify { what: Filter::Any, modifications, defining: false };
    let (known, def) = knowing(&view, Definition::Effect(effect));
    let begins = Event::EffectBegan {
        id: known.counters().effect,
        def,
        source: object,
        controller: known.controller(object).unwrap_or_default(),
        timestamp: known.counters().timestamp,
        duration: Canonical::new(Duration::Indefinite),
        objects: Some(std::sync::Arc::new(vec![object])),
        announced: None,
        trigger: None,
    };
    hypothetical(&known, begins)
}
