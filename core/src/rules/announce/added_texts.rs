//! Cards in a hand whose texts a spell gains as it is cast (CR 601.2b, 702.47).

use crate::card::keyword::AddingText;
use crate::card::{Ability, Definition, Face};
use crate::derive::filter::matches;
use crate::derive::target::targets;
use crate::derive::{Look, Scope};
use crate::fact::{
    AbilityInstance, AbilityRef, AddedText, Answer, Entity, Event, Frame, Item, ObjectId, Origin, Prompt,
    ProposalFrame, ProposalStage, Proposing, Zone,
};
use crate::rule;
use crate::state::Game;

use super::stage::{self, Question, Stage, any, to_stage};
use super::text::scope;
use crate::rules::engine::paid_with;
use crate::rules::engine::work::Work;

impl Stage for stage::AddedTexts {
    fn question(&self, game: &Game, proposal: &ProposalFrame) -> Option<Question> {
        if has_gained(proposal) {
            return None;
        }
        let cards = texts_to_add(game, proposal);
        let rule = cards.first()?.by.reveals;
        let options = cards.into_iter().map(|it| Item::Entity(Entity::Object(it.card))).collect();
        Some(Question::own(proposal, Prompt::AddedTexts(proposal.object), rule, any(options)?))
    }

    fn passed(&self, work: &Work, proposal: &ProposalFrame) -> Option<ProposalStage> {
        self.question(&work.game, proposal).is_none().then_some(ProposalStage::Either(0))
    }

    fn answered(&self, work: &mut Work, proposal: &ProposalFrame, answer: &Answer) {
        let Answer::Picked(items) = answer else { return };
        add_texts(work, proposal.clone(), &paid_with::objects_of(items));
    }
}

/// Whether the spell has gained the texts of cards in a hand.
pub(super) fn has_gained(proposal: &ProposalFrame) -> bool {
    !proposal.announced.added_texts.is_empty()
}

/// A card in the player's hand whose text the spell may gain.
struct TextToAdd {
    card: ObjectId,
    /// The ability that allows it.
    origin: Origin,
    /// The rules of that ability.
    by: AddingText,
}

/// The cards in the player's hand whose texts the spell may gain ([`AddingText`]).
fn texts_to_add(game: &Game, proposal: &ProposalFrame) -> Vec<TextToAdd> {
    if proposal.what != Proposing::Spell {
        return Vec::new();
    }
    let mut found = Vec::new();
    for card in game.zone(Zone::Hand(proposal.player)) {
        let Some(characteristics) = game.characteristics(*card) else { continue };
        let hand = Scope::of(*card, proposal.player);
        let offers = |instance: &AbilityInstance| {
            let Ability::Keyword(keyword) = &*instance.ability else { return None };
            let offer = keyword.text_offer().filter(|it| matches(game, &hand, it.onto, proposal.object))?;
            Some(TextToAdd { card: *card, origin: instance.origin.clone(), by: offer.by })
        };
        let Some(offer) = characteristics.abilities.iter().find_map(offers) else { continue };
        // A text that can't be followed, for example because it has no legal targets,
        // can't be added.
        let own = scope(proposal, None);
        let possible = targets::spell_bodies(characteristics).all(|body| {
            let could = |spec| targets::could_be_chosen(game, &own, proposal.object, spec);
            body.can_follow() && body.targets.iter().all(could)
        });
        found.extend(Some(offer).filter(|_| possible));
    }
    found
}

/// Reveals cards and adds their texts to the spell.
fn add_texts(work: &mut Work, mut proposal: ProposalFrame, cards: &[ObjectId]) {
    let (mut by, mut asks_more) = (None, false);
    for card in cards {
        let offer = texts_to_add(&work.game, &proposal).into_iter().find(|it| it.card == *card);
        if let (Some(offer), Some((text, is_more))) = (offer, rules_text(work, *card)) {
            proposal.announce().added_texts.push(AddedText { card: *card, origin: offer.origin, text });
            by = by.or(Some(offer.by));
            asks_more |= is_more;
        }
    }
    work.set_cause(Some(proposal.began));
    if let Some(by) = by {
        let shown = cards.iter().filter_map(|id| work.game.object(*id).map(|it| (*id, it.def))).collect();
        work.fact(by.reveals, Event::Revealed { player: proposal.player, cards: shown });
        work.fact(by.gains, Event::TextsAdded { spell: proposal.object, cards: cards.to_vec() });
    }
    if !asks_more {
        return to_stage(work, &proposal, ProposalStage::Either(0));
    }
    // The costs of the texts are announced, too (CR 601.2b), by the spell that has them now.
    work.change(rule!("601.2b"), Frame::Proposal(Box::new(proposal.clone())));
    to_stage(work, &proposal, ProposalStage::Optional);
}

/// The rules text of a card, by one of its abilities, and whether it is more than what is followed
/// as the spell resolves and the ability to add it.
fn rules_text(work: &mut Work, card: ObjectId) -> Option<(AbilityRef, bool)> {
    let characteristics = work.game.characteristics(card)?;
    let of_text = |it: &&AbilityInstance| matches!(it.origin, Origin::Printed { .. } | Origin::Merged { .. });
    let all: Vec<AbilityInstance> = characteristics.abilities.iter().filter(of_text).cloned().collect();
    let is_more = |it: &AbilityInstance| match &*it.ability {
        Ability::Spell(_) => false,
        Ability::Keyword(keyword) => keyword.text_offer().is_none(),
        _ => true,
    };
    let is_more = all.iter().any(is_more);
    let place = all.iter().position(|it| matches!(*it.ability, Ability::Spell(_))).unwrap_or(0);
    let known = |it: &AbilityInstance| {
        work.game.find_ability(it).filter(|known| Some(known.def) == work.game.object(card).map(|it| it.def))
    };
    // An effect has changed the text: it stands nowhere as a whole.
    if is_more && !all.iter().all(|it| known(it).is_some()) {
        let abilities = all.iter().map(|it| Ability::clone(&it.ability)).collect();
        let name = characteristics.name.to_string();
        let def = work.intern(Definition::Copy(Face { name, abilities, ..Face::default() }));
        return Some((AbilityRef { def, index: u16::try_from(place).unwrap_or(u16::MAX) }, is_more));
    }
    Some((work.ability_ref(all.get(place)?), is_more))
}
