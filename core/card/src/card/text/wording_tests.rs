//! Texts that were once wrong or ambiguous, each from an ability in card file syntax.

#![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

use super::super::file::read_card;
use super::rules_text;

/// The text of a card with these abilities; its name is Example.
fn written(types: &str, abilities: &str) -> String {
    let creature = if types.contains("Creature") { "power: 1, toughness: 1," } else { "" };
    let card =
        format!("Card(name: \"Example\", cost: \"{{1}}\", types: [{types}], {creature} abilities: [{abilities}])");
    let card = read_card("example.ron", &card).unwrap();
    card.faces().into_iter().flat_map(rules_text).collect::<Vec<_>>().join(" / ")
}

fn instructions(targets: &str, instructions: &str) -> String {
    written("Instant", &format!("Spell(body: (targets: [{targets}], instructions: [{instructions}]))"))
}

fn effect(effect: &str) -> String {
    written("Creature", &format!("Static(effect: {effect})"))
}

fn condition(condition: &str) -> String {
    let changes = "Modify(what: This, modifications: [LoseAllAbilities, SetColors([])], defining: false)";
    let text = written("Creature", &format!("Static(condition: {condition}, effect: {changes})"));
    text.rsplit_once(", ").map(|(condition, _)| condition.to_owned()).unwrap_or(text)
}

const CREATURE: &str = "(what: Object(Type(Creature)))";
const PLAYER: &str = "(what: Player(Each))";

/// CR 608.2d: an option names the actor.
#[test]
fn an_option_says_who_does_what() {
    let text = instructions(
        CREATURE,
        "May(who: You, then: [
            LoseLife(who: OwnerOf(Target(0)), amount: Fixed(2)),
            GainLife(who: You, amount: Fixed(2)),
        ])",
    );
    assert_eq!(text, "You may have target creature's owner lose 2 life. If you do, you gain 2 life.");
    let text =
        instructions("", "May(who: You, then: [Draw(who: You, count: Fixed(1)), Mill(who: You, count: Fixed(1))])");
    assert_eq!(text, "You may draw a card and mill a card.");
}

/// CR 608.2c: "otherwise" belongs to one condition.
#[test]
fn a_condition_within_a_condition_keeps_its_own_otherwise() {
    let text = instructions(
        "",
        "If(
            condition: Exists(All([Type(Creature), ControlledBy(You)])),
            then: [If(
                condition: TurnOf(You),
                then: [Draw(who: You, count: Fixed(1))],
                otherwise: [GainLife(who: You, amount: Fixed(1))],
            )],
            otherwise: [LoseLife(who: You, amount: Fixed(1))],
        )",
    );
    assert_eq!(
        text,
        "If you control a creature, then if it's your turn, draw a card; otherwise, you gain 1 life. \
         If you control no creatures, you lose 1 life."
    );
}

/// CR 614.1, 615.1: a time is written once, a target that may be a player or a permanent is one
/// target, and every action has an actor.
#[test]
fn replacement_effects_say_each_thing_once() {
    let shield = |duration: &str, would: &str, instead: &str| {
        instructions(
            "(what: AnyTarget)",
            &format!("Establish(effect: Replace(would: {would}, instead: {instead}), duration: {duration})"),
        )
    };
    let damage = "Damage(source: Any, players: Target(0), objects: Is(Target(0)), combat: false)";
    assert_eq!(
        shield("EndOfTurn", damage, "PreventNext(Fixed(4))"),
        "Prevent the next 4 damage that would be dealt to any target this turn."
    );
    assert_eq!(
        shield("NextThisTurn", damage, "Prevent"),
        "The next time damage would be dealt to any target this turn, prevent that damage."
    );
    let draw = "Replace(would: Draw(Opponents), instead: Do([Draw(who: You, count: Fixed(1))]))";
    assert_eq!(effect(draw), "If an opponent would draw a card, instead you draw a card.");
    let skip = "Replace(would: Draw(You), instead: May(Nothing))";
    assert_eq!(effect(skip), "If you would draw a card, you may skip that draw instead.");
    let top = "Replace(would: Discard(what: OwnedBy(You)), instead: May(IntoLibrary(Top)))";
    assert_eq!(
        effect(top),
        "If a card you own would be discarded, you may put it on top of its owner's library instead."
    );
    let under = "Replace(would: Enter(what: Type(Creature)), instead: EnterUnder(Opponents))";
    assert_eq!(
        effect(under),
        "If a creature would enter the battlefield, it enters under the control of an opponent of your choice instead."
    );
    let vigor = "Replace(
        would: Damage(source: Any, objects: All([Type(Creature), ControlledBy(You)]), combat: false),
        instead: Also(Prevent, [PutCounters(on: ThatObject, kind: PowerToughness(1, 1), count: ThatMuch)]),
    )";
    assert_eq!(
        effect(vigor),
        "If damage would be dealt to a creature you control, prevent that damage and put that many +1/+1 counters on \
         that creature."
    );
}

/// CR 614.12: a property of the entering object itself is a condition.
#[test]
fn an_object_that_speaks_of_itself_under_a_condition() {
    let counters = "Replace(
        would: Enter(what: All([This, Not(WasCast(Some(Hand)))])),
        instead: EnterWithCounters(PowerToughness(1, 1), Fixed(3)),
    )";
    assert_eq!(
        effect(counters),
        "Example enters the battlefield with three +1/+1 counters on it if it wasn't cast from a player's hand."
    );
    let as_many = "Replace(
        would: Enter(what: This),
        instead: EnterWithCounters(PowerToughness(1, 1), Number(Each(Type(Land)))),
    )";
    assert_eq!(effect(as_many), "Example enters the battlefield with a +1/+1 counter on it for each land.");
    let power =
        "Replace(would: Enter(what: This), instead: EnterWithCounters(PowerToughness(1, 1), Power(AttachedTo)))";
    assert!(effect(power).starts_with("Example enters the battlefield with X +1/+1 counters on it, where X is"));
}

/// CR 118.9: "its buyback cost was paid".
#[test]
fn costs_that_were_paid_are_said_of_the_object() {
    assert_eq!(condition("Is(This, PaidInstead)"), "As long as Example's alternative cost was paid");
    assert_eq!(condition("Not(Is(This, PaidInstead))"), "As long as Example's alternative cost wasn't paid");
    let cost = "Cost(of: Spells(Type(Creature)), change: More([Discard(1, Any)]))";
    assert_eq!(effect(cost), "Creature spells cost an additional \"Discard a card\" to cast.");
}

/// CR 603.4, 608.2i: past events of this turn are in the past tense.
#[test]
fn what_has_happened_is_told_in_the_past() {
    let dies = "TimesThisTurn(Moves(what: Type(Creature), from: Battlefield, to: Graveyard))";
    let compare = |number: &str, how: &str, n: i32| condition(&format!("Compare({number}, {how}, Fixed({n}))"));
    assert_eq!(compare(dies, "AtLeast", 1), "As long as a creature died this turn");
    assert_eq!(compare(dies, "AtLeast", 2), "As long as two or more creatures died this turn");
    assert_eq!(compare(dies, "Equal", 0), "As long as no creature died this turn");
    assert_eq!(compare("TimesThisTurn(GainsLife(You))", "Equal", 0), "As long as you didn't gain life this turn");
    assert_eq!(
        compare("AmountThisTurn(LosesLife(Opponents))", "AtLeast", 2),
        "As long as your opponents lost a total of 2 or more life this turn"
    );
    assert_eq!(compare("CastLastTurn(Each)", "Equal", 0), "As long as no spells were cast last turn");
    assert_eq!(compare("CastLastTurn(Each)", "AtLeast", 2), "As long as a player cast two or more spells last turn");
    let dealt = "Destroy(Each(All([Type(Creature), Is(ThisTurn(IsDealtDamage(what: Any, combat: false)))])))";
    assert_eq!(instructions("", dealt), "Destroy all creatures that were dealt damage this turn.");
    let blocked = "Tap(ThisTurn(BlocksCreature(what: Is(Target(0)), creature: Any)))";
    assert_eq!(instructions(CREATURE, blocked), "Tap each creature that target creature blocked this turn.");
}

/// CR 608.2c: an earlier action is referred to by its result.
#[test]
fn what_was_done_is_referred_to() {
    let text = instructions(
        "",
        "Exile(TopOfLibrary(You, 1)),
         If(condition: Is(ThisWay(Exiled), Type(Land)), then: [Draw(who: You, count: Fixed(1))])",
    );
    assert_eq!(text, "Exile the top card of your library. If the exiled card is a land card, draw a card.");
    let text = instructions(
        "",
        "LookAt(who: You, what: TopOfLibrary(You, 4)),
         Choose(who: You, what: Object(All([Card, In(Library), Is(ThisWay(LookedAt))])), count: Fixed(1), into: 0),
         Put(what: Chosen(0), into: Hand),
         Put(what: Each(All([Card, In(Library), Is(ThisWay(LookedAt))])), into: Library, place: Bottom)",
    );
    assert_eq!(
        text,
        "Look at the top four cards of your library. Put one of them into your hand and the rest on the bottom of \
         your library in any order."
    );
    let text = instructions(
        "(what: Object(All([Type(Instant), Card, In(Graveyard)])))",
        "CopyCards(Target(0)), MayPlay(who: You, what: Created, count: Some(1), lands: false, cost: Free)",
    );
    assert_eq!(text, "Copy target instant card in a graveyard. You may cast that copy without paying its mana cost.");
    let text = instructions(
        "(what: AnyTarget)",
        "DealDamage(source: This, amount: Fixed(3), to: Target(0)),
         Establish(
            effect: Replace(
                would: Move(what: All([Type(Creature), Is(Those)]), from: Battlefield, to: Graveyard),
                instead: GoTo(Exile),
            ),
            duration: EndOfTurn,
            of: ThisWay(DamageDealt),
         )",
    );
    assert_eq!(
        text,
        "Example deals 3 damage to any target. If a creature dealt damage this way would die this turn, exile it \
         instead."
    );
}

/// CR 115.1: a target that comes first is introduced first.
#[test]
fn whom_something_is_dealt_to_comes_before_what_is_counted() {
    let text = instructions(PLAYER, "DealDamage(source: This, amount: HandSize(Target(0)), to: Players(Target(0)))");
    assert_eq!(text, "Example deals damage to target player equal to the number of cards in that player's hand.");
}

/// CR 107.1, 107.3: numbers of chosen things and of times.
#[test]
fn numbers_are_said_of_what_is_counted() {
    let choose = |count: &str, up_to: bool| {
        instructions(
            "",
            &format!(
                "Choose(who: You, what: Object(Type(Creature)), count: {count}, up_to: {up_to}, into: 0), Tap(Chosen(0))"
            ),
        )
    };
    assert_eq!(choose("Fixed(255)", true), "Tap any number of creatures.");
    assert_eq!(choose("Count(Type(Creature))", true), "Tap any number of creatures.");
    assert_eq!(
        choose("Count(Type(Land))", true),
        "Choose up to X creatures, where X is the number of lands on the battlefield. Tap them."
    );
    let copy = "CopySpell(who: You, of: Target(0), count: TimesPaid(Kicker, This), targets: Same)";
    assert_eq!(instructions("(what: Object(Spell))", copy), "Copy target spell for each time Example was kicked.");
    assert_eq!(effect("Restrict(MaximumDraws(Each, 1))"), "Each player can't draw more than one card each turn.");
}

/// CR 114.1, 201.4: an emblem and a token refer to themselves.
#[test]
fn an_emblem_does_not_say_where_it_is() {
    let text = instructions(
        "",
        "GetEmblem(who: You, abilities: [Triggered(
            when: BeginningOf(Upkeep, You),
            zone: Command,
            body: (instructions: [Draw(who: You, count: Fixed(1))]),
        )])",
    );
    assert_eq!(text, "You get an emblem with \"At the beginning of your upkeep, draw a card.\"");
}

/// CR 400.1: hands and graveyards have owners.
#[test]
fn zones_say_whose_they_are() {
    assert_eq!(
        effect("Restrict(CantPlayLands(who: You, what: In(Hand)))"),
        "You can't play land cards from your hand."
    );
    assert_eq!(
        effect("Modify(what: All([Card, In(Graveyard)]), modifications: [LoseAllAbilities], defining: false)"),
        "Cards in graveyards lose all abilities."
    );
    assert_eq!(instructions("", "Exile(Each(All([Card, In(Graveyard)])))"), "Exile all cards from all graveyards.");
}

/// CR 701.15c, 701.6: a clause with the same subject doesn't repeat it; quotations nest.
#[test]
fn sentences_end_once() {
    assert_eq!(
        instructions("", "DestroyForGood(Each(Type(Creature)))"),
        "Destroy all creatures. They can't be regenerated."
    );
    let granted = "Modify(what: This, modifications: [Gain(Static(
        effect: Modify(what: Type(Land), modifications: [Gain(Activated(
            cost: [Tap], body: (instructions: [Draw(who: You, count: Fixed(1))]),
        ))], defining: false),
    ))], defining: false)";
    assert_eq!(effect(granted), "Example has \"All lands have '{T}: Draw a card.'\"");
}

/// CR 614.13: permanents given up as it entered have a name wherever they are counted.
#[test]
fn what_was_given_up_as_it_entered_is_named() {
    let text = written(
        "Creature",
        "Static(effect: Replace(would: Enter, instead: Choose(Sacrifice(Type(Creature))))),
         Static(effect: Replace(would: Enter, instead: EnterWithCounters(PowerToughness(1, 1), ChosenNumber))),
         Triggered(when: Moves(what: This, to: Battlefield), body: (
            instructions: [Draw(count: Number(Among(Linked(Chosen), Subtype(\"Goblin\"))))])),",
    );
    assert!(text.contains("with a +1/+1 counter on it for each creature sacrificed as it entered"), "{text}");
    assert!(text.contains("for each Goblin among the creatures sacrificed as it entered"), "{text}");
}

/// CR 613.4b: the size of an object that becomes a creature stands before the noun.
#[test]
fn what_becomes_a_creature_has_its_size_before_the_noun() {
    let animates = |types: &str| {
        effect(&format!(
            "Modify(what: Type(Land), modifications: [{types}, SetPowerToughness(Fixed(2), Fixed(2))], defining: false)"
        ))
    };
    assert_eq!(animates("AddType(Creature)"), "All lands are 2/2 creatures that are still lands.");
    assert_eq!(
        animates("AddSubtype(\"Elemental\"), AddType(Creature)"),
        "All lands are 2/2 Elemental creatures that are still lands."
    );
    assert_eq!(
        animates("AddType(Creature), SetColors([Black])"),
        "All lands are 2/2 black creatures that are still lands."
    );
}

/// CR 603.2, 700.3: a single opponent separates; the entering object is named before what it
/// doesn't cause.
#[test]
fn one_opponent_separates_and_creatures_entering_cause_nothing() {
    let piles = "Separate(who: Opponents, what: Each(Type(Creature)), picks: You)";
    assert!(instructions("", piles).starts_with("An opponent separates all creatures into two piles."));
    assert_eq!(
        effect("Restrict(CantTrigger(because: Moves(what: Type(Creature), to: Battlefield), of: Any))"),
        "Creatures entering the battlefield don't cause abilities to trigger."
    );
}

/// CR 603.7c: an event of any of several objects is about one of them.
#[test]
fn an_event_about_any_of_several_is_about_one_of_them() {
    let tokens = |count: u32| {
        instructions(
            "",
            &format!(
                "CreateTokens(
                    who: You,
                    count: Fixed({count}),
                    token: (types: [Creature], subtypes: [\"Goblin\"], power: 1, toughness: 1),
                ),
                Delay(
                    when: Moves(what: Is(Created), from: Battlefield, to: Graveyard),
                    body: (instructions: [GainLife(who: You, amount: Power(ThatObject))]),
                )"
            ),
        )
    };
    assert!(tokens(2).ends_with("When one of them dies, you gain life equal to its power."), "{}", tokens(2));
    assert!(tokens(1).ends_with("When it dies, you gain life equal to its power."), "{}", tokens(1));
    let text = instructions(
        "",
        "Exile(Each(Type(Artifact))), Draw(who: You, count: Fixed(1)), Delay(
            when: Moves(what: Is(ThisWay(Exiled)), from: Exile, to: Graveyard),
            body: (instructions: [GainLife(who: You, amount: Fixed(1))]),
        )",
    );
    assert!(text.contains("When one of the cards exiled this way is put into a graveyard"), "{text}");
}

/// CR 608.2c: an object put onto the battlefield is the one mentioned last.
#[test]
fn what_was_put_is_spoken_of_as_it_was() {
    let back = |what: &str, then: &str| {
        instructions(
            "(what: Object(All([Type(Creature), Card, In(Graveyard)])))",
            &format!("PutOntoBattlefield(what: {what}, control: You), {then}"),
        )
    };
    let counter = "PutCounters(on: ThisWay(Put), kind: PowerToughness(1, 1), count: Fixed(1))";
    let text = back("Target(0)", counter);
    assert!(text.ends_with("Put a +1/+1 counter on it."), "{text}");
    let text = back("Target(0)", &format!("Tap(This), {counter}"));
    assert!(text.ends_with("Put a +1/+1 counter on that permanent."), "{text}");
    let text = back("Each(All([Type(Creature), Card, In(Graveyard)]))", counter);
    assert!(text.ends_with("on each object moved this way."), "{text}");
    let text = written(
        "Enchantment",
        &format!(
            "Triggered(
                when: Moves(what: Type(Creature), from: Battlefield, to: Graveyard),
                body: (instructions: [PutOntoBattlefield(what: ThatObject, control: OwnerOf(ThatObject)), {counter}]),
            )"
        ),
    );
    assert!(text.ends_with("Put a +1/+1 counter on it."), "{text}");
}

/// A relative clause agrees with its noun.
#[test]
fn relative_clauses_agree_with_their_nouns() {
    let pump = |filter: &str| {
        effect(&format!("Modify(what: {filter}, modifications: [AddPowerToughness(Fixed(1), Fixed(1))])"))
    };
    for (filter, said) in [
        ("All([Type(Creature), Not(WasCast)])", "Creatures that weren't cast get"),
        ("All([Type(Creature), WasCast])", "Creatures that were cast get"),
        ("All([Type(Creature), HasAdventure])", "Creatures that have an Adventure get"),
        ("All([Type(Creature), Not(HasAdventure)])", "Creatures that don't have an Adventure get"),
        ("All([Type(Creature), Not(AttackingAlone)])", "Creatures that aren't attacking alone get"),
    ] {
        assert!(pump(filter).starts_with(said), "{}", pump(filter));
    }
    let text = instructions("(what: Object(All([Type(Creature), Not(WasCast)])))", "Destroy(Target(0))");
    assert_eq!(text, "Destroy target creature that wasn't cast.");
}

/// CR 601.2: spells are cast by a player, from that player's hand.
#[test]
fn spells_and_lands_are_played_by_somebody() {
    assert_eq!(
        effect("Restrict(CantPlayLands(who: Opponents, what: In(Hand)))"),
        "Your opponents can't play land cards from their hands."
    );
    assert_eq!(effect("Restrict(CantCast(who: Each, what: In(Hand)))"), "Players can't cast spells from their hands.");
    let cost = |who: &str| format!("Cost(of: Spells(All([Type(Creature), ControlledBy({who})])), change: ");
    assert_eq!(
        effect(&(cost("Opponents") + "More([Discard(1, Any)]))")),
        "Creature spells your opponents cast cost an additional \"Discard a card\" to cast."
    );
    assert_eq!(effect(&(cost("You") + "Less(mana: \"{1}\"))")), "Creature spells you cast cost {1} less to cast.");
}

/// CR 707.2: each of several objects is copied, and the results are several.
#[test]
fn copies_of_several_are_made_one_by_one() {
    let copies = |count: u32, of: &str| {
        instructions(
            "",
            &format!(
                "CreateCopies(who: You, count: Fixed({count}), of: {of}),
                 PutCounters(on: Created, kind: PowerToughness(1, 1), count: Fixed(1))"
            ),
        )
    };
    let artifacts = "Each(All([Type(Artifact), ControlledBy(You)]))";
    assert_eq!(
        copies(1, artifacts),
        "For each artifact you control, create a token that's a copy of it. Put a +1/+1 counter on each of them."
    );
    assert_eq!(
        copies(2, artifacts),
        "For each artifact you control, create two tokens that are copies of it. \
         Put a +1/+1 counter on each of them."
    );
    assert_eq!(copies(1, "This"), "Create a token that's a copy of Example. Put a +1/+1 counter on it.");
}

/// A count for each player is phrased for one of them.
#[test]
fn the_greatest_number_of_each_player_is_of_one_of_them() {
    let compare = |of: &str, each: &str| {
        condition(&format!("Compare(Greatest(of: {of}, each: Player({each})), Equal, Fixed(0))"))
    };
    assert_eq!(
        compare("CastLastTurn(They)", "Each"),
        "As long as the greatest number of spells that a player cast last turn is 0"
    );
    assert_eq!(
        compare("Count(All([Type(Creature), ControlledBy(They)]))", "Opponents"),
        "As long as the greatest number of creatures an opponent controls is 0"
    );
    assert_eq!(compare("Life(They)", "Each"), "As long as the greatest life total among players is 0");
}

/// Each thing is said once, and in the words of cards.
#[test]
fn what_is_said_twice_is_said_once() {
    let graveyard = condition("All([Is(This, In(Graveyard)), Exists(All([This, In(Graveyard)]))])");
    assert_eq!(graveyard.matches(" if ").count(), 0, "no condition within the condition: {graveyard}");
    assert!(graveyard.ends_with("and it's in a graveyard"), "{graveyard}");
    let explores = instructions(CREATURE, "Explore(Target(0)), Explore(Target(0))");
    assert_eq!(explores, "Target creature explores, then it explores again.");
    let others = instructions(
        "",
        "Choose(what: Object(Type(Creature)), into: 0), Choose(what: Object(Type(Creature)), into: 1),
         Destroy(Each(All([Type(Creature), Not(Is(Chosen(0))), Not(Is(Chosen(1)))])))",
    );
    assert_eq!(others.matches("other than").count(), 1, "{others}");
    let divided =
        instructions("(what: AnyTarget, min: 1, max: 3)", "DealDamage(amount: Fixed(3), to: Objects(Target(0)))");
    assert!(divided.contains("one, two, or three targets"), "{divided}");
    assert_eq!(instructions("(what: AnyTarget, min: 2, max: 9)", "Tap(Target(0))"), "Tap two to nine targets.");
}

/// CR 601.2f: a known spell is spoken of as such.
#[test]
fn a_known_spell_costs_less_by_its_name() {
    let text = instructions(
        "",
        "CopyCards(Each(All([Card, In(Exile)]))),
         Establish(effect: Cost(of: Spells(Is(Created)), change: Less(mana: \"{2}\")), duration: EndOfTurn)",
    );
    assert!(!text.contains("pells that are"), "{text}");
    assert!(text.contains("less to cast"), "{text}");
}

/// CR 603.7b: a delayed triggered ability that triggers once waits for the next event.
#[test]
fn a_delayed_ability_on_the_stack_says_which_event_it_waited_for() {
    let card = "Card(name: \"Example\", types: [Artifact], abilities: [
        Triggered(when: BeginningOf(Upkeep, Each), body: (instructions: [Draw])),
    ])";
    let card = read_card("example.ron", card).unwrap();
    let ability = &card.front().abilities[0];
    assert_eq!(super::delayed_text(ability, "Example"), "At the beginning of the next upkeep, draw a card.");
    assert_eq!(super::ability_text(ability, "Example"), "At the beginning of each upkeep, draw a card.");
}

/// CR 113.6: every zone in which an ability functions is said.
#[test]
fn an_ability_says_where_else_it_functions() {
    let activated = |rest: &str| {
        let body = "body: (instructions: [Draw(who: You, count: Fixed(1))])";
        written("Creature", &format!("Activated(cost: [Mana(\"{{2}}\")], {rest}, {body})"))
    };
    let text = activated("limits: [AlsoIn(Graveyard)]");
    assert_eq!(text, "{2}: Draw a card. Activate only if Example is on the battlefield or in your graveyard.");
    let text = activated("limits: [AlsoIn(Command)], zone: Graveyard");
    assert_eq!(text, "{2}: Draw a card. Activate only if Example is in your graveyard or in the command zone.");
}
