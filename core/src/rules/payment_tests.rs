//! Costs that become payable, or stop being payable, in the window for mana abilities (CR
//! 601.2g-h): each word of a cost, for everything that has a cost.

use crate::card::Cost;
use crate::card::pool::Pool;
use crate::scenario::Scenario;

/// A part of a cost that can't be paid on its board until a mana ability has been activated.
struct Part {
    /// The part.
    cost: &'static str,
    /// What the mana ability does besides adding mana.
    does: &'static str,
    /// More of the mana ability's cost.
    costs: &'static str,
    /// Whether only an ability of the permanent itself can have it in its cost.
    of_itself: bool,
    /// More of the announcement.
    announced: &'static str,
    /// What is chosen as it is paid.
    chosen: &'static str,
}

const fn part(cost: &'static str, does: &'static str) -> Part {
    Part { cost, does, costs: "", of_itself: false, announced: "", chosen: "" }
}

const ENERGY: &str = "GetCounters(who: You, kind: Energy, count: Fixed(1))";
const CHARGE: &str = "PutCounters(on: Each(Named(\"Worker\")), kind: Named(\"charge\"), count: Fixed(1))";
const TREASURE: &str = "CreateTokens(predefined: Treasure)";
const DRAW: &str = "Draw(who: You, count: Fixed(1))";
const REST: &str = "Untap(Each(Named(\"Ox\")))";
const BURY: &str = "Put(what: Each(All([Card, In(Graveyard), OwnedBy(You)])), into: Library)";
const GAIN: &str = "GainLife(amount: Fixed(2))";

/// Ann has 2 life, an untapped Worker and a tapped Ox, no card in hand but the spell, one in her
/// library and one in her graveyard.
const PARTS: &[Part] = &[
    Part { of_itself: true, costs: "TapOthers(1, Named(\"Worker\"))", ..part("Untap", "") },
    Part { of_itself: true, ..part("Tap", "Untap(Each(Named(\"Worker\")))") },
    part("Life(3)", GAIN),
    part("PlayerCounters(Energy, 1)", ENERGY),
    Part { of_itself: true, ..part("RemoveCounters(Named(\"charge\"), 1)", CHARGE) },
    Part { of_itself: true, ..part("RemoveAnyCounters(1)", CHARGE) },
    part("Sacrifice(1, Type(Artifact))", TREASURE),
    Part { chosen: "Choose(Pick([\"Ox\"])), ", ..part("TapTotalPower(2, Named(\"Ox\"))", REST) },
    part("Discard(1, Card)", DRAW),
    part("DiscardAtRandom(1)", DRAW),
    part("Exile(count: 2, what: Card, from: Graveyard)", "Mill(who: You, count: Fixed(1))"),
    Part { costs: "SacrificeThis", ..part("Exile(count: 2, what: Card, from: Graveyard)", "") },
    part("Exile(count: 1, what: Card, from: Hand)", DRAW),
    part("Exile(count: 1, what: Type(Artifact), from: Battlefield)", TREASURE),
    part("ExileTop(2)", BURY),
    part("Mill(2)", BURY),
    part("TapOthers(1, Named(\"Ox\"))", REST),
    Part { costs: "UntapOthers(1, Named(\"Ox\"))", ..part("TapOthers(1, Named(\"Ox\"))", "") },
    Part { costs: "TapOthers(1, Named(\"Cow\"))", ..part("UntapOthers(1, Named(\"Cow\"))", "") },
    part("Return(1, Type(Artifact))", TREASURE),
    part("PutCountersOn(Named(\"charge\"), 1, Type(Artifact))", TREASURE),
    part("RemoveCountersFrom(Named(\"charge\"), 1, Named(\"Worker\"))", CHARGE),
    part("Reveal(1, Card)", DRAW),
    part("Times(Fixed(2), Life(2))", "GainLife(amount: Fixed(3))"),
    part("Times(Count(Named(\"Ox\")), Life(3))", GAIN),
    Part { announced: "x: 3, ", ..part("Times(X, Life(1))", GAIN) },
    Part {
        announced: "x: 2, ",
        ..part("Times(X, Sacrifice(1, Type(Artifact)))", "CreateTokens(predefined: Treasure, count: Fixed(2))")
    },
    Part { announced: "costs: [\"life\"], ", ..part("Either([[Discard(1, Type(Artifact))], [Life(3)]])", GAIN) },
];

/// Why a word of a cost is not among [`PARTS`]; none if it has to be.
fn left_out(cost: &Cost) -> Option<&'static str> {
    match cost {
        Cost::Mana(_) | Cost::ManaCostOf(_) => Some("it is mana"),
        Cost::Loyalty(_) => Some("CR 606.6 forbids the activation"),
        Cost::SacrificeThis | Cost::ReturnThis | Cost::ExertThis | Cost::DiscardThis | Cost::ExileThis => {
            Some("an object that comes there is another one")
        }
        Cost::DiscardHand => Some("it can always be paid"),
        Cost::SacrificeAll(_) => Some("only a restriction keeps it from being paid"),
        Cost::PutCounters(..) | Cost::Draw(_) => Some("only a restriction keeps it from being paid"),
        Cost::Unattach(_) => Some("its own test"),
        Cost::Tap
        | Cost::Untap
        | Cost::Life(_)
        | Cost::PlayerCounters(..)
        | Cost::RemoveCounters(..)
        | Cost::RemoveAnyCounters(_)
        | Cost::Sacrifice(..)
        | Cost::TapTotalPower(..)
        | Cost::Discard(..)
        | Cost::DiscardAtRandom(_)
        | Cost::Exile { .. }
        | Cost::ExileTop(_)
        | Cost::Mill(_)
        | Cost::TapOthers(..)
        | Cost::UntapOthers(..)
        | Cost::Return(..)
        | Cost::PutCountersOn(..)
        | Cost::RemoveCountersFrom(..)
        | Cost::Reveal(..)
        | Cost::Times(..)
        | Cost::Either(_) => None,
    }
}

/// Something with a cost.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Spell,
    Ability,
    Special,
    Payment,
    Attack,
}

const KINDS: [Kind; 5] = [Kind::Spell, Kind::Ability, Kind::Special, Kind::Payment, Kind::Attack];

impl Kind {
    /// The abilities of the Worker, and those of the spell.
    fn abilities(self, cost: &str) -> (String, String) {
        let drain = "LoseLife(who: Opponents, amount: Fixed(5))";
        let spell = format!("Spell(body: (instructions: [{drain}]))");
        match self {
            Kind::Spell => {
                let more =
                    format!("Static(effect: Cost(of: Spells(This), change: More([{cost}])), zone: Stack), {spell}");
                (String::new(), more)
            }
            Kind::Ability => {
                (format!("Activated(cost: [Mana(\"{{1}}\"), {cost}], body: (instructions: [{drain}]))"), spell)
            }
            Kind::Special => {
                let special = format!("SpecialAction(who: You, cost: [Mana(\"{{1}}\"), {cost}], then: [{drain}])");
                (format!("Static(effect: Permit({special}))"), spell)
            }
            Kind::Payment => {
                let pays = format!("MayPay(who: You, cost: [Mana(\"{{1}}\"), {cost}], then: [{drain}])");
                (format!("Activated(cost: [], body: (instructions: [{pays}]))"), spell)
            }
            Kind::Attack => {
                let charge = format!("Charge(Attack(what: Named(\"Bull\"), cost: [Mana(\"{{1}}\"), {cost}]))");
                (format!("Static(effect: {charge})"), spell)
            }
        }
    }

    /// What begins it, up to the payment of the mana.
    fn begins(self, announced: &str) -> String {
        match self {
            Kind::Spell => format!("Cast(card: \"Work\", {announced}pay: Later)"),
            Kind::Ability => format!("Activate(object: \"Worker\", {announced}pay: Later)"),
            Kind::Special => "Choose(Pick([Special(\"Worker\")]))".to_owned(),
            Kind::Payment => "Activate(object: \"Worker\"), ResolveTop, Choose(Yes)".to_owned(),
            Kind::Attack => "AdvanceTo(step: DeclareAttackers), Attack([(\"Bull\", \"Bob\")])".to_owned(),
        }
    }

    /// What follows on the payment, and what holds then.
    fn ends(self) -> &'static str {
        match self {
            Kind::Spell | Kind::Ability => "ResolveTop, Expect([Life(of: \"Bob\", is: 15)])",
            Kind::Special | Kind::Payment => "Expect([Life(of: \"Bob\", is: 15)])",
            Kind::Attack => "Expect([Attacking(of: \"Bull\")])",
        }
    }

    /// What holds once it has been taken back.
    fn undone(self) -> &'static str {
        match self {
            Kind::Spell => "Zone(of: Latest(\"Work\"), is: Hand), Life(of: \"Bob\", is: 20)",
            Kind::Attack => "Not(Attacking(of: \"Bull\")), Life(of: \"Bob\", is: 20)",
            _ => "Life(of: \"Bob\", is: 20)",
        }
    }
}

/// A board on which a cost can't be paid yet; `land` is the mana ability.
fn board(kind: Kind, part: &Part, land: &str, script: &str) -> String {
    let (worker, spell) = kind.abilities(part.cost);
    let tapped = if part.cost == "Tap" { ", tapped: true" } else { "" };
    let hand = if kind == Kind::Spell { "[(card: \"Work\", as: \"Work\")]" } else { "[]" };
    let graveyard = "[\"Forest\"]";
    let beast = "types: [Creature], power: 2, toughness: 2";
    format!(
        "Scenario(name: \"a payment\", cards: [\
         Card(name: \"Work\", types: [Sorcery], cost: \"{{1}}\", abilities: [{spell}]),\
         Card(name: \"Worker\", types: [Creature], power: 1, toughness: 1, abilities: [{worker}]),\
         Card(name: \"Ox\", {beast}), Card(name: \"Cow\", {beast}), Card(name: \"Bull\", {beast}),\
         Card(name: \"Spring\", types: [Land], abilities: [{land}])],\
         players: [(name: \"Ann\", life: 2, battlefield: [(card: \"Worker\", as: \"Worker\"{tapped}), \
         (card: \"Ox\", as: \"Ox\", tapped: true), (card: \"Cow\", as: \"Cow\"), (card: \"Bull\", as: \"Bull\"), \
         (card: \"Spring\", as: \"Spring\")], hand: {hand}, graveyard: {graveyard}, library: [\"Mountain\"]), \
         (name: \"Bob\")], script: [{script}])"
    )
}

fn run(text: &str) -> Result<(), String> {
    let run = Scenario::read("payment.ron", text).and_then(|it| it.run(&Pool::bundled()?));
    run.map(drop).map_err(|error| format!("{error}\n{text}"))
}

/// Whether a kind of thing can have this part in its cost.
fn fits(kind: Kind, part: &Part) -> bool {
    let itself = !part.of_itself || kind == Kind::Ability;
    // Only spells and abilities announce something.
    let announces = part.announced.is_empty() || matches!(kind, Kind::Spell | Kind::Ability);
    // What an attack costs says no number.
    let plain = kind != Kind::Attack || !part.cost.starts_with("Times");
    itself && announces && plain
}

#[test]
fn what_a_mana_ability_makes_payable_is_offered_and_paid() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for part in PARTS {
        for kind in KINDS.into_iter().filter(|kind| fits(*kind, part)) {
            let comma = if part.costs.is_empty() { "" } else { ", " };
            let land = format!(
                "Activated(cost: [Tap{comma}{}], body: (instructions: [AddMana(mana: Units([Colorless])), {}]))",
                part.costs, part.does
            );
            let script = format!(
                "{}, Activate(object: \"Spring\"), Pay(Auto), {}{}",
                kind.begins(part.announced),
                part.chosen,
                kind.ends()
            );
            tried += 1;
            wrong.extend(
                run(&board(kind, part, &land, &script)).err().map(|it| format!("{kind:?} {}: {it}", part.cost)),
            );
        }
    }
    assert!(tried > 80, "only {tried}");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// With a mana ability that only adds mana, nothing makes the cost payable: an ability and a
/// special action are not offered, a payment is not asked for, a spell or an attack is taken back.
#[test]
fn what_nothing_makes_payable_is_refused() {
    let mut wrong = Vec::new();
    for part in PARTS {
        for kind in KINDS.into_iter().filter(|kind| fits(*kind, part)) {
            let land = "Activated(cost: [Tap], body: (instructions: [AddMana(mana: Units([Colorless]))]))";
            let script = match kind {
                Kind::Spell => format!("Illegal(step: Cast(card: \"Work\", {}))", part.announced),
                Kind::Ability => format!("Illegal(step: Activate(object: \"Worker\", {}))", part.announced),
                Kind::Special => "Illegal(step: Choose(Pick([Special(\"Worker\")])))".to_owned(),
                Kind::Payment => {
                    "Activate(object: \"Worker\"), ResolveTop, Expect([Life(of: \"Bob\", is: 20), Priority(\"Ann\")])"
                        .to_owned()
                }
                Kind::Attack => {
                    let refused = "Illegal(step: Attack([(\"Bull\", \"Bob\")])), Attack([])";
                    format!("AdvanceTo(step: DeclareAttackers), {refused}")
                }
            };
            wrong
                .extend(run(&board(kind, part, land, &script)).err().map(|it| format!("{kind:?} {}: {it}", part.cost)));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Parts that can be paid when the cost is announced, with a mana ability that uses up what pays
/// them.
const SPOILT: &[(&str, &str)] = &[
    ("Life(2)", "LoseLife(who: You, amount: Fixed(1))"),
    ("Sacrifice(1, Named(\"Cow\"))", "Exile(Each(Named(\"Cow\")))"),
    ("TapOthers(1, Named(\"Cow\"))", "Tap(Each(Named(\"Cow\")))"),
    ("TapTotalPower(2, Named(\"Cow\"))", "Tap(Each(Named(\"Cow\")))"),
    ("UntapOthers(1, Named(\"Ox\"))", "Untap(Each(Named(\"Ox\")))"),
    ("Return(1, Named(\"Cow\"))", "Exile(Each(Named(\"Cow\")))"),
    ("PutCountersOn(Named(\"charge\"), 1, Named(\"Cow\"))", "Exile(Each(Named(\"Cow\")))"),
    ("Exile(count: 1, what: Named(\"Cow\"), from: Battlefield)", "Exile(Each(Named(\"Cow\")))"),
    ("Exile(count: 1, what: Card, from: Graveyard)", "Exile(Each(All([Card, In(Graveyard)])))"),
    ("ExileTop(1)", "Mill(who: You, count: Fixed(1))"),
    ("Mill(1)", "Mill(who: You, count: Fixed(1))"),
];

#[test]
fn what_a_mana_ability_uses_up_is_not_paid_and_all_is_taken_back() {
    let mut wrong = Vec::new();
    for (cost, does) in SPOILT {
        let part = part(cost, does);
        for kind in KINDS {
            let land =
                format!("Activated(cost: [Tap], body: (instructions: [AddMana(mana: Units([Colorless])), {does}]))");
            // What a mana ability did to a library stays (CR 726.1).
            let chooses = if does.starts_with("Mill") { "" } else { "Choose(Pick([])), " };
            let declines = match kind {
                Kind::Attack => ", Attack([])",
                // It is asked once more if it could still be paid.
                Kind::Payment if !does.starts_with("Mill") => ", Choose(No)",
                _ => "",
            };
            let script = format!(
                "{}, Activate(object: \"Spring\"), Pay(Auto), {chooses}Expect([Event(kind: \"Restored\"), {}]){declines}",
                kind.begins(""),
                kind.undone()
            );
            wrong.extend(run(&board(kind, &part, &land, &script)).err().map(|it| format!("{kind:?} {cost}: {it}")));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn every_word_of_a_cost_is_tried() {
    let tried: Vec<Cost> = PARTS.iter().map(|part| ron::from_str(part.cost).expect(part.cost)).collect();
    assert!(tried.iter().all(|cost| left_out(cost).is_none()));
    let word = |cost: &Cost| format!("{cost:?}").chars().take_while(char::is_ascii_alphanumeric).collect::<String>();
    let mut words: Vec<String> = tried.iter().map(word).collect();
    words.sort_unstable();
    words.dedup();
    // One more than these needs a row above, or a reason in `left_out`.
    assert_eq!(words.len(), 21, "{words:?}");
}
