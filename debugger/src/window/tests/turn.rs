//! The panel of this turn.

use super::marks::says;
use super::*;
use crate::window::layout::Pane;
use retrace_session::asking::tally::{Counted, Tally};

#[test]
fn what_happened_this_turn_is_counted_and_a_count_leads_to_its_event() {
    let mut window = open(primer());
    let ctx = window.ctx.clone();
    let app = window.state_mut().as_mut().unwrap();
    app.apply(crate::window::action::Action::ShowPane(Pane::Turn, true), &ctx);
    window.run();
    key(&mut window, Modifiers::NONE, Key::End);
    assert!(says(&window, "Attackers"));
    let here = session(&window);
    let (turn, tally) = Tally::at(here.current(), here.cursor().step).unwrap();
    let found = tally.get(turn.player, Counted::Attackers).unwrap();
    let who = retrace_session::describe::player(here.game(), turn.player);
    click(&mut window, &format!("{who}: {} attackers", found.count));
    let here = session(&window);
    let (step, _) = here.current().entry(found.first).unwrap();
    assert_eq!(here.cursor().step, step + 1);
}
