//! A folder of saved pages to Markdown, a file for each page: training data, or an index to search.
//!
//! `cargo run --example crawl -- corpus/pages target/markdown`

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use stillpage::Page;
use stillpage::markdown::MarkdownOptions;

/// Every page below a folder, in order of their names.
fn pages(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            // What a browser saves beside a page is not a page.
            if path.is_dir() && !path.to_string_lossy().ends_with("_files") {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html" || ending == "mhtml") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(from), Some(to)) = (words.next(), words.next()) else { return Err("usage: crawl FROM TO".into()) };
    let (from, to) = (Path::new(&from), Path::new(&to));
    let mut err = std::io::stderr();
    let (mut written, mut failed) = (0, 0);
    for path in pages(from)? {
        // One page that cannot be read does not end the crawl.
        let page = match Page::open(&path) {
            Ok(page) => page,
            Err(error) => {
                writeln!(err, "{error}")?;
                failed += 1;
                continue;
            }
        };
        let markdown = page.markdown(&MarkdownOptions::default().main(true));
        let file = to.join(path.strip_prefix(from)?).with_extension("md");
        std::fs::create_dir_all(file.parent().unwrap_or(to))?;
        std::fs::write(file, markdown.text())?;
        written += 1;
    }
    writeln!(std::io::stdout(), "{written} pages written, {failed} could not be read")?;
    if failed > 0 { Err("not every page could be read".into()) } else { Ok(()) }
}
