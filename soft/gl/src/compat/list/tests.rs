#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::context::recording::Listed;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{code_of, compatibility, slice};
use std::ffi::c_void;

/// A list of what is done.
fn list(mode: u32, work: impl FnOnce()) -> u32 {
    let name = glGenLists(1);
    glNewList(name, mode);
    work();
    glEndList();
    name
}

fn call(name: u32) {
    glCallList(name);
}

fn whole_window() {
    glRectf(-1.0, -1.0, 1.0, 1.0);
}

#[test]
fn uniforms_are_read_while_the_list_is_compiled() {
    let gl = Gl::new(compatibility());
    let text = c"#version 120\nuniform vec4 tint[2];\nvoid main() { gl_FragColor = tint[1]; }";
    let program = gl.program(&[(GL_FRAGMENT_SHADER, text)], &[]);
    let location = gl.location(program, "tint[0]");
    let mut tint = [0.0f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    let name = list(GL_COMPILE, || {
        glUniform4fv(location, 2, tint.as_ptr());
        whole_window();
        glUniform4fv(location, i32::MAX, tint.as_ptr());
    });
    tint.fill(0.5);
    assert_eq!(gl.pixel(8, 8), [0; 4]);
    gl.no_error();
    glUniform4fv(location, 2, tint.as_ptr());
    call(name);
    assert_eq!(gl.pixel(8, 8), [255, 0, 0, 255]);
    assert_eq!(glGetError(), GL_OUT_OF_MEMORY);
}

#[test]
fn vertices_and_indices_are_read_while_the_list_is_compiled() {
    let gl = Gl::new(compatibility());
    glBindVertexArray(0);
    // The lower left quarter of the window, from the middle of the array.
    let mut places: [f32; 12] = [9.0, 9.0, 9.0, 9.0, -1.0, -1.0, 0.0, -1.0, 0.0, 0.0, -1.0, 0.0];
    let mut indices: [u16; 4] = [2, 3, 4, 5];
    let pointer = |from: *const f32| glVertexPointer(2, GL_FLOAT, 0, from.cast());
    pointer(places.as_ptr());
    glEnableClientState(GL_VERTEX_ARRAY);
    let elements = || glDrawElements(GL_QUADS, 4, GL_UNSIGNED_SHORT, indices.as_ptr().cast());
    let from_memory = list(GL_COMPILE, elements);
    let buffer = gl.buffer(GL_ARRAY_BUFFER, &places.map(f32::to_bits));
    pointer(std::ptr::null());
    let from_buffer = list(GL_COMPILE, || glDrawArrays(GL_QUADS, 2, 4));
    places.fill(7.0);
    indices.fill(0);
    glBufferData(GL_ARRAY_BUFFER, 4, std::ptr::null(), GL_STATIC_DRAW);
    glDeleteBuffers(1, &raw const buffer);
    glDisableClientState(GL_VERTEX_ARRAY);
    gl.no_error();
    for (name, blue) in [(from_memory, 255), (from_buffer, 0)] {
        // The colour is the current one when the list is called.
        glColor3ub(255, 0, blue);
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
    glGenTextures(1, &raw mut texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST as i32);
    let mut pixels = [9u8, 9, 9, 9, 0, 255, 0, 255];
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 1);
    let name = list(GL_COMPILE, || {
        let pixels = pixels.as_ptr().cast::<c_void>();
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA as i32, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        // A proxy is asked at once.
        glTexImage2D(GL_PROXY_TEXTURE_2D, 0, GL_RGBA as i32, 4, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, std::ptr::null());
    });
    let width = |target: u32| {
        let mut width = -1;
        glGetTexLevelParameteriv(target, 0, GL_TEXTURE_WIDTH, &raw mut width);
        width
    };
    assert_eq!((width(GL_TEXTURE_2D), width(GL_PROXY_TEXTURE_2D)), (0, 4));
    pixels.fill(0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    call(name);
    glEnable(GL_TEXTURE_2D);
    whole_window();
    assert_eq!(gl.pixel(8, 8), [0, 255, 0, 255]);
    gl.no_error();
    assert_eq!(pixels[5], 0);
}

#[test]
fn executed_commands_are_kept_once() {
    let gl = Gl::new(compatibility());
    let count = |work: &dyn Fn()| gl.count(&[GL_PRIMITIVES_SUBMITTED], work)[0];
    let name = glGenLists(1);
    let compiled = count(&|| {
        glNewList(name, GL_COMPILE_AND_EXECUTE);
        whole_window();
        glEndList();
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
        let steps = vec![Listed::new(Box::new(twice)), Listed::new(Box::new(twice))];
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
        glListBase(last);
        let begin = Instant::now();
        glCallLists(several.len() as i32, GL_UNSIGNED_BYTE, several.as_ptr().cast());
        assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
        let (error, status) = if lose_on_reset { (GL_CONTEXT_LOST, GL_GUILTY_CONTEXT_RESET) } else { (GL_OUT_OF_MEMORY, GL_NO_ERROR) };
        assert_eq!(glGetError(), error);
        assert_eq!(glGetGraphicsResetStatus(), status);
        // A list that calls no other one has no limit.
        let long = list(GL_COMPILE, || (0..3).for_each(|_| whole_window()));
        call(long);
        assert_eq!(glGetError(), if lose_on_reset { GL_CONTEXT_LOST } else { GL_NO_ERROR });
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
        glEnable(GL_FOG);
    });
    let both = list(GL_COMPILE, || {
        call(draw);
        glEnable(GL_LIGHTING);
    });
    call(both);
    assert_eq!(glGetError(), GL_CONTEXT_LOST);
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
    glBindVertexArray(0);
    gl.buffer(GL_DRAW_INDIRECT_BUFFER, &[0; 8]);
    let error = || glGetError();
    // "An INVALID_OPERATION error is generated if DispatchComputeIndirect or any of the drawing commands *DrawArraysIndirect,
    // *DrawElementsIndirect, DrawArraysInstanced* or DrawElementsInstanced* … are called during display list compilation."
    let draws = list(GL_COMPILE, || {
        glDrawArraysIndirect(GL_TRIANGLES, 16 as *const c_void);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glDispatchComputeIndirect(0);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
        assert_eq!(error(), GL_INVALID_OPERATION);
        glDrawElementsInstanced(GL_TRIANGLES, 3, GL_UNSIGNED_INT, std::ptr::null::<c_void>(), 2);
        assert_eq!(error(), GL_INVALID_OPERATION);
    });
    glBindBuffer(GL_DRAW_INDIRECT_BUFFER, 0);
    call(draws);
    gl.no_error();
}

#[test]
fn commands_of_lists_that_may_not_stand_between_begin_and_end_are_errors_there() {
    let gl = Gl::new(compatibility());
    let error = || glGetError();
    let corner = [0.0f32; 4];
    let array = || {
        glDrawArrays(GL_POINTS, 0, 1);
    };
    let capability = || {
        glEnable(GL_DEPTH_TEST);
    };
    let light = || {
        glLightfv(GL_LIGHT0, GL_AMBIENT, corner.as_ptr());
    };
    for command in [&array as &dyn Fn(), &capability, &light] {
        let name = list(GL_COMPILE, command);
        assert_eq!(error(), GL_NO_ERROR);
        glBegin(GL_POINTS);
        call(name);
        glEnd();
        assert_eq!(error(), GL_INVALID_OPERATION);
        // A list that is executed while it is compiled raises the error then and whenever it is called.
        let whole = list(GL_COMPILE_AND_EXECUTE, || {
            glBegin(GL_POINTS);
            command();
            glEnd();
        });
        assert_eq!(error(), GL_INVALID_OPERATION);
        assert_eq!(glIsEnabled(GL_DEPTH_TEST), 0);
        call(whole);
        assert_eq!(error(), GL_INVALID_OPERATION);
        assert_eq!(glIsEnabled(GL_DEPTH_TEST), 0);
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
    assert_eq!(glGetError(), GL_INVALID_VALUE);
    // "Indicating a display list index that does not correspond to any display list has no effect."
    call(77);
    gl.no_error();
    glNewList(1, GL_COMPILE);
    glEnable(GL_FOG);
    glEndList();
    // Offsets of floats "are truncated to negative infinity".
    glListBase(2);
    let offsets = [-0.5f32];
    glCallLists(1, GL_FLOAT, offsets.as_ptr().cast());
    assert_eq!(glIsEnabled(GL_FOG), 1);
    gl.no_error();
}

#[test]
fn a_list_that_is_deleted_or_replaced_while_it_runs_runs_to_its_end() {
    let gl = Gl::new(compatibility());
    // glDeleteLists is not recorded: another list replaces the running one, and the context that shares it deletes it.
    glNewList(2, GL_COMPILE);
    glEnable(GL_FOG);
    glEndList();
    glNewList(1, GL_COMPILE_AND_EXECUTE);
    glCallList(2);
    glDeleteLists(2, 1);
    glEnable(GL_LIGHTING);
    glEndList();
    assert_eq!((glIsEnabled(GL_FOG), glIsEnabled(GL_LIGHTING)), (1, 1));
    // The list calls another one, which is gone.
    glDisable(GL_FOG);
    glDisable(GL_LIGHTING);
    call(1);
    assert_eq!((glIsEnabled(GL_FOG), glIsEnabled(GL_LIGHTING)), (0, 1));
    gl.no_error();
}

#[test]
fn lists_nest_to_the_limit() {
    let gl = Gl::new(compatibility());
    let mut nesting = 0;
    glGetIntegerv(GL_MAX_LIST_NESTING, &raw mut nesting);
    assert!(nesting >= 64);
    for name in 1..=nesting as u32 {
        glNewList(name, GL_COMPILE);
        if name == nesting as u32 {
            glEnable(GL_FOG);
        } else {
            glCallList(name + 1);
        }
        glEndList();
    }
    call(1);
    assert_eq!(glIsEnabled(GL_FOG), 1);
    gl.no_error();
}

#[test]
fn arrays_of_the_client_are_read_with_its_state_at_compilation() {
    let gl = Gl::new(compatibility());
    // Arrays of the client belong to the default vertex array object.
    glBindVertexArray(0);
    let (mut vertices, colors) = ([[-1.0f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]], [[0u8, 255, 0, 255]; 4]);
    glVertexPointer(2, GL_FLOAT, 0, vertices.as_ptr().cast());
    glColorPointer(4, GL_UNSIGNED_BYTE, 0, colors.as_ptr().cast());
    let name = list(GL_COMPILE, || {
        // Client state executes at once.
        glEnableClientState(GL_VERTEX_ARRAY);
        glEnableClientState(GL_COLOR_ARRAY);
        glDrawArrays(GL_QUADS, 0, 4);
        glDisableClientState(GL_COLOR_ARRAY);
    });
    assert_eq!((glIsEnabled(GL_VERTEX_ARRAY), glIsEnabled(GL_COLOR_ARRAY)), (1, 0));
    glDisableClientState(GL_VERTEX_ARRAY);
    vertices.fill([0.0; 2]);
    call(name);
    assert_eq!((gl.pixel(0, 0), gl.pixel(15, 15)), ([0, 255, 0, 255], [0, 255, 0, 255]));
    gl.no_error();
}
