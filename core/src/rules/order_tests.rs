//! Orders that nobody is asked for: on small random boards, every one of them leads to the same
//! state (CR 603.3b, 616.1).

use std::collections::BTreeMap;

use crate::card::pool::Pool;
use crate::derive::key::{Key, key};
use crate::fact::{
    Action, Answer, Entity, Entry, Event, Frame, Happening, Input, Item, Part, PlayerId, Proposed, TriggerId,
};
use crate::play::{Dice, sample};
use crate::rule;
use crate::scenario::Scenario;
use crate::state::{Game, evolve_entry};

use super::engine::work::Work;
use super::replace::{asked, perform};
use super::trigger::triggers;
use super::{Pending, pending, stepped};

/// A game with some of these cards on Ann's battlefield, after a script has run.
fn board(cards: &[(&str, &str)], hand: &str, script: &str) -> Game {
    let define =
        |(name, text): &(&str, &str)| format!("Card(name: {name:?}, types: [Enchantment], abilities: [{text}]),");
    let mut names: Vec<&(&str, &str)> = cards.iter().collect();
    names.sort_unstable();
    names.dedup();
    let defined: String = names.into_iter().map(define).collect();
    let there: String = cards.iter().map(|(name, _)| format!("{name:?}, ")).collect();
    let text = format!(
        "Scenario(name: \"board\", cards: [{defined} {hand}], players: [(name: \"Ann\", battlefield: [{there}], \
         hand: [\"Call\"]), (name: \"Bob\", battlefield: [\"Grizzly Bears\"])], script: [{script}])"
    );
    let run = Scenario::read("board.ron", &text).and_then(|it| it.run(&Pool::bundled()?));
    run.unwrap_or_else(|error| panic!("{error}\n{text}")).timelines.swap_remove(0).end
}

fn told(game: &Game, event: Event) -> Game {
    let mut game = game.clone();
    let entry = Entry { no: game.counters().entry, part: Part::Frame, cause: None, rule: rule!("603.3b"), event };
    evolve_entry(&mut game, &std::sync::Arc::new(entry));
    game
}

/// A game in which Ann has cast a spell, stopped where the abilities that it triggers are put in
/// order; and these abilities.
fn called(cards: &[(&str, &str)], call: &str) -> (Game, Vec<TriggerId>) {
    let mut game = board(cards, call, "Cast(card: \"Call\"), Pass");
    let passes = Input::Decision { by: PlayerId(1), answer: Answer::Picked(vec![Item::Act(crate::fact::Act::Pass)]) };
    game = stepped(&game, Some(&passes)).expect("Bob passes").1;
    let resolves = |game: &Game| game.world().frames.iter().any(|frame| matches!(**frame, Frame::Resolve(_)));
    while game.world().waiting.is_empty() || resolves(&game) {
        game = stepped(&game, None).expect("it goes on").1;
    }
    let mut work = Work::new(game);
    triggers::begin_putting_triggers(&mut work);
    let Some(Frame::PutTriggers { order, ordered: 0 }) = work.game.frame() else { panic!("they are put in order") };
    let order = order.clone();
    (work.game, order)
}

/// The game after each order of the abilities.
fn in_every_order(game: &Game, order: &[TriggerId]) -> impl Iterator<Item = (Vec<TriggerId>, Game)> {
    permutations(order.len()).into_iter().map(move |places| {
        let now: Vec<TriggerId> = places.iter().map(|place| order[*place]).collect();
        let ordered = u32::try_from(now.len()).unwrap();
        let frame = Frame::PutTriggers { order: now.clone(), ordered };
        (now, told(game, Event::FrameChanged { frame }))
    })
}

/// Answers every question until the stack is empty and only priority is left.
fn settled(game: Game) -> Option<Key> {
    key(&ended(game))
}

fn ended(mut game: Game) -> Game {
    for _ in 0..200 {
        let input = match pending(&game) {
            Pending::Running => None,
            Pending::Over(_) => break,
            Pending::Choices(choices) => {
                let choice = &choices[0];
                let passes = Item::Act(crate::fact::Act::Pass);
                let answer = match &choice.domain {
                    crate::fact::Domain::Pick { options, .. } if options.contains(&passes) => {
                        if game.world().stack.is_empty() {
                            break;
                        }
                        Answer::Picked(vec![passes])
                    }
                    _ => sample(&game, choice, &mut Dice::new(1)),
                };
                Some(Input::Decision { by: choice.answered_by, answer })
            }
        };
        game = stepped(&game, input.as_ref()).expect("it goes on").1;
    }
    game
}

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |begun: &Vec<usize>| {
            let free = (0..count).filter(|it| !begun.contains(it));
            free.map(|it| begun.iter().copied().chain([it]).collect()).collect::<Vec<Vec<usize>>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

const ENTERS: &str = "Triggered(when: Moves(what: Type(Creature), to: Battlefield), body: (instructions: [DO]))";

const DONE: [(&str, &str); 7] = [
    ("Gain", "GainLife(who: You, amount: Fixed(1))"),
    ("Drain", "LoseLife(who: Opponents, amount: Fixed(2))"),
    ("Store", "PutCounters(on: This, kind: Named(\"x\"), count: Fixed(1))"),
    ("Grow", "PutCounters(on: ThatObject, kind: PowerToughness(1, 1), count: Fixed(1))"),
    ("Power", "GainLife(who: You, amount: Power(ThatObject))"),
    ("Tap", "Tap(ThatObject)"),
    ("Double", "GainLife(who: You, amount: Life(You))"),
];

/// Orders in which the same kinds of abilities follow each other lead to the same state.
#[test]
fn alike_abilities_lead_to_the_same_in_every_order() {
    let call = "Card(name: \"Call\", cost: \"{0}\", types: [Sorcery], abilities: [Spell(body: (instructions: [\
        CreateTokens(who: You, count: Fixed(NUMBER), token: (name: \"Bird\", types: [Creature], power: 1, toughness: 2)), \
        CreateTokens(who: You, count: Fixed(1), token: (name: \"Ox\", types: [Creature], power: 2, toughness: 2))]))]),";
    let (mut unasked, mut compared) = (0, 0);
    for seed in 0..14 {
        let mut dice = Dice::new(seed);
        let number = 1 + dice.below(2);
        let one = dice.below(DONE.len());
        let mut chosen = vec![one];
        if number == 1 && dice.coin() {
            chosen.push(dice.below(DONE.len()));
        }
        let texts: Vec<String> = chosen.iter().map(|it| ENTERS.replace("DO", DONE[*it].1)).collect();
        let cards: Vec<(&str, &str)> =
            chosen.iter().zip(&texts).map(|(it, text)| (DONE[*it].0, text.as_str())).collect();
        let (game, order) = called(&cards, &call.replace("NUMBER", &number.to_string()));
        let classes = match triggers::being_ordered(&game) {
            asked if asked.is_empty() => vec![order.clone()],
            asked => asked,
        };
        unasked += usize::from(classes.iter().any(|class| class.len() > 1));
        let mut ends: BTreeMap<Vec<usize>, Key> = BTreeMap::new();
        for (now, game) in in_every_order(&game, &order) {
            let kinds: Vec<usize> =
                now.iter().map(|id| classes.iter().position(|class| class.contains(id)).unwrap()).collect();
            let end = settled(game).expect("it has a key");
            assert_eq!(*ends.entry(kinds).or_insert(end), end, "seed {seed}: {cards:?}, {number} Birds");
            compared += 1;
        }
    }
    assert!(unasked > 4 && compared > 60, "{unasked} boards with alike abilities, {compared} orders");
}

/// Effects of abilities of several sources, and whether their order provably makes no difference.
const SAID: [(&str, bool); 12] = [
    ("GainLife(who: You, amount: Life(You))", true),
    ("LoseLife(who: Opponents, amount: Count(Type(Creature)))", true),
    ("PutCounters(on: ThatObject, kind: PowerToughness(1, 1), count: Power(ThatObject))", true),
    ("CreateTokens(who: You, count: Fixed(1), token: (name: \"Egg\", types: [Artifact]))", true),
    ("Draw(who: You, count: Fixed(1))", true),
    (
        "If(condition: Compare(Life(You), AtLeast, Fixed(21)), then: [Tap(ThatObject)], otherwise: [GainLife(who: You, amount: Fixed(1))])",
        true,
    ),
    (
        "ForEach(each: Object(Each(Type(Creature))), then: [PutCounters(on: Affected, kind: PowerToughness(1, 1), count: Fixed(1))])",
        true,
    ),
    ("May(who: You, then: [Mill(who: You, count: Fixed(1))])", true),
    ("PutCounters(on: This, kind: Named(\"x\"), count: Life(You)), GainLife(who: You, amount: Fixed(1))", false),
    ("DealDamage(source: This, to: Players(Opponents), amount: Fixed(1))", false),
    ("Exile(Each(Type(Creature)))", false),
    ("Sacrifice(who: You, count: Fixed(1), what: All([Type(Enchantment), Not(This)]))", false),
];

/// Where the order of abilities of several sources is settled without asking, every order leads to
/// the same state. An order is never settled where the text refers to its source.
#[test]
fn abilities_of_several_sources_lead_to_the_same_where_the_order_is_given() {
    let call = "Card(name: \"Call\", cost: \"{0}\", types: [Sorcery], abilities: [Spell(body: (instructions: [\
        CreateTokens(who: You, count: Fixed(1), token: (name: \"Ox\", types: [Creature], power: 2, toughness: 2))]))]),";
    for (text, proved) in SAID {
        let ability = ENTERS.replace("DO", text);
        let cards = [("One", ability.as_str()), ("One", &ability), ("Two", &ability)];
        let (game, order) = called(&cards, call);
        assert_eq!(triggers::being_ordered(&game).len(), 3, "{text}: each source is another one to the question");
        assert_eq!(triggers::settled_order(&game).is_some(), proved, "{text}");
        let mut ends: Vec<Option<Key>> = Vec::new();
        for (_, game) in in_every_order(&game, &order) {
            ends.push(settled(game));
        }
        let same = ends[0].is_some() && ends.iter().all(|end| *end == ends[0]);
        assert!(same || !proved, "{text}: an order makes a difference");
    }
}

/// Effects that also refer to the ability's own permanent, and whether the order is proved for
/// equal permanents.
const SAID_OF_ITS_OWN: [(&str, usize, bool); 5] = [
    ("PutCounters(on: This, kind: Named(\"x\"), count: Life(You)), GainLife(who: You, amount: Fixed(1))", 1, true),
    ("DealDamage(source: This, to: Players(Opponents), amount: Fixed(1)), Draw(who: You, count: Fixed(1))", 1, true),
    (
        "PutCounters(on: This, kind: Named(\"x\"), count: Fixed(1)), \
         GainLife(who: You, amount: Greatest(of: Counters(Named(\"x\"), Affected), each: Object(Each(Type(Enchantment)))))",
        1,
        true,
    ),
    // With two abilities of each, exchanging permanents does not turn every order into every other.
    (
        "PutCounters(on: This, kind: Named(\"x\"), count: Fixed(1)), \
         GainLife(who: You, amount: Greatest(of: Counters(Named(\"x\"), Affected), each: Object(Each(Type(Enchantment)))))",
        2,
        false,
    ),
    ("PutCounters(on: ThatObject, kind: PowerToughness(1, 1)), Sacrifice(who: You, what: Type(Enchantment))", 1, true),
];

/// The same for equal permanents: every order leads to the same state, whatever the abilities do.
#[test]
fn abilities_of_equal_permanents_lead_to_the_same_where_the_order_is_given() {
    let call = "Card(name: \"Call\", cost: \"{0}\", types: [Sorcery], abilities: [Spell(body: (instructions: [\
        CreateTokens(who: You, count: Fixed(NUMBER), token: (name: \"Ox\", types: [Creature], power: 2, toughness: 2))]))]),";
    for (text, number, proved) in SAID_OF_ITS_OWN {
        let ability = ENTERS.replace("DO", text);
        let cards = vec![("One", ability.as_str()); 3 - number + 1];
        let (game, order) = called(&cards, &call.replace("NUMBER", &number.to_string()));
        assert_eq!(triggers::settled_order(&game).is_some(), proved, "{text}");
        let mut ends = std::collections::BTreeSet::new();
        for (_, game) in in_every_order(&game, &order) {
            ends.insert(but_for_which_is_which(&ended(game)));
        }
        assert_eq!(ends.len() == 1, proved, "{text}: {ends:?}");
    }
}

/// The state at the end, regardless of which permanent is which.
fn but_for_which_is_which(game: &Game) -> String {
    let lives: Vec<i32> = game.players().map(|player| player.life).collect();
    let cards: Vec<usize> = game.players().map(|player| player.library.len()).collect();
    let there = game.world().battlefield.iter().filter_map(|id| game.object(*id));
    let mut there: Vec<String> = there.map(|it| format!("{:?} {:?} {}", it.def, it.counters, it.damage)).collect();
    there.sort();
    format!("{lives:?} {cards:?} {there:?}")
}

const REPLACED: [(&str, &str); 8] = [
    ("Twice", "Would(Replace(would: Damage(source: Any, players: You), instead: Multiply(2)))"),
    ("Thrice", "Would(Replace(would: Damage(source: Any, players: You), instead: Multiply(3)))"),
    ("More", "Would(Replace(would: Damage(source: Any, players: You), instead: More(1)))"),
    ("Most", "Would(Replace(would: Damage(source: Any, players: You), instead: More(2)))"),
    ("Less", "Would(Replace(would: Damage(source: Any, players: You), instead: PreventSome(Fixed(1))))"),
    ("Naught", "Would(Replace(would: Damage(source: Any, players: You), instead: Prevent))"),
    ("Small", "Would(Replace(would: Damage(source: Any, players: You, at_least: 4), instead: Amount(Fixed(1))))"),
    (
        "Paid",
        "Would(Replace(would: Damage(source: Any, players: You), instead: Also(Prevent, [GainLife(who: You, amount: ThatMuch)])))",
    ),
];

/// Where nobody is asked which effect to apply first, each can be.
#[test]
fn unasked_replacement_effects_lead_to_the_same_whichever_is_first() {
    let call = "Card(name: \"Call\", types: [Sorcery]),";
    let (mut asked, mut unasked) = (0, 0);
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let chosen: Vec<usize> = (0..2 + dice.below(2)).map(|_| dice.below(REPLACED.len())).collect();
        let texts: Vec<String> = chosen.iter().map(|it| REPLACED[*it].1.replace("Would(", "Static(effect: ")).collect();
        let cards: Vec<(&str, &str)> =
            chosen.iter().zip(&texts).map(|(it, text)| (REPLACED[*it].0, text.as_str())).collect();
        let game = board(&cards, call, "");
        let source = *game.world().battlefield.iter().last().unwrap();
        let amount = 2 + u32::try_from(dice.below(3)).unwrap();
        let action = Action::Damage { source, to: Entity::Player(PlayerId(0)), amount, combat: false };
        let actions = vec![Proposed::new(action, None, rule!("120.3a"))];
        let happening = Happening { actions, ..Happening::default() };
        let options = perform::candidates_of(&game, &happening, 0);
        if options.len() < 2 {
            continue;
        }
        if asked::replacement_choice(&game, &happening).is_some() {
            asked += 1;
            continue;
        }
        unasked += 1;
        let end = |first: &crate::fact::Applied| {
            let mut work = Work::new(game.clone());
            work.push(rule!("616.1"), Frame::Happen(Box::new(happening.clone())));
            perform::answered(
                &mut work,
                &happening,
                PlayerId(0),
                &Answer::Picked(vec![Item::Effect(first.clone(), 0)]),
            );
            settled(work.game)
        };
        let ends: Vec<Option<Key>> = options.iter().map(end).collect();
        assert!(ends[0].is_some() && ends.iter().all(|end| *end == ends[0]), "seed {seed}: {cards:?} on {amount}");
    }
    assert!(asked > 8 && unasked > 8, "{asked} asked, {unasked} not");
}
