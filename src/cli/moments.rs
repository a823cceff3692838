//! The moments of recordings that a command line is about, and refs from one to the next.

use std::hash::BuildHasher as _;
use std::rc::Rc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::device::Device;
use crate::dom::{Dom, NodeId};
use crate::error::Error;
use crate::page::{Page, RenderOptions};
use crate::recording::{Moment, RecordedNodes, SessionRecording};
use crate::refs::session::Session;
use crate::refs::{PageFingerprint, RefTable};
use crate::safe_text::{SafeText, safe};
use crate::tool::common::AT;
use crate::tool::{AFTER, Argument, ArgumentKind, Arguments, FROM, REFS, TO, Tool};

/// The files of the pages that a call is about.
pub(super) fn page_arguments<'a>(tool: &Tool, arguments: &'a Arguments) -> impl Iterator<Item = &'a str> {
    let of_pages = tool.arguments.iter().filter(|argument| argument.kind == ArgumentKind::Page);
    of_pages.flat_map(|argument| arguments.texts_of(argument))
}

/// The arguments of a line with `--from` and `--to`, whose words after the recording are refs.
///
/// # Errors
/// [`Error::Arguments`] for one without the other, or beside `--at`.
pub(super) fn settled(tool: &Tool, arguments: &Arguments) -> Result<Arguments, Error> {
    // Other commands have arguments of one of these names for something else.
    let has = |wanted: &Argument| tool.arguments.iter().any(|argument| argument.name == wanted.name);
    match (arguments.text_of(&FROM), arguments.text_of(&TO)) {
        _ if !(has(&FROM) && has(&TO)) => Ok(arguments.clone()),
        (None, None) => Ok(arguments.clone()),
        (Some(_), Some(_)) if arguments.texts_of(&AT).is_empty() => {
            Ok(if has(&REFS) { arguments.clone().with_moved(&AFTER, &REFS) } else { arguments.clone() })
        }
        (Some(_), Some(_)) => Err(Error::arguments("--from and --to are given beside --at", "leave out --at")),
        _ => Err(Error::arguments(
            "--from and --to belong together",
            "give the moment before and the moment after, as `stillpage states` lists them",
        )),
    }
}

/// The files that a call is about, each with the moment that is asked for.
///
/// # Errors
/// [`Error::Arguments`] for more moments than pages.
pub(super) fn asked<'a>(tool: &Tool, arguments: &'a Arguments) -> Result<Vec<(&'a str, Option<&'a str>)>, Error> {
    let files: Vec<&str> = page_arguments(tool, arguments).collect();
    let moments = match (arguments.text_of(&FROM), arguments.text_of(&TO)) {
        (Some(from), Some(to)) => vec![from, to],
        _ => arguments.texts_of(&AT),
    };
    let wanted = tool.arguments.iter().filter(|argument| argument.kind == ArgumentKind::Page).count();
    match (&files[..], &moments[..]) {
        (_, []) => Ok(files.into_iter().map(|file| (file, None)).collect()),
        (_, &[at]) => Ok(files.into_iter().map(|file| (file, Some(at))).collect()),
        (&[file], &[before, after]) if wanted == 2 => Ok(vec![(file, Some(before)), (file, Some(after))]),
        _ if files.len() == moments.len() => Ok(files.into_iter().zip(moments.into_iter().map(Some)).collect()),
        _ => {
            let hint: SafeText = match wanted {
                1 => "give --at once; `stillpage diff` and `stillpage resolve` compare two moments".into(),
                _ => "give one recording with two moments, or a moment for each recording".into(),
            };
            Err(Error::arguments(safe!("{} moments of {} files", moments.len(), files.len()), hint))
        }
    }
}

/// The page of a recording that a page is.
pub(super) struct RecordedPage {
    recording: Rc<SessionRecording>,
    moment: Moment,
    nodes: RecordedNodes,
}

impl RecordedPage {
    /// The tree of a moment, and what it is of.
    pub(super) fn of(recording: Rc<SessionRecording>, moment: Moment) -> (Dom, Self) {
        let (mut dom, nodes) = recording.dom_with_nodes(moment);
        let page = Self { recording, moment, nodes };
        // The same moment always has the same nodes.
        dom.set_origin(FxBuildHasher.hash_one(page.name()));
        (dom, page)
    }

    /// The name by which a session remembers it.
    pub(super) fn name(&self) -> String {
        self.recording.full_name(self.moment)
    }

    /// The nodes of a later page of the same recording by the nodes of this one.
    pub(super) fn nodes_kept(&self, later: &Self) -> Option<FxHashMap<NodeId, NodeId>> {
        self.nodes.that_stay(&later.nodes)
    }

    /// Connects a session that saw another moment of the recording with those of its nodes that are on the page.
    ///
    /// # Errors
    /// Those of the device.
    pub(super) fn connect(
        &self,
        session: &mut Session,
        tab: &str,
        page: &Page,
        device_from: &dyn Fn(Device) -> Result<Device, Error>,
    ) -> Result<(), Error> {
        let before = session.moment(tab).and_then(|name| self.recording.find_full_name(name));
        let Some(before) = before.filter(|&before| before != self.moment) else { return Ok(()) };
        let (dom, nodes) = self.recording.dom_with_nodes(before);
        let seen = Page::render(dom, device_from(self.recording.device(before))?, RenderOptions::default());
        // A session in a file knows no nodes: the page that it saw last is observed again, and looks as it did.
        let nothing_new = RefTable::new(seen.dom().len());
        let observed = session.observe_fingerprinted(tab, &PageFingerprint::of(&seen), &nothing_new);
        let kept = nodes.that_stay(&self.nodes).unwrap_or_default();
        session.connect(tab, page, |reference| kept.get(&observed.found.get(&reference)?.node).copied());
        Ok(())
    }
}
