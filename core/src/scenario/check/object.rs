//! Checks expectations about one object: where it is, what it is, what it does in combat.

use crate::derive::explain;
use crate::derive::{Look, filter};
use crate::fact::{Characteristics, Entity, ObjectId, Zone};
use crate::observe;
use crate::scenario::expectation::{Expectation, Explained};
use crate::scenario::refs::Ref;
use crate::scenario::tell;
use crate::scenario::timeline::{Stop, Timeline, absent};
use crate::state::Object;

use super::{Verdict, list, listed, must, same};

impl Timeline {
    fn living(&self, of: &Ref) -> Result<&Object, Stop> {
        match self.game.object(self.object(of)?) {
            Some(object) => Ok(object),
            None if self.game.phased_out(self.object(of)?).is_some() => {
                absent(format!("{of} is phased out, and treated as though it did not exist (CR 702.26b)"))
            }
            None => self.left(of),
        }
    }

    /// The error for an object that is gone, with what it has become.
    fn left<T>(&self, of: &Ref) -> Result<T, Stop> {
        let now = self.where_now(self.object(of)?).map_or_else(String::new, |now| format!("; {now}"));
        absent(format!("that {of} has left{now}"))
    }

    /// What was found of a permanent; for another object, where it is.
    fn no_permanent(&self, object: &Object, found: &str) -> String {
        match object.zone {
            Zone::Battlefield => found.to_owned(),
            zone => format!("that it is no permanent: it is {}", self.game.place_name(zone)),
        }
    }

    fn characteristics_of(&self, of: &Ref) -> Result<&Characteristics, Stop> {
        let id = self.living(of)?.id;
        match self.game.characteristics(id) {
            Some(characteristics) => Ok(characteristics),
            None => absent(format!("{of} has no characteristics of its own")),
        }
    }

    fn names(&self, ids: &[ObjectId]) -> String {
        list(ids.iter().map(|id| self.called(*id)))
    }

    pub(super) fn check_object(&self, expectation: &Expectation) -> Verdict {
        use Expectation as E;
        let player = |id| self.player_name(id);
        match expectation {
            E::Exists(of) => {
                let id = match self.object(of) {
                    Err(Stop::Absent(why)) => return Ok(Some((format!("that {of} exists"), why))),
                    id => id?,
                };
                must(self.game.object(id).is_some(), format!("that {of} exists"), || "that it is gone".to_owned())
            }
            E::Gone(of) => {
                let zone = match self.object(of) {
                    Err(Stop::Absent(_)) => None,
                    id => self.game.zone_of(id?),
                };
                must(zone.is_none(), format!("that {of} is gone"), || {
                    zone.map_or_else(String::new, |zone| format!("it {}", self.game.place_name(zone)))
                })
            }
            E::PhasedOut(of) => {
                let out = self.game.phased_out(self.object(of)?).is_some();
                must(out, format!("{of} phased out"), || "that it is not".to_owned())
            }
            E::Zone { of, is } => {
                let zone = self.living(of)?.zone;
                let expected = format!("{of} in the zone: {}", is.word());
                must(zone.kind() == *is, expected, || tell::zone(&self.game, zone))
            }
            E::Controller { of, is } => {
                let id = self.living(of)?.id;
                let found = self.game.controller(id).map_or_else(|| "nobody".to_owned(), player);
                same(format!("controller of {of}"), is, &found, String::clone)
            }
            E::Owner { of, is } => same(format!("owner of {of}"), is, &player(self.living(of)?.owner), String::clone),
            E::Counters { on, kind, is } => {
                let found = match self.entity(on)? {
                    Entity::Player(id) => self.game.player(id).map_or(0, |player| player.counters_of(kind)),
                    Entity::Object(_) => self.living(on)?.counters_of(kind),
                };
                same(format!("{kind} counters of {on}"), is, &found, u32::to_string)
            }
            E::Damage { on, is } => same(format!("damage on {on}"), is, &self.living(on)?.damage, u32::to_string),
            E::Attached { of, to } => {
                let host = self.entity(to)?;
                let found = self.living(of)?.attached_to;
                let tell = |host: &Option<Entity>| {
                    host.map_or_else(|| "nothing".to_owned(), |host| self.game.entity_name(host))
                };
                same(format!("{of} attached to"), &Some(host), &found, tell)
            }
            E::Unattached(of) => {
                let found = self.living(of)?.attached_to;
                let tell =
                    || found.map_or_else(String::new, |host| format!("it attached to {}", self.game.entity_name(host)));
                must(found.is_none(), format!("{of} attached to nothing"), tell)
            }
            E::Tapped(of) => {
                let object = self.living(of)?;
                must(object.status.tapped, format!("{of} tapped"), || self.no_permanent(object, "it untapped"))
            }
            E::Untapped(of) => {
                must(!self.living(of)?.status.tapped, format!("{of} untapped"), || "it tapped".to_owned())
            }
            E::Sees { who, what } => {
                let sees = observe::sees(&self.game, self.player(who)?, self.living(what)?.id);
                must(sees, format!("that {who} sees {what}"), || "that it is hidden".to_owned())
            }
            E::Sick(of) => {
                let sick = self.game.is_summoning_sick(self.living(of)?.id);
                let object = self.living(of)?;
                must(sick, format!("{of} summoning sick"), || self.no_permanent(object, "that it is not"))
            }
            _ => Ok(None),
        }
    }

    pub(super) fn check_characteristic(&self, expectation: &Expectation) -> Verdict {
        use Expectation as E;
        let number = |what: &str, of: &Ref, expected: i32, found: Option<i32>| {
            same(format!("{what} of {of}"), &Some(expected), &found, tell_number)
        };
        match expectation {
            E::Name { of, is } => {
                same(format!("name of {of}"), is, &self.characteristics_of(of)?.name.to_string(), String::clone)
            }
            E::Types { of, are } => set("types", of, are.clone(), self.characteristics_of(of)?.types.iter().collect()),
            E::Supertypes { of, are } => {
                set("supertypes", of, are.clone(), self.characteristics_of(of)?.supertypes.iter().collect())
            }
            E::Subtypes { of, are } => set("subtypes", of, are.clone(), self.characteristics_of(of)?.subtypes.clone()),
            E::Colors { of, are } => {
                let words = |colors: &[crate::card::Color]| colors.iter().map(|it| it.word()).collect::<Vec<_>>();
                let found: Vec<_> = self.characteristics_of(of)?.colors.iter().collect();
                set("colours", of, words(are), words(&found))
            }
            E::ManaValue { of, is } => {
                let id = self.living(of)?.id;
                number("mana value", of, *is, filter::mana_value(&self.game, id))
            }
            E::PT { of, is } => {
                let found = self.characteristics_of(of)?;
                same(format!("power and toughness of {of}"), &Some(*is), &found.power.zip(found.toughness), tell_pt)
            }
            E::Power { of, is } => number("power", of, *is, self.characteristics_of(of)?.power),
            E::Toughness { of, is } => number("toughness", of, *is, self.characteristics_of(of)?.toughness),
            E::Keyword { of, is } => {
                let has = self.characteristics_of(of)?.has_keyword(is);
                must(has, format!("{of} with {is}"), || "it without".to_owned())
            }
            E::Abilities { of, are } => {
                let found = self.characteristics_of(of)?.abilities.len();
                same(format!("abilities of {of}"), are, &found, usize::to_string)
            }
            _ => Ok(None),
        }
    }

    /// Checks the effects on an object, in the order applied (CR 613).
    pub(super) fn check_explained(&self, of: &Ref, by: &[Explained]) -> Verdict {
        let id = self.living(of)?.id;
        let Some(explanation) = explain(&self.game, id) else {
            return absent(format!("{of} has no characteristics of its own"));
        };
        let found = explanation.applications.iter();
        let mut fits = explanation.applications.len() == by.len();
        for (application, wanted) in found.clone().zip(by) {
            let after = application.after.power.zip(application.after.toughness);
            fits &= application.layer.number() == wanted.layer
                && self.speaks_of(&wanted.source, Entity::Object(application.source))?
                && wanted.gives.is_none_or(|gives| after == Some(gives));
        }
        let expected = by.iter().map(|it| {
            let gives = it.gives.map_or_else(String::new, |gives| format!(" → {}", tell_pt(&Some(gives))));
            format!("{} {}{gives}", it.layer, it.source)
        });
        let there = found.map(|it| {
            let gives = tell_pt(&it.after.power.zip(it.after.toughness));
            format!("{} {} → {gives}", it.layer.number(), self.called(it.source))
        });
        must(fits, format!("{of} explained by {}", list(expected)), || listed(there))
    }

    pub(super) fn check_combat(&self, expectation: &Expectation) -> Verdict {
        use Expectation as E;
        let combat = self.game.world().combat.as_deref();
        let none = || "it not in combat".to_owned();
        match expectation {
            E::Attacking { of, what } => {
                let attacker = combat.and_then(|combat| combat.attacker(self.object(of).ok()?));
                let wanted = what.as_ref().map(|what| self.entity(what)).transpose()?;
                let fits = attacker.is_some_and(|it| wanted.is_none() || it.target == wanted);
                let whom = what.as_ref().map_or_else(String::new, |what| format!(" {what}"));
                must(fits, format!("{of} attacking{whom}"), || match attacker.map(|it| it.target) {
                    Some(Some(target)) => format!("it attacking {}", self.game.entity_name(target)),
                    Some(None) => "it attacking nothing".to_owned(),
                    None => none(),
                })
            }
            E::Blocking { of, what } => {
                let id = self.object(of)?;
                let blocker = combat.and_then(|combat| combat.blocker(id));
                let wanted = what.as_deref().map(|what| self.objects(what)).transpose()?;
                let fits = blocker.is_some_and(|it| wanted.as_ref().is_none_or(|wanted| it.attackers == *wanted));
                let told = wanted.map_or_else(String::new, |wanted| format!(" {}", self.names(&wanted)));
                must(fits, format!("{of} blocking{told}"), || {
                    blocker.map_or_else(none, |it| format!("it blocking {}", self.names(&it.attackers)))
                })
            }
            E::Blocked { of, by } => {
                let id = self.object(of)?;
                let attacker = combat.and_then(|combat| combat.attacker(id));
                let wanted = by.as_deref().map(|by| self.objects(by)).transpose()?;
                let fits = attacker.is_some_and(|it| {
                    it.blocked == Some(true) && wanted.as_ref().is_none_or(|wanted| it.blockers == *wanted)
                });
                let told = wanted.map_or_else(String::new, |wanted| format!(" by {}", self.names(&wanted)));
                must(fits, format!("{of} blocked{told}"), || match attacker {
                    Some(it) if it.blocked == Some(true) => format!("it blocked by {}", self.names(&it.blockers)),
                    Some(it) if it.blocked == Some(false) => "it unblocked".to_owned(),
                    Some(_) => "it attacking, and no blockers declared yet".to_owned(),
                    None => none(),
                })
            }
            E::Unblocked(of) => {
                let id = self.object(of)?;
                let blocked = combat.and_then(|combat| combat.attacker(id)).map(|it| it.blocked);
                must(blocked == Some(Some(false)), format!("{of} unblocked"), || match blocked {
                    Some(Some(true)) => "it blocked".to_owned(),
                    Some(_) => "no blockers declared yet".to_owned(),
                    None => none(),
                })
            }
            _ => Ok(None),
        }
    }

    fn objects(&self, references: &[Ref]) -> Result<Vec<ObjectId>, Stop> {
        references.iter().map(|reference| self.object(reference)).collect()
    }
}

fn tell_number(number: &Option<i32>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}

fn tell_pt(pt: &Option<(i32, i32)>) -> String {
    pt.map_or_else(|| "none".to_owned(), |(power, toughness)| format!("{power}/{toughness}"))
}

/// Compares sets, regardless of order.
fn set<T: ToString>(what: &str, of: &Ref, expected: Vec<T>, found: Vec<T>) -> Verdict {
    let sorted = |items: Vec<T>| {
        let mut words: Vec<String> = items.iter().map(T::to_string).collect();
        words.sort();
        words
    };
    same(format!("{what} of {of}"), &sorted(expected), &sorted(found), |words| listed(words))
}
