"""Budgets of a block: limits of its times, its commands and its work, under the names of `glmeter check`."""

from __future__ import annotations

from types import TracebackType
from typing import Dict, List, Optional, Type, Union

from .measurement import Measurement

Number = Union[int, float]

#: The commands by the name of their budget.
_COMMANDS = {
    "draws": "draws",
    "dispatches": "dispatches",
    "clears": "clears",
    "uploads": "uploads",
    "state_changes": "state_changes",
    "queries": "queries",
    "errors": "errors",
}
#: The counts of the pipeline by the name of their budget.
_COUNTS = {
    "vertices": "vertices_submitted",
    "primitives": "primitives_submitted",
    "vertex_invocations": "vertex_shader_invocations",
    "patches": "tess_control_shader_patches",
    "evaluation_invocations": "tess_evaluation_shader_invocations",
    "geometry_invocations": "geometry_shader_invocations",
    "geometry_primitives": "geometry_shader_primitives_emitted",
    "fragments": "fragment_shader_invocations",
    "compute_invocations": "compute_shader_invocations",
    "clipping_input": "clipping_input_primitives",
    "clipping_output": "clipping_output_primitives",
}
#: The names of all budgets.
NAMES = (*_COMMANDS, "uploads_mb", *_COUNTS, "gpu_ms", "wall_ms")


class Budget:
    """Measures a block and asserts at its end that it keeps its limits. `measurement` has what was measured."""

    def __init__(self, limits: Dict[str, Number]) -> None:
        unknown = [name for name in limits if name not in NAMES]
        if unknown or not limits:
            raise TypeError(f"gl_budget takes {', '.join(NAMES)}, and not {', '.join(unknown) or 'nothing'}")
        self._limits = limits
        self.measurement = Measurement(any(name in _COMMANDS or name == "uploads_mb" for name in limits))

    def __enter__(self) -> Budget:
        self.measurement.__enter__()
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]] = None,
        error: Optional[BaseException] = None,
        trace: Optional[TracebackType] = None,
    ) -> None:
        __tracebackhide__ = True
        self.measurement.__exit__(kind, error, trace)
        if error is None:
            broken = self.broken()
            assert not broken, "; ".join(broken)

    def broken(self) -> List[str]:
        """Returns a sentence for each limit that is not kept. What was not measured keeps no limit."""
        values = {name: self._value(name) for name in self._limits}
        return [
            f"{name}: {'not measured' if value is None else f'{value:g}' if isinstance(value, float) else value}; the budget is {limit}"
            for (name, limit), value in zip(self._limits.items(), values.values())
            if value is None or value > limit
        ]

    def _value(self, name: str) -> Optional[Number]:
        if name in _COMMANDS:
            return int(getattr(self.measurement.commands, _COMMANDS[name]))
        if name in _COUNTS:
            count: Optional[int] = getattr(self.measurement.counts, _COUNTS[name])
            return count
        if name == "uploads_mb":
            return self.measurement.commands.upload_bytes / 1e6
        nanoseconds = self.measurement.gpu_ns if name == "gpu_ms" else self.measurement.wall_ns
        return None if nanoseconds is None else nanoseconds / 1e6
