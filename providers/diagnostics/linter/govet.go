package linter

import (
	"bytes"
	"go/build"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// goCommand returns how a command of the go tool, or a tool that starts it, checks the packages of files; env names the
// variable for its cache, "" for none. Where the root is not trusted, package child sees to
// it that nothing is downloaded, no other tool chain is started and no C
// compiler runs.
func goCommand(env string, args ...string) func(*job, string, []string) (child.Command, error) {
	return func(j *job, dir string, paths []string) (child.Command, error) {
		c := child.Command{Argv: append(j.args(args...), packagesOf(dir, paths)...), Dir: dir, Env: j.goEnvironment()}
		if env != "" {
			c.Env = append(c.Env, env+"="+j.cache(j.spec.Name))
		}
		return c, nil
	}
}

// goFolder returns the folder of a file's module, else its own.
func (j *job) goFolder() string {
	if dir := files.NearestWith(j.folder(), "", "go.mod"); dir != "" {
		return dir
	}
	return j.folder()
}

func inModule(dir string) bool { return files.NearestWith(dir, "", "go.mod") != "" }

// packagesOf returns the folders of files, as patterns from their module's folder; of files that belong to no module,
// the files.
func packagesOf(dir string, paths []string) []string {
	if !inModule(dir) {
		return relativeTo(dir, paths)
	}
	var out []string
	for _, p := range paths {
		rel, err := filepath.Rel(dir, filepath.Dir(p))
		if err != nil {
			continue
		}
		pattern := "./" + filepath.ToSlash(rel)
		if rel == "." {
			pattern = "."
		}
		if !slices.Contains(out, pattern) {
			out = append(out, pattern)
		}
	}
	return out
}

// goCopies returns findings in which our copies have the paths that they have now. The go
// command names them in other ways: it puts relative paths for the package's folder and
// for each above, wherever the text of one begins a path, be it in the midst of a name
// (/w/workhome/x.go is ..home/x.go for the package /w/work/p:
// https://github.com/golang/go/blob/go1.26.0/src/cmd/go/internal/work/shell.go, reportCmd);
// and what go vet has said of the same package with the same texts it says again from the
// cache of the go command, which may be shared by several folders of copies
// (https://github.com/golang/go/blob/go1.26.0/src/cmd/go/internal/work/exec.go, vet). The
// end of a path is left as it is, and is distinct by tool, document and text.
func (j *job) goCopies(list []Finding) []Finding {
	base := j.slotFolder(shadowsFolder)
	own := func(path *string) {
		if at := goCopy.FindString(filepath.ToSlash(*path)); at != "" {
			*path = j.copied(filepath.Join(base, filepath.FromSlash(strings.TrimPrefix(at, "/"+shadowsFolder))))
		}
	}
	for i := range list {
		own(&list[i].Path)
		if fix := list[i].Fix; fix != nil {
			for k := range fix.Edits {
				own(&fix.Edits[k].Path)
			}
		}
		for k := range list[i].Related {
			own(&list[i].Related[k].Path)
		}
	}
	return list
}

// copied returns the file that a copy of an earlier run was made of, where its package has the same text on the disk
// today: go vet says from its cache what it said then.
func (j *job) copied(path string) string {
	if _, ours := j.renamed[path]; ours {
		return path
	}
	seen := map[string]bool{}
	for _, s := range j.files {
		dir := filepath.Dir(s.Path)
		if seen[dir] {
			continue
		}
		seen[dir] = true
		entries, _ := files.List(dir)
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			if j.slotOf(filepath.Dir(path), name) {
				return name
			}
		}
	}
	return path
}

// slotOf reports whether a folder is for copies of the text that a Go file has on the disk.
func (j *job) slotOf(slot, name string) bool {
	f, err := files.Read(name, limits.FixFile)
	if err != nil || filepath.Ext(name) != ".go" {
		return false
	}
	hash := text.File(name, "go", string(f.Data)).Hash()
	list, err := j.slots(shadowsFolder, j.spec.Name, name, string(hash[:]))
	return err == nil && slices.Contains(list, slot)
}

// goCopy is the end of the path of a copy: see [job.slots] and [job.shadow].
var goCopy = lazyre.New(`/` + shadowsFolder + `/[0-9a-f]{24}-[0-9]+/text\.go$`)

// goBuilds refuses a document that the build leaves out by its name or its
// constraints: the tools would find nothing in it, whatever it holds.
func (j *job) goBuilds() error {
	ctx := build.Default
	ctx.CgoEnabled = ctx.CgoEnabled && j.opts.Trust == Trusted
	ctx.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(j.snapshot.Text())), nil }
	ok, err := ctx.MatchFile(filepath.Dir(j.snapshot.Path), filepath.Base(j.snapshot.Path))
	if err == nil && !ok && files.NearestWith(j.folder(), "", "go.mod") != "" {
		return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "build constraints leave it out"}
	}
	if !ctx.CgoEnabled && importsC(j.snapshot.Path, j.snapshot.Text()) {
		return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable,
			Detail: "it needs cgo, and no C is compiled in a folder that is not trusted", Step: StepTrust}
	}
	return nil // a file that cannot be read so far is for the compiler to judge
}

func (j *job) goEnvironment() []string {
	return []string{"GO111MODULE=on", "GOFLAGS=-mod=readonly -gcflags=-e", "GOWORK="}
}

// goVetOutput joins both streams: go vet writes its findings to standard output (before Go 1.26: error output), a
// compile error as text. Its flag -c has its default value; it sets our results apart in the go command's cache from
// those of the user, who would otherwise be shown the paths of our copies.
func goVetOutput(_ *job, res child.Result) ([]byte, error) {
	return slices.Concat(res.Stdout, []byte("\n"), []byte(res.Stderr)), nil
}

// needsModules is the error of a run that lacks modules which it may not
// download, or code that cgo would make: the go command reports that at the
// import, or where a name is used, but nothing is wrong there.
func (j *job) needsModules(output []byte) error {
	if j.opts.Trust == Trusted {
		return nil
	}
	if !bytes.Contains(output, []byte("module lookup disabled by GOPROXY=off")) {
		return j.needsCgo(output)
	}
	return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Err: ErrLacking,
		Detail: "modules that it imports are not on this computer",
		Hint:   "run go mod download there; fettle downloads nothing"}
}

// mentioned reports whether an output names the private copy of a text.
func (j *job) mentioned(output []byte) bool {
	for alias := range j.renamed {
		if bytes.Contains(output, []byte(filepath.Base(filepath.Dir(alias)))) {
			return true
		}
	}
	return false
}

// elsewhere is a compile error of another file, as go vet reports it.
var elsewhere = lazyre.New(`(?m)^(vet: |fix: )?[^\s:]+\.go:\d+:\d+: `)

// goFailure returns the error for a document outside the build, or one whose package or imports
// do not compile, or for a failure of the tool.
func goFailure(j *job, res child.Result) error {
	if err := j.needsModules([]byte(res.Stderr)); err != nil {
		return err
	}
	for _, phrase := range [...]string{"build constraints exclude all Go files", "no Go files in"} {
		if strings.Contains(res.Stderr, phrase) {
			return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "build constraints leave it out"}
		}
	}
	if elsewhere.MatchString(res.Stderr) {
		return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "other files that it needs do not compile"}
	}
	return j.failure(res)
}

// brokenSettings says which settings of staticcheck above the files cannot be read. It says so itself once, and calls
// the packages clean from then on, without having looked at them (2026.2.2, with a cache).
func (j *job) brokenSettings() error {
	if j.spec.Name != "staticcheck" {
		return nil
	}
	seen := map[string]bool{}
	for _, s := range j.files {
		for dir := filepath.Dir(s.Path); !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			path := filepath.Join(dir, "staticcheck.conf")
			if f, err := files.Read(path, limits.SettingsFile); err == nil {
				if err := toml.Unmarshal(f.Data, &map[string]any{}); err != nil {
					return j.broke(relativeTo(j.root, []string{path})[0]+": "+CleanMessage(err.Error()), err)
				}
			}
			if dir == j.root {
				break
			}
		}
	}
	return nil
}
