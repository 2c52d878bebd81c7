package newer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

const unions, types39 = "`X | Y` for types", "[…] as a type"

// quoted notes the forms of a type that stands in a string.
func (r *reader) quoted(s *pytree.Stmt, i int) {
	if r.deferred || !r.annotated(s, i) {
		return
	}
	body := r.t.Tokens[i].Literal().Body
	if strings.Contains(body, " | ") {
		r.add(10, unions)
	}
	for _, m := range genericInText.FindAllStringSubmatch(body, -1) {
		r.add(9, m[1]+types39)
	}
}

var (
	genericInText = lazyre.New(`(?:^|[^.\w])(list|dict|set|tuple|frozenset|type|deque|defaultdict)\[`)
	olderUnion    = lazyre.New(`\b(?:Optional|Union)\[`)
	olderGeneric  = lazyre.New(`\b(?:List|Dict|Set|Tuple|FrozenSet|Type|DefaultDict|Deque)\b`)
)

// besideOlder reports whether a text has the older form of a type that no program
// evaluates; of anything else it does not matter.
func besideOlder(what, before string) bool {
	switch {
	case what == unions:
		return olderUnion.MatchString(before)
	case strings.HasSuffix(what, types39):
		return olderGeneric.MatchString(before)
	}
	return true
}

// takesTypes reports whether a class of the standard library takes types in brackets
// only since 3.9.
func takesTypes(full string) bool {
	module, name, _ := strings.Cut(full, ".")
	return module == "collections" && name != "" || strings.HasPrefix(full, "contextlib.Abstract") || full == "re.Pattern" || full == "re.Match" || full == "queue.Queue" || full == "os.PathLike"
}

// typeAt reports whether the operand that ends or begins at a token is a type: None,
// one that is built in, or one of the modules for types. Others may be sets or flags.
func (r *reader) typeAt(i, step int) bool {
	if step < 0 && r.at(i, "]") { // Dict[str, int]
		i = r.t.Tokens[i].In - 1
	}
	if i < 0 || i >= len(r.t.Tokens) || r.t.Tokens[i].Kind != pytree.Name {
		return false
	}
	if full, bound := r.names[r.t.Tokens[i].Text]; bound && full != "collections" {
		module, _, _ := strings.Cut(full, ".")
		return module == "typing" || module == "typing_extensions" || strings.HasPrefix(full, "collections.abc.")
	}
	if step < 0 && r.at(i-1, ".") {
		return r.typeAt(i-2, step)
	}
	return slices.Contains(types, r.t.Tokens[i].Text) && !r.at(i+1, ".", "(")
}

var types = strings.Fields("None int str float bytes bool list dict set tuple object complex frozenset type bytearray")

// annotated reports whether a token stands in a type behind ":" or "->".
func (r *reader) annotated(s *pytree.Stmt, i int) bool {
	ts := r.t.Tokens
	levels := []int{i} // the token, and the square brackets around it
	for in := ts[i].In; in >= 0 && ts[in].Is("["); in = ts[in].In {
		levels = append(levels, in)
	}
	// From the outermost on: of a long list nothing else has to be looked through.
	for k, i := range slices.Backward(levels) {
		typed, told := r.typedAt(s, i)
		if told && !typed || k == len(levels)-1 && !typed {
			return false
		}
	}
	return true
}

// typedAt reports whether a token stands behind ":" or "->" in what its innermost
// bracket holds, as far as that says anything.
func (r *reader) typedAt(s *pytree.Stmt, i int) (typed, told bool) {
	ts, in := r.t.Tokens, r.t.Tokens[i].In
	parameters := in >= 0 && s.Keyword == "def" && ts[in].Is("(") && ts[in].In < 0
	if in >= 0 && !parameters && !ts[in].Is("[") {
		return false, true
	}
	for j := i - 1; j > in && j >= s.First; j-- {
		if ts[j].In != in {
			continue
		}
		switch {
		case ts[j].Is("->"):
			return s.Keyword == "def" && in < 0, true
		case ts[j].Is(":"):
			if in < 0 {
				return s.Keyword == "" && s.Colon < 0, true
			}
			return parameters, true
		case ts[j].Is("=", "lambda") || ts[j].Is(",") && parameters:
			return false, true
		}
	}
	return false, false
}

// unevaluated reports whether a token stands in an annotation that the program does
// not evaluate: all are put off, or it is one of a local variable
// (https://peps.python.org/pep-0526/#annotations-for-local-variables).
func (r *reader) unevaluated(s *pytree.Stmt, i int) bool {
	if !r.annotated(s, i) {
		return false
	}
	if r.deferred {
		return true
	}
	for p := s.Parent; s.Keyword == "" && p != nil; p = p.Parent {
		switch p.Keyword {
		case "def":
			return true
		case "class":
			return false
		}
	}
	return false
}
