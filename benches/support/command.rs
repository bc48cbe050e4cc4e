//! How a benchmark is started: by a person, by `cargo test --benches`, or by itself as a child process.

use std::process::ExitCode;

/// `--child` and what follows goes to `child`, the arguments of a person to `measure`. `options` are what a person may add.
pub(crate) fn main(name: &str, options: &str, child: fn(&[String]), measure: impl FnOnce(&[String]) -> Result<(), String>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == "--child"
    {
        child(rest);
        return ExitCode::SUCCESS;
    }
    if arguments.is_empty() {
        // `cargo test --benches` starts every benchmark so; there is nothing to test here.
        println!("run me with: cargo bench --bench {name} [-- {options}]");
        return ExitCode::SUCCESS;
    }
    match measure(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{name}: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Whether `--quick` is among the arguments, for benchmarks that know nothing else.
#[allow(dead_code, reason = "some benchmarks know more")]
pub(crate) fn quick(arguments: &[String]) -> Result<bool, String> {
    match arguments.iter().find(|argument| !["--bench", "--quick"].contains(&argument.as_str())) {
        Some(unknown) => Err(format!("unknown argument {unknown}; known is --quick")),
        None => Ok(arguments.iter().any(|argument| argument == "--quick")),
    }
}
