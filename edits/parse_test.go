package edits

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
)

func TestNoWorse(t *testing.T) {
	before := syntax.Parse("python", "def f():\n    return 1\n")
	if !NoWorse(before)("def f():\n    return 2\n") {
		t.Error("a good text does not pass")
	}
	if before.Engine == syntax.TreeSitter && NoWorse(before)("def f(:\n    return (2\n") {
		t.Error("a broken text passes")
	}
	broken := syntax.Parse("python", "def f(:\n    return 1\n")
	if !NoWorse(broken)("def f(:\n    return 2\n") {
		t.Error("a broken text may stay broken")
	}
	if !NoWorse(nil)("(") {
		t.Error("without a syntax every text passes")
	}
}
