//! Installs glmeter below a temporary prefix, builds the programs of `examples` there by Make, CMake and Meson as strangers do, and checks what each
//! prints, on Mesa and on the software pipeline, whose counts are exact.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{build_folder, glmeter, root, run, run_for};

const PROGRAMS: [&str; 7] = ["level_of_detail", "latency", "overdraw", "vertex_cache", "zones", "counters", "webgl_timer"];
const DRIVERS: [(&str, &str); 2] = [("host", "llvmpipe"), ("software", "glmeter software pipeline")];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("examples-{}", build_folder().file_name().unwrap().display()))
}

/// Returns the prefix with the installed files.
fn prefix() -> &'static Path {
    static INSTALLED: OnceLock<PathBuf> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let prefix = folder().join("prefix");
        let _ = std::fs::remove_dir_all(folder());
        let ended = run(glmeter().args(["install", "--prefix"]).arg(&prefix));
        assert_eq!(ended.code, 0, "{}", ended.all());
        prefix
    })
}

/// Copies the examples to a folder of their own, so that nothing but the installed files is near.
fn sources(name: &str) -> PathBuf {
    let copy = prefix().with_file_name(name);
    std::fs::create_dir_all(&copy).unwrap();
    for entry in std::fs::read_dir(root().join("examples")).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
        std::fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
    }
    copy
}

/// Runs the programs of a folder on a driver, which each prints, and checks their other lines.
fn check(folder: &Path, provider: &str, renderer: &str) {
    for program in PROGRAMS {
        let mut command = Command::new(folder.join(program));
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "__EGL_VENDOR_LIBRARY_FILENAMES", "__GLX_VENDOR_LIBRARY_NAME"] {
            command.env_remove(name);
        }
        let ended = run_for(command.env("LD_LIBRARY_PATH", prefix().join("lib")).env("GLMETER_PROVIDER", provider), 120);
        assert!(ended.code == 0 && ended.stderr.is_empty(), "{program} on {renderer}\n{}", ended.all());
        let lines: Vec<&str> = ended.stdout.lines().collect();
        assert!(lines[0].starts_with(renderer), "{program}\n{}", ended.all());
        expect(program, &lines[1..], provider == "software");
    }
}

/// Returns the numbers in a line.
fn numbers(line: &str) -> Vec<f64> {
    line.split(|character: char| !character.is_ascii_digit() && character != '.').filter_map(|word| word.parse().ok()).collect()
}

fn expect(program: &str, lines: &[&str], exact: bool) {
    let text = lines.join("\n");
    match program {
        "level_of_detail" => {
            assert_eq!(lines.len(), 7, "{text}");
            assert!(numbers(lines[0])[0] > 0.0, "{text}");
            // The first frames have little detail and room in the budget.
            let [detail, least, most] = numbers(lines[6])[..] else { panic!("{text}") };
            assert!(detail >= 2.0 * least && detail <= most, "{text}");
        }
        "latency" => {
            assert_eq!(lines.len(), 3, "{text}");
            for (line, draws) in lines.iter().zip([1.0, 4.0, 16.0]) {
                let [of, issued, done, known] = numbers(line)[..] else { panic!("{text}") };
                assert!(of == draws && issued <= known && 0.0 < done && done <= known, "{text}");
            }
        }
        "overdraw" => {
            let measured: Vec<Vec<f64>> = lines.iter().map(|line| numbers(line)).collect();
            assert_eq!((measured[0][1], measured[1][1]), (8.0, 1.0), "samples of 8 layers, and of the nearest alone: {text}");
            let [worst, best] = [measured[0][0], measured[1][0]];
            assert!(
                if exact { (worst, best) == (8.0, 1.0) } else { (8.0..8.5).contains(&worst) && (1.0..=worst).contains(&best) },
                "{text}"
            );
        }
        "vertex_cache" => {
            let [rows, random] = [numbers(lines[1]), numbers(lines[2])];
            let (vertices, indices) = (16641.0, 98304.0);
            assert_eq!(lines[0], "16641 vertices, 32768 triangles");
            assert!(rows[1] == indices && random[1] == indices, "{text}");
            let holds = if exact {
                rows[0] == vertices && random[0] == vertices
            } else {
                vertices <= rows[0] && rows[0] < random[0] && random[0] <= indices
            };
            assert!(holds, "{text}");
        }
        "zones" => {
            assert_eq!(lines[0], "TIME_ELAPSED within TIME_ELAPSED: INVALID_OPERATION");
            for frame in [&lines[1..5], &lines[5..9]] {
                let zones = [("frame", 7.0), ("  shadows", 2.0), ("  scene", 5.0), ("    water", 4.0)];
                let mut times = Vec::new();
                for (line, (name, draws)) in frame.iter().zip(zones) {
                    let [time, primitives, fragments] = numbers(line)[..] else { panic!("{text}") };
                    let least = draws * 256.0 * 256.0;
                    assert!(line.starts_with(&format!("{name}: ")) && primitives == draws, "{text}");
                    assert!(if exact { fragments == least } else { (least..least * 1.1).contains(&fragments) }, "{text}");
                    times.push(time);
                }
                assert!(times[1] + times[2] <= times[0] + 0.001 && times[3] <= times[2] + 0.001, "a zone holds its inner ones: {text}");
            }
        }
        "counters" => {
            for types in
                ["Pipeline Statistics Registers: 23 counters", "Intel_Raw_Pipeline_Statistics_Query: 12 counters", "GPU Timing: 8 counters"]
            {
                assert_eq!(lines.iter().filter(|line| line.starts_with(types)).count(), 1, "{text}");
            }
            for counted in ["  N vertices submitted: 3", "  IAPrimitives: 1", "  TotalVertices: 3"] {
                assert!(lines.contains(&counted), "{text}");
            }
            assert!(!exact || lines.contains(&"  N fragment shader invocations: 16384"), "{text}");
        }
        _ => {
            let [frames, dropped, mean, most] = numbers(lines[1])[..] else { panic!("{text}") };
            assert!(numbers(lines[0])[0] >= 30.0 && frames + dropped == 30.0 && frames > 0.0 && mean <= most && most > 0.0, "{text}");
        }
    }
}

/// Returns the commands of docs/linking.md, one block each.
fn blocks() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/linking.md")).unwrap();
    page.split("```sh examples\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Runs a block of the page in a folder with the sources.
fn run_block(folder: &Path, block: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-euc", block]).current_dir(folder).env("PREFIX", prefix()).env("PKG_CONFIG_PATH", prefix().join("lib/pkgconfig"));
    let ended = run_for(shell.env_remove("LD_LIBRARY_PATH"), 300);
    assert_eq!(ended.code, 0, "{block}\n{}", ended.all());
}

/// Builds the examples as the page's block that begins with `tool` says, and runs them on both drivers.
fn built_by(tool: &str, place: &str) {
    let sources = sources(tool);
    let block = blocks().into_iter().find(|block| block.split_whitespace().next() == Some(tool)).expect("a block of docs/linking.md");
    run_block(&sources, &block);
    DRIVERS.into_iter().for_each(|(provider, renderer)| check(&sources.join(place), provider, renderer));
}

#[test]
fn built_by_make() {
    built_by("make", "");
}

#[test]
fn built_by_cmake() {
    built_by("cmake", "build");
}

#[test]
fn built_by_meson() {
    built_by("meson", "build");
}

#[test]
fn the_commands_of_the_page_build_single_programs() {
    let single: Vec<String> = blocks().into_iter().filter(|block| block.starts_with("cc ")).collect();
    assert_eq!(single.len(), 2);
    single.iter().enumerate().for_each(|(index, block)| run_block(&sources(&format!("single-{index}")), block));
}

/// Builds a project whose tests run under glmeter, and returns what CTest prints.
fn tested(project: &Path, place: &str) -> support::Ended {
    let build = prefix().with_file_name(place);
    let path = format!("{}:{}", prefix().join("bin").display(), std::env::var("PATH").unwrap());
    let script = "cmake -B \"$BUILD\" -DCMAKE_PREFIX_PATH=\"$PREFIX\" >/dev/null && cmake --build \"$BUILD\" >/dev/null && ctest --test-dir \"$BUILD\" --output-on-failure";
    let mut shell = Command::new("sh");
    shell.args(["-euc", script]).current_dir(project).env("BUILD", build).env("PREFIX", prefix()).env("PATH", path);
    ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH"].into_iter().for_each(|name| _ = shell.env_remove(name));
    run_for(&mut shell, 300)
}

/// The page shows lines of the project.
#[test]
fn the_lines_of_the_page_are_those_of_the_project() {
    let [page, project] =
        ["docs/budgets.md", "examples/testing/CMakeLists.txt"].map(|file| std::fs::read_to_string(root().join(file)).unwrap());
    let blocks: Vec<&str> = page.split("```cmake examples\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(blocks.len(), 2);
    for line in blocks.iter().flat_map(|block| block.lines()) {
        assert!(project.lines().any(|of_project| of_project == line), "{line}");
    }
}

#[test]
fn a_projects_own_tests_run_by_ctest_and_googletest() {
    let files = sources("own-tests");
    let project = files.join("testing");
    std::fs::create_dir_all(&project).unwrap();
    for entry in std::fs::read_dir(root().join("examples/testing")).unwrap().map(Result::unwrap) {
        std::fs::copy(entry.path(), project.join(entry.file_name())).unwrap();
    }
    let ended = tested(&project, "own-tests-build");
    assert!(ended.code == 0 && ended.stdout.contains("100% tests passed, 0 tests failed out of 5"), "{}", ended.all());

    // A disc more breaks the budgets, the picture and the counts.
    let header = project.join("renderer.h");
    let text = std::fs::read_to_string(&header).unwrap();
    std::fs::write(header, text.replace("ROWS = 3", "ROWS = 4")).unwrap();
    let ended = tested(&project, "own-tests-build");
    for told in
        ["draws (worst): 16; the budget is 12", "reference: ", "budgets (Failed)", "Renderer.DrawsTheSamePictureOnEveryMachine (Failed)"]
    {
        assert!(ended.code != 0 && ended.stdout.contains(told), "{told}\n{}", ended.all());
    }
}
