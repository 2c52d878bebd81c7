package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// deadBranch names code that the new text never runs, or always runs past, by a
// condition that holds no variable: "if False", "0 &&", "or True". Such a
// condition has no use but to take code out of a tool's sight.
func (c *check) deadBranch() string {
	was, now := c.allTokens()
	before := map[string]int{}
	old, fresh := token.Constants(was), token.Constants(now)
	if len(fresh) <= len(old) && never(fresh) <= never(old) {
		return "" // a condition that held no variable is another one that holds none
	}
	for _, s := range old {
		before[s]++
	}
	for _, s := range fresh {
		if before[s]--; before[s] < 0 && (s != token.NeverEnds || !removes(c)) {
			return s
		}
	}
	return ""
}

// jumps leave the block they stand in, whatever comes behind.
var jumps = []string{"return", "raise", "throw", "continue", "break", "panic", "todo", "unimplemented", "unreachable", "goto"}

// jumpCalls never come back.
var jumpCalls = []string{"sys.exit", "os._exit", "os.abort", "exit", "quit", "pytest.skip", "pytest.fail", "pytest.xfail", "self.skipTest",
	"self.fail", "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "runtime.Goexit", "t.Skip", "t.Skipf", "t.SkipNow",
	"t.FailNow", "t.Fatal", "process.exit", "process.abort", "std::process::exit", "process::exit", "std::process::abort", "System.exit", "assert False"}

// never is how many of some conditions hold a value that is none.
func never(conditions []string) (n int) {
	for _, s := range conditions {
		if noValue.MatchString(s) {
			n++
		}
	}
	return n
}

var noValue = lazyre.New(`\b(?:False|false|0|None|nil|null|undefined)\b`)

// cutOff finds a line of the new text that leaves its block although statements
// follow it there: they are dead, whichever of the two is new.
func (c *check) cutOff() string {
	p := c.changedPart()
	added := map[int]bool{}
	for _, l := range c.addedLines() {
		added[l-p.now.Start] = true
	}
	if len(added) == 0 {
		return ""
	}
	dead := map[string]int{}
	for _, s := range jumpsBeforeCode(c.oldFile(), func(int) bool { return true }) {
		dead[c.oldFile().Doc().Line(s)]++
	}
	stood := c.jumpsReplaced()
	for _, l := range jumpsBeforeCode(p.file, func(int) bool { return true }) {
		if dead[p.file.Doc().Line(l)]--; dead[p.file.Doc().Line(l)] >= 0 {
			continue
		}
		if !added[l] { // the jump stood there, the code behind it did not
			return fmt.Sprint(l + p.now.Start + 1)
		}
		if stood--; stood < 0 {
			return fmt.Sprint(l + p.now.Start + 1)
		}
	}
	return ""
}

// jumpsReplaced is how many changed lines were such jumps already: the error that
// is raised there has another name now.
func (c *check) jumpsReplaced() int {
	return len(jumpsBeforeCode(c.oldFile(), func(l int) bool {
		return slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool { return h.Old.Contains(l) })
	}))
}

// jumpsBeforeCode are the lines of jumps that a statement of the same block
// follows.
func jumpsBeforeCode(f *syntax.File, ask func(line int) bool) []int {
	doc := f.Doc()
	var out []int
	for i, n := range f.Nodes {
		line := doc.LineAt(n.Span.Start)
		if n.Kind != syntax.Statement || !ask(line) || !jump(f, n) {
			continue
		}
		for j := i + 1; j < len(f.Nodes); j++ {
			m := f.Nodes[j]
			if m.Span.Start < n.Span.End {
				continue
			}
			if m.Parent < n.Parent || m.Kind == syntax.Clause && m.Parent == n.Parent {
				break
			}
			// A function may stand behind a return in JavaScript.
			if m.Parent == n.Parent && (m.Kind == syntax.Statement || m.Kind == syntax.Block || m.Kind == syntax.Import) && sameDepth(doc, n, m) {
				out = append(out, line)
				break
			}
		}
	}
	return out
}

// sameDepth reports whether two statements are indented alike: where a grammar
// has no node for a case of a switch, its statements are.
func sameDepth(doc text.Snapshot, a, b syntax.Node) bool {
	la, lb := doc.LineAt(a.Span.Start), doc.LineAt(b.Span.Start)
	depth := func(l int) int { return len(doc.Line(l)) - len(strings.TrimLeft(doc.Line(l), " \t")) }
	if la == lb {
		return true
	}
	for l := la + 1; l < lb; l++ {
		s := strings.TrimSpace(doc.Line(l))
		if s != "" && depth(l) < depth(la) || strings.HasPrefix(s, "case ") || strings.HasPrefix(s, "default") || strings.HasSuffix(s, ":") && !strings.Contains(s, " ") {
			return false
		}
	}
	return depth(la) == depth(lb)
}

// jump reports whether a statement never goes on to the next one.
func jump(f *syntax.File, n syntax.Node) bool {
	doc := f.Doc()
	code := strings.TrimSpace(strings.Join(strings.Fields(doc.Slice(n.Span)), " "))
	word := code
	if i := strings.IndexFunc(code, func(r rune) bool { return !token.NameRune(r, true) }); i >= 0 {
		word = code[:i]
	}
	if slices.Contains(jumps, word) {
		rest := strings.TrimSpace(code[len(word):])
		return !strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, ".")
	}
	return slices.ContainsFunc(jumpCalls, func(j string) bool {
		rest, ok := strings.CutPrefix(code, j)
		return ok && (rest == "" || rest[0] == '(' || rest[0] == ' ' || rest[0] == ';' || rest[0] == ',')
	})
}

// textOnly names code that the new text holds only in a string or a comment.
func (c *check) textOnly() string {
	if zero(c.in.Target) || c.in.Instructed {
		return ""
	}
	target := strings.TrimSuffix(squeeze(c.code(c.before.Line(c.before.LineAt(c.in.Target.Span.Start)))), "\n")
	if len(target) < 5 || c.isText(target) {
		return ""
	}
	p := c.changedPart()
	for _, h := range c.hunks {
		sp := p.file.Doc().LinesSpan(text.Lines{Start: max(0, h.New.Start-p.now.Start), End: max(0, h.New.End-p.now.Start)})
		for _, q := range p.file.Quiet(sp) {
			s := squeeze(p.file.Doc().Slice(q))
			if strings.Contains(s, target) && !strings.Contains(squeeze(c.before.Text()), s) {
				return clip(strings.TrimSpace(p.file.Doc().Slice(q)), 40)
			}
		}
	}
	return ""
}

// isText reports whether the line complained about held nothing but text before.
func (c *check) isText(target string) bool {
	line := c.before.LineSpan(c.before.LineAt(c.in.Target.Span.Start))
	return slices.ContainsFunc(c.oldFile().Quiet(line), func(q text.Span) bool { return strings.Contains(squeeze(c.before.Slice(q)), target) })
}
