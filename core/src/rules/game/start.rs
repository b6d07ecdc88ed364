//! Starting the game (CR 103): genesis, opening hands, London mulligans; or a board in the middle
//! of a game.

use std::sync::Arc;

use crate::card::catalogue::Lack;
use crate::card::identity::color_identity;
use crate::card::{Card, CardType, CounterKind, Definition, Phase, TurnStep, ZoneKind};
use crate::fact::frame::OpeningFrame;
use crate::fact::genesis::RULESET;
use crate::fact::{
    Action, Answer, Canonical, CardId, Casual, Choice, Component, DefId, Domain, Entering, Entity, Event, Frame,
    Genesis, Item, Manner, NewObject, Noted, NotedFor, ObjectId, Part, Placed, PlacedHost, PlayerId, Position, Prompt,
    Proposed, SetUp, Status, Step, TurnStepStage, Variant, Zone,
};
use crate::rule;
use crate::state::Game;

use super::opening;
use crate::rules::MOST_AT_ONCE;
use crate::rules::engine::refusal::MOST_EVENTS;
use crate::rules::engine::work::Work;
use crate::rules::engine::{paid_with, random};
use crate::rules::game::aside;
use crate::rules::keyword::phasing;
use crate::rules::replace::happen;
use crate::rules::replace::perform::perform;
use crate::rules::variant::{self, SeatingError, deploy, range};
use crate::rules::variant::{commander, conspiracies, planes, supplement, turn_markers};

/// Why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenesisError {
    /// An unknown edition of the rules.
    #[error("the game is of the edition {0}, but this engine implements {edition}", edition = crate::rule::EDITION)]
    Edition(String),
    /// An unknown set of behaviour switches.
    #[error("the game has the ruleset `{0}`, and `{RULESET}` is the only one here; use a Retrace that knows it")]
    Ruleset(String),
    /// A variant, an option, teams or a number of players that do not fit together.
    #[error(transparent)]
    Seating(#[from] SeatingError),
    /// The genesis refers to cards that it does not contain, and no catalogue was given.
    #[error(transparent)]
    Lack(#[from] Lack),
    /// An unknown player.
    #[error("there is no player {0}")]
    NoSuchPlayer(PlayerId),
    /// A card that the genesis does not contain.
    #[error("card {0} is not among the {1} cards of the game")]
    NoSuchCard(u32, usize),
    /// An attachment whose host is not on the battlefield.
    #[error("something is attached to object {0} of the set-up, which is not on the battlefield")]
    NoSuchHost(u32),
    /// More cards than a game may have.
    #[error("{0} cards are too many for a game; {MOST_AT_ONCE} is the most")]
    TooManyCards(usize),
    /// It would cause more than a game is allowed.
    #[error("what happens as the game begins is more than is played: {MOST_EVENTS} events up to the first choice")]
    TooMuch,
    /// A card that contradicts itself.
    #[error("{name}: `{field}`: {why}")]
    Contradiction {
        /// The card.
        name: String,
        /// The field.
        field: &'static str,
        /// What is wrong.
        why: String,
    },
    /// A card for games played for ante only.
    #[error("{0} is only for games that are played for ante (CR 407.3)")]
    ForAnte(String),
    /// Something that cannot have been noted in a draft.
    #[error("a note of the draft cannot be: {0}")]
    Noted(String),
    /// An object in a zone where a set-up cannot put it.
    #[error("a set-up cannot put {name} into the {zone}: {why}")]
    Placement {
        /// The card.
        name: String,
        /// The zone.
        zone: &'static str,
        /// What is wrong.
        why: &'static str,
    },
}

/// What a game needs to know of a card as it begins, the same in every game.
struct Ready {
    definition: Canonical<Definition>,
    contradiction: Option<(&'static str, String)>,
}

impl Ready {
    fn of(card: &Canonical<Card>) -> Arc<Ready> {
        card.beside(|card| Ready {
            definition: Canonical::new(Definition::Card(card.clone())),
            contradiction: card.contradiction(),
        })
    }
}

/// The first step of a game: everything before the first thing happens.
pub(in crate::rules) fn first_step(genesis: &Genesis) -> Result<(Game, Step), GenesisError> {
    check(genesis)?;
    let mut work = Work::new(Game::before(&genesis.catalogue));
    let players = genesis.players.iter().map(|player| (player.name.clone(), player.life)).collect();
    let (starting_player, seed) = (genesis.starting_player, genesis.seed);
    let catalogue = Box::new(genesis.catalogue.id());
    work.input(rule!("103.1"), Event::Began { players, starting_player, seed, catalogue });
    let Genesis { variant, teams, .. } = genesis;
    if *variant != Variant::of_players(genesis.players.len()) || !teams.is_empty() {
        let (variant, teams) = (Box::new(variant.clone()), teams.clone().into_boxed_slice());
        work.fact(rule!("800.2"), Event::Seated { variant, teams });
        range::settle(&mut work);
    }
    let mut defs = Vec::with_capacity(genesis.cards.len());
    for card in &genesis.cards {
        defs.push(work.intern_shared(&Ready::of(card).definition));
    }
    planes::take_control(&mut work, starting_player);
    if genesis.set_up.is_some() {
        turn_markers::hand_out(&mut work);
    }
    if genesis.ante {
        work.fact(rule!("407.1"), Event::PlayedForAnte {});
    }
    for (seat, player) in genesis.players.iter().enumerate() {
        let id = PlayerId(u8::try_from(seat).unwrap_or(u8::MAX));
        // CR 810.10: each of the team has these; they are put once.
        let shared = work.game.shares_life() && work.game.primary(id) != id;
        let own = player.counters.iter().filter(|(kind, _)| !shared || **kind != CounterKind::Poison);
        for (kind, count) in own {
            let timestamp = work.new_timestamp();
            let event = Event::CountersPut { on: Entity::Player(id), kind: kind.clone(), count: *count, timestamp };
            work.fact(rule!("122.1"), event);
        }
        for NotedFor { card, noted } in &player.notes {
            let removed = if let Noted::Removed(name) = noted { place_of(genesis, name) } else { None };
            let def = removed.and_then(|place| defs.get(place).copied());
            let (card, noted) = (card.clone(), Box::new(noted.clone()));
            work.fact(rule!("905.2b"), Event::NotedInDraft { player: id, card, noted, def });
        }
        for card in &player.deck {
            let placed = Placed::plain(*card, id, ZoneKind::Library);
            create(&mut work, &defs, &placed, genesis);
        }
        // CR 702.139b: commanders are still part of the deck as a companion is revealed.
        for card in &player.commanders {
            let placed = Placed { commander: true, ..Placed::plain(*card, id, ZoneKind::Library) };
            create(&mut work, &defs, &placed, genesis);
        }
        for card in &player.supplement {
            let types = genesis.cards.get(*card as usize).map(|card| card.front().types).unwrap_or_default();
            let (zone, kind) = match supplement::deck_of(&work.game, types, id) {
                Some(deck) => (Some(deck), ZoneKind::Outside),
                None => (None, ZoneKind::Command),
            };
            // CR 901.15b
            let communal = types.is_planar() && genesis.variant.has_single_planar_deck();
            let owner = if communal { starting_player } else { id };
            create_in(&mut work, &defs, &Placed::plain(*card, owner, kind), genesis, zone);
        }
        // CR 103.2a: the sideboard is set aside before the deck is shuffled.
        for card in &player.sideboard {
            let placed = Placed::plain(*card, id, ZoneKind::Outside);
            create(&mut work, &defs, &placed, genesis);
        }
    }
    match &genesis.set_up {
        Some(set_up) => {
            deploy::begin_deploy_effects(&mut work);
            board(&mut work, &defs, set_up, genesis);
        }
        None => {
            let opening = OpeningFrame::new(genesis.players.iter().map(|player| player.hand_size).collect());
            work.push(rule!("103.4"), Frame::Opening(Box::new(opening)));
        }
    }
    let step = work.finish();
    let game = work.game;
    match game.lack() {
        Some(lack) => Err(GenesisError::Lack(lack)),
        None => Ok((game, step)),
    }
}

/// The index of a card of the genesis.
fn place_of(genesis: &Genesis, name: &str) -> Option<usize> {
    genesis.cards.iter().position(|card| card.name() == name)
}

/// Checks what players noted as they drafted.
fn check_notes(genesis: &Genesis) -> Result<(), GenesisError> {
    for NotedFor { card: name, noted } in genesis.players.iter().flat_map(|player| &player.notes) {
        let told = |name: &str| {
            let missing = || GenesisError::Noted(format!("{name} is not among the cards of the game"));
            place_of(genesis, name).and_then(|place| genesis.cards.get(place)).ok_or_else(missing)
        };
        if let Some(why) = noted.wrong_for(told(name)?) {
            return Err(GenesisError::Noted(why));
        }
        match noted {
            Noted::Player(id) if usize::from(id.0) >= genesis.players.len() => {
                let (seat, seats) = (u32::from(id.0) + 1, genesis.players.len());
                let why = format!("player {seat} is noted for {name}, and the game has {seats} players");
                return Err(GenesisError::Noted(why));
            }
            Noted::Removed(name) => drop(told(name)?),
            _ => {}
        }
    }
    Ok(())
}

fn check(genesis: &Genesis) -> Result<(), GenesisError> {
    if genesis.edition != crate::rule::EDITION {
        return Err(GenesisError::Edition(genesis.edition.clone()));
    }
    if genesis.ruleset != RULESET {
        return Err(GenesisError::Ruleset(genesis.ruleset.clone()));
    }
    variant::check(genesis)?;
    let player = |id: PlayerId| {
        if usize::from(id.0) < genesis.players.len() { Ok(()) } else { Err(GenesisError::NoSuchPlayer(id)) }
    };
    player(genesis.starting_player)?;
    check_notes(genesis)?;
    let placed = genesis.set_up.iter().map(|set_up| set_up.objects.len());
    let owned = genesis
        .players
        .iter()
        .map(|player| player.deck.len() + player.sideboard.len() + player.commanders.len() + player.supplement.len());
    let cards = placed.chain(owned).sum();
    if cards > MOST_AT_ONCE as usize {
        return Err(GenesisError::TooManyCards(cards));
    }
    for card in &genesis.cards {
        if let Some((field, why)) = Ready::of(card).contradiction.clone() {
            return Err(GenesisError::Contradiction { name: card.name().to_owned(), field, why });
        }
    }
    let placed = genesis.set_up.iter().flat_map(|set_up| &set_up.objects);
    let decks = genesis.players.iter().flat_map(|player| {
        player.deck.iter().chain(&player.sideboard).chain(&player.commanders).chain(&player.supplement)
    });
    for index in decks.copied().chain(placed.clone().map(|placed| placed.card)) {
        if index as usize >= genesis.cards.len() {
            return Err(GenesisError::NoSuchCard(index, genesis.cards.len()));
        }
    }
    let ante = genesis.cards.iter().find(|card| card.front().for_ante && !genesis.ante);
    if let Some(card) = ante {
        return Err(GenesisError::ForAnte(card.name().to_owned()));
    }
    for object in placed {
        player(object.owner)?;
        object.controller.map_or(Ok(()), player)?;
        match object.attached_to {
            Some(PlacedHost::Player(id)) => player(id)?,
            Some(PlacedHost::Object(index)) => {
                let hosts = genesis.set_up.iter().flat_map(|set_up| set_up.objects.get(index as usize));
                if !hosts.into_iter().any(|host| host.zone == ZoneKind::Battlefield) {
                    return Err(GenesisError::NoSuchHost(index));
                }
            }
            None => {}
        }
        check_placement(&genesis.cards[object.card as usize], object)?;
    }
    Ok(())
}

/// Checks that a set-up can put a card in its zone.
///
/// # Errors
/// [`GenesisError::Placement`].
pub(crate) fn check_placement(card: &Card, object: &Placed) -> Result<(), GenesisError> {
    let refuse = |why| Err(GenesisError::Placement { name: card.name().to_owned(), zone: object.zone.word(), why });
    match object.zone {
        ZoneKind::Stack => refuse("cast it in the script instead"),
        ZoneKind::Battlefield if object.kind.face_down().is_some() => Ok(()),
        _ if object.kind.face_down().is_some() => refuse("only permanents are face up or face down (CR 110.5d)"),
        ZoneKind::Battlefield if !card.front().types.is_permanent() => {
            refuse("only permanents can be on the battlefield (CR 304.4, 307.4)")
        }
        ZoneKind::Battlefield => Ok(()),
        zone if zone != ZoneKind::Command && card.front().types.stays_in_command_zone() => {
            refuse("it stays in the command zone (CR 400.4b)")
        }
        _ if object.phased_out => refuse("only permanents are phased out (CR 110.5d)"),
        _ if object.kind.is_token() => refuse("tokens exist on the battlefield only (CR 111.7)"),
        _ => Ok(()),
    }
}

/// Puts an object of a genesis into its zone; in a library, under the cards before it.
fn create(work: &mut Work, defs: &[DefId], placed: &Placed, genesis: &Genesis) -> Option<ObjectId> {
    create_in(work, defs, placed, genesis, None)
}

/// [`create`], in another zone than the placement says.
fn create_in(
    work: &mut Work,
    defs: &[DefId],
    placed: &Placed,
    genesis: &Genesis,
    zone: Option<Zone>,
) -> Option<ObjectId> {
    let def = defs.get(placed.card as usize).copied()?;
    let face = genesis.cards[placed.card as usize].front();
    let def = if placed.kind.is_token() { work.intern(Definition::Token(face.clone())) } else { def };
    let component = if placed.kind.is_token() {
        Component::Token
    } else {
        let card = CardId(u32::try_from(work.game.cards().len()).unwrap_or(u32::MAX));
        work.fact(rule!("108.3"), Event::CardIntroduced { card, owner: placed.owner, def });
        Component::Card(card)
    };
    let battlefield = placed.zone == ZoneKind::Battlefield;
    let beside = placed.zone == ZoneKind::Command && face.types.stays_in_command_zone();
    let mut counters = placed.counters.clone();
    let listed = placed.kind.face_down().filter(|_| battlefield);
    if battlefield && listed.is_none() && face.types.has(CardType::Planeswalker) {
        let printed = face.loyalty.unwrap_or(0);
        counters.entry(CounterKind::Loyalty).or_insert(printed);
    }
    counters.retain(|_, count| *count > 0);
    let (listed, beneath) = (listed.map(|down| work.intern(Definition::FaceDown(down))), def);
    let def = listed.unwrap_or(def);
    let id = work.new_object();
    let zone = zone.unwrap_or(Zone::of(placed.zone, placed.owner));
    // CR 901.6: a face-up plane is controlled by the planar controller.
    let is_planar = face.types.is_planar();
    let world = work.game.world();
    let holder = world.planar_controllers().find(|player| *player == placed.owner).or(world.planar_controller());
    let holder = holder.filter(|_| is_planar).unwrap_or(placed.owner);
    let object = NewObject {
        // CR 109.4e: a vanguard is controlled by its owner.
        controller: (battlefield || beside).then(|| placed.controller.unwrap_or(holder)),
        status: Status { tapped: battlefield && placed.tapped },
        counters,
        ..NewObject::new(id, component, placed.owner, def, zone, work.new_timestamp())
    };
    work.fact(rule!("103.2"), Event::Created { object: Box::new(object) });
    if let (true, Component::Card(card)) = (placed.commander, component) {
        let identity = color_identity(&genesis.cards[placed.card as usize]);
        work.fact(rule!("903.3"), Event::CommanderDesignated { player: placed.owner, card, identity });
    }
    if listed.is_some() {
        work.fact(rule!("708.3"), Event::EnteredFaceDown { object: id, beneath });
    }
    if battlefield && placed.damage > 0 {
        let event = Event::DamageMarked { object: id, amount: placed.damage, deathtouch: false };
        work.fact(rule!("120.6"), event);
    }
    Some(id)
}

/// Sets up a board in the middle of a game. A creature without summoning sickness has been there
/// since before its controller's latest turn began (CR 302.6).
fn board(work: &mut Work, defs: &[DefId], set_up: &SetUp, genesis: &Genesis) {
    if let Some(time) = set_up.day_night {
        work.fact(rule!("724.1"), Event::BecameDayOrNight { was: None, is: time });
    }
    let mut ids: Vec<Option<ObjectId>> = vec![None; set_up.objects.len()];
    for (index, placed) in set_up.objects.iter().enumerate().filter(|(_, placed)| !placed.sick) {
        ids[index] = create(work, defs, placed, genesis);
    }
    let active = genesis.starting_player;
    let mut earlier = work.game.turn_order_from(active);
    earlier.retain(|player| *player != active);
    for player in earlier {
        work.fact(rule!("302.6"), Event::TurnBegan { player, number: set_up.turn.saturating_sub(1) });
    }
    work.leading_fact(rule!("500.1"), Event::TurnBegan { player: active, number: set_up.turn });
    for (index, placed) in set_up.objects.iter().enumerate().filter(|(_, placed)| placed.sick) {
        ids[index] = create(work, defs, placed, genesis);
    }
    for (index, placed) in set_up.objects.iter().enumerate() {
        let to = match placed.attached_to {
            Some(PlacedHost::Object(host)) => ids.get(host as usize).copied().flatten().map(Entity::Object),
            Some(PlacedHost::Player(player)) => Some(Entity::Player(player)),
            None => None,
        };
        if let (Some(object), Some(to)) = (ids[index], to) {
            let timestamp = work.new_timestamp();
            work.fact(rule!("701.3a"), Event::Attached { object, to, timestamp });
        }
    }
    let phased_out = set_up.objects.iter().zip(&ids).filter(|(placed, _)| placed.phased_out);
    let phased_out: Vec<ObjectId> = phased_out.filter_map(|(_, id)| *id).collect();
    let actions = phasing::all_out(&work.game, &phased_out, false).into_iter();
    let events =
        actions.flat_map(|action| phasing::events_of(&work.game, &Proposed::new(action, None, rule!("702.26b"))));
    for (rule, event) in events.collect::<Vec<_>>() {
        work.fact(rule, event);
    }
    let phase = set_up.step.phase();
    let phases = after(&Phase::ALL, phase);
    work.push(rule!("500.1"), Frame::Turn { phases });
    work.leading_fact(rule!("500.1"), Event::PhaseBegan { phase });
    work.push(rule!("500.1"), Frame::Phase { phase, steps: after(phase.turn_steps(), set_up.step) });
    if phase == Phase::Combat
        && let Some(defending) = work.game.attackable(active).first().copied()
    {
        work.fact(rule!("506.2"), Event::CombatBegan { attacking: active, defending });
    }
    work.leading_fact(rule!("500.1"), Event::TurnStepBegan { step: set_up.step });
    let stage = match set_up.step {
        TurnStep::Untap | TurnStep::Cleanup => TurnStepStage::Actions(0),
        _ => TurnStepStage::Priority,
    };
    work.push(rule!("500.1"), Frame::TurnStep { step: set_up.step, stage });
}

fn after<T: Copy + PartialEq>(all: &[T], current: T) -> Vec<T> {
    all.iter().copied().skip_while(|it| *it != current).skip(1).collect()
}

/// Asks a player the next question about opening hands.
pub(in crate::rules) fn opening_choice(game: &Game, opening: &OpeningFrame) -> Option<Choice> {
    let bottom = opening.drawn && game.players().any(|player| to_bottom(game, opening, player.id).is_some());
    let mut players = game.turn_order_from(game.starting_player()).into_iter();
    players.find_map(|player| question(game, opening, player, bottom))
}

/// Asks the other players of a team about their opening hands, too: they decide and act in any
/// order (CR 805.3a, 805.3b, 103.5c).
pub(in crate::rules) fn of_the_team(game: &Game, opening: &OpeningFrame) -> Vec<Choice> {
    if !game.shares_turns() {
        return Vec::new();
    }
    let Some(first) = opening_choice(game, opening) else { return Vec::new() };
    let bottom = first.prompt == Prompt::BottomAfterMulligan;
    let mates = game.turn_mates(first.player).into_iter().filter(|id| *id != first.player);
    mates.filter_map(|mate| question(game, opening, mate, bottom)).collect()
}

/// The next question to one player. Nobody decides anew while somebody has cards to put on the
/// bottom.
fn question(game: &Game, opening: &OpeningFrame, player: PlayerId, bottom: bool) -> Option<Choice> {
    let ask = |prompt: Prompt, domain: Domain| Choice {
        player,
        answered_by: player,
        prompt,
        rule: rule!("103.4"),
        domain,
        back_out: false,
    };
    if !opening.drawn {
        let Some(options) = opening::companions(game, opening, player) else {
            return commander::color_choice(game, player).or_else(|| aside::aside_choice(game, player));
        };
        let options = options.into_iter().map(|id| Item::Entity(Entity::Object(id))).collect();
        let domain = Domain::Pick { options, min: 0, max: 1 };
        return Some(Choice { rule: rule!("103.2b"), ..ask(Prompt::Companion, domain) });
    }
    if opening.acting {
        return opening::opening_action_choice(game, opening, player);
    }
    if bottom {
        let count = to_bottom(game, opening, player)?;
        let options = game.zone(Zone::Hand(player)).iter().map(|id| Item::Entity(Entity::Object(*id))).collect();
        let domain = Domain::Pick { options, min: count, max: count };
        return Some(ask(Prompt::BottomAfterMulligan, domain));
    }
    is_undecided(game, opening, player).then(|| {
        let mulligan = || ask(Prompt::Mulligan, Domain::Confirm);
        opening::before_mulligan(game, opening, player).unwrap_or_else(mulligan)
    })
}

/// A player's starting hand size (CR 103.4).
fn hand_size(opening: &OpeningFrame, seat: usize) -> usize {
    opening.hand_sizes.get(seat).map_or(0, |size| *size as usize)
}

/// How many of a player's mulligans count: in a multiplayer game, and in Brawl, not the first
/// (CR 103.4c, 800.6, 903.12g).
fn counted(game: &Game, opening: &OpeningFrame, seat: usize) -> usize {
    let free = !game.is_two_player() || game.is_played_as(Casual::Brawl);
    usize::from(opening.mulligans[seat]).saturating_sub(usize::from(free))
}

/// Whether a player may take a mulligan: not if their new hand would have no cards (CR 103.4).
fn may_mulligan(game: &Game, opening: &OpeningFrame, seat: usize) -> bool {
    counted(game, opening, seat) < hand_size(opening, seat)
}

/// Whether a player has not decided yet whether to keep.
fn is_undecided(game: &Game, opening: &OpeningFrame, player: PlayerId) -> bool {
    let seat = usize::from(player.0);
    !opening.kept[seat] && opening.said[seat].is_none() && may_mulligan(game, opening, seat)
}

/// How many cards a player has to put on the bottom, who has drawn a new hand.
fn to_bottom(game: &Game, opening: &OpeningFrame, player: PlayerId) -> Option<u32> {
    let taken = counted(game, opening, usize::from(player.0));
    let hand = game.zone(Zone::Hand(player)).len();
    let wanted = hand_size(opening, usize::from(player.0)).saturating_sub(taken);
    let drawn = opening.said[usize::from(player.0)].is_none();
    (game.plays(player) && drawn && taken > 0 && hand > wanted).then(|| u32::try_from(hand - wanted).unwrap_or(0))
}

/// Takes a player's answer about an opening hand.
pub(in crate::rules) fn answered(work: &mut Work, opening: &OpeningFrame, choice: &Choice, answer: &Answer) {
    let mut opening = opening.clone();
    let player = choice.player;
    match answer {
        _ if choice.rule == rule!("607.2n") => aside::answered(work, player, answer),
        Answer::Picked(items) if matches!(choice.prompt, Prompt::Value(_)) => {
            commander::color_chosen(work, player, items);
        }
        Answer::Picked(items) if !opening.drawn => {
            opening::reveal_companion(work, opening, player, &paid_with::objects_of(items))
        }
        Answer::Picked(items) if choice.prompt == Prompt::BottomAfterMulligan => {
            let cause = work.cause();
            let put = |object: ObjectId| {
                let action = Action::Move {
                    object,
                    to: Zone::Library(player),
                    position: Position::Bottom,
                    manner: Manner::Put,
                    entering: Entering::default(),
                };
                Proposed::new(action, cause, rule!("103.4"))
            };
            let actions = paid_with::objects_of(items).into_iter().map(put).collect();
            perform(work, actions);
        }
        Answer::Picked(items) => opening::answered(work, opening, player, &paid_with::objects_of(items)),
        Answer::Confirmed(mulligan) => {
            work.fact(rule!("103.4"), Event::MulliganDecided { player, keep: !mulligan });
            opening.said[usize::from(player.0)] = Some(*mulligan);
            work.change(rule!("103.4"), Frame::Opening(Box::new(opening)));
        }
        _ => {}
    }
}

/// Draws opening hands. Mulligans are taken at once; when all players have kept, the first turn
/// begins (CR 103.7).
pub(in crate::rules) fn proceed(work: &mut Work, opening: &OpeningFrame) {
    let mut opening = opening.clone();
    // No opening-hand actions are left: the starting player takes the first turn.
    if opening.acting {
        turn_markers::hand_out(work);
        planes::set_starting_planes(work);
        return work.pop(rule!("103.7"));
    }
    if !opening.drawn {
        return match conspiracies::begin_conspiracies(&work.game, &opening) {
            Some(frame) => work.change(rule!("905.4"), frame),
            None => deal(work, &opening),
        };
    }
    let order = work.game.turn_order_from(work.game.starting_player());
    let mut again = Vec::new();
    for player in order {
        let seat = usize::from(player.0);
        match opening.said[seat].take() {
            Some(true) => {
                opening.mulligans[seat] = opening.mulligans[seat].saturating_add(1);
                again.push(player);
            }
            Some(false) => opening.kept[seat] = true,
            // A player whose next mulligan would leave no cards keeps.
            None => opening.kept[seat] |= !may_mulligan(&work.game, &opening, seat),
        }
    }
    // A player who takes another mulligan may act first again (CR 103.4b).
    opening.acted.clear();
    // A player who has left does not decide (CR 800.4a).
    if again.is_empty() && work.game.players().zip(&opening.kept).all(|(player, kept)| *kept || player.left) {
        opening.acting = true;
        return work.change(rule!("103.5"), Frame::Opening(Box::new(opening)));
    }
    work.change(rule!("103.4"), Frame::Opening(Box::new(opening.clone())));
    return_hands(work, &again);
    new_hands(work, &opening, &again, false);
}

/// Decks are shuffled, and opening hands drawn (CR 103.2, 103.4).
pub(in crate::rules) fn deal(work: &mut Work, opening: &OpeningFrame) {
    opening::name_starting_player(work);
    let order = work.game.turn_order_from(work.game.starting_player());
    let opening = OpeningFrame { drawn: true, ..opening.clone() };
    deploy::begin_deploy_effects(work);
    work.change(rule!("103.4"), Frame::Opening(Box::new(opening.clone())));
    commander::settle_colors(work, &order);
    commander::set_apart(work, &order);
    supplement::shuffle_all(work, &order);
    new_hands(work, &opening, &order, true);
}

/// Puts the hands back into the libraries (CR 103.4).
fn return_hands(work: &mut Work, players: &[PlayerId]) {
    let mut events = Vec::new();
    for player in players {
        for card in work.game.zone(Zone::Hand(*player)).to_vec() {
            let (Some(object), Some(was)) = (work.game.object(card).cloned(), work.game.snapshot(card)) else {
                continue;
            };
            let (id, zone, timestamp) = (work.new_object(), Zone::Library(*player), work.new_timestamp());
            let became = NewObject::new(id, object.component, object.owner, object.def, zone, timestamp);
            let (from, manner, was) = (object.zone, Manner::Put, Arc::new(was));
            events.push(Event::Moved { object: card, from, became: vec![became], manner, was });
        }
    }
    for event in events {
        work.emit(Part::Batch, work.cause(), rule!("103.4"), event);
    }
}

/// Shuffles the libraries and draws hands (CR 103.2, 103.4).
fn new_hands(work: &mut Work, opening: &OpeningFrame, players: &[PlayerId], first: bool) {
    for player in players {
        random::shuffle(work, *player);
    }
    if first {
        ante(work, players);
    }
    let cause = work.cause();
    let draw = |player: &PlayerId| {
        let count = hand_size(opening, usize::from(player.0));
        vec![Proposed::new(Action::Draw(*player), cause, rule!("103.4")); count]
    };
    let draws = players.iter().flat_map(draw).collect();
    perform(work, draws);
}

/// Antes one random card of each player's deck before anybody draws: the top card of the shuffled
/// library (CR 407.2).
fn ante(work: &mut Work, players: &[PlayerId]) {
    if !work.game.world().for_ante {
        return;
    }
    let top = |player: &PlayerId| work.game.zone(Zone::Library(*player)).first().copied();
    let cards: Vec<ObjectId> = players.iter().filter_map(top).collect();
    for card in cards {
        let action = Action::Move {
            object: card,
            to: Zone::Ante,
            position: Position::Bottom,
            manner: Manner::Put,
            entering: Entering::default(),
        };
        let (id, timestamp) = (work.new_object(), work.new_timestamp());
        if let Some(event) = happen::moved(&work.game, &action, id, timestamp) {
            work.fact(rule!("407.2"), event);
        }
    }
}
