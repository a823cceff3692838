//! Lists of texts.

use serde_json::json;

use super::*;

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
fn the_list_with_amounts_is_the_fuller_one() {
    let schema = of(&json!({ "ingredients": { "type": "array", "items": { "type": "string" } } }));
    let script = r#"<script type=application/ld+json>{"@type":"Recipe","recipeIngredient":["gin","sugar"]}</script>"#;
    let seen = format!("{script}<h2>Ingredients</h2><ul><li>16 cl gin<li>4 tsp sugar</ul>");
    check(&seen, &schema, &json!({ "ingredients": ["16 cl gin", "4 tsp sugar"] }));
    let other = format!("{script}<h2>Ingredients</h2><ul><li>16 cl rum<li>4 tsp sugar</ul>");
    check(&other, &schema, &json!({ "ingredients": ["gin", "sugar"] }));
}
