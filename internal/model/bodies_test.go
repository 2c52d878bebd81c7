package model

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// Bodies of broken and odd servers, by protocol; streams where not said.

const (
	antStart = `data: {"type":"message_start","message":{"usage":{"input_tokens":3}}}` + "\n\n" +
		`data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}` + "\n\n"
	antText = `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x = 2"}}` + "\n\n"
	antEnd  = `data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":4}}` + "\n\n" +
		`data: {"type":"message_stop"}` + "\n\n"

	oaiText = `data: {"choices":[{"index":0,"delta":{"content":"x = 2"}}]}` + "\n\n"
	oaiStop = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"
	oaiDone = "data: [DONE]\n\n"

	ollText = `{"message":{"role":"assistant","content":"x = 2"},"done":false}` + "\n"
	ollDone = `{"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}` + "\n"
)

var (
	unknownEvents = map[string]string{
		// Also: comments, CRLF, events with no empty line between, a late chunk
		// with an empty reason, content as a list of parts.
		"openai": ": keep-alive\r\n\r\ndata: {\"object\":\"trace\"}\r\n\r\n" + oaiText +
			`data: {"choices":[{"index":0,"delta":{"content":[{"type":"text","text":" # y"}]}}]}` + "\n" +
			strings.TrimSuffix(oaiStop, "\n") +
			`data: {"choices":[{"index":0,"delta":{"content":""},"finish_reason":""}]}` + "\n\n" + oaiDone,
		"ollama": `{"status":"loading model"}` + "\n" + ollText + ollDone,
		"anthropic": antStart + "event: vibe\ndata: {\"type\":\"vibe\",\"index\":-1}\n\n" + antText +
			`data: {"type":"content_block_start","index":1,"content_block":{"type":"hologram"}}` + "\n\n" +
			`data: {"type":"content_block_delta","index":1,"delta":{"type":"hologram_delta"}}` + "\n\n" + antEnd,
	}
	badEvent = map[string]string{
		"openai":    oaiText + "data: {\"choices\": [[[}\n\n" + oaiStop + oaiDone,
		"ollama":    ollText + "{\"message\": ]\n" + ollDone,
		"anthropic": antStart + "data: {\"type\": \"content_block_delta\", }\n\n" + antText + antEnd,
	}
	errorEvent = map[string]string{
		"openai":    oaiText + `data: {"error":{"message":"no","type":"server_error"}}` + "\n\n" + oaiDone,
		"ollama":    ollText + `{"error":"unexpected EOF"}` + "\n",
		"anthropic": antStart + antText + `event: error` + "\n" + `data: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}` + "\n\n",
	}
	nullParts = map[string]string{
		"openai":           `data: {"choices":[null]}` + "\n\n" + oaiDone,
		"openai/whole":     `{"choices":[null]}`,
		"ollama":           `{"message":{"content":{"a":1}},"done":false}` + "\n" + ollDone,
		"anthropic":        antStart + `data: {"type":"content_block_delta","index":-1,"delta":{"type":"text_delta","text":"x"}}` + "\n\n" + antEnd,
		"anthropic/whole":  `{"type":"message","content":[null],"stop_reason":"end_turn"}`,
		"anthropic/stream": antStart + `data: {"type":"content_block_delta","index":-1,"delta":{"type":"text_delta","text":"x"}}` + "\n\n" + antEnd,
	}
	noStop = map[string]string{
		"openai":          oaiText + oaiDone,
		"openai/whole":    `{"choices":[{"index":0,"message":{"content":"x = 2"}}]}`,
		"ollama":          ollText,
		"anthropic":       antStart + antText + `data: {"type":"message_stop"}` + "\n\n",
		"anthropic/whole": `{"type":"message","content":[{"type":"text","text":"x = 2"}]}`,
	}
	deep = map[string]string{
		"openai":          "data: {\"choices\":" + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}\n\n" + oaiDone,
		"openai/whole":    "{\"choices\":" + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}",
		"ollama":          "{\"message\":" + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}\n" + ollDone,
		"anthropic":       "data: {\"type\":" + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}\n\n" + antEnd,
		"anthropic/whole": "{\"content\":" + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}",
	}
	wholeAnswer = map[string]string{
		"openai":    `{"choices":[{"index":0,"message":{"content":"x = 2"},"finish_reason":"stop"}]}`,
		"ollama":    "{\n \"message\": {\"content\": \"x = 2\"},\n \"done\": true,\n \"done_reason\": \"stop\"\n}",
		"anthropic": `{"type":"message","content":[{"type":"text","text":"x = 2"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}`,
	}
)

// otherForm answers a stream call with a whole answer, and the other way round.
func otherForm(s setup) []testkit.Reply {
	if s.stream {
		return []testkit.Reply{{Body: s.pick(wholeAnswer)}}
	}
	return []testkit.Reply{{Body: s.pick(unknownEvents)}}
}

func lengthStop(s setup) []testkit.Reply {
	word := map[Backend]string{OpenAI: "length", Ollama: "length", Anthropic: "max_tokens"}[s.backend]
	return []testkit.Reply{{Text: goodText, Stop: word}}
}
