"""glmeter's shared library and its functions."""

from __future__ import annotations

import ctypes
import functools
import re
from pathlib import Path
from typing import Any, Dict, Optional, Tuple

from .errors import Error

#: The folder of the command and the libraries.
FOLDER = Path(__file__).resolve().parent / "lib"

_U32 = ctypes.c_uint
_U32_POINTER = ctypes.POINTER(ctypes.c_uint)

#: The functions that the package calls: the type of the result and those of the arguments.
_FUNCTIONS: Dict[str, Tuple[Any, ...]] = {
    "glmeter_version": (ctypes.c_char_p,),
    "glmeter_provider": (ctypes.c_char_p,),
    "glmeter_source": (ctypes.c_int, _U32),
    "glmeter_read_counts": (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t),
    "glGetPerfQueryIdByNameINTEL": (None, ctypes.c_char_p, _U32_POINTER),
    "glCreatePerfQueryINTEL": (None, _U32, _U32_POINTER),
    "glDeletePerfQueryINTEL": (None, _U32),
    "glBeginPerfQueryINTEL": (None, _U32),
    "glEndPerfQueryINTEL": (None, _U32),
    "glGetPerfQueryDataINTEL": (None, _U32, _U32, ctypes.c_int, ctypes.c_void_p, _U32_POINTER),
}


def path() -> Path:
    """Returns the file of the library."""
    file = FOLDER / "libglmeter.so"
    if not file.exists():
        raise Error(f"{file} is missing: install the wheel, or run `glmeter install {FOLDER}` from a build of the tree")
    return file


def mapped_file(name: str) -> Optional[str]:
    """Returns the file of a library that the process has loaded, by the beginning of its name."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        found = re.search(rf" (/.*/{re.escape(name)}.*)$", maps.read(), re.MULTILINE)
    return found.group(1) if found else None


@functools.lru_cache(maxsize=None)
def is_preloaded() -> bool:
    """Returns true if the process was started with glmeter's library, as under `glmeter run`."""
    return hasattr(ctypes.CDLL(None), "glmeter_version")


@functools.lru_cache(maxsize=None)
def load() -> ctypes.CDLL:
    """Loads the library once: the one that the process was started with, if there is one."""
    library = ctypes.CDLL(None) if is_preloaded() else ctypes.CDLL(str(path()))
    for name, (result, *arguments) in _FUNCTIONS.items():
        if not hasattr(library, name):
            setattr(library, name, ctypes.CFUNCTYPE(result, *arguments)(_procedure(name)))
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _procedure(name: str) -> int:
    """Returns the address of a GL command, whose name a preloaded library hides from other look-ups."""
    get = ctypes.CDLL("libEGL.so.1").eglGetProcAddress
    get.restype, get.argtypes = ctypes.c_void_p, (ctypes.c_char_p,)
    return int(get(name.encode()) or 0)


def version() -> str:
    """Returns the version of the library, which is that of the package."""
    return str(load().glmeter_version().decode())
