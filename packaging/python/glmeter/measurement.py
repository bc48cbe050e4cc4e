"""The time and the work of the GPU in a block of a program."""

from __future__ import annotations

import ctypes
import dataclasses
import time
from types import TracebackType
from typing import Any, List, Optional, Tuple, Type, TypeVar

from . import library
from .context import Context
from .errors import Error

#: glmeter's performance query, which nests and leaves the program's own queries alone, and the places of what it counts in its data.
_QUERY, _COUNTERS = b"Pipeline Statistics Registers", 23
_ELAPSED = 20
_PERFQUERY_WAIT = 0x83FB

_GL_TIME_ELAPSED = 0x88BF
_SOURCE_ABSENT, _SOURCE_COUNTED = 0, 4
#: What performance queries count from the commands in OpenGL ES, which has no targets for it: vertices, primitives, patches, and the invocations
#: of vertex, geometry and compute shaders.
_COUNTED_IN_OPENGL_ES = (0x82EE, 0x82EF, 0x82F1, 0x82F0, 0x887F, 0x82F5)

_Value = TypeVar("_Value")


def _count(target: int, place: int) -> Any:
    """Returns the field of a count: its query target, and its place in the data."""
    return dataclasses.field(default=None, metadata={"target": target, "place": place})


@dataclasses.dataclass(frozen=True)
class Counts:
    """The eleven counts of GL_ARB_pipeline_statistics_query. None where the context has no source for one."""

    vertices_submitted: Optional[int] = _count(0x82EE, 0)
    primitives_submitted: Optional[int] = _count(0x82EF, 1)
    vertex_shader_invocations: Optional[int] = _count(0x82F0, 2)
    tess_control_shader_patches: Optional[int] = _count(0x82F1, 11)
    tess_evaluation_shader_invocations: Optional[int] = _count(0x82F2, 12)
    geometry_shader_invocations: Optional[int] = _count(0x887F, 13)
    geometry_shader_primitives_emitted: Optional[int] = _count(0x82F3, 14)
    fragment_shader_invocations: Optional[int] = _count(0x82F4, 17)
    compute_shader_invocations: Optional[int] = _count(0x82F5, 19)
    clipping_input_primitives: Optional[int] = _count(0x82F6, 15)
    clipping_output_primitives: Optional[int] = _count(0x82F7, 16)


@dataclasses.dataclass(frozen=True)
class Commands:
    """The commands of a block, as docs/counts.md defines them."""

    draws: int
    dispatches: int
    clears: int
    uploads: int
    upload_bytes: int
    state_changes: int
    queries: int
    errors: int


class _CommandCounts(ctypes.Structure):
    """struct glmeter_counts."""

    _fields_ = [(field.name, ctypes.c_uint64) for field in dataclasses.fields(Commands)]


def _commands_so_far() -> List[int]:
    """Returns the commands that the context has executed since glmeter began to count. The first call begins."""
    counts = _CommandCounts()
    if not library.load().glmeter_read_counts(ctypes.byref(counts), ctypes.sizeof(counts)):
        raise Error("no context is current whose commands glmeter could count")
    return [getattr(counts, name) for name, *_ in _CommandCounts._fields_]


class Measurement:
    """What `measure` measured. The block does not wait for the GPU: the first look at `gpu_ns` or `counts` does."""

    def __init__(self, commands: bool) -> None:
        self._wants_commands = commands
        self._commands: Optional[Commands] = None
        self._handle = 0
        self._wall_ns: Optional[int] = None
        self._data: Optional[Tuple[Optional[int], Counts]] = None

    def __enter__(self) -> Measurement:
        if self._handle or self._data:
            raise Error("a measurement measures one block: call measure() again for the next")
        self._context = Context.current()
        if self._wants_commands:
            if self._context is None and not library.is_preloaded():
                raise Error("commands are counted in contexts of glmeter.Context, and in programs under `glmeter run`")
        self._handle = self._create()
        library.load().glBeginPerfQueryINTEL(self._handle)
        if self._wants_commands:
            self._before = _commands_so_far()
        self._begun = time.perf_counter_ns()
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]] = None,
        error: Optional[BaseException] = None,
        trace: Optional[TracebackType] = None,
    ) -> None:
        self._wall_ns = time.perf_counter_ns() - self._begun
        if self._context is None or self._context.is_current:
            self._end()
        elif error is None:
            with self._context:
                self._end()

    def _end(self) -> None:
        if self._wants_commands:
            self._commands = Commands(*(after - before for before, after in zip(self._before, _commands_so_far())))
        library.load().glEndPerfQueryINTEL(self._handle)

    @staticmethod
    def _create() -> int:
        functions, query, handle = library.load(), ctypes.c_uint(), ctypes.c_uint()
        functions.glGetPerfQueryIdByNameINTEL(_QUERY, ctypes.byref(query))
        if query.value:
            functions.glCreatePerfQueryINTEL(query, ctypes.byref(handle))
        if not handle.value:
            raise Error("no context is current that could be measured")
        return handle.value

    @property
    def wall_ns(self) -> int:
        """The time that the block took on the calling thread, in nanoseconds."""
        return self._ended(self._wall_ns)

    @property
    def gpu_ns(self) -> Optional[int]:
        """The time that the GPU took for the block, in nanoseconds. None if the context has no source for times."""
        return self._results()[0]

    @property
    def counts(self) -> Counts:
        """The eleven counts."""
        return self._results()[1]

    @property
    def commands(self) -> Commands:
        """The commands of the block, of `measure(commands=True)`."""
        if not self._wants_commands:
            raise Error("commands are counted by measure(commands=True)")
        return self._ended(self._commands)

    @staticmethod
    def _ended(value: Optional[_Value]) -> _Value:
        if value is None:
            raise Error("the block has not ended")
        return value

    def _results(self) -> Tuple[Optional[int], Counts]:
        self._ended(self._wall_ns)
        if self._data is None:
            if self._context is None:
                self._data = self._read()
            else:
                with self._context:
                    self._data = self._read()
        return self._data

    def _read(self) -> Tuple[Optional[int], Counts]:
        """Waits for the results."""
        functions, data, written = library.load(), (ctypes.c_uint64 * _COUNTERS)(), ctypes.c_uint()
        size = ctypes.sizeof(data)
        functions.glGetPerfQueryDataINTEL(self._handle, _PERFQUERY_WAIT, size, ctypes.byref(data), ctypes.byref(written))
        if written.value != size:
            raise Error("the results are lost: read them while the context of the block is current")
        functions.glDeletePerfQueryINTEL(self._handle)
        known = {field.name: data[field.metadata["place"]] for field in dataclasses.fields(Counts) if self._is_known(field.metadata["target"])}
        elapsed = data[_ELAPSED] if self._is_known(_GL_TIME_ELAPSED) else None
        return elapsed, Counts(**known)

    def _is_known(self, target: int) -> bool:
        """Returns true if a target has a source. What is counted from draws needs a context whose draws reach glmeter."""
        source = library.load().glmeter_source(target)
        if self._context is not None and self._context.api == "gles" and target in _COUNTED_IN_OPENGL_ES:
            source = _SOURCE_COUNTED
        sees_draws = self._context is not None or library.is_preloaded()
        return bool(source != _SOURCE_ABSENT and (sees_draws or source != _SOURCE_COUNTED))


def measure(*, commands: bool = False) -> Measurement:
    """Measures a block on the current context.

        with glmeter.measure() as m:
            draw()
        print(m.gpu_ns, m.counts.vertices_submitted)

    Blocks nest, and the program may have queries of its own active, also of the same targets. `commands` also counts draws, uploads and other
    commands as `m.commands`; from its first use on, glmeter looks at each command of the process.
    """
    return Measurement(commands)
