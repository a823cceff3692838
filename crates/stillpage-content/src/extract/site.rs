//! The site that a page belongs to.

use super::boilerplate::{title_and_site, words};
use super::fill::Extractor;
use super::person::MAX_AUTHOR;
use crate::dom::NodeId;
use crate::dom::address::absolute;
use crate::rendered::visible::{At, VisibleTree};

/// Limit: links to the first page of the site that are read for its name.
const MAX_HOME_LINKS: usize = 16;

impl Extractor<'_> {
    /// True for a link to the first page of its site: its name.
    pub(super) fn leads_home(&self, at: At) -> bool {
        let tree = &self.tree;
        let links = (at..tree.nodes[at].end()).chain(tree.ancestors(at).take(2)).filter(|&n| tree.tag(n) == "a");
        let is_home = |href: &str| {
            if href.trim() == "/" {
                // Where the page was saved without its address, too.
                return true;
            }
            let url = absolute(self.page.dom(), tree.nodes[at].node, href).and_then(|url| url::Url::parse(&url).ok());
            url.is_some_and(|url| url.path() == "/" && url.query().is_none() && !href.starts_with('#'))
        };
        links.take(4).any(|link| tree.attr(link, "href").is_some_and(is_home))
    }

    /// The name of the site: the last part of the title of the document, if the page repeats it; else what a link to the first
    /// page or a feed is called, if the host of the page is called so.
    pub(super) fn site_name(&self) -> Option<&str> {
        self.site.get_or_init(|| self.find_site_name()).as_deref()
    }

    fn find_site_name(&self) -> Option<String> {
        let dom = self.page.dom();
        let tree = &self.tree;
        let title = dom.title(dom.document());
        let home: Vec<String> = (0..tree.nodes.len())
            .filter(|&at| tree.tag(at) == "a" && self.leads_home(at))
            .take(MAX_HOME_LINKS)
            .flat_map(|at| {
                let attributes = [at].into_iter().chain(tree.children(at).take(4)).flat_map(|n| {
                    ["title", "aria-label", "alt"].iter().filter_map(move |name| Some(tree.attr(n, name)?.to_owned()))
                });
                attributes.chain([tree.line(at, 4 * MAX_AUTHOR)]).collect::<Vec<_>>()
            })
            .collect();
        let of_title = title_and_site(&title).map(|(_, site)| site).filter(|site| {
            let name = words(site);
            let is_short = site.chars().count() <= MAX_AUTHOR && (1..=4).contains(&name.len());
            is_short && {
                let mut text = words_of_edges(tree);
                text.extend(home.iter().flat_map(|text| words(text)));
                name.iter().all(|word| text.contains(word))
            }
        });
        if let Some(site) = of_title {
            return Some(site.to_owned());
        }
        let host = self.host()?;
        let is_host = |name: &&String| {
            let letters: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
            letters.chars().count() > 3 && host.split('.').any(|label| label.replace('-', "") == letters)
        };
        home.iter().chain(&self.feed_titles()).find(is_host).map(|name| name.trim().to_owned())
    }

    /// The host of the canonical address.
    fn host(&self) -> Option<String> {
        let dom = self.page.dom();
        let is_canonical = |&node: &NodeId| {
            dom.element(node).is_some_and(|element| &*element.name.local == "link")
                && dom.attr(node, &"rel".into()).is_some_and(|rel| rel.eq_ignore_ascii_case("canonical"))
        };
        let link = dom.descendants(dom.document()).find(is_canonical)?;
        let url = url::Url::parse(dom.attr(link, &"href".into())?.trim()).ok()?;
        url.host_str().map(str::to_owned)
    }

    /// Returns the titles of the feeds of the page.
    fn feed_titles(&self) -> Vec<String> {
        let dom = self.page.dom();
        let attr = |node: NodeId, name: &str| dom.attr(node, &name.into()).unwrap_or_default().to_owned();
        let is_feed = |&node: &NodeId| {
            dom.element(node).is_some_and(|element| &*element.name.local == "link")
                && (attr(node, "type").contains("rss") || attr(node, "type").contains("atom"))
        };
        dom.descendants(dom.document()).filter(is_feed).take(8).map(|node| attr(node, "title")).collect()
    }
}

/// The words in the header and the footer of a page, or with a sign of copyright.
fn words_of_edges(tree: &VisibleTree<'_>) -> std::collections::BTreeSet<String> {
    let mut out = std::collections::BTreeSet::new();
    for at in 0..tree.nodes.len() {
        let is_edge = matches!(tree.tag(at), "header" | "footer" | "nav")
            || matches!(tree.attr(at, "role"), Some("banner" | "contentinfo"));
        if is_edge
            && !tree.ancestors(at).any(|up| matches!(tree.tag(up), "header" | "footer" | "nav" | "article" | "main"))
        {
            out.extend(words(&tree.line(at, 4000)));
            let names =
                (at..tree.nodes[at].end()).flat_map(|n| ["alt", "aria-label", "title"].map(|name| tree.attr(n, name)));
            out.extend(names.flatten().flat_map(words));
        } else if !tree.text(at).is_ascii() && tree.text(at).contains(['©', '®']) {
            out.extend(words(&tree.line(tree.nodes[at].parent(), 400)));
        }
    }
    out
}
