package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/limits"
)

const checkSchema = `{"type":"object","properties":{
"files":{"type":"array","items":{"type":"string"},"description":"Only changes of these files and folders"},
"since":{"type":"string","description":"Commit to compare with; default: the last one. Or t1 … of a former answer: only what is new since"},
"text":{"type":"string","description":"What the one file in files would become"}}}`

const applySchema = `{"type":"object","required":["ids"],"properties":{
"ids":{"type":"array","items":{"type":"string"},"description":"Of the last check: f1, f2 …"}}}`

// checkCall are the arguments of check.
type checkCall struct {
	Files []string `json:"files"`
	Since string   `json:"since"`
	Text  *string  `json:"text"`
}

// changes say which change is meant. What lies outside of the roots is refused.
func (m *server) changes(c checkCall) (app.Changes, error) {
	if _, token := m.told[c.Since]; token {
		c.Since = ""
	}
	o := app.Changes{Dir: m.roots[0], Since: c.Since}
	if strings.HasPrefix(c.Since, "-") {
		return o, fmt.Errorf("since %q is not a commit", c.Since)
	}
	for _, name := range c.Files {
		abs, err := m.locate(name)
		if err != nil && c.Text != nil { // a file that is to be made
			if dir, there := m.locate(filepath.Dir(name)); there == nil {
				abs, err = filepath.Join(dir, filepath.Base(name)), nil
			}
		}
		if err != nil && c.Text == nil && filepath.IsLocal(filepath.FromSlash(name)) { // one that is gone
			abs, err = filepath.Join(m.roots[0], filepath.FromSlash(name)), nil
		}
		if err != nil {
			return o, err
		}
		o.Dir = m.rootOf(abs)
		o.Paths = append(o.Paths, abs)
	}
	switch {
	case c.Text == nil:
	case len(c.Files) != 1:
		return o, app.WithHint(errors.New("text needs one file"), "name it in files")
	case c.Since != "":
		return o, app.WithHint(errors.New("text is compared with the file as it is"), "leave since out")
	default:
		o.Texts = map[string]string{o.Paths[0]: *c.Text}
	}
	return o, nil
}

// check judges a change.
func (m *server) check(ctx context.Context, raw json.RawMessage, p *progress) (string, error) {
	var args checkCall
	if err := decodeCall("check", raw, &args); err != nil {
		return "", err
	}
	o, err := m.changes(args)
	if err != nil {
		return "", err
	}
	return m.judged(ctx, o, args.Since, p)
}

// judged returns the verdict on a change, without what was reported with a token. It is kept for apply.
func (m *server) judged(ctx context.Context, o app.Changes, token string, p *progress) (string, error) {
	m.judging.Lock()
	defer m.judging.Unlock()
	v, err := m.w.Judge(ctx, o, func(s string) { p.step(ctx, s) })
	if err != nil {
		return "", err
	}
	m.last, m.asked = v, o
	if len(v.Changed) == 0 {
		return "nothing changed that the tools look at\n", nil
	}
	fresh := v.Without(m.told[token])
	text := m.clear(filepath.Join(o.Dir, "answer"), fresh.Text(review.TextOptions{Most: limits.MCPVerdict, Effects: 5}))
	if v.Bad() {
		text += "since: " + m.remember(v.Keys()) + "\n"
	}
	return text, nil
}

// remember keeps what a verdict has to say under a token, for the answer after it.
func (m *server) remember(keys []string) string {
	m.answers++
	token := fmt.Sprintf("t%d", m.answers)
	if m.told == nil {
		m.told = map[string][]string{}
	}
	m.told[token] = keys
	delete(m.told, fmt.Sprintf("t%d", m.answers-rememberedAnswers))
	return token
}

// rememberedAnswers is how many answers a client can refer to, the newest ones.
const rememberedAnswers = 100

// apply writes sure fixes of the last verdict, and judges again.
func (m *server) apply(ctx context.Context, raw json.RawMessage, p *progress) (string, error) {
	var args struct {
		IDs []string `json:"ids"`
	}
	if err := decodeCall("apply", raw, &args); err != nil {
		return "", err
	}
	if len(args.IDs) == 0 {
		return "", app.WithHint(errors.New("apply needs ids"), "they stand before the problems in the answer of check")
	}
	m.judging.Lock()
	v, o := m.last, m.asked
	m.judging.Unlock()
	if _, err := m.w.Fix(ctx, v, args.IDs, func(s string) { p.step(ctx, s) }); err != nil {
		return "", err
	}
	return m.judged(ctx, o, "", p)
}
