package model

import (
	"encoding/json"
	"strings"
	"time"
)

type openAIMessage struct {
	Content json.RawMessage `json:"content"`
	Refusal json.RawMessage `json:"refusal"`
}

type openAIBody struct {
	Model   json.RawMessage `json:"model"`
	Error   json.RawMessage `json:"error"`
	Usage   json.RawMessage `json:"usage"`
	Timings json.RawMessage `json:"timings"`
	Choices []*struct {
		Index        float64         `json:"index"`
		Delta        *openAIMessage  `json:"delta"`
		Message      *openAIMessage  `json:"message"`
		FinishReason string          `json:"finish_reason"`
		Likely       json.RawMessage `json:"logprobs"`
	} `json:"choices"`
}

type openAILikely struct {
	Content []Likely `json:"content"`
}

// llamaTimings are what llama.cpp's server adds to its last event.
type llamaTimings struct {
	Read    int     `json:"prompt_n"` // without those in its cache
	Reading float64 `json:"prompt_ms"`
	Wrote   int     `json:"predicted_n"`
	Writing float64 `json:"predicted_ms"`
}

type openAIUsage struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
}

func parseOpenAIStream(body []byte) (answer, *fail) {
	var (
		a    answer
		text strings.Builder
		list = events(body)
	)
	if len(list) == 0 {
		return a, &fail{fault: FaultMalformed, detail: "no event in the answer"}
	}
	for i, data := range list {
		if strings.TrimSpace(string(data)) == "[DONE]" {
			a.ended = a.stop != stopNone
			break
		}
		if i == len(list)-1 && cut(data) {
			break // the stream was cut in here: it has no end
		}
		if f := openAIChunk(data, &a, &text); f != nil {
			return a, f
		}
	}
	a.text = text.String()
	return a, nil
}

func parseOpenAIJSON(body []byte) (answer, *fail) {
	var (
		a    answer
		text strings.Builder
	)
	if f := openAIChunk(body, &a, &text); f != nil {
		return a, f
	}
	if a.skipped > 0 {
		return a, &fail{fault: FaultMalformed, detail: "no choices"}
	}
	a.text, a.ended = text.String(), a.stop != stopNone
	return a, nil
}

// openAIChunk reads an event of a stream or a whole answer: they differ in the
// name of one member.
func openAIChunk(data []byte, a *answer, text *strings.Builder) *fail {
	var c openAIBody
	if f := decode(data, &c); f != nil {
		return f
	}
	if f := reported(c.Error); f != nil {
		return f
	}
	if m := loose[string](c.Model); m != "" {
		a.model = m
	}
	if !null(c.Usage) {
		a.usage = Usage(loose[openAIUsage](c.Usage))
	}
	if t := loose[llamaTimings](c.Timings); t.Read+t.Wrote > 0 {
		a.spent = spent{t.Read, t.Wrote, time.Duration(t.Reading * float64(time.Millisecond)),
			time.Duration(t.Writing * float64(time.Millisecond))}
	}
	if len(c.Choices) == 0 {
		if null(c.Usage) {
			a.skipped++
		}
		return nil
	}
	for _, ch := range c.Choices {
		if ch == nil {
			return &fail{fault: FaultMalformed, detail: "empty choice"}
		}
		if ch.Index != 0 {
			a.skipped++
			continue
		}
		m := ch.Delta
		if m == nil {
			m = ch.Message
		}
		if m != nil {
			s, f := content(m.Content)
			if f != nil {
				return f
			}
			text.WriteString(s)
			a.likely = append(a.likely, loose[openAILikely](ch.Likely).Content...)
			if r := loose[string](m.Refusal); r != "" {
				a.stop = stopOther
			}
		}
		if s := stopReason(ch.FinishReason); s != stopNone && a.stop != stopOther {
			a.stop = s // a later chunk with an empty reason changes nothing
		}
	}
	return nil
}
