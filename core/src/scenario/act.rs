//! Plays lands, casts spells, activates abilities, and turns permanents face up.

use std::borrow::Cow;

use crate::card::{Ability, ActivatedAbility, Card, Cost, Side, lexicon, text};
use crate::derive::Look;
use crate::derive::pay::demand::Special;
use crate::fact::{
    Act, Answer, Applied, Choice, DefId, Domain, Entity, Item, ObjectId, Origin, PlayerId, Prompt, Zone,
};
use crate::message::Message;
use crate::rule;

use super::announce::Announce;
use super::refs::Ref;
use super::timeline::{Stop, Timeline, absent, script};

/// Selects one of an object's activated abilities.
#[derive(Clone, Copy)]
pub(super) enum Which<'a> {
    Only,
    Nth(usize),
    Says(&'a str),
    Loyalty(i32),
}

/// How a card is cast.
pub(super) enum Way<'a> {
    /// Normally.
    Usual,
    /// Face down (CR 702.37c).
    FaceDown,
    /// As the side of this name (CR 702.102a, 709.3, 712.7, 716.3).
    As(&'a str),
}

impl Timeline {
    /// Plays a land (CR 116.2a).
    pub(super) fn play_land(&mut self, card: &Ref, by: Option<&str>, face: Option<&str>) -> Result<(), Stop> {
        let so = |id: ObjectId| {
            Ok(match face {
                None => Act::Play(id),
                Some(face) => Act::PlayAs(id, self.side(id, face)?),
            })
        };
        if let Some((player, act)) = self.offered_to_play(card, by, so)? {
            return self.decide(player, Answer::Picked(vec![Item::Act(act)]));
        }
        let (id, player) = self.card_of_hand(card, by)?;
        let act = so(id)?;
        self.give_priority(player, rule!("117.1c"))?;
        self.decide(player, Answer::Picked(vec![Item::Act(act)]))
    }

    /// The side of a card that has this name.
    pub(super) fn side(&self, id: ObjectId, name: &str) -> Result<Side, Stop> {
        let card = self.game.object(id).and_then(|object| self.game.card_of(object.def));
        let called = |card: &Card, side: &Side| card.side(*side).is_some_and(|face| face.name == name);
        match card.and_then(|card| card.sides().find(|side| called(card, side))) {
            Some(side) => Ok(side),
            None if card.is_some_and(|card| card.front().name == name) => {
                script(format!("`{name}` is its front face, as which it is played anyway: leave the face out"))
            }
            None => script(format!("{} cannot be played as `{name}`", self.game.name_of(id))),
        }
    }

    /// Casts a spell (CR 601).
    pub(super) fn cast(
        &mut self,
        card: &Ref,
        by: Option<&str>,
        way: Way<'_>,
        announce: &Announce<'_>,
    ) -> Result<(), Stop> {
        let so = |id: ObjectId| {
            Ok(match way {
                Way::Usual => Act::Cast(id),
                Way::FaceDown => Act::CastFaceDown(id),
                Way::As(face) => Act::CastAs(id, self.side(id, face)?),
            })
        };
        if let Some((player, act)) = self.offered_to_play(card, by, so)? {
            let from = self.log.len();
            self.decide(player, Answer::Picked(vec![Item::Act(act)]))?;
            return self.announce(from, announce);
        }
        let (id, player) = self.card_of_hand(card, by)?;
        let act = so(id)?;
        self.give_priority(player, rule!("117.1a"))?;
        let from = self.log.len();
        let permission = self.permission_to_ask(player, &act, announce.permission)?;
        self.decide(player, Answer::Picked(vec![Item::Act(act)]))?;
        self.announce(from, &Announce { permission, ..*announce })
    }

    /// What a resolving spell or ability offers to do with a card or copy that a script casts or
    /// plays (CR 305.2b, 608.2g), and who is asked. None if a player has priority, or something
    /// else is asked.
    fn offered_to_play(
        &self,
        card: &Ref,
        by: Option<&str>,
        so: impl Fn(ObjectId) -> Result<Act, Stop>,
    ) -> Result<Option<(PlayerId, Act)>, Stop> {
        let by = by.map(|name| self.player(name)).transpose()?;
        let asked = |choice: &Choice| choice.prompt != Prompt::Priority && by.is_none_or(|by| by == choice.player);
        let Some(choice) = self.pending().filter(asked) else { return Ok(None) };
        let Domain::Pick { options, .. } = &choice.domain else { return Ok(None) };
        let object = |item: &Item| match item {
            Item::Act(act) => act.object(),
            _ => None,
        };
        let cards: Vec<ObjectId> = options.iter().filter_map(object).collect();
        match self.object_among(card, &cards) {
            Ok(id) if cards.contains(&id) => {
                let act = so(id)?;
                Ok(offers(&choice, &act).then_some((choice.player, act)))
            }
            Ok(id) => match self.names_earlier(card, id, &cards).or_else(|| self.names_another(card, id, &cards)) {
                Some(why) => script(why),
                None => Ok(None),
            },
            Err(_) => Ok(None),
        }
    }

    /// Turns a permanent face up (CR 116.2b).
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
                None => return absent(self.has_left(object, id)),
            },
        };
        self.give_priority(player, rule!("117.1c"))?;
        let written = |special: &Special| text::cost_text(&special.cost);
        let offered: Vec<Special> = crate::derive::permit::special::special_actions(&self.game, player)
            .filter(|special| special.source == id)
            .collect();
        let fitting: Vec<&Special> =
            offered.iter().filter(|special| cost.is_none_or(|cost| written(special) == cost)).collect();
        let act = match fitting.as_slice() {
            // Special actions of the same cost do the same; only the ability they name differs.
            [first, rest @ ..] if rest.iter().all(|it| written(it) == written(first)) => {
                Act::Special(id, first.by.clone())
            }
            // What nothing allows is left to the rules, which refuse it.
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

    /// Activates an ability (CR 602, 605).
    pub(super) fn activate(
        &mut self,
        object: &Ref,
        which: Which<'_>,
        by: Option<&str>,
        announce: &Announce<'_>,
    ) -> Result<(), Stop> {
        let id = self.object(object)?;
        if self.game.object(id).is_none() {
            return absent(self.has_left(object, id));
        }
        let origin = self.ability(object, id, which)?;
        let player = match by {
            Some(name) => self.player(name)?,
            None => match self.game.controller_or_owner(id) {
                Some(player) => player,
                None => return absent(self.has_left(object, id)),
            },
        };
        let act = Act::Activate(id, origin);
        let choice = self.choice()?;
        let from = self.log.len();
        if matches!(choice.prompt, Prompt::Payment(_)) && choice.player == player {
            self.decide(player, Answer::Mana(Box::new(act)))?;
        } else {
            self.give_priority(player, rule!("117.1b"))?;
            self.decide(player, Answer::Picked(vec![Item::Act(act)]))?;
        }
        self.announce(from, announce)
    }

    /// A card in a hand, and the player who acts with it: its owner unless given.
    fn card_of_hand(&self, card: &Ref, by: Option<&str>) -> Result<(ObjectId, PlayerId), Stop> {
        let by = by.map(|name| self.player(name)).transpose()?;
        let holder = match (by, self.pending()) {
            (Some(player), _) => Some(player),
            (None, Some(choice)) => Some(choice.player),
            (None, None) => None,
        };
        let hand = |player: PlayerId| self.game.zone(Zone::Hand(player)).to_vec();
        // Cards of one name in one hand are alike, so take the first.
        let called = |id: &ObjectId| self.object_among(card, &[*id]).is_ok_and(|found| found == *id);
        if let Some(player) = holder
            && let Some(id) = hand(player).into_iter().find(called)
        {
            return Ok((id, player));
        }
        let others: Vec<ObjectId> = self.game.players().flat_map(|player| hand(player.id)).collect();
        // A card in no hand is played from where it is, if something allows that (CR 601.3).
        let id = match others.iter().copied().find(called) {
            Some(_) => self.object_among(card, &others)?,
            None => self.object(card)?,
        };
        if let Some(player) = holder.filter(|_| !others.contains(&id)) {
            return Ok((id, player));
        }
        match by.or_else(|| self.game.object(id).map(|object| object.owner)) {
            Some(player) => Ok((id, player)),
            None => absent(self.has_left(card, id)),
        }
    }

    /// The activated abilities of an object, in order, with those that keywords stand for.
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
            [] => {
                let name = self.game.name_of(id);
                let texts =
                    abilities.iter().map(|(_, it)| text::ability_text(&Ability::Activated((**it).clone()), &name));
                let begun = Message::from(format!("{object} has no such activated ability; it has "));
                let why = match abilities.len() {
                    0 => begun.and("none"),
                    count => begun.and(format!("{count}: ")).and(Message::list(texts)),
                };
                match self.could_have(which, &abilities) {
                    true => Err(Stop::NotAsked(rule!("602.2"), why)),
                    false => script(why),
                }
            }
            several => {
                let name = self.game.name_of(id);
                let texts = abilities.iter().enumerate().map(|(index, (_, it))| {
                    format!("{index} “{}”", text::ability_text(&Ability::Activated((**it).clone()), &name))
                });
                let begun = format!(
                    "{object} has {} such activated abilities; say which with `ability: 0` or a part of its text, or with \
                     `loyalty`: ",
                    several.len()
                );
                script(Message::from(begun).and(Message::list(texts)))
            }
        }
    }

    /// Whether what a script says of an ability could mean one of some object, though not of one
    /// with these abilities. A number counts those that it has; it may be mistyped.
    fn could_have(&self, which: Which<'_>, abilities: &[(Origin, Cow<'_, ActivatedAbility>)]) -> bool {
        match which {
            Which::Only | Which::Nth(_) => abilities.is_empty(),
            Which::Loyalty(_) => {
                let loyalty = |cost: &Cost| matches!(cost, Cost::Loyalty(_));
                !abilities.iter().any(|(_, ability)| ability.cost.iter().any(loyalty))
            }
            Which::Says(part) => lexicon::is_said(part) || self.is_said_of_some_ability(part),
        }
    }

    /// Whether this is a part of the text of an activated ability of some object in the game.
    fn is_said_of_some_ability(&self, part: &str) -> bool {
        let part = part.to_lowercase();
        self.game.world().objects.keys().any(|id| {
            let name = self.game.name_of(*id);
            let says = |ability: &ActivatedAbility| {
                let text = text::ability_text(&Ability::Activated(ability.clone()), &name);
                text.to_lowercase().contains(&part)
            };
            self.activated(*id).iter().any(|(_, ability)| says(ability))
        })
    }
}

/// Whether a choice offers an act.
fn offers(choice: &Choice, act: &Act) -> bool {
    matches!(&choice.domain, Domain::Pick { options, .. } if options.contains(&Item::Act(act.clone())))
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
