//! The front and the back buffer of windows.

use crate::context::{FrontBuffer, NativeDrawable};
use crate::testing::calling::Gl;
use crate::testing::calls::*;
use crate::testing::fixtures::compatibility;
use crate::tokens::*;
use base::image::Surface;
use std::ffi::c_void;
use std::sync::{Arc, Mutex};

/// A window that shows the texel at the origin of each colour buffer that it was given.
#[derive(Debug, Default)]
struct Window(Mutex<Vec<[u8; 4]>>);

impl NativeDrawable for Window {
    fn load(&self, color: &Surface) {
        if let Some(&shown) = self.0.lock().unwrap().last() {
            for (x, y) in (0..color.height).flat_map(|y| (0..color.width).map(move |x| (x, y))) {
                color.set_raw(x, y, [u32::from_le_bytes(shown), 0, 0, 0]);
            }
        }
    }

    fn store(&self, color: &Surface) {
        self.0.lock().unwrap().push(color.raw(0, 0)[0].to_le_bytes());
    }
}

const RED: [u8; 4] = [255, 0, 0, 255];
const GREEN: [u8; 4] = [0, 255, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];

/// Clears a buffer.
fn clear(buffer: u32, color: [u8; 4]) {
    let [red, green, blue, alpha] = color.map(|value| f32::from(value) / 255.0);
    glDrawBuffer(buffer);
    glClearColor(red, green, blue, alpha);
    glClear(GL_COLOR_BUFFER_BIT);
}

/// Returns the pixel at the origin of a buffer.
fn read(buffer: u32) -> [u8; 4] {
    let mut pixel = [0u8; 4];
    glReadBuffer(buffer);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.as_mut_ptr().cast::<c_void>());
    pixel
}

#[test]
fn the_front_buffer_is_not_the_back_buffer() {
    let gl = Gl::new(compatibility());
    let window = Arc::new(Window::default());
    let buffers = gl.0.lock().unwrap().draw_surface.clone().unwrap();
    buffers.lock().unwrap().front = Some(FrontBuffer::new(window.clone()));
    clear(GL_BACK, RED);
    glFlush();
    assert!(window.0.lock().unwrap().is_empty(), "the back buffer is not shown");
    clear(GL_FRONT, GREEN);
    assert_eq!([GL_FRONT, GL_BACK, GL_FRONT_LEFT, GL_BACK_LEFT].map(read), [GREEN, RED, GREEN, RED]);
    glFlush();
    glFinish();
    assert_eq!(*window.0.lock().unwrap(), [GREEN]);
    // eglSwapBuffers shows the back buffer, and the front buffer is what is shown.
    buffers.lock().unwrap().presented();
    assert_eq!([GL_FRONT, GL_BACK].map(read), [RED, RED]);
    glFlush();
    assert_eq!(window.0.lock().unwrap().len(), 1);
    for both in [GL_FRONT_AND_BACK, GL_LEFT] {
        clear(both, BLUE);
        assert_eq!([GL_FRONT, GL_BACK].map(read), [BLUE; 2]);
        glColor3ub(0, 255, 0);
        glRectf(-1.0, -1.0, 1.0, 1.0);
        assert_eq!([GL_FRONT, GL_BACK].map(read), [GREEN; 2]);
    }
    // Draw buffer 0 names both, and draw buffer 1 none.
    for (index, color) in [(0, RED), (1, BLUE)] {
        let values = color.map(|value| f32::from(value) / 255.0);
        glClearBufferfv(GL_COLOR, index, values.as_ptr());
        assert_eq!([GL_FRONT, GL_BACK].map(read), [RED; 2]);
    }
    clear(GL_BACK, BLUE);
    assert_eq!([GL_FRONT, GL_BACK].map(read), [RED, BLUE]);
    gl.no_error();
}

#[test]
fn a_front_buffer_has_what_the_window_shows() {
    let gl = Gl::new(compatibility());
    let window = Arc::new(Window(Mutex::new(vec![GREEN])));
    let buffers = gl.0.lock().unwrap().draw_surface.clone().unwrap();
    buffers.lock().unwrap().front = Some(FrontBuffer::new(window.clone()));
    clear(GL_BACK, RED);
    assert_eq!([GL_FRONT, GL_BACK].map(read), [GREEN, RED]);
    // glXCopySubBufferMESA shows what the front buffer does not have.
    window.0.lock().unwrap().push(BLUE);
    assert_eq!(read(GL_FRONT), GREEN);
    buffers.lock().unwrap().window_changed();
    assert_eq!([GL_FRONT, GL_BACK].map(read), [BLUE, RED]);
    glFlush();
    assert_eq!(*window.0.lock().unwrap(), [GREEN, BLUE], "nothing was drawn to the front buffer");
    gl.no_error();
}

#[test]
fn a_surface_that_each_flush_writes_has_no_back_buffer() {
    let gl = Gl::new(compatibility());
    let double_buffered = || {
        let mut values = [u8::MAX; 2];
        glGetBooleanv(GL_DOUBLEBUFFER, values.as_mut_ptr());
        values[0]
    };
    assert_eq!(double_buffered(), 1);
    let mut parameter = -1;
    glGetFramebufferParameteriv(GL_DRAW_FRAMEBUFFER, GL_DOUBLEBUFFER, &raw mut parameter);
    assert_eq!(parameter, 1);
    let buffers = gl.0.lock().unwrap().draw_surface.clone().unwrap();
    buffers.lock().unwrap().pixmap = Some(Arc::new(Window::default()));
    assert_eq!(double_buffered(), 0);
    glGetFramebufferParameteriv(GL_DRAW_FRAMEBUFFER, GL_DOUBLEBUFFER, &raw mut parameter);
    assert_eq!(parameter, 0);
    gl.no_error();
}
