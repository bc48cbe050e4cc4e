//! The quick ways of commands against their handlers.

use crate::rig::*;
use glmeter::gl::*;

/// Returns numbers that look random.
fn random() -> impl FnMut() -> u32 {
    let mut state = 7_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    }
}

/// A random command on one of a few names.
fn run(gl: &mut Rig, [what, name, target, pname]: [u32; 4], ids: &[GLuint]) -> String {
    let id = ids[name as usize % ids.len()];
    let target = [SAMPLES_PASSED, ANY_SAMPLES_PASSED, PRIMITIVES_GENERATED, TIME_ELAPSED, VERTICES_SUBMITTED, TIMESTAMP, NO_TARGET]
        [target as usize % 7];
    let pname = [QUERY_RESULT, QUERY_RESULT, QUERY_RESULT_AVAILABLE, QUERY_RESULT_AVAILABLE, QUERY_TARGET, NO_TARGET][pname as usize % 6];
    match what % 16 {
        0..=3 => format!("begin {:?}", gl.begin(target, id)),
        4..=8 => format!("end {:?}", gl.end(target)),
        9..=12 => format!("get {:?}", gl.object::<u32>(id, pname)),
        13 if name % 4 == 0 => format!("delete {:?}", gl.delete(&[id])),
        13 => format!("counter {:?}", gl.counter(id, TIMESTAMP)),
        14 => {
            gl.count(name % 2 == 0);
            String::new()
        }
        _ => format!("query {:?} {:?}", gl.query(target, CURRENT_QUERY), gl.is_query(id)),
    }
}

/// Whatever is called before it, a quick way answers as the handler does, and the driver gets the same commands. Both are reached.
#[test]
fn quick_ways_do_what_the_handlers_do() {
    for make in [core45, core45_counted, core33, core33_as_it_is, es32, es32_timers, Rig::derived] {
        let (mut random, mut quick, mut slow) = (random(), make(), make());
        assert!(quick.context.is_quick);
        slow.context.is_quick = false;
        for _ in 0..40 {
            let ids: Vec<GLuint> = (0..6).map(|_| quick.generate()).collect();
            assert_eq!(ids, (0..6).map(|_| slow.generate()).collect::<Vec<_>>());
            for id in &ids {
                quick.driver().results.insert(*id, 100 + u64::from(*id));
                slow.driver().results.insert(*id, 100 + u64::from(*id));
            }
            for _ in 0..200 {
                let command = [0; 4].map(|_| random());
                let [one, other] = [&mut quick, &mut slow].map(|gl| (run(gl, command, &ids), gl.commands()));
                assert_eq!(one, other, "{command:?}");
            }
        }
    }
}

/// Contexts whose driver is asked before each command have no quick ways.
#[test]
fn contexts_that_ask_the_driver_first_have_none() {
    assert!(!compatibility45().context.is_quick && !gl21().context.is_quick && !es2().context.is_quick);
    assert!(!Rig::that_can_be_lost(&description("4.5 (Core Profile) Recording", &[])).context.is_quick);
}
