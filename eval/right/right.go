// Package right answers as a model would that knows the right text of a file.
package right

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// Serve starts a server whose model answers with the right text of the case at hand.
func Serve(now func() (lang, text string)) *testkit.Model {
	return testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		lang, code := now()
		return testkit.Reply{Text: "```" + lang + "\n" + code + "\n```\n"}, true
	})
}

// Part is the right text of the function that a prompt asks for, and all of it where
// none is named.
func Part(lang, text, prompt string) string {
	_, asked, ok := cutLast(prompt, " in question:\n```")
	if !ok {
		return text
	}
	_, asked, _ = strings.Cut(asked, "\n")
	asked, _, _ = strings.Cut(asked, "\n```")
	best, alike := text, -1
	right := syntax.Parse(lang, text)
	for _, n := range syntax.Parse(lang, asked).Nodes {
		if n.Kind != syntax.Function && n.Kind != syntax.Class || n.Name == "" {
			continue
		}
		for _, r := range right.Nodes {
			if r.Kind != n.Kind || r.Name != n.Name {
				continue
			}
			body := right.Doc().Slice(right.Doc().LinesSpan(r.Lines))
			same := 0
			for l := range strings.Lines(body) {
				if strings.Contains(asked, strings.TrimSpace(l)) {
					same++
				}
			}
			if same > alike {
				best, alike = body, same
			}
		}
		if alike >= 0 {
			return best
		}
	}
	return best
}

// cutLast cuts around the last instance of a separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
