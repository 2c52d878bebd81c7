package linter

import (
	"bytes"
	"encoding/json"
	"go/build"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// goCommand runs a command of the go tool in the document's folder with the
// text laid over the file. Where the root is not trusted, package child sees to
// it that nothing is downloaded, no other tool chain is started and no C
// compiler runs.
func (j *job) goCommand(args ...string) (child.Command, error) {
	if err := j.goBuilds(); err != nil {
		return child.Command{}, err
	}
	shadow, err := j.shadow()
	if err != nil {
		return child.Command{}, err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {j.snapshot.Path: shadow}})
	if err != nil {
		return child.Command{}, err
	}
	overlayFile := filepath.Join(filepath.Dir(shadow), "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "no cache folder", Err: err}
	}
	dir := j.folder()
	argv := j.args(args...)
	argv = append(argv, "-overlay="+overlayFile)
	if files.NearestWith(dir, "", "go.mod") != "" {
		argv = append(argv, j.goPackage(dir))
	} else {
		argv = append(argv, j.snapshot.Path) // a lone file
	}
	return child.Command{Argv: argv, Dir: dir, Env: j.goEnvironment()}, nil
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
			*path = filepath.Join(base, filepath.FromSlash(strings.TrimPrefix(at, "/"+shadowsFolder)))
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

// goCopy is the end of the path of a copy: see [job.slots] and [job.shadow].
var goCopy = lazyre.New(`/` + shadowsFolder + `/[0-9a-f]{24}-[0-9]+/text\.go$`)

// goPackage returns the document's folder as a pattern, from a folder at or above
// it.
func (j *job) goPackage(dir string) string {
	rel, err := filepath.Rel(dir, filepath.Dir(j.snapshot.Path))
	if err != nil || rel == "." {
		return "."
	}
	return "./" + filepath.ToSlash(rel)
}

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

// goVet runs the analyzers of go vet. The flag -c has its default value; it
// sets our results apart in the go command's cache from those of the user, who
// would otherwise be shown the paths of our copies.
func (j *job) goVet() (child.Command, error) {
	c, err := j.goCommand("vet", "-json", "-c=-1")
	c.ErrorTail = limits.ChildOutput // older versions write their findings there
	return c, err
}

// goVetOutput joins both streams: go vet writes its findings to standard
// output (before Go 1.26: error output), a compile error as text.
func goVetOutput(j *job, res child.Result) ([]byte, error) {
	out := append(bytes.Clone(res.Stdout), '\n')
	out = append(out, res.Stderr...)
	if err := j.needsModules(out); err != nil {
		return nil, err
	}
	if res.ExitCode != 0 && !j.mentioned(out) {
		return nil, goFailure(j, res)
	}
	return out, nil
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

// mentioned reports whether an output names the private copy of the document.
// A failure that does not is about something else, and says nothing of it.
func (j *job) mentioned(output []byte) bool {
	for _, alias := range j.mapping.Aliases {
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
