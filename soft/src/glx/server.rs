//! The server's GLX extension, asked by its protocol.

use super::tokens::*;
use crate::winsys::x11::Connection;
use crate::winsys::xcb::Extension;
use std::cell::UnsafeCell;

/// The extension.
pub static GLX: Extension = Extension { name: c"GLX".as_ptr(), number: UnsafeCell::new(0) };

/// The attributes of a config of the server: pairs of name and value.
pub type Attributes = Vec<(i32, i32)>;

/// Returns the configs of a screen, or none if the server lacks GLX 1.3.
pub fn configs(connection: &Connection, screen: i32) -> Vec<Attributes> {
    let version = connection.request(&GLX, X_QUERY_VERSION, &[1, 4]);
    if version.is_none_or(|reply| (reply[2], reply[3]) < (1, 3)) {
        return Vec::new();
    }
    let Some(reply) = connection.request(&GLX, X_GET_FB_CONFIGS, &[screen as u32]) else { return Vec::new() };
    // The third word of the reply is the number of configs, the fourth that of their attributes, of two words each.
    let (count, attributes) = (reply[2] as usize, reply[3] as usize);
    if attributes == 0 {
        return Vec::new();
    }
    let pairs = |config: &[u32]| config.chunks_exact(2).map(|pair| (pair[0] as i32, pair[1] as i32)).collect();
    reply[8..].chunks_exact(attributes * 2).take(count).map(pairs).collect()
}

/// Returns a string of the server: GLX_VENDOR, GLX_VERSION or GLX_EXTENSIONS.
pub fn string(connection: &Connection, screen: i32, name: i32) -> Option<String> {
    let reply = connection.request(&GLX, X_QUERY_SERVER_STRING, &[screen as u32, name as u32])?;
    let bytes: Vec<u8> = reply[8..].iter().flat_map(|word| word.to_ne_bytes()).take(reply[3] as usize).collect();
    Some(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
}
