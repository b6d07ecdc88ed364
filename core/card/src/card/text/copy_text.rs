//! Copies and changed texts as clauses and sentences (CR 612, 707).

use crate::card::ast::effect::{Duration, EnterAs, Exception, Modification};
use crate::card::ast::filter::{Filter, Objects, Players, Quantity};
use crate::card::ast::instruction::{CopyTargets, Instruction, Recipients};
use crate::card::verb;
use crate::card::words::chosen::{Kept, Rewording};
use crate::card::words::zone_kind::ZoneKind;

use super::clauses::{Clause, Piece};
use super::numbers::constant;
use super::phrase::{Case, Determiner, It, Kind, Mood, Subject, Usage};
use super::voice::Voice;
use crate::card::wording::inflection::{Number, Person, conjugated, list, number_word, running, spaced};

impl Voice<'_> {
    /// The text of an instruction that copies or changes text.
    pub(super) fn copying(&mut self, instruction: &Instruction) -> Vec<Piece> {
        match instruction {
            Instruction::BecomeCopy(verb::BecomeCopy { what, of, except, duration }) => {
                let phrase = self.object_with(what, Case::Subject, &Usage::new(Determiner::Bare, Kind::Permanent));
                let of = self.object(of, Case::Object).text;
                let time = self.duration(duration);
                let except = self.exceptions(except);
                let rest = spaced([format!("a copy of {of}"), time]) + &except;
                vec![Piece::Clause(Clause::new(phrase.text, phrase.number.into(), "become", rest))]
            }
            Instruction::CreateCopies(verb::CreateCopies { who, count, of, except, tapped, joining, marked }) => {
                let each = self.each_copied(of);
                let (subject, person) = self.player(who);
                let one = constant(count) == Some(1);
                let tapped = if *tapped { "tapped" } else { "" };
                let marked = marked.map_or("", |marking| marking.word());
                let token = spaced([tapped, marked, "token"]);
                let amount = self.count(count, &token);
                let of = match each {
                    Some(_) => "it".to_owned(),
                    None => self.object(of, Case::Object).text,
                };
                let copies = if one { "that's a copy of" } else { "that are copies of" };
                let joining = joining.as_ref().map(|joining| {
                    let joining = self.joining(joining);
                    format!("and that {} {joining}", if one { "is" } else { "are" })
                });
                let text = spaced([amount.text, copies.to_owned(), of, joining.unwrap_or_default()]);
                let text = text + &self.exceptions(except);
                let clause = Clause {
                    command: person == Person::You,
                    who: Some(who.clone()),
                    ..Clause::new(subject, person, "create", text).with_tail(amount.tail)
                };
                vec![match each {
                    Some(each) => Piece::Sentence(format!("for {each}, {}", clause.finite())),
                    None => Piece::Clause(clause),
                }]
            }
            Instruction::CopySpell(verb::CopySpell { who, of, count, except, targets }) => {
                self.copy_spell(who, of, count, except, targets)
            }
            Instruction::CopyCards(verb::CopyCards(what)) => {
                let what = self.object(what, Case::Object).text;
                vec![Piece::Clause(Clause::command("copy", what))]
            }
            Instruction::CopyNamed(verb::CopyNamed(name)) => {
                vec![Piece::Clause(Clause::command("create", format!("a copy of the card named {name}")))]
            }
            Instruction::ChangeText(verb::ChangeText { what, words, duration }) => {
                vec![Piece::Clause(self.change_text(what, words, duration))]
            }
            _ => Vec::new(),
        }
    }

    /// What is copied one by one, if it isn't a single object: "each artifact you control".
    fn each_copied(&mut self, of: &Objects) -> Option<String> {
        let usage = Usage::new(Determiner::Each, Kind::Permanent);
        match of {
            Objects::Each(filter) if !matches!(**filter, Filter::This | Filter::Is(_)) => {
                Some(self.noun(filter, &usage).text)
            }
            Objects::Among(..) => Some(self.object_with(of, Case::Object, &usage).text),
            Objects::ThisWay(_) | Objects::Linked(_) if self.how_many_are(of) == Number::Many => {
                let before = self.it;
                let text = self.object_with(of, Case::Object, &usage).text;
                if text.starts_with("each ") {
                    return Some(text);
                }
                self.it = before;
                None
            }
            _ => None,
        }
    }

    fn copy_spell(
        &mut self,
        who: &Players,
        of: &Objects,
        count: &Quantity,
        except: &[Exception],
        targets: &CopyTargets,
    ) -> Vec<Piece> {
        let (subject, person) = self.player(who);
        let what = self.object_with(of, Case::Object, &Usage::new(Determiner::Each, Kind::Spell)).text;
        let one = constant(count) == Some(1);
        let amount = match (constant(count), count) {
            (Some(1), _) => String::new(),
            (Some(2), _) => "twice".to_owned(),
            (Some(n), _) => format!("{} times", number_word(i64::from(n))),
            (None, Quantity::X) => "X times".to_owned(),
            (None, Quantity::ThatMuch) => "that many times".to_owned(),
            (None, count) => match self.for_each(count) {
                Some((1, each)) => each,
                _ => format!("a number of times equal to {}", self.value(count)),
            },
        };
        let text = spaced([what, amount]) + &self.exceptions(except);
        let (tail, more) = match targets {
            CopyTargets::Same => (String::new(), None),
            CopyTargets::MayChoose => {
                let chooser = match person {
                    Person::You => "you".to_owned(),
                    _ if !self.is_alone(who) => "each of those players".to_owned(),
                    _ => "that player".to_owned(),
                };
                let copies = if one { "the copy" } else { "the copies" };
                (String::new(), Some(format!("{chooser} may choose new targets for {copies}")))
            }
            CopyTargets::ForEach(what) => {
                let each = self.something(what);
                let each = match each.strip_prefix("another ") {
                    Some(rest) => format!("other {rest}"),
                    None => each.strip_prefix("an ").or_else(|| each.strip_prefix("a ")).unwrap_or(&each).to_owned(),
                };
                (format!("for each {each} that it could target"), Some("each copy targets a different one".to_owned()))
            }
            CopyTargets::These(to) => {
                let to = match to {
                    Recipients::Objects(what) => self.object(what, Case::Object).text,
                    to => self.recipient(to),
                };
                (String::new(), Some(format!("the copy targets {to}")))
            }
        };
        let clause = Clause {
            command: person == Person::You,
            who: Some(who.clone()),
            ..Clause::new(subject, person, "copy", text).with_tail(tail)
        };
        std::iter::once(Piece::Clause(clause)).chain(more.map(Piece::Sentence)).collect()
    }

    fn change_text(&mut self, what: &Objects, words: &Rewording, duration: &Duration) -> Clause {
        let what = self.object(what, Case::Object).text;
        let each = |kind: &str| match &words.to {
            Some(to) => format!("one {kind} with {}", to.word()),
            None => format!("one {kind} with another"),
        };
        let kinds: Vec<String> = words.from.iter().map(|kind| each(kind.word())).collect();
        let mut text = format!("the text of {what} by replacing all instances of {}", list(&kinds, "or"));
        let time = self.duration(duration);
        text = spaced([text, time]);
        if !words.not.is_empty() {
            let not: Vec<String> = words.not.iter().map(|subtype| subtype.name().to_owned()).collect();
            text.push_str(&format!(". The new word can't be {}", list(&not, "or")));
        }
        Clause::command("change", text)
    }

    /// ", except it's 7/7 and it has flying" (CR 707.9).
    fn exceptions(&mut self, except: &[Exception]) -> String {
        if except.is_empty() {
            return String::new();
        }
        let it = self.it.replace(It::This);
        let said: Vec<String> = except.iter().map(|exception| self.exception(exception)).collect();
        self.it = it;
        format!(", except {}", list(&said, "and"))
    }

    fn exception(&mut self, exception: &Exception) -> String {
        match exception {
            Exception::But(Modification::SetPowerToughness(power, toughness)) => {
                format!("it's {}/{}", self.value(power), self.value(toughness))
            }
            Exception::But(modification) => {
                let one = std::slice::from_ref(modification);
                let clauses = self.modified(Subject::Unsaid, one, Mood::Lasting, "");
                let said: Vec<String> = clauses.iter().map(|clause| clause.finite()).collect();
                spaced(["it", list(&said, "and").trim()])
            }
            Exception::HasThisAbility => "it has this ability".to_owned(),
            Exception::NoManaCost => "it has no mana cost".to_owned(),
            Exception::Keeps(kept) => match kept {
                Kept::Name => "it keeps its name",
                Kept::Color => "it keeps its own color",
                Kept::PowerToughness => "it keeps its power and toughness",
                Kept::Abilities => "it has its own abilities besides",
            }
            .to_owned(),
            Exception::EntersWith(kind, count) => {
                let amount = self.count_apart(count, &format!("additional {kind} counter"));
                spaced(["it enters with".to_owned(), amount.text, "on it".to_owned(), amount.tail])
            }
            Exception::If(filter, then) => {
                let is = self.noun(filter, &Usage::new(Determiner::A, Kind::Permanent)).text;
                let then: Vec<String> = then.iter().map(|exception| self.exception(exception)).collect();
                format!("{} if it's {is}", list(&then, "and"))
            }
        }
    }

    /// "you may have ~ enter the battlefield as a copy of any creature on the battlefield"
    /// (CR 707.5).
    pub(super) fn enter_as(&mut self, what: &Filter, copying: &EnterAs) -> String {
        let phrase = self.noun(what, &Usage::new(Determiner::Each, Kind::Permanent));
        let of = match &copying.of {
            Filter::This => self.object(&Objects::This, Case::Object).text,
            Filter::Is(objects) => self.object(objects, Case::Object).text,
            of => {
                let noun = self.noun(of, &Usage::new(Determiner::A, Kind::Permanent)).text;
                let bare = noun.strip_prefix("an ").or_else(|| noun.strip_prefix("a ")).unwrap_or(&noun);
                let here =
                    super::filter_kinds::without_controller(of).1.is_none() && of.zones() == [ZoneKind::Battlefield];
                format!("any {bare}{}", if here { " on the battlefield" } else { "" })
            }
        };
        let tapped = if copying.tapped { "tapped" } else { "" };
        let except = self.exceptions(&copying.except);
        let enters = match copying.may {
            true => format!("you may have {} enter", phrase.text),
            false => format!("{} {}", phrase.text, conjugated("enter", phrase.number.into())),
        };
        let text = spaced([enters.as_str(), "the battlefield", tapped, "as a copy of", &of]) + &except;
        match &copying.when {
            None => text,
            Some(body) => {
                let mut voice =
                    Voice { targets: &body.targets, host: self.host, zone: self.zone, ..Voice::new(self.name) };
                let then = voice.body(body);
                let then = running(&then);
                format!("{text}. When you do, {}", then.trim_end_matches('.'))
            }
        }
    }

    /// "as ~ enters the battlefield, it becomes your choice of ..." (CR 208.2b).
    pub(super) fn become_one_of(&mut self, what: &Filter, options: &[Vec<Modification>]) -> String {
        let phrase = self.noun(what, &Usage::new(Determiner::Each, Kind::Permanent));
        let enter = conjugated("enter", phrase.number.into());
        if let [only] = options {
            return format!("as {} {enter} the battlefield, {}", phrase.text, self.one_of(only));
        }
        let said: Vec<String> = options.iter().map(|option| self.one_of(option)).collect();
        format!("as {} {enter} the battlefield, one of these is chosen: {}", phrase.text, list(&said, "or"))
    }

    fn one_of(&mut self, option: &[Modification]) -> String {
        let clauses = self.modified(Subject::Unsaid, option, Mood::Lasting, "");
        let said: Vec<String> = clauses.iter().map(|clause| clause.finite()).collect();
        spaced(["it", list(&said, "and").trim()])
    }
}

/// The choice of how a permanent enters, as readable text (CR 208.2b).
pub fn option_text(option: &[Modification], name: &str) -> String {
    Voice::new(name).one_of(option)
}
