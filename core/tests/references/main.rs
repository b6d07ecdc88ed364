//! Every word that names an object, in every place where its meaning may be asked for, after
//! everything that may become of the object meanwhile (CR 400.7, 603.7c, 608.2b, 608.2h).
//!
//! The object is a relic that Bob owns and Ann controls: a 3/3 creature with a +1/+1 counter. So a
//! power of 4 is that of the permanent, or what is last known of it, and a power of 3 that of a
//! card elsewhere or of another permanent. What must come of it follows from three things: how the
//! word names it ([`Naming`]), what has become of it and when ([`Fate`], [`When`]), and what the
//! place does with it ([`Use`]). A word that has no meaning in a place is refused where it is read.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test says what went wrong by panicking")]

mod cards;
mod places;
mod players;
mod words;

use retrace_core::card::file::read_card;
use retrace_core::card::pool::Pool;
use retrace_core::scenario::Scenario;

use places::{PLACES, Place};
use words::words;

/// How a word names an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    /// Once, and no other later: "that creature".
    Once,
    /// Once, as a target: an illegal one is no longer affected or known (CR 608.2b).
    Target,
    /// Whatever fits by then.
    Anew,
    /// Whatever of it is still there: what the source is attached to by then, what it has put onto
    /// the battlefield (CR 607.2c).
    Still,
}

/// A word, with an ability that lets it name the relic.
#[derive(Clone, Copy)]
struct Word {
    name: &'static str,
    /// The reference.
    says: &'static str,
    naming: Naming,
    /// Whether the relic has the abilities; otherwise a permanent of Ann's, the subject.
    own: bool,
    /// The abilities; `@` stands for the instructions.
    abilities: &'static str,
    /// What puts the ability onto the stack.
    begin: &'static str,
    /// The answers as it resolves.
    answers: &'static str,
    /// Where the relic is.
    home: Home,
    /// Whether it names the relic only as the ability resolves.
    resolving: bool,
}

/// Where the relic is at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    Battlefield,
    /// On the battlefield with the subject attached to it.
    Equipped,
    /// In Ann's graveyard, from where the ability puts it onto the battlefield.
    Graveyard,
    /// Nowhere: the ability creates it.
    Token,
}

/// What becomes of the relic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    There,
    MovedOnce,
    MovedTwice,
    GoneAndBack,
    Stolen,
}

const FATES: [Fate; 5] = [Fate::There, Fate::MovedOnce, Fate::MovedTwice, Fate::GoneAndBack, Fate::Stolen];

impl Fate {
    /// As steps of the script.
    const fn steps(self) -> &'static str {
        match self {
            Fate::There => "",
            Fate::MovedOnce => "Edit(Move(what: Latest(\"Relic\"), to: Graveyard)),",
            Fate::MovedTwice => {
                "Edit(Move(what: Latest(\"Relic\"), to: Graveyard)), Edit(Move(what: Latest(\"Relic\"), to: Exile)),"
            }
            Fate::GoneAndBack => {
                "Edit(Move(what: Latest(\"Relic\"), to: Exile)), Edit(Move(what: Latest(\"Relic\"), to: Battlefield)),"
            }
            Fate::Stolen => "Edit(Control(of: Latest(\"Relic\"), is: \"Bob\")),",
        }
    }

    /// As instructions of the resolution.
    const fn instructions(self) -> &'static str {
        match self {
            Fate::There => "",
            Fate::MovedOnce => "Put(what: Each(Named(\"Relic\")), into: Graveyard),",
            Fate::MovedTwice => {
                "Put(what: Each(Named(\"Relic\")), into: Graveyard), Exile(Each(All([Named(\"Relic\"), In(Graveyard)]))),"
            }
            Fate::GoneAndBack => {
                "Exile(Each(Named(\"Relic\"))), PutOntoBattlefield(what: Each(All([Named(\"Relic\"), In(Exile)])), control: Opponents),"
            }
            Fate::Stolen => {
                "Modify(what: Each(Named(\"Relic\")), modifications: [Control(Opponents)], duration: Indefinite),"
            }
        }
    }

    const fn is_gone(self) -> bool {
        matches!(self, Fate::MovedOnce | Fate::MovedTwice)
    }
}

/// When it becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// While the ability is on the stack.
    OnStack,
    /// As it resolves, after the word has named the relic and before it is used.
    Resolving,
    /// In the same turn, after it has resolved and before what it left behind is used.
    After,
    /// Likewise, and two turns pass until that is used.
    TwoTurnsLater,
}

/// What a word means after all that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Means {
    /// The power that is asked for; none if the word names nothing.
    power: Option<i32>,
    /// Who controls it, or did last: true for Bob.
    stolen: bool,
    /// Whether the relic, where it is now, is what the word names: what is done to it.
    reached: bool,
}

impl Means {
    const NOTHING: Means = Means { power: None, stolen: false, reached: false };

    /// What a word means where it is used.
    fn of(word: &Word, fate: Fate, when: When) -> Means {
        let there = Means { power: Some(4), stolen: false, reached: true };
        let another = Means { power: Some(3), stolen: true, reached: true };
        let naming = match word.naming {
            // It is named after that.
            Naming::Once if when == When::OnStack && word.resolving => Naming::Anew,
            Naming::Target if when != When::OnStack => Naming::Once,
            other => other,
        };
        match (naming, fate) {
            (_, Fate::There) => there,
            (_, Fate::Stolen) => Means { stolen: true, ..there },
            (Naming::Anew, Fate::GoneAndBack) => another,
            (Naming::Still, Fate::GoneAndBack) if when == When::Resolving => another,
            (Naming::Anew | Naming::Still, _) => Means::NOTHING,
            // It is found wherever this resolution has moved it in public; on the battlefield it is
            // asked as it is there (CR 400.7h).
            (_, Fate::GoneAndBack) if when == When::Resolving => another,
            (_, _) if when == When::Resolving => there,
            (Naming::Target, _) => Means::NOTHING,
            _ => Means { reached: false, ..there },
        }
    }
}

/// What a place does with the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    /// Ann gains life equal to the power.
    Power,
    /// Ann pays life equal to it.
    Payment,
    /// Ann gains five life if there is something with the power 4.
    Described,
    /// Ann gains five life if it is on the battlefield, as it is there now.
    InPlay,
    /// Its controller loses a life.
    Controller,
    /// Its owner loses a life.
    Owner,
    /// It is put into its owner's hand.
    Moved,
    /// Ann gains five life if the relic, which becomes tapped or a target, is it.
    Five,
    /// The relic has two more power, if it is it.
    Stronger,
    /// The relic can't get a counter, if it is it.
    Unmarked,
    /// The relic isn't destroyed, if it is it.
    Saved,
    /// The relic isn't dealt damage, if it is it.
    Unhurt,
    /// The probe has 4 more power: a number that was fixed as the effect began.
    Fixed,
    /// The probe has 4 more power for as long as it is on the battlefield.
    WhileInPlay,
    /// The probe has 4 more power for as long as Ann controls it.
    WhileControlled,
    /// What was exiled until it leaves the battlefield has come back.
    Returned,
    /// A spell that targets the relic costs {2} less, if it is it.
    Cheaper,
}

/// The objects that `Those` means.
const OF: &str = ", of: Each(Named(\"Relic\"))";

/// Whether a word is about the object that has the ability, so that it means something else in an
/// ability of another object (`check::context` tries these).
fn is_of_its_own(word: &Word) -> bool {
    word.own || ["AttachedTo", "PaidFor", "Linked(Chosen)", "Linked(Put)"].contains(&word.name)
}

/// The places in an ability of another object, which has no memory of the resolution.
const GIVING: [&str; 3] = ["a gained ability", "a token's ability", "an emblem's ability"];

/// Whether the instructions leave nothing behind.
fn is_at_once(place: &Place) -> bool {
    let lasts = [Use::Stronger, Use::Fixed, Use::WhileInPlay, Use::WhileControlled, Use::Cheaper, Use::Returned];
    place.then.is_empty() && !lasts.contains(&place.uses)
}

/// Whether there is such a case.
fn is_possible(word: &Word, place: &Place, fate: Fate, when: When) -> bool {
    // The replaced event or an emblem's own trigger event has another object; a modification, and
    // what it would be damage to, is about another affected one.
    let means_another = match word.name {
        "ThatObject" => ["what is done instead", "an emblem's ability"].contains(&place.name),
        "Affected" => place.name == "an effect's number",
        _ => false,
    };
    // With nothing there the whole list is left out.
    let nothing_to_do = when == When::OnStack && fate.is_gone() && ["Affected", "Pile"].contains(&word.name);
    let gives = GIVING.contains(&place.name);
    let on_the_relic = match place.uses {
        Use::Five => place.name == "a delayed event",
        Use::Unmarked | Use::Saved | Use::Unhurt | Use::Cheaper => true,
        _ => false,
    };
    let reflexive = place.name.starts_with("a reflexive");
    let late = matches!(when, When::After | When::TwoTurnsLater);
    let excluded = [
        means_another || nothing_to_do || (gives && is_of_its_own(word)),
        is_at_once(place) && late,
        reflexive && when == When::TwoTurnsLater,
        on_the_relic && fate.is_gone(),
        // A token that has left the battlefield goes nowhere else (CR 111.8).
        word.home == Home::Token && matches!(fate, Fate::MovedTwice | Fate::GoneAndBack),
        when == When::OnStack && matches!(word.home, Home::Token | Home::Graveyard),
    ];
    !excluded.contains(&true)
}

/// What must hold in a case, and for `Use::Cheaper` the steps before.
fn outcome(word: &Word, place: &Place, fate: Fate, when: When) -> String {
    let left = matches!(when, When::After | When::TwoTurnsLater);
    // What is locked in as an effect begins stays that.
    let locked = left && (place.uses == Use::Stronger || word.name == "Those");
    let before = !left && word.name == "Those";
    let naming = if locked { Naming::Once } else { word.naming };
    let naming = if before { Naming::Anew } else { naming };
    // The state-based actions that unattach it come after the resolution.
    let at_once = is_at_once(place) || [Use::Stronger, Use::Fixed, Use::Returned].contains(&place.uses);
    let attached = word.name == "AttachedTo" && when == When::Resolving;
    let naming = if attached && at_once { Naming::Once } else { naming };
    let gives = GIVING.contains(&place.name);
    let asked = match when {
        When::Resolving if (attached && !at_once) || (gives && word.name == "ThisTurn") => When::After,
        when => when,
    };
    let mut means = Means::of(&Word { naming, ..*word }, fate, asked);
    // By then it is another turn.
    let is_past = word.name == "ThisTurn" && when == When::TwoTurnsLater;
    if is_past && place.uses != Use::Stronger {
        means = Means::NOTHING;
    }
    // The event itself is one of this turn.
    if word.name == "ThisTurn" && place.name == "a delayed event" {
        means.reached = true;
    }
    let life = |who: &str, is: i32| format!("Expect([Life(of: \"{who}\", is: {is})])");
    let is_there = !fate.is_gone();
    let base = if matches!(fate, Fate::There | Fate::Stolen) { 4 } else { 3 };
    let probe = |power: i32| format!("Expect([Power(of: \"Probe\", is: {power})])");
    let zone = |of: &str, is: &str| format!("Expect([Zone(of: Latest(\"{of}\"), is: {is})])");
    match place.uses {
        Use::Power => life("Ann", 60 + means.power.unwrap_or(0)),
        Use::Payment => life("Ann", 60 - means.power.unwrap_or(0)),
        Use::Described => life("Ann", if means.power == Some(4) { 65 } else { 60 }),
        Use::InPlay => life("Ann", if means.reached && is_there { 65 } else { 60 }),
        Use::Five => life("Ann", if means.reached && is_there { 65 } else { 60 }),
        Use::Controller | Use::Owner => {
            let bobs = if place.uses == Use::Owner { word.home != Home::Token } else { means.stolen };
            let (ann, bob) = match (means.power, bobs) {
                (None, _) => (60, 20),
                (Some(_), true) => (60, 19),
                (Some(_), false) => (59, 20),
            };
            format!("Expect([Life(of: \"Ann\", is: {ann}), Life(of: \"Bob\", is: {bob})])")
        }
        Use::Moved if word.home == Home::Token => {
            let left = u8::from(!means.reached && is_there);
            format!("Expect([Count(what: Named(\"Relic\"), is: {left})])")
        }
        Use::Moved => zone(
            "Relic",
            match fate {
                _ if means.reached => "Hand",
                Fate::MovedOnce => "Graveyard",
                Fate::MovedTwice => "Exile",
                _ => "Battlefield",
            },
        ),
        Use::Stronger if word.home == Home::Token && !is_there => String::new(),
        Use::Stronger => {
            let power = base + if means.reached { 2 } else { 0 };
            format!("Expect([Power(of: Latest(\"Relic\"), is: {power})])")
        }
        Use::Fixed if left => probe(4),
        Use::Fixed => probe(means.power.unwrap_or(0)),
        Use::WhileInPlay if left => probe(if base == 4 && !is_past { 4 } else { 0 }),
        Use::WhileInPlay => probe(if means.reached && is_there { 4 } else { 0 }),
        Use::WhileControlled if left => probe(if fate == Fate::There && !is_past { 4 } else { 0 }),
        Use::WhileControlled => probe(if means.reached && is_there && !means.stolen { 4 } else { 0 }),
        Use::Unmarked => {
            let marks = u8::from(!means.reached);
            format!("Expect([Counters(on: Latest(\"Relic\"), kind: Named(\"mark\"), is: {marks})])")
        }
        Use::Saved if word.home == Home::Token => {
            format!("Expect([Count(what: Named(\"Relic\"), is: {})])", u8::from(means.reached))
        }
        Use::Saved => zone("Relic", if means.reached { "Battlefield" } else { "Graveyard" }),
        Use::Unhurt => {
            format!("Expect([Damage(on: Latest(\"Relic\"), is: {})])", u8::from(!means.reached))
        }
        Use::Cheaper => {
            let cast = "Cast(card: \"Dart\", targets: [Latest(\"Relic\")], pay: Auto)";
            match means.reached {
                true => format!("{cast}, ResolveTop"),
                false => format!("Illegal(step: {cast}, rule: \"601.2h\")"),
            }
        }
        // One that has left already ends it before it begins (CR 610.3b).
        Use::Returned if left => zone("Ward", if base == 4 { "Exile" } else { "Battlefield" }),
        Use::Returned => {
            let named_before =
                !(when == When::OnStack && word.resolving) && naming != Naming::Anew && word.name != "Linked(Put)";
            let has_left = means.power.is_some() && base == 3 && named_before;
            zone("Ward", if has_left { "Battlefield" } else { "Exile" })
        }
    }
}

fn creature(name: &str, power: i32, toughness: i32, abilities: &str) -> String {
    format!(
        "Card(name: \"{name}\", types: [Creature], power: {power}, toughness: {toughness}, abilities: [{abilities}]),"
    )
}

/// The card with the abilities.
fn card(word: &Word, instructions: &str) -> String {
    let abilities = word.abilities.replace('@', instructions);
    match word.name {
        "PaidFor" => format!(
            "Card(name: \"Offering\", types: [Artifact], cost: \"{{0}}\", abilities: [Static(effect: Cost(of: Spells(This), change: More([TapOthers(1, Named(\"Relic\"))])), zone: Stack), {abilities}])"
        ),
        _ if word.own => creature("Relic", 3, 3, &abilities).trim_end_matches(',').to_owned(),
        _ if word.home == Home::Equipped => {
            format!("Card(name: \"Subject\", types: [Artifact], subtypes: [\"Equipment\"], abilities: [{abilities}])")
        }
        _ => format!("Card(name: \"Subject\", types: [Artifact], abilities: [{abilities}])"),
    }
}

/// The scenario of a case.
fn scenario(word: &Word, place: &Place, fate: Fate, when: When) -> (String, String) {
    let within = if when == When::Resolving { fate.instructions() } else { "" };
    let text = place.text.replace('#', word.says).replace('&', if word.name == "Those" { OF } else { "" });
    let card = card(word, &format!("{within} {text}"));
    let spell = |name: &str, cost: &str, body: &str| {
        format!("Card(name: \"{name}\", types: [Instant], cost: \"{{{cost}}}\", abilities: [Spell(body: ({body}))]),")
    };
    let to_relic = |does: &str| format!("instructions: [{}]", does.replace('R', "Each(Named(\"Relic\"))"));
    let spells = [
        spell("Prick", "0", "instructions: [DealDamage(source: Each(Named(\"Relic\")), amount: Fixed(1), to: Objects(Each(Named(\"Probe\"))))]"),
        spell("Mark", "0", &to_relic("PutCounters(on: R, kind: Named(\"mark\"))")),
        spell("Smash", "0", &to_relic("Destroy(R)")),
        spell("Raze", "0", "instructions: [Destroy(Each(Named(\"Ward\")))]"),
        spell("Zap", "0", &to_relic("DealDamage(source: Each(Named(\"Probe\")), amount: Fixed(1), to: Objects(R))")),
        spell("Dart", "2", "targets: [(what: Object(Type(Creature)))], instructions: [Tap(Target(0))]"),
    ]
    .concat();
    let relic = if word.own { String::new() } else { creature("Relic", 3, 3, "") };
    let counted = "counters: {PowerToughness(1, 1): 1}";
    let of_bob = match word.home {
        Home::Battlefield | Home::Equipped => {
            format!("battlefield: [(card: \"Relic\", as: \"the relic\", controller: \"Ann\", {counted})]")
        }
        Home::Graveyard => "graveyard: [\"Relic\"]".to_owned(),
        Home::Token => String::new(),
    };
    let subject = match (word.name, word.home) {
        ("PaidFor", _) => "",
        (_, Home::Equipped) => "(card: \"Subject\", attached_to: \"the relic\"),",
        _ if word.own => "",
        _ => "\"Subject\",",
    };
    let offering = if word.name == "PaidFor" { "\"Offering\"," } else { "" };
    let meanwhile = |is: &[When]| if is.contains(&when) { fate.steps() } else { "" };
    let answers = if place.text.starts_with("May(") { "Choose(Yes)," } else { "" };
    let wait = if when == When::TwoTurnsLater { "AdvanceTo(step: PrecombatMain, turn: 7)," } else { "" };
    let script = format!(
        "{} {} ResolveTop, {} {answers} {} {wait} {} {}",
        word.begin,
        meanwhile(&[When::OnStack]),
        word.answers,
        meanwhile(&[When::After, When::TwoTurnsLater]),
        place.then,
        outcome(word, place, fate, when),
    );
    let scenario = format!(
        "Scenario(name: \"it\", cards: [{card}, {relic} {spells} {}{}{}
            Card(name: \"Bell\", types: [Artifact]), Card(name: \"Gong\", types: [Artifact]), Card(name: \"Brick\", types: [Land])],
        players: [
            (name: \"Ann\", life: 60, library: [(card: \"Brick\", count: 5)], hand: [{offering} \"Prick\", \"Mark\", \"Smash\", \"Raze\", \"Zap\", \"Dart\"],
                battlefield: [{subject} \"Probe\", \"Ward\", \"Bearer\", \"Bell\", \"Gong\"]),
            (name: \"Bob\", library: [(card: \"Brick\", count: 5)], {of_bob}),
        ],
        turn: (number: 5, active: \"Ann\"),
        script: [{script}])",
        creature("Probe", 0, 9, ""),
        creature("Ward", 0, 9, ""),
        creature("Bearer", 0, 9, ""),
    );
    (card, scenario)
}

/// Runs a scenario.
fn played(text: &str) -> Result<(), String> {
    let run = Scenario::read("it", text).map_err(|error| error.to_string())?;
    let run = run.run(&Pool::default()).map_err(|error| error.to_string())?;
    let failures: Vec<String> = run.failures.iter().map(ToString::to_string).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("; ")) }
}

/// What is wrong, in a line.
fn brief(why: &str) -> String {
    let what = why.split("since the step before").next().unwrap_or_default();
    what.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What has come of a case.
enum Came {
    Right,
    Refused,
    Wrong(String),
}

fn tried(word: &Word, place: &Place, fate: Fate, when: When) -> Came {
    let (card, text) = scenario(word, place, fate, when);
    come(&card, &text)
}

/// What comes of a scenario with this card.
fn come(card: &str, text: &str) -> Came {
    if let Err(refused) = read_card("it", card) {
        let said = refused.told(true);
        let known = said.contains("refers to nothing in ") || said.contains("speaks of target");
        return if known { Came::Refused } else { Came::Wrong(format!("refused with: {said}")) };
    }
    match played(text) {
        Ok(()) => Came::Right,
        Err(why) => Came::Wrong(why),
    }
}

/// What has come of many cases.
#[derive(Default)]
struct Tally {
    right: usize,
    refused: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, case: String, came: Came) {
        match came {
            Came::Right => self.right += 1,
            Came::Refused => self.refused.push(case),
            Came::Wrong(why) => self.wrong.push(format!("{case}: {}", brief(&why))),
        }
    }

    /// Nothing is wrong, and more cases than this were right.
    fn all_right(&self, least: usize) {
        let Tally { right, refused, wrong } = self;
        let all = right + refused.len() + wrong.len();
        assert!(wrong.is_empty(), "{} of {all} are wrong:\n{}", wrong.len(), wrong.join("\n"));
        assert!(*right > least, "only {right} cases were right; refused were:\n{}", refused.join("\n"));
    }
}

/// Each place for each word, with everything that may happen at one time.
fn matrix(when: When) {
    let mut tally = Tally::default();
    for word in &words() {
        for place in PLACES {
            for fate in FATES.into_iter().filter(|fate| is_possible(word, place, *fate, when)) {
                let case = format!("`{}` in {}, {fate:?}", word.name, place.name);
                tally.add(case, tried(word, place, fate, when));
            }
        }
    }
    tally.all_right(1800);
}

#[test]
fn what_happens_while_it_is_on_the_stack() {
    matrix(When::OnStack);
}

#[test]
fn what_happens_as_it_resolves() {
    matrix(When::Resolving);
}

#[test]
fn what_happens_after_it_has_resolved() {
    matrix(When::After);
}

#[test]
fn what_happens_two_turns_before_it_is_used() {
    matrix(When::TwoTurnsLater);
}
