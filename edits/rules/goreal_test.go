package rules

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestGoWithTools runs the compiler or go vet on a text, fixes its first diagnostic by a
// rule, and lets the gates judge the result with the tool again. Of a text that is to stay
// the tool refuses what the rule makes.
func TestGoWithTools(t *testing.T) {
	testkit.OtherProcesses(t)
	const tally = "package a\n\nimport \"sync\"\n\ntype Tally struct {\n\tmu sync.Mutex\n\tn  int\n}\n\nfunc (t Tally) Add(n int) {\n\tt.mu.Lock()\n\tdefer t.mu.Unlock()\n\tt.n += n\n}\n"
	const cut = "package a\n\nimport \"strings\"\n\nfunc Both(s string) string {\n\ta, b := strings.Cut(s, \"=\")\n\treturn b + a\n}\n"
	for _, c := range []struct{ name, tool, code, in, old, now string }{
		{"a receiver", "go vet", "copylocks", tally, "(t Tally)", "(t *Tally)"},
		{"a receiver without an address", "go vet", "copylocks", tally + "\nvar _ = func(all map[int]Tally) { all[0].Add(1) }\n", "", ""},
		{"a receiver for an interface", "go vet", "copylocks", tally + "\nvar _ interface{ Add(int) } = Tally{}\n", "", ""},
		{"before a jump", "go vet", "unreachable", "package a\n\nfunc F(list []int) (n, odd int) {\n\tfor _, x := range list {\n\t\tif x%2 == 1 {\n\t\t\tcontinue\n\t\t\todd++\n\t\t}\n\t\tn += x\n\t}\n\treturn n, odd\n}\n",
			"\t\t\tcontinue\n\t\t\todd++\n", "\t\t\todd++\n\t\t\tcontinue\n"},
		{"whether it is set", "go", "AssignmentMismatch", "package a\n\nimport \"os\"\n\nfunc F(s string) string {\n\tif v, ok := os.Getenv(s); ok {\n\t\treturn v\n\t}\n\treturn \"none\"\n}\n", "os.Getenv", "os.LookupEnv"},
		{"only the value", "go", "AssignmentMismatch", "package a\n\nimport \"os\"\n\nfunc F(s string) string {\n\tv := os.LookupEnv(s)\n\treturn v\n}\n", "os.LookupEnv", "os.Getenv"},
		{"two parts", "go", "AssignmentMismatch", cut, "a, b :=", "a, b, _ :="},
		{"an error is no truth", "go", "AssignmentMismatch", "package a\n\nimport \"os\"\n\nfunc F(s string) (string, error) {\n\tv, ok := os.Getenv(s)\n\tif !ok {\n\t\treturn \"\", ok\n\t}\n\treturn v, nil\n}\n", "", ""},
		{"an error that is returned", "go", "AssignmentMismatch", "package a\n\nimport \"strconv\"\n\nfunc F(s string) (int, error) {\n\tn := strconv.Atoi(s)\n\treturn 2 * n, nil\n}\n",
			"n := strconv.Atoi(s)\n", "n, err := strconv.Atoi(s)\n\tif err != nil {\n\t\treturn 0, err\n\t}\n"},
		{"a truth that is no error", "go", "AssignmentMismatch", "package a\n\nimport \"sync\"\n\nfunc F(m *sync.Map) (any, error) {\n\tv := m.Load(1)\n\treturn v, nil\n}\n", "", ""},
		{"elements that hold locks", "go vet", "copylocks", "package a\n\nimport \"sync\"\n\ntype T struct {\n\tmu sync.Mutex\n\tn  int\n}\n\nfunc F(list []T) (sum int) {\n\tfor _, t := range list {\n\t\tt.mu.Lock()\n\t\tsum += t.n\n\t\tt.mu.Unlock()\n\t}\n\treturn sum\n}\n",
			"for _, t := range list {\n", "for i := range list {\n\t\tt := &list[i]\n"},
		{"elements of a map", "go vet", "copylocks", "package a\n\nimport \"sync\"\n\ntype T struct {\n\tmu sync.Mutex\n\tn  int\n}\n\nfunc F(list map[int]T) (sum int) {\n\tfor _, t := range list {\n\t\tsum += t.n\n\t}\n\treturn sum\n}\n", "", ""},
		{"a response", "go vet", "httpresponse", "package a\n\nimport \"net/http\"\n\nfunc F(url string) (int, error) {\n\tresp, err := http.Get(url)\n\tdefer resp.Body.Close()\n\tif err != nil {\n\t\treturn 0, err\n\t}\n\treturn resp.StatusCode, nil\n}\n",
			"\tdefer resp.Body.Close()\n\tif err != nil {\n\t\treturn 0, err\n\t}\n", "\tif err != nil {\n\t\treturn 0, err\n\t}\n\tdefer resp.Body.Close()\n"},
		{"digits", "go vet", "stringintconv", "package a\n\nimport \"strconv\"\n\nvar _ = strconv.Itoa\n\nfunc Label(page int64) string {\n\treturn \"page \" + string(page)\n}\n", "string(page)", "strconv.FormatInt(page, 10)"},
		{"a field", "go vet", "assign", "package a\n\ntype T struct{ n int }\n\nfunc (t *T) Set(n int) {\n\tn = n\n}\n", "\tn = n", "\tt.n = n"},
		{"a parameter", "go vet", "assign", "package a\n\ntype T struct{ n int }\n\nfunc (t *T) Set(n int) {\n\tt.n = t.n\n}\n", "t.n = t.n", "t.n = n"},
		{"a deferral", "go vet", "defers", "package a\n\nimport (\n\t\"log\"\n\t\"time\"\n)\n\nfunc F(f func()) {\n\tstart := time.Now()\n\tdefer log.Println(time.Since(start))\n\tf()\n}\n",
			"defer log.Println(time.Since(start))", "defer func() { log.Println(time.Since(start)) }()"},
		{"values", "go", "MismatchedTypes", "package a\n\nfunc F(list []float64) float64 {\n\tsum := 0.0\n\tfor x := range list {\n\t\tsum += x\n\t}\n\treturn sum\n}\n", "for x", "for _, x"},
		{"values with members", "go", "MissingFieldOrMethod", "package a\n\ntype T struct{ N int }\n\nfunc F(list []T) (n int) {\n\tfor t := range list {\n\t\tn += t.N\n\t}\n\treturn n\n}\n", "for t", "for _, t"},
		{"appended", "go", "UnusedExpr", "package a\n\nfunc F(list []int) (out []int) {\n\tfor _, x := range list {\n\t\tappend(out, x+1)\n\t}\n\treturn out\n}\n", "\t\tappend", "\t\tout = append"},
		{"elements", "go", "IncompatibleAssign", "package a\n\nimport (\n\t\"strconv\"\n\t\"strings\"\n)\n\nvar _ = strconv.Itoa\n\nfunc F(list []int) string {\n\treturn strings.Join(list, \", \")\n}\n",
			"\treturn strings.Join(list", "\ttexts := make([]string, len(list))\n\tfor i, n := range list {\n\t\ttexts[i] = strconv.Itoa(n)\n\t}\n\treturn strings.Join(texts"},
		{"anything", "go", "IncompatibleAssign", "package a\n\nimport \"fmt\"\n\nfunc F(list []string) {\n\tfmt.Println(list...)\n}\n",
			"\tfmt.Println(list", "\tvalues := make([]any, len(list))\n\tfor i, n := range list {\n\t\tvalues[i] = n\n\t}\n\tfmt.Println(values"},
		{"elements that do not fit", "go", "IncompatibleAssign", "package a\n\ntype S interface{ A() int }\n\ntype T struct{}\n\nfunc (t *T) A() int { return 1 }\n\nfunc sum(list []S) int { return len(list) }\n\nfunc F(list []T) int {\n\treturn sum(list)\n}\n", "", ""},
		{"a context", "go vet", "lostcancel", "package a\n\nimport (\n\t\"context\"\n\t\"time\"\n)\n\nfunc F(ctx context.Context, g func(context.Context) error) error {\n\tctx, _ = context.WithTimeout(ctx, time.Second)\n\tinner, _ := context.WithTimeout(ctx, time.Second)\n\treturn g(inner)\n}\n", "", ""},
		{"a context of its own", "go vet", "lostcancel", "package a\n\nimport (\n\t\"context\"\n\t\"time\"\n)\n\nfunc F(ctx context.Context, g func(context.Context) error) error {\n\tinner, _ := context.WithTimeout(ctx, time.Second)\n\treturn g(inner)\n}\n",
			"\tinner, _ := context.WithTimeout(ctx, time.Second)\n", "\tinner, cancel := context.WithTimeout(ctx, time.Second)\n\tdefer cancel()\n"},
		{"a context by the compiler", "go", "UnusedVar", "package a\n\nimport \"context\"\n\nfunc F(ctx context.Context, g func(context.Context) error) error {\n\tinner, cancel := context.WithCancel(ctx)\n\treturn g(inner)\n}\n",
			"WithCancel(ctx)\n", "WithCancel(ctx)\n\tdefer cancel()\n"},
		{"a format", "go vet", "printf", "package a\n\nimport \"fmt\"\n\nfunc F(n int) {\n\tfmt.Println(\"%d items\", n)\n}\n", `Println("%d items"`, `Printf("%d items\n"`},
		{"arguments the wrong way round", "go vet", "printf", "package a\n\nimport \"fmt\"\n\nfunc F(name string, n int) {\n\tfmt.Printf(\"%d of %s\\n\", name, n)\n}\n", "name, n)", "n, name)"},
		{"an error's format", "go", "WrongArgCount", "package a\n\nimport \"errors\"\n\nfunc F(n int) error {\n\treturn errors.New(\"no item %d\", n)\n}\n", "errors", "fmt"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module a\n\ngo 1.24\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			l, err := linter.New(c.tool, linter.Options{Argv: []string{testkit.Tool(t, "go")}, Root: dir, Trust: linter.Trusted, CacheDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			p := reported(t, l, filepath.Join(dir, "a.go"), c.in, c.code)
			if p.Diagnostic.Code == "" {
				t.Fatalf("%s does not report %s: %v", c.tool, c.code, p.Others)
			}
			got, err := applyRule(t, p)
			if c.now == "" && err != nil {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(c.in, c.old, c.now)
			if c.code == "WrongArgCount" {
				want = strings.Replace(want, "fmt.New", "fmt.Errorf", 1)
			}
			if c.now != "" && got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
			r := verify.Run(t.Context(), verify.Input{
				Before: p.Snapshot, After: got, File: p.File, Target: p.Diagnostic, Known: p.Others, Source: verify.Rule, Requirement: signal.Require(p.Diagnostic),
				Lint: func(ctx context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
					return l.Lint(ctx, s)
				},
			})
			if (r.Verdict == verify.Verified) != (c.now != "") {
				t.Errorf("%v: %+v %v\n%s", r.Verdict, r.Results, r.Doubts, got)
			}
		})
	}
}
