//! Instructions on hands and libraries: drawing, discarding, milling, looking, searching, shuffling
//! (CR 121, 701).

use crate::card::ast::instruction::Instruction;
use crate::card::verb;

use super::super::clauses::{Clause, Piece};
use super::super::instruction_text::{in_hand_of, own_zones};
use super::super::phrase::Case;
use super::super::voice::Voice;
use super::between_zones::in_a_pile;
use crate::card::wording::inflection::{Number, Person, list};

impl Voice<'_> {
    /// Instructions on hands and libraries: drawing, discarding, milling, looking, searching,
    /// shuffling (CR 121, 701).
    pub(in super::super) fn hands_and_libraries(&mut self, instruction: &Instruction) -> Option<Vec<Piece>> {
        let clause = match instruction {
            Instruction::DiscardThose(verb::DiscardThose(what)) => {
                let phrase = self.object(what, Case::Object);
                match phrase.number {
                    Number::One => Clause::new("its owner", Person::One, "discard", phrase.text),
                    Number::Many => Clause::new("their owners", Person::Many, "discard", phrase.text),
                }
            }
            Instruction::ShuffleInto(verb::ShuffleInto { what, whose }) => {
                let (subject, person) = self.player(whose);
                let what = match own_zones(what, whose) {
                    Some(zones) => {
                        let zones: Vec<String> = zones.iter().map(|zone| zone.word().to_owned()).collect();
                        format!("{} {}", if person == Person::You { "your" } else { "their" }, list(&zones, "and"))
                    }
                    None => self.moved(what).text,
                };
                let library = if person == Person::You { "your library" } else { "their library" };
                Clause {
                    command: person == Person::You,
                    who: Some(whose.clone()),
                    ..Clause::new(subject, person, "shuffle", format!("{what} into {library}"))
                }
            }
            Instruction::Search(verb::Search {
                who,
                whose,
                zones,
                what,
                and,
                count,
                up_to,
                total,
                reveal,
                into,
                place,
                tapped,
                pile,
            }) => {
                let found = (what, and.as_slice(), (count, *up_to), total.as_deref());
                let search = self.search(who, (whose.as_ref(), zones), found, *reveal, (*into, *place, *tapped));
                if *pile { in_a_pile(search) } else { search }
            }
            Instruction::Reveal(verb::Reveal(what)) => match in_hand_of(what) {
                Some(who) => {
                    let (subject, person) = self.player(who);
                    let hand = if person == Person::You { "your hand" } else { "their hand" };
                    Clause {
                        command: person == Person::You,
                        who: Some(who.clone()),
                        ..Clause::new(subject, person, "reveal", hand)
                    }
                }
                None => {
                    // A revealed card stays in its zone.
                    let moved = self.moved.len();
                    let clause = self.act("reveal", what, true);
                    self.moved.truncate(moved);
                    clause
                }
            },
            _ => return None,
        };
        Some(vec![Piece::Clause(clause)])
    }
}
