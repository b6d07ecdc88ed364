//! Whether a cost could be paid in the course of its payment (CR 601.2g-h, 602.2b).
//!
//! Each part of a cost is checked when it is paid. Before that, the player may activate mana
//! abilities if the cost includes mana, and these may change anything: gain life, untap a
//! permanent, create an artifact to sacrifice. Parts that are paid earlier may do so, too. So a
//! cost counts as payable before its payment if nothing rules that out. What is paid in the end
//! decides alone; a payment that fails is taken back (CR 726.1).

use std::ops::BitOr;

use crate::card::mechanism::Mechanisms;
use crate::card::verb;
use crate::card::{Ability, Asking, Cost, Filter, Instruction, Keyword, ManaSymbol, Reads, ZoneKind};
use crate::derive::filter::matches;
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::fact::{ObjectId, Origin, PlayerId, Zone};
use crate::rule;
use crate::state::{Game, Object};

use super::demand::{Refusal, demand};
use super::payable::{self, may_pay, may_pay_by};

/// What mana abilities and earlier payments may change, as far as it can make a cost payable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Changes(u16);

impl Changes {
    pub(super) const NOTHING: Changes = Changes(0);
    /// The source of an ability becomes tapped for its own cost.
    const TAPPED_ITSELF: Changes = Changes(1);
    /// Other permanents become tapped.
    pub(super) const TAPPED: Changes = Changes(1 << 1);
    pub(super) const UNTAPPED: Changes = Changes(1 << 2);
    /// Life totals.
    pub(super) const LIFE: Changes = Changes(1 << 3);
    /// Counters on objects and players.
    pub(super) const COUNTERS: Changes = Changes(1 << 4);
    /// Something comes to a hand.
    pub(super) const HAND: Changes = Changes(1 << 5);
    /// Something enters the battlefield.
    pub(super) const BATTLEFIELD: Changes = Changes(1 << 6);
    /// Something comes to a graveyard.
    pub(super) const GRAVEYARD: Changes = Changes(1 << 7);
    /// Something comes to a library.
    pub(super) const LIBRARY: Changes = Changes(1 << 8);
    /// Something leaves a zone, and its effects end.
    const GONE: Changes = Changes(1 << 9);
    /// Characteristics, controllers, and what effects forbid.
    pub(super) const LOOKS: Changes = Changes(1 << 10);
    /// Anything else.
    pub(super) const REST: Changes = Changes(1 << 11);
    const EVERYTHING: Changes = Changes((1 << 12) - 1);
    /// What no continuous effect asks for by itself.
    pub(super) const MERE_TAPPING: Changes = Changes(0b111);

    pub(super) const fn meet(self, other: Changes) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn are_only(self, other: Changes) -> bool {
        self.0 & !other.0 == 0
    }

    fn when(self, so: bool) -> Changes {
        if so { self } else { Changes::NOTHING }
    }
}

impl BitOr for Changes {
    type Output = Changes;

    fn bitor(self, other: Changes) -> Changes {
        Changes(self.0 | other.0)
    }
}

impl FromIterator<Changes> for Changes {
    fn from_iter<T: IntoIterator<Item = Changes>>(all: T) -> Changes {
        all.into_iter().fold(Changes::NOTHING, BitOr::bitor)
    }
}

/// Whose cost it is, and for which ability of the source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Payer<'a> {
    /// The player who pays.
    pub player: PlayerId,
    /// The source of the ability, or the spell.
    pub source: ObjectId,
    /// The ability; none for a spell.
    pub origin: Option<&'a Origin>,
    /// Whether the source is a card that would be cast: it goes to the stack first, so it pays for
    /// nothing itself (CR 601.2a).
    pub casts: bool,
}

impl Payer<'_> {
    /// A player who pays for something that is no activated ability.
    pub(crate) const fn new(player: PlayerId, source: ObjectId) -> Payer<'static> {
        Payer { player, source, origin: None, casts: false }
    }

    /// A player who activates an ability.
    pub(crate) const fn activating(player: PlayerId, source: ObjectId, origin: &Origin) -> Payer<'_> {
        Payer { player, source, origin: Some(origin), casts: false }
    }

    /// A player who casts a card.
    pub(crate) const fn casting(player: PlayerId, card: ObjectId) -> Payer<'static> {
        Payer { player, source: card, origin: None, casts: true }
    }
}

/// Whether a part of a cost asks for a mana payment, so that mana abilities may be activated
/// (CR 601.2g).
pub(crate) fn asks_for_mana(cost: &[Cost]) -> bool {
    cost.iter().any(|part| match part {
        Cost::Mana(mana) => mana.0.iter().any(|symbol| *symbol != ManaSymbol::Generic(0)),
        Cost::ManaCostOf(_) => true,
        Cost::Times(_, inner) => asks_for_mana(std::slice::from_ref(inner)),
        Cost::Either(several) => several.iter().any(|cost| asks_for_mana(cost)),
        _ => false,
    })
}

/// Checks that a whole cost could be paid, except for the amount of mana.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn could_pay(game: &Game, payer: Payer<'_>, cost: &[Cost]) -> Result<(), Refusal> {
    could_pay_parts(game, payer, cost.iter(), asks_for_mana(cost))
}

/// [`could_pay`] for the parts besides mana, and whether there is also mana to pay.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn could_pay_parts<'a>(
    game: &Game,
    payer: Payer<'_>,
    parts: impl Iterator<Item = &'a Cost> + Clone,
    mana: bool,
) -> Result<(), Refusal> {
    for (place, part) in parts.clone().enumerate() {
        let Err(refusal) = may_pay_now(game, payer, part) else { continue };
        // CR 602.5a, 606.6: these say what can't be activated at all.
        if refusal.rule != rule!("118.3") && refusal.rule != rule!("119.4") {
            return Err(refusal);
        }
        let needed = helpful(game, payer, part);
        let before = |(other, earlier): (usize, &'a Cost)| {
            let counts = other != place && (part.comes_last() || !earlier.comes_last());
            counts.then(|| paying(earlier, true))
        };
        let earlier: Changes = parts.clone().enumerate().filter_map(before).collect();
        if needed == Changes::NOTHING
            || !(looked_at(game, earlier).meet(needed) || (mana && opens(game, payer, needed)))
        {
            return Err(refusal);
        }
    }
    Ok(())
}

/// Checks that a part of a cost could be paid as things are.
fn may_pay_now(game: &Game, payer: Payer<'_>, part: &Cost) -> Result<(), Refusal> {
    match game.object(payer.source) {
        Some(object) => may_pay_by(game, payer.player, object, part)?,
        None => may_pay(game, payer.player, payer.source, part)?,
    }
    let others = || match payable::pay_with(game, payer.player, payer.source, part) {
        Some((options, count)) => options.iter().filter(|id| **id != payer.source).count() >= count as usize,
        None => true,
    };
    demand(!payer.casts || others(), rule!("118.3"), "there is too little besides the card itself")
}

/// The changes that could make a part payable that can't be paid now.
pub(super) fn helpful(game: &Game, payer: Payer<'_>, part: &Cost) -> Changes {
    let object = game.object(payer.source);
    let permanent = object.is_some_and(Object::is_permanent);
    let fits = |filter: &Filter, by: Changes| by | asked_by(filter);
    let there = Changes::BATTLEFIELD | Changes::LOOKS;
    match part {
        Cost::Tap => Changes::UNTAPPED.when(permanent),
        Cost::Untap => {
            let itself = || Changes::TAPPED_ITSELF.when(taps_for_mana(game, payer));
            if permanent { Changes::TAPPED | itself() } else { Changes::NOTHING }
        }
        Cost::RemoveCounters(..) | Cost::RemoveAnyCounters(_) => Changes::COUNTERS.when(object.is_some()),
        Cost::PlayerCounters(..) => Changes::COUNTERS,
        Cost::Life(amount) => {
            let short = game.player(payer.player).is_some_and(|player| i64::from(player.life) < i64::from(*amount));
            if short { Changes::LIFE } else { Changes::GONE | Changes::LOOKS }
        }
        Cost::SacrificeThis => {
            let own = object.is_some_and(|it| it.is_permanent() && game.controller_of(it) == Some(payer.player));
            (Changes::GONE | Changes::LOOKS).when(own)
        }
        Cost::TapTotalPower(_, filter) => fits(filter, Changes::UNTAPPED | Changes::COUNTERS | there),
        Cost::TapOthers(_, filter) => fits(filter, Changes::UNTAPPED | there),
        Cost::UntapOthers(_, filter) => {
            let scope = Scope::of(payer.source, payer.player);
            let taps = |id: &ObjectId| {
                let object = game.object(*id).filter(|it| game.controller_of(it) == Some(payer.player));
                object.is_some_and(|it| {
                    of_object(game, it, payer).meet(Changes::TAPPED_ITSELF) && matches(game, &scope, filter, *id)
                })
            };
            let itself = Changes::TAPPED_ITSELF.when(game.world().battlefield.iter().any(taps));
            fits(filter, Changes::TAPPED | there) | itself
        }
        Cost::Sacrifice(_, filter) => fits(filter, Changes::GONE | there),
        Cost::Return(_, filter) => fits(filter, there),
        Cost::PutCountersOn(_, _, filter) => fits(filter, Changes::GONE | there),
        // What keeps it from being paid could go.
        Cost::Draw(_) => Changes::GONE | Changes::LOOKS,
        Cost::PutCounters(..) => (Changes::GONE | Changes::LOOKS).when(permanent),
        Cost::Loyalty(change) => (Changes::GONE | Changes::LOOKS).when(permanent && *change > 0),
        Cost::RemoveCountersFrom(_, _, filter) => fits(filter, Changes::COUNTERS | there),
        Cost::Discard(_, filter) | Cost::Reveal(_, filter) => fits(filter, Changes::HAND),
        Cost::DiscardAtRandom(_) => Changes::HAND,
        Cost::Exile { what, from, .. } => {
            let zone = |zone: ZoneKind| match zone {
                ZoneKind::Battlefield => there,
                ZoneKind::Hand => Changes::HAND,
                ZoneKind::Graveyard => Changes::GRAVEYARD,
                ZoneKind::Library => Changes::LIBRARY,
                _ => Changes::REST,
            };
            fits(what, from.iter().map(zone).collect())
        }
        Cost::ExileTop(_) | Cost::Mill(_) => Changes::LIBRARY,
        Cost::Unattach(_) => Changes::REST,
        // It can be paid unless something keeps one of them from being sacrificed, and that may go.
        Cost::SacrificeAll(_) => Changes::GONE | Changes::LOOKS,
        Cost::Mana(_)
        | Cost::DiscardHand
        | Cost::DiscardThis
        | Cost::ExileThis
        | Cost::ReturnThis
        | Cost::ManaCostOf(_)
        | Cost::Times(..)
        | Cost::Either(_)
        | Cost::ExertThis => Changes::NOTHING,
    }
}

/// The changes that could make more objects fit a description, besides those of where they are.
fn asked_by(filter: &Filter) -> Changes {
    let reads = filter.reads();
    if reads.meets(Reads::PAST | Reads::HISTORY) {
        return Changes::EVERYTHING;
    }
    let tapping = Changes::TAPPED | Changes::TAPPED_ITSELF | Changes::UNTAPPED;
    tapping.when(reads.meets(Reads::STATUS))
        | Changes::COUNTERS.when(reads.meets(Reads::COUNTERS | Reads::POWER_TOUGHNESS))
        | (Changes::LIFE | Changes::COUNTERS).when(reads.meets(Reads::PLAYERS))
        | Changes::LOOKS.when(reads.meets(Reads::OF_OBJECTS.without(Reads::ZONES)))
        | Changes::HAND.when(reads.meets(Reads::HAND))
        | Changes::BATTLEFIELD.when(reads.meets(Reads::BATTLEFIELD))
        | Changes::GRAVEYARD.when(reads.meets(Reads::GRAVEYARD))
}

/// What paying a part of a cost changes; for the cost at hand, also what its symbols do to the
/// source itself.
pub(super) fn paying(part: &Cost, same: bool) -> Changes {
    match part {
        Cost::Tap if same => Changes::TAPPED | Changes::TAPPED_ITSELF,
        Cost::Tap => Changes::TAPPED_ITSELF,
        Cost::Untap | Cost::UntapOthers(..) => Changes::UNTAPPED,
        Cost::TapOthers(..) | Cost::TapTotalPower(..) => Changes::TAPPED,
        Cost::Life(_) => Changes::LIFE,
        Cost::PlayerCounters(..)
        | Cost::RemoveCounters(..)
        | Cost::RemoveAnyCounters(_)
        | Cost::Loyalty(_)
        | Cost::PutCounters(..)
        | Cost::PutCountersOn(..)
        | Cost::RemoveCountersFrom(..) => Changes::COUNTERS,
        Cost::SacrificeThis
        | Cost::Sacrifice(..)
        | Cost::SacrificeAll(_)
        | Cost::Discard(..)
        | Cost::DiscardHand
        | Cost::DiscardAtRandom(_)
        | Cost::DiscardThis => Changes::GRAVEYARD | Changes::GONE,
        Cost::Mill(_) => Changes::GRAVEYARD,
        Cost::Exile { .. } | Cost::ExileThis | Cost::ExileTop(_) => Changes::GONE,
        Cost::Draw(_) => Changes::HAND,
        Cost::Return(..) | Cost::ReturnThis => Changes::HAND | Changes::GONE,
        Cost::Mana(_) | Cost::Reveal(..) | Cost::ManaCostOf(_) => Changes::NOTHING,
        Cost::Unattach(_) | Cost::ExertThis => Changes::LOOKS | Changes::REST,
        Cost::Times(_, inner) => paying(inner, same),
        Cost::Either(several) => several.iter().flatten().map(|part| paying(part, same)).collect(),
    }
}

/// What instructions change.
pub(super) fn following(instructions: &[Instruction]) -> Changes {
    instructions.iter().map(done_by).collect()
}

fn done_by(instruction: &Instruction) -> Changes {
    match instruction {
        Instruction::AddMana(_)
        | Instruction::Delay(_)
        | Instruction::ChooseValue(_)
        | Instruction::NoteNumber(_)
        | Instruction::Reveal(_)
        | Instruction::RemoveDamage(_)
        | Instruction::Shuffle(_)
        | Instruction::Choose(_) => Changes::NOTHING,
        Instruction::GainLife(_) | Instruction::LoseLife(_) | Instruction::SetLife(_) => Changes::LIFE,
        Instruction::DealDamage(_) => Changes::LIFE | Changes::COUNTERS,
        Instruction::PutCounters(_)
        | Instruction::MoreCounters(_)
        | Instruction::RemoveCounters(_)
        | Instruction::RemoveAnyCounters(_)
        | Instruction::RemoveAllCounters(_)
        | Instruction::GetCounters(_) => Changes::COUNTERS,
        Instruction::Tap(_) => Changes::TAPPED,
        Instruction::Untap(_) => Changes::UNTAPPED,
        Instruction::Draw(_) => Changes::HAND | Changes::GONE,
        Instruction::Mill(_) => Changes::GRAVEYARD | Changes::GONE,
        Instruction::Discard(_)
        | Instruction::DiscardThose(_)
        | Instruction::Sacrifice(_)
        | Instruction::SacrificeThose(_)
        | Instruction::SacrificeTheirs(_) => Changes::GRAVEYARD | Changes::GONE,
        Instruction::Exile(_) => Changes::GONE,
        Instruction::CreateTokens(_) => Changes::BATTLEFIELD | Changes::TAPPED,
        Instruction::Modify(_) | Instruction::Establish(_) => Changes::LOOKS,
        Instruction::May(verb::May { then, .. }) => following(then),
        Instruction::Either(verb::Either { of, .. }) => of.iter().map(|it| following(it)).collect(),
        Instruction::If(verb::If { then, otherwise, .. }) => following(then) | following(otherwise),
        Instruction::Unless(verb::Unless { cost, then, .. }) => {
            cost.iter().map(|part| paying(part, false)).collect::<Changes>() | following(then)
        }
        Instruction::MayPay(verb::MayPay { cost, then, otherwise, .. }) => {
            cost.iter().map(|part| paying(part, false)).collect::<Changes>() | following(then) | following(otherwise)
        }
        _ => Changes::EVERYTHING,
    }
}

/// Whether the window for mana abilities may bring about one of these changes: through a mana
/// ability that the player has, whether or not it can be activated at once, or through one that
/// triggers.
fn opens(game: &Game, payer: Payer<'_>, needed: Changes) -> bool {
    let mut there = Changes::NOTHING;
    let helps = [Keyword::Convoke, Keyword::Improvise].iter().any(|it| game.has_keyword(payer.source, it));
    there = there | Changes::TAPPED.when(helps);
    let every = game.has_mechanism(Mechanisms::TRIGGERED_MANA) || game.has_mechanism(Mechanisms::ACTIVATED_BY_OTHERS);
    for object in places(game, payer.player).flat_map(|zone| game.zone(zone)).filter_map(|id| game.object(*id)) {
        let own = game.controller_of(object).unwrap_or(object.owner) == payer.player;
        if own || every {
            there = there | of_object(game, object, payer);
        }
        if looked_at(game, there).meet(needed) {
            return true;
        }
    }
    false
}

/// The zones from which a player could activate mana abilities.
pub(super) fn places(game: &Game, player: PlayerId) -> impl Iterator<Item = Zone> {
    let all = [Zone::Battlefield, Zone::Hand(player), Zone::Graveyard(player), Zone::Command];
    all.into_iter().filter(|zone| {
        *zone == Zone::Battlefield
            || !game.derived().changed.is_empty()
            || game.summary().activates.contains(&zone.kind())
    })
}

/// What the mana abilities of an object change.
fn of_object(game: &Game, object: &Object, payer: Payer<'_>) -> Changes {
    let Some(characteristics) = game.characteristics_of(object) else { return Changes::NOTHING };
    let mut there = Changes::NOTHING;
    for instance in &characteristics.abilities {
        // CR 605.3c: the one under way can't be activated again.
        let same = object.id == payer.source && payer.origin == Some(&instance.origin);
        if let Some(ability) = instance.activated().filter(|it| !same && it.is_mana()) {
            let paid: Changes = ability.cost.iter().map(|part| paying(part, false)).collect();
            let done: Changes = ability.body.texts().map(|(_, instructions)| following(instructions)).collect();
            there = there | paid | done;
        }
        for triggered in instance.triggered().iter().filter(|it| it.ability.is_mana()) {
            if let Ability::Triggered(ability) = &*triggered.ability {
                there = there | ability.body.texts().map(|(_, instructions)| following(instructions)).collect();
            }
        }
    }
    there
}

/// Whether the source has another mana ability with the tap symbol.
fn taps_for_mana(game: &Game, payer: Payer<'_>) -> bool {
    let Some(object) = game.object(payer.source) else { return false };
    of_object(game, object, payer).meet(Changes::TAPPED_ITSELF)
}

/// With the changes of characteristics, and of what is forbidden, that may follow: if there are
/// continuous effects that could ask for it.
pub(super) fn looked_at(game: &Game, changes: Changes) -> Changes {
    if changes.are_only(Changes::MERE_TAPPING) || changes.meet(Changes::LOOKS) {
        return changes;
    }
    let of_static = |id: &ObjectId| {
        let printed = game.object(*id).and_then(|object| game.printed(object.def));
        printed.is_some_and(|printed| !printed.effects.is_empty())
    };
    let effects = !game.world().effects.is_empty() || game.world().battlefield.iter().any(of_static);
    changes | Changes::LOOKS.when(effects)
}
