//! A panic as an error with its place: a defect of stillpage that one page brings up must not end the work on others.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::sync::Once;

use super::Error;
use crate::safe_text::{PageText, SafeText, safe};

thread_local! {
    /// The number of [`catch`]es that this thread is in.
    static CATCHING: Cell<usize> = const { Cell::new(0) };
    /// The message of the last panic of this thread.
    static CAUGHT: RefCell<SafeText> = RefCell::default();
}

/// The message of a panic, and the line of source that it comes from.
pub fn describe(panic: &PanicHookInfo<'_>) -> SafeText {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = PageText::of(text.unwrap_or("no message"));
    let place =
        panic.location().map(|l| safe!(" ({}:{})", PageText::of(source(l.file())), l.line())).unwrap_or_default();
    safe!("{}{}", message, place)
}

/// A source file as its own project names it, without the folders of the machine that built it.
fn source(path: &str) -> &str {
    let file = path.split_once("/registry/src/").and_then(|(_, rest)| rest.split_once('/')).map(|(_, file)| file);
    let file = file.or_else(|| path.split_once("/library/").map(|(_, file)| file));
    let name = || path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.unwrap_or_else(|| if std::path::Path::new(path).is_absolute() { name() } else { path })
}

/// Does some work, and turns a panic of it into [`Error::Internal`]. Nothing is printed; panics of other threads, and
/// elsewhere in this one, still reach the hook that was set before.
///
/// # Errors
/// [`Error::Internal`] if it panics.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, Error> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if CATCHING.get() == 0 {
                before(panic);
            } else {
                CAUGHT.set(describe(panic));
            }
        }));
    });
    CATCHING.set(CATCHING.get() + 1);
    let done = catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(CATCHING.get() - 1);
    done.map_err(|_| Error::Internal { reason: CAUGHT.take() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_has_no_folder_of_the_machine() {
        for (path, expected) in [
            ("crates/a/src/b.rs", "crates/a/src/b.rs"),
            (
                "/home/me/.cargo/registry/src/index-1f/serde_json-1.0.1/src/value/index.rs",
                "serde_json-1.0.1/src/value/index.rs",
            ),
            ("/rustc/0123/library/core/src/option.rs", "core/src/option.rs"),
            ("/home/me/stillpage/src/lib.rs", "lib.rs"),
        ] {
            assert_eq!(source(path), expected);
        }
    }

    #[test]
    fn panic_becomes_an_error_with_its_place() {
        let error = catch(|| panic!("no {}", "luck")).unwrap_err();
        assert_eq!(error.code(), "internal");
        assert!(
            error.to_string().starts_with("internal error: no luck (crates/stillpage-dom/src/error/panic.rs:"),
            "{error}"
        );
        assert_eq!(catch(|| 1), Ok(1), "the next one is not concerned");
    }
}
