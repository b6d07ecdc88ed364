//! Choices that were not asked because every answer leads to the same result. A script may give an
//! answer all the same, as it had to when the choice was asked (CR 603.3b, 616.1).

use crate::fact::{Answer, Applied, Choice, Domain, Entity, Entry, EntryNo, Event, Input, Item, ObjectId, Zone};
use crate::rules;

use super::forced::refs;
use super::refs::OfferedItem;
use super::step::Reply;
use super::timeline::{Stop, Timeline};

impl Timeline {
    /// Whether a reply does not fit this choice, but names what happened without a choice before
    /// it: equal abilities that triggered, or an effect that replaced something.
    pub(super) fn need_not_say(&self, choice: &Choice, reply: &Reply) -> Result<bool, Stop> {
        match (reply, &choice.domain) {
            (Reply::Order(order), Domain::Order(_)) => Ok(self.are_being_arranged(order)),
            (Reply::Order(order), _) => Ok(self.were_alike(order)? || self.were_arranged(order)),
            (Reply::Pick(offers), Domain::Pick { options, .. } | Domain::Gather { options, .. }) => {
                for (offer, item) in offers.iter().flat_map(|offer| options.iter().map(move |item| (offer, item))) {
                    if self.means(offer, item)? {
                        return Ok(false);
                    }
                }
                self.was_applied(offers)
            }
            // An order is not picked: this refers to what happened before it is asked for.
            (Reply::Pick(offers), Domain::Order(_)) if !offers.is_empty() && self.was_decided(reply) => Ok(true),
            (Reply::Pick(offers), _) => self.was_applied(offers),
            (Reply::Yes | Reply::No, Domain::Confirm)
            | (Reply::Number(_), Domain::Number { .. })
            | (Reply::Divide(_), Domain::Divide(_)) => Ok(false),
            _ => Ok(self.was_decided(reply)),
        }
    }

    /// Whether these are abilities of one player that were just put onto the stack, or are about to
    /// be.
    fn were_alike(&self, order: &[OfferedItem]) -> Result<bool, Stop> {
        let put = self.latest_entries().into_iter().rev();
        let put = put.filter_map(|entry| match &entry.event {
            Event::Created { object } => {
                let ability = object.ability.as_ref().filter(|it| it.trigger.is_some())?;
                Some((ability.source, object.controller, ability.trigger.as_ref()?.object))
            }
            _ => None,
        });
        let waiting = self.game.world().waiting.iter();
        let waiting = waiting.map(|it| (it.source, Some(it.controller), it.context.object));
        let mut left: Vec<_> = put.chain(waiting).collect();
        let mut by = None;
        for offer in order {
            let mut place = None;
            for (at, (source, controller, about)) in left.iter().enumerate() {
                if by.is_none_or(|by| by == *controller) && self.is_ability(offer, *source, *about)? {
                    place = Some(at);
                    break;
                }
            }
            let Some(place) = place else { return Ok(false) };
            by = Some(left.remove(place).1);
        }
        Ok(order.len() > 1)
    }

    fn is_ability(&self, offer: &OfferedItem, source: ObjectId, about: Option<ObjectId>) -> Result<bool, Stop> {
        match (offer, about) {
            (OfferedItem::It(it), _) => self.may_mean(it, Entity::Object(source)),
            (OfferedItem::Trigger(of, on), Some(about)) => {
                Ok(self.may_mean(of, Entity::Object(source))? && self.may_mean(on, Entity::Object(about))?)
            }
            _ => Ok(false),
        }
    }

    /// Whether these are equal cards that were just put into a library or graveyard together: their
    /// order makes no difference (CR 401.4, 404.3).
    fn were_arranged(&self, order: &[OfferedItem]) -> bool {
        let Some(named) = refs(order).filter(|named| named.len() > 1) else { return false };
        let mut groups: Vec<(Zone, EntryNo, Vec<Entity>)> = Vec::new();
        for entry in self.latest_entries() {
            let Event::Moved { object, became, .. } = &entry.event else { continue };
            let Some(zone) = became.first().map(|new| new.zone) else { continue };
            if !matches!(zone, Zone::Library(_) | Zone::Graveyard(_)) {
                continue;
            }
            let place = entry.cause.unwrap_or(entry.no);
            let moved = Entity::Object(*object);
            match groups.iter_mut().find(|(to, cause, _)| (*to, *cause) == (zone, place)) {
                Some((.., group)) => group.push(moved),
                None => groups.push((zone, place, vec![moved])),
            }
        }
        groups.iter().any(|(.., group)| self.are(&named, group) && !self.was_given(group))
    }

    /// Like `were_arranged`, for cards about to be put there while another player is asked to
    /// arrange cards.
    fn are_being_arranged(&self, order: &[OfferedItem]) -> bool {
        let Some(named) = refs(order).filter(|named| named.len() > 1) else { return false };
        rules::arranged_by_itself(&self.game).iter().any(|group| {
            let group: Vec<Entity> = group.iter().copied().map(Entity::Object).collect();
            self.are(&named, &group)
        })
    }

    /// Whether the latest input ordered these.
    fn was_given(&self, group: &[Entity]) -> bool {
        let Some(Input::Decision { answer: Answer::Ordered(items), .. }) = self.inputs.last() else { return false };
        group.iter().all(|it| items.contains(&Item::Entity(*it)))
    }

    /// Whether this is an effect that has just replaced something though the latest input did not
    /// choose it.
    fn was_applied(&self, offers: &[OfferedItem]) -> Result<bool, Stop> {
        let [offer] = offers else { return Ok(false) };
        for entry in self.latest_entries() {
            if let Event::Replaced { effect, .. } = &entry.event
                && !self.was_chosen(effect)
                && self.means(offer, &Item::Effect((**effect).clone(), 0))?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether several effects have just replaced something without a choice.
    pub(super) fn several_replaced(&self) -> bool {
        let replaced = |entry: &&&Entry| match &entry.event {
            Event::Replaced { effect, .. } => !self.was_chosen(effect),
            _ => false,
        };
        self.latest_entries().iter().filter(replaced).count() > 1
    }

    fn was_chosen(&self, effect: &Applied) -> bool {
        let Some(Input::Decision { answer: Answer::Picked(items), .. }) = self.inputs.last() else { return false };
        items.iter().any(|item| matches!(item, Item::Effect(chosen, _) if chosen == effect))
    }

    /// Whether two abilities count as one when their order is asked for.
    pub(super) fn are_one(&self, one: &Item, other: &Item) -> bool {
        let (Item::Trigger(one), Item::Trigger(other)) = (one, other) else { return false };
        rules::being_ordered(&self.game).iter().any(|class| class.contains(one) && class.contains(other))
    }

    /// Whether an offer means an ability to be ordered, or an equal one.
    pub(super) fn means_like(&self, offer: &OfferedItem, item: &Item) -> Result<bool, Stop> {
        let Item::Trigger(id) = item else { return self.means(offer, item) };
        let classes = rules::being_ordered(&self.game);
        let Some(class) = classes.iter().find(|class| class.contains(id)) else { return self.means(offer, item) };
        for id in class {
            if self.means(offer, &Item::Trigger(*id))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The abilities to be ordered, one by one if the script names that many: equal abilities count
    /// as one in the choice.
    pub(super) fn in_full(&self, offered: &[Item], offers: &[OfferedItem]) -> Vec<Item> {
        let all: Vec<Item> = rules::being_ordered(&self.game).into_iter().flatten().map(Item::Trigger).collect();
        if all.len() == offers.len() { all } else { offered.to_vec() }
    }
}
