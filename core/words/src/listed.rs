//! An enum that lists words which have declarations of their own (`each_of`).

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, Fields, Ident, Path};

/// What of a list is that of the word which it holds, and a macro `with_…` to do something with
/// whichever that is.
pub(crate) fn expand(name: &Ident, about: &str, item: &DataEnum, of: &Path) -> syn::Result<TokenStream> {
    let mut words = Vec::new();
    for variant in &item.variants {
        let ident = &variant.ident;
        words.push(match &variant.fields {
            Fields::Unit => (ident, false),
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => (ident, true),
            _ => return Err(syn::Error::new(ident.span(), format!("`{ident}` holds its own declaration, or nothing"))),
        });
    }
    let own = name.to_string();
    let forwarded = |what: &TokenStream| {
        let arms = words.iter().map(|(ident, held)| match held {
            true => quote!(Self::#ident(it) => crate::card::words::term::Term::#what,),
            false => quote!(Self::#ident => { let it = &#of::#ident; crate::card::words::term::Term::#what }),
        });
        quote!(match self { #(#arms)* })
    };
    let nodes = words.iter().map(|(ident, held)| {
        let word = ident.to_string();
        let (pattern, it) = if *held { (quote!((it)), quote!(it)) } else { (quote!(), quote!(#of::#ident)) };
        let node = quote!(crate::card::words::tree::Node::named(
            self, #own, #word, crate::card::words::term::Term::node(#it)
        ));
        let node = if *held { node } else { quote!(crate::card::words::tree::Node::word_of(self, #own, #word, &[])) };
        quote!(Self::#ident #pattern => #node,)
    });
    let (parts, needs) = (forwarded(&quote!(parts(it, see))), forwarded(&quote!(needs(it))));
    let (uses, deeds) = (forwarded(&quote!(own(it))), forwarded(&quote!(deeds(it))));
    let together = forwarded(&quote!(together(it)));
    let (provides, place) = (forwarded(&quote!(provides(it))), forwarded(&quote!(place(it, operand))));
    let changed = words.iter().map(|(ident, held)| match held {
        true => quote!(Self::#ident(it) => crate::card::words::term::Term::parts_mut(it, see),),
        false => quote!(Self::#ident => {}),
    });
    let declared = words.iter().map(|(ident, _)| quote!(#of::#ident::DECLARED));
    let with = format_ident!("with_{}", own.to_lowercase());
    let arms = words.iter().map(|(ident, held)| match held {
        true => quote!($crate::card::#name::#ident($it) => $do,),
        // The path begins with `crate`.
        false => quote!($crate::card::#name::#ident => { let $it = &$ #of::#ident; $do }),
    });
    Ok(quote! {
        #[automatically_derived]
        impl crate::card::words::term::Term for #name {
            fn parts<'a>(&'a self, see: &mut dyn FnMut(&'a dyn crate::card::words::term::Term)) {
                #parts
            }

            fn parts_mut(&mut self, see: &mut dyn FnMut(&mut dyn crate::card::words::term::Term)) {
                match self { #(#changed)* }
            }

            fn node(&self) -> crate::card::words::tree::Node<'_> {
                match self { #(#nodes)* }
            }

            fn what() -> crate::card::words::schema::What {
                crate::card::words::schema::What::One(#own)
            }

            fn describe(kinds: &mut crate::card::words::schema::Kinds) {
                static WORDS: &[crate::card::words::schema::DeclaredWord] = &[#(#declared),*];
                kinds.declare(#own, #about, false, WORDS);
            }

            fn needs(&self) -> crate::card::words::refers::Need {
                #needs
            }

            fn own(&self) -> crate::card::words::refers::Own {
                #uses
            }

            fn deeds(&self) -> crate::card::words::deed::Deeds {
                #deeds
            }

            fn together(&self) -> crate::card::words::refers::Together {
                #together
            }

            fn place(&self, operand: &str) -> crate::card::words::refers::Place {
                #place
            }

            fn provides(&self) -> crate::card::words::refers::Provides {
                #provides
            }
        }

        /// Does something with the word that a list holds, whichever it is.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! #with {
            ($on:expr, $it:ident => $do:expr) => {
                match $on { #(#arms)* }
            };
        }
    })
}
