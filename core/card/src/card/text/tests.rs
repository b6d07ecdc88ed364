//! Abilities built in code, with their expected text; and every bundled card.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use crate::card::ast::ability::{Body, Mode, Modes, SpellAbility, TargetWhat};
use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly, ManaOutput};
use crate::card::ast::effect::{Duration, Instead, Replacement, Would};
use crate::card::ast::filter::{Objects, Quantity};
use crate::card::ast::instruction::Recipients;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::layout::Card;
use crate::card::verb;
use crate::card::words::card_type::{CardType, Supertype};
use crate::card::words::comparison::Comparison;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::{Color, Colors, ManaCost, ManaType};
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{Place, Zones};

use super::super::pool::Pool;
use super::*;

mod combat;

fn all(parts: impl IntoIterator<Item = Filter>) -> Filter {
    Filter::All(parts.into_iter().collect())
}

fn not(filter: Filter) -> Filter {
    Filter::Not(Box::new(filter))
}

fn creature() -> Filter {
    Filter::Type(CardType::Creature)
}

fn yours(filter: Filter) -> Filter {
    all([filter, Filter::ControlledBy(Players::You)])
}

fn subtype(name: &str) -> Subtype {
    Subtype::named(name).unwrap()
}

fn target(what: TargetWhat) -> TargetSpec {
    TargetSpec::one(what)
}

fn body(targets: impl IntoIterator<Item = TargetWhat>, instructions: impl IntoIterator<Item = Instruction>) -> Body {
    Body {
        targets: targets.into_iter().map(target).collect(),
        instructions: instructions.into_iter().collect(),
        ..Body::default()
    }
}

/// The text of a spell.
fn spell(targets: impl IntoIterator<Item = TargetWhat>, instructions: impl IntoIterator<Item = Instruction>) -> String {
    ability_text(&Ability::Spell(SpellAbility { body: body(targets, instructions) }), "Example")
}

fn triggered(when: TriggerEvent, instructions: impl IntoIterator<Item = Instruction>) -> String {
    let body = body([], instructions);
    let ability = TriggeredAbility {
        when,
        condition: None,
        body,
        zone: ZoneKind::Battlefield,
        limit: None,
        uncounterable: false,
    };
    ability_text(&Ability::Triggered(ability), "Example")
}

fn statically(condition: Option<Condition>, effect: StaticEffect) -> String {
    let ability = StaticAbility { condition, effect, zone: ZoneKind::Battlefield, elsewhere: false };
    ability_text(&Ability::Static(ability), "Example")
}

fn modify(what: Filter, modifications: impl IntoIterator<Item = Modification>) -> StaticEffect {
    StaticEffect::Modify { what, modifications: modifications.into_iter().collect(), defining: false }
}

fn plus(n: i32) -> Modification {
    Modification::AddPowerToughness(Quantity::Fixed(n), Quantity::Fixed(n))
}

fn gain(keyword: Keyword) -> Modification {
    Modification::Gain(Box::new(Ability::Keyword(keyword)))
}

fn draw(who: Players, n: i32) -> Instruction {
    Instruction::Draw(verb::Draw { who, count: Quantity::Fixed(n) })
}

fn lose(who: Players, n: i32) -> Instruction {
    Instruction::LoseLife(verb::LoseLife { who, amount: Quantity::Fixed(n) })
}

#[test]
fn a_target_is_announced_once_and_then_referred_to() {
    let change = |modification| {
        Instruction::Modify(verb::Modify {
            what: Objects::Target(0),
            modifications: vec![modification],
            duration: Duration::EndOfTurn,
        })
    };
    let text = spell(
        [TargetWhat::Object(creature())],
        [
            change(Modification::Control(Players::You)),
            Instruction::Untap(verb::Untap(Objects::Target(0))),
            change(gain(Keyword::Haste)),
        ],
    );
    assert_eq!(
        text,
        "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn."
    );

    let text = spell([TargetWhat::Player(Players::Each)], [draw(Players::Target(0), 2), lose(Players::Target(0), 2)]);
    assert_eq!(text, "Target player draws two cards and loses 2 life.");

    let fight = Instruction::DealDamage(verb::DealDamage {
        source: Objects::Target(0),
        amount: Quantity::Power(Objects::Target(0)),
        to: Recipients::Target(1),
        excess: None,
    });
    let other = TargetWhat::Object(all([creature(), not(Filter::Is(Objects::Target(0)))]));
    let text = spell([TargetWhat::Object(creature()), other], [fight]);
    assert_eq!(text, "Target creature deals damage equal to its power to another target creature.");
}

#[test]
fn targets_are_counted() {
    let spec = |what, min, max| target_text(&TargetSpec { min, max, ..TargetSpec::one(what) }, "Example");
    assert_eq!(spec(TargetWhat::Object(creature()), 0, 2), "up to two target creatures");
    assert_eq!(spec(TargetWhat::Object(all([creature(), not(Filter::This)])), 1, 1), "another target creature");
    assert_eq!(spec(TargetWhat::AnyTarget, 1, 1), "any target");
    assert_eq!(spec(TargetWhat::Player(Players::Opponents), 1, 1), "target opponent");
    let planeswalker = Filter::Type(CardType::Planeswalker);
    assert_eq!(spec(TargetWhat::PlayerOrObject(Players::Each, planeswalker), 1, 1), "target player or planeswalker");
}

#[test]
fn filters_are_noun_phrases() {
    let text = |filter: Filter| filter_text(&filter, "Example");
    assert_eq!(text(all([not(Filter::Color(Color::Black)), creature()])), "a nonblack creature");
    let pirates = all([Filter::Subtype(subtype("Pirate")), Filter::Attacking, not(Filter::This)]);
    assert_eq!(text(pirates), "another attacking Pirate");
    let either = Filter::AnyOf(vec![Filter::Type(CardType::Artifact), Filter::Type(CardType::Enchantment)]);
    assert_eq!(text(either), "an artifact or enchantment");
    let strong = Filter::Power(Comparison::AtLeast, Box::new(Quantity::Fixed(4)));
    assert_eq!(
        text(all([creature(), Filter::ControlledBy(Players::Opponents), strong, Filter::Tapped])),
        "a tapped creature an opponent controls with power 4 or greater"
    );
    let mixed = Filter::AnyOf(vec![Filter::Subtype(subtype("Elf")), Filter::Keyword(Keyword::Flying)]);
    assert_eq!(text(all([creature(), mixed])), "a creature that's an Elf or has flying");
    let cards = all([Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]);
    assert_eq!(text(cards), "a card in your graveyard");
    assert_eq!(text(all([Filter::Spell, not(creature())])), "a noncreature spell");
}

#[test]
fn numbers_stand_where_cards_have_them() {
    let elves = || Quantity::Count(Box::new(Filter::Subtype(subtype("Elf"))));
    let pump = |power, toughness| {
        spell(
            [TargetWhat::Object(creature())],
            [Instruction::Modify(verb::Modify {
                what: Objects::Target(0),
                modifications: vec![Modification::AddPowerToughness(power, toughness)],
                duration: Duration::EndOfTurn,
            })],
        )
    };
    assert_eq!(pump(elves(), elves()), "Target creature gets +1/+1 until end of turn for each Elf on the battlefield.");
    let minus = Quantity::Times(-1, Box::new(Quantity::X));
    assert_eq!(pump(minus.clone(), minus), "Target creature gets -X/-X until end of turn.");
    assert_eq!(
        pump(Quantity::Power(Objects::This), Quantity::Fixed(0)),
        "Target creature gets +X/+0 until end of turn, where X is Example's power."
    );
    assert_eq!(pump(Quantity::Fixed(-1), Quantity::Fixed(0)), "Target creature gets -1/-0 until end of turn.");

    let life = |amount| spell([], [Instruction::GainLife(verb::GainLife { who: Players::You, amount })]);
    assert_eq!(life(Quantity::Times(2, Box::new(elves()))), "You gain 2 life for each Elf on the battlefield.");
    assert_eq!(
        life(Quantity::Sum(vec![Quantity::HandSize(Players::You), Quantity::Fixed(-1)])),
        "You gain life equal to the number of cards in your hand minus 1."
    );
}

#[test]
fn triggers_and_what_they_are_about() {
    let enters = |what, to| TriggerEvent::Moves { what, from: None, to: Some(Zones::only(to)) };
    let gains =
        Instruction::GainLife(verb::GainLife { who: Players::You, amount: Quantity::Power(Objects::ThatObject) });
    assert_eq!(
        triggered(enters(all([yours(creature()), not(Filter::This)]), ZoneKind::Battlefield), [gains]),
        "Whenever another creature you control enters the battlefield, you gain life equal to its power."
    );
    let dies = TriggerEvent::Moves {
        what: Filter::AnyOf(vec![Filter::This, creature()]),
        from: Some(ZoneKind::Battlefield.into()),
        to: Some(ZoneKind::Graveyard.into()),
    };
    assert_eq!(
        triggered(dies, [lose(Players::Opponents, 1)]),
        "Whenever Example or another creature dies, each opponent loses 1 life."
    );
    let upkeep = TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::You);
    assert_eq!(
        triggered(upkeep, [draw(Players::You, 1), lose(Players::You, 1)]),
        "At the beginning of your upkeep, you draw a card and you lose 1 life."
    );
    let hits = TriggerEvent::DealsDamage {
        source: Filter::This,
        combat: true,
        noncombat: false,
        to_players: Some(Players::Each),
        to_objects: None,
    };
    assert_eq!(
        triggered(hits, [Instruction::Mill(verb::Mill { who: Players::ThatPlayer, count: Quantity::ThatMuch })]),
        "Whenever Example deals combat damage to a player, that player mills that many cards."
    );
}

#[test]
fn activated_abilities_have_costs_and_limits() {
    let cost = vec![
        Cost::Mana("{1}{W}".parse::<ManaCost>().unwrap()),
        Cost::Tap,
        Cost::PlayerCounters(CounterKind::Energy, 2),
        Cost::Sacrifice(1, all([creature(), not(Filter::This)])),
    ];
    let mana = ManaOutput::OneOf(vec![ManaType::Red, ManaType::Green], Quantity::Fixed(1));
    let ability = ActivatedAbility {
        cost,
        body: body([], [Instruction::AddMana(verb::AddMana { who: Players::You, mana, terms: Vec::new() })]),
        limits: vec![ActivationLimit::AsSorcery, ActivationLimit::OncePerTurn],
        ..ActivatedAbility::default()
    };
    assert_eq!(
        ability_text(&Ability::Activated(ability), "Example"),
        "{1}{W}, {T}, Pay {E}{E}, Sacrifice another creature: Add {R} or {G}. \
         Activate only as a sorcery and only once each turn."
    );
    assert_eq!(cost_text(&[Cost::Loyalty(-3)]), "\u{2212}3");
    assert_eq!(cost_text(&[Cost::Loyalty(0)]), "0");
}

#[test]
fn an_ability_of_a_card_elsewhere_says_where() {
    let back = Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
        transformed: false,
        what: Objects::This,
        control: Players::OwnerOf(Box::new(Objects::This)),
        tapped: true,
        joining: None,
        attached_to: None,
        counters: Vec::new(),
        being: Vec::new(),
        face_down: None,
    });
    let ability = ActivatedAbility {
        cost: Vec::new(),
        body: body([], [back]),
        limits: Vec::new(),
        zone: ZoneKind::Graveyard,
        ..ActivatedAbility::default()
    };
    assert_eq!(
        ability_text(&Ability::Activated(ability), "Example"),
        "{0}: Return Example from your graveyard to the battlefield tapped under its owner's control."
    );
}

#[test]
fn static_abilities_and_their_layers() {
    let goblins = all([yours(Filter::Subtype(subtype("Goblin"))), not(Filter::This)]);
    assert_eq!(
        statically(None, modify(goblins, [plus(1), gain(Keyword::Haste), gain(Keyword::Menace)])),
        "Other Goblins you control get +1/+1 and have haste and menace."
    );
    let artifact = Condition::Exists(yours(Filter::Type(CardType::Artifact)));
    assert_eq!(
        statically(Some(artifact), modify(Filter::This, [plus(2)])),
        "Example gets +2/+2 as long as you control an artifact."
    );
    let lands = all([Filter::Type(CardType::Land), not(Filter::Supertype(Supertype::Basic))]);
    let mountains = Modification::SetSubtypes(CardType::Land, vec![subtype("Mountain")]);
    assert_eq!(statically(None, modify(lands, [mountains])), "Nonbasic lands are Mountains.");
    let value = || Quantity::ManaValue(Objects::Affected);
    let animate = [Modification::AddType(CardType::Creature), Modification::SetPowerToughness(value(), value())];
    assert_eq!(
        statically(None, modify(Filter::Type(CardType::Artifact), animate)),
        "Each artifact is a creature in addition to its other types and has base power and toughness each equal to \
         its mana value."
    );
}

#[test]
fn replacement_effects_say_what_happens_instead() {
    let replace = |would, instead| statically(None, StaticEffect::Replace(Replacement { would, instead }));
    let enter = |what| Would::Enter { what };
    assert_eq!(replace(enter(Filter::This), Instead::EnterTapped), "Example enters the battlefield tapped.");
    assert_eq!(replace(enter(creature()), Instead::EnterUntapped), "Creatures enter the battlefield untapped.");
    assert_eq!(
        replace(enter(creature()), Instead::GoTo(ZoneKind::Exile)),
        "If a creature would enter the battlefield, exile it instead."
    );
    let kind = CounterKind::PowerToughness(1, 1);
    assert_eq!(
        replace(enter(Filter::This), Instead::EnterWithCounters(kind, Quantity::X)),
        "Example enters the battlefield with X +1/+1 counters on it."
    );
    let dies = Would::Move {
        what: creature(),
        from: Some(ZoneKind::Battlefield.into()),
        to: Some(ZoneKind::Graveyard.into()),
    };
    assert_eq!(
        replace(dies.clone(), Instead::IntoLibrary(Place::Bottom)),
        "If a creature would die, put it on the bottom of its owner's library instead."
    );
    assert_eq!(replace(dies, Instead::GoTo(ZoneKind::Exile)), "If a creature would die, exile it instead.");
    assert_eq!(
        replace(Would::GainLife(Players::Opponents), Instead::Nothing),
        "If an opponent would gain life, that player gains no life instead."
    );
    assert_eq!(replace(Would::TurnStep(TurnStep::Draw, Players::You), Instead::Nothing), "Skip your draw step.");
    let damage = Would::Damage {
        source: Filter::Any,
        players: Some(Players::You),
        objects: None,
        combat: false,
        noncombat: false,
        at_least: None,
    };
    assert_eq!(
        replace(damage.clone(), Instead::PreventSome(Quantity::Fixed(1))),
        "If damage would be dealt to you, prevent 1 of that damage."
    );
    let half = Quantity::Divided { of: Box::new(Quantity::ThatMuch), by: 2, up: true };
    assert_eq!(
        replace(damage, Instead::PreventSome(half)),
        "If damage would be dealt to you, prevent half that damage, rounded up."
    );
}

#[test]
fn restrictions_agree_with_their_subjects() {
    let restrict = |restriction| statically(None, StaticEffect::Restrict(restriction));
    assert_eq!(restrict(Restriction::CantBlock(Filter::This)), "Example can't block.");
    let flyers: Vec<String> = Keyword::Flying.effects().iter().map(|effect| effect_text(effect, "Example")).collect();
    assert_eq!(flyers, ["Example can't be blocked except by creatures with flying or reach."]);
    assert_eq!(
        restrict(Restriction::DoesntUntap(creature())),
        "Creatures don't untap during their controllers' untap steps."
    );
}

#[test]
fn requirements_and_limits_agree_with_their_subjects() {
    let require = |requirement| statically(None, StaticEffect::Require(requirement));
    let restrict = |restriction| statically(None, StaticEffect::Restrict(restriction));
    assert_eq!(require(Requirement::Attack(Filter::This)), "Example attacks each combat if able.");
    assert_eq!(require(Requirement::Block(creature())), "Creatures block each combat if able.");
    assert_eq!(require(Requirement::BeBlocked(Filter::This)), "Example must be blocked if able.");
    assert_eq!(
        require(Requirement::BlockThat { what: creature(), attackers: Filter::This }),
        "All creatures able to block Example do so."
    );
    let you = Requirement::AttackThat { what: creature(), players: Some(Players::You), objects: None };
    assert_eq!(require(you), "Creatures attack you each combat if able.");
    let this_turn = Instruction::Establish(verb::Establish {
        effect: StaticEffect::Require(Requirement::Attack(Filter::Is(Objects::Target(0)))),
        duration: Duration::EndOfTurn,
        of: None,
        apiece: false,
    });
    assert_eq!(spell([TargetWhat::Object(creature())], [this_turn]), "Target creature attacks this turn if able.");
    assert_eq!(restrict(Restriction::MaximumAttackers(2)), "No more than two creatures can attack each combat.");
    assert_eq!(restrict(Restriction::MaximumBlockers(1)), "No more than one creature can block each combat.");
    let alone = |count| Restriction::NeedsOtherAttackers { what: Filter::This, count, like: None };
    assert_eq!(restrict(alone(1)), "Example can't attack alone.");
    assert_eq!(restrict(alone(2)), "Example can't attack unless at least two other creatures attack.");
    let black = Some(Filter::Color(Color::Black));
    let beside = |count, like| Restriction::NeedsOtherAttackers { what: Filter::This, count, like };
    assert_eq!(restrict(beside(1, black.clone())), "Example can't attack unless a black creature also attacks.");
    assert_eq!(restrict(beside(2, black)), "Example can't attack unless at least two black creatures also attack.");
    let stronger = Filter::Power(Comparison::Greater, Box::new(Quantity::Power(Objects::Affected)));
    let said = restrict(beside(1, Some(stronger)));
    assert_eq!(said, "Example can't attack unless a creature with power greater than its power also attacks.");
}

#[test]
fn a_delayed_trigger_goes_on_speaking_of_what_was_exiled() {
    let back = Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
        transformed: false,
        what: Objects::Target(0),
        control: Players::OwnerOf(Box::new(Objects::Target(0))),
        tapped: false,
        joining: None,
        attached_to: None,
        counters: Vec::new(),
        being: Vec::new(),
        face_down: None,
    });
    let delay = Instruction::Delay(verb::Delay {
        when: TriggerEvent::BeginningOf(TurnStep::End, Players::Each),
        body: Box::new(body([], [back])),
        until: None,
    });
    assert_eq!(
        spell([TargetWhat::Object(creature())], [Instruction::Exile(verb::Exile(Objects::Target(0))), delay]),
        "Exile target creature. Return it to the battlefield under its owner's control at the beginning of the \
         next end step."
    );
}

#[test]
fn tokens_are_described_by_what_they_are() {
    let token = Face {
        name: "Thopter".to_owned(),
        color_indicator: Some(Colors::COLORLESS.with(Color::Blue)),
        types: CardTypes::NONE.with(CardType::Artifact).with(CardType::Creature),
        subtypes: vec![subtype("Thopter")],
        abilities: vec![Ability::Keyword(Keyword::Flying)],
        power: Some(1.into()),
        toughness: Some(1.into()),
        ..Face::default()
    };
    let create = Instruction::CreateTokens(verb::CreateTokens {
        who: Players::You,
        count: Quantity::Fixed(2),
        predefined: None,
        token: Box::new(token),
        size: None,
        tapped: false,
        joining: None,
        attached_to: None,
    });
    assert_eq!(spell([], [create]), "Create two 1/1 blue Thopter artifact creature tokens with flying.");
}

#[test]
fn modifications_are_said_of_one_object() {
    assert_eq!(modification_text(&plus(2), "Example"), "gets +2/+2");
    assert_eq!(modification_text(&gain(Keyword::Flying), "Example"), "gains flying");
    assert_eq!(modification_text(&Modification::LoseAllAbilities, "Example"), "loses all abilities");
    let blue = Modification::SetColors(Colors::COLORLESS.with(Color::Blue));
    assert_eq!(modification_text(&blue, "Example"), "becomes blue");
}

#[test]
fn type_lines_have_a_dash_before_subtypes() {
    let legendary = Supertypes::NONE.with(Supertype::Legendary);
    let types = CardTypes::NONE.with(CardType::Creature).with(CardType::Artifact);
    assert_eq!(type_line(legendary, types, &[subtype("Golem")]), "Legendary Artifact Creature \u{2014} Golem");
    assert_eq!(type_line(Supertypes::NONE, CardTypes::NONE.with(CardType::Instant), &[]), "Instant");
}

#[test]
fn keywords_that_follow_one_another_share_a_line() {
    let keyword = Ability::Keyword;
    let upkeep = Ability::Triggered(TriggeredAbility {
        when: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::Each),
        condition: None,
        body: body([], [draw(Players::ThatPlayer, 1)]),
        zone: ZoneKind::Battlefield,
        limit: None,
        uncounterable: false,
    });
    let abilities = vec![keyword(Keyword::Flying), keyword(Keyword::Vigilance), upkeep, keyword(Keyword::Haste)];
    let face = Face { name: "Example".to_owned(), abilities, ..Face::default() };
    let lines = rules_text(&face);
    assert_eq!(
        lines,
        ["Flying, vigilance", "At the beginning of each player's upkeep, that player draws a card.", "Haste"]
    );
}

#[test]
fn every_bundled_card_can_be_written_out() {
    let pool = Pool::bundled().unwrap();
    for name in pool.names() {
        let card: &Card = pool.get(name).unwrap();
        for line in rules_text(card.front()) {
            assert!(!line.trim().is_empty(), "{name} has an empty line");
            assert!(!line.contains("  "), "{name}: {line}");
            assert!(!line.contains(" .") && !line.contains(" ,") && !line.contains(".."), "{name}: {line}");
            let balanced = |open, close| line.matches(open).count() == line.matches(close).count();
            assert!(balanced('{', '}') && line.matches('"').count() % 2 == 0, "{name}: {line}");
            let ends_well = matches!(line.chars().last(), Some('.' | '"'));
            let only_keywords = line.to_lowercase().split(", ").all(|part| {
                Keyword::plain().any(|it| it.word() == part)
                    || with_more().any(|it| part.starts_with(it))
                    || part.starts_with("hexproof from")
                    // "Protection from black, from red, and from Zombies."
                    || part.trim_start_matches("and ").starts_with("from ")
                    || part.ends_with("walk")
                    || part.ends_with(" offering")
                    // CR 702.29e: "islandcycling {2}".
                    || part.split(' ').any(|word| word.ends_with("cycling"))
            });
            // The text after a keyword ability can be a list itself.
            let one_keyword = with_more().any(|it| line.to_lowercase().starts_with(it));
            // A level and its size (CR 711.2).
            let is_number = |text: &str| text.parse::<u32>().is_ok();
            let size = line.split_once('/').is_some_and(|(power, toughness)| is_number(power) && is_number(toughness));
            let striation = line.starts_with("LEVEL ") || size;
            assert!(ends_well || only_keywords || one_keyword || striation, "{name}: {line}");
        }
    }
}

/// CR 118.7-9, 700.2: costs and choices.
#[test]
fn costs_and_modes_are_said_as_cards_say_them() {
    let cost = |of, change| effect_text(&StaticEffect::Cost(CostEffect { of, change }), "Example");
    let mana = |text: &str| Cost::Mana(text.parse::<ManaCost>().unwrap());
    let spells = |filter| Costly::Spells(filter);
    assert_eq!(
        cost(spells(not(creature())), CostChange::More(vec![mana("{1}")])),
        "Noncreature spells cost {1} more to cast."
    );
    assert_eq!(
        cost(spells(Filter::This), CostChange::More(vec![Cost::Sacrifice(1, creature())])),
        "As an additional cost to cast this spell, sacrifice a creature."
    );
    assert_eq!(
        cost(spells(Filter::This), CostChange::Instead(vec![Cost::Times(Quantity::X, Box::new(Cost::Life(1)))])),
        "You may pay X life rather than pay this spell's mana cost."
    );
    let two = |text: &str| Mode { instructions: vec![draw(Players::You, text.len() as i32)], ..Mode::default() };
    let modes = Modes {
        min: 1,
        max: 2,
        instead: None,
        repeat: false,
        unchosen: false,
        by: Players::You,
        of: vec![two("a"), two("bc")],
    };
    let body = Body { modes: Some(Box::new(modes)), ..Body::default() };
    assert_eq!(
        ability_text(&Ability::Spell(SpellAbility { body }), "Example"),
        "Choose one or both \u{2014} \u{2022} Draw a card. \u{2022} Draw two cards."
    );
}

/// The names of the keyword abilities with more text than their name.
fn with_more() -> impl Iterator<Item = &'static str> {
    Keyword::words().filter(|word| !Keyword::plain().any(|keyword| keyword.word() == *word))
}
