//! The native half of the Python package `stillpage`: thin classes around the library, which work without the GIL.
//!
//! *In*: Python values. *Out*: Python values, Arrow arrays, exceptions of `stillpage._errors`.
//!
//! *Invariants*: no panic leaves as anything but `stillpage.InternalError`; whatever takes longer than a lookup is done
//! [without the GIL](error::work).

include!(concat!(env!("OUT_DIR"), "/docs.rs"));

mod action;
mod command;
mod device;
mod element;
mod error;
mod many;
mod observation;
mod page;
mod session;
mod styles;
mod table;
mod template;
mod value;

use pyo3::prelude::*;

/// Documented in `_native.pyi`.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::action::Performed;
    #[pymodule_export]
    use crate::command::run_command;
    #[pymodule_export]
    use crate::element::{Click, Element, ScrolledBy, TextMatch, TextMatches};
    #[cfg(debug_assertions)]
    #[pymodule_export]
    use crate::error::inject_fault;
    #[pymodule_export]
    use crate::many::{WarcReader, WarcRecord, column_names, read_warc, rows};
    #[pymodule_export]
    use crate::observation::Observation;
    #[pymodule_export]
    use crate::page::{Page, estimate_tokens, open, states};
    #[pymodule_export]
    use crate::session::{Resolution, Session};
    #[pymodule_export]
    use crate::styles::{LostDeclaration, WonDeclaration};
    #[pymodule_export]
    use crate::table::Table;
    #[pymodule_export]
    use crate::template::{AriaMatch, Extraction, Schema, match_aria_text};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::error::keep_panics();
        module.add("MIN_TOKENS", stillpage::AgentViewOptions::MIN_TOKENS)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
