"""Says which code of the project a failed test is about: what the test itself was seen to call.

pytest is started with this file as a plugin. It writes the place as a property of the test into the report:
https://docs.pytest.org/en/stable/how-to/output.html#record-property
"""

import ast
import linecache
import os
import re
import sys

import pytest

ROOTS = tuple(root + os.sep for root in os.environ["FETTLE_ROOTS"].split(os.pathsep))
TEST = re.compile(r"(?:test_.*|.*_test|conftest|tests?)\.py$")
DEFINITION = re.compile(r"\s*(?:async\s+)?def\b")

OTHERS, TESTS, CODE = range(3)
kinds = {}


def kind(path):
    if path not in kinds:
        own = path.startswith(ROOTS) and "site-packages" not in path
        kinds[path] = OTHERS if not own else TESTS if TEST.match(os.path.basename(path)) else CODE
    return kinds[path]


def callers(frame):
    """The lines of tests that a call comes from; none where code of the project makes it."""
    lines = []
    while frame is not None:
        path = frame.f_code.co_filename
        if kind(path) == CODE:
            return lines
        if kind(path) == TESTS:
            lines.append((path, frame.f_lineno))
        frame = frame.f_back
    return lines


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item):
    item.fettle_calls = []

    def called(frame, event, _):
        if kinds.get(frame.f_back.f_code.co_filename) == CODE:
            return None  # most calls: this is for the time that tests have
        code = frame.f_code
        if kind(code.co_filename) != CODE or code.co_name[0] == "<":
            return None
        lines = callers(frame.f_back)
        if not lines:
            return None
        call = [code, lines, called]  # no value is `called`
        item.fettle_calls.append(call)
        frame.f_trace_lines = False

        def returned(_, event, value):
            if event == "return":
                call[2] = value
            return returned

        return returned

    before = sys.gettrace()
    sys.settrace(called)
    yield
    sys.settrace(before)
    del item.fettle_calls


def failed(excinfo):
    """The innermost frame of the project that an exception has passed, and its line."""
    tb, last = excinfo.tb, None
    while tb is not None:
        if kind(tb.tb_frame.f_code.co_filename) != OTHERS:
            last = tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next
    return last


def statement(path, line):
    """The innermost statement of a line: of a `with` its block, too, in which nothing was raised."""
    try:
        tree = ast.parse("".join(linecache.getlines(path)))
    except SyntaxError:
        return None
    around = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno <= line <= n.end_lineno]
    return max(around, key=lambda n: n.lineno, default=None)


def about(calls, frame, line):
    """The call that a failing line is about: its own, else one whose value it names, else the last."""
    path = frame.f_code.co_filename
    at = statement(path, line)
    if at is None:
        return calls[-1]
    for call in reversed(calls):
        if any(p == path and at.lineno <= n <= at.end_lineno for p, n in call[1]):
            return call
    values = [frame.f_locals[n.id] for n in ast.walk(at) if isinstance(n, ast.Name) and n.id in frame.f_locals]
    for call in reversed(calls):
        if any(call[2] is value for value in values):
            return call
    return calls[-1]


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    yield  # unittest's tests have their exception only then
    calls, place = getattr(item, "fettle_calls", None), call.excinfo and failed(call.excinfo)
    if calls and place and kind(place[0].f_code.co_filename) == TESTS:
        code = about(calls, *place)[0]
        path, line = code.co_filename, code.co_firstlineno  # of its first decorator
        while line < code.co_firstlineno + 50 and not DEFINITION.match(linecache.getline(path, line)):
            line += 1
        item.user_properties.append(("fettle_code", f"{path}:{line}"))
