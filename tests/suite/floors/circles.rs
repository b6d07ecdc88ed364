//! Circles of a directed graph: its strongly connected components of more than one node.

use std::collections::{BTreeMap, BTreeSet};

/// Returns the circles, each in the order of its names.
pub(crate) fn of<'a>(
    nodes: &BTreeSet<&'a str>,
    arrows: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<BTreeSet<&'a str>> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in arrows.filter(|(from, to)| from != to) {
        next.entry(from).or_default().insert(to);
    }
    let reach: BTreeMap<&str, BTreeSet<&str>> = nodes.iter().map(|node| (*node, reached(&next, node))).collect();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut circles = Vec::new();
    for node in nodes {
        if seen.contains(node) || !reach[node].contains(node) {
            continue;
        }
        let circle: BTreeSet<&str> =
            reach[node].iter().copied().filter(|other| reach.get(other).is_some_and(|it| it.contains(node))).collect();
        seen.extend(circle.iter().copied());
        circles.push(circle);
    }
    circles
}

/// Returns the nodes that can be reached from a node in at least one step.
fn reached<'a>(next: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = next.get(from).into_iter().flatten().copied().collect();
    while let Some(node) = open.pop() {
        if found.insert(node) {
            open.extend(next.get(node).into_iter().flatten());
        }
    }
    found
}
