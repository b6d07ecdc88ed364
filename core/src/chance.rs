//! Numbers that are equally likely.

use rand_chacha::rand_core::RngCore;

/// Returns a number below `bound`, each equally likely (by rejection); 0 if `bound` is 0.
pub(crate) fn below(generator: &mut impl RngCore, bound: u64) -> u64 {
    if bound <= 1 {
        return 0;
    }
    let zone = u64::MAX - u64::MAX % bound;
    loop {
        let number = generator.next_u64();
        if number < zone {
            return number % bound;
        }
    }
}
