//! Refuses words that could never do anything in their place: words that only the rules write,
//! limits on an X that nobody chooses, and chosen modes remembered for an ability that no object
//! has.

use crate::card::ast::ability::{Ability, StaticAbility};
use crate::card::ast::cost::{CostChange, Costly, ManaTerm};
use crate::card::ast::effect::{Duration, Instead, Modification, StaticEffect};
use crate::card::ast::filter::{Filter, Objects};
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::ast::restriction::Permission;
use crate::card::ast::trigger::TriggerEvent;
use crate::card::layout::Card;
use crate::card::lexicon;
use crate::card::words::card_type::{CardType, CardTypes};
use crate::card::words::mana_symbol::ManaCost;
use crate::card::words::marking::Marking;
use crate::card::words::term::{Term, as_};
use crate::card::words::tree::{Node, Word};
use crate::card::words::zone_kind::ZoneKind;

use super::nodes::{asks_for_mana_x, asks_for_x, faces, is, pays_with_objects};
use super::out_of_place::place;
use super::surroundings::{From, Paid};

/// All such words of a card, in order of writing.
pub(super) fn all_idle(card: &Card) -> Vec<String> {
    let mut wrong = Vec::new();
    for (part, face) in faces(card) {
        wrong.extend(in_abilities(part, face.cost.as_ref(), &face.abilities.node()));
        wrong.extend(out_of_play(part, face.types, &face.abilities));
    }
    wrong
}

/// Static abilities of an instant or sorcery that function on the battlefield only, where it never
/// is (CR 113.6, 304.4, 307.4).
fn out_of_play(part: &str, types: CardTypes, abilities: &[Ability]) -> Vec<String> {
    let is_spell = types.has(CardType::Instant) || types.has(CardType::Sorcery);
    let in_play_only = |it: &StaticAbility| {
        let functions = |zone: &ZoneKind| it.functions_in(*zone);
        ZoneKind::ALL.iter().copied().filter(functions).eq([ZoneKind::Battlefield])
            && !matches!(it.effect, StaticEffect::Modify { defining: true, .. })
    };
    let never = abilities.iter().enumerate().filter(|(_, ability)| match ability {
        Ability::Static(it) => in_play_only(it) && !ability.is_about_casting_this(),
        _ => false,
    });
    let said = |(index, _): (usize, &Ability)| {
        let path = if part.is_empty() { String::new() } else { format!("{part}.") };
        format!(
            "the static ability in {path}abilities[{index}] would function on the battlefield only, where an instant or \
             sorcery never is: say `zone: Stack`, or let a `Spell` begin the effect (CR 113.6)"
        )
    };
    if types.is_permanent() || !is_spell { Vec::new() } else { never.map(said).collect() }
}

/// What is chosen and paid for the spells that a card can be cast as, on any face.
pub(super) fn paid_for(card: &Card) -> Paid {
    let (mut x, mut objects) = (X::default(), false);
    let mut see = |cost: Option<&ManaCost>, abilities: &Node<'_>| {
        x = x.or(X::of_spell(cost, abilities));
        objects |= abilities.items().iter().any(of_spell_costs_objects);
    };
    for face in card.faces() {
        see(face.cost.as_ref(), &face.abilities.node());
    }
    let from = |is: bool| if is { From::Here } else { From::Nowhere };
    Paid { x: from(x.chosen), objects: from(objects) }
}

/// Whether objects are used to pay for a spell because of an ability of its own: as a cost, or for
/// mana (CR 702.51a, 702.66a).
fn of_spell_costs_objects(ability: &Node<'_>) -> bool {
    let helps = |word: &Word<'_>| is!(word, Keyword::Convoke | Keyword::Delve | Keyword::Improvise | Keyword::Conspire);
    costs_of_spell(ability).iter().any(|costs| pays_with_objects(costs) || costs.has(&helps))
}

/// The parts of an ability that affect the cost of its own spell.
fn costs_of_spell<'n, 'a>(ability: &'n Node<'a>) -> Vec<&'n Node<'a>> {
    let Some(word) = ability.word() else { return Vec::new() };
    let inner = word.field("0");
    match as_(word.term) {
        Some(Ability::Keyword(_)) => vec![ability],
        Some(Ability::Static(_)) => {
            let effect = inner.and_then(|it| it.field("effect"));
            let of_cost =
                |it: &&Node<'_>| it.word().is_some_and(|it| is!(it, StaticEffect::Cost | StaticEffect::Permit));
            effect.filter(of_cost).into_iter().collect()
        }
        Some(Ability::Spell(_)) => {
            let modes = inner.and_then(|it| it.field("body")).and_then(|body| body.field("modes"));
            let modes = modes.and_then(|modes| modes.field("of")).map(Node::items).unwrap_or_default();
            modes.iter().filter_map(|mode| mode.field("cost")).collect()
        }
        _ => Vec::new(),
    }
}

fn in_abilities(part: &str, cost: Option<&ManaCost>, abilities: &Node<'_>) -> Vec<String> {
    let path = [part, "abilities"].into_iter().filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let x = X::of_spell(cost, abilities);
    let mut idle = Idle { path, wrong: Vec::new(), of_spell: x, around: Around::default() };
    idle.node(abilities, Owner::Created);
    idle.wrong
}

/// Whether an X is chosen, and whether mana is paid for it.
#[derive(Clone, Copy, Default)]
struct X {
    chosen: bool,
    mana: bool,
}

impl X {
    const fn or(self, other: X) -> X {
        X { chosen: self.chosen || other.chosen, mana: self.mana || other.mana }
    }

    fn of(cost: &Node<'_>) -> X {
        X { chosen: asks_for_x(cost), mana: asks_for_mana_x(cost) }
    }

    /// For a spell: from its mana cost, and from alternative and additional costs in its abilities
    /// (CR 107.3a, 601.2b).
    fn of_spell(cost: Option<&ManaCost>, abilities: &Node<'_>) -> X {
        let printed = cost.is_some_and(ManaCost::has_x);
        let mut x = X { chosen: printed, mana: printed };
        for costs in abilities.items().iter().flat_map(costs_of_spell) {
            x = x.or(X::of(costs));
        }
        x
    }
}

/// The owner of a body.
#[derive(Clone, Copy)]
enum Owner {
    /// A spell.
    Spell,
    /// An activated ability, with an X or without.
    Activated(X),
    /// A triggered ability.
    Triggered,
    /// An ability created by an effect, such as a delayed one.
    Created,
}

/// What is around a word that is about its own ability, or about effects of its own text.
#[derive(Clone, Copy, Default)]
struct Around {
    /// An activated or triggered ability of an object resolves.
    resolves: bool,
    /// That ability changes its object.
    changes_this: bool,
    /// The text has begun an effect.
    began: bool,
    /// It allows a special action after that.
    allows: bool,
}

impl Around {
    /// What is around the parts of a word.
    fn of_parts(self, word: &Word<'_>) -> Around {
        let resolves = is!(word, Ability::Activated | Ability::Triggered | Keyword::Forecast)
            || is!(word, Keyword::Boast | Keyword::Chapter);
        // What is done later or by another effect is done by no ability of the object.
        let ability = as_::<Ability>(word.term).is_some();
        let other = ability || is!(word, Instruction::Delay);
        let apart = as_::<StaticEffect>(word.term).is_some()
            || as_::<Instead>(word.term).is_some()
            || as_::<ManaTerm>(word.term).is_some();
        let resolves = resolves || self.resolves && !other && !apart;
        let this = || word.field("what").and_then(Node::word).is_some_and(|what| is!(what, Objects::This));
        Around {
            resolves,
            changes_this: match as_(word.term) {
                Some(Instruction::Modify(_)) => resolves && this(),
                _ => self.changes_this && as_::<Modification>(word.term).is_some(),
            },
            began: self.began && !other,
            allows: match as_(word.term) {
                Some(Instruction::Establish(_)) => self.began,
                _ => self.allows && is!(word, StaticEffect::Permit | Permission::SpecialAction),
            },
        }
    }
}

/// Whether an instruction begins an effect that stays the same until it ends. One that waits for a
/// part of the game is another from then on.
fn begins(node: &Node<'_>) -> bool {
    let lasts =
        |duration: &Node<'_>| duration.word().and_then(|it| as_(it.term)).is_some_and(|it: &Duration| !it.waits());
    node.has(&|word| as_::<Instruction>(word.term).is_some() && word.field("duration").is_some_and(&lasts))
}

/// Traverses the abilities of a face.
struct Idle {
    path: Vec<String>,
    wrong: Vec<String>,
    of_spell: X,
    around: Around,
}

impl Idle {
    fn node(&mut self, node: &Node<'_>, owner: Owner) {
        match node {
            Node::Word(word) => self.word(word, owner),
            Node::Record(parts) => {
                self.record(node, owner);
                for (name, part) in parts {
                    self.inside(name, part, owner);
                }
            }
            Node::List(items) => {
                let before = self.around;
                for (index, item) in items.iter().enumerate() {
                    self.inside(&format!("[{index}]"), item, owner);
                    self.around.began |= begins(item);
                }
                self.around = before;
            }
            Node::Number(_) | Node::Text(_) | Node::Plain => {}
        }
    }

    fn inside(&mut self, name: &str, node: &Node<'_>, owner: Owner) {
        self.path.push(name.to_owned());
        self.node(node, owner);
        self.path.pop();
    }

    fn word(&mut self, word: &Word<'_>, owner: Owner) {
        self.path.push(word.name.to_owned());
        self.unsaid(word);
        let ability = word.field("0");
        let owner = if is!(word, Ability::Spell) {
            Owner::Spell
        } else if is!(word, Ability::Activated | Keyword::Forecast | Keyword::Boast) {
            let cost = ability.and_then(|it| it.field("cost"));
            Owner::Activated(cost.map_or_else(X::default, X::of))
        } else if is!(word, Ability::Triggered | Keyword::Chapter) {
            Owner::Triggered
        } else if is!(word, Instruction::Delay | ManaTerm::When | Instead::EnterAs) {
            Owner::Created
        } else {
            owner
        };
        if is!(word, Keyword::Suspend) && word.field("x_limits").is_some() {
            let cost = word.field("cost").is_some_and(asks_for_x);
            self.limited("x_limits", cost, "the suspend cost has no {X}");
        }
        if let Some(Filter::PaidAs(name)) = as_(word.term)
            && name.alternative().is_none()
        {
            let name = name.word();
            let why = format!("`PaidAs(\"{name}\")` is of no spell, since {name} offers no alternative cost");
            self.refuse(&why, "say `Paid(what: …)` for an additional cost (CR 118.8, 118.9)");
        }
        if is!(word, CostChange::LimitX) {
            self.limit(word);
        }
        self.marking(word);
        self.of_itself(word);
        let around = self.around;
        self.around = around.of_parts(word);
        for (name, part) in &word.parts {
            if word.parts.len() == 1 && *name == "0" {
                self.node(part, owner);
            } else {
                self.inside(name, part, owner);
            }
        }
        self.around = around;
        self.path.pop();
    }

    /// A word about its own ability, or about effects of its own text.
    fn of_itself(&mut self, word: &Word<'_>) {
        if is!(word, Modification::LoseThisAbility) && !self.around.changes_this {
            self.refuse(
                "an object loses \"this ability\" as an activated or triggered ability of it resolves",
                "say it there in `Modify(what: This, …)`, or say what is lost: `LoseKeyword(…)`, `LoseAllAbilities` \
                 (CR 113.10)",
            );
        }
        if is!(word, Instruction::EndEffect) && !self.around.allows {
            self.refuse(
                "`EndEffect` is for a special action, and ends what the same text has begun before it allows that",
                "write `Establish(effect: Permit(SpecialAction(…, then: [EndEffect])), …)` after what is to end \
                 (CR 116.2c)",
            );
        }
    }

    /// A word or field that exists only for the rules themselves.
    fn unsaid(&mut self, word: &Word<'_>) {
        let Some(told) = lexicon::kind(word.of).and_then(|kind| kind.word(word.name)) else { return };
        if !told.is_for_cards() {
            let instead = instead_of(word);
            self.refuse(&format!("`{}` is only what the rules make of other words", word.name), instead);
        }
        let unsaid = |name: &str| told.fields().iter().any(|it| it.name == name && !it.is_told());
        for (name, _) in word.parts.iter().filter(|(name, _)| unsaid(name)) {
            self.refuse(&format!("`{name}` is only what the rules say with this word"), "leave it out");
        }
    }

    /// A body, or an effect on the cost of the spell itself.
    fn record(&mut self, record: &Node<'_>, owner: Owner) {
        let x = match owner {
            _ if record.field("x").is_some() => X::default(),
            Owner::Spell => self.of_spell,
            Owner::Activated(x) => x,
            Owner::Triggered | Owner::Created => X::default(),
        };
        let why = match owner {
            _ if record.field("x").is_some() => "the text itself says what X is",
            Owner::Spell => "no cost of the spell has {X}",
            Owner::Activated(_) => "the activation cost has no {X}",
            Owner::Triggered | Owner::Created => "X is chosen for a spell or an activated ability alone",
        };
        for (name, chosen) in [("x_limits", x.chosen), ("spend_on_x", x.mana)] {
            if record.field(name).is_some() {
                self.limited(name, chosen, why);
            }
        }
        let of = |name: &str| record.field(name).and_then(Node::word);
        let own = of("of").and_then(|of| of.field("0")).and_then(Node::word);
        if of("of").is_some_and(|it| is!(it, Costly::Spells))
            && own.is_some_and(|it| is!(it, Filter::This))
            && of("change").is_some_and(|it| is!(it, CostChange::LimitX))
        {
            self.limited("LimitX", self.of_spell.chosen, "no cost of the spell has {X}");
        }
        let unchosen = record.field("modes").is_some_and(|modes| modes.field("unchosen").is_some());
        if unchosen && matches!(owner, Owner::Spell | Owner::Created) {
            self.refuse(
                "`unchosen` leaves out modes that this ability chose before, but a spell or created ability chooses only once",
                "leave it out, or let an object have the ability (CR 700.2b)",
            );
        }
    }

    fn limited(&mut self, name: &str, chosen: bool, why: &str) {
        if !chosen {
            self.refuse(
                &format!("`{name}` is said of an X that is chosen and paid for, and {why}"),
                "leave it out, or give a cost with {X} (CR 107.3a)",
            );
        }
    }

    /// A limit on the X of the spell itself, which must have an X.
    fn limit(&mut self, word: &Word<'_>) {
        let given = |name: &str| word.field(name).is_some_and(|it| !it.items().is_empty());
        if !given("limits") && !given("spend") {
            self.refuse("`LimitX` says nothing", "give `limits`, `spend` or both");
        }
    }

    /// A card gives only designations that reserve cards, since only those last; and only of those
    /// is it told who gives them.
    fn marking(&mut self, word: &Word<'_>) {
        let reserving = |word: &Word<'_>| {
            let being = word.field("being").and_then(Node::word);
            being.and_then(|it| as_::<Marking>(it.term)).is_none_or(|it| it.reserving().is_some())
        };
        let marks = is!(word, Instruction::Mark);
        if marks && !reserving(word) {
            self.refuse(
                "`Mark` gives a designation that keyword actions and abilities give",
                "name the action, as in `Monstrosity(…)`, or the keyword ability",
            );
        }
        if marks && word.field("number").is_some() {
            self.refuse("`number` is noted with a designation of permanents", "leave it out");
        }
        let gaining = word.field("gaining").and_then(Node::word);
        let is = |keyword: &Word<'_>| {
            let word = as_::<Keyword>(keyword.term).map(Keyword::word);
            Keyword::words_reserving().any(|it| Some(it) == word)
        };
        if gaining.is_some_and(|keyword| !is(keyword)) {
            let those: Vec<&str> = Keyword::words_reserving().collect();
            self.refuse(
                "`gaining` takes a keyword ability for whose cost the card may be cast",
                &format!("give one of these: {}", those.join(", ")),
            );
        }
        if is!(word, TriggerEvent::BecomesMarked) && word.field("by").is_some() && !reserving(word) {
            self.refuse("`by` is said of a designation that players give to cards in exile", "leave it out");
        }
    }

    fn refuse(&mut self, why: &str, instead: &str) {
        let mut path = self.path.clone();
        path.push(String::new());
        self.wrong.push(format!("{why} (in {}); {instead}", place(&path)));
    }
}

/// What to write instead of a word that a card can't contain.
fn instead_of(word: &Word<'_>) -> &'static str {
    let told: [(bool, &str); 5] = [
        (is!(word, Objects::Exactly), "say `Granter` (CR 201.4a)"),
        (is!(word, Modification::Copiable), "say `BecomeCopy` or `EnterAs` (CR 707.2)"),
        (is!(word, Duration::Meanwhile), "write `During(Turn, …)` (CR 611.2a)"),
        (is!(word, Duration::Bestowed), "write `Keyword(Bestow(…))` (CR 702.103)"),
        (is!(word, TriggerEvent::Chapter), "write `Keyword(Chapter(…))` (CR 715.2)"),
    ];
    told.iter().find(|(is, _)| *is).map_or("say what is meant in another word", |(_, instead)| instead)
}
