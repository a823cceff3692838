//! Pages in a running Chromium, over its debugging protocol.
//!
//! *In*: a Chromium to attach to or to launch, addresses, input. *Out*: [`Recording`](crate::recordings::Recording)s;
//! what [`Tab`]s do.
//!
//! *Invariants*: every call has a deadline, so nothing hangs; what was launched is closed and reaped however the program
//! ends; only loopback addresses are connected to unless the caller allows others; no thread and no clock but for
//! deadlines.

mod act;
mod browser;
mod cdp;
#[cfg(feature = "cli")]
mod confine;
mod emulation;
mod endpoint;
mod frame;
mod look;
mod process;
mod record;
mod tab;

pub use act::Dispatched;
pub use browser::{Attach, Browser, TabRow};
pub(crate) use cdp::Connection;
pub use cdp::Dialog;
#[cfg(feature = "cli")]
pub(crate) use confine::Confinement;
#[cfg(feature = "cli")]
pub(crate) use endpoint::START_ONE;
#[cfg(feature = "cli")]
pub(crate) use process::find_chromium;
pub use process::{Launch, Reaper};
pub use tab::{DialogAnswer, Navigation, Settled, Tab};

pub use crate::keyboard::Key;
