//! Abilities that belong to no object: those that come with the monarch (CR 720), and the
//! planeswalking ability (CR 901.8). Who the monarch was as the turn began.

use std::sync::LazyLock;

use crate::card::verb;
use crate::card::{
    Ability, Body, CardType, Filter, Instruction, Objects, Players, Quantity, TriggerEvent, TriggeredAbility, TurnStep,
    ZoneKind,
};
use crate::fact::{AbilityInstance, Canonical, Event, Origin, PlayerId};
use crate::state::Game;

/// The monarch as the turn began; the present one before the first turn.
pub(crate) fn as_the_turn_began(game: &Game) -> Option<PlayerId> {
    let became = game.world().this_turn().filter_map(|entry| match entry.event {
        Event::BecameMonarch { was, .. } => Some(was),
        _ => None,
    });
    became.last().unwrap_or_else(|| game.monarch())
}

/// The planeswalking ability of a Planechase game, which has no source (CR 901.8).
pub(crate) static PLANESWALKING: LazyLock<AbilityInstance> = LazyLock::new(|| AbilityInstance {
    origin: Origin::Planar,
    ability: Canonical::new(Ability::Triggered(TriggeredAbility {
        when: TriggerEvent::RollsPlaneswalker(Players::You),
        condition: None,
        body: Body { instructions: vec![Instruction::Planeswalk(verb::Planeswalk(Players::You))], ..Body::default() },
        zone: ZoneKind::Battlefield,
        limit: None,
        uncounterable: false,
    })),
});

/// The triggered abilities inherent in having a monarch, which have no source (CR 720.2).
pub(crate) static INHERENT: LazyLock<[AbilityInstance; 2]> = LazyLock::new(|| {
    let ability = |index, when, instruction| AbilityInstance {
        origin: Origin::Monarch(index),
        ability: Canonical::new(Ability::Triggered(TriggeredAbility {
            when,
            condition: None,
            body: Body { instructions: vec![instruction], ..Body::default() },
            zone: ZoneKind::Battlefield,
            limit: None,
            uncounterable: false,
        })),
    };
    let damaged = TriggerEvent::DealsDamage {
        source: Filter::Type(CardType::Creature),
        combat: true,
        noncombat: false,
        to_players: Some(Players::Monarch),
        to_objects: None,
    };
    let draws = Instruction::Draw(verb::Draw { who: Players::ThatPlayer, count: Quantity::Fixed(1) });
    let takes = Instruction::BecomeMonarch(verb::BecomeMonarch(Players::ControllerOf(Box::new(Objects::ThatObject))));
    [ability(0, TriggerEvent::BeginningOf(TurnStep::End, Players::Monarch), draws), ability(1, damaged, takes)]
});
