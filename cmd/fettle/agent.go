package main

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// agents has a folder for each agent, with the files that set fettle up for it as they are laid into a project: its
// hook, which of opencode is a plugin (https://opencode.ai/docs/plugins), and its entry for the MCP server.
//
//go:embed all:agents
var agents embed.FS

// agentsSection is the section of AGENTS.md (https://agents.md).
//
//go:embed agents/section.md
var agentsSection string

// hookAgents returns the agents whose hooks' JSON is known.
func hookAgents() (names []string) {
	list, _ := agents.ReadDir("agents") // it is built in
	for _, e := range list {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// agentFile is a file of a project that sets fettle up for a coding agent.
type agentFile struct{ name, text string }

// agentFiles returns the files of an agent.
func agentFiles(agent string) (out []agentFile) {
	_ = fs.WalkDir(agents, "agents/"+agent, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := agents.ReadFile(path)
		out = append(out, agentFile{strings.TrimPrefix(path, "agents/"+agent+"/"), string(data)})
		return err
	})
	return out
}

// agentsFile is the page that agents read.
const agentsFile = "AGENTS.md"

// setUpAgent writes what an agent needs into the project of the working folder, and shows
// it. A file that is there is not touched: what it lacks is shown.
func setUpAgent(out io.Writer, agent string) error {
	root, err := workingRoot()
	if err != nil {
		return err
	}
	for _, f := range agentFiles(agent) {
		path := filepath.Join(root, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("make the folder of %s: %w", f.name, app.BareOf(err))
		}
		err := files.WriteNew(path, []byte(f.text))
		switch {
		case err == nil:
			fmt.Fprintf(out, "wrote %s\n", app.Clean(f.name))
		case strings.Contains(existing(root, f.name), "fettle"):
			fmt.Fprintf(out, "%s names fettle already\n", app.Clean(f.name))
			continue
		case existing(root, f.name) != "":
			fmt.Fprintf(out, "%s is there already and was left as it is; add to it:\n", app.Clean(f.name))
		default:
			return fmt.Errorf("write %s: %w", f.name, app.ReasonOf(err))
		}
		fmt.Fprint(out, indented(f.text))
	}
	page := existing(root, agentsFile)
	if strings.Contains(page, "<!-- fettle: begin -->") {
		fmt.Fprintf(out, "%s has its section already\n", agentsFile)
		return nil
	}
	if err := rewritten(root, page, joined(page, agentsSection)); err != nil {
		return err
	}
	fmt.Fprintf(out, "added to %s\n%s", agentsFile, indented(agentsSection))
	fmt.Fprintf(out, "to undo: fettle init --agent %s --remove\n", agent)
	return nil
}

// takeBackAgent removes what was written for an agent. A file that has more in it is shown.
func takeBackAgent(out io.Writer, agent string) error {
	root, err := workingRoot()
	if err != nil {
		return err
	}
	for _, f := range agentFiles(agent) {
		switch now := existing(root, f.name); {
		case now == f.text:
			if err := os.Remove(filepath.Join(root, filepath.FromSlash(f.name))); err != nil {
				return fmt.Errorf("remove %s: %w", f.name, app.BareOf(err))
			}
			fmt.Fprintf(out, "removed %s\n", f.name)
		case strings.Contains(now, "fettle"):
			fmt.Fprintf(out, "%s contains more than what was written for fettle: remove that part by hand\n", f.name)
		}
	}
	page := existing(root, agentsFile)
	begin, rest, found := strings.Cut(page, "<!-- fettle: begin -->")
	_, end, closed := strings.Cut(rest, "<!-- fettle: end -->\n")
	if !found || !closed {
		return nil
	}
	if left := strings.TrimRight(begin, "\n") + "\n" + end; strings.TrimSpace(left) != "" {
		err = rewritten(root, page, left)
	} else if err = os.Remove(filepath.Join(root, agentsFile)); err != nil {
		err = fmt.Errorf("remove %s: %w", agentsFile, app.BareOf(err))
	}
	if err == nil {
		fmt.Fprintf(out, "removed the section from %s\n", agentsFile)
	}
	return err
}

// workingRoot returns the project of the working folder.
func workingRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the working folder: %w", err)
	}
	return files.ProjectRoot(filepath.Join(dir, "x")), nil
}

// existing returns the text of a file of the project, "" where there is none.
func existing(root, name string) string {
	f, err := files.Read(filepath.Join(root, filepath.FromSlash(name)), limits.FixFile)
	if err != nil {
		return ""
	}
	return string(f.Data)
}

// rewritten writes another text into AGENTS.md, or creates it.
func rewritten(root, was, now string) error {
	path := filepath.Join(root, agentsFile)
	var err error
	if _, missing := os.Lstat(path); missing != nil {
		err = files.WriteNew(path, []byte(now))
	} else {
		c := files.Change{Read: sha256.Sum256([]byte(was)), Edits: diff.Minimal(was, now), After: now,
			Fixes: []files.Fixed{{Tool: "fettle", Code: "agent"}}}
		err = files.Apply(path, root, c)
	}
	if err != nil {
		return app.WithHint(fmt.Errorf("write %s: %w", agentsFile, app.ReasonOf(err)),
			"add the section by hand: docs/agents.md has it")
	}
	return nil
}

func joined(page, section string) string {
	if strings.TrimSpace(page) == "" {
		return section
	}
	return strings.TrimRight(page, "\n") + "\n\n" + section
}

func indented(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(app.CleanLines(s), "\n"), "\n", "\n  ") + "\n"
}

// errAgent says that there is no such agent.
func errAgent(name string) error {
	return app.WithHint(errors.New("fettle does not know the agent "+name),
		"one of "+strings.Join(hookAgents(), ", ")+"; any other one can call fettle check, or fettle mcp")
}
