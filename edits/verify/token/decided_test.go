package token

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// A condition that holds no variable is found in whatever form a language has for
// one; a condition that asks the program anything is not.
func TestDecided(t *testing.T) {
	for _, c := range []struct {
		lang, code string
		want       bool
	}{
		{"go", "for 5 < 3 {\n}", true},
		{"go", "for len([]int{}) > 0 {\n}", true},
		{"go", "case strings.Contains(\"\", \"x\"):", true},
		{"go", "case 1 > 2:", true},
		{"go", "case 1, 2:", false},
		{"go", "case strings.Contains(name, \"x\"):", false},
		{"go", "for i := 0; i < 3; i++ {\n}", false},
		{"go", "for n > 0 {\n}", false},
		{"go", "if time.Now().Hour() > 12 {\n}", false},
		{"rust", "if Some(1).is_none() {}", true},
		{"rust", "if let Some(_) = None::<i32> {}", true},
		{"rust", "match p { q if \"\".len() > 0 => 1, _ => 2 }", true},
		{"rust", "if let Some(x) = rest.first() {}", false},
		{"rust", "if cfg!(windows) {}", false},
		{"javascript", "if ([].length) {}", true},
		{"javascript", "if (items.length) {}", false},
		{"python", "if len(''): pass", true},
		{"python", "if ready(): pass", false},
		{"python", "match list('a'):\n    case _: pass", false},
	} {
		f := syntax.Parse(c.lang, c.code+"\n")
		found := false
		for i, ts := 0, Of(f, text.Lines{End: f.Doc().LineCount()}, 0); i < len(ts); i++ {
			found = found || decided(ts, i) != ""
		}
		if found != c.want {
			t.Errorf("%s: decided is %v, want %v", c.code, found, c.want)
		}
	}
}
