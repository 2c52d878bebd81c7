package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// grants are the roots the user trusts by `fettle doctor --trust`, each with
// the hash of the files that tell its tools which code to run. A root whose
// hash has changed is not trusted any more.
type grants map[string]string

func grantsFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", withHint(fmt.Errorf("find the user's configuration folder: %w", err), "set HOME or XDG_CONFIG_HOME")
	}
	return filepath.Join(dir, "fettle", "trusted.json"), nil
}

// readGrants gives no grants where there is no file, or none that can be read.
func readGrants() grants {
	g := grants{}
	path, err := grantsFile()
	if err != nil {
		return g
	}
	f, err := files.Read(path, limits.SettingsFile)
	if err != nil || json.Unmarshal(f.Data, &g) != nil {
		return grants{}
	}
	return g
}

// holds reports whether a root is trusted and unchanged since.
func (g grants) holds(root string) bool {
	canonical, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	hash, ok := g[canonical]
	return ok && hash == configHash(canonical)
}

// grantTrust records that a folder is trusted.
func grantTrust(out io.Writer, dir string) error {
	abs, err := filepath.Abs(files.Expand(dir))
	if dir == "" { // a variable that is not set: nobody means the working folder by it
		err = errors.New("an empty name")
	}
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err == nil && !isFolder(abs) {
		err = errors.New("not a folder")
	}
	if err != nil {
		return withHint(fmt.Errorf("trust %q: %w", dir, bareOf(err)), "name an existing folder")
	}
	root := files.ProjectRoot(filepath.Join(abs, "x"))
	path, err := grantsFile()
	if err != nil {
		return err
	}
	g := readGrants()
	g[root] = configHash(root)
	if err := g.write(path); err != nil {
		return withHint(fmt.Errorf("record the trust: %w", err), "make the folder writable, or set XDG_CONFIG_HOME to one that is")
	}
	fmt.Fprintf(out, "fettle: %s is trusted until its tools' configuration changes\n", clean(root))
	return nil
}

// write replaces the file of the grants.
func (g grants) write(path string) error {
	data, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "trusted-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(append(data, '\n'))
	if err := errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

// configHash covers the files of a root that name code for tools to run.
func configHash(root string) string {
	names := []string{"pyproject.toml", "setup.cfg", "tox.ini", "mypy.ini", ".mypy.ini", "package.json", "tsconfig.json",
		"eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts", "eslint.config.mts", "eslint.config.cts",
		".eslintrc", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.json", ".eslintrc.yaml", ".eslintrc.yml",
		"biome.json", "biome.jsonc", ".biome.json", ".biome.jsonc", "pyrightconfig.json", "pytest.ini", ".pytest.ini", "conftest.py",
		".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json", "Cargo.toml", "build.rs", "rust-toolchain.toml", "rust-toolchain", ".cargo/config.toml"}
	slices.Sort(names)
	h := sha256.New()
	r, err := files.Open(root)
	if err != nil {
		return ""
	}
	defer r.Close()
	for _, name := range names {
		f, err := r.Read(name, limits.SettingsFile)
		if err != nil {
			continue
		}
		fmt.Fprintf(h, "%s %d\n", name, len(f.Data))
		h.Write(f.Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Granted is the state of one root by the user's lasting word. Names are
// compared with their links resolved: trust is given to a folder, not to a link
// that may lead elsewhere tomorrow, and a denied folder is denied under every
// name.
func (su *setup) Granted(s config.Settings, root string) linter.Trust {
	in := func(list []string, path string, name func(string) string) bool {
		return slices.ContainsFunc(list, func(r string) bool {
			rel, err := filepath.Rel(name(files.Expand(r)), path)
			return err == nil && filepath.IsLocal(rel)
		})
	}
	real := files.Real(root)
	switch {
	case s.Untrusted || in(s.Trust.Denied, root, filepath.Clean) || in(s.Trust.Denied, real, files.Real):
		return linter.Denied
	case su.trusted || in(s.Trust.Trusted, real, files.Real) || readGrants().holds(root):
		return linter.Trusted
	}
	return linter.Unknown
}
