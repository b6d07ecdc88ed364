//! Adding mana, and the effects of spending it (CR 106.3-12, 605.3-4).

use crate::card::{
    Ability, Cost, Definition, Duration, ManaOutput, ManaTerm, ManaType, Players, StaticEffect, TriggerEvent,
    TriggeredAbility, ZoneKind,
};
use crate::derive::Scope;
use crate::derive::filter::players;
use crate::derive::pay::production::{Portion, Purpose, portions, terms_of};
use crate::fact::{
    AbilityRef, Action, Announcement, Canonical, Choice, Domain, Entity, Event, Frame, Item, ManaUnit, ObjectId,
    PlayerId, Prompt, ProposalFrame, ResolveFrame, TriggerContext,
};
use crate::rule;
use crate::state::Game;

use crate::rules::MOST_AT_ONCE;
use crate::rules::engine::actions::{as_chosen, lock_in};
use crate::rules::engine::cursor::scope;
use crate::rules::engine::lasting::LeftBehind;
use crate::rules::engine::work::Work;
use crate::rules::replace::perform::act;

fn parts(game: &Game, frame: &ResolveFrame, who: &Players, output: &ManaOutput) -> Option<(PlayerId, Vec<Portion>)> {
    let player = *players(game, &scope(frame), who).first()?;
    Some((player, portions(game, &scope(frame), player, output)))
}

/// Whether a part of the mana needs no choice of a type: there is only one, or there is no mana.
fn is_settled(portion: &Portion) -> bool {
    portion.len() <= 1 || portion.iter().all(|(_, count)| *count == 0)
}

/// Asks for the next type of mana (CR 608.2d).
pub(in crate::rules) fn mana_type_choice(
    game: &Game,
    frame: &ResolveFrame,
    who: &Players,
    output: &ManaOutput,
) -> Option<Choice> {
    let (player, portions) = parts(game, frame, who, output)?;
    // Too much mana is refused as it is added; nobody is asked about it first.
    let portion = portions.get(frame.kinds.len()).filter(|_| portions.len() <= MOST_AT_ONCE as usize)?;
    let options: Vec<Item> = portion.iter().map(|(kind, _)| Item::Mana(*kind)).collect();
    (!is_settled(portion)).then(|| Choice {
        player,
        answered_by: player,
        prompt: Prompt::ManaType(frame.object.unwrap_or(frame.source)),
        rule: rule!("608.2d"),
        domain: Domain::Pick { options, min: 1, max: 1 },
        back_out: false,
    })
}

/// The types of mana, if each portion has only one.
pub(in crate::rules) fn only(
    game: &Game,
    frame: &ResolveFrame,
    who: &Players,
    output: &ManaOutput,
) -> Option<Vec<Item>> {
    let (_, portions) = parts(game, frame, who, output)?;
    let of = |portion: &Portion| match portion.as_slice() {
        [(kind, _)] => Some(Item::Mana(*kind)),
        _ => None,
    };
    portions.iter().filter(|portion| portion.len() <= 1 || !is_settled(portion)).map(of).collect()
}

/// Takes the type that was chosen, if any. Once all are known, adds the mana.
pub(in crate::rules) fn go_on(
    work: &mut Work,
    frame: &ResolveFrame,
    (who, output, terms): (&Players, &ManaOutput, &[ManaTerm]),
    chosen: Option<ManaType>,
) {
    let mut frame = frame.clone();
    frame.kinds.extend(chosen.map(Some));
    let Some((_, portions)) = parts(&work.game, &frame, who, output) else {
        return add(work, frame, who, Vec::new(), &[]);
    };
    let each = portions.iter().flatten().map(|(_, count)| *count).max().unwrap_or(0);
    if !work.allows(each.max(u32::try_from(portions.len()).unwrap_or(u32::MAX))) {
        return;
    }
    // A single type needs no choice; mana of an undefined type is not produced (CR 106.5).
    while let Some(portion) = portions.get(frame.kinds.len()).filter(|portion| is_settled(portion)) {
        frame.kinds.push(portion.first().map(|(kind, _)| *kind));
    }
    if frame.kinds.len() < portions.len() {
        return work.change(rule!("608.2d"), Frame::Resolve(Box::new(frame)));
    }
    let of = |(portion, kind): (&Portion, &Option<ManaType>)| {
        let count = portion.iter().find(|(other, _)| Some(*other) == *kind).map_or(0, |(_, count)| *count);
        kind.iter().flat_map(|kind| vec![*kind; count as usize]).collect::<Vec<_>>()
    };
    let mana = portions.iter().zip(&frame.kinds).flat_map(of).collect();
    add(work, frame, who, mana, terms);
}

fn add(work: &mut Work, frame: ResolveFrame, who: &Players, mana: Vec<ManaType>, terms: &[ManaTerm]) {
    let tapped = is_tapping(&work.game, &frame);
    let terms = (!terms.is_empty()).then(|| work.intern(Definition::Terms(terms.to_vec())));
    let source = frame.source;
    let controller = frame.controller;
    let add =
        |player| Action::AddMana { player, mana: mana.clone(), source, tapped: tapped.then_some(controller), terms };
    let actions: Vec<Action> = players(&work.game, &scope(&frame), who).into_iter().map(add).collect();
    act(work, &frame, rule!("106.4"), actions);
}

/// Whether a mana ability with the tap symbol in its cost is resolving and has not produced mana
/// yet (CR 106.12).
fn is_tapping(game: &Game, frame: &ResolveFrame) -> bool {
    let taps = match frame.text.and_then(|text| game.ability(text)) {
        Some(Ability::Activated(ability)) => ability.is_mana() && ability.cost.contains(&Cost::Tap),
        _ => false,
    };
    let mut history = game.world().history.latest().take_while(|entry| entry.no >= frame.began);
    let told = |event: &Event| matches!(event, Event::TappedForMana { object, .. } if *object == frame.source);
    taps && frame.object.is_none() && !history.any(|entry| told(&entry.event))
}

/// Applies the terms of mana that was spent (CR 106.6), once for each mana (CR 106.6a).
pub(in crate::rules) fn spent(work: &mut Work, proposal: &ProposalFrame, units: &[ManaUnit]) {
    let purpose = Purpose::of(proposal);
    let Some(object) = purpose.object() else { return };
    for unit in units {
        let Some((bond, terms)) = terms_of(&work.game, unit) else { continue };
        let (bond, terms) = (bond.clone(), terms.to_vec());
        let means = |work: &Work, on: &[crate::card::SpentOn]| {
            purpose.is_one_of(&work.game, &crate::derive::Scope::of(bond.source, bond.controller), on)
        };
        let context = TriggerContext {
            event: proposal.began,
            object: Some(object),
            player: Some(proposal.player),
            amount: 1,
            ..TriggerContext::default()
        };
        for term in terms {
            match term {
                ManaTerm::Gives { on, effect, duration } if means(work, &on) => {
                    begin_effect_of_mana(work, &bond, *effect, duration, object, context.clone());
                }
                ManaTerm::When { on, body } if means(work, &on) => {
                    let ability = Ability::Triggered(TriggeredAbility {
                        when: TriggerEvent::Done,
                        condition: None,
                        body: *body,
                        zone: ZoneKind::Battlefield,
                        limit: None,
                        uncounterable: false,
                    });
                    let def = work.intern(Definition::Ability(ability));
                    let event = Event::TriggerDelayed {
                        id: work.new_trigger(),
                        source: bond.source,
                        controller: bond.controller,
                        text: AbilityRef { def, index: 0 },
                        context: Box::new(context.clone()),
                        announced: std::sync::Arc::new(Announcement::default()),
                        until: None,
                    };
                    work.fact(rule!("106.6"), event);
                }
                _ => {}
            }
        }
    }
}

/// Begins a continuous effect on the object that the mana was spent on.
fn begin_effect_of_mana(
    work: &mut Work,
    bond: &crate::state::ManaBond,
    effect: StaticEffect,
    duration: Duration,
    object: ObjectId,
    context: TriggerContext,
) {
    let objects = matches!(effect, StaticEffect::Modify { .. }).then(|| vec![object]);
    // CR 608.2h: numbers and references of the effect are locked in as it begins.
    let frame = ResolveFrame {
        trigger: Some(context.clone()),
        ..ResolveFrame::of_effect(bond.source, bond.controller, context.event)
    };
    let effect = match effect {
        StaticEffect::Modify { what, modifications, defining } => {
            let own = Scope { affected: Some(Entity::Object(object)), ..scope(&frame) };
            let fixed = modifications.iter().flat_map(|it| lock_in(&work.game, &own, it, false)).collect();
            StaticEffect::Modify { what, modifications: fixed, defining }
        }
        effect => effect,
    };
    let effect = as_chosen(&work.game, &frame, effect);
    let (announced, _) = LeftBehind::of(&work.game, &frame, &[&effect, &duration]).told();
    let def = work.intern(Definition::Effect(effect));
    let event = Event::EffectBegan {
        id: work.new_effect(),
        def,
        source: bond.source,
        controller: bond.controller,
        timestamp: work.new_timestamp(),
        duration: Canonical::new(duration),
        objects: objects.map(std::sync::Arc::new),
        announced,
        trigger: Some(Box::new(context)),
    };
    work.fact(rule!("106.6"), event);
}
