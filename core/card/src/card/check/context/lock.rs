//! The outside references of a text that lasts, so that they can be locked in (CR 603.7c, 608.2h).

use crate::card::ast::effect::{Duration, Modification};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::words::chosen::Linked;
use crate::card::words::refers::{Keeper, Linking, Naming, Need};
use crate::card::words::term::{Term, any, as_};
use crate::card::words::tree::Node;

use super::surroundings::{Found, From, Here, Paid, Walk};

/// A word of a text that refers to its state of creation, and who keeps what it refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// What it says.
    pub to: Referent,
    /// Who keeps it. Nobody also keeps what the text itself says by then, or what is named once and
    /// known to the object with the ability.
    pub keeper: Keeper,
}

/// What a word refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Referent {
    /// Objects that are named once.
    Objects(Objects),
    /// Players.
    Players(Players),
    /// A number.
    Number(Quantity),
    /// A choice of a linked ability.
    Chosen,
}

/// The words of texts that refer to their state of creation, without duplicates, in order of
/// writing.
pub fn refers(texts: &[&dyn Term]) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    let mut see = |it: &Found<'_, '_>| {
        for reference in [chosen(it), referent(it)].into_iter().flatten() {
            if !found.contains(&reference) {
                found.push(reference);
            }
        }
    };
    let nodes: Vec<Node<'_>> = texts.iter().map(|text| text.node()).collect();
    let mut walk = Walk { paid: Paid::UNKNOWN, path: Vec::new(), around: Vec::new(), see: &mut see };
    nodes.iter().for_each(|node| walk.node(node, &Here::created()));
    found
}

/// A choice of a linked ability.
fn chosen(found: &Found<'_, '_>) -> Option<Reference> {
    let is_choice = match found.need {
        Need::Link(Linking::Objects | Linking::Haunt | Linking::Cost) => {
            any(found.word.term, |it: &Linked| *it == Linked::Chosen)
        }
        Need::Link(_) => true,
        _ => false,
    };
    is_choice.then_some(Reference { to: Referent::Chosen, keeper: Keeper::Notes })
}

fn referent(found: &Found<'_, '_>) -> Option<Reference> {
    let term = found.word.term;
    let keeper = if found.from == From::Outside { found.need.keeper() } else { Keeper::Nobody };
    let with = |to: Referent| Some(Reference { to, keeper });
    if let Some(Filter::This) = as_(term) {
        return with(Referent::Objects(Objects::This));
    }
    let by_effect = |who: &Players| Some(Reference { to: Referent::Players(who.clone()), keeper: Keeper::Effect });
    // Whoever an effect gives control to is one player from then on, however that is said.
    if let Some(who) = as_(term).and_then(Modification::given_control) {
        let outside = found.word.field("0").and_then(Node::word).is_some_and(|word| found.here.is_outside(word));
        return by_effect(who).filter(|_| outside && *who != Players::You);
    }
    // What a duration waits for is asked all the time (CR 611.2b).
    let asked_anew = || found.is_in(|it: &Duration| matches!(it, Duration::AsLongAs(_)));
    let settled = || found.need == Need::Nothing && !asked_anew() && found.here.is_outside(found.word);
    let told = !matches!(keeper, Keeper::Nobody | Keeper::Effect | Keeper::Notes);
    if let Some(objects) = as_::<Objects>(term) {
        return with(Referent::Objects(objects.clone())).filter(|_| objects.naming() == Naming::Once);
    }
    if let Some(who) = as_::<Players>(term) {
        if who.naming() == Naming::Once && settled() {
            return by_effect(who);
        }
        // With shared turns there are several active players, of whom the text means one
        // (CR 805.9).
        return with(Referent::Players(who.clone())).filter(|_| told || *who == Players::Active);
    }
    if let Some(number) = as_::<Quantity>(term) {
        // A number is worked out, too, unless it is about what the effect applies to (CR 611.2d).
        let to = Referent::Number(number.clone());
        if settled() {
            return Some(Reference { to, keeper: Keeper::Effect }).filter(|_| number.asks_the_game());
        }
        return with(to).filter(|_| told);
    }
    match as_(term) {
        Some(Condition::Flip(side)) if told => with(Referent::Number(Quantity::Coins(*side))),
        _ => None,
    }
}
