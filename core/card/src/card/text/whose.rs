//! Players and possessives: "that player", "its controller", "from their graveyard" (CR 109.4,
//! 109.5).

use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::trigger::TriggerEvent;
use crate::card::words::term::any;
use crate::card::words::zone_kind::{ZoneKind, Zones};

use super::phrase::{Determiner, It, Kind, Usage};
use super::references::that;
use super::trigger_text;
use super::voice::{UNSAID, Voice};
use crate::card::wording::inflection::{Number, Person, list, numbered, possessive};

/// What happened this turn, said of the last turn of someone.
pub(super) fn last_turn(this_turn: &str, whose: &str) -> String {
    let said = this_turn.strip_suffix(" this turn").unwrap_or(this_turn);
    format!("{said} during {whose} last turn")
}

/// The possessive of players.
fn owned_by((text, person): (String, Person)) -> String {
    match person {
        Person::You => "your".to_owned(),
        Person::Many if text == "they" => "their".to_owned(),
        Person::One => possessive(&text, Number::One),
        Person::Many => possessive(&text, Number::Many),
    }
}

/// Whether the words of an event name a player other than you.
fn tells_a_player(when: &TriggerEvent) -> bool {
    any(when, |who: &Players| !matches!(who, Players::You | Players::ControllerOf(_) | Players::OwnerOf(_)))
}

impl Voice<'_> {
    /// The noun for players that can be targeted, and the words after it.
    pub(super) fn kind_of_player(&mut self, who: &Players) -> (&'static str, String) {
        match who {
            Players::Each => ("player", String::new()),
            Players::Opponents => ("opponent", String::new()),
            Players::Teammates => ("teammate", String::new()),
            Players::ThisTurn(when) => ("player", format!(" {}", self.past_player(when))),
            Players::LastTurn(when) => ("player", format!(" {}", last_turn(&self.past_player(when), "their"))),
            Players::WithMost(number) => ("player", format!(" {}", self.with_most(number))),
            Players::MostAmong(among, number) => {
                let (noun, _) = self.kind_of_player(among);
                (noun, format!(" {}", self.with_most(number)))
            }
            Players::VotedOtherwise(_, whom) => ("player", format!(" {}", self.voted_otherwise(whom))),
            Players::OtherThan(among, not) => {
                let (noun, _) = self.kind_of_player(among);
                (noun, format!(" other than {}", self.player(not).0))
            }
            Players::LeftOf(whom) => ("player", format!(" to {} left", self.player_possessive(whom))),
            Players::RightOf(whom) => ("player", format!(" to {} right", self.player_possessive(whom))),
            Players::WonSubgame => ("player", " who won the subgame".to_owned()),
            Players::DidntWinSubgame => ("player", " who doesn't win the subgame".to_owned()),
            _ => ("player", format!(" who is {}", self.player(who).0)),
        }
    }

    /// "With the most life or tied for most life": what the players have for whom a number is the
    /// greatest.
    fn with_most(&mut self, number: &Quantity) -> String {
        let (most, number) = match number {
            Quantity::Times(-1, number) => ("least", &**number),
            number => ("most", number),
        };
        let (what, most) = match number {
            Quantity::Life(Players::They) => ("life".to_owned(), most),
            Quantity::HandSize(Players::They) => {
                ("cards in hand".to_owned(), if most == "least" { "fewest" } else { most })
            }
            number => {
                let end = if most == "least" { "least" } else { "greatest" };
                return format!("for whom {} is the {end}", self.value(number));
            }
        };
        format!("with the {most} {what} or tied for {most} {what}")
    }

    /// "Who voted for a choice you didn't vote for".
    fn voted_otherwise(&mut self, whom: &Players) -> String {
        let (subject, _) = self.a_player(whom);
        format!("who voted for a choice {subject} didn't vote for")
    }

    /// Players who each do something.
    pub(super) fn player(&mut self, who: &Players) -> (String, Person) {
        let one = |text: &str| (text.to_owned(), Person::One);
        if let Some(said) = who.said() {
            return one(said);
        }
        match who {
            Players::You if self.actor => one("that player"),
            Players::You => ("you".to_owned(), Person::You),
            Players::Opponents => one("each opponent"),
            Players::Teammates => one("each teammate"),
            Players::Each => one("each player"),
            Players::Target(index) if self.spec(*index).is_none() => one("that player"),
            Players::Target(index) => {
                if self.said.insert(*index) {
                    let phrase = self.target(*index);
                    (phrase.text, phrase.number.into())
                } else {
                    let number = self.number_of(It::Target(*index));
                    (that("player", number).text, number.into())
                }
            }
            Players::ThatPlayer => self.that_player(),
            Players::OpponentsOf(of) => {
                let whose = self.player_possessive(of);
                (format!("each of {whose} opponents"), Person::One)
            }
            Players::Chosen(place) if self.turns.contains(place) => one("that player"),
            Players::Chosen(_) => one("the chosen player"),
            // The player who chooses has just been named.
            Players::They if self.chooses => ("they".to_owned(), Person::Many),
            Players::They => one("that player"),
            Players::ThisTurn(when) => (format!("each player {}", self.past_player(when)), Person::One),
            Players::LastTurn(when) => {
                (format!("each player {}", last_turn(&self.past_player(when), "their")), Person::One)
            }
            Players::WithMost(number) => (format!("the player {}", self.with_most(number)), Person::One),
            Players::MostAmong(among, number) => {
                let (noun, _) = self.kind_of_player(among);
                (format!("the {noun} {}", self.with_most(number)), Person::One)
            }
            Players::VotedOtherwise(who, whom) => {
                let of = self.player(who).0;
                (format!("{of} {}", self.voted_otherwise(whom)), Person::One)
            }
            Players::OtherThan(among, not) if (&**among, &**not) == (&Players::Each, &Players::You) => {
                one("each other player")
            }
            Players::OtherThan(among, not) => {
                let (among, person) = self.player(among);
                (format!("{among} other than {}", self.player(not).0), person)
            }
            Players::And(some, others) => {
                let (some, others) = (self.player(some).0, self.player(others).0);
                (format!("{some} and {others}"), Person::Many)
            }
            Players::LeftOf(whom) => (format!("the player to {} left", self.player_possessive(whom)), Person::One),
            Players::RightOf(whom) => (format!("the player to {} right", self.player_possessive(whom)), Person::One),
            Players::Noted(name) => (format!("a player you noted for cards named {name}"), Person::One),
            Players::ControllerOf(objects) => self.holder(objects, "controller", "controls"),
            Players::OwnerOf(objects) => self.holder(objects, "owner", "owns"),
            _ => one(UNSAID),
        }
    }

    /// Any one of the players.
    pub(super) fn a_player(&mut self, who: &Players) -> (String, Person) {
        match who {
            Players::Opponents => ("an opponent".to_owned(), Person::One),
            Players::Teammates => ("a teammate".to_owned(), Person::One),
            Players::Each => ("a player".to_owned(), Person::One),
            _ => self.player(who),
        }
    }

    /// The players as a group.
    pub(super) fn players_at_large(&mut self, who: &Players) -> (String, Person) {
        match who {
            Players::Opponents if self.actor => ("that player's opponents".to_owned(), Person::Many),
            Players::Opponents => ("your opponents".to_owned(), Person::Many),
            Players::Teammates => ("your teammates".to_owned(), Person::Many),
            Players::Each => ("players".to_owned(), Person::Many),
            Players::OtherThan(among, not) if (&**among, &**not) == (&Players::Each, &Players::You) => {
                ("other players".to_owned(), Person::Many)
            }
            _ => self.player(who),
        }
    }

    /// "its controller"; for each of several objects, every player who has one.
    fn holder(&mut self, objects: &Objects, word: &str, verb: &str) -> (String, Person) {
        if let Objects::Each(filter) = objects
            && !matches!(**filter, Filter::This | Filter::Is(_))
        {
            let phrase = self.noun(filter, &Usage::new(Determiner::A, Kind::Permanent));
            return (format!("each player who {verb} {}", phrase.text), Person::One);
        }
        let number = match objects {
            Objects::Target(index) => self.number_of(It::Target(*index)),
            Objects::TopOfLibrary(_, count) if *count != 1 => Number::Many,
            Objects::TopUntil { .. } => Number::Many,
            _ => Number::One,
        };
        (self.belonging(objects, &numbered(word, number)), number.into())
    }

    /// The player of the trigger event.
    fn that_player(&mut self) -> (String, Person) {
        let that = ("that player".to_owned(), Person::One);
        match self.trigger.map(TriggerEvent::without_condition) {
            Some(
                TriggerEvent::Attacks(_)
                | TriggerEvent::AttacksThat { .. }
                | TriggerEvent::AttacksAlone(_)
                | TriggerEvent::AttacksTogether { .. }
                | TriggerEvent::AttacksWith { .. },
            ) => ("defending player".to_owned(), Person::One),
            Some(TriggerEvent::IsAttacked { .. }) => ("attacking player".to_owned(), Person::One),
            Some(when) if when.of_its_controller() && !tells_a_player(when) => {
                self.holder(&Objects::ThatObject, "controller", "controls")
            }
            Some(when) if trigger_text::is_about_you(when) => ("you".to_owned(), Person::You),
            Some(TriggerEvent::DealsDamage { to_players: None, .. }) => {
                ("that player or that permanent's controller".to_owned(), Person::One)
            }
            _ => that,
        }
    }

    /// "your", "each opponent's", "its controller's".
    pub(super) fn player_possessive(&mut self, who: &Players) -> String {
        let phrase = self.player(who);
        owned_by(phrase)
    }

    /// "your", "an opponent's".
    pub(super) fn whose(&mut self, who: &Players) -> String {
        let phrase = self.a_player(who);
        owned_by(phrase)
    }

    /// The origin of something: "from your hand or graveyard".
    pub(super) fn whence(&mut self, zones: Zones, owner: Option<&Players>) -> String {
        if let Some(zone) = zones.all_but() {
            let place = self.place(zone, owner, Number::One, true);
            return format!("from anywhere other than {}", place.strip_prefix("from ").unwrap_or(&place));
        }
        let places: Vec<String> = zones.iter().map(|zone| self.place(zone, owner, Number::One, true)).collect();
        let [first, others @ ..] = places.as_slice() else { return String::new() };
        // Words common to all zones are written once.
        let owned = zones.iter().next().map_or("from ", |zone| first.strip_suffix(zone.word()).unwrap_or("from "));
        let rest = |place: &String| {
            let short = place.strip_prefix(owned).or_else(|| place.strip_prefix("from "));
            short.unwrap_or(place).to_owned()
        };
        let all: Vec<String> = std::iter::once(first.clone()).chain(others.iter().map(rest)).collect();
        list(&all, "or")
    }

    /// A zone as a place or an origin.
    pub(super) fn place(&mut self, zone: ZoneKind, owner: Option<&Players>, number: Number, from: bool) -> String {
        let preposition = if from { "from" } else { "in" };
        match zone {
            ZoneKind::Library | ZoneKind::Hand | ZoneKind::Graveyard => {
                let word = numbered(zone.word(), number);
                let whose = match (owner, number) {
                    (Some(Players::Each) | None, Number::Many) => "all".to_owned(),
                    (Some(Players::Each) | None, Number::One) if zone == ZoneKind::Graveyard => "a".to_owned(),
                    (Some(Players::Each) | None, Number::One) => "a player's".to_owned(),
                    (Some(who), Number::One) => owned_by(self.a_player(who)),
                    (Some(who), Number::Many) => owned_by(self.players_at_large(who)),
                };
                let single = !matches!(
                    owner,
                    None | Some(
                        Players::Each | Players::Opponents | Players::Teammates | Players::YourTeam | Players::Noted(_)
                    )
                );
                format!("{preposition} {whose} {}", if single { zone.word() } else { &word })
            }
            ZoneKind::Battlefield | ZoneKind::Stack => {
                format!("{} the {}", if from { "from" } else { "on" }, zone.word())
            }
            ZoneKind::Exile => format!("{preposition} exile"),
            ZoneKind::Command => format!("{preposition} the command zone"),
            ZoneKind::Ante => format!("{preposition} the ante"),
            ZoneKind::Outside => if from { "from outside the game" } else { "outside the game" }.to_owned(),
        }
    }
}
