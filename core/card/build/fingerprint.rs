//! Which card files have changed since their index was written.

/// The fingerprint of a card file: FNV-1a with 64 bits, whatever ends its lines. It tells whether a
/// file has changed since the index of bundled cards was written.
pub(crate) fn fingerprint(text: &str) -> String {
    let bytes = text.bytes().filter(|byte| *byte != b'\r');
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}
