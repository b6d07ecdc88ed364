//! Writes inputs as steps of a script. The script's game has the same objects under other numbers,
//! so both games are played side by side: objects created at the same point of both are the same.

use std::sync::Arc;

use std::collections::BTreeMap;

use crate::card::file::ron_options;
use crate::fact::{
    Act, Answer, Assignment, Chance, Choice, Domain, Edit, Entity, Event, Genesis, Input, Item, ManaId, ObjectId,
    Step as GameStep, TriggerId,
};
use crate::rules;
use crate::state::Game;

use super::super::timeline::Timeline;
use super::writer::quoted;

/// A game and its copy with other numbers.
pub(super) struct Twin {
    original: Game,
    copy: Timeline,
    objects: BTreeMap<ObjectId, ObjectId>,
    triggers: BTreeMap<TriggerId, TriggerId>,
}

impl Twin {
    /// A copy made from a genesis. `created` are the objects of the original, in the order in which
    /// the genesis creates them.
    pub(super) fn new(genesis: &Genesis, original: Game, created: &[ObjectId]) -> Result<Twin, String> {
        let (game, steps) = rules::start(genesis).map_err(|error| error.to_string())?;
        let made: Vec<ObjectId> = steps.first().into_iter().flat_map(objects_made).collect();
        let objects: BTreeMap<ObjectId, ObjectId> = created.iter().copied().zip(made).collect();
        // What a game does before its first choice has happened in the original too.
        let copy = Timeline::new("main", game, &steps);
        let mut twin = Twin { original, copy, objects, triggers: BTreeMap::new() };
        if genesis.set_up.is_none() {
            twin.objects = twin.copy.game.world().objects.keys().map(|id| (*id, *id)).collect();
        }
        Ok(twin)
    }

    pub(super) const fn original(&self) -> &Game {
        &self.original
    }

    pub(super) const fn copy(&self) -> &Game {
        &self.copy.game
    }

    /// Gives an input to the copy alone; returns the step for it.
    pub(super) fn prepare(&mut self, input: &Input) -> Result<String, String> {
        let step = self.words(input)?;
        self.copy.apply(input.clone()).map_err(|stop| format!("{stop:?}"))?;
        Ok(step)
    }

    /// Gives both games an input; returns the step for it.
    pub(super) fn take(&mut self, input: &Input) -> Result<String, String> {
        let meant = self.meant(input)?;
        let step = self.words(&meant)?;
        let (steps, original) = rules::play(&self.original, input).map_err(|error| error.to_string())?;
        let before = self.copy.log.len();
        self.copy.apply(meant).map_err(|_| "an input is refused on the board".to_owned())?;
        let copied: Vec<GameStep> = vec![GameStep { entries: self.copy.log.split_off(before) }];
        let pairs = |games: &[GameStep], of: fn(&GameStep) -> Vec<ObjectId>| -> Vec<ObjectId> {
            games.iter().flat_map(of).collect()
        };
        let (here, there) = (pairs(&steps, objects_made), pairs(&copied, objects_made));
        if here.len() != there.len() {
            return Err("the board goes on otherwise than the game did".to_owned());
        }
        self.objects.extend(here.into_iter().zip(there));
        let triggered = |games: &[GameStep]| games.iter().flat_map(triggers_made).collect::<Vec<_>>();
        self.triggers.extend(triggered(&steps).into_iter().zip(triggered(&copied)));
        self.original = original;
        Ok(step)
    }

    fn object(&self, id: ObjectId) -> Result<ObjectId, String> {
        self.objects.get(&id).copied().ok_or_else(|| format!("{id} is not on the board"))
    }

    fn entity(&self, entity: Entity) -> Result<Entity, String> {
        match entity {
            Entity::Object(id) => self.object(id).map(Entity::Object),
            player @ Entity::Player(_) => Ok(player),
        }
    }

    /// An input with the numbers of the copy.
    fn meant(&self, input: &Input) -> Result<Input, String> {
        Ok(match input {
            Input::Decision { by, answer } => Input::Decision { by: *by, answer: self.answer(answer)? },
            Input::Edit(edit) => Input::Edit(match edit {
                Edit::Counters(on, kind, count) => Edit::Counters(self.entity(*on)?, kind.clone(), *count),
                Edit::Tapped(id, is) => Edit::Tapped(self.object(*id)?, *is),
                Edit::Move(id, to) => Edit::Move(self.object(*id)?, *to),
                Edit::Arrange(id, at) => Edit::Arrange(self.object(*id)?, *at),
                Edit::Attach(id, to) => Edit::Attach(self.object(*id)?, to.map(|to| self.entity(to)).transpose()?),
                Edit::Damage(id, amount) => Edit::Damage(self.object(*id)?, *amount),
                Edit::Control(id, to) => Edit::Control(self.object(*id)?, *to),
                Edit::Rested(id, is) => Edit::Rested(self.object(*id)?, *is),
                Edit::BackUp(id, is) => Edit::BackUp(self.object(*id)?, *is),
                same @ (Edit::Life(..)
                | Edit::Add(_)
                | Edit::Mana(..)
                | Edit::LandsPlayed(_)
                | Edit::Monarch(_)
                | Edit::Designated(..)
                | Edit::DayNight(_)) => same.clone(),
            }),
            Input::Chance(Chance::Shuffle(player, cards)) => {
                let cards = cards.iter().map(|id| self.object(*id)).collect::<Result<_, _>>()?;
                Input::Chance(Chance::Shuffle(*player, cards))
            }
            same @ (Input::Concede(_) | Input::Chance(_) | Input::Reseed(_)) => same.clone(),
        })
    }

    fn answer(&self, answer: &Answer) -> Result<Answer, String> {
        let (here, there) = (rules::choice(&self.original), rules::choice(&self.copy.game));
        let (Some(here), Some(there)) = (here, there) else { return Err("the board asks for nothing here".to_owned()) };
        let items = |items: &[Item]| items.iter().map(|it| self.item(it, &here, &there)).collect::<Result<Vec<_>, _>>();
        Ok(match answer {
            Answer::Picked(picked) => Answer::Picked(items(picked)?),
            Answer::Ordered(ordered) => Answer::Ordered(items(ordered)?),
            Answer::Declared(declared) => {
                let one = |it: &Assignment| -> Result<Assignment, String> {
                    let to = it.to.iter().map(|to| self.entity(*to)).collect::<Result<_, _>>()?;
                    Ok(Assignment { object: self.object(it.object)?, to })
                };
                Answer::Declared(declared.iter().map(one).collect::<Result<_, _>>()?)
            }
            Answer::Divided(divided) => {
                let mut parts = Vec::new();
                for (source, among) in divided {
                    let among = among.iter().map(|(to, amount)| Ok((self.entity(*to)?, *amount)));
                    parts.push((self.object(*source)?, among.collect::<Result<Vec<_>, String>>()?));
                }
                Answer::Divided(parts)
            }
            Answer::Paid(units) => Answer::Paid(self.units(&here, units)?),
            Answer::Mana(act) => match self.item(&Item::Act(Act::clone(act)), &here, &there)? {
                Item::Act(act) => Answer::Mana(Box::new(act)),
                _ => return Err("a mana ability has no like on the board".to_owned()),
            },
            Answer::Helped(id, symbol) => Answer::Helped(self.object(*id)?, *symbol),
            same @ (Answer::Confirmed(_) | Answer::Number(_) | Answer::BackOut) => same.clone(),
        })
    }

    /// The units of mana in the copy's pool that match these.
    fn units(&self, choice: &Choice, units: &[ManaId]) -> Result<Vec<ManaId>, String> {
        let pool = |game: &Game| game.player(choice.player).map(|player| player.mana.clone()).unwrap_or_default();
        let (here, mut there) = (pool(&self.original), pool(&self.copy.game));
        let mut found = Vec::new();
        for id in units {
            let unit = here.iter().find(|unit| unit.id == *id).ok_or("mana that is not in the pool was spent")?;
            let source = self.objects.get(&unit.source).copied();
            let like = |other: &&crate::fact::ManaUnit| other.kind == unit.kind && other.snow == unit.snow;
            let same = there.iter().filter(like).find(|other| Some(other.source) == source);
            let chosen = same.or_else(|| there.iter().find(like)).map(|unit| unit.id);
            let chosen = chosen.ok_or("the board has other mana")?;
            there.retain(|unit| unit.id != chosen);
            found.push(chosen);
        }
        Ok(found)
    }

    /// The item of the copy's choice that matches one of the original's.
    fn item(&self, item: &Item, here: &Choice, there: &Choice) -> Result<Item, String> {
        let told = |item: &Item| -> Option<Item> {
            Some(match item {
                Item::Entity(entity) => Item::Entity(self.entity(*entity).ok()?),
                Item::Act(Act::Play(id)) => Item::Act(Act::Play(self.object(*id).ok()?)),
                Item::Act(Act::Cast(id)) => Item::Act(Act::Cast(self.object(*id).ok()?)),
                Item::Act(Act::CastFaceDown(id)) => Item::Act(Act::CastFaceDown(self.object(*id).ok()?)),
                Item::Act(Act::PlayAs(id, side)) => Item::Act(Act::PlayAs(self.object(*id).ok()?, *side)),
                Item::Act(Act::CastAs(id, side)) => Item::Act(Act::CastAs(self.object(*id).ok()?, *side)),
                Item::Act(Act::Activate(id, origin)) => {
                    Item::Act(Act::Activate(self.object(*id).ok()?, origin.clone()))
                }
                Item::Act(Act::Special(id, by)) => Item::Act(Act::Special(self.object(*id).ok()?, by.clone())),
                Item::Trigger(id) => Item::Trigger(*self.triggers.get(id)?),
                other => other.clone(),
            })
        };
        let (offered_here, offered_there) = (offered(here), offered(there));
        let wanted = told(item);
        // Equal abilities count as one in the choice of an order, but may be named one by one.
        let one_by_one = |wanted: &Item| match wanted {
            Item::Trigger(id) if !offered_here.contains(item) => {
                rules::being_ordered(&self.copy.game).iter().any(|class| class.contains(id))
            }
            _ => false,
        };
        let fits = |it: &Item| offered_there.is_empty() || offered_there.contains(it) || one_by_one(it);
        if let Some(wanted) = wanted.filter(fits) {
            return Ok(wanted);
        }
        // An item with other numbers in it matches by its position among items of its kind.
        let kind = |item: &Item| (std::mem::discriminant(item), subject(item));
        let mine = kind(item);
        let place = offered_here.iter().filter(|it| kind(it) == mine).position(|it| it == item);
        let (tag, about) = mine;
        let theirs = (tag, about.map(|id| self.object(id)).transpose()?);
        let like = place.and_then(|place| offered_there.iter().filter(|it| kind(it) == theirs).nth(place));
        like.cloned().ok_or_else(|| "a choice offers something else on the board".to_owned())
    }

    /// The step that gives the copy an input, in the plainest words that mean exactly that.
    fn words(&self, input: &Input) -> Result<String, String> {
        if let Input::Concede(player) = input {
            return Ok(format!("Concede({})", quoted(&self.copy.player_name(*player))));
        }
        if let Input::Reseed(seed) = input {
            return Ok(format!("Reseed({seed})"));
        }
        if let Input::Decision { by, answer } = input
            && let Some(words) = self.plain(answer)
            && self.means(&words, *by, answer)
        {
            return Ok(words);
        }
        ron_options().to_string(input).map(|text| format!("Input({text})")).map_err(|error| error.to_string())
    }

    fn plain(&self, answer: &Answer) -> Option<String> {
        let name = |entity: &Entity| match entity {
            Entity::Player(id) => quoted(&self.copy.player_name(*id)),
            Entity::Object(id) => quoted(&id.to_string()),
        };
        let item = |item: &Item| -> Option<String> {
            Some(match item {
                Item::Entity(entity) => name(entity),
                Item::Act(Act::Play(id)) => format!("Play({})", quoted(&id.to_string())),
                Item::Act(Act::Cast(id)) => format!("Cast({})", quoted(&id.to_string())),
                Item::Act(Act::CastFaceDown(id)) => format!("CastFaceDown({})", quoted(&id.to_string())),
                Item::Act(Act::Activate(id, _)) => format!("Activate({})", quoted(&id.to_string())),
                Item::Act(act @ (Act::PlayAs(id, side) | Act::CastAs(id, side))) => {
                    let of = self.copy.game.object(*id).and_then(|object| self.copy.game.card_of(object.def))?;
                    let verb = if act.casts().is_some() { "CastAs" } else { "PlayAs" };
                    format!("{verb}({}, {})", quoted(&id.to_string()), quoted(&of.side(*side)?.name))
                }
                _ => return None,
            })
        };
        let items = |items: &[Item]| items.iter().map(item).collect::<Option<Vec<_>>>().map(|all| all.join(", "));
        Some(match answer {
            Answer::Picked(picked) if *picked == [Item::Act(Act::Pass)] => "Pass".to_owned(),
            Answer::Picked(picked) => format!("Choose(Pick([{}]))", items(picked)?),
            Answer::Ordered(ordered) => format!("Choose(Order([{}]))", items(ordered)?),
            Answer::Confirmed(true) => "Choose(Yes)".to_owned(),
            Answer::Confirmed(false) => "Choose(No)".to_owned(),
            Answer::Number(number) => format!("Choose(Number({number}))"),
            Answer::BackOut => "BackOut".to_owned(),
            Answer::Declared(declared) => {
                let pair = |it: &Assignment| {
                    let to: Vec<String> = it.to.iter().map(name).collect();
                    format!("({}, {})", quoted(&it.object.to_string()), to.join(", "))
                };
                let blocks = |it: &Assignment| {
                    let to: Vec<String> = it.to.iter().map(name).collect();
                    format!("({}, [{}])", quoted(&it.object.to_string()), to.join(", "))
                };
                match rules::choice(&self.copy.game)?.prompt {
                    crate::fact::Prompt::Attackers => {
                        format!("Attack([{}])", declared.iter().map(pair).collect::<Vec<_>>().join(", "))
                    }
                    crate::fact::Prompt::Blockers => {
                        format!("Block([{}])", declared.iter().map(blocks).collect::<Vec<_>>().join(", "))
                    }
                    _ => return None,
                }
            }
            Answer::Divided(_) | Answer::Paid(_) | Answer::Mana(_) | Answer::Helped(..) => return None,
        })
    }

    /// Whether a step is read as exactly this answer.
    fn means(&self, words: &str, by: crate::fact::PlayerId, answer: &Answer) -> bool {
        let Ok(step) = ron_options().from_str::<super::super::step::Step>(words) else { return false };
        let mut trial = self.copy.clone();
        let before = trial.inputs.len();
        let wanted = Input::Decision { by, answer: answer.clone() };
        trial.take(&step).is_ok() && trial.inputs.get(before..) == Some(&[wanted])
    }
}

pub(super) fn objects_made(step: &GameStep) -> Vec<ObjectId> {
    let made = |entry: &Arc<crate::fact::Entry>| match &entry.event {
        Event::Created { object } => vec![object.id],
        Event::Moved { became, .. } => became.iter().map(|new| new.id).collect(),
        _ => Vec::new(),
    };
    step.entries.iter().flat_map(made).collect()
}

fn triggers_made(step: &GameStep) -> Vec<TriggerId> {
    let made = |entry: &Arc<crate::fact::Entry>| match &entry.event {
        Event::Triggered { id, .. } | Event::TriggerDelayed { id, .. } => Some(*id),
        _ => None,
    };
    step.entries.iter().filter_map(made).collect()
}

/// The items a choice offers.
fn offered(choice: &Choice) -> Vec<Item> {
    match &choice.domain {
        Domain::Pick { options, .. } | Domain::Gather { options, .. } | Domain::Order(options) => options.clone(),
        Domain::Pay { sources, .. } => sources.iter().cloned().map(Item::Act).collect(),
        _ => Vec::new(),
    }
}

/// The object an item is about.
const fn subject(item: &Item) -> Option<ObjectId> {
    match item {
        Item::Entity(Entity::Object(id))
        | Item::Act(
            Act::Play(id)
            | Act::Cast(id)
            | Act::CastFaceDown(id)
            | Act::Activate(id, _)
            | Act::Special(id, _)
            | Act::PlayAs(id, _)
            | Act::CastAs(id, _),
        ) => Some(*id),
        _ => None,
    }
}
