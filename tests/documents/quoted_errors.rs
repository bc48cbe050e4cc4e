//! Each error that the shim or the pipeline's GL raises is made of the rule that demands it: of a sentence that names this error, if it names one.

use crate::each_file;

/// The errors, with the functions of `abi/src/error.rs` that make them.
const ERRORS: [(&str, &str); 9] = [
    ("INVALID_ENUM", "invalid_enum"),
    ("INVALID_VALUE", "invalid_value"),
    ("INVALID_OPERATION", "invalid_operation"),
    ("INVALID_FRAMEBUFFER_OPERATION", "invalid_framebuffer_operation"),
    ("OUT_OF_MEMORY", "out_of_memory"),
    ("STACK_OVERFLOW", "stack_overflow"),
    ("STACK_UNDERFLOW", "stack_underflow"),
    ("TABLE_TOO_LARGE", "table_too_large"),
    ("CONTEXT_LOST", "context_lost"),
];

/// Code that names errors and raises none: tests.
const NAMES_ALONE: [&str; 5] = ["/tests", "/testing/", "_tests/", "_tests.rs", "end_to_end.rs"];

/// Returns the words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_').filter(|word| !word.is_empty())
}

/// Returns the code of a file without its tests, its comments and the lines that compare an error's code.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().lines();
    code.filter(|line| !line.trim_start().starts_with("//") && !line.contains("error.code ==")).collect::<Vec<_>>().join("\n")
}

/// Returns the errors of a file that are not of a rule, or of a rule about other errors alone.
fn wrong(text: &str) -> Vec<String> {
    let code = code(text);
    let mut found = Vec::new();
    // Every second part is a text.
    let parts: Vec<&str> = code.split('"').collect();
    for (before, rule) in parts.iter().step_by(2).zip(parts.iter().skip(1).step_by(2).map(Some).chain([None])) {
        let tokens = words(before).filter_map(|word| word.strip_prefix("GL_"));
        found.extend(
            tokens.filter(|token| ERRORS.iter().any(|(error, _)| error == token)).map(|token| format!("GL_{token} without a rule")),
        );
        let maker = before.trim_end().strip_suffix('&').and_then(|before| before.trim_end().strip_suffix('('));
        let maker = maker.and_then(|maker| words(maker).last());
        if let (Some(rule), Some((error, _))) = (rule, ERRORS.iter().find(|(_, known)| Some(*known) == maker)) {
            let mut named =
                words(rule).map(|word| word.trim_start_matches("GL_")).filter(|word| ERRORS.iter().any(|(error, _)| error == word));
            if let Some(first) = named.next().filter(|first| first != error)
                && named.all(|other| other != *error)
            {
                found.push(format!("{error} of a rule about {first}"));
            }
        }
    }
    found
}

#[test]
fn each_error_is_of_a_rule_about_it() {
    let mut all = Vec::new();
    let mut files = 0;
    for folder in ["soft/gl/src", "src"] {
        each_file(folder, &mut |path, bytes| {
            if path.ends_with(".rs") && !NAMES_ALONE.iter().any(|part| path.contains(part)) {
                files += 1;
                all.extend(wrong(std::str::from_utf8(bytes).unwrap()).into_iter().map(|error| format!("{path}: {error}")));
            }
        });
    }
    assert!(files > 100, "{files} files");
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn an_error_without_its_rule_is_found() {
    let right = "fn one() {\n Err(invalid_value(\n  &\"An INVALID_VALUE error is generated if n is negative. [GL 4.4, 6.1]\",\n ))\n}\n";
    assert_eq!(wrong(right), [""; 0]);
    assert_eq!(wrong(&right.replace("invalid_value(", "invalid_enum(")), ["INVALID_ENUM of a rule about INVALID_VALUE"]);
    assert_eq!(wrong(&format!("{right}fn two() {{\n Err(GL_INVALID_VALUE)\n}}\n")), ["GL_INVALID_VALUE without a rule"]);
    assert_eq!(wrong("error.code == GL_INVALID_VALUE"), [""; 0]);
}
