//! Instructions as clauses and sentences (CR 608.2c, 701).

use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{Instruction, Recipients};
use crate::card::ast::keyword::ForetellCost;
use crate::card::words::zone_kind::ZoneKind;

use super::Voice;
use super::clauses::{Clause, Piece, one_sentence};
use super::effects::{Mood, Subject};
use super::modifications::quoted_all;
use super::nouns::{Determiner, Kind, Usage};
use super::numbers::Amount;
use super::permissions::cast_this_way;
use super::references::{Case, It};
use super::words::{Number, Person, list, spaced};

/// The longest row of energy symbols that is written out.
pub(super) const MANY_SYMBOLS: i32 = 10;

impl Voice<'_> {
    /// Instructions in their order.
    pub(super) fn pieces(&mut self, instructions: &[Instruction]) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut exiled: Option<&Objects> = None;
        for instruction in instructions {
            let mut next = self.instruction(instruction);
            self.remember(instruction);
            let returned = match instruction {
                Instruction::PutOntoBattlefield { what, .. } => exiled == Some(what),
                _ => false,
            };
            if returned && let Some(Piece::Clause(clause)) = next.first_mut() {
                clause.then = true;
            }
            exiled = match instruction {
                Instruction::Exile(what) => Some(what),
                _ => None,
            };
            pieces.extend(next);
        }
        pieces
    }

    fn instruction(&mut self, instruction: &Instruction) -> Vec<Piece> {
        let clause = match instruction {
            Instruction::DealDamage { source, amount, to, excess } => {
                let mut clause = self.deal_damage(source, amount, to);
                if let Some(excess) = excess {
                    let whom = match excess {
                        Recipients::Target(index) => self.object(&Objects::Target(*index), Case::Object).text,
                        Recipients::Objects(what) | Recipients::Both(_, what) => self.object(what, Case::Object).text,
                        Recipients::Players(who) => self.player(who).0,
                        Recipients::Chosen(place) => self.object(&Objects::Chosen(*place), Case::Object).text,
                    };
                    clause.tail.push_str(&format!(". Excess damage is dealt to {whom} instead"));
                }
                clause
            }
            Instruction::Fight { what, with } => {
                let one = self.object(what, Case::Subject);
                let other = self.object(with, Case::Object).text;
                Clause::new(one.text, one.number.into(), "fight", other)
            }
            Instruction::SetLife { who, to } => {
                let total = match who {
                    Players::Each => "each player's life total".to_owned(),
                    Players::Opponents => "each opponent's life total".to_owned(),
                    _ => format!("{} life total", self.player_possessive(who)),
                };
                let value = self.value(to);
                Clause::new(total, Person::One, "become", value)
            }
            Instruction::ExchangeLife { who, with } => {
                let (one, person) = self.player(who);
                if who == with {
                    Clause::new(one, Person::Many, "exchange", "life totals")
                } else {
                    let other = self.player(with).0;
                    Clause::new(one, person, "exchange", format!("life totals with {other}"))
                }
            }
            Instruction::ExchangeCards { what, with, .. } => {
                let what = self.object(what, Case::Object).text;
                let with = self.object(with, Case::Object).text;
                Clause::command("exchange", format!("{what} with {with}"))
            }
            Instruction::ExchangeControl { what, with } => {
                let one = self.object(what, Case::Object).text;
                let both =
                    if what == with { one } else { format!("{one} and {}", self.object(with, Case::Object).text) };
                Clause::command("exchange", format!("control of {both}"))
            }
            Instruction::CounterInto { what, into } => {
                let usage = Usage::new(Determiner::All, Kind::Spell);
                let phrase = self.object_with(what, Case::Object, &usage);
                let place = match into {
                    ZoneKind::Exile => "exile it".to_owned(),
                    ZoneKind::Library => "put it on top of its owner's library".to_owned(),
                    zone => format!("put it into its owner's {}", zone.word()),
                };
                let rest = format!(
                    "{}. If that spell is countered this way, {place} instead of putting it into its owner's graveyard",
                    phrase.text
                );
                Clause::command("counter", rest)
            }
            Instruction::MoveCounters { from, to, kind, count } => {
                let counter = kind.as_ref().map_or_else(|| "counter".to_owned(), |kind| format!("{kind} counter"));
                let amount = match count {
                    Some(count) => self.count(count, &counter).text,
                    None => format!("all {counter}s"),
                };
                let from = self.object(from, Case::Object).text;
                let to = self.object(to, Case::Object).text;
                Clause::command("move", format!("{amount} from {from} onto {to}"))
            }
            Instruction::PutSameCounters { of, on } => {
                let whose = self.possessive_of(of);
                let on = self.object(on, Case::Object).text;
                Clause::command("put", format!("{whose} counters on {on}"))
            }
            Instruction::LookAt { who, what } => {
                let what = self.object(what, Case::Object).text;
                self.player_does(who, "look", Amount { text: format!("at {what}"), tail: String::new() }, true)
            }
            Instruction::Scry { who, count } => {
                let text = self.value(count);
                self.player_does(who, "scry", Amount { text, tail: String::new() }, true)
            }
            Instruction::Surveil { who, count } => {
                let text = self.value(count);
                self.player_does(who, "surveil", Amount { text, tail: String::new() }, true)
            }
            Instruction::GainLife { who, amount } => self.life(who, "gain", amount),
            Instruction::LoseLife { who, amount } => self.life(who, "lose", amount),
            Instruction::Draw { who, count } => self.cards(who, "draw", count),
            Instruction::Discard { who, count, at_random } => {
                let mut clause = self.cards(who, "discard", count);
                if *at_random {
                    clause.verbs.iter_mut().for_each(|(_, rest)| rest.push_str(" at random"));
                }
                clause
            }
            Instruction::DiscardThose(what) => {
                let phrase = self.object(what, Case::Object);
                match phrase.number {
                    Number::One => Clause::new("its owner", Person::One, "discard", phrase.text),
                    Number::Many => Clause::new("their owners", Person::Many, "discard", phrase.text),
                }
            }
            Instruction::SacrificeThose(what) => {
                let what = self.given(what, Person::You);
                Clause { who: Some(Players::You), ..Clause::command("sacrifice", what) }
            }
            Instruction::SacrificeTheirs { who, what } => {
                let (subject, person) = self.player(who);
                let what = self.given(what, person);
                Clause {
                    command: person == Person::You,
                    who: Some(who.clone()),
                    ..Clause::new(subject, person, "sacrifice", what)
                }
            }
            Instruction::Choose { .. } => self.choose(instruction),
            Instruction::ForEach { each, into, then } => {
                return vec![Piece::Sentence(self.one_by_one(each, *into, then))];
            }
            Instruction::Repeat { then, again } => return vec![Piece::Sentence(self.repeat(then, again))],
            Instruction::ChangeTargets { who, of, which, to } => {
                return vec![Piece::Sentence(self.change_targets(who, of, *which, to.as_deref()))];
            }
            Instruction::Mill { who, count } => self.cards(who, "mill", count),
            Instruction::Destroy(what) => self.act("destroy", what, false),
            Instruction::DestroyForGood(what) => {
                let clause = self.act("destroy", what, false);
                let number = self.peek(|voice| {
                    voice.object_with(what, Case::Object, &Usage::new(Determiner::All, Kind::Permanent)).number
                });
                let they = if number == Number::One { "It" } else { "They" };
                clause.with_tail(format!(". {they} can't be regenerated"))
            }
            Instruction::Regenerate(what) => self.act("regenerate", what, false),
            Instruction::Transform(what) => self.act("transform", what, false),
            Instruction::Meld(what) => self.act("meld", what, false),
            Instruction::ItBecomes(time) => {
                return vec![Piece::Sentence(format!("it becomes {}", time.word()))];
            }
            Instruction::Flip(what) => self.act("flip", what, false),
            Instruction::Exile(what) => self.act("exile", what, true),
            Instruction::PhaseOut(what) => self.phase(what, "out"),
            Instruction::PhaseIn(what) => self.phase(what, "in"),
            Instruction::PhaseInAndOut { back, out } => {
                let back = self.phase(back, "in").finite();
                let out = self.phase(out, "out").finite();
                return vec![Piece::Sentence(format!("simultaneously, {back} and {out}"))];
            }
            Instruction::PhaseOutUntil { what, until, tapped } => {
                let phases = self.phase(what, "out");
                let event = self.trigger_event(until, true);
                let event = event.strip_prefix("when ").unwrap_or(&event).to_owned();
                let tapped = if *tapped { ", and is tapped as it phases in this way" } else { "" };
                phases.with_tail(format!("until {event}{tapped}"))
            }
            Instruction::Foretell { what, .. } => self.act("foretell", what, true),
            Instruction::BecomeForetold { what, cost } => {
                let what = self.object(what, Case::Subject);
                let clause = Clause::new(what.text, what.number.into(), "become", "foretold".to_owned());
                let costs = cost.as_ref().map(|cost| match cost {
                    ForetellCost::Cost(cost) => format!("its foretell cost is {}", self.cost(cost)),
                    ForetellCost::ManaCostLess(less) => {
                        format!("its foretell cost is its mana cost reduced by {{{less}}}")
                    }
                });
                return std::iter::once(Piece::Clause(clause)).chain(costs.map(Piece::Sentence)).collect();
            }
            Instruction::Ante(what) => self.act("ante", what, true),
            Instruction::ChangeOwner { what, to } => {
                let (subject, person) = self.player(to);
                let what = self.object(what, Case::Object).text;
                Clause {
                    who: Some(to.clone()),
                    ..Clause::new(subject, person, "become", format!("the owner of {what}"))
                }
            }
            Instruction::SetLevel { what, level } => {
                let subject = format!("{} level", self.possessive_of(what));
                Clause::new(subject, Person::One, "become", level.to_string())
            }
            Instruction::ExileFaceDown { what, look } => {
                let exiled = self.moved(what);
                let command = Clause::command("exile", format!("{} face down", exiled.text));
                let Some(look) = look else { return vec![Piece::Clause(command)] };
                let (who, _) = self.player(look);
                let them = if exiled.number == Number::One { "it" } else { "them" };
                let stays = if exiled.number == Number::One { "it remains" } else { "they remain" };
                let permission = format!("{who} may look at {them} for as long as {stays} exiled");
                return vec![Piece::Clause(command), Piece::Sentence(permission)];
            }
            Instruction::Counter(what) => {
                let usage = Usage::new(Determiner::All, Kind::Spell);
                let phrase = self.object_with(what, Case::Object, &usage);
                Clause::command("counter", phrase.text)
            }
            Instruction::Tap(what) => self.act("tap", what, false),
            Instruction::Untap(what) => self.act("untap", what, false),
            Instruction::Sacrifice { who, what, count } => self.sacrifice(who, what, count),
            Instruction::Put { what, into, place, random } => self.put(what, *into, *place, *random),
            Instruction::ShuffleInto { what, whose } => {
                let (subject, person) = self.player(whose);
                let what = match own_zones(what, whose) {
                    Some(zones) => {
                        let zones: Vec<String> = zones.iter().map(|zone| zone.word().to_owned()).collect();
                        format!("{} {}", if person == Person::You { "your" } else { "their" }, list(&zones, "and"))
                    }
                    None => self.moved(what).text,
                };
                let library = if person == Person::You { "your library" } else { "their library" };
                Clause {
                    command: person == Person::You,
                    who: Some(whose.clone()),
                    ..Clause::new(subject, person, "shuffle", format!("{what} into {library}"))
                }
            }
            Instruction::TurnFaceDown(what) => self.act("turn", what, false).with_tail("face down".to_owned()),
            Instruction::TurnFaceUp { what, .. } => self.act("turn", what, false).with_tail("face up".to_owned()),
            Instruction::Manifest { who, what } => {
                let text = self.moved(what).text;
                self.player_does(who, "manifest", Amount { text, tail: String::new() }, true)
            }
            Instruction::PutOntoBattlefield {
                what,
                control,
                tapped,
                attached_to,
                counters,
                joining,
                being,
                face_down,
                transformed,
            } => {
                let mut clause = self.put_onto_battlefield(what, control, *tapped, joining.as_ref());
                if face_down.is_some() {
                    let tail = spaced([clause.tail.clone(), "face down".to_owned()]);
                    clause = clause.with_tail(tail);
                }
                if *transformed {
                    let tail = spaced([clause.tail.clone(), "transformed".to_owned()]);
                    clause = clause.with_tail(tail);
                }
                if let Some(to) = attached_to {
                    let to = self.recipient(to);
                    clause = clause.with_tail(format!("attached to {to}"));
                }
                if !counters.is_empty() {
                    let mut last = String::new();
                    let with: Vec<String> = counters
                        .iter()
                        .map(|(kind, count)| {
                            let amount = self.count_apart(count, &format!("{kind} counter"));
                            last = amount.tail;
                            amount.text
                        })
                        .collect();
                    let on = if self.peek(|voice| voice.object(what, Case::Object).number) == Number::One {
                        "it"
                    } else {
                        "them"
                    };
                    let tail = spaced([clause.tail.clone(), format!("with {} on {on}", list(&with, "and")), last]);
                    clause = clause.with_tail(tail);
                }
                if !being.is_empty() {
                    let clauses = self.modified(Subject::Objects(what), being, Mood::Lasting, "");
                    return std::iter::once(Piece::Clause(clause))
                        .chain(clauses.into_iter().map(Piece::Clause))
                        .collect();
                }
                clause
            }
            Instruction::AddMana { who, mana, terms } => {
                let amount = self.mana(mana);
                let clause = self.player_does(who, "add", amount, true);
                if !terms.is_empty() {
                    let said = terms.iter().map(|term| Piece::Sentence(self.mana_term(term)));
                    return std::iter::once(Piece::Clause(clause)).chain(said).collect();
                }
                clause
            }
            Instruction::TakeMana { from, to } => {
                let (loser, person) = self.player(from);
                let loses = format!("{loser} {} all unspent mana", super::words::conjugated("lose", person));
                let (taker, person) = self.player(to);
                let adds = format!("{taker} {} the mana lost this way", super::words::conjugated("add", person));
                return vec![Piece::Sentence(format!("{loses} and {adds}"))];
            }
            Instruction::PutCounters { on, kind, count } => {
                if let Some(total) = self.divided(on).filter(|_| *count == Quantity::Portion) {
                    let amount = self.count(&total, &format!("{kind} counter"));
                    let on = self.each_object(on).text;
                    return vec![Piece::Clause(Clause::command("distribute", format!("{} among {on}", amount.text)))];
                }
                let amount = self.count_apart(count, &format!("{kind} counter"));
                let on = self.each_of(on);
                Clause::command("put", format!("{} on {on}", amount.text)).with_tail(amount.tail)
            }
            Instruction::RemoveCounters { from, kind, count } => {
                let amount = self.count_apart(count, &format!("{kind} counter"));
                let from = self.each_of(from);
                Clause::command("remove", format!("{} from {from}", amount.text)).with_tail(amount.tail)
            }
            Instruction::GetCounters { who, kind, count } => {
                let (subject, person) = self.player(who);
                let amount = self.counters_got(kind, count);
                Clause {
                    who: Some(who.clone()),
                    brief: true,
                    ..Clause::new(subject, person, "get", amount.text).with_tail(amount.tail)
                }
            }
            Instruction::CreateTokens { attached_to, .. } => {
                let clause = self.create(instruction);
                match attached_to {
                    Some(to) => {
                        let tail = format!("attached to {}", self.recipient(to));
                        clause.with_tail(tail)
                    }
                    None => clause,
                }
            }
            Instruction::BecomeCopy { .. }
            | Instruction::CreateCopies { .. }
            | Instruction::CopySpell { .. }
            | Instruction::CopyCards(_)
            | Instruction::CopyNamed(_)
            | Instruction::ChangeText { .. } => return self.copying(instruction),
            Instruction::RemoveDamage(what) => {
                let phrase = self.object(what, Case::Object);
                Clause::command("remove", format!("all damage marked on {}", phrase.text))
            }
            Instruction::RemoveFromCombat(what) => {
                let phrase = self.object_with(what, Case::Object, &Usage::new(Determiner::All, Kind::Creature));
                Clause::command("remove", format!("{} from combat", phrase.text))
            }
            Instruction::BecomeBlocked(what) => self.become_(what, "blocked"),
            Instruction::BecomeUnblocked(what) => self.become_(what, "unblocked"),
            Instruction::Attack { what, joining } => {
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::Bare, Kind::Creature));
                let joining = self.joining(joining);
                Clause::new(phrase.text, phrase.number.into(), "be", joining)
            }
            Instruction::Block { what, attacker, chosen_by } => {
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::Bare, Kind::Creature));
                let attacker = self.noun(attacker, &Usage::new(Determiner::A, Kind::Creature)).text;
                let choice = self.player_possessive(chosen_by);
                Clause::new(phrase.text, phrase.number.into(), "block", format!("{attacker} of {choice} choice"))
            }
            Instruction::Reselect { who, what } => {
                let (subject, person) = self.player(who);
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::All, Kind::Creature));
                let be = super::words::conjugated("be", phrase.number.into());
                Clause {
                    command: person == Person::You,
                    who: Some(who.clone()),
                    ..Clause::new(
                        subject,
                        person,
                        "reselect",
                        format!("which player or planeswalker {} {be} attacking", phrase.text),
                    )
                }
            }
            Instruction::GetEmblem { who, abilities } => {
                let (subject, person) = self.player(who);
                let emblem = format!("an emblem with {}", quoted_all(abilities, super::EMBLEM, self.name));
                Clause { who: Some(who.clone()), ..Clause::new(subject, person, "get", emblem) }
            }
            Instruction::Modify { what, modifications, duration } => {
                let tail = self.duration(duration);
                let clauses = self.modified(Subject::Objects(what), modifications, Mood::Beginning, &tail);
                return clauses.into_iter().map(Piece::Clause).collect();
            }
            Instruction::Establish { effect, duration, of, apiece: _ } => {
                // "Those" in it are described where they are spoken of first; each has an effect of its own, or all.
                self.those.clone_from(of);
                return self.static_effect(effect, Some(duration)).into_iter().map(Piece::Sentence).collect();
            }
            Instruction::Instead { replacement, then } => {
                let mut pieces = self.pieces(then);
                pieces.push(Piece::Sentence(self.replacement(replacement, None)));
                return pieces;
            }
            Instruction::Delay { when, body, until } => {
                return vec![Piece::Sentence(self.delayed(when, body, until.as_ref()))];
            }
            Instruction::Unless { who, cost, then } => {
                let then = one_sentence(&self.pieces(then));
                let (payer, person) = self.player(who);
                let pays = self.pays(cost, person);
                return vec![Piece::Sentence(format!("{then} unless {payer} {pays}"))];
            }
            Instruction::MayPlay { who, what, count, lands, cost, must, instead } => {
                let (said, number) = self.may_play(who, what, *count, *lands, cost, *must);
                let mut pieces = vec![Piece::Sentence(said)];
                pieces.extend(instead.as_deref().map(|it| Piece::Sentence(cast_this_way(it, number))));
                return pieces;
            }
            Instruction::MayPay { who, cost, must, then, otherwise } => {
                return vec![Piece::Sentence(self.may_pay(who, cost, *must, then, otherwise))];
            }
            Instruction::Attach { what, to } => {
                let what = self.object(what, Case::Object).text;
                let to = self.recipient(to);
                Clause::command("attach", format!("{what} to {to}"))
            }
            Instruction::Unattach(what) => self.act("unattach", what, false),
            Instruction::Search { who, what, count, total, reveal, into, place, tapped } => {
                self.search(who, (what, count, total.as_deref()), *reveal, (*into, *place), *tapped)
            }
            Instruction::Shuffle(who) => {
                let (subject, person) = self.player(who);
                let rest = if person == Person::You { "" } else { "their library" };
                Clause {
                    command: person == Person::You,
                    who: Some(who.clone()),
                    then: true,
                    ..Clause::new(subject, person, "shuffle", rest)
                }
            }
            Instruction::Reveal(Objects::TopOfLibrary(who, count)) => {
                let (subject, person) = self.player(who);
                let cards = match count {
                    1 => "card".to_owned(),
                    n => format!("{} cards", super::words::number_word(i64::from(*n))),
                };
                let whose = if person == Person::You { "your" } else { "their" };
                self.it = Some(It::Top);
                Clause {
                    command: person == Person::You,
                    who: Some(who.clone()),
                    ..Clause::new(subject, person, "reveal", format!("the top {cards} of {whose} library"))
                }
            }
            Instruction::Reveal(what) => match in_hand_of(what) {
                Some(who) => {
                    let (subject, person) = self.player(who);
                    let hand = if person == Person::You { "your hand" } else { "their hand" };
                    Clause {
                        command: person == Person::You,
                        who: Some(who.clone()),
                        ..Clause::new(subject, person, "reveal", hand)
                    }
                }
                None => {
                    // What is revealed stays where it is.
                    let moved = self.moved.len();
                    let clause = self.act("reveal", what, true);
                    self.moved.truncate(moved);
                    clause
                }
            },
            Instruction::Haunt { what, creature } => {
                let (what, creature) = (self.object(what, Case::Subject), self.object(creature, Case::Object).text);
                Clause::new(what.text, what.number.into(), "haunt", creature)
            }
            Instruction::May { who, then } => return vec![Piece::Sentence(self.may(who, then))],
            Instruction::If { condition, then, otherwise } => {
                return vec![Piece::Sentence(self.conditional(condition, then, otherwise))];
            }
            Instruction::ChooseValue(choosing) => {
                let chosen = self.choosing(choosing);
                Clause::command("choose", chosen.strip_prefix("choose ").unwrap_or(&chosen).to_owned())
            }
            Instruction::NoteNumber(number) => Clause::command("note", self.value(number)),
            Instruction::ExileUntil { what, until } => {
                let phrase = self.moved(what);
                let event = self.trigger_event(until, true);
                let event = event.strip_prefix("when ").unwrap_or(&event);
                Clause::command("exile", format!("{} until {event}", phrase.text))
            }
            Instruction::Separate { who, what, picks } => {
                let what = self.object(what, Case::Object).text;
                let what = Amount { text: what, tail: String::new() };
                let separates = match who {
                    // One of them does.
                    Players::Opponents => Clause::new("an opponent", Person::One, "separate", what.text),
                    who => self.player_does(who, "separate", what, true),
                };
                let (picker, person) = self.player(picks);
                let picks = Clause {
                    command: person == Person::You,
                    ..Clause::new(picker, person, "choose", "one of those piles")
                };
                let separates = separates.with_tail("into two piles".to_owned());
                return vec![Piece::Clause(separates), Piece::Clause(picks)];
            }
            Instruction::ExtraTurn { who, count, after_next } => self.extra_turn(who, count, *after_next),
            Instruction::ControlNextTurn { who, whom } => self.control_next_turn(who, whom),
            Instruction::ExtraPhases { after, phases } => {
                return vec![Piece::Sentence(self.extra_phases(*after, phases))];
            }
            Instruction::ExtraSteps { step, count, place } => {
                return vec![Piece::Sentence(self.extra_steps(*step, count, *place))];
            }
            Instruction::Skip { who, what, count } => self.skip(who, *what, count),
            Instruction::FlipCoins { who, count, until, .. } => self.flip_coins(who, count, *until),
            Instruction::RollDice { who, count, sides, plus, ignore_lowest, table } => {
                let roll = self.roll_dice(who, count, *sides, plus.as_ref(), *ignore_lowest);
                if table.is_empty() {
                    roll
                } else {
                    return vec![Piece::Sentence(self.table(&roll.finite(), table))];
                }
            }
            Instruction::RollAgain => Clause::command("roll", "again"),
            Instruction::Win(who) => self.game("win", who),
            Instruction::Lose(who) => self.game("lose", who),
            Instruction::BecomeMonarch(who) => {
                let (subject, person) = self.player(who);
                Clause { who: Some(who.clone()), ..Clause::new(subject, person, "become", "the monarch") }
            }
            Instruction::RestartGame { leaving } => {
                let left = self.object(leaving, Case::Object).text;
                Clause::command("restart", format!("the game, leaving in exile {left}"))
            }
            Instruction::EndTurn => Clause::command("end", "the turn"),
            Instruction::EndCombatPhase => Clause::command("end", "the combat phase"),
            Instruction::DrawGame => Clause::new("the game", Person::One, "be", "a draw"),
        };
        vec![Piece::Clause(clause)]
    }
}

/// The zones whose cards are meant, all of them, where they are those of the players who do something with them.
fn own_zones(what: &Objects, whose: &Players) -> Option<Vec<ZoneKind>> {
    let Objects::Each(filter) = what else { return None };
    let Filter::All(parts) = &**filter else { return None };
    let own = |who: &Players| who == whose || (*who == Players::They && !matches!(whose, Players::You));
    let zone = |part: &Filter| matches!(part, Filter::In(ZoneKind::Hand | ZoneKind::Graveyard));
    let plain = |part: &Filter| match part {
        Filter::Card => true,
        Filter::OwnedBy(who) => own(who),
        Filter::AnyOf(zones) => zones.iter().all(zone),
        part => zone(part),
    };
    let owned = matches!(whose, Players::Each) || parts.iter().any(|part| matches!(part, Filter::OwnedBy(_)));
    let zones = filter.zones();
    (owned && parts.iter().all(plain) && zones != [ZoneKind::Battlefield]).then_some(zones)
}

/// Whose hand is meant, where it is all the cards in it.
fn in_hand_of(what: &Objects) -> Option<&Players> {
    let Objects::Each(filter) = what else { return None };
    let Filter::All(parts) = &**filter else { return None };
    let hand = |part: &Filter| matches!(part, Filter::Card | Filter::In(ZoneKind::Hand) | Filter::OwnedBy(_));
    let owner = parts.iter().find_map(|part| match part {
        Filter::OwnedBy(who) => Some(who),
        _ => None,
    });
    owner.filter(|_| parts.iter().all(hand) && parts.contains(&Filter::In(ZoneKind::Hand)))
}

pub(super) const fn a_permanent() -> Usage {
    Usage::new(Determiner::A, Kind::Permanent)
}
