package files

import (
	"context"
	"os"
	"path/filepath"
)

// Copy makes real copies of a folder's own files in another one, which is made: no link leads what is written there
// into the folder itself. each returns the text to be written for a file, by its path from the folder and as it is
// there. What is too large or cannot be read is left out.
func Copy(ctx context.Context, folder, to string, each func(path string, data []byte) []byte) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	from, err := Open(folder)
	if err != nil {
		return err
	}
	defer from.Close()
	into, err := Open(to)
	if err != nil {
		return err
	}
	defer into.Close()
	list, err := Walk(ctx, from, WalkOptions{})
	if err != nil {
		return err
	}
	for _, f := range list.Files {
		read, err := from.Read(f.Path, 0)
		if err != nil {
			continue
		}
		info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(f.Path)))
		executable := err == nil && info.Mode()&0o111 != 0
		if err := into.Place(f.Path, each(f.Path, read.Data), executable); err != nil {
			return err
		}
	}
	return nil
}

// LinkInstalled links what is installed in a folder into a copy of it: that is large. Where a link cannot be made, the
// programs that run in the copy say what they lack.
func LinkInstalled(folder, to string) {
	for _, name := range []string{"node_modules", ".venv", "venv"} {
		at := filepath.Join(folder, name)
		if info, err := os.Stat(at); err == nil && info.IsDir() {
			_ = os.Symlink(at, filepath.Join(to, name))
		}
	}
}
