//! `stillpage completions` and `stillpage man`: what shells and manuals need to know of the command line.

use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use serde_json::json;

use super::commands::{CliCommand, Line};
use super::file::write_whole;
use super::output::{DONE, Failure, print};
use crate::error::Error;
use crate::safe_text::{PageText, SafeText, safe};
use crate::tool::{Argument, Arguments, TypedArguments as _, arguments, choice, to_json};

/// The text of an answer, and the same as JSON.
struct ShellOutput {
    text: SafeText,
    json: serde_json::Value,
}

choice!(for Shell {
    Bash = "bash",
    Elvish = "elvish",
    Fish = "fish",
    PowerShell = "powershell",
    Zsh = "zsh",
});

arguments! {
    /// The arguments of `stillpage completions`.
    struct CompletionsArguments {
        shell: Shell = Argument::positional("shell", "The shell that reads the script"),
    }
}

arguments! {
    /// The arguments of `stillpage man`.
    struct ManArguments {
        dir: String = Argument::positional("dir", "The folder to write to, made if it is missing"),
    }
}

pub(super) const COMMANDS: &[CliCommand] = &[
    CliCommand {
        name: "completions",
        summary: "A script that completes commands and options in a shell",
        about: "Prints the script; the shell reads it when it starts. Packages put it where the shell looks by itself.\n\n\
            JSON: {\"shell\",\"text\"}.",
        examples: &[
            ("completions bash > ~/.local/share/bash-completion/completions/stillpage", "for bash"),
            ("completions zsh > ~/.zfunc/_stillpage", "for zsh, with ~/.zfunc in its fpath"),
            ("completions fish > ~/.config/fish/completions/stillpage.fish", "for fish"),
        ],
        arguments: CompletionsArguments::ARGUMENTS,
        shared: &[],
        run: |line| answer(line, completions),
    },
    CliCommand {
        name: "man",
        summary: "Manual pages of all commands",
        about: "Writes stillpage.1 and a page for each command, stillpage-check.1, in the format of man(1).\n\n\
            JSON: {\"written\":[paths]}.",
        examples: &[("man ~/.local/share/man/man1", "for `man stillpage-check`")],
        arguments: ManArguments::ARGUMENTS,
        shared: &[],
        run: |line| answer(line, man),
    },
];

/// Answers with what is made of the whole command line.
fn answer(line: &Line<'_>, make: fn(&Arguments, Command) -> Result<ShellOutput, Error>) -> Result<u8, Failure> {
    let output = make(&line.arguments, super::command(super::complete))?;
    print(&match line.json {
        true => safe!("{}\n", SafeText::verbatim(to_json(&output.json))),
        false => output.text,
    })?;
    Ok(DONE)
}

fn completions(arguments: &Arguments, mut command: Command) -> Result<ShellOutput, Error> {
    let CompletionsArguments { shell } = arguments.read();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "stillpage", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    Ok(ShellOutput { json: json!({ "shell": shell.to_string(), "text": script }), text: SafeText::verbatim(script) })
}

fn man(arguments: &Arguments, mut command: Command) -> Result<ShellOutput, Error> {
    let ManArguments { dir } = arguments.read();
    let dir = Path::new(&dir);
    std::fs::create_dir_all(dir).map_err(|error| Error::io(dir, &error))?;
    command.build();
    let mut written = Vec::new();
    let subcommands: Vec<Command> = command.get_subcommands().filter(|sub| sub.get_name() != "help").cloned().collect();
    for page in std::iter::once(command.clone()).chain(subcommands) {
        let name = page.get_display_name().unwrap_or_else(|| page.get_name()).to_owned();
        let path = dir.join(format!("{name}.1"));
        let mut text = Vec::new();
        clap_mangen::Man::new(page.disable_help_subcommand(true))
            .render(&mut text)
            .map_err(|error| Error::io(&path, &error))?;
        write_whole(&path, text)?;
        written.push(path.to_string_lossy().into_owned());
    }
    let text = safe!("{} manual pages written to {}\n", written.len(), PageText::of(&dir.to_string_lossy()));
    Ok(ShellOutput { text, json: json!({ "written": written }) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::{ArgumentKind, Surface};

    /// A script for each shell that is offered, with every command in it.
    #[test]
    fn completions_name_every_command() {
        let command = super::super::command(super::super::complete);
        let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
        let ArgumentKind::Choice(shells) = COMMANDS[0].arguments[0].kind else { panic!("no choice of shells") };
        for shell in shells {
            let given = json!({ "shell": shell });
            let given = given.as_object().cloned().unwrap_or_default();
            let arguments = Arguments::check(Surface::CommandLine, COMMANDS[0].arguments.iter(), given).unwrap();
            let script =
                completions(&arguments, super::super::command(super::super::complete)).unwrap().text.to_string();
            for name in &names {
                assert!(script.contains(name.as_str()), "{shell}: {name}");
            }
        }
    }

    /// A page for each command, and each says what its command is for.
    #[test]
    fn man_has_a_page_of_every_command() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("man1");
        let given = json!({ "dir": path.to_string_lossy() });
        let given = given.as_object().cloned().unwrap_or_default();
        let arguments = Arguments::check(Surface::CommandLine, COMMANDS[1].arguments.iter(), given).unwrap();
        man(&arguments, super::super::command(super::super::complete)).unwrap();
        for sub in super::super::command(super::super::complete).get_subcommands() {
            let page = std::fs::read_to_string(path.join(format!("stillpage-{}.1", sub.get_name()))).unwrap();
            assert!(page.contains(".SH NAME") && page.contains("SYNOPSIS"), "{}", sub.get_name());
        }
        assert!(std::fs::read_to_string(path.join("stillpage.1")).unwrap().contains("check"));
    }
}
