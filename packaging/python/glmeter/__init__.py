"""OpenGL without a display, the time and the work of the GPU, and pictures for tests. The folder `lib` has the command glmeter and its libraries."""

from __future__ import annotations

from .context import Context
from .errors import Error
from .measurement import Commands, Counts, Measurement, measure
from .pictures import read_picture, write_picture
from .reports import Report, report

__all__ = [
    "Commands",
    "Context",
    "Counts",
    "Error",
    "Measurement",
    "Report",
    "measure",
    "read_picture",
    "report",
    "write_picture",
]

__version__: str


def __getattr__(name: str) -> str:
    """Returns the version, which stands in the library alone."""
    if name == "__version__":
        from . import library

        return library.version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
