//! Made-up pages of different shapes, each the same bytes on every machine.

use std::fmt::Write as _;

use base64::Engine as _;

use crate::shop;

const WORDS: [&str; 24] = [
    "harbour", "ledger", "granite", "meadow", "signal", "copper", "archive", "lantern", "timber", "orbit", "kernel",
    "saffron", "glacier", "pigment", "viaduct", "thistle", "compass", "foundry", "estuary", "walnut", "quarry",
    "turbine", "parcel", "cinder",
];

/// Calls `row` with the name and the HTML of each page that the command line asks for: pages of the table whose names contain one
/// of its words, files (`*.html`), or all of the table.
pub(crate) fn for_each_asked(mut row: impl FnMut(&str, &[u8])) -> Result<(), String> {
    // `cargo bench` adds `--bench`.
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let (files, words): (Vec<_>, Vec<_>) = asked.into_iter().partition(|argument| argument.ends_with(".html"));
    for path in &files {
        row(path, &std::fs::read(path).map_err(|error| format!("{path}: {error}"))?);
    }
    if !files.is_empty() && words.is_empty() {
        return Ok(());
    }
    for (name, html) in all() {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            row(name, html.as_bytes());
        }
    }
    Ok(())
}

/// The pages of the table: name and HTML.
fn all() -> Vec<(&'static str, String)> {
    vec![
        ("shop-1k", shop::page(1_000)),
        ("shop-10k", shop::page(10_000)),
        ("shop-100k", shop::page(100_000)),
        ("article-10k", article(10_000)),
        ("nested-10k", nested(10_000)),
        ("table-20k", table(20_000)),
        ("rules-5k", rules(5_000)),
        ("scripts-2mb", scripts(2 << 20)),
        ("inputs-10k", inputs(10_000)),
        ("grid-20k", grid(20_000)),
        ("web-font", web_font(10_000)),
        ("teasers-1k", teasers(1_000)),
        ("reviews-300", reviews(300)),
    ]
}

/// The `n`th of a sequence of words that does not repeat soon.
fn word(n: usize) -> &'static str {
    WORDS[(n * 7 + n / 24 * 5 + n / 131) % WORDS.len()]
}

fn words(from: usize, count: usize) -> String {
    (from..from + count).map(word).collect::<Vec<_>>().join(" ")
}

fn document(title: &str, css: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{title}</title><style>{css}</style></head>\
         <body>{body}</body></html>"
    )
}

/// Running text with links and emphasis, lists and tables.
pub(crate) fn article(least: usize) -> String {
    let mut body = String::from("<main class=wrap><article><h1>A survey of the river</h1>");
    let (mut elements, mut n) = (5, 0);
    while elements < least {
        let _ = write!(body, "<section><h2 id=s{n}>{}</h2>", words(n, 3));
        for paragraph in 0..8 {
            body.push_str("<p>");
            for part in 0..10 {
                let text = words(n * 31 + paragraph * 17 + part * 3, 7 + part % 5);
                let _ = match part % 5 {
                    0 => write!(body, "<a href=\"/{}\">{text}</a> ", word(n + part)),
                    2 => write!(body, "<em>{text}</em> "),
                    3 if paragraph % 2 == 0 => write!(body, "<strong>{text}</strong>, "),
                    _ => write!(body, "{text} "),
                };
            }
            body.push_str("</p>");
        }
        body.push_str("<ul>");
        for item in 0..6 {
            let _ = write!(body, "<li>{}</li>", words(n + item * 5, 6));
        }
        let _ = write!(body, "</ul><table><caption>{}</caption><thead><tr>", words(n, 4));
        for column in 0..6 {
            let _ = write!(body, "<th scope=col>{}</th>", word(n + column));
        }
        body.push_str("</tr></thead><tbody>");
        for row in 0..20 {
            let _ = write!(body, "<tr><th scope=row>{}</th>", words(n + row, 2));
            for column in 1..6 {
                let _ = write!(body, "<td>{}</td>", words(n + row * column, 1 + (row + column) % 5));
            }
            body.push_str("</tr>");
        }
        body.push_str("</tbody></table></section>");
        elements += 1 + 1 + 8 * 6 + 7 + 4 + 7 + 20 * 7;
        n += 1;
    }
    body.push_str("</article></main>");
    document("Article", &shop::stylesheet(), &body)
}

/// Generic elements, 200 deep.
fn nested(elements: usize) -> String {
    let mut body = String::new();
    for n in 0..elements / 200 {
        let _ = write!(body, "{}{}{}", "<div>".repeat(200), word(n), "</div>".repeat(200));
    }
    document("Nested", "", &body)
}

/// Rows of a table with a link each.
fn table(rows: usize) -> String {
    let mut body = String::from("<table>");
    for n in 0..rows {
        let _ = write!(body, "<tr><td>{n}</td><td>{}</td><td><a href=\"/{n}\">Open</a></td></tr>", words(n, 3));
    }
    body.push_str("</table>");
    document("Table", "td{padding:2px 6px}", &body)
}

/// Rules that each name one element by its place.
fn rules(count: usize) -> String {
    let (mut css, mut body) = (String::new(), String::new());
    for n in 0..count {
        let _ = write!(
            css,
            ".c{n} .d{}>a:nth-child({}){{margin:{}px;color:hsl({} 40% 30%)}}",
            n % 7,
            n % 3 + 1,
            n % 9,
            n % 360
        );
        let _ = write!(body, "<div class=c{n}><div class=d{}><a href=\"/{n}\">{}</a></div></div>", n % 7, word(n));
    }
    document("Rules", &css, &body)
}

/// A shop of 1,000 elements with so many bytes of scripts and data in it.
fn scripts(bytes: usize) -> String {
    let mut code = String::from("window.state={items:[");
    for n in 0.. {
        if code.len() >= bytes {
            break;
        }
        let _ = write!(code, "{{id:{n},name:\"{}\",price:{}.5,tags:[\"{}\"]}},", words(n, 2), n % 90, word(n + 3));
    }
    code.push_str("]}");
    shop::page(1_000).replacen("</head>", &format!("<script>{code}</script></head>"), 1)
}

/// Text fields with a label each.
fn inputs(count: usize) -> String {
    let mut body = String::from("<form>");
    for n in 0..count {
        let _ = write!(body, "<p><label for=i{n}>{}</label> <input id=i{n}></p>", words(n, 2));
    }
    body.push_str("</form>");
    document("Inputs", "", &body)
}

/// Items of one grid.
fn grid(items: usize) -> String {
    let mut body = String::from("<div class=grid>");
    for n in 0..items {
        let _ = write!(body, "<div>{}</div>", words(n, 2));
    }
    body.push_str("</div>");
    document("Grid", ".grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(120px,1fr));gap:8px}", &body)
}

/// An article in a font of its own, which has some of the letters.
fn web_font(least: usize) -> String {
    let font = include_bytes!("../../corpus/cases/layout/web-fonts_files/test.ttf");
    let font = base64::engine::general_purpose::STANDARD.encode(font);
    let css = format!(
        "<style>@font-face{{font-family:own;src:url(data:font/ttf;base64,{font})}}body{{font-family:own}}</style></head>"
    );
    article(least).replacen("</head>", &css, 1)
}

/// A front page without a style sheet.
fn teasers(count: usize) -> String {
    let mut body = String::from("<header><h1>The Harbour Ledger</h1></header><main>");
    for n in 0..count {
        let _ = write!(
            body,
            "<article class=teaser><img src=\"{n}.jpg\" width=120 height=80><h2><a href=\"/story/{n}\">{}</a></h2><p>{}</p>\
             <span class=date>March {}, 2025</span></article>",
            words(n, 6),
            words(n * 3, 15),
            n % 28 + 1
        );
    }
    body.push_str("</main>");
    document("The Harbour Ledger", "", &body)
}

/// A product with reviews, without a style sheet.
fn reviews(count: usize) -> String {
    let mut body = String::from(
        "<nav><a href=/>Home</a></nav><main><h1>Walking boot</h1><img src=boot.jpg width=600 height=400 alt=\"A boot\">\
         <p class=price>\u{a3}129.00</p><dl>",
    );
    for n in 0..20 {
        let _ = write!(body, "<dt>{}<dd>{}", word(n), words(n * 5, 3));
    }
    body.push_str("</dl><h2>Reviews</h2>");
    for n in 0..count {
        let _ = write!(
            body,
            "<section class=review><h3>{}</h3><p>Rating: {} of 5</p><p>By Ann, 2025-05-{:02}</p><p>{}</p></section>",
            words(n, 4),
            n % 5 + 1,
            n % 28 + 1,
            words(n * 7, 50)
        );
    }
    body.push_str("</main>");
    document("Walking boot", "", &body)
}
