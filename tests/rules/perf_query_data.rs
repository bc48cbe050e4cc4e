//! INTEL_performance_query over the recording driver: the data and their availability, the state, and a driver's own types.

use crate::perf_rig::*;
use crate::recording::Command;
use crate::rig::*;
use glmeter::driver::Measurement;
use glmeter::driver::measurement::COUNTED;
use glmeter::entry;
use glmeter::gl::*;
use glmeter::target::Target;
use std::collections::BTreeSet;

#[test]
fn in_43_wait_flushes_what_is_not_ready_and_waits_for_it() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(3);
    gl.outstanding(&session);
    gl.measured(&session, measurement());
    assert_eq!(gl.perf_data(handle, WAIT).1, [250, 5000, 5250, 1001, 1002, 1018, 1019, 1020]);
    let commands = gl.commands();
    let flush = commands.iter().position(|command| *command == Command::Flush).expect("it flushes");
    assert!(matches!(commands[..flush], [Command::Available(_)]) && !commands[flush + 1..].contains(&Command::Flush));
    assert!(session.is_read_by(&commands[flush..]), "{commands:?}");

    let (handle, _) = gl.ended_perf(3);
    gl.perf_data(handle, WAIT).0.unwrap();
    assert!(!gl.commands().contains(&Command::Flush), "what is ready needs no flush");
}

#[test]
fn in_44_flush_flushes_what_is_not_ready_and_does_not_wait() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(3);
    gl.outstanding(&session);
    assert_eq!(gl.perf_data(handle, FLUSH), (Ok(()), vec![]));
    assert!(matches!(gl.commands()[..], [Command::Available(_), Command::Flush]));
    gl.driver().unavailable.clear();
    let (done, values) = gl.perf_data(handle, FLUSH);
    assert_eq!((done, values.len()), (Ok(()), 8));
    assert!(!gl.commands().contains(&Command::Flush));
}

#[test]
fn in_45_donot_flush_neither_flushes_nor_waits() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(3);
    gl.outstanding(&session);
    assert_eq!(gl.perf_data(handle, DONOT_FLUSH), (Ok(()), vec![]));
    assert!(matches!(gl.commands()[..], [Command::Available(_)]));
    gl.driver().unavailable.clear();
    assert_eq!(gl.perf_data(handle, DONOT_FLUSH).1.len(), 8);
}

#[test]
fn in_46_no_flags_are_as_donot_flush_and_unknown_ones_invalid_value_and_no_bytes() {
    for mut gl in [core45(), es2(), intel()] {
        let (handle, session) = gl.ended_perf(3);
        gl.outstanding(&session);
        assert_eq!(gl.perf_data(handle, 0), (Ok(()), vec![]));
        assert!(matches!(gl.commands()[..], [Command::Available(_)]));
        for flags in [1, WAIT | DONOT_FLUSH << 1, 0x83F8, 0x83FC, u32::MAX] {
            assert_eq!(gl.perf_data(handle, flags), (Err(VALUE), vec![]), "{flags:#x}");
        }
        assert_eq!(gl.commands(), []);
        gl.driver().unavailable.clear();
        assert_eq!(gl.perf_data(handle, 0).1.len(), 8);
    }
}

#[test]
fn in_47_data_that_are_not_ready_are_no_error_and_no_bytes() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(1);
    gl.outstanding(&session);
    for flags in [DONOT_FLUSH, FLUSH, 0, FLUSH] {
        let (done, written, memory) = gl.perf_data_in(handle, flags, 184);
        assert_eq!((done, written), (Ok(()), 0));
        assert!(memory.iter().all(|byte| *byte == UNTOUCHED));
    }
}

#[test]
fn in_48_memory_that_is_too_small_is_invalid_value_and_nothing_is_written() {
    for mut gl in with_perf_queries() {
        for (id, size) in [(1, 184), (2, 96), (3, 64)] {
            let (handle, _) = gl.ended_perf(id);
            for offered in [size - 1, 8, 0, -1, GLsizei::MIN] {
                let (done, written, memory) = gl.perf_data_in(handle, WAIT, offered);
                assert_eq!((done, written), (Err(VALUE), 0), "{offered} bytes for type {id}");
                assert!(memory.iter().all(|byte| *byte == UNTOUCHED));
            }
            assert_eq!(gl.perf_data_in(handle, WAIT, size).1, size as GLuint, "the result is still there");
        }
    }
}

#[test]
fn in_49_memory_that_is_larger_takes_the_size_of_the_type_and_no_more() {
    let mut gl = core45();
    for (id, size) in [(1, 184), (2, 96), (3, 64)] {
        let (handle, _) = gl.ended_perf(id);
        let (done, written, memory) = gl.perf_data_in(handle, WAIT, 1000);
        assert_eq!((done, written), (Ok(()), size));
        assert!(memory[size as usize..].iter().all(|byte| *byte == UNTOUCHED));
    }
}

#[test]
fn in_50_data_are_the_same_however_often_they_are_read() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(1);
    gl.measured(&session, measurement());
    let first = gl.perf_data(handle, WAIT);
    gl.commands();
    for flags in [0, DONOT_FLUSH, FLUSH, WAIT, 0] {
        assert_eq!(gl.perf_data(handle, flags), first);
    }
    assert_eq!(gl.commands(), [], "the driver is asked once");
}

#[test]
fn in_51_a_begin_that_fails_leaves_a_handle_without_data() {
    let mut gl = core45();
    let handle = gl.perf(1);
    gl.driver().exhausted = true;
    assert_eq!(gl.stop(|gl| gl.begin_perf(handle)), OPERATION);
    assert_eq!(gl.stop(|gl| gl.end_perf(handle)), OPERATION);
    assert_eq!(gl.perf_data(handle, WAIT), (Err(OPERATION), vec![]));
}

#[test]
fn in_52_the_longest_texts_through_every_get() {
    for mut gl in with_perf_queries() {
        let limits = [
            (PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL, 256),
            (PERFQUERY_COUNTER_NAME_LENGTH_MAX_INTEL, 256),
            (PERFQUERY_COUNTER_DESC_LENGTH_MAX_INTEL, 1024),
        ];
        for (pname, limit) in limits {
            assert_eq!(gl.get(pname), Ok(limit));
            assert_eq!(gl.get(pname), Ok(i64::from(limit)));
            assert_eq!(gl.get(pname), Ok(limit as f32));
            assert_eq!(gl.get(pname), Ok(f64::from(limit)));
            assert_eq!(gl.get(pname), Ok(TRUE));
        }
    }
}

#[test]
fn in_53_there_are_no_extended_counters() {
    for mut gl in with_perf_queries() {
        assert_eq!(gl.get(PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL), Ok(FALSE));
        assert_eq!(gl.get(PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL), Ok(0_i32));
        assert_eq!(gl.get(PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL), Ok(0.0_f64));
    }
}

#[test]
fn in_54_the_state_without_the_extension_is_invalid_enum() {
    let mut gl = Rig::new(&description("1.4 Recording", &[]));
    for pname in PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL..=PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL {
        assert_eq!(gl.stop(|gl| gl.get::<i32>(pname)), ENUM);
        assert_eq!(gl.stop(|gl| gl.get::<u8>(pname)), ENUM);
    }
    let mut gl = core45();
    for pname in [PERFQUERY_QUERY_NAME_LENGTH_MAX_INTEL - 1, PERFQUERY_GPA_EXTENDED_COUNTERS_INTEL + 1] {
        assert_eq!(gl.stop(|gl| gl.get::<i32>(pname)), FORWARD);
    }
}

#[test]
fn in_55_begin_and_end_reach_the_driver_where_the_application_gives_them() {
    let mut gl = core45();
    let handle = gl.perf(1);
    assert_eq!(gl.commands(), [], "a handle costs the driver nothing");
    gl.begin_perf(handle).unwrap();
    let commands = gl.changes();
    for target in ELEVEN {
        assert_eq!((begun(&commands, target), ended(&commands, target)), (1, 0));
    }
    gl.end_perf(handle).unwrap();
    let commands = gl.changes();
    for target in ELEVEN {
        assert_eq!((begun(&commands, target), ended(&commands, target)), (0, 1));
    }
}

#[test]
fn in_56_handles_are_of_their_context() {
    let (mut one, mut other) = (core45(), core45());
    let handle = one.perf(1);
    assert_eq!(other.stop(|gl| gl.begin_perf(handle)), VALUE);
    assert_eq!(other.info(1).unwrap().no_instances, 0);
}

#[test]
fn in_57_no_command_goes_into_a_display_list() {
    let mut gl = compatibility45();
    let (handle, session) = gl.ended_perf(3);
    gl.measured(&session, measurement());
    let active = gl.perf(1);
    gl.begin_perf(active).unwrap();
    let deleted = gl.perf(1);
    gl.begin_perf(deleted).unwrap();
    gl.commands();

    gl.new_list();
    assert_eq!(gl.perf_data(handle, WAIT).1[0], 250, "what needs no query command of the driver's is executed at once");
    assert_eq!(gl.info(1).unwrap().no_instances, 2);
    assert_eq!(gl.changes(), [], "which costs the driver nothing");
    let created = gl.perf(2);
    assert_eq!(gl.stop(|gl| gl.begin_perf(created)), OPERATION, "the list would run the driver's query commands again");
    assert_eq!(gl.stop(|gl| gl.end_perf(active)), OPERATION);
    assert_eq!(gl.delete_perf(deleted), Ok(()));
    assert_eq!(gl.changes(), [], "it is still running there");
    gl.end_list();

    assert_eq!(gl.end_perf(active), Ok(()));
    let commands = gl.changes();
    assert_eq!(
        (begun(&commands, VERTICES_SUBMITTED), ended(&commands, VERTICES_SUBMITTED)),
        (1, 2),
        "the deleted one ends, then the other"
    );
    assert_eq!(gl.begin_perf(created), Ok(()));
}

#[test]
fn in_57_a_driver_executes_its_own_commands_at_once_also_while_a_list_is_compiled() {
    let mut described = description("4.6 (Compatibility Profile) Recording", &[STATISTICS, INTEL]);
    described.vendor = "Intel".to_owned();
    let mut gl = Rig::new(&described);
    let theirs = gl.perf(4);
    gl.new_list();
    gl.commands();
    assert_eq!((gl.begin_perf(theirs), gl.end_perf(theirs)), (Ok(()), Ok(())));
    assert_eq!(gl.changes(), [Command::BeginNative(1), Command::EndNative(1)]);
}

#[test]
fn in_57_between_begin_and_end_every_command_is_the_error_that_the_driver_has_recorded() {
    let mut gl = compatibility45();
    let (handle, session) = gl.ended_perf(3);
    gl.measured(&session, measurement());
    gl.driver().list_index = None;
    assert_eq!(gl.first_id(), (Err(RAISED), 0));
    assert_eq!(gl.next_id(1), (Err(RAISED), 0));
    assert_eq!(gl.id_by_name(c"GPU Timing"), (Err(RAISED), 0));
    assert_eq!(gl.info(1), Err(RAISED));
    assert_eq!(gl.counter_info(1, 1), Err(RAISED));
    assert_eq!(gl.create_perf(1), (Err(RAISED), 0));
    for command in [Rig::begin_perf, Rig::end_perf, Rig::delete_perf] {
        assert_eq!(gl.stop(|gl| command(gl, handle)), RAISED);
    }
    assert_eq!(gl.perf_data(handle, WAIT), (Err(RAISED), vec![]));
    gl.end_list();
    assert_eq!(gl.perf_data(handle, WAIT).1[0], 250, "nothing happened to it");
}

#[test]
fn in_58_the_application_s_queries_are_no_concern_of_a_session() {
    let mut gl = core45();
    let query = gl.active(VERTICES_SUBMITTED);
    let handle = gl.perf(1);
    gl.begin_perf(handle).unwrap();
    assert_eq!(gl.query(VERTICES_SUBMITTED, CURRENT_QUERY), Ok(query as GLint));
    gl.end_perf(handle).unwrap();
    assert_eq!(gl.query(VERTICES_SUBMITTED, CURRENT_QUERY), Ok(query as GLint));
    assert_eq!(gl.end(VERTICES_SUBMITTED), Ok(()));
    let commands = gl.changes();
    assert_eq!(begun(&commands, VERTICES_SUBMITTED), ended(&commands, VERTICES_SUBMITTED) - 1, "the application's began before");
    // The session splits the application's query into the part before, the part within, and the part after it.
    let parts = commands.iter().filter_map(|command| match command {
        Command::Begin(VERTICES_SUBMITTED, 0, id) => Some(*id),
        _ => None,
    });
    let parts: Vec<_> = [query].into_iter().chain(parts).collect();
    gl.driver().results.extend(parts.iter().copied().zip([1, 20, 300]));
    assert_eq!((parts.len(), gl.result(query)), (3, Ok(321)));
    assert_eq!(gl.perf_data(handle, WAIT).1[0], 20);
}

#[test]
fn a_bound_query_buffer_stays_out_of_the_reading() {
    let mut gl = core45();
    gl.bind_query_buffer(5);
    let (handle, session) = gl.ended_perf(3);
    assert_eq!(gl.perf_data(handle, WAIT).0, Ok(()));
    let commands = gl.commands();
    assert_eq!((commands.first(), commands.last()), (Some(&Command::BindQueryBuffer(0)), Some(&Command::BindQueryBuffer(5))));
    assert!(session.is_read_by(&commands) && commands[1..commands.len() - 1].iter().all(Command::is_question), "{commands:?}");
    let (handle, session) = gl.ended_perf(3);
    gl.outstanding(&session);
    assert_eq!(gl.perf_data(handle, DONOT_FLUSH), (Ok(()), vec![]));
    assert_eq!(gl.commands().last(), Some(&Command::BindQueryBuffer(5)), "it is bound again when there is nothing to read yet");
}

// The query types.

#[test]
fn pipeline_statistics_registers_are_mesa_s_with_the_times_appended() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(STATISTICS_REGISTERS);
    gl.measured(&session, measurement());
    let values = gl.perf_data(handle, WAIT).1;
    let counted: Vec<u64> = (1001..=1020).collect();
    assert_eq!(values, [&counted[..], &[250, 5000, 5250]].concat());
    for counter in 1..=20 {
        let info = gl.counter_info(STATISTICS_REGISTERS, counter).unwrap();
        assert_eq!(info.counter_type, PERFQUERY_COUNTER_RAW_INTEL);
        assert_eq!(info.name == info.description, !info.name.starts_with("SO_"), "{}", info.name);
        // The name matches the count at this index.
        let (target, stream) = COUNTED[counter as usize - 1];
        let stage = |target| match target {
            Target::VERTICES_SUBMITTED => "N vertices submitted",
            Target::PRIMITIVES_SUBMITTED => "N primitives submitted",
            Target::VERTEX_SHADER_INVOCATIONS => "N vertex shader invocations",
            Target::TESS_CONTROL_SHADER_PATCHES => "N TCS shader invocations",
            Target::TESS_EVALUATION_SHADER_INVOCATIONS => "N TES shader invocations",
            Target::GEOMETRY_SHADER_INVOCATIONS => "N geometry shader invocations",
            Target::GEOMETRY_SHADER_PRIMITIVES_EMITTED => "N geometry shader primitives emitted",
            Target::CLIPPING_INPUT_PRIMITIVES => "N primitives entering clipping",
            Target::CLIPPING_OUTPUT_PRIMITIVES => "N primitives leaving clipping",
            Target::FRAGMENT_SHADER_INVOCATIONS => "N fragment shader invocations",
            Target::SAMPLES_PASSED => "N z-pass fragments",
            Target::COMPUTE_SHADER_INVOCATIONS => "N compute shader invocations",
            _ => "",
        };
        let wanted = match target {
            Target::PRIMITIVES_GENERATED => format!("N stream-out (stream {stream}) primitives (total)"),
            Target::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN => format!("N stream-out (stream {stream}) primitives (written)"),
            target => stage(target).to_owned(),
        };
        assert_eq!(info.description, wanted);
    }
    let times = [
        ("GPU Time Elapsed", PERFQUERY_COUNTER_DURATION_RAW_INTEL),
        ("Begin Timestamp", PERFQUERY_COUNTER_TIMESTAMP_INTEL),
        ("End Timestamp", PERFQUERY_COUNTER_TIMESTAMP_INTEL),
    ];
    for (counter, (name, kind)) in (21..).zip(times) {
        let info = gl.counter_info(STATISTICS_REGISTERS, counter).unwrap();
        assert_eq!((info.name.as_str(), info.counter_type), (name, kind));
        assert!(info.description.ends_with("Unit: ns."));
    }
}

#[test]
fn raw_pipeline_statistics_have_the_layout_that_their_readers_know() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(RAW_STATISTICS);
    gl.measured(&session, measurement());
    let of = |wanted| 1001 + COUNTED.iter().position(|(target, _)| *target == wanted).unwrap() as u64;
    let layout = [
        ("IAVertices", of(Target::VERTICES_SUBMITTED)),
        ("IAPrimitives", of(Target::PRIMITIVES_SUBMITTED)),
        ("VSInvocations", of(Target::VERTEX_SHADER_INVOCATIONS)),
        ("GSInvocations", of(Target::GEOMETRY_SHADER_INVOCATIONS)),
        ("GSPrimitives", of(Target::GEOMETRY_SHADER_PRIMITIVES_EMITTED)),
        ("CInvocations", of(Target::CLIPPING_INPUT_PRIMITIVES)),
        ("CPrimitives", of(Target::CLIPPING_OUTPUT_PRIMITIVES)),
        ("PSInvocations", of(Target::FRAGMENT_SHADER_INVOCATIONS)),
        ("HSInvocations", of(Target::TESS_CONTROL_SHADER_PATCHES)),
        ("DSInvocations", of(Target::TESS_EVALUATION_SHADER_INVOCATIONS)),
        ("CSInvocations", of(Target::COMPUTE_SHADER_INVOCATIONS)),
        ("Reserved1", 0),
    ];
    let names: Vec<String> = (1..=12).map(|counter| gl.counter_info(RAW_STATISTICS, counter).unwrap().name).collect();
    let values = gl.perf_data(handle, WAIT).1;
    assert_eq!(names.iter().map(String::as_str).zip(values).collect::<Vec<_>>(), layout);
}

#[test]
fn no_two_counters_of_ours_have_one_name_and_all_texts_fit() {
    let mut gl = core45();
    let mut names = BTreeSet::new();
    for id in [1, 2, 3] {
        for counter in 1..=gl.info(id).unwrap().no_counters {
            let info = gl.counter_info(id, counter).unwrap();
            assert!(!info.description.is_empty() && !info.name.is_empty());
            assert!(names.insert(info.name.clone()), "{} occurs twice: apitrace shows the last alone", info.name);
        }
    }
    assert_eq!(gl.counter_info(TIMING, 1).unwrap().name, "TotalTime");
}

#[test]
fn an_interval_whose_stamps_run_backwards_takes_no_time() {
    let mut gl = core45();
    let (handle, session) = gl.ended_perf(TIMING);
    gl.measured(&session, Measurement { begin: 9, end: 8, ..measurement() });
    assert_eq!(gl.perf_data(handle, WAIT).1[0], 0);
}

// A driver with the extension.

#[test]
fn a_driver_s_own_types_come_after_ours() {
    let mut gl = intel();
    let names: Vec<String> = gl.perf_ids().into_iter().map(|id| gl.info(id).unwrap().name).collect();
    let ours = ["Pipeline Statistics Registers", "Intel_Raw_Pipeline_Statistics_Query", "GPU Timing"];
    assert_eq!(names, [&ours[..], &["Compute Metrics Basic set", "Render Metrics Basic set"]].concat());
    assert_eq!(gl.id_by_name(c"Render Metrics Basic set"), (Ok(()), 5));
    assert_eq!(gl.info(5).unwrap(), Info { name: names[4].clone(), data_size: 16, no_counters: 2, no_instances: 0, caps_mask: 1 });
    let counter = gl.counter_info(5, 2).unwrap();
    assert_eq!((counter.name.as_str(), counter.offset, counter.raw_max_value), ("Counter 2 of 7", 8, 5));
    assert_eq!((counter.counter_type, counter.data_type), (0x94F3, 0x94FB));
    assert_eq!(gl.driver().native.asked, 1, "the types do not change");
}

#[test]
fn a_driver_s_own_instances_have_handles_of_ours() {
    let mut gl = intel();
    let ours = gl.perf(1);
    let theirs = gl.perf(5);
    assert_ne!(ours, theirs, "though the driver calls it 1");
    assert_eq!(gl.changes(), [Command::CreateNative(7)]);
    assert_eq!(gl.info(5).unwrap().no_instances, 1);
    gl.begin_perf(theirs).unwrap();
    gl.begin_perf(ours).unwrap();
    gl.end_perf(theirs).unwrap();
    gl.end_perf(ours).unwrap();
    let commands = gl.changes();
    let at = |wanted: &Command| commands.iter().position(|command| command == wanted).unwrap();
    let began = commands.iter().position(|command| matches!(command, Command::Begin(VERTICES_SUBMITTED, ..))).unwrap();
    let nested = [at(&Command::BeginNative(1)), began, at(&Command::EndNative(1)), at(&Command::End(VERTICES_SUBMITTED, 0))];
    assert!(nested.is_sorted(), "{commands:?}");
    let (done, written, memory) = gl.perf_data_in(theirs, WAIT, 100);
    assert_eq!((done, written, &memory[..16]), (Ok(()), 16, &(0..16).collect::<Vec<u8>>()[..]));
    assert_eq!(gl.perf_data_in(theirs, 0, 16).1, 16);
    gl.delete_perf(theirs).unwrap();
    let all = [Command::NativeData(1, WAIT, 16), Command::NativeData(1, 0, 16), Command::DeleteNative(1)];
    assert_eq!(gl.changes(), all);
    assert_eq!(gl.stop(|gl| gl.begin_perf(theirs)), VALUE);
}

#[test]
fn what_a_driver_gets_wrong_does_not_reach_it() {
    let mut gl = intel();
    let theirs = gl.perf(4);
    gl.commands();
    for flags in [1, 0x83FC] {
        assert_eq!(gl.perf_data_in(theirs, flags, 16), (Err(VALUE), 0, vec![UNTOUCHED; 528]));
    }
    for size in [15, 0, -1] {
        let (done, written, _) = gl.perf_data_in(theirs, WAIT, size);
        assert_eq!((done, written), (Err(VALUE), 0), "the driver would write past it");
    }
    assert_eq!(gl.commands(), []);
    gl.driver().native.written = 4711;
    assert_eq!(gl.perf_data_in(theirs, WAIT, 16).1, 16, "no more than there is");
    gl.driver().native.written = 0;
    assert_eq!(gl.perf_data_in(theirs, DONOT_FLUSH, 16), (Ok(()), 0, vec![UNTOUCHED; 528]));
}

#[test]
fn a_driver_judges_the_sessions_of_its_own_instances() {
    let mut gl = intel();
    let theirs = gl.perf(4);
    gl.begin_perf(theirs).unwrap();
    gl.commands();
    // A begin may have failed in the driver and be repeated: only the driver knows.
    assert_eq!(gl.begin_perf(theirs), Ok(()));
    assert_eq!(gl.end_perf(theirs), Ok(()));
    assert_eq!(gl.end_perf(theirs), Ok(()));
    assert_eq!(gl.changes(), [Command::BeginNative(1), Command::EndNative(1), Command::EndNative(1)]);
}

#[test]
fn every_command_is_found_by_name() {
    let extension = &entry::intel_performance_query::EXTENSION;
    assert_eq!(extension.procedures.len(), 10);
    for procedure in extension.procedures {
        assert!(entry::get_proc_address(procedure.name).is_some(), "{:?}", procedure.name);
    }
}
