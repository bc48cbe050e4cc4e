//! The start of a benchmark: by a user, by `cargo test --benches`, or by itself as a child process.

use std::process::ExitCode;

/// Calls `child` with the arguments after `--child`, or `measure` with a user's arguments. `options` describes those for the usage line.
pub(crate) fn main(name: &str, options: &str, child: fn(&[String]), measure: impl FnOnce(&[String]) -> Result<(), String>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == "--child"
    {
        child(rest);
        return ExitCode::SUCCESS;
    }
    if arguments.is_empty() {
        // `cargo test --benches` starts every benchmark without arguments: there is nothing to test.
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

/// Returns true if `--quick` is among the arguments, for benchmarks without other options.
#[allow(dead_code, reason = "some benchmarks have more options")]
pub(crate) fn quick(arguments: &[String]) -> Result<bool, String> {
    match arguments.iter().find(|argument| !["--bench", "--quick"].contains(&argument.as_str())) {
        Some(unknown) => Err(format!("unknown argument {unknown}; known is --quick")),
        None => Ok(arguments.iter().any(|argument| argument == "--quick")),
    }
}
