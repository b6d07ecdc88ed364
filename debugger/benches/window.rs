//! The window on long timelines of several sizes, without a display or a graphics card: the
//! processor time of a frame, from the input to the triangles for the card. It prints the table of
//! `docs/performance.md`:
//!
//! ```text
//! cargo bench -p retrace --bench window -- 1000 10000 100000 1000000
//! ```
//!
//! The timeline is one endless game (random decisions, and what-if edits that give back life and
//! cards), stored in a store and opened as a user would. Frames are timed by the wall clock, so
//! other load on the machine affects them. So beside the median and the 99th percentile, the table
//! has the mean processor time of the drawing thread. Linux reports that with a resolution of a
//! clock tick (4 ms), too coarse for a single frame. *Scrubbing* drags the pointer over the ruler
//! to random places; *stepping* holds the arrow keys, alone and with Shift and Ctrl. A second table
//! has boards with much on them: many permanents, eight players, a game of Commander.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench says what it finds, and stops if it cannot")]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::write;
use egui::{Context, Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, Vec2};
use peak_alloc::PeakAlloc;
use retrace::window::App;
use retrace_core::fact::Casual;
use retrace_core::play::Dice;
use retrace_session::files::new_game::Table;
use retrace_session::{Progress, Session};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The number of frames of each kind.
const FRAMES: usize = 400;
/// A blinking caret requests a repaint after more than this time, ongoing work immediately.
const BLINK: Duration = Duration::from_millis(50);
/// How many events the game of four Commanders has.
const COMMANDER_EVENTS: u64 = 12_000;
/// The size of the window.
const WINDOW_PT: Vec2 = Vec2::new(1600.0, 1000.0);

/// The processor time of this thread.
fn processor() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(told.split_whitespace().next().unwrap().parse().unwrap())
}

/// The window without a display.
struct Window {
    ctx: Context,
    app: App,
    time: f64,
}

impl Window {
    fn new(session: Session) -> Window {
        let ctx = Context::default();
        let app = App::new(&ctx, session, None);
        Window { ctx, app, time: 0.0 }
    }

    /// Draws a frame. Returns the time it took, and the delay until the next repaint.
    fn frame(&mut self, events: Vec<Event>) -> (Duration, Duration) {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, WINDOW_PT)),
            time: Some(self.time),
            focused: true,
            events,
            ..RawInput::default()
        };
        let began = Instant::now();
        let app = &mut self.app;
        let mut output = self.ctx.run_ui(input, |ui| app.show(ui));
        // No graphics card takes them.
        output.textures_delta.clear();
        std::hint::black_box(self.ctx.tessellate(output.shapes, output.pixels_per_point));
        let delay = output.viewport_output.values().map(|viewport| viewport.repaint_delay).min().unwrap();
        (began.elapsed(), delay)
    }

    /// Draws until no repaint is due within `idle`. Returns the number of frames.
    fn settle(&mut self, idle: Duration) -> usize {
        (1..100_000).find(|_| self.frame(Vec::new()).1 > idle).unwrap()
    }

    /// The rectangle of a control, found by the beginning of its screen reader label.
    fn find(&mut self, label: &str) -> Rect {
        self.ctx.enable_accesskit();
        let mut found = None;
        let ctx = self.ctx.clone();
        let app = &mut self.app;
        for _ in 0..3 {
            let input =
                RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, WINDOW_PT)), ..RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| app.show(ui));
            output.textures_delta.clear();
            let nodes = output.platform_output.accesskit_update.map(|update| update.nodes).unwrap_or_default();
            let node = nodes.into_iter().find(|(_, node)| node.label().is_some_and(|it| it.starts_with(label)));
            found = node.and_then(|(_, node)| node.bounds()).or(found);
        }
        self.ctx.disable_accesskit();
        let bounds = found.unwrap_or_else(|| panic!("no control is called {label}"));
        Rect::from_min_max(Pos2::new(bounds.x0 as f32, bounds.y0 as f32), Pos2::new(bounds.x1 as f32, bounds.y1 as f32))
    }
}

impl Window {
    /// Drags the pointer over the ruler to random places. Returns the times of the frames, and the
    /// mean of the processor time.
    fn scrub(&mut self, seed: u64) -> (Vec<Duration>, f64) {
        let ruler = self.find("Ruler of timeline");
        let mut dice = Dice::new(seed);
        let mut place = || {
            let share = dice.below(10_000) as f32 / 10_000.0;
            Pos2::new(ruler.left() + share * ruler.width(), ruler.center().y)
        };
        let pressed = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let start = place();
        self.frame(vec![Event::PointerMoved(start)]);
        self.frame(vec![pressed(start, true)]);
        let (mut times, spent) = (Vec::new(), processor());
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..FRAMES {
            times.push(self.frame(vec![Event::PointerMoved(place())]).0);
            seen.insert(self.app.session().cursor());
        }
        let steps = self.app.session().current().len_steps();
        assert!(seen.len() > FRAMES.min(steps) / 4, "the cursor follows the pointer: {} places", seen.len());
        let mean = mean(processor() - spent);
        self.frame(vec![pressed(start, false)]);
        (times, mean)
    }

    /// Holds the arrow keys, alone and with Shift and Ctrl. Returns the same.
    fn steps(&mut self) -> (Vec<Duration>, f64) {
        let (mut times, spent) = (Vec::new(), processor());
        let moves = [Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND | Modifiers::CTRL];
        for at in 0..FRAMES {
            let arrow = if at / 100 % 2 == 0 { Key::ArrowLeft } else { Key::ArrowRight };
            times.push(self.frame(vec![key(arrow, moves[at % moves.len()])]).0);
        }
        (times, mean(processor() - spent))
    }
}

/// Boards with much on them: many permanents with a stack, eight players, and a game of four
/// Commanders.
fn boards() -> Vec<(&'static str, Session)> {
    let example =
        |name: &str| Session::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name)).unwrap();
    let mut table = Table::new(11);
    table.set_seats(4);
    table.set_casual(Some(Casual::Commander));
    table.seats.iter_mut().for_each(|seat| seat.random = false);
    let mut commander = table.begin().unwrap();
    while commander.current().len_entries() < COMMANDER_EVENTS && commander.choice().is_some() {
        commander.answer_at_random().unwrap();
    }
    vec![
        ("51 permanents, a stack", example("many-permanents.ron")),
        ("eight players", example("eight-players.ron")),
        ("four Commanders", commander),
    ]
}

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: true, modifiers }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The mean time of a frame in milliseconds.
fn mean(all: Duration) -> f64 {
    ms(all) / FRAMES as f64
}

/// The median and the 99th percentile.
fn told(mut times: Vec<Duration>) -> String {
    times.sort();
    format!("{:7.2} / {:7.2}", ms(times[times.len() / 2]), ms(times[times.len() * 99 / 100]))
}

fn main() {
    let sizes: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000, 10_000] } else { sizes };
    let (hashes, began) = (200_000u32, processor());
    let block = [7u8; 100];
    for _ in 0..hashes {
        std::hint::black_box(blake3::hash(std::hint::black_box(&block)));
    }
    let rate = f64::from(hashes) / (processor() - began).as_secs_f64();
    println!("calibration: {rate:.0} hashes of 100 bytes a second");
    println!("milliseconds, median / 99th percentile of {FRAMES} frames (mean of processor time)");
    println!(
        "  events   choices   opened in   KiB/choice   first frame   until idle               scrubbing                stepping   \
         filter, frame/all   after an answer   why, at the start"
    );
    for wanted in sizes {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), wanted);
        let before = MEMORY.current_usage();
        let began = Instant::now();
        let session = Session::open_to_show(folder.path(), &Default::default(), &Progress::default()).unwrap();
        let opened = began.elapsed();
        let (events, choices) = (session.current().len_entries(), session.current().commits().len());
        let mut window = Window::new(session);
        let first = window.frame(Vec::new()).0;
        let until_idle = window.settle(Duration::from_secs(60));
        let (scrubbing, scrubbed) = window.scrub(wanted);
        let memory = MEMORY.current_usage().saturating_sub(before) as f64 / choices as f64 / 1024.0;
        let (stepping, stepped) = window.steps();
        // A filter by text, which must be computed for every event.
        window.frame(vec![key(Key::F, Modifiers::COMMAND | Modifiers::CTRL)]);
        window.settle(BLINK);
        let typed = window.frame(vec![Event::Text("grizzly bears".to_owned())]).0;
        let (mut frames, mut all) = (vec![typed], typed);
        loop {
            let (took, delay) = window.frame(Vec::new());
            frames.push(took);
            all += took;
            if delay > BLINK {
                break;
            }
        }
        let slowest = frames.iter().max().copied().unwrap_or_default();
        window.frame(vec![key(Key::Escape, Modifiers::NONE)]);
        // An answer at the head: the index of the timeline is extended.
        window.frame(vec![key(Key::End, Modifiers::NONE)]);
        window.settle(BLINK);
        let pass = (0..20).map(|_| {
            let took = window.frame(vec![key(Key::R, Modifiers::NONE)]).0;
            took + window.frame(Vec::new()).0
        });
        let answers = told(pass.collect());
        // The causes and consequences of events at the start, with everything else after them.
        window.frame(vec![key(Key::Home, Modifiers::NONE)]);
        window.frame(vec![key(Key::W, Modifiers::NONE)]);
        window.settle(BLINK);
        let whys = (0..40).map(|_| window.frame(vec![key(Key::ArrowRight, Modifiers::NONE)]).0);
        let whys = told(whys.collect());
        println!(
            "{events:8}  {choices:8}  {:8.0} ms   {memory:10.2}   {:8.1} ms   {until_idle:3} frames  {} ({scrubbed:5.2})  {} ({stepped:5.2})   {:6.1} / {:8.0}   {answers}   {whys}",
            ms(opened),
            ms(first),
            told(scrubbing),
            told(stepping),
            ms(slowest),
            ms(all),
        );
    }
    println!("\n  board                      events   first frame               scrubbing                stepping");
    for (name, session) in boards() {
        let events = session.current().len_entries();
        let mut window = Window::new(session);
        let first = window.frame(Vec::new()).0;
        window.settle(Duration::from_secs(60));
        window.frame(vec![key(Key::End, Modifiers::NONE)]);
        let (scrubbing, scrubbed) = window.scrub(events);
        window.frame(vec![key(Key::End, Modifiers::NONE)]);
        let (stepping, stepped) = window.steps();
        println!(
            "  {name:24} {events:8}   {:8.1} ms  {} ({scrubbed:5.2})  {} ({stepped:5.2})",
            ms(first),
            told(scrubbing),
            told(stepping),
        );
    }
}
