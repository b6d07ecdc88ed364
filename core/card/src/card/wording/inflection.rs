//! English grammar: articles, plurals, numbers, lists, verbs. Nothing here knows the game.

/// Grammatical number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Number {
    /// One.
    #[default]
    One,
    /// Several.
    Many,
}

/// The person that a verb agrees with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Person {
    /// "You".
    You,
    /// Third person singular.
    One,
    /// Third person plural.
    Many,
}

impl From<Number> for Person {
    fn from(number: Number) -> Person {
        match number {
            Number::One => Person::One,
            Number::Many => Person::Many,
        }
    }
}

/// The text with its first letter capitalized.
pub(crate) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_uppercase().chain(rest).collect(),
        None => String::new(),
    }
}

/// A clause as a sentence, with a capital and a full stop, unless it ends in a quotation.
pub(crate) fn sentence(clause: &str) -> String {
    let text = capitalized(clause);
    if is_ended(&text) { text } else { text + "." }
}

/// Whether a sentence has its full stop, perhaps within quotation marks.
fn is_ended(text: &str) -> bool {
    text.trim_end_matches(['"', '\'']).ends_with('.')
}

/// Clauses as consecutive sentences; all but the first are capitalized.
pub(crate) fn running(clauses: &[String]) -> String {
    let mut text = String::new();
    for (index, clause) in clauses.iter().enumerate() {
        if index == 0 {
            text.push_str(clause);
        } else {
            text.push(' ');
            text.push_str(&capitalized(clause));
        }
        if !is_ended(&text) {
            text.push('.');
        }
    }
    text
}

/// The noun with "a" or "an" before it.
pub(crate) fn with_article(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let digits: String = noun.chars().take_while(char::is_ascii_digit).collect();
    let vowel = if digits.is_empty() {
        // "Unicorn" and "one" begin with a consonant sound; "X" with a vowel sound.
        let first_word = lower.split([' ', '/']).next().unwrap_or_default();
        first_word == "x" || (lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !lower.starts_with("unicorn"))
    } else {
        digits.starts_with('8') || digits == "11" || digits == "18"
    };
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// The plural of a word, or of a phrase that ends in its noun.
pub(crate) fn plural(noun: &str) -> String {
    const UNCHANGED: [&str; 23] = [
        "Aetherborn",
        "Dauthi",
        "Eldrazi",
        "Equipment",
        "Fish",
        "Kavu",
        "Kithkin",
        "Kor",
        "Merfolk",
        "Metathran",
        "Moonfolk",
        "Myr",
        "Naga",
        "Plains",
        "Samurai",
        "Sheep",
        "Soltari",
        "Squid",
        "Thalakos",
        "Treefolk",
        "Urza's",
        "Vedalken",
        "Zubera",
    ];
    const IRREGULAR: [(&str, &str); 11] = [
        ("Cyclops", "Cyclopes"),
        ("Dwarf", "Dwarves"),
        ("Elf", "Elves"),
        ("Homunculus", "Homunculi"),
        ("Mouse", "Mice"),
        ("Ox", "Oxen"),
        ("Pegasus", "Pegasi"),
        ("Werewolf", "Werewolves"),
        ("Wolf", "Wolves"),
        ("life", "life"),
        ("phenomenon", "phenomena"),
    ];
    let (before, last) = match noun.rfind(' ') {
        Some(space) => noun.split_at(space + 1),
        None => ("", noun),
    };
    if UNCHANGED.contains(&last) || last.starts_with('{') {
        return noun.to_owned();
    }
    if let Some((_, many)) = IRREGULAR.iter().find(|(one, _)| *one == last) {
        return format!("{before}{many}");
    }
    if let Some(stem) = consonant_before_y(last) {
        return format!("{before}{stem}ies");
    }
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| last.ends_with(end));
    format!("{before}{last}{}", if hisses { "es" } else { "s" })
}

/// The noun in this number.
pub(crate) fn numbered(noun: &str, number: Number) -> String {
    match number {
        Number::One => noun.to_owned(),
        Number::Many => plural(noun),
    }
}

/// The possessive of a noun phrase.
pub(crate) fn possessive(noun: &str, number: Number) -> String {
    if number == Number::Many && noun.ends_with('s') { format!("{noun}'") } else { format!("{noun}'s") }
}

/// "first", "second", "4th".
pub(crate) fn ordinal(n: u32) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        n if n <= 10 => {
            format!("{}th", number_word(i64::from(n))).replace("fiveth", "fifth").replace("eightth", "eighth")
        }
        n => format!("{n}th"),
    }
}

/// A number of countable things: in words up to twenty, then in digits.
pub(crate) fn number_word(n: i64) -> String {
    const WORDS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    usize::try_from(n).ok().and_then(|n| WORDS.get(n)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A number of things: "a card", "two cards", "no cards".
pub(crate) fn counted(n: i64, noun: &str) -> String {
    match n {
        0 => format!("no {}", plural(noun)),
        1 => with_article(noun),
        _ => format!("{} {}", number_word(n), plural(noun)),
    }
}

/// "a", "a and b", "a, b, and c".
pub(crate) fn list(items: &[String], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first, second] => format!("{first} {conjunction} {second}"),
        [before @ .., last] => format!("{}, {conjunction} {last}", before.join(", ")),
    }
}

/// The non-empty words, separated by spaces.
pub(crate) fn spaced<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let mut text = String::new();
    for word in words {
        let word = word.as_ref();
        if word.is_empty() {
            continue;
        }
        // No space before a comma or a full stop.
        if !text.is_empty() && !word.starts_with([',', '.', ';']) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// A verb in the present tense, agreeing with its subject.
pub(crate) fn conjugated(base: &str, person: Person) -> String {
    match (base, person) {
        ("be", Person::One) => "is".to_owned(),
        ("be", Person::You | Person::Many) => "are".to_owned(),
        ("have", Person::One) => "has".to_owned(),
        (base, Person::One) if base.starts_with("don't ") => base.replacen("don't", "doesn't", 1),
        (_, Person::One) if ["can", "must", "may"].iter().any(|auxiliary| base.starts_with(auxiliary)) => {
            base.to_owned()
        }
        (_, Person::You | Person::Many) => base.to_owned(),
        (_, Person::One) => {
            let hisses = ["s", "x", "z", "ch", "sh", "o"].iter().any(|end| base.ends_with(end));
            match consonant_before_y(base) {
                Some(stem) => format!("{stem}ies"),
                None => format!("{base}{}", if hisses { "es" } else { "s" }),
            }
        }
    }
}

/// The word without its final "y", if a consonant precedes it.
fn consonant_before_y(word: &str) -> Option<&str> {
    word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']))
}

/// A verb in the past tense, agreeing with its subject: "died", "was", "cast".
pub(crate) fn past(base: &str, person: Person) -> String {
    const IRREGULAR: [(&str, &str); 16] = [
        ("become", "became"),
        ("begin", "began"),
        ("cast", "cast"),
        ("come", "came"),
        ("deal", "dealt"),
        ("draw", "drew"),
        ("flip", "flipped"),
        ("get", "got"),
        ("have", "had"),
        ("leave", "left"),
        ("lose", "lost"),
        ("pay", "paid"),
        ("put", "put"),
        ("control", "controlled"),
        ("tap", "tapped"),
        ("win", "won"),
    ];
    if let Some(before) = base.strip_suffix("tell") {
        return format!("{before}told");
    }
    match (base, person) {
        ("be", Person::One) => "was".to_owned(),
        ("be", Person::You | Person::Many) => "were".to_owned(),
        _ => match (IRREGULAR.iter().find(|(now, _)| *now == base), consonant_before_y(base)) {
            (Some((_, then)), _) => (*then).to_owned(),
            (None, Some(stem)) => format!("{stem}ied"),
            (None, None) if base.ends_with('e') => format!("{base}d"),
            (None, None) => format!("{base}ed"),
        },
    }
}

/// A verb in the perfect tense, or denied in it: "has died", "haven't been".
pub(crate) fn perfect(base: &str, person: Person, is_denied: bool) -> String {
    let have = match (person, is_denied) {
        (Person::One, false) => "has",
        (Person::One, true) => "hasn't",
        (_, false) => "have",
        (_, true) => "haven't",
    };
    let participle = match base {
        "be" => "been".to_owned(),
        "become" | "come" => base.to_owned(),
        "begin" => "begun".to_owned(),
        "draw" => "drawn".to_owned(),
        base => past(base, person),
    };
    format!("{have} {participle}")
}

/// A negated verb in the past tense: "didn't die", "wasn't".
pub(crate) fn past_negated(base: &str, person: Person) -> String {
    match (base, person) {
        ("be", Person::One) => "wasn't".to_owned(),
        ("be", Person::You | Person::Many) => "weren't".to_owned(),
        _ => format!("didn't {base}"),
    }
}

/// "isn't", "doesn't have" and the like.
pub(crate) fn negated(base: &str, person: Person) -> String {
    let one = person == Person::One;
    match base {
        "be" => if one { "isn't" } else { "aren't" }.to_owned(),
        _ => format!("{} {base}", if one { "doesn't" } else { "don't" }),
    }
}

/// The possessive pronoun for things.
pub(crate) const fn its(number: Number) -> &'static str {
    match number {
        Number::One => "its",
        Number::Many => "their",
    }
}

/// A number in Roman numerals (CR 715.2a).
pub(crate) fn roman(number: u32) -> String {
    const NUMERALS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    // A number longer than a line of numerals isn't written this way.
    let mut rest = number.min(3999);
    let mut text = String::new();
    for (value, numeral) in NUMERALS {
        while rest >= value {
            rest -= value;
            text.push_str(numeral);
        }
    }
    text
}
