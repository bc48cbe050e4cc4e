"""Builds the wheel from cargo's release build, as a PEP 517 backend: `pip wheel ./packaging/python`. Packs the sources too, from which pip builds it.

The wheel contains the files that `glmeter install FOLDER` installs. Wheels cannot contain links: in place of each link through which programs or
libglvnd open a library, the wheel contains a library of that name without code of its own, which loads the link's target from the same folder.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import crates
import sources

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE).group(1)
INFO = f"glmeter-{VERSION}.dist-info"

METADATA = f"""\
Metadata-Version: 2.4
Name: glmeter
Version: {VERSION}
Summary: Timer, statistics and performance queries for every OpenGL and OpenGL ES program, on any driver; contexts without a display; pictures in pytest
License-Expression: MIT
License-File: LICENSE-MIT
License-File: crates.txt
Keywords: opengl,opengl es,profiling,timer query,software rendering
Classifier: Environment :: Console
Classifier: Framework :: Pytest
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Programming Language :: Rust
Classifier: Topic :: Multimedia :: Graphics :: 3D Rendering
Classifier: Topic :: Software Development :: Testing
Classifier: Typing :: Typed
Requires-Python: >=3.9
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text()}"""

ENTRY_POINTS = """\
[console_scripts]
glmeter = glmeter.__main__:main

[pytest11]
glmeter = glmeter.pytest_plugin
"""


def get_requires_for_build_wheel(config_settings=None):
    """Returns the packages that a build needs: none."""
    return []


def get_requires_for_build_sdist(config_settings=None):
    """Returns the packages that packing the sources needs: none."""
    return []


class UnsupportedOperation(Exception):
    """What cannot be done here."""


def build_sdist(sdist_directory, config_settings=None):
    """Writes the sources of the commit to a folder, with the changes to its files, and returns the archive's name."""
    if not (ROOT / ".git").exists():
        raise UnsupportedOperation("the sources are packed from a clone, where git knows them")
    name = f"glmeter-{VERSION}"
    sources.pack(Path(sdist_directory) / f"{name}.tar.gz", name, METADATA)
    return f"{name}.tar.gz"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel to a folder and returns the wheel's name."""
    subprocess.run(["cargo", "build", "--release", "--locked"], cwd=ROOT, check=True)
    release = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "release"
    sources = sorted(path for path in (HERE / "glmeter").iterdir() if path.suffix in (".py", ".typed"))
    files = {f"glmeter/{path.name}": (path.read_bytes(), False) for path in sources}
    with tempfile.TemporaryDirectory() as folder:
        files.update(libraries(release, Path(folder)))
    tag = f"py3-none-{platform(files)}"
    files[f"{INFO}/METADATA"] = (METADATA.encode(), False)
    files[f"{INFO}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: glmeter {VERSION}\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(), False)
    files[f"{INFO}/entry_points.txt"] = (ENTRY_POINTS.encode(), False)
    files[f"{INFO}/licenses/LICENSE-MIT"] = ((ROOT / "LICENSE-MIT").read_bytes(), False)
    files[f"{INFO}/licenses/crates.txt"] = (crates.licences().encode(), False)
    files[f"{INFO}/RECORD"] = (record(files).encode(), False)
    name = f"glmeter-{VERSION}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file, (content, executable) in files.items():
            # The time is the first that a ZIP file can have, so that one build always gives the same wheel.
            entry = zipfile.ZipInfo(file, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if executable else 0o100644) << 16
            wheel.writestr(entry, content)
    return name


def libraries(release, folder):
    """Returns the command, the libraries and the JSON files of a build, and whether each is executable, by their names in the wheel."""
    subprocess.run([release / "glmeter", "install", folder], check=True, stdout=subprocess.DEVNULL)
    found = {}
    for path in sorted(path for path in folder.rglob("*") if not path.is_dir()):
        name = path.relative_to(folder)
        if path.is_symlink():
            target = path.resolve()
            # Nothing opens the names for the linker, and the preloaded library is found as a GLX vendor without its link.
            if path.name.endswith(".so") or target.name == "libglmeter.so":
                continue
            path.unlink()
            path.write_bytes(library_that_needs(path, target, folder))
        found[f"glmeter/lib/{name}"] = (path.read_bytes(), path.name == "glmeter" or ".so" in path.name)
    return found


def library_that_needs(path, target, folder):
    """Returns a shared library without code that loads the file `target` from its own folder, or from `folder` above it."""
    # Link with a library whose SONAME is the file's name, because the SONAME of the file may be another.
    with tempfile.TemporaryDirectory() as place:
        needed, made = Path(place) / target.name, Path(place) / path.name
        library(needed, f"-Wl,-soname,{target.name}")
        search = "$ORIGIN" if path.parent == folder else "$ORIGIN/.."
        library(made, f"-Wl,-soname,{path.name},-rpath,{search},--no-as-needed", f"-L{place}", f"-l:{target.name}")
        return made.read_bytes()


def library(path, *arguments):
    """Links a shared library without code."""
    subprocess.run(["cc", "-shared", "-nostdlib", "-s", "-o", path, "-x", "c", "/dev/null", "-x", "none", *arguments], check=True)


def platform(files):
    """Returns the platform tag: the oldest glibc that has every version of a symbol that the files need."""
    needed = {0}
    with tempfile.NamedTemporaryFile() as place:
        for content in (content for content, is_executable in files.values() if is_executable):
            place.seek(0)
            place.truncate()
            place.write(content)
            place.flush()
            # The files have other versions as texts, with which they look for functions.
            command = ["readelf", "--version-info", place.name]
            listed = subprocess.run(command, env={**os.environ, "LC_ALL": "C"}, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout
            needed.update(int(minor) for minor in re.findall(r"Name: GLIBC_2\.(\d+)", listed))
    return f"manylinux_2_{max(needed)}_{os.uname().machine}"


def record(files):
    """Returns the list of files with their hashes and sizes."""
    lines = []
    for name, (content, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    return "".join(lines) + f"{INFO}/RECORD,,\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: packaging/python/backend.py FOLDER packs the sources")
    print(build_sdist(sys.argv[1]))
