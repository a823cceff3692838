//! The tabs of a session: which page each shows, and its history.

use std::path::{Path, PathBuf};

use super::effects::ScriptedEffects;
use super::preview::preview;
use super::read::{Read, read_captured, read_data, read_recording};
use super::response::{CALL, ToolError};
use super::root::Root;
use super::site::{Fetched, Place, Site, relative_to};
use super::tab::{Header, MAX_BYTES, OpenPage, Tab};
use super::{Captured, Options, SnapshotInAnswers};
use crate::activation::{ActiveDocument, Effect, Submission};
use crate::aria::Role;
use crate::batch::Request;
use crate::device::Device;
use crate::disk;
use crate::dom::NodeId;
use crate::error::Error;
use crate::offline::Offline;
use crate::refs::{Claim, Ref};
use crate::safe_text::{PageText, safe};
use crate::search::{javascript, written};
use crate::snapshot::{KnownRefs, SnapshotOptions, count_frames};

/// Limit: tabs that are open at once.
const MAX_TABS: usize = 200;
/// The answer to a click that only a script would have answered.
const NO_EFFECT: &str = "{\"effect\": \"none: handled by script in the live page\"}";

/// Everything that a client acts on.
#[derive(Debug)]
pub(super) struct Browser {
    pub(super) root: Root,
    site: Site,
    pub(super) device: Device,
    /// See [`Options::test_id_attribute`].
    test_id_attribute: Option<String>,
    effects: ScriptedEffects,
    /// Snapshots list text that a person does not see and that speaks to who reads the page.
    pub(super) hidden_text: bool,
    /// The page in answers to actions.
    pub(super) snapshot_mode: SnapshotInAnswers,
    /// Snapshots have the boxes of elements.
    pub(super) boxes: bool,
    pub(super) tabs: Vec<Tab>,
    pub(super) current: usize,
    /// The number of looks at tabs so far.
    looks: u64,
    /// The requests of the last step that no saved page answered.
    pub(super) requests: Vec<String>,
    /// The page of the browser that the server was started beside.
    captured: Option<Captured>,
}

impl Browser {
    /// # Errors
    /// Those of what the options name.
    pub(super) fn new(options: &Options) -> Result<Self, Error> {
        let archive = options.root.as_deref().filter(|root| disk::is_file(root));
        let root = match archive {
            Some(_) => Root::without_files(),
            None => Root::new(&folder(options))?,
        };
        let site = options.site.as_deref().or(archive).map(Site::read).transpose()?;
        let mut browser = Self {
            root,
            site: site.unwrap_or_default(),
            device: options.device.clone(),
            test_id_attribute: options.test_id_attribute.clone(),
            effects: options.effects.as_deref().map(ScriptedEffects::read).transpose()?.unwrap_or_default(),
            hidden_text: !options.no_hidden_text,
            snapshot_mode: options.snapshot_mode,
            boxes: options.snapshot_boxes,
            tabs: Vec::new(),
            current: 0,
            looks: 0,
            requests: Vec::new(),
            captured: options.captured.clone(),
        };
        if let Some(captured) = &options.captured {
            browser.show_at(captured.url.clone(), read_captured(captured)?, None, true);
        }
        if let Some(page) = &options.page {
            let real = disk::canonicalize(page).map_err(|error| Error::io(page, &error))?;
            let file = browser.root.file(&real.to_string_lossy())?;
            // In the state that it was saved in; what is navigated to later is loaded as a browser loads it.
            let read = match read_recording(&file, None)? {
                Some(read) => read,
                None => Read::of(Offline::new(&file).dom()?),
            };
            browser.show(&file, read, "", true);
        }
        Ok(browser)
    }

    /// The tab in front.
    pub(super) fn tab(&mut self) -> &mut Tab {
        if self.tabs.is_empty() {
            self.tabs.push(Tab::default());
        }
        self.current = self.current.min(self.tabs.len() - 1);
        self.looks += 1;
        let tab = &mut self.tabs[self.current];
        tab.look(self.looks);
        tab
    }

    /// The page in front; `None` before anything was loaded.
    pub(super) fn shown(&mut self) -> Option<&mut OpenPage> {
        self.tab().shown.as_mut()
    }

    /// The page in front; an error before anything was loaded.
    pub(super) fn page(&mut self) -> Result<&mut OpenPage, ToolError> {
        self.shown().ok_or_else(|| ToolError::thrown("No open page. Use browser_navigate to open one."))
    }

    /// # Errors
    /// [`Error::Arguments`] if there are too many already.
    pub(super) fn open_tab(&mut self, isolated: Option<String>) -> Result<(), Error> {
        if self.tabs.len() >= MAX_TABS {
            return Err(Error::arguments(safe!("{} tabs are open", self.tabs.len()), "close some with browser_tabs"));
        }
        if Tab::bytes_of_trees(&self.tabs) > MAX_BYTES {
            let reason = safe!("the pages of {} tabs take all the memory that there is for them", self.tabs.len());
            return Err(Error::arguments(reason, "close some with browser_tabs"));
        }
        // The tab that the page in front stands for.
        self.tab();
        self.tabs.push(Tab::new(isolated));
        self.current = self.tabs.len() - 1;
        Ok(())
    }

    /// Shows a page; `address` is what was asked for, whose query and fragment are part of the address shown.
    fn show(&mut self, file: &Path, read: Read, address: &str, enter: bool) {
        let (bare, fragment) =
            address.split_once('#').map_or((address, None), |(bare, fragment)| (bare, Some(fragment)));
        let mut url = self.root.address(file);
        // A file may have a question mark in its name.
        if let Some((_, query)) = bare.split_once('?')
            && !file.file_name().is_some_and(|name| name.to_string_lossy().contains('?'))
        {
            url = format!("{url}?{query}");
        }
        self.show_at(url, read, fragment, enter);
    }

    fn show_at(&mut self, url: String, read: Read, fragment: Option<&str>, enter: bool) {
        let Read { mut dom, device, nodes, status } = read;
        if let Some(name) = &self.test_id_attribute {
            dom.set_test_id_attribute(name);
        }
        let document = ActiveDocument::new(dom, device.unwrap_or_else(|| self.device.clone()));
        let tab = self.tab();
        let known = KnownRefs::from_frame(tab.next_frame);
        tab.next_frame = tab.next_frame.saturating_add(count_frames(document.page().dom())).saturating_add(1);
        let mut shown = OpenPage { document, known, url, nodes, status, noted: false, outline: None };
        if let Some(fragment) = fragment {
            shown.document.go_to_fragment(fragment);
            shown.document.take_effects();
            shown.url = format!("{}#{fragment}", shown.url);
        }
        tab.leave();
        tab.loads += 1;
        if enter {
            tab.enter(shown.url.clone());
        } else if let Some(entry) = tab.history.get_mut(tab.position) {
            entry.1 = tab.loads;
        }
        tab.shown = Some(shown);
    }

    /// Loads the page that an address means, as a browser would.
    ///
    /// # Errors
    /// Those of [`Site::fetch`].
    pub(super) fn navigate(&mut self, address: &str) -> Result<(), Error> {
        self.load(Request::get(address), true)
    }

    fn load(&mut self, request: Request<'_>, enter: bool) -> Result<(), Error> {
        let address = request.url.trim();
        if address == "about:blank" {
            let tab = self.tab();
            tab.leave();
            tab.shown = None;
            tab.loads += 1;
            tab.enter(address.to_owned());
            return Ok(());
        }
        if request.method == "GET"
            && let Some(read) = read_data(address)
        {
            let fragment = address.split_once('#').map(|(_, fragment)| fragment);
            self.show_at(address.split('#').next().unwrap_or_default().to_owned(), read?, fragment, enter);
            return Ok(());
        }
        let is_captured = |captured: &&Captured| request.method == "GET" && captured.url == address;
        if let Some(captured) = self.captured.as_ref().filter(is_captured) {
            let (url, read) = (captured.url.clone(), read_captured(captured)?);
            self.show_at(url, read, None, enter);
            return Ok(());
        }
        let Fetched { read, place } = self.site.fetch(&self.root, Request { url: address, ..request }, true)?;
        match place {
            Place::Address(url) => {
                self.show_at(url, read, address.split_once('#').map(|(_, fragment)| fragment), enter);
            }
            Place::File(file) => self.show(&file, read, address, enter),
        }
        Ok(())
    }

    /// A saved page beside the one in front, in the state that it was saved in.
    ///
    /// # Errors
    /// Those of [`Site::fetch`].
    pub(super) fn read(&mut self, address: &str) -> Result<Read, Error> {
        self.site.fetch(&self.root, Request::get(address), false).map(|fetched| fetched.read)
    }

    /// One step back in the history of the tab. False at the start.
    ///
    /// # Errors
    /// Those of loading the page again.
    pub(super) fn back(&mut self) -> Result<bool, Error> {
        let tab = self.tab();
        let Some(before) = tab.position.checked_sub(1) else { return Ok(false) };
        let current = tab.history.get(tab.position).map(|entry| entry.1);
        tab.position = before;
        let Some((url, load)) = tab.history.get(before).cloned() else { return Ok(false) };
        if Some(load) == current
            && let Some(shown) = &mut tab.shown
        {
            shown.document.traverse_to_fragment(url.split_once('#').map(|(_, fragment)| fragment));
            shown.url = url;
            return Ok(true);
        }
        self.load(Request::get(&url), false)?;
        let tab = self.tab();
        if let Some(left) = tab.left.remove(&load)
            && let Some(shown) = &mut tab.shown
        {
            shown.document.restore(&left);
        }
        Ok(true)
    }

    /// Does what a step asked for beyond its page: follows links, sends forms, plays scripted effects. What the step led to, in
    /// words.
    ///
    /// # Errors
    /// Those of a scripted effect that is not possible.
    pub(super) fn settle(&mut self) -> Result<Vec<String>, Error> {
        let mut notes = Vec::new();
        let Some(shown) = self.shown() else { return Ok(notes) };
        let effects = shown.document.take_effects();
        // What closes something has done its part; a script may still have had another.
        let has_closed = effects.iter().any(|effect| matches!(effect, Effect::Toggled { open: false, .. }));
        for effect in effects {
            match effect {
                Effect::Fragment(fragment) => {
                    let tab = self.tab();
                    if let Some(shown) = &mut tab.shown {
                        let base = shown.url.split('#').next().unwrap_or_default();
                        shown.url = format!("{base}#{fragment}");
                        let url = shown.url.clone();
                        tab.enter(url);
                    }
                }
                Effect::Follow { url, new_tab } => notes.extend(self.follow(&url, new_tab)),
                Effect::Submit(submission) => notes.extend(self.submit(&submission)),
                Effect::Script(node) => {
                    let without = (!has_closed).then(|| NO_EFFECT.to_owned());
                    notes.extend(self.scripted(node)?.or(without));
                }
                Effect::Picker(node) => {
                    let what = self.describe(node);
                    notes.push(format!("{what} opens a native picker, which is not part of the page: browser_select_option or browser_type sets it at once"));
                }
                Effect::Invalid(node) => {
                    let what = self.describe(node);
                    notes.push(format!("The form was not submitted: {what} is not valid"));
                }
                _ => {}
            }
        }
        Ok(notes)
    }

    /// An address inside the page as one that [`navigate`](Self::navigate) takes.
    fn follow(&mut self, url: &str, new_tab: bool) -> Option<String> {
        let url = &self.as_asked(Request::get(url)).unwrap_or_else(|| url.to_owned());
        let isolated = self.tab().isolated.clone();
        let opened = if new_tab { self.open_tab(isolated) } else { Ok(()) };
        let before = self.tabs.len();
        match opened.and_then(|()| self.navigate(url)) {
            Ok(()) => None,
            Err(error) => {
                if new_tab && before == self.tabs.len() && self.tabs.len() > 1 {
                    self.tabs.pop();
                    self.current = self.tabs.len() - 1;
                }
                let url = self.root.displayed(url);
                self.requests.push(format!("[GET] {}", PageText::of(&url).at_most(2000)));
                Some(format!(
                    "The link leads to {}, which is not among the saved pages ({}); the page does not change",
                    PageText::of(&url),
                    error.code()
                ))
            }
        }
    }

    /// Returns an address inside the page on the site that the page was asked for from, where a saved page answers it.
    fn as_asked(&mut self, request: Request<'_>) -> Option<String> {
        let shown = self.shown()?;
        let url = &relative_to(&shown.url, shown.document.page().dom(), request.url)?;
        self.site.answers(&self.root, Request { url, ..request }).then(|| url.clone())
    }

    fn submit(&mut self, submission: &Submission) -> Option<String> {
        let url = submission.url();
        let asked = self.as_asked(Request { method: submission.method, ..Request::get(&url) });
        let url = asked.unwrap_or(url);
        let fields: Vec<String> = submission
            .fields
            .iter()
            .map(|(name, value)| format!("{}={}", PageText::of(name), PageText::of(value)))
            .collect();
        let shown = PageText::of(&self.root.displayed(&url)).at_most(2000).to_string();
        let line = format!("[{}] {shown} {}", submission.method, submission.enctype);
        self.requests.push(format!("{line}\n  {}", fields.join("\n  ")));
        let what = format!("The form was submitted: {} {shown} with {}", submission.method, fields.join(", "));
        let body = submission.body();
        match self.load(Request { method: submission.method, url: &url, body: body.as_deref() }, true) {
            Ok(()) => Some(what),
            Err(_) => Some(format!("{what}; no saved page answers it, and the page does not change")),
        }
    }

    /// Applies the effect of a click that only a script would have answered; `None` if no mock has one.
    fn scripted(&mut self, node: NodeId) -> Result<Option<String>, Error> {
        let Some(shown) = self.tabs.get(self.current).and_then(|tab| tab.shown.as_ref()) else { return Ok(None) };
        let Some(effect) = self.effects.of(shown.document.page(), node)? else { return Ok(None) };
        let effect = effect.clone();
        if let Some(page) = &effect.page {
            self.navigate(page)?;
        }
        if let Some(shown) = self.shown() {
            effect.apply(&mut shown.document)?;
        }
        Ok(Some(format!("{{\"effect\": \"scripted by --script-mocks\", \"selector\": {:?}}}", effect.selector)))
    }

    /// The tabs as answers show them.
    pub(super) fn headers(&self) -> Vec<Header> {
        let of = |(at, tab): (usize, &Tab)| Header {
            url: tab.url().unwrap_or("about:blank").to_owned(),
            title: tab.dom().map(|dom| dom.title(dom.document())).unwrap_or_default(),
            current: at == self.current,
            isolated: tab.isolated.clone(),
            status: tab.status(),
        };
        self.tabs.iter().enumerate().map(of).collect()
    }

    /// Takes the tabs for shown to the client; false if it knew them like this.
    pub(super) fn note_headers(&mut self, headers: &[Header]) -> bool {
        let mut news = false;
        for (tab, header) in self.tabs.iter_mut().zip(headers) {
            if tab.header.as_ref() != Some(header) {
                tab.header = Some(header.clone());
                news = true;
            }
        }
        news
    }

    /// Drops the renderings of pages that were not looked at for the longest, where all take more than their budget.
    pub(super) fn drop_unseen(&mut self) {
        Tab::drop_unseen(&mut self.tabs, self.current);
    }

    fn describe(&mut self, node: NodeId) -> String {
        let Some(shown) = self.shown() else { return String::new() };
        let aria = shown.document.page().aria().get(node);
        let role = aria.and_then(|aria| aria.role).map_or("element", Role::name);
        let name = aria.map(|aria| aria.name.to_string()).unwrap_or_default();
        format!("{role} {}", PageText::quoted(&name))
    }

    /// The element that a target means: a ref of a snapshot, or a selector that matches one element.
    ///
    /// # Errors
    /// Playwright MCP's message.
    pub(super) fn target(&mut self, target: &str) -> Result<NodeId, ToolError> {
        let shown = self.page()?;
        if let Ok(claim) = target.trim().parse::<Claim>() {
            return find_ref(shown, claim.reference);
        }
        let page = shown.document.page();
        let found = written::find(page, target)?;
        match found.as_slice() {
            [] => Err(ToolError::thrown(format!("{} does not match any elements.", PageText::quoted(target)))),
            [one] => Ok(*one),
            several => {
                let lines: Vec<String> = several
                    .iter()
                    .take(10)
                    .zip(1..)
                    .map(|(&node, at)| {
                        format!("    {at}) {} aka {}", preview(page.dom(), node), javascript::of(page, node))
                    })
                    .collect();
                let written = javascript::written(target).unwrap_or_default();
                Err(ToolError::thrown(format!(
                    "{CALL}Error: strict mode violation: {written} resolved to {} elements:\n{}\n\nCall log:\n  - waiting for {written}",
                    several.len(),
                    lines.join("\n")
                )))
            }
        }
    }
}

/// The folder that pages are read from.
fn folder(options: &Options) -> PathBuf {
    let folder = options.root.clone().or_else(|| {
        let page = options.page.as_deref()?;
        if disk::is_dir(page) { Some(page.to_owned()) } else { page.parent().map(Path::to_owned) }
    });
    folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| PathBuf::from("."))
}

/// The element of a ref, if a snapshot of the page as it is now shows it under that.
fn find_ref(shown: &mut OpenPage, reference: Ref) -> Result<NodeId, ToolError> {
    if let Some(node) = shown.snapshot(&SnapshotOptions::default()).refs().element(reference) {
        return Ok(node);
    }
    let sentence = format!("Ref {reference} not found in the current page snapshot. Try capturing new snapshot.");
    let why = match shown.known.find(reference) {
        Some((node, known)) => {
            let was = format!("{} {}", known.role.name(), PageText::quoted(&known.name));
            let connected = shown.document.page().dom().is_connected(node);
            format!("It was {was}, which is no longer {}.", if connected { "shown" } else { "on the page" })
        }
        None if shown.known.was_assigned(reference) => {
            "Its element has another ref by now, since its role or name changed.".to_owned()
        }
        None => "No snapshot of this page has this ref.".to_owned(),
    };
    Err(ToolError::thrown(format!("{sentence}\n{why}")))
}
