//! The window's words for objects, abilities and choices. The session words events, prompts and
//! answers ([`describe`]).

use retrace_core::card::text::{ability_text, rules_text, type_line};
use retrace_core::card::{Ability, CounterKind, FaceDown, ManaCost, Phase, TurnStep};
use retrace_core::derive::Look;
use retrace_core::derive::object::{faces, telling_apart};
use retrace_core::fact::{Act, Characteristics, Component, Domain, Entity, Item, ObjectId, Origin};
use retrace_core::rules::check::effect_said;
use retrace_core::state::Game;

use retrace_session::describe;

/// The name of an object or player; an object also by its number, since names repeat.
pub(crate) fn entity_with_id(game: &Game, entity: Entity) -> String {
    match entity {
        Entity::Player(id) => describe::capitalized(&describe::player(game, id)),
        Entity::Object(id) => format!("{} {id}", game.name_of(id)),
    }
}

/// A type line.
pub(crate) fn type_line_of(it: &Characteristics) -> String {
    type_line(it.supertypes, it.types, &it.subtypes)
}

/// The rules text of an object as it is now, one line for each paragraph; consecutive keywords
/// share a line.
pub(crate) fn rules_text_of(it: &Characteristics) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut after_keyword = false;
    for instance in &it.abilities {
        let keyword = matches!(*instance.ability, Ability::Keyword(_));
        let text = ability_text(&instance.ability, &it.name);
        match lines.last_mut() {
            Some(line) if keyword && after_keyword => {
                line.push_str(", ");
                line.push_str(&uncapitalized(&text));
            }
            _ => lines.push(text),
        }
        after_keyword = keyword;
    }
    lines
}

/// A keyword after another: with a small first letter. The symbols and names in it stay as they
/// are.
pub(crate) fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// "2 energy", "1 +1/+1 counter".
pub(crate) fn counters(kind: &CounterKind, count: u32) -> String {
    match kind {
        CounterKind::Energy | CounterKind::Poison | CounterKind::Loyalty => format!("{count} {kind}"),
        _ if count == 1 => format!("1 {kind} counter"),
        _ => format!("{count} {kind} counters"),
    }
}

/// A number of things: "1 card", "3 cards".
pub(crate) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The name of a turn step, short enough for the ruler to show all of them.
pub(crate) const fn turn_step_short(step: TurnStep) -> &'static str {
    match step {
        TurnStep::Untap => "Untap",
        TurnStep::Upkeep => "Upkeep",
        TurnStep::Draw => "Draw",
        TurnStep::PrecombatMain => "Main 1",
        TurnStep::BeginningOfCombat => "Combat",
        TurnStep::DeclareAttackers => "Attack",
        TurnStep::DeclareBlockers => "Block",
        TurnStep::CombatDamage => "Damage",
        TurnStep::EndOfCombat => "End combat",
        TurnStep::PostcombatMain => "Main 2",
        TurnStep::End => "End",
        TurnStep::Cleanup => "Cleanup",
    }
}

/// A phase in one or two words.
pub(crate) const fn phase_short(phase: Phase) -> &'static str {
    match phase {
        Phase::Beginning => "Beginning",
        Phase::PrecombatMain => "Main 1",
        Phase::Combat => "Combat",
        Phase::PostcombatMain => "Main 2",
        Phase::Ending => "Ending",
    }
}

/// What a domain asks for, in a few words.
pub(crate) fn wanted(domain: &Domain) -> String {
    match domain {
        Domain::Pick { min: 1, max: 1, .. } => "Pick one.".to_owned(),
        Domain::Pick { min, max, .. } if min == max => format!("Pick {min}."),
        Domain::Pick { min: 0, max, .. } => format!("Pick up to {max}."),
        Domain::Pick { min, max, .. } => format!("Pick {min} to {max}."),
        Domain::Gather { sum, .. } => format!("Pick {sum}."),
        Domain::Order(_) => "Put them in order, the first on top.".to_owned(),
        Domain::Confirm => "Yes or no.".to_owned(),
        Domain::Number { min, max } => format!("A number from {min} to {max}."),
        Domain::Declare { .. } => "Mark each creature, or click it on the board.".to_owned(),
        Domain::Divide(shares) if shares.iter().any(|share| share.least > 0) => "At least one to each.".to_owned(),
        Domain::Divide(_) => "Lethal damage to the first before any to the next.".to_owned(),
        Domain::Pay { cost, .. } => format!("Cost: {}", cost_or_nothing(cost)),
    }
}

/// A cost, or "nothing".
pub(crate) fn cost_or_nothing(cost: &ManaCost) -> String {
    if cost.0.is_empty() { "nothing".to_owned() } else { cost.to_string() }
}

/// An action in more detail.
pub(crate) fn act_in_full(game: &Game, act: &Act) -> String {
    match act {
        Act::Pass => {
            let stack = &game.world().stack;
            match stack.last() {
                Some(top) => format!("If all players pass in succession, {} resolves (CR 117.4).", game.name_of(*top)),
                None => "If all players pass in succession, the step or phase ends (CR 117.4).".to_owned(),
            }
        }
        Act::Play(id) => format!("Put {} onto the battlefield (CR 116.2a).", game.name_of(*id)),
        Act::Cast(id) => match game.characteristics(*id) {
            Some(it) => {
                let cost = it.cost.as_ref().map_or_else(String::new, ToString::to_string);
                let text = rules_text_of(it).join("\n");
                format!("{} {cost}\n{}\n{text}", it.name, type_line_of(it))
            }
            None => String::new(),
        },
        Act::CastFaceDown(id) => {
            format!(
                "Cast {} face down for {}, with its morph ability (CR 702.37c).",
                game.name_of(*id),
                FaceDown::morph_casting_cost()
            )
        }
        Act::Special(id, _) if game.is_face_down(*id) => {
            format!("Turn {} face up (CR 116.2b).", game.name_of(*id))
        }
        Act::PlayAs(id, side) => {
            format!("Put {} onto the battlefield (CR 712.8).", faces::name_of_side(game, *id, *side))
        }
        Act::CastAs(id, side) => {
            let card = game.object(*id).and_then(|object| game.card_of(object.def));
            card.and_then(|card| card.side(*side)).map_or_else(String::new, |face| {
                let cost = face.cost.as_ref().map_or_else(String::new, ToString::to_string);
                let types = type_line(face.supertypes, face.types, &face.subtypes);
                format!("{} {cost}\n{types}\n{}", face.name, rules_text(face).join("\n"))
            })
        }
        Act::Special(id, _) => format!("Take the special action that {} allows (CR 116.2).", game.name_of(*id)),
        Act::Activate(id, origin) => match game.ability_of(*id, origin) {
            Some(instance) => ability_text(&instance.ability, &game.name_of(*id)),
            None => String::new(),
        },
    }
}

/// The label of an option; an object also by its number.
pub(crate) fn item(game: &Game, it: &Item) -> String {
    match it {
        Item::Entity(entity) => entity_with_id(game, *entity),
        _ => describe::capitalized(&describe::item(game, it)),
    }
}

/// The labels of several items: equal ones are told apart by number.
pub(crate) fn items(game: &Game, items: &[Item]) -> Vec<String> {
    let plain: Vec<String> = items.iter().map(|it| item(game, it)).collect();
    let told = |(place, label): (usize, &String)| {
        if plain.iter().filter(|other| *other == label).count() < 2 {
            return label.clone();
        }
        match items.get(place) {
            Some(it)
                if plain
                    .iter()
                    .zip(items)
                    .filter(|(other, also)| *other == label && about(also) == about(it))
                    .count()
                    == 1
                    && about(it).is_some() =>
            {
                about(it).map(|id| format!("{label} ({id})")).unwrap_or_default()
            }
            _ => format!("{label} ({})", plain.iter().take(place + 1).filter(|other| *other == label).count()),
        }
    };
    plain.iter().enumerate().map(told).collect()
}

/// The object that an item is about.
pub(crate) fn about(it: &Item) -> Option<ObjectId> {
    match it {
        Item::Act(act) => act.object(),
        _ => None,
    }
}

/// An item in more detail, if there is more to say.
pub(crate) fn item_in_full(game: &Game, it: &Item) -> Option<String> {
    match it {
        Item::Act(it) => Some(act_in_full(game, it)),
        Item::Trigger(id) => {
            let waiting = game.world().waiting.iter().find(|waiting| waiting.id == *id)?;
            telling_apart::in_full(game, waiting.source, waiting.origin.as_ref(), waiting.text)
        }
        Item::Effect(effect, _) => effect_said(game, effect),
        _ => None,
    }
}

/// The source of an ability.
pub(crate) fn origin(game: &Game, origin: &Origin) -> String {
    match origin {
        Origin::Printed { .. } => "printed".to_owned(),
        Origin::Merged { def, .. } => {
            let face = game.face(*def).map_or("a component", |face| face.name.as_str());
            format!("printed on {face}, which merged with it (CR 702.140e)")
        }
        Origin::Granted { by, .. } => format!("granted by {}", describe::effect(game, by)),
        Origin::Intrinsic(kind) => format!("from the type {kind:?} (CR 305.6)"),
        Origin::EntersWithLoyalty => "planeswalker (CR 306.5b)".to_owned(),
        Origin::Monarch(_) => "the monarch (CR 720.2)".to_owned(),
        Origin::Planar => "Planechase (CR 901.8)".to_owned(),
        Origin::Commander => "commander (CR 903.9b)".to_owned(),
        Origin::Adventure => "Adventure (CR 716.3d)".to_owned(),
        Origin::EntersWithLore => "Saga (CR 715.3a)".to_owned(),
    }
}

/// The text of an ability on the stack, or of a spell.
pub(crate) fn text_on_stack(game: &Game, id: ObjectId) -> Vec<String> {
    let Some(object) = game.object(id) else { return Vec::new() };
    match &object.ability {
        Some(stacked) => {
            let text = telling_apart::in_full(game, stacked.source, stacked.origin.as_ref(), stacked.text);
            text.into_iter().collect()
        }
        None => game.characteristics(id).map(rules_text_of).unwrap_or_default(),
    }
}

/// The kind of an object: its type line, or what it is on the stack.
pub(crate) fn kind_of_object(game: &Game, id: ObjectId) -> String {
    match game.object(id) {
        Some(object) if object.component == Component::Ability => match &object.ability {
            Some(stacked) if stacked.trigger.is_some() => "Triggered ability".to_owned(),
            _ => "Activated ability".to_owned(),
        },
        _ => game.characteristics(id).map(type_line_of).unwrap_or_default(),
    }
}

/// Power and toughness, if an object has them.
pub(crate) fn power_toughness(it: &Characteristics) -> Option<String> {
    Some(format!("{}/{}", it.power?, it.toughness?))
}

/// A clause as a sentence.
pub(crate) fn sentence(clause: &str) -> String {
    format!("{}.", describe::capitalized(clause))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_keyword_after_another_keeps_its_symbols_and_names() {
        assert_eq!(super::uncapitalized("Reinforce 1—{1}{W}"), "reinforce 1—{1}{W}");
        assert_eq!(super::uncapitalized("Partner with Bruse Tarl"), "partner with Bruse Tarl");
    }

    #[test]
    fn counts_are_english() {
        assert_eq!(super::count(1, "card"), "1 card");
        assert_eq!(super::count(3, "card"), "3 cards");
    }
}
