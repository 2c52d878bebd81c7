package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/files"
)

// TrustEnded says that a grant does not hold any more, and the next step.
func TrustEnded(s trust.Stale) string {
	return s.String() + "; look at that, then run fettle trust " + s.Root
}

// TrustHere is the command by which a user trusts the project that the working folder is part of.
func TrustHere() string {
	dir, err := os.Getwd()
	if err != nil {
		return "fettle trust ."
	}
	return "fettle trust " + Here(files.ProjectRoot(filepath.Join(dir, "x")))
}

// GrantTrust records that a folder is trusted.
func GrantTrust(out io.Writer, dir string) error {
	abs, err := filepath.Abs(files.Expand(dir))
	if dir == "" { // a variable that is not set: nobody means the working folder by it
		err = errors.New("an empty name")
	}
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err == nil && !IsFolder(abs) {
		err = errors.New("not a folder")
	}
	if err != nil {
		return WithHint(fmt.Errorf("trust %q: %w", dir, BareOf(err)), "name an existing folder")
	}
	root := files.ProjectRoot(filepath.Join(abs, "x"))
	if root != abs { // nobody is to trust more than what was named
		return WithHint(fmt.Errorf("%s is part of the project %s, which is trusted as a whole or not at all", Clean(dir),
			root), "to trust all of it: fettle trust "+Here(root))
	}
	store, err := trust.Store()
	if err != nil {
		return WithHint(err, "set HOME or XDG_CONFIG_HOME")
	}
	g, err := trust.Grant(store, root, time.Now())
	switch {
	case errors.Is(err, trust.ErrUncovered):
		return WithHint(err, "a change of these could not be noticed: remove them or make them readable, then trust the "+
			"folder again")
	case err != nil:
		return WithHint(fmt.Errorf("record the trust: %w", err),
			"make the folder writable, or set XDG_CONFIG_HOME to one that is")
	}
	fmt.Fprintf(out, "fettle: %s is trusted. You will be asked again if its tool configuration changes.\n", Clean(g.Root))
	if g.Partial {
		fmt.Fprintf(out, "fettle: warning: the folder is very large: only what is nearest to its top is covered\n")
	}
	return nil
}
