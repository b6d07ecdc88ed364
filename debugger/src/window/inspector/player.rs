//! The selected player.

use egui::{RichText, Ui};
use retrace_core::fact::PlayerId;
use retrace_core::state::Turn;

use retrace_session::{Policy, describe};

use super::super::action::{Action, Actions};
use super::super::board::variant;
use super::super::view::Cx;
use super::super::words;
use super::{fact_ui, facts_ui, hint_ui};

/// Draws the player.
pub(super) fn player_ui(ui: &mut Ui, cx: Cx<'_>, id: PlayerId, out: &mut Actions) {
    let game = cx.game();
    let Some(player) = game.player(id) else {
        return hint_ui(ui, cx, "This player is not there at the cursor.");
    };
    ui.heading(describe::capitalized(&describe::player(game, id)));
    ui.label(RichText::new(format!("Seat {id}")).color(cx.tokens.text_weak));
    ui.horizontal(|ui| {
        ui.label(RichText::new("Played by").color(cx.tokens.text_weak));
        let now = cx.session.policy(id);
        if ui.radio(now.is_none(), "a person").clicked() {
            out.push(Action::SetPolicy(id, None));
        }
        if ui.radio(now.is_some(), "random answers").clicked() {
            out.push(Action::SetPolicy(id, Some(Policy::Random { seed: game.seed() })));
        }
    });
    facts_ui(ui, "player", |ui| {
        fact_ui(ui, cx, "Life", player.life.to_string());
        if let Some(team) = variant::team_words(game, id) {
            fact_ui(ui, cx, "Plays in", team);
        }
        if game.has_ranges() {
            let within = game.players().filter(|other| other.id != id && game.in_range(id, other.id));
            let names: Vec<String> = within.map(|other| describe::player(game, other.id)).collect();
            fact_ui(ui, cx, "Within range", if names.is_empty() { "nobody".to_owned() } else { names.join(", ") });
        }
        for (damage, name) in variant::commander_damage(game, id) {
            fact_ui(ui, cx, "Commander damage", format!("{damage} of 21 from {name} (CR 903.10a)"));
        }
        for (kind, count) in &player.counters {
            fact_ui(ui, cx, "Counters", words::counters(kind, *count));
        }
        let mana: String = player.mana.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect();
        fact_ui(ui, cx, "Mana pool", if mana.is_empty() { "empty".to_owned() } else { mana });
        fact_ui(ui, cx, "Hand", words::count(player.hand.len(), "card"));
        fact_ui(ui, cx, "Library", words::count(player.library.len(), "card"));
        fact_ui(ui, cx, "Graveyard", words::count(player.graveyard.len(), "card"));
        let own = |turn: &&Turn| game.acts_with(turn.active, id);
        let turn = game.world().turns().find(own);
        if let Some(turn) = turn.filter(|_| game.is_turn_of(id)) {
            fact_ui(ui, cx, "Active player", format!("turn {}", turn.number));
            fact_ui(ui, cx, "Lands played", turn.lands_played.to_string());
        }
        if player.left {
            fact_ui(ui, cx, "Left", "has left the game (CR 104.5)");
        }
    });
}
