//! The code generated for a declaration.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Expr, Fields, Ident, Path, Variant, Visibility, parse_quote};

use crate::declared::{Part, Plan, Said, said};
use crate::{listed, schema};

/// Generates the methods, functions and trait implementation for a declaration.
pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    match &input.data {
        Data::Enum(item) => {
            let plan = Plan::of(&input.attrs)?;
            if let Some(path) = &plan.each_of {
                return listed::expand(&input.ident, &schema::doc(&input.attrs), item, path);
            }
            let words: Vec<Word<'_>> =
                item.variants.iter().map(|it| Word::of(it, &plan)).collect::<syn::Result<_>>()?;
            let asking = if plan.reads { asking(&input.ident, &words)? } else { TokenStream::new() };
            let methods = plan.parts.iter().filter(|part| term_part(&part.name).is_none());
            let parts: Vec<TokenStream> =
                methods.map(|part| of_part(part, &input.vis, &words)).collect::<syn::Result<_>>()?;
            let examples = if plan.examples { examples(&input.vis, &words)? } else { TokenStream::new() };
            let name = &input.ident;
            let visited: Vec<TokenStream> = words.iter().map(|word| word.arm(&seen(&word.fields))).collect();
            let nodes: Vec<TokenStream> = words.iter().map(|word| word.arm(&word.node(name))).collect();
            let facts = facts(&plan, &words)?;
            let described = schema::described(input, plan.scope.as_ref());
            let facts = quote!(#facts #described);
            let visited = if plan.apart { TokenStream::new() } else { term(name, (&visited, &nodes), &facts) };
            Ok(quote! {
                #asking
                #visited
                #[automatically_derived]
                impl #name { #(#parts)* #examples }
            })
        }
        Data::Struct(item) => of_struct(input, &item.fields),
        Data::Union(_) => Err(syn::Error::new(input.ident.span(), "a union is no word")),
    }
}

/// A struct: fields that belong together, or a word with a declaration of its own (`verb`).
fn of_struct(input: &DeriveInput, all: &Fields) -> syn::Result<TokenStream> {
    let said = said(&input.attrs)?;
    let is = |name: &str| said.iter().any(|it| it.name == name);
    let (pattern, fields) = bound(all);
    let name = &input.ident;
    let seen = seen(&fields);
    let visited = quote!(#name #pattern => #seen,);
    if is("verb") {
        return verb(input, all, (&visited, &pattern, &fields), &said);
    }
    let known = |it: &Said| match &it.values {
        None => it.name == "reads",
        Some(_) => it.name == "scope" || it.name == "found_by",
    };
    if let Some(other) = said.iter().find(|it| !known(it)) {
        return Err(syn::Error::new(
            other.name.span(),
            "a struct says `reads`, `scope(name)`, `found_by(…)`, or that it is a `verb`",
        ));
    }
    if places(all, &fields)?.is_some() {
        return Err(syn::Error::new(name.span(), "only an operand of a word says `place(…)`"));
    }
    let node = record(all, &fields);
    let visited = term(name, (&[visited], &[quote!(#name #pattern => #node,)]), &schema::described(input, None));
    if !is("reads") {
        return Ok(visited);
    }
    let reads = joined(Vec::new(), &fields);
    let alone = all_alone(&fields);
    let asking = implemented(name, &[quote!(#name #pattern => #reads,)], &[quote!(#name #pattern => #alone,)]);
    Ok(quote!(#asking #visited))
}

/// A word with a declaration of its own, which an enum lists: what it needs, uses and does.
fn verb(
    input: &DeriveInput,
    all: &Fields,
    (visited, pattern, fields): (&TokenStream, &TokenStream, &[Ident]),
    said: &[Said],
) -> syn::Result<TokenStream> {
    let name = &input.ident;
    if said.iter().all(|it| it.name != "together") {
        let why = format!("say how `{name}` is followed for several at once: `#[word(verb, together(…))]`");
        return Err(syn::Error::new(name.span(), why));
    }
    let operands = told(all, fields);
    let node = quote!(#name #pattern => crate::card::words::tree::Node::record(&#operands),);
    let mut facts = schema::of_verb(input, all);
    let of_schema = |it: &&Said| ["verb", "unsaid", "scope", "found_by", "outcome"].iter().any(|name| it.name == name);
    for Said { name, values } in said.iter().filter(|it| !of_schema(it)) {
        let Some(of) = term_part(name) else {
            let why = "a verb says `together`, `needs`, `own`, `deeds`, `provides`, `outcome`, `found_by` and `scope`";
            return Err(syn::Error::new(name.span(), why));
        };
        let Some(values) = values else {
            return Err(syn::Error::new(name.span(), format!("say which: `{name}(…)`")));
        };
        let value = folded(values.iter().map(|value| looked_up(value, &of)).collect());
        facts.extend(quote!(fn #name(&self) -> #of { #value }));
    }
    if said.iter().all(|it| it.name != "own") {
        facts.extend(uses_object());
    }
    if let Some(found) = places(all, fields)? {
        facts.extend(place(&[quote!(#name #pattern => #found,)]));
    }
    let (declared, outcome) = (schema::declared_const(input, all), outcome(name, said)?);
    let visited = term(name, (std::slice::from_ref(visited), &[node]), &facts);
    Ok(quote!(#declared #outcome #visited))
}

/// What words need that refer to the outcome of a verb, if it says that it has one: what is so
/// without it, and its rule.
fn outcome(name: &Ident, said: &[Said]) -> syn::Result<TokenStream> {
    let Some(said) = said.iter().find(|it| it.name == "outcome") else { return Ok(TokenStream::new()) };
    let values: Vec<&Expr> = said.values.iter().flatten().collect();
    let [without, rule] = values.as_slice() else {
        return Err(syn::Error::new(
            said.name.span(),
            "say what is so without it, and its rule: `outcome(\"…\", rule!(…))`",
        ));
    };
    let of = name.to_string();
    Ok(quote! {
        #[automatically_derived]
        impl #name {
            /// What words need that refer to its outcome.
            pub(crate) const OUTCOME: crate::card::words::refers::Outcome =
                crate::card::words::refers::Outcome { of: #of, without: #without, rule: #rule };
        }
    })
}

/// The type of a part that is a method of `Term`.
fn term_part(name: &Ident) -> Option<Path> {
    Some(match name.to_string().as_str() {
        "own" => parse_quote!(crate::card::words::refers::Own),
        "needs" => parse_quote!(crate::card::words::refers::Need),
        "deeds" => parse_quote!(crate::card::words::deed::Deeds),
        "provides" => parse_quote!(crate::card::words::refers::Provides),
        "together" => parse_quote!(crate::card::words::refers::Together),
        _ => return None,
    })
}

/// What a word says that says nothing of how it uses the object of its text: it may.
fn uses_object() -> TokenStream {
    quote! {
        fn own(&self) -> crate::card::words::refers::Own {
            crate::card::words::refers::Own::Object
        }
    }
}

/// The methods of `Term` for what words declare: what each needs, and how it uses the object of its
/// text. A word of an enum that says nothing of the latter may use it.
fn facts(plan: &Plan, words: &[Word<'_>]) -> syn::Result<TokenStream> {
    let mut all = TokenStream::new();
    for (part, of) in plan.parts.iter().filter_map(|part| Some((part, term_part(&part.name)?))) {
        let name = &part.name;
        let arms = arms(part, words)?.into_iter().map(|(word, value)| word.arm(&value));
        all.extend(quote! {
            #[allow(unused_variables, clippy::match_same_arms, reason = "an arm for each word, with all its fields")]
            fn #name(&self) -> #of {
                match self { #(#arms)* }
            }
        });
    }
    if !plan.of_no_object && plan.parts.iter().all(|part| part.name != "own") {
        all.extend(uses_object());
    }
    let mut placed = Vec::new();
    for word in words {
        if let Some(found) = places(&word.variant.fields, &word.fields)? {
            placed.push(word.arm(&found));
        }
    }
    all.extend(place(&placed));
    Ok(all)
}

/// The method of `Term` that tells what can be referred to in operands, for the words that say it.
fn place(arms: &[TokenStream]) -> TokenStream {
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[allow(unused_variables, unreachable_patterns, clippy::match_same_arms, reason = "an arm for each word that says it")]
        fn place(&self, operand: &str) -> crate::card::words::refers::Place {
            match self {
                #(#arms)*
                _ => crate::card::words::refers::Place::Same,
            }
        }
    }
}

/// Implements `Term`: a declaration shows its operands, by themselves and as a node with their
/// names.
pub(crate) fn term(name: &Ident, (arms, nodes): (&[TokenStream], &[TokenStream]), facts: &TokenStream) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl crate::card::words::term::Term for #name {
            #[allow(unused_variables, clippy::match_same_arms, reason = "an arm for each word, with all its fields")]
            fn parts<'a>(&'a self, see: &mut dyn FnMut(&'a dyn crate::card::words::term::Term)) {
                match self { #(#arms)* }
            }

            #[allow(unused_variables, clippy::match_same_arms, reason = "an arm for each word, with all its fields")]
            fn parts_mut(&mut self, see: &mut dyn FnMut(&mut dyn crate::card::words::term::Term)) {
                match self { #(#arms)* }
            }

            #[allow(unused_variables, clippy::match_same_arms, reason = "an arm for each word, with all its fields")]
            fn node(&self) -> crate::card::words::tree::Node<'_> {
                match self { #(#nodes)* }
            }

            #facts
        }
    }
}

/// What can be referred to in an operand, by its name, if one says so (`place`).
fn places(all: &Fields, names: &[Ident]) -> syn::Result<Option<TokenStream>> {
    let mut arms = Vec::new();
    for (place, (field, _)) in all.iter().zip(names).enumerate() {
        let said = said(&field.attrs)?;
        let valued = |it: &Said| (it.name == "place" || it.name == "names") && it.values.is_some();
        let known = |it: &Said| it.name == "unsaid" || valued(it);
        if let Some(other) = said.iter().find(|it| !known(it)) {
            return Err(syn::Error::new(other.name.span(), "an operand says `place(…)`, `names(…)` or `unsaid`"));
        }
        let Some(values) = said.iter().find(|it| it.name == "place").and_then(|it| it.values.as_ref()) else {
            continue;
        };
        let name = field.ident.as_ref().map_or_else(|| place.to_string(), ToString::to_string);
        let of: Path = parse_quote!(crate::card::words::refers::Place);
        let values = values.iter().map(|value| looked_up(value, &of));
        arms.push(quote!(#name => #(#values)*,));
    }
    let same = quote!(crate::card::words::refers::Place::Same);
    Ok((!arms.is_empty()).then(|| quote!(match operand { #(#arms)* _ => #same })))
}

/// The node of a struct: its fields, or the only one of a tuple.
fn record(all: &Fields, names: &[Ident]) -> TokenStream {
    match (all, names) {
        (Fields::Unnamed(_), [only]) => quote!(crate::card::words::term::Term::node(#only)),
        _ => {
            let parts = told(all, names);
            quote!(crate::card::words::tree::Node::record(&#parts))
        }
    }
}

/// The operands by their names, and whether serde leaves them out.
fn told(all: &Fields, names: &[Ident]) -> TokenStream {
    let each = all.iter().zip(names).enumerate().map(|(place, (field, bound))| {
        let name = field.ident.as_ref().map_or_else(|| place.to_string(), ToString::to_string);
        let left_out = match schema::serde_path(&field.attrs, "skip_serializing_if") {
            Some(path) => quote!(#path(#bound)),
            None => quote!(false),
        };
        quote!((#name, #bound, #left_out))
    });
    quote!([#(#each),*])
}

fn seen(fields: &[Ident]) -> TokenStream {
    quote!({ #(see(#fields);)* })
}

/// A word with its parts.
struct Word<'a> {
    variant: &'a Variant,
    said: Vec<Said>,
    pattern: TokenStream,
    fields: Vec<Ident>,
}

impl<'a> Word<'a> {
    fn of(variant: &'a Variant, plan: &Plan) -> syn::Result<Word<'a>> {
        let said = said(&variant.attrs)?;
        for part in &said {
            let reading = plan.reads && (part.name == "reads" || part.name == "alone");
            let of_schema = ["unsaid", "scope", "found_by"].iter().any(|name| part.name == name);
            let exemplary = plan.examples && part.name == "example";
            if !of_schema && !reading && !exemplary && plan.parts.iter().all(|it| it.name != part.name) {
                let message = format!("the enum of `{}` lists no part `{}`", variant.ident, part.name);
                return Err(syn::Error::new(part.name.span(), message));
            }
        }
        let (pattern, fields) = bound(&variant.fields);
        Ok(Word { variant, said, pattern, fields })
    }

    fn part(&self, name: &str) -> Option<&Said> {
        self.said.iter().find(|said| said.name == name)
    }

    /// Its node: its enum, its name and its operands.
    fn node(&self, of: &Ident) -> TokenStream {
        let (of, name) = (of.to_string(), self.variant.ident.to_string());
        let parts = told(&self.variant.fields, &self.fields);
        quote!(crate::card::words::tree::Node::word_of(self, #of, #name, &#parts))
    }

    fn arm(&self, value: &TokenStream) -> TokenStream {
        let (name, pattern) = (&self.variant.ident, &self.pattern);
        quote!(Self::#name #pattern => #value,)
    }
}

/// Implements `Asking`: what each word reads, and whether it reads the object alone.
fn asking(name: &Ident, words: &[Word<'_>]) -> syn::Result<TokenStream> {
    let of: Path = parse_quote!(crate::card::words::reads::Reads);
    let (mut reads, mut alone) = (Vec::new(), Vec::new());
    for word in words {
        let ident = &word.variant.ident;
        let Some(values) = word.part("reads").and_then(|said| said.values.as_ref()) else {
            let message = format!("say what of a game `{ident}` reads: `#[word(reads(…))]`, with `NOTHING` if nothing");
            return Err(syn::Error::new(ident.span(), message));
        };
        let settled = values.iter().any(|value| is_named(value, "NOTHING") || is_named(value, "EVERYTHING"));
        if settled && values.len() > 1 {
            return Err(syn::Error::new(ident.span(), "`NOTHING` and `EVERYTHING` stand alone"));
        }
        let own = values.iter().map(|value| looked_up(value, &of)).collect();
        reads.push(word.arm(&joined(own, if settled { &[] } else { &word.fields })));
        let is_alone = match word.part("alone") {
            None => quote!(false),
            Some(Said { values: None, .. }) => all_alone(&word.fields),
            Some(Said { values: Some(when), .. }) => {
                let when = when.iter();
                quote!(#(#when)&&*)
            }
        };
        alone.push(word.arm(&is_alone));
    }
    Ok(implemented(name, &reads, &alone))
}

fn implemented(name: &Ident, reads: &[TokenStream], alone: &[TokenStream]) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl crate::card::words::reads::Asking for #name {
            #[allow(unused_variables, clippy::match_same_arms, reason = "an arm for each word, with all its fields")]
            fn reads(&self) -> crate::card::words::reads::Reads {
                match self { #(#reads)* }
            }

            #[allow(unused_variables, clippy::match_same_arms, reason = "an arm for each word, with all its fields")]
            fn is_of_the_object_alone(&self) -> bool {
                match self { #(#alone)* }
            }
        }
    }
}

/// Generates a method on a value.
fn of_part(part: &Part, of_enum: &Visibility, words: &[Word<'_>]) -> syn::Result<TokenStream> {
    let (name, of) = (&part.name, &part.of);
    let visible = if matches!(part.visible, Visibility::Inherited) { of_enum } else { &part.visible };
    let found = arms(part, words)?;
    let about = format!("Its `{name}`.");
    let arms = found.into_iter().map(|(word, value)| word.arm(&value));
    Ok(quote! {
        #[doc = #about]
        #[allow(unused_variables, clippy::match_same_arms, reason = "an arm for each word, with all its fields")]
        #visible fn #name(&self) -> #of {
            match self { #(#arms)* }
        }
    })
}

/// The value of a part for each word.
fn arms<'a, 'w>(part: &Part, words: &'a [Word<'w>]) -> syn::Result<Vec<(&'a Word<'w>, TokenStream)>> {
    let (name, of) = (&part.name, &part.of);
    let mut found = Vec::new();
    for word in words {
        let ident = &word.variant.ident;
        let flag = parse_quote!(true);
        let values = match (word.part(&name.to_string()), &part.default) {
            (Some(Said { values: None, .. }), _) => vec![&flag],
            (Some(Said { values: Some(values), .. }), _) => values.iter().collect(),
            (None, Some(default)) => vec![default],
            (None, None) => Vec::new(),
        };
        if values.is_empty() {
            let message = format!("say of `{ident}` what `{name}` it has: `#[word({name}(…))]`");
            return Err(syn::Error::new(ident.span(), message));
        }
        let value = folded(values.into_iter().map(|value| looked_up(value, of)).collect());
        found.push((word, value));
    }
    Ok(found)
}

/// Generates a function that returns an example of each word: with the operands that it says, or
/// alone if it has none.
fn examples(visible: &Visibility, words: &[Word<'_>]) -> syn::Result<TokenStream> {
    let example = |word: &Word<'_>| {
        let (ident, fields) = (&word.variant.ident, &word.variant.fields);
        let said: Vec<&Expr> = word.part("example").iter().filter_map(|it| it.values.as_ref()).flatten().collect();
        if said.len() != fields.len() {
            let why = format!("say an example of `{ident}`, with a value for each operand: `#[word(example(…))]`");
            return Err(syn::Error::new(ident.span(), why));
        }
        let values = fields.iter().zip(said).map(|(field, value)| {
            let of = &field.ty;
            looked_up(value, &quote!(<#of>))
        });
        Ok(match fields {
            Fields::Named(_) => {
                let names = &word.fields;
                quote!(Self::#ident { #(#names: #values),* })
            }
            Fields::Unnamed(_) => quote!(Self::#ident(#(#values),*)),
            Fields::Unit => quote!(Self::#ident),
        })
    };
    let all: Vec<TokenStream> = words.iter().map(example).collect::<syn::Result<_>>()?;
    Ok(quote! {
        /// An example of each of its words.
        #visible fn examples() -> Vec<Self> {
            vec![#(#all),*]
        }
    })
}

/// A pattern that binds all fields, with the names it binds.
fn bound(fields: &Fields) -> (TokenStream, Vec<Ident>) {
    let names: Vec<Ident> = fields
        .iter()
        .enumerate()
        .map(|(place, field)| field.ident.clone().unwrap_or_else(|| format_ident!("_{place}")))
        .collect();
    let pattern = match fields {
        Fields::Named(_) => quote!({ #(#names),* }),
        Fields::Unnamed(_) => quote!((#(#names),*)),
        Fields::Unit => TokenStream::new(),
    };
    (pattern, names)
}

/// What a word declares, joined with what its operands read.
fn joined(own: Vec<TokenStream>, operands: &[Ident]) -> TokenStream {
    let operands = operands.iter().map(|field| quote!(crate::card::words::reads::Asking::reads(#field)));
    let all: Vec<TokenStream> = own.into_iter().chain(operands).collect();
    if all.is_empty() { quote!(crate::card::words::reads::Reads::NOTHING) } else { folded(all) }
}

fn all_alone(operands: &[Ident]) -> TokenStream {
    quote!(true #(&& crate::card::words::reads::Asking::is_of_the_object_alone(#operands))*)
}

fn folded(values: Vec<TokenStream>) -> TokenStream {
    values.into_iter().reduce(|all, value| quote!(#all.and(#value))).unwrap_or_default()
}

/// A value, with a single name looked up in the type of its part.
fn looked_up(value: &Expr, of: &impl ToTokens) -> TokenStream {
    match value {
        Expr::Path(path) if path.path.get_ident().is_some() => quote!(#of::#path),
        Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if path.path.get_ident().is_some()) => {
            quote!(#of::#call)
        }
        other => quote!(#other),
    }
}

fn is_named(value: &Expr, name: &str) -> bool {
    matches!(value, Expr::Path(path) if path.path.is_ident(name))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test says what went wrong by panicking")]

    use syn::{DeriveInput, parse_str};

    use super::expand;

    fn refused(declaration: &str) -> String {
        expand(&parse_str::<DeriveInput>(declaration).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn a_word_that_does_not_say_what_it_reads_is_refused() {
        let why = refused("#[word(reads)] enum Filter { #[word(reads(NOTHING))] Any, Tapped }");
        assert_eq!(why, "say what of a game `Tapped` reads: `#[word(reads(…))]`, with `NOTHING` if nothing");
        let why = refused("#[word(reads)] enum Filter { #[word(alone)] Tapped }");
        assert!(why.contains("`Tapped`"), "{why}");
    }

    #[test]
    fn a_part_without_a_default_is_said_by_each_word() {
        let why = refused("#[word(method(layer: Layer))] enum Change { #[word(layer(Color))] Recolor, Rename }");
        assert_eq!(why, "say of `Rename` what `layer` it has: `#[word(layer(…))]`");
    }

    #[test]
    fn a_word_without_an_example_is_refused_where_each_has_one() {
        let why = refused("#[word(examples)] enum Instead { Prevent, GoTo(ZoneKind) }");
        assert_eq!(why, "say an example of `GoTo`, with a value for each operand: `#[word(example(…))]`");
        let why = refused("enum Instead { #[word(example(Exile))] GoTo(ZoneKind) }");
        assert_eq!(why, "the enum of `GoTo` lists no part `example`");
    }

    #[test]
    fn a_part_that_the_enum_does_not_list_is_refused() {
        let why = refused("#[word(reads)] enum Filter { #[word(reads(NOTHING), needs(Target))] Any }");
        assert_eq!(why, "the enum of `Any` lists no part `needs`");
        let why = refused("#[word(reads)] enum Filter { #[word(reads(NOTHING), reads(COLOR))] Any }");
        assert_eq!(why, "`reads` is said twice");
        let why = refused("#[word(reads)] enum Filter { #[word(reads(NOTHING, COLOR))] Any }");
        assert_eq!(why, "`NOTHING` and `EVERYTHING` stand alone");
    }
}
