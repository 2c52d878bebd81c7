// Package ignore reads ignore files as git does: .gitignore, those of other
// tools, and globs of settings, which follow the same rules. [Parse] gives the
// [Pattern]s of one file. The package does no I/O: the callers, who walk folders
// or deny files, decide which ignore files count and in which order.
package ignore

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Pattern is a line of an ignore file, with the meaning git gives it.
type Pattern struct {
	Negated  bool // it shows again what an earlier one hides
	Anchored bool // to the folder of the file; else it is tried on the last element
	re       *regexp.Regexp
	dirOnly  bool
}

// Parse reads an ignore file.
func Parse(data string) []Pattern {
	var out []Pattern
	for line := range strings.SplitSeq(strings.TrimPrefix(data, "\ufeff"), "\n") {
		if p, ok := ParseLine(strings.TrimSuffix(line, "\r")); ok {
			out = append(out, p)
		}
	}
	return out
}

// ParseLine reads one line; ok is false for comments, blank lines and what git
// takes for a pattern that matches nothing.
func ParseLine(line string) (p Pattern, ok bool) {
	line = trimTrailing(line)
	if line == "" || line[0] == '#' {
		return p, false
	}
	if line[0] == '!' {
		p.Negated = true
		line = line[1:]
	}
	if strings.HasSuffix(line, "/") {
		p.dirOnly = true
		line = strings.TrimSuffix(line, "/")
	}
	p.Anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return p, false
	}
	expr, ok := wildcard(bytewise(line))
	if !ok {
		return p, false
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return p, false
	}
	p.re = re
	return p, true
}

// trimTrailing removes trailing spaces unless a backslash keeps them.
func trimTrailing(s string) string {
	keep := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
			keep = i + 1
		} else if s[i] != ' ' {
			keep = i + 1
		}
	}
	return s[:keep]
}

// wildcard turns a pattern into an expression for the whole path.
func wildcard(p string) (string, bool) {
	var b strings.Builder
	b.WriteString(`(?s)^`)
	for i := 0; i < len(p); {
		switch c := p[i]; c {
		case '*':
			stars := i
			for i < len(p) && p[i] == '*' {
				i++
			}
			atStart := stars == 0 || p[stars-1] == '/'
			switch {
			case i-stars < 2 || !atStart || i < len(p) && p[i] != '/':
				b.WriteString(`[^/]*`)
			case i == len(p): // trailing "/**": everything below, not the folder itself
				b.WriteString(`.+`)
			default: // "**/": any number of folders
				b.WriteString(`(?:.*/)?`)
				i++
			}
		case '?':
			b.WriteString(`[^/]`)
			i++
		case '[':
			class, n, ok := bracket(p[i:])
			if !ok {
				return "", false
			}
			b.WriteString(class)
			i += n
		case '\\':
			if i+1 == len(p) {
				return "", false // git matches nothing with a trailing backslash
			}
			r, n := utf8.DecodeRuneInString(p[i+1:])
			b.WriteString(regexp.QuoteMeta(string(r)))
			i += 1 + n
		default:
			r, n := utf8.DecodeRuneInString(p[i:])
			b.WriteString(regexp.QuoteMeta(string(r)))
			i += n
		}
	}
	b.WriteString(`$`)
	return b.String(), true
}

// classes are the named ones, without the slash, which no class matches.
var classes = map[string]string{
	"alnum": `[:alnum:]`, "alpha": `[:alpha:]`, "blank": `[:blank:]`, "cntrl": `[:cntrl:]`, "digit": `[:digit:]`,
	"lower": `[:lower:]`, "space": `[:space:]`, "upper": `[:upper:]`, "xdigit": `[:xdigit:]`,
	"graph": `!-.0-~`, "print": ` -.0-~`, "punct": `!-.:-@\[-\x60{-~`,
}

// bracket reads a class. It never matches a slash.
func bracket(p string) (class string, n int, ok bool) {
	i := 1
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	var b strings.Builder
	for first := true; ; first = false {
		if i >= len(p) {
			return "", 0, false // never closed: matches nothing
		}
		if p[i] == ']' && !first {
			break
		}
		if strings.HasPrefix(p[i:], "[:") {
			end := strings.Index(p[i+2:], ":]")
			if end < 0 {
				return "", 0, false
			}
			class, known := classes[p[i+2:i+2+end]]
			if !known {
				return "", 0, false
			}
			b.WriteString(class)
			i += end + 4
			continue
		}
		lo, size, good := classRune(p[i:])
		if !good {
			return "", 0, false
		}
		i += size
		hi := lo
		if i+1 < len(p) && p[i] == '-' && p[i+1] != ']' {
			h, size, good := classRune(p[i+1:])
			if !good {
				return "", 0, false
			}
			hi = h
			i += 1 + size
		}
		if hi < lo {
			continue // an empty range, as in git
		}
		writeRange(&b, lo, hi)
	}
	i++
	switch {
	case negated:
		return `[^/` + b.String() + `]`, i, true
	case b.Len() == 0:
		return `[^\x00-\x{10FFFF}]`, i, true
	default:
		return `[` + b.String() + `]`, i, true
	}
}

func classRune(p string) (r rune, n int, ok bool) {
	if p[0] == '\\' {
		if len(p) < 2 {
			return 0, 0, false
		}
		r, n = utf8.DecodeRuneInString(p[1:])
		return r, n + 1, true
	}
	r, n = utf8.DecodeRuneInString(p)
	return r, n, true
}

// writeRange writes a range without the slash.
func writeRange(b *strings.Builder, lo, hi rune) {
	one := func(lo, hi rune) {
		if lo <= hi {
			fmt.Fprintf(b, `\x{%x}-\x{%x}`, lo, hi)
		}
	}
	if lo <= '/' && '/' <= hi {
		one(lo, '/'-1)
		one('/'+1, hi)
		return
	}
	one(lo, hi)
}

// bytewise makes a character of each byte: git's wildcards count bytes.
func bytewise(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			r := make([]rune, len(s))
			for i := range r {
				r[i] = rune(s[i])
			}
			return string(r)
		}
	}
	return s
}

// Last is the pattern that decides about a path: the last that matches. The path
// is relative to the folder of the patterns, with slashes.
func Last(list []Pattern, rel string, isDir bool) (p Pattern, ok bool) {
	rel = bytewise(rel)
	base := rel[strings.LastIndexByte(rel, '/')+1:]
	for i := len(list) - 1; i >= 0; i-- {
		p := list[i]
		if p.dirOnly && !isDir {
			continue
		}
		name := base
		if p.Anchored {
			name = rel
		}
		if p.re.MatchString(name) {
			return p, true
		}
	}
	return Pattern{}, false
}
