package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestPlainWords: what the program says has no words in it that only its source
// explains. Prompts, and what a model is told about its answer, are no prose for
// people; edits/fixer translates what of that is shown.
func TestPlainWords(t *testing.T) {
	root, seen := moduleRoot(t), 0
	for _, dir := range []string{"aggregator", "cmd/fettle", "edits/fixer", "edits/verify", "internal/child", "internal/config", "internal/egress", "internal/engine",
		"internal/model", "lsp", "providers"} {
		stringsOf(t, filepath.Join(root, dir), func(at, said string) {
			if !strings.Contains(strings.TrimSpace(said), " ") || notProse.MatchString(said) {
				return
			}
			seen++
			if word := testkit.Insiders(said); word != "" {
				t.Errorf("%s: %q in %q", at, word, said)
			}
		})
	}
	if seen < 1000 {
		t.Errorf("%d texts were looked at", seen)
	}
}

// notProse are texts for models or machines: lists of words, window expressions of the
// settings and what a model is told.
var notProse = regexp.MustCompile(`^(?:\w+(?: \w+)+,\s+){10}|^(stmt|compound|function|class|try|imprun|file|lines)\b[~(+ ]|^window %q: unknown|^toml:|^(the|in two|no|EDIT) windows?( of this request)?$|` +
	`^the windows (hold|of)|as the window shows them|for example .function \+I`)
