//! The special actions that a player may take now (CR 116.2).

use crate::card::keyword::SpecialTiming;
use crate::card::mechanism::Mechanisms;
use crate::card::verb;
use crate::card::{Ability, Cost, Instruction, ManaCost, ManaSymbol, Objects, Permission, StaticEffect, Timing};
use crate::fact::{Applied, Entry, Event, Origin, PlayerId, Zone};
use crate::state::Game;

use crate::derive::cast::casting::allows;
use crate::derive::cast::{companion, face_down};
use crate::derive::filter::players;
use crate::derive::look::Look;
use crate::derive::look::printed_types;
use crate::derive::pay::demand::Special;
use crate::derive::pay::window::{Payer, could_pay};

/// The special actions that a player may take now.
pub fn special_actions(game: &Game, player: PlayerId) -> impl Iterator<Item = Special> {
    let by_effects = game.permissions().filter_map(move |it| match &*it.effect {
        StaticEffect::Permit(Permission::SpecialAction { who, cost, then, only })
            if players(game, &it.scope(), who).contains(&player)
                && only.is_none_or(|timing| allows(game, player, timing))
                && could_pay(game, Payer::new(player, it.source), cost).is_ok() =>
        {
            let (cost, then) = (cost.clone(), then.clone());
            Some(Special { source: it.source, by: it.identity.clone(), cost, then, x_limits: Vec::new() })
        }
        _ => None,
    });
    let by_rules = companion::special_action(game, player).into_iter().chain(with_cards_in_hand(game, player));
    let by_rules = by_rules.chain(planar_die(game, player)).chain(agendas(game, player));
    by_effects.chain(by_rules).chain(face_down::special_actions(game, player))
}

/// Rolling the planar die, which costs as much mana as the player has done so this turn (CR 116.2i,
/// 901.9).
fn planar_die(game: &Game, player: PlayerId) -> Option<Special> {
    let world = game.world();
    world.planar_controllers().next()?;
    let rolled =
        |entry: &&Entry| matches!(entry.event, Event::PlanarDieRolled { player: by, action: true, .. } if by == player);
    let times = u32::try_from(world.this_turn().filter(rolled).count()).unwrap_or(u32::MAX);
    let cost = match times {
        0 => Vec::new(),
        times => vec![Cost::Mana(ManaCost(vec![ManaSymbol::Generic(times)]))],
    };
    let source = *game.zone(Zone::Command).iter().find(|id| printed_types(game, **id).is_planar())?;
    let by = Applied::Ability { object: source, origin: Origin::Planar };
    allows(game, player, Timing::Sorcery).then(|| Special {
        source,
        by,
        cost,
        then: vec![Instruction::RollPlanarDie],
        x_limits: Vec::new(),
    })
}

/// Turning the face-down conspiracies of a player face up (CR 116.2j, 702.106c).
fn agendas(game: &Game, player: PlayerId) -> impl Iterator<Item = Special> {
    let own = game.zone(Zone::Command).iter().filter_map(|id| game.object(*id));
    let own = own.filter(move |it| it.face_down.is_some() && it.controller == Some(player));
    own.map(|it| Special {
        source: it.id,
        by: Applied::Ability { object: it.id, origin: Origin::Printed { def: it.def, index: 0 } },
        cost: Vec::new(),
        then: vec![Instruction::TurnFaceUp(verb::TurnFaceUp { what: Objects::This, megamorph: false })],
        x_limits: Vec::new(),
    })
}

/// The special actions with cards in a player's hand that keyword abilities allow (CR 116.2f,
/// 116.2h).
pub(in crate::derive) fn with_cards_in_hand(game: &Game, player: PlayerId) -> Vec<Special> {
    let mut found = Vec::new();
    if !game.has_mechanism(Mechanisms::SPECIAL_ACTIONS) {
        return found;
    }
    for id in game.zone(Zone::Hand(player)) {
        for instance in game.characteristics(*id).map(|it| it.abilities.as_slice()).unwrap_or_default() {
            let Ability::Keyword(keyword) = &*instance.ability else { continue };
            let printed = matches!(instance.origin, Origin::Printed { .. });
            let Some(action) = keyword.special_action(printed) else { continue };
            let in_time = match action.when {
                SpecialTiming::AsCast => super::may_cast(game, player, *id).is_ok(),
                SpecialTiming::At(timing) => allows(game, player, timing),
            };
            if in_time && could_pay(game, Payer::new(player, *id), &action.cost).is_ok() {
                found.push(Special {
                    source: *id,
                    by: Applied::Ability { object: *id, origin: instance.origin.clone() },
                    cost: action.cost,
                    then: action.then,
                    x_limits: action.x_limits,
                });
            }
        }
    }
    found
}
