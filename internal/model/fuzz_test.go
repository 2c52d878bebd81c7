package model

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// FuzzParse: no body makes a parser panic, and what a good body says is text.
func FuzzParse(f *testing.F) {
	for _, set := range []map[string]string{unknownEvents, badEvent, errorEvent, nullParts, noStop, wholeAnswer} {
		for _, body := range set {
			f.Add([]byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, b := range []Backend{OpenAI, Ollama, Anthropic} {
			for _, tool := range []bool{false, true} {
				a, fault := parse(b, body, tool)
				if fault != nil && a.ended {
					t.Errorf("%s: ended and failed", b)
				}
				mayEnd(b, body)
				if fault == nil && a.ended && a.stop == stopNatural && !utf8.ValidString(a.text) {
					t.Errorf("%s: text is not UTF-8", b)
				}
			}
		}
	})
}

// TestHardTexts: texts that are hard on line readers and on JSON come as they were sent.
func TestHardTexts(t *testing.T) {
	texts := []string{
		"x", strings.Repeat("<&>\u2028\u2029\"\\\x01", 30_000), strings.Repeat("日本語", 20_000), "data: [DONE]\n\ndata: {}", "\ufeffx", "a\r\nb\rc\n",
		"<thinking>x</thinking>y", `{"type":"message_stop"}`, "event: error\n\n", strings.Repeat("z", 1<<20), "\x00\x7f\u0085", " leading and trailing \n",
	}
	texts = testkit.Sample(texts)
	each(t, func(t *testing.T, s setup) {
		var replies []testkit.Reply
		for _, text := range texts {
			replies = append(replies, testkit.Reply{Text: text, Chunk: 7000})
		}
		o := s.options(testkit.NewModel(t, replies...).URL)
		c := newClient(t, o)
		for _, text := range texts {
			got, err := c.Complete(context.Background(), ask)
			if err != nil || got.Text != text {
				t.Errorf("%.40q: got %.40q, %v", text, got.Text, err)
			}
		}
	})
}

// TestNothingLeaks: failed and cancelled calls leave no goroutine behind.
func TestNothingLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, s := range setups() {
		m := testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) {
			return testkit.Reply{Raw: func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.WriteString(w, s.pick(badEvent))
				_ = http.NewResponseController(w).Flush()
				<-r.Context().Done()
			}}, true
		})
		c := newClient(t, s.options(m.URL))
		for range 5 {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			if _, err := c.Complete(ctx, ask); err == nil {
				t.Error("no error")
			}
			cancel()
		}
		m.Close()
		c.transport.CloseIdleConnections()
	}
	for end := time.Now().Add(testkit.WireTimeout); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
	}
}
