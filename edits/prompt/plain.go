package prompt

import (
	_ "embed" // the instruction texts
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/signal"
)

//go:embed system_plain.txt
var systemPlain string

// Up to how many bytes a file is shown whole with the part that is to be rewritten. A machine without a GPU reads some
// 40 tokens a second: 3,000 bytes take 20 seconds.
const (
	Whole       = 6000
	WholeSlowly = 3000
)

// fileLines is up to how many lines a file may be sent back whole: the same machine writes ten tokens a second.
const fileLines = 120

// FitsWhole reports whether a document of which so many bytes are shown whole is small enough for [ShapeFile].
func FitsWhole(s text.Snapshot, most int) bool {
	return s.LineCount() <= fileLines && s.Len() <= most
}

// Part returns what a rewrite asks for: the class that lacks something, the function round
// the diagnostic where it may change as a whole, else the run of the diagnostic.
func Part(c edits.Candidates) text.Lines {
	if class, ok := c.Lacking(); ok {
		return class
	}
	at := c.At()
	run := c.Windows.RunAt(at.Start)
	if run < 0 {
		for i, r := range c.Windows.Runs {
			if r.Role == window.Primary {
				run = i
				break
			}
		}
	}
	if run < 0 {
		return at
	}
	part := c.Windows.Runs[run].Lines
	if c.File == nil {
		return part
	}
	best := text.Lines{}
	for _, n := range c.File.Nodes {
		if n.Kind == syntax.Function && n.Lines.Covers(at) && part.Covers(n.Lines) &&
			(best.Len() == 0 || n.Lines.Len() < best.Len()) {
			best = n.Lines
		}
	}
	if best.Len() > 0 {
		return best
	}
	return part
}

// rewrite shows plain code and asks for the corrected part of it.
func rewrite(in Input) Messages {
	part := Part(in.Candidates)
	what := kindOf(in, part)
	var b strings.Builder
	seen := begin(&b, in)
	again(&b, in)
	ask := fmt.Sprintf("Fix this %s. Answer with the corrected %[1]s in one code block.", what)
	if class, members := lacking(in); members != "" {
		ask = fmt.Sprintf("The %s %s lacks the %s. Answer with the %[1]s and what it lacks, in one code block.",
			what, class, members)
	}
	if in.Instruction != "" {
		ask = fmt.Sprintf("Answer with the new text of this %s in one code block.", what)
	}
	return plain(in, b.String(), ask+importing(in, what), reserve(in, part), seen)
}

// begin returns what the questions about a problem begin with, in the order of what changes
// least: what the server has read for the last one it need not read again. What an answer
// made of the document comes behind the document as it is. Asked for a line or a file
// behind a function in question, Qwen2.5-Coder 1.5B sent the function back.
func begin(b *strings.Builder, in Input) []text.Lines {
	was := in
	if in.Because != nil {
		was = *in.Because
	}
	part := Part(was.Candidates) // whatever the shape: the next attempt begins with the same
	near := []text.Lines{{Start: part.Start - around, End: part.End + around}}
	if was.showsPart() && part.Len() > 2*around { // to show it twice costs more than to read the rest again
		near = []text.Lines{{Start: part.Start - around, End: part.Start}, {Start: part.End, End: part.End + around}}
	}
	seen := notes(b, was, append(file(b, was, part, near...), part))
	finding(b, was)
	if in.Because == nil && was.showsPart() {
		fmt.Fprintf(b, "The %s in question:\n", kindOf(was, part))
		code(b, was, part)
	}
	if in.Because == nil {
		return seen
	}
	b.WriteString("Because of that it was changed to:\n")
	part = Part(in.Candidates)
	for _, l := range in.added(part) {
		code(b, in, l)
	}
	code(b, in, part)
	in.Context = "" // shown already
	seen = notes(b, in, append(seen, part))
	if d := in.Diagnostic; d.Message == was.Diagnostic.Message {
		fmt.Fprintf(b, "%s still reports the same at line %d.\n\n", d.Tool, in.Candidates.Snapshot.LineAt(d.Span.Start)+1)
		return seen
	}
	b.WriteString("Now ")
	finding(b, in)
	return seen
}

// Asked returns the parts that an answer in a shape may be the text of, the likely one first:
// asked for a line, models send the function round it, too.
func Asked(shape Shape, c edits.Candidates) []text.Lines {
	if shape == ShapeLine {
		return []text.Lines{statement(c), Part(c)}
	}
	return []text.Lines{Part(c)}
}

// showsPart reports whether the part that may be rewritten as a whole is shown apart.
func (in Input) showsPart() bool { return in.Shape == ShapeRewrite }

// added returns the lines of a text that the document it was made of does not have, but those
// of a part and blank ones at an end.
func (in Input) added(part text.Lines) (out []text.Lines) {
	s := in.Candidates.Snapshot
	grown := 0
	for _, e := range diff.Minimal(in.Because.Candidates.Snapshot.Text(), s.Text()) {
		l := s.LinesOf(text.Span{Start: e.Span.Start + grown, End: e.Span.Start + grown + len(e.New)})
		grown += len(e.New) - e.Span.Len()
		for _, l := range []text.Lines{{Start: l.Start, End: min(l.End, part.Start)}, {Start: max(l.Start, part.End),
			End: l.End}} {
			for l.Start < l.End && strings.TrimSpace(s.Line(l.Start)) == "" {
				l.Start++
			}
			for l.Start < l.End && strings.TrimSpace(s.Line(l.End-1)) == "" {
				l.End--
			}
			if l.Start < l.End && strings.TrimSpace(e.New) != "" {
				out = append(out, l)
			}
		}
	}
	return out
}

// lacking returns a class to which members are to be added, and which:
// asked to fix the type, Qwen2.5-Coder 1.5B sent it back as it was three times; shown
// what it lacks it wrote the method at once.
func lacking(in Input) (class, members string) {
	names, other := signal.Wanted(in.Diagnostic)
	class = signal.Lacking(in.Diagnostic)
	if in.Candidates.Windows.Member.Len() > 0 {
		names = make([]string, 1)
		class, names[0] = signal.LackingMember(in.Diagnostic)
	}
	if _, ok := in.Candidates.Lacking(); !ok || other || len(names) == 0 {
		return "", ""
	}
	kind := "attribute"
	s := in.Candidates.Snapshot
	if strings.Contains(s.Text(), names[0]+"(") || s.Lang == "go" && in.Candidates.Windows.Member.Len() == 0 {
		kind = "method"
	}
	if len(names) > 1 {
		kind += "s"
	}
	return class, kind + " " + strings.Join(names, " and ")
}

// unknownName are the words by which tools say that a name is not known.
var unknownName = lazyre.New(`(?i)undefined|undeclared|not defined|cannot find|not found|unresolved|unknown name|not ` +
	`in scope`)

// importing says where an import is to stand, where the windows have a place for
// one and a name is not known: a small model that is to fix a function does not
// leave it by itself. Told so about anything else, Qwen2.5-Coder 1.5B added imports
// of typing and left the defect in two of two answers that were right without; of a
// name that another one of the file was like it made up a module to import it from.
func importing(in Input, what string) string {
	like := func(n window.Piece) bool { return n.Need == signal.NeedLookup && n.Note != "" }
	if !unknownName.MatchString(in.Diagnostic.Message) || slices.ContainsFunc(in.Notes, like) ||
		!slices.ContainsFunc(in.Candidates.Windows.Runs, func(r window.Run) bool {
			return r.Role == window.Imports ||
				len(r.ImportOnly) > 0
		}) {
		return ""
	}
	return fmt.Sprintf(" If a name is not imported, write its import above the %s.", what)
}

// wholeFile shows the file and asks for all of it.
func wholeFile(in Input) Messages {
	var b strings.Builder
	all := text.Lines{End: in.Candidates.Snapshot.LineCount()}
	begin(&b, in)
	again(&b, in)
	return plain(in, b.String(), "Fix it. Answer with the whole corrected file in one code block.",
		reserve(in, all), []text.Lines{all})
}

// plain makes the messages of data and what is asked about them.
func plain(in Input, data, ask string, reserve int, shownLines []text.Lines) Messages {
	if in.Redact != nil {
		data = in.Redact(data)
	}
	data = lines.Visible(data)
	as := plainRole
	if in.Instruction != "" {
		as = plainTask
		task := in.Instruction
		if in.Redact != nil {
			task = in.Redact(task)
		}
		ask = fmt.Sprintf("TASK: %s\n%s", quote(task), ask)
	}
	mark := "0"
	if in.Nonce != nil {
		mark = in.Nonce(in.Path)
		data = strings.NewReplacer("DATA "+mark+" BEGIN\n", "", "DATA "+mark+" END\n", "", mark, "").Replace(data)
	}
	return Messages{
		System:    strings.NewReplacer("{ROLE}", as).Replace(systemPlain),
		User:      fmt.Sprintf("DATA %s BEGIN\n%sDATA %s END\n%s\n", mark, data, mark, ask),
		MaxTokens: reserve, Lines: joined(shownLines),
	}
}

const (
	plainRole = "You are a careful programmer. You fix one problem that a tool reports in source code, and change " +
		"nothing else."
	plainTask = "You are a careful programmer. You carry out one task in source code, and change nothing else."
)

// finding is what the tool says, with the line that it speaks of.
func finding(b *strings.Builder, in Input) {
	if in.Instruction != "" {
		return
	}
	d, s := in.Diagnostic, in.Candidates.Snapshot
	at := s.LineAt(d.Span.Start)
	fmt.Fprintf(b, "%s reports at line %d: %s", d.Tool, at+1, oneParagraph(d.Message))
	if d.Code != "" {
		fmt.Fprintf(b, " [%s]", d.Code)
	}
	fmt.Fprintf(b, "\n    %s\n", strings.TrimSpace(s.Line(at)))
	for _, line := range in.Same {
		fmt.Fprintf(b, "It reports the same at line %d:\n    %s\n", line+1, strings.TrimSpace(s.Line(line)))
	}
	if in.Requirement.Docs != "" {
		fmt.Fprintf(b, "About the rule: %s\n", in.Requirement.Docs)
	}
	for _, r := range d.Related {
		if r.Path == "" {
			fmt.Fprintf(b, "See line %d: %s\n", r.Lines.Start+1, oneParagraph(r.Message))
		}
	}
	b.WriteString("\n")
}

// oneParagraph keeps a message from looking like a part of the prompt.
func oneParagraph(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

// again shows the last answer and what the checks said of its code.
func again(b *strings.Builder, in Input) {
	f := in.Feedback
	if f == nil {
		return
	}
	if f.Same {
		fmt.Fprintf(b, "You sent the code back as it was. Line %d has to change, or what it rests on.\n\n",
			in.Candidates.Snapshot.LineAt(in.Diagnostic.Span.Start)+1)
		return
	}
	answer := strings.TrimSpace(f.Answer)
	if !strings.Contains(answer, "```") {
		answer = "```\n" + answer + "\n```"
	}
	fmt.Fprintf(b, "You answered:\n%s\n\n", answer)
	if len(f.Also) > 0 {
		fmt.Fprintf(b, "That answers the report. It also %s. If the problem needs that, send the same code again; if not, "+
			"send it without.\n\n",
			oneParagraph(strings.Join(f.Also, ", and it ")))
		return
	}
	b.WriteString("That is not right yet:\n")
	for _, w := range f.Wrong {
		fmt.Fprintf(b, "- %s\n", oneParagraph(gate.ReplaceAllString(w, "")))
	}
	b.WriteString("\n")
}

// gate is the name of a check before what it says: nothing for a small model.
var gate = lazyre.New(`^G\d+ [a-z ]+: `)

// reserve returns the number of tokens kept for code of so many lines, corrected.
func reserve(in Input, l text.Lines) int {
	n := tokens.Estimate(in.Candidates.Snapshot.Slice(in.Candidates.Snapshot.LinesSpan(l)))
	return min(n*3/2+256, limits.AnswerReserve)
}
