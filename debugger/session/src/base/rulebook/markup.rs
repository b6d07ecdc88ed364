//! Takes a line out of Markdown and HTML: rules texts are also found as pages of websites.

use std::borrow::Cow;

/// Whether a text is written in Markdown or HTML. The marks of both mean nothing in plain texts,
/// where `*/*` is a power and toughness.
pub(super) fn is_marked_up(text: &str) -> bool {
    let marks = |line: &str| line.starts_with("<p") || line.starts_with("**") || line.starts_with("###");
    text.lines().any(|line| marks(line.trim_start()))
}

/// A line without its marks, and whether they say that it is a heading.
pub(super) fn plain(line: &str) -> (Cow<'_, str>, bool) {
    let without_tags = tags(line);
    let trimmed = without_tags.trim();
    let heading = trimmed.trim_start_matches('#');
    let is_heading = heading.len() < trimmed.len() || line.trim_start().starts_with("<h");
    let text = links(heading.trim()).replace("**", "").replace("__", "");
    let text = match htmlize::unescape(text.as_str()) {
        Cow::Borrowed(same) => same.to_owned(),
        Cow::Owned(other) => other,
    };
    (Cow::Owned(text), is_heading)
}

/// Leaves out tags: `<p class="…">`, `</p>`, `<br>`, and comments that end on the line.
fn tags(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('<') {
        let tag = &rest[at + 1..];
        let is_tag = tag.starts_with(|it: char| it.is_ascii_alphabetic() || it == '/' || it == '!');
        match tag.find('>').filter(|_| is_tag) {
            Some(end) => {
                text.push_str(&rest[..at]);
                rest = &tag[end + 1..];
            }
            None => {
                text.push_str(&rest[..=at]);
                rest = tag;
            }
        }
    }
    text.push_str(rest);
    text
}

/// Leaves the words of links and pictures: `[704.5g](/700#704.5g)` is `704.5g`.
fn links(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("](") {
        let target = &rest[at + 2..];
        let (Some(start), Some(end)) = (rest[..at].rfind('['), target.find(')')) else {
            text.push_str(&rest[..at + 2]);
            rest = target;
            continue;
        };
        let before = &rest[..start];
        text.push_str(before.strip_suffix('!').unwrap_or(before));
        text.push_str(&rest[start + 1..at]);
        rest = &target[end + 1..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_loses_its_tags_links_and_emphasis_and_keeps_its_words() {
        let line =
            "<p class=\"clause\" markdown=\"1\">**701.7b** See [704.5g](/700#704.5g) &amp; ![{0}](/0.gif): 1 < 2.</p>";
        assert_eq!(plain(line), ("701.7b See 704.5g & {0}: 1 < 2.".into(), false));
        assert_eq!(plain("### 702. Keywords"), ("702. Keywords".into(), true));
        assert_eq!(plain("<a name=\"702.1\"></a>"), ("".into(), false));
        assert_eq!(plain("a [b] (c) ](d"), ("a [b] (c) ](d".into(), false));
        assert!(is_marked_up("x\n  <p>y</p>\n") && !is_marked_up("a */* creature <x>\n"));
    }
}
