//! Traverses a text and knows at each place what its words can refer to.

use crate::card::ast::ability::Ability;
use crate::card::ast::cost::{Cost, CostChange, ManaTerm};
use crate::card::ast::effect::{Choosing, Duration, Instead, Modification, StaticEffect, Would};
use crate::card::ast::filter::{Each, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::{DeckCondition, Keyword};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::deed::Deed;
use crate::card::words::refers::{Need, Place, Told};
use crate::card::words::term::{Term, as_};
use crate::card::words::tree::{Node, Word};
use crate::card::words::turn_step::TurnPart;

use super::nodes::{asks_for_x, is, is_of_own_x, is_of_this, pays_with_objects, targets_of, tells};

/// Where a word's referent comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum From {
    /// Nowhere: there is none.
    #[default]
    Nowhere,
    /// From the creator of the lasting text around the word.
    Outside,
    /// From the text itself.
    Here,
}

impl From {
    const fn outside(self) -> From {
        match self {
            From::Nowhere => From::Nowhere,
            From::Outside | From::Here => From::Outside,
        }
    }

    /// The first, unless it is `Nowhere`.
    const fn or(self, other: From) -> From {
        if self.is_there() { self } else { other }
    }

    const fn is_there(self) -> bool {
        !matches!(self, From::Nowhere)
    }
}

/// The kind of text, for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    Spell,
    Activated,
    Triggered,
    Static,
    /// The description of a trigger event.
    Event,
    /// A cost other than that of a spell or ability being put on the stack.
    Cost,
    /// The choice of a value.
    Value,
    /// A keyword.
    Keyword,
    /// A condition on a starting deck.
    Deck,
}

/// A resolution: its text, and whether this is the text being checked.
#[derive(Clone, Copy)]
struct Resolving<'a> {
    /// `None` if nothing is known about it.
    text: Option<&'a Node<'a>>,
    from: From,
}

/// What is available at a place of a text.
#[derive(Clone)]
pub(super) struct Here<'a> {
    pub(super) speaker: Speaker,
    object: From,
    player: From,
    amount: From,
    source: From,
    vote: From,
    /// The number of targets.
    pub(super) targets: usize,
    target: From,
    x: From,
    payment: From,
    portion: From,
    /// The resolutions, innermost last.
    resolving: Vec<Resolving<'a>>,
    affected: From,
    they: From,
    those: From,
    granter: From,
    /// Whether the text is a gained ability, which may lack its link (CR 607.5a).
    pub(super) gained: bool,
    /// Whether a spell creates the text; nothing that the spell did is linked to it (CR 607.1d).
    pub(super) of_spell: bool,
    /// The creation of a delayed ability. It is printed on no object, so nothing that its creator
    /// did is linked to it (CR 603.7, 607.1d).
    pub(super) created: Option<&'a Node<'a>>,
    /// Whether the text is a delayed ability.
    delayed: bool,
}

impl<'a> Here<'a> {
    /// Only the ability itself.
    pub(super) fn alone(speaker: Speaker) -> Here<'a> {
        Here {
            speaker,
            object: From::Nowhere,
            player: From::Nowhere,
            amount: From::Nowhere,
            source: From::Nowhere,
            vote: From::Nowhere,
            targets: 0,
            target: From::Nowhere,
            x: From::Nowhere,
            payment: From::Nowhere,
            portion: From::Nowhere,
            resolving: Vec::new(),
            affected: From::Nowhere,
            they: From::Nowhere,
            those: From::Nowhere,
            granter: From::Nowhere,
            gained: false,
            of_spell: false,
            created: None,
            delayed: false,
        }
    }

    /// Inside a lasting text, with everything its creator could have known.
    pub(super) fn created() -> Here<'a> {
        let outside = From::Outside;
        Here {
            object: outside,
            player: outside,
            amount: outside,
            source: outside,
            vote: outside,
            targets: usize::MAX,
            target: outside,
            x: outside,
            payment: outside,
            portion: outside,
            resolving: vec![Resolving { text: None, from: outside }],
            affected: outside,
            they: outside,
            those: outside,
            granter: outside,
            ..Here::alone(Speaker::Static)
        }
    }

    /// What remains available to a text that outlasts this resolution.
    fn lasting(&self) -> Here<'a> {
        Here {
            object: self.object.outside(),
            player: self.player.outside(),
            amount: self.amount.outside(),
            source: self.source.outside(),
            vote: self.vote.outside(),
            target: self.target.outside(),
            x: self.x.outside(),
            payment: self.payment.outside(),
            portion: self.portion.outside(),
            resolving: self.resolving.iter().map(|it| Resolving { from: From::Outside, ..*it }).collect(),
            affected: self.affected.outside(),
            they: self.they.outside(),
            those: self.those.outside(),
            ..self.clone()
        }
    }

    /// Adds a resolution of a text.
    fn resolves(mut self, text: &'a Node<'a>) -> Here<'a> {
        self.resolving.push(Resolving { text: Some(text), from: From::Here });
        self
    }

    /// Adds a resolution of a text that is not known.
    fn resolves_within(mut self) -> Here<'a> {
        self.resolving.push(Resolving { text: None, from: From::Here });
        self
    }

    /// Adds what an event provides.
    fn with(self, told: Told) -> Here<'a> {
        let or = |is: bool, before: From| if is { From::Here } else { before };
        Here {
            object: or(told.object, self.object),
            player: or(told.player, self.player),
            amount: or(told.amount, self.amount),
            source: or(told.source, self.source),
            vote: or(told.vote, self.vote),
            ..self
        }
    }

    /// Where an earlier action of a resolution comes from: the innermost one that could have done
    /// it.
    fn done(&self, does: impl Fn(&Word<'_>) -> bool) -> From {
        let could = |it: &&Resolving<'_>| it.text.is_none_or(|text| text.has(&does));
        self.resolving.iter().rev().find(could).map_or(From::Nowhere, |it| it.from)
    }

    /// Whether what a word and the words in it mean was settled outside of the lasting text around
    /// them. A number that is compared among players is about each of them, and `Affected` and
    /// `Those` are objects that the text itself is about.
    pub(super) fn is_outside(&self, word: &Word<'_>) -> bool {
        let created = |it: &Resolving<'_>| it.from == From::Outside;
        let compares = is!(word, Players::WithMost | Players::MostAmong);
        let settled = |word: &Word<'_>| {
            let need = word.term.needs();
            let its_own = matches!(need, Need::Affected | Need::Those);
            let outside = !its_own && self.source_of(word, need) == From::Outside;
            need == Need::Nothing || compares && need == Need::They || outside
        };
        self.resolving.last().is_some_and(created) && !Node::Word(word.clone()).has(&|word| !settled(word))
    }

    /// [`Here::done`], unless the innermost such text comes to the word first, and an outer one has
    /// done it: then that is meant (CR 603.7c).
    fn done_before(&self, word: &Word<'_>, does: impl Fn(&Word<'_>) -> bool) -> From {
        self.earlier(word, &does).unwrap_or_else(|| self.done(&does))
    }

    /// Where something comes from that an earlier action of a resolution has done: the innermost
    /// one that does it before it comes to the word.
    fn earlier(&self, word: &Word<'_>, does: impl Fn(&Word<'_>) -> bool) -> Option<From> {
        let could = |text: &Node<'_>| text.has(&does) && is_done_before(text, word, &does);
        self.resolving.iter().rev().find(|it| it.text.is_none_or(could)).map(|it| it.from)
    }

    /// Where the vote comes from that a word refers to. A word for which players vote must be
    /// among the choices of that vote; only the resolution itself goes through its votes one by
    /// one.
    fn voted(&self, word: &Word<'_>) -> From {
        let named = word.field("0").and_then(Node::text);
        let offers = |it: &Word<'_>| {
            let words = it.field("on").and_then(|on| on.field("0")).map(Node::items).unwrap_or_default();
            named.is_none_or(|named| words.iter().any(|offered| offered.text() == Some(named)))
        };
        let of_resolution = self.done(|it| is!(it, Instruction::Vote) && offers(it));
        if as_::<Players>(word.term).is_some() && !of_resolution.is_there() {
            return self.vote;
        }
        if as_::<Each>(word.term).is_some() && of_resolution != From::Here {
            return From::Nowhere;
        }
        of_resolution
    }

    /// Whether something is divided, whatever the place is about.
    pub(super) const fn divides(&self) -> bool {
        self.portion.is_there()
    }

    /// Where a word's referent comes from.
    pub(super) fn source_of(&self, word: &Word<'_>, need: Need) -> From {
        match need {
            Need::Nothing | Need::Link(_) => From::Here,
            Need::EventObject => self.object,
            Need::EventPlayer => self.player,
            Need::EventAmount => self.amount,
            Need::DamageSource => self.source,
            Need::Target => {
                let index = word.field("0").and_then(Node::number);
                if index.is_some_and(|index| usize::from(index) < self.targets) { self.target } else { From::Nowhere }
            }
            Need::X => self.x,
            Need::Payment => self.payment,
            Need::Portion if self.affected.is_there() || self.they.is_there() => self.portion,
            Need::Portion | Need::OwnCost => From::Nowhere,
            Need::Choice => {
                let place = word.field("0").and_then(Node::number);
                let into = |it: &Word<'_>| is!(it, Instruction::Choose | Instruction::ForEach);
                self.done(|it| into(it) && it.field("into").and_then(Node::number) == place)
            }
            Need::Deed => {
                let deed = word.field("0").and_then(Node::word).and_then(|deed| as_::<Deed>(deed.term));
                deed.map_or(From::Nowhere, |deed| self.done_before(word, |it| does(it, *deed)))
            }
            Need::Created => self.done(|it| does(it, Deed::Created)),
            Need::Outcome(outcome) => {
                let is_of = |it: &Word<'_>| as_::<Instruction>(it.term).is_some() && it.name == outcome.of;
                self.earlier(word, is_of).unwrap_or_default()
            }
            Need::Vote => self.voted(word),
            Need::Added => {
                let part = word.field("0").and_then(Node::word).and_then(|part| as_::<TurnPart>(part.term));
                self.done(|it| match (part, as_::<Instruction>(it.term)) {
                    (Some(TurnPart::Turn), Some(Instruction::ExtraTurn(_))) => true,
                    (Some(TurnPart::Phase(phase)), Some(Instruction::ExtraPhases(added))) => {
                        added.phases.contains(phase)
                    }
                    _ => false,
                })
            }
            Need::Affected => self.affected,
            Need::They => self.they,
            Need::Those if self.those == From::Nowhere => self.done(|it| is!(it, Instruction::RestartGame)),
            Need::Those => self.those,
            Need::Granter => self.granter,
        }
    }
}

/// Whether something in a text comes before a word, or has a list with the word, or both are in a
/// list that comes round again.
fn is_done_before(text: &Node<'_>, word: &Word<'_>, does: &impl Fn(&Word<'_>) -> bool) -> bool {
    let is_word = |it: &Word<'_>| std::ptr::eq(it, word);
    let holds = |it: &Word<'_>| it.parts.iter().any(|(_, part)| part.has(&is_word));
    let (mut reached, mut done) = (false, false);
    text.each_word(&mut |it: &Word<'_>| {
        reached |= is_word(it);
        let around = holds(it);
        done |= !reached && !around && does(it);
        let lists = || it.parts.iter().any(|(_, part)| matches!(part, Node::List(_)) && part.has(&is_word));
        done |= around && does(it) && lists();
        let comes_round = around && is!(it, Instruction::ForEach | Instruction::Repeat);
        done |= comes_round && it.parts.iter().any(|(_, part)| part.has(does));
    });
    done || !reached
}

/// Whether an instruction, a cost or a replacement could have a deed (CR 608.2c).
fn does(word: &Word<'_>, deed: Deed) -> bool {
    word.term.deeds().has(deed)
}

/// A word that refers to something, with what is available to it.
pub(super) struct Found<'w, 'a> {
    pub(super) word: &'w Word<'w>,
    pub(super) need: Need,
    pub(super) from: From,
    pub(super) here: &'w Here<'a>,
    pub(super) path: &'w [String],
    /// The words around it, outermost first.
    pub(super) around: &'w [&'a dyn Term],
}

impl Found<'_, '_> {
    /// Whether it stands in such a word.
    pub(super) fn is_in<T: Term>(&self, fits: impl Fn(&T) -> bool) -> bool {
        self.around.iter().any(|it| as_(*it).is_some_and(&fits))
    }
}

/// What the costs of a spell make available to its own text.
#[derive(Clone, Copy)]
pub(super) struct Paid {
    /// Whether X is chosen (CR 107.3a).
    pub(super) x: From,
    /// Whether it is or could be paid with objects (CR 601.2h).
    pub(super) objects: From,
}

impl Paid {
    /// For a text without a known card.
    pub(super) const UNKNOWN: Paid = Paid { x: From::Here, objects: From::Here };
}

/// Traverses a text.
pub(super) struct Walk<'s, 'a> {
    pub(super) paid: Paid,
    pub(super) path: Vec<String>,
    pub(super) around: Vec<&'a dyn Term>,
    pub(super) see: &'s mut dyn FnMut(&Found<'_, '_>),
}

impl<'a> Walk<'_, 'a> {
    /// Visits a part of a text with what is available to it.
    pub(super) fn node(&mut self, node: &'a Node<'a>, here: &Here<'a>) {
        match node {
            Node::Word(word) => {
                self.found(word, here);
                self.word(word, here);
            }
            Node::Record(parts) => {
                for (name, part) in parts {
                    self.part(name, part, here);
                }
            }
            Node::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.part(&format!("[{index}]"), item, here);
                }
            }
            Node::Number(_) | Node::Text(_) | Node::Plain => {}
        }
    }

    fn found(&mut self, word: &Word<'_>, here: &Here<'_>) {
        let need = word.term.needs();
        // Words that always have a referent need no callback, but objects may have moved, and an
        // effect works out players and numbers as it begins.
        let worked_out = as_::<Players>(word.term).is_some() || as_::<Quantity>(word.term).is_some();
        let moves = as_::<Objects>(word.term).is_some() || is!(word, Filter::This);
        if need != Need::Nothing || moves || worked_out || is!(word, Modification::Control) {
            let from = here.source_of(word, need);
            self.path.push(word.name.to_owned());
            (self.see)(&Found { word, need, from, here, path: &self.path, around: &self.around });
            self.path.pop();
        }
    }

    fn part(&mut self, name: &str, node: &'a Node<'a>, here: &Here<'a>) {
        self.path.push(name.to_owned());
        match name {
            // A limit on a total: a number for each.
            "total" => self.node(node, &Here { affected: From::Here, they: From::Here, ..here.clone() }),
            _ => self.node(node, here),
        }
        self.path.pop();
    }

    /// Visits the fields of a word, each with what is available to it: the same as around the word,
    /// unless changed here.
    fn word(&mut self, word: &'a Word<'a>, here: &Here<'a>) {
        self.path.push(word.name.to_owned());
        self.around.push(word.term);
        self.of_kind(word, here);
        self.around.pop();
        self.path.pop();
    }

    fn of_kind(&mut self, word: &'a Word<'a>, here: &Here<'a>) {
        let term = word.term;
        if let Some(ability) = as_::<Ability>(term) {
            let speaker = match ability {
                Ability::Spell(_) => Speaker::Spell,
                Ability::Activated(_) => Speaker::Activated,
                Ability::Triggered(_) => Speaker::Triggered,
                Ability::Static(_) | Ability::Keyword(_) => Speaker::Static,
            };
            return self.ability(speaker, word, here);
        }
        if let Some(keyword) = as_::<Keyword>(term) {
            return self.keyword(keyword, word, here);
        }
        if as_::<DeckCondition>(term).is_some() {
            return self.fields(word, &Here::alone(Speaker::Deck));
        }
        // A wait for an event or condition after the resolution.
        if as_::<Duration>(term).is_some() {
            return self.fields(word, &here.lasting());
        }
        if let Some(modification) = as_::<Modification>(term) {
            // X of an ability that doesn't define it is 0 if another ability grants it (CR 107.3j).
            let granted = || Here { granter: From::Here, gained: true, x: From::Here, ..Here::alone(Speaker::Static) };
            let changes = || Here { affected: From::Here, ..here.clone() };
            let gains = matches!(modification, Modification::Gain(_) | Modification::HasText(_));
            return self.fields(word, &if gains { granted() } else { changes() });
        }
        if let Some(cost) = as_::<Cost>(term) {
            // Objects to pay with can't be described by other references; numbers use the announced
            // values.
            let of_mana = matches!(cost, Cost::Times(..) | Cost::ManaCostOf(_) | Cost::Either(_) | Cost::Mana(_));
            let alone = || Here { granter: here.granter, ..Here::alone(Speaker::Cost) };
            return self.fields(word, &if of_mana { here.clone() } else { alone() });
        }
        // A reduction knows what the cost will be paid with, since that is announced (CR 601.2b).
        if is!(word, CostChange::Less) {
            return self.fields(word, &Here { payment: From::Here, ..here.clone() });
        }
        if as_::<Choosing>(term).is_some() {
            return self.fields(word, &Here::alone(Speaker::Value));
        }
        if let Some(it) = as_::<ManaTerm>(term) {
            return self.mana_term(it, word, here);
        }
        if let Some(Quantity::Greatest(of) | Quantity::Least(of)) = as_(term) {
            let Some(each) = word.field("0") else { return };
            let inner = placed(Place::each(&of.each), here);
            each.field("of").into_iter().for_each(|of| self.part("of", of, &inner));
            each.field("each").into_iter().for_each(|each| self.part("each", each, here));
            return;
        }
        if let Some(instead) = as_::<Instead>(term) {
            return self.instead(instead, word, here);
        }
        match as_(term) {
            Some(StaticEffect::Replace(_)) => word.parts.iter().for_each(|(_, part)| self.replacement(part, here)),
            // Those of what costs that, unless a resolution has begun the effect.
            Some(StaticEffect::Cost(_)) => {
                let targets = if here.target.is_there() { here.targets } else { usize::MAX };
                let (x, target) = (here.x.or(From::Here), here.target.or(From::Here));
                self.fields(word, &Here { x, targets, target, speaker: Speaker::Cost, ..here.clone() });
            }
            _ => self.fields(word, here),
        }
    }

    fn keyword(&mut self, keyword: &Keyword, word: &'a Word<'a>, here: &Here<'a>) {
        match keyword {
            Keyword::Forecast(_) | Keyword::Boast(_) => self.ability(Speaker::Activated, word, here),
            Keyword::Chapter(_) => {
                let chapter = Here::alone(Speaker::Triggered).with(TriggerEvent::Chapter(1).tells());
                let body = word.field("0").and_then(|symbols| symbols.field("body"));
                body.into_iter().for_each(|body| self.body(body, chapter.clone()));
            }
            _ => {
                let (granter, gained, of_spell, created) = (here.granter, here.gained, here.of_spell, here.created);
                let keyword = Here::alone(Speaker::Keyword);
                self.fields(word, &Here { x: From::Here, granter, gained, of_spell, created, ..keyword });
            }
        }
    }

    fn instead(&mut self, instead: &Instead, word: &'a Word<'a>, here: &Here<'a>) {
        match instead {
            Instead::EnterAs(_) => {
                let Some(copying) = word.field("0") else { return };
                for (name, part) in parts_of(copying) {
                    match *name {
                        "when" => {
                            let body = Here::alone(Speaker::Triggered)
                                .with(TriggerEvent::Casts(Players::You, Filter::Any).tells());
                            self.path.push((*name).to_owned());
                            self.body(part, body);
                            self.path.pop();
                        }
                        // An entering permanent knows the announcements for its spell (CR 107.3m).
                        _ => self.part(name, part, &Here { x: From::Here, ..Here::alone(Speaker::Static) }),
                    }
                }
            }
            // A created token has abilities that the effect grants it.
            Instead::Tokens(_) | Instead::MoreTokens(_) => {
                self.fields(word, &Here { granter: From::Here, ..Here::alone(Speaker::Static) });
            }
            Instead::UnlessPaid { .. } => self.fields(word, &Here { speaker: Speaker::Cost, ..here.clone() }),
            _ => self.fields(word, here),
        }
    }

    /// Visits the operands of a word, each with what it says that can be referred to in it.
    fn fields(&mut self, word: &'a Word<'a>, here: &Here<'a>) {
        let single = word.parts.len() == 1;
        for (name, part) in &word.parts {
            let inner = match word.term.place(name) {
                Place::OwnReplacement => {
                    self.named_replacement(name, part, here);
                    continue;
                }
                Place::OfSpell => {
                    self.named_replacement(name, part, &Here::alone(Speaker::Static));
                    continue;
                }
                Place::Delayed => {
                    self.delayed(word, part, here);
                    continue;
                }
                Place::Given => {
                    let of_spell = here.of_spell || here.speaker == Speaker::Spell;
                    let created = here.delayed.then_some(part);
                    Here { granter: From::Here, of_spell, created, ..Here::alone(Speaker::Static) }
                }
                Place::Resolution => here.clone().resolves(part),
                Place::Within => here.clone().resolves_within().resolves(part),
                place => placed(place, here),
            };
            if single && *name == "0" {
                self.node(part, &inner);
            } else {
                self.part(name, part, &inner);
            }
        }
    }

    fn named_replacement(&mut self, name: &str, replacement: &'a Node<'a>, here: &Here<'a>) {
        self.path.push(name.to_owned());
        self.replacement(replacement, here);
        self.path.pop();
    }

    fn ability(&mut self, speaker: Speaker, word: &'a Word<'a>, here: &Here<'a>) {
        let Some(ability) = word.field("0") else { return };
        let granter = here.granter;
        let (gained, of_spell, created, own_x) = (here.gained, here.of_spell, here.created, here.x);
        let alone = |speaker| Here { granter, gained, of_spell, created, x: own_x, ..Here::alone(speaker) };
        let or_own = |x: From| if x.is_there() { x } else { own_x };
        match speaker {
            Speaker::Spell => {
                // The X of a spell without {X} has always been read as 0.
                let spell = Here { x: From::Here, payment: self.paid.objects, ..alone(Speaker::Spell) };
                ability.field("body").into_iter().for_each(|body| self.named_body("body", body, spell.clone()));
            }
            Speaker::Activated => {
                let (cost, body) = (ability.field("cost"), ability.field("body"));
                let x = or_own(defines_x(cost, body));
                let payment = if cost.is_some_and(pays_with_objects) { From::Here } else { From::Nowhere };
                let here = Here { x, payment, ..alone(Speaker::Activated) };
                for (name, part) in parts_of(ability) {
                    match *name {
                        "body" => self.named_body(name, part, here.clone()),
                        "cost" | "prices" => {
                            let own = body.map_or(0, targets_of);
                            let announced = Here { targets: own, target: From::Here, x: From::Here, ..here.clone() };
                            // Objects it is paid with are known once it is paid (CR 601.2h,
                            // 602.2b).
                            self.part(name, part, &Here { payment: From::Nowhere, ..announced });
                        }
                        _ => self.part(name, part, &alone(Speaker::Activated)),
                    }
                }
            }
            Speaker::Triggered => {
                let (when, body) = (ability.field("when"), ability.field("body"));
                let entered = when.is_some_and(is_of_own_x);
                let x = match when.filter(|_| entered) {
                    Some(when) if is_of_this(when) && !gained && self.paid.x == From::Nowhere => {
                        or_own(defines_x(None, body))
                    }
                    Some(_) => From::Here,
                    None => or_own(defines_x(None, body)),
                };
                let told = when.map_or_else(Told::default, tells);
                let here = Here { x, ..alone(Speaker::Triggered) }.with(told);
                for (name, part) in parts_of(ability) {
                    match *name {
                        "when" => self.part(name, part, &alone(Speaker::Event)),
                        "body" => self.named_body(name, part, here.clone()),
                        _ => self.part(name, part, &here),
                    }
                }
            }
            _ => self.node(ability, &alone(Speaker::Static)),
        }
    }

    fn named_body(&mut self, name: &str, body: &'a Node<'a>, here: Here<'a>) {
        self.path.push(name.to_owned());
        self.body(body, here);
        self.path.pop();
    }

    /// Visits targets, instructions and modes; announcements come before any resolution.
    fn body(&mut self, body: &'a Node<'a>, here: Here<'a>) {
        // Before payment, and before X is known, only outer referents are available (CR 601.2b-h).
        let before = |from: From| if from == From::Outside { from } else { From::Nowhere };
        let (unpaid, no_x) = (before(here.payment), before(here.x));
        let here = with_payments(body, here);
        let own = |node: &Node<'_>, here: &Here<'a>| match targets_of(node) {
            0 => here.clone(),
            count => Here { targets: count, target: From::Here, ..here.clone() },
        };
        let part = |this: &mut Self, node: &'a Node<'a>, here: &Here<'a>| {
            let announced = own(node, here);
            let resolving = Here { portion: divides(body, here.portion), ..announced.clone() }.resolves(body);
            for (name, it) in parts_of(node) {
                match *name {
                    "instructions" => this.part(name, it, &resolving),
                    "modes" => {}
                    "targets" => {
                        let each = it.items().iter().any(|spec| spec.field("each").is_some());
                        let they = if each { From::Here } else { announced.they };
                        this.path.push((*name).to_owned());
                        for (index, spec) in it.items().iter().enumerate() {
                            // Targets are chosen in order: one knows those before it.
                            let before = Here { payment: unpaid, they, targets: index, ..announced.clone() };
                            this.part(&format!("[{index}]"), spec, &before);
                        }
                        this.path.pop();
                    }
                    "x" => this.part(name, it, &Here { x: no_x, ..announced.clone() }),
                    _ => this.part(name, it, &announced),
                }
            }
        };
        part(self, body, &here);
        let Some(modes) = body.field("modes") else { return };
        for (name, it) in parts_of(modes).iter().filter(|(name, _)| *name != "of") {
            self.part(&format!("modes.{name}"), it, &here);
        }
        for (index, mode) in modes.field("of").map(Node::items).unwrap_or_default().iter().enumerate() {
            self.path.push(format!("modes.of[{index}]"));
            part(self, mode, &here);
            self.path.pop();
        }
    }

    /// Visits the body of a delayed triggered ability (CR 603.7c), which knows what its event
    /// provides and what its creation knew.
    fn delayed(&mut self, delay: &'a Word<'a>, body: &'a Node<'a>, here: &Here<'a>) {
        let told = delay.field("when").map_or_else(Told::default, tells);
        let before = here.lasting();
        // The object stays the one already referred to; the event provides everything else, where
        // it can.
        let reflexive = delay.field("when").and_then(Node::word).is_some_and(|when| is!(when, TriggerEvent::ThisWay));
        let object = if reflexive || !before.object.is_there() { told.object } else { false };
        let inner = before.clone().with(Told { object, ..told });
        self.named_body("body", body, Here { speaker: Speaker::Triggered, delayed: true, ..inner });
    }

    /// Visits the replaced event and its replacement (CR 614.1, 615.1).
    pub(super) fn replacement(&mut self, replacement: &'a Node<'a>, here: &Here<'a>) {
        let Some(would) = replacement.field("would") else { return self.node(replacement, here) };
        let event = would.word().and_then(|word| as_::<Would>(word.term));
        match would.word().filter(|_| matches!(event, Some(Would::Damage { .. }))) {
            // Its source may be described by what it would deal damage to.
            Some(damage) => {
                self.path.push("would".to_owned());
                for (field, part) in &damage.parts {
                    let affected = if *field == "source" { From::Here } else { here.affected };
                    self.part(field, part, &Here { affected, ..here.clone() });
                }
                self.path.pop();
            }
            None => self.part("would", would, here),
        }
        let mut told = event.map_or_else(Told::default, Would::tells);
        if let Some(Would::Damage { objects, .. } | Would::PutCounters { objects, .. }) = event {
            told.object = objects.is_some();
        }
        // An entering permanent knows the announcements for its spell (CR 107.3m).
        let x =
            match event {
                Some(Would::Enter { what } | Would::TurnFaceUp { what, .. }) => {
                    if *what == Filter::This && !here.gained { self.paid.x.or(here.x) } else { From::Here }
                }
                _ => here.x,
            };
        let instead = Here { x, ..here.replacing(told) };
        replacement.field("instead").into_iter().for_each(|it| self.part("instead", it, &instead));
    }

    fn mana_term(&mut self, term: &ManaTerm, word: &'a Word<'a>, here: &Here<'a>) {
        let alone = Here::alone(Speaker::Static);
        let told = Told { object: true, ..Told::default() };
        for (field, part) in &word.parts {
            match (term, *field) {
                (ManaTerm::When { .. }, "body") => {
                    self.named_body(field, part, Here::alone(Speaker::Triggered).with(told));
                }
                (ManaTerm::Gives { .. }, "effect" | "duration") => self.part(field, part, &alone.clone().with(told)),
                _ => self.part(field, part, &Here { granter: here.granter, ..alone.clone() }),
            }
        }
    }
}

impl<'a> Here<'a> {
    /// In place of an event: what it provides replaces what is available around it, even if it
    /// provides nothing.
    fn replacing(&self, told: Told) -> Here<'a> {
        let here = if told == Told::default() {
            self.clone()
        } else {
            Here { object: From::Nowhere, player: From::Nowhere, ..self.clone() }
        };
        here.with(told)
    }

    /// A cost that a resolution asks for.
    fn asked(&self) -> Here<'a> {
        Here { speaker: Speaker::Cost, x: From::Here, ..self.clone() }
    }
}

/// What can be referred to in an operand, besides what is available around its word.
fn placed<'a>(place: Place, here: &Here<'a>) -> Here<'a> {
    let or_here = |from: From| if from.is_there() { from } else { From::Here };
    match place {
        Place::Affected => Here { affected: From::Here, ..here.clone() },
        Place::Recipient { players } => {
            let they = if players { or_here(here.they) } else { here.they };
            Here { affected: From::Here, they, ..here.clone() }
        }
        // Where that is you, the current player of a list around it.
        Place::Doer { you } => Here { they: if you { or_here(here.they) } else { From::Here }, ..here.clone() },
        Place::Compared => Here { they: From::Here, ..here.clone() },
        // Only recipients of a division have a portion (CR 601.2d).
        Place::Each { objects, players, divided } => {
            let portion = if divided || here.portion == From::Outside { here.portion } else { From::Nowhere };
            let affected = if objects { From::Here } else { here.affected };
            let they = if players { From::Here } else { here.they };
            Here { portion, affected, they, ..here.clone() }
        }
        Place::Awaited => Here { speaker: Speaker::Event, ..here.lasting() },
        Place::Lasting { of } => {
            let lasting = here.lasting();
            Here { those: if of { From::Here } else { lasting.those }, ..lasting }
        }
        Place::Asked => here.asked(),
        Place::Price => Here { x: From::Here, ..here.clone() },
        Place::Same
        | Place::Given
        | Place::OwnReplacement
        | Place::OfSpell
        | Place::Delayed
        | Place::Resolution
        | Place::Within => here.clone(),
    }
}

fn parts_of<'n, 'a>(node: &'n Node<'a>) -> &'n [(&'static str, Node<'a>)] {
    match node {
        Node::Record(parts) => parts,
        Node::Word(word) => &word.parts,
        _ => &[],
    }
}

/// Where X in a body comes from: a cost, a definition in the text, or a cost that the text asks
/// for.
fn defines_x(cost: Option<&Node<'_>>, body: Option<&Node<'_>>) -> From {
    let says = |body: &Node<'_>| body.field("x").is_some() || asks_for_x(body);
    if cost.is_some_and(asks_for_x) || body.is_some_and(says) { From::Here } else { From::Nowhere }
}

/// Adds the payments of costs that a body asks for.
fn with_payments<'a>(body: &Node<'_>, here: Here<'a>) -> Here<'a> {
    let asks = |word: &Word<'_>| {
        is!(word, Instruction::MayPay | Instruction::Unless) && word.field("cost").is_some_and(pays_with_objects)
    };
    let x = if here.x == From::Nowhere { defines_x(None, Some(body)) } else { here.x };
    let payment = if body.has(&asks) { From::Here } else { here.payment };
    Here { payment, x, ..here }
}

/// Where the divided amount comes from.
fn divides(body: &Node<'_>, around: From) -> From {
    let mut found = false;
    let mut lists = vec![body.field("targets")];
    if let Some(modes) = body.field("modes").and_then(|modes| modes.field("of")) {
        lists.extend(modes.items().iter().map(|mode| mode.field("targets")));
    }
    for target in lists.into_iter().flatten().flat_map(Node::items) {
        found |= target.field("divide").is_some();
    }
    found |= body.has(&|word| is!(word, Instruction::Choose) && word.field("divide").is_some());
    if found { From::Here } else { around }
}
