use super::*;

/// Red, green, blue and alpha of the pixels of a picture.
pub(super) fn pixels(page: &Page, options: &ScreenshotOptions) -> (u32, u32, Vec<[u8; 4]>) {
    let shot = Screenshot::of(page, options).unwrap();
    let decoder = png::Decoder::new(std::io::Cursor::new(shot.bytes()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let step = info.color_type.samples();
    let all = bytes.chunks(step).map(|p| [p[0], p[1], p[2], if step == 4 { p[3] } else { 255 }]).collect();
    (info.width, info.height, all)
}

pub(super) fn pixel(html: &str, x: u32, y: u32) -> [u8; 4] {
    let (width, _, all) = pixels(&Page::from_html(html), &ScreenshotOptions::default());
    all[(y * width + x) as usize]
}

#[test]
fn picture_has_the_size_of_the_window_or_of_the_page() {
    let page = Page::from_html("<body style='margin: 0'><div style='height: 2000px'>");
    let options = ScreenshotOptions::default();
    assert_eq!(Screenshot::of(&page, &options).unwrap().size(), PixelSize { width: 1280, height: 720 });
    assert_eq!(
        Screenshot::of(&page, &options.clone().full_page(true)).unwrap().size(),
        PixelSize { width: 1280, height: 2000 }
    );
    assert_eq!(
        Screenshot::of(&page, &options.clone().scale(2.0)).unwrap().size(),
        PixelSize { width: 2560, height: 1440 }
    );
    assert_eq!(
        Screenshot::of(&page, &options.clip(Rect::new(0.5, 900.0, 10.0, 5.0))).unwrap().size(),
        PixelSize { width: 11, height: 5 }
    );
}

#[test]
fn picture_that_is_too_large_is_refused_with_a_hint() {
    let page = Page::from_html("<body style='margin: 0'><div style='height: 200000px'>");
    let error = Screenshot::of(&page, &ScreenshotOptions::default().full_page(true)).unwrap_err();
    assert_eq!(error.code(), "invalid_arguments");
    assert!(error.message().contains("1280x200000 pixels is too large"), "{}", error.message().as_str());
}

#[test]
fn background_is_white_or_left_out() {
    let page = Page::from_html("<p>");
    assert_eq!(pixels(&page, &ScreenshotOptions::default()).2[0], [255; 4]);
    assert_eq!(pixels(&page, &ScreenshotOptions::default().omit_background(true)).2[0], [0; 4]);
    assert_eq!(pixel("<body style='background: #102030'>", 1000, 700), [16, 32, 48, 255], "of the body on the canvas");
}

#[test]
fn later_boxes_are_painted_over_earlier_ones_unless_z_index_says_otherwise() {
    let boxes = |z: &str| {
        format!(
            "<style>div {{ position: absolute; inset: 0 auto auto 0; width: 50px; height: 50px }}</style>
             <div style='background: red; z-index: {z}'></div><div style='background: blue'></div>"
        )
    };
    assert_eq!(pixel(&boxes("auto"), 10, 10), [0, 0, 255, 255]);
    assert_eq!(pixel(&boxes("1"), 10, 10), [255, 0, 0, 255]);
}

#[test]
fn overflow_and_rounded_corners_clip() {
    let html =
        "<body style='margin: 0'><div style='width: 40px; height: 40px; overflow: hidden; border-radius: RADIUS'>
                <div style='width: 200px; height: 200px; background: green'></div></div>";
    assert_eq!(pixel(&html.replace("RADIUS", "0"), 1, 1), [0, 128, 0, 255]);
    assert_eq!(pixel(&html.replace("RADIUS", "0"), 45, 5), [255; 4], "overflow is cut off");
    assert_eq!(pixel(&html.replace("RADIUS", "20px"), 1, 1), [255; 4], "the corner is cut off");
    assert_eq!(pixel(&html.replace("RADIUS", "20px"), 20, 20), [0, 128, 0, 255]);
}

#[test]
fn opacity_mixes_a_group_as_a_whole() {
    let html = "<body style='margin: 0'><div style='opacity: .5; background: black; height: 40px'>
                <div style='background: black; height: 20px'></div></div>";
    let (inner, outer) = (pixel(html, 5, 5), pixel(html, 5, 30));
    assert_eq!(inner, outer, "not twice where two boxes are on each other");
    assert!((126..=129).contains(&inner[0]), "{inner:?}");
}

#[test]
fn gradients_run_from_their_first_to_their_last_colour() {
    let html =
        "<body style='margin: 0'><div style='height: 100px; background: linear-gradient(90deg, red, blue)'></div>";
    let (left, right) = (pixel(html, 2, 50), pixel(html, 1277, 50));
    assert!(left[0] > 250 && left[2] < 5, "{left:?}");
    assert!(right[0] < 5 && right[2] > 250, "{right:?}");
}

#[test]
fn borders_have_their_colours() {
    let html = "<body style='margin: 0'><div style='width: 50px; height: 50px; border: 10px solid; border-color: red lime blue black'>";
    assert_eq!(pixel(html, 30, 5), [255, 0, 0, 255], "top");
    assert_eq!(pixel(html, 65, 30), [0, 255, 0, 255], "right");
    assert_eq!(pixel(html, 30, 65), [0, 0, 255, 255], "bottom");
    assert_eq!(pixel(html, 5, 30), [0, 0, 0, 255], "left");
    assert_eq!(pixel(html, 30, 30), [255; 4], "inside");
}

#[test]
fn marks_are_over_the_page() {
    let marks = vec![Frame::new(Rect::new(100.0, 100.0, 50.0, 20.0), "e1")];
    let page = Page::from_html("");
    let (width, _, all) = pixels(&page, &ScreenshotOptions::default().frames(marks));
    assert_eq!(all[(100 * width + 120) as usize], [190, 24, 93, 255], "the frame");
    assert_eq!(all[(110 * width + 120) as usize], [255; 4], "not what is in it");
}

#[test]
fn same_page_gives_the_same_bytes() {
    let page =
        Page::from_html("<h1 style='opacity: .7'>Cart</h1><div style='background: radial-gradient(red, blue)'>a");
    let shot = || Screenshot::of(&page, &ScreenshotOptions::default()).unwrap().into_bytes();
    assert_eq!(shot(), shot());
}

/// Counts the pixels of a page that meet a condition.
fn count(html: &str, condition: impl Fn([u8; 4]) -> bool) -> usize {
    pixels(&Page::from_html(html), &ScreenshotOptions::default())
        .2
        .into_iter()
        .filter(|pixel| condition(*pixel))
        .count()
}

/// A red PNG of a pixel.
const RED: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

#[test]
fn shadows_are_outside_of_the_box_and_inner_ones_inside() {
    let html = "<body style='margin: 0'><div style='width: 50px; height: 50px; box-shadow: SHADOW'>";
    let outer = html.replace("SHADOW", "10px 10px red");
    assert_eq!(pixel(&outer, 55, 55), [255, 0, 0, 255]);
    assert_eq!(pixel(&outer, 45, 45), [255; 4], "not behind the box");
    let blurred = pixel(&html.replace("SHADOW", "0 0 20px black"), 52, 25);
    assert!((80..160).contains(&blurred[0]), "about half at the edge: {blurred:?}");
    let inner = html.replace("SHADOW", "inset 10px 0 red");
    assert_eq!(pixel(&inner, 5, 25), [255, 0, 0, 255]);
    assert_eq!(pixel(&inner, 25, 25), [255; 4]);
}

#[test]
fn list_items_have_bullets() {
    let html = "<style>li { color: red; font-size: 40px; list-style: STYLE }</style><ul><li></ul>";
    let red = |style| count(&html.replace("STYLE", style), |pixel| pixel == [255, 0, 0, 255]);
    assert_eq!(red("none"), 0);
    let (disc, circle, square) = (red("disc"), red("circle"), red("square"));
    assert!(circle > 0 && disc > circle && square > disc, "{disc} {circle} {square}");
}

#[test]
fn controls_look_like_those_of_chromium() {
    let accent = |html: &str| count(html, |pixel| pixel == [0, 117, 255, 255]);
    assert_eq!(accent("<input type=checkbox>"), 0);
    assert!(accent("<input type=checkbox checked>") > 50);
    assert!(accent("<input type=radio checked>") > 20);
    assert!(accent("<input type=range value=90>") > accent("<input type=range value=10>"));
    assert!(accent("<progress value=.5></progress>") > 100);
    assert_eq!(accent("<input type=checkbox checked style='appearance: none'>"), 0);
    let ink = |html: &str| count(html, |pixel| pixel[0] < 230);
    assert!(ink("<input value=mmmm>") > ink("<input>"), "the value");
    assert!(ink("<input placeholder=mmmm>") > ink("<input>"), "the placeholder");
    assert!(ink("<select><option>mmmm</select>") > ink("<select><option></select>"), "the option");
}

#[test]
fn fields_have_their_buttons_and_corners() {
    let dark = |html: &str| count(html, |pixel| pixel[0] < 110);
    let grip = |style: &str| dark(&format!("<textarea style='{style}'></textarea>"));
    assert_eq!(grip("resize: none") + 10, grip(""));
    assert_eq!(grip("resize: none"), grip("overflow: visible; resize: none"));
    let field = |kind: &str| dark(&format!("<input type={kind} style='color: white'>"));
    assert!(field("date") > field("text") + 30 && field("time") > field("text") + 20);
}

#[test]
fn shapes_of_svg_have_fill_and_stroke() {
    let html = "<body style='margin: 0; color: lime'><svg width=40 height=40 viewBox='0 0 20 20'><rect width=20 height=20 PAINT /></svg>";
    assert_eq!(pixel(&html.replace("PAINT", ""), 20, 20), [0, 0, 0, 255]);
    assert_eq!(pixel(&html.replace("PAINT", "fill=red"), 20, 20), [255, 0, 0, 255]);
    assert_eq!(pixel(&html.replace("PAINT", "fill=currentColor"), 20, 20), [0, 255, 0, 255]);
    let stroked = html.replace("PAINT", "fill=none stroke=blue stroke-width=4");
    assert_eq!(pixel(&stroked, 1, 20), [0, 0, 255, 255]);
    assert_eq!(pixel(&stroked, 20, 20), [255; 4]);
}

#[test]
fn shapes_of_svg_have_gradients_dashes_and_text() {
    let in_svg = |content: &str, x: u32, y: u32| {
        pixel(&format!("<body style='margin: 0'><svg width=100 height=40>{content}</svg>"), x, y)
    };
    let stops = "<stop offset=0 stop-color=red /><stop offset=1 stop-color=blue />";
    let linear = format!("<linearGradient id=g>{stops}</linearGradient><rect width=100 height=40 fill=url(#g) />");
    let [left, right] = [0, 99].map(|x| in_svg(&linear, x, 20));
    assert!(left[0] > 250 && left[2] < 5 && right[0] < 5 && right[2] > 250, "{left:?} {right:?}");
    let radial = format!(
        "<radialGradient id=h>{stops}</radialGradient><radialGradient id=g href=#h cx=50 cy=20 r=20 gradientUnits=userSpaceOnUse          /><rect width=100 height=40 fill=url(#g) />"
    );
    let [middle, edge] = [50, 75].map(|x| in_svg(&radial, x, 20));
    assert!(middle[0] > 240 && edge == [0, 0, 255, 255], "{middle:?} {edge:?}");
    let other = |paint: &str| in_svg(&format!("<rect width=100 height=40 fill='{paint}' fill-opacity=.5 />"), 50, 20);
    assert_eq!(other("url(#none) lime"), [127, 255, 127, 255], "the colour in place of the gradient that is not there");
    assert_eq!(other("url(#none)"), [255; 4]);
    let dashed = "<path d='M0 20H100' stroke=black stroke-width=4 stroke-dasharray='10 20' stroke-dashoffset=-5 />";
    assert_eq!([2, 10, 20, 40].map(|x| in_svg(dashed, x, 20)[0]), [255, 0, 255, 0]);
    let used = "<symbol id=s fill=none stroke=currentColor stroke-width=8><path d='M0 20H100'/></symbol><g color=red><use href=#s /></g>";
    assert_eq!([20, 30].map(|y| in_svg(used, 50, y)), [[255, 0, 0, 255], [255; 4]]);
    assert_eq!(in_svg("<rect width=9 height=9 fill=red pointer-events=none />", 5, 5), [255, 0, 0, 255]);
    let text = |fill: &str| format!("<svg width=200 height=60><text y=50 font-size=60 fill={fill}>HI</text></svg>");
    assert!(count(&text("red"), |pixel| pixel == [255, 0, 0, 255]) > 300, "letters");
    assert_eq!(count(&text("none"), |pixel| pixel != [255; 4]), 0);
}

#[test]
fn images_fill_their_boxes_and_backgrounds() {
    let red = |html: &str| count(&html.replace("RED", RED), |pixel| pixel == [255, 0, 0, 255]);
    assert_eq!(red("<img src=RED width=30 height=20>"), 600);
    assert_eq!(red("<img src=RED width=30 height=20 style='object-fit: contain'>"), 400);
    let background = "<div style='width: 30px; height: 20px; background: url(RED) STYLE'></div>";
    assert_eq!(red(&background.replace("STYLE", "")), 600);
    assert_eq!(red(&background.replace("STYLE", "no-repeat")), 1);
    assert_eq!(red(&background.replace("STYLE", "0 0 / 10px 10px repeat-x")), 300);
    assert_eq!(red("<img src='data:image/png;base64,iVBORw0KGgo=' width=30 height=20>"), 0, "broken");
}

#[test]
fn images_are_placed_in_their_boxes() {
    let at = |position: &str, x: u32| {
        let html = format!(
            "<body style='margin: 0'><img src='{RED}' width=30 height=20 style='object-fit: contain; object-position: {position}'>"
        );
        pixel(&html, x, 10)[1] == 0
    };
    assert!(!at("50% 50%", 2) && at("50% 50%", 15) && !at("50% 50%", 27));
    assert!(at("left", 2) && !at("left", 27));
    assert!(!at("right 0px top", 2) && at("right 0px top", 27));
}

#[test]
fn decorations_run_on_in_what_is_inside() {
    let red = |html: &str| count(html, |pixel| pixel == [255, 0, 0, 255]);
    let html = "<p style='font-size: 30px; text-decoration: LINE red'><span style='color: white'>mmmm</span>";
    assert_eq!(red(&html.replace("LINE", "none")), 0);
    assert!(red(&html.replace("LINE", "underline")) > 50);
}

#[test]
fn groups_cost_what_is_painted_in_them() {
    let boxes = "<div style='opacity: .9; width: 80px; height: 20px; float: left; background: red'></div>".repeat(2000);
    let shot = Screenshot::of(&Page::from_html(&boxes), &ScreenshotOptions::default()).unwrap();
    assert!(shot.warnings().is_empty(), "{:?}", shot.warnings());
    let seen = pixel(&boxes, 20, 20);
    assert!(seen[0] == 255 && (25..=26).contains(&seen[1]), "{seen:?}");
}

#[test]
fn picture_that_takes_too_many_steps_says_so() {
    let filters = "blur(1px) ".repeat(40);
    let boxes = format!("<div style='position: fixed; inset: 0; background: red; filter: {filters}'></div>");
    let shot = Screenshot::of(&Page::from_html(&boxes), &ScreenshotOptions::default()).unwrap();
    let said: Vec<String> = shot.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(said, ["limit of 2500000000 steps of painting reached: the rest of the picture is not painted"]);
}

#[test]
fn hidden_groups_are_not_painted() {
    assert_eq!(pixel("<div style='position: fixed; inset: 0; opacity: 0; background: red'>a", 20, 20), [255; 4]);
}

#[test]
fn filters_end_at_the_budget_of_a_picture() {
    // Each takes as long as a picture may: without the budget this is minutes.
    let style = "position:fixed;inset:0;background:red;filter:".to_owned() + &"blur(300px)".repeat(20_000);
    assert_eq!(pixel(&format!("<div style='{style}'>"), 640, 360), [255, 0, 0, 255]);
}

#[test]
fn shapes_beyond_all_measure_are_left_out() {
    let html = "<svg viewBox='0 0 1e-30 1e-30'><circle r=9></svg><p style='position:fixed;inset:0;background:red'>";
    assert_eq!(pixel(html, 640, 360), [255, 0, 0, 255]);
}

#[test]
fn filters_and_blend_modes_change_a_group() {
    let html = "<body style='margin: 0; background: #808080'><div style='height: 50px; background: red; STYLE'>";
    assert_eq!(pixel(&html.replace("STYLE", "filter: invert(1)"), 5, 5), [0, 255, 255, 255]);
    assert_eq!(pixel(&html.replace("STYLE", "filter: grayscale(1)"), 5, 5), [54, 54, 54, 255]);
    assert_eq!(pixel(&html.replace("STYLE", "mix-blend-mode: multiply"), 5, 5), [128, 0, 0, 255]);
    let blurred = pixel(&html.replace("STYLE", "filter: blur(10px)"), 600, 50);
    assert!((170..=210).contains(&blurred[0]), "about half at the edge: {blurred:?}");
}

#[test]
fn masks_hide_parts_of_a_group() {
    let red = |style: &str| {
        let html = format!("<body style='margin: 0'><div style='width: 40px; height: 20px; background: red; {style}'>");
        count(&html, |pixel| pixel == [255, 0, 0, 255])
    };
    let half = "linear-gradient(to right, #000 50%, transparent 50%)";
    assert_eq!(red("mask: none"), 800);
    assert_eq!(red(&format!("mask-image: {half}")), 400);
    assert_eq!(red(&format!("-webkit-mask: {half} 0 0 / 20px 10px no-repeat")), 100);
    assert_eq!(red(&format!("mask: {half}; mask-size: 20px 10px")), 400, "repeated");
    let lower = "linear-gradient(transparent 50%, #000 50%)";
    assert_eq!(red(&format!("mask: {half}, {lower}")), 600, "added");
    assert_eq!(red(&format!("mask: {half} intersect, {lower}")), 200);
    assert_eq!(red(&format!("mask: {half} exclude, {lower}")), 400);
    assert_eq!(red("mask: linear-gradient(to right, #fff 50%, #000 50%) luminance"), 400);
    let circle = "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'%3E\
                  %3Crect width='10' height='20'/%3E%3C/svg%3E\")";
    assert_eq!(red(&format!("mask: {} no-repeat", circle.replace('\'', "&apos;"))), 200, "an icon");
    assert_eq!(red("mask: url(data:image/png;base64,AA)"), 0, "an image that cannot be read hides everything");
}

#[test]
fn images_of_svg_are_drawn_at_the_size_at_which_they_are_seen() {
    let svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 1'%3E%3Crect width='1' height='1' fill='red'/%3E%3C/svg%3E";
    let red = |html: &str| count(&html.replace("SVG", svg), |pixel| pixel == [255, 0, 0, 255]);
    assert_eq!(red("<img src=\"SVG\" width=40 height=20>"), 400);
    let background =
        "<div style=\"width: 40px; height: 20px; background: url(&quot;SVG&quot;) 0 0 / contain no-repeat\">";
    assert_eq!(red(background), 400);
    let plain = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='200' height='100'%3E%3Crect width='100' height='100' fill='red'/%3E%3C/svg%3E";
    assert_eq!(red(&format!("<img src=\"{plain}\" width=40 height=10>")), 200, "stretched without a view box");
}

#[test]
fn text_of_vertical_lines_runs_down_or_up() {
    let ink = |style: &str| {
        let html =
            format!("<body style='margin: 0'><div style='position: absolute; font-size: 20px; {style}'>mmmm.....");
        let (width, _, all) = pixels(&Page::from_html(&html), &ScreenshotOptions::default());
        let dark: Vec<(u32, u32)> =
            (0..).zip(&all).filter(|(_, pixel)| pixel[1] < 200).map(|(at, _)| (at % width, at / width)).collect();
        let heavy = |upper: bool| dark.iter().filter(|(_, y)| (*y < 50) == upper).count();
        let [right, bottom] = [dark.iter().map(|p| p.0).max(), dark.iter().map(|p| p.1).max()];
        (right.unwrap_or(0), bottom.unwrap_or(0), heavy(true) > heavy(false))
    };
    let (right, bottom, starts_above) = ink("writing-mode: vertical-rl");
    assert!(right < 25 && bottom > 80 && starts_above, "{right} {bottom}");
    let (right, bottom, starts_above) = ink("writing-mode: sideways-lr");
    assert!(right < 25 && bottom > 80 && !starts_above, "{right} {bottom}");
    assert!(ink("writing-mode: vertical-rl; text-orientation: upright").1 > 150, "one below the other");
}

#[test]
fn letters_have_marks_of_emphasis() {
    let ink = |style: &str| count(&format!("<p style='font-size: 30px; {style}'>mm, m"), |pixel| pixel[0] < 128);
    let plain = ink("text-emphasis: none");
    let one = ink("text-emphasis: &quot;.&quot;") - plain;
    assert!(one > 0 && one % 3 == 0, "three letters, no space or comma: {one}");
    assert!(ink("text-emphasis: filled circle") > ink("text-emphasis: open circle"));
}

#[test]
fn text_has_shadows() {
    let red = |style: &str| {
        let html = format!("<p style='font-size: 30px; color: transparent; text-shadow: {style}'>mmmm");
        count(&html, |pixel| pixel[0] > pixel[1].saturating_add(20))
    };
    assert_eq!(red("none"), 0);
    assert!(red("1px 1px red") > 50);
    assert!(red("0 0 8px red") > red("1px 1px red"));
}

#[test]
fn shapes_are_cut_off_by_what_clips_them() {
    let html = "<body style='margin: 0'><div style='width: 40px; height: 40px; overflow: hidden'>
                <div style='margin: -10px; width: 100px; height: 30px; border-radius: 9px; background: green'></div></div>";
    assert_eq!(pixel(html, 1, 1), [0, 128, 0, 255]);
    assert_eq!(pixel(html, 39, 10), [0, 128, 0, 255]);
    assert_eq!(pixel(html, 41, 10), [255; 4], "cut off");
}

#[test]
fn extreme_sizes_are_drawn_without_harm() {
    for style in [
        "transform: scale(1e6); box-shadow: 0 0 300px red",
        "transform: scale(1, 1e9) rotate(30deg); text-shadow: 0 0 1e6px red",
        "border-radius: 1e9px; border: 1e6px dashed red; width: 1e7px",
        "outline: 1e6px dotted red; outline-offset: -1e6px",
        "filter: blur(1e6px) opacity(.5); background: red",
        "transform: scale(0); background: red",
        "background: repeating-conic-gradient(red 0, blue 1e-9deg); height: 1e8px",
        "clip-path: circle(1e9px); background: red",
        "font-size: 1e6px; text-decoration: underline; text-shadow: 9px 9px red",
    ] {
        let html = format!("<div style='width: 9px; height: 9px; {style}'>a</div>");
        assert!(Screenshot::of(&Page::from_html(&html), &ScreenshotOptions::default()).is_ok(), "{style}");
    }
}

#[test]
fn pages_are_beside_each_other() {
    let [left, right] =
        ["red", "lime"].map(|color| Page::from_html(&format!("<body style='margin: 0; background: {color}'>")));
    let options = ScreenshotOptions::default().clip(Rect::new(0.0, 0.0, 20.0, 10.0));
    let tall = options.clone().clip(Rect::new(0.0, 0.0, 20.0, 30.0));
    let shot = Screenshot::side_by_side([(&left, &options), (&right, &tall)]).unwrap();
    assert_eq!(shot.size(), PixelSize { width: 20 + 16 + 20, height: 30 });
    let pixels = image::decode(shot.bytes()).unwrap();
    let at = |x, y| pixels.pixel(x, y).map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    assert_eq!((at(5, 5), at(40, 25)), (Some([255, 0, 0]), Some([0, 255, 0])));
    assert_eq!(at(5, 25), at(25, 5), "nothing is between and below them");
}

#[test]
fn webp_has_the_pixels_of_png() {
    let page = Page::from_html("<h1 style='color: blue'>Cart</h1>");
    let shot = |format| Screenshot::of(&page, &ScreenshotOptions::default().format(format)).unwrap();
    let (png, webp) = (shot(ImageFormat::Png), shot(ImageFormat::WebP));
    assert!(webp.bytes().starts_with(b"RIFF"));
    assert_eq!(image::decode(png.bytes()).unwrap().data(), image::decode(webp.bytes()).unwrap().data());
}

#[test]
fn long_page_is_cut_where_there_is_no_more_room() {
    let page = Page::from_html("<div style='height: 90000px'>");
    let of = |options: ScreenshotOptions| Screenshot::of(&page, &options);
    assert!(of(ScreenshotOptions::default().full_page(true)).is_err());
    assert_eq!(
        of(ScreenshotOptions::default().long_page(&page)).unwrap().size(),
        PixelSize { width: 1280, height: 16_384 }
    );
}

#[test]
fn what_is_too_long_ends_with_an_ellipsis() {
    let line =
        |style: &str| format!("<p style='width: 60px; overflow: hidden; font: 20px monospace; {style}'>MMMMMMMMMM");
    let dark = |html: &str| count(html, |[red, ..]| red < 128);
    let cut = dark(&line("white-space: nowrap"));
    let shortened = dark(&line("white-space: nowrap; text-overflow: ellipsis"));
    // Five letters, or four of them and dots.
    assert!(shortened < cut && shortened > cut * 3 / 4, "{shortened} for {cut}");
    let clamp = "display: -webkit-box; -webkit-box-orient: vertical; word-break: break-all; -webkit-line-clamp:";
    assert_eq!(dark(&line(&format!("{clamp} 1"))), shortened, "one line of two");
    assert_eq!(dark(&line(&format!("{clamp} 2"))), 2 * cut, "two lines of two");
}

#[test]
fn text_area_is_broken_into_lines() {
    let area = |text: &str| format!("<textarea cols=10 rows=4 style='border: 0; resize: none'>{text}</textarea>");
    let below = |html: &str| {
        let (width, _, all) = pixels(&Page::from_html(html), &ScreenshotOptions::default());
        all.chunks(width as usize).skip(27).flatten().filter(|[red, ..]| *red < 128).count()
    };
    assert_eq!(below(&area("short")), 0);
    assert!(below(&area("several words that are long")) > 0);
}

#[test]
fn text_without_a_bold_face_is_emboldened() {
    let text = |weight: u32| format!("<p style='font: {weight} 40px sans-serif'>宿泊予約");
    let dark = |html: &str| count(html, |[red, ..]| red < 128);
    let (regular, bold) = (dark(&text(400)), dark(&text(700)));
    // Without the reference fonts both are bars.
    assert!(regular == bold || bold > regular * 11 / 10, "{bold} for {regular}");
}
