//! ANGLE: Chromium's, over a driver that glmeter measures; and a program's own, which glmeter leaves alone or, if it is asked to, measures.

use super::{Mode, client, expect_success, folder, fresh, installed};
use crate::support::{Ended, build_folder, root, run, run_for};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Mesa without its timers, as many embedded drivers are.
const WITHOUT_TIMERS: &str = "-GL_EXT_disjoint_timer_query -GL_ARB_timer_query -GL_EXT_timer_query -GL_EXT_occlusion_query_boolean";
/// Options besides those of docs/es2.md: they keep Chromium from the network, from files of other runs and from a window.
const OPTIONS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=3000",
    "--dump-dom",
];

/// Returns the options of docs/es2.md.
fn options() -> Vec<String> {
    let page = std::fs::read_to_string(root().join("docs/es2.md")).unwrap();
    let line = page.split_once("```sh clients\n").and_then(|(_, rest)| rest.split_once("\n```")).expect("the command of the page").0;
    let options: Vec<_> = line.split_whitespace().filter(|word| word.starts_with("--")).map(str::to_owned).collect();
    assert!(options.len() > 2 && line.contains("chromium"), "{line}");
    options
}

/// Runs Chromium on a page of `tests/clients` that writes what it finds into its title.
fn chromium(page: &str, mode: Mode, settings: &[(&str, &str)]) -> Ended {
    let program = "/usr/lib/chromium/chromium";
    installed(program, "chromium");
    let data = fresh("chromium");
    let mut command = client(mode, program);
    command.args(options()).args(OPTIONS).arg(format!("--user-data-dir={}", data.display()));
    command.arg(format!("file://{}", root().join("tests/clients").join(page).display()));
    command.env_remove("DISPLAY").env("GLMETER_LOG", "info").env("HOME", folder()).envs(settings.iter().copied());
    let ended = run_for(&mut command, 120);
    let _ = std::fs::remove_dir_all(data);
    expect_success(&ended, "Chromium");
    ended
}

/// Returns the page's title.
fn title(ended: &Ended) -> &str {
    let title = ended.stdout.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    title.unwrap_or_else(|| panic!("a title\n{}", ended.all())).0
}

#[test]
fn webgl_has_timers_over_a_driver_without_them() {
    let settings = [("MESA_EXTENSION_OVERRIDE", WITHOUT_TIMERS)];
    let bare = chromium("webgl.html", Mode::Bare, &settings);
    assert_eq!(title(&bare), "webgl: none; webgl2: none", "{}", bare.all());
    let ours = chromium("webgl.html", Mode::Preloaded, &settings);
    assert_eq!(
        title(&ours),
        "webgl: EXT_disjoint_timer_query, measured; webgl2: EXT_disjoint_timer_query_webgl2, measured",
        "{}",
        ours.all()
    );
}

/// ANGLE accepts the driver; Chromium's GPU process asks for an OpenGL ES 3.0 context, and since version 146 it has no other way on Linux.
#[test]
fn chromium_refuses_a_driver_of_opengl_es_2_alone() {
    for mode in [Mode::Bare, Mode::Preloaded] {
        let ended = chromium("webgl.html", mode, &[("MESA_GLES_VERSION_OVERRIDE", "2.0")]);
        assert_eq!(title(&ended), "webgl: no context; webgl2: no context", "{}", ended.all());
        assert!(ended.stderr.contains("eglCreateContext ES 3.0 failed"), "{}", ended.all());
        assert!(ended.stderr.contains("ES version fallback is disabled"), "{}", ended.all());
        let describes = ended.stderr.contains("glmeter: OpenGL ES 2.0");
        assert_eq!(describes, mode == Mode::Preloaded, "ANGLE has made a context of OpenGL ES 2.0\n{}", ended.all());
    }
}

/// The pages draw with what browsers' own test suites use and smaller tests do not: switches that fall through, mip maps of floats, long names. An error
/// that ANGLE does not expect of a driver ends Chromium's GPU process, which then starts anew.
#[test]
fn pages_draw_on_the_pipeline_and_the_gpu_process_stays() {
    let vendor = build_folder().join("60_glmeter_soft.json");
    for (page, wanted) in [("webgl1.html", "webgl: ok"), ("webgl2.html", "webgl2: ok")] {
        let ended = chromium(page, Mode::Bare, &[("__EGL_VENDOR_LIBRARY_FILENAMES", vendor.to_str().unwrap())]);
        assert_eq!(title(&ended), wanted, "{}", ended.all());
        for message in ["GPU process exited", "Restarting GPU process", "Context has been lost", "Internal error"] {
            assert!(!ended.stderr.contains(message), "{message}\n{}", ended.all());
        }
    }
}

// A program's own ANGLE.

/// Returns the folder of an ANGLE for programs, with SwiftShader.
fn own() -> PathBuf {
    let folder = root().join("target/angle");
    assert!(folder.join("libEGL.so").exists(), "{} is missing: run tests/clients/setup.sh", folder.display());
    folder
}

/// Runs a program that brings this ANGLE, and which expects `what` of its extensions.
fn own_angle(mode: Mode, what: &str, asked: bool) -> Ended {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = BUILT.get_or_init(|| {
        let output = fresh("own_angle");
        let arguments = ["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1"];
        let ended = run(Command::new("cc").args(arguments).arg(root().join("ctests/own_angle.c")).arg("-o").arg(&output).arg("-ldl"));
        expect_success(&ended, "cc own_angle.c");
        output
    });
    let mut command = client(mode, program);
    command.arg(own()).args(["vulkan", what]).env("GLMETER_LOG", "info").env_remove("DISPLAY");
    command.env("VK_ICD_FILENAMES", own().join("vk_swiftshader_icd.json"));
    if asked {
        command.env("GLMETER_EGL_LIBRARY", own().join("libEGL.so"));
    }
    let ended = run(&mut command);
    expect_success(&ended, &format!("a program with its own ANGLE ({mode:?}, {what})"));
    ended
}

#[test]
fn a_programs_own_angle_is_left_alone() {
    for mode in [Mode::Bare, Mode::Preloaded, Mode::Run] {
        let ended = own_angle(mode, "alone", false);
        assert!(!ended.stderr.contains("glmeter: OpenGL ES"), "{}", ended.all());
    }
}

#[test]
fn a_programs_own_angle_is_measured_if_asked() {
    for mode in [Mode::Preloaded, Mode::Run] {
        let ended = own_angle(mode, "layered", true);
        assert!(ended.stderr.contains("(ANGLE (Google"), "{}", ended.all());
    }
}

#[test]
fn a_program_that_links_its_own_angle_is_measured_if_it_links_glmeter_too() {
    let (build, output) = (build_folder(), fresh("linked_angle"));
    let mut command = Command::new("cc");
    command.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-DLINKED", "-DEGL_1_4", "-I"]).arg(root().join("include"));
    command.arg(root().join("ctests/angle_timer_query.c")).arg("-o").arg(&output);
    command.arg(format!("-L{}", build.display())).arg("-lglmeter").arg(format!("-L{}", own().display()));
    expect_success(&run(command.args(["-l:libEGL.so", "-l:libGLESv2.so", "-lpthread", "-ldl"])), "cc angle_timer_query.c");
    let mut command = client(Mode::Bare, output);
    command.arg("2").env("LD_LIBRARY_PATH", std::env::join_paths([build, own()]).unwrap()).env_remove("DISPLAY");
    command.env("VK_ICD_FILENAMES", own().join("vk_swiftshader_icd.json")).env("ANGLE_DEFAULT_PLATFORM", "swiftshader");
    let ended = run(command.env("GLMETER_EGL_LIBRARY", own().join("libEGL.so")).env("GLMETER_LOG", "info"));
    expect_success(&ended, "a program that links its own ANGLE");
    assert!(ended.stdout.contains("angle_timer_query: ok") && ended.stderr.contains("(ANGLE (Google"), "{}", ended.all());
}
