//! Printed cards: which faces are one card, in the forms of files and of what people paste.

use std::collections::{BTreeMap, BTreeSet};

use super::printed::{NotRead, Printed};
use crate::card::layout::BETWEEN_NAMES;

/// A printed card: its faces, and what is told of its layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrintedCard {
    /// Its faces, in order unless each stands in a line of its own.
    pub faces: Vec<Printed>,
    pub(super) told: Hint,
}

/// What is told of the layout of a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Hint {
    /// Nothing. The faces are in order.
    #[default]
    Nothing,
    /// It is double-faced. The faces are in order.
    DoubleFaced,
    /// It is a split card; the halves are in either order.
    Split,
    /// It is a flip card; the halves are in either order.
    Flip,
    /// It transforms; the faces are in either order.
    Transforming,
    /// It melds with the card of this name, into its second face.
    Meld(String),
    /// More than one layout.
    Several,
}

/// Why a printed card is not read, and which of its faces says so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct Refused {
    /// The index of the printed face.
    pub face: usize,
    /// Why.
    pub why: NotRead,
}

impl From<Printed> for PrintedCard {
    /// A card with all of its faces in one line.
    fn from(mut line: Printed) -> PrintedCard {
        let back = line.back.take().map(|back| *back);
        let others = std::mem::take(&mut line.faces);
        // A face in the line of another has no other faces of its own.
        let is_alone = |face: &Printed| face.link().is_none() && face.back.is_none() && face.faces.is_empty();
        let told = match (&back, others.is_empty()) {
            _ if !back.iter().chain(&others).all(is_alone) => Hint::Several,
            (Some(_), false) => Hint::Several,
            (Some(_), true) => Hint::DoubleFaced,
            (None, _) => Hint::Nothing,
        };
        let first = (!says_all(&line, &others)).then_some(line);
        PrintedCard { faces: first.into_iter().chain(back).chain(others).collect(), told }
    }
}

/// Whether a line has the names of all of these faces, and says nothing but what they say.
fn says_all(line: &Printed, faces: &[Printed]) -> bool {
    let joined = |said: fn(&Printed) -> &str, between: &str| faces.iter().map(said).collect::<Vec<_>>().join(between);
    let types = [String::new(), faces.iter().take(1).map(|face| face.type_line.as_str()).collect()];
    let is_type = types.contains(&line.type_line) || line.type_line == joined(|face| &face.type_line, BETWEEN_NAMES);
    let is_text = line.text.is_empty() || line.text == joined(|face| &face.text, "\n//\n");
    let has_more = !line.cost.is_empty() || line.pt.is_some() || line.loyalty.is_some() || line.color.is_some();
    faces.len() > 1 && line.name == joined(|face| &face.name, BETWEEN_NAMES) && is_type && is_text && !has_more
}

impl Printed {
    /// What its line tells of the layout, and the name of the other face.
    fn link(&self) -> Option<(Hint, &str)> {
        let links = [(Hint::Split, &self.split), (Hint::Flip, &self.flip), (Hint::Transforming, &self.transform)];
        let links = links.into_iter().chain([(Hint::Meld(String::new()), &self.meld)]);
        let mut links = links.filter_map(|(told, name)| Some((told, name.as_deref()?)));
        let (told, name) = links.next()?;
        let is_one = links.next().is_none() && self.back.is_none() && self.faces.is_empty();
        Some((if is_one { told } else { Hint::Several }, name))
    }
}

/// The cards of a file with a face, or all faces of a card, on each line. Faces with lines of their
/// own are put together where the first of them stands.
pub fn printed_cards(lines: Vec<Printed>) -> Vec<PrintedCard> {
    let linked = lines.iter().filter(|line| line.link().is_some());
    let linked: BTreeMap<String, Printed> = linked.map(|line| (line.name.clone(), line.clone())).collect();
    let mut joined = BTreeSet::new();
    let mut cards = Vec::new();
    for line in lines {
        let Some((told, name)) = line.link() else {
            cards.push(line.into());
            continue;
        };
        if joined.contains(&line.name) {
            continue;
        }
        let other = linked.get(name);
        let (told, other) = match (told, other.and_then(Printed::link)) {
            // Each of a meld pair is a card of its own, with what they meld into.
            (Hint::Transforming, Some((Hint::Meld(_), pair))) => match counterpart(pair, &line.name) {
                Some(with) => (Hint::Meld(with), other),
                None => (Hint::Transforming, None),
            },
            (Hint::Meld(_), _) => {
                let melds =
                    |of: &str| linked.get(of.trim()).is_some_and(|it| it.transform.as_ref() == Some(&line.name));
                if name.split(';').any(melds) {
                    continue;
                }
                (Hint::Meld(String::new()), None)
            }
            (told, Some((back, to))) if told == back && to == line.name => {
                joined.insert(name.to_owned());
                (told, other)
            }
            (told, _) => (told, None),
        };
        // A face in a line of its own has a color indicator only if that is told.
        let faces = std::iter::once(line.clone()).chain(other.cloned());
        let faces = faces.map(|face| Printed { color: Some(face.color.unwrap_or_default()), ..face });
        cards.push(PrintedCard { faces: faces.collect(), told });
    }
    cards
}

/// The other of a meld pair.
fn counterpart(pair: &str, one: &str) -> Option<String> {
    let (first, second) = pair.split_once(';')?;
    let other = match (first.trim() == one, second.trim() == one) {
        (true, false) => second,
        (false, true) => first,
        _ => return None,
    };
    Some(other.trim().to_owned())
}

impl PrintedCard {
    /// Reads a card as people paste it: each face on lines of its own, with a line `//` or `---`
    /// between two. The first line may have all names.
    pub fn pasted(text: &str) -> PrintedCard {
        PrintedCard::of_blocks(text, Printed::pasted)
    }

    /// Reads a card with this name as people paste it, with or without the line with its name.
    pub fn pasted_as(name: &str, text: &str) -> PrintedCard {
        PrintedCard::of_blocks(text, |first| Printed::pasted_as(name, first))
    }

    fn of_blocks(text: &str, first: impl Fn(&str) -> Printed) -> PrintedCard {
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let mut blocks: Vec<Vec<&str>> = lines.split(|line| is_between_faces(line)).map(<[&str]>::to_vec).collect();
        tell_apart(&mut blocks);
        let mut blocks = blocks.iter().map(|block| block.join("\n"));
        let front = first(&blocks.next().unwrap_or_default());
        let faces = std::iter::once(front).chain(blocks.map(|block| Printed::pasted(&block))).collect();
        PrintedCard { faces, told: Hint::Nothing }
    }

    /// The card as people paste it, without what other keys tell of its layout.
    pub fn as_pasted(&self) -> String {
        self.faces.iter().map(Printed::as_pasted).collect::<Vec<_>>().join("\n//\n")
    }

    /// The names of its faces.
    pub fn name(&self) -> String {
        self.faces.iter().map(|face| face.name.as_str()).collect::<Vec<_>>().join(BETWEEN_NAMES)
    }

    /// Whether it or one of its faces has this name.
    pub fn is_named(&self, name: &str) -> bool {
        let mut faces = self.faces.iter();
        self.name().eq_ignore_ascii_case(name) || faces.any(|face| face.name.eq_ignore_ascii_case(name))
    }
}

/// Gives each face its own of the lines that stand before the first one and are said of all: the
/// names, or names and type lines.
fn tell_apart(blocks: &mut [Vec<&str>]) {
    let [names, types, ..] = blocks[0][..] else { return };
    let names: Vec<&str> = names.split(BETWEEN_NAMES).collect();
    let types: Vec<&str> = types.split(BETWEEN_NAMES).collect();
    if names.len() != blocks.len() || names.len() < 2 {
        return;
    }
    let is_of_names = types.len() == names.len();
    let begins =
        |(at, name): (usize, &&str)| blocks[at].get(usize::from(at == 0)).is_some_and(|it| it.starts_with(*name));
    if is_of_names {
        blocks[0].drain(..2);
        for (block, (name, types)) in blocks.iter_mut().zip(names.into_iter().zip(types)) {
            block.splice(0..0, [name, types]);
        }
    } else if names.iter().enumerate().all(begins) {
        blocks[0].remove(0);
    }
}

/// Whether a line stands between two faces.
pub fn is_between_faces(line: &str) -> bool {
    let line = line.trim();
    line == BETWEEN_NAMES.trim() || (line.len() >= 3 && line.chars().all(|c| c == '-'))
}
