package engine

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/secret"
)

// TestKeyCommand: the command that prints a key finds the session's keychain,
// and sees no key of anybody else.
func TestKeyCommand(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", "/run/user/test")
	t.Setenv("OTHER_API_KEY", "not-for-children")
	p := testProcess()
	k, _, err := p.key(config.Model{APIKeyCommand: []string{"/bin/sh", "-c", `printf '%s|%s\n' "$XDG_RUNTIME_DIR" "$OTHER_API_KEY"`}})
	if err != nil || !k.Equal(secret.New("/run/user/test|")) {
		t.Errorf("the command was not given what it needs, or more: %v", err)
	}
	for _, script := range []string{"exit 3", "true", "echo"} {
		if _, _, err := p.key(config.Model{APIKeyCommand: []string{"/bin/sh", "-c", script}}); err == nil {
			t.Errorf("%q gives a key", script)
		}
	}
}
