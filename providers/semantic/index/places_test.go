package index

import (
	"testing"
)

func question(words ...string) (groups []Group) {
	for _, w := range words {
		g := Group{Word: w, Weight: 1}
		g.Add(w, 1)
		groups = append(groups, g)
	}
	return groups
}

// shelf is a small project in two languages.
func shelf() *Index {
	return build(map[string]string{
		"src/paths.py":        "def clean_path(p):\n    \"\"\"Removes dots from a path.\"\"\"\n    return p\n\n\ndef other(p):\n    return clean_path(p)\n",
		"src/users.py":        "class Users:\n    def find(self, email):\n        return self.rows[email]\n\n    def drop(self, email):\n        del self.rows[email]\n",
		"src/mail.go":         "package mail\n\n// Send hands a letter to the server.\nfunc Send(to string) error { return dial(to) }\n\nfunc dial(to string) error { return nil }\n",
		"tests/test_paths.py": "from src.paths import clean_path\n\n\ndef test_clean_path():\n    assert clean_path('a/..') == ''\n",
	})
}

// TestPlacesOfQuestions: a definition answers by its name, by its holder and by what its documentation says it is for.
func TestPlacesOfQuestions(t *testing.T) {
	x := shelf()
	for _, tt := range []struct {
		name   string
		groups []Group
		want   string
	}{
		{"a name", question("drop"), "src/users.py drop"},
		{"two words", question("path", "clean"), "src/paths.py clean_path"},
		{"a holder and a member", question("users", "find"), "src/users.py find"},
		{"a purpose", question("letter", "server"), "src/mail.go Send"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			hits, idf := x.find(tt.groups)
			if len(hits) == 0 || len(idf) != len(tt.groups) {
				t.Fatalf("%d hits, %v", len(hits), idf)
			}
			if got := hits[0].Path + " " + hits[0].Def.Name; got != tt.want {
				t.Errorf("%s, want %s; all: %+v", got, tt.want, hits)
			}
		})
	}
	if hits, _ := x.find(question("nothing")); len(hits) > 0 && hits[0].Score > 0 {
		t.Errorf("an unknown word: %+v", hits)
	}
}

// TestWeighsByPlace: the same word counts more in a name than in documentation, and
// there more than in code; each says where it was found.
func TestWeighsByPlace(t *testing.T) {
	x := shelf()
	groups := question("clean")
	_, idf := x.find(groups)
	r := Read("", groups, idf)
	score := func(text string) Evidence {
		defs := Extract("python", text).Defs
		if len(defs) == 0 {
			t.Fatalf("no definition in %q", text)
		}
		return r.Weigh("a.py", "python", defs[0], text)
	}
	name := score("def clean(p):\n    return p\n")
	doc := score("def wash(p):\n    \"\"\"Does clean it.\"\"\"\n    return p\n")
	code := score("def wash(p):\n    return clean + p\n")
	none := score("def wash(p):\n    return p\n")
	if !(name.Score > doc.Score && doc.Score > code.Score && code.Score > none.Score) {
		t.Errorf("name %v, doc %v, code %v, none %v", name.Score, doc.Score, code.Score, none.Score)
	}
	groups[0].Add("scour", 0.5)
	r = Read("", groups, idf)
	if other := score("def scour(p):\n    return p\n"); len(other.Named) != 0 || len(other.Like) != 1 {
		t.Errorf("another word for it: %+v", other)
	}
	if len(name.Named) != 1 || len(none.Named)+len(none.Contains) != 0 {
		t.Errorf("%+v, %+v", name, none)
	}
}
