package egress

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Held is the error of a request that holds a secret.
type Held struct{ Rule string } // that found it

func (h *Held) Error() string { return "request held a secret (" + h.Rule + "), not sent" }

// Seal looks at an assembled request body, which is JSON, before it is sent. It
// refuses a body whose strings hold a secret by the same rules as [Gate.Check]
// or that holds a live one anywhere, in any encoding. The error is one line,
// names the rule, as a [*Held], and holds nothing of the body.
func (g *Gate) Seal(body []byte) error {
	if g.opt.Scrub.Found(string(body)) {
		return errors.New("request held a live key, not sent; remove the key from the file")
	}
	if !json.Valid(body) {
		return errors.New("request is not JSON, not sent; report this")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return errors.New("request is not JSON, not sent; report this")
		}
		s, ok := t.(string)
		if !ok || len(s) < 6 {
			continue
		}
		if found := g.findIn(s, "", snippets(s)); len(found) > 0 {
			return &Held{found[0].rule}
		}
	}
}
