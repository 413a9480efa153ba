import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = ("peirama.models", "peirama.claims.core", "peirama.claims", "peirama.reports")
FILES = sorted(
    p for folder in ("models", "claims", "reports") for p in (ROOT / folder).rglob("*.py")
)


def floor(module):
    """The highest floor whose name begins the module's."""
    matching = [
        i for i, name in enumerate(FLOORS) if module == name or module.startswith(f"{name}.")
    ]
    return max(matching, key=lambda i: len(FLOORS[i])) if matching else None


def module_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(["peirama", *(p for p in parts if p != "__init__")])


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_imports_run_one_way(path):
    module = module_of(path)
    own = floor(module)
    facade = module == "peirama.claims"  # the vocabulary re-exports the engine
    above = {m for m in imported(path) if (floor(m) or 0) > own}
    assert facade or not above


@pytest.mark.parametrize("path", [p for p in FILES if "core" in p.parts], ids=module_of)
def test_the_engine_imports_no_torch(path):
    assert not [m for m in imported(path) if m.split(".")[0] == "torch"]


@pytest.mark.parametrize("path", [p for p in FILES if "rules" in p.parts], ids=module_of)
def test_rules_draw_nothing(path):
    assert not re.search(r"default_rng|np\.random|import random", path.read_text())


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_no_global_generator_is_used(path):
    code = path.read_text()
    allowed = path.name == "seeds.py"
    pattern = r"np\.random\.(?!Generator)|torch\.(rand|randn|normal|manual_seed|randint|randperm)\b"
    assert allowed or not re.search(pattern, code)


@pytest.mark.parametrize("path", FILES, ids=module_of)
def test_a_file_is_short(path):
    assert len(path.read_text().splitlines()) <= 300


def test_every_package_is_listed_in_both_tables():
    import tomllib

    tables = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    folders = {p.parent for p in FILES}
    wanted = {"peirama." + ".".join(f.relative_to(ROOT).parts) for f in folders}
    assert set(tables["packages"]) == wanted
    assert set(tables["package-dir"]) == wanted
