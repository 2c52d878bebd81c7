package app

import (
	"fmt"
	"testing"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// TestHintOfATool says in flags and commands what helps a tool.
func TestHintOfATool(t *testing.T) {
	for want, e := range map[string]linter.Error{
		"":                                       {Kind: linter.ErrFailed},
		"pip install mypy; or pipx install mypy": {Hint: "pip install mypy; or pipx install mypy"},
		"trust the folder with `fettle trust`":   {Step: linter.StepTrust},
		"it has 6 s; name fewer files, or run it by hand to see why it takes so long":                                          {Hint: "it has 6 s", Step: linter.StepMoreTime},
		"it has 6 s; give it more (--set timeouts.linter=24), name fewer files, or run it by hand to see why it takes so long": {Hint: "it has 6 s", Step: linter.StepMoreTime, Setting: "timeouts.linter=24"},
		"mypy can run code of the workspace; trust the folder with `fettle trust`":                                             {Hint: "mypy can run code of the workspace", Step: linter.StepTrust},
		"name its format with --input-format, or let the tool write SARIF":                                                     {Step: linter.StepNameFormat},
		"of a tool that prints nothing where it finds nothing, name the format with --input-format":                            {Step: linter.StepNameSilent},
	} {
		if got := HintOf(fmt.Errorf("wrapped: %w", &e)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
