package edits

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// echo is the address that a prompt shows before a line of code, sent back by
// the model: "L41:2c| " or "41 | ".
type echo struct {
	number int
	id     bool
	rest   string
}

// readEcho takes the address off a line. Behind the bar stands at most one
// blank that is no code.
func readEcho(line string) (echo, bool) {
	s := strings.TrimLeft(line, " \t")
	letter := s != "" && s[0] == 'L'
	n, rest, ok := lineNumber(s)
	if !ok {
		return echo{}, false
	}
	coded := letter && strings.HasPrefix(strings.TrimPrefix(s, "L")[digits(s[1:]):], ":")
	rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " "), "|")
	if !ok || strings.HasPrefix(rest, "|") {
		return echo{}, false // code: 1 || x
	}
	return echo{n, coded, strings.TrimPrefix(rest, " ")}, true
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// stripEcho removes echoed addresses if every line has one that fits its
// place: in the addressed span, or counted on behind it. On some lines only,
// nobody can tell what is code.
func (d *decoder) stripEcho(code []string, span text.Lines, n int) ([]string, *Reject) {
	echoes := make([]echo, 0, min(len(code), 128))
	ids, lines := 0, 0
	for _, l := range code {
		if blank(l) {
			echoes = append(echoes, echo{rest: l})
			continue
		}
		lines++
		e, ok := readEcho(l)
		if !ok {
			continue
		}
		if e.id {
			ids++
		}
		echoes = append(echoes, e)
	}
	if ids == 0 && len(echoes) < len(code) || lines == 0 {
		return code, nil
	}
	if len(echoes) == len(code) && fits(echoes, span) {
		stripped := make([]string, len(code))
		for i, e := range echoes {
			stripped[i] = e.rest
		}
		d.repair(RepairEchoedID)
		return stripped, nil
	}
	if ids > 0 {
		return nil, opReject(n, RejectDecodeAmbiguous, "send code without ids: some lines begin with an id")
	}
	return code, nil
}

// fits reports whether the numbers of echoes rise, from inside the span.
func fits(echoes []echo, span text.Lines) bool {
	last := 0
	for _, e := range echoes {
		if e.number == 0 {
			continue
		}
		if last == 0 && span.Start >= 0 && (e.number < span.Start+1 || e.number > span.End+1) {
			return false
		}
		if last != 0 && (e.number < last || !e.id && e.number > last+1) {
			return false
		}
		last = e.number
	}
	return last != 0
}
