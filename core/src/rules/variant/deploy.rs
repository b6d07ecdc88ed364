//! The deploy creatures option (CR 804).
//!
//! Each creature has an activated ability with which its controller gives it to a teammate. It
//! comes from effects that begin with the game, one for each player, and never end.

use crate::card::verb;
use crate::card::{
    Ability, ActivatedAbility, ActivationLimit, Body, CardType, Cost, Definition, Duration, Filter, Instruction,
    Modification, Objects, Players, StaticEffect, TargetSpec, TargetWhat,
};
use crate::fact::{Canonical, Event, ObjectId, PlayerId};
use crate::rule;
use crate::rules::engine::work::Work;

/// Begins the effects, if the game has the option.
pub(in crate::rules) fn begin_deploy_effects(work: &mut Work) {
    if !work.game.seating().is_some_and(|seating| seating.deploy) {
        return;
    }
    let what = Filter::All(vec![Filter::Type(CardType::Creature), Filter::ControlledBy(Players::You)]);
    let modifications = vec![Modification::Gain(Box::new(Ability::Activated(ability())))];
    let def = work.intern(Definition::Effect(StaticEffect::Modify { what, modifications, defining: false }));
    for controller in work.game.players().map(|player| player.id).collect::<Vec<PlayerId>>() {
        let (id, timestamp) = (work.new_effect(), work.new_timestamp());
        let began = Event::EffectBegan {
            id,
            def,
            source: ObjectId::NONE,
            controller,
            timestamp,
            duration: Canonical::new(Duration::Indefinite),
            objects: None,
            announced: None,
            trigger: None,
        };
        work.fact(rule!("804.2"), began);
    }
}

/// "{T}: Target teammate gains control of this creature", at sorcery speed (CR 804.2).
fn ability() -> ActivatedAbility {
    let gains = Instruction::Modify(verb::Modify {
        what: Objects::This,
        modifications: vec![Modification::Control(Players::Target(0))],
        duration: Duration::Indefinite,
    });
    ActivatedAbility {
        cost: vec![Cost::Tap],
        body: Body {
            targets: vec![TargetSpec::one(TargetWhat::Player(Players::Teammates))],
            instructions: vec![gains],
            ..Body::default()
        },
        limits: vec![ActivationLimit::AsSorcery],
        ..ActivatedAbility::default()
    }
}
