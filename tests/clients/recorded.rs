//! Programs by GLX and EGL whose frames on the software pipeline are compared with those on Mesa's llvmpipe. What a program draws depends on the
//! clock, so apitrace records it once on llvmpipe, and both drivers draw the recording. With `PROGRAMS=all` in the environment the programs of
//! `setup.sh programs` run too.

use super::{Mode, client, expect_success, fresh, installed};
use crate::support::{Ended, build_folder, run_for};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program that draws frames until it is ended.
struct Program {
    name: &'static str,
    package: &'static str,
    arguments: &'static [&'static str],
    /// The window system, as apitrace names it.
    api: &'static str,
    /// How long it is recorded.
    seconds: u32,
    /// The largest mean difference of a colour component in any frame, of 255.
    mean: f64,
    /// Runs only with `PROGRAMS=all`.
    large: bool,
}

const fn program(name: &'static str, package: &'static str, api: &'static str, mean: f64) -> Program {
    Program { name, package, arguments: &[], api, seconds: 1, mean, large: false }
}

const PROGRAMS: [Program; 7] = [
    program("glxgears", "mesa-utils", "gl", 0.05),
    program("glxheads", "mesa-utils", "gl", 0.05),
    program("es2gears_x11", "mesa-utils", "egl", 0.05),
    // Anisotropic filters: llvmpipe's are elliptical and blur text that is not distorted.
    Program { seconds: 8, large: true, ..program("/usr/games/neverball", "neverball", "gl", 2.0) },
    Program { seconds: 8, large: true, ..program("/usr/games/etr", "extremetuxracer", "gl", 0.05) },
    Program { seconds: 8, large: true, arguments: &["model.scad"], ..program("openscad", "openscad", "gl", 0.5) },
    Program {
        seconds: 40,
        large: true,
        arguments: &["--track=hacienda", "--no-sound", "--screensize=640x480", "-N"],
        ..program("/usr/games/supertuxkart", "supertuxkart", "gl", 0.5)
    },
];

/// What OpenSCAD shows: `model.scad` in the folder of each recording.
const MODEL: &str = "difference() { sphere(r=20, $fn=60); cube([15, 15, 60], center=true); } color(\"red\") translate([30, 0, 0]) cylinder(h=20, r1=10, r2=3);\n";

/// Returns true if the large programs run too.
fn all() -> bool {
    std::env::var_os("PROGRAMS").is_some_and(|value| value == "all")
}

/// Sets a command to llvmpipe.
fn on_llvmpipe(command: &mut Command) -> &mut Command {
    command.env("LIBGL_ALWAYS_SOFTWARE", "1").env("__EGL_VENDOR_LIBRARY_FILENAMES", "/usr/share/glvnd/egl_vendor.d/50_mesa.json")
}

/// Sets a command to the software pipeline.
fn on_the_pipeline(command: &mut Command) -> &mut Command {
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("60_glmeter_soft.json"));
    command.env("__GLX_VENDOR_LIBRARY_NAME", "glmeter_soft").env("LD_LIBRARY_PATH", build_folder())
}

/// A folder for one recording. Removes itself when dropped.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Records a program on llvmpipe for so many seconds.
fn record(program: &Program, seconds: u32, folder: &Path) -> PathBuf {
    let trace = folder.join("trace");
    std::fs::write(folder.join("model.scad"), MODEL).unwrap();
    let mut command = client(Mode::Bare, "timeout");
    command.args(["--kill-after=5", "--signal=INT", &seconds.to_string(), "apitrace", "trace", "-a", program.api, "-o"]).arg(&trace);
    command.arg(program.name).args(program.arguments).env("HOME", folder).current_dir(folder);
    let ended = run_for(on_llvmpipe(&mut command), 120);
    assert!(trace.exists(), "{} is recorded\n{}", program.name, ended.all());
    trace
}

/// Draws a recording; returns the frames by the numbers of their calls, without the first, for which llvmpipe's window has its old size.
fn frames(trace: &Path, folder: &Path, set_up: fn(&mut Command) -> &mut Command) -> (BTreeMap<String, PathBuf>, Ended) {
    std::fs::create_dir_all(folder).unwrap();
    let mut command = client(Mode::Bare, "apitrace");
    command.args(["dump-images", "--calls=*/frame", "-o"]).arg(folder.join("frame-")).arg(trace);
    let ended = run_for(set_up(&mut command), 600);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let frames: BTreeMap<String, PathBuf> = files.map(|file| (file.file_name().unwrap().to_string_lossy().into_owned(), file)).collect();
    (frames.into_iter().skip(1).collect(), ended)
}

/// Reads a PNG picture; returns its size and bytes.
fn picture(path: &Path) -> ((u32, u32), Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    bytes.truncate(info.buffer_size());
    ((info.width, info.height), bytes)
}

/// Asserts that a program's frames are llvmpipe's but for the tolerance.
fn draws_as_on_llvmpipe(program: &Program) {
    installed(program.name, program.package);
    let folder = Folder(fresh("recorded"));
    // On a busy machine a program may need longer for its second frame.
    let (trace, ours, ended) = (0..4)
        .map(|attempt| {
            let folder = folder.0.join(attempt.to_string());
            std::fs::create_dir_all(&folder).unwrap();
            let trace = record(program, program.seconds << attempt, &folder);
            let (ours, ended) = frames(&trace, &folder.join("ours"), on_the_pipeline);
            (trace, ours, ended)
        })
        .find(|(_, frames, _)| !frames.is_empty())
        .unwrap_or_else(|| panic!("{} draws no second frame", program.name));
    assert!(!ended.stderr.contains("glmeter-soft:"), "the pipeline reports nothing\n{}", ended.all());
    let (theirs, other) = frames(&trace, &folder.0.join("theirs"), on_llvmpipe);
    assert!(ours.keys().eq(theirs.keys()), "{}: {} and {} frames\n{}", program.name, ours.len(), theirs.len(), other.all());
    let mut shows = false;
    for (name, file) in &ours {
        let ((size, ours), (other_size, theirs)) = (picture(file), picture(&theirs[name]));
        assert!(size == other_size && ours.len() == theirs.len(), "{} {name}: {size:?} and {other_size:?}", program.name);
        shows |= ours.iter().any(|byte| *byte != ours[0]);
        let sum: u64 = ours.iter().zip(&theirs).map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
        let mean = sum as f64 / ours.len() as f64;
        assert!(mean <= program.mean, "{} {name}: mean difference {mean:.4}", program.name);
    }
    assert!(shows, "{} shows something", program.name);
}

#[test]
fn recorded_programs_draw_as_on_llvmpipe() {
    installed("apitrace", "apitrace");
    PROGRAMS.iter().filter(|program| all() || !program.large).for_each(draws_as_on_llvmpipe);
}

/// glmark2 reads pixels of its scenes and compares them with those that it expects; of six scenes it expects none.
#[test]
fn glmark2_finds_its_pixels_in_every_scene() {
    for (program, package) in [("glmark2", "glmark2-x11"), ("glmark2-es2", "glmark2-es2-x11")] {
        installed(program, package);
        let ended = run_for(on_the_pipeline(client(Mode::Bare, program).arg("--validate")), 300);
        expect_success(&ended, program);
        let scenes = |end: &str| ended.stdout.lines().filter(|line| line.contains("Validation:") && line.ends_with(end)).count();
        assert_eq!((scenes("Success"), scenes("Unknown"), scenes("")), (27, 6, 33), "{program}\n{}", ended.all());
        assert!(ended.stdout.contains("glmeter software pipeline"), "{}", ended.all());
    }
}
