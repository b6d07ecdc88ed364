//! A printed card as it is typed: what is read of it, where reading stops, and what could stand
//! there.

use std::ops::Range;

use retrace_core::card::file::write_abilities;
use retrace_core::card::read::{
    NotRead, Printed, PrintedCard, Unread, UnreadParagraph, Why, is_between_faces, read_paragraphs, read_partly,
};
use retrace_core::card::text::rules_text;
use retrace_core::card::{Ability, Card, CardType, Face, Keyword, SUBTYPE_TABLES};
use retrace_core::message::near;

use super::printed::printed_of;
use crate::describe::capitalized;

/// The most words that are offered at a place, and the most other things that are named there.
const OFFERED: usize = 8;

/// What is read of a typed card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Its faces, if their facts are read.
    pub faces: Vec<ReadFace>,
    /// Where reading stops, in the order of the text.
    pub stops: Vec<Stop>,
    /// The card, if all of it is read.
    pub card: Option<Card>,
    /// The card with its only ability that is not read as a text that is not executed.
    pub in_part: Option<Card>,
    /// Why the text is not one printed card.
    pub wrong: Option<String>,
}

/// A face of which the facts are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFace {
    /// The face.
    pub face: Face,
    /// The paragraphs of its text.
    pub paragraphs: Vec<ReadParagraph>,
}

/// A printed paragraph and what it became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadParagraph {
    /// Its printed words.
    pub printed: String,
    /// What it became.
    pub became: Became,
}

/// What a paragraph became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Became {
    /// Abilities; none if it only reminds of rules.
    Abilities {
        /// The rules text that the engine writes for them, line by line.
        text: Vec<String>,
        /// The abilities as a card file has them.
        data: String,
    },
    /// Nothing: reading stops at the place with this index.
    Stopped(usize),
}

/// A place where reading stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The words there; none where the text should go on.
    pub words: String,
    /// The place in what is typed, in bytes, if the words stand there as they are read.
    pub place: Option<Range<usize>>,
    /// Why.
    pub why: NotRead,
    /// Words that could stand there, those most like it first.
    pub offered: Vec<String>,
    /// What else could stand there, such as a number.
    pub others: Vec<String>,
}

impl Reading {
    /// Reads a card as it is typed or pasted.
    pub fn of(typed: &str) -> Reading {
        let wrong = |why: String| Reading { wrong: Some(why), ..Reading::default() };
        match printed_of(typed, PrintedCard::pasted).map(|file| file.cards) {
            Err(error) => wrong(error.to_string()),
            Ok(cards) => match cards.as_slice() {
                [] => Reading::default(),
                [card] => Reading::of_card(typed, card),
                several => wrong(format!(
                    "These are {} cards, since an empty line stands between two. Leave one of them here.",
                    several.len()
                )),
            },
        }
    }

    /// The card, or the card in part if that will do.
    pub fn taken(&self, in_part: bool) -> Option<&Card> {
        self.card.as_ref().or_else(|| self.in_part.as_ref().filter(|_| in_part))
    }

    fn of_card(typed: &str, printed: &PrintedCard) -> Reading {
        let read = match read_partly(printed) {
            Ok(read) => read,
            Err(refused) => return Reading { stops: vec![Stop::of_fact(typed, refused.why)], ..Reading::default() },
        };
        let lines = lines(typed, printed);
        let (mut faces, mut stops) = (Vec::new(), Vec::new());
        for (index, it) in printed.faces.iter().enumerate() {
            let Some(face) = read.card.faces().into_iter().find(|face| face.name == it.name) else { continue };
            let lines = lines.get(index).and_then(Option::as_deref);
            let paragraphs = read_paragraphs(face, &it.text).map(|paragraph| {
                let is_it = |unread: &&UnreadParagraph| (unread.face, unread.from) == (index, paragraph.from);
                let became = match (read.unread.iter().find(is_it), paragraph.read) {
                    (None, Ok(abilities)) => Became::of(face, abilities),
                    (unread, read) => {
                        let why = unread.map(|unread| unread.why.clone()).or_else(|| read.err().map(NotRead::Text));
                        let whole = paragraph.from..paragraph.from + paragraph.text.len();
                        stops.extend(why.map(|why| Stop::of(face, &it.text, whole, lines, why)));
                        Became::Stopped(stops.len().saturating_sub(1))
                    }
                };
                ReadParagraph { printed: paragraph.text.to_owned(), became }
            });
            let paragraphs = paragraphs.collect();
            faces.push(ReadFace { face: face.clone(), paragraphs });
        }
        let card = stops.is_empty().then_some(read.card);
        Reading { faces, stops, card, in_part: read.in_part, wrong: None }
    }
}

impl Became {
    fn of(face: &Face, abilities: Vec<Ability>) -> Became {
        let data = write_abilities(&abilities).unwrap_or_default().join("\n");
        Became::Abilities { text: rules_text(&Face { abilities, ..face.clone() }), data }
    }
}

impl Stop {
    /// The stop at a fact beside the text.
    fn of_fact(typed: &str, why: NotRead) -> Stop {
        let said = match &why {
            NotRead::Fact(said, _) => said.clone(),
            NotRead::Edition(later) => later.word(),
            _ => String::new(),
        };
        let at = typed.to_ascii_lowercase().find(&said.to_ascii_lowercase()).filter(|_| !said.is_empty());
        let place = at.map(|at| at..at + said.len());
        Stop { words: said, place, why, offered: Vec::new(), others: Vec::new() }
    }

    /// The stop in a paragraph of a face's text; `lines` is where the lines of the text are typed.
    fn of(face: &Face, text: &str, paragraph: Range<usize>, lines: Option<&[usize]>, why: NotRead) -> Stop {
        let at = match &why {
            NotRead::Text(unread) => unread.from..unread.to,
            _ => paragraph.clone(),
        };
        let place = |at: usize| {
            let before = text.get(..at)?;
            let column = before.rsplit('\n').next().map_or(at, str::len);
            Some(lines?.get(before.matches('\n').count())? + column)
        };
        let place = place(at.start).zip(place(at.end)).map(|(from, to)| from..to);
        let words = text.get(at).unwrap_or_default().to_owned();
        let (offered, others) = match &why {
            NotRead::Text(unread) if unread.why == Why::Unknown => could_stand(face, text, paragraph, unread),
            _ => (Vec::new(), Vec::new()),
        };
        Stop { words, place, why, offered, others }
    }

    /// What kind of refusal it is.
    pub fn heading(&self) -> &'static str {
        match &self.why {
            NotRead::Fact(..) | NotRead::Layout(_) => "The card is not told by its facts",
            NotRead::Edition(_) => "A word of a later edition",
            NotRead::Meaningless(_) => "It cannot do anything here",
            NotRead::Text(unread) => match unread.why {
                Why::Unknown => "These words are not known",
                Why::Ambiguous => "It can be read in several ways",
                Why::TooMuch => "It is too long, or can be read in too many ways",
                Why::Edition(_) => "A word of a later edition",
                Why::Mechanism(_) => "This is not read yet",
            },
        }
    }

    /// What the heading does not say of it, if there is more.
    pub fn told(&self) -> Option<String> {
        let is_said = |unread: &Unread| matches!(unread.why, Why::Unknown | Why::Ambiguous | Why::TooMuch);
        match &self.why {
            NotRead::Text(unread) if is_said(unread) => None,
            why => Some(capitalized(&why.to_string())),
        }
    }

    /// The readings of a paragraph that has several, each written out.
    pub fn readings(&self) -> &[String] {
        match &self.why {
            NotRead::Text(unread) if unread.is_ambiguous() => &unread.expected,
            _ => &[],
        }
    }

    /// The place to mark in what is typed: where nothing stands, the character before it.
    pub fn marked(&self, typed: &str) -> Option<Range<usize>> {
        let place = self.place.clone()?;
        let before = typed.get(..place.start)?.chars().next_back().map_or(0, char::len_utf8);
        Some(if place.is_empty() { place.start - before..place.end } else { place })
    }

    /// What is typed with an offered word at the place, and where that word ends.
    pub fn with(&self, typed: &str, word: &str) -> Option<(String, usize)> {
        let place = self.place.clone()?;
        let (before, there, after) = (typed.get(..place.start)?, typed.get(place.clone())?, typed.get(place.end..)?);
        let begun = format!("{before}{}", in_place_of(there, word));
        let end = begun.len();
        Some((begun + after, end))
    }
}

/// A word with the capital of what it replaces, or apart from the word before it.
fn in_place_of(there: &str, word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if there.starts_with(char::is_uppercase) => first.to_uppercase().chain(letters).collect(),
        Some(first) if there.is_empty() && first.is_alphanumeric() => format!(" {word}"),
        _ => word.to_owned(),
    }
}

/// The words that could stand where reading stops, the likeliest first, and what else could.
fn could_stand(face: &Face, text: &str, paragraph: Range<usize>, unread: &Unread) -> (Vec<String>, Vec<String>) {
    let there = text.get(unread.from..unread.to).unwrap_or_default();
    // A word of a phrase stands alone; what has a space describes a phrase. A comma or a full stop
    // takes the place of no word.
    let is_word = |it: &&String| match there.is_empty() {
        true => !it.contains(' '),
        false => it.chars().all(char::is_alphanumeric),
    };
    let (words, others): (Vec<&String>, Vec<&String>) = unread.expected.iter().partition(is_word);
    let others = others.into_iter().filter(|it| it.contains(' ')).take(OFFERED).cloned().collect();
    let words: Vec<&str> = words.into_iter().map(String::as_str).collect();
    let mut offered = near(there, words.iter().copied());
    let types: Vec<String> = CardType::ALL.iter().map(|kind| kind.to_string().to_lowercase()).collect();
    let mut known: Vec<&str> = types.iter().map(String::as_str).collect();
    for word in SUBTYPE_TABLES.iter().flat_map(|table| table.iter().copied()).chain(Keyword::words()) {
        known.push(word);
    }
    let helps = |word: &&str| {
        let before = text.get(paragraph.start..unread.from).unwrap_or_default();
        let after = text.get(unread.to..paragraph.end).unwrap_or_default();
        comes_further(face, &format!("{before}{}{after}", in_place_of(there, word)), before.len())
    };
    for word in near(there, known).into_iter().filter(helps).chain(words) {
        if !offered.contains(&word) {
            offered.push(word);
        }
    }
    (offered.into_iter().take(OFFERED).map(str::to_owned).collect(), others)
}

/// Whether a text of a face is read, or stops after a place.
fn comes_further(face: &Face, text: &str, place: usize) -> bool {
    read_paragraphs(face, text).all(|paragraph| match paragraph.read {
        Ok(_) => true,
        Err(unread) => unread.why == Why::Unknown && unread.from > place,
    })
}

/// Where each line of the text of each face begins in what is typed; none for a face whose text
/// stands there in another form.
fn lines(typed: &str, card: &PrintedCard) -> Vec<Option<Vec<usize>>> {
    let (mut all, mut begin) = (Vec::new(), 0);
    for line in typed.split('\n') {
        let trimmed = line.trim_start();
        if !trimmed.is_empty() {
            all.push((begin + line.len() - trimmed.len(), trimmed.trim_end()));
        }
        begin += line.len() + 1;
    }
    let mut blocks = all.split(|(_, line)| is_between_faces(line));
    let of = |face: &Printed| {
        let block = blocks.next()?;
        let count = face.text.lines().count();
        // The size or loyalty is the last line.
        let end = block.len().checked_sub(usize::from(face.pt.is_some() || face.loyalty.is_some()))?;
        let own = block.get(end.checked_sub(count)?..end)?;
        own.iter().map(|(_, line)| *line).eq(face.text.lines()).then(|| own.iter().map(|(at, _)| *at).collect())
    };
    card.faces.iter().map(of).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use super::*;

    const BEAR: &str = "Own Bear {1}{G}\nCreature — Bear\nTrample\nWhenever Own Bear attacks, draw a card.\n2/2\n";

    fn text(paragraph: &ReadParagraph) -> Vec<String> {
        match &paragraph.became {
            Became::Abilities { text, .. } => text.clone(),
            Became::Stopped(stop) => vec![format!("stop {stop}")],
        }
    }

    /// The words at the only place where reading stops, and the stop.
    fn stop(typed: &str) -> (String, Stop) {
        let read = Reading::of(typed);
        let [stop] = read.stops.as_slice() else { panic!("{:?}", read.stops) };
        assert_eq!(read.card, None);
        (typed[stop.place.clone().unwrap()].to_owned(), stop.clone())
    }

    #[test]
    fn each_paragraph_stands_beside_what_it_became() {
        let read = Reading::of(BEAR);
        assert_eq!((read.stops.as_slice(), read.wrong.as_ref(), read.in_part.as_ref()), (&[][..], None, None));
        assert_eq!(read.card.as_ref().map(Card::name), Some("Own Bear"));
        let [ReadFace { face, paragraphs }] = read.faces.as_slice() else { panic!("{read:?}") };
        assert_eq!(face.cost.as_ref().map(ToString::to_string).as_deref(), Some("{1}{G}"));
        assert_eq!(
            paragraphs.iter().map(text).collect::<Vec<_>>(),
            [vec!["Trample"], vec!["Whenever Own Bear attacks, draw a card."]]
        );
        let Became::Abilities { data, .. } = &paragraphs[1].became else { panic!("{paragraphs:?}") };
        assert!(data.starts_with("Triggered("), "{data}");
        assert_eq!(Reading::of(" \n"), Reading::default());
    }

    #[test]
    fn words_that_are_not_known_are_marked_and_the_nearest_ones_are_offered() {
        let typed = BEAR.replace("a card", "a crad").replace("\n2/2", "\r\n  2/2");
        let (words, stop) = stop(&typed);
        assert_eq!((words.as_str(), stop.heading()), ("crad", "These words are not known"));
        assert_eq!(stop.offered.first().map(String::as_str), Some("card"), "{:?}", stop.offered);
        let (better, end) = stop.with(&typed, "card").unwrap();
        assert!(better[..end].ends_with("draw a card") && Reading::of(&better).card.is_some(), "{better}");
        // As a sentence begins, in any paragraph, with what has a name only.
        let (words, stop) = self::stop(&BEAR.replace("Trample", "Tramle"));
        assert_eq!((words.as_str(), stop.offered[0].as_str()), ("Tramle", "trample"));
        assert!(stop.with("Tramle", "trample").is_none(), "another text");
        let (words, stop) = self::stop(&BEAR.replace("draw a card", "destroy target artefact"));
        assert_eq!((words.as_str(), stop.offered[0].as_str()), ("artefact", "artifact"));
        assert!(stop.others.iter().all(|it| it.contains(' ')), "{:?}", stop.others);
        // Where nothing stands, what is before it is marked.
        let typed = BEAR.replace("card.", "card");
        let (words, stop) = self::stop(&typed);
        assert!(words.is_empty() && stop.offered.contains(&".".to_owned()), "{:?}", stop.offered);
        assert_eq!(&typed[stop.marked(&typed).unwrap()], "d");
        assert!(Reading::of(&stop.with(&typed, ".").unwrap().0).card.is_some());
    }

    #[test]
    fn every_kind_of_refusal_has_its_place_and_heading() {
        let (words, stop) = stop(&BEAR.replace("Bear\nTrample", "Baer\nTrample"));
        assert_eq!((words.as_str(), stop.heading()), ("Baer", "The card is not told by its facts"));
        let (words, stop) = self::stop(&BEAR.replace("Trample", "Toxic 1"));
        assert_eq!((words.as_str(), stop.heading()), ("Toxic 1", "A word of a later edition"));
        let (words, stop) = self::stop("Own Plane\nPlane — Dominaria\nFrobnicate.\n");
        assert_eq!((words.as_str(), stop.heading()), ("Frobnicate.", "This is not read yet"));
        let several = Reading::of(&format!("{BEAR}\n{BEAR}"));
        assert!(several.wrong.unwrap().starts_with("These are 2 cards"));
        assert!(Reading::of("{\"name\": 3}").wrong.unwrap().starts_with("line 1 is no printed card"));
    }

    #[test]
    fn the_readings_of_a_paragraph_are_told() {
        let readings = ["Tap it.", "Untap it."].map(str::to_owned).to_vec();
        let unread = Unread { why: Why::Ambiguous, from: 0, to: 7, expected: readings.clone() };
        let stop = Stop::of(&Face::default(), "Tap it.", 0..7, Some(&[10]), NotRead::Text(unread));
        assert_eq!((stop.place.clone(), stop.readings(), stop.told()), (Some(10..17), readings.as_slice(), None));
        assert!(stop.offered.is_empty());
    }

    #[test]
    fn one_ability_that_is_not_read_can_stand_on_the_card_as_a_text() {
        let read = Reading::of(&BEAR.replace("draw a card", "frobnicate"));
        assert_eq!(read.taken(false), None);
        assert_eq!(read.taken(true).map(Card::name), Some("Own Bear"));
        let both = Reading::of(&BEAR.replace("draw a card", "frobnicate").replace("Trample", "Frobnicate"));
        assert_eq!((both.stops.len(), both.taken(true)), (2, None));
    }

    #[test]
    fn each_face_has_its_places() {
        let typed = "Own Left {R} // Own Right {U}\nInstant // Instant\nDraw a card.\n---\nDraw a crad.\n";
        let (words, _) = stop(typed);
        assert_eq!(words, "crad");
        assert_eq!(Reading::of(typed).faces.len(), 2);
        // JSON has the words in another form.
        let line = r#"{"name": "Own Rite", "cost": "{R}", "type": "Sorcery", "text": "Frobnicate."}"#;
        let stop = &Reading::of(line).stops[0];
        assert_eq!((stop.place.clone(), stop.words.as_str()), (None, "Frobnicate"));
    }
}
