//! Answers as people write them: lists the offers, and reads an answer by name or by number.

use retrace_core::derive::mana;
use retrace_core::derive::object::telling_apart;
use retrace_core::fact::{Act, Answer, Assignment, Choice, Declarable, Domain, Entity, Item, ObjectId, Share, Zone};
use retrace_core::message::near;
use retrace_core::rules::{Outlook, outlook};
use retrace_core::state::Game;

use crate::describe;

/// An option of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its label, distinct from all others.
    pub label: String,
    /// The answer, if this option alone is a complete answer.
    pub answer: Option<Answer>,
    /// Its likely outcome, if it starts something such as casting a spell.
    pub outlook: Option<Outlook>,
}

impl Offer {
    /// A warning for an option that can be started but hardly completed.
    pub const fn warning(&self) -> Option<&'static str> {
        match self.outlook {
            Some(Outlook::Unpayable) => Some("there is not enough mana to pay for it"),
            Some(Outlook::NoTargets) => Some("there are not enough targets"),
            Some(Outlook::Ready) | None => None,
        }
    }
}

/// The options of a choice, in order. The numbers of a wide range are not listed.
pub fn offers(game: &Game, choice: &Choice) -> Vec<Offer> {
    let plain = |label: String, answer: Option<Answer>| Offer { label, answer, outlook: None };
    match &choice.domain {
        Domain::Pick { options, min, max } => {
            let whether = |item: &Item| describe::answer(game, choice, &Answer::Picked(vec![item.clone()]));
            let labels = match choice.asks_whether() {
                true => options.iter().map(whether).collect(),
                false => labels(game, options),
            };
            let offer = |(label, item): (String, &Item)| {
                let alone = *min <= 1 && *max >= 1;
                let outlook = match item {
                    Item::Act(act) => Some(outlook(game, choice.player, act)),
                    _ => None,
                };
                Offer { label, answer: alone.then(|| Answer::Picked(vec![item.clone()])), outlook }
            };
            labels.into_iter().zip(options).map(offer).collect()
        }
        Domain::Gather { options, weights, .. } => {
            let weighed = labels(game, options).into_iter().zip(weights);
            weighed.map(|(label, weight)| plain(format!("{label} ({weight})"), None)).collect()
        }
        Domain::Order(items) => labels(game, items).into_iter().map(|label| plain(label, None)).collect(),
        Domain::Confirm => [true, false]
            .into_iter()
            .map(|yes| plain(describe::answer(game, choice, &Answer::Confirmed(yes)), Some(Answer::Confirmed(yes))))
            .collect(),
        Domain::Number { min, max } => {
            let all = if max.saturating_sub(*min) < 20 { *min..=*max } else { *min..=*min };
            all.map(|number| plain(number.to_string(), Some(Answer::Number(number)))).collect()
        }
        Domain::Declare { options, .. } => {
            let objects: Vec<Item> = options.iter().map(|it| Item::Entity(Entity::Object(it.object))).collect();
            let label = |(label, option): (String, &Declarable)| {
                let to: Vec<String> = option.to.iter().map(|to| describe::entity(game, *to)).collect();
                plain(format!("{label} -> {}", to.join(" or ")), None)
            };
            labels(game, &objects).into_iter().zip(options).map(label).collect()
        }
        Domain::Divide(shares) => {
            let label = |share: &Share| {
                let among: Vec<String> = share.among.iter().map(|to| describe::entity(game, *to)).collect();
                plain(
                    format!(
                        "{}: {} among {}",
                        describe::object(game, share.source),
                        share.total,
                        among.join(", then ")
                    ),
                    None,
                )
            };
            shares.iter().map(label).collect()
        }
        Domain::Pay { sources, help, .. } => {
            let items: Vec<Item> = sources.iter().cloned().map(Item::Act).collect();
            let offer = |(label, act): (String, &Act)| plain(label, Some(Answer::Mana(Box::new(act.clone()))));
            let helped = help.iter().flat_map(|it| it.pays.iter().map(|symbol| Answer::Helped(it.object, *symbol)));
            let helped = helped.map(|answer| plain(describe::answer(game, choice, &answer), Some(answer)));
            labels(game, &items).into_iter().zip(sources).map(offer).chain(helped).collect()
        }
    }
}

/// Labels for items. Where two would be equal, they are told apart by their text or by their
/// numbers.
pub fn labels(game: &Game, items: &[Item]) -> Vec<String> {
    telling_apart::apart(game, items, items.iter().map(|item| describe::item(game, item)).collect())
}

fn object_of(item: &Item) -> Option<ObjectId> {
    match item {
        Item::Entity(entity) => entity.object(),
        Item::Act(act) => act.object(),
        _ => None,
    }
}

/// The only possible answer, where the domain of the choice shows that there is only one.
pub fn only_answer(choice: &Choice) -> Option<Answer> {
    if choice.back_out {
        return None;
    }
    match &choice.domain {
        Domain::Pick { options, min, .. } if options.len() == *min as usize => Some(Answer::Picked(options.clone())),
        Domain::Order(items) if items.len() <= 1 => Some(Answer::Ordered(items.clone())),
        Domain::Number { min, max } if min == max => Some(Answer::Number(*min)),
        Domain::Declare { options, .. } if options.is_empty() => Some(Answer::Declared(Vec::new())),
        _ => None,
    }
}

/// How to write answers to a choice, as a hint.
pub const fn how(domain: &Domain) -> &'static str {
    match domain {
        Domain::Pick { min: 1, max: 1, .. } => "write one of them, by name or number",
        Domain::Pick { .. } | Domain::Gather { .. } => "write them by name or number with commas between, or `none`",
        Domain::Order(_) => "write them in order, by name or number with commas between; those left out follow",
        Domain::Confirm => "write `yes` or `no`",
        Domain::Number { .. } => "write a number",
        Domain::Declare { .. } => "write `NAME -> WHAT` for each that does something, with commas between, or `none`",
        Domain::Divide(_) => "write `NAME: RECIPIENT NUMBER, RECIPIENT NUMBER`, with `;` between several names",
        Domain::Pay { .. } => {
            "write `auto`, a mana ability to activate first, or `pay` to pay with the mana in the pool"
        }
    }
}

/// Reads an answer.
///
/// # Errors
/// If the text names no option or is ambiguous; the error is a clause.
pub(crate) fn read_answer(game: &Game, choice: &Choice, text: &str) -> Result<Answer, String> {
    let text = text.trim();
    if choice.back_out && is_one_of(text, &["back", "back out", "take it back"]) {
        return Ok(Answer::BackOut);
    }
    let nothing = is_one_of(text, &["none", "nothing", "nobody"]);
    match &choice.domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => {
            let labels = labels(game, options);
            let picked: Vec<Item> = if nothing {
                Vec::new()
            } else {
                pieces(text, |piece| find_card_like(game, &labels, options, piece))?
                    .into_iter()
                    .map(|at| options[at].clone())
                    .collect()
            };
            let Domain::Order(items) = &choice.domain else { return Ok(Answer::Picked(picked)) };
            // The items not named follow in their offered order.
            let rest: Vec<Item> = items.iter().filter(|item| !picked.contains(item)).cloned().collect();
            Ok(Answer::Ordered(picked.into_iter().chain(rest).collect()))
        }
        Domain::Confirm => {
            if is_one_of(text, &["yes", "y", "true"]) {
                return Ok(Answer::Confirmed(true));
            }
            if is_one_of(text, &["no", "n", "false"]) {
                return Ok(Answer::Confirmed(false));
            }
            let label = |yes: bool| describe::answer(game, choice, &Answer::Confirmed(yes));
            Ok(Answer::Confirmed(find(&[label(true), label(false)], &[], text)? == 0))
        }
        Domain::Number { .. } => text.parse().map(Answer::Number).map_err(|_| format!("`{text}` is not a number")),
        Domain::Declare { .. } if nothing => Ok(Answer::Declared(Vec::new())),
        Domain::Declare { options, .. } => {
            Ok(Answer::Declared(pieces(text, |piece| assignment(game, options, piece))?))
        }
        Domain::Divide(shares) => divide(game, shares, text).map(Answer::Divided),
        Domain::Pay { cost, sources, help, .. } => {
            let helped: Vec<Answer> =
                help.iter().flat_map(|it| it.pays.iter().map(|symbol| Answer::Helped(it.object, *symbol))).collect();
            let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(sources.len() + 1));
            let named = helped.iter().position(|answer| crate::describe::answer(game, choice, answer) == text);
            if let Some(answer) = number.or(named).and_then(|index| helped.get(index)) {
                return Ok(answer.clone());
            }
            if is_one_of(text, &["pay"]) {
                return match mana::plan(game, choice.player, cost) {
                    Some(plan) if plan.activate.is_empty() => Ok(Answer::Paid(plan.spend)),
                    _ => Err("the mana in the pool does not pay this; activate mana abilities first, or write `auto`"
                        .to_owned()),
                };
            }
            let items: Vec<Item> = sources.iter().cloned().map(Item::Act).collect();
            let at = find(&labels(game, &items), &items, text)?;
            Ok(Answer::Mana(Box::new(sources[at].clone())))
        }
    }
}

/// A short form of an answer that [`read_answer`] reads: the numbers of the options, or yes or no.
/// `None` for longer answers.
pub(crate) fn in_numbers(choice: &Choice, answer: &Answer) -> Option<String> {
    let numbers = |offered: &[Item], named: &[Item]| {
        let number = |item: &Item| Some((offered.iter().position(|it| it == item)? + 1).to_string());
        let numbers: Option<Vec<String>> = named.iter().map(number).collect();
        numbers.map(|numbers| if numbers.is_empty() { "none".to_owned() } else { numbers.join(",") })
    };
    match (&choice.domain, answer) {
        (Domain::Pick { options, .. } | Domain::Gather { options, .. }, Answer::Picked(picked)) => {
            numbers(options, picked)
        }
        (Domain::Order(items), Answer::Ordered(ordered)) => numbers(items, ordered),
        (Domain::Confirm, Answer::Confirmed(yes)) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        (Domain::Number { .. }, Answer::Number(number)) => Some(number.to_string()),
        _ => None,
    }
}

fn is_one_of(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Reads a list separated by commas or semicolons. Names contain commas too, so the longest run of
/// pieces that can be read is taken together.
fn pieces<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    let separator = if text.contains(';') { ';' } else { ',' };
    let parts: Vec<&str> = text.split(separator).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        let longest = (at + 1..=parts.len()).rev().find_map(|end| {
            let piece = parts[at..end].join(&separator.to_string());
            read(piece.trim()).ok().map(|value| (value, end))
        });
        match longest {
            Some((value, end)) => {
                found.push(value);
                at = end;
            }
            // Reading the piece alone gives its error.
            None => found.push(read(parts[at].trim())?),
        }
    }
    Ok(found)
}

/// The index of the item that a text names: by number from 1, by `#id`, by its label, or by a
/// unique part of a label.
fn find(labels: &[String], items: &[Item], text: &str) -> Result<usize, String> {
    if let Some(id) = text.strip_prefix('#').and_then(|digits| digits.parse().ok().map(ObjectId)) {
        let mut places = (0..items.len()).filter(|at| items.get(*at).and_then(object_of) == Some(id));
        return match (places.next(), places.next()) {
            (Some(place), None) => Ok(place),
            (Some(_), Some(_)) => Err(format!("`{text}` offers several things; write the number")),
            (None, _) => Err(format!("`{text}` is not among {}", among(labels))),
        };
    }
    if let Ok(number) = text.parse::<usize>() {
        return match number.checked_sub(1).filter(|at| *at < labels.len()) {
            Some(at) => Ok(at),
            None => Err(format!("there is no number {number}; there are {}", labels.len())),
        };
    }
    match matches(labels, text).as_slice() {
        _ if text.is_empty() => Err(format!("nothing is named; there is {}", among(labels))),
        [at] => Ok(*at),
        [] => {
            let near: Vec<String> =
                near(text, labels.iter().map(String::as_str)).iter().map(|it| format!("“{it}”")).collect();
            let hint = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
            Err(format!("`{text}` is not among {}{hint}", among(labels)))
        }
        several => {
            let names: Vec<String> = several.iter().map(|at| labels[*at].clone()).collect();
            Err(format!("`{text}` may be {}; write more, or the number", among(&names)))
        }
    }
}

/// The indices of the labels equal to a text, or else of those that contain it.
fn matches(labels: &[String], text: &str) -> Vec<usize> {
    let wanted = text.to_lowercase();
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..labels.len()).filter(|at| fits(&labels[*at].to_lowercase())).collect()
    };
    let exact = those(&|label| label == wanted);
    if exact.is_empty() { those(&|label| label.contains(&wanted)) } else { exact }
}

/// Like [`find`], but of several cards in a hand that differ only in their numbers, takes any.
fn find_card_like(game: &Game, labels: &[String], items: &[Item], text: &str) -> Result<usize, String> {
    find(labels, items, text).or_else(|why| {
        let what = |at: usize| {
            let object = game.object(object_of(&items[at])?)?;
            let hand = matches!(object.zone, Zone::Hand(_)) && !text.is_empty();
            hand.then(|| (describe::item(game, &items[at]), object.def))
        };
        match matches(labels, text).as_slice() {
            [first, rest @ ..] if what(*first).is_some() && rest.iter().all(|at| what(*at) == what(*first)) => {
                Ok(*first)
            }
            _ => Err(why),
        }
    })
}

/// How many options a message lists.
const MOST_SHOWN: usize = 8;

fn among(labels: &[String]) -> String {
    match labels {
        [] => "nothing".to_owned(),
        _ => {
            let shown = labels.iter().take(MOST_SHOWN).map(|label| format!("“{label}”")).collect::<Vec<_>>().join(", ");
            match labels.len().saturating_sub(MOST_SHOWN) {
                0 => shown,
                more => format!("{shown} and {more} more"),
            }
        }
    }
}

/// Reads `NAME -> WHAT`; a side with only one possibility may be left out.
fn assignment(game: &Game, options: &[Declarable], text: &str) -> Result<Assignment, String> {
    let (name, to) = match text.split_once("->") {
        Some((name, to)) => (name.trim(), Some(to.trim())),
        None => (text, None),
    };
    let items: Vec<Item> = options.iter().map(|it| Item::Entity(Entity::Object(it.object))).collect();
    let option = &options[find(&labels(game, &items), &items, name)?];
    let chosen = match (to, option.to.as_slice()) {
        (None, [only]) => vec![*only],
        (None, _) => return Err(format!("say what {name} goes for, as in `{name} -> WHAT`")),
        (Some(to), possible) => {
            let items: Vec<Item> = possible.iter().copied().map(Item::Entity).collect();
            let labels = labels(game, &items);
            // A player may also be given by the bare name.
            let find_one = |part: &str| {
                let bare = possible.iter().position(|it| game.entity_name(*it).eq_ignore_ascii_case(part));
                bare.map_or_else(|| find(&labels, &items, part), Ok)
            };
            to.split(" and ").map(|part| find_one(part.trim()).map(|at| possible[at])).collect::<Result<_, _>>()?
        }
    };
    Ok(Assignment { object: option.object, to: chosen })
}

/// Reads `NAME: RECIPIENT NUMBER, ...`; the name may be left out if there is only one.
fn divide(game: &Game, shares: &[Share], text: &str) -> Result<Vec<(ObjectId, Vec<(Entity, u32)>)>, String> {
    let mut division: Vec<(ObjectId, Vec<(Entity, u32)>)> = shares.iter().map(|it| (it.source, Vec::new())).collect();
    let sources: Vec<Item> = shares.iter().map(|it| Item::Entity(Entity::Object(it.source))).collect();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (at, rest) = match (part.split_once(':'), shares) {
            (Some((name, rest)), _) => (find(&labels(game, &sources), &sources, name.trim())?, rest.trim()),
            (None, [_]) => (0, part),
            (None, _) => return Err("say whose damage it is, as in `NAME: RECIPIENT NUMBER`".to_owned()),
        };
        let among: Vec<Item> = shares[at].among.iter().copied().map(Item::Entity).collect();
        let names = labels(game, &among);
        let read = |piece: &str| -> Result<(Entity, u32), String> {
            let wrong = || format!("`{piece}` is not a recipient and a number");
            let (name, amount) = piece.rsplit_once(' ').ok_or_else(wrong)?;
            let amount = amount.parse().map_err(|_| wrong())?;
            Ok((shares[at].among[find(&names, &among, name.trim())?], amount))
        };
        division[at].1 = pieces(rest, read)?;
    }
    Ok(division)
}
