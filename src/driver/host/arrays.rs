//! The vertex arrays of the machine's driver that are in the application's memory.

use super::{Host, call};
use crate::driver::ClientArray;
use crate::driver::capabilities::Api;
use crate::gl::{self, GLenum, GLint, GLuint};

/// A fixed-function array: its capability, and the names of the Gets for its buffer, its components and their type.
type FixedArray = (GLenum, GLenum, Components, GLenum);

/// The components of a fixed-function array.
enum Components {
    /// Their number.
    Of(u64),
    /// The name of the Get for their number.
    Get(GLenum),
}

const VERTICES: FixedArray = (0x8074, 0x8896, Components::Get(0x807A), 0x807B);
const TEXTURE_COORDINATES: FixedArray = (0x8078, 0x889A, Components::Get(0x8088), 0x8089);
/// Normals, colours, indices, fog coordinates and secondary colours; then edge flags, which have no type.
const OTHERS: [FixedArray; 6] = [
    (0x8075, 0x8897, Components::Of(3), 0x807E),
    (0x8076, 0x8898, Components::Get(0x8081), 0x8082),
    (0x8077, 0x8899, Components::Of(1), 0x8085),
    (0x8457, 0x889D, Components::Of(1), 0x8454),
    (0x845E, 0x889C, Components::Get(0x845A), 0x845B),
    (0x8079, 0x889B, Components::Of(1), 0),
];

/// Returns the size of a component, bytes; 0 for a type that holds all components of an element.
fn bytes_of(kind: GLenum) -> u64 {
    match kind {
        gl::SHORT | gl::UNSIGNED_SHORT | gl::HALF_FLOAT | gl::HALF_FLOAT_OES => 2,
        gl::INT | gl::UNSIGNED_INT | gl::FLOAT | gl::FIXED => 4,
        gl::DOUBLE => 8,
        gl::UNSIGNED_INT_2_10_10_10_REV | gl::INT_2_10_10_10_REV | gl::UNSIGNED_INT_10F_11F_11F_REV => 0,
        _ => 1,
    }
}

/// Returns the size of an element, bytes.
fn element(components: u64, kind: GLenum) -> u64 {
    match bytes_of(kind) {
        0 => 4,
        // GL_BGRA stands for four components.
        bytes => bytes * if components > 4 { 4 } else { components },
    }
}

impl Host {
    /// Returns the arrays that the next draw reads from the application's memory.
    pub(super) fn arrays_in_memory(&mut self) -> Vec<ClientArray> {
        let is_desktop = self.capabilities.api == Api::Desktop;
        let mut arrays = Vec::new();
        let has_generic = self.capabilities.version >= (2, 0);
        let mut replaces_vertices = false;
        if has_generic {
            for index in 0..self.integer(gl::MAX_VERTEX_ATTRIBS).clamp(0, 32) as GLuint {
                let get = |pname: GLenum| {
                    let mut values: [GLint; 4] = [0; 4];
                    call!(self.functions.glGetVertexAttribiv, index, pname, values.as_mut_ptr());
                    values[0]
                };
                if get(gl::VERTEX_ATTRIB_ARRAY_ENABLED) == 0 {
                    continue;
                }
                replaces_vertices |= index == 0;
                if get(gl::VERTEX_ATTRIB_ARRAY_BUFFER_BINDING) == 0 {
                    let has_divisor = self.capabilities.version >= if is_desktop { (3, 3) } else { (3, 0) };
                    let divisor = if has_divisor { get(gl::VERTEX_ATTRIB_ARRAY_DIVISOR) as GLuint } else { 0 };
                    let components = get(gl::VERTEX_ATTRIB_ARRAY_SIZE) as u64;
                    arrays.push(ClientArray { size: element(components, get(gl::VERTEX_ATTRIB_ARRAY_TYPE) as GLenum), divisor });
                }
            }
        }
        let has_fixed =
            is_desktop && (self.capabilities.compatibility || self.capabilities.version < (3, 1)) && self.capabilities.version >= (1, 5);
        if !has_fixed {
            return arrays;
        }
        arrays.extend((!replaces_vertices).then(|| self.fixed_array(&VERTICES)).flatten());
        arrays.extend(OTHERS.iter().filter_map(|array| self.fixed_array(array)));
        let active = self.integer(gl::CLIENT_ACTIVE_TEXTURE) as GLenum;
        let units = self.integer(gl::MAX_TEXTURE_COORDS).clamp(1, 32) as GLenum;
        for unit in gl::TEXTURE0..gl::TEXTURE0 + units {
            call!(self.functions.glClientActiveTexture, unit);
            arrays.extend(self.fixed_array(&TEXTURE_COORDINATES));
        }
        call!(self.functions.glClientActiveTexture, active);
        arrays
    }

    /// Returns a fixed-function array that the next draw reads from the application's memory.
    fn fixed_array(&self, (array, buffer, components, kind): &FixedArray) -> Option<ClientArray> {
        let is_read = call!(self.functions.glIsEnabled, *array) == Some(gl::TRUE) && self.integer(*buffer) == 0;
        let components = || match components {
            Components::Of(number) => *number,
            Components::Get(name) => self.integer(*name) as u64,
        };
        let kind = || if *kind == 0 { gl::UNSIGNED_BYTE } else { self.integer(*kind) as GLenum };
        is_read.then(|| ClientArray { size: element(components(), kind()), divisor: 0 })
    }
}
