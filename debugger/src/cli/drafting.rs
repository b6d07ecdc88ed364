//! `decks draft`: random players draft card pools from the cards of lists (CR 905.1). They use the
//! abilities of cards that function during the draft, and what they note goes with their pools
//! (CR 905.2).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrace_core::card::{Card, CardType, Color, DraftDeed};
use retrace_core::deck::Format;
use retrace_core::deck::draft::{self, Draft, DraftAction, DraftAnswer, DraftKind, DraftLook, DraftPrompt};
use retrace_core::play::Dice;
use serde_json::{Value, json};

use super::call::{Call, Exit, Failure, print_json};
use retrace_session::SessionError;
use retrace_session::base::whole::write_new;
use retrace_session::cards::pool::pool_with;
use retrace_session::files::decks::{DeckText, read_deck};

/// A draft of random players.
pub(super) fn drafted(
    lists: &[PathBuf],
    (players, size): (usize, usize),
    kind: DraftKind,
    seed: u64,
    cards: &[PathBuf],
) -> Result<Draft<Arc<Card>>, Failure> {
    let pool = pool_with(cards)?;
    let mut all: Vec<Arc<Card>> = Vec::new();
    for path in lists {
        let list = read_deck(&DeckText::open(path)?, Format::Freeform, &pool).map_err(SessionError::Deck)?;
        for line in list.lines().chain(&list.sideboard) {
            all.extend(std::iter::repeat_n(Arc::clone(&line.card), line.count as usize));
        }
    }
    let wanted = players.saturating_mul(size).saturating_mul(draft::ROUNDS);
    if all.len() < wanted {
        let there = all.len();
        return Err(Failure::Told(format!(
            "{players} players draft {wanted} cards, and the lists have {there}; name more of them, or give `--size`"
        )));
    }
    let names: Vec<String> = all.iter().map(|card| card.name().to_owned()).collect();
    let mut dice = Dice::new(seed);
    let mut drawn = || all.swap_remove(dice.below(all.len()));
    let mut pack = || (0..size).map(|_| drawn()).collect::<Vec<_>>();
    let rounds = (0..draft::ROUNDS).map(|_| (0..players).map(|_| pack()).collect()).collect();
    let wrong = |error: draft::DraftError| Failure::Told(error.to_string());
    let mut draft = Draft::begin(kind, rounds, seed).map_err(wrong)?;
    while !draft.is_over() {
        for seat in 0..players {
            if let Some(action) = next(&draft, seat, &names, &mut dice) {
                draft.act(&action).map_err(wrong)?;
            }
        }
    }
    Ok(draft)
}

/// What a random player does next, if anything: answers, uses an ability now and then, or drafts.
fn next(draft: &Draft<Arc<Card>>, seat: usize, names: &[String], dice: &mut Dice) -> Option<DraftAction> {
    if let Some(question) = draft.questions().find(|question| question.seat == seat) {
        let answer = match &question.what {
            DraftPrompt::May(_) => DraftAnswer::Do(dice.coin()),
            DraftPrompt::Color(not) => {
                let colors: Vec<Color> = Color::ALL.into_iter().filter(|color| !not.contains(color)).collect();
                DraftAnswer::Color(colors.get(dice.below(colors.len())).copied()?)
            }
            DraftPrompt::Guess => DraftAnswer::Name(names.get(dice.below(names.len()))?.clone()),
        };
        return Some(DraftAction::Answer { seat, answer });
    }
    let wanted = draft.wanted(seat);
    if wanted == 0 {
        return None;
    }
    for (card, deeds) in draft.uses(seat) {
        let at = if deeds.contains(&DraftDeed::LookAtPack) {
            let packs = draft.packs_to_look_at(seat);
            let Some(pack) = packs.get(dice.below(packs.len())) else { continue };
            Some(*pack)
        } else if deeds.contains(&DraftDeed::LookAtNextOfPlayer) {
            Some(DraftLook::NextOf(dice.below(draft.notes().len())))
        } else {
            None
        };
        if dice.below(4) == 0 {
            return Some(DraftAction::Use { seat, card, at });
        }
    }
    if draft.is_random(seat) {
        return Some(DraftAction::PickAtRandom { seat });
    }
    let cards = draft.seen_by(seat).and_then(|view| view.pack).map_or(0, <[_]>::len);
    let mut places: Vec<usize> = (0..cards).collect();
    let places = (0..wanted).map(|_| places.swap_remove(dice.below(places.len()))).collect();
    Some(DraftAction::Pick { seat, places })
}

/// Prints card pools with what was noted, or writes each into a file.
pub(super) fn hand_out(draft: &Draft<Arc<Card>>, into: Option<&Path>, call: &mut Call<'_>) -> Result<Exit, Failure> {
    if let Some(folder) = into {
        fs::create_dir_all(folder)
            .map_err(|error| Failure::Told(format!("{} cannot be created: {error}", folder.display())))?;
    }
    let mut answers: Vec<Value> = Vec::new();
    for ((pool, notes), number) in draft.pools().iter().zip(draft.notes()).zip(1..) {
        let counted = |conspiracies: bool| {
            let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
            let is = |card: &&Arc<Card>| card.front().types.has(CardType::Conspiracy) == conspiracies;
            pool.iter().filter(is).for_each(|card| *counts.entry(card.name()).or_default() += 1);
            counts
        };
        let (main, aside) = (counted(false), counted(true));
        let lines = |counts: &BTreeMap<&str, u32>| -> String {
            counts.iter().map(|(name, count)| format!("{count} {name}\n")).collect()
        };
        let side = if aside.is_empty() { String::new() } else { format!("\nSideboard\n{}", lines(&aside)) };
        let noted: String = notes.iter().map(|it| format!("{}: {}\n", it.card, it.noted.written())).collect();
        let noted = if noted.is_empty() { noted } else { format!("\nNotes\n{noted}") };
        let text = format!("// The card pool of player {number}.\n{}{side}{noted}", lines(&main));
        if let Some(folder) = into {
            write_new(&folder.join(format!("pool-{number}.txt")), &text)?;
        }
        if !call.json && into.is_none() {
            writeln!(call.out, "{text}")?;
        }
        let told: Vec<Value> = notes.iter().map(|it| json!({ "card": it.card, "noted": it.noted.written() })).collect();
        answers.push(json!({ "player": number, "cards": main, "conspiracies": aside, "notes": told }));
    }
    if call.json {
        print_json(call.out, &Value::Array(answers))?;
    }
    Ok(Exit::Yes)
}
