package engine

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Judges returns the tools that have a say in every fix of a document: those that judge
// its language and may run here, also where others alone were named to report. One
// that may not run (the folder is not trusted, the project does not use it, it is
// switched off) speaks about its own findings only.
func (e *Engine) Judges(s text.Snapshot) verify.Judges {
	names := e.runner.Names(s)
	if slices.Contains(names, "ruff") {
		names = append(names, linter.Floor)
	}
	return verify.Judges{Counts: refusesFix,
		Tools: slices.DeleteFunc(names, func(name string) bool { return !judging(name) })}
}

// Looking lists the tools that look at a document or at fixes of it: those that
// report, and those that have a say.
func (e *Engine) Looking(s text.Snapshot) []string {
	return slices.DeleteFunc(e.runner.Names(s), func(name string) bool { return !judging(name) && !e.named(name) })
}

// Unheard lists the judges of a document's project that may not run here, as the
// folder is not trusted.
func (e *Engine) Unheard(s text.Snapshot) []string {
	return slices.DeleteFunc(e.runner.Held(s), func(name string) bool { return !judging(name) })
}

// Held lists the tools of a document that would report on it if its folder were
// trusted: [linter.Runner.Held].
func (e *Engine) Held(s text.Snapshot) []string { return e.runner.Held(s) }

// LeaveOut has ESLint leave out what it ignores from a folder: [linter.Runner.LeaveOut].
func (e *Engine) LeaveOut(ctx context.Context, top string, paths []string) []linter.LeftOut {
	return e.runner.LeaveOut(ctx, top, paths)
}

// silent returns the judges of a document that do not report: others were named for that.
func (e *Engine) silent(s text.Snapshot) []string {
	return slices.DeleteFunc(e.Judges(s).Tools, func(name string) bool { return name != linter.Floor && e.named(name) })
}

// ask returns what the judges that do not report say of files as they are, by tool and
// path: what they say of the fixes is compared with that. One that cannot say has
// its error.
func (e *Engine) ask(ctx context.Context, session *linter.Session, root string,
	all []text.Snapshot) (map[string]map[string][]signal.Diagnostic, map[string]error) {
	files := map[string][]text.Snapshot{}
	for _, s := range all {
		for _, tool := range e.silent(s) {
			files[tool] = append(files[tool], s)
		}
	}
	said, failed := map[string]map[string][]signal.Diagnostic{}, map[string]error{}
	for _, tool := range slices.Sorted(maps.Keys(files)) {
		in := linter.Texts{Root: root, Files: files[tool], Changed: e.opened(files[tool])}
		out, err := e.over(ctx, session, tool, in, in.Files)
		if err != nil {
			if tool != linter.Floor { // it stands for nobody's findings
				failed[tool] = err
			}
			continue
		}
		said[tool] = out
	}
	return said, failed
}

// owner returns the name of the tool that returns a tool's findings: clippy's run has
// those of rustc.
func (e *Engine) owner(tool string) string {
	if spec, ok := e.tools.Find(tool); ok {
		return spec.Name
	}
	return tool
}

// judging reports whether a tool has a say in every fix of its language, where it
// runs in the project: what they report as an error is wrong, whatever the project
// asks for.
func judging(tool string) bool {
	return signal.ChecksTypes(tool) || slices.Contains([]string{"ruff", linter.Floor, "go", "go vet", "tsc", "clippy"},
		tool)
}

// refusesFix reports whether a new finding of a judge refuses a fix for another tool.
// Of ruff's rules those of pyflakes and of the parser are about errors, the others
// about taste (https://docs.astral.sh/ruff/rules/).
func refusesFix(d signal.Diagnostic) bool {
	switch d.Tool {
	case "ruff":
		return strings.HasPrefix(d.Code, "F") && !strings.HasPrefix(d.Code, "F4") && !strings.HasPrefix(d.Code, "F84") &&
			onlyDigits(d.Code[1:]) ||
			strings.HasPrefix(d.Code, "E9") || d.Code == "invalid-syntax"
	case "go vet":
		return true
	}
	return d.Severity == signal.Error
}

func onlyDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
