//! Static abilities about combat, turns, hands and the beginning of a game (CR 103.5, 402.2, 502.3,
//! 508.1, 509.1, 510.1, 609.4).

use retrace_words::rows;

use super::super::parts::{is_of_players, onto_the_battlefield};
use crate::card::ast::ability::{Ability, Body};
use crate::card::ast::effect::{Duration, HandSize, Instead, Modification, Replacement, StaticEffect, Voting, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{
    AsThough, Charge, CombatDamage, Otherwise, Permission, Requirement, Restriction, Timing,
};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::{CardType, SubtypeSet};
use crate::card::words::chosen::Linked;
use crate::card::words::comparison::Comparison;
use crate::card::words::mana_symbol::ManaType;
use crate::card::words::marking::Marking;
use crate::card::words::turn_step::{LossCause, TurnStep};
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);

/// What is paired with each other: this, as long as it is, and its partner (CR 702.95b).
fn paired() -> Filter {
    let this = Filter::All(vec![Filter::Marked(Marking::Paired), Filter::This]);
    Filter::AnyOf(vec![this, Filter::PairedWith(Objects::This)])
}

/// This is put onto the battlefield.
fn this_onto_the_battlefield() -> Instruction {
    onto_the_battlefield(Objects::This, Players::You)
}

/// The planeswalkers you control.
fn your_planeswalkers() -> Filter {
    Filter::All(vec![Filter::Type(CardType::Planeswalker), Filter::ControlledBy(Players::You)])
}

/// Mana of every type.
fn every_type() -> Vec<ManaType> {
    ManaType::ALL.to_vec()
}

/// Whether two descriptions that are joined are of different objects, so that what follows the
/// second is not about the first.
fn are_apart(one: &Filter, other: &Filter) -> bool {
    let is = |what: &Filter, fits: fn(&Filter) -> bool| match what {
        Filter::All(parts) => parts.iter().any(fits),
        what => fits(what),
    };
    is(one, |part| matches!(part, Filter::This | Filter::ControlledBy(_)))
        || is(other, |part| matches!(part, Filter::Not(inner) if **inner == Filter::This))
}

rows! {
    pub(crate) ROWS;

    // Combat.
    static: StaticEffect::Require(Requirement::Attack(what))
        => | "{what:them_creatures} attack<what> each (combat|turn) if able";
    static: StaticEffect::Require(Requirement::Block(what))
        => | "{what:them_creatures} block<what> each (combat|turn) if able";
    static: StaticEffect::Require(Requirement::BeBlocked(what))
        => | "{what:them_creatures} must be blocked if able";
    effects: vec![
            StaticEffect::Require(Requirement::Attack(what)), StaticEffect::Require(Requirement::Block(what))]
        => | "{what:them_creatures} attack<what> or block<what> each (combat|turn) if able";
    static: StaticEffect::BlocksMore { what, count: Some(count) } if *count != 1
        => | "{what:them} can block an additional {count:in_words} creatures each combat";
    static: StaticEffect::AsThough(AsThough::Attack {
            what, they: Otherwise { having: vec![], lacking: vec![keyword], untapped: false } })
        => | "{what:them_creatures} can attack as though (it|they) didn't have {keyword:keyword_ability}";
    static: StaticEffect::AsThough(AsThough::Attack {
            what, they: Otherwise { having: vec![keyword], lacking: vec![], untapped: false } })
        => | "{what:them_creatures} can attack as though (it|they) had {keyword:keyword_ability}";
    static: StaticEffect::AsThough(AsThough::Block {
            what, attackers: Some(Filter::Keyword(keyword)),
            they: Otherwise { having: vec![], lacking: vec![], untapped: false },
            those: Otherwise { having: vec![], lacking: vec![keyword], untapped: false } })
        => | "{what:them_creatures} can block creatures with {keyword:keyword_ability} as though they \
            didn't have {keyword:keyword_ability}";
    static: StaticEffect::AsThough(AsThough::Block {
            what: Filter::This, attackers: Some(Filter::Keyword(keyword)),
            they: Otherwise { having: vec![keyword], lacking: vec![], untapped: false },
            those: Otherwise { having: vec![], lacking: vec![], untapped: false } })
        => | "~ can block creatures with {keyword:keyword_ability} as though (it|~) had \
            {keyword:keyword_ability}";
    static: StaticEffect::AsThough(AsThough::Block {
            what: Filter::Type(CardType::Creature), attackers: Some(Filter::Keyword(keyword)),
            they: Otherwise { having: vec![], lacking: vec![], untapped: false },
            those: Otherwise { having: vec![], lacking: vec![keyword], untapped: false } })
        => | "creatures with {keyword:keyword_ability} can be blocked as though they didn't have \
            {keyword:keyword_ability}";
    static: StaticEffect::AsThough(AsThough::Block {
            what, attackers: None, they: Otherwise { having: vec![], lacking: vec![], untapped: true },
            those: Otherwise { having: vec![], lacking: vec![], untapped: false } })
        => | "{what:them_creatures} can block as though (it|they) (was|were) untapped";
    static: StaticEffect::AsThough(AsThough::Activate {
            what, they: Otherwise { having: vec![keyword], lacking: vec![], untapped: false } })
        => | "you may activate abilities of {what:them} as though (those creatures|they) had \
            {keyword:keyword_ability}";
    static: StaticEffect::CombatDamage(CombatDamage::Toughness(what))
        => | "{what:them} assign<what> (|its |their )combat damage equal to its<what> toughness rather \
            than its<what> power";
    static: StaticEffect::CombatDamage(CombatDamage::AsThoughUnblocked(Filter::This))
        => "you may have ~ assign its combat damage as though it weren't blocked";
    static: StaticEffect::CombatDamage(CombatDamage::AsThoughUnblocked(what))
        => | "you may have {what:them} assign its<what> combat damage as though (it|they) (weren't|wasn't) \
            blocked";
    static: StaticEffect::MayExert(what) => | "you may exert {what:them_creatures} as it attacks";

    // What attacking and blocking cost.
    static: StaticEffect::Charge(Charge::Attack {
            what, players: Some(Players::You), objects: None, cost, x: None })
        => "{what:them} can't attack you unless their controller {cost:payment[one]} for each \
            creature they control that 'be<one> attacking you"
        | "{what:them} can't attack you unless their controller {cost:payment[one]} for each of those \
            creatures";
    static: StaticEffect::Charge(Charge::Attack {
            what, players: Some(Players::You), objects: Some(your_planeswalkers()), cost, x: None })
        => | "{what:them} can't attack you or (a planeswalker|planeswalkers) you control unless their \
            controller {cost:payment[one]} for each of those creatures";
    static: StaticEffect::Charge(Charge::Attack {
            what, players: Some(Players::You), objects: None, cost, x: Some(x) })
        => | "{what:them} can't attack you unless their controller {cost:payment[one]} for each \
            creature they control that 'be<one> attacking you , where X is {x:amount}";
    static: StaticEffect::Charge(Charge::Attack {
            what, players: Some(Players::You), objects: Some(your_planeswalkers()), cost, x: Some(x) })
        => | "{what:them} can't attack you or (a planeswalker|planeswalkers) you control unless their \
            controller {cost:payment[one]} for each of those creatures , where X is {x:amount}";
    static: StaticEffect::Charge(Charge::Attack { what: Filter::This, players: None, objects: None, cost, x: None })
        => "~ can't attack unless you {cost:payment}";
    static: StaticEffect::Charge(Charge::Attack {
            what: Filter::Is(Objects::AttachedTo), players: None, objects: None, cost, x: None })
        => | "enchanted creature can't attack unless its controller {cost:payment[one]}";
    static: StaticEffect::Charge(Charge::Block { what: Filter::This, attackers: None, cost, x: None })
        => "~ can't block unless you {cost:payment}";
    effects: vec![
            StaticEffect::Charge(Charge::Attack { what: Filter::This, players: None, objects: None, cost, x: None }),
            StaticEffect::Charge(Charge::Block { what: Filter::This, attackers: None, cost, x: None })]
        => | "~ can't attack or block unless you {cost:payment}";
    effects: vec![
            StaticEffect::Charge(Charge::Attack {
                what: Filter::Is(Objects::AttachedTo), players: None, objects: None, cost, x: None }),
            StaticEffect::Charge(Charge::Block {
                what: Filter::Is(Objects::AttachedTo), attackers: None, cost, x: None })]
        => | "enchanted creature can't attack or block unless its controller {cost:payment[one]}";

    // Restrictions.
    restricted: Restriction::CantAttackThat { what, players: Some(who), objects: Some(whom) }
        => | "{what:them_creatures} can't attack {who:at_large} or {whom:one}";
    restricted: Restriction::MaximumUntapped { who, what, count }
        => | "{who:at_large} can't untap more than {count:in_words} {what:noun[count]} during their untap \
            steps";
    restricted: Restriction::CantBeTargeted { objects: Some(what), players: None, by: Players::Each, source }
        if !source.is_of_spells()
        => | "{what:them} can't be the target[what] of {source:adjective} spells or abilities from \
            {source:adjective} sources";
    restricted: Restriction::CantCast { who: Players::Each, what, except: None } if *what != Filter::This
        => | "{what:them_spells} can't be cast";
    restricted: Restriction::CantLose { who: Players::You, cause: Some(LossCause::Life) }
        => | "you don't lose the game for having 0 or less life";
    restricted: Restriction::CantBeSacrificed { what: Filter::ControlledBy(Players::You), by: Some(Players::Opponents) }
        => | "spells and abilities your opponents control can't cause you to sacrifice permanents";

    restricted: Restriction::CantBeBlockedBy { what, by: Filter::Not(Box::new(Filter::AnyOf(vec![one, other]))) }
        => | "{what:them_creatures} can't be blocked except by {one:noun[many]} and/or \
            {other:noun[many]}";
    restricted: Restriction::CantGetCounters { objects: Some(what), players: None, kind: None }
        => | "counters can't be put on {what:them}";
    restricted: Restriction::CantActivate {
            who: Players::Each, what: Filter::ChosenName, unless_mana: false, except: None }
        => "activated abilities of sources with the chosen name can't be activated";
    restricted: Restriction::CantActivate {
            who: Players::Each, what: Filter::ChosenName, unless_mana: true, except: None }
        => "activated abilities of sources with the chosen name can't be activated unless they 'be<many> \
            mana \
            abilities";
    restricted: Restriction::CantBeBlockedBy { what, by } if !matches!(by, Filter::Any | Filter::This | Filter::Is(_))
        => | "{by:them_creatures} can't block {what:them_creatures}";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantAttack(what)), StaticEffect::Restrict(Restriction::CantBlock(what)),
            StaticEffect::Restrict(Restriction::CantCrew(what))]
        => | "{what:them_creatures} can't attack , block , or crew vehicles";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantAttack(what)), StaticEffect::Restrict(Restriction::CantBlock(what)),
            StaticEffect::Restrict(Restriction::CantTransform(what))]
        => | "{what:them_creatures} can't attack , block , or transform";

    // Turns and hands.
    static: StaticEffect::Replace(Replacement {
            would: Would::TurnStep(step, Players::You), instead: Instead::Nothing })
        => | "skip your {step:step}" | "you skip your {step:step}";
    static: StaticEffect::Replace(Replacement {
            would: Would::TurnStep(TurnStep::Untap, Players::Each), instead: Instead::Nothing })
        => | "players skip their untap steps" | "each player skips their untap step";
    static: StaticEffect::Replace(Replacement {
            would: Would::TurnStep(TurnStep::Draw, Players::Each), instead: Instead::Nothing })
        => | "players skip their draw steps" | "each player skips their draw step";
    static: StaticEffect::Replace(Replacement { would: Would::ExtraTurn(who), instead: Instead::Nothing })
        => | "if {who:controller} would begin an extra turn , that player skips that turn instead";
    static: StaticEffect::MaximumHandSize { who: Players::Each, size: HandSize::Unlimited }
        => | "players have no maximum hand size";
    static: StaticEffect::MaximumHandSize { who, size: HandSize::Plus(n) }
        => | "{who:whose} maximum hand size is increased by {n:count}";
    static: StaticEffect::MaximumHandSize { who, size: HandSize::Minus(n) }
        => | "{who:whose} maximum hand size is reduced by {n:count}";
    static: StaticEffect::MaximumHandSize { who, size: HandSize::Is(n) }
        => | "{who:whose} maximum hand size is {n:count}";
    static: StaticEffect::PlayersHave { who, keyword } if is_of_players(keyword)
        => | "{who:at_large} have<who> {keyword:keyword_ability}";
    effects: vec![
            StaticEffect::PlayersHave { who: Players::You, keyword },
            StaticEffect::Modify {
                what, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(keyword)))], defining: false }]
        if is_of_players(keyword) => | "you and {what:group} have {keyword:keyword_ability}";
    static: StaticEffect::OpeningHand {
            mulligan: false, reveal: false, then: vec![this_onto_the_battlefield()] }
        => | "if ~ is in your opening hand , you may begin the game with it on the battlefield";

    static: StaticEffect::OpeningHand {
            mulligan: false, reveal: true,
            then: vec![Instruction::Delay(verb::Delay {
                when: TriggerEvent::BeginningOf(TurnStep::Upkeep, Players::Each),
                body: Box::new(Body {
                    targets: vec![], instructions, x: None, x_limits: vec![], spend_on_x: vec![], modes: None,
                    still_resolves: false }),
                until: None })] }
        => | "you may reveal ~ from your opening hand . if you do , at the beginning of the first upkeep , \
            {instructions:sentence}";

    static: StaticEffect::Voting(Voting::More { who: Players::You, may: false })
        => | "while voting , you get an additional vote";
    static: StaticEffect::Voting(Voting::More { who: Players::You, may: true })
        => | "while voting , you may vote an additional time";
    static: StaticEffect::SurveilMore { who: Players::You, more }
        => | "you may look at an additional {more:count} cards each time you surveil";

    // What something is.
    static: StaticEffect::Modify { what: paired(), modifications, defining: false }
        => "as long as ~ is paired with another creature , both creatures {modifications:changes[many]}"
        | "as long as ~ is paired with another creature , each of those creatures \
            {modifications:changes[one]}";
    static: StaticEffect::Modify {
            what: Filter::This, modifications: vec![Modification::SetPower(n)], defining: true }
        => | "~ 's power is equal to {n:amount}";
    static: StaticEffect::Modify {
            what: Filter::This, modifications: vec![Modification::SetToughness(n)], defining: true }
        => | "~ 's toughness is equal to {n:amount}";
    static: StaticEffect::Modify {
            what: Filter::This,
            modifications: vec![Modification::SetPowerToughness(n, Quantity::Sum(vec![n, Quantity::Fixed(1)]))],
            defining: true }
        => | "~ 's power is equal to {n:amount} and its toughness is equal to that number plus 1";
    change: Modification::RemoveType(kind) => | "not_be<> a {kind:type_name}";
    change: Modification::AddChosenSubtype => | "be<> the chosen (|creature )type in addition to its<> other types"
        | "be<> the chosen (|creature )type in addition to its<> other creature types";
    change: Modification::SetChosenColor => | "be<> the chosen color";
    change: Modification::AddChosenColor => | "be<> the chosen color in addition to its<> other colors";
    change: Modification::GainActivatedAbilities(of) => | "have<> all activated abilities of {of:thing}";
    static: StaticEffect::Modify {
            what: Filter::Is(Objects::AttachedTo),
            modifications: vec![Modification::SetChosenSubtype(CardType::Land)], defining: false }
        => | "enchanted land is the chosen type";

    change: Modification::AddEverySubtype(SubtypeSet::Of(CardType::Creature))
        => | "be<> every creature type" | "be<> all creature types" | "gain<> all creature types";
    change: Modification::SetSubtypes(CardType::Creature, vec![]) => | "lose<> all creature types";
    change: Modification::AddEverySubtype(SubtypeSet::BasicLand)
        => | "be<> every basic land type in addition to its<> other types";
    change: Modification::RemoveSupertype(kind) => | "not_be<> {kind:supertype_name}";
    change: Modification::AddNames(what)
        => | "have<> all names of {what:card_noun[many]} in addition to its<> name";
    change: Modification::AddSupertype(kind)
        => | "be<> {kind:supertype_name}" | "be<> {kind:supertype_name} in addition to its<> other types";
    change: Modification::SetToughness(n) => | "have<> base toughness {n:figure}";
    change: Modification::SetPower(n) => | "have<> base power {n:figure}";
    change: Modification::CantHaveKeyword(keyword)
        => | "lose<> {keyword:keyword_ability} and can't have or gain {keyword:keyword_ability}";
    change: Modification::LoseAllButManaAbilities => | "lose<> all abilities except mana abilities";
    static: StaticEffect::Modify {
            what: Filter::Is(Objects::AttachedTo),
            modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Protection(Box::new(
                Filter::All(vec![from, Filter::Not(Box::new(Filter::Is(Objects::Granter)))]))))))],
            defining: false }
        => "enchanted creature has protection from {from:protected} . this effect doesn't remove ~";
    // Both of them: each says which objects it is of.
    static: StaticEffect::Modify { what: Filter::AnyOf(vec![one, other]), modifications, defining: false }
        if are_apart(one, other)
        => | "{one:group} and {other:group} {modifications:changes[many]}";
    static: StaticEffect::TriggerAgain {
            because: TriggerEvent::Moves { what, from: None, to: Some(BATTLEFIELD) }, of }
        => "if {what:one} entering (the battlefield |)causes a triggered ability of {of:one} to trigger , \
            (that \
            ability|it) triggers an additional time";
    static: StaticEffect::Modify { what: Filter::All(vec![what, is]), modifications, defining: false }
        => | "each {what:noun[one]} {modifications:changes[one]} as long as it {is:is[what]}";
    static: StaticEffect::AsThough(AsThough::Target {
            what, by: Players::You, they: Otherwise { having: vec![], lacking: vec![keyword], untapped: false } })
        => | "{what:them} can be the targets of spells and abilities you control as though they didn't have \
            {keyword:keyword_ability}";
    static: StaticEffect::AsThough(AsThough::Damage {
            source: Filter::Any, players: None, objects: None,
            they: Otherwise { having: vec![keyword], lacking: vec![], untapped: false } })
        => | "all damage is dealt as though its source had {keyword:keyword_ability}";
    static: StaticEffect::AsThough(AsThough::Damage {
            source: Filter::Any, players: Some(Players::You), objects: None,
            they: Otherwise { having: vec![keyword], lacking: vec![], untapped: false } })
        => | "all damage is dealt to you as though its source had {keyword:keyword_ability}";
    restricted: Restriction::CantPreventDamage { source, players: None, objects: None, combat: false }
        if *source != Filter::Any
        => | "damage that would be dealt by {source:them} can't be prevented";
    restricted: Restriction::CantCast { who: Players::Opponents, what, except: Some(Timing::Sorcery) }
        => | "each opponent can cast {what:spell_noun[many]} only any time they could cast a sorcery";
    static: StaticEffect::Require(Requirement::BlockThat { what, attackers })
        if !matches!(what, Filter::Any | Filter::Type(_))
        => | "all {what:noun[many]} able to block {attackers:them_creatures} do so";

    // How this was cast.
    if: Condition::Is(what, Filter::CastBy { who: Players::You, from: None }) if *what != Objects::This
        => | "you cast {what:thing}";
    if: Condition::Is(what, Filter::CastBy { who: Players::You, from: Some(ZoneKind::Hand) })
        => | "you cast {what:thing} from your hand";
    if: Condition::Not(Box::new(Condition::Is(what, Filter::CastBy { who: Players::You, from: Some(ZoneKind::Hand) })))
        => | "you didn't cast {what:thing} from your hand";
    if: Condition::Compare(left, Comparison::Less, n)
        if matches!(left, Quantity::Devotion(..))
        => | "{left:amount} is less than {n:count}";

    restricted: Restriction::NeedsOtherAttackers {
            what, count: 1, like: Some(Filter::Power(Comparison::Greater, Box::new(Quantity::Power(Objects::Affected)))) }
        => | "{what:them_creatures} can't attack unless a creature with greater power also attacks";
    restricted: Restriction::NeedsOtherBlockers {
            what, count: 1, like: Some(Filter::Power(Comparison::Greater, Box::new(Quantity::Power(Objects::Affected)))) }
        => | "{what:them_creatures} can't block unless a creature with greater power also blocks";
    restricted: Restriction::CantBlock(and(what, Filter::ControlledBy(who)))
        => | "{who:at_large} can't block with {what:creature_noun[many]}";
    restricted: Restriction::CantPlayLands { who, what: Filter::Any } => | "{who:at_large} can't play land cards";
    restricted: Restriction::KeepsMana { who: Players::Each, kinds: every_type() }
        => | "mana pools don't empty as steps and phases end"
        | "players don't lose unspent mana as steps and phases end";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantGainLife(who)),
            StaticEffect::Restrict(Restriction::CantLoseLife(who))]
        => | "{who:whose} life total can't change";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantCast { who, what: Filter::Any, except: None }),
            StaticEffect::Restrict(Restriction::CantActivate { who, what, unless_mana: false, except: None })]
        => | "{who:at_large} can't cast spells or activate abilities of {what:them}";
    effects: vec![
            StaticEffect::Restrict(restriction),
            StaticEffect::Permit(Permission::SpecialAction {
                who: Players::Each, cost, then: vec![Instruction::Establish(verb::Establish {
                    effect: StaticEffect::Permit(Permission::Ignore { who: Players::You, what: Filter::This }),
                    duration: Duration::EndOfTurn, of: None, apiece: false })], only: None })]
        => | "{restriction:restricted} . any player may {cost:payment} for that player to ignore this effect \
            until end of turn";
    static: StaticEffect::Charge(Charge::Attack { what, players: None, objects: None, cost, x: None })
        => | "{what:them} can't attack unless their controller {cost:payment[one]} for each (attacking \
            creature they control|of those creatures)";
    static: StaticEffect::Charge(Charge::Block { what, attackers: None, cost, x: None })
        => | "{what:them} can't block unless their controller {cost:payment[one]} for each (blocking \
            creature they control|of those creatures)";
    static: StaticEffect::Modify {
            what: Filter::All(vec![Filter::Spell, Filter::ControlledBy(Players::You), Filter::NthCast(nth)]),
            modifications: vec![Modification::Gain(Box::new(Ability::Keyword(keyword)))], defining: false }
        => | "the {nth:ordinal} spell you cast each turn has {keyword:keyword_ability}";
    change: Modification::AddNames(what)
        => | "have<> all names of {what:card_noun[many]} in addition to its<> name";
    change: Modification::LoseThisAbility => | "lose<> this ability";
    change: Modification::AddPowerToughness(power, toughness)
        => | "get<> +X/+Y , where X is {power:amount} (and|, and) Y is {toughness:amount}";
    static: StaticEffect::Modify {
            what: Filter::This,
            modifications: vec![Modification::SetPowerToughness(
                Quantity::Power(Objects::Linked(Linked::Exiled)), Quantity::Toughness(Objects::Linked(Linked::Exiled)))],
            defining: true }
        => | "~ 's power is equal to the total power of the exiled cards and its toughness is equal to their \
            total toughness";

    restricted: Restriction::CantBeAttached { what, to: Some(Filter::Not(Box::new(to))), players: None }
        => | "{what:them} can be attached only to {to:one}";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantDraw(who)), StaticEffect::Restrict(Restriction::CantGainLife(who))]
        => | "{who:at_large} can't draw cards or gain life";
    static: StaticEffect::CopiesInDeck(None) => "a deck can have any number of cards named ~";
    static: StaticEffect::CopiesInDeck(Some(n)) => "a deck can have up to {n:few} cards named ~";
    static: StaticEffect::CanBeCommander => "~ can be your commander";

    static: StaticEffect::MaximumHandSize { who, size: HandSize::Is(n) }
        => | "{who:whose} maximum hand size is equal to {n:amount}";
}
