//! What one player may see of a game, a choice and an event (CR 400.2, 402.3, 401.2).
//!
//! A view names no id of an object that the player may not see: ids are masked as well as faces, since an id that can be
//! followed through a hidden zone tells what it hides. Two games that differ only in what a player may not know look the
//! same to that player (law 9).

mod events;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::{CounterKind, DayNight, TurnStep};
use crate::derive::{Look, casting};
use crate::fact::{
    Act, Choice, Component, Domain, Entity, Entry, Frame, GameResult, Item, ManaUnit, ObjectId, PlayerId, Proposing,
    Status, Zone,
};
use crate::rules::pending;
use crate::state::{Combat, Game, Object};

pub use events::entry;

/// What a player sees of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenPlayer {
    /// Who.
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
    /// The hand: the cards if the viewer may see them, their number in any case.
    pub hand: SeenZone,
    /// The library.
    pub library: SeenZone,
    /// The graveyard.
    pub graveyard: SeenZone,
    /// Whether they have left the game.
    pub left: bool,
}

/// What a player sees of a zone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenZone {
    /// How many objects are there: public for every zone (CR 402.3, 401.3).
    pub count: usize,
    /// The objects, where the viewer may see them.
    pub objects: Option<Vec<SeenObject>>,
}

/// What a player sees of an object.
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
    /// Its power and toughness as they now are.
    pub power_toughness: Option<(i32, i32)>,
    /// What was chosen as its targets.
    pub targets: Vec<Entity>,
    /// Its level, if it has one (CR 717.2b).
    pub level: Option<u32>,
}

/// What a player sees of a choice that the game waits for: all of their own, of others' that there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenChoice {
    /// The viewer answers it.
    Yours(Choice),
    /// Another player answers it.
    Theirs(PlayerId),
}

/// What a player sees of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Whose view it is.
    pub viewer: PlayerId,
    /// The turn.
    pub turn: u32,
    /// Whose turn it is.
    pub active: PlayerId,
    /// The turn step.
    pub step: Option<TurnStep>,
    /// Whether it is day or night (CR 724.1).
    pub day_night: Option<DayNight>,
    /// The players.
    pub players: Vec<SeenPlayer>,
    /// The battlefield.
    pub battlefield: Vec<SeenObject>,
    /// The monarch (CR 720.1).
    pub monarch: Option<PlayerId>,
    /// The player who is controlled by another, and by whom (CR 718).
    pub controlled: Option<(PlayerId, PlayerId)>,
    /// The permanents that are phased out, as they were as they phased out (CR 702.26b); everybody sees them.
    pub phased_out: Vec<SeenObject>,
    /// The stack, the top last.
    pub stack: Vec<SeenObject>,
    /// Exile.
    pub exile: Vec<SeenObject>,
    /// The command zone.
    pub command: Vec<SeenObject>,
    /// The combat.
    pub combat: Option<Combat>,
    /// The cards of hidden zones that the viewer is looking at to choose among them (CR 701.19a), and companions
    /// (CR 103.2b).
    pub looking_at: Vec<SeenObject>,
    /// The choices that the game waits for.
    pub choices: Vec<SeenChoice>,
    /// The result.
    pub result: Option<GameResult>,
}

/// Whose eyes a player sees with: their own, and those of a player whom they control (CR 718.4).
fn eyes(game: &Game, viewer: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
    let controlled = game.players().map(|player| player.id);
    let controlled = controlled.filter(move |player| *player != viewer && game.decides_for(*player) == viewer);
    std::iter::once(viewer).chain(controlled)
}

/// Whether a player may see the faces of a zone's cards (CR 400.2, 402.3), as themselves or as a player whom they control;
/// cards outside the game are seen by their owner alone (CR 718.4).
pub fn may_see(game: &Game, viewer: PlayerId, zone: Zone) -> bool {
    match zone {
        Zone::Library(_) => false,
        Zone::Hand(owner) => eyes(game, viewer).any(|eye| eye == owner),
        Zone::Outside(owner) => owner == viewer,
        _ => zone.kind().is_public(),
    }
}

/// The cards of hidden zones that a player looks at to choose among them (CR 701.19a).
pub fn looked_at(game: &Game, viewer: PlayerId) -> Vec<ObjectId> {
    let choices = pending(game).choices();
    choices.iter().flat_map(|choice| looking_at(game, viewer, choice)).map(|shown| shown.id).collect()
}

/// Whether a player may see an object where it is now, or was when it was last anywhere, whatever they are asked.
pub fn sees_where_it_is(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    match game.object_or_phased_out(id) {
        Some(Object { face_down: Some(seen_by), .. }) => eyes(game, viewer).any(|eye| seen_by.contains(&eye)),
        // CR 708.5: whoever controls a face-down spell or permanent may look at it, phased out or not.
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

/// Whether a player knows which object it is: one that they see, or one that everybody can point at though it is face down
/// on the stack or the battlefield (CR 708.6).
pub fn may_follow(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    game.object_or_phased_out(id).is_some_and(Object::is_face_down) || sees_where_it_is(game, viewer, id)
}

/// Whether a card is on top of a library and a player may look at it there (CR 401.5).
fn is_seen_on_top(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    match game.zone_of(id) {
        Some(zone @ Zone::Library(owner)) => {
            game.zone(zone).front() == Some(&id)
                && eyes(game, viewer).any(|eye| casting::sees_top(game, eye, owner))
                && !came_up_meanwhile(game, zone, id)
        }
        _ => false,
    }
}

/// CR 702.94b: whether a card of a hand is played with revealed: the ability that triggered on its being revealed waits, is on
/// the stack or resolves.
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
    let on_stack = |id: &ObjectId| {
        let ability = game.object(*id).and_then(|it| it.ability.as_deref());
        ability.is_some_and(|it| of_it(it.source, it.text))
    };
    world.waiting.iter().any(|it| of_it(it.source, it.text)) || world.stack.iter().any(on_stack)
}

/// Whether it is a companion outside the game, which its owner has revealed (CR 103.2b).
fn is_companion(game: &Game, id: ObjectId) -> bool {
    game.players().any(|player| player.companion == Some(id)) && game.object(id).is_some()
}

/// Whether a card has come to the top of a library since a spell that is being cast, or an ability that is being activated,
/// was proposed: it stays hidden until that is done (CR 401.5).
fn came_up_meanwhile(game: &Game, library: Zone, id: ObjectId) -> bool {
    let world = game.world();
    let proposals = world.frames.iter().filter_map(|frame| match &**frame {
        Frame::Proposal(proposal) if proposal.what != Proposing::Trigger => Some(&proposal.what),
        _ => None,
    });
    // Every proposal but that of a triggered ability keeps the world as it was before.
    proposals.zip(&world.checkpoints).any(|(what, before)| {
        let announced = matches!(what, Proposing::Spell | Proposing::Ability | Proposing::ManaAbility { .. });
        announced && before.zone(library).front() != Some(&id)
    })
}

/// Whether it is the hand of a player who plays with it revealed (CR 402.3).
fn is_revealed_hand(game: &Game, zone: Zone) -> bool {
    matches!(zone, Zone::Hand(owner) if game.reveals_hand(owner))
}

/// What a player sees of a game.
pub fn view(game: &Game, viewer: PlayerId) -> View {
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
    let choices = pending(game).choices();
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
        monarch: game.monarch(),
        controlled: world.schedule.control.now,
        phased_out: world.phased_out.keys().filter_map(|id| seen(game, *id)).collect(),
        stack: public(Zone::Stack),
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
    })
}

/// The cards of other players' hands that are shown one by one (CR 702.94b).
fn shown_in_hands(game: &Game, viewer: PlayerId) -> Vec<SeenObject> {
    let hidden = |zone: &Zone| !may_see(game, viewer, *zone) && !is_revealed_hand(game, *zone);
    let hands = game.players().map(|player| Zone::Hand(player.id)).filter(hidden);
    let cards = hands.flat_map(|zone| game.zone(zone).iter()).filter_map(|id| game.object(*id));
    cards.filter(|it| is_shown_for_its_ability(game, it)).filter_map(|it| seen(game, it.id)).collect()
}

/// The cards on top of libraries that a player may look at (CR 401.5).
fn tops(game: &Game, viewer: PlayerId) -> impl Iterator<Item = SeenObject> {
    let top = game.players().filter_map(|player| game.zone(Zone::Library(player.id)).front().copied());
    top.filter(move |id| is_seen_on_top(game, viewer, *id)).filter_map(|id| seen(game, id))
}

/// An object of a public zone: of one that is face down, who may look at it sees what is printed on it (CR 406.3, 708.5).
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

/// What a choice shows to the viewer of what they could not see otherwise: to whoever answers, and to the player for whom
/// (CR 718.4).
fn looking_at(game: &Game, viewer: PlayerId, choice: &Choice) -> Vec<SeenObject> {
    if choice.answered_by != viewer && choice.player != viewer {
        return Vec::new();
    }
    let (Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options)) = &choice.domain
    else {
        return Vec::new();
    };
    let hidden = options.iter().filter_map(|item| match item {
        // CR 708.5: a face-down permanent is pointed at, and stays what nobody but its controller may look at.
        Item::Entity(Entity::Object(id)) if !may_follow(game, viewer, *id) => seen(game, *id),
        _ => None,
    });
    hidden.collect()
}

/// Whether a player sees what an object is: where it lies, on top of a library that they may look at, or among what the
/// choice before them shows (CR 400.2, 401.2, 401.5, 402.3, 406.3).
pub fn sees(game: &Game, viewer: PlayerId, id: ObjectId) -> bool {
    sees_where_it_is(game, viewer, id) || looked_at(game, viewer).contains(&id)
}

fn seen_choice(viewer: PlayerId, choice: Choice) -> SeenChoice {
    if choice.answered_by == viewer { SeenChoice::Yours(choice) } else { SeenChoice::Theirs(choice.answered_by) }
}

/// What a player sees of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeenEntry {
    /// All of it.
    Whole(Box<Entry>),
    /// That a player showed cards of these names (CR 701.16a).
    Revealed {
        /// Who.
        player: PlayerId,
        /// The names.
        names: Vec<String>,
    },
    /// That the viewer looked at cards of these names (CR 701.19a).
    LookedAt {
        /// The viewer.
        player: PlayerId,
        /// The names.
        names: Vec<String>,
    },
    /// That something of this kind happened, about these objects that the player may see, and these players.
    Part {
        /// The name of the kind of event.
        kind: String,
        /// The objects that the player may see.
        objects: Vec<ObjectId>,
        /// The zones that something moved between.
        zones: Option<(Zone, Zone)>,
        /// Whose it was.
        player: Option<PlayerId>,
    },
}

/// Whether a domain offers something that a player may not see; for whoever shows another player's choice.
pub fn offers_hidden(game: &Game, viewer: PlayerId, domain: &Domain) -> bool {
    let hidden = |id: ObjectId| !sees_where_it_is(game, viewer, id);
    match domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => {
            options.iter().any(|item| match item {
                Item::Entity(Entity::Object(id)) => !may_follow(game, viewer, *id),
                Item::Act(act) if !matches!(act, Act::Activate(..)) => act.object().is_some_and(hidden),
                _ => false,
            })
        }
        _ => false,
    }
}
