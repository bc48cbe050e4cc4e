"""The dataclasses of the JSON report, against its schema and against a report."""

import copy
import dataclasses
import json
import subprocess
import sys
import typing

import glmeter
import pytest
from conftest import ROOT
from glmeter import reports

SCHEMA = json.loads((ROOT / "docs/report-schema.json").read_text())
CLASSES = {
    "context": reports.ReportedContext,
    "apart": reports.Apart,
    "distribution": reports.Distribution,
    "sum": reports.Sum,
    "scope": reports.Scope,
    "draw": reports.Draw,
    "error": reports.RaisedError,
    "point": reports.Point,
    "overhead": reports.Overhead,
    "picture": reports.FramePicture,
    "difference": reports.Difference,
}
SIMPLE = {"integer": int, "number": float, "string": str, "boolean": bool}


def declared(schema):
    """Returns the type that a field must be declared as."""
    if "$ref" in schema:
        return CLASSES[schema["$ref"].rsplit("/", 1)[1]]
    if "enum" in schema:
        return str
    if "const" in schema:
        return int
    kind = schema["type"]
    if isinstance(kind, list):
        (other,) = set(kind) - {"null"}
        return typing.Optional[declared({**schema, "type": other})]
    if kind == "array":
        if "prefixItems" in schema:
            return typing.Tuple[tuple(declared(item) for item in schema["prefixItems"])]
        return typing.List[declared(schema["items"])]
    if kind == "object":
        return typing.Dict[str, declared(schema["additionalProperties"])]
    return SIMPLE[kind]


def assert_declares(kind, schema):
    """Asserts that a dataclass has the members of an object, of their types, and a default where one may be missing."""
    hints = typing.get_type_hints(kind)
    wanted = {name: declared(member) for name, member in schema["properties"].items()}
    optional = set(wanted) - set(schema["required"])
    assert hints == {name: typing.Optional[of] if name in optional else of for name, of in wanted.items()}, kind
    assert {field.name for field in dataclasses.fields(kind) if field.default is None} == optional


def test_the_dataclasses_are_the_schema():
    assert_declares(reports.Report, SCHEMA)
    assert set(CLASSES) == set(SCHEMA["$defs"])
    for name, kind in CLASSES.items():
        assert_declares(kind, SCHEMA["$defs"][name])
    assert reports.SCHEMA == SCHEMA["properties"]["schema"]["const"]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A report of two runs of a program."""
    file = tmp_path_factory.mktemp("report") / "run.json"
    program = "import sys; sys.path.insert(0, sys.argv[1]); import draw"
    command = [sys.executable, "-m", "glmeter", "run", "--provider", "software", "--repeat", "2", "--report", "off", "--report", f"json={file}", "--"]
    subprocess.run([*command, sys.executable, "-c", program, str(ROOT / "tests/packages")], check=True, stdout=subprocess.PIPE)
    return file


def test_a_report_is_read(file):
    report = glmeter.report(file)
    assert report == glmeter.report(str(file)) == glmeter.report(json.loads(file.read_text()))
    assert report.frames == 1 and report.is_used and report.ended == "exit status 0" and report.glmeter == glmeter.__version__
    (context,) = report.contexts
    assert context.renderer == "glmeter software pipeline" and context.counts["clears"].sum == 1
    assert report.overhead is None and len(report.repeats) == 2 and isinstance(context.wall_time, reports.Distribution)


def test_members_of_a_later_version_are_left_out(file):
    value = json.loads(file.read_text())
    later = copy.deepcopy(value)
    later["future"] = later["contexts"][0]["future"] = {"more": 1}
    assert glmeter.report(later) == glmeter.report(value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda value: value.pop("frames"), "frames is missing in the report"),
        (lambda value: value["contexts"][0].pop("bound"), r"contexts\[0\].bound is missing in the report"),
        (lambda value: value["contexts"][0]["wall_time"].update(mean="fast"), r"contexts\[0\].wall_time.mean in the report is not a number"),
        (lambda value: value.update(frames=True), "frames in the report is not a whole number"),
        (lambda value: value.update(contexts={}), "contexts in the report is not of the type that its layout says"),
        (lambda value: value.update(contexts=[1]), r"contexts\[0\] in the report is no object"),
        (lambda value: value.update(schema=2), "the value has the layout 2, and this version of glmeter reads 1"),
        (lambda value: value.pop("schema"), "the value is no report of `glmeter run --report json=FILE`"),
    ],
)
def test_what_is_no_report_is_an_error(file, change, message):
    value = json.loads(file.read_text())
    change(value)
    with pytest.raises(glmeter.Error, match=message):
        glmeter.report(value)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(glmeter.Error, match="missing.json cannot be read as JSON: "):
        glmeter.report(tmp_path / "missing.json")
    (tmp_path / "text.json").write_text("{")
    with pytest.raises(glmeter.Error, match="text.json cannot be read as JSON: "):
        glmeter.report(tmp_path / "text.json")
    (tmp_path / "list.json").write_text("[]")
    with pytest.raises(glmeter.Error, match="list.json is no report of "):
        glmeter.report(tmp_path / "list.json")
