package plan

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// What a question lacks most is what its answer is called. A small model knows words
// for that, where its plans find no more than the heuristics do.

// The form of the prompt for words.
const (
	wordsForm = "words 1" // part of the cache key, see promptForm
	mostWords = 8         // of an answer that are looked for
)

// WordsSchema is the shape of the answer to a [WordsPrompt]: one string, since a list of
// as many needs twice the tokens, and whoever asked waits for each.
const WordsSchema = `{"type":"object","properties":{"words":{"type":"string","maxLength":80}},"required":["words"]}`

// WordsPrompt asks what the code that answers a question is likely named with. It
// holds nothing but the question.
func WordsPrompt(question string) string {
	return "You help a code search. For a question about a program you guess which words the functions, classes and " +
		"constants " +
		"that answer it are named with: what programmers call it. Answer with a JSON object that holds 6 single words, the " +
		"likeliest first, and nothing else.\n\n" +
		"Question: how does it wait longer after every failed attempt\n" +
		`{"words": "backoff retry delay exponential jitter interval"}` + "\n\n" +
		"Question: where is what was not used for long thrown away\n" +
		`{"words": "evict expire prune lru cache ttl"}` + "\n\n" +
		"Question: how are windows line endings kept\n" +
		`{"words": "newline crlf eol normalize terminator detect"}` + "\n\n" +
		"Question: " + strings.Join(strings.Fields(question), " ") + "\n"
}

// vocabulary asks for the words that a search by the heuristics should look for as well.
func (m *Model) vocabulary(ctx context.Context, q Query, base Plan) (Plan, error) {
	answer, err := m.complete(ctx, m.Words, WordsPrompt(q.Text))
	if err != nil {
		return Plan{}, err
	}
	words := parseWords(answer)
	if len(words) == 0 {
		return Plan{}, errors.New("the model that plans searches names no words")
	}
	base.Keywords, base.Expected, base.Origin = words, words, "model"
	return base.bounded(q), nil
}

// said are words as models write them: in one string, or in a list.
type said []string

func (s *said) UnmarshalJSON(raw []byte) error {
	one := ""
	if json.Unmarshal(raw, &one) == nil {
		*s = said{one}
		return nil
	}
	return json.Unmarshal(raw, (*[]string)(s))
}

var aWord = lazyre.New(`[A-Za-z][A-Za-z0-9_]+`)

// parseWords reads the words out of an answer: of its object, or of the first line of
// one that has none.
func parseWords(answer string) []string {
	if len(answer) > limits.PlanAnswer {
		answer = answer[:limits.PlanAnswer]
	}
	var in struct{ Words, Keywords said }
	text, _, _ := strings.Cut(strings.TrimSpace(answer), "\n")
	if object := firstObject(answer); object != "" {
		if json.Unmarshal([]byte(object), &in) != nil && json.Unmarshal([]byte(dropCommas(object)), &in) != nil {
			return nil
		}
		text = strings.Join(append(in.Words, in.Keywords...), " ")
	} else if strings.HasPrefix(text, "<") {
		return nil // the page of a proxy
	}
	var out []string
	for _, w := range aWord.FindAllString(text, -1) {
		if w = strings.ToLower(w); w != "words" && !index.OnlyAsks(w) && !slices.Contains(out, w) && len(out) < mostWords {
			out = append(out, w)
		}
	}
	return out
}
