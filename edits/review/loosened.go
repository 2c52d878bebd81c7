package review

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/effect"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Loosened is a check that a change made weaker.
type Loosened struct {
	File string `json:"file"`           // as shown
	Line int    `json:"line,omitempty"` // from 1, after the change; 0 where the file is gone
	Text string `json:"text"`           // a clause in plain words
}

// Effect is what a changed function does besides.
type Effect struct {
	File, Function string
	Line           int // from 1
	Said           []string
}

// function is a function of a text, or a test that a call makes.
type function struct {
	name  string
	lines text.Lines
	code  string // from the margin
}

// functions returns the functions of a file by their names, with the classes around them.
func functions(f *syntax.File) map[string]function {
	out := map[string]function{}
	s := f.Doc()
	for i := range f.Definitions() {
		n := f.Nodes[i]
		if n.Kind != syntax.Function || n.Name == "" {
			continue
		}
		name, nested := n.Name, false
		for o := f.Owner(i); o >= 0; o = f.Owner(o) {
			nested = nested || f.Nodes[o].Kind == syntax.Function
			name = f.Nodes[o].Name + "." + name
		}
		if nested {
			continue // it is part of the one around it
		}
		if f.Lang == "go" { // methods of several types have one name
			header := s.Slice(s.LinesSpan(n.Header))
			if m := receiver.FindStringSubmatch(header); m != nil {
				name = m[1] + "." + name
			}
		}
		out[name] = function{name: name, lines: n.Lines, code: margin(s.Slice(s.LinesSpan(n.Lines)))}
	}
	return out
}

var receiver = lazyre.New(`(?m)^func \([^)]*?([A-Za-z_]\w*)(?:\[[^\]]*\])?\)`)

// margin moves code to the left, so that a method parses by itself.
func margin(code string) string {
	lines := strings.SplitAfter(code, "\n")
	indent := lines[0][:len(lines[0])-len(strings.TrimLeft(lines[0], " \t"))]
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, indent)
	}
	return strings.Join(lines, "")
}

// loosened reads what became weaker, and what else changed functions do.
func loosened(files []*File, configs []Config) (out []Loosened, effects []Effect) {
	gone := map[string]bool{}
	for name, c := range causes(files) {
		if c.Line == 0 && c.To == "" && c.Into == "" && !isTest(c.File) {
			gone[name] = true
		}
	}
	tests := map[string]bool{} // that are there after the change, in any file
	for _, f := range files {
		if f.Changed() && isTest(f.Name) {
			for name := range testsOf(f.after(), f.After) {
				tests[name] = true
			}
		}
	}
	for _, f := range files {
		switch {
		case !f.Changed():
			continue
		case isTest(f.Name) || f.After.Lang == "rust": // Rust's tests stand next to what they test
			out = append(out, f.weakened(tests, gone)...)
		}
		if f.Came || f.Went {
			continue
		}
		if f.After.Lang == "rust" {
			out = append(out, crateLints(f.Name, f.Before.Text(), f.After.Text(), configs)...)
		}
		out = append(out, f.retyped()...)
		was := functions(f.before())
		now := functions(f.after())
		for _, name := range sortedByLine(now) {
			old, fn := was[name], now[name]
			if old.name == "" || old.code == fn.code {
				continue
			}
			said := Effect{File: f.Name, Function: name, Line: fn.lines.Start + 1}
			for _, e := range effect.Of(old.code, fn.code, f.After.Lang, effect.About{}) {
				switch {
				case e.Class == "type-widened", e.Class == "handler-widened", e.Class == "handler-silent" && !isTest(f.Name):
					out = append(out, Loosened{f.Name, said.Line, name + " " + e.Text})
				default:
					said.Said = append(said.Said, e.Text)
				}
			}
			if len(said.Said) > 0 && !isTest(f.Name) {
				effects = append(effects, said)
			}
		}
	}
	return out, effects
}

// members returns the outermost types of a file by their names, and the lines of each that no function has.
func members(f *syntax.File) (types map[string]function, lines map[string][]int) {
	types, lines = map[string]function{}, map[string][]int{}
	s, inside := f.Doc(), map[int]bool{}
	for i := range f.Definitions() {
		n := f.Nodes[i]
		switch {
		case n.Kind == syntax.Function:
			for at := n.Lines.Start; at < n.Lines.End; at++ {
				inside[at] = true
			}
		case n.Name != "" && f.Owner(i) < 0:
			types[n.Name] = function{name: n.Name, lines: n.Lines, code: s.Slice(s.LinesSpan(n.Lines))}
		}
	}
	for name, t := range types {
		for at := t.lines.Start; at < t.lines.End; at++ {
			if !inside[at] {
				lines[name] = append(lines[name], at)
			}
		}
	}
	return types, lines
}

// retyped returns the members of types, and types that are another's name, that accept any type now.
func (f *File) retyped() (out []Loosened) {
	types, old := members(f.before())
	now, lines := members(f.after())
	for _, name := range sortedByLine(now) {
		for _, at := range lines[name] {
			line := f.After.Line(at)
			if slices.ContainsFunc(old[name], func(was int) bool { return f.Before.Line(was) == line }) {
				continue
			}
			for _, was := range old[name] {
				if !declaresSame(f.Before.Line(was), line, f.After.Lang) {
					continue
				}
				code := types[name].code
				changed := strings.Replace(code, f.Before.Line(was), line, 1)
				for _, e := range effect.Of(code, changed, f.After.Lang, effect.About{}) {
					if e.Class == "type-widened" {
						out = append(out, Loosened{f.Name, at + 1, name + " " + e.Text})
					}
				}
			}
		}
	}
	return out
}

// declaresSame reports whether two lines differ only from within a type on: behind a name in Go, else behind a sign.
func declaresSame(was, now, lang string) bool {
	was, now = strings.Join(strings.Fields(was), " "), strings.Join(strings.Fields(now), " ")
	n := 0
	for n < min(len(was), len(now)) && was[n] == now[n] {
		n++
	}
	same := strings.TrimRightFunc(now[:n], func(r rune) bool { return token.MatchString(string(r)) })
	sign := strings.TrimRight(same, " ")
	return token.MatchString(sign) &&
		(lang == "go" && sign != same || strings.ContainsAny(sign[len(sign)-1:], ":=[]<,|(&*"))
}

func sortedByLine(of map[string]function) (names []string) {
	for name := range of {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return of[a].lines.Start - of[b].lines.Start })
	return names
}

// isTest recognises files of tests by the names that their runners look for.
func isTest(name string) bool {
	base := path.Base(name)
	stem, _, _ := strings.Cut(base, ".")
	switch {
	case strings.HasSuffix(base, "_test.go"), strings.HasSuffix(base, ".py") &&
		(strings.HasPrefix(base, "test_") || strings.HasSuffix(stem, "_test")),
		strings.Contains(base, ".test."), strings.Contains(base, ".spec."):
		return true
	}
	dir := "/" + path.Dir(name) + "/"
	// where tap and mocha look
	return strings.Contains(dir, "/__tests__/") || strings.Contains(dir, "/test/") && scripts.MatchString(base) ||
		strings.Contains(dir, "/tests/") && !strings.HasPrefix(base, "conftest")
}

var (
	scripts  = lazyre.New(`\.[cm]?[jt]sx?$`)
	testCall = lazyre.New("(?m)^([ \\t]*)((?:x|f)?(?:it|test|describe)(?:\\.\\w+)*)\\(\\s*" +
		"(\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|`[^`]*`)")
	skips = lazyre.New(`pytest\.mark\.(?:skip|skipif|xfail)\b|\bunittest\.(?:skip\w*|expectedFailure)` +
		`|\bpytest\.(?:skip|xfail)\(|\.skipTest\(|\b[tb]\.Skip(?:f|Now)?\(|\b(?:it|test|describe)\.(?:skip|todo|failing` +
		`|only)\b|\b[xf](?:it|test|describe)\(|\b(?:skip|todo):\s*(?:true|["'])|#\[ignore\b|#\[should_panic`)
	asserts = lazyre.New(tAsserts + `|\bassert\b|\bself\.assert\w+\(|\bpytest\.(?:raises|warns|approx)\(` +
		`|\b[tb]\.(?:Error|Fatal)f?\(|\b(?:assert|require|is)\.[A-Z]\w*\(|\bexpect\(|\bassert\w*!?\(`)
	equals = lazyre.New(tEquals + `|==|\bassert\w*Equal\w*\(|\.(?:Equal|EqualValues|EqualError|JSONEq` +
		`|ElementsMatch)\(|\.(?:toBe|toEqual|toStrictEqual|toMatchObject|toHaveBeenCalledWith|toMatchSnapshot)\(` +
		`|\bassert_eq!|deepEqual|strictEqual|cmp\.Diff|reflect\.DeepEqual|!=`)
	empty = lazyre.New(`(?m)\bassert\s+(?:True|1)\s*(?:,|#|$)|\bassertTrue\(\s*True|\bexpect\((true|1)\)\.to(?:Be` +
		`|Equal)\((true|1)\)|\bassert!\(true\)`)
)

// The assertions of tap (https://node-tap.org/docs/api/asserts), tape and AVA
// (https://github.com/avajs/ava/blob/main/docs/03-assertions.md), which are methods of what a
// test is given.
const (
	tEquals = `\bt\.(?:equals?|same|strictSame|strictEquals?|is|isEqual|deepEqual|deepEquals|has|hasStrict|match` +
		`|matchOnly|like|regex|snapshot|matchSnapshot)\(`
	tAsserts = tEquals + `|\bt\.(?:ok|notOk|true|false|truthy|falsy|assert|not|notDeepEqual|notEqual|notSame|throws` +
		`|throwsAsync|doesNotThrow|rejects|resolves|resolveMatch|error|type)\(`
)

// testsOf returns the tests of a text by their names.
func testsOf(f *syntax.File, s text.Snapshot) map[string]function {
	out := map[string]function{}
	for name, fn := range functions(f) {
		last := name[strings.LastIndexByte(name, '.')+1:]
		rust := s.Lang == "rust" && strings.Contains(fn.code, "#[test]")
		if rust || s.Lang == "python" && strings.HasPrefix(last, "test") || s.Lang == "go" &&
			strings.HasPrefix(last, "Test") {
			out[name] = fn
		}
	}
	if strings.HasPrefix(s.Lang, "java") || strings.HasPrefix(s.Lang, "type") {
		lines := strings.SplitAfter(s.Text(), "\n")
		for _, m := range testCall.FindAllStringSubmatchIndex(s.Text(), -1) {
			indent, name := s.Slice(text.Span{Start: m[2], End: m[3]}), s.Slice(text.Span{Start: m[6] + 1, End: m[7] - 1})
			from := s.LineAt(m[4])
			to := from + 1
			for to < len(lines) && !strings.HasPrefix(lines[to-1][min(len(lines[to-1]), len(indent)):], "}") {
				to++
			}
			if strings.Contains(s.Slice(text.Span{Start: m[4], End: m[5]}), "describe") {
				to = from + 1 // what is in it counts by itself
			}
			out[name] = function{name: name, lines: text.Lines{Start: from, End: to}, code: strings.Join(lines[from:to], "")}
		}
		if len(out) == 0 { // a program that asserts as it runs
			name := path.Base(s.Path)
			out[name] = function{name: name, lines: text.Lines{End: len(lines)}, code: s.Text()}
		}
	}
	return out
}

// weakened compares the tests of a file. A test may go with what it tests, or to another
// file.
func (f *File) weakened(there, gone map[string]bool) (out []Loosened) {
	was, now := testsOf(f.before(), f.Before), testsOf(f.after(), f.After)
	say := func(at int, format string, args ...any) {
		out = append(out, Loosened{f.Name, at, fmt.Sprintf(format, args...)})
	}
	for _, name := range sortedByLine(was) {
		old := was[name]
		fn, stays := now[name]
		about := slices.ContainsFunc(word.FindAllString(old.code, -1), func(w string) bool { return gone[w] })
		before := assertions(old.code)
		if !stays {
			if !there[name] && !about && !f.renamed(old, was, now) && !merged(old, was, now) {
				say(0, "the test %s is gone", name)
			}
			continue
		}
		at := fn.lines.Start + 1
		if n := len(skips.FindAllString(fn.code, -1)); n > len(skips.FindAllString(old.code, -1)) {
			say(at, "the test %s is skipped, or narrowed: %s", name, skips.FindString(fn.code))
		}
		after := assertions(fn.code)
		if len(after) < len(before) {
			after = append(after, split(old, was, now)...)
		}
		switch {
		case len(empty.FindAllString(fn.code, -1)) > len(empty.FindAllString(old.code, -1)):
			say(at, "the test %s asserts what is always so", name)
		case len(after) < len(before) && !about && !covers(before, old.code, after, fn.code):
			say(at, "the test %s has %d of its %d assertions", name, len(after), len(before))
		case len(after) == len(before) && matching(after) < matching(before) && !about:
			say(at, "the test %s no longer compares with what is expected", name)
		case len(after) <= len(before) && !about && sized(before, after):
			say(at, "the test %s compares only the size of what it compared", name)
		}
	}
	return out
}

// renamed reports whether a test stands under another name.
func (f *File) renamed(old function, was, now map[string]function) bool {
	for name, fn := range now {
		if _, had := was[name]; !had && likeness(definition{text: old.code}, definition{text: fn.code}) > alike {
			return true
		}
	}
	return false
}

// split returns the assertions of tests that came and whose words are mostly those of a test: parts of it.
func split(old function, was, now map[string]function) (out []assertion) {
	for _, name := range sortedByLine(now) {
		if _, had := was[name]; !had && shared(old.code, now[name].code) > alike {
			out = append(out, assertions(now[name].code)...)
		}
	}
	return out
}

// shared returns the share of the words of a part that a whole has.
func shared(whole, part string) float64 {
	there := map[string]bool{}
	for _, w := range token.FindAllString(whole, -1) {
		there[w] = true
	}
	both, all := 0, token.FindAllString(part, -1)
	for _, w := range all {
		if there[w] {
			both++
		}
	}
	return float64(both) / float64(max(len(all), 1))
}

// merged reports whether a test that came, or what came to one, names all that a test asserted: several became one.
func merged(old function, was, now map[string]function) bool {
	before := assertions(old.code)
	for name, fn := range now {
		if fn.code != was[name].code && len(before) > 0 && covers(before, was[name].code, assertions(fn.code), fn.code) {
			return true
		}
	}
	return false
}

// assertion is a line of a test that asserts something; of one that fails it, the condition above.
type assertion struct {
	line  string
	words []string // with those of what names are bound to in place of the names
}

// assertions returns what a test asserts.
func assertions(code string) (out []assertion) {
	above, bound := "", map[string][]string{}
	for line := range strings.Lines(code) {
		line = strings.TrimSpace(line)
		if m := binding.FindStringSubmatch(line); m != nil {
			value := spelled(m[2], bound)
			for _, name := range token.FindAllString(m[1], -1) {
				bound[name] = value
			}
		}
		if asserts.MatchString(line) && !strings.HasPrefix(line, "import") && !strings.HasPrefix(line, "from ") {
			if strings.HasPrefix(above, "if ") && failing.MatchString(line) {
				line = above
			}
			out = append(out, assertion{line, spelled(line, bound)})
		}
		above = line
	}
	return out
}

// spelled returns the words of code, with those of what its names are bound to in place of the names.
func spelled(code string, bound map[string][]string) (out []string) {
	for _, w := range token.FindAllString(code, -1) {
		if value, ok := bound[w]; ok {
			out = append(out, value...)
		} else {
			out = append(out, w)
		}
	}
	return out[:min(len(out), mostWords)]
}

// mostWords is how many words of a name's value count: x = x + x, again and again, has more.
const mostWords = 200

var binding = lazyre.New(`^(?:(?:var|let|const|for)\s+)?(?:mut\s+)?([\w$, ]+?)\s*(?::=|=|\bin\b)\s*([^=\s].*)$`)

var failing = lazyre.New(`^[tb]\.(?:Error|Fatal)`)

// matching returns how many assertions compare with a value.
func matching(list []assertion) (n int) {
	for _, a := range list {
		if equals.MatchString(a.line) || failing.MatchString(a.line) {
			n++
		}
	}
	return n
}

// sized reports whether an assertion in the place of one that compared a value compares the size of that value.
func sized(was, now []assertion) bool {
	for i, n := range now {
		m := size.FindStringSubmatch(n.line)
		if m == nil || !equals.MatchString(was[i].line) {
			continue
		}
		of := strings.Join(m[1:], "") // one of the forms
		_, behind, there := strings.Cut(was[i].line, of)
		member := strings.HasPrefix(behind, ".") || strings.HasPrefix(behind, "[")
		if there && !member && !strings.Contains(was[i].line, m[0]) {
			return true
		}
	}
	return false
}

// size finds the value whose size is computed.
var size = lazyre.New(`\blen\(((?:[^()]|\([^()]*\))+)\)|([\w$.]+)\.(?:length|size)\b|([\w.]+)\.len\(\)`)

// covers reports whether fewer assertions, with what else came into a test, name all that
// the former ones named: two became one of a pair, or a loop over a table. Where nothing else came, or the condition
// of one that went stands there still, nothing became of it.
func covers(was []assertion, old string, now []assertion, fresh string) bool {
	all := map[string]bool{}
	take := func(words []string) {
		for _, w := range words {
			all[w] = true
		}
	}
	for _, a := range now {
		take(a.words)
	}
	had, came := slices.Collect(strings.Lines(old)), false
	for line := range strings.Lines(fresh) {
		if words := token.FindAllString(line, -1); len(words) > 0 && !slices.Contains(had, line) {
			take(words)
			came = true
		}
	}
	for _, a := range was {
		stays := slices.ContainsFunc(now, func(n assertion) bool { return n.line == a.line })
		if !stays && (!came || strings.Contains(fresh, a.line)) {
			return false
		}
		if slices.ContainsFunc(a.words, func(w string) bool { return !all[w] }) {
			return false
		}
	}
	return len(now) > 0
}

var token = lazyre.New(`[\pL\pN_$]+`)
