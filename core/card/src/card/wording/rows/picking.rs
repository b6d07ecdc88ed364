//! Objects that a player chooses without targeting them, and what becomes of them (CR 608.2d). In
//! these rows the choice has the number 0, and whoever puts something onto the battlefield is
//! "they"; who chooses stands before.

use retrace_words::rows;

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::words::zone_kind::{Place, ZoneKind};

/// Whether what is chosen was never in play, so that it does not return.
fn is_from_elsewhere(choose: &verb::Choose) -> bool {
    [ZoneKind::Library, ZoneKind::Hand, ZoneKind::Command, ZoneKind::Exile, ZoneKind::Outside]
        .into_iter()
        .any(|zone| is_from(choose, zone))
}

/// Whether it is chosen among what the text has mentioned.
fn is_of_a_mention(choose: &verb::Choose) -> bool {
    matches!(&choose.what, TargetWhat::Object(Filter::Is(_)))
}

/// Whether what is chosen comes from a zone.
fn is_from(choose: &verb::Choose, zone: ZoneKind) -> bool {
    let is_there = |part: &Filter| *part == Filter::In(zone);
    matches!(&choose.what, TargetWhat::Object(Filter::All(parts)) if parts.iter().any(is_there))
}

/// Whether what is chosen are any cards of your hand.
fn is_from_your_hand(choose: &verb::Choose) -> bool {
    let hand = [Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::You)];
    matches!(&choose.what, TargetWhat::Object(Filter::All(parts)) if parts[..] == hand)
}

rows! {
    pub(crate) ROWS;

    picks: vec![Instruction::Choose(choose)] => | "choose<> {choose:picked}";
    picks: vec![Instruction::Choose(choose), Instruction::Exile(verb::Exile(Objects::Chosen(0)))]
        => "exile<> {choose:picked}";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::ExileFaceDown(verb::ExileFaceDown {
                what: Objects::Chosen(0), look: None, being: None, gaining: None })]
        => "exile<> {choose:picked} face down";
    picks: vec![Instruction::Choose(choose), Instruction::Reveal(verb::Reveal(Objects::Chosen(0)))]
        => "reveal<> {choose:picked}";
    picks: vec![
            Instruction::Choose(choose), Instruction::Reveal(verb::Reveal(Objects::Chosen(0))),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Hand, place: Place::Top, random: false })]
        => | "reveal<> {choose:picked} and put<> the revealed cards into owned_hand<choose>";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Chosen(0)))]
        if is_of_a_mention(choose)
        => "discard<> {choose:picked}";
    picks: vec![Instruction::Choose(choose), Instruction::Tap(verb::Tap(Objects::Chosen(0)))]
        => "tap<> {choose:picked}";
    picks: vec![Instruction::Choose(choose), Instruction::Untap(verb::Untap(Objects::Chosen(0)))]
        => "untap<> {choose:picked}";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutCounters(verb::PutCounters { on: Objects::Chosen(0), kind, count })]
        => "put<> {count:count} {kind:counter_name} counter[count] on {choose:picked}";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::ShuffleInto(verb::ShuffleInto { what: Objects::Chosen(0), whose: Players::You })]
        => "shuffle<> {choose:picked} into your library";

    // Between zones (CR 400).
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Hand, place: Place::Top, random: false })]
        if is_from_elsewhere(choose)
        => "put<> {choose:picked} into owned_hand<choose>";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Hand, place: Place::Top, random: false })]
        if is_from(choose, ZoneKind::Exile)
        => | "return<> {choose:picked} to owned_hand<choose>";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Hand, place: Place::Top, random: false })]
        if !is_from_elsewhere(choose)
        => "return<> {choose:picked} to owned_hand<choose>" | "put<> {choose:picked} into owned_hand<choose>";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Library, place: Place::Top, random: false })]
        if choose.count != Quantity::Fixed(1)
        => "put<> {choose:picked} on top of owned_library<choose> in any order";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Library, place: Place::Bottom, random: false })]
        if choose.count != Quantity::Fixed(1)
        => "put<> {choose:picked} on the bottom of owned_library<choose> in any order";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Library, place: Place::Top, random: false })]
        => "put<> {choose:picked} (|back )on top of owned_library<choose> (|in any order)";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Library, place: Place::Bottom, random: false })]
        => "put<> {choose:picked} on the bottom of owned_library<choose> (|in any order)";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Put(verb::Put {
                what: Objects::Chosen(0), into: ZoneKind::Graveyard, place: Place::Top, random: false })]
        => "put<> {choose:picked} into owned_graveyard<choose>";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::They, tapped: false, joining: None, attached_to: None,
                counters: vec![], being: vec![], face_down: None, transformed: false })]
        if is_from(choose, ZoneKind::Graveyard)
        => "return<> {choose:picked} to the battlefield" | "put<> {choose:picked} onto the battlefield";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::They, tapped: false, joining: None, attached_to: None,
                counters: vec![], being: vec![], face_down: None, transformed: false })]
        if !is_from(choose, ZoneKind::Graveyard)
        => "put<> {choose:picked} onto the battlefield";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::They, tapped: true, joining: None, attached_to: None,
                counters: vec![], being: vec![], face_down: None, transformed: false })]
        if is_from(choose, ZoneKind::Graveyard)
        => "return<> {choose:picked} to the battlefield tapped" | "put<> {choose:picked} onto the battlefield tapped";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::They, tapped: true, joining: None, attached_to: None,
                counters: vec![], being: vec![], face_down: None, transformed: false })]
        if !is_from(choose, ZoneKind::Graveyard)
        => "put<> {choose:picked} onto the battlefield tapped";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::They, tapped: false, joining: None,
                attached_to: Some(Recipients::Objects(to)), counters: vec![], being: vec![], face_down: None,
                transformed: false })]
        => "put<> {choose:picked} onto the battlefield attached to {to:thing}";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::They, tapped: true, joining: Some(joining),
                attached_to: None, counters: vec![], being: vec![], face_down: None, transformed: false })]
        => "put<> {choose:picked} onto the battlefield tapped and {joining:joins}";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::They, tapped: false, joining: Some(joining),
                attached_to: None, counters: vec![], being: vec![], face_down: None, transformed: false })]
        => "put<> {choose:picked} onto the battlefield {joining:joins}";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
                what: Objects::Chosen(0), control: Players::You, tapped: false, joining: None, attached_to: None,
                counters: vec![], being: vec![], face_down: None, transformed: false })]
        => | "(put<>|return<>) {choose:picked} (onto|to) the battlefield under your control";

    picks: vec![
            Instruction::Choose(choose),
            Instruction::DiscardThose(verb::DiscardThose(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card, Filter::In(ZoneKind::Hand), Filter::OwnedBy(Players::You),
                Filter::Not(Box::new(Filter::Is(Objects::Chosen(0))))])))))]
        if is_from_your_hand(choose)
        => | "choose<> {choose:picked} and discard<> the rest";
    picks: vec![
            Instruction::Choose(choose),
            Instruction::Attach(verb::Attach { what: Objects::Chosen(0), to: Recipients::Objects(to) })]
        => | "attach<> {choose:picked} to {to:thing}";
}
