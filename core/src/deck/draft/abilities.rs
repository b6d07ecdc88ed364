//! What cards do during a draft (CR 905.2): those that are revealed as they are drafted
//! (CR 905.2b), and those that are drafted face up (CR 905.2c).
//!
//! There is no active player and no priority (CR 905.2a). Where a player has something to say, the
//! draft waits with a [`DraftQuestion`]; different players answer theirs in any order.

use crate::card::{
    Ability, CardType, CardTypes, Color, ColorChooser, DraftDeed, Drafting, Face, FaceUp, Keyword, Subtype, SubtypeSet,
    names_of,
};
use crate::fact::{Noted, NotedFor, PlayerId};

use super::{Draft, DraftAnswer, DraftError, DraftLook, Draftable, Drafted, Lies};

/// A question to a player during a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftQuestion {
    /// The player who answers.
    pub seat: usize,
    /// The name of the card whose ability asks.
    pub card: String,
    /// What is asked.
    pub what: DraftPrompt,
}

/// What a player is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DraftPrompt {
    /// Whether to use a face-up card as a card is drafted, which does this: [`DraftAnswer::Do`].
    May(Vec<DraftDeed>),
    /// A color other than these: [`DraftAnswer::Color`].
    Color(Vec<Color>),
    /// The name of a card that was drafted: [`DraftAnswer::Name`].
    Guess,
}

/// A question, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PendingQuestion {
    pub(super) question: DraftQuestion,
    about: About,
    /// What is done once it is answered.
    then: Vec<DraftDeed>,
    /// The colors that were chosen before.
    colors: Vec<Color>,
}

/// The cards that an ability is about, by their places among the drafted cards of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About {
    /// The player who has the card with the ability.
    seat: usize,
    /// That card.
    source: usize,
    /// The player who drafted the other card.
    drafter: usize,
    /// The card that is drafted.
    subject: usize,
    /// The number of the pack that it is drafted from.
    pack: usize,
}

/// Something that waits for the next card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WaitingAbility {
    /// The player who waits.
    seat: usize,
    /// Their card with the ability.
    source: usize,
    next: Next,
    guess: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The next card of a pack.
    Of(usize),
    /// The next card that a player drafts.
    By(usize),
}

impl<T: Draftable> Draft<T> {
    /// Returns the questions that the draft waits for. Those of different players are answered in
    /// any order, those of one player in this one.
    pub fn questions(&self) -> impl Iterator<Item = &DraftQuestion> {
        self.pending.iter().map(|pending| &pending.question)
    }

    /// Returns the face-up cards whose ability a player could use now, by their places, with what
    /// it does.
    pub fn uses(&self, seat: usize) -> Vec<(usize, &[DraftDeed])> {
        let drafted = self.seats.get(seat).map(|it| it.drafted.as_slice()).unwrap_or_default();
        (0..drafted.len()).filter_map(|place| Some((place, self.usable(seat, place)?))).collect()
    }

    /// Returns the packs that a player could look at, if an ability says so.
    pub fn packs_to_look_at(&self, seat: usize) -> Vec<DraftLook> {
        let last = self.round + self.unopened.len();
        let rounds = self.unopened.iter().enumerate();
        let unopened = rounds.flat_map(|(from_last, packs)| {
            (0..packs.len()).map(move |seat| DraftLook::Unopened { round: last - from_last, seat })
        });
        unopened
            .chain((0..self.packs.len()).map(DraftLook::Pack))
            .filter(|at| self.pack_at(seat, *at).is_some())
            .collect()
    }

    /// Whether a player drafts at random.
    pub fn is_random(&self, seat: usize) -> bool {
        self.face_up(seat).any(|(_, _, it)| matches!(it, FaceUp::AtRandom(_)))
    }

    /// The abilities of the face-up cards of a player, with their places.
    fn face_up(&self, seat: usize) -> impl Iterator<Item = (usize, &Drafted<T>, &FaceUp)> {
        let drafted = self.seats.get(seat).map(|it| it.drafted.as_slice()).unwrap_or_default();
        let up = drafted.iter().enumerate().filter(|(_, it)| matches!(it.lies, Lies::FaceUp(_)));
        up.flat_map(|(place, it)| abilities(it).filter_map(move |ability| Some((place, it, face_up(ability)?))))
    }

    fn usable(&self, seat: usize, card: usize) -> Option<&[DraftDeed]> {
        let its = self.seats.get(seat)?;
        self.face_up(seat).filter(|(place, ..)| *place == card).find_map(|(_, _, ability)| match ability {
            FaceUp::AnyTime(deeds) if !self.is_over() => Some(deeds.as_slice()),
            FaceUp::InsteadOfDrafting(deeds) if self.wanted(seat) > 0 && its.more == 0 && !its.whole => {
                Some(deeds.as_slice())
            }
            _ => None,
        })
    }

    /// The cards that are revealed: those of the last action, and those for which something is
    /// being noted.
    pub(super) fn revealed(&self) -> impl Iterator<Item = (usize, usize)> {
        let noting = self.pending.iter().filter(|it| matches!(it.question.what, DraftPrompt::Color(_)));
        let noting = noting.map(|it| (it.about.seat, it.about.source));
        let mut all: Vec<(usize, usize)> = noting.chain(self.shown.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all.into_iter()
    }

    /// A pack that a player may look at.
    fn pack_at(&self, seat: usize, at: DraftLook) -> Option<&[T]> {
        if self.is_random(seat) {
            return None;
        }
        match at {
            DraftLook::Unopened { round, seat } => {
                let from_next = round.checked_sub(self.round + 1)?;
                let index = self.unopened.len().checked_sub(from_next + 1)?;
                self.unopened.get(index)?.get(seat).map(Vec::as_slice)
            }
            DraftLook::Pack(whose) => {
                let free = whose == seat || self.wanted(whose) == 0;
                self.packs.get(whose).filter(|pack| free && !pack.cards.is_empty()).map(|pack| pack.cards.as_slice())
            }
            DraftLook::NextOf(_) => None,
        }
    }

    /// Moves cards of the pack into the pile of a player, and does what they and others say.
    pub(super) fn draft_cards(&mut self, seat: usize, places: &[usize]) {
        self.shown.clear();
        let random = self.is_random(seat);
        let before = self.seats[seat].drafted.len();
        let number = self.packs[seat].number;
        let picked: Vec<T> = places.iter().map(|place| self.packs[seat].cards[*place].clone()).collect();
        let mut from_the_end = places.to_vec();
        from_the_end.sort_unstable_by(|one, other| other.cmp(one));
        for place in from_the_end {
            self.packs[seat].cards.remove(place);
        }
        let left = self.packs[seat].cards.len();
        let its = &mut self.seats[seat];
        for card in picked {
            its.this_round += 1;
            its.drafted.push(Drafted { card, lies: Lies::FaceDown, number: its.this_round });
        }
        its.more = its.more.saturating_sub(1);
        its.whole &= left > 0;
        its.done = true;
        let new = before..its.drafted.len();
        self.seen_by_watchers(seat, before, number);
        if random {
            self.count_random(seat, new.len(), before);
        }
        for subject in new {
            self.as_drafted(About { seat, source: subject, drafter: seat, subject, pack: number }, before);
        }
    }

    /// CR 905.2c: cards that are drafted at random are counted for the cards that say so.
    fn count_random(&mut self, seat: usize, cards: usize, before: usize) {
        let all: Vec<(usize, u32)> = self
            .face_up(seat)
            .filter_map(|(place, _, it)| if let FaceUp::AtRandom(most) = it { Some((place, *most)) } else { None })
            .filter(|(place, _)| *place < before)
            .collect();
        for (place, most) in all {
            if let Some(Drafted { lies, .. }) = self.seats[seat].drafted.get_mut(place)
                && let Lies::FaceUp(count) = *lies
            {
                let count = count.saturating_add(u32::try_from(cards).unwrap_or(u32::MAX));
                *lies = if count >= most { Lies::FaceDown } else { Lies::FaceUp(count) };
            }
        }
    }

    /// Shows a card to those who wait for it, and asks those who guess.
    fn seen_by_watchers(&mut self, drafter: usize, subject: usize, pack: usize) {
        let is_it = |it: &WaitingAbility| it.next == Next::Of(pack) || it.next == Next::By(drafter);
        let (now, later): (Vec<WaitingAbility>, Vec<WaitingAbility>) = self.watches.iter().copied().partition(is_it);
        self.watches = later;
        for watch in now {
            let WaitingAbility { seat, source, .. } = watch;
            if watch.guess {
                let about = About { seat, source, drafter, subject, pack };
                self.ask(about, (seat, DraftPrompt::Guess), Vec::new(), Vec::new());
            } else {
                let card = self.seats[drafter].drafted[subject].card.clone();
                self.seats[seat].looked.push(card);
            }
        }
    }

    /// What a card says as it is drafted, and what face-up cards of its player say of it. `before`
    /// is how many cards the player had before.
    fn as_drafted(&mut self, about: About, before: usize) {
        let About { seat, subject, .. } = about;
        let drafted = &self.seats[seat].drafted[subject];
        let types = drafted.card.card().map(|card| card.front().types).unwrap_or_default();
        let may: Vec<(usize, Vec<DraftDeed>)> = self
            .face_up(seat)
            .filter(|(place, ..)| *place < before)
            .filter_map(|(place, _, it)| match it {
                FaceUp::AsYouDraft { of, may } if of.is_none_or(|of| types.has(of)) => Some((place, may.clone())),
                _ => None,
            })
            .collect();
        let own: Vec<Drafting> = abilities(drafted).cloned().collect();
        for ability in own {
            match ability {
                Drafting::Reveal(deeds) => {
                    self.shown.push((seat, subject));
                    self.carry_out(about, &deeds, Vec::new());
                }
                Drafting::FaceUp(_) => self.seats[seat].drafted[subject].lies = Lies::FaceUp(0),
            }
        }
        for (source, deeds) in may {
            self.ask(About { source, ..about }, (seat, DraftPrompt::May(deeds.clone())), deeds, Vec::new());
        }
    }

    fn ask(&mut self, about: About, (seat, what): (usize, DraftPrompt), then: Vec<DraftDeed>, colors: Vec<Color>) {
        let card = self.name(about.seat, about.source);
        self.pending.push(PendingQuestion { question: DraftQuestion { seat, card, what }, about, then, colors });
    }

    fn name(&self, seat: usize, place: usize) -> String {
        face(&self.seats[seat].drafted[place]).map(|face| face.name.clone()).unwrap_or_default()
    }

    fn note(&mut self, about: About, noted: Noted) {
        let card = self.name(about.seat, about.source);
        self.seats[about.seat].notes.push(NotedFor { card, noted });
    }

    /// The player that a word names.
    fn seat_of(&self, you: usize, who: ColorChooser) -> usize {
        let seats = self.seats.len();
        match who {
            ColorChooser::You => you,
            ColorChooser::ToYourLeft => (you + 1) % seats,
            ColorChooser::ToYourRight => (you + seats - 1) % seats,
        }
    }

    /// Does what an ability says, up to a question.
    fn carry_out(&mut self, about: About, deeds: &[DraftDeed], colors: Vec<Color>) {
        let About { seat, source, subject, pack, .. } = about;
        for (index, deed) in deeds.iter().enumerate() {
            let drafted = &self.seats[seat].drafted[subject];
            match deed {
                DraftDeed::NoteNumber => self.note(about, Noted::Number(drafted.number)),
                DraftDeed::NotePasser => {
                    // Nobody passed a card of a pack that the player opened.
                    let passer = self.packs.iter().find(|it| it.number == pack).and_then(|it| it.from);
                    if let Some(passer) = passer.and_then(|seat| u8::try_from(seat).ok()) {
                        self.note(about, Noted::Player(PlayerId(passer)));
                    }
                }
                DraftDeed::NoteColor(who) => {
                    let who = self.seat_of(seat, *who);
                    let then = deeds.iter().skip(index + 1).cloned().collect();
                    self.ask(about, (who, DraftPrompt::Color(colors.clone())), then, colors);
                    return;
                }
                DraftDeed::NoteName => {
                    let name = self.name(seat, subject);
                    self.shown.push((seat, subject));
                    self.note(about, Noted::Name(name));
                }
                DraftDeed::NoteCreatureTypes => {
                    let kinds = face(drafted).map(creature_types).unwrap_or_default();
                    self.shown.push((seat, subject));
                    kinds.into_iter().for_each(|kind| self.note(about, Noted::CreatureType(kind)));
                }
                DraftDeed::TurnDown => self.seats[seat].drafted[source].lies = Lies::FaceDown,
                DraftDeed::Remove => {
                    let name = self.name(seat, subject);
                    self.seats[seat].drafted[subject].lies = Lies::Removed;
                    self.note(about, Noted::Removed(name));
                }
                DraftDeed::DraftAnother => self.seats[seat].more += 1,
                DraftDeed::PassNextPack => self.seats[seat].skips += 1,
                DraftDeed::DraftWholePack => self.seats[seat].whole = true,
                DraftDeed::SitOut => self.seats[seat].out = true,
                DraftDeed::LookAtNext | DraftDeed::GuessNext => {
                    let guess = *deed == DraftDeed::GuessNext;
                    self.watches.push(WaitingAbility { seat, source, next: Next::Of(pack), guess });
                }
                // `use_ability` has done these.
                DraftDeed::LookAtPack | DraftDeed::LookAtNextOfPlayer => {}
            }
        }
    }

    /// A player uses the ability of a face-up card.
    pub(super) fn use_ability(&mut self, seat: usize, card: usize, at: Option<DraftLook>) -> Result<(), DraftError> {
        let deeds = self.usable(seat, card).ok_or(DraftError::NoAbility { seat, card })?.to_vec();
        let looks = deeds.iter().find(|it| matches!(it, DraftDeed::LookAtPack | DraftDeed::LookAtNextOfPlayer));
        match (looks, at) {
            (None, None) => {}
            (Some(DraftDeed::LookAtPack), Some(at)) => {
                let cards = self.pack_at(seat, at).ok_or(DraftError::NothingToLookAt(seat))?.to_vec();
                self.seats[seat].looked.extend(cards);
            }
            (Some(DraftDeed::LookAtNextOfPlayer), Some(DraftLook::NextOf(whom))) if whom < self.seats.len() => {
                self.watches.push(WaitingAbility { seat, source: card, next: Next::By(whom), guess: false });
            }
            _ => return Err(DraftError::NothingToLookAt(seat)),
        }
        self.shown.clear();
        let pack = self.packs[seat].number;
        self.carry_out(About { seat, source: card, drafter: seat, subject: card, pack }, &deeds, Vec::new());
        Ok(())
    }

    /// A player answers the first question that they are asked.
    pub(super) fn answer(&mut self, seat: usize, answer: &DraftAnswer) -> Result<(), DraftError> {
        let first = self.pending.iter().position(|it| it.question.seat == seat);
        let index = first.ok_or(DraftError::NotAsked(seat))?;
        let fits = match (&self.pending[index].question.what, answer) {
            (DraftPrompt::May(_), DraftAnswer::Do(_)) | (DraftPrompt::Guess, DraftAnswer::Name(_)) => true,
            (DraftPrompt::Color(not), DraftAnswer::Color(color)) => !not.contains(color),
            _ => false,
        };
        if !fits {
            return Err(DraftError::NoAnswer(seat));
        }
        self.shown.clear();
        let PendingQuestion { about, then, mut colors, .. } = self.pending.remove(index);
        match answer {
            DraftAnswer::Do(false) => {}
            DraftAnswer::Do(true) => {
                self.carry_out(about, &then, colors);
                // Nobody is asked again about a card that was turned face down or removed.
                let lies = |place: usize| self.seats[about.seat].drafted[place].lies;
                let (up, there) = (lies(about.source) != Lies::FaceDown, lies(about.subject) != Lies::Removed);
                self.pending.retain(|it| {
                    let may = it.about.seat == about.seat && matches!(it.question.what, DraftPrompt::May(_));
                    let same_source = may && it.about.source == about.source;
                    let same_subject = may && it.about.subject == about.subject;
                    (up || !same_source) && (there || !same_subject)
                });
            }
            DraftAnswer::Color(color) => {
                self.note(about, Noted::Color(*color));
                colors.push(*color);
                if let Some(at) = then.first().map(|_| colors) {
                    self.carry_out(about, &then, at);
                }
            }
            DraftAnswer::Name(name) => {
                self.shown.push((about.drafter, about.subject));
                let its = self.name(about.drafter, about.subject);
                if its == *name || names_of(&its).any(|its| its == name) {
                    self.note(about, Noted::GuessedRight);
                }
            }
        }
        Ok(())
    }
}

fn face<T: Draftable>(drafted: &Drafted<T>) -> Option<&Face> {
    drafted.card.card().map(|card| card.front())
}

fn abilities<T: Draftable>(drafted: &Drafted<T>) -> impl Iterator<Item = &Drafting> {
    face(drafted).into_iter().flat_map(Face::drafting)
}

const fn face_up(ability: &Drafting) -> Option<&FaceUp> {
    match ability {
        Drafting::FaceUp(ability) => Some(ability),
        Drafting::Reveal(_) => None,
    }
}

/// The creature types of a card: all of them, if it has changeling (CR 702.73a).
fn creature_types(face: &Face) -> Vec<Subtype> {
    let changeling = face.abilities.contains(&Ability::Keyword(Keyword::Changeling));
    if changeling {
        return SubtypeSet::Of(CardType::Creature).members().to_vec();
    }
    let creature = CardTypes::NONE.with(CardType::Creature);
    face.subtypes.iter().copied().filter(|kind| kind.belongs_to(creature)).collect()
}
