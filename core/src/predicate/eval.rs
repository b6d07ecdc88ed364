//! Evaluates an expression at a moment of a game.
//!
//! Every expression yields its values one by one: a number yields one, or none if there is nothing
//! to ask. A word asked of several objects yields one for each. A comparison holds if it holds for
//! one of them, and no intermediate list is stored. The layers are computed only if a word depends
//! on them, and then once for each version of the state (`derive`).

use std::cell::{Cell, OnceCell};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::card::CounterKind;
use crate::fact::{Entity, Entry, EntryNo, Event, ObjectId, PlayerId, Zone};
use crate::observe::{self, SeenEntry};
use crate::rule::Rule;
use crate::state::Game;

use super::ast::Comparator;
use super::typing::{ComparedSide, Node};
use super::vocabulary::{Function, Prop};

/// A moment of a game: the current state and the latest event. Simultaneous events share one
/// moment: the game is the one after the whole step of the entry.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The game.
    pub game: &'a Game,
    /// The game before the step.
    pub before: Option<&'a Game>,
    /// The latest event.
    pub entry: Option<&'a Entry>,
    /// Earlier events.
    pub past: &'a dyn Past,
}

/// Looks up earlier entries, to follow causes.
pub trait Past {
    /// Returns the entry with this number, if it is known.
    fn entry(&self, no: EntryNo) -> Option<&Entry>;
}

/// Consecutive entries in order.
impl Past for Vec<Arc<Entry>> {
    fn entry(&self, no: EntryNo) -> Option<&Entry> {
        let index = no.0.checked_sub(self.first()?.no.0)?;
        self.get(usize::try_from(index).ok()?).map(|entry| &**entry)
    }
}

/// No known entries.
impl Past for () {
    fn entry(&self, _: EntryNo) -> Option<&Entry> {
        None
    }
}

/// An error of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvalError {
    /// The evaluation would take too long.
    #[error("this asks too much of a board like this; ask less inside of the inner `where`, or nest fewer of them")]
    TooMuch,
}

/// The most values that one evaluation may look at.
const MOST_VALUES: u32 = 2_000_000;

/// A player, an object or an event.
#[derive(Clone, Copy, Debug)]
pub(super) enum Topic<'a> {
    Player(PlayerId),
    Object(ObjectId),
    Event(&'a Entry),
    Hidden(Hidden),
}

/// An object that the viewer may not see. Only its presence is known. It has no id, because an id
/// that can be followed through a hidden zone gives away what it hides. So it never equals another
/// value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hidden {
    /// Its zone and owner; `None` if it is gone.
    pub(super) place: Option<(Zone, PlayerId)>,
    /// Its number among the hidden objects found.
    serial: u32,
}

impl Topic<'_> {
    pub(super) fn entity(self) -> Option<Entity> {
        match self {
            Topic::Player(id) => Some(Entity::Player(id)),
            Topic::Object(id) => Some(Entity::Object(id)),
            Topic::Event(_) | Topic::Hidden(_) => None,
        }
    }

    fn key(self) -> (u8, u64) {
        match self {
            Topic::Player(id) => (0, u64::from(id.0)),
            Topic::Object(id) => (1, u64::from(id.0)),
            Topic::Event(entry) => (2, entry.no.0),
            Topic::Hidden(it) => (3, u64::from(it.serial)),
        }
    }
}

/// A value during evaluation.
#[derive(Clone, Debug)]
pub(super) enum Val<'a> {
    Bool(bool),
    Number(i64),
    Text(Arc<str>),
    Word(&'static str),
    Rule(Rule),
    Section(u16),
    Counter(CounterKind),
    Item(Topic<'a>),
}

/// Whether to continue with the next value.
pub(super) type Flow = ControlFlow<()>;
pub(super) type Sink<'s, 'a> = &'s mut dyn FnMut(Val<'a>) -> Flow;
pub(super) const ON: Flow = ControlFlow::Continue(());

/// Where an expression is evaluated.
#[derive(Clone, Copy)]
pub(super) struct EvalScope<'a> {
    pub(super) game: &'a Game,
    pub(super) it: Option<Topic<'a>>,
}

/// An evaluation.
pub(super) struct Eval<'a> {
    pub(super) moment: Moment<'a>,
    /// The viewer, who learns nothing they may not see; `None` to see everything.
    pub(super) viewer: Option<PlayerId>,
    left: Cell<u32>,
    /// The number of hidden objects found so far.
    hidden: Cell<u32>,
    /// The cards in hidden zones that the viewer looks at now, and before the step.
    looked_at: [OnceCell<Vec<ObjectId>>; 2],
}

impl<'a> Eval<'a> {
    pub(super) fn new(moment: Moment<'a>, viewer: Option<PlayerId>) -> Eval<'a> {
        let (left, hidden) = (Cell::new(MOST_VALUES), Cell::new(0));
        Eval { moment, viewer, left, hidden, looked_at: [OnceCell::new(), OnceCell::new()] }
    }

    /// Returns whether the viewer sees an object of a game.
    pub(super) fn sees(&self, game: &Game, id: ObjectId) -> bool {
        let Some(viewer) = self.viewer else { return true };
        let before = self.moment.before.is_some_and(|before| std::ptr::eq(before, game));
        // A game other than the moment's own (a state during a step) is not cached.
        let kept = before || std::ptr::eq(self.moment.game, game);
        let looked_at = || observe::looked_at(game, viewer);
        observe::may_follow(game, viewer, id)
            || match kept {
                true => self.looked_at[usize::from(before)].get_or_init(looked_at).contains(&id),
                false => looked_at().contains(&id),
            }
    }

    /// Returns an object or player of a game, as the viewer sees it.
    pub(super) fn item(&self, game: &Game, entity: Entity) -> Topic<'a> {
        match entity {
            Entity::Player(id) => Topic::Player(id),
            Entity::Object(id) if self.sees(game, id) => Topic::Object(id),
            Entity::Object(id) => {
                let serial = self.hidden.replace(self.hidden.get().saturating_add(1));
                let place = game.object(id).map(|object| (object.zone, object.owner));
                Topic::Hidden(Hidden { place, serial })
            }
        }
    }

    /// Returns the part of an entry that the viewer sees, unless they see all of it.
    pub(super) fn part(&self, entry: &Entry) -> Option<SeenEntry> {
        match observe::entry(self.moment.game, self.viewer?, entry) {
            SeenEntry::Whole(_) => None,
            part => Some(part),
        }
    }

    /// Returns the scope of a whole expression.
    pub(super) fn scope(&self) -> EvalScope<'a> {
        EvalScope { game: self.moment.game, it: None }
    }

    /// Returns an error if the evaluation was cut short.
    pub(super) fn ended(&self) -> Result<(), EvalError> {
        if self.left.get() == 0 { Err(EvalError::TooMuch) } else { Ok(()) }
    }

    /// Counts a value that is looked at.
    pub(super) fn spend(&self) -> Flow {
        match self.left.get() {
            0 => ControlFlow::Break(()),
            left => {
                self.left.set(left - 1);
                ON
            }
        }
    }

    /// Returns whether a yes-or-no expression holds for at least one of its values.
    pub(super) fn holds(&self, node: &Node, at: EvalScope<'a>) -> bool {
        match node {
            Node::And(parts) => parts.iter().all(|part| self.holds(part, at)),
            Node::Or(parts) => parts.iter().any(|part| self.holds(part, at)),
            Node::Not(inner) => !self.holds(inner, at),
            _ => self.some(node, at, &mut |value| matches!(value, Val::Bool(true))),
        }
    }

    /// Returns whether some value fits.
    fn some(&self, node: &Node, at: EvalScope<'a>, fits: &mut dyn FnMut(Val<'a>) -> bool) -> bool {
        self.each(node, at, &mut |value| if fits(value) { ControlFlow::Break(()) } else { ON }).is_break()
            && self.left.get() > 0
    }

    fn first(&self, node: &Node, at: EvalScope<'a>) -> Option<Val<'a>> {
        let mut found = None;
        let _stopped = self.each(node, at, &mut |value| {
            found = Some(value);
            ControlFlow::Break(())
        });
        found
    }

    /// Returns the items that an expression yields, each once.
    fn items(&self, node: &Node, at: EvalScope<'a>) -> Vec<Topic<'a>> {
        let mut found: Vec<Topic<'a>> = Vec::new();
        let _stopped = self.each(node, at, &mut |value| {
            if let Val::Item(item) = value {
                found.push(item);
            }
            ON
        });
        // A zone yields each object once. Only a word asked of several items can yield the same
        // item twice.
        if matches!(node, Node::Ask { of: Some(_), .. } | Node::Where(..)) {
            let mut seen = std::collections::BTreeSet::new();
            found.retain(|item| seen.insert(item.key()));
        }
        found
    }

    /// Passes each value of an expression to the sink, until it wants no more.
    pub(super) fn each(&self, node: &Node, at: EvalScope<'a>, sink: Sink<'_, 'a>) -> Flow {
        self.spend()?;
        match node {
            Node::Bool(value) => sink(Val::Bool(*value)),
            Node::Number(value) => sink(Val::Number(*value)),
            Node::Text(value) => sink(Val::Text(Arc::clone(value))),
            Node::Word(value) => sink(Val::Word(value)),
            Node::Rule(value) => sink(Val::Rule(*value)),
            Node::Section(value) => sink(Val::Section(*value)),
            Node::Counter(value) => sink(Val::Counter(value.clone())),
            Node::Name(named) => self.named(named.now(at.game), at).try_for_each(|item| sink(Val::Item(item))),
            Node::It => at.it.map_or(ON, |item| sink(Val::Item(item))),
            Node::KindIs(kind) => sink(Val::Bool(self.moment.entry.is_some_and(|entry| entry.event.name() == *kind))),
            Node::Ask { of: None, prop, .. } => self.of_game(*prop, at, sink),
            Node::Ask { of: Some(of), prop, argument } => {
                let argument = argument.as_deref().and_then(|node| self.first(node, at));
                let mut ask = |item| self.of_item(*prop, argument.as_ref(), item, at, sink);
                match &**of {
                    Node::It => at.it.map_or(ON, ask),
                    // These words are asked of an object that is gone.
                    Node::Name(named) if matches!(prop, Prop::Gone | Prop::Became) => {
                        self.named(named.ever(at.game), at).try_for_each(ask)
                    }
                    of => self.items(of, at).into_iter().try_for_each(&mut ask),
                }
            }
            Node::Where(set, keep) => self.items(set, at).into_iter().try_for_each(|item| {
                self.spend()?;
                if self.holds(keep, EvalScope { it: Some(item), ..at }) { sink(Val::Item(item)) } else { ON }
            }),
            Node::Call(function, arguments) => self.call(*function, arguments, at, sink),
            Node::Not(_) | Node::And(_) | Node::Or(_) => sink(Val::Bool(self.holds(node, at))),
            Node::Negative(inner) => self.numbers(inner, at, &mut |number| sink(Val::Number(number.saturating_neg()))),
            Node::Sum(parts) => self.sum(parts, 0, at, sink),
            Node::Product(parts) => self.product(parts, 1, at, sink),
            Node::Compare { left, comparator, right } => sink(Val::Bool(self.compares(left, *comparator, right, at))),
        }
    }

    /// Returns the items with a name. A hidden item is left out entirely.
    fn named(&self, named: Vec<Entity>, at: EvalScope<'a>) -> impl Iterator<Item = Topic<'a>> {
        let items = named.into_iter().map(move |entity| self.item(at.game, entity));
        items.filter(|item| !matches!(item, Topic::Hidden(_)))
    }

    fn numbers(&self, node: &Node, at: EvalScope<'a>, sink: &mut dyn FnMut(i64) -> Flow) -> Flow {
        self.each(node, at, &mut |value| match value {
            Val::Number(number) => sink(number),
            _ => ON,
        })
    }

    fn sum(&self, parts: &[(bool, Node)], so_far: i64, at: EvalScope<'a>, sink: Sink<'_, 'a>) -> Flow {
        let mut total = so_far;
        for (index, (minus, part)) in parts.iter().enumerate() {
            let plus = |total: i64, number: i64| {
                if *minus { total.saturating_sub(number) } else { total.saturating_add(number) }
            };
            // Only one part can have several values; the sum of the others is added to each.
            let several = self.all_numbers(part, at);
            match several.as_slice() {
                [number] => total = plus(total, *number),
                several => {
                    let rest = &parts[index + 1..];
                    return several.iter().try_for_each(|number| self.sum(rest, plus(total, *number), at, &mut *sink));
                }
            }
        }
        sink(Val::Number(total))
    }

    fn product(&self, parts: &[Node], so_far: i64, at: EvalScope<'a>, sink: Sink<'_, 'a>) -> Flow {
        let mut total = so_far;
        for (index, part) in parts.iter().enumerate() {
            let several = self.all_numbers(part, at);
            match several.as_slice() {
                [number] => total = total.saturating_mul(*number),
                several => {
                    let rest = &parts[index + 1..];
                    return several
                        .iter()
                        .try_for_each(|n| self.product(rest, total.saturating_mul(*n), at, &mut *sink));
                }
            }
        }
        sink(Val::Number(total))
    }

    fn all_numbers(&self, node: &Node, at: EvalScope<'a>) -> Vec<i64> {
        let mut found = Vec::new();
        let _stopped = self.numbers(node, at, &mut |number| {
            found.push(number);
            ON
        });
        found
    }

    fn call(&self, function: Function, arguments: &[Node], at: EvalScope<'a>, sink: Sink<'_, 'a>) -> Flow {
        let Some(first) = arguments.first() else { return ON };
        let count = |length: usize| Val::Number(i64::try_from(length).unwrap_or(i64::MAX));
        let numbers = || arguments.iter().flat_map(|argument| self.all_numbers(argument, at));
        match function {
            Function::Count => sink(count(self.items(first, at).len())),
            Function::Any => sink(Val::Bool(self.some(first, at, &mut |_| true))),
            Function::All => {
                let holds =
                    |item| arguments.get(1).is_some_and(|it| self.holds(it, EvalScope { it: Some(item), ..at }));
                sink(Val::Bool(self.items(first, at).into_iter().all(holds)))
            }
            Function::Sum => sink(Val::Number(numbers().fold(0, i64::saturating_add))),
            Function::Max => numbers().max().map_or(ON, |number| sink(Val::Number(number))),
            Function::Min => numbers().min().map_or(ON, |number| sink(Val::Number(number))),
            Function::LeftOf | Function::RightOf => {
                let beside = |id| match function {
                    Function::LeftOf => at.game.next_player(id),
                    _ => at.game.previous_player(id),
                };
                let mut found = self.items(first, at).into_iter().filter_map(|item| match item {
                    Topic::Player(id) => Some(Val::Item(Topic::Player(beside(id)))),
                    _ => None,
                });
                found.try_for_each(sink)
            }
            Function::Before => self.moment.before.map_or(ON, |game| self.each(first, EvalScope { game, ..at }, sink)),
            Function::Changed => {
                let Some(game) = self.moment.before else { return sink(Val::Bool(false)) };
                let all = |at: EvalScope<'a>| {
                    let mut found = Vec::new();
                    let _stopped = self.each(first, at, &mut |value| {
                        found.push(value);
                        ON
                    });
                    found
                };
                let (now, then) = (all(at), all(EvalScope { game, ..at }));
                let same = now.len() == then.len() && now.iter().zip(&then).all(|(now, then)| looks(now, then));
                sink(Val::Bool(!same))
            }
        }
    }

    fn compares(&self, left: &ComparedSide, comparator: Comparator, right: &ComparedSide, at: EvalScope<'a>) -> bool {
        if comparator == Comparator::Unequal {
            return !self.compares(left, Comparator::Equal, right, at);
        }
        // The current values are compared with the name, which may belong to an object that is
        // gone, not the other way round.
        if let Node::Name(named) = &right.node {
            return self.some(&left.node, at, &mut |value| match value {
                Val::Item(item) => item.entity().is_some_and(|entity| named.is(at.game, entity)),
                _ => false,
            });
        }
        let fits = |left: &Val<'a>, right: &Val<'a>| match (left, right) {
            (Val::Number(left), Val::Number(right)) => match comparator {
                Comparator::Less => left < right,
                Comparator::AtMost => left <= right,
                Comparator::Greater => left > right,
                Comparator::AtLeast => left >= right,
                Comparator::Equal | Comparator::Unequal => left == right,
            },
            _ => equal(left, right),
        };
        if right.ty.many {
            let mut others = Vec::new();
            let _stopped = self.each(&right.node, at, &mut |value| {
                others.push(value);
                ON
            });
            return self.some(&left.node, at, &mut |value| {
                others.iter().any(|other| self.spend().is_continue() && fits(&value, other))
            });
        }
        let Some(right) = self.first(&right.node, at) else { return false };
        self.some(&left.node, at, &mut |value| fits(&value, &right))
    }

    /// Returns an earlier entry.
    pub(super) fn entry(&self, no: EntryNo) -> Option<&'a Entry> {
        let past: &'a dyn Past = self.moment.past;
        past.entry(no).or_else(|| {
            let history = &self.moment.game.world().history;
            history.latest().find(|entry| entry.no <= no).filter(|entry| entry.no == no).map(|entry| &**entry)
        })
    }

    /// Returns the entries of this turn so far.
    pub(super) fn this_turn(&self, game: &'a Game) -> impl Iterator<Item = &'a Entry> {
        let history = &game.world().history;
        let began = history.latest().position(|entry| matches!(entry.event, Event::TurnBegan { .. }));
        let of_turn = history.latest().take(began.map_or(usize::MAX, |place| place + 1));
        of_turn.map(|entry| &**entry).collect::<Vec<_>>().into_iter().rev()
    }
}

/// Returns whether two values look the same to the viewer. Nothing more can be said of two hidden
/// objects.
fn looks(now: &Val<'_>, then: &Val<'_>) -> bool {
    match (now, then) {
        (Val::Item(Topic::Hidden(now)), Val::Item(Topic::Hidden(then))) => now.place == then.place,
        _ => equal(now, then),
    }
}

/// Returns whether two values are equal. A written rule includes its subrules.
fn equal(left: &Val<'_>, right: &Val<'_>) -> bool {
    match (left, right) {
        (Val::Bool(left), Val::Bool(right)) => left == right,
        (Val::Number(left), Val::Number(right)) => left == right,
        (Val::Text(left), Val::Text(right)) => left == right,
        (Val::Word(left), Val::Word(right)) => left == right,
        (Val::Rule(left), Val::Rule(right)) => right.covers(*left),
        (Val::Rule(left), Val::Section(right)) => left.section() == *right,
        (Val::Counter(left), Val::Counter(right)) => left == right,
        (Val::Item(left), Val::Item(right)) => left.key() == right.key(),
        _ => false,
    }
}
