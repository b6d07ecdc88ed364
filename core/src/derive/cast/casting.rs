//! Permissions and prohibitions for playing a card (CR 305.2-3, 305.9, 601.3, 609.4).
//!
//! A spell that is about to be proposed is considered as it would be: its zone is the one that it
//! is cast from, and X is open as far as the choice could make an effect apply or not
//! (CR 601.3a-b).

use std::borrow::Cow;

use crate::card::{
    Ability, AnyMana, Body, CardType, CastingCost, Cost, Filter, Keyword, Objects, OptionalCost, Permission, Quantity,
    Replacement, Restriction, StaticEffect, Timing, ZoneKind,
};
use crate::card::{AlternativeOf, KeywordName};
use crate::card::{Card, Definition, Supertype};
use crate::card::{CardTypes, Modification, Subtype, keyword::bestowed};
use crate::fact::Canonical;
use crate::fact::{
    AbilityInstance, AbilityRef, Announcement, Applied, Characteristics, Event, Frame, ObjectId, Origin, PlayerId,
    Proposing, Zone,
};
use crate::rule;
use crate::state::{Functioning, Game, Object};

use super::cost::{Costed, Pricing};
use super::reserved;
use crate::derive::filter::{found, holds, matches, matches_source, objects, players, quantity};
use crate::derive::look::Look;
use crate::derive::look::scope::{Scope, announced_for};
use crate::derive::object::commander;
use crate::derive::object::face_up::{FaceUpLook, face, is_of_type};
use crate::derive::object::faces;
use crate::derive::pay::demand::{Refusal, demand, sorcery_time, sorcery_timing};
use crate::derive::pay::production::Purpose;
use crate::derive::target::targets;

/// A spell that a player casts or would cast.
#[derive(Clone, Copy, Debug)]
pub struct Casting {
    /// The card, or the spell once it is on the stack.
    pub id: ObjectId,
    /// The card before it was put onto the stack.
    pub card: ObjectId,
    /// The player who casts it.
    pub player: PlayerId,
    /// The zone that it is cast from.
    pub from: Zone,
    /// The value of X; none while it can still be chosen.
    pub x: Option<u32>,
    /// Whether what it is cast with and for can still be chosen.
    pub open: bool,
    /// Whether the card is considered as cast bestowed (CR 702.103d).
    pub bestowed: bool,
}

impl Casting {
    /// A card that could be cast from its present zone.
    pub(crate) fn of_card(game: &Game, player: PlayerId, id: ObjectId) -> Option<Casting> {
        let object = game.object(id)?;
        Some(Casting { id, card: id, player, from: object.zone, x: None, open: true, bestowed: false })
    }

    /// Its characteristics as it is cast.
    pub fn face<'a>(&self, game: &'a Game) -> Option<Cow<'a, Characteristics>> {
        let face = face(game, self.player, self.id)?;
        let bestowed = if self.bestowed { as_bestowed(face) } else { None };
        Some(bestowed.map_or(Cow::Borrowed(face), Cow::Owned))
    }

    /// A proposed spell as it was begun: the game before it, and the card with all that has been
    /// chosen since. What allows casting a card may be given to it where it is, and refers to it
    /// there (CR 601.3, 601.4).
    fn as_begun(&self, game: &Game, announced: &Announcement) -> Option<(Game, Casting)> {
        let spell = game.object(self.id).filter(|_| self.id != self.card)?;
        let before = faces::before_proposal(game, self.card, spell.def, announced)?;
        Some((before, Casting { id: self.card, ..*self }))
    }

    /// This spell, and the spell bestowed while that can still be chosen (CR 601.3b, 702.103a).
    pub fn forms(self, game: &Game) -> Vec<Casting> {
        let card = face(game, self.player, self.id).filter(|_| self.open && !self.bestowed);
        let bestowed = card.and_then(as_bestowed).map(|_| Casting { bestowed: true, ..self });
        std::iter::once(self).chain(bestowed).collect()
    }

    /// Whether the spell fits a description for some choice that is still open (CR 601.3a-b).
    fn could_fit(&self, game: &Game, scope: &Scope<'_>, filter: &Filter) -> bool {
        self.forms(game).iter().any(|form| {
            form.open_choices(game, scope, filter).into_iter().any(|chosen| form.fits(game, scope, filter, chosen))
        })
    }

    /// Whether the spell fails to fit a description for some choice that is still open.
    fn could_fail(&self, game: &Game, scope: &Scope<'_>, filter: &Filter) -> bool {
        self.forms(game).iter().any(|form| {
            form.open_choices(game, scope, filter).into_iter().any(|chosen| !form.fits(game, scope, filter, chosen))
        })
    }

    /// The open choices that matter to a description: the value of X, and whether its statements
    /// about costs and targets come true.
    fn open_choices(&self, game: &Game, scope: &Scope<'_>, filter: &Filter) -> Vec<Chosen> {
        let choices: &[bool] = if self.open && speaks_of_choices(filter) { &[false, true] } else { &[false] };
        let values = self.values_of_x(game, scope, filter);
        values.iter().flat_map(|x| choices.iter().map(|choices| Chosen { x: *x, choices: *choices })).collect()
    }

    /// The values of X that could matter to a description: where a comparison of mana values tips
    /// over.
    fn values_of_x(&self, game: &Game, scope: &Scope<'_>, filter: &Filter) -> Vec<u32> {
        if let Some(x) = self.x {
            return vec![x];
        }
        let face = self.face(game);
        let Some(cost) = face.as_ref().and_then(|it| it.cost.as_ref()).filter(|cost| cost.has_x()) else {
            return vec![0];
        };
        let (without, each) = (cost.mana_value(0), cost.mana_value(1) - cost.mana_value(0));
        let mut values = vec![0, 1];
        thresholds(filter, &mut |number| {
            let number = u32::try_from(quantity(game, scope, number)).unwrap_or(0);
            let x = number.saturating_sub(without) / each.max(1);
            values.extend([x.saturating_sub(1), x, x.saturating_add(1), x.saturating_add(2)]);
        });
        values.sort_unstable();
        values.dedup();
        values
    }

    fn fits(&self, game: &Game, scope: &Scope<'_>, filter: &Filter, chosen: Chosen) -> bool {
        let fits = |filter: &Filter| self.fits(game, scope, filter, chosen);
        let mana_value = || {
            let face = self.face(game);
            let cost = face.as_ref().and_then(|it| it.cost.as_ref());
            i32::try_from(cost.map_or(0, |cost| cost.mana_value(chosen.x))).unwrap_or(i32::MAX)
        };
        match filter {
            Filter::Not(inner) => !fits(inner),
            Filter::All(parts) => parts.iter().all(fits),
            Filter::AnyOf(parts) => parts.iter().any(fits),
            Filter::Spell => true,
            Filter::In(kind) => self.from.kind() == *kind,
            Filter::ControlledBy(who) => players(game, scope, who).contains(&self.player),
            Filter::OwnedBy(who) => {
                let whose = players(game, scope, who);
                game.object(self.id).is_some_and(|object| whose.contains(&object.owner))
                    || (whose.contains(&self.player) && as_though_own(game, self.player, self.id))
            }
            // A card from the top of a library still counts as that while it is cast.
            Filter::Is(Objects::TopOfLibrary(who, _)) if self.id != self.card => match self.from {
                Zone::Library(owner) => players(game, scope, who).contains(&owner),
                _ => false,
            },
            Filter::Is(reference) => {
                let is_it = |id: &ObjectId| *id == self.id || *id == self.card;
                // A card that the resolution moved which began the effect is found there.
                objects(game, scope, reference).iter().any(is_it)
                    || scope.memory().is_some() && found(game, scope, reference).iter().any(is_it)
            }
            Filter::ManaValue(comparison, number) => comparison.holds(mana_value(), quantity(game, scope, number)),
            Filter::ManaValueIs(parity) => parity.holds(mana_value()),
            choice if self.open && speaks_of_choices(choice) => chosen.choices && self.could_be_chosen(game, choice),
            Filter::CastUntimely if self.id == self.card => !timely(game, self),
            other => {
                let like = self.face(game).filter(|_| self.bestowed);
                let view = FaceUpLook { game, player: self.player, card: self.id, like: like.as_deref() };
                matches(&view, scope, other, self.id)
            }
        }
    }

    /// Whether a description's costs and targets could be chosen for the card at all.
    fn could_be_chosen(&self, game: &Game, filter: &Filter) -> bool {
        let nothing = Announcement::default();
        let pricing = || Pricing::new(game, self.player, Costed::Spell(self.id), &nothing);
        match filter {
            Filter::Paid { what, nth } => {
                let offered = pricing().optional();
                offered.iter().any(|it| it.what == *what && nth.is_none_or(|nth| nth == it.nth))
            }
            Filter::PaidInstead => {
                let instead = |it: &Holding<'_>| it.permission.is_instead();
                !pricing().alternatives().is_empty() || holding(game, self.player, self.id).iter().any(instead)
            }
            Filter::PaidAs(name) => {
                let offers = |keyword: &Keyword| name.is_of(keyword);
                let is = |instance: &AbilityInstance| matches!(&*instance.ability, Ability::Keyword(it) if offers(it));
                self.face(game).is_some_and(|it| it.abilities.iter().any(is))
            }
            _ => self.face(game).is_some_and(|it| {
                let body = targets::spell_bodies(&it).any(Body::has_targets);
                body || !targets::instances_of_aura(&it).is_empty() || self.could_gain_targets(game)
            }),
        }
    }

    /// Whether a text with targets could be added to the spell from a card in its player's hand
    /// (CR 702.47a).
    fn could_gain_targets(&self, game: &Game) -> bool {
        let as_proposed = Chosen { x: 0, choices: false };
        let could_give = |card: &ObjectId| {
            let Some(characteristics) = game.characteristics(*card).filter(|_| *card != self.card) else {
                return false;
            };
            let scope = Scope::of(*card, self.player);
            let fits = |keyword: &Keyword| {
                keyword.text_offer().is_some_and(|offer| self.fits(game, &scope, offer.onto, as_proposed))
            };
            let offers = |it: &AbilityInstance| matches!(&*it.ability, Ability::Keyword(keyword) if fits(keyword));
            characteristics.abilities.iter().any(offers)
                && targets::spell_bodies(characteristics).any(Body::has_targets)
        };
        game.zone(Zone::Hand(self.player)).iter().any(could_give)
    }
}

/// Assumptions about the choices that are still open.
#[derive(Clone, Copy, Debug)]
struct Chosen {
    /// The value of X.
    x: u32,
    /// Whether a description's costs and targets come true.
    choices: bool,
}

/// Whether a description refers to choices made as a spell is cast: costs paid, and targets.
fn speaks_of_choices(filter: &Filter) -> bool {
    match filter {
        Filter::Not(inner) => speaks_of_choices(inner),
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(speaks_of_choices),
        Filter::Paid { .. } | Filter::PaidInstead | Filter::PaidAs(_) => true,
        Filter::Targets(_) | Filter::TargetsOnly(_) | Filter::SingleTarget => true,
        _ => false,
    }
}

/// The numbers that mana values are compared with.
fn thresholds(filter: &Filter, each: &mut dyn FnMut(&Quantity)) {
    match filter {
        Filter::Not(inner) => thresholds(inner, each),
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().for_each(|part| thresholds(part, each)),
        Filter::ManaValue(_, number) => each(number),
        _ => {}
    }
}

/// A way in which a player may cast a card: the permission, and the cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayToCast {
    /// The effect that allows it; none for the rule that cards may be cast from hand.
    pub by: Option<Applied>,
    /// The permission; none for that rule.
    pub permission: Option<Permission>,
}

impl WayToCast {
    /// The cost of the spell.
    pub fn cost(&self) -> &CastingCost {
        match &self.permission {
            Some(Permission::Cast { cost, .. } | Permission::Play { cost, .. }) => cost,
            _ => &CastingCost::Usual,
        }
    }

    /// Whether two ways make no difference to the spell.
    fn like(&self, other: &WayToCast) -> bool {
        self.cost() == other.cost() && self.replaces() == other.replaces()
    }

    /// The replacement effects for a spell cast in this way.
    pub fn replaces(&self) -> Vec<Replacement> {
        self.permission.as_ref().map(Permission::replaces).unwrap_or_default()
    }
}

/// A permission that holds: its identity, scope and text, and the objects that it is locked on.
struct Holding<'a> {
    by: Cow<'a, Applied>,
    scope: Scope<'a>,
    permission: Cow<'a, Permission>,
    objects: Option<&'a [ObjectId]>,
}

/// The permissions that hold for a card: those that function, and the card's own (CR 113.6e-f,
/// 604.6).
fn holding<'a>(game: &'a Game, player: PlayerId, id: ObjectId) -> Vec<Holding<'a>> {
    // CR 712.7b: nothing else lets a card be cast transformed.
    if let Some(front) = faces::cast_transformed(game, id) {
        let allowed = |instance: &AbilityInstance| match &*instance.ability {
            Ability::Keyword(keyword) if keyword.casts_transformed() => Some(Holding {
                by: Cow::Owned(Applied::Ability { object: id, origin: instance.origin.clone() }),
                scope: Scope::of(id, player),
                permission: Cow::Owned(keyword.permission(front.cost.as_ref())?),
                objects: None,
            }),
            _ => None,
        };
        return front.abilities.iter().filter_map(allowed).collect();
    }
    let mut found: Vec<Holding<'a>> = Vec::new();
    for it in game.permissions() {
        let StaticEffect::Permit(permission) = &*it.effect else { continue };
        // The object's own permissions follow below, in any zone.
        if permission.is_of_this() && matches!(it.identity, Applied::Ability { .. }) {
            continue;
        }
        found.push(Holding {
            by: Cow::Borrowed(&it.identity),
            scope: it.scope(),
            permission: Cow::Borrowed(permission),
            objects: it.objects.as_deref().map(Vec::as_slice),
        });
    }
    found.extend(own(game, player, id));
    // Only its owner may cast a card that a designation reserves.
    let owner = game.object(id).map(|object| object.owner);
    found.extend(reserved::permissions(game, id).into_iter().zip(owner.into_iter().cycle()).map(
        |((by, permission), owner)| Holding {
            by: Cow::Owned(by),
            scope: Scope::of(id, owner),
            permission: Cow::Owned(permission),
            objects: None,
        },
    ));
    found
}

/// The permissions from a card's own abilities.
fn own<'a>(game: &'a Game, player: PlayerId, id: ObjectId) -> Vec<Holding<'a>> {
    let (Some(object), Some(characteristics)) = (game.object(id), game.characteristics(id)) else { return Vec::new() };
    let owner = if as_though_own(game, player, id) { player } else { game.controller(id).unwrap_or(object.owner) };
    let scope = Scope::of(id, owner);
    let mut found = Vec::new();
    for instance in &characteristics.abilities {
        let permission = match &*instance.ability {
            Ability::Static(ability) => {
                let StaticEffect::Permit(permission) = &ability.effect else { continue };
                let here = ability.zone == ZoneKind::Battlefield || ability.functions_in(object.zone.kind());
                let holds = ability.condition.as_ref().is_none_or(|condition| holds(game, &scope, condition));
                (permission.is_of_this() && here && holds).then_some(Cow::Borrowed(permission))
            }
            Ability::Keyword(keyword) if keyword.casts_transformed() => None,
            Ability::Keyword(keyword) => keyword.permission(characteristics.cost.as_ref()).map(Cow::Owned),
            _ => None,
        };
        if let Some(permission) = permission {
            let by = Cow::Owned(Applied::Ability { object: id, origin: instance.origin.clone() });
            found.push(Holding { by, scope, permission, objects: None });
        }
    }
    found
}

/// Whether a player may treat another player's card as their own (CR 609.4).
fn as_though_own(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    game.permissions().any(|it| match &*it.effect {
        StaticEffect::Permit(Permission::AsThoughOwn { who, what }) => {
            players(game, &it.scope(), who).contains(&player) && matches(game, &it.scope(), what, id)
        }
        _ => false,
    })
}

impl Holding<'_> {
    /// Whether it is a permission to cast spells.
    fn casts(&self) -> bool {
        matches!(*self.permission, Permission::Play { .. } | Permission::Cast { .. })
    }

    /// Whether a permission covers a player and a spell or card, for some choice of X.
    fn covers(&self, game: &Game, casting: &Casting) -> bool {
        let (who, what) = match &*self.permission {
            Permission::Play { who, what, .. }
            | Permission::Cast { who, what, .. }
            | Permission::CastWithFlash { who, what, .. } => (who, what),
            _ => return false,
        };
        if !players(game, &self.scope, who).contains(&casting.player) {
            return false;
        }
        match self.objects {
            // Beyond naming these objects, the description applies to the spell.
            Some(objects) => {
                objects.contains(&casting.card)
                    && (matches!(what, Filter::Is(_)) || casting.could_fit(game, &self.scope, what))
            }
            None => casting.could_fit(game, &self.scope, what),
        }
    }
}

/// Whether a player may cast or play a card because it is in their hand: not with the back face of
/// a transforming card up (CR 712.7).
pub(crate) fn may_leave_hand(game: &Game, casting: &Casting) -> bool {
    casting.from == Zone::Hand(casting.player) && faces::cast_transformed(game, casting.id).is_none()
}

/// Whether a player may cast a card from its present zone by the rules alone.
fn needs_no_permission(game: &Game, casting: &Casting) -> bool {
    let is_commander = || {
        commander::may_be_cast(game, casting.player, casting.id, casting.from)
            && faces::cast_transformed(game, casting.id).is_none()
    };
    may_leave_hand(game, casting) || is_commander()
}

/// Whether a player may cast a card from its present zone in any way ([`ways`]).
pub(crate) fn may_cast_from(game: &Game, casting: &Casting) -> bool {
    needs_no_permission(game, casting)
        || holding(game, casting.player, casting.id).iter().any(|it| it.casts() && it.covers(game, casting))
}

/// The different ways in which a player may cast a card from its present zone (CR 601.3).
pub fn ways(game: &Game, casting: &Casting) -> Vec<WayToCast> {
    let mut found: Vec<WayToCast> = Vec::new();
    if needs_no_permission(game, casting) {
        found.push(WayToCast { by: None, permission: None });
    }
    for holding in holding(game, casting.player, casting.id) {
        if holding.casts() && holding.covers(game, casting) {
            let way =
                WayToCast { by: Some(holding.by.into_owned()), permission: Some(holding.permission.into_owned()) };
            if !found.iter().any(|other| other.like(&way)) {
                found.push(way);
            }
        }
    }
    found
}

/// Whether the permissions under which a spell was begun still cover it with what has been chosen
/// for it since (CR 601.4).
pub(crate) fn is_still_covered(game: &Game, casting: &Casting, announced: &Announcement) -> bool {
    needs_no_permission(game, casting)
        // Face down, nothing is chosen that could change it.
        || game.object(casting.id).is_some_and(Object::is_face_down)
        || casting.as_begun(game, announced).is_some_and(|(before, begun)| may_cast_from(&before, &begun))
}

/// Whether anything allows a player to play a land from its present zone (CR 305.1).
pub(crate) fn may_play_from(game: &Game, player: PlayerId, id: ObjectId) -> bool {
    let Some(casting) = Casting::of_card(game, player, id) else { return false };
    may_leave_hand(game, &casting)
        || holding(game, player, id)
            .iter()
            .any(|it| matches!(*it.permission, Permission::Play { .. }) && it.covers(game, &casting))
}

/// Whether a spell is cast during a resolution, regardless of timing (CR 608.2g).
pub(crate) fn in_resolution(game: &Game, casting: &Casting) -> bool {
    let frames = &game.world().frames;
    let proposed = frames.iter().rposition(
        |frame| matches!(&**frame, Frame::Proposal(it) if it.what == Proposing::Spell && it.object == casting.id),
    );
    let around = proposed.unwrap_or(frames.len()).checked_sub(1).and_then(|index| frames.get(index));
    matches!(around.map(|frame| &**frame), Some(Frame::Resolve(_)))
}

/// Whether a sorcery could be cast instead of this spell (CR 307.5a).
fn timely(game: &Game, casting: &Casting) -> bool {
    !in_resolution(game, casting) && sorcery_time(game, casting.player, Some(casting.id))
}

/// Whether a spell may be cast whenever its player has priority: an instant, a spell with flash, or
/// one that may be cast as though it had flash (CR 304.1, 702.8a, 601.3b, 601.3d), even if only for
/// a cost (CR 601.3c).
pub(crate) fn any_time(game: &Game, casting: &Casting) -> bool {
    let Some(characteristics) = casting.face(game) else { return false };
    characteristics.types.has(CardType::Instant)
        || characteristics.has_keyword(&Keyword::Flash)
        || !flash(game, casting).is_empty()
        || Pricing::new(game, casting.player, Costed::Spell(casting.id), &Announcement::default()).gives_flash()
}

/// Whether a spell with this announcement may be cast at this time (CR 601.4). What applied to the
/// card where it came from still counts.
pub(crate) fn at_this_time(game: &Game, casting: &Casting, announced: &Announcement) -> bool {
    is_timely(game, casting, announced)
        || casting.as_begun(game, announced).is_some_and(|(before, begun)| is_timely(&before, &begun, announced))
}

fn is_timely(game: &Game, casting: &Casting, announced: &Announcement) -> bool {
    let Some(characteristics) = casting.face(game) else { return false };
    in_resolution(game, casting)
        || timely(game, casting)
        || characteristics.types.has(CardType::Instant)
        || characteristics.has_keyword(&Keyword::Flash)
        || flash(game, casting).iter().any(|(_, cost)| cost.is_empty())
        || announced.optional.iter().any(|intent| intent.what == OptionalCost::Flash)
        || Pricing::new(game, casting.player, Costed::Spell(casting.id), announced).has_flash()
}

/// The effects that let a spell be cast as though it had flash (CR 601.3b), each with its
/// additional cost (CR 601.3c).
pub(crate) fn flash(game: &Game, casting: &Casting) -> Vec<(Applied, Vec<Cost>)> {
    let given = |it: Holding<'_>| match &*it.permission {
        Permission::CastWithFlash { cost, .. } if it.covers(game, casting) => {
            Some((Applied::clone(&it.by), cost.clone()))
        }
        _ => None,
    };
    holding(game, casting.player, casting.id).into_iter().filter_map(given).collect()
}

impl Casting {
    /// Whether it begins, or began, at a certain time: the spell itself on the stack does not end
    /// it (CR 307.5, 601.3).
    fn is_begun_at(&self, game: &Game, timing: Timing) -> bool {
        match timing {
            Timing::Sorcery if self.id != self.card => {
                announced_for(game, self.id).is_none_or(|announced| !announced.further.untimely)
            }
            timing => allows(game, self.player, timing),
        }
    }
}

/// A spell that a player is casting, as it was begun.
pub fn under_way(game: &Game, player: PlayerId, spell: ObjectId, announced: &Announcement) -> Option<Casting> {
    let mut departed = game.world().departed.iter();
    let (card, from) = departed.find_map(|(card, it)| it.became.contains(&spell).then_some((*card, it.was.zone)))?;
    Some(Casting { id: spell, card, player, from, x: Some(announced.x.unwrap_or(0)), open: false, bestowed: false })
}

/// Checks that nothing prohibits a player from casting a spell, whatever is chosen for it
/// (CR 601.3, 601.3a).
///
/// # Errors
/// The prohibition.
pub(crate) fn prohibited(game: &Game, casting: &Casting) -> Result<(), Refusal> {
    let named = |scope: &Scope<'_>, who| players(game, scope, who).contains(&casting.player);
    let face = casting.face(game);
    let abilities = face.as_ref().map(|it| it.abilities.as_slice()).unwrap_or_default();
    let elsewhere = |instance: &AbilityInstance| match &*instance.ability {
        Ability::Keyword(keyword) => keyword.only_cast_from().is_some_and(|zone| zone != casting.from.kind()),
        _ => false,
    };
    demand(!abilities.iter().any(elsewhere), rule!("702.127a"), "it can be cast from a graveyard alone")?;
    for (scope, restriction) in player_restrictions(game, casting.player, casting.id) {
        match restriction {
            Restriction::CantCast { who, what, except } => {
                let applies = named(&scope, who) && !casting.could_fail(game, &scope, what);
                let free = except.is_some_and(|timing| casting.is_begun_at(game, timing));
                demand(!applies || free, rule!("601.3"), "an effect says that it can't be cast")?;
            }
            Restriction::MaximumSpells { who, what, count } => {
                let applies = named(&scope, who) && !casting.could_fail(game, &scope, what);
                let enough = applies && cast_this_turn(game, casting.player, &scope, what) >= *count;
                demand(!enough, rule!("601.3"), "the player has cast as many spells this turn as effects allow")?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The restrictions that function, and those from a card's own abilities in any zone (CR 113.6e).
fn player_restrictions<'a>(game: &'a Game, player: PlayerId, id: ObjectId) -> Vec<(Scope<'a>, &'a Restriction)> {
    let mut found: Vec<(Scope<'a>, &'a Restriction)> =
        game.restrictions().filter(|(scope, _)| !game.ignores(Some(player), scope.source)).collect();
    let Some(object) = game.object(id) else { return found };
    let scope = Scope::of(id, game.controller(id).unwrap_or(object.owner));
    for instance in game.characteristics(id).map(|it| it.abilities.as_slice()).unwrap_or_default() {
        if let Ability::Static(ability) = &*instance.ability
            && let StaticEffect::Restrict(
                restriction @ (Restriction::CantCast { what, .. } | Restriction::CantPlayLands { what, .. }),
            ) = &ability.effect
            && *what == Filter::This
            && ability.condition.as_ref().is_none_or(|condition| holds(game, &scope, condition))
        {
            found.push((scope, restriction));
        }
    }
    found
}

/// Whether an exception's timing is met (CR 307.5).
pub fn allows(game: &Game, player: PlayerId, timing: Timing) -> bool {
    match timing {
        Timing::Sorcery => sorcery_timing(game, player),
        Timing::OwnTurn => game.is_turn_of(player),
    }
}

/// How many spells that fit a description a player has cast this turn, whatever became of them.
fn cast_this_turn(game: &Game, player: PlayerId, scope: &Scope<'_>, what: &Filter) -> u32 {
    let cast = game.world().this_turn().filter(|entry| match &entry.event {
        Event::BecameCast { object, player: by } => *by == player && matches(game, scope, what, *object),
        _ => false,
    });
    u32::try_from(cast.count()).unwrap_or(u32::MAX)
}

/// How many lands a player may play this turn: one plus the effects that add more (CR 305.2); none
/// if there is no limit.
pub(crate) fn lands_allowed(game: &Game, player: PlayerId) -> Option<u32> {
    let mut allowed = 1u32;
    for it in game.permissions() {
        let scope = it.scope();
        match &*it.effect {
            StaticEffect::Permit(Permission::PlayLands(who, count)) if players(game, &scope, who).contains(&player) => {
                let more = u32::try_from(quantity(game, &scope, count)).unwrap_or(0);
                allowed = allowed.saturating_add(more);
            }
            StaticEffect::Permit(Permission::PlayAnyLands(who)) if players(game, &scope, who).contains(&player) => {
                return None;
            }
            _ => {}
        }
    }
    Some(allowed)
}

/// Checks that a player may play a land now at all, from any zone and for any reason (CR 305.2-3,
/// 101.2).
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn may_play_land(game: &Game, player: PlayerId, id: ObjectId) -> Result<(), Refusal> {
    demand(is_of_type(game, player, id, CardType::Land), rule!("305.1"), "it is not a land")?;
    demand(game.is_active(player), rule!("305.3"), "it is not the player's turn")?;
    let more = lands_allowed(game, player).is_none_or(|allowed| game.lands_played(player) < allowed);
    demand(more, rule!("305.2"), "the player has played as many lands this turn as they may")?;
    for (scope, restriction) in player_restrictions(game, player, id) {
        if let Restriction::CantPlayLands { who, what } = restriction {
            let applies = players(game, &scope, who).contains(&player)
                && Casting::of_card(game, player, id)
                    .is_some_and(|it| it.fits(game, &scope, what, Chosen { x: 0, choices: false }));
            demand(!applies, rule!("305.2b"), "an effect says that it can't be played")?;
        }
    }
    Ok(())
}

/// Checks that nothing prohibits activating an ability (CR 602.5).
///
/// # Errors
/// The prohibition.
pub(crate) fn may_use(game: &Game, player: PlayerId, source: ObjectId, mana: bool) -> Result<(), Refusal> {
    for (scope, restriction) in game.restrictions() {
        if let Restriction::CantActivate { who, what, unless_mana, except } = restriction {
            let applies = players(game, &scope, who).contains(&player)
                && matches_source(game, &scope, what, source)
                && !game.ignores(Some(player), scope.source);
            let free = (mana && *unless_mana) || except.is_some_and(|timing| allows(game, player, timing));
            demand(!applies || free, rule!("602.5"), "an effect says that it can't be activated")?;
        }
    }
    Ok(())
}

/// Whether a player can search libraries (CR 101.2).
pub(crate) fn may_search(game: &Game, player: PlayerId) -> bool {
    !game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantSearch(who) => {
            players(game, &scope, who).contains(&player) && !game.ignores(Some(player), scope.source)
        }
        _ => false,
    })
}

/// Whether a player can cycle cards (CR 101.2, 702.29f).
pub(crate) fn may_cycle(game: &Game, player: PlayerId) -> bool {
    !game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantCycle(who) => {
            players(game, &scope, who).contains(&player) && !game.ignores(Some(player), scope.source)
        }
        _ => false,
    })
}

/// The keyword ability of an alternative cost, if a keyword ability offers it or lets the spell be
/// cast with it (CR 118.9, 702.34a).
pub(crate) fn keyword_of(game: &Game, by: &Applied) -> Option<AlternativeOf> {
    let Applied::Ability { object, origin } = by else { return None };
    let own = game.ability_of(*object, origin).map(|instance| &*instance.ability);
    // A face-down card in exile has no abilities, but may be cast for its own.
    let beneath = || match origin {
        Origin::Printed { def, index } => game.ability(AbilityRef { def: *def, index: *index }),
        _ => None,
    };
    match own.or_else(beneath)? {
        Ability::Keyword(keyword) => KeywordName::of(keyword).alternative(),
        _ => None,
    }
}

/// The cards outside hands that a permission could be about: public cards, and the tops of
/// libraries.
pub(crate) fn playable_elsewhere(game: &Game, player: PlayerId) -> Vec<ObjectId> {
    let by_effect = game
        .permissions()
        .any(|it| matches!(&*it.effect, StaticEffect::Permit(Permission::Play { .. } | Permission::Cast { .. })));
    let mut found = commander::castable(game, player);
    let commanders = found.len();
    if !by_effect && !game.summary().permits && game.derived().changed.is_empty() {
        return found;
    }
    let mut look = |zone: Zone| {
        for id in game.zone(zone) {
            let Some(object) = game.object(*id) else { continue };
            let own = || {
                game.is_changed(*id)
                    || game.printed(object.def).is_some_and(|printed| {
                        printed.permits
                            || object.reserved().is_some()
                            || (printed.is_playable_elsewhere() && !faces::sides_to_play(game, player, *id).is_empty())
                    })
            };
            if (by_effect || own()) && !found[..commanders].contains(id) {
                found.push(*id);
            }
        }
    };
    look(Zone::Exile);
    look(Zone::Command);
    for other in game.apnap() {
        look(Zone::Graveyard(other));
        if other != player && by_effect {
            look(Zone::Hand(other));
        }
    }
    if by_effect {
        for other in game.apnap() {
            found.extend(game.zone(Zone::Library(other)).iter().take(1));
        }
    }
    found
}

/// What a player may spend mana as, for a purpose; none if only as what it is (CR 609.4b).
pub(crate) fn spends_as(game: &Game, player: PlayerId, purpose: &Purpose) -> Option<AnyMana> {
    let allowed = game.permissions().filter_map(|it| match &*it.effect {
        StaticEffect::Permit(Permission::SpendMana { who, on, as_though }) => {
            let scope = it.scope();
            let named = players(game, &scope, who).contains(&player);
            let among = it.objects.as_deref().is_none_or(|objects| purpose.is_of(game, objects));
            let fits = on.as_ref().is_none_or(|on| among && purpose.is_on(game, &scope, on));
            (named && fits).then_some(*as_though)
        }
        _ => None,
    });
    allowed.max()
}

/// Whether a spell is being cast or an ability activated (CR 121.8, 401.5).
pub(crate) fn is_announcing(frame: &Frame) -> bool {
    let under_way =
        |what: &Proposing| matches!(what, Proposing::Spell | Proposing::Ability | Proposing::ManaAbility { .. });
    matches!(frame, Frame::Proposal(proposal) if under_way(&proposal.what))
}

/// Whether effects show the top card of a player's library, to all or to its owner only (CR 401.5).
pub(crate) fn shows_top(game: &Game, owner: PlayerId) -> Option<bool> {
    let shows = game.derived().functioning.others().filter_map(|it| match &*it.effect {
        StaticEffect::Permit(Permission::LookAtTop(who)) => Some((it, who, false)),
        StaticEffect::Restrict(Restriction::RevealTop(who)) => Some((it, who, true)),
        _ => None,
    });
    shows.filter(|(it, who, _)| players(game, &it.scope(), who).contains(&owner)).map(|(.., all)| all).max()
}

/// Whether a player may look at the top of a library, or everybody sees it. A card that comes there
/// while a spell is being cast or an ability activated stays hidden until that is done (CR 401.5).
pub(crate) fn sees_top(game: &Game, viewer: PlayerId, owner: PlayerId) -> bool {
    let top = game.zone(Zone::Library(owner)).first().copied();
    let shown = game.player(owner).and_then(|player| player.shown).map(|(id, _)| id);
    if shown != top && game.world().frames.iter().any(|frame| is_announcing(frame)) {
        return false;
    }
    game.derived().functioning.others().any(|it| match &*it.effect {
        StaticEffect::Permit(Permission::LookAtTop(who)) => {
            viewer == owner && players(game, &it.scope(), who).contains(&owner)
        }
        StaticEffect::Restrict(Restriction::RevealTop(who)) => players(game, &it.scope(), who).contains(&owner),
        _ => false,
    })
}

impl Game {
    /// The permissions that function (CR 601.3, 305.2).
    pub fn permissions(&self) -> impl Iterator<Item = &Functioning> {
        self.derived().functioning.others().filter(|it| matches!(&*it.effect, StaticEffect::Permit(_)))
    }
}

/// The characteristics of a card with bestow as a bestowed Aura spell (CR 702.103d); none without
/// that ability.
pub(crate) fn as_bestowed(printed: &Characteristics) -> Option<Characteristics> {
    let bestows = |it: &&AbilityInstance| matches!(&*it.ability, Ability::Keyword(Keyword::Bestow(_)));
    let origin = printed.abilities.iter().find(bestows)?.origin.clone();
    let types = CardTypes::NONE.with(CardType::Enchantment);
    let mut it = Characteristics { types, ..printed.clone() };
    it.subtypes.retain(|subtype| subtype.belongs_to(types));
    it.subtypes.extend(Some(Subtype::AURA).filter(|aura| !printed.has_subtype(*aura)));
    let gained = bestowed().into_iter().filter_map(|modification| match modification {
        Modification::Gain(ability) => Some(*ability),
        _ => None,
    });
    it.abilities
        .extend(gained.map(|ability| AbilityInstance { origin: origin.clone(), ability: Canonical::new(ability) }));
    Some(it)
}

/// Checks the requirements for casting a card at all.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn is_castable(game: &Game, casting: &Casting) -> Result<(), Refusal> {
    let Some(characteristics) = casting.face(game) else {
        return demand(false, rule!("601.3"), "there is no such card");
    };
    // CR 709.3: one of its halves is cast.
    let split = game.object(casting.id).and_then(|object| game.definition(object.def));
    let split = matches!(split, Some(Definition::Card(Card::Split(_))));
    demand(!split, rule!("709.3"), "a split card is cast as one of its halves")?;
    let types = characteristics.types;
    demand(!types.has(CardType::Land), rule!("305.9"), "a land is played, not cast")?;
    let castable = types.is_permanent() || types.has(CardType::Instant) || types.has(CardType::Sorcery);
    demand(castable, rule!("601.3"), "it is of no type that can be cast")?;
    // A legendary instant or sorcery needs a legendary creature or planeswalker.
    let legendary = characteristics.supertypes.has(Supertype::Legendary) && !types.is_permanent();
    demand(!legendary || controls_legend(game, casting.player), rule!("205.4e"), "the player controls no legend")
}

pub(in crate::derive) fn controls_legend(game: &Game, player: PlayerId) -> bool {
    game.world().battlefield.iter().any(|id| {
        game.controller(*id) == Some(player)
            && game.characteristics(*id).is_some_and(|it| {
                it.supertypes.has(Supertype::Legendary)
                    && (it.types.has(CardType::Creature) || it.types.has(CardType::Planeswalker))
            })
    })
}
