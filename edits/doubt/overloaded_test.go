package doubt

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestOverloaded: a comparison that builds an expression is not written in another way; one whose truth is asked, or
// whose value nobody is passed, is.
func TestOverloaded(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"q.where(User.paid == None)\n", "the call of where"},
		{"select(x).where(User.name == 'a', (User.paid == None))\n", "the call of where"},
		{"x = case((User.paid == None, 1))\n", "the call of case"},
		{"df[df['a'] == None]\n", "a subscript"},
		{"m = (a == None) & b\n", "a mask"},
		{"m = ~(a == None)\n", "a mask"},
		{"f(x == None)\n", ""},
		{"f(not a.x == None)\n", ""},
		{"f(1 if a.x == None else 2)\n", ""},
		{"self.assertTrue(a.x == None)\n", ""},
		{"print(a.x == None)\n", ""},
		{"if (a.x == None): pass\n", ""},
		{"return [a.x == None]\n", ""},
		{"y = a.x == None\n", ""},
	} {
		s := text.File("/w/a.py", "python", c.src)
		at := strings.Index(c.src, "==")
		ch := change(s, []text.Edit{{Span: text.Span{Start: at, End: at + 2}, New: "is"}})
		if got := ch.Broken(); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %q, want %q", c.src, got, c.want)
		}
	}
}
