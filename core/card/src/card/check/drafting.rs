//! Checks the abilities of a card that function during a draft, and what its text tells of the
//! draft (CR 905.2).

use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::cost::ManaOutput;
use crate::card::ast::drafting::{DraftDeed, Drafting, FaceUp};
use crate::card::ast::effect::StaticEffect;
use crate::card::ast::filter::{Condition, Filter, Players, Quantity};
use crate::card::dialect::written;
use crate::card::layout::Card;
use crate::card::words::card_type::CardType;
use crate::card::words::noted::{NoteKind, Noting};
use crate::card::words::term::{Go, Term, as_, each, walk};
use crate::card::words::zone_kind::ZoneKind;

/// What is wrong with them, if anything.
pub(super) fn contradiction(card: &Card) -> Option<String> {
    let mut said = 0;
    each(card, &mut |it| said += usize::from(matches!(it, StaticEffect::DuringDraft(_))));
    let printed = card.front().abilities.iter().filter_map(|ability| match ability {
        Ability::Static(it) => Some(it),
        _ => None,
    });
    let printed: Vec<(&StaticAbility, &Drafting)> = printed
        .filter_map(|it| if let StaticEffect::DuringDraft(drafting) = &it.effect { Some((it, drafting)) } else { None })
        .collect();
    if printed.len() != said {
        return Some(
            "only a card is drafted: `DuringDraft` is printed on its front, and no token, emblem or effect has it \
             (CR 905.2)"
                .to_owned(),
        );
    }
    let misplaced = |it: &StaticAbility| it.zone != ZoneKind::Outside || it.elsewhere || it.condition.is_some();
    if printed.iter().any(|(it, _)| misplaced(it)) {
        return Some(
            "cards are drafted outside the game: `DuringDraft` needs `zone: Outside`, and no condition".into(),
        );
    }
    printed.iter().find_map(|(_, drafting)| idle(drafting)).or_else(|| told_of_nothing(card))
}

/// Why an ability does nothing, or cannot do what it says, if so.
fn idle(drafting: &Drafting) -> Option<String> {
    let deeds = drafting.deeds();
    let (form, fits): (&str, fn(&DraftDeed) -> bool) = match drafting {
        Drafting::FaceUp(FaceUp::AtRandom(count)) => {
            return (*count == 0).then(|| "`AtRandom` counts the cards that are drafted at random, from 1".to_owned());
        }
        Drafting::Reveal(_) => ("Reveal", |it| {
            matches!(
                it,
                DraftDeed::NoteNumber
                    | DraftDeed::NotePasser
                    | DraftDeed::NoteColor(_)
                    | DraftDeed::LookAtNext
                    | DraftDeed::GuessNext
            )
        }),
        Drafting::FaceUp(FaceUp::AsYouDraft { .. }) => ("AsYouDraft", |it| {
            matches!(
                it,
                DraftDeed::NoteName
                    | DraftDeed::NoteCreatureTypes
                    | DraftDeed::Remove
                    | DraftDeed::TurnDown
                    | DraftDeed::DraftAnother
                    | DraftDeed::PassNextPack
            )
        }),
        Drafting::FaceUp(FaceUp::InsteadOfDrafting(_)) => ("InsteadOfDrafting", |it| {
            matches!(it, DraftDeed::DraftWholePack | DraftDeed::TurnDown | DraftDeed::SitOut)
        }),
        Drafting::FaceUp(FaceUp::AnyTime(_)) => {
            ("AnyTime", |it| matches!(it, DraftDeed::TurnDown | DraftDeed::LookAtPack | DraftDeed::LookAtNextOfPlayer))
        }
    };
    let has = |deed: &DraftDeed| deeds.contains(deed);
    match drafting {
        _ if deeds.is_empty() => Some(format!("`{form}` says what is done")),
        _ if deeds.iter().any(|it| !fits(it)) => {
            let wrong = deeds.iter().find(|it| !fits(it)).map(written).unwrap_or_default();
            Some(format!("{wrong} is not done with `{form}` (CR 905.2)"))
        }
        Drafting::FaceUp(FaceUp::InsteadOfDrafting(_)) if !has(&DraftDeed::DraftWholePack) => {
            Some("`InsteadOfDrafting` says what is drafted: `DraftWholePack`".to_owned())
        }
        Drafting::FaceUp(FaceUp::AnyTime(_) | FaceUp::InsteadOfDrafting(_)) if !has(&DraftDeed::TurnDown) => {
            Some(format!("`{form}` without `TurnDown` could be used without end"))
        }
        Drafting::FaceUp(FaceUp::AsYouDraft { .. }) if has(&DraftDeed::DraftAnother) && !has(&DraftDeed::TurnDown) => {
            Some("`DraftAnother` without `TurnDown` could be used without end".to_owned())
        }
        Drafting::FaceUp(FaceUp::AsYouDraft { of, .. })
            if has(&DraftDeed::NoteCreatureTypes) && *of != Some(CardType::Creature) =>
        {
            Some("creatures have creature types: `AsYouDraft(of: Creature, …)` (CR 205.3m)".to_owned())
        }
        _ => None,
    }
}

/// Why a word tells of something that is not noted for this card, if so. What is noted for other
/// cards is not known here.
fn told_of_nothing(card: &Card) -> Option<String> {
    let noted: Vec<NoteKind> = card.front().noted_as_drafted().collect();
    let mut wrong = None;
    walk(card, &mut |term| {
        if let Some((kind, name)) = tells(term)
            && *name == card.front().name
            && !noted.contains(&kind)
        {
            wrong = wrong.take().or_else(|| {
                let kind = kind.word();
                Some(format!("no {kind} is noted for {name}: give it `DuringDraft` that notes one (CR 905.2b)"))
            });
        }
        Go::Into
    });
    wrong
}

/// What a word tells of the draft, and the name of the card for which it was noted.
fn tells(term: &dyn Term) -> Option<(NoteKind, &String)> {
    if let Some(Quantity::HighestNoted(name)) = as_(term) {
        return Some((NoteKind::Number, name));
    }
    if let Some(Players::Noted(name)) = as_(term) {
        return Some((NoteKind::Player, name));
    }
    if let Some(ManaOutput::Noted(name, _)) = as_(term) {
        return Some((NoteKind::Of(Noting::Color), name));
    }
    match as_(term) {
        Some(Condition::RemovedFromDraft(name, _)) => return Some((NoteKind::Removed, name)),
        Some(Condition::GuessedRight(name)) => return Some((NoteKind::Guess, name)),
        _ => {}
    }
    match as_(term) {
        Some(Filter::Noted(noting, name)) => Some((NoteKind::Of(*noting), name)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::card::file::read_card;

    fn refused(abilities: &str) -> String {
        let text = format!(
            "Card(name: \"Probe\", cost: \"{{1}}\", types: [Creature], power: 1, toughness: 1, abilities: [{abilities}])"
        );
        read_card("probe.ron", &text).map_or_else(|error| error.to_string(), |_| String::new())
    }

    fn drafted(what: &str) -> String {
        format!("Static(effect: DuringDraft({what}), zone: Outside)")
    }

    /// CR 905.2: only cards are drafted.
    #[test]
    fn abilities_of_a_draft_are_printed_on_cards() {
        let fine = drafted("Reveal([NoteNumber])");
        assert_eq!(refused(&fine), "");
        let anywhere = refused("Static(effect: DuringDraft(Reveal([NoteNumber])))");
        assert!(anywhere.contains("`zone: Outside`"), "{anywhere}");
        let token = format!(
            "Triggered(when: Moves(what: This, to: Battlefield), body: (instructions: [CreateTokens(token: (name: \
             \"Bot\", types: [Creature], power: 1, toughness: 1, abilities: [{fine}]))]))"
        );
        let granted = format!("Static(effect: Modify(what: This, modifications: [Gain({fine})]))");
        for text in [token, granted] {
            assert!(refused(&text).contains("only a card is drafted"), "{}", refused(&text));
        }
    }

    /// CR 905.2b, 905.2c: each form has its deeds.
    #[test]
    fn deeds_fit_their_form() {
        for (what, why) in [
            ("Reveal([])", "says what is done"),
            ("Reveal([Remove])", "`Remove` is not done with `Reveal`"),
            ("FaceUp(AtRandom(0))", "from 1"),
            ("FaceUp(AnyTime([LookAtPack]))", "without end"),
            ("FaceUp(AsYouDraft(may: [DraftAnother]))", "without end"),
            ("FaceUp(AsYouDraft(may: [NoteCreatureTypes, TurnDown]))", "`AsYouDraft(of: Creature, …)`"),
            ("FaceUp(InsteadOfDrafting([TurnDown, SitOut]))", "`DraftWholePack`"),
        ] {
            let told = refused(&drafted(what));
            assert!(told.contains(why), "{what}: {told}");
        }
        for what in ["FaceUp(AsYouDraft(may: [Remove]))", "FaceUp(AnyTime([TurnDown, LookAtPack]))"] {
            assert_eq!(refused(&drafted(what)), "");
        }
    }

    /// CR 905.2b: what is told must have been noted.
    #[test]
    fn what_is_told_was_noted() {
        let grows = "Static(effect: Modify(what: This, modifications: [AddPowerToughness(HighestNoted(\"Probe\"), \
                     Fixed(0))]))";
        assert!(refused(grows).contains("no number is noted for Probe"), "{}", refused(grows));
        assert_eq!(refused(&format!("{}, {grows}", drafted("Reveal([NoteNumber])"))), "");
        let players = format!("{}, {grows}", drafted("Reveal([NotePasser])"));
        assert!(refused(&players).contains("no number is noted for Probe"), "{}", refused(&players));
        assert_eq!(refused(&grows.replace("HighestNoted(\"Probe\")", "HighestNoted(\"Pyretic Hunter\")")), "");
    }
}
