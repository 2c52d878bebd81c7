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
