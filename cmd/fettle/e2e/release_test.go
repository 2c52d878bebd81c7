package e2e

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestRelease looks at what make packages-all has made: an archive for each
// platform with all that belongs into it, programs that parse with tree-sitter
// and need nothing but what their system has, and what refers to the archives.
func TestRelease(t *testing.T) {
	dist := os.Getenv("FETTLE_RELEASE")
	if dist == "" {
		t.Skip("SKIPPED: make packages-all runs this")
	}
	release, packages := filepath.Join(dist, "release"), filepath.Join(dist, "packages")
	outside(t, release, "sha256sum", "--check", "--quiet", "SHA256SUMS")
	outside(t, packages, "sha256sum", "--check", "--quiet", "SHA256SUMS")
	version := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(one(t, filepath.Join(release, "*_windows_amd64.zip"))), "fettle_"), "_windows_amd64.zip")
	described(t, packages, release, version)
	for _, target := range []string{"linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64", "windows_amd64"} {
		t.Run(target, func(t *testing.T) {
			system, cpu, _ := strings.Cut(target, "_")
			base, program := filepath.Join(release, "fettle_"+version+"_"+target), "fettle"
			var files map[string][]byte
			if system == "windows" {
				program = "fettle.exe"
				files = zipped(t, base+".zip")
			} else {
				files = tarred(t, base+".tar.gz")
			}
			for _, want := range []string{program, "LICENSE", "README.md", "THIRD-PARTY-NOTICES.txt", "man/fettle.1", "man/fettle-fix.1",
				"completions/fettle.bash", "completions/_fettle", "completions/fettle.fish", "completions/fettle.ps1"} {
				if len(files[want]) == 0 {
					t.Errorf("there is no %s", want)
				}
			}
			if n := len(files[program]); n > largestProgram {
				t.Errorf("the program has %d bytes, at most %d", n, largestProgram)
			} else {
				t.Logf("the program has %d bytes", n)
			}
			path := filepath.Join(t.TempDir(), program)
			must.OK(t, os.WriteFile(path, files[program], 0o755))
			info, err := buildinfo.ReadFile(path)
			must.OK(t, err)
			built := map[string]string{}
			for _, s := range info.Settings {
				built[s.Key] = s.Value
			}
			if built["GOOS"] != system || built["GOARCH"] != cpu || built["CGO_ENABLED"] != "1" {
				t.Errorf("it was built with %v", built)
			}
			if needed := needs(t, path, system); len(needed) > 0 {
				t.Errorf("it needs %v, which not every system has", needed)
			}
			extension := zipped(t, filepath.Join(packages, "fettle-"+strings.NewReplacer("windows", "win32", "amd64", "x64", "_", "-").Replace(target)+".vsix"))
			if !bytes.Equal(extension["extension/bin/"+program], files[program]) {
				t.Errorf("the extension of VS Code holds another program, of %d bytes", len(extension["extension/bin/"+program]))
			}
			if !bytes.Contains(extension["extension.vsixmanifest"], []byte(` Version="`+version+`"`)) {
				t.Errorf("the extension of VS Code is of another version: %s", extension["extension.vsixmanifest"])
			}
			for _, want := range []string{"extension/package.json", "extension/dist/extension.js", "extension/README.md", "extension/CHANGELOG.md", "extension/LICENSE", "extension.vsixmanifest"} {
				if len(extension[want]) == 0 {
					t.Errorf("the extension of VS Code has no %s", want)
				}
			}
			if bill, err := os.ReadFile(base + ".cdx.json"); err != nil || !strings.Contains(string(bill), "tree-sitter-python") {
				t.Errorf("the bill of materials: %v", err)
			}
			if system == runtime.GOOS && cpu == runtime.GOARCH {
				if said := outside(t, filepath.Dir(path), path, "version"); !strings.HasPrefix(said, "fettle "+version+"\n") || !strings.Contains(said, "syntax by tree-sitter") {
					t.Errorf("it says %q", said)
				}
			}
		})
	}
	wheels, err := filepath.Glob(filepath.Join(packages, "*.whl"))
	if err != nil || len(wheels) != 5 {
		t.Errorf("%d wheels: %v", len(wheels), err)
	}
	for _, wheel := range wheels {
		if info, err := os.Stat(wheel); err != nil || info.Size() > largestWheel {
			t.Errorf("%s has %d bytes, at most %d: %v", wheel, info.Size(), largestWheel, err)
		}
	}
	// The names under which Mason's registry looks for the archives.
	entry := must.Read(t, "../../../packaging/registries/mason/package.yaml")
	named := regexp.MustCompile(`(?m)^      file: (.*)$`).FindAllStringSubmatch(entry, -1)
	if len(named) != 5 {
		t.Errorf("Mason's entry names %d files", len(named))
	}
	for _, m := range named {
		if _, err := os.Stat(filepath.Join(release, strings.ReplaceAll(m[1], `{{ version | strip_prefix "v" }}`, version))); err != nil {
			t.Error(err)
		}
	}
}

func tarred(t *testing.T, path string) map[string][]byte {
	t.Helper()
	f, err := os.Open(path)
	must.OK(t, err)
	defer f.Close()
	g, err := gzip.NewReader(f)
	must.OK(t, err)
	out := map[string][]byte{}
	for r := tar.NewReader(g); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return out
		}
		must.OK(t, err)
		if out[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

func zipped(t *testing.T, path string) map[string][]byte {
	t.Helper()
	z, err := zip.OpenReader(path)
	must.OK(t, err)
	defer z.Close()
	out := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		must.OK(t, err)
		if out[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	return out
}

// needs are the libraries that a program wants and a plain system of its kind
// may not have.
func needs(t *testing.T, path, system string) []string {
	t.Helper()
	var libraries []string
	var err error
	switch system {
	case "linux":
		var f *elf.File
		if f, err = elf.Open(path); err == nil {
			libraries, err = f.ImportedLibraries()
			symbols, _ := f.ImportedSymbols()
			for _, s := range symbols {
				// What the wheel's name promises: the C library of 2012.
				if m := regexp.MustCompile(`^GLIBC_2\.(1[89]|[2-9]\d)`).FindString(s.Version); m != "" {
					libraries = append(libraries, s.Name+"@"+s.Version)
				}
			}
		}
	case "darwin":
		var f *macho.File
		if f, err = macho.Open(path); err == nil {
			libraries, err = f.ImportedLibraries()
			signed := slices.ContainsFunc(f.Loads, func(l macho.Load) bool {
				return len(l.Raw()) >= 4 && f.ByteOrder.Uint32(l.Raw()) == 0x1d // LC_CODE_SIGNATURE
			})
			if !signed && f.Cpu == macho.CpuArm64 {
				t.Error("it has no signature: macOS kills such a program")
			}
		}
	case "windows":
		var f *pe.File
		if f, err = pe.Open(path); err == nil {
			libraries, err = f.ImportedLibraries()
			symbols, _ := f.ImportedSymbols() // NAME:LIBRARY
			for _, s := range symbols {
				_, library, _ := strings.Cut(s, ":")
				libraries = append(libraries, library)
			}
		}
	}
	must.OK(t, err)
	own := regexp.MustCompile(`^(lib(c|m|pthread|dl|rt|resolv)\.so\.\d+|ld-linux.*|/usr/lib/.*\.dylib|/System/Library/Frameworks/.*|(?i:kernel32|ntdll|advapi32|ws2_32|api-ms-win-crt-.*)\.dll)$`)
	slices.Sort(libraries)
	return slices.DeleteFunc(slices.Compact(libraries), own.MatchString)
}

// TestStubsForMacOS: the linker of another system learns from the stubs in
// packaging/darwin what Go's standard library calls, no more and no less.
func TestStubsForMacOS(t *testing.T) {
	root := strings.TrimSpace(outside(t, ".", "go", "env", "GOROOT"))
	calls := map[string][]string{}
	for _, m := range regexp.MustCompile(`cgo_import_dynamic \S+ (\S+) "(\S*(?:CoreFoundation|Security|libresolv)\S*)"`).FindAllStringSubmatch(
		outside(t, filepath.Join(root, "src"), "grep", "-rh", "--include=*.go", "cgo_import_dynamic", "crypto", "net", "internal", "os", "syscall"), -1) {
		calls[m[2]] = append(calls[m[2]], "_"+m[1])
	}
	if len(calls) != 3 {
		t.Fatalf("%v", calls)
	}
	for library, want := range calls {
		name := "libresolv.tbd"
		if base := filepath.Base(library); !strings.HasPrefix(base, "lib") {
			name = filepath.Join(base+".framework", base+".tbd")
		}
		stub := must.Read(t, filepath.Join("../../../packaging/darwin", name))
		var got []string
		for _, m := range regexp.MustCompile(`(?m)^      - (_\S+)$`).FindAllStringSubmatch(stub, -1) {
			got = append(got, m[1])
		}
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) ||
			!strings.Contains(stub, "install-name: "+library+"\n") {
			t.Errorf("%s has %v, want %v of %s", name, got, want, library)
		}
	}
}
