"""The wheel, installed elsewhere, from a folder that holds the user's own models/ and claims/."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "-w", folder, ROOT], check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    site = folder / "site"
    zipfile.ZipFile(wheel).extractall(site)
    return site


def test_the_wheel_holds_nothing_outside_peirama(installed):
    assert {p.name for p in installed.iterdir() if "dist-info" not in p.name} == {"peirama"}


def test_the_wheel_holds_every_module_and_template(installed):
    package = installed / "peirama"
    shipped = {str(p.relative_to(package)) for p in package.rglob("*") if p.is_file()}
    folders = ("claims", "models", "reports")
    files = [
        p for f in folders for p in (ROOT / f).rglob("*") if p.suffix in (".py", ".html", ".css")
    ]
    assert {str(p.relative_to(ROOT)) for p in files} <= shipped


def test_the_wheel_runs_beside_the_users_own_folders(installed, tmp_path):
    for name in ("models", "claims", "reports"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('not yours')\n")
    code = (
        f"import sys; sys.path.insert(0, {str(installed)!r}); sys.argv = ['peirama', 'predict',"
        "'beta-threshold/critical-overlap', '-p', 'degree=3', '-p', 'indices=4'];"
        "import peirama.reports.cli as cli; assert cli.__file__.startswith(sys.path[0]);"
        "cli.main()"
    )
    # -S drops the editable install; the libraries are named instead
    libraries = [p for p in sys.path if p.endswith("site-packages")]
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path += {libraries!r};" + code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip().endswith("= 0.2"), done.stderr
