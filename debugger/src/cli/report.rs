//! `cards read --report`: what stops the reading of printed cards, by how many.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::call::Failure;
use super::reading::{Obstacle, Outcome};

/// What an obstacle stops.
#[derive(Clone, Copy, Debug, Default)]
struct Stopped<'a> {
    /// The cards that nothing else stops.
    alone: usize,
    cards: usize,
    /// The name of one of the cards.
    example: &'a str,
}

/// Writes `cards.tsv`, a line for each card with its verdict and what stops it, and
/// `obstacles.tsv`, a line for each obstacle, those first that stop most cards alone.
pub(super) fn write(folder: &Path, outcomes: &[Outcome]) -> Result<(), Failure> {
    let told = |path: &Path, error: &std::io::Error| Failure::Told(format!("{}: {error}", path.display()));
    fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
    let tables = [("cards.tsv", cards(outcomes)), ("obstacles.tsv", obstacles(outcomes))];
    for (name, lines) in tables {
        let path = folder.join(name);
        fs::write(&path, lines.join("\n") + "\n").map_err(|error| told(&path, &error))?;
    }
    Ok(())
}

fn line(cells: &[&str]) -> String {
    cells.join("\t")
}

fn cards(outcomes: &[Outcome]) -> Vec<String> {
    let mut lines = vec![line(&["card", "verdict", "words before", "stopped at"])];
    for it in outcomes {
        let Some(refused) = &it.refused else {
            lines.push(line(&[&it.name, "read", "", ""]));
            continue;
        };
        let obstacles = refused.obstacles.iter();
        lines.extend(obstacles.map(|obstacle| line(&[&it.name, obstacle.kind, &obstacle.before, &obstacle.phrase])));
    }
    lines
}

fn obstacles(outcomes: &[Outcome]) -> Vec<String> {
    let mut all: BTreeMap<&Obstacle, Stopped<'_>> = BTreeMap::new();
    for it in outcomes {
        let mut obstacles: Vec<&Obstacle> = it.refused.iter().flat_map(|refused| &refused.obstacles).collect();
        obstacles.sort();
        obstacles.dedup();
        let is_alone = obstacles.len() == 1;
        for obstacle in obstacles {
            let stopped = all.entry(obstacle).or_insert_with(|| Stopped { example: &it.name, ..Stopped::default() });
            stopped.cards += 1;
            stopped.alone += usize::from(is_alone);
        }
    }
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|(_, stopped)| (std::cmp::Reverse(stopped.alone), std::cmp::Reverse(stopped.cards)));
    let head = line(&["cards that it alone stops", "cards", "kind", "words before", "stopped at", "one of them"]);
    let lines = all.into_iter().map(|(it, stopped)| {
        let (alone, cards) = (stopped.alone.to_string(), stopped.cards.to_string());
        line(&[&alone, &cards, it.kind, &it.before, &it.phrase, stopped.example])
    });
    std::iter::once(head).chain(lines).collect()
}
