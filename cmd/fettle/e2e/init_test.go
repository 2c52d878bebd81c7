package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestInit: the answers are numbered through, with and without an Ollama that has a
// model, and each writes the settings that it says.
func TestInit(t *testing.T) {
	testkit.OtherProcesses(t)
	ollama := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"models":[{"name":"x-coder:7b","size":4700000000,"details":{"parameter_size":"7B"}}]}`)
	}))
	t.Cleanup(ollama.Close)
	for name, c := range map[string]struct {
		host, said, wrote string
		shown             []string
	}{
		"nothing, no Ollama":   {"http://127.0.0.1:9", "\n", "# No model is asked.", []string{"  1  no model", "  2  another server", "No Ollama answers on this computer"}},
		"a server, no Ollama":  {"http://127.0.0.1:9", "2\nhttps://models.example.invalid/v1\nm\n-\n", `url = "https://models.example.invalid/v1"`, []string{"Its address?"}},
		"what is proposed":     {ollama.URL, "\n", "url = \"" + ollama.URL + "\"\nname = \"x-coder:7b\"", []string{"  1  no model", "  2  x-coder:7b", "  3  another server", "Which one? [2]"}},
		"a server, and Ollama": {ollama.URL, "3\nhttps://models.example.invalid/v1\nm\nKEY\n", `apiKeyEnv = "KEY"`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := home(t)
			cmd := fixCommandIn(t, dir, "init")
			cmd.Env = append(cmd.Env, "OLLAMA_HOST="+c.host)
			cmd.Stdin = strings.NewReader(c.said)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, want := range c.shown {
				if !strings.Contains(string(out), want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if data, err := os.ReadFile(filepath.Join(dir, "config", "fettle", "config.toml")); err != nil || !strings.Contains(string(data), c.wrote) {
				t.Errorf("%v\n%s", err, data)
			}
		})
	}
}

// TestSettingsNames: a name that is near a setting's is answered with it, one that
// only the user can give is none that is wrong, and what is printed is TOML.
func TestSettingsNames(t *testing.T) {
	dir := home(t)
	for args, want := range map[string]string{
		"settings moodel":        "did you mean model?",
		"settings model.nmae":    "did you mean model.name?",
		"settings nonsense":      `no setting begins with "nonsense"`,
		"settings models":        "nothing of models is set",
		"settings model.headers": "model.headers = {}  # default\n",
		"settings privacy.deny":  "privacy.deny = []  # default\n",
	} {
		out, err := fixCommandIn(t, dir, strings.Fields(args)...).CombinedOutput()
		if failed := strings.Contains(want, "did you mean") || strings.Contains(want, "begins"); (err != nil) != failed || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v\n%s", args, err, out)
		}
	}
}
