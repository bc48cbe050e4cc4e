//! Tests the counts of the draws and dispatches whose parameters are in a buffer or in memory, and those of compute shaders.

use crate::draws::{counting, drawn, shorts, submitted, words};
use crate::rig::*;
use glmeter::error::{Result, Stop};
use glmeter::gl::*;
use glmeter::memory::In;
use glmeter::rules::draw::{compute, indirect};

#[test]
fn parameters_from_a_buffer() {
    let mut rig = counting(core45_counted());
    let draw = |rig: &mut Rig, offset| drawn(rig, |rig| indirect::draw_arrays_indirect(&mut rig.context, TRIANGLES, In::at(offset)));
    assert_eq!(draw(&mut rig, 0), [0, 0], "a core profile takes them from nowhere else");
    rig.bind(DRAW_INDIRECT_BUFFER, &words(&[1, 7, 2, 0, 0, 3, 1, 0, 0]));
    assert_eq!(draw(&mut rig, 4), [12, 4]);
    assert_eq!(draw(&mut rig, 20), [3, 1]);
    assert_eq!(draw(&mut rig, 24), [0, 0], "beyond the end");
    assert_eq!(draw(&mut rig, 6), [0, 0], "not aligned");
    let multi = |rig: &mut Rig, count, stride| {
        drawn(rig, |rig| indirect::multi_draw_arrays_indirect(&mut rig.context, TRIANGLES, In::at(4), count, stride))
    };
    assert_eq!(multi(&mut rig, 2, 0), [15, 5]);
    assert_eq!(multi(&mut rig, 2, 16), [15, 5]);
    assert_eq!(multi(&mut rig, 1, 400), [12, 4]);
    assert_eq!(multi(&mut rig, 3, 0), [0, 0], "beyond the end");
    assert_eq!(multi(&mut rig, 2, 18), [0, 0], "no stride");
    assert_eq!(multi(&mut rig, 2, -16), [0, 0], "no stride");
    assert_eq!(multi(&mut rig, -1, 0), [0, 0]);
    assert_eq!(multi(&mut rig, 0, 0), [0, 0]);
    let counted = |rig: &mut Rig, most| {
        drawn(rig, |rig| indirect::multi_draw_arrays_indirect_count(&mut rig.context, TRIANGLES, In::at(4), 4, most, 0))
    };
    assert_eq!(counted(&mut rig, 9), [0, 0], "no parameter buffer");
    rig.bind(PARAMETER_BUFFER, &words(&[0, 2]));
    assert_eq!(counted(&mut rig, 9), [15, 5]);
    assert_eq!(counted(&mut rig, 1), [12, 4]);
    assert_eq!(counted(&mut rig, -1), [0, 0]);
}

#[test]
fn parameters_from_memory_in_compatibility_contexts_alone() {
    let parameters = words(&[7, 2, 0, 0]);
    let draw = |rig: &mut Rig| indirect::draw_arrays_indirect(&mut rig.context, TRIANGLES, In::bytes(&parameters));
    assert_eq!(drawn(&mut counting(compatibility45_counted()), draw), [12, 4]);
    assert_eq!(drawn(&mut counting(es32()), draw), [0, 0]);
    assert_eq!(drawn(&mut counting(core45_counted()), draw), [0, 0]);
}

#[test]
fn parameters_and_indices_from_buffers() {
    let mut rig = counting(core45_counted());
    rig.bind(DRAW_INDIRECT_BUFFER, &words(&[6, 2, 3, 5, 5, 4, 1, 0, 0, 0]));
    let one = |rig: &mut Rig| indirect::draw_elements_indirect(&mut rig.context, TRIANGLES, UNSIGNED_SHORT, In::at(0));
    assert_eq!(drawn(&mut rig, one), [0, 0], "there must be indices");
    rig.bind(ELEMENT_ARRAY_BUFFER, &shorts(&[9, 9, 99, 0, 1, 99, 2, 3, 4]));
    assert_eq!(drawn(&mut rig, one), [12, 4]);
    rig.enable(PRIMITIVE_RESTART);
    assert_eq!(drawn(&mut rig, one), [6, 2], "from the first index on");
    let two = |rig: &mut Rig| indirect::multi_draw_elements_indirect(&mut rig.context, TRIANGLES, UNSIGNED_SHORT, In::at(0), 2, 20);
    assert_eq!(drawn(&mut rig, two), [6, 2], "the second has runs of two and one");
    rig.bind(PARAMETER_BUFFER, &words(&[1]));
    let counted =
        |rig: &mut Rig| indirect::multi_draw_elements_indirect_count(&mut rig.context, POINTS, UNSIGNED_SHORT, In::at(0), 0, 2, 20);
    assert_eq!(drawn(&mut rig, counted), [10, 10]);
}

#[test]
fn invocations_are_the_groups_times_their_size() {
    let mut rig = counting(core45_counted());
    let mut dispatched = |set: &dyn Fn(&Rig), command: &dyn Fn(&mut Rig) -> Result<()>| {
        set(&rig);
        submitted(&mut rig);
        assert_eq!(command(&mut rig), Err(Stop::Forward));
        let [vertices, primitives, invocations] = submitted(&mut rig);
        assert_eq!([vertices, primitives], [0, 0]);
        invocations
    };
    let three = |rig: &mut Rig| compute::dispatch_compute(&mut rig.context, 3, 2, 1);
    assert_eq!(dispatched(&|_| (), &three), 0, "no program");
    assert_eq!(dispatched(&|rig| rig.driver().work_group = Some([4, 2, 2]), &three), 96);
    assert_eq!(dispatched(&|_| (), &|rig| compute::dispatch_compute(&mut rig.context, 3, 0, 1)), 0);
    let many = |rig: &mut Rig| compute::dispatch_compute(&mut rig.context, 65536, 1, 1);
    assert_eq!(dispatched(&|rig| rig.answers(MAX_COMPUTE_WORK_GROUP_COUNT, 65535), &many), 0);
    assert_eq!(dispatched(&|rig| rig.answers(MAX_COMPUTE_WORK_GROUP_COUNT, 65536), &many), 65536 * 16);
    assert_eq!(dispatched(&|_| (), &|rig| compute::dispatch_compute_group_size(&mut rig.context, 3, 2, 1, 5, 1, 1)), 30);
    let indirect = |rig: &mut Rig| compute::dispatch_compute_indirect(&mut rig.context, 4);
    assert_eq!(dispatched(&|_| (), &indirect), 0, "no buffer");
    assert_eq!(dispatched(&|rig| rig.bind(DISPATCH_INDIRECT_BUFFER, &words(&[9, 2, 3, 4])), &indirect), 24 * 16);
    assert_eq!(dispatched(&|_| (), &|rig| compute::dispatch_compute_indirect(&mut rig.context, 8)), 0, "beyond the end");
    assert_eq!(dispatched(&|_| (), &|rig| compute::dispatch_compute_indirect(&mut rig.context, 2)), 0, "not aligned");
    assert_eq!(dispatched(&|_| (), &|rig| compute::dispatch_compute_indirect(&mut rig.context, -4)), 0);
}
