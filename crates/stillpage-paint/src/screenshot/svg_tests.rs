//! Images, HTML, patterns and markers in SVG.

use super::effect_tests::{GREEN, RED, WHITE, svg};

const BLUE: [u8; 4] = [0, 0, 255, 255];

/// The address of an image of 20 by 10 px: its left half is red, the right one green.
const HALVES: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABQAAAAKCAIAAAA7N+mxAAAAGUlEQVR42mP8z4APMDbgk2VioACMah4ZmgGcRQGUbEjRowAAAABJRU5ErkJggg==";

/// The address of a file of SVG that looks like it.
const HALVES_OF_SVG: &str = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 ATTRIBUTES%3E\
    %3Crect width=%2210%22 height=%2210%22 fill=%22red%22/%3E%3Crect x=%2210%22 width=%2210%22 height=%2210%22 fill=%22green%22/%3E%3C/svg%3E";

#[test]
fn images_are_fitted_into_their_room() {
    let image = |attributes: &str| format!("<image {attributes} href='{HALVES}' />");
    let whole = image("width=80 height=40");
    assert_eq!((svg(&whole, 20, 20), svg(&whole, 60, 20), svg(&whole, 90, 20)), (RED, GREEN, WHITE));
    let middle = image("x=10 width=40 height=60");
    assert_eq!(
        (svg(&middle, 20, 10), svg(&middle, 20, 30), svg(&middle, 40, 30)),
        (WHITE, RED, GREEN),
        "in the middle"
    );
    let top = image("x=10 width=40 height=60 preserveAspectRatio=xMidYMin");
    assert_eq!((svg(&top, 20, 10), svg(&top, 20, 30)), (RED, WHITE), "at the top");
    let slice = image("width=40 height=40 preserveAspectRatio='xMinYMid slice'");
    assert_eq!((svg(&slice, 35, 20), svg(&slice, 50, 20)), (RED, WHITE), "cut off at the right");
    let stretched = image("width=80 height=80 preserveAspectRatio=none");
    assert_eq!((svg(&stretched, 20, 75), svg(&stretched, 60, 5)), (RED, GREEN));
    let own = image("x=100 y=10");
    assert_eq!((svg(&own, 105, 15), svg(&own, 115, 15), svg(&own, 125, 15)), (RED, GREEN, WHITE), "its own size");
}

#[test]
fn files_of_svg_fit_themselves_into_their_room() {
    let image = |attributes: &str, own: &str| {
        format!("<image {attributes} href='{}' />", HALVES_OF_SVG.replace("ATTRIBUTES", own))
    };
    let sized = image("width=80 height=80", "width=%2220%22 height=%2210%22");
    assert_eq!((svg(&sized, 20, 75), svg(&sized, 60, 5)), (RED, GREEN), "one without a view box fills the room");
    let boxed = image("width=80 height=80 preserveAspectRatio=xMidYMin", "viewBox=%220 0 20 10%22");
    assert_eq!(
        (svg(&boxed, 20, 10), svg(&boxed, 20, 40), svg(&boxed, 60, 40)),
        (WHITE, RED, GREEN),
        "by its own ratio"
    );
    let stretched = image("width=80 height=80 preserveAspectRatio=none", "viewBox=%220 0 20 10%22 width=%2220%22");
    assert_eq!((svg(&stretched, 20, 75), svg(&stretched, 60, 5)), (RED, GREEN));
}

#[test]
fn contents_of_patterns_begin_at_their_tile() {
    let pattern = "<pattern id=p width=1 height=1 UNITS><rect width=20 height=40 fill=red /><rect x=20 width=20 height=40 fill=green /></pattern>
        <rect x=50 y=30 width=40 height=40 fill='url(#p)' />";
    let of_user = pattern.replace("UNITS", "");
    assert_eq!((svg(&of_user, 60, 50), svg(&of_user, 80, 50)), (RED, GREEN));
    let moved = pattern.replace("width=1 height=1 UNITS", "x=60 y=30 width=40 height=40 patternUnits=userSpaceOnUse");
    assert_eq!((svg(&moved, 55, 50), svg(&moved, 70, 50), svg(&moved, 85, 50)), (GREEN, RED, GREEN));
}

#[test]
fn images_are_shown_by_uses_and_patterns() {
    let used = format!("<defs><image id=i width=40 height=20 href='{HALVES}' /></defs><use href='#i' x=100 y=50 />");
    assert_eq!((svg(&used, 110, 60), svg(&used, 130, 60), svg(&used, 10, 10)), (RED, GREEN, WHITE));
    let pattern = format!(
        "<pattern id=p width=20 height=10 patternUnits=userSpaceOnUse><image width=20 height=10 href='{HALVES}' /></pattern>
         <rect width=200 height=100 fill='url(#p)' />"
    );
    assert_eq!((svg(&pattern, 5, 5), svg(&pattern, 15, 5), svg(&pattern, 85, 55)), (RED, GREEN, RED));
    let faded = format!("<image width=80 height=40 opacity='.5' href='{HALVES}' />");
    assert_eq!(svg(&faded, 20, 20), [255, 127, 127, 255]);
}

#[test]
fn html_in_svg_is_drawn_in_its_place() {
    let box_ = "<div style='height: 100px; background: green'></div>";
    let inside = format!(
        "<rect width=60 height=60 fill=red /><g transform='translate(20 10)'><foreignObject width=60 height=30>{box_}</foreignObject></g>
         <rect x=70 width=10 height=60 fill=blue />"
    );
    assert_eq!(svg(&inside, 30, 20), GREEN, "over what comes before it");
    assert_eq!(svg(&inside, 75, 20), BLUE, "below what comes after it");
    assert_eq!((svg(&inside, 10, 20), svg(&inside, 30, 45)), (RED, RED), "cut off at its edges");
    let scaled =
        format!("<g transform='scale(2)'><foreignObject x=10 y=10 width=20 height=20>{box_}</foreignObject></g>");
    assert_eq!((svg(&scaled, 55, 55), svg(&scaled, 65, 55), svg(&scaled, 15, 30)), (GREEN, WHITE, WHITE));
    let faded = format!("<foreignObject opacity='.5' width=60 height=30>{box_}</foreignObject>");
    assert_eq!(svg(&faded, 30, 15), [127, 191, 127, 255]);
}

#[test]
fn patterns_and_markers_have_groups() {
    let pattern = "<pattern id=p width=20 height=20 patternUnits=userSpaceOnUse>
        <g opacity='.5'><rect width=20 height=20 fill=red /><rect width=10 height=20 fill=green /></g></pattern>
        <rect width=100 height=100 fill='url(#p)' />";
    assert_eq!((svg(pattern, 5, 5), svg(pattern, 15, 5)), ([127, 191, 127, 255], [255, 127, 127, 255]));
    let marker = format!(
        "<marker id=m markerWidth=20 markerHeight=10 refX=10 refY=5 markerUnits=userSpaceOnUse><image width=20 height=10 href='{HALVES}' /></marker>
         <path d='M50 50H100' marker-start='url(#m)' />"
    );
    assert_eq!((svg(&marker, 45, 50), svg(&marker, 55, 50)), (RED, GREEN));
}

#[test]
fn filters_show_files_and_elements() {
    let filtered = |primitive: &str| {
        format!(
            "<defs><circle id=c cx=10 cy=10 r=9 fill=blue /></defs>\
             <filter id=f x=0 y=0 width=1 height=1>{primitive}</filter><rect x=100 width=80 height=80 filter=url(#f) />"
        )
    };
    let fitted = filtered(&format!("<feImage href='{HALVES}' />"));
    assert_eq!((svg(&fitted, 110, 40), svg(&fitted, 170, 40), svg(&fitted, 110, 10)), (RED, GREEN, WHITE));
    let stretched = filtered(&format!("<feImage href='{HALVES}' preserveAspectRatio=none />"));
    assert_eq!((svg(&stretched, 110, 5), svg(&stretched, 170, 75)), (RED, GREEN));
    let part = filtered(&format!("<feImage href='{HALVES}' x=110 y=10 width=20 height=10 />"));
    assert_eq!((svg(&part, 115, 15), svg(&part, 125, 15), svg(&part, 140, 15)), (RED, GREEN, WHITE), "a part");
    let element = filtered("<feImage href=#c />");
    assert_eq!((svg(&element, 110, 10), svg(&element, 10, 10), svg(&element, 150, 40)), (BLUE, WHITE, WHITE));
}

#[test]
fn letters_and_clipped_shapes_clip() {
    let clipped = |inside: &str| {
        format!("<clipPath id=c>{inside}</clipPath><rect width=100 height=100 fill=red clip-path=url(#c) />")
    };
    let letter = clipped("<text x=0 y=60 font-size=80 font-weight=bold font-family='Liberation Sans'>I</text>");
    assert_eq!((svg(&letter, 11, 40), svg(&letter, 2, 40), svg(&letter, 50, 40)), (RED, WHITE, WHITE));
    let inner = "<clipPath id=i><rect width=10 height=100 /></clipPath>";
    let shapes =
        format!("{inner}{}", clipped("<rect width=50 height=50 clip-path=url(#i) /><rect y=60 width=50 height=10 />"));
    assert_eq!((svg(&shapes, 5, 20), svg(&shapes, 30, 20), svg(&shapes, 30, 65)), (RED, WHITE, RED));
}
