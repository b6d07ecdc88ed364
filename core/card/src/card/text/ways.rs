//! The results of a resolution and its cost: "the exiled card", "the sacrificed creature", "that
//! token", "exiled with it" (CR 608.2c, 608.2h, 607.2, 118).

use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::cost::{Cost, CostChange, CostEffect, Costly};
use crate::card::ast::effect::{Choosing, Instead, StaticEffect};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::verb;
use crate::card::words::card_type::CardType;
use crate::card::words::chosen::Linked;
use crate::card::words::deed::Deed;
use crate::card::words::zone_kind::{ZoneKind, Zones};

use super::filter_kinds::{is_this, word_for};
use super::numbers::constant;
use super::phrase::{Case, Determiner, It, Phrase, Usage, how_many, pronoun};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, numbered, plural};

/// The noun and participle for the objects of a deed.
pub(super) const fn done_words(deed: Deed) -> Option<(&'static str, &'static str)> {
    Some(match deed {
        Deed::Discarded => ("card", "discarded"),
        Deed::Sacrificed => ("permanent", "sacrificed"),
        Deed::Destroyed => ("permanent", "destroyed"),
        Deed::Exiled => ("card", "exiled"),
        Deed::Milled => ("card", "milled"),
        Deed::Drawn => ("card", "drawn"),
        Deed::Countered => ("spell or ability", "countered"),
        Deed::Created => ("token", "created"),
        Deed::Put => ("object", "moved"),
        Deed::Tapped => ("permanent", "tapped"),
        Deed::Untapped => ("permanent", "untapped"),
        Deed::CountersPut => ("counter", "put"),
        Deed::CountersRemoved => ("counter", "removed"),
        Deed::LookedAt => ("card", "looked at"),
        Deed::Revealed => ("card", "revealed"),
        Deed::DamageDealt | Deed::LifeGained | Deed::LifeLost | Deed::Searched | Deed::ManaPaid => return None,
    })
}

/// Whose library objects are on the top of.
const fn library_of(what: &Objects) -> Option<&Players> {
    match what {
        Objects::TopOfLibrary(whose, _) | Objects::TopUntil { whose, .. } => Some(whose),
        _ => None,
    }
}

/// "the sacrificed creature": the objects a cost is paid with (CR 118).
pub(super) fn paid_with(cost: &[Cost]) -> Option<(String, Number)> {
    fn part(cost: &Cost) -> Option<(&'static str, String, u32)> {
        let card = |n: u32, done| Some((done, "card".to_owned(), n));
        match cost {
            Cost::Sacrifice(n, what) => Some(("sacrificed", word_for(what), *n)),
            Cost::SacrificeAll(what) => Some(("sacrificed", word_for(what), 2)),
            Cost::Discard(n, _) => card(*n, "discarded"),
            Cost::DiscardAtRandom(n) => card(*n, "discarded"),
            Cost::DiscardHand => card(2, "discarded"),
            Cost::Exile { count, what, from } if from.single() == Some(ZoneKind::Battlefield) => {
                Some(("exiled", word_for(what), *count))
            }
            Cost::Exile { count, .. } => card(*count, "exiled"),
            Cost::ExileTop(n) => card(*n, "exiled"),
            Cost::Mill(n) => card(*n, "milled"),
            Cost::Reveal(n, _) => card(*n, "revealed"),
            Cost::TapOthers(n, what) => Some(("tapped", word_for(what), *n)),
            Cost::UntapOthers(n, what) => Some(("untapped", word_for(what), *n)),
            Cost::Return(n, what) => Some(("returned", word_for(what), *n)),
            Cost::TapTotalPower(_, what) => Some(("tapped", word_for(what), 2)),
            Cost::Times(_, inner) => part(inner).map(|(done, word, _)| (done, word, 2)),
            _ => None,
        }
    }
    let (done, word, n) = cost.iter().find_map(part)?;
    let number = if n == 1 { Number::One } else { Number::Many };
    Some((format!("the {done} {}", numbered(&word, number)), number))
}

/// The objects that the additional cost of the spell itself is paid with.
pub(super) fn paid_to_cast(effect: &CostEffect) -> Option<(String, Number)> {
    match (&effect.of, &effect.change) {
        (Costly::Spells(what), CostChange::More(cost) | CostChange::MayCost(cost) | CostChange::Instead(cost))
            if is_this(what) =>
        {
            paid_with(cost)
        }
        _ => None,
    }
}

/// The permanents sacrificed or exiled as a permanent enters, as many as its controller chooses, if
/// they have a type (CR 614.13).
pub(super) fn given_up(face: &Face) -> Option<(CardType, &'static str)> {
    fn kind(what: &Filter) -> Option<CardType> {
        match what {
            Filter::Type(kind) => Some(*kind),
            Filter::All(parts) => parts.iter().find_map(kind),
            _ => None,
        }
    }
    face.abilities.iter().find_map(|ability| match ability {
        Ability::Keyword(Keyword::Devour { what, .. }) => Some((kind(what)?, "devoured")),
        Ability::Static(ability) => match &ability.effect {
            StaticEffect::Replace(replacement) => match &replacement.instead {
                Instead::Choose(Choosing::Sacrifice(what)) => Some((kind(what)?, "sacrificed")),
                Instead::Choose(Choosing::Exile(what)) => Some((kind(what)?, "exiled")),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

/// Whether a permanent exiles exactly one card as it enters, so that it is "the exiled card"
/// (CR 607.2a).
pub(super) fn exiles_one(face: &Face) -> bool {
    fn exiles(instructions: &[Instruction], single: &dyn Fn(&Objects) -> bool) -> usize {
        let of = |instruction: &Instruction| match instruction {
            Instruction::Exile(verb::Exile(what)) | Instruction::ExileFaceDown(verb::ExileFaceDown { what, .. }) => {
                if single(what) {
                    1
                } else {
                    2
                }
            }
            Instruction::May(verb::May { then, .. }) => exiles(then, single),
            _ => 0,
        };
        instructions.iter().map(of).sum()
    }
    let mut found = 0;
    for ability in &face.abilities {
        let (Ability::Triggered(_) | Ability::Activated(_)) = ability else { continue };
        let (body, enters) = match ability {
            Ability::Triggered(ability) => {
                let battlefield = Zones::only(ZoneKind::Battlefield);
                let enters = matches!(&ability.when, TriggerEvent::Moves { what, to: Some(to), .. }
                    if *to == battlefield && is_this(what));
                (&ability.body, enters)
            }
            Ability::Activated(ability) => (&ability.body, false),
            _ => continue,
        };
        let single = |what: &Objects| match what {
            Objects::Target(index) => {
                body.targets.get(usize::from(*index)).is_some_and(|spec| how_many(spec).1 == Number::One)
            }
            Objects::Chosen(_) => true,
            _ => false,
        };
        let here = exiles(&body.instructions, &single);
        found += if enters { here } else { here * 2 };
    }
    found == 1
}

impl Voice<'_> {
    /// "the exiled card", "the cards milled this way" (CR 608.2c).
    pub(super) fn this_way(&mut self, deed: Deed, case: Case, usage: &Usage) -> Phrase {
        let number = self.done.get(&deed).copied().unwrap_or(Number::Many);
        // An object just put somewhere may have been mentioned by another name.
        let put = self.put.filter(|_| deed == Deed::Put && number == Number::One);
        let again = self.it == Some(It::Done(deed)) || put.is_some_and(|(it, _)| it.is_some() && it == self.it);
        let Some((noun, done)) = done_words(deed) else {
            return Phrase { text: "what was dealt damage this way".to_owned(), number: Number::One };
        };
        self.it = Some(It::Done(deed));
        if again {
            return Phrase { text: pronoun(number, case).to_owned(), number };
        }
        let text = match (number, &usage.determiner) {
            (Number::One, _) if matches!(deed, Deed::Put | Deed::LookedAt) => {
                format!("that {}", put.map_or(noun, |(_, word)| word))
            }
            (Number::One, _) => format!("the {done} {noun}"),
            (Number::Many, Determiner::Each) => {
                return Phrase { text: format!("each {noun} {done} this way"), number: Number::One };
            }
            (Number::Many, _) => format!("the {} {done} this way", numbered(noun, number)),
        };
        Phrase { text, number }
    }

    /// "the exiled card", "each card exiled with it" (CR 607.2).
    pub(super) fn linked(&mut self, linked: Linked, usage: &Usage) -> Phrase {
        let (noun, done) = match linked {
            Linked::Exiled if self.host.exiles_one() => return Phrase::one("the exiled card"),
            Linked::TopOfPile => return Phrase::one("the top card of the exiled pile"),
            Linked::Exiled => ("card", "exiled with"),
            Linked::Put => ("permanent", "put onto the battlefield with"),
            Linked::Chosen => {
                return match self.host.given_up() {
                    Some((noun, done)) => {
                        let text = format!("the {} {done} as it entered the battlefield", plural(&noun));
                        Phrase { text, number: Number::Many }
                    }
                    None => Phrase::one("the chosen permanent"),
                };
            }
        };
        let number = match usage.determiner {
            Determiner::A | Determiner::Each => Number::One,
            _ => Number::Many,
        };
        let text = format!("{} {done} {}", numbered(noun, number), self.name);
        match usage.determiner {
            Determiner::A | Determiner::Each => Phrase { text: format!("each {text}"), number },
            Determiner::All => Phrase { text: format!("all {text}"), number },
            _ => Phrase { text, number },
        }
    }

    /// A description of an object by an earlier action: "exiled with it", "revealed this way".
    pub(super) fn way(&mut self, of: &Objects) -> Option<String> {
        match of {
            Objects::ThisWay(Deed::DamageDealt) => Some("dealt damage this way".to_owned()),
            Objects::ThisWay(deed) => done_words(*deed).map(|(_, done)| format!("{done} this way")),
            Objects::Linked(Linked::Exiled) => Some(format!("exiled with {}", self.name)),
            Objects::Linked(Linked::Put) => Some(format!("put onto the battlefield with {}", self.name)),
            Objects::PaidFor(of) => {
                let of = self.object(of, Case::Object).text;
                Some(format!("used to pay for {of}"))
            }
            Objects::Convoked(of) => {
                let of = self.object(of, Case::Object).text;
                Some(format!("that convoked {of}"))
            }
            _ => None,
        }
    }

    /// The objects created last, as a pronoun if mentioned last: "that token", "the copies".
    pub(super) fn what_was_created(&mut self, case: Case) -> Phrase {
        let Some((word, number)) = self.created else { return Phrase::one("the token created this way") };
        if self.it == Some(It::Created) {
            return Phrase { text: pronoun(number, case).to_owned(), number };
        }
        self.it = Some(It::Created);
        let text = match number {
            Number::One => format!("that {word}"),
            Number::Many => format!("those {}", numbered(word, number)),
        };
        Phrase { text, number }
    }

    /// Records what an instruction did, for the text after it.
    pub(super) fn remember(&mut self, instruction: &Instruction) {
        let of = |count: &Quantity, alone: bool| {
            if alone && constant(count) == Some(1) { Number::One } else { Number::Many }
        };
        let (deed, number) = match instruction {
            Instruction::Exile(verb::Exile(what))
            | Instruction::ExileFaceDown(verb::ExileFaceDown { what, .. })
            | Instruction::ExilePile(verb::ExilePile(what)) => (Deed::Exiled, self.how_many_are(what)),
            Instruction::Destroy(verb::Destroy(what)) | Instruction::DestroyForGood(verb::DestroyForGood(what)) => {
                (Deed::Destroyed, self.how_many_are(what))
            }
            Instruction::Counter(verb::Counter(what)) => (Deed::Countered, self.how_many_are(what)),
            Instruction::Tap(verb::Tap(what)) => (Deed::Tapped, self.how_many_are(what)),
            Instruction::Untap(verb::Untap(what)) => (Deed::Untapped, self.how_many_are(what)),
            Instruction::Reveal(verb::Reveal(what)) => {
                if matches!(what, Objects::TopOfLibrary(..)) {
                    self.it = Some(It::Top);
                }
                self.shown = library_of(what).cloned();
                (Deed::Revealed, self.how_many_are(what))
            }
            Instruction::LookAt(verb::LookAt { what, .. }) => {
                self.shown = library_of(what).cloned();
                (Deed::LookedAt, self.how_many_are(what))
            }
            Instruction::Discard(verb::Discard { who, count, .. }) => (Deed::Discarded, of(count, self.is_alone(who))),
            Instruction::Mill(verb::Mill { who, count }) => (Deed::Milled, of(count, self.is_alone(who))),
            Instruction::Draw(verb::Draw { who, count }) => (Deed::Drawn, of(count, self.is_alone(who))),
            Instruction::Sacrifice(verb::Sacrifice { who, count, .. }) => {
                (Deed::Sacrificed, of(count, self.is_alone(who)))
            }
            Instruction::CreateTokens(verb::CreateTokens { who, count, .. })
            | Instruction::CreateCopies(verb::CreateCopies { who, count, .. }) => {
                let several = match instruction {
                    Instruction::CreateCopies(verb::CreateCopies { of, .. }) => self.how_many_are(of) == Number::Many,
                    _ => false,
                };
                let number = of(count, self.is_alone(who) && !several);
                self.created = Some(("token", number));
                self.it = Some(It::Created);
                (Deed::Created, number)
            }
            Instruction::CopyCards(verb::CopyCards(what)) => {
                self.created = Some(("copy", self.how_many_are(what)));
                return;
            }
            Instruction::CopySpell(verb::CopySpell { who, count, .. }) => {
                self.created = Some(("copy", of(count, self.is_alone(who))));
                return;
            }
            Instruction::CopyNamed(_) => {
                self.created = Some(("copy", Number::One));
                return;
            }
            Instruction::PutOntoBattlefield(verb::PutOntoBattlefield { what, .. }) => {
                self.remember_put(what, "permanent");
                return;
            }
            _ => return,
        };
        // A deed done twice has several objects.
        self.done.entry(deed).and_modify(|number| *number = Number::Many).or_insert(number);
    }

    /// A single object put somewhere is the one the text mentioned last.
    fn remember_put(&mut self, what: &Objects, word: &'static str) {
        let number = if self.put.is_some() { Number::Many } else { self.how_many_are(what) };
        let it = match what {
            Objects::Target(index) => Some(It::Target(*index)),
            Objects::Chosen(place) => Some(It::Chosen(*place)),
            Objects::This => Some(It::This),
            Objects::ThatObject if self.trigger_is_about_this() => Some(It::This),
            Objects::ThatObject => Some(It::ThatObject),
            Objects::ThisWay(deed) => Some(It::Done(*deed)),
            Objects::TopOfLibrary(..) => Some(It::Top),
            _ => None,
        };
        self.put = Some((it, word));
        self.done.insert(Deed::Put, number);
    }

    /// Whether a reference to players means a single player.
    pub(super) fn is_alone(&self, who: &Players) -> bool {
        match who {
            Players::Each
            | Players::Opponents
            | Players::OpponentsOf(_)
            | Players::ThisTurn(_)
            | Players::WithMost(_)
            | Players::LastTurn(_)
            | Players::MostAmong(..)
            | Players::OtherThan(..)
            | Players::And(..)
            | Players::LeftOf(_)
            | Players::RightOf(_)
            | Players::VotedOtherwise(..)
            | Players::DidntWinSubgame => false,
            Players::Target(index) => {
                self.targets.get(usize::from(*index)).is_none_or(|spec| how_many(spec).1 == Number::One)
            }
            _ => true,
        }
    }

    pub(super) fn how_many_are(&self, what: &Objects) -> Number {
        match what {
            Objects::Target(index) => self.number_of(It::Target(*index)),
            Objects::Chosen(place) => self.number_of(It::Chosen(*place)),
            Objects::ThatObject => self.number_of(It::ThatObject),
            Objects::This | Objects::AttachedTo | Objects::Haunted | Objects::Affected | Objects::Last(_) => {
                Number::One
            }
            Objects::TopOfLibrary(who, 1) if self.is_alone(who) => Number::One,
            Objects::TopOfGraveyard(who, _) if self.is_alone(who) => Number::One,
            Objects::Each(filter) if matches!(**filter, Filter::This) => Number::One,
            Objects::Linked(Linked::Exiled) if self.host.exiles_one() => Number::One,
            Objects::Linked(Linked::TopOfPile) => Number::One,
            Objects::ThisWay(deed) => self.done.get(deed).copied().unwrap_or(Number::Many),
            Objects::Created => self.created.map_or(Number::One, |(_, number)| number),
            _ => Number::Many,
        }
    }
}
