package assemble

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// memory reads texts by path.
func memory(files map[string]string) Reader {
	return func(_ context.Context, e Entity) (Entity, Text, error) {
		body, ok := files[e.Path]
		if !ok {
			return e, Text{}, NotFound
		}
		s := text.New(body)
		s.Lang = map[string]string{"py": "python", "go": "go", "ts": "typescript", "rs": "rust"}[e.Path[strings.LastIndexByte(e.Path, '.')+1:]]
		return e, Text{Snapshot: s}, nil
	}
}

func importsOf(_ string, s text.Snapshot, code string) string {
	return index.ImportLines(s.Lang, s.Text(), code, 20)
}

// Covers R2-01, R2-02.
func TestProcessPayment(t *testing.T) {
	body := strings.Repeat("// line\n", 9) + "export async function processPayment(id: string): Promise<void> {\n" + strings.Repeat("  step();\n", 14) + "}\n"
	e := Entity{Name: "processPayment", Type: "function", QualifiedName: "src/payments.ts::processPayment", Path: "src/payments.ts", StartLine: 10, EndLine: 25, Score: 0.9}
	c, formatted := Assemble(t.Context(), []Entity{e}, Parts{Read: memory(map[string]string{"src/payments.ts": body})}, Defaults())
	if len(c.Blocks) != 1 || !strings.Contains(c.Blocks[0].Code, "function processPayment") || c.TotalTokens <= 0 {
		t.Fatalf("%+v", c)
	}
	b := c.Blocks[0]
	if b.Location != (Location{"src/payments.ts", 10, 25}) || b.Shown != (Range{7, 25}) || b.Origin != "disk" {
		t.Errorf("%+v", b)
	}
	if c.Summary.EntitiesIncluded != 1 || c.Summary.FilesRead != 1 || c.Summary.Truncated {
		t.Errorf("%+v", c.Summary)
	}
	if !strings.HasPrefix(formatted, "### function: `processPayment`\n*`src/payments.ts:10-25`* (score: 0.90)\n**Code:**\n```typescript\n") {
		t.Errorf("got\n%s", formatted)
	}
}

// TestNames are those of the result's members.
//
// Covers R2-01, R2-02, R2-03.
func TestNames(t *testing.T) {
	body := "import os\n\n\ndef f(x):\n    return os.path\n"
	c, _ := Assemble(t.Context(), []Entity{
		{Name: "f", Type: "function", QualifiedName: "a.py::f", Path: "a.py", StartLine: 4, EndLine: 5, Score: 0.5},
		{Name: "gone", Type: "function", Path: "gone.py", StartLine: 1},
	}, Parts{Read: memory(map[string]string{"a.py": body}), Imports: importsOf, Related: func(string, string) []string { return []string{"g"} }}, Defaults())
	raw, err := json.Marshal(c)
	must.OK(t, err)
	want := fmt.Sprintf(`{"totalTokens":%d,"blocks":[{"entity":{"name":"f","type":"function","qualifiedName":"a.py::f"},"score":0.5,`+
		`"location":{"filePath":"a.py","startLine":4,"endLine":5},"code":"import os\n\n\ndef f(x):\n    return os.path\n",`+
		`"context":{"imports":"import os\n","relatedEntities":["g"]},"shown":{"startLine":1,"endLine":5},"origin":"disk"}],`+
		`"summary":{"entitiesIncluded":1,"entitiesExcluded":1,"filesRead":1,"truncated":false,"exclusions":[{"name":"gone","reason":"not-found"}]}}`, c.TotalTokens)
	if string(raw) != want {
		t.Errorf("got\n%s\nwant\n%s", raw, want)
	}
}

// TestTenEntitiesCostLittle reads each file once, and handles each byte a few
// times only; the benchmark says how long that takes.
//
// Covers R2-13.
func TestTenEntitiesCostLittle(t *testing.T) {
	parts, entities, size := ten()
	reads := map[string]int{}
	read := parts.Read
	parts.Read = func(ctx context.Context, e Entity) (Entity, Text, error) {
		reads[e.Path]++
		return read(ctx, e)
	}
	c, _ := Assemble(t.Context(), entities, parts, Options{MaxTokens: 20_000, ContextLines: 3, IncludeImports: true})
	if len(c.Blocks) != 10 || len(reads) != 10 {
		t.Fatalf("%d blocks of %d files", len(c.Blocks), len(reads))
	}
	for path, n := range reads {
		if n != 1 {
			t.Errorf("%s was read %d times", path, n)
		}
	}
	cost := testing.Benchmark(func(b *testing.B) {
		for b.Loop() {
			Assemble(b.Context(), entities, parts, Options{MaxTokens: 20_000, ContextLines: 3, IncludeImports: true})
		}
	})
	if got := cost.AllocedBytesPerOp(); got > int64(60*size) {
		t.Errorf("%d bytes are allocated for %d bytes of files", got, size)
	}
}

// ten are ten entities in ten files of 8 kB.
func ten() (parts Parts, entities []Entity, size int) {
	files := map[string]string{}
	for i := range 10 {
		var b strings.Builder
		b.WriteString("import os\nimport sys\n\n\n")
		for k := 0; b.Len() < 8000; k++ {
			fmt.Fprintf(&b, "def f%d(a, b):\n    x = os.getcwd()\n    return a + b + %d\n\n\n", k, k)
		}
		path := fmt.Sprintf("m%d.py", i)
		files[path] = b.String()
		size += b.Len()
		entities = append(entities, Entity{Name: "f20", Type: "function", QualifiedName: path + "::f20", Path: path, StartLine: 105, EndLine: 107, Score: 1})
	}
	return Parts{Read: memory(files), Imports: importsOf}, entities, size
}

func BenchmarkTenEntities(b *testing.B) {
	parts, entities, _ := ten()
	for b.Loop() {
		Assemble(b.Context(), entities, parts, Options{MaxTokens: 20_000, ContextLines: 3, IncludeImports: true})
	}
}

// Covers R2-03, R2-14.
func TestExclusions(t *testing.T) {
	files := map[string]string{"a.py": "x = 1\n", "b.py": strings.Repeat("y = 2\n", 3000)}
	o := Defaults()
	o.MaxTokens, o.MaxFiles = 300, 1
	c, out := Assemble(t.Context(), []Entity{
		{Name: "nowhere", Type: "function"}, {Name: "gone", Path: "gone.py", StartLine: 1}, {Name: "far", Path: "a.py", StartLine: 99},
		{Name: "x", Type: "variable", Path: "a.py", StartLine: 1, EndLine: 1, QualifiedName: "q"},
		{Name: "x", Type: "variable", Path: "a.py", StartLine: 1, EndLine: 1, QualifiedName: "q"},
		{Name: "y", Type: "variable", Path: "b.py", StartLine: 1, EndLine: 3000},
	}, Parts{Read: memory(files)}, o)
	var got []string
	for _, e := range c.Summary.Exclusions {
		got = append(got, e.Name+":"+string(e.Reason))
	}
	if fmt.Sprint(got) != "[nowhere:no-location gone:not-found far:not-found x:duplicate y:file-limit]" {
		t.Errorf("%v", got)
	}
	if c.Summary.EntitiesIncluded+c.Summary.EntitiesExcluded != 6 || c.Summary.Truncated || strings.Contains(out, "additional") {
		t.Errorf("%+v", c.Summary)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c, _ = Assemble(ctx, []Entity{{Name: "x", Path: "a.py", StartLine: 1}}, Parts{Read: memory(files)}, o); c.Summary.Exclusions[0].Reason != Deadline {
		t.Errorf("%+v", c.Summary)
	}
}

func TestImportsAndMerge(t *testing.T) {
	body := "import os\nimport sys\nfrom typing import (\n    Any,\n)\n\n\ndef f(x: Any):\n    return os.path\n\n\ndef g():\n    return 1\n" + strings.Repeat("\n", 20) + "def h():\n    return sys\n"
	read := memory(map[string]string{"a.py": body})
	c, out := Assemble(t.Context(), []Entity{
		{Name: "f", Type: "function", Path: "a.py", QualifiedName: "a.py::f", StartLine: 8, EndLine: 9, Score: 1},
		{Name: "g", Type: "function", Path: "a.py", QualifiedName: "a.py::g", StartLine: 12, EndLine: 13, Score: 0.8},
		{Name: "h", Type: "function", Path: "a.py", QualifiedName: "a.py::h", StartLine: 34, EndLine: 35, Score: 0.5},
	}, Parts{Read: read, Imports: importsOf, Related: func(string, string) []string { return []string{"helper"} }}, Defaults())
	if len(c.Blocks) != 2 || c.Summary.EntitiesIncluded != 3 {
		t.Fatalf("%+v", c)
	}
	if b := c.Blocks[0]; b.Entity.Name != "f" || strings.Join(b.Context.RelatedEntities, ",") != "helper,g" || b.Context.Imports != "import os\nfrom typing import (\n    Any,\n)\n" {
		t.Errorf("%+v %+v", b, b.Context)
	}
	if c.Blocks[1].Context.Imports != "" || strings.Count(out, "**Imports:**") != 1 {
		t.Errorf("imports are shown once a file:\n%s", out)
	}
}

// TestNeverOverTokens holds for random entities, budgets and formats.
//
// Covers R2-04, R2-06.
func TestNeverOverTokens(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	odd := []string{"```", "]]>", "é😀", "\x00", "\r", "&<>\"", "plain", "\xff"}
	for i := range 400 {
		files := map[string]string{}
		var es []Entity
		for f := range 1 + r.IntN(4) {
			var b strings.Builder
			b.WriteString("import os\n")
			for l := range 1 + r.IntN(200) {
				if l%20 == 0 {
					fmt.Fprintf(&b, "def f%d(a, b):\n", l)
				}
				fmt.Fprintf(&b, "    os.x%d(%s)\n", l, strings.Repeat(odd[r.IntN(len(odd))], r.IntN(10)))
			}
			path := fmt.Sprintf("dir/%s%d.py", []string{"a", "b`c", "x\ny", "&"}[r.IntN(4)], f)
			files[path] = b.String()
			for range r.IntN(6) {
				start := 1 + r.IntN(200)
				es = append(es, Entity{Name: "f" + odd[r.IntN(len(odd))], Type: "function", Path: path, StartLine: start, EndLine: start + r.IntN(80), Score: r.Float64(),
					QualifiedName: fmt.Sprint(r.IntN(1000))})
			}
		}
		for _, name := range []string{Markdown, Plain, XML} {
			o := Defaults()
			o.Format, o.MaxTokens = name, r.IntN(3000)
			if i%10 == 0 {
				o.MaxTokens = r.IntN(20_000)
			}
			c, out := Assemble(t.Context(), es, Parts{Read: memory(files), Imports: importsOf}, o)
			if c.TotalTokens > o.MaxTokens || c.TotalTokens != tokens.Estimate(out) || out != Format(c, name) {
				t.Fatalf("case %d %s: %d tokens of %d", i, name, c.TotalTokens, o.MaxTokens)
			}
			if c.Summary.EntitiesIncluded+c.Summary.EntitiesExcluded != len(es) {
				t.Fatalf("case %d: %+v of %d", i, c.Summary, len(es))
			}
			if name == XML && out != "" {
				strict(t, out, c)
			}
			if name == Markdown && out != "" {
				fences(t, out, c)
			}
		}
	}
}

// strict parses XML and compares what it gives back.
func strict(t *testing.T, out string, c Context) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Fatal("not UTF-8")
	}
	var doc struct {
		Entities []struct {
			Type     string `xml:"type,attr"`
			Name     string `xml:"name,attr"`
			Location struct {
				File  string `xml:"file,attr"`
				Start int    `xml:"start,attr"`
			} `xml:"location"`
			Code string `xml:"code"`
		} `xml:"entity"`
	}
	d := xml.NewDecoder(strings.NewReader(out))
	if err := d.Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(doc.Entities) != len(c.Blocks) {
		t.Fatalf("%d entities, %d blocks", len(doc.Entities), len(c.Blocks))
	}
	for i, e := range doc.Entities {
		b := c.Blocks[i]
		if e.Name != legal(b.Entity.Name, nil) || e.Location.File != b.Location.FilePath || e.Location.Start != b.Location.StartLine || e.Code != legal(b.Code, nil) {
			t.Fatalf("block %d came back as %+v, want %q in %q\n%q", i, e, b.Entity.Name, b.Location.FilePath, b.Code)
		}
	}
}

// fences finds the fenced blocks as CommonMark does, and compares their content
// with the code and the imports. What stands between them is one line each.
func fences(t *testing.T, out string, c Context) {
	t.Helper()
	var got []string
	open, body := "", ""
	for line := range strings.Lines(out) {
		bare := strings.TrimRight(line, "\n")
		indent := len(bare) - len(strings.TrimLeft(bare, " "))
		run := len(bare[indent:]) - len(strings.TrimLeft(bare[indent:], "`"))
		info := bare[indent+run:]
		switch {
		case open == "" && indent < 4 && run >= 3 && !strings.Contains(info, "`"):
			open, body = bare[indent:indent+run], ""
			if info != "" && info != "python" {
				t.Fatalf("language %q", info)
			}
		case open != "" && indent < 4 && run >= len(open) && strings.TrimSpace(info) == "":
			got = append(got, body)
			open = ""
		case open != "":
			body += line
		case strings.HasPrefix(bare, "Also here: `"):
		case bare == "" || bare == "---" || bare == "**Imports:**" || bare == "**Code:**":
		case strings.HasPrefix(bare, "### function: `") && strings.HasSuffix(bare, "`"):
		case strings.HasPrefix(bare, "*`") && strings.HasSuffix(bare, ")"), strings.HasSuffix(bare, " additional results excluded*"):
		default:
			t.Fatalf("a line of nothing: %q\n%s", bare, out)
		}
	}
	var want []string
	for _, b := range c.Blocks {
		if b.Context != nil && b.Context.Imports != "" {
			want = append(want, b.Context.Imports)
		}
		want = append(want, b.Code)
	}
	for i, w := range want {
		// A text of any bytes as Markdown can hold it.
		w = strings.ToValidUTF8(strings.ReplaceAll(w, "\r\n", "\n"), "\uFFFD")
		w = strings.NewReplacer("\r", "\n", "\x00", "\uFFFD").Replace(w)
		if want[i] = w; w != "" && !strings.HasSuffix(w, "\n") {
			want[i] += "\n"
		}
	}
	if open != "" || !slices.Equal(got, want) {
		t.Fatalf("%d fenced blocks, want %d, open %q\n%q\nwant\n%q\n%s", len(got), len(want), open, got, want, out)
	}
}

// Covers R2-07.
func TestStrategies(t *testing.T) {
	fn := func(sig, indent string) string {
		return sig + "\n" + strings.Repeat(indent+"body()\n", 30)
	}
	for _, c := range []struct {
		name, lang, code string
		keep             []string
	}{
		{"typed parameters", "python", fn("def f(x: Dict[str, int]) -> None:", "    "), []string{"def f(x: Dict[str, int]) -> None:\n    body()"}},
		{"many lines", "python", fn("def f(\n    a: int,\n    b: int,\n) -> None:", "    "), []string{"    b: int,\n) -> None:\n    body()"}},
		{"decorators", "python", "# first\n# second\n@cached\n" + fn("def f():", "    "), []string{"# first\n# second\n@cached\ndef f():\n"}},
		{"arrow", "typescript", fn("export const f = async (x: number) => {", "  ") + "};\n", []string{"export const f = async (x: number) => {\n  body()"}},
		{"receiver", "go", fn("func (s *Server) Run(ctx context.Context) error {", "\t") + "}\n", []string{"func (s *Server) Run(ctx context.Context) error {\n\tbody()"}},
		{"where", "rust", fn("pub fn f<T>(x: T) -> u8\nwhere\n    T: Copy,\n{", "    ") + "}\n", []string{"    T: Copy,\n{\n    body()"}},
		{"class", "python", "class A(B):\n" + strings.Repeat("    def m(self, x):\n        a()\n        b()\n", 12), []string{"class A(B):\n    def m(self, x):\n        # … 2 lines omitted\n    def m(self, x):\n"}},
		{"crlf", "python", strings.ReplaceAll(fn("def f():", "    "), "\n", "\r\n"), []string{"def f():\r\n    body()\r\n"}},
	} {
		got, _, ok := SignatureFirst.Truncate(Code{Text: c.code, Lang: c.lang}, 200)
		if !ok || len(got) > 200 || !strings.Contains(got, "lines omitted") {
			t.Errorf("%s: %v %q", c.name, ok, got)
		}
		for _, k := range c.keep {
			if !strings.Contains(got, k) {
				t.Errorf("%s: %q is not in\n%s", c.name, k, got)
			}
		}
		if strings.Contains(c.code, "\r\n") && strings.Count(got, "\n") != strings.Count(got, "\r\n") {
			t.Errorf("%s: line ends are mixed: %q", c.name, got)
		}
	}
	if _, _, ok := SignatureFirst.Truncate(Code{Text: "def f(): return 1\n", Lang: "python"}, 5); ok {
		t.Error("a one-line function was cut")
	}
	if got, _, ok := SignatureFirst.Truncate(Code{Text: "def f(): pass\n", Lang: "python"}, 50); !ok || got != "def f(): pass\n" {
		t.Errorf("code that fits: %q", got)
	}
	long := strings.Repeat("x", 50_000) + "\n"
	for _, s := range []Strategy{SignatureFirst, Bookend} {
		if got, _, ok := s.Truncate(Code{Text: long, Lang: "python"}, 100); ok {
			t.Errorf("%s cut a line: %d bytes", s.Name, len(got))
		}
	}
	code := "first()\n" + strings.Repeat("é😀middle()\n", 40) + "}\n"
	got, _, ok := Bookend.Truncate(Code{Text: code, Lang: "go"}, 120)
	if !ok || len(got) > 120 || !strings.HasPrefix(got, "first()\n") || !strings.HasSuffix(got, "}\n") || !utf8.ValidString(got) {
		t.Errorf("%v %q", ok, got)
	}
	if n := len(Strategies("bookend", "function")) + len(Strategies("signature-first", "")) + len(Strategies("auto", "chunk")) + len(Strategies("auto", "function")); n != 7 {
		t.Errorf("%d strategies", n)
	}
}

func TestCutBlock(t *testing.T) {
	body := "def f(a):\n" + strings.Repeat("    work(a)\n", 400)
	o := Defaults()
	o.MaxTokens = 200
	for _, name := range []string{Markdown, Plain, XML} {
		o.Format = name
		c, _ := Assemble(t.Context(), []Entity{{Name: "f", Type: "function", Path: "a.py", StartLine: 1, EndLine: 401, Score: 1}},
			Parts{Read: memory(map[string]string{"a.py": body})}, o)
		if len(c.Blocks) != 1 || c.Blocks[0].Cut != "signature-first" || !c.Summary.Truncated {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// TestFormatsTellAll: each format says why a block is there, what else it shows, and
// that its file is gone.
func TestFormatsTellAll(t *testing.T) {
	body := "def pay():\n    return bill()\n\n\ndef refund():\n    return 1\n"
	read := func(ctx context.Context, e Entity) (Entity, Text, error) {
		e, s, err := memory(map[string]string{"pay.py": body})(ctx, e)
		s.Origin = "stored-deleted"
		return e, s, err
	}
	list := []Entity{
		{Name: "pay", Type: "function", Path: "pay.py", QualifiedName: "pay.py::pay", StartLine: 1, EndLine: 2, Score: 1, Role: "direct", Source: "symbol", Why: []string{"defines it"}},
		{Name: "refund", Type: "function", Path: "pay.py", QualifiedName: "pay.py::refund", StartLine: 5, EndLine: 6, Score: 0.8},
	}
	for name, span := range map[string]string{Markdown: "`", Plain: "", XML: ""} {
		o := Defaults()
		o.Format = name
		_, out := Assemble(t.Context(), list, Parts{Read: read, Related: func(string, string) []string { return []string{"bill", "refund"} }}, o)
		want := []string{"Why: defines it\n", "Also here: " + span + "refund" + span + "\n", "Note: this file is deleted; the text is as it was last indexed"}
		at := 0
		for _, line := range want {
			i := strings.Index(out[at:], line)
			if i < 0 {
				t.Fatalf("%s: %q is not in its place in\n%s", name, line, out)
			}
			at += i
		}
	}
}

// TestCutRoundMatches: of a long function the signature, the line that matches, the
// branches that it lies in and its neighbours are shown, with true line numbers.
func TestCutRoundMatches(t *testing.T) {
	var b strings.Builder
	b.WriteString("\ndef f(a):\n    for x in a:\n        if x:\n            skip(x)\n        else:\n")
	for i := range 300 {
		fmt.Fprintf(&b, "            step%d(x)\n", i)
	}
	body := strings.Replace(b.String(), "step200(x)", "needle(x)", 1)
	o := Defaults()
	o.MaxTokens, o.ContextLines = 250, 0
	o.Match = func(_, line string) []float64 {
		if strings.Contains(line, "needle") {
			return []float64{1}
		}
		return []float64{0}
	}
	c, out := Assemble(t.Context(), []Entity{{Name: "f", Type: "function", Path: "a.py", StartLine: 2, EndLine: 306, Score: 1}},
		Parts{Read: memory(map[string]string{"a.py": body})}, o)
	for _, want := range []string{"def f(a):\n", "    for x in a:\n        if x:\n", "        else:\n", "step199(x)\n            needle(x)\n            step201(x)\n", "# … lines 7-"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	lines := strings.Split(body, "\n")
	at := 0
	for _, r := range c.Blocks[0].Lines {
		for n := r.StartLine; n <= r.EndLine; n++ {
			i := strings.Index(c.Blocks[0].Code[at:], lines[n-1]+"\n")
			if i < 0 {
				t.Fatalf("line %d, %q, is said to be shown, and is not in\n%s", n, lines[n-1], c.Blocks[0].Code)
			}
			at += i
		}
	}
	if c.Blocks[0].Cut != "matches" || !strings.Contains(out, "*`a.py:2-6,") {
		t.Errorf("%+v", c.Blocks[0])
	}
}
