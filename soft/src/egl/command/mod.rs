//! The commands of EGL. Each validates its arguments, then acts on the objects of the display.

pub mod config;
pub mod context;
pub mod debug;
pub mod device;
pub mod display;
pub mod image;
pub mod pixmap;
pub mod surface;
pub mod swap;
pub mod sync;
pub mod texture_image;
pub mod thread;
pub mod wait;
