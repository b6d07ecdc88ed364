//! The text of words about turns and the course of a game.

use crate::card::ast::ability::{Ability, Body, SpellAbility, StaticAbility, TargetSpec, TargetWhat, TriggeredAbility};
use crate::card::ast::effect::{Duration, HandSize, Instead, Replacement, StaticEffect, TokenKind, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients, TableRow};
use crate::card::ast::restriction::Restriction;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::{CoinSide, Comparison, RollValue};
use crate::card::words::predefined::Predefined;
use crate::card::words::turn_step::{AfterPhase, LossCause, Phase, StepPlace, TurnPart, TurnStep};
use crate::card::words::zone_kind::ZoneKind;

use super::ability_text;

fn spell(instruction: Instruction) -> String {
    let body = Body {
        targets: vec![TargetSpec::one(TargetWhat::Player(Players::Each))],
        instructions: vec![instruction],
        ..Body::default()
    };
    ability_text(&Ability::Spell(SpellAbility { body }), "Example").replace("Choose target player. ", "")
}

fn statically(effect: StaticEffect) -> String {
    let ability = StaticAbility { condition: None, effect, zone: ZoneKind::Battlefield, elsewhere: false };
    ability_text(&Ability::Static(ability), "Example")
}

#[test]
fn turns_phases_and_steps_are_added_and_skipped() {
    let extra =
        |who, n| spell(Instruction::ExtraTurn(verb::ExtraTurn { who, count: Quantity::Fixed(n), after_next: false }));
    assert_eq!(extra(Players::You, 1), "Take an extra turn after this one.");
    assert_eq!(extra(Players::Target(0), 2), "Target player takes two extra turns after this turn.");
    let phases = vec![Phase::Combat, Phase::PostcombatMain];
    assert_eq!(
        spell(Instruction::ExtraPhases(verb::ExtraPhases { after: AfterPhase::ThisMain, phases: phases.clone() })),
        "After this main phase, there is an additional combat phase followed by an additional main phase."
    );
    assert_eq!(
        spell(Instruction::ExtraPhases(verb::ExtraPhases {
            after: AfterPhase::Next(Phase::Combat),
            phases: vec![Phase::Beginning]
        })),
        "After the next combat phase this turn, there is an additional beginning phase."
    );
    let steps = |count, place| {
        spell(Instruction::ExtraSteps(verb::ExtraSteps {
            step: TurnStep::Upkeep,
            count: Quantity::Fixed(count),
            place,
        }))
    };
    assert!(steps(1, StepPlace::AfterThis).starts_with("There is an additional upkeep"));
    assert!(steps(2, StepPlace::Before(TurnStep::Draw)).ends_with("before the next draw step."));
    let skip = |what, n| spell(Instruction::Skip(verb::Skip { who: Players::You, what, count: Quantity::Fixed(n) }));
    assert_eq!(skip(TurnPart::Turn, 2), "Skip your next two turns.");
    assert_eq!(skip(TurnPart::Phase(Phase::Combat), 1), "Skip your next combat phase.");
    assert_eq!(skip(TurnPart::Step(TurnStep::Untap), 1), "Skip your next untap step.");
    let skips = |would| statically(StaticEffect::Replace(Replacement { would, instead: Instead::Nothing }));
    assert_eq!(skips(Would::Phase(Phase::Combat, Players::Each)), "Players skip their combat phases.");
    assert_eq!(skips(Would::Turn(Players::Opponents)), "Your opponents skip their turns.");
}

#[test]
fn coins_are_flipped_and_dice_rolled() {
    let flip = |n, until| {
        let count = Quantity::Fixed(n);
        spell(Instruction::FlipCoins(verb::FlipCoins { who: Players::You, count, called: true, until }))
    };
    assert_eq!(flip(1, None), "Flip a coin.");
    assert_eq!(flip(3, Some(CoinSide::Lost)), "Flip three coins or until you lose a flip.");
    let won = Condition::Flip(CoinSide::Won);
    let then =
        vec![Instruction::GainLife(verb::GainLife { who: Players::You, amount: Quantity::Coins(CoinSide::Won) })];
    assert_eq!(
        spell(Instruction::If(verb::If { condition: won, then, otherwise: Vec::new() })),
        "If you win the flip, you gain life equal to the number of flips won."
    );
    let roll = |plus, ignore_lowest, table| {
        let count = Quantity::Fixed(2);
        spell(Instruction::RollDice(verb::RollDice { who: Players::You, count, sides: 6, plus, ignore_lowest, table }))
    };
    assert_eq!(roll(None, 1, Vec::new()), "Roll two d6 and ignore the lowest roll.");
    let gain = Instruction::GainLife(verb::GainLife { who: Players::You, amount: Quantity::Roll(RollValue::Total) });
    let rows = vec![
        TableRow { from: 1, to: Some(5), then: vec![gain] },
        TableRow { from: 6, to: None, then: vec![Instruction::RollAgain] },
    ];
    let table = roll(Some(Quantity::HandSize(Players::You)), 0, rows);
    assert!(table.contains("1-5 | you gain life equal to the result; 6+ | roll again"), "{table}");
    let replace = |would, instead| statically(StaticEffect::Replace(Replacement { would, instead }));
    assert_eq!(
        replace(Would::FlipCoin(Players::You), Instead::TwoCoins),
        "If you would flip a coin, you flip two coins and ignore one instead."
    );
    assert_eq!(
        replace(Would::RollDice(Players::You), Instead::ExtraDie),
        "If you would roll one or more dice, you roll that many dice plus one and ignore the lowest roll instead."
    );
    assert_eq!(
        replace(Would::RollDice(Players::You), Instead::AddToRoll(Quantity::Fixed(1))),
        "If you would roll one or more dice, you add 1 to each result."
    );
    let when = |when| {
        let ability = TriggeredAbility {
            when,
            condition: None,
            body: Body::default(),
            zone: ZoneKind::Battlefield,
            limit: None,
            uncounterable: false,
        };
        ability_text(&Ability::Triggered(ability), "Example")
    };
    let wins = TriggerEvent::FlipsCoin { who: Players::Each, result: Some(CoinSide::Won) };
    assert!(when(wins).starts_with("Whenever a player wins a coin flip,"));
    let high = TriggerEvent::RollsDice { who: Players::You, result: Some((Comparison::AtLeast, 5)) };
    assert!(when(high).starts_with("Whenever you roll a 5 or higher,"));
}

#[test]
fn hand_sizes_and_untapping() {
    let size = |who, size| statically(StaticEffect::MaximumHandSize { who, size });
    assert_eq!(size(Players::You, HandSize::Unlimited), "You have no maximum hand size.");
    assert_eq!(
        size(Players::Opponents, HandSize::Minus(Quantity::Fixed(2))),
        "Your opponents' maximum hand size is reduced by two."
    );
    assert_eq!(size(Players::You, HandSize::Is(Quantity::Fixed(4))), "Your maximum hand size is four.");
    assert_eq!(size(Players::You, HandSize::Plus(Quantity::Fixed(3))), "Your maximum hand size is increased by three.");
    assert_eq!(
        statically(StaticEffect::MayStayTapped(Filter::This)),
        "You may choose not to untap Example during your untap step."
    );
    let what = Filter::Type(CardType::Land);
    assert_eq!(
        statically(StaticEffect::Restrict(Restriction::MaximumUntapped { who: Players::Each, what, count: 1 })),
        "Players can't untap more than one land during their untap steps."
    );
    let effect = StaticEffect::Restrict(Restriction::DoesntUntap(Filter::Is(Objects::This)));
    let who = Players::ControllerOf(Box::new(Objects::This));
    assert_eq!(
        spell(Instruction::Establish(verb::Establish {
            effect,
            duration: Duration::Through(TurnStep::Untap, who),
            of: None,
            apiece: false,
        })),
        "Example doesn't untap during its controller's next untap step."
    );
}

#[test]
fn who_can_not_win_or_lose() {
    let restrict = |restriction| statically(StaticEffect::Restrict(restriction));
    assert_eq!(restrict(Restriction::CantLose { who: Players::You, cause: None }), "You can't lose the game.");
    assert_eq!(restrict(Restriction::CantWin(Players::Opponents)), "Your opponents can't win the game.");
    assert_eq!(
        restrict(Restriction::CantLose { who: Players::You, cause: Some(LossCause::Life) }),
        "You don't lose the game for having 0 or less life."
    );
}

#[test]
fn replacement_and_prevention_effects_are_written() {
    let replace = |would, instead| statically(StaticEffect::Replace(Replacement { would, instead }));
    let damage = || Would::Damage {
        source: Filter::Any,
        players: Some(Players::You),
        objects: None,
        combat: false,
        noncombat: false,
        at_least: None,
    };
    assert_eq!(
        replace(damage(), Instead::PreventNext(Quantity::Fixed(3))),
        "Prevent the next 3 damage that would be dealt to you."
    );
    assert_eq!(
        replace(damage(), Instead::DealTo { to: Recipients::Objects(Objects::This), next: None }),
        "If damage would be dealt to you, that damage is dealt to Example instead."
    );
    assert_eq!(
        replace(Would::Destroy(Filter::This), Instead::Regenerate),
        "If Example would be destroyed, regenerate it."
    );
    assert_eq!(
        replace(Would::Draw(Players::You), Instead::Multiply(2)),
        "If you would draw a card, draw two cards instead."
    );
    let gain = || Instruction::GainLife(verb::GainLife { who: Players::You, amount: Quantity::ThatMuch });
    assert_eq!(
        replace(damage(), Instead::Also(Box::new(Instead::Prevent), vec![gain()])),
        "If damage would be dealt to you, prevent that damage and you gain that much life."
    );
    assert_eq!(
        replace(Would::LoseLife(Players::You), Instead::Do(vec![gain()])),
        "If you would lose life, instead you gain that much life."
    );
    let may = Instead::May(Box::new(Instead::Do(vec![gain()])));
    assert_eq!(
        replace(Would::Mill(Players::You), may),
        "If you would mill one or more cards, you may instead gain that much life."
    );
    assert_eq!(
        replace(Would::LifeBelow { who: Players::You, below: 1 }, Instead::LeaveLife(1)),
        "Damage that would reduce your life total to less than 1 reduces it to 1 instead."
    );
    let tokens = Would::CreateTokens { who: Players::You, what: Filter::Any, effect: false };
    let clue = TokenKind { predefined: Some(Predefined::Clue), ..TokenKind::default() };
    assert_eq!(
        replace(tokens, Instead::MoreTokens(Box::new(clue))),
        "If you would create one or more tokens, you create those tokens plus that many Clue tokens instead."
    );
    assert_eq!(
        replace(Would::Enter { what: Filter::Type(CardType::Creature) }, Instead::EnterUnder(Players::You)),
        "If a creature would enter the battlefield, it enters under your control instead."
    );
    let all = Restriction::CantPreventDamage { source: Filter::Any, players: None, objects: None, combat: false };
    assert_eq!(statically(StaticEffect::Restrict(all)), "Damage can't be prevented.");
    assert_eq!(
        statically(StaticEffect::Restrict(Restriction::CantRegenerate(Filter::Type(CardType::Creature)))),
        "Creatures can't be regenerated."
    );
    assert_eq!(spell(Instruction::Regenerate(verb::Regenerate(Objects::This))), "Regenerate Example.");
}

#[test]
fn phasing_is_said_as_cards_say_it() {
    use super::super::Keyword;
    let creature = || Filter::Type(CardType::Creature);
    let phasing = Filter::All(vec![creature(), Filter::Keyword(Keyword::Phasing)]);
    assert_eq!(spell(Instruction::PhaseOut(verb::PhaseOut(Objects::This))), "Example phases out.");
    assert_eq!(
        spell(Instruction::PhaseInAndOut(verb::PhaseInAndOut {
            back: Objects::PhasedOut(Box::new(creature())),
            out: Objects::Each(Box::new(phasing)),
        })),
        "Simultaneously, all phased-out creatures phase in and all creatures with phasing phase out."
    );
    assert_eq!(statically(StaticEffect::Restrict(Restriction::CantPhaseOut(creature()))), "Creatures can't phase out.");
    assert_eq!(spell(Instruction::EndTurn), "End the turn.");
}
