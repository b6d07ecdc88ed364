//! Checks the text of a card that is not executed.

use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::effect::StaticEffect;
use crate::card::layout::Card;
use crate::card::words::term::each;

/// What is wrong with it, if anything: it stands on a permanent card as an ability of its own. A
/// spell without a part of its text would do something else than it says.
pub(super) fn contradiction(card: &Card) -> Option<String> {
    let mut said = 0;
    each(card, &mut |it| said += usize::from(matches!(it, StaticEffect::NotExecuted(_))));
    if said == 0 {
        return None;
    }
    let of_permanents = card.faces().into_iter().filter(|face| face.types.is_permanent());
    let alone = of_permanents.flat_map(|face| &face.abilities).filter(|ability| match ability {
        Ability::Static(StaticAbility {
            effect: effect @ StaticEffect::NotExecuted(text),
            condition,
            zone,
            elsewhere,
        }) => !text.trim().is_empty() && condition.is_none() && !elsewhere && *zone == effect.zone(),
        _ => false,
    });
    if alone.count() != said {
        let why = "`NotExecuted` is an ability of its own on a permanent card, with its text and nothing else; an \
            instant or sorcery needs all of its text";
        return Some(why.to_owned());
    }
    (said > 1).then(|| "only one ability of a card may be `NotExecuted`; describe the others".to_owned())
}
