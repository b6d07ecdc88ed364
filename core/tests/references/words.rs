//! The words that name an object, each with an ability that lets it name the relic.

use super::{Home, Naming, Word};

const ABILITY: &str = "Activated(cost: [], body: (instructions: [@]))";
const ACTIVATE: &str = "Activate(object: \"Subject\"),";

const fn word(name: &'static str, says: &'static str, naming: Naming, abilities: &'static str) -> Word {
    Word {
        name,
        says,
        naming,
        own: false,
        abilities,
        begin: ACTIVATE,
        answers: "",
        home: Home::Battlefield,
        resolving: false,
    }
}

pub(super) fn words() -> Vec<Word> {
    use Naming::{Once, Still, Target};
    let targeting = "Activated(cost: [], body: (targets: [(what: Object(Named(\"Relic\"))), (what: Object(Named(\"Bell\")))], instructions: [@]))";
    let target = Word {
        begin: "Activate(object: \"Subject\", targets: [\"Relic\", \"Bell\"]),",
        ..word("Target", "Target(0)", Target, targeting)
    };
    let mut all = vec![
        Word { own: true, begin: "Activate(object: \"Relic\"),", ..word("This", "This", Once, ABILITY) },
        target,
        Word { name: "Among", says: "Among(Target(0), Type(Creature))", ..target },
        Word { name: "Last", says: "Last(Target(0))", ..target },
        Word {
            begin: "Edit(Tapped(of: \"Relic\", is: true)),",
            ..word(
                "ThatObject",
                "ThatObject",
                Once,
                "Triggered(when: BecomesTapped(Named(\"Relic\")), body: (instructions: [@]))",
            )
        },
        Word {
            begin: "Cast(card: \"Prick\"), ResolveTop,",
            ..word(
                "DamageSource",
                "DamageSource",
                Once,
                "Triggered(when: IsDealtDamage(what: Named(\"Probe\")), body: (instructions: [@]))",
            )
        },
        Word {
            resolving: true,
            ..word(
                "Affected",
                "Affected",
                Once,
                "Activated(cost: [], body: (instructions: [ForEach(each: Object(Each(Named(\"Relic\"))), then: [@])]))",
            )
        },
        Word { home: Home::Equipped, ..word("AttachedTo", "AttachedTo", Still, ABILITY) },
        word(
            "PaidWith",
            "PaidWith",
            Once,
            "Activated(cost: [TapOthers(1, Named(\"Relic\"))], body: (instructions: [@]))",
        ),
        Word {
            begin: "Cast(card: \"Offering\"), ResolveTop, Activate(object: \"Offering\"),",
            ..word("PaidFor", "PaidFor(This)", Once, ABILITY)
        },
    ];
    all.extend(words_of_deeds());
    all
}

/// Words that name what the ability itself has chosen or done, and what other abilities have.
fn words_of_deeds() -> Vec<Word> {
    use Naming::{Anew, Once, Still};
    vec![
        Word {
            resolving: true,
            ..word(
                "Chosen",
                "Chosen(0)",
                Once,
                "Activated(cost: [], body: (instructions: [Choose(who: You, what: Object(Named(\"Relic\")), count: Fixed(1), into: 0), @]))",
            )
        },
        Word {
            resolving: true,
            ..word(
                "ThisWay",
                "ThisWay(Tapped)",
                Once,
                "Activated(cost: [], body: (instructions: [Tap(Each(Named(\"Relic\"))), @]))",
            )
        },
        Word {
            own: true,
            begin: "Activate(object: \"Bearer\"),",
            ..word(
                "Granter",
                "Granter",
                Once,
                "Static(effect: Modify(what: Named(\"Bearer\"), modifications: [Gain(Activated(cost: [], body: (instructions: [@])))], defining: false))",
            )
        },
        Word {
            own: true,
            begin: "Activate(object: \"Relic\"), ResolveTop, Activate(object: Token(\"Squire\", 0)),",
            ..word(
                "Exactly",
                "Granter",
                Once,
                "Activated(cost: [], body: (instructions: [CreateTokens(token: (name: \"Squire\", types: [Artifact], abilities: [Activated(cost: [], body: (instructions: [@]))]))]))",
            )
        },
        Word {
            resolving: true,
            home: Home::Token,
            ..word(
                "Created",
                "Created",
                Once,
                "Activated(cost: [], body: (instructions: [CreateTokens(token: (name: \"Relic\", types: [Creature], power: 3, toughness: 3)), PutCounters(on: Created, kind: PowerToughness(1, 1)), @]))",
            )
        },
        Word {
            resolving: true,
            ..word(
                "Linked(Chosen)",
                "Linked(Chosen)",
                Once,
                "Activated(cost: [], body: (instructions: [ChooseValue(Object(Named(\"Relic\"))), @]))",
            )
        },
        Word {
            resolving: true,
            home: Home::Graveyard,
            ..word(
                "Linked(Put)",
                "Linked(Put)",
                Still,
                "Activated(cost: [], body: (instructions: [PutOntoBattlefield(what: Each(All([Named(\"Relic\"), In(Graveyard)])), control: You, counters: [(PowerToughness(1, 1), Fixed(1))]), @]))",
            )
        },
        Word {
            resolving: true,
            answers: "Choose(Pick([\"Relic\"])), Choose(Pick([\"the first pile\"])),",
            ..word(
                "Pile",
                "Pile(0)",
                Once,
                "Activated(cost: [], body: (instructions: [Separate(who: You, what: Each(Named(\"Relic\")), picks: You), @]))",
            )
        },
        Word {
            resolving: true,
            ..word(
                "MostVoted",
                "MostVoted",
                Once,
                "Activated(cost: [], body: (instructions: [Vote(on: Objects(Named(\"Relic\"))), @]))",
            )
        },
        Word {
            begin: "Edit(Tapped(of: \"Relic\", is: true)), Activate(object: \"Subject\"),",
            ..word("ThisTurn", "ThisTurn(BecomesTapped(Named(\"Relic\")))", Once, ABILITY)
        },
        word("Those", "Those", Once, ABILITY),
        word("Each", "Each(Named(\"Relic\"))", Anew, ABILITY),
    ]
}
