package decode

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// needs is a refusal that asks for other lines: "needs L120-L130 why".
var needs = lazyre.New(`^needs\s+(?:lines\s+)?L?(\d{1,9})(?::\w\w)?(?:\s*(?:-|–|\.\.|to ` +
	`)\s*L?(\d{1,9})(?::\w\w)?)?(.*)`)

// noFix returns the script of a refusal; one that asks for other lines says which.
func noFix(why string, shape edits.Shape) edits.Script {
	s := edits.Script{Status: edits.StatusNoFix, Shape: shape, Reason: reason(why)}
	m := needs.FindStringSubmatch(why)
	if m == nil {
		return s
	}
	first, _ := strconv.Atoi(m[1])
	last, err := strconv.Atoi(m[2])
	if err != nil {
		last = first
	}
	if min(first, last) > 0 {
		s.Status, s.Needs, s.Reason = edits.StatusNeeds, [2]int{min(first, last), max(first, last)}, reason(m[3])
	}
	return s
}

// reason makes one clean line of at most 200 characters.
func reason(s string) string {
	s = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(s), ":-"))
	var b strings.Builder
	n := 0
	for _, r := range s {
		if n == 200 {
			break
		}
		if unicode.IsControl(r) {
			r = ' '
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimSpace(b.String())
}

// operation reads the name of an operation as models spell it.
func operation(name string) (edits.OpKind, bool) {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	for kind := edits.Replace; kind <= edits.Rewrite; kind++ {
		if kind.String() == name {
			return kind, true
		}
	}
	return 0, false
}

const operationNames = "replace, insert_before, insert_after, delete, window"

// idMarks are what models put round an id.
const idMarks = ",.:;`|[]()<>"

// ranges separates the two ids of a range. Made once: its table is larger than most answers.
var ranges = strings.NewReplacer("..", " ", "–", " ", "-", " ")

// idFields returns the ids at the start of a header's rest; "L41:2c-L43:xe" and
// "L41:2c to L43:xe" count as two. What follows them is ignored.
func idFields(rest string) (ids []edits.AnchorID) {
	for _, f := range strings.Fields(ranges.Replace(rest)) {
		id, ok := idForm(strings.Trim(f, idMarks))
		switch {
		case ok:
			ids = append(ids, id)
		case f != "to" || len(ids) == 0:
			return ids
		}
	}
	return ids
}

// idForm reports whether a word has the form of an id, and returns it in its usual
// spelling. Whether it names something is not asked here.
func idForm(f string) (edits.AnchorID, bool) {
	up := strings.ToUpper(strings.TrimSuffix(f, ":"))
	switch role, ok := strings.CutPrefix(up, "BOW:"); {
	case up == "BOF" || up == "EOF":
		return edits.AnchorID(up), true
	case ok && role != "", strings.HasPrefix(up, "EOW:") && len(up) > 4:
		return edits.AnchorID(up), true
	}
	if len(up) < 2 || len(up) > 20 || up[0] < 'A' || up[0] > 'Z' {
		return "", false
	}
	number, code, has := strings.Cut(up[1:], ":")
	if number == "" || digits(number) < len(number) || has && !idChars(code) {
		return "", false
	}
	return edits.AnchorID(up[:1] + strings.ToLower(up[1:])), true
}

func idChars(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
