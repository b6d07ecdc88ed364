//! Changes of call stack frames: only the difference, not the whole frame.
//!
//! A resolution that has chosen five hundred objects changes thousands of times, often by one
//! number. If each event held the whole frame, the log would grow with the product of both.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::{Cost, ManaSymbol, ManaType};

use super::action::{Afterward, Applied, Happening, Proposed};
use super::canonical::Canonical;
use super::characteristics::Origin;
use super::frame::{Cursor, Frame, ProposalFrame, ProposalStage, Proposing, ResolveFrame, TurnStepStage};
use super::ids::{DefId, Entity, EntryNo, ObjectId, PlayerId, TriggerId};
use super::memory::Further;
use super::object::{
    AbilityRef, AddedText, Announcement, Chosen, DrawReveal, Intent, ManaUnit, SymbolsPaid, TriggerContext,
};

/// A value whose change can be recorded.
pub trait Alter: Sized {
    /// The change.
    type Change;

    /// Returns the change that turns this value into `after`, or `None` if they are equal.
    fn change_to(&self, after: &Self) -> Option<Self::Change>;

    /// Applies a change. A change made for another value is applied as far as it fits.
    fn alter(&mut self, change: &Self::Change);
}

/// A change of a list: the items between an unchanged front and back are replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice<T> {
    /// The number of unchanged items at the front.
    pub front: u32,
    /// The number of unchanged items at the back.
    pub back: u32,
    /// The new items between them.
    pub between: Vec<T>,
}

impl<T: Clone + PartialEq> Alter for Vec<T> {
    type Change = Splice<T>;

    fn change_to(&self, after: &Vec<T>) -> Option<Splice<T>> {
        let most = self.len().min(after.len());
        let front = self.iter().zip(after).take_while(|(before, after)| before == after).count();
        if front == most && self.len() == after.len() {
            return None;
        }
        let pairs = self.iter().rev().zip(after.iter().rev());
        let back = pairs.take(most - front).take_while(|(before, after)| before == after).count();
        let between = after[front..after.len() - back].to_vec();
        Some(Splice { front: front as u32, back: back as u32, between })
    }

    fn alter(&mut self, change: &Splice<T>) {
        let front = (change.front as usize).min(self.len());
        let end = self.len().saturating_sub(change.back as usize).max(front);
        self.splice(front..end, change.between.iter().cloned());
    }
}

/// Declares the changes of a struct, one for each field: its new value (`set`), or the change of
/// its value (`in`; `path` for positions).
macro_rules! alterations {
    ($(#[$meta:meta])* $change:ident of $what:ty {
        $($(#[$told:meta])* $how:ident $variant:ident $field:ident: $type:ty,)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $change {
            $(
                #[doc = concat!("Its `", stringify!($field), "`.")]
                $(#[$told])*
                $variant(alterations!(@type $how $type)),
            )+
        }

        impl Alter for $what {
            type Change = Vec<$change>;

            fn change_to(&self, after: &$what) -> Option<Vec<$change>> {
                let mut changes = Vec::new();
                $(alterations!(@compare $how changes $change $variant self.$field, after.$field);)+
                (!changes.is_empty()).then_some(changes)
            }

            fn alter(&mut self, changes: &Vec<$change>) {
                for change in changes {
                    match change {
                        $($change::$variant(to) => alterations!(@alter $how self.$field, to),)+
                    }
                }
            }
        }
    };
    (@type set $type:ty) => { $type };
    (@type path $type:ty) => { PathChange };
    (@type in $type:ty) => { <$type as Alter>::Change };
    (@compare set $changes:ident $change:ident $variant:ident $before:expr, $after:expr) => {
        if $before != $after {
            $changes.push($change::$variant($after.clone()));
        }
    };
    (@compare path $changes:ident $change:ident $variant:ident $before:expr, $after:expr) => {
        if let Some(change) = path_to(&$before, &$after) {
            $changes.push($change::$variant(change));
        }
    };
    (@compare in $changes:ident $change:ident $variant:ident $before:expr, $after:expr) => {
        if let Some(change) = $before.change_to(&$after) {
            $changes.push($change::$variant(change));
        }
    };
    (@alter set $field:expr, $to:ident) => { $field.clone_from($to) };
    (@alter path $field:expr, $to:ident) => { alter_path(&mut $field, $to) };
    (@alter in $field:expr, $to:ident) => { $field.alter($to) };
}

alterations! {
    /// A change of a position in a list of instructions.
    CursorChange of Cursor {
        set Branch branch: u8,
        set Index index: u16,
        set Round round: u16,
        set Of of: Option<u32>,
        in Each each: Vec<Entity>,
    }
}

/// A change of a position in nested lists of instructions. The outer positions stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathChange {
    /// The number of unchanged outer positions.
    pub stay: u32,
    /// The changes of the next position inside; empty if it is replaced.
    pub altered: Vec<CursorChange>,
    /// The new positions inside that one.
    pub then: Vec<Cursor>,
}

fn path_to(before: &[Cursor], after: &[Cursor]) -> Option<PathChange> {
    let stay = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    let altered = match (before.get(stay), after.get(stay)) {
        (None, None) => return None,
        (Some(before), Some(after)) => before.change_to(after).unwrap_or_default(),
        _ => Vec::new(),
    };
    let then = after.get(stay + usize::from(!altered.is_empty())..).unwrap_or_default().to_vec();
    Some(PathChange { stay: stay as u32, altered, then })
}

fn alter_path(path: &mut Vec<Cursor>, change: &PathChange) {
    let mut stay = change.stay as usize;
    if let Some(cursor) = path.get_mut(stay).filter(|_| !change.altered.is_empty()) {
        cursor.alter(&change.altered);
        stay += 1;
    }
    path.truncate(stay);
    path.extend(change.then.iter().cloned());
}

alterations! {
    /// A change of an announcement.
    AnnouncementChange of Announcement {
        set X x: Option<u32>,
        in Targets targets: Vec<Vec<Entity>>,
        in Divided divided: Vec<Vec<u32>>,
        in Chosen chosen: Vec<Chosen>,
        in Created created: Vec<ObjectId>,
        in ManaSpent mana_spent: Vec<ManaUnit>,
        in PaidWith paid_with: Vec<ObjectId>,
        set LifePaid life_paid: u32,
        set Permission permission: Option<DefId>,
        in Modes modes: Vec<u8>,
        set Alternative alternative: Option<Applied>,
        in Optional optional: Vec<Intent>,
        in Either either: Vec<u8>,
        in Symbols symbols: Vec<SymbolsPaid>,
        in AddedTexts added_texts: Vec<AddedText>,
        set Further further: Further,
    }
}

impl Alter for Arc<Announcement> {
    type Change = Vec<AnnouncementChange>;

    fn change_to(&self, after: &Arc<Announcement>) -> Option<Vec<AnnouncementChange>> {
        if Arc::ptr_eq(self, after) { None } else { (**self).change_to(after) }
    }

    fn alter(&mut self, changes: &Vec<AnnouncementChange>) {
        Arc::make_mut(self).alter(changes);
    }
}

alterations! {
    /// A change of a resolution.
    ResolveChange of ResolveFrame {
        set Object object: Option<ObjectId>,
        set Source source: ObjectId,
        set Controller controller: PlayerId,
        set Origin origin: Option<Origin>,
        set Text text: Option<AbilityRef>,
        in Announced announced: Arc<Announcement>,
        set Trigger trigger: Option<TriggerContext>,
        set Began began: EntryNo,
        path Cursor cursor: Vec<Cursor>,
        set Started started: bool,
        in Picked picked: Vec<Entity>,
        in Piles piles: Vec<Vec<ObjectId>>,
        in Kinds kinds: Vec<Option<ManaType>>,
        set Part part: u8,
        set FirstTarget first_target: u8,
        in Applied applied: Vec<Applied>,
        in Those those: Vec<ObjectId>,
    }
}

alterations! {
    /// A change of a proposal.
    ProposalChange of ProposalFrame {
        set What what: Proposing,
        set Player player: PlayerId,
        set Object object: ObjectId,
        set Source source: ObjectId,
        set Origin origin: Option<Origin>,
        set Stage stage: ProposalStage,
        in Announced announced: Arc<Announcement>,
        set Began began: EntryNo,
        in Activations activations: Vec<EntryNo>,
        set PaidAt paid_at: Option<EntryNo>,
        in Reductions reductions: Vec<u32>,
        in Halves halves: Vec<ManaSymbol>,
        set Total total: Canonical<Vec<Cost>>,
    }
}

alterations! {
    /// A change of waiting actions.
    HappeningChange of Happening {
        in Actions actions: Vec<Proposed>,
        in Arranged arranged: Vec<ObjectId>,
        in Stamped stamped: Vec<u32>,
        set Chosen chosen: Option<Applied>,
        in After after: Vec<Afterward>,
    }
}

/// A change of a frame, by the kind of frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrameChange {
    /// A resolution.
    Resolve(Vec<ResolveChange>),
    /// A proposal.
    Proposal(Vec<ProposalChange>),
    /// Waiting actions.
    Happen(Vec<HappeningChange>),
    /// Triggered abilities being put onto the stack.
    PutTriggers {
        /// The remaining abilities.
        order: Option<Splice<TriggerId>>,
        /// How many of them are ordered.
        ordered: u32,
    },
    /// The permanents kept under the legend rule.
    StateBased(Splice<ObjectId>),
    /// Creatures placed in damage assignment orders.
    Placing(Splice<(ObjectId, ObjectId)>),
    /// Cards that may be revealed as they are drawn.
    Drawn(Splice<(ObjectId, DrawReveal)>),
    /// The ending of a turn or phase.
    Ending {
        /// The stage it has reached.
        stage: u8,
        /// The changes of the resolution with this effect.
        rest: Vec<ResolveChange>,
    },
    /// A declaration: the creatures whose damage assignment order is still to be announced.
    Ordering(Splice<ObjectId>),
}

impl FrameChange {
    /// Returns whether the permission that a spell is cast with changes (CR 601.3), or the texts
    /// that it has gained (CR 612.8).
    pub(crate) fn is_of_spells_text(&self) -> bool {
        let FrameChange::Proposal(changes) = self else { return false };
        let is = |change: &AnnouncementChange| {
            matches!(change, AnnouncementChange::Permission(_) | AnnouncementChange::AddedTexts(_))
        };
        changes.iter().any(|change| match change {
            ProposalChange::Announced(changes) => changes.iter().any(is),
            _ => false,
        })
    }
}

impl Frame {
    /// Returns the change that turns this frame into `after`. `None` if the whole frame is recorded
    /// instead: because the kinds differ, or because its size does not depend on the board.
    pub(crate) fn change_to(&self, after: &Frame) -> Option<FrameChange> {
        match (self, after) {
            (Frame::Resolve(before), Frame::Resolve(after)) => before.change_to(after).map(FrameChange::Resolve),
            (Frame::Proposal(before), Frame::Proposal(after)) => before.change_to(after).map(FrameChange::Proposal),
            (Frame::Happen(before), Frame::Happen(after)) => before.change_to(after).map(FrameChange::Happen),
            (Frame::PutTriggers { order: before, .. }, Frame::PutTriggers { order, ordered }) => {
                Some(FrameChange::PutTriggers { order: before.change_to(order), ordered: *ordered })
            }
            (Frame::StateBased { kept: before }, Frame::StateBased { kept }) => {
                before.change_to(kept).map(FrameChange::StateBased)
            }
            (Frame::Placing { rule: of, remaining: before }, Frame::Placing { rule, remaining }) if of == rule => {
                before.change_to(remaining).map(FrameChange::Placing)
            }
            (Frame::Drawn { offers: before }, Frame::Drawn { offers }) => {
                before.change_to(offers).map(FrameChange::Drawn)
            }
            (Frame::Ending { what: of, rest: before, .. }, Frame::Ending { what, stage, rest }) if of == what => {
                Some(FrameChange::Ending { stage: *stage, rest: before.change_to(rest).unwrap_or_default() })
            }
            (
                Frame::TurnStep { step: of, stage: TurnStepStage::Order { remaining: before } },
                Frame::TurnStep { step, stage: TurnStepStage::Order { remaining } },
            ) if of == step => before.change_to(remaining).map(FrameChange::Ordering),
            _ => None,
        }
    }

    /// Applies a change. A change for another kind of frame has no effect; only a damaged log
    /// contains one.
    pub fn alter(&mut self, change: &FrameChange) {
        match (self, change) {
            (Frame::Resolve(resolve), FrameChange::Resolve(changes)) => resolve.alter(changes),
            (Frame::Proposal(proposal), FrameChange::Proposal(changes)) => proposal.alter(changes),
            (Frame::Happen(happening), FrameChange::Happen(changes)) => happening.alter(changes),
            (Frame::PutTriggers { order, ordered }, FrameChange::PutTriggers { order: change, ordered: now }) => {
                if let Some(change) = change {
                    order.alter(change);
                }
                *ordered = *now;
            }
            (Frame::StateBased { kept }, FrameChange::StateBased(change)) => kept.alter(change),
            (Frame::Placing { remaining, .. }, FrameChange::Placing(change)) => remaining.alter(change),
            (Frame::Drawn { offers }, FrameChange::Drawn(change)) => offers.alter(change),
            (Frame::Ending { stage, rest, .. }, FrameChange::Ending { stage: now, rest: changes }) => {
                *stage = *now;
                rest.alter(changes);
            }
            (Frame::TurnStep { stage: TurnStepStage::Order { remaining }, .. }, FrameChange::Ordering(change)) => {
                remaining.alter(change);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all lists of up to four items from three numbers.
    fn lists() -> Vec<Vec<u8>> {
        let mut lists = vec![Vec::new()];
        let mut at = 0;
        while at < lists.len() {
            if lists[at].len() < 4 {
                for next in 0..3 {
                    let longer = lists[at].iter().copied().chain([next]).collect();
                    lists.push(longer);
                }
            }
            at += 1;
        }
        lists
    }

    #[test]
    fn a_list_becomes_any_other() {
        for before in lists() {
            for after in lists() {
                let change = before.change_to(&after);
                assert_eq!(change.is_none(), before == after);
                let mut now = before.clone();
                if let Some(change) = &change {
                    now.alter(change);
                }
                assert_eq!(now, after, "{before:?} by {change:?}");
            }
        }
    }

    #[test]
    fn a_path_becomes_any_other() {
        let paths = || {
            let path = |list: Vec<u8>| -> Vec<Cursor> {
                let cursor = |number: u8| {
                    let each = (0..u32::from(number)).map(|no| Entity::Object(ObjectId(no))).collect();
                    Cursor { index: u16::from(number), each, ..Cursor::default() }
                };
                list.into_iter().map(cursor).collect()
            };
            lists().into_iter().map(path)
        };
        for before in paths() {
            for after in paths() {
                let change = path_to(&before, &after);
                assert_eq!(change.is_none(), before == after);
                let mut now = before.clone();
                if let Some(change) = &change {
                    alter_path(&mut now, change);
                }
                assert_eq!(now, after, "by {change:?}");
            }
        }
    }

    /// The size of an event does not depend on how many objects the resolution has chosen.
    #[test]
    fn a_change_is_as_long_as_what_is_other() {
        let many = |count: u32| {
            let mut frame = ResolveFrame::of_effect(ObjectId(1), PlayerId(0), EntryNo(0));
            frame.picked = (0..count).map(|no| Entity::Object(ObjectId(no))).collect();
            let before = Frame::Resolve(Box::new(frame.clone()));
            frame.cursor[0].index += 1;
            frame.picked.push(Entity::Player(PlayerId(0)));
            let change = before.change_to(&Frame::Resolve(Box::new(frame))).unwrap();
            crate::fact::wire::encode(&change).unwrap().len()
        };
        assert_eq!(many(10), many(200));
    }

    /// Folding a damaged log does not panic, even if a change does not fit its frame.
    #[test]
    fn a_change_of_something_else_is_endured() {
        let mut list = vec![1, 2];
        list.alter(&Splice { front: 7, back: 9, between: vec![3] });
        assert_eq!(list, [1, 2, 3]);
        let mut frame = Frame::StateBased { kept: vec![ObjectId(1)] };
        frame.alter(&FrameChange::Resolve(vec![ResolveChange::Started(true)]));
        assert_eq!(frame, Frame::StateBased { kept: vec![ObjectId(1)] });
    }
}
