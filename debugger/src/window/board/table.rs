//! What lies on the table: the seats with their piles, hands and arrows, found once for each
//! version of the game and kept until something that they depend on changes.
//!
//! A pile is a permanent with what lies behind it: the Auras, Equipment and Fortifications attached
//! to it (CR 301.5, 303.4), the cards exiled with it (CR 607.2), and the other components of a
//! merged permanent (CR 723.2). It lies with its host's controller, whoever controls what is
//! behind. Equal permanents with nothing behind them are one stack.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{Id, Rect, Ui};
use retrace_core::card::{CardType, ManaType};
use retrace_core::derive::Look as _;
use retrace_core::derive::object::commander;
use retrace_core::fact::{Entity, Note, ObjectId, PlayerId, Zone};
use retrace_core::state::Game;
use retrace_store::EventId;

use super::super::draft::Draft;
use super::super::view::{Cx, OpenedStack};
use super::arrange::{self, Arranged, At, Fight, Item, Row, Seat};
use super::arrows::{self, Arrow};
use super::face::Face;

/// How many equal permanents make a stack: lands, and others.
const STACK_FROM: [usize; 2] = [2, 3];
/// With more players than this, only one hand is shown.
const MOST_HANDS: usize = 4;
/// How many cards exiled with a permanent are shown by their names.
const MOST_EXILED: usize = 2;

/// What peeks out from behind a permanent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// An object: an attachment, or a card exiled with it.
    Object(ObjectId),
    /// Some words, for what is no object or too much.
    Words(String),
}

/// A permanent with what lies behind it, or a stack of equal ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pile {
    /// The permanents: one, or equal ones of which the first is in front.
    pub(super) ids: Vec<ObjectId>,
    pub(super) face: Face,
    pub(super) behind: Vec<Behind>,
    row: Row,
    group: u32,
    /// How many equal ones lie side by side, if this is the first of a stack that was opened.
    pub(super) opened: Option<usize>,
}

impl Pile {
    pub(super) fn front(&self) -> ObjectId {
        self.face.id
    }
}

/// One player's side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Side {
    pub(super) player: PlayerId,
    pub(super) piles: Vec<Pile>,
    /// The cards in hand, if the viewer sees them.
    pub(super) hand: Vec<ObjectId>,
    /// How many cards of the hand the viewer does not see.
    pub(super) hidden: usize,
    /// What the player owns in the command zone, commanders first.
    pub(super) command: Vec<ObjectId>,
    /// Whether the player has left the game.
    gone: bool,
}

/// The table, with the place of everything.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) sides: Vec<Side>,
    pub(super) arranged: Arranged,
    /// The column of the stack, and the places of its objects from the top.
    pub(super) stack: Option<(Rect, Vec<Rect>)>,
    /// Where objects and players are, without scrolling.
    pub(super) places: BTreeMap<Entity, Rect>,
    pub(super) arrows: Vec<Arrow>,
}

impl Table {
    /// Whether some field is longer than its place.
    pub(super) fn scrolls(&self) -> bool {
        self.arranged.seats.iter().any(|seat| seat.over_pt > 0.0)
    }

    fn find_places(&mut self, game: &Game) {
        for (side, seated) in self.sides.iter().zip(&self.arranged.seats) {
            self.places.insert(Entity::Player(side.player), seated.bar);
            for (id, rect) in side.hand.iter().zip(&seated.cards) {
                self.places.insert(Entity::Object(*id), *rect);
            }
            for (id, rect) in side.command.iter().zip(&seated.command) {
                self.places.insert(Entity::Object(*id), *rect);
            }
            for (pile, placed) in side.piles.iter().zip(&seated.items) {
                self.places.extend(pile.ids.iter().map(|id| (Entity::Object(*id), placed.card)));
                for (behind, rect) in pile.behind.iter().zip(&placed.strips) {
                    if let Behind::Object(id) = behind {
                        self.places.insert(Entity::Object(*id), *rect);
                    }
                }
            }
        }
        let stack = self.stack.iter().flat_map(|(_, places)| places);
        for (it, rect) in super::stack::stacked(game).into_iter().zip(stack) {
            self.places.insert(Entity::Object(it.id), *rect);
        }
    }
}

/// Everything that a table depends on.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    version: (EventId, usize),
    viewer: Option<PlayerId>,
    bottom: PlayerId,
    draft: Option<Draft>,
    opened: BTreeSet<OpenedStack>,
    rect: Rect,
    size: f32,
}

/// The table of the game that is shown, in a rectangle. It is computed anew only when something
/// that it depends on has changed.
pub(super) fn table(ui: &Ui, cx: Cx<'_>, rect: Rect) -> Arc<Table> {
    let id: Id = ui.scope_id().with("table");
    let key = Key {
        version: cx.version(),
        viewer: cx.view.viewer,
        bottom: cx.view.bottom,
        draft: cx.choice().map(|(_, draft)| draft.clone()),
        opened: cx.view.opened_stacks.clone(),
        rect,
        size: ui.pixels_per_point(),
    };
    if let Some((kept, table)) = ui.data(|data| data.get_temp::<(Arc<Key>, Arc<Table>)>(id))
        && *kept == key
    {
        return table;
    }
    let table = Arc::new(lay(cx, rect));
    ui.data_mut(|data| data.insert_temp(id, (Arc::new(key), Arc::clone(&table))));
    table
}

/// The players from the bottom one on, in turn order.
fn around(cx: Cx<'_>) -> Vec<PlayerId> {
    let players: Vec<PlayerId> = cx.game().players().map(|player| player.id).collect();
    let first = players.iter().position(|id| *id == cx.view.bottom).unwrap_or(0);
    let (before, from) = players.split_at(first);
    [from, before].concat()
}

fn lay(cx: Cx<'_>, rect: Rect) -> Table {
    let sides: Vec<Side> = around(cx).into_iter().map(|player| side(cx, player)).collect();
    let mut seats: Vec<Seat> = sides.iter().map(seat).collect();
    if arrange::is_low(rect) || sides.len() > MOST_HANDS {
        // The numbers on the players' bars open the other hands.
        seats.iter_mut().skip(1).for_each(|seat| (seat.hand, seat.hidden_hand, seat.command) = (None, false, 0));
    }
    let fights = fights(cx, &sides);
    let waiting = cx.game().world().waiting.len();
    let on_stack = cx.game().world().stacks().count();
    let mut arranged = arrange::arrange(rect, &seats, &fights);
    let mut stack = None;
    if on_stack > 0 || waiting > 0 {
        let wanted_pt = arrange::stack_wanted_pt(rect, on_stack, waiting);
        let column = arrange::free_column(&arranged, rect, wanted_pt).unwrap_or_else(|| {
            let (left, column) = arrange::beside_stack(rect);
            arranged = arrange::arrange(left, &seats, &fights);
            column
        });
        stack = Some((column, arrange::stack_places(arrange::stack_rect(column, waiting), on_stack)));
    }
    let mut table = Table { sides, arranged, stack, places: BTreeMap::new(), arrows: Vec::new() };
    table.find_places(cx.game());
    table.arrows = arrows::arrows_of(cx, &table, rect);
    table
}

fn seat(side: &Side) -> Seat {
    let items = side.piles.iter().map(|it| Item { row: it.row, behind: it.behind.len(), group: it.group });
    Seat {
        items: items.collect(),
        hand: (!side.hand.is_empty()).then_some(side.hand.len()),
        hidden_hand: side.hidden > 0,
        command: side.command.len(),
        gone: side.gone,
    }
}

fn side(cx: Cx<'_>, player: PlayerId) -> Side {
    let in_hand = cx.game().zone(Zone::Hand(player));
    let sees = cx.sees(Zone::Hand(player));
    Side {
        player,
        piles: piles(cx, player),
        hand: if sees { in_hand.to_vec() } else { Vec::new() },
        hidden: if sees { 0 } else { in_hand.len() },
        command: command(cx.game(), player),
        gone: !cx.game().plays(player),
    }
}

/// What a player owns in the command zone, commanders first.
fn command(game: &Game, player: PlayerId) -> Vec<ObjectId> {
    let owned = |id: &ObjectId| game.object(*id).is_some_and(|object| object.owner == player);
    let mut all: Vec<ObjectId> = game.zone(Zone::Command).iter().copied().filter(owned).collect();
    all.sort_by_key(|id| !commander::is_commander(game, *id));
    all
}

/// The piles of a player, row by row.
fn piles(cx: Cx<'_>, player: PlayerId) -> Vec<Pile> {
    let game = cx.game();
    let world = game.world();
    let mut on: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
    for id in &world.battlefield {
        if let Some(host) = host(game, *id) {
            on.entry(host).or_default().push(*id);
        }
    }
    let mine = world.battlefield.iter().copied().filter(|id| game.controller(*id) == Some(player));
    let phased_out = world.phased_out.iter().filter(|(_, it)| it.controller == player).map(|(id, _)| *id);
    let roots = mine.filter(|id| host(game, *id).is_none()).chain(phased_out);
    let pile = |id: ObjectId| {
        let face = Face::of(game, id)?;
        let (row, group) = stands(game, &face);
        Some(Pile { ids: vec![id], behind: behind(cx, &on, id), face, row, group, opened: None })
    };
    let mut piles: Vec<Pile> = roots.filter_map(pile).collect();
    // Lands of a kind lie together; all others stay in the order in which they came.
    piles.sort_by(|a, b| {
        let key = |it: &Pile| (it.row, it.group);
        key(a).cmp(&key(b)).then_with(|| match a.row {
            Row::Lands => (&a.face.name, a.front()).cmp(&(&b.face.name, b.front())),
            _ => std::cmp::Ordering::Equal,
        })
    });
    stacked(cx, player, piles)
}

/// The row of a permanent, and its group: lands by what they could produce.
fn stands(game: &Game, face: &Face) -> (Row, u32) {
    if face.phased_out {
        return (Row::Back, 1);
    }
    let is = |kind: CardType| game.has_type(face.id, kind);
    if is(CardType::Creature) || is(CardType::Planeswalker) {
        return (Row::Front, 0);
    }
    if is(CardType::Land) {
        // Those of one type first, in their order; then those of several; those of none last.
        let bit = |kind: &ManaType| 1 << (*kind as u32);
        let several = if face.produces.len() > 1 { 64 } else { 0 };
        let none = if face.produces.is_empty() { 128 } else { 0 };
        return (Row::Lands, face.produces.iter().map(bit).sum::<u32>() + several + none);
    }
    (Row::Back, 0)
}

/// The permanent that another is attached to.
fn host(game: &Game, id: ObjectId) -> Option<ObjectId> {
    let host = game.object(id)?.attached_to?.object()?;
    game.object(host).filter(|host| host.is_permanent() && host.id != id).map(|host| host.id)
}

/// What lies behind a permanent, the nearest first.
fn behind(cx: Cx<'_>, on: &BTreeMap<ObjectId, Vec<ObjectId>>, id: ObjectId) -> Vec<Behind> {
    let game = cx.game();
    let mut attached = on.get(&id).cloned().unwrap_or_default();
    let mut next = 0;
    // Attachments of attachments. Nothing appears twice, since each is attached to one thing.
    while let Some(id) = attached.get(next) {
        attached.extend(on.get(id).cloned().unwrap_or_default());
        next += 1;
    }
    let mut behind: Vec<Behind> = attached.into_iter().map(Behind::Object).collect();
    let pieces = game.object(id).map_or(&[][..], |object| object.pieces());
    if pieces.len() > 1 {
        let name = |def| game.face(def).map_or("a component", |face| face.name.as_str()).to_owned();
        let below: Vec<String> = pieces.iter().skip(1).map(|piece| name(piece.def)).collect();
        behind.push(Behind::Words(format!("merged with {}", below.join(", "))));
    }
    let notes = game.world().notes.get(&id);
    let exiled = notes.into_iter().flat_map(|notes| notes.iter()).filter_map(|(_, note)| match note {
        Note::Exiled(card) => game.object(*card).filter(|it| it.zone == Zone::Exile).map(|it| it.id),
        _ => None,
    });
    let mut exiled: Vec<ObjectId> = exiled.collect();
    exiled.sort_unstable();
    exiled.dedup();
    if exiled.len() <= MOST_EXILED && exiled.iter().all(|card| cx.sees_object(*card)) {
        behind.extend(exiled.into_iter().map(Behind::Object));
    } else {
        behind.push(Behind::Words(format!("exiled with it: {}", exiled.len())));
    }
    behind
}

/// Piles with equal ones stacked, except those whose stack is open.
fn stacked(cx: Cx<'_>, player: PlayerId, piles: Vec<Pile>) -> Vec<Pile> {
    let alike = |a: &Pile, b: &Pile| {
        a.row == b.row
            && a.behind.is_empty()
            && b.behind.is_empty()
            && a.face.is_like(&b.face)
            && marks(cx, a.front()) == marks(cx, b.front())
    };
    // The place of the pile that each lies on.
    let mut onto: Vec<usize> = (0..piles.len()).collect();
    for (index, pile) in piles.iter().enumerate() {
        if let Some(first) = (0..index).find(|first| onto[*first] == *first && alike(&piles[*first], pile)) {
            onto[index] = first;
        }
    }
    let count = |first: usize| onto.iter().filter(|it| **it == first).count();
    let mut stacked: Vec<(usize, Pile)> = Vec::new();
    for (index, mut pile) in piles.iter().cloned().enumerate() {
        let first = onto[index];
        let equal = count(first);
        let [lands, others] = STACK_FROM;
        let is_stack = equal >= if pile.row == Row::Lands { lands } else { others };
        let is_open = cx.view.opened_stacks.contains(&(player, pile.face.name.clone()));
        match stacked.iter_mut().find(|(place, _)| *place == first && first != index) {
            Some((_, below)) if is_stack && !is_open => below.ids.push(pile.front()),
            _ => {
                pile.opened = (is_stack && is_open && first == index).then_some(equal);
                stacked.push((index, pile));
            }
        }
    }
    stacked.into_iter().map(|(_, pile)| pile).collect()
}

/// What the answer that is being drafted says of an object, and whether something points at it:
/// only objects of which the same is said are stacked.
fn marks(cx: Cx<'_>, id: ObjectId) -> (bool, Vec<Entity>, bool, Option<Entity>) {
    let draft = cx.choice().map(|(_, draft)| draft);
    let entity = Entity::Object(id);
    let combats = || cx.game().world().combats();
    let attacks = combats().find_map(|combat| combat.attacker(id)).and_then(|attacker| attacker.target);
    let blocks = combats().any(|combat| combat.blocker(id).is_some());
    let attacked = combats().any(|combat| combat.attacker(id).is_some_and(|it| !it.blockers.is_empty()));
    let targeted = cx.game().world().stacks().any(|it| super::stack::targets(cx.game(), it).contains(&entity));
    (
        draft.is_some_and(|draft| draft.marks(entity)),
        draft.map(|draft| draft.declared(id).to_vec()).unwrap_or_default(),
        targeted || blocks || attacked,
        attacks,
    )
}

/// Who fights whom: as the combat is, and as it is being declared.
fn fights(cx: Cx<'_>, sides: &[Side]) -> Vec<Fight> {
    let mut pairs: Vec<(ObjectId, Option<Entity>, Vec<ObjectId>)> = Vec::new();
    for combat in cx.game().world().combats() {
        pairs.extend(combat.attackers.iter().map(|it| (it.object, it.target, it.blockers.clone())));
    }
    if let Some((_, Draft::Declare(declared))) = cx.choice() {
        for (object, to) in declared.iter().filter(|(_, to)| !to.is_empty()) {
            let blocked = pairs.iter_mut().find(|(attacker, ..)| to.contains(&Entity::Object(*attacker)));
            match blocked {
                Some((_, _, blockers)) if !blockers.contains(object) => blockers.push(*object),
                Some(_) => {}
                None => pairs.push((*object, to.first().copied(), Vec::new())),
            }
        }
    }
    let at = |id: &ObjectId| {
        sides.iter().enumerate().find_map(|(seat, side)| {
            let item = side.piles.iter().position(|pile| pile.ids.contains(id) && pile.row == Row::Front)?;
            Some(At { seat, item })
        })
    };
    let seat_of = |target: Entity| {
        let player = match target {
            Entity::Player(player) => Some(player),
            Entity::Object(object) => cx.game().controller(object),
        };
        sides.iter().position(|side| Some(side.player) == player)
    };
    let mut fights: Vec<Fight> = Vec::new();
    for (attacker, target, blockers) in pairs {
        let Some(attacker) = at(&attacker) else { continue };
        let toward = target.and_then(seat_of);
        let blockers: Vec<At> = blockers.iter().filter_map(at).collect();
        match fights.iter_mut().find(|fight| fight.attacker == attacker) {
            Some(fight) => fight.blockers.extend(blockers),
            None => fights.push(Fight { attacker, toward, blockers }),
        }
    }
    fights
}
