//! Instructions as actions (CR 608.2, 701).

use retrace_words::rows;

use crate::card::ast::ability::Face;
use crate::card::ast::effect::{Duration, Instead, Modification, Replacement, StaticEffect, Would};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::card_type::CardType;
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::deed::Deed;
use crate::card::words::turn_step::TurnStep;
use crate::card::words::zone_kind::{Place, ZoneKind, Zones};

const BATTLEFIELD: Zones = Zones::only(ZoneKind::Battlefield);
const GRAVEYARD: Zones = Zones::only(ZoneKind::Graveyard);

/// Whether a word names several players at once.
const fn is_several(who: &Players) -> bool {
    matches!(who, Players::Each | Players::Opponents)
}

rows! {
    pub(crate) ROWS;

    // Damage and life (CR 119, 120).
    clause: Instruction::DealDamage(verb::DealDamage { source, amount, to, excess: None })
        => "{source:thing} deal<source> {amount:figure} damage to {to:recipient}"
        | "{source:thing} deal<source> damage to {to:recipient} equal to {amount:amount}"
        | "{source:thing} deal<source> damage equal to {amount:amount} to {to:recipient}"
        | "{source:thing} deal<source> 1 damage to {to:recipient} for each {amount:each}";
    clause: Instruction::DealDamage(verb::DealDamage {
            source, amount: Quantity::Portion, to: Recipients::Target(n), excess: None })
        => "{source:thing} deal<source> {n:divided}";
    clause: Instruction::AtOnce(verb::AtOnce(vec![
            Instruction::DealDamage(verb::DealDamage { source: Objects::This, amount, to, excess: None }),
            Instruction::DealDamage(verb::DealDamage {
                source: Objects::This, amount: more, to: other, excess: None })]))
        => "~ deals {amount:figure} damage to {to:recipient} and {more:figure} damage to {other:recipient}";
    clause: Instruction::Fight(verb::Fight { what, with }) => "{what:thing} fight<what> {with:thing}";
    clause: Instruction::GainLife(verb::GainLife { who, amount })
        => "{who:player} gain<who> {amount:figure} life"
        | "{who:player} gain<who> life equal to {amount:amount}"
        | "{who:player} gain<who> 1 life for each {amount:each}";
    clause: Instruction::GainLife(verb::GainLife { who, amount: Quantity::Times(n, Box::new(amount)) })
        if *n > 1
        => "{who:player} gain<who> {n:times} life for each {amount:each}";
    clause: Instruction::LoseLife(verb::LoseLife { who, amount })
        => "{who:player} lose<who> {amount:figure} life"
        | "{who:player} lose<who> life equal to {amount:amount}"
        | "{who:player} lose<who> 1 life for each {amount:each}";
    clause: Instruction::SetLife(verb::SetLife { who, to })
        => "{who:whose} life total become<one> {to:figure}";

    // Counters (CR 122).
    clause: Instruction::PutCounters(verb::PutCounters { on, kind, count })
        => "put {count:count} {kind:counter_name} counter[count] on {on:thing}"
        | "distribute {count:count} {kind:counter_name} counter[count] on {on:thing}";
    clause: Instruction::RemoveCounters(verb::RemoveCounters { from, kind, count })
        => "remove {count:count} {kind:counter_name} counter[count] from {from:thing}";
    clause: Instruction::GetCounters(verb::GetCounters { who, kind, count })
        => "{who:player} get<who> {count:count} {kind:counter_name} counter[count]";
    clause: Instruction::GetCounters(verb::GetCounters { who, kind: CounterKind::Energy, count })
        => "{who:player} get<who> {count:energy_count}";
    clause: Instruction::Proliferate => "proliferate";
    clause: Instruction::Bolster(verb::Bolster(n)) => "bolster {n:figure}";
    clause: Instruction::Adapt(verb::Adapt(n)) => "adapt {n:figure}";
    clause: Instruction::Monstrosity(verb::Monstrosity(n)) => "monstrosity {n:figure}";
    clause: Instruction::Amass(verb::Amass(n)) => "amass {n:figure}";
    clause: Instruction::Fateseal(verb::Fateseal(n)) => "fateseal {n:figure}";
    clause: Instruction::Investigate => "investigate";
    clause: Instruction::Populate => "populate";
    clause: Instruction::Clash => "clash with an opponent";
    clause: Instruction::Learn => "learn";
    clause: Instruction::Venture => "venture into the dungeon";
    clause: Instruction::Goad(verb::Goad(what)) => "goad {what:thing}";
    clause: Instruction::Detain(verb::Detain(what)) => "detain {what:thing}";
    clause: Instruction::Support(verb::Support(what)) => "support {what:thing}";

    // Mana (CR 106).
    clause: Instruction::AddMana(verb::AddMana { who, mana, terms: vec![] })
        => "{who:player} add<who> {mana:mana}";

    // Hands and libraries (CR 121, 701).
    clause: Instruction::Draw(verb::Draw { who, count })
        => "{who:player} draw<who> {count:count} card[count]"
        | "{who:player} draw<who> cards equal to {count:amount}"
        | "{who:player} draw<who> a card for each {count:each}";
    clause: Instruction::Discard(verb::Discard { who, count, at_random: false })
        => "{who:player} discard<who> {count:count} card[count]";
    clause: Instruction::Discard(verb::Discard { who, count, at_random: true })
        => "{who:player} discard<who> {count:count} card[count] at random";
    clause: Instruction::Mill(verb::Mill { who, count })
        => "{who:player} mill<who> {count:count} card[count]"
        | "{who:player} put<who> the top {count:count} card[count] of their library into their graveyard"
        | "{who:player} put<who> the top {count:count} card[count] of your library into your graveyard";
    clause: Instruction::Scry(verb::Scry { who, count }) => "{who:player} scry<who> {count:figure}";
    clause: Instruction::Surveil(verb::Surveil { who, count }) => "{who:player} surveil<who> {count:figure}";
    clause: Instruction::Explore(verb::Explore(what)) => "{what:thing} explore<what>";
    clause: Instruction::Shuffle(verb::Shuffle(Players::You)) => "shuffle" | "shuffle your library";

    // Permanents (CR 701).
    clause: Instruction::Destroy(verb::Destroy(what)) => "destroy {what:thing}";
    clause: Instruction::Exile(verb::Exile(what)) => "exile {what:thing}";
    clause: Instruction::Tap(verb::Tap(what)) => "tap {what:thing}";
    clause: Instruction::Untap(verb::Untap(what)) => "untap {what:thing}";
    clause: Instruction::Counter(verb::Counter(what)) => "counter {what:thing}";
    clause: Instruction::Regenerate(verb::Regenerate(what)) => "regenerate {what:thing}";
    clause: Instruction::PhaseOut(verb::PhaseOut(what)) => "{what:thing} phase<what> out";
    clause: Instruction::Transform(verb::Transform(what)) => "transform {what:thing}";
    clause: Instruction::TurnFaceDown(verb::TurnFaceDown(what)) => "turn {what:thing} face down";
    clause: Instruction::SacrificeThose(verb::SacrificeThose(what)) => "sacrifice {what:thing}";
    clause: Instruction::Sacrifice(verb::Sacrifice { who, what, count: Quantity::Fixed(1) })
        if !matches!(what, Filter::This | Filter::Is(_))
        => "{who:player} sacrifice<who> {what:one}";
    clause: Instruction::Sacrifice(verb::Sacrifice { who, what, count }) if *count != Quantity::Fixed(1)
        => "{who:player} sacrifice<who> {count:count} {what:noun[count]}";
    clause: Instruction::SacrificeTheirs(verb::SacrificeTheirs { who, what })
        if !what.is_of_a_description() && *who != Players::You
        => "{who:player} sacrifice<who> {what:thing}";
    clause: Instruction::Attach(verb::Attach { what, to }) => "attach {what:thing} to {to:recipient}";
    clause: Instruction::RemoveFromCombat(verb::RemoveFromCombat(what)) => "remove {what:thing} from combat";
    clause: Instruction::RemoveDamage(verb::RemoveDamage(what)) => "remove all damage marked on {what:thing}"
        | "remove all damage from {what:thing}";

    clause: Instruction::Exile(verb::Exile(Objects::TopOfLibrary(who, n)))
        => "exile {n:top_cards} of {who:whose} library";
    clause: Instruction::LookAt(verb::LookAt { who, what: Objects::TopOfLibrary(whose, n) })
        => "{who:player} look<who> at {n:top_cards} of {whose:whose} library";
    clause: Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(Players::You, n)))
        => "reveal {n:top_cards} of your library";

    // Between zones (CR 400).
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Hand, place: Place::Top, random: false })
        => "return {what:thing} to (its owner's|their owner's|your|their) hand"
        | "return {what:thing} to their owners' hands"
        | "put {what:thing} into (your|their|its owner's) hand";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: false })
        => "put {what:thing} on top of its owner's library"
        | "put {what:thing} on top of their owner's library"
        | "put {what:thing} on top of your library"
        | "put {what:thing} on top of their owners' libraries";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Bottom, random: false })
        => "put {what:thing} on the bottom of its owner's library"
        | "put {what:thing} on the bottom of their owner's library"
        | "put {what:thing} on the bottom of your library"
        | "put {what:thing} on the bottom of their owners' libraries";
    clause: Instruction::Put(verb::Put { what, into: ZoneKind::Graveyard, place: Place::Top, random: false })
        if !matches!(what, Objects::TopOfLibrary(..))
        => "put {what:thing} into its owner's graveyard"
        | "put {what:thing} into your graveyard"
        | "put {what:thing} into their owners' graveyards";
    clause: Instruction::ShuffleInto(verb::ShuffleInto { what, whose: Players::OwnerOf(Box::new(what)) })
        => "shuffle {what:thing} into its owner's library"
        | "{what:thing} 's owner shuffles it into their library";

    // Effects with a duration (CR 611.2).
    clause: Instruction::Modify(verb::Modify { what, modifications, duration })
        => "{what:thing} {modifications:changes[what]} {duration:span}";
    clause: Instruction::Modify(verb::Modify { what, modifications: vec![Modification::Control(who)], duration })
        if !is_several(who)
        => "{who:player} gain<who> control of {what:thing} {duration:span}";
    clause: Instruction::Modify(verb::Modify {
            what, modifications: vec![Modification::Control(who)], duration: Duration::Indefinite })
        if !is_several(who)
        => "{who:player} gain<who> control of {what:thing}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(restriction), duration, of: None, apiece: false })
        => | "{restriction:restricted} {duration:time}";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(requirement), duration, of: None, apiece: false })
        => | "{requirement:required} {duration:time} if able";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantBeBlockedBy { what: Filter::Is(what), by: Filter::Any }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => "{what:thing} can't be blocked this turn" | "{what:thing} be<what> unblockable this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantBlock(Filter::Is(what))),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => "{what:thing} can't block this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantBlock(what)),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        if !matches!(what, Filter::This | Filter::Is(_))
        => "{what:group} can't block this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::CantAttack(Filter::Is(what))),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => "{what:thing} can't attack this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(Requirement::Attack(Filter::Is(what))),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => "{what:thing} attack<what> this turn if able";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(Filter::Is(what))),
            duration: Duration::Through(TurnStep::Untap, Players::ControllerOf(Box::new(what))),
            of: None, apiece: false }) if !what.is_of_a_description()
        => "{what:thing} not_untap<what> during its controller's next untap step";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: Some(Players::Each), objects: Some(Filter::Any),
                    combat: true, noncombat: false, at_least: None },
                instead: Instead::Prevent }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => "prevent all combat damage that would be dealt this turn";

    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: Some(Players::You), objects: None,
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(n) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => "prevent the next {n:figure} damage that would be dealt to you this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(Filter::Is(what)),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(n) }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => "prevent the next {n:figure} damage that would be dealt to {what:thing} this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: Some(Players::Target(n)),
                    objects: Some(Filter::Is(Objects::Target(n))),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::PreventNext(amount) }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => "prevent the next {amount:figure} damage that would be dealt to {n:any_target} this turn";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Damage {
                    source: Filter::Any, players: None, objects: Some(Filter::Is(what)),
                    combat: false, noncombat: false, at_least: None },
                instead: Instead::Prevent }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => "prevent all damage that would be dealt to {what:thing} this turn";

    clause: Instruction::ExileUntil(verb::ExileUntil {
            what, until: TriggerEvent::Moves { what: Filter::This, from: Some(BATTLEFIELD), to: None } })
        => "exile {what:thing} until ~ leaves the battlefield";
    clause: Instruction::FlipCoins(verb::FlipCoins {
            who: Players::You, count: Quantity::Fixed(1), called: true, until: None })
        => "flip a coin";
    clause: Instruction::CreateCopies(verb::CreateCopies {
            who, count, of, except: vec![], tapped: false, joining: None, marked: None })
        => "{who:player} create<who> {count:count} token[count] (that is a copy|that are copies) of {of:thing}"
        | "{who:player} put<who> {count:count} token[count] (that is a copy|that are copies) of {of:thing} \
            onto the battlefield";

    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Move { what: Filter::Is(what), from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
                instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::EndOfTurn, of: None, apiece: false }) if !what.is_of_a_description()
        => | "if {what:thing} would die this turn , exile it instead";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Replace(Replacement {
                would: Would::Move {
                    what: Filter::All(vec![Filter::Type(CardType::Creature), Filter::Is(Objects::Those)]),
                    from: Some(BATTLEFIELD), to: Some(GRAVEYARD) },
                instead: Instead::GoTo(ZoneKind::Exile) }),
            duration: Duration::EndOfTurn, of: Some(Objects::ThisWay(Deed::DamageDealt)), apiece: false })
        => | "if a creature dealt damage this way would die this turn , exile it instead";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(Restriction::DoesntUntap(what)),
            duration: Duration::Through(TurnStep::Untap, Players::You), of: None, apiece: false })
        => | "{what:them} not_untap<what> during your next untap step";
    clause: Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false })
        => | "{who:player} discard<who> (their|your) hand";
    clause: Instruction::PutCounters(verb::PutCounters { on, kind, count })
        => | "put a number of {kind:counter_name} counters on {on:thing} equal to {count:amount}";
    clause: Instruction::Draw(verb::Draw { who, count })
        => | "{who:player} draw<who> a number of cards equal to {count:amount}";
    clause: Instruction::Mill(verb::Mill { who, count })
        => | "{who:player} mill<who> a number of cards equal to {count:amount}"
        | "{who:player} mill<who> cards equal to {count:amount}";
    clause: Instruction::ExchangeControl(verb::ExchangeControl { what, with: what })
        => "exchange control of {what:thing}";
    clause: Instruction::ShuffleInto(verb::ShuffleInto {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who)]))),
            whose: who })
        => "{who:player} shuffle<who> (their|your) graveyard into (their|your) library";

    // Tokens (CR 111).
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None, size: None, tapped: false,
            joining: None })
        => "{who:player} create<who> {count:count} {token:token[count]}"
        | "{who:player} put<who> {count:count} {token:token[count]} onto the battlefield";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None, size: None, tapped: true,
            joining: None })
        => "{who:player} create<who> {count:count} tapped {token:token[count]}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: Some(kind), token: Box::new(Face::default()), attached_to: None, size: None,
            tapped: false, joining: None })
        => "{who:player} create<who> {count:count} {kind:predefined_token} token[count]";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: Some(kind), token: Box::new(Face::default()), attached_to: None, size: None,
            tapped: true, joining: None })
        => "{who:player} create<who> {count:count} tapped {kind:predefined_token} token[count]";

    // Looking and revealing (CR 701).
    clause: Instruction::Reveal(verb::Reveal(Objects::Each(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)])))))
        => "{who:player} reveal<who> their hand" | "{who:player} reveal<who> your hand";
    clause: Instruction::LookAt(verb::LookAt { who, what: Objects::Each(Box::new(Filter::All(vec![
            Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(whose)]))) })
        => "{who:player} look<who> at {whose:whose} hand";

    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: false, joining: None, attached_to: None, counters: vec![],
            being: vec![], face_down: None, transformed: false })
        => "put {what:thing} onto the battlefield under your control"
        | "return {what:thing} to the battlefield under your control"
        | "put {what:thing} onto the battlefield"
        | "return {what:thing} to the battlefield";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: true, joining: None, attached_to: None, counters: vec![],
            being: vec![], face_down: None, transformed: false })
        => "put {what:thing} onto the battlefield tapped under your control"
        | "return {what:thing} to the battlefield tapped under your control"
        | "put {what:thing} onto the battlefield tapped"
        | "return {what:thing} to the battlefield tapped";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::OwnerOf(Box::new(what)), tapped: false, joining: None, attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: false })
        => "return {what:thing} to the battlefield under its owner's control"
        | "put {what:thing} onto the battlefield under its owner's control"
        | "return {what:thing} to the battlefield under their owner's control";

    // Turns and games (CR 104, 500).
    clause: Instruction::ExtraTurn(verb::ExtraTurn { who, count: Quantity::Fixed(1), after_next: false })
        => "{who:player} take<who> an extra turn after this one";
    clause: Instruction::Win(verb::Win(who)) => "{who:player} win<who> the game";
    clause: Instruction::Lose(verb::Lose(who)) => "{who:player} lose<who> the game";
    clause: Instruction::EndTurn => "end the turn";
    clause: Instruction::BecomeMonarch(verb::BecomeMonarch(who)) => "{who:player} become<who> the monarch";

    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None, size: None, tapped: false,
            joining: None })
        => | "{who:player} create<who> a {token:token[one]} for each {count:each}"
        | "{who:player} create<who> a number of {token:token[many]} equal to {count:amount}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: Some(kind), token: Box::new(Face::default()), attached_to: None, size: None,
            tapped: false, joining: None })
        => | "{who:player} create<who> a {kind:predefined_token} token for each {count:each}";
    clause: Instruction::Draw(verb::Draw { who, count })
        => | "{who:player} draw<who> a card for each {count:each}";
    clause: Instruction::Mill(verb::Mill { who, count: Quantity::Fixed(1) })
        => | "{who:player} put<who> the top card of (their|your) library into (their|your) graveyard";
    clause: Instruction::Exile(verb::Exile(Objects::TopOfLibrary(who, n)))
        => | "{who:player} exile<who> {n:top_cards} of (their|your) library";
    clause: Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(who, n)))
        => | "{who:player} reveal<who> {n:top_cards} of (their|your) library";
    clause: Instruction::LookAt(verb::LookAt { who, what })
        if !matches!(what, Objects::TopOfLibrary(..) | Objects::Each(_))
        => | "{who:player} look<who> at {what:thing}";
    clause: Instruction::Reveal(verb::Reveal(what))
        if !matches!(what, Objects::TopOfLibrary(..) | Objects::Each(_))
        => | "reveal {what:thing}";
    clause: Instruction::ShuffleInto(verb::ShuffleInto { what, whose: Players::You })
        if !matches!(what, Objects::Target(_) | Objects::This)
        => | "shuffle {what:thing} into your library";
}
