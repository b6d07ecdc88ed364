//! The objects as the layers have changed them so far, and trials on top of that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::card::Face;
use crate::card::Keyword;
use crate::fact::{Characteristics, DefId, ObjectId, PlayerId, Zone};
use crate::state::{Game, Object};
use std::sync::OnceLock;

use super::super::look::{Look, LookedUp};
use super::copiable::copiable_among;
use super::devotion;
use crate::derive::object::printed::characteristics;

/// The state of the computation, or a trial on top of it, which holds only the differences.
pub(super) struct Working<'a> {
    pub(super) game: &'a Game,
    pub(super) board: &'a Permanents<'a>,
    /// The base of a trial.
    pub(super) base: Option<&'a Working<'a>>,
    /// The changed characteristics of permanents, by index on the board; unused in a trial.
    pub(super) permanents: Vec<Option<Arc<Characteristics>>>,
    /// The changed characteristics of other objects; in a trial of permanents too.
    pub(super) changed: BTreeMap<ObjectId, Arc<Characteristics>>,
    pub(super) controllers: BTreeMap<ObjectId, PlayerId>,
    /// The definitions with the copiable values of objects that copy effects change (CR 613.2c).
    pub(super) copied: BTreeMap<ObjectId, DefId>,
    /// The keyword abilities that objects can't have (CR 113.11).
    pub(super) barred: BTreeMap<ObjectId, Vec<Keyword>>,
    /// The changes to players' devotion, once settled (CR 700.5a).
    pub(super) devotion: Option<BTreeMap<PlayerId, i32>>,
}

impl<'a> Working<'a> {
    pub(super) fn new(game: &'a Game, board: &'a Permanents<'a>) -> Working<'a> {
        Working {
            game,
            board,
            base: None,
            permanents: vec![None; board.permanents.len()],
            changed: BTreeMap::new(),
            controllers: BTreeMap::new(),
            copied: BTreeMap::new(),
            barred: BTreeMap::new(),
            devotion: None,
        }
    }

    /// With the changes that effects have already made.
    pub(super) fn holding(
        game: &'a Game,
        board: &'a Permanents<'a>,
        changed: &BTreeMap<ObjectId, Arc<Characteristics>>,
        controllers: &BTreeMap<ObjectId, PlayerId>,
    ) -> Working<'a> {
        Working { changed: changed.clone(), controllers: controllers.clone(), ..Working::new(game, board) }
    }

    /// A trial on top of this state, which it leaves unchanged.
    pub(super) fn trial<'b>(&'b self) -> Working<'b>
    where
        'a: 'b,
    {
        Working {
            game: self.game,
            board: self.board,
            base: Some(self),
            permanents: Vec::new(),
            changed: BTreeMap::new(),
            controllers: BTreeMap::new(),
            copied: self.copied.clone(),
            barred: self.barred.clone(),
            devotion: None,
        }
    }

    /// The changed characteristics of an object.
    pub(super) fn changed(&self, id: ObjectId) -> Option<&Arc<Characteristics>> {
        if let Some(changed) = self.changed.get(&id) {
            return Some(changed);
        }
        match self.base {
            Some(base) => base.changed(id),
            None => self.board.place(id).and_then(|place| self.permanents.get(place)?.as_ref()),
        }
    }

    /// An object's characteristics, for changing; none if there is no such object.
    pub(super) fn characteristics_mut(&mut self, id: ObjectId) -> Option<&mut Characteristics> {
        let here = match self.base {
            None => self.board.place(id),
            Some(_) => None,
        };
        let slot = match here {
            Some(place) => self.permanents.get_mut(place)?,
            None => {
                if !self.changed.contains_key(&id) {
                    let before = match self.base.and_then(|base| base.changed(id)) {
                        Some(before) => Arc::clone(before),
                        None => Arc::new(self.printed(id)?.clone()),
                    };
                    self.changed.insert(id, before);
                }
                return self.changed.get_mut(&id).map(Arc::make_mut);
            }
        };
        if slot.is_none() {
            *slot = Some(Arc::new(self.board.permanents.get(here?)?.printed?.clone()));
        }
        slot.as_mut().map(Arc::make_mut)
    }

    /// The printed characteristics of an existing object.
    pub(super) fn printed(&self, id: ObjectId) -> Option<&'a Characteristics> {
        match self.board.place(id) {
            Some(place) => self.board.permanents.get(place)?.printed,
            None => {
                let object = self.game.object(id)?;
                self.game.printed_on(object).map(|printed| &printed.characteristics)
            }
        }
    }

    /// All changed characteristics, by id.
    pub(super) fn into_changed(self) -> BTreeMap<ObjectId, Arc<Characteristics>> {
        let permanents = self.board.permanents.iter().zip(self.permanents);
        let permanents = permanents.filter_map(|(permanent, changed)| Some((permanent.object.id, changed?)));
        let mut all: BTreeMap<ObjectId, Arc<Characteristics>> = permanents.collect();
        all.extend(self.changed);
        all
    }
}

/// A permanent, looked up once.
pub(super) struct Permanent<'a> {
    pub(super) object: &'a Object,
    /// Its printed characteristics.
    pub(super) printed: Option<&'a Characteristics>,
}

/// The permanents, by id.
pub(super) struct Permanents<'a> {
    pub(super) ids: Vec<ObjectId>,
    pub(super) permanents: Vec<Permanent<'a>>,
}

impl<'a> Permanents<'a> {
    pub(super) fn of(game: &'a Game) -> Permanents<'a> {
        Permanents::with(game, game.world().battlefield.iter().filter_map(|id| game.object(*id)))
    }

    /// The permanents among these objects.
    pub(super) fn of_these(game: &'a Game, ids: &BTreeSet<ObjectId>) -> Permanents<'a> {
        let objects = ids.iter().filter_map(|id| game.object(*id));
        Permanents::with(game, objects.filter(|object| object.zone == Zone::Battlefield))
    }

    fn with(game: &'a Game, objects: impl Iterator<Item = &'a Object>) -> Permanents<'a> {
        let permanent = |object: &'a Object| {
            let printed = game.printed_on(object).map(|printed| &printed.characteristics);
            Permanent { object, printed }
        };
        let mut permanents: Vec<Permanent<'a>> = objects.map(permanent).collect();
        permanents.sort_unstable_by_key(|permanent| permanent.object.id);
        Permanents { ids: permanents.iter().map(|permanent| permanent.object.id).collect(), permanents }
    }

    pub(super) fn place(&self, id: ObjectId) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }
}

impl Look for Working<'_> {
    fn game(&self) -> &Game {
        self.game
    }

    fn characteristics(&self, id: ObjectId) -> Option<&Characteristics> {
        if let Some(changed) = self.changed(id) {
            return Some(changed);
        }
        if let Some(place) = self.board.place(id) {
            return self.board.permanents.get(place)?.printed;
        }
        // CR 604.7: a static ability knows nothing of objects that are gone. Effects from
        // resolutions have their numbers locked in (CR 608.2h).
        match self.game.object(id)? {
            object if object.face_down.is_some() => Some(nothing()),
            object => self.game.printed_on(object).map(|printed| &printed.characteristics),
        }
    }

    fn controller(&self, id: ObjectId) -> Option<PlayerId> {
        match self.board.place(id) {
            Some(place) => self.controller_of(self.board.permanents.get(place)?.object),
            None => self.controller_of(self.game.object(id)?),
        }
    }

    fn is_changed(&self, id: ObjectId) -> bool {
        self.changed(id).is_some()
    }

    fn copiable_values(&self, id: ObjectId) -> Option<DefId> {
        copiable_among(self.game, &self.copied, id)
    }

    fn more_devotion(&self, player: PlayerId) -> i32 {
        match (&self.devotion, self.base) {
            (Some(settled), _) => settled.get(&player).copied().unwrap_or(0),
            (None, Some(base)) => base.more_devotion(player),
            (None, None) => devotion::changes(self).get(&player).copied().unwrap_or(0),
        }
    }

    fn controller_of(&self, object: &Object) -> Option<PlayerId> {
        match (self.controllers.get(&object.id), self.base) {
            (Some(controller), _) => Some(*controller),
            (None, Some(base)) => base.controller_of(object),
            (None, None) => object.controller,
        }
    }

    fn look_into(&self, zone: Zone, each: &mut dyn FnMut(&LookedUp<'_>)) {
        if zone != Zone::Battlefield {
            for id in self.game.zone(zone) {
                each(&LookedUp { id: *id, object: self.game.object(*id), characteristics: self.characteristics(*id) });
            }
            return;
        }
        let below = self.base.unwrap_or(self);
        for (place, permanent) in self.board.permanents.iter().enumerate() {
            let id = permanent.object.id;
            let characteristics = match self.changed.get(&id) {
                Some(changed) => Some(&**changed),
                None => match below.permanents.get(place) {
                    Some(Some(changed)) => Some(&**changed),
                    _ => permanent.printed,
                },
            };
            each(&LookedUp { id, object: Some(permanent.object), characteristics });
        }
    }
}

/// CR 406.3a: a face-down card in exile has no characteristics.
pub(in crate::derive) fn nothing() -> &'static Arc<Characteristics> {
    static NOTHING: OnceLock<Arc<Characteristics>> = OnceLock::new();
    NOTHING.get_or_init(|| Arc::new(characteristics(DefId::NONE, &Face::default())))
}
