//! The named choices of each body, and the numbers for their names.

use crate::card::lexicon::{Names, Operand};

use super::super::Misnamed;
use super::super::syntax::{Form, Node, Part};
use super::super::visit::{At, Visitor, walk};
use super::{Section, Within};

/// A choice to be stored.
#[derive(Debug)]
struct Choice {
    /// A name or a number.
    into: Result<String, usize>,
    /// The lists around it, innermost last.
    lists: Vec<usize>,
    /// The byte offset in the text.
    at: usize,
}

/// The names of the choices of each body in the text, in order, with their numbers: the lowest ones
/// that no choice of the body uses explicitly.
pub(super) fn of(text: &str, tree: &Node) -> Result<Vec<Vec<(String, usize)>>, Misnamed> {
    let mut finder = Finder { text, within: Within::default(), found: Vec::new(), lists: Vec::new(), counted: 0 };
    walk(tree, &mut finder);
    finder.found.iter().map(|choices| placed(choices)).collect()
}

fn placed(choices: &[Choice]) -> Result<Vec<(String, usize)>, Misnamed> {
    let mut free = (0..).filter(|place| !choices.iter().any(|it| it.into.as_ref().err() == Some(place)));
    let mut names: Vec<(String, usize)> = Vec::new();
    for (index, choice) in choices.iter().enumerate() {
        let Ok(name) = &choice.into else { continue };
        if name.is_empty() {
            return Err(Misnamed { at: choice.at, message: "the name of a choice is empty".to_owned() });
        }
        // Choices that are never both made, as in two modes or the two branches of an `If`, may
        // share a name.
        let both = |other: &&Choice| other.lists.starts_with(&choice.lists) || choice.lists.starts_with(&other.lists);
        if choices[..index].iter().filter(|it| it.into.as_ref().ok() == Some(name)).any(|it| both(&it)) {
            let message = format!("something is chosen into `{name}` already; name each choice otherwise");
            return Err(Misnamed { at: choice.at, message });
        }
        if !names.iter().any(|(it, _)| it == name) {
            names.extend(free.next().map(|place| (name.clone(), place)));
        }
    }
    Ok(names)
}

struct Finder<'t> {
    text: &'t str,
    within: Within,
    found: Vec<Vec<Choice>>,
    lists: Vec<usize>,
    counted: usize,
}

impl<'a> Visitor<'a> for Finder<'_> {
    fn enter(&mut self, at: At<'a>) {
        if let Some(Section::Body(_) | Section::Replacement(_)) = self.within.enter(at) {
            self.found.push(Vec::new());
        }
    }

    fn leave(&mut self, _at: At<'a>) {
        self.within.leave();
    }

    fn operand(&mut self, operand: &'static Operand, part: &'a Part) {
        if operand.names != Some(Names::NewChoice) {
            return;
        }
        let Some(found) = self.within.body().and_then(|body| self.found.get_mut(body)) else { return };
        let at = part.value.span.start;
        let into = match &part.value.form {
            Form::Text(name) => Ok(name.clone()),
            _ => Err(self.text[part.value.span.clone()].parse().unwrap_or(usize::MAX)),
        };
        found.push(Choice { into, lists: self.lists.clone(), at });
    }

    fn enter_list(&mut self) {
        self.counted += 1;
        self.lists.push(self.counted);
    }

    fn leave_list(&mut self) {
        self.lists.pop();
    }
}
