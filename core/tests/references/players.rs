//! Every word that names players, in the places where its meaning may be asked for, after what may
//! become of the players meanwhile (CR 608.2h, 611.2c, 800.4).
//!
//! Ann has the ability, and Bob and Cara play on to her left. Most words name Bob. Then another
//! player fits the description, Bob leaves the game, or turns pass. A word that names its players
//! once goes on to mean them, and an effect that lasts means those that fit as it begins. Whoever
//! has left is not meant. A word that has no meaning in a place is refused where it is read.

use super::{Tally, come};

/// A word, with an ability that lets it name players.
#[derive(Clone, Copy)]
struct Word {
    name: &'static str,
    /// The reference.
    says: &'static str,
    /// Whom it names: initials.
    means: &'static str,
    /// The steps after which its description fits others, and these, where they are asked for anew.
    changed: &'static str,
    then: &'static str,
    /// Whom it means if it is asked for after Bob has left.
    left: &'static str,
    /// Whom it means two turns later, if it is asked for then.
    later: &'static str,
    /// Whether it names players only as the ability resolves, or describes them by then.
    naming: Naming,
    /// Whether it means something else in an ability of another object.
    own: bool,
    /// Whether it means whoever fits a description.
    describes: bool,
    /// Whether what is known last of Bob counts once he has left: he himself is meant (CR 800.4i).
    himself: bool,
    subject: &'static str,
    /// The abilities of the subject; `@` stands for the instructions.
    abilities: &'static str,
    begin: &'static str,
    answers: &'static str,
}

/// When a word finds its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    /// As the ability is put onto the stack.
    Announced,
    /// As it resolves.
    Resolving,
    /// Whenever it is asked for.
    Anew,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Nothing,
    Changed,
    Left,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    OnStack,
    After,
    TwoTurnsLater,
}

/// When a place asks for the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asks {
    /// As the ability resolves.
    Now,
    /// As an effect begins: those stay.
    Locked,
    /// Whenever a delayed ability or another ability comes to it.
    Then,
}

/// What can be seen of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    /// They lose a life.
    Loses,
    /// Ann gains as much life as there are of them.
    Counted,
    /// They don't gain the life that each player gains.
    NoGain,
    /// They aren't dealt the damage that each player is dealt.
    Unhurt,
    /// The probe has a power of as many as there were.
    Power,
    /// Ann gains five life for each of them that is dealt damage.
    Fives,
}

#[derive(Clone, Copy)]
struct Place {
    name: &'static str,
    /// The instructions; `#` stands for the word.
    text: &'static str,
    then: &'static str,
    asks: Asks,
    shows: Shows,
}

const fn place(name: &'static str, text: &'static str, then: &'static str, asks: Asks, shows: Shows) -> Place {
    Place { name, text, then, asks, shows }
}

const RING: &str = "Edit(Tapped(of: \"Bell\", is: true)), ResolveTop,";
const BALM: &str = "Cast(card: \"Balm\"), ResolveTop,";
const CROWN: &str = "Cast(card: \"Crown\"), ResolveTop,";
const STING: &str = "Cast(card: \"Sting\"), ResolveAll,";

/// The places in an ability of another object.
const GIVING: [&str; 3] = ["a gained ability", "a token's ability", "an emblem's ability"];

const PLACES: &[Place] = &[
    place("an instruction", "LoseLife(who: #, amount: Fixed(1))", "", Asks::Now, Shows::Loses),
    place("a number", "GainLife(amount: PlayerCount(#))", "", Asks::Now, Shows::Counted),
    place(
        "a description",
        "GainLife(amount: Count(All([Named(\"Flag\"), ControlledBy(#)])))",
        "",
        Asks::Now,
        Shows::Counted,
    ),
    place(
        "each of them",
        "ForEach(each: Player(#), then: [LoseLife(who: They, amount: Fixed(1))])",
        "",
        Asks::Now,
        Shows::Loses,
    ),
    place(
        "a cost",
        "ForEach(each: Player(#), then: [MayPay(who: They, cost: [Life(1)], must: true)])",
        "",
        Asks::Now,
        Shows::Loses,
    ),
    place(
        "damage",
        "DealDamage(source: Each(Named(\"Probe\")), amount: Fixed(1), to: Players(#))",
        "",
        Asks::Now,
        Shows::Loses,
    ),
    place(
        "a delayed ability",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [LoseLife(who: #, amount: Fixed(1))]))",
        RING,
        Asks::Then,
        Shows::Loses,
    ),
    place(
        "a delayed number",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [GainLife(amount: PlayerCount(#))]))",
        RING,
        Asks::Then,
        Shows::Counted,
    ),
    place(
        "a delayed ability of a delayed ability",
        "Delay(when: BecomesTapped(Named(\"Gong\")), body: (instructions: [Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [LoseLife(who: #, amount: Fixed(1))]))]))",
        "Edit(Tapped(of: \"Gong\", is: true)), ResolveTop, Edit(Tapped(of: \"Bell\", is: true)), ResolveTop,",
        Asks::Then,
        Shows::Loses,
    ),
    place(
        "a delayed ability that triggers each time",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [LoseLife(who: #, amount: Fixed(1))]), until: Indefinite)",
        RING,
        Asks::Then,
        Shows::Loses,
    ),
    place(
        "a delayed event",
        "Delay(when: LosesLife(#), body: (instructions: [GainLife(amount: Fixed(5))]), until: Indefinite)",
        STING,
        Asks::Then,
        Shows::Fives,
    ),
    place(
        "a restriction",
        "Establish(effect: Restrict(CantGainLife(#)), duration: Indefinite)",
        BALM,
        Asks::Locked,
        Shows::NoGain,
    ),
    place(
        "a replacement",
        "Establish(effect: Replace(would: GainLife(#), instead: Nothing), duration: Indefinite)",
        BALM,
        Asks::Locked,
        Shows::NoGain,
    ),
    place(
        "a prevention",
        "Establish(effect: Replace(would: Damage(source: Any, players: #, objects: None), instead: Prevent), duration: Indefinite)",
        STING,
        Asks::Locked,
        Shows::Unhurt,
    ),
    place(
        "an effect's number",
        "Modify(what: Each(Named(\"Probe\")), modifications: [AddPowerToughness(PlayerCount(#), Fixed(0))], duration: Indefinite)",
        "",
        Asks::Locked,
        Shows::Power,
    ),
    place(
        "a gained ability",
        "Modify(what: Each(Named(\"Probe\")), modifications: [Gain(Activated(cost: [], body: (instructions: [LoseLife(who: #, amount: Fixed(1))])))], duration: Indefinite)",
        "Activate(object: \"Probe\"), ResolveTop,",
        Asks::Then,
        Shows::Loses,
    ),
    place(
        "a token's ability",
        "CreateTokens(token: (name: \"Page\", types: [Artifact], abilities: [Activated(cost: [], body: (instructions: [LoseLife(who: #, amount: Fixed(1))]))]))",
        "Activate(object: Token(\"Page\", 0)), ResolveTop,",
        Asks::Then,
        Shows::Loses,
    ),
    place(
        "an emblem's ability",
        "GetEmblem(abilities: [Triggered(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [LoseLife(who: #, amount: Fixed(1))]))])",
        RING,
        Asks::Then,
        Shows::Loses,
    ),
    place(
        "a reflexive ability",
        "May(then: [Tap(Each(Named(\"Gong\"))), Delay(when: Done, body: (instructions: [LoseLife(who: #, amount: Fixed(1))]))])",
        "ResolveTop,",
        Asks::Then,
        Shows::Loses,
    ),
];

const ABILITY: &str = "Activated(cost: [], body: (instructions: [@]))";
const TARGETING: &str =
    "Activated(cost: [], body: (targets: [(what: Player(Each)), (what: Object(Named(\"Gong\")))], instructions: [@]))";
const MARKS: &str = "Edit(Counters(on: \"Cara\", kind: Named(\"mark\"), is: 5)),";

/// A word that names the same players whenever it is asked.
const fn word(name: &'static str, says: &'static str, means: &'static str, left: &'static str) -> Word {
    Word {
        name,
        says,
        means,
        changed: "",
        then: "",
        left,
        later: means,
        naming: Naming::Announced,
        own: false,
        describes: false,
        himself: false,
        subject: "types: [Artifact]",
        abilities: ABILITY,
        begin: "Activate(object: \"Subject\"),",
        answers: "",
    }
}

/// A word about a target, which is Bob.
const fn of_target(name: &'static str, says: &'static str, means: &'static str, left: &'static str) -> Word {
    Word {
        abilities: TARGETING,
        begin: "Activate(object: \"Subject\", targets: [\"Bob\", \"Gong\"]),",
        ..word(name, says, means, left)
    }
}

/// A word that means Bob.
const fn of_bob(name: &'static str, says: &'static str) -> Word {
    Word { himself: true, ..word(name, says, "B", "") }
}

/// A word that describes players, and means Cara afterwards.
const fn describing(name: &'static str, says: &'static str, changed: &'static str, left: &'static str) -> Word {
    Word { changed, then: "C", naming: Naming::Anew, ..word(name, says, "B", left) }
}

const fn resolving(word: Word, abilities: &'static str, answers: &'static str) -> Word {
    Word { naming: Naming::Resolving, abilities, answers, ..word }
}

fn words() -> Vec<Word> {
    let stolen = "Edit(Control(of: \"Relic\", is: \"Cara\")),";
    vec![
        word("You", "You", "A", "A"),
        word("YourTeam", "YourTeam", "A", "A"),
        word("Opponents", "Opponents", "BC", "C"),
        word("Each", "Each", "ABC", "AC"),
        Word { himself: true, ..of_target("Target", "Target(0)", "B", "") },
        of_target("OpponentsOf", "OpponentsOf(Target(0))", "AC", "AC"),
        of_target("OtherThan", "OtherThan(Opponents, Target(0))", "C", "C"),
        of_target("LeftOf", "LeftOf(Target(0))", "C", "C"),
        of_target("RightOf", "RightOf(Target(0))", "A", "A"),
        of_target("And", "And(You, Target(0))", "AB", "A"),
        Word {
            abilities: "Triggered(when: BecomesMonarch(Opponents), body: (instructions: [@]))",
            begin: CROWN,
            ..of_bob("ThatPlayer", "ThatPlayer")
        },
        Word { later: "C", naming: Naming::Anew, ..word("Active", "Active", "A", "A") },
        Word { describes: true, ..describing("ControllerOf", "ControllerOf(Each(Named(\"Relic\")))", stolen, "") },
        Word {
            abilities: "Activated(cost: [], body: (targets: [(what: Object(Named(\"Relic\"))), (what: Object(Named(\"Gong\")))], instructions: [@]))",
            begin: "Activate(object: \"Subject\", targets: [\"Relic\", \"Gong\"]),",
            ..describing("ControllerOf(Target)", "ControllerOf(Target(0))", stolen, "")
        },
        Word { naming: Naming::Anew, ..word("OwnerOf", "OwnerOf(Each(Named(\"Relic\")))", "B", "") },
        Word {
            own: true,
            subject: "types: [Enchantment], subtypes: [\"Aura\"]",
            abilities: "Keyword(Enchant(Player(Each))), Activated(cost: [], body: (instructions: [@]))",
            himself: true,
            ..describing("Enchanted", "Enchanted", "Edit(Attach(what: \"Subject\", to: \"Cara\")),", "")
        },
        Word { later: "B", ..describing("Monarch", "Monarch", "Edit(Monarch(\"Cara\")),", "A") },
        describing("WithMost", "WithMost(PlayerCounters(Named(\"mark\"), They))", MARKS, "AC"),
        describing("MostAmong", "MostAmong(Opponents, PlayerCounters(Named(\"mark\"), They))", MARKS, "C"),
        Word {
            begin: "Cast(card: \"Crown\"), ResolveTop, Activate(object: \"Subject\"),",
            naming: Naming::Anew,
            later: "",
            describes: true,
            himself: true,
            ..word("ThisTurn", "ThisTurn(BecomesMonarch(Opponents))", "B", "")
        },
        resolving(
            of_bob("They", "They"),
            "Activated(cost: [], body: (instructions: [ForEach(each: Player(LeftOf(You)), then: [@])]))",
            "",
        ),
        resolving(
            of_bob("Chosen", "Chosen(0)"),
            "Activated(cost: [], body: (instructions: [Choose(who: You, what: Player(Opponents), count: Fixed(1), into: 0), @]))",
            "Choose(Pick([\"Bob\"])),",
        ),
        Word {
            own: true,
            ..resolving(
                of_bob("ChosenPlayer", "ChosenPlayer"),
                "Activated(cost: [], body: (instructions: [ChooseValue(Player(Opponents)), @]))",
                "Choose(Pick([\"Bob\"])),",
            )
        },
        resolving(
            of_bob("VotedOtherwise", "VotedOtherwise(Opponents, You)"),
            "Activated(cost: [], body: (instructions: [Vote(on: Words([\"yes\", \"no\"])), @]))",
            "Choose(Pick([\"yes\"])), Choose(Pick([\"no\"])), Choose(Pick([\"yes\"])),",
        ),
        resolving(
            of_bob("HighBidder", "HighBidder"),
            "Activated(cost: [], body: (instructions: [Bid(first: LeftOf(You), opening: Fixed(0)), @]))",
            "Choose(No), Choose(No),",
        ),
        Word {
            own: true,
            subject: "types: [Creature], power: 0, toughness: 9",
            abilities: "Triggered(when: Attacks(This), body: (instructions: [@]))",
            begin: "AdvanceTo(step: DeclareAttackers), Attack([(\"Subject\", \"Bob\")]),",
            ..of_bob("Defending", "Defending")
        },
    ]
}

/// Whether there is such a case.
fn is_possible(word: &Word, place: &Place, fate: Fate, when: When) -> bool {
    let gives = GIVING.contains(&place.name);
    let at_once = place.asks == Asks::Now || place.shows == Shows::Power;
    let excluded = [
        fate == Fate::Changed && word.changed.is_empty(),
        gives && (word.own || word.name == "ThisTurn"),
        at_once && when != When::OnStack,
        place.name == "a reflexive ability" && when == When::TwoTurnsLater,
        // The event has a player of its own.
        word.name == "ThatPlayer" && place.then.contains("Tapped") && place.shows == Shows::Loses,
        // What a creature attacked is known for this turn and the next.
        word.name == "Defending" && place.asks == Asks::Then && when == When::TwoTurnsLater,
        // Somebody else is named then.
        word.naming == Naming::Resolving && fate == Fate::Left && when == When::OnStack,
    ];
    !excluded.contains(&true)
}

/// Whom the word means in a case.
fn meant(word: &Word, place: &Place, fate: Fate, when: When) -> String {
    let before = when == When::OnStack;
    let anew = match place.asks {
        Asks::Now => true,
        Asks::Then => word.naming == Naming::Anew,
        // What doesn't change objects applies to whom its description fits (CR 611.2c), but who is
        // meant by one name is found out as it begins (CR 608.2h).
        Asks::Locked => word.naming == Naming::Anew && (before || word.describes),
    };
    let asked_later = place.asks != Asks::Locked || word.describes;
    let past = when == When::TwoTurnsLater && asked_later && word.naming == Naming::Anew;
    let means = match fate {
        Fate::Changed if anew && word.naming == Naming::Anew => word.then,
        Fate::Left if anew || word.naming != Naming::Anew => word.left,
        _ if past => word.later,
        _ => word.means,
    };
    let knows_him = word.himself
        && fate == Fate::Left
        && (word.name != "Target" || !before)
        && (word.name != "ThisTurn" || !past && place.name != "a description")
        && [Shows::Counted, Shows::Power].contains(&place.shows);
    if knows_him {
        return word.means.to_owned();
    }
    // An illegal target tells nothing (CR 608.2b).
    let means = match word.name {
        "OpponentsOf" | "LeftOf" | "RightOf" if fate == Fate::Left && before => "",
        _ => means,
    };
    means.chars().filter(|who| fate != Fate::Left || *who != 'B').collect()
}

fn outcome(place: &Place, fate: Fate, means: &str) -> String {
    let players: &[(char, &str, usize)] = &[('A', "Ann", 60), ('B', "Bob", 20), ('C', "Cara", 20)];
    let here = players.iter().filter(|(who, ..)| fate != Fate::Left || *who != 'B');
    let life = here.map(|(who, name, life)| {
        let is = usize::from(means.contains(*who));
        let of_ann = if *who == 'A' { means.len() } else { 0 };
        let life = match place.shows {
            Shows::Loses => life - is,
            Shows::Counted => life + of_ann,
            Shows::NoGain => life + 1 - is,
            Shows::Unhurt => life - 1 + is,
            Shows::Fives => life - 1 + 5 * of_ann,
            Shows::Power => *life,
        };
        format!("Life(of: \"{name}\", is: {life}),")
    });
    let power = if place.shows == Shows::Power { means.len() } else { 0 };
    format!("Expect([{} Power(of: \"Probe\", is: {power})])", life.collect::<String>())
}

fn scenario(word: &Word, place: &Place, fate: Fate, when: When) -> (String, String) {
    let text = place.text.replace('#', word.says);
    let abilities = word.abilities.replace('@', &text);
    let card = format!("Card(name: \"Subject\", {}, abilities: [{abilities}])", word.subject);
    let steps = match fate {
        Fate::Nothing => "",
        Fate::Changed => word.changed,
        Fate::Left => "Concede(\"Bob\"),",
    };
    let meanwhile = |is: &[When]| if is.contains(&when) { steps } else { "" };
    let wait = if when == When::TwoTurnsLater { "AdvanceTo(step: PrecombatMain, turn: 7)," } else { "" };
    let enchanted = word.name == "Enchanted";
    let subject = if enchanted { "(card: \"Subject\", attached_to: \"Bob\")" } else { "\"Subject\"" };
    let begin = match word.name {
        "Monarch" => format!("Edit(Monarch(\"Bob\")), {}", word.begin),
        "WithMost" | "MostAmong" => {
            format!("Edit(Counters(on: \"Bob\", kind: Named(\"mark\"), is: 3)), {}", word.begin)
        }
        _ => word.begin.to_owned(),
    };
    let may = if place.text.starts_with("May(") { "Choose(Yes)," } else { "" };
    let script = format!(
        "{begin} {} ResolveTop, {} {may} {} {wait} {} {}",
        meanwhile(&[When::OnStack]),
        word.answers,
        meanwhile(&[When::After, When::TwoTurnsLater]),
        place.then,
        outcome(place, fate, &meant(word, place, fate, when)),
    );
    let spell = |name: &str, does: &str| {
        format!(
            "Card(name: \"{name}\", types: [Instant], cost: \"{{0}}\", abilities: [Spell(body: (instructions: [{does}]))]),"
        )
    };
    let text = format!(
        "Scenario(name: \"it\", cards: [{card}, {} {} {}
            Card(name: \"Probe\", types: [Creature], power: 0, toughness: 9),
            Card(name: \"Relic\", types: [Artifact]), Card(name: \"Flag\", types: [Artifact]),
            Card(name: \"Bell\", types: [Artifact]), Card(name: \"Gong\", types: [Artifact]), Card(name: \"Brick\", types: [Land])],
        players: [
            (name: \"Ann\", life: 60, library: [(card: \"Brick\", count: 9)], hand: [\"Balm\", \"Sting\", \"Crown\"],
                battlefield: [{subject}, \"Probe\", \"Bell\", \"Gong\", \"Flag\"]),
            (name: \"Bob\", library: [(card: \"Brick\", count: 9)], battlefield: [\"Relic\", \"Flag\"]),
            (name: \"Cara\", library: [(card: \"Brick\", count: 9)], battlefield: [\"Flag\"]),
        ],
        turn: (number: 5, active: \"Ann\"),
        script: [{script}])",
        spell("Crown", "BecomeMonarch(LeftOf(You))"),
        spell("Balm", "GainLife(who: Each, amount: Fixed(1))"),
        spell("Sting", "DealDamage(source: Each(Named(\"Probe\")), amount: Fixed(1), to: Players(Each))"),
    );
    (card, text)
}

fn matrix(when: When) {
    let mut tally = Tally::default();
    for word in &words() {
        for place in PLACES {
            let fates = [Fate::Nothing, Fate::Changed, Fate::Left];
            for fate in fates.into_iter().filter(|fate| is_possible(word, place, *fate, when)) {
                let (card, text) = scenario(word, place, fate, when);
                let case = format!("`{}` in {}, {fate:?}", word.name, place.name);
                tally.add(case, come(&card, &text));
            }
        }
    }
    tally.all_right(250);
}

#[test]
fn what_becomes_of_players_while_it_is_on_the_stack() {
    matrix(When::OnStack);
}

#[test]
fn what_becomes_of_players_after_it_has_resolved() {
    matrix(When::After);
}

#[test]
fn what_becomes_of_players_two_turns_before_they_are_asked_for() {
    matrix(When::TwoTurnsLater);
}
