//! What is kept beside a state, against what is computed from the state alone (law 10).
//!
//! `kept!` says of each struct with kept values what each of its fields is. It takes the struct
//! apart without `..`, and [`Game::anew`] does the same, so a field that is added and not named
//! here does not compile.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use crate::fact::DefId;
use crate::persist::OnDemand;

use super::cache::{Derived, Lists, SetAside};
use super::game::{Game, Interned, Known, Table};
use super::offers::{Asked, Offers};

/// A value that is kept beside a state and differs from the one computed from the state alone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} is kept as {kept}, and computed anew as {anew}")]
pub struct KeptOtherwise {
    /// Which value, by its struct and field.
    pub what: &'static str,
    /// What is kept. A long text begins shortly before the place where the two part.
    pub kept: String,
    /// What follows from the state, in the same form.
    pub anew: String,
}

impl KeptOtherwise {
    /// How much of a long text is shown.
    const SHOWN: usize = 400;

    pub(crate) fn new(what: &'static str, kept: &dyn Debug, anew: &dyn Debug) -> KeptOtherwise {
        let (kept, anew): (Vec<char>, Vec<char>) =
            (format!("{kept:?}").chars().collect(), format!("{anew:?}").chars().collect());
        let same = kept.iter().zip(&anew).take_while(|(kept, anew)| kept == anew).count();
        let long = kept.len().max(anew.len()) > KeptOtherwise::SHOWN;
        let from = if long { same.saturating_sub(KeptOtherwise::SHOWN / 4) } else { 0 };
        let cut = |text: Vec<char>| text.into_iter().skip(from).take(KeptOtherwise::SHOWN).collect();
        KeptOtherwise { what, kept: cut(kept), anew: cut(anew) }
    }
}

/// Something with values that are kept.
pub(crate) trait KeptValues {
    /// Adds the values that differ from those of `anew`.
    fn compare(&self, anew: &Self, found: &mut Vec<KeptOtherwise>);
}

impl<T: KeptValues> KeptValues for Arc<T> {
    fn compare(&self, anew: &Arc<T>, found: &mut Vec<KeptOtherwise>) {
        if !Arc::ptr_eq(self, anew) {
            (**self).compare(anew, found);
        }
    }
}

/// A value that may not be known yet.
trait MaybeKnown {
    type Value;

    fn known(&self) -> Option<&Self::Value>;
}

impl<T> MaybeKnown for OnceLock<T> {
    type Value = T;

    fn known(&self) -> Option<&T> {
        self.get()
    }
}

impl<T> MaybeKnown for OnDemand<T> {
    type Value = T;

    fn known(&self) -> Option<&T> {
        self.get()
    }
}

/// Compares values that may not be known yet. What is kept must be known anew, too: whoever
/// compares has asked both for everything.
fn of_known<K: MaybeKnown<Value: Debug>>(
    what: &'static str,
    kept: &K,
    anew: &K,
    found: &mut Vec<KeptOtherwise>,
    compare: impl FnOnce(&K::Value, &K::Value, &mut Vec<KeptOtherwise>),
) {
    match (kept.known(), anew.known()) {
        (None, _) => {}
        (Some(kept), None) => found.push(KeptOtherwise::new(what, kept, &"nothing: nobody asked for it")),
        (Some(kept), Some(anew)) => compare(kept, anew, found),
    }
}

/// Implements [`KeptValues`] for a struct, with what each of its fields is: a `value` that is
/// compared, a value computed on demand (`asked`), further kept values on demand (`within`) or
/// always there (`part`), or something that is looked at elsewhere (`apart`).
macro_rules! kept {
    ($kind:ident { $($field:ident: $how:ident),* $(,)? }) => {
        impl KeptValues for $kind {
            fn compare(&self, anew: &$kind, found: &mut Vec<KeptOtherwise>) {
                let $kind { $($field),* } = self;
                $(kept!($how $field anew.$field, concat!(stringify!($kind), ".", stringify!($field)), found);)*
            }
        }
    };
    (value $kept:ident $anew:expr, $what:expr, $found:ident) => {
        if *$kept != $anew {
            $found.push(KeptOtherwise::new($what, $kept, &$anew));
        }
    };
    (asked $kept:ident $anew:expr, $what:expr, $found:ident) => {
        of_known($what, $kept, &$anew, $found, |kept, anew, found| {
            if kept != anew {
                found.push(KeptOtherwise::new($what, kept, anew));
            }
        })
    };
    (within $kept:ident $anew:expr, $what:expr, $found:ident) => {
        of_known($what, $kept, &$anew, $found, |kept, anew, found| kept.compare(anew, found))
    };
    (part $kept:ident $anew:expr, $what:expr, $found:ident) => {
        $kept.compare(&$anew, $found)
    };
    (apart $kept:ident $anew:expr, $what:expr, $found:ident) => {
        let _ = ($kept, &$anew);
    };
}

// The world holds the keys of its objects and effects: `derive::key` compares these. What is known
// of an earlier version is seen in what is derived from it. `kept` looks at what was set
// aside, and whether the game is settled.
kept!(Game {
    seed: value,
    starting_player: value,
    seating: value,
    bound: value,
    speaks: value,
    catalogue: value,
    counters: value,
    definitions: part,
    cards: value,
    world: apart,
    derived: within,
    stale: apart,
    set_aside: apart,
    choices: within,
    settled: apart,
    lists: within,
    veil: apart,
});

kept!(Table { interned: part, summary: asked });

kept!(Interned { definition: value, printed: asked, spoken: asked });

kept!(Derived {
    changed: value,
    controllers: value,
    copied: value,
    devotion: value,
    functioning: value,
    modifies: value,
    reads: value,
    kept: apart,
    listening: asked,
    heard: asked,
    heard_back: asked,
    gained: asked,
});

// The offers that were kept for players other than the one who is asked: `kept`.
kept!(Lists { elsewhere: asked, named: asked, lasting: asked, shields: asked, offers: apart });

kept!(Asked { choices: value, settled: value, offer: value, asks: value, afforded: part, mana: asked });

impl<T: KeptValues> KeptValues for Vec<T> {
    fn compare(&self, anew: &Vec<T>, found: &mut Vec<KeptOtherwise>) {
        if self.len() != anew.len() {
            found.push(KeptOtherwise::new("a list's length", &self.len(), &anew.len()));
        }
        self.iter().zip(anew).for_each(|(kept, anew)| kept.compare(anew, found));
    }
}

// Whether a cost looks affordable is not asked while there is no target.
impl KeptValues for OnceLock<bool> {
    fn compare(&self, anew: &OnceLock<bool>, found: &mut Vec<KeptOtherwise>) {
        if anew.get().is_none() {
            return;
        }
        of_known("Asked.afforded", self, anew, found, |kept, anew, found| {
            if kept != anew {
                found.push(KeptOtherwise::new("Asked.afforded", kept, anew));
            }
        });
    }
}

impl Game {
    /// Returns the same state with nothing kept beside it, as it would be decoded. Of a definition,
    /// what follows from it alone stays.
    #[must_use]
    pub fn anew(&self) -> Game {
        let Game {
            seed,
            starting_player,
            seating,
            bound: _,
            speaks: _,
            catalogue,
            counters,
            definitions,
            cards,
            world,
            derived: _,
            stale: _,
            set_aside: _,
            choices: _,
            settled: _,
            lists: _,
            veil,
        } = self;
        let interned = definitions.interned.clone();
        let known = || interned.iter().map(|it| Known::of(&it.definition));
        Game {
            seed: *seed,
            starting_player: *starting_player,
            seating: seating.clone(),
            bound: known().any(|it| it.is_bound()),
            speaks: known().fold(0, |all, it| all | it.speaks()),
            catalogue: catalogue.clone(),
            counters: *counters,
            definitions: Table { interned, summary: OnceLock::new() }.into(),
            cards: cards.clone(),
            world: Arc::clone(world),
            derived: OnDemand::default(),
            stale: None,
            set_aside: None,
            choices: OnDemand::default(),
            settled: OnceLock::new(),
            lists: OnDemand::default(),
            veil: veil.clone(),
        }
    }

    /// The states that a proposal under way may come back to, each with nothing kept and with what
    /// was set aside for it.
    pub(crate) fn put_aside(&self) -> Vec<(Game, Arc<Derived>)> {
        let all = self.set_aside.as_deref().map(|SetAside(all)| all.clone()).unwrap_or_default();
        all.into_iter().map(|(world, derived)| (Game { world, ..self.anew() }, derived)).collect()
    }

    /// What players with priority were offered lately.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &Arc<Asked>> {
        self.offers().into_iter().flat_map(|Offers(all)| all.iter().flatten())
    }

    /// The definitions of the table, by id.
    pub fn def_ids(&self) -> impl Iterator<Item = DefId> + use<> {
        (0..self.definitions().len()).filter_map(|index| u32::try_from(index).ok()).map(DefId)
    }
}
