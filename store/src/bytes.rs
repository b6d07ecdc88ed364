//! The framing of everything the store writes itself: fixed-width little-endian numbers, varints,
//! and bytes behind their length. A reader checks every length against the bytes left before it
//! takes any.
//!
//! A varint is LEB128: seven bits in a byte, the low ones first, the top bit set on all but the
//! last. At most ten bytes, and never longer than the number needs, so each value has one encoding.

/// Where and why reading failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why} at byte {at}")]
pub struct Malformed {
    /// The offset.
    pub at: usize,
    /// What is wrong there.
    pub why: &'static str,
}

/// Appends a varint to `out`.
pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

/// Appends bytes after their length.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// A reader over borrowed bytes.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the beginning of the bytes.
    pub(crate) const fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0 }
    }

    /// The offset it has read to.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// The number of bytes left.
    pub(crate) const fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// An error at this offset.
    pub(crate) const fn wrong(&self, why: &'static str) -> Malformed {
        Malformed { at: self.at, why }
    }

    /// Takes the next `length` bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], Malformed> {
        if length > self.left() {
            return Err(self.wrong("the bytes end too early"));
        }
        let taken = &self.bytes[self.at..self.at + length];
        self.at += length;
        Ok(taken)
    }

    /// Takes the next `N` bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let taken = self.take(N)?;
        let mut array = [0; N];
        array.copy_from_slice(taken);
        Ok(array)
    }

    /// Reads one byte.
    pub(crate) fn u8(&mut self) -> Result<u8, Malformed> {
        self.array().map(|[byte]| byte)
    }

    /// Reads a two-byte number.
    pub(crate) fn u16(&mut self) -> Result<u16, Malformed> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads an eight-byte number.
    pub(crate) fn u64(&mut self) -> Result<u64, Malformed> {
        self.array().map(u64::from_le_bytes)
    }

    /// Reads a varint.
    pub(crate) fn varint(&mut self) -> Result<u64, Malformed> {
        let start = self.clone();
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.u8()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(start.wrong("a number of more than 64 bits"));
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                let shortest = byte != 0 || shift == 0;
                return if shortest { Ok(value) } else { Err(start.wrong("a number longer than it needs to be")) };
            }
        }
        Err(start.wrong("a number of more than 64 bits"))
    }

    /// Reads a length, or a count of items of at least `each` bytes. Refuses more than the bytes
    /// left can hold.
    pub(crate) fn count(&mut self, each: usize) -> Result<usize, Malformed> {
        let start = self.clone();
        let count = self.varint()?;
        usize::try_from(count)
            .ok()
            .filter(|count| count.checked_mul(each).is_some_and(|bytes| bytes <= self.left()))
            .ok_or_else(|| start.wrong("a length beyond the end"))
    }

    /// Reads bytes that follow their length.
    pub(crate) fn bytes(&mut self) -> Result<&'a [u8], Malformed> {
        let length = self.count(1)?;
        self.take(length)
    }

    /// Reads a text that follows its length.
    pub(crate) fn text(&mut self) -> Result<&'a str, Malformed> {
        let start = self.clone();
        std::str::from_utf8(self.bytes()?).map_err(|_| start.wrong("a text that is not UTF-8"))
    }

    /// Takes all that is left.
    pub(crate) fn rest(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        rest
    }

    /// Checks that nothing is left.
    pub(crate) fn finish(&self) -> Result<(), Malformed> {
        if self.left() == 0 { Ok(()) } else { Err(self.wrong("bytes are left over")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn varints_read_back(value: u64) {
            for value in [value, value >> 32, value >> 57] {
                let mut bytes = Vec::new();
                put_varint(&mut bytes, value);
                let mut reader = Reader::new(&bytes);
                prop_assert_eq!(reader.varint(), Ok(value));
                prop_assert_eq!(reader.finish(), Ok(()));
            }
        }

        #[test]
        fn a_number_has_one_encoding(bytes in proptest::collection::vec(any::<u8>(), 1..12)) {
            let mut reader = Reader::new(&bytes);
            if let Ok(value) = reader.varint() {
                let mut again = Vec::new();
                put_varint(&mut again, value);
                prop_assert_eq!(&again[..], &bytes[..reader.at()]);
            }
        }
    }

    #[test]
    fn a_length_is_checked_before_anything_is_taken() {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, u64::MAX);
        bytes.extend([0; 100]);
        assert_eq!(Reader::new(&bytes).bytes(), Err(Malformed { at: 0, why: "a length beyond the end" }));
        assert!(Reader::new(&[5, 1]).text().is_err());
        assert!(Reader::new(&[2, 0xff, 0xff]).text().is_err());
    }
}
