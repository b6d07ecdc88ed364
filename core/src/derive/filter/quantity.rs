//! Quantities and conditions (CR 107.1, 608.2h-i).

use std::collections::BTreeSet;

use crate::card::{
    Ability, CardType, Color, CounterKind, Each, Filter, ManaSymbol, ManaType, Objects, OfEach, Players, Quantity,
    Subtype,
};
use crate::fact::{
    AbilityInstance, Applied, Characteristics, Entity, Entry, EntryNo, Event, ManaUnit, ObjectId, PlayerId, Zone,
};
use crate::state::Game;

use super::super::look;
use super::super::look::Look;
use super::deeds::own_entries;
use super::occurrences::{Occurrence, left, past};
use super::reference::{high_bid, left_who_did, made_of, players_ever};
use super::{
    all_counters_on, all_matching, announced_in, counters_on, few, mana_value, matches, objects, players,
    power_and_toughness, times_in, to_i32, votes,
};
use crate::derive::look::names;
use crate::derive::look::scope::{Scope, announced_for};
use crate::derive::object::{commander, links, noted};

/// How many spells a player cast in the previous turn, whatever became of them.
fn cast_last_turn(game: &Game, player: PlayerId) -> i32 {
    let begins = |event: &&Event| matches!(event, Event::TurnBegan { .. });
    let events = game.world().history.latest().map(|entry| &entry.event);
    let last = events.skip_while(|event| !begins(event)).skip(1).take_while(|event| !begins(event));
    let cast = last.filter(|event| matches!(event, Event::BecameCast { player: by, .. } if *by == player));
    i32::try_from(cast.count()).unwrap_or(i32::MAX)
}

/// The mana symbols of these colours in the mana cost of an object (CR 107.4, 202.1).
fn mana_symbols(look: &dyn Look, colors: &[Color], id: ObjectId) -> i32 {
    let counts = |symbol: &&ManaSymbol| colors.iter().any(|color| symbol.colors().has(*color));
    let cost = look.characteristics(id).and_then(|it| it.cost.as_ref());
    i32::try_from(cost.map_or(0, |cost| cost.0.iter().filter(counts).count())).unwrap_or(i32::MAX)
}

/// The mana symbols of these colours in the mana costs of a player's permanents (CR 700.5).
pub(super) fn devotion(look: &dyn Look, colors: &[Color], player: PlayerId) -> i32 {
    let game = look.game();
    let controlled = game.world().battlefield.iter().filter(|id| look.controller(**id) == Some(player));
    let there = controlled.map(|id| mana_symbols(look, colors, *id)).fold(0, i32::saturating_add);
    // CR 107.1b
    there.saturating_add(look.more_devotion(player)).max(0)
}

/// The size of a player's party: at most one creature for each of four creature types, each
/// creature for one of them, as many as possible (CR 700.8).
pub(super) fn party(look: &dyn Look, player: PlayerId) -> i32 {
    let game = look.game();
    let mut full = [false; 16];
    full[0] = true;
    for id in game.world().battlefield.iter().filter(|id| look.controller(**id) == Some(player)) {
        let Some(it) = look.characteristics(*id).filter(|it| it.types.has(CardType::Creature)) else { continue };
        const MEMBERS: [Subtype; 4] = [
            Subtype::of_the_rules("Cleric"),
            Subtype::of_the_rules("Rogue"),
            Subtype::of_the_rules("Warrior"),
            Subtype::of_the_rules("Wizard"),
        ];
        let could_be = MEMBERS.map(|member| it.subtypes.contains(&member));
        let before = full;
        for (members, reached) in before.iter().enumerate().filter(|(_, reached)| **reached) {
            for (place, could) in could_be.iter().enumerate() {
                full[members | (usize::from(*could) << place)] |= *reached;
            }
        }
    }
    let most = full.iter().enumerate().filter(|(_, reached)| **reached).map(|(members, _)| members.count_ones()).max();
    i32::try_from(most.unwrap_or(0)).unwrap_or(i32::MAX)
}

/// The affected object's or player's portion of a division, as announced or made during the
/// resolution.
pub(super) fn portion(scope: &Scope<'_>) -> Option<u32> {
    let whose = scope.affected.or_else(|| scope.they.map(Entity::Player))?;
    let announced = scope.announced?;
    let of = |what: &[Entity], portions: &[u32]| {
        let place = what.iter().position(|entity| *entity == whose)?;
        portions.get(place).copied()
    };
    // Each part of a text divides for itself (CR 601.2d, 700.2c).
    let own = announced.targets.iter().zip(&announced.divided).skip(usize::from(scope.first_target));
    let divided = own.into_iter().find_map(|(what, portions)| of(what, portions));
    let chosen = || announced.chosen.iter().find_map(|chosen| of(&chosen.what, &chosen.portions));
    divided.or_else(chosen)
}

/// The X of a permanent's spell, for its ability that triggered on its entering (CR 107.3m),
/// wherever the permanent is by now (CR 608.2h).
pub(super) fn x_of_entering(game: &Game, scope: &Scope<'_>) -> Option<u32> {
    let id = scope.source;
    let event = scope.trigger.map(|trigger| trigger.event);
    let permanent = game.object(id).or_else(|| game.phased_out(id).map(|phased| &*phased.object));
    match permanent {
        Some(permanent) if Some(permanent.entered) == event => permanent.announced.as_ref()?.x,
        None if event.is_some_and(|event| entered_with(game, id, event)) => announced_for(game, id)?.x,
        _ => x_of_turning(game, scope),
    }
}

/// Whether an entry brought an object onto the battlefield.
fn entered_with(game: &Game, id: ObjectId, no: EntryNo) -> bool {
    game.world().entry(no).is_some_and(|entry| match &entry.event {
        Event::Moved { became, .. } => became.iter().any(|new| new.id == id && new.zone == Zone::Battlefield),
        Event::Created { object } => object.id == id && object.zone == Zone::Battlefield,
        _ => false,
    })
}

/// The X of the special action that turned a permanent face up, for its ability that triggered on
/// that (CR 702.37f).
fn x_of_turning(game: &Game, scope: &Scope<'_>) -> Option<u32> {
    let trigger = scope.trigger?;
    let entry = game.world().entry(trigger.event)?;
    match &entry.event {
        Event::PermanentTurnedFaceUp { object, x, .. } if *object == scope.source => *x,
        _ => None,
    }
}

/// The permanent that an object was before this resolution moved it: "its power" of each destroyed
/// or exiled this way is the power that it had (CR 608.2h).
fn permanent_before(game: &Game, scope: &Scope<'_>, id: ObjectId) -> Option<ObjectId> {
    if game.object(id).is_some_and(|object| object.zone == Zone::Battlefield) {
        return None;
    }
    let (was, departed) = made_of(game, scope, id)?;
    (departed.was.zone == Zone::Battlefield).then_some(was)
}

/// Of these players, those of whom a number is asked: of a team that shares its poison counters,
/// these are the counters of each of its players (CR 810.10a).
fn once_each(game: &Game, number: &Quantity, players: Vec<PlayerId>) -> Vec<PlayerId> {
    match number {
        Quantity::PlayerCounters(CounterKind::Poison, _) => game.once_a_total(players),
        _ => players,
    }
}

/// The value of a quantity.
pub(crate) fn quantity(look: &dyn Look, scope: &Scope<'_>, quantity_: &Quantity) -> i32 {
    let game = look.game();
    let sum = |reference: &Objects, value: &dyn Fn(&dyn Look, ObjectId) -> i32| {
        let named = objects(look, scope, reference).into_iter();
        if *reference == Objects::Affected {
            let before = named.map(|id| value(look, permanent_before(game, scope, id).unwrap_or(id)));
            return before.fold(0, i32::saturating_add);
        }
        let there = named.map(|id| value(look, id)).fold(0, i32::saturating_add);
        let Objects::Each(filter) = reference else { return there };
        let gone = left_behind(look, scope, filter);
        let gone = gone.iter().flat_map(|(view, ids)| ids.iter().map(|id| value(view, *id)));
        gone.fold(there, i32::saturating_add)
    };
    let of_players = |who: &Players, value: &dyn Fn(&dyn Look, PlayerId) -> i32| {
        let of = |id: PlayerId| match game.as_left_by(id).filter(|_| !game.plays(id)) {
            Some(view) => value(&view, id),
            None => value(look, id),
        };
        once_each(game, quantity_, players(look, scope, who)).into_iter().map(of).fold(0, i32::saturating_add)
    };
    let player_sum = |who: &Players, value: &dyn Fn(&crate::state::Player) -> i32| {
        of_players(who, &|look, id| look.game().player(id).map_or(0, value))
    };
    // CR 608.2h: its value when the speaker was created.
    let locked_in = || scope.memory().and_then(|memory| memory.number(quantity_));
    if quantity_.asks_the_game()
        && let Some(value) = locked_in()
    {
        return value;
    }
    match quantity_ {
        Quantity::Fixed(n) => *n,
        Quantity::X => match scope.announced.and_then(|announced| announced.x) {
            Some(announced) => to_i32(announced),
            None => locked_in().unwrap_or_else(|| to_i32(x_of_entering(game, scope).unwrap_or(0))),
        },
        Quantity::ThatMuch => scope.trigger.map_or_else(|| locked_in().unwrap_or(0), |trigger| trigger.amount),
        Quantity::Count(filter) => {
            let gone = left_behind(look, scope, filter);
            let gone = gone.iter().map(|(_, ids)| ids.len());
            let all = gone.fold(all_matching(look, scope, filter).len(), usize::saturating_add);
            i32::try_from(all).unwrap_or(i32::MAX)
        }
        Quantity::DifferentNames(..) | Quantity::CardTypes(..) | Quantity::Subtypes(..) | Quantity::Colors(..) => {
            kinds_among(look, scope, quantity_)
        }
        Quantity::Power(reference) => sum(reference, &|look, id| power_and_toughness(look, id).0.unwrap_or(0)),
        Quantity::Toughness(reference) => sum(reference, &|look, id| power_and_toughness(look, id).1.unwrap_or(0)),
        Quantity::ManaValue(reference) => sum(reference, &|look, id| mana_value(look, id).unwrap_or(0)),
        Quantity::ManaSymbols(colors, reference) => sum(reference, &|look, id| mana_symbols(look, colors, id)),
        Quantity::AllCounters(reference) => sum(reference, &|look, id| to_i32(all_counters_on(look.game(), id))),
        Quantity::Counters(kind, reference) => sum(reference, &|look, id| to_i32(counters_on(look.game(), id, kind))),
        Quantity::Level(reference) => sum(reference, &|look, id| to_i32(look.game().level(id))),
        Quantity::PlayerCounters(kind, who) => player_sum(who, &|player| to_i32(player.counters_of(kind))),
        Quantity::Life(who) => player_sum(who, &|player| player.life),
        Quantity::StartingLife(who) => player_sum(who, &|player| player.starting_life),
        Quantity::HandSize(who) => player_sum(who, &|player| i32::try_from(player.hand.len()).unwrap_or(i32::MAX)),
        Quantity::ChosenNumber => to_i32(links::number(game, scope).unwrap_or(0)),
        Quantity::Number(reference) => sum(reference, &|_, _| 1),
        Quantity::Devotion(colors, who) => of_players(who, &|look, player| devotion(look, colors, player)),
        Quantity::Party(who) => of_players(who, &|look, player| party(look, player)),
        Quantity::Coins(side) => {
            let flips = flips_of(game, scope);
            i32::try_from(flips.iter().filter(|(heads, won)| side.is(*heads, *won)).count()).unwrap_or(i32::MAX)
        }
        Quantity::Roll(value) => value.of(&results_of_roll(game, scope)),
        Quantity::HighBid => high_bid(game, scope).map_or(0, |(_, bid)| to_i32(bid)),
        Quantity::Votes(word) => i32::try_from(votes::voters(game, scope, word).len()).unwrap_or(i32::MAX),
        Quantity::TimesThisTurn(..)
        | Quantity::AmountThisTurn(..)
        | Quantity::CastLastTurn(..)
        | Quantity::CastBefore(..)
        | Quantity::AttackedWith(..)
        | Quantity::OpponentsAttacked(..) => of_turns(look, scope, quantity_),
        Quantity::PaidAsCast => to_i32(links::paid_as_cast(game, scope).unwrap_or(0)),
        Quantity::Portion => portion(scope).map(to_i32).or_else(locked_in).unwrap_or(0),
        Quantity::ThisWay(deed, who) => super::deeds::amount(look, scope, *deed, who.as_ref()),
        Quantity::Times(factor, inner) => factor.saturating_mul(quantity(look, scope, inner)),
        Quantity::Sum(parts) => parts.iter().map(|part| quantity(look, scope, part)).fold(0, i32::saturating_add),
        Quantity::NumberPaidFor => to_i32(number_paid_for(look, scope).unwrap_or(0)),
        Quantity::CommanderCasts => to_i32(commander::casts(game, scope.controller)),
        Quantity::HighestNoted(name) => to_i32(noted::highest(game, scope.controller, name)),
        Quantity::TimesPaidThis => to_i32(paid_here(look, scope).unwrap_or(0)),
        Quantity::TimesPaid(what, reference) => sum(reference, &|_, id| {
            let of_its_spell = super::is_of_its_spell(look, scope, id);
            if of_its_spell { to_i32(times_in(announced_in(game, scope, id), *what, None)) } else { 0 }
        }),
        // CR 107.1a: the quotient is rounded as stated; the dividend may be negative.
        Quantity::Divided { of, by, up } => {
            let (of, by) = (i64::from(quantity(look, scope, of)), i64::from((*by).max(1)));
            let down = of.div_euclid(by);
            let quotient = if *up && of.rem_euclid(by) != 0 { down + 1 } else { down };
            i32::try_from(quotient).unwrap_or(i32::MAX)
        }
        Quantity::ManaSpent { on, kind, snow, from } => sum(on, &|_, id| {
            let counts = |unit: &&ManaUnit| {
                kind.is_none_or(|kind| unit.kind == kind)
                    && (!snow || unit.snow)
                    && from.as_ref().is_none_or(|from| matches(look, scope, from, unit.source))
            };
            i32::try_from(mana_spent(game, scope, id).iter().filter(counts).count()).unwrap_or(i32::MAX)
        }),
        Quantity::ColorsSpent(reference) => {
            let spent = |color: &Color| {
                let is_it = |unit: &ManaUnit| unit.kind == ManaType::from(*color);
                objects(look, scope, reference).into_iter().any(|id| mana_spent(game, scope, id).iter().any(is_it))
            };
            i32::try_from(Color::ALL.iter().filter(|color| spent(color)).count()).unwrap_or(i32::MAX)
        }
        Quantity::Greatest(each) => of_each(look, scope, each).into_iter().max().unwrap_or(0),
        Quantity::Least(each) => of_each(look, scope, each).into_iter().min().unwrap_or(0),
        // CR 800.4i: those who have left count for what they did.
        Quantity::PlayerCount(who) => player_sum(who, &|_| 1).saturating_add(left_who_did(look, scope, who)),
        // CR 805.4: the players of a team take their turns together, which count for the first of
        // them.
        Quantity::TurnsTaken(who) => of_players(who, &|look, player| {
            let game = look.game();
            let with = game.players().filter(|other| game.acts_with(other.id, player)).map(|other| other.turns);
            to_i32(with.max().unwrap_or(0))
        }),
        Quantity::XOf(reference) => sum(reference, &|_, id| {
            let on_stack = game.zone_of(id) == Some(Zone::Stack) || game.object(id).is_none();
            to_i32(announced_in(game, scope, id).filter(|_| on_stack).and_then(|announced| announced.x).unwrap_or(0))
        }),
    }
}

/// The matching objects that players had who have left, if the filter names those players, each
/// time with the game as the player left it (CR 800.4i).
pub(super) fn left_behind(look: &dyn Look, scope: &Scope<'_>, filter: &Filter) -> Vec<(Game, Vec<ObjectId>)> {
    let game = look.game();
    if game.world().others.left.is_empty() {
        return Vec::new();
    }
    let mut named = Vec::new();
    whose(look, scope, filter, &mut named);
    let gone: BTreeSet<PlayerId> = named.into_iter().filter(|id| !game.plays(*id)).collect();
    let had = |player: PlayerId| {
        let view = game.as_left_by(player)?;
        let owner = |id: &ObjectId| view.object(*id).map(|object| object.owner);
        let theirs = |id: &ObjectId| view.controller(*id).or_else(|| owner(id)) == Some(player);
        let found = all_matching(&view, scope, filter).into_iter().filter(theirs).collect();
        Some((view, found))
    };
    gone.into_iter().filter_map(had).collect()
}

/// The players whose objects a filter describes.
fn whose(look: &dyn Look, scope: &Scope<'_>, filter: &Filter, found: &mut Vec<PlayerId>) {
    match filter {
        Filter::All(parts) => parts.iter().for_each(|part| whose(look, scope, part, found)),
        Filter::OwnedBy(who) | Filter::ControlledBy(who) => found.extend(players(look, scope, who)),
        _ => {}
    }
}

/// Quantities about events of this turn or the last (CR 609.8).
fn of_turns(look: &dyn Look, scope: &Scope<'_>, quantity_: &Quantity) -> i32 {
    let game = look.game();
    match quantity_ {
        Quantity::TimesThisTurn(when) => {
            let found = past(look, look.game(), scope, when.event());
            to_i32(found.iter().map(|it| it.times).fold(0, u32::saturating_add))
        }
        Quantity::AmountThisTurn(when) => {
            let amount = |it: Occurrence| it.context.amount.saturating_mul(i32::try_from(it.times).unwrap_or(i32::MAX));
            past(look, look.game(), scope, when.event()).into_iter().map(amount).fold(0, i32::saturating_add)
        }
        Quantity::CastLastTurn(who) => {
            let of = |player: &PlayerId| cast_last_turn(game, *player);
            players_ever(look, scope, who).iter().map(of).max().unwrap_or(0)
        }
        Quantity::CastBefore(reference) => {
            let named = objects(look, scope, reference);
            // CR 801.11
            let sees = |player: PlayerId| game.in_range(scope.controller, player);
            let cast = |event: &&Event| matches!(event, Event::BecameCast { player, .. } if sees(*player));
            let is_it = |event: &&Event| matches!(event, Event::BecameCast { object, .. } if named.contains(object));
            // Latest first, so what comes after it in this order was cast before it.
            let before = look::this_turn(game).filter(cast).skip_while(|event| !is_it(event)).skip(1);
            i32::try_from(before.count()).unwrap_or(i32::MAX)
        }
        // CR 107.3e, 107.3g: it has one only on the stack.
        Quantity::AttackedWith(who) => {
            let attacker = |event: &Event| match event {
                Event::Attacked { object, .. } => Some(*object),
                _ => None,
            };
            // Only the active player attacks (CR 506.2), or the active team (CR 805.10a).
            let who = players_ever(look, scope, who);
            let theirs = |id: &ObjectId| {
                let controller = || look.controller(*id).or_else(|| left(game, *id)?.controller);
                !game.shares_turns() || controller().is_some_and(|player| who.contains(&player))
            };
            let attacked: BTreeSet<ObjectId> = match who.iter().any(|id| game.is_active(*id)) {
                true => look::this_turn(game).filter_map(attacker).filter(theirs).collect(),
                false => BTreeSet::new(),
            };
            i32::try_from(attacked.len()).unwrap_or(i32::MAX)
        }
        Quantity::OpponentsAttacked(who) => {
            let attacking = game.world().turn.active;
            let who = players_ever(look, scope, who);
            if !who.iter().any(|id| game.acts_with(*id, attacking)) {
                return 0;
            }
            let combat = look::this_turn(game).take_while(|event| !matches!(event, Event::CombatBegan { .. }));
            let theirs = |id: ObjectId| {
                let controller = || look.controller(id).or_else(|| left(game, id)?.controller);
                !game.shares_turns() || controller().is_some_and(|player| who.contains(&player))
            };
            let attacked = combat.filter_map(|event| match event {
                Event::Attacked { object, target } if theirs(*object) => target.player(),
                _ => None,
            });
            let opponents: BTreeSet<PlayerId> = attacked.filter(|id| game.are_opponents(*id, attacking)).collect();
            i32::try_from(opponents.len()).unwrap_or(i32::MAX)
        }
        _ => 0,
    }
}

/// The number of the keyword ability whose alternative cost was paid for a spell (CR 702.113a).
fn number_paid_for(look: &dyn Look, scope: &Scope<'_>) -> Option<u32> {
    let Applied::Ability { origin, .. } = announced_in(look.game(), scope, scope.source)?.alternative.as_ref()? else {
        return None;
    };
    let spell = look.characteristics(scope.source)?;
    match &*spell.abilities.iter().find(|instance| instance.origin == *origin)?.ability {
        Ability::Keyword(keyword) => keyword.number(),
        _ => None,
    }
}

/// How often the optional cost that the speaking ability offers was paid: of several instances that
/// offer the same kind of cost, each counts its own payments (CR 702.56b, 702.78b).
fn paid_here(look: &dyn Look, scope: &Scope<'_>) -> Option<u32> {
    let game = look.game();
    let origin = scope.origin?;
    let spell = look.characteristics(scope.source)?;
    let offered = |instance: &AbilityInstance| match &*instance.ability {
        Ability::Keyword(keyword) => keyword.offers(),
        _ => None,
    };
    let own = spell.abilities.iter().position(|instance| instance.origin == *origin)?;
    let what = offered(&spell.abilities[own])?;
    let nth = spell.abilities[..own].iter().filter(|instance| offered(instance) == Some(what)).count();
    Some(times_in(announced_in(game, scope, scope.source), what, u8::try_from(nth).ok()))
}

/// The number of different kinds of something among objects.
fn kinds_among(look: &dyn Look, scope: &Scope<'_>, quantity_: &Quantity) -> i32 {
    let (Quantity::DifferentNames(filter)
    | Quantity::CardTypes(filter)
    | Quantity::Subtypes(_, filter)
    | Quantity::Colors(filter)) = quantity_
    else {
        return 0;
    };
    let there = all_matching(look, scope, filter);
    let gone = left_behind(look, scope, filter);
    let gone = gone.iter().flat_map(|(view, ids)| ids.iter().filter_map(|id| view.characteristics(*id)));
    // Of objects that a reference names, those that have left count as they last were (CR 608.2h).
    let named = few(look, scope, filter).unwrap_or_default().into_iter();
    let left = named.filter(|id| look.game().object(*id).is_none() && matches(look, scope, filter, *id));
    let there = there.into_iter().chain(left);
    let all: Vec<&Characteristics> = there.filter_map(|id| look.characteristics(id)).chain(gone).collect();
    let kinds = match quantity_ {
        Quantity::DifferentNames(_) => return names::differing(look.game(), &all),
        Quantity::CardTypes(_) => all.iter().flat_map(|it| it.types.iter()).collect::<BTreeSet<CardType>>().len(),
        Quantity::Subtypes(set, _) => {
            let among = |subtype: &&Subtype| all.iter().any(|it| it.has_subtype(**subtype));
            set.members().iter().filter(among).count()
        }
        _ => Color::ALL.iter().filter(|color| all.iter().any(|it| it.colors.has(**color))).count(),
    };
    i32::try_from(kinds).unwrap_or(i32::MAX)
}

/// The value of a number for each of several objects and players.
fn of_each(look: &dyn Look, scope: &Scope<'_>, OfEach { of, each }: &OfEach) -> Vec<i32> {
    let of_object = |id| quantity(look, &Scope { affected: Some(Entity::Object(id)), ..*scope }, of);
    let of_player = |id| quantity(look, &Scope { they: Some(id), ..*scope }, of);
    match each {
        Each::Object(what) => {
            let there = objects(look, scope, what).into_iter().map(of_object);
            let gone = if let Objects::Each(filter) = what { left_behind(look, scope, filter) } else { Vec::new() };
            let in_view =
                |view: &Game, id: ObjectId| quantity(view, &Scope { affected: Some(Entity::Object(id)), ..*scope }, of);
            let gone = gone.iter().flat_map(|(view, ids)| ids.iter().map(|id| in_view(view, *id)));
            there.chain(gone).collect()
        }
        Each::Player(who) => players(look, scope, who).into_iter().map(of_player).collect(),
        Each::Both(who, what) => {
            let players = players(look, scope, who).into_iter().map(of_player);
            players.chain(objects(look, scope, what).into_iter().map(of_object)).collect()
        }
        Each::Vote(word) => votes::voters(look.game(), scope, word).into_iter().map(of_player).collect(),
    }
}

/// The mana spent to cast a spell, also for its permanent (CR 400.7c).
fn mana_spent<'a>(game: &'a Game, scope: &Scope<'a>, id: ObjectId) -> &'a [ManaUnit] {
    announced_in(game, scope, id).map_or(&[], |announced| announced.mana_spent.as_slice())
}

/// The results of the coins flipped by a resolution's latest instruction: heads or not, won or lost
/// (CR 705).
pub(super) fn flips_of(game: &Game, scope: &Scope<'_>) -> Vec<(bool, Option<bool>)> {
    let mut found = Vec::new();
    let mut latest = None;
    for entry in of_this(game, scope) {
        // A later instruction led to no flip.
        if matches!(&entry.event, Event::CoinsTossed { heads, .. } if heads.is_empty()) {
            break;
        }
        if let Event::CoinFlipped { group, heads, won, .. } = &entry.event
            && *latest.get_or_insert(*group) == *group
        {
            found.push((*heads, *won));
        }
    }
    found.reverse();
    found
}

/// The results of the dice rolled by a resolution's latest instruction, in order (CR 706.2).
pub(crate) fn results_of_roll(game: &Game, scope: &Scope<'_>) -> Vec<i32> {
    let mut found: Vec<Vec<i32>> = Vec::new();
    let mut latest = None;
    for entry in of_this(game, scope) {
        if let Event::DiceRolled { group, natural, plus, .. } = &entry.event
            && *latest.get_or_insert(*group) == *group
        {
            found.push(natural.iter().map(|number| to_i32(*number).saturating_add(*plus)).collect());
        }
    }
    found.reverse();
    found.concat()
}

/// The entries of a resolution, latest first.
fn of_this<'a>(game: &'a Game, scope: &Scope<'_>) -> impl Iterator<Item = &'a Entry> {
    own_entries(game, scope).into_iter().rev()
}

/// A number to be added to power or toughness: a calculated one is at least zero (CR 107.1b), but a
/// given number, and a multiplier of the result, may be negative.
pub(crate) fn addend(look: &dyn Look, scope: &Scope<'_>, number: &Quantity) -> i32 {
    match number {
        Quantity::Fixed(n) => *n,
        Quantity::Times(factor, inner) => factor.saturating_mul(addend(look, scope, inner)),
        calculated => quantity(look, scope, calculated).max(0),
    }
}
