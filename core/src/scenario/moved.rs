//! Names of objects that have changed zones and so are other objects now (CR 400.7): where a script
//! may go on using such a name, and the error elsewhere.

use crate::fact::{Answer, Choice, Entity, Item, ObjectId, Zone};
use crate::rules::Illegal;

use super::act::options;
use super::answer::{offered, recipients};
use super::refs::{OfferedItem, Ref};
use super::timeline::{Stop, Timeline, script};

impl Timeline {
    /// What an object that is gone has become, if that is in a zone.
    fn moved_on(&self, id: ObjectId) -> Option<(ObjectId, Zone)> {
        if self.is_there(id) {
            return None;
        }
        self.latest_of(id).into_iter().find_map(|latest| Some((latest, self.game.zone_of(latest)?)))
    }

    fn is_there(&self, id: ObjectId) -> bool {
        self.game.object(id).is_some() || self.game.phased_out(id).is_some()
    }

    /// The spell that a named card has become. The name may go on meaning it where spells are asked
    /// for.
    pub(super) fn as_spell(&self, id: ObjectId) -> Option<ObjectId> {
        self.moved_on(id).filter(|(_, zone)| *zone == Zone::Stack).map(|(spell, _)| spell)
    }

    /// Whether a reference means an object or player, or names the card that has become this spell.
    pub(super) fn may_mean(&self, reference: &Ref, entity: Entity) -> Result<bool, Stop> {
        if self.speaks_of(reference, entity)? {
            return Ok(true);
        }
        let named = match reference {
            Ref::Named(name) => self.alias(name),
            _ => None,
        };
        Ok(named.and_then(|named| self.as_spell(named)).is_some_and(|spell| entity == Entity::Object(spell)))
    }

    /// The ability on the stack that a reference to its source means among these, if it means none
    /// of them itself.
    pub(super) fn ability_among(&self, reference: &Ref, among: &[ObjectId]) -> Result<Option<ObjectId>, Stop> {
        if among.iter().any(|id| self.may_mean(reference, Entity::Object(*id)).unwrap_or(true)) {
            return Ok(None);
        }
        let of: Vec<ObjectId> = among.iter().copied().filter(|id| self.is_source_of(reference, *id)).collect();
        match of.as_slice() {
            [] => Ok(None),
            [only] => Ok(Some(*only)),
            [first, ..] => script(format!(
                "{} abilities of {reference} are offered; name the one that is meant as it is put onto the stack, \
                 with `as:`, or write its number: \"#{}\"",
                of.len(),
                first.0
            )),
        }
    }

    /// Whether a reference means the source of an ability, whatever that is by now.
    fn is_source_of(&self, reference: &Ref, ability: ObjectId) -> bool {
        let source = self.game.object(ability).and_then(|object| object.ability.as_ref()).map(|it| it.source);
        let became = |one: ObjectId, other: ObjectId| self.latest_of(one).contains(&other);
        source.is_some_and(|source| {
            self.may_mean(reference, Entity::Object(source)).unwrap_or(false)
                || self.object(reference).is_ok_and(|id| became(id, source) || became(source, id))
        })
    }

    /// Where an object that is gone is now, and how a script names it.
    pub(super) fn where_now(&self, id: ObjectId) -> Option<String> {
        let (_, zone) = self.moved_on(id)?;
        let place = self.game.place_name(zone);
        let alias = self.alias_of(id).unwrap_or("…");
        Some(format!("what it became is {place}: write `Latest(\"{alias}\")`"))
    }

    /// Why a gone object cannot be used.
    pub(super) fn has_left(&self, reference: &Ref, id: ObjectId) -> String {
        match self.where_now(id) {
            Some(now) => format!("{reference} has left; {now} (CR 400.7)"),
            None => format!("{reference} has left, or is not there yet"),
        }
    }

    /// What is wrong with a name of something that has become one of these.
    pub(super) fn names_earlier(&self, reference: &Ref, id: ObjectId, now: &[ObjectId]) -> Option<String> {
        let (latest, _) = self.moved_on(id)?;
        now.contains(&latest).then(|| self.has_left(reference, id))
    }

    /// What is wrong with a name of something that is another object by now, where one that is
    /// called the same is offered.
    pub(super) fn names_another(&self, reference: &Ref, id: ObjectId, offered: &[ObjectId]) -> Option<String> {
        let (_, zone) = self.moved_on(id)?;
        let name = self.game.name_of(id);
        let same = offered.iter().find(|other| self.game.name_of(**other) == name)?;
        Some(format!(
            "{reference} is another object by now (CR 400.7); what it became is {}, and is not offered here; \
             the {name} that is offered is \"#{}\"",
            self.game.place_name(zone),
            same.0
        ))
    }

    /// The object a reference names, which must be there for a change.
    pub(super) fn there(&self, reference: &Ref) -> Result<ObjectId, Stop> {
        let id = self.object(reference)?;
        match self.is_there(id) {
            true => Ok(id),
            false => Err(Stop::Refused(Illegal::Edit(self.has_left(reference, id)))),
        }
    }

    /// Like `there`, for an object or player.
    pub(super) fn entity_there(&self, reference: &Ref) -> Result<Entity, Stop> {
        match self.entity(reference)? {
            Entity::Object(_) => self.there(reference).map(Entity::Object),
            player @ Entity::Player(_) => Ok(player),
        }
    }

    /// What is wrong with an answer that names something that has become another object.
    pub(super) fn names_what_left(&self, answer: &Answer) -> Option<String> {
        let choice = self.pending()?;
        let is_offered = |id: &ObjectId| options(&choice).contains(id) || recipients(&choice).contains(id);
        let left = |id: &ObjectId| self.moved_on(*id).is_some() && !is_offered(id);
        let named = objects(answer).into_iter().find(left)?;
        let name = self.alias_of(named).map_or_else(|| self.game.name_of(named), str::to_owned);
        let (latest, zone) = self.moved_on(named)?;
        let begun = format!("{name} is another object by now (CR 400.7)");
        if !self.offers_what_became(&choice, named, latest) {
            let place = self.game.place_name(zone);
            return Some(format!("{begun}; what it became is {place}, and is not offered here"));
        }
        self.where_now(named).map(|now| format!("{begun}; {now}"))
    }

    /// Whether a choice offers what an object has become, or something of it.
    fn offers_what_became(&self, choice: &Choice, named: ObjectId, latest: ObjectId) -> bool {
        if recipients(choice).contains(&latest) || options(choice).contains(&latest) {
            return true;
        }
        let now = OfferedItem::It(Ref::Pinned(Box::new(Ref::Named(self.game.name_of(named))), latest));
        let act = |item: &Item| matches!(item, Item::Act(act) if act.object() == Some(latest));
        offered(choice).iter().any(|item| act(item) || self.means(&now, item).unwrap_or(false))
    }
}

/// The objects an answer names.
fn objects(answer: &Answer) -> Vec<ObjectId> {
    let item = |item: &Item| match item {
        Item::Entity(entity) => entity.object(),
        Item::Act(act) => act.object(),
        _ => None,
    };
    match answer {
        Answer::Picked(items) | Answer::Ordered(items) => items.iter().filter_map(item).collect(),
        Answer::Declared(declared) => {
            let all = |it: &crate::fact::Assignment| {
                let to: Vec<ObjectId> = it.to.iter().filter_map(|to| to.object()).collect();
                std::iter::once(it.object).chain(to)
            };
            declared.iter().flat_map(all).collect()
        }
        Answer::Divided(shares) => {
            let all = |(source, parts): &(ObjectId, Vec<(Entity, u32)>)| {
                let to: Vec<ObjectId> = parts.iter().filter_map(|(to, _)| to.object()).collect();
                std::iter::once(*source).chain(to)
            };
            shares.iter().flat_map(all).collect()
        }
        Answer::Mana(act) => act.object().into_iter().collect(),
        Answer::Helped(object, _) => vec![*object],
        Answer::Confirmed(_) | Answer::Number(_) | Answer::Paid(_) | Answer::BackOut => Vec::new(),
    }
}
