//! What `glmeter install --prefix` lays, and the installed command.

use super::support::{build_folder, display, glmeter, run};
use super::{Found, command, files_below, folder, install, prefix};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The installed files in `lib/x86_64-linux-gnu`, and below the prefix. A link has its target.
const LIBRARIES: [&str; 22] = [
    "glmeter/10_glmeter.json",
    "glmeter/gl/libEGL.so.1 -> ../libglmeter_gl.so",
    "glmeter/gl/libGL.so.1 -> ../libglmeter_gl.so",
    "glmeter/gl/libGLESv1_CM.so.1 -> ../libglmeter_gl.so",
    "glmeter/gl/libGLESv2.so.2 -> ../libglmeter_gl.so",
    "glmeter/gl/libGLX.so.0 -> ../libglmeter_gl.so",
    "glmeter/gl/libOpenGL.so.0 -> ../libglmeter_gl.so",
    "glmeter/libOSMesa.so -> libglmeter_osmesa.so",
    "glmeter/libOSMesa.so.8 -> libglmeter_osmesa.so",
    "glmeter/libglmeter_gl.so",
    "glmeter/libglmeter_osmesa.so",
    "glmeter/libglmeter_soft.so",
    "libGLX_glmeter.so.0 -> libglmeter.so.0",
    "libGLX_glmeter_soft.so.0 -> glmeter/libglmeter_soft.so",
    "libglmeter.a",
    concat!("libglmeter.so -> libglmeter.so.", env!("CARGO_PKG_VERSION")),
    concat!("libglmeter.so.", env!("CARGO_PKG_VERSION")),
    concat!("libglmeter.so.0 -> libglmeter.so.", env!("CARGO_PKG_VERSION")),
    "pkgconfig/glmeter.pc",
    "../../bin/glmeter",
    "../../include/GL/glmeter.h",
    "../../share/bash-completion/completions/glmeter",
];
const OTHERS: [&str; 9] = [
    "../../share/cmake/glmeter/glmeterConfig.cmake",
    "../../share/cmake/glmeter/glmeterConfigVersion.cmake",
    "../../share/doc/glmeter/LICENSE-MIT",
    "../../share/fish/vendor_completions.d/glmeter.fish",
    "../../share/glmeter/egl_vendor.d/10_glmeter.json",
    "../../share/glvnd/egl_vendor.d/60_glmeter_soft.json",
    "../../share/man/man1/glmeter.1",
    "../../share/man/man7/glmeter.7",
    "../../share/zsh/site-functions/_glmeter",
];

#[test]
fn a_package_is_laid_below_its_root() {
    let root = folder("package");
    let options = ["--libdir", "lib/x86_64-linux-gnu", "--destdir", root.to_str().unwrap()];
    let printed = install(Path::new("/usr"), &options);
    assert_eq!(install(Path::new("/usr"), &options), printed, "a second time it replaces the files");
    let mut wanted: Vec<String> = LIBRARIES
        .iter()
        .chain(&OTHERS)
        .map(|line| format!("usr/lib/x86_64-linux-gnu/{line}").replace("lib/x86_64-linux-gnu/../../", ""))
        .collect();
    wanted.sort();
    let found = files_below(&root);
    let shown = |(path, found): (&String, &Found)| match found {
        Found::File(_) => path.clone(),
        Found::Link(target) => format!("{path} -> {}", target.display()),
    };
    assert_eq!(found.iter().map(shown).collect::<Vec<_>>(), wanted);
    let mut lines: Vec<&str> =
        printed.lines().map(|line| line.strip_prefix(root.to_str().unwrap()).unwrap().trim_start_matches('/')).collect();
    lines.sort_unstable();
    assert_eq!(lines, found.keys().map(String::as_str).collect::<Vec<_>>());
    let Found::File(description) = &found["usr/lib/x86_64-linux-gnu/pkgconfig/glmeter.pc"] else { panic!("a file") };
    let description = String::from_utf8_lossy(description);
    assert!(description.starts_with("prefix=/usr\n"), "the root folder of the package has no name in it: {description}");
    let mode = |path: &str| root.join(path).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("usr/bin/glmeter") & 0o111, mode("usr/share/man/man1/glmeter.1") & 0o111), (0o111, 0));
}

#[test]
fn the_installed_command_finds_its_libraries() {
    let glmeter = prefix().join("bin/glmeter");
    let ended = run(command(&glmeter).arg("info"));
    assert!(ended.code == 0 && ended.stdout.contains("OSMesa the software pipeline"), "{}", ended.all());
    for (options, renderer) in [(&["--provider", "host"], "llvmpipe"), (&["--provider", "software"], "glmeter software pipeline")] {
        let ended = run(command(&glmeter).arg("run").args(options).args(["--", "es2_info"]).env("DISPLAY", display()));
        let line = ended.stdout.lines().find(|line| line.starts_with("GL_RENDERER")).unwrap_or_default();
        assert!(ended.code == 0 && line.contains(renderer), "{options:?}\n{}", ended.all());
        assert!(ended.stdout.contains("GL_ANGLE_timer_query"), "{}", ended.all());
        // libglvnd opens a GLX vendor by a name that is not the library's SONAME, and in none of its folders.
        let mut glxinfo = command(&glmeter);
        glxinfo.arg("run").args(options).args(["--log", "info", "--", "glxinfo", "-B"]).env("DISPLAY", display());
        let ended = run(&mut glxinfo);
        assert!(ended.code == 0 && ended.stdout.contains(renderer), "{options:?}\n{}", ended.all());
        assert!(ended.stderr.contains("glmeter: wrapping "), "{}", ended.all());
    }
}

#[test]
fn the_preload_leaves_libglvnds_variables_and_its_installed_json_file_serves() {
    let under_run = || {
        let mut command = command(prefix().join("bin/glmeter"));
        command.args(["run", "--"]).env("DISPLAY", display()).env("GLMETER_LOG", "info");
        command
    };
    let ended = run(under_run().arg("env"));
    assert!(ended.code == 0 && !ended.stdout.contains("__EGL_VENDOR_LIBRARY_FILENAMES"), "{}", ended.all());
    let ended = run(under_run().arg("es2_info"));
    assert!(ended.stderr.contains("glmeter: wrapping libEGL_mesa.so.0"), "{}", ended.all());
    let file = prefix().join("lib/glmeter/10_glmeter.json");
    let mut child = command("es2_info");
    child.env("__EGL_VENDOR_LIBRARY_FILENAMES", file).env("DISPLAY", display()).env("GLMETER_LOG", "info");
    assert!(run(&mut child).stderr.contains("glmeter: wrapping libEGL_mesa.so.0"));
}

#[test]
fn libglvnd_finds_both_libraries_by_their_json_files_and_names() {
    let with = |program: &str, variable: &str, value: &Path| {
        let mut command = command(program);
        command.env("LD_LIBRARY_PATH", prefix().join("lib")).env("DISPLAY", display()).env("GLMETER_LOG", "info").env(variable, value);
        run(&mut command)
    };
    const EGL: &str = "__EGL_VENDOR_LIBRARY_FILENAMES";
    let ended = with("es2_info", EGL, &prefix().join("share/glmeter/egl_vendor.d/10_glmeter.json"));
    assert!(ended.stderr.contains("glmeter: wrapping libEGL_mesa.so.0"), "{}", ended.all());
    let ended = with("es2_info", EGL, &prefix().join("share/glvnd/egl_vendor.d/60_glmeter_soft.json"));
    assert!(ended.stdout.contains("GL_RENDERER: glmeter software pipeline"), "{}", ended.all());
    const GLX: &str = "__GLX_VENDOR_LIBRARY_NAME";
    let ended = with("glxinfo", GLX, Path::new("glmeter"));
    assert!(ended.stderr.contains("glmeter: wrapping libGLX_mesa.so.0"), "{}", ended.all());
    let ended = with("glxinfo", GLX, Path::new("glmeter_soft"));
    assert!(ended.stdout.contains("OpenGL renderer string: glmeter software pipeline"), "{}", ended.all());
}

/// An administrator may let every EGL program of the machine go through glmeter: by a link in libglvnd's folder.
#[test]
fn a_link_in_libglvnds_folder_brings_the_layer_into_every_egl_program() {
    let vendors = folder("vendors");
    let link = |file: &Path| std::os::unix::fs::symlink(file, vendors.join(file.file_name().unwrap())).unwrap();
    link(Path::new("/usr/share/glvnd/egl_vendor.d/50_mesa.json"));
    link(&prefix().join("share/glmeter/egl_vendor.d/10_glmeter.json"));
    let mut program = command("es2_info");
    program.env("__EGL_VENDOR_LIBRARY_DIRS", &vendors).env("LD_LIBRARY_PATH", prefix().join("lib"));
    let ended = run(program.env("DISPLAY", display()).env("GLMETER_LOG", "info"));
    assert!(ended.code == 0 && ended.stderr.contains("glmeter: wrapping libEGL_mesa.so.0"), "{}", ended.all());
    assert!(ended.stdout.contains("GL_RENDERER: llvmpipe"), "{}", ended.all());
}

#[test]
fn install_refuses_what_it_cannot_do() {
    build_folder();
    let refused = |arguments: &[&str], line: &str| {
        let ended = run(glmeter().arg("install").args(arguments));
        assert_eq!((ended.code, ended.stderr), (2, format!("glmeter: {line}\n")), "{arguments:?}");
    };
    refused(&["folder", "--prefix", "/usr"], "install wants a folder or --prefix, not both; see glmeter install --help");
    refused(&["--destdir", "/tmp"], "--destdir needs --prefix; see glmeter install --help");
    refused(&["--libdir", "lib"], "--libdir needs --prefix; see glmeter install --help");
    refused(&["--prefix", "usr"], "--prefix wants an absolute path, got \"usr\"");
    refused(&["--prefix", "/usr", "--libdir", "/lib"], "--libdir wants a path below the prefix, got \"/lib\"");
    // The installed command has no libraries beside it that it could copy.
    let ended = run(command(prefix().join("bin/glmeter")).arg("install"));
    let missing = prefix().join("bin/libglmeter.so");
    let line = format!("glmeter: {} is missing: install takes the libraries beside this command\n", missing.display());
    assert_eq!((ended.code, ended.stderr), (1, line));
}
