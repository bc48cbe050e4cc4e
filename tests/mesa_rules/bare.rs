//! The defects of Mesa that glmeter corrects: the driver alone fails the tests that it passes with glmeter.

use crate::egl::BARE;
use crate::support::run;
use std::process::Command;

/// The defects, by their row in the conformance table, and the tests that show them.
const PUT_RIGHT: [(&str, &str); 12] = [
    ("H-01 TIME_ELAPSED is the time of the last tile", "timers::tq_21_time_elapsed_is_the_time_of_all_the_work"),
    ("H-02 TIMESTAMP, too, belongs to a tile", "timers::tq_21_two_timestamps_are_as_far_apart_as_the_work_is_long"),
    ("H-04 a statistic changes when it is read again", "results::cq_70_no_wait_gives_the_same_value_again_and_again"),
    ("H-05 rasterizer discard wipes the clipping counter", "results::ps_24_a_counter_that_ran_backwards_is_zero"),
    ("H-05 the same in a buffer", "results::ps_24_a_counter_that_ran_backwards_is_zero_in_a_buffer_too"),
    ("H-11 QueryCounter takes any name", "timers::tq_05_query_counter_of_a_name_that_was_not_generated_is_invalid_operation"),
    ("H-12 CreateQueries refuses the statistics", "objects::cq_08_the_statistics_are_created_read_and_begun"),
    ("H-12 an object that was never used writes nothing", "results::cq_78_an_object_that_was_created_and_never_used_writes_its_values"),
    ("H-12 an index is looked at before the target", "begin_end::cq_22_a_bad_target_comes_before_a_bad_index"),
    ("H-13 the query of a condition is begun", "begin_end::cq_30_begin_of_the_query_of_an_active_conditional_render_is_invalid_operation"),
    ("H-16 a deleted query ends", "objects::cq_13_an_active_query_of_opengl_es_lives_until_its_end_when_it_is_deleted"),
    ("H-16 a deleted timer ends", "timers::dj_26_a_timer_that_is_deleted_while_active_ends_without_error"),
];

#[test]
fn the_driver_alone_fails_what_glmeter_puts_right() {
    for (defect, test) in PUT_RIGHT {
        let alone = || {
            let mut command = Command::new(std::env::current_exe().unwrap());
            // Remove the variables that this process set for itself.
            command.args(["--exact", test, "--test-threads=1"]).env(BARE, "1").env_remove("__EGL_VENDOR_LIBRARY_FILENAMES");
            run(&mut command)
        };
        // A wrong time can be close to the right one by chance.
        let fails = (0..10).any(|_| {
            let ended = alone();
            ended.code == 101 && ended.stdout.contains("0 passed; 1 failed")
        });
        assert!(fails, "{defect}: it is no longer so\n{}", alone().all());
    }
}
