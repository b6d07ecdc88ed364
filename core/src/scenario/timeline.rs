//! One timeline as the script plays it: the game, its log, and the names of its objects.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::pool::Pool;
use crate::derive::Look;
use crate::fact::{
    Act, Answer, Choice, Component, Entity, Entry, Event, Frame, Input, Item, Manner, ObjectId, PlayerId, Prompt, Step,
    Zone,
};
use crate::message::{Message, near};
use crate::plain::steering;
use crate::rule;
use crate::rule::Rule;
use crate::rules::{self, Illegal, Pending};
use crate::state::Game;

use super::refs::Ref;
use super::run::{ForkPoint, Label};
use super::settle::Settles;
use super::tell;

/// Why a step of the script failed.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// The rules refuse it.
    Refused(Illegal),
    /// By this rule nobody is asked the choice that the step answers.
    NotAsked(Rule, Message),
    /// It names something that does not exist, or no longer exists.
    Absent(Message),
    /// The script is wrong.
    Script(Message),
}

impl Stop {
    /// The error in words.
    pub(super) fn message(self) -> Message {
        match self {
            Stop::Refused(illegal) => Message::from(format!("the rules refuse this: {illegal}")),
            Stop::NotAsked(_, why) | Stop::Absent(why) | Stop::Script(why) => why,
        }
    }
}

impl From<Illegal> for Stop {
    fn from(illegal: Illegal) -> Stop {
        Stop::Refused(illegal)
    }
}

/// Whether an input is what happens if nobody does anything: a pass, or an empty declaration.
fn only_passes(input: &Input) -> bool {
    match input {
        Input::Decision { answer: Answer::Picked(items), .. } => matches!(items.as_slice(), [Item::Act(Act::Pass)]),
        Input::Decision { answer: Answer::Declared(declared), .. } => declared.is_empty(),
        _ => false,
    }
}

/// What an object became with an event, so that a script can go on referring to it.
fn became(event: &Event) -> Option<(ObjectId, Vec<ObjectId>)> {
    match event {
        Event::Moved { object, became, .. } => Some((*object, became.iter().map(|new| new.id).collect())),
        Event::Merged { object, into, .. } => Some((*object, vec![*into])),
        _ => None,
    }
}

/// A [`Stop::Script`].
pub(super) fn script<T>(message: impl Into<Message>) -> Result<T, Stop> {
    Err(Stop::Script(message.into()))
}

/// A [`Stop::Absent`].
pub(super) fn absent<T>(message: impl Into<Message>) -> Result<T, Stop> {
    Err(Stop::Absent(message.into()))
}

/// A [`Stop::Refused`] for a rule.
pub(super) fn refused<T>(rule: Rule, why: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Refused(Illegal::Against { rule, why: why.into() }))
}

/// A timeline in progress.
#[derive(Clone)]
pub(super) struct Timeline {
    pub(super) name: String,
    pub(super) forked_from: Option<ForkPoint>,
    pub(super) inputs: Vec<Input>,
    /// For each input, the line of the script that made it.
    pub(super) lines: Vec<usize>,
    pub(super) labels: Vec<Label>,
    pub(super) game: Game,
    /// The entries since the set-up.
    pub(super) log: Vec<Arc<Entry>>,
    /// The place in the log where the last step of the script began.
    pub(super) step_began: usize,
    /// The line of the current step.
    pub(super) line: usize,
    /// Whether the script has looked at the pending choice.
    pub(super) looked: bool,
    /// Which orders that make no difference are chosen automatically.
    pub(super) settles: Settles,
    /// The game before the latest inputs, and the steps that followed: those of the latest input,
    /// and of mere passes before it in the same step of the script.
    pub(super) latest: Option<(Game, Vec<Step>)>,
    /// Whether the current step of the script has only passed so far, if it has done anything.
    pub(super) passed: Option<bool>,
    /// Every name given to an object, in order.
    pub(super) bindings: Vec<(String, ObjectId)>,
    names: BTreeMap<String, ObjectId>,
    /// The card or token each name was given to, if it was a single one then. A permanent may
    /// become several.
    named_as: BTreeMap<String, Component>,
    became: BTreeMap<ObjectId, Vec<ObjectId>>,
    /// The cards that can be added by name.
    pub(super) pool: Arc<Pool>,
}

impl Timeline {
    /// The first timeline: a game that has started, with the steps it took.
    pub(super) fn new(name: &str, game: Game, steps: &[Step]) -> Timeline {
        let mut timeline = Timeline {
            name: name.to_owned(),
            forked_from: None,
            inputs: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            game,
            log: Vec::new(),
            step_began: 0,
            line: 1,
            looked: false,
            settles: Settles::default(),
            latest: None,
            passed: None,
            bindings: Vec::new(),
            names: BTreeMap::new(),
            named_as: BTreeMap::new(),
            became: BTreeMap::new(),
            pool: Arc::default(),
        };
        timeline.note(steps.get(1..).unwrap_or_default());
        timeline
    }

    /// Adds the cards that can be added by name.
    pub(super) fn with_cards(self, pool: Arc<Pool>) -> Timeline {
        Timeline { pool, ..self }
    }

    /// Records what has happened before.
    pub(super) fn remember<'a>(&mut self, past: impl Iterator<Item = &'a Entry>) {
        for entry in past {
            self.became.extend(became(&entry.event));
        }
        let game = &self.game;
        self.became.retain(|old, _| game.object(*old).is_none());
    }

    /// Gives an object a name, which must be new unless the object that had it is gone.
    pub(super) fn call(&mut self, name: &str, object: ObjectId) -> Result<(), Stop> {
        steering(name).map_or(Ok(()), script)?;
        if self.game.players().any(|player| player.name == name) {
            return script(format!("`{name}` is the name of a player"));
        }
        match self.names.get(name) {
            Some(other) if *other != object && self.game.object(*other).is_some() => {
                script(format!("`{name}` is already the name of an object that exists"))
            }
            _ => {
                self.rename(name, object);
                self.bindings.push((name.to_owned(), object));
                Ok(())
            }
        }
    }

    /// Gives an object a name, even if another had it.
    pub(super) fn rename(&mut self, name: &str, object: ObjectId) {
        self.names.insert(name.to_owned(), object);
        self.named_as.remove(name);
        let single = self.game.object(object).filter(|it| it.pieces().is_empty());
        self.named_as.extend(single.map(|it| (name.to_owned(), it.component)));
    }

    /// Gives the game an input.
    pub(super) fn apply(&mut self, input: Input) -> Result<(), Stop> {
        let (steps, game) = rules::play(&self.game, &input)?;
        let before = std::mem::replace(&mut self.game, game);
        let goes_on = self.passed.replace(only_passes(&input)) == Some(true);
        self.inputs.push(input);
        self.lines.push(self.line);
        self.looked = false;
        self.note(&steps);
        match &mut self.latest {
            Some((_, latest)) if goes_on => latest.extend(steps),
            latest => *latest = Some((before, steps)),
        }
        self.settle()
    }

    fn note(&mut self, steps: &[Step]) {
        for entry in steps.iter().flat_map(|step| &step.entries) {
            self.became.extend(became(&entry.event));
            self.log.push(Arc::clone(entry));
        }
        // What a proposal taken back has moved has not become anything (CR 726.1).
        let game = &self.game;
        self.became.retain(|old, _| game.object(*old).is_none());
    }

    /// Answers the pending choice.
    pub(super) fn decide(&mut self, by: PlayerId, answer: Answer) -> Result<(), Stop> {
        let by = self.pending().filter(|choice| choice.player == by).map_or(by, |choice| choice.answered_by);
        let left = self.names_what_left(&answer);
        self.apply(Input::Decision { by, answer }).map_err(|stop| match (stop, left) {
            (Stop::Refused(Illegal::Against { rule, .. }), Some(why)) => Stop::Refused(Illegal::Against { rule, why }),
            (stop, _) => stop,
        })
    }

    /// Whether the game is over.
    pub(super) fn over(&self) -> bool {
        matches!(rules::pending(&self.game), Pending::Over(_))
    }

    /// The pending choice.
    pub(super) fn pending(&self) -> Option<Choice> {
        rules::choice(&self.game)
    }

    /// What a player is asked.
    pub(super) fn asked_of(&self, player: PlayerId) -> Option<Choice> {
        rules::pending(&self.game).choices().into_iter().find(|choice| choice.player == player)
    }

    /// The pending choice, for a step that needs one; an error without one.
    pub(super) fn choice(&self) -> Result<Choice, Stop> {
        match self.pending() {
            Some(choice) => Ok(choice),
            None if self.over() => Err(Stop::Refused(Illegal::Over)),
            None => script("the game waits for nothing here"),
        }
    }

    /// The error if a step needs something other than the pending choice, which the script does not
    /// answer.
    pub(super) fn unanswered<T>(&self, choice: &Choice) -> Result<T, Stop> {
        script(self.other_choice(choice))
    }

    /// Says what is asked instead of the choice a step answers.
    pub(super) fn other_choice(&self, choice: &Choice) -> Message {
        Message::from("the script does not answer a choice: ").and(tell::choice_message(&self.game, choice))
    }

    /// The error if by this rule nobody is asked the choice a step answers, with the choice asked
    /// instead.
    pub(super) fn not_asked<T>(&self, rule: Rule, why: impl Into<Message>) -> Result<T, Stop> {
        let why = match self.pending() {
            Some(choice) => why.into().and("; ").and(tell::choice_message(&self.game, &choice)),
            None => why.into(),
        };
        Err(Stop::NotAsked(rule, why))
    }

    /// The present turn and step in words: `turn 3, of Ann, precombat main phase`.
    pub(super) fn stands(&self) -> String {
        let now = &self.game.world().turn;
        let step = now.step.map_or("between turn steps", |step| step.word());
        format!("turn {}, of {}, {step}", now.number, self.player_name(now.active))
    }

    /// The player with priority, for a step that needs one; an error without one.
    pub(super) fn priority(&self) -> Result<PlayerId, Stop> {
        self.priority_for(rule!("117.3d"))
    }

    /// Like `priority`, for an action that this rule allows with priority.
    pub(super) fn priority_for(&self, rule: Rule) -> Result<PlayerId, Stop> {
        let choice = self.choice()?;
        match choice.prompt {
            Prompt::Priority => Ok(choice.player),
            _ => Err(Stop::NotAsked(rule, self.other_choice(&choice))),
        }
    }

    /// The player with priority passes.
    pub(super) fn pass(&mut self) -> Result<(), Stop> {
        let by = self.priority()?;
        self.decide(by, Answer::Picked(vec![Item::Act(Act::Pass)]))
    }

    /// Gives a player priority by the passes of the others, unless these end the round.
    pub(super) fn give_priority(&mut self, wanted: PlayerId, rule: Rule) -> Result<(), Stop> {
        loop {
            if self.priority_for(rule)? == wanted {
                return Ok(());
            }
            let passes = match self.game.frame() {
                Some(Frame::Priority { passes, .. }) => usize::from(*passes) + 1,
                _ => 0,
            };
            if passes >= self.game.priority_order_from(self.game.world().turn.active).len() {
                let who = self.player_name(wanted);
                let what = if self.game.world().stack.is_empty() { "the turn step ends" } else { "the stack resolves" };
                let why = format!("{who} has passed already, and gets no priority before {what}; say so first");
                return Err(Stop::NotAsked(rule!("117.4"), why.into()));
            }
            self.pass()?;
        }
    }

    /// The name of an object, and its alias if that differs.
    pub(super) fn called(&self, id: ObjectId) -> String {
        let name = self.game.name_of(id);
        match self.alias_of(id) {
            Some(alias) if alias != name => format!("{alias} ({name})"),
            _ => name,
        }
    }

    /// The object with this alias.
    pub(super) fn alias(&self, name: &str) -> Option<ObjectId> {
        self.names.get(name).copied()
    }

    /// An alias of an object.
    pub(super) fn alias_of(&self, id: ObjectId) -> Option<&str> {
        self.names.iter().find(|(_, named)| **named == id).map(|(alias, _)| alias.as_str())
    }

    /// Whether an object has an alias.
    pub(super) fn has_alias(&self, id: ObjectId) -> bool {
        self.names.values().any(|named| *named == id)
    }

    /// What an object has become by now, however many zones it has gone through; itself if nothing.
    pub(super) fn latest_of(&self, id: ObjectId) -> Vec<ObjectId> {
        let mut latest = Vec::new();
        self.follow(id, None, &mut latest);
        latest
    }

    /// The name of a player.
    pub(super) fn player_name(&self, id: PlayerId) -> String {
        self.game.entity_name(Entity::Player(id))
    }

    /// The player of this name.
    pub(super) fn player(&self, name: &str) -> Result<PlayerId, Stop> {
        match self.game.players().find(|player| player.name == name) {
            Some(player) => Ok(player.id),
            None => {
                let names: Vec<&str> = self.game.players().map(|player| player.name.as_str()).collect();
                script(format!("there is no player `{name}`; the players are {}", names.join(", ")))
            }
        }
    }

    /// The object or player a reference names.
    pub(super) fn entity(&self, reference: &Ref) -> Result<Entity, Stop> {
        if let Ref::Named(name) = reference
            && let Some(player) = self.game.players().find(|player| player.name == *name)
        {
            return Ok(Entity::Player(player.id));
        }
        self.object(reference).map(Entity::Object)
    }

    /// The object a reference names. One with an alias may be gone.
    pub(super) fn object(&self, reference: &Ref) -> Result<ObjectId, Stop> {
        self.object_among(reference, &[])
    }

    /// The object a reference names. A card's name that several objects have means the only one
    /// among `among`.
    pub(super) fn object_among(&self, reference: &Ref, among: &[ObjectId]) -> Result<ObjectId, Stop> {
        match reference {
            Ref::Named(name) => {
                let id = self.named(name, among)?;
                Ok(self.as_spell(id).filter(|spell| among.contains(spell)).unwrap_or(id))
            }
            Ref::Successor(_) | Ref::Latest(_) => match self.successors(reference)?.as_slice() {
                [only] => Ok(*only),
                several => self.ambiguous(reference, several),
            },
            Ref::Part(of, name) => {
                let parts = self.successors(of)?;
                let called: Vec<ObjectId> = parts.iter().copied().filter(|id| self.is_called(*id, name)).collect();
                match called.as_slice() {
                    [only] => Ok(*only),
                    [] => absent(format!("no part of {of} is called `{name}`: {}", self.listed(&parts))),
                    several => self.ambiguous(reference, several),
                }
            }
            Ref::SourceOf(of) => {
                let ability = self.object(of)?;
                match self.game.object(ability).and_then(|object| object.ability.as_ref()) {
                    Some(ability) => Ok(ability.source),
                    None => absent(format!("{of} is no ability on the stack")),
                }
            }
            Ref::Pinned(_, id) => Ok(*id),
            Ref::TopOfStack => match self.game.world().stack.last() {
                Some(top) => Ok(*top),
                None => absent("the stack is empty"),
            },
            Ref::TopOfLibrary(player) => match self.game.zone(Zone::Library(self.player(player)?)).first() {
                Some(top) => Ok(*top),
                None => absent(format!("the library of {player} is empty")),
            },
            Ref::Token(name, index) => {
                let battlefield = self.game.world().battlefield.iter().copied();
                let token = |id: &ObjectId| {
                    self.game.object(*id).is_some_and(|object| object.component == Component::Token)
                        && self.game.name_of(*id) == *name
                };
                match battlefield.filter(token).nth(*index) {
                    Some(id) => Ok(id),
                    None if !self.is_known_name(name) => self.unknown_name(name),
                    None => absent(format!("there is no {name} token {index} on the battlefield")),
                }
            }
        }
    }

    /// The objects a reference to a successor could mean. There are several where a merged or
    /// melded permanent has left (CR 713.4a, 723.3) and none of its cards had an alias before it
    /// merged.
    fn successors(&self, reference: &Ref) -> Result<Vec<ObjectId>, Stop> {
        let (of, latest) = match reference {
            Ref::Successor(of) => (of, false),
            Ref::Latest(of) => (of, true),
            other => return Ok(vec![self.object(other)?]),
        };
        let before = match &**of {
            Ref::Successor(_) | Ref::Latest(_) => self.successors(of)?,
            of => vec![self.object(of)?],
        };
        let own = self.own_component(of);
        let mut now = Vec::new();
        for old in before {
            match self.became.get(&old) {
                None if latest => now.push(old),
                None => return absent(format!("{of} has not become another object")),
                Some(_) if latest => self.follow(old, own, &mut now),
                Some(new) => now.extend(self.own_part(new, own)),
            }
        }
        Ok(now)
    }

    /// Whether an object has become another one, and perhaps others since.
    pub(super) fn has_been(&self, id: ObjectId, other: ObjectId) -> bool {
        self.became.get(&id).is_some_and(|new| new.iter().any(|it| *it == other || self.has_been(*it, other)))
    }

    /// What an object has become by now.
    fn follow(&self, id: ObjectId, own: Option<Component>, into: &mut Vec<ObjectId>) {
        match self.became.get(&id) {
            None => into.push(id),
            Some(new) => self.own_part(new, own).into_iter().for_each(|next| self.follow(next, own, into)),
        }
    }

    /// Of several objects that one has become, the card that was named; if none of them was, all
    /// that have not ceased to exist.
    fn own_part(&self, several: &[ObjectId], own: Option<Component>) -> Vec<ObjectId> {
        let component = |id: &ObjectId| {
            let there = self.game.object(*id).map(|object| object.component);
            there.or_else(|| self.game.world().departed.get(id).map(|departed| departed.was.component))
        };
        let is_it = |id: &&ObjectId| matches!(own, Some(Component::Card(_))) && component(id) == own;
        let found: Vec<ObjectId> = several.iter().filter(is_it).copied().collect();
        if found.len() == 1 {
            return found;
        }
        let remains = |id: &&ObjectId| self.game.object(**id).is_some() || self.became.contains_key(*id);
        let remaining: Vec<ObjectId> = several.iter().filter(remains).copied().collect();
        if remaining.is_empty() { several.to_vec() } else { remaining }
    }

    /// The card or token that the innermost name of a reference was given to.
    pub(super) fn own_component(&self, reference: &Ref) -> Option<Component> {
        match reference {
            Ref::Named(name) => self.named_as.get(name).copied(),
            Ref::Successor(of) | Ref::Latest(of) | Ref::Pinned(of, _) => self.own_component(of),
            _ => None,
        }
    }

    /// Names for the objects a reference could mean.
    fn listed(&self, several: &[ObjectId]) -> String {
        let one = |id: &ObjectId| {
            let zone = self.game.zone_of(*id).map_or_else(|| "gone".to_owned(), |zone| zone.to_string());
            format!("`{}` ({id}, {zone})", self.game.name_of(*id))
        };
        several.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The error for an ambiguous reference, with the ways to be specific.
    fn ambiguous<T>(&self, reference: &Ref, several: &[ObjectId]) -> Result<T, Stop> {
        if several.is_empty() {
            return absent(format!("{reference} is nothing: it has left the game with its owner, or ceased to exist"));
        }
        let example = several.first().map(|id| self.game.name_of(*id)).unwrap_or_default();
        script(format!(
            "{reference} is {} objects: {}; say which with `Part(…, \"{example}\")`, or by its number",
            several.len(),
            self.listed(several)
        ))
    }

    /// The object of an alias, or the only one with this card name.
    fn named(&self, name: &str, among: &[ObjectId]) -> Result<ObjectId, Stop> {
        if let Some(id) = self.names.get(name) {
            return Ok(*id);
        }
        if let Some(id) = numbered(name) {
            return match self.game.object(id) {
                Some(_) => Ok(id),
                None if self.game.phased_out(id).is_some() => Ok(id),
                None => absent(format!("there is no object {id} here")),
            };
        }
        let has_name = |id: &ObjectId| self.is_called(*id, name);
        let mut found: Vec<ObjectId> = among.iter().copied().filter(has_name).collect();
        if found.is_empty() {
            let everywhere = self.game.world().objects.iter().filter(|(id, _)| has_name(id));
            let (hidden, open): (Vec<_>, Vec<_>) =
                everywhere.partition(|(_, object)| matches!(object.zone, Zone::Library(_)));
            let chosen = if open.is_empty() { hidden } else { open };
            found = chosen.into_iter().map(|(id, _)| *id).collect();
        }
        if found.is_empty() {
            let called = |id: &ObjectId| self.name_is(*id, name);
            found = self.game.world().phased_out.keys().copied().filter(called).collect();
        }
        match found.as_slice() {
            [only] => Ok(*only),
            [] => self.nothing_called(name),
            [first, rest @ ..] if rest.iter().all(|other| self.alike(*first, *other)) => Ok(*first),
            several => {
                let zones = several
                    .iter()
                    .filter_map(|id| Some(format!("#{}: {}", id.0, tell::zone(&self.game, self.game.zone_of(*id)?))));
                let begun = format!("{} objects are called `{name}` (", several.len());
                let remedy = format!("); give them aliases with `as`, or write the number: \"#{}\"", several[0].0);
                script(Message::from(begun).and(Message::list(zones)).and(remedy))
            }
        }
    }

    /// The error for a name without an object: says what had the name and its present name, or what
    /// may have been meant.
    fn nothing_called<T>(&self, name: &str) -> Result<T, Stop> {
        let printed = |def| self.game.face(def).is_some_and(|face| face.name == name);
        let beneath = |object: &crate::state::Object| printed(object.def) || object.beneath.is_some_and(printed);
        let otherwise = self.game.world().objects.iter().filter(|(_, object)| object.ability.is_none());
        let otherwise: Vec<ObjectId> = otherwise.filter(|(_, it)| beneath(it)).map(|(id, _)| *id).collect();
        match otherwise.first() {
            Some(id) => {
                let now = self.called(*id);
                let now = if now.is_empty() { "has no name".to_owned() } else { format!("is called {now}") };
                script(format!("nothing is called `{name}` here: what is printed so {now} by now; write \"#{}\"", id.0))
            }
            None if self.is_known_name(name) => absent(format!(
                "nothing is called `{name}` here any more, or yet; give it an alias with `as` while it is"
            )),
            None => self.unknown_name(name),
        }
    }

    /// The error for a name that nothing in the game has or had.
    pub(super) fn unknown_name<T>(&self, name: &str) -> Result<T, Stop> {
        let hint = if name.starts_with('{') {
            format!("; a cost or a way to pay is `Says(\"{name}\")`")
        } else {
            self.near(name)
        };
        script(format!("nothing is called `{name}` here{hint}"))
    }

    /// Whether an object has this name and is not an ability.
    fn is_called(&self, id: ObjectId, name: &str) -> bool {
        self.game.object(id).is_some_and(|object| object.ability.is_none()) && self.has_name(id, name)
    }

    /// Whether an object has a name. A face-down object has the one beneath, since the author of a
    /// script knows it.
    fn has_name(&self, id: ObjectId, name: &str) -> bool {
        let named = |it: &crate::fact::Characteristics| *it.name == *name;
        let beneath = self.game.object(id).filter(|object| object.is_face_down());
        let beneath = beneath.and_then(|object| self.game.face(object.face_up_def()));
        self.game.characteristics(id).is_some_and(named) || beneath.is_some_and(|face| face.name == name)
    }

    /// What an unknown word may have been meant to be.
    fn near(&self, name: &str) -> String {
        let cards = self.game.world().objects.keys().map(|id| self.game.name_of(*id));
        let players = self.game.players().map(|player| player.name.clone());
        let known: Vec<String> = self.names.keys().cloned().chain(cards).chain(players).collect();
        let near: Vec<String> =
            near(name, known.iter().map(String::as_str)).into_iter().map(|it| format!("`{it}`")).collect();
        if near.is_empty() {
            "; name a card of this game, a player, or an alias that `as` gave before".to_owned()
        } else {
            format!("; did you mean {}?", near.join(" or "))
        }
    }

    /// Whether a reference means an object or player: an alias means one object, a card's name any
    /// that has it.
    ///
    /// # Errors
    /// An unknown name, so that a misspelt one does not pass for an absence.
    pub(super) fn speaks_of(&self, reference: &Ref, entity: Entity) -> Result<bool, Stop> {
        // An effect without a source is inherent in having a monarch (CR 720.2), or comes from the
        // planar die (CR 901.8).
        let without = ["the monarch", "the planar die"];
        if matches!(reference, Ref::Named(name) if without.contains(&&**name) && !self.names.contains_key(name)) {
            return Ok(entity == Entity::Object(ObjectId::NONE));
        }
        // A choice may offer something by the number of what is gone.
        if let Ref::Named(name) = reference
            && !self.names.contains_key(name)
            && let Some(id) = numbered(name).filter(|id| *id < self.game.counters().object)
        {
            return Ok(entity == Entity::Object(id));
        }
        if let Ref::Named(name) = reference
            && self.is_printed_name(name)
        {
            if !self.is_known_name(name) {
                return self.unknown_name(name);
            }
            return Ok(entity.object().is_some_and(|id| self.name_is(id, name)));
        }
        Ok(self.entity(reference)? == entity)
    }

    /// The number that a reference is written as.
    pub(super) fn number(&self, reference: &Ref) -> Option<ObjectId> {
        match reference {
            Ref::Named(name) if !self.names.contains_key(name) => numbered(name),
            _ => None,
        }
    }

    /// Whether a name can only be that of a card: it is no alias, no number and no player.
    pub(super) fn is_printed_name(&self, name: &str) -> bool {
        !self.names.contains_key(name)
            && numbered(name).is_none()
            && !self.game.players().any(|player| player.name == *name)
    }

    /// Whether an object, even one that is gone, has this name and is not an ability.
    fn name_is(&self, id: ObjectId, name: &str) -> bool {
        self.game.object(id).is_none_or(|object| object.ability.is_none()) && self.has_name(id, name)
    }

    /// The rule that reversed a proposal since this place in the log.
    pub(super) fn taken_back_since(&self, from: usize) -> Option<Rule> {
        let reversed = |entry: &&Arc<Entry>| matches!(entry.event, Event::Restored {});
        self.log.get(from..)?.iter().find(reversed).map(|entry| entry.rule)
    }

    /// The spell or ability that the inputs since this place in the log have put on the stack.
    pub(super) fn put_on_stack_since(&self, from: usize) -> Option<ObjectId> {
        self.log.get(from..)?.iter().find_map(|entry| match &entry.event {
            Event::Moved { became, manner: Manner::Cast, .. } => became.first().map(|new| new.id),
            Event::Created { object } if object.component == Component::Ability => Some(object.id),
            _ => None,
        })
    }
}

/// The object with a printed number: `#12`.
fn numbered(name: &str) -> Option<ObjectId> {
    name.strip_prefix('#')?.parse().ok().map(ObjectId)
}
