package fixer

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/doubt"
	"github.com/fettle-dev/fettle/edits/imports"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// change returns what edits are to package doubt.
func (a *task) change(edits []text.Edit) doubt.Change {
	c := doubt.Change{Snapshot: a.p.Snapshot, File: a.file(), Finding: a.p.Diagnostic, Others: a.p.Others, Edits: edits}
	if a.p.Snapshot.Path == "" {
		return c
	}
	if a.ladder.Modules != nil && !a.foreseen {
		c.Project = elsewhere{a}
	}
	if known := a.ladder.Project; known != nil {
		c.Oldest = func() (int, string) { return known.Oldest(a.p.Root, a.p.Snapshot.Path) }
	}
	return c
}

// elsewhere is what an attempt knows of the document's project.
type elsewhere struct{ *task }

func (e elsewhere) Reads(what ...string) string {
	return e.ladder.Modules.Reading(e.p.Root, e.p.Snapshot.Path, what...)
}

func (e elsewhere) Defines(method string) string {
	type loaded struct{ root string }
	s := e.p.Snapshot
	files := s.Fact(loaded{e.p.Root}, func() any {
		c := imports.Change{Before: s}
		c.Program, c.Module = e.ladder.Modules.Program(e.p.Root, s.Path)
		methods := map[string]string{}
		for _, f := range c.Loaded() {
			for _, m := range doubt.Methods(f.Text) {
				methods[m] = filepath.Base(f.Path)
			}
		}
		return methods
	}).(map[string]string)
	return files[method]
}

func (e elsewhere) Replaces(name string) string {
	if e.ladder.Project == nil || e.p.Root == "" {
		return ""
	}
	type replaced struct{ root, name string }
	return e.p.Snapshot.Fact(replaced{e.p.Root, name}, func() any { // which may read a whole repository
		_, file := e.ladder.Project.Uses(context.Background(), e.p.Root, e.p.Snapshot.Path, []string{name})
		return file
	}).(string)
}

// importsDoubt says what the change of imports that some edits make is known to break, or why it may change behaviour.
func (a *task) importsDoubt(edits []text.Edit) (broken, may string) {
	if a.p.Snapshot.Lang != "python" || !a.touchesImports(edits) {
		return "", ""
	}
	c := imports.Change{Before: a.p.Snapshot, Edits: edits}
	root, path := a.p.Root, a.p.Snapshot.Path
	if known := a.ladder.Modules; known != nil && path != "" {
		c.Program, c.Module = known.Program(root, path)
		c.Looked = func(name string) string { return known.Looked(root, path, name) }
		c.Evaluates = func() string { return known.Evaluates(root, path) }
		c.Imported = func() string { return known.Imported(root, path) }
		c.Chained = func(module string) string { return known.Chained(root, path, module) }
	}
	if broken = c.Hidden(); broken != "" {
		return broken, ""
	}
	if may = c.Doubt(); may != "" && a.removesAdded(edits) {
		return "", ""
	}
	return "", may
}

// removesAdded reports whether edits remove or replace only what other fixes have just added, as where a tool
// wants an import under TYPE_CHECKING that a rule has made: nothing has relied on that text yet, so that even a
// fix which may change behaviour changes none that was there.
func (a *task) removesAdded(edits []text.Edit) bool {
	if a.p.Was.Path == "" {
		return false
	}
	type since struct{ was [sha256.Size]byte }
	added := a.p.Snapshot.Fact(since{a.p.Was.Hash()}, func() any {
		return diff.Added(a.p.Was, a.p.Snapshot)
	}).([]text.Span)
	some := false
	for _, e := range edits {
		if e.Span.Len() == 0 {
			continue
		}
		some = true
		if !slices.ContainsFunc(added, func(s text.Span) bool { return s.Start <= e.Span.Start && e.Span.End <= s.End }) ||
			a.boundBefore(e.Span) {
			return false
		}
	}
	return some
}

// boundBefore reports whether a part of the text names what its user's text imports or defines: it was only
// written in another way.
func (a *task) boundBefore(span text.Span) bool {
	type parsed struct{}
	was := a.p.Was.Fact(parsed{}, func() any { return syntax.Parse(a.p.Was.Lang, a.p.Was.Text()) }).(*syntax.File)
	return slices.ContainsFunc(a.file().Identifiers(span), func(id syntax.Identifier) bool {
		return slices.ContainsFunc(was.Bindings(id.Name), func(b syntax.Binding) bool {
			return b.Kind == syntax.BindImported || b.Kind == syntax.BindDefinition
		})
	})
}

// importLines is the fact of a text that says on which of its lines imports stand.
type importLines struct{}

// touchesImports reports whether edits change import statements, or add some.
func (a *task) touchesImports(edits []text.Edit) bool {
	held := a.p.Snapshot.Fact(importLines{}, func() any {
		lines := map[int]bool{}
		for i := range a.file().Imports() {
			for line := a.file().Nodes[i].Lines.Start; line < a.file().Nodes[i].Lines.End; line++ {
				lines[line] = true
			}
		}
		return lines
	}).(map[int]bool)
	for _, e := range edits {
		if strings.Contains(e.New, "import") {
			return true
		}
		lines := a.p.Snapshot.LinesOf(e.Span)
		for line := lines.Start; line < lines.End; line++ {
			if held[line] {
				return true
			}
		}
	}
	return false
}

// missingStubs are mypy's words for a package without types, and what to install.
var missingStubs = lazyre.New(`types-[\w-]+`)

// notInstalled says what to install where a type checker does not find a module,
// "" for any other diagnostic. See mypy's "Missing imports", pyright's
// reportMissingImports.
func notInstalled(d signal.Diagnostic) string {
	switch d.Code {
	case "import-not-found", "import-untyped", "import", "reportMissingImports", "reportMissingModuleSource",
		"reportMissingTypeStubs", "unresolved-import":
	default:
		return ""
	}
	module := quotedModule.FindStringSubmatch(d.Message)
	if module == nil {
		return ""
	}
	top, _, _ := strings.Cut(module[1], ".")
	if stubs := missingStubs.FindString(d.Message); stubs != "" {
		return fmt.Sprintf("install %s (pip install %s) where %s runs", stubs, stubs, d.Tool)
	}
	if strings.Contains(d.Message, "stub") && !strings.Contains(d.Message, "find implementation") ||
		d.Code == "import-untyped" {
		return fmt.Sprintf("install stubs for %s if there are any (pip install types-%s), or tell %s that it has no types",
			top, top, d.Tool)
	}
	return fmt.Sprintf("install %s where %s runs, or correct the name", top, d.Tool)
}

var quotedModule = lazyre.New("[\"'`]([\\w.-]+)[\"'`]")
