//! Tests of clears of whole images, which wait until the image is accessed.

use crate::command::framebuffer;
use crate::dispatch::complete_all;
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use std::ffi::c_void;

const SIZE: i32 = 130;

/// Binds a texture and a framebuffer that draws to it, and clears it.
fn cleared_texture() {
    let (mut name, mut texture) = (0u32, 0u32);
    glGenTextures(1, &raw mut texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, SIZE, SIZE);
    glGenFramebuffers(1, &raw mut name);
    glBindFramebuffer(GL_FRAMEBUFFER, name);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    glViewport(0, 0, SIZE, SIZE);
    glClearColor(0.2, 0.4, 0.6, 1.0);
    glClear(GL_COLOR_BUFFER_BIT);
}

/// Returns all pixels, row by row.
fn pixels() -> Vec<[u8; 4]> {
    let mut pixels = vec![[9u8; 4]; (SIZE * SIZE) as usize];
    glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, pixels.as_mut_ptr().cast::<c_void>());
    pixels
}

#[test]
fn a_draw_reads_what_a_clear_left_elsewhere_in_its_target() {
    let gl = Gl::new(compatibility());
    cleared_texture();
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, SIZE / 2, SIZE);
    let vertices = c"#version 150
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}";
    let fragments = c"#version 150
uniform sampler2D image;
out vec4 color;
void main() {
    color = texelFetch(image, ivec2(129 - int(gl_FragCoord.x), int(gl_FragCoord.y)), 0).bgra;
}";
    gl.program(&[(GL_VERTEX_SHADER, vertices), (GL_FRAGMENT_SHADER, fragments)], &[]);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.no_error();
    for (index, pixel) in pixels().into_iter().enumerate() {
        let left = index as i32 % SIZE < SIZE / 2;
        assert_eq!(pixel, if left { [153, 102, 51, 255] } else { [51, 102, 153, 255] }, "{index}");
    }
}

#[test]
fn later_clears_uploads_and_reads_find_the_clear_done() {
    let gl = Gl::new(compatibility());
    cleared_texture();
    glTexSubImage2D(GL_TEXTURE_2D, 0, 1, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, [7u8; 4].as_ptr().cast());
    assert_eq!(pixels()[..3], [[51, 102, 153, 255], [7; 4], [51, 102, 153, 255]]);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(2, 0, 1, 1);
    glClearColor(0.0, 0.0, 0.0, 0.0);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    let mut texels = vec![[9u8; 4]; (SIZE * SIZE) as usize];
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.as_mut_ptr().cast());
    assert_eq!(texels[..3], [[51, 102, 153, 255], [51, 102, 153, 255], [0; 4]]);
    gl.no_error();
}

/// Returns true if the fill of the framebuffer's image waits.
fn fill_waits(gl: &Gl) -> bool {
    let context = gl.0.lock().unwrap();
    let images = framebuffer::images(&context, context.framebuffers.draw).unwrap();
    images.colors[0].as_ref().unwrap().surface.memory.fill_waits()
}

#[test]
fn commands_that_tell_the_time_of_a_clear_complete_it() {
    let gl = Gl::new(compatibility());
    cleared_texture();
    let mut query = 0u32;
    glGenQueries(1, &raw mut query);
    let begin = || glBeginQuery(GL_TIME_ELAPSED, query);
    let commands: [(&str, &dyn Fn()); 6] = [
        ("glBeginQuery", &begin),
        ("glEndQuery", &|| glEndQuery(GL_TIME_ELAPSED)),
        ("glQueryCounter", &|| {
            glDeleteQueries(1, &raw const query);
            glQueryCounter(query, GL_TIMESTAMP);
        }),
        ("glFinish", &|| glFinish()),
        ("glFenceSync", &|| glDeleteSync(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0))),
        ("glmeter_complete_all", &complete_all),
    ];
    for (name, command) in commands {
        glClear(GL_COLOR_BUFFER_BIT);
        assert!(fill_waits(&gl), "{name}");
        glBeginQuery(GL_SAMPLES_PASSED, 77);
        glEndQuery(GL_SAMPLES_PASSED);
        glFlush();
        assert!(fill_waits(&gl), "a query of samples needs no fill, before {name}");
        command();
        assert!(!fill_waits(&gl), "{name}");
    }
    gl.no_error();
}
