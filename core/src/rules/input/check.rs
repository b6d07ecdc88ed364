//! Which answers are legal. [`check`] decides; `play` samples what it accepts (law 3).

use crate::card::{Ability, Definition, StaticEffect};
use crate::derive::mana::covers;
use crate::derive::mana::spending::Spending;
use crate::derive::object::{faces, telling_apart};
use crate::derive::permit;
use crate::fact::{
    Act, Action, Answer, Applied, Choice, Domain, EffectKey, Frame, Item, ManaUnit, ObjectId, Piece, Prompt, Sum, Zone,
};
use crate::rule;
use crate::state::Game;

use crate::rules::announce::{division, labels};
use crate::rules::combat;
use crate::rules::engine::refusal::Illegal;
use crate::rules::trigger::triggers;
use crate::rules::turn::untap;

/// Checks that an answer to a choice is legal.
///
/// # Errors
/// The kind of answer that does not fit, or the rule that the answer breaks.
pub fn check(game: &Game, choice: &Choice, answer: &Answer) -> Result<(), Illegal> {
    if *answer == Answer::BackOut {
        return if choice.back_out {
            Ok(())
        } else {
            Err(Illegal::against(rule!("726.1"), "there is nothing to take back here"))
        };
    }
    let against = |why: String| Err(Illegal::against(choice.rule, why));
    match (&choice.domain, answer) {
        (Domain::Pick { options, min, max }, Answer::Picked(items)) => {
            if let Some(twice) = repeated(items) {
                return against(format!("{} is picked twice", describe(game, twice)));
            }
            if let Some(item) = items.iter().find(|item| !options.contains(item)) {
                if let (Prompt::Priority, Item::Act(act)) = (&choice.prompt, item)
                    && let Err(refusal) = permit::may_begin(game, choice.player, act)
                {
                    let why = format!("{} is refused: {}", describe_act(game, act), refusal.why);
                    return Err(Illegal::against(refusal.rule, why));
                }
                return against(format!("{} is not offered", describe(game, item)));
            }
            let count = items.len();
            if count < *min as usize || count > *max as usize {
                let wanted = if min == max { format!("{min}") } else { format!("{min} to {max}") };
                return against(format!("{count} picked, but it must be {wanted}"));
            }
            if choice.prompt == Prompt::Untap {
                return untap::check(game, items);
            }
            Ok(())
        }
        (Domain::Gather { options, weights, sum }, Answer::Picked(items)) => {
            if let Some(twice) = repeated(items) {
                return against(format!("{} is picked twice", describe(game, twice)));
            }
            if let Some(item) = items.iter().find(|item| !options.contains(item)) {
                return against(format!("{} is not offered", describe(game, item)));
            }
            let total = Domain::gathered(options, weights, items);
            if !sum.allows(items.len(), total) {
                let count = items.len();
                return against(match sum {
                    Sum::AtLeast(least) => format!("{total} together, but it must be {least} at the least"),
                    Sum::AtMost { most, .. } if total > i64::from(*most) => {
                        format!("{total} together, but it must be {most} at the most")
                    }
                    Sum::AtMost { min, max, .. } => format!("{count} are picked, but it must be {min} to {max}"),
                });
            }
            Ok(())
        }
        // Alike abilities may be named one by one.
        (Domain::Order(_), Answer::Ordered(ordered))
            if choice.prompt == Prompt::TriggerOrder && triggers::names_all(game, ordered) =>
        {
            Ok(())
        }
        (Domain::Order(items), Answer::Ordered(ordered)) => {
            let missing = items.iter().find(|item| !ordered.contains(item));
            if let Some(item) = missing {
                return against(format!("{} is missing from the order", describe(game, item)));
            }
            if ordered.len() != items.len() {
                return against("the order names something twice, or something that is not to be ordered".to_owned());
            }
            Ok(())
        }
        (Domain::Confirm, Answer::Confirmed(_)) => Ok(()),
        (Domain::Number { min, max }, Answer::Number(number)) => {
            if (min..=max).contains(&number) {
                Ok(())
            } else {
                against(format!("{number} is not from {min} to {max}"))
            }
        }
        (Domain::Declare { options }, Answer::Declared(declared)) => combat::check_declaration(game, options, declared),
        (Domain::Divide(shares), Answer::Divided(division)) if choice.prompt != Prompt::CombatDamage => {
            division::check(choice.rule, shares, division, |entity| game.entity_name(entity))
        }
        (Domain::Divide(shares), Answer::Divided(division)) => combat::check_division(game, shares, division),
        (Domain::Pay { sources, .. }, Answer::Mana(act)) => {
            if sources.contains(act) {
                Ok(())
            } else {
                Err(Illegal::against(rule!("605.3a"), format!("{} is not offered", describe_act(game, act))))
            }
        }
        (Domain::Pay { help, .. }, Answer::Helped(object, symbol)) => {
            if help.iter().any(|help| help.object == *object && help.pays.contains(symbol)) {
                Ok(())
            } else {
                let why = format!("{} can't pay for {{{symbol}}} of this cost", game.name_of(*object));
                Err(Illegal::against(rule!("601.2h"), why))
            }
        }
        (Domain::Pay { cost, pool, as_though, .. }, Answer::Paid(units)) => {
            let chosen: Vec<ManaUnit> = pool.iter().filter(|unit| units.contains(&unit.id)).copied().collect();
            if chosen.len() != units.len() {
                return against("a mana is named that is not in the pool, or one twice".to_owned());
            }
            let Some(life) = covers(cost, &chosen, *as_though, &Spending::under_way(game, cost, &chosen)) else {
                return Err(Illegal::against(rule!("601.2h"), format!("this mana does not pay {cost} exactly")));
            };
            let there = game.player(choice.player).map_or(0, |player| player.life);
            if life > 0 && i64::from(there) < i64::from(life) {
                return Err(Illegal::against(rule!("119.4"), format!("{life} life is more than there is")));
            }
            Ok(())
        }
        (domain, _) => Err(Illegal::WrongKind(wanted(domain))),
    }
}

fn repeated(items: &[Item]) -> Option<&Item> {
    items.iter().enumerate().find(|(index, item)| items[..*index].contains(item)).map(|(_, item)| item)
}

/// The kind of answer that a domain takes.
const fn wanted(domain: &Domain) -> &'static str {
    match domain {
        Domain::Pick { .. } => "pick among what is offered",
        Domain::Gather { .. } => "pick so many of what is offered that the sum is right",
        Domain::Order(_) => "put what is offered in an order",
        Domain::Confirm => "say yes or no",
        Domain::Number { .. } => "say a number",
        Domain::Declare { .. } => "declare which creatures do what",
        Domain::Divide(_) => "divide what is to be divided",
        Domain::Pay { .. } => "pay, or activate a mana ability",
    }
}

/// A readable name for an item.
pub fn describe(game: &Game, item: &Item) -> String {
    match item {
        Item::Entity(entity) => {
            let arranged = entity.object().and_then(|id| arranged_name(game, id));
            arranged.unwrap_or_else(|| game.entity_name(*entity))
        }
        Item::Act(act) => describe_act(game, act),
        Item::Trigger(id) => {
            let waiting = game.world().waiting.iter().find(|waiting| waiting.id == *id);
            waiting.map_or_else(|| id.to_string(), |it| format!("{}'s triggered ability", game.name_of(it.source)))
        }
        Item::Effect(Applied::Ability { object, .. }, _) => {
            let what = if is_permission(game, item) { "permission" } else { "replacement effect" };
            format!("{}'s {what}", game.name_of(*object))
        }
        Item::Effect(Applied::Effect(_), _) if is_permission(game, item) => "a permission".to_owned(),
        Item::Effect(Applied::Effect(_) | Applied::Own(..), _) => "a replacement effect".to_owned(),
        Item::Mana(kind) => format!("{{{}}}", kind.letter()),
        Item::Value(value) => value.word(),
        Item::Zone(Zone::Exile) => Zone::Exile.kind().word().to_owned(),
        Item::Zone(zone) => format!("the {}", zone.kind().word()),
        Item::Created(def, _) => game.face(*def).map_or_else(|| def.to_string(), |face| face.name.clone()),
        Item::Counter(kind, _) => kind.to_string(),
        Item::Pile(0) => "the first pile".to_owned(),
        Item::Pile(_) => "the other pile".to_owned(),
        Item::Name(name) => name.clone(),
        Item::Subtype(subtype) => subtype.to_string(),
        Item::Activation(index) => format!("mana ability {}", index + 1),
        Item::Mode(mode, 0) => labels::describe_mode(game, *mode),
        Item::Mode(mode, copy) => format!("{} ({})", labels::describe_mode(game, *mode), u32::from(*copy) + 1),
        Item::Cost(cost) => labels::describe_cost(game, cost),
    }
}

/// The component of a merged permanent that an id stands for while the components are being
/// arranged (CR 723.3a).
pub fn arranged_piece(game: &Game, id: ObjectId) -> Option<Piece> {
    let Some(Frame::Happen(happening)) = game.frame() else { return None };
    let moving = happening.actions.iter().filter_map(|proposed| match &proposed.action {
        Action::Move { object, .. } => game.object(*object),
        _ => None,
    });
    moving.flat_map(|object| object.pieces()).find(|piece| piece.was == id).copied()
}

/// The name of such a component.
pub fn arranged_name(game: &Game, id: ObjectId) -> Option<String> {
    let piece = arranged_piece(game, id)?;
    let card = game.card_of_component(piece.component).map(|card| card.name().to_owned());
    card.or_else(|| game.face(piece.def).map(|face| face.name.clone()))
}

/// Whether an effect is a permission rather than a replacement (CR 601.3b).
fn is_permission(game: &Game, item: &Item) -> bool {
    let Item::Effect(by, _) = item else { return false };
    let effect = match by {
        Applied::Ability { object, origin } => match game.ability_of(*object, origin).map(|it| &*it.ability) {
            Some(Ability::Static(ability)) => Some(&ability.effect),
            _ => None,
        },
        Applied::Effect(EffectKey::Begun(id)) => {
            game.world().effects.get(id).and_then(|effect| match game.definition(effect.def) {
                Some(Definition::Effect(effect)) => Some(effect),
                _ => None,
            })
        }
        Applied::Effect(_) | Applied::Own(..) => None,
    };
    matches!(effect, Some(StaticEffect::Permit(_)))
}

/// Readable names for items, all different.
pub(crate) fn describe_all(game: &Game, items: &[Item]) -> Vec<String> {
    telling_apart::apart(game, items, items.iter().map(|item| describe(game, item)).collect())
}

/// The text of a replacement or prevention effect that could be applied (CR 616.1), if there is
/// any.
pub fn effect_said(game: &Game, effect: &Applied) -> Option<String> {
    telling_apart::of_effect(game, effect)
}

/// A readable name for an action.
pub(crate) fn describe_act(game: &Game, act: &Act) -> String {
    match act {
        Act::Pass => "passing".to_owned(),
        Act::Play(id) => format!("playing {}", game.name_of(*id)),
        Act::Cast(id) => format!("casting {}", game.name_of(*id)),
        Act::CastFaceDown(id) => format!("casting {} face down", game.name_of(*id)),
        Act::PlayAs(id, side) => format!("playing {}", faces::name_of_side(game, *id, *side)),
        Act::CastAs(id, side) => format!("casting {}", faces::name_of_side(game, *id, *side)),
        Act::Activate(id, _) => format!("activating an ability of {}", game.name_of(*id)),
        Act::Special(id, _) if game.is_face_down(*id) => format!("turning {} face up", game.name_of(*id)),
        Act::Special(id, _) => format!("the special action that {} allows", game.name_of(*id)),
    }
}
