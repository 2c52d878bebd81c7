package edits

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/text"
)

// An id is a letter, the number of the first line and two check characters:
// "L41:2c". Number and code must name the same candidate, so that a slip in
// either of the two is detected.

const codeAlphabet = "abcdefghijklmnopqrstuvwxyz234567"

// allocate sets the id of every candidate. Codes are unique in the request, so
// that a code alone says which candidate was meant.
func allocate(s text.Snapshot, list []Candidate) {
	salt := s.Hash()
	used := make(map[string]bool, len(list))
	for i := range list {
		c := &list[i]
		if c.Kind == BeginOfRun || c.Kind == EndOfRun {
			continue
		}
		sum := hashOf(s, *c, salt[:])
		code := codeOf(sum)
		for counter := uint64(1); used[code]; counter++ {
			code = codeOf(rehash(sum, counter))
		}
		used[code] = true
		c.ID = AnchorID(fmt.Sprintf("%c%d:%s", c.Kind, c.Lines.Start+1, code))
	}
}

func hashOf(s text.Snapshot, c Candidate, salt []byte) uint64 {
	h := fnv.New64a()
	// Writes to a hash never fail.
	_, _ = fmt.Fprintf(h, "%c %d %d\n", c.Kind, c.Lines.Start, c.Lines.End)
	_, _ = h.Write([]byte(s.Slice(s.LinesSpan(c.Lines))))
	_, _ = h.Write(salt)
	return h.Sum64()
}

func rehash(sum, counter uint64) uint64 {
	h := fnv.New64a()
	var b [16]byte
	for i := range 8 {
		b[i] = byte(sum >> (8 * i))
		b[8+i] = byte(counter >> (8 * i))
	}
	_, _ = h.Write(b[:])
	return h.Sum64()
}

// codeOf is made of ten bits of the hash, folded so that every bit counts.
func codeOf(sum uint64) string {
	sum ^= sum >> 32
	sum ^= sum >> 16
	return string([]byte{codeAlphabet[sum&31], codeAlphabet[sum>>5&31]})
}

// Lookup finds the candidate of an id, or says what is wrong with the id: it
// does not exist, its number and its code disagree, or it names a line that
// was not offered.
func (c Candidates) Lookup(id AnchorID) (Candidate, *Reject) {
	if i, ok := c.index[id]; ok {
		return c.List[i], nil
	}
	return Candidate{}, c.explain(id)
}

func (c Candidates) explain(id AnchorID) *Reject {
	reject := func(code RejectCode, format string, args ...any) *Reject {
		return &Reject{Code: code, Op: -1, Detail: fmt.Sprintf("%s: ", lines.Clip(string(id), 40)) +
			fmt.Sprintf(format, args...)}
	}
	kind, line, code, ok := SplitID(id)
	if !ok {
		if name, found := strings.CutPrefix(string(id), "BOW:"); found {
			return reject(RejectIDUnknown, "there is no window %s here", lines.Clip(name, 20))
		}
		if name, found := strings.CutPrefix(string(id), "EOW:"); found {
			return reject(RejectIDUnknown, "there is no window %s here", lines.Clip(name, 20))
		}
		return reject(RejectIDUnknown, "this is no id; ids look like %s", c.example())
	}
	byNumber, numbered := c.numbered(kind, line)
	byCode, coded := c.coded(code)
	switch {
	case numbered && coded:
		return reject(RejectIDCheck, "number and code disagree: %s is %q, %s is %q",
			byNumber.ID, c.headText(byNumber), byCode.ID, c.headText(byCode))
	case numbered:
		return reject(RejectIDCheck, "wrong code: %s is %q", byNumber.ID, c.headText(byNumber))
	case coded:
		return reject(RejectIDCheck, "wrong number: the code belongs to %s, %q", byCode.ID, c.headText(byCode))
	case line >= 0 && line < c.Snapshot.LineCount():
		return reject(RejectIDForeign, "line %d is not in the windows of this request, or has no id", line+1)
	}
	return reject(RejectIDUnknown, "there is no such line")
}

// numbered finds a candidate by letter and first line, else the line.
func (c Candidates) numbered(kind CandidateKind, line int) (Candidate, bool) {
	best, found := Candidate{}, false
	for _, x := range c.List {
		if x.Lines.Start != line || x.Lines.Len() == 0 {
			continue
		}
		if x.Kind == kind {
			return x, true
		}
		if x.Kind == Line {
			best, found = x, true
		}
	}
	return best, found
}

func (c Candidates) coded(code string) (Candidate, bool) {
	for _, x := range c.List {
		if strings.HasSuffix(string(x.ID), ":"+code) && x.Lines.Len() > 0 {
			return x, true
		}
	}
	return Candidate{}, false
}

func (c Candidates) headText(x Candidate) string {
	return lines.Clip(strings.TrimSpace(c.Snapshot.Line(headLine(c.Snapshot, x))), 60)
}

func (c Candidates) example() string {
	for _, x := range c.List {
		if x.Kind == Line {
			return string(x.ID)
		}
	}
	return "BOW:PRIMARY"
}

// LineID returns the id of a zero-based line, "" if it has none.
func (c Candidates) LineID(line int) AnchorID {
	for _, x := range c.List {
		if x.Kind == Line && x.Lines.Start == line {
			return x.ID
		}
	}
	return ""
}

// Near lists, in document order, what a wrong id may have meant: the candidate
// that its code belongs to and the lines round its number. It is for the
// feedback of a retry, never for placement.
func (c Candidates) Near(id AnchorID) []Candidate {
	_, line, code, ok := SplitID(id)
	if !ok {
		return nil
	}
	const around = 2
	var list []Candidate
	for _, x := range c.List {
		if x.Lines.Len() == 0 {
			continue
		}
		d := x.Lines.Start - line
		if strings.HasSuffix(string(x.ID), ":"+code) || x.Kind == Line && d >= -around && d <= around {
			list = append(list, x)
		}
	}
	return list
}

// SplitID splits "L41:2c"; the line is zero-based, the code may be
// missing.
func SplitID(id AnchorID) (kind CandidateKind, line int, code string, ok bool) {
	s := string(id)
	if len(s) < 2 || !strings.ContainsRune("LFCIDBN", rune(s[0])) {
		return 0, 0, "", false
	}
	number, code, _ := strings.Cut(s[1:], ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || number[0] == '+' {
		return 0, 0, "", false
	}
	return CandidateKind(s[0]), n - 1, code, true
}
