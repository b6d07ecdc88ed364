//! One form for what the card language can say in several.
//!
//! Two texts with the same meaning for every game have one normal form, so that a text that is read
//! can be compared with one that was written by hand.

use super::ast::ability::{Ability, ActivatedAbility, ActivationLimit, StaticAbility, TriggeredAbility};
use super::ast::cost::{Cost, Costly, ManaTerm, SpentOn};
use super::ast::effect::{Instead, Modification, Replacement, StaticEffect, Would};
use super::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use super::ast::instruction as verb;
use super::ast::instruction::{Delay, Instruction, Recipients};
use super::ast::keyword::Keyword;
use super::ast::restriction::{AsThough, Requirement, Restriction};
use super::ast::trigger::TriggerEvent;
use super::check::context::told;
use super::wording::parts::{ANY_NUMBER, all as joined};
use super::words::card_type::CardType;
use super::words::chosen::Linked;
use super::words::comparison::Comparison;
use super::words::deed::Deed;
use super::words::layer::Layer;
use super::words::term::{Go, Term, any, as_, as_mut, walk, walk_mut};
use super::words::zone_kind::ZoneKind;

/// Puts a text into its normal form. Doing it again changes nothing.
pub fn normalize(text: &mut dyn Term) {
    walk_mut(text, &mut |part| {
        if let Some(filter) = as_mut::<Filter>(part) {
            *filter = normal(std::mem::replace(filter, Filter::Any));
        } else if let Some(Instruction::Search(search)) = as_mut::<Instruction>(part) {
            // A library has cards alone.
            search.what = of_cards(std::mem::replace(&mut search.what, Filter::Any));
            search.and.iter_mut().for_each(|what| *what = of_cards(std::mem::replace(what, Filter::Any)));
            // No library has so many.
            if matches!(search.count, Quantity::Fixed(n) if n >= ANY_NUMBER) {
                search.count = Quantity::Fixed(ANY_NUMBER);
            }
        } else if let Some(when) = as_mut::<TriggerEvent>(part) {
            of_an_event(when);
        } else if let Some(Costly::Spells(what)) = as_mut::<Costly>(part) {
            *what = of_spells(std::mem::replace(what, Filter::Any));
        } else if let Some(Keyword::Equip { quality: Some(what), .. } | Keyword::BandsWithOther(what)) =
            as_mut::<Keyword>(part)
        {
            // What is equipped is a creature (CR 702.6a).
            **what = without(std::mem::replace(what, Filter::Any), &Filter::Type(CardType::Creature));
        } else if let Some(cost) = as_mut::<Cost>(part) {
            of_a_cost(cost);
        } else if let Some(SpentOn::Cast(what)) = as_mut::<SpentOn>(part) {
            *what = of_spells(std::mem::replace(what, Filter::Any));
        } else if let Some(number) = as_mut::<Quantity>(part) {
            if let Quantity::Count(what) = number
                && let Some(who) = whose_hand(what)
            {
                *number = Quantity::HandSize(who);
            }
            if let Quantity::Times(n, of) = number
                && let Quantity::Fixed(of) = **of
                && let Some(product) = n.checked_mul(of)
            {
                *number = Quantity::Fixed(product);
            }
        } else if let Some(restriction) = as_mut::<Restriction>(part) {
            if let Restriction::NeedsOtherAttackers { what: Filter::This, .. }
            | Restriction::NeedsOtherBlockers { what: Filter::This, .. } = restriction
            {
                // What is affected is this.
                walk_mut(restriction, &mut |part| {
                    if let Some(what) = as_mut::<Objects>(part)
                        && *what == Objects::Affected
                    {
                        *what = Objects::This;
                    }
                    Go::Into
                });
            }
            if let Some(kind) = restriction.implies().filter() {
                without_implied(restriction, &kind);
            }
        } else if let Some(requirement) = as_mut::<Requirement>(part) {
            if let Some(kind) = requirement.implies().filter() {
                without_implied(requirement, &kind);
            }
        } else if let Some(condition) = as_mut::<Condition>(part) {
            of_a_condition(condition);
        } else if let Some(effect) = as_mut::<StaticEffect>(part) {
            of_an_effect(effect);
        } else if let Some(list) = as_mut::<Vec<Instruction>>(part) {
            one_or_none(list);
        } else if let Some(instruction) = as_mut::<Instruction>(part) {
            if let Instruction::Choose(choose) = instruction {
                of_the_chooser(choose);
            }
            if let Instruction::Modify(verb::Modify { modifications, .. }) = instruction {
                of_changes(modifications);
            }
            of_one(instruction);
        } else if let Some(ability) = as_mut::<TriggeredAbility>(part) {
            of_itself_alone(ability);
            same_object(ability);
            your_own(ability);
        } else if let Some(ability) = as_mut::<StaticAbility>(part) {
            where_it_functions(ability);
        } else if let Some(ability) = as_mut::<ActivatedAbility>(part) {
            if !ability.functions_in(ability.zone)
                && let Some(zone) = ZoneKind::ALL.iter().copied().find(|zone| ability.functions_in(*zone))
            {
                ability.zone = zone;
            }
            let zone = ability.zone;
            ability.limits.retain_mut(|limit| match limit {
                ActivationLimit::If(condition) => !is_where_it_is(condition, zone),
                _ => true,
            });
        } else if let Some(who) = as_mut::<Players>(part) {
            if matches!(who, Players::OpponentsOf(of) if **of == Players::You) {
                *who = Players::Opponents;
            }
        } else if let Some(what) = as_mut::<Objects>(part) {
            if let Objects::TopUntil { whose, what: any, count } = what
                && let (Filter::Any, Quantity::Fixed(count)) = (&**any, &**count)
                && let Ok(count) = u32::try_from(*count)
            {
                *what = Objects::TopOfLibrary(whose.clone(), count);
            }
            if let Objects::Each(cards) = what
                && let Some(those) = linked(cards)
            {
                *what = those;
            }
        } else if let Some(whom) = as_mut::<Recipients>(part) {
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
        Go::Into
    });
}

/// The cards that a linked ability exiled, or those of them that fit, if a description is of them
/// where they are.
fn linked(what: &Filter) -> Option<Objects> {
    let Filter::All(parts) = what else { return None };
    let said = [Filter::Card, Filter::In(ZoneKind::Exile), Filter::Is(Objects::Linked(Linked::Exiled))];
    let rest: Vec<Filter> = parts.iter().filter(|part| !said.contains(part)).cloned().collect();
    let all = Objects::Linked(Linked::Exiled);
    let is_said = said.iter().all(|it| parts.contains(it));
    is_said.then(|| if rest.is_empty() { all } else { Objects::Among(Box::new(all), Box::new(joined(rest))) })
}

fn of_a_cost(cost: &mut Cost) {
    match cost {
        Cost::Sacrifice(1, Filter::This | Filter::Is(Objects::This)) => *cost = Cost::SacrificeThis,
        Cost::Discard(1, Filter::This) => *cost = Cost::DiscardThis,
        Cost::Return(1, Filter::This) => *cost = Cost::ReturnThis,
        // Where these are paid from there are only cards.
        Cost::Discard(_, what) | Cost::Reveal(_, what) => *what = of_cards(std::mem::replace(what, Filter::Any)),
        Cost::Exile { what, from, .. } if from.single() != Some(ZoneKind::Battlefield) => {
            *what = of_cards(std::mem::replace(what, Filter::Any));
        }
        // They are paid with what one controls.
        Cost::Exile { what, .. }
        | Cost::TapTotalPower(_, what)
        | Cost::TapOthers(_, what)
        | Cost::UntapOthers(_, what)
        | Cost::Return(_, what)
        | Cost::PutCountersOn(_, _, what)
        | Cost::RemoveCountersFrom(_, _, what)
        | Cost::Sacrifice(_, what) => {
            *what = without(std::mem::replace(what, Filter::Any), &Filter::ControlledBy(Players::You));
        }
        _ => {}
    }
}

fn of_a_condition(condition: &mut Condition) {
    denied_number(condition);
    at_least_one(condition);
    if let Condition::Is(_, is) = condition
        && let Filter::CastFrom(zone) = is
    {
        // What is spoken of has been cast.
        *is = Filter::WasCast(Some(*zone));
    }
    attacked(condition);
    denied_of_one(condition);
    if let Condition::Is(Objects::ThisWay(Deed::Revealed | Deed::LookedAt | Deed::Milled), is) = condition {
        *is = of_cards(std::mem::replace(is, Filter::Any));
    }
}

fn of_an_effect(effect: &mut StaticEffect) {
    let creature = Filter::Type(CardType::Creature);
    match effect {
        StaticEffect::Modify { what, modifications, .. } => {
            of_changes(modifications);
            // What is described by a type has it.
            modifications.retain(|it| !matches!(it, Modification::AddType(kind) if is_of_type(what, *kind)));
        }
        // Only creatures block and assign combat damage (CR 509.1a, 510.1).
        StaticEffect::BlocksMore { what, .. } => *what = implied(std::mem::replace(what, Filter::Any), &creature),
        StaticEffect::CombatDamage(of) => without_implied(of, &creature),
        StaticEffect::AsThough(AsThough::Attack { what, .. } | AsThough::Block { what, .. }) => {
            *what = without(std::mem::replace(what, Filter::Any), &creature);
        }
        StaticEffect::Replace(replacement) => same_damaged(replacement),
        _ => {}
    }
}

/// What is done to one thing, or to spells alone.
fn of_one(instruction: &mut Instruction) {
    match instruction {
        Instruction::Sacrifice(verb::Sacrifice { who, what: Filter::This, count }) if *count == Quantity::Fixed(1) => {
            *instruction = match std::mem::replace(who, Players::You) {
                Players::You => Instruction::SacrificeThose(verb::SacrificeThose(Objects::This)),
                who => Instruction::SacrificeTheirs(verb::SacrificeTheirs { who, what: Objects::This }),
            };
        }
        // Nobody sacrifices what somebody else controls (CR 701.17a).
        Instruction::SacrificeThose(verb::SacrificeThose(Objects::Each(what))) => {
            **what = implied(std::mem::replace(&mut **what, Filter::Any), &Filter::ControlledBy(Players::You));
        }
        Instruction::Counter(verb::Counter(Objects::Each(what))) => {
            **what = of_spells(std::mem::replace(&mut **what, Filter::Any));
        }
        _ => {}
    }
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

/// One or more of one thing is that thing, if it is not counted.
fn of_itself_alone(ability: &mut TriggeredAbility) {
    let counted = any(&ability.body, |it: &Quantity| *it == Quantity::ThatMuch);
    if let TriggerEvent::OneOrMore(inner) = &mut ability.when
        && !counted
        && !described(inner).is_empty()
        && described(inner).iter().all(|it| it.is_about_this())
    {
        ability.when = std::mem::replace(inner, TriggerEvent::Done);
    }
}

/// Where the player of the event is the ability's controller, it is `You`; of an event that names
/// no player it is the controller of its object.
fn your_own(ability: &mut TriggeredAbility) {
    // Whoever controls this controls the ability (CR 603.3a).
    let of_you = Filter::ControlledBy(Players::You);
    let yours = |it: &Filter| match it {
        Filter::All(parts) => it.is_about_this() || parts.contains(&of_you),
        it => it.is_about_this() || *it == of_you,
    };
    let attacks = |when: &TriggerEvent| {
        matches!(when, TriggerEvent::Attacks(_) | TriggerEvent::AttacksThat { .. } | TriggerEvent::AttacksAlone(_))
    };
    let that_player = if attacks(&ability.when) {
        Players::Defending
    } else if ability.when.of_its_controller() {
        match described(&ability.when) {
            objects if objects.iter().all(|it| yours(it)) => Players::You,
            objects if objects.iter().any(|it| any(*it, |_: &Players| true)) => return,
            _ => Players::ControllerOf(Box::new(Objects::ThatObject)),
        }
    } else if players(&ability.when) == [&Players::You] && told(&ability.when).player {
        Players::You
    } else {
        return;
    };
    let say = |text: &mut dyn Term| {
        walk_mut(text, &mut |part| {
            if let Some(who) = as_mut::<Players>(part)
                && *who == Players::ThatPlayer
            {
                who.clone_from(&that_player);
            }
            if is_of_another_event(part, false) { Go::Past } else { Go::Into }
        });
    };
    say(&mut ability.body);
    if let Some(condition) = &mut ability.condition {
        say(condition);
    }
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
    walk_mut(&mut replacement.instead, &mut |part| {
        if let Some(what) = as_mut::<Objects>(part)
            && *what == Objects::ThatObject
        {
            *what = known.clone();
        }
        Go::Into
    });
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
        Modification::LoseAllAbilities => 0,
        change => match change.layer() {
            Layer::Control => 1,
            Layer::PowerToughnessChanging => 2,
            Layer::Copy | Layer::Text | Layer::Type => 3,
            Layer::Color => 4,
            Layer::PowerToughnessDefining | Layer::PowerToughnessSetting => 5,
            Layer::Ability => 6,
            Layer::PowerToughnessSwitching => 7,
        },
    };
    let gained = changes.iter().position(|it| it.layer() == Layer::Ability && *it != Modification::LoseAllAbilities);
    let lost = changes.iter().rposition(|it| *it == Modification::LoseAllAbilities);
    if lost.is_none_or(|lost| gained.is_none_or(|gained| lost < gained)) {
        changes.sort_by_key(place);
    }
}

/// One thing that is not something isn't it.
fn denied_of_one(condition: &mut Condition) {
    if let Condition::Is(what @ (Objects::This | Objects::ThatObject | Objects::AttachedTo), Filter::Not(is)) =
        condition
    {
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

/// A description without a condition that its place implies, unless it is all of it.
fn without(filter: Filter, implied: &Filter) -> Filter {
    match normal(filter) {
        Filter::All(mut parts) if parts.len() > 1 => {
            parts.retain(|part| part != implied);
            in_order(parts, Filter::All)
        }
        filter => filter,
    }
}

/// A description where something is implied, without it.
pub(crate) fn implied(what: Filter, implied: &Filter) -> Filter {
    match without(what, implied) {
        what if what == *implied => Filter::Any,
        what => what,
    }
}

/// A description of what is cast, which is a spell.
fn of_spells(what: Filter) -> Filter {
    implied(what, &Filter::Spell)
}

/// A description of cards, where there are only cards.
fn of_cards(what: Filter) -> Filter {
    implied(what, &Filter::Card)
}

/// Leaves out what an event implies of its objects.
fn of_an_event(when: &mut TriggerEvent) {
    if let TriggerEvent::Crews { vehicle, .. } = when {
        *vehicle = match std::mem::replace(vehicle, Filter::Any) {
            Filter::Subtype(kind) if kind.name() == "Vehicle" => Filter::Any,
            vehicle => vehicle,
        };
    }
    if let TriggerEvent::Activates { what, boast: true, .. } = when {
        *what = implied(std::mem::replace(what, Filter::Any), &Filter::Type(CardType::Creature));
    }
    if let TriggerEvent::Moves { what, from: Some(from), .. } = when
        && from.single().is_some_and(|zone| matches!(zone, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard))
    {
        // From there only cards come.
        *what = of_cards(std::mem::replace(what, Filter::Any));
    }
    // The objects of another event within it are its own.
    let (Some(kind), false) = (when.implies().filter(), is_of_events(when)) else { return };
    let is_cast = matches!(when, TriggerEvent::Casts(..));
    without_implied(when, &kind);
    if is_cast {
        // What is cast is on the stack: where it was is where it was cast from.
        descriptions(when, &mut |what| *what = cast_from(std::mem::replace(what, Filter::Any)));
    }
}

/// Leaves out what a word implies of the objects that it describes.
fn without_implied(of: &mut dyn Term, kind: &Filter) {
    descriptions(of, &mut |what| *what = implied(std::mem::replace(what, Filter::Any), kind));
}

/// The descriptions of objects of a word, outside of those of players.
fn descriptions(of: &mut dyn Term, change: &mut dyn FnMut(&mut Filter)) {
    walk_mut(of, &mut |part| {
        if let Some(what) = as_mut::<Filter>(part) {
            change(what);
            return Go::Past;
        }
        if as_mut::<Players>(part).is_some() { Go::Past } else { Go::Into }
    });
}

const fn is_of_events(when: &TriggerEvent) -> bool {
    matches!(
        when,
        TriggerEvent::OneOrMore(_) | TriggerEvent::AnyOf(_) | TriggerEvent::Nth { .. } | TriggerEvent::ThisWay(_)
    )
}

fn cast_from(what: Filter) -> Filter {
    match what {
        Filter::In(zone) if zone != ZoneKind::Stack => Filter::CastFrom(zone),
        Filter::All(parts) => {
            let of_cards = parts.iter().any(|part| matches!(part, Filter::In(_)));
            let parts = parts.into_iter().filter(|part| !of_cards || *part != Filter::Card).map(cast_from);
            in_order(parts.collect(), Filter::All)
        }
        other => other,
    }
}

/// Whose hand a description is of, if it is of all its cards.
fn whose_hand(what: &Filter) -> Option<Players> {
    let Filter::All(parts) = what else { return None };
    let mut who = None;
    for part in parts {
        match part {
            Filter::Card | Filter::In(ZoneKind::Hand) => {}
            Filter::OwnedBy(owner) if who.is_none() => who = Some(owner.clone()),
            _ => return None,
        }
    }
    who.filter(|_| parts.contains(&Filter::In(ZoneKind::Hand)))
}

/// The descriptions of the objects of an event.
pub(crate) fn described(when: &TriggerEvent) -> Vec<&Filter> {
    let mut found = Vec::new();
    walk(when, &mut |part| {
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
    walk(when, &mut |part| {
        found.extend(as_::<Players>(part));
        if as_::<Filter>(part).is_some() { Go::Past } else { Go::Into }
    });
    found
}

/// Where the object of the event is the one with the ability, it is `This`; where it has moved,
/// what moves it again finds it as `ThatObject` (CR 400.7).
fn same_object(ability: &mut TriggeredAbility) {
    let described = described(&ability.when);
    let is_of_this = !described.is_empty() && described.iter().all(|filter| filter.is_about_this());
    if !is_of_this || any(&ability.when, tells_of_another) {
        return;
    }
    let moved = ability.when.moves();
    walk_mut(&mut ability.body, &mut |part| {
        if is_of_another_event(part, moved) {
            return Go::Past;
        }
        if moved && let Some(number) = as_mut::<Quantity>(part) {
            // A number is about what it was.
            walk_mut(number, &mut |part| {
                if let Some(what) = as_mut::<Objects>(part)
                    && *what == Objects::ThatObject
                {
                    *what = Objects::This;
                }
                Go::Into
            });
            return Go::Past;
        }
        if moved {
            let what = match as_mut::<Instruction>(part) {
                Some(Instruction::Put(it)) => &mut it.what,
                Some(Instruction::PutOntoBattlefield(it)) => {
                    if let Players::OwnerOf(of) = &mut it.control
                        && **of == Objects::This
                    {
                        **of = Objects::ThatObject;
                    }
                    &mut it.what
                }
                Some(Instruction::Exile(it)) => &mut it.0,
                Some(Instruction::ShuffleInto(it)) => &mut it.what,
                _ => return Go::Into,
            };
            if *what == Objects::This {
                *what = Objects::ThatObject;
            }
        } else if let Some(what) = as_mut::<Objects>(part)
            && *what == Objects::ThatObject
        {
            *what = Objects::This;
        }
        Go::Into
    });
}

/// Whether the object that an event tells of is another one than those that it describes: what
/// targets it, what it exploits, its ability.
const fn tells_of_another(when: &TriggerEvent) -> bool {
    matches!(when, TriggerEvent::BecomesTarget { .. } | TriggerEvent::Exploits(_) | TriggerEvent::Activates { .. })
}

/// Whether what is told within a part of an ability can be told by another event. A delayed ability
/// is about the object that has moved, unless it is about one of the resolution.
fn is_of_another_event(part: &mut dyn Term, moved: bool) -> bool {
    let delayed = |it: &Delay| !moved || matches!(it.when, TriggerEvent::ThisWay(_));
    as_mut::<Ability>(part).is_some()
        || as_mut::<TriggeredAbility>(part).is_some()
        || as_mut::<Instead>(part).is_some()
        || as_mut::<ManaTerm>(part).is_some()
        || as_mut::<Delay>(part).is_some_and(|it| delayed(it))
}

/// The normal form of a filter: conditions flat, each once, in the order of a noun phrase.
fn normal(filter: Filter) -> Filter {
    match filter {
        Filter::All(parts) => {
            let mut flat: Vec<Filter> = Vec::new();
            for part in parts.into_iter().map(normal) {
                match part {
                    Filter::All(parts) => flat.extend(parts),
                    part => flat.push(part),
                }
            }
            // In these zones everything but cards is about to cease to exist (CR 111.7).
            let zone =
                |part: &Filter| matches!(part, Filter::In(ZoneKind::Graveyard | ZoneKind::Hand | ZoneKind::Library));
            let kind = |part: &Filter| {
                matches!(part, Filter::Card | Filter::Token | Filter::Spell | Filter::This | Filter::Is(_))
            };
            if flat.iter().any(zone) {
                // What has no controller has an owner (CR 108.4a).
                for part in &mut flat {
                    if let Filter::ControlledBy(who) = part {
                        *part = Filter::OwnedBy(std::mem::replace(who, Players::You));
                    }
                }
                if !flat.iter().any(kind) {
                    flat.push(Filter::Card);
                }
            }
            // Only creatures attack and block (CR 506.3, 506.4).
            if flat.iter().any(Filter::fights) {
                flat.retain(|part| *part != Filter::Type(CardType::Creature));
            }
            // Permanents are on the battlefield (CR 109.2).
            let here = |part: &Filter| *part == Filter::In(ZoneKind::Battlefield);
            let elsewhere = |part: &Filter| matches!(part, Filter::In(_) | Filter::Card | Filter::Spell) && !here(part);
            if flat.len() > 1 && !flat.iter().any(|part| elsewhere(part) || part.is_about_this()) {
                flat.retain(|part| !here(part));
            }
            if flat.len() > 1 {
                // Whoever controls or owns it.
                let of_anybody = [Filter::ControlledBy(Players::Each), Filter::OwnedBy(Players::Each)];
                flat.retain(|part| *part != Filter::Any && !of_anybody.contains(part));
            }
            in_order(flat, Filter::All)
        }
        Filter::AnyOf(parts) => {
            let mut flat: Vec<Filter> = Vec::new();
            for part in parts.into_iter().map(normal) {
                match part {
                    Filter::AnyOf(parts) => flat.extend(parts),
                    part => flat.push(part),
                }
            }
            // What is on the stack is a spell or an ability (CR 405.1).
            let of_the_stack = [Filter::Spell, Filter::ActivatedAbility, Filter::TriggeredAbility];
            if of_the_stack.iter().all(|kind| flat.contains(kind)) {
                flat.retain(|part| !of_the_stack.contains(part));
                flat.push(Filter::In(ZoneKind::Stack));
            }
            // This or another is this or any.
            if flat.contains(&Filter::This) {
                let another = Filter::Not(Box::new(Filter::This));
                flat = flat.into_iter().map(|part| without(part, &another)).collect();
            }
            in_order(flat, Filter::AnyOf)
        }
        Filter::Is(Objects::This) => Filter::This,
        Filter::Is(Objects::Each(what)) => normal(*what),
        Filter::Not(inner) => match normal(*inner) {
            Filter::Not(inner) => *inner,
            // Neither is each of them not.
            Filter::AnyOf(parts) if !parts.is_empty() => {
                normal(Filter::All(parts.into_iter().map(|part| Filter::Not(Box::new(part))).collect()))
            }
            inner => Filter::Not(Box::new(inner)),
        },
        other => other,
    }
}

fn in_order(mut parts: Vec<Filter>, joined: fn(Vec<Filter>) -> Filter) -> Filter {
    parts.sort_by_cached_key(|part| (rank(part), format!("{part:?}")));
    parts.dedup();
    if parts.len() == 1 { parts.remove(0) } else { joined(parts) }
}

/// The place of a condition in a noun phrase.
fn rank(part: &Filter) -> u8 {
    match part {
        Filter::Not(inner) if **inner == Filter::This => 0,
        Filter::Not(inner) => rank(inner),
        Filter::Tapped | Filter::Attacking | Filter::Blocking | Filter::Blocked => 1,
        Filter::Supertype(_) => 2,
        Filter::Color(_) | Filter::Colorless | Filter::Monocolored | Filter::Multicolored => 3,
        Filter::Subtype(_) => 4,
        Filter::Type(_) | Filter::AnyOf(_) => 5,
        Filter::Card | Filter::Spell | Filter::Token => 6,
        Filter::In(_) => 7,
        Filter::ControlledBy(_) | Filter::OwnedBy(_) => 8,
        _ => 9,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]
mod tests {
    use super::normalize;
    use crate::card::pool::bundled_cards;

    #[test]
    fn the_object_of_an_event_is_this_only_where_the_event_has_no_other() {
        let body_of = |name: &str| {
            let face = bundled_cards().iter().flat_map(|card| card.faces()).find(|face| face.name == name).unwrap();
            let mut face = face.clone();
            normalize(&mut face);
            format!("{:?}", face.abilities)
        };
        // It destroys the creature that it has dealt damage to.
        assert!(body_of("Stinkweed Imp").contains("Destroy(ThatObject)"));
        assert!(body_of("Merfolk Branchwalker").contains("Explore(This)"));
        assert!(body_of("Rancor").contains("what: ThatObject"));
    }

    #[test]
    fn a_normal_form_is_its_own() {
        for card in bundled_cards() {
            for face in card.faces() {
                let mut once = face.clone();
                normalize(&mut once);
                let mut twice = once.clone();
                normalize(&mut twice);
                assert_eq!(once, twice, "{}", face.name);
            }
        }
    }
}
