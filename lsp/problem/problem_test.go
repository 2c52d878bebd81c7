package problem

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestGroup reads a line as ruff and basedpyright report it: one cause is one
// problem, whoever reports it and whatever follows from it.
func TestGroup(t *testing.T) {
	type report struct {
		tool, code, at, message string
		severity                signal.Severity
	}
	for name, c := range map[string]struct {
		source  string
		reports []report
		want    string
	}{
		"an undefined name makes the value unknown": {"    return ordr\n", []report{
			{"pyright", "reportUnknownVariableType", "ordr", "Return type is unknown", signal.Warning},
			{"pyright", "reportUndefinedVariable", "ordr", `"ordr" is not defined`, signal.Error},
			{"ruff", "F821", "ordr", "Undefined name `ordr`", signal.Error},
		}, "F821+reportUndefinedVariable+reportUnknownVariableType"},
		"and all that it goes into": {"    return find(x).upper() + textt\n", []report{
			{"pyright", "reportUnknownVariableType", "find(x).upper() + textt", "Return type is unknown", signal.Warning},
			{"pyright", "reportOptionalMemberAccess", "upper", `"upper" is not a known attribute of "None"`, signal.Error},
			{"ruff", "F821", "textt", "Undefined name `textt`", signal.Error},
		}, "reportOptionalMemberAccess+reportUnknownVariableType F821"},
		"each parameter is its own problem": {"def load(path, seen=[]):\n", []report{
			{"ruff", "ANN201", "load", "Missing return type annotation", signal.Warning},
			{"pyright", "reportUnknownParameterType", "load", "Return type is unknown", signal.Warning},
			{"pyright", "reportMissingParameterType", "path", `Type annotation is missing for parameter "path"`, signal.Warning},
			{"pyright", "reportUnknownParameterType", "path", `Type of parameter "path" is unknown`, signal.Warning},
			{"pyright", "reportMissingParameterType", "seen", `Type annotation is missing for parameter "seen"`, signal.Warning},
			{"ruff", "B006", "[]", "Do not use mutable data structures for argument defaults", signal.Warning},
			{"pyright", "reportCallInDefaultInitializer", "[]", "Function calls and mutable objects not allowed", signal.Warning},
		}, "ANN201+reportUnknownParameterType reportMissingParameterType+reportUnknownParameterType reportMissingParameterType B006+reportCallInDefaultInitializer"},
		"a chain without a beginning is one": {"lam = lambda x: x + 1\n", []report{
			{"pyright", "reportUnknownLambdaType", "x + 1", "Return type of lambda is unknown", signal.Warning},
			{"pyright", "reportUnknownVariableType", "lam", `Type of "lam" is partially unknown`, signal.Warning},
			{"ruff", "E731", "lam = lambda x: x + 1", "Do not assign a `lambda` expression", signal.Warning},
		}, "reportUnknownLambdaType+reportUnknownVariableType E731"},
		"a module that is not found, in another place of the line": {"from nowhere import thing\n", []report{
			{"pyright", "reportUnknownVariableType", "thing", `Type of "thing" is unknown`, signal.Warning},
			{"ruff", "F401", "thing", "`nowhere.thing` imported but unused", signal.Warning},
			{"pyright", "reportMissingImports", "nowhere", `Import "nowhere" could not be resolved`, signal.Warning},
		}, "reportMissingImports+reportUnknownVariableType F401"},
		"not on another line": {"a = nme\nb = f(c)\n", []report{
			{"ruff", "F821", "nme", "Undefined name `nme`", signal.Error},
			{"pyright", "reportUnknownArgumentType", "c)", "Argument type is unknown", signal.Warning},
		}, "F821 reportUnknownArgumentType"},
		"what one tool says twice is two": {"return a + a\n", []report{
			{"ruff", "F821", "a + a", "Undefined name `a`", signal.Error},
			{"ruff", "F821", "a + a", "Undefined name `a`", signal.Error},
		}, "F821 F821"},
		"style explains nothing": {"l = f(c)\n", []report{
			{"ruff", "E741", "l", "Ambiguous variable name: `l`", signal.Error},
			{"pyright", "reportUnknownArgumentType", "c", "Argument type is unknown", signal.Warning},
		}, "E741 reportUnknownArgumentType"},
		"ESLint about a name that tsc does not find": {"const a = fetchAll();\n", []report{
			{"eslint", "@typescript-eslint/no-unsafe-call", "fetchAll()", "Unsafe call of a type that could not be resolved.", signal.Error},
			{"eslint", "@typescript-eslint/no-unsafe-assignment", "a = fetchAll()", "Unsafe assignment of an error typed value.", signal.Error},
			{"tsc", "2304", "fetchAll", "Cannot find name 'fetchAll'.", signal.Error},
		}, "2304+@typescript-eslint/no-unsafe-call+@typescript-eslint/no-unsafe-assignment"},
	} {
		t.Run(name, func(t *testing.T) {
			snap := text.File("/w/a.py", "python", c.source)
			var list []signal.Diagnostic
			for _, r := range c.reports {
				at := strings.Index(c.source, r.at)
				if at < 0 {
					t.Fatalf("%q is not there", r.at)
				}
				list = append(list, signal.Diagnostic{Tool: r.tool, Code: r.code, Message: r.message, Severity: r.severity, Span: text.Span{Start: at, End: at + len(r.at)}})
			}
			var got []string
			for _, p := range Group(snap, list, func(tool string) bool { return tool == "ruff" }) {
				var codes []string
				for _, d := range p {
					codes = append(codes, d.Code)
				}
				got = append(got, strings.Join(codes, "+"))
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%s", got)
			}
		})
	}
}
