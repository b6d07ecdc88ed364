//! The imports and calls of each file of a crate, read from its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use quote::ToTokens;

use super::calls::{Method, Methods};

/// An import, or a call: a file uses an item or a method that another file defines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Arrow {
    /// The module of the file that uses it.
    pub(crate) from: String,
    /// The module of the file that defines it.
    pub(crate) to: String,
    /// The item, or `Type::method`.
    pub(crate) what: String,
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} → {} ({})", self.from, self.to, self.what)
    }
}

/// The files of a crate, by module (`rules::replace::perform`; the crate itself is empty).
pub(crate) struct House {
    files: BTreeMap<String, Source>,
    folders: BTreeSet<String>,
    imports: Vec<Arrow>,
    calls: Vec<Arrow>,
}

/// The information read from a file.
struct Source {
    text: String,
    /// Names of the items it defines.
    items: BTreeSet<String>,
    /// Its re-exports: the name, and the path from the crate. A `*` stands for all.
    exports: Vec<(String, Vec<String>)>,
    /// Its re-exports from other crates.
    foreign: BTreeSet<String>,
    /// The paths it uses, from the crate.
    paths: BTreeSet<Vec<String>>,
    /// Its test modules.
    tests: Vec<String>,
    methods: Methods,
}

impl House {
    /// Reads the sources under a folder of the workspace.
    pub(crate) fn read(sources: &str) -> House {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(sources);
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        House::of(files.into_iter())
    }

    /// Builds a house from these files: module and text.
    pub(crate) fn of(files: impl Iterator<Item = (String, String)>) -> House {
        let texts: BTreeMap<String, String> = files.collect();
        let modules: BTreeSet<String> = texts.keys().cloned().collect();
        let mut sources: BTreeMap<String, Source> =
            texts.into_iter().map(|(module, text)| (module.clone(), Source::read(&module, text, &modules))).collect();
        let tests: Vec<String> = sources.values().flat_map(|source| source.tests.clone()).collect();
        sources.retain(|module, _| !tests.iter().any(|test| is_within(test, module)));
        let folders = sources.keys().filter_map(|module| Some(module.rsplit_once("::")?.0.to_owned()));
        let folders = folders.chain([String::new()]).collect();
        let mut house = House { files: sources, folders, imports: Vec::new(), calls: Vec::new() };
        let imports: BTreeSet<Arrow> = house
            .files
            .iter()
            .flat_map(|(from, source)| source.paths.iter().filter_map(|path| house.arrow(from, path)))
            .collect();
        house.imports = imports.into_iter().collect();
        house.calls = house.find_calls();
        house
    }

    /// Returns the calls of methods that another file defines. Two types of one name are left out
    /// where both have the method: the call does not say which one it means.
    fn find_calls(&self) -> Vec<Arrow> {
        let mut definers: BTreeMap<&Method, Vec<&String>> = BTreeMap::new();
        for (module, source) in &self.files {
            source.methods.defined.iter().for_each(|method| definers.entry(method).or_default().push(module));
        }
        let arrow = |from: &String, method: &Method| {
            let [to] = definers.get(method)?[..] else { return None };
            let (from, to, (of, name)) = (from.clone(), to.clone(), method);
            (from != to).then(|| Arrow { from, to, what: format!("{of}::{name}") })
        };
        let calls = self.files.iter().flat_map(|(from, source)| source.methods.called.iter().map(move |it| (from, it)));
        calls.filter_map(|(from, method)| arrow(from, method)).collect()
    }

    /// Returns all imports between files.
    pub(crate) fn imports(&self) -> &[Arrow] {
        &self.imports
    }

    /// Returns all calls of methods between files, where the code names the type.
    pub(crate) fn calls(&self) -> &[Arrow] {
        &self.calls
    }

    /// Returns the modules with a folder of their own.
    pub(crate) fn folders(&self) -> &BTreeSet<String> {
        &self.folders
    }

    /// Returns whether a child of a folder is a folder.
    pub(crate) fn is_folder(&self, folder: &str, child: &str) -> bool {
        let path = if folder.is_empty() { child.to_owned() } else { format!("{folder}::{child}") };
        self.folders.contains(&path)
    }

    /// Returns the rooms with floors: the name and height of each floor.
    pub(crate) fn rooms(&self) -> BTreeMap<String, BTreeMap<String, usize>> {
        let stated = |(module, source): (&String, &Source)| Some((module.clone(), floors(&source.text)?));
        self.files.iter().filter_map(stated).collect()
    }

    /// Returns the modules of a room.
    pub(crate) fn children(&self, room: &str) -> BTreeSet<String> {
        let below = |module: &String| {
            let rest = if room.is_empty() { module.as_str() } else { module.strip_prefix(room)?.strip_prefix("::")? };
            let child = rest.split("::").next()?;
            (!child.is_empty()).then(|| child.to_owned())
        };
        self.files.keys().filter_map(below).collect()
    }

    fn arrow(&self, from: &str, path: &[String]) -> Option<Arrow> {
        let (to, what) = self.defining(path, 0)?;
        (to != from).then(|| Arrow { from: from.to_owned(), to, what })
    }

    /// Returns the file that defines the item of a path, following re-exports.
    fn defining(&self, path: &[String], depth: u8) -> Option<(String, String)> {
        let module = (0..=path.len()).rev().find_map(|length| {
            let module = path[..length].join("::");
            self.files.contains_key(&module).then_some((module, length))
        });
        let (module, length) = module?;
        let Some(name) = path.get(length) else {
            return Some((module.clone(), module.rsplit("::").next().unwrap_or("").to_owned()));
        };
        let source = &self.files[&module];
        // What the root has from another crate is defined there: `crate::card` in `core`.
        if module.is_empty() && source.foreign.contains(name) {
            return None;
        }
        if depth < 8 && !source.items.contains(name) {
            for (exported, target) in &source.exports {
                let target: Vec<String> = match exported.as_str() {
                    "*" => target.iter().chain(&path[length..]).cloned().collect(),
                    exported if exported == name => target.iter().chain(&path[length + 1..]).cloned().collect(),
                    _ => continue,
                };
                let found = self.defining(&target, depth + 1);
                let defines = |(module, what): &(String, String)| {
                    exported != "*" || self.files.get(module).is_some_and(|it| it.items.contains(what))
                };
                if let Some(found) = found.filter(defines) {
                    return Some(found);
                }
            }
        }
        Some((module, name.clone()))
    }
}

impl Source {
    fn read(module: &str, text: String, modules: &BTreeSet<String>) -> Source {
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("`{module}` is no Rust: {error}"));
        let mut reader = Reader {
            module: if module.is_empty() { Vec::new() } else { module.split("::").map(str::to_owned).collect() },
            modules,
            imports: BTreeMap::new(),
            source: Source {
                text: String::new(),
                items: BTreeSet::new(),
                exports: Vec::new(),
                foreign: BTreeSet::new(),
                paths: BTreeSet::new(),
                tests: Vec::new(),
                methods: Methods::default(),
            },
        };
        // Imports first, since a path may begin with an imported name.
        file.items.iter().for_each(|item| reader.note(item));
        file.items.iter().for_each(|item| reader.read(item));
        Source { text, ..reader.source }
    }
}

/// Reads a file.
struct Reader<'a> {
    module: Vec<String>,
    modules: &'a BTreeSet<String>,
    /// The imports of the file: the name, and the path from the crate.
    imports: BTreeMap<String, Vec<String>>,
    source: Source,
}

impl Reader<'_> {
    fn note(&mut self, item: &syn::Item) {
        if is_test(attributes(item)) {
            if let syn::Item::Mod(it) = item {
                // A `path` attribute is relative to the folder of the file. A `mod.rs` has its own
                // folder.
                let name = it.attrs.iter().find_map(given_path);
                let given = name.is_some();
                let name = name.unwrap_or_else(|| it.ident.to_string());
                let parent = self.module.len().saturating_sub(1);
                let places =
                    if given { vec![&self.module[..], &self.module[..parent]] } else { vec![&self.module[..]] };
                for folder in places {
                    let path: Vec<&str> = folder.iter().map(String::as_str).chain([name.as_str()]).collect();
                    self.source.tests.push(path.join("::"));
                }
            }
            return;
        }
        match item {
            syn::Item::Use(it) => {
                let mut leaves = Vec::new();
                flatten(&it.tree, &mut Vec::new(), &mut leaves);
                for (name, path) in leaves {
                    let exported = !matches!(it.vis, syn::Visibility::Inherited);
                    let Some(path) = self.in_crate(&path) else {
                        self.source.foreign.extend(Some(name).filter(|_| exported));
                        continue;
                    };
                    if exported {
                        self.source.exports.push((name.clone(), path.clone()));
                    }
                    self.imports.insert(name, path);
                }
            }
            item => self.source.items.extend(name_of(item)),
        }
    }

    /// Returns a path from the crate's root; `None` for a path into another crate, or to something
    /// local.
    fn in_crate(&self, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?.as_str();
        let ups = path.iter().take_while(|part| *part == "super").count();
        match first {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some(self.module.iter().cloned().chain(path[1..].iter().cloned()).collect()),
            "super" => {
                let base = self.module.len().checked_sub(ups)?;
                Some(self.module[..base].iter().cloned().chain(path[ups..].iter().cloned()).collect())
            }
            _ => {
                let child: Vec<String> = self.module.iter().cloned().chain([first.to_owned()]).collect();
                self.modules
                    .contains(&child.join("::"))
                    .then(|| child.into_iter().chain(path[1..].iter().cloned()).collect())
            }
        }
    }

    fn uses(&mut self, path: Vec<String>) {
        // A single name is local, or imported, which is already counted.
        if path.len() < 2 {
            return;
        }
        let imported = path.first().and_then(|first| self.imports.get(first));
        let path = match imported {
            Some(import) => Some(import.iter().cloned().chain(path[1..].iter().cloned()).collect()),
            None => self.in_crate(&path),
        };
        self.source.paths.extend(path);
    }

    /// Reads the paths in tokens.
    fn in_tokens(&mut self, tokens: proc_macro2::TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        let mut visibility = false;
        for token in tokens {
            // `pub(in crate::rules)` uses nothing.
            if std::mem::take(&mut visibility) && matches!(token, proc_macro2::TokenTree::Group(_)) {
                continue;
            }
            match token {
                proc_macro2::TokenTree::Ident(ident) if ident == "pub" => visibility = true,
                proc_macro2::TokenTree::Ident(ident) => {
                    if colons != 2 && !path.is_empty() {
                        self.uses(std::mem::take(&mut path));
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                other => {
                    if !path.is_empty() {
                        self.uses(std::mem::take(&mut path));
                    }
                    colons = 0;
                    if let proc_macro2::TokenTree::Group(group) = other {
                        self.in_tokens(group.stream());
                    }
                }
            }
        }
        if !path.is_empty() {
            self.uses(path);
        }
    }
}

impl Reader<'_> {
    /// Reads what an item uses.
    fn read(&mut self, item: &syn::Item) {
        match item {
            item if is_test(attributes(item)) => {}
            syn::Item::Use(it) => {
                // A re-export is not a use. Whoever follows it uses the item.
                if matches!(it.vis, syn::Visibility::Inherited) {
                    let mut leaves = Vec::new();
                    flatten(&it.tree, &mut Vec::new(), &mut leaves);
                    for (_, path) in leaves {
                        self.source.paths.extend(self.in_crate(&path));
                    }
                }
            }
            item => {
                self.source.methods.read(item);
                self.in_tokens(item.to_token_stream());
            }
        }
    }
}

/// Returns the heights of the floors in the head of a file, if it has any.
fn floors(text: &str) -> Option<BTreeMap<String, usize>> {
    let mut lines = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    lines.find(|line| line.starts_with("| floor |"))?;
    let mut floors = BTreeMap::new();
    for (height, line) in lines.skip(1).take_while(|line| line.starts_with('|')).enumerate() {
        let names = line.split('|').nth(1).unwrap_or("").split('`').skip(1).step_by(2);
        floors.extend(names.map(|name| (name.to_owned(), height)));
    }
    Some(floors)
}

fn is_within(outer: &str, module: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn flatten(tree: &syn::UseTree, before: &mut Vec<String>, leaves: &mut Vec<(String, Vec<String>)>) {
    let with = |name: &syn::Ident| before.iter().cloned().chain([name.to_string()]).collect::<Vec<_>>();
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, leaves);
            before.pop();
        }
        syn::UseTree::Name(name) if name.ident == "self" => {
            leaves.push((before.last().cloned().unwrap_or_default(), before.clone()));
        }
        syn::UseTree::Name(name) => leaves.push((name.ident.to_string(), with(&name.ident))),
        syn::UseTree::Rename(name) => leaves.push((name.rename.to_string(), with(&name.ident))),
        syn::UseTree::Glob(_) => leaves.push(("*".to_owned(), before.clone())),
        syn::UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, leaves)),
    }
}

fn name_of(item: &syn::Item) -> Option<String> {
    let ident = match item {
        syn::Item::Const(it) => &it.ident,
        syn::Item::Enum(it) => &it.ident,
        syn::Item::Fn(it) => &it.sig.ident,
        syn::Item::Static(it) => &it.ident,
        syn::Item::Struct(it) => &it.ident,
        syn::Item::Trait(it) => &it.ident,
        syn::Item::Type(it) => &it.ident,
        syn::Item::Macro(it) => it.ident.as_ref()?,
        _ => return None,
    };
    Some(ident.to_string())
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(it) => &it.attrs,
        syn::Item::Enum(it) => &it.attrs,
        syn::Item::Fn(it) => &it.attrs,
        syn::Item::Impl(it) => &it.attrs,
        syn::Item::Mod(it) => &it.attrs,
        syn::Item::Static(it) => &it.attrs,
        syn::Item::Struct(it) => &it.attrs,
        syn::Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

pub(super) fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string().contains("test"),
        _ => false,
    })
}

/// Returns the file name of a `path` attribute, without its extension.
fn given_path(attribute: &syn::Attribute) -> Option<String> {
    let syn::Meta::NameValue(it) = &attribute.meta else { return None };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &it.value else { return None };
    it.path.is_ident("path").then(|| text.value().trim_end_matches(".rs").to_owned())
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, String)>) {
    let entries = std::fs::read_dir(folder).expect("the sources are there");
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let within = path.strip_prefix(root).expect("it is within").with_extension("");
            let mut parts: Vec<String> = within.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if parts.last().is_some_and(|last| last == "mod" || (parts.len() == 1 && last == "lib")) {
                parts.pop();
            }
            files.push((parts.join("::"), std::fs::read_to_string(&path).expect("it can be read")));
        }
    }
}
