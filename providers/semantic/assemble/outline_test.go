package assemble

import (
	"strings"
	"testing"
)

// TestOutlineKeepsWhatOthersNeed: fields and signatures stay, bodies go, and what is
// short is shown whole.
func TestOutlineKeepsWhatOthersNeed(t *testing.T) {
	body := strings.Repeat("        total = total + 1\n", 12)
	class := "class Shelf:\n    \"\"\"Holds items.\"\"\"\n\n    size: int = 3\n\n    def put(self, item):\n" + body + "        return total\n\n    def take(self, name):\n" + body + "        return total\n"
	got, _ := Outline(Code{Text: class, Lang: "python"})
	for _, want := range []string{"class Shelf:", "size: int = 3", "def put(self, item):", "def take(self, name):"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
	if strings.Contains(got, "total + 1") || len(got) >= len(class)/2 {
		t.Errorf("bodies stay:\n%s", got)
	}
	short := "def f(a):\n    return a\n"
	if got, _ := Outline(Code{Text: short, Lang: "python"}); got != short {
		t.Errorf("%q", got)
	}
	long := "func Sum(list []int) int {\n" + strings.Repeat("\ttotal++\n", 30) + "\treturn total\n}\n"
	if got, _ := Outline(Code{Text: long, Lang: "go"}); !strings.Contains(got, "func Sum(list []int) int {") || strings.Count(got, "total++") > 2 {
		t.Errorf("%s", got)
	}
	plain := "just words\nand more\nof them\nhere\n"
	if got, _ := Outline(Code{Text: plain, Lang: ""}); got != plain {
		t.Errorf("%q", got)
	}
}
