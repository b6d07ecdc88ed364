//! Keyword abilities with operands (CR 702).

use retrace_words::rows;

use crate::card::ast::ability::TargetWhat;
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::keyword::Keyword;
use crate::card::words::card_type::CardType;
use crate::card::words::comparison::Comparison;

rows! {
    pub(crate) ROWS;

    keyword_ability: Keyword::Flashback(Some(cost)) => "flashback {cost:price}";
    keyword_ability: Keyword::Equip { cost, quality: None } => "equip {cost:price}";
    keyword_ability: Keyword::Kicker(vec![cost]) => "kicker {cost:price}";
    keyword_ability: Keyword::Kicker(vec![one, other]) => "kicker {one:price} and/or {other:price}";
    keyword_ability: Keyword::Cycling { cost, search: None } => "cycling {cost:price}";
    keyword_ability: Keyword::Cycling { cost, search: Some(Box::new(what)) }
        => "{what:typecycling} {cost:price}";
    keyword_ability: Keyword::Enchant(Box::new(TargetWhat::Object(what))) => "enchant {what:noun[one]}";
    keyword_ability: Keyword::Enchant(Box::new(TargetWhat::Player(Players::Each))) => "enchant player";
    keyword_ability: Keyword::Protection(Box::new(from)) => "protection from {from:protected}";
    keyword_ability: Keyword::Landwalk(Box::new(what)) => "{what:landwalk}";
    keyword_ability: Keyword::Affinity(Box::new(what)) => "affinity for {what:noun[many]}";
    keyword_ability: Keyword::Equip { cost, quality: Some(Box::new(what)) }
        => "equip {what:creature_noun[one]} {cost:price}";
    keyword_ability: Keyword::Enchant(Box::new(TargetWhat::Player(Players::Opponents))) => "enchant opponent";
    keyword_ability: Keyword::Enchant(Box::new(TargetWhat::PlayerOrObject(Players::Each, what)))
        => "enchant player or {what:noun[one]}";
    keyword_ability: Keyword::HexproofFrom(Box::new(from)) => "hexproof from {from:protected}";
    keyword_ability: Keyword::BandsWithOther(Box::new(what)) => "bands with other {what:creature_noun[many]}";
    keyword_ability: Keyword::Champion(Box::new(what)) => "champion {what:one}";
    keyword_ability: Keyword::ModularSunburst => "modular — sunburst";
    keyword_ability: Keyword::Offering(kind) => "{kind:subtype_name} offering";
    keyword_ability: Keyword::Bloodthirst(None) => "bloodthirst X";
    keyword_ability: Keyword::Devour { count, what: Box::new(Filter::Type(CardType::Creature)) }
        => "devour {count:plain}";
    keyword_ability: Keyword::Devour { count, what: Box::new(what) }
        if *what != Filter::Type(CardType::Creature)
        => "devour {what:noun[one]} {count:plain}";
    onto: Filter::Subtype(kind) => "{kind:subtype_name}";
    onto: what if !matches!(what, Filter::Subtype(_)) => "{what:noun[many]}";

    keyword_ability: Keyword::Suspend {
            count: Quantity::X, cost, x_limits: vec![(Comparison::AtLeast, Quantity::Fixed(1))] }
        => | "suspend X {cost:price} . X can't be 0";

    protected: Filter::SharesColor(Objects::Each(Box::new(what))) => "the colors of {what:noun[many]}";
}
