package engine

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/secret"
)

// key finds the key: a command, an environment variable, the settings.
func (p *Process) key(m config.Model) (k secret.Secret, source string, err error) {
	var value string
	switch {
	case len(m.APIKeyCommand) > 0:
		source = "model.apiKeyCommand"
		if value, err = commandKey(m.APIKeyCommand); err != nil {
			return secret.Secret{}, source, fmt.Errorf("%s %w", source, err)
		}
	case m.APIKeyEnv != "":
		source = m.APIKeyEnv
		value = os.Getenv(m.APIKeyEnv)
		if value == "" {
			return secret.Secret{}, source, fmt.Errorf("no API key: set the environment variable %s", m.APIKeyEnv)
		}
	case m.APIKey != "":
		value, source = m.APIKey, "model.apiKey"
	default:
		return secret.Secret{}, "", nil
	}
	k = secret.New(value)
	p.scrub.Add(k)
	return k, source, nil
}

// commandKey returns the key that a command prints. Its errors go on after the name
// of the setting.
func commandKey(command []string) (string, error) {
	argv := slices.Clone(command)
	if !filepath.IsAbs(argv[0]) {
		path, err := child.Look(argv[0], child.LookOptions{})
		if err != nil {
			return "", fmt.Errorf("cannot be run: %w", err)
		}
		argv[0] = path
	}
	res, err := child.Run(context.Background(),
		child.Command{Argv: argv, Timeout: limits.KeyCommand, Inherit: keychainVariables(), Trusted: true, Daemons: true})
	if err != nil || res.ExitCode != 0 {
		return "", errors.New("failed; run it by hand to see why")
	}
	value := strings.TrimSpace(string(res.Stdout))
	if value == "" {
		return "", errors.New("printed no key; run it by hand to see why")
	}
	return value, nil
}

// keychainVariables tell a keychain's client where the keychain of the session
// is. They hold no secret.
func keychainVariables() []string {
	return []string{"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "GNUPGHOME", "GPG_TTY"}
}
