//! Commander (CR 903): putting commanders into the command zone as the game begins, counting how
//! often they are cast from there, and their state-based actions. Whether a commander goes there
//! instead of into a hand or library is asked in `replace::commander`.

use crate::card::identity::{basic_land_colors, chosen_as_commander, color_identity};
use crate::card::{Color, Colors, Value};
use crate::derive::object::commander;
use crate::fact::{
    Action, CardId, Choice, Component, Domain, Entering, Event, Item, Manner, ObjectId, PlayerId, Position, Prompt,
    Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;
use crate::state::commanders::FATAL_DAMAGE;

use crate::rules::engine::control::ask;
use crate::rules::engine::work::Work;
use crate::rules::permanent::entering::moved;

/// Puts each player's commanders from their deck face up into the command zone (CR 103.2c, 903.6).
pub(in crate::rules) fn set_apart(work: &mut Work, players: &[PlayerId]) {
    for player in players {
        let game = &work.game;
        let cards: Vec<CardId> = commander::owned_by(game, *player).map(|it| it.card).collect();
        if cards.is_empty() {
            continue;
        }
        let is_one = |id: &ObjectId| {
            game.object(*id).is_some_and(|it| it.component.card().is_some_and(|card| cards.contains(&card)))
        };
        let there: Vec<ObjectId> = game.zone(Zone::Library(*player)).iter().copied().filter(is_one).collect();
        for object in there {
            let (id, timestamp) = (work.new_object(), work.new_timestamp());
            if let Some(event) = moved(&work.game, &to_command_zone(object), id, timestamp) {
                work.fact(rule!("903.6"), event);
            }
        }
    }
}

/// Asks a player for the color of a commander that has one chosen before the game begins
/// (CR 903.4b), if there is more than one to choose from.
pub(in crate::rules) fn color_choice(game: &Game, player: PlayerId) -> Option<Choice> {
    let (commander, colors) = uncolored(game, player)?;
    let object = game.world().object_of(commander)?.id;
    let options: Vec<Item> = colors.into_iter().map(|color| Item::Value(Value::Color(color))).collect();
    let domain = Domain::Pick { options, min: 1, max: 1 };
    matches!(&domain, Domain::Pick { options, .. } if options.len() > 1)
        .then(|| ask(player, Prompt::Value(object), rule!("903.4b"), domain))
}

/// Those of some colors with which a player's deck fits the color identity of the commanders; all
/// of them if none does (CR 903.4b, 903.5c, 903.5d).
fn fitting(game: &Game, player: PlayerId, colors: Vec<Color>) -> Vec<Color> {
    let identity = commander::identity(game, player);
    let deck = game.zone(Zone::Library(player)).iter().filter_map(|id| game.card_of(game.object(*id)?.def));
    let needed =
        deck.fold(Colors::COLORLESS, |all, card| all.union(color_identity(card)).union(basic_land_colors(card)));
    let suits = |color: &Color| needed.iter().all(|it| it == *color || identity.has(it));
    let fitting: Vec<Color> = colors.iter().copied().filter(suits).collect();
    if fitting.is_empty() { colors } else { fitting }
}

/// Gives commanders the color that is the only one to choose, as they are put into the command zone
/// (CR 903.4b).
pub(in crate::rules) fn settle_colors(work: &mut Work, players: &[PlayerId]) {
    for player in players {
        while let Some((card, colors)) = uncolored(&work.game, *player)
            && let Some(color) = colors.first().copied()
        {
            work.fact(rule!("903.4b"), Event::CommanderColorChosen { player: *player, card, color });
        }
    }
}

/// The next commander of a player whose color is still to be chosen, and the colors.
fn uncolored(game: &Game, player: PlayerId) -> Option<(CardId, Vec<Color>)> {
    commander::owned_by(game, player).filter(|it| it.chosen.is_none()).find_map(|it| {
        let card = game.card_of(game.cards().get(&it.card)?.def)?;
        chosen_as_commander(card).map(|colors| (it.card, fitting(game, player, colors)))
    })
}

/// Takes the answer.
pub(in crate::rules) fn color_chosen(work: &mut Work, player: PlayerId, items: &[Item]) {
    let (Some((card, _)), [Item::Value(Value::Color(color))]) = (uncolored(&work.game, player), items) else { return };
    work.fact(rule!("903.4b"), Event::CommanderColorChosen { player, card, color: *color });
}

/// A spell has become cast. If it is a commander from the command zone, that is counted (CR 903.8).
pub(in crate::rules) fn became_cast(work: &mut Work, player: PlayerId, spell: ObjectId) {
    let game = &work.game;
    let cards = commander::cards_of(game, spell);
    let from = game.object(spell).filter(|_| !cards.is_empty()).and_then(|it| commander::cast_from(game, it));
    if from != Some(Zone::Command) {
        return;
    }
    for card in cards {
        let before = work.game.world().commanders().iter().find(|it| it.card == card).map(|it| it.casts_by(player));
        let times = before.unwrap_or(0).saturating_add(1);
        work.fact(rule!("903.8"), Event::CommanderCast { player, card, object: spell, times });
    }
}

fn to_command_zone(object: ObjectId) -> Action {
    Action::Move {
        object,
        to: Zone::Command,
        position: Position::Bottom,
        manner: Manner::Put,
        entering: Entering::default(),
    }
}

/// The commanders in graveyards and in exile, with their owners in APNAP order: the card, the
/// object, and what the owner has decided about it, if they have been asked.
fn astray(game: &Game) -> Vec<(PlayerId, CardId, ObjectId, Option<bool>)> {
    let mut found = Vec::new();
    if game.world().commanders().is_empty() {
        return found;
    }
    for player in game.apnap() {
        for commander in commander::owned_by(game, player) {
            let zones = [Zone::Graveyard(player), Zone::Exile].into_iter();
            let mut there = zones.flat_map(|zone| game.zone(zone)).copied();
            let is_it = |id: &ObjectId| {
                game.object(*id).is_some_and(|object| object.component == Component::Card(commander.card))
            };
            if let Some(object) = there.find(is_it) {
                let decided = commander.decided.filter(|(of, _)| *of == object).map(|(_, goes)| goes);
                found.push((player, commander.card, object, decided));
            }
        }
    }
    found
}

/// Whether the owner of a commander is still to be asked about it (CR 903.9a).
pub(in crate::rules) fn asks(game: &Game) -> bool {
    astray(game).iter().any(|(.., decided)| decided.is_none())
}

/// Asks the owner of a commander that has been put into a graveyard or into exile since
/// state-based actions were last checked (CR 704.6d, 903.9a).
pub(in crate::rules) fn commander_choice(game: &Game) -> Option<Choice> {
    let (player, _, object, _) = astray(game).into_iter().find(|(.., decided)| decided.is_none())?;
    Some(Choice {
        player,
        answered_by: player,
        prompt: Prompt::CommandZone(object),
        rule: rule!("903.9a"),
        domain: Domain::Confirm,
        back_out: false,
    })
}

/// Takes the owner's answer.
pub(in crate::rules) fn decide(work: &mut Work, goes: bool) {
    let Some((player, card, object, _)) = astray(&work.game).into_iter().find(|(.., decided)| decided.is_none()) else {
        return;
    };
    work.fact(rule!("903.9a"), Event::CommanderDecided { player, card, object, goes });
}

/// The moves of the commanders that their owners put into the command zone (CR 704.6d).
pub(in crate::rules) fn moves(game: &Game) -> Vec<(ObjectId, Action)> {
    let going = astray(game).into_iter().filter(|(.., decided)| *decided == Some(true));
    going.map(|(_, _, object, _)| (object, to_command_zone(object))).collect()
}

/// Whether a player loses because one commander has dealt them enough combat damage (CR 704.6c),
/// which Brawl does not count (CR 903.12h).
pub(in crate::rules) fn is_fatal(game: &Game, player: PlayerId) -> bool {
    let commanders = game.world().commanders();
    commanders.iter().any(|it| it.damage_to(player) >= FATAL_DAMAGE) && game.counts_commander_damage()
}

/// The combat damage that commanders deal to a player, which the game counts (CR 903.10a).
pub(in crate::rules) fn damaged(game: &Game, source: ObjectId, player: PlayerId, amount: u32) -> Vec<(Rule, Event)> {
    let cards = commander::cards_of(game, source).into_iter();
    let event = |card: CardId| Event::CommanderDamaged { card, object: source, player, amount };
    cards.map(|card| (rule!("903.10a"), event(card))).collect()
}
