//! `play`: a game in the terminal. Shows the board, recent events and the choice; reads the answer,
//! or one of the [`WORDS`]. Everything goes through the session, so nothing played is lost.

mod board;

#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use retrace_core::card::TurnStep;
use retrace_core::card::pool::Pool;
use retrace_core::deck::Format;
use retrace_core::fact::genesis::MOST_PLAYERS;
use retrace_core::fact::{Act, Answer, Domain, EntryNo, GameResult, Input, Item, PlayerId, Prompt};
use retrace_core::plain::plain;
use retrace_core::rules::Pending;
use retrace_store::Detail;

use super::arguments::{SeatingArguments, Spot};
use super::call::{Call, Exit, Failure, told};
use super::cards::{find_card, print_faces};
use super::lines::{Line, Lines};
use super::opened::Opened;
use super::state;
use crate::shown::Shown;
use board::Viewer;
use retrace_session::asking::{answers, seen};
use retrace_session::base::players::player_named;
use retrace_session::cards::pool::pool_with;
use retrace_session::files::decks::{DeckText, NewGame};
use retrace_session::play::shortcut::MOST_ROUNDS;
use retrace_session::session::Session;
use retrace_session::{Numbers, Point, Policy, SessionError, Timeline, describe};

/// Plays a game in the terminal, or continues one. Answers are read from the standard input, so a
/// pipe can play too.
#[derive(Clone, Debug, Args)]
pub(super) struct PlayArguments {
    /// Deck lists of the players in turn order, or one scenario, replay or store [default: the
    /// bundled decks]
    #[arg(value_name = "FILE", num_args = 0..=MOST_PLAYERS)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) spot: Spot,
    #[command(flatten)]
    pub(super) seating: SeatingArguments,
    /// The seed of a new game [default: random]
    #[arg(long, short, value_name = "NUMBER")]
    pub(super) seed: Option<u64>,
    /// The format that decks must obey: freeform, constructed, limited, commander or brawl
    #[arg(long, short, value_name = "FORMAT", default_value_t)]
    pub(super) format: Format,
    /// The players' names, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) names: Vec<String>,
    /// Players who get random answers: names, letters from A or numbers from 1, separated by commas
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    pub(super) random: Vec<String>,
    /// Who takes the first turn [default: the seed decides]
    #[arg(long, value_name = "PLAYER")]
    pub(super) starting: Option<String>,
    /// Show everything, both hands and all draws
    #[arg(long)]
    pub(super) open: bool,
    /// Play in the window instead of the terminal
    #[arg(long)]
    pub(super) window: bool,
    /// Keep the game: as a replay, written at the end (NAME.retrace), or in a new store, after each
    /// answer (a folder)
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// A card file, a folder of them, or a pack, for cards that the decks name
    #[arg(long, value_name = "FILE")]
    pub(super) cards: Vec<PathBuf>,
}

/// How many rounds of a shortcut are played between progress reports.
const TOLD_ROUNDS: u32 = 500;

/// How many events are shown after an answer.
const SHOWN_EVENTS: usize = 40;

/// The words accepted besides answers, and what they do.
const WORDS: [(&str, &str); 19] = [
    ("NUMBER, NAME", "answers the choice; several with commas between, `none` for none of them"),
    ("auto", "answers at random; pays a cost with the mana there is, or takes back what that does not pay"),
    ("pass", "passes priority"),
    ("pass until WHAT", "passes until `turn`, `my turn`, `end`, or a turn step such as `combat` or `main`"),
    (
        "repeat [COUNT] [from EVENT]",
        "makes the choices again since you last had priority and did something, or since the choice at or before an event",
    ),
    ("concede", "concedes the game"),
    ("undo, redo", "takes the last answer back, or gives it again"),
    ("fork [NAME]", "begins another timeline here"),
    ("timelines", "lists the timelines"),
    ("switch NAME", "goes to the head of another timeline"),
    ("goto EVENT", "goes to the choice at or before an event; `goto end` to the head"),
    ("log [COUNT]", "shows the last events"),
    ("why [EVENT]", "tells why an event happened, back to the decision that led to it"),
    ("board", "shows the board again"),
    ("options", "shows the choice again, with everything that it offers"),
    ("state", "shows everything, also what is hidden"),
    ("show CARD", "shows a card with its rules text"),
    ("save FILE", "writes this timeline as a replay (NAME.retrace), or all of them into a new store (a folder)"),
    ("help, quit", "shows this, or ends; so does the end of the input"),
];

/// Plays a game, in the terminal or the window.
pub(super) fn play(arguments: &PlayArguments, call: &mut Call<'_>) -> Result<Exit, Failure> {
    if arguments.window {
        let Table { mut session, .. } = Table::set(arguments, call)?;
        session.let_it_go_on()?;
        return call.show(session, Shown::Usual);
    }
    if call.json {
        return told("`play` talks with a person; `retrace fork FILE --answer ANSWER --json` answers for a program");
    }
    let mut table = Table::set(arguments, call)?;
    table.sit(call.lines, call.out)?;
    table.leave(call.out)?;
    Ok(Exit::Yes)
}

/// A game at a terminal.
struct Table {
    session: Session,
    pool: Pool,
    /// Whether hands are open.
    open: bool,
    /// The number of operations of the session before each command not undone, and before each one
    /// undone.
    done: Vec<usize>,
    undone: Vec<usize>,
    /// The last event shown.
    shown: u64,
    /// Where to write the game on leaving.
    save: Option<PathBuf>,
}

/// What to do after a line.
enum Next {
    /// Show the game, and ask.
    Show,
    /// Only ask.
    Ask,
    /// Leave the game.
    Leave,
}

impl Table {
    fn set(arguments: &PlayArguments, call: &mut Call<'_>) -> Result<Table, Failure> {
        let seed = arguments.seed.unwrap_or_else(any_seed);
        let pool = pool_with(&arguments.cards)?;
        let mut session = match arguments.files.as_slice() {
            [file] => {
                if arguments.seating.is_given() {
                    return told("--variant, --option and --teams are for a new game; name a deck for each player");
                }
                let mut opened = Opened::open(file, call)?;
                let timeline = opened.timeline(arguments.spot.timeline.as_deref(), arguments.spot.at.as_deref())?;
                let head = Point::new(timeline.id(), timeline.len_steps());
                let place = match &arguments.spot.at {
                    Some(at) => opened.choice(timeline, &Numbers::ALL, Some(at))?,
                    None => head,
                };
                opened.session.seek(place);
                opened.session
            }
            decks => {
                if arguments.spot.timeline.is_some() || arguments.spot.at.is_some() {
                    return told("--timeline and --at are for a scenario, a replay or a store; a new game has no past");
                }
                let decks = match decks {
                    [] => DeckText::bundled(),
                    decks => decks.iter().map(|deck| DeckText::open(deck)).collect::<Result<_, _>>()?,
                };
                let mut game = NewGame::of(decks, seed);
                game.names.clone_from(&arguments.names);
                game.seating = arguments.seating.words()?;
                game.format = arguments.format;
                game.cards.clone_from(&arguments.cards);
                if let Some(starting) = &arguments.starting {
                    let session = game.begin()?;
                    game.starting = Some(usize::from(player_named(session.game(), starting)?.0));
                }
                let session = game.begin()?;
                writeln!(call.out, "{}, seed {seed}. `help` tells what to write.", session.title())?;
                session
            }
        };
        let mut save = arguments.save.clone();
        if let Some(folder) = save.take_if(|path| !is_replay(path)) {
            // In a store every answer is saved as it is given.
            session.save_to(&folder)?;
            let cursor = session.cursor();
            session = Session::open(&folder)?;
            session.seek(cursor);
            writeln!(call.out, "The game is kept in {}.", folder.display())?;
        }
        for name in &arguments.random {
            let player = player_named(session.game(), name)?;
            session.set_policy(player, Some(Policy::Random { seed }));
        }
        let shown = session.current().entries_before_step(session.cursor().step);
        let open = arguments.open;
        Ok(Table { session, pool, open, done: Vec::new(), undone: Vec::new(), shown, save })
    }

    /// Asks and answers until the player leaves.
    fn sit(&mut self, lines: &mut dyn Lines, out: &mut dyn Write) -> Result<(), Failure> {
        let mut next = Next::Show;
        loop {
            if matches!(next, Next::Show) {
                self.session.let_it_go_on()?;
                self.show(out)?;
            }
            let prompt = self.prompt();
            out.flush()?;
            let text = match lines.next(&prompt)? {
                Line::Text(text) => text,
                Line::Abandoned => {
                    writeln!(out, "`quit` leaves the game.")?;
                    next = Next::Ask;
                    continue;
                }
                Line::End => {
                    writeln!(out)?;
                    return Ok(());
                }
            };
            if !lines.echoes() {
                writeln!(out, "{prompt}{text}")?;
            }
            next = match self.obey(text.trim(), out) {
                Ok(Next::Leave) => return Ok(()),
                Ok(next) => next,
                Err(Failure::Told(why)) => {
                    writeln!(out, "? {}", why.replace('\n', " "))?;
                    Next::Ask
                }
                Err(failure) => return Err(failure),
            };
        }
    }

    /// Reports how the game stands, and writes it if requested.
    fn leave(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let timeline = self.session.current();
        let how = match timeline.result() {
            Some(result) => result_text(&self.session, result),
            None => "the game is not over".to_owned(),
        };
        writeln!(out, "Left {} after {} events: {how}.", timeline.name(), timeline.len_entries())?;
        self.save.as_deref().map_or(Ok(()), |path| self.write(path, out))
    }

    fn prompt(&self) -> String {
        match self.session.choice() {
            Some(choice) => {
                // A line editor writes the prompt to the terminal itself, so a name must not
                // contain control characters.
                let name = describe::asked(self.session.game(), &choice);
                format!("{}> ", plain(&name))
            }
            None => "over> ".to_owned(),
        }
    }

    /// The player whose view to show: the one who is asked if a person answers for them, otherwise
    /// the other person.
    fn viewer(&self) -> Viewer {
        if self.open {
            return None;
        }
        let person = |player: &PlayerId| self.session.policy(*player).is_none();
        let asked = self.session.choice().map(|choice| choice.answered_by).filter(person);
        asked.or_else(|| self.session.game().players().map(|player| player.id).find(person))
    }

    fn show(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let viewer = self.viewer();
        let events = self.session.current().entries_before_step(self.session.cursor().step);
        board::events(out, &self.session, viewer, EntryNo(self.shown.min(events)), SHOWN_EVENTS)?;
        self.shown = events;
        board::board(out, &self.session, viewer)?;
        match (self.session.choice(), self.session.pending()) {
            (Some(choice), _) => board::choice(out, self.session.game(), &choice)?,
            (None, Pending::Over(result)) => {
                let result = describe::capitalized(&result_text(&self.session, result));
                writeln!(out, "{result}. `undo` takes the last answer back, `save FILE` keeps the game.")?;
            }
            (None, _) => writeln!(out, "The game goes on by itself from here; `goto end` goes to the head.")?,
        }
        Ok(())
    }

    /// Carries out a line.
    fn obey(&mut self, line: &str, out: &mut dyn Write) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => return Ok(Next::Ask),
            ("quit" | "exit" | "q", "") => return Ok(Next::Leave),
            ("help" | "?", _) => {
                let width = WORDS.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
                for (word, what) in WORDS {
                    writeln!(out, "  {word:width$}  {what}")?;
                }
                if let Some(choice) = self.session.choice() {
                    writeln!(out, "Here: {}.", answers::how(&choice.domain))?;
                }
            }
            ("undo", "") => return self.undo(out),
            ("redo", "") => return self.redo(out),
            ("fork", name) => {
                let name = Some(name).filter(|name| !name.is_empty());
                let at = self.session.cursor();
                let outcome = self.command(|session| session.fork(at, name))?;
                self.say_outcome(&outcome, out)?;
            }
            ("timelines", "") => self.timelines(out)?,
            ("switch", name) => {
                let id = match self.session.timeline_named(name) {
                    Some(timeline) => timeline.id(),
                    None => {
                        let known: Vec<&str> = self.session.timelines().map(Timeline::name).collect();
                        let known = known.join(", ");
                        return Err(SessionError::NoTimelineNamed { name: name.to_owned(), known }.into());
                    }
                };
                self.command(|session| {
                    let outcome = session.switch(id);
                    session.seek(Point::new(id, session.len_steps(id)));
                    Ok(outcome)
                })?;
                return Ok(self.moved());
            }
            ("goto", place) => return self.go_to(place),
            ("log", count) => {
                let most = if count.is_empty() { 20 } else { number(count)? };
                board::events(out, &self.session, self.viewer(), EntryNo(0), most)?;
            }
            ("why", event) => self.why(event, out)?,
            ("board", "") => return Ok(Next::Show),
            ("options", "") => match self.session.choice() {
                Some(choice) => state::print_choice(out, self.session.game(), &choice)?,
                None => writeln!(out, "Nothing is asked here.")?,
            },
            ("state", "") => state::print(out, self.session.game())?,
            ("show", name) => self.show_card(name, out)?,
            ("save", "") => return told("say where: `save NAME.retrace`, or the name of a new folder for a store"),
            ("save", path) => self.write(Path::new(path), out)?,
            ("pass", until) if until.to_ascii_lowercase().starts_with("until") => {
                return self.pass_until(until["until".len()..].trim(), out);
            }
            ("repeat", what) => return self.repeat(what, out),
            ("auto", "") if !self.pays() => {
                if self.session.choice().is_none() {
                    return told("nothing is asked here: the game is over");
                }
                return self.answer(out, Session::answer_at_random);
            }
            ("auto", "") => return self.pay_or_back_out(out),
            _ => {
                let Some(choice) = self.session.choice() else {
                    return told(format!("`{line}` is no answer: nothing is asked here; `help` tells what to write"));
                };
                let said = self.answer(out, |session| session.say(line, None));
                // A name for nothing offered breaks the rule behind the choice.
                return said.map_err(|failure| match failure {
                    Failure::Told(why) if !why.contains("(CR ") => Failure::Told(format!("{why} (CR {})", choice.rule)),
                    failure => failure,
                });
            }
        }
        Ok(Next::Ask)
    }

    /// Shows a card of the game or of the pool, found by its name, by its alias in the script, or
    /// by a part of a name; in the last case says which card it is.
    fn show_card(&self, name: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let game = self.session.game();
        let mut pool = self.pool.clone();
        let genesis = self.session.current().genesis();
        genesis.into_iter().flat_map(|it| &it.cards).for_each(|card| pool.add((**card).clone()));
        pool.add_all(self.session.card_files().cards());
        let viewer = self.viewer();
        let aliases = self.session.current().aliases().iter().rev();
        let called = aliases.filter(|(alias, _)| alias.eq_ignore_ascii_case(name)).map(|(_, id)| *id);
        let seen = called.filter(|id| seen::sees(game, viewer, *id));
        let meant = seen.filter_map(|id| game.card_of(game.object(id)?.def)).next();
        let exact = pool.names().any(|known| known.eq_ignore_ascii_case(name));
        let card = match meant.filter(|_| !exact) {
            Some(card) => card,
            None => find_card(&pool, name).map_err(Failure::Told)?,
        };
        if !card.name().eq_ignore_ascii_case(name) {
            writeln!(out, "No card is called `{name}`; this is {}:", card.name())?;
        }
        print_faces(out, card, "")
    }

    fn pays(&self) -> bool {
        self.session.choice().is_some_and(|choice| matches!(choice.domain, Domain::Pay { .. }))
    }

    /// Pays a cost with the mana there is. If that does not pay it, the proposal is taken back
    /// where that is possible, so that whoever answers nothing but `auto` goes on (CR 726.1).
    fn pay_or_back_out(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        let choice = self.session.choice();
        match self.command(Session::pay_automatically) {
            Ok(outcome) => {
                self.say_outcome(&outcome, out)?;
                Ok(Next::Show)
            }
            Err(Failure::Told(why)) if choice.is_some_and(|choice| choice.back_out) => {
                writeln!(out, "{why}; it is taken back (CR 726.1)")?;
                self.answer(out, |session| session.say("back", None))
            }
            Err(failure) => Err(failure),
        }
    }

    /// Takes a shortcut (CR 725.2).
    fn repeat(&mut self, what: &str, out: &mut dyn Write) -> Result<Next, Failure> {
        let (times, from) = match what.split_once("from") {
            None => (what.trim(), None),
            Some((times, event)) => (times.trim(), Some(number::<u64>(event)?)),
        };
        let times = if times.is_empty() { 1 } else { number(times)? };
        let from = match from {
            None => None,
            Some(event) => Some(self.place_of(event)?),
        };
        if times > MOST_ROUNDS {
            writeln!(out, "{MOST_ROUNDS} rounds are the most at once; `repeat` again goes on from there.")?;
        }
        let most = times.min(MOST_ROUNDS);
        let mut unwritten = Ok(());
        let mut tell = |done: u32| {
            if done.is_multiple_of(TOLD_ROUNDS) && done < most && unwritten.is_ok() {
                unwritten = writeln!(out, "{done} of {most} rounds …").and_then(|()| out.flush());
            }
        };
        let outcome = self.command(|session| session.repeat_telling(from, times, &mut tell))?;
        unwritten?;
        self.say_outcome(&outcome, out)?;
        Ok(Next::Show)
    }

    /// Gives an answer. Undo takes it back as one with the random answers after it.
    fn answer(
        &mut self,
        out: &mut dyn Write,
        say: impl FnOnce(&mut Session) -> Result<retrace_session::Outcome, SessionError>,
    ) -> Result<Next, Failure> {
        let outcome = self.command(say)?;
        self.say_outcome(&outcome, out)?;
        Ok(Next::Show)
    }

    fn say_outcome(&self, outcome: &retrace_session::Outcome, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(message) = outcome.message(&self.session) {
            writeln!(out, "{message}")?;
        }
        Ok(())
    }

    /// Runs a command that undo takes back as one.
    fn command(
        &mut self,
        act: impl FnOnce(&mut Session) -> Result<retrace_session::Outcome, SessionError>,
    ) -> Result<retrace_session::Outcome, Failure> {
        let before = self.session.operations_done();
        let outcome = act(&mut self.session)?;
        if self.session.operations_done() > before {
            self.done.push(before);
            self.undone.clear();
        }
        Ok(outcome)
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        let Some(before) = self.done.pop() else { return told("there is nothing to undo") };
        let now = self.session.operations_done();
        while self.session.operations_done() > before && self.session.undoable().is_some() {
            self.session.undo()?;
        }
        self.undone.push(now);
        writeln!(out, "Took it back; `redo` brings it again, and `fork` before an answer keeps both.")?;
        Ok(self.moved())
    }

    fn redo(&mut self, out: &mut dyn Write) -> Result<Next, Failure> {
        let Some(after) = self.undone.pop() else { return told("there is nothing to do again") };
        self.done.push(self.session.operations_done());
        while self.session.operations_done() < after && self.session.redoable().is_some() {
            self.session.redo()?;
        }
        writeln!(out, "Did it again.")?;
        Ok(self.moved())
    }

    /// Notes that the cursor was moved, so that the events in between do not count as just played.
    fn moved(&mut self) -> Next {
        self.shown = self.session.current().entries_before_step(self.session.cursor().step);
        Next::Show
    }

    fn go_to(&mut self, place: &str) -> Result<Next, Failure> {
        let to = match place {
            "end" => Point { step: self.session.current().len_steps(), ..self.session.cursor() },
            place => self.place_of(number(place)?)?,
        };
        self.command(|session| Ok(session.jump(to)))?;
        Ok(self.moved())
    }

    /// The choice at or before an event; the first one if there is none.
    fn place_of(&self, event: u64) -> Result<Point, Failure> {
        let timeline = self.session.current();
        let Some((step, _)) = timeline.entry(EntryNo(event)) else {
            let (name, events) = (timeline.name(), timeline.len_entries());
            return told(format!("there is no event {event}: `{name}` has {events}, counted from 0"));
        };
        let first = || timeline.decision_points().next().unwrap_or(0);
        Ok(Point { step: timeline.choice_at_or_before(step + 1).unwrap_or_else(first), ..self.session.cursor() })
    }

    fn timelines(&self, out: &mut dyn Write) -> Result<(), Failure> {
        for timeline in self.session.timelines() {
            let here = if timeline.id() == self.session.cursor().timeline { ">" } else { " " };
            let ended = timeline.result().map(|result| format!(", {}", result_text(&self.session, result)));
            let (events, tip) = (timeline.len_entries(), timeline.tip().short());
            writeln!(out, "{here} {}: {events} events, tip {tip}{}", timeline.name(), ended.unwrap_or_default())?;
        }
        Ok(())
    }

    fn why(&self, event: &str, out: &mut dyn Write) -> Result<(), Failure> {
        let timeline = self.session.current();
        let no = match event {
            "" => self.session.headline(self.session.cursor()).unwrap_or(EntryNo(0)),
            event => EntryNo(number(event)?),
        };
        let chain = self.session.why(timeline.id(), no);
        if chain.is_empty() {
            return told(format!("there is no event {}: there are {}, counted from 0", no.0, timeline.len_entries()));
        }
        for (depth, link) in chain.iter().enumerate() {
            let because = if depth == 0 { "       " } else { "because" };
            let text = seen::text(timeline, self.viewer(), link.no);
            let text = text.unwrap_or_else(|| "something that is hidden".to_owned());
            writeln!(out, "{because} {:>5} {:8} {text}", link.no.0, link.rule.to_string())?;
        }
        Ok(())
    }

    /// Passes for all persons until a turn step begins, something else is asked, or something new
    /// is on the stack.
    fn pass_until(&mut self, what: &str, out: &mut dyn Write) -> Result<Next, Failure> {
        let until = Until::read(what)?;
        let Some(me) = self.session.choice().map(|choice| choice.answered_by) else {
            return told("nothing is asked here: the game is over");
        };
        let before = self.session.operations_done();
        let start = self.session.game().world().turn.clone();
        let top = self.session.game().world().stack.last().copied();
        let mut passed = 0;
        let stopped = loop {
            self.session.let_it_go_on()?;
            let game = self.session.game();
            let turn = &game.world().turn;
            let moved = (turn.number, turn.step) != (start.number, start.step);
            let new_on_stack = game.world().stack.last().is_some_and(|now| top.is_none_or(|top| *now > top));
            let Some(choice) = self.session.choice() else { break "the game is over" };
            if moved && until.holds(turn.number > start.number, turn.active == me, turn.step) {
                break "";
            }
            if choice.prompt != Prompt::Priority {
                break "something is asked";
            }
            if new_on_stack {
                break "something is on the stack";
            }
            let input = Input::Decision { by: choice.answered_by, answer: Answer::Picked(vec![Item::Act(Act::Pass)]) };
            self.session.input(input)?;
            passed += 1;
        };
        if self.session.operations_done() > before {
            self.done.push(before);
            self.undone.clear();
        }
        if !stopped.is_empty() {
            writeln!(out, "Passed {passed} times, and stopped: {stopped}.")?;
        }
        Ok(Next::Show)
    }

    /// Writes this timeline as a replay, or all timelines into a new store.
    fn write(&self, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
        if is_replay(path) {
            let replay = self.session.replay_of(self.session.current().id(), Detail::Entries)?;
            replay.write(path).map_err(|error| Failure::Told(error.to_string()))?;
        } else {
            self.session.save_to(path)?;
        }
        writeln!(out, "Wrote {}", path.display())?;
        Ok(())
    }
}

/// How long to keep passing.
enum Until {
    /// Until the next turn.
    Turn,
    /// Until the next turn of the player who passes.
    MyTurn,
    /// Until one of these turn steps.
    Step(Vec<TurnStep>),
}

impl Until {
    fn read(text: &str) -> Result<Until, Failure> {
        let wanted = text.to_lowercase();
        match wanted.as_str() {
            "turn" | "next turn" => return Ok(Until::Turn),
            "my turn" => return Ok(Until::MyTurn),
            _ => {}
        }
        let exact = |step: &TurnStep| {
            let name = step.word();
            name == wanted || name == format!("{wanted} step") || name == format!("{wanted} phase")
        };
        let part = |step: &TurnStep| step.word().to_lowercase().split(' ').any(|word| word == wanted);
        let steps: Vec<TurnStep> = TurnStep::ALL.into_iter().filter(exact).collect();
        let steps = if steps.is_empty() { TurnStep::ALL.into_iter().filter(part).collect() } else { steps };
        if steps.is_empty() {
            let all: Vec<&str> = TurnStep::ALL.into_iter().map(TurnStep::word).collect();
            return told(format!(
                "`pass until {text}` names no time; write `turn`, `my turn`, or one of: {}",
                all.join(", ")
            ));
        }
        Ok(Until::Step(steps))
    }

    fn holds(&self, later_turn: bool, mine: bool, step: Option<TurnStep>) -> bool {
        match self {
            Until::Turn => later_turn,
            Until::MyTurn => later_turn && mine,
            Until::Step(steps) => step.is_some_and(|step| steps.contains(&step)),
        }
    }
}

fn result_text(session: &Session, result: GameResult) -> String {
    match result {
        GameResult::Won(player) => format!("{} has won", describe::winner(session.game(), player)),
        GameResult::Draw => "the game is a draw".to_owned(),
    }
}

fn is_replay(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "retrace")
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, Failure> {
    text.trim().parse().or_else(|_| told(format!("`{text}` is not a number")))
}

/// A random seed.
fn any_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |since| since.as_millis() as u64 % 1_000_000)
}
