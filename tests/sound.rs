//! Checks what the compiler does not: that functions which dereference a caller's pointers are unsafe.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};

/// Returns every source file of both crates except tests, with its text.
fn sources() -> Vec<(PathBuf, String)> {
    fn walk(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
        for entry in std::fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "tests" && name != "fuzzing" {
                walk(&path, found);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let text = std::fs::read_to_string(&path).expect("a source is text");
                found.push((path, text));
            }
        }
    }
    let mut found = Vec::new();
    for folder in ["src", "soft"] {
        walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 300, "the sources of the libraries: {}", found.len());
    found
}

/// Returns the safe C functions that a text defines: name and arguments of each.
fn safe_c_functions(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for abi in ["extern \"C\" fn ", "extern \"system\" fn "] {
        for (at, _) in text.match_indices(abi) {
            let Some((name, rest)) = text[at + abi.len()..].split_once('(') else { continue };
            let is_safe = !text[..at].ends_with("unsafe ");
            if is_safe && name.chars().all(|character| character.is_alphanumeric() || "_$".contains(character)) {
                found.push((name, rest.split_once(')').map_or(rest, |(arguments, _)| arguments)));
            }
        }
    }
    found
}

/// Returns true if a function may dereference one of these arguments; ignores names that begin with an underscore.
fn follows_a_pointer(arguments: &str) -> bool {
    arguments.split(',').any(|argument| {
        let (name, ty) = argument.split_once(':').unwrap_or(("", argument));
        !name.trim().starts_with('_') && ["*const", "*mut", "In<", "Out<", "$ty", "$kind"].iter().any(|mark| ty.contains(mark))
    })
}

#[test]
fn c_functions_that_follow_pointers_are_unsafe() {
    let mut wrong = Vec::new();
    for (path, text) in sources() {
        for (name, arguments) in safe_c_functions(&text) {
            if follows_a_pointer(arguments) {
                wrong.push(format!("{}: {name}({arguments})", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} safe C functions follow pointers:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn vector_instructions_are_reached_through_their_detection_alone() {
    // The safe methods of `Avx2` and `Avx512` rely on the processor, so only `versions!`, which detects it, may name the types.
    let naming = |(_, text): &(PathBuf, String)| text.contains("vector::Avx");
    let found: Vec<PathBuf> = sources().into_iter().filter(naming).map(|(path, _)| path).collect();
    assert!(matches!(&found[..], [one] if one.ends_with("soft/base/src/core/cpu.rs")), "{found:?}");
}

#[test]
fn the_search_finds_what_it_is_for() {
    let text =
        "unsafe extern \"C\" fn a(x: *const u8) {}\nextern \"C\" fn b(size: i32, x: *mut u8) {}\nextern \"C\" fn c(_x: *mut u8, n: u32) {}";
    let found: Vec<bool> = safe_c_functions(text).iter().map(|(_, arguments)| follows_a_pointer(arguments)).collect();
    assert_eq!(found, [true, false]);
    assert!(follows_a_pointer("$($argument: $ty),*") && !follows_a_pointer("") && !follows_a_pointer("of: Handle"));
}
