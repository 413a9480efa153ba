import re
import shutil
import subprocess

import pytest

from peirama.reports import bibliography, latex, manuscript, record, schema

COMMANDS = re.compile(r"\\([A-Za-z]+)")
HERE = schema.Source(
    key="a b{}é", authors="A. Ada, B. Hart and C. & Co", title="T", year=1, identifier="x", place=""
)


@pytest.fixture(scope="module")
def files(whole):
    return manuscript.files(whole)


def balance(text):
    """How deep the braces are at the end, and at the lowest, with LaTeX's escapes left out."""
    depth, lowest = 0, 0
    for sign in re.sub(r"\\[^A-Za-z]", "", text):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        lowest = min(lowest, depth)
    return depth, lowest


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("50% of a_b & #1 $", r"50\% of a\_b \& \#1 \$"),
        (r"\input{x}", r"\textbackslash{}input\textbraceleft{}x\textbraceright{}"),
        ("Łovelace, Şimşek, é", r"\L{}ovelace, {\c{S}}im{\c{s}}ek, {\'{e}}"),
        ("β ≤ x² → x₁", r"$\beta$ $\le$ x$^{2}$ $\to$ x$_{1}$"),
        ("λ, Σ, ε, ΑΩ", r"$\lambda$, $\Sigma$, $\varepsilon$, [U+0391]$\Omega$"),
        ("日\x1b\u0332", "[U+65E5][U+FFFD][U+0332]"),
    ],
)
def test_prose_is_shown_and_not_obeyed(text, shown):
    assert latex.prose(text) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.25e-7, r"$1.25\times 10^{-7}$"), (-3.0, "$-3$"), (float("-inf"), r"$-\infty$")],
)
def test_numbers_are_mathematics(value, shown):
    assert latex.number(value) == shown


@pytest.mark.parametrize(
    "foreign",
    [r"\input{a}", r"\def\x{1}", "{", "}{", "x$ y", r"\begin{verbatim}", "a^^M", "é", "x % y"],
)
def test_a_foreign_formula_is_shown_as_text(foreign):
    assert latex.formula(foreign, "x_1") == r"\text{x\_1}"


def test_every_file_is_ascii_with_balanced_braces(files):
    for text in files.values():
        assert text.isascii()
        assert balance(text) == (0, 0)


def test_nothing_of_a_record_becomes_a_command(files):
    text = files["claims.tex"] + files["statements.tex"]
    assert "\\script" not in text
    assert r"\textless{}script\textgreater{}alert(1)" in text


def test_every_clause_has_a_row_of_nine_cells(whole, files):
    rows = [line for line in files["claims.tex"].splitlines() if line.endswith(r"\\")]
    cells = [re.sub(r"\\&", "", row).count(" & ") + 1 for row in rows if " & " in row]
    clauses = sum(max(1, len({p.clause for s in c.settings for r in s.rungs for p in r.parts}))
                  for c in whole.claims)  # fmt: skip
    assert cells == [9] * (clauses + 1)


def test_every_citation_is_in_the_bibliography(files):
    text = files["claims.tex"] + files["statements.tex"]
    cited = {
        key for keys in re.findall(r"\\cite(?:\[.*?\])?{(.*?)}", text) for key in keys.split(",")
    }
    assert cited == set(re.findall(r"^@misc{(.*),$", files["sources.bib"], flags=re.MULTILINE))
    assert cited == {"ada"}


def test_a_place_stands_at_the_citation(files):
    assert r"\cite[{Theorem \textless{}3\textgreater{}}]{ada}" in files["statements.tex"]


def test_authors_are_apart():
    assert bibliography.authors(HERE.authors) == ["A. Ada", "B. Hart", "C.", "Co"]


def test_keys_are_plain_and_never_twice(whole):
    one = whole.claim("lovelace/refuted")
    sources = (HERE, HERE.model_copy(update={"key": "ab", "year": 2}))
    claims = [one.model_copy(update={"name": f"a/{s.year}", "source": s}) for s in sources]
    found = bibliography.keys(record.build(whole.run, "0" * 64, claims))
    assert sorted(found.values()) == ["ab", "abe"]
    clashing = {**dict(claims[0]), "source": HERE.model_copy(update={"key": "ab"})}
    both = record.build(whole.run, "0" * 64, [schema.Claim(**clashing), claims[1]])
    assert sorted(bibliography.keys(both).values()) == ["ab", "ab-2"]


def compile_all(folder):
    steps = (["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main"], ["bibtex", "main"])
    for step in (steps[0], steps[1], steps[0], steps[0]):
        subprocess.run(step, cwd=folder, check=True, capture_output=True, timeout=120)
    return (folder / "main.log").read_text(errors="replace")


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no LaTeX here")
def test_latex_reads_it(files, tmp_path):
    for name, text in files.items():
        record.save(text, tmp_path / name)
    log = compile_all(tmp_path)
    assert "undefined" not in log.lower()
    assert (tmp_path / "main.pdf").stat().st_size > 10_000
