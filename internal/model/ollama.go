package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

type ollamaChunk struct {
	Model   json.RawMessage `json:"model"`
	Error   json.RawMessage `json:"error"`
	Message *struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
	Done       bool            `json:"done"`
	DoneReason string          `json:"done_reason"`
	Prompt     json.RawMessage `json:"prompt_eval_count"`
	Completion json.RawMessage `json:"eval_count"`
	Reading    json.RawMessage `json:"prompt_eval_duration"` // nanoseconds
	Writing    json.RawMessage `json:"eval_duration"`
	Likely     json.RawMessage `json:"logprobs"`
}

// parseOllama reads both forms: a stream is one JSON value a line, an answer
// without streaming is a single value, maybe printed over several lines.
func parseOllama(body []byte) (answer, *fail) {
	var (
		a    answer
		text strings.Builder
	)
	d := json.NewDecoder(bytes.NewReader(body))
	for !a.ended {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break // no end marker: the caller sees that
		}
		if err != nil {
			return a, &fail{fault: FaultMalformed, detail: "not JSON"}
		}
		var c ollamaChunk
		if f := decode(raw, &c); f != nil {
			return a, f
		}
		if f := reported(c.Error); f != nil {
			return a, f
		}
		if m := loose[string](c.Model); m != "" {
			a.model = m
		}
		switch {
		case c.Message != nil:
			s, f := content(c.Message.Content)
			if f != nil {
				return a, f
			}
			text.WriteString(s)
			a.likely = append(a.likely, loose[[]Likely](c.Likely)...)
		case !c.Done:
			a.skipped++
		}
		if c.Done {
			a.ended = true
			a.stop = stopReason(c.DoneReason)
			a.usage = Usage{Prompt: loose[int](c.Prompt), Completion: loose[int](c.Completion)}
			a.spent = spent{a.usage.Prompt, a.usage.Completion, loose[time.Duration](c.Reading), loose[time.Duration](c.Writing)}
		}
	}
	a.text = text.String()
	if !a.ended && a.text == "" && a.skipped > 0 {
		return a, &fail{fault: FaultMalformed, detail: "no message"}
	}
	return a, nil
}
