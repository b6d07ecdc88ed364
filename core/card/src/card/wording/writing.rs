//! Writing by rows: the first words of the first row that can say a value.

use std::ops::Range;

use super::category::Cat;
use super::inflection::{Person, capitalized, with_article};
use super::kernel::{
    Agreement, Agrees, Form, Part, Rows, Value, Want, inflected, numbered, wanted_many_is_unsaid,
    wanted_tense_is_unsaid,
};

/// A phrase that is written.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) agreement: Agreement,
}

impl Said {
    pub(crate) fn new(text: impl Into<String>, agreement: Agreement) -> Said {
        Said { text: text.into(), agreement }
    }
}

/// Writes what no row says.
pub(crate) trait Writer {
    /// The object with the text.
    fn this(&mut self) -> String;

    /// What follows happens if something else did not: "it" is nothing that happened then.
    fn otherwise(&mut self);

    /// A phrase; none if its value has no words.
    fn phrase(&mut self, category: Cat, value: &Value, want: &Want) -> Option<Said>;

    /// Whose a zone is to which objects go, and in what number the zone is.
    fn owner(&mut self, objects: &Value, agreement: Agreement) -> Option<Said>;

    /// Writes something, or nothing: what was mentioned in vain is forgotten.
    fn attempt(&mut self, write: &mut dyn FnMut(&mut dyn Writer) -> bool) -> bool;
}

/// A clause that is written. Its verb is inflected where the clause stands.
#[derive(Clone, Debug)]
pub(crate) struct SaidClause {
    /// What acts; none if its first word tells you what to do.
    pub(crate) subject: Option<Said>,
    /// Who acts, if one phrase says it.
    pub(crate) who: Option<Value>,
    /// Whether you are left out as its subject.
    pub(crate) is_command: bool,
    /// The verb in its base form.
    pub(crate) verb: &'static str,
    /// What follows the verb.
    pub(crate) rest: String,
    /// Whether it says how long, or for each of what, so that nothing can be joined to it.
    pub(crate) is_closed: bool,
}

impl Rows {
    /// The words for a value, by the first words of a row of its category that can say it.
    pub(crate) fn write(&self, category: Cat, value: &Value, want: &Want, writer: &mut dyn Writer) -> Option<Said> {
        self.first(category, value, writer, &|holes, parts, writer| {
            let is_unsaid = wanted_many_is_unsaid(want, parts) || wanted_tense_is_unsaid(want, parts);
            if is_unsaid { None } else { Writing::new(holes, want).all(parts, writer) }
        })
    }

    /// The clause for a value.
    pub(crate) fn clause(&self, category: Cat, value: &Value, writer: &mut dyn Writer) -> Option<SaidClause> {
        let want = Want::default();
        self.first(category, value, writer, &|holes, parts, writer| Writing::new(holes, &want).clause(parts, writer))
    }

    fn first<T>(&self, category: Cat, value: &Value, writer: &mut dyn Writer, write: &Write<'_, T>) -> Option<T> {
        for row in self.of(category).iter().filter(|row| row.is_written) {
            let Some(holes) = (row.take)(value) else { continue };
            for parts in row.surfaces {
                let mut said = None;
                let mut attempt = |writer: &mut dyn Writer| {
                    said = write(&holes, parts, writer);
                    said.is_some()
                };
                if writer.attempt(&mut attempt) {
                    return said;
                }
            }
        }
        None
    }
}

/// Writes the words of a row with values in its holes.
type Write<'w, T> = dyn Fn(&[Value], &'static [Part], &mut dyn Writer) -> Option<T> + 'w;

/// A row that is being written, with the values in its holes.
struct Writing<'w> {
    holes: &'w [Value],
    want: &'w Want,
    /// What the phrases in the slots agree with.
    said: Vec<Option<Agreement>>,
    first: Option<Agreement>,
    line: Line,
}

impl<'w> Writing<'w> {
    fn new(holes: &'w [Value], want: &'w Want) -> Writing<'w> {
        Writing { holes, want, said: vec![None; holes.len()], first: None, line: Line::default() }
    }

    fn agreement(&self, agrees: Agrees) -> Agreement {
        agrees.of(self.want, |hole| self.said.get(hole).copied().flatten())
    }

    /// The words of a row.
    fn all(mut self, parts: &[Part], writer: &mut dyn Writer) -> Option<Said> {
        self.parts(parts, 0..parts.len(), writer)?;
        Some(Said { text: self.line.text, agreement: self.first.or(self.want.agreement).unwrap_or(Person::One) })
    }

    /// The words of a row as a clause: what acts stands before the first verb. Without one, its
    /// first word tells you what to do.
    fn clause(mut self, parts: &'static [Part], writer: &mut dyn Writer) -> Option<SaidClause> {
        // "{what} can't attack."
        let verb = match parts {
            [Part::Slot { .. }, Part::Word("can't" | "must"), ..] => 1,
            parts => parts.iter().position(|part| matches!(part, Part::Verb(_, Form::Plain, _))).unwrap_or(0),
        };
        self.parts(parts, 0..verb, writer)?;
        let (verb_said, subject) = match &parts.get(verb)? {
            // Whoever does it stands before.
            Part::Verb(stem, _, Agrees::Wanted) if verb == 0 => (*stem, None),
            Part::Verb(stem, _, agrees) => {
                let text = std::mem::take(&mut self.line.text);
                (*stem, Some(Said::new(text, self.agreement(*agrees))))
            }
            Part::Word(word) if verb == 0 => (*word, None),
            Part::Word(word) => (*word, Some(Said::new(std::mem::take(&mut self.line.text), self.first?))),
            _ => return None,
        };
        let (who, is_command) = match &parts[..verb] {
            [Part::Slot { hole, category, .. }] => {
                let is_you = subject.as_ref().is_some_and(|it| it.agreement == Person::You);
                (self.holes.get(*hole).cloned(), *category == Cat::Told && is_you)
            }
            before => (None, before.is_empty() && subject.is_none()),
        };
        self.parts(parts, verb + 1..parts.len(), writer)?;
        let closes = |part: &Part| match part {
            Part::Slot { category, .. } => category.closes_a_clause(),
            part => matches!(part, Part::Word("." | ",")),
        };
        let is_closed = parts.iter().any(closes);
        Some(SaidClause { subject, who, is_command, verb: verb_said, rest: self.line.text, is_closed })
    }

    fn parts(&mut self, parts: &[Part], range: Range<usize>, writer: &mut dyn Writer) -> Option<()> {
        for index in range {
            self.part(parts, index, writer)?;
        }
        Some(())
    }

    fn part(&mut self, parts: &[Part], index: usize, writer: &mut dyn Writer) -> Option<()> {
        match &parts[index] {
            Part::Word("~") => self.line.push(&writer.this()),
            Part::Word("otherwise") => {
                writer.otherwise();
                self.line.push("otherwise");
            }
            Part::Word(word) => self.line.push(word),
            Part::Verb(stem, form, agrees) => {
                let verb = inflected(stem, *form, self.want.tense, self.agreement(*agrees));
                if *form == Form::Joined { self.line.joined(&verb) } else { self.line.push(&verb) }
            }
            Part::Pronoun(pronoun, agrees) => self.line.push(pronoun.said(self.agreement(*agrees))),
            Part::Owned(zone, agrees) => {
                let Agrees::With(hole) = agrees else { return None };
                let owner = writer.owner(self.holes.get(*hole)?, self.agreement(*agrees))?;
                self.line.push(&owner.text);
                self.line.push(&numbered(zone, owner.agreement));
            }
            Part::Noun(noun, agrees) => self.line.push(&numbered(noun, self.agreement(*agrees))),
            Part::Slot { hole, category, agrees } => {
                let value = self.holes.get(*hole)?;
                let near = |at: Option<usize>| at.and_then(|at| parts.get(at));
                let wanted = Want {
                    agreement: agrees.map(|agrees| self.agreement(agrees)),
                    counted: matches!(near(index.checked_sub(1)), Some(Part::Word("no")))
                        || matches!(agrees, Some(Agrees::With(_))),
                    first: self.first.is_none(),
                    acts: matches!(near(Some(index + 1)), Some(Part::Verb(_, _, Agrees::With(of))) if of == hole),
                    subject: match agrees {
                        Some(Agrees::With(subject)) if category.follows_a_subject() => {
                            self.holes.get(*subject).cloned()
                        }
                        _ => None,
                    },
                    ..self.want.in_slot(*category, *agrees)
                };
                let phrase = writer.phrase(*category, value, &wanted)?;
                self.line.push(&phrase.text);
                self.said[*hole] = Some(phrase.agreement);
                self.first.get_or_insert(phrase.agreement);
            }
        }
        Some(())
    }
}

/// Words that become a text.
#[derive(Default)]
struct Line {
    text: String,
    /// Whether "a" comes before the next word, or "an".
    article: bool,
}

impl Line {
    /// "It's", "you're": a verb that joins a pronoun.
    fn joined(&mut self, verb: &str) {
        let pronoun = self.text.rsplit(' ').next().unwrap_or_default();
        match (pronoun, verb) {
            ("it" | "that" | "there", "is") => self.text.push_str("'s"),
            ("you" | "they", "are") => self.text.push_str("'re"),
            _ => self.push(verb),
        }
    }

    fn push(&mut self, word: &str) {
        if word.is_empty() {
            return;
        }
        let capital = self.text.ends_with('.').then(|| capitalized(word));
        let word = capital.as_deref().unwrap_or(word);
        if word == "a" {
            self.article = true;
            return;
        }
        // A dash joins, and so does one at the beginning of a phrase.
        let joined = word.starts_with([',', '.', ':', ';', '—']) || word.starts_with("'s") || self.text.ends_with('—');
        if !self.text.is_empty() && !joined {
            self.text.push(' ');
        }
        if std::mem::take(&mut self.article) {
            self.text.push_str(&with_article(word));
        } else {
            self.text.push_str(word);
        }
    }
}
