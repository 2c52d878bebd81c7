package model

import (
	"encoding/json"
	"unicode/utf8"
)

// pieceSize is the text of one rebuilt event. JSON escapes grow it at most six
// times, which stays below the 32 KiB that langchaingo's line readers take.
const pieceSize = 4 << 10

// pieces cuts text at rune borders.
func pieces(text string) []string {
	var out []string
	for len(text) > pieceSize {
		n := pieceSize
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		if n == 0 {
			n = pieceSize
		}
		out = append(out, text[:n])
		text = text[n:]
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// rebuild makes the body that langchaingo gets instead of what came.
func rebuild(b Backend, a answer, stream bool) (body []byte, contentType string) {
	switch b {
	case Ollama:
		return rebuildOllama(a), "application/x-ndjson"
	case Anthropic:
		body = rebuildAnthropic(a, stream)
	default:
		body = rebuildOpenAI(a, stream)
	}
	if stream {
		return body, "text/event-stream"
	}
	return body, "application/json"
}

// mustJSON encodes maps of strings and numbers, which cannot fail.
func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
