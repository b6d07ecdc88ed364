//! What players may do, and can't cast or activate: "you may play lands from your graveyard", "your
//! opponents can't cast creature spells" (CR 305.2, 601.3, 602.5).

use crate::card::ast::effect::Replacement;
use crate::card::ast::filter::{Filter, Objects, Players};
use crate::card::ast::restriction::{AnyMana, CastingCost, Permission, Restriction, Timing};
use crate::card::words::card_type::CardType;
use crate::card::words::mana_symbol::{ManaSymbol, ManaType};
use crate::card::words::zone_kind::ZoneKind;

use super::clauses::{Clause, one_sentence};
use super::numbers::constant;
use super::phrase::{Case, Determiner, Kind, Phrase, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, capitalized, conjugated, list, number_word, spaced};

/// "mana of any color".
pub(super) const fn any_mana(any: AnyMana) -> &'static str {
    match any {
        AnyMana::Color => "mana of any color",
        AnyMana::Type => "mana of any type",
    }
}

/// "only during their own turns".
const fn only(timing: Timing, person: Person) -> &'static str {
    match (timing, person) {
        (Timing::Sorcery, Person::You) => "only any time you could cast a sorcery",
        (Timing::Sorcery, _) => "only any time they could cast a sorcery",
        (Timing::OwnTurn, Person::You) => "only during your own turn",
        (Timing::OwnTurn, Person::One) => "only during their own turn",
        (Timing::OwnTurn, Person::Many) => "only during their own turns",
    }
}

impl Voice<'_> {
    /// What is cast or played: "creature spells", "lands from your graveyard", "it".
    pub(super) fn played(&mut self, what: &Filter, kind: Kind) -> Phrase {
        let usage = Usage { from: true, ..Usage::new(Determiner::Bare, kind) };
        let from = match what {
            Filter::This => return self.object(&Objects::This, Case::Object),
            Filter::Is(Objects::TopOfLibrary(who, 1)) if kind == Kind::Card => {
                let whose = self.player_possessive(who);
                return Phrase { text: format!("cards from the top of {whose} library"), number: Number::Many };
            }
            Filter::Is(objects) => return self.object(objects, Case::Object),
            // The card itself, from a zone, or other cards from the top of a library.
            Filter::All(parts) => match parts.as_slice() {
                [Filter::This, Filter::In(zone)] => {
                    let place = self.place(*zone, Some(&Players::You), Number::One, true);
                    let this = self.object(&Objects::This, Case::Object);
                    return Phrase { text: format!("{} {place}", this.text), number: this.number };
                }
                [rest @ .., Filter::Is(Objects::TopOfLibrary(who, 1))] => {
                    let whose = self.player_possessive(who);
                    Some((Filter::All(rest.to_vec()), format!("from the top of {whose} library")))
                }
                _ => None,
            },
            _ => None,
        };
        match from {
            Some((rest, place)) => {
                let noun = self.noun(&rest, &usage);
                Phrase { text: format!("{} {place}", noun.text), number: noun.number }
            }
            None => self.noun(what, &usage),
        }
    }

    /// "without paying its mana cost", "by paying {2}{R} rather than its mana cost".
    pub(super) fn casting_cost(&mut self, cost: &CastingCost, number: Number) -> String {
        let costs = match number {
            Number::One => "its mana cost",
            Number::Many => "their mana costs",
        };
        match cost {
            CastingCost::Usual => String::new(),
            CastingCost::Free => format!("without paying {costs}"),
            CastingCost::Instead(cost) => format!("by paying {} rather than {costs}", self.cost(cost)),
            CastingCost::Less(less) => format!("by paying {{{less}}} less"),
            CastingCost::InsteadLess(less) => format!("by paying {costs} reduced by {{{less}}} rather than {costs}"),
            CastingCost::With(cost) => format!("by paying {} in addition to {costs}", self.cost(cost)),
        }
    }

    /// "you may cast any number of spells from among them without paying their mana costs"
    /// (CR 608.2g).
    pub(super) fn may_play(
        &mut self,
        who: &Players,
        what: &Objects,
        count: Option<u8>,
        lands: bool,
        cost: &CastingCost,
        must: bool,
    ) -> (String, Number) {
        let (who, person) = self.a_player(who);
        let phrase =
            self.object_with(what, Case::Object, &Usage { from: true, ..Usage::new(Determiner::Bare, Kind::Card) });
        let verb = if lands { "play" } else { "cast" };
        let noun = if lands { "card" } else { "spell" };
        let described = match what {
            Objects::Each(filter) if !matches!(**filter, Filter::This | Filter::Is(_)) => Some(filter),
            _ => None,
        };
        let (which, number) = match (count, phrase.number) {
            // "A spell with mana value 5 or less from your hand."
            (count, _) if described.is_some() => {
                let determiner = match count {
                    Some(1) => Determiner::A,
                    Some(n) => Determiner::Several(format!("up to {}", number_word(i64::from(n))), Number::Many),
                    None => Determiner::Several("any number of".to_owned(), Number::Many),
                };
                let number = if count == Some(1) { Number::One } else { Number::Many };
                let kind = if lands { Kind::Card } else { Kind::Spell };
                let usage = Usage { from: true, ..Usage::new(determiner, kind) };
                let spells = described.map(|filter| without_card(filter));
                (spells.map(|filter| self.noun(&filter, &usage).text).unwrap_or_default(), number)
            }
            (Some(1) | None, Number::One) => (phrase.text, Number::One),
            (Some(1), Number::Many) => (format!("a {noun} from among {}", phrase.text), Number::One),
            (Some(n), _) => {
                (format!("up to {} {noun}s from among {}", number_word(i64::from(n)), phrase.text), Number::Many)
            }
            (None, _) => (format!("any number of {noun}s from among {}", phrase.text), Number::Many),
        };
        let cost = self.casting_cost(cost, number);
        let said = match must {
            true => spaced([&*who, &*conjugated(verb, person), &*which, &*cost, "if able"]),
            false => spaced([who.as_str(), "may", verb, which.as_str(), cost.as_str()]),
        };
        (said, number)
    }

    /// A permission as a clause.
    pub(super) fn permission(&mut self, permission: &Permission, time: &str) -> String {
        let may = |who: String, verb: &str, rest: &str| spaced([who.as_str(), "may", verb, rest, time]);
        match permission {
            Permission::Play { who, what, cost, instead } => {
                let who = self.players_at_large(who).0;
                let phrase = self.played(what, Kind::Card);
                let cost = self.casting_cost(cost, phrase.number);
                let play = may(who, "play", &spaced([phrase.text, cost]));
                let instead =
                    instead.as_deref().map(|it| format!(". {}", capitalized(&cast_this_way(it, Number::Many))));
                play + &instead.unwrap_or_default()
            }
            Permission::Cast { who, what, cost, exile, instead } => {
                let who = self.players_at_large(who).0;
                let phrase = self.played(what, Kind::Spell);
                let cost = self.casting_cost(cost, phrase.number);
                let cast = may(who, "cast", &spaced([phrase.text, cost]));
                let (a, it) = if phrase.number == Number::One { ("it", "it") } else { ("a spell cast this way", "it") };
                let exiled = match exile {
                    true => {
                        format!("{cast}. If {a} would leave the stack, exile {it} instead of putting it anywhere else")
                    }
                    false => cast,
                };
                match instead {
                    Some(instead) => format!("{exiled}. {}", capitalized(&cast_this_way(instead, phrase.number))),
                    None => exiled,
                }
            }
            Permission::AsThoughOwn { who, what } => {
                let (who, person) = self.players_at_large(who);
                let own = if person == Person::You { "your" } else { "their" };
                let cards = self.noun(what, &Usage::new(Determiner::Bare, Kind::Card)).text;
                may(who, "play", &format!("{cards} as though those cards were {own} own"))
            }
            Permission::CastWithFlash { who, what, cost } => {
                let (who, person) = self.players_at_large(who);
                let phrase = self.played(what, Kind::Spell);
                let it = if phrase.number == Number::One { "it" } else { "they" };
                let paid = match cost.is_empty() {
                    true => String::new(),
                    false => {
                        let payer = if person == Person::You { "you" } else { "they" };
                        let pays = self.pays(cost, if person == Person::You { person } else { Person::Many });
                        format!("if {payer} {pays} in addition to any other costs")
                    }
                };
                let text = format!("{} as though {it} had flash", phrase.text);
                may(who, "cast", &spaced([text, paid]))
            }
            Permission::PlayLands(who, count) => {
                let (who, person) = self.player(who);
                let lands = match constant(count) {
                    Some(1) => "an additional land".to_owned(),
                    Some(n) => format!("{} additional lands", number_word(i64::from(n))),
                    None => format!("an additional number of lands equal to {}", self.value(count)),
                };
                let turn = each_turn(time, person);
                spaced([who.as_str(), "may play", lands.as_str(), turn])
            }
            Permission::PlayAnyLands(who) => {
                let (who, person) = self.player(who);
                spaced([who.as_str(), "may play any number of lands", each_turn(time, person)])
            }
            Permission::SpendMana { who, on, as_though } => {
                let who = self.players_at_large(who).0;
                let on = match on {
                    None => String::new(),
                    Some(what) => self.spent_as(what),
                };
                may(who, "spend mana as though it were", &spaced([any_mana(*as_though), on.as_str()]))
            }
            Permission::PayLife { who, colors } => {
                let who = self.players_at_large(who).0;
                let symbols: Vec<String> =
                    colors.iter().map(|color| ManaSymbol::Mana((*color).into()).to_string()).collect();
                let symbols = crate::card::wording::inflection::list(&symbols, "or");
                format!("for each {symbols} in a cost, {who} may pay 2 life rather than pay that mana")
            }
            Permission::SpecialAction { who, cost, then, only: when } => {
                let (who, person) = self.player(who);
                let pays = self.pays(cost, Person::You);
                // In the instructions, "you" is whoever takes the action.
                let before = std::mem::replace(&mut self.actor, person != Person::You);
                let pieces = self.pieces(then);
                self.actor = before;
                let then = match pieces.is_empty() {
                    true => String::new(),
                    false => format!(
                        ". If {} {}, {}",
                        if person == Person::You { "you" } else { "that player" },
                        if person == Person::You { "do" } else { "does" },
                        one_sentence(&pieces)
                    ),
                };
                let when = when.map_or("any time they have priority", |timing| only(timing, person));
                let when = if person == Person::You { when.replace("they have", "you have") } else { when.to_owned() };
                format!("{}{then}", spaced([who.as_str(), "may", pays.as_str(), when.as_str(), time]))
            }
            Permission::Ignore { who, what } => {
                let (who, person) = match who {
                    Players::You => self.player(who),
                    who => self.players_at_large(who),
                };
                let what = match what {
                    Filter::This => self.object(&Objects::This, Case::Object).text,
                    other => self.noun(other, &Usage::new(Determiner::Bare, Kind::Permanent)).text,
                };
                spaced([who.as_str(), &conjugated("ignore", person), "the effects of", &what, time])
            }
            Permission::LookAtTop(who) => {
                let (subject, person) = self.players_at_large(who);
                may(subject, "look at", &format!("{} any time", top_card(person)))
            }
        }
    }

    /// "to cast instant spells or activate abilities of instants": the uses of mana spent as though
    /// it were other mana.
    fn spent_as(&mut self, on: &Filter) -> String {
        if let Filter::AnyOf(several) = on {
            let several: Vec<String> = several.iter().map(|on| self.spent_as(on)).collect();
            return list(&several, "or");
        }
        let parts = if let Filter::All(parts) = on { parts.as_slice() } else { std::slice::from_ref(on) };
        let of_ability = |part: &Filter| matches!(part, Filter::ActivatedAbility | Filter::FromSource(_));
        let (abilities, rest): (Vec<&Filter>, Vec<&Filter>) = parts.iter().partition(|part| of_ability(part));
        let of = |source: &Filter| match source {
            Filter::FromSource(what) => Some(Filter::clone(what)),
            Filter::ActivatedAbility => None,
            other => Some(other.clone()),
        };
        let mut said: Vec<Filter> = abilities.iter().copied().chain(rest.iter().copied()).filter_map(of).collect();
        if !abilities.is_empty() {
            return match said.len() {
                0 => "to activate abilities".to_owned(),
                1 => self.activating(&said.remove(0)),
                _ => self.activating(&Filter::All(said)),
            };
        }
        let casting = format!("to cast {}", self.played(on, Kind::Spell).text);
        match rest.contains(&&Filter::Spell) {
            true => casting,
            false => format!("{casting} or {}", self.activating(on)),
        }
    }

    /// "to cast creature spells or to activate abilities of lands": the forbidden uses of mana.
    pub(super) fn not_spent(&mut self, on: &Filter) -> String {
        let of_ability = |part: &Filter| matches!(part, Filter::ActivatedAbility | Filter::FromSource(_));
        match on {
            Filter::AnyOf(several) => {
                let several: Vec<String> = several.iter().map(|on| self.not_spent(on)).collect();
                list(&several, "or")
            }
            Filter::All(parts) if parts.iter().any(of_ability) => self.spent_as(on),
            on if of_ability(on) => self.spent_as(on),
            on => format!("to cast {}", self.noun(on, &Usage::new(Determiner::Bare, Kind::Spell)).text),
        }
    }

    fn activating(&mut self, of: &Filter) -> String {
        let of = match of {
            Filter::This => self.object(&Objects::This, Case::Object),
            Filter::Is(objects) => self.object(objects, Case::Object),
            other => self.noun(other, &Usage::new(Determiner::Bare, Kind::Permanent)),
        };
        format!("to activate abilities of {}", of.text)
    }

    /// What players can't cast, play or activate, or don't lose.
    pub(super) fn player_restriction(&mut self, restriction: &Restriction) -> Option<Clause> {
        Some(match restriction {
            Restriction::CantCast { who, what, except } => {
                let (subject, person) = self.players_at_large(who);
                let spells = from_own_hand(self.played(what, Kind::Spell).text, person);
                match except {
                    None => Clause::new(subject, person, "can't cast", spells),
                    Some(timing) => {
                        Clause::new(subject, person, "can cast", format!("{spells} {}", only(*timing, person)))
                    }
                }
            }
            Restriction::CantPlayLands { who, what } => {
                let (subject, person) = self.players_at_large(who);
                let zones = what.zones();
                let mut parts = vec![what.clone()];
                if !is_land(what) {
                    parts.insert(0, Filter::Type(CardType::Land));
                }
                // Cards in a hand are played by its owner.
                if zones == [ZoneKind::Hand] && *who == Players::You {
                    parts.push(Filter::OwnedBy(Players::You));
                }
                // Without a zone, they can only be lands.
                let kind = if zones == [ZoneKind::Battlefield] { Kind::Permanent } else { Kind::Card };
                let lands = without_card(&Filter::All(parts));
                let lands = self.played(&lands, kind).text;
                Clause::new(subject, person, "can't play", from_own_hand(lands, person))
            }
            Restriction::CantActivate { who, what, unless_mana, except } => {
                let of = match what {
                    Filter::Any => String::new(),
                    what => {
                        let usage = Usage::new(Determiner::Bare, Kind::Permanent);
                        let phrase = match what {
                            Filter::This => self.object(&Objects::This, Case::Object),
                            Filter::Is(objects) => self.object(objects, Case::Object),
                            other => self.noun(other, &usage),
                        };
                        format!("of {}", phrase.text)
                    }
                };
                let mana = if *unless_mana { "unless they're mana abilities" } else { "" };
                let (subject, person) = self.players_at_large(who);
                match (except, who) {
                    (None, Players::Each) => Clause::new(
                        spaced(["activated abilities", of.as_str()]),
                        Person::Many,
                        "can't be activated",
                        mana,
                    ),
                    (None, _) => {
                        Clause::new(subject, person, "can't activate", spaced(["abilities", of.as_str(), mana]))
                    }
                    (Some(timing), _) => Clause::new(
                        subject,
                        person,
                        "can activate",
                        spaced(["abilities", of.as_str(), only(*timing, person), mana]),
                    ),
                }
            }
            Restriction::KeepsMana { who, kinds } => {
                let (subject, person) = self.players_at_large(who);
                let word = |kind: &ManaType| kind.color().map_or("colorless", |color| color.word()).to_owned();
                let kinds = match kinds.len() {
                    n if n == ManaType::ALL.len() => String::new(),
                    _ => list(&kinds.iter().map(word).collect::<Vec<_>>(), "or"),
                };
                let rest = spaced(["unspent", kinds.as_str(), "mana as steps and phases end"]);
                Clause::new(subject, person, "don't lose", rest)
            }
            Restriction::RevealTop(who) => {
                let (subject, person) = self.players_at_large(who);
                Clause::new(subject, person, "play", format!("with {} revealed", top_card(person)))
            }
            Restriction::CantSearch(who) => {
                let (subject, person) = self.players_at_large(who);
                Clause::new(subject, person, "can't search", "libraries")
            }
            Restriction::CantCycle(who) => {
                let (subject, person) = self.players_at_large(who);
                Clause::new(subject, person, "can't cycle", "cards")
            }
            _ => return None,
        })
    }
}

/// Whether a filter matches only lands by its own words.
fn is_land(filter: &Filter) -> bool {
    match filter {
        Filter::Type(kind) => *kind == CardType::Land,
        Filter::This | Filter::Is(_) => true,
        Filter::All(parts) => parts.iter().any(is_land),
        Filter::AnyOf(parts) => !parts.is_empty() && parts.iter().all(is_land),
        _ => false,
    }
}

/// The filter without its "card".
fn without_card(filter: &Filter) -> Filter {
    match filter {
        Filter::All(parts) => Filter::All(parts.iter().filter(|it| **it != Filter::Card).map(without_card).collect()),
        filter => filter.clone(),
    }
}

const fn top_card(person: Person) -> &'static str {
    match person {
        Person::You => "the top card of your library",
        Person::One => "the top card of their library",
        Person::Many => "the top card of their libraries",
    }
}

/// Cards in a hand are played by its owner: "from their hands".
fn from_own_hand(cards: String, person: Person) -> String {
    let own = match person {
        Person::You => " from your hand",
        Person::One => " from their hand",
        Person::Many => " from their hands",
    };
    match cards.strip_suffix(" from hands") {
        Some(cards) => format!("{cards}{own}"),
        None => cards,
    }
}

/// "on each of your turns", if there is no time yet.
fn each_turn(time: &str, person: Person) -> &str {
    match (time, person) {
        ("", Person::You) => "on each of your turns",
        ("", _) => "on each of their turns",
        (time, _) => time,
    }
}

/// The replacement effect of a spell cast this way.
pub(super) fn cast_this_way(instead: &Replacement, number: Number) -> String {
    let name = if number == Number::One { "it" } else { "a spell cast this way" };
    // It is on the stack, wherever it was cast from.
    Voice::new(name).replacement(instead, None).replacen(" from anywhere", "", 1)
}
