#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::context::recording::Step;
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::{code_of, compatibility, slice};
use std::ffi::c_void;

/// A list of what is done.
fn list(mode: u32, work: impl FnOnce()) -> u32 {
    let name = gl!(glGenLists(1 => i32) -> u32);
    gl!(glNewList(name => u32, mode => u32));
    work();
    gl!(glEndList());
    name
}

fn call(name: u32) {
    gl!(glCallList(name => u32));
}

fn whole_window() {
    gl!(glRectf(-1.0 => f32, -1.0 => f32, 1.0 => f32, 1.0 => f32));
}

#[test]
fn uniforms_are_read_while_the_list_is_compiled() {
    let gl = Gl::new(compatibility());
    let text = c"#version 120\nuniform vec4 tint[2];\nvoid main() { gl_FragColor = tint[1]; }";
    let program = gl.program(&[(GL_FRAGMENT_SHADER, text)], &[]);
    let location = gl.location(program, "tint[0]");
    let mut tint = [0.0f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    let name = list(GL_COMPILE, || {
        gl!(glUniform4fv(location => i32, 2 => i32, tint.as_ptr() => *const f32));
        whole_window();
        gl!(glUniform4fv(location => i32, i32::MAX => i32, tint.as_ptr() => *const f32));
    });
    tint.fill(0.5);
    assert_eq!(gl.pixel(8, 8), [0; 4]);
    gl.no_error();
    gl!(glUniform4fv(location => i32, 2 => i32, tint.as_ptr() => *const f32));
    call(name);
    assert_eq!(gl.pixel(8, 8), [255, 0, 0, 255]);
    assert_eq!(gl!(glGetError() -> u32), GL_OUT_OF_MEMORY);
}

#[test]
fn vertices_and_indices_are_read_while_the_list_is_compiled() {
    let gl = Gl::new(compatibility());
    gl!(glBindVertexArray(0 => u32));
    // The lower left quarter of the window, from the middle of the array.
    let mut places: [f32; 12] = [9.0, 9.0, 9.0, 9.0, -1.0, -1.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0];
    let mut indices: [u16; 4] = [2, 3, 4, 5];
    let pointer = |from: *const f32| gl!(glVertexPointer(2 => i32, GL_FLOAT => u32, 0 => i32, from.cast() => *const c_void));
    pointer(places.as_ptr());
    gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
    let elements = || gl!(glDrawElements(GL_QUADS => u32, 4 => i32, GL_UNSIGNED_SHORT => u32, indices.as_ptr().cast() => *const c_void));
    let from_memory = list(GL_COMPILE, elements);
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &places.map(f32::to_bits));
    pointer(std::ptr::null());
    let from_buffer = list(GL_COMPILE, || gl!(glDrawArrays(GL_QUADS => u32, 2 => i32, 4 => i32)));
    places.fill(7.0);
    indices.fill(0);
    gl!(glBufferData(GL_ARRAY_BUFFER => u32, 4 => isize, std::ptr::null() => *const c_void, GL_STATIC_DRAW => u32));
    gl!(glDeleteBuffers(1 => i32, &raw const buffer => *const u32));
    gl!(glDisableClientState(GL_VERTEX_ARRAY => u32));
    gl.no_error();
    for (name, blue) in [(from_memory, 255), (from_buffer, 0)] {
        // The colour is the current one when the list is called.
        gl!(glColor3ub(255 => u8, 0 => u8, blue => u8));
        assert_ne!(gl.pixel(7, 7), [255, 0, blue, 255]);
        call(name);
        assert_eq!(gl.pixel(7, 7), [255, 0, blue, 255]);
        assert_eq!(gl.pixel(8, 8), [0; 4]);
    }
    gl.no_error();
    assert_eq!((places[0], indices[0]), (7.0, 0));
}

#[test]
fn pixels_are_read_while_the_list_is_compiled() {
    let gl = Gl::new(compatibility());
    let mut texture = 0;
    gl!(glGenTextures(1 => i32, &raw mut texture => *mut u32));
    gl!(glBindTexture(GL_TEXTURE_2D => u32, texture => u32));
    gl!(glTexParameteri(GL_TEXTURE_2D => u32, GL_TEXTURE_MIN_FILTER => u32, GL_NEAREST as i32 => i32));
    let mut pixels = [9u8, 9, 9, 9, 0, 255, 0, 255];
    gl!(glPixelStorei(GL_UNPACK_SKIP_PIXELS => u32, 1 => i32));
    let name = list(GL_COMPILE, || {
        let pixels = pixels.as_ptr().cast::<c_void>();
        gl!(glTexImage2D(GL_TEXTURE_2D => u32, 0 => i32, GL_RGBA as i32 => i32, 1 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, pixels => *const c_void));
        // A proxy is asked at once.
        gl!(glTexImage2D(GL_PROXY_TEXTURE_2D => u32, 0 => i32, GL_RGBA as i32 => i32, 4 => i32, 1 => i32, 0 => i32, GL_RGBA => u32, GL_UNSIGNED_BYTE => u32, std::ptr::null() => *const c_void));
    });
    let width = |target: u32| {
        let mut width = -1;
        gl!(glGetTexLevelParameteriv(target => u32, 0 => i32, GL_TEXTURE_WIDTH => u32, &raw mut width => *mut i32));
        width
    };
    assert_eq!((width(GL_TEXTURE_2D), width(GL_PROXY_TEXTURE_2D)), (0, 4));
    pixels.fill(0);
    gl!(glPixelStorei(GL_UNPACK_SKIP_PIXELS => u32, 0 => i32));
    call(name);
    gl!(glEnable(GL_TEXTURE_2D => u32));
    whole_window();
    assert_eq!(gl.pixel(8, 8), [0, 255, 0, 255]);
    gl.no_error();
    assert_eq!(pixels[5], 0);
}

#[test]
fn executed_commands_are_kept_once() {
    let gl = Gl::new(compatibility());
    let count = |work: &dyn Fn()| gl.count(&[GL_PRIMITIVES_SUBMITTED], work)[0];
    let name = gl!(glGenLists(1 => i32) -> u32);
    let compiled = count(&|| {
        gl!(glNewList(name => u32, GL_COMPILE_AND_EXECUTE => u32));
        whole_window();
        gl!(glEndList());
    });
    assert_eq!(compiled, 1);
    assert_eq!(count(&|| call(name)), 1);
    let inside = list(GL_COMPILE, || call(name));
    assert_eq!(count(&|| call(inside)), 1);
}

#[test]
fn lists_that_call_lists_end() {
    let mut context = compatibility();
    // Each calls the one before twice: the last one would do 2⁶⁰ commands.
    for name in 2..=61u32 {
        let twice = move |context: &mut Context| call_list(context, name - 1);
        let steps: Vec<Step> = vec![Box::new(twice), Box::new(twice)];
        context.compat.lists.lists.lock().unwrap().by_name.insert(name, Arc::new(steps));
    }
    context.compat.lists.limit.steps = 100_000;
    call_list(&mut context, 61).unwrap();
    assert_eq!((context.error, context.compat.lists.depth), (GL_OUT_OF_MEMORY, 0));
    context.error = 0;
    call_list(&mut context, 10).unwrap();
    assert_eq!(context.error, 0);
    call_lists(&mut context, 3, GL_UNSIGNED_BYTE, slice(&[10, 61, 10])).unwrap();
    assert_eq!(context.error, GL_OUT_OF_MEMORY);
    (context.config.lose_on_reset, context.error) = (true, 0);
    call_list(&mut context, 61).unwrap();
    assert!(context.error == GL_CONTEXT_LOST && context.guilty && context.is_lost());
}

/// Lists that call the one before twice, above a list that draws: commands that take long end by time, in a context that can be lost soon.
#[test]
fn lists_that_draw_and_call_lists_end_by_time() {
    use std::time::{Duration, Instant};
    for lose_on_reset in [false, true] {
        let mut context = compatibility();
        context.config.lose_on_reset = lose_on_reset;
        context.compat.lists.limit.time = Duration::from_millis(100);
        let gl = Gl::new(context);
        let mut last = list(GL_COMPILE, || (0..20).for_each(|_| whole_window()));
        for _ in 0..50 {
            last = list(GL_COMPILE, || {
                call(last);
                call(last);
            });
        }
        let several = [0u8; 200];
        gl!(glListBase(last => u32));
        let begin = Instant::now();
        gl!(glCallLists(several.len() as i32 => i32, GL_UNSIGNED_BYTE => u32, several.as_ptr() => *const u8));
        assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
        let (error, status) = if lose_on_reset { (GL_CONTEXT_LOST, GL_GUILTY_CONTEXT_RESET) } else { (GL_OUT_OF_MEMORY, GL_NO_ERROR) };
        assert_eq!(gl!(glGetError() -> u32), error);
        assert_eq!(gl!(glGetGraphicsResetStatus() -> u32), status);
        // A list that calls no other one has no limit.
        let long = list(GL_COMPILE, || (0..3).for_each(|_| whole_window()));
        call(long);
        assert_eq!(gl!(glGetError() -> u32), if lose_on_reset { GL_CONTEXT_LOST } else { GL_NO_ERROR });
        assert_eq!(gl.0.lock().unwrap().compat.lists.depth, 0);
    }
}

/// A draw that never ends loses the context: what follows in the lists has no effect.
#[test]
fn lists_end_when_the_context_is_lost() {
    let mut context = compatibility();
    (context.config.lose_on_reset, context.draws.budget) = (true, 50_000);
    let gl = Gl::new(context);
    let text = c"#version 130\nuniform int x;\nvoid main() { gl_FragColor = vec4(0.0); for (;;) gl_FragColor.x += float(x); }";
    gl.program(&[(GL_FRAGMENT_SHADER, text)], &[]);
    let draw = list(GL_COMPILE, || {
        whole_window();
        gl!(glEnable(GL_FOG => u32));
    });
    let both = list(GL_COMPILE, || {
        call(draw);
        gl!(glEnable(GL_LIGHTING => u32));
    });
    call(both);
    assert_eq!(gl!(glGetError() -> u32), GL_CONTEXT_LOST);
    let enabled = |token| gl.0.lock().unwrap().compat.enabled.contains(&token);
    assert!(!enabled(GL_FOG) && !enabled(GL_LIGHTING));
}

#[test]
fn there_is_no_room_for_any_number_of_lists() {
    let mut context = compatibility();
    assert_eq!(gen_lists(&mut context, i32::MAX), Ok(0));
    assert_eq!(gen_lists(&mut context, 3), Ok(1));
    assert_eq!(call_lists(&mut context, i32::MAX, GL_FLOAT, In::null()), Ok(()));
    assert_eq!(code_of(call_lists(&mut context, -1, GL_FLOAT, In::null())), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(call_lists(&mut context, i32::MAX, GL_UNSIGNED_BYTE, slice(&[1u8]))), Err(GL_OUT_OF_MEMORY));
}

#[test]
fn indirect_and_instanced_draws_are_errors_while_a_list_is_compiled() {
    let gl = Gl::new(compatibility());
    gl!(glBindVertexArray(0 => u32));
    gl.buffer(GL_DRAW_INDIRECT_BUFFER, &[0; 8]);
    let error = || gl!(glGetError() -> u32);
    // "An INVALID_OPERATION error is generated if DispatchComputeIndirect or any of the drawing commands *DrawArraysIndirect,
    // *DrawElementsIndirect, DrawArraysInstanced* or DrawElementsInstanced* … are called during display list compilation."
    let draws = list(GL_COMPILE, || {
        gl!(glDrawArraysIndirect(GL_TRIANGLES => u32, 16 as *const c_void => *const c_void));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glDispatchComputeIndirect(0 => isize));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glDrawArraysInstanced(GL_TRIANGLES => u32, 0 => i32, 3 => i32, 2 => i32));
        assert_eq!(error(), GL_INVALID_OPERATION);
        gl!(glDrawElementsInstanced(GL_TRIANGLES => u32, 3 => i32, GL_UNSIGNED_INT => u32, std::ptr::null::<c_void>() => *const c_void, 2 => i32));
        assert_eq!(error(), GL_INVALID_OPERATION);
    });
    gl!(glBindBuffer(GL_DRAW_INDIRECT_BUFFER => u32, 0 => u32));
    call(draws);
    gl.no_error();
}

#[test]
fn commands_of_lists_that_may_not_stand_between_begin_and_end_are_errors_there() {
    let gl = Gl::new(compatibility());
    let error = || gl!(glGetError() -> u32);
    let corner = [0.0f32; 4];
    let array = || {
        gl!(glDrawArrays(GL_POINTS => u32, 0 => i32, 1 => i32));
    };
    let capability = || {
        gl!(glEnable(GL_DEPTH_TEST => u32));
    };
    let light = || {
        gl!(glLightfv(GL_LIGHT0 => u32, GL_AMBIENT => u32, corner.as_ptr() => *const f32));
    };
    for command in [&array as &dyn Fn(), &capability, &light] {
        let name = list(GL_COMPILE, command);
        assert_eq!(error(), GL_NO_ERROR);
        gl!(glBegin(GL_POINTS => u32));
        call(name);
        gl!(glEnd());
        assert_eq!(error(), GL_INVALID_OPERATION);
        // A list that is executed while it is compiled raises the error then and whenever it is called.
        let whole = list(GL_COMPILE_AND_EXECUTE, || {
            gl!(glBegin(GL_POINTS => u32));
            command();
            gl!(glEnd());
        });
        assert_eq!(error(), GL_INVALID_OPERATION);
        assert_eq!(gl!(glIsEnabled(GL_DEPTH_TEST => u32) -> u8), 0);
        call(whole);
        assert_eq!(error(), GL_INVALID_OPERATION);
        assert_eq!(gl!(glIsEnabled(GL_DEPTH_TEST => u32) -> u8), 0);
    }
    gl.no_error();
}

#[test]
fn contexts_of_a_group_share_lists() {
    let mut first = compatibility();
    let mut second = crate::new_context(first.config, Some(first.sharing()));
    let mut other = compatibility();
    let name = gen_lists(&mut first, 2).unwrap();
    assert_eq!((is_list(&mut second, name), is_list(&mut other, name)), (Ok(1), Ok(0)));
    assert_eq!(gen_lists(&mut second, 1), Ok(name + 2));
    delete_lists(&mut second, name, 1).unwrap();
    assert_eq!((is_list(&mut first, name), is_list(&mut first, name + 1)), (Ok(0), Ok(1)));
}

#[test]
fn list_names_are_checked() {
    let gl = Gl::new(compatibility());
    call(0);
    assert_eq!(gl!(glGetError() -> u32), GL_INVALID_VALUE);
    // "Indicating a display list index that does not correspond to any display list has no effect."
    call(77);
    gl.no_error();
    gl!(glNewList(1 => u32, GL_COMPILE => u32));
    gl!(glEnable(GL_FOG => u32));
    gl!(glEndList());
    // Offsets of floats "are truncated to negative infinity".
    gl!(glListBase(2 => u32));
    let offsets = [-0.5f32];
    gl!(glCallLists(1 => i32, GL_FLOAT => u32, offsets.as_ptr().cast() => *const c_void));
    assert_eq!(gl!(glIsEnabled(GL_FOG => u32) -> u8), 1);
    gl.no_error();
}

#[test]
fn a_list_that_is_deleted_or_replaced_while_it_runs_runs_to_its_end() {
    let gl = Gl::new(compatibility());
    // glDeleteLists is not recorded: another list replaces the running one, and the context that shares it deletes it.
    gl!(glNewList(2 => u32, GL_COMPILE => u32));
    gl!(glEnable(GL_FOG => u32));
    gl!(glEndList());
    gl!(glNewList(1 => u32, GL_COMPILE_AND_EXECUTE => u32));
    gl!(glCallList(2 => u32));
    gl!(glDeleteLists(2 => u32, 1 => i32));
    gl!(glEnable(GL_LIGHTING => u32));
    gl!(glEndList());
    assert_eq!((gl!(glIsEnabled(GL_FOG => u32) -> u8), gl!(glIsEnabled(GL_LIGHTING => u32) -> u8)), (1, 1));
    // The list calls another one, which is gone.
    gl!(glDisable(GL_FOG => u32));
    gl!(glDisable(GL_LIGHTING => u32));
    call(1);
    assert_eq!((gl!(glIsEnabled(GL_FOG => u32) -> u8), gl!(glIsEnabled(GL_LIGHTING => u32) -> u8)), (0, 1));
    gl.no_error();
}

#[test]
fn lists_nest_to_the_limit() {
    let gl = Gl::new(compatibility());
    let mut nesting = 0;
    gl!(glGetIntegerv(GL_MAX_LIST_NESTING => u32, &raw mut nesting => *mut i32));
    assert!(nesting >= 64);
    for name in 1..=nesting as u32 {
        gl!(glNewList(name => u32, GL_COMPILE => u32));
        if name == nesting as u32 {
            gl!(glEnable(GL_FOG => u32));
        } else {
            gl!(glCallList(name + 1 => u32));
        }
        gl!(glEndList());
    }
    call(1);
    assert_eq!(gl!(glIsEnabled(GL_FOG => u32) -> u8), 1);
    gl.no_error();
}

#[test]
fn arrays_of_the_client_are_read_with_its_state_at_compilation() {
    let gl = Gl::new(compatibility());
    // Arrays of the client belong to the default vertex array object.
    gl!(glBindVertexArray(0 => u32));
    let (mut vertices, colors) = ([[-1.0f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]], [[0u8, 255, 0, 255]; 4]);
    gl!(glVertexPointer(2 => i32, GL_FLOAT => u32, 0 => i32, vertices.as_ptr().cast() => *const c_void));
    gl!(glColorPointer(4 => i32, GL_UNSIGNED_BYTE => u32, 0 => i32, colors.as_ptr().cast() => *const c_void));
    let name = list(GL_COMPILE, || {
        // Client state executes at once.
        gl!(glEnableClientState(GL_VERTEX_ARRAY => u32));
        gl!(glEnableClientState(GL_COLOR_ARRAY => u32));
        gl!(glDrawArrays(GL_QUADS => u32, 0 => i32, 4 => i32));
        gl!(glDisableClientState(GL_COLOR_ARRAY => u32));
    });
    assert_eq!((gl!(glIsEnabled(GL_VERTEX_ARRAY => u32) -> u8), gl!(glIsEnabled(GL_COLOR_ARRAY => u32) -> u8)), (1, 0));
    gl!(glDisableClientState(GL_VERTEX_ARRAY => u32));
    vertices.fill([0.0; 2]);
    call(name);
    assert_eq!((gl.pixel(0, 0), gl.pixel(15, 15)), ([0, 255, 0, 255], [0, 255, 0, 255]));
    gl.no_error();
}
