package index

import (
	"fmt"
	"testing"
)

// TestRareAmongNames: a word that every file speaks of tells nonetheless where a
// definition is named after it, if few are; one that many are named after does not.
func TestRareAmongNames(t *testing.T) {
	files := map[string]string{
		"errors.py": "def default_error_handler(error):\n    return answer(error)\n",
	}
	for i := range 8 {
		files[fmt.Sprintf("part%d.py", i)] = fmt.Sprintf("def send_%d(error, handler):\n    return handler(error)\n\n\ndef send_later_%d(error, handler):\n    return handler(error)\n", i, i)
	}
	files["client.py"] = "def send_trailer(error, handler):\n    \"\"\"Sends the errors of handlers.\"\"\"\n    return handler(error, client)\n"
	x := build(files)
	groups := question("error", "handler", "send")
	hits, idf := x.find(groups)
	if len(hits) == 0 || hits[0].Def.Name != "default_error_handler" {
		t.Errorf("%+v", hits)
	}
	if idf[0] <= idf[2] {
		t.Errorf("error tells %.2f, send %.2f: two of nineteen names hold the one, most the other", idf[0], idf[2])
	}
}

// TestUnknownWordsAreNotRare: a word that is nowhere tells no more than the synonym
// that is.
func TestUnknownWordsAreNotRare(t *testing.T) {
	files := map[string]string{"one.py": "def mix_colour(red):\n    return red\n"}
	for i := range 8 {
		files[fmt.Sprintf("part%d.py", i)] = fmt.Sprintf("def find_%d(x):\n    return find(x)\n", i)
	}
	decide := Group{Word: "decide", Weight: 1}
	decide.Add("decide", 1)
	decide.Add("find", 0.5)
	_, idf := build(files).find([]Group{decide, question("find")[0], question("colour")[0]})
	if idf[0] != idf[1] || idf[0] >= idf[2] {
		t.Errorf("decide %.2f, find %.2f, colour %.2f", idf[0], idf[1], idf[2])
	}
}
