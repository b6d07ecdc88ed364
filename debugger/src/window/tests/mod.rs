//! Behaviour of the window, tested by screen reader labels. Needs no display.

mod choices;
mod comfort;
mod edits;
mod eyes;
mod files;
mod focus;
mod hand;
mod inspector;
mod jobs;
mod keeping;
mod laid_out;
mod marks;
mod new_card;
mod new_game;
mod rail;
mod seats;
mod seeking;
mod small;
mod table;
mod trouble;
mod turn;
mod variants;

use std::path::Path;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable, by};
use egui_kittest::{Harness, Node};
use retrace_core::card::pool::Pool;
use retrace_core::card::{TurnStep, ZoneKind};
use retrace_core::derive::Look;
use retrace_core::fact::{
    Act, Answer, Assignment, Canonical, Domain, Entity, Genesis, Item, ObjectId, Placed, PlayerId, PlayerSetup, SetUp,
};

use super::App;
use retrace_session::session::Session;
use retrace_session::{Outcome, TimelineId};

/// The roles of the usual controls.
const CONTROLS: [Role; 8] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::TextInput,
    Role::Slider,
    Role::SpinButton,
    Role::ComboBox,
    Role::Tab,
];

const A: PlayerId = PlayerId(0);
const B: PlayerId = PlayerId(1);

/// A game in A's precombat main phase with these permanents, and cards in hands.
fn board(battlefield: &[(&str, PlayerId)], hands: &[(&str, PlayerId)]) -> Session {
    let pool = Pool::bundled().unwrap();
    let mut names = vec!["Plains"];
    let mut objects = Vec::new();
    for (zone, cards) in [(ZoneKind::Battlefield, battlefield), (ZoneKind::Hand, hands)] {
        for (name, owner) in cards {
            if !names.contains(name) {
                names.push(name);
            }
            let card = u32::try_from(names.iter().position(|it| it == name).unwrap()).unwrap();
            objects.push(Placed::plain(card, *owner, zone));
        }
    }
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![0; 10], ..Default::default() };
    let genesis = Genesis {
        seed: 1,
        players: vec![player("Ann"), player("Ben")],
        starting_player: A,
        cards: names.iter().map(|name| Canonical::from(pool.get(name).unwrap().clone())).collect(),
        set_up: Some(SetUp { turn: 5, step: TurnStep::PrecombatMain, day_night: None, objects }),
        ..Genesis::default()
    };
    Session::new(genesis, "main").unwrap()
}

/// The board of the primer, at A's precombat main phase.
fn primer_board() -> Session {
    let creatures = [("Shielded Aether Thief", B), ("Aethergeode Miner", B), ("Jace Beleren", B)];
    let others = [("Dire Fleet Captain", A), ("Plains", B), ("Plains", B)];
    board(&[others.as_slice(), creatures.as_slice()].concat(), &[("Mighty Leap", B)])
}

fn object(session: &Session, name: &str) -> ObjectId {
    let battlefield = &session.game().world().battlefield;
    battlefield.iter().copied().find(|id| session.game().name_of(*id) == name).unwrap()
}

fn pass(session: &mut Session) {
    let by = session.choice().unwrap().answered_by;
    session.decide(by, Answer::Picked(vec![Item::Act(Act::Pass)])).unwrap();
}

/// Steps 1 to 4 of the primer: the Captain attacks, both block, 1 damage to each of them.
fn primer() -> Session {
    let mut session = primer_board();
    (0..4).for_each(|_| pass(&mut session));
    let [captain, thief, miner] =
        ["Dire Fleet Captain", "Shielded Aether Thief", "Aethergeode Miner"].map(|name| object(&session, name));
    let declare = |objects: &[ObjectId], to: Entity| {
        Answer::Declared(objects.iter().map(|object| Assignment { object: *object, to: vec![to] }).collect())
    };
    session.decide(A, declare(&[captain], Entity::Player(B))).unwrap();
    (0..4).for_each(|_| pass(&mut session));
    session.decide(B, declare(&[miner, thief], Entity::Object(captain))).unwrap();
    let order = [miner, thief].map(|id| Item::Entity(Entity::Object(id))).to_vec();
    session.decide(A, Answer::Ordered(order)).unwrap();
    (0..4).for_each(|_| pass(&mut session));
    let shares = vec![(Entity::Object(miner), 1), (Entity::Object(thief), 1)];
    session.decide(A, Answer::Divided(vec![(captain, shares)])).unwrap();
    assert!(session.game().object(miner).is_none(), "the Miner died");
    session
}

type Window = Harness<'static, Option<App>>;

fn open(session: Session) -> Window {
    let mut window = window_with(session, |app| app);
    window.run();
    window
}

/// A window that has not drawn yet, set up as `set_up` says.
fn window_with(session: Session, set_up: impl FnOnce(App) -> App + 'static) -> Window {
    let mut first = Some((session, set_up));
    Harness::builder().with_size([1600.0, 1000.0]).with_max_steps(30).with_step_dt(0.1).build_ui_state(
        move |ui, app: &mut Option<App>| {
            if let Some((session, set_up)) = first.take() {
                *app = Some(set_up(App::new(ui.ctx(), session, None)));
            }
            app.as_mut().unwrap().show(ui);
        },
        None,
    )
}

/// Damages a store: its database is gone, and a byte of the journal is wrong, so that what comes
/// after it is lost.
fn damage(store: &Path) {
    let journal = store.join("journal");
    let mut bytes = std::fs::read(&journal).unwrap();
    let place = bytes.len() * 3 / 4;
    bytes[place] ^= 1;
    std::fs::write(&journal, bytes).unwrap();
    std::fs::remove_dir_all(store.join("sled")).unwrap();
}

fn session(window: &Window) -> &Session {
    window.state().as_ref().unwrap().session()
}

/// The only control of a role whose label begins with this text.
fn control<'a>(window: &'a Window, label: &'a str) -> Node<'a> {
    window.get(
        by().role(Role::Button)
            .predicate(move |node| node.label().is_some_and(|it| it == label || it.starts_with(&format!("{label},")))),
    )
}

fn click(window: &mut Window, label: &str) {
    control(window, label).click();
    window.run();
}

fn key(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run();
}

/// The Ctrl modifier of egui.
fn ctrl() -> Modifiers {
    Modifiers::CTRL | Modifiers::COMMAND
}

fn names(window: &Window) -> Vec<String> {
    session(window).timelines().map(|timeline| timeline.name().to_owned()).collect()
}

/// Asserts the timeline where both blockers survive: Mighty Leap made the Miner 5/3.
fn assert_is_the_alternate_line(window: &Window) {
    let session = session(window);
    let miner = object(session, "Aethergeode Miner");
    let size = session.game().characteristics(miner).map(|it| (it.power, it.toughness));
    assert_eq!(size, Some((Some(5), Some(3))));
    assert_eq!(session.game().object(miner).map(|it| it.damage), Some(2));
    assert_eq!(session.game().object(object(session, "Shielded Aether Thief")).map(|it| it.damage), Some(0));
}

fn assert_compares_main_with_its_fork(window: &Window) {
    assert_eq!(names(window), ["main", "main~2"]);
    window.get_by_label("First difference:");
    window.get_by_label_contains("main: ");
    window.get_by_label_contains("Ruler of timeline main~2");
    assert!(window.query_all_by_label_contains("Aethergeode Miner").count() > 0);
    window.get_by_label("Stop comparing");
}

#[test]
fn the_primer_is_rewound_forked_and_compared_with_the_mouse_alone() {
    let mut window = open(primer());
    let head = session(&window).cursor();
    // Back to where the combat damage step began, then to where blockers were declared.
    click(&mut window, "Previous turn step");
    click(&mut window, "Previous turn step");
    assert_eq!(session(&window).game().world().turn.step, Some(TurnStep::DeclareBlockers));
    // Forward to the last time that Ben had priority in that step.
    while control_missing(&window, "Cast Mighty Leap") {
        click(&mut window, "Next choice");
    }
    click(&mut window, "Cast Mighty Leap");
    assert_eq!(names(&window), ["main", "main~2"], "another answer in the past forks");
    let miner = object(session(&window), "Aethergeode Miner");
    // The target, by a click on the board.
    click(&mut window, &format!("Aethergeode Miner {miner}, 3/1"));
    click(&mut window, "Pay automatically");
    // It resolves, and so does the trigger under it; the step ends and damage is dealt, with only
    // one way to assign it.
    while session(&window).game().world().turn.step == Some(TurnStep::DeclareBlockers) {
        click(&mut window, "Pass");
    }
    assert_is_the_alternate_line(&window);
    click(&mut window, "Compare main with this timeline");
    assert_compares_main_with_its_fork(&window);
    assert_eq!(session(&window).len_steps(TimelineId(0)), head.step, "the past is as it was");
}

fn control_missing(window: &Window, label: &str) -> bool {
    window.query_by_label(label).is_none()
}

#[test]
fn the_primer_is_rewound_forked_and_compared_with_the_keys_alone() {
    let mut window = open(primer());
    key(&mut window, ctrl(), Key::ArrowLeft);
    key(&mut window, ctrl(), Key::ArrowLeft);
    assert_eq!(session(&window).game().world().turn.step, Some(TurnStep::DeclareBlockers));
    while control_missing(&window, "Cast Mighty Leap") {
        key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    }
    // The second option, then the target by its number, then the payment.
    key(&mut window, Modifiers::NONE, Key::Num2);
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["main", "main~2"]);
    let choice = session(&window).choice().unwrap();
    let Domain::Pick { options, .. } = choice.domain else { panic!("targets") };
    let miner = Item::Entity(Entity::Object(object(session(&window), "Aethergeode Miner")));
    let place = options.iter().position(|it| *it == miner).unwrap();
    key(&mut window, Modifiers::NONE, [Key::Num1, Key::Num2, Key::Num3][place]);
    key(&mut window, Modifiers::NONE, Key::Enter);
    key(&mut window, Modifiers::NONE, Key::P);
    while session(&window).game().world().turn.step == Some(TurnStep::DeclareBlockers) {
        key(&mut window, Modifiers::NONE, Key::Num1);
        key(&mut window, Modifiers::NONE, Key::Enter);
    }
    assert_is_the_alternate_line(&window);
    key(&mut window, Modifiers::NONE, Key::C);
    assert_compares_main_with_its_fork(&window);
    // Back to the other timeline.
    key(&mut window, Modifiers::ALT, Key::ArrowUp);
    assert_eq!(session(&window).current().name(), "main");
}

#[test]
fn an_answer_at_the_head_goes_on_and_the_same_answer_in_the_past_does_too() {
    let mut window = open(primer_board());
    let before = session(&window).len_steps(TimelineId(0));
    click(&mut window, "Pass");
    assert!(session(&window).len_steps(TimelineId(0)) > before);
    key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    assert!(!session(&window).at_head());
    click(&mut window, "Pass");
    assert_eq!(names(&window), ["main"], "the answer that was given here already");
    assert!(session(&window).at_head());
}

#[test]
fn enter_after_an_answer_does_not_take_the_next_option() {
    let mut window = open(primer_board());
    key(&mut window, Modifiers::NONE, Key::Num1);
    key(&mut window, Modifiers::NONE, Key::Enter);
    let after = session(&window).cursor();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(session(&window).cursor(), after);
}

#[test]
fn blockers_are_declared_by_clicks_on_the_board_or_by_number() {
    let mut session_ = primer_board();
    (0..4).for_each(|_| pass(&mut session_));
    let captain = object(&session_, "Dire Fleet Captain");
    let attack = vec![Assignment { object: captain, to: vec![Entity::Player(B)] }];
    session_.decide(A, Answer::Declared(attack)).unwrap();
    (0..4).for_each(|_| pass(&mut session_));
    let (thief, miner) = (object(&session_, "Shielded Aether Thief"), object(&session_, "Aethergeode Miner"));
    let mut window = open(session_);
    window.get_by_label("Block with nothing");
    click(&mut window, &format!("Shielded Aether Thief {thief}, 0/4"));
    window.get_by_label("Block with 1 creature");
    let choice = session(&window).choice().unwrap();
    let Domain::Declare { options, .. } = choice.domain else { panic!("blockers") };
    let place = options.iter().position(|option| option.object == miner).unwrap();
    key(&mut window, Modifiers::NONE, [Key::Num1, Key::Num2][place]);
    window.get_by_label("Block with 2 creatures");
    key(&mut window, Modifiers::NONE, Key::Enter);
    let combat = session(&window).game().world().combat.clone().unwrap();
    assert_eq!(combat.blockers.len(), 2);
    // The order of the blockers: the second moves to the front.
    let Domain::Order(items) = session(&window).choice().unwrap().domain else { panic!("order") };
    key(&mut window, Modifiers::NONE, Key::Num2);
    click(&mut window, "Take this order");
    let combat = session(&window).game().world().combat.clone().unwrap();
    let first = combat.attackers[0].blockers[0];
    assert_eq!(items[1], Item::Entity(Entity::Object(first)));
}

#[test]
fn damage_is_divided_with_plus_and_minus_and_the_rules_say_what_is_wrong() {
    let mut session_ = primer();
    session_.seek(retrace_session::Point::new(TimelineId(0), 0));
    let mut window = open(session_);
    while control_missing(&window, "Assign the damage") {
        key(&mut window, Modifiers::SHIFT, Key::ArrowRight);
    }
    let miner = object(session(&window), "Aethergeode Miner");
    let thief = object(session(&window), "Shielded Aether Thief");
    let of = |name: &str, id: ObjectId| format!("{name} {id} from Dire Fleet Captain");
    // Never 2 to the Thief while the Miner has not been assigned lethal damage.
    click(&mut window, &format!("Less for {}", of("Aethergeode Miner", miner)));
    click(&mut window, &format!("More for {}", of("Shielded Aether Thief", thief)));
    window.get_by_label_contains("must assign lethal damage (1) to Aethergeode Miner");
    assert!(control(&window, "Assign the damage").accesskit_node().is_disabled());
    // 2 to the Miner is legal, and forks another timeline.
    click(&mut window, &format!("Less for {}", of("Shielded Aether Thief", thief)));
    click(&mut window, &format!("Less for {}", of("Shielded Aether Thief", thief)));
    click(&mut window, &format!("More for {}", of("Aethergeode Miner", miner)));
    click(&mut window, &format!("More for {}", of("Aethergeode Miner", miner)));
    window.get_by_label("Legal");
    click(&mut window, "Assign the damage");
    assert_eq!(names(&window), ["main", "main~2"]);
    assert_eq!(session(&window).game().object(thief).map(|it| it.damage), Some(0));
}

#[test]
fn help_and_palette_are_made_of_the_commands() {
    let mut window = open(primer_board());
    key(&mut window, Modifiers::SHIFT, Key::Questionmark);
    window.get_by_label("Close");
    assert!(window.query_all_by_label("Previous turn step").count() > 1, "in the sheet and on the transport");
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert!(session(&window).at_head(), "a dialog has the keys to itself");
    key(&mut window, Modifiers::NONE, Key::Escape);
    assert!(window.query_by_label("Close").is_none());
    key(&mut window, ctrl(), Key::K);
    window.event(egui::Event::Text("fork here".to_owned()));
    window.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["main", "main~2"]);
}

#[test]
fn whoever_types_in_the_filter_moves_nothing() {
    let mut window = open(primer());
    let before = session(&window).cursor();
    key(&mut window, ctrl(), Key::F);
    for (letter, code) in [("f", Key::F), ("1", Key::Num1), ("d", Key::D)] {
        window.event(egui::Event::Text(letter.to_owned()));
        key(&mut window, Modifiers::NONE, code);
    }
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!((session(&window).cursor(), names(&window).len()), (before, 1));
    window.get_by_label("Clear the filter");
}

#[test]
fn why_leads_back_to_the_decision_and_an_object_is_derived_layer_by_layer() {
    let mut window = open(primer());
    key(&mut window, Modifiers::NONE, Key::W);
    window.get_by_label("This happened");
    assert!(window.query_all_by_label("because").count() > 0);
    let thief = object(session(&window), "Shielded Aether Thief");
    click(&mut window, &format!("Shielded Aether Thief {thief}, 0/4"));
    window.get_by_label("How it came to be so (CR 613)");
    window.get_by_label("As printed: 0/4");
    window.get_by_label("No continuous effect applies to it.");
}

#[test]
fn an_event_row_puts_the_cursor_there() {
    let mut window = open(primer());
    let label = window
        .query_all_by_label_contains("Event ")
        .find(|node| node.accesskit_node().label().is_some_and(|label| label.contains("removed from combat")))
        .and_then(|node| node.accesskit_node().label())
        .unwrap();
    window.get_by_label(&label).click();
    window.run();
    assert!(!session(&window).at_head());
    assert_eq!(session(&window).game().world().turn.step, Some(TurnStep::CombatDamage));
}

#[test]
fn undo_takes_a_fork_back_and_stops_comparing_with_it() {
    let mut window = open(primer());
    key(&mut window, Modifiers::SHIFT, Key::ArrowLeft);
    key(&mut window, Modifiers::NONE, Key::F);
    key(&mut window, Modifiers::NONE, Key::C);
    window.get_by_label("Stop comparing");
    key(&mut window, ctrl(), Key::Z);
    assert_eq!(names(&window), ["main"]);
    assert!(window.query_by_label("Stop comparing").is_none());
}

#[test]
fn nothing_is_drawn_again_while_nothing_changes() {
    let mut window = open(primer());
    key(&mut window, Modifiers::NONE, Key::ArrowLeft);
    window.run_steps(3);
    let delays = window.output().viewport_output.values().map(|viewport| viewport.repaint_delay);
    assert!(delays.min().unwrap() > std::time::Duration::from_secs(60));
}

#[test]
fn playing_goes_on_by_itself_to_the_head() {
    let mut session_ = primer();
    let head = session_.cursor();
    assert_eq!(session_.seek(retrace_session::Point::new(TimelineId(0), head.step - 3)), Outcome::Moved);
    let mut window = open(session_);
    window.get_by_label("Play or pause").click();
    window.run_steps(30);
    assert_eq!(session(&window).cursor(), head);
    window.run();
}

/// Every painted line of text and its visible rectangle.
fn texts_in_sight(window: &Window) -> Vec<(String, egui::Rect)> {
    fn find(shape: &egui::Shape, clip: egui::Rect, found: &mut Vec<(String, egui::Rect)>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| find(shape, clip, found)),
            egui::Shape::Text(text) => {
                for row in &text.galley.rows {
                    let rect = row.rect_without_leading_space().translate(text.pos.to_vec2()).intersect(clip);
                    let seen = rect.is_positive() && !row.text().trim().is_empty();
                    found.extend(seen.then(|| (row.text(), rect)));
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    window.output().shapes.iter().for_each(|it| find(&it.shape, it.clip_rect, &mut found));
    found
}

#[test]
fn in_a_small_window_no_text_is_painted_over_another() {
    for (size, least) in [([1000.0, 600.0], 40), ([960.0, 540.0], 30), ([683.0, 384.0], 25)] {
        nothing_is_painted_over_another(size.into(), least);
    }
}

/// Goes through the primer in a window of this size, which shows at least that many lines of text.
fn nothing_is_painted_over_another(size: egui::Vec2, least: usize) {
    let mut window = open(primer());
    window.set_size(size);
    for keys in [vec![], vec![Key::Home], vec![Key::ArrowRight; 3]] {
        for key in keys {
            window.key_press_modifiers(if key == Key::Home { Modifiers::NONE } else { Modifiers::COMMAND }, key);
            window.run();
        }
        window.run();
        let texts = texts_in_sight(&window);
        assert!(texts.len() > least, "{size:?}: {texts:?}");
        for (index, (text, rect)) in texts.iter().enumerate() {
            for (other, place) in texts.iter().skip(index + 1) {
                let both = rect.intersect(*place);
                let over = both.width() > 2.0 && both.height() > 4.0;
                assert!(!over, "{size:?}: `{text}` at {rect:?} and `{other}` at {place:?}");
            }
        }
    }
}

#[test]
fn the_smallest_window_and_the_light_theme_hold_everything() {
    let mut window = open(primer());
    window.set_size(egui::vec2(900.0, 600.0));
    window.run();
    window.ctx.set_theme(egui::Theme::Light);
    window.run();
    window.get_by_label("Previous turn step");
    window.set_size(egui::vec2(2560.0, 1440.0));
    window.run();
    window.get_by_label("EXACT");
}
