//! The cards of a board, with all that is said of each.

use std::collections::BTreeMap;

use retrace_core::card::pool::Pool;
use retrace_core::card::{Card, CounterKind};

use super::part::{Part, Place, Wrong};
use super::state::{Field, Side, unknown};
use super::token::token;

/// Counters by kind.
pub(super) type Counters = BTreeMap<CounterKind, u32>;

/// The names that a board may use.
pub(super) struct Names<'a> {
    pub(super) pool: &'a Pool,
}

/// A card of a board, or a token.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) place: Place,
    pub(super) card: String,
    /// The token that it is, if it is no card of the pool.
    pub(super) token: Option<Card>,
    pub(super) is_token: bool,
    pub(super) owner: Side,
    pub(super) id: Option<(Part<'a>, u32)>,
    pub(super) host: Option<Host<'a>>,
    pub(super) tapped: bool,
    pub(super) sick: bool,
    pub(super) phased_out: bool,
    pub(super) face_down: bool,
    pub(super) manifested: bool,
    /// Its back is up.
    pub(super) turned: bool,
    pub(super) commander: bool,
    pub(super) damage: u32,
    pub(super) counters: Counters,
}

/// What a piece is attached to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Host<'a> {
    Piece(Part<'a>, u32),
    Player(Side),
}

/// What no board can say of a card, and what to do.
const REFUSED: [(&str, &str); 23] = [
    ("Attacking", "no creature attacks as a board begins; begin with COMBAT_BEGIN, and the script with `Attack([…])`"),
    ("Flipped", "no permanent is flipped as a board begins; flip it in the script"),
    ("Meld", "no permanent is melded as a board begins; meld it in the script"),
    ("Modal", "no card has its other face up as a board begins; play it in the script"),
    ("MergedCards", "no permanent is merged as a board begins; merge it in the script"),
    ("Renowned", "a board does not say this; let it become renowned in the script"),
    ("Monstrous", "a board does not say this; let it become monstrous in the script"),
    ("OnAdventure", "a board does not say how a card was exiled; cast its Adventure in the script"),
    ("Foretold", "a board does not say how a card was exiled; foretell it in the script"),
    ("ForetoldThisTurn", "a board does not say how a card was exiled; foretell it in the script"),
    ("ChosenColor", "a board does not say what was chosen; let the permanent enter in the script"),
    ("ChosenType", "a board does not say what was chosen; let the permanent enter in the script"),
    ("ChosenType2", "a board does not say what was chosen; let the permanent enter in the script"),
    ("ChosenCards", "a board does not say what was chosen; let the permanent enter in the script"),
    ("NamedCard", "a board does not say what was named; let the permanent enter in the script"),
    ("NamedCard2", "a board does not say what was named; let the permanent enter in the script"),
    ("RememberedCards", "a board does not say what an ability has noted; let it happen in the script"),
    ("Imprinting", "a board does not say what an ability has noted; let it happen in the script"),
    ("ExiledWith", "a board does not say what exiled a card; let it be exiled in the script"),
    ("ExecuteScript", "an effect in the words of another program cannot be read; let it happen in the script"),
    ("Ability", "an ability in the words of another program cannot be read; define a card in the scenario"),
    ("IsRingBearer", "no rule of this edition knows the Ring; remove it"),
    ("ClassLevel", "a board does not say this; gain the levels in the script"),
];

/// What a board can say of a card.
const KNOWN: [&str; 18] = [
    "Tapped",
    "SummonSick",
    "Counters",
    "Id",
    "AttachedTo",
    "Attaching",
    "EnchantingPlayer",
    "FaceDown",
    "Manifested",
    "Transformed",
    "Damage",
    "Owner",
    "PhasedOut",
    "IsCommander",
    "IsToken",
    "NoETBTrigs",
    "Set",
    "Art",
];

/// The cards of a zone, and what is wrong with the others.
pub(super) fn pieces<'a>(value: Part<'a>, field: Field, side: Side, names: &Names<'_>) -> (Vec<Piece<'a>>, Vec<Wrong>) {
    let (mut read, mut wrong) = (Vec::new(), Vec::new());
    // A last semicolon ends the last card.
    let value = value.of(value.text.strip_suffix(';').unwrap_or(value.text));
    for entry in value.split(';').filter(|_| !value.text.is_empty()) {
        match piece(entry, field, side, names) {
            Ok(piece) => read.push(piece),
            Err(error) => wrong.push(error),
        }
    }
    (read, wrong)
}

fn piece<'a>(entry: Part<'a>, field: Field, side: Side, names: &Names<'_>) -> Result<Piece<'a>, Wrong> {
    let mut parts = entry.split('|');
    let name = parts.next().filter(|name| !name.text.is_empty());
    let name = name.ok_or_else(|| entry.wrong("there is no name between two semicolons; remove one"))?;
    let token = match name.text.strip_prefix("t:") {
        Some(told) => Some(token(name.of(told), names.pool)?),
        None => None,
    };
    let card = token.as_ref().map_or(name.text, |token| token.name()).to_owned();
    if token.is_none() {
        check_name(name, names.pool)?;
    }
    let mut piece = Piece {
        place: name.place(),
        card,
        is_token: token.is_some(),
        token,
        owner: side,
        id: None,
        host: None,
        tapped: false,
        sick: false,
        phased_out: false,
        face_down: false,
        manifested: false,
        turned: false,
        commander: false,
        damage: 0,
        counters: Counters::new(),
    };
    parts.try_for_each(|attribute| piece.attribute(attribute, field))?;
    Ok(piece)
}

/// Refuses a card that there is not.
fn check_name(name: Part<'_>, pool: &Pool) -> Result<(), Wrong> {
    match pool.read(name.text) {
        Ok(Some(_)) => Ok(()),
        Err(unreadable) => Err(name.wrong(unreadable.to_string())),
        Ok(None) => {
            let near = pool.suggestions(name.text);
            let remedy = if near.is_empty() {
                "import it (`retrace cards import`), or leave it out".to_owned()
            } else {
                format!("did you mean “{}”?", near.join("” or “"))
            };
            Err(name.wrong(format!("there is no card “{}”; {remedy}", name.text)))
        }
    }
}

impl<'a> Piece<'a> {
    /// Takes what is said of the card.
    fn attribute(&mut self, part: Part<'a>, field: Field) -> Result<(), Wrong> {
        let (key, value) = part.cut(&[':']).unwrap_or((part, part.of("")));
        if !value.text.is_empty() && ["Tapped", "SummonSick", "Transformed", "PhasedOut"].contains(&key.text) {
            return Err(value.wrong(format!("`{}` has no value; remove it", key.text)));
        }
        match key.text {
            "Tapped" => self.tapped = true,
            "SummonSick" => self.sick = true,
            "PhasedOut" => self.phased_out = true,
            "Transformed" => self.turned = true,
            "Manifested" => self.manifested = true,
            "FaceDown" if field != Field::Battlefield => {
                return Err(part.wrong("a board has face-down cards only on the battlefield; exile it in the script"));
            }
            "FaceDown" => match value.text {
                "" => self.face_down = true,
                "Manifested" => self.manifested = true,
                other => return Err(value.wrong(format!("`{other}` means nothing here; write Manifested"))),
            },
            "IsCommander" => self.commander = true,
            "IsToken" => self.is_token = true,
            "Damage" => self.damage = value.number()?,
            "Counters" => self.counters = counters(value)?,
            "Id" => self.id = Some((value, value.number()?)),
            "AttachedTo" | "Attaching" => self.host = Some(Host::Piece(value, value.number()?)),
            "EnchantingPlayer" => self.host = Some(Host::Player(Side::named(value)?)),
            "Owner" if field == Field::Battlefield => self.owner = Side::named(value)?,
            "Owner" => return Err(part.wrong("cards are with their owner everywhere but on the battlefield")),
            // The permanents of a board do not enter, and a printing does nothing.
            "NoETBTrigs" | "Set" | "Art" => {}
            other => {
                return Err(match REFUSED.iter().find(|(word, _)| *word == other) {
                    Some((word, why)) => part.wrong(format!("`{word}`: {why}")),
                    None => part.wrong(unknown(part.text, other, KNOWN.into_iter())),
                });
            }
        }
        Ok(())
    }
}

/// Counters: `P1P1=2,LOYALTY=3`.
pub(super) fn counters(part: Part<'_>) -> Result<Counters, Wrong> {
    let mut all = Counters::new();
    for entry in part.split(',').filter(|entry| !entry.text.is_empty()) {
        let no_number = || entry.wrong(format!("`{}` is no kind and number; write P1P1=2", entry.text));
        let (kind, number) = entry.cut(&['=']).ok_or_else(no_number)?;
        let known = counter(kind.text).ok_or_else(|| kind.wrong(format!("`{}` is no kind of counter", kind.text)))?;
        if all.insert(known, number.number()?).is_some() {
            return Err(kind.wrong(format!("`{}` is there twice; add the numbers", kind.text)));
        }
    }
    Ok(all)
}

/// A kind of counter: `P1P1`, `M0M1`, `+1/+1`, or the name of the kind.
fn counter(word: &str) -> Option<CounterKind> {
    let lower = word.to_ascii_lowercase();
    let sign = |letter: u8| match letter {
        b'p' => Some(1),
        b'm' => Some(-1),
        _ => None,
    };
    if let [one, first @ b'0'..=b'9', other, second @ b'0'..=b'9'] = *lower.as_bytes()
        && let (Some(one), Some(other)) = (sign(one), sign(other))
    {
        let value = |sign: i8, digit: u8| i8::try_from(digit - b'0').map(|digit| sign * digit).ok();
        return Some(CounterKind::PowerToughness(value(one, first)?, value(other, second)?));
    }
    let named = lower.chars().all(|c| c.is_ascii_alphabetic() || c == ' ' || "+-/0123456789".contains(c));
    lower.parse().ok().filter(|_| named)
}
