//! Programs whose pictures on the software pipeline are compared with those on Mesa's llvmpipe. No program loads glmeter itself: both drivers
//! are vendors of libglvnd.

use super::libraries::python;
use super::{Mode, client, expect_success, fresh, installed};
use crate::support::{build_folder, root, run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How far two drivers' pictures may differ, which round differently.
#[derive(Clone, Copy)]
struct Tolerance {
    /// The largest mean difference of a colour component, of 255.
    mean: f64,
    /// The largest share of pixels with a component that differs by more than 8: pixels at edges, of which one driver covers another sample.
    pixels: f64,
}

/// A picture of three bytes for each pixel.
struct Picture {
    size: String,
    pixels: Vec<u8>,
}

impl Picture {
    /// Reads a PPM file, as the programs of this folder and Qt write it: three lines, then the bytes.
    fn read(path: &Path) -> Self {
        let bytes = std::fs::read(path).unwrap();
        let mut parts = bytes.splitn(4, |&byte| byte == b'\n');
        let lines = [0; 3].map(|_| String::from_utf8(parts.next().unwrap().to_vec()).unwrap());
        assert!(lines[0] == "P6" && lines[2] == "255", "{}: {lines:?}", path.display());
        Self { size: lines[1].clone(), pixels: parts.next().unwrap().to_vec() }
    }

    /// Returns the mean difference of a component, and the share of pixels that differ by more than 8.
    fn difference(&self, other: &Self) -> (f64, f64) {
        let differences = || self.pixels.iter().zip(&other.pixels).map(|(one, other)| one.abs_diff(*other));
        let sum: u64 = differences().map(u64::from).sum();
        let all: Vec<u8> = differences().collect();
        let far = all.chunks(3).filter(|pixel| pixel.iter().any(|&difference| difference > 8)).count();
        (sum as f64 / all.len() as f64, far as f64 * 3.0 / all.len() as f64)
    }
}

/// Runs a program on a driver in an empty folder; returns its pictures by their names. `command` sets the program up with the folder.
fn draw(renderer: &str, vendor: &Path, program: &Path, set_up: &dyn Fn(&mut Command, &Path)) -> BTreeMap<String, Picture> {
    let folder = fresh("pictures");
    std::fs::create_dir(&folder).unwrap();
    let mut command = client(Mode::Bare, program);
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", vendor).env("LIBGL_ALWAYS_SOFTWARE", "1").env("PYTHONDONTWRITEBYTECODE", "1");
    set_up(&mut command, &folder);
    let ended = run(&mut command);
    expect_success(&ended, &format!("{} on {renderer}", program.display()));
    assert!(ended.all().contains(renderer), "the program runs on {renderer}\n{}", ended.all());
    assert!(!ended.stderr.contains("glmeter-soft:"), "the pipeline reports nothing\n{}", ended.all());
    let files =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "ppm"));
    let pictures = files.map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), Picture::read(&path))).collect();
    std::fs::remove_dir_all(folder).unwrap();
    pictures
}

/// Asserts that a program draws these pictures, and each within its tolerance of llvmpipe's.
fn as_llvmpipe_does(program: &Path, set_up: &dyn Fn(&mut Command, &Path), expected: &[(&str, Tolerance)]) {
    let pipeline = build_folder().join("60_glmeter_soft.json");
    let mesa = PathBuf::from("/usr/share/glvnd/egl_vendor.d/50_mesa.json");
    assert!(mesa.exists(), "{} is missing: install the Debian package libegl-mesa0", mesa.display());
    let ours = draw("glmeter software pipeline", &pipeline, program, set_up);
    let theirs = draw("llvmpipe", &mesa, program, set_up);
    let mut names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    assert_eq!(ours.keys().collect::<Vec<_>>(), names);
    assert_eq!(theirs.keys().collect::<Vec<_>>(), names);
    for (name, tolerance) in expected {
        let (ours, theirs) = (&ours[*name], &theirs[*name]);
        assert!(ours.size == theirs.size && ours.pixels.len() == theirs.pixels.len(), "{name}: {} and {}", ours.size, theirs.size);
        let blank = theirs.pixels.chunks(3).all(|pixel| *pixel == theirs.pixels[..3]);
        assert!(!blank, "{name} shows something");
        let (mean, pixels) = ours.difference(theirs);
        assert!(mean <= tolerance.mean && pixels <= tolerance.pixels, "{name}: mean difference {mean:.4}, {pixels:.5} of the pixels");
    }
}

/// Returns the settings for a program in Python that takes the folder.
fn script(name: &'static str) -> impl Fn(&mut Command, &Path) {
    move |command, folder| {
        command.arg(root().join("tests/clients").join(name)).arg(folder).env("MUJOCO_GL", "egl");
    }
}

#[test]
fn moderngl_draws_as_on_llvmpipe() {
    let close = Tolerance { mean: 0.5, pixels: 0.001 };
    // The edges of small triangles that lie behind each other.
    let edges = Tolerance { mean: 0.5, pixels: 0.005 };
    let expected = [
        ("array", close),
        ("compute", close),
        ("feedback", close),
        ("geometry", close),
        ("tessellation", edges),
        ("torus-0", close),
        ("torus-4", close),
        ("volume", close),
    ];
    as_llvmpipe_does(&python(), &script("draw_with_moderngl.py"), &expected);
}

#[test]
fn mujoco_draws_as_on_llvmpipe() {
    let tolerance = Tolerance { mean: 0.5, pixels: 0.005 };
    let expected = ["scene-0-0", "scene-0-1", "scene-4-0", "scene-4-1"].map(|name| (name, tolerance));
    as_llvmpipe_does(&python(), &script("draw_with_mujoco.py"), &expected);
}

/// Asserts that a script draws in memory what it draws by EGL on the pipeline, bit by bit: the driver is the same.
fn the_same_in_memory(by_egl: &dyn Fn(&mut Command, &Path), by_osmesa: &dyn Fn(&mut Command, &Path), count: usize) {
    let in_memory = |command: &mut Command, folder: &Path| {
        by_osmesa(command, folder);
        command.env("LD_LIBRARY_PATH", build_folder());
    };
    let vendor = build_folder().join("60_glmeter_soft.json");
    let expected = draw("glmeter software pipeline", &vendor, &python(), by_egl);
    let drawn = draw("glmeter software pipeline", Path::new("/nonexistent"), &python(), &in_memory);
    assert_eq!(expected.len(), count);
    assert!(expected.keys().eq(drawn.keys()));
    for (name, picture) in &expected {
        assert!(picture.pixels == drawn[name].pixels, "{name}: {:?}", picture.difference(&drawn[name]));
    }
}

#[test]
fn mujoco_draws_the_same_in_memory() {
    let by_egl = script("draw_with_mujoco.py");
    let by_osmesa = |command: &mut Command, folder: &Path| {
        by_egl(command, folder);
        command.env("MUJOCO_GL", "osmesa");
    };
    the_same_in_memory(&by_egl, &by_osmesa, 4);
}

#[test]
fn glfw_draws_the_same_in_memory() {
    let by = |api: &'static str| {
        move |command: &mut Command, folder: &Path| {
            script("draw_with_glfw.py")(command, folder);
            command.arg(api).env("PYOPENGL_PLATFORM", api);
        }
    };
    the_same_in_memory(&by("egl"), &by("osmesa"), 1);
}

#[test]
fn qt_quick_draws_as_on_llvmpipe() {
    installed("qmlscene", "qmlscene");
    let set_up = |command: &mut Command, folder: &Path| {
        let text = std::fs::read_to_string(root().join("tests/clients/draw_with_quick.qml")).unwrap();
        let file = folder.join("quick.qml");
        std::fs::write(&file, text.replace("FOLDER", &folder.display().to_string())).unwrap();
        command.arg(file).envs([("QT_QPA_PLATFORM", "xcb"), ("QT_XCB_GL_INTEGRATION", "xcb_egl"), ("QSG_INFO", "1")]);
    };
    as_llvmpipe_does(Path::new("qmlscene"), &set_up, &[("quick", Tolerance { mean: 0.5, pixels: 0.005 })]);
}
