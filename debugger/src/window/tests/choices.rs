//! Every kind of choice that the engine asks has a working control, found by its screen reader
//! label.

use std::collections::BTreeMap;
use std::path::Path;

use retrace_core::fact::{Choice, Prompt, PromptKind, Sum};
use retrace_core::play::enumerate;
use retrace_core::rules::{Pending, pending};

use super::*;
use crate::window::words;
use retrace_session::{Point, describe};

/// The kinds of choices that are not tried here. A new kind is: the test below fails until a
/// scenario asks it and a control answers it.
const NOT_TRIED: [PromptKind; 8] = [
    PromptKind::StandIn,
    PromptKind::Which,
    PromptKind::LifeTotal,
    PromptKind::DrawOrder,
    PromptKind::CommandZone,
    PromptKind::Conspiracies,
    PromptKind::Stack,
    PromptKind::Agenda,
];

/// For each kind, a scenario and a place that ask it, with a real choice if possible.
fn places() -> BTreeMap<&'static str, (std::path::PathBuf, Point)> {
    let mut found: BTreeMap<&'static str, (usize, (std::path::PathBuf, Point))> = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios");
    let within =
        |folder: &Path| -> Vec<_> { std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let mut files: Vec<_> = within(&folder).iter().flat_map(|section| within(section)).collect();
    files.sort();
    for file in files {
        let session = Session::open(&file).unwrap_or_else(|error| panic!("{error}"));
        let points = session.timelines().flat_map(|timeline| {
            let id = timeline.id();
            timeline.decision_points().map(move |step| Point::new(id, step)).collect::<Vec<_>>()
        });
        for point in points {
            let Pending::Choices(choices) = pending(&session.game_at(point)) else { continue };
            let Some(choice) = choices.first() else { continue };
            let size = match &choice.domain {
                Domain::Declare { options, .. } => options.len(),
                Domain::Pick { options, .. } | Domain::Gather { options, .. } => options.len(),
                Domain::Divide(shares) => shares.iter().map(|share| share.among.len()).sum(),
                Domain::Pay { sources, .. } => sources.len(),
                Domain::Number { max, .. } => *max as usize,
                Domain::Order(items) => items.len(),
                Domain::Confirm => 2,
            };
            let best = found.entry(choice.prompt.kind().word()).or_insert((0, (file.clone(), point)));
            if size > best.0 {
                *best = (size, (file.clone(), point));
            }
        }
    }
    found.into_iter().map(|(kind, (_, place))| (kind, place)).collect()
}

fn at(place: &(std::path::PathBuf, Point)) -> Window {
    let mut session = Session::open(&place.0).unwrap();
    // A fork, so that the choice is not answered yet.
    session.fork(place.1, None).unwrap();
    open(session)
}

fn choice(window: &Window) -> Choice {
    session(window).choice().unwrap()
}

/// Clicks the button in the choice panel with this label, or whose label begins with it and a
/// comma.
fn press(window: &mut Window, label: &str) {
    let fits = |node: &Node<'_>| {
        let text = node.accesskit_node().label().unwrap_or_default();
        text == label || text.starts_with(&format!("{label},"))
    };
    // The board's button for the same object comes earlier.
    let found = window.query_all(by().role(Role::Button)).rfind(fits);
    // A button scrolled out of view can be pressed as by a screen reader.
    found.unwrap_or_else(|| panic!("nothing is labelled {label}")).click_accesskit();
    window.run();
}

/// The indices of the first options that may be picked together, at least one.
fn picks(window: &Window) -> Vec<usize> {
    let choice = choice(window);
    let Domain::Pick { options, .. } = &choice.domain else { return Vec::new() };
    let legal = enumerate(session(window).game(), &choice).find_map(|answer| match answer {
        Answer::Picked(items) if !items.is_empty() => Some(items),
        _ => None,
    });
    let place = |item: &Item| options.iter().position(|option| option == item).unwrap();
    legal.unwrap().iter().map(place).collect()
}

/// Answers the choice with the mouse, and returns the control that submitted it.
fn answer_with_the_mouse(window: &mut Window) {
    let choice = choice(window);
    let game = session(window).game().clone();
    match &choice.domain {
        Domain::Pick { options, min: 1, max: 1 } => press(window, &words::items(&game, options)[0].clone()),
        Domain::Pick { options, max, .. } => {
            let labels = words::items(&game, options);
            let picked = picks(window);
            picked.iter().for_each(|index| press(window, &labels[*index]));
            press(window, &format!("Pick {} of {max}", picked.len()));
        }
        Domain::Gather { options, weights, sum } => {
            let total = Domain::gathered(options, weights, options);
            words::items(&game, options).iter().for_each(|label| press(window, label));
            let limit = match sum {
                Sum::AtLeast(least) => least,
                Sum::AtMost { most, .. } => most,
            };
            press(window, &format!("Pick {total} of {limit}"));
        }
        Domain::Order(items) => {
            press(window, &format!("Down: {}", words::items(&game, items)[0]));
            press(window, "Take this order");
        }
        Domain::Confirm => {
            let label = describe::capitalized(&describe::answer(&game, &choice, &Answer::Confirmed(false)));
            press(window, &label);
        }
        Domain::Number { min, .. } => {
            press(window, "More for the number");
            press(window, &format!("Choose {}", min + 1));
        }
        Domain::Declare { options, .. } => {
            let attacking = choice.prompt == Prompt::Attackers;
            // The first creature that may be declared alone: each press moves on to its next
            // option.
            'found: for option in options {
                let size = game.characteristics(option.object).and_then(words::power_toughness).unwrap();
                press(window, "Mark none");
                for _ in &option.to {
                    press(window, &format!("{} {size}", words::entity_with_id(&game, Entity::Object(option.object))));
                    if window.query_by_label_contains("Not legal").is_none() {
                        break 'found;
                    }
                }
            }
            press(window, if attacking { "Attack with 1 creature" } else { "Block with 1 creature" });
        }
        Domain::Divide(_) => press(window, "Assign the damage"),
        Domain::Pay { sources, .. } => {
            let items: Vec<Item> = sources.iter().cloned().map(Item::Act).collect();
            press(window, &words::items(&game, &items)[0].clone());
            press(window, "Pay automatically");
        }
    }
}

/// The keys of the first options.
const DIGITS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];

/// Answers the choice with the keys alone.
fn answer_with_the_keys(window: &mut Window) {
    let none = Modifiers::NONE;
    let choice = choice(window);
    match &choice.domain {
        Domain::Pick { min: 1, max: 1, .. } | Domain::Confirm => key(window, none, Key::Num1),
        Domain::Pick { .. } => picks(window).iter().for_each(|index| key(window, none, DIGITS[*index])),
        Domain::Gather { options, .. } => {
            DIGITS.iter().take(options.len()).for_each(|digit| key(window, none, *digit));
        }
        Domain::Order(_) => key(window, none, Key::Num2),
        Domain::Number { .. } => key(window, none, Key::Num2),
        Domain::Declare { options, .. } => {
            // The first creature that may be declared alone: the key cycles through its options,
            // and finally to none.
            'found: for (option, digit) in options.iter().zip(DIGITS) {
                for _ in 0..=option.to.len() {
                    key(window, none, digit);
                    if window.query_by_label("Legal").is_some()
                        && window.query_by_label_contains("with nothing").is_none()
                    {
                        break 'found;
                    }
                }
            }
        }
        Domain::Divide(_) => {}
        Domain::Pay { .. } => return key(window, none, Key::P),
    }
    key(window, none, Key::Enter);
}

#[test]
fn every_kind_of_choice_has_a_picker_for_the_mouse_and_for_the_keys() {
    let places = places();
    for kind in PromptKind::ALL.iter().filter(|kind| !NOT_TRIED.contains(kind)) {
        let wanted = kind.word();
        let place = places.get(wanted).unwrap_or_else(|| panic!("no scenario asks: {wanted}"));
        for answer in [answer_with_the_mouse, answer_with_the_keys] {
            let mut window = at(place);
            let (before, asked) = (session(&window).cursor(), choice(&window));
            assert_eq!(asked.prompt.kind(), *kind);
            window.get_by_label(&describe::prompt(session(&window).game(), &asked));
            answer(&mut window);
            let after = session(&window).cursor();
            let went_on = after.step > before.step;
            assert!(went_on, "{wanted}: the game does not go on after the answer in {}", place.0.display());
        }
    }
}

/// The middle of the control with this label on the board.
pub(super) fn middle(window: &Window, label: &str) -> egui::Pos2 {
    control(window, label).rect().center()
}

pub(super) fn drag(window: &mut Window, from: egui::Pos2, to: egui::Pos2) {
    window.hover_at(from);
    window.run();
    window.drag_at(from);
    window.run();
    window.hover_at(from.lerp(to, 0.5));
    window.run();
    window.hover_at(to);
    window.run();
    window.drop_at(to);
    window.run();
}

#[test]
fn more_than_nine_options_are_reached_by_number_nine_at_a_time() {
    let mut session_ = board(&[("Savannah Lions", A); 11], &[]);
    (0..4).for_each(|_| pass(&mut session_));
    let mut window = open(session_);
    window.get_by_label("Keys 1–9 are options 1–9 of 11.");
    key(&mut window, Modifiers::NONE, Key::Num0);
    window.get_by_label("Keys 1–9 are options 10–11 of 11.");
    key(&mut window, Modifiers::NONE, Key::Num2);
    window.get_by_label("Attack with 1 creature");
    click(&mut window, "Next nine options");
    key(&mut window, Modifiers::NONE, Key::Num1);
    window.get_by_label("Attack with 2 creatures");
    click(&mut window, "Mark all");
    window.get_by_label("Attack with 11 creatures");
}

#[test]
fn attackers_and_blockers_are_dragged_onto_what_they_attack_and_block() {
    let mut session_ = primer_board();
    (0..4).for_each(|_| pass(&mut session_));
    let captain = object(&session_, "Dire Fleet Captain");
    let jace = object(&session_, "Jace Beleren");
    let miner = object(&session_, "Aethergeode Miner");
    let mut window = open(session_);
    let captain_label = format!("Dire Fleet Captain {captain}, 2/2");
    let (from, to) = (middle(&window, &captain_label), middle(&window, &format!("Jace Beleren {jace}")));
    drag(&mut window, from, to);
    key(&mut window, Modifiers::NONE, Key::Enter);
    let attacked = session(&window).game().world().combat.as_deref().unwrap().attackers[0].target;
    assert_eq!(attacked, Some(Entity::Object(jace)));
    while !matches!(choice(&window).prompt, Prompt::Blockers) {
        key(&mut window, Modifiers::NONE, Key::Num1);
        key(&mut window, Modifiers::NONE, Key::Enter);
    }
    let from = middle(&window, &format!("Aethergeode Miner {miner}, 3/1"));
    let to =
        window.get_by(|node| node.label().is_some_and(|it| it.starts_with(&format!("Dire Fleet Captain {captain}, "))));
    let to = to.rect().center();
    drag(&mut window, from, to);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert!(session(&window).game().world().combat.as_deref().unwrap().blocker(miner).is_some());
}

#[test]
fn an_order_is_dragged() {
    let mut session_ = primer();
    session_.seek(Point::new(TimelineId(0), 0));
    let mut window = open(session_);
    while !session(&window).choice().is_some_and(|it| matches!(it.prompt, Prompt::DamageOrder(_))) {
        key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    }
    let Domain::Order(items) = choice(&window).domain else { panic!("order") };
    let name = |item: &Item| words::item(session(&window).game(), item);
    let first_label = format!("Up: {}", name(&items[0]));
    let shown_first = |window: &Window| {
        let top = |item: &Item| {
            window.get_by_label(&format!("Up: {}", words::item(session(window).game(), item))).rect().top()
        };
        top(&items[0]) < top(&items[1])
    };
    let before = shown_first(&window);
    let row = |window: &Window, label: &str| window.get_by_label(label).rect().center() + egui::vec2(150.0, 0.0);
    let second_label = format!("Up: {}", name(&items[1]));
    let (from, to) = (row(&window, &first_label), row(&window, &second_label));
    drag(&mut window, from, to);
    assert_ne!(shown_first(&window), before);
}

#[test]
fn a_card_is_cast_from_its_menu_and_a_double_click_shows_its_history() {
    let lands = [("Plains", A), ("Plains", A), ("Grizzly Bears", A)];
    for by_menu in [false, true] {
        let mut window = open(board(&lands, &[("Mighty Leap", A)]));
        let leap = session(&window).game().zone(retrace_core::fact::Zone::Hand(A))[0];
        let label = format!("Mighty Leap {leap}");
        control(&window, &label).accesskit_node().label().filter(|it| it.contains("can be chosen")).unwrap();
        if by_menu {
            control(&window, &label).click_secondary();
            window.run();
            // The menu covers the choice panel, which has a button for it too.
            window.query_all_by_label("Cast Mighty Leap").next().unwrap().click();
            window.run();
        } else {
            let at = middle(&window, &label);
            // The harness draws a frame for each event, which takes time.
            window.ctx.options_mut(|options| options.input_options.max_double_click_delay = 5.0);
            for _ in 0..2 {
                for pressed in [true, false] {
                    let button = egui::PointerButton::Primary;
                    window.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE });
                }
            }
            window.run();
            window.get_by_label("History of this card");
            window.get_by_label(&format!("History: Ann's hand, as {leap}"));
            continue;
        }
        assert!(matches!(choice(&window).prompt, Prompt::Targets(..)));
    }
}
