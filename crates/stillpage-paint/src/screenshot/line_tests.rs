//! Colours of borders that are lit from a side, and lines of text.

use super::tests::{pixel, pixels};
use super::{Page, ScreenshotOptions};

#[test]
fn shades_are_darker_and_lighter() {
    let sides = |border: &str| {
        let html = format!("<body style='margin: 0'><div style='width: 20px; height: 20px; border: 10px {border}'>");
        [pixel(&html, 5, 20)[0], pixel(&html, 35, 20)[0]]
    };
    assert_eq!(sides("inset #808080"), [44, 212]);
    assert_eq!(sides("outset #808080"), [212, 44]);
    assert_eq!(sides("inset #000"), [84, 168], "black is lightened for both");
    assert_eq!(sides("inset #eee"), [154, 238], "what is light is not lightened");
    assert_eq!(sides("inset; color: red"), [154, 238], "no colour is declared");
}

#[test]
fn lines_of_text_are_as_thick_as_a_tenth_of_its_size_in_whole_pixels() {
    let rows = |size: u32, line: &str| {
        let html = format!(
            "<body style='margin: 0; font: {size}px/100px Liberation Sans'>\
             <span style='color: #fff; text-decoration: {line} #00f'>xxxx</span>"
        );
        let (width, _, all) = pixels(&Page::from_html(&html), &ScreenshotOptions::default());
        let column = all.iter().skip(5).step_by(width as usize);
        let found = column.enumerate().filter(|(_, pixel)| **pixel == [0, 0, 255, 255]).map(|(row, _)| row);
        found.collect::<Vec<_>>()
    };
    let under = |size: u32| rows(size, "underline");
    assert_eq!((under(16).len(), under(19).len(), under(20).len(), under(29).len()), (1, 1, 2, 2));
    assert_eq!(rows(20, "overline").len(), 2);
    // A gap of one and a tenth is one of two pixels.
    assert_eq!(under(22)[0] - rows(22, "line-through")[0], 10);
}
