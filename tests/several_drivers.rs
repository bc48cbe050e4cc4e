//! Tests machines with several drivers: Mesa, the software pipeline and a recording vendor (`ctests/vendor.c`), which stands for a driver of the
//! machine's other GPU, side by side. libglvnd chooses among them as without glmeter, and glmeter measures each.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::xvfb::Xvfb;
use support::{Ended, build_folder, glmeter, library, root, run};

/// Returns the folder of this test process, with the programs, the recording vendor and folders of JSON files.
fn folder() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("several-drivers");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        library();
        compile(&folder, "vendor.c", "libEGL_recording.so.0", &["-shared", "-fPIC", "-DNAME=\"recording\"", "-lX11"]);
        std::os::unix::fs::symlink("libEGL_recording.so.0", folder.join("libGLX_recording.so.0")).unwrap();
        compile(&folder, "devices.c", "devices", &["-lEGL", "-lpthread", "-ldl"]);
        let build = format!("-L{}", build_folder().display());
        compile(&folder, "devices.c", "devices-linked", &[&build, "-lglmeter", "-lEGL", "-lpthread", "-ldl"]);
        compile(&folder, "screens.c", "screens", &["-lGL", "-lX11", "-lEGL", "-lpthread"]);
        compile(&folder, "variables.c", "variables", &["-ldl"]);
        let (recording, software) = (folder.join("libEGL_recording.so.0"), build_folder().join("libglmeter_soft.so"));
        let theirs = [("20_recording.json", recording.to_str().unwrap()), ("50_mesa.json", "libEGL_mesa.so.0")];
        let theirs = [theirs[0], theirs[1], ("60_glmeter_soft.json", software.to_str().unwrap())];
        lay(&folder.join("theirs"), &theirs);
        let own = library();
        let with_own = |name, own_file: &'static str| {
            let files: Vec<_> = theirs.into_iter().chain([(own_file, own.to_str().unwrap())]).collect();
            lay(&folder.join(name), &files);
        };
        with_own("beside", "10_glmeter.json");
        with_own("renamed", "00_other_name.json");
        with_own("second", "30_glmeter.json");
        with_own("last", "70_glmeter.json");
        folder
    })
}

fn compile(folder: &Path, source: &str, output: &str, arguments: &[&str]) {
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include"));
    let ended = run(compiler.arg(root().join("ctests").join(source)).arg("-o").arg(folder.join(output)).args(arguments));
    assert_eq!(ended.code, 0, "{source} does not compile\n{}", ended.all());
}

/// Writes JSON files of EGL vendors.
fn lay(folder: &Path, files: &[(&str, &str)]) {
    std::fs::create_dir_all(folder).unwrap();
    for (name, library) in files {
        let text = format!("{{\"file_format_version\": \"1.0.0\", \"ICD\": {{\"library_path\": \"{library}\"}}}}");
        std::fs::write(folder.join(name), text).unwrap();
    }
}

/// Removes variables of the test's environment that could affect a command.
fn clean(mut command: Command) -> Command {
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH", "DRI_PRIME", "GLMETER_PROVIDER", "GLMETER_LOG"];
    let glvnd = ["__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS", "__GLX_VENDOR_LIBRARY_NAME"];
    names.iter().chain(&glvnd).for_each(|name| {
        command.env_remove(name);
    });
    command.env("RECORDING_LIBRARY", folder().join("libEGL_recording.so.0"));
    command
}

/// Returns the command of a program of this folder, alone.
fn alone(program: &str) -> Command {
    clean(Command::new(folder().join(program)))
}

fn preloaded(program: &str) -> Command {
    let mut command = alone(program);
    command.env("LD_PRELOAD", library());
    command
}

fn under_run(options: &[&str], program: &str) -> Command {
    let mut command = clean(glmeter());
    command.arg("run").args(options).arg("--").arg(folder().join(program));
    command
}

fn linked(program: &str) -> Command {
    let mut command = alone(&format!("{program}-linked"));
    command.env("LD_LIBRARY_PATH", build_folder());
    command
}

fn expect_success(ended: &Ended) {
    assert_eq!(ended.code, 0, "{}", ended.all());
}

// EGL

/// The JSON files of the vendors, in libglvnd's order, as a list of theirs or in a folder.
fn files(names: &[&str]) -> String {
    let paths: Vec<_> = names.iter().map(|name| folder().join("theirs").join(name).display().to_string()).collect();
    paths.join(":")
}

/// Returns the lines about the devices, from a program that uses libglvnd without glmeter.
fn devices_alone(variable: &str, value: &str) -> Vec<String> {
    let ended = run(alone("devices").env(variable, value).env("LIST_ALONE", "1"));
    expect_success(&ended);
    let lines: Vec<_> = ended.stdout.lines().filter(|line| line.starts_with("device ")).map(str::to_owned).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| line.ends_with("GL_ANGLE_timer_query 0")), "{}", ended.all());
    lines
}

/// Asserts that a program finds these devices in this order, and that glmeter measures each.
fn expect_measured(devices: &[String], ended: &Ended) {
    expect_success(ended);
    let lines: Vec<_> = ended.stdout.lines().filter(|line| line.starts_with("device ")).collect();
    let measured: Vec<_> = devices.iter().map(|line| line.replace("GL_ANGLE_timer_query 0", "GL_ANGLE_timer_query 1")).collect();
    assert_eq!(lines, measured, "{}", ended.all());
}

#[test]
fn each_device_is_listed_once_and_measured_in_every_way() {
    let theirs = folder().join("theirs");
    let theirs = theirs.to_str().unwrap();
    let devices = devices_alone("__EGL_VENDOR_LIBRARY_DIRS", theirs);
    assert_eq!(devices.len(), 3, "one of each vendor: {devices:?}");
    for command in [&mut preloaded("devices"), &mut under_run(&[], "devices"), &mut linked("devices")] {
        expect_measured(&devices, &run(command.env("__EGL_VENDOR_LIBRARY_DIRS", theirs)));
    }
}

#[test]
fn each_device_is_listed_once_and_measured_by_a_json_file_beside_theirs() {
    let devices = devices_alone("__EGL_VENDOR_LIBRARY_DIRS", folder().join("theirs").to_str().unwrap());
    for name in ["beside", "renamed"] {
        for mut command in [alone("devices"), preloaded("devices"), linked("devices")] {
            expect_measured(&devices, &run(command.env("__EGL_VENDOR_LIBRARY_DIRS", folder().join(name))));
        }
    }
}

/// libglvnd has loaded those before, which are as they are without glmeter.
#[test]
fn a_json_file_that_sorts_after_theirs_measures_those_after_it() {
    let devices = devices_alone("__EGL_VENDOR_LIBRARY_DIRS", folder().join("theirs").to_str().unwrap());
    for (name, measured) in [("second", [0, 1, 1]), ("last", [0, 0, 0])] {
        let ended = run(alone("devices").env("LIST_ALONE", "1").env("__EGL_VENDOR_LIBRARY_DIRS", folder().join(name)));
        expect_success(&ended);
        let lines: Vec<_> = ended.stdout.lines().filter(|line| line.starts_with("device ")).map(str::to_owned).collect();
        let expected: Vec<_> = devices.iter().zip(measured).map(|(line, is)| line.replace("query 0", &format!("query {is}"))).collect();
        assert_eq!(lines, expected, "{}", ended.all());
        assert_eq!(ended.stderr, "", "{}", ended.all());
    }
}

#[test]
fn a_list_of_the_users_keeps_its_order_and_names_all_vendors() {
    for names in [["60_glmeter_soft.json", "20_recording.json"], ["50_mesa.json", "20_recording.json"]] {
        let list = files(&names);
        let devices = devices_alone("__EGL_VENDOR_LIBRARY_FILENAMES", &list);
        assert_eq!(devices.len(), 2, "{devices:?}");
        expect_measured(&devices, &run(preloaded("devices").env("__EGL_VENDOR_LIBRARY_FILENAMES", &list)));
        // With glmeter's own file in front.
        let own = folder().join("beside/10_glmeter.json");
        let mut command = alone("devices");
        command.env("__EGL_VENDOR_LIBRARY_FILENAMES", format!("{}:{list}", own.display()));
        expect_measured(&devices, &run(&mut command));
        // With a file twice, of which libglvnd ignores the second.
        let mut command = preloaded("devices");
        command.env("__EGL_VENDOR_LIBRARY_FILENAMES", format!("{list}:{list}:{}", files(&["no_such_file.json"])));
        expect_measured(&devices, &run(&mut command));
    }
}

#[test]
fn another_copy_of_glmeter_is_no_vendor() {
    let devices = devices_alone("__EGL_VENDOR_LIBRARY_DIRS", folder().join("theirs").to_str().unwrap());
    let copy = folder().join("copy");
    std::fs::create_dir_all(&copy).unwrap();
    std::fs::copy(library(), copy.join("libglmeter.so")).unwrap();
    lay(&copy, &[("00_copy.json", copy.join("libglmeter.so").to_str().unwrap())]);
    let folders = format!("{}:{}", copy.display(), folder().join("beside").display());
    expect_measured(&devices, &run(alone("devices").env("__EGL_VENDOR_LIBRARY_DIRS", folders)));
    // In a list that the preloaded library finds.
    let list = format!("{}:{}", copy.join("00_copy.json").display(), files(&["20_recording.json", "50_mesa.json", "60_glmeter_soft.json"]));
    expect_measured(&devices, &run(preloaded("devices").env("__EGL_VENDOR_LIBRARY_FILENAMES", list)));
}

/// Each copy of the recording vendor is a driver of its own; glmeter wraps eight.
#[test]
fn drivers_beyond_the_eighth_work_without_glmeter() {
    let many = folder().join("many");
    std::fs::create_dir_all(&many).unwrap();
    for index in 1..=9 {
        let copy = many.join(format!("libEGL_recording_{index}.so.0"));
        std::fs::copy(folder().join("libEGL_recording.so.0"), &copy).unwrap();
        lay(&many, &[(&format!("{index}.json"), copy.to_str().unwrap())]);
    }
    let ended = run(preloaded("devices").env_remove("RECORDING_LIBRARY").env("__EGL_VENDOR_LIBRARY_DIRS", &many));
    expect_success(&ended);
    let measured: Vec<_> = ended.stdout.lines().filter(|line| line.starts_with("device ")).map(|line| line.ends_with("query 1")).collect();
    assert_eq!(measured, [[true; 8].as_slice(), &[false]].concat(), "{}", ended.all());
}

/// The default platform's display is of the first vendor that takes it, which variables of a vendor may change.
#[test]
fn a_display_is_of_the_vendor_that_takes_it() {
    for (variable, vendor) in [("DRI_PRIME", "Mesa Project"), ("RECORDING_TAKES_X11", "recording")] {
        let theirs = [(alone("devices"), 0), (preloaded("devices"), 1), (under_run(&[], "devices"), 1)].map(|way| (way, "theirs"));
        for ((mut command, measured), place) in theirs.into_iter().chain([((alone("devices"), 1), "beside")]) {
            command.arg("x11").env("DISPLAY", support::display()).env(variable, "1").env("__NV_PRIME_RENDER_OFFLOAD", "1");
            let ended = run(command.env("__EGL_VENDOR_LIBRARY_DIRS", folder().join(place)));
            expect_success(&ended);
            let line = ended.stdout.lines().find(|line| line.starts_with("display:")).unwrap_or_default();
            assert_eq!(line, format!("display: EGL vendor {vendor}, GL_ANGLE_timer_query {measured}"), "{}", ended.all());
        }
    }
}

#[test]
fn the_software_pipeline_serves_alone_if_it_is_asked_for() {
    for name in ["theirs", "beside"] {
        let ended = run(under_run(&["--provider", "software"], "devices").env("__EGL_VENDOR_LIBRARY_DIRS", folder().join(name)));
        expect_success(&ended);
        let lines: Vec<_> = ended.stdout.lines().filter(|line| line.starts_with("device ")).collect();
        assert!(lines.len() == 1 && lines[0].starts_with("device 0: EGL vendor glmeter,"), "{}", ended.all());
    }
    // By the JSON file beside theirs, without the preload.
    let mut command = alone("devices");
    command.env("GLMETER_PROVIDER", "software").env("__EGL_VENDOR_LIBRARY_DIRS", folder().join("beside"));
    let ended = run(&mut command);
    expect_success(&ended);
    assert_eq!(ended.stdout.matches("device ").count(), 1, "{}", ended.all());
}

// GLX

/// Returns an X server with two screens.
fn two_screens() -> Xvfb {
    Xvfb::start_with(&["-screen", "0", "640x480x24", "-screen", "1", "320x240x24"]).expect("Xvfb starts")
}

/// Asserts that the screens are of these drivers, and that glmeter measures each.
fn expect_screens(drivers: [&str; 2], ended: &Ended) {
    expect_success(ended);
    for (screen, driver) in drivers.into_iter().enumerate() {
        let line = format!("screen {screen}: renderer {driver:.9}, GL_ARB_timer_query 1, GL_INTEL_performance_query 1\n");
        assert!(ended.stdout.contains(&line), "{line}{}", ended.all());
    }
}

/// Runs the program of GLX in every way of using glmeter, with the recording vendor within reach.
fn screens(server: &Xvfb, variables: &[(&str, &str)], drivers: [&str; 2]) {
    let path = format!("{}:{}", folder().display(), build_folder().display());
    let mut layered = alone("screens");
    layered.env("__GLX_VENDOR_LIBRARY_NAME", "glmeter");
    for mut command in [preloaded("screens"), under_run(&[], "screens"), layered] {
        command.env("DISPLAY", &server.display).env("LD_LIBRARY_PATH", &path).envs(variables.iter().copied());
        expect_screens(drivers, &run(&mut command));
    }
}

#[test]
fn each_screen_is_of_its_own_vendor_and_measured() {
    let server = two_screens();
    // As the X server says, and as the user says.
    screens(&server, &[], ["llvmpipe ", "llvmpipe "]);
    screens(&server, &[("__GLX_FORCE_VENDOR_LIBRARY_1", "recording")], ["llvmpipe ", "recording"]);
    screens(&server, &[("__GLX_FORCE_VENDOR_LIBRARY_0", "recording")], ["recording", "llvmpipe "]);
    screens(&server, &[("__GLX_FORCE_VENDOR_LIBRARY_1", "glmeter_soft")], ["llvmpipe ", "glmeter software"]);
    let three = [("__GLX_FORCE_VENDOR_LIBRARY_0", "glmeter_soft"), ("__GLX_FORCE_VENDOR_LIBRARY_1", "recording")];
    screens(&server, &three, ["glmeter software", "recording"]);
}

#[test]
fn the_users_name_of_the_glx_vendor_counts_for_all_screens() {
    let server = two_screens();
    for (name, driver) in [("recording", "recording"), ("mesa", "llvmpipe "), ("no_such_vendor", "llvmpipe ")] {
        for mut command in [preloaded("screens"), under_run(&[], "screens")] {
            command.env("DISPLAY", &server.display).env("LD_LIBRARY_PATH", folder()).env("__GLX_VENDOR_LIBRARY_NAME", name);
            expect_screens([driver; 2], &run(command.env("__NV_PRIME_RENDER_OFFLOAD", "1")));
        }
    }
    // The vendor that glmeter wraps, by glmeter's own variable.
    let path = format!("{}:{}", folder().display(), build_folder().display());
    for mut command in [preloaded("screens"), alone("screens")] {
        if command.get_envs().all(|(name, value)| name != "LD_PRELOAD" || value.is_none()) {
            command.env("__GLX_VENDOR_LIBRARY_NAME", "glmeter");
        }
        command.env("DISPLAY", &server.display).env("LD_LIBRARY_PATH", &path).env("GLMETER_GLX_VENDOR", "recording");
        expect_screens(["recording"; 2], &run(&mut command));
    }
}

#[test]
fn all_screens_are_of_the_software_pipeline_if_it_is_asked_for() {
    let server = two_screens();
    let mut command = under_run(&["--provider", "software"], "screens");
    command.env("DISPLAY", &server.display).env("LD_LIBRARY_PATH", folder()).env("__GLX_FORCE_VENDOR_LIBRARY_1", "recording");
    expect_screens(["glmeter software"; 2], &run(&mut command));
}

// The environment

/// The variables by which users choose among their drivers.
const CHOICES: [(&str, &str); 7] = [
    ("__NV_PRIME_RENDER_OFFLOAD", "1"),
    ("__NV_PRIME_RENDER_OFFLOAD_PROVIDER", "NVIDIA-G0"),
    ("DRI_PRIME", "1"),
    ("__GLX_VENDOR_LIBRARY_NAME", "mesa"),
    ("__GLX_FORCE_VENDOR_LIBRARY_1", "recording"),
    ("__EGL_VENDOR_LIBRARY_FILENAMES", "/usr/share/glvnd/egl_vendor.d/50_mesa.json"),
    ("__EGL_VENDOR_LIBRARY_DIRS", "/usr/share/glvnd/egl_vendor.d"),
];

/// Returns the environment of a program that a shell starts without the preload, except the variables of glmeter's own. `says` is what standard
/// error must have.
fn environment_of_child(mut shell: Command, says: &str) -> Vec<String> {
    let ended = run(shell.args(["-c", "exec env -u LD_PRELOAD env"]));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, says), "{}", ended.all());
    let mut lines: Vec<_> = ended.stdout.lines().filter(|line| !line.starts_with("GLMETER_RE")).map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn a_child_without_the_preload_finds_its_environment_as_it_was() {
    for choices in [&[][..], &CHOICES] {
        let shell = || {
            let mut command = clean(Command::new("/bin/sh"));
            command.envs(choices.iter().copied());
            command
        };
        let before = environment_of_child(shell(), "");
        let mut preloaded = shell();
        assert_eq!(
            before,
            environment_of_child(
                {
                    preloaded.env("LD_PRELOAD", library());
                    preloaded
                },
                ""
            ),
            "preloaded"
        );
        let mut under_run = clean(glmeter());
        under_run.args(["run", "--", "/bin/sh"]).envs(choices.iter().copied());
        let says = "glmeter: /bin/sh loaded no GL library: there is nothing to report\n";
        assert_eq!(before, environment_of_child(under_run, says), "under `glmeter run`");
    }
}

/// The parent has used EGL, and the preloaded program itself reads its variables as they are.
#[test]
fn a_preloaded_program_reads_its_variables_as_they_are() {
    for choices in [&[][..], &CHOICES[..5], &CHOICES] {
        let before = run(alone("variables").envs(choices.iter().copied()));
        expect_success(&before);
        for mut command in [preloaded("variables"), under_run(&[], "variables")] {
            let ended = run(command.envs(choices.iter().copied()));
            expect_success(&ended);
            assert_eq!(before.stdout, ended.stdout, "{}", ended.all());
        }
    }
}
