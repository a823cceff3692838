//! `stillpage capture`: a live page as a file.

use std::path::Path;

use serde_json::{Value, json};

use super::commands::CliCommand;
use super::file::write_whole;
use super::live_command::{BROWSER, Request, Wait, address, load, run_live};
use super::live_tab::note_missing;
use super::output::progress;
use crate::error::{Error, LiveError};
use crate::live::{Confinement, DialogAnswer};
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Answer, Argument, DeviceArguments, OutputFile, TypedArguments as _, arguments, joined, to_json};

arguments! {
    /// The arguments of `stillpage capture`.
    struct CaptureArguments {
        url: String = Argument::positional("url", "The page: an address, or a file"),
        output: OutputFile = Argument::option("output", "Where to write it: page.html, page.mhtml, page.json"),
        wait_for: Vec<String> = Argument::option("wait-for", "Wait for this, after the page has loaded")
            .detail("A number is milliseconds. What starts with #, . or [, or with css=, is a selector: something that it \
                 matches has to be visible. Anything else, or what starts with text=, has to be on the page."),
        network: bool = Argument::option("network", "Let the page of a local file load from the web")
            .detail("By default a local file loads only files of its own folder."),
        allow_error_status: bool = Argument::option(
            "allow-error-status",
            "Capture the page although the server answered with an error",
        )
        .detail("By default an answer with a status of 400 or more is an error."),
    }
}

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "capture",
    summary: "Capture a live page as one self-contained file",
    about: "Loads the page in Chromium, waits until it has settled, and freezes it: style sheets and the fonts that were loaded \
            are written into the page, scripts are taken out, images become boxes of their size, frames become srcdoc, open shadow roots become \
            templates, and what markup cannot hold (an open modal dialog, the focus, scroll offsets) becomes data-frozen-* \
            attributes. The other commands then give the same answers for the file as for the page. The file loads \
            nothing and runs nothing.\n\n\
            OUTPUT ending in .mhtml is written as MHTML. One ending in .json (or .json.gz) is the recording itself, with \
            the boxes as Chromium measured them; the other commands take it for a page, too.\n\n\
            JSON: {\"output\",\"url\",\"title\",\"elements\",\"bytes\",\"missingFrames\":[addresses of frames that did not answer],\
            \"missingFonts\":[addresses of fonts that were not written into the page]}.",
    arguments: joined!(CaptureArguments::ARGUMENTS, DeviceArguments::ARGUMENTS),
    shared: BROWSER,
    examples: &[
        ("capture https://example.org -o page.html", "one file that the other commands can read"),
        (
            "capture https://example.org/app -o app.json --wait-for '#main' --wait-for 500",
            "as Chromium measured it, half a second after the main part appeared",
        ),
        ("capture page.html -o page.mhtml --cdp http://127.0.0.1:9222", "in a browser that is running"),
    ],
    run: |line| run_live(COMMAND.name, line, run),
};

fn run(request: &Request) -> Result<Box<dyn Answer>, Error> {
    let (arguments, given) = (&request.arguments, request.arguments.read::<CaptureArguments>());
    let url = address(&given.url)?;
    let output = given.output.to_string();
    let limit = request.limit();
    let file = url.to_file_path().ok();
    let mut browser = request.browser(None)?;
    browser.finish_within(Some(limit));
    let network = file.is_none() || given.network;
    let mut tab = if network { browser.open()? } else { browser.open_without_network()? };
    progress(safe!("loading {}", PageText::of(url.as_str())));
    tab.set_device(&crate::tool::device(arguments)?)?;
    tab.answer_dialogs(DialogAnswer::Dismiss);
    let confined = match file.as_deref().and_then(Path::parent) {
        Some(folder) => tab.confine(&Confinement { folder: folder.to_owned(), scripts: true, network }),
        None => Ok(()),
    };
    let loaded = confined.and_then(|()| load(&mut tab, &url, limit)).and_then(|()| {
        let status = tab.status()?;
        if status >= 400 && !given.allow_error_status {
            return Err(Error::Live(LiveError::Cdp {
                reason: safe!("{} answered with status {}", PageText::of(url.as_str()), status),
                hint: "check the address, or capture the error page with --allow-error-status".into(),
                setting: None,
                retryable: status >= 500,
            }));
        }
        for wait in &given.wait_for {
            progress(safe!("waiting for {}", PageText::of(wait)));
            Wait::parse(wait).wait(&mut tab, limit)?;
        }
        progress("recording");
        tab.record_whole()
    });
    // A browser that is not ours keeps no tab of ours.
    let closed = tab.close();
    let recording = loaded?;
    closed?;
    note_missing(&recording);
    let name = output.to_ascii_lowercase();
    let bytes = match () {
        () if name.ends_with(".json") => recording.to_json(),
        () if name.ends_with(".json.gz") => recording.to_json_gz(),
        () if name.ends_with(".mhtml") || name.ends_with(".mht") => recording.to_mhtml().into_bytes(),
        () => recording.to_html().into_bytes(),
    };
    write_whole(Path::new(&output), &bytes)?;
    let page = recording.measure().page;
    let document = page.dom().document();
    Ok(Box::new(Captured(json!({
        "output": output,
        "url": page.dom().document_url(document).map(url::Url::as_str),
        "title": page.dom().title(document),
        "elements": page.dom().elements_in_order().count(),
        "bytes": bytes.len(),
        "missingFrames": recording.missing,
        "missingFonts": recording.missing_fonts,
    }))))
}

struct Captured(Value);

impl Answer for Captured {
    fn text(&self) -> SafeText {
        let part = |name: &str| -> SafeText {
            match &self.0[name] {
                Value::String(text) => PageText::of(text).into(),
                other => PageText::of(&other.to_string()).into(),
            }
        };
        safe!("{}: {} ({} elements, {} bytes)", part("output"), part("title"), part("elements"), part("bytes"))
    }

    fn json(&self) -> String {
        to_json(&self.0)
    }
}
