//! Restrictions on a declaration as a whole, and requirements (CR 508.1c-d, 509.1b-c).
//!
//! [`Duty`] collects what a declaration of attackers or blockers has to obey, once, from the
//! effects that function. A restriction that keeps a creature from being declared at all, or for
//! something, is handled before: the options leave that out (`attack`, `block`). An attack or block
//! that has a cost counts if it is made, but nobody has to make it ([`costs`](super::costs)).

use crate::card::{Filter, Players, Requirement, Restriction, TurnStep};
use crate::derive::Look;
use crate::derive::filter::{matches, players};
use crate::derive::look::scope::Scope;
use crate::fact::{Assignment, Declarable, Entity, ObjectId, PlayerId};
use crate::rule;
use crate::state::{Functioning, Game};

use super::maximum::{Company, DeclarationProblem, Declarer, Pairing, Solution, Target};
use super::{attack, costs};
use crate::rules::engine::refusal::Illegal;

/// One requirement, for one creature.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Obligation {
    /// The creature attacks or blocks.
    Declared(ObjectId),
    /// The creature attacks or blocks one of these.
    For(ObjectId, Vec<Entity>),
    /// The attacking creature is blocked.
    Blocked(ObjectId),
}

impl Obligation {
    fn obeyed(&self, declared: &[Assignment]) -> bool {
        declared.iter().any(|it| match self {
            Obligation::Declared(object) => it.object == *object,
            Obligation::For(object, what) => it.object == *object && it.to.iter().any(|to| what.contains(to)),
            Obligation::Blocked(object) => it.to.contains(&Entity::Object(*object)),
        })
    }
}

/// What a declaration of attackers or blockers has to obey.
pub(crate) struct Duty<'a> {
    game: &'a Game,
    blocking: bool,
    options: &'a [Declarable],
    targets: Vec<Entity>,
    obligations: Vec<Obligation>,
    problem: DeclarationProblem,
    best: Option<Solution>,
}

impl<'a> Duty<'a> {
    /// The duty for the declaration that the game waits for, given who may be declared for what.
    pub(crate) fn of(game: &'a Game, options: &'a [Declarable]) -> Duty<'a> {
        let blocking = game.world().turn.step == Some(TurnStep::DeclareBlockers);
        let mut targets: Vec<Entity> = Vec::new();
        for to in options.iter().flat_map(|option| &option.to) {
            if !targets.contains(to) {
                targets.push(*to);
            }
        }
        let mut problem =
            DeclarationProblem { targets: vec![Target::default(); targets.len()], ..DeclarationProblem::default() };
        problem.declarers = vec![Declarer::default(); options.len()];
        restrict(game, blocking, options, &targets, &mut problem);
        let obligations = obligations(game, blocking, options, &targets);
        let count = |fits: &dyn Fn(&Obligation) -> bool| {
            u32::try_from(obligations.iter().filter(|it| fits(it)).count()).unwrap_or(u32::MAX)
        };
        for (option, declarer) in options.iter().zip(&mut problem.declarers) {
            declarer.at_most = option.at_most as usize;
            declarer.bonus = count(&|it| matches!(it, Obligation::Declared(object) if *object == option.object));
            for to in &option.to {
                let weight = count(
                    &|it| matches!(it, Obligation::For(object, what) if *object == option.object && what.contains(to)),
                );
                let way = |target| Pairing { target, weight };
                declarer.ways.extend(targets.iter().position(|it| it == to).map(way));
            }
        }
        for (to, target) in targets.iter().zip(&mut problem.targets) {
            target.bonus = count(&|it| matches!(it, Obligation::Blocked(object) if Entity::Object(*object) == *to));
        }
        let best =
            if obligations.is_empty() { None } else { free_of_charge(game, blocking, options, &targets, &problem) };
        Duty { game, blocking, options, targets, obligations, problem, best }
    }

    /// Whether every declaration that the options allow is legal.
    fn is_free(&self) -> bool {
        self.obligations.is_empty()
            && self.problem.most.is_none()
            && self.problem.declarers.iter().all(|it| it.others == 0 && it.company.is_empty())
            && self.problem.targets.iter().all(|it| it.least <= 1 && it.most.is_none())
    }

    /// Whether some legal declaration gives the first creatures of the options exactly these
    /// targets.
    pub(crate) fn extends(&self, decided: &[Vec<Entity>]) -> bool {
        if self.is_free() {
            return true;
        }
        let mut problem = self.problem.clone();
        for (declarer, to) in problem.declarers.iter_mut().zip(decided) {
            declarer.ways.retain(|way| to.contains(&self.targets[way.target]));
            declarer.forced = !to.is_empty();
        }
        problem.reach(self.maximum()).is_some()
    }

    /// A declaration that obeys the most requirements found to be possible.
    pub(crate) fn obedient(&self) -> Vec<Assignment> {
        self.best.as_ref().map_or_else(Vec::new, |best| self.assignments(&best.chosen))
    }

    /// The most requirements that have to be obeyed: as many as possible without paying a cost.
    fn maximum(&self) -> u32 {
        self.best.as_ref().map_or(0, |best| best.value)
    }

    /// How many requirements a declaration obeys and how many may be possible, if the search did
    /// not finish.
    pub(super) fn unproved(&self, declared: &[Assignment]) -> Option<(u32, u32)> {
        let possible = self.best.as_ref()?.bound;
        let obeyed = u32::try_from(self.obligations.iter().filter(|it| it.obeyed(declared)).count()).ok()?;
        (obeyed < possible).then_some((obeyed, possible))
    }

    /// Checks that a declaration obeys the restrictions on the whole, and the most requirements
    /// possible.
    ///
    /// # Errors
    /// The rule, and the restriction or requirement, that is not obeyed.
    pub(super) fn check(&self, declared: &[Assignment]) -> Result<(), Illegal> {
        self.check_restrictions(declared)?;
        let obeyed = self.obligations.iter().filter(|it| it.obeyed(declared)).count();
        let Some(best) = &self.best else { return Ok(()) };
        if obeyed >= best.value as usize {
            return Ok(());
        }
        let best: Vec<Assignment> = self.assignments(&best.chosen);
        let missed = self.obligations.iter().find(|it| it.obeyed(&best) && !it.obeyed(declared));
        let what = missed.map_or_else(String::new, |missed| self.describe(missed));
        let most = self.maximum();
        let rule = if self.blocking { rule!("509.1c") } else { rule!("508.1d") };
        Err(Illegal::against(rule, format!("{what}; {obeyed} of {most} requirements that can be obeyed are")))
    }

    fn check_restrictions(&self, declared: &[Assignment]) -> Result<(), Illegal> {
        let (rule, verb) = if self.blocking { (rule!("509.1b"), "block") } else { (rule!("508.1c"), "attack") };
        let count = declared.len();
        if let Some(most) = self.problem.most.filter(|most| count > *most) {
            return Err(Illegal::against(rule, format!("no more than {} can {verb}", creatures(most))));
        }
        for (option, declarer) in self.options.iter().zip(&self.problem.declarers) {
            if declared.iter().any(|it| it.object == option.object) && declarer.others + 1 > count {
                let name = self.game.name_of(option.object);
                let why = match declarer.others {
                    1 => format!("{name} can't {verb} alone"),
                    others => format!("{name} can't {verb} unless {others} others do"),
                };
                return Err(Illegal::against(rule, why));
            }
        }
        let is_declared = |index: usize| declared.iter().any(|it| it.object == self.options[index].object);
        for (index, option) in self.options.iter().enumerate().filter(|(index, _)| is_declared(*index)) {
            let company = &self.problem.declarers[index].company;
            if let Some(missed) = company.iter().find(|it| it.is_missed(is_declared)) {
                let name = self.game.name_of(option.object);
                let able: Vec<String> =
                    missed.of.iter().map(|it| self.game.name_of(self.options[*it].object)).collect();
                let others = match able.len() {
                    there if there < missed.count => "certain others do, of which there are too few".to_owned(),
                    _ => format!("{} of these do: {}", missed.count, able.join(", ")),
                };
                return Err(Illegal::against(rule, format!("{name} can't {verb} unless {others}")));
            }
        }
        for (to, target) in self.targets.iter().zip(&self.problem.targets) {
            let blockers = declared.iter().filter(|it| it.to.contains(to)).count();
            if let Some(most) = target.most.filter(|most| blockers > *most) {
                let (name, most) = (self.game.entity_name(*to), creatures(most));
                return Err(Illegal::against(rule, format!("{name} can't be blocked by more than {most}")));
            }
            if blockers > 0 && blockers < target.least {
                let (name, least) = (self.game.entity_name(*to), creatures(target.least));
                return Err(Illegal::against(rule, format!("{name} can't be blocked by fewer than {least}")));
            }
        }
        Ok(())
    }

    fn assignments(&self, chosen: &[Vec<usize>]) -> Vec<Assignment> {
        let pairs = self.options.iter().zip(chosen).filter(|(_, chosen)| !chosen.is_empty());
        let to = |chosen: &[usize]| chosen.iter().map(|target| self.targets[*target]).collect();
        pairs.map(|(option, chosen)| Assignment { object: option.object, to: to(chosen) }).collect()
    }

    fn describe(&self, obligation: &Obligation) -> String {
        let verb = if self.blocking { "block" } else { "attack" };
        match obligation {
            Obligation::Declared(object) => format!("{} must {verb} if able", self.game.name_of(*object)),
            Obligation::For(object, what) => {
                let what: Vec<String> = what.iter().map(|to| self.game.entity_name(*to)).collect();
                format!("{} must {verb} {} if able", self.game.name_of(*object), what.join(" or "))
            }
            Obligation::Blocked(object) => format!("{} must be blocked if able", self.game.name_of(*object)),
        }
    }
}

fn creatures(count: usize) -> String {
    if count == 1 { "1 creature".to_owned() } else { format!("{count} creatures") }
}

/// Adds the restrictions on the declaration as a whole (CR 508.1c, 509.1b).
fn restrict(game: &Game, blocking: bool, options: &[Declarable], targets: &[Entity], problem: &mut DeclarationProblem) {
    let ignored = |option: &Declarable, source| game.ignores(game.controller(option.object), source);
    for (scope, restriction) in game.restrictions() {
        // CR 116.2d
        if options.iter().all(|option| ignored(option, scope.source)) {
            continue;
        }
        match (restriction, blocking) {
            (Restriction::MaximumAttackers(most), false) | (Restriction::MaximumBlockers(most), true) => {
                // CR 801.10: an ability affects only who is in range.
                if !options.iter().any(|option| matches(game, &scope, &Filter::Any, option.object)) {
                    continue;
                }
                let most = *most as usize;
                problem.most = Some(problem.most.map_or(most, |there| there.min(most)));
            }
            (Restriction::NeedsOtherAttackers { what, count, like }, false)
            | (Restriction::NeedsOtherBlockers { what, count, like }, true) => {
                let count = *count as usize;
                for (index, option) in options.iter().enumerate() {
                    if !matches(game, &scope, what, option.object) || ignored(option, scope.source) {
                        continue;
                    }
                    let declarer = &mut problem.declarers[index];
                    let Some(like) = like else {
                        declarer.others = declarer.others.max(count);
                        continue;
                    };
                    let beside = Scope { affected: Some(Entity::Object(option.object)), ..scope };
                    let fits = |it: &usize| *it != index && matches(game, &beside, like, options[*it].object);
                    declarer.company.push(Company { count, of: (0..options.len()).filter(fits).collect() });
                }
            }
            _ => {}
        }
    }
    if blocking {
        for (to, target) in targets.iter().zip(&mut problem.targets) {
            let Some(attacker) = to.object() else { continue };
            for (it, restriction) in game.restrictions_on_each() {
                // CR 116.2d
                if !options.iter().all(|option| ignored(option, it.source)) {
                    restrict_blockers(game, it, restriction, attacker, target);
                }
            }
        }
    }
}

/// Adds a restriction on how many creatures block an attacking creature (CR 509.1b).
fn restrict_blockers(
    game: &Game,
    it: &Functioning,
    restriction: &Restriction,
    attacker: ObjectId,
    target: &mut Target,
) {
    let is_meant = |what| it.scope_on(game, attacker, None).is_some_and(|scope| matches(game, &scope, what, attacker));
    match restriction {
        Restriction::MinimumBlockers { what, count } if is_meant(what) => {
            target.least = target.least.max(*count as usize);
        }
        Restriction::MostBlockers { what, count } if is_meant(what) => {
            let count = *count as usize;
            target.most = Some(target.most.map_or(count, |there| there.min(count)));
        }
        _ => {}
    }
}

/// The declaration that obeys the most requirements without a cost, since nobody has to pay
/// (CR 508.1d, 509.1c).
fn free_of_charge(
    game: &Game,
    blocking: bool,
    options: &[Declarable],
    targets: &[Entity],
    problem: &DeclarationProblem,
) -> Option<Solution> {
    let mut free = problem.clone();
    for (option, declarer) in options.iter().zip(&mut free.declarers) {
        declarer.ways.retain(|way| !costs::is_charged(game, blocking, option.object, targets[way.target]));
    }
    free.solve()
}

/// The requirements on creatures that may be declared at all, for each effect and creature
/// (CR 508.1d, 509.1c).
fn obligations(game: &Game, blocking: bool, options: &[Declarable], targets: &[Entity]) -> Vec<Obligation> {
    let mut found = Vec::new();
    for (functioning, requirement) in game.requirements() {
        let scope = functioning.scope();
        let fitting = |what| options.iter().filter(move |option| matches(game, &scope, what, option.object));
        // CR 508.5a: what it wants of each creature is said with what that creature would attack.
        let wanted = |option: &Declarable, fits: &dyn Fn(&Scope<'_>, Entity) -> bool| -> Vec<Entity> {
            let scope = |to: Entity| functioning.scope_on(game, option.object, attack::attacked(game, to));
            option.to.iter().copied().filter(|to| scope(*to).is_some_and(|scope| fits(&scope, *to))).collect()
        };
        match (requirement, blocking) {
            (Requirement::Attack(what), false) => {
                for option in options {
                    let to = wanted(option, &|scope, _| matches(game, scope, what, option.object));
                    if to.len() == option.to.len() {
                        found.push(Obligation::Declared(option.object));
                    } else if !to.is_empty() {
                        found.push(Obligation::For(option.object, to));
                    }
                }
            }
            (Requirement::Block(what), true) => {
                found.extend(fitting(what).map(|option| Obligation::Declared(option.object)));
            }
            (Requirement::AttackThat { what, players: who, objects }, false) => {
                let fits = |scope: &Scope<'_>, to: Entity| match to {
                    Entity::Player(player) => {
                        who.as_ref().is_some_and(|who| to_attack(game, scope, who).contains(&player))
                    }
                    Entity::Object(id) => objects.as_ref().is_some_and(|it| matches(game, scope, it, id)),
                };
                for option in options {
                    let fits = |scope: &Scope<'_>, to| fits(scope, to) && matches(game, scope, what, option.object);
                    let to = wanted(option, &fits);
                    if !to.is_empty() {
                        found.push(Obligation::For(option.object, to));
                    }
                }
            }
            (Requirement::BlockThat { what, attackers }, true) => {
                for option in fitting(what) {
                    let fits = |to: &&Entity| to.object().is_some_and(|id| matches(game, &scope, attackers, id));
                    found.extend(option.to.iter().filter(fits).map(|to| Obligation::For(option.object, vec![*to])));
                }
            }
            (Requirement::BeBlocked(what), true) => {
                let is_wanted = |id: &ObjectId| {
                    functioning.scope_on(game, *id, None).is_some_and(|scope| matches(game, &scope, what, *id))
                };
                let attackers = targets.iter().filter_map(|to| to.object());
                found.extend(attackers.filter(is_wanted).map(Obligation::Blocked));
            }
            _ => {}
        }
    }
    found
}

/// The players whom a requirement wants attacked. "A player other than …" is anyone whom the
/// creature could attack, also outside the range of influence of the effect's controller, whom the
/// effect does nothing to (CR 701.38b, 801.10).
fn to_attack(game: &Game, scope: &Scope<'_>, who: &Players) -> Vec<PlayerId> {
    match who {
        Players::OtherThan(all, not) if **all == Players::Each => {
            let not = players(game, scope, not);
            game.apnap().into_iter().filter(|player| !not.contains(player)).collect()
        }
        who => players(game, scope, who),
    }
}
