"""Prose, numbers and formulas of a record as LaTeX, in ASCII for every engine.

The text of a record is foreign, so nothing of it is a command: prose is escaped letter by letter,
and of a formula only sympy's own vocabulary passes; any other formula is shown as its text.
"""

from __future__ import annotations

import math
import re
import unicodedata

from peirama.reports import notation

# Braces and backslashes as commands: BibTeX counts braces even behind a backslash.
SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "ß": r"\ss{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "ı": r"\i{}",
    "\N{NO-BREAK SPACE}": "~",
    **{sign: f"\\{sign}" for sign in "$&#%_"},
}
MATHEMATICS = {
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "≈": r"\approx",
    "∼": r"\sim",
    "∞": r"\infty",
    "√": r"\surd",
    "Σ": r"\Sigma",
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "·": r"\cdot",
    "×": r"\times",
    "±": r"\pm",
    "−": "-",
    "→": r"\to",
    "∈": r"\in",
    "∂": r"\partial",
    "∇": r"\nabla",
    "‖": r"\|",
    "⟨": r"\langle",
    "⟩": r"\rangle",
    "∘": r"\circ",
    "⊗": r"\otimes",
    "°": r"^\circ",
    "½": r"\frac12",
    "ϕ": r"\phi",
    "ε": r"\varepsilon",
    "φ": r"\varphi",
    "ℝ": r"\mathrm{R}",
    "ℓ": r"\ell",
}
ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0327": "c",
    "\u0328": "k",
}
VOCABULARY = frozenset(
    re.findall(
        r"\w+",
        """left right begin end limits substack overline text mathrm mathbb operatorname quad qquad
        frac dfrac sqrt binom cdot times sum prod int lim min max log ln exp infty partial bmod
        sin cos tan asin acos atan sinh cosh tanh lfloor rfloor lceil rceil ldots dots to
        in leq geq le ge neq ne lt gt wedge vee neg
        alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho
        sigma tau upsilon phi varphi chi psi omega
        Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
        textasciicircum textasciitilde textbackslash""",
    )
)
ENVIRONMENTS = {"cases", "matrix", "array", "aligned"}


def prose(text: str) -> str:
    """A text without anything that LaTeX or BibTeX would obey."""
    line = " ".join(notation.printable(text).split())
    return "".join(_sign(part) for part in re.findall(r"\S[\u0300-\u036f]?|\s", _apart(line)))


def number(value: float | None, *, digits: int = 3) -> str:
    """A number in mathematics; a dash for none or nan."""
    if value is None or math.isnan(value):
        return "--"
    if math.isinf(value):
        return r"$\infty$" if value > 0 else r"$-\infty$"
    mantissa, _, exponent = f"{value:.{digits}g}".partition("e")
    power = rf"\times 10^{{{int(exponent)}}}" if exponent else ""
    return f"${mantissa}{power}$"


def interval(ends: tuple[float, float]) -> str:
    """An interval, open where it has no end."""
    low, high = ends
    left, right = "(" if math.isinf(low) else "[", ")" if math.isinf(high) else "]"
    return f"{left}{number(low)}, {number(high)}{right}"


def formula(latex: str, text: str) -> str:
    """A formula for math mode, or its text where it holds anything beyond sympy's vocabulary."""
    return latex if _known(latex) else rf"\text{{{prose(text)}}}"


def _known(latex: str) -> bool:
    """Whether every command is known and the braces balance."""
    names = set(re.findall(r"\\([A-Za-z]+)", latex))
    environments = set(re.findall(r"\\(?:begin|end)\s*{([^}]*)}", latex))
    plain = re.sub(r"\\(?:[A-Za-z]+|.)", "", latex, flags=re.DOTALL)
    depth, lowest = 0, 0
    for sign in plain:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        lowest = min(lowest, depth)
    safe = latex.isascii() and not re.search(r"[#%$~\n]|\^\^", plain)
    return safe and names <= VOCABULARY and environments <= ENVIRONMENTS and depth == lowest == 0


def _apart(text: str) -> str:
    """Letters apart from their accents, but for signs that are known whole."""
    whole = SIGNS.keys() | MATHEMATICS.keys()
    return "".join(s if s in whole else _letters(s) for s in text)


def _letters(sign: str) -> str:
    apart = unicodedata.normalize("NFD", sign)
    return apart if len(apart) == 2 and apart[1] in ACCENTS else sign


def _sign(part: str) -> str:
    sign, accent = part[0], part[1:]
    if accent and accent not in ACCENTS:
        return _sign(sign) + _unknown(accent)
    found = SIGNS.get(sign) or (sign if sign.isascii() else _mathematics(sign))
    return rf"{{\{ACCENTS[accent]}{{{found}}}}}" if accent else found


def _mathematics(sign: str) -> str:
    """Greek letters, raised and lowered digits, and known signs; others by their code."""
    if sign in MATHEMATICS:
        return f"${MATHEMATICS[sign]}$"
    kind, _, digit = unicodedata.decomposition(sign).partition(" ")
    if kind in ("<super>", "<sub>") and chr(int(digit, 16)).isascii():
        return f"${'^' if kind == '<super>' else '_'}{{{chr(int(digit, 16))}}}$"
    name = re.fullmatch("GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", unicodedata.name(sign, ""))
    if name:
        word = name[2].lower().replace("lamda", "lambda")
        word = word if name[1] == "SMALL" else word.capitalize()
        if word in VOCABULARY:
            return f"$\\{word}$"
    return _unknown(sign)


def _unknown(sign: str) -> str:
    return f"[U+{ord(sign):04X}]"
