//! Pictures of small pages: what is drawn, where labels stand, and what a hostile page cannot do.

use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::RenderOptions;
use crate::snapshot::{ModalMode, SnapshotOptions};

fn picture(html: &str) -> Picture {
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::default()),
        Device::default(),
        RenderOptions::default(),
    );
    let snapshot = Snapshot::render(&page, &SnapshotOptions::default());
    let marks = Marks::of(&page, &snapshot, ModalMode::Mark);
    Picture::of(&page, &snapshot, &marks)
}

fn item<'a>(picture: &'a Picture, name: &str) -> (usize, &'a Item) {
    picture.items.iter().enumerate().find(|(_, item)| item.name == name).unwrap()
}

/// Labels that share more than an edge.
fn overlaps(picture: &Picture) -> usize {
    let labels = &picture.labels;
    let pairs = labels.iter().enumerate().flat_map(|(i, a)| labels[i + 1..].iter().map(move |b| (a, b)));
    pairs.filter(|(a, b)| !a.rect.intersect(&b.rect).is_empty()).count()
}

#[test]
fn labels_of_crowded_controls_do_not_overlap() {
    let buttons: String =
        (0..200).map(|i| format!("<button style='width:16px;height:16px;padding:0'>{}</button>", i % 10)).collect();
    let picture = picture(&format!("<!doctype html><body>{buttons}"));
    assert_eq!(overlaps(&picture), 0, "every label can be read");
    let of_controls = picture.labels.iter().filter(|l| picture.items[l.item].kind == ItemClass::Control).count();
    assert!(of_controls > 60, "many have a label: {of_controls}");
    assert!(picture.labels.iter().any(|label| label.leader.is_some()), "some stand away, with a line");
}

#[test]
fn labels_sit_on_their_boxes() {
    let picture = picture("<!doctype html><body><p><a href=x>One link</a></p><p><button>Save</button></p>");
    for label in &picture.labels {
        let rect = picture.items[label.item].rect.unwrap();
        let near = Rect::new(rect.x - 14.0, rect.y - 14.0, rect.width + 40.0, rect.height + 28.0);
        assert!(!near.intersect(&label.rect).is_empty(), "{} is near its box", picture.items[label.item].reference);
    }
}

#[test]
fn modal_is_drawn_over_its_veil() {
    let picture = picture(
        "<!doctype html><button>Below</button><dialog open data-frozen-modal><p>Sure?</p><button>Yes</button></dialog>",
    );
    let at = |wanted: &dyn Fn(&Shape) -> bool| picture.shapes.iter().position(wanted).unwrap();
    let veil = at(&|shape| matches!(shape, Shape::Veil(_)));
    let (below, yes) = (item(&picture, "Below").0, item(&picture, "Yes").0);
    assert!(at(&|s| matches!(s, Shape::Box { item, .. } if *item == below)) < veil, "the page is under the veil");
    assert!(at(&|s| matches!(s, Shape::Box { item, .. } if *item == yes)) > veil, "the dialog is over it");
    assert!(item(&picture, "Below").1.obscured, "what it blocks is shaded");
    assert!(!item(&picture, "Yes").1.obscured, "its own button is not");
}

#[test]
fn what_a_scroller_hides_is_not_drawn() {
    let picture = picture(
        "<!doctype html><div style='overflow:auto;height:50px'><button>Top</button>\
         <div style='height:400px'></div><button>Deep</button></div>",
    );
    assert!(item(&picture, "Top").1.rect.is_some(), "it shows");
    let deep = item(&picture, "Deep").1;
    assert_eq!(deep.rect, None, "it is scrolled away");
    assert!(deep.marks.contains(&"clipped away".to_owned()), "and the list has it: {:?}", deep.marks);
}

#[test]
fn fold_is_drawn_where_the_window_ends() {
    let svg = picture("<!doctype html><body style='margin:0'><p style='height:2000px;margin:0'>x").to_svg();
    assert!(svg.contains("y1=\"720\" x2"), "the fold is at 720");
    let svg = picture("<!doctype html><p>x").to_svg();
    assert!(!svg.contains("the fold:"), "a page that fits has none");
}

#[test]
fn hostile_text_stays_text() {
    let html = "<!doctype html><title>&lt;/title>&lt;script>alert(1)&lt;/script></title>\
                <button aria-label='\"/><script>alert(2)</script><x y=\"'>&lt;/text>&lt;img src=x onerror=alert(3)></button>\
                <p>]]>&lt;!--&#x202e;&#1;</p>";
    let picture = picture(html);
    for out in [picture.to_svg(), picture.to_html()] {
        assert!(!out.contains("<script>alert") && !out.contains("<img"), "no markup of the page's: {out}");
        assert!(!out.contains('\u{202e}') && !out.contains('\u{1}'), "no characters that turn or break the rest");
        assert!(
            !out.contains("http://") || out.matches("http://").count() == out.matches("http://www.w3.org/").count()
        );
    }
    // As XML it reads, too.
    let svg = picture.to_svg();
    let names: Vec<&str> =
        svg.split('<').skip(1).filter_map(|tag| tag.split([' ', '>', '/']).find(|name| !name.is_empty())).collect();
    let known = ["svg", "title", "style", "defs", "pattern", "rect", "path", "clipPath", "g", "text", "line"];
    assert_eq!(names.iter().find(|name| !known.contains(name)), None, "no tags but ours");
}

#[test]
fn empty_pages_have_a_picture() {
    for html in ["", "<frameset>", "<body style='width:0'>", "<body style='width:1e30px'><button>x"] {
        let picture = picture(html);
        assert!(picture.to_svg().starts_with("<svg "), "{html}");
        assert!(!picture.to_html().is_empty(), "{html}");
    }
}
