package golang

import (
	"path"
	"testing"
)

// No two packages are known by one name, and those that share theirs are not.
func TestGoPackages(t *testing.T) {
	seen := map[string]string{"rand": "crypto/rand, math/rand", "template": "html/template, text/template",
		"scanner": "go/scanner, text/scanner",
		"pprof":   "net/http/pprof, runtime/pprof"}
	for _, p := range goPackages {
		base := path.Base(p)
		if seen[base] != "" {
			t.Errorf("%s and %s", p, seen[base])
		}
		seen[base] = p
	}
}
