//! Events in plain English. The match is over all kinds, so that a new one cannot be forgotten here.

use retrace_core::card::text::{
    ability_text, cost_text, effect_text, modification_text, rules_text, terms_text, with_article,
};
use retrace_core::card::{Definition, Duration, Modification, Players, StaticEffect, TurnPart, TurnStep, ZoneKind};
use retrace_core::derive::told;
use retrace_core::fact::{
    AbilityRef, Action, Applied, Component, CostBy, CostStep, DefId, EffectKey, Event, GameResult, LossReason,
    ManaUnit, Manner, NewObject, Note, ObjectId, Origin, Piece, PlayerId, Position, Snapshot, Zone,
};
use retrace_core::plain::plain;
use retrace_core::rules;
use retrace_core::state::Game;

use super::edit::{edited, fixed};
use super::{
    choice, counted, definition, entity, frame, list, object, objects, place, player, possessive, sequence, zone,
};

/// So many cards that somebody looks at are named one by one.
const FEW_CARDS: usize = 5;

/// One thing that made a total cost what it is: "{1}{R} with the increase by Thalia".
fn cost_step(game: &Game, step: &CostStep) -> String {
    let mana = if step.mana.0.is_empty() { "{0}".to_owned() } else { step.mana.to_string() };
    let other = if step.other.is_empty() { String::new() } else { format!(" and {}", cost_text(&step.other)) };
    let by = match &step.by {
        CostBy::Base => return format!("{mana}{other}"),
        CostBy::Alternative(by) => format!("instead by {}", applied(game, by)),
        CostBy::Optional(what) => format!("with {}", what.word()),
        CostBy::Modes => "for the modes".to_owned(),
        CostBy::Splice => "with what is spliced".to_owned(),
        CostBy::Increase(by) => format!("increased by {}", applied(game, by)),
        CostBy::Reduction(by) => format!("reduced by {}", applied(game, by)),
        CostBy::AtLeast(by) => format!("no less by {}", applied(game, by)),
    };
    format!("{mana}{other} {by}")
}

/// What an event says, without a capital at its beginning. The game is the one before it.
pub(super) fn event(game: &Game, event: &Event) -> String {
    match event {
        Event::Began { players, starting_player, .. } => {
            let names: Vec<String> =
                players.iter().map(|(name, life)| format!("{} ({life} life)", plain(name))).collect();
            let first =
                players.get(usize::from(starting_player.0)).map_or_else(|| "nobody".into(), |(name, _)| plain(name));
            format!("the game begins: {}; {first} goes first", list(&names))
        }
        Event::Defined { definition, .. } => match &**definition {
            Definition::Card(card) => format!("a definition: {}", card.name()),
            Definition::Side(card, _) => {
                let shown = definition.face().map_or_else(|| card.name(), |face| face.name.as_str());
                format!("a definition: {shown}, of {}", card.name())
            }
            Definition::Token(face) => format!("a definition: {}", with_article(&format!("{} token", face.name))),
            Definition::Copy(face) => format!("a definition: a copy of {}", face.name),
            Definition::Emblem(face) => format!("a definition: an emblem with {}", rules_text(face).join(" ")),
            Definition::Ability(ability) => format!("a definition: {}", ability_text(ability, "this object")),
            Definition::Merged(merged) => format!("a definition: {}, merged", merged.face.name),
            Definition::Effect(effect) => format!("a definition: {}", effect_text(effect, "this object")),
            Definition::FaceDown(down) if down.manifested => "a definition: what is manifested".to_owned(),
            Definition::FaceDown(_) => "a definition: what is face down".to_owned(),
            Definition::Terms(terms) => format!("a definition: {}", terms_text(terms, "this object")),
        },
        Event::CardIntroduced { owner, def, .. } => {
            format!("{} brings {}", player(game, *owner), definition(game, *def).unwrap_or("a card"))
        }
        Event::Created { object } => created(game, object),
        Event::Moved { object, from, became, manner, was } => moved(game, *object, *from, became, *manner, was),
        Event::Ceased { object: id, .. } => format!("{} ceases to exist", object(game, *id)),
        Event::Tapped { object: id } => format!("{} becomes tapped", object(game, *id)),
        Event::Untapped { object: id } => format!("{} untaps", object(game, *id)),
        Event::CountersPut { on, kind, count, .. } => {
            let counters = counted(u64::from(*count), &format!("{kind} counter"));
            match on.player() {
                Some(id) => format!("{} gets {counters}", player(game, id)),
                None => format!("{} gets {counters}", entity(game, *on)),
            }
        }
        Event::CountersRemoved { from, kind, count } => {
            let counters = counted(u64::from(*count), &format!("{kind} counter"));
            format!("{} loses {counters}", entity(game, *from))
        }
        Event::LifeGained { player: id, amount } => format!("{} gains {amount} life", player(game, *id)),
        Event::LifeLost { player: id, amount } => format!("{} loses {amount} life", player(game, *id)),
        Event::DamageDealt { source, to, amount, combat } => {
            let combat = if *combat { "combat " } else { "" };
            format!("{} deals {amount} {combat}damage to {}", object(game, *source), entity(game, *to))
        }
        Event::DamageMarked { object: id, amount, deathtouch } => {
            let how = if *deathtouch { ", by deathtouch" } else { "" };
            format!("{amount} damage is marked on {}{how}", object(game, *id))
        }
        Event::DamageRemoved { object: id } => format!("all damage is removed from {}", object(game, *id)),
        Event::ManaAdded { player: id, units } => format!("{} gets {}", player(game, *id), mana(units)),
        Event::ManaSpent { player: id, units } => {
            let pool = game.player(*id).map(|player| player.mana.clone()).unwrap_or_default();
            let spent: Vec<ManaUnit> = pool.into_iter().filter(|unit| units.contains(&unit.id)).collect();
            format!("{} spends {}", player(game, *id), mana(&spent))
        }
        Event::ManaBound { def, .. } => match game.definition(*def) {
            Some(Definition::Terms(terms)) => format!("of that mana is said: {}", terms_text(terms, "this object")),
            _ => "something is said of that mana".to_owned(),
        },
        Event::ManaTaken { from, to } => {
            format!("{} loses all unspent mana, and {} adds it", player(game, *from), player(game, *to))
        }
        Event::ManaLost { player: id, units } => {
            let lost = counted(u64::try_from(units.len()).unwrap_or(u64::MAX), "unspent mana");
            format!("{} loses {lost}", player(game, *id))
        }
        Event::ManaEmptied { player: id } => format!("{} mana pool empties", possessive(&player(game, *id))),
        Event::TappedForMana { player: id, object: what } => {
            format!("{} taps {} for mana", player(game, *id), object(game, *what))
        }
        Event::Drew { player: id } => format!("{} draws a card", player(game, *id)),
        Event::DrewFromEmpty { player: id } => format!("{} is to draw from an empty library", player(game, *id)),
        Event::Shuffled { player: id, .. } => format!("{} shuffles their library", player(game, *id)),
        Event::Attached { object: id, to, .. } => {
            format!("{} is attached to {}", object(game, *id), entity(game, *to))
        }
        Event::CompanionRevealed { player: who, card } => {
            format!("{} reveals {} as their companion", player(game, *who), object(game, *card))
        }
        Event::PlayedForAnte {} => "the game is played for ante".to_owned(),
        Event::OwnerChanged { object: id, to } => {
            format!("{} becomes the owner of {}", player(game, *to), object(game, *id))
        }
        Event::PlayerControlAwaited { player: id, by } => {
            format!("{} is to control {} during that player's next turn", player(game, *by), player(game, *id))
        }
        Event::PlayerControlBegan { player: id, by } => {
            format!("{} controls {} during this turn", player(game, *by), player(game, *id))
        }
        Event::PlayerControlEnded { player: id, by } => {
            format!("{} no longer controls {}", player(game, *by), player(game, *id))
        }
        Event::ExtraTurnAwaited { player: id } => {
            format!("{} is to take an extra turn after their next one", player(game, *id))
        }
        Event::Restarted { starting_player, .. } => {
            format!("the game is restarted; {} is the starting player", player(game, *starting_player))
        }
        Event::BecameMonarch { player: id, .. } => format!("{} becomes the monarch", player(game, *id)),
        Event::BecameLevel { object: id, level } => format!("{} becomes level {level}", object(game, *id)),
        Event::DrawnFaceDown { object: id, .. } => format!("{} is drawn face down", object(game, *id)),
        Event::TurnedFaceUp { object: id } => format!("{} is turned face up", object(game, *id)),
        Event::EnteredFaceDown { object: id, beneath } => {
            let beneath = definition(game, *beneath).unwrap_or("a card");
            format!("beneath {} is {beneath}", object(game, *id))
        }
        Event::PermanentTurnedFaceDown { object: id, .. } => format!("{} is turned face down", object(game, *id)),
        Event::PermanentTurnedFaceUp { object: id, .. } => format!("{} is turned face up", object(game, *id)),
        Event::TurningCostShown { player: who, object: id, cost } => {
            format!(
                "{} shows that turning {} face up costs {}",
                player(game, *who),
                object(game, *id),
                retrace_core::card::text::cost_text(cost)
            )
        }
        Event::RevealOffered { object: id, .. } => format!("{} may be revealed as it is drawn", object(game, *id)),
        Event::TopShown { player: id, object: Some(top), .. } => {
            format!("{} is shown on top of the library of {}", object(game, *top), player(game, *id))
        }
        Event::TopShown { player: id, object: None, .. } => {
            format!("the top card of the library of {} is not shown any more", player(game, *id))
        }
        Event::ExiledFaceDown { object: id, .. } => format!("{} is exiled face down", object(game, *id)),
        Event::Rearranged { object: id, position } => {
            let place = match position {
                Position::Top => "on top".to_owned(),
                Position::Bottom => "at the bottom".to_owned(),
                Position::FromTop(n) => format!("in place {n} from the top"),
            };
            format!("{} is put {place} of its library", object(game, *id))
        }
        Event::Unattached { object: id } => format!("{} becomes unattached", object(game, *id)),
        Event::Revealed { player: id, cards } => {
            let names: Vec<String> =
                cards.iter().map(|(_, def)| definition(game, *def).unwrap_or("a card").to_owned()).collect();
            format!("{} reveals {}", player(game, *id), list(&names))
        }
        Event::LookedAt { player: id, cards } => match cards.as_slice() {
            [_, ..] if cards.len() <= FEW_CARDS => {
                let names: Vec<String> =
                    cards.iter().map(|(_, def)| definition(game, *def).unwrap_or("a card").to_owned()).collect();
                format!("{} looks at {}", player(game, *id), list(&names))
            }
            _ => format!("{} looks at {} cards of a library", player(game, *id), cards.len()),
        },
        Event::CostDetermined { object: id, player: who, steps } => {
            let told: Vec<String> = steps.iter().map(|step| cost_step(game, step)).collect();
            format!("{} is to pay for {}: {}", player(game, *who), object(game, *id), told.join(", "))
        }
        Event::SplicedOnto { spell, cards } => {
            let cards: Vec<String> = cards.iter().map(|card| object(game, *card)).collect();
            format!("{} spliced onto {}", list(&cards), object(game, *spell))
        }
        Event::BecameTarget { target, of } => {
            format!("{} becomes a target of {}", entity(game, *target), object(game, *of))
        }
        Event::TurnBegan { player: id, number } => format!("turn {number} begins: it is {}", whose(game, *id)),
        Event::PhaseBegan { phase } => format!("the {} begins", phase.word()),
        Event::TurnStepBegan { step } if step.is_main() => format!("the one step of the {} begins", step.word()),
        Event::TurnStepEnded { step } if step.is_main() => format!("the one step of the {} ends", step.word()),
        Event::TurnStepBegan { step } => format!("the {} begins", step_name(*step)),
        Event::TurnStepEnded { step } => format!("the {} ends", step_name(*step)),
        Event::PhaseEnded { phase } => format!("the {} ends", phase.word()),
        Event::PriorityReceived { player: id } => format!("{} receives priority", player(game, *id)),
        Event::PriorityPassed { player: id } => format!("{} passes", player(game, *id)),
        Event::Skipped { step } => format!("the {} is skipped", step_name(*step)),
        Event::ExtraTurnAdded { player: id } => format!("{} is given an extra turn", player(game, *id)),
        Event::ExtraTurnTaken { player: id } => format!("the extra turn of {} is next", player(game, *id)),
        Event::PhasesAdded { after, phases } => {
            let added: Vec<String> = phases.iter().map(|phase| format!("an additional {}", phase.word())).collect();
            let after = after.map_or("this phase", |after| after.word());
            format!("after {after} comes {}", added.join(", then "))
        }
        Event::StepsAdded { step, count, .. } => {
            format!("this phase gets {}", counted(u64::from(*count), &format!("additional {}", step_name(*step))))
        }
        Event::LoopMarked { key: Some(_) } => "the state is noted, to find a loop".to_owned(),
        Event::Witnessed { object: id, .. } => format!("what {} is now is kept in mind", object(game, *id)),
        Event::StateMarked { .. } => "the state is noted, to find a loop that several players keep up".to_owned(),
        Event::ActMarked { player: id, .. } => {
            format!("what {} does here is noted, to find such a loop", player(game, *id))
        }
        Event::LoopMarked { key: None } => "the states that were noted are forgotten".to_owned(),
        Event::CoinsTossed { player: id, heads } => {
            let sides: Vec<String> =
                heads.iter().map(|heads| if *heads { "heads" } else { "tails" }.to_owned()).collect();
            format!("{} tosses {}", player(game, *id), list(&sides))
        }
        Event::CoinFlipped { player: id, heads, won, .. } => {
            let side = if *heads { "heads" } else { "tails" };
            match won {
                Some(true) => format!("{} flips {side} and wins the flip", player(game, *id)),
                Some(false) => format!("{} flips {side} and loses the flip", player(game, *id)),
                None => format!("{} flips {side}", player(game, *id)),
            }
        }
        Event::DiceRolled { player: id, sides, natural, ignored, plus, .. } => {
            let numbers = |of: &[u32]| list(&of.iter().map(u32::to_string).collect::<Vec<_>>());
            let plus = if *plus == 0 { String::new() } else { format!(", {plus:+} each") };
            let ignored = if ignored.is_empty() { String::new() } else { format!(", ignoring {}", numbers(ignored)) };
            format!("{} rolls {} (d{sides}){plus}{ignored}", player(game, *id), numbers(natural))
        }
        Event::PartSkipped { part: TurnPart::Phase(phase), .. } => format!("the {} is skipped", phase.word()),
        Event::PartSkipped { part: TurnPart::Step(step), .. } => format!("the {} is skipped", step_name(*step)),
        Event::Searched { player: id, top: None } => format!("{} searches their library", player(game, *id)),
        Event::Searched { player: id, top: Some(top) } => {
            format!("{} searches the top {} of their library", player(game, *id), counted(u64::from(*top), "card"))
        }
        Event::Postponed { then } => {
            format!("what {} has done besides waits for what begins next", object(game, then.source))
        }
        Event::PostponedBegan {} => "what waited for this is done first".to_owned(),
        Event::PartSkipped { part: TurnPart::Turn, player: id } => {
            format!("{} turn is skipped", possessive(&player(game, *id)))
        }
        Event::Decided { player: id, answer } => {
            let asked = rules::pending(game).choices().into_iter().find(|choice| choice.player == *id);
            match &asked {
                Some(it) => format!("{} decides: {}", choice::asked(game, it), choice::answer(game, it, answer)),
                None => format!("{} decides: something that was not asked", player(game, *id)),
            }
        }
        Event::Conceded { player: id } => format!("{} concedes", player(game, *id)),
        Event::Edited { edit } => format!("what if: {}", edited(game, edit)),
        Event::ChanceFixed { chance } => format!("what if: {}", fixed(game, chance)),
        Event::Reseeded { seed } => format!("what if: the generator starts again from {seed}"),
        Event::RandomUsed { draws } => format!("{} of the generator used up", counted(*draws, "number")),
        Event::FramePushed { frame: it } => format!("call stack: begins {}", frame(game, it)),
        Event::FrameChanged { frame: it } => format!("call stack: goes on with {}", frame(game, it)),
        Event::FrameAdvanced { change } => match game.frame().cloned() {
            Some(mut it) => {
                it.alter(change);
                format!("call stack: goes on with {}", frame(game, &it))
            }
            None => "call stack: goes on".to_owned(),
        },
        Event::FramePopped {} => match game.frame() {
            Some(it) => format!("call stack: done with {}", frame(game, it)),
            None => "call stack: done".to_owned(),
        },
        Event::FramesUnwound { .. } => "call stack: what was under way is abandoned".to_owned(),
        Event::Checkpointed {} => "the game is kept as it is, to come back to".to_owned(),
        Event::Restored {} => "the proposal is taken back".to_owned(),
        Event::TargetsChanged { object: id, targets } => {
            let targets: Vec<String> = targets.iter().flatten().map(|it| entity(game, *it)).collect();
            format!("{} now targets {}", object(game, *id), list(&targets))
        }
        Event::Announced { object: id, announced } => {
            let mut said = Vec::new();
            said.extend(announced.x.map(|x| format!("X is {x}")));
            let targets: Vec<String> = announced.targets.iter().flatten().map(|it| entity(game, *it)).collect();
            if !targets.is_empty() {
                said.push(format!("targets {}", list(&targets)));
            }
            if !announced.mana_spent.is_empty() {
                said.push(format!("paid {}", mana(&announced.mana_spent)));
            }
            if announced.life_paid > 0 {
                said.push(format!("paid {} life", announced.life_paid));
            }
            if !announced.paid_with.is_empty() {
                said.push(format!("paid with {}", list(&objects(game, &announced.paid_with))));
            }
            format!("{}: {}", object(game, *id), if said.is_empty() { "announced".to_owned() } else { said.join("; ") })
        }
        Event::BecameCast { object: id, player: who } => {
            format!("{} has cast {}", player(game, *who), object(game, *id))
        }
        Event::BecameActivated { source, player: who, .. } => {
            format!("{} has activated an ability of {}", player(game, *who), object(game, *source))
        }
        Event::Triggered { source, origin, text, .. } => {
            let said = said_of_several(game, *source, origin.as_deref(), *text);
            format!("an ability of {}{said} triggers", object(game, *source))
        }
        Event::TriggerCeased { id } => match game.world().waiting.iter().find(|waiting| waiting.id == *id) {
            Some(waiting) => format!("a triggered ability of {} ceases to exist", object(game, waiting.source)),
            None => format!("the triggered ability {id} ceases to exist"),
        },
        Event::TriggerTaken { id } => match game.world().waiting.iter().find(|waiting| waiting.id == *id) {
            Some(waiting) => format!("the triggered ability of {} no longer waits", object(game, waiting.source)),
            None => format!("{id} no longer waits"),
        },
        Event::TriggerDelayed { source, .. } => format!("a delayed trigger of {} is set up", object(game, *source)),
        Event::DelayEnded { id } => match game.world().delayed.get(id) {
            Some(delayed) => format!("the delayed trigger of {} is used up", object(game, delayed.source)),
            None => format!("the delayed {id} is used up"),
        },
        Event::Noted { object: id, note, .. } => match note {
            Note::Value(value) => format!("{} was chosen for {}", value.word(), object(game, *id)),
            Note::Player(who) => format!("{} was chosen for {}", player(game, *who), object(game, *id)),
            Note::Number(number) => format!("{number} was chosen for {}", object(game, *id)),
            Note::Exiled(card) => format!("{} is exiled with {}", object(game, *card), object(game, *id)),
            Note::Revealed(card) => format!("{} is revealed by {}", object(game, *card), object(game, *id)),
            Note::Chosen(it) => format!("{} was chosen for {}", object(game, *it), object(game, *id)),
            Note::Copied(def) => {
                let of = definition(game, *def).unwrap_or("an object");
                format!("{} makes copies of {of} from now on", object(game, *id))
            }
            Note::Sacrificed(given) if given.is_empty() => format!("nothing is sacrificed for {}", object(game, *id)),
            Note::Sacrificed(given) => {
                let given: Vec<String> = given.iter().map(|it| object(game, *it)).collect();
                format!("{} is sacrificed for {}", list(&given), object(game, *id))
            }
            Note::Paid(with) => {
                let with: Vec<String> = with.iter().map(|id| object(game, *id)).collect();
                format!("{} is paid for {}", with.join(", "), object(game, *id))
            }
            Note::Mode(_, mode) => format!("mode {} of {} was chosen", mode + 1, object(game, *id)),
            Note::Haunts(creature) => format!("{} haunts {}", object(game, *id), object(game, *creature)),
            Note::Put(new) if new == id => {
                format!("that {} put itself onto the battlefield is kept in mind", object(game, *id))
            }
            Note::Put(new) => {
                format!("that {} put {} onto the battlefield is kept in mind", object(game, *id), object(game, *new))
            }
        },
        Event::UntilBegan { source, objects: exiled, .. } => {
            let exiled: Vec<String> = exiled.iter().map(|(id, _)| object(game, *id)).collect();
            format!("{} will come back by {}", list(&exiled), object(game, *source))
        }
        Event::PhasedUntil { source, objects: phased, .. } => {
            let phased: Vec<String> = phased.iter().map(|(id, _)| object(game, *id)).collect();
            format!("{} will phase in by {}", list(&phased), object(game, *source))
        }
        Event::PhasedOut { object: id, with: None, .. } => format!("{} phases out", object(game, *id)),
        Event::PhasedOut { object: id, with: Some(host), .. } => {
            format!("{} phases out with {}", object(game, *id), object(game, *host))
        }
        Event::PhasedIn { object: id, unattached: false } => format!("{} phases in", object(game, *id)),
        Event::PhasedIn { object: id, unattached: true } => format!("{} phases in unattached", object(game, *id)),
        Event::UntilMet { id } => match game.world().untils.get(id) {
            Some(until) => format!("what {} waited for has happened", object(game, until.source)),
            None => format!("what {id} waited for has happened"),
        },
        Event::UntilDone { id } => match game.world().untils.get(id) {
            Some(until) if !until.phased.is_empty() => {
                format!("what {} phased out phases in", object(game, until.source))
            }
            Some(until) => format!("what {} exiled comes back", object(game, until.source)),
            None => format!("what {id} exiled comes back"),
        },
        Event::DidOnce { source, player: who, .. } => {
            format!("{} has done this turn what {} says", player(game, *who), object(game, *source))
        }
        Event::ResolutionBegan { object: id } => format!("{} resolves", object(game, *id)),
        Event::Countered { object: id } => format!("{} is countered", object(game, *id)),
        Event::DidNotResolve { object: id } => format!("{} does not resolve", object(game, *id)),
        Event::EffectBegan { source, controller, duration, objects: locked, def, .. } => {
            began(game, (*source, *controller), *def, locked.as_deref().map(Vec::as_slice), duration)
        }
        Event::EffectEnded { id } => match game.world().effects.get(id) {
            Some(effect) => format!("the effect of {} ends", object(game, effect.source)),
            None => format!("{id} ends"),
        },
        Event::Replaced { effect, before, after } => {
            let after: Vec<String> = after.iter().map(|after| action(game, after)).collect();
            let before = action(game, before);
            // What no words tell apart is not said twice.
            match after.as_slice() {
                [] => format!("{} replaces “{before}”: nothing happens", applied(game, effect)),
                [same] if *same == before => {
                    format!("{} is applied to “{before}”, which goes on", applied(game, effect))
                }
                after => format!("{} replaces “{before}”: {}", applied(game, effect), list(after)),
            }
        }
        Event::Considered { action: what, player: id, effects } => {
            let effects: Vec<String> = effects.iter().map(|effect| applied(game, effect)).collect();
            format!(
                "{} chooses among what could apply to “{}”: {}",
                player(game, *id),
                action(game, what),
                list(&effects)
            )
        }
        Event::ShieldReduced { left, .. } => format!("the shield has {left} left"),
        Event::DamagePrevented { effect, damage } => {
            let parts: Vec<String> = damage
                .iter()
                .map(|(source, to, n)| format!("{n} from {} to {}", object(game, *source), entity(game, *to)))
                .collect();
            format!("{} prevents damage: {}", applied(game, effect), list(&parts))
        }
        Event::Regenerated { object: id } => format!("{} regenerates", object(game, *id)),
        Event::ControlChanged { object: id, from, to } => {
            format!("{} goes from {} to {}", object(game, *id), player(game, *from), player(game, *to))
        }
        Event::CombatBegan { attacking, defending } => {
            format!("combat: {} attacks, {} defends", player(game, *attacking), player(game, *defending))
        }
        Event::Attacked { object: id, target } => format!("{} attacks {}", object(game, *id), entity(game, *target)),
        Event::Blocked { object: id, attackers } => {
            format!("{} blocks {}", object(game, *id), list(&objects(game, attackers)))
        }
        Event::Crewed { object: id, by } => {
            let crew: Vec<String> = by.iter().map(|id| object(game, *id)).collect();
            format!("{} is crewed by {}", object(game, *id), list(&crew))
        }
        Event::Championed { object: id, by } => format!("{} is championed by {}", object(game, *id), object(game, *by)),
        Event::Exerted { player: by, object: id, .. } => {
            format!("{} exerts {}", player(game, *by), object(game, *id))
        }
        Event::Banded { creatures } => format!("{} form a band", list(&objects(game, creatures))),
        Event::Cycled { player: by, object: id } => format!("{} cycles {}", player(game, *by), object(game, *id)),
        Event::BecameAttacking { object: id, target } => {
            format!("{} is attacking {}", object(game, *id), entity(game, *target))
        }
        Event::BecameBlocking { object: id, attackers } => {
            format!("{} is blocking {}", object(game, *id), list(&objects(game, attackers)))
        }
        Event::AttackReselected { object: id, target } => {
            format!("{} is attacking {} instead", object(game, *id), entity(game, *target))
        }
        Event::MaximumUnproved { obeyed, possible } => {
            format!("{obeyed} requirements are obeyed; whether up to {possible} could be was not found out")
        }
        Event::BecameUnblocked { object: id } => format!("{} becomes unblocked", object(game, *id)),
        Event::StoppedBlocking { object: id } => format!("{} is no longer blocking", object(game, *id)),
        Event::StoppedBeingAttacked { object: id } => format!("{} is no longer attacked", object(game, *id)),
        Event::BecameBlocked { object: id, by } if by.is_empty() => {
            format!("{} becomes blocked", object(game, *id))
        }
        Event::BecameBlocked { object: id, by } => {
            format!("{} becomes blocked by {}", object(game, *id), list(&objects(game, by)))
        }
        Event::WentUnblocked { object: id } => format!("{} is unblocked", object(game, *id)),
        Event::DamageOrdered { object: id, order } => {
            format!("{} damage goes to {}", possessive(&object(game, *id)), sequence(&objects(game, order)))
        }
        Event::DamageStepBegan { first_strike, creatures } => {
            let when = if *first_strike { "first strike damage" } else { "combat damage" };
            format!("{when} is dealt by {}", list(&objects(game, creatures)))
        }
        Event::DamageAssigned { object: id, to } => {
            let shares: Vec<String> =
                to.iter().map(|(to, amount)| format!("{amount} damage to {}", entity(game, *to))).collect();
            format!("{} assigns {}", object(game, *id), list(&shares))
        }
        Event::Merged { object: id, into, half: true, .. } => {
            format!("{} is melded into {}", object(game, *id), object(game, *into))
        }
        Event::Merged { object: id, into, top, .. } => {
            let place = if *top { "on top of it" } else { "under it" };
            format!("{} merges with {}, {place}", object(game, *id), object(game, *into))
        }
        Event::Composed { object: id, pieces, def, .. } => {
            let named = |piece: &Piece| match piece.listed {
                Some(_) => "a face-down component".to_owned(),
                None => definition(game, piece.def).unwrap_or("a component").to_owned(),
            };
            let by: Vec<String> = pieces.iter().filter(|piece| !piece.half).map(named).collect();
            let (before, by) = (object(game, *id), list(&by));
            match definition(game, *def).filter(|name| *name != before) {
                Some(name) => format!("{before} is {name}, represented by {by}"),
                None => format!("{before} is represented by {by}"),
            }
        }
        Event::BecameDayOrNight { was: Some(was), is } => format!("{} becomes {}", was.word(), is.word()),
        Event::BecameDayOrNight { was: None, is } => format!("it becomes {}", is.word()),
        Event::BecameForetold { object: id, by: Some(who), .. } => {
            format!("{} foretells {}", player(game, *who), object(game, *id))
        }
        Event::BecameForetold { object: id, by: None, .. } => format!("{} becomes foretold", object(game, *id)),
        Event::WasForetold { object: id, .. } => format!("{} was foretold", object(game, *id)),
        Event::Flipped { object: id } => format!("{} is flipped", object(game, *id)),
        // Of what is merged the components turn over, which the next event tells (CR 723.2i).
        Event::Transformed { object: id, .. } if game.object(*id).is_some_and(|it| !it.pieces().is_empty()) => {
            format!("{} transforms", object(game, *id))
        }
        Event::Transformed { object: id, def, .. } => {
            format!("{} transforms into {}", object(game, *id), definition(game, *def).unwrap_or("its other face"))
        }
        Event::RemovedFromCombat { object: id } => format!("{} is removed from combat", object(game, *id)),
        Event::CombatEnded {} => "combat is over".to_owned(),
        Event::Lost { player: id, reason } => {
            let why = match reason {
                LossReason::Conceded => "conceded",
                LossReason::Life => "no life left",
                LossReason::EmptyLibrary => "drew from an empty library",
                LossReason::Poison => "ten poison counters",
                LossReason::Effect => "an effect says so",
            };
            format!("{} loses the game: {why}", player(game, *id))
        }
        Event::Won { player: id } => format!("{} wins the game", player(game, *id)),
        Event::LeftGame { player: id } => format!("{} leaves the game", player(game, *id)),
        Event::Ended { result: GameResult::Won(id) } => format!("the game is over: {} has won", player(game, *id)),
        Event::Ended { result: GameResult::Draw } => "the game is over: a draw".to_owned(),
        Event::MulliganDecided { player: id, keep: true } => format!("{} keeps their hand", player(game, *id)),
        Event::MulliganDecided { player: id, keep: false } => format!("{} takes a mulligan", player(game, *id)),
        Event::EmptyDrawsSettled {} => "draws from empty libraries have been seen to".to_owned(),
        Event::DeathtouchSettled { objects: marked } => {
            format!("deathtouch damage has been seen to on {}", list(&objects(game, marked)))
        }
    }
}

fn whose(game: &Game, id: retrace_core::fact::PlayerId) -> String {
    format!("{} turn", possessive(&player(game, id)))
}

/// A turn step with the word "step" where running text needs it.
fn step_name(step: TurnStep) -> String {
    match step {
        TurnStep::Upkeep | TurnStep::BeginningOfCombat | TurnStep::EndOfCombat => format!("{} step", step.word()),
        _ => step.word().to_owned(),
    }
}

/// What tells a triggered ability from others of its source: ` (“…”)`; nothing where that has no other.
fn said_of_several(game: &Game, source: ObjectId, origin: Option<&Origin>, text: AbilityRef) -> String {
    let said = told::of_several(game, source, origin, text);
    said.map(|said| format!(" (\u{201c}{said}\u{201d})")).unwrap_or_default()
}

fn created(game: &Game, new: &NewObject) -> String {
    match (&new.ability, new.component) {
        (Some(ability), _) if ability.trigger.is_some() => {
            let said = said_of_several(game, ability.source, ability.origin.as_ref(), ability.text);
            format!("an ability of {}{said} goes on the stack", object(game, ability.source))
        }
        (Some(ability), _) => format!("an ability of {} goes on the stack", object(game, ability.source)),
        (None, Component::Token) => {
            let token = format!("{} token", definition(game, new.def).unwrap_or("nameless"));
            format!("{} comes into being", with_article(&token))
        }
        (None, Component::Copy) => {
            let of = definition(game, new.def).unwrap_or("a spell");
            format!("a copy of {of} comes into being {}", place(game, new.zone))
        }
        (None, Component::Emblem) => format!("{} gets an emblem", player(game, new.owner)),
        (None, _) => format!("{} is {}", definition(game, new.def).unwrap_or("a card"), place(game, new.zone)),
    }
}

fn moved(game: &Game, id: ObjectId, from: Zone, became: &[NewObject], manner: Manner, was: &Snapshot) -> String {
    let name = object(game, id);
    let Some(new) = became.first() else { return format!("{name} leaves {}", zone(game, from)) };
    let to = zone(game, new.zone);
    let by = |id: Option<retrace_core::fact::PlayerId>| player(game, id.unwrap_or(was.owner));
    match manner {
        Manner::Shuffle => format!("{name} goes to {to}, from {}, to be shuffled", zone(game, from)),
        Manner::Cast => format!("{} puts {name} on the stack, from {}", by(new.controller), zone(game, from)),
        Manner::Play => format!("{} plays {name}", by(new.controller)),
        Manner::Resolve if new.zone.kind() == ZoneKind::Battlefield => format!("{name} enters the battlefield"),
        Manner::Draw => format!("{name} goes from {} to {to}", zone(game, from)),
        Manner::Resolve => format!("{name} has done what it does and goes to {to}"),
        Manner::NotResolve => format!("{name} goes to {to} without resolving"),
        Manner::Discard => format!("{} discards {name}, which goes to {to}", by(None)),
        Manner::Mill => format!("{name} is milled from {} to {to}", zone(game, from)),
        Manner::Destroy => format!("{name} is destroyed and goes to {to}"),
        Manner::Sacrifice => format!("{} sacrifices {name}, which goes to {to}", by(was.controller)),
        Manner::Exile => format!("{name} is exiled from {}", zone(game, from)),
        Manner::Counter => format!("{name} is countered and goes to {to}"),
        Manner::StateBased => format!("{name} goes to {to} as a state-based action"),
        Manner::Edit => format!("what if: {name} goes from {} to {to}", zone(game, from)),
        Manner::Put if new.zone.kind() == ZoneKind::Battlefield => {
            format!("{name} is put onto the battlefield from {}", zone(game, from))
        }
        Manner::Put => format!("{name} is put from {} into {to}", zone(game, from)),
    }
}

/// "Aethergeode Miner gets +2/+2 and gains flying, until end of turn, from Mighty Leap".
fn began(
    game: &Game,
    (source, controller): (ObjectId, PlayerId),
    def: DefId,
    locked: Option<&[ObjectId]>,
    duration: &Duration,
) -> String {
    let name = object(game, source);
    let (from, until) = (format!(", from {name}"), lasting(duration));
    match (game.definition(def), locked) {
        (Some(Definition::Effect(StaticEffect::Modify { modifications, .. })), Some(locked)) => {
            let on = list(&objects(game, locked));
            let change = |it: &Modification| match it {
                Modification::Control(Players::You) => {
                    format!(
                        "{} controlled by {}",
                        if locked.len() == 1 { "becomes" } else { "become" },
                        player(game, controller)
                    )
                }
                it => modification_text(it, &name),
            };
            let changes: Vec<String> = modifications.iter().map(change).collect();
            format!("{on} {}{until}{from}", list(&changes))
        }
        (Some(Definition::Effect(effect)), _) => {
            let text = effect_text(effect, &name);
            format!("an effect begins: {}{until}{from}", text.trim_end_matches('.'))
        }
        _ => format!("an effect of {name} begins{until}"),
    }
}

fn lasting(duration: &Duration) -> &'static str {
    match duration {
        Duration::EndOfTurn => ", until end of turn",
        Duration::EndOfCombat => ", until end of combat",
        Duration::AsLongAs(_) => ", for as long as its condition holds",
        Duration::Indefinite => "",
        Duration::Until(..) => ", until that begins",
        Duration::Through(..) => ", until that is over",
        Duration::During(..) => ", only once that begins",
        Duration::Meanwhile(_) => ", until that is over",
        Duration::Next => ", the next time",
        Duration::NextThisTurn => ", the next time this turn",
        Duration::WhileControlled => ", until its controller loses control of it",
        Duration::Bestowed => ", until it ceases to be bestowed",
    }
}

/// Whose replacement or prevention effect it is.
pub fn applied(game: &Game, effect: &Applied) -> String {
    let of = |id: ObjectId| format!("an effect of {}", object(game, id));
    match effect {
        Applied::Ability { object, .. } => of(*object),
        Applied::Effect(EffectKey::Static { object, .. } | EffectKey::Counters(object, _)) => of(*object),
        Applied::Own(..) => "what is resolving".to_owned(),
        Applied::Effect(EffectKey::Begun(id)) => match game.world().effects.get(id) {
            Some(effect) => of(effect.source),
            None => "an effect".to_owned(),
        },
    }
}

/// What would happen, as a clause: "Aethergeode Miner goes to exile".
pub fn action(game: &Game, action: &Action) -> String {
    match action {
        Action::Move { object: id, to, entering, .. } => {
            let tapped = if entering.tapped { " tapped" } else { "" };
            let counters: Vec<String> = entering
                .counters
                .iter()
                .map(|(kind, count)| counted(u64::from(*count), &format!("{kind} counter")))
                .collect();
            let with = if counters.is_empty() { String::new() } else { format!(" with {}", list(&counters)) };
            let copy = match (&entering.copy, &entering.copying) {
                (Some(copy), _) => match game.face(copy.def) {
                    Some(face) => format!(" as a copy of {}", face.name),
                    None => " as a copy".to_owned(),
                },
                (None, Some(_)) => " as a copy of what is chosen".to_owned(),
                (None, None) => String::new(),
            };
            let asks = if entering.choosing.is_some() { ", and a choice is made for it as it does" } else { "" };
            let host = entering.attached_to.map(|host| format!(" attached to {}", entity(game, host)));
            format!(
                "{} goes to {}{tapped}{copy}{}{with}{asks}",
                object(game, *id),
                zone(game, *to),
                host.unwrap_or_default()
            )
        }
        Action::Destroy(id) => format!("{} is destroyed", object(game, *id)),
        Action::DestroyForGood(id) => format!("{} is destroyed and can't be regenerated", object(game, *id)),
        Action::Regenerate(id) => format!("{} regenerates", object(game, *id)),
        Action::TurnFaceUp { object: id, .. } => format!("{} is turned face up", object(game, *id)),
        Action::TurnFaceDown { object: id, .. } => format!("{} is turned face down", object(game, *id)),
        Action::BecomeDayOrNight(time) => format!("it becomes {}", time.word()),
        Action::Transform { object: id, .. } => format!("{} transforms", object(game, *id)),
        Action::DrawCards { player: id, count } => {
            format!("{} draws {}", player(game, *id), counted(u64::from(*count), "card"))
        }
        Action::Search { player: id, top: None } => format!("{} searches their library", player(game, *id)),
        Action::Search { player: id, top: Some(top) } => {
            format!("{} searches the top {} of their library", player(game, *id), counted(u64::from(*top), "card"))
        }
        Action::Mill { player: id, count } => {
            format!("{} mills {}", player(game, *id), counted(u64::from(*count), "card"))
        }
        Action::CreateTokens { player: id, tokens } => {
            let kinds: Vec<String> = tokens
                .iter()
                .map(|it| {
                    let name = definition(game, it.def).unwrap_or("nameless");
                    counted(u64::from(it.count), &format!("{name} token"))
                })
                .collect();
            format!("{} creates {}", player(game, *id), list(&kinds))
        }
        Action::Lose { player: id, .. } => format!("{} loses the game", player(game, *id)),
        Action::Win(id) => format!("{} wins the game", player(game, *id)),
        Action::Damage { source, to, amount, .. } => {
            format!("{} deals {amount} damage to {}", object(game, *source), entity(game, *to))
        }
        Action::Draw(id) => format!("{} draws a card", player(game, *id)),
        Action::GainLife { player: id, amount } => format!("{} gains {amount} life", player(game, *id)),
        Action::LoseLife { player: id, amount } => format!("{} loses {amount} life", player(game, *id)),
        Action::PutCounters { on, kind, count, .. } => {
            format!("{} gets {}", entity(game, *on), counted(u64::from(*count), &format!("{kind} counter")))
        }
        Action::RemoveCounters { from, kind, count } => {
            format!("{} loses {}", entity(game, *from), counted(u64::from(*count), &format!("{kind} counter")))
        }
        Action::AddMana { player: id, mana, .. } => {
            let symbols: String = mana.iter().map(|kind| format!("{{{}}}", kind.letter())).collect();
            format!("{} gets {symbols}", player(game, *id))
        }
        Action::Attach { object: id, to } => format!("{} is attached to {}", object(game, *id), entity(game, *to)),
        Action::Unattach(id) => format!("{} becomes unattached", object(game, *id)),
        Action::Tap(id) => format!("{} becomes tapped", object(game, *id)),
        Action::Untap(id) => format!("{} untaps", object(game, *id)),
        Action::PhaseOut { object: id, .. } => format!("{} phases out", object(game, *id)),
        Action::PhaseIn { object: id, .. } => format!("{} phases in", object(game, *id)),
        Action::CreateToken { player: id, def, .. } => {
            let token = format!("{} token", definition(game, *def).unwrap_or("nameless"));
            format!("{} creates {}", player(game, *id), with_article(&token))
        }
        Action::FlipCoin { player: id, coins } => {
            format!("{} flips {}", player(game, *id), counted(u64::from(*coins), "coin"))
        }
        Action::RollDice { player: id, sides, dice, .. } => format!("{} rolls {dice}d{sides}", player(game, *id)),
        Action::BeginTurn { player: id } => format!("{} turn begins", possessive(&player(game, *id))),
        Action::BeginPhase { phase, .. } => format!("the {} begins", phase.word()),
        Action::CreateEmblem { player: id, .. } => format!("{} gets an emblem", player(game, *id)),
        Action::BeginTurnStep { step, .. } => format!("the {} begins", step_name(*step)),
    }
}

/// Mana as symbols.
pub(super) fn mana(units: &[ManaUnit]) -> String {
    if units.is_empty() {
        return "no mana".to_owned();
    }
    units.iter().map(|unit| format!("{{{}}}", unit.kind.letter())).collect()
}
