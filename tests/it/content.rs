//! Markdown and extracted data of corpus pages, as the commands print them.

use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

/// Exit code, stdout, stderr.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_stillpage"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("it was not killed"), text(output.stdout), text(output.stderr))
}

fn corpus(page: &str) -> String {
    format!("corpus/pages/{page}/page.html")
}

/// A file of its own in the target folder.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the target folder is writable");
    path
}

fn schema(name: &str, schema: &Value) -> String {
    file(name, &schema.to_string()).to_str().expect("a path").to_owned()
}

#[track_caller]
fn recorded(name: &str, printed: &str) {
    insta::with_settings!({ snapshot_path => "../../snapshots/content", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!(name, printed);
    });
}

#[track_caller]
fn markdown(page: &str, options: &[&str]) -> String {
    let path = corpus(page);
    let (code, out, err) = run(&[&["markdown", &path], options].concat());
    assert_eq!((code, err.as_str()), (0, ""), "{page}");
    out
}

#[test]
fn markdown_of_a_product_grid() {
    recorded("markdown_product-grid", &markdown("product-grid", &[]));
}

#[test]
fn markdown_of_documentation() {
    recorded("markdown_docs-article", &markdown("docs-article", &[]));
    recorded("markdown_docs-article_main", &markdown("docs-article", &["--main"]));
}

#[test]
fn markdown_of_news_behind_a_consent_dialog() {
    recorded("markdown_news-consent", &markdown("news-consent", &[]));
    recorded("markdown_news-consent_main", &markdown("news-consent", &["--main"]));
}

#[test]
fn markdown_of_a_data_table() {
    recorded("markdown_data-table", &markdown("data-table", &[]));
}

#[test]
fn markdown_of_a_form() {
    recorded("markdown_permit-form", &markdown("permit-form", &["--main"]));
}

#[test]
fn markdown_of_every_corpus_page_is_not_empty() {
    for page in ["calendar", "chat", "cjk-japanese", "forum", "mail", "rtl-arabic", "table-layout", "web-components"] {
        for options in [&[][..], &["--main"]] {
            assert!(markdown(page, options).len() > 200, "{page} {options:?}");
        }
    }
}

#[test]
fn markdown_goes_on_at_a_cursor() {
    let path = corpus("docs-article");
    let first: Value =
        serde_json::from_str(&run(&["markdown", &path, "--max-tokens", "200", "--json"]).1).expect("JSON");
    let cursor = first["cursor"].as_str().expect("a cursor");
    let second: Value =
        serde_json::from_str(&run(&["markdown", &path, "--max-tokens", "200", "--cursor", cursor, "--json"]).1)
            .expect("JSON");
    assert_eq!(second["blocks"]["from"], first["blocks"]["to"]);
    let text = run(&["markdown", &path, "--max-tokens", "200"]).1;
    assert!(text.ends_with(&format!("; the rest: --cursor {cursor} -->\n")), "{text}");
    let (code, _, err) = run(&["markdown", &corpus("forum"), "--cursor", cursor]);
    assert_eq!(code, 2);
    assert!(err.starts_with(&format!("error: the cursor `{cursor}` does not fit")), "{err}");
    let (code, _, err) = run(&["markdown", &path, "--cursor", "7", "--json"]);
    let error: Value = serde_json::from_str(&err).expect("JSON");
    assert_eq!((code, &error["error"]["code"]), (2, &json!("invalid_arguments")));
}

#[test]
fn extract_products() {
    let schema = schema(
        "products.json",
        &json!({ "type": "object", "required": ["products"], "properties": { "products": { "type": "array", "items": {
            "type": "object", "required": ["name"], "properties": {
                "name": { "type": "string" }, "price": { "type": ["number", "null"] }, "url": { "type": "string", "format": "uri-reference" },
            } } } } }),
    );
    let (code, out, err) = run(&["extract", &corpus("product-grid"), "--schema", &schema]);
    assert_eq!((code, err.as_str()), (0, ""));
    recorded("extract_product-grid", &out);
}

#[test]
fn extract_rows_of_a_table() {
    let schema = schema(
        "rows.json",
        &json!({ "type": "array", "items": { "type": "object", "required": ["variety", "bins"], "properties": {
            "variety": { "type": "string" }, "plot": { "type": "string" }, "bins": { "type": "integer" }, "sugar": { "type": "string" },
        } } }),
    );
    let (code, out, err) = run(&["extract", &corpus("data-table"), "--schema", &schema, "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&answer["success"], &answer["action"]), (&json!(true), &json!("extract")));
    recorded("extract_data-table", &serde_json::to_string_pretty(&answer).expect("JSON"));
}

#[test]
fn extract_names_what_is_missing() {
    // On the line itself: no file has to be made for a small one.
    let schema = json!({ "type": "object", "required": ["heading", "isbn"], "properties": { "heading": { "type": "string", "x-selector": "h1" }, "isbn": { "type": "string" } } });
    let (code, out, _) = run(&["extract", &corpus("docs-article"), "--schema", &schema.to_string(), "--json"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &answer["success"], &answer["data"]),
        (1, &json!(false), &json!({ "heading": "Streaming rows" }))
    );
    assert_eq!(answer["errors"][0]["message"], "\"isbn\" is a required property");
}

#[test]
fn extract_refuses_what_is_no_schema() {
    let schema = schema("wrong.json", &json!({ "properties": { "a": { "x-selector": "p >" } } }));
    let (code, _, err) = run(&["extract", &corpus("docs-article"), "--schema", &schema]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: --schema is wrong at /properties/a/x-selector: "), "{err}");
    let (code, _, err) = run(&["extract", &corpus("docs-article")]);
    assert_eq!(code, 2);
    assert!(err.contains("neither --schema nor --model-command"), "{err}");
}

#[cfg(unix)]
#[test]
fn extract_asks_a_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let stub = folder.path().join("model.sh");
    // Wrong at first; right after the error message.
    let script = "prompt=$(cat)\ncase $prompt in *'is not of type'*) echo '{\"title\":\"Streaming rows\"}';; *Streaming*) echo '```json\n{\"title\":5}\n```';; esac\n";
    std::fs::write(&stub, script).expect("the folder is writable");
    let command = format!("sh {}", stub.display());
    let schema = schema(
        "model.json",
        &json!({ "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } }),
    );
    let page = corpus("docs-article");
    let (code, out, err) = run(&[
        "extract",
        &page,
        "--schema",
        &schema,
        "--description",
        "the title",
        "--model-command",
        &command,
        "--json",
    ]);
    assert_eq!((code, err.as_str()), (0, ""));
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        answer,
        json!({ "success": true, "action": "extract", "description": "the title", "data": { "title": "Streaming rows" }, "attempts": 2 })
    );
    let (code, out, _) = run(&["extract", &page, "--model-command", "grep -m 1 -o 'Streaming rows'"]);
    assert_eq!((code, out.as_str()), (0, "Streaming rows\n"), "Markdown without a schema");
    let (code, _, err) = run(&["extract", &page, "--model-command", "echo no key >&2; exit 3", "--json"]);
    let error: Value = serde_json::from_str(&err).expect("JSON");
    assert_eq!((code, &error["error"]["code"]), (2, &json!("io_error")));
    let (_, _, err) = run(&["extract", &page, "--model-command", "sleep 20", "--model-timeout", "1", "--json"]);
    let error: Value = serde_json::from_str(&err).expect("JSON");
    assert_eq!((&error["error"]["code"], &error["error"]["retryable"]), (&json!("timeout"), &json!(true)));
}
