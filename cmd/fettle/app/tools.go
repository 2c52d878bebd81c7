package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

func toolNames(tools linter.Set) []string {
	var names []string
	for _, s := range tools.Specs() {
		names = append(names, s.Name)
	}
	return names
}

// checkTools refuses names of --run that are no tools.
func (su *Setup) checkTools(tools linter.Set) error {
	known := "known: " + strings.Join(toolNames(tools), ", ")
	for _, name := range su.Run {
		words := strings.Fields(name)
		if len(words) == 0 {
			return WithHint(errors.New("--run names no tool"), known)
		}
		if _, _, ok := tools.Named(name); !ok {
			hint := known
			for _, tool := range toolNames(tools) {
				if config.Near(tool, words[0]) {
					hint = "did you mean --run " + tool + "? " + known
				}
			}
			return WithHint(fmt.Errorf("--run %s: not a tool fettle knows", name), hint)
		}
	}
	return nil
}
