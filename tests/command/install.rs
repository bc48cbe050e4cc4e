//! The files that `glmeter install` creates, and their folders.

use super::support::{self, library, run};
use super::{ends_with, folder, glmeter};
use std::path::Path;
use std::process::Command;

fn files_in(place: &Path) -> Vec<String> {
    let mut files: Vec<_> = std::fs::read_dir(place).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    files.sort();
    files
}

#[test]
fn install_lays_a_whole_copy_into_a_folder() {
    let folder = folder("install");
    let place = folder.join("new/folder");
    let files = [
        "glmeter",
        "libglmeter.so",
        "libglmeter_soft.so",
        "libglmeter_osmesa.so",
        "libglmeter_gl.so",
        "libglmeter.so.0",
        "libGLX_glmeter.so.0",
        "libGLX_glmeter_soft.so.0",
        "libOSMesa.so.8",
        "libOSMesa.so",
        "gl/libGL.so.1",
        "gl/libEGL.so.1",
        "gl/libGLESv2.so.2",
        "gl/libGLESv1_CM.so.1",
        "gl/libOpenGL.so.0",
        "gl/libGLX.so.0",
        "preload/lib/x86_64-linux-gnu/libglmeter.so",
        "preload/lib64/libglmeter.so",
        "preload/lib/i386-linux-gnu/libglmeter.so",
        "preload/lib32/libglmeter.so",
        "preload/lib/libglmeter.so",
        "10_glmeter.json",
        "60_glmeter_soft.json",
    ];
    // The second run replaces existing files, except libraries of 32 bits.
    for again in [false, true] {
        let kept =
            |file: &&&str| again && ["preload/lib/i386", "preload/lib32/", "preload/lib/lib"].iter().any(|kept| file.starts_with(kept));
        let laid: String = files.iter().filter(|file| !kept(file)).map(|file| format!("{}\n", place.join(file).display())).collect();
        let ended = run(&mut glmeter(&["install", place.to_str().unwrap()]));
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (0, laid.as_str(), ""));
    }
    let (preload, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.starts_with("preload/"));
    for link in &preload[..2] {
        assert_eq!(place.join(link).canonicalize().unwrap(), place.join("libglmeter.so").canonicalize().unwrap());
    }
    let (links, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| file.starts_with("gl/"));
    let sorted = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(files_in(&place), sorted(files.into_iter().chain(["gl", "preload"]).collect()));
    assert_eq!(files_in(&place.join("gl")), sorted(links.iter().map(|link| link.trim_start_matches("gl/")).collect()));

    let ended = run(glmeter(&[]).env("__EGL_VENDOR_LIBRARY_FILENAMES", place.join("60_glmeter_soft.json")).args(["info"]));
    assert!(ended.stdout.contains("glmeter software pipeline"), "libglvnd finds the pipeline\n{}", ended.all());
    let mut front = Command::new("es2_info");
    front
        .env("DISPLAY", support::display())
        .env("GLMETER_LOG", "info")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", place.join("10_glmeter.json"));
    assert!(run(&mut front).stderr.contains("glmeter: wrapping"), "libglvnd finds glmeter");
    let link = |name: &str| std::fs::read_link(place.join(name)).unwrap();
    assert_eq!(link("libGLX_glmeter.so.0").to_str(), Some("libglmeter.so"));
    assert_eq!(link("libGLX_glmeter_soft.so.0").to_str(), Some("libglmeter_soft.so"));
    let mut glx = Command::new("glxinfo");
    glx.env("DISPLAY", support::display()).env("LD_LIBRARY_PATH", &place).env("__GLX_VENDOR_LIBRARY_NAME", "glmeter_soft");
    let ended = run(glx.arg("-B"));
    assert!(
        ended.stdout.contains("OpenGL renderer string: glmeter software pipeline"),
        "libglvnd's GLX finds the pipeline\n{}",
        ended.all()
    );
}

#[test]
fn install_says_what_it_could_not_lay() {
    let file = folder("install-wrong").join("file");
    std::fs::write(&file, "").unwrap();
    let path = file.to_str().unwrap();
    ends_with(&["install", path], 1, &format!("glmeter: {path}: File exists (os error 17)\n"));
    ends_with(&["install", "--all"], 2, "glmeter: install has no option --all; see glmeter install --help\n");
    ends_with(&["install", path, "more"], 2, "glmeter: install does not know what to do with \"more\"; see glmeter install --help\n");
}

#[test]
fn install_names_no_library_that_is_not_there() {
    let folder = folder("install-without");
    std::fs::copy(support::glmeter().get_program(), folder.join("glmeter")).unwrap();
    std::fs::copy(library(), folder.join("libglmeter.so")).unwrap();
    let ended = run(Command::new(folder.join("glmeter")).arg("install"));
    assert_eq!(ended.code, 0, "{}", ended.all());
    assert_eq!(files_in(&folder), ["10_glmeter.json", "glmeter", "libGLX_glmeter.so.0", "libglmeter.so", "libglmeter.so.0", "preload"]);
}
