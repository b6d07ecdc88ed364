//! Cards: all of their faces read, and put together.

use std::collections::BTreeMap;

use super::faces::{PrintedCard, Refused};
use super::layout::{Layout, layout};
use super::printed::{NotRead, facts};
use super::text::{Paragraph, join, read_paragraphs, read_text};
use crate::card::ast::ability::{Ability, Face, StaticAbility};
use crate::card::ast::effect::StaticEffect;
use crate::card::check::context::out_of_place;
use crate::card::layout::Card;

/// Reads a printed card.
///
/// # Errors
///
/// [`Refused`]: what of it is not understood, or means nothing where it stands. A word of a later
/// edition is told before all else.
pub fn read_printed(printed: &PrintedCard) -> Result<Card, Refused> {
    let (mut faces, mut refused) = (Vec::new(), Vec::new());
    for (index, face) in printed.faces.iter().enumerate() {
        let read = facts(face).and_then(|it| {
            let abilities = read_text(&it, &face.text).map_err(NotRead::Text)?;
            Ok(Face { abilities, ..it })
        });
        match read {
            Ok(face) => faces.push(face),
            Err(why) => refused.push(Refused { face: index, why }),
        }
    }
    if !refused.is_empty() {
        let edition = refused.iter().position(|it| it.why.kind() == "edition");
        return Err(refused.swap_remove(edition.unwrap_or(0)));
    }
    let of_all = |why| Refused { face: 0, why };
    let card = layout(printed, &faces, true).map_err(of_all)?.of(faces);
    wrong(&card).map_or(Ok(card), |why| Err(of_all(NotRead::Meaningless(why))))
}

/// A card of which perhaps not every paragraph is read.
#[derive(Clone, Debug, PartialEq)]
pub struct PartlyRead {
    /// The card with all that is read. It means something as it is.
    pub card: Card,
    /// The paragraphs that are not read, in order.
    pub unread: Vec<UnreadParagraph>,
    /// The whole card, if all but one ability of a permanent is read: that one is a text that is
    /// not executed.
    pub in_part: Option<Card>,
}

/// A paragraph of a printed card that is not read.
#[derive(Clone, Debug, PartialEq)]
pub struct UnreadParagraph {
    /// The index of its printed face.
    pub face: usize,
    /// Where it begins in the text of its face, in bytes.
    pub from: usize,
    /// Its words, with the modes that stand on lines of their own.
    pub text: String,
    /// The number of the ability of the face that follows it, from 0.
    pub before: usize,
    /// Why it is not read; its place is one in the whole text of its face.
    pub why: NotRead,
}

/// The paragraphs of all faces, each with the index of its face.
struct Paragraphs<'t> {
    layout: Layout,
    faces: &'t [Face],
    all: Vec<(usize, Paragraph<'t>)>,
}

impl Paragraphs<'_> {
    /// The head of the section of a paragraph, if that is another one: a level (CR 711.2, 717.2).
    fn head(&self, index: usize) -> Option<usize> {
        let (face, paragraph) = &self.all[index];
        let mut before = (0..index).rev().take_while(|it| self.all[*it].0 == *face);
        before.find(|it| self.all[*it].1.is_head).filter(|_| !paragraph.is_head)
    }

    /// The card with some of the paragraphs, and how many abilities of its face stand before each.
    fn with(&self, kept: &[usize]) -> (Card, Vec<usize>) {
        let (faces, before) = with(self.faces, &self.all, kept);
        (self.layout.of(faces), before)
    }

    /// The card with some of the paragraphs and with one as a text that is not executed, if that
    /// means something. One of a level cannot be told from what follows the level.
    fn in_part(&self, kept: &[usize], unread: &UnreadParagraph) -> Option<Card> {
        let (mut faces, _) = with(self.faces, &self.all, kept);
        if self.all.iter().any(|(face, paragraph)| *face == unread.face && paragraph.is_head) {
            return None;
        }
        let text = unread.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let effect = StaticEffect::NotExecuted(text);
        let ability = StaticAbility { condition: None, zone: effect.zone(), effect, elsewhere: false };
        let abilities = &mut faces.get_mut(unread.face)?.abilities;
        abilities.insert(unread.before.min(abilities.len()), Ability::Static(ability));
        let card = self.layout.of(faces);
        wrong(&card).is_none().then_some(card)
    }

    /// The paragraphs that mean something together, as many as do from the beginning, and why the
    /// others that are read mean nothing.
    fn kept(&self) -> Result<(Vec<usize>, BTreeMap<usize, String>), NotRead> {
        let (all, mut without) = (read(&self.all), BTreeMap::new());
        if wrong(&self.with(&all).0).is_none() {
            return Ok((all, without));
        }
        if let Some(why) = wrong(&self.with(&[]).0) {
            return Err(NotRead::Meaningless(why));
        }
        let mut kept = Vec::new();
        for index in all {
            // What belongs to a level is not kept without it.
            if let Some(why) = self.head(index).and_then(|head| without.get(&head).cloned()) {
                without.insert(index, why);
                continue;
            }
            kept.push(index);
            if let Some(why) = wrong(&self.with(&kept).0) {
                kept.pop();
                without.insert(index, why);
            }
        }
        Ok((kept, without))
    }
}

/// The paragraphs that are read.
fn read(all: &[(usize, Paragraph<'_>)]) -> Vec<usize> {
    (0..all.len()).filter(|index| all[*index].1.read.is_ok()).collect()
}

/// Faces with some of their paragraphs, and how many abilities of its face stand before each.
fn with(faces: &[Face], all: &[(usize, Paragraph<'_>)], kept: &[usize]) -> (Vec<Face>, Vec<usize>) {
    let (mut faces, mut before) = (faces.to_vec(), Vec::new());
    for (index, (face, paragraph)) in all.iter().enumerate() {
        let abilities = &mut faces[*face].abilities;
        before.push(abilities.len());
        let read = paragraph.read.as_ref().ok().filter(|_| kept.contains(&index));
        join(abilities, read.cloned().unwrap_or_default());
    }
    (faces, before)
}

/// Reads as much of a printed card as can be read, paragraph by paragraph.
///
/// # Errors
///
/// [`Refused`] if there is no card to put abilities on: a fact is unknown, the facts alone
/// contradict one another, or what is read does not tell the layout.
pub fn read_partly(printed: &PrintedCard) -> Result<PartlyRead, Refused> {
    let faces = printed.faces.iter().enumerate();
    let faces = faces.map(|(index, face)| facts(face).map_err(|why| Refused { face: index, why }));
    let faces: Vec<Face> = faces.collect::<Result<_, _>>()?;
    let texts = faces.iter().zip(&printed.faces).enumerate();
    let all = texts.flat_map(|(index, (face, it))| read_paragraphs(face, &it.text).map(move |it| (index, it)));
    let all: Vec<(usize, Paragraph<'_>)> = all.collect();
    let of_all = |why| Refused { face: 0, why };
    let understood = read(&all);
    let layout = layout(printed, &with(&faces, &all, &understood).0, understood.len() == all.len()).map_err(of_all)?;
    let paragraphs = Paragraphs { layout, faces: &faces, all };
    let (kept, without) = paragraphs.kept().map_err(of_all)?;
    let (card, before) = paragraphs.with(&kept);
    let unread = paragraphs.all.iter().enumerate().filter_map(|(index, (face, paragraph))| {
        let why = match &paragraph.read {
            Err(unread) => NotRead::Text(unread.clone()),
            Ok(_) => NotRead::Meaningless(without.get(&index)?.clone()),
        };
        let (from, text, before) = (paragraph.from, paragraph.text.to_owned(), before[index]);
        Some(UnreadParagraph { face: *face, from, text, before, why })
    });
    let unread: Vec<UnreadParagraph> = unread.collect();
    let in_part = match unread.as_slice() {
        [one] => paragraphs.in_part(&kept, one),
        _ => None,
    };
    Ok(PartlyRead { card, unread, in_part })
}

/// Why a card cannot mean anything.
fn wrong(card: &Card) -> Option<String> {
    card.contradiction().map(|(_, why)| why).or_else(|| out_of_place(card))
}
