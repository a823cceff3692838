//! How the binary is linked.

/// Links the binary for Linux to a fixed address, as Go does. A program that may be loaded anywhere has 70,000 addresses filled in at
/// every start: that takes as long as to answer about a small page, and the pages of memory they lie in are each process's own. Heap,
/// stacks and libraries stay where the kernel puts them.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
