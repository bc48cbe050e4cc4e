"""The plugin for pytest: a context, budgets and pictures with baselines. docs/python.md describes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Callable, Iterator, List, Union

import pytest

from . import comparison, page, pictures
from .budgets import Budget
from .context import Context
from .page import Compared
from .pictures import Picture

#: The name under which a test keeps what it compared, also when another process ran it.
_PROPERTY = "glmeter_picture"
_NAME = re.compile(r"[\w.-]+")
_MARKER = "gl_context(width=256, height=256, **settings): the size and the other arguments of the glmeter.Context that the fixture gives"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("glmeter", "pictures and budgets of OpenGL")
    group.addoption("--glmeter-update", action="store_true", help="write the pictures of assert_picture as the new baselines")
    group.addoption("--glmeter-html", metavar="FILE", help="write a page with the pictures of all comparisons")
    group.addoption("--glmeter-pictures", metavar="FOLDER", default="glmeter-pictures", help="where the pictures of failed tests are written")
    group.addoption(
        "--glmeter-provider",
        choices=("auto", "host", "software"),
        default="software",
        help="the driver of gl_context: the software pipeline (the default), whose pictures and counts are the same on every machine, or the machine's",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARKER)
    config.pluginmanager.register(_Collected(config), "glmeter-collected")


@pytest.fixture
def gl_context(request: pytest.FixtureRequest) -> Iterator[Context]:
    """A glmeter.Context of 256 x 256 pixels that is current during the test. The marker gl_context changes its arguments."""
    marker = request.node.get_closest_marker("gl_context")
    settings = {"provider": request.config.getoption("--glmeter-provider"), **(marker.kwargs if marker else {})}
    size = list(marker.args) if marker else []
    for name in ("width", "height")[len(size) :]:
        size.append(settings.pop(name, 256))
    context = Context(*size, **settings)
    yield context
    context.close()


@pytest.fixture
def gl_budget() -> Callable[..., Budget]:
    """Asserts that a block keeps limits: `with gl_budget(draws=10, vertices=300, gpu_ms=5):`."""
    return lambda **limits: Budget(limits)


@pytest.fixture
def assert_picture(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Asserts that a picture is the one in the file `baselines/NAME.png` beside the test: `assert_picture(array, "name")`."""
    asserted = _Pictures(request)
    return asserted.check


class _Pictures:
    """The pictures of one test."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        config = request.config
        self._properties: List[Any] = request.node.user_properties
        self._test = request.node.nodeid
        self._baselines = request.path.parent / "baselines"
        self._updates = config.getoption("--glmeter-update")
        file = re.sub(r"[^\w.-]+", "-", self._test.rsplit("::", 1)[0].replace("::", "-"))
        self._results: Path = config.rootpath / config.getoption("--glmeter-pictures") / file

    def check(self, picture: Union[Context, Any], name: str, *, tolerance: int = 0) -> None:
        """Asserts that a picture is the baseline of a name. `tolerance` is the most by which a channel may differ, of 255."""
        __tracebackhide__ = True
        if not _NAME.fullmatch(name):
            raise ValueError(f"the name of a picture is made of letters, digits, '.', '-' and '_': {name!r}")
        got = _picture_of(picture)
        baseline = self._baselines / f"{name}.png"
        if self._updates:
            self._update(baseline, name, got)
        elif not baseline.exists():
            file = self._keep(name, "got", got)
            self._note(name, "has no baseline", got=file)
            raise AssertionError(f"{baseline} is missing: the picture is {file}, and `pytest --glmeter-update` makes it the baseline")
        else:
            self._compare(baseline, name, got, tolerance)

    def _update(self, baseline: Path, name: str, got: Picture) -> None:
        is_same = baseline.exists() and _matching(pictures.read(baseline), got) == got
        if not is_same:
            baseline.parent.mkdir(exist_ok=True)
            pictures.write(baseline, got)
        self._note(name, "is the same" if is_same else "is a new baseline", expected=baseline)

    def _compare(self, baseline: Path, name: str, got: Picture, tolerance: int) -> None:
        __tracebackhide__ = True
        expected = pictures.read(baseline)
        got = _matching(expected, got)
        if got[:3] == expected[:3]:
            differs = comparison.compare(expected, got, tolerance)
            if not differs.pixels:
                self._note(name, "is the same" if got == expected else f"differs by {differs.largest} of 255 at most", expected=baseline)
                return
            total = got.width * got.height
            reason = f"{differs.pixels} of {total} pixels differ, by {differs.largest} of 255 at most"
        else:
            reason = f"it has {got.width} x {got.height} pixels, and the baseline {expected.width} x {expected.height}"
        shown = comparison.difference(expected, got, tolerance)
        files = {
            "expected": self._keep(name, "expected", expected),
            "got": self._keep(name, "got", got),
            "difference": self._keep(name, "difference", shown),
        }
        self._note(name, reason, **files)
        raise AssertionError(f"the picture {name} is not its baseline: {reason}\n" + "\n".join(f"  {file}" for file in files.values()))

    def _keep(self, name: str, kind: str, picture: Picture) -> Path:
        """Writes a picture of a failure, and returns its file."""
        self._results.mkdir(parents=True, exist_ok=True)
        file = self._results / f"{name}.{kind}.png"
        pictures.write(file, picture)
        return file

    def _note(self, name: str, verdict: str, **files: Path) -> None:
        compared = {"test": self._test, "name": name, "verdict": verdict, "files": {kind: str(file) for kind, file in files.items()}}
        self._properties.append((_PROPERTY, json.dumps(compared)))


def _picture_of(picture: Union[Context, Any]) -> Picture:
    if isinstance(picture, Context):
        return Picture(picture.width, picture.height, 4, picture.pixels())
    return picture if isinstance(picture, Picture) else Picture.of(picture)


def _matching(expected: Picture, got: Picture) -> Picture:
    """Returns the picture with the channels of the baseline: without its alpha, or with an opaque one."""
    if expected.channels == got.channels:
        return got
    if got.channels == 3:
        rows = (got.data[place : place + 3] + b"\xff" for place in range(0, len(got.data), 3))
    else:
        rows = (got.data[place : place + 3] for place in range(0, len(got.data), 4))
    return Picture(got.width, got.height, expected.channels, b"".join(rows))


class _Collected:
    """The comparisons of a session, for the page and for the summary."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._compared: List[Compared] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            texts = [value for name, value in report.user_properties if name == _PROPERTY]
            self._compared += [Compared(**json.loads(str(text))) for text in texts]

    def pytest_sessionfinish(self) -> None:
        file = self._config.getoption("--glmeter-html")
        # Another process of pytest-xdist hands its comparisons over.
        if file and not hasattr(self._config, "workerinput"):
            page.write(Path(file), self._compared)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        written = [compared for compared in self._compared if compared.verdict == "is a new baseline"]
        if written:
            terminalreporter.section("glmeter: new baselines")
        for compared in written:
            terminalreporter.line(compared.files["expected"])
