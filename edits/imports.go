package edits

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// importForms are the import statements of languages that stand on one line.
var importForms = func() map[string]*lazyre.Regexp {
	out := map[string]*lazyre.Regexp{}
	for langs, form := range map[string]string{
		"python": `import( |$)|from( .*)? import `,
		"javascript javascriptreact typescript typescriptreact": `import .*['"];?$|(const|let|var) .*= require\(.*\);?$`,
		"go":                           `import .*"$`,
		"rust":                         `(pub )?(use|extern crate) .*;$`,
		"c cpp":                        `#include`,
		"java kotlin scala swift dart": `import( |$)`,
		"csharp":                       `using [^(]*;$`,
		"php":                          `use .*;$`,
		"ruby":                         `require(_relative)?( |$)`,
	} {
		for lang := range strings.FieldsSeq(langs) {
			out[lang] = lazyre.New(`(?s)^(?:` + form + `)`)
		}
	}
	return out
}()

// ImportLine reports whether a line is a complete import statement.
func ImportLine(lang, line string) bool {
	t := strings.TrimSpace(line)
	if lang == "python" && (strings.HasSuffix(t, "\\") || strings.ContainsAny(t, "(\\;") &&
		strings.Count(t, "(") != strings.Count(t, ")")) {
		return false // it goes on
	}
	form := importForms[lang]
	code, _, _ := strings.Cut(t, " // ") // models say there what they assume
	return form != nil && (form.MatchString(t) || form.MatchString(strings.TrimSpace(code)))
}

// importsRun returns the index of the run that new imports go to, -1 if there is
// none.
func (c Candidates) importsRun() int {
	return slices.IndexFunc(c.Windows.Runs, func(r window.Run) bool { return r.Role == window.Imports })
}

// leadingImports splits the import lines off the start of a rewritten run: they
// belong into IMPORTS. Only complete one-line statements count, at the answer's
// outer indentation, before any other code, that the run did not hold before.
// A run that holds imports itself, or stands above the first definition, keeps
// them.
func (c Candidates) leadingImports(ch change, rows []string) (rest, imports []string) {
	to := c.importsRun()
	if to < 0 || to == ch.run || len(c.Windows.Runs[ch.run].ImportOnly) > 0 || !c.belowDefinition(ch.lines.Start) {
		return rows, nil
	}
	old := map[string]bool{}
	for _, l := range c.LinesOf(ch.lines) {
		old[strings.TrimSpace(l)] = true
	}
	outer := lines.Lead(rows[max(0, lines.FirstText(rows))])
	i := 0
	for ; i < len(rows); i++ {
		l := rows[i]
		if lines.Blank(l) {
			continue
		}
		if lines.Lead(l) != outer && lines.Lead(l) != "" || !ImportLine(c.Snapshot.Lang, l) || old[strings.TrimSpace(l)] {
			break
		}
		imports = append(imports, strings.TrimSpace(l))
	}
	if len(imports) == 0 || i == len(rows) {
		return rows, nil
	}
	return rows[i:], imports
}

// belowDefinition reports whether a definition begins above the line, or on it.
func (c Candidates) belowDefinition(line int) bool {
	if c.File != nil {
		for _, n := range c.File.Nodes {
			if n.Kind == syntax.Function || n.Kind == syntax.Class {
				return n.Lines.Start <= line
			}
		}
		return false
	}
	for l := 0; l <= line && l < c.Snapshot.LineCount(); l++ {
		head, _, _ := strings.Cut(strings.TrimPrefix(c.Line(l), "async "), " ")
		switch head {
		case "def", "class", "func", "fn", "function", "type", "interface", "struct", "enum", "impl", "export", "pub",
			"public":
			return true
		}
		if strings.HasPrefix(head, "@") {
			return true
		}
	}
	return false
}

// KnownImport reports whether the document has the import already: the very
// line, or all the names it binds from the same module.
func (c Candidates) KnownImport(line string) bool {
	// it may stand in a block
	if path, ok := strings.CutPrefix(line, "import "); ok && c.Snapshot.Lang == "go" && c.File != nil {
		for i := range c.File.Imports() {
			for l := range strings.Lines(c.Snapshot.Slice(c.File.Nodes[i].Span)) {
				if l = strings.TrimSpace(l); l == path || l == line {
					return true
				}
			}
		}
		return false
	}
	if c.File != nil {
		if known, ok := c.knownBinding(line); ok {
			return known
		}
	}
	for l := range c.Snapshot.LineCount() {
		if t := c.Line(l); lines.Lead(t) == "" && strings.TrimSpace(t) == line {
			return true
		}
	}
	return false
}

func (c Candidates) knownBinding(line string) (known, ok bool) {
	f := syntax.Parse(c.Snapshot.Lang, line+"\n")
	for i := range f.Imports() {
		n := f.Nodes[i]
		ok = true
		if c.definesAll(n.Names) {
			continue // small models import what stands in the file from the file
		}
		if !slices.ContainsFunc(c.File.Nodes, func(m syntax.Node) bool {
			return m.Kind == syntax.Import && m.Parent < 0 && m.Name == n.Name && m.Keyword == n.Keyword &&
				containsAll(m.Names, n.Names) &&
				strings.HasPrefix(c.Snapshot.Slice(m.Span), firstWord(line))
		}) {
			return false, true
		}
	}
	return ok, ok
}

// definesAll reports whether the top level of the document defines all of some names.
func (c Candidates) definesAll(names []string) bool {
	for _, name := range names {
		if !slices.ContainsFunc(c.File.Bindings(name), func(b syntax.Binding) bool {
			return b.Owner < 0 && !b.Self &&
				b.Kind != syntax.BindImported
		}) {
			return false
		}
	}
	return len(names) > 0
}

func containsAll(list, want []string) bool {
	for _, w := range want {
		if !slices.Contains(list, w) {
			return false
		}
	}
	return len(want) > 0
}

func firstWord(s string) string {
	w, _, _ := strings.Cut(s, " ")
	return w
}

// ImportRow returns where a new import goes, and how it is written there: in a block
// of Go's, as a path among its like.
func (c Candidates) ImportRow(run text.Lines, line string) (at int, row string) {
	path, ok := strings.CutPrefix(line, "import ")
	if c.Snapshot.Lang != "go" || !ok {
		return c.ImportPlace(run, line), line
	}
	open := run.Start
	for open < run.End && strings.TrimSpace(c.Line(open)) != "import (" {
		open++
	}
	if open == run.End {
		return c.ImportPlace(run, line), line
	}
	first, _, _ := strings.Cut(path, "/")
	standard := !strings.Contains(first, ".") // others stand in a group of their own, mostly the last one
	for at = open + 1; at < run.End; at++ {
		t := strings.TrimSpace(c.Line(at))
		if t == ")" || standard && (t == "" || t > path) {
			return at, "\t" + path
		}
	}
	return c.ImportPlace(run, line), line
}

// ImportPlace returns the line before which a new import goes: the sorted place in a
// block of one-line imports that is sorted, else the end of the imports.
func (c Candidates) ImportPlace(run text.Lines, line string) int {
	lang := c.Snapshot.Lang
	end := run.Start
	for l := run.Start; l < run.End; l++ {
		if !lines.Blank(c.Line(l)) {
			end = l + 1
		}
	}
	for l := run.Start; l < run.End; {
		if !ImportLine(lang, c.Line(l)) || lines.Lead(c.Line(l)) != "" {
			l++
			continue
		}
		first := l
		for l < run.End && ImportLine(lang, c.Line(l)) && lines.Lead(c.Line(l)) == "" {
			l++
		}
		if at, ok := c.sortedPlace(text.Lines{Start: first, End: l}, line); ok {
			return at
		}
	}
	return end
}

// sortedPlace returns the place inside a sorted block where a line stands between
// two others.
func (c Candidates) sortedPlace(block text.Lines, line string) (int, bool) {
	lines := c.LinesOf(block)
	if len(lines) < 2 || !slices.IsSortedFunc(lines, strings.Compare) {
		return 0, false
	}
	i, _ := slices.BinarySearchFunc(lines, line, strings.Compare)
	if i == 0 || i == len(lines) || firstWord(lines[i-1]) != firstWord(line) && firstWord(lines[i]) != firstWord(line) {
		return 0, false
	}
	return block.Start + i, true
}
