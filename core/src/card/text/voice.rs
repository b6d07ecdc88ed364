//! Who speaks: what the words of a text refer to, and what has been said so far.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::ast::ability::TargetSpec;
use crate::card::ast::filter::{Filter, Objects, Quantity};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::ZoneKind;

use super::inflection::Number;
use super::phrase::{It, Picked, Tense};

/// What is known of the object that has the ability.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Host {
    pub(super) attached: Option<Attached>,
    /// What an Aura enchants, where it says a card type.
    pub(super) enchants: Option<CardType>,
    /// Whether it is no creature and no planeswalker, so that it does not die.
    pub(super) inanimate: bool,
    /// Whether it exiles one card and no other.
    pub(super) exiles_one: bool,
    /// What is sacrificed or exiled as it enters, as many as its controller chooses (CR 614.13).
    pub(super) given_up: Option<(CardType, &'static str)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Attached {
    Aura,
    Equipment,
    Fortification,
}

/// What the abilities of an emblem call it.
pub(super) const EMBLEM: &str = "this emblem";

/// Who speaks: what the words of an ability refer to, and what has been said so far.
#[derive(Clone, Debug)]
pub(super) struct Voice<'a> {
    /// The name of the object with the ability.
    pub(super) name: &'a str,
    pub(super) targets: &'a [TargetSpec],
    /// The trigger event, for "that object" and "that player".
    pub(super) trigger: Option<&'a TriggerEvent>,
    pub(super) host: Host,
    /// The targets that have been spoken of: the first time "target creature", later "that creature".
    pub(super) said: BTreeSet<u8>,
    /// What "it" would be taken for.
    pub(super) it: Option<It>,
    /// Whether what is spoken of is being moved: "from a graveyard", not "in a graveyard".
    pub(super) moving: bool,
    /// What the text has moved so far.
    pub(super) moved: Vec<Objects>,
    /// The zone that the ability functions in, and whether the text has told it.
    pub(super) zone: ZoneKind,
    pub(super) zone_said: bool,
    /// What was chosen as it resolves, by place.
    pub(super) chosen: BTreeMap<u8, Picked>,
    /// The places of those that a list is being said for, one after another: "that player", not "the chosen player".
    pub(super) turns: BTreeSet<u8>,
    /// What is divided among what was chosen as it resolves, by place.
    pub(super) divisions: BTreeMap<u8, Quantity>,
    /// How many of what a trigger event speaks of, if that is not one: "one or more".
    pub(super) many: Option<String>,
    /// Whether an event is told as it happens or afterward.
    pub(super) tense: Tense,
    /// What stands for the object or player that an event is about: "that" in a relative clause.
    pub(super) stand_in: Option<(&'static str, Number)>,
    /// What was done last of each kind of deed: what it is called, and how many.
    pub(super) done: BTreeMap<Deed, Number>,
    /// What was put onto the battlefield: as what the text spoke of it, and the word for it.
    pub(super) put: Option<(Option<It>, &'static str)>,
    /// What was created last: "token" or "copy", and how many.
    pub(super) created: Option<(&'static str, Number)>,
    /// What "those" are in an effect about several objects.
    pub(super) those: Option<Objects>,
    /// What the event that is replaced is about, for "that creature".
    pub(super) replaced: Option<Filter>,
    /// Whether what a player chooses is spoken of, who is "they" there.
    pub(super) chooses: bool,
    /// Whether "you" are whoever takes the special action that is spoken of.
    pub(super) actor: bool,
    /// Whether a condition governs what is said, so that "otherwise" belongs to that one.
    pub(super) nested: bool,
    /// What was paid with: "the sacrificed creature".
    pub(super) paid_with: Option<(String, Number)>,
}

impl<'a> Voice<'a> {
    pub(super) fn new(name: &'a str) -> Voice<'a> {
        Voice {
            name,
            targets: &[],
            trigger: None,
            host: Host::default(),
            said: BTreeSet::new(),
            it: None,
            moving: false,
            moved: Vec::new(),
            zone: ZoneKind::Battlefield,
            zone_said: false,
            chosen: BTreeMap::new(),
            turns: BTreeSet::new(),
            divisions: BTreeMap::new(),
            many: None,
            tense: Tense::Present,
            stand_in: None,
            done: BTreeMap::new(),
            put: None,
            created: None,
            those: None,
            replaced: None,
            chooses: false,
            actor: false,
            nested: false,
            paid_with: None,
        }
    }
}
