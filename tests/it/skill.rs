//! The skill for agents: short, and about commands that exist.

use std::process::Command;

const SKILL: &str = include_str!("../../skills/stillpage/SKILL.md");

fn stillpage(arguments: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_stillpage")).args(arguments).output().expect("the binary runs");
    String::from_utf8(run.stdout).expect("UTF-8")
}

#[test]
fn skill_is_printed_as_it_is() {
    assert_eq!(stillpage(&["skill"]), SKILL);
    assert!(SKILL.len() < 2000 * 4, "a token is about four letters: {}", SKILL.len());
}

#[test]
fn skill_names_commands_and_options_that_exist() {
    let lines = SKILL.lines().filter_map(|line| line.strip_prefix("stillpage "));
    let mut count = 0;
    for line in lines {
        let line = line.split(" #").next().unwrap_or(line);
        let mut words = line.split_whitespace();
        let command = words.next().expect("a command");
        let help = stillpage(&["help", command]);
        assert!(help.contains("Usage:"), "{line}");
        for option in words.filter(|word| word.starts_with("--")) {
            assert!(help.contains(option), "{option} of {line}");
        }
        count += 1;
    }
    assert!(count > 20, "the commands are in the skill: {count}");
}
