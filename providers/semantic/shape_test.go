package semantic

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// TestElsewhere: what the rest of a document uses is shown by its signature,
// behind what the place uses and within a share of the budget.
func TestElsewhere(t *testing.T) {
	long := strings.Repeat("    work = work + 1\n", 20)
	m := Memory{
		"money.py": "def convert_amount(amount, rate):\n" + long + "    return amount * rate\n\n\ndef round_amount(amount):\n    return int(amount)\n",
		"app.py": "from money import convert_amount, round_amount\n" + strings.Repeat("\n", 40) + "def total(order):\n    return round_amount(order)\n" +
			strings.Repeat("\n", 40) + "\ndef paid(order):\n    return convert_amount(order, 2)\n",
	}
	p := built(t, Options{Source: m})
	sec := provide(t, p, fix(m, "app.py", 43))
	var notes []string
	for _, sn := range sec.Snippets {
		if sn.Role == providers.RoleDefinition {
			notes = append(notes, sn.Label+" "+sn.Note)
		}
		if strings.Contains(sn.Label, "convert_amount") && strings.Count(sn.Body, "work") > 0 && sn.Role == providers.RoleDefinition {
			t.Errorf("the body of what is used elsewhere is shown:\n%s", sn.Body)
		}
	}
	if got := strings.Join(notes, ", "); got != "function: `round_amount` , function: `convert_amount` signature" {
		t.Errorf("definitions shown: %s\n%s", got, shown(sec))
	}
}

// TestFoundByPath: a word that only a path holds finds the file, and its code is
// shown.
func TestFoundByPath(t *testing.T) {
	m := Memory{
		"src/playground.py": "def run():\n    return parse(1)\n",
		"src/parser.py":     "def parse(n):\n    return n\n",
	}
	p := built(t, Options{Source: m})
	res, err := p.Query(t.Context(), DefaultQuery("clear the playground"))
	if err != nil || len(res.Results) == 0 || res.Results[0].Location.FilePath != "src/playground.py" {
		t.Errorf("%v: %+v", err, res.Results)
	}
}

// TestCodeBeforeTests: where a place is asked for, a test that repeats the words
// stands behind the code; a question for tests finds these first.
func TestCodeBeforeTests(t *testing.T) {
	m := Memory{
		"prompt.py":            "def hide_password(prompt):\n    return getpass(prompt)\n",
		"tests/test_prompt.py": "def test_hide_password_prompt():\n    password = hide_password('password prompt')\n    assert password, 'the password prompt is hidden'\n",
	}
	p := built(t, Options{Source: m})
	for question, first := range map[string]string{
		"where is the password prompt hidden":                "prompt.py",
		"where are the tests for the hidden password prompt": "tests/test_prompt.py",
	} {
		if files := p.FilesFor(question); len(files) != 2 || files[0] != first {
			t.Errorf("%s: %v", question, files)
		}
	}
}

// TestStartsAreShown: a question about how a program starts shows where.
func TestStartsAreShown(t *testing.T) {
	m := Memory{
		"src/main.rs":  "fn main() {\n    run();\n}\n",
		"src/parse.rs": "/// How it starts to parse the line.\nfn parse_start(line: &str) {\n    start(line)\n}\n",
	}
	p := built(t, Options{Source: m})
	res, err := p.Query(t.Context(), DefaultQuery("how does it start to parse the line"))
	if err != nil || len(res.Results) == 0 {
		t.Fatal(res.Hint, err)
	}
	for _, r := range res.Results {
		if r.Location.FilePath == "src/main.rs" && r.Entity.Name == "main" {
			return
		}
	}
	t.Errorf("main is missing from %+v", res.Results)
}

// TestPiecesOfLongCode: long code is cut into pieces, at blank lines where there
// are any near.
func TestPiecesOfLongCode(t *testing.T) {
	var b strings.Builder
	b.WriteString("def long():\n")
	for i := 1; i < 100; i++ {
		if i%20 == 0 {
			b.WriteString("\n")
		} else {
			b.WriteString("    step()\n")
		}
	}
	x := index.New()
	x.Apply([]index.Change{{Path: "long.py", Text: b.String()}})
	end := 0
	for _, c := range x.ChunksOf("long.py") {
		if c.Start != end || c.End-c.Start > 32 {
			t.Errorf("lines %d to %d behind %d", c.Start, c.End, end)
		}
		if end = c.End; end < 80 && end%20 != 1 {
			t.Errorf("cut behind line %d, not at a blank one", end)
		}
	}
	if end != 100 {
		t.Errorf("the pieces end at %d", end)
	}
}
