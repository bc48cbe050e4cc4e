//! The GLES layer of Android, loaded by a stand-in for the platform's libEGL (`ctests/android_platform.c`) over Mesa and over a driver of OpenGL ES
//! 2.0 alone. The settings come from the command lines of docs/android.md, which an emulated adb applies.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod platform;
#[path = "../support/mod.rs"]
mod support;

use platform::{Device, LAYER, built, layer};
use std::process::Command;
use support::{Ended, run, run_for};

/// A variable and its value.
type Setting = (&'static str, &'static str);

/// Mesa without the timers of OpenGL ES, and without the addresses that it returns for their functions all the same.
const WITHOUT_TIMERS: [Setting; 2] = [
    ("MESA_EXTENSION_OVERRIDE", "-GL_EXT_disjoint_timer_query -GL_EXT_occlusion_query_boolean"),
    ("ANDROID_DRIVER_LACKS", "glGenQueriesEXT glBeginQueryEXT glEndQueryEXT glQueryCounterEXT glGetQueryObjectui64vEXT glGetInteger64vEXT"),
];
const ES_2: Setting = ("MESA_GLES_VERSION_OVERRIDE", "2.0");

#[track_caller]
fn expect_verdict(ended: &Ended, what: &str) {
    let passed = ended.code == 0 && ended.stdout.lines().any(|line| line.ends_with(": ok"));
    assert!(passed, "{what}\n{}", ended.all());
}

/// Runs a program as the application of the page, with the layer.
#[track_caller]
fn layered(source: &str, arguments: &[&str], settings: &[Setting]) -> Ended {
    let device = Device::with_layer();
    let ended = run_for(device.application(&built(source)).args(arguments).envs(settings.iter().copied()), 120);
    expect_verdict(&ended, &format!("{source} {arguments:?} with {settings:?}"));
    assert!(ended.stderr.contains(&format!("GLES layer found: {LAYER}")), "{}", ended.all());
    ended
}

#[test]
fn timers_work_on_drivers_with_and_without_them() {
    for settings in [&[][..], &WITHOUT_TIMERS] {
        layered("android_layer.c", &["timers"], settings);
        layered("android_layer.c", &["timers-2"], &[settings, &[ES_2]].concat());
    }
    layered("angle_timer_query.c", &[], &[]);
    layered("ext_disjoint_timer_query.c", &[], &[]);
    // Without the occlusion queries of OpenGL ES 2.0 Mesa has none in OpenGL ES 3 either.
    layered("ext_disjoint_timer_query.c", &["2"], &WITHOUT_TIMERS);
}

#[test]
fn timers_work_on_a_driver_of_opengl_es_2_alone() {
    let driver = platform::recording_driver();
    for names in ["EXT", "ANGLE"] {
        let device = Device::with_layer();
        let ended = run(device.application(&built("recorded_es2.c")).arg(names).env("ANDROID_DRIVER", &driver));
        expect_verdict(&ended, names);
    }
}

#[test]
fn statistics_are_counted() {
    layered("android_layer.c", &["statistics"], &[]);
    layered("intel_embedded.c", &[], &WITHOUT_TIMERS);
}

#[test]
fn contexts_are_shared_and_destroyed() {
    for settings in [&[][..], &WITHOUT_TIMERS] {
        layered("android_layer.c", &["shared"], settings);
        layered("android_layer.c", &["threads"], settings);
    }
}

#[test]
fn contexts_of_opengl_es_1_bypass_the_layer() {
    layered("android_layer.c", &["es1"], &[]);
}

#[test]
fn few_places_of_the_platforms_table_are_taken() {
    layered("android_layer.c", &["places"], &[]);
    layered("android_layer.c", &["places"], &WITHOUT_TIMERS);
}

/// The lines of the page, one block after the other.
#[test]
fn the_page_enables_names_and_disables_the_layer() {
    let device = Device::with_layer();
    let application = |device: &Device, what: &str| run(device.application(&built("android_layer.c")).arg(what));
    let ended = application(&device, "timers");
    assert!(!ended.stderr.contains("glmeter:"), "it is silent\n{}", ended.all());
    device.run_block("android-log");
    let ended = application(&device, "timers");
    expect_verdict(&ended, "with messages");
    assert!(ended.stderr.contains("I/glmeter: OpenGL ES") && ended.stderr.contains("GL_EXT_disjoint_timer_query"), "{}", ended.all());
    device.run_block("android-disable");
    expect_verdict(&application(&device, "alone"), "after the layer was disabled");
}

#[test]
fn a_package_of_layers_serves_too() {
    let device = Device::with_layer();
    device.remove_layer_from_application();
    expect_verdict(&run(device.application(&built("android_layer.c")).arg("alone")), "without the library");
    device.install_package_of_layers();
    device.run_block("android-package");
    expect_verdict(&run(device.application(&built("android_layer.c")).arg("timers")), "with the library of the package");
}

#[test]
fn other_applications_are_left_alone() {
    let device = Device::with_layer();
    let program = built("android_layer.c");
    expect_verdict(&run(device.application(&program).arg("alone").env("ANDROID_PACKAGE", "com.example.other")), "another application");
    device.make_not_debuggable();
    expect_verdict(&run(device.application(&program).arg("alone")), "an application that does not allow layers");
}

#[test]
fn layers_stand_above_and_below() {
    let device = Device::with_layer();
    for name in ["above", "below"] {
        device.add_layer(&format!("lib{name}.so"), &platform::counting_layer(name));
    }
    device.adb(&["shell", "settings", "put", "global", "gpu_debug_layers_gles", &format!("libabove.so:{LAYER}:libbelow.so")]);
    for settings in [&[][..], &WITHOUT_TIMERS] {
        for what in ["timers", "statistics", "places"] {
            let mut command = device.application(&built("android_layer.c"));
            let ended = run(command.arg(what).envs(settings.iter().copied()));
            expect_verdict(&ended, what);
            let place = |text: &str| ended.stderr.find(text).unwrap_or_else(|| panic!("{text}\n{}", ended.all()));
            let order = ["below: initialized", "below: offered eglGetDisplay", "below: offered glClear", "above: initialized"];
            assert!(order.map(place).is_sorted(), "{}", ended.all());
            let draws = |name: &str| {
                let line = ended.stderr.lines().rev().find(|line| line.starts_with(name) && line.ends_with("draws")).unwrap();
                line.split_whitespace().nth(1).unwrap().parse::<u32>().unwrap()
            };
            assert!(draws("above") > 0 && draws("above") == draws("below"), "each sees every draw\n{}", ended.all());
        }
    }
}

// The library.

fn readelf(option: &str) -> String {
    let ended = run(Command::new("readelf").env("LC_ALL", "C").args([option, "-W"]).arg(layer()));
    assert_eq!(ended.code, 0, "readelf of the Debian package binutils\n{}", ended.all());
    ended.stdout
}

#[test]
fn the_library_exports_two_functions() {
    let ended = run(Command::new("nm").args(["-D", "--defined-only"]).arg(layer()));
    let names: Vec<_> = ended.stdout.lines().filter_map(|line| line.split_whitespace().last()).collect();
    assert_eq!(names, ["AndroidGLESLayer_GetProcAddress", "AndroidGLESLayer_Initialize"], "nothing that could be interposed");
}

#[test]
fn the_library_needs_no_companions() {
    let text = readelf("-d");
    let needed = text.lines().filter(|line| line.contains("(NEEDED)"));
    let needed: Vec<_> = needed.filter_map(|line| line.split(['[', ']']).nth(1)).collect();
    // The C library's, and the unwinder, which Rust's targets of Android link statically.
    let allowed = ["libc.so.6", "libm.so.6", "libdl.so.2", "libgcc_s.so.1", "ld-linux-x86-64.so.2"];
    assert!(!needed.is_empty() && needed.iter().all(|name| allowed.contains(name)), "{needed:?}");
    assert!(text.contains(&format!("soname: [{LAYER}]")) && text.contains("NODELETE"), "{text}");
}

#[test]
fn its_segments_are_aligned_for_pages_of_16_kib() {
    let text = readelf("-l");
    let segments: Vec<_> = text.lines().filter(|line| line.trim_start().starts_with("LOAD")).collect();
    assert!(!segments.is_empty(), "{text}");
    for segment in segments {
        let alignment = segment.split_whitespace().last().unwrap().trim_start_matches("0x");
        assert!(u64::from_str_radix(alignment, 16).unwrap() >= 0x4000, "{segment}");
    }
}

/// bionic refuses the initial-exec model in libraries that it opens later.
#[test]
fn its_thread_local_storage_is_dynamic() {
    assert!(!readelf("-d").contains("STATIC_TLS"), "{}", readelf("-d"));
}
