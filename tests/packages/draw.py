"""Draws by OpenGL ES in a context of EGL without a window, with nothing beyond Python, and prints the renderer and the pixel."""

import ctypes

egl, gl = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLESv2.so.2")
for function in (egl.eglGetDisplay, egl.eglCreateContext, egl.eglCreatePbufferSurface):
    function.restype = ctypes.c_void_p
gl.glGetString.restype = ctypes.c_char_p
gl.glClearColor.argtypes = [ctypes.c_float] * 4


def attributes(*values):
    """Returns a list of attributes."""
    return (ctypes.c_int * (len(values) + 1))(*values, 0x3038)  # EGL_NONE


display = ctypes.c_void_p(egl.eglGetDisplay(None))
assert egl.eglInitialize(display, None, None), "eglInitialize"
config, count = ctypes.c_void_p(), ctypes.c_int()
wanted = attributes(0x3033, 1, 0x3040, 4, 0x3024, 8)  # EGL_SURFACE_TYPE: a pbuffer, EGL_RENDERABLE_TYPE: OpenGL ES 2, EGL_RED_SIZE
assert egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count)) and count.value, "eglChooseConfig"
surface = ctypes.c_void_p(egl.eglCreatePbufferSurface(display, config, attributes(0x3057, 16, 0x3056, 16)))
context = ctypes.c_void_p(egl.eglCreateContext(display, config, None, attributes(0x3098, 2)))  # EGL_CONTEXT_CLIENT_VERSION
assert egl.eglMakeCurrent(display, surface, surface, context), "eglMakeCurrent"
gl.glClearColor(1.0, 0.0, 1.0, 1.0)
gl.glClear(0x4000)  # GL_COLOR_BUFFER_BIT
pixel = (ctypes.c_ubyte * 4)()
gl.glReadPixels(8, 8, 1, 1, 0x1908, 0x1401, pixel)  # GL_RGBA, GL_UNSIGNED_BYTE
assert egl.eglSwapBuffers(display, surface), "eglSwapBuffers"
print(gl.glGetString(0x1F01).decode(), bytes(pixel).hex())  # GL_RENDERER
