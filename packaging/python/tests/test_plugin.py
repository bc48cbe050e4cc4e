"""The plugin for pytest, in sessions of pytest's own."""

import re

import pytest
from glmeter import pictures
from glmeter.pictures import Picture

TEST = """
    def test_it(assert_picture):
        rows = bytearray(range(48))
        assert_picture(memoryview(rows).cast("B", (3, 4, 4)), "gradient")
"""


@pytest.fixture
def session(pytester):
    """Runs pytest on a file of tests."""

    def run(text, *arguments):
        pytester.makepyfile(test_session=text)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *arguments)

    return run


def test_a_picture_without_a_baseline_fails(session, pytester):
    ended = session(TEST)
    ended.assert_outcomes(failed=1)
    ended.stdout.fnmatch_lines(["*AssertionError: *baselines/gradient.png is missing: the picture is *gradient.got.png, and `pytest --glmeter-update` *"])
    assert pictures.read(pytester.path / "glmeter-pictures/test_session.py/gradient.got.png").data == bytes(range(48))


def test_an_update_writes_the_baseline_once(session, pytester):
    ended = session(TEST, "--glmeter-update")
    ended.assert_outcomes(passed=1)
    ended.stdout.fnmatch_lines(["*glmeter: new baselines*", "*baselines/gradient.png"])
    baseline = pytester.path / "baselines/gradient.png"
    written = baseline.stat().st_mtime_ns
    assert "new baselines" not in session(TEST, "--glmeter-update").stdout.str()
    assert baseline.stat().st_mtime_ns == written
    session(TEST).assert_outcomes(passed=1)
    assert not (pytester.path / "glmeter-pictures").exists()


def change(pytester, change_of):
    """Changes the first pixel of the baseline."""
    file = pytester.path / "baselines/gradient.png"
    picture = pictures.read(file)
    changed = bytes(value + change_of for value in picture.data[:2]) + picture.data[2:]
    pictures.write(file, picture._replace(data=changed))


def test_a_picture_that_differs_says_where(session, pytester):
    session(TEST, "--glmeter-update")
    change(pytester, 5)
    ended = session(TEST)
    ended.assert_outcomes(failed=1)
    lines = [f"*test_session.py/gradient.{kind}.png" for kind in ("expected", "got", "difference")]
    ended.stdout.fnmatch_lines(["*AssertionError: the picture gradient is not its baseline: 1 of 12 pixels differ, by 5 of 255 at most", *lines])
    shown = pictures.read(pytester.path / "glmeter-pictures/test_session.py/gradient.difference.png")
    assert shown.pixel(0, 0) == b"\xff\0\0\xff" and shown.pixel(1, 0) != b"\xff\0\0\xff"


def test_a_tolerance_is_the_most_by_which_a_channel_may_differ(session, pytester):
    session(TEST, "--glmeter-update")
    change(pytester, 5)
    session(TEST.replace('"gradient"', '"gradient", tolerance=5')).assert_outcomes(passed=1)
    session(TEST.replace('"gradient"', '"gradient", tolerance=4')).assert_outcomes(failed=1)


def test_another_size_fails(session, pytester):
    session(TEST, "--glmeter-update")
    ended = session(TEST.replace("(3, 4, 4)", "(4, 3, 4)"))
    ended.assert_outcomes(failed=1)
    ended.stdout.fnmatch_lines(["*is not its baseline: it has 3 x 4 pixels, and the baseline 4 x 3"])


def test_a_baseline_without_alpha_is_compared_without(session, pytester):
    (pytester.path / "baselines").mkdir()
    rgb = b"".join(bytes(range(first, first + 3)) for first in range(0, 48, 4))
    pictures.write(pytester.path / "baselines/gradient.png", Picture(4, 3, 3, rgb))
    session(TEST).assert_outcomes(passed=1)


def test_a_name_is_no_path(session):
    ended = session(TEST.replace('"gradient"', '"../gradient"'))
    ended.assert_outcomes(failed=1)
    ended.stdout.fnmatch_lines(["*ValueError: the name of a picture is made of letters*"])


def test_the_page_shows_the_three_pictures(session, pytester):
    both = TEST + TEST.replace("test_it", "test_same").replace('"gradient"', '"other"')
    session(both, "--glmeter-update")
    change(pytester, 5)
    session(both, "--glmeter-html", "out/pictures.html").assert_outcomes(passed=1, failed=1)
    page = (pytester.path / "out/pictures.html").read_text()
    assert "2 pictures, 1 of them not as expected" in page and "1 of 12 pixels differ" in page
    assert [kind for kind in re.findall(r'alt="(\w+)" src="data:image/png;base64,iVBOR', page)] == ["expected", "got", "difference", "expected"]
    assert "http" not in page, "the page opens no other file"


def test_contexts_and_budgets(session, pytester):
    ended = session(
        """
        import ctypes
        import glmeter
        import pytest

        def clear(context):
            ctypes.CFUNCTYPE(None, ctypes.c_uint)(context.load("glClear"))(0x4000)

        def test_defaults(gl_context):
            assert (gl_context.width, gl_context.height, gl_context.provider) == (256, 256, "software")
            assert gl_context.is_current

        @pytest.mark.gl_context(8, version=(4, 6), profile="compatibility", height=4)
        def test_marked(gl_context):
            assert (gl_context.width, gl_context.height) == (8, 4) and "Compatibility" in gl_context.version

        def test_picture_of_a_context(gl_context, assert_picture):
            assert_picture(gl_context, "black")

        def test_kept(gl_context, gl_budget):
            with gl_budget(draws=0, clears=1, vertices=0, gpu_ms=10000, wall_ms=10000, uploads_mb=0) as budget:
                clear(gl_context)
            assert budget.measurement.commands.clears == 1

        def test_broken(gl_context, gl_budget):
            with gl_budget(clears=1, draws=0):
                clear(gl_context)
                clear(gl_context)

        @pytest.mark.gl_context(api="gles")
        def test_not_measured(gl_context, gl_budget):
            with gl_budget(fragments=5):
                pass

        def test_unknown(gl_context, gl_budget):
            with gl_budget(triangles=5):
                pass

        def test_own_error(gl_context, gl_budget):
            with gl_budget(clears=0):
                clear(gl_context)
                raise KeyError("own")
        """,
        "--glmeter-update",
        "--strict-markers",
    )
    ended.assert_outcomes(passed=4, failed=4)
    ended.stdout.fnmatch_lines(
        [
            "*AssertionError: clears: 2; the budget is 1",
            "*AssertionError: fragments: not measured; the budget is 5",
            "*TypeError: gl_budget takes draws, *, and not triangles",
            "*KeyError: 'own'",
        ]
    )


def test_the_provider_is_an_option(session):
    ended = session("def test_it(gl_context): assert gl_context.provider == 'host'", "--glmeter-provider", "host")
    ended.assert_outcomes(passed=1)
