//! Zip archives and what is in them.
//!
//! *In*: files. *Out*: the bytes of entries, or [`FilePart`]s of files that are read where they are.
//!
//! *Invariants*: nothing is unpacked beyond limits, whatever an archive says of its sizes; a part is never in memory as a whole.

mod kind;
mod part;
mod unpacked;
mod zipped;

pub(crate) use kind::kind_of;
pub(crate) use part::{FilePart, PartReader};
pub(crate) use zipped::{Archive, ArchiveSource};
