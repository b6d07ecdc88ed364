//! Every word that refers to something, in every context, on a small board: either it refers to the
//! right thing, or the card is refused with the word, its place and an alternative. No word is
//! accepted that refers to nothing.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

use crate::card::file::read_card;
use crate::card::pool::Pool;
use crate::scenario::Scenario;

/// A word, the context that gives it a meaning, and the value of a number based on it.
#[derive(Clone, Copy, Default)]
struct Word {
    name: &'static str,
    /// A number based on its referent.
    number: &'static str,
    /// A condition, for a word that is a condition.
    condition: &'static str,
    value: i32,
    /// A target that it refers to, and the choice for that target.
    target: (&'static str, &'static str),
    /// A cost.
    cost: &'static str,
    /// The value of X.
    x: &'static str,
    /// An earlier action.
    before: &'static str,
    /// The answers during that action.
    answers: &'static str,
    /// What it is repeated for.
    each: &'static str,
    /// Whether the earlier action may belong to another ability (CR 607).
    linked: bool,
}

/// Ann has a Banner of power 9, Bob one of power 8.
const OF_OPPONENT: &str = "Power(Each(All([Named(\"Banner\"), ControlledBy(@)])))";

fn words() -> Vec<Word> {
    let sprout =
        "CreateTokens(who: You, count: Fixed(1), token: (name: \"Sprout\", types: [Creature], power: 5, toughness: 5))";
    let word = |name, number, value| Word { name, number, value, ..Word::default() };
    let after = |name, number, value, before| Word { before, ..word(name, number, value) };
    let linked = |name, number, value, before| Word { linked: true, ..after(name, number, value, before) };
    vec![
        word("This", "Number(Among(This, Named(\"Subject\")))", 1),
        word("Filter::This", "Number(Among(This, This))", 1),
        Word { target: ("(what: Object(Named(\"Brute\")))", "Brute"), ..word("Target", "Power(Target(0))", 4) },
        Word { target: ("(what: Player(Opponents))", "Bob"), ..word("Players::Target", "Target(0)", 8) },
        word("ThatObject", "Power(ThatObject)", 3),
        word("ThatPlayer", "ThatPlayer", 8),
        word("ThatMuch", "ThatMuch", 2),
        word("DamageSource", "Power(DamageSource)", 5),
        Word { each: "Object(Each(Named(\"Mate\")))", ..word("Affected", "Power(Affected)", 5) },
        Word { each: "Player(Opponents)", ..word("They", "They", 8) },
        Word { cost: "Sacrifice(1, Named(\"Victim\"))", ..word("PaidWith", "Power(PaidWith)", 2) },
        Word { x: "Fixed(3)", ..word("X", "X", 3) },
        after(
            "Chosen",
            "Power(Chosen(0))",
            4,
            "Choose(who: You, what: Object(Named(\"Brute\")), count: Fixed(1), into: 0)",
        ),
        after("Players::Chosen", "Chosen(0)", 8, "Choose(who: You, what: Player(Opponents), count: Fixed(1), into: 0)"),
        after("ThisWay", "Power(ThisWay(Destroyed))", 6, "Destroy(Each(Named(\"Doomed\")))"),
        after("Quantity::ThisWay", "ThisWay(Destroyed, None)", 1, "Destroy(Each(Named(\"Doomed\")))"),
        after("Created", "Power(Created)", 5, sprout),
        after("Coins", "Sum([Coins(Heads), Coins(Tails)])", 1, "FlipCoins(count: Fixed(1), called: false)"),
        after("Roll", "Roll(Total)", 1, "RollDice(count: Fixed(1), sides: 1)"),
        Word {
            condition: "AnyOf([Flip(Heads), Flip(Tails)])",
            ..after("Flip", "", 1, "FlipCoins(count: Fixed(1), called: false)")
        },
        after("Amassed", "Power(Amassed)", 5, "Amass(Fixed(5))"),
        after("Votes", "Votes(\"yes\")", 2, "Vote(on: Words([\"yes\"]))"),
        after("MostVoted", "Power(MostVoted)", 4, "Vote(on: Objects(Named(\"Brute\")))"),
        Word {
            answers: "Choose(Pick([\"yes\"])), Choose(Pick([\"no\"])),",
            ..after("VotedOtherwise", "VotedOtherwise(Opponents, You)", 8, "Vote(on: Words([\"yes\", \"no\"]))")
        },
        Word {
            answers: "Choose(No),",
            ..after("HighBidder", "HighBidder", 8, "Bid(first: Opponents, opening: Fixed(3))")
        },
        Word {
            answers: "Choose(Yes), Choose(Number(3)), Choose(No),",
            ..after("HighBid", "HighBid", 3, "Bid(opening: Fixed(2))")
        },
        Word { answers: "Concede(\"Ann\"),", ..after("WonSubgame", "WonSubgame", 8, "PlaySubgame") },
        Word { answers: "Concede(\"Bob\"),", ..after("DidntWinSubgame", "DidntWinSubgame", 8, "PlaySubgame") },
        Word {
            answers: "Choose(Pick([\"Doomed\"])), Choose(Pick([\"the first pile\"])),",
            ..after("Pile", "Power(Pile(0))", 6, "Separate(who: You, what: Each(Named(\"Doomed\")), picks: You)")
        },
        Word {
            target: ("(what: Object(Named(\"Brute\")), divide: Fixed(4))", "Brute"),
            each: "Object(Target(0))",
            ..word("Portion", "Portion", 4)
        },
        word("Those", "Power(Those)", 5),
        word("Granter", "Number(Among(Granter, Named(\"Subject\")))", 1),
        linked("Linked(Exiled)", "Power(Linked(Exiled))", 7, "Exile(Each(Named(\"Hostage\")))"),
        linked("Linked(Put)", "Power(Linked(Put))", 5, sprout),
        linked("Linked(Chosen)", "Power(Linked(Chosen))", 4, "ChooseValue(Object(Named(\"Brute\")))"),
        linked("ChosenNumber", "ChosenNumber", 3, "NoteNumber(Fixed(3))"),
        linked("ChosenPlayer", "ChosenPlayer", 8, "ChooseValue(Player(Opponents))"),
        linked("ChosenColor", "Power(Each(All([Named(\"Brute\"), ChosenColor])))", 4, "ChooseValue(Color([Red]))"),
        linked(
            "ChosenCardType",
            "Power(Each(All([Named(\"Brute\"), ChosenCardType])))",
            4,
            "ChooseValue(CardType([Creature]))",
        ),
        linked("ChosenName", "Power(Each(ChosenName))", 4, "ChooseValue(NameOf(Named(\"Brute\")))"),
        Word { condition: "ChosenWord(\"yes\")", ..linked("ChosenWord", "", 1, "ChooseValue(Word([\"yes\"]))") },
        word("PaidThis", "Count(PaidThis)", 1),
        word("PaidAsCast", "PaidAsCast", 1),
        word("Haunted", "Power(Haunted)", 1),
    ]
}

impl Word {
    /// A number based on it: for a player, the power of their Banner.
    fn number(&self) -> String {
        match self.name {
            "Players::Target" | "ThatPlayer" | "They" | "Players::Chosen" | "ChosenPlayer" | "VotedOtherwise"
            | "WonSubgame" | "DidntWinSubgame" | "HighBidder" => OF_OPPONENT.replace('@', self.number),
            _ => self.number.to_owned(),
        }
    }

    fn condition(&self) -> String {
        match self.condition {
            "" => format!("Compare({}, Equal, Fixed({}))", self.number(), self.value),
            said => said.to_owned(),
        }
    }
}

/// A place for a word: `#` stands for a number based on it, `?` for a condition, `$` for the value
/// of the number.
struct Place {
    name: &'static str,
    /// An instruction, or a whole ability.
    text: &'static str,
    /// The steps after it has resolved, or to use it.
    then: &'static str,
    expect: &'static str,
}

const fn place(name: &'static str, text: &'static str, then: &'static str, expect: &'static str) -> Place {
    Place { name, text, then, expect }
}

const GAINED: &str = "Life(of: \"Ann\", is: {60+$})";
const FIVE: &str = "Life(of: \"Ann\", is: 65)";
const TAP: &str = "Edit(Tapped(of: \"Probe\", is: true)), ResolveTop,";
const PRISM: &str = "Cast(card: \"Prism\", pay: Auto), ResolveAll,";
const END: &str = "AdvanceTo(step: End), ResolveTop,";

/// The places in instructions of a resolution.
const INSTRUCTIONS: &[Place] = &[
    place("an instruction", "GainLife(who: You, amount: #)", "", GAINED),
    place("If", "If(condition: ?, then: [GainLife(who: You, amount: Fixed(5))])", "", FIVE),
    place("May", "May(who: You, then: [GainLife(who: You, amount: #)])", "Choose(Yes),", GAINED),
    place(
        "MayPay",
        "MayPay(who: You, cost: [Life(1)], must: true, then: [GainLife(who: You, amount: Sum([Fixed(1), #]))])",
        "",
        GAINED,
    ),
    place(
        "a cost that is asked for",
        "MayPay(who: You, cost: [Times(#, Life(1))], must: true, then: [])",
        "",
        "Life(of: \"Ann\", is: {60-$})",
    ),
    place("Repeat", "Repeat(then: [GainLife(who: You, amount: #)], again: Times(Fixed(1)))", "", GAINED),
    place(
        "ForEach object",
        "ForEach(each: Object(Each(Named(\"Mate\"))), then: [GainLife(who: You, amount: #)])",
        "",
        GAINED,
    ),
    place("ForEach player", "ForEach(each: Player(Opponents), then: [GainLife(who: You, amount: #)])", "", GAINED),
    place(
        "a results table",
        "RollDice(count: Fixed(1), sides: 1, table: [(from: 1, to: 1, then: [GainLife(who: You, amount: #)])])",
        "",
        GAINED,
    ),
    place(
        "damage",
        "DealDamage(source: Each(Named(\"Mate\")), amount: #, to: Objects(Each(Named(\"Brute\"))))",
        "",
        "Damage(on: \"Brute\", is: $)",
    ),
    place(
        "counters",
        "PutCounters(on: Each(Named(\"Brute\")), kind: Named(\"mark\"), count: #)",
        "",
        "Counters(on: \"Brute\", kind: Named(\"mark\"), is: $)",
    ),
    place(
        "Instead",
        "Instead(replacement: (would: GainLife(You), instead: Amount(#)), then: [GainLife(who: You, amount: Fixed(1))])",
        "",
        GAINED,
    ),
    place(
        "Modify",
        "Modify(what: Each(Named(\"Probe\")), modifications: [AddPowerToughness(#, Fixed(0))], duration: EndOfTurn)",
        "",
        "Power(of: \"Probe\", is: {$+$})",
    ),
    place(
        "AsLongAs",
        "Modify(what: Each(Named(\"Probe\")), modifications: [AddPowerToughness(Fixed(7), Fixed(0))], duration: AsLongAs(?))",
        "",
        "Power(of: \"Probe\", is: {7+$})",
    ),
    place(
        "Delay",
        "Delay(when: BeginningOf(End, Each), body: (instructions: [GainLife(who: You, amount: #)]))",
        END,
        GAINED,
    ),
    place(
        "Delay's event",
        "Delay(when: BecomesTapped(All([Named(\"Probe\"), Power(Equal, #)])), body: (instructions: [GainLife(who: You, amount: Fixed(5))]))",
        TAP,
        FIVE,
    ),
    place(
        "Delay in Delay",
        "Delay(when: BecomesTapped(Named(\"Probe\")), body: (instructions: [Delay(when: BeginningOf(End, Each), body: (instructions: [GainLife(who: You, amount: #)]))]))",
        "Edit(Tapped(of: \"Probe\", is: true)), ResolveTop, AdvanceTo(step: End), ResolveTop,",
        GAINED,
    ),
    place(
        "Delay in ForEach",
        "ForEach(each: Object(Each(Named(\"Mate\"))), then: [Delay(when: BeginningOf(End, Each), body: (instructions: [GainLife(who: You, amount: #)]))])",
        END,
        GAINED,
    ),
    place(
        "Establish, instead",
        "Establish(effect: Replace(would: GainLife(You), instead: Amount(#)), duration: EndOfTurn)",
        "Cast(card: \"Salve\"), ResolveTop,",
        GAINED,
    ),
    place(
        "Establish, would",
        "Establish(effect: Replace(would: Destroy(All([Named(\"Probe\"), Power(Equal, #)])), instead: Nothing), duration: EndOfTurn)",
        "Cast(card: \"Smash\"), ResolveTop,",
        "Zone(of: \"Probe\", is: Battlefield)",
    ),
    place(
        "Establish of",
        "Establish(effect: Replace(would: Destroy(All([Named(\"Probe\"), Power(Equal, #)])), instead: Nothing), of: Each(Named(\"Mate\")), duration: EndOfTurn)",
        "Cast(card: \"Smash\"), ResolveTop,",
        "Zone(of: \"Probe\", is: Battlefield)",
    ),
    place(
        "Establish, Do",
        "Establish(effect: Replace(would: Destroy(Named(\"Probe\")), instead: Do([GainLife(who: You, amount: #)])), duration: EndOfTurn)",
        "Cast(card: \"Smash\"), ResolveTop,",
        GAINED,
    ),
    place(
        "until an event",
        "ExileUntil(what: Each(Named(\"Ward\")), until: BecomesTapped(All([Named(\"Probe\"), Power(Equal, #)])))",
        "Edit(Tapped(of: \"Probe\", is: true)),",
        "Zone(of: Latest(\"Ward\"), is: Battlefield)",
    ),
    place(
        "a value",
        "ChooseValue(Object(All([Named(\"Probe\"), Power(Equal, #)]))), GainLife(who: You, amount: Power(Linked(Chosen)))",
        "",
        GAINED,
    ),
    place(
        "Gain",
        "Modify(what: Each(Named(\"Probe\")), modifications: [Gain(Activated(cost: [], body: (instructions: [GainLife(who: You, amount: #)])))], duration: EndOfTurn)",
        "Activate(object: \"Probe\"), ResolveTop,",
        GAINED,
    ),
    place(
        "a token's ability",
        "CreateTokens(who: You, count: Fixed(1), token: (name: \"Squire\", types: [Artifact], abilities: [Activated(cost: [], body: (instructions: [GainLife(who: You, amount: #)]))]))",
        "Activate(object: Token(\"Squire\", 0)), ResolveTop,",
        GAINED,
    ),
    place(
        "a token's ability of a delayed ability",
        "Delay(when: BeginningOf(End, Each), body: (instructions: [CreateTokens(who: You, count: Fixed(1), token: (name: \"Squire\", types: [Artifact], abilities: [Activated(cost: [], body: (instructions: [GainLife(who: You, amount: #)]))]))]))",
        "AdvanceTo(step: End), ResolveTop, Activate(object: Token(\"Squire\", 0)), ResolveTop,",
        GAINED,
    ),
    place(
        "an emblem's ability",
        "GetEmblem(who: You, abilities: [Triggered(when: BeginningOf(End, Each), body: (instructions: [GainLife(who: You, amount: #)]))])",
        END,
        GAINED,
    ),
];

/// The places in the terms of mana that an instruction adds.
const OF_MANA: &[Place] = &[
    place(
        "what happens when mana is spent",
        "AddMana(who: You, mana: Units([Red]), terms: [When(on: [Cast(Any)], body: (instructions: [GainLife(who: You, amount: #)]))])",
        PRISM,
        GAINED,
    ),
    place(
        "what mana gives",
        "AddMana(who: You, mana: Units([Red]), terms: [Gives(on: [Cast(Any)], effect: Modify(what: Any, modifications: [AddPowerToughness(#, Fixed(0))]), duration: EndOfTurn)])",
        PRISM,
        "Power(of: Latest(\"Prism\"), is: {$+$})",
    ),
    place(
        "for how long mana gives it",
        "AddMana(who: You, mana: Units([Red]), terms: [Gives(on: [Cast(Any)], effect: Modify(what: Any, modifications: [AddPowerToughness(Fixed(0), Fixed(7))]), duration: AsLongAs(?))])",
        PRISM,
        "Toughness(of: Latest(\"Prism\"), is: 106)",
    ),
    place(
        "what mana is for",
        "AddMana(who: You, mana: Units([Red]), terms: [Only([Cast(Power(Equal, #))])])",
        PRISM,
        "Zone(of: Latest(\"Prism\"), is: Battlefield)",
    ),
];

/// Further places in the abilities of a permanent.
const ABILITIES: &[Place] = &[
    place(
        "a static ability's number",
        "Static(effect: Modify(what: Named(\"Probe\"), modifications: [AddPowerToughness(#, Fixed(0))], defining: false))",
        "",
        "Power(of: \"Probe\", is: {$+$})",
    ),
    place(
        "a static ability's description",
        "Static(effect: Modify(what: All([Named(\"Probe\"), Toughness(Equal, #)]), modifications: [AddPowerToughness(Fixed(7), Fixed(0))], defining: false))",
        "",
        "Power(of: \"Probe\", is: {7+$})",
    ),
    place(
        "a static ability's condition",
        "Static(effect: Modify(what: Named(\"Probe\"), modifications: [AddPowerToughness(Fixed(7), Fixed(0))], defining: false), condition: ?)",
        "",
        "Power(of: \"Probe\", is: {7+$})",
    ),
    place(
        "a trigger event",
        "Triggered(when: BecomesTapped(All([Named(\"Probe\"), Power(Equal, #)])), body: (instructions: [GainLife(who: You, amount: Fixed(5))]))",
        TAP,
        FIVE,
    ),
    place(
        "an intervening if",
        "Triggered(when: Moves(what: Named(\"Fodder\"), from: Battlefield, to: Graveyard), condition: ?, body: (instructions: [GainLife(who: You, amount: Fixed(5))]))",
        "Edit(Move(what: \"Fodder\", to: Graveyard)), ResolveTop,",
        FIVE,
    ),
    place(
        "an intervening if about life",
        "Triggered(when: GainsLife(Opponents), condition: ?, body: (instructions: [GainLife(who: You, amount: Fixed(5))]))",
        "Cast(card: \"Balm\"), ResolveTop, ResolveTop,",
        FIVE,
    ),
    place(
        "a target",
        "Activated(cost: [%], body: (targets: [*(what: Object(All([Named(\"Probe\"), Power(Equal, #)])))], instructions: [GainLife(who: You, amount: Fixed(5))]))",
        "Activate(object: \"Subject\", targets: [~\"Probe\"]), ResolveTop,",
        FIVE,
    ),
    place(
        "an activation cost",
        "Activated(cost: [% Times(#, Life(1))], body: (targets: [*], instructions: []))",
        "Activate(object: \"Subject\", targets: [~] ^), ResolveTop,",
        "Life(of: \"Ann\", is: {60-$})",
    ),
    place(
        "what is chosen to pay",
        "Activated(cost: [% TapOthers(1, All([Named(\"Probe\"), Power(Equal, #)]))], body: (targets: [*], instructions: [GainLife(who: You, amount: Fixed(5))]))",
        "Activate(object: \"Subject\", targets: [~]), ResolveTop,",
        FIVE,
    ),
    place(
        "when it may be activated",
        "Activated(cost: [%], body: (targets: [*], instructions: [GainLife(who: You, amount: Fixed(5))]), limits: [If(?)])",
        "Activate(object: \"Subject\", targets: [~]), ResolveTop,",
        FIVE,
    ),
    place(
        "what X is",
        "Activated(cost: [%], body: (x: #, targets: [*], instructions: [GainLife(who: You, amount: X)]))",
        "Activate(object: \"Subject\", targets: [~]), ResolveTop,",
        GAINED,
    ),
    place(
        "would",
        "Static(effect: Replace(would: Destroy(All([Named(\"Probe\"), Power(Equal, #)])), instead: Nothing))",
        "Cast(card: \"Smash\"), ResolveTop,",
        "Zone(of: \"Probe\", is: Battlefield)",
    ),
    place(
        "instead, of life",
        "Static(effect: Replace(would: GainLife(You), instead: Amount(#)))",
        "Cast(card: \"Salve\"), ResolveTop,",
        GAINED,
    ),
    place(
        "Do, of damage",
        "Static(effect: Replace(would: Damage(source: Any, players: None, objects: Named(\"Brute\")), instead: Do([GainLife(who: You, amount: #)])))",
        "Cast(card: \"Zap\"), ResolveTop,",
        GAINED,
    ),
    place(
        "Also, of damage",
        "Static(effect: Replace(would: Damage(source: Any, players: None, objects: Named(\"Brute\")), instead: Also(Prevent, [GainLife(who: You, amount: #)])))",
        "Cast(card: \"Zap\"), ResolveTop,",
        GAINED,
    ),
    place(
        "a gained ability",
        "Static(effect: Modify(what: Named(\"Probe\"), modifications: [Gain(Activated(cost: [], body: (instructions: [GainLife(who: You, amount: #)])))], defining: false))",
        "Activate(object: \"Probe\"), ResolveTop,",
        GAINED,
    ),
];

/// The value of a word where something closer replaces its referent: the player of the inner event,
/// the amount of the replaced event, the current object of an action.
fn value(word: &Word, place: &str) -> i32 {
    match (word.name, place) {
        ("ThatPlayer", "Delay" | "Delay in Delay" | "Delay in ForEach" | "an emblem's ability") => 9,
        ("ThatPlayer", "Establish, instead" | "Instead" | "instead, of life" | "Establish, Do") => 9,
        // X of a gained ability that doesn't define it (CR 107.3j).
        ("X", "Gain" | "a gained ability") => 0,
        // A text of its own, in which nothing is done for one of several players: whoever gains the
        // life.
        ("They", "Gain" | "a gained ability" | "a token's ability" | "a token's ability of a delayed ability") => 9,
        ("They", "an emblem's ability" | "what happens when mana is spent") => 9,
        ("They", "Do, of damage" | "Also, of damage") => 9,
        ("ThatObject" | "Affected", "damage" | "counters" | "Do, of damage" | "Also, of damage")
            if word.name == "Affected" || place.contains("of damage") =>
        {
            4
        }
        ("ThatMuch", "Establish, instead" | "Instead" | "instead, of life") => 1,
        ("ThatMuch", "Do, of damage" | "Also, of damage") => 3,
        _ => word.value,
    }
}

/// The text with numbers filled in: `{60+$}`.
fn filled(place: &str, text: &str, word: &Word, value: i32) -> String {
    let (target, named) = word.target;
    let list = |it: &str| if it.is_empty() { String::new() } else { format!("{it}, ") };
    // In a gained ability, "this" is the object that gains it (CR 201.4a).
    let number = match (word.name, place) {
        ("This", "Gain" | "a gained ability") => word.number().replace("Subject", "Probe"),
        ("This", "a token's ability" | "a token's ability of a delayed ability") => {
            word.number().replace("Subject", "Squire")
        }
        ("This", "an emblem's ability") => "Number(Among(This, Not(Named(\"Subject\"))))".to_owned(),
        _ => word.number(),
    };
    let text = text
        .replace('#', &number)
        .replace('?', &word.condition())
        .replace('%', &list(word.cost))
        .replace('*', &list(target))
        .replace('~', &list(&if named.is_empty() { String::new() } else { format!("\"{named}\"") }))
        .replace('^', if word.name == "X" { ", x: 3" } else { "" });
    let text = text.replace("{60+$}", &(60 + value).to_string()).replace("{60-$}", &(60 - value).to_string());
    let text = text.replace("{7+$}", &(7 + word.value).to_string());
    text.replace("{$+$}", &(word.value + value).to_string()).replace('$', &value.to_string())
}

/// The abilities that can contain an instruction, and how to make them happen.
fn hosts(word: &Word, instruction: &str) -> Vec<(&'static str, String, String)> {
    let done = match word.each {
        "" => instruction.to_owned(),
        each => format!("ForEach(each: {each}, then: [{instruction}])"),
    };
    let before = if word.before.is_empty() { String::new() } else { format!("{}, ", word.before) };
    let x = if word.x.is_empty() { String::new() } else { format!("x: {}, ", word.x) };
    let body = format!("({x}targets: [{}], instructions: [{before}{done}])", word.target.0);
    let targets = if word.target.1.is_empty() { String::new() } else { format!(", targets: [\"{}\"]", word.target.1) };
    let cost = match word.cost {
        "" => String::new(),
        cost => format!("Static(effect: Cost(of: Spells(This), change: More([{cost}])), zone: Stack), "),
    };
    vec![
        ("spell", format!("{cost}Spell(body: {body})"), format!("Cast(card: \"Subject\"{targets}), ResolveTop,")),
        (
            "activated ability",
            format!("Activated(cost: [{}], body: {body})", word.cost),
            format!("Activate(object: \"Subject\"{targets}), ResolveTop,"),
        ),
        (
            "dies-trigger",
            format!("Triggered(when: Moves(what: Named(\"Fodder\"), from: Battlefield, to: Graveyard), body: {body})"),
            "Edit(Move(what: \"Fodder\", to: Graveyard)), ResolveTop,".to_owned(),
        ),
        (
            "trigger on life",
            format!("Triggered(when: GainsLife(Opponents), body: {body})"),
            "Cast(card: \"Balm\"), ResolveTop, ResolveTop,".to_owned(),
        ),
    ]
}

fn subject(host: &str, abilities: &str) -> String {
    match host {
        "spell" => format!("Card(name: \"Subject\", types: [Instant], cost: \"{{0}}\", abilities: [{abilities}])"),
        _ => format!("Card(name: \"Subject\", types: [Creature], power: 1, toughness: 9, abilities: [{abilities}])"),
    }
}

/// The board: Ann, with 60 life, casts what is there; the object being tested has a unique power.
fn scenario(card: &str, host: &str, power: i32, script: &str) -> String {
    let creature = |name: &str, power: i32| {
        format!(
            "Card(name: \"{name}\", types: [Creature], power: {power}, toughness: {}),",
            if name == "Probe" { power.max(1) } else { 99 }
        )
    };
    let creatures: String =
        [("Fodder", 3), ("Brute", 4), ("Mate", 5), ("Victim", 2), ("Doomed", 6), ("Hostage", 7), ("Ward", 0)]
            .into_iter()
            .map(|(name, power)| creature(name, power).replace("types", "color_indicator: [Red], types"))
            .collect();
    let spell = |name: &str, does: &str| {
        format!(
            "Card(name: \"{name}\", types: [Instant], cost: \"{{0}}\", abilities: [Spell(body: (instructions: [{does}]))]),"
        )
    };
    let spells = [
        spell("Balm", "GainLife(who: Opponents, amount: Fixed(2))"),
        spell("Salve", "GainLife(who: You, amount: Fixed(1))"),
        spell("Smash", "Destroy(Each(Named(\"Probe\")))"),
        spell(
            "Zap",
            "DealDamage(source: Each(Named(\"Mate\")), amount: Fixed(3), to: Objects(Each(Named(\"Brute\"))))",
        ),
    ]
    .concat();
    let (hand, board) = if host == "spell" { ("\"Subject\", ", "") } else { ("", "\"Subject\", ") };
    format!(
        "Scenario(name: \"it\", cards: [{card}, {creatures} {spells} {probe}
            Card(name: \"Prism\", types: [Creature], cost: \"{{R}}\", power: {power}, toughness: 99),
            Card(name: \"Key\", types: [Artifact]), Card(name: \"Brick\", types: [Land]),
            Card(name: \"Banner\", types: [Creature], power: 9, toughness: 9)],
        players: [
            (name: \"Ann\", life: 60, library: [\"Brick\", \"Brick\"], hand: [{hand}\"Balm\", \"Salve\", \"Smash\", \"Zap\", \"Prism\"],
                battlefield: [{board}\"Probe\", \"Mate\", \"Victim\", \"Doomed\", \"Hostage\", \"Ward\", (card: \"Key\", tapped: true), (card: \"Banner\", as: \"own\")]),
            (name: \"Bob\", library: [\"Brick\", \"Brick\"], battlefield: [\"Fodder\", \"Brute\", (card: \"Banner\", as: \"other\", counters: {{PowerToughness(-1, -1): 1}})]),
        ],
        script: [{script}])",
        probe = creature("Probe", power),
    )
}

/// The outcome for a word in a place.
enum Came {
    Works,
    Refused,
    Wrong(String),
}

fn tried(word: &Word, host: &str, abilities: &str, script: &str) -> Came {
    let card = subject(host, abilities);
    if let Err(refused) = read_card("it", &card) {
        let said = refused.told(true);
        let bare = word.name.rsplit("::").next().unwrap().split('(').next().unwrap();
        let known = said.contains("refers to nothing in ") && said.contains(bare) && said.contains("(CR ");
        let known = known || said.contains("speaks of target") || said.contains("say `Portion` where");
        return if known { Came::Refused } else { Came::Wrong(format!("refused with: {said}")) };
    }
    let text = scenario(&card, host, word.value, script);
    let run = Scenario::read("it", &text).map_err(|error| error.to_string());
    let run = run.and_then(|it| it.run(&Pool::default()).map_err(|error| error.to_string()));
    match run {
        Ok(run) if run.failures.is_empty() => Came::Works,
        Ok(run) => Came::Wrong(run.failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
        Err(error) => Came::Wrong(error),
    }
}

/// The outcomes of all attempts.
#[derive(Default)]
struct Tried {
    works: u32,
    refused: u32,
    /// Those with neither outcome, and why.
    neither: Vec<(String, String)>,
}

impl Tried {
    fn note(&mut self, word: &Word, place: &str, came: Came) {
        match came {
            Came::Works => self.works += 1,
            Came::Refused => self.refused += 1,
            Came::Wrong(why) => self.neither.push((format!("`{}` in {place}", word.name), why.replace('\n', " "))),
        }
    }

    /// Asserts that every attempt has one of the two outcomes.
    fn holds(&self, least: u32) {
        let neither: Vec<String> = self.neither.iter().map(|(it, why)| format!("{it}: {why}")).collect();
        assert!(neither.is_empty(), "{} do neither:\n{}", neither.len(), neither.join("\n"));
        assert!(self.works > least, "only {} work", self.works);
    }
}

fn fits(word: &Word, place: &Place) -> bool {
    word.condition.is_empty() || place.text.contains('?')
}

/// Each word in each place of a resolution.
fn every_word_in(host: &str) {
    let mut tried_all = Tried::default();
    for word in &words() {
        for place in INSTRUCTIONS.iter().chain(OF_MANA).filter(|place| fits(word, place)) {
            let value = value(word, place.name);
            let fill = |text: &str| filled(place.name, text, word, value);
            let hosts = hosts(word, &fill(place.text)).into_iter();
            for (name, abilities, used) in hosts.filter(|(name, ..)| *name == host) {
                let answers = word.answers;
                // A mana ability doesn't use the stack (CR 605.3b).
                let of_mana = OF_MANA.iter().any(|it| it.name == place.name) && name == "activated ability";
                let used = if of_mana && word.target.0.is_empty() { used.replace("ResolveTop,", "") } else { used };
                let script = format!("{used} {answers} {} Expect([{}])", fill(place.then), fill(place.expect));
                tried_all.note(word, &format!("{} of a {name}", place.name), tried(word, name, &abilities, &script));
            }
        }
    }
    tried_all.holds(100);
}

#[test]
fn every_word_works_or_is_refused_in_a_spell() {
    every_word_in("spell");
}

#[test]
fn every_word_works_or_is_refused_in_an_activated_ability() {
    every_word_in("activated ability");
}

#[test]
fn every_word_works_or_is_refused_in_a_dies_trigger() {
    every_word_in("dies-trigger");
}

#[test]
fn every_word_works_or_is_refused_in_a_trigger_on_life() {
    every_word_in("trigger on life");
}

#[test]
fn every_word_works_or_is_refused_in_a_static_ability_and_before_resolution() {
    let mut tried_all = Tried::default();
    for word in &words() {
        for place in ABILITIES.iter().filter(|place| fits(word, place)) {
            let value = value(word, place.name);
            let fill = |text: &str| filled(place.name, text, word, value);
            let (other, prepare) = if word.linked {
                let body = format!("(instructions: [{}])", word.before);
                let prepared = "Edit(Tapped(of: \"Key\", is: false)), ResolveTop,";
                (format!(", Triggered(when: BecomesUntapped(Named(\"Key\")), body: {body})"), prepared)
            } else {
                (String::new(), "")
            };
            let script = format!("{prepare} {} Expect([{}])", fill(place.then), fill(place.expect));
            tried_all.note(
                word,
                place.name,
                tried(word, "permanent", &format!("{}{other}", fill(place.text)), &script),
            );
        }
    }
    tried_all.holds(50);
}
