//! Keyword abilities as written on a card: "flying", "ward {2}", "protection from black" (CR 702).

use crate::card::ast::ability::{Ability, ActivatedAbility, Body, ClassLevelBar, LevelSymbol, TargetWhat};
use crate::card::ast::cost::Cost;
use crate::card::ast::filter::{Filter, Players, Quantity};
use crate::card::ast::keyword::{DeckCondition, Keyword};
use crate::card::keyword::Operand;
use crate::card::wording::category;

use super::filter_kinds::type_word;
use super::modifications::quoted;
use super::phrase::{Determiner, Kind, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, capitalized, list, plural, roman, running};

/// "target creature" without its first word, as for what an Aura or Equipment is attached to.
const fn a_target(kind: Kind) -> Usage {
    Usage::new(Determiner::Target(String::new(), Number::One), kind)
}

/// "islandwalk", "nonbasic landwalk", "snow swampwalk" (CR 702.14a).
pub(super) fn landwalk(quality: &Filter) -> String {
    fn words(filter: &Filter, adjectives: &mut Vec<String>, land: &mut String) {
        match filter {
            Filter::All(parts) => parts.iter().for_each(|part| words(part, adjectives, land)),
            Filter::Subtype(kind) => *land = kind.name().to_lowercase(),
            Filter::Supertype(kind) => adjectives.push(kind.to_string().to_lowercase()),
            Filter::Type(kind) => adjectives.push(type_word(*kind)),
            Filter::Not(inner) => {
                let mut inside = Vec::new();
                words(inner, &mut inside, land);
                adjectives.extend(inside.iter().map(|word| format!("non{word}")));
            }
            _ => {}
        }
    }
    let (mut adjectives, mut land) = (Vec::new(), "land".to_owned());
    words(quality, &mut adjectives, &mut land);
    adjectives.push(format!("{land}walk"));
    adjectives.join(" ")
}

/// "mountain", "basic land": what a typecycling ability searches for, as written before its word
/// (CR 702.29e).
pub(super) fn searched(what: &Filter) -> String {
    match what {
        Filter::All(parts) => {
            let words: Vec<String> = parts.iter().map(searched).collect();
            words.join(" ")
        }
        Filter::Subtype(kind) => kind.name().to_lowercase(),
        Filter::Supertype(kind) => kind.to_string().to_lowercase(),
        Filter::Type(kind) => type_word(*kind),
        _ => String::new(),
    }
}

impl Voice<'_> {
    /// A keyword ability with its variables.
    pub(super) fn keyword(&mut self, keyword: &Keyword) -> String {
        match keyword.operand() {
            Operand::Nothing => keyword.word().to_owned(),
            Operand::Number(number) => format!("{} {number}", keyword.word()),
            Operand::Cost(cost) => format!("{}{}", keyword.word(), self.after_word(cost)),
            Operand::NumberAndCost(number, cost) => self.number_and_cost(keyword, &number, cost),
            Operand::OntoAndCost(onto, cost) => {
                let onto = match onto {
                    Filter::Subtype(kind) => kind.name().to_owned(),
                    onto => self.noun(onto, &Usage::new(Determiner::Bare, Kind::Source)).text,
                };
                format!("{} onto {onto}{}", keyword.word(), self.after_word(cost))
            }
            Operand::ManaCostLess(less) => format!("{} for its mana cost reduced by {{{less}}}", keyword.word()),
            Operand::Own => {
                let said = self.by_rows::<category::KeywordAbility>(keyword.clone(), None).map(|said| said.text);
                said.unwrap_or_else(|| self.own_keyword(keyword))
            }
        }
    }

    /// The cost of a keyword ability that an object is given: "its foretell cost is {2}"; none if
    /// the keyword has no cost.
    pub(super) fn cost_of_keyword(&mut self, keyword: &Keyword) -> Option<String> {
        let cost = match keyword.operand() {
            Operand::ManaCostLess(less) => format!("its mana cost reduced by {{{less}}}"),
            operand => self.cost(operand.cost()?),
        };
        Some(format!("its {} cost is {cost}", keyword.word()))
    }

    /// A keyword ability with a number and a cost.
    fn number_and_cost(&mut self, keyword: &Keyword, number: &Quantity, cost: &[Cost]) -> String {
        format!("{} {}\u{2014}{}", keyword.word(), self.value(number), self.cost(cost))
    }

    /// A keyword ability with wording of its own.
    fn own_keyword(&mut self, keyword: &Keyword) -> String {
        match keyword {
            Keyword::Enchant(what) => format!("enchant {}", self.host_described(what)),
            Keyword::Flashback(None) => "flashback for its mana cost".to_owned(),
            Keyword::Kicker(costs) => {
                let costs: Vec<String> = costs.iter().map(|cost| self.after_word(cost)).collect();
                format!("kicker{}", costs.join(" and/or"))
            }
            // In a filter: "a morph ability".
            Keyword::Morph(cost) | Keyword::Megamorph(cost) if cost.is_empty() => {
                format!("a {} ability", keyword.word())
            }
            Keyword::Suspend { count, cost, x_limits } => {
                let limits: Vec<String> = x_limits.iter().map(|it| self.x_limit(it)).collect();
                format!("{}. {}.", self.number_and_cost(keyword, count, cost), limits.join(". "))
            }
            Keyword::Forecast(ability) | Keyword::Boast(ability) => {
                let mut ability = ActivatedAbility::clone(ability);
                if matches!(keyword, Keyword::Forecast(_)) {
                    ability.cost.push(Cost::Reveal(1, Filter::This));
                }
                let ability = Ability::Activated(ability);
                format!("{} \u{2014} {}", keyword.word(), super::ability_text(&ability, self.name))
            }
            Keyword::Affinity(what) => format!("affinity for {}", self.quality(what)),
            Keyword::PartnerWith(name) => format!("partner with {name}"),
            Keyword::Companion(asks) => {
                let asks: Vec<String> = asks.iter().map(|asked| self.of_the_deck(asked)).collect();
                format!("companion\u{2014}{}", list(&asks, "and"))
            }
            Keyword::Level(symbol) => self.level(symbol),
            Keyword::Chapter(symbols) => self.chapter(&symbols.at, &symbols.body),
            Keyword::ClassLevel(bar) => self.class_level(bar),
            plain => plain.word().to_owned(),
        }
    }

    /// "LEVEL 6-11: 6/6, lifelink" (CR 711.2).
    fn level(&self, symbol: &LevelSymbol) -> String {
        let abilities = symbol.abilities.iter().map(|ability| quoted(ability, self.name));
        let said: Vec<String> = std::iter::once(level_size(symbol)).chain(abilities).collect();
        format!("{}: {}", level_range(symbol), said.join(", "))
    }

    /// "{2}{R}: Level 2 \u{2014} Noncreature spells you cast cost {1} less to cast." (CR 717.2).
    fn class_level(&mut self, bar: &ClassLevelBar) -> String {
        let sentences = bar.abilities.iter().map(|ability| super::ability_text(ability, self.name));
        let said: Vec<String> = sentences.collect();
        let level = format!("{}: Level {}", capitalized(&self.cost(&bar.cost)), bar.level);
        if said.is_empty() { level } else { format!("{level} \u{2014} {}", said.join(" ")) }
    }

    /// "I, II \u{2014} Create a 2/2 white Knight creature token with vigilance." (CR 715.2).
    pub(super) fn chapter(&self, at: &[u32], body: &Body) -> String {
        let mut voice = Voice { host: self.host, targets: &body.targets, ..Voice::new(self.name) };
        let numerals: Vec<String> = at.iter().map(|number| roman(*number)).collect();
        format!("{} \u{2014} {}", numerals.join(", "), capitalized(&running(&voice.body(body))))
    }

    /// "each creature card in your starting deck is a Cat card" (CR 702.139).
    fn of_the_deck(&mut self, asked: &DeckCondition) -> String {
        let each = |voice: &mut Self, filter: &Filter| {
            voice.noun(filter, &Usage::new(Determiner::Each, Kind::Card)).text + " in your starting deck"
        };
        match asked {
            DeckCondition::Each { what, is } => {
                let is = self.noun(is, &Usage::new(Determiner::A, Kind::Card)).text;
                format!("{} is {is}", each(self, what))
            }
            DeckCondition::DifferentNames(what) => format!("{} has a different name", each(self, what)),
            DeckCondition::SharedCardType(what) => format!("{} shares a card type", each(self, what)),
            DeckCondition::NoSymbolTwice => {
                "no card in your starting deck has more than one of the same mana symbol in its mana cost".to_owned()
            }
        }
    }

    /// A cost after a keyword: mana after a space, any other cost after a dash.
    pub(super) fn after_word(&mut self, cost: &[Cost]) -> String {
        let mana = cost.iter().all(|part| matches!(part, Cost::Mana(_)));
        let text = self.cost(cost);
        if mana { format!(" {text}") } else { format!("\u{2014}{text}") }
    }

    /// What an Aura can enchant or an Equipment equip: "creature you control".
    pub(super) fn host_described(&mut self, what: &TargetWhat) -> String {
        let object = |voice: &mut Self, filter: &Filter| {
            voice.noun(filter, &a_target(Kind::Permanent)).text.trim_start_matches("target ").to_owned()
        };
        let player = |voice: &mut Self, who: &Players| {
            let (noun, after) = voice.kind_of_player(who);
            format!("{noun}{after}")
        };
        match what {
            TargetWhat::AnyTarget => "creature, planeswalker or player".to_owned(),
            TargetWhat::Object(filter) => object(self, filter),
            TargetWhat::Player(who) => player(self, who),
            TargetWhat::PlayerOrObject(who, filter) => {
                let who = player(self, who);
                format!("{who} or {}", object(self, filter))
            }
            TargetWhat::Source(filter) => object(self, filter),
            TargetWhat::All(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.host_described(part)).collect();
                list(&parts, "and")
            }
        }
    }

    /// A quality after "from": "black", "creatures", "everything" (CR 702.16a, 702.16j-k).
    pub(super) fn quality(&mut self, filter: &Filter) -> String {
        match filter {
            Filter::Any => "everything".to_owned(),
            Filter::Color(color) => color.word().to_owned(),
            Filter::Colorless => "colorless".to_owned(),
            Filter::Monocolored => "monocolored".to_owned(),
            Filter::Multicolored => "multicolored".to_owned(),
            Filter::Type(kind) => plural(&type_word(*kind)),
            Filter::Subtype(kind) => plural(kind.name()),
            Filter::ControlledBy(who) => self.player(who).0,
            Filter::AnyOf(parts) if !parts.is_empty() => {
                let parts: Vec<String> = parts.iter().map(|part| self.quality(part)).collect();
                list(&parts, "or")
            }
            other => self.noun(other, &Usage::new(Determiner::Bare, Kind::Source)).text,
        }
    }
}

/// "LEVEL 6-11", "LEVEL 12+".
pub(super) fn level_range(symbol: &LevelSymbol) -> String {
    let LevelSymbol { from, to, .. } = symbol;
    to.map_or_else(|| format!("LEVEL {from}+"), |most| format!("LEVEL {from}-{most}"))
}

/// "6/6".
pub(super) fn level_size(symbol: &LevelSymbol) -> String {
    format!("{}/{}", symbol.power, symbol.toughness)
}
