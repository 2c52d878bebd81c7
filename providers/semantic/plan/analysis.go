package plan

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// Action is what the user wants to do.
type Action string

// The actions, in the order in which ties are broken.
const (
	Debug    Action = "debug"
	Refactor Action = "refactor"
	Create   Action = "create"
	Modify   Action = "modify"
	Explain  Action = "explain"
	Search   Action = "search"
)

// Scope is how wide a question is.
type Scope string

// The scopes.
const (
	Focused  Scope = "focused"  // one symbol or place
	Module   Scope = "module"   // a part of the code
	Codebase Scope = "codebase" // everything
)

// Complexity is how much a question asks for.
type Complexity string

// The complexities.
const (
	Simple  Complexity = "simple"
	Medium  Complexity = "medium"
	Complex Complexity = "complex"
)

// Intent is what the heuristics read out of a question.
type Intent struct {
	Action     Action
	Scope      Scope
	Complexity Complexity
	Keywords   []string // words that are no stop words, in order
	Entities   []string // names of code: `x`, CamelCase, snake_case, a.b, f(), paths
	Synonyms   []string
	Tests      bool // the text asks for tests
	Structure  bool // the text asks how things hang together
}

// actions lists the words of each action, in tie order.
var actions = [...]struct {
	action Action
	words  string
}{
	{Debug, "fix bug error crash fail fails failing broken wrong panic exception traceback debug diagnose"},
	{Refactor, "refactor rename extract move split inline simplify clean deduplicate restructure"},
	{Create, "implement add create introduce write generate build scaffold"},
	{Modify, "change update modify make set replace remove delete convert improve use bump"},
	{Explain, "explain why what how describe understand document"},
	{Search, "find where search list show locate which who"},
}

var (
	quoted    = lazyre.New("`([^`\n]{1,120})`|\"([^\"\n]{1,120})\"|'([A-Za-z_][^'\n ]{0,80})'")
	names     = lazyre.New(`[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.|->)[\p{L}_$][\p{L}\p{N}_$]*)*(\(\))?`)
	pathLike  = lazyre.New(`^[\w.@-]+(?:/[\w.@-]+)+$|^[\w-]+\.(?:py|go|rs|tsx?|jsx?|mjs|java|rb|sql|toml|json|ya?ml)$`)
	wordSplit = lazyre.New(`[\p{L}\p{N}_$']+`)
	structure = lazyre.New(`(?i)\b(entry ?points?|how does (it|this|the \w+) (start|begin)|overall|architecture` +
		`|overview|bootstrap|main (program|loop|package))\b|\bhow does (it|this|the ` +
		`(program|app|application|project|server|service|tool|library|system|package|code)) work\W*$`)
	testWords = lazyre.New(`(?i)\b(tests?|specs?|fixtures?|test coverage) (for|of|that|which|covering|in)\b|^\s*(write` +
		`|where|which|what|find|list|show|explain|how)\b.*\b(tests?|specs?|fixtures?)\b`)
	wide   = lazyre.New(`(?i)\b(all|every|everywhere|across|project|codebase|whole|entire)\b`)
	joined = lazyre.New(`(?i)\b(and|then|also|plus)\b`)
)

// Analyze reads a question. definers returns how many definitions a name has in the workspace; positioned says that a
// place is passed too.
func Analyze(text string, definers func(string) int, positioned bool) Intent {
	words := wordSplit.FindAllString(text, -1)
	in := Intent{Action: action(words), Entities: entities(text), Tests: testWords.MatchString(text),
		Structure: structure.MatchString(text)}
	for _, w := range words {
		if l := strings.ToLower(strings.Trim(w, "'")); len(l) >= 2 && !index.IsStop(l) && !slices.Contains(in.Keywords, l) {
			in.Keywords = append(in.Keywords, l)
		}
	}
	for _, w := range in.Keywords {
		for _, s := range synonyms[w] {
			if !slices.Contains(in.Keywords, s) && !slices.Contains(in.Synonyms, s) {
				in.Synonyms = append(in.Synonyms, s)
			}
		}
	}
	resolved, few := false, false
	for _, e := range in.Entities {
		if definers == nil {
			break
		}
		n := definers(Last(e))
		resolved = resolved || n > 0
		few = few || n > 0 && n <= 3
	}
	// A qualified name or a call means one thing, whether it is known or not.
	named := definers == nil && len(in.Entities) > 0
	switch {
	case wide.MatchString(text):
		in.Scope = Codebase
	case positioned || few || named:
		in.Scope = Focused
	case in.Action == Create && !resolved:
		in.Scope = Codebase
	default:
		in.Scope = Module
	}
	if positioned {
		in.Scope = Focused
	}
	points := 0
	for _, yes := range []bool{len(words) > 25, len(in.Entities) >= 3, len(joined.FindAllString(text, -1)) >= 2,
		in.Scope == Codebase, in.Action == Create || in.Action == Refactor} {
		if yes {
			points++
		}
	}
	switch {
	case points >= 3:
		in.Complexity = Complex
	case points == 2:
		in.Complexity = Medium
	default:
		in.Complexity = Simple
	}
	return in
}

// action returns the action of the first verb within three words, else the one with most
// words.
func action(words []string) Action {
	for _, w := range words[:min(3, len(words))] {
		if a, ok := actionOf(w); ok {
			return a
		}
	}
	hits := map[Action]int{}
	for _, w := range words {
		if a, ok := actionOf(w); ok {
			hits[a]++
		}
	}
	best := Modify
	for _, a := range actions {
		if hits[a.action] > hits[best] {
			best = a.action
		}
	}
	return best
}

// actionOf returns the action that a verb says, in any form of it.
func actionOf(word string) (Action, bool) {
	word = strings.ToLower(word)
	for _, a := range actions {
		for v := range strings.FieldsSeq(a.words) {
			switch word {
			case v, v + "s", v + "es", v + "d", v + "ed", v + "ing", strings.TrimSuffix(v, "e") + "ing":
				return a.action, true
			}
		}
	}
	return "", false
}

// entities returns the names of code in a text, in order, each once.
func entities(text string) []string {
	var out []string
	add := func(s string) {
		s = strings.TrimSuffix(strings.TrimSpace(s), "()")
		if len(s) >= 2 && len(s) <= 120 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, m := range quoted.FindAllStringSubmatch(text, -1) {
		inner := m[1] + m[2] + m[3]
		if names.FindString(inner) == inner || pathLike.MatchString(inner) {
			add(inner)
		}
	}
	for _, f := range strings.Fields(text) {
		if f = strings.Trim(f, "`'\",;:()[]!?"); pathLike.MatchString(strings.TrimSuffix(f, ".")) {
			add(strings.TrimSuffix(f, "."))
		}
	}
	for _, loc := range names.FindAllStringIndex(text, -1) {
		w := text[loc[0]:loc[1]]
		inner := strings.TrimSuffix(w, "()")
		if slices.ContainsFunc(out, func(e string) bool {
			return e != inner && strings.Contains(e, inner) &&
				pathLike.MatchString(e)
		}) {
			continue
		}
		if strings.HasSuffix(w, "()") || isName(inner) || capitalised(text, loc[0], inner) {
			add(inner)
		}
	}
	return out
}

// isName reports whether a word has the form of a name in code.
func isName(w string) bool {
	if strings.Contains(w, "::") || strings.Contains(w, "->") {
		return true
	}
	if i := strings.IndexByte(w, '.'); i > 0 && i < len(w)-1 && !abbreviation(w) {
		return true
	}
	if strings.Contains(strings.Trim(w, "_"), "_") {
		return true
	}
	upper, lower, inner := 0, 0, false
	for i, r := range w {
		switch {
		case unicode.IsUpper(r):
			upper++
			inner = inner || i > 0 && lower > 0
		case unicode.IsLower(r):
			lower++
		}
	}
	return inner
}

// abbreviation reports whether a word is "e.g" or "i.e", and no qualified name.
func abbreviation(w string) bool {
	for part := range strings.SplitSeq(w, ".") {
		if len(part) > 1 {
			return false
		}
	}
	return true
}

// capitalised reports whether a word begins with a capital, as User, and no sentence with it.
func capitalised(text string, at int, w string) bool {
	r := []rune(w)
	if len(r) < 3 || !unicode.IsUpper(r[0]) || !unicode.IsLower(r[1]) {
		return false
	}
	before := strings.TrimRight(text[:at], " \t\"'`(")
	return before != "" && !strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "!") &&
		!strings.HasSuffix(before, "?") &&
		!strings.HasSuffix(before, ":") && !strings.HasSuffix(before, "\n") && !index.IsStop(w)
}

// Last returns the last part of a qualified name.
func Last(entity string) string {
	if i := strings.LastIndexAny(entity, ".:>/"); i >= 0 {
		return entity[i+1:]
	}
	return entity
}
