//! The stack, copies and choices: what such texts mean, and what they could be taken for.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use super::{PrintedCard, read_printed};
use crate::card::ast::ability::Ability;
use crate::card::normal::normalize_reading;

/// The abilities of a creature, or of a sorcery, with this text.
fn read(types: &str, text: &str) -> Option<Vec<Ability>> {
    let size = if types == "Sorcery" { "" } else { "\n2/2" };
    let card = read_printed(&PrintedCard::pasted(&format!("Own Bear {{1}}{{G}}\n{types}\n{text}{size}"))).ok()?;
    let mut face = card.front().clone();
    normalize_reading(&mut face);
    Some(face.abilities)
}

/// Asserts that a text is read as something with these words of a card file.
fn has(types: &str, text: &str, words: &[&str]) {
    let read = read(types, text).unwrap_or_else(|| panic!("{text}"));
    let plain = |text: &str| text.replace(['(', ')'], " ").split_whitespace().collect::<String>();
    let said = plain(&ron::to_string(&read).unwrap());
    words.iter().for_each(|word| assert!(said.contains(&plain(word)), "{text}: {said}"));
}

fn of_a_spell(text: &str, words: &[&str]) {
    has("Sorcery", text, words);
}

fn of_a_bear(text: &str, words: &[&str]) {
    has("Creature — Bear", text, words);
}

fn never(types: &str, texts: &[&str]) {
    texts.iter().for_each(|text| assert!(read(types, text).is_none(), "{text}: {:?}", read(types, text)));
}

#[test]
fn what_is_done_instead_takes_the_place_of_one_sentence() {
    let alike = |one: &str, other: &str| assert_eq!(read("Sorcery", one).unwrap(), read("Sorcery", other).unwrap());
    let otherwise = "If you control an Elf, draw three cards. Otherwise, draw a card.";
    alike("Draw a card. If you control an Elf, draw three cards instead.", otherwise);
    alike("Draw a card. If you control an Elf, instead draw three cards.", otherwise);
    alike("Draw a card.\nThreshold — Draw three cards instead if you control an Elf.", otherwise);
    of_a_spell(
        "Create two 1/1 green Elf creature tokens. If it's your turn, create five of those tokens instead.",
        &["count:Fixed(5)", "count:Fixed(2)"],
    );
    // What was kicked deals the damage, and not the target.
    of_a_spell(
        "Kicker {4}\nOwn Bear deals 1 damage to target creature. If Own Bear was kicked, it deals 3 damage to that \
         creature instead.",
        &["DealDamage(source:This,amount:Fixed(3),to:Target(0))"],
    );
    // The land that entered, and not the target.
    of_a_bear(
        "Whenever a land you control enters, Own Bear deals 1 damage to any target. If that land is a Forest, Own Bear \
         deals 2 damage to that creature or player instead.",
        &["Is(ThatObject,Subtype((\"Forest\")))"],
    );
    never(
        "Sorcery",
        &[
            // It could take the place of both sentences.
            "You gain 1 life. Draw a card. If you control an Elf, you gain 3 life instead.",
            // The target would be there in both cases.
            "Draw a card. If you control an Elf, destroy target artifact instead.",
        ],
    );
}

#[test]
fn what_happens_on_the_stack() {
    of_a_spell(
        "Counter target activated or triggered ability you don't control.",
        &["AnyOf([ActivatedAbility,TriggeredAbility])"],
    );
    of_a_spell("Change the target of target spell or ability with a single target.", &["In(Stack),SingleTarget"]);
    of_a_spell(
        "Counter target spell unless its controller pays {1}. If that spell is countered this way, exile it instead of \
         putting it into its owner's graveyard.",
        &["then:[CounterInto(what:Target(0),into:Exile)]"],
    );
    of_a_spell(
        "Change the text of target permanent by replacing all instances of one color word with another.",
        &["from:[Color]"],
    );
    // The ability is no permanent.
    never("Sorcery", &["Counter target activated ability from an artifact source. Destroy that artifact."]);
}

#[test]
fn a_target_can_be_chosen_before_something_is_done_to_it() {
    of_a_spell(
        "Choose any number of target creatures. Each of those creatures gains haste until end of turn.",
        &["min:0,max:255", "instructions:[Modify(what:Target(0)"],
    );
    of_a_spell(
        "Choose target creature. Draw a card, then put a +1/+1 counter on that creature.",
        &["instructions:[Draw(", "PutCounters(on:Target(0)"],
    );
    // Each one's own power.
    never(
        "Sorcery",
        &["Choose two target creatures. Each of those creatures deals damage equal to its power to any target."],
    );
}

#[test]
fn copies_and_their_exceptions() {
    of_a_bear(
        "You may have Own Bear enter as a copy of any creature on the battlefield, except its name is still Own Bear, \
         it's 4/4, it has flying, and it enters with two additional +1/+1 counters on it if it's an Elf.",
        &["Keeps(Name)", "SetPowerToughness(Fixed(4),Fixed(4))", "If(Subtype((\"Elf\")),[EntersWith("],
    );
    of_a_bear(
        "Whenever another creature enters, Own Bear becomes a copy of that creature and gains this ability.",
        &["BecomeCopy(what:This,of:ThatObject,except:[HasThisAbility]"],
    );
    // The token, and not what it is a copy of.
    of_a_spell(
        "Create a token that's a copy of target creature. Put a +1/+1 counter on it.",
        &["PutCounters(on:Created"],
    );
}

#[test]
fn votes_emblems_and_what_players_choose() {
    of_a_spell(
        "Starting with you, each player votes for hay or honey. If hay gets more votes, draw a card. If honey gets \
         more votes or the vote is tied, you gain 3 life.",
        &["Words([\"hay\",\"honey\"])", "Compare(Votes(\"hay\"),Greater,Votes(\"honey\"))"],
    );
    of_a_spell(
        "You get an emblem with \"Creatures you control get +1/+1.\"",
        &["GetEmblem(who:You,abilities:[Static("],
    );
    of_a_spell(
        "You may tap or untap target creature.",
        &["condition:Is(Target(0),Tapped),then:[May(who:You,then:[Untap("],
    );
    of_a_bear(
        "When Own Bear enters, for each opponent, destroy up to one target artifact that player controls.",
        &["ControlledBy(They)", "each:Some(Opponents)"],
    );
    // They are of the ability that triggers then.
    of_a_bear(
        "When Own Bear enters, you may pay {2}. When you do, Own Bear deals 3 damage to any target.",
        &["when:Done,body:(targets:[(what:AnyTarget)]"],
    );
    of_a_bear("Whenever an opponent casts a spell, each other player draws a card.", &["OtherThan(Each,ThatPlayer)"]);
    of_a_spell("Each other player draws a card.", &["OtherThan(Each,You)"]);
    never(
        "Creature — Bear",
        &[
            // Each other player, and not all of them together.
            "At the beginning of each player's upkeep, if that player controls more lands than each other player, draw a \
         card.",
            // Each one's own power.
            "{T}: Two target creatures each deal damage equal to their power to any target.",
        ],
    );
}
