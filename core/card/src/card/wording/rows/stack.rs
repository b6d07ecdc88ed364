//! The stack: targets that change, what is countered, texts that change, copies (CR 115.7, 612,
//! 701.5, 707).

use retrace_words::rows;

use crate::card::ast::ability::{Ability, TargetWhat};
use crate::card::ast::effect::{
    Choosing, Duration, EnterAs, Exception, Instead, Modification, Replacement, StaticEffect, Would,
};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction as verb;
use crate::card::ast::instruction::{CopyTargets, Instruction};
use crate::card::words::chosen::{self, Kept, Linked, Rewording, WordKind};
use crate::card::words::deed::Changing;
use crate::card::words::zone_kind::ZoneKind;

/// Whether a player is you, who are told what to do.
const fn is_you(who: &Players) -> bool {
    matches!(who, Players::You)
}

rows! {
    pub(crate) ROWS;

    // Targets that change (CR 115.7).
    clause: Instruction::ChangeTargets(verb::ChangeTargets {
            who: Players::You, of, which: Changing::TheTargets, to: None })
        => | "change the (target|targets|target or targets) of {of:thing}";
    clause: Instruction::ChangeTargets(verb::ChangeTargets {
            who: Players::You, of, which: Changing::TheTargets, to: Some(Box::new(TargetWhat::Object(to))) })
        => | "change the target of {of:thing} to {to:one}";
    clause: Instruction::ChangeTargets(verb::ChangeTargets {
            who: Players::You, of, which: Changing::ATarget, to: Some(Box::new(TargetWhat::Object(to))) })
        => | "change a target of {of:thing} to {to:one}";
    orders: vec![Instruction::ChangeTargets(verb::ChangeTargets {
            who: Players::You, of, which: Changing::TheTargets,
            to: Some(Box::new(TargetWhat::Player(Players::Each))) })]
        => | "change the target of {of:thing} . the new target must be a player";
    sentence: vec![Instruction::ChangeTargets(verb::ChangeTargets {
            who, of, which: Changing::NewTargets, to: None })]
        => "{who:player} may choose new targets for {of:spell_thing}";
    is: Filter::TargetsOnly(Box::new(TargetWhat::Object(what))) => | "target<> only a single {what:noun[one]}";
    is: Filter::TargetsOnly(Box::new(TargetWhat::Player(Players::Each))) => | "target<> only a player";
    post: Filter::SingleTarget => | "with a single target";

    // What is countered (CR 701.5).
    orders: vec![Instruction::CounterInto(verb::CounterInto { what, into })]
        => "counter {what:spell_thing} . if that spell is countered this way , {into:instead_of_graveyard}"
        | "counter {what:spell_thing} . if (it|the spell) is countered this way , {into:instead_of_graveyard}";
    orders: vec![Instruction::Unless(verb::Unless {
            who, cost, then: vec![Instruction::CounterInto(verb::CounterInto { what, into })] })]
        => "counter {what:spell_thing} unless {who:player} {cost:payment[who]} . if that spell is countered this \
            way , {into:instead_of_graveyard}";
    instead_of_graveyard: ZoneKind::Exile => "exile it instead of putting it into its owner's graveyard";
    instead_of_graveyard: ZoneKind::Library
        => "put it on top of its owner's library instead of into that player's graveyard"
        | "put it on top of its owner's library instead of putting it into its owner's graveyard";
    instead_of_graveyard: ZoneKind::Hand
        => "put it into its owner's hand instead of into that player's graveyard"
        | "put it into its owner's hand instead of putting it into its owner's graveyard";

    // Texts that change (CR 612).
    clause: Instruction::ChangeText(verb::ChangeText { what, words, duration: Duration::Indefinite })
        => "change the text of {what:thing} by replacing all instances of {words:rewords}";
    clause: Instruction::ChangeText(verb::ChangeText { what, words, duration }) if *duration != Duration::Indefinite
        => "change the text of {what:thing} by replacing all instances of {words:rewords} {duration:span}";
    rewords: Rewording { from: vec![one], to: None, not: vec![] } => "one {one:kind_of_word} with another";
    rewords: Rewording { from: vec![one, other], to: None, not: vec![] }
        => "one {one:kind_of_word} with another or one {other:kind_of_word} with another";
    rewords: Rewording { from: vec![one], to: None, not: vec![not] }
        => "one {one:kind_of_word} with another . the new {one:kind_of_word} can't be {not:subtype_name}";
    rewords: Rewording { from: vec![one], to: Some(chosen::Value::Subtype(to)), not: vec![] }
        => "one {one:kind_of_word} with {to:subtype_name}";
    chosen_value: Choosing::Color(vec![]) => | "a color word";
    static: StaticEffect::Modify {
            what: Filter::AnyOf(vec![Filter::Spell, Filter::In(ZoneKind::Battlefield)]),
            modifications: vec![Modification::ReplaceWords(WordKind::Color)], defining: false }
        => | "all instances of color words in the text of spells and permanents are changed to the chosen color word";
    kind_of_word: WordKind::Color => "color word";
    kind_of_word: WordKind::BasicLandType => "basic land type";
    kind_of_word: WordKind::CreatureType => "creature type";

    // Copies of spells and abilities (CR 707.10).
    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count: Quantity::Fixed(1), except, targets: CopyTargets::MayChoose })]
        => | "copy {of:thing} , except {except:exceptions} . you may choose new targets for the copy";
    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count: Quantity::Fixed(1), except: vec![], targets: CopyTargets::MayChoose })]
        => | "copy {of:thing} and you may choose new targets for the copy";
    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count: Quantity::X, except: vec![], targets: CopyTargets::MayChoose })]
        => | "copy {of:thing} X times . you may choose new targets for the copies";
    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count: Quantity::Fixed(2), except: vec![], targets: CopyTargets::MayChoose })]
        => | "copy {of:thing} twice . you may choose new targets for the copies";
    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count, except: vec![], targets: CopyTargets::MayChoose })]
        => | "copy {of:thing} for each {count:each} . you may choose new targets for the copies";
    sentence: vec![Instruction::CopySpell(verb::CopySpell {
            who, of, count: Quantity::Fixed(1), except: vec![], targets: CopyTargets::MayChoose })]
        if !is_you(who)
        => | "{who:player} copy<who> {of:thing} . (each of those players|that player|they) may choose new targets \
            for (the|their) copy";
    sentence: vec![Instruction::May(verb::May { who, then: vec![Instruction::CopySpell(verb::CopySpell {
            who, of: Objects::This, count: Quantity::Fixed(1), except: vec![], targets: CopyTargets::MayChoose })] })]
        => | "{who:player} may copy ~ and may choose (a new target|new targets) for that copy";
    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count: Quantity::Fixed(1), except: vec![],
            targets: CopyTargets::ForEach(TargetWhat::Object(Filter::All(vec![
                Filter::Not(Box::new(Filter::This)), what]))) })]
        => | "copy {of:thing} for each other {what:noun[one]} that the spell could target . each copy targets a \
            different one of those creatures";
    sentence: vec![Instruction::CopySpell(verb::CopySpell {
            who, of, count: Quantity::Fixed(1), except: vec![],
            targets: CopyTargets::ForEach(TargetWhat::Object(Filter::All(vec![
                Filter::Not(Box::new(Filter::This)), what]))) })]
        if !is_you(who)
        => | "{who:player} copy<who> {of:thing} for each other {what:noun[one]} that the spell could target . each \
            copy targets a different one of those creatures";

    // What becomes a copy, and what enters as one (CR 707.4, 707.5).
    clause: Instruction::BecomeCopy(verb::BecomeCopy { what, of, except: vec![], duration: Duration::Indefinite })
        => | "{what:thing} become<what> a copy of {of:thing}";
    clause: Instruction::BecomeCopy(verb::BecomeCopy { what, of, except, duration: Duration::Indefinite })
        => | "{what:thing} become<what> a copy of {of:thing} (, |)except {except:exceptions}";
    clause: Instruction::BecomeCopy(verb::BecomeCopy {
            what, of, except: vec![Exception::HasThisAbility], duration: Duration::Indefinite })
        => | "{what:thing} become<what> a copy of {of:thing} and gain<what> this ability";
    clause: Instruction::BecomeCopy(verb::BecomeCopy { what, of, except: vec![], duration })
        => | "{what:thing} become<what> a copy of {of:thing} {duration:span}";
    clause: Instruction::BecomeCopy(verb::BecomeCopy { what, of, except, duration })
        => | "{what:thing} become<what> a copy of {of:thing} {duration:span} (, |)except {except:exceptions}";
    sentence: vec![Instruction::BecomeCopy(verb::BecomeCopy { what, of, except: vec![], duration })]
        => | "{duration:span} , {what:thing} become<what> a copy of {of:thing}";
    sentence: vec![Instruction::BecomeCopy(verb::BecomeCopy { what, of, except, duration })]
        => | "{duration:span} , {what:thing} become<what> a copy of {of:thing} (, |)except {except:exceptions}";
    clause: Instruction::BecomeCopy(verb::BecomeCopy {
            what: Objects::Each(Box::new(Filter::All(vec![Filter::Not(Box::new(Filter::Is(of))), what]))),
            of, except: vec![], duration })
        => | "each other {what:noun[one]} becomes a copy of {of:thing} {duration:span}";
    sentence: vec![Instruction::May(verb::May { who: Players::You, then: vec![
            Instruction::BecomeCopy(verb::BecomeCopy {
                what: Objects::This, of, except: vec![Exception::HasThisAbility], duration: Duration::Indefinite })] })]
        => | "you may have ~ become a copy of {of:thing} . if you do , ~ gains this ability";
    sentence: vec![Instruction::May(verb::May { who: Players::You, then: vec![
            Instruction::BecomeCopy(verb::BecomeCopy {
                what: Objects::This, of, except: vec![Exception::Keeps(Kept::Color), Exception::HasThisAbility],
                duration: Duration::Indefinite })] })]
        => | "you may have ~ become a copy of {of:thing} (, |)except it doesn't copy that creature's color . if you \
            do , ~ gains this ability";
    orders: vec![Instruction::CreateCopies(verb::CreateCopies {
            who: Players::You, count: Quantity::Fixed(1), of,
            except: vec![Exception::But(Modification::Gain(Box::new(Ability::Keyword(keyword))))],
            tapped: false, joining: None, marked: None })]
        => | "create a token that is a copy of {of:thing} . that token has {keyword:keyword_ability}";
    orders: vec![
            Instruction::CreateCopies(verb::CreateCopies {
                who: Players::You, count: Quantity::Fixed(1), of, except: vec![], tapped: false, joining: None,
                marked: None }),
            Instruction::Modify(verb::Modify {
                what: Objects::Created, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(keyword)))],
                duration: Duration::Indefinite })]
        => | "create a token that is a copy of {of:thing} . (it|that token|the token) gains {keyword:keyword_ability}";
    orders: vec![
            Instruction::CreateCopies(verb::CreateCopies {
                who: Players::You, count: Quantity::Fixed(1), of, except, tapped: false, joining: None,
                marked: None }),
            Instruction::Modify(verb::Modify {
                what: Objects::Created, modifications: vec![Modification::Gain(Box::new(Ability::Keyword(keyword)))],
                duration: Duration::Indefinite })]
        => | "create a token that is a copy of {of:thing} (, |)except {except:exceptions} . (it|that token|the token) \
            gains {keyword:keyword_ability}";
    static: StaticEffect::Replace(Replacement {
            would: Would::Enter { what },
            instead: Instead::EnterAs(Box::new(EnterAs {
                of: Filter::Is(of), may: false, tapped: false, except: vec![], when: None })) })
        => | "{what:them} enter<what> the battlefield as a copy of {of:thing}";
    change: Modification::CopyOf(Objects::Linked(Linked::Chosen)) => | "be<> a copy of the chosen creature";
    clause: Instruction::CreateCopies(verb::CreateCopies {
            who, count, of, except, tapped: false, joining: None, marked: None })
        => | "{who:player} create<who> {count:count} token[count] (that is a copy|that are copies) of {of:thing} \
            (, |)except {except:exceptions}";

    orders: vec![Instruction::CopySpell(verb::CopySpell {
            who: Players::You, of, count, except: vec![], targets: CopyTargets::Same })]
        => | "copy {of:thing} for each {count:each}";
}
