//! One form for what the card language can say in several.
//!
//! Two texts with the same meaning for every game have one normal form, so that a text that is read
//! can be compared with one that was written by hand. Of two forms it is the one whose rules text
//! is nearer to print. `docs/reading.md` says what is normal.

mod descriptions;
#[cfg(test)]
mod tests;

use super::ast::ability::{Ability, ActivatedAbility, ActivationLimit, StaticAbility, TargetWhat, TriggeredAbility};
use super::ast::cost::{Cost, Costly, ManaTerm, SpentOn};
use super::ast::effect::{EnterAs, Instead, Modification, Replacement, StaticEffect, Would};
use super::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use super::ast::instruction as verb;
use super::ast::instruction::{Delay, Instruction, Recipients};
use super::ast::keyword::Keyword;
use super::ast::restriction::{AsThough, Permission, Requirement, Restriction};
use super::ast::trigger::{Several, TriggerEvent};
use super::check::context::told;
use super::wording::parts::{ANY_NUMBER, is_said};
use super::words::card_type::CardType;
use super::words::chosen::Linked;
use super::words::comparison::Comparison;
use super::words::deed::Deed;
use super::words::layer::Layer;
use super::words::term::{Go, Term, any, as_, as_mut, walk, walk_mut};
use super::words::zone_kind::ZoneKind;

pub(crate) use descriptions::implied;
use descriptions::{all_of, cast_from, found, normal, of_cards, of_spells, played, whose_hand, without};

/// Puts a text into its normal form. Doing it again changes nothing.
pub fn normalize(text: &mut dyn Term) {
    text.parts_mut(&mut |part| normalize(part));
    // What the words within are by themselves comes before what this one says of them.
    if let Some(filter) = as_mut::<Filter>(text) {
        change(filter, normal);
    } else if let Some(TargetWhat::Object(what) | TargetWhat::PlayerOrObject(_, what)) = as_mut(text) {
        change(what, found);
    } else if let Some(objects) = as_mut::<Objects>(text) {
        of_objects(objects);
    } else if let Some(number) = as_mut::<Quantity>(text) {
        of_a_number(number);
    } else if let Some(condition) = as_mut::<Condition>(text) {
        of_a_condition(condition);
    } else if let Some(instruction) = as_mut::<Instruction>(text) {
        of_an_instruction(instruction);
    } else if let Some(whom) = as_mut::<Recipients>(text) {
        of_recipients(whom);
    } else if let Some(when) = as_mut::<TriggerEvent>(text) {
        of_an_event(when);
    } else if let Some(ability) = as_mut::<TriggeredAbility>(text) {
        of_itself_alone(ability);
        same_object(ability);
        same_player(ability);
    } else if let Some(ability) = as_mut::<StaticAbility>(text) {
        where_it_functions(ability);
    } else if let Some(ability) = as_mut::<ActivatedAbility>(text) {
        where_it_is_activated(ability);
    } else if let Some(who) = as_mut::<Players>(text) {
        if matches!(who, Players::OpponentsOf(of) if **of == Players::You) {
            *who = Players::Opponents;
        }
    } else if let Some(effect) = as_mut::<StaticEffect>(text) {
        of_an_effect(effect);
    } else if let Some(EnterAs { of, .. }) = as_mut(text) {
        change(of, found);
    } else if let Some(permission) = as_mut::<Permission>(text) {
        if let Permission::Play { what, .. } | Permission::Cast { what, .. } | Permission::AsThoughOwn { what, .. } =
            permission
        {
            change(what, played);
        }
    } else if let Some(restriction) = as_mut::<Restriction>(text) {
        of_a_restriction(restriction);
    } else if let Some(requirement) = as_mut::<Requirement>(text) {
        if let Some(kind) = requirement.implies().filter() {
            without_implied(requirement, &kind);
        }
    } else if let Some(cost) = as_mut::<Cost>(text) {
        of_a_cost(cost);
    } else if let Some(Costly::Spells(what)) = as_mut(text) {
        change(what, of_spells);
    } else if let Some(SpentOn::Cast(what)) = as_mut(text) {
        change(what, of_spells);
    } else if let Some(Keyword::Equip { quality: Some(what), .. } | Keyword::BandsWithOther(what)) = as_mut(text) {
        // What is equipped is a creature (CR 702.6a).
        change(what, |what| without(what, &Filter::Type(CardType::Creature)));
    }
}

/// Puts what was read of a text, or what is compared with it, into one form: its normal form, and
/// where one may be chosen, a choice of up to one; and the defending player for the player of an
/// attack. A card file keeps which of the two is asked, and who chooses among several (CR 508.5a).
pub fn normalize_reading(text: &mut dyn Term) {
    walk_mut(text, &mut |part| {
        if let Some(list) = as_mut::<Vec<Instruction>>(part) {
            one_or_none(list);
        } else if let Some(ability) = as_mut::<TriggeredAbility>(part) {
            attacked_player(ability);
        } else if let Some(filter) = as_mut::<Filter>(part)
            && let Filter::Is(Objects::Each(what)) = filter
        {
            *filter = std::mem::replace(&mut **what, Filter::Any);
        }
        Go::Into
    });
    normalize(text);
}

/// "You may put one of them there": one is chosen, or none, and put there.
fn one_or_none(list: &mut Vec<Instruction>) {
    let is_of_choice = |it: &Instruction, place| match it {
        Instruction::Reveal(verb::Reveal(what))
        | Instruction::Exile(verb::Exile(what))
        | Instruction::Tap(verb::Tap(what))
        | Instruction::Untap(verb::Untap(what))
        | Instruction::ExileFaceDown(verb::ExileFaceDown { what, .. })
        | Instruction::Put(verb::Put { what, .. })
        | Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { what, .. })
        | Instruction::PutCounters(verb::PutCounters { on: what, .. }) => *what == Objects::Chosen(place),
        _ => false,
    };
    let is_one = |it: &Instruction| match it {
        Instruction::May(verb::May { who, then }) => match then.as_slice() {
            [Instruction::Choose(choose), acts @ ..] => {
                let alone = choose.who == *who && !choose.at_random && !acts.is_empty();
                let is_free = choose.up_to || choose.count == Quantity::Fixed(1);
                alone && is_free && acts.iter().all(|it| is_of_choice(it, choose.into))
            }
            _ => false,
        },
        _ => false,
    };
    if !list.iter().any(is_one) {
        return;
    }
    let flat = std::mem::take(list).into_iter().flat_map(|it| match it {
        Instruction::May(verb::May { mut then, .. }) if is_one(&it) => {
            if let Some(Instruction::Choose(choose)) = then.first_mut() {
                choose.up_to = true;
            }
            then
        }
        it => vec![it],
    });
    *list = flat.collect();
}

fn change(what: &mut Filter, by: impl FnOnce(Filter) -> Filter) {
    *what = by(std::mem::replace(what, Filter::Any));
}

fn of_objects(objects: &mut Objects) {
    match objects {
        Objects::Each(what) => {
            change(what, found);
            if let Some(those) = linked(what) {
                *objects = those;
            }
        }
        Objects::TopUntil { whose, what, count } => {
            if let (Filter::Any, Quantity::Fixed(count)) = (&**what, &**count)
                && let Ok(count) = u32::try_from(*count)
            {
                *objects = Objects::TopOfLibrary(whose.clone(), count);
            }
        }
        _ => {}
    }
}

/// The cards that a linked ability exiled, or those of them that fit, if a description is of them
/// where they are.
fn linked(what: &Filter) -> Option<Objects> {
    let Filter::All(parts) = what else { return None };
    let said = [Filter::Card, Filter::In(ZoneKind::Exile), Filter::Is(Objects::Linked(Linked::Exiled))];
    let rest: Vec<Filter> = parts.iter().filter(|part| !said.contains(part)).cloned().collect();
    let all = Objects::Linked(Linked::Exiled);
    let is_said = said.iter().all(|it| parts.contains(it));
    is_said.then(|| if rest.is_empty() { all } else { Objects::Among(Box::new(all), Box::new(all_of(rest))) })
}

fn of_a_number(number: &mut Quantity) {
    match number {
        Quantity::Count(what) => {
            change(what, found);
            if let Some(who) = whose_hand(what) {
                *number = Quantity::HandSize(who);
            }
        }
        Quantity::Times(n, of) => {
            if let Quantity::Fixed(of) = **of
                && let Some(product) = n.checked_mul(of)
            {
                *number = Quantity::Fixed(product);
            }
        }
        _ => {}
    }
}

fn of_a_condition(condition: &mut Condition) {
    denied_number(condition);
    at_least_one(condition);
    attacked(condition);
    denied_of_one(condition);
    match condition {
        Condition::Exists(what) => change(what, found),
        // What is spoken of has been cast.
        Condition::Is(_, is @ Filter::CastFrom(_)) => change(is, was_cast),
        Condition::Is(Objects::ThisWay(Deed::Revealed | Deed::LookedAt | Deed::Milled), is) => change(is, of_cards),
        _ => {}
    }
}

fn of_an_instruction(instruction: &mut Instruction) {
    match instruction {
        // A library has cards alone.
        Instruction::Search(search) => {
            change(&mut search.what, of_cards);
            search.and.iter_mut().for_each(|what| change(what, of_cards));
            // Of cards of a kind, fewer may be found in a hidden zone anyway (CR 701.19b).
            let hidden = !search.zones.iter().any(|zone| zone.is_public());
            if hidden && std::iter::once(&search.what).chain(&search.and).all(is_said) {
                search.up_to = false;
            }
            // No library has so many.
            if matches!(search.count, Quantity::Fixed(n) if n >= ANY_NUMBER) {
                search.count = Quantity::Fixed(ANY_NUMBER);
            }
        }
        Instruction::Choose(choose) => of_the_chooser(choose),
        Instruction::DealDamage(verb::DealDamage { amount, to: Recipients::Players(who), .. }) => {
            of_the_damaged(amount, who);
        }
        Instruction::Modify(verb::Modify { modifications, .. }) => of_changes(modifications),
        Instruction::Sacrifice(verb::Sacrifice { who, what: Filter::This, count: Quantity::Fixed(1) }) => {
            *instruction = match std::mem::replace(who, Players::You) {
                Players::You => Instruction::SacrificeThose(verb::SacrificeThose(Objects::This)),
                who => Instruction::SacrificeTheirs(verb::SacrificeTheirs { who, what: Objects::This }),
            };
        }
        // Nobody sacrifices what somebody else controls (CR 701.17a).
        Instruction::SacrificeThose(verb::SacrificeThose(Objects::Each(what))) => {
            change(what, |what| implied(what, &Filter::ControlledBy(Players::You)));
        }
        // Only spells and abilities are countered, on the stack (CR 701.5a).
        Instruction::Counter(verb::Counter(Objects::Each(what))) if what.zones() == [ZoneKind::Battlefield] => {
            change(what, |what| normal(Filter::All(vec![what, Filter::Spell])));
        }
        _ => {}
    }
}

fn of_an_effect(effect: &mut StaticEffect) {
    let creature = Filter::Type(CardType::Creature);
    match effect {
        StaticEffect::Modify { what, modifications, .. } => {
            change(what, found);
            of_changes(modifications);
            // What is described by a type has it.
            modifications.retain(|it| !matches!(it, Modification::AddType(kind) if is_of_type(what, *kind)));
        }
        // Only creatures block and assign combat damage (CR 509.1a, 510.1).
        StaticEffect::BlocksMore { what, .. } => change(what, |what| implied(what, &creature)),
        StaticEffect::CombatDamage(of) => without_implied(of, &creature),
        StaticEffect::AsThough(AsThough::Attack { what, .. } | AsThough::Block { what, .. }) => {
            change(what, |what| without(what, &creature));
        }
        StaticEffect::Replace(replacement) => same_damaged(replacement),
        StaticEffect::UntapDuring { what, .. } => change(what, found),
        _ => {}
    }
}

fn of_recipients(whom: &mut Recipients) {
    match whom {
        Recipients::Objects(Objects::Target(n)) | Recipients::Players(Players::Target(n)) => {
            *whom = Recipients::Target(*n);
        }
        Recipients::Objects(Objects::Chosen(n)) | Recipients::Players(Players::Chosen(n)) => {
            *whom = Recipients::Chosen(*n);
        }
        _ => {}
    }
}

fn of_a_restriction(restriction: &mut Restriction) {
    if let Restriction::NeedsOtherAttackers { what: Filter::This, like: Some(like), .. }
    | Restriction::NeedsOtherBlockers { what: Filter::This, like: Some(like), .. } = restriction
    {
        // What is affected is this.
        say(like, &Objects::Affected, &Objects::This, |_| false);
    }
    if let Some(kind) = restriction.implies().filter() {
        without_implied(restriction, &kind);
    }
    if let Restriction::CantCast { what, .. } | Restriction::CantPlayLands { what, .. } = restriction {
        change(what, played);
    }
}

fn of_a_cost(cost: &mut Cost) {
    match cost {
        Cost::Sacrifice(1, Filter::This) => *cost = Cost::SacrificeThis,
        Cost::Discard(1, Filter::This) => *cost = Cost::DiscardThis,
        Cost::Return(1, Filter::This) => *cost = Cost::ReturnThis,
        // Where these are paid from there are only cards.
        Cost::Discard(_, what) | Cost::Reveal(_, what) => change(what, of_cards),
        Cost::Exile { what, from, .. } if from.single() != Some(ZoneKind::Battlefield) => change(what, of_cards),
        // They are paid with what one controls.
        Cost::Exile { what, .. }
        | Cost::TapTotalPower(_, what)
        | Cost::TapOthers(_, what)
        | Cost::UntapOthers(_, what)
        | Cost::Return(_, what)
        | Cost::PutCountersOn(_, _, what)
        | Cost::RemoveCountersFrom(_, _, what)
        | Cost::Sacrifice(_, what) => change(what, |what| without(what, &Filter::ControlledBy(Players::You))),
        _ => {}
    }
}

/// Says one word for another one that means the same, outside of what speaks of something else.
fn say<T: Term + Clone + PartialEq>(text: &mut dyn Term, word: &T, other: &T, ends: impl Fn(&mut dyn Term) -> bool) {
    walk_mut(text, &mut |part| {
        if let Some(it) = as_mut::<T>(part)
            && it == word
        {
            *it = other.clone();
        }
        let is_its_own = as_mut::<Ability>(part).is_some()
            || as_mut::<TriggeredAbility>(part).is_some()
            || as_mut::<ManaTerm>(part).is_some()
            || matches!(as_mut(part), Some(Instruction::Delay(_)));
        if is_its_own || ends(part) { Go::Past } else { Go::Into }
    });
    normalize(text);
}

/// An ability functions where its effect can be, and that it is there need not be said (CR 113.6).
fn where_it_functions(ability: &mut StaticAbility) {
    if ability.elsewhere {
        return;
    }
    if ability.zone == ZoneKind::Battlefield {
        ability.zone = ability.effect.zone();
    }
    if ability.condition.as_mut().is_some_and(|condition| is_where_it_is(condition, ability.zone)) {
        ability.condition = None;
    }
}

/// An ability is activated where it functions, if that is one zone.
fn where_it_is_activated(ability: &mut ActivatedAbility) {
    let mut zones = ZoneKind::ALL.iter().copied().filter(|zone| ability.functions_in(*zone));
    if let (Some(zone), None) = (zones.next(), zones.next()) {
        ability.zone = zone;
    }
    let zone = ability.zone;
    ability.limits.retain_mut(|limit| match limit {
        ActivationLimit::If(condition) => !is_where_it_is(condition, zone),
        _ => true,
    });
}

/// Whether a condition says no more than that this is in a zone. What it says besides is kept
/// without that.
fn is_where_it_is(condition: &mut Condition, zone: ZoneKind) -> bool {
    let there = Filter::In(zone);
    let of_there = |part: &Filter| *part == there || matches!(part, Filter::Card | Filter::OwnedBy(Players::You));
    match condition {
        Condition::Is(Objects::This, Filter::All(parts)) => parts.contains(&there) && parts.iter().all(of_there),
        Condition::Is(Objects::This, is) => *is == there,
        Condition::All(parts) => {
            parts.retain_mut(|part| !is_where_it_is(part, zone));
            if parts.len() == 1 {
                *condition = parts.remove(0);
                return false;
            }
            parts.is_empty()
        }
        _ => false,
    }
}

/// Whether a description is of objects of a type.
fn is_of_type(what: &Filter, kind: CardType) -> bool {
    match what {
        Filter::Type(is) => *is == kind,
        Filter::All(parts) => parts.iter().any(|part| is_of_type(part, kind)),
        _ => false,
    }
}

/// What would be dealt damage is called by what the text calls it, if it is one thing.
fn same_damaged(replacement: &mut Replacement) {
    let Would::Damage { players: None, objects: Some(what), .. } = &replacement.would else { return };
    let known = match what {
        Filter::This => Objects::This,
        Filter::Is(what) if !what.is_of_a_description() => what.clone(),
        _ => return,
    };
    say(&mut replacement.instead, &Objects::ThatObject, &known, |part| as_mut::<Replacement>(part).is_some());
}

/// How much one player is dealt is said of that player.
fn of_the_damaged(amount: &mut Quantity, who: &Players) {
    let is_one =
        matches!(who, Players::ThatPlayer | Players::Defending | Players::ControllerOf(_) | Players::OwnerOf(_));
    if is_one && any(amount, |it: &Players| *it == Players::They) {
        say(amount, &Players::They, who, |_| false);
    }
}

/// In what somebody chooses, that player is "they".
fn of_the_chooser(choose: &mut verb::Choose) {
    if matches!(choose.who, Players::You | Players::Each | Players::Opponents | Players::They) {
        return;
    }
    let who = choose.who.clone();
    let told = |part: &mut dyn Term| {
        walk_mut(part, &mut |part| {
            if let Some(owner) = as_mut::<Players>(part)
                && *owner == who
            {
                *owner = Players::They;
            }
            Go::Into
        });
    };
    told(&mut choose.what);
    told(&mut choose.count);
}

fn of_changes(changes: &mut [Modification]) {
    in_order_of_changes(changes);
    for change in changes {
        // What an effect gives defines no characteristic (CR 604.3a).
        if let Modification::Gain(ability) = change
            && let Ability::Static(ability) = &mut **ability
            && let StaticEffect::Modify { defining, .. } = &mut ability.effect
        {
            *defining = false;
        }
    }
}

/// Changes apply layer by layer (CR 613.1), so that their order says nothing but within a layer.
fn in_order_of_changes(changes: &mut [Modification]) {
    let place = |change: &Modification| match change {
        Modification::LoseAllAbilities | Modification::LoseThisAbility => 0,
        change => match change.layer() {
            Layer::Control => 1,
            Layer::PowerToughnessChanging => 2,
            Layer::Color => 3,
            Layer::Copy | Layer::Text | Layer::Type => 4,
            Layer::PowerToughnessDefining | Layer::PowerToughnessSetting => 5,
            Layer::Ability => 6,
            Layer::PowerToughnessSwitching => 7,
        },
    };
    let gains = |change: &Modification| change.layer() == Layer::Ability && place(change) > 0;
    let gained = changes.iter().position(gains);
    let lost = changes.iter().rposition(|it| *it == Modification::LoseAllAbilities);
    if lost.is_none_or(|lost| gained.is_none_or(|gained| lost < gained)) {
        changes.sort_by_key(place);
    }
}

/// This, or what the event tells of, which there always is, is something or isn't it.
fn denied_of_one(condition: &mut Condition) {
    if let Condition::Is(what @ (Objects::This | Objects::ThatObject), Filter::Not(is)) = condition {
        let is = Condition::Is(what.clone(), std::mem::replace(&mut **is, Filter::Any));
        *condition = Condition::Not(Box::new(is));
    }
}

/// Not three or more is two or fewer.
fn denied_number(condition: &mut Condition) {
    while let Condition::Not(inner) = condition
        && let Condition::Not(twice) = &mut **inner
    {
        *condition = std::mem::replace(&mut **twice, Condition::All(Vec::new()));
    }
    if let Condition::Not(inner) = condition
        && let Condition::Compare(number, comparison, Quantity::Fixed(n)) = &mut **inner
        && let Some((comparison, n)) = match comparison {
            Comparison::AtLeast => n.checked_sub(1).map(|n| (Comparison::AtMost, n)),
            Comparison::AtMost => n.checked_add(1).map(|n| (Comparison::AtLeast, n)),
            Comparison::Less => Some((Comparison::AtLeast, *n)),
            Comparison::Greater => Some((Comparison::AtMost, *n)),
            Comparison::Equal => None,
        }
    {
        let number = std::mem::replace(number, Quantity::Fixed(0));
        *condition = Condition::Compare(number, comparison, Quantity::Fixed(n));
    }
    if let Condition::Compare(number, comparison, Quantity::Fixed(n)) = condition {
        match comparison {
            Comparison::Less if *n > i32::MIN => (*comparison, *n) = (Comparison::AtMost, *n - 1),
            Comparison::Greater if *n < i32::MAX => (*comparison, *n) = (Comparison::AtLeast, *n + 1),
            // Nothing happens less often than never.
            Comparison::Equal if *n == 0 && matches!(number, Quantity::TimesThisTurn(_) | Quantity::Counters(..)) => {
                *comparison = Comparison::AtMost;
            }
            _ => {}
        }
    }
}

/// At least one is one that exists, and none is one that does not.
fn at_least_one(condition: &mut Condition) {
    let Condition::Compare(Quantity::Count(what), comparison, Quantity::Fixed(n)) = condition else { return };
    let exists = Condition::Exists(std::mem::replace(&mut **what, Filter::Any));
    match (comparison, n) {
        (Comparison::AtLeast, 1) | (Comparison::Greater, 0) => *condition = exists,
        (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => {
            *condition = Condition::Not(Box::new(exists));
        }
        _ => {
            if let Condition::Exists(found) = exists {
                **what = found;
            }
        }
    }
}

/// This attacked this turn if it is one of the creatures that did.
fn attacked(condition: &mut Condition) {
    let Condition::Compare(Quantity::TimesThisTurn(when), comparison, Quantity::Fixed(n)) = condition else { return };
    if !matches!(when.event(), TriggerEvent::Attacks(Filter::This)) {
        return;
    }
    let attacked = Condition::Is(Objects::This, Filter::AttackedThisTurn);
    match (comparison, n) {
        (Comparison::AtLeast, 1) => *condition = attacked,
        (Comparison::Equal, 0) => *condition = Condition::Not(Box::new(attacked)),
        _ => {}
    }
}

fn was_cast(is: Filter) -> Filter {
    match is {
        Filter::CastFrom(zone) => Filter::WasCast(Some(zone)),
        is => is,
    }
}

/// Leaves out what an event implies of its objects.
fn of_an_event(when: &mut TriggerEvent) {
    if let TriggerEvent::Crews { vehicle, .. } = when {
        change(vehicle, |vehicle| match vehicle {
            Filter::Subtype(kind) if kind.name() == "Vehicle" => Filter::Any,
            vehicle => vehicle,
        });
    }
    if let TriggerEvent::Activates { what, boast: true, .. } = when {
        change(what, |what| implied(what, &Filter::Type(CardType::Creature)));
    }
    if let TriggerEvent::Moves { what, from: Some(from), .. } = when
        && from.single().is_some_and(|zone| matches!(zone, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard))
    {
        // From there only cards come.
        change(what, of_cards);
    }
    // The objects of another event within it are its own.
    let (Some(kind), false) = (when.implies().filter(), is_of_events(when)) else { return };
    let is_cast = matches!(when, TriggerEvent::Casts(..));
    without_implied(when, &kind);
    if is_cast {
        // What is cast is on the stack: where it was is where it was cast from.
        descriptions(when, &mut |what| change(what, cast_from));
    }
}

/// Leaves out what a word implies of the objects that it describes.
fn without_implied(of: &mut dyn Term, kind: &Filter) {
    descriptions(of, &mut |what| change(what, |what| implied(what, kind)));
}

/// The descriptions of objects of a word, outside of those of players.
fn descriptions(of: &mut dyn Term, see: &mut dyn FnMut(&mut Filter)) {
    walk_mut(of, &mut |part| {
        if let Some(what) = as_mut::<Filter>(part) {
            see(what);
            return Go::Past;
        }
        if as_mut::<Players>(part).is_some() { Go::Past } else { Go::Into }
    });
}

const fn is_of_events(when: &TriggerEvent) -> bool {
    matches!(
        when,
        TriggerEvent::OneOrMore(_)
            | TriggerEvent::AnyOf(_)
            | TriggerEvent::Nth { .. }
            | TriggerEvent::ThisWay(_)
            | TriggerEvent::While { .. }
    )
}

/// The descriptions of the objects of an event.
pub(crate) fn described(when: &TriggerEvent) -> Vec<&Filter> {
    // The others that attack are none of them.
    if let TriggerEvent::AttacksTogether { what, .. } = when.innermost() {
        return vec![what];
    }
    let mut found = Vec::new();
    walk(when.innermost(), &mut |part| {
        if let Some(filter) = as_::<Filter>(part) {
            found.push(filter);
            return Go::Past;
        }
        if as_::<Players>(part).is_some() { Go::Past } else { Go::Into }
    });
    found
}

/// The players of an event, outside of the descriptions of its objects.
pub(crate) fn players(when: &TriggerEvent) -> Vec<&Players> {
    let mut found = Vec::new();
    walk(when.innermost(), &mut |part| {
        found.extend(as_::<Players>(part));
        if as_::<Filter>(part).is_some() { Go::Past } else { Go::Into }
    });
    found
}

/// One or more of one thing is that thing, if it is not counted, and if it can't be several at once
/// as counters on it are (CR 603.2c).
fn of_itself_alone(ability: &mut TriggeredAbility) {
    let counted = any(&ability.body, |it: &Quantity| *it == Quantity::ThatMuch);
    if let TriggerEvent::OneOrMore(inner) = &mut ability.when
        && !counted
        && matches!(inner.several(), Several::InAll)
        && !described(inner).is_empty()
        && described(inner).iter().all(|it| it.is_about_this())
    {
        ability.when = std::mem::replace(inner, TriggerEvent::Done);
    }
}

/// The player of an attack is called the defending player (CR 508.5).
fn attacked_player(ability: &mut TriggeredAbility) {
    let attacks = matches!(
        ability.when.without_condition(),
        TriggerEvent::Attacks(_)
            | TriggerEvent::AttacksThat { .. }
            | TriggerEvent::AttacksAlone(_)
            | TriggerEvent::AttacksTogether { .. }
    );
    if attacks {
        say(&mut ability.body, &Players::ThatPlayer, &Players::Defending, |part| as_mut::<Instead>(part).is_some());
        say(&mut ability.condition, &Players::ThatPlayer, &Players::Defending, |_| false);
    }
}

/// Where the player of the event is the ability's controller, it is `You`; of an event that names
/// no player it is the controller of its object.
fn same_player(ability: &mut TriggeredAbility) {
    // Whoever controls this controls the ability (CR 603.3a).
    let of_you = Filter::ControlledBy(Players::You);
    let yours = |it: &Filter| match it {
        Filter::All(parts) => it.is_about_this() || parts.contains(&of_you),
        it => it.is_about_this() || *it == of_you,
    };
    let that_player = if ability.when.of_its_controller() {
        match described(&ability.when) {
            objects if objects.iter().all(|it| yours(it)) => Players::You,
            objects if objects.iter().any(|it| any(*it, |_: &Players| true)) => return,
            _ => Players::ControllerOf(Box::new(Objects::ThatObject)),
        }
    } else if matches!(
        ability.when.without_condition(),
        TriggerEvent::AttacksWith { .. } | TriggerEvent::IsAttacked { .. }
    ) {
        // It is the one on the other side.
        return;
    } else if players(&ability.when) == [&Players::You] && told(&ability.when).player {
        Players::You
    } else {
        return;
    };
    let of_another = |part: &mut dyn Term| as_mut::<Instead>(part).is_some();
    say(&mut ability.body, &Players::ThatPlayer, &that_player, of_another);
    if let Some(condition) = &mut ability.condition {
        say(condition, &Players::ThatPlayer, &that_player, of_another);
    }
}

/// Where the object of the event is the one with the ability, it is `This`; where it has moved,
/// what moves it again finds it as `ThatObject` (CR 400.7).
fn same_object(ability: &mut TriggeredAbility) {
    let described = described(&ability.when);
    let is_of_this = !described.is_empty() && described.iter().all(|filter| filter.is_about_this());
    if !is_of_this || any(&ability.when, tells_of_another) {
        return;
    }
    let moves = ability.when.moves();
    walk_mut(&mut ability.body, &mut |part| {
        if tells_itself(part, moves) {
            return Go::Past;
        }
        // A number is about what it was.
        if moves && as_mut::<Quantity>(part).is_some() {
            say(part, &Objects::ThatObject, &Objects::This, |_| false);
            return Go::Past;
        }
        match (moves, as_mut::<Instruction>(part)) {
            (true, Some(instruction)) => moves_again(instruction),
            (true, None) => {}
            (false, _) => {
                if let Some(what) = as_mut::<Objects>(part)
                    && *what == Objects::ThatObject
                {
                    *what = Objects::This;
                }
            }
        }
        Go::Into
    });
    normalize(&mut ability.body);
}

/// Whether the object that an event tells of is another one than those that it describes: what
/// targets it, what it exploits, its ability.
const fn tells_of_another(when: &TriggerEvent) -> bool {
    matches!(when, TriggerEvent::BecomesTarget { .. } | TriggerEvent::Exploits(_) | TriggerEvent::Activates { .. })
}

/// Whether `ThatObject` can be another one within a part of an ability: one of another event.
fn tells_itself(part: &mut dyn Term, moves: bool) -> bool {
    // A delayed ability is about the object of this event, unless it is about one of the
    // resolution. Where nothing has moved, it stays as it is written.
    let delayed = |it: &Delay| !moves || matches!(it.when, TriggerEvent::ThisWay(_));
    as_mut::<Ability>(part).is_some()
        || as_mut::<TriggeredAbility>(part).is_some()
        || as_mut::<Instead>(part).is_some()
        || as_mut::<ManaTerm>(part).is_some()
        || matches!(as_mut(part), Some(Instruction::Delay(it)) if delayed(it))
}

/// What moves an object that has moved finds it as it is now.
fn moves_again(instruction: &mut Instruction) {
    let what = match instruction {
        Instruction::Put(it) => &mut it.what,
        Instruction::PutOntoBattlefield(it) => {
            if let Players::OwnerOf(of) = &mut it.control
                && **of == Objects::This
            {
                **of = Objects::ThatObject;
            }
            &mut it.what
        }
        Instruction::Exile(it) => &mut it.0,
        Instruction::ShuffleInto(it) => &mut it.what,
        _ => return,
    };
    if *what == Objects::This {
        *what = Objects::ThatObject;
    }
}
