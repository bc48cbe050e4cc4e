//! `libGL.so.1`, `libEGL.so.1`, `libGLESv2.so.2`, `libGLESv1_CM.so.1`, `libOpenGL.so.0` and `libGLX.so.0` for machines without libglvnd.
//!
//! `glmeter install` creates links of these names in a folder of their own; a program finds them by `LD_LIBRARY_PATH`. All are this one library,
//! which contains no driver: it exports the commands of GL, GLX and EGL, and jumps to those of the software pipeline, `libglmeter_soft.so` in
//! the library's own folder. The dynamic linker loads a file once, whatever its links, so that a context of EGL is current for the commands of
//! libGL too.

include!(concat!(env!("OUT_DIR"), "/commands.rs"));

/// Loads the pipeline, so that every command has its address before the program calls one. Without the pipeline, commands return 0.
extern "C" fn load() {
    glmeter_stubs::pipeline::serve(&NAMES, &SLOTS);
}

/// The functions that the dynamic linker calls when it has loaded the library.
#[used]
#[unsafe(link_section = ".init_array")]
static INITIALIZERS: [extern "C" fn(); 1] = [load];
