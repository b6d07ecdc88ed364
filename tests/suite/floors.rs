//! Floors: within a room, too, imports and calls point one way.
//!
//! A room is a folder with a `mod.rs`. Its floors are in a table there whose first column is headed
//! `floor`, lowest first. This test reads the sources and follows each path to the file that
//! defines the item, and each call of a method to the file that defines it, where the code names
//! the type. It fails if one of these arrows points up, if more than [`MOST_IN_A_CIRCLE`] files
//! import one another, or if two folders do.
//!
//! Circles are those of imports: the parts of a type may call one another. Tests are exempt: they
//! may use anything.

use std::collections::{BTreeMap, BTreeSet};

mod arrows;
mod calls;
mod circles;

use arrows::{Arrow, House};

/// The most files that may import one another.
const MOST_IN_A_CIRCLE: usize = 8;

/// The beginning of the methods that may be called from every floor. What follows from a game is
/// asked of it: one answer needs others, wherever they are found.
const ASKED_ANYWHERE: &str = "Game::";

/// The crates with their sources, relative to the root of the workspace.
const CRATES: [&str; 5] = ["core/card/src", "core/src", "store/src", "debugger/session/src", "debugger/src"];

#[test]
fn no_arrow_goes_up() {
    for house in CRATES.map(House::read) {
        let mut wrong = Vec::new();
        for (room, floors) in house.rooms() {
            let calls = house.calls().iter().filter(|call| !call.what.starts_with(ASKED_ANYWHERE));
            for arrow in house.imports().iter().chain(calls) {
                let (Some(from), Some(to)) = (below(&room, &arrow.from), below(&room, &arrow.to)) else { continue };
                if from == to {
                    continue;
                }
                match (floors.get(from), to.is_empty(), floors.get(to)) {
                    // The file with the table is above all floors: it may use them all, and none
                    // may use it.
                    (Some(_), true, _) => wrong.push(format!("{arrow}: {room}/mod.rs is above its floors")),
                    (Some(its), false, Some(other)) if its < other => {
                        wrong.push(format!("{arrow}: in `{room}`, `{from}` is below `{to}`"));
                    }
                    _ => {}
                }
            }
            for missing in house.children(&room).iter().filter(|child| !floors.contains_key(child.as_str())) {
                wrong.push(format!("{room}/mod.rs: `{missing}` is on no floor; add it to the table"));
            }
        }
        wrong.sort();
        wrong.dedup();
        assert!(
            wrong.is_empty(),
            "{} arrows go up; move the item to a floor below:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }
}

#[test]
fn circles_are_small_and_within_a_folder() {
    for house in CRATES.map(House::read) {
        let files: BTreeSet<&str> = house.imports().iter().flat_map(|arrow| [&*arrow.from, &*arrow.to]).collect();
        let pairs = house.imports().iter().map(|arrow| (&*arrow.from, &*arrow.to));
        let large: Vec<_> =
            circles::of(&files, pairs).into_iter().filter(|circle| circle.len() > MOST_IN_A_CIRCLE).collect();
        assert!(large.is_empty(), "more than {MOST_IN_A_CIRCLE} files import one another:\n{large:#?}");

        for folder in house.folders() {
            let inner: Vec<(&str, &str)> = house
                .imports()
                .iter()
                .filter_map(|arrow| Some((below(folder, &arrow.from)?, below(folder, &arrow.to)?)))
                .filter(|(from, to)| !from.is_empty() && !to.is_empty())
                .collect();
            let parts: BTreeSet<&str> = inner.iter().flat_map(|(from, to)| [*from, *to]).collect();
            for circle in circles::of(&parts, inner.iter().copied()) {
                let folders = circle.iter().filter(|part| house.is_folder(folder, part)).count();
                assert!(folders < 2, "folders of `{folder}` import one another: {circle:?}");
            }
        }
    }
}

/// Returns the child of a room that a module belongs to; empty for the room's own file, `None`
/// outside the room.
fn below<'a>(room: &str, module: &'a str) -> Option<&'a str> {
    let rest = if room.is_empty() { module } else { module.strip_prefix(room)? };
    let rest = if room.is_empty() || rest.is_empty() { rest } else { rest.strip_prefix("::")? };
    Some(rest.split("::").next().unwrap_or(""))
}

/// A made-up house shows that the test can fail.
#[test]
fn an_arrow_up_is_found() {
    let sources = BTreeMap::from([
        ("", "//! | floor | what |\n//! |---|---|\n//! | `low` | x |\n//! | `high` | y |\nmod high;\nmod low;"),
        ("low", "use crate::high::Roof;\npub fn ground(_: Roof) { super::high::build() }"),
        ("high", "pub use crate::low::ground;\npub struct Roof;\npub fn build() { vec![crate::low::ground] }"),
    ]);
    let house = House::of(sources.into_iter().map(|(module, text)| (module.to_owned(), text.to_owned())));
    let found: Vec<String> = house.imports().iter().map(Arrow::to_string).collect();
    assert_eq!(found, ["high → low (ground)", "low → high (Roof)", "low → high (build)"]);
    assert_eq!(house.rooms()[""], BTreeMap::from([("low".to_owned(), 0), ("high".to_owned(), 1)]));
}

/// A room of another crate, under the same name here, is on none of the floors here.
#[test]
fn what_the_root_has_from_another_crate_is_no_arrow() {
    let sources = BTreeMap::from([
        ("", "pub use other::{card, rule};\nmod low;\npub struct Own;"),
        ("low", "use crate::card::Card;\nuse crate::{Own, rule};\npub fn ground(_: crate::card::ast::Filter) {}"),
    ]);
    let house = House::of(sources.into_iter().map(|(module, text)| (module.to_owned(), text.to_owned())));
    let found: Vec<String> = house.imports().iter().map(Arrow::to_string).collect();
    assert_eq!(found, ["low →  (Own)"]);
}

/// The parts of a type stand in several files, and a call between them needs no import.
#[test]
fn a_call_up_is_found() {
    let sources = BTreeMap::from([
        ("", "//! | floor | what |\n//! |---|---|\n//! | `low` | x |\n//! | `high` | y |\nmod high;\nmod low;"),
        (
            "low",
            "pub struct House { roof: u8 }\nimpl House { fn live(&self) -> u8 { self.roof + self.climb(self.roof) } fn stay(&self) {} }\n\
             fn visit(house: &mut House) { vec![house.climb(1), House::build(), house.live(), house::roof()] }",
        ),
        (
            "high",
            "use crate::low::House;\nimpl House { fn climb(&self) { self.live() } fn roof() {} fn build() {}\n\
             #[cfg(test)] fn look(&self) { self.stay() } }\n\
             #[cfg(test)]\nmod tests { fn test(house: House) { house.live() } }",
        ),
    ]);
    let house = House::of(sources.into_iter().map(|(module, text)| (module.to_owned(), text.to_owned())));
    let found: Vec<String> = house.calls().iter().map(Arrow::to_string).collect();
    assert_eq!(found, ["high → low (House::live)", "low → high (House::build)", "low → high (House::climb)"]);
}
