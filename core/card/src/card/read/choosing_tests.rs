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
    of_a_spell(
        "Choose two target creatures. Each of those creatures deals damage equal to its power to any target.",
        &["DealDamage(source:Target(0),amount:Power(Affected),to:Target(1)"],
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
        ],
    );
    // Each one's own power.
    of_a_bear(
        "{T}: Two target creatures each deal damage equal to their power to any target.",
        &["DealDamage(source:Target(0),amount:Power(Affected),to:Target(1)"],
    );
}

#[test]
fn permanents_that_are_joined_are_each_named_or_described() {
    of_a_spell("Destroy target artifact and target land.", &["Destroy(Each(AnyOf([Is(Target(0)),Is(Target(1))])))"]);
    of_a_spell(
        "Tap target Elf and each other creature that shares a color with it.",
        &["SharesColor(Target(0))", "Not(Is(Target(0)))", "Tap(Each(AnyOf("],
    );
    of_a_spell(
        "Own Bear deals 2 damage to each Elf and each Goblin.",
        &["AnyOf([Subtype(\"Elf\"),Subtype(\"Goblin\")])"],
    );
    of_a_bear("{1}: Return Own Bear and target creature you control to their owner's hand.", &["This,Is(Target(0))"]);
    of_a_spell(
        "Own Bear deals 2 damage to target player and each creature they control.",
        &["Both(Target(0),Each(All([Type(Creature),ControlledBy(Target(0))])))"],
    );
    of_a_spell(
        "Own Bear deals 2 damage to each opponent and each creature they control.",
        &["Both(Opponents,Each(All([Type(Creature),ControlledBy(Opponents)])))"],
    );
    of_a_bear("{1}: Exile target card with cycling from your graveyard.", &["HasKeyword(\"cycling\")"]);
    never(
        "Creature — Bear",
        &[
            // It is in the graveyard by then, and no permanent.
            "{1}: Exile Own Bear and target creature. Activate only if Own Bear is in your graveyard.",
            "When Own Bear dies, exile Own Bear and target creature.",
        ],
    );
}

#[test]
fn x_can_be_how_many_targets_there_are_and_how_much_is_paid() {
    of_a_spell(
        "Destroy up to X target lands, where X is the number of Elves you control.",
        &["min:0,number:Some(Count(All([Subtype(\"Elf\")"],
    );
    of_a_spell(
        "Own Bear deals X damage divided as you choose among any number of target creatures, where X is the number of \
         Elves you control as you cast this spell.",
        &["divide:Some(Count(All([Subtype(\"Elf\")"],
    );
    of_a_spell(
        "Counter target spell unless its controller pays {X}, where X is its mana value.",
        &["cost:[Times(ManaValue(Target(0)),Mana(\"{1}\"))]"],
    );
    of_a_spell(
        "Return any number of target Elf cards with total mana value 5 or less from your graveyard to your hand.",
        &["total:Some((of:ManaValue(Affected),at_most:Fixed(5)))"],
    );
    // The second X is another one.
    never(
        "Creature — Bear",
        &["When Own Bear enters, you may pay {X}, where X is its power. If you do, draw X cards."],
    );
}

#[test]
fn what_is_done_to_each_of_several_is_of_each_of_them() {
    let counters = "PutCounters(on:Each(All([Subtype(\"Elf\"),ControlledBy(You)])),kind:PowerToughness(1,1)";
    of_a_spell("Double the number of +1/+1 counters on each Elf you control.", &[counters, "1),Affected)"]);
    of_a_spell(
        "Elves you control get +1/+1 until end of turn. Untap those creatures.",
        &["Untap(Each(All([Subtype(\"Elf\"),ControlledBy(You)])))"],
    );
    of_a_spell(
        "Destroy all Elves. For each Elf destroyed this way, its controller draws a card.",
        &["each:Object(Among(ThisWay(Destroyed),Subtype(\"Elf\")))", "Draw(who:ControllerOf(Affected)"],
    );
    of_a_spell(
        "Target player sacrifices a creature. You gain life equal to that creature's toughness.",
        &["amount:Toughness(ThisWay(Sacrificed))"],
    );
    of_a_spell(
        "Each player discards their hand, then draws that many cards.",
        &["Draw(who:Each,count:ThisWay(Discarded,Some(They)))"],
    );
    of_a_bear(
        "At the beginning of your upkeep, if a player has more life than each other player, the player with the most \
         life gains control of Own Bear.",
        &["PlayerCount(WithMost(Life(They))),Equal,Fixed(1)", "Control(WithMost(Life(They)))"],
    );
    // Of several players with the most life, nobody says which one.
    never(
        "Creature — Bear",
        &["At the beginning of your upkeep, the player with the most life gains control of Own Bear."],
    );
}

#[test]
fn what_enters_can_be_something_else_from_the_start() {
    of_a_spell(
        "Return target creature card from your graveyard to the battlefield. It's an Elf in addition to its other types.",
        &["being:[AddSubtype(\"Elf\")]"],
    );
    of_a_bear(
        "When an opponent casts a spell, Own Bear becomes a 4/4 Elf creature.",
        &["SetTypes([Creature]),SetSubtypes(Creature,[\"Elf\"])"],
    );
    of_a_bear(
        "Remove two charge counters from Own Bear and sacrifice it: Draw a card.",
        &["cost:[RemoveCounters(Named(\"charge\"),2),SacrificeThis]"],
    );
    // Its own name is not known in a quotation, and what is cast is no card in a graveyard.
    never(
        "Creature — Bear",
        &[
            "When Own Bear dies, create a 1/1 red Elf creature token. It has \"{T}: Return target card named Own Bear from \
             your graveyard to the battlefield.\"",
            "{T}: Add {R}. Spend this mana only to cast spells with flashback from a graveyard.",
        ],
    );
    // The coin falls later.
    never(
        "Creature — Bear",
        &["When Own Bear attacks, flip a coin at end of combat. If you lose the flip, draw a card."],
    );
}

#[test]
fn one_of_two_abilities_is_chosen_by_its_anchor_word() {
    of_a_bear(
        "As Own Bear enters, choose Wind or Rain.\n• Wind — Whenever Own Bear attacks, draw a card.\n• Rain — Elves you \
         control have flying.",
        &[
            "Choose(Word([\"Wind\",\"Rain\"]))",
            "condition:Some(ChosenWord(\"Wind\"))",
            "Gain(Triggered(when:Attacks(This)",
        ],
    );
    // Each of them has its own.
    never("Creature — Bear", &["As Own Bear enters, choose Wind or Rain.\n• Wind — Flying.\n• Snow — Reach."]);
}

#[test]
fn events_while_something_holds_and_creatures_that_attack_together() {
    of_a_bear(
        "Whenever Own Bear attacks while you control two or more artifacts, it gets +2/+1 until end of turn.",
        &["While(when:Attacks(This),condition:Compare(Count(", "Modify(what:This,"],
    );
    of_a_bear(
        "Whenever you tap a land for mana while you're the monarch, add one mana of any color.",
        &["While(when:TapsForMana(", "condition:Monarch(You)"],
    );
    // Where it is says where the ability functions.
    of_a_bear(
        "Whenever a creature you control dies while Own Bear is in your graveyard, draw a card.",
        &["zone:Graveyard", "when:Moves("],
    );
    of_a_bear(
        "Whenever Own Bear and at least two other creatures attack, draw a card.",
        &["AttacksTogether(what:This,others:Any,count:2)"],
    );
    of_a_bear(
        "Whenever Own Bear and at least one other Elf attack, draw a card.",
        &["AttacksTogether(what:This,others:Subtype((\"Elf\")),count:1)"],
    );
}

#[test]
fn events_of_scrying_and_of_discarding_for_an_opponent() {
    of_a_bear("Whenever you scry, Own Bear gets +2/+0 until end of turn.", &["when:Scries(You)"]);
    of_a_bear("Whenever you scry or surveil, draw a card.", &["AnyOf([Scries(You),Surveils(You)])"]);
    of_a_bear(
        "Whenever you surveil for the first time each turn, you gain 1 life.",
        &["Nth(nth:1,when:Surveils(You))"],
    );
    // That player is who had you discard it.
    of_a_bear(
        "When a spell or ability an opponent controls causes you to discard Own Bear, that player loses 5 life.",
        &["Discards(who:You,what:This,by:Some(Opponents))", "LoseLife(who:ThatPlayer,"],
    );
}

#[test]
fn when_something_can_be_done_and_what_untaps_meanwhile() {
    of_a_bear(
        "{T}: Draw a card. Activate only during the declare attackers step and only if you've been attacked this step.",
        &["If(During(DeclareAttackers)),If(ThisStep(IsAttacked(players:Some(You)"],
    );
    of_a_spell(
        "Cast this spell only during the declare attackers step and only if you've been attacked this step.\nDraw a card.",
        &["Not(All([During(DeclareAttackers),ThisStep("],
    );
    of_a_bear(
        "Untap all creatures you control during each other player's untap step.",
        &["UntapDuring(what:All([Type(Creature),ControlledBy(You)]),of:OtherThan(Each,You))"],
    );
    of_a_bear("Untap Own Bear during each other player's untap step.", &["UntapDuring(what:This,"]);
    // Several counters are put on one thing at once.
    of_a_bear(
        "Whenever one or more +1/+1 counters are put on Own Bear, draw a card.",
        &["OneOrMore(CountersPut(on:This"],
    );
}

#[test]
fn one_of_several_things_and_counters_of_any_kind() {
    let trip = "Target creature's owner puts it on their choice of the top or bottom of their library.";
    let either = "Either(who:OwnerOf(Target(0)),of:[[Put(what:Target(0),into:Library";
    of_a_spell(trip, &[either]);
    of_a_spell(
        "The owner of target creature puts it on their choice of the top or bottom of their library.",
        &[either],
    );
    of_a_bear(
        "{2}: Own Bear gains your choice of flying, trample, or haste until end of turn.",
        &["Either(of:[[Modify(what:This,modifications:[Gain(Keyword(Flying))]"],
    );
    of_a_spell("Remove all counters from target permanent.", &["RemoveAllCounters(Target(0))"]);
    of_a_spell("Remove a counter from target permanent.", &["RemoveAnyCounters(from:Target(0),count:Fixed(1))"]);
    of_a_bear("{1}, Remove two counters from Own Bear: Draw a card.", &["RemoveAnyCounters(2)"]);
    of_a_spell(
        "Double the number of each kind of counter on target creature.",
        &["MoreCounters(on:Target(0),double:true)"],
    );
    of_a_spell(
        "For each kind of counter on target permanent, put another counter of that kind on it.",
        &["MoreCounters(on:Target(0))"],
    );
    of_a_bear("When Own Bear dies, you gain 1 life for each counter on it.", &["AllCounters(This)"]);
    // What changes objects is no list to choose from in other words.
    never("Creature — Bear", &["{2}: Own Bear gains flying until end of turn or loses flying until end of turn."]);
}

#[test]
fn a_search_of_several_zones_shuffles_what_was_searched() {
    of_a_spell(
        "Search your library and/or graveyard for a Forest card, reveal it, and put it into your hand. If you search \
         your library this way, shuffle.",
        &[
            "Either(of:[[Search(what:Subtype((\"Forest\")),count:Fixed(1),reveal:true",
            "If(condition:Compare(ThisWay(Searched,Some(You)),AtLeast,Fixed(1)),then:[Shuffle(You)]",
        ],
    );
    of_a_spell(
        "Each player may search their library for a Forest card and put it onto the battlefield. Then each player who \
         searched their library this way shuffles.",
        &["If(condition:Compare(ThisWay(Searched,Some(They)),AtLeast,Fixed(1)),then:[Shuffle(They)]"],
    );
}

#[test]
fn what_a_delayed_ability_copies_and_how_long_mana_can_be_spent() {
    // The spell that is copied is not one that it copies as it enters.
    never(
        "Creature — Bear",
        &["When Own Bear enters, when you next cast an instant or sorcery spell this turn, copy that spell."],
    );
    of_a_bear(
        "When Own Bear enters, exile target creature. You may cast that card for as long as it remains exiled, and \
         you may spend mana as though it were mana of any type to cast that spell.",
        &["SpendMana(", "Indefinite"],
    );
}
