//! piglit's shaders, where they are installed: how many valid ones are accepted and how many invalid ones refused.
//!
//! Every 40th file is read; `GLMETER_CORPUS_STEP=N` reads every Nth. `GLMETER_CORPUS_COMPILE=FILE` writes what went wrong to FILE.

use super::options;
use crate::front::compile;
use crate::front::preprocess::extension_known;
use crate::hir::Stage;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const CORPUS: &str = "/usr/lib/x86_64-linux-gnu/piglit";

struct Case {
    path: String,
    stage: Stage,
    source: String,
    valid: bool,
    core: bool,
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() { walk(&path, files) } else { files.push(path) }
    }
}

fn stage(name: &str) -> Option<Stage> {
    Some(match name {
        "vert" | "vertex shader" => Stage::Vertex,
        "tesc" | "tessellation control shader" => Stage::TessControl,
        "tese" | "tessellation evaluation shader" => Stage::TessEvaluation,
        "geom" | "geometry shader" => Stage::Geometry,
        "frag" | "fragment shader" => Stage::Fragment,
        "comp" | "compute shader" => Stage::Compute,
        _ => return None,
    })
}

/// Whether a text asks for extensions that we do not have.
fn foreign(source: &str) -> bool {
    source.lines().any(|line| {
        let line = line.trim_start().trim_start_matches('#').trim_start();
        let Some(rest) = line.strip_prefix("extension") else { return false };
        let name = rest.split(':').next().unwrap_or("").trim();
        !rest.contains("disable") && !extension_known(name)
    })
}

fn parser_test(path: &Path, cases: &mut Vec<Case>) {
    let Some(stage) = path.extension().and_then(|extension| extension.to_str()).and_then(stage) else { return };
    let Ok(source) = std::fs::read_to_string(path) else { return };
    let field = |name: &str| {
        source
            .lines()
            .take(60)
            .find_map(|line| line.trim().trim_start_matches(['*', '/', ' ']).strip_prefix(name))
            .map(|value| value.trim().trim_start_matches(':').trim().to_owned())
    };
    let Some(expected) = field("expect_result") else { return };
    let required = field("require_extensions").unwrap_or_default();
    // What a missing extension would forbid is no test here.
    if required.split_whitespace().any(|name| name.starts_with('!') || !extension_known(name)) || foreign(&source) {
        return;
    }
    let linked = field("check_link").is_some_and(|value| value == "true");
    let valid = expected == "pass";
    if !valid && linked {
        return;
    }
    let core = source.contains("#version 140") && !required.contains("ARB_compatibility");
    cases.push(Case { path: path.display().to_string(), stage, source, valid, core });
}

fn runner_test(path: &Path, cases: &mut Vec<Case>) {
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let mut section = "";
    let mut version = String::new();
    let mut sources: Vec<(Stage, String)> = Vec::new();
    let mut skip = false;
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.trim().trim_matches(['[', ']']);
            if let Some(stage) = stage(section) {
                sources.push((stage, String::new()));
            }
        } else if section == "require" {
            let mut words = line.split_whitespace();
            match (words.next(), words.next()) {
                (Some("GLSL"), Some("ES")) => {
                    let number = line.split_whitespace().last().unwrap_or("").replace('.', "");
                    version = if number == "100" { "100".into() } else { format!("{number} es") };
                }
                (Some("GLSL"), Some(">=")) => {
                    let mut words = line.split_whitespace().skip(2);
                    version = words.next().unwrap_or("").replace('.', "");
                    if version.len() == 2 {
                        // `4.0` is 4.00.
                        version.push('0');
                    }
                    if words.next() == Some("COMPAT") || version.ends_with("compat") {
                        version = format!("{} compatibility", version.trim_end_matches("compat"));
                    }
                }
                _ => {}
            }
        } else if stage(section).is_some()
            && let Some((_, source)) = sources.last_mut()
        {
            source.push_str(line);
            source.push('\n');
        }
    }
    skip |= version.starts_with("460") || sources.iter().any(|(_, source)| foreign(source) || source.contains("#include"));
    if skip {
        return;
    }
    for (stage, mut source) in sources {
        if !source.contains("#version") && !version.is_empty() {
            source = format!("#version {version}\n{source}");
        }
        if source.contains("#version 460") {
            continue;
        }
        cases.push(Case { path: path.display().to_string(), stage, source, valid: true, core: false });
    }
}

#[test]
fn piglit() {
    let report = std::env::var("GLMETER_CORPUS_COMPILE").ok();
    let mut files = Vec::new();
    walk(Path::new(CORPUS), &mut files);
    files.sort();
    let step = std::env::var("GLMETER_CORPUS_STEP").ok().and_then(|step| step.parse().ok()).unwrap_or(40);
    let mut cases = Vec::new();
    for path in files.iter().step_by(step) {
        if path.extension().is_some_and(|extension| extension == "shader_test") {
            runner_test(path, &mut cases)
        } else {
            parser_test(path, &mut cases)
        }
    }
    if cases.is_empty() {
        return;
    }
    let mut wrong = String::new();
    let mut counts: BTreeMap<(String, bool), (u32, u32)> = BTreeMap::new();
    for case in &cases {
        let es = case.source.lines().any(|line| line.starts_with("#version") && (line.contains("es") || line.contains("100")));
        let compiled = compile(&case.source, case.stage, &crate::front::CompileOptions { core: case.core, ..options(es) });
        assert!(!compiled.log.contains("the compiler failed"), "{}: {}", case.path, compiled.log);
        let right = compiled.shader.is_some() == case.valid;
        let version = case.source.lines().find_map(|line| line.trim().strip_prefix("#version")).unwrap_or(" none").trim().to_owned();
        let kind = if case.path.ends_with("shader_test") { "run" } else { "parse" };
        let version = version.split("//").next().unwrap_or("").split("/*").next().unwrap_or("").trim().to_owned();
        let count = counts.entry((format!("{kind} {version}"), case.valid)).or_default();
        count.0 += u32::from(right);
        count.1 += 1;
        if !right {
            let first = compiled.log.lines().find(|line| line.contains("error")).unwrap_or("");
            let _ = writeln!(wrong, "{}\t{}\t{:?}\t{first}", if case.valid { "REFUSED" } else { "ACCEPTED" }, case.path, case.stage);
        }
    }
    let mut totals = [(0, 0); 2];
    for ((version, valid), (right, all)) in &counts {
        println!("{version:24} {}: {right} of {all}", if *valid { "valid accepted" } else { "invalid refused" });
        let total = &mut totals[usize::from(*valid)];
        total.0 += right;
        total.1 += all;
    }
    println!("all: valid accepted {} of {}, invalid refused {} of {}", totals[1].0, totals[1].1, totals[0].0, totals[0].1);
    if let Some(report) = report {
        std::fs::write(report, wrong).expect("the report's file");
    }
    assert!(f64::from(totals[1].0) >= 0.97 * f64::from(totals[1].1), "too many valid shaders are refused");
    assert!(f64::from(totals[0].0) >= 0.85 * f64::from(totals[0].1), "too many invalid shaders are accepted");
}
