package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// row is one message of a generated test set: {"type": …, "message": …} a
// line, as the test data of microsoft/lsprotocol.
type row struct {
	Type    string          `json:"type"`
	Message json.RawMessage `json:"message"`
}

// tally counts what happened to the rows of one file.
type tally struct{ rows, deaths, hangs, unanswered, wrong int }

// TestLSProtocol sends every message of a folder of generated rows to the
// server and a ping behind each. FETTLE_LSPROTOCOL names the folder. No row may
// end the session or swallow the ping; a valid request gets exactly one answer,
// and not one that calls it malformed.
func TestLSProtocol(t *testing.T) {
	dir := os.Getenv("FETTLE_LSPROTOCOL")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "lsprotocol")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) == 0 {
		if os.Getenv(testkit.RequireTools) == "1" && os.Getenv("FETTLE_LSPROTOCOL") != "" {
			t.Fatalf("no rows in %s", dir)
		}
		t.Skip("SKIPPED: no rows; FETTLE_LSPROTOCOL names their folder")
	}
	s := suite{bin: binary(t)}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			valid := filepath.Base(file) == "valid.jsonl"
			start := time.Now()
			got := s.feed(t, readRows(t, file), valid)
			t.Logf("%d rows in %v: %d deaths, %d hangs, %d without answer, %d called malformed", got.rows, time.Since(start), got.deaths, got.hangs, got.unanswered, got.wrong)
			if got.rows == 0 || got.deaths+got.hangs+got.unanswered+got.wrong > 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func readRows(t *testing.T, file string) []row {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// feed sends rows to one server, and to a fresh one after each that ends it by
// right.
func (s suite) feed(t *testing.T, rows []row, valid bool) tally {
	t.Helper()
	var got tally
	var srv *server
	for i, r := range rows {
		var envelope struct {
			ID     json.RawMessage
			Method any
		}
		_ = json.Unmarshal(r.Message, &envelope)
		method, _ := envelope.Method.(string)
		if srv == nil || !srv.Alive() {
			srv = s.ready(t, options{})
		}
		target, body := srv, string(r.Message)
		switch method {
		case "initialize", "shutdown", "exit":
			target = s.start(t, options{})
			if method != "initialize" {
				target.initialize("")
			}
		}
		isRequest := valid && envelope.ID != nil && method != ""
		id := fmt.Sprintf("row-%d", i)
		if isRequest {
			body = withID(t, r.Message, id)
		}
		got.rows++
		target.Body(body)
		switch {
		case method == "exit" && target.mayEnd():
			continue
		case !target.pinged(i):
			if !target.Alive() {
				got.deaths++
				t.Errorf("row %d (%s) ended the server: %.300s", i, r.Type, r.Message)
			} else {
				got.hangs++
				t.Errorf("row %d (%s): the ping behind it has no answer: %.300s", i, r.Type, r.Message)
			}
			srv = nil
			continue
		}
		if !isRequest {
			continue
		}
		m, err := target.Await(0, testkit.WireTimeout, func(m testkit.Message) bool { return string(m.ID) == `"`+id+`"` && m.Method == "" })
		switch {
		case err != nil:
			got.unanswered++
			t.Errorf("row %d (%s) was not answered: %.300s", i, r.Type, r.Message)
		case m.Code() == -32700, m.Code() == -32602 && method != "workspace/executeCommand", m.Code() == -32600:
			got.wrong++
			t.Errorf("row %d (%s) was called malformed: %s", i, r.Type, m.Raw)
		}
	}
	if srv != nil && valid {
		srv.OneAnswerEach()
	}
	return got
}

// pinged sends a request and reports whether it is answered.
func (s *server) pinged(n int) bool {
	id := fmt.Sprintf("ping-%d", n)
	if s.Bytes(testkit.Frame(`{"jsonrpc":"2.0","id":"`+id+`","method":"fettle/noSuchMethod"}`)) != nil {
		return false
	}
	_, err := s.Await(max(0, s.Seen()-50), testkit.WireTimeout, func(m testkit.Message) bool { return string(m.ID) == `"`+id+`"` })
	return err == nil
}

// mayEnd waits a moment for the end of a server that was told to exit.
func (s *server) mayEnd() bool {
	for range 500 {
		if !s.Alive() {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// withID gives a message another id.
func withID(t *testing.T, message json.RawMessage, id string) string {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(message, &m); err != nil {
		t.Fatal(err)
	}
	m["id"], _ = json.Marshal(id)
	out, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
