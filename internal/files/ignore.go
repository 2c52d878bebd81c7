package files

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// ignoreRules are the patterns of one .gitignore file and, through parent, of
// those above it.
type ignoreRules struct {
	dir      string // root-relative folder of the file, "" for the root
	patterns []ignorePattern
	parent   *ignoreRules
}

type ignorePattern struct {
	match    *regexp.Regexp
	negated  bool
	dirOnly  bool
	baseOnly bool // no slash in the pattern: only the last element counts
}

// ignored reports whether the rules hide a path. The caller prunes hidden
// folders, so a file below one is never asked about, as in git. Within a file
// the last match decides, and a deeper file decides before one above it.
func (r *ignoreRules) ignored(full string, isDir bool) bool {
	for ; r != nil; r = r.parent {
		rel := full
		if r.dir != "" {
			rel = strings.TrimPrefix(full, r.dir+"/")
		}
		for i := len(r.patterns) - 1; i >= 0; i-- {
			p := &r.patterns[i]
			if p.dirOnly && !isDir {
				continue
			}
			name := rel
			if p.baseOnly {
				name = path.Base(rel)
			}
			if p.match.MatchString(name) {
				return !p.negated
			}
		}
	}
	return false
}

// parseIgnore reads a .gitignore file. A pattern git would not understand
// matches nothing.
func parseIgnore(data string) []ignorePattern {
	var list []ignorePattern
	for line := range strings.SplitSeq(strings.TrimPrefix(data, "\ufeff"), "\n") {
		line = trimBlanks(strings.TrimSuffix(line, "\r"))
		if line == "" || line[0] == '#' {
			continue
		}
		var p ignorePattern
		if line[0] == '!' {
			p.negated, line = true, line[1:]
		}
		if strings.HasSuffix(line, "/") {
			p.dirOnly, line = true, line[:len(line)-1]
		}
		p.baseOnly = !strings.Contains(line, "/")
		line = strings.TrimPrefix(line, "/")
		expr, ok := translate(line)
		if !ok || line == "" {
			continue
		}
		re, err := regexp.Compile(expr)
		if err != nil {
			continue
		}
		p.match = re
		list = append(list, p)
	}
	return list
}

// trimBlanks removes trailing spaces that no backslash protects.
func trimBlanks(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
			end = min(i+1, len(s))
		case ' ':
		default:
			end = i + 1
		}
	}
	return s[:end]
}

// translate turns a wildcard pattern into an anchored expression.
func translate(p string) (string, bool) {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i := 0; i < len(p); {
		switch c := p[i]; {
		case strings.HasPrefix(p[i:], "**") && (i == 0 || p[i-1] == '/'):
			stars := i + 2
			for stars < len(p) && p[stars] == '*' {
				stars++
			}
			switch {
			case stars == len(p):
				b.WriteString(`.*`)
				i = stars
			case p[stars] == '/':
				b.WriteString(`(?:.*/)?`)
				i = stars + 1
			default:
				b.WriteString(`[^/]*`)
				i = stars
			}
		case c == '*':
			for i < len(p) && p[i] == '*' {
				i++
			}
			b.WriteString(`[^/]*`)
		case c == '?':
			b.WriteString(`[^/]`)
			i++
		case c == '[':
			class, n := translateClass(p[i:])
			if n == 0 {
				return "", false
			}
			b.WriteString(class)
			i += n
		case c == '\\':
			if i+1 >= len(p) {
				return "", false
			}
			i++
			fallthrough
		default:
			r, n := utf8.DecodeRuneInString(p[i:])
			b.WriteString(regexp.QuoteMeta(string(r)))
			i += n
		}
	}
	b.WriteString(`\z`)
	return b.String(), true
}

// posixClasses are those a bracket expression may name; Go's expressions know
// the same names.
const posixClasses = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit"

// translateClass turns a bracket expression into one that never matches a
// slash, and returns how many bytes it read; 0 means it is none.
func translateClass(p string) (string, int) {
	i := 1
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	var b strings.Builder
	for first := true; ; first = false {
		if i >= len(p) {
			return "", 0
		}
		if p[i] == ']' && !first {
			i++
			break
		}
		if strings.HasPrefix(p[i:], "[:") {
			name, _, ok := strings.Cut(p[i+2:], ":]")
			if !ok || !slices.Contains(strings.Fields(posixClasses), name) {
				return "", 0
			}
			if name == "punct" || name == "graph" || name == "print" {
				return "", 0 // hold the slash; nobody writes them in ignore files
			}
			b.WriteString("[:" + name + ":]")
			i += len(name) + 4
			continue
		}
		low, n := classRune(p[i:])
		if n == 0 {
			return "", 0
		}
		i += n
		high := low
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			if high, n = classRune(p[i+1:]); n == 0 {
				return "", 0
			}
			i += n + 1
		}
		writeRange(&b, low, high, negated)
	}
	if negated {
		return "[^/" + b.String() + "]", i
	}
	if b.Len() == 0 {
		return `[^\x{0}-\x{10FFFF}]`, i
	}
	return "[" + b.String() + "]", i
}

func classRune(p string) (rune, int) {
	if p[0] == '\\' {
		if len(p) < 2 {
			return 0, 0
		}
		r, n := utf8.DecodeRuneInString(p[1:])
		return r, n + 1
	}
	return utf8.DecodeRuneInString(p)
}

// writeRange writes a range of a class; outside of negated ones without the
// slash.
func writeRange(b *strings.Builder, low, high rune, negated bool) {
	if !negated && low <= '/' && '/' <= high {
		writeRange(b, low, '/'-1, true)
		writeRange(b, '/'+1, high, true)
		return
	}
	if low > high {
		return // git: an empty range
	}
	for i, r := range [...]rune{low, high} {
		if i == 1 {
			b.WriteByte('-')
		}
		if r < utf8.RuneSelf && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			b.WriteByte('\\')
			if r < ' ' || r == 127 {
				b.WriteString("x{" + twoDigits(r) + "}")
				continue
			}
		}
		b.WriteRune(r)
	}
}

func twoDigits(r rune) string {
	const digits = "0123456789abcdef"
	return string([]byte{digits[r>>4&15], digits[r&15]})
}
