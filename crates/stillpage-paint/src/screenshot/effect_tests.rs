//! Colour schemes, the parts of SVG that refer to others, and effects.

use super::tests::pixel;

#[test]
fn dark_pages_have_dark_canvases_and_controls() {
    let at = |style: &str, body: &str, x, y| {
        pixel(&format!("<!doctype html><html style='{style}'><body style='margin: 0'>{body}"), x, y)
    };
    assert_eq!(at("color-scheme: dark", "", 5, 5), [18, 18, 18, 255], "the canvas");
    assert_eq!(at("color-scheme: light dark", "", 5, 5), [255; 4], "the user asks for the light one");
    let meta = "<meta name=color-scheme content=dark>";
    assert_eq!(pixel(&format!("<!doctype html>{meta}<p>"), 5, 5), [18, 18, 18, 255], "by the page's meta element");
    let field = "<input style='width: 80px; height: 30px'>";
    assert_eq!(at("color-scheme: dark", field, 40, 15), [59, 59, 59, 255], "a text field");
    assert_eq!(at("color-scheme: dark", field, 40, 0), [133, 133, 133, 255], "its border");
    let button = "<button style='width: 80px; height: 30px'></button>";
    assert_eq!(at("color-scheme: dark", button, 40, 15), [107, 107, 107, 255], "a button");
    assert_eq!(at("", button, 40, 15), [239, 239, 239, 255], "a button of a light page");
    let checkbox = "<input type=checkbox checked style='margin: 0; width: 40px; height: 40px'>";
    assert_eq!(at("color-scheme: dark", checkbox, 3, 20), [153, 200, 255, 255], "a checkbox");
    let own = "<div style='color-scheme: dark; height: 20px; background: canvas'></div>";
    assert_eq!(at("", own, 5, 5), [18, 18, 18, 255], "an element of its own");
    let pair = "<div style='height: 20px; background: light-dark(red, blue)'></div>";
    assert_eq!(at("color-scheme: dark", pair, 5, 5), [0, 0, 255, 255]);
    assert_eq!(at("", pair, 5, 5), [255, 0, 0, 255]);
}

#[test]
fn bar_without_a_value_shows_a_piece() {
    let html = "<body style='margin: 0'><progress style='width: 200px; height: 40px'></progress>";
    assert_eq!(pixel(html, 50, 20), [0, 117, 255, 255], "the piece");
    assert_eq!(pixel(html, 120, 20), [239, 239, 239, 255], "the rest");
}

#[test]
fn file_fields_have_a_button_and_buttons_their_label() {
    let field = "<body style='margin: 0'><input type=file style='font-size: 40px; width: 600px'>";
    assert_eq!(pixel(field, 4, 20), [239, 239, 239, 255], "the button");
    let row = pixel_row(field, 30);
    assert!(row[..220].iter().any(|pixel| pixel[0] < 200), "its label");
    assert!(row[280..600].iter().any(|pixel| pixel[0] < 200), "the text beside it");
    let button =
        "<body style='margin: 0'><input type=submit style='font-size: 40px; padding: 0; border: 0; background: white'>";
    let dark = pixel_row(button, 25).iter().filter(|pixel| pixel[0] < 200).count();
    assert!(dark > 8, "letters, not the disc of a list item: {dark}");
}

/// A pixel of an `svg` at the corner of the window.
pub(super) fn svg(inside: &str, x: u32, y: u32) -> [u8; 4] {
    pixel(&format!("<body style='margin: 0'><svg width=200 height=100>{inside}</svg>"), x, y)
}

pub(super) const RED: [u8; 4] = [255, 0, 0, 255];
pub(super) const GREEN: [u8; 4] = [0, 128, 0, 255];
pub(super) const WHITE: [u8; 4] = [255; 4];

#[test]
fn patterns_of_svg_repeat_their_tile() {
    let tile = "<pattern id=p ATTRIBUTES><rect width=10 height=20 fill=red /><rect x=10 width=10 height=20 fill=green /></pattern>
        <rect width=100 height=100 fill='url(#p)' />";
    let user = tile.replace("ATTRIBUTES", "width=20 height=20 patternUnits=userSpaceOnUse");
    assert_eq!((svg(&user, 5, 5), svg(&user, 15, 5), svg(&user, 45, 50)), (RED, GREEN, RED));
    let shares = tile.replace("ATTRIBUTES", "width='.5' height='.5' viewBox='0 0 20 20'");
    assert_eq!((svg(&shares, 12, 5), svg(&shares, 37, 5), svg(&shares, 62, 60)), (RED, GREEN, RED), "of the bounds");
    let around = "<pattern id=p width=10 height=10 patternUnits=userSpaceOnUse><rect width=10 height=10 fill='url(#p)'/></pattern>
        <rect width=100 height=100 fill='url(#p)' />";
    assert_eq!(svg(around, 5, 5), WHITE, "a pattern in itself");
}

#[test]
fn markers_of_svg_are_at_the_ends_of_lines() {
    let line = "<marker id=m markerWidth=4 markerHeight=4 refX=2 refY=2><rect width=4 height=4 fill=red /></marker>
        <path d='M20 50H100V80' fill=none stroke=green stroke-width=4 ATTRIBUTE='url(#m)' />";
    let at = |attribute: &str, x, y| svg(&line.replace("ATTRIBUTE", attribute), x, y);
    assert_eq!((at("marker-start", 20, 44), at("marker-start", 100, 86)), (RED, WHITE));
    assert_eq!((at("marker-mid", 106, 50), at("marker-mid", 20, 44)), (RED, WHITE));
    assert_eq!((at("marker-end", 106, 80), at("marker-end", 20, 44)), (RED, WHITE));
}

#[test]
fn clips_and_masks_of_svg_leave_a_part() {
    let clip = "<clipPath id=c><rect width=50 height=100 /></clipPath><g clip-path='url(#c)'><rect width=100 height=100 fill=green /></g>";
    assert_eq!((svg(clip, 25, 50), svg(clip, 75, 50)), (GREEN, WHITE));
    let units = "<clipPath id=c clipPathUnits=objectBoundingBox><rect width='.25' height=1 /></clipPath>
        <rect width=100 height=100 fill=green clip-path='url(#c)'/>";
    assert_eq!((svg(units, 20, 50), svg(units, 30, 50)), (GREEN, WHITE), "of the bounds");
    let mask = "<mask id=m><rect width=100 height=100 fill=white /><rect width=50 height=100 fill=black /></mask>
        <rect width=100 height=100 fill=green mask='url(#m)' />";
    assert_eq!((svg(mask, 75, 50), svg(mask, 25, 50)), (GREEN, WHITE), "by lightness");
}

#[test]
fn background_is_seen_through_text() {
    let html = "<body style='margin: 0'><div style='font-size: 100px; line-height: 100px; color: transparent;
        background: linear-gradient(red, red); background-clip: text; width: 400px'>MMMM</div>";
    let row = pixel_row(html, 60);
    let reds = (0..400).filter(|x| row[*x] != WHITE && row[*x][0] == 255).count();
    assert!((20..380).contains(&reds), "the letters and not the rest: {reds}");
    let fill = html.replace("color: transparent", "-webkit-text-fill-color: green");
    assert!(pixel_row(&fill, 60).contains(&GREEN), "the colour of the text is over it");
}

/// A row of the picture of a page.
fn pixel_row(html: &str, y: u32) -> Vec<[u8; 4]> {
    let page = super::Page::from_html(html);
    let (width, _, all) = super::tests::pixels(&page, &super::ScreenshotOptions::default());
    all[(y * width) as usize..((y + 1) * width) as usize].to_vec()
}

#[test]
fn drop_shadow_has_the_shape_of_what_is_painted() {
    let html = "<body style='margin: 0'><div style='filter: drop-shadow(30px 0 0 red); width: 20px; height: 20px; background: green'></div>";
    assert_eq!((pixel(html, 10, 10), pixel(html, 25, 10), pixel(html, 40, 10)), (GREEN, WHITE, RED));
}

#[test]
fn backdrop_is_filtered_in_the_box_alone() {
    let html = "<body style='margin: 0; background: white'><div style='height: 50px; background: red'></div>
        <div style='position: absolute; inset: 10px auto auto 10px; width: 20px; height: 20px; backdrop-filter: invert(1)'></div>";
    assert_eq!(pixel(html, 20, 20), [0, 255, 255, 255]);
    assert_eq!(pixel(html, 40, 20), RED);
}

#[test]
fn border_images_keep_their_corners() {
    let image = "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 width=%2230%22 height=%2230%22><rect width=%2230%22 height=%2230%22 fill=%22green%22/><rect width=%2210%22 height=%2210%22 fill=%22red%22/></svg>";
    let html = format!(
        "<body style='margin: 0'><div style='width: 60px; height: 60px; border: 20px solid blue; border-image: url(\"{image}\") 10'></div>"
    );
    assert_eq!(pixel(&html, 10, 10), RED, "a corner at twice its size");
    assert_eq!(pixel(&html, 50, 10), GREEN, "an edge");
    assert_eq!(pixel(&html, 50, 50), WHITE, "the middle");
    assert_eq!(pixel(&html.replace(") 10'", ") 10 fill'"), 50, 50), GREEN, "the middle, filled");
}

#[test]
fn data_urls_of_generated_content_and_markers_are_drawn() {
    let image = "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' height='20' fill='green'/></svg>\")";
    let reds = |css: &str, body: &str| {
        let html = format!("<style>{}</style><body style='margin: 0'>{body}", css.replace("IMAGE", image));
        pixel_row(&html, 8).into_iter().filter(|pixel| *pixel == GREEN).count()
    };
    assert_eq!(reds("p { margin: 0 } p::before { content: IMAGE }", "<p>"), 20, "before");
    assert_eq!(reds("p { margin: 0 } p::before { content: 'a' IMAGE ' ' IMAGE }", "<p>"), 40, "among texts");
    assert_eq!(
        reds("div { content: IMAGE; width: 30px; height: 30px }", "<div>text</div>"),
        30,
        "instead of an element"
    );
    assert_eq!(reds("ul { margin: 0; list-style-image: IMAGE }", "<ul><li>a</ul>"), 20, "a marker");
}

#[test]
fn image_that_cannot_be_shown_has_an_icon() {
    let image = "<!doctype html><body style='margin: 0'><img src=gone.png alt='a' style='display: block'>";
    assert_eq!(pixel(image, 0, 4), [150, 150, 151, 255], "a frame");
    assert_eq!(pixel(image, 5, 13), [88, 170, 57, 255], "a landscape");
    assert_eq!(pixel(image, 12, 12), WHITE, "a tear");
    let empty = "<!doctype html><body style='margin: 0'><img src=gone.png alt='' style='display: block'>";
    assert_eq!(pixel(empty, 0, 4), WHITE, "decoration has none");
    let sized = "<!doctype html><body style='margin: 0'><img src=gone.png width=80 height=40>";
    assert_eq!(pixel(sized, 0, 20), [192, 192, 192, 255], "the frame of one whose size is known");
    assert_eq!(pixel(sized, 2, 6), [150, 150, 151, 255], "the icon in it");
}

#[test]
fn opacity_of_svg_is_that_of_all_in_it() {
    let inside = "<rect width=60 height=60 fill=red /><rect x=40 width=60 height=60 fill=green />";
    let faded = [127, 191, 127, 255];
    let group = format!("<g opacity=.5>{inside}</g>");
    assert_eq!(svg(&group, 20, 20), [255, 127, 127, 255]);
    assert_eq!(svg(&group, 50, 20), faded, "where one is on the other");
    assert_eq!(svg(&group, 80, 20), faded);
    let after = format!("{group}<rect x=120 width=60 height=60 fill=green />");
    assert_eq!(svg(&after, 150, 20), GREEN, "beyond the group");
    let both = "<rect x=20 y=20 width=60 height=60 fill=red stroke=green stroke-width=20 opacity=.5 />";
    assert_eq!(svg(both, 25, 50), faded, "a stroke on its fill");
}

#[test]
fn filters_of_svg_are_drawn_in_their_region() {
    let with = |filter: &str, x, y| {
        let shape = "<rect x=50 y=30 width=40 height=40 fill=red filter=url(#f) />";
        svg(&format!("<filter id=f color-interpolation-filters=sRGB {filter}</filter>{shape}"), x, y)
    };
    let moved = "><feOffset dx=2 />";
    assert_eq!(with(moved, 50, 50), WHITE);
    assert_eq!(with(moved, 91, 50), RED);
    let far = "><feOffset dx=20 />";
    assert_eq!(with(far, 93, 50), RED, "a tenth of the box around it is its region");
    assert_eq!(with(far, 95, 50), WHITE, "not beyond");
    let flood = "><feFlood flood-color=green /><feComposite in2=SourceAlpha operator=out />";
    assert_eq!(with(flood, 70, 50), WHITE);
    assert_eq!(with(flood, 48, 50), GREEN, "around the shape");
    let shadow = "x=-1 width=3><feDropShadow dx=60 stdDeviation=0 flood-color=green />";
    assert_eq!(with(shadow, 125, 50), GREEN);
    assert_eq!(with(shadow, 70, 50), RED);
    let grey = "><feColorMatrix type=saturate values=0 />";
    assert_eq!(with(grey, 70, 50), [54, 54, 54, 255]);
    let turned = "><feComponentTransfer><feFuncR type=table tableValues='1 0' /><feFuncG type=linear intercept=.5 /></feComponentTransfer>";
    assert_eq!(with(turned, 70, 50), [0, 127, 0, 255]);
    assert_eq!(with(">", 70, 50), WHITE, "without primitives it hides");
    assert_eq!(with("><feImage />", 70, 50), WHITE, "an image without an address shows nothing");
}

#[test]
fn filters_of_svg_are_of_boxes_too() {
    let html = "<body style='margin: 0'><svg width=0 height=0 style='position: absolute'><filter id=f><feOffset dx=20 dy=10 /></filter></svg>\
        <div style='filter: url(\"#f\"); width: 200px; height: 100px; background: red'></div>";
    assert_eq!(pixel(html, 19, 50), WHITE);
    assert_eq!(pixel(html, 21, 50), RED);
    assert_eq!(pixel(html, 215, 105), RED);
}

#[test]
fn border_of_a_fieldset_runs_through_the_middle_of_its_legend() {
    let html = "<body style='margin: 0; font-size: 20px'><fieldset style='margin: 0; border: 2px solid red; background: green'>
        <legend style='margin-left: 40px; height: 40px; width: 60px; padding: 0'></legend>x</fieldset>";
    assert_eq!(pixel(html, 5, 10), WHITE, "above the border");
    assert_eq!(pixel(html, 5, 20), RED);
    assert_eq!(pixel(html, 5, 30), GREEN);
    let behind = pixel(html, 80, 20);
    assert_ne!(behind, RED, "behind the legend");
    assert_eq!(pixel(html, 200, 20), RED, "beyond it");
}

#[test]
fn collapsed_borders_are_drawn_once_whoever_they_are_of() {
    let html = "<body style='margin: 0'><style>table { border-collapse: collapse; width: 200px; table-layout: fixed }
        td { height: 40px; padding: 0 }</style><table style='border: 4px solid red'>
        <tr style='border-bottom: 2px solid green'><td><td><tr><td><td style='border-left: 6px solid blue'></table>";
    let at = |x, y| pixel(html, x, y);
    let blue = [0, 0, 255, 255];
    assert_eq!((at(1, 60), at(3, 60), at(5, 60)), (RED, RED, WHITE), "of the table");
    assert_eq!((at(50, 1), at(50, 3), at(50, 5)), (RED, RED, WHITE));
    let line = (38..48).filter(|&y| at(50, y) == GREEN).count();
    assert_eq!(line, 2, "of a row");
    assert_eq!((38..48).filter(|&y| at(150, y) == GREEN).count(), 2);
    assert_eq!((90..110).filter(|&x| at(x, 70) == blue).count(), 6, "of a cell");
    assert_eq!((90..110).filter(|&x| at(x, 20) == blue).count(), 0, "not above it");
}

#[test]
fn menus_and_fields_keep_their_background_without_their_appearance() {
    let at = |style: &str, control: &str| {
        let style = format!("width: 80px; height: 40px; {style}");
        pixel(
            &format!(
                "<body style='margin: 0; background: red'>{}",
                control.replace("STYLE", &format!("style='{style}'"))
            ),
            60,
            8,
        )
    };
    let menu = "<select STYLE><option>a</select>";
    assert_eq!(at("", menu), WHITE);
    assert_eq!(at("border: 1px solid blue", menu), [239, 239, 239, 255]);
    assert_eq!(at("border: 1px solid blue; background: green", menu), GREEN);
    assert_eq!(at("appearance: none", "<input STYLE>"), WHITE);
    assert_eq!(at("appearance: none; background: none", "<input STYLE>"), RED);
}

#[test]
fn broken_images_show_what_they_have_room_for() {
    let at = |image: &str, x, y| {
        pixel(&format!("<!doctype html><body style='margin: 0'><div style='line-height: 0'>{image}</div>"), x, y)
    };
    let silver = [192, 192, 192, 255];
    assert_eq!(at("<img src=x.png width=40 height=40>", 0, 20), silver, "its frame");
    assert_eq!(at("<img src=x.png width=17 height=40>", 0, 20), WHITE, "too small for its icon");
    assert_eq!(at("<img src=x.png width=17 height=40>", 4, 6), WHITE, "nor is that seen");
}

#[test]
fn text_of_a_broken_image_is_underlined_in_a_link() {
    let row = |html: &str| (20..70).any(|y| pixel_row(html, y)[40..140].iter().all(|pixel| pixel[0] < 50));
    let link = |image: &str| {
        format!("<!doctype html><body style='margin: 20px; font: 30px Liberation Sans'><a href=x>{image}</a>")
    };
    assert!(row(&link("<img src=x.png alt='aaaaaaaa aaaaaaaa'>")));
    assert!(!row(&link(
        "<img src=x.png alt='aaaaaaaa aaaaaaaa' style='display: inline-block; text-decoration: none; float: left'>"
    )));
}

#[test]
fn outlines_are_in_front_of_contents() {
    let html =
        "<body style='margin: 0'><div style='margin: 20px; width: 60px; height: 20px; outline: 4px solid red'></div>
        <div style='width: 90px; height: 40px; margin-top: -20px; background: green'></div>
        <div style='position: relative; width: 40px; height: 60px; margin-top: -60px; background: blue'></div>";
    assert_eq!(pixel(html, 60, 42), RED, "of a box that a later one covers");
    assert_eq!(pixel(html, 30, 42), [0, 0, 255, 255], "what is positioned is in front of it");
}

#[test]
fn a_ring_is_around_what_has_the_focus() {
    let at = |style: &str, x, y| {
        pixel(
            &format!(
                "<body style='margin: 0; background: silver'><div tabindex=0 autofocus style='position: absolute; left: 40px; top: 30px; width: 80px; height: 30px; {style}'></div>"
            ),
            x,
            y,
        )
    };
    const RING: [u8; 4] = [16, 16, 16, 255];
    const SILVER: [u8; 4] = [192, 192, 192, 255];
    assert_eq!([37, 38, 39, 40, 41].map(|x| at("", x, 45)), [SILVER, WHITE, RING, RING, SILVER]);
    let border = "border: 3px solid red";
    assert_eq!(
        [38, 39, 40, 41, 42].map(|x| at(border, x, 45)),
        [SILVER, WHITE, RING, RING, RED],
        "it takes from a border"
    );
    assert_eq!(at("outline-offset: 5px", 34, 45), RING);
    assert_eq!(at("outline: none", 40, 45), SILVER);
}

#[test]
fn elements_clip_and_mask_boxes() {
    let svg = "<svg width=0 height=0 style='position: absolute'><clipPath id=c><circle cx=30 cy=30 r=20 /></clipPath>
        <clipPath id=u clipPathUnits=objectBoundingBox><rect width='.5' height=1 /></clipPath>
        <clipPath id=e><path clip-rule=evenodd d='M0 0H100V60H0ZM20 20H80V40H20Z' /></clipPath>
        <clipPath id=n clip-path='url(#u)'><rect width=100 height=30 /></clipPath>
        <mask id=m><rect width=100 height=60 fill=white /><rect width=50 height=60 fill=black /></mask>
        <mask id=a style='mask-type: alpha'><rect width=50 height=60 fill=black /></mask></svg>";
    let at = |style: &str, x, y| {
        pixel(
            &format!(
                "<body style='margin: 0'>{svg}<div style='width: 100px; height: 60px; background: green; {style}'></div>"
            ),
            x,
            y,
        )
    };
    let clip = "clip-path: url(#c)";
    assert_eq!((at(clip, 30, 30), at(clip, 12, 12), at(clip, 80, 30)), (GREEN, WHITE, WHITE));
    assert_eq!((at("clip-path: url(#u)", 40, 30), at("clip-path: url(#u)", 60, 30)), (GREEN, WHITE), "of the bounds");
    assert_eq!((at("clip-path: url(#e)", 10, 30), at("clip-path: url(#e)", 50, 30)), (GREEN, WHITE), "by its rule");
    let both = "clip-path: url(#n)";
    assert_eq!((at(both, 40, 20), at(both, 60, 20), at(both, 40, 40)), (GREEN, WHITE, WHITE), "a clip of a clip");
    assert_eq!(at("clip-path: url(#nothing)", 50, 30), GREEN, "of what is not there");
    assert_eq!((at("mask: url(#m)", 75, 30), at("mask: url(#m)", 25, 30)), (GREEN, WHITE), "by lightness");
    assert_eq!((at("mask: url(#a)", 25, 30), at("mask: url(#a)", 75, 30)), (GREEN, WHITE), "by alpha");
    assert_eq!(at("mask: url(#m) alpha", 25, 30), GREEN, "as the style asks");
    assert_eq!(at("mask: url(#nothing)", 50, 30), WHITE, "by what is not there");
    let path = "clip-path: path(evenodd, \"M0 0H100V60H0ZM20 20H80V40H20Z\")";
    assert_eq!((at(path, 10, 30), at(path, 50, 30)), (GREEN, WHITE));
    let inner = "border: 10px solid red; box-sizing: border-box; clip-path: padding-box";
    assert_eq!((at(inner, 5, 30), at(inner, 50, 30)), (WHITE, GREEN), "a box alone");
}

#[test]
fn styles_clip_and_mask_shapes() {
    let at = |style: &str, x, y| {
        svg(
            &format!(
                "<mask id=m><rect width=50 height=100 fill=white /></mask><g style='{style}'><rect width=100 height=100 fill=green /></g>"
            ),
            x,
            y,
        )
    };
    assert_eq!((at("clip-path: circle(30px)", 50, 50), at("clip-path: circle(30px)", 10, 10)), (GREEN, WHITE));
    assert_eq!((at("mask: url(#m)", 25, 50), at("mask: url(#m)", 75, 50)), (GREEN, WHITE));
    let gradient = "mask: linear-gradient(90deg, black 50%, transparent 50%)";
    assert_eq!((at(gradient, 25, 50), at(gradient, 75, 50)), (GREEN, WHITE));
}

#[test]
fn masks_of_themselves_end() {
    let html = "<mask id=m><g mask='url(#m)'><rect width=100 height=100 fill=white /></g></mask><clipPath id=c clip-path='url(#c)'>
        <rect width=100 height=100 /></clipPath><rect width=100 height=100 fill=green mask='url(#m)' clip-path='url(#c)' />";
    assert_eq!(svg(html, 50, 50), GREEN);
}

#[test]
fn collapsed_double_borders_have_two_lines() {
    let html = "<body style='margin: 0'><table style='border-collapse: collapse; border: 9px double red'><td style='width: 60px; height: 40px'></table>";
    assert_eq!([1, 4, 7].map(|y| pixel(html, 30, y)), [RED, WHITE, RED]);
    assert_eq!([1, 4, 7].map(|x| pixel(html, x, 25)), [RED, WHITE, RED]);
}

/// A pixel of a green box of 100x100 with a filter.
fn filtered(primitives: &str, x: u32, y: u32) -> [u8; 4] {
    let filter = format!(
        "<svg width=0 height=0 style='position: absolute'><filter id=f x=0 y=0 width=1 height=1 color-interpolation-filters=sRGB>{primitives}</filter></svg>"
    );
    pixel(
        &format!(
            "<body style='margin: 0'>{filter}<div style='width: 100px; height: 100px; background: green; filter: url(#f)'></div>"
        ),
        x,
        y,
    )
}

#[test]
fn filters_make_noise_and_take_from_around() {
    let noise = "<feTurbulence type=fractalNoise baseFrequency=.05 numOctaves=2 seed=3 />";
    assert_ne!(filtered(noise, 10, 10), filtered(noise, 40, 40), "noise");
    assert_eq!(filtered("<feTurbulence />", 10, 10), WHITE, "noise without a frequency is transparent");
    let tile = "<feFlood flood-color=red width=10 height=10 /><feTile />";
    assert_eq!(filtered(tile, 95, 95), RED);
    let moved = "<feFlood flood-color=rgb(255,128,0) /><feDisplacementMap in=SourceGraphic in2='' scale=40 xChannelSelector=R yChannelSelector=B />";
    assert_eq!((filtered(moved, 40, 60), filtered(moved, 90, 60), filtered(moved, 40, 10)), (GREEN, WHITE, WHITE));
    let edges = "<feConvolveMatrix kernelMatrix='-1 -1 -1 -1 8 -1 -1 -1 -1' preserveAlpha=true />";
    assert_eq!(filtered(edges, 50, 50), [0, 0, 0, 255]);
}

#[test]
fn filters_light_the_alpha_of_pixels() {
    let diffuse =
        "<feDiffuseLighting lighting-color=lime><feDistantLight azimuth=0 elevation=90 /></feDiffuseLighting>";
    assert_eq!(filtered(diffuse, 50, 50), [0, 255, 0, 255]);
    let spot = "<feDiffuseLighting lighting-color=white><feSpotLight x=20 y=50 z=40 pointsAtX=20 pointsAtY=50 limitingConeAngle=20 /></feDiffuseLighting>";
    assert_eq!((filtered(spot, 20, 50), filtered(spot, 80, 50)), (WHITE, [0, 0, 0, 255]), "in the cone and out of it");
    let specular = "<feSpecularLighting specularExponent=20 lighting-color=red><feDistantLight elevation=90 /></feSpecularLighting>";
    assert_eq!(filtered(specular, 50, 50), RED);
}
