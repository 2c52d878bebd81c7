package linter

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
)

// copied are files that a tool may rewrite: it gets copies of them, so that no
// link leads a write into the user's tree.
var copied = [...]string{"Cargo.toml", "Cargo.lock", "go.mod", "go.sum", "go.work", "go.work.sum", "package.json",
	"package-lock.json", "tsconfig.json"}

// Folders in the cache folder, with private ones that are claimed for one run each.
const (
	runsFolder    = "runs"
	mirrorsFolder = "mirrors"
	shadowsFolder = "shadows"
)

// slots is how many runs may want the same folder at a time.
const slots = 16

// above are files by which a tool sees more than the root, wherever they lie above
// it: its settings, and what names the modules or packages of one build.
var above = map[string][]string{
	"staticcheck":   {"go.work", "staticcheck.conf"},
	"golangci-lint": {"go.work", ".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"},
}

// treeRoot returns the folder that a private tree stands for: the root, or the outermost
// folder above it that the tool reads as well. Without that it would look at other
// things in the tree than in the folder itself, with the settings of nobody, and
// what it no longer looks for would seem to be gone.
func (j *job) treeRoot() string {
	root := j.root
	for _, name := range above[j.spec.Name] {
		if dir := files.NearestWith(j.root, "", name); dir != "" && len(dir) < len(root) && !files.Loose(dir) {
			root = dir
		}
	}
	if j.spec.Name == "clippy" || j.spec.Name == "rustc" {
		if dir := cargoWorkspace(j.root, ""); len(dir) < len(root) && !files.Loose(dir) {
			root = dir
		}
	}
	return root
}

// mirrorSlot makes the first free folder for mirrors of the root, or another one: an
// editor that starts with many open documents has the fixes of all prepared at once.
func (j *job) mirrorSlot() (*claim.Folder, error) {
	list, err := j.slots(mirrorsFolder, j.spec.Name, j.treeRoot())
	if err != nil {
		return nil, err
	}
	c, err := take(list)
	j.usualSlot = err == nil
	if errors.Is(err, errNoSlot) {
		return claim.New(filepath.Dir(list[0]), filepath.Base(list[0])+"-")
	}
	return c, err
}

// slotFolder returns the folder of the folders of that kind.
func (j *job) slotFolder(kind string) string { return files.Real(filepath.Join(j.opts.CacheDir, kind)) }

// slots returns the folders that runs of this kind may use, in the order in which
// they are taken. Each run has one to itself, also while there are runs of other
// processes and those that were given up and are still being put away.
func (j *job) slots(kind string, of ...string) ([]string, error) {
	if err := os.MkdirAll(filepath.Join(j.opts.CacheDir, kind), 0o700); err != nil {
		return nil, err
	}
	base := j.slotFolder(kind)
	sum := sha256.Sum256([]byte(strings.Join(of, "\x00")))
	name := hex.EncodeToString(sum[:12])
	list := make([]string, slots)
	for i := range list {
		list[i] = filepath.Join(base, name+"-"+strconv.Itoa(i))
	}
	return list, nil
}

// take claims the first folder that is free.
func take(list []string) (*claim.Folder, error) {
	for _, dir := range list {
		if c, err := claim.Take(dir); !errors.Is(err, claim.ErrHeld) {
			return c, err
		}
	}
	return nil, errNoSlot
}

var errNoSlot = errors.New("too many runs at once")

// Sweep removes what killed processes have left in a cache folder.
func Sweep(cache string) {
	for _, kind := range [...]string{runsFolder, mirrorsFolder, shadowsFolder} {
		claim.Sweep(filepath.Join(cache, kind), claim.Options{})
	}
}
