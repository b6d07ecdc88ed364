//! Games from decks: reads deck lists with the cards that they may name, and starts a session on a
//! new game.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use retrace_core::card::CardType;
use retrace_core::card::pool::Pool;
use retrace_core::deck::{self, Deck, DeckErrors, DeckLine, Format};
use retrace_core::fact::{Casual, Genesis, PlayerId};
use retrace_core::play::Dice;
use retrace_core::rules::variant;
use retrace_examples::File;

use crate::base::text;
use crate::cards::pool::{bundled_with, pool_with};
use crate::session::Session;
use crate::{CardFiles, SessionError};

/// The name and text of a deck list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeckText {
    /// The name for errors: a file's path.
    pub name: String,
    /// The list.
    pub text: String,
}

/// The bundled decks: used for a game if no others are named.
pub(crate) const BUNDLED: [File; 2] = [retrace_examples::RED_WHITE, retrace_examples::BLACK_GREEN];

const COMMANDER: [File; 2] = [retrace_examples::COMMANDER_WEREWOLVES, retrace_examples::COMMANDER_PARTNERS];
const BRAWL: [File; 2] = [retrace_examples::BRAWL_GARRUK, retrace_examples::BRAWL_ISAMARU];
const VANGUARD: [File; 2] = [retrace_examples::VANGUARD_SERRA, retrace_examples::VANGUARD_TITANIA];
const PLANES: File = retrace_examples::PLANECHASE;
const SCHEMES: File = retrace_examples::ARCHENEMY;
const CONSPIRACY: [File; 2] = [retrace_examples::CONSPIRACY, retrace_examples::CONSPIRACY];

/// The bundled decks for a casual variant.
pub(crate) const fn bundled_for(casual: Option<Casual>) -> &'static [File; 2] {
    match casual {
        Some(Casual::Commander) => &COMMANDER,
        Some(Casual::Brawl) => &BRAWL,
        Some(Casual::Vanguard) => &VANGUARD,
        Some(Casual::Conspiracy) => &CONSPIRACY,
        _ => &BUNDLED,
    }
}

/// The list with the bundled planar or scheme deck of a casual variant whose players have one.
pub(crate) const fn bundled_beside(casual: Casual) -> Option<(&'static str, &'static str)> {
    match casual {
        Casual::Planechase => Some(PLANES),
        Casual::Archenemy => Some(SCHEMES),
        _ => None,
    }
}

/// Whether a line of a list is of the planar or scheme deck of a casual variant.
pub(crate) fn is_beside(casual: Casual, line: &DeckLine) -> bool {
    let types = line.card.front().types;
    match casual {
        Casual::Planechase => types.is_planar(),
        Casual::Archenemy => types.has(CardType::Scheme),
        _ => false,
    }
}

/// A planar or scheme deck from another list than the deck's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The casual variant that it is for.
    pub casual: Casual,
    /// The list; its other cards are not used.
    pub list: DeckText,
}

/// A game to begin: a deck list for each player in turn order, and everything else that is settled
/// before it (CR 103).
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The players' decks in turn order.
    pub decks: Vec<DeckText>,
    /// The planar or scheme decks of the players that are not in their deck lists, by seat. They
    /// take the place of those in the lists.
    pub beside: BTreeMap<usize, Beside>,
    /// The players' names; "Player 1" and so on where there are fewer names than decks.
    pub names: Vec<String>,
    /// The index of the player who takes the first turn (CR 103.1), from 0; if `None`, the seed
    /// decides.
    pub starting: Option<usize>,
    /// The variant, its options and its teams.
    pub seating: SeatingWords,
    /// The format that the decks must follow.
    pub format: Format,
    /// The seed for everything random.
    pub seed: u64,
    /// Card files, folders of them, or packs, whose cards the decks may name besides the bundled
    /// ones.
    pub cards: Vec<PathBuf>,
}

/// A variant, as a person names it (`docs/variants.md`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatingWords {
    /// A seating or a casual variant; the number of players decides if `None`.
    pub variant: Option<String>,
    /// The options by name.
    pub options: BTreeMap<String, String>,
    /// The sizes of the teams in seating order; the usual ones if empty.
    pub teams: Vec<usize>,
}

impl DeckText {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file is missing or not text.
    pub fn open(path: &Path) -> Result<DeckText, SessionError> {
        Ok(DeckText { name: path.display().to_string(), text: text::read_text_of(path, "save the deck list as one")? })
    }

    /// The name of the deck: its file name without folder and extension.
    pub fn stem(&self) -> String {
        let stem = Path::new(&self.name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| !stem.trim().is_empty()).unwrap_or_else(|| self.name.clone())
    }

    /// The bundled deck with a name, of any variant.
    pub(crate) fn bundled_as(wanted: &str) -> Option<DeckText> {
        let variants = std::iter::once(None).chain(Casual::ALL.map(Some));
        let beside = Casual::ALL.into_iter().filter_map(bundled_beside);
        let (name, text) = variants.flat_map(bundled_for).copied().chain(beside).find(|(name, _)| *name == wanted)?;
        Some(DeckText { name: (*name).to_owned(), text: (*text).to_owned() })
    }

    /// The bundled decks.
    pub fn bundled() -> Vec<DeckText> {
        BUNDLED.iter().map(|(name, text)| DeckText { name: (*name).to_owned(), text: (*text).to_owned() }).collect()
    }
}

impl Beside {
    /// Reads the lines of the planar or scheme deck.
    ///
    /// # Errors
    /// Lists everything that is wrong with the list.
    pub fn read(&self, pool: &Pool) -> Result<Vec<DeckLine>, DeckErrors> {
        let mut read = Deck::read_supplement(&self.list.name, &self.list.text, pool)?.supplement;
        read.retain(|line| is_beside(self.casual, line));
        Ok(read)
    }

    /// A deck with this planar or scheme deck instead of its own.
    fn put_into(&self, mut deck: Deck, pool: &Pool) -> Result<Deck, DeckErrors> {
        deck.supplement.retain(|line| !is_beside(self.casual, line));
        deck.supplement.extend(self.read(pool)?);
        Ok(deck)
    }
}

/// Reads a deck list and checks it for a format.
///
/// # Errors
/// Lists everything that is wrong with it.
pub fn read_deck(deck: &DeckText, format: Format, pool: &Pool) -> Result<Deck, DeckErrors> {
    let read = Deck::read(&deck.name, &deck.text, pool)?;
    format.check(&read)?;
    Ok(read)
}

/// The player who takes the first turn, by a seed, among those whom the variant lets begin. The
/// players settle that before the game (CR 103.1), so it does not use the game's own generator,
/// which begins with the game.
pub fn starting_by(seed: u64, genesis: &Genesis) -> PlayerId {
    let players = variant::may_start(genesis);
    players.get(Dice::new(seed).below(players.len().max(1))).copied().unwrap_or_default()
}

impl NewGame {
    /// A freeform game with these decks; the names and the starting player are left open.
    pub fn of(decks: Vec<DeckText>, seed: u64) -> NewGame {
        NewGame {
            decks,
            beside: BTreeMap::new(),
            names: Vec::new(),
            starting: None,
            seating: SeatingWords::default(),
            format: Format::Freeform,
            seed,
            cards: Vec::new(),
        }
    }

    /// Default names for the players: those of their decks, made distinct.
    pub fn deck_names(&self) -> Vec<String> {
        let stems: Vec<String> = self.decks.iter().map(DeckText::stem).collect();
        let same = |name: &String| stems.iter().filter(|other| other.eq_ignore_ascii_case(name)).count() > 1;
        let told =
            |(seat, name): (usize, &String)| if same(name) { format!("{name} {}", seat + 1) } else { name.clone() };
        stems.iter().enumerate().map(told).collect()
    }

    /// The genesis of the game.
    ///
    /// # Errors
    /// Everything that is wrong with its decks; if card files cannot be read, or names cannot be
    /// told apart.
    pub fn genesis(&self) -> Result<Genesis, SessionError> {
        self.genesis_with(&pool_with(&self.cards)?)
    }

    /// Like [`NewGame::genesis`], with a pool that has the cards already.
    ///
    /// # Errors
    /// As [`NewGame::genesis`].
    pub fn genesis_with(&self, pool: &Pool) -> Result<Genesis, SessionError> {
        let (mut decks, mut wrong) = (Vec::with_capacity(self.decks.len()), Vec::new());
        for (seat, deck) in self.decks.iter().enumerate() {
            let read = read_deck(deck, self.format, pool).and_then(|deck| match self.beside.get(&seat) {
                Some(beside) => beside.put_into(deck, pool),
                None => Ok(deck),
            });
            match read {
                Ok(deck) => decks.push(deck),
                Err(DeckErrors(errors)) => {
                    wrong.extend(errors.into_iter().filter(|error| !wrong.contains(error)).collect::<Vec<_>>())
                }
            }
        }
        if !wrong.is_empty() {
            return Err(DeckErrors(wrong).into());
        }
        let mut players = Vec::with_capacity(decks.len());
        for (seat, deck) in decks.iter().enumerate() {
            let name = self.names.get(seat).cloned().unwrap_or_else(|| format!("Player {}", seat + 1));
            if name.trim().is_empty()
                || players.iter().any(|(other, _): &(String, _)| other.eq_ignore_ascii_case(&name))
            {
                return Err(SessionError::File(format!(
                    "`{name}` cannot be a player's name: it is empty or another's"
                )));
            }
            players.push((name, deck));
        }
        let given = self.starting.map(|seat| PlayerId(u8::try_from(seat).unwrap_or(u8::MAX)));
        let mut genesis = deck::genesis(&players, given.unwrap_or_default(), self.seed, pool);
        let SeatingWords { variant, options, teams } = &self.seating;
        let seated = variant::seat(&mut genesis, variant.as_deref(), options, teams);
        seated.map_err(|error| SessionError::File(error.to_string()))?;
        if given.is_none() {
            genesis.starting_player = starting_by(self.seed, &genesis);
        }
        Ok(genesis)
    }

    /// A session on the game, at its first choice.
    ///
    /// # Errors
    /// As [`NewGame::genesis`]; if the game cannot start, for example with twenty players.
    pub fn begin(&self) -> Result<Session, SessionError> {
        let files = CardFiles::read(&self.cards)?;
        let genesis = self.genesis_with(&bundled_with(files.cards())?)?;
        let mut session = Session::new(genesis, "main")?;
        let names: Vec<String> = self.decks.iter().map(DeckText::stem).collect();
        session.set_title(&names.join(" against "));
        session.use_cards(files);
        Ok(session)
    }
}
