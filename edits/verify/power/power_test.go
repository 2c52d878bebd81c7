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

// TestReached: lines that do more than those they replace are seen, unless the complaint names it; what the text does
// already may be done again elsewhere.
func TestReached(t *testing.T) {
	for name, c := range map[string]struct {
		lang, whole, was, now, message string
		want                           bool
	}{
		"a command":              {"shellscript", "echo a\n", "echo a", "curl a", "", true},
		"the same once more":     {"shellscript", "curl a\n", "curl a", "curl a; curl b", "", true},
		"as many as before":      {"shellscript", "curl a\n", "curl a", "curl b", "", false},
		"as the complaint says":  {"shellscript", "a\n", "a", "rm a", "use rm here", false},
		"a harmless one":         {"shellscript", "a\n", "cat a", "sort a", "", false},
		"a key of a workflow":    {"yaml", "a: b\n", "a: b", "run: b", "", true},
		"nothing new":            {"yaml", "a: b\n", "a: b", "a: c", "", false},
		"an instruction":         {"dockerfile", "FROM a\n", "FROM a", "FROM a\nADD b c", "", true},
		"a language without one": {"cobol", "a\n", "a", "curl b", "", false},
	} {
		if got := power.Reached(c.lang, c.whole, c.was, c.now, c.message); (got != "") != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestScripted: what tools run stands in the strings of these languages, too.
func TestScripted(t *testing.T) {
	for lang, want := range map[string]bool{"shellscript": true, "yaml": true, "python": false, "go": false} {
		if got := power.Scripted(lang); got != want {
			t.Errorf("%s: %v", lang, got)
		}
	}
}
