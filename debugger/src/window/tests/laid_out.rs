//! Attachments on the board, completions in the filter, lanes while comparing, and labels of
//! scripts.

use std::collections::BTreeMap;

use retrace_core::fact::PlacedHost;

use super::super::action::Action;
use super::super::view::{Compared, Track};
use super::*;

fn labels(window: &Window) -> Vec<String> {
    window.query_all_by(|_| true).filter_map(|node| node.accesskit_node().label()).collect()
}

fn do_(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().as_mut().unwrap().apply(action, &ctx);
    window.run();
}

/// A creature of Ann's with her Equipment and Ben's Aura, a land with a Fortification, and a
/// creature of Ben's.
fn attached() -> Session {
    let pool = Pool::bundled().unwrap();
    let cards = ["Plains", "Grizzly Bears", "Bonesplitter", "Pacifism", "Darksteel Garrison", "Elite Vanguard"];
    let placed = |card: u32, owner: PlayerId, on: Option<u32>| Placed {
        attached_to: on.map(PlacedHost::Object),
        ..Placed::plain(card, owner, ZoneKind::Battlefield)
    };
    let objects = vec![
        placed(1, A, None),
        placed(2, A, Some(0)),
        placed(3, B, Some(0)),
        placed(0, A, None),
        placed(4, A, Some(3)),
        placed(5, B, None),
    ];
    let player = |name: &str| PlayerSetup { name: name.to_owned(), deck: vec![0; 10], ..Default::default() };
    let genesis = Genesis {
        seed: 1,
        players: vec![player("Ann"), player("Ben")],
        starting_player: A,
        cards: cards.iter().map(|name| Canonical::from(pool.get(name).unwrap().clone())).collect(),
        set_up: Some(SetUp { turn: 5, step: TurnStep::PrecombatMain, day_night: None, objects }),
        ..Genesis::default()
    };
    Session::new(genesis, "main").unwrap()
}

/// The rectangles of the cards on the board.
fn places(window: &Window, names: &[&str]) -> BTreeMap<String, egui::Rect> {
    let place = |name: &&str| {
        let node = window.get(
            by().role(Role::Button)
                .predicate(|node| node.label().is_some_and(|label| label.starts_with(&format!("{name} #")))),
        );
        ((*name).to_owned(), node.rect())
    };
    names.iter().map(place).collect()
}

#[test]
fn what_is_attached_peeks_out_from_behind_its_host_whoever_controls_it() {
    let mut window = open(attached());
    let names = ["Grizzly Bears", "Bonesplitter", "Pacifism", "Elite Vanguard", "Plains", "Darksteel Garrison"];
    let at = places(&window, &names);
    let (bears, axe, aura) = (at["Grizzly Bears"], at["Bonesplitter"], at["Pacifism"]);
    for strip in [axe, aura] {
        assert!(strip.bottom() <= bears.top() + 0.5 && strip.left() >= bears.left() && strip.right() <= bears.right());
        assert!(strip.height() < 30.0, "only the title is in sight: {strip:?}");
    }
    assert!(aura.bottom() <= axe.top() + 0.5, "each is in sight: {aura:?} above {axe:?}");
    assert!(at["Elite Vanguard"].bottom() < aura.top(), "Ben's Aura lies on Ann's side");
    let (plains, garrison) = (at["Plains"], at["Darksteel Garrison"]);
    assert!(garrison.bottom() <= plains.top() + 0.5 && garrison.left() >= plains.left(), "{plains:?} {garrison:?}");
    // A screen reader says so, too.
    let said = labels(&window);
    let of = |name: &str| said.iter().find(|label| label.starts_with(&format!("{name} #"))).unwrap();
    assert!(of("Grizzly Bears").contains("with Bonesplitter #") && of("Grizzly Bears").contains("with Pacifism #"));
    let aura = of("Pacifism");
    assert!(aura.contains("on Grizzly Bears") && aura.contains("controlled by Ben"), "{aura}");
    assert!(!of("Bonesplitter").contains("controlled by"), "it is with its host's controller");
    assert!(of("Plains").contains("with Darksteel Garrison #"));
    // A strip is like any other card: a click selects it.
    let id = object(session(&window), "Pacifism");
    click(&mut window, &format!("Pacifism {id}"));
    assert_eq!(window.state().as_ref().unwrap().view.selected, Some(Entity::Object(id)));
}

#[test]
fn an_attachment_that_loses_its_host_has_a_place_of_its_own() {
    let mut session = attached();
    let bears = object(&session, "Grizzly Bears");
    let axe = object(&session, "Bonesplitter");
    let inputs = session.read_edits(&format!("Unattach(\"{axe}\")")).unwrap();
    session.edit(&inputs, None).unwrap();
    let window = open(session);
    let at = places(&window, &["Grizzly Bears", "Bonesplitter"]);
    let (axe, bears_at) = (at["Bonesplitter"], at["Grizzly Bears"]);
    assert!(axe.height() > 60.0 && axe.top() > bears_at.bottom(), "a row of its own, nearer to Ann: {at:?}");
    assert!(
        !control(&window, &format!("Grizzly Bears {bears}")).accesskit_node().label().unwrap().contains("Bonesplitter")
    );
}

fn type_filter(window: &mut Window, text: &str) {
    window.get_by_role_and_label(Role::TextInput, "Filter of the events").focus();
    window.run();
    window.event(egui::Event::Text(text.to_owned()));
    window.run();
}

fn filter(window: &Window) -> String {
    window.state().as_ref().unwrap().view.filter.clone()
}

#[test]
fn a_filter_is_completed_with_tab_by_a_click_and_with_the_arrows() {
    let mut window = open(primer());
    type_filter(&mut window, "ki");
    assert!(window.query_by_label("Complete: kind:").is_some() && window.query_by_label("Complete: rule:").is_none());
    key(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(filter(&window), "kind:");
    type_filter(&mut window, "DamageD");
    key(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(filter(&window), "kind:DamageDealt");
    type_filter(&mut window, ",");
    // Only values that occur are offered; the second is taken.
    let offered = |window: &Window| -> Vec<String> {
        labels(window).iter().filter_map(|it| it.strip_prefix("Complete: ").map(str::to_owned)).collect()
    };
    let second = offered(&window)[1].clone();
    key(&mut window, Modifiers::NONE, Key::ArrowDown);
    key(&mut window, Modifiers::NONE, Key::Tab);
    assert_eq!(filter(&window), format!("kind:DamageDealt,{second}"));
    type_filter(&mut window, " -object:fleet");
    window.get_by_label("Complete: \"Dire Fleet Captain\"").click();
    window.run();
    assert_eq!(filter(&window), format!("kind:DamageDealt,{second} -object:\"Dire Fleet Captain\""));
    let field = window.get_by_role_and_label(Role::TextInput, "Filter of the events");
    assert!(field.is_focused(), "typing goes on");
    // Without completions, Tab goes on to the next control.
    key(&mut window, Modifiers::NONE, Key::Tab);
    assert!(!window.get_by_role_and_label(Role::TextInput, "Filter of the events").is_focused());
}

#[test]
fn a_filter_offers_a_player_no_name_that_is_hidden_from_them() {
    let mut window = open(primer_board());
    type_filter(&mut window, "object:Mighty");
    assert!(window.query_by_label("Complete: \"Mighty Leap\"").is_some(), "it is in Ben's hand");
    do_(&mut window, Action::Filter(String::new()));
    do_(&mut window, Action::See(Some(A)));
    type_filter(&mut window, "object:");
    assert!(window.query_by_label("Complete: \"Dire Fleet Captain\"").is_some());
    do_(&mut window, Action::Filter(String::new()));
    type_filter(&mut window, "object:Mighty");
    assert!(window.query_by_label("Complete: \"Mighty Leap\"").is_none());
}

#[test]
fn lanes_of_both_timelines_are_shown_while_comparing_if_wanted() {
    let mut session_ = primer();
    let start = session_.cursor();
    session_.fork(retrace_session::Point { step: start.step / 2, ..start }, Some("other")).unwrap();
    session_.answer_at_random().unwrap();
    let mut window = open(session_);
    do_(&mut window, Action::Compare(Compared::Timelines(TimelineId(0), TimelineId(1))));
    let lanes = |window: &Window, of_other: bool| {
        let all = labels(window);
        all.iter().filter(|it| it.starts_with("Lane ") && it.contains(" of main,") == of_other).count()
    };
    assert_eq!((lanes(&window, false), lanes(&window, true)), (0, 0), "the board has the room");
    window.get_by_label("Lanes").click();
    window.run();
    window.get_by_role_and_label(Role::CheckBox, "Lanes of main").click();
    window.run();
    assert_eq!((lanes(&window, false), lanes(&window, true)), (0, 6));
    window.get_by_role_and_label(Role::CheckBox, "Lanes of other").click();
    window.run();
    assert_eq!((lanes(&window, false), lanes(&window, true)), (6, 6));
    // A lane of the other timeline leads to its events.
    let stack = labels(&window).into_iter().find(|it| it.starts_with("Lane Ann of main")).unwrap();
    window.get_by_label(&stack).focus();
    window.run();
    key(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(session(&window).cursor().timeline, TimelineId(0));
    do_(&mut window, Action::ShowLanesOf(Track::Other, false));
    assert_eq!(lanes(&window, true), 0);
}

#[test]
fn what_a_script_says_of_places_is_not_for_a_player() {
    let mut window = open(Session::demo().unwrap());
    let timeline = session(&window).current();
    let texts: Vec<String> = timeline.labels().iter().map(|label| label.text.clone()).collect();
    assert!(!texts.is_empty());
    key(&mut window, Modifiers::NONE, Key::End);
    let says = |window: &Window| {
        let mut said = labels(window);
        said.extend(window.query_all_by(|_| true).filter_map(|node| node.accesskit_node().value()));
        texts.iter().filter(|text| said.iter().any(|it| it.contains(text.as_str()))).count()
    };
    assert!(says(&window) > 0, "{texts:?}");
    do_(&mut window, Action::See(Some(B)));
    assert_eq!(says(&window), 0);
    assert!(labels(&window).iter().all(|label| !label.starts_with("Named place")));
}
