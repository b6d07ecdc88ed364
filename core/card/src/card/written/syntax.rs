//! Parses a card file into a tree of words, groups and lists with their places. A text that serde
//! couldn't read either has no tree.

use std::ops::Range;

/// The maximum nesting depth of a text with a tree; more than that of a card.
const MOST_NESTED: usize = 160;

/// A value in a text.
#[derive(Debug)]
pub(crate) struct Node {
    /// Its byte range.
    pub(crate) span: Range<usize>,
    /// Its form.
    pub(crate) form: Form,
}

/// The form of a value.
#[derive(Debug)]
pub(crate) enum Form {
    /// A word, with the contents of its parentheses if any.
    Word { name: String, inner: Option<Vec<Part>> },
    /// Parentheses without a word.
    Group(Vec<Part>),
    /// Square brackets.
    List(Vec<Node>),
    /// A quoted string.
    Text(String),
    /// A number, character or map, whose contents don't matter.
    Other,
}

/// An item between commas in parentheses.
#[derive(Debug)]
pub(crate) struct Part {
    /// The field's name, if it has one.
    pub(crate) key: Option<String>,
    /// Its value.
    pub(crate) value: Node,
    /// Its byte range, including its name and the comma after it.
    pub(crate) span: Range<usize>,
}

impl Node {
    /// The contents of its parentheses.
    pub(crate) fn parts(&self) -> &[Part] {
        match &self.form {
            Form::Word { inner: Some(parts), .. } | Form::Group(parts) => parts,
            _ => &[],
        }
    }

    /// The value of a field.
    pub(crate) fn field(&self, key: &str) -> Option<&Node> {
        self.parts().iter().find(|part| part.key.as_deref() == Some(key)).map(|part| &part.value)
    }

    /// The contents of its brackets.
    pub(crate) fn items(&self) -> &[Node] {
        if let Form::List(items) = &self.form { items } else { &[] }
    }
}

/// The tree of a text; `None` if it isn't a single value or is nested too deep.
pub(crate) fn parse(text: &str) -> Option<Node> {
    let mut reader = Reader { text, at: 0 };
    let node = reader.value(0)?;
    reader.space()?;
    (reader.at == text.len()).then_some(node)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        if there {
            self.at += wanted.len_utf8();
        }
        there
    }

    /// Skips white space and comments.
    fn space(&mut self) -> Option<()> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = self.rest();
            if rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if rest.starts_with("/*") {
                self.at += comment(rest)?;
            } else {
                return Some(());
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        if depth > MOST_NESTED {
            return None;
        }
        self.space()?;
        let start = self.at;
        let form = match self.peek()? {
            '(' => Form::Group(self.parts(depth)?),
            '[' => Form::List(self.list(depth)?),
            '"' => Form::Text(self.text()?),
            'r' if self.rest().starts_with("r\"") || self.rest().starts_with("r#\"") => Form::Text(self.raw()?),
            '\'' => self.letter()?,
            it if it.is_alphabetic() || it == '_' => self.word(depth)?,
            it if it.is_ascii_digit() || "+-.".contains(it) => {
                let number = |it: char| !it.is_ascii_alphanumeric() && !"+-._".contains(it);
                self.at += self.rest().find(number).unwrap_or(self.rest().len());
                Form::Other
            }
            _ => return None,
        };
        Some(Node { span: start..self.at, form })
    }

    fn word(&mut self, depth: usize) -> Option<Form> {
        let name = self.identifier();
        let after = self.at;
        self.space()?;
        if self.peek() == Some('(') {
            let inner = Some(self.parts(depth)?);
            return Some(Form::Word { name, inner });
        }
        self.at = after;
        Some(Form::Word { name, inner: None })
    }

    fn identifier(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(rest.len());
        let name = rest[..end].to_owned();
        self.at += end;
        name
    }

    fn parts(&mut self, depth: usize) -> Option<Vec<Part>> {
        let mut parts = Vec::new();
        self.at += 1;
        loop {
            self.space()?;
            if self.eat(')') {
                return Some(parts);
            }
            let start = self.at;
            let name = self.identifier();
            self.space()?;
            let key = (!name.is_empty() && self.eat(':')).then_some(name);
            if key.is_none() {
                self.at = start;
            }
            let value = self.value(depth + 1)?;
            let end = self.at;
            self.space()?;
            let last = !self.eat(',');
            let end = if last { end } else { self.at };
            parts.push(Part { key, value, span: start..end });
            if last {
                self.space()?;
                return self.eat(')').then_some(parts);
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Vec<Node>> {
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.space()?;
            if self.eat(']') {
                return Some(items);
            }
            items.push(self.value(depth + 1)?);
            self.space()?;
            if !self.eat(',') {
                self.space()?;
                return self.eat(']').then_some(items);
            }
        }
    }

    fn text(&mut self) -> Option<String> {
        let mut said = String::new();
        self.at += 1;
        let mut letters = self.text[self.at..].char_indices();
        while let Some((index, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += index + 1;
                    return Some(said);
                }
                '\\' => said.push(letters.next()?.1),
                letter => said.push(letter),
            }
        }
        None
    }

    fn raw(&mut self) -> Option<String> {
        let rest = &self.text[self.at + 1..];
        let marks = rest.len() - rest.trim_start_matches('#').len();
        let said = rest[marks..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(marks));
        let end = said.find(&close)?;
        let said = said[..end].to_owned();
        self.at += 1 + marks + 1 + end + close.len();
        Some(said)
    }

    fn letter(&mut self) -> Option<Form> {
        let rest = &self.text[self.at + 1..];
        let from = if rest.starts_with('\\') { 2 } else { 1 };
        let end = rest.char_indices().skip(from).find(|(_, it)| *it == '\'')?.0;
        self.at += 1 + end + 1;
        Some(Form::Other)
    }
}

/// The length of a comment, including nested ones.
fn comment(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return Some(at);
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    None
}
