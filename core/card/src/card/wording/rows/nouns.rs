//! What follows a noun (CR 109.2).

use retrace_words::rows;

use super::super::parts::is_several;
use crate::card::ast::filter::{Each, Filter, Objects, OfEach, Players, Quantity};
use crate::card::ast::instruction::Recipients;
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::words::card_type::{CardType, SubtypeSet};
use crate::card::words::chosen::Linked;
use crate::card::words::comparison::Comparison;
use crate::card::words::zone_kind::{ZoneKind, Zones};

use crate::card::words::turn_step::{Phase, TurnPart, TurnStep};

rows! {
    pub(crate) ROWS;

    post: Filter::ControlledBy(who) => "{who:controller} control<who>";
    post: Filter::Not(Box::new(Filter::ControlledBy(Players::You))) => "you don't control";
    post: Filter::Not(Box::new(Filter::OwnedBy(Players::You))) => "you don't own";
    post: Filter::OwnedBy(who) => "{who:controller} own<who>";
    post: Filter::Keyword(keyword) => "with {keyword:keyword_ability}";
    post: Filter::Not(Box::new(Filter::Keyword(keyword))) => "without {keyword:keyword_ability}";
    post: Filter::Power(Comparison::AtLeast, Box::new(n)) => "with power {n:figure} or greater";
    post: Filter::Power(Comparison::AtMost, Box::new(n)) => "with power {n:figure} or less";
    post: Filter::Power(Comparison::Equal, Box::new(n)) => "with power {n:figure}";
    post: Filter::Toughness(Comparison::AtLeast, Box::new(n)) => "with toughness {n:figure} or greater";
    post: Filter::Toughness(Comparison::AtMost, Box::new(n)) => "with toughness {n:figure} or less";
    post: Filter::ManaValue(Comparison::AtLeast, Box::new(n)) => "with mana value {n:figure} or greater";
    post: Filter::ManaValue(Comparison::AtMost, Box::new(n)) => "with mana value {n:figure} or less";
    post: Filter::ManaValue(Comparison::Equal, Box::new(n)) => "with mana value {n:figure}";
    post: Filter::HasCounter(kind) => "with a {kind:counter_name} counter on it"
        | "with an {kind:counter_name} counter on it" | "with {kind:counter_name} counters on them";
    post: Filter::All(vec![Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who)])
        => "in {who:whose} graveyard" | "from {who:whose} graveyard";
    post: Filter::All(vec![Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)])
        => "in {who:whose} hand" | "from {who:whose} hand";
    post: Filter::All(vec![Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::Opponents)])
        => | "in your opponents' graveyards";
    post: Filter::All(vec![
            Filter::AnyOf(vec![Filter::In(ZoneKind::Hand), Filter::In(ZoneKind::Graveyard)]), Filter::OwnedBy(who)])
        => | "(in|from) {who:whose} hand or (|from {who:whose} )graveyard" | "from {who:whose} hand and graveyard";
    post: Filter::In(ZoneKind::Graveyard)
        => "in a graveyard" | "from a graveyard" | "in graveyards" | "in all graveyards"
        | "from all graveyards" | "from graveyards" | "in each graveyard";
    recipient: Recipients::Both(who, Objects::Each(Box::new(what))) => "{what:group} and {who:player}";
    recipient: Recipients::Both(who, Objects::Each(Box::new(what))) if !is_several(who) && !what.is_about_this()
        => | "{who:player} and each {what:noun[one]}";
    // Those of each of several players.
    recipient: Recipients::Both(Players::Opponents, Objects::Each(Box::new(
            and(what, Filter::ControlledBy(Players::Opponents)))))
        => | "each opponent and each {what:noun[one]} (they|your opponents) control";
    thing: Objects::This => | "~ from your graveyard";
    thing: Objects::TopOfLibrary(who, n) => | "{n:top_cards} of {who:whose} library";
    post: Filter::Not(Box::new(Filter::This)) => "other than ~";
    post: Filter::AttackedThisTurn => "that attacked this turn";
    post: Filter::BlockedThisTurn => "that blocked this turn";
    post: Filter::BlockedBy(what) => "blocked by {what:thing}";
    post: Filter::BlockingThat(what) => "blocking {what:thing}";
    post: Filter::SharesColor(what) => "that shares a color with {what:thing}";
    post: Filter::ChosenColor => "of the chosen color";
    post: Filter::ChosenSubtype => "of the chosen type";
    post: is if !is.is_about_this() => | "that {is:is[]}";
    post: Filter::DealtDamageBy(by) => | "dealt damage by {by:thing} this turn";
    post: Filter::SameName(with) => | "with the same name as {with:thing}";
    post: Filter::All(vec![Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::Opponents)])
        => | "(in|from) all (|your )opponents' graveyards" | "from your opponents' graveyards";
    post: Filter::All(vec![Filter::OwnedBy(Players::You), Filter::ControlledBy(Players::You)])
        => | "you both own and control";
    post: Filter::Enchanting(who) => | "attached to {who:controller}";
    post: Filter::All(vec![Filter::Is(Objects::Linked(Linked::Exiled)), Filter::In(ZoneKind::Exile)])
        => | "exiled with ~";
    post: Filter::AnyOf(vec![
            Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::BecomesBlockedBy {
                what: Filter::Is(what), by: Filter::Any })))),
            Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::BlocksCreature {
                what: Filter::Is(what), creature: Filter::Any }))))])
        => | "that blocked or (was|were) blocked by {what:thing} this turn";
    post: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::BlocksCreature {
            what: Filter::Is(what), creature: Filter::Any }))))
        => | "that (was|were) blocked by {what:thing} this turn";
    thing: Objects::TopOfGraveyard(who, Box::new(what)) => | "the top {what:card_noun[one]} of {who:whose} graveyard";
    thing: Objects::TopUntil { whose, what: Box::new(Filter::Any), count: Box::new(count) }
        if *count == Quantity::ThatMuch
        => | "{count:count} cards from the top of {whose:whose} library";
    post: Filter::Not(Box::new(what)) if !what.is_about_this() => | "other than {what:one_card}";
    post: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::IsDealtDamage {
            what: Some(Filter::Any), who: None, combat: false, noncombat: false }))))
        => | "dealt damage this turn";
    post: Filter::ChosenCardType => | "of the chosen card type";
    post: Filter::AttackingThat { players: Some(who), objects: None } => | "attacking {who:controller}";
    post: Filter::ManaValue(Comparison::AtMost, Box::new(n))
        => | "with mana value less than or equal to {n:amount}";
    post: Filter::Power(Comparison::AtMost, Box::new(n)) => | "with power less than or equal to {n:amount}";
    post: Filter::Power(Comparison::Greater, Box::new(n)) => | "with power greater than {n:amount}";
    post: Filter::Power(Comparison::Less, Box::new(n)) => | "with power less than {n:amount}";
    post: Filter::Power(Comparison::AtLeast, Box::new(n)) => | "with power greater than or equal to {n:amount}";
    post: Filter::Power(Comparison::Equal, Box::new(n)) => | "with power equal to {n:amount}";
    post: Filter::Toughness(Comparison::AtMost, Box::new(n)) => | "with toughness less than or equal to {n:amount}";
    post: Filter::ManaValue(Comparison::Equal, Box::new(n)) => | "with mana value equal to {n:amount}";
    post: Filter::ManaValue(Comparison::Greater, Box::new(n)) => | "with mana value greater than {n:amount}";
    post: Filter::ManaValue(Comparison::Less, Box::new(n)) => | "with mana value less than {n:amount}";
    post: Filter::Power(Comparison::AtLeast, Box::new(Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Power(Objects::Affected), each: Each::Object(Objects::Each(Box::new(what))) }))))
        => | "with the greatest power among {what:noun[many]}";
    post: Filter::AttachedTo(Box::new(what)) => | "attached to {what:one}";
    post: Filter::AttachedTo(Box::new(Filter::Is(what)))
        if !what.is_of_a_description() && !matches!(what, Objects::This | Objects::AttachedTo)
        => | "attached to {what:thing}";
    post: Filter::SharesColor(Objects::Each(Box::new(what))) if !what.is_about_this()
        => | "that shares a color with {what:one}";
    post: Filter::SharesSubtype(SubtypeSet::Of(CardType::Creature), Objects::Each(Box::new(what)))
        if !what.is_about_this()
        => | "that shares a creature type with {what:one}";
    post: Filter::In(ZoneKind::Exile) => | "in exile";
    post: Filter::In(ZoneKind::Battlefield) => | "on the battlefield";
    thing: Objects::TopUntil { whose, what: Box::new(Filter::Any), count: Box::new(count) }
        if !matches!(count, Quantity::Fixed(_))
        => | "the top {count:count} cards of {whose:whose} library";
    post: Filter::SharesSubtype(SubtypeSet::Of(CardType::Creature), with)
        => | "that shares a creature type with {with:thing}";
    post: Filter::SharesCardType { with, of: vec![] } => | "that shares a card type with {with:thing}";

    // Parts of a turn (CR 500.1).
    part_of_turn: TurnPart::Turn => "turn[]";
    part_of_turn: TurnPart::Phase(Phase::Beginning) => "beginning phase[]";
    part_of_turn: TurnPart::Phase(Phase::PrecombatMain) => "precombat main phase[]";
    part_of_turn: TurnPart::Phase(Phase::Combat) => "combat phase[]";
    part_of_turn: TurnPart::Phase(Phase::PostcombatMain) => "postcombat main phase[]";
    part_of_turn: TurnPart::Phase(Phase::Ending) => "ending phase[]";
    part_of_turn: TurnPart::Step(TurnStep::Untap) => "untap step[]";
    part_of_turn: TurnPart::Step(TurnStep::Upkeep) => "upkeep step[]" | "upkeep[]";
    part_of_turn: TurnPart::Step(TurnStep::Draw) => "draw step[]";
    part_of_turn: TurnPart::Step(TurnStep::DeclareAttackers) => "declare attackers step[]";
    part_of_turn: TurnPart::Step(TurnStep::DeclareBlockers) => "declare blockers step[]";
    part_of_turn: TurnPart::Step(TurnStep::CombatDamage) => "combat damage step[]";
    part_of_turn: TurnPart::Step(TurnStep::End) => "end step[]";
    part_of_turn: TurnPart::Step(TurnStep::Cleanup) => "cleanup step[]";

    post: Filter::XInManaCost => | "with {X} in its mana cost" | "with {X} in their mana costs";
    post: Filter::ManaValueIs(parity) => | "with (|an ){parity:parity_name} mana (value|values)";
    post: Filter::NoAbilities => | "with no abilities";
    post: Filter::Above(what) => | "above {what:thing}";
    post: Filter::AnyOf(vec![Filter::Keyword(one), Filter::Keyword(other)])
        => | "with {one:keyword_ability} or {other:keyword_ability}";
    post: Filter::All(vec![
            Filter::Not(Box::new(Filter::Keyword(one))), Filter::Not(Box::new(Filter::Keyword(other)))])
        => | "without {one:keyword_ability} or {other:keyword_ability}";
    post: Filter::AnyOf(vec![
            Filter::Power(Comparison::AtMost, Box::new(n)), Filter::Toughness(Comparison::AtMost, Box::new(n))])
        => | "with power or toughness {n:figure} or less";
    post: Filter::AnyOf(vec![Filter::BlockingThat(what), Filter::BlockedBy(what)])
        => | "blocking or blocked by {what:thing}" | "that blocked or was blocked by {what:thing}";
    post: Filter::LastTurn(Box::new(PastEvent(TriggerEvent::Attacks(Filter::Any))))
        => | "that attacked during (its|their) (controller's|controllers') last (turn|turns)";

    post: Filter::All(vec![Filter::Color(one), Filter::Color(other)])
        => | "that is both {one:color_name} and {other:color_name}";
    post: Filter::AttackingThat { players: Some(Players::You), objects: Some(Box::new(Filter::All(vec![
            Filter::Type(CardType::Planeswalker), Filter::ControlledBy(Players::You)]))) }
        => | "(that is |)attacking you or a planeswalker you control";
    post: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
            what: Filter::Any, from: Some(Zones::only(ZoneKind::Battlefield)), to: Some(Zones::only(ZoneKind::Graveyard)) }))))
        => | "that (was|were) put there from the battlefield this turn";
    post: Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::Moves {
            what: Filter::Any, from: None, to: Some(Zones::only(ZoneKind::Graveyard)) }))))
        => | "that (was|were) put there (|from anywhere )this turn";
    post: Filter::In(ZoneKind::Outside) => | "from outside the game";

    post: Filter::BlockedBy(Objects::This) => | "it is blocking";
    post: Filter::Not(Box::new(Filter::This)) => | "except for ~";

    post: Filter::AttachedTo(Box::new(what)) => | "attached to {what:noun[many]}";
    post: Filter::In(ZoneKind::Exile) => | "from exile";
    thing: Objects::TopUntil { whose, what: Box::new(Filter::Any), count: Box::new(count) }
        if !matches!(count, Quantity::Fixed(_) | Quantity::X)
        => | "a number of cards from the top of {whose:whose} library equal to {count:amount}"
        | "cards from the top of {whose:whose} library equal to {count:amount}"
        | "cards equal to {count:amount} from the top of {whose:whose} library";
    post: Filter::Not(Box::new(Filter::HasCounter(kind)))
        => | "with no {kind:counter_name} counters on (it|them)";
    post: Filter::ManaValue(Comparison::Equal, Box::new(Quantity::ManaValue(of))) if !of.is_of_a_description()
        => | "with {of:thing_whose} mana value" | "with the same mana value as {of:thing}";
    post: Filter::All(vec![Filter::Is(Objects::Linked(Linked::Exiled)), Filter::In(ZoneKind::Exile)])
        => | "exiled with it";
    post: Filter::AnyOf(vec![
            Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::BecomesBlockedBy {
                what, by: Filter::Any })))),
            Filter::Is(Objects::ThisTurn(Box::new(PastEvent(TriggerEvent::BlocksCreature {
                what, creature: Filter::Any }))))])
        if !matches!(what, Filter::Is(_))
        => | "that blocked or (was|were) blocked by {what:one_creature} this turn";
}
