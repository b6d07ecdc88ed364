//! An object as a player reads it: the words and marks of its card, as it is now.

use retrace_core::card::text::ability_text;
use retrace_core::card::{Ability, CardType, CounterKind, ManaCost, ManaType};
use retrace_core::derive::Look;
use retrace_core::derive::object::commander;
use retrace_core::derive::pay::production::types_it_could_produce;
use retrace_core::fact::{Characteristics, Component, ObjectId, Origin, PlayerId};
use retrace_core::state::{Game, Object};

use retrace_session::describe;

use super::super::words;

/// What a badge tells, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Something that an effect or a counter has made different.
    Changed,
    /// Damage.
    Bad,
    /// Something else.
    Plain,
}

/// A fact in words, and as short as it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Badge {
    /// As in "damage 2".
    pub(crate) text: String,
    /// As in "−2", for a tile; empty if a mark tells it there.
    pub(crate) short: String,
    pub(crate) tone: Tone,
}

/// What the frame of a card tells: up to two colours, more than that, none, or a land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The two halves of its title bar, as indices of the tokens' title bars.
    pub(crate) halves: [usize; 2],
    /// Whether it is a land: its halves are what it could produce.
    pub(crate) land: bool,
}

/// The title bar of cards of several colours, of colourless ones, and of lands.
const SEVERAL: usize = 5;
const COLORLESS: usize = 6;
const LAND: usize = 7;

/// How an ability came to be on a card, or went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// It is printed, or part of what was copied.
    Printed,
    /// It was gained, and from what.
    Gained(String),
    /// It was lost.
    Lost,
}

/// A paragraph of rules text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) text: String,
    pub(crate) how: How,
}

/// An object as a player reads it, without its rules text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Face {
    /// The object.
    pub(crate) id: ObjectId,
    /// Its name, or for an ability on the stack that of its source.
    pub(crate) name: String,
    /// Its mana cost.
    pub(crate) cost: Option<ManaCost>,
    pub(crate) frame: Frame,
    /// Its type line, or what kind of ability it is.
    pub(crate) kind: String,
    /// Power and toughness, or loyalty, as they are now.
    pub(crate) corner: Option<String>,
    /// The corner text without any effects, if that is different.
    pub(crate) corner_printed: Option<String>,
    /// Other facts.
    pub(crate) badges: Vec<Badge>,
    /// Whether it is tapped.
    pub(crate) tapped: bool,
    /// Whether it came this turn, so that it may not attack (CR 302.6).
    pub(crate) sick: bool,
    /// Whether an effect has changed its characteristics.
    pub(crate) modified: bool,
    /// Whether it has lost abilities that are printed on it.
    pub(crate) lost: bool,
    /// Whether it is a token.
    pub(crate) token: bool,
    /// Whether it is a commander (CR 903.3).
    pub(crate) commander: bool,
    /// The generic mana that it costs more as a commander cast before (CR 903.8).
    pub(crate) tax: u32,
    /// Whether it has phased out.
    pub(crate) phased_out: bool,
    /// Its owner, if not its controller.
    pub(crate) owner: Option<PlayerId>,
    /// The mana that a land could produce.
    pub(crate) produces: Vec<ManaType>,
}

impl Face {
    /// The face of an object; `None` if it does not exist.
    pub(crate) fn of(game: &Game, id: ObjectId) -> Option<Face> {
        let object = game.object_or_phased_out(id)?;
        let now = game.characteristics(id);
        let is_ability = object.component == Component::Ability;
        let controller = game.controller(id);
        let produces = match now {
            Some(it) if object.is_permanent() && it.types.has(CardType::Land) => types_it_could_produce(game, id),
            _ => Vec::new(),
        };
        let mut face = Face {
            id,
            name: match &object.ability {
                Some(stacked) => game.name_of(stacked.source),
                None => game.name_of(id),
            },
            cost: now.filter(|_| !is_ability).and_then(|it| it.cost.clone()),
            frame: now
                .filter(|_| !is_ability)
                .map_or(Frame { halves: [COLORLESS; 2], land: false }, |it| frame(it, &produces)),
            kind: words::kind_of_object(game, id),
            corner: None,
            corner_printed: None,
            badges: Vec::new(),
            tapped: object.status.tapped,
            sick: false,
            modified: false,
            lost: false,
            token: object.component == Component::Token,
            commander: commander::is_commander(game, id),
            tax: commander::tax(game, object.owner, id).unwrap_or(0),
            phased_out: game.phased_out(id).is_some(),
            owner: controller.filter(|controller| *controller != object.owner).map(|_| object.owner),
            produces,
        };
        let Some(now) = now.filter(|_| !is_ability) else { return Some(face) };
        face.corner = words::power_toughness(now);
        face.corner_printed = game.printed_size(object).filter(|it| Some(it) != face.corner.as_ref());
        if now.types.has(CardType::Planeswalker) {
            let loyalty =
                if object.is_permanent() { Some(object.counters_of(&CounterKind::Loyalty)) } else { now.loyalty };
            face.corner = face.corner.or_else(|| loyalty.map(|it| format!("loyalty {it}")));
        }
        face.sick = object.is_permanent() && now.types.has(CardType::Creature) && game.is_summoning_sick(id);
        // A printed star is a number as soon as it is anything.
        let resized = face.corner_printed.as_ref().is_some_and(|printed| !printed.contains('*'));
        face.modified = object.is_permanent() && (game.is_changed(id) || resized);
        face.lost = object.is_permanent() && game.is_changed(id) && !lost(game, object, now).is_empty();
        face.add_badges(game, object, now);
        Some(face)
    }

    fn add_badges(&mut self, game: &Game, object: &Object, now: &Characteristics) {
        let mut add = |text: String, short: String, tone: Tone| self.badges.push(Badge { text, short, tone });
        for (kind, count) in &object.counters {
            if *kind != CounterKind::Loyalty {
                let short = match kind {
                    CounterKind::PowerToughness(..) => format!("{count}×{kind}"),
                    _ => format!("{count} {kind}"),
                };
                add(words::counters(kind, *count), short, Tone::Changed);
            }
        }
        // Granted abilities come last in the text, where they may be cut off.
        for instance in &now.abilities {
            if let (Origin::Granted { .. }, Ability::Keyword(keyword)) = (&instance.origin, &*instance.ability) {
                add(keyword.word().to_owned(), format!("+{}", keyword.word()), Tone::Changed);
            }
        }
        if self.commander {
            add("commander".to_owned(), String::new(), Tone::Plain);
        }
        if self.tax > 0 {
            add(format!("costs {} more as a commander", self.tax), format!("+{}", self.tax), Tone::Changed);
        }
        let face = game.face(object.def).filter(|face| face.types.has(CardType::Vanguard));
        if let Some(face) = face {
            let (hand, life) = (face.hand_modifier, face.life_modifier);
            add(format!("hand {hand:+}, life {life:+}"), format!("{hand:+}/{life:+}"), Tone::Plain);
        }
        if self.phased_out {
            add("phased out".to_owned(), "phased out".to_owned(), Tone::Plain);
        }
        if object.damage > 0 {
            add(format!("damage {}", object.damage), format!("−{}", object.damage), Tone::Bad);
        }
        if let Some(level) = object.level {
            add(format!("level {level}"), format!("level {level}"), Tone::Plain);
        }
        if self.lost {
            add("has lost abilities".to_owned(), String::new(), Tone::Changed);
        }
        if self.modified {
            add("modified".to_owned(), String::new(), Tone::Changed);
        }
        if self.sick {
            add("summoning sick".to_owned(), String::new(), Tone::Plain);
        }
        if object.face_down.is_some() || object.is_face_down() {
            add("face down".to_owned(), "face down".to_owned(), Tone::Plain);
        }
        if self.token {
            add("token".to_owned(), String::new(), Tone::Plain);
        }
        if let Some(to) = object.attached_to {
            add(format!("on {}", describe::entity(game, to)), String::new(), Tone::Plain);
        }
        if let Some(owner) = self.owner {
            let owner = describe::player(game, owner);
            add(format!("owned by {owner}"), format!("of {owner}"), Tone::Plain);
        }
        if let Some(combat) = game.world().combat.as_deref() {
            if let Some(attacker) = combat.attacker(self.id) {
                let text = match attacker.blocked {
                    Some(true) => "attacking, blocked",
                    Some(false) => "attacking, unblocked",
                    None => "attacking",
                };
                add(text.to_owned(), "attacks".to_owned(), Tone::Plain);
            }
            if combat.blocker(self.id).is_some() {
                add("blocking".to_owned(), "blocks".to_owned(), Tone::Plain);
            }
        }
    }

    /// The whole face as text, for a screen reader.
    pub(crate) fn label(&self) -> String {
        let mut label = format!("{} {}", self.name, self.id);
        let mut add = |text: &str| {
            label.push_str(", ");
            label.push_str(text);
        };
        if let Some(corner) = &self.corner {
            add(corner);
        }
        if self.tapped {
            add("tapped");
        }
        self.badges.iter().for_each(|badge| add(&badge.text));
        label
    }

    /// Whether two objects look the same, so that they may lie in one stack.
    pub(crate) fn is_like(&self, other: &Face) -> bool {
        Face { id: self.id, ..other.clone() } == *self
    }
}

/// The frame: lands by what they could produce, others by their colours.
fn frame(it: &Characteristics, produces: &[ManaType]) -> Frame {
    let land = it.types.has(CardType::Land);
    let colors: Vec<usize> = if land {
        produces.iter().filter_map(|kind| kind.color()).map(|color| color as usize).collect()
    } else {
        it.colors.iter().map(|color| color as usize).collect()
    };
    let halves = match colors.as_slice() {
        [] => [if land { LAND } else { COLORLESS }; 2],
        [one] => [*one; 2],
        [one, other] => [*one, *other],
        _ => [SEVERAL; 2],
    };
    Frame { halves, land }
}

/// The printed abilities that an object does not have any more.
fn lost<'a>(game: &'a Game, object: &Object, now: &Characteristics) -> Vec<&'a Ability> {
    let printed = game.printed_on(object).map(|it| it.characteristics.abilities.as_slice()).unwrap_or_default();
    let gone = printed.iter().filter(|had| !now.abilities.iter().any(|has| has.origin == had.origin));
    gone.map(|it| &*it.ability).collect()
}

/// The rules text of an object, a line for each paragraph: consecutive keywords share one. What was
/// gained says from what, and what was lost comes last.
pub(crate) fn text(game: &Game, id: ObjectId) -> Vec<Paragraph> {
    let Some(object) = game.object_or_phased_out(id) else { return Vec::new() };
    let printed = |text: String| Paragraph { text, how: How::Printed };
    if object.component == Component::Ability {
        return words::text_on_stack(game, id).into_iter().map(printed).collect();
    }
    let Some(now) = game.characteristics(id) else { return Vec::new() };
    let gone = if object.is_permanent() { lost(game, object, now) } else { Vec::new() };
    let has = now.abilities.iter().map(|it| {
        let how = match &it.origin {
            Origin::Granted { .. } => How::Gained(words::origin(game, &it.origin)),
            _ => How::Printed,
        };
        (&*it.ability, how)
    });
    let mut lines: Vec<Paragraph> = Vec::new();
    let mut after_keyword = false;
    for (ability, how) in has.chain(gone.into_iter().map(|it| (it, How::Lost))) {
        let keyword = matches!(ability, Ability::Keyword(_));
        let text = ability_text(ability, &now.name);
        match lines.last_mut() {
            Some(line) if keyword && after_keyword && line.how == how => {
                line.text.push_str(", ");
                line.text.push_str(&words::uncapitalized(&text));
            }
            _ => lines.push(Paragraph { text, how }),
        }
        after_keyword = keyword;
    }
    lines
}
