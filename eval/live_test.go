package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/eval/fresh"
)

// TestFreshCases: live reads the folder that fettle-eval fresh writes; the released package is the project and the judge.
func TestFreshCases(t *testing.T) {
	dir := t.TempDir()
	pack := filepath.Join(dir, "packages", "sum")
	for name, text := range map[string]string{"go.mod": "module sum\n\ngo 1.23\n", "sum.go": "package sum\n\nfunc One() int { return 1 }\n",
		"sum_test.go": "package sum\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal()\n\t}\n}\n"} {
		if err := put(filepath.Join(pack, "tree"), name, text); err != nil {
			t.Fatal(err)
		}
	}
	data, err := json.Marshal(fresh.Case{ID: "go/sum-1-1", Lang: "go", Tool: "go build", File: "sum.go", Tree: pack,
		Text: "package sum\n\nfunc One() int { return 2 }\n", Right: "package sum\n\nfunc One() int { return 1 }\n"})
	if err != nil {
		t.Fatal(err)
	}
	if err := put(dir, "cases.jsonl", string(data)+"\n"); err != nil {
		t.Fatal(err)
	}
	list, err := liveOptions{fresh: dir}.chosen()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	b := liveBench{dir: t.TempDir()}
	work, err := b.project(list[0])
	if err != nil {
		t.Fatal(err)
	}
	if ok, said, err := b.judged(t.Context(), work, list[0]); ok || err != nil {
		t.Error("a test that fails is no judge:", said, err)
	}
	if err := put(work, "sum.go", list[0].Right); err != nil {
		t.Fatal(err)
	}
	if ok, said, err := b.judged(t.Context(), work, list[0]); !ok {
		t.Error("the released text is not right:", said, err)
	}
	if _, err := (liveOptions{}).chosen(); err == nil {
		t.Error("no case is named, and some are chosen")
	}
}

// The tap stands for an endpoint with a path, too: OpenAI's protocol has one.
func TestTapKeepsThePath(t *testing.T) {
	var asked string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path
		fmt.Fprint(w, `{"choices":[{"message":{"content":"yes"}}],"usage":{"prompt_tokens":7,"completion_tokens":1}}`)
	}))
	defer s.Close()
	tap, err := newTap(s.URL + "/v1")
	if err != nil {
		t.Fatal(err)
	}
	defer tap.close()
	r, err := http.Post(tap.url+"/chat/completions", "application/json", strings.NewReader(`{"messages":[{"role":"user","content":"ready?"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	if got := tap.take(); asked != "/v1/chat/completions" || len(got) != 1 || got[0].User != "ready?" || got[0].Answer != "yes" || got[0].Prompt != 7 {
		t.Errorf("asked %s, kept %+v", asked, got)
	}
}

// TestNaiveColumns: a plain answer counts as naive wherever it was placed, and for the checker where the tool is content.
func TestNaiveColumns(t *testing.T) {
	var out strings.Builder
	rowOf("go", []liveResult{{plain: plainResult{asked: true, placed: true, content: true, right: true}}, {plain: plainResult{asked: true, placed: true}},
		{plain: plainResult{asked: true, placed: true, content: true}}, {plain: plainResult{asked: true}}}).print(&out)
	if !strings.Contains(out.String(), " 1+2 ") || !strings.Contains(out.String(), " 1+1 ") {
		t.Error(out.String())
	}
}
