//! Acting: playing lands, casting, activating, paying, passing, and going on through the turn.

use std::borrow::Cow;

use crate::card::{Ability, ActivatedAbility, Card, Cost, ManaSymbol, Side, TurnStep, text};
use crate::derive::casting::{self, Special};
use crate::derive::{Look, mana};
use crate::fact::{
    Act, Answer, Applied, Choice, CostItem, DefId, Domain, Entity, Event, Frame, Item, ManaId, ObjectId, Origin,
    PlayerId, Prompt, Zone,
};

use crate::rules::{self, Illegal};

use super::refs::Ref;
use super::step::{Payment, Targets};
use super::timeline::{Stop, Timeline, script};

/// What a script says of the announcement of a spell or ability.
pub(super) struct Announce<'a> {
    pub(super) x: Option<u32>,
    pub(super) targets: &'a [Targets],
    pub(super) modes: &'a [u8],
    pub(super) costs: Option<&'a [String]>,
    pub(super) times: Option<u32>,
    pub(super) splice: Option<&'a [Ref]>,
    pub(super) divide: &'a [(Ref, u32)],
    pub(super) with: &'a [Ref],
    pub(super) pay: &'a Payment,
    pub(super) alias: Option<&'a str>,
}

impl Announce<'_> {
    pub(super) const fn nothing() -> Announce<'static> {
        Announce {
            x: None,
            targets: &[],
            divide: &[],
            modes: &[],
            costs: None,
            times: None,
            splice: None,
            with: &[],
            pay: &Payment::Auto,
            alias: None,
        }
    }
}

/// Whether a choice is how symbols are paid (CR 118.13).
fn asks_for_symbols(choice: &Choice) -> bool {
    match &choice.domain {
        Domain::Pick { options, .. } => options.iter().any(|item| matches!(item, Item::Cost(CostItem::Symbols(_)))),
        _ => false,
    }
}

/// The modes that a script names, each as often as it does.
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
    // In printed order, as they are offered; what is not offered is put to the rules, which refuse it.
    items.sort_by_key(|item| offered.iter().position(|other| other == item));
    Answer::Picked(items)
}

/// Which of an object's activated abilities.
#[derive(Clone, Copy)]
pub(super) enum Which<'a> {
    Only,
    Nth(usize),
    Says(&'a str),
    Loyalty(i32),
}

/// As what a card is cast.
pub(super) enum Way<'a> {
    /// As what it is.
    Usual,
    /// Face down (CR 702.37c).
    FaceDown,
    /// As the side that has this name (CR 702.102a, 709.3, 712.7, 716.3).
    As(&'a str),
}

impl Timeline {
    /// CR 116.2a.
    pub(super) fn play_land(&mut self, card: &Ref, by: Option<&str>, face: Option<&str>) -> Result<(), Stop> {
        let (id, player) = self.card_of_hand(card, by)?;
        self.give_priority(player)?;
        let act = match face {
            None => Act::Play(id),
            Some(face) => Act::PlayAs(id, self.side(id, face)?),
        };
        self.decide(player, Answer::Picked(vec![Item::Act(act)]))
    }

    /// The side of a card that has a name.
    pub(super) fn side(&self, id: ObjectId, name: &str) -> Result<Side, Stop> {
        let card = self.game.object(id).and_then(|object| self.game.card_of(object.def));
        let called = |card: &Card, side: &Side| card.side(*side).is_some_and(|face| face.name == name);
        match card.and_then(|card| card.sides().find(|side| called(card, side))) {
            Some(side) => Ok(side),
            None => script(format!("{} cannot be played as `{name}`", self.game.name_of(id))),
        }
    }

    /// CR 601.
    pub(super) fn cast(
        &mut self,
        card: &Ref,
        by: Option<&str>,
        way: Way<'_>,
        announce: &Announce<'_>,
    ) -> Result<(), Stop> {
        let (id, player) = self.card_of_hand(card, by)?;
        self.give_priority(player)?;
        let from = self.log.len();
        let act = match way {
            Way::Usual => Act::Cast(id),
            Way::FaceDown => Act::CastFaceDown(id),
            Way::As(face) => Act::CastAs(id, self.side(id, face)?),
        };
        self.decide(player, Answer::Picked(vec![Item::Act(act)]))?;
        self.announce(from, announce)
    }

    /// CR 116.2b.
    pub(super) fn turn_face_up(
        &mut self,
        object: &Ref,
        cost: Option<&str>,
        by: Option<&str>,
        announce: &Announce<'_>,
    ) -> Result<(), Stop> {
        let id = self.object(object)?;
        let player = match by {
            Some(name) => self.player(name)?,
            None => match self.game.controller(id) {
                Some(player) => player,
                None => return script(format!("{object} has no controller")),
            },
        };
        self.give_priority(player)?;
        let written = |special: &Special| text::cost_text(&special.cost);
        let offered: Vec<Special> =
            casting::special_actions(&self.game, player).filter(|special| special.source == id).collect();
        let fitting: Vec<&Special> =
            offered.iter().filter(|special| cost.is_none_or(|cost| written(special) == cost)).collect();
        let act = match fitting.as_slice() {
            // What costs the same does the same, but for which ability says so.
            [first, rest @ ..] if rest.iter().all(|it| written(it) == written(first)) => {
                Act::Special(id, first.by.clone())
            }
            // What nothing allows is put to the rules, which refuse it.
            [] if offered.is_empty() => {
                let origin = Origin::Printed { def: self.game.object(id).map_or(DefId::NONE, |it| it.def), index: 0 };
                Act::Special(id, Applied::Ability { object: id, origin })
            }
            _ => {
                let costs: Vec<String> = offered.iter().map(written).collect();
                return script(format!("{object} can be turned face up for {}; say which `cost`", costs.join(" or ")));
            }
        };
        let from = self.log.len();
        self.decide(player, Answer::Picked(vec![Item::Act(act)]))?;
        self.announce(from, announce)
    }

    /// CR 602, 605.
    pub(super) fn activate(
        &mut self,
        object: &Ref,
        which: Which<'_>,
        by: Option<&str>,
        announce: &Announce<'_>,
    ) -> Result<(), Stop> {
        let id = self.object(object)?;
        let origin = self.ability(object, id, which)?;
        let player = match by {
            Some(name) => self.player(name)?,
            None => match self.game.controller(id).or_else(|| self.game.object(id).map(|it| it.owner)) {
                Some(player) => player,
                None => return script(format!("{object} does not exist")),
            },
        };
        let act = Act::Activate(id, origin);
        let choice = self.choice()?;
        let from = self.log.len();
        if matches!(choice.prompt, Prompt::Payment(_)) && choice.player == player {
            self.decide(player, Answer::Mana(Box::new(act)))?;
        } else {
            self.give_priority(player)?;
            self.decide(player, Answer::Picked(vec![Item::Act(act)]))?;
        }
        self.announce(from, announce)
    }

    /// A card of a hand, and who acts with it: by default its owner.
    fn card_of_hand(&self, card: &Ref, by: Option<&str>) -> Result<(ObjectId, PlayerId), Stop> {
        let by = by.map(|name| self.player(name)).transpose()?;
        let holder = match (by, self.pending()) {
            (Some(player), _) => Some(player),
            (None, Some(choice)) => Some(choice.player),
            (None, None) => None,
        };
        let hand = |player: PlayerId| self.game.zone(Zone::Hand(player)).iter().copied().collect::<Vec<_>>();
        // Cards of one name in one hand are alike; the first of them serves.
        let called = |id: &ObjectId| self.object_among(card, &[*id]).is_ok_and(|found| found == *id);
        if let Some(player) = holder
            && let Some(id) = hand(player).into_iter().find(called)
        {
            return Ok((id, player));
        }
        let others: Vec<ObjectId> = self.game.players().flat_map(|player| hand(player.id)).collect();
        // What is in nobody's hand is played from where it is, if something allows that (CR 601.3).
        let id = match others.iter().copied().find(called) {
            Some(_) => self.object_among(card, &others)?,
            None => self.object(card)?,
        };
        if let Some(player) = holder.filter(|_| !others.contains(&id)) {
            return Ok((id, player));
        }
        match by.or_else(|| self.game.object(id).map(|object| object.owner)) {
            Some(player) => Ok((id, player)),
            None => script(format!("{card} does not exist")),
        }
    }

    /// The activated abilities of an object, in order, those that keywords stand for as well.
    fn activated(&self, id: ObjectId) -> Vec<(Origin, Cow<'_, ActivatedAbility>)> {
        let abilities = self.game.characteristics(id).map(|it| it.abilities.as_slice()).unwrap_or_default();
        abilities.iter().filter_map(|it| Some((it.origin.clone(), it.activated()?))).collect()
    }

    /// One of the activated abilities of an object.
    pub(super) fn ability(&self, object: &Ref, id: ObjectId, which: Which<'_>) -> Result<Origin, Stop> {
        let abilities = self.activated(id);
        let loyalty = |ability: &ActivatedAbility| {
            ability.cost.iter().find_map(|cost| match cost {
                Cost::Loyalty(change) => Some(*change),
                _ => None,
            })
        };
        let fitting: Vec<&Origin> = match which {
            Which::Only => abilities.iter().map(|(origin, _)| origin).collect(),
            Which::Nth(index) => abilities.get(index).map(|(origin, _)| origin).into_iter().collect(),
            Which::Loyalty(change) => {
                let fits = |ability: &ActivatedAbility| loyalty(ability) == Some(change);
                abilities.iter().filter(|(_, ability)| fits(ability)).map(|(origin, _)| origin).collect()
            }
            Which::Says(part) => {
                let part = part.to_lowercase();
                let says = |ability: &ActivatedAbility| {
                    let text = text::ability_text(&Ability::Activated(ability.clone()), &self.game.name_of(id));
                    text.to_lowercase().contains(&part)
                };
                abilities.iter().filter(|(_, ability)| says(ability)).map(|(origin, _)| origin).collect()
            }
        };
        match fitting.as_slice() {
            [only] => Ok(Origin::clone(only)),
            [] => script(format!("{object} has no such activated ability; it has {}", abilities.len())),
            several => {
                let count = several.len();
                script(format!("{object} has {count} such activated abilities; say which with `ability` or `loyalty`"))
            }
        }
    }

    /// Answers what the proposal that has just begun asks, as far as the script says; what it does not say stays open.
    fn announce(&mut self, from: usize, announce: &Announce<'_>) -> Result<(), Stop> {
        if let Some(rule) = self.taken_back_since(from) {
            let why = "it cannot be completed (a target, or a cost), so it is taken back".to_owned();
            return Err(Stop::Refused(Illegal::Against { rule, why }));
        }
        let on_stack = self.put_on_stack_since(from);
        if let Some(alias) = announce.alias {
            match on_stack {
                Some(id) => self.call(alias, id)?,
                None => return script(format!("nothing was put onto the stack that `{alias}` could name")),
            }
        }
        // A mana ability that was activated for another proposal may be through already.
        let began = self.log.get(from).map(|entry| entry.no);
        let proposed = match self.game.frame() {
            Some(Frame::Proposal(proposal)) if began.is_some_and(|began| proposal.began >= began) => {
                Some(proposal.object)
            }
            _ => None,
        };
        let (mut x, mut targets, mut with) = (announce.x, announce.targets.iter(), announce.with.iter());
        let mut modes = Some(announce.modes).filter(|modes| !modes.is_empty());
        // Who says something about costs says all of it: what is not said is the plainest.
        let plain = announce.costs.is_some();
        let mut times = announce.times.or(plain.then_some(0));
        let mut splice = announce.splice.or(plain.then_some(&[]));
        let mut costs: Vec<&str> = announce.costs.unwrap_or_default().iter().map(String::as_str).collect();
        while let Some(choice) = self.pending() {
            let answer = match choice.prompt {
                Prompt::Modes(id) if Some(id) == proposed => modes.take().map(|modes| pick_modes(&choice, modes)),
                // How symbols are paid belongs to paying, too.
                Prompt::Costs(id)
                    if Some(id) == proposed
                        && (plain || asks_for_symbols(&choice) && *announce.pay != Payment::Later) =>
                {
                    self.about_costs(&choice, &mut costs)
                }
                Prompt::TimesPaid(id) if Some(id) == proposed => times.take().map(Answer::Number),
                Prompt::Splice(id) if Some(id) == proposed => match splice.take() {
                    Some(cards) => {
                        let among = options(&choice);
                        let entity = |card: &Ref| self.target(card, &among).map(Item::Entity);
                        Some(Answer::Picked(cards.iter().map(entity).collect::<Result<_, _>>()?))
                    }
                    None => None,
                },
                Prompt::ChooseX(id) if Some(id) == proposed => x.take().map(Answer::Number),
                Prompt::Targets(id, _) if Some(id) == proposed => match targets.next() {
                    Some(Targets(chosen)) => {
                        let among = options(&choice);
                        let entity = |target: &Ref| self.target(target, &among).map(Item::Entity);
                        Some(Answer::Picked(chosen.iter().map(entity).collect::<Result<_, _>>()?))
                    }
                    None => None,
                },
                Prompt::Division(id, _) if Some(id) == proposed && !announce.divide.is_empty() => {
                    Some(self.division(&choice, announce.divide)?)
                }
                Prompt::PayWith(id) if Some(id) == proposed && with.len() > 0 => {
                    let count = match choice.domain {
                        Domain::Pick { max, .. } => max as usize,
                        // It takes what there is: as much as is given is what is tapped.
                        Domain::Gather { .. } => with.len(),
                        _ => 0,
                    };
                    let among = options(&choice);
                    let entity = |it: &Ref| self.target(it, &among).map(Item::Entity);
                    Some(Answer::Picked(with.by_ref().take(count).map(entity).collect::<Result<_, _>>()?))
                }
                Prompt::Payment(id) if Some(id) == proposed && *announce.pay != Payment::Later => {
                    self.pay(announce.pay)?;
                    continue;
                }
                _ => None,
            };
            match answer {
                Some(answer) => self.decide(choice.answered_by, answer)?,
                None => break,
            }
        }
        if let Some(rule) = self.taken_back_since(from) {
            let why = "it has become something that is not allowed, so it is taken back".to_owned();
            return Err(Stop::Refused(Illegal::Against { rule, why }));
        }
        let open = self.pending().is_some_and(|choice| choice.back_out);
        if let Some(rule) = self.taken_back_since(from) {
            let why = "it cannot be completed, so it is taken back".to_owned();
            return Err(Stop::Refused(Illegal::Against { rule, why }));
        }
        let more = targets.len() > 0 || with.len() > 0 || x.is_some() || modes.is_some();
        let more = more || times.is_some_and(|times| times > 0) || splice.is_some_and(|cards| !cards.is_empty());
        if !open && (more || !costs.is_empty()) {
            return script("the step announces more (targets, modes, costs, `with`, X ...) than was asked for");
        }
        Ok(())
    }

    /// What a script says about the costs of the proposal under way: the words that it uses up are those that it finds in
    /// what is offered. What it does not say is the plainest answer; none where there is none.
    fn about_costs(&self, choice: &Choice, said: &mut Vec<&str>) -> Option<Answer> {
        let told = |item: &Item| crate::rules::check::describe(&self.game, item).to_lowercase();
        let options = match &choice.domain {
            Domain::Pick { options, .. } => options,
            Domain::Order(items) => return said.is_empty().then(|| Answer::Ordered(items.clone())),
            _ => return None,
        };
        let Domain::Pick { min, max, .. } = &choice.domain else { return None };
        let mut picked: Vec<Item> = Vec::new();
        said.retain(|word| {
            let word = word.to_lowercase();
            let free = |item: &&Item| !picked.contains(item);
            let exact = options.iter().filter(free).find(|item| told(item) == word);
            let found = exact.or_else(|| options.iter().filter(free).find(|item| told(item).contains(&word)));
            match found.filter(|_| picked.len() < *max as usize) {
                Some(item) => {
                    picked.push(item.clone());
                    false
                }
                None => true,
            }
        });
        if picked.is_empty() && *min > 0 {
            let plain = |item: &&Item| matches!(item, Item::Cost(CostItem::ManaCost));
            let payable = |item: &&Item| match item {
                Item::Cost(cost @ CostItem::Symbols(_)) => rules::looks_payable(&self.game, cost),
                _ => false,
            };
            let symbols = |item: &&Item| matches!(item, Item::Cost(CostItem::Symbols(_)));
            let usual = options.iter().find(plain).or_else(|| options.iter().find(payable));
            picked.extend(usual.or_else(|| options.iter().find(symbols)).cloned());
        }
        (picked.len() >= *min as usize).then_some(Answer::Picked(picked))
    }

    fn target(&self, reference: &Ref, among: &[ObjectId]) -> Result<Entity, Stop> {
        match self.entity(reference) {
            Ok(Entity::Player(player)) => Ok(Entity::Player(player)),
            _ => self.object_among(reference, among).map(Entity::Object),
        }
    }

    /// Pays the mana that is asked for (CR 601.2g-h).
    pub(super) fn pay(&mut self, payment: &Payment) -> Result<(), Stop> {
        let choice = self.choice()?;
        let (Prompt::Payment(proposed), Domain::Pay { .. }) = (&choice.prompt, &choice.domain) else {
            return self.unanswered(&choice);
        };
        let proposed = *proposed;
        if let Payment::Mana(letters) = payment {
            let units = self.mana_of(choice.player, letters)?;
            return self.decide(choice.answered_by, Answer::Paid(units));
        }
        if let Payment::From(sources) = payment {
            for source in sources {
                let nothing = Announce::nothing();
                let by = self.player_name(choice.player);
                self.activate(source, Which::Only, Some(&by), &nothing)?;
            }
        }
        let mut helpers = match payment {
            Payment::Convoke(creatures) => self.helpers(&choice, creatures)?,
            _ => Vec::new(),
        };
        loop {
            let Some(choice) = self.pending() else { return Ok(()) };
            let (Prompt::Payment(id), Domain::Pay { cost, .. }) = (&choice.prompt, &choice.domain) else {
                // What helped has paid for everything.
                return if matches!(payment, Payment::Convoke(_)) { Ok(()) } else { self.unanswered(&choice) };
            };
            if *id != proposed {
                return self.unanswered(&choice);
            }
            let rest = helpers.iter().fold(cost.clone(), |left, (_, symbol)| mana::without(&left, *symbol));
            let Some(plan) = mana::plan(&self.game, choice.player, &rest) else {
                let who = self.player_name(choice.player);
                return script(format!("{who} can't pay {rest} with the pool and plain mana abilities"));
            };
            match plan.activate.first() {
                None if !helpers.is_empty() => {
                    let (object, symbol) = helpers.remove(0);
                    self.decide(choice.answered_by, Answer::Helped(object, symbol))?;
                }
                None => return self.decide(choice.answered_by, Answer::Paid(plan.spend)),
                Some((act, _)) if matches!(payment, Payment::From(_) | Payment::Later) => {
                    let what = crate::rules::check::describe_act(&self.game, act);
                    return script(format!("that does not pay {cost}; it still takes {what}"));
                }
                Some((act, kind)) => {
                    self.decide(choice.answered_by, Answer::Mana(Box::new(act.clone())))?;
                    if let Some(Choice { prompt: Prompt::ManaType(_), player, .. }) = self.pending() {
                        self.decide(player, Answer::Picked(vec![Item::Mana(*kind)]))?;
                    }
                }
            }
        }
    }

    /// Mana of a player's pool of the types that these letters name.
    fn mana_of(&self, player: PlayerId, letters: &str) -> Result<Vec<ManaId>, Stop> {
        let mut pool = self.game.player(player).map(|player| player.mana.clone()).unwrap_or_default();
        let mut units = Vec::new();
        for letter in letters.chars() {
            let Some(index) = pool.iter().position(|unit| unit.kind.letter() == letter) else {
                return script(format!(
                    "there is not so much {{{letter}}} in the pool of {}",
                    self.player_name(player)
                ));
            };
            units.push(pool.remove(index).id);
        }
        Ok(units)
    }

    /// The symbol that each of some creatures pays for: a coloured one before generic mana.
    fn helpers(&mut self, choice: &Choice, creatures: &[Ref]) -> Result<Vec<(ObjectId, ManaSymbol)>, Stop> {
        let Domain::Pay { cost, help, .. } = &choice.domain else { return self.unanswered(choice) };
        let mut left = cost.clone();
        let mut helpers = Vec::new();
        for creature in creatures {
            let object = self.object(creature)?;
            let mine = help.iter().find(|help| help.object == object);
            let mut pays: Vec<ManaSymbol> = mine.map(|help| help.pays.clone()).unwrap_or_default();
            pays.sort_by_key(|symbol| matches!(symbol, ManaSymbol::Generic(_)));
            let symbol = pays.into_iter().find(|symbol| mana::without(&left, *symbol) != left);
            let Some(symbol) = symbol else {
                return script(format!("{} can't help to pay {left}", self.game.name_of(object)));
            };
            left = mana::without(&left, symbol);
            helpers.push((object, symbol));
        }
        Ok(helpers)
    }

    /// All players pass until the top of the stack has left it, or something is asked.
    pub(super) fn resolve_top(&mut self) -> Result<(), Stop> {
        let Some(top) = self.game.world().stack.last().copied() else {
            return script("the stack is empty: there is nothing to resolve");
        };
        self.priority()?;
        let waits = |timeline: &Timeline| timeline.pending().is_some_and(|it| it.prompt == Prompt::Priority);
        while waits(self) && self.game.zone_of(top) == Some(Zone::Stack) {
            self.pass()?;
        }
        Ok(())
    }

    /// All players pass until the stack is empty, or they are asked whether that would ever be (CR 104.4b).
    pub(super) fn resolve_all(&mut self) -> Result<(), Stop> {
        while !self.over() && !self.game.world().stack.is_empty() {
            self.resolve_top()?;
            if self.pending().is_some_and(|choice| choice.prompt == Prompt::CallDraw) {
                return Ok(());
            }
        }
        if self.over() { Ok(()) } else { self.priority().map(|_| ()) }
    }

    /// All players pass until a turn step begins and something is asked in it.
    pub(super) fn advance_to(&mut self, step: TurnStep, turn: Option<u32>) -> Result<(), Stop> {
        let start = self.game.world().turn.number;
        let last = turn.unwrap_or(start + 2 * u32::try_from(self.game.players().count()).unwrap_or(1));
        loop {
            let from = self.log.len();
            self.go_on()?;
            let now = &self.game.world().turn;
            let began = |event: &Event| matches!(event, Event::TurnStepBegan { step: began } if *began == step);
            let reached = self.log.iter().skip(from).any(|entry| began(&entry.event));
            let there = now.step == Some(step) && turn.is_none_or(|turn| turn == now.number);
            if reached && there && !self.over() {
                return Ok(());
            }
            if self.over() {
                return script(format!("the game ended before a {}", step.word()));
            }
            if now.number > last {
                return script(format!("nobody was asked anything in a {} before turn {}", step.word(), now.number));
            }
        }
    }

    /// The next choice of those that going on answers: to pass, to attack with nobody, to block with nobody.
    fn go_on(&mut self) -> Result<(), Stop> {
        let choice = self.choice()?;
        match choice.prompt {
            Prompt::Attackers | Prompt::Blockers => {
                let nobody = Answer::Declared(Vec::new());
                if let Err(why) = rules::check::check(&self.game, &choice, &nobody) {
                    let (verb, step) = match choice.prompt {
                        Prompt::Attackers => ("attack", "Attack"),
                        _ => ("block", "Block"),
                    };
                    return script(format!("going on, nobody would {verb}, which is not legal: {why}; write `{step}`"));
                }
                self.decide(choice.answered_by, nobody)
            }
            _ => self.pass(),
        }
    }

    /// Goes on, within this turn and with an empty stack, to a choice that a later step of the turn asks.
    pub(super) fn go_on_to(&mut self, step: TurnStep, wanted: fn(&Prompt) -> bool) -> Result<Choice, Stop> {
        let turn = self.game.world().turn.number;
        loop {
            let choice = self.choice()?;
            let now = &self.game.world().turn;
            if wanted(&choice.prompt) {
                return Ok(choice);
            }
            if !self.game.world().stack.is_empty() {
                return script("the stack is not empty; resolve it first");
            }
            if now.number > turn || now.step.is_none_or(|now| now >= step) {
                return self.unanswered(&choice);
            }
            self.go_on()?;
        }
    }
}

/// The objects that a choice offers.
pub(super) fn options(choice: &Choice) -> Vec<ObjectId> {
    let entity = |item: &Item| match item {
        Item::Entity(Entity::Object(id)) => Some(*id),
        _ => None,
    };
    match &choice.domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => {
            options.iter().filter_map(entity).collect()
        }
        Domain::Declare { options, .. } => options.iter().map(|option| option.object).collect(),
        Domain::Divide(shares) => shares.iter().map(|share| share.source).collect(),
        _ => Vec::new(),
    }
}
