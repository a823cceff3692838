//! Prints the made-up shop page that the benches measure: `cargo run --example shop -- 10000 > shop.html`.

use std::io::Write as _;
use std::process::ExitCode;

#[path = "../benches/shop/mod.rs"]
mod shop;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_else(|| "1000".to_owned());
    let mut err = std::io::stderr();
    let Ok(elements) = argument.parse::<usize>() else {
        // Nothing is left to report to if even this fails.
        let _ = writeln!(err, "usage: shop [ELEMENTS]");
        return ExitCode::from(2);
    };
    match std::io::stdout().write_all(shop::page(elements).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(err, "{error}");
            ExitCode::from(2)
        }
    }
}
