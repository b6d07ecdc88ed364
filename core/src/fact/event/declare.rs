//! The syntax of event declarations in the table of `kinds`, and the code generated from them.
//!
//! A declaration has a comment, a number, a name, fields, and clauses:
//!
//! | clause | meaning |
//! |---|---|
//! | `player(field)` | the player that the event is about |
//! | `objects(…)` | the objects that it is about, the main one first |
//! | `doers(…)` | further players that it is about |
//! | `about(…)` | objects and players, if their order is not player, objects, doers |
//! | `amount(…)`, `step(…)` | its amount, and its turn step |
//! | `course(…)` | its lane of a timeline, apart from the players' lanes |
//! | `aside()` | bookkeeping, not part of the story of a game |
//! | `hidden()`, `hidden(player)` | others learn only the kind of event and whom it concerns |
//! | `seen_apart()` | what others learn depends on the game; `observe` decides |
//! | `touches(…)` | the aspects of a game that it changes ([`Reads`]), none if empty |
//! | `unsettles()` | state-based actions must check again after it |
//! | `says("…", fields)` | its sentence |
//! | `says_by(by, "…", "…", fields)` | its sentences with somebody in the field `by`, and without |
//! | `said_apart()` | its sentence needs more than names; the debugger has a function for it |
//!
//! Everybody sees an event without `hidden` or `seen_apart`. Every event has `says`, `says_by` or
//! `said_apart`.
//!
//! Without `touches`, everything derived from the game is recomputed after the event, unless
//! `state::cache` knows better from its fields.
//!
//! [`Reads`]: crate::card::Reads

/// The objects of an `objects` clause.
macro_rules! objects_of {
    () => { None };
    (objects($($value:expr),*) $(, $($rest:tt)*)?) => {{
        let mut all = Vec::new();
        $($value.put(&mut |entity| all.extend(entity.object()));)*
        Some(all)
    }};
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { objects_of!($($($rest)*)?) };
}

/// The objects and players of an `about` clause.
macro_rules! about_of {
    () => { None };
    (about($($value:expr),*) $(, $($rest:tt)*)?) => {{
        let mut all = Vec::new();
        $($value.put(&mut |entity| all.push(entity));)*
        Some(all)
    }};
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { about_of!($($($rest)*)?) };
}

/// The player of a `player` clause.
macro_rules! player_of {
    () => { None };
    (player($player:ident) $(, $($rest:tt)*)?) => { Some(*$player) };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { player_of!($($($rest)*)?) };
}

/// The players of a `doers` clause.
macro_rules! doers_of {
    () => { Vec::new() };
    (doers($($player:ident),*) $(, $($rest:tt)*)?) => { vec![$(*$player),*] };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { doers_of!($($($rest)*)?) };
}

/// The number of an `amount` clause.
macro_rules! amount_of {
    () => { None };
    (amount($amount:expr) $(, $($rest:tt)*)?) => { Some($amount) };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { amount_of!($($($rest)*)?) };
}

/// The turn step of a `step` clause.
macro_rules! step_of {
    () => { None };
    (step($step:expr) $(, $($rest:tt)*)?) => { Some($step) };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { step_of!($($($rest)*)?) };
}

/// The lane of a `course` clause.
macro_rules! course_of {
    () => { None };
    (course($course:ident) $(, $($rest:tt)*)?) => { Some(Course::$course) };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { course_of!($($($rest)*)?) };
}

/// Whether there is an `aside` clause.
macro_rules! aside_of {
    () => { false };
    (aside() $(, $($rest:tt)*)?) => { true };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { aside_of!($($($rest)*)?) };
}

/// The aspects of a `touches` clause.
macro_rules! touches_of {
    () => { None };
    (touches($($aspect:ident),*) $(, $($rest:tt)*)?) => { Some(Reads::NOTHING$(.and(Reads::$aspect))*) };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { touches_of!($($($rest)*)?) };
}

/// Whether there is an `unsettles` clause.
macro_rules! unsettles_of {
    () => { false };
    (unsettles() $(, $($rest:tt)*)?) => { true };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { unsettles_of!($($($rest)*)?) };
}

/// The meaning of a `hidden` or `seen_apart` clause.
macro_rules! seen_of {
    () => { Seen::Whole };
    (hidden() $(, $($rest:tt)*)?) => { Seen::Kind(None) };
    (hidden($player:ident) $(, $($rest:tt)*)?) => { Seen::Kind(Some(*$player)) };
    (seen_apart() $(, $($rest:tt)*)?) => { Seen::Apart };
    ($key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { seen_of!($($($rest)*)?) };
}

/// The sentence of a `says` clause, filled in.
macro_rules! said_of {
    ($words:ident;) => { compile_error!("an event needs `says`, `says_by` or `said_apart`") };
    ($words:ident; says($pattern:literal $(, $field:ident)*) $(, $($rest:tt)*)?) => {{
        $(let $field = $field.say($words);)*
        Some(format!($pattern))
    }};
    ($words:ident; says_by($by:ident, $with:literal, $without:literal $(, $field:ident)*) $(, $($rest:tt)*)?) => {{
        $(let $field = $field.say($words);)*
        match $by {
            Some($by) => {
                let $by = $by.say($words);
                Some(format!($with))
            }
            None => Some(format!($without)),
        }
    }};
    ($words:ident; said_apart() $(, $($rest:tt)*)?) => { None };
    ($words:ident; $key:ident($($value:tt)*) $(, $($rest:tt)*)?) => { said_of!($words; $($($rest)*)?) };
}

/// The name under which a kind of event is stored and asked for.
macro_rules! name_of {
    ($name:ident) => {
        stringify!($name)
    };
    ($name:ident $stored:literal) => {
        $stored
    };
}

macro_rules! events {
    ($(
        $(#[$doc:meta])* $number:literal $name:ident $(as $stored:literal)? {
            $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)?
        }
        => $($key:ident($($value:tt)*)),+;
    )+) => {
        /// A fact.
        #[allow(missing_docs, reason = "a field without a comment of its own is told by its name and type")]
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Event {
            $($(#[$doc])* $(#[serde(rename = $stored)])? $name { $($(#[$field_doc])* $field: $type),* },)+
        }

        impl Event {
            /// The numbers and names of all kinds of events.
            pub const KINDS: &'static [(u16, &'static str)] = &[$(($number, name_of!($name $($stored)?))),+];

            /// Returns the stored number of its kind.
            pub const fn number(&self) -> u16 {
                match self { $(Event::$name { .. } => $number,)+ }
            }

            /// Returns the name of its kind.
            pub const fn name(&self) -> &'static str {
                match self { $(Event::$name { .. } => name_of!($name $($stored)?),)+ }
            }

            /// Writes its fields in order.
            pub(in crate::fact) fn encode_fields<W: Sink>(&self, sink: &mut W) -> Result<(), WireError> {
                match self {
                    $(Event::$name { $($field),* } => { $(sink.put($field)?;)* Ok(()) })+
                }
            }

            /// Reads the fields of the kind with this number.
            pub(in crate::fact) fn decode_fields<S: Source>(number: u16, source: &mut S) -> Result<Event, WireError> {
                match number {
                    $($number => Ok(Event::$name { $($field: source.take()?),* }),)+
                    _ => Err(WireError::UnknownEvent(number)),
                }
            }

            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub(super) fn listed_objects(&self) -> Option<Vec<ObjectId>> {
                match self { $(Event::$name { $($field),* } => objects_of!($($key($($value)*)),+),)+ }
            }

            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub(super) fn listed_about(&self) -> Option<Vec<Entity>> {
                match self { $(Event::$name { $($field),* } => about_of!($($key($($value)*)),+),)+ }
            }

            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub(super) const fn main_player(&self) -> Option<PlayerId> {
                match self { $(Event::$name { $($field),* } => player_of!($($key($($value)*)),+),)+ }
            }

            /// Returns the further players an event is about: who cast the spell, who controls the
            /// trigger.
            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub(super) fn doers(&self) -> Vec<PlayerId> {
                match self { $(Event::$name { $($field),* } => doers_of!($($key($($value)*)),+),)+ }
            }

            /// Returns the amount of the event.
            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub fn amount(&self) -> Option<u32> {
                match self { $(Event::$name { $($field),* } => amount_of!($($key($($value)*)),+),)+ }
            }

            /// Returns the turn step of the event.
            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub const fn turn_step(&self) -> Option<TurnStep> {
                match self { $(Event::$name { $($field),* } => step_of!($($key($($value)*)),+),)+ }
            }

            /// Returns the lane of a timeline that the event belongs to, apart from the players'
            /// lanes.
            pub const fn course(&self) -> Option<Course> {
                match self { $(Event::$name { .. } => course_of!($($key($($value)*)),+),)+ }
            }

            /// Returns whether the event is part of the game's story, rather than bookkeeping of
            /// the call stack or the generator.
            pub const fn is_story(&self) -> bool {
                match self { $(Event::$name { .. } => !aside_of!($($key($($value)*)),+),)+ }
            }

            /// Returns the aspects of a game that it changes, if they don't depend on its fields.
            pub(crate) const fn touches(&self) -> Option<Reads> {
                match self { $(Event::$name { .. } => touches_of!($($key($($value)*)),+),)+ }
            }

            /// Whether state-based actions must check again after it.
            pub(crate) const fn unsettles(&self) -> bool {
                match self { $(Event::$name { .. } => unsettles_of!($($key($($value)*)),+),)+ }
            }

            /// Returns how much of it a player sees who took no part in it.
            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub const fn seen(&self) -> Seen {
                match self { $(Event::$name { $($field),* } => seen_of!($($key($($value)*)),+),)+ }
            }

            /// Returns its sentence, without a capital letter; `None` if the sentence needs more
            /// than names.
            #[allow(unused_variables, reason = "a clause names some of the fields")]
            pub fn sentence(&self, words: &dyn EventNames) -> Option<String> {
                match self { $(Event::$name { $($field),* } => said_of!(words; $($key($($value)*)),+),)+ }
            }
        }
    };
}
