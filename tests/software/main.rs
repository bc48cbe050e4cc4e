//! Tests the software pipeline instead of the machine's driver: on request, without an installed driver, and on a machine without any GL
//! library.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../support/mod.rs"]
mod support;
mod without_gl;

use glmeter_registry::{Part, Registry};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};
use support::{Ended, build_folder, library, root, run, run_for};

const PIPELINE: &str = "renderer glmeter software pipeline";
const MESA: &str = "renderer llvmpipe";

/// The libraries of Mesa's drivers.
const MESAS: [&str; 6] = ["libEGL_mesa", "libGLX_mesa", "libgallium", "libglapi", "_dri.so", "libLLVM"];

/// Returns the pipeline's library, which a build of the whole workspace creates.
fn pipeline() -> PathBuf {
    let path = library().with_file_name("libglmeter_soft.so");
    assert!(path.exists(), "{} is missing: run `cargo build` with the same profile first", path.display());
    path
}

/// Builds a program of `ctests` with these libraries, once.
fn build(source: &str, name: &str, libraries: &[&str], built: &'static OnceLock<PathBuf>) -> &'static Path {
    built.get_or_init(|| {
        pipeline();
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(root().join("include"));
        compiler.arg(root().join("ctests").join(source)).arg("-o").arg(&program);
        let ended = run(compiler.arg("-L").arg(build_folder()).args(libraries));
        assert_eq!(ended.code, 0, "{}", ended.all());
        program
    })
}

/// Returns the program linked with libEGL.
fn plain() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    build("alone.c", "alone-plain", &["-lEGL"], &BUILT)
}

/// Returns the same program linked with glmeter and no GL library.
fn linked() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    build("alone.c", "alone-linked", &["-lglmeter"], &BUILT)
}

/// Returns a command without variables from the test's environment that could affect it.
fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "GLMETER_PROVIDER", "GLMETER_LOG", "GLMETER_REPORT"];
    names.into_iter().chain(["__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS"]).for_each(|name| {
        command.env_remove(name);
    });
    command.env("LD_LIBRARY_PATH", build_folder());
    command
}

/// Returns the command `glmeter run OPTIONS -- PROGRAM`.
fn under_run(options: &[&str], program: &Path) -> Command {
    let mut command = command(support::glmeter().get_program());
    command.arg("run").args(options).arg("--").arg(program);
    command
}

fn served_by(ended: &Ended, renderer: &str) {
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(ended.stdout.contains(renderer) && ended.stdout.ends_with("alone: ok\n"), "{}", ended.all());
}

/// Asserts that the program used the pipeline and opened no library of Mesa's.
fn served_by_the_pipeline_alone(ended: &Ended) {
    served_by(ended, PIPELINE);
    assert!(ended.stdout.lines().any(|line| line.ends_with("/libglmeter_soft.so")), "{}", ended.all());
    let mesas = ended.stdout.lines().find(|line| MESAS.iter().any(|name| line.contains(name)));
    assert_eq!(mesas, None, "{}", ended.all());
}

// With libglvnd.

#[test]
fn a_program_gets_the_pipeline_and_no_mesa_if_it_is_asked_for() {
    served_by_the_pipeline_alone(&run(&mut under_run(&["--provider", "software"], plain())));
    served_by_the_pipeline_alone(&run(under_run(&[], plain()).env("GLMETER_PROVIDER", "software")));
    served_by_the_pipeline_alone(&run(command(plain()).env("LD_PRELOAD", library()).env("GLMETER_PROVIDER", "software")));
    served_by_the_pipeline_alone(&run(command(linked()).env("GLMETER_PROVIDER", "software")));
}

#[test]
fn no_other_vendor_is_opened_if_the_pipeline_is_asked_for() {
    let twice = "/usr/share/glvnd/egl_vendor.d/50_mesa.json:/usr/share/glvnd/egl_vendor.d/50_mesa.json";
    let mut command = under_run(&["--provider", "software"], plain());
    served_by_the_pipeline_alone(&run(command.env("__EGL_VENDOR_LIBRARY_FILENAMES", twice)));
}

#[test]
fn a_program_keeps_the_machines_driver_if_there_is_one() {
    served_by(&run(&mut under_run(&[], plain())), MESA);
    served_by(&run(&mut under_run(&["--provider", "host"], plain())), MESA);
    served_by(&run(&mut command(linked())), MESA);
    served_by(&run(&mut under_run(&[], linked())), MESA);
    served_by(&run(command(linked()).env("LD_PRELOAD", library())), MESA);
}

#[test]
fn without_a_vendor_of_libglvnds_the_pipeline_serves() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-vendors");
    std::fs::create_dir_all(&folder).unwrap();
    for mut command in [under_run(&[], plain()), command(linked())] {
        served_by_the_pipeline_alone(&run(command.env("__EGL_VENDOR_LIBRARY_DIRS", &folder)));
    }
    let ended = run(under_run(&["--provider", "host"], plain()).env("__EGL_VENDOR_LIBRARY_DIRS", &folder));
    assert!(ended.code == 1 && ended.stderr.contains("glmeter: no EGL driver was found"), "{}", ended.all());
    let demo = run(command(support::glmeter().get_program()).arg("demo").env("__EGL_VENDOR_LIBRARY_DIRS", &folder));
    assert!(demo.code == 0 && demo.stdout.contains(" on glmeter software pipeline"), "{}", demo.all());
}

/// Tests a lost context with every source of values.
#[test]
fn a_lost_context_says_so_whatever_its_values_come_from() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("lost_context.c", "lost-context", &["-lEGL"], &BUILT);
    let always = ("GLMETER_EMULATE", "always");
    let settings: [&[(&str, &str)]; 5] =
        [&[], &[always], &[always, ("GLMETER_FENCE", "gl")], &[always, ("GLMETER_FENCE", "finish")], &[("GLMETER_REPORT", "summary")]];
    for settings in settings {
        let mut command = command(program);
        command.env("LD_PRELOAD", library()).env("GLMETER_PROVIDER", "software").envs(settings.iter().copied());
        let ended = run_for(&mut command, 300);
        assert!(ended.code == 0 && ended.stdout == "lost_context: ok\n", "{settings:?}\n{}", ended.all());
    }
}

/// A child has none of the threads that draw.
#[test]
fn a_child_of_fork_draws_and_ends() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("forked_draws.c", "forked-draws", &["-lEGL", "-lpthread"], &BUILT);
    let mut alone = command(program);
    alone.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    for command in [&mut alone, &mut under_run(&["--provider", "software"], program)] {
        let ended = run_for(command, 120);
        assert!(ended.code == 0 && ended.stdout == "forked_draws: ok\n", "{}", ended.all());
    }
}

/// A fork waits for commands, but not for ever, and not for one of the thread that forks.
#[test]
fn a_fork_inside_of_a_command_ends() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("forked_inside.c", "forked-inside", &["-lEGL", "-lpthread"], &BUILT);
    for mode in ["handler", "other"] {
        let mut command = command(program);
        command.arg(mode).env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
        let ended = run_for(&mut command, 120);
        assert!(ended.code == 0 && ended.stdout == "forked_inside: ok\n", "{mode}: {}", ended.all());
    }
}

/// Other threads hold locks of the pipeline at any time. The variable `CHILDREN` asks for more children.
#[test]
fn a_child_of_fork_gets_no_lock_that_another_thread_holds() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("forked_storm.c", "forked-storm", &["-lEGL", "-lpthread"], &BUILT);
    let children = std::env::var("CHILDREN").unwrap_or_else(|_| String::from("40"));
    let mut alone = command(program);
    alone.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    for command in [&mut alone, &mut under_run(&["--provider", "software"], program)] {
        let ended = run_for(command.arg(&children), 1200);
        assert!(ended.code == 0 && ended.stdout == "forked_storm: ok\n", "{}", ended.all());
    }
}

#[test]
fn the_pages_are_of_the_pipeline_if_it_is_asked_for() {
    for page in ["demo", "info"] {
        let ended = run(command(support::glmeter().get_program()).args([page, "--provider", "software"]));
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
        // OSMesa is the pipeline's too.
        let (ours, others) = (ended.stdout.contains(" on glmeter software pipeline"), ended.stdout.replace("OSMesa", "").contains("Mesa"));
        assert_eq!((ours, others), (true, false), "{}", ended.all());
    }
}

/// Asserts that glxinfo reports the pipeline and nothing of another driver.
fn glxinfo_is_of_the_pipeline(command: &mut Command) {
    let ended = run(command.env("DISPLAY", support::display()));
    let ours =
        ended.stdout.contains("OpenGL renderer string: glmeter software pipeline\n") && ended.stdout.contains("direct rendering: Yes");
    assert!(ended.code == 0 && ours && !ended.stdout.contains("llvmpipe"), "{}", ended.all());
}

#[test]
fn glx_programs_get_the_pipeline_if_it_is_asked_for() {
    let glxinfo = Path::new("glxinfo");
    pipeline();
    glxinfo_is_of_the_pipeline(command(glxinfo).env("__GLX_VENDOR_LIBRARY_NAME", "glmeter_soft"));
    glxinfo_is_of_the_pipeline(&mut under_run(&["--provider", "software"], glxinfo));
    glxinfo_is_of_the_pipeline(command(glxinfo).env("LD_PRELOAD", library()).env("GLMETER_PROVIDER", "software"));
}

#[test]
fn without_a_glx_vendor_the_pipeline_serves() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-glx-vendors");
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["mesa", "indirect", "nvidia"] {
        let library = folder.join(format!("libGLX_{name}.so.0"));
        let ended = run(Command::new("cc").args(["-shared", "-x", "c", "/dev/null", "-o"]).arg(&library));
        assert_eq!(ended.code, 0, "{}", ended.all());
    }
    let search = format!("{}:{}", folder.display(), build_folder().display());
    glxinfo_is_of_the_pipeline(under_run(&[], Path::new("glxinfo")).env("LD_LIBRARY_PATH", search));
}

#[test]
fn glx_drawables_hold_what_is_drawn() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("glx_drawables.c", "glx_drawables", &["-lGL", "-lEGL", "-lX11"], &BUILT);
    let _alone = SCREEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut alone = command(program);
    alone.env("__GLX_VENDOR_LIBRARY_NAME", "glmeter_soft");
    for mut command in [alone, under_run(&["--provider", "software"], program)] {
        let ended = run(command.env("DISPLAY", support::display()));
        assert!(ended.code == 0 && ended.stdout.ends_with("glx_drawables: ok\n"), "{}", ended.all());
    }
}

/// The exported functions that glmeter only forwards call the next library in load order.
#[test]
fn another_librarys_function_is_not_gone_around() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, library) = (folder.join("interposer.c"), folder.join("libinterposer.so"));
    std::fs::write(&source, "unsigned eglQueryAPI(void) { return 42; }\n").unwrap();
    let ended = run(Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let (source, program) = (folder.join("asks.c"), folder.join("asks"));
    let text = "#include <stdio.h>\nunsigned eglQueryAPI(void);\nint main(void) { printf(\"%#x\", eglQueryAPI()); }\n";
    std::fs::write(&source, text).unwrap();
    let order = ["-Wl,--no-as-needed", "-lglmeter", "-linterposer", "-lEGL"];
    let ended =
        run(Command::new("cc").arg("-o").arg(&program).arg(&source).arg("-L").arg(build_folder()).arg("-L").arg(folder).args(order));
    assert_eq!(ended.code, 0, "{}", ended.all());
    let ended = run(command(&program).env("LD_LIBRARY_PATH", format!("{}:{}", build_folder().display(), folder.display())));
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "0x2a"), "{}", ended.all());
}

#[test]
fn es2_info_is_served_by_the_pipeline() {
    let mut command = under_run(&["--provider", "software"], Path::new("es2_info"));
    let ended = run(command.env("DISPLAY", support::display()));
    assert!(ended.code == 0 && ended.stdout.contains("GL_RENDERER: glmeter software pipeline"), "{}", ended.all());
}

/// Held by a test whose window is in the upper left corner.
static SCREEN: Mutex<()> = Mutex::new(());

/// Starts a program with a window in the upper left corner, and waits until it shows these numbers of red, green and blue pixels.
fn shows(program: &str, wanted: [u32; 3]) {
    static LOOK: OnceLock<PathBuf> = OnceLock::new();
    let look = LOOK.get_or_init(|| {
        let look = Path::new(env!("CARGO_TARGET_TMPDIR")).join("look");
        let ended =
            run(Command::new("cc").args(["-std=c99", "-Wall", "-Werror", "-o"]).arg(&look).arg(root().join("ctests/look.c")).arg("-lX11"));
        assert_eq!(ended.code, 0, "{}", ended.all());
        look
    });
    let _alone = SCREEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut command = under_run(&["--provider", "software"], Path::new(program));
    let mut child = command.env("DISPLAY", support::display()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    let seen = loop {
        std::thread::sleep(Duration::from_millis(100));
        let ended = run(Command::new(look).arg("300").env("DISPLAY", support::display()));
        assert_eq!(ended.code, 0, "{}", ended.all());
        let seen: Vec<u32> = ended.stdout.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let enough = seen.iter().zip(wanted).all(|(&seen, wanted)| seen >= wanted);
        if enough || begun.elapsed() > Duration::from_secs(30) || child.try_wait().unwrap().is_some() {
            break (seen, enough);
        }
    };
    // SAFETY: the child has not been reaped, so the process id is still its own.
    unsafe { libc::kill(child.id() as i32, libc::SIGTERM) };
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(seen.1, "{program}: {:?} of {wanted:?}\n{said}", seen.0);
    assert!(said.contains(" frames in "), "{program}: {said}");
}

#[test]
fn es2gears_shows_three_gears() {
    shows("es2gears_x11", [10_000, 3_000, 2_000]);
}

#[test]
fn glxgears_shows_three_gears() {
    shows("glxgears", [10_000, 3_000, 2_000]);
}

#[test]
fn es2tri_shows_a_triangle_of_three_colours() {
    shows("es2tri", [1_000, 1_000, 1_000]);
}

// Each of these programs also runs on Mesa, which shows that its expectations are common behaviour.

#[test]
fn every_command_of_every_listed_egl_extension_is_there() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("egl_commands.c", "egl_commands", &["-lEGL"], &BUILT);
    let commands = |parts: &'static [Part]| parts.iter().flat_map(|part| &part.commands).copied().collect::<Vec<_>>();
    let registry = Registry::egl();
    let core: Vec<&str> = registry.features.iter().flat_map(|feature| commands(&feature.requires)).collect();
    let mut added: HashMap<&str, Vec<&str>> =
        registry.extensions.iter().map(|extension| (extension.name, commands(&extension.requires))).collect();
    assert_eq!((core.len(), added["EGL_KHR_fence_sync"].len()), (44, 4), "the registry is read wrongly");
    let lists = |ended: &Ended| -> Vec<String> {
        let lists = ended.stdout.lines().filter_map(|line| line.strip_prefix("client ").or(line.strip_prefix("display ")));
        lists.flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let mesas = run(&mut command(program));
    assert!(mesas.code == 0 && lists(&mesas).len() > 20, "{}", mesas.all());

    // libglvnd itself has few extension commands: it asks the vendor for the others.
    let mut plain = command(program);
    plain.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    let first = run(&mut plain);
    let extensions = lists(&first);
    // The registry is of 2019, and lacks these extensions.
    added.extend([
        ("EGL_EXT_platform_xcb", vec![]),
        ("EGL_MESA_configless_context", vec![]),
        ("EGL_MESA_query_driver", vec!["eglGetDisplayDriverConfig", "eglGetDisplayDriverName"]),
    ]);
    let listed = extensions.iter().flat_map(|name| added.get(name.as_str()).unwrap_or_else(|| panic!("{name}")));
    let names: Vec<&str> = core.iter().chain(listed).copied().collect();
    assert!(names.contains(&"eglWaitSyncKHR") && names.contains(&"eglQueryDevicesEXT"), "{}", first.all());
    for mut command in [plain, under_run(&["--provider", "software"], program)] {
        let ended = run(command.args(&names));
        assert!(ended.code == 0 && ended.stdout.ends_with("egl_commands: ok\n"), "{}", ended.all());
    }
}

/// Runs a program on Mesa and on the pipeline, and returns what it prints on each.
fn on_both(program: &Path, display: Option<&str>) -> [String; 2] {
    [command(program), under_run(&["--provider", "software"], program)].map(|mut command| {
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let ended = run(&mut command);
        assert_eq!(ended.code, 0, "{}", ended.all());
        ended.stdout
    })
}

#[test]
fn es_contexts_are_those_of_mesa() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let [mesas, ours] = on_both(build("es_contexts.c", "es_contexts", &["-lEGL"], &BUILT), None);
    assert!(ours.starts_with("asked for 2.0: version 3.2, GLSL OpenGL ES GLSL ES 3.20, client version 2\n"), "{ours}");
    assert_eq!(ours, mesas);
}

/// Tests OpenGL ES 1.1, whose contexts glmeter passes on: on Mesa, on Mesa and on the pipeline under `glmeter run`, and with a report.
#[test]
fn es1_contexts_are_those_of_mesa() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("es1_contexts.c", "es1_contexts", &["-lEGL", "-lGLESv1_CM"], &BUILT);
    for mut command in [
        command(program),
        under_run(&["--provider", "host"], program),
        under_run(&["--provider", "software"], program),
        under_run(&["--provider", "software", "--report", "summary"], program),
    ] {
        let ended = run(&mut command);
        assert!(ended.code == 0 && ended.stdout == "es1_contexts: ok\n", "{}", ended.all());
    }
}

#[test]
fn windows_with_alpha_show_what_is_drawn() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("argb_window.c", "argb_window", &["-lEGL", "-lX11"], &BUILT);
    let _alone = SCREEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let [mesas, ours] = on_both(program, Some(support::display()));
    let shown = "the window has cc336699, the screen 336699";
    let wanted = [
        "configs with alpha for windows of 32 bits: yes, of 24 bits: yes; without alpha: no, yes".to_owned(),
        format!("a config for windows of 24 bits with alpha: {shown}"),
        "a config without alpha: the window has 336699, the screen 336699".to_owned(),
        format!("a config for windows of 32 bits: {shown}"),
    ];
    assert_eq!(ours.lines().take(4).collect::<Vec<_>>(), wanted);
    // Mesa 22.3 draws the same with configs of either visual, and has none of the visual of 32 bits on this server.
    assert_eq!(mesas.lines().skip(1).take(2).collect::<Vec<_>>(), wanted[1..3]);
}

/// Renders to pixmaps, reads what X drew there, and checks the errors of the commands of pixmaps.
#[test]
fn pixmaps_hold_what_is_drawn() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("pixmaps.c", "pixmaps", &["-lEGL", "-lX11"], &BUILT);
    let ended = run(under_run(&["--provider", "software"], program).env("DISPLAY", support::display()));
    assert!(ended.code == 0 && ended.stdout.ends_with("pixmaps: ok\n"), "{}", ended.all());
}

/// Shows windows with damage, and signals sync objects.
#[test]
fn windows_show_what_is_damaged() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("presentation.c", "presentation", &["-lEGL", "-lX11", "-ldl", "-pthread"], &BUILT);
    let _alone = SCREEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut plain = command(program);
    plain.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    for mut command in [plain, under_run(&["--provider", "software"], program)] {
        let ended = run(command.env("DISPLAY", support::display()));
        assert!(ended.code == 0 && ended.stdout == "presentation: ok\n", "{}", ended.all());
    }
}

/// Receives the debug messages of errors.
#[test]
fn errors_of_egl_send_debug_messages() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("egl_debug.c", "egl_debug", &["-lEGL"], &BUILT);
    let mut plain = command(program);
    plain.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    for mut command in [plain, under_run(&["--provider", "software"], program)] {
        let ended = run(&mut command);
        assert!(ended.code == 0 && ended.stdout == "egl_debug: ok\n", "{}", ended.all());
    }
}

/// Draws to pbuffers in the colour space of sRGB.
#[test]
fn pbuffers_have_the_color_space_that_was_asked_for() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("colorspaces.c", "colorspaces", &["-lEGL"], &BUILT);
    let ended = run(&mut under_run(&["--provider", "software"], program));
    assert!(ended.code == 0 && ended.stdout == "colorspaces: ok\n", "{}", ended.all());
}

/// Creates EGL objects and draws in one thread while a draw of the same share group runs in another.
#[test]
fn threads_that_share_objects_do_not_wait_for_each_other() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("shared_threads.c", "shared_threads", &["-lEGL", "-lpthread"], &BUILT);
    let ended = run(&mut under_run(&["--provider", "software"], program));
    assert!(ended.code == 0 && ended.stdout == "shared_threads: ok\n", "{}", ended.all());
}

/// Looks at the driver's threads and their signal masks while a program compiles shaders, which starts none, and draws.
#[test]
fn threads_of_the_pipeline_leave_signals_to_the_program() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("thread_signals.c", "thread_signals", &["-lEGL", "-lpthread"], &BUILT);
    let ended = run(&mut under_run(&["--provider", "software"], program));
    assert!(ended.code == 0 && ended.stdout == "thread_signals: ok\n", "{}", ended.all());
}

/// Uses images of every kind of source in another thread and share group, and changes, deletes and destroys their parts.
#[test]
fn images_of_egl_are_shared_between_contexts_and_threads() {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = build("egl_images.c", "egl_images", &["-lEGL", "-lpthread"], &BUILT);
    let ended = run(&mut under_run(&["--provider", "software"], program));
    assert!(ended.code == 0 && ended.stdout == "egl_images: ok\n", "{}", ended.all());
}
