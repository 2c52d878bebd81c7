package files

import (
	"os"
	"path/filepath"
)

// Place writes a new file below a root of our own, with the folders on its way.
// Neither its name nor a link leads out of the root.
func (r *Root) Place(path string, data []byte, executable bool) error {
	rel, err := r.Rel(path)
	if err != nil {
		return err
	}
	name := filepath.FromSlash(rel)
	if err := r.root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fail(path, err)
	}
	mode := os.FileMode(0o600)
	if executable {
		mode = 0o700
	}
	f, err := r.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fail(path, err)
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}
