//! What open references mean, once a text is read (CR 115, 608.2c).
//!
//! Targets get their numbers in the order of their words, and each other reference gets what it
//! refers to: the last thing before it that its words can mean.

use std::ops::Range;

use super::around::{
    attached_before, blocks_before, described_before, is_after_its_condition, is_each_object, is_excluded,
    is_of_a_permanent, is_of_its_description, is_of_its_event, is_offered, is_subject, is_treated, is_what_it_is_on,
    other_branch, replaced_sentence, sacrificed,
};
use super::references::{OPEN, exiled, is_one};
use crate::card::ast::ability::{TargetSpec, TargetWhat};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{Delay, Instruction, Recipients};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::wording::kernel::{GRANTER, Reader};
use crate::card::wording::open::{Open, OpenKind};
use crate::card::words::card_type::{CardType, CardTypes};
use crate::card::words::chosen::Linked;
use crate::card::words::deed::Deed;
use crate::card::words::term::{Go, Term, any, as_, as_mut, each, walk, walk_mut};
use crate::card::words::zone_kind::ZoneKind;

/// What an ability has told before its instructions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    /// The position and the description of the object of its trigger event, if it is not the
    /// ability's own.
    pub(crate) object: Option<(usize, Filter)>,
    /// Whether it is one.
    pub(crate) one: bool,
    /// Where the words of the ability end.
    pub(crate) until: usize,
    /// Where those of the event end.
    pub(crate) event: usize,
    /// The player of its trigger event, who is told with its first word.
    pub(crate) player: Option<Players>,
    /// Whether it is a spell, which is none of what its text acts on.
    pub(crate) is_spell: bool,
    /// Whether the object of its trigger event is what targets this.
    pub(crate) is_aimed_at: bool,
}

impl Told {
    /// Whether the object of its event is one than which something else can be another.
    pub(crate) fn is_of_a_thing(&self) -> bool {
        let is_spell = |filter: &Filter| match filter {
            Filter::All(parts) => parts.contains(&Filter::Spell),
            filter => *filter == Filter::Spell,
        };
        !self.is_aimed_at && self.object.as_ref().is_some_and(|(_, filter)| !is_spell(filter))
    }
}

/// Why a reference means nothing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dangling {
    /// The position of its words.
    pub(crate) at: usize,
}

/// The open references of a text in the order of their words.
pub(super) fn used(text: &dyn Term, open: &[Open]) -> Vec<(usize, u8)> {
    let mut numbers = Vec::new();
    walk(text, &mut |part| {
        let number = match as_(part) {
            Some(Instruction::Choose(choose)) => Some(choose.into),
            _ => number(part),
        };
        let open = number.and_then(|n| Some((open.get(usize::from(n.checked_sub(OPEN)?))?.at, n)));
        if let Some(it) = open.filter(|it| !numbers.contains(it)) {
            numbers.push(it);
        }
        Go::Into
    });
    // What can be a target may refer, too.
    let mut next = 0;
    while let Some((_, number)) = numbers.get(next).copied() {
        next += 1;
        if let Some(Open { kind: OpenKind::Target(spec), .. }) = open.get(usize::from(number - OPEN)) {
            for more in used(&**spec, open) {
                if !numbers.contains(&more) {
                    numbers.push(more);
                }
            }
        }
    }
    numbers.sort_unstable();
    numbers
}

/// The number of a target that a part of a text is.
fn number(part: &dyn Term) -> Option<u8> {
    match (as_::<Objects>(part), as_::<Players>(part), as_::<Recipients>(part)) {
        (Some(Objects::Target(n)), _, _) | (_, Some(Players::Target(n)), _) | (_, _, Some(Recipients::Target(n))) => {
            Some(*n)
        }
        _ => None,
    }
}

/// What an open reference stands for.
#[derive(Clone, Debug)]
enum Meant {
    Objects(Objects),
    Players(Players),
    Target(u8),
}

/// An object or objects that a text has mentioned.
#[derive(Clone, Debug)]
struct Mention {
    /// The position of the words.
    at: usize,
    what: Objects,
    /// How they were described; none for the object with the ability, and what it is attached to.
    filter: Option<Filter>,
    /// Whether it is one.
    one: bool,
}

impl Mention {
    fn is_a_card(&self) -> bool {
        match &self.filter {
            Some(Filter::All(parts)) => parts.contains(&Filter::Card),
            filter => filter.as_ref() == Some(&Filter::Card) || matches!(self.what, Objects::Among(..)),
        }
    }

    fn is_spell(&self) -> bool {
        self.filter.as_ref().is_some_and(Filter::is_of_spells)
    }

    /// Whether a noun can mean it: "that creature" for "target attacking creature".
    fn is_called(&self, noun: &Filter) -> bool {
        match &self.filter {
            // What it is by now is not said.
            Some(Filter::Is(_)) => true,
            Some(Filter::Token) if matches!(noun, Filter::Card | Filter::Spell) => false,
            Some(filter) => is_among(noun, filter),
            // Any target is a creature, a planeswalker or a player (CR 115.4).
            None if matches!(self.what, Objects::Target(_)) => {
                let kinds = [Filter::Any, Filter::Type(CardType::Creature), Filter::Type(CardType::Planeswalker)];
                kinds.contains(noun)
            }
            None => self.what != Objects::This && !matches!(noun, Filter::Spell | Filter::Card),
        }
    }
}

/// What "it" is: the last thing that was mentioned. The object itself is not meant by "it" in the
/// sentence of which it is the subject, if there is something else.
fn it_at(reader: &Reader<'_>, at: usize, event: usize, mentions: &[&Mention]) -> Option<Objects> {
    // What was sacrificed is gone: "sacrifice a land. It deals 1 damage to you" is about another.
    let is_here = |it: &&&Mention| it.one && it.at < at && it.what != Objects::ThisWay(Deed::Sacrificed);
    let before = || mentions.iter().filter(is_here);
    let last = before().max_by_key(|it| it.at)?;
    let sentence = reader.sentence(at);
    let word_before = at.checked_sub(1).and_then(|at| reader.word(at));
    // "Each Bird deals damage equal to its power": each one's, for which there is no row.
    if !is_of_its_description(reader, at) && (sentence..at).any(|at| is_each_object(reader, at)) {
        return None;
    }
    // "Whenever ~ becomes blocked by a creature, it deals 2 damage to that creature": this does.
    let is_this = |it: &&Mention| it.what == Objects::This && it.at >= sentence && is_subject(reader, it.at, sentence);
    let to_that = |at: usize| reader.words(at, &["damage", "to", "that", "creature"]).is_some();
    if reader.word(at + 1) == Some("deals") && (at + 2..at + 5).any(to_that) && before().any(is_this) {
        return Some(Objects::This);
    }
    // One of each of several players, which is told since.
    let is_apiece = |it: &Mention| !it.one && reader.words(it.at, &["the", "top", "card"]).is_some();
    if mentions.iter().any(|it| last.at < it.at && it.at < at && is_apiece(it)) {
        return None;
    }
    // What gives an ability is spoken of by its name.
    let is_another = |it: &&&Mention| !matches!(it.what, Objects::This | Objects::Granter);
    let another = before().filter(is_another).max_by_key(|it| it.at);
    let Some(another) = another.filter(|_| last.what == Objects::This) else { return Some(last.what.clone()) };
    let same_sentence = last.at >= sentence;
    let acts = |it: &usize| reader.word(*it) == Some("it") && is_subject(reader, *it, sentence);
    match word_before {
        _ if !same_sentence => Some(last.what.clone()),
        // "If it shares a creature type with ~, you may reveal it".
        _ if !is_subject(reader, last.at, sentence)
            && let Some(first) = (sentence..last.at).find(acts)
            // "If it is a land card, untap ~ and it gets +1/+1": another clause.
            && !(first..last.at).any(|at| reader.word(at) == Some(",")) =>
        {
            it_at(reader, first, event, mentions)
        }
        // "Whenever you cast a spell, … for each charge counter on it": no spell has any.
        _ if another.is_spell() && is_of_a_permanent(reader, at) => Some(Objects::This),
        // "Unattach ~, then transform it", "if there are three charge counters on ~, sacrifice it".
        _ if last.at >= event && !is_subject(reader, last.at, sentence) => Some(Objects::This),
        // "If ~ was kicked, it deals damage to that creature".
        Some(",") if another.at < sentence || is_after_its_condition(reader, at - 1, sentence) => Some(Objects::This),
        // "Whenever ~ blocks a creature, ~ gets +1/+1 for each counter on it" could be either.
        _ if another.at > sentence && reader.word(at) == Some("its") && !another.is_spell() => None,
        // "Tap target creature. ~ deals damage equal to its power to that creature".
        _ if another.at < sentence && reader.word(at) == Some("its") => Some(Objects::This),
        // "~ gets +1/+1 and it …" could be either.
        Some("and") => None,
        // "~ deals 1 damage to enchanted creature's controller for each counter on it" could be
        // either.
        Some("on") if another.at >= sentence && another.what == Objects::AttachedTo => None,
        // "When ~ dies this turn, return it …": nothing else is in this sentence.
        _ if another.at < sentence && is_of_its_event(reader, sentence) => Some(Objects::This),
        _ => Some(another.what.clone()),
    }
}

/// What words alone mention, wherever they stand: the object itself, what it is attached to, tokens
/// that are created, cards of a library that are revealed, exiled or looked at.
fn mentioned(reader: &Reader<'_>, within: Range<usize>) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut quoted = false;
    for at in within {
        quoted ^= reader.word(at) == Some("\"");
        if quoted {
            continue;
        }
        let mut add = |what, filter, one| found.push(Mention { at, what, filter, one });
        let rest = || (at..reader.tokens.len()).map_while(|at| reader.word(at)).take_while(|word| *word != ".");
        // What is counted for something was there before it.
        let counts = |word| matches!(word, "each" | "equal");
        let after_count = || if rest().any(counts) { at + rest().count() } else { at };
        match reader.word(at) {
            // What something is other than is not what is spoken of.
            Some("~") if !is_excluded(reader, at) => {
                add(Objects::This, None, true);
            }
            Some(GRANTER) => add(Objects::Granter, None, true),
            Some("the") if is_treated(reader, at) => {
                add(exiled(reader, at), Some(Filter::Card), true);
            }
            // "The exiled creature card's power and its toughness."
            Some("the")
                if reader.word(at + 1) == Some("exiled")
                    && [at + 2, at + 3].iter().any(|at| reader.word(*at) == Some("card's")) =>
            {
                add(exiled(reader, at), Some(Filter::Card), true);
            }
            Some("enchanted" | "equipped") if is_what_it_is_on(reader, at) => add(Objects::AttachedTo, None, true),
            Some("create") => {
                let token = |word: &&str| matches!(*word, "token" | "tokens");
                if let Some(word) = rest().find(token) {
                    // What is counted for it, copied, or blocked, was there before.
                    let before = |word: &str| matches!(word, "each" | "equal" | "copy" | "copies" | "blocking");
                    let counted = rest().skip_while(|word| !token(word)).any(before);
                    let at = if counted { at + rest().count() } else { at };
                    found.push(Mention {
                        at,
                        what: Objects::Created,
                        filter: Some(Filter::Token),
                        one: word == "token",
                    });
                }
            }
            Some("search" | "searches") => {
                let act = |at: &usize| {
                    matches!(reader.word(*at), Some("put" | "puts" | "exile" | "exiles" | "reveal" | "reveals"))
                };
                let Some(found_at) = (at..reader.tokens.len()).find(act) else { continue };
                let exiles = reader.word(found_at).is_some_and(|word| word.starts_with("exile"));
                let what = Objects::ThisWay(if exiles { Deed::Exiled } else { Deed::Put });
                let sentence = (at..found_at).skip_while(|at| reader.word(*at) != Some("for"));
                let one = sentence.into_iter().nth(1).is_some_and(|at| reader.article(at).is_some());
                found.push(Mention { at: found_at, filter: Some(Filter::Is(what.clone())), what, one });
            }
            Some("mill" | "mills") => {
                let one = reader.article(at + 1).is_some();
                let what = Objects::ThisWay(Deed::Milled);
                found.push(Mention { at: after_count(), what, filter: Some(Filter::Card), one });
            }
            Some("exile" | "exiles") if matches!(reader.word(at + 1), Some("each" | "all")) => {
                let what = Objects::ThisWay(Deed::Exiled);
                add(what.clone(), Some(Filter::Is(what)), false);
            }
            // Only what one of them is told apart from is meant.
            Some("draw" | "draws") if rest().skip_while(|word| *word != "one").nth(1) == Some("of") => {
                add(Objects::ThisWay(Deed::Drawn), Some(Filter::Card), false);
            }
            // What somebody is told to sacrifice, and not what they may.
            Some("sacrifice" | "sacrifices") if !is_offered(reader, at) => {
                let noun = reader.article(at + 1).and_then(|at| sacrificed(reader, at));
                let what = Objects::ThisWay(Deed::Sacrificed);
                let filter = noun.map(Filter::Type);
                found.extend(filter.map(|it| Mention { at: after_count(), what, filter: Some(it), one: true }));
            }
            Some("discards") if reader.words(at + 1, &["a", "card"]).is_some() => {
                let what = Objects::ThisWay(Deed::Discarded);
                found.push(Mention { at: after_count(), what, filter: Some(Filter::Card), one: true });
            }
            Some("the") if reader.words(at, &["the", "top"]).is_some() => {
                let deed = match at.checked_sub(1).and_then(|at| reader.word(at)) {
                    Some("reveal" | "reveals") => Deed::Revealed,
                    Some("exile" | "exiles") => Deed::Exiled,
                    Some("at") => Deed::LookedAt,
                    Some("return") if rest().any(|word| word == "graveyard") => Deed::Put,
                    Some("put" | "puts") if rest().skip_while(|word| *word != "into").nth(2) == Some("graveyard") => {
                        Deed::Milled
                    }
                    _ => continue,
                };
                // Each of several players has another one.
                let of_several = |at| matches!(reader.word(at), Some("player" | "opponent"));
                let is_each = |at| reader.word(at) == Some("each") && of_several(at + 1);
                let alone = !(reader.sentence(at)..at).any(is_each);
                let of_a_graveyard = ["creature", "card", "of", "your", "graveyard"];
                let one = reader.word(at + 2) == Some("card") || reader.words(at + 2, &of_a_graveyard).is_some();
                add(Objects::ThisWay(deed), Some(Filter::Card), alone && one);
            }
            // "Exile that many cards from the top of your library."
            Some("exile" | "exiles" | "reveal" | "reveals")
                if reader.words(at + 1, &["that", "many", "cards", "from", "the", "top"]).is_some() =>
            {
                let reveals = reader.word(at).is_some_and(|word| word.starts_with("reveal"));
                let deed = if reveals { Deed::Revealed } else { Deed::Exiled };
                add(Objects::ThisWay(deed), Some(Filter::Card), false);
            }
            _ => {}
        }
    }
    found
}

/// The players that an event tells or words alone mention, with the positions of the words.
fn mentioned_players(reader: &Reader<'_>, told: &Told, within: Range<usize>) -> Vec<(usize, Players)> {
    let mut found: Vec<(usize, Players)> = told.player.clone().map(|who| (1, who)).into_iter().collect();
    for at in within {
        // "Each player sacrifices a creature they control": each one that does it.
        let of_each = matches!(reader.word(at + 1), Some("player" | "opponent"));
        if reader.word(at) == Some("each") && of_each {
            found.push((at, Players::They));
        }
        if reader
            .words(at, &["choose", "an", "opponent"])
            .or_else(|| reader.words(at, &["choose", "a", "player"]))
            .is_some()
        {
            found.push((at, Players::ChosenPlayer));
        }
        // The player of an event is told by it.
        let is_defending = told.player.is_none() && reader.word(at) == Some("defending");
        if is_defending && matches!(reader.word(at + 1), Some("player" | "player's")) {
            found.push((at, Players::Defending));
        }
    }
    found
}

/// What a text has mentioned so far, and its targets.
struct Mentions<'r, 't> {
    reader: &'r Reader<'t>,
    told: &'r Told,
    objects: Vec<Mention>,
    players: Vec<(usize, Players)>,
    targets: Vec<TargetSpec>,
    /// The positions of their words.
    declared: Vec<usize>,
    /// How many choices there were.
    choices: u8,
}

impl<'r, 't> Mentions<'r, 't> {
    fn new(reader: &'r Reader<'t>, told: &'r Told, within: Range<usize>) -> Mentions<'r, 't> {
        let of_event = told.object.clone();
        let is_attached = matches!(&of_event, Some((_, Filter::Is(Objects::AttachedTo))));
        let mut objects = mentioned(reader, within.clone());
        // What the event is about is its object, whatever this is attached to by then.
        objects.retain(|it| !is_attached || it.what != Objects::AttachedTo || it.at >= told.until);
        objects.extend(of_event.map(|(at, filter)| Mention {
            at,
            what: Objects::ThatObject,
            filter: Some(filter),
            one: told.one,
        }));
        let players = mentioned_players(reader, told, within);
        Mentions { reader, told, objects, players, targets: Vec::new(), declared: Vec::new(), choices: 0 }
    }

    /// What the text looks for from the top of a library, and finds: "until you reveal a land
    /// card".
    fn find(&mut self, text: &dyn Term) {
        let mut all = Vec::new();
        walk(text, &mut |part| {
            let of = |deed, what: &Objects| match what {
                Objects::TopUntil { what, count, .. } if **what != Filter::Any => {
                    Some((deed, (**what).clone(), (**count).clone()))
                }
                _ => None,
            };
            all.extend(match as_(part) {
                Some(Instruction::Reveal(verb::Reveal(what))) => of(Deed::Revealed, what),
                Some(Instruction::Exile(verb::Exile(what))) => of(Deed::Exiled, what),
                _ => None,
            });
            Go::Into
        });
        let at = (0..self.reader.tokens.len()).find(|at| self.reader.word(*at) == Some("until"));
        if let ([(deed, what, count)], Some(at)) = (all.as_slice(), at)
            && used(what, &self.reader.open.borrow()).is_empty()
        {
            let one = *count == Quantity::Fixed(1);
            let found = Objects::Among(Box::new(Objects::ThisWay(*deed)), Box::new(what.clone()));
            // If one was looked for, several are all of them.
            if one {
                let all = Objects::ThisWay(*deed);
                self.objects.push(Mention { at, what: all, filter: Some(Filter::Card), one: false });
            }
            self.objects.push(Mention { at, what: found, filter: Some(what.clone()), one });
        }
    }

    /// What is left of the cards that words before a position have told of.
    fn rest(&self, at: usize) -> Option<Objects> {
        let not = |what: &Filter| Box::new(Filter::Not(Box::new(what.clone())));
        let of = |it: &&Mention| {
            matches!(&it.what, Objects::ThisWay(Deed::LookedAt | Deed::Revealed) if !it.one)
                || matches!(&it.what, Objects::Among(of, _) if matches!(**of, Objects::ThisWay(_)))
        };
        match self.before(at).into_iter().filter(of).max_by_key(|it| it.at).map(|it| &it.what)? {
            Objects::Among(of, what) => Some(Objects::Among(of.clone(), not(what))),
            what => Some(Objects::Each(Box::new(Filter::All(vec![
                Filter::Card,
                Filter::In(ZoneKind::Library),
                Filter::Is(what.clone()),
            ])))),
        }
    }

    /// The objects that words at a position can mean.
    fn before(&self, at: usize) -> Vec<&Mention> {
        let elsewhere = other_branch(self.reader, at);
        // What is copied is not the copy.
        let of = at.checked_sub(2).map(|at| self.reader.word(at));
        let is_copied = of.is_some_and(|it| matches!(it, Some("copy" | "copies")));
        let instead = replaced_sentence(self.reader, at);
        // What becomes a copy is not what it copies.
        let becomes = at.checked_sub(4).filter(|at| matches!(self.reader.word(*at), Some("become" | "becomes")));
        let becomes = becomes.filter(|_| is_copied).and_then(|becomes| {
            let within = self.reader.sentence(at)..becomes;
            self.objects.iter().map(|it| it.at).filter(|it| within.contains(it)).max()
        });
        let is_here = |it: &&Mention| match it.what {
            _ if becomes == Some(it.at) => false,
            Objects::Target(_) => true,
            // What is not done brings nothing about.
            Objects::Created | Objects::ThisWay(_) if instead.as_ref().is_some_and(|not| not.contains(&it.at)) => false,
            Objects::Created if is_copied => it.at < self.reader.sentence(at),
            _ => !elsewhere.contains(&it.at),
        };
        self.objects.iter().filter(|it| it.at < at).filter(is_here).collect()
    }

    /// The last of them that fits.
    fn last(&self, at: usize, fits: impl Fn(&Mention) -> bool) -> Option<Objects> {
        let fitting = self.before(at).into_iter().filter(|it| fits(it));
        fitting.max_by_key(|it| it.at).map(|it| it.what.clone())
    }

    /// A card that the words before a position put onto the battlefield: "that creature" from there
    /// on.
    fn put_there(&self, at: usize, noun: &Filter) -> Option<Objects> {
        let last = self.before(at).into_iter().filter(|it| it.one).max_by_key(|it| it.at)?;
        let is_a_card = last.filter == Some(Filter::Card) && matches!(last.what, Objects::ThisWay(_));
        let there = |at| ["onto", "to"].iter().any(|to| self.reader.words(at, &[to, "the", "battlefield"]).is_some());
        let is_put = is_a_card && (last.at..at).any(there);
        (is_put && matches!(noun, Filter::Any | Filter::Type(_))).then(|| last.what.clone())
    }

    /// One more target; none if it could be other than several things.
    fn target(&mut self, at: usize, spec: &TargetSpec) -> Option<Meant> {
        let target = self.targets.len() as u8;
        let mut spec = spec.clone();
        // "Another target" is another one than this before there is one to be other than.
        if spec.other && self.targets.is_empty() {
            // It could be other than the object of the event, too.
            if self.told.is_of_a_thing() {
                return None;
            }
            spec.other = !besides_this(&mut spec);
        }
        let (filter, one) = (spec_filter(&spec), is_one(&spec) && spec.each.is_none());
        if matches!(spec.what, TargetWhat::Player(_)) {
            self.players.push((at, Players::Target(target)));
        } else {
            self.objects.push(Mention { at, what: Objects::Target(target), filter, one });
        }
        self.targets.push(spec);
        self.declared.push(at);
        Some(Meant::Target(target))
    }

    /// Whether "their" at a position is of each one of several that the sentence speaks of.
    fn is_of_each(&self, at: usize) -> bool {
        let begin = self.reader.sentence(at);
        let each = |at: usize| self.reader.word(at) == Some("each") && self.reader.word(at - 1) != Some("for");
        self.reader.word(at) == Some("their") && (begin + 1..at).any(each)
    }

    /// The one player besides whom there are others; none if it could be several.
    fn one_besides(&self, at: usize) -> Option<Players> {
        let mut before = self.players.iter().filter(|it| it.0 < at && it.1 != Players::They);
        let Some((told, who)) = before.next() else { return Some(Players::You) };
        let says_you = (*told..at).any(|at| self.reader.word(at) == Some("you"));
        (!says_you && before.next().is_none()).then(|| who.clone())
    }

    /// What words at a position mean; none if it is nothing, or could be several things.
    fn meaning(&mut self, at: usize, kind: &OpenKind) -> Option<Meant> {
        Some(match kind {
            OpenKind::Target(spec) => self.target(at, spec)?,
            OpenKind::It => {
                let mut mentions = self.before(at);
                // "Attach that Equipment to it": something else.
                let other = attached_before(self.reader, at).or_else(|| blocks_before(self.reader, at));
                let other = other.or_else(|| described_before(self.reader, at));
                if let Some(other) = other {
                    mentions.retain(|it| it.at < other);
                }
                // No player has power.
                if self.reader.word(at) == Some("its")
                    && matches!(self.reader.word(at + 1), Some("power" | "toughness"))
                {
                    mentions.retain(|it| it.filter.is_some() || !matches!(it.what, Objects::Target(_)));
                }
                // What targets something can only be countered, unless its controller pays.
                let before = at.checked_sub(1).and_then(|at| self.reader.word(at));
                let pays = before == Some("unless") && self.reader.words(at, &["its", "controller"]).is_some();
                if before != Some("counter") && !pays {
                    mentions.retain(|it| it.filter != Some(Filter::In(ZoneKind::Stack)));
                }
                Meant::Objects(it_at(self.reader, at, self.told.event, &mentions)?)
            }
            OpenKind::Other => {
                // A spell is no permanent, so that another one is another than this.
                let is_spell = |it: &Mention| it.what == Objects::This && self.told.is_spell;
                let is_thing =
                    |it: &&Mention| !is_spell(it) && (it.what != Objects::ThatObject || self.told.is_of_a_thing());
                let all: Vec<&Mention> = self.before(at).into_iter().filter(is_thing).collect();
                let Some(first) = all.first() else {
                    return (!self.told.is_spell).then_some(Meant::Objects(Objects::This));
                };
                if !first.one {
                    return None;
                }
                Meant::Objects(all.iter().all(|it| it.what == first.what).then(|| first.what.clone())?)
            }
            OpenKind::That(noun) => {
                // "That card" is one that was spoken of as a card, if there is any.
                let is_card = |it: &Mention| it.one && it.is_a_card();
                let card = if *noun == Filter::Card { self.last(at, is_card) } else { None };
                let what = card.or_else(|| self.last(at, |it| it.one && it.is_called(noun)));
                let what = what.or_else(|| self.put_there(at, noun))?;
                self.objects.push(Mention { at, what: what.clone(), filter: Some(noun.clone()), one: true });
                Meant::Objects(what)
            }
            // "Two target creatures each deal damage equal to their power": each one's.
            OpenKind::Those(_) if self.is_of_each(at) => return None,
            OpenKind::Those(noun) => {
                let is_called = |it: &Mention| noun.as_ref().is_none_or(|noun| it.is_called(noun));
                let those = self.last(at, |it| !it.one && is_called(it));
                // Those that were looked for could be meant, or all that were revealed.
                Meant::Objects(those.filter(|what| !matches!(what, Objects::Among(..)))?)
            }
            OpenKind::Player => {
                let who = self.players.iter().filter(|it| it.0 < at).max_by_key(|it| it.0);
                Meant::Players(who?.1.clone())
            }
            OpenKind::EachOther(of) => {
                Meant::Players(Players::OtherThan(Box::new(of.clone()), Box::new(self.one_besides(at)?)))
            }
            OpenKind::Either => {
                let is_any =
                    |it: &TargetSpec| matches!(it.what, TargetWhat::AnyTarget | TargetWhat::PlayerOrObject(..));
                let mut all = self.targets.iter().enumerate().filter(|(_, spec)| is_any(spec));
                let (target, _) = all.next().filter(|(_, spec)| is_one(spec))?;
                Meant::Target(all.next().is_none().then_some(target as u8)?)
            }
            OpenKind::Choice(filter, one) => {
                let what = Objects::Chosen(self.choices);
                self.choices += 1;
                self.objects.push(Mention { at, what: what.clone(), filter: Some(filter.clone()), one: *one });
                Meant::Objects(what)
            }
            OpenKind::Willing => {
                let who = Players::Chosen(self.choices);
                self.choices += 1;
                Meant::Players(who)
            }
            OpenKind::Rest => Meant::Objects(self.rest(at)?),
        })
    }
}

/// Replaces the open references of a text by what they mean, and returns its targets.
pub(crate) fn closed(
    text: &mut dyn Term,
    reader: &Reader<'_>,
    told: &Told,
    within: Range<usize>,
) -> Result<Vec<TargetSpec>, Dangling> {
    let open = reader.open.borrow().clone();
    let from = within.start;
    let mut mentions = Mentions::new(reader, told, within);
    mentions.find(text);
    // The choices that rows number themselves come first.
    each(text, &mut |it: &Instruction| {
        let place = it.kept_in().filter(|place| *place < OPEN);
        mentions.choices = place.map_or(mentions.choices, |place| mentions.choices.max(place + 1));
    });
    let mut meant: Vec<(u8, Meant)> = Vec::new();
    let mut said: Vec<(usize, Option<&Filter>, Objects)> = Vec::new();
    for (at, number) in used(text, &open) {
        let kind = &open[usize::from(number - OPEN)].kind;
        let it = mentions.meaning(at, kind).ok_or(Dangling { at })?;
        if let (Meant::Objects(what), OpenKind::It | OpenKind::That(_)) = (&it, kind) {
            let noun = if let OpenKind::That(noun) = kind { Some(noun) } else { None };
            // "It deals damage to that creature": two things, of which only one was told.
            let is_another = |(before, its, same): &(usize, Option<&Filter>, Objects)| {
                let deals = (before + 1..before + 3).any(|at| reader.word(at) == Some("deals"));
                same == what && *before >= reader.sentence(at) && noun.is_some() && *its != noun && deals
            };
            if said.iter().any(is_another) {
                return Err(Dangling { at });
            }
            said.push((at, noun, what.clone()));
        }
        // "Its controller": who that is can be "that player" from there on.
        if let Meant::Objects(what) = &it {
            mentions.players.extend(whose_words(reader, at, what));
        }
        if let (Meant::Target(n), OpenKind::Target(spec)) = (&it, kind)
            && is_one(spec)
        {
            let told = !mentions.players.is_empty();
            mentions.players.extend(whose_target(reader, at, spec, *n, told));
        }
        meant.push((number, it));
    }
    replaced(text, &meant);
    if !are_in_zones(text) || !is_told_apart(text) {
        return Err(Dangling { at: from });
    }
    let mut targets = mentions.targets;
    targets.iter_mut().for_each(|spec| replaced(spec, &meant));
    // A target is never described by itself.
    let is_itself = |(spec, n): (&TargetSpec, u8)| any(spec, |it: &Objects| *it == Objects::Target(n));
    if targets.iter().zip(0..).any(is_itself) {
        return Err(Dangling { at: from });
    }
    of_what_is_done(text, reader, &mut targets, &mentions.declared)?;
    Ok(targets)
}

/// Whether the rest of some cards is told apart by where it is: what was chosen among them has left
/// their zone by then, and not for a library.
fn is_told_apart(text: &dyn Term) -> bool {
    let is_rest = |what: &Objects| match what {
        Objects::Each(of) => {
            let is_shown = |it: &Filter| matches!(it, Filter::Is(Objects::ThisWay(Deed::LookedAt | Deed::Revealed)));
            any(&**of, is_shown)
        }
        _ => false,
    };
    let (mut there, mut is_apart) = (Vec::new(), true);
    each(text, &mut |it: &Instruction| match it {
        Instruction::Choose(choose) if any(&choose.what, |it: &Filter| matches!(it, Filter::Is(_))) => {
            there.push(choose.into);
        }
        Instruction::Put(verb::Put { what, .. })
        | Instruction::Exile(verb::Exile(what))
        | Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { what, .. })
        | Instruction::ExileFaceDown(verb::ExileFaceDown { what, .. }) => {
            is_apart &= there.is_empty() || !is_rest(what);
            let stays = matches!(it, Instruction::Put(put) if put.into == ZoneKind::Library);
            there.retain(|choice| stays || *what != Objects::Chosen(*choice));
        }
        _ => {}
    });
    is_apart
}

/// Tells in which zone the cards are among which something is chosen; false if nobody knows.
fn are_in_zones(text: &mut dyn Term) -> bool {
    let mut known = true;
    walk_mut(text, &mut |part| {
        if let Some(Instruction::Choose(choose)) = as_mut::<Instruction>(part)
            && let TargetWhat::Object(what) = &mut choose.what
        {
            let before = what.clone();
            known &= is_in_a_zone(what);
            if let Quantity::Count(counted) = &mut choose.count
                && **counted == before
            {
                **counted = what.clone();
            }
        }
        Go::Into
    });
    known
}

/// Adds to a description of what was mentioned in which zone it is.
fn is_in_a_zone(what: &mut Filter) -> bool {
    let parts = if let Filter::All(parts) = what { parts.clone() } else { vec![what.clone()] };
    let of = parts.iter().find_map(|part| if let Filter::Is(of) = part { Some(of.clone()) } else { None });
    let zone = match of {
        None => return true,
        Some(Objects::ThisWay(Deed::Milled)) => {
            *what = crate::card::wording::parts::all(parts.into_iter().chain([Filter::Card]).collect());
            return true;
        }
        Some(_) if what.names_a_zone() => return true,
        Some(Objects::ThisWay(Deed::LookedAt | Deed::Revealed)) => ZoneKind::Library,
        Some(Objects::ThisWay(Deed::Drawn)) => ZoneKind::Hand,
        Some(Objects::ThisWay(Deed::Exiled) | Objects::Linked(Linked::Exiled)) => ZoneKind::Exile,
        Some(Objects::Created) => return true,
        Some(_) => return false,
    };
    *what = crate::card::wording::parts::all(parts.into_iter().chain([Filter::Card, Filter::In(zone)]).collect());
    true
}

/// Gives the targets after "when you do" to the ability that triggers then (CR 603.12): it has none
/// of those before it.
fn of_what_is_done(
    text: &mut dyn Term,
    reader: &Reader<'_>,
    targets: &mut Vec<TargetSpec>,
    declared: &[usize],
) -> Result<(), Dangling> {
    let done = (0..reader.tokens.len()).find(|at| reader.words(*at, &["when", "you", "do", ","]).is_some());
    let Some(at) = done else { return Ok(()) };
    let before = declared.iter().filter(|it| **it < at).count();
    if before == targets.len() {
        return Ok(());
    }
    let mut is_of_both = false;
    let mut own = Some(targets[before..].to_vec());
    let of = |n: u8| usize::from(n).checked_sub(before).and_then(|n| u8::try_from(n).ok());
    walk_mut(text, &mut |part| {
        let Some(Instruction::Delay(Delay { when: TriggerEvent::Done, body, .. })) = as_mut::<Instruction>(part) else {
            return Go::Into;
        };
        let Some(mut own) = own.take() else { return Go::Past };
        let mut renumber = |text: &mut dyn Term| {
            walk_mut(text, &mut |part| {
                let number = if let Some(Objects::Target(n)) = as_mut::<Objects>(part) {
                    n
                } else if let Some(Players::Target(n)) = as_mut::<Players>(part) {
                    n
                } else if let Some(Recipients::Target(n)) = as_mut::<Recipients>(part) {
                    n
                } else {
                    return Go::Into;
                };
                match of(*number) {
                    Some(n) => *number = n,
                    None => is_of_both = true,
                }
                Go::Into
            });
        };
        renumber(&mut **body);
        own.iter_mut().for_each(|spec| renumber(spec));
        body.targets = own;
        Go::Past
    });
    // "You may exert ~ as it attacks. When you do, …" has an ability of its own.
    if own.is_none() {
        targets.truncate(before);
    }
    if is_of_both { Err(Dangling { at }) } else { Ok(()) }
}

/// The controller or owner of what words mean, if the next word says it.
fn whose_words(reader: &Reader<'_>, at: usize, what: &Objects) -> Option<(usize, Players)> {
    let noun = if reader.word(at) == Some("its") { at + 1 } else { at + 2 };
    let what = || Box::new(what.clone());
    match reader.word(noun) {
        Some("controller") => Some((at, Players::ControllerOf(what()))),
        Some("owner") => Some((at, Players::OwnerOf(what()))),
        _ => None,
    }
}

/// The controller or owner of a target, if words for it say one: "target creature's controller",
/// "the owner of target creature"; and "an opponent" of whom it is, or its owner to whom it goes,
/// if the text has told of no other player.
fn whose_target(reader: &Reader<'_>, at: usize, spec: &TargetSpec, n: u8, told: bool) -> Option<(usize, Players)> {
    let TargetWhat::Object(what) = &spec.what else { return None };
    let target = || Box::new(Objects::Target(n));
    if let Some(said) = whose_words(reader, at, &Objects::Target(n)) {
        return Some(said);
    }
    let before = |word| at.checked_sub(3).and_then(|from| reader.words(from, &["the", word, "of"])).is_some();
    if before("owner") || before("controller") {
        return Some((at, if before("owner") { Players::OwnerOf(target()) } else { Players::ControllerOf(target()) }));
    }
    let has = |part: &Filter| *what == *part || matches!(what, Filter::All(parts) if parts.contains(part));
    let (controlled, owned) =
        (has(&Filter::ControlledBy(Players::Opponents)), has(&Filter::OwnedBy(Players::Opponents)));
    let rest = (at + 1..reader.tokens.len()).take_while(|at| !matches!(reader.word(*at), Some("." | "target" | "~")));
    let owners = rest.into_iter().find(|at| reader.words(*at, &["its", "owner's"]).is_some());
    match (controlled, owned, owners) {
        _ if told => None,
        (true, false, None) => Some((at, Players::ControllerOf(target()))),
        (false, true, None) => Some((at, Players::OwnerOf(target()))),
        (false, false, Some(at)) => Some((at, Players::OwnerOf(target()))),
        _ => None,
    }
}

/// Puts what open references mean in their places.
fn replaced(text: &mut dyn Term, meant: &[(u8, Meant)]) {
    let of = |number: u8| meant.iter().find(|it| it.0 == number).map(|it| it.1.clone());
    walk_mut(text, &mut |part| {
        if let Some(what) = as_mut::<Objects>(part) {
            if let Objects::Target(n) = what {
                match of(*n) {
                    Some(Meant::Objects(it)) => *what = it,
                    Some(Meant::Target(n)) => *what = Objects::Target(n),
                    _ => {}
                }
            }
        } else if let Some(who) = as_mut::<Players>(part) {
            if let Players::Target(n) = who {
                match of(*n) {
                    Some(Meant::Players(it)) => *who = it,
                    Some(Meant::Target(n)) => *who = Players::Target(n),
                    _ => {}
                }
            }
        } else if let Some(Instruction::Choose(choose)) = as_mut::<Instruction>(part) {
            if let Some(Meant::Objects(Objects::Chosen(n)) | Meant::Players(Players::Chosen(n))) = of(choose.into) {
                choose.into = n;
            }
        } else if let Some(whom) = as_mut::<Recipients>(part)
            && let Recipients::Target(n) = whom
            && let Some(Meant::Target(n)) = of(*n)
        {
            *whom = Recipients::Target(n);
        }
        Go::Into
    });
}

/// Leaves the object itself out of what can be the target.
fn besides_this(spec: &mut TargetSpec) -> bool {
    match &mut spec.what {
        TargetWhat::Object(filter) | TargetWhat::PlayerOrObject(_, filter) => {
            let before = std::mem::replace(filter, Filter::Any);
            *filter = crate::card::wording::parts::all(vec![Filter::Not(Box::new(Filter::This)), before]);
            true
        }
        _ => false,
    }
}

fn spec_filter(spec: &TargetSpec) -> Option<Filter> {
    match &spec.what {
        TargetWhat::Object(filter) | TargetWhat::PlayerOrObject(_, filter) => Some(filter.clone()),
        _ => None,
    }
}

/// Whether a filter describes abilities.
fn is_an_ability(filter: &Filter) -> bool {
    match filter {
        Filter::ActivatedAbility | Filter::TriggeredAbility => true,
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(is_an_ability),
        _ => false,
    }
}

/// Whether what a filter describes can be called by a noun: "that creature" of "target attacking
/// creature".
pub(super) fn is_among(noun: &Filter, filter: &Filter) -> bool {
    match (noun, filter) {
        // What targets something.
        (Filter::AnyOf(nouns), Filter::In(ZoneKind::Stack)) => nouns.iter().all(|noun| is_among(noun, filter)),
        (noun, Filter::In(ZoneKind::Stack)) => {
            let of_the_stack =
                [Filter::Spell, Filter::ActivatedAbility, Filter::TriggeredAbility, Filter::In(ZoneKind::Stack)];
            of_the_stack.contains(noun)
        }
        // An ability is no permanent and no card, nor what its source is.
        (_, filter) if is_an_ability(filter) => matches!(noun, Filter::ActivatedAbility | Filter::TriggeredAbility),
        // Whatever it was, it can be a card by now.
        (Filter::Any | Filter::Card, _) => true,
        // "~ or another creature": whichever it is.
        (_, Filter::This) => true,
        (Filter::Type(kind), Filter::Subtype(of)) => of.belongs_to(CardTypes::NONE.with(*kind)),
        (noun, Filter::All(parts)) => parts.iter().any(|part| is_among(noun, part)),
        (noun, Filter::AnyOf(parts)) => parts.iter().all(|part| is_among(noun, part)),
        (Filter::AnyOf(nouns), filter) => nouns.iter().any(|noun| is_among(noun, filter)),
        (noun, filter) => noun == filter,
    }
}
