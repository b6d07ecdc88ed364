//! What the macro makes of a small language.

use retrace_words::Words;

/// Where the macro looks for the trait.
mod card {
    pub(crate) mod words {
        pub(crate) mod reads {
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub(crate) struct Reads(pub(crate) u8);

            impl Reads {
                pub(crate) const NOTHING: Reads = Reads(0);
                pub(crate) const COLOR: Reads = Reads(1);
                pub(crate) const COMBAT: Reads = Reads(2);
                pub(crate) const EVERYTHING: Reads = Reads(u8::MAX);

                pub(crate) fn and(self, other: Reads) -> Reads {
                    Reads(self.0 | other.0)
                }

                pub(crate) fn zone(zone: u8) -> Reads {
                    Reads(16 << zone)
                }
            }

            pub(crate) trait Asking {
                fn reads(&self) -> Reads;
                fn is_of_the_object_alone(&self) -> bool;
            }

            impl Asking for u8 {
                fn reads(&self) -> Reads {
                    Reads::NOTHING
                }

                fn is_of_the_object_alone(&self) -> bool {
                    true
                }
            }

            impl<T: Asking> Asking for Box<T> {
                fn reads(&self) -> Reads {
                    (**self).reads()
                }

                fn is_of_the_object_alone(&self) -> bool {
                    (**self).is_of_the_object_alone()
                }
            }
        }
    }
}

use card::words::reads::{Asking, Reads};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Need {
    Nothing,
    Target,
}

#[derive(Words)]
#[word(reads, method(size: u8 = 0, small: bool = false), named(needs: Need = Nothing))]
enum Filter {
    #[word(reads(NOTHING), alone, small)]
    This,
    #[word(reads(COLOR), alone)]
    Color,
    #[word(reads(COMBAT))]
    Attacking,
    #[word(reads(zone(*_0)), size(*_0))]
    In(u8),
    #[word(reads(), alone)]
    Not(Box<Filter>),
    #[word(reads(COLOR), alone(matches!(**with, Filter::This)), size(1 + with.size()))]
    Shares { with: Box<Filter>, times: u8 },
    #[word(reads(EVERYTHING), needs(Target))]
    Targets(Unread),
    #[word(reads(NOTHING))]
    Printed(Unread),
}

/// No word: what holds it must not look into it.
struct Unread;

#[derive(Words)]
#[word(reads)]
struct Both {
    one: Filter,
    other: Filter,
}

fn not(inner: Filter) -> Filter {
    Filter::Not(Box::new(inner))
}

#[test]
fn a_word_reads_what_it_says_and_what_its_operands_read() {
    let shares = |with| Filter::Shares { with: Box::new(with), times: 2 };
    assert_eq!(Filter::This.reads(), Reads::NOTHING);
    assert_eq!(not(Filter::Color).reads(), Reads::COLOR);
    assert_eq!(shares(not(Filter::Attacking)).reads(), Reads::COLOR.and(Reads::COMBAT));
    assert_eq!(Filter::In(2).reads(), Reads(64));
    assert_eq!(Filter::Targets(Unread).reads(), Reads::EVERYTHING);
    assert_eq!(Filter::Printed(Unread).reads(), Reads::NOTHING);
    let both = Both { one: Filter::Color, other: Filter::Attacking };
    assert_eq!(both.reads(), Reads::COLOR.and(Reads::COMBAT));
}

#[test]
fn a_word_is_of_the_object_alone_if_its_operands_are() {
    assert!(not(Filter::Color).is_of_the_object_alone());
    assert!(!not(Filter::Attacking).is_of_the_object_alone());
    assert!(Filter::Shares { with: Box::new(Filter::This), times: 0 }.is_of_the_object_alone());
    assert!(!Filter::Shares { with: Box::new(Filter::Color), times: 0 }.is_of_the_object_alone());
    assert!(!Both { one: Filter::Color, other: Filter::Attacking }.is_of_the_object_alone());
}

#[test]
fn parts_are_found_by_value_and_by_name() {
    assert_eq!(Filter::In(3).size(), 3);
    assert_eq!(Filter::Color.size(), 0);
    assert!(Filter::This.small() && !Filter::Color.small());
    assert_eq!(Filter::Shares { with: Box::new(Filter::In(3)), times: 0 }.size(), 4);
    assert_eq!(Filter::needs_of("Targets"), Some(Need::Target));
    assert_eq!(Filter::needs_of("Color"), Some(Need::Nothing));
    assert_eq!(Filter::needs_of("NoSuchWord"), None);
}
