//! Tokens of a calculated size, and those that enter attacking or blocking (CR 111, 508.4, 509.7).

use retrace_words::rows;

use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Joining, Recipients};
use crate::card::words::card_type::CardType;

rows! {
    pub(crate) ROWS;

    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None,
            size: Some((Quantity::X, Quantity::X)), tapped: false, joining: None })
        => "{who:told} create<who> {count:count} {token:x_token[count]}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count: Quantity::Fixed(1), predefined: None, token: Box::new(token), attached_to: None,
            size: Some((n, n)), tapped: false, joining: None })
        if !matches!(n, Quantity::X | Quantity::Fixed(_))
        => "{who:told} create<who> a {token:x_token[one]} , where X is {n:amount}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None, size: None,
            tapped: false, joining: Some(joining) })
        => "{who:told} create<who> {count:count} {token:token[count]} that 'be<count> {joining:joins}"
        | "{who:told} create<who> a {token:token[one]} that 'be<one> {joining:joins} for each {count:each}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count, predefined: None, token: Box::new(token), attached_to: None, size: None,
            tapped: true, joining: Some(joining) })
        => "{who:told} create<who> {count:count} {token:token[count]} that 'be<count> tapped and {joining:joins}"
        | "{who:told} create<who> a {token:token[one]} that 'be<one> tapped and {joining:joins} for each \
            {count:each}"
        | "{who:told} create<who> {count:count} tapped and {joining:joins} {token:token[count]}";

    joins: Joining::Attacking => "attacking";
    joins: Joining::Blocking => "blocking";
    joins: Joining::BlockingThat(what) => "blocking {what:thing}";
    joins: Joining::AttackingPlayer(who) if *who != Players::You => "attacking {who:player}";

    thing: Objects::Among(Box::new(Objects::Convoked(Box::new(what))), Box::new(Filter::Type(CardType::Creature)))
        => | "each creature that convoked {what:thing}";

    // What enters with counters, attached, or into combat (CR 122.6, 303.4h, 508.4).
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: false, joining: None, attached_to: None,
            counters: vec![(kind, count)], being: vec![], face_down: None, transformed: false })
        => | "(return|put) {what:thing} (to|onto) the battlefield with {count:count} (|additional ){kind:counter_name} \
            counter[count] on (it|them)"
        | "(return|put) {what:thing} (to|onto) the battlefield under your control with {count:count} \
            (|additional ){kind:counter_name} counter[count] on (it|them)"
        | "(return|put) {what:thing} (to|onto) the battlefield with {count:count} (|additional ){kind:counter_name} \
            counter[count] on (it|them) under your control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: true, joining: None, attached_to: None,
            counters: vec![(kind, count)], being: vec![], face_down: None, transformed: false })
        => | "(return|put) {what:thing} (to|onto) the battlefield tapped with {count:count} \
            (|additional ){kind:counter_name} counter[count] on (it|them)"
        | "(return|put) {what:thing} (to|onto) the battlefield tapped under your control with {count:count} \
            (|additional ){kind:counter_name} counter[count] on (it|them)";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::OwnerOf(Box::new(what)), tapped: false, joining: None, attached_to: None,
            counters: vec![(kind, count)], being: vec![], face_down: None, transformed: false })
        => | "(return|put) {what:thing} (to|onto) the battlefield under (its owner's|their owner's|their owners') \
            control with {count:count} (|additional ){kind:counter_name} counter[count] on (it|them)"
        | "(return|put) {what:thing} (to|onto) the battlefield with {count:count} (|additional ){kind:counter_name} \
            counter[count] on (it|them) under (its owner's|their owner's|their owners') control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::OwnerOf(Box::new(what)), tapped: true, joining: None, attached_to: None,
            counters: vec![(kind, count)], being: vec![], face_down: None, transformed: false })
        => | "(return|put) {what:thing} (to|onto) the battlefield tapped under (its owner's|their owner's|their \
            owners') control with {count:count} (|additional ){kind:counter_name} counter[count] on (it|them)";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: false, joining: None,
            attached_to: Some(Recipients::Objects(to)), counters: vec![], being: vec![], face_down: None,
            transformed: false })
        => | "(return|put) {what:thing} (to|onto) the battlefield (|under your control )attached to {to:thing}";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: true, joining: Some(joining), attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: false })
        => | "(return|put) {what:thing} (to|onto) the battlefield (|under your control )tapped and {joining:joins}"
        | "(return|put) {what:thing} (to|onto) the battlefield tapped and {joining:joins} under your control";
    clause: Instruction::PutOntoBattlefield(verb::PutOntoBattlefield {
            what, control: Players::You, tapped: false, joining: Some(joining), attached_to: None,
            counters: vec![], being: vec![], face_down: None, transformed: false })
        => | "(return|put) {what:thing} (to|onto) the battlefield (|under your control ){joining:joins}"
        | "(return|put) {what:thing} (to|onto) the battlefield {joining:joins} under your control";

    sentence: vec![Instruction::CreateTokens(verb::CreateTokens {
            who, count: Quantity::Fixed(1), predefined: None, token: Box::new(token), attached_to: None,
            size: Some((power, toughness)), tapped: false, joining: None })]
        => | "{who:told} create<who> a {token:token[one]} . its power is equal to {power:amount} and its toughness is \
            equal to {toughness:amount}";
    clause: Instruction::CreateTokens(verb::CreateTokens {
            who, count: Quantity::Fixed(1), predefined: None, token: Box::new(token), attached_to: None,
            size: Some((n, n)), tapped: false, joining: None })
        => | "{who:told} create<who> a {token:token[one]} with (|base )power and toughness each equal to {n:amount}";
}
