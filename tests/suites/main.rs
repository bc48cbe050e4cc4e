//! Runs a fixed tenth of piglit's suites `quick_gl` and `quick_shader` on the software pipeline by EGL. Every test that llvmpipe passes must pass,
//! but for those of `tests/suites/failing.txt`, each with its reason. With `SUITES=all` in the environment all tests run, in two hours: then
//! `tests/suites/whole.txt` lists those outside of the tenth.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{display, root, run, run_for};

const PIGLIT: &str = "/usr/lib/x86_64-linux-gnu/piglit";

/// The lists: the tests of the tenth and the others, with their lengths when they were last shortened. They may only become shorter.
const LISTS: [(&str, usize); 2] = [("failing.txt", 4), ("whole.txt", 58)];

/// One test in so many runs, unless the environment asks for all.
const SAMPLE: usize = 10;

#[derive(Clone, Copy, Debug)]
enum Driver {
    Ours,
    Llvmpipe,
}

/// Returns the names of a suite's tests.
fn names(suite: &str) -> Vec<String> {
    let file = format!("{PIGLIT}/tests/{suite}.xml.gz");
    assert!(Path::new(&file).exists(), "{file} is missing: install the Debian package piglit");
    let ended = run(Command::new("zcat").arg(&file));
    let all = ended.stdout.split("<Test ").skip(1).map(|test| {
        let name = test.split_once("name=\"").unwrap().1.split_once('"').unwrap().0;
        name.replace("&gt;", ">").replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&")
    });
    // The tests of GLX are not of EGL.
    all.filter(|name| !name.starts_with("glx@")).collect()
}

/// Runs tests of a suite on a driver. Returns their results: pass, skip, fail, crash …
fn results(suite: &str, names: &[String], driver: Driver) -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("suites");
    std::fs::create_dir_all(&folder).unwrap();
    let [list, out] = ["list", "results"].map(|kind| folder.join(format!("{suite}-{driver:?}-{kind}")));
    std::fs::write(&list, names.join("\n") + "\n").unwrap();
    let vendor = match driver {
        Driver::Ours => support::build_folder().join("60_glmeter_soft.json"),
        Driver::Llvmpipe => PathBuf::from("/usr/share/glvnd/egl_vendor.d/50_mesa.json"),
    };
    let mut command = Command::new("piglit");
    command.args(["run", "--overwrite", "-l", "quiet", "-p", "x11_egl", "-j", "2", "--all-concurrent", "--timeout", "900", "--test-list"]);
    command.args([&list]).arg(suite).arg(&out).env("DISPLAY", display()).env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor);
    // The tests themselves find what the driver has.
    command.env("PIGLIT_NO_FAST_SKIP", "1").env("PIGLIT_COMPRESSION", "none").env_remove("LD_PRELOAD");
    command.env("LIBGL_ALWAYS_SOFTWARE", "1").env_remove("GALLIUM_DRIVER").env_remove("MESA_EXTENSION_OVERRIDE");
    let ended = run_for(&mut command, 4 * 3600);
    assert_eq!(ended.code, 0, "{}", ended.all());
    let text = std::fs::read_to_string(out.join("results.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let tests = json["tests"].as_object().unwrap();
    tests.iter().map(|(name, test)| (name.clone(), test["result"].as_str().unwrap().to_owned())).collect()
}

/// Returns the rows of a suite in the lists: the tests and their results.
fn listed(suite: &str, all: &[String]) -> BTreeMap<String, String> {
    let sample: BTreeSet<&String> = all.iter().step_by(SAMPLE).collect();
    let mut results = BTreeMap::new();
    for (list, most) in LISTS {
        let text = std::fs::read_to_string(root().join("tests/suites").join(list)).unwrap();
        let rows: Vec<[String; 4]> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| {
                let cells: Vec<String> = line.split(" | ").map(str::to_owned).collect();
                cells.try_into().unwrap_or_else(|_| panic!("{list}: four cells: {line}"))
            })
            .collect();
        assert!(rows.len() <= most, "{list}: {} rows: the list may only become shorter", rows.len());
        assert!(rows.iter().all(|row| row[3].len() > 10), "{list}: each row has a reason");
        for [_, test, result, _] in rows.into_iter().filter(|row| row[0] == suite) {
            assert!(all.contains(&test), "{list}: {suite} has no test {test}");
            assert_eq!(sample.contains(&test), list == LISTS[0].0, "the other list has {test}");
            assert!(results.insert(test, result).is_none(), "{list}: a test twice");
        }
    }
    results
}

fn passes_what_llvmpipe_passes(suite: &str) {
    let all = names(suite);
    let listed = listed(suite, &all);
    let step = if std::env::var_os("SUITES").is_some_and(|value| value == "all") { 1 } else { SAMPLE };
    let names: Vec<String> = all.into_iter().step_by(step).collect();
    let ours = results(suite, &names, Driver::Ours);
    assert_eq!(ours.len(), names.len());
    let others: Vec<String> = ours.iter().filter(|(_, result)| *result != "pass").map(|(name, _)| name.clone()).collect();
    assert!(others.len() * 2 < names.len(), "{} of {} do not pass", others.len(), names.len());
    let llvmpipe = results(suite, &others, Driver::Llvmpipe);
    let failing: BTreeSet<(&str, &str)> =
        others.iter().filter(|name| llvmpipe[*name] == "pass").map(|name| (name.as_str(), ours[name].as_str())).collect();
    let rows: BTreeSet<(&str, &str)> =
        listed.iter().filter(|(test, _)| ours.contains_key(*test)).map(|(test, result)| (test.as_str(), result.as_str())).collect();
    let more: Vec<_> = failing.difference(&rows).collect();
    let gone: Vec<_> = rows.difference(&failing).collect();
    println!("{suite}: {} tests, {} pass; llvmpipe passes {} of the rest", names.len(), names.len() - others.len(), failing.len());
    assert!(more.is_empty() && gone.is_empty(), "llvmpipe passes them: {more:#?}\nin the list and passing: {gone:#?}");
}

#[test]
#[ignore = "a minute: tests/run runs it beside the other tests"]
fn quick_gl() {
    passes_what_llvmpipe_passes("quick_gl");
}

#[test]
#[ignore = "a minute: tests/run runs it beside the other tests"]
fn quick_shader() {
    passes_what_llvmpipe_passes("quick_shader");
}
