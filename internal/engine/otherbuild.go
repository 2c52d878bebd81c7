package engine

import (
	"go/build"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// usedInOtherBuild returns a file of a Go package that build constraints leave out here, by its name or its
// constraints, and that uses one of some names, with the name. The paths of the package are relative to the root.
func (e *Engine) usedInOtherBuild(root, path string, packaged, names []string) (name, file string) {
	for _, s := range e.read(root, path, packaged, len(packaged)) {
		ok, err := build.Default.MatchFile(filepath.Dir(s.Path), filepath.Base(s.Path))
		if err != nil || ok {
			continue
		}
		for _, id := range syntax.Lexed("go", s.Text()).Identifiers(text.Span{End: s.Len()}) {
			if slices.Contains(names, id.Name) {
				return id.Name, filepath.Base(s.Path)
			}
		}
	}
	return "", ""
}
