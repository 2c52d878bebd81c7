package testkit

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// counter is a testing.TB that counts failures in place of failing.
type counter struct {
	testing.TB
	failed int
}

func (c *counter) Helper()               { c.TB.Helper() }
func (c *counter) Errorf(string, ...any) { c.failed++ }
func (c *counter) Cleanup(f func())      { c.TB.Cleanup(f) }

func post(t *testing.T, url string, body any) (int, string) {
	t.Helper()
	data, _ := json.Marshal(body)
	resp, err := http.Post(url, "application/json", bytes.NewReader(data))
	must.OK(t, err)
	defer resp.Body.Close()
	out, err := io.ReadAll(resp.Body)
	must.OK(t, err)
	return resp.StatusCode, string(out)
}

func TestModelPlaysItsScriptOnce(t *testing.T) {
	c := &counter{TB: t}
	m := NewModel(c, Reply{Text: "first"}, Reply{Func: strings.ToUpper})
	chat := map[string]any{"stream": false, "messages": []any{
		map[string]any{"role": "system", "content": "sys"}, map[string]any{"role": "user", "content": "usr"}}}
	if _, out := post(t, m.URL+"/v1/chat/completions", chat); !strings.Contains(out, "first") {
		t.Errorf("got %s", out)
	}
	if _, out := post(t, m.URL+"/api/chat", chat); !strings.Contains(out, `SYS\n\nUSR`) {
		t.Errorf("got %s", out)
	}
	if c.failed != 0 {
		t.Fatalf("%d failures within the script", c.failed)
	}
	if code, _ := post(t, m.URL+"/v1/messages", chat); code != http.StatusInternalServerError || c.failed != 1 {
		t.Errorf("beyond the script: status %d, %d failures", code, c.failed)
	}
	if r := m.Requests(); len(r) != 3 || r[0].System != "sys" || r[0].User != "usr" || r[1].Path != "/api/chat" {
		t.Errorf("recorded %+v", r)
	}
}
