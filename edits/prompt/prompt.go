// Package prompt renders the messages for a model: fixed instructions, and the
// data they are about, between markers that the data cannot imitate. [Build]
// does so for one [Input]. The instructions are embedded templates; golden tests
// pin their wording.
//
// Order of the data: context from other places, the windows with an id on every
// line, the diagnostic, and, on a second ask, the last answer with what was
// wrong with it.
package prompt

import (
	"crypto/sha256"
	_ "embed" // the instruction texts
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Version names the wording; it is part of cache keys.
const Version = "9"

//go:embed system_text.txt
var systemText string

//go:embed system_json.txt
var systemJSON string

//go:embed system_diff.txt
var systemDiff string

// Encoding is the form in which a model is asked to answer.
type Encoding uint8

// The encodings.
const (
	Text    Encoding = iota // EDIT blocks with raw code
	JSON                    // a script of lines
	Rewrite                 // whole windows; a form of Text
	Diff                    // hunks without numbers: the windows show no ids
)

// EncodingOf reads a setting; "auto" is text.
func EncodingOf(setting string) Encoding {
	switch setting {
	case "json":
		return JSON
	case "rewrite":
		return Rewrite
	}
	return Text
}

// Other returns the encoding for the next ask when an answer could not be decoded.
func (e Encoding) Other() Encoding {
	if e == JSON {
		return Text
	}
	return JSON
}

// Input is everything that one ask is made of.
type Input struct {
	Candidates  edits.Candidates
	Path        string // root-relative
	Diagnostic  signal.Diagnostic
	Same        []int  // lines, from 0, for which the same is reported: one question
	Because     *Input // about the document, where all else is about what an answer made of it; nil: it is the document
	Requirement signal.Requirement
	Python      int            // the oldest 3.x that the code has to run on, where that is an old one; 0: nothing to say
	Instruction string         // the user's own words, "" for a plain fix
	Context     string         // Markdown of other places
	Notes       []window.Piece // same-file context
	Shape       Shape
	Weak        bool // a small model: it rewrites whole windows
	Whole       int  // up to so many bytes plain code is the whole file; 0: [Whole]
	Encoding    Encoding
	Feedback    *Feedback
	// Redact replaces secrets in what leaves; nil changes nothing.
	Redact func(string) string
	// Nonce makes the markers of a file's questions: a code that its text cannot
	// know. It is the same for all of them, so that what a server has read of one
	// is found in its cache for the next.
	Nonce func(path string) string
}

// Messages are ready to send.
type Messages struct {
	System    string
	User      string
	Schema    []byte // JSON schema of the answer, nil for text
	MaxTokens int    // reserve for the answer
	// Lines are those of the document that User shows, sorted and disjoint.
	Lines []text.Lines
}

// Build renders the messages.
func Build(in Input) Messages { return shapeTable[in.Shape].build(in) }

// script renders the windows with an id on every line.
func script(in Input) Messages {
	var b strings.Builder
	if in.Context != "" {
		section(&b, "CONTEXT (other places, read only)", in.Context)
	}
	seen, notes := unshown(in, inWindows(in.Candidates))
	for _, n := range notes {
		section(&b, "FROM THE SAME FILE (read only): "+n.Title, n.Text(in.Candidates.Snapshot)+n.Note)
	}
	windows(&b, in)
	problem(&b, in)
	if in.Feedback != nil {
		in.Feedback.write(&b)
	}
	data := b.String()
	if in.Redact != nil {
		data = in.Redact(data)
	}
	data = lines.Visible(data)
	m := Messages{System: system(in, systemText), User: fence(in, data), MaxTokens: Reserve(in.Candidates),
		Lines: joined(seen)}
	switch in.Encoding {
	case JSON:
		m.System, m.Schema = system(in, systemJSON), Schema(in.Candidates)
	case Diff:
		m.System = system(in, systemDiff)
	}
	return m
}

// What a model is and how careful it should be, for a diagnostic and for a task.
const (
	role = "You repair one diagnostic in one file, inside the windows given to you."
	care = "Change as little as possible; keep comments. No suppression comments, no deleting code to silence the " +
		"tool."
	editRole = "You carry out one task in one file, inside the windows given to you. The task stands behind the data."
	editCare = "Do what the task asks and nothing else; keep comments and names. No suppression comments."
)

// system returns the fixed instructions of an encoding, for a diagnostic or for a
// task in the user's words.
func system(in Input, form string) string {
	as, with := role, care
	if in.Instruction != "" {
		as, with = editRole, editCare
	}
	return strings.NewReplacer("{ROLE}", as, "{CARE}", with).Replace(form)
}

// Sum stands for everything that models are instructed with: it changes with
// every change of the texts.
func Sum() string {
	h := sha256.New()
	for _, s := range []string{Version, systemText, systemJSON, systemDiff, systemPlain, role, care, editRole,
		editCare, plainRole, plainTask} {
		fmt.Fprintf(h, "%d %s\n", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// Reserve returns the number of tokens kept for the answer.
func Reserve(c edits.Candidates) int {
	n := 0
	for _, r := range c.Windows.Runs {
		n += c.Snapshot.LinesSpan(r.Lines).Len()
	}
	return min(tokens.Estimate(strings.Repeat("x", n))*3/2+512, limits.AnswerReserve)
}

// fence puts the data between markers.
func fence(in Input, data string) string {
	code := "0"
	if in.Nonce != nil {
		code = in.Nonce(in.Path)
		data = strings.ReplaceAll(data, code, "")
	}
	return fmt.Sprintf("DATA %s BEGIN\n%sDATA %s END\n%s", code, data, code, closing(in))
}

// closing returns the end of the request: what to answer with, and what of the fixed
// instructions does not hold for these windows.
func closing(in Input) string {
	var b strings.Builder
	if task := in.Instruction; task != "" {
		if in.Redact != nil {
			task = in.Redact(task)
		}
		fmt.Fprintf(&b, "TASK: %s\n", quote(task))
	}
	switch in.Encoding {
	case JSON:
		b.WriteString("Answer with the JSON object only.\n")
		return b.String()
	case Diff:
		b.WriteString("Answer with the hunks of a diff only.\n")
		return b.String()
	}
	if f := longestFence(in.Candidates); f != shortestFence {
		fmt.Fprintf(&b, "The windows hold %s: use %s as the fence.\n", f[1:], f)
	}
	if in.Weak || in.Encoding == Rewrite {
		var names []string
		for i, r := range in.Candidates.Windows.Runs {
			if rewritable(in, i) {
				names = append(names, r.Name())
			}
		}
		if len(names) > 0 {
			fmt.Fprintf(&b, "Send each window that changes whole, with EDIT window: %s.\n", strings.Join(names, ", "))
		}
	}
	b.WriteString("Answer with EDIT blocks only.\n")
	return b.String()
}

const shortestFence = "~~~"

// longestFence returns a fence that no line of the windows contains.
func longestFence(c edits.Candidates) string {
	f := shortestFence
	for i := range c.Windows.Runs {
		for rows, _ := c.Shown(i); slices.ContainsFunc(rows, func(l string) bool { return strings.Contains(l, f) }); {
			f += "~"
		}
	}
	return f
}

func section(b *strings.Builder, title, body string) {
	fmt.Fprintf(b, "%s\n%s", title, body)
	if !strings.HasSuffix(body, "\n") {
		b.WriteString("\n")
	}
	b.WriteString("\n")
}

// problem is the diagnostic, as data. A task is none: it stands behind the data,
// since that is never an instruction.
func problem(b *strings.Builder, in Input) {
	d := in.Diagnostic
	if in.Instruction != "" {
		return
	}
	fmt.Fprintf(b, "DIAGNOSTIC\n%s", d.Tool)
	if d.Code != "" {
		b.WriteString(" " + d.Code)
	}
	fmt.Fprintf(b, " (%s) at %s: %s\n", d.Severity, place(in), quote(d.Message))
	if in.Requirement.Docs != "" {
		fmt.Fprintf(b, "About the rule: %s\n", in.Requirement.Docs)
	}
	if in.Python > 0 {
		fmt.Fprintf(b, "The code has to run on Python 3.%d too.\n", in.Python)
	}
	for _, line := range in.Same {
		fmt.Fprintf(b, "The same is reported at line %d.\n", line+1)
	}
	for _, r := range d.Related {
		if r.Path == "" {
			fmt.Fprintf(b, "Related, line %d: %s\n", r.Lines.Start+1, quote(r.Message))
		}
	}
}

// place names the line of the diagnostic, by its id where it has one.
func place(in Input) string {
	line := in.Candidates.Snapshot.LineAt(in.Diagnostic.Span.Start)
	if id := in.Candidates.LineID(line); id != "" && in.Encoding != Diff {
		return string(id)
	}
	return fmt.Sprintf("line %d", line+1)
}

// quote shows foreign text as the inside of a JSON string, on one line.
func quote(s string) string {
	q := fmt.Sprintf("%q", s)
	return q
}
