package doctor

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Bug prints what a report of a fault should hold, and nothing of the user's.
func Bug(ctx context.Context, su *app.Setup, out io.Writer) error {
	list, err := checks(ctx, su)
	if err != nil {
		return err
	}
	private := privateOf(su)
	fmt.Fprintf(out, "- fettle %s, %s, prompts %s\n- editor: (name and version)\n- settings: %s\n- checks:\n",
		su.Version, Build(), prompt.Sum(), strings.Join(namesSet(su), ", "))
	for _, c := range list[1:] {
		fmt.Fprintf(out, "  - %s %s: %s\n", c.Level, c.ID, app.Clean(private.scrub(c.Message)))
	}
	for _, b := range bug.List() {
		fmt.Fprintf(out, "- bug at %s in %s: %s\n", b.Time, app.Clean(b.In), app.Clean(private.scrub(b.Value)))
		for _, f := range b.Stack {
			fmt.Fprintf(out, "  - %s\n", app.Clean(f))
		}
	}
	fmt.Fprint(out, "\nWhat happened, what you expected, and the smallest text it happens with:\n")
	return nil
}

// namesSet lists the settings that are set, without their values.
func namesSet(su *app.Setup) []string {
	layers, _ := su.Layers()
	flags, _ := su.Flags()
	dir, err := os.Getwd()
	if err == nil {
		own, _ := app.WorkspaceLayer(files.ProjectRoot(filepath.Join(dir, "x")))
		layers = append(layers, own...)
	}
	var names []string
	for _, l := range append(layers, flags) {
		for _, v := range l.Values {
			names = append(names, anyName.ReplaceAllString(v.Key, "$1.NAME"))
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) == 0 {
		return []string{"none"}
	}
	return names
}

// anyName finds the part of a setting's name that the user has chosen.
var anyName = lazyre.New(`^(models|linters|signals|context\.languageServers)\.[^.]+`)

// private is what messages may hold and a report must not, and what stands for
// it there.
type private [][2]string

// private collects the user's folders and servers, the longest first.
func privateOf(su *app.Setup) private {
	var p private
	if dir, err := os.Getwd(); err == nil {
		p = append(p, [2]string{dir, "."}, [2]string{files.ProjectRoot(filepath.Join(dir, "x")), "ROOT"})
	}
	if home, err := os.UserHomeDir(); err == nil {
		p = append(p, [2]string{home, "~"})
	}
	layers, _ := su.Layers()
	flags, _ := su.Flags()
	s, _ := config.Resolve(append(layers, flags)...)
	servers := []string{s.Model.URL, s.Context.Plan.URL, s.Context.Embeddings.URL, os.Getenv("OLLAMA_HOST")}
	for _, m := range s.Models {
		servers = append(servers, m.URL)
	}
	for _, server := range servers {
		if !strings.Contains(server, "//") {
			server = "//" + server
		}
		if u, err := url.Parse(server); err == nil {
			p = append(p, [2]string{u.Host, "HOST"}, [2]string{u.Hostname(), "HOST"})
		}
	}
	p = slices.DeleteFunc(p, func(e [2]string) bool { return len(e[0]) < 2 })
	slices.SortStableFunc(p, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	return p
}

// folders finds those of a path, blanks in their names included.
var folders = lazyre.New(`(?:[A-Za-z]:)?[/\\](?:[^/\\,;:"'\n]+[/\\])+`)

func (p private) scrub(message string) string {
	for _, e := range p {
		message = strings.ReplaceAll(message, e[0], e[1])
	}
	return folders.ReplaceAllString(message, "/…/")
}
