package testkit

import (
	"os"
	"strings"
)

// Alone keeps the tests of a package to themselves; their TestMain calls it first.
// Model servers and keys that the developer's environment names are forgotten, and
// a panic that fettle survives ends the process, except after [Panics].
func Alone() {
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		for _, vendor := range []string{"OLLAMA_", "OPENAI_", "ANTHROPIC_"} {
			if strings.HasPrefix(name, vendor) {
				_ = os.Unsetenv(name)
			}
		}
	}
	_ = os.Setenv("FETTLE_BUGS", "fatal")
}
