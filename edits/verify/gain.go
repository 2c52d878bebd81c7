package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify/directive"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// Known is what a project is known to hold, for judging what a text newly uses.
type Known struct {
	// Module reports whether the project holds the module or package, uses it
	// elsewhere, or names it in its manifest. nil = nothing is known beside the
	// document.
	Module func(name string) bool
	// Uses gives a file of the project that uses one of some names of the
	// document's module, and the name; "" if none is known to. nil = nothing is
	// known of the other files.
	Uses func(names []string) (name, file string)
	// Beside is code of the same program that stands in no file of its own: the
	// other cells of a notebook. It binds names for the document.
	Beside string
	// Shown is the context that the model was shown.
	Shown string
	// Oldest is the oldest Python 3.minor that the document has to run on, and what
	// says so; nil or 0 = nothing does.
	Oldest func() (minor int, says string)
}

// gained is the part of G9 that turns the question round: what a model's text
// newly uses of modules must be named by the document, the diagnostic or what
// the model was shown, or be of a kind that can do no harm.
func gained(c *check) outcome {
	if c.in.Source != Model {
		return pass()
	}
	was, now := c.allTokens()
	if o := c.disguised(was, now); o.state == Fail {
		return o
	}
	old := map[string]int{}
	classes := map[string]int{}
	names := c.aliases()
	for _, x := range power.Names(c.family(), was, names) {
		old[x.Text]++
		classes[power.Of(c.family(), x.Text)]++
	}
	for _, x := range power.Names(c.family(), now, c.aliasesOf(now, names)) {
		class := power.Of(c.family(), x.Text)
		if old[x.Text]--; old[x.Text] >= 0 {
			classes[class]--
			continue
		}
		if o := c.allow(x, class, classes); o.state == Fail {
			return o
		}
	}
	return c.unheard(was, now)
}

// allow judges one use that the old text did not have at that place.
func (c *check) allow(x power.Name, class string, lost map[string]int) outcome {
	last := x.Text[strings.LastIndexAny(x.Text, ".:")+1:]
	head, _, _ := strings.Cut(strings.ReplaceAll(x.Text, "::", "."), ".")
	asked := containsWord(c.in.Target.Message, x.Text) || containsWord(c.in.Target.Message, last) && len(last) > 2 && last != c.subject(undefinedMessage) ||
		containsWord(c.in.Target.Message, head) && len(head) > 3 && head != "this"
	if class != "" {
		if lost[class]--; lost[class] >= 0 || asked || class == power.Surround && c.looksUpSecret(last) {
			return pass()
		}
		return fail(edits.RejectInjection, "line %d %s (%s), which the diagnostic does not ask for", x.Line+1, class, x.Text)
	}
	if c.family() != python || asked || head == "builtins" || !power.Guarded(x.Text) {
		return pass()
	}
	if containsWord(c.in.Project.Shown, last) || containsWord(c.before.Text(), last) {
		return pass()
	}
	return fail(edits.RejectInjection, "line %d uses %s, which neither the document nor the diagnostic names", x.Line+1, x.Text)
}

// disguised refuses names that are others after folding or unescaping.
func (c *check) disguised(was, now []tok) outcome {
	if l := c.veiled(); l >= 0 {
		return fail(edits.RejectUnicode, "line %d holds a comment that the compiler reads as code, or code that it reads as a comment", l+1)
	}
	had := map[string]bool{}
	for _, t := range was {
		had[t.Text] = true
	}
	for _, t := range now {
		if t.Kind != tokName || had[t.Text] {
			continue
		}
		if strings.Contains(t.Text, `\`) {
			return fail(edits.RejectUnicode, "line %d spells the name %s with escapes", t.Line+1, clip(t.Text, 30))
		}
		if directive.Folds(t.Text) {
			return fail(edits.RejectUnicode, "line %d spells the name %s with letters that stand for others (%s)", t.Line+1, clip(t.Text, 30), clip(directive.Fold(t.Text), 30))
		}
	}
	return pass()
}

// veiled is an added line whose comment is not what it looks like, -1 if there is
// none: Java reads \u000a as a line's end before it knows of comments (JLS 3.3),
// C joins a line that ends with a backslash to the next one (C23 5.1.1.2).
func (c *check) veiled() int {
	for _, l := range c.addedLines() {
		line := c.after.Line(l)
		switch c.before.Lang {
		case "java":
			if escapedSign.MatchString(c.comment(line)) {
				return l
			}
		case "c", "cpp":
			if t := strings.TrimRight(line, " \t"); strings.Contains(line, "//") && (strings.HasSuffix(t, `\`) || strings.HasSuffix(t, "??/")) {
				return l
			}
		}
	}
	return -1
}

var escapedSign = lazyre.New(`\\u+[0-9a-fA-F]{4}`)

// aliases are the names that the old document's imports bind, with what they
// stand for.
func (c *check) aliases() map[string]string {
	out := map[string]string{}
	f := c.oldFile()
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import {
			power.Imported(c.family(), tokens(f, f.Doc().LinesOf(n.Span), 0), out)
		}
	}
	return out
}

// aliasesOf adds what new tokens import.
func (c *check) aliasesOf(ts []tok, known map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range known {
		out[k] = v
	}
	power.Imported(c.family(), ts, out)
	return out
}

// unheard leaves a doubt where the new text imports what nobody knows here.
func (c *check) unheard(was, now []tok) outcome {
	if c.family() != python && c.family() != script || c.in.Lint != nil && typeChecker(c.in.Target.Tool) {
		return pass() // compilers and type checkers look for the module themselves
	}
	for _, m := range power.Modules(c.family(), now) {
		if slices.Contains(power.Modules(c.family(), was), m) || power.Standard(c.family(), m) || containsWord(c.in.Target.Message, m) && (c.in.Project.Module == nil || m != c.subject(undefinedMessage)) || containsWord(c.in.Project.Shown, m) ||
			c.documentImports(m) || c.in.Project.Module != nil && c.in.Project.Module(m) {
			continue
		}
		c.doubts = append(c.doubts, "adds import of "+clip(m, 40)+", which this project does not use")
	}
	return pass()
}

// documentImports reports whether the old document imports of the same package.
func (c *check) documentImports(m string) bool {
	f := c.oldFile()
	for _, n := range f.Nodes {
		if n.Kind == syntax.Import && slices.Contains(power.Modules(c.family(), tokens(f, f.Doc().LinesOf(n.Span), 0)), m) {
			return true
		}
	}
	return false
}
