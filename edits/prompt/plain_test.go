package prompt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func plainInput(line int, runs ...window.Run) Input {
	in := input(shapes, line, runs...)
	in.Shape = ShapeRewrite
	in.Nonce = func(path string) string { return "n-" + path }
	return in
}

// What a server has read of one question serves the next ask and the next
// question about the file: the file comes first, and nothing before it changes.
func TestPlainBeginsWithWhatStays(t *testing.T) {
	first := Build(plainInput(9, run(window.Primary, 8, 11)))
	second := plainInput(9, run(window.Primary, 8, 11))
	second.Feedback = &Feedback{Answer: "```python\nx = 1\n```", Wrong: []string{"ruff still reports E711"}}
	again, other := Build(second), Build(plainInput(6, run(window.Primary, 5, 6)))
	file := first.User[:strings.Index(first.User, shapes)+len(shapes)]
	for name, m := range map[string]Messages{"the second ask": again, "another problem": other} {
		if m.System != first.System || !strings.HasPrefix(m.User, file) {
			t.Errorf("%s begins with\n%s", name, m.User[:min(len(m.User), 200)])
		}
	}
	if !strings.Contains(again.User, "ruff still reports E711") || !strings.Contains(again.User, "x = 1") {
		t.Errorf("the second ask does not say what was wrong:\n%s", again.User)
	}
}

// A small model sends ids and frames back: it sees none.
func TestPlainShowsNoIDs(t *testing.T) {
	in := plainInput(9, run(window.Primary, 8, 11))
	for _, shape := range []Shape{ShapeRewrite, ShapeFile, ShapeLine} {
		in.Shape = shape
		m := Build(in)
		for _, mark := range []string{"EDIT", "PRIMARY", "| ", "Candidates", string(in.Candidates.LineID(8))} {
			if strings.Contains(m.User+m.System, mark) {
				t.Errorf("%s holds %q:\n%s", shape, mark, m.User)
			}
		}
		if m.Schema != nil || m.MaxTokens <= 0 {
			t.Errorf("%s: schema %q, %d tokens", shape, m.Schema, m.MaxTokens)
		}
	}
}

// Where an import is to stand is said of a name that is not known, and that none of
// the file is like.
func TestWhereImportsStand(t *testing.T) {
	for _, c := range []struct {
		message, near string
		want          bool
	}{
		{"Cannot find name 'dist'.", "", true},
		{"Cannot find name 'dist'.", "spelled like dist: distance (line 3)", false},
		{"Incompatible return value type", "", false},
	} {
		in := plainInput(9, run(window.Primary, 8, 11), run(window.Imports, 0, 2))
		in.Diagnostic.Message = c.message
		if c.near != "" {
			in.Notes = []window.Piece{{Need: signal.NeedLookup, Title: "names in reach", Note: c.near}}
		}
		m := Build(in)
		if got := strings.Contains(m.User, "write its import above"); got != c.want || !strings.Contains(m.User, c.near) {
			t.Errorf("%s %s: %v, want %v in\n%s", c.message, c.near, got, c.want, m.User)
		}
	}
}

// The wording of each plain shape, first and again.
func TestPlainGolden(t *testing.T) {
	for _, shape := range []Shape{ShapeRewrite, ShapeFile, ShapeLine} {
		in := plainInput(9, run(window.Primary, 8, 11))
		in.Shape = shape
		m := Build(in)
		golden(t, "plain_"+shape.String(), m.System+"\n====\n"+m.User)
		in.Feedback = &Feedback{Answer: "```python\nif self.r == 0:\n```", Wrong: []string{"G3 target gone: ruff still reports E711 in line 9"}}
		in.Context = "From other.py:\nclass Shape: ...\n"
		m = Build(in)
		golden(t, "plain_"+shape.String()+"_again", m.System+"\n====\n"+m.User)
	}
	in := plainInput(9, run(window.Primary, 8, 11))
	in.Instruction = "use \"is\"\nand nothing else"
	m := Build(in)
	golden(t, "plain_instruction", m.System+"\n====\n"+m.User)
	imports := run(window.Imports, 1, 1)
	imports.ImportOnly = []text.Lines{imports.Lines}
	in = plainInput(9, imports, run(window.Primary, 8, 11))
	if u := Build(in).User; strings.Contains(u, "import above") {
		t.Errorf("imports are spoken of where none is missing:\n%s", u)
	}
	in.Diagnostic.Message = "undefined: sort"
	if u := Build(in).User; !strings.Contains(u, "write its import above the function") {
		t.Errorf("nothing says where an import is to stand:\n%s", u)
	}
	in = plainInput(9, run(window.Primary, 8, 11))
	in.Feedback = &Feedback{Answer: "x", Same: true}
	if u := Build(in).User; !strings.Contains(u, "Line 9 has to change") || strings.Contains(u, "You answered") {
		t.Errorf("an answer that changed nothing is told of as\n%s", u)
	}
}

// What a statement alone can mend is asked for alone; a signature, and what is
// missing, is not.
func TestFitsLine(t *testing.T) {
	for _, c := range []struct {
		line int
		want bool
	}{{9, true}, {11, true}, {8, false}, {4, false}, {7, false}} {
		in := plainInput(c.line, run(window.Primary, 8, 11))
		if got := FitsLine(in.Candidates); got != c.want {
			t.Errorf("line %d: %t", c.line, got)
		}
	}
}

// Code that holds a fence, or the marker itself, cannot end the data.
func TestPlainKeepsDataInside(t *testing.T) {
	src := strings.Replace(shapes, "import math\n", "import math\nX = '''\n```\nDATA n-shapes.py END\n'''\n", 1)
	in := input(src, 13, run(window.Primary, 12, 15))
	in.Shape, in.Path = ShapeRewrite, "shapes.py"
	in.Nonce = func(path string) string { return "n-" + path }
	m := Build(in)
	if !strings.Contains(m.User, "````python\n") {
		t.Errorf("the fence is closed by the code:\n%s", m.User)
	}
	if n := strings.Count(m.User, "DATA n-shapes.py END"); n != 1 {
		t.Errorf("the end of the data stands %d times", n)
	}
}

// Whatever the windows are and however a model is asked: it sees the imports, the
// signature of the function, and the try statement round the place, each once.
func TestEveryShapeShowsWhatAFixRestsOn(t *testing.T) {
	body := strings.Repeat("        step_with_a_name_that_takes_room_in_the_file_so_that_it_is_long()\n", 60)
	src := "\"\"\"" + strings.Repeat("A licence.\n", 45) + "\"\"\"\nimport alpha\nfrom beta import gamma\n\n\ndef outer(first: int, second: str) -> None:\n    try:\n" +
		body + "        mark = 1\n" + body + "    except ValueError as problem:\n        handle(problem)\n"
	line := 1 + strings.Count(src[:strings.Index(src, "mark")], "\n")
	for _, shape := range []Shape{ShapeScript, ShapeRewrite, ShapeLine} {
		in := input(src, line, run(window.Primary, line, line))
		in.Shape = shape
		in.Notes = window.Needs(in.Candidates.Snapshot, in.Candidates.File, in.Diagnostic, in.Requirement)
		m := Build(in)
		for _, want := range []string{"import alpha\nfrom beta import gamma\n", "def outer(first: int, second: str) -> None:\n", "except ValueError as problem:\n        handle(problem)\n", "mark = 1"} {
			if n := strings.Count(m.User, want); n == 0 || n > 1 && want != "mark = 1" {
				t.Errorf("%s shows %q %d times:\n%s", shape, want, n, m.User)
			}
		}
		if strings.Contains(m.User, "A licence.") {
			t.Errorf("%s shows the licence:\n%s", shape, m.User)
		}
		shown := func(row int) bool {
			for _, l := range m.Lines {
				if l.Contains(row) {
					return true
				}
			}
			return false
		}
		for row := range in.Candidates.Snapshot.LineCount() {
			if text := in.Candidates.Snapshot.Line(row); strings.Contains(text, "import") && !shown(row) {
				t.Errorf("%s does not say that it shows line %d, %q", shape, row+1, text)
			}
		}
	}
	in := input(src, line, run(window.Primary, 1, strings.Count(src, "\n")))
	in.Notes = window.Needs(in.Candidates.Snapshot, in.Candidates.File, in.Diagnostic, in.Requirement)
	if u := Build(in).User; strings.Contains(u, "FROM THE SAME FILE") {
		t.Errorf("shown twice:\n%s", u)
	}
}

// An answer that repeats our frame is shown again without it: what is left of the frame
// would be taken for one.
func TestAnswersAreShownWithoutOurFrame(t *testing.T) {
	in := plainInput(9, run(window.Primary, 8, 11))
	in.Feedback = &Feedback{Answer: "```python\nDATA n-src/shapes.py BEGIN\nx = 1\nDATA n-src/shapes.py END\n```", Wrong: []string{"it is not right"}}
	if u := Build(in).User; !strings.Contains(u, "```python\nx = 1\n```") {
		t.Error(u)
	}
}

func TestShapeOf(t *testing.T) {
	for _, c := range []struct {
		name  string
		local bool
		want  Shape
	}{
		{"qwen2.5-coder:1.5b", true, ShapeRewrite}, {"qwen2.5-coder:32b", true, ShapeScript}, {"SmolLM2-135M-Instruct", true, ShapeRewrite},
		{"codestral", true, ShapeRewrite}, {"gpt-4o", false, ShapeScript}, {"meta-llama/Llama-3.1-8B-Instruct", false, ShapeRewrite},
		{"mixtral:8x7b", true, ShapeScript}, {"llama3.3:70b-instruct-q4_K_M", true, ShapeScript}, {"claude-sonnet", false, ShapeScript},
	} {
		if got := ShapeOf(c.name, 0, c.local); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Of code that an answer made, what it was made of and why is told as it was for the
// first ask, then what was added, wherever, and what is wrong now.
func TestPlainSaysWhyItWasChanged(t *testing.T) {
	was := plainInput(9, run(window.Primary, 8, 11))
	first := Build(was)
	begin, _, _ := strings.Cut(first.User, "The function in question")
	for _, shape := range []Shape{ShapeRewrite, ShapeLine} {
		in := input("import cmath\n"+strings.Replace(shapes, "self.r == None", "self.r is cmath", 1)+"\n\nEPS = 1\n", 10, run(window.Primary, 9, 12))
		in.Shape, in.Nonce, in.Because = shape, was.Nonce, &was
		in.Diagnostic.Message = "it is\nwrong"
		added, ok := strings.CutPrefix(Build(in).User, begin)
		const want = "Because of that it was changed to:\n```python\nimport cmath\n```\n\n```python\nEPS = 1\n```\n\n```python\n    def "
		if !ok || !strings.HasPrefix(added, want) || !strings.Contains(added, "self.r is cmath") || !strings.Contains(added, "\nNow ruff reports at line 10: it is wrong") {
			t.Errorf("%s:\n%s", shape, Build(in).User)
		}
		// The lines of the part stand there once, and what is still said is not said again.
		in.Candidates = input(strings.Replace(shapes, "    def area(self)", "    size = 1\n\n\n    def area(me)", 1), 12, run(window.Primary, 11, 14)).Candidates
		in.Diagnostic.Message = was.Diagnostic.Message
		added, ok = strings.CutPrefix(Build(in).User, begin)
		if !ok || !strings.HasPrefix(added, "Because of that it was changed to:\n```python\n    size = 1\n```\n\n```python\n    def area(me)") || strings.Count(added, "area(me)") != 1 ||
			!strings.Contains(added, "```\n\nruff still reports the same at line 12.\n\n") || strings.Contains(added, oneParagraph(in.Diagnostic.Message)) {
			t.Errorf("%s:\n%s", shape, Build(in).User)
		}
	}
}

// What is to be written anew is the class that lacks a method, not the place that
// makes one of it.
func TestPartIsTheClassThatLacks(t *testing.T) {
	const doc = "class Box(Shape):\n    def __init__(self) -> None:\n        self.side = 1\n\n\ndef make() -> Shape:\n    return Box()\n"
	s := text.New(doc)
	s.Path, s.Lang = "mod.py", "python"
	d := signal.Diagnostic{Tool: "mypy", Code: "abstract", Message: `Cannot instantiate abstract class "Box" with abstract attribute "area"`, Span: s.LineSpan(6)}
	f := syntax.Parse("python", doc)
	part := func(message string) (text.Lines, bool) {
		d.Message = message
		c := edits.NewCandidates(s, window.Compute(s, f, d, signal.Require(d)), f, d)
		return Part(c), FitsLine(c)
	}
	if got, line := part(d.Message); got != (text.Lines{Start: 0, End: 3}) || line {
		t.Errorf("%v, by line: %v", got, line)
	}
	for message, want := range map[string]string{
		`Cannot instantiate abstract class "Box" with abstract attribute "area"`:                 "The class Box lacks the attribute area. Answer with the class and what it lacks",
		`Cannot instantiate abstract class "Box" with abstract attributes "area" and "__init__"`: "The class Box lacks the attributes area and __init__.",
		"Cannot instantiate abstract class \"Box\"\n    \"Shape.__init__\" is not implemented":   "The class Box lacks the method __init__.",
	} {
		d.Message = message
		in := Input{Path: "mod.py", Diagnostic: d, Shape: ShapeRewrite, Candidates: edits.NewCandidates(s, window.Compute(s, f, d, signal.Require(d)), f, d)}
		if u := Build(in).User; !strings.Contains(u, want) {
			t.Errorf("%s is not said in\n%s", want, u)
		}
	}
	if got, line := part("Something else"); got != (text.Lines{Start: 5, End: 7}) || !line {
		t.Errorf("%v, by line: %v", got, line)
	}
}

// A method of a Go type stands beside the type: one that is missing is asked for by its
// name, and one of another form is the part itself.
func TestMethodThatTypeLacks(t *testing.T) {
	const doc = "package x\n\ntype Sink interface{ Write(line string) int }\n\ntype Log struct{ lines []string }\n\n// Write keeps a line.\nfunc (l *Log) Write(line string) { l.lines = append(l.lines, line) }\n\nfunc make() Sink {\n\treturn &Log{}\n}\n"
	s := text.File("/src/x.go", "go", doc)
	f := syntax.Parse("go", doc)
	for _, c := range []struct {
		message string
		part    text.Lines
		ask     string
	}{
		{"*Log does not implement Sink (missing method Size)", text.Lines{Start: 4, End: 5}, "The type Log lacks the method Size. Answer with the type and what it lacks, in one code block."},
		{"*Log does not implement Sink (wrong type for method Write)", text.Lines{Start: 6, End: 8}, "Fix this function. Answer with the corrected function in one code block."},
	} {
		d := signal.Diagnostic{Tool: "go", Message: "cannot use &Log{} (value of type *Log) as Sink value in return statement: " + c.message, Span: s.LineSpan(10)}
		in := Input{Path: "x.go", Diagnostic: d, Shape: ShapeRewrite, Candidates: edits.NewCandidates(s, window.Compute(s, f, d, signal.Require(d)), f, d)}
		if u := Build(in).User; Part(in.Candidates) != c.part || !strings.Contains(u, c.ask) {
			t.Errorf("%s: part %v, want %v:\n%s", c.message, Part(in.Candidates), c.part, u)
		}
	}
}
