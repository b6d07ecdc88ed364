//! The wire form of [`Entering`](super::Entering). One byte holds all its flags, one bit each.
//! Originally it held only whether the object enters tapped.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::card::{Choosing, CounterKind};

use super::{
    Being, Canonical, Copying, Entering, EntersAs, EntersFaceDown, Entity, Joins, Note, Origin, Paying, PlayerId,
};

const TAPPED: u8 = 1;
const BACK: u8 = 2;
/// The bits between hold the seat of the player who arranges, counted from 1; 0 is its owner.
const ARRANGED: u32 = 2;
const COMMANDER: u8 = 1 << 7;
/// The most seats at a table, as for designations of players.
const SEATS: u8 = 16;

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "Entering")]
pub(super) struct Wire {
    controller: Option<PlayerId>,
    flags: u8,
    attached_to: Option<Entity>,
    face_down: EntersFaceDown,
    #[serde(with = "crate::fact::counter_map")]
    counters: BTreeMap<CounterKind, u32>,
    joins: Option<Joins>,
    choosing: Option<(Origin, Canonical<Choosing>)>,
    paying: Option<Box<Paying>>,
    chosen: Vec<(Origin, Note)>,
    copying: Option<Box<Copying>>,
    copy: Option<Box<EntersAs>>,
    being: Option<Box<Being>>,
}

impl From<Entering> for Wire {
    fn from(it: Entering) -> Wire {
        let flag = |is: bool, bit: u8| if is { bit } else { 0 };
        Wire {
            controller: it.controller,
            flags: flag(it.tapped, TAPPED)
                | flag(it.back, BACK)
                | flag(it.commander, COMMANDER)
                | it.arranged_by.map_or(0, |player| (player.0.min(SEATS - 1) + 1) << ARRANGED),
            attached_to: it.attached_to,
            face_down: it.face_down,
            counters: it.counters,
            joins: it.joins,
            choosing: it.choosing,
            paying: it.paying,
            chosen: it.chosen,
            copying: it.copying,
            copy: it.copy,
            being: it.being,
        }
    }
}

impl TryFrom<Wire> for Entering {
    type Error = String;

    fn try_from(it: Wire) -> Result<Entering, String> {
        let arranged_by = ((it.flags & !COMMANDER) >> ARRANGED).checked_sub(1);
        if arranged_by.is_some_and(|seat| seat >= SEATS) {
            return Err(format!("{} says more of how something enters than there is to say", it.flags));
        }
        Ok(Entering {
            controller: it.controller,
            tapped: it.flags & TAPPED != 0,
            back: it.flags & BACK != 0,
            attached_to: it.attached_to,
            face_down: it.face_down,
            counters: it.counters,
            joins: it.joins,
            choosing: it.choosing,
            paying: it.paying,
            chosen: it.chosen,
            copying: it.copying,
            copy: it.copy,
            being: it.being,
            arranged_by: arranged_by.map(PlayerId),
            commander: it.flags & COMMANDER != 0,
        })
    }
}
