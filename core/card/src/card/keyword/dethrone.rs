//! Dethrone (CR 702.105).

use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::ast::trigger::TriggerEvent;

use super::common::{PLUS_ONE, ability, put};
use super::meaning::Meaning;

/// CR 702.105a-b.
pub(super) static DETHRONE: Meaning = Meaning {
    triggered: |_| {
        let most_life = Players::WithMost(Box::new(Quantity::Life(Players::They)));
        let attacks = TriggerEvent::AttacksThat { what: Filter::This, players: Some(most_life), objects: None };
        vec![ability(attacks, vec![put(Objects::This, PLUS_ONE, Quantity::Fixed(1))])]
    },
    ..Meaning::alone("dethrone", || Keyword::Dethrone)
};
