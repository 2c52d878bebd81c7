package engine

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/tokens"
)

type reporting struct {
	prompt int
	err    error
}

func (r reporting) Complete(context.Context, model.Prompt) (model.Reply, error) {
	return model.Reply{Usage: model.Usage{Prompt: r.prompt}}, r.err
}

// TestMetered: the next budget is counted with what the last answers reported,
// and failures report nothing.
func TestMetered(t *testing.T) {
	var meter tokens.Meter
	p := model.Prompt{System: strings.Repeat("s", 1000), User: strings.Repeat("u", 2000)}
	for _, c := range []struct {
		answer   reporting
		ratio    float64
		reported bool
	}{
		{reporting{err: errors.New("down"), prompt: 1}, tokens.DefaultRatio, false},
		{reporting{}, tokens.DefaultRatio, false},
		{reporting{prompt: 1500}, 2, true},
		{reporting{prompt: 750}, 3, true},
	} {
		_, err := metered{c.answer, &meter, "m"}.Complete(t.Context(), p)
		if !errors.Is(err, c.answer.err) {
			t.Errorf("error %v, want %v", err, c.answer.err)
		}
		if ratio, reported := meter.Ratio("m"); ratio != c.ratio || reported != c.reported {
			t.Errorf("after %+v: %.1f bytes a token, reported %v", c.answer, ratio, reported)
		}
	}
}
