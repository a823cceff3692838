//! Tasks of those who work on stillpage: `cargo xtask help`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "its user is at a terminal")]

mod corpus;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask corpus [NAME]             compare the cases whose names contain NAME with their recordings
cargo xtask corpus NAME --update      record them again with Chromium and Playwright, and write what is still different";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((task, rest)) if task == "corpus" => corpus::run(rest),
        Some((task, _)) if task == "help" || task == "--help" => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(HELP.to_owned()),
    };
    done.map_or_else(
        |error| {
            eprintln!("{error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command in the root of the repository.
fn call(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    match command.current_dir(root()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name}: {error}")),
    }
}
