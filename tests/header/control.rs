//! The control interface's part of the header, which cbindgen makes from `src/control.rs`.

use std::path::Path;

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
    config.export.rename.extend(["Report", "Section", "Counts"].map(|name| (name.to_owned(), format!("glmeter_{}", name.to_lowercase()))));
    // cbindgen sees no attribute that depends on the configuration.
    let source = std::fs::read_to_string(root().join("src/control.rs")).unwrap();
    let source = source.replace("#[cfg_attr(not(android_layer), unsafe(no_mangle))]", "#[unsafe(no_mangle)]");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("control-{}.rs", std::process::id()));
    std::fs::write(&path, source).unwrap();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(&path).generate().unwrap();
    std::fs::remove_file(&path).unwrap();
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
