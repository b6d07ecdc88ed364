//! Resolves the names of targets and choices to positions.
//!
//! `targets: [(as: "victim", what: …)]` names a target for the instructions of that body or mode:
//! `Target("victim")`. `Choose(…, into: "spoils")` names a choice for the rest of the resolution
//! and for the delayed abilities that it creates: `Chosen("spoils")`. So it does in the
//! instructions of a replacement effect. An ability that is granted, or that a token has, is a
//! separate text where none of these names are known.

mod choice_names;

use crate::card::lexicon::{self, NameScope, Operand};
use crate::message::near;

use super::syntax::{Form, Node, Part};
use super::visit::{At, Visitor, walk};
use super::{Edit, Misnamed};

/// The edits that replace the names in a text with positions.
pub(super) fn resolved(text: &str, tree: &Node) -> Result<Vec<Edit>, Misnamed> {
    let choices = choice_names::of(text, tree)?;
    let mut names = Names { within: Within::default(), choices, targets: Vec::new(), edits: Vec::new(), wrong: None };
    walk(tree, &mut names);
    names.wrong.map_or(Ok(names.edits), Err)
}

/// A separate text, or a section with its own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// An ability: it can't refer to anything outside.
    Ability,
    /// A body with its own targets and choices. The number counts the bodies of the file.
    Body(usize),
    /// A mode with its own targets.
    Mode,
    /// The instructions of a static ability's replacement effect, with their own choices. The
    /// number counts the bodies of the file.
    Replacement(usize),
    /// The body of a delayed ability: it shares the choices of its creator, and the targets too if
    /// it has none.
    Delayed {
        /// Whether it has its own targets.
        own: bool,
    },
}

/// The sections around a place, innermost last.
#[derive(Debug, Default)]
struct Within {
    sections: Vec<Section>,
    words: Vec<Option<NameScope>>,
    /// For each of these words, whether it is a section.
    marks: Vec<bool>,
    bodies: usize,
}

impl Within {
    fn enter(&mut self, at: At<'_>) -> Option<Section> {
        let around = self.words.last().copied().flatten();
        let section = match at.word.scope {
            Some(NameScope::Ability) => Some(Section::Ability),
            Some(NameScope::Body) if around == Some(NameScope::Delayed) => {
                Some(Section::Delayed { own: has_targets(at.node) })
            }
            Some(NameScope::Body) => {
                self.bodies += 1;
                Some(Section::Body(self.bodies - 1))
            }
            Some(NameScope::Mode) => Some(Section::Mode),
            // What a spell or ability establishes knows its targets and choices.
            Some(NameScope::Replacement) if self.is_outside_of_bodies() => {
                self.bodies += 1;
                Some(Section::Replacement(self.bodies - 1))
            }
            Some(NameScope::Replacement | NameScope::Delayed | NameScope::Target) | None => None,
        };
        self.sections.extend(section);
        self.words.push(at.word.scope);
        self.marks.push(section.is_some());
        section
    }

    fn is_outside_of_bodies(&self) -> bool {
        matches!(self.sections.last(), None | Some(Section::Ability))
    }

    fn leave(&mut self) -> Option<Section> {
        self.words.pop();
        if self.marks.pop() == Some(true) { self.sections.pop() } else { None }
    }

    /// The body whose choices are in scope.
    fn body(&self) -> Option<usize> {
        let inner = self.sections.iter().rev().find_map(|section| match section {
            Section::Body(number) | Section::Replacement(number) => Some(Some(*number)),
            Section::Ability => Some(None),
            Section::Mode | Section::Delayed { .. } => None,
        });
        inner.flatten()
    }
}

fn has_targets(body: &Node) -> bool {
    let some = |node: &Node| node.field("targets").is_some_and(|it| !it.items().is_empty());
    let modes = body.field("modes").and_then(|it| it.field("of"));
    some(body) || modes.is_some_and(|it| it.items().iter().any(some))
}

/// A visitor that replaces names with positions.
struct Names {
    within: Within,
    /// The names of the choices in each body, with their numbers.
    choices: Vec<Vec<(String, usize)>>,
    /// The targets of the sections, innermost last, by position; `None` for a target without a
    /// name.
    targets: Vec<Vec<Option<String>>>,
    edits: Vec<Edit>,
    wrong: Option<Misnamed>,
}

impl<'a> Visitor<'a> for Names {
    fn enter(&mut self, at: At<'a>) {
        let outer = self.targets.last().cloned().unwrap_or_default();
        match self.within.enter(at) {
            Some(Section::Ability) => self.targets.push(Vec::new()),
            Some(Section::Delayed { own: false }) => self.targets.push(outer),
            Some(_) => self.name_targets(at.node),
            None => {}
        }
        if at.word.scope == Some(NameScope::Target) {
            let named = at.node.parts().iter().filter(|part| part.key.as_deref() == Some("as"));
            self.edits.extend(named.map(|part| Edit { at: part.span.clone(), with: String::new() }));
        }
    }

    fn leave(&mut self, _at: At<'a>) {
        if self.within.leave().is_some() {
            self.targets.pop();
        }
    }

    fn operand(&mut self, operand: &'static Operand, part: &'a Part) {
        let Form::Text(name) = &part.value.form else { return };
        let at = part.value.span.clone();
        let number = match operand.names {
            Some(lexicon::Names::Target) => self.target(name),
            Some(lexicon::Names::Choice | lexicon::Names::NewChoice) => self.choice(name),
            None => return,
        };
        match number {
            Ok(number) => self.edits.push(Edit { at, with: number.to_string() }),
            Err(message) => self.fail(at.start, message),
        }
    }
}

impl Names {
    fn fail(&mut self, at: usize, message: String) {
        self.wrong.get_or_insert(Misnamed { at, message });
    }

    /// Begins a section with its own targets.
    fn name_targets(&mut self, section: &Node) {
        let mut names: Vec<Option<String>> = Vec::new();
        for item in section.field("targets").map_or(&[][..], Node::items) {
            let name = item.field("as");
            let said = match name.map(|it| &it.form) {
                Some(Form::Text(said)) => Some(said.clone()),
                Some(_) => {
                    self.fail(
                        item.span.start,
                        "a target's name stands in quotation marks: `as: \"victim\"`".to_owned(),
                    );
                    None
                }
                None => None,
            };
            if let (Some(said), Some(node)) = (&said, name) {
                if said.is_empty() {
                    self.fail(node.span.start, "a target's name is empty".to_owned());
                } else if names.iter().flatten().any(|it| it == said) {
                    self.fail(node.span.start, format!("two targets here are called `{said}`; name each otherwise"));
                }
            }
            names.push(said);
        }
        self.targets.push(names);
    }

    fn target(&self, name: &str) -> Result<usize, String> {
        let here = self.targets.last().map_or(&[][..], Vec::as_slice);
        if let Some(position) = here.iter().position(|it| it.as_deref() == Some(name)) {
            return Ok(position);
        }
        let known: Vec<&str> = here.iter().flatten().map(String::as_str).collect();
        if let Some(near) = near(name, known.iter().copied()).first() {
            return Err(format!("no target is called `{name}` here; did you mean `{near}`?"));
        }
        if self.targets.iter().flatten().flatten().any(|it| it == name) {
            let why = "a mode and an ability that is granted have targets of their own";
            return Err(format!("`{name}` is a target of another part of the card: {why} (CR 115.3, 700.2c)"));
        }
        let chosen = self.within.body().and_then(|it| self.choices.get(it));
        if chosen.is_some_and(|it| it.iter().any(|(it, _)| it == name)) {
            return Err(format!("`{name}` is no target, but a choice: `Chosen(\"{name}\")`"));
        }
        Err(match self.within.sections.last() {
            None | Some(Section::Ability | Section::Replacement(_)) => {
                format!(
                    "`{name}` is spoken of where there are no targets: only a body with `targets` has them (CR 115.1)"
                )
            }
            _ => format!(
                "no target is called `{name}` here; name it in `targets`: `(as: \"{name}\", what: …)`{}",
                list(&known)
            ),
        })
    }

    fn choice(&self, name: &str) -> Result<usize, String> {
        let Some(body) = self.within.body() else {
            return Err(format!("`{name}` is spoken of where nothing is chosen: only instructions choose (CR 608.2d)"));
        };
        let here = self.choices.get(body).map_or(&[][..], Vec::as_slice);
        if let Some((_, place)) = here.iter().find(|(it, _)| it == name) {
            return Ok(*place);
        }
        let known: Vec<&str> = here.iter().map(|(name, _)| name.as_str()).collect();
        if let Some(near) = near(name, known.iter().copied()).first() {
            return Err(format!("nothing is chosen into `{name}` here; did you mean `{near}`?"));
        }
        if self.choices.iter().flatten().any(|(it, _)| it == name) {
            return Err(format!(
                "`{name}` is chosen by another ability; an instruction speaks of choices of its own resolution"
            ));
        }
        if self.targets.last().is_some_and(|it| it.iter().flatten().any(|it| it == name)) {
            return Err(format!("`{name}` is no choice, but a target: `Target(\"{name}\")`"));
        }
        Err(format!(
            "nothing is chosen into `{name}` here; an instruction before does that: `Choose(…, into: \"{name}\")`{}",
            list(&known)
        ))
    }
}

/// The known names, for the end of a message.
fn list(known: &[&str]) -> String {
    if known.is_empty() { String::new() } else { format!("; there is `{}`", known.join("`, `")) }
}
