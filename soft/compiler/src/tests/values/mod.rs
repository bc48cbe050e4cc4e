//! The vertex shaders of this folder, which compare what they compute with what is expected, in each of 64 lanes.
//!
//! ```text
//! // uniforms: 1 0xFFFFFFFF
//! void main() {
//!     EXPECT(found, expected);
//! ```
//!
//! The macro compares two values of one type; it stands alone on its line. `gl_VertexID` is the number of the lane. Comments `// uniforms:`,
//! `// block:` and `// storage:` before the shader list the words of the default block, of the uniform block and of the storage block;
//! `// stored:` lists the words of the storage block afterwards. Each shader runs with its functions inlined and without.

use super::{Run, compiled, run_with, without_inlining};
use base::hir::Stage;
use std::path::{Path, PathBuf};

/// Returns the files, sorted.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/values");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "vert"));
    files.sort();
    files
}

/// Returns the words after the comment of this name, if the shader has it.
fn words(text: &str, name: &str) -> Option<Vec<u32>> {
    let list = text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(name)?.strip_prefix(": "))?;
    let word = |word: &str| match word.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).unwrap(),
        None => word.parse().unwrap(),
    };
    Some(list.split_whitespace().map(word).collect())
}

/// Returns the shader with the macro and a main that runs the shader's own and then sets the position to `position`.
fn complete(text: &str, expect: &str, position: &str) -> String {
    // Directives come first.
    let head: Vec<&str> = text.lines().take_while(|line| line.is_empty() || line.starts_with('#') || line.starts_with("//")).collect();
    let rest: Vec<&str> = text.lines().skip(head.len()).collect();
    format!(
        "{}\nint wrong_line = 0; vec4 shown = vec4(0);\n#define EXPECT(found, expected) {expect}\n#define main tested\n#line {}\n{}\n\
         #undef main\nvoid main() {{ tested(); gl_Position = {position}; }}\n",
        head.join("\n"),
        head.len() + 1,
        rest.join("\n")
    )
}

/// Runs a complete shader with the words in the comments of its text.
fn run(text: &str, complete: &str) -> Run {
    let [uniforms, block, storage] = ["uniforms", "block", "storage"].map(|name| words(text, name).unwrap_or_default());
    run_with(complete, &uniforms, &block, &storage)
}

/// Returns an operand of the macro on a line as a lane computes it, made a vec4; `None` if a vec4 cannot be made of its type.
fn shown(text: &str, line: usize, lane: usize, operand: &str) -> Option<[f32; 4]> {
    let others =
        |(at, other): (usize, &str)| if at + 1 != line && other.trim_start().starts_with("EXPECT(") { "" } else { other }.to_owned() + "\n";
    let alone: String = text.lines().enumerate().map(others).collect();
    let forms = [format!("vec4({operand})"), format!("vec4({operand}, 0)"), format!("vec4({operand}, 0, 0)")];
    let complete = |value: &String| complete(&alone, &format!("shown = {value}"), "shown");
    let complete = forms.iter().map(complete).find(|complete| compiled(Stage::Vertex, complete).is_ok())?;
    Some(run(text, &complete).position[lane])
}

/// Returns a description of the first lane with another value than is expected.
fn difference(path: &Path, text: &str, run: &Run) -> Option<String> {
    let (lane, line) =
        run.position.iter().enumerate().find_map(|(lane, position)| (position[0] != 0.0).then_some((lane, position[0] as usize)))?;
    let [found, expected] =
        ["found", "expected"].map(|operand| shown(text, line, lane, operand).map_or("no vector".to_owned(), |value| format!("{value:?}")));
    Some(format!(
        "{}:{line}: lane {lane}: expected {expected}, found {found}:\n{}",
        path.display(),
        text.lines().nth(line - 1).unwrap_or_default()
    ))
}

#[test]
fn shaders_compute_the_expected_values() {
    let (mut wrong, mut expectations) = (Vec::new(), 0);
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let count = text.lines().filter(|line| line.trim_start().starts_with("EXPECT(")).count();
        let stored = words(&text, "stored");
        assert!(count > 0 || stored.is_some(), "{}: nothing is expected", path.display());
        expectations += count;
        let complete =
            complete(&text, "wrong_line = !((found) == (expected)) && wrong_line == 0 ? __LINE__ : wrong_line", "vec4(wrong_line)");
        for run in [without_inlining(|| run(&text, &complete)), run(&text, &complete)] {
            wrong.extend(difference(&path, &text, &run));
            if let Some(stored) = &stored
                && *stored != run.storage
            {
                wrong.push(format!("{}: expected to be stored {stored:x?}, found {:x?}", path.display(), run.storage));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(expectations >= 100, "{expectations} expectations");
}

/// A wrong expectation is described by its file, line, lane and values.
#[test]
fn differences_name_the_line_and_the_values() {
    let text = "#version 450\n// uniforms: 7\nuniform int u;\nvoid main() {\n    EXPECT(u, 7);\n    EXPECT(vec2(u, gl_VertexID), vec2(u, min(gl_VertexID, 3)));\n}\n";
    let complete = complete(text, "if ((found) != (expected) && wrong_line == 0) wrong_line = __LINE__", "vec4(wrong_line)");
    let found = difference(Path::new("a.vert"), text, &run(text, &complete)).unwrap();
    assert!(found.starts_with("a.vert:6: lane 4: expected [7.0, 3.0, 0.0, 0.0], found [7.0, 4.0, 0.0, 0.0]:\n"), "{found}");
}
