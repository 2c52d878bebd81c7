package engine

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ownName is who reports what no tool has looked for: that a name is gone which another file
// of the project still imports.
const ownName = "fettle"

// leftBehind adds to the files of a change that they use a name which the change removed from its
// module, where no tool that sees more than one file at a time has looked at them: a linter says
// nothing of it, and the program ends in an ImportError. It is what a fix is held against, too.
func (e *Engine) leftBehind(ctx context.Context, c Edit) {
	for _, f := range c.Files {
		if !f.Changed() {
			continue
		}
		for _, name := range f.Gone() {
			for _, by := range e.Users(ctx, c.Root, f.After.Path, name) {
				c.left(f, name, by)
			}
		}
	}
}

// left has a file of a change say that it uses a name which another one lost.
func (c Edit) left(f *review.File, name, by string) {
	path := filepath.Join(c.Root, filepath.FromSlash(by))
	i := slices.IndexFunc(c.Files, func(u *review.File) bool { return u.After.Path == path && !u.Went })
	if i < 0 {
		return
	}
	user := c.Files[i]
	stub := f.After.Path + "i"
	stubbed := slices.ContainsFunc(c.Files, func(s *review.File) bool { return s.After.Path == stub && !s.Went })
	for tool := range user.Now {
		if seesAcross(tool, f.After.Lang) && !stubbed {
			return
		}
	}
	if span, there := mention(user.After, name); there {
		found := signal.Diagnostic{Tool: ownName, Code: "import", Severity: signal.Error, Span: span,
			Message: fmt.Sprintf("%s is not in %s any more", name, f.Name)}
		user.Now = with(user.Now, ownName, append(user.Now[ownName], found))
		user.Was = with(user.Was, ownName, nil)
	}
}

// seesAcross reports whether a tool reports in a file of a language what another one lost: of a Python module with a
// stub (m.pyi next to m.py), a type checker reads the stub.
func seesAcross(tool, lang string) bool {
	if lang == "python" {
		return signal.ChecksTypes(tool)
	}
	return tool == "tsc"
}

// mention returns where a text first imports or reaches for a name.
func mention(s text.Snapshot, name string) (text.Span, bool) {
	at := regexp.MustCompile(`(?m)^.*(?:\bimport\b|\brequire\b|\bfrom\b|\.).*?\b(` + regexp.QuoteMeta(name) + `)\b|\b(` +
		regexp.QuoteMeta(name) + `)\b`)
	best := text.Span{}
	for _, m := range at.FindAllStringSubmatchIndex(s.Text(), -1) {
		if m[2] >= 0 {
			return text.Span{Start: m[2], End: m[3]}, true
		}
		if best.End == 0 {
			best = text.Span{Start: m[4], End: m[5]}
		}
	}
	return best, best.End > 0 && !strings.Contains(s.Slice(best), "\n")
}
