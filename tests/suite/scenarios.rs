//! Every scenario of `tests/scenarios/` and `examples/` holds: one test each, named as its file.

use retrace_core::card::pool::Pool;
use retrace_core::scenario::Scenario;

mod each {
    include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));
}

fn check(file: &str) {
    let text = std::fs::read_to_string(file).unwrap();
    let pool = Pool::bundled().unwrap();
    let scenario = Scenario::read(file, &text).unwrap_or_else(|error| panic!("{error}"));
    let run = scenario.run(&pool).unwrap_or_else(|error| panic!("{error}"));
    let failures: Vec<String> = run.failures.iter().map(ToString::to_string).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
