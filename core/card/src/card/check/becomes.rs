//! Which events can be replaced with what (CR 614.1, 615.1). A card with any other replacement is
//! refused as it is read, and `rules::replace` supports everything allowed here.

use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Instead, Replacement, Would};
use crate::card::ast::filter::Filter;
use crate::card::dialect::written;
use crate::card::words::term::Term;
use crate::card::words::zone_kind::ZoneKind;

/// The origin of a replacement effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// A static ability (CR 604.1).
    Ability,
    /// A spell or ability that establishes it (CR 611.2).
    Effect,
    /// A resolving spell or ability, for its own actions (CR 614.15).
    Itself,
}

/// Why a replacement effect could never do anything, if so.
pub(crate) fn refusal(replacement: &Replacement, by: By) -> Option<String> {
    let Replacement { would, instead } = replacement;
    idle(would, by).or_else(|| becomes(would, instead))
}

/// Why the event never happens, at all or to what is described, if so.
fn idle(would: &Would, by: By) -> Option<String> {
    let why = match would {
        Would::Damage { players: None, objects: None, .. }
        | Would::PutCounters { players: None, objects: None, .. } => {
            "it is said of nothing: give `players`, `objects` or both"
        }
        Would::Damage { combat: true, noncombat: true, .. } => "no damage is both: leave out `combat` or `noncombat`",
        Would::Move { from: Some(from), to: Some(to), .. } if from == to => {
            "nothing changes zones within a zone: leave out `from` or `to` (CR 400.7)"
        }
        Would::TurnStep(..) | Would::Phase(..) | Would::Turn(_) | Would::ExtraTurn(_) | Would::FinishResolving(_)
            if by == By::Itself =>
        {
            "that is not done while it resolves: `Establish` it instead (CR 614.15)"
        }
        Would::Enter { what: Filter::This } | Would::TurnFaceUp { what: Filter::This, .. } if by != By::Ability => {
            "how this enters or is turned up is for a `Static` ability of its own (CR 614.12)"
        }
        _ => return None,
    };
    Some(format!("{}: {why}", written(would)))
}

/// Why an event can't become this, if so.
fn becomes(would: &Would, instead: &Instead) -> Option<String> {
    let why = match (would, instead) {
        (_, Instead::Also(inner, _)) => match &**inner {
            // A single instruction can be the event itself, in the same set (CR 400.6).
            Instead::Do(instructions) if instructions.len() == 1 => return becomes(would, inner),
            Instead::Also(..)
            | Instead::Do(_)
            | Instead::Choose(_)
            | Instead::UnlessPaid { .. }
            | Instead::Offer { .. }
            | Instead::May(_) => "`Also` is of one other thing",
            inner => return becomes(would, inner),
        },
        (_, Instead::Reveal(inner)) => match (would, &**inner) {
            (
                Would::Move { .. } | Would::Discard { .. },
                Instead::GoTo(_) | Instead::IntoLibrary(_) | Instead::ShuffleIntoLibrary | Instead::OntoBattlefield,
            ) => return becomes(would, inner),
            _ => "`Reveal` is of an object that goes to another zone",
        },
        (_, Instead::May(inner)) => match &**inner {
            Instead::May(_) | Instead::Choose(_) | Instead::UnlessPaid { .. } | Instead::Offer { .. } => {
                "`May` is of something else"
            }
            inner => return becomes(would, inner),
        },
        (Would::Move { .. } | Would::FinishResolving(_) | Would::Discard { .. }, Instead::GoTo(ZoneKind::Library)) => {
            "`GoTo(Library)` does not say where in the library: write `IntoLibrary(Top)` or `ShuffleIntoLibrary`"
        }
        (
            Would::Move { .. } | Would::FinishResolving(_) | Would::Discard { .. },
            Instead::GoTo(ZoneKind::Battlefield | ZoneKind::Stack),
        ) => "nothing goes onto the battlefield or the stack with `GoTo`; there is `OntoBattlefield`",
        (Would::Move { to: Some(to), .. }, Instead::GoTo(zone)) if to.single() == Some(*zone) => {
            "it goes there anyway: name another zone (CR 614.6)"
        }
        (Would::FinishResolving(_) | Would::Discard { .. }, Instead::GoTo(ZoneKind::Graveyard)) => {
            "it goes there anyway: name another zone (CR 614.6)"
        }
        (Would::Enter { what }, Instead::Choose(_) | Instead::BecomeOneOf(_)) if *what != Filter::This => {
            "what enters chooses for itself: `Choose` is of `Enter(what: This)`"
        }
        (Would::Enter { .. }, Instead::UnlessPaid { cost, .. })
            if cost.is_empty() || !cost.iter().all(Cost::is_paid_at_once) =>
        {
            "what is paid as a permanent enters is chosen by its player and is no mana"
        }
        _ if fits(would, instead) => return None,
        _ => {
            let could: Vec<String> = Instead::examples()
                .iter()
                .filter(|instead| becomes_at_all(would, instead))
                .filter_map(|instead| Some(format!("`{}`", instead.node().word()?.name)))
                .collect();
            return Some(format!(
                "{} cannot become {}; it can become {}",
                written(would),
                written(instead),
                could.join(", ")
            ));
        }
    };
    Some(why.to_owned())
}

/// Whether an event of this kind can become this, whatever their contents.
fn becomes_at_all(would: &Would, instead: &Instead) -> bool {
    !matches!(instead, Instead::May(_) | Instead::Also(..) | Instead::Reveal(_)) && fits(would, instead)
}

/// Whether a word for the replacement applies to the event.
fn fits(would: &Would, instead: &Instead) -> bool {
    match instead {
        Instead::GoTo(zone) => match would {
            Would::Move { .. } | Would::FinishResolving(_) | Would::Discard { .. } => true,
            Would::Enter { .. } => matches!(zone, ZoneKind::Exile | ZoneKind::Graveyard | ZoneKind::Hand),
            _ => false,
        },
        Instead::IntoLibrary(_) => matches!(
            would,
            Would::Move { .. } | Would::FinishResolving(_) | Would::Discard { .. } | Would::Enter { .. }
        ),
        Instead::ShuffleIntoLibrary | Instead::OntoBattlefield => {
            matches!(would, Would::Move { .. } | Would::Discard { .. })
        }
        Instead::EnterTapped
        | Instead::EnterUntapped
        | Instead::EnterAs(_)
        | Instead::EnterUnder(_)
        | Instead::TurnFaceDown(_)
        | Instead::EnterTransformed
        | Instead::EnterBeing(_)
        | Instead::ItBecomes(_) => matches!(would, Would::Enter { .. }),
        Instead::EnterWithCounters(..) => matches!(would, Would::Enter { .. } | Would::TurnFaceUp { .. }),
        Instead::BecomeOneOf(_) => matches!(would, Would::Enter { what: Filter::This }),
        Instead::Choose(_) => matches!(
            would,
            Would::Enter { what: Filter::This }
                | Would::TurnFaceUp { what: Filter::This, .. }
                | Would::Transform { what: Filter::This }
        ),
        Instead::UnlessPaid { instead, .. } => {
            let unpaid = matches!(
                **instead,
                Instead::EnterTapped
                    | Instead::EnterWithCounters(..)
                    | Instead::GoTo(ZoneKind::Exile | ZoneKind::Graveyard | ZoneKind::Hand)
            );
            unpaid && matches!(would, Would::Enter { .. })
        }
        Instead::Offer { then, otherwise, .. } => {
            let enters = |instead: &Instead| {
                matches!(instead, Instead::EnterTapped | Instead::EnterWithCounters(..) | Instead::EnterBeing(_))
            };
            let offered = enters(then) && otherwise.as_deref().is_none_or(enters);
            offered && matches!(would, Would::Enter { what: Filter::This })
        }
        Instead::SearchTop(_) => matches!(would, Would::Search(_)),
        Instead::Prevent | Instead::PreventSome(_) | Instead::PreventNext(_) | Instead::DealTo { .. } => {
            matches!(would, Would::Damage { .. })
        }
        Instead::Regenerate => matches!(would, Would::Destroy(_)),
        Instead::Amount(_) => has_amount(would) && !matches!(would, Would::CreateTokens { .. }),
        Instead::More(_) => has_amount(would),
        Instead::Multiply(_) => {
            has_amount(would) || matches!(would, Would::TapForMana { .. } | Would::Draw(_) | Would::DrawBesides(_))
        }
        Instead::LeaveLife(_) => matches!(would, Would::LifeBelow { .. }),
        Instead::Tokens(_) | Instead::MoreTokens(_) => matches!(would, Would::CreateTokens { .. }),
        Instead::Do(_) => !matches!(would, Would::TapForMana { .. } | Would::TurnFaceUp { .. }),
        Instead::Produce(_) => matches!(would, Would::TapForMana { .. }),
        Instead::Nothing => can_be_nothing(would),
        Instead::TwoCoins => matches!(would, Would::FlipCoin(_)),
        Instead::ExtraDie | Instead::AddToRoll(_) => matches!(would, Would::RollDice(_)),
        // Their contents are checked instead.
        Instead::May(_) | Instead::Also(..) | Instead::Reveal(_) => false,
    }
}

/// Whether the event has an amount that can change.
const fn has_amount(would: &Would) -> bool {
    matches!(
        would,
        Would::Damage { .. }
            | Would::GainLife(_)
            | Would::LoseLife(_)
            | Would::PutCounters { .. }
            | Would::DrawCards { .. }
            | Would::Mill(_)
            | Would::CreateTokens { .. }
    )
}

/// Whether the event can simply not happen.
const fn can_be_nothing(would: &Would) -> bool {
    match would {
        Would::Move { .. }
        | Would::Discard { .. }
        | Would::TurnFaceUp { .. }
        | Would::Transform { .. }
        | Would::GainLife(_)
        | Would::LoseLife(_)
        | Would::LifeBelow { .. }
        | Would::PutCounters { .. }
        | Would::CreateTokens { .. }
        | Would::Draw(_)
        | Would::DrawBesides(_)
        | Would::DrawCards { .. }
        | Would::Mill(_)
        | Would::Destroy(_)
        | Would::TurnStep(..)
        | Would::Phase(..)
        | Would::Turn(_)
        | Would::ExtraTurn(_)
        | Would::LoseGame(_)
        | Would::WinGame(_) => true,
        // Damage is prevented instead (CR 615.1).
        Would::Damage { .. }
        | Would::FinishResolving(_)
        | Would::Enter { .. }
        | Would::Search(_)
        | Would::TapForMana { .. }
        | Would::FlipCoin(_)
        | Would::RollDice(_) => false,
    }
}
