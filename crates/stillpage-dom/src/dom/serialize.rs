//! The tree back to HTML text.

use super::guard::is_void;
use super::{Atom, Attribute, Dom, ElementData, NodeData, NodeId, local_name, ns};

/// Options of [`Dom::to_html`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SerializeOptions {
    /// The node itself too, not its children alone.
    pub outer: bool,
    /// Shadow trees, as `<template shadowrootmode>`.
    pub shadow_roots: bool,
}

enum Step {
    Open(NodeId),
    Close(NodeId),
    CloseShadow,
}

impl Dom {
    /// The HTML text of a node's children, or of the node itself.
    ///
    /// <https://html.spec.whatwg.org/#html-fragment-serialisation-algorithm>, but for a first newline of `pre`, `textarea`
    /// and `listing`, which is doubled so that it survives the next parse.
    #[must_use]
    pub fn to_html(&self, node: NodeId, options: &SerializeOptions) -> String {
        let mut out = String::new();
        let mut steps = Vec::new();
        if options.outer && !matches!(self.node(node).data, NodeData::Document(_) | NodeData::Fragment) {
            steps.push(Step::Open(node));
        } else {
            self.push_children(node, options, &mut steps);
        }
        while let Some(step) = steps.pop() {
            match step {
                Step::Open(node) => self.open(node, options, &mut out, &mut steps),
                Step::Close(node) => {
                    if let Some(element) = self.element(node) {
                        out.push_str("</");
                        push_name(element, &mut out);
                        out.push('>');
                    }
                }
                Step::CloseShadow => out.push_str("</template>"),
            }
        }
        out
    }

    fn push_children(&self, node: NodeId, options: &SerializeOptions, steps: &mut Vec<Step>) {
        let element = self.element(node);
        let contents = element.and_then(|e| e.template_contents).unwrap_or(node);
        steps.extend(self.children(contents).rev().map(Step::Open));
        if let Some(root) = element.and_then(|e| e.shadow_root).filter(|_| options.shadow_roots) {
            steps.push(Step::Open(root));
        }
    }

    fn open(&self, node: NodeId, options: &SerializeOptions, out: &mut String, steps: &mut Vec<Step>) {
        match &self.node(node).data {
            NodeData::Element(element) => {
                out.push('<');
                push_name(element, out);
                for attribute in &element.attributes {
                    push_attribute(attribute, out);
                }
                out.push('>');
                if element.name.ns == ns!(html) && is_void_for_serialization(&element.name.local) {
                    return;
                }
                steps.push(Step::Close(node));
                if keeps_newline(element)
                    && self.node(node).first_child.and_then(|c| self.text(c)).is_some_and(|t| t.starts_with('\n'))
                {
                    out.push('\n');
                }
                self.push_children(node, options, steps);
            }
            NodeData::ShadowRoot(root) => {
                out.push_str("<template shadowrootmode=\"");
                out.push_str(if root.open { "open" } else { "closed" });
                out.push_str("\">");
                steps.push(Step::CloseShadow);
                steps.extend(self.children(node).rev().map(Step::Open));
            }
            NodeData::Text(text) => {
                let parent = self.node(node).parent.and_then(|parent| self.element(parent));
                let text = self.text_in(text);
                if parent.is_some_and(is_raw_text) { out.push_str(text) } else { push_escaped(text, false, out) }
            }
            NodeData::Comment(text) => {
                out.push_str("<!--");
                out.push_str(self.text_in(text));
                out.push_str("-->");
            }
            NodeData::ProcessingInstruction(instruction) => {
                for part in ["<?", &instruction.target, " ", &instruction.data, ">"] {
                    out.push_str(part);
                }
            }
            NodeData::Doctype(doctype) => {
                out.push_str("<!DOCTYPE ");
                out.push_str(&doctype.name);
                out.push('>');
            }
            NodeData::Document(_) | NodeData::Fragment => {}
        }
    }
}

fn push_name(element: &ElementData, out: &mut String) {
    if let Some(prefix) = &element.name.prefix
        && !matches!(element.name.ns, ns!(html) | ns!(svg) | ns!(mathml))
    {
        out.push_str(prefix);
        out.push(':');
    }
    out.push_str(&element.name.local);
}

fn push_attribute(attribute: &Attribute, out: &mut String) {
    out.push(' ');
    out.push_str(match attribute.name.ns {
        ns!(xml) => "xml:",
        ns!(xmlns) if attribute.name.local != local_name!("xmlns") => "xmlns:",
        ns!(xlink) => "xlink:",
        _ => "",
    });
    out.push_str(&attribute.name.local);
    out.push_str("=\"");
    push_escaped(&attribute.value, true, out);
    out.push('"');
}

/// <https://html.spec.whatwg.org/#escapingString>
fn push_escaped(text: &str, in_attribute: bool, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '\u{a0}', '<', '>', '"']) {
        let Some((before, after)) = rest.split_at_checked(at) else { break };
        out.push_str(before);
        let mut chars = after.chars();
        match chars.next() {
            Some('&') => out.push_str("&amp;"),
            Some('\u{a0}') => out.push_str("&nbsp;"),
            Some('<') => out.push_str("&lt;"),
            Some('>') => out.push_str("&gt;"),
            Some(_) if in_attribute => out.push_str("&quot;"),
            _ => out.push('"'),
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
}

/// <https://html.spec.whatwg.org/#serializes-as-void>
fn is_void_for_serialization(name: &Atom) -> bool {
    is_void(name) && *name != local_name!("image")
}

/// Elements whose text is written verbatim; pages are parsed as if scripting were on.
fn is_raw_text(element: &ElementData) -> bool {
    element.name.ns == ns!(html)
        && matches!(
            element.name.local,
            local_name!("style")
                | local_name!("script")
                | local_name!("xmp")
                | local_name!("iframe")
                | local_name!("noembed")
                | local_name!("noframes")
                | local_name!("plaintext")
                | local_name!("noscript")
        )
}

fn keeps_newline(element: &ElementData) -> bool {
    element.name.ns == ns!(html)
        && matches!(element.name.local, local_name!("pre") | local_name!("textarea") | local_name!("listing"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::ParseOptions;
    use super::super::reference::{outline, soup};
    use super::*;

    fn parse(html: &str) -> Dom {
        Dom::parse(html.as_bytes(), &ParseOptions { encoding: Some(encoding_rs::UTF_8), ..ParseOptions::default() })
    }

    fn html(dom: &Dom) -> String {
        dom.to_html(dom.document(), &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() })
    }

    fn check(body: &str, expected: &str) {
        let dom = parse(body);
        let body = dom.body(dom.document()).unwrap();
        assert_eq!(
            dom.to_html(body, &SerializeOptions { shadow_roots: true, ..SerializeOptions::default() }),
            expected
        );
    }

    #[test]
    fn serialize_escapes_what_needs_it() {
        check("a&lt;b&amp;c&nbsp;d\"e", "a&lt;b&amp;c&nbsp;d\"e");
        check("<p title='<&quot;&nbsp;&#39;'>", "<p title=\"&lt;&quot;&nbsp;'\"></p>");
        check(
            "<hr><script>a<b</script><style>a>b</style><noscript><p></noscript>",
            "<hr><script>a<b</script><style>a>b</style><noscript><p></noscript>",
        );
        check("<br><img src=a><!--c-->", "<br><img src=\"a\"><!--c-->");
        check("<pre>\n\nx</pre><pre>\nx</pre>", "<pre>\n\nx</pre><pre>x</pre>");
        check(
            "<svg viewbox=0 xlink:href=a xml:lang=b><foreignobject/></svg>",
            "<svg viewBox=\"0\" xlink:href=\"a\" xml:lang=\"b\"><foreignObject></foreignObject></svg>",
        );
        check("<hr><template><td>x</template>", "<hr><template><td>x</td></template>");
        check(
            "<p><template shadowrootmode=closed><slot></slot></template>x",
            "<p><template shadowrootmode=\"closed\"><slot></slot></template>x</p>",
        );
    }

    #[test]
    fn serialize_of_a_document() {
        let text = "<!DOCTYPE html><html lang=\"en\"><head><title>t</title></head><body>x</body></html>";
        let dom = parse(text);
        assert_eq!(html(&dom), text, "whole document");
        let title = dom.elements_in_order().nth(2).unwrap();
        assert_eq!(
            dom.to_html(title, &SerializeOptions { outer: true, shadow_roots: false }),
            "<title>t</title>",
            "outer"
        );
    }

    #[test]
    fn serialize_does_not_recurse() {
        let nested = "<template>".repeat(20_000);
        assert!(html(&parse(&nested)).len() > 20_000 * 21, "nested templates");
    }

    /// Markup that every parser reads back unchanged.
    fn plain() -> impl Strategy<Value = String> {
        let text = "[a-z<>&\"' \u{a0}\u{e9}\n]{1,8}".prop_map(|text| {
            let mut out = String::new();
            push_escaped(&text, false, &mut out);
            out
        });
        let leaf = prop_oneof![
            text,
            Just("<br>".to_owned()),
            Just("<input type=\"radio\" checked=\"\">".to_owned()),
            Just("<!--c-->".to_owned()),
            Just("<textarea>\n\n x</textarea>".to_owned()),
            Just("<select><option>a</option><optgroup><option>b</option></optgroup></select>".to_owned()),
            Just("<script>if (a<b && c>d) {}</script>".to_owned()),
        ];
        leaf.prop_recursive(5, 40, 5, |inner| {
            let name = prop::sample::select(vec!["div", "section", "x-y", "span", "ul", "template", "article"]);
            let many = prop::collection::vec(inner, 0..5).prop_map(|parts| parts.concat());
            prop_oneof![
                (name, many.clone()).prop_map(|(name, inner)| format!("<{name} class=\"a b\">{inner}</{name}>")),
                many.clone().prop_map(|inner| { format!("<table><tbody><tr><td>{inner}</td></tr></tbody></table>") }),
                many.clone().prop_map(|inner| format!("<svg><g><foreignObject>{inner}</foreignObject></g></svg>")),
                many.prop_map(|inner| {
                    format!("<div><template shadowrootmode=\"open\">{inner}<slot></slot></template></div>")
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn serialize_then_parse_is_the_same_tree(body in plain()) {
            let text = format!("<!DOCTYPE html><html><head></head><body>{body}</body></html>");
            let first = parse(&text);
            let second = parse(&html(&first));
            prop_assert_eq!(outline(&first), outline(&second));
            prop_assert_eq!(html(&first), html(&second));
        }

        #[test]
        fn serialize_of_soup_comes_to_rest(text in soup()) {
            // Nothing ends plain text, not even the end tags that are written behind it.
            prop_assume!(!text.contains("<plaintext"));
            // Misnested formatting or tables in paragraphs change on the way, but settle.
            let mut text = html(&parse(&text));
            for _ in 0..8 {
                let next = html(&parse(&text));
                if next == text {
                    return Ok(());
                }
                text = next;
            }
            prop_assert!(false, "still changing: {}", text);
        }
    }
}
