//! The control interface's part of the header, which cbindgen makes from `src/control.rs`.

use super::support::root;

/// Returns the part: tokens, structs and functions, with the documentation of the source.
pub(crate) fn control() -> String {
    let mut config = cbindgen::Config {
        language: cbindgen::Language::C,
        style: cbindgen::Style::Tag,
        documentation_style: cbindgen::DocumentationStyle::Doxy,
        no_includes: true,
        usize_is_size_t: true,
        line_length: 120,
        ..Default::default()
    };
    config.function.sort_by = Some(cbindgen::SortKey::None);
    config.constant.sort_by = Some(cbindgen::SortKey::None);
    config.export.rename.extend(["Report", "Section"].map(|name| (name.to_owned(), format!("glmeter_{}", name.to_lowercase()))));
    let bindings = cbindgen::Builder::new().with_config(config).with_src(root().join("src/control.rs")).generate().unwrap();
    let mut output = Vec::new();
    bindings.write(&mut output);
    for_c(&String::from_utf8(output).unwrap())
}

/// Removes from the comments what only Rust people need: Markdown, and what makes the call safe.
fn for_c(text: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_safety = false;
    for line in text.lines() {
        in_safety = (in_safety || line == " * # Safety") && line != " */";
        if !in_safety {
            if line == " */" && lines.last() == Some(&" *") {
                lines.pop();
            }
            lines.push(line);
        }
    }
    lines.join("\n").replace('`', "") + "\n\n"
}
