//! What stillpage's own fuzz targets and benches reach into (feature `internals`). Not part of the public API.
//!
//! *In*: bytes. *Out*: a panic where a property does not hold; one stage of the pipeline at a time.
//!
//! *Invariants*: nothing else depends on this room.

pub mod properties;
mod read_snapshot;
#[cfg(test)]
mod regressions;
pub mod stages;
pub mod updates;
