"""Tests pyglet, which looks up functions in libGL by dlsym through ctypes, and the rest by glXGetProcAddressARB."""

import ctypes

import pyglet

pyglet.options["shadow_window"] = False
config = pyglet.gl.Config(major_version=4, minor_version=5, forward_compatible=True)
window = pyglet.window.Window(64, 64, visible=False, config=config)
window.switch_to()

import pyglet.gl.lib
from pyglet.gl import gl

import probe


def find(name):
    # pyglet wraps each function with its arguments' types; the probe needs the raw address.
    function = getattr(gl, name, None) or pyglet.gl.lib.link_GL(name, ctypes.c_uint, [])
    return ctypes.cast(getattr(function, "func", function), ctypes.c_void_p).value


probe.desktop(find)
