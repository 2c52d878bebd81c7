package review

import (
	"slices"
	"strings"
)

// Data is a verdict as data: the form of --json and of answers to programs.
type Data struct {
	New      []DataFinding `json:"new"`
	Hidden   []DataHidden  `json:"hidden"`
	Loosened []Loosened    `json:"loosened"`
	Effects  []Loosened    `json:"effects"`
	Old      int           `json:"old"`
	Gone     int           `json:"gone"`
	Looked   []string      `json:"looked"`
	Unlooked []Unlooked    `json:"notLooked"`
}

// DataFinding is one finding.
type DataFinding struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Tool     string `json:"tool"`
	Code     string `json:"code"`
	Message  string `json:"message"`
	Severity string `json:"severity"`
	Cause    string `json:"cause,omitempty"`
	Fix      string `json:"fix,omitempty"`   // the id of a sure one
	Title    string `json:"title,omitempty"` // what that does
}

// DataHidden is a directive with what it hides.
type DataHidden struct {
	Directive
	Findings []DataFinding `json:"findings"`
}

// Data makes data of a verdict: lists that are empty are there.
func (v Verdict) Data() Data {
	t := Data{New: []DataFinding{}, Hidden: []DataHidden{}, Loosened: slices.Concat([]Loosened{}, v.Loosened),
		Effects: []Loosened{}, Old: v.Old, Gone: v.Fixed, Looked: slices.Concat([]string{}, v.Looked),
		Unlooked: slices.Concat([]Unlooked{}, v.Unlooked)}
	fixes := v.fixes()
	data := func(d Finding) DataFinding {
		f := DataFinding{File: d.File, Line: d.Line, Column: d.Col, Tool: d.Tool, Code: d.Code, Message: d.Message,
			Severity: d.Severity.String(), Fix: fixes[at(d)].ID, Title: fixes[at(d)].Title}
		if d.Cause != nil {
			f.Cause = d.Cause.String()
		}
		return f
	}
	for _, d := range v.New {
		t.New = append(t.New, data(d))
	}
	for _, h := range v.Hidden {
		x := DataHidden{Directive: h.Directive}
		for _, d := range h.Findings {
			x.Findings = append(x.Findings, data(d))
		}
		t.Hidden = append(t.Hidden, x)
	}
	for _, e := range v.Effects {
		t.Effects = append(t.Effects, Loosened{e.File, e.Line, e.Function + ": " + strings.Join(e.Said, "; ")})
	}
	return t
}
