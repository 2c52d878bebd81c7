package fixer

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/signal"
)

// kept says why an import that nothing uses, or a value that the program may read,
// stays as it is where nobody but the user can tell whether that matters.
func (a *climb) kept() string {
	if a.p.Unsafe {
		return ""
	}
	if why := window.KeptImport(a.p.Snapshot, a.file, a.p.Diagnostic); why != "" {
		return "removing the import may change behaviour: " + why
	}
	if why := window.ReadAtRunTime(a.p.Snapshot, a.p.Diagnostic); why != "" {
		return "it may change behaviour: " + why
	}
	return ""
}

// missingStubs are mypy's words for a package without types, and what to install.
var missingStubs = lazyre.New(`types-[\w-]+`)

// notInstalled says what to install where a type checker does not find a module,
// "" for any other diagnostic. See mypy's "Missing imports", pyright's
// reportMissingImports.
func notInstalled(d signal.Diagnostic) string {
	switch d.Code {
	case "import-not-found", "import-untyped", "import", "reportMissingImports", "reportMissingModuleSource", "reportMissingTypeStubs", "unresolved-import":
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
	if strings.Contains(d.Message, "stub") && !strings.Contains(d.Message, "find implementation") || d.Code == "import-untyped" {
		return fmt.Sprintf("install stubs for %s if there are any (pip install types-%s), or tell %s that it has no types", top, top, d.Tool)
	}
	return fmt.Sprintf("install %s where %s runs, or correct the name", top, d.Tool)
}

var quotedModule = lazyre.New("[\"'`]([\\w.-]+)[\"'`]")
