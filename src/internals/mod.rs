//! Internals for stillpage's own fuzz targets and benches (feature `internals`). Not part of the public API.
//!
//! *In*: bytes. *Out*: a panic where a property does not hold; one stage of the pipeline at a time.
//!
//! *Invariants*: nothing else depends on this room.

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
