//! A host that opens and closes plug-ins which are linked with glmeter, again and again, with contexts current and threads that wait for fences.

use super::{PathBuf, archive, command, compile, joined, library, link, run_for, shared};

const ES: [&str; 2] = ["-lGLESv2", "-lEGL"];

/// Returns the host; `kind` is how it is linked with glmeter itself.
fn host(kind: &str) -> PathBuf {
    let plain = || compile("plugin_host", "plugin_host.c", &[]);
    let measures = || compile("plugin_host-measures", "plugin_host.c", &["-DMEASURES"]);
    match kind {
        "shared" => link("host-shared", &measures(), &joined(&[&shared()], &ES)),
        "static" => link("host-static", &measures(), &joined(&[&archive()], &ES)),
        _ => link("host", &plain(), &["-lEGL", "-ldl"]),
    }
}

/// Returns the plug-in, linked with the shared or the static library. A hidden one shows none of its own copy's names.
fn plugin(kind: &str) -> PathBuf {
    let object = compile("plugin", "plugin.c", &[]);
    let hidden = ["-Wl,--exclude-libs,ALL", "-Wl,-Bsymbolic"];
    match kind {
        "shared" => link("plugin-shared.so", &object, &joined(&[&shared()], &["-shared", ES[0], ES[1]])),
        "static" => link("plugin-static.so", &object, &joined(&[&archive()], &["-shared", ES[0], ES[1]])),
        _ => link("plugin-hidden.so", &object, &joined(&[&archive()], &["-shared", ES[0], ES[1], hidden[0], hidden[1]])),
    }
}

fn runs(host_kind: &str, plugin_kind: &str, preloaded: bool) {
    // With the driver's timers, and with fences, for which threads wait.
    for emulate in ["auto", "always"] {
        let mut command = command(&host(host_kind));
        command.arg(plugin(plugin_kind)).env("GLMETER_EMULATE", emulate);
        if preloaded {
            command.env("LD_PRELOAD", library());
        }
        let ended = run_for(&mut command, 120);
        let what = format!("host {host_kind}, plug-in {plugin_kind}, preloaded: {preloaded}, GLMETER_EMULATE={emulate}");
        assert!(ended.code == 0 && ended.stdout.contains("plugin_host: ok"), "{what}\n{}", ended.all());
        // The plug-in's copy stays loaded, and hands over once if another copy serves.
        let serving = ended.stderr.lines().filter(|line| line.starts_with("glmeter: OpenGL ES")).count();
        assert_eq!(serving, 2, "each of the two contexts is served by one copy: {what}\n{}", ended.all());
    }
}

macro_rules! plugins {
    ($($test:ident: $host:literal, $plugin:literal, $preloaded:literal;)*) => { $(
        #[test]
        fn $test() {
            runs($host, $plugin, $preloaded);
        }
    )* };
}

plugins! {
    a_plugin_with_the_shared_library: "plain", "shared", false;
    a_plugin_with_the_static_library: "plain", "static", false;
    a_plugin_that_hides_the_static_library: "plain", "hidden", false;
    a_plugin_with_the_static_library_in_a_preloaded_host: "plain", "static", true;
    a_plugin_with_the_shared_library_in_a_preloaded_host: "plain", "shared", true;
    a_plugin_with_the_shared_library_in_a_preloaded_host_with_the_static_one: "static", "shared", true;
    a_plugin_that_hides_the_static_library_in_a_preloaded_host: "plain", "hidden", true;
    a_plugin_with_the_shared_library_in_a_host_with_the_same: "shared", "shared", false;
    a_plugin_with_the_static_library_in_a_host_with_the_shared_one: "shared", "static", false;
    a_plugin_that_hides_the_static_library_in_a_host_with_the_shared_one: "shared", "hidden", false;
    a_plugin_with_the_shared_library_in_a_host_with_the_static_one: "static", "shared", false;
    a_plugin_with_the_static_library_in_a_host_with_the_same: "static", "static", false;
    a_plugin_that_hides_the_static_library_in_a_host_with_the_same: "static", "hidden", false;
    a_plugin_with_the_shared_library_in_a_preloaded_host_with_the_same: "shared", "shared", true;
    a_plugin_that_hides_the_static_library_in_a_preloaded_host_with_the_same: "static", "hidden", true;
}
