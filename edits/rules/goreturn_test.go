package rules

import (
	"strings"
	"testing"
)

func TestFillReturn(t *testing.T) {
	const head = "package a\n\ntype point struct{ x int }\n\ntype id int\n\ntype ids []id\n\ntype pair [2]int\n\n"
	in := func(results, returned string) string {
		return head + "func f(err error) " + results + " {\n\tif err != nil {\n\t\treturn " + returned + "\n\t}\n\tpanic(1)\n}\n"
	}
	of := func(results, zeros string) ruleCase {
		return ruleCase{name: results, signal: "go/WrongResultCount", message: "not enough return values\n\thave (error)\n\twant " + results,
			in: in(results, "«err»"), want: in(results, zeros+"err")}
	}
	declines := func(results, returned, have, why string) ruleCase {
		return ruleCase{name: results + " " + have, signal: "go/WrongResultCount", message: "not enough return values\n\thave (" + have + ")\n\twant " + results,
			in: in(results, "«"+returned+"»"), why: why}
	}
	literal := ruleCase{name: "of the function literal", signal: "go/WrongResultCount", message: "not enough return values\n\thave (error)\n\twant (bool, error)",
		in:   "package a\n\nfunc f(err error) string {\n\t_ = func() (bool, error) { return «err» }\n\treturn \"\"\n}\n",
		want: "package a\n\nfunc f(err error) string {\n\t_ = func() (bool, error) { return false, err }\n\treturn \"\"\n}\n"}
	described := declines("(int, error)", "err", "error", "says what it gives beside an error")
	described.in = strings.Replace(described.in, "func f", "// f tells how many there were, even when one was bad.\nfunc f", 1)
	runCases(t, "go", []ruleCase{
		described,
		of("(string, error)", `"", `), of("(n, m int, err error)", "0, 0, "), of("(*point, bool, error)", "nil, false, "), of("(point, error)", "point{}, "),
		of("(id, ids, pair, error)", "0, nil, pair{}, "), of("([]int, [2]int, map[string]int, error)", "nil, [2]int{}, nil, "),
		of("(time.Time, time.Duration, error)", "time.Time{}, 0, "), literal,
		declines("(string, error)", `"a"`, "string", "something else"),
		declines("(string, bool)", "err", "error", "no error"),
		declines("(elsewhere, error)", "err", "error", "not known here"),
		declines("(url.URL, error)", "err", "error", "not known here"),
	})
}
