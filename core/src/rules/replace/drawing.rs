//! Cards as they are drawn: face down while something is cast or activated (CR 121.8), and revealed
//! by effects (CR 121.9, 603.11). Also top cards of libraries that are shown (CR 401.5, 401.6).

use std::cell::LazyCell;

use crate::card::mechanism::Mechanisms;
use crate::card::{Ability, Keyword, StaticEffect};
use crate::derive::cast::casting::{is_announcing, shows_top};
use crate::derive::filter::occurrences::this_turn;
use crate::derive::filter::players;
use crate::fact::{
    AbilityInstance, Answer, Applied, Choice, DefId, Domain, DrawReveal, Entry, Event, Frame, Manner, NewObject, Note,
    ObjectId, PlayerId, Position, Prompt, Zone,
};
use crate::rule;
use crate::rule::Rule;
use crate::state::Game;

use crate::rules::engine::work::Work;

/// The extra events of a card as it is drawn.
pub(in crate::rules) fn as_drawn(game: &Game, card: &NewObject) -> Vec<(Rule, Event)> {
    // Before the first turn no card is the first of a turn: opening hands are drawn without this
    // (CR 103.4, 702.94a).
    if !game.world().turn.under_way {
        return Vec::new();
    }
    let mut reveals = reveals(game, card.owner);
    reveals.extend(miracles(game, card));
    if is_unseen(game) {
        return vec![(rule!("121.8"), Event::DrawnFaceDown { object: card.id, reveals })];
    }
    let (offered, shown): (Vec<DrawReveal>, Vec<DrawReveal>) = reveals.into_iter().partition(|it| it.may);
    let mut found: Vec<(Rule, Event)> = shown.iter().flat_map(|it| told(card.owner, card.id, card.def, it)).collect();
    if !offered.is_empty() {
        found.push((rule!("121.9"), Event::RevealOffered { object: card.id, reveals: offered }));
    }
    found
}

/// Whether a draw happens while a spell is being cast or an ability activated (CR 121.8), and is
/// not part of that spell's or ability's own cost.
fn is_unseen(game: &Game) -> bool {
    let frames = &game.world().frames;
    let acts = |frame: &Frame| matches!(frame, Frame::Proposal(_) | Frame::Resolve(_));
    let acting = frames.iter().rposition(|frame| acts(frame)).unwrap_or(0);
    frames.iter().take(acting).any(|frame| is_announcing(frame))
}

/// The effects that reveal the next card that a player draws (CR 603.11, 121.9).
fn reveals(game: &Game, player: PlayerId) -> Vec<DrawReveal> {
    let drew = |entry: &&Entry| matches!(entry.event, Event::Drew { player: who } if who == player);
    let nth = LazyCell::new(|| this_turn(game).into_iter().filter(drew).count() + 1);
    let mut found = Vec::new();
    for functioning in game.derived().functioning.others() {
        if let (StaticEffect::RevealDrawn { who, nth: wanted, may }, Applied::Ability { object, origin }) =
            (&*functioning.effect, &functioning.identity)
            && *wanted as usize == *nth
            && players(game, &functioning.scope(), who).contains(&player)
            && let Some(link) = origin.link()
        {
            found.push(DrawReveal { by: *object, link, may: *may });
        }
    }
    found
}

/// The card's own effects for the first card that its owner draws in a turn (CR 702.94a).
fn miracles(game: &Game, card: &NewObject) -> Vec<DrawReveal> {
    if !game.has_mechanism(Mechanisms::MIRACLES) {
        return Vec::new();
    }
    let drew = |entry: &&Entry| matches!(entry.event, Event::Drew { player: who } if who == card.owner);
    if this_turn(game).into_iter().any(|entry| drew(&entry)) {
        return Vec::new();
    }
    let abilities = game.printed(card.def).map(|it| it.characteristics.abilities.as_slice()).unwrap_or_default();
    let is = |it: &&AbilityInstance| matches!(&*it.ability, Ability::Keyword(Keyword::Miracle(_)));
    let links = abilities.iter().filter(is).filter_map(|it| it.origin.link());
    links.map(|link| DrawReveal { by: card.id, link, may: true }).collect()
}

/// The events for a revealed card: the reveal, and the note for texts about cards revealed this way
/// (CR 603.11, 607.2h).
fn told(player: PlayerId, id: ObjectId, def: DefId, reveal: &DrawReveal) -> [(Rule, Event); 2] {
    let rule = if reveal.may { rule!("121.9") } else { rule!("603.11") };
    let noted = Event::Noted { object: reveal.by, link: Box::new(reveal.link.clone()), note: Note::Revealed(id) };
    [(rule, Event::Revealed { player, cards: vec![(id, def)] }), (rule!("607.2h"), noted)]
}

/// Reveals a card in hand because of an effect on drawing it.
fn reveal(work: &mut Work, id: ObjectId, reveal: &DrawReveal) {
    let Some((owner, def)) = work.game.object(id).map(|object| (object.owner, object.def)) else { return };
    for (rule, event) in told(owner, id, def, reveal) {
        work.fact(rule, event);
    }
}

/// Asks players about the cards drawn in this step (CR 121.9).
pub(in crate::rules) fn offer(work: &mut Work) {
    let offered = work.entries().iter().filter_map(|entry| match &entry.event {
        Event::RevealOffered { object, reveals } => Some(reveals.iter().map(|it| (*object, it.clone()))),
        _ => None,
    });
    let offers: Vec<(ObjectId, DrawReveal)> = offered.flatten().collect();
    ask(work, offers);
}

fn ask(work: &mut Work, offers: Vec<(ObjectId, DrawReveal)>) {
    if !offers.is_empty() {
        work.push(rule!("121.9"), Frame::Drawn { offers });
    }
}

/// Asks whether to reveal the next of the cards.
pub(in crate::rules) fn drawing_choice(game: &Game, offers: &[(ObjectId, DrawReveal)]) -> Option<Choice> {
    let (id, _) = offers.first()?;
    let object = game.object(*id).filter(|object| matches!(object.zone, Zone::Hand(_)))?;
    Some(Choice {
        player: object.owner,
        answered_by: object.owner,
        prompt: Prompt::RevealDrawn(*id),
        rule: rule!("121.9"),
        domain: Domain::Confirm,
        back_out: false,
    })
}

/// Takes the answer.
pub(in crate::rules) fn answered(work: &mut Work, offers: &[(ObjectId, DrawReveal)], answer: &Answer) {
    if let (Some((id, effect)), Answer::Confirmed(true)) = (offers.first(), answer) {
        reveal(work, *id, effect);
    }
    proceed(work, offers);
}

/// Moves on to the next card.
pub(in crate::rules) fn proceed(work: &mut Work, offers: &[(ObjectId, DrawReveal)]) {
    match offers.split_first() {
        Some((_, rest)) if !rest.is_empty() => {
            work.change(rule!("121.9"), Frame::Drawn { offers: rest.to_vec() });
        }
        _ => work.pop(rule!("121.9")),
    }
}

/// Turns cards face up that were drawn while something was cast or activated, once that is over,
/// and reveals them if effects do (CR 121.8).
pub(in crate::rules) fn turn_up(work: &mut Work) {
    let world = work.game.world();
    if world.drawn.is_empty() || world.frames.iter().any(|frame| is_announcing(frame)) {
        return;
    }
    let drawn: Vec<(ObjectId, Vec<DrawReveal>)> = world.drawn.iter().map(|(id, it)| (*id, it.to_vec())).collect();
    let mut offers = Vec::new();
    for (id, reveals) in drawn {
        work.fact(rule!("121.8"), Event::TurnedFaceUp { object: id });
        for effect in reveals {
            if effect.may {
                offers.push((id, effect));
            } else {
                reveal(work, id, &effect);
            }
        }
    }
    ask(work, offers);
}

/// The events that show top cards of libraries because of effects (CR 401.5); none while a spell is
/// being cast or an ability activated.
pub(in crate::rules) fn tops(work: &Work) -> Vec<(Rule, Event)> {
    let game = &work.game;
    if !game.has_mechanism(Mechanisms::TOPS) || game.world().frames.iter().any(|frame| is_announcing(frame)) {
        return Vec::new();
    }
    let shown = |(player, now, before): (PlayerId, Option<(ObjectId, bool)>, Option<(ObjectId, bool)>)| {
        let (object, revealed) = (now.map(|(id, _)| id), now.is_some_and(|(_, all)| all));
        (now != before).then_some((rule!("401.5"), Event::TopShown { player, object, revealed }))
    };
    game.players().filter_map(|player| shown((player.id, top(game, player.id), player.shown))).collect()
}

/// The top card of a library that effects show, and whether to all players.
fn top(game: &Game, owner: PlayerId) -> Option<(ObjectId, bool)> {
    let all = shows_top(game, owner)?;
    game.zone(Zone::Library(owner)).first().map(|id| (*id, all))
}

/// The event that makes a card a new object if it is revealed on top of its library again after a
/// while (CR 401.6).
pub(in crate::rules) fn shown_again(work: &mut Work) -> Option<(Rule, Event)> {
    let game = &work.game;
    if !game.has_mechanism(Mechanisms::TOPS) || game.world().frames.iter().any(|frame| is_announcing(frame)) {
        return None;
    }
    let again = game.players().find_map(|player| {
        let now = top(game, player.id).filter(|(_, all)| *all && player.shown != top(game, player.id));
        now.map(|(id, _)| id).filter(|id| game.object(*id).is_some_and(|object| object.revealed))
    })?;
    let object = game.object(again)?.clone();
    let was = std::sync::Arc::new(game.snapshot(again)?);
    let (id, timestamp) = (work.new_object(), work.new_timestamp());
    let plain = NewObject::new(id, object.component, object.owner, object.def, object.zone, timestamp);
    let became = NewObject { position: Position::Top, status: object.status, ..plain };
    let moved = Event::Moved { object: again, from: object.zone, became: vec![became], manner: Manner::Put, was };
    Some((rule!("401.6"), moved))
}
