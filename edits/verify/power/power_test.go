package power_test

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/verify/power"
)

// TestOf: the longest part of a qualified name that the data has decides, also of a method of whatever object.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		lang, name, class string
		foreign           bool
	}{
		{"python", "subprocess.run", "process", false}, {"python", "os.system", "process", false},
		{"python", "os.path.join", "", false},
		{"python", "requests.get", "network", true}, {"python", "folder.unlink", "deletion", false},
		{"python", "eval", "evaluation", false},
		{"python", "ctypes.CDLL", "native", false}, {"python", "requests_of.get", "", false}, {"python", "", "", false},
		{"go", "os/exec.Command", "process", false}, {"go", "net/http.Get", "network", false},
		{"go", "strings.ToUpper", "", false},
		{"typescript", "child_process.exec", "process", false}, {"javascript", "Math.max", "", false},
		{"rust", "std.process.Command", "process", false},
		{"cobol", "subprocess.run", "", false},
	} {
		class, foreign := power.Of(c.lang, c.name)
		if class != c.class || foreign != c.foreign {
			t.Errorf("%s %s reaches %q, %v; want %q, %v", c.lang, c.name, class, foreign, c.class, c.foreign)
		}
	}
}

// TestStandard: the modules of a language itself are known, and nothing else is one.
func TestStandard(t *testing.T) {
	for _, c := range []struct {
		lang, module string
		want         bool
	}{
		{"python", "json", true}, {"python", "requests", false}, {"typescript", "fs", true}, {"javascript", "react", false},
		{"cobol", "json", false},
	} {
		if got := power.Standard(c.lang, c.module); got != c.want {
			t.Errorf("%s %s: %v", c.lang, c.module, got)
		}
	}
}

// TestReached: a command that the script did not run is seen, unless the complaint names it.
func TestReached(t *testing.T) {
	for name, c := range map[string]struct {
		lang, whole, now, message string
		want                      bool
	}{
		"a command":             {"shellscript", "echo a\n", "curl a", "", true},
		"the same once more":    {"shellscript", "curl a\n", "curl a; curl b", "", false},
		"as the complaint says": {"shellscript", "a\n", "rm a", "use rm here", false},
		"a harmless one":        {"shellscript", "a\n", "sort a", "", false},
		"a function of its own": {"shellscript", "f() { ls; }\n", "f a", "", false},
		"of an image":           {"dockerfile", "FROM a\n", "FROM a\nRUN curl b", "", true},
		"a redirection":         {"shellscript", "echo a\n", "echo a >> b", "", true},
		"one as before":         {"shellscript", "echo a >c\n", "echo a >b", "", false},
		"to nobody":             {"shellscript", "echo a\n", "echo a >/dev/null 2>&1", "", false},
		"a file in place":       {"shellscript", "sed s/a/b/ c\n", "sed -i s/a/b/ c", "", true},
		"in quotes":             {"shellscript", "a\n", "r''m b", "", true},
		"behind a pipe":         {"shellscript", "cat a\n", "cat a | \\sh", "", true},
		"behind a condition":    {"shellscript", "ls\n", "if ! ls; then /bin/rm b; fi", "", true},
		"in another one":        {"shellscript", "ls\n", "x=$(curl b)", "", true},
		"in backquotes":         {"shellscript", "ls\n", "x=`curl b`", "", true},
		"with a variable":       {"shellscript", "ls\n", "A=b curl c", "", true},
		"a word":                {"shellscript", "ls\n", "echo curl # wget", "", false},
		"of no script":          {"yaml", "a: b\n", "curl b", "", false},
	} {
		if got := power.Reached(c.lang, c.whole, c.now, c.message); (got != "") != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
