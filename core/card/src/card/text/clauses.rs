//! Clauses: a subject, verbs that agree with it, and a common ending.

use crate::card::ast::filter::{Objects, Players};

use crate::card::wording::inflection::{Person, conjugated, list, running, spaced};

/// A clause before inflection: "target player loses 1 life", "draw a card".
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) subject: String,
    pub(super) person: Person,
    /// Whether the subject is left out: "draw a card" addresses you.
    pub(super) command: bool,
    /// Each verb with the words after it.
    pub(super) verbs: Vec<(String, String)>,
    /// The common ending: a duration, "for each …".
    pub(super) tail: String,
    /// The player who is the subject.
    pub(super) who: Option<Players>,
    /// Whether it is short enough for another such clause to follow after "and".
    pub(super) brief: bool,
    /// Whether it continues from the result of the clause before it: "exile it, then return it".
    pub(super) then: bool,
    /// The objects that are the subject.
    pub(super) what: Option<Objects>,
    /// Whether it says more of the objects that the clause before it is about.
    pub(super) more: bool,
    /// Whether it is a sentence of its own, or several.
    pub(super) alone: bool,
}

impl Clause {
    pub(super) fn new(subject: impl Into<String>, person: Person, verb: &str, rest: impl Into<String>) -> Clause {
        Clause {
            subject: subject.into(),
            person,
            command: false,
            verbs: vec![(verb.to_owned(), rest.into())],
            tail: String::new(),
            who: None,
            what: None,
            more: false,
            brief: false,
            then: false,
            alone: false,
        }
    }

    /// An action without a subject.
    pub(super) fn command(verb: &str, rest: impl Into<String>) -> Clause {
        Clause { command: true, ..Clause::new("you", Person::You, verb, rest) }
    }

    pub(super) fn with_tail(self, tail: impl Into<String>) -> Clause {
        Clause { tail: tail.into(), ..self }
    }

    fn verbs(&self, form: impl Fn(&str) -> String) -> String {
        let verbs: Vec<String> =
            self.verbs.iter().map(|(verb, rest)| spaced([form(verb).as_str(), rest.as_str()])).collect();
        spaced([list(&verbs, "and").as_str(), self.tail.as_str()])
    }

    /// The predicate: "loses 1 life".
    fn said(&self) -> String {
        self.verbs(|verb| conjugated(verb, self.person))
    }

    /// The clause on its own.
    pub(super) fn finite(&self) -> String {
        if self.command { self.said() } else { spaced([self.subject.as_str(), self.said().as_str()]) }
    }

    /// The clause after "may": "draw a card", "have target player lose 1 life".
    pub(super) fn infinitive(&self, who: &Players) -> String {
        let bare = self.verbs(str::to_owned);
        if self.has_other_subject(who) { spaced(["have", self.subject.as_str(), bare.as_str()]) } else { bare }
    }

    /// Whether its subject is anyone or anything other than this player.
    pub(super) fn has_other_subject(&self, who: &Players) -> bool {
        !((self.command && self.who.is_none()) || self.who.as_ref() == Some(who))
    }
}

/// A clause, or a complete sentence such as a condition with its consequences.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Clause(Clause),
    Sentence(String),
}

impl Piece {
    /// The piece with its subject stated, if known.
    pub(super) fn with_subject(&self) -> Piece {
        match self {
            Piece::Clause(clause) if clause.who.is_some() => Piece::Clause(Clause { command: false, ..clause.clone() }),
            piece => piece.clone(),
        }
    }

    fn text(&self) -> String {
        match self {
            Piece::Clause(clause) => clause.finite(),
            Piece::Sentence(text) => text.clone(),
        }
    }
}

/// The words that continue one sentence with the next clause; `None` if it needs a sentence of its
/// own.
fn joined(before: &Piece, next: &Piece) -> Option<String> {
    let (Piece::Clause(before), Piece::Clause(next)) = (before, next) else { return None };
    if before.alone || next.alone {
        return None;
    }
    if next.then {
        return Some(format!(", then {}", next.finite()));
    }
    // "Scry 2, then draw a card."
    let chained = |clause: &Clause, verbs: &[&str]| {
        let you = clause.command && clause.who == Some(Players::You);
        you && clause.verbs.iter().all(|(verb, _)| verbs.contains(&verb.as_str()))
    };
    let done = ["draw", "discard", "scry", "surveil", "mill"];
    if before.tail.is_empty() && chained(before, &done) && chained(next, &done) {
        return Some(format!(", then {}", next.finite()));
    }
    // "Target creature gets +1/+0 until end of turn and can't be blocked this turn."
    if next.more && before.what.is_some() && before.what == next.what {
        return Some(format!(" and {}", next.said()));
    }
    let of_you = |clause: &Clause| clause.who == Some(Players::You);
    // "Put a +1/+1 counter on it and draw a card."
    let gains = |clause: &Clause| {
        let gains = ["draw", "scry", "surveil", "gain", "lose", "add"];
        clause.verbs.iter().all(|(verb, _)| gains.contains(&verb.as_str()))
    };
    if before.brief && before.command && before.who.is_none() && before.tail.is_empty() && of_you(next) && gains(next) {
        return Some(format!(" and {}", next.finite()));
    }
    // "You gain 3 life and draw a card."
    if before.brief && before.tail.is_empty() && !before.command && next.command && of_you(before) && of_you(next) {
        return Some(format!(" and {}", next.said()));
    }
    if !before.tail.is_empty() || before.command || next.command {
        return None;
    }
    if before.who.is_some() && before.who == next.who && before.person != Person::You {
        let of = |clause: &Clause| clause.verbs.iter().all(|(verb, _)| done.contains(&verb.as_str()));
        let link = if of(before) && of(next) { ", then" } else { " and" };
        return Some(format!("{link} {}", next.said()));
    }
    // "You draw two cards and you lose 1 life."
    let you = before.who == Some(Players::You) && next.who == before.who;
    ((before.brief || you) && next.brief).then(|| format!(" and {}", next.finite()))
}

/// Whether a command continues a clause about you: "you draw a card and you lose 1 life".
fn both_said_to_you(before: &Piece, next: &Piece) -> bool {
    let (Piece::Clause(before), Piece::Clause(next)) = (before, next) else { return false };
    let you = Some(Players::You);
    before.command && before.tail.is_empty() && before.who == you && next.brief && next.who == you
}

/// The pieces as sentences, still without capitals and full stops.
pub(super) fn sentences(pieces: &[Piece]) -> Vec<String> {
    let mut written: Vec<String> = Vec::new();
    let mut length = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| pieces.get(index));
        let link = before.filter(|_| length == 1).and_then(|before| joined(before, piece));
        match (link, written.last_mut()) {
            (Some(link), Some(sentence)) => {
                sentence.push_str(&link);
                length += 1;
            }
            (None, Some(sentence)) if length == 1 && before.is_some_and(|before| both_said_to_you(before, piece)) => {
                *sentence = format!("you {sentence} and {}", piece.text());
                length += 1;
            }
            _ => {
                written.push(piece.text());
                length = 1;
            }
        }
    }
    written
}

/// The pieces as one sentence, so that a condition governs all of them.
pub(super) fn one_sentence(pieces: &[Piece]) -> String {
    let texts = sentences(pieces);
    if texts.iter().any(|text| text.contains(". ")) {
        return running(&texts).trim_end_matches('.').to_owned();
    }
    match texts.as_slice() {
        [] => "nothing happens".to_owned(),
        _ => texts.join(", then "),
    }
}
