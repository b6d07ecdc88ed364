//! Checks whether an ability makes sense, beyond what the types of the AST ensure.

use crate::card::ast::ability::{Ability, Body, Mode, StaticAbility, TargetSpec, TargetWhat};
use crate::card::ast::cost::{CostChange, CostEffect, Costly};
use crate::card::ast::effect::{
    Choosing, Duration, Exception, Instead, Modification, Replacement, StaticEffect, Would,
};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Joining, Recipients};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::{AsThough, Permission, Restriction};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::check::becomes;
use crate::card::check::becomes::By;
use crate::card::check::defending;
use crate::card::verb;
use crate::card::words::card_type::{CardType, CardTypes};
use crate::card::words::chosen::WordKind;
use crate::card::words::term::{Go, Term, any, as_, walk};
use crate::card::words::zone_kind::ZoneKind;

/// The first contradiction in an ability, such as a target that it doesn't have, or an effect that
/// replaces an event with something that it can't become.
pub(crate) fn contradiction(ability: &Ability) -> Option<String> {
    let body = match ability {
        Ability::Spell(spell) if spell.body.modes.as_ref().is_some_and(|modes| modes.unchosen) => {
            return Some("the modes of a spell are chosen once: `unchosen` is of an ability of a permanent".to_owned());
        }
        Ability::Spell(spell) => &spell.body,
        Ability::Activated(activated) => &activated.body,
        Ability::Triggered(triggered) => {
            match &triggered.when {
                TriggerEvent::Done | TriggerEvent::ThisWay(_) => {
                    return Some("`Done` is for what `Delay` creates; nothing has been done yet".to_owned());
                }
                // The abilities of a dungeon, and only they (CR 309.4c).
                TriggerEvent::EntersRoom { .. } => {}
                TriggerEvent::State(_) if triggered.body.has_targets() => {
                    return Some("a state trigger without a legal target would trigger for ever (CR 603.8)".to_owned());
                }
                when if in_event(when, false).is_some() => return in_event(when, false),
                _ => {}
            }
            &triggered.body
        }
        Ability::Static(fixed) => {
            if let (ZoneKind::Library, StaticEffect::Permit(permission)) = (fixed.zone, &fixed.effect)
                && permission.is_of_this()
            {
                return Some(
                    "a card is not played from within a library; there is no word for \"while you're searching\", \
                     and of the top card another object says `Is(TopOfLibrary(You, 1))` (CR 401.5)"
                        .to_owned(),
                );
            }
            return in_effect(&fixed.effect, By::Ability)
                .or_else(|| defending::in_static(fixed))
                .or_else(|| defines_nothing(fixed));
        }
        Ability::Keyword(keyword) => return in_keyword(keyword),
    };
    in_body(body)
}

/// A characteristic-defining ability does nothing else (CR 604.3a).
fn defines_nothing(ability: &StaticAbility) -> Option<String> {
    let StaticEffect::Modify { what, modifications, defining: true } = &ability.effect else { return None };
    let defines = |it: &Modification| {
        matches!(
            it,
            Modification::SetPowerToughness(..)
                | Modification::SetPower(_)
                | Modification::SetToughness(_)
                | Modification::SetColors(_)
                | Modification::SetChosenColor
                | Modification::AddColors(_)
                | Modification::AddSubtype(_)
                | Modification::AddEverySubtype(_)
        )
    };
    let suits = what.is_about_this() && ability.condition.is_none() && modifications.iter().all(defines);
    (!suits).then(|| {
        "`defining` is of an ability that says colors, subtypes, power or toughness of its own object, whatever else \
         is so (CR 604.3a)"
            .to_owned()
    })
}

/// What is wrong with a target that is chosen for each of several players, if anything.
fn in_target(spec: &TargetSpec) -> Option<String> {
    spec.each.as_ref()?;
    if spec.number.is_some() || spec.divide.is_some() || spec.total.is_some() {
        return Some("with `each`, `min` and `max` are the number for each player; nothing is divided".to_owned());
    }
    // The same could be chosen for several of them.
    let theirs = any(&spec.what, |it: &Players| *it == Players::They);
    (!theirs).then(|| "with `each`, say whose each is in `what`: `ControlledBy(They)` (CR 601.2c)".to_owned())
}

fn in_body(body: &Body) -> Option<String> {
    if body.still_resolves && !body.has_targets() {
        return Some("`still_resolves` is of a text with targets (CR 608.2b)".to_owned());
    }
    if let Some(why) = body.texts().flat_map(|(targets, _)| targets).find_map(in_target) {
        return Some(why);
    }
    let alone = |targets: &[TargetSpec]| targets.first().is_some_and(|it| it.other && it.max < 2);
    if body.texts().any(|(targets, _)| alone(targets)) {
        let why = "`other` is of a target besides those before it; of another one than the object itself say \
                   `Not(This)` (CR 115.3)";
        return Some(why.to_owned());
    }
    let divides = |targets: &[TargetSpec]| targets.iter().filter(|it| it.divide.is_some()).count() > 1;
    let portion =
        |instructions: &[Instruction]| instructions.iter().any(|it| any(it, |it: &Quantity| *it == Quantity::Portion));
    let idle = |targets: &[TargetSpec]| targets.iter().any(|it| it.divide.is_some());
    if body.texts().any(|(targets, instructions)| idle(targets) && !portion(instructions)) {
        return Some("nothing is done with what is divided: say `Portion` where each gets its part (CR 601.2d)".into());
    }
    if body.texts().any(|(targets, _)| divides(targets)) {
        let why = "a text divides one number among one list of targets, which `Portion` means (CR 601.2d)";
        return Some(why.to_owned());
    }
    if let Some(modes) = &body.modes {
        let most = if modes.repeat { usize::MAX } else { modes.of.len() };
        if modes.of.is_empty() || modes.min > modes.max || usize::from(modes.min) > most {
            return Some("there are not as many modes as are to be chosen (CR 700.2)".to_owned());
        }
        if modes.unchosen && modes.repeat {
            return Some(
                "a mode that hasn't been chosen is not chosen again: leave out `repeat` or `unchosen`".to_owned(),
            );
        }
    }
    body.texts()
        .find_map(|(_, text)| reflexive_out_of_place(text, None))
        .or_else(|| dangling_in(body))
        .or_else(|| body.texts().flat_map(|(_, instructions)| instructions).find_map(in_instruction))
}

/// Whether an ability defines the power of a card with a printed star (CR 208.2).
pub(super) fn says_power(ability: &Ability) -> bool {
    defines(ability, |it| matches!(it, Modification::SetPowerToughness(..) | Modification::SetPower(_)))
}

/// Whether an ability defines the toughness of a card with a printed star (CR 208.2).
pub(super) fn says_toughness(ability: &Ability) -> bool {
    defines(ability, |it| matches!(it, Modification::SetPowerToughness(..) | Modification::SetToughness(_)))
}

fn defines(ability: &Ability, says: impl Fn(&Modification) -> bool) -> bool {
    let Ability::Static(ability) = ability else { return false };
    match &ability.effect {
        StaticEffect::Modify { modifications, defining: true, .. } => modifications.iter().any(says),
        // CR 208.2b
        StaticEffect::Replace(Replacement { would: Would::Enter { .. } | Would::TurnFaceUp { .. }, instead }) => {
            let mut instead = instead;
            while let Instead::May(inner) | Instead::Reveal(inner) | Instead::Also(inner, _) = instead {
                instead = inner;
            }
            match instead {
                Instead::BecomeOneOf(options) => options.iter().flatten().any(says),
                Instead::EnterAs(_) => true,
                _ => false,
            }
        }
        _ => false,
    }
}

/// What is wrong with a symbol that represents other abilities, if anything (CR 711.2, 715.2,
/// 717.2).
fn in_keyword(keyword: &Keyword) -> Option<String> {
    match keyword {
        Keyword::Landwalk(what) if !is_of_lands(what) => {
            Some("landwalk names a land type, a supertype, a card type or several of them (CR 702.14a)".to_owned())
        }
        Keyword::Level(symbol) if symbol.to.is_some_and(|most| most < symbol.from) => {
            Some("a level symbol ends before it begins (CR 711.2a)".to_owned())
        }
        Keyword::Level(symbol) => in_striation(&symbol.abilities),
        Keyword::Chapter(symbols) if symbols.at.is_empty() || symbols.at.contains(&0) => {
            Some("a chapter has a number, and numbers count from 1 (CR 715.2a)".to_owned())
        }
        Keyword::Chapter(symbols) => in_body(&symbols.body),
        Keyword::Forecast(ability) | Keyword::Boast(ability) => in_body(&ability.body),
        Keyword::ClassLevel(bar) if bar.level < 2 => {
            Some("a Class has its first level without a bar (CR 717.2d)".to_owned())
        }
        Keyword::ClassLevel(bar) => in_striation(&bar.abilities),
        _ => None,
    }
}

/// Whether landwalk can have a quality.
fn is_of_lands(quality: &Filter) -> bool {
    match quality {
        Filter::All(parts) => parts.iter().all(is_of_lands),
        Filter::Not(inner) => is_of_lands(inner),
        Filter::Subtype(kind) => kind.belongs_to(CardTypes::NONE.with(CardType::Land)),
        Filter::Supertype(_) | Filter::Type(_) => true,
        _ => false,
    }
}

fn in_striation(abilities: &[Ability]) -> Option<String> {
    let spell = |ability: &Ability| matches!(ability, Ability::Spell(_));
    let nested = |ability: &Ability| {
        matches!(ability, Ability::Keyword(Keyword::Level(_) | Keyword::ClassLevel(_) | Keyword::Chapter(_)))
    };
    if abilities.iter().any(nested) {
        return Some("a level is none of another level's abilities: list one after another (CR 711.2, 717.2)".into());
    }
    if abilities.iter().any(spell) {
        return Some("only instants and sorceries have spell abilities (CR 113.3a)".to_owned());
    }
    abilities.iter().find_map(contradiction)
}

/// What is wrong with a trigger event, if anything: `Done`, `ThisWay` and `State` stand alone.
fn in_event(when: &TriggerEvent, delayed: bool) -> Option<String> {
    let alone = |inner: &TriggerEvent| {
        matches!(inner, TriggerEvent::Done | TriggerEvent::State(_) | TriggerEvent::ThisWay(_))
            .then(|| "`Done`, `ThisWay` and `State` stand alone".to_owned())
            .or_else(|| in_event(inner, delayed))
    };
    match when {
        TriggerEvent::AnyOf(parts) => parts.iter().find_map(alone),
        TriggerEvent::OneOrMore(inner) => match **inner {
            TriggerEvent::AnyOf(_) | TriggerEvent::OneOrMore(_) | TriggerEvent::Nth { .. } => {
                Some("`OneOrMore` is of one kind of event".to_owned())
            }
            ref inner => alone(inner),
        },
        TriggerEvent::TapsForMana { kind: Some(_), chosen: true, .. }
        | TriggerEvent::AddsMana { kind: Some(_), chosen: true, .. } => {
            Some("mana is of a type that is named, or of the chosen color: leave out `kind` or `chosen`".to_owned())
        }
        TriggerEvent::Nth { nth: 0, .. } => Some("`Nth` counts from 1".to_owned()),
        TriggerEvent::Nth { when: inner, .. } | TriggerEvent::While { when: inner, .. } => alone(inner),
        TriggerEvent::EntersRoom { .. } => Some(
            "`EntersRoom` is of the dungeon with the ability, whose owner enters its rooms by venturing; anywhere else \
             say `Ventures(You)` (CR 309.4c, 701.46a)"
                .to_owned(),
        ),
        TriggerEvent::Chapter(_) => Some("a chapter ability is written `Keyword(Chapter(…))` (CR 715.2)".to_owned()),
        TriggerEvent::ThisWay(inner) if delayed => alone(inner),
        _ => None,
    }
}

/// CR 603.12: "when you do" follows an option. `who` is who may take it, if there is one.
fn reflexive_out_of_place(instructions: &[Instruction], who: Option<&Players>) -> Option<String> {
    instructions.iter().find_map(|instruction| match instruction {
        Instruction::Delay(verb::Delay { when: TriggerEvent::Done, .. }) if who != Some(&Players::You) => {
            Some("`Done` is \"when you do\": it comes in the `then` of a `May` or `MayPay` of `You`".to_owned())
        }
        Instruction::Delay(verb::Delay { body, .. }) => reflexive_out_of_place(&body.instructions, None),
        Instruction::May(verb::May { who, then }) => reflexive_out_of_place(then, Some(who)),
        Instruction::MayPay(verb::MayPay { who, then, otherwise, .. }) => {
            reflexive_out_of_place(then, Some(who)).or_else(|| reflexive_out_of_place(otherwise, None))
        }
        other => other.lists().into_iter().find_map(|list| reflexive_out_of_place(list, None)),
    })
}

/// Whether it prevents a certain amount of damage (CR 615.7).
fn shields(established: &verb::Establish) -> bool {
    let StaticEffect::Replace(Replacement { instead, .. }) = &established.effect else { return false };
    matches!(instead.parts().0, Instead::PreventNext(_))
}

/// What is wrong with a duration, if anything: it must suit the instruction, so that it is never
/// meaningless.
fn in_duration(instruction: &Instruction) -> Option<String> {
    let (duration, replaces) = match instruction {
        Instruction::Modify(verb::Modify { duration, .. })
        | Instruction::BecomeCopy(verb::BecomeCopy { duration, .. })
        | Instruction::ChangeText(verb::ChangeText { duration, .. }) => (duration, false),
        Instruction::Establish(verb::Establish { effect, duration, .. }) => {
            (duration, matches!(effect, StaticEffect::Replace(_)))
        }
        _ => return None,
    };
    match duration {
        Duration::Next | Duration::NextThisTurn if matches!(instruction, Instruction::Establish(it) if shields(it)) => {
            Some("a shield against an amount of damage is used up by that amount (CR 615.7)".to_owned())
        }
        Duration::Next | Duration::NextThisTurn if !replaces => Some(
            "only a replacement or prevention effect is used up the next time that it applies (CR 614.10a, 615.7)"
                .to_owned(),
        ),
        Duration::Meanwhile(_) => Some("`Meanwhile` is what `During` becomes; write `During(Turn, …)`".to_owned()),
        Duration::DuringAdded(..) => Some("`DuringAdded` is what `DuringThat` becomes; write that".to_owned()),
        Duration::Bestowed => Some("only what casts a spell bestowed lasts so long (CR 702.103b)".to_owned()),
        _ => None,
    }
}

const REDUCES_NOTHING: &str = "`Less(0)` is `Usual`, and `InsteadLess(0)` is `Instead([ManaCostOf(This)])`";

fn in_instruction(instruction: &Instruction) -> Option<String> {
    if let Some(why) = in_duration(instruction) {
        return Some(why);
    }
    match instruction {
        Instruction::Establish(verb::Establish { apiece: true, of: None, .. }) => {
            Some("an effect apiece needs the objects that it is for".to_owned())
        }
        Instruction::Establish(verb::Establish { effect: StaticEffect::Modify { .. }, .. }) => Some(
            "`Modify` changes objects that are locked in as it begins, and `Establish` changes rules: leave \
             `Establish` out (CR 611.2c)"
                .to_owned(),
        ),
        Instruction::Establish(verb::Establish { effect, .. }) => in_effect(effect, By::Effect),
        // CR 608.2h: a resolving spell or ability determines once which words it changes.
        Instruction::Modify(verb::Modify { modifications, .. })
            if modifications.iter().any(|it| matches!(it, Modification::ReplaceWords(_))) =>
        {
            Some("`ReplaceWords` is said by a static ability; what resolves says `ChangeText`".to_owned())
        }
        Instruction::Modify(verb::Modify { modifications, .. }) => modifications.iter().find_map(in_modification),
        Instruction::BecomeCopy(verb::BecomeCopy { except, .. }) => {
            except.iter().find_map(|it| in_exception(it, false, true))
        }
        Instruction::CreateCopies(verb::CreateCopies { except, .. })
        | Instruction::CopySpell(verb::CopySpell { except, .. }) => {
            except.iter().find_map(|it| in_exception(it, false, false))
        }
        Instruction::ChangeText(verb::ChangeText { words, .. })
            if words.old().iter().all(|old| words.new_for(old).is_empty()) =>
        {
            Some("there is no word to put in the place of another (CR 612.2)".to_owned())
        }
        Instruction::CreateTokens(verb::CreateTokens { token, predefined, size, .. }) => {
            let mut token = token.as_token(*predefined);
            if size.is_some() {
                (token.power, token.toughness) = (Some(0.into()), Some(0.into()));
            }
            token.contradiction().map(|(field, why)| format!("the token's `{field}`: {why}"))
        }
        Instruction::GetEmblem(verb::GetEmblem { abilities, .. }) => abilities.iter().find_map(contradiction),
        Instruction::Put(verb::Put { into, place, random, .. })
            if *into != ZoneKind::Library && (!place.is_top() || *random) =>
        {
            Some("only a library has a top, a bottom and an order to put something in".to_owned())
        }
        Instruction::Search(_) => in_search(instruction),
        // CR 608.2d: its controller would choose among the kinds.
        Instruction::MoveCounters(verb::MoveCounters { kind: None, count: Some(_), .. }) => {
            Some("some of the counters without saying which: give `kind`, or leave out `count` to move all".to_owned())
        }
        Instruction::CounterInto(verb::CounterInto {
            into: ZoneKind::Battlefield | ZoneKind::Stack | ZoneKind::Outside,
            ..
        }) => Some("a countered spell goes to a hand, a library, exile, the command zone or a graveyard".to_owned()),
        Instruction::ExchangeCards(verb::ExchangeCards { from, and, .. }) if from == and => {
            Some("cards are exchanged between two different zones (CR 701.10d)".to_owned())
        }
        Instruction::ExchangeCards(verb::ExchangeCards { from: ZoneKind::Stack | ZoneKind::Outside, .. })
        | Instruction::ExchangeCards(verb::ExchangeCards { and: ZoneKind::Stack | ZoneKind::Outside, .. }) => {
            Some("cards on the stack or outside the game are not exchanged with others".to_owned())
        }
        Instruction::Attack(verb::Attack { joining: Joining::Blocking | Joining::BlockingThat(_), .. }) => {
            Some("what attacks does not join combat blocking".to_owned())
        }
        Instruction::ChooseValue(verb::ChooseValue(
            Choosing::Life
            | Choosing::Sacrifice(_)
            | Choosing::Exile(_)
            | Choosing::Host { .. }
            | Choosing::SacrificeFor(..)
            | Choosing::RevealFor(..)
            | Choosing::RevealOthersFor(..),
        )) => Some("only as a permanent enters is a value paid; an effect has costs of its own".to_owned()),
        Instruction::ExileUntil(verb::ExileUntil {
            until: TriggerEvent::State(_) | TriggerEvent::Done | TriggerEvent::ThisWay(_),
            ..
        })
        | Instruction::PhaseOutUntil(verb::PhaseOutUntil {
            until: TriggerEvent::State(_) | TriggerEvent::Done | TriggerEvent::ThisWay(_),
            ..
        }) => Some("`until` is an event".to_owned()),
        Instruction::Delay(delay) => in_delay(delay),
        Instruction::Choose(verb::Choose { at_random: true, total: Some(_), .. }) => {
            Some("chance keeps to no limit: leave out `total` or `at_random`".to_owned())
        }
        Instruction::SetLevel(verb::SetLevel { level: 0, .. }) => Some("levels count from 1 (CR 717.2d)".to_owned()),
        Instruction::RollDice(verb::RollDice { sides: 0, .. }) => {
            Some("a die has at least one side (CR 706.1a)".to_owned())
        }
        Instruction::MayPlay(verb::MayPlay { cost, .. }) if cost.less() == Some(0) => Some(REDUCES_NOTHING.to_owned()),
        Instruction::MayPlay(verb::MayPlay { instead: Some(replacement), .. }) => of_the_spell(replacement),
        Instruction::Instead(verb::Instead { replacement, then }) => {
            mismatch(replacement, By::Itself).or_else(|| then.iter().find_map(in_instruction))
        }
        Instruction::ForEach(verb::ForEach { into: Some(place), then, .. }) if uses_place(then, *place) => {
            Some(format!("place {place} is that of the list around it: a list within it needs another"))
        }
        Instruction::AtOnce(verb::AtOnce(parts)) if parts.len() < 2 || !parts.iter().all(deals_damage) => Some(
            "what `AtOnce` does at the same time is damage: at least two `DealDamage` without `excess`, or `If` with \
             nothing else in its `then` and `otherwise`"
                .to_owned(),
        ),
        Instruction::Either(verb::Either { of, .. }) if of.len() < 2 || of.iter().any(Vec::is_empty) => {
            Some("one of several lists is chosen: `Either` has two or more, each with instructions".to_owned())
        }
        other => other.lists().into_iter().flatten().find_map(in_instruction),
    }
}

/// Whether an instruction only deals damage, or does so under a condition.
fn deals_damage(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::DealDamage(verb::DealDamage { excess, .. }) => excess.is_none(),
        Instruction::If(verb::If { then, otherwise, .. }) => then.iter().chain(otherwise).all(deals_damage),
        _ => false,
    }
}

/// A delayed or reflexive ability that could not trigger as it says (CR 603.7, 603.12).
fn in_delay(delay: &verb::Delay) -> Option<String> {
    let verb::Delay { when, body, until, .. } = delay;
    if body.modes.as_ref().is_some_and(|modes| modes.unchosen) {
        return Some(
            "nothing has been chosen for an ability that is created: `unchosen` is of one that an object has"
                .to_owned(),
        );
    }
    let why = match (when, until) {
        (TriggerEvent::State(_), _) => "what `Delay` creates waits for an event, not for a condition",
        (TriggerEvent::Done | TriggerEvent::ThisWay(_), Some(_)) => {
            "a reflexive ability is checked once, as it is created (CR 603.12)"
        }
        (
            _,
            Some(
                Duration::AsLongAs(_)
                | Duration::WhileControlled
                | Duration::Bestowed
                | Duration::Meanwhile(_)
                | Duration::DuringAdded(..),
            ),
        ) => "a delayed ability lasts for a stated time, not as long as something is so",
        (_, Some(Duration::Next)) => "without `until` a delayed ability triggers the next time only (CR 603.7b)",
        _ => {
            let dangling = || body.has_targets().then(|| dangling_in(body)).flatten();
            return in_event(when, true)
                .or_else(dangling)
                .or_else(|| body.instructions.iter().find_map(in_instruction));
        }
    };
    Some(why.to_owned())
}

/// A search that no rule allows (CR 701.19).
fn in_search(instruction: &Instruction) -> Option<String> {
    match instruction {
        Instruction::Search(verb::Search { what, and, .. })
            if std::iter::once(what).chain(and).any(|it| it.zones() != [ZoneKind::Battlefield]) =>
        {
            Some("`zones` says where is searched: what is searched for is described without a zone".to_owned())
        }
        Instruction::Search(verb::Search { zones, .. })
            if zones.is_empty()
                || zones.iter().any(|it| {
                    !matches!(it, ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard)
                        || zones.iter().filter(|other| *other == it).count() > 1
                }) =>
        {
            Some("a library, a hand or a graveyard is searched, each once".to_owned())
        }
        Instruction::Search(verb::Search { into: ZoneKind::Library, zones, .. }) if *zones != [ZoneKind::Library] => {
            Some("only cards of a library are put back into it (CR 701.20b)".to_owned())
        }
        Instruction::Search(verb::Search {
            into: ZoneKind::Stack | ZoneKind::Command | ZoneKind::Outside | ZoneKind::Ante,
            ..
        }) => Some(
            "what is found goes to a hand, a graveyard, exile, the battlefield or back into the library".to_owned(),
        ),
        Instruction::Search(verb::Search { into, place, .. }) if *into != ZoneKind::Library && !place.is_top() => {
            Some("only in a library there is a place to put what is found".to_owned())
        }
        Instruction::Search(verb::Search { into, tapped: true, .. }) if *into != ZoneKind::Battlefield => {
            Some("only what enters the battlefield is tapped".to_owned())
        }
        Instruction::Search(verb::Search { and, total: Some(_), .. }) if !and.is_empty() => {
            Some("a `total` is of cards of one description: leave out `and`".to_owned())
        }
        Instruction::Search(verb::Search { into, pile: true, .. }) if *into != ZoneKind::Exile => {
            Some("only what is exiled lies in a face-down pile (CR 406.3)".to_owned())
        }
        Instruction::Search(verb::Search { who, pile: true, .. })
            if !matches!(who, Players::You | Players::They | Players::ThatPlayer) =>
        {
            Some(
                "each of several players has a pile of their own: let one after another search, as in \
                 `ForEach(each: Player(Each), then: [Search(who: They, …)])` (CR 406.4)"
                    .to_owned(),
            )
        }
        _ => None,
    }
}

/// Whether anything in a list is stored under this number.
fn uses_place(instructions: &[Instruction], place: u8) -> bool {
    instructions
        .iter()
        .any(|it| it.kept_in() == Some(place) || it.lists().into_iter().any(|list| uses_place(list, place)))
}

fn in_modification(modification: &Modification) -> Option<String> {
    match modification {
        Modification::Gain(ability) | Modification::HasText(ability) => contradiction(ability),
        Modification::GainKeywordsOf { named, .. } if named.is_empty() => {
            Some("`GainKeywordsOf` names no keyword: `named` is a list such as [\"flying\", \"landwalk\"]".to_owned())
        }
        Modification::Copiable(_) => {
            Some("`Copiable` is what a copy effect has come to; say `BecomeCopy` or `EnterAs`".to_owned())
        }
        Modification::AddNames(what) if what.zones() != [ZoneKind::Battlefield] => {
            Some("names are those of cards as they are printed, wherever they are (CR 612.6)".to_owned())
        }
        Modification::SetSubtypes(of, subtypes)
            if !subtypes.iter().all(|it| it.belongs_to(CardTypes::NONE.with(*of))) =>
        {
            Some(format!("not all of these are subtypes of {of} (CR 205.1a, 205.3d)"))
        }
        Modification::ReplaceText { from, to } => {
            let kinds = [WordKind::Color, WordKind::BasicLandType, WordKind::CreatureType];
            let same = kinds.iter().any(|kind| kind.has(from) && kind.has(to));
            (!same).then(|| "a word is replaced by another of its kind (CR 612.2)".to_owned())
        }
        _ => None,
    }
}

/// What is wrong with an exception to a copy effect, if anything (CR 707.9): the object doesn't
/// enter (CR 707.9e), or has nothing to keep.
fn in_exception(exception: &Exception, enters: bool, keeps: bool) -> Option<String> {
    match exception {
        Exception::But(
            modification @ (Modification::Gain(_)
            | Modification::AddType(_)
            | Modification::RemoveType(_)
            | Modification::SetTypes(_)
            | Modification::AddSubtype(_)
            | Modification::SetSubtypes(..)
            | Modification::AddSupertype(_)
            | Modification::RemoveSupertype(_)
            | Modification::SetColors(_)
            | Modification::AddColors(_)
            | Modification::LoseKeyword(_)
            | Modification::LoseAllAbilities
            | Modification::SetPowerToughness(..)
            | Modification::SetPower(_)
            | Modification::SetToughness(_)
            | Modification::SetName(_)),
        ) => in_modification(modification),
        Exception::But(_) => Some("an exception is of copiable values (CR 707.9b)".to_owned()),
        Exception::Keeps(_) if !keeps => Some("what is created has nothing of its own to keep".to_owned()),
        Exception::EntersWith(..) if !enters => Some("`EntersWith` is of what enters as a copy (CR 707.9e)".to_owned()),
        Exception::If(_, then) => then.iter().find_map(|it| in_exception(it, enters, keeps)),
        Exception::HasThisAbility | Exception::NoManaCost | Exception::Keeps(_) | Exception::EntersWith(..) => None,
    }
}

/// What is wrong with the options for an entering permanent, if anything (CR 208.2b): only copiable
/// values can be chosen.
fn in_options(options: &[Vec<Modification>]) -> Option<String> {
    let exceptions = options.iter().flatten().map(|it| Exception::But(it.clone()));
    exceptions.into_iter().find_map(|it| in_exception(&it, true, true)).or_else(|| {
        let none = options.is_empty() || options.len() > 32;
        none.then(|| "there are one to 32 things that it can become (CR 208.2b)".to_owned())
    })
}

fn in_effect(effect: &StaticEffect, by: By) -> Option<String> {
    match effect {
        StaticEffect::Modify { modifications, .. } => modifications.iter().find_map(in_modification),
        StaticEffect::Replace(replacement) => {
            mismatch(replacement, by).or_else(|| match replacement.instead.parts().0 {
                Instead::EnterAs(copying) => {
                    let body = copying.when.as_deref();
                    let except = copying.except.iter().find_map(|it| in_exception(it, true, true));
                    except.or_else(|| {
                        body.and_then(|body| {
                            dangling_in(body).or_else(|| body.instructions.iter().find_map(in_instruction))
                        })
                    })
                }
                Instead::BecomeOneOf(options) => in_options(options),
                _ => None,
            })
        }
        StaticEffect::Permit(Permission::PayLife { colors, .. }) if colors.is_empty() => {
            Some("`PayLife` is for mana symbols of some color: name one (CR 107.4f)".to_owned())
        }
        StaticEffect::Permit(Permission::Cast { cost, .. } | Permission::Play { cost, .. })
            if cost.less() == Some(0) =>
        {
            Some(REDUCES_NOTHING.to_owned())
        }
        StaticEffect::RevealDrawn { nth: 0, .. } => Some("`RevealDrawn` counts from 1".to_owned()),
        StaticEffect::RevealDrawn { .. } => None,
        StaticEffect::Cost(CostEffect {
            of: Costly::Abilities { .. },
            change:
                CostChange::Instead(_)
                | CostChange::InsteadWithFlash(_)
                | CostChange::MayCost(_)
                | CostChange::MayCostWithFlash(_),
        }) => Some("only spells have alternative and optional costs".to_owned()),
        StaticEffect::TriggerAgain { because, .. }
        | StaticEffect::Restrict(Restriction::CantTrigger { because, .. }) => match because {
            TriggerEvent::Done | TriggerEvent::ThisWay(_) | TriggerEvent::State(_) => {
                Some("what causes an ability to trigger is an event".to_owned())
            }
            because => in_event(because, false),
        },
        StaticEffect::OpeningHand { then, .. } | StaticEffect::AsYouCascade(then) => {
            let targets = dangling_in(&Body { instructions: then.clone(), ..Body::default() });
            targets.or_else(|| then.iter().find_map(in_instruction))
        }
        // CR 702.11c: hexproof on a player affects that player's opponents, and in an effect only
        // "you" has opponents.
        StaticEffect::PlayersHave { who, keyword } if keyword.effects_on_players(who).is_empty() => {
            Some(format!("players can't have {}", keyword.word()))
        }
        StaticEffect::PlayersHave { who, keyword } if keyword.is(&Keyword::Hexproof) && *who != Players::You => {
            Some("only `You` can have hexproof".to_owned())
        }
        StaticEffect::AsCommander(choosing) if !matches!(choosing, Choosing::Color(_)) => Some(
            "a commander has a color chosen before the game begins (CR 903.4b): `AsCommander(Color([]))`".to_owned(),
        ),
        StaticEffect::AsThough(it) => in_as_though(it),
        StaticEffect::Permit(permission) => permission.instead().and_then(of_the_spell),
        StaticEffect::Restrict(_)
        | StaticEffect::Require(_)
        | StaticEffect::Cost(_)
        | StaticEffect::PlayersHave { .. }
        | StaticEffect::Charge(_)
        | StaticEffect::BlocksMore { .. }
        | StaticEffect::CombatDamage(_)
        | StaticEffect::MaximumHandSize { .. }
        | StaticEffect::MayExert(_)
        | StaticEffect::MoreDevotion { .. }
        | StaticEffect::Voting(_)
        | StaticEffect::CanBeCommander
        | StaticEffect::CopiesInDeck(_)
        | StaticEffect::SurveilMore { .. }
        | StaticEffect::ControlSearchers(_)
        | StaticEffect::StartingPlayer(_)
        | StaticEffect::AsCommander(_)
        | StaticEffect::BeforeShuffling { .. }
        | StaticEffect::DuringDraft(_)
        | StaticEffect::NotExecuted(_)
        | StaticEffect::UntapDuring { .. }
        | StaticEffect::MayStayTapped(_) => None,
    }
}

/// CR 120.3: only some keyword abilities of a source change the results of damage.
fn in_as_though(it: &AsThough) -> Option<String> {
    let AsThough::Damage { they, .. } = it else { return None };
    let matters =
        |it: &&Keyword| matches!(it, Keyword::Infect | Keyword::Wither | Keyword::Lifelink | Keyword::Deathtouch);
    let all = they.having.len() + they.lacking.len();
    let suits = all > 0 && !they.untapped && they.having.iter().chain(&they.lacking).filter(matters).count() == all;
    (!suits).then(|| {
        "damage is dealt as though its source had, or lacked, `Infect`, `Wither`, `Lifelink` or `Deathtouch`".to_owned()
    })
}

/// What is wrong with the replacement effect of a spell cast with a permission, if anything.
fn of_the_spell(replacement: &Replacement) -> Option<String> {
    match &replacement.would {
        Would::Move { .. } | Would::FinishResolving(_) => mismatch(replacement, By::Effect),
        _ => Some("`instead` is of a spell that would move: `Move(what: This, to: Graveyard)`".to_owned()),
    }
}

/// CR 614.1, 615.1: each kind of event has its own possible replacements.
fn mismatch(replacement: &Replacement, by: By) -> Option<String> {
    let done = replacement.instead.instructions().iter().find_map(in_instruction);
    done.or_else(|| becomes::refusal(replacement, by))
}

/// A target that a text refers to but doesn't have, or that is of another kind (CR 115.1).
fn dangling_in(body: &Body) -> Option<String> {
    body.texts().find_map(|(targets, instructions)| {
        let mut wrong = None;
        for instruction in instructions {
            visit_targets(instruction, &mut |index, as_what| {
                wrong = wrong.take().or_else(|| not_that_target(targets, index, as_what));
            });
        }
        wrong
    })
}

/// What a text takes a target for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AsWhat {
    Object,
    Player,
    Either,
}

/// Why a target is not what a text takes it for.
fn not_that_target(targets: &[TargetSpec], index: u8, as_what: AsWhat) -> Option<String> {
    let Some(target) = targets.get(usize::from(index)) else {
        return Some(format!(
            "an instruction speaks of target {index}, but `targets` has {} (they count from 0)",
            targets.len()
        ));
    };
    match (&target.what, as_what) {
        (TargetWhat::Object(_), AsWhat::Player) => Some(format!(
            "target {index} is an object and no player; say `ControllerOf(Target({index}))` or \
             `OwnerOf(Target({index}))` (CR 115.1)"
        )),
        (TargetWhat::Player(_), AsWhat::Object) => {
            Some(format!("target {index} is a player and no object; say whose objects are meant (CR 115.1)"))
        }
        _ => None,
    }
}

/// Visits the targets that a text refers to. An ability, or a body with its own targets, refers to
/// those.
fn visit_targets(text: &dyn Term, seen: &mut impl FnMut(u8, AsWhat)) {
    walk(text, &mut |term| {
        let targets = match (as_::<Body>(term), as_::<Mode>(term)) {
            (Some(body), _) => !body.targets.is_empty(),
            (_, Some(mode)) => !mode.targets.is_empty(),
            _ => false,
        };
        if targets || as_::<Ability>(term).is_some() {
            return Go::Past;
        }
        let found = match (as_(term), as_(term), as_(term)) {
            (Some(Objects::Target(index)), ..) => Some((*index, AsWhat::Object)),
            (_, Some(Players::Target(index)), _) => Some((*index, AsWhat::Player)),
            (.., Some(Recipients::Target(index))) => Some((*index, AsWhat::Either)),
            _ => None,
        };
        found.into_iter().for_each(|(index, as_what)| seen(index, as_what));
        Go::Into
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_becomes_only_what_makes_sense() {
        let would = || Would::Destroy(Filter::Any);
        assert_eq!(mismatch(&Replacement { would: would(), instead: Instead::Nothing }, By::Ability), None);
        assert!(mismatch(&Replacement { would: would(), instead: Instead::EnterTapped }, By::Ability).is_some());
    }

    #[test]
    fn when_you_do_follows_what_you_may_do() {
        let reflexive =
            || Instruction::Delay(verb::Delay { when: TriggerEvent::Done, body: Box::default(), until: None });
        assert!(reflexive_out_of_place(&[reflexive()], None).is_some());
        let offered = |who| [Instruction::May(verb::May { who, then: vec![reflexive()] })];
        assert_eq!(reflexive_out_of_place(&offered(Players::You), None), None);
        assert!(reflexive_out_of_place(&offered(Players::Opponents), None).is_some());
    }

    /// What a word says that its place can't mean is refused.
    #[test]
    fn what_can_mean_nothing_is_refused() {
        let is = |text: &str, why: &str| {
            let ability: Ability = crate::card::file::read_part(text, |_| None).unwrap();
            assert!(contradiction(&ability).is_some_and(|it| it.contains(why)), "{text}");
        };
        is("Static(effect: Modify(what: Any, modifications: [SetSubtypes(Land, [\"Goblin\"])]))", "205.1a");
        is("Static(effect: Modify(what: This, modifications: [Gain(Keyword(Flying))], defining: true))", "604.3a");
        is(
            "Spell(body: (instructions: [Establish(effect: Modify(what: Any, modifications: []), duration: EndOfTurn)]))",
            "611.2c",
        );
        is("Spell(body: (targets: [(what: Object(Any), other: true)], instructions: [Tap(Target(0))]))", "115.3");
        is("Keyword(Landwalk(ControlledBy(You)))", "702.14a");
    }

    /// A duration that has no meaning is refused.
    #[test]
    fn a_duration_suits_what_lasts() {
        let modify =
            |duration| Instruction::Modify(verb::Modify { what: Objects::This, modifications: Vec::new(), duration });
        assert!(in_instruction(&modify(Duration::Next)).is_some());
        assert!(in_instruction(&modify(Duration::Bestowed)).is_some());
        assert_eq!(in_instruction(&modify(Duration::EndOfTurn)), None);
        let replacement = Replacement { would: Would::Destroy(Filter::Any), instead: Instead::Nothing };
        let effect = StaticEffect::Replace(replacement);
        let next = Instruction::Establish(verb::Establish {
            effect,
            duration: Duration::NextThisTurn,
            of: None,
            apiece: false,
        });
        assert_eq!(in_instruction(&next), None);
        let delay = |until| {
            Instruction::Delay(verb::Delay {
                when: TriggerEvent::Attacks(Filter::Any),
                body: Box::default(),
                until: Some(until),
            })
        };
        assert_eq!(in_instruction(&delay(Duration::NextThisTurn)), None);
        assert!(in_instruction(&delay(Duration::Next)).is_some());
        assert!(in_instruction(&delay(Duration::WhileControlled)).is_some());
    }

    #[test]
    fn a_target_that_is_not_there_is_found() {
        let body =
            Body { instructions: vec![Instruction::Destroy(verb::Destroy(Objects::Target(1)))], ..Body::default() };
        assert!(dangling_in(&body).is_some_and(|why| why.contains("target 1")));
        let player = Instruction::Shuffle(verb::Shuffle(Players::Target(0)));
        let creature = TargetSpec::one(TargetWhat::Object(Filter::Any));
        let body = Body { targets: vec![creature], instructions: vec![player], ..Body::default() };
        assert!(dangling_in(&body).is_some_and(|why| why.contains("no player")));
    }
}
