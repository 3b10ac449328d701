"""A wheel in a new environment finds its grammar, its rulebase and its scenarios, and every command works from anywhere."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_a_clean_install_settles(tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(wheels), str(ROOT))
    _run(sys.executable, "-m", "venv", str(tmp_path / "new"))
    python = tmp_path / "new/bin/python"
    _run(str(python), "-m", "pip", "install", "--quiet", "--no-deps", str(next(wheels.glob("*.whl"))))
    site = next((tmp_path / "new/lib").glob("python*/site-packages"))
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf-8")
    scenario = tmp_path / "copied.scenario"
    scenario.write_text((ROOT / "scenarios/house/39-stone-and-shift.scenario").read_text(encoding="utf-8"), encoding="utf-8")
    where = _run(str(python), "-c", "import adjudicator.resources as r; print(r.rulebase_folder())", cwd=tmp_path)
    assert str(tmp_path / "new") in where
    adjudicator = str(tmp_path / "new/bin/adjudicator")
    assert "=> yes" in _run(adjudicator, "settle", str(scenario), cwd=tmp_path)
    assert "as expected" in _run(adjudicator, "demo", "--brief", cwd=tmp_path)
    assert "ruling" in _run(adjudicator, "precedents", "plant", "--most", "1", cwd=tmp_path)
    assert "LOS" in _run(adjudicator, "words", "house", "line of sight", "--most", "2", cwd=tmp_path)
    assert "=> " in _run(adjudicator, "ask", "house", "Ann has 4 life; the life of Ann?", "--brief", cwd=tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    _run(adjudicator, "demo", "--save", "my.scenario", cwd=empty)
    assert "written into 1 file" in _run(adjudicator, "regress", "--record", "my.scenario", cwd=empty)
    assert "nothing comes out differently" in _run(adjudicator, "regress", "my.scenario", cwd=empty)
    changes = "import adjudicator.resources as r; print(r.changes_text())"
    assert "# Changes" in _run(str(python), "-c", changes, cwd=empty)
    for command in (("fmt", "--check"), ("explain",), ("export", "--to", "dot")):
        _run(adjudicator, command[0], "my.scenario", *command[1:], cwd=empty)
    assert '"$schema"' in _run(adjudicator, "schema", cwd=empty)


def _run(*command: str, cwd: Path | None = None) -> str:
    own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=own, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout
