//! The output of `demo`, `info`, `--help` and `--version`.

use super::support::{self, library, run};
use super::{folder, glmeter};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn help_and_version_are_given_wherever_they_are_asked_for() {
    let help = run(&mut glmeter(&["--help"]));
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    for word in ["glmeter run", "glmeter info", "demo"] {
        assert!(help.stdout.contains(word), "{word} is not explained:\n{}", help.stdout);
    }
    for setting in &glmeter::config::SETTINGS {
        let named = [&setting.variable].into_iter().chain(setting.words).all(|word| help.stdout.contains(word));
        assert!(named, "{} is not explained:\n{}", setting.variable, help.stdout);
    }
    // A command prints its own part; errors.rs compares.
    for arguments in [["-h"].as_slice(), &["help"], &["help", "--help"], &["--provider", "host", "--help"]] {
        let ended = run(&mut glmeter(arguments));
        assert_eq!((ended.code, ended.stdout), (0, help.stdout.clone()), "{arguments:?}");
    }
    for arguments in [["--version"], ["-V"]] {
        let ended = run(&mut glmeter(&arguments));
        assert_eq!((ended.code, ended.stdout), (0, format!("glmeter {}\n", env!("CARGO_PKG_VERSION"))));
    }
}

const EXTENSIONS: [&str; 5] = [
    "GL_ARB_timer_query",
    "GL_ARB_pipeline_statistics_query",
    "GL_EXT_disjoint_timer_query",
    "GL_ANGLE_timer_query",
    "GL_INTEL_performance_query",
];

const STATISTICS: [&str; 11] = [
    "VERTICES_SUBMITTED",
    "PRIMITIVES_SUBMITTED",
    "VERTEX_SHADER_INVOCATIONS",
    "TESS_CONTROL_SHADER_PATCHES",
    "TESS_EVALUATION_SHADER_INVOCATIONS",
    "GEOMETRY_SHADER_INVOCATIONS",
    "GEOMETRY_SHADER_PRIMITIVES_EMITTED",
    "FRAGMENT_SHADER_INVOCATIONS",
    "COMPUTE_SHADER_INVOCATIONS",
    "CLIPPING_INPUT_PRIMITIVES",
    "CLIPPING_OUTPUT_PRIMITIVES",
];

/// Returns the value in the row with this name.
fn value(page: &str, name: &str) -> u64 {
    let row = page.lines().map(str::trim).find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with(' ')));
    let row = row.unwrap_or_else(|| panic!("there is no row {name} in\n{page}"));
    let value = row.split_whitespace().next().unwrap_or_default().replace(',', "");
    value.parse().unwrap_or_else(|_| panic!("{name} has no value in\n{page}"))
}

fn demo(command: &mut Command) -> String {
    let begun = Instant::now();
    let ended = run(command);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    assert!(begun.elapsed() < Duration::from_secs(5));
    ended.stdout
}

#[test]
fn the_demo_shows_every_extension_and_a_value_of_every_target() {
    for arguments in [["demo"].as_slice(), &[]] {
        let page = demo(&mut glmeter(arguments));
        for extension in EXTENSIONS {
            assert!(page.contains(extension), "{extension}\n{page}");
        }
        for name in STATISTICS.into_iter().chain(["TIME_ELAPSED", "TIME_ELAPSED_EXT", "TIME_ELAPSED_ANGLE"]) {
            assert!(value(&page, name) > 0, "{name}\n{page}");
        }
        for (suffix, name) in [("", "TIMESTAMP"), ("EXT", "TIMESTAMP_EXT")] {
            let before = value(&page, &format!("{name} before the frame"));
            let after = value(&page, &format!("{name} after the frame"));
            assert!(before < after && after < value(&page, &format!("GetInteger64v{suffix}({name})")), "{page}");
        }
        assert!(page.contains("GPU_DISJOINT_EXT"), "{page}");
        // The performance query saw the same frame.
        assert_eq!(value(&page, "N vertices submitted"), value(&page, "VERTICES_SUBMITTED"), "{page}");
        assert!(value(&page, "GPU Time Elapsed") > 0, "{page}");
        assert!(row(&page, "TIMESTAMP_ANGLE after the frame").ends_with("fenced (EGL_KHR_fence_sync)"), "{page}");
        assert!(!page.contains('\x1b'), "{page}");
        assert!(!page.lines().any(|line| line.ends_with(' ')), "{page}");
    }
}

#[test]
fn the_demo_shows_the_drivers_timers_where_no_thread_awaits_fences() {
    let page = demo(glmeter(&["demo"]).env("GLMETER_FENCE", "gl"));
    assert!(row(&page, "TIME_ELAPSED").ends_with("derived from TIMESTAMP"), "{page}");
    assert!(row(&page, "TIMESTAMP_ANGLE after the frame").ends_with("derived from GL_EXT_disjoint_timer_query"), "{page}");
}

/// The number of patches of the knot, which is drawn three times, and of the floor.
const PATCHES: [u64; 2] = [48 * 6, 4 * 4];
/// The number of triangles after tessellation: each of the knot's patches becomes 3 x 3 squares of two triangles, each of the floor's one.
const TESSELLATED: u64 = 3 * PATCHES[0] * 18 + PATCHES[1] * 2;
/// The number of the scene's triangles without tessellation.
const TRIANGLES: u64 = 3 * PATCHES[0] * 8 + PATCHES[1] * 2;

#[test]
fn the_demo_counts_what_the_scene_has() {
    let page = demo(&mut glmeter(&["demo"]));
    let patches = 3 * PATCHES[0] + PATCHES[1];
    assert_eq!(value(&page, "VERTICES_SUBMITTED"), patches * 4);
    assert_eq!(value(&page, "PRIMITIVES_SUBMITTED"), patches);
    assert_eq!(value(&page, "TESS_CONTROL_SHADER_PATCHES"), patches);
    assert_eq!(value(&page, "GEOMETRY_SHADER_INVOCATIONS"), TESSELLATED);
    assert_eq!(value(&page, "GEOMETRY_SHADER_PRIMITIVES_EMITTED"), TESSELLATED);
    assert_eq!(value(&page, "COMPUTE_SHADER_INVOCATIONS"), (PATCHES[0] + PATCHES[1]) * 4);
    assert_eq!(value(&page, "CLIPPING_INPUT_PRIMITIVES"), TESSELLATED);
    assert!(value(&page, "CLIPPING_OUTPUT_PRIMITIVES") < TESSELLATED, "some of the scene lies outside of the picture");
}

#[test]
fn the_demo_draws_with_the_stages_that_the_driver_has() {
    for (version, stages) in [
        ("4.2", "880 patches through vertex, tessellation, geometry and fragment shaders"),
        ("3.3", "6944 triangles through vertex, geometry and fragment shaders"),
        ("2.1", "6944 triangles through vertex and fragment shaders"),
    ] {
        let page = demo(glmeter(&["demo"]).env("MESA_GL_VERSION_OVERRIDE", version));
        assert!(page.contains(&format!("OpenGL {version}")) && page.contains(stages), "{version}\n{page}");
        assert!(value(&page, "VERTEX_SHADER_INVOCATIONS") > 0 && value(&page, "FRAGMENT_SHADER_INVOCATIONS") > 0, "{version}\n{page}");
    }
}

/// Returns the rest of the line that begins with this name.
fn row<'a>(page: &'a str, name: &str) -> &'a str {
    page.lines().find(|line| line.trim().starts_with(name)).unwrap_or_else(|| panic!("there is no row {name} in\n{page}"))
}

fn without_extensions(emulate: &str) -> String {
    let without = EXTENSIONS.map(|name| format!("-{name}")).join(" ");
    let settings = [("MESA_EXTENSION_OVERRIDE", without.as_str()), ("MESA_GL_VERSION_OVERRIDE", "3.0"), ("GLMETER_EMULATE", emulate)];
    demo(glmeter(&["demo"]).envs(settings))
}

#[test]
fn the_demo_says_what_the_driver_has_not() {
    let page = without_extensions("never");
    for extension in EXTENSIONS {
        assert!(row(&page, extension).ends_with("absent"), "{extension}\n{page}");
    }
}

#[test]
fn the_demo_shows_what_stands_for_what_the_driver_has_not() {
    let page = without_extensions("auto");
    for (name, source) in [
        ("TIME_ELAPSED", "fenced (EGL_KHR_fence_sync)"),
        ("TIMESTAMP_ANGLE after the frame", "fenced (EGL_KHR_fence_sync)"),
        ("GPU_DISJOINT_EXT", "emulated"),
        ("VERTICES_SUBMITTED", "counted"),
        ("FRAGMENT_SHADER_INVOCATIONS", "derived from SAMPLES_PASSED"),
        ("CLIPPING_INPUT_PRIMITIVES", "derived from PRIMITIVES_GENERATED"),
        ("N vertices submitted", "emulated"),
    ] {
        assert!(row(&page, name).ends_with(source), "{name}\n{page}");
    }
    assert_eq!(value(&page, "VERTICES_SUBMITTED"), 3 * TRIANGLES);
    assert_eq!(value(&page, "N vertices submitted"), 3 * TRIANGLES);
    assert_eq!(value(&page, "CLIPPING_INPUT_PRIMITIVES"), TRIANGLES);
    assert!(value(&page, "TIME_ELAPSED") > 0 && value(&page, "FRAGMENT_SHADER_INVOCATIONS") > 0, "{page}");
}

#[test]
fn the_demo_runs_under_glmeter_run_too() {
    let ended = run(&mut glmeter(&["run", support::glmeter().get_program().to_str().unwrap(), "demo"]));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(value(&ended.stdout, "CLIPPING_OUTPUT_PRIMITIVES") > 0, "{}", ended.all());
    assert!(
        ended.stderr.starts_with("glmeter: the program used GL and never swapped buffers\n")
            && ended.stderr.contains("\n  work without a frame\n"),
        "{}",
        ended.all()
    );
}

#[test]
fn info_shows_every_extension_and_target_of_each_kind_of_context() {
    let ended = run(&mut glmeter(&["info"]));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    let parts: Vec<&str> = ended.stdout.split("\n\n").collect();
    let [head, parts @ ..] = parts.as_slice() else { panic!("{}", ended.all()) };
    assert!(head.starts_with(&format!("glmeter {}, EGL ", env!("CARGO_PKG_VERSION"))), "{head}");
    let titles: Vec<&str> = parts.iter().filter_map(|part| part.lines().next()).collect();
    assert_eq!(titles, ["OpenGL, core profile", "OpenGL, compatibility profile", "OpenGL ES 3", "OpenGL ES 2"]);
    for part in parts {
        for name in EXTENSIONS.into_iter().chain(STATISTICS).chain(["TIME_ELAPSED", "TIMESTAMP"]) {
            let row = part.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap_or_default();
            let source = ["native", "absent", "emulated"].iter().any(|source| row.ends_with(source));
            let source = source || row.contains("derived from ") || row.ends_with("fenced (EGL_KHR_fence_sync)");
            assert!(source, "{name}\n{part}");
        }
        assert!(part.contains("A time from fences is accurate to ± "), "{part}");
    }
    assert!(ended.stdout.contains("64  bits  native"), "{}", ended.all());
}

#[test]
fn without_a_driver_the_pages_say_what_is_missing() {
    let line = "glmeter: EGL has no driver here; on Debian and Ubuntu: apt install libegl1 libegl-mesa0 libgl1-mesa-dri\n";
    for arguments in [["demo"].as_slice(), &["info"], &[]] {
        let ended = run(glmeter(arguments).env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent").env("GLMETER_PROVIDER", "host"));
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (1, "", line), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let mut child = glmeter(&["info"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    let full = run(Command::new("sh").args(["-c", "\"$0\" info >/dev/full"]).arg(support::glmeter().get_program()));
    assert_eq!((full.code, full.stderr.as_str()), (1, "glmeter: standard output: No space left on device (os error 28)\n"));
}

/// The second line names the driver behind each interface.
#[test]
fn info_says_which_driver_serves_what() {
    let line = |arguments: &[&str]| run(&mut glmeter(arguments)).stdout.lines().nth(1).unwrap().to_owned();
    assert_eq!(line(&["info"]), "served by: EGL Mesa Project; GLX libGLX_mesa.so.0; OSMesa the software pipeline");
    let software = "served by: EGL the software pipeline; GLX the software pipeline; OSMesa the software pipeline";
    assert_eq!(line(&["info", "--provider", "software"]), software);
    // A copy of the command and its library alone: nothing serves OSMesa.
    let folder = folder("served-by");
    std::fs::copy(support::glmeter().get_program(), folder.join("glmeter")).unwrap();
    std::fs::copy(library(), folder.join("libglmeter.so")).unwrap();
    let ended = run(Command::new(folder.join("glmeter")).arg("info").env_remove("DISPLAY").env_remove("LD_LIBRARY_PATH"));
    assert_eq!(ended.stdout.lines().nth(1), Some("served by: EGL Mesa Project; GLX libGLX_mesa.so.0; OSMesa no driver"));
}
