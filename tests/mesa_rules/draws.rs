//! Compares the counts that glmeter computes from the arguments of draws with the driver's own counts.

use crate::egl::{self, Session};
use crate::gl::*;
use core::ffi::{CStr, c_void};
use glmeter::context::{Context, ShareGroup};
use glmeter::driver::host::{Host, describe};
use glmeter::driver::{Buffers, Capabilities, DisplayLists, Draws, Driver, Functions, Measure, Queries, Submitted, SyncObjects};
use glmeter::error::{Result, Stop};
use glmeter::memory::In;
use glmeter::rules::draw::{arrays, compute, elements, immediate, indirect, lists};

/// The driver of the current context, with totals.
struct Counting {
    driver: Host,
    totals: Submitted,
}

macro_rules! the_drivers {
    ($($group:ident { $(fn $name:ident(&mut self $(, $argument:ident: $kind:ty)*) $(-> $result:ty)?;)* } and { $($own:item)* })*) => { $(
        impl $group for Counting {
            $($own)*

            $(fn $name(&mut self $(, $argument: $kind)*) $(-> $result)? {
                self.driver.$name($($argument),*)
            })*
        }
    )* };
}

the_drivers! {
    Driver {
        fn flush(&mut self);
        fn list_index(&mut self) -> Option<i32>;
        fn get_integer64(&mut self, pname: u32) -> i64;
        fn is_enabled(&mut self, capability: u32) -> bool;
        fn get_integer_indexed(&mut self, pname: u32, index: u32) -> i64;
        fn raise(&mut self, error: u32) -> bool;
    } and {}
    Queries {
        fn gen_queries(&mut self, ids: &mut [u32]);
        fn own_query(&mut self) -> u32;
        fn create_queries(&mut self, target: u32, ids: &mut [u32]);
        fn delete_queries(&mut self, ids: &[u32]);
        fn begin_query(&mut self, target: u32, index: u32, id: u32);
        fn end_query(&mut self, target: u32, index: u32);
        fn query_counter(&mut self, id: u32, target: u32);
        fn current_query(&mut self, target: u32, index: u32) -> u32;
        fn query_counter_bits(&mut self, target: u32) -> i32;
        fn result_available(&mut self, id: u32) -> bool;
        fn result(&mut self, id: u32) -> u64;
        fn begin_conditional_render(&mut self, id: u32, mode: u32);
        fn end_conditional_render(&mut self);
    } and {
        fn capabilities(&self) -> &Capabilities {
            self.driver.capabilities()
        }
    }
    DisplayLists {} and {}
    SyncObjects {} and {}
    Buffers {
        fn bind_query_buffer(&mut self, buffer: u32);
        fn delete_buffers(&mut self, buffers: &[u32]);
        fn query_buffer(&mut self) -> u32;
        fn buffer_size(&mut self, buffer: u32) -> i64;
        fn write_buffer(&mut self, buffer: u32, offset: isize, bytes: &[u8]);
        fn read_buffer(&mut self, target: u32, offset: u64, bytes: &mut [u8]) -> bool;
    } and {}
    Measure {} and {}
    Draws {
        fn work_group_size(&mut self) -> Option<[u32; 3]>;
    } and {
        fn may_count_draws(&self) -> bool {
            true
        }

        fn submitted(&mut self) -> Option<&mut Submitted> {
            Some(&mut self.totals)
        }
    }
}

const LINES: u32 = 1;
const LINE_STRIP: u32 = 3;
const TRIANGLE_STRIP: u32 = 5;
const QUADS: u32 = 7;
const QUAD_STRIP: u32 = 8;
const POLYGON: u32 = 9;
const LINES_ADJACENCY: u32 = 0xA;
const TRIANGLE_STRIP_ADJACENCY: u32 = 0xD;
const UNSIGNED_SHORT: u32 = 0x1403;
const PRIMITIVE_RESTART: u32 = 0x8F9D;
const PRIMITIVE_RESTART_FIXED_INDEX: u32 = 0x8D69;
const ELEMENT_ARRAY_BUFFER: u32 = 0x8893;
const DRAW_INDIRECT_BUFFER: u32 = 0x8F3F;
const DISPATCH_INDIRECT_BUFFER: u32 = 0x90EE;
const COMPUTE_SHADER: u32 = 0x91B9;
const COMPUTE_SHADER_INVOCATIONS: u32 = 0x82F5;
const STATIC_DRAW: u32 = 0x88E4;
const MODES: core::ops::RangeInclusive<u32> = POINTS..=6;

/// Returns a context of the rules over the driver's current context.
fn counting() -> Context {
    // SAFETY: libglvnd returns a function of the command's own type for every name.
    let functions = Box::leak(unsafe { Functions::load(|name: &CStr| egl::address(name)) });
    // SAFETY: the test made the context current on this thread.
    let description = unsafe { describe(functions) };
    // SAFETY: as above; it stays current until the test ends.
    let driver = Counting { driver: unsafe { Host::new(functions, &description) }, totals: Submitted::default() };
    Context::new(Box::new(driver), description, ShareGroup::default())
}

/// Returns the counts of the handler `counted` for a draw.
fn told(context: &mut Context, counted: impl FnOnce(&mut Context) -> Result<()>) -> Submitted {
    *context.driver.submitted().unwrap() = Submitted::default();
    assert_eq!(counted(context), Err(Stop::Forward));
    *context.driver.submitted().unwrap()
}

impl Session {
    /// Draws, and compares the counts of the handler `counted` with the driver's.
    #[track_caller]
    fn same(&self, context: &mut Context, what: &str, counted: impl FnOnce(&mut Context) -> Result<()>, draw: impl FnOnce()) -> Submitted {
        let [vertices, primitives] = [VERTICES_SUBMITTED, PRIMITIVES_SUBMITTED].map(|target| (target, self.generate()));
        for (target, id) in [vertices, primitives] {
            self.BeginQuery(target, id);
        }
        let told = told(context, counted);
        draw();
        for (target, _) in [vertices, primitives] {
            self.EndQuery(target);
        }
        let counts = [vertices, primitives].map(|(_, id)| self.u64(id, QUERY_RESULT));
        assert_eq!([told.vertices, told.primitives], counts, "{what}: from the arguments, and the driver's");
        self.expect(NO_ERROR);
        told
    }

    /// Creates a buffer of these bytes and binds it to a target.
    fn buffer(&self, target: u32, bytes: &[u8]) {
        let mut id = 0;
        self.GenBuffers(1, &raw mut id);
        self.BindBuffer(target, id);
        self.BufferData(target, bytes.len() as isize, bytes.as_ptr().cast(), STATIC_DRAW);
        self.expect(NO_ERROR);
    }
}

fn shorts(numbers: &[u16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}

fn words(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_ne_bytes()).collect()
}

#[test]
fn arrays_submit_what_the_driver_counts() {
    for gl in [Session::core(), Session::compatibility()] {
        gl.make_current();
        gl.canvas(8, 1);
        let mut context = counting();
        for mode in MODES.chain(LINES_ADJACENCY..=TRIANGLE_STRIP_ADJACENCY) {
            for count in 0..14 {
                let what = format!("mode {mode}, {count} vertices");
                let counted = |context: &mut Context| arrays::draw_arrays(context, mode, 0, count);
                gl.same(&mut context, &what, counted, || gl.DrawArrays(mode, 0, count));
                let counted = |context: &mut Context| arrays::draw_arrays_instanced(context, mode, 0, count, 3);
                gl.same(&mut context, &what, counted, || gl.DrawArraysInstanced(mode, 0, count, 3));
            }
        }
        let (first, counts) = ([0, 1, 2], [7, 0, 4]);
        let counted = |context: &mut Context| arrays::multi_draw_arrays(context, TRIANGLES, In::from(&first), In::from(&counts), 3);
        gl.same(&mut context, "glMultiDrawArrays", counted, || gl.MultiDrawArrays(TRIANGLES, first.as_ptr(), counts.as_ptr(), 3));
    }
}

#[test]
fn elements_submit_what_the_driver_counts() {
    let indices: Vec<u16> = (0..40).map(|place| if [3, 7, 12, 13, 25].contains(&place) { 9 } else { place % 8 }).collect();
    for gl in [Session::core(), Session::compatibility()] {
        gl.make_current();
        gl.canvas(8, 1);
        gl.buffer(ELEMENT_ARRAY_BUFFER, &shorts(&indices));
        let mut context = counting();
        gl.PrimitiveRestartIndex(9);
        for restart in [false, true] {
            if restart {
                gl.Enable(PRIMITIVE_RESTART);
            }
            for mode in MODES.chain([LINES_ADJACENCY, TRIANGLE_STRIP_ADJACENCY]) {
                for (count, offset) in [(40, 0), (12, 2), (17, 10), (1, 0), (0, 0)] {
                    let what = format!("mode {mode}, {count} indices from {offset}, restart {restart}");
                    let counted = |context: &mut Context| elements::draw_elements(context, mode, count, UNSIGNED_SHORT, In::at(offset));
                    let draw = || gl.DrawElements(mode, count, UNSIGNED_SHORT, offset as *const c_void);
                    gl.same(&mut context, &what, counted, draw);
                }
            }
            gl.buffer(DRAW_INDIRECT_BUFFER, &words(&[17, 2, 5, 0, 0, 12, 1, 1, 0, 0]));
            let counted =
                |context: &mut Context| indirect::multi_draw_elements_indirect(context, LINE_STRIP, UNSIGNED_SHORT, In::at(0), 2, 0);
            let draw = || gl.MultiDrawElementsIndirect(LINE_STRIP, UNSIGNED_SHORT, core::ptr::null(), 2, 0);
            let told = gl.same(&mut context, "glMultiDrawElementsIndirect", counted, draw);
            assert!(told.vertices > 20, "something was drawn: {told:?}");
        }
    }
}

#[test]
fn a_wide_restart_index_and_the_fixed_one_are_the_drivers() {
    let gl = Session::core();
    gl.canvas(8, 1);
    let mut context = counting();
    gl.buffer(ELEMENT_ARRAY_BUFFER, &shorts(&[0, 1, 2, 0xffff, 3, 4, 5, 2]));
    let mut draw = |what: &str| {
        let counted = |context: &mut Context| elements::draw_elements(context, TRIANGLE_STRIP, 8, UNSIGNED_SHORT, In::at(0));
        gl.same(&mut context, what, counted, || gl.DrawElements(TRIANGLE_STRIP, 8, UNSIGNED_SHORT, core::ptr::null()))
    };
    gl.PrimitiveRestartIndex(u32::MAX);
    gl.Enable(PRIMITIVE_RESTART);
    assert_eq!(draw("an index that no short can be").vertices, 8);
    gl.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
    assert_eq!(draw("the fixed index").vertices, 7);
}

#[test]
fn immediate_mode_submits_what_the_driver_counts() {
    let gl = Session::compatibility();
    gl.canvas(8, 1);
    let mut context = counting();
    for mode in MODES {
        for count in 0..14 {
            let counted = |context: &mut Context| {
                let _ = immediate::begin(context, mode);
                for _ in 0..count {
                    let _ = immediate::vertex(context);
                }
                immediate::end(context)
            };
            let draw = || {
                gl.Begin(mode);
                for _ in 0..count {
                    gl.Vertex2f(0.0, 0.0);
                }
                gl.End();
            };
            gl.same(&mut context, &format!("mode {mode}, {count} vertices"), counted, draw);
        }
    }
    // A Get between glBegin and glEnd would be an error.
    gl.Begin(POINTS);
    let _ = immediate::begin(&mut context, QUADS);
    gl.End();
    gl.expect(INVALID_OPERATION);
}

/// Draws everything by lists, as glxgears does. Mesa inserts vertices to join the strips of a list, which it counts, and joins the rests of
/// incomplete primitives: no list here has either.
#[test]
fn called_lists_submit_what_the_driver_counts() {
    let gl = Session::compatibility();
    gl.canvas(8, 1);
    let mut context = counting();
    let shapes = [(POINTS, 3), (LINES, 4), (TRIANGLES, 6), (QUADS, 8), (QUAD_STRIP, 7), (POLYGON, 5)];
    let define = |context: &mut Context, list: u32, more: &dyn Fn(&mut Context)| {
        assert_eq!(lists::new_list(context, list, COMPILE), Err(Stop::Forward));
        gl.NewList(list, COMPILE);
        more(context);
        assert_eq!(lists::end_list(context), Err(Stop::Forward));
        gl.EndList();
        gl.expect(NO_ERROR);
    };
    let call = |context: &mut Context, list: u32| {
        let _ = lists::call_list(context, list);
        gl.CallList(list);
    };
    for ((mode, count), list) in shapes.into_iter().zip(1..) {
        define(&mut context, list, &|context| {
            for _ in 0..if mode == QUAD_STRIP { 1 } else { 2 } {
                let _ = immediate::begin(context, mode);
                gl.Begin(mode);
                for _ in 0..count {
                    let _ = immediate::vertex(context);
                    gl.Vertex2f(0.0, 0.0);
                }
                let _ = immediate::end(context);
                gl.End();
            }
        });
        gl.same(&mut context, &format!("a list of mode {mode}"), |context| lists::call_list(context, list), || gl.CallList(list));
    }
    define(&mut context, 20, &|context| {
        (1..7).for_each(|list| call(context, list));
        call(context, 99);
    });
    let all = gl.same(&mut context, "a list of lists", |context| lists::call_list(context, 20), || gl.CallList(20));
    assert!(all.vertices > 50, "something was drawn: {all:?}");
    define(&mut context, 21, &|context| {
        call(context, 4);
        call(context, 21);
    });
    gl.same(&mut context, "a list that calls itself", |context| lists::call_list(context, 21), || gl.CallList(21));
    define(&mut context, 22, &|context| {
        let _ = arrays::draw_arrays_instanced(context, TRIANGLES, 0, 3, 2);
    });
    gl.same(&mut context, "a list without instances", |context| lists::call_list(context, 22), || gl.CallList(22));
    let offsets = [1_u8, 2, 3];
    gl.ListBase(2);
    let counted = |context: &mut Context| lists::call_lists(context, 3, 0x1401, In::bytes(&offsets));
    gl.same(&mut context, "glCallLists", counted, || gl.CallLists(3, 0x1401, offsets.as_ptr().cast()));
}

#[test]
fn dispatches_run_what_the_driver_counts() {
    let gl = Session::core();
    let mut context = counting();
    let dispatched = |context: &mut Context, counted: &dyn Fn(&mut Context) -> Result<()>, dispatch: &dyn Fn()| {
        let id = gl.measured(COMPUTE_SHADER_INVOCATIONS, dispatch);
        assert_eq!(told(context, counted).compute_invocations, gl.u64(id, QUERY_RESULT));
        gl.u64(id, QUERY_RESULT)
    };
    let three = |context: &mut Context| compute::dispatch_compute(context, 3, 2, 1);
    assert_eq!(told(&mut context, three), Submitted::default(), "no program");
    gl.expect(NO_ERROR);
    let program = gl.program(&[(COMPUTE_SHADER, "#version 430 core\nlayout(local_size_x = 4, local_size_y = 2) in;\nvoid main() {}\0")]);
    gl.UseProgram(program);
    assert_eq!(dispatched(&mut context, &three, &|| gl.DispatchCompute(3, 2, 1)), 48);
    gl.buffer(DISPATCH_INDIRECT_BUFFER, &words(&[9, 2, 2, 5]));
    assert_eq!(dispatched(&mut context, &|context| compute::dispatch_compute_indirect(context, 4), &|| gl.DispatchComputeIndirect(4)), 160);
    gl.expect(NO_ERROR);
}

/// OpenGL ES reads buffers by mapping them, and leaves them as they were.
#[test]
fn embedded_contexts_read_their_buffers() {
    let gl = Session::es3();
    gl.canvas(8, 1);
    let mut context = counting();
    gl.buffer(ELEMENT_ARRAY_BUFFER, &shorts(&[0, 1, 2, 0xffff, 3, 4, 5]));
    gl.Enable(PRIMITIVE_RESTART_FIXED_INDEX);
    let strip = |context: &mut Context| elements::draw_elements(context, TRIANGLE_STRIP, 7, UNSIGNED_SHORT, In::at(0));
    for _ in 0..2 {
        let told = told(&mut context, strip);
        assert_eq!([told.vertices, told.primitives], [6, 2]);
        gl.DrawElements(TRIANGLE_STRIP, 7, UNSIGNED_SHORT, core::ptr::null());
        gl.expect(NO_ERROR);
    }
    let beyond = |context: &mut Context| elements::draw_elements(context, LINES, 8, UNSIGNED_SHORT, In::at(0));
    assert_eq!(told(&mut context, beyond), Submitted::default());
    gl.expect(NO_ERROR);
}
