//! The places in which the meaning of a word may be asked for.

use super::Use;

/// A place for a word.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) name: &'static str,
    /// The instructions; `#` stands for the word, and `&` for the objects of an effect.
    pub(super) text: &'static str,
    /// The steps that use what is left behind; none if the instructions do it.
    pub(super) then: &'static str,
    pub(super) uses: Use,
}

const RING: &str = "Edit(Tapped(of: \"Bell\", is: true)), ResolveTop,";

pub(super) const PLACES: &[Place] = &[
    now("an instruction that asks", "GainLife(amount: Power(#))", Use::Power),
    now("a cost", "MayPay(cost: [Times(Power(#), Life(1))], must: true)", Use::Payment),
    now(
        "a condition",
        "If(condition: Is(Among(#, Power(Equal, Fixed(4))), Any), then: [GainLife(amount: Fixed(5))])",
        Use::Described,
    ),
    now(
        "a condition about a zone",
        "If(condition: Is(#, In(Battlefield)), then: [GainLife(amount: Fixed(5))])",
        Use::InPlay,
    ),
    now("its controller", "LoseLife(who: ControllerOf(#), amount: Fixed(1))", Use::Controller),
    now("its owner", "LoseLife(who: OwnerOf(#), amount: Fixed(1))", Use::Owner),
    now("an instruction that acts", "Put(what: #, into: Hand)", Use::Moved),
    later(
        "a delayed ability that asks",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [GainLife(amount: Power(#))]))",
        RING,
        Use::Power,
    ),
    later(
        "a delayed cost",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [MayPay(cost: [Times(Power(#), Life(1))], must: true)]))",
        RING,
        Use::Payment,
    ),
    later(
        "a delayed condition",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [If(condition: Is(Among(#, Power(Equal, Fixed(4))), Any), then: [GainLife(amount: Fixed(5))])]))",
        RING,
        Use::Described,
    ),
    later(
        "a delayed condition about a zone",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [If(condition: Is(#, In(Battlefield)), then: [GainLife(amount: Fixed(5))])]))",
        RING,
        Use::InPlay,
    ),
    later(
        "its controller in a delayed ability",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [LoseLife(who: ControllerOf(#), amount: Fixed(1))]))",
        RING,
        Use::Controller,
    ),
    later(
        "its owner in a delayed ability",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [LoseLife(who: OwnerOf(#), amount: Fixed(1))]))",
        RING,
        Use::Owner,
    ),
    later(
        "a delayed ability that acts",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [Put(what: #, into: Hand)]))",
        RING,
        Use::Moved,
    ),
    later(
        "a delayed ability of a delayed ability",
        "Delay(when: BecomesTapped(Named(\"Gong\")), body: (instructions: [Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [Put(what: #, into: Hand)]))]))",
        "Edit(Tapped(of: \"Gong\", is: true)), ResolveTop, Edit(Tapped(of: \"Bell\", is: true)), ResolveTop,",
        Use::Moved,
    ),
    later(
        "a delayed ability that triggers each time",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [Put(what: #, into: Hand)]), until: Indefinite)",
        RING,
        Use::Moved,
    ),
    later(
        "a delayed event",
        "Delay(when: BecomesUntapped(Is(#)), body: (instructions: [GainLife(amount: Fixed(5))]))",
        "Edit(Tapped(of: Latest(\"Relic\"), is: true)), Edit(Tapped(of: Latest(\"Relic\"), is: false)), ResolveAll,",
        Use::Five,
    ),
    later(
        "a characteristic",
        "Modify(what: #, modifications: [AddPowerToughness(Fixed(2), Fixed(0))], duration: Indefinite)",
        "",
        Use::Stronger,
    ),
    later(
        "an effect's number",
        "Modify(what: Each(Named(\"Probe\")), modifications: [AddPowerToughness(Power(#), Fixed(0))], duration: Indefinite)",
        "",
        Use::Fixed,
    ),
    later(
        "as long as it is in play",
        "Modify(what: Each(Named(\"Probe\")), modifications: [AddPowerToughness(Fixed(4), Fixed(0))], duration: AsLongAs(Is(#, In(Battlefield))))",
        "",
        Use::WhileInPlay,
    ),
    later(
        "as long as it is controlled",
        "Modify(what: Each(Named(\"Probe\")), modifications: [AddPowerToughness(Fixed(4), Fixed(0))], duration: AsLongAs(Is(#, ControlledBy(You))))",
        "",
        Use::WhileControlled,
    ),
    later(
        "a restriction",
        "Establish(effect: Restrict(CantGetCounters(objects: Is(#)))&, duration: Indefinite)",
        "Cast(card: \"Mark\"), ResolveTop,",
        Use::Unmarked,
    ),
    later(
        "a replacement",
        "Establish(effect: Replace(would: Destroy(Is(#)), instead: Nothing)&, duration: Indefinite)",
        "Cast(card: \"Smash\"), ResolveTop,",
        Use::Saved,
    ),
    later(
        "a prevention",
        "Establish(effect: Replace(would: Damage(source: Any, players: None, objects: Is(#)), instead: Prevent)&, duration: Indefinite)",
        "Cast(card: \"Zap\"), ResolveTop,",
        Use::Unhurt,
    ),
    later(
        "what is done instead",
        "Establish(effect: Replace(would: Destroy(Named(\"Ward\")), instead: Do([Put(what: #, into: Hand)]))&, duration: Indefinite)",
        "Cast(card: \"Raze\"), ResolveTop,",
        Use::Moved,
    ),
    later(
        "a cost of others",
        "Establish(effect: Cost(of: Spells(Targets(Object(Is(#)))), change: Less(mana: \"{2}\"))&, duration: Indefinite)",
        "",
        Use::Cheaper,
    ),
    later(
        "until an event",
        "ExileUntil(what: Each(Named(\"Ward\")), until: Moves(what: Is(#), from: Battlefield))",
        "",
        Use::Returned,
    ),
    later(
        "a gained ability",
        "Modify(what: Each(Named(\"Probe\")), modifications: [Gain(Activated(cost: [], body: (instructions: [GainLife(amount: Power(#))])))], duration: Indefinite)",
        "Activate(object: \"Probe\"), ResolveTop,",
        Use::Power,
    ),
    later(
        "a token's ability",
        "CreateTokens(token: (name: \"Page\", types: [Artifact], abilities: [Activated(cost: [], body: (instructions: [Put(what: #, into: Hand)]))]))",
        "Activate(object: Token(\"Page\", 0)), ResolveTop,",
        Use::Moved,
    ),
    later(
        "an emblem's ability",
        "GetEmblem(abilities: [Triggered(when: BecomesTapped(Named(\"Bell\")), body: (instructions: [GainLife(amount: Power(#))]))])",
        RING,
        Use::Power,
    ),
    later(
        "a target of a delayed ability",
        "Delay(when: BecomesTapped(Named(\"Bell\")), body: (targets: [(what: Object(Is(#)))], instructions: [GainLife(amount: Fixed(5))]))",
        "Edit(Tapped(of: \"Bell\", is: true)), ResolveAll,",
        Use::Five,
    ),
    later(
        "a reflexive ability that asks",
        "May(then: [Tap(Each(Named(\"Gong\"))), Delay(when: Done, body: (instructions: [GainLife(amount: Power(#))]))])",
        "ResolveTop,",
        Use::Power,
    ),
    later(
        "a reflexive ability that acts",
        "May(then: [Tap(Each(Named(\"Gong\"))), Delay(when: Done, body: (instructions: [Put(what: #, into: Hand)]))])",
        "ResolveTop,",
        Use::Moved,
    ),
];

const fn now(name: &'static str, text: &'static str, uses: Use) -> Place {
    Place { name, text, then: "", uses }
}

const fn later(name: &'static str, text: &'static str, then: &'static str, uses: Use) -> Place {
    Place { name, text, then, uses }
}
