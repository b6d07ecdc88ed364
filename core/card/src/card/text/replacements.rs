//! Replacement and prevention effects: "if … would …, … instead" (CR 614, 615).

use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Choosing, Duration, Instead, Modification, Replacement, Would};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::words::counter_kind::CounterKind;
use crate::card::words::mana_symbol::ManaSymbol;
use crate::card::words::turn_step::TurnPart;
use crate::card::words::zone_kind::{Place, ZoneKind};

use super::clauses::{Clause, Piece, one_sentence};
use super::filter_kinds::is_this;
use crate::card::wording::inflection::{Person, conjugated, list, number_word, ordinal, spaced, with_article};

use super::phrase::{Amount, Determiner, Kind, Mood, Phrase, Subject, Usage};
use super::trigger_text::damage_word;
use super::voice::{UNSAID, Voice};
use super::would::times;

/// Whether a target would move, so that it is named: "if that creature would die".
const fn is_of_a_target(would: &Would) -> bool {
    matches!(would, Would::Move { what: Filter::Is(Objects::Target(_)), .. })
}

impl Voice<'_> {
    /// A replacement or prevention effect as a sentence, without its capital and full stop.
    pub(super) fn replacement(&mut self, replacement: &Replacement, duration: Option<&Duration>) -> String {
        let skips = matches!(
            (&replacement.would, &replacement.instead),
            (Would::TurnStep(..) | Would::Phase(..) | Would::Turn(_), Instead::Nothing)
        );
        let next = matches!(duration, Some(Duration::Next | Duration::NextThisTurn)) && !skips;
        // "The next time it would die this turn."
        let when = if next { "the next time" } else { "if" };
        let time = match duration {
            // These end the condition; other durations precede it.
            Some(Duration::EndOfTurn | Duration::EndOfCombat) | None => self.time(duration),
            Some(Duration::NextThisTurn) => "this turn".to_owned(),
            Some(_) => String::new(),
        };
        self.it = self.it.filter(|_| !is_of_a_target(&replacement.would));
        if let Would::Enter { what } = &replacement.would
            && let Some(rest) = besides_this(what)
        {
            let would = Would::Enter { what: Filter::This };
            let plain = Replacement { would, instead: replacement.instead.clone() };
            let text = self.replacement(&plain, duration);
            let so = self.condition(&Condition::Is(Objects::This, rest));
            return if text.contains(". ") { format!("if {so}, {text}") } else { format!("{text} if {so}") };
        }
        let before = match duration {
            Some(Duration::EndOfTurn | Duration::EndOfCombat) | None => String::new(),
            // "Skip your next turn" already says it.
            Some(Duration::Next) if skips => String::new(),
            Some(_) if next => String::new(),
            Some(_) => self.time(duration) + ", ",
        };
        let text = match (&replacement.would, &replacement.instead) {
            (Would::Enter { what }, instead @ (Instead::EnterTapped | Instead::EnterUntapped)) => {
                let phrase = self.entering(what, Determiner::Bare);
                let enter = conjugated("enter", phrase.number.into());
                let how = if *instead == Instead::EnterTapped { "tapped" } else { "untapped" };
                spaced([phrase.text.as_str(), &enter, "the battlefield", how, &time])
            }
            (Would::Enter { what }, Instead::EnterTransformed) => {
                let phrase = self.entering(what, Determiner::Bare);
                let enter = conjugated("enter", phrase.number.into());
                spaced([phrase.text.as_str(), &enter, "the battlefield transformed", &time])
            }
            (Would::Enter { what }, Instead::EnterBeing(changes)) => {
                let phrase = self.entering(what, Determiner::Bare);
                let enter = conjugated("enter", phrase.number.into());
                let changes = self.enters_being(what, changes);
                spaced([phrase.text.as_str(), &enter, "the battlefield, and", &changes, &time])
            }
            (Would::Enter { what }, Instead::Offer { who, then, otherwise }) => {
                spaced([self.offered(what, who, then, otherwise.as_deref()), time])
            }
            (Would::Enter { what }, Instead::ItBecomes(becomes)) => {
                let phrase = self.entering(what, Determiner::Each);
                let enter = conjugated("enter", phrase.number.into());
                let becomes = format!("it becomes {}", becomes.word());
                spaced(["as", phrase.text.as_str(), &enter, "the battlefield,", &becomes, &time])
            }
            (Would::Enter { what }, Instead::EnterAs(copying)) => spaced([self.enter_as(what, copying), time]),
            (Would::Enter { what }, Instead::UnlessPaid { cost, must, instead }) => {
                spaced([self.unless_paid(what, (cost, *must), instead), time])
            }
            (Would::Enter { what }, Instead::BecomeOneOf(options)) => spaced([self.become_one_of(what, options), time]),
            (Would::Enter { what }, Instead::Choose(choosing)) => {
                let phrase = self.entering(what, Determiner::Each);
                let enter = conjugated("enter", phrase.number.into());
                let chosen = self.choosing(choosing);
                spaced(["as", phrase.text.as_str(), &enter, "the battlefield,", &chosen, &time])
            }
            (Would::Enter { what }, Instead::EnterWithCounters(kind, count)) => {
                let phrase = self.entering(what, Determiner::Each);
                let with = self.with_counters(kind, count, !is_this(what));
                spaced([phrase.text.as_str(), "enters the battlefield", &with.text, &with.tail, &time])
            }
            (Would::Enter { what }, instead @ Instead::TurnFaceDown(_)) => {
                let phrase = self.entering(what, Determiner::Each);
                let enter = conjugated("enter", phrase.number.into());
                let subject = ("it".to_owned(), Person::One);
                let turned = self.instead(&replacement.would, instead, &subject);
                spaced(["as", phrase.text.as_str(), &enter, "the battlefield,", &turned, &time])
            }
            (Would::Transform { what }, Instead::Choose(choosing)) => {
                let phrase = self.entering(what, Determiner::Each);
                let transforms = conjugated("transform", phrase.number.into());
                let chosen = self.choosing(choosing);
                spaced(["as", phrase.text.as_str(), &format!("{transforms},"), &chosen, &time])
            }
            (Would::TurnFaceUp { what, megamorph }, instead) => {
                spaced([self.as_turned_up(what, *megamorph, instead), time])
            }
            (Would::Damage { source, players, objects, combat, noncombat, .. }, Instead::Prevent) if !next => {
                let damage = damage_word(*combat, *noncombat);
                let to = self.damaged(players.as_ref(), objects.as_ref(), true);
                let by = self.by_source(source);
                spaced(["prevent all", damage, "that would be dealt", &to, &by, &time])
            }
            (Would::TurnStep(..) | Would::Phase(..) | Would::Turn(_), Instead::Nothing) => {
                let (part, who) = match &replacement.would {
                    Would::TurnStep(step, who) => (TurnPart::Step(*step), who),
                    Would::Phase(phase, who) => (TurnPart::Phase(*phase), who),
                    Would::Turn(who) => (TurnPart::Turn, who),
                    _ => (TurnPart::Turn, &Players::You),
                };
                let once = duration == Some(&Duration::Next);
                spaced([self.skips(part, who, once).as_str(), &time])
            }
            (Would::Damage { source, players, objects, combat, noncombat, .. }, Instead::PreventNext(amount)) => {
                let to = self.damaged(players.as_ref(), objects.as_ref(), true);
                let amount = self.value(amount);
                let by = self.by_source(source);
                let damage = damage_word(*combat, *noncombat);
                spaced(["prevent the next", &amount, damage, "that would be dealt", &to, &by, &time])
            }
            (would, Instead::Regenerate) => {
                let (condition, _) = self.would(would, false);
                spaced([when, &condition, &time, ", regenerate it"])
            }
            (would, instead) => {
                let (condition, again) = self.would(would, is_about_damage(instead));
                let condition = spaced([when, &condition, &time]);
                format!("{condition}, {}", self.instead(would, instead, &again))
            }
        };
        format!("{before}{text}")
    }

    /// "as it is turned face up, put a +1/+1 counter on it if its megamorph cost was paid to turn
    /// it face up" (CR 614.1e).
    fn as_turned_up(&mut self, what: &Filter, megamorph: bool, instead: &Instead) -> String {
        let phrase = self.entering(what, Determiner::Each).text;
        let done = match instead {
            Instead::EnterWithCounters(kind, count) => {
                let amount = self.count_apart(count, &format!("{kind} counter"));
                spaced(["put".to_owned(), amount.text, "on it".to_owned(), amount.tail])
            }
            Instead::Choose(choosing) => self.choosing(choosing),
            instead => {
                let subject = ("it".to_owned(), Person::One);
                self.instead(&Would::TurnFaceUp { what: what.clone(), megamorph }, instead, &subject)
            }
        };
        let paid = if megamorph { "if its megamorph cost was paid to turn it face up" } else { "" };
        spaced(["as", &phrase, "is turned face up,", &done, paid])
    }

    /// "as it enters the battlefield, you may pay 2 life. If you don't, it enters the battlefield
    /// tapped".
    fn unless_paid(&mut self, what: &Filter, (cost, must): (&[Cost], bool), instead: &Instead) -> String {
        let phrase = self.entering(what, Determiner::A);
        let pays = match (is_this(what), must) {
            (true, true) => self.pays(cost, Person::You),
            (false, true) => format!("its controller {}", self.pays(cost, Person::One)),
            (this, false) => {
                let who = if this { "you" } else { "its controller" };
                format!("{who} may {}", self.pays(cost, Person::You))
            }
        };
        let not = if is_this(what) { "you don't" } else { "they don't" };
        let subject = ("it".to_owned(), Person::One);
        let otherwise = self.instead(&Would::Enter { what: what.clone() }, instead, &subject);
        let otherwise = otherwise.strip_suffix(" instead").unwrap_or(&otherwise);
        if matches!(instead, Instead::GoTo(_)) {
            return format!("if {} would enter the battlefield, {pays} instead. If {not}, {otherwise}", phrase.text);
        }
        let enter = conjugated("enter", phrase.number.into());
        format!("as {} {enter} the battlefield, {pays}. If {not}, {otherwise}", phrase.text)
    }

    /// "It gains haste": what a permanent is from when it enters.
    fn enters_being(&mut self, what: &Filter, changes: &[Modification]) -> String {
        let of = if *what == Filter::This { Objects::This } else { Objects::Affected };
        let clauses = self.modified(Subject::Objects(&of), changes, Mood::Beginning, "");
        clauses.iter().map(Clause::finite).collect::<Vec<_>>().join(" and ")
    }

    /// "You may have it enter with a +1/+1 counter on it. If you don't, it gains haste."
    fn offered(&mut self, what: &Filter, who: &Players, then: &Instead, otherwise: Option<&Instead>) -> String {
        let phrase = self.entering(what, Determiner::Bare).text;
        let (asked, person) = self.a_player(who);
        let mut happens = |instead: &Instead| match instead {
            Instead::EnterWithCounters(kind, count) => {
                let with = self.with_counters(kind, count, true);
                spaced(["enter the battlefield", &with.text, &with.tail])
            }
            Instead::EnterBeing(changes) => self.enters_being(&Filter::This, changes),
            _ => "enter the battlefield tapped".to_owned(),
        };
        let then = format!("{asked} may have {phrase} {}", happens(then));
        let Some(otherwise) = otherwise else { return then };
        let does = if person == Person::You { "you don't" } else { "they don't" };
        let otherwise = match otherwise {
            Instead::EnterBeing(_) => happens(otherwise),
            other => format!("it must {}", happens(other)),
        };
        format!("{then}. If {does}, {otherwise}")
    }

    /// "choose a color".
    pub(super) fn choosing(&mut self, choosing: &Choosing) -> String {
        let one = |words: Vec<String>| list(&words, "or");
        match choosing {
            Choosing::Color(colors) if colors.is_empty() => "choose a color".to_owned(),
            Choosing::Color(colors) => {
                format!("choose {}", one(colors.iter().map(|color| color.word().to_owned()).collect()))
            }
            Choosing::ColorAmong(what) => {
                let what = self.noun(what, &Usage::new(Determiner::A, Kind::Permanent)).text;
                format!("choose a color of {what}")
            }
            Choosing::CreatureType => "choose a creature type".to_owned(),
            Choosing::BasicLandType => "choose a basic land type".to_owned(),
            Choosing::CardType(kinds) => {
                format!("choose {}", one(kinds.iter().map(|kind| super::filter_kinds::type_word(*kind)).collect()))
            }
            Choosing::Player(who) => format!("choose {}", self.a_player(who).0),
            Choosing::Object(what) => {
                let one = Usage::new(Determiner::A, Kind::Permanent);
                format!("choose {}", self.noun(what, &one).text)
            }
            Choosing::Number { min, max } => format!("choose a number from {min} to {max}"),
            Choosing::Name => "choose a card name".to_owned(),
            Choosing::NameOf(what) => {
                let card = Usage::new(Determiner::A, Kind::Card);
                format!("choose {} name", self.noun(what, &card).text)
            }
            Choosing::Word(words) => format!("choose {}", one(words.clone())),
            Choosing::Host { to, may } => {
                let may = if *may { "you may " } else { "" };
                format!("{may}attach it to {}", with_article(&self.host_described(to)))
            }
            Choosing::Life => "you may pay any amount of life".to_owned(),
            Choosing::Exile(what) => {
                let bare = Usage::new(Determiner::Bare, Kind::Permanent);
                format!("exile any number of {}", self.noun(what, &bare).text)
            }
            Choosing::Sacrifice(what) => {
                let bare = Usage::new(Determiner::Bare, Kind::Permanent);
                format!("you may sacrifice any number of {}", self.noun(what, &bare).text)
            }
            Choosing::RevealFor(what, kind, each) | Choosing::RevealOthersFor(what, kind, each) => {
                let what = self.noun(what, &Usage::new(Determiner::Bare, Kind::Card)).text;
                let with = self.with_counters(kind, &Quantity::Fixed(i32::try_from(*each).unwrap_or(i32::MAX)), false);
                format!("you may reveal any number of {what} from your hand, and it enters {} for each", with.text)
            }
            Choosing::SacrificeFor(what, kind, each) => {
                let bare = Usage::new(Determiner::Bare, Kind::Permanent);
                let what = self.noun(what, &bare).text;
                let with = self.with_counters(kind, &Quantity::Fixed(i32::try_from(*each).unwrap_or(i32::MAX)), false);
                format!("you may sacrifice any number of {what}, and it enters {} for each", with.text)
            }
        }
    }

    pub(super) fn entering(&mut self, what: &Filter, determiner: Determiner) -> Phrase {
        self.noun(what, &Usage::new(determiner, Kind::Permanent))
    }

    /// "with two +1/+1 counters on it".
    fn with_counters(&mut self, kind: &CounterKind, count: &Quantity, additional: bool) -> Amount {
        let counter = if additional { format!("additional {kind} counter") } else { format!("{kind} counter") };
        let amount = self.count_apart(count, &counter);
        Amount { text: format!("with {} on it", amount.text), tail: amount.tail }
    }

    fn instead(&mut self, would: &Would, instead: &Instead, again: &(String, Person)) -> String {
        let said = self.goes_elsewhere(instead, again);
        let said = said.or_else(|| self.happens_otherwise(would, instead, again));
        let said = said.or_else(|| self.happens_more(would, instead, again));
        said.unwrap_or_else(|| UNSAID.to_owned())
    }

    /// Events that go elsewhere or enter differently.
    fn goes_elsewhere(&mut self, instead: &Instead, again: &(String, Person)) -> Option<String> {
        let (subject, person) = again;
        let verb = |base: &str| conjugated(base, *person);
        Some(match instead {
            Instead::GoTo(zone) => match zone {
                ZoneKind::Exile => format!("exile {subject} instead"),
                ZoneKind::Hand => format!("return {subject} to its owner's hand instead"),
                ZoneKind::Library | ZoneKind::Graveyard => {
                    format!("put {subject} into its owner's {} instead", zone.word())
                }
                ZoneKind::Battlefield | ZoneKind::Stack => format!("put {subject} onto the {} instead", zone.word()),
                ZoneKind::Command => format!("put {subject} into the command zone instead"),
                ZoneKind::Ante => format!("ante {subject} instead"),
                ZoneKind::Outside => format!("put {subject} outside the game instead"),
            },
            Instead::IntoLibrary(place) => {
                let there = match place {
                    Place::Top => "on top of its owner's library".to_owned(),
                    Place::Bottom => "on the bottom of its owner's library".to_owned(),
                    Place::BeneathX => "into its owner's library just beneath the top X cards".to_owned(),
                    Place::FromTop(n) => format!("into its owner's library {} from the top", ordinal(*n)),
                };
                format!("put {subject} {there} instead")
            }
            Instead::EnterTapped => format!("{subject} {} the battlefield tapped instead", verb("enter")),
            Instead::EnterUntapped => format!("{subject} {} the battlefield untapped instead", verb("enter")),
            Instead::EnterTransformed => format!("{subject} {} the battlefield transformed instead", verb("enter")),
            Instead::EnterBeing(changes) => self.enters_being(&Filter::This, changes),
            Instead::Offer { who, then, otherwise } => self.offered(&Filter::This, who, then, otherwise.as_deref()),
            Instead::ItBecomes(time) => format!("it becomes {}", time.word()),
            Instead::EnterWithCounters(kind, count) => {
                let with = self.with_counters(kind, count, false);
                spaced([subject.as_str(), &verb("enter"), "the battlefield", &with.text, &with.tail, "instead"])
            }
            Instead::Choose(choosing) => self.choosing(choosing),
            Instead::EnterAs(copying) => self.enter_as(&Filter::This, copying),
            Instead::BecomeOneOf(options) => self.become_one_of(&Filter::This, options),
            Instead::UnlessPaid { cost, must, instead } => self.unless_paid(&Filter::This, (cost, *must), instead),
            Instead::TurnFaceDown(others) => {
                let others = self.noun(others, &Usage::new(Determiner::All, Kind::Permanent)).text;
                format!("turn {others} face down")
            }
            Instead::SearchTop(n) => {
                let cards = crate::card::wording::inflection::counted(i64::from(*n), "card");
                format!("{subject} {} the top {cards} of that library instead", verb("search"))
            }
            Instead::Reveal(inner) => {
                let then = self.goes_elsewhere(inner, &("it".to_owned(), Person::One))?;
                format!("reveal {subject} and {then}")
            }
            Instead::ShuffleIntoLibrary => format!("shuffle {subject} into its owner's library instead"),
            Instead::OntoBattlefield => format!("put {subject} onto the battlefield instead"),
            Instead::EnterUnder(Players::Opponents) => {
                format!("{subject} {} under the control of an opponent of your choice instead", verb("enter"))
            }
            Instead::EnterUnder(who) => {
                let whose = self.whose(who);
                format!("{subject} {} under {whose} control instead", verb("enter"))
            }
            _ => return None,
        })
    }

    /// Events that are prevented, or dealt, made or done differently.
    fn happens_otherwise(&mut self, would: &Would, instead: &Instead, again: &(String, Person)) -> Option<String> {
        let (subject, person) = again;
        let verb = |base: &str| conjugated(base, *person);
        Some(match instead {
            Instead::Prevent => "prevent that damage".to_owned(),
            Instead::PreventSome(Quantity::Divided { of, by: 2, up }) if **of == Quantity::ThatMuch => {
                format!("prevent half that damage, rounded {}", if *up { "up" } else { "down" })
            }
            Instead::PreventSome(number) => format!("prevent {} of that damage", self.value(number)),
            Instead::PreventNext(amount) => format!("prevent the next {} of that damage", self.value(amount)),
            Instead::DealTo { to, next } => {
                let to = self.recipient(to);
                match next {
                    Some(next) => format!("the next {} of that damage is dealt to {to} instead", self.value(next)),
                    None => format!("that damage is dealt to {to} instead"),
                }
            }
            Instead::Regenerate => format!("regenerate {subject}"),
            Instead::Amount(amount) => {
                let amount = self.value(amount);
                match would {
                    Would::Damage { .. } => format!("{subject} {} damage equal to {amount} instead", verb("deal")),
                    Would::GainLife(_) => format!("{subject} {} life equal to {amount} instead", verb("gain")),
                    Would::LoseLife(_) => format!("{subject} {} life equal to {amount} instead", verb("lose")),
                    _ => format!("the number is {amount} instead"),
                }
            }
            Instead::LeaveLife(n) => format!("that damage reduces it to {n} instead"),
            Instead::Tokens(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(|kind| self.tokens(kind, Quantity::Fixed(1))).collect();
                format!("instead {subject} {} {} for each", verb("create"), list(&kinds, "and"))
            }
            Instead::MoreTokens(kind) => {
                let more = self.tokens(kind, Quantity::ThatMuch);
                format!("{subject} {} those tokens plus {more} instead", verb("create"))
            }
            Instead::Do(instructions) => {
                let mut pieces = self.pieces(instructions);
                // The actor is named, since it replaces someone else's action.
                for piece in &mut pieces {
                    if let Piece::Clause(clause) = piece
                        && clause.who == Some(Players::You)
                    {
                        clause.command = false;
                    }
                }
                format!("instead {}", one_sentence(&pieces))
            }
            Instead::May(inner) if subject == "you" && matches!(**inner, Instead::Do(_)) => {
                let Instead::Do(instructions) = &**inner else { return Some(String::new()) };
                self.may_instead(instructions)
            }
            Instead::May(inner) => {
                let chooser = self.who_decides(would, again);
                // After "may" the verb has no ending, and the subject has been written.
                let what = self.instead(would, inner, &(subject.clone(), Person::You));
                match what.strip_prefix(&format!("{subject} ")).filter(|_| chooser == *subject) {
                    Some(rest) => format!("{chooser} may {rest}"),
                    None if starts_with_verb(&what) => format!("{chooser} may {what}"),
                    None => format!("{chooser} may choose this: {what}"),
                }
            }
            Instead::Also(inner, then) => {
                let what = self.instead(would, inner, again);
                format!("{what} and {}", one_sentence(&self.pieces(then)))
            }
            Instead::Nothing => match would {
                Would::TapForMana { .. } => format!("{subject} {} no mana instead", verb("produce")),
                Would::Draw(_) | Would::DrawBesides(_) => format!("{subject} {} that draw instead", verb("skip")),
                Would::DrawCards { .. } => format!("{subject} {} those draws instead", verb("skip")),
                Would::CreateTokens { .. } => format!("{subject} {} none instead", verb("create")),
                Would::Mill(_) => format!("{subject} {} none instead", verb("mill")),
                Would::Discard { .. } => format!("{subject} {} where it is instead", verb("stay")),
                Would::LifeBelow { .. } => "that damage doesn't change it".to_owned(),
                Would::LoseGame(_) | Would::WinGame(_) | Would::Search(_) => {
                    format!("{subject} {} nothing instead", verb("do"))
                }
                Would::ExtraTurn(_) => format!("{subject} {} that turn instead", verb("skip")),
                Would::PutCounters { .. } => "no counters are put there instead".to_owned(),
                Would::GainLife(_) => format!("{subject} {} no life instead", verb("gain")),
                Would::LoseLife(_) => format!("{subject} {} no life instead", verb("lose")),
                Would::Damage { .. } => format!("{subject} {} no damage instead", verb("deal")),
                Would::Move { .. } | Would::FinishResolving(_) | Would::Enter { .. } => {
                    format!("{subject} {} where it is instead", verb("stay"))
                }
                Would::TurnFaceUp { .. } => format!("{subject} {} face down instead", verb("stay")),
                Would::Transform { .. } => format!("{subject} {} as it is instead", verb("stay")),
                Would::Destroy(_) => format!("{subject} isn't destroyed"),
                Would::FlipCoin(_) | Would::RollDice(_) => format!("{subject} {} nothing instead", verb("do")),
                Would::TurnStep(..) => format!("{subject} {} that step instead", verb("skip")),
                Would::Phase(..) => format!("{subject} {} that phase instead", verb("skip")),
                Would::Turn(_) => format!("{subject} {} that turn instead", verb("skip")),
            },
            _ => return None,
        })
    }

    /// Events that increase, and what is produced or rolled.
    fn happens_more(&mut self, would: &Would, instead: &Instead, again: &(String, Person)) -> Option<String> {
        let (subject, person) = again;
        let verb = |base: &str| conjugated(base, *person);
        Some(match instead {
            Instead::More(n) => {
                let more = number_word(i64::from(*n));
                match would {
                    Would::Damage { .. } => format!("{subject} {} that much damage plus {n} instead", verb("deal")),
                    Would::GainLife(_) => format!("{subject} {} that much life plus {n} instead", verb("gain")),
                    Would::LoseLife(_) => format!("{subject} {} that much life plus {n} instead", verb("lose")),
                    Would::Mill(_) => format!("{subject} {} that many cards plus {more} instead", verb("mill")),
                    _ => format!("that many plus {more} are put there instead"),
                }
            }
            Instead::Multiply(n) => match would {
                Would::PutCounters { .. } => format!("{} that many are put there instead", times(*n)),
                Would::Damage { .. } => format!("{subject} {} {} that much damage instead", verb("deal"), times(*n)),
                Would::GainLife(_) => format!("{subject} {} {} that much life instead", verb("gain"), times(*n)),
                Would::LoseLife(_) => format!("{subject} {} {} that much life instead", verb("lose"), times(*n)),
                Would::Draw(_) | Would::DrawBesides(_) => {
                    format!(
                        "{subject} {} {} instead",
                        verb("draw"),
                        crate::card::wording::inflection::counted(i64::from(*n), "card")
                    )
                }
                Would::TapForMana { .. } => {
                    format!("{subject} {} {} as much of that mana instead", verb("produce"), times(*n))
                }
                Would::CreateTokens { .. } => format!("{subject} {} {} that many instead", verb("create"), times(*n)),
                Would::DrawCards { .. } | Would::Mill(_) => {
                    let does = if matches!(would, Would::Mill(_)) { "mill" } else { "draw" };
                    format!("{subject} {} {} that many cards instead", verb(does), times(*n))
                }
                _ => {
                    format!("that happens {} instead", times(*n))
                }
            },
            Instead::TwoCoins => format!("{subject} {} two coins and {} one instead", verb("flip"), verb("ignore")),
            Instead::ExtraDie => {
                format!(
                    "{subject} {} that many dice plus one and {} the lowest roll instead",
                    verb("roll"),
                    verb("ignore")
                )
            }
            Instead::AddToRoll(number) => format!("{subject} {} {} to each result", verb("add"), self.value(number)),
            Instead::Produce(kinds) => {
                let mana: String = kinds.iter().map(|kind| ManaSymbol::Mana(*kind).to_string()).collect();
                format!("{subject} {} {mana} instead of any other type and amount", verb("produce"))
            }
            _ => return None,
        })
    }
}

/// The rest of a filter that matches only the object with the ability.
fn besides_this(what: &Filter) -> Option<Filter> {
    let Filter::All(parts) = what else { return None };
    let (this, mut rest): (Vec<Filter>, Vec<Filter>) = parts.iter().cloned().partition(is_this);
    match (this.is_empty(), rest.len()) {
        (true, _) | (_, 0) => None,
        (false, 1) => rest.pop(),
        (false, _) => Some(Filter::All(rest)),
    }
}

/// Whether it mentions "that damage" rather than its source.
fn is_about_damage(instead: &Instead) -> bool {
    match instead {
        Instead::Prevent | Instead::PreventSome(_) | Instead::PreventNext(_) | Instead::DealTo { .. } => true,
        Instead::Also(inner, _) => is_about_damage(inner),
        _ => false,
    }
}

/// Whether a text is a command: "put it on top of its owner's library instead".
fn starts_with_verb(text: &str) -> bool {
    let verbs =
        ["put ", "exile ", "return ", "shuffle ", "prevent ", "ante ", "turn ", "choose ", "regenerate ", "reveal "];
    verbs.iter().any(|verb| text.starts_with(verb))
}
