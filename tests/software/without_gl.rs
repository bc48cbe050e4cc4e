//! A machine without any GL library.

use super::{PIPELINE, command, linked, pipeline, plain, served_by, support};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use support::{Ended, build_folder, library, run};

/// Creates the root folder of a machine with only the C library, glmeter's files and the programs.
fn machine() -> &'static Path {
    static MACHINE: OnceLock<PathBuf> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("machine-without-gl");
        let _ = std::fs::remove_dir_all(&place);
        ["tmp", "proc/self"].iter().for_each(|folder| std::fs::create_dir_all(place.join(folder)).unwrap());
        let command = PathBuf::from(support::glmeter().get_program());
        let gl = build_folder().join("libglmeter_gl.so");
        let files = [command, library(), pipeline(), gl, linked().to_path_buf(), plain().to_path_buf()];
        for file in &files {
            std::fs::copy(file, place.join(file.file_name().unwrap())).unwrap();
        }
        symlink("libglmeter.so", place.join("libglmeter.so.0")).unwrap();
        std::fs::create_dir(place.join("gl")).unwrap();
        for name in ["libEGL.so.1", "libGLESv2.so.2"] {
            symlink("../libglmeter_gl.so", place.join("gl").join(name)).unwrap();
        }
        // There is no /proc, so provide the link by which the command finds its own path.
        symlink("/glmeter", place.join("proc/self/exe")).unwrap();
        for file in &files {
            let ended = run(Command::new("ldd").arg(file).env("LD_LIBRARY_PATH", build_folder()));
            let found = ended.stdout.split_whitespace().filter(|word| word.starts_with("/lib") || word.starts_with("/usr/lib"));
            let is_gl = |path: &&Path| ["libEGL", "libGL"].iter().any(|name| path.file_name().unwrap().to_string_lossy().starts_with(name));
            for found in found.map(|word| Path::new(word.trim_end_matches(':'))).filter(|path| !is_gl(path)) {
                let copy = place.join(found.strip_prefix("/").unwrap());
                std::fs::create_dir_all(copy.parent().unwrap()).unwrap();
                std::fs::copy(found, copy).unwrap();
            }
        }
        place
    })
}

/// Runs a command on that machine: as root, or in a user name space.
fn there(arguments: &[&str]) -> Ended {
    // SAFETY: the function takes no arguments.
    let mut chroot = if unsafe { libc::geteuid() } == 0 { command("chroot") } else { command("unshare") };
    if chroot.get_program() == "unshare" {
        chroot.args(["--map-root-user", "chroot"]);
    }
    let ended = run(chroot.arg(machine()).args(arguments).env("LD_LIBRARY_PATH", "/"));
    assert!(ended.code != 125 && !ended.stderr.contains("unshare: "), "this test runs as root or in a user name space\n{}", ended.all());
    ended
}

#[test]
fn on_a_machine_without_gl_a_program_that_is_linked_with_glmeter_has_the_pipeline() {
    let gl = run(Command::new("find").arg(machine()).args([
        "-path",
        "*/lib/*",
        "-name",
        "libEGL*",
        "-o",
        "-name",
        "libGL.so*",
        "-o",
        "-name",
        "libGLdispatch*",
    ]));
    assert_eq!(gl.stdout, "", "the machine has no GL library");
    served_by(&there(&["/alone-linked"]), PIPELINE);
    for options in [["/glmeter", "run", "/alone-linked"].as_slice(), &["/glmeter", "run", "--provider", "software", "/alone-linked"]] {
        let ended = there(options);
        served_by(&ended, PIPELINE);
        assert!(ended.stderr.starts_with("glmeter: 1 frames in "), "{}", ended.all());
    }
    let ended = there(&["/glmeter", "run", "--provider", "host", "/alone-linked"]);
    assert!(ended.code == 1 && ended.stderr.starts_with("glmeter: libEGL.so.1 cannot be opened\n"), "{}", ended.all());
}

/// Returns the pixels of the demo's picture.
fn pixels(file: &Path) -> Vec<[u8; 3]> {
    let file = std::fs::File::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("it is a PNG picture");
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let about = reader.next_frame(&mut bytes).unwrap();
    assert_eq!((about.width, about.height, about.color_type, about.bit_depth), (640, 480, png::ColorType::Rgb, png::BitDepth::Eight));
    bytes.chunks_exact(3).map(|pixel| pixel.try_into().unwrap()).collect()
}

/// The picture of README's first command equals the recorded one bit for bit, and Mesa's picture of the scene is similar.
#[test]
fn on_a_machine_without_gl_the_demo_writes_the_picture() {
    let ended = there(&["/glmeter", "demo", "--picture", "/tmp/demo.png"]);
    assert!(ended.code == 0 && ended.stdout.contains("\n  the picture is in /tmp/demo.png\n"), "{}", ended.all());
    let ours = pixels(&machine().join("tmp/demo.png"));
    let recorded = pixels(&support::root().join("docs/demo.png"));
    let other = ours.iter().zip(&recorded).filter(|(a, b)| a != b).count();
    assert_eq!(other, 0, "pixels that are not those of docs/demo.png");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("demo-of-mesa.png");
    let ended = run(command(support::glmeter().get_program()).args(["demo", "--provider", "host", "--picture"]).arg(&file));
    assert!(ended.code == 0 && ended.stdout.contains("on llvmpipe"), "{}", ended.all());
    let mesas = pixels(&file);
    let colours: std::collections::HashSet<&[u8; 3]> = ours.iter().collect();
    assert!(colours.len() > 1000, "{} colours", colours.len());
    // A tessellator may divide a square by the other diagonal, which the wireframe shows, and a driver may select a mipmap level slightly
    // earlier: single pixels of edges and lines may differ.
    let differences =
        ours.iter().zip(&mesas).map(|(a, b)| a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).max().unwrap_or_default());
    let (far, sum) = differences.fold((0, 0), |(far, sum), difference| (far + usize::from(difference > 30), sum + difference));
    assert!(far < ours.len() / 50 && f64::from(sum) < 2.0 * ours.len() as f64, "{far} pixels by over 30 levels, {sum} in all");
}

#[test]
fn on_a_machine_without_gl_the_pages_are_of_the_pipeline() {
    for page in [["/glmeter"].as_slice(), &["/glmeter", "demo"], &["/glmeter", "info"]] {
        let ended = there(page);
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.all());
        assert!(ended.stdout.contains(" on glmeter software pipeline"), "{}", ended.all());
    }
    let ended = there(&["/glmeter", "info", "--provider", "host"]);
    assert!(ended.code == 1 && ended.stderr.starts_with("glmeter: there is no EGL here: "), "{}", ended.all());
}

/// The command finds the folder of libraries that stand for libEGL and libGL.
#[test]
fn on_a_machine_without_gl_a_program_of_the_machine_has_the_pipeline_under_run() {
    let program = format!("/{}", plain().file_name().unwrap().display());
    assert_eq!(there(&[&program]).code, 127, "its libEGL.so.1 is missing");
    for provider in ["auto", "software"] {
        let ended = there(&["/glmeter", "run", "--provider", provider, &program]);
        served_by(&ended, PIPELINE);
        assert!(ended.stderr.starts_with("glmeter: 1 frames in "), "{}", ended.all());
    }
    assert_eq!(there(&["/glmeter", "run", "--provider", "host", &program]).code, 127);
}
