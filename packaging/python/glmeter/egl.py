"""EGL: its functions, and the displays of the machine's drivers and of the software pipeline."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence

from . import library
from .errors import Error

#: libglvnd's variables: the JSON files of the drivers, and the folders that contain such files.
_FILES = "__EGL_VENDOR_LIBRARY_FILENAMES"
_FOLDERS = "__EGL_VENDOR_LIBRARY_DIRS"
_DEFAULT_FOLDERS = "/etc/glvnd/egl_vendor.d:/usr/share/glvnd/egl_vendor.d"
_OWN_FILE, _SOFTWARE_FILE = "10_glmeter.json", "60_glmeter_soft.json"

EGL_DRAW, EGL_READ = 0x3059, 0x305A
_EGL_VENDOR, _EGL_EXTENSIONS = 0x3053, 0x3055
_EGL_PLATFORM_DEVICE, _EGL_PLATFORM_SURFACELESS = 0x313F, 0x31DD
_EGL_NONE = 0x3038
_MOST_DEVICES = 64

_HANDLE, _INT = ctypes.c_void_p, ctypes.c_int
_INTS = ctypes.POINTER(ctypes.c_int)

#: The functions that the package calls: the type of the result and those of the arguments.
_FUNCTIONS = {
    "eglBindAPI": (_INT, ctypes.c_uint),
    "eglChooseConfig": (_INT, _HANDLE, _INTS, ctypes.POINTER(_HANDLE), _INT, _INTS),
    "eglCreateContext": (_HANDLE, _HANDLE, _HANDLE, _HANDLE, _INTS),
    "eglCreatePbufferSurface": (_HANDLE, _HANDLE, _HANDLE, _INTS),
    "eglDestroyContext": (_INT, _HANDLE, _HANDLE),
    "eglDestroySurface": (_INT, _HANDLE, _HANDLE),
    "eglGetCurrentContext": (_HANDLE,),
    "eglGetCurrentDisplay": (_HANDLE,),
    "eglGetCurrentSurface": (_HANDLE, _INT),
    "eglGetDisplay": (_HANDLE, _HANDLE),
    "eglGetError": (_INT,),
    "eglGetProcAddress": (_HANDLE, ctypes.c_char_p),
    "eglInitialize": (_INT, _HANDLE, _INTS, _INTS),
    "eglMakeCurrent": (_INT, _HANDLE, _HANDLE, _HANDLE, _HANDLE),
    "eglQueryAPI": (ctypes.c_uint,),
    "eglQueryString": (ctypes.c_char_p, _HANDLE, _INT),
}

_ERRORS = (
    "SUCCESS NOT_INITIALIZED BAD_ACCESS BAD_ALLOC BAD_ATTRIBUTE BAD_CONFIG BAD_CONTEXT BAD_CURRENT_SURFACE "
    "BAD_DISPLAY BAD_MATCH BAD_NATIVE_PIXMAP BAD_NATIVE_WINDOW BAD_PARAMETER BAD_SURFACE CONTEXT_LOST"
).split()


def attributes(values: Dict[int, int]) -> "ctypes.Array[ctypes.c_int]":
    """Returns a list of attributes as EGL reads it."""
    flat = [number for pair in values.items() for number in pair]
    return (ctypes.c_int * (len(flat) + 1))(*flat, _EGL_NONE)


class Egl:
    """The functions of one libEGL."""

    def __init__(self, handle: ctypes.CDLL) -> None:
        self._handle = handle
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(handle, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def error(self) -> str:
        """Returns the name of the last error of this thread."""
        code = self.eglGetError() - 0x3000
        return "EGL_" + _ERRORS[code] if 0 <= code < len(_ERRORS) else f"the EGL error {code + 0x3000:#x}"

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """Returns a function of GL or of an extension of EGL, or None."""
        address = self.eglGetProcAddress(name.encode())
        return ctypes.CFUNCTYPE(result, *arguments)(address) if address else None

    def client_extensions(self) -> Sequence[str]:
        """Returns the extensions that belong to no display."""
        return str((self.eglQueryString(None, _EGL_EXTENSIONS) or b"").decode()).split()

    def is_software(self, display: int) -> bool:
        """Returns true if a display that is initialized is one of the software pipeline."""
        return bool(self.eglQueryString(display, _EGL_VENDOR) == b"glmeter")

    def displays(self, software: bool) -> Iterator[int]:
        """Returns the displays of the pipeline, or those of the machine's drivers, initialized and best first."""
        candidates = self._device_displays()
        # The pipeline is the last driver. Initializing the machine's can take long.
        for display in [*(reversed(candidates) if software else candidates), *self._other_displays()]:
            if display and self.eglInitialize(display, None, None) and self.is_software(display) == software:
                yield display

    def _platform_display(self, platform: int, native: Optional[int]) -> Optional[int]:
        get = self.function("eglGetPlatformDisplayEXT", _HANDLE, ctypes.c_uint, _HANDLE, _INTS)
        return get(platform, native, None) if get else None

    def _device_displays(self) -> List[Optional[int]]:
        query = self.function("eglQueryDevicesEXT", ctypes.c_uint, _INT, ctypes.POINTER(_HANDLE), _INTS)
        devices, count = (_HANDLE * _MOST_DEVICES)(), ctypes.c_int()
        if not query or "EGL_EXT_platform_device" not in self.client_extensions():
            return []
        if not query(_MOST_DEVICES, devices, ctypes.byref(count)):
            return []
        return [self._platform_display(_EGL_PLATFORM_DEVICE, device) for device in devices[: count.value]]

    def _other_displays(self) -> Iterator[Optional[int]]:
        if "EGL_MESA_platform_surfaceless" in self.client_extensions():
            yield self._platform_display(_EGL_PLATFORM_SURFACELESS, None)
        yield self.eglGetDisplay(None)


def _driver_files() -> List[str]:
    """Returns the JSON files of the machine's drivers, in libglvnd's order."""
    listed = os.environ.get(_FILES)
    if listed:
        files = listed.split(":")
    else:
        folders = os.environ.get(_FOLDERS) or _built_in_folders() or _DEFAULT_FOLDERS
        files = [str(file) for folder in folders.split(":") for file in sorted(Path(folder).glob("*.json"))]
    return [file for file in files if Path(file).name not in (_OWN_FILE, _SOFTWARE_FILE)]


def _built_in_folders() -> Optional[str]:
    """Returns the folders with which libEGL is built: those of NixOS and of a Flatpak runtime are others than the default."""
    file = library.mapped_file("libEGL.so")
    found = re.search(rb"\0(/[^\0]*/egl_vendor\.d)\0", Path(file).read_bytes()) if file else None
    return found.group(1).decode() if found else None


def _list_of_drivers() -> str:
    """Returns libglvnd's list: glmeter in front of the machine's drivers, and the pipeline behind them."""
    own = [] if library.is_preloaded() else [str(library.FOLDER / _OWN_FILE)]
    machine = [] if os.environ.get("GLMETER_PROVIDER") == "software" else _driver_files()
    return ":".join([*own, *machine, str(library.FOLDER / _SOFTWARE_FILE)])


@contextlib.contextmanager
def _variable(name: str, value: str) -> Iterator[None]:
    """Sets a variable of the environment for a moment."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


@functools.lru_cache(maxsize=None)
def load() -> Egl:
    """Loads libEGL once. libglvnd's gets glmeter in front of its drivers; without a libEGL, glmeter's own library is one."""
    library.path()
    try:
        egl = Egl(ctypes.CDLL("libEGL.so.1", ctypes.RTLD_GLOBAL))
    except OSError:
        return _without_libegl()
    if library.mapped_file("libGLdispatch.so"):
        # libglvnd reads the list when it first needs a driver.
        with _variable(_FILES, _list_of_drivers()):
            egl.client_extensions()
    return egl


def _without_libegl() -> Egl:
    """Returns glmeter's library, which serves as libEGL. Loads the pipeline's libraries first, for programs that open them by name."""
    for name in ("libEGL.so.1", "libOpenGL.so.0", "libGL.so.1", "libGLESv2.so.2"):
        ctypes.CDLL(str(library.FOLDER / "gl" / name), ctypes.RTLD_GLOBAL)
    return Egl(library.load())


@functools.lru_cache(maxsize=None)
def load_software() -> Egl:
    """Loads the libEGL through which the software pipeline is reached: libglvnd's, or the pipeline's own."""
    egl = load()
    if library.mapped_file("libGLdispatch.so") or next(egl.displays(software=True), None):
        return egl
    try:
        return Egl(ctypes.CDLL(str(library.FOLDER / "gl" / "libEGL.so.1"), ctypes.RTLD_LOCAL))
    except OSError as error:
        raise Error(f"the software pipeline cannot be loaded: {error}") from error
