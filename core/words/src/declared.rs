//! The syntax of the attributes `#[word(…)]`.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Path, Token, Visibility, parenthesized};

/// A part of the words of an enum.
pub(crate) struct Part {
    /// Who may ask for it, if not whoever sees the enum.
    pub(crate) visible: Visibility,
    pub(crate) name: Ident,
    pub(crate) of: Path,
    /// The value for words without the part.
    pub(crate) default: Option<Expr>,
}

/// The parts that an enum lists.
#[derive(Default)]
pub(crate) struct Plan {
    pub(crate) reads: bool,
    /// Whether none of its words uses the object of its text, besides what its operands do.
    pub(crate) of_no_object: bool,
    /// Whether its values are no texts of cards.
    pub(crate) apart: bool,
    /// The part of a text with names of its own that each of its words begins.
    pub(crate) scope: Option<Ident>,
    /// Where its words are declared, each by its own name; it lists them.
    pub(crate) each_of: Option<Path>,
    /// Whether each of its words has an example.
    pub(crate) examples: bool,
    pub(crate) parts: Vec<Part>,
}

impl Plan {
    pub(crate) fn of(attributes: &[Attribute]) -> syn::Result<Plan> {
        let mut plan = Plan::default();
        for attribute in attributes.iter().filter(|it| it.path().is_ident("word")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("reads") {
                    plan.reads = true;
                    return Ok(());
                }
                if meta.path.is_ident("apart") {
                    plan.apart = true;
                    return Ok(());
                }
                if meta.path.is_ident("examples") {
                    plan.examples = true;
                    return Ok(());
                }
                if meta.path.is_ident("of_no_object") {
                    plan.of_no_object = true;
                    return Ok(());
                }
                if meta.path.is_ident("each_of") {
                    let inner;
                    parenthesized!(inner in meta.input);
                    plan.each_of = Some(inner.parse()?);
                    return Ok(());
                }
                if meta.path.is_ident("scope") {
                    let inner;
                    parenthesized!(inner in meta.input);
                    plan.scope = Some(inner.parse()?);
                    return Ok(());
                }
                if !meta.path.is_ident("method") {
                    return Err(meta.error(
                        "an enum lists `reads`, `of_no_object`, `apart`, `examples`, `scope(name)`, `each_of(path)` \
                         and `method(part: Type)`",
                    ));
                }
                let inner;
                parenthesized!(inner in meta.input);
                let parts = inner.parse_terminated(Part::parse, Token![,])?;
                plan.parts.extend(parts);
                Ok(())
            })?;
        }
        Ok(plan)
    }
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> syn::Result<Part> {
        let visible = input.parse()?;
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let of = input.parse()?;
        let default = if input.parse::<Option<Token![=]>>()?.is_some() { Some(input.parse()?) } else { None };
        Ok(Part { visible, name, of, default })
    }
}

/// A part in the attribute of a word: its name, and its values if given.
pub(crate) struct Said {
    pub(crate) name: Ident,
    pub(crate) values: Option<Punctuated<Expr, Token![,]>>,
}

impl Parse for Said {
    fn parse(input: ParseStream<'_>) -> syn::Result<Said> {
        let name = input.parse()?;
        if !input.peek(syn::token::Paren) {
            return Ok(Said { name, values: None });
        }
        let inner;
        parenthesized!(inner in input);
        Ok(Said { name, values: Some(inner.parse_terminated(Expr::parse, Token![,])?) })
    }
}

/// All parts in the attributes of a word. A part may occur only once.
pub(crate) fn said(attributes: &[Attribute]) -> syn::Result<Vec<Said>> {
    let mut all: Vec<Said> = Vec::new();
    for attribute in attributes.iter().filter(|it| it.path().is_ident("word")) {
        for said in attribute.parse_args_with(Punctuated::<Said, Token![,]>::parse_terminated)? {
            if all.iter().any(|before| before.name == said.name) {
                return Err(syn::Error::new(said.name.span(), format!("`{}` is said twice", said.name)));
            }
            all.push(said);
        }
    }
    Ok(all)
}
