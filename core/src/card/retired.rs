//! Words that were taken out of the card language. Logs and packs that contain them are read in the
//! words of today.
//!
//! Nothing else may take their names, so no text needs a version number because of them.

use super::dialect::{MOST_NESTED, end_of, quoted};

/// A retired word.
struct Retired {
    name: &'static str,
    /// What a card says in its place.
    instead: &'static str,
    /// What stands for it now, given the text before it and its operands; none where the name
    /// belongs to another word.
    now: fn(&str, Option<&str>) -> Option<String>,
}

const RETIRED: [Retired; 4] = [
    Retired {
        name: "Foretold",
        instead: "`Marked(Foretold)`",
        now: |before, operands| {
            let marking = before.ends_with("Marked(") || before.ends_with("being:");
            (operands.is_none() && !marking).then(|| "Marked(Foretold)".to_owned())
        },
    },
    Retired {
        name: "Foretells",
        instead: "`BecomesMarked(what: Any, being: Foretold, by: …)`",
        now: |_, operands| Some(format!("BecomesMarked(what:Any,being:Foretold,by:{})", operands?)),
    },
    Retired {
        name: "BecomeForetold",
        instead: "`Mark(what: …, being: Foretold, gaining: Foretell(…))`",
        now: |_, operands| {
            let (what, gaining) = foretold(operands?)?;
            Some(format!("Mark(what:{what},being:Foretold{gaining})"))
        },
    },
    // The keyword ability has no `what`.
    Retired {
        name: "Foretell",
        instead: "`Keyword(Foretell(…))`, or `Mark(what: …, being: Foretold)`",
        now: |_, operands| {
            let (what, gaining) = foretold(operands?)?;
            Some(format!("ExileFaceDown(what:{what},look:You,being:Foretold{gaining})"))
        },
    },
];

/// What a card says in place of a retired word.
pub(crate) fn instead_of(word: &str) -> Option<&'static str> {
    RETIRED.iter().find(|it| it.name == word).map(|it| it.instead)
}

/// The cards, and the field with the keyword ability that they were given.
fn foretold(operands: &str) -> Option<(&str, String)> {
    let what = &operands.strip_prefix("what:")?;
    let what = what.split_at(end_of(what, true)).0;
    let cost = operands.get("what:".len() + what.len()..)?.strip_prefix(",cost:");
    let gaining = cost.filter(|cost| *cost != "None").map(|cost| format!(",gaining:Foretell({cost})"));
    Some((what, gaining.unwrap_or_default()))
}

/// A canonical text in the words of today; none if it has no retired word.
pub(super) fn rewritten(text: &str) -> Option<String> {
    rewritten_at(text, 0)
}

/// [`rewritten`] for a text within as many retired words. A text that is nested deeper than any
/// definition stays as it is: nobody reads it.
fn rewritten_at(text: &str, depth: usize) -> Option<String> {
    if depth > MOST_NESTED || !RETIRED.iter().any(|it| text.contains(it.name)) {
        return None;
    }
    let (mut written, mut rest, mut changed) = (String::new(), text, false);
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => quoted(rest),
            first if is_of_word(first) => rest.find(|c| !is_of_word(c)).unwrap_or(rest.len()),
            first => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        let now = RETIRED.iter().find(|it| it.name == token).and_then(|retired| {
            let operands = operands(after);
            let inner = operands.map(|inner| rewritten_at(inner, depth + 1).unwrap_or_else(|| inner.to_owned()));
            Some(((retired.now)(&written, inner.as_deref())?, operands.map_or(0, |inner| inner.len() + 2)))
        });
        match now {
            Some((now, length)) => {
                written.push_str(&now);
                rest = &after[length..];
                changed = true;
            }
            None => written.push_str(token),
        }
    }
    changed.then_some(written)
}

/// The operands in parentheses at the beginning of a text, without these.
fn operands(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?;
    let (operands, after) = inner.split_at(end_of(inner, false));
    after.starts_with(')').then_some(operands)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retired_words_are_read_in_the_words_of_today() {
        for (was, is) in [
            ("All([Foretold,In(Exile)])", "All([Marked(Foretold),In(Exile)])"),
            (
                "Triggered(when:Foretells(You),body:())",
                "Triggered(when:BecomesMarked(what:Any,being:Foretold,by:You),body:())",
            ),
            ("[BecomeForetold(what:ThisWay(Exiled))]", "[Mark(what:ThisWay(Exiled),being:Foretold)]"),
            (
                "BecomeForetold(what:Each(All([Foretold,Card])),cost:ManaCostLess(2))",
                "Mark(what:Each(All([Marked(Foretold),Card])),being:Foretold,gaining:Foretell(ManaCostLess(2)))",
            ),
            ("Foretell(what:This,cost:None)", "ExileFaceDown(what:This,look:You,being:Foretold)"),
            (
                "Foretell(what:This,cost:Cost([Mana(\"{1}{U}\")]))",
                "ExileFaceDown(what:This,look:You,being:Foretold,gaining:Foretell(Cost([Mana(\"{1}{U}\")])))",
            ),
        ] {
            assert_eq!(rewritten(was).as_deref(), Some(is), "{was}");
            assert_eq!(rewritten(is), None, "{is}");
        }
    }

    #[test]
    fn other_words_and_names_stay() {
        for text in [
            "Card(name:\"As Foretold\",text:\"a \\\"Foretold\\\" one\")",
            "Keyword(Foretell(Cost([Mana(\"{1}{U}\")])))",
            "MarkedBy(being:Foretold,by:You)",
            "Foretelling(1)",
            "Card(name:\"Forest\")",
            "Foretell(what:",
            "\"Foretold",
            &"Foretells(".repeat(10_000),
        ] {
            assert_eq!(rewritten(text), None, "{text}");
        }
    }
}
