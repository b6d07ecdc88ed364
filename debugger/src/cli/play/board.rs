//! The player's view at a terminal: the board in a few lines, recent events, the choice. Shows only
//! what `observe` gives that player, unless everything is open.

use std::io::Write;

use retrace_core::card::CardType;
use retrace_core::derive::Look;
use retrace_core::fact::{Act, Answer, Choice, Domain, EntryNo, Event, Item, ObjectId, PlayerId, Prompt, Zone};
use retrace_core::observe;
use retrace_core::state::Game;

use super::super::call::Failure;
use super::super::state::{controlled, on_stack, print_choice};
use retrace_session::asking::telling::{command_zone, permanent};
use retrace_session::asking::{answers, seen};
use retrace_session::describe;
use retrace_session::session::Session;

/// The viewer: a player, or none for everything.
pub(super) type Viewer = Option<PlayerId>;

/// Prints the board.
pub(super) fn board(out: &mut dyn Write, session: &Session, viewer: Viewer) -> Result<(), Failure> {
    // What this viewer may not know has no name in it.
    let game = &seen::game(session.game(), viewer);
    let turn = &game.world().turn;
    let when = match (turn.number, turn.step) {
        (0, _) => "before the first turn".to_owned(),
        (number, step) => {
            let step = step.map(|step| format!(", {}", step.word())).unwrap_or_default();
            format!("turn {number}, {}{step}", describe::whose_turn(game))
        }
    };
    let timeline = session.current();
    let events = timeline.entries_before_step(session.cursor().step);
    let place = if session.at_head() {
        format!("{events} events")
    } else {
        format!("event {events} of {}", timeline.len_entries())
    };
    writeln!(out, "\n-- {} -- {}, {place}", describe::capitalized(&when), timeline.name())?;
    // The viewer sits at the near side of the table.
    let mut players: Vec<PlayerId> = game.players().map(|player| player.id).collect();
    players.sort_by_key(|player| Some(*player) == viewer);
    for player in players {
        side(out, game, player, viewer)?;
    }
    let exile = names(game, Zone::Exile);
    if !exile.is_empty() {
        writeln!(out, "Exile: {exile}")?;
    }
    let command = command_zone(game);
    if !command.is_empty() {
        writeln!(out, "Command: {command}")?;
    }
    let stack: Vec<String> = game.zone(Zone::Stack).iter().rev().map(|id| on_stack(game, *id)).collect();
    if !stack.is_empty() {
        writeln!(out, "Stack, top first: {}", stack.join("; "))?;
    }
    Ok(())
}

fn side(out: &mut dyn Write, game: &Game, id: PlayerId, viewer: Viewer) -> Result<(), Failure> {
    let Some(player) = game.player(id) else { return Ok(()) };
    if player.left {
        writeln!(out, "{}: has left the game", describe::capitalized(&describe::player(game, id)))?;
        return Ok(());
    }
    let mut told = vec![format!("{} life", player.life)];
    told.extend(player.counters.iter().map(|(kind, count)| format!("{count} {kind}")));
    if !player.mana.is_empty() {
        let mana: String = player.mana.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect();
        told.push(format!("{mana} in the pool"));
    }
    let open = viewer.is_none_or(|viewer| observe::may_see(game, viewer, Zone::Hand(id)));
    if !open {
        told.push(format!("{} in hand", player.hand.len()));
    }
    told.extend(game.designations().of(id).map(|it| it.noun().to_owned()));
    if game.decides_for(id) != id {
        told.push(format!("controlled by {}", describe::player(game, game.decides_for(id))));
    }
    told.push(format!("{} in library", player.library.len()));
    writeln!(out, "{}: {}", describe::capitalized(&describe::player(game, id)), told.join(", "))?;
    let permanents = controlled(game, id);
    let is_land = |id: &ObjectId| game.characteristics(*id).is_some_and(|it| it.types.has(CardType::Land));
    let (lands, others): (Vec<ObjectId>, Vec<ObjectId>) =
        permanents.into_iter().partition(|id| is_land(id) && !game.is_creature(*id));
    if !lands.is_empty() {
        writeln!(out, "    lands: {}", grouped(lands.iter().map(|id| land(game, *id))))?;
    }
    for id in others {
        writeln!(out, "    {}", permanent(game, id))?;
    }
    for (name, zone) in [("hand", Zone::Hand(id)), ("graveyard", Zone::Graveyard(id))] {
        let names = names(game, zone);
        if !names.is_empty() && (open || name != "hand") {
            writeln!(out, "    {name}: {names}")?;
        }
    }
    Ok(())
}

fn land(game: &Game, id: ObjectId) -> String {
    let tapped = game.object(id).is_some_and(|object| object.status.tapped);
    format!("{}{}", game.name_of(id), if tapped { " (tapped)" } else { "" })
}

fn names(game: &Game, zone: Zone) -> String {
    grouped(game.zone(zone).iter().map(|id| game.name_of(*id)))
}

/// Groups equal names, in the order of first appearance: "Forest x3, Island".
fn grouped(names: impl Iterator<Item = String>) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for name in names {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let told = |(name, count): (String, usize)| if count == 1 { name } else { format!("{name} x{count}") };
    counts.into_iter().map(told).collect::<Vec<_>>().join(", ")
}

/// Prints the events from an entry up to the cursor, as far as they matter to the game and the
/// viewer may see them.
pub(super) fn events(
    out: &mut dyn Write,
    session: &Session,
    viewer: Viewer,
    from: EntryNo,
    most: usize,
) -> Result<(), Failure> {
    let timeline = session.current();
    let until = timeline.entries_before_step(session.cursor().step);
    let news = timeline
        .entries_from(from)
        .take_while(|(_, entry)| entry.no.0 < until)
        .filter(|(step, entry)| *step > 0 && entry.event.is_story() && is_news(&entry.event))
        .filter_map(|(_, entry)| {
            let text = seen::text(timeline, viewer, entry.no)?;
            Some((format!("{:>6} {:8}", entry.no.0, entry.rule.to_string()), text))
        });
    // Repeated lines, such as those about cards unknown to the viewer, are printed once.
    let mut told: Vec<(String, String, usize)> = Vec::new();
    for (place, text) in news {
        match told.last_mut() {
            Some((_, last, count)) if *last == text => *count += 1,
            _ => told.push((place, text, 1)),
        }
    }
    let hidden = told.len().saturating_sub(most);
    if hidden > 0 {
        writeln!(out, "       … {hidden} events before these; `log {}` lists them", told.len())?;
    }
    for (place, text, count) in told.iter().skip(hidden) {
        let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
        writeln!(out, "{place} {text}{times}")?;
    }
    Ok(())
}

/// Whether an event is news to somebody at the table. Priority and the beginning and end of phases
/// are not.
fn is_news(event: &Event) -> bool {
    let pass = |answer: &Answer| matches!(answer, Answer::Picked(items) if *items == [Item::Act(Act::Pass)]);
    match event {
        Event::Decided { answer, .. } => !pass(answer),
        Event::PriorityReceived { .. }
        | Event::PriorityPassed { .. }
        | Event::PhaseBegan { .. }
        | Event::PhaseEnded { .. }
        | Event::TurnStepBegan { .. }
        | Event::TurnStepEnded { .. } => false,
        _ => true,
    }
}

/// Prints the choice with its numbered options. Mana abilities not needed yet go on one line.
pub(super) fn choice(out: &mut dyn Write, game: &Game, choice: &Choice) -> Result<(), Failure> {
    let mana: Vec<usize> = match (&choice.prompt, &choice.domain) {
        (Prompt::Priority, Domain::Pick { options, .. }) => {
            (0..options.len()).filter(|place| is_mana(game, &options[*place])).collect()
        }
        _ => Vec::new(),
    };
    if mana.len() < 2 {
        print_choice(out, game, choice)?;
    } else {
        writeln!(out, "{} (CR {})", describe::prompt(game, choice), choice.rule)?;
        for (place, offer) in answers::offers(game, choice).iter().enumerate() {
            if !mana.contains(&place) {
                let warning = offer.warning().map(|warning| format!(" ({warning})")).unwrap_or_default();
                writeln!(out, "  {}. {}{warning}", place + 1, offer.label)?;
            }
        }
        writeln!(out, "  and {} mana abilities, which are activated while paying; `options` lists them", mana.len())?;
    }
    Ok(())
}

fn is_mana(game: &Game, item: &Item) -> bool {
    let Item::Act(Act::Activate(source, origin)) = item else { return false };
    game.activated(*source, origin).is_some_and(|ability| ability.is_mana())
}
