"""The traces kept are those their scripts describe."""

from __future__ import annotations

from pathlib import Path

import write_traces


def test_the_scripts_give_the_traces_kept(tmp_path: Path) -> None:
    write_traces.write_all(tmp_path)
    written = sorted(path.name for path in tmp_path.iterdir())
    assert len(written) > 300
    different = [n for n in written if (tmp_path / n).read_bytes() != (write_traces.FOLDER / n).read_bytes()]
    assert not different
