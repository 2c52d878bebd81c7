package rules

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// missingOverride adds the modifier that tsc asks for, before the words that
// have to stand behind it.
func missingOverride(p Problem) ([]text.Edit, error) {
	s := p.Snapshot
	n, line, at := p.line()
	insert := at
	for {
		before := strings.TrimRight(line[:insert], " \t")
		word := before[strings.LastIndexAny(before, " \t*;{}()/")+1:]
		switch {
		case strings.HasSuffix(before, "*") && !strings.HasSuffix(before, "**"):
			insert = len(before) - 1
			continue
		case word == "async" || word == "readonly" || word == "get" || word == "set" || word == "accessor":
			insert = len(before) - len(word)
			continue
		case word == "override":
			return nil, decline("the modifier stands there already")
		case before != "" && !strings.HasSuffix(before, ";") && !strings.HasSuffix(before, "{") && !strings.HasSuffix(before, "}") &&
			word != "public" && word != "protected" && word != "private" && word != "static" && word != "declare" && word != "abstract":
			return nil, decline("what stands before the name is no modifier")
		}
		return []text.Edit{insertAt(s.LineStart(n)+insert, "override ")}, nil
	}
}
