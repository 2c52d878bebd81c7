package scan

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// The ways in which other languages name what they use.
var (
	javaImport  = lazyre.New(`^\s*import\s+(?:static\s+)?([\w.]+(?:\.\*)?)\s*;?\s*$`)
	includeLine = lazyre.New(`^\s*#\s*(?:include|import)\s*["<]([^">]+)[">]`)
	usingLine   = lazyre.New(`^\s*(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)\s*;`)
	packageLine = lazyre.New(`^\s*(?:package|namespace)\s+([\w.]+)\s*[;{]?\s*$`)
	requireLine = lazyre.New(`^\s*(require|require_relative|load)[\s(]+["']([^"']+)["']`)
)

// otherImports finds the imports of Java, C, C++, C#, Ruby and their like, one
// to a line, and the package or namespace of the file.
func (s *Text) otherImports() {
	for i := range s.Starts {
		raw := s.raw(i)
		if !mayImport(strings.TrimLeft(raw, " \t")) || len(s.line(i)) == 0 { // a comment is blank
			continue
		}
		spec := ""
		switch m := firstMatch(raw, includeLine, javaImport, usingLine); {
		case m != nil:
			spec = m[1]
		default:
			if m := requireLine.FindStringSubmatch(raw); m != nil && s.fam == Hashes {
				if spec = m[2]; m[1] == "require_relative" && !strings.HasPrefix(spec, ".") {
					spec = "./" + spec
				}
			} else if m := packageLine.FindStringSubmatch(raw); m != nil && s.Package == "" {
				s.Package = m[1]
			}
		}
		if spec == "" {
			continue
		}
		name := strings.TrimSuffix(spec, ".*")
		s.Imports = append(s.Imports, Import{Spec: spec, Names: []string{name[strings.LastIndexAny(name, "./")+1:]}, Line: i})
	}
}

// mayImport reports whether a line begins as those that are looked for do.
func mayImport(line string) bool {
	for _, word := range []string{"import", "#", "using", "global", "package", "namespace", "require", "load"} {
		if strings.HasPrefix(line, word) {
			return true
		}
	}
	return false
}

func firstMatch(line string, list ...*lazyre.Regexp) []string {
	for _, re := range list {
		if m := re.FindStringSubmatch(line); m != nil {
			return m
		}
	}
	return nil
}
