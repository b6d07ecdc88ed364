//! Refuses a card with a word that has no referent, naming the word, its place and an alternative.

use crate::card::ast::ability::Ability;
use crate::card::ast::cost::Cost;
use crate::card::ast::effect::{Choosing, Instead, Modification, StaticEffect};
use crate::card::ast::filter::Quantity;
use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::layout::Card;
use crate::card::verb;
use crate::card::words::chosen::Linked;
use crate::card::words::refers::{Linking, Need, Outcome, Provides};
use crate::card::words::term::{Term, any, as_};
use crate::card::words::tree::{Node, Word};
use crate::card::words::zone_kind::ZoneKind;

use super::idle::{all_idle, paid_for};
use super::nodes::faces;
use super::surroundings::{Found, From, Here, Paid, Speaker, Walk};

/// The first word of a card that could have no referent: what is wrong, where, and an alternative.
pub(crate) fn out_of_place(card: &Card) -> Option<String> {
    all_out_of_place(card).into_iter().next()
}

/// All such words, in order of writing.
pub(super) fn all_out_of_place(card: &Card) -> Vec<String> {
    let faces: Vec<(&str, Node<'_>)> = faces(card).into_iter().map(|(part, it)| (part, it.abilities.node())).collect();
    let (links, paid) = (Links::of(faces.iter().map(|(_, abilities)| abilities)), paid_for(card));
    faces
        .iter()
        .flat_map(|(part, abilities)| in_abilities(part, abilities, &links, paid))
        .chain(all_idle(card))
        .collect()
}

fn in_abilities<'a>(part: &str, abilities: &'a Node<'a>, links: &Links<'_>, paid: Paid) -> Vec<String> {
    let path = [part, "abilities"].into_iter().filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let mut wrong = Vec::new();
    let mut see = |found: &Found<'_, '_>| wrong.extend(complaint(found, links));
    Walk { paid, path, around: Vec::new(), see: &mut see }.node(abilities, &Here::alone(Speaker::Static));
    wrong
}

fn complaint(found: &Found<'_, '_>, links: &Links<'_>) -> Option<String> {
    let (why, instead) = match found.need {
        Need::Link(linking) if is_of_delayed(linking, found) => of_delayed(),
        Need::Link(linking) if links.lacks(linking, found) => unlinked(linking, found.word),
        Need::Link(linking) if links.is_of_spell(linking, found) => of_spell(linking, found.word),
        Need::Link(Linking::Objects) if is_of_what_is_gone(found, links) => of_what_is_gone(),
        _ if found.from == From::Nowhere => missing(found),
        _ => return None,
    };
    Some(format!("`{}` refers to nothing in {}: {why}; {instead}", said(found.word), place(found.path)))
}

/// The word in card file syntax.
fn said(word: &Word<'_>) -> String {
    match word.field("0") {
        Some(Node::Word(inner)) => format!("{}({})", word.name, inner.name),
        Some(Node::Number(number)) => format!("{}({number})", word.name),
        Some(Node::Text(text)) => format!("{}(\"{text}\")", word.name),
        _ => word.name.to_owned(),
    }
}

/// The path to a word, as a person follows it in the file.
pub(super) fn place(path: &[String]) -> String {
    let mut text = String::new();
    for step in path.iter().take(path.len().saturating_sub(1)) {
        if !text.is_empty() && !step.starts_with('[') {
            text.push('.');
        }
        text.push_str(step);
    }
    text
}

/// Why there is no referent, and an alternative.
fn missing(found: &Found<'_, '_>) -> (String, String) {
    let speaker = found.here.speaker;
    let name = found.word.name;
    // Its triggered ability knows what has been copied.
    if speaker != Speaker::Triggered && found.is_in(|it: &Instead| matches!(it, Instead::EnterAs(_))) {
        return (
            "what it enters as a copy of is chosen as it enters".to_owned(),
            "describe that: `of: Type(Creature)` (CR 614.12a, 707.5)".to_owned(),
        );
    }
    let (why, instead) = match found.need {
        Need::EventObject => (event(speaker, "an object"), "say `This`, or a target: `Target(0)` (CR 603.2, 115.1)"),
        Need::EventPlayer => {
            (event(speaker, "a player"), "say `You`, `Active`, or whose object it is: `ControllerOf(…)` (CR 603.2)")
        }
        Need::EventAmount => (event(speaker, "an amount"), "say the number: `Fixed(1)`, `Count(…)` (CR 603.2)"),
        Need::DamageSource => (
            "only a replacement or prevention effect for damage has a source to refer to".to_owned(),
            "let the ability trigger on `DealsDamage(source: …)`; `ThatObject` is then the source (CR 615.1)",
        ),
        Need::Target => (targets(found), "give `targets`, which count from 0 (CR 115.1)"),
        Need::X => (
            "nothing here says what X is".to_owned(),
            "give the body an `x`, a cost with {X}, or say `XOf(This)`, `XOf(ThatObject)` (CR 107.3)",
        ),
        Need::Payment => (
            "nothing that is paid here is an object".to_owned(),
            "give the ability a cost such as `Sacrifice(1, …)`, or say `PaidFor(This)` (CR 601.2h)",
        ),
        Need::Portion if found.here.divides() => (
            "something is divided, but this is not about one of those among whom it is".to_owned(),
            "use it as what each is dealt, gets or loses, or in a `ForEach` of them (CR 601.2d)",
        ),
        Need::Portion => (
            "nothing is divided here among those to whom this is done".to_owned(),
            "give a target `divide: …`, and use `Portion` as what each is dealt or gets (CR 601.2d)",
        ),
        Need::Choice => (
            "nothing is chosen for this place as it resolves".to_owned(),
            "let an earlier instruction of the same body choose: `Choose(…, into: 0)` (CR 608.2d)",
        ),
        Need::Deed => (
            "no instruction here does that".to_owned(),
            "use it after the instruction that does, in the same body, or say what is meant by a filter (CR 608.2c)",
        ),
        Need::Created => (
            "no instruction here creates anything".to_owned(),
            "use it after `CreateTokens` or `CreateCopies` in the same body (CR 701.6a)",
        ),
        Need::Outcome(Outcome { of, without, rule }) => {
            return (without.to_owned(), format!("use it after `{of}` in the same body (CR {rule})"));
        }
        Need::Vote => (
            "there is no vote here, or none with this word".to_owned(),
            "use it after `Vote` in the same body, with a word that the vote offers (CR 701.32)",
        ),
        Need::Added => (
            "no instruction here adds such a turn or phase".to_owned(),
            "use it after `ExtraTurn`, or after `ExtraPhases` with this phase, in the same body (CR 500.7, 500.8)",
        ),
        Need::Affected => (
            "nothing is done here to one object after another".to_owned(),
            "say `This`, or use it inside `ForEach(each: Object(…))`, in a modification, or as the amount for each \
             (CR 608.2f)",
        ),
        Need::They => (
            "nobody chooses here, and nothing is done for one player after another".to_owned(),
            "say `You`, or use it inside `ForEach(each: Player(…))` or in what a player chooses (CR 608.2e)",
        ),
        Need::Those => (
            "no effect is begun here for stated objects".to_owned(),
            "give `Establish` an `of: …`; `Those` are these in its effect (CR 611.2c)",
        ),
        Need::Granter => (
            "no other object's ability gives the one that speaks".to_owned(),
            "say `This`; `Granter` is for an ability that another one gives (CR 201.4a)",
        ),
        Need::OwnCost => (
            "only an ability that a keyword stands for is linked to the cost that this keyword offers".to_owned(),
            "say `PaidAs(\"evoke\")` for a named cost, `PaidInstead` for any alternative cost, or `Paid(what: …)` for an optional one (CR 607.2)",
        ),
        Need::Nothing | Need::Link(_) => (format!("`{name}` has no meaning here"), "say what is meant"),
    };
    (why, instead.to_owned())
}

fn event(speaker: Speaker, what: &str) -> String {
    match speaker {
        Speaker::Spell => format!("a spell has no trigger event, so no event involves {what}"),
        Speaker::Activated => format!("an activated ability has no trigger event, so no event involves {what}"),
        Speaker::Triggered => format!("its trigger event does not involve {what}"),
        Speaker::Event => format!("an event is described before {what} is known"),
        _ => format!("no event here involves {what}"),
    }
}

fn targets(found: &Found<'_, '_>) -> String {
    match (found.here.targets, found.here.speaker) {
        (0, Speaker::Static) => "a static ability has no targets".to_owned(),
        (0, _) => "there are no targets here".to_owned(),
        (count, _) => format!("there are {count} targets here"),
    }
}

/// What the abilities of a card provide for linked abilities (CR 607), on any face.
struct Links<'a> {
    faces: Vec<&'a Node<'a>>,
    /// Whether actions of a spell itself count.
    spells: bool,
}

impl<'a> Links<'a> {
    fn of(faces: impl Iterator<Item = &'a Node<'a>>) -> Links<'a> {
        Links { faces: faces.collect(), spells: true }
    }

    fn provide(&self, what: Provides) -> bool {
        self.any(&|word| word.term.provides().meets(what))
    }

    fn any(&self, fits: &dyn Fn(&Word<'_>) -> bool) -> bool {
        self.faces.iter().any(|face| does(face, !self.spells, false, fits))
    }

    /// Whether no ability has the action that the word refers to. A gained ability may lack its
    /// link (CR 607.5a).
    fn lacks(&self, linking: Linking, found: &Found<'_, '_>) -> bool {
        let always = matches!(linking, Linking::Cost | Linking::Haunt);
        (always || !found.here.gained) && !self.has(linking, found.word)
    }

    /// Whether only a spell has that action. Nothing is noted for a spell: neither what it exiles
    /// or puts onto the battlefield (CR 607.2a, 607.2c), nor what it has chosen for something that
    /// it creates (CR 607.1d).
    fn is_of_spell(&self, linking: Linking, found: &Found<'_, '_>) -> bool {
        let moved = linking == Linking::Objects && linked(found.word) != Some(Linked::Chosen);
        (moved || found.here.of_spell && linking != Linking::Cost)
            && self.has(linking, found.word)
            && !Links { faces: self.faces.clone(), spells: false }.has(linking, found.word)
    }

    /// Whether any ability has the action that the word refers to.
    fn has(&self, linking: Linking, word: &Word<'_>) -> bool {
        match linking {
            Linking::Color => self.provide(Provides::COLOR),
            Linking::Subtype => self.provide(Provides::SUBTYPE),
            Linking::CardType => self.provide(Provides::CARD_TYPE),
            Linking::Name => self.provide(Provides::NAME),
            Linking::Number => self.provide(Provides::NUMBER),
            Linking::Player => self.provide(Provides::PLAYER),
            Linking::Word => self.provide(Provides::WORD),
            Linking::Any => self.provide(Provides::VALUE),
            Linking::Haunt => self.provide(Provides::HAUNTED),
            Linking::Cost => self.any(&is_variable_cost),
            Linking::Offer => self.provide(Provides::OFFER),
            Linking::Objects => match linked(word) {
                Some(Linked::Chosen) => self.provide(Provides::CHOSEN),
                Some(Linked::Exiled) => self.provide(Provides::EXILED) || self.any(&|it| moves_to(it, ZoneKind::Exile)),
                Some(Linked::TopOfPile) => self.any(&makes_a_pile),
                Some(Linked::Put) | None => {
                    self.provide(Provides::PUT) || self.any(&|it| moves_to(it, ZoneKind::Battlefield))
                }
            },
        }
    }
}

/// Whether a word moves something into a zone that it names.
fn moves_to(word: &Word<'_>, zone: ZoneKind) -> bool {
    let mut names = false;
    word.term.parts(&mut |part| names |= as_(part) == Some(&zone));
    let of = word.term;
    names
        && (as_::<Instruction>(of).is_some()
            || as_::<Instead>(of).is_some()
            || as_::<Cost>(of).is_some()
            || as_::<Choosing>(of).is_some()
            || as_::<Keyword>(of).is_some())
}

/// Whether a word exiles a face-down pile that is shuffled.
fn makes_a_pile(word: &Word<'_>) -> bool {
    matches!(as_(word.term), Some(Instruction::ExilePile(_) | Instruction::Search(verb::Search { pile: true, .. })))
}

/// The linked objects that a word refers to.
fn linked(word: &Word<'_>) -> Option<Linked> {
    as_(word.field("0")?.word()?.term).copied()
}

/// Whether a word of a text matches, excluding the actions of a spell itself if `no_spells`.
fn does(node: &Node<'_>, no_spells: bool, in_spell: bool, fits: &dyn Fn(&Word<'_>) -> bool) -> bool {
    let inside = |part: &Node<'_>, in_spell| does(part, no_spells, in_spell, fits);
    match node {
        Node::Word(word) => {
            let in_spell = match as_(word.term) {
                Some(Ability::Spell(_)) => no_spells,
                Some(_) => false,
                None => in_spell,
            };
            (!in_spell && fits(word)) || word.parts.iter().any(|(_, part)| inside(part, in_spell))
        }
        Node::Record(parts) => parts.iter().any(|(_, part)| inside(part, in_spell)),
        Node::List(items) => items.iter().any(|item| inside(item, in_spell)),
        Node::Number(_) | Node::Text(_) | Node::Plain => false,
    }
}

/// Whether something that a delayed ability creates refers to an action that it doesn't take
/// itself.
fn is_of_delayed(linking: Linking, found: &Found<'_, '_>) -> bool {
    let own = |created: &Node<'_>| Links { faces: vec![created], spells: true }.has(linking, found.word);
    found.here.created.is_some_and(|created| !own(created))
}

/// Whether a static ability gives something a value of permanents sacrificed as it entered, which
/// are gone.
fn is_of_what_is_gone(found: &Found<'_, '_>, links: &Links<'_>) -> bool {
    found.here.speaker == Speaker::Static
        && linked(found.word) == Some(Linked::Chosen)
        && found.is_in(|_: &Modification| true)
        && !found.is_in(|_: &Instead| true)
        && !found.is_in(|it: &Quantity| matches!(it, Quantity::Number(_)))
        && links.provide(Provides::GONE)
        && !links.provide(Provides::THERE)
}

fn of_what_is_gone() -> (String, String) {
    let why =
        "what was sacrificed as it entered is gone, and a static ability looks at what is there (CR 604.1, 608.2h)";
    let instead = "settle it as it enters: `Replace(would: Enter, instead: BecomeOneOf([[SetPowerToughness(…)]]))`";
    (why.to_owned(), instead.to_owned())
}

fn of_delayed() -> (String, String) {
    let why = "a delayed ability is printed on no object, so that nothing is linked to what it creates";
    let instead = "let an ability of what is created do what this speaks of, or create it at once (CR 603.7, 607.1d)";
    (why.to_owned(), instead.to_owned())
}

/// Why the action of a spell isn't linked to anything here, and an alternative.
fn of_spell(linking: Linking, word: &Word<'_>) -> (String, String) {
    let (why, instead) = match (linking, linked(word)) {
        (Linking::Objects, Some(Linked::Exiled | Linked::TopOfPile)) => (
            "only a spell itself exiles anything, and that is linked to nothing",
            "say `ThisWay(Exiled)` in the body of the spell (CR 607.2a)",
        ),
        (Linking::Objects, Some(Linked::Put)) => (
            "only a spell itself puts anything onto the battlefield, and that is linked to nothing",
            "say `ThisWay(Put)` or `Created` in the body of the spell (CR 607.2c)",
        ),
        _ => (
            "what a spell has chosen is not known to what it creates",
            "let an ability of what is created have it chosen (CR 607.1d)",
        ),
    };
    (why.to_owned(), instead.to_owned())
}

/// Whether it is a variable additional cost of the card itself (CR 607.2j).
fn is_variable_cost(word: &Word<'_>) -> bool {
    matches!(as_(word.term), Some(StaticEffect::Cost(cost)) if any(&cost.change, Cost::has_x))
}

fn unlinked(linking: Linking, word: &Word<'_>) -> (String, String) {
    let (what, how) = match linking {
        Linking::Color => ("has a color chosen", "`ChooseValue(Color([]))`"),
        Linking::Any => ("has a color or a type chosen", "`ChooseValue(Color([]))`"),
        Linking::Subtype => ("has a type chosen", "`ChooseValue(CreatureType)`"),
        Linking::CardType => ("has a card type chosen", "`ChooseValue(CardType([…]))`"),
        Linking::Name => ("has a name chosen", "`ChooseValue(Name)`"),
        Linking::Number => ("has a number chosen or noted", "`NoteNumber(…)` or `ChooseValue(Number(min: 0, max: 9))`"),
        Linking::Player => ("has a player chosen", "`ChooseValue(Player(Each))`"),
        Linking::Word => ("has a word chosen", "`ChooseValue(Word([…]))`"),
        Linking::Haunt => ("has it haunt anything", "`Keyword(Haunt)`"),
        Linking::Offer => ("offers anything as it enters", "`Keyword(Tribute(…))`"),
        Linking::Cost => ("asks for a variable additional cost", "`Static(effect: Cost((of: Spells(This), …)))`"),
        Linking::Objects => match linked(word) {
            Some(Linked::Chosen) => ("has an object chosen", "`ChooseValue(Object(…))`"),
            Some(Linked::Exiled) => ("exiles anything", "`Exile(…)`"),
            Some(Linked::TopOfPile) => ("exiles a face-down pile", "`ExilePile(…)`"),
            _ => ("puts anything onto the battlefield", "`PutOntoBattlefield(…)` or `CreateTokens(…)`"),
        },
    };
    (format!("no ability of this card {what}"), format!("add one, such as {how}, that it is linked to (CR 607.2)"))
}
