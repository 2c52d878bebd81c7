package testkit

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// protocol is how one kind of server writes its answers. The events together
// are the body; each is flushed by itself.
type protocol struct {
	answer func(req ModelRequest, reply Reply, text string) (events []string, contentType string)
	fail   func(status int) string
}

func protocolOf(path string) *protocol {
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		return &protocol{answerOpenAI, func(status int) string {
			return js(map[string]any{"error": map[string]any{"message": "scripted", "type": fmt.Sprintf("status_%d", status)}})
		}}
	case strings.HasSuffix(path, "/api/chat"):
		return &protocol{answerOllama, func(int) string { return js(map[string]any{"error": "scripted"}) }}
	case strings.HasSuffix(path, "/messages"):
		return &protocol{answerAnthropic, func(status int) string {
			return js(map[string]any{"type": "error", "error": map[string]any{"type": fmt.Sprintf("status_%d", status),
				"message": "scripted"}})
		}}
	default:
		return nil
	}
}

func js(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func usageOf(req ModelRequest, reply Reply, text string) (prompt, completion int) {
	if reply.Usage != [2]int{} {
		return reply.Usage[0], reply.Usage[1]
	}
	return len(req.Prompt())/3 + 1, len(text)/3 + 1
}

func stopOf(reply Reply, natural string) string {
	if reply.Stop != "" {
		return reply.Stop
	}
	return natural
}

// cutText splits text into pieces of about n bytes at rune borders.
func cutText(text string, n int) []string {
	if n <= 0 {
		n = 40
	}
	var out []string
	for len(text) > n {
		at := n
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		out = append(out, text[:at])
		text = text[at:]
	}
	return append(out, text)
}

func answerOpenAI(req ModelRequest, reply Reply, text string) ([]string, string) {
	in, out := usageOf(req, reply, text)
	usage := map[string]any{"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out}
	stop := stopOf(reply, "stop")
	if !req.Stream {
		return []string{js(map[string]any{"object": "chat.completion", "model": "test", "usage": usage,
			"choices": []any{map[string]any{"index": 0, "finish_reason": stop,
				"message": map[string]any{"role": "assistant", "content": text}}}})}, "application/json"
	}
	var events []string
	add := func(choices []any, usage any) {
		events = append(events, "data: "+js(map[string]any{"object": "chat.completion.chunk", "model": "test",
			"choices": choices, "usage": usage})+"\n\n")
	}
	choice := func(delta map[string]any, finish any) []any {
		return []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}}
	}
	add(choice(map[string]any{"role": "assistant", "content": ""}, nil), nil)
	for _, piece := range cutText(text, reply.Chunk) {
		add(choice(map[string]any{"content": piece}, nil), nil)
	}
	add(choice(map[string]any{}, stop), nil)
	add([]any{}, usage)
	return append(events, "data: [DONE]\n\n"), "text/event-stream"
}

func answerOllama(req ModelRequest, reply Reply, text string) ([]string, string) {
	in, out := usageOf(req, reply, text)
	stop := stopOf(reply, "stop")
	last := map[string]any{"model": "test", "created_at": "2024-01-01T00:00:00Z", "done": true, "done_reason": stop,
		"prompt_eval_count": in, "eval_count": out}
	message := func(s string) map[string]any { return map[string]any{"role": "assistant", "content": s} }
	if !req.Stream {
		last["message"] = message(text)
		return []string{js(last)}, "application/json"
	}
	var events []string
	for _, piece := range cutText(text, reply.Chunk) {
		events = append(events, js(map[string]any{"model": "test", "created_at": "2024-01-01T00:00:00Z",
			"message": message(piece), "done": false})+"\n")
	}
	last["message"] = message("")
	return append(events, js(last)+"\n"), "application/x-ndjson"
}

func answerAnthropic(req ModelRequest, reply Reply, text string) ([]string, string) {
	in, out := usageOf(req, reply, text)
	block := map[string]any{"type": "text", "text": ""}
	natural := "end_turn"
	if req.Schema {
		block = map[string]any{"type": "tool_use", "id": "t1", "name": "edit_script", "input": map[string]any{}}
		natural = "tool_use"
	}
	stop := stopOf(reply, natural)
	if !req.Stream {
		if req.Schema {
			block["input"] = json.RawMessage(text)
		} else {
			block["text"] = text
		}
		return []string{js(map[string]any{"type": "message", "role": "assistant", "model": "test", "content": []any{block},
			"stop_reason": stop, "usage": map[string]any{"input_tokens": in, "output_tokens": out}})}, "application/json"
	}
	var events []string
	add := func(kind string, v map[string]any) {
		v["type"] = kind
		events = append(events, "event: "+kind+"\ndata: "+js(v)+"\n\n")
	}
	add("message_start", map[string]any{"message": map[string]any{"type": "message", "role": "assistant", "model": "test",
		"content": []any{}, "usage": map[string]any{"input_tokens": in, "output_tokens": 1}}})
	add("content_block_start", map[string]any{"index": 0, "content_block": block})
	add("ping", map[string]any{})
	for _, piece := range cutText(text, reply.Chunk) {
		delta := map[string]any{"type": "text_delta", "text": piece}
		if req.Schema {
			delta = map[string]any{"type": "input_json_delta", "partial_json": piece}
		}
		add("content_block_delta", map[string]any{"index": 0, "delta": delta})
	}
	add("content_block_stop", map[string]any{"index": 0})
	add("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop},
		"usage": map[string]any{"output_tokens": out}})
	add("message_stop", map[string]any{})
	return events, "text/event-stream"
}
