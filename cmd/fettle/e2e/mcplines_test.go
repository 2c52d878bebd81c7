package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestMCPGoesOnAfterABadLine sends lines that are no message, one after the
// other: each is answered as JSON-RPC says, and the ping behind it too.
func TestMCPGoesOnAfterABadLine(t *testing.T) {
	const batch = `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`
	rows := []struct {
		name, line string
		code       int // 0: no answer
		id         string
	}{
		{"not JSON", "hello", -32700, "null"},
		{"half a message", `{"jsonrpc":"2.0","id":1`, -32700, "null"},
		{"two in a line", `{"jsonrpc":"2.0","id":1,"method":"ping"} {"jsonrpc":"2.0","id":2,"method":"ping"}`, -32700, "null"},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\xff\"}", -32700, "null"},
		{"nested too deep", strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), -32700, "null"},
		{"a header of LSP", "Content-Length: 2\r", -32700, "null"},
		{"a number", "42", -32600, "null"},
		{"null", "null", -32600, "null"},
		{"a batch", batch, -32600, "null"},
		{"an empty batch", "[]", -32600, "null"},
		{"an empty object", "{}", -32600, "null"},
		{"no version", `{"id":7,"method":"ping"}`, -32600, "7"},
		{"another version", `{"jsonrpc":"1.0","id":"seven","method":"ping"}`, -32600, `"seven"`},
		{"a version that is a number", `{"jsonrpc":2.0,"id":7,"method":"ping"}`, -32600, "7"},
		{"an id of another type", `{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}`, -32600, "null"},
		{"a method of another type", `{"jsonrpc":"2.0","id":7,"method":5}`, -32600, "7"},
		{"too long", `{"jsonrpc":"2.0","id":7,"method":"ping","x":"` + strings.Repeat("a", limits.MCPLine) + `"}`, -32600, "null"},
		{"an answer of another version", `{"jsonrpc":"1.0","id":7,"result":{}}`, 0, ""},
		{"an answer nobody waits for", `{"jsonrpc":"2.0","id":7,"result":{}}`, 0, ""},
		{"an unknown notification", `{"jsonrpc":"2.0","method":"notifications/odd"}`, 0, ""},
		{"an empty line", "", 0, ""},
	}
	cmd := inProject(t, shop(t), t.TempDir(), "mcp")
	in, err := cmd.StdinPipe()
	must.OK(t, err)
	out, err := cmd.StdoutPipe()
	must.OK(t, err)
	must.OK(t, cmd.Start())
	t.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	answers := bufio.NewScanner(out)
	type answer struct {
		ID     json.RawMessage
		Result json.RawMessage
		Error  *struct {
			Code    int
			Message string
		}
	}
	exchange := func(lines string) (a answer) {
		if _, err := fmt.Fprintln(in, lines); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() || json.Unmarshal(answers.Bytes(), &a) != nil {
			t.Fatalf("no answer but %q (%v)", answers.Text(), answers.Err())
		}
		return a
	}
	exchange(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` +
		"\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	for i, row := range rows {
		ping := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, 1000+i)
		if row.code == 0 {
			ping = row.line + "\n" + ping
		} else if a := exchange(row.line); a.Error == nil || a.Error.Code != row.code || string(a.ID) != row.id || a.Error.Message == "" {
			t.Errorf("%s: answered %+v", row.name, a)
		}
		if a := exchange(ping); string(a.ID) != fmt.Sprint(1000+i) || a.Result == nil {
			t.Fatalf("%s: the ping behind it was answered %+v", row.name, a)
		}
	}
}
