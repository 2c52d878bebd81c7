// Command pack makes the installable package (vsix) of the VS Code extension,
// from its bundled sources and, for one platform, the fettle program:
//
//	pack --dir editors/vscode --out dist/fettle.vsix
//	pack --dir editors/vscode --target linux-x64 --binary bin/fettle --out dist/fettle-linux-x64.vsix
//
// A package without a program is for every platform. The same files give the
// same bytes.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/files"
)

func main() {
	if err := run(os.Args[1:], os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "pack: %v\n", err)
		os.Exit(2)
	}
}

func run(args []string, errs io.Writer) error {
	var o options
	var out string
	f := flag.NewFlagSet("pack", flag.ContinueOnError)
	f.SetOutput(errs)
	f.StringVar(&o.dir, "dir", ".", "the extension's `folder`")
	f.StringVar(&o.target, "target", "", "platform as VS Code names it, for example linux-x64; with --binary")
	f.StringVar(&o.binary, "binary", "", "the fettle `program` of that platform")
	f.StringVar(&o.version, "version", "", "the `version`, in place of that of package.json")
	f.StringVar(&out, "out", "fettle.vsix", "the `file` to write")
	if err := f.Parse(args); err != nil {
		return err
	}
	data, err := pack(o)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return files.WriteShared(out, data)
}
