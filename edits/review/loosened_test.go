package review

import (
	"slices"
	"strings"
	"testing"
)

// TestLoosened: edits as others make them, good and bad. No good one is called bad.
func TestLoosened(t *testing.T) {
	const py, gotest = "def test_add():\n    got = add(1, 2)\n    assert got == 3\n    assert got != 4\n", "package a\n\nfunc TestAdd(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Error(\"no\")\n\t}\n\tif add(0, 0) != 0 {\n\t\tt.Error(\"no\")\n\t}\n}\n"
	const ts = "test('adds', () => {\n  expect(add(1, 2)).toBe(3);\n  expect(add(0, 0)).toBe(0);\n});\n"
	const swapped = "package a\n\nfunc TestAdd(t *testing.T) {\n" +
		"\tif add(1, 2) != add(2, 1) {\n\t\tt.Error(\"no\")\n\t}\n" +
		"\tif add(1, 2) != 3 {\n\t\tt.Error(\"no\")\n\t}\n\tif add(2, 1) != 3 {\n\t\tt.Error(\"no\")\n\t}\n}\n"
	const tap = "test('adds', (t) => {\n  t.equal(add(1, 2), 3)\n  t.equal(add(0, 0), 0)\n  t.end()\n})\n"
	const code = "def load(path: str) -> int:\n    try:\n        return read(path)\n    except OSError:\n        log(path)\n        return 0\n"
	for name, c := range map[string]struct {
		name, before, after string
		want                []string
	}{
		// bad
		"skip": {"test_a.py", py, "@pytest.mark.skip\n" + py,
			[]string{"the test test_add is skipped, or narrowed: pytest.mark.skip"}},
		"skip in Go": {"a_test.go", gotest, "package a\n\nfunc TestAdd(t *testing.T) {\n\tt.Skip(\"later\")\n" +
			gotest[len("package a\n\nfunc TestAdd(t *testing.T) {\n"):],
			[]string{"the test TestAdd is skipped, or narrowed: t.Skip("}},
		"skip in TypeScript": {"a.test.ts", ts, "test.skip" + ts[4:],
			[]string{"the test adds is skipped, or narrowed: test.skip"}},
		"a test gone": {"test_a.py", py + "\n\ndef test_sub():\n    assert sub(2, 1) == 1\n", py,
			[]string{"the test test_sub is gone"}},
		"a file of tests gone": {"a_test.go", gotest, "", []string{"the test TestAdd is gone"}},
		"an assertion gone": {"test_a.py", py, "def test_add():\n    got = add(1, 2)\n    assert got\n",
			[]string{"the test test_add has 1 of its 2 assertions"}},
		"gone in Go": {"a_test.go", gotest,
			"package a\n\nfunc TestAdd(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Error(\"no\")\n\t}\n}\n",
			[]string{"the test TestAdd has 1 of its 2 assertions"}},
		"only logged in Go": {"a_test.go", swapped, strings.Replace(swapped, "t.Error(", "t.Log(", 1),
			[]string{"the test TestAdd has 2 of its 3 assertions"}},
		"gone, with words that others have": {"test_a.py", "def test_add():\n    assert add(1, 2) == add(2, 1)\n" +
			"    assert add(1, 2) == 3\n    assert add(2, 1) == 3\n", "def test_add():\n    assert add(1, 2) == add(2, 1)\n" +
			"    assert add(1, 2) == 3\n", []string{"the test test_add has 2 of its 3 assertions"}},
		"an assertion less that stands there twice": {"test_a.py", py + "    assert got == 3\n", py, nil},
		"compares no longer": {"test_a.py", py,
			"def test_add():\n    got = add(1, 2)\n    assert got\n    assert got != 4\n",
			[]string{"the test test_add no longer compares with what is expected"}},
		"compares no longer, TS": {"a.test.ts", ts,
			"test('adds', () => {\n  expect(add(1, 2)).toBeDefined();\n  expect(add(0, 0)).toBe(0);\n});\n",
			[]string{"the test adds no longer compares with what is expected"}},
		"gone with tap": {"test/a.js", tap,
			"test('adds', (t) => {\n  add(1, 2)\n  t.equal(add(0, 0), 0)\n  t.end()\n})\n",
			[]string{"the test adds has 1 of its 2 assertions"}},
		"compares no longer, tap": {"test/a.js", tap,
			"test('adds', (t) => {\n  t.ok(add(1, 2))\n  t.equal(add(0, 0), 0)\n  t.end()\n})\n",
			[]string{"the test adds no longer compares with what is expected"}},
		"skip as an option": {"test/a.js", tap, "test('adds', { skip: true }, (t) => {\n" +
			tap[len("test('adds', (t) => {\n"):], []string{"the test adds is skipped, or narrowed: skip: true"}},
		"names with quotes": {"a.test.ts",
			"it(\"reads 'a'\", () => {\n  expect(f('a')).toBe(1);\n});\nit(\"reads 'b'\", () => {\n  " +
				"expect(f('b')).toBe(2);\n});\n", "it(\"reads 'a'\", () => {\n  expect(f('a')).toBeDefined();\n});\nit(\"reads " +
				"'b'\", () => {\n  expect(f('b')).toBe(2);\n});\n",
			[]string{"the test reads 'a' no longer compares with what is expected"}},
		"only the size": {"test_a.py", py,
			"def test_add():\n    got = add(1, 2)\n    assert len(got) == 3\n    assert got != 4\n",
			[]string{"the test test_add compares only the size of what it compared"}},
		"only the size, Go": {"a_test.go",
			"package a\n\nfunc TestA(t *testing.T) {\n\tif !reflect.DeepEqual(got(), want) {\n\t\tt.Error()\n\t}\n}\n",
			"package a\n\nfunc TestA(t *testing.T) {\n\tif len(got()) != len(want) {\n\t\tt.Error()\n\t}\n}\n",
			[]string{"the test TestA compares only the size of what it compared"}},
		"only the size, TS": {"a.test.ts", ts,
			"test('adds', () => {\n  expect(add(1, 2)).toHaveLength(3);\n  expect(add(0, 0)).toBe(0);\n});\n",
			[]string{"the test adds no longer compares with what is expected"}},
		"compares no longer, a program": {"test/a.js", "assert.strictEqual(add(1, 2), 3);\n", "assert.ok(add(1, 2));\n",
			[]string{"the test a.js no longer compares with what is expected"}},
		"always so": {"test_a.py", py,
			"def test_add():\n    got = add(1, 2)\n    assert True\n    assert got != 4\n",
			[]string{"the test test_add asserts what is always so"}},
		"catches everything": {"a.py", code,
			"def load(path: str) -> int:\n    try:\n        return read(path)\n    except Exception:\n        log(path)\n     " +
				"   return 0\n", []string{"load catches everything now: except Exception"}},
		"silent": {"a.py", code,
			"def load(path: str) -> int:\n    try:\n        return read(path)\n    except OSError:\n        pass\n",
			[]string{"load passes a failure over in silence: except OSError"}},
		"any type": {"a.py", code, "def load(path: Any) -> int:\n" +
			code[len("def load(path: str) -> int:\n"):], []string{"load accepts any type: Any"}},
		"any type, TS": {"a.ts", "function f(x: string): number {\n  return x.length;\n}\n",
			"function f(x: any): number {\n  return x.length;\n}\n", []string{"f accepts any type: any"}},
		"any member, TS": {"a.ts", "interface Job {\n  id: string;\n  tries: number;\n}\n",
			"interface Job {\n  id: string;\n  tries: any;\n}\n", []string{"Job accepts any type: any"}},
		"any member, Go": {"a.go", "package a\n\ntype T struct {\n\tn   int\n\tall []string\n}\n",
			"package a\n\ntype T struct {\n\tn   any\n\tall []string\n}\n", []string{"T accepts any type: any"}},
		"any member, Python": {"a.py", "class A:\n    x: dict[str, int]\n", "class A:\n    x: dict[str, Any]\n",
			[]string{"A accepts any type: Any"}},
		"any member, Rust": {"a.rs", "struct A {\n    x: Box<u8>,\n}\n", "struct A {\n    x: Box<dyn Any>,\n}\n",
			[]string{"A accepts any type: Any"}},
		"any in a method": {"a.py", "class A:\n    def f(self, x: int):\n        return x\n",
			"class A:\n    def f(self, x: Any):\n        return x\n", []string{"A.f accepts any type: Any"}},
		"any by a name, TS": {"a.ts", "type A = string;\n", "type A = any;\n", []string{"A accepts any type: any"}},
		// good
		"a new member": {"a.ts", "class Job {\n  private id: string;\n  private gone: string;\n}\n",
			"class Job {\n  private id: string;\n  private more: any;\n}\n", nil},
		"a narrower member": {"a.ts", "interface Job {\n  id: any;\n}\n", "interface Job {\n  id: string;\n}\n", nil},
		"a new test":        {"test_a.py", py, py + "\n\ndef test_sub():\n    assert sub(2, 1) == 1\n", nil},
		"lints of a crate": {"lib.rs", "#![forbid(unsafe_code)]\n#![deny(warnings, clippy::all)]\nfn f() {}\n",
			"#![deny(clippy::all)]\n#![warn(warnings)]\nfn f() {}\n",
			[]string{"lint unsafe_code is not set now, and was forbid", "lint warnings is warn now, and was deny"}},
		"more lints": {"lib.rs", "#![warn(unsafe_code)]\nfn f() {}\n",
			"#![forbid(unsafe_code)]\n#![deny(missing_docs)]\nfn f() {}\n", nil},
		"a new test with a skip":     {"a_test.go", gotest, gotest + "\nfunc TestTool(t *testing.T) {\n\tif tool == \"\" {\n\t\tt.Skip(\"no tool\")\n\t}\n}\n", nil},
		"a test renamed":             {"test_a.py", py, "def test_addition():\n" + py[len("def test_add():\n"):], nil},
		"another value":              {"test_a.py", py, "def test_add():\n    got = add(1, 2)\n    assert got == 4\n    assert got != 5\n", nil},
		"two assertions made one":    {"test_a.py", "def test_add():\n    assert add(1, 2) == 3\n    assert sub(2, 1) == 1\n", "def test_add():\n    assert (add(1, 2), sub(2, 1)) == (3, 1)\n", nil},
		"a comment in a test":        {"test_a.py", py, "# what adds\n" + py, nil},
		"a helper for tests":         {"test_a.py", py, "def make():\n    return 1\n\n\n" + py, nil},
		"a narrower handler":         {"a.py", "def f():\n    try:\n        g()\n    except Exception:\n        h()\n", "def f():\n    try:\n        g()\n    except OSError:\n        h()\n", nil},
		"a new function with one":    {"a.py", "x = 1\n", "x = 1\n\n\ndef f():\n    try:\n        g()\n    except Exception:\n        log()\n        raise\n", nil},
		"a narrower type":            {"a.py", "def f(x: Any) -> int:\n    return x\n", "def f(x: int) -> int:\n    return x\n", nil},
		"a type where there was one": {"a.py", "def f(x):\n    return x\n", "def f(x: int) -> int:\n    return x\n", nil},
		"subtests":                   {"a_test.go", gotest, "package a\n\nfunc TestAdd(t *testing.T) {\n\tfor _, c := range [][3]int{{1, 2, 3}, {0, 0, 0}} {\n\t\tif got := add(c[0], c[1]); got != c[2] {\n\t\t\tt.Errorf(\"add(%v) = %d\", c, got)\n\t\t}\n\t}\n}\n", nil},

		"a size by another name": {"test_a.py", "def test_add():\n    assert got.count == 3\n",
			"def test_add():\n    assert len(got) == 3\n", nil},
		"a program of assertions made a loop": {"test/a.js", "assert.equal(f(1), 3);\nassert.equal(f(2), 4);\n",
			"for (const [a, b] of [[1, 3], [2, 4]]) {\n  assert.equal(f(a), b);\n}\n", nil},
		"a program made tests": {"test/a.js", "assert.equal(f(1), 3);\n",
			"test('f', () => {\n  assert.equal(f(1), 3);\n});\n", nil},
		"a test in two": {"test_a.py", "def test_add():\n    want = 3\n    got = add(1, 2)\n    assert got == want\n" +
			"    got = add(2, 1)\n    assert got == want\n", "def test_add():\n    got = add(1, 2)\n    assert got == 3\n\n\n" +
			"def test_add_swapped():\n    got = add(2, 1)\n    assert got == 3\n", nil},
		"cases in a loop": {"test_a.py", "class TestA:\n    def test_a(self):\n        x = 'a b'\n        r = slug(x)\n" +
			"        self.assertEqual(r, 'a-b')\n\n        x = 'a_b'\n        r = slug(x)\n        self.assertEqual(r, 'a-b')\n",
			"class TestA:\n    def test_a(self):\n        for x in ('a b', 'a_b'):\n" +
				"            self.assertEqual(slug(x), 'a-b')\n", nil},
		"a case fewer": {"test_a.py", "def test_a():\n    r = slug('a b')\n    assert r == 'a-b'\n    r = slug('c')\n" +
			"    assert r == 'c'\n", "def test_a():\n    r = slug('a b')\n    assert r == 'a-b'\n    r = slug('c')\n",
			[]string{"the test test_a has 1 of its 2 assertions"}},
		"a test of Rust next to its code": {"src/a.rs", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n" +
			"        assert!(ok(&one));\n    }\n}\n", "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n" +
			"        let _ = ok(&one);\n    }\n}\n", []string{"the test tests.adds has 0 of its 1 assertions"}},
		"two tests in one": {"test_a.py", "def test_add():\n    assert add(1, 2) == 3\n\n\ndef test_add_none():\n" +
			"    assert add(0, 5) == 5\n", "@pytest.mark.parametrize((\"a\", \"b\", \"want\"), [(1, 2, 3), (0, 5, 5)])\n" +
			"def test_adds(a, b, want):\n    assert add(a, b) == want\n", nil},
		"a new test in place of an assertion": {"test_a.py", py,
			"def test_add():\n    got = add(1, 2)\n    assert got == 3\n\n\n" +
				"def test_parser():\n    assert Parser(\"x\").tokens\n",
			[]string{"the test test_add has 1 of its 2 assertions"}},
		"unknown for any": {"a.ts", "function f(x: any): number {\n  return 1;\n}\n",
			"function f(x: unknown): number {\n  return 1;\n}\n", nil},
		"any for a list of unknown": {"a.ts", "function f(x: unknown[]): number {\n  return 1;\n}\n",
			"function f(x: any): number {\n  return 1;\n}\n", []string{"f accepts any type: any"}},
		"any for interface{}": {"a.go", "package a\n\nfunc f(x interface{}) int {\n\treturn 1\n}\n",
			"package a\n\nfunc f(x any) int {\n\treturn 1\n}\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := Of([]*File{file(c.name, c.before, c.after, nil, nil)})
			var got []string
			for _, l := range r.Loosened {
				got = append(got, l.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestTestGoesWithWhatItTests: a test may go where its code goes, or to another file.
func TestTestGoesWithWhatItTests(t *testing.T) {
	const test = "def test_add():\n    assert add(1, 2) == 3\n"
	for name, files := range map[string][]*File{
		"its code is gone": {file("test_a.py", test, "", nil, nil), file("a.py", "def add(a, b):\n    return a + b\n", "\n", nil, nil)},
		"it moved":         {file("test_a.py", test, "", nil, nil), file("tests/test_b.py", "", test, nil, nil)},
	} {
		if r := Of(files); len(r.Loosened) > 0 {
			t.Errorf("%s: %v", name, r.Loosened)
		}
	}
}

// TestEffects: what else changed functions do is said, and is no fault.
func TestEffects(t *testing.T) {
	r := Of([]*File{file("a.go", "package a\n\nfunc f(c closer) error {\n\tdefer c.Close()\n\treturn c.Do(1)\n}\n", "package a\n\nfunc f(c closer) error {\n\treturn c.Do(1)\n}\n", nil, nil)})
	if len(r.Effects) != 1 || r.Effects[0].Function != "f" || len(r.Loosened) > 0 || (Verdict{Report: r}).Bad() {
		t.Errorf("%+v", r)
	}
}
