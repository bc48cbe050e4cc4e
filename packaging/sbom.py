"""Prints what the libraries and the command contain, as a CycloneDX document: each crate with its version, licence, hash and the crates that it uses."""

import datetime
import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging/python"))

import crates  # noqa: E402


def reference(crate):
    """Returns the name by which the document refers to a crate: its package URL."""
    return f"pkg:cargo/{crate['name']}@{crate['version']}"


def hashes():
    """Returns the hash of each crate's file, by its name and version, from the lock file."""
    entry = re.compile(r'name = "(.*)"\nversion = "(.*)"\nsource = .*\nchecksum = "(.*)"')
    return {(name, version): digest for name, version, digest in entry.findall((ROOT / "Cargo.lock").read_text())}


def component(crate, digests):
    """Describes a crate."""
    name = (crate["name"], crate["version"])
    described = {
        "type": "library",
        "bom-ref": reference(crate),
        "name": crate["name"],
        "version": crate["version"],
        "purl": reference(crate),
        "licenses": [{"expression": crate["license"].replace("/", " OR ")}],
        "hashes": [{"alg": "SHA-256", "content": digests[name]}],
    }
    if crate["description"]:
        described["description"] = " ".join(crate["description"].split())
    return described


def uses(linked, metadata):
    """Returns which linked crates each linked crate uses, and glmeter's own crates together."""
    known = {crate["id"]: reference(crate) for crate in linked}
    used = {name: set() for name in [*known.values(), "glmeter"]}
    for node in metadata["resolve"]["nodes"]:
        user = known.get(node["id"], "glmeter" if node["id"] in metadata["workspace_members"] else None)
        if user:
            normal = (dep["pkg"] for dep in node["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"]))
            used[user].update(known[package] for package in normal if package in known)
    used["glmeter"].add("rust-std")
    return [{"ref": name, "dependsOn": sorted(names)} for name, names in sorted(used.items())]


def document():
    """Returns the document."""
    metadata = json.loads(crates.cargo("metadata", "--format-version", "1", "--filter-platform", crates.PLATFORM))
    linked = sorted(crates.linked(), key=reference)
    own = next(package for package in metadata["packages"] if package["name"] == "glmeter")
    compiler = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, universal_newlines=True).stdout.split()[1]
    digests = hashes()
    standard = {"type": "library", "bom-ref": "rust-std", "name": "std", "version": compiler, "description": "Rust's standard library"}
    standard["licenses"] = [{"expression": "MIT OR Apache-2.0"}]
    components = [component(crate, digests) for crate in linked] + [standard]
    time = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        # From the contents, so that the same sources have the same number.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps([own['version'], components]))}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": "glmeter",
                "name": "glmeter",
                "version": own["version"],
                "description": own["description"],
                "licenses": [{"expression": own["license"]}],
            },
        },
        "components": components,
        "dependencies": uses(linked, metadata),
    }


if __name__ == "__main__":
    print(json.dumps(document(), indent=1))
