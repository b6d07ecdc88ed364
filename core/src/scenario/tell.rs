//! Choices and events in words, one line each.

use crate::derive::object::telling_apart;
use crate::fact::{Choice, Domain, Entity, Entry, Event, Item, Prompt, Zone};
use crate::message::Message;
use crate::rules;
use crate::rules::check::{describe, describe_all};
use crate::state::Game;

/// The pending choice: whose it is, what it is about, the rule that asks and the options.
pub fn tell_choice(game: &Game, choice: &Choice) -> String {
    self::choice_message(game, choice).whole()
}

/// Like `tell_choice`, for where there may not be room for all options.
pub(super) fn choice_message(game: &Game, choice: &Choice) -> Message {
    let name = |player| game.entity_name(Entity::Player(player));
    let who = match choice.answered_by == choice.player {
        true => name(choice.player),
        // CR 718.5
        false => format!("{} for {}", name(choice.answered_by), name(choice.player)),
    };
    let asked = format!("{who} {} (CR {}): ", asked(game, choice), choice.rule);
    Message::from(asked).and(offered(game, &choice.domain))
}

fn asked(game: &Game, choice: &Choice) -> String {
    let name = |id| game.name_of(id);
    match &choice.prompt {
        Prompt::Priority => "has priority".to_owned(),
        Prompt::Mulligan => "keeps or takes a mulligan".to_owned(),
        Prompt::BottomAfterMulligan => "puts cards on the bottom after mulligans".to_owned(),
        Prompt::Attackers => "declares attackers".to_owned(),
        Prompt::Blockers => "declares blockers".to_owned(),
        Prompt::DamageOrder(id) => format!("orders what {} assigns damage to", name(*id)),
        Prompt::DamagePlacement(id, new) => format!("places {} in the order of {}", name(*new), name(*id)),
        Prompt::Joining(id) => format!("chooses what {} attacks or blocks", name(*id)),
        Prompt::CombatDamage => "assigns combat damage".to_owned(),
        Prompt::ChooseX(id) => format!("chooses X for {}", name(*id)),
        Prompt::Targets(id, index) => format!("chooses target {index} of {}", name(*id)),
        Prompt::Payment(id) => format!("pays for {}", name(*id)),
        Prompt::PayWith(id) => format!("chooses what to pay for {} with", name(*id)),
        Prompt::TriggerOrder => "orders triggered abilities".to_owned(),
        Prompt::Replacement => "chooses a replacement effect".to_owned(),
        Prompt::Shield(object) => format!("says how much of what {} deals an effect applies to", name(*object)),
        Prompt::May(id) => format!("may do what {} offers", name(*id)),
        Prompt::Either(id) => format!("chooses what to do for {}", name(*id)),
        Prompt::Unless(id) => format!("may pay what {} asks", name(*id)),
        Prompt::Division(id, _) => format!("divides what {} divides among its targets", name(*id)),
        Prompt::Distribution(id) => format!("divides what {} divides", name(*id)),
        Prompt::NewTarget { of, .. } => format!("chooses what a target of {} is to be", name(*of)),
        Prompt::ToBottom(id) => format!("puts cards on the bottom for {}", name(*id)),
        Prompt::ToGraveyard(id) => format!("puts cards into the graveyard for {}", name(*id)),
        Prompt::Again(id) => format!("may repeat what {} does", name(*id)),
        Prompt::OnTop(id) => format!("chooses whether {} is put on top", name(*id)),
        Prompt::EntersAs(id) => format!("chooses as what {} enters", name(*id)),
        Prompt::Host(id) => format!("chooses what {} is attached to", name(*id)),
        Prompt::Objects(id) if choice.asks_whether() => {
            format!("picks themselves to do what {} offers, or nobody", name(*id))
        }
        Prompt::Objects(id) => format!("chooses objects for {}", name(*id)),
        Prompt::ManaType(id) => format!("chooses the type of mana of {}", name(*id)),
        Prompt::Value(id) => match rules::high_bid(game) {
            Some((_, bid)) => format!("bids more than {bid} for {}", name(*id)),
            None => format!("chooses a value for {}", name(*id)),
        },
        Prompt::Separate(id) => format!("separates objects into two piles for {}", name(*id)),
        Prompt::Pile(id) => format!("chooses a pile for {}", name(*id)),
        Prompt::DiscardToHandSize => "discards down to the maximum hand size".to_owned(),
        Prompt::LegendRule => "chooses which legendary permanent to keep".to_owned(),
        Prompt::Timestamps => "orders the timestamps of what receives one, the earliest first".to_owned(),
        Prompt::Arrange(to) => format!("arranges the cards that go to {}, the topmost first", zone(game, *to)),
        Prompt::StandingMana => "chooses which mana abilities stand".to_owned(),
        Prompt::Untap => "determines what untaps".to_owned(),
        Prompt::CommandZone(object) => format!("may put {} into the command zone", name(*object)),
        Prompt::Conspiracies => "may put conspiracies into the command zone".to_owned(),
        Prompt::Stack(id) => format!("chooses the turn marker onto whose stack an ability of {} goes", name(*id)),
        Prompt::Agenda(id) => format!("secretly chooses card names for {}", name(*id)),
        Prompt::Companion => "may reveal a companion".to_owned(),
        Prompt::OpeningHand => "may act with a card of the opening hand".to_owned(),
        Prompt::CallDraw => "says whether the game is a draw".to_owned(),
        Prompt::CallCoin(id) => format!("calls the coin of {}: heads?", name(*id)),
        Prompt::Band => "forms bands of attacking creatures".to_owned(),
        Prompt::Which(id) if choice.asks_order_in_team() => {
            format!("orders the team: who is the next to do what {} asks", name(*id))
        }
        Prompt::Which(id) => format!("says which player {} means", name(*id)),
        Prompt::LifeTotal(_, player) => {
            format!("says whose life total {} gets", game.entity_name(Entity::Player(*player)))
        }
        Prompt::DrawOrder => "orders the draws of the team".to_owned(),
        Prompt::StandIn(left) => format!("says who chooses instead of {}", game.entity_name(Entity::Player(*left))),
        Prompt::WhereTo(id) => format!("chooses where {} goes", name(*id)),
        Prompt::RevealDrawn(id) => format!("may reveal {} as it is drawn", name(*id)),
        Prompt::KeepHeads(id) => format!("chooses which coin of {} counts: heads?", name(*id)),
        Prompt::Modes(id) => format!("chooses modes of {}", name(*id)),
        Prompt::Counters(id) => format!("chooses counters to remove from {}", name(*id)),
        Prompt::Costs(id) => format!("chooses how to pay for {}", name(*id)),
        Prompt::TimesPaid(id) => format!("chooses how many times to pay an additional cost of {}", name(*id)),
        Prompt::AddedTexts(id) => format!("chooses cards in hand whose texts {} gains", name(*id)),
        Prompt::Permission(id) => format!("chooses the effect to cast {} with, if any", name(*id)),
    }
}

/// The options, distinguished from one another; actions that read alike are given once, with their
/// number.
fn counted(game: &Game, options: &[Item]) -> Vec<String> {
    let acts = options.iter().any(|item| matches!(item, Item::Act(_)));
    if !acts {
        return describe_all(game, options);
    }
    let labels = options.iter().map(|item| describe(game, item)).collect();
    let mut told: Vec<(String, usize)> = Vec::new();
    for text in telling_apart::by_text(game, options, labels) {
        match told.iter_mut().find(|(other, _)| *other == text) {
            Some((_, count)) => *count += 1,
            None => told.push((text, 1)),
        }
    }
    told.into_iter().map(|(text, count)| if count == 1 { text } else { format!("{text} ({count} times)") }).collect()
}

fn offered(game: &Game, domain: &Domain) -> Message {
    let name = |id| game.name_of(id);
    let begun = |text: String| Message::from(text);
    match domain {
        Domain::Pick { options, min, max } => {
            let count = if min == max { min.to_string() } else { format!("{min} to {max}") };
            begun(format!("{count} of ")).and(Message::list(counted(game, options)))
        }
        Domain::Gather { options, weights, sum } => {
            let weighed =
                describe_all(game, options).into_iter().zip(weights).map(|(item, weight)| format!("{item} ({weight})"));
            begun(format!("{sum} of ")).and(Message::list(weighed))
        }
        Domain::Order(items) => begun("an order of ".to_owned()).and(Message::list(describe_all(game, items))),
        Domain::Confirm => "yes or no".into(),
        Domain::Number { min, max } => format!("a number from {min} to {max}").into(),
        Domain::Declare { options, .. } => Message::list(options.iter().map(|option| {
            let to: Vec<String> = option.to.iter().map(|to| game.entity_name(*to)).collect();
            format!("{} → {}", name(option.object), to.join(" or "))
        })),
        Domain::Divide(shares) => Message::list(shares.iter().map(|share| {
            let among: Vec<String> = share.among.iter().map(|to| game.entity_name(*to)).collect();
            format!("{} of {} among {}", share.total, name(share.source), among.join(", "))
        })),
        Domain::Pay { cost, pool, sources, help, .. } => {
            let mana: String = pool.iter().map(|unit| unit.kind.letter()).collect();
            let pool = if mana.is_empty() { "nothing".to_owned() } else { mana };
            let how = |id| if matches!(game.zone_of(id), Some(Zone::Graveyard(_))) { "exiling" } else { "tapping" };
            let helpers = help.iter().map(|help| format!("{} {}", how(help.object), name(help.object)));
            let sources: Vec<Item> = sources.iter().cloned().map(Item::Act).collect();
            let all = counted(game, &sources).into_iter().chain(helpers);
            begun(format!("{cost} with {pool} in the pool, after ")).and(Message::list(all))
        }
    }
}

/// An entry of the game's history: its number, what happened, the rule, and the entry that caused
/// it.
pub fn tell_entry(game: &Game, entry: &Entry) -> String {
    let mut text = format!("{} {}", entry.no, entry.event.name());
    let about: Vec<String> = entry.event.about().into_iter().map(|entity| game.entity_name(entity)).collect();
    if !about.is_empty() {
        text += &format!(" {}", about.join(", "));
    }
    if let Event::Moved { became, from, .. } = &entry.event
        && let Some(new) = became.first()
    {
        text += &format!(" from {} to {}", zone(game, *from), zone(game, new.zone));
    }
    if let Some(amount) = entry.event.amount() {
        text += &format!(" {amount}");
    }
    if let Some(step) = entry.event.turn_step() {
        text += &format!(" {}", step.word());
    }
    text += &format!(" (CR {})", entry.rule);
    if let Some(cause) = entry.cause {
        text += &format!(" because of {cause}");
    }
    text
}

/// A zone, with its player by name.
pub(super) fn zone(game: &Game, zone: Zone) -> String {
    match zone {
        Zone::Library(player) | Zone::Hand(player) | Zone::Graveyard(player) => {
            format!("{}'s {}", game.entity_name(Entity::Player(player)), zone.kind().word())
        }
        _ => zone.to_string(),
    }
}
