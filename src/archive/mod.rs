//! Zip archives and what is in them.
//!
//! *In*: files. *Out*: the bytes of entries, or `FilePart`s of files that are read where they are.
//!
//! *Invariants*: nothing is unpacked beyond limits, whatever an archive says of its sizes; a part is never in memory as a whole.

#[cfg(feature = "batch")]
mod kind;
#[cfg(feature = "batch")]
mod part;
#[cfg(feature = "batch")]
mod unpacked;
mod zipped;

#[cfg(feature = "batch")]
pub(crate) use kind::kind_of;
#[cfg(feature = "batch")]
pub(crate) use part::FilePart;
#[cfg(feature = "cli")]
pub(crate) use part::PartReader;
pub(crate) use zipped::{Archive, ArchiveSource};
