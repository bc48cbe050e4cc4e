"""Prints the licences of the crates in the libraries and the command, from cargo's copies of their sources."""

import json
import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# After a build alone, cargo has the sources for this platform only.
PLATFORM = f"{os.uname().machine}-unknown-linux-gnu"
FILE = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|UNLICENSE)([-._].*)?$", re.IGNORECASE)


def cargo(*arguments):
    """Returns the output of cargo. It opens no connection after `cargo fetch --locked`; after a build alone it gets the crates of tests too."""
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout


def linked():
    """Returns cargo's description of each crate from elsewhere that is linked into the members' libraries and programs."""
    # The registry is for build scripts and tests.
    tree = cargo("tree", "--workspace", "--exclude", "glmeter-registry", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}")
    used = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    packages = json.loads(cargo("metadata", "--format-version", "1", "--filter-platform", PLATFORM))["packages"]
    return [package for package in packages if package["source"] and (package["name"], f"v{package['version']}") in used]


def texts(crate):
    """Returns the texts of a crate's licence: of the MIT licence alone where the crate leaves the choice."""
    files = sorted(path for path in Path(crate["manifest_path"]).parent.iterdir() if FILE.match(path.name))
    chosen = [path for path in files if "MIT" in path.name.upper() and "MIT" in crate["license"]] or files
    authors = ", ".join(crate["authors"]).replace(" <>", "") or crate["repository"]
    return [path.read_text(errors="replace").strip() for path in chosen] or [f"Copyright (c) {authors}"]


def licences():
    """Returns all licences, each text once."""
    crates = {}
    for crate in linked():
        for text in texts(crate):
            crates.setdefault(text, []).append(f"{crate['name']} {crate['version']} ({crate['license']})")
    begin = "The libraries and the command contain Rust's standard library (MIT OR Apache-2.0) and these crates.\n"
    parts = [f"{names}:\n\n{text}\n" for text, names in ((text, ",\n".join(names)) for text, names in crates.items())]
    return f"\n{'-' * 100}\n\n".join([begin, *parts])


if __name__ == "__main__":
    print(licences(), end="")
