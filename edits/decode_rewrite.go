package edits

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// code reads an answer that is code and nothing else: one fence, or bare lines.
// It is the new text of the PRIMARY run, of the whole document, or of more than
// the run; which, the lines that did not change tell.
func (d *decoder) code() (Script, *Reject, bool) {
	s := Script{Shape: ShapeFence}
	lines, faithful, r, ok := d.onlyCode()
	if !ok || r != nil {
		return s, r, r != nil
	}
	primary, ok := d.primary()
	if !ok || len(lines) == 0 {
		return s, nil, false
	}
	lines = d.withoutFileName(lines)
	if ops, r, mine := d.wholeFile(lines, primary); mine {
		s.Shape, s.Ops, s.Status = ShapeWholeFile, ops, StatusFix
		d.repair(RepairCutToWindow)
		return s, r, true
	}
	if d.equalsRun(lines, primary.Lines) && d.saysUnchanged() {
		return Script{Status: StatusNoFix, Shape: ShapeFence, Reason: "no change needed"}, nil, true
	}
	lines, r = d.undress(d.withoutBorders(lines, primary.Lines), primary.Lines, 0)
	if r != nil {
		return s, r, true
	}
	if why := d.incompleteRun(lines, primary.Lines, unnamed); why != "" {
		if !faithful && !d.codeLike(lines, primary.Lines) {
			return s, nil, false // prose
		}
		return s, rejectf(RejectDecodeNone, "the code is not the complete new text of %s: %s", primary.Name(), why), true
	}
	if d.strays(lines) {
		return s, outsideCode(primary), true
	}
	if why := d.lacksEdge(lines, primary.Lines); why != "" {
		return s, rejectf(RejectDecodeNone, "the code may be a part of %s: it lacks %s; send EDIT window %[1]s, or use ids", primary.Name(), why), true
	}
	if !faithful { // the start of bare code may have lost its blanks, unless there are none
		old := d.c.linesOf(primary.Lines)
		first := firstText(old)
		faithful = first >= 0 && lead(old[first]) == "" && strings.TrimRight(lines[0], " \t") == strings.TrimRight(old[first], " \t")
	}
	s.Status = StatusFix
	s.Ops = []Op{{Kind: Rewrite, From: AnchorID(primary.Name()), Lines: lines, Faithful: faithful, Whole: true}}
	return s, nil, true
}

// lacksEdge names an edge line of the run of which some code that does not say
// what it stands for has neither the line nor a changed version.
func (d *decoder) lacksEdge(code []string, run text.Lines) string {
	old := d.c.linesOf(run)
	if cut, ok := d.c.cutEcho(run, code); ok {
		code = cut
	}
	const trusted = true
	e := d.c.edgeLines(run, old, code, trusted, nil)
	for _, i := range [...]int{firstText(old), lastText(old)} {
		if i >= 0 && e.had[keyOf(old[i])] > max(1, e.have[keyOf(old[i])]) && !e.ofDiagnostic(i) {
			return fmt.Sprintf("one of the lines %q", clip(strings.TrimSpace(old[i]), 60))
		}
	}
	return e.find().lacking
}

// withoutBorders drops blank lines at the ends of the code that are those round
// the run: its neighbour there is blank, and its own line is not.
func (d *decoder) withoutBorders(lines []string, run text.Lines) []string {
	if run.Len() == 0 {
		return lines
	}
	if run.Start > 0 && blank(d.c.line(run.Start-1)) && !blank(d.c.line(run.Start)) {
		for len(lines) > 0 && blank(lines[0]) {
			lines = lines[1:]
		}
	}
	if run.End < d.c.Snapshot.LineCount() && blank(d.c.line(run.End)) && !blank(d.c.line(run.End-1)) {
		for len(lines) > 0 && blank(lines[len(lines)-1]) {
			lines = lines[:len(lines)-1]
		}
	}
	return lines
}

// saysUnchanged reports whether the prose round the code says that nothing is
// to be changed.
func (d *decoder) saysUnchanged() bool {
	at := 0
	says := func(end int) bool {
		for _, l := range d.lines[at:end] {
			low := strings.ToLower(l)
			for _, phrase := range [...]string{"no change", "no fix", "nothing to change", "nothing to fix", "already correct", "not need to be changed"} {
				if strings.Contains(low, phrase) {
					return true
				}
			}
		}
		return false
	}
	for _, f := range fences(d.lines) {
		if says(f.at) {
			return true
		}
		at = f.next
	}
	return says(len(d.lines))
}

// bare takes the whole answer, or the one piece of code in it, as the new text
// of PRIMARY, unchecked.
func (d *decoder) bare() (Script, *Reject, bool) {
	s := Script{Shape: ShapeFence}
	lines, faithful, r, ok := d.onlyCode()
	if r != nil {
		return s, r, true
	}
	if !ok { // a mark of a fence whose other half is lost
		lines = slices.DeleteFunc(slices.Clone(d.lines), func(l string) bool {
			_, mark := openFence(l)
			return mark
		})
		lines = trimBlankLines(lines)
	}
	primary, found := d.primary()
	if !found || len(trimBlankLines(lines)) == 0 {
		return Script{Shape: ShapeProse, Status: StatusNoFix}, nil, true
	}
	s.Status = StatusFix
	s.Ops = []Op{{Kind: Rewrite, From: AnchorID(primary.Name()), Lines: lines, Faithful: faithful}}
	return s, nil, true
}

func (d *decoder) primary() (window.Run, bool) {
	for _, r := range d.c.Windows.Runs {
		if r.Role == window.Primary {
			return r, true
		}
	}
	return window.Run{}, false
}

// onlyCode is the one piece of code of an answer. Of several fences it is the
// only one in the document's language, or the only one that changes something.
func (d *decoder) onlyCode() (lines []string, faithful bool, r *Reject, ok bool) {
	all := fences(d.lines)
	if len(all) == 0 {
		return trimBlankLines(d.lines), false, nil, true
	}
	if len(all) > maxPieces {
		return nil, true, rejectf(RejectDecodeAmbiguous, "the answer holds more than %d pieces of code; send EDIT blocks", maxPieces), true
	}
	set := all[:0:0]
	for _, f := range all {
		if len(trimBlankLines(f.code)) > 0 && !notCode(f.info) {
			set = append(set, f)
		}
	}
	if len(set) == 0 {
		return nil, false, nil, false
	}
	set = narrow(set, func(f fenced) bool { return sameLanguage(f.info, d.c.Snapshot.Lang) })
	if primary, found := d.primary(); found {
		set = narrow(set, func(f fenced) bool { return !d.equalsRun(f.code, primary.Lines) })
	}
	if len(set) > 1 {
		return nil, true, rejectf(RejectDecodeAmbiguous, "the answer holds %d pieces of code; send EDIT blocks", len(set)), true
	}
	f := set[0]
	if !f.closed {
		if len(all) > 1 {
			return nil, true, rejectf(RejectDecodeIncomplete, "the last fence does not end"), true
		}
		d.repair(RepairOpenFence)
	}
	d.noteIf(f.at > 0 || f.next < len(d.lines), RepairProse)
	return f.code, true, nil, true
}

// narrow keeps the fences that pass, unless there is no choice or none does.
func narrow(set []fenced, pass func(fenced) bool) []fenced {
	if len(set) < 2 {
		return set
	}
	var kept []fenced
	for _, f := range set {
		if pass(f) {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 {
		return set
	}
	return kept
}

// notCode reports whether a fence holds commands or output, which no fix is.
func notCode(info string) bool {
	switch strings.ToLower(info) {
	case "bash", "sh", "shell", "console", "shell-session", "text", "txt", "plaintext", "output", "log":
		return true
	}
	return false
}

// sameLanguage compares the info string of a fence with a language identifier.
func sameLanguage(info, lang string) bool {
	word, _, _ := strings.Cut(strings.ToLower(info), " ")
	word = strings.Trim(word, "{}.")
	return word != "" && family(word) == family(lang)
}

func family(lang string) string {
	switch lang {
	case "py", "python3", "py3", "pyi":
		return "python"
	case "golang":
		return "go"
	case "js", "mjs", "cjs", "javascriptreact", "jsx", "typescript", "ts", "typescriptreact", "tsx":
		return "javascript"
	case "rs":
		return "rust"
	case "c++", "cc", "cxx", "hpp", "c", "h":
		return "cpp"
	case "cs", "c#":
		return "csharp"
	case "sh", "shellscript", "zsh":
		return "bash"
	case "rb":
		return "ruby"
	case "yml":
		return "yaml"
	}
	return lang
}

// equalsRun reports whether the code is the run as it stands, blanks aside.
func (d *decoder) equalsRun(code []string, run text.Lines) bool {
	code = trimBlankLines(code)
	i := 0
	for l := run.Start; l < run.End; l++ {
		line := strings.TrimSpace(d.c.Snapshot.Line(l))
		if line == "" {
			continue
		}
		for i < len(code) && blank(code[i]) {
			i++
		}
		if i == len(code) || strings.TrimSpace(code[i]) != line {
			return false
		}
		i++
	}
	return i == len(code)
}

// incompleteRun says why some code cannot be the complete new text of a run,
// "" if it can: it must have half of its lines, show an end or most of it, not
// begin or end in its middle, and elide nothing.
func (d *decoder) incompleteRun(code []string, run text.Lines, said naming) string {
	free := said == unnamed
	if size, most := byteCount(code), 4*d.c.Snapshot.LinesSpan(run).Len()+4*limits.NewText; size > most {
		return fmt.Sprintf("it has %d bytes", size)
	}
	if most := 4*run.Len() + 1000; len(code) > most {
		return fmt.Sprintf("it has %d lines", len(code))
	}
	old := contentLines(d.c.linesOf(run))
	lines := contentLines(code)
	known := make(map[string]int, len(old))
	for _, l := range old {
		known[l]++
	}
	for _, l := range code {
		if t := strings.TrimSpace(l); elided(t) && !d.holds(run, t) {
			return fmt.Sprintf("%q stands for code that was left out", clip(t, 40))
		}
	}
	if len(old) == 0 {
		return ""
	}
	if run.Len() > 3 && 2*len(lines) < len(old) && (free || !sameEnds(code, d.c.linesOf(run))) {
		return fmt.Sprintf("it has %d of %d lines", len(lines), len(old))
	}
	kept, first, last := 0, -1, -1
	for i, l := range lines {
		if known[l] > 0 {
			known[l]--
			kept++
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return "none of its lines is there"
	}
	// An answer that does not say what it stands for may be a part of the run:
	// lines dropped at an edge, beyond those that it has there instead, tell.
	const slack = 2
	if dropped := slices.Index(old, lines[first]) - first; free && dropped > slack {
		return "it begins in the middle"
	}
	if dropped := len(old) - 1 - lastIndex(old, lines[last]) - (len(lines) - 1 - last); free && dropped > slack {
		return "it ends in the middle"
	}
	edges := slices.Contains(lines, old[0]) || slices.Contains(lines, old[len(old)-1])
	if !edges && 10*kept < 6*len(old) {
		return "neither its first nor its last line is there"
	}
	return ""
}

// sameEnds reports whether two pieces of code begin and end with the same lines.
func sameEnds(a, b []string) bool {
	first, last := firstText(a), lastText(a)
	return first < last && firstText(b) >= 0 && keyOf(a[first]) == keyOf(b[firstText(b)]) && keyOf(a[last]) == keyOf(b[lastText(b)])
}

// naming tells whether an answer names the run that it rewrites.
type naming uint8

const (
	unnamed naming = iota
	named
)

// byteCount is the size of lines with their terminators.
func byteCount(lines []string) int {
	n := len(lines)
	for _, l := range lines {
		n += len(l)
	}
	return n
}

// holds reports whether a line of the range is t, blanks at its ends aside.
func (d *decoder) holds(run text.Lines, t string) bool {
	return slices.ContainsFunc(d.c.linesOf(run), func(l string) bool { return strings.TrimSpace(l) == t })
}

// contentLines are the trimmed lines that hold a word; brackets alone say
// nothing. Where there are none, all lines that are not blank.
func contentLines(lines []string) []string {
	var content, other []string
	for _, l := range lines {
		t := strings.TrimSpace(l)
		switch {
		case t == "":
		case strings.ContainsFunc(t, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
			content = append(content, t)
		default:
			other = append(other, t)
		}
	}
	if content == nil {
		return other
	}
	return content
}

func lastIndex(list []string, s string) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == s {
			return i
		}
	}
	return -1
}

// codeLike reports whether bare lines look like code: one of the run's lines
// is among them, or most end or begin as lines of code do.
func (d *decoder) codeLike(lines []string, run text.Lines) bool {
	old := make(map[string]bool, run.Len())
	for i := run.Start; i < run.End; i++ {
		if t := strings.TrimSpace(d.c.Snapshot.Line(i)); len(t) > 3 {
			old[t] = true
		}
	}
	code, all := 0, 0
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if t == "" {
			continue
		}
		if old[t] {
			return true
		}
		all++
		if strings.ContainsRune("{};)=[]", rune(t[len(t)-1])) || strings.HasPrefix(l, "    ") || strings.HasPrefix(l, "\t") {
			code++
		}
	}
	return 2*code > all
}
