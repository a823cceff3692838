mod lists;
mod page;

use serde_json::json;

use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};
use crate::page::RenderOptions;

fn run(body: &str, schema: &Value) -> Extraction {
    let html = format!("<!doctype html><html lang=en><base href=https://shop.example/><body>{body}");
    let options = ParseOptions::of_text();
    let page = Page::render(Dom::parse(html.as_bytes(), &options), Device::default(), RenderOptions::default());
    extract(&page, &Schema::parse(&schema.to_string()).unwrap())
}

#[track_caller]
fn check(body: &str, schema: &Value, expected: &Value) -> Extraction {
    let found = run(body, schema);
    assert_eq!(&found.data, expected, "{body}\n{:#?}", found.sources);
    found
}

fn of(properties: &Value) -> Value {
    json!({ "type": "object", "properties": properties })
}

fn list_of(properties: &Value) -> Value {
    json!({ "type": "object", "properties": { "items": { "type": "array", "items": of(properties) } } })
}

const CARDS: &str = "<ul class=grid>
    <li class=card><img src=a.png alt=A width=9 height=9><h3><a href=/a>Alpha</a></h3><p class=price>$1,299.00</p><span class=stock>In stock</span>
    <li class='card sale'><h3><a href=/b>Beta</a></h3><p class=price><s>$20</s> $15.50</p><span class=stock>Sold out</span>
    <li class=card><h3><a href=/c>Gamma</a></h3><p class=price>call us</p></ul>
    <nav><ul><li><a href=/x>One</a><li><a href=/y>Two</a></ul></nav>";

#[test]
fn bindings_come_first() {
    let schema = of(&json!({
        "title": { "type": "string", "x-selector": "h2" },
        "link": { "type": "string", "x-selector": "a", "x-attribute": "href" },
        "number": { "type": "integer", "x-selector": "p", "x-regex": "No\\. (\\d+)" },
        "heading": { "type": "string", "x-role": "heading" },
        "gone": { "type": ["string", "null"], "x-selector": ".gone" },
    }));
    let found = check(
        "<h1>Not this</h1><h2>This</h2><p>Order No. 42 of 50</p><a href=/go>x</a>",
        &schema,
        &json!({ "title": "This", "link": "https://shop.example/go", "number": 42, "heading": "Not this", "gone": null }),
    );
    assert_eq!((found.sources["/title"].from, found.sources["/title"].confidence), ("binding", 1.0));
    assert!(!found.sources.contains_key("/gone"), "nothing has no source");
}

#[test]
fn bindings_nest() {
    let schema = json!({ "type": "array", "x-selector": ".card", "items": of(&json!({
        "name": { "type": "string", "x-selector": "h3" },
        "url": { "type": "string", "x-selector": "a", "x-attribute": "href" },
        "price": { "type": ["number", "null"], "x-selector": ".price", "x-regex": "\\$[\\d,.]+$" },
        "sale": { "type": "string", "x-attribute": "class" },
    })) });
    check(
        CARDS,
        &schema,
        &json!([
            { "name": "Alpha", "url": "https://shop.example/a", "price": 1299, "sale": "card" },
            { "name": "Beta", "url": "https://shop.example/b", "price": 15.5, "sale": "card sale" },
            { "name": "Gamma", "url": "https://shop.example/c", "price": null, "sale": "card" },
        ]),
    );
    let names = json!({ "type": "array", "items": { "type": "string", "x-selector": ".card h3" } });
    check(CARDS, &names, &json!(["Alpha", "Beta", "Gamma"]));
}

#[test]
fn cards_are_records() {
    let schema = list_of(&json!({
        "name": { "type": "string" }, "price": { "type": ["number", "null"] }, "url": { "type": "string", "format": "uri" },
        "image": { "type": ["string", "null"] }, "inStock": { "type": "boolean" },
    }));
    let found = check(
        CARDS,
        &schema,
        &json!({ "items": [
            { "name": "Alpha", "price": 1299, "url": "https://shop.example/a", "image": "https://shop.example/a.png", "inStock": true },
            { "name": "Beta", "price": 15.5, "url": "https://shop.example/b", "image": null, "inStock": false },
            { "name": "Gamma", "price": null, "url": "https://shop.example/c", "image": null },
        ] }),
    );
    assert_eq!(found.sources["/items/0/price"].from, "class");
}

#[test]
fn rows_are_records() {
    let table = "<table><caption>Harvest</caption><tr><th>Variety<th>Bins picked<th>Picked on<tr><td>Russet<td>1,042<td>15 Sep 2026<tr><td>Quince<td>7<td>–</table>";
    let schema = list_of(&json!({
        "variety": { "type": "string" }, "bins": { "type": "integer" }, "pickedOn": { "type": ["string", "null"], "format": "date" },
    }));
    let found = check(
        table,
        &schema,
        &json!({ "items": [
            { "variety": "Russet", "bins": 1042, "pickedOn": "2026-09-15" },
            { "variety": "Quince", "bins": 7, "pickedOn": null },
        ] }),
    );
    assert_eq!(found.sources["/items/0/bins"].from, "header");
}

#[test]
fn machine_readable_data_adds_to_the_visible() {
    let page = "<h1>Shown</h1><p class=price>9 €</p><script type='application/ld+json'>{\"@type\":\"Product\",\"name\":\"Stated\",\
        \"offers\":{\"price\":\"12.50\",\"priceCurrency\":\"EUR\",\"availability\":\"https://schema.org/InStock\"},\"image\":[\"/i.png\"]}</script>";
    let schema = of(&json!({
        "name": { "type": "string" }, "price": { "type": "number" }, "currency": { "type": "string" },
        "availability": { "enum": ["InStock", "OutOfStock"] }, "image": { "type": "string", "format": "uri" },
    }));
    let found = check(
        page,
        &schema,
        &json!({ "name": "Stated", "price": 12.5, "currency": "EUR", "availability": "InStock", "image": "https://shop.example/i.png" }),
    );
    assert_eq!(
        (found.sources["/price"].from, found.sources["/price"].property.as_deref()),
        ("json-ld", Some("offers.price"))
    );
    let micro = "<div itemscope itemtype=https://schema.org/Book><b itemprop=name>T</b> by <a itemprop=author href=/n>N</a></div>";
    let found = check(
        micro,
        &of(&json!({ "title": { "type": "string" }, "author": { "type": "string" } })),
        &json!({ "title": "T", "author": "N" }),
    );
    assert_eq!(found.sources["/title"].from, "microdata");
}

#[test]
fn labels_name_values() {
    let page = "<dl><dt>Weight<dd>1,5 kg<dt>Colour<dd>red</dl><p>Phone: +41 44 555 01 00</p><table><tr><th>Height<td>30 cm</table>
        <label>E-mail <input value=a@b.example></label><a href=mailto:c@d.example>Write</a>";
    check(
        page,
        &of(&json!({
            "weight": { "type": "number" }, "colour": { "enum": ["red", "green"] }, "phone": { "type": "string" }, "height": { "type": "integer" },
            "email": { "type": "string", "format": "email" }, "width": { "type": ["number", "null"] },
        })),
        &json!({ "weight": 1.5, "colour": "red", "phone": "+41 44 555 01 00", "height": 30, "email": "a@b.example", "width": null }),
    );
}

#[test]
fn objects_in_objects_have_their_own_values() {
    let name = json!({ "type": ["string", "null"] });
    let schema = of(&json!({ "title": { "type": "string" }, "author": of(&json!({ "name": name, "url": name })) }));
    let heading = "<h1>The title</h1>";
    check(heading, &schema, &json!({ "title": "The title" }));
    let by = "<h1>The title</h1><div class=author><a class=name href=/ada>Ada</a> writes</div>";
    let found = json!({ "title": "The title", "author": { "name": "Ada", "url": "https://shop.example/ada" } });
    check(by, &schema, &found);
    let script = r#"<h1>x</h1><script type=application/ld+json>{"@type":"Article","headline":"The title","author":{"@type":"Person","name":"Ada"}}</script>"#;
    check(script, &schema, &json!({ "title": "The title", "author": { "name": "Ada", "url": null } }));
    let facts = "<h1>Pot</h1><h2>Nutrition</h2><table><tr><td>Calories<td>12 kcal<tr><td>Fat<td>3 g</table>";
    let schema = of(
        &json!({ "nutrition": of(&json!({ "calories": { "type": "number" }, "fat": { "type": "number" }, "salt": { "type": ["number", "null"] } })) }),
    );
    check(facts, &schema, &json!({ "nutrition": { "calories": 12, "fat": 3, "salt": null } }));
}

#[test]
fn each_label_of_a_line_has_its_own_value() {
    let schema =
        of(&json!({ "fat": { "type": "string" }, "sugar": { "type": "string" }, "prep": { "type": "string" } }));
    check("<p>Fat: 1 g | Sugar: 17 g</p>", &schema, &json!({ "fat": "1 g", "sugar": "17 g" }));
    check("<p>Prep: 10 min Cook: 5 min</p>", &schema, &json!({}));
}

#[test]
fn the_page_is_not_one_of_its_records() {
    let schema = of(
        &json!({ "title": { "type": "string" }, "date": { "type": "string", "format": "date" }, "url": { "type": "string", "format": "uri" },
        "rating": { "type": "number" }, "image": { "type": "string" } }),
    );
    let story = |day: u32| {
        format!("<li><h3><a href=/{day}>Story {day}</a></h3><time datetime=2026-01-0{day}>{day} Jan</time></li>")
    };
    let stories: String = (1..5).map(story).collect();
    let stars: String = (1..6).map(|n| format!("<span role=button data-rating={n}>★</span>")).collect();
    let page =
        format!("<h2>Menu</h2><img src=logo.png width=40 height=20><h1>The page</h1><p>{stars}<ul>{stories}</ul>");
    check(&page, &schema, &json!({ "title": "The page" }));
}

#[test]
fn the_address_of_a_record_is_that_of_its_title() {
    let schema =
        list_of(&json!({ "title": { "type": "string" }, "url": { "type": ["string", "null"], "format": "uri" } }));
    let story = |n: u32, inside: &str| {
        format!("<li class=s><a href=/tag{n}>Tag {n}</a> {inside} <a href=/c{n}>{n} comments</a>")
    };
    let linked = format!("<ul>{}{}</ul>", story(1, "<h3><a href=/a>A</a></h3>"), story(2, "<h3><a href=/b>B</a></h3>"));
    check(
        &linked,
        &schema,
        &json!({ "items": [{ "title": "A", "url": "https://shop.example/a" }, { "title": "B", "url": "https://shop.example/b" }] }),
    );
    let bare = format!("<ul>{}{}</ul>", story(1, "<h3>A</h3>"), story(2, "<h3>B</h3>"));
    check(&bare, &schema, &json!({ "items": [{ "title": "A", "url": null }, { "title": "B", "url": null }] }));
    let links = "<nav><ul><li><a href=/x>X</a><li><a href=/y>Y</a><li><a href=/z>Z</a></ul></nav><main><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></main>";
    check(
        links,
        &schema,
        &json!({ "items": [{ "title": "A", "url": "https://shop.example/a" }, { "title": "B", "url": "https://shop.example/b" }] }),
    );
}

#[test]
fn nothing_is_made_up() {
    let schema = json!({ "type": "object", "required": ["name", "price"], "properties": { "name": { "type": "string" }, "price": { "type": "number" }, "sku": { "type": "string" } } });
    let found = check("<h1>Name</h1><p>Nothing else.</p>", &schema, &json!({ "name": "Name" }));
    assert_eq!(found.violations.len(), 1);
    assert!(found.violations[0].message.contains("price"), "{:?}", found.violations);
    let none = run("", &list_of(&json!({ "name": { "type": "string" } })));
    assert_eq!((none.data, none.sources.len()), (json!({}), 0));
}

#[test]
fn schemas_that_refer_to_themselves_end() {
    let schema = json!({ "$ref": "#/$defs/node", "$defs": { "node": { "type": "object", "properties": {
        "name": { "type": "string" }, "children": { "type": "array", "items": { "$ref": "#/$defs/node" } } } } } });
    let found = run(
        "<h1>a</h1><ul><li class=x><h2>b</h2><ul><li class=y><h3>c</h3><li class=y><h3>d</h3></ul><li class=x><h2>e</h2></ul>",
        &schema,
    );
    assert_eq!(found.data["name"], "a", "{:#}", found.data);
}

#[test]
fn sources_are_of_values() {
    let schema = list_of(&json!({ "name": { "type": "string" }, "price": { "type": ["number", "null"] } }));
    let found = run(CARDS, &schema);
    assert!(!found.sources.is_empty());
    for (pointer, source) in &found.sources {
        assert!(found.data.pointer(pointer).is_some_and(|value| !value.is_null()), "{pointer} has no value");
        assert!((0.5..=1.0).contains(&source.confidence), "{pointer}: {}", source.confidence);
    }
}

#[test]
fn references_between_items_are_followed() {
    let page = r##"<script type=application/ld+json>{"@graph":[{"@type":"Recipe","name":"Pie","image":{"@id":"#i"},"author":{"@id":"#a"}},
        {"@type":"ImageObject","@id":"#i","url":"https://shop.example/i.jpg"},{"@type":"Person","@id":"#a","name":"Ada"}]}</script>"##;
    let schema = of(
        &json!({ "name": { "type": "string" }, "author": { "type": "string" }, "image": { "type": "string", "format": "uri" } }),
    );
    check(page, &schema, &json!({ "name": "Pie", "author": "Ada", "image": "https://shop.example/i.jpg" }));
}

#[test]
fn words_of_another_sense_name_nothing() {
    let schema =
        of(&json!({ "date": { "type": "string" }, "rating": { "type": "string" }, "address": { "type": "string" } }));
    check("<dl><dt>Data<dd>4 GB<dt>Note<dd>Handle with care<dt>Place<dd>second</dl>", &schema, &json!({}));
}

#[test]
fn names_and_ratings_are_not_cut_from_other_values() {
    let schema = list_of(
        &json!({ "title": { "type": "string" }, "price": { "type": "number" }, "rating": { "type": "number" } }),
    );
    let card = |title: &str, price: &str, rating: &str| {
        format!("<li class=c><h3>{title}</h3><p class=price>{price}</p><p>Rated {rating} out of 5</p>")
    };
    let page = format!("<ul>{}{}</ul>", card("Gamma: the sequel", "$10.00", "4.7"), card("Beta", "$7.00", "4.1"));
    let expected = json!({ "items": [
        { "title": "Gamma: the sequel", "price": 10, "rating": 4.7 }, { "title": "Beta", "price": 7, "rating": 4.1 },
    ] });
    check(&page, &schema, &expected);
    let widget = "<h1>Pot</h1><p>Rating: 4.0</p><div class=widget><span aria-label='5 out of 5 stars'></span></div>";
    check(widget, &of(&json!({ "rating": { "type": "number" } })), &json!({ "rating": 4 }));
}

#[test]
fn codes_stand_behind_their_label_without_a_colon() {
    let schema = of(&json!({ "invoice_number": { "type": "string" }, "total": { "type": "number" } }));
    let page = |line: &str| format!("<h1>Your account</h1>{line}<dl><dt>Total<dd>$50.00</dl>");
    let found = json!({ "invoice_number": "INV-2024-17", "total": 50 });
    check(&page("<h2>Invoice INV-2024-17</h2>"), &schema, &found);
    check(&page("<p>Thank you for paying invoice INV-2024-17 in time.</p>"), &schema, &found);
    check(&page("<p>Invoice total $50</p>"), &schema, &json!({ "total": 50 }));
    let titled = of(&json!({ "n": { "type": "string", "title": "Invoice number" } }));
    check(&page("<h2>Invoice INV-2024-17</h2>"), &titled, &json!({ "n": "INV-2024-17" }));
    let rows = list_of(&json!({ "order_id": { "type": "string" }, "price": { "type": "number" } }));
    let row = |n: u32| format!("<li class=o><h3>Order ORD-{n}</h3><p class=price>${n}.00</p>");
    let two = json!({ "items": [{ "order_id": "ORD-11", "price": 11 }, { "order_id": "ORD-12", "price": 12 }] });
    check(&format!("<ul>{}{}</ul>", row(11), row(12)), &rows, &two);
}

#[test]
fn data_for_machines_comes_in_many_shapes() {
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    let schema = of(&json!({
        "title": { "type": "string" }, "author": { "type": "string" }, "ingredients": strings,
        "image": { "type": "string", "format": "uri" },
    }));
    let expected = json!({
        "title": "Leek pie", "author": "Ada Lind", "ingredients": ["1 leek", "2 eggs"], "image": "https://shop.example/pie.jpg",
    });
    let from = |page: &str, origin: &str| {
        let found = check(page, &schema, &expected);
        assert_eq!(found.sources["/title"].from, origin, "{page}");
    };
    let script = |json: &str| format!("<h1>Other</h1><script type=application/ld+json>{json}</script>");
    let recipe = r#""@type":"Recipe","name":"Leek pie","recipeIngredient":["1 leek","2 eggs"],"image":{"@type":"ImageObject","url":"/pie.jpg"}"#;
    from(&script(&format!(r#"{{{recipe},"author":{{"@type":"Person","name":"Ada Lind"}}}}"#)), "json-ld");
    from(
        &script(&format!(r#"[{{"@type":"WebSite","name":"Kitchen"}},{{{recipe},"author":[{{"name":"Ada Lind"}}]}}]"#)),
        "json-ld",
    );
    let graph = format!(
        r##"{{"@graph":[{{"@type":"Article","headline":"About pies"}},{{{recipe},"author":{{"@id":"#ada"}}}},{{"@type":"Person","@id":"#ada","name":"Ada Lind"}}]}}"##
    );
    from(&script(&graph), "json-ld");
    let page = format!(r##"{{"@type":"WebPage","name":"Kitchen","mainEntity":{{{recipe},"author":"Ada Lind"}}}}"##);
    from(&script(&page), "json-ld");
    from(
        "<h1>Other</h1><div vocab=https://schema.org/ typeof=Recipe><h2 property=name>Leek pie</h2><p property=author typeof=Person><b property=name>Ada Lind</b></p>
         <ul><li property=recipeIngredient>1 leek<li property=recipeIngredient>2 eggs</ul><img property=image src=/pie.jpg></div>",
        "rdfa",
    );
    from(
        "<h1>Other</h1><div prefix='schema: https://schema.org/' typeof=schema:Recipe><meta property=schema:name content='Leek pie'><span property=schema:author>Ada Lind</span>
         <b property=schema:recipeIngredient>1 leek</b> <b property=schema:recipeIngredient>2 eggs</b><a property=schema:image href=/pie.jpg>Picture</a></div>",
        "rdfa",
    );
    from(
        "<h1>Other</h1><article class=h-recipe><h2 class=p-name>Leek pie</h2> by <a class='p-author h-card' href=/ada>Ada Lind</a>
         <ul><li class=p-ingredient>1 leek<li class=p-ingredient>2 eggs</ul><img class=u-photo src=/pie.jpg></article>",
        "microformat",
    );
    from(
        "<h1>Other</h1><div class=hrecipe><h2 class=fn>Leek pie</h2><span class='author vcard'><span class=fn>Ada Lind</span></span>
         <p><span class=ingredient><span class=value>1</span> leek</span> <span class=ingredient>2 eggs</span><img class=photo src=/pie.jpg></div>",
        "microformat",
    );
    from(
        "<h1>Other</h1><div itemscope itemtype=https://schema.org/Recipe itemref='by list'><h2 itemprop=name>Leek pie</h2><img itemprop=image src=/pie.jpg></div>
         <p id=by itemprop=author>Ada Lind</p><ul id=list><li itemprop=recipeIngredient>1 leek<li itemprop=recipeIngredient>2 eggs</ul>",
        "microdata",
    );
    // A reference to itself ends.
    let circle = "<div id=a itemscope itemref=a><b itemprop=title>Leek pie</b></div>";
    check(circle, &of(&json!({ "title": { "type": "string" } })), &json!({ "title": "Leek pie" }));
    let graph = r##"<script type=application/ld+json>{"@graph":[{"@type":"Recipe","@id":"#r","name":"Leek pie","isPartOf":{"@id":"#r"}}]}</script>"##;
    check(graph, &of(&json!({ "title": { "type": "string" } })), &json!({ "title": "Leek pie" }));
}

#[test]
fn schemas_guide_what_is_bound() {
    let text = |more: Value| {
        let mut part = json!({ "type": "string" });
        more.as_object().into_iter().flatten().for_each(|(key, value)| part[key] = value.clone());
        part
    };
    let page = "<h1>Pot</h1><p>ISBN 978-3-16-148410-0, part of set 12.</p><p>K-204</p><dl><dt>Venue<dd>Hall 2<dt>Stars<dd>97<dt>Colour<dd>dark red</dl>";
    let pattern = text(json!({ "pattern": "^[0-9]{3}(-[0-9]+){4}$" }));
    check(page, &of(&json!({ "isbn": pattern })), &json!({ "isbn": "978-3-16-148410-0" }));
    check(page, &of(&json!({ "shelf": text(json!({ "pattern": "^[A-Z]-[0-9]{3}$" })) })), &json!({ "shelf": "K-204" }));
    check(page, &of(&json!({ "shelf": text(json!({ "examples": ["B-17"] })) })), &json!({ "shelf": "K-204" }));
    check(page, &of(&json!({ "colour": text(json!({ "pattern": "^#[0-9a-f]{6}$" })) })), &json!({}));
    check(page, &of(&json!({ "where": text(json!({ "description": "The venue." })) })), &json!({ "where": "Hall 2" }));
    check(page, &of(&json!({ "x": text(json!({ "title": "Venue" })) })), &json!({ "x": "Hall 2" }));
    check(page, &of(&json!({ "rating": { "type": "number", "maximum": 5 } })), &json!({}));
    check(page, &of(&json!({ "colour": { "enum": ["red", "green", null] } })), &json!({ "colour": "red" }));
}

#[test]
fn values_beyond_the_limit_are_missed_and_said() {
    let n = 80;
    let html = "<div>".repeat(n) + &"<p>x</p>".repeat(n);
    let inner = json!({ "type": "array", "x-selector": "p", "items": { "type": "string" } });
    let schema = json!({ "type": "array", "x-selector": "div", "items": { "type": "array", "x-selector": "div", "items": inner } });
    let found = extract(&Page::from_html(&html), &Schema::parse(&schema.to_string()).unwrap());
    assert!(found.violations.iter().any(|v| v.message.contains("more than 200000 values")), "{:?}", found.violations);
}
