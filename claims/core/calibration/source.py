"""What of a source file can change a number: its code, without comments and docstrings."""

from __future__ import annotations

import ast
import io
import tokenize

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code(text: str) -> str:
    """The lines of a source text that hold code, cut by position: the same for every Python."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            said = node.body[0]
            last = said.end_lineno or said.lineno
            lines[said.lineno - 1 : last] = [""] * (last - said.lineno + 1)
    return "\n".join(line.rstrip() for line in lines if line.strip())
