//! The voice of a text: what its words refer to, and what it has mentioned so far.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::ast::ability::TargetSpec;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::ZoneKind;

use super::phrase::{It, Picked};
use crate::card::wording::inflection::Number;
use crate::card::wording::tense::Tense;

/// Stands in a text for a word without wording. `every_word_tests` looks for it in all cards.
pub(super) const UNSAID: &str = "[no words for this]";

/// Known facts about the object with the ability.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Host {
    pub(super) attached: Option<Attached>,
    /// The card type that an Aura enchants, if it names one.
    pub(super) enchants: Option<CardType>,
    /// Whether it is neither a creature nor a planeswalker, so that it doesn't "die".
    pub(super) inanimate: bool,
    /// Whether it is a land.
    pub(super) is_land: bool,
    /// Whether it exiles exactly one card.
    pub(super) exiles_one: bool,
    /// The permanents sacrificed or exiled as it enters, as many as its controller chooses
    /// (CR 614.13).
    pub(super) given_up: Option<(CardType, &'static str)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Attached {
    Aura,
    Equipment,
    Fortification,
}

/// How the abilities of an emblem refer to it.
pub(super) const EMBLEM: &str = "this emblem";

/// The voice of an ability's text: what its words refer to, and what it has mentioned so far.
#[derive(Clone, Debug)]
pub(super) struct Voice<'a> {
    /// The name of the object with the ability.
    pub(super) name: &'a str,
    pub(super) targets: &'a [TargetSpec],
    /// The trigger event, for "that object" and "that player".
    pub(super) trigger: Option<&'a TriggerEvent>,
    pub(super) host: Host,
    /// The targets mentioned so far: "target creature" the first time, later "that creature".
    pub(super) said: BTreeSet<u8>,
    /// The current referent of "it".
    pub(super) it: Option<It>,
    /// Whether the objects being described are moving: "from a graveyard", not "in a graveyard".
    pub(super) moving: bool,
    /// What the text has moved so far.
    pub(super) moved: Vec<Objects>,
    /// The zone that the ability functions in, and whether the text has named it.
    pub(super) zone: ZoneKind,
    pub(super) zone_said: bool,
    /// What was chosen on resolution, by number.
    pub(super) chosen: BTreeMap<u8, Picked>,
    /// The numbers of the choices that a list is currently iterating over: "that player", not "the
    /// chosen player".
    pub(super) turns: BTreeSet<u8>,
    /// What is divided among what was chosen on resolution, by number.
    pub(super) divisions: BTreeMap<u8, Quantity>,
    /// How many objects a trigger event is about, if not one: "one or more".
    pub(super) many: Option<String>,
    /// Whether an event is told in the present or the past.
    pub(super) tense: Tense,
    /// The pronoun for the object or player of an event: "that" in a relative clause.
    pub(super) stand_in: Option<(&'static str, Number)>,
    /// The noun and number of the last objects of each deed.
    pub(super) done: BTreeMap<Deed, Number>,
    /// What was put onto the battlefield: its earlier referent and its noun.
    pub(super) put: Option<(Option<It>, &'static str)>,
    /// What was created last: "token" or "copy", and the number.
    pub(super) created: Option<(&'static str, Number)>,
    /// The meaning of "those" in an effect about several objects.
    pub(super) those: Option<Objects>,
    /// The subject of the replaced event, for "that creature".
    pub(super) replaced: Option<Filter>,
    /// Whether the text is describing a player's choice, so that the player is "they".
    pub(super) chooses: bool,
    /// Whether "you" is whoever takes the special action being described.
    pub(super) actor: bool,
    /// Whether a condition governs the text, so that "otherwise" belongs to that condition.
    pub(super) nested: bool,
    /// Whether the triggered ability brings its own object to an end.
    pub(super) ends: bool,
    /// Whether the triggered ability refers to the player whose step it is.
    pub(super) of_each: bool,
    /// Whose library was looked at or revealed from last.
    pub(super) shown: Option<Players>,
    /// Whether the next condition comes after what depends on it.
    pub(super) postponed: bool,
    /// What a cost was paid with: "the sacrificed creature".
    pub(super) paid_with: Option<(String, Number)>,
    /// What the players voted for last: "permanent".
    pub(super) voted_for: Option<String>,
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
            ends: false,
            of_each: false,
            shown: None,
            postponed: false,
            paid_with: None,
            voted_for: None,
        }
    }
}
