package plan

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// The form of the prompt for a plan.
const (
	maxOutline = 40  // names shown
	promptForm = "3" // part of the cache key: a new prompt makes new plans
)

// Complete asks a model: the answer to one prompt. It must honour ctx.
type Complete func(ctx context.Context, prompt string) (string, error)

// Model plans with a language model, usually a small local one, and falls back
// to the heuristics and says why. It is safe for concurrent use.
type Model struct {
	// Complete asks the model for a plan; nil: heuristics only.
	Complete Complete
	// Words asks it for words alone, see [WordsPrompt]: all that it is asked for where
	// the heuristics know how to search, but not for what. nil: for a plan there, too.
	Words Complete
	// Name of the model, part of the cache key.
	Name string
	// Timeout of one call; 0 means 2 s.
	Timeout time.Duration
	// Now is the clock of the time after a failure; nil means time.Now.
	Now func() time.Time

	mu   sync.Mutex
	down time.Time // no call before
}

// Plan implements [Planner]. The error is always nil: without a usable answer
// the heuristic plan comes back with Reason set.
func (m *Model) Plan(ctx context.Context, q Query) (Plan, error) {
	in := Analyze(q.Text, q.Definers, q.Positioned)
	base := FromIntent(in, q)
	if m.Complete == nil {
		base.Reason = "no model plans searches; context.plan.mode = \"model\" has one do it"
		return base, nil
	}
	if in.Complexity == Simple && in.Scope == Focused && !q.Every {
		return base, nil // a model has nothing to add
	}
	ask, form := m.ask, promptForm
	if m.Words != nil && base.Strategy == StrategySemantic && !q.Every {
		ask, form = m.vocabulary, wordsForm
	}
	k := m.key(q, in, form)
	if p, ok := cached(ctx, k, q.Cache); ok {
		p = p.bounded(q)
		p.Origin, p.Expected = "cache", p.Keywords
		return p, nil
	}
	p, err := ask(ctx, q, base)
	if err != nil {
		base.Reason = err.Error()
		return base, nil //nolint:nilerr // the heuristics answer instead, with the reason
	}
	if q.Cache != nil {
		if body, err := json.Marshal(p); err == nil {
			_ = q.Cache.KeepPlan(ctx, k, body) // a plan can be made again
		}
	}
	return p, nil
}

var errDown = errors.New("the model that plans searches failed a moment ago")

// ask asks for a plan.
func (m *Model) ask(ctx context.Context, q Query, base Plan) (Plan, error) {
	answer, err := m.complete(ctx, m.Complete, Prompt(q))
	if err != nil {
		return Plan{}, err
	}
	p, err := Parse(answer, base)
	if err != nil {
		return Plan{}, err
	}
	p.Origin, p.Expected = "model", p.Keywords
	return p.bounded(q), nil
}

// complete asks the model, unless it failed a moment ago.
func (m *Model) complete(ctx context.Context, ask Complete, prompt string) (string, error) {
	if m.now().Before(m.downUntil()) {
		return "", errDown
	}
	timeout := m.Timeout
	if timeout <= 0 {
		timeout = limits.PlanTime
	}
	call, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	answer, err := ask(call, prompt)
	// Some backends return success with an empty text at the deadline.
	if cause := call.Err(); cause != nil {
		if ctx.Err() == nil {
			m.trip()
		}
		return "", fmt.Errorf("asking the model that plans searches: %w", cause)
	}
	if err != nil {
		m.trip()
		return "", fmt.Errorf("asking the model that plans searches: %w", err)
	}
	return answer, nil
}

func (m *Model) now() time.Time {
	if m.Now != nil {
		return m.Now()
	}
	return time.Now()
}

func (m *Model) downUntil() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.down
}

func (m *Model) trip() {
	until := m.now().Add(limits.PlanCircuit)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.down = until
}

func (m *Model) key(q Query, in Intent, form string) [sha256.Size]byte {
	text := strings.ToLower(strings.Join(strings.Fields(q.Text), " "))
	return sha256.Sum256([]byte(strings.Join([]string{text, string(in.Action), q.Root, m.Name, form}, "\x00")))
}

// cached returns a plan that was made before.
func cached(ctx context.Context, k [sha256.Size]byte, kept Cache) (p Plan, ok bool) {
	if kept == nil {
		return Plan{}, false
	}
	body, ok := kept.Plan(ctx, k)
	return p, ok && json.Unmarshal(body, &p) == nil
}

// Prompt asks for a plan. It holds the question, languages and names of the
// workspace, and no source text.
func Prompt(q Query) string {
	outline := q.Outline[:min(maxOutline, len(q.Outline))]
	return "You plan a code search. Answer with one JSON object and nothing else:\n" +
		`{"keywords": [], "symbols_to_find": [], "file_patterns": [], "entry_files": [], "include_tests": false, ` +
		`"max_depth": 1, ` +
		`"query": "", "top_k": 30, "strategy": "semantic"}` + "\n" +
		"strategy is one of focused (one known symbol), semantic (a topic), broad (a new feature), entry_point_based (how " +
		"the program hangs together). " +
		"max_depth is 0 to 3. Lists have at most 20 entries. file_patterns are parts of paths. " +
		"entry_files are paths that the program starts in. query is what to search for instead of the question, if that is " +
		"clearer. " +
		"top_k is how many places are shown, 1 to 100. " +
		"keywords are 4 to 8 single words that the functions, classes and constants which answer the question are likely " +
		"named with, the likeliest first: " +
		"what programmers call it, not the words of the question.\n" +
		"Languages: " + strings.Join(q.Languages, ", ") + "\n" +
		"Names in the code: " + strings.Join(outline, ", ") + "\n" +
		"Question: " + q.Text + "\n"
}

// Parse reads a plan out of a model's answer: fences and prose are dropped,
// the first balanced object is used, trailing commas are forgiven. A field of
// the wrong type or with an unknown value keeps the value of base.
func Parse(answer string, base Plan) (Plan, error) {
	if len(answer) > limits.PlanAnswer {
		answer = answer[:limits.PlanAnswer]
	}
	object := firstObject(answer)
	if object == "" {
		return Plan{}, errors.New("the plan of the model holds no JSON object")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &fields); err != nil {
		if err = json.Unmarshal([]byte(dropCommas(object)), &fields); err != nil {
			return Plan{}, fmt.Errorf("reading the plan of the model: %w", err)
		}
	}
	p, used := base, 0
	list := func(name string, into *[]string) {
		var v []string
		if json.Unmarshal(fields[name], &v) == nil && fields[name] != nil {
			*into = v
			used++
		}
	}
	list("keywords", &p.Keywords)
	list("symbols_to_find", &p.Symbols)
	list("file_patterns", &p.Patterns)
	list("entry_files", &p.EntryFiles)
	set(fields["include_tests"], &p.IncludeTests, &used)
	set(fields["max_depth"], &p.MaxDepth, &used)
	set(fields["top_k"], &p.TopK, &used)
	set(fields["query"], &p.Query, &used)
	var s string
	set(fields["strategy"], &s, &used)
	var own map[string]map[string]json.RawMessage // {"Broad": {"patterns": […]}}
	if set(fields["strategy"], &own, &used); len(own) == 1 {
		for name, parts := range own {
			s, fields = name, parts
		}
		list("symbols", &p.Symbols)
		list("patterns", &p.Patterns)
		list("entry_files", &p.EntryFiles)
		set(fields["query"], &p.Query, &used)
		set(fields["top_k"], &p.TopK, &used)
	}
	if v, ok := strategyOf(s); ok {
		p.Strategy = v
	}
	if used == 0 {
		return Plan{}, errors.New("the plan of the model is empty")
	}
	return p, nil
}

// strategyOf reads the name of a strategy as models spell it.
func strategyOf(name string) (Strategy, bool) {
	switch strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name)) {
	case "focused":
		return StrategyFocused, true
	case "semantic":
		return StrategySemantic, true
	case "broad":
		return StrategyBroad, true
	case "entrypointbased", "entrypoint", "entry":
		return StrategyEntry, true
	}
	return "", false
}

func set[T any](raw json.RawMessage, into *T, used *int) {
	var v T
	if raw != nil && json.Unmarshal(raw, &v) == nil {
		*into = v
		*used++
	}
}

// firstObject returns the first balanced {…}, or "".
func firstObject(s string) string {
	start := strings.IndexByte(s, '{')
	if start < 0 {
		return ""
	}
	depth, inString := 0, false
	for i := start; i < len(s); i++ {
		switch c := s[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return s[start : i+1]
			}
		}
	}
	return ""
}

// dropCommas removes commas in front of a closing bracket.
func dropCommas(s string) string {
	var b strings.Builder
	inString := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if inString && c == '\\' && i+1 < len(s) {
			b.WriteString(s[i : i+2])
			i++
			continue
		}
		if c == '"' {
			inString = !inString
		}
		if c == ',' && !inString {
			if rest := strings.TrimLeft(s[i+1:], " \t\r\n"); rest != "" && (rest[0] == ']' || rest[0] == '}') {
				continue
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}
