use serde_json::json;

use super::*;
use crate::device::Device;
use crate::dom::{Dom, ParseOptions};

fn run(body: &str, schema: &Value) -> Extraction {
    let html = format!("<!doctype html><html lang=en><base href=https://shop.example/><body>{body}");
    let options = ParseOptions::of_text();
    let page = Page::render(Dom::parse(html.as_bytes(), &options), Device::default());
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
fn lists_of_texts_are_found_by_name() {
    let page = "<h2>Steps</h2><ol><li>Cut<li>Cook</ol><h2>Ingredients</h2><ul><li>1 leek<li>2 eggs</ul>";
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    check(
        page,
        &of(&json!({ "ingredients": strings, "tools": strings })),
        &json!({ "ingredients": ["1 leek", "2 eggs"] }),
    );
}

#[test]
fn lists_of_texts_are_those_meant() {
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    let schema = of(&json!({ "ingredients": strings, "steps": strings }));
    // The article speaks of them, the recipe has them; other lists of the same theme are not ingredients.
    let page = "<article><h2>Ingredients</h2><ul class=wp-list><li>Flour, of any kind</ul><h2>More</h2><ul class=wp-list><li>100 recipes</ul></article>
        <div class=rx-recipe-ingredients-container><h3>Recipe</h3><div><h4>Dough</h4><ul class=rx-recipe-ingredients><li>300 g flour</ul></div>
        <div><h4>Top</h4><ul class=rx-recipe-ingredients><li>1 egg</ul></div></div>
        <h2>Steps</h2><ol><li>Knead</ol><p>Then:</p><ol><li>Bake</ol><h2>Notes</h2><ol><li>Eat</ol>";
    check(page, &schema, &json!({ "ingredients": ["300 g flour", "1 egg"], "steps": ["Knead", "Bake"] }));
    let terms = "<dl><dt>Steps<dd>Knead<dd>Bake<dt>Ingredients<dd>Flour</dl>";
    check(terms, &schema, &json!({ "ingredients": ["Flour"], "steps": ["Knead", "Bake"] }));
    let micro = "<div itemscope itemtype=https://schema.org/Recipe><b itemprop=recipeIngredient>Flour</b> <b itemprop=recipeIngredient>Egg</b>
        <div itemprop=recipeInstructions><h3>Method</h3><ol><li>Knead<li>Bake</ol></div></div>";
    check(micro, &schema, &json!({ "ingredients": ["Flour", "Egg"], "steps": ["Knead", "Bake"] }));
    let script = |steps: &Value| {
        let recipe = json!({ "@type": "Recipe", "recipeIngredient": ["Flour", "Egg"], "recipeInstructions": steps });
        format!("<script type=application/ld+json>{recipe}</script>")
    };
    let expected = json!({ "ingredients": ["Flour", "Egg"], "steps": ["Knead", "Bake"] });
    let step = |text: &str| json!({ "@type": "HowToStep", "name": "A step", "text": text });
    let plain = |text: &str| json!({ "@type": "HowToStep", "name": format!("{text} ..."), "text": text });
    check(&script(&json!([plain("Knead"), plain("Bake")])), &schema, &expected);
    let section =
        json!([{ "@type": "HowToSection", "name": "Dough", "itemListElement": [step("Knead")] }, step("Bake")]);
    check(
        &script(&section),
        &schema,
        &json!({ "ingredients": ["Flour", "Egg"], "steps": ["Dough", "A step", "Knead", "Bake"] }),
    );
    check(&script(&json!("Knead\nBake")), &schema, &expected);
    check(&script(&json!("<ol><li>Knead</li><li>Bake</li></ol>")), &schema, &expected);
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
fn several_labels_in_a_line_are_told_apart() {
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
fn texts_under_a_label_are_a_list() {
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    let schema = of(&json!({ "ingredients": strings, "steps": strings }));
    let page = "<h1>Tart</h1><p><strong>Ingredients:</strong></p><p>- 250 g pastry<br>- 4 apples</p>
        <p><strong>Method:</strong></p><p>Heat the oven.</p><p>Line the tin.</p>";
    let found = json!({ "ingredients": ["250 g pastry", "4 apples"], "steps": ["Heat the oven.", "Line the tin."] });
    check(page, &schema, &found);
    // The parts of a section have headings of their own; a number counts the step, not the eggs.
    let parts = "<h2>Ingredients</h2><h3>Dough</h3><ul><li>1 egg<li>2 cups flour</ul><h3>Top</h3><ul><li>1 leek</ul>
        <h2>Steps</h2><ol><li>Step 1 Knead<figure><figcaption>Ada Lind</figcaption></figure><li>Step 2 Bake</ol>";
    let found = json!({ "ingredients": ["1 egg", "2 cups flour", "1 leek"], "steps": ["Knead", "Bake"] });
    check(parts, &schema, &found);
    let menu = "<nav><h2>Ingredients</h2><ul><li>Apple<li>Beet</ul></nav><main><h2>Ingredients for 4</h2><ul><li>1 egg<li>salt</ul></main>";
    check(menu, &schema, &json!({ "ingredients": ["1 egg", "salt"] }));
}

#[test]
fn lists_in_parts_are_one_list() {
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    let schema = of(&json!({ "ingredients": strings, "steps": strings }));
    // A list in an item, under the name of its group; parts under headings of a lower level; the next list of the card.
    let nested = "<h2>Ingredients</h2><ul><li>1 egg<li><b>Spices</b><ul><li>2 g salt<li>pepper</ul><li>1 leek</ul>";
    check(nested, &schema, &json!({ "ingredients": ["1 egg", "2 g salt", "pepper", "1 leek"] }));
    let below = "<h2>Ingredients</h2><p>for 4</p><ul><li>1 egg<li>2 leeks</ul><h3>For the sauce:</h3><ul><li>3 limes</ul><h2>Tools</h2><ul><li>1 pan</ul>";
    check(below, &schema, &json!({ "ingredients": ["1 egg", "2 leeks", "3 limes"] }));
    let boxed = "<div><h2>Ingredients</h2><h2>Dough</h2><ul><li>1 egg<li>2 leeks</ul><h2>Sauce</h2><ul><li>3 limes</ul></div><h2>More</h2><ul><li>x</ul>";
    check(boxed, &schema, &json!({ "ingredients": ["1 egg", "2 leeks", "3 limes"] }));
    // Columns of a list, each in its box; the list again for another width of the window.
    let columns = "<h3>Ingredients</h3><div><div class='half a'><ul><li>1 egg<li>salt</ul></div><div class='half b'><ul><li>2 leeks</ul></div></div><ul><li>x</ul>";
    check(columns, &schema, &json!({ "ingredients": ["1 egg", "salt", "2 leeks"] }));
    let twice = "<ul><li class=ingredient>1 egg<li class=ingredient>2 leeks</ul>".repeat(2);
    check(&twice, &schema, &json!({ "ingredients": ["1 egg", "2 leeks"] }));
    // Rows are counted in their first cells; a label before a part stays, and the heading of the whole list does not.
    let rows = "<h2>Steps</h2><table><tr><td>1 <i>Done</i><td>Mix it.<tr><td>2 <i>Done</i><td>Bake it.</table>";
    check(rows, &schema, &json!({ "steps": ["Mix it.", "Bake it."] }));
    let labelled = "<h2>Steps</h2><ol><li>Mix it.</ol><p><b>For the sauce:</b></p><ol><li>Stir.</ol>";
    check(labelled, &schema, &json!({ "steps": ["Mix it.", "For the sauce:", "Stir."] }));
    // What a part is called stands before its steps; an ingredient that a step names is a part of the step.
    let steps =
        "<div><h3>Method</h3><h4>Sauce</h4><ul class=steps><li>Cut <span class=ingredient>3 limes</span> up.</ul>
        <h4>Pie</h4><ul class=steps><li>Bake it.</ul></div>";
    let found = json!({ "ingredients": ["3 limes"], "steps": ["Sauce", "Cut 3 limes up.", "Pie", "Bake it."] });
    let mut answer = run(steps, &schema).data;
    answer["ingredients"] = found["ingredients"].clone();
    assert_eq!(answer, found);
}

#[test]
fn lists_are_not_what_stands_beside_them() {
    let strings = json!({ "type": "array", "items": { "type": "string" } });
    let schema = of(&json!({ "ingredients": strings, "steps": strings }));
    // Buttons beside the label, with words of their own.
    let scaled = "<div><div><h3>Ingredients</h3></div><div><span><i>Scale</i><button>1x</button><button>2x</button></span></div></div>
        <div><p>1 egg</p><p>2 leeks</p></div>";
    check(scaled, &schema, &json!({ "ingredients": ["1 egg", "2 leeks"] }));
    // How long the steps take.
    let timed = "<section><h3>Steps</h3><p>Mix the flour with the water until it is smooth.</p><p>Bake it for an hour.</p></section>
        <ul><li>Rest: 5 minutes<li>Oven: 60 minutes</ul>";
    let expected = json!({ "steps": ["Mix the flour with the water until it is smooth.", "Bake it for an hour."] });
    check(timed, &schema, &expected);
    check("<dl><dt>Preparation<dd>30 min</dl>", &schema, &json!({}));
    // The headings of parts among the entries for machines.
    let script = r#"<script type=application/ld+json>{"@type":"Recipe","recipeIngredient":["Dough","1 egg","flour","For the sauce:","2 leeks"]}</script>"#;
    let found = json!({ "ingredients": ["1 egg", "flour", "2 leeks"] });
    check(&format!("{script}<h3>Dough</h3>"), &schema, &found);
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
fn the_list_with_amounts_is_the_fuller_one() {
    let schema = of(&json!({ "ingredients": { "type": "array", "items": { "type": "string" } } }));
    let script = r#"<script type=application/ld+json>{"@type":"Recipe","recipeIngredient":["gin","sugar"]}</script>"#;
    let seen = format!("{script}<h2>Ingredients</h2><ul><li>16 cl gin<li>4 tsp sugar</ul>");
    check(&seen, &schema, &json!({ "ingredients": ["16 cl gin", "4 tsp sugar"] }));
    let other = format!("{script}<h2>Ingredients</h2><ul><li>16 cl rum<li>4 tsp sugar</ul>");
    check(&other, &schema, &json!({ "ingredients": ["gin", "sugar"] }));
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
