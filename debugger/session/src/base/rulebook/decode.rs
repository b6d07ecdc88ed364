//! From bytes to text, in the encodings that rules texts have: Unicode, and what Windows and
//! Japanese, Korean and Chinese systems wrote before it.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

/// Decodes a file: by its byte order mark; as UTF-8 or UTF-16, if it can be that; otherwise in the
/// older encoding that its bytes fit best. All line ends become `\n`.
///
/// An error is the number of the first line that fits no encoding, and why.
pub(super) fn decode(bytes: &[u8]) -> Result<String, (usize, String)> {
    let marked = Encoding::for_bom(bytes).map(|(encoding, mark)| (encoding, &bytes[mark..]));
    let (encoding, bytes) = match marked {
        Some(known) => known,
        None => (guessed(bytes), bytes),
    };
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    if had_errors {
        let line = text.lines().position(|line| line.contains('\u{fffd}')).map_or(1, |index| index + 1);
        let name = encoding.name();
        return Err((
            line,
            format!("this is neither UTF-8 nor {name}, which it resembles most; save the text as UTF-8"),
        ));
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn guessed(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0) {
        return encoding_rs::UTF_8;
    }
    // In UTF-16, ASCII characters such as digits and line ends have one byte that is zero.
    let zeros = |odd: usize| bytes.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if even.max(odd) * 20 > bytes.len() {
        return if odd > even { UTF_16LE } else { UTF_16BE };
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_the_encodings_that_they_are_found_in() {
        let japanese = "508.1. まず、アクティブ・プレイヤーは攻撃クリーチャーを選ぶ。\n508.1a 選ばれたクリーチャーはアンタップ状態でなければならない。\n";
        let korean =
            "508.1. 먼저 액티브 플레이어가 공격할 생물을 고릅니다.\n508.1a 고른 생물은 언탭 상태여야 합니다. 뷁\n";
        let german = "508.1. Zuerst wählt der aktive Spieler die Angreifer für diese Kampfphase aus – „alle“.\n";
        for (label, text) in [
            ("shift_jis", japanese),
            ("euc-jp", japanese),
            ("euc-kr", korean),
            ("windows-1252", german),
            ("utf-8", japanese),
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let (bytes, _, unmappable) = encoding.encode(text);
            assert!(!unmappable, "{label}");
            assert_eq!(decode(&bytes).as_deref(), Ok(text), "{label}");
        }
        for text in [japanese, korean, german] {
            let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            for (mark, bytes) in [(&[][..], &little), (&[0xff, 0xfe], &little), (&[], &big), (&[0xfe, 0xff], &big)] {
                assert_eq!(decode(&[mark, bytes].concat()).as_deref(), Ok(text));
            }
            assert_eq!(decode(&[&[0xef, 0xbb, 0xbf], text.as_bytes()].concat()).as_deref(), Ok(text));
        }
        assert_eq!(decode(b"one\r\ntwo\rthree\n").as_deref(), Ok("one\ntwo\nthree\n"));
    }

    #[test]
    fn bytes_that_fit_nothing_are_refused_with_their_line() {
        let (line, why) = decode(b"\xef\xbb\xbf508.1. One.\n\xff\n").unwrap_err();
        assert_eq!(line, 2);
        assert!(why.contains("save the text as UTF-8"), "{why}");
    }
}
