package decode

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Biome reads rdjson, which holds Biome's own fixes, and behind it the report for people of the same run, which
// alone says of each whether Biome calls it safe. A fix of which that is not known may change behaviour.
func Biome(data []byte) ([]report.Finding, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	var first json.RawMessage
	if err := dec.Decode(&first); err != nil {
		return nil, malformed("biome", err)
	}
	list, err := named("biome", report.RDJSON)(first)
	if err != nil {
		return nil, err
	}
	said := biomeFixes(string(data[dec.InputOffset():]))
	for i := range list {
		f := &list[i]
		f.Unit = report.Runes
		if f.Fix == nil {
			continue
		}
		f.Fix.Unit = report.Runes
		at := biomePlace{f.Path, f.Start, f.Code}
		if len(said[at]) == 0 {
			continue
		}
		fixes := said[at][0]
		said[at] = said[at][1:]
		switch {
		case len(fixes) > 1: // which of them the edits are is not said
			f.Fix = nil
		case len(fixes) == 1:
			f.Fix.Title = fixes[0].title
			if fixes[0].safe {
				f.Fix.Applicability = signal.Safe
			}
		}
	}
	return list, nil
}

// biomePlace is a finding as both reports name it.
type biomePlace struct {
	path string
	at   report.Point
	rule string
}

type biomeFix struct {
	title string
	safe  bool
}

var (
	biomeHead   = lazyre.New(`^(.+):(\d+):(\d+) (\S+) .*━$`)
	biomeFixing = lazyre.New(`^\s+\S+ (Safe|Unsafe) fix: (.+)$`)
)

// biomeFixes returns the fixes that the report for people names, of each finding at a place in its order.
func biomeFixes(said string) map[biomePlace][][]biomeFix {
	out := map[biomePlace][][]biomeFix{}
	var at biomePlace
	for line := range strings.Lines(said) {
		line = strings.TrimRight(line, "\r\n ")
		if m := biomeHead.FindStringSubmatch(line); m != nil {
			line, _ := strconv.Atoi(m[2]) // digits
			column, _ := strconv.Atoi(m[3])
			at = biomePlace{m[1], report.Point{Line: line, Column: column}, m[4]}
			out[at] = append(out[at], nil)
			continue
		}
		if m := biomeFixing.FindStringSubmatch(line); m != nil && len(out[at]) > 0 {
			last := &out[at][len(out[at])-1]
			*last = append(slices.Clip(*last), biomeFix{strings.TrimSuffix(m[2], "."), m[1] == "Safe"})
		}
	}
	return out
}
