//! Addresses of images in values that are kept as text.
//!
//! <https://drafts.csswg.org/css-values-4/#relative-urls>

use std::sync::Arc;

use cssparser::{ParseError, Parser, Token, serialize_string};
use url::Url;

use super::complex::{Complex, SpecifiedItem};
use super::syntax::Invalid;
use super::{Declaration, DeclaredValue, PropertyId, PropertyName, SpecifiedValue};
use crate::style::computed::GeneratedImage;

/// True for a declaration of images that are painted.
pub(crate) fn has_images(declaration: &Declaration) -> bool {
    matches!(
        declaration.property,
        PropertyName::Longhand(
            PropertyId::BackgroundImage
                | PropertyId::MaskImage
                | PropertyId::BorderImageSource
                | PropertyId::ListStyleImage
                | PropertyId::Content
        )
    )
}

/// Makes the addresses in a declaration of images absolute, which are relative to `base`.
///
/// Chrome: an address that comes from a variable is relative to the sheet that uses the variable.
pub(crate) fn resolve(declaration: &mut Declaration, base: &Arc<Url>) {
    match &mut declaration.value {
        DeclaredValue::Specified(value) => resolve_value(value, base),
        DeclaredValue::WithVariables(value) => Arc::make_mut(value).base = Some(Arc::clone(base)),
        DeclaredValue::Wide(_) => {}
    }
}

/// Makes the addresses in a value absolute.
pub(super) fn resolve_value(value: &mut SpecifiedValue, base: &Url) {
    let SpecifiedValue::Complex(complex) = value else { return };
    let text = match &**complex {
        Complex::Text(text) => text,
        Complex::MarkerImage(image) => {
            let mut image = (**image).clone();
            resolve_image(&mut image, base);
            *value = Complex::MarkerImage(Arc::new(image)).into();
            return;
        }
        Complex::Content(content) => {
            let mut content = content.clone();
            for item in &mut content.items {
                if let SpecifiedItem::Image(image) = item {
                    resolve_image(image, base);
                }
            }
            *value = Complex::Content(content).into();
            return;
        }
        _ => return,
    };
    if !text.contains('(') {
        return;
    }
    let mut out = String::with_capacity(text.len() + base.as_str().len());
    copy(&mut Parser::new(text), &mut out, base, false);
    if out != **text {
        *value = Complex::Text(out.into()).into();
    }
}

fn resolve_image(image: &mut GeneratedImage, base: &Url) {
    if let Some(url) = image.url.as_deref().and_then(|url| absolute(url, base)) {
        image.url = Some(url.as_str().into());
    }
}

/// Copies the rest of `input` with absolute addresses; in a set strings are addresses, too.
fn copy(input: &mut Parser<'_>, out: &mut String, base: &Url, is_set: bool) {
    let mut copied = input.position();
    loop {
        let start = input.position();
        let Ok(token) = input.next_including_whitespace_and_comments() else { break };
        let url = match token.clone() {
            Token::UnquotedUrl(url) => Some(url),
            Token::QuotedString(url) if is_set => Some(url),
            Token::Function(name) if is_address(&name) => input
                .parse_nested_block(|i| Ok::<_, ParseError<Invalid>>(i.expect_string().ok().cloned()))
                .ok()
                .flatten(),
            Token::Function(name) if is_list(&name) => {
                out.push_str(input.slice(copied..input.position()));
                let is_set = name.to_ascii_lowercase().ends_with("image-set");
                let inner = |input: &mut Parser<'_>| {
                    copy(input, out, base, is_set);
                    Ok::<_, ParseError<Invalid>>(())
                };
                let _ = input.parse_nested_block(inner);
                out.push(')');
                copied = input.position();
                None
            }
            _ => None,
        };
        let Some(url) = url.and_then(|url| absolute(&url, base)) else { continue };
        out.push_str(input.slice(copied..start));
        out.push_str("url(");
        // Writing to a string does not fail.
        let _ = serialize_string(url.as_str(), out);
        out.push(')');
        copied = input.position();
    }
    out.push_str(input.slice_from(copied));
}

fn is_address(name: &str) -> bool {
    name.eq_ignore_ascii_case("url") || name.eq_ignore_ascii_case("src")
}

/// True for the functions that choose or mix images.
fn is_list(name: &str) -> bool {
    ["image-set", "-webkit-image-set", "-webkit-cross-fade", "image"]
        .iter()
        .any(|known| name.eq_ignore_ascii_case(known))
}

/// An address made absolute; `None` if it stays as it is: of what the value itself or the page holds.
fn absolute(url: &str, base: &Url) -> Option<Url> {
    let is_data = url.trim_start().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"));
    if is_data || url.is_empty() || url.starts_with('#') {
        return None;
    }
    base.join(url).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_images_become_absolute() {
        let base = Url::parse("http://x/css/a.css").unwrap();
        let check = |text: &str, expected: &str| {
            let mut value = Complex::Text(text.into()).into();
            resolve_value(&mut value, &base);
            assert_eq!(super::super::painted::text(&value).as_deref(), Some(expected), "{text}");
        };
        check("url(../i.png), none", "url(\"http://x/i.png\"), none");
        check("url( 'a \"b.png' ) , url(#m)", "url(\"http://x/css/a%20%22b.png\") , url(#m)");
        check("url(data:image/gif;base64,R0)", "url(data:image/gif;base64,R0)");
        check("linear-gradient(red, rgb(0 0 0)), url(//y/b)", "linear-gradient(red, rgb(0 0 0)), url(\"http://y/b\")");
        check(
            "image-set('a.png' 1x, url(b.png) type('image/png') 2x)",
            "image-set(url(\"http://x/css/a.png\") 1x, url(\"http://x/css/b.png\") type('image/png') 2x)",
        );
    }
}
