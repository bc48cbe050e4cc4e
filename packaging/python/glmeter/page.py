"""A page with the pictures of comparisons, in one file."""

from __future__ import annotations

import base64
import dataclasses
from html import escape
from pathlib import Path
from typing import Dict, List

_STYLE = """\
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
body { max-width: 75rem; margin: 1rem auto; padding: 0 1rem; }
h2 { font-size: 1rem; margin: 2rem 0 0.3rem; }
.differs { color: #c22; }
figure { display: inline-block; margin: 0 1rem 0 0; vertical-align: top; }
img { max-width: 22rem; image-rendering: pixelated; border: 1px solid #8888; background: repeating-conic-gradient(#ccc 0 25%, #fff 0 50%) 0 0/16px 16px; }
"""

_TITLES = {"expected": "expected", "got": "got", "difference": "difference"}


@dataclasses.dataclass(frozen=True)
class Compared:
    """A comparison: its test, the name of the picture, how it ended, and the files of the pictures by kind."""

    test: str
    name: str
    verdict: str
    files: Dict[str, str]

    @property
    def differs(self) -> bool:
        """True if the test failed."""
        return "got" in self.files


def write(file: Path, compared: List[Compared]) -> None:
    """Writes the page, with the pictures that differ first."""
    ordered = sorted(compared, key=lambda one: not one.differs)
    failed = sum(one.differs for one in compared)
    title = f"{len(compared)} pictures, {failed} of them not as expected"
    body = "\n".join(_section(one) for one in ordered)
    page = f"""\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
{_STYLE}</style></head><body>
<h1>{title}</h1>
{body}
</body></html>
"""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page, encoding="utf-8")


def _section(compared: Compared) -> str:
    figures = "".join(_figure(title, Path(compared.files[kind])) for kind, title in _TITLES.items() if kind in compared.files)
    kind = ' class="differs"' if compared.differs else ""
    return f"<section><h2>{escape(compared.test)}: {escape(compared.name)}</h2>\n<p{kind}>{escape(compared.verdict)}</p>\n{figures}</section>"


def _figure(title: str, file: Path) -> str:
    data = base64.b64encode(file.read_bytes()).decode() if file.exists() else ""
    return f'<figure><img alt="{title}" src="data:image/png;base64,{data}"><figcaption>{title}</figcaption></figure>'
