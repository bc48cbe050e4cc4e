//! Tests the counts of every draw command over a driver without statistics: the arithmetic, the state that is read, and that nothing is read
//! while no query counts.

use crate::rig::*;
use glmeter::count::submitted::Primitive;
use glmeter::driver::Submitted;
use glmeter::error::{Result, Stop};
use glmeter::gl::*;
use glmeter::memory::In;
use glmeter::rules::draw::{arrays, compute, elements, immediate, indirect};

/// Returns a context that counts, with a driver's default state.
pub fn counting(mut rig: Rig) -> Rig {
    {
        let mut driver = rig.driver();
        let zeros =
            [ELEMENT_ARRAY_BUFFER_BINDING, DRAW_INDIRECT_BUFFER_BINDING, DISPATCH_INDIRECT_BUFFER_BINDING, PARAMETER_BUFFER_BINDING];
        driver.integers.extend(zeros.map(|binding| (binding, 0)));
        driver.integers.extend([(PATCH_VERTICES, 3), (PRIMITIVE_RESTART_INDEX, 99), (PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED, 1)]);
    }
    rig.count(true);
    assert_eq!(submitted(&mut rig), [0, 0, 0]);
    rig
}

pub fn submitted(rig: &mut Rig) -> [u64; 3] {
    let totals = core::mem::take(rig.context.driver.submitted().expect("it counts"));
    [totals.vertices, totals.primitives, totals.compute_invocations]
}

/// Returns the vertices and primitives of a command, which must be forwarded to the driver and change nothing else there.
#[track_caller]
pub fn drawn(rig: &mut Rig, command: impl FnOnce(&mut Rig) -> Result<()>) -> [u64; 2] {
    submitted(rig);
    rig.commands();
    assert_eq!(command(rig), Err(Stop::Forward), "the driver draws");
    assert_eq!(rig.commands(), [], "nothing of the driver's is changed");
    let [vertices, primitives, _] = submitted(rig);
    [vertices, primitives]
}

#[track_caller]
pub fn drawn_arrays(rig: &mut Rig, mode: GLenum, count: GLsizei) -> [u64; 2] {
    drawn(rig, |rig| arrays::draw_arrays(&mut rig.context, mode, 0, count))
}

impl Rig {
    /// Binds a buffer of these bytes to a target.
    pub fn bind(&self, target: GLenum, bytes: &[u8]) {
        let binding = match target {
            ELEMENT_ARRAY_BUFFER => ELEMENT_ARRAY_BUFFER_BINDING,
            DRAW_INDIRECT_BUFFER => DRAW_INDIRECT_BUFFER_BINDING,
            DISPATCH_INDIRECT_BUFFER => DISPATCH_INDIRECT_BUFFER_BINDING,
            _ => PARAMETER_BUFFER_BINDING,
        };
        let mut driver = self.driver();
        driver.integers.insert(binding, 7);
        driver.buffers.insert(target, bytes.to_vec());
    }

    /// Sets the driver's result of a Get.
    pub fn answers(&self, pname: GLenum, value: i64) {
        self.driver().integers.insert(pname, value);
    }

    pub fn enable(&self, capability: GLenum) {
        self.driver().enabled.insert(capability);
    }
}

pub fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}

pub fn shorts(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}

/// The counts of each mode with 0, 1, … 13 vertices: (vertices, primitives). They include llvmpipe's own counts for 7 and 8 lines, 7 points, 8
/// triangles, 7 and 8 lines with adjacency, 12 and 7 triangles, and a strip of 10.
const TABLE: [(GLenum, [(u64, u64); 14]); 14] = [
    (POINTS, [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 11), (12, 12), (13, 13)]),
    (LINES, [(0, 0), (0, 0), (2, 1), (2, 1), (4, 2), (4, 2), (6, 3), (6, 3), (8, 4), (8, 4), (10, 5), (10, 5), (12, 6), (12, 6)]),
    (LINE_LOOP, [(0, 0), (0, 0), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8), (9, 9), (10, 10), (11, 11), (12, 12), (13, 13)]),
    (LINE_STRIP, [(0, 0), (0, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7), (9, 8), (10, 9), (11, 10), (12, 11), (13, 12)]),
    (TRIANGLES, [(0, 0), (0, 0), (0, 0), (3, 1), (3, 1), (3, 1), (6, 2), (6, 2), (6, 2), (9, 3), (9, 3), (9, 3), (12, 4), (12, 4)]),
    (
        TRIANGLE_STRIP,
        [(0, 0), (0, 0), (0, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6), (9, 7), (10, 8), (11, 9), (12, 10), (13, 11)],
    ),
    (TRIANGLE_FAN, [(0, 0), (0, 0), (0, 0), (3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 6), (9, 7), (10, 8), (11, 9), (12, 10), (13, 11)]),
    (QUADS, [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (4, 1), (4, 1), (4, 1), (8, 2), (8, 2), (8, 2), (8, 2), (12, 3), (12, 3)]),
    (QUAD_STRIP, [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (4, 1), (6, 2), (6, 2), (8, 3), (8, 3), (10, 4), (10, 4), (12, 5), (12, 5)]),
    (POLYGON, [(0, 0), (0, 0), (0, 0), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (9, 1), (10, 1), (11, 1), (12, 1), (13, 1)]),
    (LINES_ADJACENCY, [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (4, 1), (4, 1), (4, 1), (8, 2), (8, 2), (8, 2), (8, 2), (12, 3), (12, 3)]),
    (
        LINE_STRIP_ADJACENCY,
        [(0, 0), (0, 0), (0, 0), (0, 0), (4, 1), (5, 2), (6, 3), (7, 4), (8, 5), (9, 6), (10, 7), (11, 8), (12, 9), (13, 10)],
    ),
    (
        TRIANGLES_ADJACENCY,
        [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (6, 1), (6, 1), (6, 1), (6, 1), (6, 1), (6, 1), (12, 2), (12, 2)],
    ),
    (
        TRIANGLE_STRIP_ADJACENCY,
        [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (6, 1), (6, 1), (8, 2), (8, 2), (10, 3), (10, 3), (12, 4), (12, 4)],
    ),
];

#[test]
fn every_mode_with_every_number_of_vertices() {
    let mut rig = counting(compatibility45_counted());
    for (mode, rows) in TABLE {
        for (count, (vertices, primitives)) in rows.into_iter().enumerate() {
            assert_eq!(drawn_arrays(&mut rig, mode, count as GLsizei), [vertices, primitives], "mode {mode} of {count}");
            let begun = drawn(&mut rig, |rig| {
                let _ = immediate::begin(&mut rig.context, mode);
                for _ in 0..count {
                    let _ = immediate::vertex(&mut rig.context);
                }
                immediate::end(&mut rig.context)
            });
            assert_eq!(begun, [vertices, primitives], "glBegin of mode {mode}, {count} vertices");
        }
    }
}

#[test]
fn patches_are_of_as_many_vertices_as_the_context_says() {
    let mut rig = counting(core45_counted());
    for (patch, count, expected) in [(3, 7, [6, 2]), (3, 2, [0, 0]), (1, 5, [5, 5]), (32, 64, [64, 2]), (4, 7, [4, 1])] {
        rig.answers(PATCH_VERTICES, patch);
        assert_eq!(drawn_arrays(&mut rig, PATCHES, count), expected, "{count} vertices in patches of {patch}");
    }
    assert_eq!(Primitive { mode: PATCHES, patch_vertices: 0 }.run(9), Submitted::default(), "no division by zero");
}

#[test]
fn patches_count_for_the_tessellation_control_shader_that_takes_them() {
    let mut rig = counting(core45_counted());
    let mut patches = |control, mode, instances| {
        rig.driver().tess_control = control;
        submitted(&mut rig);
        assert_eq!(arrays::draw_arrays_instanced(&mut rig.context, mode, 0, 7, instances), Err(Stop::Forward));
        rig.context.driver.submitted().expect("it counts").tess_control_patches
    };
    assert_eq!(patches(false, PATCHES, 1), 0, "the evaluation shader alone");
    assert_eq!(patches(true, TRIANGLES, 1), 0, "no patches");
    assert_eq!(patches(true, PATCHES, 1), 2);
    assert_eq!(patches(true, PATCHES, 5), 10);
}

#[test]
fn instances_multiply() {
    let mut rig = counting(core45_counted());
    let instanced =
        |rig: &mut Rig, count, instances| drawn(rig, |rig| arrays::draw_arrays_instanced(&mut rig.context, TRIANGLES, 0, count, instances));
    assert_eq!(instanced(&mut rig, 6, 5), [30, 10]);
    assert_eq!(instanced(&mut rig, 8, 2), [12, 4]);
    assert_eq!(instanced(&mut rig, 6, 0), [0, 0]);
    assert_eq!(
        instanced(&mut rig, GLsizei::MAX, GLsizei::MAX),
        [GLsizei::MAX as u64 / 3 * 3 * GLsizei::MAX as u64, GLsizei::MAX as u64 / 3 * GLsizei::MAX as u64]
    );
    let base = drawn(&mut rig, |rig| arrays::draw_arrays_instanced_base_instance(&mut rig.context, LINES, 1, 7, 2, 100));
    assert_eq!(base, [12, 6]);
    let base = drawn(&mut rig, |rig| {
        elements::draw_elements_instanced_base_vertex_base_instance(&mut rig.context, LINES, 7, UNSIGNED_INT, In::at(0), 2, -5, 9)
    });
    assert_eq!(base, [12, 6]);
}

#[test]
fn indices_are_not_read_where_none_restarts() {
    let mut rig = counting(core45_counted());
    let (before, draw) =
        (rig.driver().asked, |rig: &mut Rig| elements::draw_elements(&mut rig.context, TRIANGLES, 12, UNSIGNED_BYTE, In::at(3)));
    assert_eq!(drawn(&mut rig, draw), [12, 4]);
    assert_eq!(rig.driver().asked - before, 3, "whether a list is compiled and either restart is enabled");
    let mut rig = counting(es2());
    let before = rig.driver().asked;
    assert_eq!(drawn(&mut rig, draw), [12, 4]);
    assert_eq!(rig.driver().asked - before, 1, "OpenGL ES 2.0 has no restart");
}

/// 3, 3 and 4 vertices, as in the table of what llvmpipe counts.
const RUNS: [u16; 12] = [0, 1, 2, 99, 3, 4, 5, 99, 6, 7, 8, 9];

#[test]
fn each_run_is_trimmed_for_itself() {
    let expected = [
        (POINTS, [10, 10]),
        (LINES, [8, 4]),
        (LINE_LOOP, [10, 10]),
        (LINE_STRIP, [10, 7]),
        (TRIANGLES, [9, 3]),
        (TRIANGLE_STRIP, [10, 4]),
        (TRIANGLE_FAN, [10, 4]),
        (LINES_ADJACENCY, [4, 1]),
        (TRIANGLES_ADJACENCY, [0, 0]),
        (PATCHES, [9, 3]),
    ];
    let bytes: Vec<u8> = RUNS.iter().map(|index| *index as u8).collect();
    for (kind, indices) in [(UNSIGNED_BYTE, bytes), (UNSIGNED_SHORT, shorts(&RUNS)), (UNSIGNED_INT, words(&RUNS.map(u32::from)))] {
        for (mode, expected) in expected {
            let mut rig = counting(core45_counted());
            rig.enable(PRIMITIVE_RESTART);
            rig.bind(ELEMENT_ARRAY_BUFFER, &[&[1; 8], indices.as_slice()].concat());
            let draw = |rig: &mut Rig| elements::draw_elements(&mut rig.context, mode, 12, kind, In::at(8));
            assert_eq!(drawn(&mut rig, draw), expected, "mode {mode} in a buffer");
            let mut rig = counting(compatibility45_counted());
            rig.enable(PRIMITIVE_RESTART);
            let draw = |rig: &mut Rig| elements::draw_elements_instanced(&mut rig.context, mode, 12, kind, In::bytes(&indices), 3);
            assert_eq!(drawn(&mut rig, draw), expected.map(|one| 3 * one), "mode {mode} in memory");
        }
    }
}

#[test]
fn the_fixed_index_goes_before_the_other() {
    let indices = shorts(&[0, 1, 2, 0xffff, 3, 99, 4]);
    let strip = |rig: &mut Rig| elements::draw_elements(&mut rig.context, TRIANGLE_STRIP, 7, UNSIGNED_SHORT, In::at(0));
    let mut rig = counting(core45_counted());
    rig.bind(ELEMENT_ARRAY_BUFFER, &indices);
    assert_eq!(drawn(&mut rig, strip), [7, 5], "neither");
    rig.enable(PRIMITIVE_RESTART);
    assert_eq!(drawn(&mut rig, strip), [5, 3], "0, 1, 2, 65535, 3 and one more");
    rig.enable(PRIMITIVE_RESTART_FIXED_INDEX);
    assert_eq!(drawn(&mut rig, strip), [6, 2], "0, 1, 2 and 3, 99, 4");
    let mut rig = counting(es32());
    rig.enable(PRIMITIVE_RESTART_FIXED_INDEX);
    rig.bind(ELEMENT_ARRAY_BUFFER, &indices);
    assert_eq!(drawn(&mut rig, strip), [6, 2]);
}

#[test]
fn a_wide_restart_index_divides_no_narrow_indices() {
    let mut rig = counting(core45_counted());
    rig.enable(PRIMITIVE_RESTART);
    rig.answers(PRIMITIVE_RESTART_INDEX, -1);
    rig.bind(ELEMENT_ARRAY_BUFFER, &[0xff; 16]);
    assert_eq!(drawn(&mut rig, |rig| elements::draw_elements(&mut rig.context, POINTS, 8, UNSIGNED_SHORT, In::at(0))), [8, 8]);
    assert_eq!(drawn(&mut rig, |rig| elements::draw_elements(&mut rig.context, POINTS, 4, UNSIGNED_INT, In::at(0))), [0, 0]);
}

#[test]
fn patches_restart_where_the_driver_says_so() {
    let mut rig = counting(core45_counted());
    rig.enable(PRIMITIVE_RESTART);
    rig.bind(ELEMENT_ARRAY_BUFFER, &[0, 1, 99, 2, 3, 4]);
    let draw = |rig: &mut Rig| elements::draw_elements(&mut rig.context, PATCHES, 6, UNSIGNED_BYTE, In::at(0));
    assert_eq!(drawn(&mut rig, draw), [3, 1]);
    rig.answers(PRIMITIVE_RESTART_FOR_PATCHES_SUPPORTED, 0);
    assert_eq!(drawn(&mut rig, draw), [6, 2]);
}

#[test]
fn more_indices_than_are_read_at_once() {
    let mut rig = counting(core45_counted());
    rig.enable(PRIMITIVE_RESTART);
    let count = 300_001;
    let mut indices = vec![0_u16; count];
    indices[200_000] = 99;
    rig.bind(ELEMENT_ARRAY_BUFFER, &shorts(&indices));
    let draw = |rig: &mut Rig| elements::draw_elements(&mut rig.context, TRIANGLE_STRIP, count as GLsizei, UNSIGNED_SHORT, In::at(0));
    assert_eq!(drawn(&mut rig, draw), [300_000, 200_000 - 2 + 100_000 - 2]);
}

#[test]
fn many_draws_of_one_command() {
    let mut rig = counting(core45_counted());
    let multi = |rig: &mut Rig, counts: &[GLsizei]| {
        drawn(rig, |rig| {
            arrays::multi_draw_arrays(&mut rig.context, TRIANGLES, In::from(&[0; 3]), In::from(counts), counts.len() as GLsizei)
        })
    };
    assert_eq!(multi(&mut rig, &[3, 7, 2]), [9, 3]);
    assert_eq!(multi(&mut rig, &[3, -1, 3]), [0, 0], "one negative count, and nothing is drawn");
    assert_eq!(multi(&mut rig, &[]), [0, 0]);
    rig.enable(PRIMITIVE_RESTART);
    rig.bind(ELEMENT_ARRAY_BUFFER, &[0, 1, 99, 2, 3, 4]);
    let pointers = [0_usize, 3].map(|offset| offset as *const c_void);
    let indexed = |rig: &mut Rig, counts: [GLsizei; 2]| {
        drawn(rig, |rig| {
            elements::multi_draw_elements(&mut rig.context, TRIANGLES, In::from(&counts), UNSIGNED_BYTE, In::from(&pointers), 2)
        })
    };
    assert_eq!(indexed(&mut rig, [6, 3]), [6, 2]);
    assert_eq!(indexed(&mut rig, [3, 3]), [3, 1]);
    assert_eq!(indexed(&mut rig, [3, 4]), [0, 0], "beyond the buffer's end");
    assert_eq!(indexed(&mut rig, [3, -4]), [0, 0]);
}

#[test]
fn a_mode_for_each_draw() {
    let mut rig = counting(compatibility45_counted());
    let modes = [TRIANGLES, 77, LINES, 77];
    let draw =
        |rig: &mut Rig| arrays::multi_mode_draw_arrays(&mut rig.context, In::from(&modes), In::from(&[0; 2]), In::from(&[6, 7]), 2, 8);
    assert_eq!(drawn(&mut rig, draw), [12, 5]);
    let draw = |rig: &mut Rig| {
        let pointers = [core::ptr::null(); 2];
        elements::multi_mode_draw_elements(&mut rig.context, In::from(&modes), In::from(&[6, -7]), UNSIGNED_BYTE, In::from(&pointers), 2, 8)
    };
    assert_eq!(drawn(&mut rig, draw), [6, 2]);
}

#[test]
fn restarts_between_begin_and_end() {
    let mut rig = counting(compatibility45_counted());
    rig.enable(PRIMITIVE_RESTART);
    let command = |rig: &mut Rig| {
        let context = &mut rig.context;
        let _ = immediate::begin(context, TRIANGLE_STRIP);
        for index in [0, 1, 2, 99, 4, 5, 6, 7] {
            let _ = immediate::array_element(context, index);
        }
        let _ = immediate::primitive_restart(context);
        let _ = immediate::vertex(context);
        immediate::end(context)
    };
    assert_eq!(drawn(&mut rig, command), [7, 3]);
    assert_eq!(drawn(&mut rig, |rig| immediate::rect(&mut rig.context)), [4, 1]);
}

#[test]
fn nothing_is_asked_between_begin_and_end() {
    let mut rig = counting(compatibility45_counted());
    let _ = immediate::begin(&mut rig.context, TRIANGLES);
    let before = rig.driver().asked;
    let _ = immediate::vertex(&mut rig.context);
    let _ = immediate::array_element(&mut rig.context, 1);
    assert_eq!(drawn_arrays(&mut rig, TRIANGLES, 3), [0, 0], "an error");
    assert_eq!(drawn(&mut rig, |rig| immediate::begin(&mut rig.context, POINTS)), [0, 0], "an error");
    let _ = immediate::vertex(&mut rig.context);
    assert_eq!(rig.driver().asked, before);
    assert_eq!(drawn(&mut rig, |rig| immediate::end(&mut rig.context)), [3, 1]);
    assert_eq!(drawn(&mut rig, |rig| immediate::end(&mut rig.context)), [0, 0], "nothing was begun");
    assert_eq!(drawn(&mut rig, |rig| immediate::vertex(&mut rig.context)), [0, 0]);
}

#[test]
fn what_is_compiled_into_a_list_is_drawn_if_it_is_executed_too() {
    let mut rig = counting(compatibility45_counted());
    rig.new_list();
    rig.answers(LIST_MODE, 0x1300);
    assert_eq!(drawn_arrays(&mut rig, TRIANGLES, 3), [0, 0]);
    let _ = immediate::begin(&mut rig.context, POINTS);
    let _ = immediate::vertex(&mut rig.context);
    assert_eq!(drawn(&mut rig, |rig| immediate::end(&mut rig.context)), [0, 0]);
    rig.answers(LIST_MODE, i64::from(COMPILE_AND_EXECUTE));
    assert_eq!(drawn_arrays(&mut rig, TRIANGLES, 3), [3, 1]);
    rig.end_list();
    assert_eq!(drawn_arrays(&mut rig, TRIANGLES, 3), [3, 1]);
    rig.driver().list_index = None;
    assert_eq!(drawn_arrays(&mut rig, TRIANGLES, 3), [0, 0], "between glBegin and glEnd");
}

#[test]
fn what_the_driver_rejects_counts_nothing() {
    let mut rig = counting(core45_counted());
    for (mode, count) in [(TRIANGLES, -3), (QUADS, 4), (POLYGON, 4), (0xF, 3), (GLenum::MAX, 3), (32, 3)] {
        assert_eq!(drawn_arrays(&mut rig, mode, count), [0, 0], "mode {mode}, {count} vertices");
    }
    assert_eq!(drawn(&mut rig, |rig| arrays::draw_arrays(&mut rig.context, POINTS, -1, 3)), [0, 0]);
    assert_eq!(drawn(&mut rig, |rig| arrays::draw_arrays_instanced(&mut rig.context, POINTS, 0, 3, -1)), [0, 0]);
    let indexed = |rig: &mut Rig, count, kind| drawn(rig, |rig| elements::draw_elements(&mut rig.context, POINTS, count, kind, In::at(0)));
    assert_eq!(indexed(&mut rig, 3, 0x1402), [0, 0], "signed indices");
    assert_eq!(indexed(&mut rig, -3, UNSIGNED_INT), [0, 0]);
    let range = |rig: &mut Rig, start, end| {
        drawn(rig, |rig| elements::draw_range_elements(&mut rig.context, POINTS, start, end, 3, UNSIGNED_INT, In::at(0)))
    };
    assert_eq!(range(&mut rig, 2, 1), [0, 0]);
    assert_eq!(range(&mut rig, 2, 2), [3, 3]);
    rig.enable(PRIMITIVE_RESTART);
    assert_eq!(indexed(&mut rig, 3, UNSIGNED_INT), [0, 0], "no indices, in a core profile");
    let mut rig = counting(core33());
    assert_eq!(drawn_arrays(&mut rig, PATCHES, 3), [0, 0], "OpenGL 4.0 brought them");
    assert_eq!(drawn_arrays(&mut rig, LINES_ADJACENCY, 4), [4, 1]);
    let mut rig = counting(es2());
    assert_eq!(drawn_arrays(&mut rig, LINES_ADJACENCY, 4), [0, 0]);
    assert_eq!(indexed(&mut rig, 3, UNSIGNED_INT), [0, 0], "OES_element_index_uint brings them");
    assert_eq!(indexed(&mut rig, 3, UNSIGNED_SHORT), [3, 3]);
}

#[test]
fn nothing_is_asked_while_nobody_counts() {
    let mut rig = compatibility45_counted();
    rig.driver().asked = 0;
    let context = &mut rig.context;
    let commands = [
        arrays::draw_arrays(context, PATCHES, 0, 3),
        elements::draw_elements(context, TRIANGLES, 3, UNSIGNED_INT, In::at(0)),
        indirect::multi_draw_arrays_indirect_count(context, TRIANGLES, In::at(0), 0, 9, 0),
        indirect::draw_elements_indirect(context, TRIANGLES, UNSIGNED_INT, In::at(0)),
        compute::dispatch_compute(context, 1, 1, 1),
        compute::dispatch_compute_indirect(context, 0),
        immediate::begin(context, TRIANGLES),
        immediate::vertex(context),
        immediate::array_element(context, 0),
        immediate::end(context),
        immediate::rect(context),
    ];
    assert!(commands.iter().all(|command| *command == Err(Stop::Forward)));
    assert_eq!(rig.driver().asked, 0);
    assert_eq!(rig.commands(), []);
}

#[test]
fn totals_add_up() {
    let mut rig = counting(core45_counted());
    for _ in 0..3 {
        let _ = arrays::draw_arrays(&mut rig.context, TRIANGLES, 0, 6);
    }
    rig.count(false);
    let _ = arrays::draw_arrays(&mut rig.context, TRIANGLES, 0, 6);
    rig.count(true);
    assert_eq!(submitted(&mut rig), [18, 6, 0]);
}
