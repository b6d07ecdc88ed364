//! The costs for which a card may be cast that a designation reserves in exile
//! ([`Reserving`](crate::card::Reserving)).

use crate::card::{Ability, Filter, Permission, Players};
use crate::fact::{Applied, ObjectId, Origin, Zone};
use crate::state::Game;

use crate::derive::object::faces::whole_of;

/// The permissions to cast a reserved card for the costs of its keyword abilities after the turn in
/// which it was reserved, each with its ability; for a spell that was reserved, those that it could
/// be cast with.
pub(in crate::derive) fn permissions(game: &Game, id: ObjectId) -> Vec<(Applied, Permission)> {
    let Some((object, reserved)) = game.object(id).and_then(|object| Some((object, object.reserved()?))) else {
        return Vec::new();
    };
    let there = matches!(object.zone, Zone::Exile | Zone::Stack);
    let Some(being) = object.reserving() else { return Vec::new() };
    if !there || reserved.turn >= game.world().turn.number {
        return Vec::new();
    }
    let card = whole_of(game, object);
    let Some(face) = game.printed(card).map(|printed| &printed.characteristics) else { return Vec::new() };
    let printed = face.abilities.iter().map(|instance| (instance.origin.clone(), &*instance.ability));
    let given = reserved
        .given
        .and_then(|text| Some((Origin::Printed { def: text.def, index: text.index }, game.ability(text)?)));
    let permission = |(origin, ability): (Origin, &Ability)| {
        let Ability::Keyword(keyword) = ability else { return None };
        let cost = keyword.reserved_cost(being)?;
        let (who, what) = (Players::You, Filter::This);
        Some((
            Applied::Ability { object: id, origin },
            Permission::Cast { who, what, cost, exile: false, instead: None },
        ))
    };
    printed.chain(given).filter_map(permission).collect()
}
