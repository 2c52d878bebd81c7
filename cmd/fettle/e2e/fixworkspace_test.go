package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestFixWorkspaceInTheEditor: one edit fixes what is proved in the open document, as it stands in the editor, and in a
// file of the folder that is not open; what a program writes stays.
func TestFixWorkspaceInTheEditor(t *testing.T) {
	p := newProject(t, "import os\n", nil, "preview = \"off\"\n")
	dir := filepath.Dir(p.path)
	for name, body := range map[string]string{
		"other.py": "import sys\n\n\ndef f():\n    return itm\n", "lib_pb2.py": "import sys\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.Type(p.doc, 0, 0, "import json\n")
	var sent testkit.WorkspaceEdit
	p.Answer("workspace/applyEdit", func(m testkit.Message) (any, *testkit.WireError) {
		var params struct{ Edit testkit.WorkspaceEdit }
		if err := json.Unmarshal(m.Params, &params); err != nil {
			t.Error(err)
		}
		sent = params.Edit
		p.Type(p.doc, 0, len(p.doc.Text()), "") // what the edit makes of it
		return map[string]bool{"applied": true}, nil
	})
	from := p.Seen()
	p.Execute("fettle.fixWorkspace", []any{map[string]any{"uri": p.doc.URI}})
	if got := p.ended(from); got != "3 fixed (3 proved), 1 needs a model; 2 of 2 files changed" {
		t.Errorf("it ends with %q", got)
	}
	edits := map[string]int{}
	for _, d := range sent.DocumentChanges {
		edits[strings.TrimPrefix(d.TextDocument.URI, testkit.FileURI(dir)+"/")] = len(d.Edits)
		if open := d.TextDocument.URI == p.doc.URI; open != (d.TextDocument.Version != nil) {
			t.Errorf("%+v", d.TextDocument)
		}
	}
	if len(edits) != 2 || edits["app.py"] == 0 || edits["other.py"] == 0 {
		t.Errorf("edits of %v", edits)
	}
	body, err := os.ReadFile(filepath.Join(dir, "other.py"))
	if err != nil || !strings.HasPrefix(string(body), "import sys\n") {
		t.Errorf("the server has written a file: %q %v", body, err)
	}
}
