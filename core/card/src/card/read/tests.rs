//! What is read of the bundled cards' own texts, and of a corpus of printed ones.
//!
//! `RETRACE_CORPUS=FILE` names a file with a printed card on each line, as `retrace cards read`
//! takes it; without it what needs one is skipped. `RETRACE_REPORT=FOLDER` writes there what was
//! read and what was not. `UPDATE=1` writes the ledger anew.

#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test says what it found")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::compared::{Parting, parting};
use super::{NotRead, Printed, PrintedCard, Unread, Why, printed_cards, read_partly, read_printed, read_text, trace};
use crate::card::ast::ability::{Ability, Face};
use crate::card::layout::Card;
use crate::card::normal::normalize_reading;
use crate::card::pool::bundled_cards;
use crate::card::text::rules_text;
use crate::card::wording::tokens::{Lines, paragraphs, tokens};

/// The head of the ledger.
const HEAD: &str = "\
# What is known of the texts of bundled cards: name, verdict of the text that is written against the printed one, and
# of the printed text as it is read against the card's data. No line quotes a text.
# written: `equal` (computed), `wording` (says the same otherwise), `old` (the printed text is older than the edition),
# `unclear` (can be misunderstood), `fault` (says or does something else), `-` (nobody has judged it, or no text).
# read: `back` (the written text reads back as the data), `-`; then the printed text: `right`, `other`, `unread`, `-`.
# Generated but for the judged verdicts: RETRACE_CORPUS=FILE UPDATE=1 cargo test -p retrace-card --lib ledger

";

/// Reads a card as people paste it.
fn read_pasted(text: &str) -> Result<Card, NotRead> {
    read_printed(&PrintedCard::pasted(text)).map_err(|refused| refused.why)
}

pub(super) fn report(name: &str, lines: &[String]) {
    if let Some(folder) = std::env::var_os("RETRACE_REPORT") {
        fs::write(PathBuf::from(folder).join(name), lines.join("\n")).unwrap();
    }
}

/// The printed cards of the corpus by name; none if there is no corpus.
pub(super) fn corpus() -> Option<Vec<Printed>> {
    let path = std::env::var_os("RETRACE_CORPUS")?;
    let text = fs::read_to_string(path).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Abilities in an order that does not matter.
fn sorted(abilities: &[Ability]) -> Vec<String> {
    let mut all: Vec<String> = abilities.iter().map(|it| format!("{it:?}")).collect();
    all.sort();
    all
}

fn normal(face: &Face) -> Face {
    let mut face = face.clone();
    normalize_reading(&mut face);
    face
}

/// The faces of the bundled cards.
fn faces() -> impl Iterator<Item = &'static Face> {
    bundled_cards().iter().flat_map(|card| card.faces())
}

/// The printed faces of the corpus by name.
fn printed_faces(corpus: &[Printed]) -> BTreeMap<&str, &Printed> {
    let all = corpus.iter().flat_map(|line| std::iter::once(line).chain(line.back.as_deref()).chain(&line.faces));
    all.map(|face| (face.name.as_str(), face)).collect()
}

/// Whether the text that is written of a face reads back as the face.
fn reads_back(face: &Face) -> bool {
    let face = normal(face);
    read_text(&face, &rules_text(&face).join("\n")).is_ok_and(|read| read == face.abilities)
}

fn ledger_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/card/read/ledger.txt")
}

/// The lines of the ledger: the verdicts by name.
fn ledger() -> BTreeMap<String, [String; 3]> {
    let text = fs::read_to_string(ledger_file()).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let mut parts = line.split('\t').map(str::to_owned);
            let mut next = || parts.next().unwrap_or_else(|| "-".to_owned());
            (next(), [next(), next(), next()])
        })
        .collect()
}

#[test]
fn the_ledger_is_what_is_so() {
    let known = ledger();
    let corpus = corpus();
    let printed = printed_faces(corpus.as_deref().unwrap_or_default());
    let (mut now, mut others) = (BTreeMap::new(), Vec::new());
    for face in faces() {
        let [judged, _, official] =
            known.get(&face.name).cloned().unwrap_or_else(|| ["-".into(), "-".into(), "-".into()]);
        let back = if reads_back(face) { "back" } else { "-" }.to_owned();
        let (written, official) = match printed.get(face.name.as_str()) {
            None => (judged, official),
            Some(printed) => {
                let judged = if judged == "equal" { "-".to_owned() } else { judged };
                let written = if parting(face, &printed.text).is_none() { "equal".to_owned() } else { judged };
                let official = match read_text(face, &printed.text) {
                    Ok(read) if sorted(&read) == sorted(&normal(face).abilities) => "right",
                    Ok(read) => {
                        let (name, text) = (&face.name, &printed.text);
                        others.push(format!("{name}\n  {text}\n  READ {read:?}\n  CARD {:?}", normal(face).abilities));
                        "other"
                    }
                    Err(_) => "unread",
                };
                (written, official.to_owned())
            }
        };
        now.insert(face.name.clone(), [written, back, official]);
    }
    report("printed-other.txt", &others);
    if std::env::var_os("UPDATE").is_some() {
        let lines: Vec<String> =
            now.iter().map(|(name, verdicts)| format!("{name}\t{}", verdicts.join("\t"))).collect();
        fs::write(ledger_file(), format!("{HEAD}{}\n", lines.join("\n"))).unwrap();
        return;
    }
    let differ: Vec<_> = now.iter().filter(|(name, verdicts)| known.get(*name) != Some(verdicts)).collect();
    let gone: Vec<_> = known.keys().filter(|name| !now.contains_key(*name)).collect();
    assert!(differ.is_empty() && gone.is_empty(), "the ledger says otherwise of {differ:?}, {gone:?}");
    if corpus.is_none() {
        eprintln!("what is printed was not compared: RETRACE_CORPUS names no corpus");
    }
}

/// A card without its texts.
fn facts_of(card: &Card) -> String {
    let faces = card.faces().into_iter().map(|face| {
        let Face { flipped, adventure, .. } = face;
        let nested = (flipped.is_some(), adventure.is_some());
        (nested, Face { abilities: Vec::new(), flipped: None, adventure: None, ..face.clone() })
    });
    let layout = ron::to_string(card).unwrap().split('(').next().map(str::to_owned);
    format!("{layout:?} {:?}", faces.collect::<Vec<_>>())
}

#[test]
fn what_is_printed_of_several_faces_is_what_is_bundled() {
    let mut compared = 0;
    for printed in printed_cards(corpus().unwrap_or_default()).iter().filter(|card| card.faces.len() > 1) {
        let Ok(read) = read_printed(printed) else { continue };
        for card in bundled_cards().iter().filter(|card| card.name() == read.name()) {
            assert_eq!(facts_of(&read), facts_of(card));
            compared += 1;
        }
    }
    if compared == 0 {
        eprintln!("skipped: RETRACE_CORPUS names no corpus");
    }
}

/// Where reading a text stopped, with the words before it.
fn stopped(name: &str, text: &str, why: &Unread) -> String {
    let line = text[..why.from].rfind('\n').map_or(0, |end| end + 1);
    let rest = text[why.from..].lines().next().unwrap_or_default();
    format!("{name}\t{:?}\t{}\t{rest}\t{}", why.why, &text[line..why.from], why.expected.join(", "))
}

fn written(face: &Face) -> String {
    format!("{}\t{}", face.name, rules_text(face).join(" / "))
}

#[test]
fn what_is_written_reads_as_nothing_else() {
    let (mut other, mut unread) = (Vec::new(), Vec::new());
    for face in faces().map(normal) {
        let text = rules_text(&face).join("\n");
        match read_text(&face, &text) {
            Ok(read) if read != face.abilities => {
                other.push(format!("{}\n  {text}\n  READ {read:?}\n  CARD {:?}", face.name, face.abilities));
            }
            Ok(_) => {}
            Err(why) => unread.push(stopped(&face.name, &text, &why)),
        }
    }
    report("written-unread.txt", &unread);
    report("written-other.txt", &other);
    report("written.txt", &bundled_cards().iter().flat_map(|card| card.faces()).map(written).collect::<Vec<_>>());
    assert!(other.is_empty(), "{} texts read as something else: {}", other.len(), other.join("\n"));
}

/// What the written text of a face is read as, if that is not the face.
fn read_otherwise(face: &Face) -> Option<String> {
    let text = rules_text(face).join("\n");
    let read = read_text(face, &text).ok().filter(|read| sorted(read) != sorted(&face.abilities))?;
    Some(format!("{}\n  {text}\n  READ {read:?}\n  CARD {:?}", face.name, face.abilities))
}

/// The faces whose written text parts from the printed one, each with the place.
fn written_otherwise(card: &Card, printed: &PrintedCard) -> Vec<String> {
    let faces = card.faces().into_iter().zip(&printed.faces).filter(|(face, printed)| face.name == printed.name);
    let said = faces.filter_map(|(face, printed)| Some((face, parting(face, &printed.text)?)));
    said.map(|(face, Parting(places))| format!("{}\t{}", face.name, places.join("\t"))).collect()
}

#[test]
fn what_is_read_of_a_corpus() {
    let Some(corpus) = corpus() else {
        eprintln!("skipped: RETRACE_CORPUS names no corpus");
        return;
    };
    let (mut unread, mut read, mut said) = (Vec::new(), Vec::new(), Vec::new());
    let (mut paragraphs, mut other, mut otherwise) = (Vec::new(), Vec::new(), Vec::new());
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let corpus = printed_cards(corpus);
    for printed in &corpus {
        let name = printed.name();
        let now = read_printed(printed);
        if let Ok(partly) = read_partly(printed) {
            // The whole is read if each of its paragraphs is.
            assert_eq!(now.as_ref().ok(), partly.unread.is_empty().then_some(&partly.card), "{name}");
            let count = partly.unread.len();
            paragraphs.extend(partly.unread.iter().map(|it| match &it.why {
                NotRead::Text(why) => format!("{count}\t{}", stopped(&name, &printed.faces[it.face].text, why)),
                why => format!("{count}\t{name}\t{}\t{}", why.kind(), it.text),
            }));
        }
        *kinds.entry(now.as_ref().map_or_else(|it| it.why.kind(), |_| "read")).or_default() += 1;
        match now.map_err(|refused| (refused.why, &printed.faces[refused.face])) {
            Ok(card) => {
                let text =
                    printed.faces.iter().map(|face| face.text.replace('\n', " / ")).collect::<Vec<_>>().join(" // ");
                said.extend(card.faces().into_iter().map(written));
                other.extend(card.faces().into_iter().filter_map(read_otherwise));
                otherwise.extend(written_otherwise(&card, printed));
                let abilities: Vec<String> = card.faces().iter().map(|face| format!("{:?}", face.abilities)).collect();
                read.push(format!("{name}\t{text}\t{}", abilities.join(" // ")));
            }
            Err((NotRead::Text(why), face)) => unread.push(stopped(&name, &face.text, &why)),
            Err((why, _)) => unread.push(format!("{name}\t{}\t{why}\t", why.kind())),
        }
    }
    report("read.txt", &read);
    report("written-corpus.txt", &said);
    report("read-otherwise.txt", &other);
    report("written-otherwise-printed.txt", &otherwise);
    report("unread.txt", &unread);
    report("unread-paragraphs.txt", &paragraphs);
    eprintln!("{} of {} printed cards are read: {kinds:?}", read.len(), corpus.len());
    eprintln!("{} of {} faces that are read are written otherwise than printed", otherwise.len(), said.len());
    assert!(read.len() * 100 >= corpus.len() * 55, "less is read than before");
    // What is written of what was read is read as the same, if it is read.
    assert!(other.len() * 1_000 < read.len().max(1_000), "{}", other.join("\n"));
}

/// Words that are only form: the subject of a command, "all" before a plural, joints of sentences,
/// the size of a token that its ability defines.
const FORM: [&str; 11] = ["you", "your", "all", "then", "and", "card", "for", "pays", "again", ",", "0/0"];

/// The words of a text without which it reads as the same abilities, but for those of form.
fn swallowed(face: &Face, text: &str) -> Vec<String> {
    let Ok(read) = read_text(face, text) else { return Vec::new() };
    let mut found = Vec::new();
    for Lines { from: offset, text: paragraph, .. } in paragraphs(text) {
        for token in tokens(paragraph, &[face.name.as_str()]) {
            // The name as the subject of a second clause is one of form, too.
            if FORM.contains(&token.word.as_str()) || token.word == "~" {
                continue;
            }
            // "Cycling—Pay 2 life." A draw step has a draw anyway (CR 504.1).
            let ends = token.word == "." && token.to == paragraph.len();
            if ends || (token.word == "additional" && paragraph.contains("draw step")) {
                continue;
            }
            let without = format!("{}{}", &text[..offset + token.from], &text[offset + token.to..]);
            if read_text(face, &without).is_ok_and(|it| it == read) {
                found.push(format!("{}: without `{}`: {paragraph}", face.name, &paragraph[token.from..token.to]));
            }
        }
    }
    found
}

#[test]
fn no_word_of_a_text_is_swallowed() {
    let all: Vec<String> =
        faces().map(normal).flat_map(|face| swallowed(&face, &rules_text(&face).join("\n"))).collect();
    report("swallowed.txt", &all);
    assert!(all.is_empty(), "{} words count for nothing: {}", all.len(), all.join("\n"));
    let mut printed = Vec::new();
    for card in printed_cards(corpus().unwrap_or_default()).iter().step_by(20) {
        if let Ok(read) = read_printed(card) {
            let texts = read.faces().into_iter().zip(&card.faces).filter(|(face, printed)| face.name == printed.name);
            printed.extend(texts.flat_map(|(face, printed)| swallowed(face, &printed.text)));
        }
    }
    report("swallowed-printed.txt", &printed);
}

#[test]
fn a_card_is_read_as_people_paste_it() {
    let pasted = "Own Knight {1}{W}\nCreature — Human Knight\nFirst strike\nWhenever Own Knight attacks, another target \
                  creature you control gets +1/+1 until end of turn.\n2/2\n";
    let card = read_pasted(pasted).unwrap();
    let face = card.front();
    assert_eq!((face.name.as_str(), face.abilities.len()), ("Own Knight", 2));
    assert!(reads_back(face));
}

#[test]
fn what_is_not_understood_is_named_with_its_place() {
    let refused = |text: &str| match read_pasted(&format!("Own Bear {{1}}{{G}}\nCreature — Bear\n{text}\n2/2")) {
        Err(NotRead::Text(unread)) => text.get(unread.from..unread.to).unwrap_or_default().to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!(refused("Flying\nWhen Own Bear enters, frobnicate target creature."), "frobnicate");
    assert_eq!(refused("Whenever Own Bear attacks, destroy it yesterday."), "yesterday");
    // Nothing has been mentioned that this could be.
    assert_eq!(refused("Whenever you gain life, draw a card. Untap those creatures."), "those");
}

#[test]
fn no_text_is_too_much_to_read() {
    let refused = |text: &str| match read_pasted(&format!("Own Bear {{G}}\nCreature — Bear\n{text}")) {
        Err(NotRead::Text(unread)) => Some(unread.why),
        _ => None,
    };
    let long = "draw a card and lose 1 life, then ".repeat(200);
    assert_eq!(refused(&format!("Whenever Own Bear attacks, {long}scry 1.")), Some(Why::TooMuch));
    // Each joint could join several things.
    let joined = "Own Bear gains flying and trample and haste, ".repeat(30);
    assert_eq!(refused(&format!("Whenever Own Bear attacks, {joined}until end of turn.")), Some(Why::Unknown));
    for text in
        ["Draw a card. (And", "Flying) (", "{", "\"", "• • •", "—", "Own Bear gets --2147483648/+1.", "+1/+1/+1"]
    {
        assert_eq!(refused(text), Some(Why::Unknown), "{text}");
    }
    let more = "Own Bear enters the battlefield with a +1/+1/+1 counter on it.";
    assert_eq!(refused(more), Some(Why::Unknown));
    // A card without a name.
    for text in ["", "\n", "{G}\nCreature", " \nCreature — Bear\nFlying"] {
        assert!(matches!(read_pasted(text), Err(NotRead::Fact(..))), "{text}");
    }
}

/// Readings that were once wrong: each pair of texts has the same meaning, or the text has none.
#[test]
fn what_is_read_means_what_it_says() {
    let read = |text: &str| {
        let pasted = format!("Own Bear {{1}}{{G}}\nCreature — Bear\n{text}\n2/2");
        read_pasted(&pasted).map(|card| normal(card.front()).abilities)
    };
    let has = |text: &str, word: &str| {
        let said = ron::to_string(&read(text).unwrap()).unwrap();
        assert!(said.contains(word), "{text}: {said}");
    };
    // "It" in what a token is made for is what has the ability, and not the token.
    has(
        "When Own Bear dies, create a 1/1 green Saproling creature token for each +1/+1 counter on it.",
        "Counters(PowerToughness(1,1),This)",
    );
    // How many creatures attacked, and not how often.
    has("{T}: Draw a card. Activate only if you attacked with two or more creatures this turn.", "AttackedWith(You)");
    // What one of them has, and not all of them together.
    has("Own Bear gets +3/+3 as long as an opponent has no cards in hand.", "Least(");
    // Both of them, and not one.
    has("Own Bear gets +3/+3 as long as you control a Forest and it's your turn.", "All([Exists(");
    has("Own Bear gets +3/+3 as long as you control a Forest or it's your turn.", "AnyOf([Exists(");
    // What it is attached to is not meant where it is enchanted itself.
    has("Own Bear gets +1/+1 as long as it's equipped.", "what:This,modifications");
    // A permanent is not one of the spells that were cast.
    assert!(read("When Own Bear enters, if you've cast another spell this turn, draw a card.").is_err());
    // A spell is no target that is a permanent.
    has(
        "Whenever you cast a kicked spell, Own Bear deals damage to any target equal to the number of times that \
         spell was kicked.",
        "TimesPaid(Kicker,ThatObject)",
    );
    // How it was, and not how it is.
    has("Whenever another creature dies, if it was a Human, draw a card.", "Is(ThatObject,Subtype((\"Human\")))");
    // Whichever of them it is.
    has(
        "Whenever Own Bear or another creature you control enters, that creature gains haste until end of turn.",
        "what:ThatObject",
    );
    // Another one than this: a spell is none.
    has("Whenever you cast a Dog spell, put a +1/+1 counter on another target creature.", "Not(This)");
    // Where it says that it is.
    has("{G}: Draw a card. Activate only if Own Bear is in your graveyard.", "zone:Graveyard");
    // The creature that died, and not the one by which it was dealt damage.
    has(
        "Whenever a creature dealt damage by equipped creature this turn dies, exile that creature.",
        "Exile(ThatObject)",
    );
    // One of them alone, and not all of them together.
    has("{G}: Draw a card. Activate only if an opponent cast three or more spells this turn.", "Greatest");
    // What is copied is not the copy; what is created in one case is not there in the other.
    has("When Own Bear dies, create a token that's a copy of it.", "of:This");
    // It is returned from where it is said to be.
    has("When enchanted creature dies, return Own Bear to its owner's hand.", "Put((what:This,into:Hand");
    // What a spell does if it was kicked, and not its target.
    has("When Own Bear enters, tap target creature. If Own Bear was kicked, it deals 2 damage to you.", "source:This");
    // What is counted, and not the card that is discarded.
    has("When Own Bear enters, target opponent discards a card for each time it was kicked.", "TimesPaid(Kicker,This)");
    // The opponent, and not the player who was dealt damage.
    has(
        "Whenever a source an opponent controls deals damage to you, that player discards a card.",
        "who:ControllerOf(ThatObject)",
    );
    // What the cost has exiled.
    has(
        "{G}, Exile the top card of your library: If the exiled card is a land card, Own Bear gets +1/+1 until end of \
         turn.",
        "Is(PaidWith,",
    );
    // What an effect gives defines nothing.
    let given = "{G}: Own Bear gains \"This creature's power and toughness are each equal to the number of lands you \
                 control\" until end of turn.";
    assert!(!ron::to_string(&read(given).unwrap()).unwrap().contains("defining:true"));
    // The card that was revealed, and not the creature.
    let of_a_card = "{G}: Reveal the top card of your library. Target creature gets +X/+X until end of turn, where X is \
                     that card's mana value.";
    assert!(
        read(of_a_card).is_err() || ron::to_string(&read(of_a_card).unwrap()).unwrap().contains("ManaValue(ThisWay")
    );
    // Each of several that is done to something else.
    has(
        "When Own Bear enters, gain control of target Equipment, then create a 1/1 green Saproling creature token and \
         attach that Equipment to it.",
        "Attach((what:Target(0),to:Objects(Created)))",
    );
    has("{T}: Tap target creature. Own Bear deals damage equal to its power to you.", "amount:Power(This)");
    has("When you control no Swamps, if Own Bear is tapped, put a +1/+1 counter on it.", "PutCounters((on:This,");
    // What it is other than is not what is spoken of.
    has("When Own Bear enters, exile target creature other than Own Bear. Tap it.", "Tap(Target(0))");
    // Another land is not another one than this.
    let never = [
        "When enchanted creature dies, return Own Bear from your graveyard to your hand.",
        "Whenever a land enters under an opponent's control, if that player had another land enter under their \
         control this turn, draw a card.",
        "When Own Bear enters, exile target creature. If it was dealt damage this turn, draw a card.",
        // Whose power it is.
        "Whenever Own Bear blocks a creature, Own Bear gets +X/+X until end of turn, where X is its power.",
        // What follows happens instead, too.
        "When Own Bear enters, if target creature would die this turn, exile it instead and draw a card.",
    ];
    for text in never {
        assert!(read(text).is_err(), "{text}: {:?}", read(text));
    }
    // What is said of each of them can't be said of one of them.
    let never = [
        "Whenever you put one or more +1/+1 counters on a creature, draw a card.",
        "{T}: Put a stun counter on target creature.",
    ];
    for text in never {
        assert!(read(text).is_err(), "{text}: {:?}", read(text));
    }
    // What follows a noun describes the nearest one.
    let nearest = "Destroy target artifact or creature with flying.";
    has(&format!("When Own Bear enters, {}", nearest.replace("Destroy", "destroy")), "AnyOf([Type(Artifact),All([");
}

#[test]
fn what_is_of_a_later_edition_or_a_mechanism_is_refused_by_its_name() {
    let refused = |types: &str, text: &str| {
        let why = read_pasted(&format!("Own Bear {{G}}\n{types}\n{text}")).unwrap_err();
        let place = match &why {
            NotRead::Text(unread) => text[unread.from..unread.to].to_owned(),
            _ => String::new(),
        };
        (why.kind(), place, why.to_string())
    };
    let is = |types: &str, text: &str, kind: &str, place: &str, said: &str| {
        let (is, at, message) = refused(types, text);
        assert!((is, at.as_str()) == (kind, place) && message.contains(said), "{is}, {at}: {message}");
    };
    let bear = "Creature — Bear";
    is(bear, "Flying\nWhen Own Bear enters, it connives.", "edition", "connives", "“connives” is a word of April 2022");
    // The word that can never be read is told before the one that could.
    is(bear, "Frobnicate.\nToxic 1", "edition", "Toxic 1", "this edition of the rules is of September 2021");
    is("Artifact — Spacecraft", "Flying", "edition", "", "“Spacecraft” is a word of August 2025");
    is("Battle — Siege", "Flying", "edition", "", "“Battle” is a word of April 2023");
    is("Artifact — Spaceship", "Flying", "fact", "", "no subtype of this edition");
    is(
        "Scheme",
        "When you set Own Bear in motion, it.",
        "mechanism",
        "When you set Own Bear in motion, it.",
        "CR 313.4",
    );
    // A text that reads is never refused for a word.
    is(bear, "Frobnicate.", "phrase", "Frobnicate", "");
    let reads = |text: &str| read_pasted(&format!("Station {{G}}\n{bear}\n{text}\n2/2")).is_ok();
    assert!(reads("When Station enters, draw a card.") && reads("{T}: Add {G}."));
}

#[test]
fn a_text_is_read_paragraph_by_paragraph() {
    let text = "Flying\nWhen Own Bear enters, frobnicate.\n\nReach (A reminder.)\nWhen Own Bear dies, draw a card.";
    let read = read_partly(&PrintedCard::pasted(&format!("Own Bear {{G}}\nCreature — Bear\n{text}\n2/2"))).unwrap();
    assert_eq!(read.card.front().abilities.len(), 3);
    let [unread] = &read.unread[..] else { panic!("{:?}", read.unread) };
    assert_eq!((unread.before, unread.text.as_str()), (1, "When Own Bear enters, frobnicate."));
    // Paragraphs of a spell are one ability, and what is missing between them stands after it.
    let text = "Draw a card.\nFrobnicate.\nYou gain 3 life.";
    let read = read_partly(&PrintedCard::pasted(&format!("Own Rite {{G}}\nSorcery\n{text}"))).unwrap();
    assert_eq!((read.card.front().abilities.len(), read.unread[0].before), (1, 1));
    // What means nothing on this card is left out, and the rest is kept.
    let text = "Flying\nWhen Own Bear enters the battlefield, return the exiled cards to their owners' hands.\nReach";
    let printed = PrintedCard::pasted(&format!("Own Bear {{G}}\nCreature — Bear\n{text}\n2/2"));
    assert_eq!(read_printed(&printed).unwrap_err().why.kind(), "meaningless");
    let read = read_partly(&printed).unwrap();
    let why: Vec<_> = read.unread.iter().map(|it| (it.before, it.why.kind())).collect();
    assert_eq!((read.card.front().abilities.len(), why), (2, vec![(1, "meaningless")]));
}

#[test]
fn a_permanent_is_taken_in_part_if_one_ability_is_not_read() {
    let of = |types: &str, text: &str| {
        let stats = if types.starts_with("Creature") { "\n2/2" } else { "" };
        read_partly(&PrintedCard::pasted(&format!("Own Bear {{G}}\n{types}\n{text}{stats}"))).unwrap().in_part
    };
    let bear = of("Creature — Bear", "Flying\nWhen Own Bear enters, frobnicate.\nReach").unwrap();
    assert_eq!(rules_text(bear.front())[1], "Not executed: \"When Own Bear enters, frobnicate.\"");
    assert_eq!(bear.front().abilities.len(), 3);
    assert!(of("Creature — Bear", "Flying").is_none(), "it is read");
    assert!(of("Creature — Bear", "Frobnicate.\nWhen Own Bear enters, frobnicate.").is_none(), "two are not read");
    assert!(of("Sorcery", "Draw a card.\nFrobnicate.").is_none(), "a spell needs all of its text");
}

/// Static abilities: what says the same, and what says something else than it could be taken for.
#[test]
fn static_abilities_mean_what_they_say() {
    let read = |text: &str| {
        let pasted = format!("Own Bear {{1}}{{G}}\nCreature — Bear\n{text}\n2/2");
        read_printed(&PrintedCard::pasted(&pasted)).map(|card| normal(card.front()).abilities)
    };
    let alike = |one: &str, other: &str| assert_eq!(read(one).unwrap(), read(other).unwrap(), "{one}");
    alike("Protection from black and from red", "Protection from black, protection from red");
    alike(
        "Own Bear enters the battlefield tapped with two charge counters on it.",
        "Own Bear enters the battlefield tapped.\nOwn Bear enters the battlefield with two charge counters on it.",
    );
    alike(
        "Own Bear gets +1/+1 as long as it's your turn. Otherwise, it gets -1/-1.",
        "As long as it's your turn, Own Bear gets +1/+1.\nAs long as it's not your turn, Own Bear gets -1/-1.",
    );
    alike(
        "Own Bear gets +2/+2 and attacks each combat if able.",
        "Own Bear gets +2/+2.\nOwn Bear attacks each combat if able.",
    );
    for text in [
        // The damage would go to somebody else.
        "If a source would deal damage to an opponent, it deals double that damage to you instead.",
        // What is dealt damage is not this.
        "If damage would be dealt to a creature you control, prevent that damage and put a +1/+1 counter on it.",
        // There are no spells in a hand.
        "Instant and sorcery spells you cast from your hand have storm.",
        "Red spells and green spells you cast cost {1} more to cast.",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
}

/// The abilities of a card with this text, in short.
fn said(text: &str) -> String {
    let pasted = format!("Own Bear {{1}}{{G}}\nCreature — Bear\n{text}\n2/2");
    let card = read_pasted(&pasted).unwrap_or_else(|why| panic!("{text}: {why}"));
    ron::to_string(&normal(card.front()).abilities).unwrap()
}

fn is_read(text: &str) -> bool {
    read_pasted(&format!("Own Bear {{1}}{{G}}\nCreature — Bear\n{text}\n2/2")).is_ok()
}

/// What is chosen without being a target (CR 608.2d), and words for it afterwards.
#[test]
fn what_is_chosen_means_what_it_says() {
    let has = |text: &str, words: &[&str]| {
        let said = said(&format!("When Own Bear enters, {text}"));
        words.iter().for_each(|word| assert!(said.contains(word), "{text}: no {word} in {said}"));
    };
    // Whoever chooses is whoever does it, from a zone of their own.
    has(
        "target opponent exiles a card from their hand.",
        &["Choose((who:Target(0)", "OwnedBy(They)", "Exile(Chosen(0))"],
    );
    has(
        "each player returns a creature they control to its owner's hand.",
        &["Choose((who:Each", "ControlledBy(They)"],
    );
    // One or none, whichever way it is said.
    let offered = "When Own Bear enters, you may put a land card from your hand onto the battlefield tapped.";
    assert!(said(offered).contains("up_to:true") && !said(offered).contains("May("));
    has("each player may put a land card from their hand onto the battlefield.", &["who:Each", "up_to:true"]);
    // Not if something else hangs on it.
    has(
        "you may exile a card from your graveyard. If you do, draw a card.",
        &["cost:[Exile(count:1,what:Any,from:Graveyard)]"],
    );
    has("you may put a card from your hand on top of your library. If you do, draw two cards.", &["May((who:You"]);
    // What was chosen can be spoken of, and two choices are two.
    has(
        "return a land card from your graveyard to your hand. Then tap a creature. It gains haste until end of turn.",
        &["into:0", "into:1", "Modify((what:Chosen(1)"],
    );
    // Where the cards are that something is chosen among.
    has(
        "look at the top four cards of your library. Put two of them into your hand and the rest into your graveyard.",
        &["count:Fixed(2)", "Put((what:Each(All([Card,In(Library),Is(ThisWay(LookedAt))])),into:Graveyard"],
    );
    has(
        "mill three cards. You may put a land card from among them into your hand.",
        &["All([Type(Land),Card,Is(ThisWay(Milled))])"],
    );
    has(
        "target opponent reveals their hand. You choose a nonland card from it. Exile that card.",
        &["In(Hand),OwnedBy(Target(0))", "Exile(Chosen(0))"],
    );
    let never = [
        // Cards are on the battlefield only as permanents.
        "exile a card.",
        // What goes back into the library would be among the rest.
        "look at the top four cards of your library. Put one of them on top of your library and the rest into your \
         graveyard.",
        // What is only revealed is still among the rest.
        "look at the top four cards of your library. You may reveal a land card from among them, then put the rest on \
         the bottom of your library in any order.",
        // Nobody knows in which zone those are.
        "destroy two target creatures. Exile one of them.",
    ];
    never.iter().for_each(|text| assert!(!is_read(&format!("When Own Bear enters, {text}")), "{text}"));
}

/// Searches and what is looked for from the top of a library (CR 701.16, 701.19).
#[test]
fn what_is_found_means_what_it_says() {
    let has = |text: &str, words: &[&str]| {
        let said = said(&format!("When Own Bear enters, {text}"));
        words.iter().for_each(|word| assert!(said.contains(word), "{text}: no {word} in {said}"));
    };
    has(
        "search target opponent's library for up to two creature cards and exile them. Then that player shuffles.",
        &["whose:Some(Target(0))", "count:Fixed(2)", "into:Exile", "Shuffle(Target(0))"],
    );
    has(
        "destroy target land. Its controller may search their library for a Forest card, put it onto the battlefield, \
         then shuffle.",
        &["May((who:ControllerOf(Target(0))", "Search((who:ControllerOf(Target(0))"],
    );
    has(
        "search your library for a Forest card and an Island card, put them into your hand, then shuffle.",
        &["and:[Subtype"],
    );
    has("search your library for a card, then shuffle and put that card third from the top.", &["FromTop(3)"]);
    has(
        "search your library for a land card, put it onto the battlefield, then shuffle. It gains haste until end of turn.",
        &["Modify((what:ThisWay(Put)"],
    );
    has(
        "reveal cards from the top of your library until you reveal a land card. Put that card into your hand and the rest \
         on the bottom of your library in any order.",
        &["TopUntil(whose:You,what:Type(Land))", "Among(ThisWay(Revealed),Not(Type(Land)))"],
    );
    // These could be the lands, or all that was revealed.
    assert!(!is_read(
        "When Own Bear enters, target opponent reveals cards from the top of their library until they reveal two land \
         cards, then puts those cards into their graveyard."
    ));
    has(
        "target opponent reveals cards from the top of their library until they reveal a land card, then puts those cards \
         into their graveyard.",
        &["Put((what:ThisWay(Revealed),into:Graveyard)"],
    );
    has("draw three cards, then discard one of them.", &["Is(ThisWay(Drawn))", "DiscardThose(Chosen(0))"]);
    has("mill three cards, then you may return a Bear card from your graveyard to your hand.", &["up_to:true"]);
    has(
        "exile each creature you control. Return those cards to the battlefield under their owners' control at the \
         beginning of the next end step.",
        &["PutOntoBattlefield((what:ThisWay(Exiled)"],
    );
    // Each player has another card.
    assert!(!is_read(
        "When Own Bear enters, each player reveals the top card of their library and loses life equal to its mana value."
    ));
    // A search of either of two zones is none of both.
    assert!(!is_read(
        "When Own Bear enters, search your library and/or graveyard for a Bear card and put it into your hand."
    ));
}

/// Mana, tokens, cards that may be played, and abilities that trigger once something is done.
#[test]
fn what_is_made_and_played_means_what_it_says() {
    let has = |text: &str, words: &[&str]| {
        let said = said(text);
        words.iter().for_each(|word| assert!(said.contains(word), "{text}: no {word} in {said}"));
    };
    has("{T}: Add {R}{R}, {R}{G}, or {G}{G}.", &["Combination([Red,Green],Fixed(2))"]);
    assert!(!is_read("{T}: Add {R}{R}, {R}{G}, or {U}{U}."));
    has(
        "{T}, Remove any number of charge counters from Own Bear: Add {G} for each charge counter removed this way.",
        &["Times(X,RemoveCounters", "OneOf([Green],X)"],
    );
    assert!(!is_read(
        "{T}, Remove any number of charge counters from Own Bear: Add {G} for each time counter removed this way."
    ));
    has("{X}{G}: Own Bear deals X damage to any target. Spend only black mana on X.", &["spend_on_x:[Black]"]);
    has("{X}: You gain X life. X can't be 0.", &["x_limits:[(AtLeast,Fixed(1))]"]);
    // What a token blocks was there before it.
    has(
        "Whenever Own Bear blocks a creature, create a 1/1 green Bear creature token that's blocking that creature.",
        &["BlockingThat(ThatObject)"],
    );
    has(
        "Whenever Own Bear attacks, create a 1/1 white Cat creature token named Own Cat that's tapped and attacking.",
        &["name:\"Own Cat\"", "tapped:true", "joining:Some(Attacking)"],
    );
    has(
        "Whenever Own Bear attacks, exile the top card of your library. You may play that card this turn.",
        &["Play(who:You,what:Is(ThisWay(Exiled))", "duration:EndOfTurn"],
    );
    // Each of the exiled cards.
    has(
        "{T}: You may cast the exiled card without paying its mana cost.\nWhen Own Bear enters, you may exile a Bear card \
         from your hand.",
        &["MayPlay((who:You,what:Linked(Exiled),cost:Free))"],
    );
    has(
        "When Own Bear enters, you may pay {2}. When you do, Own Bear deals 2 damage to target creature.",
        &["Delay((when:Done,body:(targets:[(what:Object(Type(Creature)))]"],
    );
    // What is there already is no target of its own.
    assert!(!is_read(
        "When Own Bear enters, tap target creature. You may pay {2}. When you do, destroy it and target land."
    ));
    // What is not done is the offer, and not what follows from it: whoever does it has chosen one.
    has(
        "When Own Bear enters, you may exile a creature card from a graveyard. If you do, put a +1/+1 counter on Own Bear. \
         If you don't, tap Own Bear.",
        &["up_to:true", "If((condition:Compare(Number(Chosen(0)),AtLeast,Fixed(1))", "otherwise:[Tap(This)]"],
    );
    // A mode cannot limit X.
    assert!(!is_read("{X}: Choose one —\n• You gain X life. X can't be 0.\n• Draw a card."));
    // A cost that has to be paid, and what is paid with it.
    has("When Own Bear attacks, sacrifice it. If you do, draw a card.", &["cost:[SacrificeThis],must:true"]);
}

/// The rows by which a sentence is read, with its only reading.
fn traced(text: &str) -> Vec<String> {
    let traced = trace(text, None);
    let [reading] = &traced.readings[..] else { panic!("{traced:?}") };
    let row = |it: &super::Phrase| {
        let row = it.row.map_or("-".to_owned(), |row| format!("{} => {}", row.term, row.words));
        format!("{} {}: {} ({row})", it.depth, it.category, &traced.text[it.from..it.to])
    };
    reading.phrases.iter().map(row).collect()
}

/// Asserts that one of the lines has these words.
fn has(said: &[String], words: &str) {
    assert!(said.iter().any(|it| it.contains(words)), "no {words}: {said:#?}");
}

#[test]
fn a_sentence_is_traced_to_the_rows_that_read_it() {
    let said = traced("Whenever ~ attacks, target player loses 3 life.");
    has(&said, "0 event: ~ attacks (");
    has(
        &said,
        "clause: target player loses 3 life (LoseLife(who: {who}, amount: {amount}) => {who:player} lose<who> {amount:figure} life)",
    );
    has(&said, "1 player: target player (");
    has(&said, "1 figure: 3 (-)");
    // A term stands as a card file has it.
    assert!(traced("Destroy target creature.")[0].contains("(Destroy({what}) => destroy {what:thing})"));
    // An activated ability, a static one, a keyword, several sentences.
    let said = traced("{2}, {T}: Draw a card, then discard a card.");
    has(&said, ": Draw a card (");
    has(&said, ": discard a card (");
    let said = traced("Creatures you control get +1/+1.");
    has(&said, "static: Creatures you control get +1/+1 (Modify(what: {what}, ");
    let said = traced("Cycling {2}");
    assert!(
        said[0].starts_with("0 keyword_ability: Cycling {2} (Cycling(cost: {cost}, search: None) => "),
        "{said:#?}"
    );
    // Static abilities in several sentences, and what reads as another category.
    let said = traced("~ gets +1/+1 as long as it's your turn. Otherwise, it gets -1/-1.");
    has(&said, "static: ~ gets +1/+1 (");
    has(&said, "static: it gets -1/-1 (");
    let said = traced("Return target creature to its owner's hand.");
    has(&said, "1 thing: target creature (");
    // Only what is a part of the reading is named: all of it is in the text, in order.
    let said = trace("When this creature dies, you gain 2 life. Draw a card", None);
    assert_eq!((said.of_a_spell, said.unread), (false, None));
    let roots = said.readings[0].phrases.iter().filter(|it| it.depth == 0).map(|it| it.from);
    assert!(roots.is_sorted(), "{:#?}", said.readings[0].phrases);
}

#[test]
fn a_sentence_that_is_not_read_is_traced_to_the_nearest_rows() {
    let traced = trace("Whenever ~ attacks, you gain three lives.", None);
    let unread = traced.unread.as_ref().unwrap();
    assert_eq!(&traced.text[unread.from..unread.to], "three");
    let near = &traced.nearest[0];
    assert_eq!((near.category.as_str(), &traced.text[near.from..unread.from]), ("clause", "you gain "));
    assert!(near.row.line > 1 && near.row.file.ends_with("wording/rows/actions.rs"), "{near:?}");
    assert_eq!(trace("When ~ enters, it connives.", None).unread.map(|it| NotRead::Text(it).kind()), Some("edition"));
    for text in ["", " ", "~", ".", "(", "\"", "Frobnicate"] {
        let says = |it: &super::TracedReading| !it.abilities.is_empty();
        assert!(!trace(text, None).readings.iter().any(says), "{text}");
    }
}

#[test]
fn every_text_that_is_read_is_traced() {
    let mut untraced = Vec::new();
    for face in faces().map(normal).step_by(10) {
        for text in rules_text(&face) {
            let own = text.replace(&face.name, "~");
            let found = trace(&own, None).readings;
            let has_row = |it: &super::TracedReading| it.phrases.iter().any(|it| it.row.is_some());
            if !found.iter().all(has_row) {
                untraced.push(own);
            }
        }
    }
    // Keywords without operands are no rows.
    untraced.retain(|text| text.contains(' ') && text.ends_with('.'));
    report("untraced.txt", &untraced);
    assert!(untraced.is_empty(), "{} texts have no row: {}", untraced.len(), untraced.join("\n"));
}
