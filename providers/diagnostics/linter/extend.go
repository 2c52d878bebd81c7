package linter

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// extension are the rules that a tool looks for besides those of its configuration.
type extension struct {
	codes   []string
	refused map[string]bool // those that it does not know
}

// ruffCode is a code that ruff can be asked to look for.
var ruffCode = lazyre.New(`^[A-Z]{1,7}[0-9]{3,4}$`)

// Extend has a tool look for rules that its configuration may leave out, from now on,
// and reports whether it looks for any of them now, whoever asked for it. What an editor shows or a report says may be
// of other settings than the project's ("ruff.lint.extendSelect" of VS Code's extension,
// --select on the command line), and the fix of a problem can be checked only by a
// run that finds it. Rules that the tool does not know are left out; s is a text to
// try that on. Only ruff can be asked for single rules; what its configuration
// ignores in a file stays ignored there.
func (r *Runner) Extend(ctx context.Context, name string, s text.Snapshot, codes []string) bool {
	spec, ok := r.opts.Set.Find(name)
	if !ok || spec.Name != "ruff" || spec.own != nil || r.opts.Tools[spec.Name].Off {
		return false
	}
	asked := codes
	r.mu.Lock()
	was := r.extended[spec.Name]
	codes = slices.DeleteFunc(slices.Clone(codes), func(c string) bool {
		return !ruffCode.MatchString(c) || was.refused[c] || slices.Contains(was.codes, c)
	})
	r.mu.Unlock()
	slices.Sort(codes)
	codes = slices.Compact(codes)
	codes = codes[:min(len(codes), max(0, limits.ExtendedRules-len(was.codes)))]
	known, refused := r.knows(ctx, spec, s, codes)
	r.mu.Lock()
	defer r.mu.Unlock()
	now := extension{slices.Concat(r.extended[spec.Name].codes, known), maps.Clone(was.refused)}
	slices.Sort(now.codes)
	now.codes = slices.Compact(now.codes)
	for _, c := range refused {
		if now.refused == nil {
			now.refused = map[string]bool{}
		}
		now.refused[c] = true
	}
	if r.extended == nil {
		r.extended = map[string]extension{}
	}
	r.extended[spec.Name] = now
	return slices.ContainsFunc(asked, func(c string) bool { return slices.Contains(now.codes, c) })
}

// knows splits codes into those that a tool can look for and those that it refuses; what
// cannot be found out is neither.
func (r *Runner) knows(ctx context.Context, spec Spec, s text.Snapshot, codes []string) (known, refused []string) {
	if len(codes) == 0 {
		return nil, nil
	}
	root := r.Root(s.Path)
	key := program{toolKey: toolKey{spec.Name, root, strings.Join(codes, ",")}}
	t, err := r.find(spec, key, r.trust(spec.Name, root, s.Path))
	if err != nil {
		return nil, nil
	}
	switch _, err := t.Lint(ctx, s); {
	case err == nil:
		return codes, nil
	case !errors.Is(err, ErrFailed) || ctx.Err() != nil:
		return nil, nil
	case len(codes) == 1:
		return nil, codes
	}
	for _, half := range [][]string{codes[:len(codes)/2], codes[len(codes)/2:]} {
		k, no := r.knows(ctx, spec, s, half)
		known, refused = append(known, k...), append(refused, no...)
	}
	return known, refused
}

// key names a tool in a root as it is to run now.
func (r *Runner) key(name, root string) toolKey {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.keyed(name, root)
}

// keyed is key where the lock is held.
func (r *Runner) keyed(name, root string) toolKey {
	k := toolKey{name: name, root: root}
	k.more = strings.Join(r.extended[name].codes, ",")
	return k
}
