package index

import "testing"

// TestNamesThatSplitAWord: a name that splits what the question writes as one word is
// named after it, and by all of its words, not by more than they are.
func TestNamesThatSplitAWord(t *testing.T) {
	weigh := func(name string, words ...string) Evidence {
		groups := question(words...)
		idf := make([]float64, len(groups))
		for i := range idf {
			idf[i] = 1
		}
		return Read(groups, idf).Weigh("a.js", "javascript", Def{Name: name, Kind: "function", End: 1, Sig: 1}, "function "+name+"() {}\n")
	}
	if split, other := weigh("compileETag", "etag"), weigh("compileEWord", "etag"); len(split.Named) != 1 || len(other.Named) != 0 || split.Score <= other.Score {
		t.Errorf("%+v %+v", split, other)
	}
	if part, all := weigh("toTimeZoneName", "timezone"), weigh("timeZone", "timezone"); part.Score >= all.Score {
		t.Errorf("a part of the name %+v, all of it %+v", part, all)
	}
	if one, split := weigh("timezone", "timezone"), weigh("timeZone", "timezone"); split.Score > one.Score {
		t.Errorf("split %+v, whole %+v", split, one)
	}
}
