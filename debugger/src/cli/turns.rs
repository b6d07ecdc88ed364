//! `turns`: what each player did, turn by turn.

use std::path::PathBuf;

use clap::Args;
use retrace_core::fact::PlayerId;
use serde_json::{Map, Value, json};

use super::arguments::Eyes;
use super::call::{Call, Exit, Failure, print_json};
use super::opened::Opened;
use retrace_session::asking::tally::{Counted, Tally};
use retrace_session::{Span, TurnMark, describe};

/// The turns of a timeline.
#[derive(Clone, Debug, Args)]
pub(super) struct TurnsArguments {
    /// A scenario, a replay or a store
    pub(super) file: PathBuf,
    /// The timeline [default: the first]
    #[arg(long, short, value_name = "NAME")]
    pub(super) timeline: Option<String>,
    /// Only this turn
    #[arg(long, value_name = "NUMBER")]
    pub(super) turn: Option<u32>,
    #[command(flatten)]
    pub(super) eyes: Eyes,
}

/// Lists the turns with what each player did in them; exit code 1 if there is no such turn.
pub(super) fn turns(arguments: &TurnsArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    let opened = Opened::read_one(&arguments.file, (arguments.timeline.as_deref(), None), call)?;
    let timeline = opened.timeline(arguments.timeline.as_deref(), None)?;
    let numbers = opened.numbers(timeline, &arguments.eyes)?;
    let game = timeline.game_at(timeline.len_steps());
    let all = timeline.ruler().turns.iter();
    let turns: Vec<Span<TurnMark>> =
        all.filter(|span| arguments.turn.is_none_or(|turn| turn == span.what.number)).collect();
    let begins = |place: usize| numbers.before_step(timeline, place.saturating_sub(1));
    let exit = if turns.is_empty() { Exit::No } else { Exit::Yes };
    if call.json {
        let value = |span: &Span<TurnMark>| {
            let tally = Tally::of_turn(timeline, span);
            let players: Map<String, Value> =
                game.players().map(|player| (describe::player(&game, player.id), counts(&tally, player.id))).collect();
            let events = (begins(span.from), begins(span.to));
            json!({
                "turn": span.what.number,
                "active": describe::player(&game, span.what.player),
                "events": [events.0, events.1],
                "players": players,
            })
        };
        let turns: Vec<Value> = turns.iter().map(value).collect();
        print_json(call.out, &json!({ "timeline": timeline.name(), "turns": turns }))?;
        return Ok(exit);
    }
    for span in &turns {
        let first = begins(span.from);
        writeln!(
            call.out,
            "Turn {}, {}, from event {first}",
            span.what.number,
            describe::player(&game, span.what.player)
        )?;
        let tally = Tally::of_turn(timeline, span);
        for player in game.players() {
            let told: Vec<String> = Counted::ALL
                .iter()
                .filter_map(|counted| Some(format!("{} {}", counted.word(), tally.get(player.id, *counted)?.count)))
                .collect();
            if !told.is_empty() {
                writeln!(call.out, "  {}: {}", describe::player(&game, player.id), told.join(", "))?;
            }
        }
    }
    Ok(exit)
}

fn counts(tally: &Tally, player: PlayerId) -> Value {
    let counts = Counted::ALL.iter().filter_map(|counted| {
        Some((counted.word().replace(' ', "_"), Value::from(tally.get(player, *counted)?.count)))
    });
    Value::Object(counts.collect())
}
