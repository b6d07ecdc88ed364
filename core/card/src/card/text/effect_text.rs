//! The text of static abilities and continuous effects: changed characteristics, restrictions
//! (CR 101.2, 604, 611, 613).

use crate::card::ast::effect::{Duration, Modification, StaticEffect, Voting};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::restriction::{Requirement, Restriction};
use crate::card::words::card_type::CardType;
use crate::card::words::turn_step::{TurnPart, TurnStep};
use crate::card::words::zone_kind::ZoneKind;

use super::clauses::Clause;
use super::phrase::{Case, Determiner, Kind, Mood, Phrase, Subject, Usage};
use super::turn_text::part_noun;
use super::voice::{UNSAID, Voice};
use crate::card::wording::category;
use crate::card::wording::inflection::{Number, Person, its, number_word, possessive};

/// "if able", unless "all creatures able to" already says it.
pub(super) const fn if_able(requirement: &Requirement) -> &'static str {
    match requirement {
        Requirement::BlockThat { what: Filter::Any | Filter::Type(CardType::Creature), .. } => "",
        _ => "if able",
    }
}

impl Voice<'_> {
    /// The sentences of a static ability or of an effect with a duration, without capitals and full
    /// stops.
    pub(super) fn static_effect(&mut self, effect: &StaticEffect, duration: Option<&Duration>) -> Vec<String> {
        let by_rows = if duration.is_none() { self.by_rows::<category::Static>(effect.clone(), None) } else { None };
        let said = by_rows.map(|said| vec![said.text]);
        let said = said.or_else(|| self.effect_on_objects(effect, duration));
        let said = said.or_else(|| self.effect_on_actions(effect, duration));
        said.unwrap_or_else(|| vec![UNSAID.to_owned()])
    }

    /// Effects on the characteristics and actions of objects.
    fn effect_on_objects(&mut self, effect: &StaticEffect, duration: Option<&Duration>) -> Option<Vec<String>> {
        Some(match effect {
            StaticEffect::Modify { what, modifications, defining } => {
                let mood = if duration.is_some() { Mood::Beginning } else { Mood::Lasting };
                let tail = duration.map_or_else(String::new, |duration| self.duration(duration));
                let mut clauses = Vec::new();
                let mut rest: Vec<Modification> = Vec::new();
                for modification in modifications {
                    match modification {
                        Modification::SetPowerToughness(power, toughness) if *defining => {
                            clauses.push(self.defined(what, power, toughness));
                        }
                        Modification::SetPower(number) if *defining => {
                            clauses.push(self.defined_one(what, "power", number));
                        }
                        Modification::SetToughness(number) if *defining => {
                            clauses.push(self.defined_one(what, "toughness", number));
                        }
                        _ => rest.push(modification.clone()),
                    }
                }
                if !rest.is_empty() || clauses.is_empty() {
                    let modified = self.modified(Subject::Filter(what), &rest, mood, &tail);
                    clauses.extend(modified.iter().map(Clause::finite));
                }
                clauses
            }
            StaticEffect::Replace(replacement) => vec![self.replacement(replacement, duration)],
            StaticEffect::RevealDrawn { who, nth, may: true } => {
                let (subject, person) = self.player(who);
                let nth = crate::card::wording::inflection::ordinal(*nth);
                let draw = crate::card::wording::inflection::conjugated("draw", person);
                vec![match person {
                    Person::You => format!("you may reveal the {nth} card you draw each turn as you draw it"),
                    _ => {
                        let draw = draw.trim_end_matches('s');
                        format!("{subject} may reveal the {nth} card they {draw} each turn as they {draw} it")
                    }
                }]
            }
            StaticEffect::RevealDrawn { who, nth, may: false } => {
                let (subject, person) = self.player(who);
                let draw = crate::card::wording::inflection::conjugated("draw", person);
                let nth = crate::card::wording::inflection::ordinal(*nth);
                let reveal = crate::card::wording::inflection::conjugated("reveal", person);
                vec![match person {
                    Person::You => format!("reveal the {nth} card you draw each turn"),
                    _ => format!("{subject} {reveal} the {nth} card they {} each turn", draw.trim_end_matches('s')),
                }]
            }
            StaticEffect::MaximumHandSize { who, size } => {
                let time = self.time(duration);
                vec![self.hand_size(who, size).with_tail(time).finite()]
            }
            StaticEffect::OpeningHand { mulligan: true, then, .. } => self.could_mulligan(then),
            StaticEffect::OpeningHand { reveal, then, .. } => self.opening_hand(*reveal, then),
            StaticEffect::MayStayTapped(what) => {
                let time = self.time(duration);
                vec![crate::card::wording::inflection::spaced([self.may_stay_tapped(what), time])]
            }
            StaticEffect::UntapDuring { what, of } => {
                let what = self.noun(what, &Usage::new(Determiner::All, Kind::Permanent)).text;
                vec![format!("untap {what} during {} untap step", self.whose(of))]
            }
            StaticEffect::MayExert(what) => {
                let phrase = self.noun(what, &Usage::new(Determiner::A, Kind::Creature)).text;
                vec![format!("you may exert {phrase} as it attacks")]
            }
            StaticEffect::MoreDevotion { who, more } => {
                let whose = self.whose(who);
                let (changed, by) = match more {
                    Quantity::Fixed(n) if *n < 0 => ("decreased", number_word(i64::from(n.unsigned_abs()))),
                    Quantity::Fixed(n) => ("increased", number_word(i64::from(*n))),
                    more => ("increased", self.value(more)),
                };
                let time = self.time(duration);
                let devotion =
                    format!("{whose} devotion to each color and each combination of colors is {changed} by {by}");
                vec![crate::card::wording::inflection::spaced([devotion, time])]
            }
            StaticEffect::AsYouCascade(then) => {
                vec![format!("as you cascade, {}", super::clauses::one_sentence(&self.pieces(then)))]
            }
            StaticEffect::ControlSearchers(who) => vec![self.controlled_searchers(who, duration)],
            // Rows say these.
            StaticEffect::CanBeCommander | StaticEffect::CopiesInDeck(_) => return None,
            StaticEffect::AsCommander(_) | StaticEffect::BeforeShuffling { .. } | StaticEffect::StartingPlayer(_) => {
                vec![self.before_the_game(effect)]
            }
            StaticEffect::DuringDraft(drafting) => vec![self.drafting(drafting)],
            StaticEffect::NotExecuted(text) => vec![format!("not executed: \"{text}\"")],
            StaticEffect::SurveilMore { who, more } => vec![self.surveils_more(who, more, duration)],
            StaticEffect::Voting(Voting::More { who, may }) => {
                let (subject, person) = self.player(who);
                let get = crate::card::wording::inflection::conjugated("get", person);
                let time = self.time(duration);
                let said = if *may {
                    format!("while voting, {subject} may vote an additional time")
                } else {
                    format!("while voting, {subject} {get} an additional vote")
                };
                vec![crate::card::wording::inflection::spaced([said, time])]
            }
            StaticEffect::Voting(Voting::ChosenBy { whose, by }) => {
                let (by, person) = self.player(by);
                let choose = crate::card::wording::inflection::conjugated("choose", person);
                let whose = self.player(whose).0;
                let time = self.time(duration);
                vec![crate::card::wording::inflection::spaced([format!("{by} {choose} how {whose} votes"), time])]
            }
            StaticEffect::TriggerAgain { because, of } => {
                let event = self.trigger_event(because, false);
                let of = self.noun(of, &Usage::new(Determiner::A, Kind::Permanent)).text;
                vec![format!(
                    "{event} and that causes a triggered ability of {of} to trigger, it triggers an additional time"
                )]
            }
            _ => return None,
        })
    }

    /// Effects on permitted actions and their costs.
    fn effect_on_actions(&mut self, effect: &StaticEffect, duration: Option<&Duration>) -> Option<Vec<String>> {
        Some(match effect {
            // A future time comes before its owner.
            StaticEffect::Restrict(restriction) if duration.is_some_and(Duration::waits) => {
                let time = self.time(duration);
                vec![format!("{time}, {}", self.restricted(restriction))]
            }
            StaticEffect::Require(requirement) if duration.is_some_and(Duration::waits) => {
                let time = self.time(duration);
                let required = self.required(requirement);
                vec![crate::card::wording::inflection::spaced([
                    format!("{time}, {required}").as_str(),
                    if_able(requirement),
                ])]
            }
            StaticEffect::Restrict(restriction) => {
                // "During a certain step" already names the step for an effect on untapping.
                let said = match (restriction, duration) {
                    (Restriction::DoesntUntap(what), Some(Duration::Through(TurnStep::Untap, _))) => {
                        // "That creature doesn't untap."
                        self.it = self.it.filter(|_| !matches!(what, Filter::Is(Objects::Target(_) | Objects::Those)));
                        self.cant(what, Kind::Permanent, "don't untap", String::new()).finite()
                    }
                    _ => self.restricted(restriction),
                };
                // A spell doesn't exist any longer than that.
                let time = match (restriction, duration) {
                    (Restriction::CantBeCountered(_), Some(Duration::Indefinite)) => String::new(),
                    _ => self.time(duration),
                };
                let limits = matches!(restriction, Restriction::MaximumAttackers(_) | Restriction::MaximumBlockers(_));
                let time = if limits && duration.is_none() { "each combat".to_owned() } else { time };
                vec![crate::card::wording::inflection::spaced([said, time])]
            }
            StaticEffect::Cost(effect) => vec![self.cost_effect(effect, duration)],
            StaticEffect::Permit(permission) => {
                let time = self.time(duration);
                vec![self.permission(permission, &time)]
            }
            StaticEffect::PlayersHave { who, keyword } => {
                let (subject, person) = self.players_at_large(who);
                let verb = if duration.is_some() { "gain" } else { "have" };
                let keyword = self.keyword(keyword);
                let tail = duration.map_or_else(String::new, |duration| self.duration(duration));
                vec![Clause::new(subject, person, verb, keyword).with_tail(tail).finite()]
            }
            StaticEffect::Require(requirement) => {
                // A creature that must attack or block does so each combat; a requirement with an
                // object already names a combat.
                let time = match (requirement, duration) {
                    (Requirement::Attack(_) | Requirement::AttackThat { .. } | Requirement::Block(_), None) => {
                        "each combat".to_owned()
                    }
                    _ => self.time(duration),
                };
                let said = self.required(requirement);
                vec![crate::card::wording::inflection::spaced([said.as_str(), time.as_str(), if_able(requirement)])]
            }
            StaticEffect::Charge(charge) => {
                let time = self.time(duration);
                let charge = self.charge(charge);
                vec![if time.is_empty() { charge } else { format!("{time}, {charge}") }]
            }
            StaticEffect::BlocksMore { what, count } => {
                let time = match duration {
                    None if count.is_some() => "each combat".to_owned(),
                    _ => self.time(duration),
                };
                let more = match count {
                    Some(1) => "an additional creature".to_owned(),
                    Some(n) => format!("an additional {} creatures", number_word(i64::from(*n))),
                    None => "any number of creatures".to_owned(),
                };
                vec![self.cant(what, Kind::Creature, "can block", more).with_tail(time).finite()]
            }
            StaticEffect::AsThough(it) => {
                let time = self.time(duration);
                vec![self.as_though(it, &time).finite()]
            }
            StaticEffect::CombatDamage(damage) => {
                let time = self.time(duration);
                vec![self.combat_damage(damage).with_tail(time).finite()]
            }
            _ => return None,
        })
    }

    /// "you may look at an additional card each time you surveil".
    fn surveils_more(&mut self, who: &Players, more: &Quantity, duration: Option<&Duration>) -> String {
        let (subject, person) = self.player(who);
        let surveil = crate::card::wording::inflection::conjugated("surveil", person);
        let they = if matches!(who, Players::You) { "you" } else { "they" };
        let additional = match more {
            Quantity::Fixed(1) => "an additional card".to_owned(),
            Quantity::Fixed(n) => format!("an additional {} cards", number_word(i64::from(*n))),
            more => format!("an additional {} cards", self.value(more)),
        };
        let said = format!("{subject} may look at {additional} each time {they} {surveil}");
        crate::card::wording::inflection::spaced([said, self.time(duration)])
    }

    /// "you control your opponents while they're searching their libraries".
    fn controlled_searchers(&mut self, who: &Players, duration: Option<&Duration>) -> String {
        let (searchers, _) = self.player(who);
        let said = format!("you control {searchers} while they're searching their libraries");
        crate::card::wording::inflection::spaced([said, self.time(duration)])
    }

    /// What an effect says about the beginning of a game.
    fn before_the_game(&mut self, effect: &StaticEffect) -> String {
        match effect {
            StaticEffect::AsCommander(choosing) => {
                let chooses = self.choosing(choosing);
                format!("if {} is your commander, {chooses} before the game begins", self.name)
            }
            StaticEffect::BeforeShuffling { exile, least, most } => {
                let number = |many: u32| number_word(i64::from(many));
                let one = (*least, *most) == (1, Some(1));
                let (count, determiner) = match most {
                    Some(_) if one => (String::new(), Determiner::A),
                    Some(most) if most == least => (number(*least), Determiner::Bare),
                    Some(most) => (format!("{} to {}", number(*least), number(*most)), Determiner::Bare),
                    None => (format!("{} or more", number(*least)), Determiner::Bare),
                };
                let cards = self.noun(exile, &Usage::new(determiner, Kind::Card)).text;
                let (cards, is) =
                    (crate::card::wording::inflection::spaced([count, cards]), if one { "isn't" } else { "aren't" });
                format!(
                    "before you shuffle your deck to start the game, you may reveal {} from your deck and exile \
                     {cards} you drafted that {is} in your deck",
                    self.name
                )
            }
            StaticEffect::StartingPlayer(who) => {
                let (subject, person) = self.player(who);
                format!("{subject} {} the starting player", crate::card::wording::inflection::conjugated("be", person))
            }
            _ => UNSAID.to_owned(),
        }
    }

    /// The duration of an effect on characteristics.
    pub(super) fn duration(&mut self, duration: &Duration) -> String {
        match duration {
            Duration::EndOfTurn => "until end of turn".to_owned(),
            Duration::EndOfCombat => "until end of combat".to_owned(),
            Duration::Indefinite => String::new(),
            Duration::Through(step, who) if *step != TurnStep::Cleanup => {
                format!("through {}", self.next_part(TurnPart::Step(*step), who))
            }
            Duration::Next => "for the next time".to_owned(),
            Duration::NextThisTurn => "for the next time this turn".to_owned(),
            other => self.time(Some(other)),
        }
    }

    /// The duration of an effect on the rules.
    pub(super) fn time(&mut self, duration: Option<&Duration>) -> String {
        match duration {
            None => String::new(),
            Some(Duration::EndOfTurn) => "this turn".to_owned(),
            Some(Duration::EndOfCombat) => "this combat".to_owned(),
            Some(Duration::AsLongAs(condition)) => self.as_long_as(condition),
            Some(Duration::Indefinite) => "for the rest of the game".to_owned(),
            Some(Duration::Until(part, who)) => format!("until {}", self.next_part(*part, who)),
            Some(Duration::Through(TurnStep::Cleanup, who)) => {
                format!("until the end of {}", self.next_part(TurnPart::Turn, who))
            }
            Some(Duration::Through(step, who)) => format!("during {}", self.next_part(TurnPart::Step(*step), who)),
            Some(Duration::During(part, who)) => format!("during {}", self.next_part(*part, who)),
            Some(Duration::DuringThat(part) | Duration::DuringAdded(part, _)) => {
                format!("during that {}", part_noun(*part))
            }
            Some(Duration::Meanwhile(part)) => format!("during this {}", part_noun(*part)),
            Some(Duration::Next) => "the next time".to_owned(),
            Some(Duration::NextThisTurn) => "the next time this turn".to_owned(),
            Some(Duration::WhileControlled) => "until you lose control of it".to_owned(),
            Some(Duration::Bestowed) => "until it ceases to be bestowed".to_owned(),
            Some(Duration::UntilPlaneswalk(who)) => self.until_planeswalk(who),
        }
    }

    /// It comes after what it is about, and names what it says.
    fn as_long_as(&mut self, condition: &Condition) -> String {
        self.it = None;
        match condition {
            Condition::Is(what, stays @ (Filter::Tapped | Filter::In(ZoneKind::Battlefield))) => {
                let what = self.object(what, Case::Subject).text;
                let how = if *stays == Filter::Tapped { "tapped" } else { "on the battlefield" };
                format!("for as long as {what} remains {how}")
            }
            condition => format!("for as long as {}", self.condition(condition)),
        }
    }

    fn until_planeswalk(&mut self, who: &crate::card::Players) -> String {
        let (subject, person) = self.a_player(who);
        format!("until {subject} {}", crate::card::wording::inflection::conjugated("planeswalk", person))
    }

    /// A characteristic-defining ability (CR 604.3).
    fn defined(&mut self, what: &Filter, power: &Quantity, toughness: &Quantity) -> String {
        let phrase = self.subject(Subject::Filter(what), &Usage::new(Determiner::Bare, Kind::Permanent));
        let whose = match phrase.text.as_str() {
            "it" => "its".to_owned(),
            text => possessive(text, phrase.number),
        };
        if power == toughness {
            return format!("{whose} power and toughness are each equal to {}", self.value(power));
        }
        let power = self.value(power);
        let its = its(phrase.number);
        format!("{whose} power is equal to {power} and {its} toughness is equal to {}", self.value(toughness))
    }

    /// A characteristic-defining ability for power or toughness alone (CR 208.2a).
    fn defined_one(&mut self, what: &Filter, measure: &str, number: &Quantity) -> String {
        let phrase = self.subject(Subject::Filter(what), &Usage::new(Determiner::Bare, Kind::Permanent));
        let whose = match phrase.text.as_str() {
            "it" => "its".to_owned(),
            text => possessive(text, phrase.number),
        };
        format!("{whose} {measure} is equal to {}", self.value(number))
    }

    pub(super) fn subject(&mut self, what: Subject<'_>, usage: &Usage) -> Phrase {
        match what {
            Subject::Filter(Filter::This) => self.object(&Objects::This, Case::Subject),
            Subject::Filter(Filter::Is(objects)) | Subject::Objects(objects) => {
                self.object_with(objects, Case::Subject, usage)
            }
            Subject::Filter(filter) => self.noun(filter, usage),
            Subject::Unsaid => Phrase { text: String::new(), number: Number::One },
        }
    }
}
