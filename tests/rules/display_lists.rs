//! Tests the counts of called display lists: those of the compiled draws, whether or not a query was active during the compilation.

use crate::draws::{counting, drawn, drawn_arrays, submitted};
use crate::recording::Command;
use crate::rig::*;
use glmeter::context::{Context, ShareGroup};
use glmeter::error::{Result, Stop};
use glmeter::gl::*;
use glmeter::memory::In;
use glmeter::rules::draw::{arrays, compute, elements, immediate, indirect, lists};

/// Asserts that a handler forwards its command to the driver.
#[track_caller]
fn left(done: Result<()>) {
    assert_eq!(done, Err(Stop::Forward));
}

fn draw(context: &mut Context, mode: GLenum, vertices: GLsizei) {
    left(arrays::draw_arrays(context, mode, 0, vertices));
}

fn immediate(context: &mut Context, mode: GLenum, vertices: u32) {
    left(immediate::begin(context, mode));
    (0..vertices).for_each(|_| left(immediate::vertex(context)));
    left(immediate::end(context));
}

impl Rig {
    /// Runs `glNewList`, some commands and `glEndList` as a driver executes them. It compiles a list in parts that is executed too.
    fn compile(&mut self, list: GLuint, mode: GLenum, commands: impl FnOnce(&mut Context)) {
        let begun = lists::new_list(&mut self.context, list, mode);
        if mode == COMPILE_AND_EXECUTE {
            assert_eq!(begun, Ok(()));
        } else {
            left(begun);
            self.driver().list_index = Some(list as GLint);
        }
        self.answers(LIST_MODE, i64::from(mode));
        commands(&mut self.context);
        assert_eq!(lists::end_list(&mut self.context), begun);
        self.driver().list_index = Some(0);
    }

    /// Returns the vertices and primitives of a called list. A list in parts is called by glmeter, another by the driver.
    #[track_caller]
    fn called(&mut self, list: GLuint) -> [u64; 2] {
        submitted(self);
        self.commands();
        let done = lists::call_list(&mut self.context, list);
        let calls = self.commands();
        assert!((done == Ok(())) != calls.is_empty() && (done == Err(Stop::Forward)) == calls.is_empty(), "{done:?} {calls:?}");
        let [vertices, primitives, _] = submitted(self);
        [vertices, primitives]
    }
}

fn rig() -> Rig {
    let rig = counting(compatibility45_counted());
    rig.answers(LIST_BASE, 0);
    rig
}

#[test]
fn a_list_submits_what_it_holds_whenever_it_is_called() {
    let mut rig = rig();
    rig.count(false);
    rig.compile(3, COMPILE, |context| {
        draw(context, TRIANGLES, 7);
        immediate(context, QUADS, 9);
        left(immediate::rect(context));
        left(elements::draw_elements(context, LINES, 3, UNSIGNED_BYTE, In::at(0)));
        immediate(context, QUAD_STRIP, 7);
    });
    left(lists::call_list(&mut rig.context, 3));
    rig.count(true);
    assert_eq!(submitted(&mut rig), [0, 0, 0], "no query counted");
    for _ in 0..2 {
        assert_eq!(rig.called(3), [6 + 8 + 4 + 2 + 6, 2 + 2 + 1 + 1 + 2]);
    }
    assert_eq!(rig.called(4), [0, 0], "an unknown list");
}

#[test]
fn what_is_executed_too_counts_at_once() {
    let mut rig = rig();
    rig.compile(1, COMPILE, |context| draw(context, POINTS, 5));
    assert_eq!(submitted(&mut rig), [0, 0, 0]);
    rig.compile(2, COMPILE_AND_EXECUTE, |context| {
        draw(context, LINES, 4);
        immediate(context, TRIANGLES, 3);
        assert_eq!(lists::call_list(context, 1), Ok(()), "between two parts");
    });
    assert_eq!(submitted(&mut rig), [12, 8, 0]);
    assert_eq!(rig.called(2), [12, 8]);
}

#[test]
fn a_list_that_another_calls_is_the_one_of_the_moment() {
    let mut rig = rig();
    rig.compile(2, COMPILE, |context| {
        draw(context, POINTS, 1);
        left(lists::call_list(context, 1));
        draw(context, POINTS, 1);
    });
    assert_eq!(rig.called(2), [2, 2]);
    rig.compile(1, COMPILE, |context| draw(context, TRIANGLES, 3));
    assert_eq!(rig.called(2), [5, 3]);
    rig.compile(1, COMPILE, |context| draw(context, TRIANGLES, 6));
    assert_eq!(rig.called(2), [8, 4]);
    rig.compile(1, COMPILE, |_| ());
    assert_eq!(rig.called(2), [2, 2]);
}

#[test]
fn a_list_is_replaced_when_it_ends() {
    let mut rig = rig();
    rig.compile(1, COMPILE, |context| draw(context, POINTS, 5));
    rig.compile(1, COMPILE_AND_EXECUTE, |context| {
        submitted_now(context, [5, 5], |context| assert_eq!(lists::call_list(context, 1), Ok(())));
        draw(context, POINTS, 2);
    });
    assert_eq!(rig.called(1), [2 * 64, 2 * 64], "it calls itself now");
}

#[track_caller]
fn submitted_now(context: &mut Context, expected: [u64; 2], command: impl FnOnce(&mut Context)) {
    *context.driver.submitted().expect("it counts") = Default::default();
    command(context);
    let totals = *context.driver.submitted().expect("it counts");
    assert_eq!([totals.vertices, totals.primitives], expected);
}

#[test]
fn a_list_that_calls_itself_ends() {
    let mut rig = rig();
    rig.compile(1, COMPILE, |context| {
        draw(context, POINTS, 1);
        left(lists::call_list(context, 1));
    });
    assert_eq!(rig.called(1), [64, 64], "GL_MAX_LIST_NESTING");
}

#[test]
fn deleted_lists_submit_nothing() {
    let mut rig = rig();
    const LAST: GLuint = GLuint::MAX >> 1;
    for list in [1, 5, 6, 7, LAST] {
        rig.compile(list, COMPILE, |context| draw(context, POINTS, 1));
    }
    let delete = |rig: &mut Rig, list, range| left(lists::delete_lists(&mut rig.context, list, range));
    delete(&mut rig, 1, 0);
    delete(&mut rig, 1, -1);
    rig.driver().list_index = None;
    delete(&mut rig, 1, 9);
    rig.driver().list_index = Some(0);
    let known = |rig: &mut Rig| [1, 5, 6, 7, LAST].map(|list| rig.called(list)[0]);
    assert_eq!(known(&mut rig), [1, 1, 1, 1, 1]);
    delete(&mut rig, 6, 1);
    assert_eq!(known(&mut rig), [1, 1, 0, 1, 1]);
    delete(&mut rig, 2, 4);
    assert_eq!(known(&mut rig), [1, 0, 0, 1, 1]);
    delete(&mut rig, 7, 9);
    assert_eq!(known(&mut rig), [1, 0, 0, 0, 1]);
    delete(&mut rig, LAST - 1, GLsizei::MAX);
    assert_eq!(known(&mut rig), [1, 0, 0, 0, 0]);
    rig.compile(1, COMPILE, |context| {
        draw(context, POINTS, 2);
        left(lists::delete_lists(context, 1, 1));
    });
    assert_eq!(rig.called(1), [2, 2], "deleted, and made again at glEndList");
}

#[test]
fn a_share_group_has_its_lists_together() {
    let (description, share_group) = (description("4.5 (Compatibility Profile) Recording", &[]), ShareGroup::default());
    let [mut first, mut second] = [(); 2].map(|()| counting(Rig::sharing(&description, share_group.clone())));
    first.compile(1, COMPILE, |context| draw(context, POINTS, 4));
    assert_eq!(second.called(1), [4, 4]);
    left(lists::delete_lists(&mut second.context, 1, 1));
    assert_eq!(first.called(1), [0, 0]);
    first.compile(1, COMPILE, |context| draw(context, POINTS, 4));
    assert_eq!(rig().called(1), [0, 0], "another share group");
}

#[test]
fn call_lists_adds_the_base_to_offsets_of_every_type() {
    let mut rig = rig();
    rig.answers(LIST_BASE, 1000);
    for (list, vertices) in [(1001, 1), (1002, 10), (998, 100), (1000 + 0x0203, 1000), (1000 + 0x0001_0203, 10_000), (1255, 100_000)] {
        rig.compile(list, COMPILE, |context| draw(context, POINTS, vertices));
    }
    rig.compile(1000_u32.wrapping_add(0x0102_0304), COMPILE, |context| draw(context, POINTS, 1_000_000));
    let mut calls = |n, kind, bytes: &[u8]| drawn(&mut rig, |rig| lists::call_lists(&mut rig.context, n, kind, In::bytes(bytes)))[0];
    assert_eq!(calls(4, BYTE, &[1, 2, 2, -2_i8 as u8]), 121);
    assert_eq!(calls(3, UNSIGNED_BYTE, &[1, 2, 255]), 100_011);
    let shorts = [1_i16, -2, 2].map(i16::to_ne_bytes).concat();
    assert_eq!(calls(3, SHORT, &shorts), 111);
    assert_eq!(calls(3, UNSIGNED_SHORT, &shorts), 11);
    let ints = [1_i32, -2, 0x0102_0304].map(i32::to_ne_bytes).concat();
    assert_eq!(calls(3, INT, &ints), 1_000_101);
    assert_eq!(calls(3, UNSIGNED_INT, &ints), 1_000_101, "the sum wraps");
    assert_eq!(calls(4, FLOAT, &[1.0_f32, 2.9, -2.0, -1.5].map(f32::to_ne_bytes).concat()), 211);
    assert_eq!(calls(2, _2_BYTES, &[2, 3, 0, 1]), 1001);
    assert_eq!(calls(2, _3_BYTES, &[1, 2, 3, 0, 0, 2]), 10_010);
    assert_eq!(calls(2, _4_BYTES, &[1, 2, 3, 4, 0, 0, 0, 1]), 1_000_001);
    assert_eq!(calls(0, BYTE, &[1]), 0);
    assert_eq!(calls(-1, BYTE, &[1]), 0);
    assert_eq!(calls(1, 0x140A, &[1; 8]), 0, "doubles are no offsets");
    assert_eq!(drawn(&mut rig, |rig| lists::call_lists(&mut rig.context, 1, BYTE, In::at(0))), [0, 0]);
}

#[test]
fn call_lists_in_a_list_takes_the_base_of_the_call() {
    let mut rig = rig();
    rig.compile(11, COMPILE, |context| draw(context, POINTS, 1));
    rig.compile(21, COMPILE, |context| draw(context, POINTS, 2));
    rig.compile(1, COMPILE, |context| left(lists::call_lists(context, 2, UNSIGNED_BYTE, In::bytes(&[1, 1]))));
    rig.answers(LIST_BASE, 10);
    assert_eq!(rig.called(1), [2, 2]);
    rig.answers(LIST_BASE, 20);
    assert_eq!(rig.called(1), [4, 4]);
}

#[test]
fn begin_vertices_and_end_in_different_lists() {
    let mut rig = rig();
    rig.compile(1, COMPILE, |context| left(immediate::begin(context, TRIANGLE_STRIP)));
    rig.compile(2, COMPILE, |context| {
        (0..2).for_each(|_| left(immediate::vertex(context)));
        left(immediate::primitive_restart(context));
        (0..3).for_each(|index| left(immediate::array_element(context, index)));
    });
    rig.compile(3, COMPILE, |context| left(immediate::end(context)));
    rig.compile(4, COMPILE, |context| (1..4).for_each(|list| left(lists::call_list(context, list))));
    assert_eq!(rig.called(4), [3, 1]);
    assert_eq!(rig.called(2), [0, 0], "outside glBegin and glEnd");
    rig.compile(5, COMPILE, |context| {
        left(immediate::begin(context, TRIANGLE_STRIP));
        left(immediate::vertex(context));
        left(lists::call_list(context, 2));
        left(immediate::vertex(context));
        draw(context, POINTS, 9);
        left(immediate::end(context));
        draw(context, POINTS, 1);
    });
    assert_eq!(rig.called(5), [3 + 4 + 1, 1 + 2 + 1]);
    let between = drawn(&mut rig, |rig| {
        let context = &mut rig.context;
        left(immediate::begin(context, LINES));
        rig.driver.borrow_mut().list_index = None;
        let before = rig.driver.borrow().asked;
        left(lists::call_list(context, 2));
        left(lists::call_lists(context, 1, BYTE, In::bytes(&[2])));
        left(lists::call_list(context, 3));
        assert_eq!(rig.driver.borrow().asked, before, "nothing is asked between glBegin and glEnd");
        immediate::end(context)
    });
    assert_eq!(between, [2 + 2, 2]);
    rig.driver().list_index = Some(0);
    assert_eq!(drawn_arrays(&mut rig, POINTS, 1), [1, 1]);
}

#[test]
fn what_no_list_takes_is_not_in_it() {
    let mut rig = rig();
    rig.driver().work_group = Some([4, 1, 1]);
    rig.compile(1, COMPILE_AND_EXECUTE, |context| {
        left(arrays::draw_arrays_instanced(context, POINTS, 0, 3, 2));
        left(elements::draw_elements_instanced(context, POINTS, 3, UNSIGNED_BYTE, In::at(0), 2));
        left(indirect::draw_arrays_indirect(context, POINTS, In::at(0)));
        left(compute::dispatch_compute_indirect(context, 0));
    });
    assert_eq!(submitted(&mut rig), [0, 0, 0], "INVALID_OPERATION");
    assert_eq!(rig.called(1), [0, 0]);
}

#[test]
fn programs_are_those_of_the_call() {
    let mut rig = rig();
    rig.driver().work_group = Some([4, 2, 1]);
    rig.compile(1, COMPILE, |context| {
        left(compute::dispatch_compute(context, 3, 1, 1));
        draw(context, TRIANGLES, 6);
    });
    rig.driver().work_group = Some([5, 1, 1]);
    left(lists::call_list(&mut rig.context, 1));
    assert_eq!(submitted(&mut rig), [6, 2, 15]);
    rig.driver().geometry = Some(4);
    left(lists::call_list(&mut rig.context, 1));
    assert_eq!(rig.context.driver.submitted().expect("it counts").geometry_invocations, 8);
    rig.driver().tess_control = true;
    rig.compile(2, COMPILE, |context| draw(context, PATCHES, 7));
    left(lists::call_list(&mut rig.context, 2));
    let totals = rig.context.driver.submitted().expect("it counts");
    assert_eq!(core::mem::take(&mut totals.tess_control_patches), 2);
    (totals.vertices, totals.primitives) = (totals.vertices - 6, totals.primitives - 2);
    rig.driver().work_group = None;
    left(lists::call_list(&mut rig.context, 1));
    assert_eq!(submitted(&mut rig), [12, 4, 15]);
}

#[test]
fn the_driver_says_which_list_is_compiled() {
    let mut rig = rig();
    for (list, mode) in [(0, COMPILE), (1, 0x1302)] {
        left(lists::new_list(&mut rig.context, list, mode));
        assert_eq!(drawn_arrays(&mut rig, POINTS, 1), [1, 1], "an error");
        left(lists::end_list(&mut rig.context));
    }
    rig.compile(7, COMPILE, |context| {
        left(lists::new_list(context, 8, COMPILE));
        draw(context, POINTS, 2);
    });
    assert_eq!((rig.called(7), rig.called(8)), ([2, 2], [0, 0]), "lists do not nest");
    left(lists::new_list(&mut rig.context, 9, COMPILE));
    assert_eq!(drawn_arrays(&mut rig, POINTS, 1), [1, 1], "the driver had no memory");
    rig.driver().list_index = Some(7);
    left(lists::end_list(&mut rig.context));
    rig.driver().list_index = Some(0);
    assert_eq!((rig.called(7), rig.called(9)), ([2, 2], [0, 0]));
    rig.driver().list_index = None;
    left(lists::new_list(&mut rig.context, 9, COMPILE));
    rig.driver().list_index = Some(0);
    assert_eq!(drawn_arrays(&mut rig, POINTS, 1), [1, 1], "between glBegin and glEnd");
}

#[test]
fn contexts_without_lists_ask_nothing() {
    for mut rig in [core45(), es32()] {
        rig.driver().asked = 0;
        left(lists::new_list(&mut rig.context, 1, COMPILE));
        left(lists::end_list(&mut rig.context));
        left(lists::delete_lists(&mut rig.context, 1, 1));
        left(lists::call_list(&mut rig.context, 1));
        assert_eq!(rig.driver().asked, 0);
    }
}

/// Returns the driver's commands of lists since the last call of this.
fn list_commands(rig: &Rig) -> Vec<Command> {
    let is_of_list = |command: &Command| {
        matches!(
            command,
            Command::NewList(..) | Command::EndList | Command::CallList(_) | Command::CallListFromBase(_) | Command::DeleteList(_)
        )
    };
    rig.commands().into_iter().filter(is_of_list).collect()
}

#[test]
fn cq_35_queries_that_the_driver_lacks_are_executed_between_the_parts_of_a_list() {
    let mut rig = rig();
    rig.compile(9, COMPILE, |context| draw(context, POINTS, 100));
    let id = rig.generate();
    list_commands(&rig);
    assert_eq!(lists::new_list(&mut rig.context, 1, COMPILE), Ok(()));
    draw(&mut rig.context, POINTS, 1);
    assert_eq!(rig.begin(VERTICES_SUBMITTED, id), Ok(()));
    draw(&mut rig.context, POINTS, 10);
    assert_eq!(lists::call_list(&mut rig.context, 9), Ok(()));
    assert_eq!(rig.end(VERTICES_SUBMITTED), Ok(()));
    draw(&mut rig.context, POINTS, 1000);
    assert_eq!(rig.is_query(id), Ok(false), "the commands are compiled and not executed");
    assert_eq!(lists::end_list(&mut rig.context), Ok(()));
    let compiled = list_commands(&rig);
    let parts: Vec<GLuint> =
        compiled.iter().filter_map(|command| if let Command::NewList(list, _) = command { Some(*list) } else { None }).collect();
    let [first, second, third, fourth, whole] = parts[..] else { panic!("{compiled:?}") };
    use Command::{CallList, DeleteList, EndList};
    assert_eq!(whole, 1);
    let calls = [CallList(first), CallList(second), CallList(9), CallList(third), CallList(fourth), EndList];
    assert_eq!(compiled[compiled.len() - 6..], calls, "a call that glmeter does not see draws everything");
    for _ in 0..2 {
        submitted(&mut rig);
        assert_eq!(lists::call_list(&mut rig.context, 1), Ok(()));
        assert_eq!(list_commands(&rig), calls[..5]);
        assert_eq!((submitted(&mut rig)[0], rig.result(id)), (1111, Ok(110)));
    }
    left(lists::delete_lists(&mut rig.context, 1, 1));
    assert_eq!(list_commands(&rig), [first, second, third, fourth].map(DeleteList));
}

#[test]
fn a_query_that_the_driver_lacks_is_invalid_operation_in_a_list_whose_beginning_was_not_seen() {
    let mut rig = rig();
    let id = rig.generate();
    rig.new_list();
    assert_eq!(rig.stop(|rig| rig.begin(VERTICES_SUBMITTED, id)), OPERATION);
    rig.end_list();
    assert_eq!(rig.begin(VERTICES_SUBMITTED, id), Ok(()));
}
