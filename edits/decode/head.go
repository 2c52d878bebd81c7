package decode

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
)

func isRefusal(line string) bool {
	rest, ok := strings.CutPrefix(line, "NO_FIX")
	return ok && (rest == "" || strings.ContainsRune(" \t:.-", rune(rest[0])))
}

// noFix is the script of a refusal; "needs L120-L130 why" asks for a window.
func noFix(why string, shape edits.Shape) edits.Script {
	s := edits.Script{Status: edits.StatusNoFix, Shape: shape, Reason: reason(why)}
	rest, ok := strings.CutPrefix(why, "needs ")
	if !ok {
		return s
	}
	rest = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(rest, " \t"), "lines "), " \t")
	first, tail, ok := lineNumber(rest)
	if !ok {
		return s
	}
	last := first
	t := strings.TrimLeft(tail, " \t")
	for _, sep := range [...]string{"-", "–", "..", "to "} {
		if cut, found := strings.CutPrefix(t, sep); found {
			if n, after, ok := lineNumber(strings.TrimLeft(cut, " \t")); ok {
				last, tail = n, after
			}
			break
		}
	}
	if last < first {
		first, last = last, first
	}
	s.Status, s.Needs, s.Reason = edits.StatusNeeds, [2]int{first, last}, reason(tail)
	return s
}

// lineNumber reads "L120", "L120:2c" or "120" at the start of a text.
func lineNumber(s string) (n int, rest string, ok bool) {
	s = strings.TrimPrefix(s, "L")
	end := 0
	for end < len(s) && s[end] >= '0' && s[end] <= '9' {
		end++
	}
	if end == 0 || end > 9 {
		return 0, s, false
	}
	n, err := strconv.Atoi(s[:end])
	if err != nil || n < 1 {
		return 0, s, false
	}
	rest = s[end:]
	if len(rest) >= 3 && rest[0] == ':' && idChars(rest[1:3]) {
		rest = rest[3:]
	}
	return n, rest, true
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

// header is the first line of a block.
type header struct {
	kind     edits.OpKind
	from, to edits.AnchorID
	text     string // old code in place of an id
	unknown  string // an operation that does not exist
	excess   bool
}

// operations are the names of operations as models spell them.
func operation(name string) (edits.OpKind, bool) {
	switch strings.ReplaceAll(strings.ToLower(name), "-", "_") {
	case "replace":
		return edits.Replace, true
	case "insert_before":
		return edits.InsertBefore, true
	case "insert_after":
		return edits.InsertAfter, true
	case "delete":
		return edits.Delete, true
	case "window":
		return edits.Rewrite, true
	}
	return 0, false
}

const operationNames = "replace, insert_before, insert_after, delete, window"

// blockHead is a line as the head of a block without what Markdown puts round it:
// marks of emphasis, of a heading, of an item of a list, and blanks that do not
// break. EDIT may be written small, with a colon.
func blockHead(line string) string {
	s := strings.Trim(strings.ReplaceAll(line, "\u00a0", " "), " \t*`#")
	if rest, ok := strings.CutPrefix(s, "- "); ok {
		s = rest
	} else if n := digits(s); n > 0 && n < len(s) && (s[n] == '.' || s[n] == ')') {
		s = s[n+1:]
	}
	s = strings.TrimLeft(s, " \t*`#")
	if len(s) > 4 && strings.EqualFold(s[:4], "EDIT") && (s[4] == ' ' || s[4] == ':') {
		return "EDIT " + s[5:]
	}
	return s
}

// isEnd reports whether a line ends a block.
func isEnd(line string) bool {
	s := strings.Trim(line, " \t*`#")
	return s == "END" || s == "END EDIT" || s == "EDIT END"
}

// idFields are the ids at the start of a header's rest; "L41:2c-L43:xe" and
// "L41:2c to L43:xe" count as two. What follows them is ignored.
func idFields(rest string) []edits.AnchorID {
	var ids []edits.AnchorID
	for _, f := range strings.Fields(rest) {
		if len(ids) > 0 && (f == "to" || f == "-" || f == "–" || f == "..") {
			continue
		}
		f = strings.Trim(f, "`,;|[]()<>")
		if a, b, ok := cutRange(f); ok {
			ids = append(ids, a, b)
			continue
		}
		id, ok := idForm(f)
		if !ok {
			break
		}
		ids = append(ids, id)
	}
	return ids
}

func cutRange(f string) (a, b edits.AnchorID, ok bool) {
	for _, sep := range [...]string{"..", "–", "-"} {
		if x, y, found := strings.Cut(f, sep); found {
			a, okA := idForm(x)
			b, okB := idForm(y)
			return a, b, okA && okB
		}
	}
	return "", "", false
}

// idForm reports whether a word has the form of an id, and gives it in its
// usual spelling. Whether it names something is not asked here.
func idForm(f string) (edits.AnchorID, bool) {
	f = strings.TrimSuffix(f, ":")
	switch up := strings.ToUpper(f); {
	case up == "BOF" || up == "EOF":
		return edits.AnchorID(up), true
	case strings.HasPrefix(up, "BOW:") || strings.HasPrefix(up, "EOW:"):
		return edits.AnchorID(up), len(up) > 4
	}
	if len(f) < 2 || len(f) > 20 {
		return "", false
	}
	letter := f[0] &^ 0x20
	if letter < 'A' || letter > 'Z' {
		return "", false
	}
	number, code, has := strings.Cut(f[1:], ":")
	if number == "" || digits(number) < len(number) || has && !idChars(code) {
		return "", false
	}
	id := string(letter) + number
	if has {
		id += ":" + strings.ToLower(code)
	}
	return edits.AnchorID(id), true
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
