//! Which replacement and prevention effects apply to an action (CR 614.5-9, 614.12, 614.16, 615.1),
//! and which of them come first (CR 616.1a-d).

use std::sync::Arc;

use crate::card::is_linked;
use crate::card::lore_counter;
use crate::card::mechanism::Mechanisms;
use crate::card::words::term::any;
use crate::card::{
    CardType, CounterKind, Filter, Instead, Objects, Players, Replacement, Restriction, StaticEffect, TurnStep, Would,
    ZoneKind,
};
use crate::derive::filter::{matches, matches_moved, matches_there, players, quantity};
use crate::derive::look::scope::Arriving;
use crate::derive::{AsPrinted, Look, Scope};
use crate::fact::{
    Action, Announcement, Applied, EffectKey, Entering, Entity, Event as Fact, Frame, Happening, Manner, ObjectId,
    Origin, PlayerId, Proposed, ResolveFrame, TokenBatch, TriggerContext, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use super::{adventure, commander, happen, leaving, putters};
use crate::rules::engine::actions::recipients;
use crate::rules::engine::cursor;
use crate::rules::engine::lasting::LeftBehind;
use crate::rules::permanent::{merge, saga};

/// An effect that applies to an action.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) identity: Applied,
    /// What the effect does to the action; none for a rule (CR 306.5b, 715.3a).
    pub(super) replacement: Option<Replacement>,
    pub(super) source: ObjectId,
    pub(super) controller: PlayerId,
    /// Its announcement; for how a permanent enters, that of its spell (CR 107.3m).
    pub(super) announced: Option<Arc<Announcement>>,
    pub(super) trigger: Option<TriggerContext>,
    /// The objects for which it began.
    pub(super) those: Vec<ObjectId>,
    /// What is known of its source, if that is the entering object.
    pub(super) arriving: Option<Arriving>,
}

/// What "that much", "that player" and "that object" refer to for an action, in the context of an
/// effect.
fn told_by(
    game: &Game,
    mut context: TriggerContext,
    replacement: Option<&Replacement>,
    action: &Action,
) -> TriggerContext {
    let to = |context: &mut TriggerContext, to: Entity| match to {
        Entity::Player(player) => (context.object, context.player) = (None, Some(player)),
        Entity::Object(object) => (context.object, context.player) = (Some(object), game.controller(object)),
    };
    let mut amount = None;
    match action {
        Action::Move { object, .. } => to(&mut context, Entity::Object(*object)),
        Action::Destroy(object) | Action::DestroyForGood(object) => to(&mut context, Entity::Object(*object)),
        Action::TurnFaceUp { object, .. } | Action::Transform { object, .. } => {
            to(&mut context, Entity::Object(*object));
        }
        Action::Damage { source, to: whom, amount: number, .. } => {
            to(&mut context, *whom);
            context.source = Some(*source);
            amount = Some(*number);
        }
        Action::PutCounters { on, count, .. } => {
            to(&mut context, *on);
            amount = Some(*count);
        }
        Action::GainLife { player, amount: number } | Action::LoseLife { player, amount: number } => {
            to(&mut context, Entity::Player(*player));
            amount = Some(*number);
        }
        Action::DrawCards { player, count } | Action::Mill { player, count } => {
            to(&mut context, Entity::Player(*player));
            amount = Some(*count);
        }
        Action::Draw(player) => {
            to(&mut context, Entity::Player(*player));
            amount = Some(1);
        }
        Action::CreateTokens { player, tokens } => {
            to(&mut context, Entity::Player(*player));
            amount = Some(tokens.iter().map(|it| it.count).fold(0, u32::saturating_add));
        }
        Action::Lose { player, .. }
        | Action::Win(player)
        | Action::Search { player, .. }
        | Action::SearchZones { player, .. } => to(&mut context, Entity::Player(*player)),
        _ => {}
    }
    // CR 122.6: the counters that an object would enter with.
    if let (Some(Would::PutCounters { kind, .. }), Some(entering)) =
        (replacement.map(|it| &it.would), action.entering())
    {
        let wanted = |(of, _): &(&CounterKind, &u32)| kind.as_ref().is_none_or(|kind| kind == *of);
        amount = Some(entering.counters.iter().filter(wanted).map(|(_, count)| *count).fold(0, u32::saturating_add));
    }
    if let Some(amount) = amount {
        context.amount = i32::try_from(amount).unwrap_or(i32::MAX);
    }
    context
}

impl Candidate {
    /// Whether it deals damage to another recipient instead (CR 614.9).
    pub(super) fn redirects(&self) -> bool {
        let instead = self.replacement.as_ref().map(|it| it.instead.parts().0);
        matches!(instead, Some(Instead::DealTo { .. }))
    }

    /// The scope that gives its words their meaning for an event.
    pub(super) fn scope<'a>(&'a self, context: &'a TriggerContext) -> Scope<'a> {
        let origin = match &self.identity {
            Applied::Ability { origin, .. } => Some(origin),
            Applied::Effect(_) | Applied::Own(..) => None,
        };
        let announced = self.announced.as_deref();
        let of_static = origin.is_some();
        let (those, arriving) = (&self.those, self.arriving.as_ref());
        Scope {
            origin,
            those,
            arriving,
            of_static,
            ..Scope::of_effect(self.source, self.controller, announced, Some(context))
        }
    }

    /// The context in which "that much", "that player" and "that object" refer to an action, or
    /// else to the effect's own context.
    pub(super) fn context(&self, game: &Game, action: &Action) -> TriggerContext {
        told_by(game, self.trigger.clone().unwrap_or_default(), self.replacement.as_ref(), action)
    }

    /// The replacement without its additional text.
    pub(super) fn instead(&self) -> Option<&Instead> {
        self.replacement.as_ref().map(|it| it.instead.parts().0)
    }

    /// Whether the affected player may decline it.
    pub(super) fn is_optional(&self) -> bool {
        self.replacement.as_ref().is_some_and(|it| matches!(it.instead, Instead::May(_)))
    }

    /// Whether it is the counter that a Saga enters with (CR 715.3a).
    pub(super) const fn is_lore(&self) -> bool {
        matches!(self.identity, Applied::Ability { origin: Origin::EntersWithLore, .. })
    }

    /// Whether it is the rule that a commander may go to the command zone instead (CR 903.9b).
    pub(super) const fn is_commander(&self) -> bool {
        matches!(self.identity, Applied::Ability { origin: Origin::Commander, .. })
    }

    /// Whether it is the rule that an Adventure is exiled as it resolves (CR 716.3d).
    pub(super) const fn is_adventure(&self) -> bool {
        matches!(self.identity, Applied::Ability { origin: Origin::Adventure, .. })
    }

    /// The player who decides whether it applies, once it has been chosen: the owner of a commander
    /// (CR 903.9b).
    pub(super) fn offered_to(&self, game: &Game) -> Option<PlayerId> {
        if self.is_commander() { game.object(self.source).map(|object| object.owner) } else { None }
    }

    /// Its precedence among the steps of CR 616.1a-d.
    fn precedence(&self) -> u8 {
        match self.instead() {
            _ if matches!(self.identity, Applied::Own(..)) => 0,
            Some(Instead::EnterUnder(_)) => 1,
            Some(Instead::EnterAs(_)) => 2,
            _ => 3,
        }
    }

    /// The rule for its precedence.
    pub(super) fn precedence_rule(&self) -> Rule {
        match self.precedence() {
            0 => rule!("616.1a"),
            1 => rule!("616.1b"),
            2 => rule!("616.1c"),
            _ => rule!("616.1d"),
        }
    }

    /// How much a shield has left (CR 615.7).
    pub(super) fn left(&self, game: &Game) -> Option<u32> {
        let amount = self.replacement.as_ref()?.instead.shield()?;
        let begun = match &self.identity {
            Applied::Effect(EffectKey::Begun(id)) => game.world().effects.get(id).and_then(|effect| effect.left),
            _ => None,
        };
        let announced = self.announced.as_deref();
        let scope = Scope::of_effect(self.source, self.controller, announced, self.trigger.as_ref());
        Some(begun.unwrap_or_else(|| u32::try_from(quantity(game, &scope, amount)).unwrap_or(0)))
    }
}

/// The surroundings of an action that effects ask about.
struct ActionContext<'a> {
    game: &'a Game,
    /// The game with the entering object on the battlefield (CR 614.12).
    view: &'a Game,
    /// The entering object there.
    entering: Option<ObjectId>,
    happening: &'a Happening,
    proposed: &'a Proposed,
    /// The resolution that causes it, if any.
    resolving: Option<&'a ResolveFrame>,
}

/// The effects that apply to an action and come first (CR 616.1a-d).
pub(super) fn candidates(game: &Game, happening: &Happening, index: usize) -> Vec<Candidate> {
    let mut found = all_candidates(game, happening, index);
    let first = found.iter().map(Candidate::precedence).min();
    found.retain(|candidate| Some(candidate.precedence()) == first);
    after_choices(&mut found);
    // CR 715.3a: this is no effect, and nobody chooses when it applies.
    if let Some(lore) = found.iter().position(Candidate::is_lore) {
        return vec![found.swap_remove(lore)];
    }
    found
}

/// Whether an effect applies to any of these actions.
pub(in crate::rules) fn apply_to_any(game: &Game, actions: Vec<Proposed>) -> bool {
    let happening = Happening { actions, ..Happening::default() };
    (0..happening.actions.len()).any(|index| !all_candidates(game, &happening, index).is_empty())
}

/// Whether anything could replace the beginning of a phase or turn step (CR 614.10).
pub(super) fn could_skip(game: &Game) -> bool {
    let skips = |effect: &StaticEffect| match effect {
        StaticEffect::Replace(replacement) => matches!(replacement.would, Would::Phase(..) | Would::TurnStep(..)),
        _ => false,
    };
    resolving(game).is_some() || game.derived().functioning.replacing_besides_damage().any(|it| skips(&it.effect))
}

/// Whether a self-replacement effect applies to an action (CR 614.15).
pub(super) fn replaces_itself(game: &Game, happening: &Happening, index: usize) -> bool {
    let Some(proposed) = happening.actions.get(index) else { return false };
    let Some(resolving) = resolving(game) else { return false };
    let event = ActionContext { game, view: game, entering: None, happening, proposed, resolving: Some(resolving) };
    !own_replacing(&event).is_empty()
}

/// The effects that apply to an action (CR 614.5, 614.6, 614.12, 615.1).
fn all_candidates(game: &Game, happening: &Happening, index: usize) -> Vec<Candidate> {
    let Some(proposed) = happening.actions.get(index) else { return Vec::new() };
    let mut found = Vec::new();
    let enters = matches!(
        &proposed.action,
        Action::Move { to: Zone::Battlefield, .. }
            | Action::CreateToken { .. }
            | Action::TurnFaceUp { .. }
            | Action::Transform { .. }
    );
    // CR 614.12: the permanent as it would be on the battlefield decides, with the effects that
    // would function then.
    let looks = enters && !enters_plainly(game, &proposed.action);
    let hypothetical = if looks { happen::as_it_would_enter(game, &proposed.action) } else { None };
    let event = ActionContext {
        game,
        view: hypothetical.as_ref().map_or(game, |(game, _)| game),
        entering: hypothetical.as_ref().map(|(_, id)| *id),
        happening,
        proposed,
        resolving: resolving(game),
    };
    for functioning in game.derived().functioning.replacing(&proposed.action) {
        let StaticEffect::Replace(replacement) = &*functioning.effect else { continue };
        if !proposed.applied.contains(&functioning.identity) && event.is(&functioning.scope(), replacement) {
            let candidate = Candidate {
                identity: functioning.identity.clone(),
                replacement: Some(replacement.clone()),
                source: functioning.source,
                controller: functioning.controller,
                announced: functioning.announced.clone(),
                trigger: functioning.trigger.clone(),
                those: functioning.objects.as_deref().cloned().unwrap_or_default(),
                arriving: None,
            };
            // CR 615.7: a shield of nothing prevents nothing.
            if candidate.left(game) != Some(0) {
                found.push(candidate);
            }
        }
    }
    let own = own_replacing(&event);
    // CR 614.17c: nothing else replaces what can't happen.
    if !own.is_empty() && !happen::can_happen(game, &proposed.action) {
        return own;
    }
    found.extend(own);
    if let Some((view, id)) = &hypothetical {
        let known: Vec<Applied> = found.iter().map(|candidate| candidate.identity.clone()).collect();
        let own = own_effects(&event, view, *id, index).into_iter();
        found.extend(own.filter(|candidate| !known.contains(&candidate.identity)));
        found.retain(|candidate| !proposed.applied.contains(&candidate.identity));
    }
    found.extend(adventure::candidate(game, proposed));
    found.extend(commander::candidate(game, proposed));
    found
}

/// Whether a card enters the battlefield and nothing can apply to that, so that nobody has to look
/// at it as it would be there (CR 614.12): no replacement effect functions, no effect changes what
/// objects are, and it enters as it is, without static abilities, loyalty or chapters.
fn enters_plainly(game: &Game, action: &Action) -> bool {
    let Action::Move { object, entering, .. } = action else { return false };
    let Some(printed) = game.object(*object).and_then(|object| game.printed(object.def)) else { return false };
    let characteristics = &printed.characteristics;
    let as_it_is = Entering {
        controller: entering.controller,
        tapped: entering.tapped,
        attached_to: entering.attached_to,
        ..Entering::default()
    };
    let derived = game.derived();
    *entering == as_it_is
        && printed.effects.is_empty()
        && !printed.sided
        && printed.flipped.is_none()
        && !printed.mechanisms.has(Mechanisms::MERGING)
        && !characteristics.types.has(CardType::Planeswalker)
        && !saga::is_saga(characteristics)
        && !derived.modifies
        && derived.functioning.replacing_besides_damage().next().is_none()
        && resolving(game).is_none_or(|frame| cursor::own_replacements(game, frame).is_empty())
}

/// The description of a token with cards among its components by an effect on cards, as if it were
/// one: the effect applies to these components (CR 723.3e).
pub(super) fn of_its_cards(game: &Game, id: ObjectId, what: &Filter) -> Option<Filter> {
    if !game.has_mechanism(Mechanisms::MERGING) || !merge::is_token_with_cards(game, id) {
        return None;
    }
    match what {
        Filter::Card => Some(Filter::Any),
        Filter::All(parts) if parts.contains(&Filter::Card) => {
            Some(Filter::All(parts.iter().filter(|part| **part != Filter::Card).cloned().collect()))
        }
        _ => None,
    }
}

/// The self-replacement effects of the resolving spell or ability (CR 614.15).
fn own_replacing(event: &ActionContext<'_>) -> Vec<Candidate> {
    let Some(frame) = event.resolving else { return Vec::new() };
    let mut found = Vec::new();
    for (place, replacement) in cursor::own_replacements(event.game, frame) {
        let identity = Applied::Own(frame.began, place);
        if event.proposed.applied.contains(&identity) || !event.is(&cursor::scope(frame), &replacement) {
            continue;
        }
        // What its text says about the replaced event is of that.
        let text = StaticEffect::Replace(replacement.clone());
        found.push(Candidate {
            identity,
            announced: Some(LeftBehind::of(event.game, frame, &[&text]).announced),
            replacement: Some(replacement),
            source: frame.source,
            controller: frame.controller,
            trigger: frame.trigger.clone(),
            those: frame.those.clone(),
            arriving: None,
        });
    }
    found
}

/// The current resolution, unless the actions belong to a payment within it.
pub(super) fn resolving(game: &Game) -> Option<&ResolveFrame> {
    let mut frames = game.world().frames.iter().rev().map(|frame| &**frame);
    match frames.find(|frame| !frame.belongs_to_resolution()) {
        Some(Frame::Resolve(frame)) => Some(frame),
        _ => None,
    }
}

/// The effects of a permanent's own abilities on how it enters (CR 614.12, 113.6h), is turned face
/// up (CR 702.37b) or transforms (CR 712.16); and of an entering one, its loyalty (CR 306.5b) and
/// the lore counter of a Saga (CR 715.3a). They are identified by the object before it enters.
fn own_effects(event: &ActionContext<'_>, view: &Game, id: ObjectId, index: usize) -> Vec<Candidate> {
    let happening = event.happening;
    let action = &happening.actions[index].action;
    let before = match action {
        Action::Move { object, .. } => object,
        // A token did not exist before.
        Action::CreateToken { .. } => &id,
        Action::TurnFaceUp { .. } | Action::Transform { .. } => &id,
        _ => return Vec::new(),
    };
    let Some(controller) = view.controller(id) else { return Vec::new() };
    let arriving = arriving(happening, index);
    let mut found = Vec::new();
    for functioning in view.derived().functioning.replacing_besides_damage().filter(|it| it.source == id) {
        let StaticEffect::Replace(replacement) = &*functioning.effect else { continue };
        let what = match (&replacement.would, action) {
            // CR 702.37b: if its megamorph cost was paid.
            (Would::TurnFaceUp { what, megamorph: only }, Action::TurnFaceUp { megamorph, .. })
                if !*only || *megamorph =>
            {
                what
            }
            // CR 712.16
            (Would::Transform { what }, Action::Transform { .. }) => what,
            (_, Action::TurnFaceUp { .. } | Action::Transform { .. }) => continue,
            (Would::Enter { what }, _) => what,
            // The counters that it enters with are put on it (CR 122.6).
            (Would::PutCounters { objects: Some(what), .. }, _)
                if event.is(&Scope::of(id, controller), replacement) =>
            {
                what
            }
            _ => continue,
        };
        // CR 614.12: only a description of the object alone.
        if says_this(what)
            && matches(view, &Scope::of(id, controller), what, id)
            && let Applied::Ability { origin, .. } = &functioning.identity
        {
            found.push(Candidate {
                identity: Applied::Ability { object: *before, origin: origin.clone() },
                replacement: Some(replacement.clone()),
                source: id,
                controller,
                announced: view.object(id).and_then(|object| object.announced.clone()),
                trigger: None,
                those: Vec::new(),
                arriving: Some(arriving.clone()),
            });
        }
    }
    if matches!(action, Action::TurnFaceUp { .. } | Action::Transform { .. }) {
        return found;
    }
    let by_rule = |origin: Origin| Candidate {
        identity: Applied::Ability { object: *before, origin },
        replacement: None,
        source: id,
        controller,
        announced: None,
        trigger: None,
        those: Vec::new(),
        arriving: None,
    };
    let characteristics = view.characteristics(id);
    let loyalty = characteristics.filter(|it| it.types.has(CardType::Planeswalker)).and_then(|it| it.loyalty);
    if loyalty.is_some_and(|loyalty| loyalty > 0) {
        found.push(by_rule(Origin::EntersWithLoyalty));
    }
    if characteristics.is_some_and(saga::is_saga) {
        found.push(by_rule(Origin::EntersWithLore));
    }
    found
}

/// The choices made so far for an entering object, and the objects exiled for it (CR 614.12a,
/// 614.13).
fn arriving(happening: &Happening, index: usize) -> Arriving {
    let chosen = happening.actions[index].action.entering().map(|it| it.chosen.clone()).unwrap_or_default();
    // As noted for the exiled objects (CR 614.14).
    let Some((last, _)) = chosen.last().cloned() else { return Arriving::default() };
    let exiled = happening.actions.iter().filter_map(|proposed| match proposed.action {
        Action::Move { object, to: Zone::Exile, .. } if proposed.parent.is_some_and(|of| of as usize == index) => {
            Some((last.clone(), object))
        }
        _ => None,
    });
    let exiled = exiled.collect();
    Arriving { chosen, exiled }
}

/// Leaves out effects that depend on a choice still to be made as the same object enters: the
/// choice comes first (CR 607.2d, 614.12a).
fn after_choices(found: &mut Vec<Candidate>) {
    let pays = |it: &Candidate| matches!(it.instead(), Some(Instead::UnlessPaid { .. }));
    let chooses =
        |it: &Candidate| it.arriving.is_some() && (pays(it) || matches!(it.instead(), Some(Instead::Choose(_))));
    if found.len() < 2 || !found.iter().any(|it| pays(it) || chooses(it)) {
        return;
    }
    // A payment is known to any text that refers to it, linked or not.
    let of_payment = |it: &Candidate| {
        it.replacement.as_ref().is_some_and(|it| any(it, |it: &Objects| matches!(it, Objects::PaidFor(_))))
    };
    if found.iter().any(|it| pays(it) && !of_payment(it)) {
        found.retain(|it| !of_payment(it));
    }
    let speaks =
        |it: &Candidate| it.arriving.is_some() && it.replacement.as_ref().is_some_and(|it| is_linked(&it.instead));
    let link = |it: &Candidate| match &it.identity {
        Applied::Ability { origin, .. } => origin.link(),
        Applied::Effect(_) | Applied::Own(..) => None,
    };
    let open: Vec<_> = found.iter().filter(|it| chooses(it) && !speaks(it)).map(link).collect();
    found.retain(|it| !speaks(it) || !open.contains(&link(it)));
}

/// Whether a description fits only the object itself.
fn says_this(what: &Filter) -> bool {
    match what {
        Filter::This => true,
        Filter::Is(reference) => *reference == Objects::This,
        Filter::All(parts) => parts.iter().any(says_this),
        _ => false,
    }
}

impl ActionContext<'_> {
    fn named(&self, scope: &Scope<'_>, who: &Players, player: PlayerId) -> bool {
        players(self.game, scope, who).contains(&player)
    }

    /// Whether it happens to one of these players or objects.
    fn to(&self, scope: &Scope<'_>, to: Entity, who: Option<&Players>, what: Option<&Filter>) -> bool {
        match to {
            Entity::Player(player) => who.is_some_and(|who| self.named(scope, who, player)),
            Entity::Object(object) => what.is_some_and(|what| matches_there(self.game, scope, what, object)),
        }
    }

    /// Whether an effect causes this: a resolving spell or ability, or another replacement or
    /// prevention effect (CR 614.16). No effect causes the results of damage.
    fn by_effect(&self) -> bool {
        let outer = self.proposed.parent.and_then(|index| self.happening.actions.get(index as usize));
        let of_damage = outer.is_some_and(|outer| matches!(outer.action, Action::Damage { .. }));
        !of_damage && (self.resolving.is_some() || !self.proposed.applied.is_empty())
    }

    /// Whether what enters fits, as it would be on the battlefield; a reference may name it as it
    /// is.
    fn enters(&self, scope: &Scope<'_>, what: &Filter, id: ObjectId) -> bool {
        match &self.proposed.action {
            Action::Move { object, .. } => matches_moved((self.game, *object), (self.view, id), scope, what),
            _ => matches(self.view, scope, what, id),
        }
    }

    /// Whether a replacement effect applies and could do something.
    fn is(&self, scope: &Scope<'_>, replacement: &Replacement) -> bool {
        self.fits(scope, &replacement.would) && self.allows(scope, replacement)
    }

    /// Whether the replacing event is possible, for effects that do nothing otherwise (CR 614.9,
    /// 701.15c).
    fn allows(&self, scope: &Scope<'_>, replacement: &Replacement) -> bool {
        let action = &self.proposed.action;
        match (replacement.instead.parts().0, action) {
            (Instead::DealTo { to, .. }, Action::Damage { to: now, .. }) => {
                let could = |entity: &Entity| match entity {
                    Entity::Player(player) => self.game.plays(*player),
                    Entity::Object(id) => {
                        let of = |kind| self.game.has_type(*id, kind);
                        self.game.object(*id).is_some_and(crate::state::Object::is_permanent)
                            && (of(CardType::Creature) || of(CardType::Planeswalker))
                    }
                };
                let context = scope.trigger.cloned().unwrap_or_default();
                let context = told_by(self.game, context, Some(replacement), action);
                let others = recipients(self.game, &Scope { trigger: Some(&context), ..*scope }, to);
                others.iter().any(|to| to != now && could(to))
            }
            (Instead::Regenerate, Action::DestroyForGood(_)) => false,
            // CR 712.16: "as this transforms" is about the new face.
            (Instead::Choose(_), Action::Transform { .. }) => false,
            (Instead::Regenerate, Action::Destroy(object)) => {
                !self.game.restrictions().any(|(scope, restriction)| match restriction {
                    Restriction::CantRegenerate(what) => {
                        let controller = self.game.controller(*object);
                        matches(self.game, &scope, what, *object) && !self.game.ignores(controller, scope.source)
                    }
                    _ => false,
                })
            }
            _ => true,
        }
    }

    /// Whether the event is the one that a replacement effect describes.
    fn fits(&self, scope: &Scope<'_>, would: &Would) -> bool {
        let game = self.game;
        let named = |who: &Players, player: PlayerId| self.named(scope, who, player);
        // CR 805.8: what concerns a player's turn concerns the team's.
        let of_turn = |who: &Players, player: PlayerId| game.turn_mates(player).into_iter().any(|id| named(who, id));
        match (would, &self.proposed.action) {
            (Would::Move { what, from, to }, Action::Move { object, to: zone, .. }) => {
                let Some(before) = game.object(*object) else { return false };
                from.is_none_or(|zones| zones.has(before.zone.kind()))
                    && to.is_none_or(|zones| zones.has(zone.kind()))
                    && before.zone.kind() != zone.kind()
                    && (matches(game, scope, what, *object)
                        || of_its_cards(game, *object, what).is_some_and(|what| matches(game, scope, &what, *object)))
            }
            (
                Would::FinishResolving(what),
                Action::Move { object, to: Zone::Graveyard(_), manner: Manner::Resolve, .. },
            ) => matches(game, scope, what, *object),
            (Would::Discard { what, by }, Action::Move { object, manner: Manner::Discard, to, .. }) => {
                let causes = |who: &Players| self.resolving.is_some_and(|frame| named(who, frame.controller));
                to.kind() == ZoneKind::Graveyard
                    && by.as_ref().is_none_or(causes)
                    && matches(game, scope, what, *object)
            }
            (Would::Enter { what }, Action::Move { to: Zone::Battlefield, .. } | Action::CreateToken { .. }) => {
                self.entering.is_some_and(|id| id != scope.source && self.enters(scope, what, id))
            }
            (Would::TurnFaceUp { what, megamorph: only }, Action::TurnFaceUp { megamorph, .. }) => {
                let fits = |id| id != scope.source && matches(self.view, scope, what, id);
                (!only || *megamorph) && self.entering.is_some_and(fits)
            }
            // It exists already, and so does the ability (CR 614.4).
            (Would::Transform { what }, Action::Transform { .. }) => {
                self.entering.is_some_and(|id| matches(self.view, scope, what, id))
            }
            (
                Would::Damage { source, players: who, objects, combat, noncombat, at_least },
                Action::Damage { source: by, to, amount, combat: is },
            ) => {
                let open = is_open(game, source, who.as_ref(), objects.as_ref());
                // CR 609.7b: a chosen source is checked again as it would deal damage.
                *amount > 0
                    && at_least.is_none_or(|least| *amount >= least)
                    && (!combat || *is)
                    && !(*noncombat && *is)
                    && (open.0 || matches(game, &Scope { affected: Some(*to), ..*scope }, source, *by))
                    && (open.1 || self.to(scope, *to, who.as_ref(), objects.as_ref()))
            }
            (
                Would::PutCounters { by, objects, players: who, kind, effect },
                Action::PutCounters { by: putter, on, kind: of, count },
            ) => {
                *count > 0
                    && (!effect || self.by_effect())
                    && by.as_ref().is_none_or(|by| putter.is_some_and(|putter| named(by, putter)))
                    && kind.as_ref().is_none_or(|kind| kind == of)
                    && self.to(scope, *on, who.as_ref(), objects.as_ref())
            }
            // CR 122.6: an object that enters with counters has them put on it.
            (
                Would::PutCounters { objects: Some(what), effect, .. },
                action @ (Action::Move { to: Zone::Battlefield, .. }
                | Action::CreateToken { .. }
                | Action::TurnFaceUp { .. }),
            ) => {
                let controller = self.entering.and_then(|id| self.view.controller(id));
                let concerned = putters::concerned(game, scope, would, action, controller);
                // CR 614.16: counters that no effect puts there do not concern an effect that looks
                // only at effects.
                let ruled = if *effect { saga::by_rule(game, self.proposed) } else { 0 };
                let none_of = |of: &CounterKind| if *of == lore_counter() { ruled } else { 0 };
                concerned.iter().any(|(_, of, n)| *n > none_of(of))
                    && (!effect || self.by_effect())
                    && self.entering.is_some_and(|id| matches(self.view, scope, what, id))
            }
            (Would::CreateTokens { who, what, effect }, Action::CreateTokens { player, tokens }) => {
                named(who, *player)
                    && (!effect || self.by_effect())
                    && tokens.iter().any(|it| it.count > 0 && is_token(game, scope, what, *player, it))
            }
            (Would::Draw(who), Action::Draw(player)) => named(who, *player),
            (Would::DrawBesides(who), Action::Draw(player)) => named(who, *player) && !is_first_draw(game, *player),
            (Would::DrawCards { who, at_least }, Action::DrawCards { player, count }) => {
                count >= at_least && named(who, *player)
            }
            (Would::Mill(who), Action::Mill { player, count }) => *count > 0 && named(who, *player),
            (Would::Search(who), Action::Search { player, .. }) => named(who, *player),
            (Would::Search(who), Action::SearchZones { player, zones, .. }) => {
                zones.contains(&ZoneKind::Library) && named(who, *player)
            }
            (Would::GainLife(who), Action::GainLife { player, amount }) => *amount > 0 && named(who, *player),
            (Would::LoseLife(who), Action::LoseLife { player, amount }) => *amount > 0 && named(who, *player),
            (Would::LifeBelow { who, below }, Action::LoseLife { player, .. }) => {
                let outer = self.proposed.parent.and_then(|index| self.happening.actions.get(index as usize));
                outer.is_some_and(|outer| matches!(outer.action, Action::Damage { .. }))
                    && named(who, *player)
                    && shortfall(game, self.happening, *player, *below) > 0
            }
            (Would::Destroy(what), Action::Destroy(object) | Action::DestroyForGood(object)) => {
                matches(game, scope, what, *object)
            }
            (Would::TapForMana { who, what }, Action::AddMana { source, tapped: Some(player), mana, .. }) => {
                !mana.is_empty() && named(who, *player) && matches(game, scope, what, *source)
            }
            (Would::TurnStep(step, who), Action::BeginTurnStep { step: begins, player }) => {
                step == begins && of_turn(who, *player)
            }
            (Would::Phase(phase, who), Action::BeginPhase { phase: begins, player }) => {
                phase == begins && of_turn(who, *player)
            }
            (Would::ExtraTurn(who), Action::BeginTurn { player }) => {
                game.world().schedule.taking == Some(*player) && of_turn(who, *player)
            }
            (Would::Turn(who), Action::BeginTurn { player }) => of_turn(who, *player),
            // CR 810.8a
            (Would::LoseGame(who), Action::Lose { player, .. }) | (Would::WinGame(who), Action::Win(player)) => {
                leaving::together(game, *player).into_iter().any(|player| named(who, player))
            }
            (Would::FlipCoin(who), Action::FlipCoin { player, .. })
            | (Would::RollDice(who), Action::RollDice { player, .. }) => named(who, *player),
            _ => false,
        }
    }
}

/// With limited ranges of influence, whether an effect on damage applies whatever the source is,
/// and whatever the recipient is: only the one that it specifies, or else both, need to be in range
/// (CR 801.13b).
fn is_open(game: &Game, source: &Filter, who: Option<&Players>, objects: Option<&Filter>) -> (bool, bool) {
    if !game.has_ranges() {
        return (false, false);
    }
    let any_source = *source == Filter::Any;
    let any_recipient = who == Some(&Players::Each) && objects == Some(&Filter::Any);
    (any_source && !any_recipient, any_recipient && !any_source)
}

/// Whether a draw is a player's first in their draw step.
fn is_first_draw(game: &Game, player: PlayerId) -> bool {
    let turn = &game.world().turn;
    let mut in_step = game.world().history.latest().map(|entry| &entry.event);
    let mut in_step = in_step.by_ref().take_while(|event| !matches!(event, Fact::TurnStepBegan { .. }));
    turn.step == Some(TurnStep::Draw)
        && game.is_active(player)
        && !in_step.any(|event| matches!(event, Fact::Drew { player: who } if *who == player))
}

/// By how much a life total would be too low after everything that happens to it at once
/// (CR 120.4c).
pub(super) fn shortfall(game: &Game, happening: &Happening, player: PlayerId, below: u32) -> i64 {
    let Some(life) = game.player(player).map(|player| i64::from(player.life)) else { return 0 };
    let below = i64::from(below);
    // A lower life total is not reduced to less than that.
    if life < below {
        return 0;
    }
    // CR 810.9: what happens to a teammate changes a shared life total, too.
    let of_it = |who: PlayerId| who == player || (game.shares_life() && !game.are_opponents(who, player));
    let change = |proposed: &Proposed| match &proposed.action {
        Action::GainLife { player: who, amount } if of_it(*who) => i64::from(*amount),
        Action::LoseLife { player: who, amount } if of_it(*who) => -i64::from(*amount),
        _ => 0,
    };
    below - life - happening.actions.iter().map(change).sum::<i64>()
}

/// Whether a token fits a description as it is created, without the effects that will apply to it
/// (CR 701.6b).
pub(super) fn is_token(game: &Game, scope: &Scope<'_>, what: &Filter, player: PlayerId, batch: &TokenBatch) -> bool {
    if *what == Filter::Any {
        return true;
    }
    let create = Action::CreateToken { player, def: batch.def, entering: batch.entering.clone() };
    let Some((view, id)) = happen::as_it_would_enter(game, &create) else { return false };
    matches(&AsPrinted { game: &view, object: id }, scope, what, id)
}

/// CR 615.12: whether damage can't be prevented.
pub(super) fn unpreventable(game: &Game, action: &Action) -> bool {
    let Action::Damage { source: by, to, combat: is, .. } = action else { return false };
    game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantPreventDamage { source, players: who, objects, combat } => {
            let anybody = who.is_none() && objects.is_none();
            (!combat || *is)
                && matches(game, &Scope { affected: Some(*to), ..scope }, source, *by)
                && (anybody
                    || match to {
                        Entity::Player(player) => {
                            who.as_ref().is_some_and(|who| players(game, &scope, who).contains(player))
                        }
                        Entity::Object(id) => objects.as_ref().is_some_and(|what| matches(game, &scope, what, *id)),
                    })
        }
        _ => false,
    })
}
