//go:build fleet

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/fleet/embedded"
)

func init() {
	startEmbedded = func() (fleet.ConnProvider, func(), error) {
		state := files.StateFolder()
		if state == "" {
			return nil, nil, app.WithHint(errors.New("there is no folder for the server's files"), "set HOME or XDG_STATE_HOME")
		}
		if err := os.MkdirAll(state, 0o700); err != nil {
			return nil, nil, err
		}
		use, err := claim.Take(filepath.Join(state, "fleet.use"))
		if errors.Is(err, claim.ErrHeld) {
			return nil, nil, app.WithHint(errors.New("--on embedded: another run of yours has the server"),
				"wait for its end, or have both use a nats-server")
		}
		if err != nil {
			return nil, nil, err
		}
		s, err := embedded.Start(embedded.Options{Dir: filepath.Join(state, "fleet"), Port: -1})
		if err != nil {
			use.Remove()
			return nil, nil, fmt.Errorf("--on embedded: %w", err)
		}
		return s, func() { s.Stop(); use.Remove() }, nil
	}
}
