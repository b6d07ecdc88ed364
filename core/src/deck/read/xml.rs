//! Lists in XML, as MTGO (`.dek`) and Cockatrice (`.cod`) write them.

use roxmltree::{Document, Node, ParsingOptions};

use super::{Place, Reader, Section, Wrong, count};

/// The longest list in XML that is read, in bytes: a thousand cards and long comments.
const MOST_BYTES: usize = 256 << 10;

/// The mark of a commander in a list of MTGO, which has it in the sideboard.
const MTGO_COMMANDER: &str = "16777728";

/// The places in a text.
struct Places<'a> {
    text: &'a str,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl Places<'_> {
    fn of(text: &str) -> Places<'_> {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Places { text, lines }
    }

    fn at(&self, offset: usize) -> Place {
        let line = self.lines.partition_point(|begin| *begin <= offset);
        let begin = line.checked_sub(1).and_then(|line| self.lines.get(line)).copied().unwrap_or_default();
        (line, self.text.get(begin..offset).map_or(1, |before| before.chars().count() + 1))
    }

    fn of_node(&self, node: Node<'_, '_>) -> Place {
        self.at(node.range().start)
    }
}

impl Reader<'_> {
    /// Reads a list. There are no entities in it but those of XML itself.
    pub(super) fn xml(&mut self, text: &str) {
        if text.len() > MOST_BYTES {
            let message = format!("no list in XML longer than {MOST_BYTES} bytes is read; save it as a text");
            return self.error((1, 1), None, message);
        }
        let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
        let document = match Document::parse_with_options(text, options) {
            Ok(document) => document,
            Err(error) => {
                let (place, at) = (error.pos(), format!(" at {}", error.pos()));
                let why = error.to_string().replace(&at, "");
                let message = format!("the XML of this list is broken: {why}; export the list again, or as a text");
                return self.error((place.row as usize, place.col as usize), None, message);
            }
        };
        let places = Places::of(text);
        let root = document.root_element();
        let read = match root.tag_name().name() {
            "Deck" => Reader::mtgo,
            "cockatrice_deck" => Reader::cockatrice,
            other => {
                let message = format!(
                    "`<{other}>` is no deck list; there are lists in XML of MTGO (`<Deck>`) and Cockatrice \
                     (`<cockatrice_deck>`): export this one as a text"
                );
                return self.error(places.of_node(root), None, message);
            }
        };
        for node in root.children().filter(|node| !node.is_comment()) {
            let done = read(self, node, &places);
            if !self.goes_on(done) {
                return;
            }
        }
    }

    fn mtgo(&mut self, node: Node<'_, '_>, places: &Places<'_>) -> Result<(), Wrong> {
        match node.tag_name().name() {
            "NetDeckID" | "PreconstructedDeckID" => Ok(()),
            "Cards" => {
                known(node, places, &["CatID", "Quantity", "Sideboard", "Name", "Annotation"])?;
                let wrong = |name, value, remedy| {
                    Err((places.of_node(node), None, format!("`{name}=\"{value}\"` means nothing here; {remedy}")))
                };
                let side = match node.attribute("Sideboard") {
                    None | Some("false") => false,
                    Some("true") => true,
                    Some(other) => return wrong("Sideboard", other, "write true or false"),
                };
                let section = match node.attribute("Annotation") {
                    None | Some("0") if side => Section::Sideboard,
                    None | Some("0") => Section::Main,
                    Some(MTGO_COMMANDER) => Section::Commander,
                    Some(other) => return wrong("Annotation", other, "write 0"),
                };
                self.entry(section, node, ("Quantity", "Name"), places)
            }
            _ => blank(node, places),
        }
    }

    fn cockatrice(&mut self, node: Node<'_, '_>, places: &Places<'_>) -> Result<(), Wrong> {
        match node.tag_name().name() {
            // What the program keeps beside the list.
            "deckname" | "comments" | "tags" | "lastLoadedTimestamp" | "bannerCard" | "sideboard_plan" => Ok(()),
            "zone" => {
                known(node, places, &["name"])?;
                let section = match node.attribute("name").unwrap_or_default() {
                    "main" => Section::Main,
                    "side" => Section::Sideboard,
                    // Tokens to have at hand are no part of a deck.
                    "tokens" => return Ok(()),
                    other => {
                        let message = format!("a deck has no zone `{other}`; write main, side or tokens");
                        return Err((places.of_node(node), None, message));
                    }
                };
                for card in node.children().filter(|node| !node.is_comment()) {
                    let done = match card.tag_name().name() {
                        "card" => {
                            let beside = ["price", "setShortName", "collectorNumber", "uuid"];
                            known(card, places, &[&["number", "name"][..], &beside].concat())
                                .and_then(|()| self.entry(section, card, ("number", "name"), places))
                        }
                        _ => blank(card, places),
                    };
                    if !self.goes_on(done) {
                        break;
                    }
                }
                Ok(())
            }
            _ => blank(node, places),
        }
    }

    /// Puts the cards of an element, which has their number and their name.
    fn entry(
        &mut self,
        section: Section,
        node: Node<'_, '_>,
        (number, name): (&str, &str),
        places: &Places<'_>,
    ) -> Result<(), Wrong> {
        let place = places.of_node(node);
        let of = |attribute: &str| {
            let lacks = || (place, None, format!("`<{}>` has no `{attribute}`; write it", node.tag_name().name()));
            node.attribute_node(attribute).ok_or_else(lacks)
        };
        let (number, name) = (of(number)?, of(name)?);
        let count = count(number.value(), name.value()).map_err(|message| (place, None, message))?;
        let place = places.at(name.range_value().start);
        let card = self.names.card(name.value()).map_err(|message| (place, Some(name.value().to_owned()), message))?;
        self.put(section, count, card, place)
    }
}

/// Refuses an element that says more than it can.
fn known(node: Node<'_, '_>, places: &Places<'_>, attributes: &[&str]) -> Result<(), Wrong> {
    let other = node.attributes().find(|attribute| !attributes.contains(&attribute.name()));
    other.map_or(Ok(()), |other| {
        let (tag, name) = (node.tag_name().name(), other.name());
        let message = format!("`{name}` of `<{tag}>` means nothing here; there are: {}", attributes.join(", "));
        Err((places.at(other.range().start), None, message))
    })
}

/// Refuses whatever is not the blank between two elements.
fn blank(node: Node<'_, '_>, places: &Places<'_>) -> Result<(), Wrong> {
    let told = match node.text().filter(|_| node.is_text()) {
        Some(text) if text.trim().is_empty() => return Ok(()),
        Some(text) => format!("`{}`", text.trim().chars().take(40).collect::<String>()),
        None => format!("`<{}>`", node.tag_name().name()),
    };
    Err((places.of_node(node), None, format!("{told} means nothing in a deck list; remove it")))
}
