package linter

import (
	"crypto/sha256"
	"path/filepath"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter/reads"
)

// Reads returns the digest of everything outside of a root that a tool reads when it looks at files of some of its
// folders; [TreeDigest] has what is inside. Package reads has what is read in detail, and where it is not known. It is
// never known of
//
//   - the go command and what runs it: it finds again by itself what it has made of the same packages, sooner than
//     its tool chain and the modules can be added up;
//   - pyright, ty, pyrefly and pytest: they choose a Python and its modules by themselves, and pytest
//     runs code of the project;
//   - biome and oxlint: their program is downloaded and chosen by a script, and plugins lie
//     where settings say;
//   - a tool that several packages of the root have installed;
//   - clippy: build scripts and macros run with the whole machine at hand;
//   - tools that the user has defined.
func (r *Runner) Reads(name, root string, dirs []string) (sum [sha256.Size]byte, known bool) {
	spec, ok := r.opts.Set.Find(name)
	if !ok {
		return sum, false
	}
	for _, dir := range dirs {
		if r.trust(spec.Name, root, dir) == Trusted && r.roots.programs(filepath.Join(dir, "x"), root, r.opts.Now()) != "" {
			return sum, false
		}
	}
	d := inputs{reads.Inputs{Digest: reads.NewDigest()}}
	d.Add(spec.Name, root)
	t, err := r.tool(spec, root, root)
	if err != nil {
		d.Add("does not run", err.Error())
		return d.Sum(), true
	}
	of := map[string]func(inputs, *tool, string, []string) bool{"ruff": inputs.ruff, "mypy": inputs.mypy,
		"bandit": inputs.bandit, "eslint": inputs.eslint, "tsc": inputs.tsc}[spec.Name]
	if of == nil || spec.own != nil || !of(d, t, root, dirs) {
		return sum, false
	}
	return d.Sum(), true
}

// inputs adds up what a tool reads.
type inputs struct{ reads.Inputs }

// bandit adds the script and its environment: plugins are what is installed there, and of
// settings only such in the root are looked for (bandit 1.9).
func (d inputs) bandit(t *tool, _ string, _ []string) (known bool) {
	return len(t.argv) == 1 && d.Script(t.argv[0])
}

func (d inputs) ruff(t *tool, root string, dirs []string) (known bool) {
	t.below.forget()
	settings := ruffFolders{}
	for _, dir := range dirs {
		one, ok := ruffReads(t, settings, root, dir)
		if !ok {
			return false
		}
		d.Add(dir, string(one[:]))
	}
	return true
}

// TreeDigest is [reads.Tree].
func TreeDigest(root string) (sum [sha256.Size]byte, known bool) { return reads.Tree(root) }

// programState is [reads.Program] of a tool to which the user adds no arguments, which may
// name files.
func programState(t *tool) (string, bool) {
	if len(t.argv) != 1 {
		return "", false
	}
	return reads.Program(t.argv[0])
}
