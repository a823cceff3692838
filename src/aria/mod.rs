//! The accessibility tree: role, name, description and states of each element.
//!
//! *In*: [`Dom`](crate::dom::Dom), [`Styles`](crate::style::Styles), [`Layout`](crate::layout::Layout). *Out*: [`AriaTree`].
//!
//! *Invariants*: computed for every element of the flat tree, hidden ones too; follows WAI-ARIA 1.2, HTML-AAM, AccName
//! 1.2 and SVG-AAM as Playwright 1.65 reads them.
