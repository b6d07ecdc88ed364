//! Checks the characteristics of a card (CR 2xx).

use crate::card::ast::ability::{Ability, Face};
use crate::card::ast::keyword::Keyword;
use crate::card::layout::{Card, Split};
use crate::card::words::card_type::{CardType, CardTypes, Subtype};
use crate::card::words::printed_number::PrintedNumber;
use crate::card::words::tree::steering;

impl Face {
    /// The first contradiction, as the wrong field and the reason.
    pub fn contradiction(&self) -> Option<(&'static str, String)> {
        let has = |kind| self.types.has(kind);
        if self.name.trim().is_empty() {
            return Some(("name", "a card needs a name".to_owned()));
        }
        if self.colors_as_copied.is_some() {
            return Some(("colors_as_copied", "only a copy has colors of its own (CR 707.9b)".to_owned()));
        }
        if self.types.is_empty() {
            return Some(("types", "a card needs at least one card type (CR 205.2a)".to_owned()));
        }
        if let Some(subtype) = self.subtypes.iter().find(|subtype| !subtype.belongs_to(self.types)) {
            return Some(("subtypes", format!("`{subtype}` is no subtype of these card types (CR 205.3d)")));
        }
        let others = CardType::ALL.iter().filter(|kind| **kind != CardType::Tribal);
        if has(CardType::Tribal) && !others.copied().any(has) {
            return Some(("types", "a tribal card has another card type (CR 308.1)".to_owned()));
        }
        let vehicle = self.subtypes.contains(&Subtype::VEHICLE);
        match (self.power, self.toughness) {
            (Some(_), Some(_)) if !has(CardType::Creature) && !vehicle => {
                return Some(("power", "only creatures and Vehicles have power and toughness (CR 208.1)".to_owned()));
            }
            (Some(_), None) | (None, Some(_)) => {
                return Some(("power", "give power and toughness together (CR 208.1)".to_owned()));
            }
            (None, None) if has(CardType::Creature) => {
                return Some(("types", "a creature needs power and toughness (CR 208.1)".to_owned()));
            }
            _ => {}
        }
        let star = |it: Option<PrintedNumber>| it.is_some_and(PrintedNumber::has_star);
        if (star(self.power) && !self.abilities.iter().any(super::sense::says_power))
            || (star(self.toughness) && !self.abilities.iter().any(super::sense::says_toughness))
        {
            let why = "a star stands for what an ability says: a defining `SetPowerToughness`, `SetPower` or \
                       `SetToughness` (CR 208.2a), or a replacement effect as it enters (CR 208.2b)";
            return Some((if star(self.power) { "power" } else { "toughness" }, why.to_owned()));
        }
        if self.loyalty.is_some() != has(CardType::Planeswalker) {
            return Some(("loyalty", "planeswalkers have loyalty, and only they (CR 209.1)".to_owned()));
        }
        let spell = has(CardType::Instant) || has(CardType::Sorcery);
        if spell && self.types.is_permanent() {
            return Some(("types", "an instant or sorcery is not a permanent too (CR 300.1)".to_owned()));
        }
        if has(CardType::Land) && self.cost.is_some() {
            return Some(("cost", "a land has no mana cost (CR 305.1)".to_owned()));
        }
        if !spell && self.abilities.iter().any(|ability| matches!(ability, Ability::Spell(_))) {
            return Some(("abilities", "only instants and sorceries have spell abilities (CR 113.3a)".to_owned()));
        }
        let enchants = |ability: &Ability| matches!(ability, Ability::Keyword(Keyword::Enchant(_)));
        if self.subtypes.contains(&Subtype::AURA) && !self.abilities.iter().any(enchants) {
            return Some((
                "abilities",
                "an Aura says with `Enchant` what it can be attached to (CR 303.4a)".to_owned(),
            ));
        }
        let offers = |ability: &Ability| matches!(ability, Ability::Keyword(it) if it.text_offer().is_some());
        if self.abilities.iter().any(offers) && !can_follow(self) {
            let why = "a text that is spliced onto another spell has no modes and no `x` of its own: write the \
                       instructions without them (CR 702.47c)";
            return Some(("abilities", why.to_owned()));
        }
        if let Some(wrong) = nontraditional_contradiction(self) {
            return Some(wrong);
        }
        if let Some(why) = dungeon_contradiction(self) {
            return Some(("abilities", why));
        }
        let wrong = self.abilities.iter().find_map(super::sense::contradiction);
        wrong.or_else(|| super::defending::in_face(self)).map(|why| ("abilities", why))
    }
}

/// What is wrong with a nontraditional card, or with modifiers that only vanguards have (CR 210,
/// 211, 309-314).
fn nontraditional_contradiction(face: &Face) -> Option<(&'static str, String)> {
    let has = |kind| face.types.has(kind);
    if (face.hand_modifier != 0 || face.life_modifier != 0) && !has(CardType::Vanguard) {
        let field = if face.hand_modifier != 0 { "hand_modifier" } else { "life_modifier" };
        return Some((field, "only vanguards have hand and life modifiers (CR 210.1, 211.1)".to_owned()));
    }
    let secret = |ability: &Ability| matches!(ability, Ability::Keyword(Keyword::HiddenAgenda | Keyword::DoubleAgenda));
    if face.abilities.iter().any(secret) && !has(CardType::Conspiracy) {
        return Some(("abilities", "only a conspiracy has a hidden agenda (CR 702.106a)".to_owned()));
    }
    if !face.types.stays_in_command_zone() {
        return None;
    }
    if face.types.iter().count() > 1 {
        return Some(("types", "a card that stays in the command zone has no other card type (CR 400.4b)".to_owned()));
    }
    if face.cost.is_some() {
        return Some(("cost", "a card that stays in the command zone is never cast, and has no mana cost".to_owned()));
    }
    if face.subtypes.len() > usize::from(has(CardType::Plane)) {
        let why = "a plane has one planar type, and other nontraditional cards have no subtype (CR 205.3p, 310.3)";
        return Some(("subtypes", why.to_owned()));
    }
    None
}

/// What is wrong with the rooms of a card, if anything (CR 309.4): only dungeons have them, and
/// nothing else. The arrows lead downward, from the topmost room to every other one, and on to the
/// bottommost room.
fn dungeon_contradiction(face: &Face) -> Option<String> {
    let rooms: Vec<(&str, &[String])> = face.rooms().map(|room| (room.name, room.leads_to)).collect();
    let dungeon = face.types.has(CardType::Dungeon);
    if !dungeon {
        return (!rooms.is_empty()).then(|| "only a dungeon has rooms (CR 309.4)".to_owned());
    }
    if rooms.is_empty() || rooms.len() < face.abilities.len() {
        let why = "the abilities of a dungeon are its rooms: `Triggered(when: EntersRoom(…), …)` (CR 309.4c)";
        return Some(why.to_owned());
    }
    if face.types != CardTypes::NONE.with(CardType::Dungeon) || !face.subtypes.is_empty() || face.cost.is_some() {
        return Some("a dungeon has no other card type, no subtype and no mana cost (CR 205.3p, 309.2c)".to_owned());
    }
    for (place, (name, leads_to)) in rooms.iter().enumerate() {
        let (above, below) = (&rooms[..place], &rooms[place + 1..]);
        if above.iter().any(|(other, _)| other == name) {
            return Some(format!("two rooms are called {name}; give each its own name (CR 309.4b)"));
        }
        if let Some(to) = leads_to.iter().find(|to| !below.iter().any(|(other, _)| other == to)) {
            return Some(format!("no room after {name} is called {to}; list rooms from top to bottom (CR 309.4)"));
        }
        if leads_to.is_empty() != below.is_empty() {
            return Some(format!("{name}: the last room is the only one without `leads_to` (CR 309.5b)"));
        }
        if place > 0 && !above.iter().any(|(_, to)| to.iter().any(|it| it == name)) {
            return Some(format!("no arrow leads to {name}; name it in `leads_to` of a room before it (CR 309.5a)"));
        }
    }
    None
}

impl Card {
    /// The first contradiction, as the wrong field and the reason.
    pub fn contradiction(&self) -> Option<(&'static str, String)> {
        if let Some(wrong) = self.faces().into_iter().find_map(Face::contradiction) {
            return Some(wrong);
        }
        if let Some(why) = steering(self) {
            return Some(("card", why));
        }
        if let Some(why) = super::not_executed::contradiction(self) {
            return Some(("abilities", why));
        }
        if let Some(why) = super::drafting::contradiction(self) {
            return Some(("abilities", why));
        }
        let nested = |face: &Face| face.flipped.is_some() || face.adventure.is_some();
        match self {
            Card::Card(face) => alternative_contradiction(face),
            Card::Split(_) | Card::Transforming(_) | Card::Modal(_) | Card::Meld(_)
                if self.faces().into_iter().any(nested) =>
            {
                let why = "a face of a card of two faces has no alternative characteristics (CR 709, 712)";
                Some(("flipped", why.to_owned()))
            }
            Card::Split(split) => split_contradiction(split),
            Card::Transforming(card) if card.back.cost.is_some() => {
                Some(("cost", "the back face of a transforming card has no mana cost (CR 202.3b)".to_owned()))
            }
            Card::Meld(card) if card.melded.as_ref().is_some_and(|melded| melded.cost.is_some()) => {
                Some(("cost", "the combined back face of a meld pair has no mana cost (CR 202.3c)".to_owned()))
            }
            Card::Transforming(_) | Card::Modal(_) | Card::Meld(_) => None,
        }
    }
}

/// Whether the texts of a face can follow those of another one in the same spell.
fn can_follow(face: &Face) -> bool {
    face.abilities.iter().all(|it| !matches!(it, Ability::Spell(it) if !it.body.can_follow()))
}

fn split_contradiction(split: &Split) -> Option<(&'static str, String)> {
    let says = |face: &Face, keyword: &Keyword| face.abilities.contains(&Ability::Keyword(keyword.clone()));
    let halves = [split.left(), split.right()];
    let spell = |face: &Face| {
        let has = |kind| face.types.has(kind);
        has(CardType::Instant) || has(CardType::Sorcery)
    };
    if !halves.into_iter().all(spell) {
        return Some(("types", "the halves of a split card are instants and sorceries (CR 709)".to_owned()));
    }
    if says(split.left(), &Keyword::Fuse) != says(split.right(), &Keyword::Fuse) {
        return Some(("abilities", "fuse is said of both halves (CR 702.102a)".to_owned()));
    }
    if split.fuses() && !halves.into_iter().all(can_follow) {
        return Some(("abilities", "the halves of a fused spell have no modes and no `x` (CR 702.102d)".to_owned()));
    }
    None
}

fn alternative_contradiction(face: &Face) -> Option<(&'static str, String)> {
    let wrong = |field, why: &str| Some((field, why.to_owned()));
    if let Some(flipped) = &face.flipped {
        if flipped.cost.is_some() || flipped.color_indicator.is_some() || flipped.loyalty.is_some() {
            return wrong("flipped", "a flipped permanent keeps its color and mana cost (CR 710.1c)");
        }
        if !face.types.is_permanent() || !flipped.types.is_permanent() {
            return wrong("flipped", "only permanents flip (CR 710.1b)");
        }
        if face.adventure.is_some() {
            return wrong("flipped", "a card has one set of alternative characteristics (CR 710, 716)");
        }
    }
    let nested = face.alternative().is_some_and(|it| it.flipped.is_some() || it.adventure.is_some());
    if nested { wrong("flipped", "alternative characteristics have none of their own (CR 710, 716)") } else { None }
}
