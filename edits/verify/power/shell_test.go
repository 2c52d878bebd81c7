package power_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/verify/power"
)

// TestCommands: what a script runs is read as a shell reads it, however it is quoted.
func TestCommands(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"cat a | sort > b; wc -l < c", "cat sort wc"},
		{"x=1 id; A=b", "id"},
		{"r''m a; \\rm b; \"rm\" c; /bin/rm d", "rm rm rm rm"},
		{"x=$(id); y=`who`; echo \"$(date) `pwd`\"", "id who echo date pwd"},
		{"echo 'a; rm b' # rm c\nls", "echo ls"},
		{"if ! id; then who; elif pwd; then ls; fi", "id who pwd ls fi"},
		{"f() { id; }; function g { who; }", "f id } g who }"},
		{"case $1 in\n  a|b) id ;;\nesac", "case id esac"},
		{"$cmd a; ${x}l b; \"$cmd\" c", "$cmd ${x}l $cmd"},
		{"echo $((1 + 2)) && ls <(id) 2>&1", "echo ls id"},
		{"echo a \\\n  b; ls \\>& c", "echo ls c"},
		{"time command id; (who)", "id who"},
	} {
		if d := cmp.Diff(c.want, strings.Join(power.Commands("shellscript", c.script), " ")); d != "" {
			t.Errorf("%q: %s", c.script, d)
		}
	}
	image := "FROM a\nRUN --mount=type=cache id && \\\n  who\nCOPY ls b\nRUN [\"pwd\"]\n"
	if d := cmp.Diff("id who", strings.Join(power.Commands("dockerfile", image), " ")); d != "" {
		t.Error(d)
	}
}

// A script of any shape is read to its end.
func FuzzCommands(f *testing.F) {
	for _, s := range []string{"`", "'", "\"$(", "$((", "\\>&", "a`b(`c", "<(", ">&-", "f(", "\\"} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, script string) { power.Commands("shellscript", script) })
}
