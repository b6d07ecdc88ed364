//! What is done to the same objects again: to those that they were (CR 608.2c).

use retrace_words::rows;

use super::super::parts::is_several;
use crate::card::ast::effect::{Duration, Modification, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::words::term::any;
use crate::card::words::turn_step::TurnStep;

/// Whether what a description means is the same after it was tapped, changed in size or given
/// abilities or counters.
fn stay_the_same(what: &Filter) -> bool {
    match what {
        Filter::Not(inner) => stay_the_same(inner),
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().all(stay_the_same),
        Filter::Is(what) => matches!(what, Objects::Target(_)),
        Filter::Type(_)
        | Filter::Subtype(_)
        | Filter::Supertype(_)
        | Filter::Color(_)
        | Filter::SharesColor(_)
        | Filter::Token
        | Filter::Attacking
        | Filter::Blocking
        | Filter::ControlledBy(_) => true,
        _ => false,
    }
}

/// Whether a change is one of size or abilities.
const fn is_of_no_type(change: &Modification) -> bool {
    matches!(change, Modification::AddPowerToughness(..) | Modification::Gain(_))
}

/// Whether objects of a description are the same after that.
fn are_the_same(what: &Objects) -> bool {
    matches!(what, Objects::Each(what) if stay_the_same(what))
}

/// Whether what a description means is the same after somebody has gained control of it.
fn stay_whoever_controls(what: &Filter) -> bool {
    stay_the_same(what) && !any(what, |it: &Filter| matches!(it, Filter::ControlledBy(_)))
}

/// Whether what a description means is the same after it was dealt damage.
fn stay_if_damaged(what: &Filter) -> bool {
    match what {
        Filter::Not(inner) => stay_if_damaged(inner),
        Filter::All(parts) => parts.iter().all(stay_if_damaged),
        what => matches!(what, Filter::Keyword(_)) || stay_the_same(what),
    }
}

rows! {
    pub(crate) ROWS;

    sentence: vec![
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(what)), modifications, duration }),
            Instruction::Untap(verb::Untap(Objects::Each(Box::new(what))))]
        if stay_the_same(what) && modifications.iter().all(is_of_no_type)
        => | "{what:group} {modifications:changes[what]} {duration:span} . untap (those creatures|them)";
    sentence: vec![
            Instruction::PutCounters(verb::PutCounters { on: Objects::Each(Box::new(what)), kind, count }),
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(what)), modifications, duration })]
        if stay_the_same(what)
        => | "put {count:count} {kind:counter_name} counter[count] on {what:group} . (those creatures|they) \
            {modifications:changes[many]} {duration:span}";
    sentence: vec![
            Instruction::PutCounters(verb::PutCounters { on: Objects::Each(Box::new(what)), kind, count }),
            Instruction::Untap(verb::Untap(Objects::Each(Box::new(what))))]
        if stay_the_same(what)
        => | "put {count:count} {kind:counter_name} counter[count] on {what:group} . untap (those creatures|them)";
    sentence: vec![
            Instruction::Untap(verb::Untap(what)), Instruction::Modify(verb::Modify { what, modifications, duration })]
        if are_the_same(what)
        => | "untap {what:thing} . (those creatures|they) {modifications:changes[many]} {duration:span}";
    sentence: vec![
            Instruction::Tap(verb::Tap(Objects::Each(Box::new(what)))),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(Restriction::DoesntUntap(Filter::Is(Objects::Those))),
                duration: Duration::Through(TurnStep::Untap, Players::ControllerOf(Box::new(Objects::Those))),
                of: Some(Objects::Each(Box::new(what))), apiece: true })]
        if stay_the_same(what)
        => | "tap {what:group} . those creatures don't untap during their (controller's|controllers') next untap \
            (step|steps)";
    sentence: vec![
            Instruction::Tap(verb::Tap(Objects::Each(Box::new(and(what, Filter::ControlledBy(who)))))),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Restrict(Restriction::DoesntUntap(Filter::Is(Objects::Those))),
                duration: Duration::Through(TurnStep::Untap, who),
                of: Some(Objects::Each(Box::new(and(what, Filter::ControlledBy(who))))), apiece: true })]
        if stay_the_same(what) && !is_several(who) && *who != Players::You
        => | "tap all {what:noun[many]} {who:controller} control<who> . those creatures don't untap during that \
            player's next untap step";
    sentence: vec![
            Instruction::Modify(verb::Modify { what: Objects::Each(Box::new(what)), modifications, duration }),
            Instruction::Establish(verb::Establish {
                effect: StaticEffect::Require(Requirement::Attack(Filter::Is(Objects::Those))),
                duration: Duration::EndOfTurn, of: Some(Objects::Each(Box::new(what))), apiece: false })]
        if stay_the_same(what) && modifications.iter().all(is_of_no_type)
        => | "{what:group} {modifications:changes[what]} {duration:span} . those creatures attack this turn if able";
    sentence: vec![
            Instruction::Modify(verb::Modify { what: Objects::Each(Box::new(what)), modifications, duration }),
            Instruction::If(verb::If {
                condition, then: vec![Instruction::Untap(verb::Untap(Objects::Each(Box::new(what))))],
                otherwise: vec![] })]
        if stay_the_same(what) && modifications.iter().all(is_of_no_type)
        => | "{what:group} {modifications:changes[what]} {duration:span} . if {condition:if} , untap (those \
            creatures|them)";
    sentence: vec![
            Instruction::Modify(verb::Modify { what: Objects::Each(Box::new(what)), modifications, duration }),
            Instruction::If(verb::If {
                condition,
                then: vec![Instruction::Modify(verb::Modify {
                    what: Objects::Each(Box::new(what)), modifications: more, duration: other })],
                otherwise: vec![] })]
        if stay_the_same(what) && modifications.iter().all(is_of_no_type)
        => | "{what:group} {modifications:changes[what]} {duration:span} . if {condition:if} , (those creatures|they) \
            {more:changes[many]} {other:span}";
    sentence: vec![
            Instruction::DealDamage(verb::DealDamage {
                source, amount, to: Recipients::Objects(Objects::Each(Box::new(what))), excess: None }),
            Instruction::Tap(verb::Tap(Objects::Each(Box::new(what))))]
        if stay_if_damaged(what)
        => | "{source:thing} deal<source> {amount:figure} damage to {what:group} . tap (those creatures|them)";
    sentence: vec![
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(what)), modifications: vec![Modification::Control(Players::You)],
                duration }),
            Instruction::Untap(verb::Untap(Objects::Each(Box::new(what)))),
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(what)), modifications: more, duration: other })]
        if stay_whoever_controls(what)
        => | "gain control of {what:group} {duration:span} . untap (those creatures|them) . (those creatures|they) \
            {more:changes[many]} {other:span}";
    sentence: vec![
            Instruction::Untap(verb::Untap(Objects::Each(Box::new(what)))),
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(what)), modifications: vec![Modification::Control(Players::You)],
                duration }),
            Instruction::Modify(verb::Modify {
                what: Objects::Each(Box::new(what)), modifications: more, duration: other })]
        if stay_whoever_controls(what)
        => | "untap {what:group} and gain control of them {duration:span} . (those creatures|they) \
            {more:changes[many]} {other:span}";
}
