//! The whole state as a tree, unfolded on demand: only open rows, or those that a filter searches,
//! are computed.
//!
//! The top of the tree is ordered as people read a game; objects, frames and effects show their
//! stored fields under their own names.

mod seen;

use std::collections::BTreeSet;

use retrace_core::card::Designation;
use retrace_core::derive::Look;
use retrace_core::derive::filter::marking;
use retrace_core::fact::{Component, Entity, ObjectId, PlayerId, Zone};
use retrace_core::state::{Designations, Game, Marker, Object, Player};
use serde::Serialize;
use serde_json::Value;

use crate::describe;

/// Separates the labels of a path.
const SEPARATOR: char = '\u{1f}';

/// A visible row of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// The labels from the top, which identify the row when it is opened or closed.
    pub path: String,
    /// Its depth, from 0.
    pub depth: usize,
    /// Its label.
    pub label: String,
    /// Its value, or a summary of its contents.
    pub value: String,
    /// Whether it is open; `None` if it is empty.
    pub open: Option<bool>,
    /// The object or player that it is about.
    pub entity: Option<Entity>,
}

/// The visible rows: the top, and the contents of every open row. With a filter, every row whose
/// path and value contain all of its words, and the rows around it.
pub fn rows(game: &Game, open: &BTreeSet<String>, filter: &str) -> Vec<TreeRow> {
    let mains: Vec<Game> = std::iter::successors(game.main_game(), Game::main_game).collect();
    rows_of(top(game, &mains), open, filter)
}

/// Like [`rows`], for what a player may know: what `observe` shows that player.
pub fn rows_seen(game: &Game, viewer: PlayerId, open: &BTreeSet<String>, filter: &str) -> Vec<TreeRow> {
    rows_of(seen::top(game, viewer), open, filter)
}

fn rows_of(top: Vec<Node<'_>>, open: &BTreeSet<String>, filter: &str) -> Vec<TreeRow> {
    let words: Vec<String> = filter.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let mut rows = Vec::new();
    for node in top {
        add(&mut rows, node, "", 0, open, &words);
    }
    rows
}

/// A node that is not yet unfolded.
struct Node<'a> {
    label: String,
    value: String,
    entity: Option<Entity>,
    inside: Inside<'a>,
}

enum Inside<'a> {
    Nothing,
    Nodes(Box<dyn FnOnce() -> Vec<Node<'a>> + 'a>),
}

impl<'a> Node<'a> {
    fn leaf(label: impl Into<String>, value: impl Into<String>) -> Node<'a> {
        Node { label: label.into(), value: value.into(), entity: None, inside: Inside::Nothing }
    }

    fn of(label: impl Into<String>, value: impl Into<String>, inside: impl FnOnce() -> Vec<Node<'a>> + 'a) -> Node<'a> {
        Node { inside: Inside::Nodes(Box::new(inside)), ..Node::leaf(label, value) }
    }

    /// A list with its length.
    fn list(label: &str, count: usize, inside: impl FnOnce() -> Vec<Node<'a>> + 'a) -> Node<'a> {
        if count == 0 { Node::leaf(label, "none") } else { Node::of(label, count.to_string(), inside) }
    }

    /// A value by its stored fields.
    fn stored(label: impl Into<String>, value: &impl Serialize) -> Node<'a> {
        match serde_json::to_value(value) {
            Ok(value) => of_value(label.into(), value),
            Err(error) => Node::leaf(label, format!("cannot be shown: {error}")),
        }
    }
}

/// Adds a node and its visible contents. Returns whether anything was added.
fn add(
    rows: &mut Vec<TreeRow>,
    node: Node<'_>,
    above: &str,
    depth: usize,
    open: &BTreeSet<String>,
    words: &[String],
) -> bool {
    let path = if above.is_empty() { node.label.clone() } else { format!("{above}{SEPARATOR}{}", node.label) };
    let is_open = open.contains(&path);
    let said = format!("{path} {}", node.value).to_lowercase();
    let wanted = words.iter().all(|word| said.contains(word));
    let place = rows.len();
    let row = |open| TreeRow {
        path: path.clone(),
        depth,
        label: node.label.clone(),
        value: node.value.clone(),
        open,
        entity: node.entity,
    };
    match node.inside {
        Inside::Nothing => rows.push(row(None)),
        Inside::Nodes(_) if words.is_empty() && !is_open => rows.push(row(Some(false))),
        Inside::Nodes(inside) => {
            // The contents of a matching row all match, so only open ones are shown.
            let looking = !words.is_empty() && !wanted;
            let shown = looking || is_open;
            rows.push(row(Some(shown)));
            let words = if wanted { &[] } else { words };
            let mut found = wanted;
            if shown {
                for node in inside() {
                    found |= add(rows, node, &path, depth + 1, open, words);
                }
            }
            if !found {
                rows.truncate(place);
            }
            return found;
        }
    }
    if !wanted {
        rows.truncate(place);
    }
    wanted
}

/// What is said of the main game of a subgame.
const MAIN: &str = "waits for this subgame to end";

/// Which players are controlled, and by whom (CR 718).
fn controlled(game: &Game, now: &[(PlayerId, PlayerId)]) -> String {
    let told: Vec<String> = now.iter().map(|now| describe::controlled(game, *now)).collect();
    if told.is_empty() { "nobody".to_owned() } else { told.join(", ") }
}

/// Who has which designation. One that several players can have is told of where somebody has it.
fn designations<'a>(game: &Game, held: &Designations) -> Vec<Node<'a>> {
    let row = |it: Designation| {
        let holders: Vec<String> = held.holders(it).map(|id| describe::player(game, id)).collect();
        let told = if holders.is_empty() { "none".to_owned() } else { describe::list(&holders) };
        (it.is_of_one() || !holders.is_empty()).then(|| Node::leaf(describe::capitalized(it.name()), told))
    };
    Designation::ALL.into_iter().filter_map(row).collect()
}

/// The contents of a game, and the games that wait for it as branches within each other.
fn top<'a>(game: &'a Game, mains: &'a [Game]) -> Vec<Node<'a>> {
    let world = game.world();
    let zone = |label: &str, zone: Zone| objects(game, label, game.zone(zone).to_vec());
    let mut nodes = vec![
        Node::of("Turn", world.turn.number.to_string(), || fields(&world.turn)),
        Node::leaf("Events", game.len().to_string()),
    ];
    nodes.extend(world.markers().map(|markers| {
        Node::list("Turn markers", markers.all.len(), || {
            let told = |it: &Marker| named(Node::stored(it.number.to_string(), it), describe::player(game, it.holder));
            markers.all.iter().map(told).collect()
        })
    }));
    if let Some((main, further)) = mains.split_first() {
        nodes.push(Node::of("Main game", MAIN, || top(main, further)));
    }
    nodes.extend(designations(game, game.designations()));
    nodes.extend([
        Node::leaf("Controlled", controlled(game, world.schedule.control.now.as_slice())),
        Node::leaf("Result", world.result.map_or_else(|| "none yet".to_owned(), |result| format!("{result:?}"))),
    ]);
    nodes.extend(world.day_night.map(|time| Node::leaf("Day or night", time.word())));
    nodes.extend(world.players.iter().map(|it| player(game, it)));
    nodes.extend([
        zone("Battlefield", Zone::Battlefield),
        objects(game, "Phased out", world.phased_out.keys().copied().collect()),
        objects(game, "Stack", world.stacks().collect()),
        zone("Exile", Zone::Exile),
        zone("Command", Zone::Command),
        zone("Ante", Zone::Ante),
        objects(game, "Outside the game", world.players.iter().flat_map(|it| it.outside.iter().copied()).collect()),
    ]);
    nodes.push(match world.combat.as_deref() {
        Some(combat) => Node::of("Combat", "under way", || fields(combat)),
        None => Node::leaf("Combat", "none"),
    });
    nodes.extend([
        Node::list("Call stack", world.frames.len(), || {
            let frames = world.frames.iter().enumerate();
            frames
                .map(|(depth, it)| named(Node::stored(format!("{depth}"), &**it), describe::frame(game, it)))
                .collect()
        }),
        Node::list("Waiting triggers", world.waiting.len(), || {
            world.waiting.iter().map(|it| source_node(game, it.id.to_string(), it.source, &**it)).collect()
        }),
        Node::list("Delayed triggers", world.delayed.len(), || {
            world.delayed.values().map(|it| source_node(game, it.id.to_string(), it.source, &**it)).collect()
        }),
        Node::list("Continuous effects", world.effects.len(), || {
            world.effects.values().map(|it| source_node(game, it.id.to_string(), it.source, &**it)).collect()
        }),
        Node::list("Departed", world.departed.len(), || {
            world.departed.iter().map(|(id, it)| source_node(game, id.to_string(), *id, &**it)).collect()
        }),
        Node::list("History of this turn and the last", world.history.len(), || {
            let said = |entry: &retrace_core::fact::Entry| entry.event.name().to_owned();
            world.history.iter().map(|it| named(Node::stored(it.no.to_string(), &**it), said(it))).collect()
        }),
        Node::stored("Fixed random results", &world.chances),
        Node::of("Counters", "the next number of each kind", || fields(&game.counters())),
        Node::list("Definitions", game.definitions().len(), || {
            let definitions = game.definitions().iter().enumerate();
            definitions.map(|(place, it)| Node::stored((place + 1).to_string(), &it.definition)).collect()
        }),
        Node::leaf("Seed", game.seed().to_string()),
        Node::leaf("Checkpoints", format!("{} (before each proposal under way)", world.others.checkpoints.len())),
    ]);
    nodes
}

/// A node with another value.
fn named(node: Node<'_>, value: String) -> Node<'_> {
    Node { value, ..node }
}

/// A record whose source is an object.
fn source_node<'a>(game: &Game, label: String, source: ObjectId, it: &impl Serialize) -> Node<'a> {
    Node { entity: Some(Entity::Object(source)), ..named(Node::stored(label, it), game.name_of(source)) }
}

fn player<'a>(game: &'a Game, player: &'a Player) -> Node<'a> {
    let id = player.id;
    let inside = move || {
        let zone = |label: &str, zone: Zone| objects(game, label, game.zone(zone).to_vec());
        vec![
            Node::leaf("Life", player.life.to_string()),
            Node::list("Counters", player.counters.len(), || {
                player.counters.iter().map(|(kind, count)| Node::leaf(kind.to_string(), count.to_string())).collect()
            }),
            Node::list("Mana", player.mana.len(), || {
                player.mana.iter().map(|unit| Node::stored(unit.id.to_string(), unit)).collect()
            }),
            zone("Hand", Zone::Hand(id)),
            zone("Library", Zone::Library(id)),
            zone("Graveyard", Zone::Graveyard(id)),
            noted(game, id),
            Node::leaf("Latest turn began with event", player.turn_began.to_string()),
            Node::leaf("Drew from an empty library", yes_no(player.drew_from_empty)),
            Node::leaf("Has left the game", yes_no(player.left)),
        ]
    };
    let value = format!("{} life, {} in hand", player.life, player.hand.len());
    Node {
        entity: Some(Entity::Player(id)),
        ..Node::of(describe::capitalized(&describe::player(game, id)), value, inside)
    }
}

/// What a player noted as they drafted (CR 905.2b).
fn noted<'a>(game: &'a Game, player: PlayerId) -> Node<'a> {
    let notes: Vec<_> = game.draft_notes().iter().filter(|it| it.player == player).collect();
    Node::list("Noted in the draft", notes.len(), move || {
        notes.into_iter().map(|it| Node::leaf(it.card.clone(), describe::noted(game, &it.noted))).collect()
    })
}

fn yes_no(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn objects<'a>(game: &'a Game, label: &str, ids: Vec<ObjectId>) -> Node<'a> {
    Node::list(label, ids.len(), move || {
        ids.into_iter().filter_map(|id| Some(object(game, game.object_or_phased_out(id)?))).collect()
    })
}

fn object<'a>(game: &'a Game, object: &'a Object) -> Node<'a> {
    let id = object.id;
    let it = game.characteristics(id).filter(|_| object.component != Component::Ability);
    let mut value: Vec<String> = Vec::new();
    value.extend(it.and_then(|it| it.power.zip(it.toughness)).map(|(power, toughness)| format!("{power}/{toughness}")));
    if object.status.tapped {
        value.push("tapped".to_owned());
    }
    value.extend(object.counters.iter().map(|(kind, count)| format!("{count} {kind}")));
    if object.damage > 0 {
        value.push(format!("damage {}", object.damage));
    }
    value.extend(object.level.map(|level| format!("level {level}")));
    value.extend(marking::words(game, id));
    let inside = move || {
        let mut nodes = fields(object);
        nodes.extend(it.map(|it| Node::of("characteristics now", it.name.to_string(), move || fields(it))));
        nodes
    };
    let label = format!("{} {id}", game.name_of(id));
    Node { entity: Some(Entity::Object(id)), ..Node::of(label, value.join(", "), inside) }
}

/// The fields of a value.
fn fields<'a>(it: &impl Serialize) -> Vec<Node<'a>> {
    match serde_json::to_value(it) {
        Ok(value) => parts(value),
        Err(error) => vec![Node::leaf("cannot be shown", error.to_string())],
    }
}

fn of_value<'a>(label: String, value: Value) -> Node<'a> {
    match value {
        Value::Null => Node::leaf(label, "none"),
        Value::Bool(holds) => Node::leaf(label, yes_no(holds)),
        Value::Number(number) => Node::leaf(label, number.to_string()),
        Value::String(text) => Node::leaf(label, text),
        Value::Array(items) if items.is_empty() => Node::leaf(label, "none"),
        Value::Array(items) => Node::of(label, items.len().to_string(), move || parts(Value::Array(items))),
        Value::Object(map) if map.is_empty() => Node::leaf(label, "none"),
        Value::Object(map) => {
            // An enum variant with contents: its name is the value.
            let variant = map.iter().next().filter(|(key, _)| map.len() == 1 && key.starts_with(char::is_uppercase));
            match variant.map(|(key, inner)| (key.clone(), inner.clone())) {
                Some((name, inner @ (Value::Object(_) | Value::Array(_)))) => {
                    Node::of(label, name, move || parts(inner))
                }
                Some((name, inner)) => {
                    let inner = of_value(String::new(), inner).value;
                    Node::leaf(label, format!("{name} {inner}"))
                }
                None => Node::of(label, String::new(), move || parts(Value::Object(map))),
            }
        }
    }
}

fn parts<'a>(value: Value) -> Vec<Node<'a>> {
    match value {
        Value::Object(map) => map.into_iter().map(|(key, value)| of_value(key.replace('_', " "), value)).collect(),
        Value::Array(items) => {
            items.into_iter().enumerate().map(|(place, value)| of_value((place + 1).to_string(), value)).collect()
        }
        other => vec![of_value("value".to_owned(), other)],
    }
}
