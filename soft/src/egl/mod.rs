//! EGL: the libglvnd vendor interface, displays, configs, contexts, surfaces, and presenting on X11.
