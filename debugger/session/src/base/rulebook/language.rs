//! The languages of a text of the rules. A text may be bilingual, line by line.

use std::collections::BTreeMap;
use std::fmt;

use whatlang::{Detector, Lang};

/// A language that the rules are found in.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, clap::ValueEnum, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English
    En,
    /// German
    De,
    /// French
    Fr,
    /// Italian
    It,
    /// Spanish
    Es,
    /// Portuguese
    Pt,
    /// Russian
    Ru,
    /// Japanese
    Ja,
    /// Korean
    Ko,
    /// Chinese
    Zh,
}

/// The languages in the Latin script, with the names that the detector has for them.
const LATIN: [(Lang, Language); 6] = [
    (Lang::Eng, Language::En),
    (Lang::Deu, Language::De),
    (Lang::Fra, Language::Fr),
    (Lang::Ita, Language::It),
    (Lang::Spa, Language::Es),
    (Lang::Por, Language::Pt),
];

/// From how many letters on a text says by itself which language it is in.
const TELLING_LETTERS: usize = 60;

impl Language {
    /// The code of two letters (ISO 639-1).
    pub fn code(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::De => "de",
            Language::Fr => "fr",
            Language::It => "it",
            Language::Es => "es",
            Language::Pt => "pt",
            Language::Ru => "ru",
            Language::Ja => "ja",
            Language::Ko => "ko",
            Language::Zh => "zh",
        }
    }

    /// The name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Language::En => "English",
            Language::De => "German",
            Language::Fr => "French",
            Language::It => "Italian",
            Language::Es => "Spanish",
            Language::Pt => "Portuguese",
            Language::Ru => "Russian",
            Language::Ja => "Japanese",
            Language::Ko => "Korean",
            Language::Zh => "Chinese",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// What the letters of a text say of its language.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Kana,
    Hangul,
    Han,
}

/// The script of a text. Japanese and Korean texts quote English words, so one character of theirs
/// decides.
fn script(text: &str) -> Script {
    let (mut han, mut cyrillic) = (false, false);
    for letter in text.chars() {
        match letter {
            '\u{3041}'..='\u{30fa}' | '\u{30fd}'..='\u{30ff}' => return Script::Kana,
            '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => return Script::Hangul,
            '\u{4e00}'..='\u{9fff}' => han = true,
            '\u{0400}'..='\u{04ff}' => cyrillic = true,
            _ => {}
        }
    }
    match (han, cyrillic) {
        (true, _) => Script::Han,
        (_, true) => Script::Cyrillic,
        _ => Script::Latin,
    }
}

/// The language of each of these texts, which stand in one file.
pub(super) fn languages(texts: &[&str]) -> Vec<Language> {
    let scripts: Vec<Script> = texts.iter().map(|text| script(text)).collect();
    let of_han = if scripts.contains(&Script::Kana) { Language::Ja } else { Language::Zh };
    let latin = latin_languages(texts.iter().zip(&scripts).filter(|it| *it.1 == Script::Latin).map(|it| *it.0));
    let allowed = LATIN.iter().filter(|(_, language)| latin.contains(language)).map(|(lang, _)| *lang);
    let among = Detector::with_allowlist(allowed.collect());
    let of_latin = |text: &str| match latin[..] {
        [] => Language::En,
        [one] => one,
        _ => among.detect_lang(text).and_then(known).unwrap_or(latin[0]),
    };
    let of = |(text, script): (&&str, &Script)| match script {
        Script::Kana => Language::Ja,
        Script::Hangul => Language::Ko,
        Script::Han => of_han,
        Script::Cyrillic => Language::Ru,
        Script::Latin => of_latin(text),
    };
    let mut all: Vec<Language> = texts.iter().zip(&scripts).map(of).collect();
    adopt_strays(&mut all);
    all
}

fn known(lang: Lang) -> Option<Language> {
    LATIN.into_iter().find(|(its, _)| *its == lang).map(|(_, language)| language)
}

/// The languages in the Latin script that at least a tenth of the longer texts are in, the most
/// frequent first.
fn latin_languages<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Language> {
    let detector = Detector::with_allowlist(LATIN.map(|(lang, _)| lang).to_vec());
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for text in texts.filter(|text| text.chars().count() >= TELLING_LETTERS) {
        if let Some(language) = detector.detect_lang(text).and_then(known) {
            *counts.entry(language).or_default() += 1;
        }
    }
    let all: usize = counts.values().sum();
    let mut often: Vec<(Language, usize)> = counts.into_iter().filter(|(_, count)| count * 10 >= all).collect();
    often.sort_by_key(|(language, count)| (std::cmp::Reverse(*count), *language));
    often.into_iter().map(|(language, _)| language).collect()
}

/// A few lines in another language are what a translation left as it was: they count as the main
/// language.
fn adopt_strays(languages: &mut [Language]) {
    let mut counts: BTreeMap<Language, usize> = BTreeMap::new();
    for language in languages.iter() {
        *counts.entry(*language).or_default() += 1;
    }
    let Some((main, most)) = counts.iter().max_by_key(|(_, count)| **count).map(|(it, count)| (*it, *count)) else {
        return;
    };
    for language in languages {
        if counts[language] * 10 < most {
            *language = main;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_a_bilingual_text_has_its_language() {
        let german = "Der aktive Spieler bestimmt, welche Kreaturen angreifen, und tappt sie anschließend.";
        let english = "The active player chooses which creatures attack, and then that player taps them.";
        assert_eq!(
            languages(&[german, english, german, english]),
            [Language::De, Language::En, Language::De, Language::En]
        );
        assert_eq!(languages(&["攻撃", "攻撃クリーチャー/attack"]), [Language::Ja, Language::Ja]);
        assert_eq!(languages(&["攻击"]), [Language::Zh]);
        assert_eq!(languages(&["Deathtouch"]), [Language::En]);
    }

    #[test]
    fn a_line_that_was_left_untranslated_is_of_the_text_around_it() {
        let mut texts = vec!["공격"; 40];
        texts.push("Deathtouch");
        assert_eq!(languages(&texts).last(), Some(&Language::Ko));
    }
}
