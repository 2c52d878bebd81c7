package semantic

import "context"

// Memory is a Source of texts in memory.
type Memory map[string]string

// List names the files.
func (m Memory) List(context.Context) ([]File, error) {
	out := make([]File, 0, len(m))
	for p, s := range m {
		out = append(out, File{Path: p, Size: int64(len(s))})
	}
	return out, nil
}

// Read returns a text.
func (m Memory) Read(_ context.Context, path string) (string, error) {
	s, ok := m[path]
	if !ok {
		return "", errNotFound
	}
	return s, nil
}

// opened is a store that is opened already.
func opened(s Store) func() (Store, error) { return func() (Store, error) { return s, nil } }
