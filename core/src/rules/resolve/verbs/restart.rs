//! Restarting the game (CR 104.6, 721): the game ends without a result, and all players begin a new
//! one with the same cards, within the same log. Exempted cards stay in exile (CR 721.5). The rest
//! of the effect's text is carried out just before the first turn (CR 721.4).

use std::collections::BTreeSet;

use crate::card::verb;
use crate::derive::filter::found;
use crate::fact::frame::OpeningFrame;
use crate::fact::variant::{STARTING_HAND, STARTING_LIFE};
use crate::fact::{CardId, Component, Event, Frame, ObjectId, PlayerId, ResolveFrame, Zone};
use crate::rule;
use crate::rules::engine::verb::Verb;
use crate::state::{Game, Object};

use crate::rules::engine::cursor;
use crate::rules::engine::cursor::scope;
use crate::rules::engine::work::Work;
use crate::rules::variant::{planes, schemes};
use crate::rules::zones::zone_changes::create_card;

impl Verb for verb::RestartGame {
    /// Restarts the game (CR 721.1). Nothing of the old game is left but the cards.
    fn execute(&self, work: &mut Work, frame: &ResolveFrame) {
        let verb::RestartGame { leaving } = self;
        let exempt = exempt(&work.game, &found(&work.game, &scope(frame), leaving));
        let cards = involved(&work.game, &exempt);
        // CR 721.4: "those cards" are the ones left in exile.
        let mut rest = ResolveFrame { those: exempt.clone(), ..frame.clone() };
        cursor::next(&mut rest);
        work.unwind(rule!("721.1"), 0);
        let (starting_player, life) = (frame.controller, starting_life(&work.game));
        work.fact(rule!("721.1a"), Event::Restarted { starting_player, life, left: exempt.into() });
        for card in cards {
            create_card(work, rule!("721.2"), card, Zone::Library);
        }
        planes::take_control(work, starting_player);
        let opening = opening(work);
        work.push(rule!("721.4"), Frame::Resolve(Box::new(rest)));
        work.push(rule!("721.1"), Frame::Opening(Box::new(opening)));
    }
}

/// The starting life total of another game of the same variant (CR 103.3). Another value in the
/// genesis applies to the first game only.
pub(super) fn starting_life(game: &Game) -> i32 {
    let players = game.players().filter(|player| !player.left).count();
    game.seating().map_or(STARTING_LIFE, |seating| seating.variant.starting_life(players, &seating.teams))
}

/// The opening of another game with the same players, whose vanguards modify its life totals and
/// hands again. Those who have left keep their hands, which are empty.
pub(super) fn opening(work: &mut Work) -> OpeningFrame {
    let players: Vec<(PlayerId, i32)> = work.game.players().map(|player| (player.id, player.life)).collect();
    let playing = work.game.players().filter(|player| !player.left).count();
    for (player, usual) in &players {
        let of_player = work.game.seating().map(|it| it.variant.starting_life_of(*player, playing, &it.teams));
        let life = of_player.unwrap_or(*usual).saturating_add(work.game.life_modifier(*player));
        if life != *usual {
            let rule = if schemes::is_archenemy(&work.game, *player) { rule!("904.5") } else { rule!("902.4") };
            work.fact(rule, Event::StartingLifeModified { player: *player, life });
        }
    }
    let kept = work.game.players().map(|player| player.left).collect();
    // CR 902.5
    let hand = |player: PlayerId| STARTING_HAND.saturating_add_signed(work.game.hand_modifier(player));
    OpeningFrame { kept, ..OpeningFrame::new(players.iter().map(|(player, _)| hand(*player)).collect()) }
}

/// The cards that stay in exile (CR 721.5).
fn exempt(game: &Game, objects: &[ObjectId]) -> Vec<ObjectId> {
    let is_card = |object: &Object| object.zone == Zone::Exile && matches!(object.component, Component::Card(_));
    objects.iter().copied().filter(|id| game.object(*id).is_some_and(is_card)).collect()
}

/// The cards involved in the game, in any zone, as parts of other objects, or phased out
/// (CR 721.2). Not those outside the game, nor exempted ones.
fn involved(game: &Game, exempt: &[ObjectId]) -> BTreeSet<CardId> {
    let world = game.world();
    let phased_out = world.phased_out.values().map(|phased| &phased.object);
    let objects = world.objects.values().chain(phased_out);
    let within = objects.filter(|object| !matches!(object.zone, Zone::Outside(_)) && !exempt.contains(&object.id));
    let cards = within.flat_map(|object| object.components()).filter_map(|component| match component {
        Component::Card(card) => Some(card),
        _ => None,
    });
    cards.collect()
}
