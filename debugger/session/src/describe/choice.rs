//! Choices, answers and offered items in plain English.

use std::collections::BTreeMap;

use retrace_core::card::text::cost_text_of;
use retrace_core::card::{Cost, text};
use retrace_core::derive::Look;
use retrace_core::derive::object::{faces, telling_apart};
use retrace_core::fact::{Act, Answer, Choice, Domain, Entity, Input, Item, ManaUnit, ObjectId, Origin, Prompt, Zone};
use retrace_core::rules::check::arranged_name;
use retrace_core::state::Game;

use super::action::{applied, mana};
use super::names::{counted, entity, list, object, player, possessive, sequence};

/// The player who makes a choice; if for another player, both: "player Ann for player Bob"
/// (CR 718.5).
pub fn asked(game: &Game, choice: &Choice) -> String {
    let whose = player(game, choice.player);
    match choice.answered_by == choice.player {
        true => whose,
        false => format!("{} for {whose}", player(game, choice.answered_by)),
    }
}

/// The question of a choice, as a sentence.
pub fn prompt(game: &Game, choice: &Choice) -> String {
    let who = super::capitalized(&asked(game, choice));
    let of = |id: &ObjectId| object(game, *id);
    match &choice.prompt {
        Prompt::Priority => format!("{who} has priority."),
        Prompt::Mulligan => format!("{who} may keep the hand or take a mulligan."),
        Prompt::BottomAfterMulligan => {
            format!("{who} puts {} on the bottom of the library.", how_many(&choice.domain, "card"))
        }
        Prompt::Attackers => format!("{who} declares attackers."),
        Prompt::Blockers => format!("{who} declares blockers."),
        Prompt::DamageOrder(id) => {
            format!("{who} orders the creatures that {} deals its damage to.", of(id))
        }
        Prompt::DamagePlacement(id, new) => {
            format!("{who} says which creature {} comes before in the order of {}, if any.", of(new), of(id))
        }
        Prompt::Joining(id) => format!("{who} chooses what {} attacks or blocks.", of(id)),
        Prompt::CombatDamage => format!("{who} assigns combat damage."),
        Prompt::ChooseX(id) => format!("{who} chooses X for {}.", of(id)),
        Prompt::Targets(id, _) => format!("{who} chooses {} for {}.", how_many(&choice.domain, "target"), of(id)),
        Prompt::Payment(id) => match &choice.domain {
            Domain::Pay { cost, .. } => format!("{who} pays {cost} for {}.", of(id)),
            _ => format!("{who} pays for {}.", of(id)),
        },
        Prompt::PayWith(id) => format!("{who} chooses what to pay for {} with.", of(id)),
        Prompt::TriggerOrder => format!("{who} orders triggered abilities; the first goes on the stack first."),
        Prompt::Replacement => format!("{who} chooses which effect to apply first."),
        Prompt::Shield(id) => {
            format!("{who} says how much of the damage that {} would deal an effect applies to.", object(game, *id))
        }
        Prompt::May(id) => match retrace_core::rules::high_bid(game) {
            Some((holder, bid)) => {
                format!("{who} may top the high bid for {}: {bid}, by {}.", of(id), player(game, holder))
            }
            None => format!("{who} may do what {} offers.", of(id)),
        },
        Prompt::Objects(id) if choice.asks_whether() => format!("{who} may do what {} offers.", of(id)),
        Prompt::Either(id) => format!("{who} chooses what to do for {}.", of(id)),
        Prompt::Unless(id) => format!("{who} may pay what {} asks, so that it does not happen.", of(id)),
        Prompt::Division(id, _) => format!("{who} divides what {} divides among its targets.", of(id)),
        Prompt::Distribution(id) => format!("{who} divides what {} divides.", of(id)),
        Prompt::NewTarget { of: id, now, .. } => {
            format!("{who} chooses what {} targets instead of {}.", of(id), entity(game, *now))
        }
        Prompt::ToBottom(id) => {
            format!("{who} puts {} on the bottom of the library for {}.", how_many(&choice.domain, "card"), of(id))
        }
        Prompt::ToGraveyard(id) => {
            format!("{who} puts {} into the graveyard for {}.", how_many(&choice.domain, "card"), of(id))
        }
        Prompt::Again(id) => format!("{who} may repeat what {} does.", of(id)),
        Prompt::OnTop(id) => format!("{who} puts {} on top of the creature, or under it.", of(id)),
        Prompt::EntersAs(id) => format!("{who} chooses as what {} enters the battlefield.", of(id)),
        Prompt::Host(id) => format!("{who} chooses what {} is attached to.", of(id)),
        Prompt::Objects(id) => format!("{who} chooses {} for {}.", how_many(&choice.domain, "object"), of(id)),
        Prompt::Value(id) if retrace_core::rules::is_bidding(game) => match retrace_core::rules::high_bid(game) {
            Some((holder, bid)) => {
                format!("{who} tops the high bid for {}: {bid}, by {}.", of(id), player(game, holder))
            }
            None => format!("{who} makes the first bid for {}.", of(id)),
        },
        Prompt::Value(id) => format!("{who} chooses a value for {}.", of(id)),
        Prompt::Separate(id) => format!("{who} chooses the first of two piles for {}.", of(id)),
        Prompt::Pile(id) => format!("{who} chooses one of the piles for {}.", of(id)),
        Prompt::ManaType(id) => format!("{who} chooses a type of mana for {}.", of(id)),
        Prompt::DiscardToHandSize => format!("{who} discards {}.", how_many(&choice.domain, "card")),
        Prompt::LegendRule => format!("{who} chooses which legendary permanent to keep."),
        Prompt::Arrange(zone) => {
            format!("{who} arranges the cards that go to the {}; the first lies on top.", zone.kind().word())
        }
        Prompt::Timestamps => {
            format!("{who} orders what receives a timestamp at once; the first has the earliest.")
        }
        Prompt::StandingMana => format!("{who} chooses which mana abilities stand."),
        Prompt::Companion => format!("{who} may reveal a companion."),
        Prompt::Conspiracies => format!("{who} may put conspiracies into the command zone."),
        Prompt::Stack(id) => format!("{who} chooses the player onto whose stack the ability of {} goes.", of(id)),
        Prompt::Agenda(id) => {
            format!("{who} secretly chooses {} for {}.", how_many(&choice.domain, "card name"), of(id))
        }
        Prompt::CommandZone(id) => format!("{who} may put {} into the command zone.", of(id)),
        Prompt::OpeningHand => format!("{who} may act with a card of the opening hand."),
        Prompt::CallDraw => format!("{who} says whether the game, which seems to go on for ever, is a draw."),
        Prompt::CallCoin(id) => format!("{who} calls the coin of {}: heads?", of(id)),
        Prompt::Band => format!("{who} forms bands of attacking creatures."),
        Prompt::Which(id) if choice.asks_order_in_team() => {
            format!("{who} orders the team: who is the next to do what {} asks.", of(id))
        }
        Prompt::Which(id) => format!("{who} says which player {} means.", of(id)),
        Prompt::LifeTotal(_, of) => format!("{who} says whose life total {} gets.", player(game, *of)),
        Prompt::DrawOrder => format!("{who} says in which order the team draws."),
        Prompt::StandIn(left) => format!("{who} says who chooses instead of {}.", player(game, *left)),
        Prompt::WhereTo(id) => format!("{who} chooses where {} goes.", of(id)),
        Prompt::RevealDrawn(id) => format!("{who} may reveal {} as it is drawn.", of(id)),
        Prompt::KeepHeads(id) => format!("{who} chooses which coin of {} counts: heads?", of(id)),
        Prompt::Untap => format!("{who} determines which of these untap."),
        Prompt::Modes(id) => format!("{who} chooses {} of {}.", how_many(&choice.domain, "mode"), of(id)),
        Prompt::Counters(id) => {
            format!("{who} chooses {} to remove from {}.", how_many(&choice.domain, "counter"), of(id))
        }
        Prompt::Costs(id) => format!("{who} chooses how to pay for {}.", of(id)),
        Prompt::TimesPaid(id) => format!("{who} chooses how many times to pay an additional cost of {}.", of(id)),
        Prompt::AddedTexts(id) => {
            format!("{who} chooses {} in hand whose text {} gains.", how_many(&choice.domain, "card"), of(id))
        }
        Prompt::Permission(id) => format!("{who} chooses the effect to cast {} with, or none.", of(id)),
    }
}

/// The number to pick: "a card", "2 cards", "up to 2 cards", "1 to 3 cards".
fn how_many(domain: &Domain, noun: &str) -> String {
    match domain {
        Domain::Pick { min: 1, max: 1, .. } => format!("a {noun}"),
        Domain::Pick { min, max, .. } if min == max => counted(u64::from(*min), noun),
        Domain::Pick { min: 0, max, .. } => format!("up to {}", counted(u64::from(*max), noun)),
        Domain::Pick { min, max, .. } => format!("{min} to {max} {noun}s"),
        _ => format!("{noun}s"),
    }
}

/// An offered item; an action is in the imperative.
pub fn item(game: &Game, item: &Item) -> String {
    match item {
        // A component being arranged is named by what it is (CR 723.3a).
        Item::Entity(it) => {
            let arranged = it.object().and_then(|id| arranged_name(game, id));
            arranged.unwrap_or_else(|| entity(game, *it))
        }
        Item::Act(it) => act(game, it),
        Item::Trigger(id) => match game.world().waiting.iter().find(|waiting| waiting.id == *id) {
            Some(waiting) => format!("the ability of {}", object(game, waiting.source)),
            None => id.to_string(),
        },
        Item::Effect(effect, _) => applied(game, effect),
        Item::Mana(kind) => format!("{{{}}}", kind.letter()),
        Item::Value(value) => value.word(),
        Item::Zone(zone) => format!("the {}", zone.kind().word()),
        Item::Counter(kind, _) => format!("{kind} counter"),
        Item::Pile(0) => "the first pile".to_owned(),
        Item::Pile(_) => "the other pile".to_owned(),
        Item::Name(name) => name.clone(),
        Item::Subtype(subtype) => subtype.to_string(),
        Item::Activation(index) => format!("mana ability {}", index + 1),
        it @ (Item::Mode(..) | Item::Cost(_) | Item::Created(..)) => retrace_core::rules::check::describe(game, it),
    }
}

/// An action in the imperative: "cast Mighty Leap".
pub fn act(game: &Game, act: &Act) -> String {
    match act {
        Act::Pass => "pass".to_owned(),
        Act::Play(id) => format!("play {}", object(game, *id)),
        Act::Cast(id) => format!("cast {}", object(game, *id)),
        Act::CastFaceDown(id) => format!("cast {} face down", object(game, *id)),
        Act::PlayAs(id, side) => format!("play {}", faces::name_of_side(game, *id, *side)),
        Act::CastAs(id, side) => format!("cast {}", faces::name_of_side(game, *id, *side)),
        Act::Activate(id, origin) => activation(game, *id, origin),
        Act::Special(id, by) if game.is_face_down(*id) => {
            let of = |special: &retrace_core::derive::pay::demand::Special| special.source == *id && special.by == *by;
            let controller = game.controller(*id).unwrap_or_default();
            let cost = retrace_core::derive::permit::special::special_actions(game, controller)
                .find(of)
                .map(|special| text::cost_text_of(&special.cost, &object(game, *id)));
            let cost = cost.map_or_else(String::new, |cost| format!(" for {cost}"));
            format!("turn {} face up{cost}", object(game, *id))
        }
        Act::Special(id, _) => format!("take the special action that {} allows", object(game, *id)),
    }
}

/// "tap Plains for {W}", "activate Aethergeode Miner, paying {E}{E}".
fn activation(game: &Game, id: ObjectId, origin: &Origin) -> String {
    let name = object(game, id);
    let Some(ability) = game.activated(id, origin) else { return format!("activate {name}") };
    if ability.is_mana() && ability.cost == [Cost::Tap] {
        return format!("tap {name} for mana");
    }
    format!("activate {name} ({})", cost_text_of(&ability.cost, &name))
}

/// An answer in the imperative: "block Dire Fleet Captain with Aethergeode Miner".
pub fn answer(game: &Game, choice: &Choice, answer: &Answer) -> String {
    match answer {
        Answer::BackOut => "take it back".to_owned(),
        Answer::Confirmed(yes) => match (&choice.prompt, yes) {
            (Prompt::Mulligan, true) => "take a mulligan".to_owned(),
            (Prompt::Mulligan, false) => "keep the hand".to_owned(),
            (Prompt::CallDraw, true) => "it is a draw".to_owned(),
            (Prompt::CallDraw, false) => "go on".to_owned(),
            (Prompt::CallCoin(_) | Prompt::KeepHeads(_), true) => "heads".to_owned(),
            (Prompt::CallCoin(_) | Prompt::KeepHeads(_), false) => "tails".to_owned(),
            (Prompt::OnTop(_), true) => "on top".to_owned(),
            (Prompt::OnTop(_), false) => "under it".to_owned(),
            (Prompt::Unless(_), true) => "pay".to_owned(),
            (Prompt::Unless(_), false) => "do not pay".to_owned(),
            (_, true) => "yes".to_owned(),
            (_, false) => "no".to_owned(),
        },
        Answer::Number(number) => match choice.prompt {
            Prompt::ChooseX(_) => format!("X is {number}"),
            Prompt::Shield(_) => format!("{number} of it"),
            _ => number.to_string(),
        },
        Answer::Picked(items) => picked(game, choice, items),
        Answer::Ordered(items) => {
            let order = sequence(&among(game, choice, items));
            match &choice.prompt {
                Prompt::DamageOrder(id) => format!("{} damage to {order}", possessive(&object(game, *id))),
                Prompt::TriggerOrder => format!("put {order} on the stack"),
                _ => order,
            }
        }
        Answer::Declared(assignments) => {
            let mut by_target: BTreeMap<Vec<Entity>, Vec<String>> = BTreeMap::new();
            for assignment in assignments {
                by_target.entry(assignment.to.clone()).or_default().push(object(game, assignment.object));
            }
            let blocking = choice.prompt == Prompt::Blockers;
            let verb = if blocking { "block" } else { "attack" };
            let clause = |(to, with): (Vec<Entity>, Vec<String>)| {
                let to: Vec<String> = to.iter().map(|to| entity(game, *to)).collect();
                format!("{verb} {} with {}", list(&to), list(&with))
            };
            let clauses: Vec<String> = by_target.into_iter().map(clause).collect();
            if clauses.is_empty() { format!("{verb} with nobody") } else { clauses.join("; ") }
        }
        Answer::Divided(division) => {
            let clause = |(source, shares): &(ObjectId, Vec<(Entity, u32)>)| {
                let shares: Vec<String> =
                    shares.iter().map(|(to, amount)| format!("{amount} to {}", entity(game, *to))).collect();
                if choice.prompt != Prompt::CombatDamage {
                    return list(&shares);
                }
                format!("{} damage: {}", possessive(&object(game, *source)), list(&shares))
            };
            if division.is_empty() {
                "no damage".to_owned()
            } else {
                division.iter().map(clause).collect::<Vec<_>>().join("; ")
            }
        }
        Answer::Paid(units) => {
            let pool: &[ManaUnit] = match &choice.domain {
                Domain::Pay { pool, .. } => pool,
                _ => &[],
            };
            let spent: Vec<ManaUnit> = pool.iter().filter(|unit| units.contains(&unit.id)).copied().collect();
            format!("pay {}", mana(&spent))
        }
        Answer::Mana(it) => act(game, it),
        Answer::Helped(id, symbol) => {
            let delved = matches!(game.zone_of(*id), Some(Zone::Graveyard(_)));
            format!("{} {} to pay for {symbol}", if delved { "exile" } else { "tap" }, object(game, *id))
        }
    }
}

/// The names of items among those that a choice offers.
fn among(game: &Game, choice: &Choice, items: &[Item]) -> Vec<String> {
    let offered: &[Item] = match &choice.domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => options,
        _ => &[],
    };
    // Items that differ only by their number are listed by name.
    let told = |it: &&Item| matches!(it, Item::Trigger(_) | Item::Effect(..));
    if !items.iter().any(|it| told(&it)) {
        return items.iter().map(|it| item(game, it)).collect();
    }
    let labels = telling_apart::apart(game, offered, offered.iter().map(|it| item(game, it)).collect());
    let label = |it: &Item| {
        let place = offered.iter().position(|other| other == it);
        place.and_then(|place| labels.get(place).cloned()).unwrap_or_else(|| item(game, it))
    };
    items.iter().map(label).collect()
}

fn picked(game: &Game, choice: &Choice, items: &[Item]) -> String {
    let names = list(&among(game, choice, items));
    match &choice.prompt {
        Prompt::Targets(..) if items.is_empty() => "no target".to_owned(),
        Prompt::Targets(..) | Prompt::NewTarget { .. } => format!("target {names}"),
        Prompt::ToBottom(_) | Prompt::ToGraveyard(_) if items.is_empty() => "keep all on top".to_owned(),
        Prompt::BottomAfterMulligan | Prompt::ToBottom(_) => format!("put {names} on the bottom"),
        Prompt::ToGraveyard(_) => format!("put {names} into the graveyard"),
        Prompt::PayWith(_) => format!("pay with {names}"),
        Prompt::DiscardToHandSize => format!("discard {names}"),
        Prompt::LegendRule => format!("keep {names}"),
        Prompt::Replacement => format!("apply {names}"),
        Prompt::Host(_) => format!("attach it to {names}"),
        Prompt::EntersAs(_) => format!("it enters as {names}"),
        Prompt::DamagePlacement(..) if items.is_empty() => "last".to_owned(),
        Prompt::DamagePlacement(..) => format!("before {names}"),
        Prompt::Joining(_) => format!("against {names}"),
        Prompt::StandingMana if items.is_empty() => "let no mana ability stand".to_owned(),
        Prompt::StandingMana => format!("let {names} stand"),
        Prompt::Companion if items.is_empty() => "reveal no companion".to_owned(),
        Prompt::Companion => format!("reveal {names}"),
        Prompt::OpeningHand if items.is_empty() => "begin the game".to_owned(),
        Prompt::OpeningHand => format!("use {names}"),
        Prompt::Untap if items.is_empty() => "untap none of them".to_owned(),
        Prompt::Untap => format!("untap {names}"),
        _ if choice.asks_whether() && items.is_empty() => "do not do it".to_owned(),
        _ if choice.asks_whether() => "do it".to_owned(),
        _ => names,
    }
}

/// An input in words. `game` is the game before it.
pub fn input(game: &Game, input: &Input) -> String {
    match input {
        Input::Decision { by, answer: said } => {
            let asked =
                retrace_core::rules::pending(game).choices().into_iter().find(|choice| choice.answered_by == *by);
            let (who, said) = match &asked {
                Some(it) => (self::asked(game, it), answer(game, it, said)),
                None => (player(game, *by), "something that is not asked".to_owned()),
            };
            format!("{}: {said}", super::capitalized(&who))
        }
        Input::Concede(id) => format!("{} concedes", super::capitalized(&player(game, *id))),
        Input::Edit(edit) => format!("what if: {}", super::edited(game, edit)),
        Input::Chance(chance) => format!("what if: {}", super::fixed(game, chance)),
        Input::Reseed(seed) => format!("what if: the generator starts again from {seed}"),
    }
}
