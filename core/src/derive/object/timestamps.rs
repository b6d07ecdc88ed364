//! Whether it matters which of two objects has the earlier timestamp (CR 613.7, 613.11).
//!
//! It does if effects of their static abilities share a layer and do not commute there, or if both
//! change a maximum hand size. Effects that each apply only to their own object, or are attached to
//! different things, never meet.

use crate::card::{
    Ability, Asking, Condition, Filter, HandSize, Layer, Modification, Objects, Quantity, Reads, StaticEffect,
};
use crate::fact::{Entity, ObjectId};
use crate::state::Game;
use crate::state::layers::ActiveEffect;

use super::active::of_object;
use super::printed::AsPrinted;
use crate::derive::look::reads;

/// The parts of an object that its timestamp could matter for.
#[derive(Debug)]
pub struct Ordered<'a> {
    /// Its static abilities' effects in the layers, as printed and as it is now.
    effects: Vec<ActiveEffect>,
    /// Its effects on maximum hand sizes.
    hand_sizes: Vec<&'a HandSize>,
    /// Its host.
    host: Option<Entity>,
}

impl Ordered<'_> {
    /// These parts of an object.
    pub fn of(game: &Game, id: ObjectId) -> Option<Ordered<'_>> {
        let object = game.object(id)?;
        let mut effects = Vec::new();
        of_object(game, object, &mut effects);
        // An ability lost in the layers may have applied before that (CR 613.6).
        of_object(&AsPrinted { game, object: id }, object, &mut effects);
        effects.retain(|effect| !effect.defining);
        let hand_sizes = game.derived().functioning.others().filter(|it| it.source == id);
        let hand_sizes = hand_sizes.filter_map(|it| match &*it.effect {
            StaticEffect::MaximumHandSize { size, .. } => Some(size),
            _ => None,
        });
        let ordered = Ordered { hand_sizes: hand_sizes.collect(), effects, host: object.attached_to };
        (!ordered.effects.is_empty() || !ordered.hand_sizes.is_empty()).then_some(ordered)
    }

    /// Whether the order of the two matters.
    pub fn differs(&self, other: &Ordered<'_>) -> bool {
        let sizes = self.hand_sizes.iter().any(|a| other.hand_sizes.iter().any(|b| !same_hand_size(a, b)));
        let meet = |a: &ActiveEffect, b: &ActiveEffect| match (reach(a.filter()), reach(b.filter())) {
            (Reach::Itself, Reach::Itself) => false,
            (Reach::Host, Reach::Host) => self.host == other.host,
            _ => true,
        };
        sizes || self.effects.iter().any(|a| other.effects.iter().any(|b| meet(a, b) && in_one_layer(a, b)))
    }
}

/// What an effect applies to, as far as that is known without a board.
enum Reach {
    /// Only its own object.
    Itself,
    /// The host of its object.
    Host,
    /// Anything that fits.
    Any,
}

fn reach(filter: &Filter) -> Reach {
    match filter {
        Filter::Is(Objects::AttachedTo) => Reach::Host,
        Filter::All(parts) if parts.contains(&Filter::Is(Objects::AttachedTo)) => Reach::Host,
        filter if filter.is_about_this() || *filter == Filter::Is(Objects::This) => Reach::Itself,
        _ => Reach::Any,
    }
}

/// Whether two effects share a layer in which their order matters.
fn in_one_layer(a: &ActiveEffect, b: &ActiveEffect) -> bool {
    Layer::ALL.into_iter().filter(|layer| a.acts_in(*layer) && b.acts_in(*layer)).any(|layer| {
        let of_b: Vec<&Modification> = b.modifications(layer).collect();
        a.modifications(layer).any(|one| of_b.iter().any(|two| !alike(a, one, b, two)))
    })
}

/// Whether the order of two modifications of a layer does not matter: they do the same, or neither
/// undoes or reads what the other does.
fn alike(a: &ActiveEffect, one: &Modification, b: &ActiveEffect, two: &Modification) -> bool {
    let asked = |effect: &ActiveEffect, modification: &Modification| {
        let condition = effect.condition().map_or(Reads::NOTHING, Condition::reads);
        effect.filter().reads() | condition | modification.reads()
    };
    let asks = asked(a, one).meets(reads::written(two)) || asked(b, two).meets(reads::written(one));
    (one == two && is_constant(one)) || (!asks && commute(one, two))
}

/// Whether the order of two modifications of one effect matters: they share a layer, and one undoes
/// or reads what the other does.
pub fn order_matters(one: &Modification, two: &Modification) -> bool {
    let asks = one.reads().meets(reads::written(two)) || two.reads().meets(reads::written(one));
    one != two && one.layer() == two.layer() && (asks || !commute(one, two))
}

/// Whether a modification does the same from any source.
fn is_constant(modification: &Modification) -> bool {
    let fixed = |number: &Quantity| matches!(number, Quantity::Fixed(_));
    match modification {
        Modification::SetPowerToughness(power, toughness) | Modification::AddPowerToughness(power, toughness) => {
            fixed(power) && fixed(toughness)
        }
        Modification::SetPower(number) | Modification::SetToughness(number) => fixed(number),
        Modification::AddChosenSubtype
        | Modification::SetChosenSubtype(_)
        | Modification::SetSubtypesOf(..)
        | Modification::SetChosenColor
        | Modification::AddChosenColor
        | Modification::ReplaceWords(_)
        | Modification::CopyOf(_)
        | Modification::FullTextOf(_)
        | Modification::GainActivatedAbilities(_)
        | Modification::GainKeywordsOf { .. } => false,
        // They have the same controller.
        _ => true,
    }
}

/// Whether neither of two modifications of one layer undoes the other.
fn commute(one: &Modification, two: &Modification) -> bool {
    use Modification as M;
    let adds = |it: &M| {
        matches!(
            it,
            M::AddType(_)
                | M::AddSubtype(_)
                | M::AddEverySubtype(_)
                | M::AddChosenSubtype
                | M::AddSupertype(_)
                | M::AddColors(_)
                | M::AddChosenColor
                | M::Gain(_)
                | M::GainActivatedAbilities(_)
                | M::GainKeywordsOf { .. }
                | M::HasText(_)
                | M::AddNames(_)
                | M::AddPowerToughness(..)
                | M::SwitchPowerToughness
        )
    };
    let takes = |it: &M| {
        matches!(
            it,
            M::RemoveType(_)
                | M::RemoveSupertype(_)
                | M::LoseKeyword(_)
                | M::CantHaveKeyword(_)
                | M::LoseAllAbilities
                | M::LoseAllButManaAbilities
        )
    };
    let of_supertypes = |it: &M| matches!(it, M::AddSupertype(_) | M::RemoveSupertype(_));
    match (one, two) {
        (M::SetPower(_), M::SetToughness(_)) | (M::SetToughness(_), M::SetPower(_)) => true,
        (M::SetSubtypes(of, _), M::SetSubtypes(other, _)) => of != other,
        (M::LoseKeyword(lost), M::Gain(gained)) | (M::Gain(gained), M::LoseKeyword(lost)) => {
            !matches!(&**gained, Ability::Keyword(keyword) if keyword.is(lost))
        }
        // An object that can't have an ability never gets it, in either order.
        (M::CantHaveKeyword(_), M::Gain(_)) | (M::Gain(_), M::CantHaveKeyword(_)) => true,
        (one, two) if adds(one) && adds(two) => true,
        (one, two) if takes(one) && takes(two) => true,
        (one, two) => one.layer() == Layer::Type && of_supertypes(one) != of_supertypes(two),
    }
}

/// Whether the order of two changes of a maximum hand size does not matter.
fn same_hand_size(a: &HandSize, b: &HandSize) -> bool {
    let relative = |it: &HandSize| matches!(it, HandSize::Plus(_) | HandSize::Minus(_));
    a == b || (relative(a) && relative(b))
}
