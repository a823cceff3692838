//! The `stillpage` command.

fn main() {}
