//! Tests libglvnd's variables, a library copied without its other files, and the user's own vendors.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, build_folder, display, library, root, run};

/// A folder of one test. Removes it when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ways-in-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("home")).unwrap();
        Self(folder)
    }

    /// Copies these files of the build into the folder. Returns the path of the library.
    fn copy(&self, files: &[&str]) -> PathBuf {
        library();
        for file in files {
            std::fs::copy(build_folder().join(file), self.0.join(file)).unwrap();
        }
        self.0.join("libglmeter.so")
    }

    /// Returns the command of a program with this folder as the user's home, and without Mesa's shader cache.
    fn at_home(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("MESA_SHADER_CACHE_DISABLE", "true");
        command.env("DISPLAY", display()).env("GLMETER_LOG", "info").env_remove("LD_PRELOAD");
        for variable in ["HOME", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"] {
            command.env(variable, self.0.join("home"));
        }
        command
    }

    /// Returns the names of the files that programs left in the home folder.
    fn left(&self) -> Vec<String> {
        let (mut folders, mut files) = (vec![self.0.join("home")], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
                match entry.file_type().unwrap().is_dir() {
                    true => folders.push(entry.path()),
                    false => files.push(entry.file_name().to_string_lossy().into_owned()),
                }
            }
        }
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns the command es2_info, which lists the extensions of an OpenGL ES context.
fn es2_info() -> Command {
    let mut command = Command::new("es2_info");
    command.env("DISPLAY", display()).env("GLMETER_LOG", "info").env_remove("LD_PRELOAD");
    command
}

fn expect_in_front_of_egl(ended: &Ended) {
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert_eq!(ended.stdout.matches("GL_ANGLE_timer_query").count(), 1, "{}", ended.all());
    assert!(ended.stderr.contains("glmeter: wrapping libEGL_mesa.so.0"), "{}", ended.all());
}

const MESA: &str = "/usr/share/glvnd/egl_vendor.d/50_mesa.json";

#[test]
fn the_json_file_alone_brings_the_layer_into_an_egl_program() {
    expect_in_front_of_egl(&run(es2_info().env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("10_glmeter.json"))));
}

#[test]
fn the_vendor_name_alone_brings_the_layer_into_a_glx_program() {
    let mut command = Command::new("glxinfo");
    command.env("DISPLAY", display()).env("GLMETER_LOG", "info").env("LD_LIBRARY_PATH", build_folder());
    let ended = run(command.env("__GLX_VENDOR_LIBRARY_NAME", "glmeter"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert!(ended.stderr.contains("glmeter: wrapping libGLX_mesa.so.0"), "{}", ended.all());
    assert!(ended.stdout.contains("GL_ARB_pipeline_statistics_query"), "{}", ended.all());
}

#[test]
fn a_library_copied_without_its_json_file_works_preloaded() {
    let folder = Folder::new("alone");
    let copy = folder.copy(&["libglmeter.so"]);
    expect_in_front_of_egl(&run(folder.at_home("es2_info").env("LD_PRELOAD", &copy)));
    assert_eq!(folder.left(), ["10_glmeter.json"], "it keeps the file at the user's");
    // A child that inherits everything except the preload keeps its driver.
    let ended = run(folder.at_home("env").args(["-u", "LD_PRELOAD", "es2_info"]).env("LD_PRELOAD", &copy));
    assert!(ended.code == 0 && ended.stdout.contains("GL_RENDERER"), "{}", ended.all());
    assert_eq!(folder.left(), ["10_glmeter.json"], "and keeps no second one");
}

/// libglvnd opens the vendor by a name that no file has here.
#[test]
fn a_library_copied_alone_works_preloaded_into_a_glx_program() {
    let folder = Folder::new("glx-alone");
    let copy = folder.copy(&["libglmeter.so"]);
    let ended = run(folder.at_home("glxinfo").env("LD_PRELOAD", &copy));
    assert!(ended.code == 0 && ended.stderr.contains("glmeter: wrapping libGLX_mesa.so.0"), "{}", ended.all());
}

#[test]
fn a_library_with_its_json_file_leaves_nothing_behind() {
    let folder = Folder::new("beside");
    let copy = folder.copy(&["libglmeter.so", "10_glmeter.json"]);
    expect_in_front_of_egl(&run(folder.at_home("es2_info").env("LD_PRELOAD", &copy)));
    assert_eq!(folder.left(), [""; 0]);
}

/// Returns a library to preload that overrides `dlsym`, so that glmeter sets libglvnd's variables.
fn other_dlsym() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libother_dlsym.so");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]).arg(root().join("ctests/other_dlsym.c"));
        let ended = run(compiler.arg("-o").arg(&library).arg("-ldl"));
        assert_eq!(ended.code, 0, "{}", ended.all());
        library
    })
}

/// Returns the value of `LD_PRELOAD` with which another library's `dlsym` comes before that of `copy`.
fn behind_other_dlsym(copy: &Path) -> String {
    format!("{}:{}", other_dlsym().display(), copy.display())
}

/// Returns the JSON file that a preloaded copy of the library passes to libglvnd, with these folders of the user's.
fn named_file(copy: &Path, runtime: &Path, cache: &Path) -> Option<PathBuf> {
    let mut command = Command::new("sh");
    command.args(["-c", "echo \"$__EGL_VENDOR_LIBRARY_FILENAMES\""]).env_remove("__EGL_VENDOR_LIBRARY_FILENAMES");
    command.env("LD_PRELOAD", behind_other_dlsym(copy));
    let ended = run(command.env("XDG_RUNTIME_DIR", runtime).env("XDG_CACHE_HOME", cache).env("HOME", "/nonexistent"));
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
    let first = ended.stdout.trim_end().split(':').next().filter(|first| first.ends_with("/10_glmeter.json"));
    first.map(PathBuf::from)
}

/// Creates a private folder for the test `name`.
fn private(name: &str) -> PathBuf {
    // None of the folders above it belongs to a third user, even if another user owns the checkout.
    let folder = std::env::temp_dir().join(format!("glmeter-ways-in-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    set_mode(&folder, 0o700);
    folder
}

fn set_mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Copies only the library to `place`.
fn copy_alone(place: PathBuf) -> PathBuf {
    std::fs::create_dir_all(place.parent().unwrap()).unwrap();
    std::fs::copy(library(), &place).unwrap();
    place
}

#[test]
fn each_copy_of_the_library_keeps_a_json_file_of_its_own() {
    let folder = private("names");
    let copies = ["a-b", "a/b", "a%2Fb", "a_b"].map(|name| copy_alone(folder.join(name).join("libglmeter.so")));
    let files = copies.each_ref().map(|copy| named_file(copy, &folder, &folder).expect("each copy names a file"));
    for (copy, file) in copies.iter().zip(&files) {
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.contains(copy.to_str().unwrap()), "{} is that of {}\n{text}", file.display(), copy.display());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_json_file_is_kept_only_where_no_other_user_can_change_it() {
    let folder = private("places");
    let copy = copy_alone(folder.join("lib/libglmeter.so"));
    let [runtime, cache, elsewhere] = ["runtime", "cache", "elsewhere"].map(|name| {
        let place = folder.join(name);
        std::fs::create_dir(&place).unwrap();
        set_mode(&place, 0o700);
        place
    });
    let below = |place: &Path| std::fs::read_dir(place).unwrap().count();
    let file = named_file(&copy, &runtime, &cache).expect("a folder of this user's");
    assert!(file.starts_with(&runtime), "{}", file.display());
    std::fs::remove_dir_all(runtime.join("glmeter")).unwrap();

    // A folder that every user can write to, at the top or below.
    set_mode(&runtime, 0o777);
    let file = named_file(&copy, &runtime, &cache).expect("the next folder");
    assert!(file.starts_with(&cache) && below(&runtime) == 0, "{}", file.display());
    set_mode(&runtime, 0o700);
    std::fs::create_dir(runtime.join("glmeter")).unwrap();
    set_mode(&runtime.join("glmeter"), 0o777);
    let file = named_file(&copy, &runtime, &cache).expect("the next folder");
    assert!(file.starts_with(&cache), "{}", file.display());

    // A link that leads elsewhere.
    std::fs::remove_dir_all(runtime.join("glmeter")).unwrap();
    symlink(&elsewhere, runtime.join("glmeter")).unwrap();
    let file = named_file(&copy, &runtime, &cache).expect("the next folder");
    assert!(file.starts_with(&cache) && below(&elsewhere) == 0, "{}", file.display());
    // The file itself is a link to one with the same text.
    let real = elsewhere.join("real.json");
    std::fs::rename(&file, &real).unwrap();
    symlink(&real, &file).unwrap();
    let before = std::fs::read(&real).unwrap();
    let again = named_file(&copy, &runtime, &cache).expect("a file in place of the link");
    assert!(again == file && again.symlink_metadata().unwrap().is_file(), "{} is a file", again.display());
    assert_eq!(before, std::fs::read(&real).unwrap(), "what the link led to is as it was");

    // A folder of another user's, as under `sudo -E`.
    let gone = folder.join("gone");
    std::fs::rename(cache.join("glmeter"), &gone).unwrap();
    support::give_away(&cache);
    assert_eq!(named_file(&copy, &runtime, &cache), None, "no folder is this user's");
    std::fs::remove_dir_all(folder).unwrap();
}

/// In a folder such as `/tmp`, every user can put files beside a library.
#[test]
fn what_another_user_lays_beside_the_library_is_not_loaded() {
    let folder = private("beside");
    let copy = copy_alone(folder.join("libglmeter.so"));
    let json = folder.join("10_glmeter.json");
    std::fs::copy(build_folder().join("10_glmeter.json"), &json).unwrap();
    assert_eq!(named_file(&copy, &folder, &folder).as_deref(), Some(json.as_path()));
    support::give_away(&json);
    assert!(named_file(&copy, &folder, &folder).is_some_and(|file| file != json), "the library keeps a file of its own");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_child_without_the_preload_keeps_its_drivers() {
    for program in ["es2_info", "glxinfo"] {
        let mut child = Command::new("env");
        child.args(["-u", "LD_PRELOAD", program]).env("DISPLAY", display()).env("LD_PRELOAD", library());
        let ended = run(&mut child);
        assert!(ended.code == 0 && ended.stdout.contains("llvmpipe"), "{program}: {}", ended.all());
    }
}

/// glmeter does not see then when libglvnd is loaded, and sets libglvnd's variables.
#[test]
fn behind_another_librarys_dlsym_a_preloaded_library_stands_in_front_of_the_vendors() {
    let preload = behind_other_dlsym(&library());
    expect_in_front_of_egl(&run(es2_info().env("LD_PRELOAD", &preload)));
    expect_in_front_of_egl(&run(es2_info().env("LD_PRELOAD", &preload).env("__EGL_VENDOR_LIBRARY_FILENAMES", MESA)));
    for name in [None, Some("mesa")] {
        let mut command = Command::new("glxinfo");
        command.env("DISPLAY", display()).env("GLMETER_LOG", "info").env("LD_PRELOAD", &preload);
        let ended = run(command.envs(name.map(|name| ("__GLX_VENDOR_LIBRARY_NAME", name))));
        assert_eq!(ended.code, 0, "{}", ended.all());
        assert!(ended.stderr.contains("glmeter: wrapping libGLX_mesa.so.0"), "{}", ended.all());
    }
    // A child that inherits everything except the preload keeps its driver.
    for program in ["es2_info", "glxinfo"] {
        let mut child = Command::new("env");
        let ended = run(child.args(["-u", "LD_PRELOAD", program]).env("DISPLAY", display()).env("LD_PRELOAD", &preload));
        assert!(ended.code == 0 && ended.stdout.contains("llvmpipe"), "{program}: {}", ended.all());
    }
}

#[test]
fn a_preloaded_library_stands_in_front_of_the_egl_vendors_that_the_user_named() {
    assert!(Path::new(MESA).exists(), "{MESA} is missing: install the Debian package libegl-mesa0");
    expect_in_front_of_egl(&run(es2_info().env("LD_PRELOAD", library()).env("__EGL_VENDOR_LIBRARY_FILENAMES", MESA)));
}

/// A child inherits the variables that a preloaded parent preserved; variables set for the child override them.
#[test]
fn a_preloaded_library_stands_in_front_of_the_egl_vendors_that_a_preloaded_parent_named() {
    let mut command = es2_info();
    command.env("LD_PRELOAD", library()).env("GLMETER_EGL_VENDORS", "/nonexistent.json");
    expect_in_front_of_egl(&run(command.env("__EGL_VENDOR_LIBRARY_FILENAMES", MESA)));
}

#[test]
fn without_any_egl_vendor_and_without_the_software_pipeline_the_program_gets_its_own_error_and_no_crash() {
    let mut command = es2_info();
    command.env("LD_PRELOAD", library()).env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json").env("GLMETER_PROVIDER", "host");
    let ended = run(&mut command);
    assert_eq!(ended.code, 255, "es2_info says so itself: {}", ended.all());
    assert!(ended.stderr.contains("glmeter: no EGL driver was found"), "{}", ended.all());
}

#[test]
fn a_setting_that_is_not_known_gets_one_line_and_its_default() {
    let ended = run(es2_info().env("LD_PRELOAD", library()).env("GLMETER_LOG", "loud"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert_eq!(ended.stderr, "glmeter: GLMETER_LOG wants off, error, info or debug, got \"loud\"\n", "{}", ended.all());
}

#[test]
fn the_software_pipeline_that_is_not_there_is_said_once_and_the_host_serves() {
    let folder = Folder::new("without-software");
    let copy = folder.copy(&["libglmeter.so", "10_glmeter.json"]);
    let ended = run(folder.at_home("es2_info").env("LD_PRELOAD", copy).env("GLMETER_PROVIDER", "software").env_remove("GLMETER_LOG"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.all());
    assert!(ended.stderr.contains("GLMETER_PROVIDER=software: libglmeter_soft.so is not beside libglmeter.so"), "{}", ended.all());
}
