//! Checks expectations about the pending choice.

use crate::fact::{Choice, Domain, Entity, Item, PromptKind};
use crate::message::Message;
use crate::scenario::act::Which;
use crate::scenario::answer::offers_values;
use crate::scenario::expectation::Expectation;
use crate::scenario::refs::{OfferedItem, Ref};
use crate::scenario::tell;
use crate::scenario::timeline::{Stop, Timeline, script};

use super::{Verdict, list, must};

impl Timeline {
    pub(super) fn check_choice(&self, expectation: &Expectation) -> Verdict {
        let Expectation::Choice { of, by, kind, offers, withholds, range, rule, cost } = expectation else {
            return Ok(None);
        };
        let player = of.as_ref().map(|name| self.player(name)).transpose()?;
        let decides = by.as_ref().map(|name| self.player(name)).transpose()?;
        // Several players may be asked at once.
        let Some(choice) = player.and_then(|player| self.asked_of(player)).or_else(|| self.pending()) else {
            return must(false, "a choice", || "that the game waits for nothing".to_owned());
        };
        let fits = player.is_none_or(|player| player == choice.player)
            && decides.is_none_or(|player| player == choice.answered_by)
            && kind.is_none_or(|kind| kind == choice.prompt.kind())
            && range.is_none_or(|range| self::range(&choice.domain) == Some(range))
            && rule.is_none_or(|rule| rule.covers(choice.rule))
            && cost
                .as_ref()
                .is_none_or(|cost| matches!(&choice.domain, Domain::Pay { cost: asked, .. } if asked == cost));
        if !fits {
            let parts = [
                of.as_ref().map(|name| format!("of {name}")),
                by.as_ref().map(|name| format!("decided by {name}")),
                kind.map(|kind| format!("{kind:?}")),
                range.map(|(min, max)| format!("{min} to {max}")),
                rule.map(|rule| format!("CR {rule}")),
                cost.as_ref().map(|cost| format!("a payment of {cost}")),
            ];
            let expected = format!("a choice: {}", list(parts.into_iter().flatten()));
            let settled = *kind == Some(PromptKind::Replacement) && self.several_replaced();
            let why =
                if settled { "; effects have applied whose order makes no difference: nobody is asked" } else { "" };
            return must(false, expected, || tell::choice_message(&self.game, &choice).and(why));
        }
        for offer in offers {
            if !self.offered(&choice, offer)? {
                return must(false, format!("{offer} to be offered"), || tell::choice_message(&self.game, &choice));
            }
        }
        for offer in withholds {
            if self.offered(&choice, offer)? {
                return must(false, format!("{offer} not to be offered"), || tell::choice_message(&self.game, &choice));
            }
        }
        Ok(None)
    }

    /// Refuses a name that nothing in the game and no offered value has.
    fn known_to(&self, choice: &Choice, reference: &Ref) -> Result<(), Stop> {
        let Ref::Named(word) = reference else { return Ok(()) };
        let offers_values = offers_values(choice);
        let means = |items: &[Item]| {
            items.iter().any(|item| self.means(&OfferedItem::It(reference.clone()), item).unwrap_or(false))
        };
        let offered = match &choice.domain {
            Domain::Pick { options, .. } | Domain::Order(options) => means(options),
            _ => false,
        };
        if offers_values && (offered || self.is_value(word)) { Ok(()) } else { self.known(reference) }
    }

    /// Whether a choice offers something. An ability the object does not have is an error, lest a
    /// mistyped number pass for an absence.
    fn offered(&self, choice: &Choice, offer: &OfferedItem) -> Result<bool, Stop> {
        // A misspelt name must not pass for an absence.
        for reference in offer.refs() {
            self.known_to(choice, reference)?;
        }
        match offer {
            OfferedItem::Ability(it, index) => self.ability(it, self.object(it)?, Which::Nth(*index)).map(|_| ())?,
            OfferedItem::Loyalty(it, cost) => self.ability(it, self.object(it)?, Which::Loyalty(*cost)).map(|_| ())?,
            _ => {}
        }
        let any = |items: &[Item]| {
            let mut found = false;
            for item in items {
                found |= match self.means_piece(choice, offer, item)? {
                    Some(meant) => meant,
                    None => self.means(offer, item)?,
                };
            }
            Ok(found)
        };
        match (&choice.domain, offer) {
            (Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options), _) => any(options),
            (Domain::Declare { options, .. }, OfferedItem::Attack(it, what) | OfferedItem::Block(it, what)) => {
                for option in options {
                    if self.speaks_of(it, Entity::Object(option.object))? {
                        for to in &option.to {
                            if self.speaks_of(what, *to)? {
                                return Ok(true);
                            }
                        }
                    }
                }
                // A name that names nothing is an error even if nothing is declared.
                self.speaks_of(it, Entity::Player(choice.player))?;
                self.speaks_of(what, Entity::Player(choice.player))?;
                Ok(false)
            }
            (Domain::Declare { options, .. }, OfferedItem::It(it)) => {
                let mut found = false;
                for option in options {
                    found |= self.speaks_of(it, Entity::Object(option.object))?;
                }
                self.speaks_of(it, Entity::Player(choice.player))?;
                Ok(found)
            }
            (Domain::Divide(shares), OfferedItem::It(it)) => {
                let mut found = false;
                for share in shares {
                    found |= self.speaks_of(it, Entity::Object(share.source))?;
                }
                Ok(found)
            }
            (Domain::Pay { sources, .. }, OfferedItem::Activate(_) | OfferedItem::Ability(..)) => {
                any(&sources.iter().cloned().map(Item::Act).collect::<Vec<_>>())
            }
            (Domain::Pay { pool, .. }, OfferedItem::Mana(kind)) => Ok(pool.iter().any(|unit| unit.kind == *kind)),
            _ => {
                let begun = format!("a choice like this offers nothing like `{offer}`: ");
                script(Message::from(begun).and(tell::choice_message(&self.game, choice)))
            }
        }
    }
}

fn range(domain: &Domain) -> Option<(u32, u32)> {
    match domain {
        Domain::Pick { min, max, .. } | Domain::Number { min, max } => Some((*min, *max)),
        _ => None,
    }
}
