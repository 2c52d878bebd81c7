package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestFallbackModel: when the endpoint is down another one of the user's
// settings is asked; without one the user is told.
func TestFallbackModel(t *testing.T) {
	dead := httptest.NewServer(nil)
	dead.Close()
	for name, first := range map[string]string{
		"refused": fmt.Sprintf("backend = 'openai'\nurl = '%s/v1'\nname = 'first'\nprofile = 'strong'\n", dead.URL),
		"no key":  "backend = 'openai'\nurl = 'https://api.openai.com/v1'\nname = 'first'\napiKeyEnv = 'NOT_SET_ANYWHERE'\n",
	} {
		t.Run(name, func(t *testing.T) {
			m := testkit.ServeModel(answer("box", "        print(item)", 0))
			t.Cleanup(m.Close)
			dir := modelProject(t, "", map[string]string{"app.py": undefinedName, "config/fettle/config.toml": "[model]\n" + first +
				fmt.Sprintf("fallback = 'spare'\n[models.spare]\nbackend = 'ollama'\nurl = %q\nname = 'second'\nprofile = 'strong'\n", m.URL)})
			out, _ := fixIn(t, dir, "app.py")
			if len(out) != 1 || out[0].Verdict != "verified" || len(m.Requests()) != 1 {
				t.Errorf("%d calls: %+v", len(m.Requests()), out)
			}
		})
	}
	dir := modelProject(t, dead.URL+"/v1", map[string]string{"app.py": undefinedName})
	out, _ := fixIn(t, dir, "app.py")
	if len(out) != 1 || out[0].Applied || !strings.Contains(out[0].Reason, "connection refused; is the server running?") {
		t.Errorf("outcome: %+v", out)
	}
}

func TestOllamaModelThatIsMissing(t *testing.T) {
	m := testkit.NewModel(t, testkit.Reply{Status: 404, Body: `{"error":"model 'qwen' not found"}`})
	dir := modelProject(t, "", map[string]string{"app.py": undefinedName,
		"config/fettle/config.toml": fmt.Sprintf("[model]\nbackend = 'ollama'\nurl = %q\nname = 'qwen'\nprofile = 'strong'\n", m.URL)})
	out, _ := fixIn(t, dir, "app.py")
	if len(out) != 1 || out[0].Applied || !strings.Contains(out[0].Reason, "ollama pull qwen") {
		t.Errorf("outcome: %+v", out)
	}
}

// TestCostAndAudit: each fix says what its calls took, and the audit log holds
// the hash of the bytes that went over the wire.
func TestCostAndAudit(t *testing.T) {
	m := testkit.NewModel(t, testkit.Reply{Func: func(prompt string) string {
		r, _ := answer("box", "        print(item)", 0)(testkit.ModelRequest{User: prompt})
		return r.Text
	}, Usage: [2]int{1000, 200}})
	dir := modelProject(t, m.URL+"/v1", map[string]string{"app.py": undefinedName})
	config := filepath.Join(dir, "config", "fettle", "config.toml")
	data := must.Read(t, config)
	must.Write(t, config, strings.Replace(data, "[model]\n", "[model]\nprice = '3/15'\n", 1))
	out, _ := fixIn(t, dir, "app.py")
	if len(out) != 1 || out[0].Asks != 1 || out[0].Tokens != 1200 || out[0].Cost < 0.0059 || out[0].Cost > 0.0061 {
		t.Errorf("outcome: %+v", out)
	}
	log, err := egress.ReadAudit(filepath.Join(dir, "state", "fettle", "audit.jsonl"))
	log = withoutPings(log)
	if err != nil || len(log) != 1 || log[0].Outcome != "ok" {
		t.Fatalf("%+v, %v", log, err)
	}
	entry := log[0]
	sent := m.Requests()[0].Body
	sum := sha256.Sum256(sent)
	if entry.BodySHA256 != hex.EncodeToString(sum[:]) || entry.Bytes != len(sent) || entry.Attempt != 1 || entry.Prompt != 1000 {
		t.Errorf("%+v", log)
	}
	if entry.Signal != "ruff F821" || len(entry.Places) == 0 || entry.Places[0].Path != "app.py" || entry.Places[0].Start != 1 || entry.Places[0].End != strings.Count(undefinedName, "\n") {
		t.Errorf("signal and places: %+v", log)
	}
}

// withoutPings is a record without the questions about the endpoint itself, in which no
// text of the user's is sent.
func withoutPings(log []egress.Entry) []egress.Entry {
	return slices.DeleteFunc(log, func(e egress.Entry) bool { return e.Kind == "ping" && len(e.Places) == 0 })
}
