//! INTEL_performance_query over the recording driver: the rows IN of the conformance matrix, and the sentences of the
//! specification that name an error.

use crate::perf_rig::*;
use crate::recording::Command;
use crate::rig::*;
use glmeter::context::perf_queries::MAX_INSTANCES;
use glmeter::gl::*;
use glmeter::memory::{In, Out};
use glmeter::rules::perf_query;

#[test]
fn in_01_get_first_without_a_pointer_is_invalid_value() {
    for mut gl in with_perf_queries() {
        assert_eq!(gl.stop(|gl| perf_query::get_first_id(&mut gl.context, null())), VALUE);
    }
}

#[test]
fn in_02_without_performance_queries_get_first_is_invalid_operation_and_0_and_nothing_else_works() {
    let mut gl = Rig::new(&description("1.4 Recording", &[]));
    assert_eq!(gl.first_id(), (Err(OPERATION), 0));
    assert_eq!(gl.next_id(1), (Err(OPERATION), 0));
    assert_eq!(gl.id_by_name(c"GPU Timing"), (Err(OPERATION), 0));
    assert_eq!(gl.info(1), Err(OPERATION));
    assert_eq!(gl.counter_info(1, 1), Err(OPERATION));
    assert_eq!(gl.create_perf(1), (Err(OPERATION), 0));
    for command in [Rig::begin_perf, Rig::end_perf, Rig::delete_perf] {
        assert_eq!(gl.stop(|gl| command(gl, 1)), OPERATION);
    }
    assert_eq!(gl.perf_data(1, WAIT), (Err(OPERATION), vec![]));
    assert_eq!(gl.changes(), []);
}

#[test]
fn in_03_the_first_id_is_1() {
    for mut gl in with_perf_queries() {
        assert_eq!(gl.first_id(), (Ok(()), 1));
    }
}

#[test]
fn in_04_get_next_without_a_pointer_is_invalid_value() {
    for mut gl in with_perf_queries() {
        assert_eq!(gl.stop(|gl| perf_query::get_next_id(&mut gl.context, 1, null())), VALUE);
    }
}

#[test]
fn in_05_get_next_of_no_id_is_invalid_value_and_0() {
    for mut gl in with_perf_queries() {
        let last = *gl.perf_ids().last().unwrap();
        for id in [0, last + 1, 4711, u32::MAX] {
            assert_eq!(gl.next_id(id), (Err(VALUE), 0));
        }
    }
}

#[test]
fn in_06_get_next_of_the_last_id_is_0_without_an_error() {
    assert_eq!(core45().perf_ids(), [1, 2, 3]);
    assert_eq!(es2().perf_ids(), [1, 2, 3]);
    assert_eq!(intel().perf_ids(), [1, 2, 3, 4, 5], "the driver's types whose names are not taken");
}

#[test]
fn in_07_get_next_takes_its_answer_where_the_application_keeps_the_id() {
    let mut gl = core45();
    let mut id = 1;
    for next in [2, 3, 0] {
        assert_eq!(perf_query::get_next_id(&mut gl.context, id, Out::to(&mut id)), Ok(()));
        assert_eq!(id, next);
    }
}

#[test]
fn in_08_get_id_by_name_without_a_name_is_invalid_value() {
    for mut gl in with_perf_queries() {
        let mut id = KEPT;
        assert_eq!(gl.stop(|gl| perf_query::get_id_by_name(&mut gl.context, In::null(), Out::to(&mut id))), VALUE);
        assert_eq!(id, 0);
    }
}

#[test]
fn in_09_get_id_by_name_without_a_pointer_is_invalid_value() {
    let name: Vec<GLchar> = c"GPU Timing".to_bytes_with_nul().iter().map(|byte| *byte as GLchar).collect();
    for mut gl in with_perf_queries() {
        assert_eq!(gl.stop(|gl| perf_query::get_id_by_name(&mut gl.context, In::from(&name), null())), VALUE);
    }
}

#[test]
fn in_10_get_id_by_name_of_another_name_is_invalid_value_and_0() {
    for mut gl in with_perf_queries() {
        for name in [c"", c"GPU", c"GPU Timing ", c"Intel_Pipeline_Query", c"Intel_HD_Hardware_Counters"] {
            assert_eq!(gl.id_by_name(name), (Err(VALUE), 0), "{name:?}");
        }
    }
}

#[test]
fn in_11_get_id_by_name_is_exact() {
    for mut gl in with_perf_queries() {
        assert_eq!(gl.id_by_name(c"Pipeline Statistics Registers"), (Ok(()), STATISTICS_REGISTERS));
        assert_eq!(gl.id_by_name(c"Intel_Raw_Pipeline_Statistics_Query"), (Ok(()), RAW_STATISTICS));
        assert_eq!(gl.id_by_name(c"GPU Timing"), (Ok(()), TIMING));
        assert_eq!(gl.id_by_name(c"gpu timing"), (Err(VALUE), 0));
    }
}

#[test]
fn in_12_info_of_no_id_is_invalid_value_and_writes_nothing() {
    for mut gl in with_perf_queries() {
        for id in [0, 6, u32::MAX] {
            assert_eq!(gl.stop(|gl| gl.info(id)), VALUE);
        }
    }
}

#[test]
fn in_13_info_has_the_seven_arguments_of_the_registry() {
    use glmeter::entry::intel_performance_query::EXTENSION;
    let info = EXTENSION.procedures.iter().find(|procedure| procedure.name == c"glGetPerfQueryInfoINTEL").unwrap();
    assert_eq!(info.signature.matches(':').count(), 7);
    assert!(info.signature.contains("noInstances") && !info.signature.contains("maxInstances"));
}

#[test]
fn in_14_info_without_pointers_skips_what_it_has_no_memory_for() {
    for mut gl in with_perf_queries() {
        let mut counters = KEPT;
        assert_eq!(perf_query::get_info(&mut gl.context, 2, 0, null(), null(), Out::to(&mut counters), null(), null()), Ok(()));
        assert_eq!(counters, 12);
        assert_eq!(perf_query::get_info(&mut gl.context, 2, 64, null(), null(), null(), null(), null()), Ok(()));
    }
}

#[test]
fn in_15_a_name_is_cut_to_fit_and_ends_with_a_nul_and_nothing_past_that_is_written() {
    let mut gl = core45();
    for (length, written) in [(0, ""), (1, "\0"), (2, "G\0"), (10, "GPU Timin\0"), (11, "GPU Timing\0"), (20, "GPU Timing\0")] {
        let mut name = [UNTOUCHED as GLchar; 20];
        perf_query::get_info(&mut gl.context, TIMING, length, Out::to_all(&mut name), null(), null(), null(), null()).unwrap();
        let mut wanted = [UNTOUCHED as GLchar; 20];
        wanted.iter_mut().zip(written.bytes()).for_each(|(place, byte)| *place = byte as GLchar);
        assert_eq!(name, wanted, "{length}");
    }
}

#[test]
fn in_16_no_instances_counts_the_handles_of_the_type() {
    for mut gl in with_perf_queries() {
        let handles = [gl.perf(1), gl.perf(1), gl.perf(2)];
        let counts = |gl: &mut Rig| [1, 2, 3].map(|id| gl.info(id).unwrap().no_instances);
        assert_eq!(counts(&mut gl), [2, 1, 0]);
        gl.begin_perf(handles[0]).unwrap();
        assert_eq!(counts(&mut gl), [2, 1, 0], "whether they are active or not");
        gl.delete_perf(handles[0]).unwrap();
        gl.delete_perf(handles[2]).unwrap();
        assert_eq!(counts(&mut gl), [1, 0, 0]);
    }
}

#[test]
fn in_17_ours_count_one_context() {
    for mut gl in with_perf_queries() {
        for id in [1, 2, 3] {
            assert_eq!(gl.info(id).unwrap().caps_mask, 0);
        }
    }
}

#[test]
fn in_18_size_and_number_of_counters_are_the_same_in_every_context() {
    for mut gl in with_perf_queries() {
        let shape = |info: Info| (info.data_size, info.no_counters);
        assert_eq!([1, 2, 3].map(|id| shape(gl.info(id).unwrap())), [(184, 23), (96, 12), (64, 8)]);
        for id in [1, 2, 3] {
            assert!(id < gl.info(id).unwrap().no_counters, "apitrace refuses the type else");
        }
    }
}

#[test]
fn in_19_counter_info_of_no_counter_is_invalid_value_and_writes_nothing() {
    for mut gl in with_perf_queries() {
        for (id, counter) in [(0, 1), (6, 1), (1, 0), (1, 24), (2, 13), (3, 9), (1, u32::MAX)] {
            assert_eq!(gl.stop(|gl| gl.counter_info(id, counter)), VALUE, "{id}, {counter}");
        }
    }
    assert_eq!(intel().counter_info(4, 3), Err(VALUE), "a type of the driver's with two counters");
}

#[test]
fn in_20_counter_info_skips_what_it_has_no_memory_for_and_cuts_texts() {
    let mut gl = core45();
    let mut name = [UNTOUCHED as GLchar; 6];
    let mut description = [UNTOUCHED as GLchar; 6];
    let (name_out, description_out) = (Out::to_all(&mut name), Out::to_all(&mut description));
    let done = perf_query::get_counter_info(&mut gl.context, 3, 1, 5, name_out, 6, description_out, null(), null(), null(), null(), null());
    assert_eq!((done, text(&name), text(&description)), (Ok(()), "Tota".to_owned(), "Time ".to_owned()));
    assert_eq!(name[5], UNTOUCHED as GLchar);
    let mut kind = KEPT;
    let done =
        perf_query::get_counter_info(&mut gl.context, 3, 1, 0, null(), 0, null(), null(), null(), Out::to(&mut kind), null(), null());
    assert_eq!((done, kind), (Ok(()), PERFQUERY_COUNTER_DURATION_RAW_INTEL));
}

#[test]
fn in_21_every_counter_of_ours_is_eight_bytes_at_eight_times_its_place() {
    for mut gl in with_perf_queries() {
        for id in [1, 2, 3] {
            for counter in 1..=gl.info(id).unwrap().no_counters {
                let info = gl.counter_info(id, counter).unwrap();
                assert_eq!((info.offset, info.data_size, info.data_type), (8 * (counter - 1), 8, PERFQUERY_COUNTER_DATA_UINT64_INTEL));
            }
        }
    }
}

#[test]
fn in_22_no_counter_of_ours_has_a_known_maximum() {
    let mut gl = core45();
    for id in [1, 2, 3] {
        assert!((1..=8).all(|counter| gl.counter_info(id, counter).unwrap().raw_max_value == 0));
    }
}

#[test]
fn in_23_create_of_no_id_is_invalid_value_and_0() {
    for mut gl in with_perf_queries() {
        for id in [0, 6, u32::MAX] {
            assert_eq!(gl.create_perf(id), (Err(VALUE), 0));
        }
    }
}

#[test]
fn in_24_create_without_a_pointer_is_invalid_value() {
    for mut gl in with_perf_queries() {
        assert_eq!(gl.stop(|gl| perf_query::create(&mut gl.context, 1, null())), VALUE);
        assert_eq!(gl.info(1).unwrap().no_instances, 0);
    }
}

#[test]
fn in_25_create_of_more_instances_than_allowed_is_out_of_memory_and_0() {
    let mut gl = core45();
    let first = gl.perf(1);
    (1..MAX_INSTANCES).for_each(|_| assert_eq!(gl.create_perf(2).0, Ok(())));
    assert_eq!(gl.create_perf(1), (Err(MEMORY), 0));
    gl.delete_perf(first).unwrap();
    assert_eq!(gl.create_perf(1).0, Ok(()));

    let mut gl = intel();
    gl.driver().exhausted = true;
    assert_eq!(gl.create_perf(4), (Err(RAISED), 0), "the driver says what it lacks");
}

#[test]
fn in_27_handles_are_names_of_their_own_and_are_not_reused_soon() {
    let mut gl = core45();
    let query = gl.generate();
    assert_eq!(gl.stop(|gl| gl.begin_perf(query)), VALUE);
    gl.commands();
    let handles: Vec<_> = (0..100).map(|_| gl.perf(1)).collect();
    assert!(!handles.contains(&0));
    for handle in &handles {
        gl.delete_perf(*handle).unwrap();
    }
    let again = gl.perf(1);
    assert!(!handles.contains(&again));
    assert_eq!(gl.is_query(again), Ok(false));
    assert!(!gl.commands().iter().any(|command| matches!(command, Command::Generate(_))), "a handle costs the driver nothing");
}

#[test]
fn in_28_begin_of_no_handle_is_invalid_value() {
    for mut gl in with_perf_queries() {
        let deleted = gl.perf(1);
        gl.delete_perf(deleted).unwrap();
        for handle in [0, deleted, 4711] {
            assert_eq!(gl.stop(|gl| gl.begin_perf(handle)), VALUE);
        }
    }
}

#[test]
fn in_29_begin_of_an_active_handle_is_invalid_operation() {
    for mut gl in with_perf_queries() {
        let handle = gl.perf(1);
        gl.begin_perf(handle).unwrap();
        assert_eq!(gl.stop(|gl| gl.begin_perf(handle)), OPERATION);
        assert_eq!(gl.end_perf(handle), Ok(()), "the session goes on");
    }
}

#[test]
fn in_30_sessions_of_one_type_nest() {
    for mut gl in with_perf_queries() {
        let handles = [1; 5].map(|id| gl.perf(id));
        for handle in handles {
            assert_eq!(gl.begin_perf(handle), Ok(()));
        }
        for handle in handles {
            assert_eq!(gl.end_perf(handle), Ok(()));
        }
        let commands = gl.changes();
        for target in ELEVEN {
            let (begun, ended) = (begun(&commands, target), ended(&commands, target));
            assert!(
                begun == ended && [0, 9].contains(&begun),
                "{begun} segments: each begin but the first and each end but the last splits"
            );
        }
    }
}

#[test]
fn in_31_sessions_of_different_types_nest_and_one_that_cannot_be_collected_is_invalid_operation() {
    let mut gl = core45();
    let handles = [1, 2, 3].map(|id| gl.perf(id));
    gl.begin_perf(handles[0]).unwrap();
    gl.begin_perf(handles[1]).unwrap();
    gl.driver().exhausted = true;
    assert_eq!(gl.stop(|gl| gl.begin_perf(handles[2])), OPERATION);
    gl.driver().exhausted = false;
    assert_eq!(gl.begin_perf(handles[2]), Ok(()), "clients try again");
}

#[test]
fn in_32_begin_drops_a_result_that_nobody_read() {
    let mut gl = core45();
    let (handle, unread) = gl.ended_perf(3);
    gl.outstanding(&unread);
    assert_eq!(gl.begin_perf(handle), Ok(()));
    assert!(!unread.is_read_by(&gl.commands()), "and does not wait for it");
    assert_eq!(gl.perf_data(handle, WAIT), (Err(OPERATION), vec![]));

    let (handle, _) = gl.ended_perf(3);
    gl.perf_data(handle, WAIT).0.unwrap();
    assert_eq!(gl.begin_perf(handle), Ok(()), "and one that was read");
    assert_eq!(gl.perf_data(handle, WAIT), (Err(OPERATION), vec![]));
}

#[test]
fn in_32_a_begin_that_fails_keeps_the_result() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(3);
    gl.measured(&session, measurement());
    gl.driver().exhausted = true;
    assert_eq!(gl.stop(|gl| gl.begin_perf(handle)), OPERATION);
    assert_eq!(gl.perf_data(handle, WAIT).1[0], 250);
}

#[test]
fn in_33_delete_of_no_handle_is_invalid_value() {
    for mut gl in with_perf_queries() {
        let deleted = gl.perf(1);
        gl.delete_perf(deleted).unwrap();
        for handle in [0, deleted, 4711] {
            assert_eq!(gl.stop(|gl| gl.delete_perf(handle)), VALUE);
        }
    }
}

#[test]
fn in_34_delete_of_an_active_handle_ends_it() {
    let mut gl = core45();
    let handle = gl.perf(1);
    gl.begin_perf(handle).unwrap();
    gl.commands();
    assert_eq!(gl.delete_perf(handle), Ok(()));
    let commands = gl.commands();
    assert!(ELEVEN.iter().all(|target| (begun(&commands, *target), ended(&commands, *target)) == (0, 1)), "{commands:?}");
    assert_eq!(gl.stop(|gl| gl.end_perf(handle)), VALUE);
}

#[test]
fn in_35_delete_of_an_unread_result_does_not_wait() {
    let mut gl = core45();
    let (handle, unread) = gl.ended_perf(1);
    gl.outstanding(&unread);
    assert_eq!(gl.delete_perf(handle), Ok(()));
    assert_eq!(gl.commands(), []);

    let (handle, _) = gl.ended_perf(1);
    gl.perf_data(handle, WAIT).0.unwrap();
    gl.commands();
    assert_eq!(gl.delete_perf(handle), Ok(()));
    assert_eq!(gl.commands(), [], "what was read is no longer the driver's");
}

#[test]
fn in_36_end_of_no_handle_is_invalid_value() {
    for mut gl in with_perf_queries() {
        for handle in [0, 4711] {
            assert_eq!(gl.stop(|gl| gl.end_perf(handle)), VALUE);
        }
    }
}

#[test]
fn in_37_end_of_a_handle_that_is_not_active_is_invalid_operation() {
    for mut gl in with_perf_queries() {
        let handle = gl.perf(1);
        assert_eq!(gl.stop(|gl| gl.end_perf(handle)), OPERATION);
        gl.begin_perf(handle).unwrap();
        gl.end_perf(handle).unwrap();
        assert_eq!(gl.stop(|gl| gl.end_perf(handle)), OPERATION);
        gl.perf_data(handle, WAIT).0.unwrap();
        assert_eq!(gl.stop(|gl| gl.end_perf(handle)), OPERATION);
    }
}

#[test]
fn in_38_sessions_end_in_any_order() {
    let mut gl = core45();
    let handles = [1, 2, 3].map(|id| gl.perf(id));
    handles.iter().for_each(|handle| gl.begin_perf(*handle).unwrap());
    gl.commands();
    for (place, left) in [(0, 2), (2, 1), (1, 0)] {
        assert_eq!(gl.end_perf(handles[place]), Ok(()));
        let commands = gl.changes();
        assert_eq!((ended(&commands, VERTICES_SUBMITTED), begun(&commands, VERTICES_SUBMITTED)), (1, usize::from(left > 0)), "{left} left");
    }
}

#[test]
fn in_39_data_of_no_handle_is_invalid_value_and_no_bytes() {
    for mut gl in with_perf_queries() {
        for handle in [0, 4711] {
            assert_eq!(gl.perf_data(handle, WAIT), (Err(VALUE), vec![]));
            assert_eq!(gl.stop(|gl| perf_query::get_data(&mut gl.context, handle, WAIT, 8, null(), null())), VALUE);
        }
    }
}

#[test]
fn in_40_data_without_pointers_is_invalid_value_and_no_bytes() {
    for mut gl in with_perf_queries() {
        let (handle, _) = gl.ended_perf(3);
        let mut written = KEPT;
        assert_eq!(gl.stop(|gl| perf_query::get_data(&mut gl.context, handle, WAIT, 64, null(), Out::to(&mut written))), VALUE);
        assert_eq!(written, 0);
        let mut data = [UNTOUCHED; 64];
        let out = Out::to_all(&mut data).untyped();
        assert_eq!(gl.stop(|gl| perf_query::get_data(&mut gl.context, handle, WAIT, 64, out, null())), VALUE);
        assert_eq!(data, [UNTOUCHED; 64]);
        assert_eq!(gl.perf_data(handle, WAIT).1.len(), 8, "the result is still there");
    }
}

#[test]
fn in_41_data_of_a_handle_that_was_never_active_is_invalid_operation_and_no_bytes() {
    for mut gl in with_perf_queries() {
        let handle = gl.perf(1);
        assert_eq!(gl.perf_data(handle, WAIT), (Err(OPERATION), vec![]));
    }
}

#[test]
fn in_42_data_of_an_active_handle_is_invalid_operation_and_no_bytes() {
    for mut gl in with_perf_queries() {
        let handle = gl.perf(1);
        gl.begin_perf(handle).unwrap();
        for flags in [WAIT, FLUSH, DONOT_FLUSH, 0] {
            assert_eq!(gl.perf_data(handle, flags), (Err(OPERATION), vec![]));
        }
    }
}
