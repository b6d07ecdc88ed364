//! What is done during a draft, and what it is told of in the game (CR 905.2).

use retrace_words::rows;

use crate::card::ast::ability::{Ability, StaticAbility, TargetWhat};
use crate::card::ast::cost::ManaOutput;
use crate::card::ast::drafting::{ColorChooser, DraftDeed, Drafting, FaceUp};
use crate::card::ast::effect::{Duration, Exception, StaticEffect};
use crate::card::ast::filter::{Condition, Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::restriction::CastingCost;
use crate::card::words::comparison::Comparison;
use crate::card::words::noted::Noting;
use crate::card::words::zone_kind::ZoneKind;

rows! {
    pub(crate) ROWS;

    paragraph: Ability::Static(StaticAbility {
            condition: None, effect: StaticEffect::DuringDraft(Drafting::Reveal(deeds)),
            zone: ZoneKind::Outside, elsewhere: false })
        => | "reveal ~ as you draft it and {deeds:draft_deeds} ." | "reveal ~ as you draft it . {deeds:draft_deeds} .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::DuringDraft(Drafting::FaceUp(FaceUp::AsYouDraft { of: None, may })),
            zone: ZoneKind::Outside, elsewhere: false })
        => | "draft ~ face up . as you draft a card , you may {may:draft_deeds} .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::DuringDraft(Drafting::FaceUp(FaceUp::AsYouDraft { of: Some(kind), may })),
            zone: ZoneKind::Outside, elsewhere: false })
        => | "draft ~ face up . as you draft a {kind:type_name} card , you may {may:draft_deeds} .";
    paragraph: Ability::Static(StaticAbility {
            condition: None,
            effect: StaticEffect::DuringDraft(Drafting::FaceUp(FaceUp::InsteadOfDrafting(deeds))),
            zone: ZoneKind::Outside, elsewhere: false })
        => | "draft ~ face up . instead of drafting a card from a booster pack , you may {deeds:draft_deeds} .";
    paragraph: Ability::Static(StaticAbility {
            condition: None, effect: StaticEffect::DuringDraft(Drafting::FaceUp(FaceUp::AnyTime(deeds))),
            zone: ZoneKind::Outside, elsewhere: false })
        => | "draft ~ face up . during the draft , you may {deeds:draft_deeds} .";
    paragraph: Ability::Static(StaticAbility {
            condition: None, effect: StaticEffect::DuringDraft(Drafting::FaceUp(FaceUp::AtRandom(count))),
            zone: ZoneKind::Outside, elsewhere: false })
        => | "draft ~ face up . as long as ~ is face up during the draft , you can't look at booster packs and must \
            draft cards at random . after you draft {count:in_words} cards this way , turn ~ face down .";

    draft_deeds: vec![DraftDeed::NoteNumber]
        => | "note how many cards you have drafted this draft round , including ~";
    draft_deeds: vec![DraftDeed::NotePasser] => | "note the player who passed it to you";
    draft_deeds: vec![
            DraftDeed::NoteColor(ColorChooser::ToYourRight), DraftDeed::NoteColor(ColorChooser::You),
            DraftDeed::NoteColor(ColorChooser::ToYourLeft)]
        => | "the player to your right chooses a color , you choose another color , then the player to your left \
            chooses a third color";
    draft_deeds: vec![DraftDeed::LookAtNext] => | "you may look at the next card drafted from this booster pack";
    draft_deeds: vec![DraftDeed::GuessNext]
        => | "the next time a player drafts a card from this booster pack , guess that card's name . then that player \
            reveals the drafted card";
    draft_deeds: vec![DraftDeed::NoteName, DraftDeed::TurnDown]
        => | "reveal it , note its name , then turn ~ face down" | "reveal it and note its name , then turn ~ face down";
    draft_deeds: vec![DraftDeed::NoteCreatureTypes, DraftDeed::TurnDown]
        => | "reveal it , note its creature types , then turn ~ face down"
        | "reveal it and note its creature types , then turn ~ face down";
    draft_deeds: vec![DraftDeed::Remove] => | "remove it from the draft face up";
    draft_deeds: vec![DraftDeed::DraftAnother, DraftDeed::TurnDown, DraftDeed::PassNextPack]
        => | "draft an additional card from that booster pack . if you do , turn ~ face down , then pass the next \
            booster pack without drafting a card from it";
    draft_deeds: vec![DraftDeed::DraftWholePack, DraftDeed::TurnDown, DraftDeed::SitOut]
        => | "draft each card in that booster pack , one at a time . if you do , turn ~ face down and you can't draft \
            cards for the rest of this draft round";
    draft_deeds: vec![DraftDeed::TurnDown, DraftDeed::LookAtNextOfPlayer]
        => | "turn ~ face down . if you do , look at the next card drafted by a player of your choice";
    draft_deeds: vec![DraftDeed::TurnDown, DraftDeed::LookAtPack]
        => | "turn ~ face down . if you do , look at any unopened booster pack in the draft or any booster pack not \
            being looked at by another player";

    // Cards that are exiled before the game begins (CR 607.2n).
    paragraph: Ability::Static(StaticAbility {
            condition: None, effect: StaticEffect::BeforeShuffling { exile, least: 1, most: Some(1) },
            zone: ZoneKind::Library, elsewhere: false })
        => | "before you shuffle your deck to start the game , you may reveal ~ from your deck and exile \
            {exile:one_card} you drafted that isn't in your deck .";
    paragraph: Ability::Static(StaticAbility {
            condition: None, effect: StaticEffect::BeforeShuffling { exile, least, most: None },
            zone: ZoneKind::Library, elsewhere: false })
        => | "before you shuffle your deck to start the game , you may reveal ~ from your deck and exile \
            {least:or_more} {exile:card_noun[many]} you drafted that aren't in your deck .";
    orders: vec![
            Instruction::Choose(verb::Choose {
                who: Players::You,
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Exile), Filter::SetAside(name)])),
                count: Quantity::Fixed(1), up_to: false, at_random: false, divide: None, unchosen: false,
                total: None, into: 0 }),
            Instruction::CopyCards(verb::CopyCards(Objects::Chosen(0))),
            Instruction::MayPlay(verb::MayPlay {
                who: Players::You, what: Objects::Created, count: Some(1), lands: false, cost: CastingCost::Free,
                must: false, instead: None })]
        => | "copy a card you exiled with cards named {name:card_name} . you may cast the copy without paying its mana \
            cost";
    orders: vec![
            Instruction::Choose(verb::Choose {
                who: Players::You,
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Exile), Filter::SetAside(name)])),
                count: Quantity::Fixed(1), up_to: false, at_random: true, divide: None, unchosen: false,
                total: None, into: 0 }),
            Instruction::BecomeCopy(verb::BecomeCopy {
                what: Objects::This, of: Objects::Chosen(0), except: vec![Exception::HasThisAbility],
                duration: Duration::Indefinite })]
        => | "choose a card at random you exiled with cards named {name:card_name} . ~ becomes a copy of that card and \
            gains this ability";
    orders: vec![
            Instruction::Choose(verb::Choose {
                who: Players::You,
                what: TargetWhat::Object(Filter::All(vec![
                    Filter::Card, Filter::In(ZoneKind::Exile), Filter::SetAside(name),
                    Filter::ManaValue(Comparison::Equal, Box::new(Quantity::X))])),
                count: Quantity::Fixed(1), up_to: false, at_random: false, divide: None, unchosen: false,
                total: None, into: 0 }),
            Instruction::CreateCopies(verb::CreateCopies {
                who: Players::You, count: Quantity::Fixed(1), of: Objects::Chosen(0), except: vec![], tapped: false,
                joining: None, marked: None })]
        => | "create a token that is a copy of a card you exiled with cards named {name:card_name} . X is the mana value \
            of that card";

    // What was noted.
    post: Filter::Noted(Noting::Color, name)
        => | "that is one or more of the colors chosen as you drafted cards named {name:card_name}";
    post: Filter::Noted(Noting::CreatureType, name) => | "of a type you noted for cards named {name:card_name}";
    amount: Quantity::HighestNoted(name) => "the highest number you noted for cards named {name:card_name}";
    mana: ManaOutput::Noted(name, count)
        => | "{count:count} mana of any color chosen as you drafted cards named {name:card_name}";
    if: Condition::GuessedRight(name)
        => | "you guessed correctly for (a card|cards) named {name:card_name}";
    if: Condition::RemovedFromDraft(name, what)
        => | "you removed {what:one_card} from the draft with cards named {name:card_name}";
}
