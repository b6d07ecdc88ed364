//! What effects with a duration and replacement effects are read as, in texts of our own.

#![allow(clippy::unwrap_used, reason = "a test says what it found")]

use super::{NotRead, PrintedCard, read_printed};

/// What a text of a creature, or of a sorcery, is read as.
fn read(types: &str, text: &str) -> Result<String, NotRead> {
    let size = if types.starts_with("Creature") { "\n2/2" } else { "" };
    let pasted = format!("Own Bear {{1}}{{G}}\n{types}\n{text}{size}");
    let card = read_printed(&PrintedCard::pasted(&pasted)).map_err(|refused| refused.why)?;
    Ok(format!("{:?}", card.front().abilities))
}

fn of_bear(text: &str) -> Result<String, NotRead> {
    read("Creature — Bear", text)
}

fn of_rite(text: &str) -> Result<String, NotRead> {
    read("Sorcery", text)
}

/// Asserts that a text is read, and that its reading says something.
fn says(read: fn(&str) -> Result<String, NotRead>, text: &str, said: &str) {
    let found = read(text).unwrap();
    assert!(found.contains(said), "{text}: {found}");
}

#[test]
fn damage_is_prevented_and_redirected_for_a_while() {
    let same = |one: &str, other: &str| assert_eq!(of_rite(one).unwrap(), of_rite(other).unwrap(), "{one}");
    same(
        "Prevent all damage that would be dealt this turn to creatures you control by red sources.",
        "Prevent all damage that would be dealt to creatures you control by red sources this turn.",
    );
    same(
        "Prevent all combat damage that would be dealt by target creature this turn.",
        "Prevent all combat damage target creature would deal this turn.",
    );
    says(
        of_rite,
        "Prevent the next 2 damage that would be dealt to target creature this turn. For each 1 damage prevented \
         this way, put a +1/+1 counter on that creature.",
        "Also(PreventNext(Fixed(2)), [PutCounters(PutCounters { on: Target(0), kind: PowerToughness(1, 1), \
         count: ThatMuch })])",
    );
    says(
        of_rite,
        "The next time a red source of your choice would deal damage to you this turn, that damage is dealt to \
         target creature instead.",
        "NextThisTurn",
    );
    // A shield for each of several creatures is several shields (CR 615.11).
    says(
        of_rite,
        "Prevent the next 1 damage that would be dealt to each creature this turn.",
        "of: Some(Each(Type(Creature))), apiece: true",
    );
    // How long it is prevented is not said.
    assert!(of_rite("Prevent all damage that would be dealt to target creature.").is_err());
    says(
        of_bear,
        "If a source you control would deal damage to a creature, put a -1/-1 counter on that creature instead.",
        "Do([PutCounters(PutCounters { on: ThatObject",
    );
    says(
        of_bear,
        "If damage would be dealt to Own Bear while it's tapped, prevent that damage.",
        "condition: Some(Is(This, Tapped))",
    );
}

#[test]
fn what_is_done_instead_takes_the_place_of_the_sentence_before() {
    let text = "Draw a card. If you control a Forest, draw two cards instead.";
    says(of_rite, text, "otherwise: [Draw(Draw { who: You, count: Fixed(1) })]");
    // So does a paragraph of its own, with an ability word.
    let apart = "Draw a card.\nDelirium — Draw two cards instead if you control a Forest.";
    assert_eq!(of_rite(text).unwrap(), of_rite(apart).unwrap());
    says(
        of_rite,
        "Own Bear deals 2 damage to any target. If you control a Forest, Own Bear deals 4 damage to that creature \
         or player instead.",
        "amount: Fixed(4), to: Target(0)",
    );
    // It could be instead of an earlier sentence.
    assert!(of_rite("Draw a card. You gain 1 life. If you control a Forest, draw two cards instead.").is_err());
}

#[test]
fn delayed_abilities_speak_of_what_their_event_is_about() {
    says(
        of_rite,
        "When target creature dies this turn, return that card to the battlefield under your control.",
        "what: ThatObject, control: You",
    );
    // This is what the event is about, and not the target of an earlier sentence.
    says(
        of_bear,
        "{2}: Own Bear fights target creature. When Own Bear dies this turn, return it to its owner's hand.",
        "Put(Put { what: ThatObject",
    );
    says(of_rite, "Whenever a creature dies this turn, you gain 1 life.", "until: Some(EndOfTurn)");
    // Which creature that is, only the event tells.
    assert!(of_rite("Whenever a creature dies this turn, exile it.").is_err());
}

#[test]
fn changes_and_effects_without_a_condition_last_as_long_as_they_say() {
    says(of_rite, "Target creature becomes an artifact in addition to its other types.", "duration: Indefinite");
    says(
        of_rite,
        "Put target creature card from a graveyard onto the battlefield under your control. It gains haste.",
        "duration: Indefinite",
    );
    // What comes back later gains it then.
    assert!(
        of_bear(
            "{2}: Exile Own Bear. Return it to the battlefield under its owner's control at the beginning of the next \
             end step. It gains haste."
        )
        .is_err()
    );
    says(of_rite, "Until your next turn, creatures can't attack you.", "duration: Until(Turn, You)");
    says(
        of_rite,
        "Creatures you control gain flying until end of turn and can't be blocked this turn.",
        "Restrict(CantBeBlockedBy { what: ControlledBy(You), by: Any })",
    );
    says(
        of_rite,
        "Tap two target creatures. Those creatures don't untap during their controllers' next untap steps.",
        "of: Some(Target(0)), apiece: true",
    );
    says(of_bear, "During your turn, as long as you control a Forest, Own Bear has flying.", "Some(All([");
}

#[test]
fn a_quoted_ability_names_what_gives_it() {
    let given = "Enchant creature\nEnchanted creature has \"{T}: Put a charge counter on Own Bear.\"";
    says(|text| read("Enchantment — Aura", text), given, "on: Granter");
    says(of_bear, "Own Bear has \"{T}: Put a charge counter on Own Bear.\"", "on: This");
    // It ends with a full stop, whether the text that quotes it goes on or not.
    let alike = |one: &str, other: &str| assert_eq!(of_bear(one).unwrap(), of_bear(other).unwrap(), "{one}");
    alike(
        "Own Bear has \"{T}: Draw a card\" and \"{Q}: You gain 1 life.\"",
        "Own Bear has \"{T}: Draw a card.\" and \"{Q}: You gain 1 life.\"",
    );
}

#[test]
fn an_ability_functions_where_it_says_that_its_object_is() {
    says(of_bear, "Whenever you gain life while Own Bear is in your graveyard, draw a card.", "zone: Graveyard");
    says(
        of_rite,
        "Creatures you control gain reach until end of turn if a creature you control has reach. The same is true \
         for first strike and trample.",
        "KeywordName(\"first strike\")",
    );
}

#[test]
fn targets_for_a_kicked_spell_are_chosen_only_then() {
    let text = "Kicker {2}\nDraw a card. If Own Bear was kicked, destroy target creature.";
    says(of_rite, text, "condition: Some(Is(This, Paid");
}

#[test]
fn it_is_what_was_named_last_and_what_can_be_meant() {
    // No spell has charge counters, is dealt damage or has a power that something else uses.
    says(
        of_bear,
        "Whenever you cast a spell, Own Bear deals damage equal to the number of charge counters on it to any target.",
        "amount: Counters(Named(\"charge\"), This)",
    );
    says(
        of_bear,
        "Whenever you cast a spell that targets Own Bear, put a +1/+1 counter on Own Bear and prevent all damage that \
         would be dealt to it this turn.",
        "objects: Some(This)",
    );
    says(
        of_bear,
        "Whenever you cast a spell, Own Bear deals damage equal to its power to any target.",
        "amount: Power(This)",
    );
    says(
        of_bear,
        "Whenever an opponent casts a spell, put a charge counter on Own Bear. If there are three or more charge \
         counters on Own Bear, sacrifice it.",
        "SacrificeThose(SacrificeThose(This))",
    );
    // It and that creature would be one.
    says(
        of_bear,
        "Whenever Own Bear becomes blocked by a creature, it deals 2 damage to that creature.",
        "source: This, amount: Fixed(2), to: Objects(ThatObject)",
    );
    // What is in another clause than its condition.
    says(
        of_bear,
        "{2}: Reveal the top card of your library. If it's a land card, untap Own Bear and it gets +1/+1 until end of turn.",
        "Modify(Modify { what: This",
    );
}

#[test]
fn what_targets_something_is_no_permanent() {
    says(
        of_bear,
        "Whenever a creature you control becomes the target of a spell or ability, counter it.",
        "ThatObject",
    );
    let returned = "Whenever a creature becomes the target of a spell or ability, return that creature to its owner's \
                    hand.";
    assert!(of_bear(returned).is_err());
    let taken = "Whenever a creature an opponent controls becomes the target of a spell or ability you control, gain \
                 control of that creature.";
    assert!(of_bear(taken).is_err());
    says(of_bear, "When Own Bear becomes the target of a spell or ability, sacrifice it.", "SacrificeThose(This)");
}

#[test]
fn who_may_do_something_else_instead_does_one_of_the_two() {
    let offered = "Return target creature to its owner's hand. If you control an Elf, you may put that creature on top \
                   of its owner's library instead.";
    says(of_rite, offered, "then: [Either(Either { who: You, of: [[Put(Put { what: Target(0), into: Library");
    let settled = offered.replace("you may put", "put");
    says(of_rite, &settled, "otherwise: [Put(Put { what: Target(0), into: Hand");
}

#[test]
fn a_permanent_that_deals_damage_is_on_the_battlefield() {
    says(of_bear, "Whenever a permanent deals damage to you, you gain 1 life.", "source: In(Battlefield)");
    says(of_bear, "Whenever a source deals damage to you, you gain 1 life.", "source: Any");
}

#[test]
fn what_one_effect_implies_of_its_subject_is_said_of_the_next() {
    let creatures = "Modify { what: All([Type(Creature), Not(Keyword(Flying))])";
    says(of_bear, "Creatures without flying can't block and have reach.", creatures);
    says(
        of_bear,
        "Creatures you control attack each combat if able and get +1/+0.",
        "Modify { what: All([Type(Creature), ",
    );
    // What is no more than this is not described.
    says(of_bear, "Own Bear can't block and has flying.", "Modify { what: This");
    says(
        of_rite,
        "Creatures you control can't be blocked this turn and get +1/+0 until end of turn.",
        "Each(All([Type(Creature), ControlledBy(You)]))",
    );
}

#[test]
fn it_goes_on_as_it_was_in_the_condition_of_its_sentence() {
    let looked = "At the beginning of your upkeep, you may look at the top card of your library.";
    let revealed =
        format!("{looked} If it shares a creature type with Own Bear, you may reveal it. If you do, draw a card.");
    says(of_bear, &revealed, "Reveal(Reveal(ThisWay(LookedAt)))");
    says(
        of_bear,
        "At the beginning of your upkeep, if there are three or more charge counters on Own Bear, sacrifice it.",
        "SacrificeThose(This)",
    );
}

#[test]
fn what_becomes_a_copy_is_not_what_it_copies() {
    let chosen = "Choose a nonlegendary creature on the battlefield. Target creature becomes a copy of that creature until \
                  end of turn.";
    says(of_rite, chosen, "BecomeCopy { what: Target(0), of: Chosen(0)");
}

#[test]
fn fewer_are_found_only_where_that_is_said() {
    let from = |many: &str| {
        format!(
            "Search target player's graveyard, hand, and library for {many} cards named Own Bear and exile them. Then \
             that player shuffles."
        )
    };
    says(of_rite, &from("any number of"), "count: Fixed(255), up_to: true");
    says(of_rite, &from("all"), "count: Fixed(255), up_to: false");
    // In a library it makes no difference, unless any card will do.
    let found = "Search your library for up to two ";
    let put = "put them into your hand, then shuffle.";
    says(of_rite, &format!("{found}creature cards, reveal them, {put}"), "up_to: false");
    says(of_rite, &format!("{found}cards, {put}"), "what: Any, and: [], count: Fixed(2), up_to: true");
}

/// Flavor words mean nothing (CR 207.2d), and what a spell says in a second paragraph can speak of
/// the first one.
#[test]
fn flavor_words_and_paragraphs_of_a_spell() {
    let same = |read: fn(&str) -> Result<String, NotRead>, one: &str, other: &str| {
        assert_eq!(read(one).unwrap(), read(other).unwrap(), "{one}");
    };
    same(of_bear, "Rage Beam — When Own Bear enters, draw a card.", "When Own Bear enters, draw a card.");
    same(of_rite, "Choose target creature.\nDestroy that creature.", "Choose target creature. Destroy that creature.");
    // A creature has an ability in each paragraph.
    assert!(of_bear("When Own Bear enters, tap target creature.\nDestroy that creature.").is_err());
    // A legend is called by its first word (CR 201.4c), and others are not.
    let called = |types: &str| {
        let pasted = format!("Ownis the Old {{1}}{{G}}\n{types}\nWhen Ownis enters, draw a card.\n2/2");
        read_printed(&PrintedCard::pasted(&pasted)).is_ok()
    };
    assert!(called("Legendary Creature — Bear") && !called("Creature — Bear"));
}

/// What each of several players or objects is asked for, or has done to it (CR 608.2e, 608.2f).
#[test]
fn what_is_done_for_each_is_done_for_each_of_them() {
    says(of_rite, "Each player may draw two cards.", "Draw(Draw { who: Chosen(0), count: Fixed(2) })");
    says(of_rite, "Each player may discard any number of cards.", "up_to: true");
    says(
        of_rite,
        "For each creature, destroy it unless its controller pays 2 life.",
        "Unless { who: ControllerOf(Affected), cost: [Life(2)], then: [Destroy(Destroy(Affected))]",
    );
    says(
        of_rite,
        "Destroy all artifacts. For each artifact destroyed this way, its controller creates a Treasure token.",
        "ThisWay(Destroyed)",
    );
    // What is looked for once for all of them is not looked for once for each.
    let searched = "search your library for a card with the same name as that creature";
    assert!(of_rite(&format!("For each creature you control, {searched}. Put those cards into your hand.")).is_err());
    // Others than the token that was created.
    assert!(of_rite("Create a 1/1 white Cat creature token. Then exile all other Cat tokens you control.").is_err());
    says(of_rite, "Discard any number of cards, then create that many Food tokens.", "ThisWay(Discarded, None)");
    says(of_rite, "Sacrifice all artifacts you control, then draw that many cards.", "ThisWay(Sacrificed, None)");
    says(of_rite, "Discard a card. If a land card was discarded this way, draw a card.", "ThisWay(Discarded");
    says(
        of_rite,
        "Draw a card. You lose 2 life. You may repeat this process any number of times.",
        "[Repeat(Repeat { then: [Draw(Draw { who: You, count: Fixed(1) }), LoseLife",
    );
}

/// Numbers, qualities, and words for what was spoken of.
#[test]
fn numbers_and_qualities_are_what_they_say() {
    says(
        of_rite,
        "You gain X plus 2 life, where X is the number of red artifacts you control.",
        "GainLife { who: You, amount: Sum([",
    );
    says(of_rite, "Tap target 1/1 creature.", "Power(Equal, Fixed(1)), Toughness(Equal, Fixed(1))");
    says(
        of_rite,
        "Destroy target red creature or red artifact.",
        "AnyOf([All([Color(Red), Type(Creature)]), All([Color(Red), Type(Artifact)])])",
    );
    says(of_rite, "Choose a color. Destroy all creatures of that color.", "ChosenColor");
    says(of_bear, "{T}: Destroy all creatures except for Own Bear.", "Not(This)");
    says(
        of_bear,
        "If a red source would deal damage to a creature or player, it deals triple that damage to that creature or \
         player instead.",
        "players: Some(Each), objects: Some(Any), combat: false, noncombat: false, at_least: None }, \
         instead: Multiply(3)",
    );
    // What is to block is not what it is to block.
    says(
        of_bear,
        "Whenever Own Bear attacks, target black creature defending player controls blocks it this combat if able.",
        "what: Is(Target(0)), attackers: This",
    );
    says(of_bear, "{T}: Own Bear deals 1 damage to target creature it's blocking.", "BlockedBy(This)");
    says(of_bear, "{1}, {T}: Own Bear deals 2 damage to target creature blocking it.", "BlockingThat(This)");
    // A token that says nothing of its size has an ability that defines it (CR 208.2).
    says(
        of_rite,
        "Create a green Ooze creature token with \"This creature's power and toughness are each equal to the \
         number of lands you control.\"",
        "power: Some(Number(0)), toughness: Some(Number(0))",
    );
}

/// A player can show some cards of their hand, of which you choose one (CR 608.2d).
#[test]
fn one_of_the_cards_that_are_shown_is_chosen() {
    says(
        of_rite,
        "Target opponent reveals four cards from their hand and you choose one of them. That player discards that card.",
        "Is(Chosen(0))",
    );
}

#[test]
fn others_in_a_spell_are_others_than_what_it_has_told_of() {
    says(
        of_rite,
        "Own Bear deals 3 damage to target creature. Other creatures can't attack this turn.",
        "CantAttack(Not(Is(Target(0))))",
    );
    // Of two targets it could be either.
    assert!(of_rite("Destroy target creature and target land. Other creatures can't attack this turn.").is_err());
    says(
        of_bear,
        "Whenever equipped creature deals combat damage to a player, destroy all permanents other than Own Bear.",
        "Each(Not(This))",
    );
    // Others than the target, which no row says.
    let text = "When Own Bear enters, target creature an opponent controls gets -1/-1 until end of turn if that player \
                controls no other creatures.";
    assert!(of_bear(text).is_err());
}

#[test]
fn that_player_is_whoever_alone_was_told_of() {
    says(
        of_rite,
        "Return target permanent to its owner's hand. Then that player discards a card.",
        "Discard { who: OwnerOf(Target(0))",
    );
    says(
        of_rite,
        "Target creature an opponent controls deals damage equal to its power to that player.",
        "to: Players(ControllerOf(Target(0)))",
    );
    // A player who was told of before remains that player.
    says(
        of_rite,
        "Target player draws a card. Return target permanent to its owner's hand. That player discards a card.",
        "Discard { who: Target(0)",
    );
    says(of_rite, "The owner of target permanent shuffles it into their library.", "whose: OwnerOf(Target(0))");
}

#[test]
fn those_are_the_same_objects_if_nothing_has_changed_which_they_are() {
    let text = "Untap target creature and each other creature that shares a color with it. Those creatures get +2/+0 \
                until end of turn.";
    says(of_rite, text, "Modify { what: Each(AnyOf([Is(Target(0)),");
    says(
        of_rite,
        "Gain control of all creatures until end of turn. Untap them. They gain haste until end of turn.",
        "Untap(Untap(Each(Type(Creature))))",
    );
    let text = "Gain control of all creatures your opponents control until end of turn. Untap them. They gain haste until \
                end of turn.";
    assert!(of_rite(text).is_err());
}

#[test]
fn what_is_chosen_or_not_is_asked_of_the_choice() {
    says(
        of_bear,
        "When Own Bear enters, you may put a land card from your hand onto the battlefield. If you don't, draw a card.",
        "Compare(Number(Chosen(0)), AtMost, Fixed(0))",
    );
    says(of_bear, "{2}: Own Bear gains your choice of flying or first strike until end of turn.", "Either");
    // What a delayed ability exiles, and what each of several players did, is nothing of it.
    let text = "Until end of turn, whenever a creature you control dies, exile the top card of your library. You may play \
                it until the end of your next turn.";
    assert!(of_rite(text).is_err());
    assert!(of_rite("Each player sacrifices a creature. If you sacrificed a creature this way, draw a card.").is_err());
}

#[test]
fn clauses_go_on_with_what_governs_a_sentence_of_its_own() {
    says(
        of_rite,
        "Draw a card, then discard a card unless you pay {1}.",
        "Draw(Draw { who: You, count: Fixed(1) }), Unless",
    );
    says(
        of_bear,
        "At the beginning of your upkeep, put a +1/+1 counter on Own Bear, then sacrifice Own Bear unless you pay {1} for \
         each +1/+1 counter on it.",
        "cost: [Times(Counters(PowerToughness(1, 1), This), Mana(",
    );
    says(
        of_bear,
        "Own Bear's power and toughness are each equal to the number of age counters on it.",
        "Counters(Named(\"age\"), This)",
    );
    says(of_bear, "{1}, {T}: Unless you pay {2}, tap target creature and you lose 1 life.", "Unless(Unless { who: You");
}

#[test]
fn one_of_two_things_is_chosen_as_it_is_done() {
    says(of_bear, "{1}: Target creature gets +2/-1 or -2/+1 until end of turn.", "Either(Either { who: You");
    // Whoever may do something else instead, and does not, does what was said.
    says(
        of_rite,
        "Return target creature to its owner's hand. If that creature is green, you may put it on top of its owner's \
         library instead.",
        "then: [Either(Either { who: You, of: [[Put(Put { what: Target(0), into: Library",
    );
    says(
        of_rite,
        "Look at the top three cards of your library. You may reveal an Elf card and/or a land card from among them and \
         put the revealed cards into your hand. Put the rest on the bottom of your library in any order.",
        "unchosen: true",
    );
    says(
        of_bear,
        "{2}: Return a nonland card of an opponent's choice from your graveyard to your hand.",
        "Choose(Choose { who: Chosen(0)",
    );
}

#[test]
fn what_other_players_do_is_done_by_them() {
    says(
        of_bear,
        "At the beginning of each player's upkeep, that player returns a land they control to its owner's hand unless \
         they pay 1 life.",
        "what: Object(All([Type(Land), ControlledBy(They)]))",
    );
    says(
        of_bear,
        "At the beginning of each player's upkeep, that player may choose any number of tapped green creatures they \
         control and pay {1} for each creature chosen this way. If the player does, untap those creatures.",
        "cost: [Times(Number(Chosen(0)), Mana(",
    );
    says(of_rite, "Target opponent sacrifices a creature. If that player does, they lose 1 life.", "must: true");
    // Each of them puts it on another one.
    assert!(of_bear("When Own Bear enters, each player chooses a permanent and puts a doom counter on it.").is_err());
    says(of_rite, "Target player mills half their library, rounded up.", "Divided { of: Count(All([Card, In(Library)");
    // Each would mill half of their own.
    assert!(of_rite("Any number of target players each mill half their library, rounded down.").is_err());
    says(of_rite, "Shuffle all land cards from target player's graveyard into their library.", "whose: Target(0)");
}

#[test]
fn numbers_say_what_they_count() {
    says(
        of_rite,
        "Sacrifice any number of permanents. You gain 1 life for each permanent sacrificed this way.",
        "ThisWay(",
    );
    says(of_bear, "Whenever you lose life, sacrifice a permanent for each 1 life you lost.", "count: ThatMuch");
    says(
        of_rite,
        "You gain 1 life for each white mana symbol in the mana costs of creatures you control.",
        "ManaSymbols([White], Each(",
    );
    says(
        of_rite,
        "Target player loses life equal to the damage already dealt to that player this turn.",
        "AmountThisTurn(PastEvent(IsDealtDamage { what: None, who: Some(Target(0))",
    );
    says(
        of_rite,
        "Counter target spell unless its controller pays {1} plus an additional {1} for each Elf you control.",
        "cost: [Mana(",
    );
    says(of_bear, "Own Bear has protection from the colors of lands you control.", "Protection(SharesColor(Each(");
    says(of_bear, "As long as you control exactly one creature, that creature has flying.", "Equal, Fixed(1)");
    says(
        of_rite,
        "Destroy the creature with the least power. It can't be regenerated. If two or more creatures are tied for least \
         power, you choose one of them.",
        "DestroyForGood",
    );
}

#[test]
fn what_is_said_in_older_or_rarer_words_is_the_same() {
    says(of_rite, "Draw a card if you control an Elf. Otherwise, you gain 2 life.", "otherwise: [GainLife(");
    let same = |one: &str, other: &str| assert_eq!(of_bear(one).unwrap(), of_bear(other).unwrap(), "{one}");
    same(
        "Own Bear has flying as long as you control at least three creatures.",
        "Own Bear has flying as long as you control three or more creatures.",
    );
    same("{1}: Add {R} for each Elf card in each graveyard.", "{1}: Add {R} for each Elf card in all graveyards.");
    says(of_bear, "As Own Bear enters, choose red or green.", "Choose(Color([Red, Green]))");
    let aura = |text: &str| read("Enchantment — Aura", &format!("Enchant creature\n{text}"));
    says(
        aura,
        "Whenever enchanted creature blocks a creature, destroy the other creature at end of combat.",
        "Destroy(Destroy(ThatObject))",
    );
    // Which one is the other is not told.
    let text = "Whenever enchanted creature blocks a creature, tap target creature, then destroy the other creature.";
    assert!(aura(text).is_err());
}
