package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestOtherConfiguration: a name that another configuration uses is not taken, nor that
// it can be changed; one that no attribute speaks of is.
func TestOtherConfiguration(t *testing.T) {
	const src = "use std::collections::{BTreeMap, HashSet};\nuse std::path::PathBuf;\n\n#[cfg(windows)]\npub fn home() -> PathBuf { PathBuf::new() }\n\n" +
		"pub fn retry(n: u32) -> u32 {\n    let mut tries = n;\n    let mut other = n;\n    #[cfg(feature = \"extra\")]\n    {\n        tries += 1;\n    }\n    tries + other\n}\n"
	s := text.File("/p/src/lib.rs", "rust", src)
	file := syntax.Parse("rust", src)
	for old, kept := range map[string]bool{"use std::path::PathBuf;\n": true, "BTreeMap, ": false, "mut tries": true, "mut other": false} {
		at := strings.Index(src, old)
		e := text.Edit{Span: text.Span{Start: at, End: at + len(old)}}
		if strings.HasPrefix(old, "mut ") {
			e.Span.End = at + len("mut ")
		}
		if why := (Change{Snapshot: s, File: file, Edits: []text.Edit{e}}).Broken(); (why != "") != kept {
			t.Errorf("%q: %q", old, why)
		}
	}
}

// TestMasked: whether an import is needed by a directive is not known as long as the
// compiler stops before it looks.
func TestMasked(t *testing.T) {
	const src = "package g\n\nimport \"embed\"\n\n//go:embed a.txt\nvar text string\n\nvar x = nope\n"
	at := strings.Index(src, "import")
	gone := []text.Edit{{Span: text.Span{Start: at, End: at + len("import \"embed\"\n")}}}
	stops := signal.Diagnostic{Tool: "go", Code: "UndeclaredName", Severity: signal.Error, Span: text.Span{Start: len(src) - 5, End: len(src) - 1}}
	for _, tt := range []struct {
		src    string
		others []signal.Diagnostic
		want   bool
	}{{src, []signal.Diagnostic{stops}, true}, {src, nil, false}, {strings.Replace(src, "//go:embed", "// go:embed", 1), []signal.Diagnostic{stops}, false}} {
		c := Change{Snapshot: text.File("/p/a.go", "go", tt.src), File: syntax.Parse("go", tt.src), Others: tt.others,
			Finding: signal.Diagnostic{Code: "UnusedImport"}, Edits: gone}
		if why := c.Broken(); (why != "") != tt.want {
			t.Errorf("%q with %d errors: %q", tt.src, len(tt.others), why)
		}
	}
}
