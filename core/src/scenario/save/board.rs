//! Turns a moment of a game into a genesis with a set-up and the first inputs on it, or says why no
//! board can express it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::{Card, Definition, ManaType, Phase, TurnStep, ZoneKind};
use crate::derive::Look;
use crate::derive::cast::face_down;
use crate::derive::turn_markers::APART;
use crate::fact::{
    Act, Answer, Canonical, Component, Edit, Entity, Frame, Genesis, Input, Item, NotedFor, ObjectId, Placed,
    PlacedHost, PlacedKind, PlayerId, PlayerSetup, SetUp, TurnStepStage, Zone,
};
use crate::state::{Game, Marker, Object, Player, PlayerControl};

/// A moment, as a board.
pub(super) struct SavedBoard {
    pub(super) genesis: Genesis,
    /// The objects of the moment, in the order in which the genesis creates them.
    pub(super) objects: Vec<ObjectId>,
    /// The first inputs on the board, for what a board cannot express but a change can.
    pub(super) prelude: Vec<Input>,
}

/// The zones of a player, in the order in which a scenario lists them. Libraries come before, but
/// for a commander in one and the cards below it.
pub(super) const ZONES: [ZoneKind; 8] = [
    ZoneKind::Battlefield,
    ZoneKind::Hand,
    ZoneKind::Graveyard,
    ZoneKind::Exile,
    ZoneKind::Command,
    ZoneKind::Ante,
    ZoneKind::Outside,
    ZoneKind::Library,
];

/// The board of a moment.
pub(super) fn board_of(game: &Game, from: &Genesis) -> Result<SavedBoard, String> {
    let (step, holder, passes) = stands(game)?;
    nothing_else(game)?;
    let mut builder = Builder { game, cards: Vec::new() };
    let mut players = Vec::new();
    let mut objects = Vec::new();
    let mut noted: Vec<String> = Vec::new();
    for player in game.players() {
        let mut deck = Vec::new();
        for id in split_library(game, player).0 {
            deck.push(builder.plain(*id)?);
            objects.push(*id);
        }
        let hand_size = from.players.get(usize::from(player.id.0)).map_or(7, |player| player.hand_size);
        let (name, life, counters) = (player.name.clone(), player.life, player.counters.clone());
        let mut supplement = Vec::new();
        for id in game.zone(Zone::Planar(player.id)).iter().chain(game.zone(Zone::Schemes(player.id))) {
            supplement.push(builder.plain(*id)?);
            objects.push(*id);
        }
        let notes = from.players.get(usize::from(player.id.0)).map(|it| it.notes.clone()).unwrap_or_default();
        noted.extend(notes.iter().flat_map(NotedFor::cards).map(str::to_owned));
        let beside = PlayerSetup { supplement, notes, ..PlayerSetup::default() };
        players.push(PlayerSetup { name, life, hand_size, deck, counters, ..beside });
    }
    let mut placed: Vec<(ObjectId, Placed)> = Vec::new();
    for player in game.players() {
        for kind in ZONES {
            let mut there: Vec<ObjectId> = match kind {
                ZoneKind::Library => split_library(game, player).1.to_vec(),
                kind => game.zone(Zone::of(kind, player.id)).to_vec(),
            };
            if kind == ZoneKind::Battlefield {
                there.extend(game.world().phased_out.keys());
                there.sort_unstable();
            }
            for id in there {
                let object = game.object_or_phased_out(id).filter(|object| object.owner == player.id);
                if let Some(object) = object {
                    placed.push((id, builder.placed(object, kind)?));
                }
            }
        }
    }
    let place: BTreeMap<ObjectId, u32> = (0u32..).zip(&placed).map(|(place, (id, _))| (*id, place)).collect();
    for (id, it) in &mut placed {
        it.attached_to = match game.object_or_phased_out(*id).and_then(|object| object.attached_to) {
            None => None,
            Some(Entity::Player(player)) => Some(PlacedHost::Player(player)),
            Some(Entity::Object(host)) => match place.get(&host) {
                Some(place) => Some(PlacedHost::Object(*place)),
                None => return Err(format!("{} is attached to what is not on the board", game.name_of(*id))),
            },
        };
    }
    let (sick, rested): (Vec<_>, Vec<_>) = placed.iter().partition(|(_, it)| it.sick);
    objects.extend(rested.iter().chain(&sick).map(|(id, _)| *id));
    let turn = &game.world().turn;
    let day_night = game.world().day_night;
    let objects_placed = placed.into_iter().map(|(_, it)| it).collect();
    let set_up = SetUp { turn: turn.number, step, day_night, objects: objects_placed };
    for name in noted {
        if let Some(card) = from.cards.iter().find(|card| card.name() == name) {
            builder.index(Card::clone(card))?;
        }
    }
    let genesis = Genesis {
        seed: game.seed(),
        players,
        starting_player: turn.active,
        cards: builder.cards.into_iter().map(Canonical::from).collect(),
        ante: game.world().for_ante,
        set_up: Some(set_up),
        ..from.clone()
    };
    Ok(SavedBoard { genesis, objects, prelude: prelude(game, holder, passes)? })
}

/// The genesis as it reads back from the text of a scenario, with its objects by owner and zone;
/// and the objects that a game of the genesis had at first, in the order in which the text's
/// creates them.
pub(super) fn in_order(genesis: &Genesis, made: &[ObjectId]) -> (Genesis, Vec<ObjectId>) {
    let Some(set_up) = &genesis.set_up else { return (genesis.clone(), made.to_vec()) };
    let owned: usize = genesis
        .players
        .iter()
        .map(|it| it.deck.len() + it.commanders.len() + it.supplement.len() + it.sideboard.len())
        .sum();
    let (mut objects, placed) = (made.get(..owned).unwrap_or(made).to_vec(), made.get(owned..).unwrap_or_default());
    // Summoning-sick permanents are created after the others.
    let sick = |index: &usize| set_up.objects.get(*index).is_some_and(|it| it.sick);
    let (late, early): (Vec<usize>, Vec<usize>) = (0..set_up.objects.len()).partition(sick);
    let ids: BTreeMap<usize, ObjectId> = early.into_iter().chain(late).zip(placed.iter().copied()).collect();
    let mut order: Vec<usize> = (0..set_up.objects.len()).collect();
    let zone = |kind: ZoneKind| ZONES.iter().position(|it| *it == kind);
    order.sort_by_key(|index| set_up.objects.get(*index).map(|it| (it.owner, zone(it.zone))));
    let place: BTreeMap<usize, u32> = order.iter().copied().zip(0u32..).collect();
    let moved = |it: &Placed| Placed {
        attached_to: it.attached_to.map(|host| match host {
            PlacedHost::Object(host) => PlacedHost::Object(place.get(&(host as usize)).copied().unwrap_or(host)),
            player @ PlacedHost::Player(_) => player,
        }),
        ..it.clone()
    };
    let (late, early): (Vec<usize>, Vec<usize>) = order.iter().partition(|index| sick(index));
    objects.extend(early.iter().chain(&late).filter_map(|index| ids.get(index).copied()));
    let placed = order.iter().filter_map(|index| set_up.objects.get(*index)).map(moved).collect();
    let set_up = SetUp { objects: placed, ..set_up.clone() };
    (Genesis { set_up: Some(set_up), ..genesis.clone() }, objects)
}

/// The turn step, who has priority and how many have passed, if nothing else is under way.
fn stands(game: &Game) -> Result<(TurnStep, PlayerId, u8), String> {
    let frames: Vec<&Frame> = game.world().frames.iter().map(|frame| &**frame).collect();
    let [
        Frame::Turn { phases },
        Frame::Phase { phase, steps },
        Frame::TurnStep { step, stage: TurnStepStage::End },
        Frame::Priority { player, received: true, passes },
    ] = frames.as_slice()
    else {
        return Err("no player simply has priority here: something is being cast, resolved or chosen".to_owned());
    };
    let rest: Vec<Phase> = Phase::ALL.into_iter().skip_while(|it| it != phase).skip(1).collect();
    let left: Vec<TurnStep> = phase.turn_steps().iter().copied().skip_while(|it| it != step).skip(1).collect();
    if *phases != rest || *steps != left {
        return Err("phases or steps were added to the turn, or are skipped".to_owned());
    }
    Ok((*step, *player, *passes))
}

/// The cards of a library above its first commander, and the rest.
fn split_library<'a>(game: &Game, player: &'a Player) -> (&'a [ObjectId], &'a [ObjectId]) {
    let commander = |id: &ObjectId| game.object(*id).is_some_and(|object| game.world().is_commander(object));
    let library = player.library.as_slice();
    library.split_at(library.iter().position(commander).unwrap_or(library.len()))
}

/// Whether the turn markers are where a board has them, and no other turn has begun (CR 807.4b).
fn markers_are_usual(game: &Game) -> bool {
    let Some(markers) = game.markers() else { return true };
    let holders = game.apnap().into_iter().step_by(APART);
    let there = |(marker, holder): (&Marker, PlayerId)| marker.holder == holder && marker.designated == 0;
    markers.strands().all(|strand| !strand.turn.under_way)
        && markers.all.len() == Game::markers_for(game.apnap().len())
        && markers.all.iter().zip(holders).all(there)
}

/// Checks that nothing a board cannot express is in force.
fn nothing_else(game: &Game) -> Result<(), String> {
    let world = game.world();
    let attacked = world
        .combat
        .as_ref()
        .is_some_and(|combat| !combat.attackers.is_empty() || world.turn.step != Some(TurnStep::BeginningOfCombat));
    let designated = world.this_turn().find_map(|entry| entry.event.designates());
    let designated = designated.map(|(it, _)| format!("a player {} this turn", it.got()));
    let found = [
        (world.games().is_some(), "a subgame is being played (CR 722)"),
        (!world.stack.is_empty(), "something is on the stack"),
        (attacked, "combat is under way"),
        (!world.effects.is_empty(), "a continuous effect of a spell or ability is in force"),
        (!world.waiting.is_empty(), "a triggered ability waits to be put onto the stack"),
        (!world.delayed.is_empty(), "a delayed triggered ability waits"),
        (!world.untils.is_empty(), "something is exiled, or has phased out, until something else happens"),
        (!world.chances.is_empty(), "a random result is fixed in advance"),
        (!world.bonds.is_empty(), "there is mana with terms of how it may be spent"),
        (!world.drawn.is_empty(), "a card was drawn face down"),
        (!world.schedule.extra.is_empty(), "extra turns are to come"),
        (world.players.iter().any(|player| !player.dungeons.is_empty()), "a player has completed a dungeon"),
        (
            world.commanders().iter().any(|it| !it.casts.is_empty() || !it.damage.is_empty()),
            "a commander has been cast from the command zone, or has dealt combat damage",
        ),
        (
            world.commanders().iter().any(|it| world.object_of(it.card).is_none()),
            "a commander is part of another object",
        ),
        (
            world.schedule.control != PlayerControl::default() || !world.schedule.held.is_empty(),
            "a player controls another, or will",
        ),
        (!world.schedule.after_next.is_empty(), "an extra turn is to come after a player's next turn"),
        (!world.schedule.postponed.is_empty(), "something is done as the next step begins"),
        (world.turn.extra, "this is an extra turn"),
        (!markers_are_usual(game), "turn markers are elsewhere than they would be on a board, or other turns go on"),
        (designated.is_some(), designated.as_deref().unwrap_or_default()),
        (world.players.iter().any(|player| player.companion.is_some()), "a player has a companion"),
        (
            world.notes.keys().any(|id| game.object(*id).is_some()),
            "an ability has noted something for those linked to it",
        ),
    ];
    match found.into_iter().find(|(is, _)| *is) {
        Some((_, why)) => Err(why.to_owned()),
        None => Ok(()),
    }
}

/// The inputs for what a board cannot express but a change can; then the passes.
fn prelude(game: &Game, holder: PlayerId, passes: u8) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    let lands = game.world().turn.lands_played;
    if lands > 0 {
        inputs.push(Input::Edit(Edit::LandsPlayed(lands)));
    }
    inputs.extend(game.designations().iter().map(|(it, player)| Input::Edit(Edit::designated(it, player))));
    for player in game.players().filter(|player| !player.mana.is_empty()) {
        if player.mana.iter().any(|unit| unit.snow) {
            return Err("there is snow mana in a pool".to_owned());
        }
        let mut kinds: Vec<ManaType> = player.mana.iter().map(|unit| unit.kind).collect();
        kinds.sort_unstable();
        inputs.push(Input::Edit(Edit::Mana(player.id, kinds)));
    }
    let order = game.turn_order_from(game.world().turn.active);
    let at = order.iter().position(|id| *id == holder).unwrap_or(0);
    if at != usize::from(passes) {
        return Err("a player has priority again after others have passed".to_owned());
    }
    let pass = |by: &PlayerId| Input::Decision { by: *by, answer: Answer::Picked(vec![Item::Act(Act::Pass)]) };
    inputs.extend(order.iter().take(usize::from(passes)).map(pass));
    Ok(inputs)
}

struct Builder<'a> {
    game: &'a Game,
    cards: Vec<Arc<Card>>,
}

impl Builder<'_> {
    fn index(&mut self, card: Card) -> Result<u32, String> {
        if let Some(there) = self.cards.iter().position(|it| it.name() == card.name()) {
            if *self.cards[there] != card {
                return Err(format!("two different cards are called {}", card.name()));
            }
            return u32::try_from(there).map_err(|error| error.to_string());
        }
        if let Some((field, why)) = card.contradiction() {
            return Err(format!("{} is no card that could be written: `{field}`: {why}", card.name()));
        }
        self.cards.push(Arc::new(card));
        u32::try_from(self.cards.len() - 1).map_err(|error| error.to_string())
    }

    /// The card printed on an object.
    fn card(&mut self, object: &Object) -> Result<u32, String> {
        let name = self.game.name_of(object.id);
        match (object.component, self.game.definition(object.face_up_def())) {
            (Component::Card(_), Some(Definition::Card(card))) => self.index(card.clone()),
            (Component::Token, Some(Definition::Token(face))) => self.index(Card::Card(face.clone())),
            _ => Err(format!("{name} is neither a card nor a token that could be written")),
        }
    }

    /// A card without details.
    fn plain(&mut self, id: ObjectId) -> Result<u32, String> {
        match self.game.object(id) {
            Some(object) => self.card(object),
            None => Err(format!("{id} is not there")),
        }
    }

    /// Whether it is a card or a token, face up or face down, as far as a set-up can express it.
    fn kind(&self, object: &Object) -> Result<PlacedKind, String> {
        let token = object.component == Component::Token;
        let listed = face_down::listed(self.game, object.def).filter(|_| object.is_face_down());
        let kinds = [
            PlacedKind::Card,
            PlacedKind::Token,
            PlacedKind::FaceDown,
            PlacedKind::FaceDownToken,
            PlacedKind::Manifested,
        ];
        let found = kinds.into_iter().find(|kind| kind.is_token() == token && kind.face_down().as_ref() == listed);
        found.ok_or_else(|| format!("{} is face down in a way of its own", self.game.name_of(object.id)))
    }

    fn placed(&mut self, object: &Object, zone: ZoneKind) -> Result<Placed, String> {
        let game = self.game;
        let name = game.name_of(object.id);
        let announced = object.announced.as_ref().is_some_and(|it| {
            it.x.is_some() || !it.optional.is_empty() || it.alternative.is_some() || !it.modes.is_empty()
        });
        if announced && object.is_permanent() {
            return Err(format!("{name} remembers what was chosen as it was cast"));
        }
        if !object.pieces().is_empty() {
            return Err(format!("{name} is represented by more than one card or token"));
        }
        if let Some(marking) = object.markings().first() {
            return Err(format!("{name} is {}", marking.word()));
        }
        if !object.rooms().is_empty() {
            return Err(format!("a venture marker is on {name}"));
        }
        if object.flipped || object.memory.is_some() {
            return Err(format!("{name} has been flipped or transformed"));
        }
        if object.face_down.is_some() || object.pile.is_some() {
            return Err(format!("{name} is face down"));
        }
        if let Some(level) = object.level {
            return Err(format!("{name} is level {level}"));
        }
        if let Some(phased) = game.phased_out(object.id) {
            let host = object.attached_to.and_then(Entity::object).filter(|host| game.phased_out(*host).is_some());
            if phased.held
                || phased.with != host
                || Some(phased.controller) != object.controller && phased.with.is_none()
            {
                return Err(format!("{name} is phased out in a way that a board cannot say"));
            }
        }
        let controller = object.controller.filter(|id| *id != object.owner && object.is_permanent());
        Ok(Placed {
            controller,
            tapped: object.status.tapped,
            sick: object.is_permanent() && is_new(game, object),
            kind: self.kind(object)?,
            counters: counters(game, object),
            damage: object.damage,
            phased_out: game.phased_out(object.id).is_some(),
            commander: game.world().is_commander(object),
            ..Placed::plain(self.card(object)?, object.owner, zone)
        })
    }
}

/// Whether its controller has not controlled it continuously since their turn began, whatever its
/// type (CR 302.6).
fn is_new(game: &Game, object: &Object) -> bool {
    let controller = game.controller(object.id).unwrap_or(object.owner);
    game.player(controller).is_some_and(|player| object.controlled_since > player.turn_began)
}

/// Its counters. A planeswalker without loyalty counters says so, since it would otherwise get its
/// printed loyalty.
fn counters(game: &Game, object: &Object) -> BTreeMap<crate::card::CounterKind, u32> {
    let mut counters = object.counters.clone();
    let printed = game.face(object.def).and_then(|face| face.loyalty);
    if printed.is_some() && object.is_permanent() {
        counters.entry(crate::card::CounterKind::Loyalty).or_insert(0);
    }
    counters
}
