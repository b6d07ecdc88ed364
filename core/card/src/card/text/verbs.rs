//! Common parts of instructions: who does what to whom, how many, where to (CR 608.2c).

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Joining, Recipients};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::chosen::Linked;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::clauses::Clause;
use super::filter_kinds::controlled;
use super::phrase::{Amount, Case, Determiner, Kind, Phrase, Usage};
use super::trigger_text;
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, spaced};

/// "on top", "third from the top".
pub(super) fn place_in_library(place: Place) -> String {
    match place {
        Place::Top => "on top".to_owned(),
        Place::Bottom => "on the bottom".to_owned(),
        Place::BeneathX => "just beneath the top X cards".to_owned(),
        Place::FromTop(n) => format!("{} from the top", crate::card::wording::inflection::ordinal(n)),
    }
}

/// Whether a description is of cards that were looked at or revealed.
pub(super) const fn is_shown(part: &Filter) -> bool {
    matches!(part, Filter::Is(Objects::ThisWay(Deed::LookedAt | Deed::Revealed)))
}

impl Voice<'_> {
    /// What something is attached to: one of the recipients.
    pub(super) fn recipient(&mut self, to: &Recipients) -> String {
        match to {
            Recipients::Target(index) => match self.targets.get(usize::from(*index)).map(|spec| &spec.what) {
                Some(TargetWhat::Player(_)) => self.player(&Players::Target(*index)).0,
                _ => self.object(&Objects::Target(*index), Case::Object).text,
            },
            Recipients::Objects(what) => {
                self.object_with(what, Case::Object, &Usage::new(Determiner::A, Kind::Permanent)).text
            }
            Recipients::Players(who) => self.a_player(who).0,
            Recipients::Both(who, what) => {
                let whom = self.a_player(who).0;
                let usage = Usage::new(Determiner::A, Kind::Permanent);
                format!("{whom} or {}", self.object_with(what, Case::Object, &usage).text)
            }
            Recipients::Chosen(place) => self.object(&Objects::Chosen(*place), Case::Object).text,
        }
    }

    /// An action of a player; a command to you, if `command` says so.
    pub(super) fn player_does(&mut self, who: &Players, verb: &str, amount: Amount, command: bool) -> Clause {
        let (subject, person) = self.player(who);
        Clause {
            command: command && person == Person::You,
            who: Some(who.clone()),
            ..Clause::new(subject, person, verb, amount.text).with_tail(amount.tail)
        }
    }

    /// An action on objects, by anyone.
    pub(super) fn act(&mut self, verb: &str, what: &Objects, moves: bool) -> Clause {
        let phrase = if moves {
            self.moved(what)
        } else {
            self.object_with(what, Case::Object, &Usage::new(Determiner::All, Kind::Permanent))
        };
        Clause::command(verb, phrase.text)
    }

    /// Objects that move, with their origin if it isn't the battlefield.
    pub(super) fn moved(&mut self, what: &Objects) -> Phrase {
        let usage = Usage { from: true, ..Usage::new(Determiner::All, Kind::Permanent) };
        // "When enchanted creature dies, return that card."
        if *what == Objects::ThatObject && self.trigger.is_some_and(trigger_text::is_end_of_attached) {
            (self.it, self.moved) = (None, vec![Objects::ThatObject]);
        }
        self.moving = true;
        let mut phrase = self.object_with(what, Case::Object, &usage);
        self.moving = false;
        // An ability that functions elsewhere names its zone when it moves its own object.
        if *what == Objects::This && self.zone != ZoneKind::Battlefield && self.moved.is_empty() && !self.zone_said {
            let place = self.place(self.zone, Some(&Players::You), Number::One, true);
            phrase.text = format!("{} {place}", phrase.text);
            self.zone_said = true;
        }
        if !self.moved.contains(what) {
            self.moved.push(what.clone());
        }
        phrase
    }

    /// Whether objects are known to have left the battlefield, so that they can "return" to it.
    pub(super) fn can_return(&self, what: &Objects) -> bool {
        let died = match self.trigger {
            Some(TriggerEvent::Moves { to: Some(to), .. })
                if matches!(to.single(), Some(ZoneKind::Graveyard | ZoneKind::Exile)) =>
            {
                match what {
                    Objects::ThatObject => true,
                    Objects::This => self.trigger_is_about_this(),
                    _ => false,
                }
            }
            _ => false,
        };
        died || self.moved.contains(what)
            || (*what == Objects::This && self.zone == ZoneKind::Graveyard)
            || matches!(what, Objects::Linked(_))
            || self.comes_from(what, ZoneKind::Graveyard)
    }

    /// Whose a zone is to which objects go, and in what number it is: their owner's, unless the
    /// text has named that player.
    pub(super) fn owners(&self, what: &Objects, number: Number) -> (&'static str, Number) {
        match (self.are_yours(what), number) {
            (true, _) => ("your", Number::One),
            (false, Number::One) => ("its owner's", Number::One),
            (false, Number::Many) => ("their owners'", Number::Many),
        }
    }

    /// Whether a reference is to objects of which you are the owner.
    pub(super) fn are_yours(&self, what: &Objects) -> bool {
        match what {
            Objects::Chosen(place) if self.chosen.get(place).is_some_and(|picked| picked.yours) => true,
            Objects::TopOfLibrary(who, _) => *who == Players::You,
            // An ability of a card that is in a zone of its owner.
            Objects::This if self.zone_said || !self.moved.contains(&Objects::This) => {
                matches!(self.zone, ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard)
            }
            Objects::ThisWay(Deed::LookedAt | Deed::Revealed) if self.shown == Some(Players::You) => true,
            what => self.filter_of(what).is_some_and(|filter| match filter {
                // What is among cards that you have looked at in your library.
                Filter::All(parts) if self.shown == Some(Players::You) && parts.iter().any(is_shown) => true,
                Filter::All(parts) => {
                    let in_own_zone =
                        |zone: &ZoneKind| matches!(zone, ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard);
                    let is_controlled = parts.contains(&Filter::ControlledBy(Players::You));
                    parts.contains(&Filter::OwnedBy(Players::You))
                        || (is_controlled && filter.zones().iter().all(in_own_zone))
                }
                other => *other == Filter::OwnedBy(Players::You),
            }),
        }
    }

    /// The filter that describes a reference, if any.
    pub(super) fn filter_of<'s>(&'s self, what: &'s Objects) -> Option<&'s Filter> {
        match what {
            Objects::Each(filter) | Objects::PhasedOut(filter) => Some(filter),
            Objects::Target(index) => match &self.spec(*index)?.what {
                TargetWhat::Object(filter) => Some(filter),
                _ => None,
            },
            Objects::TopOfGraveyard(_, filter) | Objects::Among(_, filter) => Some(filter),
            Objects::Last(of) => self.filter_of(of),
            _ => None,
        }
    }

    /// The result of writing something, without recording it as written.
    pub(super) fn peek<T>(&mut self, say: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.said.clone(), self.it);
        let said = say(self);
        (self.said, self.it) = before;
        said
    }

    pub(super) fn each_object(&mut self, objects: &Objects) -> Phrase {
        self.object_with(objects, Case::Object, &Usage::new(Determiner::Each, Kind::Permanent))
    }

    /// "each of those tokens": each of several objects, one by one.
    pub(super) fn each_of(&mut self, objects: &Objects) -> String {
        let Phrase { text, number } = self.each_object(objects);
        match (number, text.strip_prefix("all ")) {
            (Number::One, _) => text,
            (Number::Many, Some(rest)) => format!("each of the {rest}"),
            (Number::Many, None) => format!("each of {text}"),
        }
    }

    /// What is dealt damage: each of several objects.
    pub(super) fn dealt_damage(&mut self, to: &Recipients) -> String {
        match to {
            Recipients::Target(index) => self.each_of(&Objects::Target(*index)),
            Recipients::Objects(what) => self.each_of(what),
            Recipients::Players(who) => self.player(who).0,
            Recipients::Both(who, what) => {
                let whom = self.player(who).0;
                let each = self.each_object(what).text;
                // "Each creature and each player."
                if *who == Players::Each { format!("{each} and {whom}") } else { format!("{whom} and {each}") }
            }
            Recipients::Chosen(place) => self.object(&Objects::Chosen(*place), Case::Object).text,
        }
    }

    /// "3 damage divided as you choose among any number of targets".
    pub(super) fn divided_damage(&mut self, to: &Recipients) -> String {
        let among = match to {
            Recipients::Target(index) => Objects::Target(*index),
            Recipients::Chosen(place) => Objects::Chosen(*place),
            Recipients::Objects(what) | Recipients::Both(_, what) => what.clone(),
            Recipients::Players(who) => return format!("that much damage to {}", self.player(who).0),
        };
        let total = self.divided(&among).unwrap_or(Quantity::ThatMuch);
        let amount = self.measure(&total, "damage");
        let among = self.each_object(&among).text;
        spaced([&amount.text, "divided as you choose among", &among, &amount.tail])
    }

    /// The permanents sacrificed: of all the objects, those that the player controls (CR 701.17a).
    pub(super) fn given(&mut self, what: &Objects, person: Person) -> String {
        let text = self.object(what, Case::Object).text;
        match what {
            Objects::Each(filter) if !controlled(filter) => {
                format!("{text} {} control", if person == Person::You { "you" } else { "they" })
            }
            _ => text,
        }
    }

    /// What is put into a zone of no player.
    pub(super) fn put(&mut self, what: &Objects, into: ZoneKind) -> Clause {
        let text = self.moved(what).text;
        match into {
            ZoneKind::Exile => Clause::command("exile", text),
            ZoneKind::Ante => Clause::command("ante", text),
            ZoneKind::Battlefield | ZoneKind::Stack => {
                Clause::command("put", format!("{text} onto the {}", into.word()))
            }
            ZoneKind::Command => Clause::command("put", format!("{text} into the command zone")),
            ZoneKind::Outside => Clause::command("put", format!("{text} outside the game")),
            ZoneKind::Hand | ZoneKind::Library | ZoneKind::Graveyard => {
                Clause::command("put", format!("{text} into their {}", into.word()))
            }
        }
    }

    /// Whether objects come from a library or hand, so that they don't "return" there.
    pub(super) fn is_drawn_from(&self, what: &Objects) -> bool {
        let hidden = |filter: &Filter| {
            let zones = filter.zones();
            !zones.is_empty() && zones.iter().all(|zone| matches!(zone, ZoneKind::Library | ZoneKind::Hand))
        };
        match what {
            Objects::TopOfLibrary(..) | Objects::TopUntil { .. } | Objects::Pile(_) => true,
            Objects::Linked(linked) => *linked == Linked::TopOfPile,
            Objects::ThisWay(deed) => matches!(deed, Deed::LookedAt | Deed::Revealed | Deed::Milled | Deed::Drawn),
            Objects::Among(of, filter) => self.is_drawn_from(of) || hidden(filter),
            Objects::Chosen(place) => self.chosen.get(place).is_some_and(|picked| !picked.here),
            Objects::Each(filter) => hidden(filter),
            _ => false,
        }
    }

    pub(super) fn become_(&mut self, what: &Objects, how: &str) -> Clause {
        let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::Bare, Kind::Creature));
        Clause::new(phrase.text, phrase.number.into(), "become", how)
    }

    /// "target creature phases out" (CR 702.26b).
    pub(super) fn phase(&mut self, what: &Objects, way: &str) -> Clause {
        let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::All, Kind::Permanent));
        Clause::new(phrase.text, phrase.number.into(), "phase", way)
    }

    /// "attacking", "blocking target creature".
    pub(super) fn joining(&mut self, joining: &Joining) -> String {
        match joining {
            Joining::Attacking => "attacking".to_owned(),
            Joining::AttackingPlayer(who) => format!("attacking {}", self.player(who).0),
            Joining::AttackingTheirs(who) => {
                format!("attacking {} or a planeswalker they control", self.player(who).0)
            }
            Joining::AttackingLike(what) => {
                let like = self.object(what, Case::Subject).text;
                format!("attacking the player or planeswalker {like} is attacking")
            }
            Joining::Blocking => "blocking".to_owned(),
            Joining::BlockingThat(what) => format!("blocking {}", self.object(what, Case::Object).text),
        }
    }

    pub(super) fn put_onto_battlefield(
        &mut self,
        what: &Objects,
        control: &Players,
        tapped: bool,
        joining: Option<&Joining>,
    ) -> Clause {
        let back = self.can_return(what);
        let own = *control == Players::You && self.are_yours(what);
        let phrase = self.moved(what);
        let joining = joining.map(|joining| self.joining(joining));
        let tapped = match (tapped, joining) {
            (true, Some(joining)) => format!(" tapped and {joining}"),
            (true, None) => " tapped".to_owned(),
            (false, Some(joining)) => format!(" {joining}"),
            (false, None) => String::new(),
        };
        let whose = match control {
            Players::OwnerOf(of) if **of == *what || **of == Objects::Affected => match phrase.number {
                Number::One => "its owner's".to_owned(),
                Number::Many => "their owners'".to_owned(),
            },
            _ => self.whose(control),
        };
        let (verb, onto) = if back { ("return", "to") } else { ("put", "onto") };
        let under = if own { String::new() } else { format!(" under {whose} control") };
        Clause::command(verb, format!("{} {onto} the battlefield{tapped}{under}", phrase.text))
    }

    /// Whether a reference is to objects in a zone.
    pub(super) fn comes_from(&self, what: &Objects, zone: ZoneKind) -> bool {
        self.filter_of(what).is_some_and(|filter| filter.zones() == [zone])
    }
}
