//! What became of the abilities of a card in a game.

use std::collections::BTreeMap;

use retrace_core::card::text::ability_text;
use retrace_core::card::words::term::each;
use retrace_core::card::{Ability, Card};
use retrace_core::fact::{AbilityRef, EntryNo, Event, ObjectId, Origin};
use retrace_core::state::{Game, evolve_entry};

use crate::laws::Record;

/// How far an ability ever came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Became {
    /// Its spell was never cast, it was never activated, or it never triggered.
    Never,
    /// It never resolved.
    Began,
    /// It resolved, and nothing ever came of it.
    Nothing,
    /// It did something.
    Did,
}

impl Became {
    /// All of them, the best one last.
    pub const ALL: [Became; 4] = [Became::Never, Became::Began, Became::Nothing, Became::Did];

    /// Its word in answers.
    pub const fn word(self) -> &'static str {
        match self {
            Became::Never => "never",
            Became::Began => "began",
            Became::Nothing => "nothing",
            Became::Did => "did",
        }
    }
}

/// An ability that something can come of, and what did.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The name of its face.
    pub face: String,
    /// Its text.
    pub text: String,
    /// What became of it.
    pub became: Became,
    ability: Ability,
}

/// The abilities of a card that something can come of, at any depth: those that it gives as well.
pub(super) fn of(card: &Card) -> Vec<Tried> {
    let mut all: Vec<Tried> = Vec::new();
    for face in card.faces() {
        each(face, &mut |ability: &Ability| {
            let comes = match ability {
                Ability::Spell(_) | Ability::Activated(_) | Ability::Triggered(_) => true,
                Ability::Keyword(keyword) => keyword.activated().is_some(),
                Ability::Static(_) => false,
            };
            if comes && !all.iter().any(|it| it.ability == *ability && it.face == face.name) {
                let text = ability_text(ability, &face.name);
                all.push(Tried { face: face.name.clone(), text, became: Became::Never, ability: ability.clone() });
            }
        });
    }
    all
}

/// What is known while a game is watched.
struct Watch<'a> {
    game: Game,
    all: &'a mut Vec<Tried>,
    /// For each entry that came of an ability: which ones, and the object that resolved.
    came_of: BTreeMap<EntryNo, (Vec<usize>, ObjectId)>,
}

/// Adds what came of abilities in a game.
pub(super) fn watch(record: &Record, all: &mut Vec<Tried>) {
    let Some(first) = record.commits.first() else { return };
    let mut watch = Watch { game: first.before.clone(), all, came_of: BTreeMap::new() };
    for entry in record.commits.iter().flat_map(|done| &done.steps).flat_map(|step| &step.entries) {
        watch.see(entry.no, entry.cause, &entry.event);
        evolve_entry(&mut watch.game, entry);
    }
}

impl Watch<'_> {
    fn see(&mut self, no: EntryNo, cause: Option<EntryNo>, event: &Event) {
        match event {
            Event::ResolutionBegan { object } => {
                let which = self.resolving(*object);
                self.reach(&which, Became::Nothing);
                self.came_of.insert(no, (which, *object));
                return;
            }
            Event::BecameCast { object, .. } => {
                let which = self.spell(*object);
                self.reach(&which, Became::Began);
            }
            Event::BecameActivated { source, origin, .. } => {
                let which = self.of_origin(origin);
                let mana = self.game.activated(*source, origin).is_some_and(|ability| ability.is_mana());
                self.begin(no, which, *source, mana);
                if mana {
                    return;
                }
            }
            Event::Triggered { text, origin, source, mana, .. } => {
                let mut which = self.of_text(*text);
                which.extend(origin.iter().flat_map(|origin| self.of_origin(origin)));
                self.begin(no, which, *source, *mana);
                if *mana {
                    return;
                }
            }
            _ => {}
        }
        let Some((which, object)) = cause.and_then(|cause| self.came_of.get(&cause)).cloned() else { return };
        let ends = match event {
            Event::Moved { object: moved, .. } => *moved == object,
            Event::Ceased { object: gone, .. } => *gone == object,
            // Whoever decides has done nothing yet.
            Event::Decided { .. } => true,
            event => !event.is_story(),
        };
        if !ends {
            self.reach(&which, Became::Did);
            self.came_of.insert(no, (which, object));
        }
    }

    /// An ability was activated or triggered. A mana ability resolves at once (CR 605.3b, 605.4a).
    fn begin(&mut self, no: EntryNo, which: Vec<usize>, source: ObjectId, mana: bool) {
        self.reach(&which, if mana { Became::Nothing } else { Became::Began });
        if mana {
            self.came_of.insert(no, (which, source));
        }
    }

    fn reach(&mut self, which: &[usize], became: Became) {
        for place in which {
            if let Some(tried) = self.all.get_mut(*place) {
                tried.became = tried.became.max(became);
            }
        }
    }

    /// The abilities that an object on the stack is.
    fn resolving(&self, object: ObjectId) -> Vec<usize> {
        let Some(ability) = self.game.object(object).and_then(|it| it.ability.clone()) else {
            return self.spell(object);
        };
        let of_origin = ability.origin.iter().flat_map(|origin| self.of_origin(origin));
        self.of_text(ability.text).into_iter().chain(of_origin).collect()
    }

    /// The abilities of a spell.
    fn spell(&self, object: ObjectId) -> Vec<usize> {
        let Some(face) = self.game.object(object).and_then(|it| self.game.face(it.def)) else { return Vec::new() };
        self.places(|it| matches!(it.ability, Ability::Spell(_)) && face.abilities.contains(&it.ability))
    }

    fn of_origin(&self, origin: &Origin) -> Vec<usize> {
        match origin {
            Origin::Printed { def, index } | Origin::Merged { def, index, .. } => {
                self.of_text(AbilityRef { def: *def, index: *index })
            }
            _ => Vec::new(),
        }
    }

    fn of_text(&self, text: AbilityRef) -> Vec<usize> {
        let Some(ability) = self.game.ability(text) else { return Vec::new() };
        self.places(|it| it.ability == *ability)
    }

    fn places(&self, fits: impl Fn(&Tried) -> bool) -> Vec<usize> {
        self.all.iter().enumerate().filter(|(_, it)| fits(it)).map(|(place, _)| place).collect()
    }
}
