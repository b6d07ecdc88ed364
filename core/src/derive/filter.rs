//! The meaning of filters, references, quantities and conditions on a board (CR 109.2, 608.2h).

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::card::{
    Ability, Card, CardType, CounterKind, Definition, Filter, ManaCost, Objects, OptionalCost, Quantity, Side,
    StaticEffect, Subtype, Supertype, TargetWhat, TriggerEvent, TurnStep, ZoneKind,
};
use crate::fact::{
    Announcement, Applied, Characteristics, Component, DefId, Entity, EntryNo, Event, Memory, ObjectId, Origin,
    PlayerId, Snapshot, StackAbility, Zone,
};
use crate::fact::{Entry, Part};
use crate::rule;
use crate::state::evolve_entry;
use crate::state::{Game, Object, Turn};

use super::look::names;
use super::look::scope::{Scope, announced_for};
use super::look::{Look, LookedUp, is_any_target, this_turn, within_range};
use super::object::phased_out::{has_lost_host, with_attachments};
use super::object::{attachment, commander, instances, links, merged, noted};
use reference::{described, is_spell_of};

mod condition;
pub mod deeds;
mod defending;
mod last_combat;
pub mod marking;
pub mod occurrences;
mod quantity;
mod reference;
pub mod votes;

pub use super::look::scope::{chosen, target};
pub use condition::holds;
pub(crate) use condition::holds_now;
pub(crate) use defending::defending;
pub(crate) use quantity::{addend, quantity, results_of_roll};
pub use reference::{found, objects, players};
pub(crate) use reference::{given_control, is_among, is_turn_of_any, one_of_the_turn, players_asked};
pub(crate) use reference::{named_then, where_now};

/// An ability on the stack has only text (CR 109.3, 113.1c).
static OF_AN_ABILITY: LazyLock<Characteristics> = LazyLock::new(Characteristics::default);

/// Whether an object fits a filter, and is within the range of influence of the controller of the
/// text (CR 801.4, 801.10, 801.11).
pub fn matches(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, id: ObjectId) -> bool {
    within_range(look, scope, id)
        && fits(
            look,
            scope,
            filter,
            &LookedUp { id, object: look.game().object(id), characteristics: look.characteristics(id) },
        )
}

/// Whether an object fits a filter where it is. Outside of the battlefield it does only by an
/// alternative that names its zone (CR 109.2), or that names the very object.
pub(crate) fn matches_there(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, id: ObjectId) -> bool {
    match zone_of(look.game(), id) {
        Some(zone) if zone != ZoneKind::Battlefield && !names_objects(filter) => {
            filter.meant_in(zone).is_some_and(|filter| matches(look, scope, &filter, id))
        }
        _ => matches(look, scope, filter, id),
    }
}

/// Whether an object that has moved, or would move, fits a filter as it is now. A reference may
/// also name it as it was before: "that card", or "the spell that you cast", enters (CR 614.12,
/// 400.7g).
pub(crate) fn matches_moved(
    (was, before): (&dyn Look, ObjectId),
    (look, id): (&dyn Look, ObjectId),
    scope: &Scope<'_>,
    filter: &Filter,
) -> bool {
    let fits = |filter: &Filter| matches_moved((was, before), (look, id), scope, filter);
    match filter {
        Filter::Not(inner) => !fits(inner),
        Filter::All(parts) => parts.iter().all(fits),
        Filter::AnyOf(parts) => parts.iter().any(fits),
        Filter::Is(reference) if *reference != Objects::This => {
            matches(look, scope, filter, id) || matches(was, scope, filter, before)
        }
        other => matches(look, scope, other, id),
    }
}

/// Whether an object is the source of an ability that a filter describes. "Of creatures" means
/// permanents (CR 109.2); a description without a type, such as a name, means sources anywhere.
pub(crate) fn matches_source(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, id: ObjectId) -> bool {
    if filter.says_a_type() { matches_there(look, scope, filter, id) } else { matches(look, scope, filter, id) }
}

/// Whether a filter fits only objects that a reference names.
fn names_objects(filter: &Filter) -> bool {
    match filter {
        Filter::This | Filter::Is(_) => true,
        Filter::All(parts) => parts.iter().any(names_objects),
        _ => false,
    }
}

/// Whether what is printed in a definition fits a description of characteristics.
fn is_printed(look: &dyn Look, scope: &Scope<'_>, what: &Filter, def: DefId) -> bool {
    let printed = look.game().printed(def).map(|printed| &printed.characteristics);
    fits(look, scope, what, &LookedUp { id: ObjectId::NONE, object: None, characteristics: printed })
}

/// Whether an object is the source of a text, or what it became as the text moved it.
fn is_this(scope: &Scope<'_>, id: ObjectId) -> bool {
    let became = |memory: &Memory| memory.moved(scope.source).is_some_and(|became| became.contains(&id));
    scope.source == id || scope.memory().is_some_and(became)
}

/// Whether a player exiled a card with cards of this name before decks were shuffled (CR 607.2n).
fn is_set_aside(game: &Game, player: PlayerId, name: &str, id: ObjectId) -> bool {
    let of_the_name = game.world().others.aside.iter().filter(|it| it.player == player && it.name == name);
    of_the_name.flat_map(|it| &it.exiled).any(|exiled| exiled.contains(&id))
}

fn fits(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, seen: &LookedUp<'_>) -> bool {
    let game = look.game();
    let id = seen.id;
    let characteristics = match seen.characteristics {
        Some(characteristics) => characteristics,
        None if component(game, id) == Some(Component::Ability) => &*OF_AN_ABILITY,
        None => return false,
    };
    let fits = |filter: &Filter| fits(look, scope, filter, seen);
    let zone = || seen.object.map(|object| object.zone.kind()).or_else(|| zone_of(game, id));
    let component = || seen.object.map(|object| object.component).or_else(|| component(game, id));
    let compare = |comparison: crate::card::Comparison, left: Option<i32>, right: &Quantity| {
        left.is_some_and(|left| comparison.holds(left, quantity(look, scope, right)))
    };
    match filter {
        Filter::Any => true,
        Filter::This => is_this(scope, id),
        Filter::Not(inner) => !fits(inner),
        Filter::All(parts) => parts.iter().all(fits),
        Filter::AnyOf(parts) => parts.iter().any(fits),
        Filter::Type(kind) => characteristics.types.has(*kind),
        Filter::TypeAsCopied(kind) => {
            look.copiable_values(id).and_then(|def| game.face(def)).is_some_and(|face| face.types.has(*kind))
        }
        Filter::Supertype(kind) => characteristics.supertypes.has(*kind),
        Filter::Subtype(kind) => characteristics.has_subtype(*kind),
        Filter::Color(color) => characteristics.colors.has(*color),
        Filter::SharesColor(..) | Filter::SharesSubtype(..) | Filter::SharesCardType { .. } => {
            shares(look, scope, filter, characteristics)
        }
        Filter::Colorless => characteristics.colors.is_colorless(),
        Filter::Monocolored => characteristics.colors.count() == 1,
        Filter::Multicolored => characteristics.colors.count() > 1,
        Filter::Above(reference) => {
            objects(look, scope, reference).into_iter().any(|under| lies_above(game, id, under))
        }
        Filter::SetAside(name) => is_set_aside(game, scope.controller, name, seen.id),
        Filter::Noted(what, name) => noted::has(game, scope.controller, (*what, name), characteristics),
        Filter::Named(..) | Filter::SameName(..) | Filter::DifferentName(..) => {
            fits_by_name(look, scope, filter, (id, characteristics))
        }
        Filter::Keyword(..) | Filter::HasKeyword(..) | Filter::WithActivatedAbility => {
            has_ability(filter, characteristics)
        }
        Filter::Spell => zone() == Some(ZoneKind::Stack) && component() != Some(Component::Ability),
        Filter::Card => matches!(component(), Some(Component::Card(_))),
        Filter::Commander => commander::is_commander(game, id),
        Filter::Token => component() == Some(Component::Token),
        Filter::ControlledBy(who) => {
            let controller = match seen.object {
                Some(object) => look.controller_of(object).or(Some(object.owner)),
                None => look.controller(id).or_else(|| owner(game, id)),
            };
            controller.is_some_and(|controller| is_among(look, scope, who, controller))
        }
        Filter::OwnedBy(who) => {
            let owner = seen.object.map(|object| object.owner).or_else(|| owner(game, id));
            owner.is_some_and(|owner| is_among(look, scope, who, owner))
        }
        Filter::Tapped | Filter::FaceDown | Filter::HasCounter(_) => has_status(look, filter, seen),
        Filter::LastTurn(when) => did_in_last_turn(look, scope, when.event(), seen),
        Filter::NewSinceUpkeep => seen.object.is_some_and(|object| is_new_since_upkeep(look, object)),
        Filter::Marked(..) | Filter::MarkedBy { .. } | Filter::PairedWith(..) => is_marked(look, scope, filter, seen),
        Filter::Attacking
        | Filter::Blocking
        | Filter::Blocked
        | Filter::AttackingThat { .. }
        | Filter::BlockingThat(..)
        | Filter::BlockedBy(..)
        | Filter::AttackingAlone
        | Filter::BlockingAlone
        | Filter::AttackedThisTurn
        | Filter::DealtDamageBy(..)
        | Filter::BlockedThisTurn => fits_in_combat(look, scope, filter, seen),
        Filter::HasAttached(..) | Filter::AttachedTo(..) | Filter::Enchanting(..) => {
            fits_attached(look, scope, filter, id)
        }
        Filter::ActivatedAbility
        | Filter::TriggeredAbility
        | Filter::FromSource(..)
        | Filter::Targets(..)
        | Filter::TargetsOnly(..)
        | Filter::SingleTarget
        | Filter::WasCast(..)
        | Filter::CastBy { .. }
        | Filter::Paid { .. }
        | Filter::CastFrom(..)
        | Filter::PaidInstead
        | Filter::PaidAs(..)
        | Filter::NthCast(..)
        | Filter::PaidThis
        | Filter::CastUntimely => fits_on_the_stack(look, scope, filter, seen),
        Filter::Power(comparison, right) => compare(*comparison, power_and_toughness(look, id).0, right),
        Filter::Toughness(comparison, right) => compare(*comparison, power_and_toughness(look, id).1, right),
        Filter::ManaValue(comparison, right) => compare(*comparison, mana_value(look, id), right),
        Filter::ManaValueIs(parity) => mana_value(look, id).is_some_and(|value| parity.holds(value)),
        Filter::ManaCostIs(costs) => {
            let its = look.characteristics(id).and_then(|it| it.cost.as_ref());
            its.is_some_and(|its| costs.iter().any(|cost| cost.same_symbols(its)))
        }
        Filter::In(kind) => zone() == Some(*kind),
        // An object that this resolution moved is still the one that the reference names
        // (CR 400.7h).
        Filter::Is(reference) => {
            named_then(look, scope, reference).contains(&id)
                || ((scope.since.is_some() || scope.memory().is_some()) && found(look, scope, reference).contains(&id))
                || is_spell_of(look, scope, reference, id)
        }
        Filter::ChosenColor | Filter::ChosenSubtype | Filter::ChosenCardType | Filter::ChosenName => {
            fits_what_was_chosen(look, scope, filter, characteristics)
        }
        Filter::Historic => is_historic(characteristics),
        Filter::Adventure => is_adventure(game, id),
        // The definition has the card's text, for an Adventure too, unless the object is a copy.
        Filter::HasAdventure => {
            is_adventure(game, id)
                || look.copiable_values(id).and_then(|def| game.face(def)).is_some_and(|face| face.adventure.is_some())
        }
        Filter::NoAbilities => characteristics.abilities.is_empty() && component() != Some(Component::Ability),
        Filter::XInManaCost => characteristics.cost.as_ref().is_some_and(ManaCost::has_x),
    }
}

/// Whether it is legendary, an artifact or a Saga (CR 700.6).
fn is_historic(characteristics: &Characteristics) -> bool {
    characteristics.supertypes.has(Supertype::Legendary)
        || characteristics.types.has(CardType::Artifact)
        || characteristics.subtypes.contains(&Subtype::SAGA)
}

/// Whether something happened to an object in the last turn of its controller (CR 609.8).
fn did_in_last_turn(look: &dyn Look, scope: &Scope<'_>, when: &TriggerEvent, seen: &LookedUp<'_>) -> bool {
    let controller = seen.object.and_then(|object| look.controller_of(object)).or_else(|| look.controller(seen.id));
    let controller = controller.or_else(|| owner(look.game(), seen.id));
    controller.is_some_and(|player| occurrences::of_last_turn(look, scope, when, player).0.contains(&seen.id))
}

/// Filters on abilities (CR 113).
fn has_ability(filter: &Filter, characteristics: &Characteristics) -> bool {
    match filter {
        Filter::Keyword(keyword) => characteristics.has_keyword(keyword),
        Filter::HasKeyword(name) => {
            let is_it = |ability: &Ability| matches!(ability, Ability::Keyword(keyword) if name.is_of(keyword));
            characteristics.abilities.iter().any(|instance| is_it(&instance.ability))
        }
        Filter::WithActivatedAbility => characteristics.abilities.iter().any(|it| it.activated().is_some()),
        _ => false,
    }
}

/// Whether an object has a designation (CR 701.31b, 701.38b, 702.95b).
fn is_marked(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, seen: &LookedUp<'_>) -> bool {
    match filter {
        Filter::Marked(being) => marking::has(look, seen.object, seen.id, *being),
        Filter::MarkedBy { being, by } => {
            let by = players(look, scope, by);
            marking::effects(look.game(), *being, seen.id).any(|effect| by.contains(&effect.controller))
        }
        Filter::PairedWith(with) => {
            let with = objects(look, scope, with);
            marking::paired(look.game(), seen.id).is_some_and(|other| with.contains(&other))
        }
        _ => false,
    }
}

/// Whether a permanent came under its controller's control since the beginning of that player's
/// last upkeep (CR 702.30a).
fn is_new_since_upkeep(look: &dyn Look, object: &Object) -> bool {
    let game = look.game();
    let Some(player) = look.controller_of(object).and_then(|id| game.player(id)) else { return false };
    let of_player = |turn: &&Turn| game.acts_with(turn.active, player.id);
    let in_upkeep = game.world().turns().filter(of_player).any(|turn| turn.step == Some(TurnStep::Upkeep));
    let last = if in_upkeep { player.upkeeps.1 } else { player.upkeeps.0 };
    object.is_permanent() && object.controlled_since >= last
}

/// Filters on status and counters, or the last ones (CR 110.5, 122).
fn has_status(look: &dyn Look, filter: &Filter, seen: &LookedUp<'_>) -> bool {
    let game = look.game();
    let id = seen.id;
    let was = |it: &Snapshot| it.status.tapped;
    match filter {
        Filter::Tapped => match (look.as_it_was(id), seen.object) {
            (Some(then), _) => was(then),
            (None, Some(object)) => object.status.tapped,
            (None, None) => game.world().departed.get(&id).is_some_and(|departed| was(&departed.was)),
        },
        Filter::HasCounter(kind) => match look.as_it_was(id) {
            Some(was) => was.counters.get(kind).is_some_and(|count| *count > 0),
            None => counters_on(game, id, kind) > 0,
        },
        Filter::FaceDown => match seen.object {
            Some(object) => object.is_face_down(),
            None => game.is_face_down(id),
        },
        _ => false,
    }
}

/// Filters on names (CR 201.2).
fn fits_by_name(
    look: &dyn Look,
    scope: &Scope<'_>,
    filter: &Filter,
    (id, characteristics): (ObjectId, &Characteristics),
) -> bool {
    let game = look.game();
    match filter {
        Filter::Named(name) => names::has(game, characteristics, name),
        Filter::SameName(reference) => objects(look, scope, reference).iter().any(|other| same_name(look, id, *other)),
        Filter::DifferentName(reference) => {
            let others = objects(look, scope, reference);
            names::has_any(game, characteristics) && !others.iter().any(|other| same_name(look, id, *other))
        }
        _ => false,
    }
}

/// Filters on attachments and hosts (CR 301.5, 303.4).
fn fits_attached(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, id: ObjectId) -> bool {
    let game = look.game();
    let host = || look.as_it_was(id).map_or_else(|| attachment::host(game, id), |was| was.attached_to);
    match filter {
        Filter::HasAttached(inner) => {
            let fits = |id: ObjectId| matches(look, scope, inner, id);
            match look.attached_then(id) {
                Some(attached) => attached.into_iter().any(fits),
                None => attachment::attached_to(game, Entity::Object(id)).any(fits),
            }
        }
        Filter::AttachedTo(inner) => {
            let host = host().and_then(Entity::object);
            host.is_some_and(|host| matches(look, scope, inner, host))
        }
        Filter::Enchanting(who) => {
            let host = host().and_then(Entity::player);
            host.is_some_and(|host| is_among(look, scope, who, host))
        }
        _ => false,
    }
}

/// Filters on values chosen for the source (CR 607.2d).
fn fits_what_was_chosen(
    look: &dyn Look,
    scope: &Scope<'_>,
    filter: &Filter,
    characteristics: &Characteristics,
) -> bool {
    let game = look.game();
    match filter {
        Filter::ChosenColor => links::color(game, scope).is_some_and(|color| characteristics.colors.has(color)),
        Filter::ChosenSubtype => links::subtype(game, scope).is_some_and(|kind| characteristics.has_subtype(kind)),
        Filter::ChosenCardType => links::card_type(game, scope).is_some_and(|kind| characteristics.types.has(kind)),
        Filter::ChosenName => links::names(game, scope).iter().any(|name| names::has(game, characteristics, name)),
        _ => false,
    }
}

/// Filters on characteristics shared with other objects.
fn shares(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, characteristics: &Characteristics) -> bool {
    match filter {
        Filter::SharesColor(reference) => {
            let shares = |other: ObjectId| {
                look.characteristics(other).is_some_and(|it| it.colors.iter().any(|it| characteristics.colors.has(it)))
            };
            objects(look, scope, reference).into_iter().any(shares)
        }
        Filter::SharesSubtype(set, reference) => {
            let common = |other: &Characteristics| {
                let mut its = set.members().iter().filter(|it| characteristics.has_subtype(**it));
                its.any(|it| other.has_subtype(*it))
            };
            let shares = |other: ObjectId| look.characteristics(other).is_some_and(common);
            objects(look, scope, reference).into_iter().any(shares)
        }
        Filter::SharesCardType { with: reference, of } => {
            let of = if of.is_empty() { CardType::ALL } else { of };
            let common = |other: &Characteristics| {
                of.iter().any(|kind| characteristics.types.has(*kind) && other.types.has(*kind))
            };
            let shares = |other: ObjectId| look.characteristics(other).is_some_and(common);
            objects(look, scope, reference).into_iter().any(shares)
        }
        _ => false,
    }
}

/// Filters on combat, now or this turn (CR 506).
fn fits_in_combat(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, seen: &LookedUp<'_>) -> bool {
    let game = look.game();
    let id = seen.id;
    let combat = game.world().combat_of(id);
    // How it was, if that is asked or it is gone.
    let was = || {
        let left = || seen.object.is_none().then(|| game.world().departed.get(&id)).flatten().map(|it| &*it.was);
        look.as_it_was(id).or_else(left)
    };
    match filter {
        Filter::Attacking => match was() {
            Some(was) => was.attacking.is_some(),
            None => combat.is_some_and(|combat| combat.attacker(id).is_some()),
        },
        Filter::Blocking => match was() {
            Some(was) => was.blocking,
            None => combat.is_some_and(|combat| combat.blocker(id).is_some()),
        },
        Filter::Blocked => match seen.object {
            Some(_) => combat.and_then(|combat| combat.attacker(id)).is_some_and(|it| it.blocked == Some(true)),
            None => last_combat::was_blocked(game, id),
        },
        Filter::AttackingThat { players: who, objects } => {
            let target = match was() {
                Some(was) => was.attacking,
                None => combat.and_then(|combat| combat.attacker(id)).and_then(|attacker| attacker.target),
            };
            match target {
                Some(Entity::Player(player)) => who.as_ref().is_some_and(|who| is_among(look, scope, who, player)),
                Some(Entity::Object(object)) => {
                    objects.as_ref().is_some_and(|filter| matches(look, scope, filter, object))
                }
                None => false,
            }
        }
        Filter::BlockingThat(reference) => {
            named_then(look, scope, reference).into_iter().any(|attacker| last_combat::blocks(game, id, attacker))
        }
        Filter::BlockedBy(reference) => {
            named_then(look, scope, reference).into_iter().any(|blocker| last_combat::blocks(game, blocker, id))
        }
        Filter::AttackingAlone => match seen.object {
            Some(_) => combat.is_some_and(|combat| combat.attackers.len() == 1 && combat.attacker(id).is_some()),
            None => last_combat::attacked_alone(game, id),
        },
        Filter::BlockingAlone => match seen.object {
            Some(_) => combat.is_some_and(|combat| combat.blockers.len() == 1 && combat.blocker(id).is_some()),
            None => last_combat::blocked_alone(game, id),
        },
        Filter::AttackedThisTurn => {
            this_turn(game).any(|event| matches!(event, Event::Attacked { object, .. } if *object == id))
        }
        Filter::DealtDamageBy(by) => {
            let by = objects(look, scope, by);
            let dealt = |event: &Event| {
                matches!(event, Event::DamageDealt { source, to: Entity::Object(to), .. }
                    if *to == id && by.contains(source))
            };
            this_turn(game).any(dealt)
        }
        Filter::BlockedThisTurn => {
            this_turn(game).any(|event| matches!(event, Event::Blocked { object, .. } if *object == id))
        }
        _ => false,
    }
}

/// Filters on what was announced and paid for a spell or ability (CR 601, 602, 603.3).
fn fits_on_the_stack(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, seen: &LookedUp<'_>) -> bool {
    let game = look.game();
    let id = seen.id;
    let component = || seen.object.map(|object| object.component).or_else(|| component(look.game(), seen.id));
    match filter {
        Filter::ActivatedAbility => on_stack(game, id).is_some_and(|ability| ability.trigger.is_none()),
        Filter::TriggeredAbility => on_stack(game, id).is_some_and(|ability| ability.trigger.is_some()),
        Filter::FromSource(inner) => {
            on_stack(game, id).is_some_and(|ability| matches(look, scope, inner, ability.source))
        }
        Filter::Targets(what) => instances::all_of(game, id).iter().any(|it| is_what(look, scope, what, **it)),
        Filter::TargetsOnly(what) => {
            let all = instances::all_of(game, id);
            all.first().is_some_and(|first| all.iter().all(|it| it == first) && is_what(look, scope, what, **first))
        }
        Filter::SingleTarget => instances::all_of(game, id).len() == 1,
        Filter::WasCast(from) => cast_from(game, id).is_some_and(|zone| from.is_none_or(|from| from == zone)),
        Filter::CastBy { who, from } => cast_by(game, id).is_some_and(|(player, zone)| {
            let theirs = from.is_none_or(|from| zone == Zone::of(from, player));
            theirs && is_among(look, scope, who, player)
        }),
        Filter::Paid { what, nth } => is_of_its_spell(look, scope, id) && times_paid(game, id, *what, *nth) > 0,
        Filter::CastFrom(kind) => match seen.object {
            Some(object) if object.zone == Zone::Stack => cast_from(game, id) == Some(*kind),
            Some(object) => object.zone.kind() == *kind,
            None => zone_of(game, id) == Some(ZoneKind::Stack) && cast_from(game, id) == Some(*kind),
        },
        Filter::PaidInstead => announced_for(game, id).is_some_and(|announced| paid_instead(game, announced)),
        Filter::PaidAs(keyword) => {
            let paid = announced_for(game, id).and_then(|announced| announced.further.paid_as);
            paid.is_some() && paid == keyword.alternative()
        }
        Filter::NthCast(nth) => is_nth_cast(game, id, *nth),
        Filter::PaidThis => {
            let paid = announced_for(game, id).and_then(|announced| announced.alternative.as_ref());
            matches!(paid, Some(Applied::Ability { origin, .. }) if Some(origin) == scope.origin)
        }
        // A copy was not cast, whatever was announced for the original (CR 707.10).
        Filter::CastUntimely => {
            announced_for(game, id).is_some_and(|it| it.further.untimely)
                && matches!(component(), Some(Component::Card(_)))
        }
        _ => false,
    }
}

/// Whether an alternative cost was paid: one that the player chose, or the one that comes with the
/// permission to cast the spell, such as flashback or "without paying its mana cost" (CR 118.9,
/// 702.34a).
fn paid_instead(game: &Game, announced: &Announcement) -> bool {
    let permitted = || match game.definition(announced.permission?)? {
        Definition::Effect(StaticEffect::Permit(permission)) => Some(permission.is_instead()),
        _ => None,
    };
    announced.alternative.is_some() || permitted().unwrap_or(false)
}

/// Whether a spell is the nth that its player has cast this turn.
fn is_nth_cast(game: &Game, id: ObjectId, nth: u32) -> bool {
    let cast = this_turn(game).filter_map(|event| match event {
        Event::BecameCast { object, player } => Some((*object, *player)),
        _ => None,
    });
    let cast: Vec<(ObjectId, PlayerId)> = cast.collect();
    let Some(place) = cast.iter().position(|(object, _)| *object == id) else { return false };
    let earlier = cast[place + 1..].iter().filter(|(_, player)| *player == cast[place].1).count();
    earlier + 1 == nth as usize
}

/// Whether two objects have a name in common (CR 201.2a); an object without a name shares none.
pub(crate) fn same_name(look: &dyn Look, a: ObjectId, b: ObjectId) -> bool {
    match (look.characteristics(a), look.characteristics(b)) {
        (Some(a), Some(b)) => names::share(look.game(), a, b),
        _ => false,
    }
}

/// Power and toughness as the rules see them: a noncreature permanent has none, whatever is printed
/// on it (CR 208.3).
pub(crate) fn power_and_toughness(look: &dyn Look, id: ObjectId) -> (Option<i32>, Option<i32>) {
    let Some(it) = look.characteristics(id) else { return (None, None) };
    let permanent = zone_of(look.game(), id) == Some(ZoneKind::Battlefield);
    if permanent && !it.types.has(CardType::Creature) { (None, None) } else { (it.power, it.toughness) }
}

/// The objects that fit a filter, in its zones, by id.
pub(crate) fn all_matching(look: &dyn Look, scope: &Scope<'_>, filter: &Filter) -> Vec<ObjectId> {
    let game = look.game();
    let mut found = Vec::new();
    let few = few(look, scope, filter);
    for kind in filter.zones() {
        let Some(filter) = filter.meant_in(kind) else { continue };
        let filter = &*filter;
        if let Some(few) = &few {
            let there = |id: &&ObjectId| game.object(**id).is_some_and(|object| object.zone.kind() == kind);
            found.extend(few.iter().filter(there).filter(|id| matches(look, scope, filter, **id)));
            continue;
        }
        for zone in zones_of_kind(game, kind) {
            look.look_into(zone, &mut |seen| {
                if within_range(look, scope, seen.id) && fits(look, scope, filter, seen) {
                    found.push(seen.id);
                }
            });
        }
    }
    found.sort_unstable();
    found
}

/// The few objects among which are all that fit a filter, if it refers to them; so no zone needs to
/// be searched, for example for what an Aura is attached to.
fn few(look: &dyn Look, scope: &Scope<'_>, filter: &Filter) -> Option<Vec<ObjectId>> {
    match filter {
        Filter::Is(reference) => {
            let mut named = named_then(look, scope, reference);
            if scope.since.is_some() || scope.memory().is_some() {
                named.extend(objects(look, scope, reference));
                named.extend(found(look, scope, reference));
            }
            let became = |card: &ObjectId| look.game().world().departed.get(card).map(|it| it.became.to_vec());
            let spells: Vec<ObjectId> = named.iter().filter_map(became).flatten().collect();
            named.extend(spells.into_iter().filter(|id| is_spell_of(look, scope, reference, *id)));
            named.sort_unstable();
            named.dedup();
            Some(named)
        }
        Filter::All(parts) => parts.iter().find_map(|part| few(look, scope, part)),
        _ => None,
    }
}

/// The zones of a kind: one, or one for each player.
pub(crate) fn zones_of_kind(game: &Game, kind: ZoneKind) -> Vec<Zone> {
    match kind {
        ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard | ZoneKind::Outside => {
            game.players().map(|player| Zone::of(kind, player.id)).collect()
        }
        _ => vec![Zone::of(kind, PlayerId(0))],
    }
}

/// The zone from which a spell, or a permanent's spell, was cast; none if it was not cast.
fn cast_from(game: &Game, id: ObjectId) -> Option<ZoneKind> {
    came_from(game, id).map(|(_, zone)| zone.kind())
}

/// Who cast a spell, or a permanent's spell, and from which zone (CR 601.2i); none if it was not
/// cast. Whoever controls it now need not be that player.
fn cast_by(game: &Game, id: ObjectId) -> Option<(PlayerId, Zone)> {
    let (spell, zone) = came_from(game, id)?;
    let player = game.world().history.latest().find_map(|entry| match entry.event {
        Event::BecameCast { object, player } if object == spell => Some(player),
        _ => None,
    });
    Some((player?, zone))
}

/// The spell that an object is, or that a permanent was, and the zone that it was cast from.
fn came_from(game: &Game, id: ObjectId) -> Option<(ObjectId, Zone)> {
    let departed = &game.world().departed;
    // An object that merged with a permanent is not what the permanent was before (CR 723.2b).
    let came = |id: ObjectId, entry: EntryNo| game.object(id).is_none_or(|object| object.entered == entry);
    let before =
        |id: ObjectId| departed.iter().find(|(_, departed)| departed.became.contains(&id) && came(id, departed.entry));
    let spell = match zone_of(game, id)? {
        ZoneKind::Stack => id,
        _ => *before(id).filter(|(_, departed)| departed.was.zone == Zone::Stack)?.0,
    };
    before(spell).map(|(_, departed)| (spell, departed.was.zone))
}

/// Whether a card lies above another in the same graveyard (CR 404.2).
fn lies_above(game: &Game, upper: ObjectId, lower: ObjectId) -> bool {
    let Some(zone @ Zone::Graveyard(_)) = game.object(lower).map(|object| object.zone) else { return false };
    let place = |id: ObjectId| game.zone(zone).iter().position(|other| *other == id);
    matches!((place(upper), place(lower)), (Some(upper), Some(lower)) if upper > lower)
}

/// The announcement for an object that a text refers to, including the source itself before it has
/// entered (CR 400.7c-d, 614.12).
pub(super) fn announced_in<'a>(game: &'a Game, scope: &Scope<'a>, id: ObjectId) -> Option<&'a Announcement> {
    let known = game.object(id).is_some() || game.world().departed.contains_key(&id);
    if known || id != scope.source { announced_for(game, id) } else { scope.announced }
}

/// Whether an ability that asks what was paid for its own object belongs to the spell that the
/// object was. A permanent that has become a copy of another has abilities that are linked to costs
/// that nobody could pay for it (CR 702.33e).
fn is_of_its_spell(look: &dyn Look, scope: &Scope<'_>, id: ObjectId) -> bool {
    let Some(Origin::Printed { def, .. }) = scope.origin else { return true };
    let Some(object) = look.game().object(id).filter(|object| id == scope.source && object.is_permanent()) else {
        return true;
    };
    object.def == *def || look.copiable_values(id) != Some(*def)
}

/// How many times an optional additional cost was paid for a spell, or for a permanent's spell
/// (CR 400.7c).
fn times_paid(game: &Game, id: ObjectId, what: OptionalCost, nth: Option<u8>) -> u32 {
    times_in(announced_for(game, id), what, nth)
}

fn times_in(announced: Option<&Announcement>, what: OptionalCost, nth: Option<u8>) -> u32 {
    let paid = announced.map(|announced| announced.optional.as_slice()).unwrap_or_default();
    let asked = paid.iter().filter(|intent| intent.what == what && nth.is_none_or(|nth| nth == intent.nth));
    asked.map(|intent| intent.times).fold(0, u32::saturating_add)
}

/// The mana costs that give a back face its mana value: that of the front face, if a transforming
/// card shows its own back face rather than a copy (CR 202.3b, 712.4b, 712.4d); those of a meld
/// pair (CR 202.3c).
fn costs_of_the_fronts(look: &dyn Look, id: ObjectId) -> Option<Vec<&ManaCost>> {
    let game = look.game();
    let (component, def) = match game.object(id) {
        Some(object) => (object.component, object.def),
        None => {
            let was = &game.world().departed.get(&id)?.was;
            (was.component, was.def)
        }
    };
    let own = || matches!(component, Component::Card(_)) && look.copiable_values(id) == Some(def);
    let pieces = merged::pieces_of(game, id);
    if !pieces.is_empty() {
        return merged::costs_of_fronts(game, pieces).filter(|_| own());
    }
    let Some(Definition::Side(Card::Transforming(card), Side::Back)) = game.definition(def) else { return None };
    own().then(|| card.front.cost.iter().collect())
}

/// Whether a spell was cast as an Adventure, or is a copy of such a spell (CR 716.3c).
fn is_adventure(game: &Game, id: ObjectId) -> bool {
    let def = game.object(id).map(|object| object.def);
    let def = def.or_else(|| game.world().departed.get(&id).map(|departed| departed.was.def));
    matches!(def.and_then(|def| game.definition(def)), Some(Definition::Side(_, Side::Adventure)))
}

/// The mana value of an object (CR 202.3); X counts only on the stack.
pub fn mana_value(look: &dyn Look, id: ObjectId) -> Option<i32> {
    let characteristics = look.characteristics(id)?;
    if let Some(costs) = costs_of_the_fronts(look, id) {
        return Some(to_i32(costs.into_iter().map(|cost| cost.mana_value(0)).fold(0, u32::saturating_add)));
    }
    // A spell that left the stack keeps the X that it last had there (CR 608.2h).
    let on_stack = zone_of(look.game(), id) == Some(ZoneKind::Stack);
    let announced = announced_for(look.game(), id).filter(|_| on_stack);
    let x = announced.and_then(|announced| announced.x).unwrap_or(0);
    Some(to_i32(characteristics.cost.as_ref().map_or(0, |cost| cost.mana_value(x))))
}

fn to_i32(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

fn owner(game: &Game, id: ObjectId) -> Option<PlayerId> {
    match game.object(id) {
        Some(object) => Some(object.owner),
        None => game.world().departed.get(&id).map(|departed| departed.was.owner),
    }
}

/// The ability of an object on the stack.
fn on_stack(game: &Game, id: ObjectId) -> Option<&StackAbility> {
    match game.object(id) {
        Some(object) => object.ability.as_deref().filter(|_| object.zone == Zone::Stack),
        // Its last known information (CR 608.2h).
        None => game.world().departed.get(&id).and_then(|departed| departed.was.ability.as_deref()),
    }
}

fn component(game: &Game, id: ObjectId) -> Option<Component> {
    match game.object(id) {
        Some(object) => Some(object.component),
        None => game.world().departed.get(&id).map(|departed| departed.was.component),
    }
}

/// The zone of an object, or its last zone.
pub(super) fn zone_of(game: &Game, id: ObjectId) -> Option<ZoneKind> {
    match game.object(id) {
        Some(object) => Some(object.zone.kind()),
        None => game.world().departed.get(&id).map(|departed| departed.was.zone.kind()),
    }
}

fn counters_on(game: &Game, id: ObjectId, kind: &CounterKind) -> u32 {
    counters_of(game, id).and_then(|counters| counters.get(kind)).copied().unwrap_or(0)
}

/// The number of counters of all kinds on an object.
fn all_counters_on(game: &Game, id: ObjectId) -> u32 {
    counters_of(game, id).into_iter().flat_map(|counters| counters.values()).copied().fold(0, u32::saturating_add)
}

/// The counters on an object, or those it had when it left.
fn counters_of(game: &Game, id: ObjectId) -> Option<&BTreeMap<CounterKind, u32>> {
    let departed = || game.world().departed.get(&id).map(|departed| &departed.was.counters);
    game.object(id).map(|object| &object.counters).or_else(departed)
}

/// Whether an object or player fits a description of targets.
pub(crate) fn is_what(look: &dyn Look, scope: &Scope<'_>, what: &TargetWhat, entity: Entity) -> bool {
    let game = look.game();
    match (what, entity) {
        (TargetWhat::AnyTarget, _) => match entity {
            Entity::Player(player) => game.plays(player),
            Entity::Object(_) => is_any_target(look, entity),
        },
        (TargetWhat::Object(filter) | TargetWhat::PlayerOrObject(_, filter), Entity::Object(id)) => {
            let meant = game.object(id).and_then(|object| filter.meant_in(object.zone.kind()));
            meant.is_some_and(|filter| matches(look, scope, &filter, id))
        }
        (TargetWhat::Player(who) | TargetWhat::PlayerOrObject(who, _), Entity::Player(player)) => {
            game.plays(player) && players(look, scope, who).contains(&player)
        }
        (TargetWhat::Source(filter), Entity::Object(id)) => {
            sources_of_damage(game).contains(&id) && matches(look, scope, filter, id)
        }
        (TargetWhat::Source(_), Entity::Player(_)) => false,
        (TargetWhat::All(parts), _) => !parts.is_empty() && parts.iter().all(|part| is_what(look, scope, part, entity)),
        (TargetWhat::Object(_), Entity::Player(_)) | (TargetWhat::Player(_), Entity::Object(_)) => false,
    }
}

/// The possible sources of damage for a choice (CR 609.7a): permanents, spells, objects in the
/// command zone, and objects referred to by anything on the stack, by an effect that waits to
/// replace or prevent something, or by a delayed triggered ability, wherever they are now.
pub(super) fn sources_of_damage(game: &Game) -> Vec<ObjectId> {
    let world = game.world();
    let referred = |announced: Option<&Announcement>| {
        let announced = announced.into_iter();
        let named = announced.flat_map(|it| it.targets.iter().chain(it.chosen.iter().map(|chosen| &chosen.what)));
        named.flatten().filter_map(|entity| entity.object()).collect::<Vec<_>>()
    };
    let mut found: Vec<ObjectId> = world.battlefield.iter().chain(&world.command).copied().collect();
    for id in world.stacks() {
        let Some(object) = game.object(id) else { continue };
        match object.ability.as_deref() {
            Some(ability) => {
                found.push(ability.source);
                found.extend(
                    ability.trigger.iter().flat_map(|it| it.object.into_iter().chain(it.others.iter().copied())),
                );
            }
            None => found.push(id),
        }
        found.extend(referred(object.announced.as_deref()));
    }
    let replaces = |def| matches!(game.definition(def), Some(Definition::Effect(StaticEffect::Replace(_))));
    for effect in world.effects.values().filter(|effect| replaces(effect.def)) {
        found.push(effect.source);
        found.extend(effect.objects.iter().flat_map(|objects| objects.iter()).copied());
        found.extend(referred(effect.announced.as_deref()));
    }
    for delayed in world.delayed.values() {
        found.push(delayed.source);
        found.extend(delayed.context.object);
        found.extend(referred(Some(&*delayed.announced)));
    }
    // The source of an ability deals the damage, not the ability on the stack (CR 113.7).
    let is_ability = |id: &ObjectId| game.object(*id).is_some_and(|object| object.ability.is_some());
    found.retain(|id| !is_ability(id) && (game.object(*id).is_some() || world.departed.contains_key(id)));
    found.sort_unstable();
    found.dedup();
    found
}

/// The phased-out permanents that fit a filter, by id, each as if it phased in with its
/// attachments. Leaves out permanents that phased out with another one, as these do not phase in by
/// themselves (CR 702.26g).
pub fn matching(game: &Game, scope: &Scope<'_>, filter: &Filter) -> Vec<ObjectId> {
    let fits = |id: &ObjectId| {
        let mut view = game.clone();
        for id in with_attachments(game, *id) {
            let unattached = game.phased_out(id).is_some_and(|phased| has_lost_host(game, phased));
            let event = Event::PhasedIn { object: id, unattached };
            let no = view.counters().entry;
            let entry = Entry { no, part: Part::Batch, cause: None, rule: rule!("702.26c"), event };
            evolve_entry(&mut view, &Arc::new(entry));
        }
        matches(&view, scope, filter, *id)
    };
    let directly = game.world().phased_out.iter().filter(|(_, phased)| phased.with.is_none()).map(|(id, _)| *id);
    directly.filter(fits).collect()
}
