package calibration

import (
	"context"
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// task is a small text with one defect, and how to see that it is mended. No
// tool is needed to judge it: whoever tries a model need not have them all.
type task struct {
	lang, file, text    string
	tool, code, message string
	at                  string // the wrong words; they stand once in the text
	mended              string // a regular expression that holds when the defect is gone
}

// tasks returns the built-in ones, of the kinds that tools report most often.
func tasks() []task {
	return []task{
		{"python", "stats.py", "def mean(values: list[float]) -> float:\n    \"\"\"Average of some values, 0 for " +
			"none.\"\"\"\n    if not values:\n        return 0.0\n    return sum(values) / len(valeus)\n",
			"ruff", "F821", "Undefined name `valeus`", "valeus", `/ len\(values\)`},
		{"python", "marks.py", "def grade(points: int) -> str:\n    \"\"\"A from 90 points, B from 75, else C.\"\"\"\n    " +
			"if points >= 90:\n        return \"A\"\n    if points >= 75:\n        return \"B\"\n\n\ndef report(all_points: " +
			"list[int]) -> list[str]:\n    return [grade(p) for p in all_points]\n",
			"mypy", "return", "Missing return statement", "def grade", `return ["']C["']`},
		{"python", "tags.py", "import re\n\nTAG = re.compile(r\"<(\\w+)>\")\n\n\ndef tag_of(line: str) -> str:\n    " +
			"\"\"\"Name of the first tag of a line, an empty text if it has none.\"\"\"\n    found = TAG.search(line)\n    " +
			"return found.group(1)\n",
			"mypy", "union-attr", `Item "None" of "Match[str] | None" has no attribute "group"`, "found.group",
			`\bif (not )?found\b|if TAG\.search|if \(found :=`},
		{"python", "prices.py", "def label(name: str, cents: int) -> str:\n    \"\"\"Such as \"tea: 250\".\"\"\"\n    " +
			"return name + \": \" + cents\n",
			"mypy", "operator", `Unsupported operand types for + ("str" and "int")`, "cents\n",
			`str\(cents\)|\{cents|% ?\(|format\(`},
		{"python", "load.py", "import asyncio\n\n\nasync def size_of(url: str) -> int:\n    await asyncio.sleep(0)\n    " +
			"return len(url)\n\n\nasync def total(urls: list[str]) -> int:\n    \"\"\"Sum of the sizes behind some " +
			"addresses.\"\"\"\n    out = 0\n    for url in urls:\n        out += size_of(url)\n    return out\n",
			"mypy", "operator", `Unsupported operand types for + ("int" and "Coroutine[Any, Any, int]")`,
			"size_of(url)\n    return out", `await size_of\(url\)|await asyncio\.gather`},
		{"go", "sum.go", "package sum\n\nimport \"strconv\"\n\n// Of adds numbers that are written down.\nfunc Of(fields " +
			"[]string) (int, error) {\n\ttotal := 0\n\tfor _, f := range fields {\n\t\tn := strconv.Atoi(f)\n\t\ttotal += " +
			"n\n\t}\n\treturn total, nil\n}\n",
			"go", "AssignmentMismatch", "assignment mismatch: 1 variable but strconv.Atoi returns 2 values", "n := strconv",
			`n, (err|e) :?= strconv\.Atoi\(f\)[\s;]+(if|.*err != nil)|if n, err := strconv\.Atoi\(f\)`},
		{"go", "user.go", "package user\n\nimport \"fmt\"\n\n// User is somebody.\ntype User struct {\n\tName " +
			"string\n\tAge  int\n}\n\n// String is such as \"Ann (41)\".\nfunc (u User) String() string {\n\treturn " +
			"fmt.Sprintf(\"%s (%s)\", u.Name, u.Age)\n}\n",
			"go vet", "printf", "fmt.Sprintf format %s has arg u.Age of wrong type int", "fmt.Sprintf", `%s \(%[dv]\)`},
		{"go", "rows.go", "package rows\n\n// Row is a line of a table.\ntype Row struct {\n\tKey   string\n\tValue " +
			"int\n}\n\n// Total adds the values.\nfunc Total(rows []Row) int {\n\ttotal := 0\n\tfor _, r := range rows " +
			"{\n\t\ttotal += r.Val\n\t}\n\treturn total\n}\n",
			"go", "MissingFieldOrMethod", "r.Val undefined (type Row has no field or method Val)", "r.Val", `\+= r\.Value`},
		{"go", "sign.go", "package sign\n\n// Of is -1, 0 or 1.\nfunc Of(n int) int {\n\tif n < 0 {\n\t\treturn " +
			"-1\n\t}\n\tif n > 0 {\n\t\treturn 1\n\t}\n}\n",
			"go", "MissingReturn", "missing return", "\n}\n", `return 0\b`},
		{"typescript", "users.ts", "interface User {\n  id: number;\n  name: string;\n}\n\nconst users: User[] = " +
			"[];\n\n/** Name of a user, \"unknown\" if there is none. */\nexport function nameOf(id: number): string {\n  " +
			"const user = users.find((u) => u.id === id);\n  return user.name;\n}\n",
			"tsc", "TS18048", "'user' is possibly 'undefined'.", "user.name",
			`user\?\.|user \?|if \(!?user\b|user && |user === undefined|user !== undefined`},
		{"typescript", "level.ts", "export type Level = \"low\" | \"high\";\n\n/** Low below 10 degrees. */\nexport " +
			"function level(celsius: number): Level {\n  if (celsius < 10) {\n    return \"lo\";\n  }\n  return \"high\";\n}\n",
			"tsc", "TS2322", "Type '\"lo\"' is not assignable to type 'Level'.", `"lo"`, `return "low"`},
		{"typescript", "area.ts", "/** Area of a rectangle, given as texts. */\nexport function area(width: string, " +
			"height: string): number {\n  const w = Number(width);\n  const h: number = height;\n  return w * h;\n}\n",
			"tsc", "TS2322", "Type 'string' is not assignable to type 'number'.", "h: number",
			`(Number|parseInt|parseFloat)\(height`},
	}
}

func (t task) snapshot(root string) text.Snapshot { return text.File(root+"/"+t.file, t.lang, t.text) }

// finding returns what the tool says of the text.
func (t task) finding() signal.Diagnostic {
	at := strings.Index(t.text, t.at) + len(t.at) - len(strings.TrimLeft(t.at, "\n"))
	return signal.Diagnostic{Tool: t.tool, Code: t.code, Message: t.message, Severity: signal.Error,
		Origin: signal.FromLinter,
		Span:   text.Span{Start: at, End: at + len(strings.TrimSpace(t.at))}}
}

// isMended reports whether the defect is gone from a text. That alone is asked of an answer:
// whether its effects make it unsure says nothing of the shape that it was asked in.
func (t task) isMended(text string) bool { return regexp.MustCompile(t.mended).MatchString(text) }

// lint stands for the tool: it reports the defect until it is mended. Of other
// tools it knows nothing.
func (t task) lint(_ context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
	if tool != t.tool || t.isMended(s.Text()) {
		return nil, nil
	}
	d := t.finding()
	d.Span.End = min(d.Span.End, s.Len())
	d.Span.Start = min(d.Span.Start, d.Span.End)
	return []signal.Diagnostic{d}, nil
}
