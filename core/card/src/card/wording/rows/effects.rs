//! Static effects, modifications, durations (CR 611, 613).

use retrace_words::rows;

use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::{
    Choosing, Duration, EnterAs, HandSize, Instead, Modification, Replacement, StaticEffect, Would,
};
use crate::card::ast::filter::{Condition, Filter, Players, Quantity};
use crate::card::ast::restriction::{Permission, Requirement, Restriction};
use crate::card::words::turn_step::{TurnPart, TurnStep};
use crate::card::words::zone_kind::{ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// Whether a restriction limits how many can do something in a combat.
const fn is_limit(restriction: &Restriction) -> bool {
    matches!(restriction, Restriction::MaximumAttackers(_) | Restriction::MaximumBlockers(_))
}

/// Whether a requirement has to say of which combat it is.
const fn is_of_each_combat(requirement: &Requirement) -> bool {
    matches!(requirement, Requirement::Attack(_) | Requirement::AttackThat { .. } | Requirement::Block(_))
}

/// Whether its words say already that it is done if it can be.
const fn is_said_so(requirement: &Requirement) -> bool {
    matches!(requirement, Requirement::BlockThat { what: Filter::Any | Filter::Type(_), .. })
}

/// Whether it is the object with the ability, or a word that may stand for it. What others enter
/// with is additional.
const fn is_this_or_it(what: &Filter) -> bool {
    matches!(what, Filter::This | Filter::Is(_))
}

/// Whether it would be of spells in a zone in which there are none: of those that are cast from it.
fn is_cast_from_a_zone(what: &Filter) -> bool {
    let in_a_zone = |part: &Filter| matches!(part, Filter::In(_));
    matches!(what, Filter::All(parts) if parts.contains(&Filter::Spell) && parts.iter().any(in_a_zone))
}

rows! {
    pub(crate) ROWS;

    span: Duration::EndOfTurn => "until end of turn";
    span: Duration::EndOfCombat => "until end of combat";
    span: Duration::Until(TurnPart::Turn, Players::You) => "until your next turn";
    span: Duration::Through(TurnStep::Cleanup, Players::You) => "until the end of your next turn";
    span: Duration::Until(TurnPart::Step(step), Players::You) => "until your next {step:step}";
    span: Duration::AsLongAs(Condition::Is(what, Filter::Tapped)) => "for as long as {what:thing} remain<what> tapped";
    span: Duration::AsLongAs(Condition::Is(what, Filter::In(ZoneKind::Battlefield)))
        => "for as long as {what:thing} remain<what> on the battlefield";
    span: Duration::AsLongAs(condition) => "for as long as {condition:if}";

    change: Modification::LoseAllAbilities => "lose<> all abilities";
    change: Modification::LoseKeyword(keyword) => "lose<> {keyword:keyword_ability}";
    change: Modification::AddType(kind) => "become<> an {kind:type_name} in addition to its other types"
        | "be<> an {kind:type_name} in addition to its other types";
    change: Modification::SwitchPowerToughness => "switch<> power and toughness";

    static: StaticEffect::Restrict(restriction) if !is_limit(restriction) => | "{restriction:restricted}";
    static: StaticEffect::Restrict(restriction) if is_limit(restriction)
        => | "{restriction:restricted} each combat";
    static: StaticEffect::Require(requirement) if is_of_each_combat(requirement)
        => | "{requirement:required} each (combat|turn) if able";
    static: StaticEffect::Require(requirement) if !is_of_each_combat(requirement) && !is_said_so(requirement)
        => | "{requirement:required} if able";
    static: StaticEffect::Require(requirement) if is_said_so(requirement) => | "{requirement:required}";
    effects: vec![effect] => | "{effect:static}";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantAttack(what)), StaticEffect::Restrict(Restriction::CantBlock(what))]
        => "{what:them_creatures} can't attack or block";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantAttack(what)), StaticEffect::Restrict(Restriction::CantBlock(what)),
            StaticEffect::Restrict(Restriction::CantActivate {
                who: Players::Each, what, unless_mana: false, except: None })]
        if matches!(what, Filter::Is(_))
        => "{what:them_creatures} can't attack or block , and its<what> activated abilities can't be activated";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantAttack(what)), StaticEffect::Restrict(Restriction::CantBlock(what)),
            StaticEffect::Restrict(Restriction::CantActivate {
                who: Players::Each, what, unless_mana: true, except: None })]
        if matches!(what, Filter::Is(_))
        => "{what:them_creatures} can't attack or block , and its<what> activated abilities can't be activated unless \
            they 'be<many> mana abilities";
    effects: vec![
            StaticEffect::Restrict(Restriction::NeedsOtherAttackers { what, count: 1, like: None }),
            StaticEffect::Restrict(Restriction::NeedsOtherBlockers { what, count: 1, like: None })]
        => "{what:them_creatures} can't attack or block alone";
    effects: vec![
            StaticEffect::Restrict(Restriction::CantBlock(what)),
            StaticEffect::Restrict(Restriction::CantBeBlockedBy { what, by: Filter::Any })]
        => "{what:them_creatures} can't block and can't be blocked"
        | "{what:them_creatures} can't block or be blocked";

    time: Duration::EndOfTurn => "this turn";
    time: Duration::EndOfCombat => "this combat";
    time: Duration::Through(TurnStep::Cleanup, Players::You) => "until the end of your next turn";
    time: Duration::AsLongAs(Condition::Is(what, Filter::Tapped)) => "for as long as {what:thing} remain<what> tapped";
    time: Duration::AsLongAs(Condition::Is(what, Filter::In(ZoneKind::Battlefield)))
        => "for as long as {what:thing} remain<what> on the battlefield";
    time: Duration::AsLongAs(condition) => "for as long as {condition:if}";
    time: Duration::Indefinite => "for the rest of the game";
    time: Duration::Until(TurnPart::Turn, Players::You) => "until your next turn";

    static: StaticEffect::Modify { what, modifications, defining: false } if !is_cast_from_a_zone(what)
        => | "{what:them} {modifications:changes[what]}";
    static: StaticEffect::Modify {
            what: Filter::This, modifications: vec![Modification::SetPowerToughness(n, n)], defining: true }
        => | "~ 's power and toughness are each equal to {n:amount}";
    static: StaticEffect::Modify { what, modifications: vec![Modification::Control(Players::You)], defining: false }
        => | "you control {what:group}";
    static: StaticEffect::BlocksMore { what, count: Some(1) }
        => | "{what:group} can block an additional creature each combat"
        | "{what:group} can block an additional creature";
    static: StaticEffect::BlocksMore { what, count: None }
        => | "{what:group} can block any number of creatures";
    static: StaticEffect::MayStayTapped(what)
        => | "you may choose not to untap {what:group} during your untap step";
    static: StaticEffect::UntapDuring { what, of }
        => "untap {what:group} during {of:whose} untap step" | "untap {what:group} during {of:whose} untap steps";
    static: StaticEffect::MaximumHandSize { who: Players::You, size: HandSize::Unlimited }
        => | "you have no maximum hand size";
    static: StaticEffect::Permit(Permission::PlayLands(Players::You, Quantity::Fixed(1)))
        => | "you may play an additional land on each of your turns";
    static: StaticEffect::Permit(Permission::LookAtTop(Players::You))
        => | "you may look at the top card of your library any time";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(and(what, Filter::ControlledBy(Players::You))),
            change: CostChange::Less { mana, times: Quantity::Fixed(1), least: 0 } })
        => | "{what:noun[many]} you cast cost {mana:symbols} less to cast";
    static: StaticEffect::Cost(CostEffect {
            of: Costly::Spells(what), change: CostChange::More(vec![Cost::Mana(mana)]) })
        if !matches!(what, Filter::This)
        => | "{what:noun[many]} cost {mana:symbols} more to cast";
    chosen_value: Choosing::Color(vec![]) => "a color";
    chosen_value: Choosing::CreatureType => "a creature type";
    chosen_value: Choosing::BasicLandType => "a basic land type";
    chosen_value: Choosing::Player(Players::Opponents) => "an opponent";
    chosen_value: Choosing::Player(Players::Each) => "a player";
    static: StaticEffect::Replace(Replacement { would: Would::Enter { what }, instead: Instead::EnterTapped })
        => | "{what:them} enter<what> the battlefield tapped";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, count) })
        if is_this_or_it(what)
        => | "{what:them} enter<what> the battlefield with {count:count} {kind:counter_name} counter[count] \
            on it"
        | "{what:them} enter<what> the battlefield with a {kind:counter_name} counter on it for each \
            {count:each}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, count) })
        => | "{what:them} enter<what> the battlefield with a number of {kind:counter_name} counters on it \
            equal to {count:amount}"
        | "{what:them} enter<what> the battlefield with a number of additional {kind:counter_name} counters \
            on it equal to {count:amount}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, Quantity::Fixed(1)) })
        if !is_this_or_it(what)
        => | "{what:them} enter<what> the battlefield with an additional {kind:counter_name} counter on it";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what: Filter::This },
            instead: Instead::EnterAs(Box::new(EnterAs { of, may: true, tapped: false, except: vec![], when: None })) })
        => | "you may have ~ enter the battlefield as a copy of {of:one}"
        | "you may have ~ enter the battlefield as a copy of any {of:noun[one]}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Move { what, from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
            instead: Instead::GoTo(ZoneKind::Exile) })
        if !matches!(what, Filter::Is(_))
        => | "if {what:one} would die , exile it instead";

    span: Duration::Until(TurnPart::Step(step), who) if *who != Players::You
        => | "until {who:whose} next {step:step}";
    time: Duration::Until(TurnPart::Step(step), Players::You) if *step != TurnStep::Upkeep
        => | "until your next {step:step}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, count) })
        => | "{what:them} enter<what> the battlefield with an additional X {kind:counter_name} counters on it , where X \
            is {count:amount}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what }, instead: Instead::EnterWithCounters(kind, Quantity::X) })
        => | "{what:them} enter<what> the battlefield with an additional X {kind:counter_name} counters on it";
    chosen_value: Choosing::Color(vec![one, other]) => | "{one:color_name} or {other:color_name}";
}
