//! Properties of stillpage for its fuzz targets and tests, and single stages of it for its benches. It is not published.
//!
//! *In*: bytes. *Out*: a panic where a property does not hold; one stage of the pipeline at a time.
//!
//! *Invariants*: nothing that is published depends on it.

#![forbid(unsafe_code)]

mod checks;
mod files;
pub mod properties;
mod protocol;
mod read_snapshot;
#[cfg(test)]
mod regressions;
#[cfg(test)]
mod semantics;
pub mod stages;
pub mod updates;

use stillpage_content::{extract, markdown};
use stillpage_css::{selector, style};
use stillpage_dom::{device, dom, error, geometry};
use stillpage_engine::{aria, capture, hit, offline, page, rendered};
use stillpage_layout::layout;
use stillpage_query::{refs, search, simulate, snapshot};
