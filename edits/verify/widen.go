package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/directive"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// widened says how the new text makes a type so wide that no checker can object,
// "" if it does not. A name that was so wide before may stay so.
func (c *check) widened() string {
	was, now := c.allTokens()
	if what := c.looser(was, now); what != "" {
		return what
	}
	switch c.family() {
	case python:
		return c.widenedPython(was, now)
	case script:
		return c.widenedScript(was, now)
	case golang:
		if widest(now) > widest(was) {
			return "the type any"
		}
	case rust, plain:
	}
	return ""
}

// widest counts uses of Go's type that holds everything.
func widest(ts []tok) int {
	n := 0
	for i := range ts {
		switch {
		case is(ts, i, "interface") && is(ts, i+1, "{") && is(ts, i+2, "}"):
			n++
		case is(ts, i, "any") && !is(ts, i-1, ".") && !is(ts, i+1, ":=", "=", ".") && !(isName(ts, i-1) && is(ts, i-2, "[", ",") && is(ts, i+1, "]", ",")):
			n++
		}
	}
	return n
}

// everything are the Python types that fit everything.
var everything = []string{"Any", "Incomplete", "Never", "NoReturn"}

func (c *check) widenedPython(was, now []tok) string {
	names := slices.Clone(everything)
	for _, ts := range [][]tok{was, now} {
		for i := range ts {
			if is(ts, i, "Any") && is(ts, i+1, "as") && isName(ts, i+2) {
				names = append(names, ts[i+2].Text)
			}
		}
	}
	wide := func(ts []tok) (top, inner, brackets int) {
		for i, t := range ts {
			switch {
			case is(ts, i, "["):
				brackets++
			case t.Kind == tokString && anyString.MatchString(t.Text):
				top++
			case t.Kind == tokName && slices.Contains(names, t.Text) && !imported(ts, i) && !is(ts, i+1, "("):
				if nested(ts, i) {
					inner++
				} else if !is(ts, i-1, "->") || !is(ts, i, "Never", "NoReturn") {
					top++
				}
			}
		}
		return top, inner, brackets
	}
	t0, i0, b0 := wide(was)
	t1, i1, b1 := wide(now)
	switch {
	case t1 > t0:
		return "the type Any"
	case i1 > i0 && b1 <= b0:
		return "the type Any inside another"
	}
	return unannotated(was, now, "def")
}

// anyString is an annotation in quotes that fits everything.
var anyString = lazyre.New(`^["'](?:\w+\.)?Any["']$`)

// imported reports whether token i stands in an import statement.
func imported(ts []tok, i int) bool {
	for j := i; j >= 0 && ts[j].Line >= ts[i].Line-20; j-- {
		if is(ts, j, "import") {
			return true
		}
		if !isName(ts, j) && !is(ts, j, ",", "(", ".", "*") {
			return false
		}
		if ts[j].Line != ts[i].Line && !is(ts, j, ",", "(") {
			return false
		}
	}
	return false
}

// nested reports whether token i is the argument of a type other than a choice.
func nested(ts []tok, i int) bool {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch {
		case is(ts, j, "]", ")"):
			depth++
		case is(ts, j, "(", "{"):
			if depth == 0 {
				return false
			}
			depth--
		case is(ts, j, "["):
			if depth == 0 {
				return !is(ts, j-1, "Optional", "Union", "Annotated", "ClassVar", "Final")
			}
			depth--
		}
	}
	return false
}

// unannotated says which name lost its annotation: checkers leave code without
// annotations alone.
func unannotated(was, now []tok, keyword string) string {
	old, fresh := parameters(was, keyword), parameters(now, keyword)
	for name, annotated := range old {
		if stays, ok := fresh[name]; ok && annotated && !stays {
			return "no type for " + name
		}
	}
	if token.Count(was, keyword) == token.Count(now, keyword) && token.Count(was, "->") > token.Count(now, "->") && keyword == "def" {
		return "no type for the result"
	}
	return ""
}

// parameters are the parameters in signatures, and whether each is annotated.
func parameters(ts []tok, keyword string) map[string]bool {
	out := map[string]bool{}
	for i := range ts {
		if !is(ts, i, keyword) || !isName(ts, i+1) || !is(ts, i+2, "(") {
			continue
		}
		depth := 1
		for j := i + 3; j < len(ts) && depth > 0; j++ {
			switch {
			case is(ts, j, "(", "[", "{"):
				depth++
			case is(ts, j, ")", "]", "}"):
				depth--
			case depth == 1 && isName(ts, j) && is(ts, j-1, "(", ",", "*", "**"):
				out[ts[j].Text] = is(ts, j+1, ":") || is(ts, j+1, "?") && is(ts, j+2, ":")
			}
		}
	}
	return out
}

// docAny is a JSDoc type that fits everything; TypeScript takes Object and
// Function for any in JavaScript. See its "JSDoc Reference".
var docAny = lazyre.New(`@(?:type|param|returns?|typedef|property|prop|template|satisfies|this|enum|arg|argument|yields)\b[^@]*\{[^}]*(?:\bany\b|\*|\bfunction\b|\bobject\b|^\?$)[^}]*\}`)

// anyStill reports whether token i is any by another name, or the type that nothing
// has and that any value of type any fits.
func anyStill(ts []tok, i int) bool {
	return is(ts, i, "never", "Function") && is(ts, i-1, ":") ||
		is(ts, i, "typeof") && is(ts, i-1, "<") && is(ts, i-2, "ReturnType", "Awaited", "Parameters", "InstanceType")
}

// aboutAny are messages about a type that is any.
var aboutAny = lazyre.New(`\bany\b`)

func (c *check) widenedScript(was, now []tok) string {
	wide := func(ts []tok) (n int) {
		for i := range ts {
			switch {
			case is(ts, i, "any") && is(ts, i-1, ":", "as", "<", "|", ",", "&", "=>", "?", "(", "=", "satisfies") && !is(ts, i+1, "(", ":", "."):
				n++
			case is(ts, i, "never", "unknown", "Function", "Object") && is(ts, i-1, "as", "<") && !is(ts, i+1, "["):
				n++
			case is(ts, i, "Object") && is(ts, i+1, "(") && !is(ts, i-1, "new", ".") && typeChecker(c.in.Target.Tool):
				n++
			case is(ts, i, "JSON") && is(ts, i+2, "parse") && strings.HasPrefix(c.before.Lang, "typescript") && typeChecker(c.in.Target.Tool):
				n++ // its result is any
			case is(ts, i, "[") && i+1 < len(ts) && token.Inside(ts[i+1]) == "prototype" && is(ts, i+2, "]") && isName(ts, i-1):
				n++ // so is this
			}
		}
		return n
	}
	if wide(now) > wide(was) || aboutAny.MatchString(c.in.Target.Message) && more(was, now, anyStill) {
		return "a type that fits everything"
	}
	p := c.changedPart()
	docs := func(which bool) (n int) {
		for _, h := range c.hunks {
			f, l, s := c.oldFile(), h.Old, c.before
			if which {
				f, l, s = p.file, text.Lines{Start: max(0, h.New.Start-p.now.Start), End: max(0, h.New.End-p.now.Start)}, p.file.Doc()
			}
			for _, q := range f.Comments(s.LinesSpan(l)) {
				n += len(docAny.FindAllString(directive.Fold(s.Slice(q)), -1))
			}
		}
		return n
	}
	if docs(true) > docs(false) {
		return "a JSDoc type that fits everything"
	}
	return unannotated(was, now, "function")
}

// typeChecker reports whether a tool checks types.
func typeChecker(tool string) bool {
	switch tool {
	case "mypy", "pyright", "basedpyright", "pyre", "ty", "pyrefly", "tsc", "typescript", "ts", "flow", "vtsls":
		return true
	}
	return false
}
