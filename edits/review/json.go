package review

import "strings"

// Told is a verdict as data: the form of --json and of answers to programs.
type Told struct {
	New      []ToldFinding `json:"new"`
	Hidden   []ToldHidden  `json:"hidden"`
	Loosened []ToldPlace   `json:"loosened"`
	Effects  []ToldPlace   `json:"effects"`
	Old      int           `json:"old"`
	Gone     int           `json:"gone"`
	Looked   []string      `json:"looked"`
	Unlooked []Unlooked    `json:"notLooked"`
}

// ToldFinding is one finding.
type ToldFinding struct {
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

// ToldHidden is a directive with what it hides.
type ToldHidden struct {
	File      string        `json:"file"`
	Line      int           `json:"line"`
	Directive string        `json:"directive"`
	Findings  []ToldFinding `json:"findings"`
}

// ToldPlace is a sentence about a place.
type ToldPlace struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
}

// Told makes data of a verdict.
func (v Verdict) Told() Told {
	t := Told{New: []ToldFinding{}, Hidden: []ToldHidden{}, Loosened: []ToldPlace{}, Effects: []ToldPlace{}, Old: v.Old,
		Gone:   v.Fixed,
		Looked: append([]string{}, v.Looked...), Unlooked: append([]Unlooked{}, v.Unlooked...)}
	fixes := v.fixes()
	for _, d := range v.New {
		f := told(d)
		f.Fix, f.Title = fixes[at(d)].ID, fixes[at(d)].Title
		t.New = append(t.New, f)
	}
	for _, h := range v.Hidden {
		x := ToldHidden{File: h.File, Line: h.Line, Directive: h.Text}
		for _, d := range h.Findings {
			x.Findings = append(x.Findings, told(d))
		}
		t.Hidden = append(t.Hidden, x)
	}
	for _, l := range v.Loosened {
		t.Loosened = append(t.Loosened, ToldPlace(l))
	}
	for _, e := range v.Effects {
		t.Effects = append(t.Effects, ToldPlace{e.File, e.Line, e.Function + ": " + strings.Join(e.Said, "; ")})
	}
	return t
}

func told(d Finding) ToldFinding {
	f := ToldFinding{File: d.File, Line: d.Line, Column: d.Col, Tool: d.Tool, Code: d.Code, Message: d.Message,
		Severity: d.Severity.String()}
	if d.Cause != nil {
		f.Cause = d.Cause.String()
	}
	return f
}
