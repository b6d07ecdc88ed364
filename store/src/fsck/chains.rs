//! Finds what can be saved of each timeline: the longest part of its chain, from the genesis on, in
//! which every commit was found or can be rebuilt from its input.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::error::Damage;
use crate::id::EventId;
use crate::timeline::{Fork, Timeline};

use super::evidence::Evidence;

/// A commit of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// It is stored, and hashes to its id.
    Stored(EventId),
    /// The journal has its input.
    Input(EventId),
}

impl Link {
    pub(crate) fn id(self) -> EventId {
        match self {
            Link::Stored(id) | Link::Input(id) => id,
        }
    }
}

/// What is known of a timeline.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) serial: u64,
    pub(crate) forked: Option<Fork>,
    /// The commit at its head; none if unknown.
    pub(crate) tip: Option<EventId>,
    /// How many events it has up to its head, if known.
    pub(crate) events: Option<u64>,
    /// The recoverable commits, oldest first.
    pub(crate) links: Vec<Link>,
    /// The commit found nowhere, if the links do not lead to the tip.
    pub(crate) gap: Option<EventId>,
}

/// Every timeline that the database or the journal knows, in the order of creation.
pub(crate) fn timelines(evidence: &Evidence) -> Vec<Known> {
    let chains = Chains::over(evidence);
    let past = &evidence.journal.past.history;
    let mut heads: BTreeMap<u64, &Timeline> = BTreeMap::new();
    let mut headless: Vec<&str> = Vec::new();
    for (name, head) in &evidence.heads {
        match head {
            Ok(head) => drop(heads.insert(head.serial, head)),
            Err(_) => headless.push(name),
        }
    }
    let serials: HashSet<u64> = heads.keys().chain(past.timelines.keys()).copied().collect();
    let mut serials: Vec<u64> = serials.into_iter().collect();
    serials.sort_unstable();
    let mut found = Vec::new();
    for serial in serials {
        let (ours, theirs) = (heads.get(&serial), past.timelines.get(&serial));
        // A journal that has lost its end may have told more of it.
        let told = evidence.journal.is_whole() && evidence.lacking.is_none();
        if theirs.is_none() && told && past.is_gone(serial) {
            continue;
        }
        let candidates = [
            theirs.map(|it| (it.tip, &it.name, it.forked, None)),
            ours.map(|it| (it.tip, &it.name, it.forked, Some((it.events, it.commits)))),
        ];
        let known =
            candidates.into_iter().flatten().filter(|(tip, ..)| !tip.is_zero()).map(|(tip, name, forked, counts)| {
                let commits = counts.map(|(_, commits)| commits);
                let Chain { links, gap } = chains.down_from(tip, commits, forked.map(|fork| fork.tip));
                let events = match (evidence.objects.get(&tip), counts) {
                    (Some(commit), _) => Some(commit.end()),
                    (None, counts) => counts.map(|(events, _)| events),
                };
                Known { name: name.clone(), serial, forked, tip: Some(tip), events, links, gap }
            });
        // Where both have the same value, the journal is the later.
        found.extend(known.reduce(|one, other| {
            let (mut best, rest) = if other.links.len() > one.links.len() { (other, one) } else { (one, other) };
            let reached = |tip: EventId| best.links.iter().any(|link| link.id() == tip);
            if best.gap.is_none() && rest.gap.is_some() && !rest.tip.is_some_and(reached) {
                best.gap = rest.gap;
            }
            best.events = best.events.max(rest.events);
            best
        }));
    }
    for name in headless {
        if !found.iter().any(|known| known.name == name) {
            let serial = found.iter().map(|known| known.serial + 1).max().unwrap_or(0);
            let known = Known {
                name: name.to_owned(),
                serial,
                forked: None,
                tip: None,
                events: None,
                links: Vec::new(),
                gap: None,
            };
            found.push(known);
        }
    }
    // A timeline with an unknown head is one of the chains that nothing else leads to.
    if !evidence.journal.is_whole() || found.iter().any(|known| known.tip.is_none()) {
        let next = found.iter().map(|known| known.serial + 1).max().unwrap_or(0);
        let reached: HashSet<EventId> = found.iter().flat_map(|known| &known.links).map(|link| link.id()).collect();
        let mut ends: Vec<EventId> =
            evidence.objects.keys().copied().filter(|id| chains.children_of(*id).is_empty()).collect();
        ends.sort_unstable();
        for (serial, end) in (next..).zip(ends.into_iter().filter(|end| !reached.contains(end))) {
            let Chain { links, gap } = chains.down_from(end, None, None);
            let events = evidence.objects.get(&end).map(|commit| commit.end());
            let name = format!("found {}", end.short());
            found.push(Known { name, serial, forked: None, tip: Some(end), events, links, gap });
        }
    }
    found
}

/// Commits that follow one another, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chain {
    links: Vec<Link>,
    /// The commit found nowhere, if the links do not lead from a genesis to the tip.
    gap: Option<EventId>,
}

struct Chains<'e> {
    evidence: &'e Evidence,
    children: HashMap<EventId, Vec<EventId>>,
}

impl<'e> Chains<'e> {
    fn over(evidence: &'e Evidence) -> Chains<'e> {
        let mut children: HashMap<EventId, Vec<EventId>> = HashMap::new();
        for commit in evidence.objects.values().filter(|commit| commit.number > 0) {
            children.entry(commit.parent).or_default().push(commit.id);
        }
        let only_there = evidence.journal.commits.values().filter(|commit| !evidence.objects.contains_key(&commit.id));
        for commit in only_there.filter(|commit| !commit.parent.is_zero()) {
            children.entry(commit.parent).or_default().push(commit.id);
        }
        children.values_mut().for_each(|ids| ids.sort_unstable());
        Chains { evidence, children }
    }

    fn children_of(&self, id: EventId) -> &[EventId] {
        self.children.get(&id).map_or(&[], Vec::as_slice)
    }

    fn link(&self, id: EventId) -> Option<(Link, EventId)> {
        match self.evidence.objects.get(&id) {
            Some(commit) => Some((Link::Stored(id), commit.parent)),
            None => self.evidence.journal.commits.get(&id).map(|commit| (Link::Input(id), commit.parent)),
        }
    }

    /// The commits that lead to this one: from a genesis on, or from above a gap.
    fn up_to(&self, tip: EventId) -> Chain {
        let most = self.evidence.objects.len() + self.evidence.journal.commits.len();
        let (mut links, mut at, mut gap) = (Vec::new(), tip, None);
        while !at.is_zero() {
            match self.link(at) {
                Some((link, parent)) if links.len() <= most => {
                    links.push(link);
                    at = parent;
                }
                // A cycle of inputs in a journal leads nowhere.
                _ => {
                    gap = Some(at);
                    break;
                }
            }
        }
        links.reverse();
        Chain { links, gap }
    }

    fn number_of(&self, id: EventId) -> Option<u64> {
        self.evidence.objects.get(&id).map(|commit| commit.number)
    }

    /// The longest part from the genesis on of the chain that ends at a commit. If a gap
    /// intervenes, the jumps of the commits above lead across it, and the search goes up again from
    /// there.
    fn down_from(&self, tip: EventId, commits: Option<u64>, fork: Option<EventId>) -> Chain {
        let above = self.up_to(tip);
        let Some(gap) = above.gap else { return above };
        // The number of the commit above the gap, or of the one after the tip.
        let after_gap = above.links.first().map_or(commits, |link| self.number_of(link.id()));
        let gap_number = after_gap.and_then(|number| number.checked_sub(1));
        let bases = self.bases(&above.links, gap_number, fork);
        let links = bases.into_iter().rev().find_map(|base| self.up_again(base, gap_number));
        Chain { links: links.unwrap_or_default(), gap: Some(gap) }
    }

    /// The commits below a gap from which to go up again, by their numbers: where the fork and the
    /// jumps of the commits above lead.
    fn bases(&self, above: &[Link], gap_number: Option<u64>, fork: Option<EventId>) -> Vec<(u64, EventId)> {
        let passed: HashSet<EventId> = above.iter().map(|link| link.id()).collect();
        let jumps = above.iter().filter_map(|link| self.evidence.objects.get(&link.id())).map(|commit| commit.jump);
        // Most jumps lead to another commit above, and those that cross the gap to few commits.
        let below = jumps.chain(fork).filter(|id| !passed.contains(id));
        let numbered = below.filter_map(|id| self.number_of(id).map(|number| (number, id)));
        let mut bases: Vec<(u64, EventId)> =
            numbered.filter(|(number, _)| gap_number.is_none_or(|gap| *number < gap)).collect();
        bases.sort_unstable();
        bases.dedup();
        // None: take the chain that leads up to just below the gap, if there is only one.
        if bases.is_empty()
            && let Some(below) = gap_number.and_then(|number| number.checked_sub(1))
        {
            let is_last = |id| self.children_of(id).iter().all(|child| self.number_of(*child).is_none());
            let commits = self.evidence.objects.values();
            let mut last = commits.filter(|commit| commit.number == below && is_last(commit.id));
            if let (Some(one), None) = (last.next(), last.next()) {
                bases.push((one.number, one.id));
            }
        }
        bases
    }

    /// The chain to a commit below a gap, and on from there towards the gap while the next commit
    /// is unambiguous; none if there is another gap below.
    fn up_again(&self, (mut number, base): (u64, EventId), gap_number: Option<u64>) -> Option<Vec<Link>> {
        let Chain { mut links, gap: None } = self.up_to(base) else { return None };
        let mut at = base;
        while gap_number.is_some_and(|gap| number + 1 < gap) {
            let [next] = self.children_of(at) else { break };
            let Some((link, _)) = self.link(*next) else { break };
            links.push(link);
            (at, number) = (*next, number + 1);
        }
        Some(links)
    }
}

/// The commits of chains that do not fit each other by number or jump, and how.
pub(crate) fn misfits(evidence: &Evidence) -> Vec<(EventId, Damage)> {
    let mut wrong = Vec::new();
    for commit in evidence.objects.values().filter(|commit| commit.number > 0) {
        if let Some(parent) = evidence.objects.get(&commit.parent)
            && (parent.number + 1 != commit.number || parent.end() != commit.first_event)
        {
            wrong.push((commit.id, Damage::Misplaced("its numbers do not follow its parent's")));
        }
        if let Some(jump) = evidence.objects.get(&commit.jump)
            && (jump.number != crate::jumps::jump_number(commit.number) || jump.end() != commit.jump_end)
        {
            wrong.push((commit.id, Damage::Misplaced("its jump leads to another place than it says")));
        }
    }
    wrong.sort_unstable_by_key(|(id, _)| *id);
    wrong
}

/// The commits of a whole chain whose jumps lead out of it, oldest first.
pub(crate) fn strays(evidence: &Evidence, links: &[Link], seen: &mut HashSet<EventId>) -> Vec<EventId> {
    let mut wrong = Vec::new();
    for (number, link) in links.iter().enumerate() {
        if seen.insert(link.id())
            && number > 0
            && let Some(commit) = evidence.objects.get(&link.id())
        {
            let at = usize::try_from(crate::jumps::jump_number(number as u64)).ok();
            let jump = at.and_then(|at| links.get(at)).map(|link| link.id());
            if jump != Some(commit.jump) || commit.number != number as u64 {
                wrong.push(commit.id);
            }
        }
    }
    wrong
}
