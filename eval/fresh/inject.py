"""Writes mistakes, or other programs, made of one Python file: one JSON object a line.

usage: inject.py mistakes|wrong FILE [BEFORE]     with BEFORE, wrong changes only lines that BEFORE has not
Each object has the kind of the change, its line, and where which text stands in place of which
bytes: {"kind", "line", "start", "end", "text"}. Nothing is chosen here: the caller draws and judges.
"""
import ast
import json
import sys

mode, path = sys.argv[1], sys.argv[2]
source = open(path, "rb").read()
tree = ast.parse(source)
starts = [0]
for line in source.splitlines(keepends=True):
    starts.append(starts[-1] + len(line))
parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
docs = {id(n.body[0].value) for n in ast.walk(tree)
        if isinstance(n, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and n.body and isinstance(n.body[0], ast.Expr)}


def span(node):
    return (starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset)


def text(node):
    start, end = span(node)
    return source[start:end].decode()


def change(kind, node, new, at=None):
    start, end = at or span(node)
    print(json.dumps({"kind": kind, "line": node.lineno, "start": start, "end": end, "text": new}))


def functions():
    return (n for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)))


def statement(node):
    """The lines of a statement that has them for itself."""
    start, end = starts[node.lineno - 1], starts[node.end_lineno]
    alone = source[start:span(node)[0]].strip() == b"" and source[span(node)[1]:end].strip() == b""
    return (start, end) if alone else None


def attributes():
    """Attributes by the name of the object that they are asked of."""
    out = {}
    for n in ast.walk(tree):
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name):
            out.setdefault(n.value.id, set()).add(n.attr)
    return out


def mistakes():
    asked = attributes()
    for n in ast.walk(tree):
        if isinstance(n, (ast.Import, ast.ImportFrom)) and statement(n) and getattr(n, "module", "") != "__future__" and len(parents[n].body) > 1:
            change("import removed", n, "", statement(n))
        elif isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load):
            start = span(n)[1] - len(n.attr.encode())
            if source[start:span(n)[1]].decode() != n.attr:
                continue
            change("attribute misspelt", n, n.attr + "s" if not n.attr.endswith("s") else n.attr[:-1], (start, span(n)[1]))
            others = sorted(asked.get(getattr(n.value, "id", ""), set()) - {n.attr})
            if others:
                change("another attribute", n, others[n.lineno % len(others)], (start, span(n)[1]))
        elif isinstance(n, ast.Call):
            plain = [a for a in n.args if not isinstance(a, ast.Starred)]
            if len(n.args) == len(plain) and len(plain) > 1 and not n.keywords:
                change("argument dropped", n, "", (span(plain[-2])[1], span(plain[-1])[1]))
            if len(plain) == 2 and text(plain[0]) != text(plain[1]):
                first, second = span(plain[0]), span(plain[1])
                change("arguments exchanged", n, text(plain[1]) + source[first[1]:second[0]].decode() + text(plain[0]), (first[0], second[1]))
            if isinstance(n.func, ast.Name) and n.func.id in ("str", "int", "float", "list", "tuple", "len", "bytes") and len(n.args) == 1 and not n.keywords:
                change("conversion dropped", n, text(n.args[0]))
            for k in n.keywords:
                if k.arg and len(k.arg) > 2:
                    change("keyword misspelt", n, k.arg[:-1], (span(k)[0], span(k)[0] + len(k.arg)))
        elif isinstance(n, ast.Return) and n.value and statement(n) and not isinstance(n.value, ast.Constant):
            change("return left out", n, text(n.value))
        elif isinstance(n, ast.Await):
            change("await left out", n, text(n.value))
        elif isinstance(n, ast.If) and not n.orelse and len(n.body) == 1 and statement(n):
            if isinstance(n.body[0], (ast.Return, ast.Raise, ast.Continue)) or isinstance(n.test, ast.Call):
                change("guard removed", n, "", statement(n))
            if "None" in text(n.test):
                change("guard inverted", n, "not (" + text(n.test) + ")", span(n.test))
        elif isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and len(n.id) > 2:
            change("name misspelt", n, n.id[:-1])
        elif isinstance(n, ast.Starred) and isinstance(parents.get(n), ast.Call):
            change("star left out", n, text(n.value))
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load) and isinstance(n.slice, ast.Constant):
            change("index left out", n, text(n.value))
    for f in functions():
        names = [a.arg for a in f.args.args]
        if names[:1] == ["self"]:
            start = span(f.args.args[0])
            end = span(f.args.args[1])[0] if len(f.args.args) > 1 else start[1]
            change("self left out", f, "", (start[0], end))
        bound = [n for n in ast.walk(f) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        for b in bound[:3]:
            uses = [n for n in ast.walk(f) if isinstance(n, ast.Name) and n.id == b.id and n is not b]
            if len(uses) == 1 and isinstance(parents.get(b), ast.Assign):
                change("renamed, one use left", b, b.id + "_value")
        for d in f.args.defaults:
            change("default dropped", d, "", (span(d)[0] - 1, span(d)[1])) if source[span(d)[0] - 1:span(d)[0]] == b"=" else None


SWAPS = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not", ast.IsNot: "is",
         ast.In: "not in", ast.NotIn: "in", ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Div: "*", ast.And: "or", ast.Or: "and"}


def between(left, right, old, new, kind, node):
    start, end = span(left)[1], span(right)[0]
    gap = source[start:end].decode()
    if gap.count(old) == 1:
        change(kind, node, gap.replace(old, new), (start, end))


WORDS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.Is: "is", ast.IsNot: "is not", ast.In: "in",
         ast.NotIn: "not in", ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Div: "/", ast.And: "and", ast.Or: "or"}


def wrong():
    for n in ast.walk(tree):
        if isinstance(n, ast.Compare) and len(n.ops) == 1 and type(n.ops[0]) in SWAPS:
            between(n.left, n.comparators[0], WORDS[type(n.ops[0])], SWAPS[type(n.ops[0])], "comparison", n)
        elif isinstance(n, ast.BoolOp):
            between(n.values[0], n.values[1], WORDS[type(n.op)], SWAPS[type(n.op)], "and/or", n)
        elif isinstance(n, ast.BinOp) and type(n.op) in SWAPS:
            between(n.left, n.right, WORDS[type(n.op)], SWAPS[type(n.op)], "arithmetic", n)
        elif isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not):
            change("not left out", n, text(n.operand))
        elif isinstance(n, ast.Constant) and id(n) not in docs and not isinstance(parents.get(n), ast.JoinedStr):
            if type(n.value) is int:
                change("number", n, str(n.value + 1))
            elif type(n.value) is bool:
                change("truth", n, str(not n.value))
            elif isinstance(n.value, str) and n.value and text(n)[:1] in "'\"" and text(n)[:3] not in ('"""', "'''"):
                change("text", n, text(n)[:-1] + "_" + text(n)[-1])
        elif isinstance(n, ast.Call) and len(n.args) == 2 and not n.keywords and text(n.args[0]) != text(n.args[1]):
            first, second = span(n.args[0]), span(n.args[1])
            change("arguments exchanged", n, text(n.args[1]) + source[first[1]:second[0]].decode() + text(n.args[0]), (first[0], second[1]))
        elif isinstance(n, (ast.Expr, ast.Assign, ast.AugAssign)) and statement(n) and id(getattr(n, "value", None)) not in docs and len(getattr(parents[n], "body", [])) > 1:
            change("statement left out", n, "", statement(n))


mistakes() if mode == "mistakes" else wrong()
