//! Answers combat declarations, orders, divisions, and any pending choice.

use crate::card::{CardType, Color, Subtype, TurnStep, Value, ZoneKind};
use crate::fact::{Act, Answer, Applied, Assignment, Choice, Domain, EffectKey, Entity, Item, ObjectId, Prompt};

use crate::derive::object::telling_apart;
use crate::message::Message;
use crate::rule;
use crate::rules;

use super::act::{Which, options};
use super::passing::Reached;
use super::refs::{OfferedItem, Ref};
use super::step::Reply;
use super::tell;
use super::timeline::{Stop, Timeline, refused, script};

impl Timeline {
    /// Declares attackers (CR 508.1).
    pub(super) fn attack(&mut self, pairs: &[(Ref, Ref)]) -> Result<(), Stop> {
        let attackers: Vec<Ref> = pairs.iter().map(|(attacker, _)| attacker.clone()).collect();
        let asks = |prompt: &Prompt| *prompt == Prompt::Attackers;
        let Some(choice) = self.reach_declaration(TurnStep::DeclareAttackers, asks, &attackers)? else { return Ok(()) };
        let mut able = options(&choice);
        let mut declared = Vec::new();
        for (object, to) in pairs {
            let to = vec![self.entity_among(to, &recipients(&choice))?];
            let object = self.object_among(object, &able)?;
            able.retain(|id| *id != object);
            declared.push(Assignment { object, to });
        }
        self.decide(choice.answered_by, Answer::Declared(declared))
    }

    /// Declares blockers (CR 509.1).
    pub(super) fn block(&mut self, blocks: &[(Ref, Vec<Ref>)]) -> Result<(), Stop> {
        let blockers: Vec<Ref> = blocks.iter().map(|(blocker, _)| blocker.clone()).collect();
        let asks = |prompt: &Prompt| *prompt == Prompt::Blockers;
        let Some(choice) = self.reach_declaration(TurnStep::DeclareBlockers, asks, &blockers)? else { return Ok(()) };
        let mut able = options(&choice);
        let among = recipients(&choice);
        let mut declared = Vec::new();
        for (object, what) in blocks {
            let to = what.iter().map(|it| self.entity_among(it, &among)).collect::<Result<_, Stop>>()?;
            let object = self.object_among(object, &able)?;
            able.retain(|id| *id != object);
            declared.push(Assignment { object, to });
        }
        self.decide(choice.answered_by, Answer::Declared(declared))
    }

    /// Goes on to a declaration. None if the script declares nothing and no choice is asked: then
    /// the script is right.
    fn reach_declaration(
        &mut self,
        step: TurnStep,
        asks: fn(&Prompt) -> bool,
        who: &[Ref],
    ) -> Result<Option<Choice>, Stop> {
        let ids = who.iter().map(|it| self.object(it)).collect::<Result<Vec<_>, _>>().unwrap_or_default();
        let before = self.log.len();
        match self.go_on_to(step, asks, &ids)? {
            Reached::Asked(choice) => Ok(Some(choice)),
            Reached::NotAsked(..) if who.is_empty() && (self.log.len() > before || self.stands_in(step)) => Ok(None),
            Reached::NotAsked(rule, why) => {
                // A name that names nothing is wrong even if no choice is asked.
                who.iter().try_for_each(|it| self.object(it).map(|_| ()))?;
                Err(Stop::NotAsked(rule, format!("{why} (CR {rule})").into()))
            }
        }
    }

    fn stands_in(&self, step: TurnStep) -> bool {
        self.game.world().turn.step == Some(step)
    }

    /// Orders creatures for combat damage (CR 509.2-3).
    pub(super) fn order_damage(&mut self, of: &Ref, order: &[Ref]) -> Result<(), Stop> {
        let choice = self.choice()?;
        let id = self.object(of)?;
        if choice.prompt != Prompt::DamageOrder(id) {
            // A single order is no choice.
            return if self.is_in_order(id, order) {
                Ok(())
            } else {
                self.not_asked(rule!("509.2"), format!("{of} has no such order to be chosen"))
            };
        }
        let among = options(&choice);
        let item = |it: &Ref| self.object_among(it, &among).map(|id| Item::Entity(Entity::Object(id)));
        let items = order.iter().map(item).collect::<Result<_, _>>()?;
        self.decide(choice.answered_by, Answer::Ordered(items))
    }

    /// Assigns combat damage (CR 510.1).
    pub(super) fn assign_damage(&mut self, division: &[(Ref, Vec<(Ref, u32)>)]) -> Result<(), Stop> {
        let from = self.log.len();
        let asks = |prompt: &Prompt| *prompt == Prompt::CombatDamage;
        let choice = match self.go_on_to(TurnStep::CombatDamage, asks, &[])? {
            Reached::Asked(choice) => choice,
            // A single way to assign it is no choice.
            Reached::NotAsked(..) if self.was_dealt(from, division) => return Ok(()),
            Reached::NotAsked(_, why) => {
                let why = format!("{why}; it was not assigned so by itself (CR 510.1)");
                return Err(Stop::NotAsked(rule!("510.1"), why.into()));
            }
        };
        let sources = options(&choice);
        let among = recipients(&choice);
        let one = |(source, parts): &(Ref, Vec<(Ref, u32)>)| {
            let part = |(to, amount): &(Ref, u32)| Ok((self.entity_among(to, &among)?, *amount));
            Ok((self.object_among(source, &sources)?, parts.iter().map(part).collect::<Result<Vec<_>, Stop>>()?))
        };
        let divided = division.iter().map(one).collect::<Result<_, Stop>>()?;
        self.decide(choice.answered_by, Answer::Divided(divided))
    }

    /// The division of an amount among these (CR 601.2d, 608.2d).
    pub(super) fn division(&self, choice: &Choice, parts: &[(Ref, u32)]) -> Result<Answer, Stop> {
        let Domain::Divide(shares) = &choice.domain else { return Ok(Answer::Divided(Vec::new())) };
        let among = recipients(choice);
        let mut given = Vec::new();
        for (to, amount) in parts {
            given.push((self.entity_among(to, &among)?, *amount));
        }
        let of = |share: &crate::fact::Share| {
            let here = |(to, _): &(Entity, u32)| shares.len() == 1 || share.among.contains(to);
            (share.source, given.iter().copied().filter(here).collect())
        };
        Ok(Answer::Divided(shares.iter().map(of).collect()))
    }

    /// Orders triggered abilities (CR 603.3b).
    pub(super) fn order_triggers(&mut self, order: &[OfferedItem]) -> Result<(), Stop> {
        let choice = self.choice()?;
        let reply = Reply::Order(order.to_vec());
        if choice.prompt != Prompt::TriggerOrder && !self.need_not_say(&choice, &reply)? {
            let why =
                "no order of triggered abilities is asked for, and these are not those that were put onto the stack";
            return if self.were_put_on_stack(order) { Ok(()) } else { self.not_asked(rule!("603.3b"), why) };
        }
        self.reply(&reply)
    }

    /// Answers the pending choice.
    pub(super) fn reply(&mut self, reply: &Reply) -> Result<(), Stop> {
        // What ended the game may have been decided without a question, too.
        if self.over() && self.was_decided(reply) {
            return Ok(());
        }
        let choice = self.choice()?;
        if self.need_not_say(&choice, reply)? {
            return Ok(());
        }
        let acts = |offers: &[OfferedItem]| {
            offers.iter().any(|offer| !matches!(offer, OfferedItem::It(_) | OfferedItem::Mode(_)))
        };
        let passive = !matches!(reply, Reply::Pick(offers) | Reply::Order(offers) if acts(offers));
        if choice.prompt == Prompt::Priority && passive {
            return self.reply_to_nobody(&choice, reply);
        }
        let answer = match reply {
            Reply::Pick(offers) | Reply::Order(offers)
                if self.is_not_offered(&choice, offers)
                    && !self.became_what_is_offered(&choice, offers)
                    && self.was_decided(reply) =>
            {
                return Ok(());
            }
            reply => self.as_answer(&choice, reply)?,
        };
        self.decide(choice.answered_by, answer)
    }

    /// What a player answers of those who are asked at once.
    pub(super) fn reply_as(&mut self, player: &str, reply: &Reply) -> Result<(), Stop> {
        let id = self.player(player)?;
        let Some(choice) = self.asked_of(id) else {
            let asked = tell::choice_message(&self.game, &self.choice()?);
            return script(Message::from(format!("{player} is not asked for anything here: ")).and(asked));
        };
        let answer = self.as_answer(&choice, reply)?;
        self.decide(choice.answered_by, answer)
    }

    /// A reply to a choice as the rules take it.
    fn as_answer(&self, choice: &Choice, reply: &Reply) -> Result<Answer, Stop> {
        Ok(match reply {
            Reply::Pick(offers) => Answer::Picked(self.items(choice, offers)?),
            Reply::Order(offers) => Answer::Ordered(self.items(choice, offers)?),
            Reply::Yes => Answer::Confirmed(true),
            Reply::No => Answer::Confirmed(false),
            Reply::Number(number) => Answer::Number(*number),
            Reply::Divide(parts) => self.division(choice, parts)?,
        })
    }

    /// An answer while a player has priority and nothing else is asked: it may state what happened
    /// without a choice.
    fn reply_to_nobody(&mut self, choice: &Choice, reply: &Reply) -> Result<(), Stop> {
        if self.was_decided(reply) {
            return Ok(());
        }
        if let Reply::Pick(offers) | Reply::Order(offers) = reply {
            // An action with priority may be named by its object alone.
            if let [OfferedItem::It(Ref::Named(_))] = offers.as_slice()
                && let Ok(items) = self.items(choice, offers)
                && let [item @ Item::Act(_)] = items.as_slice()
            {
                return self.decide(choice.answered_by, Answer::Picked(vec![item.clone()]));
            }
            // A name that names nothing is wrong even if no choice is asked.
            for offer in offers {
                if let OfferedItem::It(it) = offer {
                    self.known(it)?;
                }
            }
        }
        self.not_asked(choice.rule, "nobody is asked for this, and it was not decided so by itself")
    }

    /// Whether a choice offers none of these.
    fn is_not_offered(&self, choice: &Choice, offers: &[OfferedItem]) -> bool {
        let items = offered(choice);
        !offers.is_empty()
            && !offers.iter().any(|offer| items.iter().any(|item| self.means_in(choice, offer, item).unwrap_or(true)))
    }

    /// Whether a choice offers what one of these has become, so that it means neither that object
    /// nor what happened to the earlier one (CR 400.7).
    fn became_what_is_offered(&self, choice: &Choice, offers: &[OfferedItem]) -> bool {
        let items = offered(choice);
        let now = offers.iter().filter_map(|offer| match offer {
            OfferedItem::It(it) => Some(OfferedItem::It(Ref::Latest(Box::new(it.clone())))),
            _ => None,
        });
        now.into_iter().any(|offer| items.iter().any(|item| self.means(&offer, item).unwrap_or(false)))
    }

    /// Keeps a hand or takes a mulligan (CR 103.4).
    pub(super) fn mulligan(&mut self, take: bool) -> Result<(), Stop> {
        let choice = self.choice()?;
        match choice.prompt {
            Prompt::Mulligan => {}
            Prompt::Priority => {
                return self.not_asked(rule!("103.4"), "nobody is asked whether to keep a hand (CR 103.4)");
            }
            _ => return self.unanswered(&choice),
        }
        self.decide(choice.answered_by, Answer::Confirmed(take))
    }

    /// Backs out of an illegal action (CR 726.1).
    pub(super) fn back_out(&mut self) -> Result<(), Stop> {
        let choice = self.choice()?;
        self.decide(choice.answered_by, Answer::BackOut)
    }

    fn entity_among(&self, reference: &Ref, among: &[ObjectId]) -> Result<Entity, Stop> {
        if let Ref::Named(name) = reference
            && let Some(player) = self.game.players().find(|player| player.name == *name)
        {
            return Ok(Entity::Player(player.id));
        }
        self.object_among(reference, among).map(Entity::Object)
    }

    /// The items a script means, each a different one of the choice.
    fn items(&self, choice: &Choice, offers: &[OfferedItem]) -> Result<Vec<Item>, Stop> {
        let in_full = self.in_full(offered(choice), offers);
        let offered = in_full.as_slice();
        let mut items: Vec<Item> = Vec::new();
        for offer in offers {
            let mut fitting = Vec::new();
            for item in offered {
                if !items.contains(item) && self.means_in(choice, offer, item)? {
                    fitting.push(item);
                }
            }
            if fitting.is_empty() {
                fitting = self.means_otherwise(offer, offered, &items)?;
            }
            // An offered action may be named by its object, if only one is possible with it.
            if fitting.is_empty() {
                fitting = self.acts_with(choice, offer)?;
            }
            match fitting.as_slice() {
                [only] => items.push(Item::clone(only)),
                // An item not offered is left to the rules, which refuse it with a reason.
                [] => items.push(self.item(choice, offer)?),
                several if several.iter().all(|item| self.alike_items(item, several[0])) => {
                    items.push(several[0].clone());
                }
                // An ability named as often as it triggered, in the order in which it did.
                several if several.iter().all(|item| matches!(item, Item::Trigger(_))) => {
                    let named = offers.iter().filter(|other| *other == offer).count();
                    let mut meant = 0;
                    for item in offered {
                        meant += usize::from(self.means_in(choice, offer, item)?);
                    }
                    if named != meant {
                        return self.ambiguous_offer(offer, &fitting);
                    }
                    items.push(several[0].clone());
                }
                _ => return self.ambiguous_offer(offer, &fitting),
            }
        }
        Ok(items)
    }

    /// The items that a reference means only because of what is offered: by the number that is
    /// shown for them, or an ability on the stack by its source.
    fn means_otherwise<'a>(
        &self,
        offer: &OfferedItem,
        offered: &'a [Item],
        taken: &[Item],
    ) -> Result<Vec<&'a Item>, Stop> {
        let OfferedItem::It(it) = offer else { return Ok(Vec::new()) };
        let free: Vec<&Item> = offered.iter().filter(|item| !taken.contains(item)).collect();
        if let Some(id) = self.number(it) {
            let shown: Vec<&Item> =
                free.iter().copied().filter(|item| telling_apart::object_of(&self.game, item) == Some(id)).collect();
            if !shown.is_empty() {
                return Ok(shown);
            }
        }
        let object = |item: &&Item| if let Item::Entity(Entity::Object(id)) = item { Some(*id) } else { None };
        let objects: Vec<ObjectId> = free.iter().filter_map(object).collect();
        let ability = self.ability_among(it, &objects)?;
        Ok(free.into_iter().filter(|item| ability.is_some() && object(item) == ability).collect())
    }

    /// The error for an offer that could mean several items.
    fn ambiguous_offer<T>(&self, offer: &OfferedItem, fitting: &[&Item]) -> Result<T, Stop> {
        let items: Vec<Item> = fitting.iter().copied().cloned().collect();
        let apart = rules::check::describe_all(&self.game, &items);
        let told = items.iter().zip(apart).map(|(item, apart)| match item {
            Item::Entity(Entity::Object(id)) => format!("#{} {}", id.0, self.called(*id)),
            _ => apart,
        });
        let begun = format!("{} of what is offered could be meant by `{offer}`: ", fitting.len());
        script(Message::from(begun).and(Message::list(told)))
    }

    /// The actions a choice offers with the object that a name means.
    fn acts_with<'a>(&self, choice: &'a Choice, offer: &OfferedItem) -> Result<Vec<&'a Item>, Stop> {
        let OfferedItem::It(it @ Ref::Named(_)) = offer else { return Ok(Vec::new()) };
        let mut fitting = Vec::new();
        for item in offered(choice) {
            if let Item::Act(act) = item
                && let Some(id) = act.object()
                && self.speaks_of(it, Entity::Object(id))?
            {
                fitting.push(item);
            }
        }
        Ok(fitting)
    }

    /// Whether it makes no difference which of two items is chosen.
    fn alike_items(&self, a: &Item, b: &Item) -> bool {
        match (a, b) {
            (Item::Trigger(_), Item::Trigger(_)) => a == b || self.are_one(a, b),
            (Item::Entity(Entity::Object(a)), Item::Entity(Entity::Object(b))) => self.alike(*a, *b),
            (Item::Act(Act::Play(a)), Item::Act(Act::Play(b))) | (Item::Act(Act::Cast(a)), Item::Act(Act::Cast(b))) => {
                self.alike(*a, *b)
            }
            (Item::Counter(a, _), Item::Counter(b, _)) => a == b,
            (Item::Effect(a, of), Item::Effect(b, other)) => of == other && rules::are_equal_effects(&self.game, a, b),
            _ => false,
        }
    }

    /// Refuses a name that names nothing.
    pub(super) fn known(&self, reference: &Ref) -> Result<(), Stop> {
        self.speaks_of(reference, Entity::Object(ObjectId::NONE)).map(|_| ())
    }

    /// The item for an offer, whether or not the choice has it.
    fn item(&self, choice: &Choice, offer: &OfferedItem) -> Result<Item, Stop> {
        match offer {
            // A value that is not among those offered is refused like an object that is not.
            OfferedItem::It(Ref::Named(word)) if offers_values(choice) && self.is_value(word) => {
                let object = self.entity(&Ref::Named(word.clone())).map(Item::Entity);
                object.or_else(|_| refused(choice.rule, format!("{word} is not offered")))
            }
            OfferedItem::It(it) => self.entity(it).map(Item::Entity),
            OfferedItem::Pass => Ok(Item::Act(Act::Pass)),
            OfferedItem::Play(it) => Ok(Item::Act(Act::Play(self.object(it)?))),
            OfferedItem::Cast(it) => Ok(Item::Act(Act::Cast(self.object(it)?))),
            OfferedItem::CastFaceDown(it) => Ok(Item::Act(Act::CastFaceDown(self.object(it)?))),
            OfferedItem::PlayAs(it, face) => {
                let id = self.object(it)?;
                Ok(Item::Act(Act::PlayAs(id, self.side(id, face)?)))
            }
            OfferedItem::CastAs(it, face) => {
                let id = self.object(it)?;
                Ok(Item::Act(Act::CastAs(id, self.side(id, face)?)))
            }
            OfferedItem::Mana(kind) => Ok(Item::Mana(*kind)),
            OfferedItem::Name(name) => Ok(Item::Name(name.clone())),
            OfferedItem::Subtype(subtype) => Ok(Item::Subtype(*subtype)),
            OfferedItem::Activation(index) => Ok(Item::Activation(*index)),
            OfferedItem::Mode(mode) => Ok(Item::Mode(*mode, 0)),
            OfferedItem::Special(it)
            | OfferedItem::Activate(it)
            | OfferedItem::Ability(it, _)
            | OfferedItem::Loyalty(it, _) => {
                self.known(it)?;
                refused(choice.rule, format!("{offer} is not offered"))
            }
            _ => {
                let begun = Message::from(format!("`{offer}` is not offered here: "));
                script(begun.and(tell::choice_message(&self.game, choice)))
            }
        }
    }

    /// Whether an offer in the script means an item of a choice.
    pub(super) fn means(&self, offer: &OfferedItem, item: &Item) -> Result<bool, Stop> {
        let object = |it: &Ref, id: ObjectId| self.may_mean(it, Entity::Object(id));
        let ability = |it: &Ref, id: ObjectId, which| -> Result<bool, Stop> {
            let Item::Act(Act::Activate(_, origin)) = item else { return Ok(false) };
            Ok(object(it, id)? && self.ability(it, id, which).is_ok_and(|wanted| wanted == *origin))
        };
        match (offer, item) {
            (OfferedItem::It(it), Item::Entity(entity)) => self.may_mean(it, *entity),
            (OfferedItem::It(it), Item::Trigger(id)) => match self.waiting(*id) {
                Some(waiting) => object(it, waiting.source),
                None => Ok(false),
            },
            (OfferedItem::It(it), Item::Effect(effect, _)) => match self.source_of(effect) {
                Some(source) => object(it, source),
                None => Ok(false),
            },
            // A value is named as it is written; a pile by one of its objects, or as "pile" and
            // "other pile".
            (OfferedItem::It(Ref::Named(word)), Item::Value(value)) => Ok(word.eq_ignore_ascii_case(&value.word())),
            (OfferedItem::It(Ref::Named(word)), Item::Mana(kind))
                if word.eq_ignore_ascii_case(kind.color().map_or("colorless", Color::word)) =>
            {
                Ok(true)
            }
            (OfferedItem::It(Ref::Named(word)), Item::Cost(_) | Item::Mode(..) | Item::Mana(_)) => {
                Ok(word.eq_ignore_ascii_case(&rules::check::describe(&self.game, item)))
            }
            (OfferedItem::It(Ref::Named(word)), Item::Zone(zone)) => {
                Ok(word == zone.kind().word() || *word == rules::check::describe(&self.game, item))
            }
            (OfferedItem::It(Ref::Named(word)), Item::Created(def, _)) => {
                Ok(self.game.face(*def).is_some_and(|face| face.name == *word))
            }
            (OfferedItem::It(Ref::Named(word)), Item::Counter(kind, _)) => Ok(*word == kind.to_string()),
            (OfferedItem::It(Ref::Named(word)), Item::Pile(n)) => {
                Ok(word == if *n == 0 { "the first pile" } else { "the other pile" })
            }
            (OfferedItem::Trigger(of, on), Item::Trigger(id)) => match self.waiting(*id) {
                Some(waiting) => match waiting.context.object {
                    Some(about) => Ok(object(of, waiting.source)? && object(on, about)?),
                    None => Ok(false),
                },
                None => Ok(false),
            },
            (OfferedItem::Pass, Item::Act(Act::Pass)) => Ok(true),
            (OfferedItem::Play(it), Item::Act(Act::Play(id)))
            | (OfferedItem::Cast(it), Item::Act(Act::Cast(id)))
            | (OfferedItem::CastFaceDown(it), Item::Act(Act::CastFaceDown(id)))
            | (OfferedItem::Special(it), Item::Act(Act::Special(id, _)))
            | (OfferedItem::Activate(it), Item::Act(Act::Activate(id, _))) => object(it, *id),
            (OfferedItem::PlayAs(it, face), Item::Act(Act::PlayAs(id, side)))
            | (OfferedItem::CastAs(it, face), Item::Act(Act::CastAs(id, side))) => {
                Ok(object(it, *id)? && self.side(*id, face).is_ok_and(|wanted| wanted == *side))
            }
            (OfferedItem::Ability(it, index), Item::Act(Act::Activate(id, _))) => ability(it, *id, Which::Nth(*index)),
            (OfferedItem::Loyalty(it, cost), Item::Act(Act::Activate(id, _))) => {
                ability(it, *id, Which::Loyalty(*cost))
            }
            (OfferedItem::Mana(wanted), Item::Mana(kind)) => Ok(wanted == kind),
            (OfferedItem::Name(wanted), Item::Name(name)) => Ok(wanted == name),
            (OfferedItem::Name(wanted), Item::Value(Value::Name(name))) => Ok(wanted == name),
            (OfferedItem::Subtype(wanted), Item::Subtype(subtype) | Item::Value(Value::Subtype(subtype))) => {
                Ok(wanted == subtype)
            }
            (OfferedItem::Activation(wanted), Item::Activation(index)) => Ok(wanted == index),
            (OfferedItem::Mode(wanted), Item::Mode(mode, _)) => Ok(wanted == mode),
            // Objects have names, and what is done with them has words of its own.
            (OfferedItem::Says(_), Item::Entity(_) | Item::Act(_)) => Ok(false),
            (OfferedItem::Says(words), item) => {
                let told = match item {
                    Item::Effect(..) | Item::Trigger(_) => telling_apart::said(&self.game, item).unwrap_or_default(),
                    item => rules::check::describe(&self.game, item),
                };
                Ok(told.to_lowercase().contains(&words.to_lowercase()))
            }
            _ => Ok(false),
        }
    }

    /// Whether a word is a value that a choice could offer: a color, a type, a subtype, a zone, or
    /// the name of a card.
    pub(super) fn is_value(&self, word: &str) -> bool {
        let color = || Color::ALL.into_iter().any(|color| color.word().eq_ignore_ascii_case(word));
        let no_color = || ["colorless", "multicolored"].contains(&word);
        let kind = || CardType::ALL.iter().any(|kind| kind.to_string().eq_ignore_ascii_case(word));
        let zone = || ZoneKind::ALL.into_iter().any(|zone| zone.word() == word);
        color() || no_color() || kind() || zone() || Subtype::named(word).is_ok() || self.pool.has(word)
    }

    fn waiting(&self, id: crate::fact::TriggerId) -> Option<&crate::state::WaitingTrigger> {
        self.game.world().waiting.iter().find(|waiting| waiting.id == id).map(|waiting| &**waiting)
    }

    /// The source of a replacement effect.
    pub(super) fn source_of(&self, effect: &Applied) -> Option<ObjectId> {
        match effect {
            Applied::Ability { object, .. }
            | Applied::Effect(
                EffectKey::Static { object, .. } | EffectKey::Counters(object, _) | EffectKey::AddedText(object, _),
            ) => Some(*object),
            Applied::Effect(EffectKey::Begun(id)) => self.game.world().effects.get(id).map(|effect| effect.source),
            Applied::Own(..) => None,
        }
    }
}

/// Whether a choice offers anything besides objects, players, actions and effects.
pub(super) fn offers_values(choice: &Choice) -> bool {
    let value = |item: &Item| !matches!(item, Item::Entity(_) | Item::Act(_) | Item::Trigger(_) | Item::Effect(..));
    offered(choice).iter().any(value)
}

/// The items a choice offers.
pub(super) fn offered(choice: &Choice) -> &[Item] {
    match &choice.domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => options,
        _ => &[],
    }
}

/// The objects a choice lets be attacked, blocked, or given a share.
pub(super) fn recipients(choice: &Choice) -> Vec<ObjectId> {
    let mut found: Vec<ObjectId> = match &choice.domain {
        Domain::Declare { options, .. } => options.iter().flat_map(|it| &it.to).filter_map(|to| to.object()).collect(),
        Domain::Divide(shares) => shares.iter().flat_map(|it| &it.among).filter_map(|to| to.object()).collect(),
        _ => Vec::new(),
    };
    found.sort_unstable();
    found.dedup();
    found
}
