package linter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/undertest"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// job is one start of one tool over some files of a root. Texts that are not to be read from the disk
// reach the tool in the way that its row says ([Spec]), else in a private tree of links.
type job struct {
	*tool
	root, dir string // dir: the folder that it runs in
	snapshot  text.Snapshot
	files     []text.Snapshot // snapshot is the first
	changed   []text.Snapshot // those of them that it is not to read from the disk, and others that are laid over that
	base      *text.Snapshot  // the text that the only file is a candidate fix of, if it is
	fixes     bool            // its language server is asked for fixes of what it finds
	session   *Session        // whose private tree it may have; nil: it makes its own
	modules   modules

	mapping Mapping
	renamed map[string]string // files' paths by those of the texts that were laid over them
	temp    []*claim.Folder   // removed after the run
	// usualSlot says that its private tree has a path that other runs will have again.
	usualSlot bool
	report    string                       // file that the tool writes its findings to, if it does
	failed    []byte                       // what failed in a run of tests, in the tool's own form
	stays     *staying                     // how a child that stays is asked the same, if one can be
	streamed  func() ([]Finding, error)    // what was read while it ran, if it was
	reads     func([]byte) ([]byte, error) // what it prints → what the decoder reads; nil: the same
	alone     bool                         // its answer depended on nothing but the texts it was asked about
	target    string                       // where cargo has built what it looked at, whole
}

// one is the run over a text of a document, whatever lies on the disk; base is the text that it
// is a candidate for a fix of, one of no document stands for none.
func (t *tool) one(base, s text.Snapshot) *job {
	j := &job{tool: t, root: t.opts.Root, snapshot: s, files: []text.Snapshot{s}, changed: []text.Snapshot{s}}
	if j.root == "" {
		j.root = files.ProjectRoot(s.Path)
	}
	if base.Path == s.Path && base.Hash() != s.Hash() {
		j.base = &base
	}
	j.fixes = j.base == nil
	j.changed = append(j.changed, t.laidBeside(j.root, j.files)...)
	return j
}

// single is the run over one text. That the tool has no word about it is an error.
func (j *job) single(ctx context.Context) ([]signal.Diagnostic, error) {
	if j.spec.own != nil && j.spec.own.server {
		return j.served(ctx)
	}
	if report.OtherLines(j.spec.Name, j.snapshot) {
		return nil, j.cannot("it ends lines at other characters than editors, and the document has such")
	}
	if j.snapshot.Lang == "go" {
		if err := j.goBuilds(); err != nil {
			return nil, err
		}
	}
	if j.dir = j.spec.folder(j); j.dir == "" {
		return nil, j.cannot("it finds no settings of a project above it")
	}
	a, err := j.do(ctx)
	switch {
	case err != nil:
		return nil, err
	case !a.seen[0] && j.spec.Name == "go":
		return nil, j.cannot("it belongs to no package that the go command lists")
	case !a.seen[0] && j.spec.Name == "clippy":
		return nil, j.cannot("no target of its crate has it as a module")
	case !a.seen[0] && vets(j.spec.Name):
		return nil, j.cannot("other files that it needs do not compile")
	case !a.seen[0]:
		return nil, j.leftOut()
	}
	return a.found[0], nil
}

// leftOut says that the configuration has a tool pass over the document.
func (j *job) leftOut() error { return j.cannot("its configuration leaves the document out") }

func (j *job) cannot(why string) error {
	return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: why}
}

// broke is the error of a run that could not be begun.
func (j *job) broke(detail string, err error) error {
	return &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: detail, Err: err}
}

// groups are runs of tools over many files of a root: by the folder that a tool runs in, so that it can look
// at all of its files (see [modules]), and so many files in one that its report fits into memory.
type groups struct {
	root string
	most int
	runs []*job
}

// add adds a file to the runs, and returns the one that has it; nil where the tool does not look at it.
func (g *groups) add(t *tool, s text.Snapshot, changed bool) *job {
	if !slices.Contains(t.spec.Languages, s.Lang) || report.OtherLines(t.spec.Name, s) {
		return nil
	}
	j := &job{tool: t, snapshot: s, root: g.root}
	j.dir = t.spec.folder(j)
	if j.dir == "" || s.Lang == "go" && (j.goBuilds() != nil || !inModule(j.dir)) {
		return nil
	}
	i := slices.IndexFunc(g.runs, func(b *job) bool {
		return b.tool == t && b.dir == j.dir && len(b.files) < g.most && b.modules.take(j, j.dir)
	})
	if i < 0 {
		i = len(g.runs)
		g.runs = append(g.runs, j)
		j.modules.take(j, j.dir)
	}
	b := g.runs[i]
	b.files = append(b.files, s)
	if changed || j.justSaved() || t.lays(s.Path) {
		b.changed = append(b.changed, s)
	}
	return b
}

// answer is what one run says: element i belongs to file i.
type answer struct {
	found [][]signal.Diagnostic
	// seen says of which files the run has a word; passed, which the tool has passed over without one.
	seen, passed []bool
}

// do is the run.
func (j *job) do(ctx context.Context) (a answer, err error) {
	defer j.cleanUp()
	if err := j.brokenSettings(); err != nil {
		return a, err
	}
	cmd, err := j.command()
	if err != nil {
		return a, err
	}
	cmd.Timeout = j.timeOver(len(j.files))
	if len(j.files) > 1 {
		cmd.MaxOutput = limits.ChildListing
	}
	if len(j.files) > 1 || vets(j.spec.Name) { // older versions write their findings there
		cmd.ErrorTail = limits.ChildOutput
	}
	res, err := j.start(ctx, cmd)
	j.session.heard(j.spec.Name, err == nil && j.alone)
	if err != nil {
		return a, childError(&j.spec, err, res)
	}
	out, err := j.printed(res)
	if err != nil {
		return a, err
	}
	if j.tap != nil {
		j.tap(j, out)
	}
	found, err := j.decoded(out)
	if err != nil {
		return a, err
	}
	if j.spec.Name == "pytest" {
		m := j.mapping
		m.Dir = cmd.Dir
		found = undertest.Placed(found, m)
	}
	if a.found, err = j.resolve(found, cmd.Dir); err != nil {
		return a, err
	}
	a.seen, a.passed = j.lookedAt(out)
	if vets(j.spec.Name) && res.ExitCode != 0 && !j.uncompiled(a) {
		return a, goFailure(j, res)
	}
	if len(j.files) == 1 {
		a.found[0] = j.withFixer(ctx, a.found[0])
	}
	for i, s := range j.files {
		one := *j
		one.snapshot = s
		a.found[i] = one.withServerFixes(ctx, a.found[i])
	}
	return a, nil
}

// timeOver bounds one run over many files: by the time of one for each so many of them, up to so many times.
func (j *job) timeOver(many int) time.Duration {
	return j.timeout() * time.Duration(min(1+many/surveyStep, surveyMost))
}

const (
	surveyStep = 10
	surveyMost = 8
)

// printed returns what the decoder reads. A run whose exit code is no result has nothing.
func (j *job) printed(res child.Result) (out []byte, err error) {
	switch {
	case j.spec.output != nil:
		out, err = j.spec.output(j, res)
	case res.ExitCode > 1 || silent(res):
		err = j.failure(res)
	default:
		out = res.Stdout
	}
	if err == nil && slices.Contains(j.spec.Languages, "go") {
		err = errors.Join(j.needsModules(res.Stdout), j.needsModules([]byte(res.Stderr)))
	}
	if err == nil && j.reads != nil {
		out, err = j.reads(out)
	}
	return out, err
}

// decoded returns the findings of a run: those that were read while it wrote them, else those
// of its output.
func (j *job) decoded(out []byte) ([]Finding, error) {
	if j.streamed != nil {
		return j.streamed()
	}
	list, err := j.spec.read(out)
	if j.spec.Name == "go" || vets(j.spec.Name) {
		list = j.goCopies(list)
	}
	return list, err
}

// lookedAt says for each file whether the run has a word about it, and whether the tool has passed over it.
func (j *job) lookedAt(out []byte) (seen, passed []bool) {
	seen, passed = make([]bool, len(j.files)), make([]bool, len(j.files))
	var none, saw map[string]bool
	switch j.spec.Name {
	case "tsc":
		none = decode.TSCUnseen(out)
	case "eslint":
		none = decode.ESLintIgnores(out)
	case "bandit":
		saw = decode.BanditSaw(out)
	case "clippy":
		saw = j.crateFiles()
	}
	for i, s := range j.files {
		seen[i] = !none[s.Path]
		switch j.spec.Name {
		case "eslint":
			passed[i] = none[s.Path]
		case "bandit":
			passed[i] = len(saw) > 0 && !saw[filepath.Clean(relativeTo(j.dir, []string{s.Path})[0])]
		case "clippy":
			seen[i] = len(saw) == 0 || saw[realPath(s.Path)]
		case "go": // a listing that does not have a file says nothing of it
			base, err := json.Marshal(filepath.Base(s.Path))
			seen[i] = err == nil && bytes.Contains(out, base) || j.mentioned(out)
		}
	}
	return seen, passed
}

// resolve assigns the findings to their files. A tool that read a tree of links, shadow
// files or an overlay may name those.
func (j *job) resolve(found []Finding, dir string) ([][]signal.Diagnostic, error) {
	m := j.mapping
	m.Snapshot, m.Dir, m.Origin = j.snapshot, dir, signal.FromLinter
	asked := namesakes{files: j.files}
	own := func(path *string) {
		if *path == "" || slices.Contains(m.Aliases, *path) {
			return
		}
		*path = m.Real(strings.TrimPrefix(*path, "file://"))
		if name, ok := j.renamed[filepath.Clean(*path)]; ok {
			*path = name
		}
		if j.spec.Name == "mypy" {
			*path = asked.asked(*path)
		}
	}
	for i := range found {
		own(&found[i].Path)
		if fix := found[i].Fix; fix != nil {
			for k := range fix.Edits {
				own(&fix.Edits[k].Path)
			}
		}
		for k := range found[i].Related {
			own(&found[i].Related[k].Path)
		}
	}
	if err := unplaced(j.spec.Name, found, m, j.files...); err != nil {
		return nil, err
	}
	out := make([][]signal.Diagnostic, len(j.files))
	byFile := map[string][]Finding{}
	if len(j.files) > 1 {
		byFile = bucket(found, dir)
	}
	for i, s := range j.files {
		if m.Snapshot, m.Version = s, s.Version; len(j.files) > 1 {
			found = of(byFile, s.Path)
		}
		out[i] = Resolve(found, m)
	}
	return out, nil
}

// bucket sorts findings by file.
func bucket(found []Finding, dir string) map[string][]Finding {
	real := map[string]string{}
	out := map[string][]Finding{}
	for _, f := range found {
		p, ok := real[f.Path]
		if !ok {
			p = filepath.FromSlash(strings.TrimPrefix(f.Path, "file://"))
			if !filepath.IsAbs(p) {
				p = filepath.Join(dir, p)
			}
			p = realPath(p)
			real[f.Path] = p
		}
		out[p] = append(out[p], f)
	}
	return out
}

// of returns the findings of a file. Links are followed only if there are any.
func of(byFile map[string][]Finding, path string) []Finding {
	if len(byFile) == 0 {
		return nil
	}
	return byFile[realPath(path)]
}

func realPath(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return filepath.Clean(path)
}

// command is the run: over files as they are on the disk, or led to the texts.
func (j *job) command() (child.Command, error) {
	paths := make([]string, len(j.files))
	for i, s := range j.files {
		paths[i] = s.Path
	}
	switch {
	case j.spec.Name == "clippy": // cargo goes by the times of files: all are to be newer than what was built
		for _, s := range j.files {
			if !slices.ContainsFunc(j.changed, func(c text.Snapshot) bool { return c.Path == s.Path }) {
				j.changed = append(j.changed, s)
			}
		}
	case j.spec.Name == "pytest" && len(j.changed) == 0: // tests run in no folder of the user's
		j.changed = j.files[:1]
	}
	switch {
	case len(j.changed) == 0:
		return j.spec.command(j, j.dir, paths)
	case j.spec.texts != nil:
		return j.spec.texts(j, paths)
	}
	return j.inTree(paths)
}

// inTree has a tool read a private tree of links with the texts in it.
func (j *job) inTree(paths []string) (child.Command, error) {
	tree, err := j.tree(copied[:])
	if err != nil {
		return child.Command{}, err
	}
	for i, p := range paths {
		paths[i] = j.mirrored(tree, p)
	}
	return j.spec.command(j, j.mirrored(tree, j.dir), paths)
}

// tree returns a private tree of links with the changed texts in it, for tools that read files only.
// It has the same path for every run of a tool in a root, as long as no other run uses it, so that caches
// keyed by path work.
func (j *job) tree(copies []string) (string, error) {
	texts, root := map[string][]byte{}, j.treeRoot()
	for _, s := range j.changed {
		rel, err := filepath.Rel(root, s.Path)
		if err != nil || !filepath.IsLocal(rel) {
			return "", j.cannot("a file lies outside its root")
		}
		texts[rel] = []byte(s.Text())
	}
	tree, err := j.session.tree(j, texts, copies)
	if err != nil {
		return "", j.broke("no private copy", err)
	}
	j.mapping.Mirror, j.mapping.Root = tree, root
	return tree, nil
}

// mirrored returns a folder of the root, or above it, in the private tree.
func (j *job) mirrored(tree, dir string) string {
	rel, err := filepath.Rel(j.treeRoot(), dir)
	if err != nil || !filepath.IsLocal(rel) {
		return tree
	}
	return filepath.Join(tree, rel)
}

// shadows writes the changed texts into private files with the suffixes of the documents, and
// returns their paths by those of the files. A path depends on nothing but tool, document and
// text, as long as no other run uses it: tools with a cache (go vet) repeat for the same text
// what they said before, with the path they saw then.
func (j *job) shadows() (map[string]string, error) {
	written := map[string]string{}
	j.renamed = map[string]string{}
	for _, s := range j.changed {
		hash := s.Hash()
		list, err := j.slots(shadowsFolder, j.spec.Name, s.Path, string(hash[:]))
		if err != nil {
			return nil, j.broke("no cache folder", err)
		}
		c, err := take(list)
		if err != nil {
			return nil, j.broke("no cache folder", err)
		}
		j.temp = append(j.temp, c)
		name := "text" + filepath.Ext(s.Path)
		path := filepath.Join(c.Dir, name)
		if err = os.WriteFile(path, []byte(s.Text()), 0o600); err == nil && j.spec.Name == "mypy" {
			err = unlikeDisk(s, path)
		}
		if err != nil {
			return nil, j.broke("no cache folder", err)
		}
		written[s.Path] = path
		for _, dir := range list {
			j.renamed[filepath.Join(dir, name)] = s.Path
		}
	}
	return written, nil
}

// overlaid returns a command of the go tool with the changed texts laid over the files.
func (j *job) overlaid(paths []string) (child.Command, error) {
	texts, err := j.shadows()
	if err != nil {
		return child.Command{}, err
	}
	dir, err := j.private()
	if err != nil {
		return child.Command{}, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": texts})
	if err != nil {
		return child.Command{}, j.cannot(err.Error())
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return child.Command{}, j.broke("no cache folder", err)
	}
	cmd, err := j.spec.command(j, j.dir, paths)
	// The packages come last; the overlay has to stand before them.
	cmd.Argv = slices.Insert(cmd.Argv, len(cmd.Argv)-len(packagesOf(j.dir, paths)), "-overlay="+file)
	return cmd, err
}

// rootOf has the tool run in the root.
func rootOf(j *job) string { return j.root }

// configured returns the folder with the configuration that the tool uses for the document:
// tools that run in the root may read one in each of its folders.
func (j *job) configured() string {
	names := map[string][]string{"ruff": ruffFiles(), "biome": j.spec.marks, "oxlint": j.spec.marks}[j.spec.Name]
	if dir := files.NearestWith(j.folder(), j.root, names...); dir != "" {
		return dir
	}
	return j.spec.folder(j)
}

// relativeTo names files from a folder, never so that a program reads one as
// an option.
func relativeTo(dir string, paths []string) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p
		if rel, err := filepath.Rel(dir, p); err == nil && filepath.IsLocal(rel) {
			out[i] = "." + string(filepath.Separator) + rel
		}
	}
	return out
}

// whole is how many files one run checks of a tool that looks at all of them whatever it is asked.
const whole = math.MaxInt
