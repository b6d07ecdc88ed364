//! Words of later editions of the rules than this one, which is of September 2021. A text with one
//! of them can't be read, however much is known: its rule is not in the edition.

use std::fmt;

use crate::card::wording::tokens::Token;

/// A word of a later edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// The words, with what must stand beside them: `^` begins a text, `#` is a number, `{}` a
    /// symbol.
    words: &'static str,
    /// The year and month of the set that brought it.
    since: &'static str,
}

impl Later {
    /// The word.
    pub fn word(&self) -> String {
        let words = self.words.split(' ').filter(|word| !matches!(*word, "^" | "#" | "{}" | "—"));
        words.collect::<Vec<_>>().join(" ")
    }

    /// Since when it is in the rules: a year and a month, as `2022-04`.
    pub const fn since(&self) -> &'static str {
        self.since
    }
}

impl fmt::Display for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MONTHS: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        let (year, month) = self.since.split_once('-').unwrap_or((self.since, ""));
        let month = month.parse().ok().and_then(|month: usize| MONTHS.get(month.checked_sub(1)?)).unwrap_or(&"");
        write!(f, "“{}” is a word of {month} {year}; this edition of the rules is of September 2021", self.word())
    }
}

/// The months of later editions, each with its words.
fn words_since() -> impl Iterator<Item = (&'static str, &'static str)> {
    WORDS.iter().flat_map(|(since, words)| words.split('|').map(move |word| (*since, word)))
}

/// Whether a later edition gives a meaning to counters of this name: what a text says of them is
/// not all of it.
pub(crate) fn has_counter(name: &str) -> bool {
    words_since().any(|(_, word)| word.strip_suffix(" counter") == Some(name))
}

/// Whether these are the words of a keyword or an ability word of a later edition.
pub(crate) fn is_word(said: &str) -> bool {
    let words = |of: &'static str| of.split(' ').filter(|word| !matches!(*word, "^" | "#" | "{}" | "—"));
    words_since().any(|(_, of)| words(of).eq(said.split(' ')))
}

/// The first word of a later edition in a text whose words these are, and which of them it is.
pub(crate) fn in_text(text: &str, words: &[Token]) -> Option<(Later, usize, usize)> {
    (0..words.len()).find_map(|at| {
        let said = words_since();
        let found = said.filter_map(|(since, said)| Some((since, said, stands(words, at, said)?)));
        let longest = found.max_by_key(|(.., end)| *end);
        let longest = longest.map(|(since, words, end)| (Later { words, since }, at, end));
        longest.or_else(|| Some((subtype_in_text(text, words, at)?, at, at + 1)))
    })
}

/// Where words end, if they stand at a place.
fn stands(words: &[Token], at: usize, said: &str) -> Option<usize> {
    let mut end = at;
    for part in said.split(' ') {
        let word = words.get(end).map(|token| token.word.as_str());
        let is_so = match part {
            "^" => {
                let begins = at == 0 || matches!(words[at - 1].word.as_str(), "\"" | "•" | ",");
                if !begins {
                    return None;
                }
                continue;
            }
            "#" => word.is_some_and(|word| word == "x" || word.starts_with(|c: char| c.is_ascii_digit())),
            "{}" => word.is_some_and(|word| word.starts_with('{')),
            part => word == Some(part),
        };
        if !is_so {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// A later subtype as a text names it: with a capital where no sentence begins.
fn subtype_in_text(text: &str, words: &[Token], at: usize) -> Option<Later> {
    let token = &words[at];
    let said = text.get(token.from..token.to)?;
    let before = words.get(at.checked_sub(1)?)?;
    let begins = matches!(before.word.as_str(), "." | "\"" | "•" | "—" | ":");
    // "named Hero of …" is no subtype.
    let is_name = words[..at].iter().rev().take(4).any(|token| token.word == "named");
    if begins || is_name || !said.starts_with(char::is_uppercase) {
        return None;
    }
    let one = said.strip_suffix("'s").unwrap_or(said);
    subtype(one)
        .or_else(|| subtype(one.strip_suffix('s')?))
        .or_else(|| subtype(&format!("{}o", one.strip_suffix("oes")?)))
}

/// A card type of a later edition.
pub(crate) fn card_type(name: &str) -> Option<Later> {
    let (since, words) = CARD_TYPES.iter().find(|(_, it)| *it == name)?;
    Some(Later { words, since })
}

/// A subtype of a later edition.
pub(crate) fn subtype(name: &str) -> Option<Later> {
    SUBTYPES.iter().find_map(|(since, names)| {
        let words = names.split(' ').find(|word| *word == name)?;
        Some(Later { words, since })
    })
}

/// Card types, by the month of the set that brought them.
const CARD_TYPES: &[(&str, &str)] = &[("2023-04", "Battle"), ("2024-06", "Kindred")];

/// Subtypes, by the month of the set that brought them.
const SUBTYPES: &[(&str, &str)] = &[
    ("2021-11", "Blood"),
    ("2022-02", "Kaito"),
    ("2022-06", "Background Minsc Elminster Tasha Walrus"),
    ("2022-09", "Powerstone"),
    (
        "2022-10",
        "Astartes Necron Tyranid Primarch Custodes C'tan Inquisitor Robot Performer Clown Employee Guest Gamer \
        Attraction Alien Balloon",
    ),
    ("2023-02", "Mite Sphere"),
    ("2023-04", "Siege Incubator"),
    ("2023-06", "Nazgûl"),
    ("2023-09", "Role"),
    ("2023-10", "Doctor Dalek Cyberman Scientist"),
    ("2023-11", "Map Cave Capybara Snail Quintorius"),
    ("2024-02", "Detective Case"),
    ("2024-03", "Junk Synth Bobblehead"),
    ("2024-04", "Mount Beaver Varmint Armadillo Coyote Porcupine"),
    ("2024-08", "Raccoon Possum Skunk Weasel"),
    ("2024-09", "Room Glimmer Toy"),
    ("2025-02", "Seal"),
    ("2025-04", "Omen"),
    ("2025-06", "Town Hero Moogle Qu"),
    ("2025-08", "Spacecraft Planet Lander Drix Lobster"),
    ("2025-09", "Villain Symbiote Infinity"),
    ("2025-11", "Bison Lemur Platypus Kangaroo"),
    ("2026-01", "Sorcerer"),
    ("2026-03", "Utrom Mutagen"),
    ("2026-04", "Book Giraffe Dellian"),
    ("2026-06", "Gamma Kree Skrull Inhuman Eternal Plan Spy"),
    ("2026-11", "Klingon Officer"),
];

/// Keywords, ability words, kinds of counters and tokens, and other words with rules of their own,
/// by the month of the set that brought them; a bar is between two.
const WORDS: &[(&str, &str)] = &[
    ("2021-11", "^ training|cleave {}|blood token|blood tokens"),
    ("2022-02", "reconfigure {}|reconfigure —|compleated|modified creature|modified creatures"),
    (
        "2022-04",
        "casualty #|blitz {}|blitz —|connive|connives|connived|hideaway #|\
        shield counter|shield counters|alliance —",
    ),
    ("2022-06", "the initiative|choose a background|undercity"),
    (
        "2022-09",
        "^ enlist|read ahead|stun counter|stun counters|powerstone token|\
        powerstone tokens",
    ),
    (
        "2022-10",
        "squad {}|squad —|^ ravenous|open an attraction|attractions|sticker|stickers|\
        ticket counter|ticket counters",
    ),
    ("2022-11", "prototype {}|more than meets the eye {}|living metal|convert ~|convert it"),
    ("2023-02", "toxic #|for mirrodin!|corrupted —"),
    (
        "2023-04",
        "incubate #|incubates #|incubator token|incubator tokens|backup #|or battle|\
        a battle|target battle|battles",
    ),
    (
        "2023-06",
        "the ring tempts|ring-bearer|ring-bearers|amass orcs|amasses orcs|\
        amass goblins|amasses goblins",
    ),
    ("2023-09", "^ bargain|bargained|role token|role tokens|celebration —"),
    ("2023-10", "doctor's companion|time travel|villainous choice|paradox —"),
    (
        "2023-11",
        "craft with|descend #|descended|fathomless descent —|discover #|discovers #|\
        discovered|map token|map tokens|finality counter|finality counters",
    ),
    (
        "2024-02",
        "disguise {}|disguise —|has disguise|cloak|cloaks|suspect|suspects|suspected|\
        collect evidence|collects evidence|evidence was collected|to solve —|solved —|\
        solve",
    ),
    ("2024-03", "rad counter|rad counters|junk token|junk tokens"),
    (
        "2024-04",
        "plot {}|plot —|plotted|plot|plotting|saddle #|saddled|saddles|^ spree|\
        commit a crime|commits a crime|committed a crime|outlaw|outlaws",
    ),
    ("2024-06", "umbra armor|kindred"),
    ("2024-07", "freerunning {}|freerunning —"),
    (
        "2024-08",
        "offspring {}|offspring —|has offspring|forage|forages|^ gift a|^ gift an|\
        gift was promised|gift wasn't promised|promised gift|give a gift|gives a gift|\
        expend #|expends #|valiant —",
    ),
    (
        "2024-09",
        "impending #|manifest dread|manifests dread|unlock this door|unlock a|unlock|\
        unlocked|eerie —|survival —",
    ),
    (
        "2025-02",
        "exhaust —|exhaust abilities|exhaust ability|start your engines!|max speed|\
        your speed",
    ),
    (
        "2025-04",
        "harmonize|harmonize {}|mobilize #|endure #|endures #|behold|beheld|flurry —|\
        renew —",
    ),
    ("2025-06", "job select|^ tiered"),
    (
        "2025-08",
        "^ station|station #|warp {}|warp —|warped|has warp|void —|lander token|\
        lander tokens",
    ),
    (
        "2025-09",
        "mayhem {}|mayhem|web-slinging {}|web-slinging —|web-slinging|harness|\
        harnessed|∞ —",
    ),
    (
        "2025-11",
        "airbend|airbends|earthbend #|earthbends #|firebending #|firebending|firebend|\
        waterbend {}|waterbend|waterbending|earthbend",
    ),
    ("2026-01", "blight #|blights #|vivid —"),
    ("2026-03", "sneak {}|sneak —|sneak|disappear —|mutagen token|mutagen tokens"),
    (
        "2026-04",
        "becomes prepared|become prepared|prepared|unprepared|^ paradigm|^ increment|\
        opus —|repartee —|infusion —",
    ),
    ("2026-06", "power-up —|power-up|teamwork #|teamwork"),
    ("2026-08", "^ storied|recruit|recruits|enduring story"),
];

#[cfg(test)]
mod tests {
    use super::{SUBTYPES, WORDS, in_text, subtype, words_since};
    use crate::card::wording::tokens::{of_this_edition, tokens};

    fn found(text: &str) -> Option<String> {
        let words = of_this_edition(tokens(text, &["Own Bear"]));
        in_text(text, &words).map(|(later, from, to)| {
            format!("{} {}: {}", later.since(), later.word(), &text[words[from].from..words[to - 1].to])
        })
    }

    #[test]
    fn a_later_word_is_found_with_its_month() {
        assert_eq!(found("When Own Bear enters, it connives."), Some("2022-04 connives: connives".to_owned()));
        assert_eq!(found("Flying, toxic 1"), Some("2023-02 toxic: toxic 1".to_owned()));
        assert_eq!(found("Start your engines!"), Some("2025-02 start your engines!: Start your engines!".to_owned()));
        assert_eq!(found("Another target Hero gains reach."), Some("2025-06 Hero: Hero".to_owned()));
        assert_eq!(found("Heroes and Robots you control have haste."), Some("2022-10 Robot: Robots".to_owned()));
        // Reminders are no words of the text, and these are words of the edition.
        for text in ["Battle cry", "Flying (It connives.)", "Exploit", "Create a token named Hero of Old.", "Own Bear"]
        {
            assert_eq!(found(text), None, "{text}");
        }
        let message = subtype("Spacecraft").map(|it| it.to_string());
        let said = "“Spacecraft” is a word of August 2025; this edition of the rules is of September 2021";
        assert_eq!(message.as_deref(), Some(said));
    }

    #[test]
    fn all_later_words_are_later_and_each_stands_once() {
        let months = WORDS.iter().map(|it| it.0).collect::<Vec<_>>();
        for months in [months, SUBTYPES.iter().map(|it| it.0).collect()] {
            assert!(months.is_sorted() && months.iter().all(|month| *month > "2021-09"), "{months:?}");
        }
        let all = words_since().map(|it| it.1);
        let mut all: Vec<&str> = all.chain(SUBTYPES.iter().flat_map(|it| it.1.split_whitespace())).collect();
        all.sort_unstable();
        let twice = all.windows(2).find(|two| two[0] == two[1]);
        assert!(twice.is_none(), "{twice:?}");
    }
}
