use proptest::prelude::*;

use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::RenderOptions;

fn page(html: &str) -> Page {
    let options = ParseOptions { encoding: Some(encoding_rs::UTF_8), ..ParseOptions::default() };
    Page::render(Dom::parse(html.as_bytes(), &options), Device::default(), RenderOptions::default())
}

fn markdown(body: &str, main: bool) -> Markdown {
    Markdown::of(
        &page(&format!("<!doctype html><base href=https://a.example/b/><body>{body}")),
        &MarkdownOptions::default().main(main),
    )
}

#[track_caller]
fn check(body: &str, expected: &str) {
    assert_eq!(markdown(body, false).text().trim_end(), expected, "{body}");
}

#[track_caller]
fn check_main(body: &str, expected: &str) {
    assert_eq!(markdown(body, true).text().trim_end(), expected, "{body}");
}

#[test]
fn headings() {
    check("<h1>a</h1><h3>b <b>c</b></h3>d", "# a\n\n### b c\n\nd");
    check("<div role=heading aria-level=4>a</div><h2></h2>", "#### a");
    check("<h2><div>a</div><div>b</div></h2>", "## a b");
    check("<h2><a href=c>a</a><a href=#x>¶</a></h2>", "## [a](https://a.example/b/c)");
    check("<h3><button aria-expanded=false>Question</button></h3>", "### Question");
    check("<h2>History <span>[<a href=e>edit</a>]</span></h2>", "## History");
    check("<h2>History <span>[draft]</span></h2>", "## History [draft]");
}

#[test]
fn paragraphs_follow_the_boxes() {
    check("<p>a<p>b<div>c<div>d</div></div>e<br>f", "a\n\nb\n\nc\n\nd\n\ne  \nf");
    check("<span style='display:block'>a</span>b", "a\n\nb");
    check("<div style='display:inline'>a</div>b", "ab");
    check("<div style='display:flex;gap:8px'><div>Price</div><div>5 €</div></div>", "Price 5 €");
    check("<div style='display:flex;flex-direction:column'><div>Price</div><div>5 €</div></div>", "Price\n\n5 €");
    check("<p>a   b\n c&nbsp;d", "a b c d");
}

#[test]
fn hidden_text_is_left_out() {
    check("a<p hidden>b</p><p style='visibility:hidden'>c</p><!--d--><script>e</script>", "a");
}

#[test]
fn lists() {
    check("<ul><li>a<li>b<ul><li>c<li>d</ul><li>e</ul>f", "- a\n- b\n  - c\n  - d\n- e\n\nf");
    check("<ol start=9><li>a<li>b<ul><li>c</ul><li value=20>d<li>e</ol>", "9. a\n10. b\n    - c\n20. d\n21. e");
    check("<ol reversed><li>a<li>b</ol>", "2. a\n1. b");
    check("<ul><li><p>a<p>b<li>c</ul>", "- a\n\n  b\n\n- c");
    check("<ul><li><pre>x\ny</pre></ul>", "- ```\n  x\n  y\n  ```");
    check("<ul><li><ul><li>a</ul></ul>", "- a");
    check("<ul><li></li><li>a</ul>", "- a");
}

#[test]
fn definition_lists() {
    check("<dl><dt>a<dd>b<dd>c<dt>d<dd><p>e<p>f</dl>", "a\n: b\n: c\n\nd\n: e\n\n  f");
    check("<dl><dd>a</dl>", "a");
}

#[test]
fn quotes_and_rules() {
    check("<blockquote><p>a<p>b</blockquote><hr>c", "> a\n>\n> b\n\n---\n\nc");
    check("<blockquote>a<blockquote>b</blockquote><ul><li>c<li>d</ul></blockquote>", "> a\n>\n> > b\n>\n> - c\n> - d");
    check("<q>a</q>", "“a”");
}

#[test]
fn emphasis() {
    check("<b>a</b><i>b</i> <em><strong>c</strong></em><del>d</del>", "**a***b* ***c***~~d~~");
    check("<strong><p>a<p>b</strong>", "**a**\n\n**b**");
    check("x<sup>2</sup> H<sub>2</sub>O", "x^2 H2O");
    check("<i class=icon></i>a", "a");
}

#[test]
fn code() {
    check("<code>a_b*</code> <kbd>Ctrl</kbd>", "`a_b*` `Ctrl`");
    check(
        "<pre><code class='hljs language-rust'>fn f() {\n\n  g()\n}\n</code></pre>",
        "```rust\nfn f() {\n\n  g()\n}\n```",
    );
    check(
        "<div class='highlight-python3 notranslate'><div class=highlight><pre>a</pre></div></div>",
        "```python3\na\n```",
    );
    check("<pre class='brush: js; toolbar: false'>a</pre>", "```js\na\n```");
    check("<pre>a```b</pre>", "````\na```b\n````");
    check("<pre><span class=linenos>1</span> a\n<span class=linenos>2</span> b</pre>", "```\n a\n b\n```");
    check("<pre>  </pre>a", "a");
}

#[test]
fn links() {
    check("<a href=c?d#e>x</a> <a href='javascript:f()'>y</a> <a>z</a>", "[x](https://a.example/b/c?d#e) y z");
    check("<a href=c><h3>a</h3><p>b</p></a>", "### [a](https://a.example/b/c)\n\nb");
    check("<a href=c><div>a</div><div>b</div></a>", "[a b](https://a.example/b/c)");
    check(
        "<a href=c><img src=i.png alt=i width=9 height=9></a>",
        "[![i](https://a.example/b/i.png)](https://a.example/b/c)",
    );
    check(
        "<a href=c aria-label=Home style='display:inline-block;width:9px;height:9px'></a>",
        "[Home](https://a.example/b/c)",
    );
    check("<a href=c>a</a><a href=d>b</a>", "[a](https://a.example/b/c) [b](https://a.example/b/d)");
}

#[test]
fn images() {
    check("<img src='i j.png' alt='a [b]'><img alt='' src=k.png>", "![a \\[b\\]](https://a.example/b/i%20j.png)");
    check("<img alt=a src='data:image/gif;base64,R0lGOD' data-src=real.png>", "![a](https://a.example/b/real.png)");
    check("<img src=t.gif width=1 height=1>", "");
    check("<img alt='{\\displaystyle a^{2}}' src=f.svg>", "${\\displaystyle a^{2}}$");
}

#[test]
fn tables() {
    check(
        "<table><caption>Cap</caption><thead><tr><th>a<th>b|c</thead><tr><td>1<td style='text-align:right'>2<tr><td>x<br>y<td style='text-align:right'><ul><li>p<li>q</ul></table>",
        "**Cap**\n\n| a | b\\|c |\n| --- | --: |\n| 1 | 2 |\n| x<br>y | • p<br>• q |",
    );
    check(
        "<table><tr><th rowspan=2>n<th colspan=2>Q1<tr><th>Jan<th>Feb<tr><td>a<td>1<td>2<tr><td colspan=3>all</table>",
        "| n | Q1 Jan | Q1 Feb |\n| --- | --- | --- |\n| a | 1 | 2 |\n| all | | |",
    );
    check("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", "| | |\n| --- | --- |\n| a | b |\n| | c |");
    check("<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>", "a b\n\nc d");
    check(
        "<table><tr><td><table><tr><td>a<td>b<tr><td>c<td>d</table><td>e</table>",
        "| | |\n| --- | --- |\n| a | b |\n| c | d |\n\ne",
    );
    check("<table><tr><th><th>a<tr><td><i class=pic></i><td>1<tr><td><td>2</table>", "| a |\n| --- |\n| 1 |\n| 2 |");
    check(
        "<div role=table><div role=row><span role=columnheader>a</span><span role=columnheader>b</span></div><div role=row><span role=cell>1</span><span role=cell>2</span></div></div>",
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
    );
}

#[test]
fn details() {
    check("<details><summary>a</summary>b</details>", "▸ **a**");
    check("<details open><summary>a</summary><p>b</details>", "▾ **a**\n\nb");
}

#[test]
fn controls() {
    check("<label>Name <input value=x></label>", "Name [x]");
    check("<div><input type=checkbox id=c style='float:left'><label for=c>Keep me</label></div>", "[ ] Keep me");
    check("<input placeholder=Search aria-label=Find>", "[Find: Search…]");
    check(
        "<label><input type=checkbox checked> on</label> <label><input type=radio name=r> off</label>",
        "[x] on ( ) off",
    );
    check(
        "<select><option>a<option selected>b</select><select multiple><option selected>c<option>d</select>",
        "[b ▾] [(x) c / d]",
    );
    check("<input type=password value=secret><input type=hidden value=h>", "[••••]");
    check("<button>Save</button><button aria-label=Close></button><input type=submit value=Go>", "[Save] [Close] [Go]");
    check("<label for=d style='display:block'>Day</label><input id=d style='display:block' value=4>", "Day [4]");
    check("<progress value=3 max=4></progress>", "[75%]");
}

#[test]
fn shadow_trees_and_frames() {
    check("<x-a><template shadowrootmode=open><h2><slot></slot></h2></template>b</x-a>", "## b");
    check("a<iframe srcdoc='<ul><li>b</ul>'></iframe>c", "a\n\n- b\n\nc");
    check("<iframe src=f.html title=Map></iframe>", "[frame: Map](https://a.example/b/f.html)");
}

#[test]
fn formulas_and_rubies() {
    check("<math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>", "a/b^2");
    check(
        "<math><semantics><mi>a</mi><annotation encoding='application/x-tex'>\\alpha</annotation></semantics></math>",
        "$\\alpha$",
    );
    let glyphs = "<span aria-hidden=true>αx</span>";
    check(&format!("<span><math><mi>α</mi></math></span>{glyphs}"), "α");
    check(&format!("<span>α is </span>{glyphs}"), "α is αx");
    check("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)");
}

const ARTICLE: &str = "<p>It was a bright cold day in April, and the clocks were striking thirteen. Somebody slipped quickly through the glass doors.</p>";

#[test]
fn main_is_the_landmark() {
    let around = |main: &str| {
        format!(
            "<header><a href=/>Site</a></header><nav><ul><li><a href=x>Nav</a></ul></nav>{main}<footer>Foot</footer>"
        )
    };
    let text = markdown(ARTICLE, false).text().trim_end().to_owned();
    check_main(&around(&format!("<main><h1>T</h1>{ARTICLE}<aside>Beside</aside></main>")), &format!("# T\n\n{text}"));
    check_main(
        &around(&format!("<div><h1>T</h1>{ARTICLE}</div><div id=cookie-bar>We use cookies</div>")),
        &format!("# T\n\n{text}"),
    );
    check_main(
        &around(&format!(
            "<h1>T</h1><div class=wrap><div class=sidebar-left>Side</div><div class=text>{ARTICLE}{ARTICLE}</div></div>"
        )),
        &format!("# T\n\n{text}\n\n{text}"),
    );
    check_main(
        &around(&format!(
            "<main><article><h1>T</h1>{ARTICLE}{ARTICLE}<div class=share-buttons>Share</div></article><div>More like this</div></main>"
        )),
        &format!("# T\n\n{text}\n\n{text}"),
    );
}

#[test]
fn main_keeps_lists_of_articles_and_forms() {
    let card = |name: &str| {
        format!(
            "<article><h2><a href=/{name}>{name}</a></h2><p>Some words about {name} that are long enough to count as text of a card in a list.</article>"
        )
    };
    let text = markdown(&format!("<main>{}{}{}</main>", card("a"), card("b"), card("c")), true).text();
    assert_eq!(text.matches("## ").count(), 3, "{text}");
    let text =
        markdown("<main><h1>Sign in</h1><form><label>Name <input></label><button>Go</button></form></main>", true)
            .text();
    assert_eq!(text, "# Sign in\n\nName [____] [Go]\n");
}

#[test]
fn parts_make_up_the_whole() {
    let rows: String = (0..60).map(|i| format!("<tr><td>row {i}<td>{i}")).collect();
    let items: String = (0..60).map(|i| format!("<li>item {i}")).collect();
    let markdown =
        markdown(&format!("<h1>T</h1><p>a<ul>{items}</ul><table><tr><th>name<th>n{rows}</table><p>end"), false);
    let mut cursor = None;
    let mut lines: Vec<String> = Vec::new();
    let mut parts = 0;
    loop {
        let part = markdown.part(cursor, Some(100)).unwrap();
        assert!(part.tokens <= 130, "{} tokens", part.tokens);
        if part.text.contains("| row") {
            assert!(
                part.text.contains("| name | n |\n| --- | --- |\n"),
                "a part without the head of its table: {}",
                part.text
            );
        }
        lines.extend(part.text.lines().filter(|line| line.contains("row") || line.contains("item")).map(str::to_owned));
        parts += 1;
        // As it is printed and read again.
        cursor = part.next.map(|next| next.to_string().parse().unwrap());
        if cursor.is_none() {
            break;
        }
    }
    assert!(parts > 5, "{parts}");
    assert_eq!(lines.len(), 120);
    assert_eq!((lines[0].as_str(), lines[119].as_str()), ("- item 0", "| row 59 | 59 |"));
}

#[test]
fn cursors_are_of_one_page() {
    let (one, other) = (markdown("<p>a<p>b", false), markdown("<p>a<p>c", false));
    let next = one.part(None, Some(1)).unwrap().next;
    assert_eq!(one.part(next, None).unwrap().text, "b\n");
    assert_eq!(other.part(next, None), Err(CursorError::OtherPage));
    assert_eq!("md1-xyz-1".parse::<Cursor>(), Err(CursorError::Malformed));
    assert_eq!("md2-00000000-1".parse::<Cursor>(), Err(CursorError::Malformed));
}

#[test]
fn deep_and_wide_pages_end() {
    let deep = "<ul><li>".repeat(600) + "x" + &"<blockquote>".repeat(600) + "y";
    assert!(markdown(&deep, false).text().len() < 10_000, "indentation is bounded");
    let wide =
        format!("<table><tr>{}</tr>{}</table>", "<td colspan=1000 rowspan=1000>a".repeat(40), "<tr><td>b".repeat(500));
    assert!(markdown(&wide, false).text().len() < 200_000, "spans are bounded");
    let tables = "<table><tr><th>a<td>".repeat(150);
    assert!(!markdown(&tables, true).is_empty(), "tables in tables");
    let links = "<a href=x>".repeat(2000) + "a" + &"<b><i><del>".repeat(200) + "b";
    assert!(!markdown(&links, false).is_empty(), "marks in marks");
}

/// Markup of everything that Markdown has a form for.
fn soup() -> impl Strategy<Value = String> {
    let tags = prop::sample::select(vec![
        "p",
        "h2",
        "ul",
        "ol start=-3",
        "li",
        "table",
        "tr",
        "td colspan=3",
        "th rowspan=2",
        "blockquote",
        "pre",
        "code",
        "b",
        "i",
        "a href=x(y",
        "img alt='a]b' src=c",
        "dl",
        "dt",
        "dd",
        "details open",
        "summary",
        "br",
        "hr",
        "select",
        "option",
        "input value='a`b'",
        "button",
        "sup",
        "q",
        "div style='display:flex'",
        "span style='float:left'",
        "div role=table",
        "div role=row",
        "span role=cell",
        "ruby",
        "rt",
        "math",
        "msup",
        "mi",
        "div hidden",
        "caption",
        "thead",
        "iframe srcdoc='<p>x'",
        "svg",
        "text",
        "fieldset",
        "legend",
        "label",
        "main",
        "nav",
        "article",
        "textarea",
    ]);
    let text = "[a-z0-9 *_`\\[\\]<>|#\\\\.&;\n\t\u{1}\u{7f}\u{202e}\u{ad}\u{200b}é漢~!-]{0,12}";
    prop::collection::vec((tags, text, any::<bool>()), 0..40).prop_map(|parts| {
        parts
            .into_iter()
            .map(|(tag, text, ends)| {
                let text = text.replace('<', "&lt;");
                let name = tag.split(' ').next().unwrap_or_default();
                if ends { format!("<{tag}>{text}</{name}>") } else { format!("<{tag}>{text}") }
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn markdown_has_no_control_characters(body in soup(), main: bool) {
        let markdown = markdown(&body, main);
        let text = markdown.text();
        prop_assert!(!text.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{:?}", text);
        prop_assert!(!text.contains(['\u{202e}', '\u{ad}', '\u{200b}']), "{:?}", text);
        // Parts of any size add up to the whole.
        let mut blocks = 0;
        let mut cursor = None;
        loop {
            let part = markdown.part(cursor, Some(16)).unwrap();
            blocks += part.to - part.from;
            cursor = part.next;
            if cursor.is_none() {
                break;
            }
        }
        prop_assert_eq!(blocks, markdown.len());
    }
}

/// The text of the main content of a body.
#[track_caller]
fn check_text(body: &str, comments: bool, expected: &str) {
    let html = format!("<!doctype html><title>How rivers freeze - The Example</title><body>{body}");
    let options = ParseOptions { encoding: Some(encoding_rs::UTF_8), ..ParseOptions::default() };
    let page = Page::render(Dom::parse(html.as_bytes(), &options), Device::default(), RenderOptions::default());
    let options = MarkdownOptions::default().comments(comments);
    assert_eq!(main_text(&page, &options), expected, "{body}");
}

const FREEZING: &str = "<p>Ice does not begin at the bottom of a river, it begins in the slow water along the banks, where the cold has time to work on it.</p>\
    <p>From there thin plates grow toward the middle, break off when the current pulls at them, and drift on until something holds them.</p>\
    <p>By January the plates have grown together, and people who live beside the river begin to walk across it, one after another.</p>";
const FREEZING_TEXT: &str = "Ice does not begin at the bottom of a river, it begins in the slow water along the banks, where the cold has time to work on it.\n\n\
    From there thin plates grow toward the middle, break off when the current pulls at them, and drift on until something holds them.\n\n\
    By January the plates have grown together, and people who live beside the river begin to walk across it, one after another.\n";

#[test]
fn main_text_of_an_article_leaves_its_surroundings_out() {
    let around = "<nav><ul><li><a href=/a>News</a><li><a href=/b>Sport</a></ul></nav>";
    let below = "<div class=share-bar><a href=/f>Share this</a></div><aside class=related><h3>More stories</h3><ul><li><a href=/x>The longest bridge of the north</a><li><a href=/y>Why salt melts ice</a></ul></aside>\
        <form class=newsletter-signup><p>Get our letter every Friday.</p><input type=email><button>Sign up</button></form><footer><p>The Example, all rights reserved</p></footer>";
    let body = format!("{around}<article><h1>How rivers freeze</h1>{FREEZING}</article>{below}");
    check_text(&body, false, FREEZING_TEXT);
}

#[test]
fn main_text_keeps_comments_on_request() {
    let comments = "<section class=comments><h2>Comments</h2><p class=comment-body>We crossed it on skates last year, and it held all of us well into the month of March.</p></section>";
    let body = format!("<h1>How rivers freeze</h1><div class=text>{FREEZING}</div>{comments}");
    check_text(&body, false, FREEZING_TEXT);
    let with = format!(
        "{FREEZING_TEXT}\nComments\n\nWe crossed it on skates last year, and it held all of us well into the month of March.\n"
    );
    check_text(&body, true, &with);
}

#[test]
fn main_text_keeps_what_is_not_clear_by_the_mistake_that_is_worse() {
    let caption = "<figure><img src=a.png alt=Ice width=300 height=200><figcaption>People on the ice at Halden, where the river was open until the end of December last year.</figcaption></figure>";
    let author = "<footer><p>Ida Brandt has written about rivers and lakes since 1998, mostly on foot.</p></footer>";
    let (first, rest) = FREEZING.split_once("</p>").expect("it has three paragraphs");
    let html = format!(
        "<!doctype html><title>How rivers freeze</title><body><article><h1>How rivers freeze</h1>{first}</p>{caption}{rest}{author}</article>"
    );
    let page = Page::render(
        Dom::parse(html.as_bytes(), &ParseOptions::of_text()),
        Device::default(),
        RenderOptions::default(),
    );
    for (favor, has_caption, has_author) in
        [(Favor::Precision, false, false), (Favor::Balance, true, false), (Favor::Recall, true, true)]
    {
        let text = main_text(&page, &MarkdownOptions::default().favor(favor));
        assert!(text.contains("By January the plates"), "{favor:?}: {text}");
        assert_eq!((text.contains("Halden"), text.contains("on foot")), (has_caption, has_author), "{favor:?}: {text}");
    }
}

#[test]
fn main_text_keeps_the_code_of_an_article_and_leaves_captions_out() {
    let parts: Vec<&str> = FREEZING.split_inclusive("</p>").collect();
    let text: Vec<&str> = FREEZING_TEXT.trim_end().split("\n\n").collect();
    let body = format!(
        "<article><h1>How rivers freeze</h1>{}<pre>depth = 3\n  * cold</pre>{}<figure><img src=a.png alt=Ice width=600 height=300><figcaption>Plates in the bay</figcaption></figure>{}</article>",
        parts[0], parts[1], parts[2]
    );
    let expected = format!("{}\n\ndepth = 3\n  * cold\n\n{}\n\n{}\n", text[0], text[1], text[2]);
    check_text(&body, false, &expected);
}
