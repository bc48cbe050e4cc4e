//! Each error that the pipeline's GL raises stands under the specification's sentence that demands it.

use crate::each_file;

const ERRORS: [&str; 8] = [
    "INVALID_ENUM",
    "INVALID_VALUE",
    "INVALID_OPERATION",
    "INVALID_FRAMEBUFFER_OPERATION",
    "STACK_OVERFLOW",
    "STACK_UNDERFLOW",
    "OUT_OF_MEMORY",
    "CONTEXT_LOST",
];

/// Code that names errors and raises none: tests, the generated tokens, and the debug output's names of them.
const NAMES_ALONE: [&str; 6] = ["/tests", "/testing/", "_tests/", "_tests.rs", "end_to_end.rs", "context/debug.rs"];

/// Returns true if an item begins in this line: the comments above and in it are those that its errors may stand under.
fn begins_item(line: &str) -> bool {
    let words = line.split_whitespace().filter(|word| !word.starts_with("pub") && !["unsafe", "const", "extern", "\"C\""].contains(word));
    let first = words.clone().next().unwrap_or_default();
    ["fn", "static", "impl", "enum", "struct", "trait", "macro_rules!"].contains(&first)
        || line.trim_start_matches("pub ").starts_with("const ")
        || line.starts_with("pub(") && line.contains(") const ")
}

/// Returns the errors of a file above which no sentence that names them is quoted, in the same item.
fn unquoted(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    // The comments of the item so far, and those that stand directly above the next one.
    let (mut comments, mut above) = (String::new(), String::new());
    for (number, line) in text.lines().map(str::trim).enumerate() {
        if line.starts_with("use ") {
            continue;
        }
        if line.starts_with("mod tests {") {
            break;
        }
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let comment = comment.trim_start_matches(['/', '!']).trim();
        for text in [&mut comments, &mut above] {
            text.push(' ');
            text.push_str(comment);
        }
        if code.trim().is_empty() {
            if line.is_empty() {
                above.clear();
            }
            continue;
        }
        if begins_item(code) {
            comments.clone_from(&above);
        }
        let quoted: String = comments.split('"').skip(1).step_by(2).collect();
        let tokens = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter_map(|word| word.strip_prefix("GL_"));
        let errors = tokens.filter(|token| ERRORS.contains(token) && !quoted.contains(token));
        found.extend(errors.map(|error| format!("{}: {error}", number + 1)));
        if !line.starts_with('#') {
            above.clear();
        }
    }
    found
}

#[test]
fn each_error_of_the_pipeline_stands_under_its_sentence() {
    let mut wrong = Vec::new();
    let mut files = 0;
    each_file("soft/src/gl", &mut |path, bytes| {
        if NAMES_ALONE.iter().any(|part| path.contains(part)) {
            return;
        }
        files += 1;
        wrong.extend(unquoted(std::str::from_utf8(bytes).unwrap()).into_iter().map(|error| format!("{path}:{error}")));
    });
    assert!(files > 100, "{files} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_error_without_its_sentence_is_found() {
    let quoted = "// \"An INVALID_VALUE error is generated if n is negative.\" [GL 4.4, 6.1]\nfn one() {\n Err(GL_INVALID_VALUE)\n}\n";
    assert_eq!(unquoted(quoted), [""; 0]);
    assert_eq!(unquoted(&quoted.replace("Err(GL_INVALID_VALUE)", "Err(GL_INVALID_ENUM)")), ["3: INVALID_ENUM"]);
    assert_eq!(unquoted(&format!("{quoted}fn two() {{\n Err(GL_INVALID_VALUE)\n}}\n")), ["6: INVALID_VALUE"]);
}
