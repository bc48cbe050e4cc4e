//! Reads the picture of the default framebuffer and leaves all state as it was.

use super::{Host, call};
use crate::driver::capabilities::{Api, Description};
use crate::driver::{Driver, Picture};
use crate::gl::{self, GLenum, GLint};

/// The longest side of a picture.
const LONGEST_SIDE: GLint = 16384;

/// A state of the context that the reading of pixels depends on, with its value before.
struct Saved {
    pname: GLenum,
    value: GLint,
}

impl Host {
    /// Sets a parameter of the packing of pixels. Returns its state before.
    fn set_pack(&self, pname: GLenum, value: GLint) -> Saved {
        let saved = Saved { pname, value: self.integer(pname) };
        call!(self.functions.glPixelStorei, pname, value);
        saved
    }

    /// Returns the target of the framebuffer that is read, and its binding; `None` in a context without framebuffer objects.
    fn read_target(&self, description: &Description) -> Option<(GLenum, GLenum)> {
        let has = |name: &str| description.extensions.iter().any(|extension| extension == name);
        let capabilities = &self.capabilities;
        match capabilities.api {
            _ if capabilities.version >= (3, 0) || has("GL_ARB_framebuffer_object") => {
                Some((gl::READ_FRAMEBUFFER, gl::READ_FRAMEBUFFER_BINDING))
            }
            Api::Embedded => Some((gl::FRAMEBUFFER, gl::FRAMEBUFFER_BINDING)),
            _ => None,
        }
    }

    /// Sets all parameters of the packing of pixels to those of rows without gaps, first row first. Returns their states before.
    fn pack_plainly(&self, description: &Description) -> Vec<Saved> {
        let has = |name: &str| description.extensions.iter().any(|extension| extension == name);
        let is_desktop = self.capabilities.api == Api::Desktop;
        let mut saved = vec![self.set_pack(gl::PACK_ALIGNMENT, 4)];
        if is_desktop || self.capabilities.version >= (3, 0) || has("GL_NV_pack_subimage") {
            saved.extend([gl::PACK_ROW_LENGTH, gl::PACK_SKIP_ROWS, gl::PACK_SKIP_PIXELS].map(|pname| self.set_pack(pname, 0)));
        }
        if is_desktop {
            saved.push(self.set_pack(gl::PACK_SWAP_BYTES, 0));
        }
        if has("GL_MESA_pack_invert") {
            saved.push(self.set_pack(gl::PACK_INVERT_MESA, 0));
        }
        if has("GL_ANGLE_pack_reverse_row_order") {
            saved.push(self.set_pack(gl::PACK_REVERSE_ROW_ORDER_ANGLE, 0));
        }
        saved
    }

    /// Returns true if the surface of an OpenGL context has two buffers, which a Get tells of the draw framebuffer.
    fn is_double_buffered(&self) -> bool {
        let has_objects = self.capabilities.version >= (3, 0);
        let framebuffer = if has_objects { self.integer(gl::FRAMEBUFFER_BINDING) } else { 0 };
        if framebuffer != 0 {
            call!(self.functions.glBindFramebuffer, gl::DRAW_FRAMEBUFFER, 0);
        }
        let is_double_buffered = self.integer(gl::DOUBLEBUFFER) != 0;
        if framebuffer != 0 {
            call!(self.functions.glBindFramebuffer, gl::DRAW_FRAMEBUFFER, framebuffer as u32);
        }
        is_double_buffered
    }

    /// Reads the picture. The driver may record an error; the caller hides it.
    fn read_picture(&mut self, size: Option<[GLint; 2]>, description: &Description) -> Option<Picture> {
        let [width, height] = size.or_else(|| {
            let mut viewport = [0; 4];
            self.get_integers(gl::VIEWPORT, &mut viewport);
            Some([viewport[0].checked_add(viewport[2])?, viewport[1].checked_add(viewport[3])?])
        })?;
        if ![width, height].iter().all(|side| (1..=LONGEST_SIDE).contains(side)) {
            return None;
        }
        let mut pixels: Vec<u8> = Vec::new();
        let length = width as usize * height as usize * 4;
        pixels.try_reserve_exact(length).ok()?;
        pixels.resize(length, 0);

        let f = self.functions;
        let is_desktop = self.capabilities.api == Api::Desktop;
        let read_target = self.read_target(description);
        let framebuffer = read_target.map_or(0, |(_, binding)| self.integer(binding));
        if let Some((target, _)) = read_target.filter(|_| framebuffer != 0) {
            call!(f.glBindFramebuffer, target, 0);
        }
        let has_read_buffer = is_desktop || self.capabilities.version >= (3, 0);
        let read_buffer = has_read_buffer.then(|| self.integer(gl::READ_BUFFER));
        // A surface with one buffer has no other to choose in OpenGL. In OpenGL ES the only one has this name too.
        let other_buffer = read_buffer.filter(|buffer| *buffer as GLenum != gl::BACK && (!is_desktop || self.is_double_buffered()));
        if other_buffer.is_some() {
            call!(f.glReadBuffer, gl::BACK);
        }
        let has_pack_buffer = self.capabilities.version >= if is_desktop { (2, 1) } else { (3, 0) };
        let pack_buffer = if has_pack_buffer { self.integer(gl::PIXEL_PACK_BUFFER_BINDING) } else { 0 };
        if pack_buffer != 0 {
            call!(f.glBindBuffer, gl::PIXEL_PACK_BUFFER, 0);
        }
        let packing = self.pack_plainly(description);

        let read = call!(f.glReadPixels, 0, 0, width, height, gl::RGBA, gl::UNSIGNED_BYTE, pixels.as_mut_ptr().cast());

        for Saved { pname, value } in packing {
            call!(f.glPixelStorei, pname, value);
        }
        if pack_buffer != 0 {
            call!(f.glBindBuffer, gl::PIXEL_PACK_BUFFER, pack_buffer as u32);
        }
        if let Some(buffer) = other_buffer {
            call!(f.glReadBuffer, buffer as GLenum);
        }
        if let Some((target, _)) = read_target.filter(|_| framebuffer != 0) {
            call!(f.glBindFramebuffer, target, framebuffer as u32);
        }
        read.map(|()| Picture { width: width as u32, height: height as u32, pixels })
    }

    /// Returns the picture of the default framebuffer's back buffer; see [`Driver::picture`].
    pub(super) fn picture_of(&mut self, size: Option<[GLint; 2]>, description: &Description) -> Option<Picture> {
        // A display list that is being compiled would record the choice of the read buffer, and glBegin forbids all of it.
        if self.list_index() != Some(0) {
            return None;
        }
        let mut picture = None;
        let succeeded = self.probe(|host| picture = host.read_picture(size, description));
        picture.filter(|_| succeeded)
    }
}
