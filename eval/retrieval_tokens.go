package main

import (
	"github.com/tiktoken-go/tokenizer"

	"github.com/fettle-dev/fettle/internal/tokens"
)

// farOver is how much more tokens than estimated would be too many in any case.
const farOver = 1.3

// tokens compares the tokens of a prompt with the estimate, which has no
// vocabulary: where there are more, a budget in tokens would be exceeded.
func (m *measure) tokens(rc retrievalCase, name, prompt string) error {
	if prompt == "" {
		return nil
	}
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return err
	}
	n, err := codec.Count(prompt)
	if err != nil {
		return err
	}
	share := float64(n) / float64(tokens.Estimate(prompt))
	over := map[string]float64{"over": 1, "far_over": farOver}
	m.add(rc, "tokens@"+name, share)
	for metric, least := range over {
		v := 0.0
		if share > least {
			v = 1
		}
		m.add(rc, metric+"@"+name, v)
	}
	return nil
}
