//! Commands of the caller's: a text on their standard input, an answer on their standard output.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::error::{Error, LimitError};
use crate::safe_text::{PageText, SafeText, safe};

/// Limit: bytes of an answer.
const MAX_ANSWER: u64 = 64 << 20;
/// The pause between looks at a running command.
const PAUSE: Duration = Duration::from_millis(5);
/// Limit: characters of what a command complains that an error repeats.
const MAX_COMPLAINT: usize = 400;

/// Runs a command line in the system's shell until it ends, or until `limit`.
///
/// # Errors
/// [`Error::Command`] if it does not start, fails or prints no UTF-8; [`LimitError::Timeout`] if it takes longer.
pub(super) fn run(line: &str, input: &str, limit: Duration) -> Result<String, Error> {
    let failure = |reason: SafeText| Error::Command { command: line.to_owned(), reason };
    let (shell, flag) = if cfg!(windows) { ("cmd", "/C") } else { ("sh", "-c") };
    let mut command = Command::new(shell);
    command.arg(flag).arg(line).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().map_err(|error| failure(safe!("it does not start: {}", PageText::of(&error.to_string()))))?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = input.to_owned();
    // Each pipe has its thread: a command may print before it has read everything. They end with the pipes, which a
    // grandchild of a killed shell may keep open, so they are not waited for beyond the limit.
    std::thread::spawn(move || {
        // A command that does not read its input is free not to.
        let _ = stdin.map(|mut pipe| pipe.write_all(input.as_bytes()));
    });
    let (send_out, out) = std::sync::mpsc::channel();
    let (send_complaint, complaint) = std::sync::mpsc::channel();
    std::thread::spawn(move || send_out.send(stdout.map_or_else(|| Ok(Vec::new()), read)));
    std::thread::spawn(move || send_complaint.send(stderr.map_or_else(|| Ok(Vec::new()), read)));
    let start = Instant::now();
    let status = wait(&mut child, start, limit).map_err(|error| failure(PageText::of(&error.to_string()).into()))?;
    let late = || {
        Error::Limit(LimitError::Timeout {
            what: safe!("the command `{}` did not answer", PageText::of(line)),
            limit,
            hint: "raise --model-timeout, or see why the command is slow: it reads the prompt from its standard input"
                .into(),
            setting: None,
        })
    };
    let Some(status) = status else { return Err(late()) };
    let left = || limit.saturating_sub(start.elapsed()).max(Duration::from_millis(200));
    let out = out.recv_timeout(left()).map_err(|_| late())?;
    let out = out.map_err(|error| failure(PageText::of(&error.to_string()).into()))?;
    if !status.success() {
        // The status reports the failure; stderr may be missing.
        let complaint = complaint.recv_timeout(left()).ok().and_then(Result::ok).unwrap_or_default();
        let complaint = String::from_utf8_lossy(&complaint);
        let reason = match complaint.trim() {
            "" => SafeText::new(),
            complaint => safe!(": {}", PageText::of(complaint).at_most(MAX_COMPLAINT)),
        };
        return Err(failure(safe!("{}{}", PageText::of(&status.to_string()), reason)));
    }
    String::from_utf8(out).map_err(|_| failure("its answer is not UTF-8".into()))
}

fn read(pipe: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.take(MAX_ANSWER).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Waits for the command to end; `None` if it had to be stopped.
fn wait(child: &mut Child, start: Instant, limit: Duration) -> std::io::Result<Option<std::process::ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(PAUSE);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn command_answers() {
        assert_eq!(run("tr a-z A-Z", "abc", LONG).as_deref(), Ok("ABC"));
        let large = "x".repeat(1 << 20);
        assert_eq!(run("cat", &large, LONG).map(|answer| answer.len()), Ok(large.len()), "more than a pipe holds");
        assert_eq!(run("echo deaf", &large, LONG).as_deref(), Ok("deaf\n"), "unread input");
    }

    #[test]
    fn command_failures_are_reported() {
        let error = run("echo no key >&2; exit 3", "", LONG).unwrap_err();
        assert_eq!(error.code(), "io_error");
        assert_eq!(error.to_string(), "the command `echo no key >&2; exit 3` failed: exit status: 3: no key");
        let error = run("printf '\\377'", "", LONG).unwrap_err();
        assert!(error.to_string().ends_with("its answer is not UTF-8"), "{error}");
    }

    #[test]
    fn command_is_stopped() {
        let start = Instant::now();
        let error = run("sleep 30", "", Duration::from_millis(100)).unwrap_err();
        assert_eq!(error.code(), "timeout");
        assert!(start.elapsed() < Duration::from_secs(10), "it did not wait for the command");
    }
}
