package ruletest

import (
	"bufio"
	"encoding/base64"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
)

// oracle is a Python that says whether texts parse, one per line.
type oracle struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
}

const oracleProgram = `
import ast, base64, sys, warnings
warnings.simplefilter("ignore")
for line in sys.stdin:
    try:
        ast.parse(base64.b64decode(line))
        print("ok", flush=True)
    except Exception as e:
        print("no " + repr(e).replace("\n", " "), flush=True)
`

var startOracle = sync.OnceValue(func() *oracle {
	cmd := exec.Command("python3", "-c", oracleProgram)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil
	}
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return nil
	}
	return &oracle{in: in, out: bufio.NewReader(out)}
})

// ask returns "ok" or the parser's words; false where there is no Python.
func (o *oracle) ask(src string) (string, bool) {
	if o == nil {
		return "", false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, err := io.WriteString(o.in, base64.StdEncoding.EncodeToString([]byte(src))+"\n"); err != nil {
		return "", false
	}
	line, err := o.out.ReadString('\n')
	return line, err == nil
}

// Parses returns "ok\n" where CPython can parse a text, or its words; false where there is no Python.
func Parses(src string) (string, bool) { return startOracle().ask(src) }

// PythonParses fails the test if CPython cannot parse the text.
func PythonParses(t *testing.T, src string) {
	t.Helper()
	answer, ok := Parses(src)
	if !ok {
		if os.Getenv("FETTLE_REQUIRE_TOOLS") == "1" {
			t.Fatal("python3 is missing")
		}
		t.Log("python3 is missing: the result was not parsed")
		return
	}
	if answer != "ok\n" {
		t.Errorf("the result does not parse: %s\n%s", answer, src)
	}
}
