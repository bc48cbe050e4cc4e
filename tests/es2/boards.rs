//! Drivers of OpenGL ES 2.0, and the programs that run over them.

use super::support::{Ended, build_folder, glmeter, library, root, run};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// A driver of OpenGL ES 2.0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Driver {
    /// Mesa behind libglvnd, held to OpenGL ES 2.0.
    Mesa,
    /// The same without its timers.
    MesaWithoutTimers,
    /// EGL 1.4 without libglvnd: libEGL.so.1 and libGLESv2.so.2.
    Board,
    /// The same in one library, `libMali.so`, to which both names are links.
    OneLibrary,
    /// The first without EGL_KHR_fence_sync.
    BoardWithoutFences,
    /// A driver whose GPU takes a known time.
    Recording,
    /// The same without EGL_KHR_fence_sync.
    RecordingWithoutFences,
}

impl Driver {
    /// All drivers.
    pub(crate) const ALL: [Self; 7] = [
        Self::Mesa,
        Self::MesaWithoutTimers,
        Self::Board,
        Self::OneLibrary,
        Self::BoardWithoutFences,
        Self::Recording,
        Self::RecordingWithoutFences,
    ];

    /// Returns the name of the driver's test.
    pub(crate) fn test(self) -> &'static str {
        match self {
            Self::Mesa => "over_mesa_held_to_opengl_es_2",
            Self::MesaWithoutTimers => "over_mesa_held_to_opengl_es_2_without_its_timers",
            Self::Board => "over_two_libraries_of_egl_1_4",
            Self::OneLibrary => "over_one_library_of_egl_1_4_with_both_names",
            Self::BoardWithoutFences => "over_a_library_of_egl_1_4_without_fences",
            Self::Recording => "over_the_recording_driver",
            Self::RecordingWithoutFences => "over_the_recording_driver_without_fences",
        }
    }

    /// Returns the folder of the driver's libraries; `None` for the machine's.
    fn folder(self) -> Option<PathBuf> {
        let (name, source, libraries): (&str, &str, &[&str]) = match self {
            Self::Mesa | Self::MesaWithoutTimers => return None,
            Self::Board | Self::BoardWithoutFences => ("two", "board_egl.c", &["libEGL.so.1", "libGLESv2.so.2"]),
            Self::OneLibrary => ("one", "board_egl.c", &["libMali.so"]),
            Self::Recording | Self::RecordingWithoutFences => ("recording", "recording_es2.c", &["libMali.so"]),
        };
        write_entries();
        let place = folder().join(name);
        std::fs::create_dir_all(&place).unwrap();
        for library in libraries {
            let soname = format!("-Wl,-soname,{library}");
            compile(&format!("{name}/{library}"), source, &["-shared", "-fPIC", &soname, "-ldl"]);
        }
        for link in ["libEGL.so.1", "libGLESv2.so.2", "libEGL.so", "libGLESv2.so"] {
            let target = if libraries.len() == 1 { libraries[0] } else { link };
            // The links without a number are those to link with.
            let target = libraries.iter().find(|library| library.starts_with(target)).unwrap_or(&target);
            if !place.join(link).exists() {
                let _ = symlink(target, place.join(link));
            }
        }
        Some(place)
    }
}

/// The names by which a program uses timers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Names {
    Ext,
    Angle,
}

/// The way in which a program uses glmeter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// `LD_PRELOAD=libglmeter.so PROGRAM`, with the functions of eglGetProcAddress.
    Preloaded,
    /// `glmeter run -- PROGRAM`, with the same.
    Run,
    /// `cc … -lglmeter -lEGL -lGLESv2`, with linked functions.
    Linked,
}

/// Returns the folder of what these tests build: one for each build of the library.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("es2").join(build_folder().file_name().unwrap());
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Compiles a file of `ctests/`, once.
fn compile(output: &str, source: &str, arguments: &[&str]) -> PathBuf {
    static DONE: Mutex<Option<HashMap<String, PathBuf>>> = Mutex::new(None);
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    let build = || {
        let path = folder().join(output);
        let mut command = Command::new("cc");
        command.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include")).arg("-I").arg(folder());
        if source == "board_egl.c" {
            command.args(["-include", "board_count.h"]);
        }
        let ended = run(command.arg(root().join("ctests").join(source)).arg("-o").arg(&path).args(arguments));
        assert_eq!(ended.code, 0, "{source} does not compile\n{}", ended.all());
        path
    };
    done.get_or_insert_default().entry(output.to_owned()).or_insert_with(build).clone()
}

/// Writes the list of the functions that `board_egl.c` passes on.
fn write_entries() {
    static DONE: std::sync::Once = std::sync::Once::new();
    DONE.call_once(|| {
        let read = |path: &str| {
            std::fs::read_to_string(path).unwrap_or_else(|_| panic!("{path} of the Debian packages libegl-dev and libgles-dev"))
        };
        let names = |text: &str, before: &str| {
            let lines = text.lines().filter_map(|line| line.split(before).nth(1)?.split([' ', '(']).next().map(str::to_owned));
            lines.collect::<Vec<_>>()
        };
        let egl = read("/usr/include/EGL/egl.h");
        // EGL 1.5 begins after this line.
        let mut all = names(egl.split("#ifndef EGL_VERSION_1_5").next().unwrap(), "EGLAPIENTRY ");
        let own = ["eglGetDisplay", "eglInitialize", "eglQueryString", "eglGetProcAddress"];
        all.retain(|name| name.starts_with("egl") && !own.contains(&name.as_str()));
        all.extend(names(&read("/usr/include/GLES2/gl2.h"), "GL_APIENTRY ").into_iter().filter(|name| name.starts_with("gl")));
        assert!(all.len() > 160, "the functions of EGL 1.4 and OpenGL ES 2.0: {all:?}");
        let mut text = String::new();
        for (number, name) in all.iter().enumerate() {
            writeln!(text, "JUMP({name}, {number})").unwrap();
        }
        std::fs::write(folder().join("board_entries.h"), text).unwrap();
        std::fs::write(folder().join("board_count.h"), format!("enum {{ COUNT = {} }};\n", all.len())).unwrap();
    });
}

/// Returns the command that runs the program of the names.
pub(crate) fn command(driver: Driver, names: Names, way: Way) -> Command {
    library();
    let place = driver.folder();
    let recording = matches!(driver, Driver::Recording | Driver::RecordingWithoutFences);
    let (stem, arguments): (&str, Vec<&str>) = match (recording, names) {
        (true, Names::Ext) => ("recorded_es2", vec!["EXT"]),
        (true, Names::Angle) => ("recorded_es2", vec!["ANGLE"]),
        (false, Names::Ext) => ("ext_disjoint_timer_query", vec!["2"]),
        (false, Names::Angle) => ("angle_timer_query", vec!["2"]),
    };
    let (here, there) = (build_folder().display().to_string(), place.as_ref().map(|place| format!("-L{}", place.display())));
    let mut flags = Vec::new();
    let search = format!("-L{here}");
    if way == Way::Linked {
        flags.extend(["-DLINKED", &search, "-lglmeter"]);
    }
    if let Some(there) = &there {
        flags.extend(["-DEGL_1_4", there]);
    }
    flags.extend(["-Wl,--no-as-needed", "-lEGL", "-lGLESv2", "-lpthread", "-ldl"]);
    let kind = place.as_ref().map_or("mesa", |place| place.file_name().unwrap().to_str().unwrap());
    let program = compile(&format!("{stem}-{kind}-{}", way == Way::Linked), &format!("{stem}.c"), &flags);
    let mut command = if way == Way::Run { glmeter() } else { Command::new(&program) };
    if way == Way::Run {
        command.arg("run").arg("--").arg(&program);
    }
    command.args(arguments);
    for name in
        ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "__EGL_VENDOR_LIBRARY_FILENAMES", "GLMETER_LOG", "GLMETER_EMULATE", "GLMETER_FENCE"]
    {
        command.env_remove(name);
    }
    let places = place.into_iter().chain((way == Way::Linked).then(build_folder));
    command.env("LD_LIBRARY_PATH", std::env::join_paths(places).unwrap());
    command.env("MESA_GLES_VERSION_OVERRIDE", "2.0").env("EGL_PLATFORM", "surfaceless");
    if way == Way::Preloaded {
        command.env("LD_PRELOAD", library());
    }
    match driver {
        Driver::MesaWithoutTimers | Driver::Board | Driver::OneLibrary => {
            command.env("MESA_EXTENSION_OVERRIDE", "-GL_EXT_disjoint_timer_query -GL_EXT_occlusion_query_boolean");
        }
        Driver::BoardWithoutFences => {
            command.env("MESA_EXTENSION_OVERRIDE", "-GL_EXT_disjoint_timer_query -GL_EXT_occlusion_query_boolean");
            command.env("BOARD_WITHOUT_FENCES", "1").env("GLMETER_FENCE", "finish");
        }
        Driver::RecordingWithoutFences => {
            command.arg("waits").env("RECORDING_WITHOUT_FENCES", "1").env("GLMETER_FENCE", "finish");
        }
        Driver::Mesa | Driver::Recording => {}
    }
    command
}

/// Asserts that a program of `ctests/` exited with 0 and printed that it passed.
#[track_caller]
pub(crate) fn expect_verdict(ended: &Ended, what: &str) {
    let passed = ended.code == 0 && ended.stdout.lines().any(|line| line.ends_with(": ok"));
    assert!(passed, "{what}\n{}", ended.all());
}
