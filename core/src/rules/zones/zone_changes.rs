//! Zone changes: those that rules make (CR 116.2a, 400, 608.2m), and those into libraries (CR 401).

use crate::card::{Ability, CardType, Keyword, Place, Side, ZoneKind};
use crate::derive::Look;
use crate::derive::object::attachment::aura_target;
use crate::derive::object::merged::is_mutating;
use crate::fact::{
    Action, CardId, Component, EntersFaceDown, Entity, Event, Manner, NewObject, ObjectId, PlayerId, Position,
    Proposed, ResolveFrame, Zone,
};
use crate::rule;
use crate::rule::Rule;

use crate::rules::engine::actions::{move_to, onto_battlefield, to_graveyard};
use crate::rules::engine::cursor::{go_on, paid};
use crate::rules::engine::random;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::{carry_out, carry_out_to, perform_arranged, perform_one};
use crate::rules::variant::supplement;

/// Puts a land from hand onto the battlefield as a special action (CR 116.2a, 305.1).
pub(in crate::rules) fn play_land(work: &mut Work, player: PlayerId, object: ObjectId, side: Option<Side>) {
    turn_up(work, rule!("406.3a"), object);
    let mut action = onto_battlefield(object, player, Manner::Play);
    // CR 712.8
    if let Some(entering) = action.entering_mut() {
        entering.back = side == Some(Side::Back);
    }
    perform_one(work, rule!("116.2a"), action);
}

/// Creates a card in a zone of its owner, as another game begins or ends (CR 721.2, 722). A
/// nontraditional card goes to the command zone.
pub(in crate::rules) fn create_card(work: &mut Work, rule: Rule, card: CardId, zone: fn(PlayerId) -> Zone) {
    let Some(record) = work.game.cards().get(&card).copied() else { return };
    let (id, timestamp) = (work.new_object(), work.new_timestamp());
    let (component, owner) = (Component::Card(card), record.owner);
    // CR 400.4b
    let types = work.game.face(record.def).map(|face| face.types).unwrap_or_default();
    let stays = types.stays_in_command_zone();
    let deck = supplement::deck_of(&work.game, types, owner);
    // CR 905.4: a conspiracy is put into the command zone from the sideboard.
    let stays = stays && !types.has(CardType::Conspiracy);
    let aside = types.has(CardType::Conspiracy).then_some(Zone::Outside(owner));
    let zone = deck.or(aside).unwrap_or_else(|| if stays { Zone::Command } else { zone(owner) });
    let controller = (stays && deck.is_none()).then_some(owner);
    let object = NewObject { controller, ..NewObject::new(id, component, owner, record.def, zone, timestamp) };
    work.fact(rule, Event::Created { object: Box::new(object) });
}

/// Turns a face-down card in exile face up: because an effect says so (CR 406.3), or just before it
/// is played (CR 406.3a).
pub(in crate::rules) fn turn_up(work: &mut Work, rule: Rule, object: ObjectId) {
    if work.game.object(object).is_some_and(|it| it.zone == Zone::Exile && it.face_down.is_some()) {
        work.fact(rule, Event::TurnedFaceUp { object });
    }
}

/// Turns a permanent spell into a permanent under its controller's control; an Aura is attached to
/// its target (CR 608.3).
pub(in crate::rules) fn spell_becomes_permanent(
    work: &mut Work,
    player: PlayerId,
    object: ObjectId,
    targets: &[Vec<Entity>],
) {
    let mut action = onto_battlefield(object, player, Manner::Resolve);
    // CR 708.4: a face-down spell becomes a face-down permanent.
    let listed = work.game.object(object).filter(|spell| spell.is_face_down()).map(|spell| spell.def);
    let aura = work.game.characteristics(object).is_some_and(|it| aura_target(it).is_some());
    if let Action::Move { entering, .. } = &mut action {
        entering.attached_to = targets.iter().flatten().next().copied().filter(|_| aura);
        entering.face_down = listed.map_or(EntersFaceDown::No, EntersFaceDown::As);
    }
    // CR 702.140b: a mutating spell that can't merge enters the battlefield like any creature
    // spell.
    let announced = work.game.object(object).and_then(|spell| spell.announced.clone()).unwrap_or_default();
    let mutating = is_mutating(&work.game, object, &announced);
    perform_one(work, if mutating { rule!("702.140b") } else { rule!("608.3") }, action);
}

/// Puts a spell that is done, or has no effect, into its owner's graveyard; an ability ceases to
/// exist (CR 608.2b, 608.2m).
pub(in crate::rules) fn leave_stack(work: &mut Work, rule: Rule, object: ObjectId, manner: Manner) {
    let action = to_graveyard(&work.game, object, manner);
    perform_one(work, rule, action);
}

/// Puts objects into a zone of their owners (CR 400.3). In a library the instruction says where;
/// the order is random if it says so, otherwise the owner's choice (CR 401.4).
pub(in crate::rules) fn put_into_zone(
    work: &mut Work,
    frame: &ResolveFrame,
    objects: &[ObjectId],
    into: ZoneKind,
    place: Place,
    random: bool,
) {
    let mut objects = objects.to_vec();
    if random {
        random::mix(work, &mut objects);
    }
    let put = |id: &ObjectId| {
        let mut action = move_to(&work.game, *id, into, Manner::Put);
        if let Action::Move { position, .. } = &mut action
            && into == ZoneKind::Library
        {
            *position = match place {
                Place::BeneathX => Position::FromTop(frame.announced.x.unwrap_or(0).saturating_add(1)),
                place => place.into(),
            };
        }
        action
    };
    let actions: Vec<Action> = objects.iter().map(put).collect();
    let cause = Some(frame.began);
    // CR 400.7i: references to the discarded card follow it here.
    let madness = frame
        .origin
        .as_ref()
        .and_then(|origin| work.game.ability_of(frame.source, origin))
        .is_some_and(|it| matches!(&*it.ability, Ability::Keyword(Keyword::Madness(_))));
    let rule = if madness { rule!("702.35a") } else { rule!("400.7") };
    let proposed = actions.into_iter().map(|action| Proposed::new(action, cause, rule)).collect();
    if random {
        go_on(work, frame);
        return perform_arranged(work, proposed, objects);
    }
    carry_out(work, frame, proposed);
}

/// Puts objects into their owners' libraries and shuffles these libraries, whatever became of the
/// objects (CR 701.20c-e).
pub(in crate::rules) fn shuffle_into(work: &mut Work, frame: &ResolveFrame, objects: &[ObjectId], whose: &[PlayerId]) {
    if frame.cursor.last().is_some_and(|level| level.round > 0) {
        go_on(work, frame);
        return whose.iter().for_each(|player| random::shuffle(work, *player));
    }
    let into = |id: &ObjectId| move_to(&work.game, *id, ZoneKind::Library, Manner::Shuffle);
    let actions: Vec<Action> = objects.iter().map(into).collect();
    let cause = Some(frame.began);
    let actions = actions.into_iter().map(|action| Proposed::new(action, cause, rule!("701.20c"))).collect();
    carry_out_to(work, frame, (paid(frame), rule!("701.20c")), actions);
}
