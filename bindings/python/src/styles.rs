//! Declarations of style sheets: those that won, and those that lost to them.

use pyo3::prelude::*;
use stillpage::styles::StyleDeclaration;

use crate::element::Element;

#[doc = doc!("WonDeclaration")]
#[pyclass(frozen, get_all, module = "stillpage")]
#[derive(Debug)]
pub(crate) struct WonDeclaration {
    #[doc = doc!("WonDeclaration.pseudo")]
    pseudo: Option<&'static str>,
    #[doc = doc!("WonDeclaration.property")]
    property: String,
    #[doc = doc!("WonDeclaration.value")]
    value: String,
    #[doc = doc!("WonDeclaration.sheet")]
    sheet: String,
    #[doc = doc!("WonDeclaration.line")]
    line: Option<usize>,
    #[doc = doc!("WonDeclaration.column")]
    column: Option<usize>,
    #[doc = doc!("WonDeclaration.selector")]
    selector: Option<String>,
    #[doc = doc!("WonDeclaration.longhands")]
    longhands: Vec<String>,
    #[doc = doc!("WonDeclaration.inherited_from")]
    inherited_from: Option<Element>,
    #[doc = doc!("WonDeclaration.beats")]
    beats: Vec<LostDeclaration>,
}

impl WonDeclaration {
    /// `inherited_from`: the element that it names.
    pub(crate) fn new(won: stillpage::styles::WonDeclaration, inherited_from: Option<Element>) -> Self {
        let stillpage::styles::WonDeclaration { pseudo, declaration, longhands, beats, .. } = won;
        let StyleDeclaration { property, value, sheet, line, column, selector, .. } = declaration;
        let beats = beats.into_iter().map(LostDeclaration::new).collect();
        Self { pseudo, property, value, sheet, line, column, selector, longhands, inherited_from, beats }
    }
}

#[pymethods]
impl WonDeclaration {
    fn __repr__(&self) -> String {
        let pseudo = self.pseudo.map(|pseudo| format!("::{pseudo} ")).unwrap_or_default();
        format!("<WonDeclaration {pseudo}{}>", written(&self.property, &self.value, &self.sheet, self.line))
    }
}

#[doc = doc!("LostDeclaration")]
#[pyclass(frozen, get_all, module = "stillpage")]
#[derive(Debug, Clone)]
pub(crate) struct LostDeclaration {
    #[doc = doc!("LostDeclaration.property")]
    property: String,
    #[doc = doc!("LostDeclaration.value")]
    value: String,
    #[doc = doc!("LostDeclaration.sheet")]
    sheet: String,
    #[doc = doc!("LostDeclaration.line")]
    line: Option<usize>,
    #[doc = doc!("LostDeclaration.column")]
    column: Option<usize>,
    #[doc = doc!("LostDeclaration.selector")]
    selector: Option<String>,
    #[doc = doc!("LostDeclaration.why")]
    why: String,
}

impl LostDeclaration {
    fn new(lost: stillpage::styles::LostDeclaration) -> Self {
        let stillpage::styles::LostDeclaration { declaration, why, .. } = lost;
        let StyleDeclaration { property, value, sheet, line, column, selector, .. } = declaration;
        Self { property, value, sheet, line, column, selector, why }
    }
}

#[pymethods]
impl LostDeclaration {
    fn __repr__(&self) -> String {
        format!("<LostDeclaration {}: {}>", written(&self.property, &self.value, &self.sheet, self.line), self.why)
    }
}

/// `color: red page.html:3`
fn written(property: &str, value: &str, sheet: &str, line: Option<usize>) -> String {
    let line = line.map(|line| format!(":{line}")).unwrap_or_default();
    format!("{property}: {value} {sheet}{line}")
}
