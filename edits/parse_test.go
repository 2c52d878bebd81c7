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

// A method added at the end of a class is read with its class, also where what differs
// begins behind the blank line.
func TestMethodAtTheEnd(t *testing.T) {
	const class, rest = "class A:\n    def f(self):\n        return 1\n", "\n\ndef g():\n    return A()\n"
	before := syntax.Parse("python", class+rest)
	if !NoWorse(before)(class + "\n    def h(self):\n        return 2\n" + rest) {
		t.Error("a method is refused")
	}
	if NoWorse(before)(class + "\n      def h(self):\n        return 2\n" + rest) {
		t.Error("a method that fits no block is taken")
	}
}
