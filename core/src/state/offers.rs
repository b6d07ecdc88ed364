//! What players with priority may begin, kept from one time to the next: what each offer depends
//! on, and which events leave it as it is.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::card::Reads;
use crate::fact::{Act, Answer, Choice, Domain, Event, Item, ObjectId, PlayerId, Zone};
use crate::persist::OnDemand;

use super::aspects::{is_of_history, is_of_proposals, is_of_the_course, presence};
use super::game::Game;

/// What a player with priority may begin, apart from what each player with priority is asked alike.
/// While nothing happens that concerns the player, they may begin the same things again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The player with priority.
    pub player: PlayerId,
    /// The active player.
    pub active: PlayerId,
    /// The number of the turn.
    pub turn: u32,
    /// Whether the player could cast a sorcery.
    pub sorcery: bool,
}

/// How long a player with priority may begin the same things again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steadiness {
    /// What decides about it besides the [`Offer`] and what concerns the player: an event that
    /// changes some of it may change what they may begin.
    pub(crate) asks: Reads,
    /// Whether the mana that the player could spend stays the same as long, too.
    pub(crate) alike: bool,
}

/// The open choices.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The choices.
    pub choices: Vec<Choice>,
    /// A choice that nobody is asked for, with the only answer to it. It comes before all others.
    pub settled: Option<(Choice, Answer)>,
    /// What they depend on, if they are those of a player with priority and nothing but what
    /// concerns that player can change them.
    pub offer: Option<Offer>,
    /// What else decides about them, if they are such an offer.
    pub(crate) asks: Reads,
    /// For each option of such an offer: whether its total cost looks affordable, if that depends
    /// on nothing else either. Computed on demand.
    pub afforded: Vec<OnceLock<bool>>,
    /// The mana abilities among the acts of such an offer. Computed on demand.
    pub mana: OnceLock<Vec<Act>>,
}

impl Asked {
    /// No choices, which all states without one share.
    pub fn nothing() -> Arc<Asked> {
        static NOTHING: LazyLock<Arc<Asked>> = LazyLock::new(Arc::default);
        Arc::clone(&NOTHING)
    }

    /// No choices yet: this one is settled, having only this answer.
    pub fn settled(choice: Choice, answer: Answer) -> Arc<Asked> {
        Arc::new(Asked { settled: Some((choice, answer)), ..Asked::default() })
    }

    /// The choices, with what they depend on.
    pub fn of(choices: Vec<Choice>, offer: Option<(Offer, Steadiness)>) -> Arc<Asked> {
        if choices.is_empty() {
            return Asked::nothing();
        }
        let options = match (choices.as_slice(), offer) {
            ([Choice { domain: Domain::Pick { options, .. }, .. }], Some((_, steady)))
                if steady.alike && options.len() > 1 =>
            {
                options.len()
            }
            _ => 0,
        };
        let asks = offer.map_or(Reads::NOTHING, |(_, steady)| steady.asks);
        let offer = offer.map(|(offer, _)| offer);
        Arc::new(Asked {
            choices,
            settled: None,
            offer,
            asks,
            afforded: std::iter::repeat_with(OnceLock::new).take(options).collect(),
            mana: OnceLock::new(),
        })
    }

    /// Whether an act that is offered to a player looks affordable.
    pub(crate) fn afforded(&self, player: PlayerId, act: &Act) -> Option<&OnceLock<bool>> {
        self.afforded.get(self.acts(player)?.position(|other| other == act)?)
    }

    /// The acts that are offered to a player with priority.
    pub fn acts(&self, player: PlayerId) -> Option<impl Iterator<Item = &Act>> {
        let [Choice { domain: Domain::Pick { options, .. }, .. }] = self.choices.as_slice() else { return None };
        self.offer.filter(|offer| offer.player == player)?;
        Some(options.iter().filter_map(|item| if let Item::Act(act) = item { Some(act) } else { None }))
    }
}

/// The latest choices of players with priority, each with what it depends on. Nothing has happened
/// since that concerns what these players may begin.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offers(pub(super) [Option<Arc<Asked>>; Offers::PLACES]);

impl Offers {
    /// One for each of two players, and one for sorcery timing.
    const PLACES: usize = 3;

    const fn place(offer: Offer) -> usize {
        if offer.sorcery { Offers::PLACES - 1 } else { offer.player.0 as usize % (Offers::PLACES - 1) }
    }

    /// Returns what was offered, if it is known.
    pub(crate) fn get(&self, wanted: Offer) -> Option<&Arc<Asked>> {
        self.0[Offers::place(wanted)].as_ref().filter(|asked| asked.offer == Some(wanted))
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    fn any(&self, is: impl Fn(&Asked) -> bool) -> bool {
        self.0.iter().flatten().any(|asked| is(asked))
    }

    fn drop_if(&mut self, drops: impl Fn(&Asked) -> bool) {
        for place in &mut self.0 {
            if place.as_ref().is_some_and(|asked| drops(asked)) {
                *place = None;
            }
        }
    }

    fn put(&mut self, offer: Offer, asked: Arc<Asked>) {
        self.0[Offers::place(offer)] = Some(asked);
    }
}

/// Whether the choices are an offer to a player.
fn is_for(asked: &Asked, player: PlayerId) -> bool {
    asked.offer.is_some_and(|offer| offer.player == player)
}

/// Whose acts an event may change, if nothing that follows from the state changes with it.
enum Concerned {
    Nobody,
    Player(PlayerId),
    Everybody,
}

/// Whose acts an event may change, among players whose acts depend on nothing but the course of the
/// turn, their own cards, permanents and life.
fn concerned(game: &Game, event: &Event) -> Concerned {
    let controller = |id: ObjectId| match (game.known_derived(), game.object(id).and_then(|object| object.controller)) {
        (Some(derived), Some(player)) if derived.controllers.is_empty() => Concerned::Player(player),
        _ => Concerned::Everybody,
    };
    match event {
        event if is_of_the_course(event) => Concerned::Nobody,
        Event::Checkpointed {}
        | Event::DamageAssigned { .. }
        | Event::DamageDealt { .. }
        | Event::DamageMarked { .. }
        | Event::DamageStepBegan { .. }
        | Event::Attacked { .. }
        | Event::Blocked { .. }
        | Event::BecameBlocked { .. }
        | Event::WentUnblocked { .. }
        | Event::TappedForMana { .. }
        | Event::Announced { .. }
        | Event::BecameTarget { .. }
        | Event::ResolutionBegan { .. }
        | Event::Witnessed { .. }
        | Event::LikenessMarked { .. } => Concerned::Nobody,
        // Nothing is begun with a spell, nor with an ability on the stack.
        Event::Created { object } if object.zone == Zone::Stack => Concerned::Nobody,
        Event::Ceased { was, .. } if was.zone == Zone::Stack => Concerned::Nobody,
        // It may be activated so many times a turn (CR 602.5b).
        Event::BecameActivated { source, .. } => controller(*source),
        Event::Drew { player, .. }
        | Event::LifeLost { player, .. }
        | Event::LifeGained { player, .. }
        | Event::ManaAdded { player, .. }
        | Event::ManaSpent { player, .. }
        | Event::BecameCast { player, .. } => Concerned::Player(*player),
        Event::Tapped { object } | Event::Untapped { object } => controller(*object),
        Event::Moved { object, from, became, .. } => match (from, became.as_slice()) {
            (Zone::Library(from), [new]) if new.zone == Zone::Hand(*from) => Concerned::Player(*from),
            (Zone::Hand(from), [new]) if new.controller == Some(*from) => Concerned::Player(*from),
            (Zone::Stack, [new]) if new.zone == Zone::Battlefield || new.zone == Zone::Graveyard(new.owner) => {
                match controller(*object) {
                    Concerned::Player(player) if player == new.owner => Concerned::Player(player),
                    _ => Concerned::Everybody,
                }
            }
            _ => Concerned::Everybody,
        },
        _ => Concerned::Everybody,
    }
}

/// Drops the choices after an event. Those of players whom it does not concern may be offered again
/// ([`Offer`]). `follows` says whether the event changes what follows from the state.
pub(super) fn forget(game: &mut Game, event: &Event, follows: bool) {
    let asked = game.choices.take().and_then(|asked| Some((asked.offer?, asked)));
    if asked.is_none() && game.offers().is_none_or(Offers::is_empty) {
        return;
    }
    let concerned = if follows { Concerned::Everybody } else { concerned(game, event) };
    let about = match concerned {
        Concerned::Everybody => {
            if game.offers().is_some_and(|offers| !offers.is_empty()) {
                change(game, |offers| *offers = Offers::default());
            }
            return;
        }
        Concerned::Nobody => None,
        Concerned::Player(player) => Some(player),
    };
    let asks = |asked: &Asked| asked.asks != Reads::NOTHING;
    let asking = asked.as_ref().is_some_and(|(_, asked)| asks(asked)) || game.offers().is_some_and(|it| it.any(asks));
    let changed = if asking { changed_by(game, event) } else { Reads::NOTHING };
    let drops = |asked: &Asked| about.is_some_and(|player| is_for(asked, player)) || asked.asks.meets(changed);
    // Mostly nobody is concerned, and nothing else decides.
    let may_drop = about.is_some() || asking;
    if may_drop && game.offers().is_some_and(|offers| offers.any(drops)) {
        change(game, |offers| offers.drop_if(drops));
    }
    if let Some((offer, asked)) = asked.filter(|(_, asked)| !(may_drop && drops(asked))) {
        keep(game, offer, asked);
    }
}

/// [`forget`] for an event that concerns nobody and changes nothing that could decide: what was
/// asked may be offered again.
pub(super) fn pass_on(game: &mut Game) {
    if let Some(asked) = game.choices.take()
        && let Some(offer) = asked.offer
    {
        keep(game, offer, asked);
    }
}

/// Keeps what was asked, unless it is known already.
fn keep(game: &mut Game, offer: Offer, asked: Arc<Asked>) {
    if game.offers().and_then(|offers| offers.get(offer)).is_none_or(|known| !Arc::ptr_eq(known, &asked)) {
        change(game, |offers| offers.put(offer, asked));
    }
}

/// The aspects of a game that an event may change, if nothing that follows from the state changes
/// with it.
fn changed_by(game: &Game, event: &Event) -> Reads {
    let aspects = match event {
        Event::Moved { from, became, .. } => became.iter().fold(presence(*from), |all, new| all | presence(new.zone)),
        Event::Created { object } => presence(object.zone),
        Event::Ceased { was, .. } => presence(was.zone),
        Event::CountersPut { .. } | Event::CountersRemoved { .. } => Reads::COUNTERS | Reads::PLAYERS,
        Event::Attached { .. } | Event::Unattached { .. } => Reads::ATTACHMENT,
        event => event.touches().unwrap_or(Reads::EVERYTHING),
    };
    aspects
        | event.past()
        | Reads::HISTORY.when(is_of_history(game, event))
        | Reads::PROPOSED.when(is_of_proposals(game, event))
}

/// Changes the offers that a game knows.
fn change(game: &mut Game, change: impl FnOnce(&mut Offers)) {
    let mut lists = game.lists.take().unwrap_or_default();
    change(&mut Arc::make_mut(&mut lists).offers);
    game.lists = OnDemand::from(lists);
}
