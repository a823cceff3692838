//! `stillpage audit` of several pages, and of folders.

use std::path::Path;

use super::file::write_whole;
use super::output::{Failure, exit_code, print, report};
use super::suite::{on_all_cores, pages_of};
use crate::error::{Error, catch};
use crate::offline::{Offline, installed_fonts};
use crate::page::Page;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::audit::{AuditedPage, Report, TOOL};
use crate::tool::{Answer as _, Arguments, Tool};

/// True if a line asks for more than one page.
pub(super) fn is_of_several(tool: &Tool, arguments: &Arguments) -> bool {
    let files = || arguments.texts("file").into_iter();
    tool.name == TOOL.name && (files().count() > 1 || files().any(|file| Path::new(file).is_dir()))
}

/// Looks at each page and prints what was found on all.
pub(super) fn answer(arguments: &Arguments, json: bool) -> Result<u8, Failure> {
    let mut device = crate::tool::device(arguments)?;
    if let Some(folder) = arguments.text("fonts") {
        device = device.fonts(installed_fonts(Path::new(folder))?);
    }
    let mut files = Vec::new();
    for file in arguments.texts("file") {
        if file == "-" {
            return Err(Error::arguments("standard input is one page", "give it alone, or the pages as files").into());
        }
        files.extend(pages_of(Path::new(file))?);
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        return Err(
            Error::arguments("there are no pages in the folder", "pages end in .html, .htm, .xhtml or .mhtml").into()
        );
    }
    let audited = on_all_cores(&files, |file| {
        let name = file.to_string_lossy().into_owned();
        // A page that makes the engine fail is one error among the other results.
        let page = || Ok(Page::render_once(Offline::new(file).with_lines().dom()?, device.clone()));
        match catch(|| AuditedPage::of(&page()?, name.clone(), arguments)) {
            Ok(Ok(audited)) => Ok(audited),
            Ok(Err(error @ Error::InvalidArguments { .. })) => Err(error),
            Ok(Err(error)) | Err(error) => Ok(AuditedPage::broken(name, error)),
        }
    })?;
    let found = Report::new(audited.into_iter().collect::<Result<_, _>>()?, arguments);
    for (path, text) in found.files() {
        let place = Path::new(&path).canonicalize().ok();
        if place.is_some_and(|place| files.iter().any(|file| file.canonicalize().is_ok_and(|file| file == place))) {
            let error = Error::arguments(safe!("{} is one of the pages", PageText::of(&path)), "write to another file");
            return Ok(report(&error, json));
        }
        write_whole(Path::new(&path), text)?;
    }
    print(&if json { SafeText::verbatim(found.json()) } else { found.text() })?;
    Ok(exit_code(found.verdict()))
}
