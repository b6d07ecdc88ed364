//! What the keyword abilities and keyword actions of a text stand for, as further texts.
//!
//! A keyword ability is one word, and so is a keyword action; what they stand for may say the words
//! that somebody looks for.

use crate::card::ast::instruction::Instruction;
use crate::card::ast::keyword::Keyword;
use crate::card::words::term::{Go, Term, as_, walk};

/// Shows a text, and each that its keyword abilities and keyword actions stand for, and those in
/// what they stand for. A filter that names a keyword counts as the keyword.
pub(crate) fn each_text(text: &dyn Term, see: &mut dyn FnMut(&dyn Term)) {
    expand(text, &mut Seen::default(), see);
}

/// Whether a text, or one that its keywords stand for, fits.
pub fn any_text(text: &dyn Term, fits: impl Fn(&dyn Term) -> bool) -> bool {
    let mut found = false;
    each_text(text, &mut |text| found = found || fits(text));
    found
}

/// What has been expanded already.
#[derive(Default)]
struct Seen {
    keywords: Vec<Keyword>,
    actions: Vec<Instruction>,
}

fn expand(text: &dyn Term, seen: &mut Seen, see: &mut dyn FnMut(&dyn Term)) {
    see(text);
    walk(text, &mut |part| {
        if let Some(keyword) = as_::<Keyword>(part).filter(|it| !seen.keywords.contains(it)) {
            seen.keywords.push(keyword.clone());
            of_keyword(keyword, &mut |inner| expand(inner, seen, see));
        }
        if let Some(action) = as_::<Instruction>(part).filter(|it| !seen.actions.contains(it))
            && let Some(list) = action.stands_for()
        {
            seen.actions.push(action.clone());
            expand(&list, seen, see);
        }
        Go::Into
    });
}

/// Shows the texts of the abilities that a keyword ability stands for.
fn of_keyword(keyword: &Keyword, see: &mut dyn FnMut(&dyn Term)) {
    keyword.effects().iter().for_each(|it| see(it));
    keyword.condition().iter().for_each(|it| see(it));
    keyword.activated().iter().for_each(|it| see(it));
    keyword.triggered().iter().for_each(|it| see(it));
    keyword.spell().into_iter().for_each(|it| see(it));
    keyword.special_action(true).iter().for_each(|action| see(&action.then));
    keyword.permission(None).iter().for_each(|it| see(it));
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

    use super::*;
    use crate::card::ast::ability::Ability;
    use crate::card::ast::filter::Quantity;
    use crate::card::words::predefined::Predefined;
    use crate::card::words::term::any;

    fn ron<T: serde::de::DeserializeOwned>(text: &str) -> T {
        crate::card::dialect::ron_options().from_str(text).unwrap()
    }

    #[test]
    fn keywords_at_any_depth_are_expanded() {
        let copies = |text: &dyn Term| any(text, |it: &Instruction| matches!(it, Instruction::CopySpell(_)));
        let counts = |text: &dyn Term| any(text, |it: &Quantity| matches!(it, Quantity::TimesThisTurn(..)));
        let creates = |text: &dyn Term| any(text, |it: &Instruction| matches!(it, Instruction::CreateTokens(_)));
        let clue = |text: &dyn Term| any(text, |it: &Predefined| *it == Predefined::Clue);
        assert!(any_text(&ron::<Ability>("Keyword(Gravestorm)"), copies));
        assert!(any_text(&ron::<Ability>("Keyword(Gravestorm)"), counts));
        assert!(any_text(&ron::<Vec<Instruction>>("[May(then: [Amass(Fixed(2))])]"), creates));
        assert!(any_text(&ron::<Vec<Instruction>>("[Investigate]"), clue));
        assert!(!any_text(&ron::<Ability>("Keyword(Flying)"), copies));
    }
}
