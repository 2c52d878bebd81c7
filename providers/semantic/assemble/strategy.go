package assemble

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Code is a piece of source to be shortened.
type Code struct {
	Text string
	Lang string
}

// Strategy shortens code. The result has at most maxBytes with its marker,
// consists of whole lines and keeps their ends; false means that nothing
// meaningful fits. Code that fits is returned unchanged.
type Strategy interface {
	Name() string
	Truncate(code Code, maxBytes int) (string, bool)
}

// The strategies.
type (
	signatureFirst struct{}
	bookend        struct{}
)

// SignatureFirst keeps the first doc line, decorators, the whole signature and
// the first lines of the body; of a class the header and the signatures of its
// members.
func SignatureFirst() Strategy { return signatureFirst{} }

// Bookend keeps lines of both ends, about half the bytes each, and always the
// closing line.
func Bookend() Strategy { return bookend{} }

// Strategies are those to try for a type of entity, in order.
func Strategies(name, entityType string) []Strategy {
	switch name {
	case "signature-first":
		return []Strategy{SignatureFirst()}
	case "bookend":
		return []Strategy{Bookend()}
	}
	if entityType == string(scan.Gap) {
		return []Strategy{Bookend()}
	}
	return []Strategy{SignatureFirst(), Bookend()}
}

func (signatureFirst) Name() string { return "signature-first" }
func (bookend) Name() string        { return "bookend" }

// marker says how many lines are missing.
func marker(c Code, indent string, n int, eol string) string {
	mark := "//"
	switch c.Lang {
	case "python", "ruby", "shellscript", "elixir", "perl", "r", "julia", "yaml", "toml":
		mark = "#"
	case "sql", "lua":
		mark = "--"
	}
	return fmt.Sprintf("%s%s … %d lines omitted%s", indent, mark, n, eol)
}

func eol(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

func size(lines []string) int {
	n := 0
	for _, l := range lines {
		n += len(l)
	}
	return n
}

func (signatureFirst) Truncate(c Code, maxBytes int) (string, bool) {
	if len(c.Text) <= maxBytes {
		return c.Text, true
	}
	lines := slices.Collect(strings.Lines(c.Text))
	end := eol(c.Text)
	first, ok := firstDef(c)
	if !ok || first.Start >= len(lines) {
		return "", false
	}
	var head []string
	doc := true
	for i, l := range lines[:first.Start] { // one line of doc, all decorators
		t := strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(t, "@") || strings.HasPrefix(t, "#["):
			head = append(head, l)
		case doc && t != "":
			head, doc = append(head, lines[i]), false
		}
	}
	sig := min(max(first.Sig, first.Start+1), len(lines))
	head = append(head, lines[first.Start:sig]...)
	rest := lines[sig:]
	if len(rest) == 0 {
		return "", false
	}
	body := rest[0]
	for _, l := range rest {
		if strings.TrimSpace(l) != "" {
			body = l
			break
		}
	}
	longest := len(marker(c, indentOf(body), len(lines), end))
	if size(head)+longest > maxBytes {
		return "", false
	}
	out := head
	dropped := 0
	if members := memberLines(c, first, len(lines)); len(members) > 0 {
		for _, m := range members {
			if size(out)+size(lines[m[0]:m[1]])+longest > maxBytes {
				break
			}
			out = append(out, lines[m[0]:m[1]]...)
		}
		dropped = len(lines) - len(out)
	} else {
		for _, l := range rest {
			if size(out)+len(l)+longest > maxBytes {
				break
			}
			out = append(out, l)
		}
		dropped = len(lines) - len(out)
	}
	return strings.Join(out, "") + marker(c, indentOf(body), dropped, end), true
}

// firstDef is the first definition in a piece of code.
func firstDef(c Code) (index.Def, bool) {
	defs := index.Extract(c.Lang, c.Text).Defs
	if len(defs) == 0 {
		return index.Def{}, false
	}
	return slices.MinFunc(defs, func(a, b index.Def) int { return a.Start - b.Start }), true
}

// memberLines are the signatures of a class's members.
func memberLines(c Code, class index.Def, n int) [][2]int {
	var out [][2]int
	for _, d := range index.Extract(c.Lang, c.Text).Defs {
		if d.Container == class.Name && d.Start > class.Start && (d.Kind == scan.Method || d.Kind == scan.Field) && d.Sig <= n {
			out = append(out, [2]int{d.Start, d.Sig})
		}
	}
	return out
}

func (bookend) Truncate(c Code, maxBytes int) (string, bool) {
	if len(c.Text) <= maxBytes {
		return c.Text, true
	}
	lines := slices.Collect(strings.Lines(c.Text))
	if len(lines) < 3 {
		return "", false
	}
	longest := len(marker(c, indentOf(lines[0])+"\t", len(lines), eol(c.Text)))
	last := len(lines) - 1
	room := maxBytes - longest - len(lines[last])
	head, tail := 0, last
	used := 0
	for head < tail && used+len(lines[head]) <= room/2 {
		used += len(lines[head])
		head++
	}
	for tail > head && used+len(lines[tail-1]) <= room {
		tail--
		used += len(lines[tail])
	}
	if head == 0 || tail <= head {
		return "", false
	}
	return strings.Join(lines[:head], "") + marker(c, indentOf(lines[head]), tail-head, eol(c.Text)) + strings.Join(lines[tail:], ""), true
}
