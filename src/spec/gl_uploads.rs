//! The commands that give the driver data of buffers and textures.
//!
//! They are not part of `EXTENSIONS`: the system headers declare their prototypes.

use crate::gl::*;
use crate::rules::observe::{mappings, uploads};

observed! {
    /// Work, counted for the report.
    "GL_uploads";
    work {
        fn glBufferData(target: GLenum, size: GLsizeiptr, data: *const c_void, usage: GLenum) => uploads::buffer [size, data];
        fn glBufferDataARB(target: GLenum, size: GLsizeiptrARB, data: *const c_void, usage: GLenum) => uploads::buffer [size, data];
        fn glBufferSubData(target: GLenum, offset: GLintptr, size: GLsizeiptr, data: *const c_void) => uploads::buffer [size, data];
        fn glBufferSubDataARB(target: GLenum, offset: GLintptrARB, size: GLsizeiptrARB, data: *const c_void) => uploads::buffer [size, data];
        fn glBufferStorage(target: GLenum, size: GLsizeiptr, data: *const c_void, flags: GLbitfield) => uploads::buffer [size, data];
        fn glBufferStorageEXT(target: GLenum, size: GLsizeiptr, data: *const c_void, flags: GLbitfield) => uploads::buffer [size, data];
        fn glNamedBufferData(buffer: GLuint, size: GLsizeiptr, data: *const c_void, usage: GLenum) => uploads::buffer [size, data];
        fn glNamedBufferDataEXT(buffer: GLuint, size: GLsizeiptr, data: *const c_void, usage: GLenum) => uploads::buffer [size, data];
        fn glNamedBufferSubData(buffer: GLuint, offset: GLintptr, size: GLsizeiptr, data: *const c_void) => uploads::buffer [size, data];
        fn glNamedBufferSubDataEXT(buffer: GLuint, offset: GLintptr, size: GLsizeiptr, data: *const c_void) => uploads::buffer [size, data];
        fn glNamedBufferStorage(buffer: GLuint, size: GLsizeiptr, data: *const c_void, flags: GLbitfield) => uploads::buffer [size, data];
        fn glNamedBufferStorageEXT(buffer: GLuint, size: GLsizeiptr, data: *const c_void, flags: GLbitfield) => uploads::buffer [size, data];
        fn glFlushMappedBufferRange(target: GLenum, offset: GLintptr, length: GLsizeiptr) => mappings::flush [length];
        fn glFlushMappedBufferRangeEXT(target: GLenum, offset: GLintptr, length: GLsizeiptr) => mappings::flush [length];
        fn glFlushMappedNamedBufferRange(buffer: GLuint, offset: GLintptr, length: GLsizeiptr) => mappings::flush [length];
        fn glFlushMappedNamedBufferRangeEXT(buffer: GLuint, offset: GLintptr, length: GLsizeiptr) => mappings::flush [length];
        fn glUnmapBuffer(target: GLenum) -> GLboolean => mappings::unmap [target];
        fn glUnmapBufferARB(target: GLenum) -> GLboolean => mappings::unmap [target];
        fn glUnmapBufferOES(target: GLenum) -> GLboolean => mappings::unmap [target];
        fn glUnmapNamedBuffer(buffer: GLuint) -> GLboolean => mappings::unmap_named [buffer];
        fn glUnmapNamedBufferEXT(buffer: GLuint) -> GLboolean => mappings::unmap_named [buffer];
        fn glTexImage1D(target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glTexImage2D(target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glTexImage3D(target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTexImage3DEXT(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTexImage3DOES(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTexSubImage1D(target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glTexSubImage1DEXT(target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glTexSubImage2D(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glTexSubImage2DEXT(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glTexSubImage3D(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTexSubImage3DEXT(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTexSubImage3DOES(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTextureSubImage1D(texture: GLuint, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glTextureSubImage2D(texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glTextureSubImage3D(texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTextureImage1DEXT(texture: GLuint, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glTextureImage2DEXT(texture: GLuint, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glTextureImage3DEXT(texture: GLuint, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glTextureSubImage1DEXT(texture: GLuint, target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glTextureSubImage2DEXT(texture: GLuint, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glTextureSubImage3DEXT(texture: GLuint, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glDrawPixels(width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::draw_pixels [width, height, format, kind, pixels];
        fn glCompressedTexImage3D(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexImage2D(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexImage1D(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, border: GLint, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexSubImage3D(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexSubImage2D(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexSubImage1D(target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTextureSubImage1D(texture: GLuint, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTextureSubImage2D(texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTextureSubImage3D(texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexImage1DARB(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, border: GLint, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexImage2DARB(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexImage3DARB(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexSubImage1DARB(target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexSubImage2DARB(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexSubImage3DARB(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexImage3DOES(target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glCompressedTexSubImage3DOES(target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, data: *const c_void) => uploads::compressed [imageSize, data];
        fn glMultiTexImage1DEXT(texunit: GLenum, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glMultiTexSubImage1DEXT(texunit: GLenum, target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, 1, 1, format, kind, pixels];
        fn glCompressedTextureImage1DEXT(texture: GLuint, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, border: GLint, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedTextureSubImage1DEXT(texture: GLuint, target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedMultiTexImage1DEXT(texunit: GLenum, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, border: GLint, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedMultiTexSubImage1DEXT(texunit: GLenum, target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glMultiTexImage2DEXT(texunit: GLenum, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glMultiTexSubImage2DEXT(texunit: GLenum, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, 1, format, kind, pixels];
        fn glCompressedTextureImage2DEXT(texture: GLuint, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedTextureSubImage2DEXT(texture: GLuint, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedMultiTexImage2DEXT(texunit: GLenum, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedMultiTexSubImage2DEXT(texunit: GLenum, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glMultiTexImage3DEXT(texunit: GLenum, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glMultiTexSubImage3DEXT(texunit: GLenum, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, kind: GLenum, pixels: *const c_void) => uploads::pixels [width, height, depth, format, kind, pixels];
        fn glCompressedTextureImage3DEXT(texture: GLuint, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedTextureSubImage3DEXT(texture: GLuint, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedMultiTexImage3DEXT(texunit: GLenum, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glCompressedMultiTexSubImage3DEXT(texunit: GLenum, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, bits: *const c_void) => uploads::compressed [imageSize, bits];
        fn glPolygonStipple(mask: *const GLubyte) => uploads::stipple [mask];
        fn glMapBuffer(target: GLenum, access: GLenum) -> *mut c_void => mappings::map [target];
        fn glMapBufferARB(target: GLenum, access: GLenum) -> *mut c_void => mappings::map [target];
        fn glMapBufferOES(target: GLenum, access: GLenum) -> *mut c_void => mappings::map [target];
        fn glMapBufferRange(target: GLenum, offset: GLintptr, length: GLsizeiptr, access: GLbitfield) -> *mut c_void => mappings::map [target];
        fn glMapBufferRangeEXT(target: GLenum, offset: GLintptr, length: GLsizeiptr, access: GLbitfield) -> *mut c_void => mappings::map [target];
        fn glMapNamedBuffer(buffer: GLuint, access: GLenum) -> *mut c_void => mappings::map_named [buffer];
        fn glMapNamedBufferEXT(buffer: GLuint, access: GLenum) -> *mut c_void => mappings::map_named [buffer];
        fn glMapNamedBufferRange(buffer: GLuint, offset: GLintptr, length: GLsizeiptr, access: GLbitfield) -> *mut c_void => mappings::map_named [buffer];
        fn glMapNamedBufferRangeEXT(buffer: GLuint, offset: GLintptr, length: GLsizeiptr, access: GLbitfield) -> *mut c_void => mappings::map_named [buffer];
    }
    state {
    }
}
