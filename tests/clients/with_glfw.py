"""Tests GLFW, which opens libGLX or libEGL itself.  Argument: gl (GLX), gl-egl or es (EGL)."""

import ctypes
import sys

import glfw

import probe

assert glfw.init(), glfw.get_error()
glfw.window_hint(glfw.VISIBLE, 0)
if sys.argv[1] != "gl":
    glfw.window_hint(glfw.CONTEXT_CREATION_API, glfw.EGL_CONTEXT_API)
if sys.argv[1] == "es":
    glfw.window_hint(glfw.CLIENT_API, glfw.OPENGL_ES_API)
    glfw.window_hint(glfw.CONTEXT_VERSION_MAJOR, 3)
else:
    glfw.window_hint(glfw.CONTEXT_VERSION_MAJOR, 4)
    glfw.window_hint(glfw.CONTEXT_VERSION_MINOR, 5)
    glfw.window_hint(glfw.OPENGL_PROFILE, glfw.OPENGL_CORE_PROFILE)
window = glfw.create_window(64, 64, "glfw", None, None)
assert window, glfw.get_error()
glfw.make_context_current(window)
for _ in range(3):
    glfw.swap_buffers(window)
(probe.embedded if sys.argv[1] == "es" else probe.desktop)(lambda name: ctypes.cast(glfw.get_proc_address(name), ctypes.c_void_p).value)
glfw.terminate()
