//! The tree of the state as one player may know it: what `observe` shows that player.

use retrace_core::fact::{Entity, PlayerId};
use retrace_core::observe::{self, SeenChoice, SeenObject, SeenPlayer, SeenZone, View};
use retrace_core::state::Game;

use super::{Node, fields, yes_no};
use crate::describe;

pub(super) fn top(game: &Game, viewer: PlayerId) -> Vec<Node<'static>> {
    let seen_by = Node::leaf("Seen by", describe::capitalized(&describe::player(game, viewer)));
    let mains: Vec<Game> = std::iter::successors(game.main_game(), Game::main_game).collect();
    std::iter::once(seen_by).chain(game_seen(game, mains, observe::view(game, viewer))).collect()
}

/// What a player sees of a game, and of the games that wait for it within each other.
fn game_seen(game: &Game, mut mains: Vec<Game>, view: View) -> Vec<Node<'static>> {
    let mut nodes = vec![
        Node::leaf("Turn", format!("{} of {}", view.turn, describe::player(game, view.active))),
        Node::leaf("Turn step", view.step.map_or("none", |step| step.word())),
    ];
    if let (Some(main), false) = (view.main, mains.is_empty()) {
        let its_game = mains.remove(0);
        nodes.push(Node::of("Main game", super::MAIN, move || game_seen(&its_game, mains, *main)));
    }
    nodes.extend(super::designations(game, &view.designations));
    nodes.extend([
        Node::leaf("Controlled", super::controlled(game, &view.controlled)),
        Node::leaf("Result", view.result.map_or_else(|| "none yet".to_owned(), |result| format!("{result:?}"))),
    ]);
    nodes.extend(view.players.into_iter().map(|it| player(game, it)));
    nodes.extend([
        objects("Battlefield", view.battlefield),
        objects("Phased out", view.phased_out),
        objects("Stack", view.stack),
        objects("Exile", view.exile),
        objects("Command", view.command),
        objects("Looked at", view.looking_at),
    ]);
    nodes.push(match view.combat {
        Some(combat) => Node::of("Combat", "under way", move || fields(&combat)),
        None => Node::leaf("Combat", "none"),
    });
    let asked = view.choices.into_iter().map(|choice| match choice {
        SeenChoice::Yours(choice) => {
            Node::leaf("Asked", describe::prompt(&observe::veiled(game, view.viewer), &choice))
        }
        SeenChoice::Theirs(by) => Node::leaf("Asked", format!("{} chooses", describe::player(game, by))),
    });
    nodes.extend(asked);
    nodes
}

fn player(game: &Game, player: SeenPlayer) -> Node<'static> {
    let id = player.id;
    let label = describe::capitalized(&describe::player(game, id));
    let value = format!("{} life, {} in hand", player.life, player.hand.count);
    let inside = move || {
        let counters: Vec<String> = player.counters.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let counters = if counters.is_empty() { "none".to_owned() } else { counters.join(", ") };
        let mana: String = player.mana.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect();
        vec![
            Node::leaf("Life", player.life.to_string()),
            Node::leaf("Counters", counters),
            Node::leaf("Mana", if mana.is_empty() { "none".to_owned() } else { mana }),
            zone("Hand", player.hand),
            zone("Library", player.library),
            zone("Graveyard", player.graveyard),
            Node::leaf("Has left the game", yes_no(player.left)),
        ]
    };
    Node { entity: Some(Entity::Player(id)), ..Node::of(label, value, inside) }
}

fn zone(label: &str, zone: SeenZone) -> Node<'static> {
    match zone.objects {
        Some(seen) => objects(label, seen),
        None => Node::leaf(label, format!("{} hidden", zone.count)),
    }
}

fn objects(label: &str, seen: Vec<SeenObject>) -> Node<'static> {
    Node::list(label, seen.len(), move || seen.into_iter().map(object).collect())
}

fn object(it: SeenObject) -> Node<'static> {
    let mut value: Vec<String> = Vec::new();
    value.extend(it.power_toughness.map(|(power, toughness)| format!("{power}/{toughness}")));
    if it.status.tapped {
        value.push("tapped".to_owned());
    }
    value.extend(it.counters.iter().map(|(kind, count)| format!("{count} {kind}")));
    if it.damage > 0 {
        value.push(format!("damage {}", it.damage));
    }
    value.extend(it.level.map(|level| format!("level {level}")));
    value.extend(it.markings.iter().cloned());
    let label = format!("{} {}", it.name, it.id);
    let entity = Some(Entity::Object(it.id));
    Node { entity, ..Node::of(label, value.join(", "), move || fields(&it)) }
}
