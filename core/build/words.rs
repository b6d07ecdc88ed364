//! The words of the card language, read from the declarations of `src/card`: each enum and struct
//! that a card file can hold, with its doc comments, operands, types and defaults. What serde reads
//! is what is declared, so the table cannot say anything else.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, mem};

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Fields, GenericArgument, Ident, Item, Lit, Meta, PathArguments, Token, Type};

/// The type that a card file is read as: what it can hold is in the table.
const ROOT: &str = "Card";

/// Types that read themselves, and what is written for them.
const READ_AS: &[(&str, &str)] = &[
    ("CardTypes", "[CardType]"),
    ("Supertypes", "[Supertype]"),
    ("Colors", "[Color]"),
    ("ManaCost", "mana"),
    ("PrintedNumber", "number"),
    ("Zones", "ZoneKind"),
    ("Subtype", "subtype"),
    ("KeywordName", "keyword"),
    ("String", "text"),
    ("bool", "bool"),
    ("u8", "number"),
    ("u32", "number"),
    ("u64", "number"),
    ("i8", "number"),
    ("i32", "number"),
];

/// An enum or a struct.
#[derive(Default)]
struct Kind {
    about: String,
    is_struct: bool,
    words: Vec<Word>,
}

/// A variant, or the fields of a struct.
struct Word {
    name: String,
    about: String,
    operands: Vec<Operand>,
    named: bool,
}

struct Operand {
    name: String,
    about: String,
    what: What,
    /// What it is if it is left out; nothing if it must be given.
    default: Option<String>,
}

/// What an operand holds.
#[derive(Clone)]
enum What {
    One(String),
    List(Box<What>),
    Tuple(Vec<What>),
}

/// All that is declared in a folder.
#[derive(Default)]
struct Declared {
    kinds: BTreeMap<String, Kind>,
    /// What serde reads a type as, where it is another: `#[serde(from = "…")]`.
    read_as: BTreeMap<String, String>,
    /// The functions without arguments by file and name, those of types by `Type::name` alone, and
    /// what they return.
    functions: BTreeMap<(PathBuf, String), Expr>,
    /// The default of an enum: its variant with `#[default]`.
    defaults: BTreeMap<String, String>,
}

/// The table as Rust source.
pub(crate) fn table(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut files = Vec::new();
    collect(folder, &mut files)?;
    files.sort();
    let mut parsed = Vec::new();
    let mut declared = Declared::default();
    for file in files {
        let text = fs::read_to_string(&file)?;
        let items = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?.items;
        items.iter().for_each(|item| declared.defaults_of(&file, item));
        parsed.push((file, items));
    }
    for (file, items) in &parsed {
        for item in items {
            declared.add(file, item);
        }
    }
    Ok(declared.written())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

impl Declared {
    /// Notes what defaults are made of: functions, and variants with `#[default]`.
    fn defaults_of(&mut self, file: &Path, item: &Item) {
        let mut note = |file: &Path, name: String, inputs: usize, block: &syn::Block| {
            if let ([syn::Stmt::Expr(value, None)], 0) = (block.stmts.as_slice(), inputs) {
                self.functions.insert((file.to_owned(), name), value.clone());
            }
        };
        match item {
            Item::Fn(function) => {
                note(file, function.sig.ident.to_string(), function.sig.inputs.len(), &function.block);
            }
            Item::Impl(block) => {
                let What::One(own) = held(&block.self_ty).0 else { return };
                for item in &block.items {
                    if let syn::ImplItem::Fn(function) = item {
                        let name = format!("{own}::{}", function.sig.ident);
                        note(Path::new(""), name, function.sig.inputs.len(), &function.block);
                    }
                }
            }
            Item::Enum(item) => {
                for variant in item.variants.iter().filter(|it| it.attrs.iter().any(|it| it.path().is_ident("default")))
                {
                    self.defaults.insert(item.ident.to_string(), variant.ident.to_string());
                }
            }
            _ => {}
        }
    }

    fn add(&mut self, file: &Path, item: &Item) {
        match item {
            Item::Enum(item) if derives_deserialize(&item.attrs) => {
                let name = serde_value(&item.attrs, "rename").unwrap_or(item.ident.to_string());
                let mut words = Vec::new();
                for variant in &item.variants {
                    words.push(Word {
                        name: variant.ident.to_string(),
                        about: doc(&variant.attrs),
                        named: matches!(variant.fields, Fields::Named(_)),
                        operands: self.operands(file, &variant.fields),
                    });
                }
                self.kinds.insert(name, Kind { about: doc(&item.attrs), is_struct: false, words });
            }
            Item::Struct(item) if derives_deserialize(&item.attrs) => {
                let own = item.ident.to_string();
                for key in ["from", "try_from"] {
                    if let Some(other) = serde_value(&item.attrs, key) {
                        self.read_as.insert(own, other);
                        return;
                    }
                }
                let about = doc(&item.attrs);
                let operands = self.operands(file, &item.fields);
                let named = matches!(item.fields, Fields::Named(_));
                let word = Word { name: own.clone(), about: about.clone(), operands, named };
                self.kinds.insert(own, Kind { about, is_struct: true, words: vec![word] });
            }
            Item::Macro(item) if item.mac.path.is_ident("type_set") => {
                if let Ok(set) = syn::parse2::<TypeSet>(item.mac.tokens.clone()) {
                    let word = |name: &Ident| Word {
                        name: name.to_string(),
                        about: String::new(),
                        operands: Vec::new(),
                        named: false,
                    };
                    let words = set.members.iter().map(word).collect();
                    self.kinds.insert(set.item.to_string(), Kind { about: set.about, is_struct: false, words });
                }
            }
            _ => {}
        }
    }

    fn operands(&self, file: &Path, fields: &Fields) -> Vec<Operand> {
        let alone = matches!(fields, Fields::Unnamed(_)) && fields.len() == 1;
        let operand = |field: &syn::Field| {
            let (what, optional) = held(&field.ty);
            let named = field.ident.is_some();
            let default = match serde_value(&field.attrs, "default") {
                Some(path) => Some(self.value_of(file, &path)),
                None if has_serde_word(&field.attrs, "default") => Some(self.default_of(&what, optional)),
                None => (optional && (named || alone)).then(String::new),
            };
            Operand {
                name: field.ident.as_ref().map(Ident::to_string).unwrap_or_default(),
                about: doc(&field.attrs),
                what,
                default,
            }
        };
        fields.iter().map(operand).collect()
    }

    /// What the type's own default looks like; empty where it is "nothing".
    fn default_of(&self, what: &What, optional: bool) -> String {
        match what {
            _ if optional => String::new(),
            What::List(_) => "[]".to_owned(),
            What::Tuple(_) => "()".to_owned(),
            What::One(name) => match READ_AS.iter().find(|(own, _)| own == name) {
                Some((_, "bool")) => "false".to_owned(),
                Some((_, "number")) => "0".to_owned(),
                Some((_, list)) if list.starts_with('[') => "[]".to_owned(),
                Some(_) => "\"\"".to_owned(),
                None => self.defaults.get(name).cloned().unwrap_or_else(|| "()".to_owned()),
            },
        }
    }

    /// What a function without arguments returns, as a card would say it.
    fn value_of(&self, file: &Path, function: &str) -> String {
        let file = if function.contains("::") { Path::new("") } else { file };
        match self.functions.get(&(file.to_owned(), function.to_owned())) {
            Some(value) => self.said(file, value),
            None => String::new(),
        }
    }

    /// An expression as a card would say it.
    fn said(&self, file: &Path, value: &Expr) -> String {
        match value {
            Expr::Path(path) => path.path.segments.last().map(|it| it.ident.to_string()).unwrap_or_default(),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_digits().to_owned(),
                Lit::Bool(value) => value.value.to_string(),
                Lit::Str(text) => format!("{:?}", text.value()),
                _ => String::new(),
            },
            Expr::Call(call) => {
                let Expr::Path(function) = &*call.func else { return String::new() };
                let names: Vec<String> = function.path.segments.iter().map(|it| it.ident.to_string()).collect();
                let inner: Vec<String> = call.args.iter().map(|it| self.said(file, it)).collect();
                match names.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                    ["Box", "new"] => inner.join(", "),
                    [name] if inner.is_empty() => self.value_of(file, name),
                    [.., name] => format!("{name}({})", inner.join(", ")),
                    [] => String::new(),
                }
            }
            // A whole face, as of what is face down: the doc comment says what it is.
            _ => "()".to_owned(),
        }
    }

    /// The table, with what can be reached from a card.
    fn written(mut self) -> String {
        let mut wanted = vec![ROOT.to_owned()];
        let mut reached = BTreeSet::new();
        while let Some(name) = wanted.pop() {
            let name = self.read_as.get(&name).cloned().unwrap_or(name);
            if !reached.insert(name.clone()) {
                continue;
            }
            for operand in self.kinds.get(&name).iter().flat_map(|kind| &kind.words).flat_map(|word| &word.operands) {
                names(&operand.what, &mut wanted);
            }
        }
        self.kinds.retain(|name, _| reached.contains(name));
        let mut text = String::from("/// The kinds of words, by name.\npub(super) static KINDS: &[Kind] = &[\n");
        for (name, kind) in &self.kinds {
            let (about, fields) = (&kind.about, kind.is_struct);
            let _ = writeln!(text, "    Kind {{ name: {name:?}, about: {about:?}, is_struct: {fields}, words: &[");
            for word in &kind.words {
                let (name, about, named) = (&word.name, &word.about, word.named);
                let _ = write!(text, "        Word {{ name: {name:?}, about: {about:?}, named: {named}, operands: &[");
                for operand in &word.operands {
                    let (name, about, default) = (&operand.name, &operand.about, &operand.default);
                    let what = self.what(&operand.what);
                    let _ = write!(
                        text,
                        "\n            Operand {{ name: {name:?}, about: {about:?}, what: {what}, default: {default:?} }},"
                    );
                }
                text.push_str("] },\n");
            }
            text.push_str("    ] },\n");
        }
        text + "];\n"
    }

    fn what(&self, what: &What) -> String {
        match what {
            What::One(name) => {
                let name = self.read_as.get(name).unwrap_or(name);
                match READ_AS.iter().find(|(own, _)| own == name) {
                    Some((_, list)) if list.starts_with('[') => {
                        format!("What::List(&What::One({:?}))", list.trim_matches(['[', ']']))
                    }
                    Some((_, other)) => format!("What::One({other:?})"),
                    None => format!("What::One({name:?})"),
                }
            }
            What::List(inner) => format!("What::List(&{})", self.what(inner)),
            What::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|it| self.what(it)).collect();
                format!("What::Tuple(&[{}])", parts.join(", "))
            }
        }
    }
}

fn names(what: &What, into: &mut Vec<String>) {
    match what {
        What::One(name) => match READ_AS.iter().find(|(own, _)| own == name) {
            Some((_, read)) => into.push(read.trim_matches(['[', ']']).to_owned()),
            None => into.push(name.clone()),
        },
        What::List(inner) => names(inner, into),
        What::Tuple(parts) => parts.iter().for_each(|it| names(it, into)),
    }
}

/// What a type holds, without the boxes, and whether it may be nothing.
fn held(ty: &Type) -> (What, bool) {
    match ty {
        Type::Tuple(tuple) => (What::Tuple(tuple.elems.iter().map(|it| held(it).0).collect()), false),
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return (What::One(String::new()), false) };
            let inner = match &last.arguments {
                PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|it| match it {
                    GenericArgument::Type(ty) => Some(held(ty)),
                    _ => None,
                }),
                _ => None,
            };
            match (last.ident.to_string().as_str(), inner) {
                ("Box" | "Arc" | "Shared", Some(inner)) => inner,
                ("Option", Some((inner, _))) => (inner, true),
                ("Vec", Some((inner, _))) => (What::List(Box::new(inner)), false),
                (name, _) => (What::One(name.to_owned()), false),
            }
        }
        _ => (What::One(String::new()), false),
    }
}

fn derives_deserialize(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|it| it.path().is_ident("derive")).any(|it| {
        let mut found = false;
        let _ = it.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("Deserialize");
            Ok(())
        });
        found
    })
}

/// The value of a key of `#[serde(…)]`.
fn serde_value(attributes: &[Attribute], key: &str) -> Option<String> {
    let mut found = None;
    for attribute in attributes.iter().filter(|it| it.path().is_ident("serde")) {
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.input.peek(Token![=]) {
                let value: syn::LitStr = meta.value()?.parse()?;
                if meta.path.is_ident(key) {
                    found = Some(value.value());
                }
            }
            Ok(())
        });
    }
    found
}

fn has_serde_word(attributes: &[Attribute], key: &str) -> bool {
    let mut found = false;
    for attribute in attributes.iter().filter(|it| it.path().is_ident("serde")) {
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.input.peek(Token![=]) {
                meta.value()?.parse::<syn::LitStr>()?;
            }
            found |= meta.path.is_ident(key);
            Ok(())
        });
    }
    found
}

/// A doc comment as running text: a line for each paragraph, links as what they are called.
fn doc(attributes: &[Attribute]) -> String {
    let mut paragraphs = Vec::new();
    let mut now = String::new();
    for attribute in attributes.iter().filter(|it| it.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        let Expr::Lit(syn::ExprLit { lit: Lit::Str(line), .. }) = &pair.value else { continue };
        let line = line.value();
        if line.trim().is_empty() {
            paragraphs.push(mem::take(&mut now));
        } else {
            if !now.is_empty() {
                now.push(' ');
            }
            now.push_str(line.trim());
        }
    }
    paragraphs.push(now);
    paragraphs.retain(|it| !it.is_empty());
    without_links(&paragraphs.join("\n"))
}

/// `[text](target)` and ``[`Type::Word`]`` as `text` and `Word`.
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']').map(|it| it + open) else { break };
        let (label, after) = (&rest[open + 1..close], &rest[close + 1..]);
        let path = label.starts_with('`') && label.ends_with('`') && label.len() > 2;
        let target = if after.starts_with('(') { after.find(')') } else { None };
        if !path && target.is_none() {
            out.push_str(&rest[..=close]);
            rest = after;
            continue;
        }
        out.push_str(&rest[..open]);
        match label.trim_matches('`').rsplit_once("::") {
            Some((_, last)) if path => {
                let _ = write!(out, "`{last}`");
            }
            _ => out.push_str(label),
        }
        rest = target.map_or(after, |end| &after[end + 1..]);
    }
    out + rest
}

/// `type_set! { docs Set of Item, docs { A, B } }`.
struct TypeSet {
    item: Ident,
    about: String,
    members: Punctuated<Ident, Token![,]>,
}

impl Parse for TypeSet {
    fn parse(input: ParseStream<'_>) -> syn::Result<TypeSet> {
        Attribute::parse_outer(input)?;
        input.parse::<Ident>()?;
        input.parse::<Ident>()?;
        let item = input.parse()?;
        input.parse::<Token![,]>()?;
        let about = doc(&Attribute::parse_outer(input)?);
        let inner;
        syn::braced!(inner in input);
        let members = inner.parse_terminated(Ident::parse, Token![,])?;
        Ok(TypeSet { item, about, members })
    }
}
