package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestRightAnswers: a model that answers with the right text of small real defects is
// believed: every fix of a sixth of the cases is verified, but those that may not be;
// with FETTLE_RIGHT=all (make right-answers) of a third.
func TestRightAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("short: it runs real tools on 20 projects")
	}
	cases, least := "go_orders,_queue,js_text", 12
	if os.Getenv("FETTLE_RIGHT") == "all" {
		cases, least = "go_orders,_words,_lights,_queue,js_text,_tasks", 30
	}
	tools, err := filepath.Abs("../.tools") // of the product's checkout
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(tools, "bin") + string(os.PathListSeparator) + filepath.Join(tools, "node/node_modules/.bin") +
		string(os.PathListSeparator) + os.Getenv("PATH")
	t.Setenv("PATH", path)
	for _, tool := range []string{"ruff", "mypy", "pyright", "pytest", "staticcheck", "tsc", "eslint"} {
		path = filepath.Dir(testkit.Tool(t, tool)) + string(os.PathListSeparator) + path
	}
	doubted := map[string]string{
		"go_orders/unused_error":  "it goes on without a word where there is an error",
		"js_text/fallthrough":     "what was printed is returned",
		"py_lights/none_assigned": "the message suggests another name",
		"py_lights/missing_else":  "5 stands nowhere",
	}
	bin := t.TempDir()
	eval, fettle := filepath.Join(bin, "fettle-eval"), filepath.Join(bin, "fettle")
	for _, argv := range [][]string{{"build", "-o", eval, "."}, {"build", "-C", "..", "-o", fettle, "./cmd/fettle"}} {
		if out, err := exec.CommandContext(t.Context(), "go", argv...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	c := exec.CommandContext(t.Context(), eval, "live", "--right", "--fettle", fettle, "--split", "all", "--cases", cases)
	c.Env = append(os.Environ(), "PATH="+path)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	row := regexp.MustCompile(`(?m)^([a-z]+_\w+/\w+) +\w[\w ]* +(right\S*|refused|WRONG|none) +\d+ asks.*$`)
	all := row.FindAllStringSubmatch(string(out), -1)
	for _, m := range all {
		if (doubted[m[1]] == "") != strings.HasPrefix(m[2], "right") {
			t.Errorf("%s", m[0])
		}
	}
	if len(all) < least {
		t.Errorf("%d cases\n%s", len(all), out)
	}
}
