package model

import (
	"encoding/json"
	"strings"
)

type anthropicBlock struct {
	Type  string          `json:"type"`
	Text  string          `json:"text"`
	Input json.RawMessage `json:"input"`
}

type anthropicUsage struct {
	Prompt     int `json:"input_tokens"`
	Created    int `json:"cache_creation_input_tokens"`
	Read       int `json:"cache_read_input_tokens"`
	Completion int `json:"output_tokens"`
}

type anthropicMessage struct {
	Type       string            `json:"type"`
	Model      json.RawMessage   `json:"model"`
	Error      json.RawMessage   `json:"error"`
	Content    []*anthropicBlock `json:"content"`
	StopReason string            `json:"stop_reason"`
	Usage      json.RawMessage   `json:"usage"`
}

type anthropicEvent struct {
	Type    string            `json:"type"`
	Error   json.RawMessage   `json:"error"`
	Message *anthropicMessage `json:"message"`
	Index   *float64          `json:"index"`
	Block   *anthropicBlock   `json:"content_block"`
	Usage   json.RawMessage   `json:"usage"`
	Delta   *struct {
		Type       string  `json:"type"`
		Text       *string `json:"text"`
		JSON       *string `json:"partial_json"`
		StopReason string  `json:"stop_reason"`
	} `json:"delta"`
}

// blocks collects the content of an answer by index.
type blocks struct {
	text, input map[int]*strings.Builder
	count       int
}

func newBlocks() *blocks {
	return &blocks{text: map[int]*strings.Builder{}, input: map[int]*strings.Builder{}}
}

func (b *blocks) open(kind string, at int) {
	b.count++
	switch kind {
	case "text":
		b.text[at] = &strings.Builder{}
	case "tool_use":
		b.input[at] = &strings.Builder{}
	}
}

// result returns the arguments of the tool when there are some, else the text.
func (b *blocks) result(tool bool) string {
	from := b.text
	if tool && len(b.input) > 0 {
		from = b.input
	}
	var out strings.Builder
	for i := range b.count {
		if s, ok := from[i]; ok {
			out.WriteString(s.String())
			if tool && len(b.input) > 0 {
				break // one script, even if the model called twice
			}
		}
	}
	return out.String()
}

func (a *answer) anthropicUsage(raw json.RawMessage) {
	if null(raw) {
		return
	}
	u := loose[anthropicUsage](raw)
	if p := u.Prompt + u.Created + u.Read; p > 0 {
		a.usage.Prompt = p
	}
	if u.Completion > 0 {
		a.usage.Completion = u.Completion
	}
}

func anthropicStop(reason string, tool bool) stop {
	if tool && reason == "tool_use" {
		return stopNatural
	}
	return stopReason(reason)
}

func parseAnthropicJSON(body []byte, tool bool) (answer, *fail) {
	var (
		a answer
		m anthropicMessage
		b = newBlocks()
	)
	if f := decode(body, &m); f != nil {
		return a, f
	}
	if f := reported(m.Error); f != nil {
		return a, f
	}
	if len(m.Content) == 0 && m.StopReason == "" {
		return a, &fail{fault: FaultMalformed, detail: "no content"}
	}
	for i, c := range m.Content {
		if c == nil {
			return a, &fail{fault: FaultMalformed, detail: "empty content block"}
		}
		b.open(c.Type, i)
		if s, ok := b.text[i]; ok {
			s.WriteString(c.Text)
		}
		if s, ok := b.input[i]; ok {
			s.Write(c.Input)
		}
	}
	a.model = loose[string](m.Model)
	a.anthropicUsage(m.Usage)
	a.stop = anthropicStop(m.StopReason, tool)
	a.ended = a.stop != stopNone
	a.text = b.result(tool)
	return a, nil
}

func parseAnthropicStream(body []byte, tool bool) (answer, *fail) {
	var (
		a    answer
		b    = newBlocks()
		list = events(body)
	)
	if len(list) == 0 {
		return a, &fail{fault: FaultMalformed, detail: "no event in the answer"}
	}
	for i, data := range list {
		if i == len(list)-1 && cut(data) {
			break
		}
		var e anthropicEvent
		if f := decode(data, &e); f != nil {
			return a, f
		}
		if f := a.anthropicEvent(e, b, tool); f != nil {
			return a, f
		}
		if e.Type == "message_stop" {
			a.ended = a.stop != stopNone
			break
		}
	}
	a.text = b.result(tool)
	return a, nil
}

func (a *answer) anthropicEvent(e anthropicEvent, b *blocks, tool bool) *fail {
	malformed := &fail{fault: FaultMalformed, detail: "event " + word(json.RawMessage(e.Type)) + " of an unknown shape"}
	if f := reported(e.Error); f != nil {
		return f
	}
	switch e.Type {
	case "error":
		return &fail{fault: FaultServer, detail: "error event"}
	case "message_start":
		if e.Message != nil {
			a.model = loose[string](e.Message.Model)
			a.anthropicUsage(e.Message.Usage)
		}
	case "content_block_start":
		if e.Index == nil || e.Block == nil || *e.Index != float64(b.count) {
			return malformed
		}
		b.open(e.Block.Type, b.count)
		if s, ok := b.text[b.count-1]; ok {
			s.WriteString(e.Block.Text)
		}
	case "content_block_delta":
		if e.Index == nil || e.Delta == nil || *e.Index < 0 || *e.Index >= float64(b.count) {
			return malformed
		}
		at := int(*e.Index)
		switch e.Delta.Type {
		case "text_delta":
			if b.text[at] == nil || e.Delta.Text == nil {
				return malformed
			}
			b.text[at].WriteString(*e.Delta.Text)
		case "input_json_delta":
			if b.input[at] == nil || e.Delta.JSON == nil {
				return malformed
			}
			b.input[at].WriteString(*e.Delta.JSON)
		}
	case "message_delta":
		if e.Delta == nil {
			return malformed
		}
		a.anthropicUsage(e.Usage)
		if s := anthropicStop(e.Delta.StopReason, tool); s != stopNone {
			a.stop = s
		}
	case "content_block_stop", "message_stop", "ping":
	case "":
		return malformed
	default:
		a.skipped++
	}
	return nil
}
