package model

import (
	"encoding/json"
	"unicode/utf8"
)

// pieceSize is the text of one line for Ollama, whose answers langchaingo reads line by line, up to 512,000 bytes.
// JSON escapes grow it at most six times.
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

// rebuild makes the body that langchaingo reads instead of what came: one value, also where the server streamed.
func rebuild(b Backend, a answer) (body []byte, contentType string) {
	switch b {
	case Ollama:
		return rebuildOllama(a), "application/x-ndjson"
	case Anthropic:
		return rebuildAnthropic(a), "application/json"
	default:
		return rebuildOpenAI(a), "application/json"
	}
}

// mustJSON encodes maps of strings and numbers, which cannot fail.
func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
