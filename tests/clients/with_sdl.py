"""Tests SDL 2, which opens GLX first and changes to EGL for an OpenGL ES context.  Argument: gl or es."""

import ctypes
import os
import sys

os.environ["PYSDL2_DLL_PATH"] = "/usr/lib/x86_64-linux-gnu"
os.environ["SDL_VIDEODRIVER"] = "x11"
import sdl2

import probe

assert sdl2.SDL_Init(sdl2.SDL_INIT_VIDEO) == 0, sdl2.SDL_GetError()
es = sys.argv[1] == "es"
profile = sdl2.SDL_GL_CONTEXT_PROFILE_ES if es else sdl2.SDL_GL_CONTEXT_PROFILE_CORE
for attribute, value in (
    (sdl2.SDL_GL_CONTEXT_PROFILE_MASK, profile),
    (sdl2.SDL_GL_CONTEXT_MAJOR_VERSION, 2 if es else 4),
    (sdl2.SDL_GL_CONTEXT_MINOR_VERSION, 0 if es else 5),
):
    sdl2.SDL_GL_SetAttribute(attribute, value)
window = sdl2.SDL_CreateWindow(b"sdl", 0, 0, 64, 64, sdl2.SDL_WINDOW_OPENGL | sdl2.SDL_WINDOW_HIDDEN)
assert window, sdl2.SDL_GetError()
context = sdl2.SDL_GL_CreateContext(window)
assert context, sdl2.SDL_GetError()
for _ in range(3):
    sdl2.SDL_GL_SwapWindow(window)
(probe.embedded if es else probe.desktop)(lambda name: ctypes.cast(sdl2.SDL_GL_GetProcAddress(name.encode()), ctypes.c_void_p).value)
sdl2.SDL_GL_DeleteContext(context)
sdl2.SDL_DestroyWindow(window)
sdl2.SDL_Quit()
