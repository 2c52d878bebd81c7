package config

import "testing"

// TestNear: what a hand mistypes is near, another word is not.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"write", "wirte", true}, {"model.name", "model.nmae", true}, {"write", "writ", true}, {"write", "wrote", true},
		{"write", "rwiet", false}, {"fix", "xif", false}, {"write", "whtie", false}, {"ab", "ba", true}, {"write", "check", false},
	} {
		if got := Near(c.a, c.b); got != c.want {
			t.Errorf("%s and %s: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// TestMeant: of several near names the nearest is meant, and a beginning of names
// may be meant, too.
func TestMeant(t *testing.T) {
	for name, want := range map[string]string{
		"linters.custm.x.command": "linters.custom.x.command", "moodel": "model", "model.nme": "model.name", "apiKeyEnv": "model.apiKeyEnv",
		"models": "models", "linters.custom": "linters.custom", "nonsense": "",
	} {
		if got := Meant(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
