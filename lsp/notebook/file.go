package notebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// File is a notebook as it stands on disk: its Python as one text, and the way back. Only
// the strings of changed cells are written anew, in the file's own style; every other byte
// stays (https://nbformat.readthedocs.io/en/latest/format_description.html).
type File struct {
	raw   string
	ascii bool // characters beyond ASCII are escaped
	cells []fileCell
}

type fileCell struct {
	number int       // among all cells, from 1
	at     text.Span // of the value of "source"
	lines  []string  // as they are read
	parts  []text.Span
	source string
}

// ErrNoPython says that a notebook contains no cell of Python.
var ErrNoPython = errors.New("the notebook has no Python cells")

// Parse reads a notebook.
func Parse(raw string) (*File, error) {
	wide := strings.ContainsFunc(raw, func(r rune) bool { return r > 127 })
	f := &File{raw: raw, ascii: !wide && escapes.MatchString(raw)}
	d := json.NewDecoder(strings.NewReader(raw))
	var language string
	err := members(d, func(name string) error {
		if name != "cells" {
			value, err := valueOf(d)
			if name == "metadata" {
				language = languageOf(value)
			}
			return err
		}
		if t, err := d.Token(); err != nil || t != json.Delim('[') {
			return errors.Join(errors.New("cells is no list"), err)
		}
		for number := 1; d.More(); number++ {
			if err := f.cell(d, number); err != nil {
				return err
			}
		}
		_, err := d.Token()
		return err
	})
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("read the notebook: its JSON ends too early")
	case err != nil:
		return nil, fmt.Errorf("read the notebook: %w", err)
	case language != "" && language != "python" || len(f.cells) == 0:
		return nil, ErrNoPython
	}
	return f, nil
}

var escapes = lazyre.New(`\\u[0-9a-fA-F]{4}`)

// members reads an object, and has each member read by its name.
func members(d *json.Decoder, read func(name string) error) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.Join(errors.New("an object is expected"), err)
	}
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return errors.Join(errors.New("a name is expected"), err)
		}
		if err := read(name); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

func valueOf(d *json.Decoder) (raw json.RawMessage, err error) {
	err = d.Decode(&raw)
	return raw, err
}

// languageOf returns the language that a notebook's metadata name, "" if none.
func languageOf(metadata json.RawMessage) string {
	var m struct {
		Kernel   struct{ Language string } `json:"kernelspec"`
		Language struct{ Name string }     `json:"language_info"`
	}
	_ = json.Unmarshal(metadata, &m) // of another form: nothing is known
	return strings.ToLower(m.Language.Name + map[bool]string{true: m.Kernel.Language}[m.Language.Name == ""])
}

func (f *File) cell(d *json.Decoder, number int) error {
	c, kind := fileCell{number: number}, ""
	err := members(d, func(name string) error {
		raw, err := valueOf(d)
		switch end := int(d.InputOffset()); {
		case err != nil:
			return err
		case name == "cell_type":
			return json.Unmarshal(raw, &kind)
		case name == "source":
			c.at = text.Span{Start: end - len(raw), End: end}
			return c.read(raw)
		}
		return nil
	})
	if err == nil && kind == "code" && c.at.Len() > 0 && !foreign(c.source) {
		f.cells = append(f.cells, c)
	}
	return err
}

// read reads the source of a cell: a string, or a list of lines.
func (c *fileCell) read(raw json.RawMessage) error {
	if raw[0] == '"' {
		c.parts = []text.Span{c.at}
		c.lines = make([]string, 1)
		err := json.Unmarshal(raw, &c.lines[0])
		c.source = c.lines[0]
		return err
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return errors.Join(errors.New("source is neither text nor a list"), err)
	}
	for d.More() {
		one, err := valueOf(d)
		var line string
		if err == nil {
			err = json.Unmarshal(one, &line)
		}
		if err != nil {
			return err
		}
		end := c.at.Start + int(d.InputOffset())
		c.parts, c.lines = append(c.parts, text.Span{Start: end - len(one), End: end}), append(c.lines, line)
	}
	c.source = strings.Join(c.lines, "")
	return nil
}

// Raw returns the file's text.
func (f *File) Raw() string { return f.raw }

// marker stands before each cell, in the form that Jupytext calls percent.
var marker = lazyre.New(`(?m)^# %% cell (\d+)\n`)

// Python returns the Python of all cells, each behind its marker.
func (f *File) Python() string {
	var b strings.Builder
	for _, c := range f.cells {
		fmt.Fprintf(&b, "# %%%% cell %d\n%s", c.number, c.plain())
	}
	return b.String()
}

// plain returns what of a cell is Python, as whole lines.
func (c fileCell) plain() string { return plainPython(c.whole()) }

func (c fileCell) whole() string {
	if c.source == "" || strings.HasSuffix(c.source, "\n") {
		return c.source
	}
	return c.source + "\n"
}

// Cell is one cell of a notebook in the text of all its cells.
type Cell struct {
	Number int
	Span   text.Span
}

// Cells returns the cells of a text that Python gave, or of one that fixes made of it.
func Cells(python string) (out []Cell) {
	for _, m := range marker.FindAllStringSubmatchIndex(python, -1) {
		if n := len(out); n > 0 {
			out[n-1].Span.End = m[0]
		}
		number, _ := strconv.Atoi(python[m[2]:m[3]])
		out = append(out, Cell{number, text.Span{Start: m[1], End: len(python)}})
	}
	return out
}

// Place returns the cell and the line in it, both from 1, of a line of such a text from 0.
func Place(python string, line int) (cell, in int) {
	s := text.New(python)
	for _, c := range Cells(python) {
		if first := s.LineAt(c.Span.Start); first <= line+1 { // a marker counts as its cell's first line
			cell, in = c.Number, max(1, line-first+1)
		}
	}
	return cell, in
}

// RawLine returns the line of the file, from 1, of a line of a cell.
func (f *File) RawLine(cell, line int) int {
	for _, c := range f.cells {
		if c.number == cell && len(c.parts) > 0 {
			return 1 + strings.Count(f.raw[:c.parts[min(line, len(c.parts))-1].Start], "\n")
		}
	}
	return 1
}

// Keep returns what of a tool's findings on such a text is wrong in a cell: not what holds for
// scripts alone, nor what IPython defines; fixes stay in their cell.
func Keep(python string, found []signal.Diagnostic) (out []signal.Diagnostic) {
	s, cells := text.New(python), Cells(python)
	for _, d := range found {
		at := slices.IndexFunc(cells, func(c Cell) bool { return c.Span.Start <= d.Span.Start && d.Span.End <= c.Span.End })
		if at < 0 || slices.Contains(scriptRules(), d.Code) || d.Code == "F821" && builtins.MatchString(d.Message) ||
			placeholder.MatchString(s.Line(s.LineAt(d.Span.Start))) {
			continue
		}
		if d.Fix != nil && slices.ContainsFunc(d.Fix.Edits, func(e text.Edit) bool {
			return e.Span.Start < cells[at].Span.Start || e.Span.End > cells[at].Span.End
		}) {
			d.Fix = nil
		}
		out = append(out, d)
	}
	return out
}

var (
	placeholder = lazyre.New(`^\s*0 *$`)
	// builtins are names that ruff knows in notebooks:
	// https://github.com/astral-sh/ruff/blob/main/crates/ruff_python_stdlib/src/builtins.rs (IPYTHON_BUILTINS)
	builtins = lazyre.New("`(?:__IPYTHON__|display|get_ipython)`")
)

// Write returns the file with the cells of a text that fixes made of Python's.
func (f *File) Write(python string) (string, error) {
	cells := Cells(python)
	if len(cells) != len(f.cells) {
		return "", errors.New("a fix goes beyond its cell")
	}
	out, last := strings.Builder{}, 0
	for i, c := range f.cells {
		if cells[i].Number != c.number {
			return "", errors.New("a fix goes beyond its cell")
		}
		after := python[cells[i].Span.Start:cells[i].Span.End]
		if after == c.plain() {
			continue
		}
		source, err := c.changed(after)
		if err != nil {
			return "", err
		}
		out.WriteString(f.raw[last:c.at.Start] + f.encoded(c, source))
		last = c.at.End
	}
	return out.String() + f.raw[last:], nil
}

// changed returns the source of a cell whose Python has changed; what only IPython understands is as
// it was.
func (c fileCell) changed(after string) (string, error) {
	was, plain := text.New(c.whole()), text.New(c.plain())
	edits := diff.Minimal(plain.Text(), after)
	for line := range was.LineCount() {
		if was.Line(line) == plain.Line(line) {
			continue
		}
		at := was.LinesSpan(text.Lines{Start: line, End: line + 1})
		if slices.ContainsFunc(edits, func(e text.Edit) bool { return e.Span.Start < at.End && at.Start < e.Span.End }) {
			return "", fmt.Errorf("a fix touches what is no Python in cell %d", c.number)
		}
	}
	now, err := was.Apply(edits)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(c.source, "\n") {
		return now.Text(), nil
	}
	return strings.TrimSuffix(now.Text(), "\n"), nil
}

// encoded returns the value of a cell's source: lines that did not change keep their bytes.
func (f *File) encoded(c fileCell, source string) string {
	if f.raw[c.at.Start] == '"' {
		return f.quoted(source)
	}
	lines := slices.Collect(strings.Lines(source))
	lead, tail, between := "", "", ","
	if n := len(c.parts); n > 0 {
		lead, tail = f.raw[c.at.Start+1:c.parts[0].Start], f.raw[c.parts[n-1].End:c.at.End-1]
		between = "," + lead
		if n > 1 {
			between = f.raw[c.parts[0].End:c.parts[1].Start]
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = f.quoted(line)
	}
	for i := 0; i < len(lines) && i < len(c.lines) && lines[i] == c.lines[i]; i++ {
		out[i] = f.raw[c.parts[i].Start:c.parts[i].End]
	}
	for i, j := len(lines)-1, len(c.lines)-1; i >= 0 && j >= 0 && lines[i] == c.lines[j]; i, j = i-1, j-1 {
		out[i] = f.raw[c.parts[j].Start:c.parts[j].End]
	}
	return "[" + lead + strings.Join(out, between) + tail + "]"
}

// quoted returns a JSON string as nbformat writes it.
func (f *File) quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		short := strings.IndexRune("\"\\\b\f\n\r\t", r)
		switch {
		case short >= 0:
			b.WriteString(`\` + string(`"\bfnrt`[short]))
		case r < ' ' || f.ascii && r > 126 && r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		case f.ascii && r >= 0x10000:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// Diff shows what has changed between two such texts, cell by cell.
func (f *File) Diff(path, before, after string) string {
	old, now := Cells(before), Cells(after)
	if len(old) != len(f.cells) || len(now) != len(f.cells) {
		return diff.Unified(path, before, after)
	}
	var b strings.Builder
	for i, c := range f.cells {
		was, err := c.changed(before[old[i].Span.Start:old[i].Span.End])
		is, err2 := c.changed(after[now[i].Span.Start:now[i].Span.End])
		if err == nil && err2 == nil && was != is {
			b.WriteString(diff.Unified(fmt.Sprintf("%s:cell %d", path, c.number), was+"\n", is+"\n"))
		}
	}
	return b.String()
}
