package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Paths say where in the JSON of a tool what it says of a finding stands: names of members with dots between them.
// What an element does not have is looked for in those that it lies in, as the file of its findings.
type Paths struct {
	Tool string
	// List are the findings: "results", "files.offenses"; "all" of a list that is the whole, "" of objects one after
	// the other. A name with "?" behind it may be missing.
	List                                                     string
	File, Line, Column, EndLine, EndColumn                   string
	Code, Message, Level, Doc                                string
	FirstLine, FirstColumn                                   int  // the numbers of the first ones
	Anywhere                                                 bool // a finding may have no line
	Unit                                                     Unit
	NoMark, Loose                                            bool
	Prefix                                                   string // of codes that are numbers
	Edits, EditLine, EditColumn, EditEnd, EditEndColumn, New string // of a fix; New is the text
	EditUnit                                                 Unit
	Applicability                                            signal.Applicability
	AlsoFile                                                 string // another name of File
	// Each completes a finding; what it returns stands for it. nil: it is complete.
	Each func(*Element, Finding) []Finding
	// Whole says why a report says nothing, though it is one; nil: it never does.
	Whole func(report *Element, found int) error
}

// Read reads a report.
func (p Paths) Read(data []byte) (list []Finding, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	for n := 0; ; n++ {
		var v any
		switch err := dec.Decode(&v); {
		case errors.Is(err, io.EOF) && (p.List == "" || n > 0):
			return list, nil
		case errors.Is(err, io.EOF):
			return nil, io.ErrUnexpectedEOF
		case err != nil:
			return nil, err
		case n > 0 && p.List != "":
			return nil, errors.New("more than one report")
		}
		whole := &Element{err: &err}
		if whole.o, _ = v.(map[string]any); whole.o == nil {
			whole.o = map[string]any{"all": v}
		}
		for _, e := range whole.List(p.List) {
			list = append(list, p.finding(e)...)
		}
		if err == nil && p.Whole != nil {
			err = p.Whole(whole, len(list))
		}
		if err != nil {
			return nil, err
		}
	}
}

func (p Paths) finding(e *Element) []Finding {
	for _, needed := range []string{p.File, p.Message, p.Line} {
		if e.at(needed) == nil && !(p.Anywhere && needed == p.Line) && !(needed == p.File && e.Text(p.AlsoFile) != "") {
			e.wrong(needed, nil, "that")
			return nil
		}
	}
	f := Finding{Tool: p.Tool, Path: e.Text(p.File), Code: e.Text(p.Code), Message: e.Text(p.Message),
		Level: e.Text(p.Level), Unit: p.Unit, NoMark: p.NoMark, Loose: p.Loose, Doc: e.Text(p.Doc)}
	f.Severity = Severity(f.Level)
	f.Start, f.End = p.point(e, p.Line, p.Column), p.point(e, p.EndLine, p.EndColumn)
	if p.Prefix != "" && f.Code != "" {
		f.Code = p.Prefix + f.Code
	}
	if p.Edits != "" && e.at(p.Edits) != nil {
		f.Fix = &Fix{Title: "Fix this " + f.Code + " problem", Unit: p.EditUnit, Applicability: p.Applicability}
		for _, one := range e.List(p.Edits) {
			if one.at(p.New) == nil {
				f.Fix = nil
				break
			}
			f.Fix.Edits = append(f.Fix.Edits, Edit{Start: Point{one.Number(p.EditLine), one.Number(p.EditColumn)},
				End: Point{one.Number(p.EditEnd), one.Number(p.EditEndColumn)}, New: one.Text(p.New)})
		}
	}
	if p.Each == nil {
		return []Finding{f}
	}
	return p.Each(e, f)
}

// point returns a place; a column that is not there, or below the first, is none.
func (p Paths) point(e *Element, line, column string) (at Point) {
	if e.at(line) == nil {
		return Point{}
	}
	at.Line = e.Number(line) + 1 - p.FirstLine
	if n := e.Number(column); e.at(column) != nil && n >= p.FirstColumn {
		at.Column = n + 1 - p.FirstColumn
	}
	return at
}

// Element is an object of a report, in the one that it lies in.
type Element struct {
	o   map[string]any
	in  *Element
	err *error // the first that was met in the report
}

// at returns what stands at a path; nil where nothing does.
func (e *Element) at(path string) any {
	name, rest, more := strings.Cut(path, ".")
	for ; e != nil; e = e.in {
		v, has := e.o[name]
		if !has {
			continue
		}
		if !more || v == nil {
			return v
		}
		o, is := v.(map[string]any)
		if !is {
			e.wrong(name, v, "an object")
			return nil
		}
		return (&Element{o: o, err: e.err}).at(rest)
	}
	return nil
}

// Has reports whether something stands at a path, besides false.
func (e *Element) Has(path string) bool { v := e.at(path); return v != nil && v != false }

func (e *Element) wrong(path string, v any, want string) {
	kinds := map[string]string{"string": "string", "json.Number": "number", "bool": "bool", "<nil>": "missing",
		"[]interface {}": "array", "map[string]interface {}": "object"}
	if *e.err == nil {
		*e.err = fmt.Errorf("%s is %s, want %s", path, kinds[fmt.Sprintf("%T", v)], want)
	}
}

// Text returns a string or a number; "" where there is none.
func (e *Element) Text(path string) string {
	switch v := e.at(path).(type) {
	case nil:
	case string:
		return v
	case json.Number:
		return v.String()
	default:
		e.wrong(path, v, "a string")
	}
	return ""
}

// Number returns a whole number; 0 where there is none.
func (e *Element) Number(path string) int {
	v := e.at(path)
	if v == nil {
		return 0
	}
	number, is := v.(json.Number)
	n, err := number.Int64()
	if !is || err != nil {
		e.wrong(path, v, "a whole number")
	}
	return int(n)
}

// Own returns the element's own member, which no other around it stands for; an empty one where there is none.
func (e *Element) Own(name string) *Element {
	o, _ := e.o[name].(map[string]any)
	return &Element{o: o, err: e.err}
}

// Numbers returns a list of whole numbers.
func (e *Element) Numbers(path string) (out []int) {
	list, _ := e.at(path).([]any)
	for _, v := range list {
		out = append(out, (&Element{o: map[string]any{path: v}, err: e.err}).Number(path))
	}
	return out
}

// List returns the objects of a list, or of lists in the objects of one.
func (e *Element) List(path string) (list []*Element) {
	name, rest, _ := strings.Cut(path, ".")
	if path == "" {
		return []*Element{e}
	}
	name, may := strings.CutSuffix(name, "?")
	switch v := e.o[name].(type) {
	case []any:
		for _, one := range v {
			o, is := one.(map[string]any)
			if !is {
				e.wrong(name, one, "an object")
				return nil
			}
			list = append(list, (&Element{o, e, e.err}).List(rest)...)
		}
	case map[string]any:
		return (&Element{v, e, e.err}).List(rest)
	default:
		if v != nil || !may {
			e.wrong(name, v, "an array")
		}
	}
	return list
}
