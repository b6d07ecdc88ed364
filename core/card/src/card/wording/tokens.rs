//! Words of a printed text, each with its place.

/// A word, a symbol or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// In small letters; the name of the card is `~`.
    pub(crate) word: String,
    /// Whether it is the name of the card as it is printed.
    pub(crate) is_name: bool,
    /// Where it begins and ends in the text, in bytes.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The marks that are words of their own.
const MARKS: [char; 8] = [',', '.', ':', ';', '"', '—', '•', '|'];

/// The words of a text. What stands in parentheses reminds of rules and is left out.
pub(crate) fn tokens(text: &str, names: &[&str]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut depth = 0_u32;
    // Where a quotation began.
    let mut opened: Option<usize> = None;
    while let Some(c) = text[at..].chars().next() {
        let was_open = depth > 0;
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 || (c == ')' && was_open) || c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let length = length(&text[at..], c, names);
        let said = &text[at..at + length];
        let is_name = names.contains(&said);
        let word = if is_name { "~".to_owned() } else { small(said) };
        let closes = word == "\"" && found.last().is_some_and(|before: &Token| before.word == ".");
        let quotation = if word == "\"" { opened.take() } else { None };
        let comma = quotation.and_then(|open| ended(&mut found, open, at));
        if word == "\"" && quotation.is_none() {
            opened = Some(found.len());
        }
        found.push(Token { word, is_name, from: at, to: at + length });
        found.extend(comma);
        at += length;
        // A sentence that ends with a quoted one has one full stop, within the quotation.
        let next = text[at..].trim_start().chars().next();
        if closes && next.is_none_or(|c| c.is_uppercase() || matches!(c, '{' | '•' | '(')) {
            found.push(Token { word: ".".to_owned(), is_name: false, from: at - length, to: at });
        }
    }
    found
}

/// Ends a quoted sentence with its full stop, also within another sentence, and returns the comma
/// of that one.
fn ended(found: &mut Vec<Token>, open: usize, at: usize) -> Option<Token> {
    let comma = found.pop_if(|last| last.word == ",");
    let is_sentence = found.len() > open + 3;
    if is_sentence && found.last().is_some_and(|last| last.word != ".") {
        found.push(Token { word: ".".to_owned(), is_name: false, from: at, to: at });
    }
    comma
}

/// Where a parenthesis opens that nothing closes.
pub(crate) fn unclosed(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => drop(open.pop()),
            _ => {}
        }
    }
    open.first().copied()
}

/// How many bytes of a text are its first word.
fn length(text: &str, first: char, names: &[&str]) -> usize {
    let ends = |length: usize| text[length..].chars().next().is_none_or(|c| !c.is_alphanumeric());
    let is_here = |name: &&&str| !name.is_empty() && text.starts_with(**name) && ends(name.len());
    let name = names.iter().filter(is_here).map(|name| name.len()).max();
    if let Some(length) = name {
        return length;
    }
    if first == '{' {
        return text.find('}').map_or(text.len(), |end| end + 1);
    }
    if MARKS.contains(&first) {
        return first.len_utf8();
    }
    // "'s" after a name is a word of its own.
    let end = text.char_indices().skip(1).find(|(_, c)| c.is_whitespace() || MARKS.contains(c) || "()".contains(*c));
    end.map_or(text.len(), |(end, _)| end)
}

fn small(word: &str) -> String {
    word.chars().flat_map(char::to_lowercase).map(|c| if matches!(c, '−' | '–') { '-' } else { c }).collect()
}

/// The words of a text in another generation of wording, as this edition says them. What they
/// were is in the places of the words.
pub(crate) fn of_this_edition(tokens: Vec<Token>) -> Vec<Token> {
    let mut now: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let rest = &tokens[at..];
        let fits = |words: &str| {
            let mut count = 0;
            for (index, word) in words.split(' ').enumerate() {
                if rest.get(index).is_none_or(|token| token.word != word) {
                    return None;
                }
                count = index + 1;
            }
            Some(count)
        };
        let found =
            GENERATIONS.iter().filter_map(|(before, today)| Some((fits(before)?, *today))).max_by_key(|it| it.0);
        match found {
            Some((count, today)) => {
                let (from, to) = (rest[0].from, rest[count - 1].to);
                let words = today.split(' ').filter(|word| !word.is_empty());
                now.extend(words.map(|word| Token { word: word.to_owned(), is_name: false, from, to }));
                at += count;
            }
            None => {
                now.push(rest[0].clone());
                at += 1;
            }
        }
    }
    now
}

/// What other generations of wording say, and what this edition says for it. The longest fits.
const GENERATIONS: &[(&str, &str)] = &[
    ("comes into play", "enters the battlefield"),
    ("come into play", "enter the battlefield"),
    ("enters the battlefield", "enters the battlefield"),
    ("enters", "enters the battlefield"),
    ("enters under", "enters the battlefield under"),
    ("enter the battlefield", "enter the battlefield"),
    ("enter", "enter the battlefield"),
    ("entered", "entered the battlefield"),
    ("entered the battlefield", "entered the battlefield"),
    ("removed from the game", "exiled"),
    ("converted mana cost", "mana value"),
    ("converted mana costs", "mana values"),
    ("target creature or player", "any target"),
    ("target creature , player , or planeswalker", "any target"),
    ("this creature", "~"),
    ("this artifact", "~"),
    ("this enchantment", "~"),
    ("this land", "~"),
    ("this permanent", "~"),
    ("this spell", "~"),
    ("this card", "~"),
    ("this aura", "~"),
    ("this equipment", "~"),
    ("this vehicle", "~"),
    ("this class", "~"),
    ("this saga", "~"),
    ("this token", "~"),
    ("this token's", "~ 's"),
    ("this emblem", "~"),
    ("activate this ability no", "activate no"),
    ("this planeswalker", "~"),
    ("this creature's", "~ 's"),
    ("this permanent's", "~ 's"),
    ("this enchantment's", "~ 's"),
    ("this vehicle's", "~ 's"),
    ("this artifact's", "~ 's"),
    ("this card's", "~ 's"),
    ("this spell's", "~ 's"),
    ("this class's", "~ 's"),
    ("this saga's", "~ 's"),
    ("activate this ability only", "activate only"),
    ("this ability triggers only", "this ability triggers only"),
    ("any time you could cast a sorcery", "as a sorcery"),
    ("any time you could cast an instant", "as an instant"),
    ("'s", "'s"),
    ("it's", "it is"),
    ("it's not", "it isn't"),
    ("you're", "you are"),
    ("you're not", "you aren't"),
    ("that's", "that is"),
    ("there's", "there is"),
    ("they're", "they are"),
    ("you've", "you have"),
    ("they've", "they have"),
    ("put a 1/1", "create a 1/1"),
    ("to your mana pool", ""),
    ("his or her", "their"),
    ("he or she", "they"),
    ("he or she controls", "they control"),
    ("he or she owns", "they own"),
    ("he or she pays", "they pay"),
    ("he or she does", "they do"),
    ("he or she sacrifices", "they sacrifice"),
    ("he or she discards", "they discard"),
    ("he or she draws", "they draw"),
    ("he or she loses", "they lose"),
    ("he or she has", "they have"),
    ("he or she gains", "they gain"),
    ("he or she puts", "they put"),
    ("he or she casts", "they cast"),
    ("him or her", "that player"),
    ("to him", "to ~"),
    ("to him or her", "to that player"),
    ("to her", "to ~"),
    ("on him", "on ~"),
    ("on him or her", "on that player"),
    ("on her", "on ~"),
    ("return him to", "return it to"),
    ("return her to", "return it to"),
    ("under his owner's", "under its owner's"),
    ("under her owner's", "under its owner's"),
    ("he's still", "it is still"),
    ("she's still", "it is still"),
    ("that player or that planeswalker's controller", "that player"),
    ("an opponent's", "an opponent's"),
    ("all creatures you control", "creatures you control"),
    ("until the end of turn", "until end of turn"),
    ("regardless of whether", "regardless of whether"),
    ("can't be countered by spells or abilities", "can't be countered"),
    ("he deals", "it deals"),
    ("she deals", "it deals"),
    ("also gain", "gain"),
    ("also gains", "gains"),
    ("also get", "get"),
    ("also gets", "gets"),
    ("also have", "have"),
    ("also has", "has"),
    ("also deals", "deals"),
    ("also costs", "costs"),
    ("also put", "put"),
    ("also regenerate", "regenerate"),
];

/// The words in italics that mark abilities of one kind and have no meaning in the rules (CR
/// 207.2c).
const ABILITY_WORDS: &str = "adamant|addendum|battalion|bloodrush|channel|chroma|cohort|constellation|converge|\
    council's dilemma|coven|delirium|domain|eminence|enrage|fateful hour|ferocious|formidable|grandeur|hellbent|\
    heroic|imprint|inspired|join forces|kinship|landfall|lieutenant|magecraft|metalcraft|morbid|pack tactics|parley|\
    radiance|raid|rally|revolt|spell mastery|strive|sweep|tempting offer|threshold|undergrowth|will of the council";

/// Drops the ability words at the beginning of the lines of a paragraph.
pub(crate) fn drop_ability_words(text: &str, tokens: &mut Vec<Token>) {
    let begins = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| text.get(tokens[before].to..tokens[at].from));
        at == 0 || before.is_some_and(|between| between.contains('\n'))
    };
    for at in (0..tokens.len()).rev().filter(|at| begins(*at)).collect::<Vec<_>>() {
        let dash = tokens[at..].iter().take(5).position(|token| token.word == "—");
        let said =
            dash.map(|dash| tokens[at..at + dash].iter().map(|it| it.word.as_str()).collect::<Vec<_>>().join(" "));
        if let (Some(dash), Some(said)) = (dash, said)
            && ABILITY_WORDS.split('|').any(|word| word == said)
        {
            tokens.drain(at..=at + dash);
        }
    }
}

/// The lines of a paragraph, or the part of a line that is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lines<'t> {
    /// Where it begins in the text, in bytes.
    pub(crate) from: usize,
    pub(crate) text: &'t str,
    /// Whether it is a level, to which what follows belongs (CR 711.2, 717.2).
    pub(crate) is_head: bool,
}

/// The paragraphs of a text.
pub(crate) fn paragraphs(text: &str) -> Vec<Lines<'_>> {
    let mut at = 0;
    let mut found: Vec<Lines<'_>> = Vec::new();
    let size = |line: &str| line.trim().split_once('/').is_some_and(|(one, other)| is_figure(one) && is_figure(other));
    for line in text.split('\n') {
        match found.last_mut() {
            // The modes of an ability stand on lines of their own (CR 700.2).
            Some(it) if line.trim_start().starts_with('•') => it.text = &text[it.from..at + line.len()],
            // What a card that is drafted face up allows follows it (CR 905.2c).
            Some(it) if it.text.starts_with("Draft ") && it.text.ends_with(" face up.") => {
                it.text = &text[it.from..at + line.len()]
            }
            // So does the size of a level.
            Some(it) if it.is_head && it.text.starts_with(LEVEL) && size(line) => {
                it.text = &text[it.from..at + line.len()]
            }
            _ if line.trim().is_empty() => {}
            _ => {
                let head = class_level(line);
                let is_head = head.is_some() || line.starts_with(LEVEL);
                let (text, rest) = head.unwrap_or((line, ""));
                found.push(Lines { from: at, text, is_head });
                let rest = rest.trim_start();
                if !rest.is_empty() {
                    found.push(Lines { from: at + line.len() - rest.len(), text: rest, is_head: false });
                }
            }
        }
        at += line.len() + 1;
    }
    found
}

/// The paragraphs of a spell: what is done instead of what the paragraph before says belongs to it.
pub(crate) fn with_alternatives<'t>(text: &'t str, lines: Vec<Lines<'t>>) -> Vec<Lines<'t>> {
    let mut found: Vec<Lines<'t>> = Vec::new();
    for line in lines {
        let mut words = tokens(line.text, &[]);
        let all = words.len();
        drop_ability_words(line.text, &mut words);
        let is_instead = |at: &usize| {
            let next = words.get(at + 1).map(|it| it.word.as_str());
            words[*at].word == "instead" && next != Some("of")
        };
        let is_alternative = words.len() < all && (0..words.len()).any(|at| is_instead(&at));
        match found.last_mut() {
            Some(before) if is_alternative => before.text = &text[before.from..line.from + line.text.len()],
            _ => found.push(line),
        }
    }
    found
}

/// How the level of a leveler card begins.
const LEVEL: &str = "LEVEL ";

fn is_figure(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// The level of a Class that a line begins with, and the rest of the line.
fn class_level(line: &str) -> Option<(&str, &str)> {
    const SAID: &str = ": Level ";
    let number = line.find(SAID)? + SAID.len();
    let end = line[number..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |end| number + end);
    let rest = line[end..].trim_start();
    let rest = if rest.is_empty() || rest.starts_with('(') { rest } else { rest.strip_prefix('—')? };
    (end > number).then_some((&line[..end], rest))
}

#[cfg(test)]
mod tests {
    use super::{of_this_edition, paragraphs, tokens};

    #[test]
    fn a_level_stands_apart_from_what_belongs_to_it() {
        let found = |text: &'static str| paragraphs(text).iter().map(|it| (it.text, it.is_head)).collect::<Vec<_>>();
        let leveler = "Level up {1}\nLEVEL 1-2\n3/3\nFlying\nLEVEL 3+\n5/5";
        assert_eq!(
            found(leveler),
            [("Level up {1}", false), ("LEVEL 1-2\n3/3", true), ("Flying", false), ("LEVEL 3+\n5/5", true)]
        );
        let class = "Reach\n{1}{G}: Level 2 — Trample\n{G}: Level 3\nHaste";
        let parts =
            [("Reach", false), ("{1}{G}: Level 2", true), ("Trample", false), ("{G}: Level 3", true), ("Haste", false)];
        assert_eq!(found(class), parts);
        assert_eq!(paragraphs(class)[2].from, class.find("Trample").unwrap());
    }

    fn words(text: &str) -> Vec<String> {
        of_this_edition(tokens(text, &["Grim Tester", "Grim"])).into_iter().map(|token| token.word).collect()
    }

    #[test]
    fn a_name_is_one_word_and_what_reminds_is_left_out() {
        assert_eq!(words("Grim Tester's power is 2 (it's small)."), ["~", "'s", "power", "is", "2", "."]);
        assert_eq!(words("{2/W}, {T}: Add {G}."), ["{2/w}", ",", "{t}", ":", "add", "{g}", "."]);
    }

    #[test]
    fn older_wording_reads_as_this_editions() {
        assert_eq!(words("When Grim enters,"), words("When Grim Tester comes into play,"));
    }
}
