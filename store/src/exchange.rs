//! Exchanges timelines between two stores. Only commits that the other store lacks are sent, and
//! each is checked as it arrives.
//!
//! A store that has a commit has everything before it: commits are written oldest first, and
//! collecting keeps the past of what it keeps. So the other store can lack only the end of a chain,
//! and O(log n) lookups find where that begins.

use crate::bookmark::Bookmark;
use crate::commit::{NewCommit, RawCommit};
use crate::error::{Damage, StoreError};
use crate::id::EventId;
use crate::jumps::Spine;
use crate::label::Label;
use crate::log::Log;
use crate::running::run_input;
use crate::store::Store;
use crate::timeline::{Fork, Timeline};
use crate::typed::{CommitInput, decode_input, decode_steps};

/// How a timeline is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sending<'a> {
    /// The timeline's name there; the same as here if none.
    pub name: Option<&'a str>,
    /// Whether to run the inputs that arrive again and compare the events.
    pub run: bool,
}

/// What happened to the timeline there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is new.
    New,
    /// The other store had the beginning of what arrived, and was fast-forwarded.
    FastForward,
    /// The other store had the same.
    Same,
    /// The other store's timeline already continues past what was sent; nothing was done.
    Ahead,
}

/// What was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The name of the timeline there.
    pub name: String,
    /// Its head there.
    pub tip: EventId,
    /// How many events it has there.
    pub events: u64,
    /// What happened to it.
    pub arrival: Arrival,
    /// How many commits were sent.
    pub commits: u64,
    /// How many commits the other store was asked for before any were sent.
    pub looked: u64,
    /// The bookmarks that came with it.
    pub bookmarks: Vec<String>,
    /// The bookmarks that did not come, because their names are taken there.
    pub kept_back: Vec<String>,
}

/// A timeline whose commits have arrived in the other store.
struct Ready {
    ours: Timeline,
    /// Its name there.
    name: String,
    /// What the other store has under that name.
    theirs: Option<Timeline>,
    arrival: Arrival,
    /// As in [`Sent`].
    commits: u64,
    looked: u64,
}

impl Store {
    /// The last commit of a chain that another store has, or none; also how many commits it was
    /// asked for. O(log n) lookups.
    pub(crate) fn last_known_to(&self, tip: EventId, other: &Store) -> Result<(Option<RawCommit>, u64), StoreError> {
        let mut commit = self.read(tip)?;
        let mut looked = 1;
        if other.contains(tip)? {
            return Ok((Some(commit), looked));
        }
        // The other lacks `commit`, and so everything after it.
        while commit.number > 0 {
            looked += 1;
            if !other.contains(commit.jump)? {
                commit = self.jump_of(&commit)?;
                continue;
            }
            let parent = self.parent_of(&commit)?;
            if parent.id == commit.jump {
                return Ok((Some(parent), looked));
            }
            looked += 1;
            if other.contains(parent.id)? {
                return Ok((Some(parent), looked));
            }
            commit = parent;
        }
        Ok((None, looked))
    }
}

impl Log {
    /// Sends a timeline to another store, with its bookmarks and labels. A timeline of the same
    /// name there must be a beginning of it or continue it. Heads move once everything has arrived;
    /// what arrived before an error does no harm.
    ///
    /// # Errors
    /// [`StoreError::Clash`] if another timeline there has its name; [`StoreError::Damaged`],
    /// [`StoreError::Wire`] and [`StoreError::TooNew`] for what cannot be read;
    /// [`StoreError::CannotRun`] if running it gives other events; errors of names and of writing.
    pub fn send(&self, name: &str, to: &mut Log, how: Sending<'_>) -> Result<Sent, StoreError> {
        let (ready, labels) = self.make_ready(name, to, how)?;
        to.change_labels([], labels)?;
        to.together(|to| self.let_arrive(ready, to))
    }

    /// Sends several timelines as one operation, those before their forks. A timeline that the
    /// other store refuses does not keep the others back: its error stands in its place.
    ///
    /// # Errors
    /// As for [`Log::send`], except [`StoreError::Clash`] and [`StoreError::CannotRun`]; no head
    /// has moved then.
    pub fn send_all(
        &self,
        names: &[String],
        to: &mut Log,
        how: Sending<'_>,
    ) -> Result<Vec<Result<Sent, StoreError>>, StoreError> {
        let (mut all, mut labels) = (Vec::new(), Vec::new());
        for name in names {
            match self.make_ready(name, to, how) {
                Ok((ready, of_it)) => {
                    labels.extend(of_it);
                    all.push(Ok(ready));
                }
                Err(refused @ (StoreError::Clash { .. } | StoreError::CannotRun { .. })) => all.push(Err(refused)),
                Err(error) => return Err(error),
            }
        }
        to.change_labels([], labels)?;
        to.together(|to| {
            let arrive = |ready: Result<Ready, StoreError>| match ready {
                Ok(ready) => self.let_arrive(ready, to).map(Ok),
                Err(refused) => Ok(Err(refused)),
            };
            all.into_iter().map(arrive).collect()
        })
    }

    /// Finds what would happen to a timeline there, and sends its commits. No head moves. Returns
    /// its labels under its name there, too.
    fn make_ready(&self, name: &str, to: &mut Log, how: Sending<'_>) -> Result<(Ready, Vec<Label>), StoreError> {
        let ours = self.timeline(name)?.clone();
        let name = how.name.unwrap_or(name);
        let theirs = match to.timeline(name) {
            Ok(theirs) => Some(theirs.clone()),
            Err(StoreError::NoTimeline { .. }) => None,
            Err(error) => return Err(error),
        };
        if theirs.is_none() {
            to.store().heads.check_free(name)?;
        }
        let (known, looked) = self.store().last_known_to(ours.tip, to.store())?;
        let arrival = match &theirs {
            None => Arrival::New,
            Some(theirs) if theirs.tip == ours.tip => Arrival::Same,
            Some(theirs) => {
                let known = known.as_ref().map(|known| known.id);
                let behind = match known {
                    Some(known) => to.store().reaches(known, theirs.tip)?,
                    None => false,
                };
                if behind {
                    Arrival::FastForward
                } else if known == Some(ours.tip) && to.store().reaches(theirs.tip, ours.tip)? {
                    Arrival::Ahead
                } else {
                    return Err(StoreError::Clash { timeline: name.to_owned(), theirs: theirs.tip, ours: ours.tip });
                }
            }
        };
        let commits = self.hand_over(&ours, known.as_ref(), to, how.run)?;
        let renamed = |label: Label| Label { timeline: name.to_owned(), ..label };
        let labels = self.labels(&ours.name)?.into_iter().map(renamed).collect();
        Ok((Ready { ours, name: name.to_owned(), theirs, arrival, commits, looked }, labels))
    }

    /// Moves the head of a timeline whose commits have arrived, and sends its bookmarks.
    fn let_arrive(&self, ready: Ready, to: &mut Log) -> Result<Sent, StoreError> {
        let Ready { ours, name, theirs, arrival, commits, looked } = ready;
        let there = match (arrival, theirs) {
            (Arrival::New, _) | (_, None) => {
                let fork = self.fork_there(&ours, to)?;
                to.store.create_over(&name, ours.tip, fork)?
            }
            (Arrival::FastForward, Some(theirs)) => to.move_head(&name, theirs.tip, ours.tip)?,
            (Arrival::Same | Arrival::Ahead, Some(theirs)) => theirs,
        };
        let (bookmarks, kept_back) = self.send_bookmarks(&ours, to, &there)?;
        let Timeline { name, tip, events, .. } = there;
        Ok(Sent { name, tip, events, arrival, commits, looked, bookmarks, kept_back })
    }

    /// Sends the commits after one the other store has.
    fn hand_over(
        &self,
        ours: &Timeline,
        known: Option<&RawCommit>,
        to: &mut Log,
        run: bool,
    ) -> Result<u64, StoreError> {
        let next = known.map_or(0, |known| known.number + 1);
        if next >= ours.commits {
            return Ok(0);
        }
        let mut spine = known.map_or(Ok(Spine::default()), |known| to.store().spine(known.id))?;
        let mut game = match known.filter(|_| run) {
            Some(known) => Some(to.game_at(known.id, known.end())?),
            None => None,
        };
        let mut sent = 0;
        for raw in self.store().commits(ours.tip, next) {
            let raw = raw?;
            let first_event = spine.tip().map_or(0, |tip| tip.end);
            let place = || format!("the input of commit {}", raw.number);
            let input = decode_input(raw.format, raw.kind, &raw.input, place)?;
            let steps = decode_steps(raw.format, first_event, &raw.entries)?;
            if run {
                let refused = |why| StoreError::CannotRun { commit: raw.number, first_event, why };
                let ran = run_input(&self.catalogues, game.as_ref(), &input);
                let (found, after) = ran.map_err(|why| refused(why.to_string()))?;
                if found != steps {
                    return Err(refused("its input leads to other events under today's rules".to_owned()));
                }
                game = Some(after);
            }
            if let CommitInput::Genesis(genesis) = &input {
                to.catalogues.keep_for(genesis, &self.catalogues)?;
            }
            let new = NewCommit { format: raw.format, input: raw.input, entries: raw.entries };
            let put = to.put_expected(&ours.name, &mut spine, new, raw.id)?;
            put.ok_or_else(|| StoreError::damaged(raw.id, Damage::Misplaced("its bytes do not hash to its id")))?;
            sent += 1;
        }
        Ok(sent)
    }

    /// The fork point of a timeline in the other store's terms: in its timeline of the same name,
    /// if that contains the place.
    fn fork_there(&self, ours: &Timeline, to: &Log) -> Result<Option<Fork>, StoreError> {
        let Some(fork) = ours.forked else { return Ok(None) };
        let origin = self.store().timeline_by_serial(fork.from).and_then(|origin| to.timeline(&origin.name).ok());
        match origin {
            Some(origin) if to.store().reaches(origin.tip, fork.tip)? => Ok(Some(Fork { from: origin.serial, ..fork })),
            _ => Ok(None),
        }
    }

    /// Sends the bookmarks on a timeline whose names are free there; returns the names of those
    /// sent and of those held back.
    fn send_bookmarks(
        &self,
        ours: &Timeline,
        to: &mut Log,
        there: &Timeline,
    ) -> Result<(Vec<String>, Vec<String>), StoreError> {
        let (mut came, mut kept_back) = (Vec::new(), Vec::new());
        for bookmark in self.store().bookmarks() {
            if !self.store().reaches(ours.tip, bookmark.commit)? {
                continue;
            }
            let Bookmark { name, commit, event, note, .. } = bookmark;
            match to.store().bookmark(name).cloned() {
                Err(StoreError::NoBookmark { .. }) => {
                    to.set_bookmark(name, None, (&there.name, *event), note)?;
                    came.push(name.clone());
                }
                Ok(theirs) if (theirs.commit, theirs.event, &theirs.note) == (*commit, *event, note) => {}
                Ok(_) | Err(StoreError::Damaged { .. }) => kept_back.push(name.clone()),
                Err(error) => return Err(error),
            }
        }
        Ok((came, kept_back))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may")]
mod tests {
    use retrace_core::card::pool::Pool;
    use retrace_core::fact::{Canonical, Genesis, Input, PlayerId, PlayerSetup};
    use retrace_core::rules;

    use super::*;
    use crate::backend::Tree;
    use crate::commit::EntryList;

    fn game() -> Log {
        let forest = Pool::bundled().unwrap().get("Forest").map(|card| Canonical::new((**card).clone())).unwrap();
        let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![0; 20], ..Default::default() };
        let genesis = Genesis {
            seed: 1,
            players: vec![player("Ann"), player("Bob")],
            starting_player: PlayerId(0),
            cards: vec![forest],
            ..Genesis::default()
        };
        let mut log = Log::in_memory().unwrap();
        let (mut game, steps) = rules::start(&genesis).unwrap();
        let mut tip = log.create("main", &genesis, &steps).unwrap().id;
        for seed in 0..12 {
            let input = Input::Reseed(seed);
            let (steps, after) = rules::play(&game, &input).unwrap();
            tip = log.append("main", tip, &input, &steps).unwrap().id;
            game = after;
        }
        log
    }

    #[test]
    fn what_was_altered_or_lost_does_not_arrive() {
        for altered in [true, false] {
            let ours = game();
            let tip = ours.timeline("main").unwrap().tip;
            let there = ours.store.commit_number(tip, 7).unwrap().unwrap();
            let key = there.id.as_bytes();
            if altered {
                // Another input under the same id, with a matching checksum.
                let forged = RawCommit { input: b"another".to_vec(), ..there.clone() };
                ours.store.backend.put(Tree::Objects, key, &forged.encode()).unwrap();
            } else {
                ours.store.backend.apply(Tree::Objects, &[(key.to_vec(), None)]).unwrap();
            }
            let mut theirs = Log::in_memory().unwrap();
            let error = ours.send("main", &mut theirs, Sending::default()).unwrap_err();
            assert!(error.to_string().contains(&there.id.to_string()), "{error}");
            assert_eq!((theirs.timelines().count(), theirs.store.operations().count()), (0, 0));
            assert!(!theirs.store.contains(there.id).unwrap());
        }
    }

    #[test]
    fn a_head_does_not_move_onto_a_chain_that_lacks_a_commit() {
        let ours = game();
        let mut theirs = Log::in_memory().unwrap();
        ours.send("main", &mut theirs, Sending::default()).unwrap();
        let tip = theirs.timeline("main").unwrap().tip;
        let number = |number| theirs.store.commit_number(tip, number).unwrap().unwrap();
        let (back, lost) = (number(2).id, number(9).id);
        theirs.move_head("main", tip, back).unwrap();
        theirs.store.backend.apply(Tree::Objects, &[(lost.as_bytes().to_vec(), None)]).unwrap();
        let before = theirs.store.history.timelines.clone();
        assert!(matches!(theirs.move_head("main", back, tip), Err(StoreError::Missing { .. })));
        assert!(matches!(theirs.store.create_over("again", tip, None), Err(StoreError::Missing { .. })));
        assert_eq!(theirs.timeline("main").unwrap().tip, back);
        assert_eq!(theirs.store.history.timelines, before, "the journal is told of no head that did not move");
        // The other store still has it, and sends it because ours lacks the end.
        let new = NewCommit { format: 1, input: Vec::new(), entries: EntryList::new() };
        assert!(matches!(theirs.store.append("main", back, new), Err(StoreError::BadCommit { .. })));
    }
}
