//! What one player may see of a game, a choice and an event (CR 400.2, 402.3, 401.2).
//!
//! A view contains no id of an object that the player may not see. Ids are masked as well as faces,
//! because an id that can be followed through a hidden zone gives away what it hides. Two games
//! that differ only in what a player may not know look the same to that player (law 9).

mod events;
mod veil;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::card::{Ability, CounterKind, DayNight, Keyword, TurnStep};
use crate::derive::Look;
use crate::derive::cast::casting;
use crate::derive::filter::marking;
use crate::fact::{
    Announcement, Choice, Component, Domain, Entity, Entry, Event, Frame, GameResult, Item, ManaUnit, ObjectId, Origin,
    PlayerId, Proposing, Status, Zone,
};
use crate::rules::pending;
use crate::state::{Combat, Designations, Game, Object};

pub use events::entry;
pub use veil::{veil, veiled};

/// A player's view of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenPlayer {
    /// The seat.
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// The life total.
    pub life: i32,
    /// Counters.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// The mana pool.
    pub mana: Vec<ManaUnit>,
    /// The hand: its size, and the cards if the viewer may see them.
    pub hand: SeenZone,
    /// The library.
    pub library: SeenZone,
    /// The graveyard.
    pub graveyard: SeenZone,
    /// Whether they have left the game.
    pub left: bool,
}

/// A player's view of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenZone {
    /// The number of objects, which is public for every zone (CR 402.3, 401.3).
    pub count: usize,
    /// The objects, if the viewer may see them.
    pub objects: Option<Vec<SeenObject>>,
}

/// A player's view of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenObject {
    /// Its id.
    pub id: ObjectId,
    /// Its name.
    pub name: String,
    /// Its owner.
    pub owner: PlayerId,
    /// Its controller.
    pub controller: Option<PlayerId>,
    /// Whether it is a token.
    pub token: bool,
    /// Its status.
    pub status: Status,
    /// Its counters.
    #[serde(with = "crate::fact::counter_map")]
    pub counters: BTreeMap<CounterKind, u32>,
    /// Damage marked on it.
    pub damage: u32,
    /// Its current power and toughness.
    pub power_toughness: Option<(i32, i32)>,
    /// Its targets.
    pub targets: Vec<Entity>,
    /// Its level, if it has one (CR 717.2b).
    pub level: Option<u32>,
    /// Its designations, in words (CR 701.31b, 702.112b).
    pub markings: Vec<String>,
}

/// A player's view of a choice that the game waits for. Of another player's choice they see only
/// that there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenChoice {
    /// The viewer answers it.
    Yours(Choice),
    /// Another player answers it.
    Theirs(PlayerId),
}

/// A player's view of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The player whose view it is.
    pub viewer: PlayerId,
    /// The turn.
    pub turn: u32,
    /// The active player.
    pub active: PlayerId,
    /// The turn step.
    pub step: Option<TurnStep>,
    /// Whether it is day or night (CR 724.1).
    pub day_night: Option<DayNight>,
    /// The players.
    pub players: Vec<SeenPlayer>,
    /// The battlefield.
    pub battlefield: Vec<SeenObject>,
    /// The designations of players. Everybody sees them.
    pub designations: Designations,
    /// The controlled players, each with who controls them (CR 718).
    pub controlled: Vec<(PlayerId, PlayerId)>,
    /// The phased-out permanents, as they phased out (CR 702.26b); everybody sees them.
    pub phased_out: Vec<SeenObject>,
    /// The stack, top last.
    pub stack: Vec<SeenObject>,
    /// Exile.
    pub exile: Vec<SeenObject>,
    /// The command zone.
    pub command: Vec<SeenObject>,
    /// The combat.
    pub combat: Option<Combat>,
    /// The cards in hidden zones that the viewer is looking at for a choice (CR 701.19a), and
    /// companions (CR 103.2b).
    pub looking_at: Vec<SeenObject>,
    /// The choices that the game waits for.
    pub choices: Vec<SeenChoice>,
    /// The result.
    pub result: Option<GameResult>,
    /// The main game as it waits, if this is a subgame (CR 722.1a).
    pub main: Option<Box<View>>,
}

/// Returns the players whose knowledge a player has: their own, and that of a player they control
/// (CR 718.4).
fn eyes(game: &Game, viewer: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
    let mut eyes = SmallVec::<[PlayerId; 4]>::from_slice(&[viewer]);
    let mut next = 0;
    // Who controls a player sees what that one sees through others, too.
    while let Some(eye) = eyes.get(next).copied() {
        next += 1;
        for player in game.players().map(|player| player.id) {
            // Teammates may review each other's hands (CR 808.5, 809.7, 810.5, 811.5).
            let sees = || game.controller_of_player(player) == Some(eye) || game.may_review(eye, player);
            if !eyes.contains(&player) && sees() {
                eyes.push(player);
            }
        }
    }
    eyes.into_iter()
}

/// Returns whether a player may see the faces of a zone's cards (CR 400.2, 402.3), themselves or
/// through a player they control. Only their owner sees cards outside the game (CR 718.4).
pub fn may_see(game: &Game, viewer: PlayerId, zone: Zone) -> bool {
    match zone {
        Zone::Library(_) | Zone::Planar(_) => false,
        Zone::Hand(owner) => eyes(game, viewer).any(|eye| eye == owner),
        Zone::Outside(owner) => owner == viewer,
        _ => zone.kind().is_public(),
    }
}

/// Returns the cards in hidden zones that a player looks at for a choice (CR 701.19a).
pub(crate) fn looked_at(game: &Game, viewer: PlayerId) -> Vec<ObjectId> {
    let choices = pending(game).choices();
    choices.iter().flat_map(|choice| looking_at(game, viewer, choice)).map(|shown| shown.id).collect()
}

/// Returns whether a player may see an object in its current or last zone, apart from any choice.
pub fn sees_where_it_is(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    match game.object_or_phased_out(id) {
        Some(Object { face_down: Some(seen_by), .. }) => eyes(game, viewer).any(|eye| seen_by.contains(&eye)),
        // CR 708.5: the controller of a face-down spell or permanent may look at it, even if it is
        // phased out.
        Some(object) if object.is_face_down() => {
            let phased_out = game.phased_out(id).map(|phased| phased.controller);
            let controller = phased_out.or_else(|| game.controller(id));
            eyes(game, viewer).any(|eye| Some(eye) == controller)
        }
        Some(object) => {
            may_see(game, viewer, object.zone)
                || is_seen_on_top(game, viewer, id)
                || is_revealed_hand(game, object.zone)
                || is_companion(game, id)
                || is_shown_for_its_ability(game, object)
        }
        None => game.world().departed.get(&id).is_some_and(|departed| may_see(game, viewer, departed.was.zone)),
    }
}

/// Returns whether a player can identify an object: because they see it, or because it is face down
/// on the stack or battlefield, where everybody can point at it (CR 708.6).
pub fn may_follow(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    game.object_or_phased_out(id).is_some_and(Object::is_face_down) || sees_where_it_is(game, viewer, id)
}

/// Returns whether a card is on top of a library and a player may look at it there (CR 401.5).
fn is_seen_on_top(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    match game.zone_of(id) {
        Some(zone @ Zone::Library(owner)) => {
            game.zone(zone).first() == Some(&id)
                && eyes(game, viewer).any(|eye| casting::sees_top(game, eye, owner))
                && !came_up_meanwhile(game, zone, id)
        }
        _ => false,
    }
}

/// Returns whether a card in a hand stays revealed: because the ability that triggered on its being
/// revealed waits, is on the stack, or resolves (CR 702.94b), because its forecast ability was
/// activated and no step but an upkeep has begun since (CR 702.57b), or because it was revealed for
/// the cost of something on the stack or by what is resolving (CR 701.16a).
fn is_shown_for_its_ability(game: &Game, object: &Object) -> bool {
    if !matches!(object.zone, Zone::Hand(_)) {
        return false;
    }
    let of_it = |source: ObjectId, text: crate::fact::AbilityRef| {
        let when = match game.ability(text) {
            Some(crate::card::Ability::Triggered(ability)) => Some(&ability.when),
            _ => None,
        };
        source == object.id && matches!(when, Some(crate::card::TriggerEvent::RevealedThisWay(_)))
    };
    let world = game.world();
    let on_stack = |id: ObjectId| {
        let ability = game.object(id).and_then(|it| it.ability.as_deref());
        ability.is_some_and(|it| of_it(it.source, it.text))
    };
    world.all_waiting().any(|it| of_it(it.source, it.text))
        || world.stacks().any(on_stack)
        || has_been_forecast(game, object)
        || is_shown_for_a_cost(game, object.id)
        || is_shown_by_an_effect(game, object.id)
}

/// Returns whether a card in a hand was revealed for the cost of a spell or ability that is being
/// put onto the stack, or is there (CR 701.16a).
fn is_shown_for_a_cost(game: &Game, card: ObjectId) -> bool {
    let world = game.world();
    let pays = |announced: &Announcement| announced.paid_with.contains(&card);
    let announcing = world.frames.iter().any(|frame| match &**frame {
        Frame::Proposal(proposal) => pays(&proposal.announced),
        Frame::Resolve(resolving) => pays(&resolving.announced),
        _ => false,
    });
    let on_stack = |id: ObjectId| game.object(id).and_then(|it| it.announced.as_deref()).is_some_and(pays);
    let revealed = |entry: &Entry| match &entry.event {
        Event::Revealed { cards, .. } => cards.iter().any(|(shown, _)| *shown == card),
        _ => false,
    };
    (announcing || world.stacks().any(on_stack)) && world.this_turn().any(revealed)
}

/// Returns whether the spell or ability that is resolving has revealed a card in a hand
/// (CR 701.16a).
fn is_shown_by_an_effect(game: &Game, card: ObjectId) -> bool {
    let world = game.world();
    let began = world.frames.iter().filter_map(|frame| match &**frame {
        Frame::Resolve(resolving) => Some(resolving.began),
        _ => None,
    });
    let Some(began) = began.min() else { return false };
    let since = world.history.latest().take_while(|entry| entry.no > began);
    since.into_iter().any(|entry| match &entry.event {
        Event::Revealed { cards, .. } => cards.iter().any(|(shown, _)| *shown == card),
        _ => false,
    })
}

/// Returns whether the forecast ability of a card was activated in the present upkeep (CR 702.57b).
fn has_been_forecast(game: &Game, object: &Object) -> bool {
    let forecasts = |ability: &Ability| matches!(ability, Ability::Keyword(Keyword::Forecast(_)));
    if !game.characteristics(object.id).is_some_and(|it| it.abilities.iter().any(|it| forecasts(&it.ability))) {
        return false;
    }
    let is_forecast = |origin: &Origin| game.ability_of(object.id, origin).is_some_and(|it| forecasts(&it.ability));
    let elsewhere = |event: &Event| matches!(event, Event::TurnStepBegan { step } if *step != TurnStep::Upkeep);
    let mut upkeep = game.world().this_turn().map(|entry| &entry.event).take_while(|event| !elsewhere(event));
    upkeep.any(|event| match event {
        Event::BecameActivated { source, origin, .. } => *source == object.id && is_forecast(origin),
        _ => false,
    })
}

/// Returns whether it is a companion outside the game that its owner has revealed (CR 103.2b).
fn is_companion(game: &Game, id: ObjectId) -> bool {
    game.players().any(|player| player.companion == Some(id)) && game.object(id).is_some()
}

/// Returns whether a card came to the top of a library while a spell is being cast or an ability
/// activated. It stays hidden until that is done (CR 401.5).
fn came_up_meanwhile(game: &Game, library: Zone, id: ObjectId) -> bool {
    let world = game.world();
    let proposals = world.frames.iter().filter_map(|frame| match &**frame {
        Frame::Proposal(proposal) if proposal.what != Proposing::Trigger => Some(&proposal.what),
        _ => None,
    });
    // Every proposal except that of a triggered ability has saved the world before it.
    proposals.zip(&world.others.checkpoints).any(|(what, before)| {
        let announced = matches!(what, Proposing::Spell | Proposing::Ability | Proposing::ManaAbility { .. });
        announced && before.zone(library).first() != Some(&id)
    })
}

/// Returns whether it is the hand of a player who plays with it revealed (CR 402.3).
fn is_revealed_hand(game: &Game, zone: Zone) -> bool {
    matches!(zone, Zone::Hand(owner) if game.reveals_hand(owner))
}

/// Returns a player's view of a game.
pub fn view(game: &Game, viewer: PlayerId) -> View {
    view_with(game, viewer, pending(game).choices())
}

/// Returns a player's view of a game that waits for these choices.
fn view_with(game: &Game, viewer: PlayerId, choices: Vec<Choice>) -> View {
    let world = game.world();
    let zone = |zone: Zone| {
        let ids = game.zone(zone);
        SeenZone {
            count: ids.len(),
            objects: (may_see(game, viewer, zone) || is_revealed_hand(game, zone))
                .then(|| ids.iter().filter_map(|id| seen(game, *id)).collect()),
        }
    };
    let public = |zone: Zone| game.zone(zone).iter().filter_map(|id| face_up_to(game, viewer, *id)).collect();
    View {
        viewer,
        turn: world.turn.number,
        active: world.turn.active,
        step: world.turn.step,
        day_night: world.day_night,
        players: game
            .players()
            .map(|player| SeenPlayer {
                id: player.id,
                name: player.name.clone(),
                life: player.life,
                counters: player.counters.clone(),
                mana: player.mana.clone(),
                hand: zone(Zone::Hand(player.id)),
                library: zone(Zone::Library(player.id)),
                graveyard: zone(Zone::Graveyard(player.id)),
                left: player.left,
            })
            .collect(),
        battlefield: public(Zone::Battlefield),
        designations: *game.designations(),
        controlled: {
            let players = game.players().map(|player| player.id);
            players.filter_map(|player| Some((player, game.controller_of_player(player)?))).collect()
        },
        phased_out: world.phased_out.keys().filter_map(|id| seen(game, *id)).collect(),
        stack: world.stacks().filter_map(|id| face_up_to(game, viewer, id)).collect(),
        exile: public(Zone::Exile),
        command: public(Zone::Command),
        combat: world.combat.as_deref().cloned(),
        looking_at: tops(game, viewer)
            .chain(game.players().filter_map(|player| player.companion).filter_map(|id| seen(game, id)))
            .chain(choices.iter().flat_map(|choice| looking_at(game, viewer, choice)))
            .chain(shown_in_hands(game, viewer))
            .collect(),
        choices: choices.into_iter().map(|choice| seen_choice(viewer, choice)).collect(),
        result: world.result,
        // Nobody is asked for anything there until it continues.
        main: game.main_game().map(|main| Box::new(view_with(&main, viewer, Vec::new()))),
    }
}

fn seen(game: &Game, id: ObjectId) -> Option<SeenObject> {
    let object = game.object_or_phased_out(id)?;
    let characteristics = game.characteristics(id);
    Some(SeenObject {
        id,
        name: game.name_of(id),
        owner: object.owner,
        controller: game.controller(id),
        token: object.component == Component::Token,
        status: object.status,
        counters: object.counters.clone(),
        damage: object.damage,
        power_toughness: characteristics.and_then(|it| it.power.zip(it.toughness)),
        targets: object.announced.iter().flat_map(|announced| announced.targets.concat()).collect(),
        level: object.level.map(std::num::NonZeroU32::get),
        markings: marking::words(game, id),
    })
}

/// Returns the single cards revealed in other players' hands (CR 702.94b).
fn shown_in_hands(game: &Game, viewer: PlayerId) -> Vec<SeenObject> {
    let hidden = |zone: &Zone| !may_see(game, viewer, *zone) && !is_revealed_hand(game, *zone);
    let hands = game.players().map(|player| Zone::Hand(player.id)).filter(hidden);
    let cards = hands.flat_map(|zone| game.zone(zone).iter()).filter_map(|id| game.object(*id));
    cards.filter(|it| is_shown_for_its_ability(game, it)).filter_map(|it| seen(game, it.id)).collect()
}

/// Returns the top cards of libraries that a player may look at (CR 401.5).
fn tops(game: &Game, viewer: PlayerId) -> impl Iterator<Item = SeenObject> {
    let top = game.players().filter_map(|player| game.zone(Zone::Library(player.id)).first().copied());
    top.filter(move |id| is_seen_on_top(game, viewer, *id)).filter_map(|id| seen(game, id))
}

/// Returns an object of a public zone. If it is face down, a player who may look at it sees its
/// face (CR 406.3, 708.5).
fn face_up_to(game: &Game, viewer: PlayerId, id: ObjectId) -> Option<SeenObject> {
    let mut it = seen(game, id)?;
    if sees_where_it_is(game, viewer, id)
        && let Some(object) = game.object(id).filter(|object| object.face_down.is_some() || object.is_face_down())
        && let Some(face) = game.face(object.face_up_def())
    {
        it.name.clone_from(&face.name);
    }
    Some(it)
}

/// Returns the otherwise hidden cards that a choice shows to the viewer, if they answer it, it is
/// theirs, or they control the player whose it is, directly or through others (CR 718.4).
fn looking_at(game: &Game, viewer: PlayerId, choice: &Choice) -> Vec<SeenObject> {
    if choice.answered_by != viewer && !game.line_of_control(choice.player).contains(&viewer) {
        return Vec::new();
    }
    let (Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options)) = &choice.domain
    else {
        return Vec::new();
    };
    let hidden = options.iter().filter_map(|item| match item {
        // CR 708.5: a choice can point at a face-down permanent, but only its controller may look
        // at it.
        Item::Entity(Entity::Object(id)) if !may_follow(game, viewer, *id) => seen(game, *id),
        _ => None,
    });
    hidden.collect()
}

/// Returns whether a player sees what an object is: in its zone, on top of a library they may look
/// at, or in the choice before them (CR 400.2, 401.2, 401.5, 402.3, 406.3).
pub fn sees(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    sees_where_it_is(game, viewer, id) || looked_at(game, viewer).contains(&id)
}

fn seen_choice(viewer: PlayerId, choice: Choice) -> SeenChoice {
    if choice.answered_by == viewer { SeenChoice::Yours(choice) } else { SeenChoice::Theirs(choice.answered_by) }
}

/// A player's view of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenEntry {
    /// The whole entry.
    Whole(Box<Entry>),
    /// A player revealed cards with these names (CR 701.16a).
    Revealed {
        /// The player.
        player: PlayerId,
        /// The names.
        names: Vec<String>,
    },
    /// The viewer looked at cards with these names (CR 701.19a).
    LookedAt {
        /// The viewer.
        player: PlayerId,
        /// The names.
        names: Vec<String>,
    },
    /// An event of this kind happened. The view has only these objects, zones and player.
    Part {
        /// The name of the kind.
        kind: String,
        /// The objects that the player may see.
        objects: Vec<ObjectId>,
        /// The zones that something moved between.
        zones: Option<(Zone, Zone)>,
        /// The player of the event.
        player: Option<PlayerId>,
    },
}
