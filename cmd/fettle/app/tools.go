package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
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
			if tool := engine.Meant(tools, words[0]); tool != "" {
				hint = "did you mean --run " + tool + "? " + known
			}
			return WithHint(fmt.Errorf("--run %s: not a tool fettle knows", name), hint)
		}
	}
	return nil
}

// isCode reports whether a word is written like the code of a rule, capitals and a
// number (F401, SA4006) or words with hyphens (no-unused-vars), and not like the name
// of a tool.
func isCode(word string) bool {
	letters := strings.TrimRight(word, "0123456789")
	if letters != "" && letters != word && strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return true
	}
	return strings.Contains(word, "-") && word == strings.ToLower(word)
}

// CheckRules refuses rules of tools that fettle does not run: nothing would be
// found, and that would look as if nothing were wrong.
func (w *App) CheckRules(o Options) error {
	tools := w.Engine.Tools()
	for _, rule := range o.Rules {
		name, code, whole := strings.Cut(rule, "/")
		if whole {
			code = "/" + code
		}
		if _, ok := tools.Find(signal.Tool(name)); ok || signal.Tool(name) == "rustc" || !whole && isCode(name) &&
			engine.Meant(tools, name) == "" {
			continue
		}
		hint := "known: " + strings.Join(toolNames(tools), ", ")
		if tool := engine.Meant(tools, name); tool != "" {
			hint = "did you mean --rule " + tool + code + "?"
		}
		return WithHint(fmt.Errorf("--rule %s: %s is not a tool fettle knows", rule, name), hint)
	}
	return nil
}
