//! `rows!`: rows of wording, each a term of the card language with holes and the words that say it.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, ExprCall, ExprPath, ExprStruct, Ident, LitStr, Member, Result, Token, Visibility};

/// A table of rows.
pub(crate) struct Table {
    visibility: Visibility,
    name: Ident,
    rows: Vec<Row>,
}

struct Row {
    category: Ident,
    term: Expr,
    condition: Option<Expr>,
    /// Whether the first of its words are written; the others are only read.
    is_written: bool,
    /// Its words.
    said: Vec<LitStr>,
}

impl Parse for Table {
    fn parse(input: ParseStream<'_>) -> Result<Table> {
        let visibility = input.parse()?;
        let name = input.parse()?;
        input.parse::<Token![;]>()?;
        let mut rows = Vec::new();
        while !input.is_empty() {
            rows.push(input.parse()?);
        }
        Ok(Table { visibility, name, rows })
    }
}

impl Parse for Row {
    fn parse(input: ParseStream<'_>) -> Result<Row> {
        // A keyword of Rust can be a category, too: `if`.
        let category = Ident::parse_any(input)?;
        input.parse::<Token![:]>()?;
        let term = input.parse()?;
        let condition = if input.peek(Token![if]) {
            input.parse::<Token![if]>()?;
            Some(input.parse()?)
        } else {
            None
        };
        input.parse::<Token![=>]>()?;
        // After a bar stands what is only read.
        let is_written = !input.peek(Token![|]);
        if !is_written {
            input.parse::<Token![|]>()?;
        }
        let said = Punctuated::<LitStr, Token![|]>::parse_separated_nonempty(input)?.into_iter().collect();
        input.parse::<Token![;]>()?;
        Ok(Row { category, term, condition, is_written, said })
    }
}

/// One part of the words of a row.
enum Part {
    Word(String),
    /// A slot: the hole that it fills, its category, and what it agrees with.
    Slot(Ident, Ident, Option<Agrees>),
    /// A word that is inflected, how, and what it agrees with.
    Verb(String, &'static str, Agrees),
    Pronoun(&'static str, Agrees),
    Noun(String, Agrees),
    /// A zone, with whose it is.
    Owned(String, Agrees),
}

/// What a part agrees with: the phrase of another slot, or what the kernel calls so.
enum Agrees {
    Slot(Ident),
    Named(&'static str),
}

impl Agrees {
    fn read(word: &str, at: Span) -> Result<Agrees> {
        Ok(Agrees::Named(match word {
            "" => "Wanted",
            "one" => "One",
            "many" => "Many",
            "past" => "Past",
            "not_past" => "NotPast",
            "not" => "Not",
            "one_or_more" => "OneOrMore",
            slot => return Ok(Agrees::Slot(ident(slot, at)?)),
        }))
    }
}

fn ident(word: &str, at: Span) -> Result<Ident> {
    let is_name = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if is_name { Ok(Ident::new(word, at)) } else { Err(Error::new(at, format!("`{word}` is no name"))) }
}

/// The texts that one with alternatives stands for: "put (it|that card) into your hand".
fn alternatives(said: &str) -> Vec<String> {
    let Some((before, rest)) = said.split_once('(') else { return vec![said.to_owned()] };
    let Some((choices, after)) = rest.split_once(')') else { return vec![said.to_owned()] };
    let after = alternatives(after);
    choices.split('|').flat_map(|choice| after.iter().map(move |after| format!("{before}{choice}{after}"))).collect()
}

fn parts(said: &str, at: Span) -> Result<Vec<Part>> {
    let mut found = Vec::new();
    for word in said.split(' ').filter(|word| !word.is_empty()) {
        let mut word = word.to_owned();
        let mut after = Vec::new();
        while word.chars().count() > 1
            && let Some(end) = word.chars().next_back().filter(|c| [',', '.', ':', ';', '"'].contains(c))
        {
            word.pop();
            after.insert(0, Part::Word(end.to_string()));
        }
        while word.chars().count() > 1
            && let Some(rest) = word.strip_prefix('"').map(str::to_owned)
        {
            word = rest;
            found.push(Part::Word("\"".to_owned()));
        }
        found.push(part(&word, at)?);
        found.extend(after);
    }
    Ok(found)
}

fn part(word: &str, at: Span) -> Result<Part> {
    let within = |open: char, close: char| word.strip_suffix(close).and_then(|word| word.split_once(open));
    if let Some((name, category)) =
        word.strip_prefix('{').and_then(|word| word.strip_suffix('}')).and_then(|word| word.split_once(':'))
    {
        let (category, agrees) = match category.strip_suffix(']').and_then(|category| category.split_once('[')) {
            Some((category, with)) => (category, Some(Agrees::read(with, at)?)),
            None => (category, None),
        };
        return Ok(Part::Slot(ident(name, at)?, ident(category, at)?, agrees));
    }
    if let Some((stem, with)) = within('<', '>') {
        let agrees = Agrees::read(with, at)?;
        let forms = [("'", "Joined"), ("not_", "Denied"), ("past_", "Past")];
        let form = forms.iter().find_map(|(begins, form)| Some((stem.strip_prefix(begins)?, *form)));
        return Ok(match (stem, form) {
            ("it", _) => Part::Pronoun("It", agrees),
            ("its", _) => Part::Pronoun("Its", agrees),
            ("they", _) => Part::Pronoun("They", agrees),
            ("owner's", _) => Part::Pronoun("Owners", agrees),
            ("their", _) => Part::Pronoun("Their", agrees),
            (stem, None) if stem.starts_with("owned_") => {
                Part::Owned(stem.trim_start_matches("owned_").to_owned(), agrees)
            }
            (_, Some((stem, form))) => Part::Verb(stem.replace('_', " "), form, agrees),
            (stem, None) => Part::Verb(stem.replace('_', " "), "Plain", agrees),
        });
    }
    if let Some((stem, with)) = within('[', ']') {
        return Ok(Part::Noun(stem.replace('_', " "), Agrees::read(with, at)?));
    }
    Ok(Part::Word(word.to_owned()))
}

/// The holes of a term: the names in it that are values.
fn holes(term: &Expr, found: &mut Vec<Ident>) -> Result<()> {
    match term {
        Expr::Path(path) => {
            if let Some(hole) = hole(path)
                && !found.contains(hole)
            {
                found.push(hole.clone());
            }
        }
        Expr::Call(call) => call.args.iter().try_for_each(|part| holes(part, found))?,
        Expr::Struct(of) => of.fields.iter().try_for_each(|field| holes(&field.expr, found))?,
        Expr::Tuple(of) => of.elems.iter().try_for_each(|part| holes(part, found))?,
        Expr::Macro(of) => elements(&of.mac)?.iter().try_for_each(|part| holes(part, found))?,
        Expr::Lit(_) => {}
        other => return Err(Error::new_spanned(other, "a term is words, holes, lists (`vec!`), numbers and texts")),
    }
    Ok(())
}

fn elements(list: &syn::Macro) -> Result<Vec<Expr>> {
    if !list.path.is_ident("vec") {
        return Err(Error::new_spanned(list, "a term has no macro but `vec!`"));
    }
    let elements = list.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)?;
    Ok(elements.into_iter().collect())
}

/// A path that is a hole: one name with a small letter.
fn hole(path: &ExprPath) -> Option<&Ident> {
    let ident = path.path.get_ident()?;
    ident.to_string().starts_with(|c: char| c.is_lowercase()).then_some(ident)
}

/// A path that is a constant, and no word: all its letters are capitals.
fn is_constant(path: &ExprPath) -> bool {
    path.path.segments.last().is_some_and(|it| it.ident.to_string().chars().all(|c| c.is_ascii_uppercase() || c == '_'))
}

/// The statements that compare a term with the value at a place and bind its holes.
struct Taken {
    statements: Vec<TokenStream>,
    bound: Vec<Ident>,
    names: usize,
    /// Whether parts of a term are left to a default, so that the whole has to be compared, too.
    partly: bool,
}

impl Taken {
    fn name(&mut self) -> Ident {
        self.names += 1;
        format_ident!("__part{}", self.names)
    }

    fn take(&mut self, term: &Expr, place: &TokenStream) -> Result<()> {
        match term {
            Expr::Path(path) => match hole(path) {
                Some(hole) if self.bound.contains(hole) => {
                    self.statements.push(quote!(if #hole != #place { return None; }));
                }
                Some(hole) => {
                    self.bound.push(hole.clone());
                    self.statements.push(quote!(let #hole = #place;));
                }
                None if is_constant(path) => self.statements.push(quote!(if *#place != #path { return None; })),
                None => self.statements.push(quote!(let #path = #place else { return None };)),
            },
            Expr::Lit(literal) => self.statements.push(quote!(if *#place != #literal { return None; })),
            Expr::Call(call) => self.call(call, place)?,
            Expr::Struct(of) => self.fields(of, place)?,
            Expr::Tuple(of) => {
                let names: Vec<Ident> = of.elems.iter().map(|_| self.name()).collect();
                self.statements.push(quote!(let (#(#names),*) = #place;));
                for (name, part) in names.iter().zip(&of.elems) {
                    self.take(part, &quote!(#name))?;
                }
            }
            Expr::Macro(list) => {
                let elements = elements(&list.mac)?;
                let names: Vec<Ident> = elements.iter().map(|_| self.name()).collect();
                self.statements.push(quote!(let [#(#names),*] = #place.as_slice() else { return None };));
                for (name, part) in names.iter().zip(&elements) {
                    self.take(part, &quote!(#name))?;
                }
            }
            other => return Err(Error::new_spanned(other, "this can't be compared")),
        }
        Ok(())
    }

    fn call(&mut self, call: &ExprCall, place: &TokenStream) -> Result<()> {
        let Expr::Path(of) = &*call.func else { return Err(Error::new_spanned(&call.func, "this is no word")) };
        let last = of.path.segments.last().map(|segment| segment.ident.to_string());
        if of.path.segments.len() == 2 && of.path.segments[0].ident == "Box" && last.as_deref() == Some("new") {
            let inner = call.args.first().ok_or_else(|| Error::new_spanned(call, "an empty box"))?;
            return self.take(inner, &quote!((&**#place)));
        }
        if of.path.is_ident("and") {
            return self.and(call, place);
        }
        if last.is_some_and(|name| name.starts_with(|c: char| c.is_lowercase())) {
            // A function makes the same value each time.
            self.statements.push(quote!(if *#place != #call { return None; }));
            return Ok(());
        }
        let names: Vec<Ident> = call.args.iter().map(|_| self.name()).collect();
        self.statements.push(quote!(let #of(#(#names),*) = #place else { return None };));
        for (name, part) in names.iter().zip(&call.args) {
            self.take(part, &quote!(#name))?;
        }
        Ok(())
    }

    /// `and(what, part)`: a description with one more part, which may stand anywhere in it.
    fn and(&mut self, call: &ExprCall, place: &TokenStream) -> Result<()> {
        let [rest, part] = call.args.iter().collect::<Vec<_>>()[..] else {
            return Err(Error::new_spanned(call, "`and` has a description and one part of it"));
        };
        let (whole, found) = (self.name(), self.name());
        let mut alone = Taken { statements: Vec::new(), bound: self.bound.clone(), names: self.names, partly: false };
        alone.take(part, &quote!(__it))?;
        self.names = alone.names;
        let is_part = &alone.statements;
        self.statements.push(quote! {
            let (#whole, #found) = crate::card::wording::parts::apart(#place, |__it| {
                #(#is_part)*
                Some(())
            })?;
            let (#whole, #found) = (&#whole, &#found);
        });
        self.take(part, &quote!(#found))?;
        self.take(rest, &quote!(#whole))
    }

    fn fields(&mut self, of: &ExprStruct, place: &TokenStream) -> Result<()> {
        let path = &of.path;
        let members: Vec<&Member> = of.fields.iter().map(|field| &field.member).collect();
        let names: Vec<Ident> = members.iter().map(|_| self.name()).collect();
        let rest = of.rest.is_some().then(|| quote!(..));
        self.partly |= of.rest.is_some();
        self.statements.push(quote!(let #path { #(#members: #names,)* #rest } = #place else { return None };));
        for (name, field) in names.iter().zip(&of.fields) {
            self.take(&field.expr, &quote!(#name))?;
        }
        Ok(())
    }
}

/// A term whose holes are cloned, so that each may stand in it more than once.
fn built(term: &Expr) -> Result<TokenStream> {
    Ok(match term {
        Expr::Path(path) => match hole(path) {
            Some(hole) => quote!(#hole.clone()),
            None => quote!(#path),
        },
        Expr::Call(call) => {
            let (of, args) = (&call.func, call.args.iter().map(built).collect::<Result<Vec<_>>>()?);
            match &**of {
                Expr::Path(path) if path.path.is_ident("and") => {
                    quote!(crate::card::wording::parts::all(vec![#(#args),*]))
                }
                of => quote!(#of(#(#args),*)),
            }
        }
        Expr::Struct(of) => {
            let path = &of.path;
            let members = of.fields.iter().map(|field| &field.member);
            let values = of.fields.iter().map(|field| built(&field.expr)).collect::<Result<Vec<_>>>()?;
            let rest = of.rest.as_ref().map(|rest| quote!(..#rest));
            quote!(#path { #(#members: #values,)* #rest })
        }
        Expr::Tuple(of) => {
            let parts = of.elems.iter().map(built).collect::<Result<Vec<_>>>()?;
            quote!((#(#parts),*))
        }
        Expr::Macro(of) => {
            let parts = elements(&of.mac)?.iter().map(built).collect::<Result<Vec<_>>>()?;
            quote!(vec![#(#parts),*])
        }
        Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Str(_)) => quote!(#literal.to_owned()),
        other => quote!(#other),
    })
}

/// A term as a card file would have it, with its holes in braces; what is left to a default is left
/// out.
fn told(term: &Expr) -> String {
    let all = |parts: &mut dyn Iterator<Item = String>| parts.collect::<Vec<_>>().join(", ");
    let fields = |of: &ExprStruct| {
        all(&mut of.fields.iter().map(|field| {
            let member = &field.member;
            format!("{}: {}", quote!(#member), told(&field.expr))
        }))
    };
    let last = |path: &syn::Path| path.segments.last().map(|it| it.ident.to_string()).unwrap_or_default();
    match term {
        Expr::Path(path) => match hole(path) {
            Some(hole) => format!("{{{hole}}}"),
            None => last(&path.path),
        },
        Expr::Call(call) => {
            let Expr::Path(of) = &*call.func else { return quote!(#call).to_string() };
            let (name, args) = (last(&of.path), call.args.iter().collect::<Vec<_>>());
            match (name.as_str(), &args[..]) {
                ("new" | "Some", [inner]) => told(inner),
                // A variant that holds a struct has the fields of it.
                (_, [Expr::Struct(inner)]) => format!("{name}({})", fields(inner)),
                (_, [Expr::Call(inner)]) if matches!(&*inner.func, Expr::Path(of) if last(&of.path) == name) => {
                    told(&Expr::Call(inner.clone()))
                }
                _ => format!("{name}({})", all(&mut args.into_iter().map(told))),
            }
        }
        Expr::Struct(of) => format!("{}({})", last(&of.path), fields(of)),
        Expr::Tuple(of) => format!("({})", all(&mut of.elems.iter().map(told))),
        Expr::Macro(of) => format!("[{}]", all(&mut elements(&of.mac).unwrap_or_default().iter().map(told))),
        other => quote!(#other).to_string(),
    }
}

/// The line in its file on which a row begins.
fn line(row: &Row) -> u32 {
    let line = row.category.span().unwrap().line();
    u32::try_from(line).unwrap_or(u32::MAX)
}

fn of_category(category: &Ident) -> Ident {
    let name = category.to_string();
    let mut camel = String::new();
    for part in name.split('_') {
        let mut rest = part.chars();
        camel.extend(rest.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(rest.as_str());
    }
    Ident::new(&camel, category.span())
}

/// What a part agrees with, in a row with these holes.
fn agreeing(agrees: &Agrees, holes: &[Ident]) -> Result<TokenStream> {
    Ok(match agrees {
        Agrees::Named(name) => {
            let name = Ident::new(name, Span::call_site());
            quote!(Agrees::#name)
        }
        Agrees::Slot(name) => {
            let index = holes.iter().position(|hole| hole == name);
            let index = index.ok_or_else(|| Error::new(name.span(), format!("there is no hole `{name}`")))?;
            quote!(Agrees::With(#index))
        }
    })
}

/// The words of a row with these holes.
fn surface(parts: &[Part], holes: &[Ident]) -> Result<TokenStream> {
    let part = |part: &Part| {
        Ok(match part {
            Part::Word(word) => quote!(Part::Word(#word)),
            Part::Slot(name, category, agrees) => {
                let index = holes.iter().position(|hole| hole == name);
                let category = of_category(category);
                let agrees = match agrees {
                    Some(agrees) => {
                        let agrees = agreeing(agrees, holes)?;
                        quote!(Some(#agrees))
                    }
                    None => quote!(None),
                };
                quote!(Part::Slot { hole: #index, category: Cat::#category, agrees: #agrees })
            }
            Part::Verb(stem, form, agrees) => {
                let (form, agrees) = (Ident::new(form, Span::call_site()), agreeing(agrees, holes)?);
                quote!(Part::Verb(#stem, Form::#form, #agrees))
            }
            Part::Pronoun(pronoun, agrees) => {
                let (pronoun, agrees) = (Ident::new(pronoun, Span::call_site()), agreeing(agrees, holes)?);
                quote!(Part::Pronoun(Pronoun::#pronoun, #agrees))
            }
            Part::Owned(stem, agrees) => {
                let agrees = agreeing(agrees, holes)?;
                quote!(Part::Owned(#stem, #agrees))
            }
            Part::Noun(stem, agrees) => {
                let agrees = agreeing(agrees, holes)?;
                quote!(Part::Noun(#stem, #agrees))
            }
        })
    };
    let parts = parts.iter().map(part).collect::<Result<Vec<_>>>()?;
    Ok(quote!(&[#(#parts),*]))
}

impl Row {
    fn expand(&self) -> Result<TokenStream> {
        let mut holes_found = Vec::new();
        holes(&self.term, &mut holes_found)?;
        let mut categories: Vec<Option<Ident>> = vec![None; holes_found.len()];
        // The slots of a hole in other words, whose categories have the same type.
        let mut others: Vec<(Ident, Ident)> = Vec::new();
        let mut said = Vec::new();
        for literal in &self.said {
            for text in alternatives(&literal.value()) {
                let parts = parts(&text, literal.span())?;
                said.push((literal, parts, text));
            }
        }
        for (literal, parts, _) in &said {
            let mut filled = Vec::new();
            for part in parts {
                let Part::Slot(name, category, _) = part else { continue };
                let Some(index) = holes_found.iter().position(|hole| hole == name) else {
                    return Err(Error::new_spanned(literal, format!("the term has no hole `{name}`")));
                };
                filled.push(index);
                let first = categories[index].get_or_insert_with(|| category.clone());
                let other = (name.clone(), of_category(category));
                if first != category && !others.contains(&other) {
                    others.push(other);
                }
            }
            if let Some(missing) = (0..holes_found.len()).find(|index| !filled.contains(index)) {
                let missing = &holes_found[missing];
                return Err(Error::new_spanned(literal, format!("no slot says the hole `{missing}`")));
            }
        }
        let surfaces = said.iter().map(|(_, parts, _)| surface(parts, &holes_found)).collect::<Result<Vec<_>>>()?;
        let words: Vec<&String> = said.iter().map(|(.., text)| text).collect();
        let (told, line) = (told(&self.term), line(self));
        let is_written = self.is_written;
        let category = of_category(&self.category);
        let kinds: Vec<Ident> = categories.iter().flatten().map(of_category).collect();
        let (other_holes, other_kinds): (Vec<Ident>, Vec<Ident>) = others.into_iter().unzip();
        let indexes = 0..holes_found.len();
        let term = built(&self.term)?;
        let mut taken = Taken { statements: Vec::new(), bound: Vec::new(), names: 0, partly: false };
        taken.take(&self.term, &quote!(__value))?;
        let statements = &taken.statements;
        let whole = taken.partly.then(|| quote!(if #term != *__value { return None; }));
        let condition = self.condition.as_ref().map(|condition| quote!(if !(#condition) { return None; }));
        Ok(quote! {
            Row {
                category: Cat::#category,
                is_written: #is_written,
                surfaces: &[#(#surfaces),*],
                said: &[#(#words),*],
                term: #told,
                file: file!(),
                line: #line,
                build: |__holes| {
                    #(let #holes_found: &<category::#kinds as Category>::Value = __holes.get(#indexes)?;)*
                    #(let _: &<category::#other_kinds as Category>::Value = #other_holes;)*
                    #condition
                    let __term: <category::#category as Category>::Value = #term;
                    Some(Value::new(__term))
                },
                take: |__value| {
                    let __value: &<category::#category as Category>::Value = __value.get()?;
                    #(#statements)*
                    #whole
                    #condition
                    Some(vec![#(Value::new::<<category::#kinds as Category>::Value>(#holes_found.clone())),*])
                },
            }
        })
    }
}

impl Table {
    pub(crate) fn expand(&self) -> Result<TokenStream> {
        let (visibility, name) = (&self.visibility, &self.name);
        let rows = self.rows.iter().map(Row::expand).collect::<Result<Vec<_>>>()?;
        // Each row is an item of its own, which compiles faster than all of them in one.
        let names: Vec<Ident> = (0..rows.len()).map(|at| Ident::new(&format!("ROW_{at}"), Span::call_site())).collect();
        Ok(quote! {
            #[allow(irrefutable_let_patterns, unused_imports, unused_variables, clippy::clone_on_copy, clippy::redundant_clone, clippy::op_ref,
                clippy::borrow_deref_ref, clippy::explicit_auto_deref,
                reason = "the same is written for terms of all types")]
            #visibility static #name: &[crate::card::wording::kernel::Row] = {
                use crate::card::wording::category::{self, Cat, Category};
                use crate::card::wording::kernel::{Agrees, Form, Part, Pronoun, Row, Value};
                #(const #names: Row = #rows;)*
                &[#(#names),*]
            };
        })
    }
}
