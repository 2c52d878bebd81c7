package edits

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/syntax"
)

// checkChanges rejects changes that go over lines the model did not see.
func (c Candidates) checkChanges(changes []change, o Options) []Reject {
	var rejects []Reject
	for _, ch := range changes {
		for _, r := range o.Redacted {
			if !ch.insert && ch.lines.Overlaps(r) && ch.lines.Len() > 1 {
				rejects = append(rejects, Reject{Code: RejectOutside, Op: ch.op,
					Detail: fmt.Sprintf("%s holds a redacted value; address the other lines by their own ids", ch.lines)})
				break
			}
		}
	}
	return rejects
}

// checkLayout rejects a draft of an answer with a trusted layout that moves
// kept lines for which nothing accounts: they came back with two offsets, and
// no reading restores both.
func (c Candidates) checkLayout(ch change, d draft) *Reject {
	if ch.verbatim {
		return nil
	}
	if c.Snapshot.Lang == "python" && d.tabs {
		return &Reject{Code: RejectParse, Op: ch.op, Detail: "tabs in a file that indents with blanks; indent as shown"}
	}
	if !ch.faithful || !d.uneven {
		return nil
	}
	return &Reject{Code: RejectParse, Op: ch.op,
		Detail: "unchanged lines came back with two indentations; indent as shown"}
}

// checkImports rejects lines that are no imports at places that accept only imports, and imports that an operation puts
// next to other code although there is a place for them.
func (c Candidates) checkImports(run int, out []outLine) []Reject {
	var rejects []Reject
	restricted := false
	for _, l := range out {
		if l.old < 0 && l.top {
			rejects = append(rejects, Reject{Code: RejectImportRole, Op: l.op,
				Detail: fmt.Sprintf("%q is an import; use the ids of IMPORTS", lines.Clip(strings.TrimSpace(l.text), 60))})
		}
		restricted = restricted || !l.same && !l.free && !lines.Blank(l.text)
	}
	if !restricted {
		return rejects
	}
	rows := make([]string, len(out))
	for i, l := range out {
		rows[i] = l.text
	}
	allowed := importRegion(c.Snapshot.Lang, rows)
	for i, l := range out {
		if !l.same && !l.free && !allowed[i] {
			rejects = append(rejects, Reject{Code: RejectImportRole, Op: l.op,
				Detail: fmt.Sprintf("%q is no import, and only imports may change there",
					lines.Clip(strings.TrimSpace(l.text), 60))})
			break
		}
	}
	return rejects
}

// importRegion says which lines are part of an import, blank, a comment or the
// header of an "if TYPE_CHECKING" block.
func importRegion(lang string, lines []string) []bool {
	allowed := make([]bool, len(lines))
	for i, l := range lines {
		t := strings.TrimSpace(l)
		switch {
		case t == "", strings.HasPrefix(t, "#") && lang == "python", strings.HasPrefix(t, "//"), strings.HasPrefix(t, "/*"),
			strings.HasPrefix(t, "*"):
			allowed[i] = true
		case strings.HasPrefix(t, "if ") && strings.HasSuffix(strings.TrimSuffix(t, ":"), "TYPE_CHECKING"):
			allowed[i] = true
		case ImportLine(lang, l):
			allowed[i] = true
		}
	}
	f := syntax.Parse(lang, strings.Join(lines, "\n")+"\n")
	for i := range f.Imports() {
		n := f.Nodes[i].Lines
		for l := n.Start; l < n.End && l < len(lines); l++ {
			allowed[l] = true
		}
	}
	return allowed
}

// checkFuture rejects a Python text in which something came before a
// "from __future__" import: the compiler refuses that, and the grammar of
// tree-sitter does not (https://docs.python.org/3/reference/simple_stmts.html#future-statements).
func (c Candidates) checkFuture(next string) *Reject {
	if c.Snapshot.Lang != "python" || !strings.Contains(next, "from __future__") || futureLast(next) {
		return nil
	}
	if !futureLast(c.Snapshot.Text()) {
		return nil
	}
	return &Reject{Code: RejectParse, Op: -1, Detail: "from __future__ imports must stay the first statements of the file"}
}

// futureLast reports whether every "from __future__" import stands before all
// other imports.
func futureLast(src string) bool {
	other := false
	for line := range strings.Lines(src) {
		if strings.HasPrefix(line, "from __future__") {
			if other {
				return false
			}
			continue
		}
		other = other || ImportLine("python", line) && lines.Lead(line) == ""
	}
	return true
}
