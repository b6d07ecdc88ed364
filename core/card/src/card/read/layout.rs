//! Faces put together in their layout (CR 709, 710, 712, 713, 716).
//!
//! A file tells the layout by its keys. Faces that were pasted are in order, and what is read of
//! them tells it: what flips or transforms, an Adventure, two spells. A layout that nothing tells
//! is refused.

use super::faces::{Hint, PrintedCard};
use super::printed::NotRead;
use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::effect::{Instead, Would};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::instruction::{Instruction, PutOntoBattlefield, Transform};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::layout::{Card, DoubleFaced, MeldCard, Split};
use crate::card::words::card_type::{CardType, CardTypes};
use crate::card::words::term::any;

/// The layout of a card with such faces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    kind: Kind,
    /// Whether the second face of the printed card is the first one of the layout.
    swapped: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    One,
    Adventurer,
    Split,
    Flip,
    Transforming,
    Modal,
    /// Melding with the card of this name.
    Meld(String),
}

/// The layout of a printed card with these faces. `complete` says that all of their texts is read.
pub(super) fn layout(card: &PrintedCard, faces: &[Face], complete: bool) -> Result<Layout, NotRead> {
    let is = |kind| Ok(Layout { kind, swapped: false });
    let refused = |why| Err(NotRead::Layout(why));
    let either = |kind, first: bool, second: bool, why| match (first, second) {
        (true, false) => is(kind),
        (false, true) => Ok(Layout { kind, swapped: true }),
        _ => refused(why),
    };
    let (first, second) = match (faces, &card.told) {
        (_, Hint::Several) => return refused("its layout is told in several ways"),
        ([_], Hint::Nothing) => return is(Kind::One),
        ([_], _) => return refused("the line of its other face is not there, or does not name it"),
        ([first, second], _) => (first, second),
        _ => return refused("a card has one face or two, and a line of all says nothing that they don't"),
    };
    match &card.told {
        Hint::Nothing if is_of(second, "Adventure") => is(Kind::Adventurer),
        Hint::Nothing if is_of(first, "Adventure") => refused("an Adventure stands after its card (CR 716.2)"),
        Hint::Nothing if is_spell(first) && is_spell(second) && second.cost.is_some() => is(Kind::Split),
        Hint::Nothing if flips(first) => is(Kind::Flip),
        Hint::Nothing | Hint::DoubleFaced | Hint::Several => double_faced(card, first, second, complete),
        Hint::Split => {
            let aftermath = |face: &Face| face.abilities.contains(&Ability::Keyword(Keyword::Aftermath));
            let why = "which half is the left one is not told: put both into `faces`, in order";
            either(Kind::Split, aftermath(second), aftermath(first), why)
        }
        Hint::Flip => {
            let why = "which half flips is not told: put the other into its `faces`";
            either(Kind::Flip, flips(first), flips(second), why)
        }
        Hint::Transforming => {
            let (costs, other) = (first.cost.is_some(), second.cost.is_some());
            let (first, second) = if costs == other { (transforms(first), transforms(second)) } else { (costs, other) };
            let why = "which face is the front is not told: put the other into its `back`";
            either(Kind::Transforming, first, second, why)
        }
        Hint::Meld(with) => is(Kind::Meld(with.clone())),
    }
}

/// The layout of a double-faced card: it transforms if a face says so, and is modal otherwise. The
/// back face of a transforming card has no mana cost (CR 202.3b).
fn double_faced(card: &PrintedCard, front: &Face, back: &Face, complete: bool) -> Result<Layout, NotRead> {
    let refused = |why| Err(NotRead::Layout(why));
    let is_land = back.types == CardTypes::NONE.with(CardType::Land);
    let is_indicated = card.faces.last().is_some_and(|face| face.color.is_some());
    if back.cost.is_none() && !is_land && !is_indicated {
        return refused(
            "a back face without a mana cost needs its color indicator (CR 204): `color`, or a line as `Color \
             Indicator: Blue`, or `none`",
        );
    }
    let turns = transforms(front) || transforms(back);
    if !turns && back.cost.is_none() && !(is_land && complete) {
        return refused("what is read does not say how a card turns to this face, so its layout is not known");
    }
    Ok(Layout { kind: if turns { Kind::Transforming } else { Kind::Modal }, swapped: false })
}

impl Layout {
    /// The card of these faces.
    pub(super) fn of(&self, mut faces: Vec<Face>) -> Card {
        if self.swapped {
            faces.reverse();
        }
        let mut faces = faces.into_iter();
        let (first, second) = (faces.next().unwrap_or_default(), faces.next().unwrap_or_default());
        let double_faced = |front, back| Box::new(DoubleFaced { front, back });
        match &self.kind {
            Kind::One => Card::Card(first),
            Kind::Adventurer => Card::Card(Face { adventure: Some(Box::new(second)), ..first }),
            Kind::Split => Card::Split(Box::new(Split::of(first, second))),
            Kind::Flip => Card::Card(flip(first, second)),
            Kind::Transforming => Card::Transforming(double_faced(first, second)),
            Kind::Modal => Card::Modal(double_faced(first, second)),
            Kind::Meld(with) => {
                // Only the card whose ability melds them has the combined face (CR 713.2).
                let melds = any(&first.abilities, |it| matches!(it, Instruction::Meld(_)));
                let melded = melds.then_some(second);
                Card::Meld(Box::new(MeldCard { front: first, with: with.clone(), melded }))
            }
        }
    }
}

/// A flip card; its cost is said of the other half, too, or not (CR 710.1c).
fn flip(face: Face, mut flipped: Face) -> Face {
    flipped.cost.take_if(|cost| Some(&*cost) == face.cost.as_ref());
    Face { flipped: Some(Box::new(flipped)), ..face }
}

fn is_of(face: &Face, subtype: &str) -> bool {
    face.subtypes.iter().any(|it| it.name() == subtype)
}

const fn is_spell(face: &Face) -> bool {
    face.types.has(CardType::Instant) || face.types.has(CardType::Sorcery)
}

/// Whether a face says that it flips.
fn flips(face: &Face) -> bool {
    any(&face.abilities, |it| matches!(it, Instruction::Flip(_)))
}

/// Whether a face says that it transforms, or is cast or enters transformed (CR 712.1).
fn transforms(face: &Face) -> bool {
    let text = &face.abilities;
    let keyword = |it: &Keyword| matches!(it, Keyword::Daybound | Keyword::Nightbound | Keyword::Disturb(_));
    any(text, keyword)
        || any(text, |it| matches!(it, Instruction::Transform(Transform(Objects::This))))
        || any(text, |it: &PutOntoBattlefield| it.transformed)
        || any(text, |it| matches!(it, TriggerEvent::Transforms { what: Filter::This, .. }))
        || any(text, |it| matches!(it, Would::Transform { what: Filter::This }))
        || any(text, |it| matches!(it, Instead::EnterTransformed))
}
