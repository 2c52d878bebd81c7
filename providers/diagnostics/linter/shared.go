package linter

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/kept"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Shared is where checks of trees that lie in another folder each time, on several
// machines, are kept. It is for runs whose results are looked at by somebody who has
// none: what is in it may be anybody's word.
//
// A check is found by everything that it depends on: the tool's program, version and
// environment by content, settings, arguments, all files of the root, and the texts it
// is asked about. Where that is not known ([Runner.Reads]), nothing is shared. Only
// tools are worth it that need much longer than the look: see [sharers].
type Shared struct {
	// Top is the folder whose place on this machine does not count.
	Top       string
	Installed *reads.Installed
	Get       func(ctx context.Context, key string) []byte // nil: there is nothing
	Put       func(ctx context.Context, key string, data []byte)
}

// sharers returns the tools whose checks are shared, with what they read outside of the
// root. mypy needs a second and more for what is found in some hundredths; ruff checks
// a thousand files in the time of a look at what it has said of them.
func sharers() map[string]func(inputs, *tool, string, []string) bool {
	return map[string]func(inputs, *tool, string, []string) bool{"mypy": inputs.mypy}
}

// around adds up what a tool reads besides some texts of a root.
func (r *Runner) around(t *tool, root string, list []text.Snapshot) (sum [sha256.Size]byte, known bool) {
	d := inputs{reads.Inputs{Digest: kept.NewDigestIn(r.opts.Shared.Top), Installed: r.opts.Shared.Installed,
		Top: r.opts.Shared.Top}}
	d.Add("1", t.spec.Name, runtime.GOOS, runtime.GOARCH, root)
	for _, name := range []string{"LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ"} { // of what a child gets
		d.Add(name, os.Getenv(name))
	}
	var dirs []string
	seen := map[string]bool{}
	for _, s := range list {
		if dir := filepath.Dir(s.Path); !seen[dir] {
			seen[dir] = true
			dirs = append(dirs, dir)
		}
	}
	if !d.Root(root) || !sharers()[t.spec.Name](d, t, root, dirs) {
		return sum, false
	}
	return d.Sum(), true
}

// shared returns what a tool says of texts that it looks at together: what some machine
// has kept of the very same check, else what the run says, which is then kept.
func (r *Runner) shared(ctx context.Context, t *tool, root string, list []text.Snapshot,
	run func() ([][]signal.Diagnostic, error)) ([][]signal.Diagnostic, error) {
	if r.opts.Shared == nil || sharers()[t.spec.Name] == nil || t.spec.own != nil || t.more != "" {
		return run()
	}
	was, known := r.around(t, root, list)
	if !known {
		return run()
	}
	d := kept.NewDigestIn(r.opts.Shared.Top)
	d.Add(string(was[:]))
	for _, s := range list {
		hash := s.Hash()
		d.Add(s.Path, s.Lang, string(hash[:]))
	}
	sum := d.Sum()
	key := hex.EncodeToString(sum[:])
	if found, ok := r.readShared(t, list, r.opts.Shared.Get(ctx, key)); ok {
		return found, nil
	}
	found, err := run()
	if err != nil {
		return nil, err
	}
	if now, known := r.around(t, root, list); known && now == was {
		if data, ok := r.writeShared(found); ok {
			r.opts.Shared.Put(ctx, key, data)
		}
	}
	return found, nil
}

// sharedFinding is a finding on its way to other machines.
type sharedFinding struct {
	Code, Message, Doc string
	Severity           signal.Severity
	Span               text.Span
	Related            []signal.Related `json:",omitempty"` // paths from the top
	Tags               []signal.Tag     `json:",omitempty"`
	Times              int              `json:",omitempty"`
}

// writeShared encodes what a tool said; not what it would do, nor words about places
// outside of the tree.
func (r *Runner) writeShared(found [][]signal.Diagnostic) (data []byte, ok bool) {
	out := make([][]sharedFinding, len(found))
	for i, list := range found {
		for _, d := range list {
			one := sharedFinding{d.Code, d.Message, d.Doc, d.Severity, d.Span, nil, d.Tags, d.Times}
			for _, at := range d.Related {
				if at.Path != "" {
					below, inside := files.Below(r.opts.Shared.Top, at.Path)
					if !inside {
						return nil, false
					}
					at.Path = below
				}
				one.Related = append(one.Related, at)
			}
			if d.Fix != nil || d.Server != "" {
				return nil, false
			}
			out[i] = append(out[i], one)
		}
	}
	data, err := json.Marshal(out)
	return data, err == nil && len(data) <= limits.FleetKept
}

// readShared decodes what somebody says that the tool said; false if it cannot be.
func (r *Runner) readShared(t *tool, list []text.Snapshot, data []byte) (found [][]signal.Diagnostic, ok bool) {
	var in [][]sharedFinding
	if data == nil || json.Unmarshal(data, &in) != nil || len(in) != len(list) {
		return nil, false
	}
	found = make([][]signal.Diagnostic, len(in))
	for i, some := range in {
		found[i] = []signal.Diagnostic{}
		for _, one := range some {
			span := one.Span
			if span.Start < 0 || span.End < span.Start || span.End > list[i].Len() || one.Severity < signal.Error ||
				one.Severity > signal.Hint ||
				CleanMessage(one.Message) != one.Message || CleanMessage(one.Code) != one.Code || CleanMessage(one.Doc) != one.Doc {
				return nil, false
			}
			for k, at := range one.Related {
				switch {
				case at.Path != "" && !filepath.IsLocal(filepath.FromSlash(at.Path)), CleanMessage(at.Message) != at.Message,
					at.Lines.Start < 0, at.Lines.End < at.Lines.Start:
					return nil, false
				case at.Path != "":
					one.Related[k].Path = filepath.Join(r.opts.Shared.Top, filepath.FromSlash(at.Path))
				}
			}
			found[i] = append(found[i], signal.Diagnostic{Tool: t.spec.Name, Code: one.Code, Message: one.Message,
				Severity: one.Severity, Span: span,
				Origin: signal.FromLinter, Version: list[i].Version, Related: one.Related, Tags: one.Tags, Doc: one.Doc,
				Times: one.Times})
		}
	}
	return found, true
}
