//! `stillpage audit` of several pages, of folders and globs.

use std::path::Path;

use super::file::write_whole;
use super::output::{Failure, exit_code, print_note, print_reply, report};
use super::pages::{FolderMeaning, pages_of};
use super::suite::on_all_cores;
use crate::error::{Error, catch};
use crate::offline::{Offline, installed_fonts};
use crate::page::{Keep, Page, RenderOptions};
use crate::safe_text::{PageText, safe};
use crate::tool::audit::{AuditArguments, AuditedPage, Report, TOOL};
use crate::tool::common::FONTS;
use crate::tool::{Answer as _, Arguments, Tool};

/// True if a line asks for more than one page.
pub(super) fn is_of_several(tool: &Tool, arguments: &Arguments) -> bool {
    if tool.name != TOOL.name {
        return false;
    }
    let files = arguments.read::<AuditArguments>().file;
    let is_several =
        |file: &str| Path::new(file).is_dir() || file.contains(['*', '?', '[']) && !Path::new(file).exists();
    files.len() > 1 || files.iter().any(|file| is_several(file))
}

/// Looks at each page and prints what was found on all.
pub(super) fn answer(arguments: &Arguments, json: bool) -> Result<u8, Failure> {
    let given: AuditArguments = arguments.read();
    let mut device = crate::tool::device(arguments)?;
    if let Some(folder) = arguments.text_of(&FONTS) {
        device = device.fonts(installed_fonts(Path::new(folder))?);
    }
    let mut files = pages_of(&given.file, FolderMeaning::AllPages)?;
    files.sort();
    files.dedup();
    let audited = on_all_cores(&files, |file| {
        // A page that makes the engine fail is one error among the other results.
        let page = || {
            Ok::<_, Error>(Page::render(
                Offline::new(file).with_lines().dom()?,
                device.clone(),
                RenderOptions::default().keep(Keep::PaintList),
            ))
        };
        match catch(|| AuditedPage::of(&page()?, file.clone(), &given)) {
            Ok(Ok(audited)) => Ok(audited),
            Ok(Err(error)) if error.code() == "invalid_arguments" => Err(error),
            Ok(Err(error)) | Err(error) => Ok(AuditedPage::broken(file.clone(), error)),
        }
    })?;
    let found = Report::new(audited.into_iter().collect::<Result<_, _>>()?, &given);
    if !json {
        for (file, warning) in found.warnings() {
            let kind = if warning.is_note() { "note" } else { "warning" };
            print_note(&safe!("{}: {}: {}\n", kind, PageText::of(file), PageText::of(&warning.to_string())));
        }
    }
    for (path, text) in found.files() {
        let place = Path::new(&path).canonicalize().ok();
        if place.is_some_and(|place| {
            files.iter().any(|file| Path::new(file).canonicalize().is_ok_and(|file| file == place))
        }) {
            let error = Error::arguments(safe!("{} is one of the pages", PageText::of(&path)), "write to another file");
            return Ok(report(&error, json));
        }
        write_whole(Path::new(&path), text)?;
    }
    print_reply(TOOL.name, json, &found)?;
    Ok(exit_code(found.verdict()))
}
