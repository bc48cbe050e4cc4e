//! The layer, the stand-in for the platform, and an emulated device with the settings of docs/android.md.

use super::support::{root, run, run_for};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The file of the layer, as docs/android.md names it.
pub(crate) const LAYER: &str = "libGLES_glmeter.so";
/// The application of the page.
const PACKAGE: &str = "com.example.game";
/// The package of layers of the page.
const LAYERS_PACKAGE: &str = "com.example.layers";

/// Returns the folder of what these tests build.
fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("android");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns the layer, built once. Features are those of a whole target folder, so that it has its own.
pub(crate) fn layer() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let mut command = Command::new(env!("CARGO"));
        command.current_dir(root()).args(["rustc", "--quiet", "--locked", "-p", "glmeter", "--lib", "--crate-type", "cdylib"]);
        command.args(["--features", "android-layer", "--target-dir"]).arg(folder().join("build"));
        // Nothing that is tested depends on the optimiser.
        command.envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
        let ended = run_for(&mut command, 1800);
        assert_eq!(ended.code, 0, "the layer is built\n{}", ended.all());
        let layer = folder().join(LAYER);
        std::fs::copy(folder().join("build/debug/libglmeter.so"), &layer).unwrap();
        layer
    };
    BUILT.get_or_init(build).clone()
}

/// Compiles C for these tests.
fn compile(output: &str, source: &str, arguments: &[&str]) -> PathBuf {
    static DONE: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let path = folder().join(output);
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    if !done.iter().any(|other| other == output) {
        let mut command = Command::new("cc");
        command.args(["-std=gnu99", "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I"]).arg(root().join("include"));
        command.arg("-I").arg(folder()).arg("-I").arg(root().join("ctests"));
        let ended = run(command.arg(root().join("ctests").join(source)).arg("-o").arg(&path).args(arguments));
        assert_eq!(ended.code, 0, "{source} does not compile\n{}", ended.all());
        done.push(output.to_owned());
    }
    path
}

/// The functions of OpenGL ES that the platform implements besides the driver.
const SHARED: [&str; 6] = ["glGetString", "glGetStringi", "glGetBooleanv", "glGetFloatv", "glGetIntegerv", "glGetInteger64v"];

/// Writes the list of OpenGL ES functions for the stand-in.
fn write_entries() {
    let header = std::fs::read_to_string("/usr/include/GLES3/gl32.h").expect("the header of the Debian package libgles-dev");
    let names = header.lines().filter(|line| line.starts_with("GL_APICALL"));
    let names = names.filter_map(|line| line.split("GL_APIENTRY ").nth(1)?.split([' ', '(']).next());
    let (mut text, mut count) = (String::new(), 0);
    for name in names {
        let entry = if SHARED.contains(&name) { "GL_SHARED" } else { "GL_ENTRY" };
        writeln!(text, "{entry}({name}, {count})").unwrap();
        count += 1;
    }
    assert!(count > 350, "the functions of OpenGL ES 3.2: {count}");
    std::fs::write(folder().join("gl_entries.h"), text).unwrap();
    std::fs::write(folder().join("gl_count.h"), format!("#define GL_COUNT {count}\n")).unwrap();
}

/// Returns a program of `ctests/`, linked with the stand-in for the platform.
pub(crate) fn built(source: &str) -> PathBuf {
    static PLATFORM: OnceLock<PathBuf> = OnceLock::new();
    let platform = PLATFORM.get_or_init(|| {
        write_entries();
        let name = "libandroid_platform.so";
        let soname = format!("-Wl,-soname,{name}");
        compile(name, "android_platform.c", &["-shared", "-fPIC", &soname, "-include", "gl_count.h", "-lpthread", "-ldl"])
    });
    let folder = platform.parent().unwrap().display().to_string();
    let place = [format!("-L{folder}"), format!("-Wl,-rpath,{folder}")];
    let stem = source.replace('.', "_");
    // The layer finds the log and the properties in the stand-in, and the program's own functions in the program.
    compile(&stem, source, &[&place[0], &place[1], "-rdynamic", "-Wl,--no-as-needed", "-landroid_platform", "-lpthread", "-ldl"])
}

/// Returns a driver of OpenGL ES 2.0 whose GPU takes a known time.
pub(crate) fn recording_driver() -> PathBuf {
    compile("librecording.so", "recording_es2.c", &["-shared", "-fPIC"])
}

/// Returns a layer that counts draws.
pub(crate) fn counting_layer(name: &str) -> PathBuf {
    let define = format!("-DNAME=\"{name}\"");
    compile(&format!("lib{name}.so"), "android_counting_layer.c", &["-shared", "-fPIC", &define])
}

/// An emulated device. Its files are removed when it is dropped.
pub(crate) struct Device(PathBuf);

impl Device {
    /// Returns a device with the application of the page, on which the page's commands have enabled the layer.
    pub(crate) fn with_layer() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let place = folder().join(format!("device-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        let _ = std::fs::remove_dir_all(&place);
        let device = Self(place);
        for below in ["data/data", "data/app"] {
            std::fs::create_dir_all(device.0.join(below).join(PACKAGE)).unwrap();
        }
        std::fs::write(device.0.join("data/app").join(PACKAGE).join("debuggable"), "true\n").unwrap();
        layer();
        device.run_block("android");
        device
    }

    /// Runs the command lines of a block of docs/android.md, beside the layer.
    pub(crate) fn run_block(&self, name: &str) {
        let page = std::fs::read_to_string(root().join("docs/android.md")).unwrap();
        let fence = format!("```sh {name}\n");
        let block = page.split_once(&fence).and_then(|(_, rest)| rest.split_once("```")).unwrap_or_else(|| panic!("a block {name}")).0;
        let ended = run(self.command("sh").args(["-euxc", block]));
        assert_eq!(ended.code, 0, "the lines of docs/android.md\n{}", ended.all());
    }

    /// Runs an adb command.
    pub(crate) fn adb(&self, arguments: &[&str]) {
        let ended = run(self.command("adb").args(arguments));
        assert_eq!(ended.code, 0, "{}", ended.all());
    }

    /// Returns a command with this device's adb, in the folder of the layer.
    fn command(&self, program: &str) -> Command {
        let path = std::env::var("PATH").unwrap();
        let adb = root().join("tests/android");
        let mut command = Command::new(if program == "adb" { adb.join("adb") } else { program.into() });
        command.current_dir(folder()).env("PATH", format!("{}:{path}", adb.display())).env("ANDROID_ROOT", &self.0);
        command
    }

    /// Returns the command that runs a program as the application of the page.
    pub(crate) fn application(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "LD_PRELOAD", "GLMETER_LOG", "GLMETER_EMULATE", "GLMETER_FENCE", "GLMETER_REPORT"] {
            command.env_remove(name);
        }
        command.env("ANDROID_ROOT", &self.0).env("ANDROID_PACKAGE", PACKAGE);
        command
    }

    /// Removes the layer from the application's folder.
    pub(crate) fn remove_layer_from_application(&self) {
        std::fs::remove_file(self.0.join("data/data").join(PACKAGE).join(LAYER)).unwrap();
    }

    /// Adds another layer to the application's folder.
    pub(crate) fn add_layer(&self, name: &str, file: &Path) {
        std::fs::copy(file, self.0.join("data/data").join(PACKAGE).join(name)).unwrap();
    }

    /// Installs the package of layers of the page.
    pub(crate) fn install_package_of_layers(&self) {
        let place = self.0.join("data/app").join(LAYERS_PACKAGE).join("lib");
        std::fs::create_dir_all(&place).unwrap();
        std::fs::copy(layer(), place.join(LAYER)).unwrap();
    }

    /// Makes the application one that is not debuggable.
    pub(crate) fn make_not_debuggable(&self) {
        std::fs::remove_file(self.0.join("data/app").join(PACKAGE).join("debuggable")).unwrap();
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
