//! Drawings as PNG, in a build with that feature.

use base64::Engine as _;
use serde_json::json;

use crate::mcp::showing;

#[test]
fn png_of_the_window_and_of_the_whole_page() {
    let (_folder, mut client) = showing("<button>Go</button><div style='height: 3000px'></div>");
    let mut size = |arguments: serde_json::Value| {
        let answer =
            client.request("tools/call", &json!({ "name": "browser_take_screenshot", "arguments": arguments }));
        let image = &answer["result"]["content"][1];
        assert_eq!(image["mimeType"], "image/png", "{answer}");
        let bytes = base64::prelude::BASE64_STANDARD.decode(image["data"].as_str().expect("base64")).expect("base64");
        assert_eq!(bytes.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        (side(16), side(20))
    };
    let (width, height) = size(json!({}));
    assert!((1280..1400).contains(&width) && (720..900).contains(&height), "{width}x{height}");
    let (_, whole) = size(json!({ "fullPage": true }));
    assert!(whole > 3000, "{whole}");
}
