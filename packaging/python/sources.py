"""Packs the sdist: the sources from which `pip install` builds the wheel, with cargo and gcc. The same commit always gives the same bytes."""

import gzip
import io
import os
import subprocess
import tarfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# What a build reads. The manifest names the benchmarks, without whose files cargo builds nothing.
READ = [
    *("Cargo.lock", "Cargo.toml", "LICENSE-MIT", "README.md", "abi", "benches", "build.rs", "include"),
    *("packaging/link", "packaging/python", "packaging/share", "registry", "report", "soft", "src", "tables"),
]
NOT_READ = ["packaging/python/pyproject.toml", "packaging/python/tests", "soft/fuzz"]

# Without SOURCE_DATE_EPOCH, the first second of 1980, as in the wheel.
FIRST = "315532800"


def names():
    """Returns the paths of the files, of those that git knows."""
    command = ["git", "ls-files", "-z", "--", *READ, *(f":!{path}" for path in NOT_READ)]
    listed = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
    return sorted(filter(None, listed.split("\0")))


def project():
    """Returns pyproject.toml as it is above the tree, where pip looks for it."""
    return (HERE / "pyproject.toml").read_text().replace('backend-path = ["."]', 'backend-path = ["packaging/python"]')


def pack(archive, folder, metadata):
    """Writes the sdist to a file, with everything in a folder."""
    time = int(os.environ.get("SOURCE_DATE_EPOCH", FIRST))
    contents = {name: ((ROOT / name).read_bytes(), os.access(ROOT / name, os.X_OK)) for name in names()}
    contents.update({"PKG-INFO": (metadata.encode(), False), "pyproject.toml": (project().encode(), False)})
    with open(archive, "wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=time) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for name, (content, is_executable) in sorted(contents.items()):
                entry = tarfile.TarInfo(f"{folder}/{name}")
                entry.size, entry.mtime, entry.mode = len(content), time, 0o755 if is_executable else 0o644
                tar.addfile(entry, io.BytesIO(content))
