//! The colours that a `style` attribute sets.

use cssparser::color::{parse_hash_color, parse_named_color};
use cssparser::{ParseError, Parser, Token};

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// `color` and the colour of `background` in a `style` attribute: what the page hides by hand.
///
/// As far as they are written as `#rgb`, by name or as `rgb()` with numbers. Style sheets do not count, since much of their
/// text is on images.
pub fn declared_colors(style: &str) -> (Option<Rgb>, Option<Rgb>) {
    let mut parser = Parser::new(style);
    let (mut color, mut background) = (None, None);
    while !parser.is_exhausted() {
        let declaration = parser.parse_until_after(cssparser::Delimiter::Semicolon, |parser| {
            let name = parser.expect_ident()?.to_ascii_lowercase();
            parser.expect_colon()?;
            let mut value = None;
            while let Ok(token) = parser.next().cloned() {
                value = value.or(match token {
                    Token::Hash(hash) | Token::IDHash(hash) => {
                        parse_hash_color(hash.as_bytes()).ok().map(|(r, g, b, _)| [r, g, b])
                    }
                    Token::Ident(name) => parse_named_color(&name).ok().map(|(r, g, b)| [r, g, b]),
                    Token::Function(name) if name.eq_ignore_ascii_case("rgb") || name.eq_ignore_ascii_case("rgba") => {
                        parser.parse_nested_block(channels).ok()
                    }
                    _ => None,
                });
            }
            Ok::<_, ParseError<()>>((name, value))
        });
        // What does not parse is not a declaration.
        let Ok((name, value)) = declaration else { continue };
        match name.as_str() {
            "color" => color = value.or(color),
            "background" | "background-color" => background = value.or(background),
            _ => {}
        }
    }
    (color, background)
}

/// Red, green and blue as numbers.
fn channels(parser: &mut Parser<'_>) -> Result<Rgb, ParseError<()>> {
    let mut rgb = [0; 3];
    for channel in &mut rgb {
        let value = parser.expect_number()?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
        let byte = value.clamp(0.0, 255.0).round() as u8;
        *channel = byte;
        let _ = parser.try_parse(Parser::expect_comma);
    }
    while parser.next().is_ok() {}
    Ok(rgb)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declared_colors_of_a_style_attribute() {
        let check = |style: &str, color: Option<Rgb>, background: Option<Rgb>| {
            assert_eq!(declared_colors(style), (color, background), "{style}");
        };
        check("color:#FFF; background: url(x.png) navy", Some([255; 3]), Some([0, 0, 128]));
        check("COLOR: rgb(1 2 3 / 50%)!important;;x;color:", Some([1, 2, 3]), None);
        check("background-color:rgba(300,-1,7,.5);", None, Some([255, 0, 7]));
        check("color:var(--x);border-color:red", None, None);
    }
}
