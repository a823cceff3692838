//! Tests of values of a whole page: its title, author, picture and text.

use serde_json::json;

use super::*;

#[test]
fn what_a_page_is_about_is_seen() {
    let schema = of(&json!({
        "title": { "type": "string" }, "author": { "type": "string" },
        "yields": { "type": "string", "description": "number of servings" }, "image": { "type": "string", "format": "uri" },
    }));
    let page = "<title>Leek pie | The Kitchen</title><header><h1>Search</h1></header><nav><h2>Leek</h2></nav><main><h2>Leek pie</h2>
        <p class=byline>By <a rel=author href=/ada>Ada Lind</a>, 3 May 2024</p><img src=/pie.jpg width=600 height=400 alt='Leek pie'>
        <p>Serves 4</p><img src=/ad.jpg width=600 height=400></main>";
    check(
        page,
        &schema,
        &json!({ "title": "Leek pie", "author": "Ada Lind", "yields": "Serves 4", "image": "https://shop.example/pie.jpg" }),
    );
    let german = "<title>Lauchkuchen</title><h1>Lauchkuchen</h1><p>Von Ada Lind</p><p>Für 6 Personen</p>";
    check(german, &schema, &json!({ "title": "Lauchkuchen", "author": "Ada Lind", "yields": "Für 6 Personen" }));
    check(
        "<h1>Pie</h1><p>By the river stand 4 people and wait for the boat to come.</p>",
        &schema,
        &json!({ "title": "Pie" }),
    );
}

#[test]
fn the_name_of_the_site_is_not_the_title() {
    let schema = of(&json!({ "title": { "type": "string" }, "author": { "type": "string" } }));
    let page = "<title>Leek pie with ham | The Kitchen</title><header><h1>The Kitchen</h1></header><p>Text</p><footer>The Kitchen</footer>";
    check(page, &schema, &json!({ "title": "Leek pie with ham", "author": "The Kitchen" }));
    let aside = "<title>Leek pie: how to bake leek pie</title><aside><h1>Leek pie</h1></aside><h2>More pies</h2>";
    check(aside, &schema, &json!({ "title": "Leek pie" }));
    // Without its name in the title, a site is called as its host.
    let home = "<link rel=canonical href=https://www.red-barn.example/pie><title>Leek pie</title><a href=https://shop.example/ title='Red Barn'><svg></svg></a><h1>Leek pie</h1>";
    check(home, &schema, &json!({ "title": "Leek pie", "author": "Red Barn" }));
    // A card names what it is about better than its page, unless it only introduces that.
    let card = |title: &str| {
        format!(
            "<title>Leek pie with ham | The Kitchen</title><h1>Leek pie</h1><p>{}</p><div class=card><h2>{title}</h2>
             <ul><li>1<li>2<li>3</ul><ol><li>a<li>b<li>c</ol></div>",
            "Leeks are in season. ".repeat(20)
        )
    };
    let title = of(&json!({ "title": { "type": "string" } }));
    check(&card("Leek pie with leeks"), &title, &json!({ "title": "Leek pie with leeks" }));
    check(&card("Get the recipe: leek pie"), &title, &json!({ "title": "Leek pie" }));
    let marked = "<div class=h-entry><h1 class=p-name>Pie</h1><p class=p-author>Written by Ada Lind</p></div>";
    check(marked, &schema, &json!({ "title": "Pie", "author": "Ada Lind" }));
}

#[test]
fn numbers_stand_behind_their_label() {
    let schema = of(&json!({ "version": { "type": "string" }, "chapter": { "type": "integer" } }));
    check("<h1>Guide</h1><p> Version 2.4 <p>Chapter 2", &schema, &json!({ "version": "2.4", "chapter": 2 }));
    check("<h1>Guide</h1><p>Version 2.4 is out<p>Volume 2", &schema, &json!({}));
}

#[test]
fn bylines_end_where_the_name_ends() {
    let schema = of(&json!({ "author": { "type": "string" } }));
    let by = |line: &str| {
        format!("<title>Pie | Kitchen</title><h1>Pie</h1><p>{line}</p><div class=comment-author>Bo says</div>")
    };
    check(&by("Submitted by Ada Lind"), &schema, &json!({ "author": "Ada Lind" }));
    check(&by("By Ada3 March 8, 2023"), &schema, &json!({ "author": "Ada3" }));
    check(&by("March 8, 2023 af Ada Lind"), &schema, &json!({ "author": "Ada Lind" }));
    check(&by("Par Hélène Marchand 10 janvier 2024"), &schema, &json!({ "author": "Hélène Marchand" }));
    check(&by("By Jana Nováková 2024-01-10"), &schema, &json!({ "author": "Jana Nováková" }));
    check(&by("A pie."), &schema, &json!({}));
    // Behind a label with a colon, and before the day; what is linked before the day is a category.
    let field = "<h1>Pie</h1><ul><li class=author><b>Author:</b> <a href=/ada>Ada Lind | The Kitchen</a></ul>";
    check(field, &schema, &json!({ "author": "Ada Lind | The Kitchen" }));
    let dated = "<h1>Pie</h1><div><div>Ada Lind</div><div>28 Aug 2025</div></div>";
    check(dated, &schema, &json!({ "author": "Ada Lind" }));
    check(&dated.replace("Ada Lind", "<a href=/pies>Savoury pies</a>"), &schema, &json!({}));
    let site = format!("{}<footer>© 2024 Kitchen</footer>", by("A pie."));
    let found = check(&site, &schema, &json!({ "author": "Kitchen" }));
    assert!(found.sources["/author"].confidence < 0.6, "a guess: {:?}", found.sources["/author"]);
}

#[test]
fn the_picture_of_a_page_is_the_one_it_shares() {
    let schema = of(&json!({ "image": { "type": "string", "format": "uri" } }));
    let page = "<title>Leek pie</title><h1>Leek pie</h1><img src=/step.jpg width=600 height=400><img src=/pie-300x200.jpg width=600 height=400>
        <a href='https://pinterest.com/pin/create/button/?url=https://shop.example/&media=https://shop.example/pie.jpg'>Pin</a>";
    check(page, &schema, &json!({ "image": "https://shop.example/pie.jpg" }));
    let background = "<h1>Pie</h1><div style='background-image: url(/pie.jpg); width: 600px; height: 400px'></div>";
    check(background, &schema, &json!({ "image": "https://shop.example/pie.jpg" }));
    // Of the card of the item, of a theme's main picture, and behind a service that resizes it.
    let card = "<h1>Pie</h1><p>Long text about pies, and more of it, and still more of it, so that the card is a part.</p>
        <img src=/leek.jpg width=600 height=400><div class=card><h2>Pie</h2><img src=/done.jpg width=600 height=400><ul><li>1<li>2<li>3</ul><ol><li>a<li>b<li>c</ol></div>";
    check(card, &schema, &json!({ "image": "https://shop.example/done.jpg" }));
    let titled = card.replace("<h2>Pie</h2>", "<h1>Pie</h1>");
    check(&titled, &schema, &json!({ "image": "https://shop.example/done.jpg" }));
    // The card shares its own, the page that of the page.
    let pin = |name: &str| {
        format!(
            "<a href='https://pinterest.com/pin/create/button/?url=https://shop.example/&media=https://shop.example/{name}.jpg'>Pin</a>"
        )
    };
    let shares =
        card.replace("<h2>Pie</h2>", &pin("done")).replace("<h1>Pie</h1>", &format!("<h1>Pie</h1>{}", pin("leek")));
    check(&shares, &schema, &json!({ "image": "https://shop.example/leek.jpg" }));
    // A teaser leads away; the size of a picture may not be saved.
    let teased = "<h1>Pie</h1><p><img src=/pie.jpg></p><a href=/other><img src=/other.jpg width=600 height=400></a>";
    check(teased, &schema, &json!({ "image": "https://shop.example/pie.jpg" }));
    let themed = "<h1>Pie</h1><img src=/a.jpg width=600 height=400><img class=wp-post-thumbnail src=/b.jpg width=600 height=400>";
    check(themed, &schema, &json!({ "image": "https://shop.example/b.jpg" }));
    let resized =
        "<h1>Pie</h1><img src='/_next/image?url=https%3A%2F%2Fcdn.example%2Fpie.jpg&w=640' width=600 height=400>";
    check(resized, &schema, &json!({ "image": "https://cdn.example/pie.jpg" }));
    let proxied = "<h1>Pie</h1><img src='https://cdn.example/w_600/https://shop.example/pie.jpg' width=600 height=400>";
    check(proxied, &schema, &json!({ "image": "https://shop.example/pie.jpg" }));
}

#[test]
fn the_picture_of_a_page_is_given_in_full() {
    let schema = of(&json!({ "image": { "type": "string", "format": "uri" } }));
    let pin = |name: &str| {
        format!(
            "<a href='https://pinterest.com/pin/create/button/?url=https://shop.example/&media=https://shop.example/{name}'>Pin</a>"
        )
    };
    // Candidates without a space between them.
    let set =
        "<h1>Pie</h1><img src=/pie-300x200.jpg srcset='/pie-300x200.jpg 300w,/pie.jpg 900w,/pie-600x400.jpg 600w'>";
    check(set, &schema, &json!({ "image": "https://shop.example/pie.jpg" }));
    // An optimizer shows the file that the page shares in another format.
    let optimized = format!("<h1>Pie</h1><img src=/pie.webp width=600 height=400>{}", pin("pie.jpg"));
    check(&optimized, &schema, &json!({ "image": "https://shop.example/pie.jpg" }));
    // What is shown as the full size of an upload is more than a name without a size.
    let uploaded = format!(
        "<h1>Pie</h1><img src=/pie-768x512.jpg data-pin-media=https://shop.example/pie.jpg width=768 height=512>{}",
        pin("pie-scaled.jpg")
    );
    check(&uploaded, &schema, &json!({ "image": "https://shop.example/pie-scaled.jpg" }));
    // A button on a picture shares that picture, one under the text what the page is about.
    let shared =
        |name: &str| format!("<figure><img src=/{name} width=600 height=400><ul><li>{}</li></ul></figure>", pin(name));
    let page = format!(
        "<h1>Pie</h1>{}<p>Roll the dough.</p>{}<p>Bake it.</p><p>Let it cool for an hour, then cut it.</p><footer>{}</footer>",
        shared("step.jpg"),
        shared("pie.jpg"),
        pin("pie-150x150.jpg")
    );
    check(&page, &schema, &json!({ "image": "https://shop.example/pie.jpg" }));
}

#[test]
fn the_picture_of_a_page_may_have_no_known_size() {
    let schema = of(&json!({ "image": { "type": "string", "format": "uri" } }));
    let expected = json!({ "image": "https://shop.example/pie.jpg" });
    // The height of the box is in a style sheet that was not saved.
    let background = "<title>Leek pie</title><h1>Leek pie</h1><div class=post-thumbnail style='background-image: url(/pie.jpg)'></div>
        <img src=/step.jpg srcset='/step-300x200.jpg 300w, /step-600x400.jpg 600w, /step.jpg 700w' width=600 height=400 alt='Leek pie'>";
    check(background, &schema, &expected);
    // A service offers the same widths of every picture, and a style sheet that was not saved keeps this one in its box.
    let portrait = "<title>Leek pie</title><p>Long.<p>Text.<div style='position: absolute; top: 0; left: 0; width: 100%; height: 9000px'>
        <img style='width: 100%; height: 100%' src=/me.jpg srcset='/api/image?src=https%3A%2F%2Fshop.example%2Fme.jpg&w=3840 3840w'></div>
        <h1>Leek pie</h1><p><img src=/pie.jpg></p>";
    check(portrait, &schema, &expected);
    // The words of the alternative text are all in the title, however long that is.
    let called = "<title>Leek pie recipe: how to bake a good pie at home</title><h1>Leek pie</h1><p><img src=/71330.cms alt='Leek pie'></p>
        <div><img src=/other.jpg width=200 height=160></div>";
    check(called, &schema, &json!({ "image": "https://shop.example/71330.cms" }));
}

#[test]
fn the_picture_of_a_page_may_be_hidden_at_this_width() {
    let schema = of(&json!({ "image": { "type": "string", "format": "uri" } }));
    let page = |name: &str| {
        format!(
            "<title>Leek pie</title><div style='background-image: url(/stripes.png); height: 100px'></div><h1>Leek pie</h1>
            <div style='display: none'><img src=/{name}.jpg width=600 height=400></div>
            <div hidden><img src=/{name}.jpg srcset='/{name}.jpg 600w, /{name}-300x200.jpg 300w' data-large=/{name}.jpg></div>"
        )
    };
    check(&page("leek-pie"), &schema, &json!({ "image": "https://shop.example/leek-pie.jpg" }));
    check(&page("advent"), &schema, &json!({ "image": "https://shop.example/stripes.png" }));
}

#[test]
fn the_body_of_an_article_is_its_text() {
    let schema = of(&json!({ "title": { "type": "string" }, "body": { "type": "string" } }));
    let story = "The lock at Brenn has let boats through for ninety years, and on Monday its gates stayed open for good. \
        The last barge to pass carried gravel for the new road. Its skipper blew the horn twice. Nobody on the bank answered.";
    let jobs = "<aside class=jobs-body><h2>Jobs near you</h2><ul class=job-list>\
        <li><a href=/j1>Lock keeper</a><p class=body>Full time, Brenn. You keep the gates, the log and the peace between crews.</p>\
        <li><a href=/j2>Deck hand</a><p class=body>Part time, Ost. You know your knots and do not mind the early start.</p></ul></aside>";
    for markup in ["article", "div class=story", "main"] {
        let end = markup.split(' ').next().unwrap_or_default();
        let page = format!(
            "<header>The Ferry Post</header>{jobs}<{markup}><h1>The gates stay open</h1><p>{story}</p><p>{story}</p></{end}>{jobs}"
        );
        let found = run(&page, &schema);
        let body = found.data["body"].as_str().unwrap_or_default();
        assert!(
            body.contains("let boats through") && !body.contains("keeper") && !body.contains("knots"),
            "{markup}: {body}"
        );
    }
    // A page without an article has no body.
    check(jobs, &of(&json!({ "articleBody": { "type": "string" } })), &json!({}));
}

#[test]
fn heads_say_what_a_page_is_about() {
    let schema = of(&json!({
        "title": { "type": "string" }, "author": { "type": "string" }, "description": { "type": "string" },
        "published": { "type": "string", "format": "date" }, "url": { "type": "string", "format": "uri" },
    }));
    let expected = json!({
        "title": "The gates stay open", "author": "Ada Lind", "description": "The lock at Brenn closes.", "published": "2024-05-03",
        "url": "https://shop.example/gates",
    });
    let link = "<link rel=canonical href=/gates>";
    let open_graph = "<meta property=og:title content='The gates stay open'><meta property=og:description content='The lock at Brenn closes.'>
        <meta property=article:author content='Ada Lind'><meta property=article:published_time content=2024-05-03T08:00:00Z>";
    check(&format!("{open_graph}{link}"), &schema, &expected);
    for (colon, created) in [("DC.", "DC.date"), ("dc:", "dcterms:issued"), ("dcterms.", "dcterms.created")] {
        let dublin = format!(
            "<meta name={colon}title content='The gates stay open'><meta name={colon}creator content='Ada Lind'>
             <meta name={colon}description content='The lock at Brenn closes.'><meta name={created} content=2024-05-03>{link}"
        );
        check(&dublin, &schema, &expected);
    }
    let entry = "<article class=h-entry><h2 class=p-name>The gates stay open</h2><a class='p-author h-card' href=/ada>Ada Lind</a>
        <p class=p-summary>The lock at Brenn closes.</p><a class=u-url href=/gates><time class=dt-published datetime=2024-05-03>May</time></a></article>";
    check(entry, &schema, &expected);
}
