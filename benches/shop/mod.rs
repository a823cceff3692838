//! A made-up shop of any size: the page that the benches measure.
//!
//! The same count gives the same bytes on every machine. About 70 KB of CSS as a shop ships it (variables, a reset,
//! utilities per breakpoint, components with variants and states), then a header with a mega menu, filters, departments of
//! product cards, comparison tables, reviews, tabs, a form, a dialog over it all and a footer.

use std::fmt::Write as _;

/// Numbers that look random and are always the same (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const MATERIALS: [&str; 14] = [
    "Oak",
    "Linen",
    "Stoneware",
    "Brass",
    "Wool",
    "Beech",
    "Enamel",
    "Rattan",
    "Felt",
    "Glass",
    "Slate",
    "Cork",
    "Copper",
    "Birch",
];
const THINGS: [&str; 18] = [
    "bread board",
    "pendant lamp",
    "throw",
    "butter dish",
    "coat hook",
    "side table",
    "carafe",
    "doormat",
    "spoon rest",
    "bookend",
    "mixing bowl",
    "candlestick",
    "laundry basket",
    "stool",
    "picture ledge",
    "teapot",
    "apron",
    "wall clock",
];
const PHRASES: [&str; 16] = [
    "made in a workshop of nine people",
    "oiled twice before it leaves us",
    "washes at thirty degrees",
    "stacks with its larger sister",
    "holds a litre and a half",
    "signed underneath by the maker",
    "arrives without any plastic",
    "ages to a darker tone",
    "fits a shelf of twenty-four centimetres",
    "can be mended, and we mend it",
    "comes with screws for wood and for stone",
    "feels warm in the hand",
    "was drawn in 1962 and never changed",
    "needs no tools",
    "survives a fall from the table",
    "smells faintly of beeswax",
];
const DEPARTMENTS: [&str; 10] =
    ["Kitchen", "Table", "Hall", "Living room", "Bath", "Bedroom", "Workroom", "Garden", "Children", "Storage"];
const COLOURS: [(&str, &str); 6] = [
    ("Chalk", "#f2efe8"),
    ("Moss", "#5d6b3f"),
    ("Brick", "#a4492f"),
    ("Ink", "#22303f"),
    ("Honey", "#d9a441"),
    ("Plum", "#5e3050"),
];

/// The style sheet, about 70 KB.
pub(crate) fn stylesheet() -> String {
    let mut css = String::with_capacity(64 << 10);
    css.push_str(BASE);
    for (name, hue) in [("plain", 210), ("leaf", 140), ("ember", 15), ("sun", 45), ("dusk", 270), ("rose", 340)] {
        let _ = write!(
            css,
            ".button--{name}{{background:hsl({hue} 55% 38%);color:#fff;border-color:transparent}}\
             .button--{name}:hover:not(:disabled){{background:hsl({hue} 60% 30%)}}\
             .button--{name}:focus-visible{{outline:3px solid hsl({hue} 80% 60%);outline-offset:2px}}\
             .button--{name}.button--ghost{{background:transparent;color:hsl({hue} 55% 32%);border-color:currentColor}}\
             .badge--{name}{{background:hsl({hue} 60% 92%);color:hsl({hue} 60% 22%)}}\
             .note--{name}{{border-inline-start:4px solid hsl({hue} 55% 45%);background:hsl({hue} 60% 96%)}}\
             .note--{name} a{{color:inherit;text-decoration:underline}}\
             .text-{name}{{color:hsl({hue} 50% 30%)!important}}.rule-{name}{{border-color:hsl({hue} 40% 80%)!important}}"
        );
    }
    let steps = ["0", ".25rem", ".5rem", ".75rem", "1rem", "1.5rem", "2rem", "3rem", "4rem"];
    for (infix, width) in [("", 0), ("-s", 480), ("-m", 720), ("-l", 960), ("-x", 1200)] {
        if width > 0 {
            let _ = write!(css, "@media (min-width:{width}px){{");
        }
        for (class, property) in [
            ("m", "margin"),
            ("mt", "margin-top"),
            ("mb", "margin-bottom"),
            ("mx", "margin-inline"),
            ("p", "padding"),
            ("px", "padding-inline"),
            ("py", "padding-block"),
            ("gap", "gap"),
        ] {
            for (n, step) in steps.iter().enumerate() {
                let _ = write!(css, ".{class}{infix}-{n}{{{property}:{step}}}");
            }
        }
        for n in 1..=12 {
            let share = f64::from(n) / 0.12;
            let _ =
                write!(css, ".w{infix}-{n}{{flex:0 0 auto;width:{share:.4}%}}.span{infix}-{n}{{grid-column:span {n}}}");
        }
        for display in ["none", "block", "flex", "grid", "inline-block", "contents"] {
            let _ = write!(css, ".is{infix}-{display}{{display:{display}!important}}");
        }
        for place in ["start", "center", "end", "space-between", "baseline", "stretch"] {
            let _ =
                write!(css, ".jc{infix}-{place}{{justify-content:{place}}}.ai{infix}-{place}{{align-items:{place}}}");
        }
        for n in 1..=6 {
            let _ = write!(css, ".cols{infix}-{n}{{display:grid;grid-template-columns:repeat({n},minmax(0,1fr))}}");
        }
        if width > 0 {
            css.push('}');
        }
    }
    for n in 0..96 {
        let (a, b, c) = (n % 7 + 1, n % 5 + 2, n % 11);
        let hue = n * 13 % 360;
        let _ = write!(
            css,
            ".theme-{n}{{--tone:hsl({hue} 45% {light}%);--inset:{a}px}}\
             .theme-{n} .card:nth-child({b}n+1) .card__figure,.theme-{n}>.shelf__head h2+p{{border-color:var(--tone)}}\
             .shelf[data-kind=\"k{n}\"] .card:has(.badge)>.card__title>a:not([aria-current])::after{{margin-inline-start:var(--inset,{c}px)}}\
             .promo-{n} .promo__body>*+*{{margin-block-start:{a}px;max-width:calc(100% - {c}rem)}}\
             .promo-{n}:is(:hover,:focus-within) .promo__link{{text-decoration-thickness:{a}px}}",
            light = 30 + n % 50
        );
    }
    css.push_str(TAIL);
    css
}

const BASE: &str = r#"
:root{--ink:#20252b;--soft:#626a73;--line:#d9dde2;--paper:#fff;--ground:#f6f5f2;--brand:#2f5d50;--sale:#b3261e;
--s1:4px;--s2:8px;--s3:12px;--s4:16px;--s5:24px;--s6:40px;--r:8px;--head:72px;--card:220px;--shadow:0 2px 8px rgb(0 0 0/.12);
--font:"Hanken Grotesk",Arial,Helvetica,sans-serif;--step:clamp(1.1rem,.9rem + 1vw,1.5rem)}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:var(--head)}
body{margin:0;font:16px/1.5 var(--font);color:var(--ink);background:var(--ground)}
h1,h2,h3,h4,p,ul,ol,dl,dd,figure,fieldset{margin:0;padding:0}
ul[class],ol[class]{list-style:none}
h1{font-size:2rem;line-height:1.15}h2{font-size:var(--step);line-height:1.2}h3{font-size:1rem}
a{color:var(--brand);text-underline-offset:2px}
button,input,select,textarea{font:inherit;color:inherit}
table{border-collapse:collapse;width:100%}th,td{padding:var(--s2) var(--s3);border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap;border:0}
.skip{position:absolute;inset-inline-start:-999px}.skip:focus{inset-inline-start:var(--s4)}
.wrap{max-width:1240px;margin-inline:auto;padding-inline:var(--s4)}
.head{position:sticky;top:0;z-index:20;background:var(--paper);border-bottom:1px solid var(--line)}
.head>.wrap{display:flex;align-items:center;gap:var(--s5);height:var(--head)}
.head__name{font-weight:700;font-size:1.25rem;color:inherit;text-decoration:none}
.menu{display:flex;gap:var(--s4)}.menu>li{position:relative}.menu>li>a{display:block;padding:var(--s2)}
.menu__drawer{position:absolute;top:100%;inset-inline-start:0;display:none;grid-template-columns:repeat(2,180px);gap:var(--s3);padding:var(--s4);background:var(--paper);box-shadow:var(--shadow)}
.menu>li:hover>.menu__drawer,.menu>li:focus-within>.menu__drawer{display:grid}
.search{display:flex;flex:1 1 240px;max-width:420px;margin-inline-start:auto}.search input{flex:1;min-width:0;padding:var(--s2) var(--s3);border:1px solid var(--line);border-radius:var(--r) 0 0 var(--r)}
.button{display:inline-flex;align-items:center;justify-content:center;gap:var(--s2);min-height:40px;padding:0 var(--s4);border:1px solid var(--line);border-radius:var(--r);background:var(--paper);cursor:pointer;text-decoration:none}
.button:disabled,.button[aria-disabled=true]{opacity:.5;cursor:not-allowed}.button--small{min-height:32px;padding:0 var(--s3);font-size:.875rem}
.badge{display:inline-block;padding:0 var(--s2);border-radius:999px;font-size:.75rem;line-height:1.6}
.note{padding:var(--s3) var(--s4);margin-block:var(--s4)}
.crumbs{display:flex;flex-wrap:wrap;font-size:.875rem;padding-block:var(--s3)}.crumbs li+li::before{content:"/" / "";margin-inline:var(--s2);color:var(--soft)}
.body{display:grid;grid-template-columns:260px minmax(0,1fr);gap:var(--s5);align-items:start;padding-block:var(--s5)}
.filters{position:sticky;top:calc(var(--head) + var(--s4))}.filters fieldset{border:1px solid var(--line);border-radius:var(--r);padding:var(--s3);margin-bottom:var(--s4);background:var(--paper)}
.filters legend{font-weight:700;padding-inline:var(--s1)}.filters label{display:flex;align-items:center;gap:var(--s2);padding:2px 0;cursor:pointer}.filters small{margin-inline-start:auto;color:var(--soft)}
.shelf{margin-bottom:var(--s6)}.shelf__head{display:flex;align-items:baseline;justify-content:space-between;flex-wrap:wrap;gap:var(--s2);margin-bottom:var(--s4)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(var(--card),1fr));gap:var(--s4)}
.card{position:relative;display:flex;flex-direction:column;background:var(--paper);border:1px solid var(--line);border-radius:var(--r);overflow:hidden}
.card:hover{box-shadow:var(--shadow)}.card--sale::before{content:"Sale";position:absolute;top:var(--s2);left:var(--s2);z-index:1;padding:0 var(--s2);background:var(--sale);color:#fff;font-size:.75rem;border-radius:4px}
.card__figure{aspect-ratio:4/3;background:var(--ground);display:grid;place-items:center}.card__figure svg{width:56px;height:56px;fill:var(--soft)}
.card__title{padding:var(--s3) var(--s3) 0;font-size:1rem;font-weight:600}.card__title a{color:inherit;text-decoration:none}.card__title a::after{content:"";position:absolute;inset:0}
.card__text{padding:0 var(--s3);font-size:.875rem;color:var(--soft);display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden}
.stars{display:flex;align-items:center;gap:2px;padding:var(--s1) var(--s3);font-size:.8125rem}.stars i{width:12px;height:12px;background:#c98a00;clip-path:polygon(50% 0,65% 35%,100% 38%,72% 60%,80% 100%,50% 78%,20% 100%,28% 60%,0 38%,35% 35%)}.stars i.off{background:var(--line)}
.swatches{position:relative;z-index:1;display:flex;gap:var(--s1);padding:0 var(--s3)}.swatches input{appearance:none;width:20px;height:20px;margin:0;border:1px solid var(--line);border-radius:50%;background:var(--c)}.swatches input:checked{outline:2px solid var(--ink);outline-offset:1px}
.price{margin-top:auto;padding:var(--s2) var(--s3);font-weight:700}.price del{font-weight:400;color:var(--soft);margin-inline-end:var(--s2)}
.card__foot{position:relative;z-index:1;display:flex;justify-content:space-between;gap:var(--s2);padding:0 var(--s3) var(--s3)}
.stepper{display:inline-flex;border:1px solid var(--line);border-radius:var(--r)}.stepper button{border:0;background:none;width:28px}.stepper input{width:3ch;border:0;text-align:center;padding:0}
.compare{overflow-x:auto;background:var(--paper);margin-block:var(--s5)}.compare caption{text-align:start;font-weight:700;padding:var(--s2) 0}.compare tbody tr:nth-child(even){background:var(--ground)}
.reviews{display:grid;gap:var(--s3)}.review{background:var(--paper);padding:var(--s4);border-radius:var(--r)}.review blockquote{margin:0}.review footer{font-size:.8125rem;color:var(--soft)}
.tabs{display:flex;border-bottom:1px solid var(--line)}.tabs button{border:0;background:none;padding:var(--s3) var(--s4);border-bottom:3px solid transparent}.tabs [aria-selected=true]{border-color:var(--brand);font-weight:700}
.form{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:var(--s4);background:var(--paper);padding:var(--s5)}.form .all{grid-column:1/-1}.field{display:flex;flex-direction:column;gap:var(--s1)}.field input,.field select,.field textarea{padding:var(--s2) var(--s3);border:1px solid #8b939c;border-radius:6px}.field input[aria-invalid=true]{border-color:var(--sale)}.field .help{font-size:.8125rem;color:var(--soft)}
.veil{position:fixed;inset:0;z-index:90;display:flex;align-items:center;justify-content:center;background:rgb(0 0 0/.45)}.veil[aria-hidden=true]{display:none}
.sheet{width:min(460px,92vw);background:var(--paper);border-radius:12px;padding:var(--s5);box-shadow:0 20px 60px rgb(0 0 0/.3)}.sheet>*+*{margin-top:var(--s3)}
.pages{display:flex;justify-content:center;gap:var(--s1)}.pages a{display:block;padding:var(--s1) var(--s3);border:1px solid var(--line);border-radius:6px}.pages a[aria-current]{background:var(--brand);color:#fff}
.foot{background:#20252b;color:#e7e9ec;padding-block:var(--s6)}.foot a{color:inherit}.foot__cols{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:var(--s5)}
.foot h2{font-size:1rem;margin-bottom:var(--s2)}
"#;

const TAIL: &str = r"
@media (max-width:719px){.body{grid-template-columns:1fr}.filters{position:static}.menu{display:none}}
@media print{.head,.filters,.pages,.foot,.veil{display:none}body{background:#fff}}
@media (prefers-color-scheme:dark){:root{--paper:#16191d;--ground:#0f1114;--ink:#e8eaed;--line:#333a42}}
@media (prefers-reduced-motion:reduce){*{transition:none!important;animation:none!important}}
@supports not (aspect-ratio:1){.card__figure{height:170px}}
@supports (container-type:inline-size){.shelf{container-type:inline-size}@container (min-width:1100px){.grid{--card:240px}}}
";

/// Start tags in a piece of HTML that this file wrote.
fn elements(html: &str) -> usize {
    html.as_bytes().windows(2).filter(|pair| pair[0] == b'<' && pair[1].is_ascii_alphabetic()).count()
}

fn card(numbers: &mut Numbers, id: usize) -> String {
    let title = format!("{} {}", numbers.pick(&MATERIALS), numbers.pick(&THINGS));
    let cents = 400 + numbers.below(18_000);
    let sale = numbers.below(5) == 0;
    let full = 1 + numbers.below(5);
    let count = numbers.below(400);
    let mut html = format!(
        "<li class=\"card{}\" id=\"item-{id}\"><div class=\"card__figure\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\">\
         <path d=\"M4 20V8l8-5 8 5v12z\"/><circle cx=\"12\" cy=\"12\" r=\"3\"/></svg></div>\
         <h3 class=\"card__title\"><a href=\"/item/{id}\">{title}</a>",
        if sale { " card--sale" } else { "" }
    );
    if numbers.below(4) == 0 {
        html.push_str(" <span class=\"badge badge--leaf\">New</span>");
    }
    let _ = write!(
        html,
        "</h3><p class=\"card__text\">It {} and {}.</p><div class=\"stars\" role=\"img\" aria-label=\"{full} of 5, {count} reviews\">",
        numbers.pick(&PHRASES),
        numbers.pick(&PHRASES)
    );
    for star in 0..5 {
        html.push_str(if star < full { "<i></i>" } else { "<i class=\"off\"></i>" });
    }
    let _ =
        write!(html, "<span>({count})</span></div><div class=\"swatches\" role=\"radiogroup\" aria-label=\"Colour\">");
    let first = numbers.below(COLOURS.len());
    for n in 0..1 + numbers.below(4) {
        let (name, value) = COLOURS[(first + n) % COLOURS.len()];
        let checked = if n == 0 { " checked" } else { "" };
        let _ = write!(
            html,
            "<input type=\"radio\" name=\"colour-{id}\" aria-label=\"{name}\" style=\"--c:{value}\"{checked}>"
        );
    }
    html.push_str("</div><p class=\"price\">");
    let euros = |cents: usize| format!("€{}.{:02}", cents / 100, cents % 100);
    if sale {
        let _ = write!(html, "<del>{}</del>", euros(cents * 5 / 4));
    }
    let _ = writeln!(
        html,
        "<span>{}</span></p><div class=\"card__foot\"><span class=\"stepper\"><button type=\"button\" aria-label=\"One less\">−</button>\
         <input value=\"1\" aria-label=\"Number of {title}\" inputmode=\"numeric\"><button type=\"button\" aria-label=\"One more\">+</button></span>\
         <button type=\"button\" class=\"button button--small button--leaf\"{}>Add<span class=\"unseen\"> {title}</span></button></div></li>",
        euros(cents),
        if numbers.below(12) == 0 { " disabled" } else { "" }
    );
    html
}

fn comparison(numbers: &mut Numbers) -> String {
    let mut html = String::from(
        "<div class=\"compare\" tabindex=\"0\" role=\"region\" aria-label=\"Comparison\"><table><caption>Side by side</caption>\
         <thead><tr><th scope=\"col\">Article</th><th scope=\"col\">Material</th><th scope=\"col\">Weight</th>\
         <th scope=\"col\">In stock</th></tr></thead><tbody>",
    );
    for _ in 0..6 {
        let (material, thing) = (numbers.pick(&MATERIALS), numbers.pick(&THINGS));
        let _ = write!(
            html,
            "<tr><th scope=\"row\"><a href=\"/find?q={material}\">{material} {thing}</a></th><td>{material}</td><td>{} g</td><td>{}</td></tr>",
            80 + numbers.below(4_000),
            if numbers.below(3) == 0 { "<em>no</em>" } else { "yes" }
        );
    }
    html.push_str("</tbody></table></div>\n");
    html
}

fn reviews(numbers: &mut Numbers) -> String {
    let mut html = String::from("<section aria-label=\"Reviews\"><h3>What buyers say</h3><ul class=\"reviews\">");
    for n in 0..3 {
        let _ = write!(
            html,
            "<li class=\"review\"><blockquote><p>It <strong>{}</strong>, and it {}.</p></blockquote><footer>Buyer {} on \
             <time datetime=\"2026-0{}-1{n}\">day {}</time></footer></li>",
            numbers.pick(&PHRASES),
            numbers.pick(&PHRASES),
            1 + numbers.below(900),
            1 + numbers.below(9),
            1 + numbers.below(365)
        );
    }
    html.push_str("</ul></section>\n");
    html
}

fn head(numbers: &mut Numbers) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Larder &amp; Loft: everything</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{}</style></head>\n<body>\
         <a class=\"skip\" href=\"#shelves\">Skip to the shelves</a><header class=\"head\"><div class=\"wrap\">\
         <a class=\"head__name\" href=\"/\">Larder &amp; Loft</a><nav aria-label=\"Departments\"><ul class=\"menu\">",
        stylesheet()
    );
    for (n, department) in DEPARTMENTS.iter().take(6).enumerate() {
        let current = if n == 1 { " aria-current=\"page\"" } else { "" };
        let _ = write!(html, "<li><a href=\"/d/{n}\"{current}>{department}</a><ul class=\"menu__drawer\">");
        for k in 0..6 {
            let _ = write!(
                html,
                "<li><a href=\"/d/{n}/{k}\">{} {}</a></li>",
                numbers.pick(&MATERIALS),
                numbers.pick(&THINGS)
            );
        }
        html.push_str("</ul></li>");
    }
    html.push_str(
        "</ul></nav><form class=\"search\" role=\"search\"><label class=\"unseen\" for=\"find\">Search</label>\
         <input id=\"find\" type=\"search\" placeholder=\"Search the house\"><button class=\"button button--plain\">Find</button></form>\
         <a class=\"button\" href=\"/basket\">Basket <span class=\"badge badge--ember\">3</span></a></div></header>\
         <div class=\"wrap\"><nav aria-label=\"Breadcrumb\"><ol class=\"crumbs\"><li><a href=\"/\">Home</a></li>\
         <li><a href=\"/all\">All rooms</a></li><li aria-current=\"page\">Everything</li></ol></nav>\
         <div class=\"body\"><aside class=\"filters\" aria-label=\"Filters\"><form>",
    );
    for (name, kind) in [("Room", "checkbox"), ("Material", "checkbox"), ("Delivery", "radio"), ("Price", "radio")] {
        let _ = write!(html, "<fieldset><legend>{name}</legend>");
        for (n, room) in DEPARTMENTS.iter().take(6).enumerate() {
            let label = if name == "Room" { room } else { numbers.pick(&MATERIALS) };
            let checked = if n == 1 { " checked" } else { "" };
            let _ = write!(
                html,
                "<label><input type=\"{kind}\" name=\"{name}\"{checked}> {label} <small>{}</small></label>",
                numbers.below(200)
            );
        }
        html.push_str("</fieldset>");
    }
    html.push_str(
        "<div class=\"field\"><label for=\"order\">Order</label><select id=\"order\"><option>Newest</option>\
         <option selected>Price, rising</option><option>Price, falling</option></select></div>\
         <button class=\"button button--leaf mt-4\">Apply</button></form></aside>\
         <main id=\"shelves\"><h1>Everything in the house</h1>\
         <div class=\"note note--sun\" role=\"status\">Orders before noon leave <a href=\"/post\">the same day</a>.</div>\n",
    );
    html
}

const END: &str = r##"<nav aria-label="Pages"><ul class="pages"><li><a href="?1" aria-current="page">1</a></li><li><a href="?2">2</a></li><li><a href="?3">3</a></li><li><a href="?2" rel="next">Next</a></li></ul></nav>
<div class="tabs" role="tablist" aria-label="Help"><button role="tab" aria-selected="true" aria-controls="tab-1" id="t1">Delivery</button><button role="tab" aria-selected="false" aria-controls="tab-2" id="t2" tabindex="-1">Mending</button></div>
<div role="tabpanel" id="tab-1" aria-labelledby="t1"><p class="py-4">Two to four days, in paper.</p></div><div role="tabpanel" id="tab-2" aria-labelledby="t2" hidden><p>Send it back to us.</p></div>
<form class="form" aria-labelledby="ask"><h2 id="ask" class="all">Ask the workshop</h2><div class="field"><label for="n">Name</label><input id="n" autocomplete="name" required></div><div class="field"><label for="m">Email</label><input id="m" type="email" value="not an address" aria-invalid="true" aria-describedby="m-help"><span class="help" id="m-help">We answer within a day</span></div><div class="field all"><label for="q">Question</label><textarea id="q" rows="4"></textarea></div><label class="all"><input type="checkbox"> Send me a copy</label><button class="button button--leaf" disabled>Send</button></form>
</main></div></div>
<footer class="foot"><div class="wrap foot__cols"><section aria-labelledby="f1"><h2 id="f1">Shop</h2><ul class="links"><li><a href="/post">Delivery</a></li><li><a href="/back">Returns</a></li></ul></section><section aria-labelledby="f2"><h2 id="f2">House</h2><ul class="links"><li><a href="/us">About us</a></li><li><a href="/work">Work here</a></li></ul></section><section aria-labelledby="f3"><h2 id="f3">Letters</h2><form><label for="l">Email</label> <input id="l" type="email"> <button class="button button--small">Join</button></form></section></div></footer>
<div class="veil"><div class="sheet" role="dialog" aria-modal="true" aria-labelledby="sheet-title"><h2 id="sheet-title">Where shall we deliver?</h2><p>Prices and days depend on the country.</p><div class="field"><label for="land">Country</label><select id="land"><option>Austria</option><option selected>Denmark</option><option>Portugal</option></select></div><p><button type="button" class="button button--leaf">Continue</button> <button type="button" class="button button--ghost">Later</button></p></div></div>
<div class="veil" aria-hidden="true"><div class="sheet" role="dialog" aria-label="Not open"><p>Nothing to see</p></div></div>
</body>
</html>
"##;

/// A page of at least this many elements; the last card decides by how few more.
#[must_use]
pub(crate) fn page(least: usize) -> String {
    let mut numbers = Numbers(2026);
    let mut html = head(&mut numbers);
    let mut count = elements(&html) + elements(END);
    let mut id = 0;
    let mut shelf = 0;
    while count < least {
        let department = DEPARTMENTS[shelf % DEPARTMENTS.len()];
        let shelf_head = format!(
            "<section class=\"shelf theme-{theme}\" data-kind=\"k{theme}\" aria-labelledby=\"shelf-{shelf}\"><div class=\"shelf__head\">\
             <h2 id=\"shelf-{shelf}\">{department}</h2><p><a href=\"/d/{shelf}\">All of it</a></p></div><ul class=\"grid\">\n",
            theme = shelf % 96
        );
        count += elements(&shelf_head);
        html.push_str(&shelf_head);
        for _ in 0..24 {
            if count >= least {
                break;
            }
            let card = card(&mut numbers, id);
            count += elements(&card);
            html.push_str(&card);
            id += 1;
        }
        html.push_str("</ul></section>\n");
        if count < least && shelf % 2 == 1 {
            let more = if shelf % 4 == 1 { comparison(&mut numbers) } else { reviews(&mut numbers) };
            count += elements(&more);
            html.push_str(&more);
        }
        shelf += 1;
    }
    html.push_str(END);
    html
}
