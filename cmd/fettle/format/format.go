// Package format writes what fettle fix found and fixed in the forms that
// pipelines and reviews read. Its functions are pure: a run in, text out. Words
// of tools and models are defused, and escaped as each form demands.
package format

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Run is the whole result of one run.
type Run struct {
	Version string // of fettle
	Files   []File // in the order of the run
	Skipped []Skipped
}

// Skipped is a file or folder that was left out: by one tool, by its own settings, or by all.
type Skipped struct{ Path, Tool, Why string }

// sentence says it to a reader of findings.
func (s Skipped) sentence() string {
	by := "fettle"
	if s.Tool != "" {
		by = s.Tool
	}
	return text.Defuse(fmt.Sprintf("%s skips it: %s", by, s.Why))
}

// File is the result of one file.
type File struct {
	Path          string // with forward slashes, relative to the working folder where it lies in it
	Before, After string
	Written       bool // the file on disk has the text After, else Before
	Findings      []Finding
	Unlooked      []Unlooked // by these tools: what they would report is not known
}

// skippedSentence says of many that they were left out.
func skippedSentence(list []Skipped) string {
	var names []string
	for _, s := range list[:min(3, len(list))] {
		names = append(names, s.Path)
	}
	if len(list) > 3 {
		names = append(names, "…")
	}
	return text.Defuse(fmt.Sprintf("skipped: %d (%s); --format json names them all", len(list), strings.Join(names, ", ")))
}

// Unlooked is a tool that did not answer for a file.
type Unlooked struct{ Tool, Why string }

// sentence says it to a reader of findings.
func (u Unlooked) sentence() string {
	return text.Defuse(fmt.Sprintf("%s did not look at this file: %s", u.Tool, u.Why))
}

// unlookedRule stands where a form wants the name of a rule.
const unlookedRule = "fettle/not-looked"

// Finding is one finding, at its place in the file as it is on disk.
type Finding struct {
	Line, Column   int // from 1; characters
	Tool, Code     string
	Message        string
	Severity       signal.Severity
	Doc            string   // address of the rule's documentation
	Fixed          bool     // its fix is part of After
	Title, Verdict string   // of the fix
	Grade          string   // of it
	Witnesses      string   // who has looked at it: "ruff and mypy are content"
	Effects        []string // what else it does
	Reason         string   // why there is none
	unlooked       bool     // it says that the tool did not look
	// Edits are the fix in the text Before, with others of the same words; none
	// where the finding appears only with other fixes.
	Edits []text.Edit
}

// Names lists the forms, in the order in which help names them.
func Names() []string {
	return []string{"sarif", "rdjsonl", "github", "gitlab", "patch", "markdown"}
}

// Write writes a run in the form of that name.
func Write(w io.Writer, name string, r Run) error {
	switch name {
	case "sarif":
		return sarif(w, r)
	case "rdjsonl":
		return rdjsonl(w, r)
	case "github":
		return github(w, r)
	case "gitlab":
		return gitlab(w, r)
	case "patch":
		return patch(w, r)
	case "markdown":
		return markdown(w, r)
	}
	return fmt.Errorf("%s is no format: want one of %s", name, strings.Join(Names(), ", "))
}

// onDisk returns the file's text as a reader of the report finds it.
func (f File) onDisk() text.Snapshot {
	if f.Written {
		return text.New(f.After)
	}
	return text.New(f.Before)
}

// open returns the findings that the file on disk still has.
func (f File) open() []Finding {
	var out []Finding
	for _, d := range f.Findings {
		if !d.Fixed || !f.Written {
			out = append(out, d)
		}
	}
	return out
}

// rows returns the open findings, and that a tool did not look as one more, for the forms that know nothing else.
func (f File) rows() []Finding {
	out := f.open()
	for _, u := range f.Unlooked {
		out = append(out, Finding{Tool: u.Tool, Message: u.sentence(), Severity: signal.Warning, unlooked: true})
	}
	return out
}

// rule returns the name of a rule among those of all tools.
func (d Finding) rule() string {
	if d.unlooked {
		return unlookedRule
	}
	if d.Code == "" {
		return d.Tool
	}
	return d.Tool + "/" + d.Code
}

// level returns the word of a form for the severity of a finding.
func (d Finding) level(severe, usual, slight string) string {
	switch d.Severity {
	case signal.Error:
		return severe
	case signal.Information, signal.Hint:
		return slight
	}
	return usual
}

// judged returns what is known of the fix: its grade, who has looked, and what else it does. The
// word verified is for what is proved.
func (d Finding) judged() string {
	out := cmp.Or(d.Grade, d.Verdict)
	if d.Grade == "proved" {
		out = "verified"
	}
	if d.Witnesses != "" {
		out += ": " + d.Witnesses
	}
	if len(d.Effects) > 0 {
		out += "; also: " + strings.Join(d.Effects, "; ")
	}
	return out
}

// sentence returns what a reader learns about a finding where no fix can be shown next to it.
func (d Finding) sentence() string {
	switch {
	case d.Fixed && len(d.Edits) == 0:
		return text.Defuse(fmt.Sprintf("%s (fettle has a fix that rests on others: %s; %s)", d.Message, d.Title, d.judged()))
	case d.Fixed:
		return text.Defuse(fmt.Sprintf("%s (fettle has a fix: %s; %s)", d.Message, d.Title, d.judged()))
	case d.Reason != "":
		return text.Defuse(fmt.Sprintf("%s (not fixed: %s)", d.Message, d.Reason))
	}
	return text.Defuse(d.Message)
}
