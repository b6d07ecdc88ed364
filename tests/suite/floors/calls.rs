//! Methods: which file defines them, and which calls them on a value whose type its code names.
//!
//! The parts of a large type stand in several files, each an `impl` of its own. A call between them
//! needs no import, but it points up or down as much as one.
//!
//! Types are known of `self`, of parameters, and of `Type::method`. Calls on a variable bound in a
//! body, on a field, or of a trait's method are not seen.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

use super::arrows::is_test;

/// A type and one of its methods.
pub(super) type Method = (String, String);

/// What a file says of methods.
#[derive(Default)]
pub(super) struct Methods {
    pub(super) defined: BTreeSet<Method>,
    pub(super) called: BTreeSet<Method>,
}

impl Methods {
    /// Reads an item that is no test.
    pub(super) fn read(&mut self, item: &syn::Item) {
        match item {
            syn::Item::Fn(it) => self.follow(&it.sig, None, &it.block),
            syn::Item::Impl(it) => {
                let of = type_name(&it.self_ty);
                for part in &it.items {
                    let syn::ImplItem::Fn(part) = part else { continue };
                    if is_test(&part.attrs) {
                        continue;
                    }
                    if let (Some(of), None) = (&of, &it.trait_) {
                        self.defined.insert((of.clone(), part.sig.ident.to_string()));
                    }
                    self.follow(&part.sig, of.as_deref(), &part.block);
                }
            }
            syn::Item::Trait(it) => {
                for part in &it.items {
                    let syn::TraitItem::Fn(part) = part else { continue };
                    if let Some(body) = &part.default {
                        self.follow(&part.sig, None, body);
                    }
                }
            }
            syn::Item::Mod(it) => it.content.iter().flat_map(|(_, items)| items).for_each(|item| self.read(item)),
            _ => {}
        }
    }

    /// Reads the calls in a function. The signature says the types of its parameters.
    fn follow(&mut self, signature: &syn::Signature, of: Option<&str>, body: &syn::Block) {
        let mut types: BTreeMap<String, String> = of.map(|of| ("Self".to_owned(), of.to_owned())).into_iter().collect();
        for input in &signature.inputs {
            match input {
                syn::FnArg::Receiver(_) => types.extend(of.map(|of| ("self".to_owned(), of.to_owned()))),
                syn::FnArg::Typed(it) => {
                    let syn::Pat::Ident(pattern) = &*it.pat else { continue };
                    types.extend(type_name(&it.ty).map(|of| (pattern.ident.to_string(), of)));
                }
            }
        }
        self.in_tokens(&types, body.to_token_stream());
    }

    fn in_tokens(&mut self, types: &BTreeMap<String, String>, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.in_tokens(types, group.stream()),
                TokenTree::Ident(value) if at == 0 || !is(&tokens[at - 1], '.') => {
                    let value = value.to_string();
                    let of = types.get(&value);
                    self.called.extend(match &tokens[at + 1..] {
                        [dot, TokenTree::Ident(method), after, ..] if is(dot, '.') && is_call(after) => {
                            of.map(|of| (of.clone(), method.to_string()))
                        }
                        [one, two, TokenTree::Ident(method), ..] if is(one, ':') && is(two, ':') => {
                            // A module may have the name of a parameter.
                            let of = of.filter(|_| value == "Self").cloned().unwrap_or(value);
                            Some((of, method.to_string()))
                        }
                        _ => None,
                    });
                }
                _ => {}
            }
        }
    }
}

/// Whether this follows the name of a method that is called, rather than that of a field.
fn is_call(after: &TokenTree) -> bool {
    is(after, ':') || matches!(after, TokenTree::Group(it) if it.delimiter() == proc_macro2::Delimiter::Parenthesis)
}

fn is(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// The name of a type, or of what a reference, an `Arc` or a `Box` points to.
fn type_name(of: &syn::Type) -> Option<String> {
    match of {
        syn::Type::Reference(it) => type_name(&it.elem),
        syn::Type::Path(it) => {
            let last = it.path.segments.last()?;
            match &last.arguments {
                syn::PathArguments::AngleBracketed(inner) if last.ident == "Arc" || last.ident == "Box" => {
                    inner.args.iter().find_map(|it| match it {
                        syn::GenericArgument::Type(held) => type_name(held),
                        _ => None,
                    })
                }
                _ => Some(last.ident.to_string()),
            }
        }
        _ => None,
    }
}
