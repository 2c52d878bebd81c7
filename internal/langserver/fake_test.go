package langserver

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestMain plays a language server when a test starts this binary as one.
func TestMain(m *testing.M) {
	if mode := os.Getenv("FAKE_SERVER"); mode != "" {
		fake(mode)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fake answers definition with the place that the document's first line names:
// "path line". How it misbehaves is its mode.
func fake(mode string) {
	in := bufio.NewReader(os.Stdin)
	root, body := "", ""
	loaded := false // of a server that tells when
	encoding := "utf-16"
	send := func(v map[string]any) {
		v["jsonrpc"] = "2.0"
		raw, _ := json.Marshal(v)
		fmt.Printf("Content-Length: %d\r\n\r\n%s", len(raw), raw)
	}
	status := func(health string, quiescent bool) {
		send(map[string]any{"method": "experimental/serverStatus", "params": map[string]any{"health": health, "quiescent": quiescent, "message": "no workspace"}})
	}
	if mode == "once" { // crashes at the first start only
		mark := os.Getenv("FAKE_MARK")
		if _, err := os.Stat(mark); err != nil {
			_ = os.WriteFile(mark, nil, 0o600)
			os.Exit(3)
		}
	}
	for {
		raw, err := readFrame(in)
		if err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct {
				RootURI      string
				TextDocument struct {
					URI, Text string
					Version   int
				}
				Changes      []struct{ Text string } `json:"contentChanges"`
				Position     struct{ Line, Character int }
				Capabilities struct {
					General struct{ PositionEncodings []string }
				}
			}
		}
		_ = json.Unmarshal(raw, &m)
		switch m.Method {
		case "initialize":
			root = m.Params.RootURI
			if mode == "mute" {
				continue
			}
			if mode == "utf-8" || mode == "utf-32" {
				encoding = mode
			}
			if mode == "empty, registers" { // before it answers, and the answer names no provider
				send(map[string]any{"id": "register", "method": "client/registerCapability", "params": map[string]any{
					"registrations": []any{map[string]any{"id": "1", "method": "textDocument/diagnostic"}}}})
			}
			send(map[string]any{"jsonrpc": "2.0", "id": "ask", "method": "workspace/configuration", "params": map[string]any{"items": []any{1, 2}}})
			send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": map[string]any{"capabilities": map[string]any{"positionEncoding": encoding}}})
			if mode == "ill" {
				status("error", true)
			}
		case "textDocument/didOpen":
			body = m.Params.TextDocument.Text
			if mode == "unversioned" || strings.HasPrefix(mode, "empty, unversioned") {
				list := []any{}
				if mode == "empty, unversioned, bad" {
					list = append(list, map[string]any{"range": span(0), "message": "bad"})
				}
				send(map[string]any{"method": "textDocument/publishDiagnostics", "params": map[string]any{
					"uri": m.Params.TextDocument.URI, "diagnostics": list}})
			}
			if mode == "publish" || mode == "empty, versioned" {
				say := func(version int, list []any) {
					send(map[string]any{"method": "textDocument/publishDiagnostics", "params": map[string]any{
						"uri": m.Params.TextDocument.URI, "version": version, "diagnostics": list}})
				}
				v := m.Params.TextDocument.Version
				other := map[string]any{"range": span(0), "message": "of another text"}
				say(v-1, []any{other, other})
				say(v, []any{})
				if i := strings.Index(body, "bad"); i >= 0 {
					column := len([]rune(body[:i]))
					say(v, []any{"malformed", map[string]any{"message": "no range"}, map[string]any{"source": "fake", "code": "E7", "severity": 1, "message": "bad",
						"range": map[string]any{"start": map[string]any{"line": 0, "character": column}, "end": map[string]any{"line": 0, "character": column + 3}}}})
				}
			}
		case "textDocument/didChange":
			body = m.Params.Changes[0].Text
		case "textDocument/codeAction":
			var actions []any
			_ = json.Unmarshal([]byte(os.Getenv("FAKE_ACTIONS")), &actions)
			send(map[string]any{"id": m.ID, "result": actions})
		case "codeAction/resolve":
			send(map[string]any{"id": m.ID, "result": map[string]any{"title": "resolved", "kind": "quickfix",
				"edit": map[string]any{
					"changes": map[string]any{root + "/a.py": []any{map[string]any{"range": span(0), "newText": "good"}}}}}})
		case "textDocument/definition", "textDocument/diagnostic":
			diagnostic := m.Method == "textDocument/diagnostic"
			if mode == "loads" {
				list := []any{}
				if loaded {
					list = append(list, map[string]any{"uri": root + "/at.py", "range": span(4)})
				} else {
					status("ok", false)
				}
				var result any = list
				if diagnostic {
					result = map[string]any{"kind": "full", "items": list}
				}
				send(map[string]any{"id": m.ID, "result": result})
				if !loaded {
					loaded = true
					status("ok", true)
				}
				continue
			}
			if diagnostic && strings.HasPrefix(mode, "empty") {
				send(map[string]any{"id": m.ID, "result": map[string]any{"kind": "full", "items": []any{}}})
				continue
			}
			if diagnostic {
				send(map[string]any{"id": m.ID, "error": map[string]any{"code": -32601, "message": "no such method"}})
				continue
			}
			switch mode {
			case "slow":
				time.Sleep(time.Minute)
			case "crash":
				os.Exit(3)
			case "garbage":
				fmt.Print("this is not a frame\n\n\n")
				time.Sleep(time.Minute)
			case "huge":
				fmt.Printf("Content-Length: %d\r\n\r\n", 1<<40)
				time.Sleep(time.Minute)
			case "other root":
				send(map[string]any{"id": m.ID, "result": []any{map[string]any{"uri": "file:///somewhere/else.py"}, map[string]any{"uri": "https://x/y"}}})
				continue
			case "error":
				send(map[string]any{"id": m.ID, "error": map[string]any{"code": 7, "message": "no"}})
				continue
			case "null":
				send(map[string]any{"id": m.ID, "result": nil})
				continue
			case "column":
				send(map[string]any{"id": m.ID, "result": map[string]any{"uri": root + "/at.py", "range": span(m.Params.Position.Character)}})
				continue
			}
			first, _, _ := strings.Cut(body, "\n")
			var path string
			var line int
			_, _ = fmt.Sscanf(first, "%s %d", &path, &line)
			if mode == "utf-8" {
				line = m.Params.Position.Character
			}
			send(map[string]any{"id": m.ID, "result": []any{map[string]any{"targetUri": root + "/" + path, "targetRange": span(0), "targetSelectionRange": span(line)}}})
		case "shutdown":
			send(map[string]any{"id": m.ID, "result": nil})
		case "exit":
			return
		}
	}
}

func span(line int) map[string]any {
	return map[string]any{"start": map[string]any{"line": line, "character": 0}, "end": map[string]any{"line": line, "character": 3}}
}
