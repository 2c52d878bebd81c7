// Package ignore reads ignore files as git does: .gitignore, those of other
// tools, and globs of settings, which follow the same rules. [Parse] returns the
// [Pattern]s of one file. The package does no I/O: the callers, who walk folders
// or deny files, decide which ignore files count and in which order.
package ignore

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Pattern is a line of an ignore file, with the meaning it has for git.
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

// ParseLine reads one line; ok is false for comments, blank lines and what git reads as a pattern that matches nothing.
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
		switch p[i] {
		case '*':
			expr, n := stars(p, i)
			b.WriteString(expr)
			i += n
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
		default:
			r, n, ok := classRune(p[i:])
			if !ok {
				return "", false // git matches nothing with a trailing backslash
			}
			b.WriteString(regexp.QuoteMeta(string(r)))
			i += n
		}
	}
	b.WriteString(`$`)
	return b.String(), true
}

// stars returns the expression for the stars at p[i], and how much of p it stands for.
func stars(p string, i int) (expr string, n int) {
	rest := strings.TrimLeft(p[i:], "*")
	n = len(p) - i - len(rest)
	switch {
	case n < 2 || i > 0 && p[i-1] != '/' || rest != "" && rest[0] != '/':
		return `[^/]*`, n
	case rest == "": // trailing "/**": everything below, not the folder itself
		return `.+`, n
	}
	return `(?:.*/)?`, n + 1 // "**/": any number of folders
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
	for first := true; i < len(p) && (first || p[i] != ']'); first = false {
		item, n, ok := classItem(p[i:])
		if !ok {
			return "", 0, false
		}
		b.WriteString(item)
		i += n
	}
	switch {
	case i >= len(p):
		return "", 0, false // never closed: matches nothing
	case negated:
		return `[^/` + b.String() + `]`, i + 1, true
	case b.Len() == 0:
		return `[^\x00-\x{10FFFF}]`, i + 1, true
	}
	return `[` + b.String() + `]`, i + 1, true
}

// classItem reads what a class holds next: a named class, a character or a range.
func classItem(p string) (item string, n int, ok bool) {
	if rest, named := strings.CutPrefix(p, "[:"); named {
		name, _, closed := strings.Cut(rest, ":]")
		class, known := classes[name]
		return class, len(name) + 4, closed && known
	}
	lo, n, ok := classRune(p)
	hi := lo
	if ok && n+1 < len(p) && p[n] == '-' && p[n+1] != ']' {
		var size int
		hi, size, ok = classRune(p[n+1:])
		n += 1 + size
	}
	if !ok || hi < lo {
		return "", n, ok // an empty range, as in git
	}
	var b strings.Builder
	writeRange(&b, lo, hi)
	return b.String(), n, true
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

// Last returns the pattern that decides about a path: the last that matches. The path
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
