"""The JSON report of `glmeter run` as plain dataclasses. docs/report-schema.json describes each member; times are nanoseconds."""

from __future__ import annotations

import dataclasses
import json
import os
import typing
from typing import Any, Dict, List, Mapping, Optional, Tuple, Type, TypeVar, Union

from .errors import Error

#: The version of the report's layout. Members may be added within a version.
SCHEMA = 1


@dataclasses.dataclass(frozen=True)
class Apart:
    """Sums of frames or work that the other members leave out."""

    frames: int
    wall_time: int
    timed: int
    gpu_time: int
    counts: Dict[str, int]
    statistics: Dict[str, int]


@dataclasses.dataclass(frozen=True)
class Distribution:
    """How a value is distributed over frames."""

    count: int
    sum: int
    mean: float
    deviation: float
    least: int
    median: int
    p95: int
    p99: int
    worst: int
    histogram: List[Tuple[int, int]]


@dataclasses.dataclass(frozen=True)
class Sum:
    """The sum of a count over frames."""

    frames: int
    sum: int
    least: int
    worst: int


@dataclasses.dataclass(frozen=True)
class Scope:
    """A pass, group, program or section."""

    path: str
    times: int
    wall_time: int
    timed: int
    gpu_time: int
    gpu_time_uncertainty: int
    draws: int


@dataclasses.dataclass(frozen=True)
class Draw:
    """A draw or dispatch, by its place in the frames."""

    number: int
    program: str
    frames: int
    gpu_time: int
    counted: int
    statistics: Dict[str, int]


@dataclasses.dataclass(frozen=True)
class RaisedError:
    """A GL error of one command."""

    name: str
    command: str
    rule: str
    times: int
    first_frame: int


@dataclasses.dataclass(frozen=True)
class Point:
    """Consecutive frames."""

    frame: int
    frames: int
    begin: int
    wall_time: float
    worst_wall_time: int
    cpu_time: float
    gpu_time: Optional[float]
    draws: float


@dataclasses.dataclass(frozen=True)
class Overhead:
    """What glmeter itself cost."""

    cpu_time: int
    cpu_time_without: int
    frames: int
    frames_without: int


@dataclasses.dataclass(frozen=True)
class Difference:
    """What differs between the picture of a frame and its reference: the pixels, and the largest difference of one colour, of 255."""

    pixels: int
    most: int


@dataclasses.dataclass(frozen=True)
class FramePicture:
    """The picture of a frame. The difference is None without a reference of its size."""

    frame: int
    width: int
    height: int
    difference: Optional[Difference] = None


@dataclasses.dataclass(frozen=True)
class ReportedContext:
    """A context of one thread of one process."""

    number: int
    process: int
    thread: int
    program: str
    version: str
    renderer: str
    sources: Dict[str, str]
    frames: int
    detailed_frames: int
    warmup: Apart
    rest: Apart
    wall_time: Distribution
    cpu_time: Distribution
    process_cpu_time: Distribution
    swap_time: Distribution
    gpu_time: Distribution
    gpu_time_uncertainty: float
    gpu_time_has_waits: bool
    gpu_wall_time: float
    gpu_busy: Optional[float]
    bound: str
    bound_frames: Dict[str, int]
    counts: Dict[str, Sum]
    statistics: Dict[str, Sum]
    ratios: Dict[str, float]
    passes: List[Scope]
    groups: List[Scope]
    programs: List[Scope]
    draws: List[Draw]
    errors: List[RaisedError]
    series: List[Point]


@dataclasses.dataclass(frozen=True)
class Report:
    """A run of a program."""

    schema: int
    glmeter: str
    command: List[str]
    started: float
    ended: str
    is_used: bool
    wall: int
    frames: int
    timed_frames: int
    gpu_time: int
    gpu_time_uncertainty: int
    lost_frames: int
    lost_spans: int
    lost_scopes: int
    lost_draws: int
    contexts: List[ReportedContext]
    sections: List[Scope]
    picture_hash: Optional[str]
    processes: Optional[List[ReportedContext]] = None
    picture: Optional[FramePicture] = None
    other_load: Optional[float] = None
    processors: Optional[int] = None
    overhead: Optional[Overhead] = None
    repeats: Optional[List[Dict[str, float]]] = None


Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]
_Dataclass = TypeVar("_Dataclass")
_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def report(source: Source) -> Report:
    """Reads the report that `glmeter run --report json=FILE` wrote: from the file, or from what `json.load` returned of it."""
    value = source if isinstance(source, Mapping) else _json_of(source)
    if not isinstance(value, Mapping) or "schema" not in value or "glmeter" not in value:
        raise Error(f"{_name_of(source)} is no report of `glmeter run --report json=FILE`")
    if value["schema"] != SCHEMA:
        raise Error(f"{_name_of(source)} has the layout {value['schema']}, and this version of glmeter reads {SCHEMA}")
    return _read(Report, value, "")


def _name_of(source: Source) -> str:
    return "the value" if isinstance(source, Mapping) else os.fspath(source)


def _json_of(source: Union[str, "os.PathLike[str]"]) -> Any:
    try:
        with open(source, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise Error(f"{os.fspath(source)} cannot be read as JSON: {error}") from error


def _read(kind: Type[_Dataclass], value: Any, place: str) -> _Dataclass:
    """Returns the dataclass of an object. Leaves out members that a later version may have added."""
    if not isinstance(value, Mapping):
        raise Error(f"{place} in the report is no object")
    hints, members = typing.get_type_hints(kind), {}
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        path = f"{place}.{field.name}".lstrip(".")
        if field.name in value:
            members[field.name] = _convert(hints[field.name], value[field.name], path)
        elif field.default is dataclasses.MISSING:
            raise Error(f"{path} is missing in the report")
    return kind(**members)


def _convert(hint: Any, value: Any, place: str) -> Any:
    """Returns a value as what a field is declared as."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Union:
        return None if value is None else _convert(arguments[0], value, place)
    if dataclasses.is_dataclass(hint):
        return _read(hint, value, place)  # type: ignore[arg-type]
    if origin is dict and isinstance(value, Mapping):
        return {name: _convert(arguments[1], member, f"{place}.{name}") for name, member in value.items()}
    if origin is list and isinstance(value, list):
        return [_convert(arguments[0], item, f"{place}[{index}]") for index, item in enumerate(value)]
    if origin is tuple and isinstance(value, list) and len(value) == len(arguments):
        return tuple(_convert(of, item, place) for of, item in zip(arguments, value))
    if hint is float and type(value) is int:
        return float(value)
    if hint not in _WORDS or type(value) is not hint:
        raise Error(f"{place} in the report is not {_WORDS.get(hint, 'of the type that its layout says')}")
    return value
