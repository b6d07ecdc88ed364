//! The costs of spells and abilities (CR 118.7-9, 601.2b, 601.2f, 602.2b): what is to be announced,
//! and the total.

use std::borrow::Cow;

use crate::card::Each;
use crate::card::{
    Ability, AbilityKind, ActivatedAbility, Body, CastingCost, Colors, Condition, Cost, CostChange, CostEffect, Costly,
    Definition, Keyword, ManaCost, ManaSymbol, ManaType, Objects, OptionalCost, Permission, Quantity, StaticEffect,
    ZoneKind, keyword,
};
use crate::fact::{
    AbilityInstance, Announcement, Applied, Canonical, CostBy, CostStep, ObjectId, Origin, PlayerId, ProposalFrame,
    SymbolsPaid, TriggerContext, Zone,
};
use crate::state::Game;

use super::casting;
use super::casting::Casting;
use crate::derive::filter::{holds, matches, matches_source, objects, players, quantity};
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::object::commander;
use crate::derive::object::face_up::face;
use crate::derive::pay::payable;
use parts::{combined, gathered, multiplied, reduce, symbols_of};

mod parts;
mod reducible;

pub use parts::ways;
pub(crate) use parts::{halves_of, orderable};

/// The most choices in one cost; more could not be announced.
const MOST_CHOICES: usize = u8::MAX as usize;

/// What a cost is for.
#[derive(Clone, Debug)]
pub(crate) enum Costed<'a> {
    /// A spell, or the card that could become one.
    Spell(ObjectId),
    /// An activated ability of an object, where it comes from, and its kind if it is an equip,
    /// cycling or boast ability.
    Ability(ObjectId, &'a Origin, &'a ActivatedAbility, Option<AbilityKind>),
    /// Anything else that names its own cost (CR 118.12).
    Asked(ObjectId, &'a [Cost]),
}

/// The cost of something for a player, given an announcement.
#[derive(Clone, Debug)]
pub(crate) struct Pricing<'a> {
    game: &'a Game,
    player: PlayerId,
    speaker: PlayerId,
    what: Costed<'a>,
    announced: &'a Announcement,
    trigger: Option<&'a TriggerContext>,
    active: Vec<Active<'a>>,
    allowed: Option<CastingCost>,
    /// The colors for whose symbols the player may pay life (CR 107.4f).
    life_for: Colors,
}

/// An effect on the cost that applies.
#[derive(Clone, Debug)]
struct Active<'a> {
    by: Applied,
    scope: Scope<'a>,
    change: Cow<'a, CostChange>,
}

impl Active<'_> {
    /// The alternative cost that it offers (CR 118.9).
    fn instead(&self) -> Option<&[Cost]> {
        match &*self.change {
            CostChange::Instead(cost) | CostChange::InsteadWithFlash(cost) => Some(cost),
            _ => None,
        }
    }
}

/// An optional additional cost (CR 118.8b).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offered {
    /// Its kind.
    pub what: OptionalCost,
    /// Its index among those of the kind.
    pub nth: u8,
    /// The cost.
    pub cost: Vec<Cost>,
    /// Whether it can be paid any number of times.
    pub many: bool,
    /// Whether it is of a text that the spell has gained from a card in a hand (CR 702.47c).
    pub added: bool,
}

/// A reduction of the mana of a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The effect that reduces it.
    pub by: Applied,
    /// The amount.
    pub mana: ManaCost,
    /// The minimum mana that it leaves.
    pub least: u32,
}

/// A total cost (CR 601.2f).
#[derive(Clone, Debug, Default)]
pub struct Total {
    /// Its mana.
    pub mana: ManaCost,
    /// The other parts, in the order of payment (CR 601.2h).
    pub other: Vec<Cost>,
    /// How it was determined.
    pub steps: Vec<CostStep>,
}

impl<'a> Pricing<'a> {
    /// The cost of something for a player.
    pub(crate) fn new(game: &'a Game, player: PlayerId, what: Costed<'a>, announced: &'a Announcement) -> Pricing<'a> {
        let mut pricing = Pricing {
            game,
            player,
            speaker: player,
            what,
            announced,
            trigger: None,
            active: Vec::new(),
            allowed: None,
            life_for: life_for(game, player),
        };
        pricing.active = pricing.find_active();
        pricing
    }

    /// With the trigger context of a resolving triggered ability.
    #[must_use]
    pub(crate) fn with_trigger(self, trigger: Option<&'a TriggerContext>) -> Pricing<'a> {
        Pricing { trigger, ..self }
    }

    /// With the cost set by the permission that allows the spell to be cast (CR 601.3).
    #[must_use]
    pub(crate) fn allowed_at(self, cost: CastingCost) -> Pricing<'a> {
        Pricing { allowed: Some(cost), ..self }
    }

    /// With another speaker than the player who pays, for the meaning of "you" and "target"
    /// (CR 118.12).
    #[must_use]
    pub(crate) fn spoken_by(self, speaker: PlayerId) -> Pricing<'a> {
        Pricing { speaker, ..self }
    }

    /// What has been announced.
    pub(crate) const fn announced(&self) -> &'a Announcement {
        self.announced
    }

    /// With another announcement.
    #[must_use]
    pub(crate) fn announced_as<'b>(&'b self, announced: &'b Announcement) -> Pricing<'b> {
        let pricing = Pricing::new(self.game, self.player, self.what.clone(), announced);
        Pricing { speaker: self.speaker, trigger: self.trigger, allowed: self.allowed.clone(), ..pricing }
    }

    const fn subject(&self) -> ObjectId {
        match self.what {
            Costed::Spell(id) | Costed::Ability(id, ..) | Costed::Asked(id, _) => id,
        }
    }

    /// The scope of the spell or ability itself.
    fn scope(&self) -> Scope<'a> {
        Scope { announced: Some(self.announced), trigger: self.trigger, ..Scope::of(self.subject(), self.speaker) }
    }

    /// The effects that apply to this. A card that is not a spell yet has those that it will have
    /// as one.
    fn find_active(&self) -> Vec<Active<'a>> {
        let game = self.game;
        let mut found = Vec::new();
        for functioning in game.derived().functioning.others() {
            if let StaticEffect::Cost(CostEffect { of, change }) = &*functioning.effect {
                let mut scope = functioning.scope();
                if functioning.source == self.subject() && matches!(self.what, Costed::Spell(_)) {
                    scope.announced = Some(self.announced);
                }
                if self.is_meant(&scope, of) {
                    found.push(Active { by: functioning.identity.clone(), scope, change: Cow::Borrowed(change) });
                }
            }
        }
        if let Costed::Ability(object, origin, ability, _) = self.what {
            let scope = self.scope();
            let prices =
                ability.prices.iter().filter(|it| it.condition.as_ref().is_none_or(|it| holds(game, &scope, it)));
            found.extend(prices.map(|price| Active {
                by: Applied::Ability { object, origin: origin.clone() },
                scope,
                change: Cow::Owned(price.change()),
            }));
        }
        let Costed::Spell(id) = self.what else { return found };
        if game.zone_of(id) == Some(Zone::Stack) {
            return found;
        }
        let abilities = face(game, self.player, id).map(|it| it.abilities.as_slice()).unwrap_or_default();
        for instance in abilities {
            let by = || Applied::Ability { object: id, origin: instance.origin.clone() };
            let holds = |condition: Option<&Condition>| condition.is_none_or(|it| holds(game, &self.scope(), it));
            match &*instance.ability {
                Ability::Static(ability) if ability.functions_in(ZoneKind::Stack) => {
                    if let StaticEffect::Cost(CostEffect { of, change }) = &ability.effect
                        && self.is_meant(&self.scope(), of)
                        && holds(ability.condition.as_ref())
                    {
                        found.push(Active { by: by(), scope: self.scope(), change: Cow::Borrowed(change) });
                    }
                }
                Ability::Keyword(keyword) if keyword.zone() == ZoneKind::Stack => {
                    for effect in keyword.effects() {
                        if let StaticEffect::Cost(CostEffect { of, change }) = effect
                            && self.is_meant(&self.scope(), &of)
                            && holds(keyword.condition().as_ref())
                        {
                            found.push(Active { by: by(), scope: self.scope(), change: Cow::Owned(change) });
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn is_meant(&self, scope: &Scope<'_>, of: &Costly) -> bool {
        let game = self.game;
        match (of, &self.what) {
            (Costly::Spells(filter), Costed::Spell(id)) => matches(game, scope, filter, *id),
            (Costly::Abilities { of, by, kind }, Costed::Ability(source, _, ability, its)) => {
                let fits = match kind {
                    AbilityKind::Any => true,
                    AbilityKind::NotMana => !ability.is_mana(),
                    AbilityKind::Loyalty => ability.is_loyalty(),
                    AbilityKind::Equip | AbilityKind::Cycling | AbilityKind::Boast => *its == Some(*kind),
                };
                fits && players(game, scope, by).contains(&self.player)
                    && game.object(*source).is_some()
                    && matches_source(game, scope, of, *source)
            }
            _ => false,
        }
    }

    fn instances(&self) -> impl Iterator<Item = &'a AbilityInstance> {
        let characteristics = match self.what {
            Costed::Spell(id) => face(self.game, self.player, id),
            _ => None,
        };
        characteristics.into_iter().flat_map(|it| &it.abilities)
    }

    fn abilities(&self) -> impl Iterator<Item = &'a Ability> {
        self.instances().map(|instance| &*instance.ability)
    }

    fn keywords(&self) -> impl Iterator<Item = &'a Keyword> {
        self.abilities().filter_map(|ability| match ability {
            Ability::Keyword(keyword) => Some(keyword),
            _ => None,
        })
    }

    /// The text of the spell or ability. Only the first of several texts of a spell has modes, or
    /// says what X is: a text that is gained, or that is fused, has neither (CR 702.47c, 702.102d).
    fn body(&self) -> Option<&'a Body> {
        self.bodies().next()
    }

    /// The text of the ability, or all texts of the spell (CR 702.47c, 702.102d).
    fn bodies(&self) -> impl Iterator<Item = &'a Body> {
        let (spell, ability) = match self.what {
            Costed::Spell(_) => (Some(self.abilities()), None),
            Costed::Ability(_, _, ability, _) => (None, Some(&ability.body)),
            Costed::Asked(..) => (None, None),
        };
        let of_spell = spell.into_iter().flatten().filter_map(|ability| match ability {
            Ability::Spell(spell) => Some(&spell.body),
            _ => None,
        });
        of_spell.chain(ability)
    }

    /// The alternative costs that could be paid (CR 118.9).
    pub(crate) fn alternatives(&self) -> Vec<(Applied, &[Cost])> {
        // CR 118.9a: only one alternative cost can be applied.
        if self.instead().is_some() {
            return Vec::new();
        }
        let offered = self.active.iter().filter_map(|active| Some((active.by.clone(), active.instead()?)));
        offered.chain(self.own_alternatives()).collect()
    }

    /// The alternative costs from keyword abilities of the spell (CR 702.74a, 702.103a).
    fn own_alternatives(&self) -> Vec<(Applied, &'a [Cost])> {
        let Costed::Spell(id) = self.what else { return Vec::new() };
        let abilities = face(self.game, self.player, id).map(|it| it.abilities.as_slice()).unwrap_or_default();
        let offered = |instance: &'a AbilityInstance| match &*instance.ability {
            Ability::Keyword(keyword) => {
                let by = Applied::Ability { object: id, origin: instance.origin.clone() };
                keyword.alternative_cost().map(|cost| (by, cost))
            }
            _ => None,
        };
        abilities.iter().filter_map(offered).collect()
    }

    /// Whether an alternative or additional cost lets it be cast as though it had flash (CR
    /// 601.3c).
    pub(crate) fn gives_flash(&self) -> bool {
        let gives = |active: &Active<'_>| match *active.change {
            CostChange::InsteadWithFlash(_) => self.instead().is_none(),
            CostChange::MayCostWithFlash(_) => true,
            _ => false,
        };
        self.active.iter().any(gives)
    }

    /// Whether an announced cost does so (CR 601.3c).
    pub(crate) fn has_flash(&self) -> bool {
        self.announced.optional.iter().any(|intent| intent.what == OptionalCost::Offering)
            || self.active.iter().any(|active| {
                matches!(*active.change, CostChange::InsteadWithFlash(_))
                    && self.announced.alternative.as_ref() == Some(&active.by)
            })
    }

    /// The additional costs, one of which allows casting a spell as though it had flash (CR
    /// 601.3c).
    pub(crate) fn flash_costs(&self) -> Vec<Offered> {
        let Costed::Spell(id) = self.what else { return Vec::new() };
        let casting = casting::under_way(self.game, self.player, id, self.announced)
            .or_else(|| Casting::of_card(self.game, self.player, id));
        let given = casting.map(|casting| casting::flash(self.game, &casting)).unwrap_or_default();
        let costs = given.into_iter().map(|(_, cost)| cost).filter(|cost| !cost.is_empty()).zip(0..);
        let given =
            costs.map(|(cost, nth)| Offered { what: OptionalCost::Flash, nth, cost, many: false, added: false });
        given.chain(self.optional().into_iter().filter(|it| it.what == OptionalCost::Offering)).collect()
    }

    /// The optional additional costs (CR 118.8b).
    pub(crate) fn optional(&self) -> Vec<Offered> {
        let mut offered: Vec<Offered> = Vec::new();
        let mut offer = |what: OptionalCost, cost: &[Cost], many: bool, of: Option<&Origin>| {
            let nth = offered.iter().filter(|other| other.what == what).count();
            let nth = u8::try_from(nth).unwrap_or(u8::MAX);
            let added = of.is_some_and(|origin| origin.added_text().is_some());
            offered.push(Offered { what, nth, cost: cost.to_vec(), many, added });
        };
        for instance in self.instances() {
            let Ability::Keyword(keyword) = &*instance.ability else { continue };
            let of = Some(&instance.origin);
            match keyword {
                Keyword::Kicker(costs) => costs.iter().for_each(|cost| offer(OptionalCost::Kicker, cost, false, of)),
                Keyword::Multikicker(cost) => offer(OptionalCost::Kicker, cost, true, of),
                Keyword::Buyback(cost) => offer(OptionalCost::Buyback, cost, false, of),
                Keyword::Entwine(cost) => offer(OptionalCost::Entwine, cost, false, of),
                Keyword::Replicate(cost) => offer(OptionalCost::Replicate, cost, true, of),
                Keyword::Conspire => offer(OptionalCost::Conspire, &keyword::conspiring(), false, of),
                _ => {}
            }
        }
        for active in &self.active {
            let of = match &active.by {
                Applied::Ability { object, origin } if *object == self.subject() => Some(origin),
                _ => None,
            };
            match &*active.change {
                CostChange::MayCost(cost) => offer(OptionalCost::Additional, cost, false, of),
                CostChange::MayCostWithFlash(cost) => offer(OptionalCost::Offering, cost, false, of),
                _ => {}
            }
        }
        offered
    }

    /// The minimum and maximum number of modes (CR 700.2).
    pub(crate) fn number_of_modes(&self) -> Option<(u8, u8)> {
        let modes = self.body()?.modes.as_ref()?;
        let all = u8::try_from(modes.of.len()).unwrap_or(u8::MAX);
        if self.announced.optional.iter().any(|intent| intent.what == OptionalCost::Entwine) {
            return Some((all, all));
        }
        let most = |max: u8| if modes.repeat { max } else { max.min(all) };
        match &modes.instead {
            Some(other) if holds(self.game, &self.scope(), &other.condition) => Some((other.min, most(other.max))),
            _ => Some((modes.min, most(modes.max))),
        }
    }

    /// The cost before reductions, piece by piece, as printed; none if it can't be paid (CR 118.6).
    fn pieces(&self) -> Option<Vec<(CostBy, Scope<'a>, Vec<Cost>)>> {
        let mut pieces = self.listed()?;
        let repeats = |part: &Cost| matches!(part, Cost::Times(_, inner) if inner.has_choice());
        for (_, scope, cost) in pieces.iter_mut().filter(|(_, _, cost)| cost.iter().any(repeats)) {
            *cost = cost.iter().flat_map(|part| self.one_by_one(scope, part)).collect();
        }
        Some(pieces)
    }

    /// The repetitions of a part that contains a choice, which is made anew each time
    /// (CR 118.4).
    fn one_by_one(&self, scope: &Scope<'_>, part: &Cost) -> Vec<Cost> {
        match part {
            Cost::Times(times, inner) if inner.has_choice() => {
                let once = self.one_by_one(scope, inner);
                let scope = Scope { announced: scope.announced.or(Some(self.announced)), ..*scope };
                let times = u32::try_from(quantity(self.game, &scope, times)).unwrap_or(0);
                (0..times).flat_map(|_| once.iter().cloned()).take(MOST_CHOICES).collect()
            }
            part => vec![part.clone()],
        }
    }

    /// The pieces with repetitions still together.
    fn listed(&self) -> Option<Vec<(CostBy, Scope<'a>, Vec<Cost>)>> {
        let mut pieces = vec![self.base()?];
        let own = self.scope();
        let mut offered = if self.announced.optional.is_empty() { Vec::new() } else { self.optional() };
        if self.announced.optional.iter().any(|intent| intent.what == OptionalCost::Flash) {
            offered.extend(self.flash_costs());
        }
        if let (Costed::Spell(_), Some(CastingCost::With(cost))) = (&self.what, self.permitted()) {
            pieces.push((CostBy::Permission, own, cost.clone()));
        }
        if let Costed::Spell(id) = self.what
            && let Some(tax) = commander::tax(self.game, self.player, id)
        {
            pieces.push((CostBy::Commander, own, vec![Cost::Mana(ManaCost(vec![ManaSymbol::Generic(tax)]))]));
        }
        for intent in &self.announced.optional {
            if let Some(offer) = offered.iter().find(|offer| offer.what == intent.what && offer.nth == intent.nth) {
                for _ in 0..intent.times {
                    pieces.push((CostBy::Optional(intent.what), own, offer.cost.clone()));
                }
            }
        }
        if let Some(modes) = self.body().and_then(|body| body.modes.as_ref()) {
            let chosen = self.announced.modes.iter().filter_map(|index| modes.of.get(usize::from(*index)));
            let mut cost: Vec<Cost> = chosen.flat_map(|mode| mode.cost.clone()).collect();
            // CR 702.120a
            for keyword in self.keywords() {
                if let Keyword::Escalate(each) = keyword {
                    cost.extend(self.announced.modes.iter().skip(1).flat_map(|_| each.clone()));
                }
            }
            if !cost.is_empty() {
                pieces.push((CostBy::Modes, own, cost));
            }
        }
        for added in &self.announced.added_texts {
            // The cost is part of the card's own text.
            let cost = self.game.characteristics(added.card).and_then(|it| {
                let instance = it.abilities.iter().find(|instance| instance.origin == added.origin)?;
                match &*instance.ability {
                    Ability::Keyword(keyword) => keyword.text_offer().map(|offer| offer.cost.to_vec()),
                    _ => None,
                }
            });
            pieces.push((CostBy::AddedText, Scope { source: added.card, ..own }, cost.unwrap_or_default()));
        }
        for active in &self.active {
            if let CostChange::More(cost) = &*active.change {
                pieces.push((CostBy::Increase(active.by.clone()), active.scope, cost.clone()));
            }
        }
        Some(pieces)
    }

    /// The cost that comes with the permission to cast the spell (CR 601.3).
    fn permitted(&self) -> Option<&CastingCost> {
        if let Some(cost) = &self.allowed {
            return Some(cost);
        }
        match self.game.definition(self.announced.permission?)? {
            Definition::Effect(StaticEffect::Permit(Permission::Cast { cost, .. } | Permission::Play { cost, .. })) => {
                Some(cost)
            }
            _ => None,
        }
    }

    /// The alternative cost that comes with that permission (CR 118.9b).
    fn instead(&self) -> Option<Vec<Cost>> {
        match self.permitted()? {
            CastingCost::Usual | CastingCost::With(_) | CastingCost::Less(_) => None,
            CastingCost::Free => Some(Vec::new()),
            CastingCost::Instead(cost) => Some(cost.clone()),
            CastingCost::InsteadLess(_) => Some(vec![Cost::ManaCostOf(Objects::This)]),
        }
    }

    /// The mana cost or an alternative cost (CR 601.2f), an activation cost, or the cost asked for.
    fn base(&self) -> Option<(CostBy, Scope<'a>, Vec<Cost>)> {
        let (by, scope, mut cost) = self.stated()?;
        if let Costed::Spell(id) = self.what {
            // CR 107.3a: in an alternative cost that is the spell's mana cost, X is chosen.
            for part in cost.iter_mut().filter(|part| **part == Cost::ManaCostOf(Objects::This)) {
                *part = Cost::Mana(face(self.game, self.player, id)?.cost.clone()?);
            }
        }
        Some((by, scope, cost))
    }

    /// [`Self::base`] as the text states it.
    fn stated(&self) -> Option<(CostBy, Scope<'a>, Vec<Cost>)> {
        let own = self.scope();
        match self.what {
            Costed::Ability(_, _, ability, _) => Some((CostBy::Base, own, ability.cost.clone())),
            Costed::Asked(_, cost) => Some((CostBy::Base, own, cost.to_vec())),
            Costed::Spell(_) if self.instead().is_some() => Some((CostBy::Base, own, self.instead()?)),
            Costed::Spell(id) => match &self.announced.alternative {
                Some(by) => {
                    if let Some((_, cost)) = self.own_alternatives().into_iter().find(|(own, _)| own == by) {
                        return Some((CostBy::Alternative(by.clone()), own, cost.to_vec()));
                    }
                    let mut chosen = self.active.iter().filter(|active| active.by == *by);
                    let (scope, cost) = chosen.find_map(|it| Some((it.scope, it.instead()?)))?;
                    Some((CostBy::Alternative(by.clone()), scope, cost.to_vec()))
                }
                None => {
                    let mana = face(self.game, self.player, id)?.cost.clone()?;
                    Some((CostBy::Base, own, vec![Cost::Mana(mana)]))
                }
            },
        }
    }

    /// The minimum and maximum that effects allow for the chosen X (CR 107.3a).
    pub(crate) fn x_bounds(&self) -> (u32, u32) {
        let bounds = self.active.iter().filter_map(|active| match &*active.change {
            CostChange::LimitX { limits, .. } => Some(crate::derive::pay::x::bounds(self.game, &active.scope, limits)),
            _ => None,
        });
        bounds.fold((0, crate::derive::pay::x::GREATEST), |(least, most), (from, to)| (least.max(from), most.min(to)))
    }

    /// The only types of mana that may be spent on X, if the text or an effect limits them
    /// (CR 601.2h).
    pub(crate) fn spend_on_x(&self) -> Option<Vec<ManaType>> {
        let own = self.bodies().map(|body| &body.spend_on_x);
        let by_effects = self.active.iter().filter_map(|active| match &*active.change {
            CostChange::LimitX { spend, .. } => Some(spend),
            _ => None,
        });
        let said = own.chain(by_effects).filter(|kinds| !kinds.is_empty()).cloned();
        said.reduce(|all, kinds| all.into_iter().filter(|kind| kinds.contains(kind)).collect())
    }

    /// Whether X is to be chosen (CR 107.3a-b).
    pub(crate) fn has_x(&self) -> bool {
        self.pieces().is_some_and(|pieces| pieces.iter().any(|(_, _, cost)| cost.iter().any(Cost::has_x)))
    }

    /// The total, if no effect changes it and it is as it stands in the text: only mana without X
    /// and without a choice how to pay it, and tapping.
    pub(crate) fn plain(&self) -> Option<Total> {
        let (total, _) = self.plainly_listed()?;
        Some(total)
    }

    /// Whether [`Self::plain`] returns something.
    pub(crate) fn is_plain(&self) -> bool {
        let announced = self.announced;
        let alone = announced.optional.is_empty() && announced.modes.is_empty() && announced.added_texts.is_empty();
        // Nothing is added to these costs, so they need not be listed.
        let is_plain = match self.what {
            Costed::Ability(_, _, ability, _) if alone => !self.is_changed() && ability.cost.iter().all(is_plain),
            Costed::Asked(_, cost) if alone => !self.is_changed() && cost.iter().all(is_plain),
            _ => return self.plain().is_some(),
        };
        debug_assert_eq!(is_plain, self.plain().is_some());
        is_plain
    }

    /// [`Self::plain`], and whether it is the base cost alone.
    fn plainly_listed(&self) -> Option<(Total, bool)> {
        if self.is_changed() || self.permitted().is_some_and(|cost| cost.less().is_some()) {
            return None;
        }
        let pieces = self.listed()?;
        let alone = matches!(pieces.as_slice(), [(CostBy::Base, ..)]);
        if !pieces.iter().flat_map(|(_, _, cost)| cost).all(is_plain) {
            return None;
        }
        let (mut mana, mut other) = (Vec::new(), Vec::new());
        for part in pieces.into_iter().flat_map(|(_, _, cost)| cost) {
            match part {
                Cost::Mana(symbols) if mana.is_empty() => mana = symbols.0,
                Cost::Mana(symbols) => mana.extend(symbols.0),
                part => other.push(part),
            }
        }
        Some((Total { mana: gathered(mana), other: combined(other), steps: Vec::new() }, alone))
    }

    /// The choices between costs, in order.
    pub(crate) fn either(&self) -> Vec<Vec<Vec<Cost>>> {
        let pieces = self.pieces().unwrap_or_default();
        let several = |part: Cost| match part {
            Cost::Either(several) => Some(several),
            _ => None,
        };
        pieces.into_iter().flat_map(|(_, _, cost)| cost).filter_map(several).collect()
    }

    /// The pieces with numbers worked out and the announcement applied.
    fn worked_out(&self) -> Option<Vec<(CostBy, Vec<Cost>)>> {
        let mut either = 0;
        let mut worked_out = Vec::new();
        for (by, scope, cost) in self.pieces()? {
            let mut parts = Vec::new();
            for part in &cost {
                self.work_out(&scope, part, &mut either, &mut parts)?;
            }
            worked_out.push((by, parts));
        }
        Some(worked_out)
    }

    fn work_out(&self, scope: &Scope<'_>, part: &Cost, either: &mut usize, into: &mut Vec<Cost>) -> Option<()> {
        match part {
            Cost::Times(times, inner) => {
                let scope = Scope { announced: scope.announced.or(Some(self.announced)), ..*scope };
                let times = u32::try_from(quantity(self.game, &scope, times)).unwrap_or(0);
                let mut once = Vec::new();
                self.work_out(&scope, inner, either, &mut once)?;
                into.extend(once.into_iter().flat_map(|part| multiplied(part, times)));
            }
            Cost::Either(several) => {
                let chosen = self.announced.either.get(*either).copied().unwrap_or(0);
                *either += 1;
                for part in several.get(usize::from(chosen)).into_iter().flatten() {
                    self.work_out(scope, part, either, into)?;
                }
            }
            Cost::Mana(mana) => {
                let x = self.announced.x.unwrap_or(0);
                let with_x =
                    |symbol: &ManaSymbol| if *symbol == ManaSymbol::X { ManaSymbol::Generic(x) } else { *symbol };
                let symbols = mana.0.iter().map(with_x).map(|symbol| self.payable(symbol));
                into.push(Cost::Mana(ManaCost(symbols.collect())));
            }
            Cost::ManaCostOf(reference) => {
                let scope = Scope { announced: scope.announced.or(Some(self.announced)), ..*scope };
                for id in objects(self.game, &scope, reference) {
                    // CR 118.6: a missing mana cost can't be paid.
                    let cost = self.game.characteristics(id)?.cost.clone()?;
                    // CR 107.3h: X is 0 except for a spell on the stack.
                    let of_object = Scope { source: id, ..scope };
                    let x = u32::try_from(quantity(self.game, &of_object, &Quantity::XOf(Objects::This))).unwrap_or(0);
                    let with_x =
                        |symbol: ManaSymbol| if symbol == ManaSymbol::X { ManaSymbol::Generic(x) } else { symbol };
                    let symbols = cost.0.into_iter().map(with_x).map(|symbol| self.payable(symbol));
                    into.push(Cost::Mana(ManaCost(symbols.collect())));
                }
            }
            other => into.push(other.clone()),
        }
        Some(())
    }

    /// The generic mana before reductions, and how much of it is X (CR 107.3a).
    pub(crate) fn generic_and_x(&self) -> (u32, u32) {
        let mana = |parts: &[Cost], of: &dyn Fn(ManaSymbol) -> u32| {
            parts.iter().flat_map(symbols_of).map(of).fold(0, u32::saturating_add)
        };
        let generic = |symbol| if let ManaSymbol::Generic(n) = symbol { n } else { 0 };
        let x = self.announced.x.unwrap_or(0);
        let of_x = |symbol| if symbol == ManaSymbol::X { x } else { 0 };
        let all = self.worked_out().unwrap_or_default();
        let printed = self.pieces().unwrap_or_default();
        (
            all.iter().map(|(_, parts)| mana(parts, &generic)).fold(0, u32::saturating_add),
            printed.iter().map(|(.., parts)| mana(parts, &of_x)).fold(0, u32::saturating_add),
        )
    }

    /// The value of X, if the text defines it (CR 107.3c).
    pub(crate) fn defined_x(&self) -> Option<u32> {
        let number = self.body()?.x.as_ref()?;
        Some(u32::try_from(quantity(self.game, &self.scope(), number)).unwrap_or(0))
    }

    /// The symbols that can be paid in several ways, and how many of each (CR 118.13).
    pub(crate) fn ambiguous(&self) -> Vec<(ManaSymbol, u32)> {
        let pieces = self.worked_out().unwrap_or_default();
        let mut found: Vec<(ManaSymbol, u32)> = Vec::new();
        for symbol in pieces.iter().flat_map(|(_, cost)| cost).flat_map(symbols_of) {
            if !ways(symbol, 1).is_empty() {
                match found.iter_mut().find(|(other, _)| *other == symbol) {
                    Some((_, count)) => *count += 1,
                    None => found.push((symbol, 1)),
                }
            }
        }
        found
    }

    /// How many times a reduction applies. If it refers to the objects that pay the cost, those
    /// named as it was announced count (CR 702.119b); before that, those that reduce it most.
    fn times(&self, scope: &Scope<'_>, times: &Quantity) -> i32 {
        if !speaks_of_payment(times) {
            return quantity(self.game, scope, times);
        }
        self.with_payment(scope, &|scope| quantity(self.game, scope, times), &|times| i64::from(*times))
    }

    /// The mana costs of objects (CR 202.1); those that pay for this are named as for
    /// [`Self::times`].
    fn mana_costs(&self, scope: &Scope<'_>, of: &Objects) -> ManaCost {
        let sum = |scope: &Scope<'_>| {
            let cost = |id: ObjectId| self.game.characteristics(id).and_then(|it| it.cost.clone());
            gathered(objects(self.game, scope, of).into_iter().filter_map(cost).flat_map(|cost| cost.0).collect())
        };
        if names_payment(of) {
            self.with_payment(scope, &sum, &|cost| i64::from(cost.mana_value(0)))
        } else {
            sum(scope)
        }
    }

    /// What a reduction comes to that refers to the objects that pay the cost.
    fn with_payment<T>(&self, scope: &Scope<'_>, of: &dyn Fn(&Scope<'_>) -> T, size: &dyn Fn(&T) -> i64) -> T {
        let with = |objects: Vec<ObjectId>| {
            let announced = Announcement { paid_with: objects, ..self.announced.clone() };
            of(&Scope { announced: Some(&announced), ..*scope })
        };
        let named = self.announced.chosen.iter().flat_map(|it| &it.what).filter_map(|it| it.object());
        let mut objects: Vec<ObjectId> = named.collect();
        if objects.is_empty() {
            for (mut options, count) in self.named().iter().filter_map(|part| self.pay_with(part)) {
                options.sort_by_key(|id| std::cmp::Reverse(size(&with(vec![*id]))));
                objects.extend(options.into_iter().take(count as usize));
            }
        }
        with(objects)
    }

    /// The parts of the cost whose objects are named as the cost is announced, because a reduction
    /// refers to them (CR 601.2b, 702.119b).
    pub(crate) fn named(&self) -> Vec<Cost> {
        let asks = |active: &Active<'_>| match &*active.change {
            CostChange::Less { times, .. } => speaks_of_payment(times),
            CostChange::LessBy(of) => names_payment(of),
            _ => false,
        };
        if !self.active.iter().any(asks) {
            return Vec::new();
        }
        let parts = self.worked_out().unwrap_or_default().into_iter().flat_map(|(_, parts)| parts);
        parts.filter(|part| self.pay_with(part).is_some()).collect()
    }

    fn pay_with(&self, part: &Cost) -> Option<(Vec<ObjectId>, u32)> {
        payable::pay_with(self.game, self.player, self.subject(), part)
    }

    /// The reductions that apply (CR 601.2f), in the order of their sources.
    pub(crate) fn reductions(&self) -> Vec<Reduction> {
        let reduction = |active: &Active<'_>| match &*active.change {
            CostChange::Less { mana, times, least } => {
                let times = u32::try_from(self.times(&active.scope, times)).unwrap_or(0);
                let mana = match multiplied(Cost::Mana(mana.clone()), times) {
                    Some(Cost::Mana(mana)) => mana,
                    _ => ManaCost::default(),
                };
                (!mana.0.is_empty()).then(|| Reduction { by: active.by.clone(), mana, least: *least })
            }
            CostChange::LessBy(of) => {
                let mana = self.mana_costs(&active.scope, of);
                (!mana.0.is_empty()).then(|| Reduction { by: active.by.clone(), mana, least: 0 })
            }
            _ => None,
        };
        self.active.iter().filter_map(reduction).collect()
    }

    /// Whether an effect applies to this cost.
    pub(crate) fn is_changed(&self) -> bool {
        !self.active.is_empty() || !self.life_for.is_colorless()
    }

    /// A symbol as the player may pay it: one for which life may be paid is like a Phyrexian one.
    fn payable(&self, symbol: ManaSymbol) -> ManaSymbol {
        let color = if let ManaSymbol::Mana(kind) = symbol { kind.color() } else { None };
        match color.filter(|color| self.life_for.has(*color)) {
            Some(color) => ManaSymbol::Phyrexian(color),
            None => symbol,
        }
    }

    /// The ways to pay symbols that can be paid in several ways (CR 107.4e-f); none for others.
    pub(crate) fn ways(&self, symbol: ManaSymbol, count: u32) -> Vec<SymbolsPaid> {
        let payable = |way: SymbolsPaid| match way.symbol {
            ManaSymbol::Phyrexian(_) => way,
            _ => SymbolsPaid { mana: ManaCost(way.mana.0.into_iter().map(|it| self.payable(it)).collect()), ..way },
        };
        ways(symbol, count).into_iter().map(payable).collect()
    }

    /// Whether the parts of an ability's total cost besides mana are the printed ones, if no effect
    /// changes it: nothing works them out or combines them.
    pub(crate) fn is_as_printed(ability: &ActivatedAbility) -> bool {
        let as_it_is = |part: &Cost| !matches!(part, Cost::Times(..) | Cost::Either(_) | Cost::ManaCostOf(_));
        let is_added_up = |part: &&Cost| matches!(part, Cost::Life(_) | Cost::Loyalty(_) | Cost::Draw(_));
        let added_up = ability.cost.iter().filter(is_added_up).count();
        added_up <= 1 && ability.prices.is_empty() && ability.cost.iter().all(as_it_is)
    }

    /// The printed parts of an ability's cost besides mana.
    pub(crate) fn printed(ability: &ActivatedAbility) -> impl Iterator<Item = &Cost> + Clone {
        ability.cost.iter().filter(|part| !matches!(part, Cost::Mana(_)))
    }

    /// The total cost with the reductions in this order (by default in the order of their sources),
    /// and their hybrid symbols replaced by `halves`. None if it can't be paid (CR 118.6).
    pub(crate) fn total(&self, order: &[u32], halves: &[ManaSymbol]) -> Option<Total> {
        if let Some((mut total, true)) = self.plainly_listed() {
            let other = ProposalFrame::locked_in(total.other.clone());
            total.steps.push(CostStep { by: CostBy::Base, mana: total.mana.clone(), other });
            return Some(total);
        }
        let mut total = Total::default();
        let mut equivalents = Equivalents::of(self.announced);
        for (by, cost) in self.worked_out()? {
            let mut mana = total.mana.0.clone();
            let mut other = Vec::new();
            for part in cost {
                match part {
                    Cost::Mana(more) => {
                        for symbol in more.0 {
                            match equivalents.next(symbol) {
                                Cost::Mana(instead) => mana.extend(instead.0),
                                part => other.push(part),
                            }
                        }
                    }
                    part => other.push(part),
                }
            }
            total.mana = gathered(mana);
            // What is added to an alternative cost is no part of what that reduces (CR 118.9d).
            if let (CostBy::Base, Costed::Spell(_), Some(CastingCost::InsteadLess(less))) =
                (&by, &self.what, self.permitted())
            {
                reduce(&mut total.mana, ManaSymbol::Generic(*less), 0);
            }
            total.other.extend(other.clone());
            total.steps.push(CostStep { by, mana: total.mana.clone(), other: Canonical::new(other) });
        }
        let reductions = self.reductions();
        let in_order: Vec<&Reduction> = if order.len() == reductions.len() {
            order.iter().filter_map(|index| reductions.get(*index as usize)).collect()
        } else {
            reductions.iter().collect()
        };
        let mut halves = halves.iter().copied();
        for reduction in in_order {
            for symbol in &reduction.mana.0 {
                let symbol = if halves_of(*symbol).is_some() { halves.next().unwrap_or(*symbol) } else { *symbol };
                reduce(&mut total.mana, symbol, reduction.least);
            }
            total.step(CostBy::Reduction(reduction.by.clone()));
        }
        if let (Costed::Spell(_), Some(CastingCost::Less(less))) = (&self.what, self.permitted()) {
            reduce(&mut total.mana, ManaSymbol::Generic(*less), 0);
            total.step(CostBy::Permission);
        }
        for active in &self.active {
            if let CostChange::AtLeast(least) = &*active.change {
                let missing = least.saturating_sub(total.mana.mana_value(0));
                if missing > 0 {
                    let mut mana = total.mana.0.clone();
                    mana.push(ManaSymbol::Generic(missing));
                    total.mana = gathered(mana);
                    total.step(CostBy::AtLeast(active.by.clone()));
                }
            }
        }
        total.other = combined(total.other);
        Some(total)
    }
}

/// The colors for whose mana symbols effects let a player pay life (CR 107.4f).
fn life_for(game: &Game, player: PlayerId) -> Colors {
    let allowed = game.permissions().filter_map(|it| match &*it.effect {
        StaticEffect::Permit(Permission::PayLife { who, colors }) => {
            players(game, &it.scope(), who).contains(&player).then_some(colors)
        }
        _ => None,
    });
    allowed.flatten().copied().collect()
}

/// Whether a part of a cost is tapping, or mana without X and without a choice how to pay it.
fn is_plain(part: &Cost) -> bool {
    let plain = |symbol: &ManaSymbol| matches!(symbol, ManaSymbol::Generic(_) | ManaSymbol::Mana(_));
    match part {
        Cost::Mana(symbols) => symbols.0.iter().all(plain),
        part => matches!(part, Cost::Tap),
    }
}

/// Whether a reference is to the objects that pay the cost itself.
fn names_payment(reference: &Objects) -> bool {
    match reference {
        Objects::PaidWith => true,
        Objects::Among(of, _) => names_payment(of),
        _ => false,
    }
}

/// Whether a number refers to the objects that pay the cost itself.
fn speaks_of_payment(times: &Quantity) -> bool {
    use names_payment as names;
    match times {
        Quantity::Number(of)
        | Quantity::Power(of)
        | Quantity::Toughness(of)
        | Quantity::ManaValue(of)
        | Quantity::Counters(_, of)
        | Quantity::AllCounters(of)
        | Quantity::Level(of) => names(of),
        Quantity::Times(_, of) | Quantity::Divided { of, .. } => speaks_of_payment(of),
        Quantity::Sum(parts) => parts.iter().any(speaks_of_payment),
        Quantity::Greatest(each) | Quantity::Least(each) => matches!(&each.each, Each::Object(of) if names(of)),
        _ => false,
    }
}

/// The announced payment of symbols (CR 601.2b); symbols without one stay.
struct Equivalents(Vec<(ManaSymbol, Vec<Cost>)>);

impl Equivalents {
    fn of(announced: &Announcement) -> Equivalents {
        let one_by_one = |paid: &SymbolsPaid| {
            let mana = paid.mana.0.iter().flat_map(|symbol| match symbol {
                // Each two generic mana stand for a monocoloured hybrid symbol.
                ManaSymbol::Generic(n) => vec![ManaSymbol::Generic(2); *n as usize / 2],
                symbol => vec![*symbol],
            });
            let life = (0..paid.life / 2).map(|_| Cost::Life(2));
            (paid.symbol, mana.map(|symbol| Cost::Mana(ManaCost(vec![symbol]))).chain(life).rev().collect())
        };
        Equivalents(announced.symbols.iter().map(one_by_one).collect())
    }

    fn next(&mut self, symbol: ManaSymbol) -> Cost {
        let announced = self.0.iter_mut().find(|(kind, _)| *kind == symbol).and_then(|(_, left)| left.pop());
        announced.unwrap_or_else(|| Cost::Mana(ManaCost(vec![symbol])))
    }
}

impl Total {
    fn step(&mut self, by: CostBy) {
        self.steps.push(CostStep { by, mana: self.mana.clone(), other: Canonical::new(Vec::new()) });
    }
}
