//! Foretell (CR 702.143): the costs for which foretold cards may be cast.

use crate::card::{
    Ability, CastingCost, Cost, Filter, ForetellCost, Keyword, ManaCost, ManaSymbol, Permission, Players,
};
use crate::fact::{Applied, ObjectId, Origin, Zone};
use crate::state::Game;

use crate::derive::object::faces::whole_of;

/// The permissions to cast a foretold card for its foretell costs after the turn in which it became
/// foretold (CR 702.143a, 702.143d), each with its ability; for a spell that was foretold, those
/// that it could be cast with.
pub(in crate::derive) fn permissions(game: &Game, id: ObjectId) -> Vec<(Applied, Permission)> {
    let Some((object, foretold)) = game.object(id).and_then(|object| Some((object, object.foretold()?))) else {
        return Vec::new();
    };
    let there = matches!(object.zone, Zone::Exile | Zone::Stack);
    if !there || foretold.turn >= game.world().turn.number {
        return Vec::new();
    }
    let card = whole_of(game, object);
    let Some(face) = game.printed(card).map(|printed| &printed.characteristics) else { return Vec::new() };
    let printed = face.abilities.iter().filter_map(|instance| match &*instance.ability {
        Ability::Keyword(Keyword::Foretell(cost)) => Some((instance.origin.clone(), cost)),
        _ => None,
    });
    let given = foretold.given.and_then(|text| match game.ability(text)? {
        Ability::Keyword(Keyword::Foretell(cost)) => Some((Origin::Printed { def: text.def, index: text.index }, cost)),
        _ => None,
    });
    let permission = |(origin, cost): (Origin, &ForetellCost)| {
        let (who, what) = (Players::You, Filter::This);
        let cost = CastingCost::Instead(paid(cost, face.cost.as_ref())?);
        Some((
            Applied::Ability { object: id, origin },
            Permission::Cast { who, what, cost, exile: false, instead: None },
        ))
    };
    printed.chain(given).filter_map(permission).collect()
}

/// The total of a foretell cost; none if it can't be paid (CR 118.6).
fn paid(cost: &ForetellCost, mana_cost: Option<&ManaCost>) -> Option<Vec<Cost>> {
    match cost {
        ForetellCost::Cost(cost) => Some(cost.clone()),
        ForetellCost::ManaCostLess(less) => {
            let mut left = *less;
            let reduced = mana_cost?.0.iter().filter_map(|symbol| match symbol {
                // CR 118.7a: generic mana is reduced.
                ManaSymbol::Generic(number) => {
                    let by = left.min(*number);
                    left -= by;
                    (*number > by).then_some(ManaSymbol::Generic(number - by))
                }
                other => Some(*other),
            });
            Some(vec![Cost::Mana(ManaCost(reduced.collect()))])
        }
    }
}
