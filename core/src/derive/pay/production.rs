//! The mana that an effect adds, the mana that a permanent could produce, and what mana may be
//! spent on (CR 106.5-8, 106.12, 609.4b).

use std::sync::Arc;

use crate::card::verb;
use crate::card::{
    Ability, Body, Color, Cost, Definition, Filter, Instead, Instruction, ManaOutput, ManaSymbol, ManaTerm, ManaType,
    Quantity, Restriction, SpentOn, StaticEffect, Would,
};
use crate::fact::{Frame, ManaUnit, ObjectId, Origin, PlayerId, ProposalFrame, ProposalStage, Proposing, Zone};
use crate::state::{Game, MOST_AT_ONCE, ManaBond};

use crate::derive::filter::{all_matching, found, matches, objects, players, quantity};
use crate::derive::look::scope::Scope;
use crate::derive::look::{Look, produced_by};
use crate::derive::object::{commander, noted};

/// A part of the mana that an effect adds: the options, each a type and an amount, among which the
/// player chooses. Without options there is no mana (CR 106.5).
pub type Portion = Vec<(ManaType, u32)>;

/// The mana that an effect adds, choice by choice.
pub(crate) fn portions(game: &Game, scope: &Scope<'_>, player: PlayerId, output: &ManaOutput) -> Vec<Portion> {
    let number = |count: &Quantity| u32::try_from(quantity(game, scope, count)).unwrap_or(0);
    let each = |kinds: &[ManaType], count: u32| -> Portion { kinds.iter().map(|kind| (*kind, count)).collect() };
    match output {
        ManaOutput::Units(kinds) => kinds.iter().map(|kind| vec![(*kind, 1)]).collect(),
        ManaOutput::OneOf(kinds, count) => vec![each(kinds, number(count))],
        ManaOutput::Chosen(count) => {
            let color = crate::derive::object::links::color(game, scope).map(ManaType::from);
            vec![each(color.as_slice(), number(count))]
        }
        ManaOutput::Combination(kinds, count) => {
            (0..number(count).min(MOST_AT_ONCE + 1)).map(|_| each(kinds, 1)).collect()
        }
        ManaOutput::Symbols(symbols) => symbols.0.iter().map(|symbol| of_symbol(*symbol, scope)).collect(),
        ManaOutput::CouldProduce { what, count, colors } => {
            let mut seen = Vec::new();
            let kinds = could_all_produce(game, scope, what, *colors, &mut seen);
            vec![each(&kinds, number(count))]
        }
        ManaOutput::ColorAmong { what, count, each: of_each } => {
            let colors = colors_among(game, scope, what).into_iter();
            let portion: Portion = colors.map(|color| (ManaType::from(color), number(count))).collect();
            if *of_each { portion.into_iter().map(|one| vec![one]).collect() } else { vec![portion] }
        }
        ManaOutput::CommanderIdentity(count) => {
            let kinds: Vec<ManaType> = commander::identity(game, player).iter().map(ManaType::from).collect();
            vec![each(&kinds, number(count))]
        }
        ManaOutput::Noted(name, count) => {
            let kinds: Vec<ManaType> = noted::colors(game, scope.controller, name).map(ManaType::from).collect();
            vec![each(&kinds, number(count))]
        }
        ManaOutput::SymbolsOf(reference) => {
            let costs = objects(game, scope, reference).into_iter().filter_map(|id| game.characteristics(id));
            let symbols = costs.filter_map(|it| it.cost.as_ref()).flat_map(|cost| cost.0.iter());
            let colors = symbols.map(|symbol| symbol.colors().iter().map(ManaType::from).collect::<Vec<_>>());
            colors.filter(|kinds| !kinds.is_empty()).map(|kinds| each(&kinds, 1)).collect()
        }
        ManaOutput::Produced(count) => vec![each(&produced(game, scope), number(count))],
        ManaOutput::AsMuchAgain => {
            let pool = game.player(player).map(|player| player.mana.as_slice()).unwrap_or_default();
            let of =
                |kind: &ManaType| u32::try_from(pool.iter().filter(|unit| unit.kind == *kind).count()).unwrap_or(0);
            ManaType::ALL.iter().map(|kind| vec![(*kind, of(kind))]).filter(|portion| portion[0].1 > 0).collect()
        }
    }
}

/// The colours among the objects that fit (CR 105.2).
pub(crate) fn colors_among(look: &dyn Look, scope: &Scope<'_>, what: &Filter) -> Vec<Color> {
    let all = all_matching(look, scope, what);
    let among =
        |color: &&Color| all.iter().any(|id| look.characteristics(*id).is_some_and(|it| it.colors.has(**color)));
    Color::ALL.iter().filter(among).copied().collect()
}

/// The mana that a mana symbol adds (CR 106.8-11).
fn of_symbol(symbol: ManaSymbol, scope: &Scope<'_>) -> Portion {
    let of = |color: Color| (ManaType::from(color), 1);
    match symbol {
        ManaSymbol::Mana(kind) => vec![(kind, 1)],
        ManaSymbol::Hybrid(a, b) => vec![of(a), of(b)],
        ManaSymbol::TwoOr(color) => vec![of(color), (ManaType::Colorless, 2)],
        ManaSymbol::Phyrexian(color) => vec![of(color)],
        ManaSymbol::Generic(n) => vec![(ManaType::Colorless, n)],
        ManaSymbol::Snow => vec![(ManaType::Colorless, 1)],
        ManaSymbol::X => vec![(ManaType::Colorless, scope.announced.and_then(|it| it.x).unwrap_or(0))],
    }
}

/// The types of the mana whose production was the trigger event.
fn produced(game: &Game, scope: &Scope<'_>) -> Vec<ManaType> {
    let tapped = scope.trigger.and_then(|trigger| game.world().entry(trigger.event));
    tapped.map(|tapped| produced_by(game, tapped)).unwrap_or_default()
}

fn could_all_produce(
    game: &Game,
    scope: &Scope<'_>,
    what: &Filter,
    colors: bool,
    seen: &mut Vec<ObjectId>,
) -> Vec<ManaType> {
    let mut kinds: Vec<ManaType> = Vec::new();
    for id in all_matching(game, scope, what) {
        kinds.extend(could_produce(game, id, seen));
    }
    kinds.retain(|kind| !colors || kind.color().is_some());
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The types of mana that a permanent could produce (CR 106.7), each once, in their order.
pub fn types_it_could_produce(game: &Game, id: ObjectId) -> Vec<ManaType> {
    let mut kinds = could_produce(game, id, &mut Vec::new());
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// The types of mana that a permanent could produce: those that one of its abilities would produce
/// if it resolved now, whether or not its cost could be paid (CR 106.7). `seen` guards against
/// recursion.
fn could_produce(game: &Game, id: ObjectId, seen: &mut Vec<ObjectId>) -> Vec<ManaType> {
    if seen.contains(&id) {
        return Vec::new();
    }
    seen.push(id);
    let Some(object) = game.object(id) else { return Vec::new() };
    let controller = game.controller(id).unwrap_or(object.owner);
    let scope = Scope::of(id, controller);
    let mut kinds = Vec::new();
    for instance in game.characteristics(id).map(|it| it.abilities.as_slice()).unwrap_or_default() {
        let activated = instance.activated();
        let triggered_bodies: Vec<Body>;
        let bodies: Vec<(&Body, bool)> = match &activated {
            Some(ability) => vec![(&ability.body, ability.cost.contains(&crate::card::Cost::Tap))],
            None => {
                let body = |it: &crate::fact::AbilityInstance| match &*it.ability {
                    Ability::Triggered(ability) => Some(ability.body.clone()),
                    _ => None,
                };
                triggered_bodies = instance.triggered().iter().filter_map(body).collect();
                triggered_bodies.iter().map(|body| (body, false)).collect()
            }
        };
        for (body, tapped) in bodies {
            let mut of_ability = of_body(game, &scope, controller, body, seen);
            if tapped && !of_ability.is_empty() {
                of_ability = replaced(game, controller, id, of_ability);
            }
            kinds.extend(of_ability);
        }
    }
    seen.pop();
    kinds
}

fn of_body(game: &Game, scope: &Scope<'_>, player: PlayerId, body: &Body, seen: &mut Vec<ObjectId>) -> Vec<ManaType> {
    let mut kinds = Vec::new();
    let mut each = |output: &ManaOutput| match output {
        ManaOutput::CouldProduce { what, count, colors } => {
            if quantity(game, scope, count) > 0 {
                kinds.extend(could_all_produce(game, scope, what, *colors, seen));
            }
        }
        other => {
            let some = portions(game, scope, player, other).into_iter().flatten().filter(|(_, count)| *count > 0);
            kinds.extend(some.map(|(kind, _)| kind));
        }
    };
    body.texts().for_each(|(_, instructions)| each_output(instructions, &mut each));
    kinds
}

/// Calls back with every output in the instructions.
pub(crate) fn each_output(instructions: &[Instruction], each: &mut dyn FnMut(&ManaOutput)) {
    for instruction in instructions {
        match instruction {
            Instruction::AddMana(verb::AddMana { mana, .. }) => each(mana),
            other => other.lists().into_iter().for_each(|list| each_output(list, each)),
        }
    }
}

/// The types that tapping a permanent for mana could produce after replacement effects, in any
/// order (CR 106.7, 106.12b).
fn replaced(game: &Game, player: PlayerId, id: ObjectId, kinds: Vec<ManaType>) -> Vec<ManaType> {
    let mut instead: Vec<ManaType> = Vec::new();
    for it in game.derived().functioning.replacing_besides_damage() {
        if let StaticEffect::Replace(replacement) = &*it.effect
            && let (Would::TapForMana { who, what }, Instead::Produce(other)) =
                (&replacement.would, &replacement.instead)
            && players(game, &it.scope(), who).contains(&player)
            && matches(game, &it.scope(), what, id)
        {
            instead.extend(other);
        }
    }
    if instead.is_empty() { kinds } else { instead }
}

/// The purpose that mana is spent on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purpose {
    /// The spell being cast, or the card that would become one.
    pub spell: Option<ObjectId>,
    /// The source of the ability being activated.
    pub source: Option<ObjectId>,
    /// The ability.
    pub origin: Option<Origin>,
    /// Whether the cost contains {X}.
    pub with_x: bool,
}

impl Purpose {
    /// The purpose of the current proposal; no particular one if there is none.
    pub fn under_way(game: &Game) -> Purpose {
        match game.frame() {
            Some(Frame::Proposal(proposal)) if matches!(proposal.stage, ProposalStage::Mana { .. }) => {
                Purpose::of(proposal)
            }
            _ => Purpose::default(),
        }
    }

    /// The purpose of a proposal.
    pub fn of(proposal: &ProposalFrame) -> Purpose {
        let with_x = proposal.announced.x.is_some();
        match &proposal.what {
            Proposing::Spell => Purpose { spell: Some(proposal.object), with_x, ..Purpose::default() },
            Proposing::Ability | Proposing::ManaAbility { .. } => {
                let (source, origin) = (Some(proposal.source), proposal.origin.clone());
                Purpose { spell: None, source, origin, with_x }
            }
            Proposing::Trigger | Proposing::Payment | Proposing::Declaration { .. } => {
                Purpose { with_x, ..Purpose::default() }
            }
        }
    }

    /// The spell, or the source of the ability.
    pub fn object(&self) -> Option<ObjectId> {
        self.spell.or(self.source)
    }

    /// Whether the purpose fits an effect on spending mana (CR 609.4b): `Spell` means casting,
    /// `ActivatedAbility` and `FromSource` mean activating, and anything else describes the spell
    /// or the ability's source.
    pub fn is_on(&self, game: &Game, scope: &Scope<'_>, on: &Filter) -> bool {
        match on {
            Filter::Not(inner) => !self.is_on(game, scope, inner),
            Filter::All(parts) => parts.iter().all(|part| self.is_on(game, scope, part)),
            Filter::AnyOf(parts) => parts.iter().any(|part| self.is_on(game, scope, part)),
            Filter::Spell => self.spell.is_some(),
            Filter::ActivatedAbility => self.source.is_some(),
            Filter::FromSource(what) => self.source.is_some_and(|id| matches(game, scope, what, id)),
            Filter::Is(reference) => {
                self.is_of(game, &objects(game, scope, reference))
                    || self.is_of(game, &found(game, scope, reference))
                    || self.object().is_some_and(|id| matches(game, scope, on, id))
            }
            other => self.object().is_some_and(|id| matches(game, scope, other, id)),
        }
    }

    /// Whether the spell or source is among these objects; a spell still counts as the card that
    /// was put onto the stack.
    pub fn is_of(&self, game: &Game, objects: &[ObjectId]) -> bool {
        let was = |id: &ObjectId| {
            let left = game.world().departed.get(id);
            left.is_some_and(|it| it.was.zone != Zone::Stack && it.became.iter().any(|new| self.spell == Some(*new)))
        };
        objects.iter().any(|id| self.object() == Some(*id) || was(id))
    }

    /// The permanent that the ability's cost taps, which is thus not tapped for mana (CR 602.2b).
    pub fn taps(&self, game: &Game) -> Option<ObjectId> {
        let ability = game.activated(self.source?, self.origin.as_ref()?)?;
        self.source.filter(|_| ability.cost.contains(&Cost::Tap))
    }

    /// Whether the purpose is one of these, for the effect that made the mana.
    pub fn is_one_of(&self, game: &Game, scope: &Scope<'_>, on: &[SpentOn]) -> bool {
        on.iter().any(|on| match on {
            SpentOn::Cast(what) => self.spell.is_some_and(|id| matches(game, scope, what, id)),
            SpentOn::Activate(what) => self.source.is_some_and(|id| matches(game, scope, what, id)),
            SpentOn::CostWithX => self.with_x,
        })
    }
}

/// The terms of a mana, if any (CR 106.6).
pub(crate) fn terms_of<'a>(game: &'a Game, unit: &ManaUnit) -> Option<(&'a Arc<ManaBond>, &'a [ManaTerm])> {
    let bond = game.world().bonds.get(&unit.id)?;
    match game.definition(bond.def)? {
        Definition::Terms(terms) => Some((bond, terms)),
        _ => None,
    }
}

/// Whether a mana may be spent on something (CR 106.6).
pub(crate) fn may_spend(game: &Game, unit: &ManaUnit, purpose: &Purpose) -> bool {
    if is_mana_kept_from(game, purpose) {
        return false;
    }
    match terms_of(game, unit) {
        Some((bond, terms)) => allow(game, &Scope::of(bond.source, bond.controller), terms, purpose),
        None => true,
    }
}

/// Whether an effect says that mana can't be spent on a spell, or to activate an ability.
pub(crate) fn is_mana_kept_from(game: &Game, purpose: &Purpose) -> bool {
    game.restrictions().any(|(scope, restriction)| match restriction {
        Restriction::CantSpendMana(what) => {
            let spender = || purpose.object().and_then(|id| game.controller(id));
            keeps(game, &scope, what, purpose) && !game.ignores(spender(), scope.source)
        }
        _ => false,
    })
}

/// Whether terms allow spending mana on something.
pub fn allow(game: &Game, scope: &Scope<'_>, terms: &[ManaTerm], purpose: &Purpose) -> bool {
    terms.iter().all(|term| match term {
        ManaTerm::Only(on) => purpose.is_one_of(game, scope, on),
        ManaTerm::OnlyOnX => purpose.with_x,
        ManaTerm::Gives { .. } | ManaTerm::When { .. } | ManaTerm::Keeps | ManaTerm::NotOnGeneric => true,
    })
}

/// Whether mana is kept from a purpose. A description means spells unless it says that it is about
/// abilities.
fn keeps(game: &Game, scope: &Scope<'_>, what: &Filter, purpose: &Purpose) -> bool {
    match what {
        Filter::AnyOf(parts) => parts.iter().any(|part| keeps(game, scope, part, purpose)),
        what if speaks_of_abilities(what) => purpose.object().is_some() && purpose.is_on(game, scope, what),
        what => purpose.spell.is_some_and(|spell| matches(game, scope, what, spell)),
    }
}

/// Whether a description says that it is about activated abilities.
fn speaks_of_abilities(what: &Filter) -> bool {
    match what {
        Filter::ActivatedAbility | Filter::FromSource(_) => true,
        Filter::Not(inner) => speaks_of_abilities(inner),
        Filter::All(parts) | Filter::AnyOf(parts) => parts.iter().any(speaks_of_abilities),
        _ => false,
    }
}
