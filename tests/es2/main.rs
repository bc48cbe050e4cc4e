//! Programs of OpenGL ES 2.0 that use timers by the names of `GL_EXT_disjoint_timer_query` and `GL_ANGLE_timer_query`, over drivers of OpenGL ES 2.0
//! alone, in each way that a program can use glmeter. The tests are the cells of the table in docs/es2.md.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod boards;
#[path = "../support/mod.rs"]
mod support;
mod table;

use boards::{Driver, Names, Way, command, expect_verdict};

/// Runs the program of the names over a driver, in a way.
fn passes(driver: Driver, names: Names, way: Way) {
    let ended = support::run_for(&mut command(driver, names, way), 60);
    expect_verdict(&ended, &format!("{driver:?}, {names:?}, {way:?}"));
}

macro_rules! cells {
    ($($test:ident: $driver:ident;)*) => { $(
        #[test]
        fn $test() {
            for names in [Names::Ext, Names::Angle] {
                for way in [Way::Preloaded, Way::Run, Way::Linked] {
                    passes(Driver::$driver, names, way);
                }
            }
        }
    )* };
}

cells! {
    over_mesa_held_to_opengl_es_2: Mesa;
    over_mesa_held_to_opengl_es_2_without_its_timers: MesaWithoutTimers;
    over_two_libraries_of_egl_1_4: Board;
    over_one_library_of_egl_1_4_with_both_names: OneLibrary;
    over_a_library_of_egl_1_4_without_fences: BoardWithoutFences;
    over_the_recording_driver: Recording;
    over_the_recording_driver_without_fences: RecordingWithoutFences;
}

/// Without fences glmeter offers timers only to those who accept that the program waits.
#[test]
fn without_fences_and_without_the_setting_there_are_no_timers() {
    let mut command = command(Driver::RecordingWithoutFences, Names::Ext, Way::Preloaded);
    let ended = support::run(command.env_remove("GLMETER_FENCE"));
    assert!(ended.code == 1 && ended.stderr.contains("expected: the timers in: GL_OES_depth24"), "{}", ended.all());
}
