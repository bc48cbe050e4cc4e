"""Tests PyOpenGL, which opens libOpenGL, libGLX or libEGL and checks glGetError after each call.  Argument: glx, egl or es."""

import ctypes
import os
import sys

platform = sys.argv[1]
os.environ["PYOPENGL_PLATFORM"] = "glx" if platform == "glx" else "egl"

import glfw

assert glfw.init(), glfw.get_error()
glfw.window_hint(glfw.VISIBLE, 0)
if platform != "glx":
    glfw.window_hint(glfw.CONTEXT_CREATION_API, glfw.EGL_CONTEXT_API)
if platform == "es":
    glfw.window_hint(glfw.CLIENT_API, glfw.OPENGL_ES_API)
    glfw.window_hint(glfw.CONTEXT_VERSION_MAJOR, 2)
window = glfw.create_window(64, 64, "pyopengl", None, None)
assert window, glfw.get_error()
glfw.make_context_current(window)

import probe

if platform == "es":
    # PyOpenGL's own look-up of OpenGL ES extensions fails on every driver, so use its EGL for the addresses.
    from OpenGL.EGL import eglGetProcAddress
    from OpenGL.GLES2 import GL_EXTENSIONS, glGetString

    assert "GL_EXT_disjoint_timer_query" in ctypes.string_at(glGetString(GL_EXTENSIONS)).decode().split()
    probe.embedded(lambda name: ctypes.cast(eglGetProcAddress(name.encode()), ctypes.c_void_p).value)
else:
    from OpenGL import GL
    from OpenGL.error import GLError
    from OpenGL.GL.ARB.pipeline_statistics_query import glInitPipelineStatisticsQueryARB, GL_VERTICES_SUBMITTED_ARB
    from OpenGL.GL.ARB.timer_query import glInitTimerQueryARB

    assert glInitTimerQueryARB() and glInitPipelineStatisticsQueryARB()
    query = int(GL.glGenQueries(1)[0])
    GL.glBeginQuery(GL_VERTICES_SUBMITTED_ARB, query)
    GL.glBegin(GL.GL_TRIANGLES)
    for _ in range(3):
        GL.glVertex2f(0, 0)
    GL.glEnd()
    GL.glEndQuery(GL_VERTICES_SUBMITTED_ARB)
    result = ctypes.c_uint64()
    GL.glGetQueryObjectui64v(query, GL.GL_QUERY_RESULT, ctypes.byref(result))
    assert result.value == 3, result.value
    names = (ctypes.c_uint * 1)()
    try:
        GL.glCreateQueries(GL_VERTICES_SUBMITTED_ARB, 1, names)
        probe.verdict(names[0] != 0)
    except GLError as error:
        assert error.err == GL.GL_INVALID_ENUM, error
        probe.verdict(False)
glfw.terminate()
