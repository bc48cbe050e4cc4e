"""Contexts that draw to memory, without a display."""

from __future__ import annotations

import ctypes
import os
import weakref
from types import TracebackType
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Type, Union

from . import egl
from .errors import Error
from .pictures import Picture

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_PROVIDERS = ("auto", "host", "software")
#: For each API: EGL's name of it, the bits of its configs, and the least version unless the caller names one.
_APIS = {"gl": (0x30A2, 0x0008, (3, 3)), "gles": (0x30A0, 0x0004, (3, 0))}
_EGL_PBUFFER_BIT = 0x0001
_CONFIG = {0x3033: _EGL_PBUFFER_BIT, 0x3024: 8, 0x3023: 8, 0x3022: 8, 0x3021: 8, 0x3025: 24, 0x3026: 8}
_EGL_RENDERABLE_TYPE, _EGL_WIDTH, _EGL_HEIGHT = 0x3040, 0x3057, 0x3056
_EGL_MAJOR_VERSION, _EGL_MINOR_VERSION, _EGL_PROFILE_MASK = 0x3098, 0x30FB, 0x30FD
_PROFILES = {"core": 1, "compatibility": 2}

_GL_VENDOR, _GL_RENDERER, _GL_VERSION = 0x1F00, 0x1F01, 0x1F02
_GL_ALL_BUFFERS = 0x4000 | 0x0100 | 0x0400
_GL_RGBA, _GL_UNSIGNED_BYTE = 0x1908, 0x1401
_GL_FRAMEBUFFER, _GL_READ_FRAMEBUFFER, _GL_FRAMEBUFFER_COMPLETE = 0x8D40, 0x8CA8, 0x8CD5
_GL_FRAMEBUFFER_BINDING, _GL_READ_FRAMEBUFFER_BINDING = 0x8CA6, 0x8CAA
_GL_PIXEL_PACK_BUFFER, _GL_PIXEL_PACK_BUFFER_BINDING = 0x88EB, 0x88ED
#: The state of glReadPixels that every version has, and that of later ones, with the values for rows without gaps.
_PACKING, _LATER_PACKING = {0x0D05: 1}, {0x0D02: 0, 0x0D03: 0, 0x0D04: 0}
_GL_ERRORS = {
    0x0500: "GL_INVALID_ENUM",
    0x0501: "GL_INVALID_VALUE",
    0x0502: "GL_INVALID_OPERATION",
    0x0505: "GL_OUT_OF_MEMORY",
    0x0506: "GL_INVALID_FRAMEBUFFER_OPERATION",
    0x0507: "GL_CONTEXT_LOST",
}

_UINT, _INT = ctypes.c_uint, ctypes.c_int
_GL_FUNCTIONS: Dict[str, Tuple[Any, ...]] = {
    "glBindBuffer": (None, _UINT, _UINT),
    "glBindFramebuffer": (None, _UINT, _UINT),
    "glClear": (None, _UINT),
    "glCheckFramebufferStatus": (_UINT, _UINT),
    "glGetError": (_UINT,),
    "glGetIntegerv": (None, _UINT, ctypes.POINTER(_INT)),
    "glGetString": (ctypes.c_char_p, _UINT),
    "glPixelStorei": (None, _UINT, _INT),
    "glReadPixels": (None, _INT, _INT, _INT, _INT, _UINT, _UINT, ctypes.c_void_p),
}

Version = Union[int, Tuple[int, int]]


def _version_of(version: Version) -> Tuple[int, int]:
    """Returns a version as two numbers: of (4, 6), or of 460 as moderngl writes it."""
    major, minor = (version // 100, version // 10 % 10) if isinstance(version, int) else version
    if not (1 <= major <= 9 and 0 <= minor <= 9):
        raise ValueError(f"version is (4, 6) or 460, for example, and not {version!r}")
    return major, minor


def _provider_of(provider: Optional[str]) -> str:
    """Returns the provider that the caller, or else the environment, asks for."""
    wanted = provider or os.environ.get("GLMETER_PROVIDER") or "auto"
    if wanted not in _PROVIDERS:
        raise ValueError(f"provider is one of {', '.join(_PROVIDERS)}, and not {wanted!r}")
    return wanted


#: The contexts by the handle of their display and their own.
_CONTEXTS: weakref.WeakValueDictionary[Tuple[int, int], Context] = weakref.WeakValueDictionary()


class Context:
    """An OpenGL or OpenGL ES context with a framebuffer of `width` x `height` pixels: 8 bits each of red, green, blue and alpha, 24 of depth
    and 8 of stencil. It is current on the calling thread when it has been created.

    `version` is the least version, and the driver may give a later one. `provider` is "host" for the machine's driver, "software" for
    glmeter's pipeline, or "auto" for the machine's driver and, without one, the pipeline. Without it, the variable GLMETER_PROVIDER decides.

    moderngl takes it as it is: `moderngl.create_context(context=context)`.
    """

    def __init__(
        self,
        width: int,
        height: int,
        *,
        version: Optional[Version] = None,
        api: str = "gl",
        profile: str = "core",
        provider: Optional[str] = None,
    ) -> None:
        if width < 1 or height < 1:
            raise ValueError(f"a context has at least one pixel, and not {width} x {height}")
        if api not in _APIS or profile not in _PROFILES:
            raise ValueError(f'api is "gl" or "gles" and profile "core" or "compatibility", and not {api!r} and {profile!r}')
        self.width, self.height, self.api = width, height, api
        self._before: List[Tuple[Any, ...]] = []
        self._wanted = _version_of(version or _APIS[api][2])
        self._create(_provider_of(provider), _PROFILES[profile])
        self.make_current()
        self._gl = {name: self._egl.function(name, *types) for name, types in _GL_FUNCTIONS.items()}
        # Some drivers give memory with what was in it before.
        self._gl["glClear"](_GL_ALL_BUFFERS)

    def _create(self, provider: str, profile: int) -> None:
        reasons: List[str] = []
        for name in ("host", "software") if provider == "auto" else (provider,):
            self._egl = egl.load_software() if name == "software" else egl.load()
            self._egl.eglBindAPI(_APIS[self.api][0])
            for display in self._egl.displays(name == "software"):
                if self._create_on(display, profile, reasons):
                    return
            if not reasons:
                reasons.append(_why_no_display(name))
        major, minor = self._wanted
        api = {"gl": "OpenGL", "gles": "OpenGL ES"}[self.api]
        raise Error(f"no context of {api} {major}.{minor} with provider {provider}: {'; '.join(dict.fromkeys(reasons))}")

    def _create_on(self, display: int, profile: int, reasons: List[str]) -> bool:
        """Creates the context and its framebuffer on a display. Returns false, and adds the reason, if the driver refuses."""
        config, count = ctypes.c_void_p(), ctypes.c_int()
        wanted = egl.attributes({**_CONFIG, _EGL_RENDERABLE_TYPE: _APIS[self.api][1]})
        if not self._egl.eglChooseConfig(display, wanted, ctypes.byref(config), 1, ctypes.byref(count)) or not count.value:
            reasons.append("the driver draws to no memory of its own")
            return False
        surface = self._egl.eglCreatePbufferSurface(display, config, egl.attributes({_EGL_WIDTH: self.width, _EGL_HEIGHT: self.height}))
        if not surface:
            reasons.append(f"eglCreatePbufferSurface failed with {self._egl.error()} for {self.width} x {self.height} pixels")
            return False
        version = {_EGL_MAJOR_VERSION: self._wanted[0], _EGL_MINOR_VERSION: self._wanted[1]}
        profiles = {_EGL_PROFILE_MASK: profile} if self.api == "gl" and self._wanted >= (3, 2) else {}
        context = self._egl.eglCreateContext(display, config, None, egl.attributes({**version, **profiles}))
        if not context:
            reasons.append(f"eglCreateContext failed with {self._egl.error()}")
            self._egl.eglDestroySurface(display, surface)
            return False
        self._handles = (display, surface, surface, context)
        self._finalizer = weakref.finalize(self, _destroy, self._egl, self._handles)
        _CONTEXTS[display, context] = self
        return True

    @staticmethod
    def current() -> Optional[Context]:
        """Returns the context that is current on the calling thread, if it is one of this class."""
        return next((context for context in list(_CONTEXTS.values()) if context.is_current), None)

    def make_current(self) -> None:
        """Makes the context current on the calling thread."""
        if not self._finalizer.alive:
            raise Error("the context is closed")
        self._egl.eglBindAPI(_APIS[self.api][0])
        if not self._egl.eglMakeCurrent(*self._handles):
            raise Error(f"eglMakeCurrent failed with {self._egl.error()}")

    @property
    def is_current(self) -> bool:
        """True if the context is current on the calling thread."""
        return bool(self._finalizer.alive and self._egl.eglGetCurrentContext() == self._handles[3])

    def __enter__(self) -> Context:
        """Makes the context current until `__exit__`, which makes the one current again that was before. Blocks may nest."""
        api = self._egl.eglQueryAPI()
        surfaces = [self._egl.eglGetCurrentSurface(which) for which in (egl.EGL_DRAW, egl.EGL_READ)]
        before = (api, self._egl.eglGetCurrentDisplay(), *surfaces, self._egl.eglGetCurrentContext())
        self.make_current()
        self._before.append(before)
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]] = None,
        error: Optional[BaseException] = None,
        trace: Optional[TracebackType] = None,
    ) -> None:
        api, display, *rest = self._before.pop()
        self._egl.eglBindAPI(api)
        self._egl.eglMakeCurrent(display or self._handles[0], *rest)

    def close(self) -> None:
        """Destroys the context. A context that is not used any more is destroyed by itself."""
        self._finalizer()

    # The names by which moderngl calls a context.
    release = close

    def load_opengl_function(self, name: str) -> int:
        """Returns the address of a GL command, or 0."""
        return self._egl.eglGetProcAddress(name.encode()) or 0

    load = load_opengl_function

    @property
    def provider(self) -> str:
        """ "host" or "software"."""
        return "software" if self._egl.is_software(self._handles[0]) else "host"

    @property
    def vendor(self) -> str:
        """GL_VENDOR."""
        return self._string(_GL_VENDOR)

    @property
    def renderer(self) -> str:
        """GL_RENDERER."""
        return self._string(_GL_RENDERER)

    @property
    def version(self) -> str:
        """GL_VERSION, which begins with "OpenGL ES " in such a context."""
        return self._string(_GL_VERSION)

    def _string(self, name: int) -> str:
        with self:
            return str((self._gl["glGetString"](name) or b"").decode(errors="replace"))

    def __repr__(self) -> str:
        state = self.version if self._finalizer.alive else "closed"
        return f"<glmeter.Context of {self.width} x {self.height} pixels: {state}>"

    def picture(self, framebuffer: int = 0, size: Optional[Tuple[int, int]] = None) -> NDArray[numpy.uint8]:
        """Returns `pixels` as an array of numpy with the shape (height, width, 4). The first row is the top of the picture."""
        return Picture(*(size or (self.width, self.height)), 4, self.pixels(framebuffer, size)).array()

    def pixels(self, framebuffer: int = 0, size: Optional[Tuple[int, int]] = None) -> bytes:
        """Returns red, green, blue and alpha of each pixel, row by row from the top.

        Reads the context's own framebuffer, or another one by its GL name, of which `size` is the width and the height. Waits for the GPU, and
        leaves the state as it is. Raises an error if a command before it raised a GL error.
        """
        width, height = size or (self.width, self.height)
        with self:
            rows = self._read(framebuffer, width, height)
        line = width * 4
        return b"".join(rows[first : first + line] for first in range((height - 1) * line, -1, -line))

    def _read(self, framebuffer: int, width: int, height: int) -> bytes:
        """Returns the rows of a framebuffer from the bottom."""
        is_old = self.api == "gles" and self.version.startswith("OpenGL ES 2")
        target, binding = (
            (_GL_FRAMEBUFFER, _GL_FRAMEBUFFER_BINDING) if is_old else (_GL_READ_FRAMEBUFFER, _GL_READ_FRAMEBUFFER_BINDING)
        )
        packing = _PACKING if is_old else {**_PACKING, **_LATER_PACKING}
        before = {name: self._integer(name) for name in (binding, *packing)}
        buffer = 0 if is_old else self._integer(_GL_PIXEL_PACK_BUFFER_BINDING)
        self._gl["glBindFramebuffer"](target, framebuffer)
        try:
            if buffer:
                self._gl["glBindBuffer"](_GL_PIXEL_PACK_BUFFER, 0)
            for name, value in packing.items():
                self._gl["glPixelStorei"](name, value)
            return self._read_bound(target, width, height)
        finally:
            for name in packing:
                self._gl["glPixelStorei"](name, before[name])
            if buffer:
                self._gl["glBindBuffer"](_GL_PIXEL_PACK_BUFFER, buffer)
            self._gl["glBindFramebuffer"](target, before[binding])

    def _read_bound(self, target: int, width: int, height: int) -> bytes:
        status = self._gl["glCheckFramebufferStatus"](target)
        if status != _GL_FRAMEBUFFER_COMPLETE:
            raise Error(f"the framebuffer is not complete: glCheckFramebufferStatus returns {status:#x}")
        memory = ctypes.create_string_buffer(width * height * 4)
        self._gl["glReadPixels"](0, 0, width, height, _GL_RGBA, _GL_UNSIGNED_BYTE, memory)
        code = self._gl["glGetError"]()
        if code:
            raise Error(f"glReadPixels, or a command before it, raised {_GL_ERRORS.get(code, hex(code))}")
        return memory.raw

    def _integer(self, name: int) -> int:
        value = ctypes.c_int()
        self._gl["glGetIntegerv"](name, ctypes.byref(value))
        return value.value


def _why_no_display(provider: str) -> str:
    """Returns why EGL has no display of a provider."""
    if provider == "host":
        excluded = os.environ.get("GLMETER_PROVIDER") == "software"
        return "GLMETER_PROVIDER=software excludes the machine's drivers" if excluded else "the machine has no EGL driver that works"
    return "the program used EGL before its first glmeter.Context, so that libEGL does not know the software pipeline"


def _destroy(of: egl.Egl, handles: Tuple[int, int, int, int]) -> None:
    """Destroys a context and its surface, which stay until they are current on no thread."""
    display, surface, _, context = handles
    if of.eglGetCurrentContext() == context:
        of.eglMakeCurrent(display, None, None, None)
    of.eglDestroyContext(display, context)
    of.eglDestroySurface(display, surface)
