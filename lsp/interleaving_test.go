package lsp

import (
	"math/rand/v2"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestInterleavings has every client that fettle is made for do 200 random
// sessions: typing, undo, menus, fixes, cancels and closing at random moments, on
// lines with emoji. What must hold is what [FuzzEditing] says.
func TestInterleavings(t *testing.T) {
	const sessions = 200
	sources := []string{
		sample,
		"import os\nx = '😀😀', os == None\nif x: return 1\n",
		"# é😀\r\ndef f(a):\r\n    s = '😀'; return undefined_name\r\n\r\n\r\ndef g(a):\r\n    return a == None  # 😀\r\n",
	}
	const sure = "import string\n\n\ndef f(a):\n    s = '😀'\n    if s: return 1\n    return a\n"
	for _, profile := range testkit.ClientProfiles() {
		t.Run(profile.Name, func(t *testing.T) {
			t.Parallel()
			applied, saved := 0, 0
			for seed := range uint64(sessions) {
				r := rand.New(rand.NewPCG(seed, 16))
				source, ready := sources[seed%uint64(len(sources))], seed%8 == 0 && profile.Name != "minimal"
				if ready {
					source = sure
				}
				e := startProfile(t, source, profile, seed%2 == 0)
				e.do(0, 0, 0, 0)
				// In every eighth session fix all is ready, typed over at once, and asked for.
				if ready {
					e.prepare(e.docs[0])
					for range 1 + r.IntN(3) {
						e.do([]byte{1, 6, 2}[r.IntN(3)], 0, r.IntN(256), r.IntN(256))
						e.save(e.docs[0])
					}
				}
				for range 4 + r.IntN(16) {
					// A problem, and its fix, in every third step: else hardly any fix is made.
					if r.IntN(3) == 0 {
						e.do(7, 0, r.IntN(256), 128|r.IntN(128)&^7)
						e.do([]byte{8, 10, 10}[r.IntN(3)], 0, r.IntN(256), r.IntN(256))
						e.do(9, 0, r.IntN(256), 0)
					}
					e.do(byte(r.IntN(18)), r.IntN(len(e.docs)), r.IntN(256), r.IntN(256))
				}
				if seed%2 == 0 {
					e.settle()
				}
				e.finish()
				applied, saved = applied+len(e.Edits()), saved+e.saved
				if t.Failed() {
					t.Fatalf("session %d", seed)
				}
			}
			t.Logf("%d sessions, %d edits applied, %d of them before saving", sessions, applied, saved)
			if applied < sessions/10 {
				t.Errorf("only %d edits were applied", applied)
			}
		})
	}
}
