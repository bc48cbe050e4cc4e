use super::{error, integer, texture_image};
use crate::testing::calling::{Gl, gl};
use crate::testing::fixtures::compatibility;
use crate::tokens::*;

fn attachment(framebuffer: u32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetNamedFramebufferAttachmentParameterivEXT(
        framebuffer => u32, GL_COLOR_ATTACHMENT0 => u32, name => u32, &raw mut value => *mut i32
    ));
    value
}

fn buffer(framebuffer: u32, name: u32) -> i32 {
    let mut value = -7;
    gl!(glGetFramebufferParameterivEXT(framebuffer => u32, name => u32, &raw mut value => *mut i32));
    value
}

#[test]
fn the_first_use_of_a_name_makes_an_object() {
    let _gl = Gl::new(compatibility());
    gl!(glNamedRenderbufferStorageMultisampleEXT(5 => u32, 4 => i32, GL_RGBA8 => u32, 8 => i32, 4 => i32));
    let mut samples = 0;
    gl!(glGetNamedRenderbufferParameterivEXT(5 => u32, GL_RENDERBUFFER_SAMPLES => u32, &raw mut samples => *mut i32));
    assert_eq!((samples, integer(GL_RENDERBUFFER_BINDING)), (4, 0));
    gl!(glNamedRenderbufferStorageEXT(5 => u32, GL_RGBA8 => u32, 8 => i32, 4 => i32));
    gl!(glNamedFramebufferRenderbufferEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, GL_RENDERBUFFER => u32, 5 => u32));
    assert_eq!(attachment(9, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), 5);
    assert_eq!(gl!(glCheckNamedFramebufferStatusEXT(9 => u32, GL_FRAMEBUFFER => u32) -> u32), GL_FRAMEBUFFER_COMPLETE);
    assert_eq!((integer(GL_FRAMEBUFFER_BINDING), error()), (0, GL_NO_ERROR));
    assert_eq!(buffer(10, GL_READ_BUFFER), GL_COLOR_ATTACHMENT0.cast_signed());
    assert_eq!((gl!(glIsFramebuffer(10 => u32) -> u8), error()), (1, GL_NO_ERROR));
    gl!(glNamedRenderbufferStorageEXT(0 => u32, GL_RGBA8 => u32, 8 => i32, 4 => i32));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glNamedRenderbufferStorageEXT(6 => u32, GL_RGBA8 => u32, -1 => i32, 4 => i32));
    assert_eq!((error(), gl!(glIsRenderbuffer(6 => u32) -> u8)), (GL_INVALID_VALUE, 1));
    assert_eq!((gl!(glCheckNamedFramebufferStatusEXT(9 => u32, GL_TEXTURE_2D => u32) -> u32), error()), (0, GL_INVALID_ENUM));
}

#[test]
fn textures_are_attached() {
    let _gl = Gl::new(compatibility());
    texture_image(4, GL_TEXTURE_2D, 4, &[]);
    gl!(glNamedFramebufferTexture2DEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, 4 => u32, 0 => i32));
    assert_eq!(attachment(9, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), 4);
    (0..6).for_each(|face| texture_image(5, GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 4, &[]));
    gl!(glNamedFramebufferTextureFaceEXT(
        9 => u32, GL_COLOR_ATTACHMENT0 => u32, 5 => u32, 0 => i32, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y => u32
    ));
    assert_eq!(attachment(9, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE), GL_TEXTURE_CUBE_MAP_NEGATIVE_Y.cast_signed());
    gl!(glNamedFramebufferTextureEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, 5 => u32, 0 => i32));
    assert_eq!(attachment(9, GL_FRAMEBUFFER_ATTACHMENT_LAYERED), 1);
    gl!(glNamedFramebufferTextureLayerEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, 5 => u32, 0 => i32, 2 => i32));
    assert_eq!((attachment(9, GL_FRAMEBUFFER_ATTACHMENT_LAYERED), error()), (0, GL_NO_ERROR));
    gl!(glNamedFramebufferTextureFaceEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, 5 => u32, 0 => i32, GL_TEXTURE_2D => u32));
    assert_eq!(error(), GL_INVALID_ENUM);
    gl!(glNamedFramebufferTextureFaceEXT(
        9 => u32, GL_COLOR_ATTACHMENT0 => u32, 4 => u32, 0 => i32, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y => u32
    ));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glNamedFramebufferTextureFaceEXT(
        9 => u32, GL_COLOR_ATTACHMENT0 => u32, 77 => u32, 0 => i32, GL_TEXTURE_CUBE_MAP_NEGATIVE_Y => u32
    ));
    assert_eq!(error(), GL_INVALID_VALUE);
    gl!(glNamedFramebufferTexture1DEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_1D => u32, 4 => u32, 0 => i32));
    assert_eq!(error(), GL_INVALID_OPERATION);
    gl!(glNamedFramebufferTexture3DEXT(9 => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_3D => u32, 0 => u32, 0 => i32, 0 => i32));
    assert_eq!((attachment(9, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), error()), (0, GL_NO_ERROR));
    // The default framebuffer has no attachment points.
    gl!(glNamedFramebufferTexture2DEXT(0 => u32, GL_COLOR_ATTACHMENT0 => u32, GL_TEXTURE_2D => u32, 4 => u32, 0 => i32));
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn draw_and_read_buffers() {
    let _gl = Gl::new(compatibility());
    gl!(glBindFramebuffer(GL_FRAMEBUFFER => u32, 3 => u32));
    gl!(glFramebufferDrawBufferEXT(0 => u32, GL_NONE => u32));
    gl!(glFramebufferReadBufferEXT(0 => u32, GL_FRONT => u32));
    assert_eq!([GL_DRAW_BUFFER, GL_READ_BUFFER].map(|name| buffer(0, name)), [GL_NONE, GL_FRONT].map(u32::cast_signed));
    assert_eq!(integer(GL_READ_BUFFER), GL_COLOR_ATTACHMENT0.cast_signed());
    let list = [GL_COLOR_ATTACHMENT1, GL_NONE, GL_COLOR_ATTACHMENT0];
    gl!(glFramebufferDrawBuffersEXT(9 => u32, 3 => i32, list.as_ptr() => *const u32));
    assert_eq!([0, 1, 2].map(|index| buffer(9, GL_DRAW_BUFFER0 + index)), list.map(u32::cast_signed));
    assert_eq!((integer(GL_FRAMEBUFFER_BINDING), error()), (3, GL_NO_ERROR));
    assert_eq!((buffer(9, GL_SAMPLES), error()), (-7, GL_INVALID_ENUM));
    gl!(glFramebufferDrawBufferEXT(9 => u32, GL_BACK => u32));
    assert_eq!(error(), GL_INVALID_OPERATION);
}

#[test]
fn errors_of_lists_of_draw_buffers() {
    let _gl = Gl::new(compatibility());
    let set = |list: &[u32], count: i32| {
        gl!(glFramebufferDrawBuffersEXT(9 => u32, count => i32, list.as_ptr() => *const u32));
        error()
    };
    // "INVALID_OPERATION is generated by FramebufferDrawBuffersEXT if <n> is greater than the state MAX_DRAW_BUFFERS."
    assert_eq!(set(&[GL_NONE; 9], 9), GL_INVALID_OPERATION);
    assert_eq!(set(&[], -1), GL_INVALID_VALUE);
    // "INVALID_OPERATION is generated by FramebufferDrawBuffersEXT if value in <bufs> does not correspond to one of the allowed buffers."
    assert_eq!(set(&[GL_TEXTURE_2D], 1), GL_INVALID_OPERATION);
    // "INVALID_OPERATION is generated by FramebufferDrawBuffersEXT if a draw buffer other then NONE is specified more then once in <bufs>."
    assert_eq!(set(&[GL_COLOR_ATTACHMENT0; 2], 2), GL_INVALID_OPERATION);
    assert_eq!(buffer(9, GL_DRAW_BUFFER0), GL_COLOR_ATTACHMENT0.cast_signed());
}

#[test]
fn sizes_without_attachments() {
    let _gl = Gl::new(compatibility());
    gl!(glNamedFramebufferParameteriEXT(9 => u32, GL_FRAMEBUFFER_DEFAULT_WIDTH => u32, 33 => i32));
    let mut width = 0;
    gl!(glGetNamedFramebufferParameterivEXT(9 => u32, GL_FRAMEBUFFER_DEFAULT_WIDTH => u32, &raw mut width => *mut i32));
    assert_eq!((width, error()), (33, GL_NO_ERROR));
    gl!(glNamedFramebufferParameteriEXT(9 => u32, GL_FRAMEBUFFER_DEFAULT_WIDTH => u32, -1 => i32));
    assert_eq!(error(), GL_INVALID_VALUE);
    gl!(glNamedFramebufferParameteriEXT(0 => u32, GL_FRAMEBUFFER_DEFAULT_WIDTH => u32, 1 => i32));
    assert_eq!(error(), GL_INVALID_OPERATION);
}
