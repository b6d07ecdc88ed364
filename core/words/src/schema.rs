//! What a declaration says of the language: its words with their meanings, operands and defaults,
//! as a card file can hold them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Expr, Field, Fields, Ident, Lit, LitStr, Meta, Path, Token};

use crate::declared::said;

/// The methods of `Term` that describe a declaration.
pub(crate) fn described(input: &DeriveInput, scope: Option<&Ident>) -> TokenStream {
    let own = &input.ident;
    if let Some(other) = serde_path(&input.attrs, "from").or(serde_path(&input.attrs, "try_from")) {
        return quote! {
            fn what() -> crate::card::words::schema::What {
                <#other as crate::card::words::term::Term>::what()
            }

            fn describe(kinds: &mut crate::card::words::schema::Kinds) {
                <#other as crate::card::words::term::Term>::describe(kinds);
            }
        };
    }
    let (name, about) = (own.to_string(), doc(&input.attrs));
    let (is_struct, words): (bool, Vec<TokenStream>) = match &input.data {
        Data::Enum(item) => {
            (false, item.variants.iter().map(|it| word(&it.ident, &it.attrs, &it.fields, scope)).collect())
        }
        Data::Struct(item) => (true, vec![word(own, &input.attrs, &item.fields, scope)]),
        Data::Union(_) => (true, Vec::new()),
    };
    quote! {
        fn what() -> crate::card::words::schema::What {
            crate::card::words::schema::What::One(#name)
        }

        fn describe(kinds: &mut crate::card::words::schema::Kinds) {
            // Data, not code: there are some thousand operands.
            static WORDS: &[crate::card::words::schema::DeclaredWord] = &[#(#words),*];
            kinds.declare(#name, #about, #is_struct, WORDS);
        }
    }
}

/// The methods of `Term` of a word with a declaration of its own: an enum tells what it is.
pub(crate) fn of_verb(input: &DeriveInput, all: &Fields) -> TokenStream {
    let name = input.ident.to_string();
    let operands = all.iter().map(|field| &field.ty);
    quote! {
        fn what() -> crate::card::words::schema::What {
            crate::card::words::schema::What::One(#name)
        }

        fn describe(kinds: &mut crate::card::words::schema::Kinds) {
            #(<#operands as crate::card::words::term::Term>::describe(kinds);)*
        }
    }
}

/// What an enum tells of a word with a declaration of its own.
pub(crate) fn declared_const(input: &DeriveInput, all: &Fields) -> TokenStream {
    let own = &input.ident;
    let word = word(own, &input.attrs, all, None);
    quote! {
        #[automatically_derived]
        impl #own {
            pub(crate) const DECLARED: crate::card::words::schema::DeclaredWord = #word;
        }
    }
}

/// A word, or the fields of a struct. Without a scope of its own a word has that of its enum.
fn word(name: &Ident, attributes: &[Attribute], fields: &Fields, scope: Option<&Ident>) -> TokenStream {
    let own = value_of(attributes, "scope").or_else(|| scope.map(|scope| quote!(#scope)));
    let scope = optional(own.map(|scope| quote!(crate::card::words::schema::NameScope::#scope)));
    let (about, unsaid) = (doc(attributes), is_unsaid(attributes));
    let found_by = value_of(attributes, "found_by");
    let (name, named) = (name.to_string(), matches!(fields, Fields::Named(_)));
    let alone = matches!(fields, Fields::Unnamed(_)) && fields.len() == 1;
    let operands = fields.iter().map(|field| operand(field, alone));
    quote! {
        crate::card::words::schema::DeclaredWord {
            name: #name,
            about: #about,
            found_by: &[#found_by],
            unsaid: #unsaid,
            named: #named,
            scope: #scope,
            operands: &[#(#operands),*],
        }
    }
}

fn operand(field: &Field, alone: bool) -> TokenStream {
    let name = field.ident.as_ref().map(Ident::to_string).unwrap_or_default();
    let (about, of, unsaid) = (doc(&field.attrs), &field.ty, is_unsaid(&field.attrs));
    let default = match (serde_path(&field.attrs, "default"), has_serde_word(&field.attrs, "default")) {
        (Some(path), _) => quote!(Said(|| crate::card::words::schema::default_of(&#path()))),
        (None, true) => quote!(Usual(|| crate::card::words::schema::default_of(&<#of as Default>::default()))),
        (None, false) if field.ident.is_some() || alone => quote!(NothingIfOptional),
        (None, false) => quote!(Required),
    };
    let names = value_of(&field.attrs, "names").map(|names| quote!(crate::card::words::schema::Names::#names));
    let names = optional(names);
    quote! {
        crate::card::words::schema::DeclaredOperand {
            name: #name,
            about: #about,
            unsaid: #unsaid,
            names: #names,
            what: <#of as crate::card::words::term::Term>::what,
            describe: <#of as crate::card::words::term::Term>::describe,
            is_optional: <#of as crate::card::words::term::Term>::is_optional,
            default: crate::card::words::schema::LeftOut::#default,
        }
    }
}

/// The value of a part in `#[word(…)]`, if it is said.
fn value_of(attributes: &[Attribute], part: &str) -> Option<TokenStream> {
    let all = said(attributes).ok()?;
    let values = all.into_iter().find(|it| it.name == part)?.values?;
    Some(quote!(#values))
}

fn optional(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

/// Whether no card says a word or an operand: the rules do.
fn is_unsaid(attributes: &[Attribute]) -> bool {
    said(attributes).is_ok_and(|all| all.iter().any(|it| it.name == "unsaid"))
}

/// The value of a key of `#[serde(…)]` that names a function or type.
pub(crate) fn serde_path(attributes: &[Attribute], key: &str) -> Option<Path> {
    let mut found = None;
    each_of_serde(attributes, |name, value| {
        if name.is_ident(key) {
            found = value.and_then(|path| path.parse().ok());
        }
    });
    found
}

fn has_serde_word(attributes: &[Attribute], key: &str) -> bool {
    let mut found = false;
    each_of_serde(attributes, |name, value| found |= value.is_none() && name.is_ident(key));
    found
}

/// Visits what `#[serde(…)]` says: words, and keys with their values.
fn each_of_serde(attributes: &[Attribute], mut see: impl FnMut(&Path, Option<LitStr>)) {
    for attribute in attributes.iter().filter(|it| it.path().is_ident("serde")) {
        // What this can't read is serde's to refuse.
        let _ = attribute.parse_nested_meta(|meta| {
            let value = if meta.input.peek(Token![=]) { Some(meta.value()?.parse()?) } else { None };
            see(&meta.path, value);
            Ok(())
        });
    }
}

/// A doc comment as running text: a line for each paragraph, links as what they are called.
pub(crate) fn doc(attributes: &[Attribute]) -> String {
    let mut paragraphs: Vec<String> = vec![String::new()];
    for attribute in attributes.iter().filter(|it| it.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        let Expr::Lit(syn::ExprLit { lit: Lit::Str(line), .. }) = &pair.value else { continue };
        let line = line.value();
        match (line.trim(), paragraphs.last_mut()) {
            ("", _) | (_, None) => paragraphs.push(String::new()),
            (line, Some(now)) => {
                if !now.is_empty() {
                    now.push(' ');
                }
                now.push_str(line);
            }
        }
    }
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
                out.push('`');
                out.push_str(last);
                out.push('`');
            }
            _ => out.push_str(label),
        }
        rest = target.map_or(after, |end| &after[end + 1..]);
    }
    out + rest
}
