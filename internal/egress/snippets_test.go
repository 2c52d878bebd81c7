package egress

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestSnippetsAlone: two snippets of ordinary code make no secret over the seam between them, and one that
// holds a secret is held.
func TestSnippetsAlone(t *testing.T) {
	g := gate()
	seal := func(s string) error {
		body, err := json.Marshal(map[string]string{"content": s})
		if err != nil {
			t.Fatal(err)
		}
		return g.Seal(body)
	}
	const first = "```typescript\nconst secret = base +\n```\n"
	const second = "+ 'mT4rB7nCkV2'\n```\n"
	for _, s := range []string{first, second, first + second} {
		if err := seal(s); err != nil {
			t.Errorf("%v:\n%s", err, s)
		}
	}
	secret := "```go\npassword := \"Zq8\" +\n\t\"kV2xWp9LmT4rB7nC\"\n```\n"
	if seal(first+secret) == nil || seal(secret+"```typescript\n"+second) == nil {
		t.Error("a secret beside another snippet is sent")
	}
	if got := Snippets("a\n```\nb\n```\nc", strings.ToUpper); got != "A\n```\nB\n```\nC" {
		t.Errorf("%q", got)
	}
}
