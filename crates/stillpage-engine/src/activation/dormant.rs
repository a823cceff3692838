//! Pages in use that nobody looks at: styles and boxes are dropped, and computed again when somebody does.

use super::{ActiveDocument, ActiveState, Effect};
use crate::device::Device;
use crate::dom::Dom;

/// A page in use without its rendering: a tenth of the memory or less.
#[derive(Debug)]
pub struct DormantDocument {
    dom: Dom,
    device: Device,
    state: ActiveState,
    effects: Vec<Effect>,
}

impl DormantDocument {
    /// The page, rendered again as it was.
    pub fn wake(self) -> ActiveDocument {
        let Self { dom, device, state, effects } = self;
        ActiveDocument { effects, ..ActiveDocument::rendered(dom, device, state) }
    }

    /// The tree.
    pub fn dom(&self) -> &Dom {
        &self.dom
    }
}

impl ActiveDocument {
    /// Drops what can be computed again.
    pub fn sleep(self) -> DormantDocument {
        let Self { page, device, state, effects } = self;
        DormantDocument { dom: page.into_dom(), device, state, effects }
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
