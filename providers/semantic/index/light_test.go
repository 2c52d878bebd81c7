package index

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
)

// TestLightRanksAlike compares a lightly built index, also after it was saved,
// with a full one.
func TestLightRanksAlike(t *testing.T) {
	texts := map[string]string{}
	var changes []Change
	for i := range 30 {
		path := fmt.Sprintf("pkg/mod_%d.py", i)
		texts[path] = fmt.Sprintf("import os\n\n\ndef load_value_%d(path):\n    return parse(path, %d)\n\n\ndef store_item(path):\n    \"\"\"Store value %d.\"\"\"\n    return load_value_%d(path)\n", i, i, i, i%7)
		changes = append(changes, Change{Path: path, Text: texts[path]})
	}
	read := func(path string) (string, error) {
		if s, ok := texts[path]; ok {
			return s, nil
		}
		return "", errors.New("gone")
	}
	full, slim := New(), New()
	slim.ReadWith(read)
	slim.Lighten(true)
	full.Apply(changes)
	slim.Apply(changes)
	loaded, err := Load(slim.Save())
	if err != nil {
		t.Fatal(err)
	}
	again := New()
	again.ReadWith(read)
	if !again.Replace(loaded) {
		t.Fatal("not replaced")
	}
	chunks := func(x *Index) []ChunkHit {
		out := x.Rank(Query{Terms: TextTerms("where is the value stored by load_value_3", 1), Weights: QueryWeights()}).Chunks(10, 3)
		for i := range out { // how the terms are numbered does not matter
			out[i].Chunk.terms = nil
		}
		return out
	}
	want := chunks(full)
	if len(want) < 10 {
		t.Fatalf("%d chunks", len(want))
	}
	for name, x := range map[string]*Index{"light": slim, "loaded": again} {
		if got := chunks(x); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v\nwant %v", name, got, want)
		}
	}
	// A file that has changed since is not ranked by its new text.
	path := want[0].Path
	texts[path] = "x = 1\n"
	for _, c := range chunks(slim) {
		if c.Path == path && c.Value >= want[0].Value {
			t.Errorf("%s is ranked by a text that is not indexed: %v", path, c)
		}
	}
}
