//! The static library, a library that is opened late, and several copies of glmeter in one process, of which one serves.

use super::loaders::{DESKTOP, EMBEDDED};
use super::{PathBuf, archive, build_folder, built, command, compile, folder, joined, library, link, run, served_once, shared};
use std::process::Command;

const BOTH: [&str; 2] = [DESKTOP, EMBEDDED];

/// Returns another file of the same library, with its JSON file, as another installation has.
fn other_library() -> PathBuf {
    let place = folder().join("other");
    std::fs::create_dir_all(&place).unwrap();
    built("other-library", |fresh| {
        std::fs::copy(build_folder().join("10_glmeter.json"), place.join("10_glmeter.json")).unwrap();
        let aside = place.join(format!("{}.so", std::process::id()));
        std::fs::copy(library(), &aside).unwrap();
        std::fs::rename(aside, place.join("libglmeter.so")).unwrap();
        std::fs::write(fresh, "").unwrap();
    });
    place.join("libglmeter.so")
}

/// Returns the program that is linked with the static library, before or after libGL.
fn statically_linked(order: &str) -> PathBuf {
    let object = compile("linked_with_libgl", "loaders.c", &["-DLINKED"]);
    let archive = archive();
    let gl = ["-lGL", "-lEGL"];
    let arguments = match order {
        "before" => joined(&[&archive], &gl),
        _ => gl.into_iter().chain(joined(&[&archive], &[])).collect(),
    };
    link(&format!("static-{order}"), &object, &arguments)
}

fn opened() -> Command {
    let object = compile("opened", "loaders.c", &["-DOPENED"]);
    command(&link("opened", &object, &["-lEGL", "-ldl"]))
}

fn opened_with_glx() -> Command {
    let object = compile("opened-glx", "loaders.c", &["-DOPENED", "-DOF_GLX"]);
    command(&link("opened-glx", &object, &["-lGLX", "-lX11", "-ldl"]))
}

#[test]
fn a_program_with_the_static_library_needs_no_other() {
    for order in ["before", "after"] {
        let program = statically_linked(order);
        let needed = run(Command::new("readelf").arg("-d").arg(&program)).stdout;
        assert!(!needed.contains("libglmeter"), "{needed}");
        served_once(&mut command(&program), "loaders: ok", &BOTH);
        let soft = build_folder().join("60_glmeter_soft.json");
        let ended = served_once(command(&program).env("__EGL_VENDOR_LIBRARY_FILENAMES", soft), "loaders: ok", &BOTH);
        assert!(ended.stdout.contains("renderer glmeter software pipeline"), "{}", ended.all());
    }
}

#[test]
fn a_preloaded_copy_serves_a_program_with_the_static_library() {
    let ended = served_once(command(&statically_linked("before")).env("LD_PRELOAD", library()), "loaders: ok", &BOTH);
    assert!(ended.stderr.contains("libglmeter.so serves this one's calls"), "{}", ended.all());
}

/// What a program asks its own copy of, the copy that serves answers.
#[test]
fn the_control_interface_is_that_of_the_copy_that_serves() {
    let object = compile("control", "control.c", &["-DLINKED"]);
    let program = link("control-static", &object, &joined(&[&archive()], &["-lGL", "-lEGL", "-lpthread", "-ldl"]));
    for preload in [None, Some(library())] {
        let mut command = command(&program);
        command.envs(preload.iter().map(|library| ("LD_PRELOAD", library)));
        let ended = run(command.arg("host"));
        assert!(ended.code == 0 && ended.stdout == "control: ok\n", "{preload:?}\n{}", ended.all());
    }
}

#[test]
fn a_copy_in_front_of_the_driver_serves_a_program_with_the_static_library() {
    let mut command = command(&statically_linked("before"));
    command.env("__EGL_VENDOR_LIBRARY_FILENAMES", build_folder().join("10_glmeter.json"));
    let ended = served_once(&mut command, "loaders: ok", &BOTH);
    assert!(ended.stderr.contains("libglmeter.so serves this one's calls"), "{}", ended.all());
}

/// The loader takes a library of the same SONAME for the one that the program needs.
#[test]
fn a_linked_program_with_another_installation_preloaded_has_one_copy() {
    let object = compile("linked_with_libgl", "loaders.c", &["-DLINKED"]);
    let program = link("linked-and-preloaded", &object, &joined(&[&shared()], &["-lGL", "-lEGL"]));
    let ended = served_once(command(&program).env("LD_PRELOAD", other_library()), "loaders: ok", &BOTH);
    assert!(!ended.stderr.contains("serves this one's calls"), "{}", ended.all());
}

/// The copy that came with the program has libglvnd find it, and stands in front of the drivers behind the other one.
#[test]
fn a_linked_program_in_front_of_another_installation_has_one_copy_that_serves() {
    let object = compile("linked_with_libgl", "loaders.c", &["-DLINKED"]);
    let program = link("linked-and-preloaded", &object, &joined(&[&shared()], &["-lGL", "-lEGL"]));
    let json = other_library().with_file_name("10_glmeter.json");
    let ended = served_once(command(&program).env("__EGL_VENDOR_LIBRARY_FILENAMES", &json), "loaders: ok", &BOTH);
    assert!(ended.stderr.contains("wrapping libEGL_mesa.so.0") && !ended.stderr.contains("serves this one's calls"), "{}", ended.all());
}

/// The first context is current before the library is opened; the second is made current by a function that the library does not see.
#[test]
fn a_library_opened_late_serves_the_current_context() {
    served_once(opened().arg(library()), "loaders: ok", &BOTH);
    served_once(opened().arg(library()).env("GLMETER_EMULATE", "always"), "loaders: ok", &BOTH);
    served_once(opened().arg(library()).env("LIBGL_ALWAYS_SOFTWARE", "1").env("GALLIUM_DRIVER", "softpipe"), "loaders: ok", &BOTH);
}

#[test]
fn a_library_opened_late_serves_the_current_context_of_glx() {
    served_once(opened_with_glx().arg(library()), "loaders: ok", &BOTH);
    served_once(opened_with_glx().arg(library()).env("GLMETER_EMULATE", "always"), "loaders: ok", &BOTH);
}

#[test]
fn a_preloaded_copy_serves_instead_of_one_opened_late() {
    for mut command in [opened(), opened_with_glx()] {
        let ended = served_once(command.arg(other_library()).env("LD_PRELOAD", library()), "loaders: ok", &BOTH);
        assert!(ended.stderr.contains("libglmeter.so serves this one's calls"), "{}", ended.all());
    }
}

/// Without libglvnd there is no layer that sees all calls: the copy serves that the program's calls reach first.
#[test]
fn without_glvnd_the_static_copy_serves_a_preloaded_program() {
    let place = folder().join("classic");
    std::fs::create_dir_all(&place).unwrap();
    let egl = link("classic-egl", &compile("classic_egl", "classic_egl.c", &[]), &["-shared", "-Wl,-soname,libEGL.so.1", "-ldl"]);
    std::fs::copy(egl, place.join("libEGL.so.1")).unwrap();
    let search = format!("-L{}", place.display());
    let program =
        link("classic-static", &compile("classic", "classic.c", &[]), &joined(&[&archive()], &[&search, "-l:libEGL.so.1", "-ldl"]));
    for route in ["linked", "getproc"] {
        for preloaded in [false, true] {
            let mut command = command(&program);
            command.arg(route).env("LD_LIBRARY_PATH", &place);
            if preloaded {
                command.env("LD_PRELOAD", library());
            }
            let ended = run(&mut command);
            let served = ended.stderr.lines().filter(|line| line.starts_with("glmeter: OpenGL ES")).count();
            assert!(
                ended.code == 0 && ended.stdout.contains("classic: ok") && served == 2,
                "{route}, preloaded: {preloaded}\n{}",
                ended.all()
            );
        }
    }
}
