//! The replaced event: "if you would draw a card" (CR 614.1).

use crate::card::ast::effect::{TokenKind, Would};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::Instruction;
use crate::card::verb;

use super::clauses::one_sentence;
use super::filter_kinds::is_this;
use super::movement::step_noun;
use super::phrase::{Case, Determiner, It, Kind, Usage};
use super::trigger_text::damage_word;
use super::voice::Voice;
use crate::card::wording::inflection::{Person, conjugated, list, number_word};

/// "twice", "three times".
pub(super) fn times(n: u32) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{} times", number_word(i64::from(n))),
    }
}

impl Voice<'_> {
    /// The recipients of the damage; empty for any recipient.
    pub(super) fn damaged(&mut self, players: Option<&Players>, objects: Option<&Filter>, all: bool) -> String {
        // A single target that may be either is written once.
        if let (Some(Players::Target(one)), Some(Filter::Is(Objects::Target(other)))) = (players, objects)
            && one == other
        {
            return format!("to {}", self.object(&Objects::Target(*one), Case::Object).text);
        }
        if let (Some(Players::Each), Some(Filter::Any)) = (players, objects) {
            return if all { "" } else { "to a permanent or player" }.to_owned();
        }
        let mut recipients = Vec::new();
        if let Some(who) = players {
            recipients.push(if all { self.players_at_large(who).0 } else { self.a_player(who).0 });
        }
        if let Some(what) = objects {
            let determiner = if all { Determiner::Bare } else { Determiner::A };
            recipients.push(self.noun(what, &Usage::new(determiner, Kind::Permanent)).text);
        }
        if recipients.is_empty() {
            recipients.push("nothing".to_owned());
        }
        format!("to {}", list(&recipients, if all { "and" } else { "or" }))
    }

    /// The event, and how to refer back to its subject.
    pub(super) fn would(&mut self, would: &Would, passive: bool) -> (String, (String, Person)) {
        self.replaced = match would {
            Would::Damage { objects, .. } | Would::PutCounters { objects, .. } => objects.clone(),
            Would::Move { what, .. }
            | Would::Enter { what }
            | Would::Transform { what }
            | Would::TurnFaceUp { what, .. }
            | Would::TapForMana { what, .. }
            | Would::FinishResolving(what)
            | Would::Destroy(what) => Some(what.clone()),
            Would::Discard { .. } => Some(Filter::Card),
            _ => None,
        };
        let said = self.object_would(would, passive);
        let said = said.or_else(|| self.player_does_something(would));
        said.unwrap_or_else(|| (String::new(), ("it".to_owned(), Person::One)))
    }

    /// Events of objects.
    fn object_would(&mut self, would: &Would, passive: bool) -> Option<(String, (String, Person))> {
        let it = ("it".to_owned(), Person::One);
        Some(match would {
            Would::Damage { source: Filter::Any, players, objects, combat, noncombat, at_least } if passive => {
                let damage = damage_word(*combat, *noncombat);
                let to = self.damaged(players.as_ref(), objects.as_ref(), false);
                let least = at_least.map_or_else(String::new, |n| format!("{n} or more "));
                (format!("{least}{damage} would be dealt {to}"), it)
            }
            Would::Move { what, from, to } => {
                let clause = self.movement(what, *from, *to, "would");
                self.spoke_of(what);
                (clause, it)
            }
            Would::FinishResolving(what) => {
                let clause = format!(
                    "{} would be put into a graveyard as it resolves",
                    self.noun(what, &Usage::new(Determiner::A, Kind::Permanent)).text
                );
                self.spoke_of(what);
                (clause, it)
            }
            Would::Enter { what } => {
                let clause = format!("{} would enter the battlefield", self.entering(what, Determiner::A).text);
                self.spoke_of(what);
                (clause, it)
            }
            Would::Damage { source, players, objects, combat, noncombat, at_least } => {
                let source = self.noun(source, &Usage::new(Determiner::A, Kind::Source)).text;
                let damage = damage_word(*combat, *noncombat);
                let to = self.damaged(players.as_ref(), objects.as_ref(), false);
                let least = at_least.map_or_else(String::new, |n| format!("{n} or more "));
                (format!("{source} would deal {least}{damage} {to}"), it)
            }
            Would::TurnFaceUp { what, .. } => {
                let clause = format!("{} would be turned face up", self.entering(what, Determiner::A).text);
                self.spoke_of(what);
                (clause, it)
            }
            Would::Transform { what } => {
                let clause = format!("{} would transform", self.entering(what, Determiner::A).text);
                self.spoke_of(what);
                (clause, it)
            }
            Would::Destroy(what) => {
                let what_text = self.noun(what, &Usage::new(Determiner::A, Kind::Permanent)).text;
                self.spoke_of(what);
                (format!("{what_text} would be destroyed"), it)
            }
            Would::PutCounters { by, objects, players, kind, effect } => {
                let counters = kind.as_ref().map_or_else(|| "counters".to_owned(), |kind| format!("{kind} counters"));
                let mut on = Vec::new();
                if let Some(what) = objects {
                    on.push(self.noun(what, &Usage::new(Determiner::A, Kind::Permanent)).text);
                }
                if let Some(who) = players {
                    on.push(self.a_player(who).0);
                }
                let by = by.as_ref().map(|by| format!(" by {}", self.a_player(by).0)).unwrap_or_default();
                let on = list(&on, "or");
                let text = match effect {
                    true => format!("an effect would put one or more {counters} on {on}{by}"),
                    false => format!("one or more {counters} would be put on {on}{by}"),
                };
                (text, it)
            }
            Would::TapForMana { who, what } => {
                let (subject, person) = self.a_player(who);
                let tap = conjugated("tap", person);
                let what = self.noun(what, &Usage::new(Determiner::A, Kind::Permanent)).text;
                (format!("{subject} {tap} {what} for mana"), it)
            }
            _ => return None,
        })
    }

    /// Events of players and turns.
    fn player_does_something(&mut self, would: &Would) -> Option<(String, (String, Person))> {
        let it = ("it".to_owned(), Person::One);
        Some(match would {
            Would::Draw(who) => self.player_would(who, "draw a card"),
            Would::DrawBesides(who) => {
                let (_, person) = self.a_player(who);
                let their =
                    if person == Person::You { "you draw in each of your" } else { "they draw in each of their" };
                self.player_would(who, &format!("draw a card except the first one {their} draw steps"))
            }
            Would::DrawCards { who, at_least } => {
                let cards = format!("draw {} or more cards", number_word(i64::from(*at_least)));
                self.player_would(who, &cards)
            }
            Would::CreateTokens { who, what, effect } => {
                let kind = match what {
                    Filter::Any => "tokens".to_owned(),
                    what => format!("{} tokens", self.noun(what, &Usage::new(Determiner::Bare, Kind::Permanent)).text),
                };
                if *effect {
                    let (subject, person) = self.a_player(who);
                    let control = conjugated("control", person);
                    let text = format!("an effect would create one or more {kind} that {subject} {control}");
                    return Some((text, (subject, person)));
                }
                self.player_would(who, &format!("create one or more {kind}"))
            }
            Would::LifeBelow { who, below } => {
                let whose = self.player_possessive(who);
                let (_, again) = self.player_would(who, "");
                (format!("damage would reduce {whose} life total to less than {below}"), again)
            }
            Would::Discard { what, by } => {
                let what_text = self.noun(what, &Usage::new(Determiner::A, Kind::Card)).text;
                let cause = match by {
                    Some(who) => format!(" because of a spell or ability {}", self.controlled(who)),
                    None => String::new(),
                };
                self.spoke_of(what);
                (format!("{what_text} would be discarded{cause}"), it)
            }
            Would::Mill(who) => self.player_would(who, "mill one or more cards"),
            Would::Search(who) => self.player_would(who, "search a library"),
            Would::LoseGame(who) => self.player_would(who, "lose the game"),
            Would::WinGame(who) => self.player_would(who, "win the game"),
            Would::ExtraTurn(who) => self.player_would(who, "begin an extra turn"),
            Would::GainLife(who) => self.player_would(who, "gain life"),
            Would::LoseLife(who) => self.player_would(who, "lose life"),
            Would::TurnStep(step, who) => {
                let step = step_noun(*step);
                self.player_would(who, &format!("begin their {step}").replace("their the", "the"))
            }
            Would::Phase(phase, who) => self.player_would(who, &format!("begin their {}", phase.word())),
            Would::Turn(who) => self.player_would(who, "begin a turn"),
            Would::FlipCoin(who) => self.player_would(who, "flip a coin"),
            Would::RollDice(who) => self.player_would(who, "roll one or more dice"),
            _ => return None,
        })
    }

    /// The source of damage.
    pub(super) fn by_source(&mut self, source: &Filter) -> String {
        match source {
            Filter::Any => String::new(),
            Filter::Is(objects) => format!("by {}", self.object(objects, Case::Object).text),
            _ => format!("by {}", self.noun(source, &Usage::new(Determiner::Bare, Kind::Source)).text),
        }
    }

    /// A number of tokens that an effect creates.
    pub(super) fn tokens(&mut self, kind: &TokenKind, count: Quantity) -> String {
        let create = Instruction::CreateTokens(verb::CreateTokens {
            who: Players::You,
            count,
            predefined: kind.predefined,
            token: kind.token.clone(),
            size: None,
            tapped: false,
            attached_to: None,
            joining: None,
        });
        let text = one_sentence(&self.pieces(&[create]));
        text.strip_prefix("create ").map_or_else(|| text.clone(), str::to_owned)
    }

    fn spoke_of(&mut self, what: &Filter) {
        self.it = is_this(what).then_some(It::This);
    }

    fn player_would(&mut self, who: &Players, what: &str) -> (String, (String, Person)) {
        // "It" would seem to be the player's action.
        self.it = None;
        let (subject, person) = self.a_player(who);
        let again = match person {
            Person::You => "you",
            Person::One => "that player",
            Person::Many => "those players",
        };
        let what = if person == Person::You { what.replace("their", "your") } else { what.to_owned() };
        (format!("{subject} would {what}"), (again.to_owned(), person))
    }

    /// The player who may choose a replacement (CR 614.1, 616.1).
    pub(super) fn who_decides(&mut self, would: &Would, (subject, _): &(String, Person)) -> String {
        let of = |filter: &Filter| match filter {
            Filter::All(parts) => parts.clone(),
            one => vec![one.clone()],
        };
        match would {
            Would::Discard { what, .. } if of(what).contains(&Filter::OwnedBy(Players::You)) => "you".to_owned(),
            Would::Discard { .. } => "its owner".to_owned(),
            Would::Damage { players: Some(Players::You), objects: None, .. } => "you".to_owned(),
            Would::Move { what, .. }
            | Would::Enter { what }
            | Would::Transform { what }
            | Would::TurnFaceUp { what, .. }
            | Would::FinishResolving(what)
            | Would::Destroy(what) => match is_this(what) || of(what).contains(&Filter::ControlledBy(Players::You)) {
                true => "you".to_owned(),
                false => "its controller".to_owned(),
            },
            Would::TapForMana { who, .. } => self.a_player(who).0,
            Would::Damage { .. } | Would::PutCounters { .. } => "the affected player or controller".to_owned(),
            _ => subject.clone(),
        }
    }
}
