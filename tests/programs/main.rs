//! Builds the C and C++ programs of `ctests/` as applications do and runs them in every way of using glmeter.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod control;
mod environment;
#[path = "../support/mod.rs"]
mod support;
mod window_system;
mod without_glvnd;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

use support::{Ended, build_folder, glmeter, library, root, run, run_for};

/// The API that a program uses, which determines the libraries to link besides glmeter.
#[derive(Clone, Copy)]
enum Api {
    Es,
    Desktop,
}

#[derive(Clone, Copy)]
struct Program {
    source: &'static str,
    api: Api,
}

const fn es(source: &'static str) -> Program {
    Program { source, api: Api::Es }
}

const fn desktop(source: &'static str) -> Program {
    Program { source, api: Api::Desktop }
}

/// The way in which a program uses glmeter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mode {
    /// `LD_PRELOAD=libglmeter.so PROGRAM`
    Preloaded,
    /// `glmeter run -- PROGRAM`
    Run,
    /// `cc … -lglmeter`
    Linked,
    /// both of the first and the third
    LinkedPreloaded,
    /// both of the second and the third
    LinkedRun,
    /// `glmeter run --provider software -- PROGRAM`
    Software,
    /// not at all: what the program does on its own
    Alone,
}

/// Returns the folder of the built programs: one for each build of the library, because programs are linked with it.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs").join(build_folder().file_name().unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles `source` of `ctests/` to `output`, once for all tests.
fn compile(output: &str, source: &str, arguments: &[String]) -> PathBuf {
    type Built = Arc<OnceLock<PathBuf>>;
    static BUILT: OnceLock<Mutex<HashMap<String, Built>>> = OnceLock::new();
    let built = BUILT.get_or_init(Mutex::default).lock().unwrap().entry(output.to_owned()).or_default().clone();
    built
        .get_or_init(|| {
            let path = folder().join(output);
            // Renamed into place, because another test process may be running the program.
            let fresh = path.with_extension(format!("{}", std::process::id()));
            let ended = run(compiler(source).arg(root().join("ctests").join(source)).arg("-o").arg(&fresh).args(arguments));
            assert_eq!(ended.code, 0, "{source} does not compile\n{}", ended.all());
            std::fs::rename(&fresh, &path).unwrap();
            path
        })
        .clone()
}

fn compiler(source: &str) -> Command {
    let (program, standard) = if source.ends_with(".cpp") { ("c++", "-std=c++17") } else { ("cc", "-std=c99") };
    let mut command = Command::new(program);
    command.args([standard, "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include"));
    command
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Returns `-L FOLDER -lglmeter`, to be placed before the GL libraries.
fn link_glmeter() -> Vec<String> {
    library();
    vec![format!("-L{}", build_folder().display()), "-lglmeter".to_owned()]
}

fn build(program: Program, mode: Mode) -> PathBuf {
    let stem = program.source.replace('.', "_");
    match mode {
        Mode::Preloaded | Mode::Run | Mode::Software | Mode::Alone => compile(&stem, program.source, &words("-lEGL -lpthread -ldl")),
        Mode::Linked | Mode::LinkedPreloaded | Mode::LinkedRun => {
            let mut arguments = words("-DLINKED");
            arguments.extend(link_glmeter());
            arguments.extend(words(match program.api {
                Api::Es => "-lEGL -lGLESv2 -lpthread -ldl",
                Api::Desktop => "-lEGL -lGL -lpthread -ldl",
            }));
            compile(&format!("{stem}-linked"), program.source, &arguments)
        }
    }
}

/// Returns the command `path ARGUMENTS` with glmeter as `mode` says, without variables from the test's environment that could affect it.
fn command(path: &Path, mode: Mode, arguments: &[&str]) -> Command {
    let mut command = match mode {
        Mode::Run | Mode::LinkedRun | Mode::Software => {
            let mut command = glmeter();
            let options = if mode == Mode::Software { ["--provider", "software"].as_slice() } else { &[] };
            command.arg("run").args(options).arg("--").arg(path);
            command
        }
        _ => Command::new(path),
    };
    command.args(arguments);
    for name in
        ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "LD_LIBRARY_PATH", "__EGL_VENDOR_LIBRARY_FILENAMES", "__GLX_VENDOR_LIBRARY_NAME"]
    {
        command.env_remove(name);
    }
    if matches!(mode, Mode::Preloaded | Mode::LinkedPreloaded) {
        command.env("LD_PRELOAD", library());
    }
    if matches!(mode, Mode::Linked | Mode::LinkedPreloaded | Mode::LinkedRun) {
        command.env("LD_LIBRARY_PATH", build_folder());
    }
    command
}

fn expect_success(ended: &Ended, what: &str) {
    assert_eq!(ended.code, 0, "{what}\n{}", ended.all());
}

/// Asserts that a program of `ctests/` exited with 0 and printed that it passed, which shows that it ran.
fn expect_verdict(ended: &Ended, what: &str) {
    expect_success(ended, what);
    assert!(ended.stdout.lines().any(|line| line.ends_with(": ok")), "{what}: no verdict\n{}", ended.all());
}

/// Builds and runs a program in a mode; it must end with 0.
fn passes(program: Program, mode: Mode) {
    let ended = run_for(&mut command(&build(program, mode), mode, &[]), 120);
    expect_verdict(&ended, &format!("{} ({mode:?})", program.source));
}

macro_rules! programs {
    ($($program:expr => { $($test:ident: $mode:ident,)* })*) => { $($(
        #[test]
        fn $test() {
            passes($program, Mode::$mode);
        }
    )*)* };
}

programs! {
    es("ext_disjoint_timer_query.c") => {
        ext_disjoint_timer_query_preloaded: Preloaded,
        ext_disjoint_timer_query_under_glmeter_run: Run,
        ext_disjoint_timer_query_on_the_software_pipeline: Software,
        ext_disjoint_timer_query_linked: Linked,
        ext_disjoint_timer_query_linked_and_preloaded: LinkedPreloaded,
        ext_disjoint_timer_query_linked_under_glmeter_run: LinkedRun,
    }
    es("ext_disjoint_timer_query.cpp") => {
        ext_disjoint_timer_query_in_cpp_preloaded: Preloaded,
        ext_disjoint_timer_query_in_cpp_under_glmeter_run: Run,
        ext_disjoint_timer_query_in_cpp_linked: Linked,
    }
    es("angle_timer_query.c") => {
        angle_timer_query_preloaded: Preloaded,
        angle_timer_query_under_glmeter_run: Run,
        angle_timer_query_on_the_software_pipeline: Software,
        angle_timer_query_linked: Linked,
        angle_timer_query_linked_and_preloaded: LinkedPreloaded,
    }
    desktop("arb_timer_query.c") => {
        arb_timer_query_preloaded: Preloaded,
        arb_timer_query_under_glmeter_run: Run,
        arb_timer_query_on_the_software_pipeline: Software,
        arb_timer_query_linked: Linked,
        arb_timer_query_linked_and_preloaded: LinkedPreloaded,
        arb_timer_query_linked_under_glmeter_run: LinkedRun,
    }
    desktop("timer_accuracy.c") => {
        timer_accuracy_preloaded: Preloaded,
        timer_accuracy_under_glmeter_run: Run,
        timer_accuracy_on_the_software_pipeline: Software,
        timer_accuracy_linked: Linked,
    }
    desktop("arb_pipeline_statistics_query.c") => {
        arb_pipeline_statistics_query_preloaded: Preloaded,
        arb_pipeline_statistics_query_under_glmeter_run: Run,
        arb_pipeline_statistics_query_on_the_software_pipeline: Software,
        arb_pipeline_statistics_query_linked: Linked,
        arb_pipeline_statistics_query_linked_and_preloaded: LinkedPreloaded,
    }
    desktop("intel_performance_query.c") => {
        intel_performance_query_preloaded: Preloaded,
        intel_performance_query_under_glmeter_run: Run,
        intel_performance_query_linked: Linked,
        intel_performance_query_linked_and_preloaded: LinkedPreloaded,
    }
    desktop("intel_walk.c") => {
        intel_walk_preloaded: Preloaded,
        intel_walk_under_glmeter_run: Run,
        intel_walk_on_the_software_pipeline: Software,
        intel_walk_linked: Linked,
        intel_walk_linked_and_preloaded: LinkedPreloaded,
    }
    desktop("intel_nesting.c") => {
        intel_nesting_preloaded: Preloaded,
        intel_nesting_under_glmeter_run: Run,
        intel_nesting_on_the_software_pipeline: Software,
        intel_nesting_linked: Linked,
        intel_nesting_linked_and_preloaded: LinkedPreloaded,
    }
    desktop("intel_renderdoc.c") => {
        intel_renderdoc_preloaded: Preloaded,
        intel_renderdoc_under_glmeter_run: Run,
        intel_renderdoc_on_the_software_pipeline: Software,
        intel_renderdoc_linked: Linked,
        intel_renderdoc_linked_and_preloaded: LinkedPreloaded,
    }
    desktop("errors.c") => {
        errors_preloaded: Preloaded,
        errors_under_glmeter_run: Run,
        errors_on_the_software_pipeline: Software,
        errors_linked: Linked,
        errors_linked_and_preloaded: LinkedPreloaded,
    }
    desktop("no_vertex_array.c") => {
        no_vertex_array_preloaded: Preloaded,
        no_vertex_array_alone: Alone,
        no_vertex_array_on_the_software_pipeline: Software,
    }
    desktop("two_contexts.c") => {
        two_contexts_preloaded: Preloaded,
        two_contexts_under_glmeter_run: Run,
        two_contexts_linked: Linked,
        two_contexts_linked_and_preloaded: LinkedPreloaded,
    }
}

/// The log says why a command failed, once for each command and rule that it broke.
#[test]
fn the_log_quotes_the_rules_that_commands_broke() {
    let program = build(desktop("errors.c"), Mode::Preloaded);
    let ended = run(command(&program, Mode::Preloaded, &[]).env("GLMETER_LOG", "debug"));
    expect_verdict(&ended, "errors with a log");
    let lines: Vec<&str> = ended.stderr.lines().filter_map(|line| line.strip_prefix("glmeter: GL_")).collect();
    let once: BTreeSet<&str> = lines.iter().copied().collect();
    assert_eq!(lines.len(), once.len(), "{lines:#?}");
    for line in [
        r#"INVALID_OPERATION in glEndQuery: "An INVALID_OPERATION error is generated if the active query object name for target and index is zero." [GL 4.4, 4.2; CQ-42 CQ-43]"#,
        r#"INVALID_ENUM in glQueryCounter: "The error INVALID_ENUM is generated if QueryCounter is called where <target> is not TIMESTAMP." [ARB_timer_query, Errors; TQ-03]"#,
    ] {
        assert!(once.contains(line), "{line}: {lines:#?}");
    }
    let ended = run(command(&program, Mode::Preloaded, &[]).env("GLMETER_LOG", "info"));
    assert!(!ended.stderr.contains("glmeter: GL_"), "{}", ended.stderr);
}

/// A cancelled thread must not end inside glmeter or the software pipeline, which would abort the process.
#[test]
fn threads_may_be_cancelled_while_they_use_glmeter() {
    let cases = [
        (Mode::Preloaded, "queries"),
        (Mode::Linked, "queries"),
        (Mode::Run, "queries"),
        // With Mesa only queries: a thread that ends in one of its waits leaves its mutexes locked.
        (Mode::Software, "all"),
    ];
    for (mode, what) in cases {
        for emulate in ["auto", "always"] {
            let mut command = command(&build(es("cancelled_threads.c"), mode), mode, &[what]);
            let ended = run(command.env("GLMETER_EMULATE", emulate).env("GLMETER_REPORT", "summary").env("GLMETER_LOG", "debug"));
            expect_verdict(&ended, &format!("threads that are cancelled ({mode:?}, {what}, GLMETER_EMULATE={emulate})"));
        }
    }
}

// GLX, and programs that look up functions in a library that they open.

fn glx(mode: Mode) {
    let program = compile("glx", "glx.c", &words("-lEGL -lGL -lX11"));
    let mut command = command(&program, mode, &[]);
    command.env("DISPLAY", support::display());
    expect_verdict(&run(&mut command), "contexts of GLX");
}

#[test]
fn glx_contexts_preloaded() {
    glx(Mode::Preloaded);
}

#[test]
fn glx_contexts_under_glmeter_run() {
    glx(Mode::Run);
}

fn opened(library: &str, mode: Mode) {
    let program = compile("opened", "opened.c", &words("-lEGL -ldl"));
    expect_verdict(&run(&mut command(&program, mode, &[library])), &format!("functions from dlopen(\"{library}\") and dlsym"));
}

#[test]
fn functions_from_an_opened_libgl_preloaded() {
    opened("libGL.so.1", Mode::Preloaded);
}

#[test]
fn functions_from_an_opened_libopengl_preloaded() {
    opened("libOpenGL.so.0", Mode::Preloaded);
}

#[test]
fn functions_from_an_opened_libglesv2_preloaded() {
    opened("libGLESv2.so.2", Mode::Preloaded);
}

#[test]
fn functions_from_an_opened_libgl_under_glmeter_run() {
    opened("libGL.so.1", Mode::Run);
}

// Every exported function, called with zeros and NULLs.

fn exported_gl_functions() -> Vec<String> {
    let ended = run(Command::new("nm").args(["-D", "--defined-only", "--without-symbol-versions"]).arg(library()));
    expect_success(&ended, "nm lists the library's exports");
    let name = |line: &str| line.split_whitespace().last().unwrap_or_default().to_owned();
    let is_gl =
        |name: &String| name.starts_with("gl") && !name.starts_with("glX") && name.chars().nth(2).is_some_and(|c| c.is_ascii_uppercase());
    // A driver dereferences the pointers of vertex commands: tests/library passes memory to those.
    let reads_a_vertex = |name: &String| ["glVertex", "glRect"].iter().any(|front| name.starts_with(front)) && name.contains('v');
    // Drivers dereference pointers of commands that the report counts too, to which tests/library passes memory as well.
    let is_only_observed = |name: &String| {
        let procedure = std::ffi::CString::new(name.as_str()).ok().and_then(|name| glmeter::entry::procedure(&name));
        procedure.and_then(|procedure| procedure.slot).is_some_and(|slot| !slot.is_counted())
    };
    ended.stdout.lines().map(name).filter(|name| is_gl(name) && !reads_a_vertex(name) && !is_only_observed(name)).collect()
}

fn no_context_is_no_crash(mode: Mode) {
    let names = exported_gl_functions();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let ended = run(&mut command(&build(desktop("no_context.c"), mode), mode, &names));
    expect_verdict(&ended, "every exported entry point, without a context and with one");
}

#[test]
fn every_entry_point_with_zeros_and_without_a_context_linked() {
    no_context_is_no_crash(Mode::Linked);
}

#[test]
fn every_entry_point_with_zeros_and_without_a_context_linked_and_preloaded() {
    no_context_is_no_crash(Mode::LinkedPreloaded);
}

// An application's library with variables named like GL functions.

fn clash_library() -> PathBuf {
    compile("libclash.so", "clash_library.c", &words("-shared -fPIC -lEGL"))
}

fn clash_at_start_up(mode: Mode) {
    let folder = clash_library().parent().unwrap().display().to_string();
    let program = compile("clash", "clash.c", &words(&format!("-L{folder} -lclash -lEGL -Wl,-rpath,{folder}")));
    expect_verdict(&run(&mut command(&program, mode, &[])), "a library with variables named like GL functions, from start-up");
}

fn clash_opened_later(mode: Mode, scope: &[&str]) {
    let clash = clash_library().display().to_string();
    let program = compile("clash-opened", "clash.c", &words("-DOPENED -ldl"));
    let arguments: Vec<&str> = [clash.as_str()].into_iter().chain(scope.iter().copied()).collect();
    expect_verdict(&run(&mut command(&program, mode, &arguments)), "a library with variables named like GL functions, from dlopen");
}

#[test]
fn clashing_variables_of_a_linked_library_preloaded() {
    clash_at_start_up(Mode::Preloaded);
}

#[test]
fn clashing_variables_of_a_linked_library_under_glmeter_run() {
    clash_at_start_up(Mode::Run);
}

#[test]
fn clashing_variables_of_an_opened_library_preloaded() {
    clash_opened_later(Mode::Preloaded, &[]);
}

#[test]
fn clashing_variables_of_a_globally_opened_library_preloaded() {
    clash_opened_later(Mode::Preloaded, &["global"]);
}

#[test]
fn clashing_variables_of_an_opened_library_under_glmeter_run() {
    clash_opened_later(Mode::Run, &[]);
}

// A plug-in that preloaded symbols do not reach.

fn deep_bound_plugin(mode: Mode) {
    let plugin = compile("deepbind_plugin.so", "deepbind_plugin.c", &words("-shared -fPIC -lEGL -lGLESv2"));
    let program = compile("deepbind", "deepbind.c", &words("-ldl"));
    let ended = run(&mut command(&program, mode, &[&plugin.display().to_string()]));
    expect_verdict(&ended, "a plug-in opened with RTLD_DEEPBIND");
}

#[test]
fn a_deep_bound_plugin_preloaded() {
    deep_bound_plugin(Mode::Preloaded);
}

#[test]
fn a_deep_bound_plugin_under_glmeter_run() {
    deep_bound_plugin(Mode::Run);
}

// Children without the preload but with the rest of the environment.

fn child_without_the_preload(mode: Mode, display: Option<&str>) {
    let program = compile("child", "child.c", &words("-lEGL -lGL -lX11"));
    let mut command = command(&program, mode, &[]);
    if let Some(display) = display {
        command.env("DISPLAY", display);
    }
    expect_verdict(&run(&mut command), "children without LD_PRELOAD");
}

#[test]
fn a_child_without_the_preload_uses_egl() {
    child_without_the_preload(Mode::Preloaded, None);
}

#[test]
fn a_child_without_the_preload_uses_egl_and_glx() {
    child_without_the_preload(Mode::Preloaded, Some(support::display()));
}

#[test]
fn a_child_without_the_preload_under_glmeter_run_uses_egl_and_glx() {
    child_without_the_preload(Mode::Run, Some(support::display()));
}
