//! What a script says about the announcement of a spell, ability or special action, and which of it
//! was never asked for.

use crate::card::{lexicon, text};
use crate::fact::{
    Act, Announcement, Answer, Choice, CostItem, Domain, Entity, Event, Frame, Item, Manner, ObjectId, PlayerId,
    Prompt, ProposalFrame, ProposalStage,
};
use crate::message::{Message, near};
use crate::rule;
use crate::rule::Rule;
use crate::rules::{self, Illegal};

use super::act::options;
use super::refs::{OfferedItem, Ref};
use super::step::{ADDED_TEXTS, Payment, Targets};
use super::tell;
use super::timeline::{Stop, Timeline, script};

/// What a script says about the announcement of a spell or ability.
pub(super) struct Announce<'a> {
    pub(super) permission: Option<&'a str>,
    pub(super) x: Option<u32>,
    pub(super) targets: &'a [Targets],
    pub(super) modes: &'a [u8],
    pub(super) costs: Option<&'a [String]>,
    pub(super) times: Option<u32>,
    pub(super) added_texts: Option<&'a [Ref]>,
    pub(super) divide: &'a [(Ref, u32)],
    pub(super) with: &'a [Ref],
    pub(super) pay: &'a Payment,
    pub(super) alias: Option<&'a str>,
}

impl Announce<'_> {
    pub(super) const fn nothing() -> Announce<'static> {
        Announce {
            permission: None,
            x: None,
            targets: &[],
            divide: &[],
            modes: &[],
            costs: None,
            times: None,
            added_texts: None,
            with: &[],
            pay: &Payment::Auto,
            alias: None,
        }
    }
}

/// The parts of an announcement not asked for yet.
#[derive(Clone)]
struct Left<'a> {
    permission: Option<&'a str>,
    x: Option<u32>,
    targets: &'a [Targets],
    modes: Option<&'a [u8]>,
    costs: Vec<&'a str>,
    times: Option<u32>,
    added_texts: Option<&'a [Ref]>,
    divide: &'a [(Ref, u32)],
    with: &'a [Ref],
    /// Whether the script says something about costs. Costs it does not mention then get the
    /// plainest answer.
    plain: bool,
    /// The costs that were offered.
    offered: Vec<String>,
}

/// What a script answers to a choice about costs.
enum AboutCosts {
    /// This.
    Answer(Answer),
    /// One of these, whichever the payment that it names can pay.
    Either(Vec<Answer>),
    /// Nothing: the choice stays open.
    Open,
}

impl<'a> Left<'a> {
    fn of(announce: &Announce<'a>) -> Left<'a> {
        let plain = announce.costs.is_some();
        Left {
            permission: announce.permission,
            x: announce.x,
            targets: announce.targets,
            modes: Some(announce.modes).filter(|modes| !modes.is_empty()),
            costs: announce.costs.unwrap_or_default().iter().map(String::as_str).collect(),
            times: announce.times.or(plain.then_some(0)),
            added_texts: announce.added_texts.or(plain.then_some(&[])),
            divide: announce.divide,
            with: announce.with,
            plain,
            offered: Vec::new(),
        }
    }
}

/// Whether a choice asks how symbols are paid (CR 118.13).
fn asks_for_symbols(choice: &Choice) -> bool {
    match &choice.domain {
        Domain::Pick { options, .. } => options.iter().any(|item| matches!(item, Item::Cost(CostItem::Symbols(_)))),
        _ => false,
    }
}

/// The modes a script names, each as often as it names it.
fn pick_modes(choice: &Choice, modes: &[u8]) -> Answer {
    let mut items: Vec<Item> = Vec::new();
    for mode in modes {
        let copies = items.iter().filter(|item| matches!(item, Item::Mode(other, _) if other == mode)).count();
        items.push(Item::Mode(*mode, u8::try_from(copies).unwrap_or(u8::MAX)));
    }
    let offered: &[Item] = match &choice.domain {
        Domain::Pick { options, .. } => options,
        _ => &[],
    };
    // In printed order, as offered. A mode not offered is left to the rules, which refuse it.
    items.sort_by_key(|item| offered.iter().position(|other| other == item));
    Answer::Picked(items)
}

impl Timeline {
    /// Answers the choices of the proposal that has just begun, as far as the script does. The rest
    /// stay open.
    pub(super) fn announce(&mut self, from: usize, announce: &Announce<'_>) -> Result<(), Stop> {
        self.not_taken_back(from)?;
        let on_stack = self.put_on_stack_since(from);
        if let Some(alias) = announce.alias {
            match on_stack {
                Some(id) => self.call(alias, id)?,
                None => return script(format!("nothing was put onto the stack that `{alias}` could name")),
            }
        }
        // A mana ability activated for another proposal may already be done.
        let began = self.log.get(from).map(|entry| entry.no);
        let proposed = match self.game.frame() {
            Some(Frame::Proposal(proposal)) if began.is_some_and(|began| proposal.began >= began) => {
                Some(proposal.object)
            }
            _ => None,
        };
        let mut left = Left::of(announce);
        self.answer_proposal(proposed, &mut left, announce.pay)?;
        // With other costs than the script names it may not be possible.
        if self.taken_back_since(from).is_some() && !left.costs.is_empty() {
            return self.costs_not_asked_for(&left);
        }
        self.not_taken_back(from)?;
        self.nothing_left(from, on_stack, &left)
    }

    /// Answers the choices of a proposal up to the first that the script leaves open.
    fn answer_proposal(&mut self, proposed: Option<ObjectId>, left: &mut Left<'_>, pay: &Payment) -> Result<(), Stop> {
        while let Some(choice) = self.pending() {
            if matches!(choice.prompt, Prompt::Payment(id) if Some(id) == proposed) && *pay != Payment::Later {
                // All choices about costs come before (CR 601.2b): what cannot be paid now is not
                // what the script means.
                if let Err(stop) = self.pay(pay) {
                    return if left.costs.is_empty() { Err(stop) } else { self.costs_not_asked_for(left) };
                }
                continue;
            }
            if let Prompt::Costs(id) = choice.prompt
                && Some(id) == proposed
                // How symbols are paid is also part of paying.
                && (left.plain || asks_for_symbols(&choice) && *pay != Payment::Later)
            {
                match self.about_costs(&choice, left, pay)? {
                    AboutCosts::Answer(answer) => self.decide(choice.answered_by, answer)?,
                    AboutCosts::Either(ways) => return self.first_that_pays(&choice, ways, proposed, left, pay),
                    AboutCosts::Open => return Ok(()),
                }
                continue;
            }
            match self.announced(&choice, proposed, left)? {
                Some(answer) => self.decide(choice.answered_by, answer)?,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// Takes the first of several ways to pay symbols with which the rest of the announcement
    /// succeeds. If none does, it fails as the first one does.
    fn first_that_pays(
        &mut self,
        choice: &Choice,
        ways: Vec<Answer>,
        proposed: Option<ObjectId>,
        left: &mut Left<'_>,
        pay: &Payment,
    ) -> Result<(), Stop> {
        let mut failed = Ok(());
        for answer in ways {
            let (mut trial, mut rest) = (self.clone(), left.clone());
            let from = trial.log.len();
            let tried = trial
                .decide(choice.answered_by, answer)
                .and_then(|()| trial.answer_proposal(proposed, &mut rest, pay))
                .and_then(|()| trial.not_taken_back(from));
            match tried {
                Ok(()) => {
                    (*self, *left) = (trial, rest);
                    return Ok(());
                }
                Err(stop) => failed = failed.and(Err(stop)),
            }
        }
        failed
    }

    fn not_taken_back(&self, from: usize) -> Result<(), Stop> {
        match self.taken_back_since(from) {
            Some(rule) => Err(Stop::Refused(Illegal::Against { rule, why: self.why_taken_back(rule) })),
            None => Ok(()),
        }
    }

    /// Why the latest input made the rules take back a proposal (CR 601.2e, 726.1).
    fn why_taken_back(&self, rule: Rule) -> String {
        let told = |proposal: &ProposalFrame| match &proposal.stage {
            _ if rule == rule!("601.4") => "what was chosen for it makes it a spell that may not be cast".to_owned(),
            ProposalStage::Modes => "there are not as many modes with legal targets as it needs".to_owned(),
            ProposalStage::Targets(nth) => format!("there is no legal choice for target {nth}"),
            ProposalStage::X => "X cannot be what it would have to be".to_owned(),
            ProposalStage::Costs(nth) => match proposal.total.get(usize::from(*nth)) {
                Some(part) => {
                    let name = self.game.name_of(proposal.source);
                    format!("`{}` cannot be paid", text::cost_text_of(std::slice::from_ref(part), &name))
                }
                None => "its cost cannot be paid".to_owned(),
            },
            _ => "its cost cannot be paid".to_owned(),
        };
        let why = self.taken_back().map_or_else(|| "it cannot be completed".to_owned(), |it| told(&it));
        format!("{why}, so it is taken back")
    }

    /// The script's answer to a choice of the proposal, if it has one.
    fn announced(
        &self,
        choice: &Choice,
        proposed: Option<ObjectId>,
        left: &mut Left<'_>,
    ) -> Result<Option<Answer>, Stop> {
        let Some(proposed) = proposed else { return Ok(None) };
        Ok(match choice.prompt {
            Prompt::Permission(id) if id == proposed => match left.permission.take() {
                Some(name) => Some(Answer::Picked(self.permission(choice, name)?)),
                None => None,
            },
            Prompt::Modes(id) if id == proposed => left.modes.take().map(|modes| pick_modes(choice, modes)),
            Prompt::TimesPaid(id) if id == proposed => left.times.take().map(Answer::Number),
            Prompt::AddedTexts(id) if id == proposed => match left.added_texts.take() {
                Some(cards) => Some(Answer::Picked(self.each(cards, &options(choice))?)),
                None => None,
            },
            Prompt::ChooseX(id) if id == proposed => left.x.take().map(Answer::Number),
            Prompt::Targets(id, _) if id == proposed => match left.targets.split_first() {
                Some((Targets(chosen), rest)) => {
                    left.targets = rest;
                    Some(Answer::Picked(self.each(chosen, &options(choice))?))
                }
                None => None,
            },
            Prompt::Division(id, _) if id == proposed && !left.divide.is_empty() => {
                Some(self.division(choice, std::mem::take(&mut left.divide))?)
            }
            Prompt::PayWith(id) if id == proposed && !left.with.is_empty() => {
                let count = match choice.domain {
                    Domain::Pick { max, .. } => max as usize,
                    // This choice needs a sum: as much as is given is tapped.
                    Domain::Gather { .. } => left.with.len(),
                    _ => 0,
                };
                let (now, rest) = left.with.split_at(count.min(left.with.len()));
                left.with = rest;
                Some(Answer::Picked(self.each(now, &options(choice))?))
            }
            _ => None,
        })
    }

    /// The effect that a spell is cast with, where asked for; nothing for `none`.
    fn permission(&self, choice: &Choice, name: &str) -> Result<Vec<Item>, Stop> {
        let Domain::Pick { options, min, .. } = &choice.domain else { return self.unanswered(choice) };
        let without = (*min == 0).then_some(None);
        let ways: Vec<Option<Item>> = options.iter().cloned().map(Some).chain(without).collect();
        Ok(self.way_named(&ways, name)?.into_iter().collect())
    }

    /// The effect that a cast will ask for. None if there is only one way, which must be the one
    /// named.
    pub(super) fn permission_to_ask<'a>(
        &self,
        by: PlayerId,
        act: &Act,
        name: Option<&'a str>,
    ) -> Result<Option<&'a str>, Stop> {
        let Some(wanted) = name else { return Ok(None) };
        let ways: Vec<Option<Item>> =
            rules::allowing(&self.game, by, act).into_iter().map(|it| it.map(|by| Item::Effect(by, 0))).collect();
        match ways.len() {
            // What nothing allows is left to the rules, which refuse it.
            0 => Ok(None),
            1 => self.way_named(&ways, wanted).map(|_| None),
            _ => Ok(name),
        }
    }

    /// The way to cast a spell that a name means: an effect by its source or a part of its text, or
    /// `none`.
    fn way_named(&self, ways: &[Option<Item>], name: &str) -> Result<Option<Item>, Stop> {
        let means = |way: &&Option<Item>| match way {
            None => name == "none",
            Some(item) => {
                let says = OfferedItem::Says(name.to_owned());
                let source = OfferedItem::It(Ref::Named(name.to_owned()));
                self.means(&says, item).unwrap_or(false) || self.means(&source, item).unwrap_or(false)
            }
        };
        if let Some(way) = ways.iter().find(means) {
            return Ok(way.clone());
        }
        let sources = ways.iter().map(|way| match way {
            Some(Item::Effect(by, _)) => self.source_of(by).map_or_else(String::new, |id| self.game.name_of(id)),
            _ => "none".to_owned(),
        });
        let known: Vec<String> = sources.collect();
        let begun = format!("`permission: \"{name}\"` names none of the ways to cast it; ");
        let hint = match near(name, known.iter().map(String::as_str)).first() {
            Some(near) => format!("did you mean \"{near}\"?").into(),
            None if *ways == [None] => "it needs no effect, so leave it out".into(),
            None => Message::from("write one of ").and(Message::list(known.iter().map(|it| format!("\"{it}\"")))),
        };
        script(Message::from(begun).and(hint))
    }

    /// The script's answer about the costs of the proposal. It uses up the words it finds among the
    /// offered costs. Costs the script does not mention get the plainest answer; none where there
    /// is no plain one.
    fn about_costs(&self, choice: &Choice, left: &mut Left<'_>, pay: &Payment) -> Result<AboutCosts, Stop> {
        let (options, min, max) = match &choice.domain {
            Domain::Pick { options, min, max } => (options, *min as usize, *max as usize),
            Domain::Order(items) if left.costs.is_empty() => {
                return Ok(AboutCosts::Answer(Answer::Ordered(items.clone())));
            }
            _ => return Ok(AboutCosts::Open),
        };
        let texts: Vec<String> = options.iter().map(|item| rules::check::describe(&self.game, item)).collect();
        let picked = match asks_for_symbols(choice) {
            true => self.named_symbols(&texts, left)?.into_iter().collect(),
            false => named_costs(&texts, max, &mut left.costs),
        };
        left.offered.extend(texts);
        let mut picked: Vec<Item> = picked.into_iter().filter_map(|place| options.get(place).cloned()).collect();
        if picked.is_empty() && min > 0 {
            let plain = |item: &&Item| matches!(item, Item::Cost(CostItem::ManaCost));
            let payable = |item: &&Item| match item {
                Item::Cost(cost @ CostItem::Symbols(_)) => rules::looks_payable(&self.game, cost),
                _ => false,
            };
            // Sources that the script names may pay for other symbols than all there are.
            if asks_for_symbols(choice) && matches!(pay, Payment::From(_) | Payment::Convoke(_)) {
                let (likely, others): (Vec<&Item>, Vec<&Item>) = options.iter().partition(payable);
                let ways = likely.into_iter().chain(others);
                return Ok(AboutCosts::Either(ways.map(|item| Answer::Picked(vec![item.clone()])).collect()));
            }
            let symbols = |item: &&Item| matches!(item, Item::Cost(CostItem::Symbols(_)));
            let usual = options.iter().find(plain).or_else(|| options.iter().find(payable));
            picked.extend(usual.or_else(|| options.iter().find(symbols)).cloned());
        }
        Ok(if picked.len() >= min { AboutCosts::Answer(Answer::Picked(picked)) } else { AboutCosts::Open })
    }

    /// The way to pay symbols that the words of a script name together, each a part of it: `{U}`
    /// and `{U}` are `{U}{U}`. It uses up these words.
    fn named_symbols(&self, ways: &[String], left: &mut Left<'_>) -> Result<Option<usize>, Stop> {
        // What is left of a way without the words that are part of it, and those that are not.
        let without = |way: &String| {
            let mut rest = way.to_lowercase();
            let mut others = left.costs.clone();
            others.retain(|word| {
                let word = word.to_lowercase();
                let found = rest.find(&word).filter(|_| !word.is_empty());
                found.into_iter().for_each(|at| rest.replace_range(at..at + word.len(), ""));
                found.is_none()
            });
            (others, rest.trim().len())
        };
        let found: Vec<(Vec<&str>, usize)> = ways.iter().map(without).collect();
        let key = |(others, rest): &(Vec<&str>, usize)| (others.len(), *rest);
        let Some(best) = found.iter().map(key).min().filter(|(others, _)| *others < left.costs.len()) else {
            return Ok(None);
        };
        let places: Vec<usize> = (0..ways.len()).filter(|place| found.get(*place).map(key) == Some(best)).collect();
        if let [_, _, ..] = places.as_slice() {
            let words: Vec<String> = left.costs.iter().map(|word| format!("\"{word}\"")).collect();
            let begun = format!("`costs: [{}]` fits more than one way to pay: ", words.join(", "));
            let told = places.iter().filter_map(|place| ways.get(*place).cloned());
            return script(Message::from(begun).and(Message::list(told)).and("; name all of its symbols"));
        }
        let place = places.first().copied();
        if let Some((others, _)) = place.and_then(|place| found.get(place)) {
            left.costs.clone_from(others);
        }
        Ok(place)
    }

    /// The objects several references name among those offered, a different one for each.
    pub(super) fn each(&self, references: &[Ref], among: &[ObjectId]) -> Result<Vec<Item>, Stop> {
        let mut left = among.to_vec();
        let mut items = Vec::new();
        for reference in references {
            let entity = self.target(reference, &left)?;
            left.retain(|id| Entity::Object(*id) != entity);
            items.push(Item::Entity(entity));
        }
        Ok(items)
    }

    fn target(&self, reference: &Ref, among: &[ObjectId]) -> Result<Entity, Stop> {
        if let Ref::Named(name) = reference
            && let Some(player) = self.game.players().find(|player| player.name == *name)
        {
            return Ok(Entity::Player(player.id));
        }
        if let Some(ability) = self.ability_among(reference, among)? {
            return Ok(Entity::Object(ability));
        }
        self.object_among(reference, among).map(Entity::Object)
    }

    /// Refuses anything the script announced that was never asked for, unless it happened without a
    /// choice.
    fn nothing_left(&self, from: usize, on_stack: Option<ObjectId>, left: &Left<'_>) -> Result<(), Stop> {
        let announced = on_stack.and_then(|id| self.game.object(id)).and_then(|object| object.announced.as_deref());
        let mut more = Vec::new();
        if let Some(name) = left.permission {
            more.push(format!("`permission: \"{name}\"` (no such effect is needed, or allows it)"));
        }
        let targets = left.targets.iter().filter(|targets| !targets.0.is_empty()).count();
        if targets > 0 {
            more.push(format!("`targets` ({targets} more than it has)"));
        }
        if !left.with.is_empty() && !self.were_paid(from, left.with) {
            let named: Vec<String> = left.with.iter().map(ToString::to_string).collect();
            more.push(format!("`with` ({})", named.join(", ")));
        }
        let x = left.x.filter(|x| announced.is_none_or(|it| it.x != Some(*x)));
        more.extend(x.map(|x| format!("`x: {x}`")));
        if left.modes.is_some_and(|modes| announced.is_none_or(|it| it.modes != modes)) {
            more.push("`modes`".to_owned());
        }
        if left.times.is_some_and(|times| times > 0) {
            more.push("`times`".to_owned());
        }
        if left.added_texts.is_some_and(|cards| !cards.is_empty()) {
            more.push(format!("`{ADDED_TEXTS}`"));
        }
        if !left.divide.is_empty() && !self.was_divided(announced, left.divide) {
            more.push("`divide`".to_owned());
        }
        if more.is_empty() && !left.costs.is_empty() {
            return self.costs_not_asked_for(left);
        }
        more.extend(left.costs.iter().map(|word| unknown_cost(word, &left.offered)));
        if more.is_empty() {
            return Ok(());
        }
        let only_x = x.is_some() && more.len() == 1 && self.has_x(announced);
        match self.not_asked_for(more) {
            // Nobody is asked for X where it can only be 0.
            Err(Stop::Script(why)) if only_x => Err(Stop::NotAsked(rule!("107.3a"), why)),
            told => told,
        }
    }

    /// Whether the value of X was settled for what was announced, or is being announced.
    fn has_x(&self, announced: Option<&Announcement>) -> bool {
        let x = match self.game.frame() {
            Some(Frame::Proposal(proposal)) => proposal.announced.x,
            _ => announced.and_then(|it| it.x),
        };
        x.is_some()
    }

    /// The error for costs that nothing offers. If other spells could have them, the rules refuse
    /// them here; a misspelt word is wrong anywhere.
    fn costs_not_asked_for<T>(&self, left: &Left<'_>) -> Result<T, Stop> {
        let told = self.not_asked_for(left.costs.iter().map(|word| unknown_cost(word, &left.offered)));
        match told {
            Err(Stop::Script(why)) if left.costs.iter().all(|word| is_said_of_costs(word)) => {
                Err(Stop::NotAsked(rule!("601.2b"), why))
            }
            told => told,
        }
    }

    /// The error for what a script announces though nobody asked for it.
    fn not_asked_for<T>(&self, more: impl IntoIterator<Item = String>) -> Result<T, Stop> {
        let told =
            Message::from("the step says what was not asked for, nor decided so by itself: ").and(Message::list(more));
        match self.pending().filter(|choice| choice.back_out) {
            Some(choice) => script(told.and("; what is asked is: ").and(tell::choice_message(&self.game, &choice))),
            None => script(told.and("; leave it out")),
        }
    }

    /// Whether something was paid with these objects since a place in the log.
    fn were_paid(&self, from: usize, with: &[Ref]) -> bool {
        let paid = |event: &Event| match event {
            Event::Moved { object, manner, .. } if *manner != Manner::Cast => Some(Entity::Object(*object)),
            Event::Tapped { object } | Event::Untapped { object } => Some(Entity::Object(*object)),
            _ => None,
        };
        let entries = self.log.get(from..).unwrap_or_default();
        let mut left: Vec<Entity> =
            entries.iter().filter(|it| it.rule != rule!("107.5")).filter_map(|entry| paid(&entry.event)).collect();
        with.iter().all(|reference| match self.position(reference, &left) {
            Some(index) => {
                left.swap_remove(index);
                true
            }
            None => false,
        })
    }

    /// Whether the division happened without a choice: all to the only target, or as the targets
    /// require.
    fn was_divided(&self, announced: Option<&Announcement>, divide: &[(Ref, u32)]) -> bool {
        let Some(announced) = announced else { return false };
        let mut left: Vec<(Entity, Option<u32>)> = Vec::new();
        for (instance, targets) in announced.targets.iter().enumerate() {
            let amounts = announced.divided.get(instance);
            let amount = |index: usize| amounts.and_then(|amounts| amounts.get(index)).copied();
            left.extend(targets.iter().enumerate().map(|(index, target)| (*target, amount(index))));
        }
        let single = left.len() == 1;
        divide.iter().all(|(to, amount)| {
            let fits = |(target, given): &(Entity, Option<u32>)| {
                given.map_or(single, |given| given == *amount) && self.speaks_of(to, *target).unwrap_or(false)
            };
            left.iter().position(fits).map(|index| left.swap_remove(index)).is_some()
        })
    }
}

/// The offered costs that words name, by their places, each by a different word: one with exactly
/// this text, or else the first that has it as a part. It uses up these words.
fn named_costs(texts: &[String], max: usize, words: &mut Vec<&str>) -> Vec<usize> {
    let mut picked: Vec<usize> = Vec::new();
    words.retain(|word| {
        let word = word.to_lowercase();
        let free = || texts.iter().enumerate().filter(|(place, _)| !picked.contains(place));
        let exact = free().find(|(_, text)| text.to_lowercase() == word);
        let found = exact.or_else(|| free().find(|(_, text)| text.to_lowercase().contains(&word)));
        match found.map(|(place, _)| place).filter(|_| picked.len() < max) {
            Some(place) => {
                picked.push(place);
                false
            }
            None => true,
        }
    });
    picked
}

/// Whether a word of `costs` could name a cost of some spell or ability: symbols, a keyword, or
/// words of the card language.
fn is_said_of_costs(word: &str) -> bool {
    // The words for a kind of cost, beside those of cards.
    const KINDS: [&str; 5] = ["alternative", "mana", "cost", "reduction", "life"];
    let symbols = word.starts_with('{') && word.ends_with('}');
    let kinds = || word.split(' ').all(|part| KINDS.contains(&part.to_lowercase().as_str()));
    symbols || kinds() || lexicon::is_said(word)
}

/// The error for a word of `costs` that names nothing.
fn unknown_cost(word: &str, offered: &[String]) -> String {
    // A keyword is a part of what is offered.
    let parts = offered.iter().flat_map(|offer| offer.split(' ')).filter(|part| part.chars().all(char::is_alphabetic));
    let near = near(word, offered.iter().map(String::as_str).chain(parts));
    let hint = match (near.first(), offered.is_empty()) {
        (Some(near), _) => format!("did you mean \"{near}\"?"),
        (None, true) => "no cost is to be chosen".to_owned(),
        (None, false) => format!("offered were {}", offered.join(", ")),
    };
    format!("`costs: [\"{word}\"]` ({hint})")
}
