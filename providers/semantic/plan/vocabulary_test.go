package plan

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseWords(t *testing.T) {
	for _, tt := range []struct{ answer, want string }{
		{`{"words": ["Backoff", "retry_delay", "the"]}`, "backoff retry_delay"},
		{"```json\n{\"words\": [\"evict\", \"lru\",]}\n```", "evict lru"},
		{"Words: evict expire, prune\n\nQuestion: how many", "evict expire prune"},
		{`{"words": ["a", "evict evict", "evict"]}`, "evict"},
		{`{"words": ["one1", "two2", "three3", "four4", "five5", "six6", "seven7", "eight8", "nine9"]}`, "one1 two2 three3 four4 five5 six6 seven7 eight8"},
		{`{"words": "evict expire"}`, "evict expire"},
		{`{"words": 7}`, ""},
		{`{"words": []}`, ""},
		{"", ""},
		{`{"words": [`, ""},
		{"<html>502</html>", ""},
		{`{"keywords": ["evict"], "strategy": "semantic"}`, "evict"},
	} {
		if got := strings.Join(parseWords(tt.answer), " "); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.answer, got, tt.want)
		}
	}
}

// A model is asked for words alone where the heuristics know how to search, and for a
// plan where they do not, or where a model is to plan.
func TestModelNamesWords(t *testing.T) {
	var asked []string
	answer, fails := `{"words": ["throttle", "quota"]}`, error(nil)
	m := &Model{
		Complete: func(context.Context, string) (string, error) {
			asked = append(asked, "plan")
			return `{"keywords": ["limiter"], "strategy": "broad"}`, nil
		},
		Words: func(_ context.Context, prompt string) (string, error) {
			asked = append(asked, "words")
			if !strings.HasSuffix(prompt, "Question: what happens with too many calls\n") && !strings.Contains(prompt, "other") {
				t.Errorf("prompt:\n%s", prompt)
			}
			return answer, fails
		},
	}
	kept := plans{}
	ask := func(text string, every bool) Plan {
		asked = nil
		p, err := m.Plan(t.Context(), Query{Text: text, Cache: kept, Definers: func(string) int { return 0 }, Every: every})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const question = "what happens with too many\n calls"
	p := ask(question, false)
	if !slices.Equal(asked, []string{"words"}) || p.Strategy != StrategySemantic || p.Origin != "model" || !slices.Equal(p.Expected, []string{"throttle", "quota"}) {
		t.Errorf("asked for %v: %+v", asked, p)
	}
	base, _ := Heuristic{}.Plan(t.Context(), Query{Text: question})
	if p.MaxDepth != base.MaxDepth || p.TopK != base.TopK || p.IncludeTests != base.IncludeTests {
		t.Errorf("words change how is searched: %+v, want as in %+v", p, base)
	}
	if p := ask(question, false); len(asked) != 0 || p.Origin != "cache" || !slices.Equal(p.Expected, []string{"throttle", "quota"}) {
		t.Errorf("asked again for %v: %+v", asked, p)
	}
	if p := ask(question, true); !slices.Equal(asked, []string{"plan"}) || p.Strategy != StrategyBroad {
		t.Errorf("a model that is to plan was asked for %v: %+v", asked, p)
	}
	if ask("implement rate limiting", false); !slices.Equal(asked, []string{"plan"}) {
		t.Errorf("for a feature it was asked for %v", asked)
	}
	answer = "{}"
	if p := ask("what happens with other calls", false); p.Origin != "heuristic" || !strings.Contains(p.Reason, "no words") {
		t.Errorf("without words: %+v", p)
	}
	fails = errors.New("refused")
	if p := ask("what happens with other answers", false); p.Origin != "heuristic" || !strings.Contains(p.Reason, "refused") {
		t.Errorf("after an error: %+v", p)
	}
	if ask("what happens with other errors", false); len(asked) != 0 {
		t.Error("a model that failed a moment ago is asked for words")
	}
}

// Words that come too late are not waited for.
func TestWordsHaveADeadline(t *testing.T) {
	m := &Model{Complete: func(context.Context, string) (string, error) { return "", nil }, Timeout: time.Millisecond,
		Words: func(ctx context.Context, _ string) (string, error) {
			<-ctx.Done()
			return `{"words": ["late"]}`, nil
		}}
	p, err := m.Plan(t.Context(), Query{Text: "what happens with too many calls"})
	if err != nil || p.Origin != "heuristic" || p.Reason == "" {
		t.Errorf("%+v, %v", p, err)
	}
}
