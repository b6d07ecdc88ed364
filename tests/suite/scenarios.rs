//! Each number expected in the primer matters. `core/tests/scenarios.rs` checks that the scenarios
//! hold.

use retrace_core::card::pool::Pool;
use retrace_core::scenario::Scenario;

/// Returns the places of the numbers inside `Expect([...])`, outside strings and comments.
fn expected_numbers(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (start, _) in text.match_indices("Expect([") {
        let (mut depth, mut at) = (0i32, start + "Expect".len());
        while at < bytes.len() {
            match bytes[at] {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                b'"' => at += 1 + text[at + 1..].find('"').unwrap(),
                b'/' if bytes[at + 1] == b'/' => at += text[at..].find('\n').unwrap(),
                digit if digit.is_ascii_digit() && !bytes[at - 1].is_ascii_alphanumeric() => {
                    let end = at + text[at..].find(|c: char| !c.is_ascii_digit()).unwrap();
                    found.push((at, end));
                    at = end;
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                break;
            }
            at += 1;
        }
    }
    found
}

/// Changing any expected number of the primer makes it fail, with the expected value, the actual
/// value, and the place.
#[test]
fn every_expected_number_of_the_primer_counts() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/combat-primer.ron");
    let text = std::fs::read_to_string(file).unwrap();
    let pool = Pool::bundled().unwrap();
    let numbers = expected_numbers(&text);
    assert!(numbers.len() > 40, "the scan found only {} numbers", numbers.len());
    for (start, end) in numbers {
        let number: u32 = text[start..end].parse().unwrap();
        let changed = format!("{}{}{}", &text[..start], number + 1, &text[end..]);
        let line = text[..start].lines().count();
        let run = Scenario::read("changed.ron", &changed).and_then(|scenario| scenario.run(&pool));
        let run = run.unwrap_or_else(|error| panic!("line {line}: {number} + 1 is an error, not a failure: {error}"));
        let told: Vec<String> = run.failures.iter().map(ToString::to_string).collect();
        assert!(
            told.iter().any(|failure| failure.contains("expected ") && failure.contains("found ")),
            "line {line}: {number} could as well be {}",
            number + 1
        );
    }
}
