//! Keyword abilities that expand to nothing: their rules only change how other machinery works.

use crate::card::ast::keyword::Keyword;
use crate::card::words::zone_kind::ZoneKind;

use super::meaning::{Meaning, Operands};

/// Any damage it deals is lethal (CR 702.2).
pub(super) static DEATHTOUCH: Meaning = Meaning::alone("deathtouch", || Keyword::Deathtouch);

/// Two combat damage steps (CR 702.4).
pub(super) static DOUBLE_STRIKE: Meaning = Meaning::alone("double strike", || Keyword::DoubleStrike);

/// The first of two combat damage steps (CR 702.7).
pub(super) static FIRST_STRIKE: Meaning = Meaning::alone("first strike", || Keyword::FirstStrike);

/// No summoning sickness (CR 702.10).
pub(super) static HASTE: Meaning = Meaning::alone("haste", || Keyword::Haste);

/// It can't be destroyed (CR 702.12).
pub(super) static INDESTRUCTIBLE: Meaning = Meaning::alone("indestructible", || Keyword::Indestructible);

/// Life for damage (CR 702.15).
pub(super) static LIFELINK: Meaning = Meaning::alone("lifelink", || Keyword::Lifelink);

/// Checked by flying (CR 702.17).
pub(super) static REACH: Meaning = Meaning::alone("reach", || Keyword::Reach);

/// Excess damage (CR 702.19).
pub(super) static TRAMPLE: Meaning = Meaning::alone("trample", || Keyword::Trample);

/// Excess damage past a planeswalker (CR 702.19c).
pub(super) static TRAMPLE_OVER_PLANESWALKERS: Meaning = Meaning {
    variant_of: Some("trample"),
    ..Meaning::alone("trample over planeswalkers", || Keyword::TrampleOverPlaneswalkers)
};

/// Attacking doesn't tap it (CR 702.20).
pub(super) static VIGILANCE: Meaning = Meaning::alone("vigilance", || Keyword::Vigilance);

/// Bands (CR 702.22).
pub(super) static BANDING: Meaning = Meaning::alone("banding", || Keyword::Banding);

/// Phasing in the untap step (CR 702.26).
pub(super) static PHASING: Meaning = Meaning::alone("phasing", || Keyword::Phasing);

/// Damage to creatures as counters (CR 702.80).
pub(super) static WITHER: Meaning = Meaning::alone("wither", || Keyword::Wither);

/// Damage as counters (CR 702.90).
pub(super) static INFECT: Meaning = Meaning::alone("infect", || Keyword::Infect);

/// The back face of a daybound permanent (CR 702.145e).
pub(super) static NIGHTBOUND: Meaning = Meaning::alone("nightbound", || Keyword::Nightbound);

/// Casting at instant speed (CR 702.8).
pub(super) static FLASH: Meaning = Meaning { about_casting: true, ..Meaning::alone("flash", || Keyword::Flash) };

/// Creatures pay for it (CR 702.51).
pub(super) static CONVOKE: Meaning = Meaning { about_casting: true, ..Meaning::alone("convoke", || Keyword::Convoke) };

/// Cards in a graveyard pay for it (CR 702.66).
pub(super) static DELVE: Meaning = Meaning { about_casting: true, ..Meaning::alone("delve", || Keyword::Delve) };

/// Artifacts pay for it (CR 702.126).
pub(super) static IMPROVISE: Meaning =
    Meaning { about_casting: true, ..Meaning::alone("improvise", || Keyword::Improvise) };

/// Another player helps to pay for it (CR 702.132).
pub(super) static ASSIST: Meaning = Meaning { about_casting: true, ..Meaning::alone("assist", || Keyword::Assist) };

/// Both halves as one spell (CR 702.102).
pub(super) static FUSE: Meaning = Meaning { about_casting: true, ..Meaning::alone("fuse", || Keyword::Fuse) };

/// Bands with creatures of a quality (CR 702.22b).
pub(super) static BANDS_WITH_OTHER: Meaning =
    Meaning { operand: Operands::OWN, variant_of: Some("banding"), ..Meaning::named("bands with other") };

/// A condition on the starting deck (CR 702.139).
pub(super) static COMPANION: Meaning = Meaning { operand: Operands::OWN, ..Meaning::named("companion") };

/// A secret name (CR 702.106).
pub(super) static HIDDEN_AGENDA: Meaning =
    Meaning { zone: ZoneKind::Command, ..Meaning::alone("hidden agenda", || Keyword::HiddenAgenda) };

/// Two secret names (CR 702.106f).
pub(super) static DOUBLE_AGENDA: Meaning = Meaning {
    zone: ZoneKind::Command,
    variant_of: Some("hidden agenda"),
    ..Meaning::alone("double agenda", || Keyword::DoubleAgenda)
};
