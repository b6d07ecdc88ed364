//! Choices of players: votes, bids, piles, what each of them chooses (CR 101.4, 608.2, 700.3,
//! 701.32), and what is done for life totals, turns and emblems.

use retrace_words::rows;

use super::super::parts::{can_be_offered, chosen, is_several, onto_the_battlefield};
use crate::card::ast::ability::{Body, TargetWhat, Total};
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Choosing, Duration, Modification, StaticEffect, Voting};
use crate::card::ast::filter::{Again, Condition, Each, Filter, Objects, OfEach, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Ballot, Exchanged, Instruction, Recipients};
use crate::card::ast::restriction::CastingCost;
use crate::card::ast::trigger::{PastEvent, TriggerEvent};
use crate::card::words::card_type::CardType;
use crate::card::words::chosen::Linked;
use crate::card::words::comparison::Comparison;
use crate::card::words::deed::Deed;
use crate::card::words::mana_symbol::{ManaCost, ManaSymbol};
use crate::card::words::turn_step::{AfterPhase, Phase, TurnPart, TurnStep};
use crate::card::words::zone_kind::{Place, ZoneKind, Zones};

/// The factor of what is taken away.
const LESS: i32 = -1;

/// Any amount of mana.
fn any_mana() -> Cost {
    Cost::Mana(ManaCost(vec![ManaSymbol::X]))
}

/// Each puts what they have chosen onto the battlefield under their own control.
fn each_onto_the_battlefield() -> Instruction {
    onto_the_battlefield(Objects::Chosen(0), Players::OwnerOf(Box::new(Objects::Chosen(0))))
}

/// What was put into a graveyard from the battlefield this turn.
fn died_this_turn() -> Filter {
    let died = TriggerEvent::Moves {
        what: Filter::Any,
        from: Some(Zones::only(ZoneKind::Battlefield)),
        to: Some(Zones::only(ZoneKind::Graveyard)),
    };
    Filter::Is(Objects::ThisTurn(Box::new(PastEvent(died))))
}

/// Whether nothing of it would take what follows for its own.
fn is_plain(instructions: &[Instruction]) -> bool {
    let governs = |it: &Instruction| {
        matches!(it, Instruction::If(_) | Instruction::MayPay(_) | Instruction::Delay(_) | Instruction::May(_))
    };
    !instructions.is_empty() && !instructions.iter().any(governs)
}

rows! {
    pub(crate) ROWS;

    // Votes (CR 701.32).
    sentence: vec![Instruction::Vote(verb::Vote { first: Players::You, on: Ballot::Words(words) })]
        => "starting with you , each player votes for {words:ballots}";
    sentence: vec![Instruction::Vote(verb::Vote { first: Players::You, on: Ballot::Objects(what) })]
        => | "starting with you , each player votes for {what:one}";
    sentence: vec![Instruction::If(verb::If {
            condition: Condition::Compare(Quantity::Votes(one), Comparison::Greater, Quantity::Votes(other)),
            then, otherwise })]
        if is_plain(then) && is_plain(otherwise)
        => "if {one:vote_word} gets more votes , {then:sentence} . if {other:vote_word} gets more votes or the vote \
            is tied , {otherwise:sentence}";
    each: Quantity::Votes(word) => "{word:vote_word} vote";
    thing: Objects::MostVoted => | "each (permanent|card|creature) with the most votes or tied for most votes";
    sentence: vec![Instruction::ExtraTurn(verb::ExtraTurn {
            who: Players::You, count: Quantity::Votes(word), after_next: false })]
        => "for each {word:vote_word} vote , take an extra turn after this one";
    sentence: vec![Instruction::ForEach(verb::ForEach {
            each: Each::Vote(word), into: Some(0),
            then: vec![
                Instruction::Choose(verb::Choose {
                    what: TargetWhat::Object(Filter::OwnedBy(Players::Chosen(0))), into: 1, ..chosen() }),
                Instruction::Modify(verb::Modify {
                    what: Objects::Chosen(1), modifications: vec![Modification::Control(Players::You)],
                    duration: Duration::Indefinite })],
            in_turn: false })]
        => | "for each {word:vote_word} vote , choose a permanent owned by the voter and gain control of it";
    clause: Instruction::Establish(verb::Establish {
            effect: StaticEffect::Voting(Voting::ChosenBy { whose: Players::Each, by: Players::You }),
            duration: Duration::EndOfTurn, of: None, apiece: false })
        => | "you choose<> how each player votes this turn";

    // Mana that everybody pays (CR 118.12), and life that they bid.
    sentence: vec![Instruction::ForEach(verb::ForEach {
            each: Each::Player(Players::Each), into: None,
            then: vec![Instruction::MayPay(verb::MayPay {
                who: Players::They, cost: vec![any_mana()], must: false, then: vec![], otherwise: vec![] })],
            in_turn: true })]
        => "starting with you , each player may pay any amount of mana"
        | "each player starting with you may pay any amount of mana";
    amount: Quantity::ThisWay(Deed::ManaPaid, None) => "the total amount of mana paid this way";
    sentence: vec![Instruction::Bid(verb::Bid { who, first: Players::You, opening: Some(opening) })]
        => | "{who:player} bid<who> life . you start the bidding with a bid of {opening:figure} . in turn order , each \
            player may top the high bid . the bidding ends if the high bid stands"
        | "{who:player} may bid life . you start the bidding with a bid of {opening:figure} . in turn order , each \
            player may top the high bid . the bidding ends if the high bid stands";
    sentence: vec![Instruction::Bid(verb::Bid { who, first: Players::You, opening: None })]
        => | "{who:player} may bid life . you start the bidding with a bid of any number . in turn order , each player \
            may top the high bid . the bidding ends if the high bid stands";
    sentence: vec![
            Instruction::Bid(verb::Bid { who, first: Players::You, opening: Some(opening) }),
            Instruction::LoseLife(verb::LoseLife { who: Players::HighBidder, amount: Quantity::HighBid }),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::Control(Players::HighBidder)],
                duration: Duration::Indefinite })]
        => | "{who:player} may bid life for control of {what:thing} . you start the bidding with a bid of \
            {opening:figure} . in turn order , each player may top the high bid . the bidding ends if the high bid \
            stands . the high bidder loses life equal to the high bid and gains control of the creature";
    amount: Quantity::HighBid => "the high bid";
    if: Condition::AreAmong(Players::HighBidder, Players::You) => | "you win the bidding";

    // Piles (CR 700.3).
    orders: vec![
            Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(Players::You, n))),
            Instruction::Separate(verb::Separate {
                who: Players::Opponents, what: Objects::TopOfLibrary(Players::You, n), picks: Players::You }),
            Instruction::Put(verb::Put {
                what: Objects::Pile(0), into: ZoneKind::Hand, place: Place::Top, random: false }),
            Instruction::Put(verb::Put {
                what: Objects::Pile(1), into: ZoneKind::Graveyard, place: Place::Top, random: false })]
        => "reveal {n:top_cards} of your library . an opponent separates those cards into two piles . put one pile \
            into your hand and the other into your graveyard";

    // What each of several players chooses.
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who: Players::Each,
                what: TargetWhat::Object(Filter::All(vec![
                    what, Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::They)])),
                up_to: true, ..chosen() }),
            each_onto_the_battlefield()]
        => | "each player may put {what:one_card} from their hand onto the battlefield";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who: Players::Each,
                what: TargetWhat::Object(Filter::All(vec![
                    what, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::They)])),
                ..chosen() }),
            each_onto_the_battlefield()]
        => | "each player (puts|returns) {what:one_card} from their graveyard (onto|to) the battlefield";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who: Players::Each,
                what: TargetWhat::Object(Filter::All(vec![
                    what, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::They)])),
                ..chosen() }),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Hand, place: Place::Top, random: false })]
        => | "each player returns {what:one_card} from their graveyard to their hand";
    sentence: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))) }),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who), what])),
                ..chosen() }),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(0)))]
        => | "look at {who:whose} hand and choose {what:one_card} from it . (that|the) player discards that card";
    sentence: vec![
            Instruction::LookAt(verb::LookAt { who: Players::You, what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))) }),
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who), what])),
                count, ..chosen() }),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(0)))]
        if *count != Quantity::Fixed(1)
        => | "look at {who:whose} hand and choose {count:count} {what:card_noun[count]} from it . that player discards \
            those cards";
    sentence: vec![Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), what, died_this_turn()]))),
            control: Players::OwnerOf(Box::new(Objects::Affected)), tapped: false, joining: None, attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: false })]
        => | "each player returns to the battlefield all {what:card_noun[many]} in their graveyard that were put \
            there from the battlefield this turn";
    clause: Instruction::Put(verb::Put {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You), what,
                died_this_turn()]))),
            into: ZoneKind::Hand, place: Place::Top, random: false })
        => | "return to your hand all {what:card_noun[many]} in your graveyard that were put there from the \
            battlefield this turn"
        | "return to your hand all {what:card_noun[many]} that were put into your graveyard from the battlefield \
            this turn";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You), what,
                died_this_turn()]))),
            control: Players::You, tapped: false, joining: None, attached_to: None, counters: vec![], being: vec![],
            face_down: None, transformed: false })
        => | "return to the battlefield all {what:card_noun[many]} in your graveyard that were put there from the \
            battlefield this turn";
    orders: vec![
            Instruction::Destroy(verb::Destroy(what)),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Among(Box::new(what), Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Graveyard)]))),
                control: Players::You, tapped: false, joining: None, attached_to: None, counters: vec![],
                being: vec![], face_down: None, transformed: false })]
        => | "destroy {what:thing} . return each card put into a graveyard this way to the battlefield under your \
            control";
    sentence: vec![Instruction::Repeat(verb::Repeat {
            then: vec![Instruction::ForEach(verb::ForEach {
                each: Each::Player(Players::Each), into: None,
                then: vec![
                    Instruction::Choose(verb::Choose {
                        who: Players::They,
                        what: TargetWhat::Object(Filter::All(vec![
                            what, Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::They)])),
                        up_to: true, ..chosen() }),
                    onto_the_battlefield(Objects::Chosen(0), Players::They)],
                in_turn: true })],
            again: Again::UntilNone(Deed::Put) })]
        => | "starting with you , each player may put {what:one_card} from their hand onto the battlefield . repeat \
            this process until no one puts a card onto the battlefield";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who: Players::Each,
                what: TargetWhat::Object(Filter::All(vec![what, Filter::ControlledBy(Players::They)])), ..chosen() }),
            Instruction::Destroy(verb::Destroy(Objects::Each(Box::new(Filter::All(vec![
                what, Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))])))))]
        => | "each player chooses a {what:noun[one]} they control . destroy the rest";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who: Players::Each,
                what: TargetWhat::Object(Filter::All(vec![what, Filter::ControlledBy(Players::They)])),
                count: Quantity::Count(Box::new(Filter::All(vec![what, Filter::ControlledBy(Players::They)]))),
                up_to: true,
                total: Some(Box::new(Total { of: Quantity::Power(Objects::Affected), at_most: n })),
                ..chosen() }),
            Instruction::Sacrifice(verb::Sacrifice {
                who: Players::Each,
                what: Filter::All(vec![what, Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))]),
                count: Quantity::Count(Box::new(Filter::All(vec![
                    what, Filter::ControlledBy(Players::They),
                    Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))]))) })]
        => | "each player chooses any number of {what:noun[many]} they control with total power {n:figure} or less , \
            then sacrifices all other {what:noun[many]} they control";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![what, Filter::Not(Box::new(Filter::ControlledBy(
                    Players::You)))])),
                ..chosen() }),
            Instruction::Choose(verb::Choose {
                who: Players::OtherThan(Box::new(Players::Each), Box::new(Players::You)),
                what: TargetWhat::Object(Filter::All(vec![what, Filter::Not(Box::new(Filter::ControlledBy(
                    Players::They)))])),
                unchosen: true, into: 1, ..chosen() }),
            Instruction::Destroy(verb::Destroy(Objects::Each(Box::new(Filter::All(vec![
                what, Filter::Not(Box::new(Filter::Is(Objects::Chosen(0)))),
                Filter::Not(Box::new(Filter::Is(Objects::Chosen(1))))])))))]
        => | "choose a {what:noun[one]} you don't control , then each other player chooses a {what:noun[one]} (they \
            don't control|they doesn't control) that hasn't been chosen this way . destroy all other {what:noun[many]}";

    // What you choose of something (CR 105.4, 205.1a).
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::Color(vec![]))),
            Instruction::Modify(verb::Modify { what, modifications: vec![Modification::SetChosenColor], duration })]
        => | "{what:thing} become<what> the color of your choice {duration:span}"
        | "{duration:span} , {what:thing} become<what> the color of your choice";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::Color(vec![]))),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::SetChosenColor], duration: Duration::Indefinite })]
        => | "{what:thing} become<what> the color of your choice";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::BasicLandType)),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::SetChosenSubtype(CardType::Land)], duration })]
        => | "{what:thing} become<what> the basic land type of your choice {duration:span}";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::BasicLandType)),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::AddChosenSubtype], duration })]
        => | "{what:thing} become<what> the basic land type of your choice in addition to its<what> other types \
            {duration:span}"
        | "{duration:span} , {what:thing} become<what> the basic land type of your choice in addition to its<what> \
            other types";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::CreatureType)),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::SetChosenSubtype(CardType::Creature)], duration })]
        => | "{what:thing} become<what> the creature type of your choice {duration:span}";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::CreatureType)),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::SetChosenSubtype(CardType::Creature)],
                duration: Duration::Indefinite })]
        => | "{what:thing} become<what> the creature type of your choice";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::CreatureType)),
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(Filter::All(vec![what, Filter::ChosenSubtype]))), modifications,
                duration })]
        => | "{what:noun[many]} of the creature type of your choice {modifications:changes[many]} {duration:span}";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::CreatureType)),
            Instruction::Destroy(verb::Destroy(Objects::Each(Box::new(Filter::All(vec![
                what, Filter::ChosenSubtype])))))]
        => | "destroy all {what:noun[many]} of the creature type of your choice";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::CreatureType)),
            Instruction::Untap(verb::Untap(Objects::Each(Box::new(Filter::All(vec![
                what, Filter::ChosenSubtype])))))]
        => | "untap all {what:noun[many]} of the creature type of your choice";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::CreatureType)),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::SetChosenSubtype(CardType::Creature)], duration })]
        => | "choose a creature type . {what:thing} become<what> that type {duration:span}";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::BasicLandType)),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::SetChosenSubtype(CardType::Land)], duration })]
        => | "choose a basic land type . {what:thing} become<what> that type {duration:span}";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::CreatureType)),
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(Filter::All(vec![what, Filter::ChosenSubtype]))), modifications,
                duration })]
        => | "choose a creature type . (all |){what:noun[many]} of that type {modifications:changes[many]} \
            {duration:span}";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::Color(vec![]))),
            Instruction::Destroy(verb::Destroy(Objects::Each(Box::new(Filter::All(vec![
                what, Filter::ChosenColor])))))]
        => | "destroy all {what:noun[many]} of the color of your choice";
    sentence: vec![
            Instruction::ChooseValue(verb::ChooseValue(Choosing::Color(vec![]))),
            Instruction::Put(verb::Put {
                what: Objects::Each(Box::new(Filter::All(vec![what, Filter::ChosenColor]))), into: ZoneKind::Hand,
                place: Place::Top, random: false })]
        => | "return all {what:noun[many]} of the color of your choice to their owners' hands";
    sentence: vec![Instruction::Put(verb::Put {
            what: Objects::Each(Box::new(Filter::All(vec![Filter::Card, Filter::In(ZoneKind::Graveyard), what]))),
            into: ZoneKind::Hand, place: Place::Top, random: false })]
        if !what.names_a_zone()
        => | "each player returns all {what:card_noun[many]} from their graveyard to their hand";
    sentence: vec![Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what: Objects::Linked(Linked::Exiled),
            control: Players::OwnerOf(Box::new(Objects::Linked(Linked::Exiled))), tapped: false, joining: None,
            attached_to: None, counters: vec![], being: vec![], face_down: None, transformed: false })]
        => | "each player returns to the battlefield all cards they own exiled with ~";
    sentence: vec![Instruction::Put(verb::Put {
            what: Objects::Linked(Linked::Exiled), into: ZoneKind::Hand, place: Place::Top, random: false })]
        => | "each player returns to their hand all cards they own exiled with ~";
    // Each of them by itself.
    sentence: vec![Instruction::Modify(verb::Modify {
            what: Objects::Each(Box::new(what)),
            modifications: vec![Modification::Control(Players::OwnerOf(Box::new(Objects::Affected)))],
            duration: Duration::Indefinite })]
        => "each player gains control of all {what:noun[many]} they own";
    sentence: vec![Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what: Objects::Each(Box::new(Filter::All(vec![Filter::Card, Filter::In(ZoneKind::Graveyard), what]))),
            control: Players::OwnerOf(Box::new(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), what]))))),
            tapped: false, joining: None, attached_to: None, counters: vec![], being: vec![], face_down: None,
            transformed: false })]
        if !what.names_a_zone()
        => | "each player returns all {what:card_noun[many]} from their graveyard to the battlefield";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Commander, Filter::In(ZoneKind::Command), Filter::OwnedBy(Players::You)])),
                ..chosen() }),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Hand, place: Place::Top, random: false })]
        => "put your commander into your hand from the command zone";
    // Which opponent it is is for whoever follows the instruction to say (CR 608.2d).
    sentence: vec![
            Instruction::Choose(verb::Choose { what: TargetWhat::Player(Players::Opponents), ..chosen() }),
            Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::Control(Players::Chosen(0))],
                duration: Duration::Indefinite })]
        => "an opponent gains control of {what:thing}";
    sentence: vec![
            Instruction::Choose(verb::Choose { what: TargetWhat::Object(what), up_to: true, ..chosen() }),
            Instruction::Destroy(verb::Destroy(Objects::Each(Box::new(Filter::All(vec![
                what, Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))])))))]
        => | "choose up to one {what:noun[one]} . destroy the rest";
    // Each draws as many as they discarded or shuffled away (CR 608.2h).
    sentence: vec![
            Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false }),
            Instruction::Draw(verb::Draw { who, count: Quantity::ThisWay(Deed::Discarded, None) })]
        if !is_several(who)
        => | "{who:told} discard<who> their<who> hand , then draw<who> that many cards"
        | "{who:told} discard<who> all the cards in their<who> hand , then draw<who> that many cards";
    sentence: vec![
            Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false }),
            Instruction::Draw(verb::Draw {
                who, count: Quantity::Sum(vec![Quantity::ThisWay(Deed::Discarded, None), Quantity::Fixed(1)]) })]
        if !is_several(who)
        => | "{who:told} discard<who> their<who> hand , then draw<who> that many cards plus one"
        | "{who:told} discard<who> all the cards in their<who> hand , then draw<who> that many cards plus one";
    sentence: vec![
            Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false }),
            Instruction::Draw(verb::Draw {
                who, count: Quantity::Sum(vec![Quantity::ThisWay(Deed::Discarded, None), Quantity::Fixed(LESS)]) })]
        if !is_several(who)
        => | "{who:told} discard<who> their<who> hand , then draw<who> that many cards minus one"
        | "{who:told} discard<who> all the cards in their<who> hand , then draw<who> that many cards minus one";
    sentence: vec![
            Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false }),
            Instruction::Draw(verb::Draw { who, count: Quantity::ThisWay(Deed::Discarded, Some(Players::They)) })]
        if is_several(who)
        => | "{who:told} discard<who> their<who> hand , then draw<who> that many cards"
        | "{who:told} discard<who> all the cards in their<who> hand , then draw<who> that many cards";
    sentence: vec![
            Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false }),
            Instruction::Draw(verb::Draw {
                who, count: Quantity::Sum(vec![Quantity::ThisWay(Deed::Discarded, Some(Players::They)), Quantity::Fixed(1)]) })]
        if is_several(who)
        => | "{who:told} discard<who> their<who> hand , then draw<who> that many cards plus one"
        | "{who:told} discard<who> all the cards in their<who> hand , then draw<who> that many cards plus one";
    sentence: vec![
            Instruction::Discard(verb::Discard { who, count: Quantity::HandSize(who), at_random: false }),
            Instruction::Draw(verb::Draw {
                who, count: Quantity::Sum(vec![Quantity::ThisWay(Deed::Discarded, Some(Players::They)), Quantity::Fixed(LESS)]) })]
        if is_several(who)
        => | "{who:told} discard<who> their<who> hand , then draw<who> that many cards minus one"
        | "{who:told} discard<who> all the cards in their<who> hand , then draw<who> that many cards minus one";
    sentence: vec![
            Instruction::ShuffleInto(verb::ShuffleInto {
                what: Objects::Each(Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))),
                whose: who }),
            Instruction::Draw(verb::Draw { who, count: Quantity::ThisWay(Deed::Put, None) })]
        if !is_several(who)
        => | "{who:told} shuffle<who> (the cards from |)their<who> hand into their<who> library , then draw<who> that \
            many cards";
    sentence: vec![
            Instruction::ShuffleInto(verb::ShuffleInto {
                what: Objects::Each(Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))),
                whose: who }),
            Instruction::Draw(verb::Draw { who, count: Quantity::ThisWay(Deed::Put, Some(Players::They)) })]
        if is_several(who)
        => | "{who:told} shuffle<who> (the cards from |)their<who> hand into their<who> library , then draw<who> that \
            many cards";
    // Nothing happens to what is tapped and is tapped, or is untapped and is untapped.
    sentence: vec![Instruction::If(verb::If {
            condition: Condition::Is(what, Filter::Tapped),
            then: vec![Instruction::May(verb::May {
                who: Players::You, then: vec![Instruction::Untap(verb::Untap(what))] })],
            otherwise: vec![Instruction::May(verb::May {
                who: Players::You, then: vec![Instruction::Tap(verb::Tap(what))] })] })]
        if !what.is_of_a_description()
        => "you may tap or untap {what:thing}";

    // What is paid, and what is done if it is not (CR 118.12).
    sentence: vec![Instruction::Unless(verb::Unless {
            who, cost, then: vec![Instruction::May(verb::May { who: whom, then })] })]
        if !is_several(who)
        => "{whom:player} may {then:deeds[whom]} unless {who:player} {cost:payment[who]}";
    sentence: vec![Instruction::MayPay(verb::MayPay {
            who: Players::You, cost, must: true, then, otherwise: vec![] })]
        if can_be_offered(cost) && is_plain(then)
        => | "{cost:payment} . if you do , {then:sentence}";
    sentence: vec![Instruction::MayPay(verb::MayPay {
            who: Players::You, cost, must: true, then: vec![], otherwise })]
        if can_be_offered(cost) && is_plain(otherwise)
        => | "{cost:payment} . if you don't , {otherwise:sentence}";
    paid: Cost::Times(times, Box::new(Cost::Mana(mana))) => | "pay<> {mana:symbols} for each {times:each}";
    each: Quantity::Sum(vec![Quantity::Number(Objects::Target(0)), Quantity::Fixed(LESS)])
        => | "target beyond the first";

    // What begins later, and what lasts as long as is said before it (CR 603.7, 611.2a).
    sentence: vec![Instruction::Delay(verb::Delay {
            when, body: Box::new(Body { instructions, ..Body::default() }), until: None })]
        => | "{when:next_time} , {instructions:sentence}";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Restrict(restriction), duration, of: None, apiece: false })]
        => | "{duration:span} , {restriction:restricted}";

    // Emblems (CR 114.2).
    clause: Instruction::GetEmblem(verb::GetEmblem { who, abilities })
        => "{who:player} get<who> an emblem with {abilities:quotations}";

    // Life totals (CR 119, 701.10).
    amount: Quantity::Least(Box::new(OfEach { of: Quantity::Life(Players::They), each: Each::Player(Players::Each) }))
        => "the lowest life total among all players";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Life(Players::They), each: Each::Player(Players::Each) }))
        => "the highest life total among all players";
    amount: Quantity::Greatest(Box::new(OfEach {
            of: Quantity::Life(Players::They), each: Each::Player(Players::Opponents) }))
        => "the highest life total among your opponents";
    clause: Instruction::ExchangeNumbers(verb::ExchangeNumbers {
            one: Exchanged::Life(who), other: Exchanged::Power(what), duration: Duration::Indefinite })
        => "exchange {who:whose} life total with {what:thing_whose} power";
    clause: Instruction::ExchangeNumbers(verb::ExchangeNumbers {
            one: Exchanged::Life(who), other: Exchanged::Toughness(what), duration: Duration::Indefinite })
        => "exchange {who:whose} life total with {what:thing_whose} toughness";
    clause: Instruction::RedistributeLife(verb::RedistributeLife(Players::Each))
        => "redistribute any number of players' life totals";
    clause: Instruction::ExchangeCards(verb::ExchangeCards {
            what: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::You)]))),
            from: ZoneKind::Graveyard,
            with: Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Library), Filter::OwnedBy(Players::You)]))),
            and: ZoneKind::Library })
        => "exchange your graveyard and library";

    amount: Quantity::StartingLife(who) => | "{who:whose} starting life total";

    // Turns and phases (CR 500.7, 500.8, 718.1, 720).
    clause: Instruction::ControlNextTurn(verb::ControlNextTurn { who, whom })
        => | "{who:player} (control<who>|gain<who> control of) {whom:player} during that player's next turn";
    sentence: vec![Instruction::ExtraTurn(verb::ExtraTurn { who, count: Quantity::Fixed(1), after_next: true })]
        => | "after that turn , {who:player} take<who> an extra turn";
    sentence: vec![Instruction::Establish(verb::Establish {
            effect: StaticEffect::Require(requirement), duration: Duration::During(TurnPart::Turn, who),
            of: None, apiece: false })]
        => | "during {who:whose} next turn , {requirement:required} if able";
    sentence: vec![Instruction::Delay(verb::Delay {
            when: TriggerEvent::BeginningOf(step, Players::Each),
            body: Box::new(Body { instructions, ..Body::default() }),
            until: Some(Duration::DuringThat(TurnPart::Turn)) })]
        => | "at the beginning of that turn's {step:step} , {instructions:simple}";
    sentence: vec![Instruction::Delay(verb::Delay {
            when: TriggerEvent::BeginningOf(TurnStep::BeginningOfCombat, Players::Each),
            body: Box::new(Body { instructions, ..Body::default() }),
            until: Some(Duration::DuringThat(TurnPart::Phase(Phase::Combat))) })]
        => | "at the beginning of that combat , {instructions:simple}";
    sentence: vec![Instruction::ExtraPhases(verb::ExtraPhases {
            after: AfterPhase::ThisMain, phases: vec![Phase::Combat, Phase::PostcombatMain] })]
        => "after this main phase , there is an additional combat phase followed by an additional main phase";
    sentence: vec![Instruction::ExtraPhases(verb::ExtraPhases {
            after: AfterPhase::ThisMain, phases: vec![Phase::Combat, Phase::Combat] })]
        => | "after this main phase , there are two additional combat phases";
    sentence: vec![Instruction::ExtraPhases(verb::ExtraPhases {
            after: AfterPhase::This, phases: vec![Phase::Combat] })]
        => "after this phase , there is an additional combat phase";
    sentence: vec![Instruction::ExtraPhases(verb::ExtraPhases {
            after: AfterPhase::This, phases: vec![Phase::Combat, Phase::PostcombatMain] })]
        => "after this phase , there is an additional combat phase followed by an additional main phase";
    sentence: vec![Instruction::If(verb::If {
            condition: Condition::Not(Box::new(Condition::After(TurnStep::PostcombatMain))),
            then: vec![Instruction::If(verb::If {
                condition: Condition::During(TurnStep::PostcombatMain),
                then: vec![Instruction::ExtraPhases(verb::ExtraPhases {
                    after: AfterPhase::ThisMain, phases: vec![Phase::Combat, Phase::PostcombatMain] })],
                otherwise: vec![Instruction::ExtraPhases(verb::ExtraPhases {
                    after: AfterPhase::Next(Phase::PostcombatMain),
                    phases: vec![Phase::Combat, Phase::PostcombatMain] })] })],
            otherwise: vec![] })]
        => "after the first postcombat main phase this turn , there is an additional combat phase followed by an \
            additional main phase";
    clause: Instruction::ExileUntil(verb::ExileUntil { what, until: TriggerEvent::BecomesMonarch(who) })
        => "exile {what:thing} until {who:somebody} become<who> the monarch";
    clause: Instruction::Attach(verb::Attach { what, to: Recipients::Objects(Objects::Each(Box::new(Filter::Any))) })
        => | "attach {what:thing} to another permanent it can enchant";
    player: Players::HighBidder => | "the high bidder";
    player: Players::DidntWinSubgame => | "each player who doesn't win the subgame";
    player: Players::VotedOtherwise(Box::new(Players::Opponents), Box::new(Players::You))
        => | "each opponent who voted for a choice you didn't vote for";
    player: Players::OpponentsOf(Box::new(who)) if *who != Players::You => | "each of {who:whose} opponents";
    player: Players::Opponents => | "each of your opponents";
    at_large: Players::Noted(name) => | "a player you noted for cards named {name:card_name}";

    sentence: vec![Instruction::If(verb::If {
            condition: Condition::Compare(
                Quantity::HandSize(who), Comparison::Greater, Quantity::HandSize(Players::You)),
            then: vec![Instruction::Draw(verb::Draw { who: Players::You, count: Quantity::Sum(vec![
                Quantity::HandSize(who), Quantity::Times(LESS, Box::new(Quantity::HandSize(Players::You)))]) })],
            otherwise: vec![] })]
        if !is_several(who)
        => | "if {who:player} have<who> more cards in hand than you , draw cards equal to the difference";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who, what: TargetWhat::Object(Filter::All(vec![what, Filter::ControlledBy(Players::They)])), count,
                ..chosen() }),
            Instruction::Sacrifice(verb::Sacrifice {
                who,
                what: Filter::All(vec![what, Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))]),
                count: Quantity::Count(Box::new(Filter::All(vec![
                    what, Filter::ControlledBy(Players::They),
                    Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))]))) })]
        if is_several(who)
        => | "{who:player} choose<who> {count:count} {what:noun[count]} they control , then sacrifice<who> the rest";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who, what: TargetWhat::Object(Filter::All(vec![what, Filter::ControlledBy(Players::They)])), count,
                up_to: true, ..chosen() }),
            Instruction::Sacrifice(verb::Sacrifice {
                who,
                what: Filter::All(vec![what, Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))]),
                count: Quantity::Count(Box::new(Filter::All(vec![
                    what, Filter::ControlledBy(Players::They),
                    Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))]))) })]
        => | "{who:player} choose<who> up to {count:count} {what:noun[count]} they control , then sacrifice<who> the \
            rest";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who,
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(Players::They)])),
                count, ..chosen() }),
            Instruction::Exile(verb::Exile(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Graveyard), Filter::OwnedBy(who),
                Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))])))))]
        if is_several(who)
        => | "{who:player} choose<who> {count:count} card[count] in their graveyard and exile<who> the rest";
    sentence: vec![
            Instruction::Choose(verb::Choose { what: TargetWhat::Object(what), count, up_to: true, ..chosen() }),
            Instruction::Destroy(verb::Destroy(Objects::Each(Box::new(Filter::All(vec![
                what, Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))])))))]
        if *count != Quantity::Fixed(1)
        => | "choose up to {count:count} {what:noun[count]} , then destroy the rest";

    orders: vec![
            Instruction::Reveal(verb::Reveal(Objects::TopOfLibrary(Players::You, n))),
            Instruction::Separate(verb::Separate {
                who: Players::You, what: Objects::TopOfLibrary(Players::You, n), picks: Players::Opponents }),
            Instruction::Put(verb::Put {
                what: Objects::Pile(0), into: ZoneKind::Hand, place: Place::Top, random: false }),
            Instruction::Put(verb::Put {
                what: Objects::Pile(1), into: ZoneKind::Graveyard, place: Place::Top, random: false })]
        => | "reveal {n:top_cards} of your library and separate them into two piles . an opponent chooses one of those \
            piles . put that pile into your hand and the other into your graveyard";
    sentence: vec![
            Instruction::Separate(verb::Separate {
                who: Players::You, what: Objects::Each(Box::new(and(what, Filter::ControlledBy(who)))), picks: who }),
            Instruction::SacrificeTheirs(verb::SacrificeTheirs { who, what: Objects::Pile(0) })]
        if !is_several(who) && *who != Players::You
        => | "separate all {what:noun[many]} {who:controller} control<who> into two piles . that player sacrifices all \
            (permanents|creatures) in the pile of their choice";
    sentence: vec![
            Instruction::Separate(verb::Separate {
                who: Players::You, what: Objects::Each(Box::new(and(what, Filter::ControlledBy(who)))), picks: who }),
            Instruction::DestroyForGood(verb::DestroyForGood(Objects::Pile(0)))]
        if !is_several(who) && *who != Players::You
        => | "separate all {what:noun[many]} {who:controller} control<who> into two piles . destroy all \
            (permanents|creatures) in the pile of that player's choice . they can't be regenerated";
    // Each puts their own there, and draws as many.
    sentence: vec![
            Instruction::Put(verb::Put {
                what: Objects::Each(Box::new(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(who)]))),
                into: ZoneKind::Library, place: Place::Bottom, random: false }),
            Instruction::Draw(verb::Draw { who, count: Quantity::ThisWay(Deed::Put, None) })]
        if !is_several(who)
        => | "{who:told} put<who> the cards in their<who> hand on the bottom of their<who> library in any order , then \
            draw<who> that many cards";
    sentence: vec![
            Instruction::Choose(verb::Choose {
                who,
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::They)])),
                at_random: true, ..chosen() }),
            Instruction::Reveal(verb::Reveal(Objects::Chosen(0))),
            Instruction::If(verb::If {
                condition: Condition::Is(Objects::Chosen(0), Filter::Type(CardType::Land)),
                then: vec![Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                    what: Objects::Chosen(0), control: who, tapped: false, joining: None, attached_to: None,
                    counters: vec![], being: vec![], face_down: None, transformed: false })],
                otherwise: vec![Instruction::MayPlay(verb::MayPlay {
                    who, what: Objects::Chosen(0), count: Some(1), lands: false, cost: CastingCost::Free, must: true,
                    instead: None })] })]
        if !is_several(who)
        => | "{who:player} reveal<who> a card at random from their<who> hand . if it is a land card , (that|the) player \
            puts it onto the battlefield . otherwise , (that|the) player casts it without paying its mana cost if able";
}
