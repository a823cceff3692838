//! The `stillpage` command.

fn main() -> std::process::ExitCode {
    stillpage::cli::run(std::env::args_os()).into()
}
