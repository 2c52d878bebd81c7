package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// answer is what a body really held, as read by our own parsers. Nothing else
// decides whether a call succeeded.
type answer struct {
	text    string
	stop    stop
	ended   bool // the end marker of the protocol was seen
	model   string
	usage   Usage
	spent   spent
	likely  []Likely
	skipped int // well-formed events of a kind we do not know
}

// stop is why the model ended.
type stop uint8

const (
	stopNone stop = iota
	stopNatural
	stopLength
	stopOther // filtered, refused, wants a tool that it was never given
)

// stopReasons maps the words of all three protocols; servers that imitate one
// of them use the others' words too.
func stopReason(s string) stop {
	switch strings.ToLower(s) {
	case "":
		return stopNone
	case "stop", "end_turn", "eos", "eos_token":
		return stopNatural
	case "length", "max_tokens", "model_length":
		return stopLength
	default:
		return stopOther
	}
}

// parse reads a whole body. tool is set when the answer was asked for as the
// arguments of a tool, as Anthropic's structured output is.
func parse(b Backend, body []byte, tool bool) (answer, *fail) {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	shape := bytes.TrimLeft(body, " \t\r\n")
	switch {
	case len(shape) == 0:
		return answer{}, &fail{fault: FaultMalformed, detail: "empty body"}
	case b == Ollama:
		return parseOllama(body)
	case b == Anthropic && shape[0] == '{':
		return parseAnthropicJSON(body, tool)
	case b == Anthropic:
		return parseAnthropicStream(body, tool)
	case shape[0] == '{':
		return parseOpenAIJSON(body)
	default:
		return parseOpenAIStream(body)
	}
}

// mayEnd reports whether the tail of a growing body could hold the end marker,
// so that a server that never closes its stream is not waited for.
func mayEnd(b Backend, body []byte) bool {
	tail := body[max(0, len(body)-4096):]
	switch b {
	case Ollama:
		return bytes.Contains(tail, []byte(`"done":true`)) || bytes.Contains(tail, []byte(`"done": true`))
	case Anthropic:
		return bytes.Contains(tail, []byte("message_stop"))
	default:
		return bytes.Contains(tail, []byte("[DONE]"))
	}
}

// events splits an event stream into the data of its events. Data lines of one
// event are joined as the standard says, unless they only make sense apart:
// some servers leave out the empty line between events.
func events(body []byte) [][]byte {
	var out, lines [][]byte
	flush := func() {
		switch {
		case len(lines) == 0:
		case len(lines) == 1:
			out = append(out, lines[0])
		default:
			if joined := bytes.Join(lines, []byte("\n")); json.Valid(joined) {
				out = append(out, joined)
			} else {
				out = append(out, lines...)
			}
		}
		lines = nil
	}
	for len(body) > 0 {
		line := body
		if i := bytes.IndexByte(body, '\n'); i >= 0 {
			line, body = body[:i], body[i+1:]
		} else {
			body = nil
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) == 0 {
			flush()
			continue
		}
		if data, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			lines = append(lines, bytes.TrimPrefix(data, []byte(" ")))
		}
	}
	flush()
	return out
}

// decode reads one JSON value; a value that stops in its middle is a cut
// answer, any other error a malformed one.
func decode(data []byte, v any) *fail {
	err := json.Unmarshal(data, v)
	if err == nil {
		return nil
	}
	if cut(data) {
		return &fail{fault: FaultIncomplete, detail: "cut inside a JSON value"}
	}
	return &fail{fault: FaultMalformed, detail: "not the expected JSON"}
}

func cut(data []byte) bool {
	d := json.NewDecoder(bytes.NewReader(data))
	var v json.RawMessage
	return errors.Is(d.Decode(&v), io.ErrUnexpectedEOF)
}

// loose returns a member whose type is not ours to insist on.
func loose[T any](raw json.RawMessage) (v T) {
	_ = json.Unmarshal(raw, &v)
	return v
}

func null(raw json.RawMessage) bool {
	return len(raw) == 0 || string(raw) == "null"
}

// content reads a message's content: a string, null, or a list of parts of
// which those of type text count.
func content(raw json.RawMessage) (string, *fail) {
	if null(raw) {
		return "", nil
	}
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return "", &fail{fault: FaultMalformed, detail: "content of an unknown shape"}
	}
	var b strings.Builder
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" {
			b.WriteString(p.Text)
		}
	}
	return b.String(), nil
}

// reported turns an error object inside a 200 answer into a fault. Its message
// is not kept: it may echo the prompt or the key.
func reported(raw json.RawMessage) *fail {
	if null(raw) || string(raw) == `""` {
		return nil
	}
	kind, code := errorKind(raw)
	word := kind + " " + code
	f := &fail{fault: FaultServer, detail: "error in the answer: " + word}
	switch {
	case strings.Contains(word, "rate_limit") || code == "429":
		f.fault = FaultRateLimited
	case strings.Contains(word, "authentication") || strings.Contains(word, "permission") || code == "401" ||
		code == "403":
		f.fault = FaultKeyRejected
	case strings.Contains(word, "model_not_found") || strings.Contains(word, "not_found_error") || code == "404":
		f.fault = FaultUnknownModel
	}
	return f
}

// errorKind reads type and code of an error object, as far as they are words.
func errorKind(raw json.RawMessage) (kind, code string) {
	var e struct {
		Type json.RawMessage `json:"type"`
		Code json.RawMessage `json:"code"`
	}
	if json.Unmarshal(raw, &e) != nil {
		return "", ""
	}
	return word(e.Type), word(e.Code)
}

func word(raw json.RawMessage) string {
	s := strings.Trim(string(raw), `"`)
	if len(s) > 60 || strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' && r != '.'
	}) >= 0 {
		return ""
	}
	return s
}
