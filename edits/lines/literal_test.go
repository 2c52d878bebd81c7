package lines

import (
	"slices"
	"testing"
)

func TestLiteralLines(t *testing.T) {
	for name, c := range map[string]struct {
		lang        string
		above, rows []string
		want        []bool
	}{
		"three quotes":              {"python", nil, []string{`x = """a`, "b", `""" + y`, "z"}, []bool{false, true, true, false}},
		"open above":                {"python", []string{"x = '''a"}, []string{"b", "'''", "c"}, []bool{true, true, false}},
		"begins with the first row": {"python", []string{"x = 1"}, []string{"'''", "'''"}, []bool{false, true}},
		"comments":                  {"go", nil, []string{"/* `", "` */", "a := `b", "c`"}, []bool{false, false, false, true}},
		"the code of a template":    {"typescript", nil, []string{"f(`a ${", "b}", "c`)", "d"}, []bool{false, false, true, false}},
		"rows that end in returns":  {"python", nil, []string{"x = '''\r", "a\r", "'''\r", "b\r"}, []bool{false, true, true, false}},
		"text":                      {"markdown", nil, []string{"don't", "\"a", "b\""}, []bool{false, false, false}},
		"nothing quoted":            {"rust", nil, []string{"a", "b"}, []bool{false, false}},
	} {
		if got := LiteralLines(c.lang, c.above, c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
