//! Pages in use that nobody looks at: styles and boxes are dropped, and computed again when somebody does.

use super::ActiveDocument;
use crate::dom::Dom;
use crate::page::Page;

/// A page in use without its rendering: a tenth of the memory or less.
#[derive(Debug)]
pub struct DormantDocument {
    dom: Box<Dom>,
    /// Everything but the page, which is empty.
    rest: Box<ActiveDocument>,
}

impl DormantDocument {
    /// The page, rendered again as it was.
    pub fn wake(self) -> ActiveDocument {
        let Self { dom, rest } = self;
        let page = Page::render_scrolled(*dom, rest.device.clone(), rest.scrolls.clone());
        ActiveDocument { page, ..*rest }
    }

    /// The tree.
    pub fn dom(&self) -> &Dom {
        &self.dom
    }
}

impl ActiveDocument {
    /// Drops what can be computed again.
    pub fn sleep(self) -> DormantDocument {
        let Self { page, device, .. } = self;
        let dom = Box::new(page.into_dom());
        let page = Page::from_html("");
        DormantDocument { dom, rest: Box::new(Self { page, device, ..self }) }
    }
}

#[cfg(test)]
mod tests {
    use crate::activation::ActiveDocument;
    use crate::device::Device;
    use crate::dom::{Dom, ParseOptions};

    #[test]
    fn page_that_slept_is_as_it_was() {
        let html = "<!doctype html><input id=a><p style='height: 3000px'>x</p><a id=b href=x>y</a>";
        let dom = Dom::parse(html.as_bytes(), &ParseOptions::of_text());
        let by_id = |name: &str| dom.get_element_by_id(dom.document(), &name.into()).expect("it is there");
        let (field, link) = (by_id("a"), by_id("b"));
        let mut document = ActiveDocument::new(dom.clone(), Device::default());
        document.fill(field, "Ada").expect("a field");
        document.hover(link).expect("a link that is scrolled to");
        let of = |document: &ActiveDocument| {
            let page = document.page();
            let rect = page.layout().get(link).map(|link| link.rect);
            (
                format!("{:?}", page.dom().attr(field, &"value".into())),
                rect,
                document.focused(),
                page.paint_list().to_vec(),
            )
        };
        let before = of(&document);
        let document = document.sleep().wake();
        assert_eq!(of(&document), before);
        assert!(before.0.contains("Ada") && before.2 == Some(field), "{before:?}");
    }
}
