package secret

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
)

// canary is assembled, so that no file of the repository holds it.
func canary() string { return "cnry" + "/+&\"" + strings.Repeat("Zq9", 5) }

func TestSecretPrintsMask(t *testing.T) {
	s := New(canary()).Bind("https://h:443")
	type holder struct {
		Key Secret
		P   *Secret
	}
	h := holder{s, &s}
	js, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("m", "k", s, "h", h)
	outs := []string{string(js), log.String(), fmt.Sprint(s), fmt.Sprint(h)}
	for _, verb := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x", "%X", "%d", "%T%s"} {
		outs = append(outs, fmt.Sprintf(verb, s), fmt.Sprintf(verb, h), fmt.Sprintf(verb, []Secret{s}))
	}
	for _, o := range outs {
		if strings.Contains(o, "cnry") || strings.Contains(o, fmt.Sprintf("%x", "cnry")) {
			t.Errorf("secret printed: %q", o)
		}
	}
}

func TestSecretOpensForItsOrigin(t *testing.T) {
	s := New("value-value")
	if _, ok := s.Open("https://a:443"); ok {
		t.Error("an unbound secret opened")
	}
	b := s.Bind("https://a:443")
	if v, ok := b.Open("https://a:443"); !ok || v != "value-value" {
		t.Errorf("got %q %v", v, ok)
	}
	for _, other := range []string{"https://b:443", "http://a:443", "https://a:8443", ""} {
		if _, ok := b.Open(other); ok {
			t.Errorf("opened for %q", other)
		}
	}
	if !b.Bind("https://b:443").IsZero() {
		t.Error("a bound secret was bound anew")
	}
}

func TestScrubForms(t *testing.T) {
	v := canary()
	var s Scrubber
	s.Add(New(v), New("short"))
	j, _ := json.Marshal(v)
	texts := map[string]string{
		"raw":    v,
		"query":  url.QueryEscape(v),
		"path":   url.PathEscape(v),
		"json":   string(j),
		"hex":    fmt.Sprintf("%x", v),
		"base64": base64.StdEncoding.EncodeToString([]byte(v)),
		"basic":  base64.StdEncoding.EncodeToString([]byte("me:" + v)),
		"basic2": base64.StdEncoding.EncodeToString([]byte("user:" + v + "tail")),
		"url64":  base64.RawURLEncoding.EncodeToString([]byte("x" + v)),
	}
	for name, text := range texts {
		got := s.Scrub("before " + text + " after")
		if !s.Found(text) || !strings.Contains(got, Mask) || strings.Contains(got, "ZqZq") {
			t.Errorf("%s: found %v, %q", name, s.Found(text), got)
		}
		if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") {
			t.Errorf("%s: neighbours changed: %q", name, got)
		}
	}
	if got := s.Scrub("short"); got != "short" {
		t.Errorf("placeholder keys are not hidden, got %q", got)
	}
	var none *Scrubber
	if none.Scrub("x") != "x" || none.Found("x") {
		t.Error("nil scrubber")
	}
}

func TestHandlerScrubs(t *testing.T) {
	v := canary()
	var s Scrubber
	s.Add(New(v))
	var buf bytes.Buffer
	log := slog.New(s.Handler(slog.NewJSONHandler(&buf, nil)))
	log = log.With("with", v).WithGroup("g")
	log.Info("msg "+v, "str", v, "err", errors.New("e "+v), "any", struct{ A []string }{[]string{v}},
		slog.Group("in", "k", v), v, 1)
	if out := buf.String(); strings.Contains(out, "cnry") || strings.Count(out, Mask) < 6 {
		t.Errorf("log: %s", out)
	}
}
