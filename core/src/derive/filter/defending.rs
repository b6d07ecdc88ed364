//! Whom "the defending player" means (CR 506.2, 508.5, 802.2a).
//!
//! The words speak of one attacking creature: [`spoken_of`] says which. Its defending player is the
//! one that it attacks ([`defending`]).

use crate::card::CardType;
use crate::fact::{Entity, EntryNo, Event, ObjectId, PlayerId};
use crate::state::Game;

use crate::derive::look::Look;
use crate::derive::look::scope::Scope;
use crate::derive::object::attachment::host;

/// The players of whom "the defending player" means one in a text (CR 508.5, 508.5a, 802.2a): the
/// one whom the attacking creature attacks that the text speaks of. That creature is the first that
/// attacks, or attacked this turn, of these:
///
/// 1. the object that the text is applied to, or that is being declared as an attacker (508.1b);
/// 2. the objects of the trigger event;
/// 3. the source, which counts also if it attacked in an earlier turn, and what the source is
///    attached to;
/// 4. the targets, and what was chosen.
///
/// If the text speaks of none, its controller chooses one of all defending players. An ability of a
/// creature speaks of whom that creature attacks, so it means nobody then; so does a static ability
/// if there are several, since nobody chooses for it.
pub(super) fn spoken_of(look: &dyn Look, scope: &Scope<'_>) -> Vec<PlayerId> {
    let game = look.game();
    if let Some(player) = scope.against {
        return vec![player];
    }
    let affected = || scope.affected.and_then(Entity::object).and_then(|id| defending_this_turn(look, id));
    let host = || host(game, scope.source).and_then(Entity::object).and_then(|host| defending_this_turn(look, host));
    let levels: [&dyn Fn() -> Vec<PlayerId>; 4] = [
        &|| affected().into_iter().collect(),
        &|| of_event(look, scope),
        &|| defending(look, scope.source).or_else(host).into_iter().collect(),
        &|| of_announced(look, scope),
    ];
    if let Some(players) = levels.iter().map(|level| level()).find(|players| !players.is_empty()) {
        return players;
    }
    let all = game.defending_players();
    let nobody = is_creature(look, scope.source) || scope.of_static && all.len() > 1;
    if nobody { Vec::new() } else { all }
}

/// The defending players of the attacking creatures that the trigger event is about: of its object,
/// or else of the others, such as the creatures that a creature blocks. Of several, the source of
/// the ability, or what it is attached to, is the one meant.
fn of_event(look: &dyn Look, scope: &Scope<'_>) -> Vec<PlayerId> {
    let Some(trigger) = scope.trigger else { return Vec::new() };
    if let Some(player) = trigger.object.and_then(|id| defending_this_turn(look, id)) {
        return vec![player];
    }
    let game = look.game();
    let entry = game.world().entry(trigger.event).map(|entry| entry.event.objects()).unwrap_or_default();
    let all: Vec<ObjectId> = trigger.objects().chain(entry).collect();
    let host = host(game, scope.source).and_then(Entity::object);
    match all.iter().find(|id| **id == scope.source || Some(**id) == host) {
        Some(own) => of_each(look, [*own]),
        None => of_each(look, all),
    }
}

/// The defending players of the attacking creatures among the targets, or of those chosen.
fn of_announced(look: &dyn Look, scope: &Scope<'_>) -> Vec<PlayerId> {
    let Some(announced) = scope.announced else { return Vec::new() };
    let targets = of_each(look, announced.targets.iter().flatten().filter_map(|it| it.object()));
    if !targets.is_empty() {
        return targets;
    }
    of_each(look, announced.chosen.iter().flat_map(|chosen| &chosen.what).filter_map(|it| it.object()))
}

/// The defending players of several creatures, in APNAP order.
fn of_each(look: &dyn Look, creatures: impl IntoIterator<Item = ObjectId>) -> Vec<PlayerId> {
    let attacked: Vec<PlayerId> = creatures.into_iter().filter_map(|id| defending_this_turn(look, id)).collect();
    let mut all = look.game().apnap();
    all.retain(|player| attacked.contains(player));
    all
}

/// The defending player for a creature that attacks, or attacked earlier this turn.
fn defending_this_turn(look: &dyn Look, id: ObjectId) -> Option<PlayerId> {
    let world = look.game().world();
    let attacks = || world.combat_of(id).is_some_and(|combat| combat.attacker(id).is_some());
    let attacked = || world.this_turn().any(|entry| attacked_by(&entry.event, id).is_some());
    if attacks() || attacked() { defending(look, id) } else { None }
}

fn is_creature(look: &dyn Look, id: ObjectId) -> bool {
    look.game().object(id).is_some_and(crate::state::Object::is_permanent)
        && look.characteristics(id).is_some_and(|it| it.types.has(CardType::Creature))
}

/// What an event says that a creature attacks.
fn attacked_by(event: &Event, attacker: ObjectId) -> Option<Entity> {
    match event {
        Event::Attacked { object, target }
        | Event::BecameAttacking { object, target }
        | Event::AttackReselected { object, target }
            if *object == attacker =>
        {
            Some(*target)
        }
        _ => None,
    }
}

/// The defending player for a creature (CR 508.5): the player it attacks, or the controller of the
/// planeswalker it attacks; once it attacks nothing, those that it attacked last.
pub(crate) fn defending(look: &dyn Look, attacker: ObjectId) -> Option<PlayerId> {
    let game = look.game();
    let combat = game.world().combat_of(attacker);
    let now = combat.and_then(|combat| combat.attacker(attacker)).and_then(|it| it.target);
    if game.is_multiplayer() {
        return defending_of_several(look, attacker, now);
    }
    let last = || attacked_last(game, attacker).map(|(target, _)| target);
    let attacking_player = look.controller(attacker);
    match now.or_else(last) {
        Some(Entity::Player(player)) => Some(player),
        // One that has changed sides was attacked while an opponent controlled it.
        Some(Entity::Object(object)) => look
            .controller(object)
            .filter(|controller| Some(*controller) != attacking_player)
            .or_else(|| game.attackable(attacking_player?).first().copied()),
        None => combat.map(|combat| combat.defending_player),
    }
}

/// What a creature attacked last, with the entry that says so.
fn attacked_last(game: &Game, attacker: ObjectId) -> Option<(Entity, EntryNo)> {
    let mut latest = game.world().history.latest();
    latest.find_map(|entry| attacked_by(&entry.event, attacker).map(|target| (target, entry.no)))
}

/// [`defending`] in a multiplayer game (CR 508.5a, 802.2a). A planeswalker counts for the player
/// who controlled it while it was attacked.
fn defending_of_several(look: &dyn Look, attacker: ObjectId, now: Option<Entity>) -> Option<PlayerId> {
    let game = look.game();
    let attacked = || attacked_last(game, attacker).map(|(target, no)| (target, Some(no)));
    match now.map(|target| (target, None)).or_else(attacked)? {
        (Entity::Player(player), _) => Some(player),
        (Entity::Object(planeswalker), since) => {
            let later = game.world().history.latest().take_while(|entry| since.is_some_and(|no| entry.no > no));
            // The first change of its control since then says who had it.
            let changes = later.filter_map(|entry| match &entry.event {
                Event::ControlChanged { object, from, .. } if *object == planeswalker => Some(*from),
                _ => None,
            });
            let departed = || game.world().departed.get(&planeswalker).and_then(|departed| departed.was.controller);
            changes.last().or_else(|| look.controller(planeswalker)).or_else(departed)
        }
    }
}
