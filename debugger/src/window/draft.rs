//! The draft of an answer: what a person has marked so far for a choice that needs more than one
//! click.
//!
//! A draft is plain data. The rules decide whether it is legal ([`check`]), never this module.

use retrace_core::card::ManaType;
use retrace_core::derive::mana::plan;
use retrace_core::fact::{
    Answer, Assignment, Choice, Declarable, Domain, Entity, Item, ManaId, ManaUnit, ObjectId, Share,
};
use retrace_core::rules::Illegal;
use retrace_core::rules::check::check;
use retrace_core::state::Game;

/// The marks so far, in the shape of the choice's domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Draft {
    /// The items picked, in order.
    Pick(Vec<Item>),
    /// All items, in the chosen order.
    Order(Vec<Item>),
    /// Yes and no need no draft.
    Confirm,
    /// A number.
    Number(u32),
    /// What each object is declared to attack or block; an empty list means that it is not
    /// declared.
    Declare(Vec<(ObjectId, Vec<Entity>)>),
    /// For each source, the amounts for its recipients, in damage assignment order.
    Divide(Vec<(ObjectId, Vec<(Entity, u32)>)>),
    /// The units of mana to spend.
    Pay(Vec<ManaId>),
}

/// A change to a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DraftEdit {
    /// Picks an item, or unpicks it. If only one may be picked, it replaces the other.
    Toggle(Item),
    /// Moves the item at this index by one, to the front or the back.
    Shift {
        /// The index.
        index: usize,
        /// Whether it moves to the front.
        earlier: bool,
    },
    /// Moves an item to another index.
    Move {
        /// Its old index.
        from: usize,
        /// Its new index.
        to: usize,
    },
    /// Sets the number.
    Number(u32),
    /// Declares an object to attack or block these, or nothing.
    Declare(ObjectId, Vec<Entity>),
    /// Declares every object with its first option.
    DeclareAll,
    /// Declares nothing.
    DeclareNone,
    /// Changes an object to its next option: nothing, the first, the second …
    CycleDeclaration(ObjectId),
    /// Assigns an amount of a source's damage to a recipient.
    Assign {
        /// The source.
        source: ObjectId,
        /// The recipient.
        to: Entity,
        /// The amount.
        amount: u32,
    },
    /// Spends an amount of one kind of mana.
    Spend(ManaKind, usize),
}

impl DraftEdit {
    /// The edit for dropping an attacker or blocker onto something; `None` if it may not attack or
    /// block that. A creature that may block several keeps what it blocks already.
    pub(crate) fn dropped(choice: &Choice, draft: &Draft, object: ObjectId, to: Entity) -> Option<DraftEdit> {
        let Domain::Declare { options } = &choice.domain else { return None };
        let option = options.iter().find(|option| option.object == object && option.to.contains(&to))?;
        let mut now: Vec<Entity> =
            draft.declared(object).iter().copied().filter(|other| option.at_most > 1 && *other != to).collect();
        now.push(to);
        Some(DraftEdit::Declare(object, now))
    }
}

/// A kind of mana as far as payment distinguishes it: its type, and whether its source was snow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ManaKind {
    /// The type.
    pub(crate) kind: ManaType,
    /// Whether it came from a snow source (CR 107.4h).
    pub(crate) snow: bool,
}

impl ManaKind {
    fn of(unit: &ManaUnit) -> ManaKind {
        ManaKind { kind: unit.kind, snow: unit.snow }
    }

    /// The kind in words.
    pub(crate) fn word(self) -> String {
        format!("{}{{{}}}", if self.snow { "snow " } else { "" }, self.kind.letter())
    }

    /// The units in a pool that are of this kind.
    pub(crate) fn among(self, pool: &[ManaUnit]) -> impl Iterator<Item = &ManaUnit> {
        pool.iter().filter(move |unit| ManaKind::of(unit) == self)
    }
}

/// The kinds of mana in a pool, in order of appearance.
pub(crate) fn mana_kinds(pool: &[ManaUnit]) -> Vec<ManaKind> {
    let mut kinds = Vec::new();
    for kind in pool.iter().map(ManaKind::of) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

impl Draft {
    /// The initial draft: nothing marked, unless there is a default proposal.
    pub(crate) fn new(choice: &Choice) -> Draft {
        match &choice.domain {
            Domain::Pick { .. } | Domain::Gather { .. } => Draft::Pick(Vec::new()),
            Domain::Order(items) => Draft::Order(items.clone()),
            Domain::Confirm => Draft::Confirm,
            Domain::Number { min, .. } => Draft::Number(*min),
            Domain::Declare { .. } => Draft::Declare(Vec::new()),
            Domain::Divide(shares) => Draft::Divide(in_order(shares)),
            Domain::Pay { .. } => Draft::Pay(Vec::new()),
        }
    }

    /// Like [`Draft::new`], with a game: mana that already suffices for payment is marked.
    pub(crate) fn first(game: &Game, choice: &Choice) -> Draft {
        match &choice.domain {
            Domain::Pay { cost, pool, .. } if !pool.is_empty() => {
                let plan = plan(game, choice.player, cost).filter(|plan| plan.activate.is_empty());
                Draft::Pay(plan.map(|plan| plan.spend).unwrap_or_default())
            }
            _ => Draft::new(choice),
        }
    }

    /// The draft for an answer to the choice; the initial one if the answer is of another kind.
    pub(crate) fn of(choice: &Choice, answer: &Answer) -> Draft {
        match (&choice.domain, answer) {
            (Domain::Pick { .. } | Domain::Gather { .. }, Answer::Picked(items)) => Draft::Pick(items.clone()),
            (Domain::Order(_), Answer::Ordered(items)) => Draft::Order(items.clone()),
            (Domain::Number { .. }, Answer::Number(number)) => Draft::Number(*number),
            (Domain::Declare { .. }, Answer::Declared(declared)) => {
                Draft::Declare(declared.iter().map(|it| (it.object, it.to.clone())).collect())
            }
            (Domain::Divide(shares), Answer::Divided(division)) => {
                let given = |source: ObjectId, to: Entity| {
                    let parts = division.iter().find(|(other, _)| *other == source).map(|(_, parts)| parts);
                    parts
                        .and_then(|parts| parts.iter().find(|(other, _)| *other == to))
                        .map_or(0, |(_, amount)| *amount)
                };
                let parts = |share: &Share| share.among.iter().map(|to| (*to, given(share.source, *to))).collect();
                Draft::Divide(shares.iter().map(|share| (share.source, parts(share))).collect())
            }
            (Domain::Pay { .. }, Answer::Paid(units)) => Draft::Pay(units.clone()),
            _ => Draft::new(choice),
        }
    }

    /// The answer of the draft; `None` where the domain is answered by a single click.
    pub(crate) fn answer(&self) -> Option<Answer> {
        Some(match self {
            Draft::Pick(items) => Answer::Picked(items.clone()),
            Draft::Order(items) => Answer::Ordered(items.clone()),
            Draft::Confirm => return None,
            Draft::Number(number) => Answer::Number(*number),
            Draft::Declare(declared) => Answer::Declared(
                declared
                    .iter()
                    .filter(|(_, to)| !to.is_empty())
                    .map(|(object, to)| Assignment { object: *object, to: to.clone() })
                    .collect(),
            ),
            Draft::Divide(division) => Answer::Divided(
                division
                    .iter()
                    .map(|(source, parts)| (*source, parts.iter().filter(|(_, n)| *n > 0).copied().collect()))
                    .collect(),
            ),
            Draft::Pay(units) => Answer::Paid(units.clone()),
        })
    }

    /// Whether the rules accept the draft as it is.
    ///
    /// # Errors
    /// Why the rules refuse it.
    pub(crate) fn verdict(&self, game: &Game, choice: &Choice) -> Result<(), Illegal> {
        match self.answer() {
            Some(answer) => check(game, choice, &answer),
            None => Ok(()),
        }
    }

    /// Applies a change. One that does not fit the domain has no effect.
    pub(crate) fn edit(&mut self, choice: &Choice, edit: &DraftEdit) {
        match (self, edit, &choice.domain) {
            (Draft::Pick(items), DraftEdit::Toggle(item), Domain::Pick { options, max, .. }) => {
                if let Some(index) = items.iter().position(|it| it == item) {
                    items.remove(index);
                } else if options.contains(item) {
                    if *max == 1 {
                        items.clear();
                    }
                    if items.len() < *max as usize {
                        items.push(item.clone());
                    }
                }
            }
            (Draft::Pick(items), DraftEdit::Toggle(item), Domain::Gather { options, .. }) => {
                match items.iter().position(|it| it == item) {
                    Some(index) => drop(items.remove(index)),
                    None if options.contains(item) => items.push(item.clone()),
                    None => {}
                }
            }
            (Draft::Order(items), DraftEdit::Shift { index, earlier }, _) => {
                let other = if *earlier { index.checked_sub(1) } else { index.checked_add(1) };
                if let Some(other) = other.filter(|other| *other < items.len() && *index < items.len()) {
                    items.swap(*index, other);
                }
            }
            (Draft::Order(items), DraftEdit::Move { from, to }, _) if *from < items.len() && *to < items.len() => {
                let item = items.remove(*from);
                items.insert(*to, item);
            }
            (Draft::Number(number), DraftEdit::Number(said), Domain::Number { min, max }) => {
                *number = (*said).clamp(*min, *max);
            }
            (Draft::Declare(declared), DraftEdit::Declare(object, to), Domain::Declare { .. }) => {
                declared.retain(|(other, _)| other != object);
                if !to.is_empty() {
                    declared.push((*object, to.clone()));
                }
            }
            (Draft::Declare(declared), DraftEdit::DeclareAll, Domain::Declare { options, .. }) => {
                let first = |option: &Declarable| Some((option.object, vec![*option.to.first()?]));
                *declared = options.iter().filter_map(first).collect();
            }
            (Draft::Declare(declared), DraftEdit::DeclareNone, _) => declared.clear(),
            (Draft::Declare(declared), DraftEdit::CycleDeclaration(object), Domain::Declare { options, .. }) => {
                let Some(option) = options.iter().find(|option| option.object == *object) else { return };
                let now = declared.iter().find(|(other, _)| other == object).and_then(|(_, to)| to.first()).copied();
                let place = now.and_then(|now| option.to.iter().position(|to| *to == now));
                let next = option.to.get(place.map_or(0, |place| place + 1)).copied();
                declared.retain(|(other, _)| other != object);
                declared.extend(next.map(|to| (*object, vec![to])));
            }
            (Draft::Divide(division), DraftEdit::Assign { source, to, amount }, _) => {
                let parts = division.iter_mut().find(|(other, _)| other == source).map(|(_, parts)| parts);
                if let Some(part) = parts.and_then(|parts| parts.iter_mut().find(|(other, _)| other == to)) {
                    part.1 = *amount;
                }
            }
            (Draft::Pay(units), DraftEdit::Spend(kind, count), Domain::Pay { pool, .. }) => {
                let ids: Vec<ManaId> = kind.among(pool).map(|unit| unit.id).collect();
                units.retain(|unit| !ids.contains(unit));
                units.extend(ids.into_iter().take(*count));
            }
            _ => {}
        }
    }

    /// What an object is declared to attack or block.
    pub(crate) fn declared(&self, object: ObjectId) -> &[Entity] {
        match self {
            Draft::Declare(declared) => {
                declared.iter().find(|(other, _)| *other == object).map_or(&[], |(_, to)| to.as_slice())
            }
            _ => &[],
        }
    }

    /// Whether an object or player is marked.
    pub(crate) fn marks(&self, entity: Entity) -> bool {
        match self {
            Draft::Pick(items) => items.contains(&Item::Entity(entity)),
            Draft::Declare(declared) => declared.iter().any(|(object, _)| Entity::Object(*object) == entity),
            _ => false,
        }
    }
}

/// The default proposal: lethal damage to each in damage assignment order, and the rest to the
/// last. If several sources share recipients it may be illegal; the rules then say so.
fn in_order(shares: &[Share]) -> Vec<(ObjectId, Vec<(Entity, u32)>)> {
    let propose = |share: &Share| {
        let mut left = share.total;
        let last = share.among.len().saturating_sub(1);
        let amounts = share.among.iter().enumerate().map(|(place, to)| {
            let lethal = share.lethal.get(place).copied().flatten().unwrap_or(left);
            let needed = if share.deathtouch { lethal.min(1) } else { lethal };
            // Those after this one get their minimum (CR 601.2d).
            let after = u32::try_from(last - place).unwrap_or(u32::MAX);
            let kept = share.least.saturating_mul(after);
            let amount = if place == last { left } else { needed.min(left.saturating_sub(kept)) };
            left -= amount;
            (*to, amount)
        });
        (share.source, amounts.collect())
    };
    shares.iter().map(propose).collect()
}

/// Whether one click answers a choice: one of several options, or yes or no.
pub(crate) fn is_one_click(choice: &Choice) -> bool {
    matches!(choice.domain, Domain::Pick { min: 1, max: 1, .. } | Domain::Confirm)
}

/// How many options of a choice can have a number key, nine at a time.
pub(crate) fn numbered(choice: &Choice) -> usize {
    match &choice.domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } => options.len(),
        Domain::Order(items) => items.len(),
        Domain::Confirm => 2,
        Domain::Number { .. } => 0,
        Domain::Declare { options, .. } => options.len(),
        Domain::Divide(shares) => shares.iter().map(|share| share.among.len()).sum(),
        // For payment: automatic payment, the mana abilities, ways to help pay, the kinds of mana
        // in the pool.
        Domain::Pay { pool, sources, help, .. } => {
            let ways: usize = help.iter().map(|help| help.pays.len()).sum();
            1 + sources.len() + ways + mana_kinds(pool).len()
        }
    }
}

/// The edit for the number key of the option at an index, from 0, if the choice is not answered by
/// one click. Payment options that act at once have no edit.
pub(crate) fn edit_of_place(choice: &Choice, draft: &Draft, place: usize) -> Option<DraftEdit> {
    match (&choice.domain, draft) {
        (Domain::Pick { options, .. } | Domain::Gather { options, .. }, _) => {
            options.get(place).cloned().map(DraftEdit::Toggle)
        }
        (Domain::Order(items), _) => (place < items.len()).then_some(DraftEdit::Shift { index: place, earlier: true }),
        (Domain::Declare { options, .. }, _) => options.get(place).map(|it| DraftEdit::CycleDeclaration(it.object)),
        // One more to that recipient; after the maximum, none.
        (Domain::Divide(shares), Draft::Divide(division)) => {
            let recipients = shares.iter().flat_map(|share| share.among.iter().map(move |to| (share, *to)));
            let (share, to) = recipients.into_iter().nth(place)?;
            let parts = &division.iter().find(|(source, _)| *source == share.source)?.1;
            let now = parts.iter().find(|(other, _)| *other == to).map_or(0, |(_, amount)| *amount);
            let amount = if now >= share.total { 0 } else { now + 1 };
            Some(DraftEdit::Assign { source: share.source, to, amount })
        }
        // One more of that kind of mana; after the last, none.
        (Domain::Pay { pool, .. }, Draft::Pay(units)) => {
            let kinds = mana_kinds(pool);
            let kind = *kinds.get(place.checked_sub(numbered(choice) - kinds.len())?)?;
            let spent = kind.among(pool).filter(|unit| units.contains(&unit.id)).count();
            let all = kind.among(pool).count();
            Some(DraftEdit::Spend(kind, if spent >= all { 0 } else { spent + 1 }))
        }
        _ => None,
    }
}

/// Whether a choice offers an object or player.
pub(crate) fn offers(choice: &Choice, entity: Entity) -> bool {
    match &choice.domain {
        Domain::Pick { options, .. } => options.contains(&Item::Entity(entity)),
        Domain::Declare { options, .. } => options.iter().any(|option| Entity::Object(option.object) == entity),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use retrace_core::fact::{Answer, Choice, Declarable, Domain, Entity, Item, ObjectId, PlayerId, Prompt, Share};
    use retrace_core::rule;

    use super::{Draft, DraftEdit};

    fn choice(domain: Domain) -> Choice {
        let player = PlayerId(0);
        Choice { player, answered_by: player, prompt: Prompt::Priority, rule: rule!("117.1"), domain, back_out: false }
    }

    fn object(n: u32) -> Item {
        Item::Entity(Entity::Object(ObjectId(n)))
    }

    #[test]
    fn where_one_may_be_picked_the_second_takes_its_place() {
        let choice = choice(Domain::Pick { options: vec![object(1), object(2)], min: 1, max: 1 });
        let mut draft = Draft::new(&choice);
        draft.edit(&choice, &DraftEdit::Toggle(object(1)));
        draft.edit(&choice, &DraftEdit::Toggle(object(2)));
        assert_eq!(draft.answer(), Some(Answer::Picked(vec![object(2)])));
        draft.edit(&choice, &DraftEdit::Toggle(object(3)));
        assert_eq!(draft.answer(), Some(Answer::Picked(vec![object(2)])), "what is not offered is not picked");
    }

    #[test]
    fn an_order_moves_by_one_and_stops_at_its_ends() {
        let choice = choice(Domain::Order(vec![object(1), object(2), object(3)]));
        let mut draft = Draft::new(&choice);
        draft.edit(&choice, &DraftEdit::Shift { index: 0, earlier: true });
        draft.edit(&choice, &DraftEdit::Shift { index: 2, earlier: false });
        draft.edit(&choice, &DraftEdit::Shift { index: 1, earlier: true });
        assert_eq!(draft.answer(), Some(Answer::Ordered(vec![object(2), object(1), object(3)])));
    }

    #[test]
    fn a_declaration_goes_round_what_the_creature_may_do() {
        let (a, b) = (Entity::Player(PlayerId(1)), Entity::Object(ObjectId(9)));
        let options = vec![Declarable { object: ObjectId(1), to: vec![a, b], at_most: 1 }];
        let choice = choice(Domain::Declare { options });
        let mut draft = Draft::new(&choice);
        let mut seen = Vec::new();
        for _ in 0..4 {
            draft.edit(&choice, &DraftEdit::CycleDeclaration(ObjectId(1)));
            seen.push(draft.declared(ObjectId(1)).first().copied());
        }
        assert_eq!(seen, [Some(a), Some(b), None, Some(a)]);
    }

    #[test]
    fn a_division_leaves_out_those_that_get_nothing() {
        let (first, second) = (Entity::Object(ObjectId(2)), Entity::Object(ObjectId(3)));
        let share = Share {
            source: ObjectId(1),
            total: 2,
            among: vec![first, second],
            lethal: vec![Some(1), Some(4)],
            deathtouch: false,
            unblocked: None,
            past: None,
            least: 0,
        };
        let choice = choice(Domain::Divide(vec![share]));
        let mut draft = Draft::new(&choice);
        let in_order = Answer::Divided(vec![(ObjectId(1), vec![(first, 1), (second, 1)])]);
        assert_eq!(draft.answer(), Some(in_order), "lethal damage to the first, the rest to the last");
        draft.edit(&choice, &DraftEdit::Assign { source: ObjectId(1), to: first, amount: 2 });
        draft.edit(&choice, &DraftEdit::Assign { source: ObjectId(1), to: second, amount: 0 });
        assert_eq!(draft.answer(), Some(Answer::Divided(vec![(ObjectId(1), vec![(first, 2)])])));
    }
}
