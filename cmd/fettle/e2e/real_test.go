package e2e

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	realName = "smollm2:135m"
	misspelt = "def mean(values):\n    if not values:\n        return 0\n    return sum(values) / len(valeus)\n"
)

// With a real server and a model that can hardly fix anything, nothing wrong is
// offered, nothing hangs, and each refusal has a reason. .ci/ollama.sh starts the
// server.
func TestRealModel(t *testing.T) {
	url := os.Getenv("FETTLE_OLLAMA")
	if url == "" {
		t.Skip("no real model server (make test-models)")
	}
	for _, protocol := range []struct{ backend, url string }{{"ollama", url}, {"openai", url + "/v1"}} {
		for file, text := range map[string]string{
			"app.py": misspelt,
			"app.go": "package app\n\nfunc Mean(values []float64) float64 {\n\tsum := 0\n\tfor _, v := range values {\n\t\tsum += v\n\t}\n\treturn sum / float64(len(values))\n}\n",
		} {
			t.Run(protocol.backend+" "+file, func(t *testing.T) {
				dir := modelProject(t, url, map[string]string{file: text, "go.mod": "module app\n\ngo 1.23\n",
					"config/fettle/config.toml": fmt.Sprintf("[model]\nbackend = %q\nurl = %q\nname = %q\n"+
						"[timeouts]\nfix = 90\nlinter = 120\ncompiler = 300\n", protocol.backend, protocol.url, realName)})
				start := time.Now()
				out, stderr := fixIn(t, dir, "--write", file)
				if took := time.Since(start); took > 8*time.Minute {
					t.Errorf("it took %s", took)
				}
				if len(out) == 0 {
					t.Fatalf("no finding\n%s", stderr)
				}
				for _, o := range out {
					if o.Rung == "model" && o.Verdict != "verified" && o.Written {
						t.Errorf("%s was written: %s", o.Verdict, o.Diff)
					}
					if o.Verdict != "verified" && strings.TrimSpace(o.Reason) == "" {
						t.Errorf("refused without a reason: %+v", o)
					}
					t.Logf("%s after %d asks, %d tokens: %s%s", o.Verdict, o.Asks, o.Tokens, o.Reason, o.Diff)
				}
				after, err := os.ReadFile(filepath.Join(dir, file))
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(file, ".go") {
					if _, err := parser.ParseFile(token.NewFileSet(), file, after, 0); err != nil {
						t.Errorf("what was written does not parse: %v", err)
					}
				}
			})
		}
	}
	t.Run("a model that is not there", func(t *testing.T) {
		dir := modelProject(t, url, map[string]string{"app.py": "print(nome)\n",
			"config/fettle/config.toml": fmt.Sprintf("[model]\nbackend = 'ollama'\nurl = %q\nname = 'missing:1b'\n", url)})
		out, _ := fixIn(t, dir, "app.py")
		if len(out) != 1 || !strings.Contains(out[0].Reason, "missing:1b") {
			t.Errorf("%+v does not name the model", out)
		}
	})
}
