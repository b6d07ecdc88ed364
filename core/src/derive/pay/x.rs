//! Limits on the value that a player chooses for X (CR 107.3a, 601.2b): "X can't be 0".

use crate::card::{Comparison, Quantity};

use crate::derive::filter::quantity;
use crate::derive::look::Look;
use crate::derive::look::scope::Scope;

/// The maximum for X; no game has the mana for more.
pub(crate) const GREATEST: u32 = 1_000_000;

/// The minimum and maximum X within limits; if none is allowed, the minimum is the greater.
pub fn bounds(look: &dyn Look, scope: &Scope<'_>, limits: &[(Comparison, Quantity)]) -> (u32, u32) {
    let (mut least, mut greatest) = (0, i64::from(GREATEST));
    for (comparison, number) in limits {
        let number = i64::from(quantity(look, scope, number));
        let (from, to) = match comparison {
            Comparison::Less => (0, number - 1),
            Comparison::AtMost => (0, number),
            Comparison::Equal => (number, number),
            Comparison::AtLeast => (number, i64::MAX),
            Comparison::Greater => (number + 1, i64::MAX),
        };
        (least, greatest) = (least.max(from), greatest.min(to));
    }
    let number = |it: i64| u32::try_from(it).ok();
    match (number(least), number(greatest)) {
        (Some(least), Some(greatest)) if least <= greatest => (least, greatest),
        _ => (1, 0),
    }
}
