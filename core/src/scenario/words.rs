//! Finds where a misplaced word of a script belongs, for error messages.

use serde::de::DeserializeOwned;

use crate::card::file::{not_there, ron_options};
use crate::message::near;
use crate::message::reading::Known;

use super::expectation::Expectation;
use super::refs::LongOffer;
use super::step::{Change, Luck, Payment, Reply, Step};

/// Where a word belongs that is unknown in its place.
pub(super) fn elsewhere(word: &str) -> Option<Known> {
    let places: [(&[&str], &str); 7] = [
        (&["Expect"], "`Expect([…])` stands between the steps of a script"),
        (words_of::<Luck>(), "it belongs inside `Chance([…])`"),
        (words_of::<Step>(), "it is a step of the script"),
        (words_of::<Reply>(), "it belongs inside `Choose(…)`"),
        (words_of::<Expectation>(), "it belongs inside `Expect([…])`"),
        (words_of::<Change>(), "it belongs inside `Edit(…)`"),
        (words_of::<Payment>(), "it belongs behind `pay:`"),
    ];
    if word != "Expect" && !near(word, ["Expect"]).is_empty() {
        return Some(Known::Elsewhere("did you mean `Expect`?".to_owned()));
    }
    let known: Vec<&str> = places.iter().filter(|(words, _)| words.contains(&word)).map(|(_, place)| *place).collect();
    fn inside<'a>(place: &&'a str) -> Option<&'a str> {
        place.strip_prefix("it belongs ")
    }
    let told = match known.as_slice() {
        [] if words_of::<LongOffer>().contains(&word) => {
            "it belongs inside `Choose(Pick([…]))`, or `offers:`".to_owned()
        }
        [] => return not_there(word),
        [first, rest @ ..] => {
            let rest = rest.iter().filter_map(inside).map(|place| format!(" or {place}"));
            std::iter::once((*first).to_owned()).chain(rest).collect()
        }
    };
    Some(Known::Elsewhere(told))
}

/// The words a value of a type can begin with, as the type's deserializer lists them.
fn words_of<T: DeserializeOwned>() -> &'static [&'static str] {
    match ron_options().from_str::<T>("NoWordAtAll").map_err(|error| error.code) {
        Err(ron::Error::NoSuchEnumVariant { expected, .. }) => expected,
        _ => &[],
    }
}
