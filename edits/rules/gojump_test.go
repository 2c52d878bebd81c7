package rules

import "testing"

func TestBeforeJump(t *testing.T) {
	// in is a function that counts words: how it begins, what stands in the branch of its loop, and its end.
	in := func(begin, branch, end string) string {
		return "package a\n\nfunc f(words []string, n int) (int, error) {\n\t" + begin + "\n\tfor _, w := range words {\n\t\tif w == \"\" {\n\t\t\t" + branch + "\n\t\t}\n\t\tg(w)\n\t}\n\t" + end + "\n}\n"
	}
	const begin, end = "blank := 0", "return blank, nil"
	behind := func(name, begin, jump, s, end, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/unreachable", message: "unreachable code", in: in(begin, jump+"\n\t\t\t«"+s+"»", end), why: why}
		if why == "" {
			c.want = in(begin, s+"\n\t\t\t"+jump, end)
		}
		return c
	}
	named := func(c ruleCase) ruleCase { // the results have names
		c.in = replaced(c.in, "(int, error)", "(blank int, err error)")
		c.want = replaced(c.want, "(int, error)", "(blank int, err error)")
		return c
	}
	runCases(t, "go", []ruleCase{
		behind("counted", begin, "continue", "blank++", end, ""),
		behind("less", begin, "break", "blank--", end, ""),
		behind("added", "blank := 1", "continue", "blank += len(w)", end, ""),
		behind("appended", "var blank []string", "continue", "blank = append(blank, w)", "return len(blank), nil", ""),
		behind("set", "blank := false", "break", "blank = true", "return g(blank), nil", ""),
		behind("of a map", "blank := map[string]int{}", "continue", "blank[w]++", "return len(blank), nil", ""),
		behind("of a made map", "blank := make(map[string]bool)", "continue", "blank[w] = true", "return len(blank), nil", ""),
		behind("of an outer loop", "var blank int", "continue outer // next", "blank++ // one more", end, ""),
		behind("far away", begin, "goto end", "blank++", end, ""),
		named(behind("a result", "_ = n", "continue", "blank++", "return blank, nil", "")),
		named(behind("a result without its name", "_ = n", "continue", "blank++", "return", "")),
		named(behind("a result that is not given", "_ = n", "continue", "blank++", "return 0, nil", "nothing reads blank")),
		behind("negative", "blank := -1", "continue", "blank++", end, ""),
		{name: "with its comment", signal: "go vet/unreachable", message: "unreachable code", in: in(begin, "continue\n\n\t\t\t// one more\n\t\t\t«blank++»", end), want: in(begin, "// one more\n\t\t\tblank++\n\t\t\tcontinue", end)},
		{name: "in a case", signal: "go vet/unreachable", message: "unreachable code", in: in(begin, "switch {\n\t\t\tcase w > \"b\":\n\t\t\t\tcontinue\n\t\t\t\t«blank++»\n\t\t\t}", end), want: in(begin, "switch {\n\t\t\tcase w > \"b\":\n\t\t\t\tblank++\n\t\t\t\tcontinue\n\t\t\t}", end)},
		{name: "of a function inside", signal: "go vet/unreachable", message: "unreachable code",
			in:   in(begin, "g(func() {\n\t\t\t\treturn\n\t\t\t\t«blank++»\n\t\t\t})", end),
			want: in(begin, "g(func() {\n\t\t\t\tblank++\n\t\t\t\treturn\n\t\t\t})", end)},
		{name: "before a panic inside", signal: "go vet/unreachable", message: "unreachable code",
			in:   in(begin, "g(func() {\n\t\t\t\tpanic(\"no\")\n\t\t\t\t«blank++»\n\t\t\t})", end),
			want: in(begin, "g(func() {\n\t\t\t\tblank++\n\t\t\t\tpanic(\"no\")\n\t\t\t})", end)},
		{name: "what the function inside works out", signal: "go vet/unreachable", message: "unreachable code", in: in(begin, "g(func() int {\n\t\t\t\treturn next()\n\t\t\t\t«blank++»\n\t\t\t})", end), why: "may hang on it"},
		{name: "what the function inside gives", signal: "go vet/unreachable", message: "unreachable code", in: in(begin, "g(func() int {\n\t\t\t\treturn blank\n\t\t\t\t«blank++»\n\t\t\t})", end), why: "may hang on it"},
		{name: "a variable of the function inside", signal: "go vet/unreachable", message: "unreachable code", in: in("_ = n", "g(func() {\n\t\t\t\tblank := 0\n\t\t\t\tif blank > 0 {\n\t\t\t\t\treturn\n\t\t\t\t\t«blank++»\n\t\t\t\t}\n\t\t\t})", "return 0, nil"), why: "behind the end of the function"},
		behind("at the end of the function", begin, "return 0, nil", "blank++", end, "behind the end of the function"),
		behind("given", begin, "return blank, nil", "blank++", end, "may hang on it"),
		behind("changed elsewhere", begin, "continue", "blank++", "blank += n\n\t"+end, "changed elsewhere"),
		behind("changed by its address", begin, "continue", "blank++", "g(&blank)\n\t"+end, "changed elsewhere"),
		behind("changed by its method", "var blank count", "continue", "blank++", "blank.reset()\n\treturn int(blank), nil", "changed elsewhere"),
		behind("a map that a function fills", "blank := map[string]int{}", "continue", "blank[w]++", "fill(blank)\n\treturn len(blank), nil", "changed elsewhere"),
		behind("never read", begin, "continue", "blank++", "return 0, nil", "nothing reads blank"),
		behind("never given", begin, "continue", "blank++", "return", "nothing reads blank"),
		behind("read as the field of something", begin, "continue", "blank++", "return n.blank, nil", "nothing reads blank"),
		behind("a parameter", "_ = n", "continue", "n++", "return n, nil", "another value than a first one"),
		behind("of the loop", "_ = n", "continue", "w += w", "return 0, nil", "another value than a first one"),
		behind("worked out first", "blank := n * 2", "continue", "blank++", end, "another value than a first one"),
		behind("made twice", "blank := 0", "continue", "blank++", "if blank := 1; n > 0 {\n\t\treturn blank, nil\n\t}\n\t"+end, "another value than a first one"),
		behind("of the package", "_ = n", "continue", "total++", "return total, nil", "another value than a first one"),
		behind("a call", begin, "continue", "g(blank)", end, "no change of one variable"),
		behind("two at once", begin, "continue", "blank, n = 1, 2", end, "no change of one variable"),
		behind("of what a call gives", begin, "continue", "g(w).n++", end, "no change of a variable"),
		behind("no jump", begin, "g(w)", "blank++", end, "no jump"),
		behind("a call that ends the program", begin, "os.Exit(1)", "blank++", end, "no jump"),
		{name: "several", signal: "go vet/unreachable", message: "unreachable code", in: in(begin, "continue\n\t\t\t«blank++»\n\t\t\tg(w)", end), why: "not one statement"},
		{name: "on one line", signal: "go vet/unreachable", message: "unreachable code", in: in(begin, "continue; «blank++»", end), why: "shares its line"},
	})
}
