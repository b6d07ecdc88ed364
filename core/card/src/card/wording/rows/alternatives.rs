//! One of several things that a player chooses as a text is followed (CR 608.2d).

use retrace_words::rows;

use super::sentences::{is_simple, searched};
use crate::card::ast::ability::Ability;
use crate::card::ast::effect::{Choosing, Modification};
use crate::card::ast::filter::{Condition, Filter, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{Place, ZoneKind};

/// Whether it changes objects: what they gain or lose is one of several in words of its own.
fn is_change(instruction: &Instruction) -> bool {
    matches!(instruction, Instruction::Modify(_))
}

rows! {
    pub(crate) ROWS;

    clause: Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(one)))], duration })],
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(other)))], duration })]] })
        => "{what:thing} gain<what> your choice of {one:keyword_ability} or {other:keyword_ability} {duration:span}";
    clause: Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(one)))], duration })],
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(other)))], duration })],
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(third)))], duration })]] })
        => "{what:thing} gain<what> your choice of {one:keyword_ability} , {other:keyword_ability} , or {third:keyword_ability} \
            {duration:span}";
    clause: Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::LoseKeyword(one)], duration })],
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::LoseKeyword(other)], duration })]] })
        => "{what:thing} lose<what> {one:keyword_ability} or {other:keyword_ability} {duration:span}";
    clause: Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::LoseKeyword(one)], duration })],
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::LoseKeyword(other)], duration })],
            vec![Instruction::Modify(verb::Modify {
                what, modifications: vec![Modification::LoseKeyword(third)], duration })]] })
        => "{what:thing} lose<what> your choice of {one:keyword_ability} , {other:keyword_ability} , or \
            {third:keyword_ability} {duration:span}";
    clause: Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::Modify(verb::Modify {
                what,
                modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Protection(Box::new(
                    Filter::Type(CardType::Artifact))))))],
                duration })],
            vec![
                Instruction::ChooseValue(verb::ChooseValue(Choosing::Color(vec![]))),
                Instruction::Modify(verb::Modify {
                    what,
                    modifications: vec![Modification::Gain(Box::new(Ability::Keyword(Keyword::Protection(Box::new(
                        Filter::ChosenColor)))))],
                    duration })]] })
        => "{what:thing} gain<what> protection from artifacts or from the color of your choice {duration:span}";

    clause: Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::PutCounters(verb::PutCounters { on, kind, count: Quantity::Fixed(1) })],
            vec![Instruction::RemoveCounters(verb::RemoveCounters { from: on, kind, count: Quantity::Fixed(1) })]] })
        => "put a {kind:counter_name} counter on {on:thing} or remove one from it<on>"
        | "put a {kind:counter_name} counter on {on:thing} or remove a {kind:counter_name} counter from it<on>";

    orders: vec![Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::Search(verb::Search { what, reveal: true, ..searched() })],
            vec![Instruction::Search(verb::Search {
                what, reveal: true, zones: vec![ZoneKind::Graveyard], ..searched() })],
            vec![Instruction::Search(verb::Search {
                what, reveal: true, zones: vec![ZoneKind::Library, ZoneKind::Graveyard], ..searched() })]] })]
        => "search your library and/or graveyard for {what:one_card} , reveal it , (and|then) put it into your hand";
    orders: vec![Instruction::Either(verb::Either { who: Players::You, of: vec![
            vec![Instruction::Search(verb::Search { what, into: ZoneKind::Battlefield, ..searched() })],
            vec![Instruction::Search(verb::Search {
                what, into: ZoneKind::Battlefield, zones: vec![ZoneKind::Graveyard], ..searched() })],
            vec![Instruction::Search(verb::Search {
                what, into: ZoneKind::Battlefield, zones: vec![ZoneKind::Library, ZoneKind::Graveyard],
                ..searched() })]] })]
        => "search your library and/or graveyard for {what:one_card} and put it onto the battlefield";
    if: Condition::Compare(
            Quantity::ThisWay(Deed::Searched, Some(Players::You)), Comparison::AtLeast, Quantity::Fixed(1))
        => "you (search|searched) your library this way";

    sentence: vec![Instruction::Either(verb::Either {
            who,
            of: vec![
                vec![Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: false })],
                vec![Instruction::Put(verb::Put {
                    what, into: ZoneKind::Library, place: Place::Bottom, random: false })]] })]
        if *who != Players::You && !what.is_of_a_description()
        => "{who:player} put<who> {what:thing} on their<who> choice of the top or bottom of their<who> library";
    player: Players::OwnerOf(Box::new(what)) if !what.is_of_a_description() => | "the owner of {what:thing}";
    sentence: vec![Instruction::Either(verb::Either {
            who: Players::You,
            of: vec![
                vec![Instruction::Put(verb::Put { what, into: ZoneKind::Library, place: Place::Top, random: false })],
                vec![Instruction::Put(verb::Put {
                    what, into: ZoneKind::Library, place: Place::Bottom, random: false })]] })]
        if !what.is_of_a_description()
        => "put {what:moving} on (your choice of |)the top or bottom of owned_library<what>";

    sentence: vec![Instruction::Either(verb::Either { who: Players::You, of: vec![vec![one], vec![other]] })]
        if !is_change(one) && is_simple(std::slice::from_ref(one)) && is_simple(std::slice::from_ref(other))
        => "{one:command} or {other:command}";
}
