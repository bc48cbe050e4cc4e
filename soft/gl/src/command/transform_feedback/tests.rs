#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;
use crate::command::program::use_by_hand;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::{buffer, capturing, code_of, core, linked, null, out, outs, program, slice, with_window};

/// A context whose program captures into 64 bytes of buffer 9.
fn capturing_context() -> Context {
    let mut context = core();
    with_window(&mut context);
    let name = linked(&context, capturing());
    use_by_hand(&mut context, name).unwrap();
    transform_feedback_buffer(&mut context, 0);
    context
}

fn transform_feedback_buffer(context: &mut Context, object: u32) {
    buffer(context, 9, &[0; 16]);
    transform_feedback_buffer_base(context, object, 0, 9).unwrap();
}

#[test]
fn errors_of_beginning_and_ending() {
    let mut context = core();
    assert_eq!(code_of(begin_transform_feedback(&mut context, GL_TRIANGLE_STRIP)), Err(GL_INVALID_ENUM));
    // No program.
    assert_eq!(code_of(begin_transform_feedback(&mut context, GL_POINTS)), Err(GL_INVALID_OPERATION));
    // A program that captures nothing.
    let name = linked(&context, program());
    use_by_hand(&mut context, name).unwrap();
    assert_eq!(code_of(begin_transform_feedback(&mut context, GL_POINTS)), Err(GL_INVALID_OPERATION));
    // No buffer.
    let name = linked(&context, capturing());
    use_by_hand(&mut context, name).unwrap();
    assert_eq!(code_of(begin_transform_feedback(&mut context, GL_POINTS)), Err(GL_INVALID_OPERATION));
    transform_feedback_buffer(&mut context, 0);
    for command in [end_transform_feedback, pause_transform_feedback, resume_transform_feedback] {
        assert_eq!(code_of(command(&mut context)), Err(GL_INVALID_OPERATION));
    }
    assert_eq!(begin_transform_feedback(&mut context, GL_POINTS), Ok(()));
    assert_eq!(code_of(begin_transform_feedback(&mut context, GL_POINTS)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(resume_transform_feedback(&mut context)), Err(GL_INVALID_OPERATION));
    // Another program cannot be used until it is paused.
    assert_eq!(code_of(use_by_hand(&mut context, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(pause_transform_feedback(&mut context), Ok(()));
    assert_eq!(code_of(pause_transform_feedback(&mut context)), Err(GL_INVALID_OPERATION));
    assert_eq!(use_by_hand(&mut context, 0), Ok(()));
    assert_eq!(code_of(resume_transform_feedback(&mut context)), Err(GL_INVALID_OPERATION));
    use_by_hand(&mut context, name).unwrap();
    assert_eq!(resume_transform_feedback(&mut context), Ok(()));
    assert_eq!(end_transform_feedback(&mut context), Ok(()));
    assert_eq!(code_of(end_transform_feedback(&mut context)), Err(GL_INVALID_OPERATION));
}

#[test]
fn objects_keep_their_bindings() {
    let mut context = capturing_context();
    let mut names = [0; 2];
    gen_transform_feedbacks(&mut context, 2, outs(&mut names)).unwrap();
    let [first, second] = names;
    assert_eq!(code_of(gen_transform_feedbacks(&mut context, -1, null())), Err(GL_INVALID_VALUE));
    assert_eq!(is_transform_feedback(&mut context, first), Ok(0));
    assert_eq!(code_of(bind_transform_feedback(&mut context, GL_TEXTURE_2D, first)), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(bind_transform_feedback(&mut context, GL_TRANSFORM_FEEDBACK, 999)), Err(GL_INVALID_OPERATION));
    bind_transform_feedback(&mut context, GL_TRANSFORM_FEEDBACK, first).unwrap();
    assert_eq!(is_transform_feedback(&mut context, first), Ok(1));
    let bound = |context: &mut Context, name| {
        let mut value = 0;
        get_transform_feedback_i(context, name, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, out(&mut value)).map(|()| value)
    };
    assert_eq!(bound(&mut context, first), Ok(0));
    assert_eq!(bound(&mut context, 0), Ok(9));
    assert_eq!(code_of(begin_transform_feedback(&mut context, GL_LINES)), Err(GL_INVALID_OPERATION));
    transform_feedback_buffer(&mut context, first);
    begin_transform_feedback(&mut context, GL_LINES).unwrap();
    assert_eq!(code_of(bind_transform_feedback(&mut context, GL_TRANSFORM_FEEDBACK, 0)), Err(GL_INVALID_OPERATION));
    pause_transform_feedback(&mut context).unwrap();
    bind_transform_feedback(&mut context, GL_TRANSFORM_FEEDBACK, second).unwrap();
    assert!(!context.buffers.feedback_active);
    assert_eq!(code_of(delete_transform_feedbacks(&mut context, 2, slice(&names))), Err(GL_INVALID_OPERATION));
    bind_transform_feedback(&mut context, GL_TRANSFORM_FEEDBACK, first).unwrap();
    assert!(context.buffers.feedback_active && context.feedback.is_paused());
    end_transform_feedback(&mut context).unwrap();
    assert_eq!(code_of(delete_transform_feedbacks(&mut context, -1, slice(&names))), Err(GL_INVALID_VALUE));
    assert_eq!(delete_transform_feedbacks(&mut context, 2, slice(&names)), Ok(()));
    assert_eq!(context.feedback.bound, 0);
    assert_eq!(bound(&mut context, 0), Ok(9));
    assert_eq!(code_of(bound(&mut context, first)), Err(GL_INVALID_OPERATION));
}

#[test]
fn what_draws_captured_is_counted() {
    let mut context = capturing_context();
    assert_eq!(code_of(context.feedback.captured(0, 0)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(context.feedback.captured(5, 0)), Err(GL_INVALID_VALUE));
    begin_transform_feedback(&mut context, GL_POINTS).unwrap();
    let mut capture = super::capture(&context).unwrap();
    let buffer = capture.buffers[0].as_mut().unwrap();
    assert_eq!((buffer.range.size, buffer.written), (64, 0));
    assert!(capture.buffers[1].is_none());
    // Six points come, four fit.
    capture.buffers[0].as_mut().unwrap().written = 64;
    let before = context.statistics;
    context.statistics.primitives_generated[0] += 6;
    context.statistics.transform_feedback_primitives_written[0] += 4;
    captured(&mut context, &capture, &before);
    assert_eq!(super::capture(&context).unwrap().buffers[0].as_ref().unwrap().written, 64);
    assert_eq!(context.feedback.overflowed, [2, 0, 0, 0]);
    end_transform_feedback(&mut context).unwrap();
    assert!(super::capture(&context).is_none());
    assert_eq!(context.feedback.captured(0, 0), Ok(4));
    assert_eq!(context.feedback.captured(0, 1), Ok(0));
}

#[test]
fn errors_of_named_objects() {
    let mut context = capturing_context();
    buffer(&context, 3, &[0; 8]);
    assert_eq!(code_of(transform_feedback_buffer_base(&mut context, 77, 0, 3)), Err(GL_INVALID_OPERATION));
    assert_eq!(code_of(transform_feedback_buffer_base(&mut context, 0, 4, 3)), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(transform_feedback_buffer_base(&mut context, 0, 0, 999)), Err(GL_INVALID_VALUE));
    for (offset, size) in [(-4, 8), (0, -4), (0, 0), (2, 8), (0, 6)] {
        assert_eq!(code_of(transform_feedback_buffer_range(&mut context, 0, 0, 3, offset, size)), Err(GL_INVALID_VALUE));
    }
    assert_eq!(transform_feedback_buffer_range(&mut context, 0, 1, 3, 4, 8), Ok(()));
    let mut value = 0;
    get_transform_feedback_i64(&mut context, 0, GL_TRANSFORM_FEEDBACK_BUFFER_START, 1, out(&mut value)).unwrap();
    assert_eq!(value, 4);
    assert_eq!(code_of(get_transform_feedback_i64(&mut context, 0, GL_TEXTURE_2D, 1, null())), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(get_transform_feedback_i(&mut context, 0, GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, 4, null())), Err(GL_INVALID_VALUE));
    assert_eq!(code_of(get_transform_feedback(&mut context, 0, GL_TEXTURE_2D, null())), Err(GL_INVALID_ENUM));
    assert_eq!(code_of(get_transform_feedback(&mut context, 77, GL_TRANSFORM_FEEDBACK_ACTIVE, null())), Err(GL_INVALID_OPERATION));
}

#[test]
fn pipelines_stay_the_same_until_the_capture_resumes() {
    let gl = Gl::new(core());
    let separable = |ty: u32, text: &std::ffi::CStr, varyings: &[&std::ffi::CStr]| {
        let program = gl.program(&[(ty, text)], varyings);
        glUseProgram(0);
        glProgramParameteri(program, GL_PROGRAM_SEPARABLE, 1);
        glLinkProgram(program);
        program
    };
    let text = c"#version 450\nout gl_PerVertex { vec4 gl_Position; };\nvoid main() { gl_Position = vec4(0.0); }";
    let vertex = separable(GL_VERTEX_SHADER, text, &[c"gl_Position"]);
    let fragment = separable(GL_FRAGMENT_SHADER, c"#version 450\nvoid main() {}", &[]);
    let mut pipelines = [0u32; 2];
    glGenProgramPipelines(2, pipelines.as_mut_ptr());
    let stage = |pipeline: u32, bit: u32, program: u32| glUseProgramStages(pipeline, bit, program);
    pipelines.iter().for_each(|&pipeline| stage(pipeline, GL_VERTEX_SHADER_BIT, vertex));
    glBindProgramPipeline(pipelines[0]);
    let buffer = gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; 16]);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBeginTransformFeedback(GL_POINTS);
    gl.no_error();
    // "… by LinkProgram or ProgramBinary if program is the name of a program being used by one or more transform feedback objects".
    glLinkProgram(vertex);
    assert_eq!(glGetError(), GL_INVALID_OPERATION);
    glPauseTransformFeedback();
    let resume = || {
        glResumeTransformFeedback();
        glGetError()
    };
    // "… by ResumeTransformFeedback if the program pipeline object being used by the current transform feedback object is not bound".
    glBindProgramPipeline(pipelines[1]);
    assert_eq!(resume(), GL_INVALID_OPERATION);
    glBindProgramPipeline(pipelines[0]);
    // "… if any of its shader stage bindings has changed".
    stage(pipelines[0], GL_FRAGMENT_SHADER_BIT, fragment);
    assert_eq!(resume(), GL_INVALID_OPERATION);
    stage(pipelines[0], GL_FRAGMENT_SHADER_BIT, 0);
    // "… or if a single program object is active and overriding it".
    glUseProgram(vertex);
    assert_eq!(resume(), GL_INVALID_OPERATION);
    glUseProgram(0);
    assert_eq!(resume(), GL_NO_ERROR);
}

#[test]
fn streams_capture_beside_each_other_in_one_buffer() {
    let gl = Gl::new(core());
    let vertex = c"#version 400\nvoid main() {}";
    let geometry = c"#version 400
layout(points) in;
layout(points, max_vertices = 2) out;
layout(stream = 0) out float first;
layout(stream = 1) out float second;
void main() {
    first = float(gl_PrimitiveIDIn) + 1.0;
    EmitStreamVertex(0);
    second = float(gl_PrimitiveIDIn) + 10.0;
    EmitStreamVertex(1);
}";
    let names = [c"first", c"gl_SkipComponents1", c"gl_NextBuffer", c"gl_SkipComponents1", c"second"];
    let program = gl.program(&[(GL_VERTEX_SHADER, vertex), (GL_GEOMETRY_SHADER, geometry)], &names);
    // Both bindings are the same buffer: each stream leaves the words of the other alone.
    let buffer = gl.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; 6]);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 1, buffer);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 3);
    glEndTransformFeedback();
    let words = gl.words(GL_TRANSFORM_FEEDBACK_BUFFER, 6);
    assert_eq!(words.into_iter().map(f32::from_bits).collect::<Vec<_>>(), [1.0, 10.0, 2.0, 11.0, 3.0, 12.0]);
    // "list will include entries for the special varying names" [GL 4.4, 7.3.1], which have no index.
    let mut count = 0;
    glGetProgramInterfaceiv(program, GL_TRANSFORM_FEEDBACK_VARYING, GL_ACTIVE_RESOURCES, &raw mut count);
    assert_eq!(count, 5);
    let index = |name: &std::ffi::CStr| glGetProgramResourceIndex(program, GL_TRANSFORM_FEEDBACK_VARYING, name.as_ptr());
    assert_eq!([index(c"second"), index(c"gl_NextBuffer"), index(c"gl_SkipComponents1")], [4, GL_INVALID_INDEX, GL_INVALID_INDEX]);
    let (asked, mut values) = ([GL_TYPE, GL_ARRAY_SIZE, GL_OFFSET], [7; 3]);
    glGetProgramResourceiv(program, GL_TRANSFORM_FEEDBACK_VARYING, 2, 3, asked.as_ptr(), 3, std::ptr::null_mut(), values.as_mut_ptr());
    assert_eq!(values, [0, 0, -1]);
    gl.no_error();
}
