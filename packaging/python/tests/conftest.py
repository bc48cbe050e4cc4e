"""What the tests share."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytest_plugins = "pytester"

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(params=["software", "host"])
def provider(request):
    """Each of the two drivers in turn. The machine has Mesa."""
    return request.param


@pytest.fixture
def python():
    """Runs a program in a process of its own, and returns what it printed."""

    def run(program, *before, **variables):
        command = [*before, sys.executable, "-c", textwrap.dedent(program)]
        ended = subprocess.run(command, env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    return run
