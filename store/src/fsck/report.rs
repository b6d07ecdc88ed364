//! Reports on a store: each damage by name, with its cost.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::Path;

use retrace_core::card::catalogue::{Catalogue, CatalogueId};
use retrace_core::fact::Genesis;

use super::chains::{self, Known, Link};
use super::evidence::{Database, Evidence};
use super::{Commit, Saved};
use crate::catalogue;
use crate::commit::RawCommit;
use crate::error::{Damage, Object, StoreError, Stranger};
use crate::folder::{DATABASE, JOURNAL};
use crate::id::{EventId, Kind};
use crate::label::LABELS;
use crate::log::fold_commit;
use crate::tally::Told;
use retrace_core::state::Game;

/// The cost of damage to a timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The timeline.
    pub timeline: String,
    /// The first event affected.
    pub from: u64,
    /// The event after the last one affected; none if unknown.
    pub to: Option<u64>,
    /// Whether the journal has the inputs of these events.
    pub in_journal: bool,
}

/// Something wrong in a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub object: Object,
    /// How it is wrong.
    pub why: String,
    /// The cost, per timeline.
    pub costs: Vec<Cost>,
    /// The cost, if it is not events of a timeline.
    pub remark: &'static str,
    /// Whether opening the store repairs it, as after a killed process.
    pub by_opening: bool,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) if to == self.from + 1 => write!(f, "event {}", self.from)?,
            Some(to) => write!(f, "events {} to {}", self.from, to.saturating_sub(1))?,
            None => write!(f, "everything from event {} on", self.from)?,
        }
        write!(f, " of `{}`", self.timeline)?;
        f.write_str(if self.in_journal {
            ", of which the journal has the inputs"
        } else {
            ", of which the journal has nothing"
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.object, self.why)?;
        if self.costs.is_empty() {
            return write!(f, "; {}", self.remark);
        }
        let costs: Vec<String> = self.costs.iter().map(Cost::to_string).collect();
        write!(f, "; concerns {}", costs.join("; "))
    }
}

/// The state of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many commits hash to their ids.
    pub commits: u64,
    /// How many events they have.
    pub events: u64,
    /// How many of the commits came only from the bytes of the database's files, not from the
    /// database.
    pub carved: u64,
    /// How many commits the packs have.
    pub packed: u64,
    /// How many snapshots there are.
    pub snapshots: u64,
    /// How many inputs the journal has.
    pub inputs: u64,
    /// The process that has the store open, if any, and its id, if known. Only the journal was
    /// checked then.
    pub in_use: Option<Option<u32>>,
    /// Everything wrong.
    pub findings: Vec<Finding>,
    /// How much of each timeline verifies or can be rebuilt.
    pub timelines: Vec<Saved>,
}

impl Report {
    /// Whether everything verifies.
    pub fn is_whole(&self) -> bool {
        self.findings.is_empty() && self.timelines.iter().all(Saved::is_whole)
    }

    /// Whether nothing is lost and opening the store repairs whatever is wrong, such as what a
    /// killed process or a full disk leaves.
    pub fn is_kept(&self) -> bool {
        self.findings.iter().all(|finding| finding.by_opening) && self.timelines.iter().all(Saved::is_whole)
    }
}

pub(super) fn told(evidence: &Evidence, findings: Vec<Finding>, timelines: Vec<Saved>) -> Report {
    Report {
        commits: evidence.objects.len() as u64,
        events: evidence.objects.values().map(|commit| commit.entries.len() as u64).sum(),
        carved: evidence.carved.len() as u64,
        packed: evidence.packed,
        snapshots: evidence.snapshots,
        inputs: evidence.journal.commits.len() as u64,
        in_use: match evidence.database {
            Database::InUse(pid) => Some(pid),
            Database::Read | Database::Broken(_) | Database::Absent => None,
        },
        findings,
        timelines,
    }
}

/// A timeline all of whose commits are stored.
pub(super) fn untouched(known: &Known) -> Saved {
    Saved {
        timeline: known.name.clone(),
        events: known.events.unwrap_or(0),
        of: known.events,
        from_database: known.links.len() as u64,
        from_journal: 0,
        lost: None,
    }
}

const NOTHING: &str = "costs nothing: it is made again when it is missed";
const UNUSED: &str = "no timeline needs it";
const BEING_MADE: &str = "costs nothing: the store was being made, and nothing was in it";
const WITHOUT_CATALOGUE: &str = "games that ask for card names go on only in a program with just these cards: bring the file \
     from a copy of the store";
const WITHOUT_LABELS: &str = "costs the names of places that scripts gave; bring the file from a copy of the store";
const LABELS_AGAIN: &str = "costs nothing: opening the store writes it again, and --salvage takes the copy";
const LABELS_WITHOUT_FOLDER: &str =
    "costs nothing: remove the folder, and opening the store writes the file again; --salvage takes the copy";
const LABELS_UNREADABLE: &str = "costs nothing: the database has a copy; change its permissions";
const FROM_INPUTS: &str =
    "--salvage makes what it had from the inputs in the journals; the timelines that this concerns are named";
const WITHOUT_INPUTS: &str = "costs nothing while the packs have the commits";
const SET_RIGHT: &str = "costs nothing: opening the store sets it right";
const NOT_SET_RIGHT: &str = "opening the store does not set it right; --salvage writes what verifies into a new store";
const JOURNAL_WITHOUT_FOLDER: &str =
    "costs nothing that the database has: move the folder away and put the journal back";

/// Everything that is wrong.
pub(super) fn findings(folder: &Path, evidence: &Evidence, timelines: &[Known]) -> Vec<Finding> {
    let mut found = Findings { evidence, timelines, found: Vec::new(), named: HashSet::new() };
    found.of_files(folder);
    found.of_catalogues(folder);
    found.of_packs();
    if !matches!(evidence.database, Database::InUse(_)) {
        found.of_objects(folder);
        found.of_chains();
        found.of_heads();
        found.of_bookmarks();
        found.of_inputs(folder);
    }
    found.found
}

struct Findings<'e> {
    evidence: &'e Evidence,
    timelines: &'e [Known],
    found: Vec<Finding>,
    /// The commits that already have a finding.
    named: HashSet<EventId>,
}

impl Findings<'_> {
    fn add(&mut self, object: Object, why: impl fmt::Display, remark: &'static str) {
        let remark = if remark == SET_RIGHT && !self.is_told() { NOT_SET_RIGHT } else { remark };
        let by_opening = remark == SET_RIGHT || remark == BEING_MADE;
        self.found.push(Finding { object, why: why.to_string(), costs: Vec::new(), remark, by_opening });
    }

    /// Whether opening the store goes on from everything acknowledged: the journal has it, or else
    /// the database.
    fn is_told(&self) -> bool {
        let evidence = self.evidence;
        let sound = evidence.journal.header.is_none() && !evidence.journal_hurt;
        let journal = (sound || self.is_being_made()) && evidence.lacking.is_none();
        let database = || {
            let whole = |known: &Known| known.gap.is_none() && known.links.iter().all(|link| self.is_in_database(link));
            evidence.database_stands && self.timelines.iter().all(whole)
        };
        evidence.stranger.is_none() && (journal || database())
    }

    /// Whether the store was being created and is still empty.
    fn is_being_made(&self) -> bool {
        let evidence = self.evidence;
        let nothing = evidence.objects.is_empty() && evidence.heads.is_empty() && evidence.bad.is_empty();
        nothing && evidence.beside.or(evidence.stored).is_none() && evidence.journal.records == 0
    }

    fn is_in_database(&self, link: &Link) -> bool {
        matches!(link, Link::Stored(id) if !self.evidence.carved.contains(id))
    }

    /// Whether the database has none of the last commits of a timeline, from this number on. sled
    /// loses its end in this way when a process is killed.
    fn lacks_the_end_from(&self, known: &Known, from: usize) -> bool {
        known.links.get(from..).is_some_and(|links| !links.iter().any(|link| self.is_in_database(link)))
    }

    /// Whether the database does not open and so will be rebuilt at opening, or is being rebuilt.
    fn is_broken(&self) -> bool {
        let broken = matches!(self.evidence.database, Database::Broken(_) | Database::Absent);
        (broken || !self.evidence.aside.is_empty()) && self.is_told()
    }

    /// Checks the stored catalogues, and those the geneses of games name.
    fn of_catalogues(&mut self, folder: &Path) {
        let told = self.evidence.objects.values().filter(|commit| commit.kind == Kind::Genesis);
        let told =
            told.filter_map(|commit| Genesis::decode(commit.format, &commit.input).ok().map(|it| it.catalogue.id()));
        let mut ids: BTreeSet<CatalogueId> = told.filter(|id| *id != Catalogue::empty().id()).collect();
        ids.extend(catalogue::kept_in(folder));
        for id in ids {
            let path = catalogue::path_of(folder, id);
            let why = match catalogue::check(&path, id) {
                Ok(Some(_)) => continue,
                // A replay of a game that does not ask its catalogue brings none.
                Ok(None) if !self.is_asked(id) => continue,
                Ok(None) => "it is not there".to_owned(),
                Err(why) => why,
            };
            self.add(Object::Catalogue(path), why, WITHOUT_CATALOGUE);
        }
    }

    /// Whether a game could ask this catalogue for the names of cards.
    fn is_asked(&self, id: CatalogueId) -> bool {
        let asks = |known: &Known| {
            let commits = known.links.iter().map_while(|link| self.evidence.objects.get(&link.id()));
            let mut game = Game::empty();
            for commit in commits {
                if commit.kind == Kind::Genesis {
                    let genesis = Genesis::decode(commit.format, &commit.input).ok();
                    if genesis.map(|genesis| genesis.catalogue.id()) != Some(id) {
                        return false;
                    }
                }
                if fold_commit(&mut game, commit, commit.end()).is_err() || game.asks_names() {
                    break;
                }
            }
            game.asks_names()
        };
        self.timelines.iter().any(asks)
    }

    fn of_files(&mut self, folder: &Path) {
        let evidence = self.evidence;
        if let Some(error) = &evidence.marker {
            let object = Object::Marker(folder.join(crate::folder::MARKER));
            let why = match error {
                StoreError::Missing { .. } => "it is not there".to_owned(),
                StoreError::Damaged { why, .. } => why.to_string(),
                other => other.to_string(),
            };
            self.add(object, why, "costs the folder its being known for a store: --salvage writes one that has it");
        }
        if let Database::Broken(error) = &evidence.database {
            let object = Object::Database(folder.join(DATABASE));
            let why = match error {
                StoreError::Database { doing, why } => format!("it could not {doing}: {why}"),
                StoreError::DatabasePanicked { doing, why } => format!("it broke down while it was to {doing} ({why})"),
                other => other.to_string(),
            };
            let remark = if self.is_told() { SET_RIGHT } else { "what its files hold was read from their bytes" };
            self.add(object, why, remark);
        }
        if let Some(why) = &evidence.labels_wrong {
            let path = folder.join(LABELS);
            let (remark, by_opening) = match evidence.labels_copied {
                true if path.is_dir() => (LABELS_WITHOUT_FOLDER, false),
                true if File::open(&path).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied) => {
                    (LABELS_UNREADABLE, false)
                }
                true => (LABELS_AGAIN, true),
                false => (WITHOUT_LABELS, false),
            };
            let object = Object::Labels(path);
            self.found.push(Finding { object, why: why.clone(), costs: Vec::new(), remark, by_opening });
        }
        for old in &evidence.aside {
            self.add(Object::Database(old.clone()), "it did not open and is being made again", SET_RIGHT);
        }
        for old in &evidence.kept {
            let why = "it did not open, and something in it could not be had again";
            self.add(Object::Database(old.clone()), why, "remove the folder if you miss nothing");
        }
        self.of_journal(folder);
    }

    fn of_journal(&mut self, folder: &Path) {
        let evidence = self.evidence;
        let path = folder.join(JOURNAL);
        let journal = || Object::Journal(path.clone());
        if let Some(stranger) = evidence.stranger {
            let object =
                if stranger == Stranger::Database { Object::Database(folder.join(DATABASE)) } else { journal() };
            self.add(object, format!("it {stranger}"), stranger.remedy());
            return;
        }
        let remark = if self.is_told() { SET_RIGHT } else { "costs nothing that the database has" };
        if let Some(Told { end, commits, commit, .. }) = evidence.lacking {
            let why = match commits {
                0 => format!("it has lost its end: {end} bytes of it were acknowledged"),
                1 => format!("it has lost its end: the commit {commit} was acknowledged"),
                _ => format!("it has lost its end: {commits} commits were acknowledged, the last of them {commit}"),
            };
            if evidence.journal.header.is_none() {
                self.add(journal(), why, remark);
            }
            let has = evidence.objects.contains_key(&commit) || evidence.journal.commits.contains_key(&commit);
            if commits > 0 && !has {
                let why = "it was acknowledged, and neither the journal nor the database has it";
                self.add(Object::Commit(commit), why, "what came with it and was not found is lost");
            }
        }
        if let Some(error) = &evidence.journal.header {
            let remark = match evidence.journal.records {
                _ if self.is_being_made() => BEING_MADE,
                _ if path.is_dir() => JOURNAL_WITHOUT_FOLDER,
                0 => remark,
                _ => "its records were read all the same",
            };
            let why = if let Damage::Misplaced(why) = error { (*why).to_owned() } else { error.to_string() };
            self.add(journal(), why, remark);
        }
        for Range { start, end } in &evidence.journal.damaged {
            let why = format!("bytes {start} to {} are no records", end - 1);
            self.add(journal(), why, remark);
        }
    }

    fn of_packs(&mut self) {
        for (object, why) in &self.evidence.packs_wrong {
            let remark = if matches!(object, Object::Pack(_)) { FROM_INPUTS } else { WITHOUT_INPUTS };
            self.add(object.clone(), why, remark);
        }
    }

    fn of_objects(&mut self, folder: &Path) {
        for (object, why) in &self.evidence.bad {
            let (costs, remark) = match object {
                Object::Commit(id) => {
                    self.named.insert(*id);
                    let found = if self.evidence.objects.contains_key(id) {
                        "the database's files hold it once more, unharmed"
                    } else {
                        UNUSED
                    };
                    (self.costs_of(*id), found)
                }
                _ => (Vec::new(), NOTHING),
            };
            let (object, why) = (object.clone(), why.to_string());
            self.found.push(Finding { object, why, costs, remark, by_opening: false });
        }
        for (id, why) in chains::misfits(self.evidence) {
            self.named.insert(id);
            self.misplaced(id, why);
        }
        let unread = |commit: &RawCommit| Commit::from_raw(commit).err().map(|error| (commit.id, error));
        let mut unread: Vec<_> = self.evidence.objects.values().filter_map(unread).collect();
        unread.sort_unstable_by_key(|(id, _)| *id);
        for (id, error) in unread {
            self.add(Object::Commit(id), error, "this version cannot show it");
        }
        self.of_carved(folder);
        if let Some(why) = &self.evidence.count {
            self.add(Object::TimelineCount, why, SET_RIGHT);
        }
    }

    /// Reports what the database has lost but its files still hold.
    fn of_carved(&mut self, folder: &Path) {
        let evidence = self.evidence;
        let mut costs = Vec::new();
        let mut on_timelines: HashSet<EventId> = HashSet::new();
        for known in self.timelines {
            let carved = |link: &&Link| evidence.carved.contains(&link.id());
            on_timelines.extend(known.links.iter().filter(carved).map(|link| link.id()));
            let (first, last) = (known.links.iter().find(carved), known.links.iter().rev().find(carved));
            let stored = |link: Option<&Link>| link.and_then(|link| evidence.objects.get(&link.id()));
            if let (Some(first), Some(last)) = (stored(first), stored(last)) {
                let in_journal =
                    known.links.iter().filter(carved).all(|it| evidence.journal.commits.contains_key(&it.id()));
                let (from, to) = (first.first_event, Some(last.end()));
                costs.push(Cost { timeline: known.name.clone(), from, to, in_journal });
            }
        }
        if !on_timelines.is_empty() {
            let object = Object::Database(folder.join(DATABASE));
            let why = match on_timelines.len() {
                1 => "it has lost a commit, which the bytes of its files still have".to_owned(),
                more => format!("it has lost {more} commits, which the bytes of its files still have"),
            };
            let ends = |known: &Known| {
                let first = known.links.iter().position(|link| !self.is_in_database(link));
                first.is_none_or(|first| self.lacks_the_end_from(known, first))
            };
            let by_opening = self.is_broken() || (self.is_told() && self.timelines.iter().all(ends));
            self.found.push(Finding { object, why, costs, remark: "", by_opening });
        }
    }

    fn misplaced(&mut self, id: EventId, why: Damage) {
        self.add(
            Object::Commit(id),
            why,
            "its events are unharmed, places before it may not be found; --salvage mends it",
        );
    }

    fn of_chains(&mut self) {
        let mut seen = HashSet::new();
        for known in self.timelines {
            for id in chains::strays(self.evidence, &known.links, &mut seen) {
                if self.named.insert(id) {
                    self.misplaced(id, Damage::Misplaced("its number or its jump is not that of its place"));
                }
            }
            for run in input_runs(&known.links) {
                let unnamed = run.clone().filter(|at| !self.named.contains(&known.links[*at].id())).count();
                if unnamed > 0 {
                    let why = match unnamed {
                        1 => "a commit of it is not in the database".to_owned(),
                        more => format!("{more} commits of it are not in the database"),
                    };
                    // Where the last commits are there, opening does not look at earlier ones.
                    let packs = self.evidence.packs_wrong.is_empty();
                    let ends = self.is_told() && self.lacks_the_end_from(known, run.start);
                    let by_opening = packs && (self.is_broken() || ends);
                    let costs = vec![self.cost(known, run)];
                    let object = Object::Timeline(known.name.clone());
                    self.found.push(Finding { object, why, costs, remark: "", by_opening });
                }
            }
            if let Some(gap) = known.gap
                && self.named.insert(gap)
            {
                let costs = self.costs_of(gap);
                let why = "it is missing, and the journal does not have it either".to_owned();
                self.found.push(Finding { object: Object::Commit(gap), why, costs, remark: UNUSED, by_opening: false });
            }
        }
    }

    fn of_heads(&mut self) {
        let evidence = self.evidence;
        for (name, head) in &evidence.heads {
            match head {
                Err(why) => {
                    let remark = if self.timelines.iter().any(|known| known.name == *name && known.tip.is_some()) {
                        SET_RIGHT
                    } else {
                        "where its head is is lost: --salvage saves chains without a name as `found …`"
                    };
                    self.add(Object::Timeline(name.clone()), why, remark);
                }
                Ok(head) => {
                    if let Some(tip) = evidence.objects.get(&head.tip)
                        && (tip.end(), tip.number + 1) != (head.events, head.commits)
                    {
                        let why = "it counts other events than its head does";
                        self.add(Object::Timeline(name.clone()), why, "costs nothing: --salvage counts again");
                    }
                    if let Some(fork) = head.forked
                        && evidence.objects.get(&fork.tip).is_some_and(|commit| commit.end() != fork.events)
                    {
                        let why = "it was forked after other events than it says";
                        self.add(Object::Timeline(name.clone()), why, "costs nothing but that");
                    }
                }
            }
        }
        // Where the journal and the database disagree on what exists.
        let past = &evidence.journal.past.history;
        let read = matches!(evidence.database, Database::Read);
        let heads: BTreeMap<u64, _> = evidence.heads.values().flatten().map(|head| (head.serial, head)).collect();
        for theirs in past.timelines.values().filter(|theirs| read && !theirs.tip.is_zero()) {
            let why = match heads.get(&theirs.serial) {
                Some(ours) if ours.tip != theirs.tip => "its head is not where the journal has it",
                Some(ours) if ours.name != theirs.name => "the journal has another name for it",
                Some(_) => continue,
                None => "the database does not know it; the journal does",
            };
            self.add(Object::Timeline(theirs.name.clone()), why, SET_RIGHT);
        }
        for ours in heads.values().filter(|ours| !past.timelines.contains_key(&ours.serial)) {
            let gone = past.is_gone(ours.serial) && self.is_told();
            let why = if gone { "the journal says that it was deleted" } else { "the journal does not know it" };
            self.add(Object::Timeline(ours.name.clone()), why, SET_RIGHT);
        }
    }

    fn of_bookmarks(&mut self) {
        let evidence = self.evidence;
        let theirs = &evidence.journal.past.history.bookmarks;
        for (name, bookmark) in &evidence.bookmarks {
            let object = Object::Bookmark(name.clone());
            match bookmark {
                Err(why) if theirs.contains_key(name) => self.add(object, why, "costs nothing: the journal has it"),
                Err(why) => self.add(object, why, "costs the bookmark and its note"),
                Ok(ours) if theirs.get(name) == Some(ours) => {}
                Ok(_) => self.add(object, "the journal has it otherwise or not at all", SET_RIGHT),
            }
        }
        let unknown = theirs.keys().filter(|name| !evidence.bookmarks.contains_key(*name));
        for name in unknown.filter(|_| matches!(evidence.database, Database::Read)) {
            self.add(Object::Bookmark(name.clone()), "the database does not know it; the journal does", SET_RIGHT);
        }
    }

    /// Reports what the journal lacks, and what differs in it.
    fn of_inputs(&mut self, folder: &Path) {
        let evidence = self.evidence;
        let mut lacking: HashSet<EventId> = HashSet::new();
        for link in self.timelines.iter().flat_map(|known| &known.links) {
            let Some(commit) = evidence.objects.get(&link.id()) else { continue };
            match evidence.journal.commits.get(&commit.id) {
                None => drop(lacking.insert(commit.id)),
                Some(input) if (input.format, &input.input) != (commit.format, &commit.input) => {
                    if self.named.insert(commit.id) {
                        let why = "the journal has another input for it";
                        self.add(Object::Commit(commit.id), why, "costs nothing while the database has it");
                    }
                }
                Some(_) => {}
            }
        }
        if !lacking.is_empty() {
            let why = match lacking.len() {
                1 => "it lacks the input of a commit".to_owned(),
                more => format!("it lacks the inputs of {more} commits"),
            };
            let closed = evidence.packs_wrong.iter().any(|(object, _)| matches!(object, Object::Journal(_)));
            let remark = if closed { WITHOUT_INPUTS } else { SET_RIGHT };
            self.add(Object::Journal(folder.join(JOURNAL)), why, remark);
        }
    }

    /// The cost of losing a commit.
    fn costs_of(&self, id: EventId) -> Vec<Cost> {
        let mut costs = Vec::new();
        for known in self.timelines {
            match known.links.iter().position(|link| *link == Link::Input(id)) {
                Some(at) => costs.push(self.cost(known, at..at + 1)),
                None if known.gap == Some(id) => {
                    let end = known.links.len();
                    costs.push(Cost { to: known.events, in_journal: false, ..self.cost(known, end..end) });
                }
                None => {}
            }
        }
        costs
    }

    /// The cost of losing some links of a timeline, as events between the stored commits around
    /// them.
    fn cost(&self, known: &Known, links: Range<usize>) -> Cost {
        let stored = |link: &Link| self.evidence.objects.get(&link.id());
        let from = known.links[..links.start].iter().rev().find_map(stored).map_or(0, |commit| commit.end());
        let after = known.links[links.end..].iter().find_map(stored).map(|commit| commit.first_event);
        let to = after.or(known.events).filter(|to| *to > from);
        Cost { timeline: known.name.clone(), from, to, in_journal: true }
    }
}

/// The runs of links for which only the inputs remain.
fn input_runs(links: &[Link]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, link) in links.iter().enumerate() {
        match (link, runs.last_mut()) {
            (Link::Stored(_), _) => {}
            (Link::Input(_), Some(run)) if run.end == at => run.end = at + 1,
            (Link::Input(_), _) => runs.push(at..at + 1),
        }
    }
    runs
}
