package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

func initCommand(io streams, su *app.Setup) *cobra.Command {
	var yes, remove bool
	var agent string
	c := &cobra.Command{
		Use:   "init",
		Short: "Write your settings by asking two questions: which model, and what may run in this folder",
		Args:  noArguments,
		Long: `Writes your settings by asking two questions. With --agent it sets fettle up for
a coding agent in the project of the working folder instead: a hook that judges
each edit, the entry of the MCP server, and a section in AGENTS.md. A file that is
there already is not changed: what it lacks is shown. --remove takes it back.`,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case agent != "" && !slices.Contains(hookAgents(), agent):
				return errAgent(agent)
			case agent != "" && remove:
				return takeBackAgent(io.out, agent)
			case agent != "":
				return setUpAgent(io.out, agent)
			case remove:
				return app.WithHint(errors.New("--remove needs --agent"), "name the agent whose setup is to be removed")
			}
			in := io.in
			if yes {
				in = strings.NewReader("")
			}
			return runInit(c.Context(), asker{bufio.NewReader(in), io.out}, su)
		},
	}
	c.Flags().BoolVarP(&yes, "yes", "y", false, "ask nothing and take what is proposed; no folder is trusted")
	c.Flags().StringVar(&agent, "agent", "", "set up this coding `AGENT` in the project here: "+strings.Join(hookAgents(),
		", "))
	c.Flags().BoolVar(&remove, "remove", false, "with --agent: remove what was set up")
	return c
}

// asker asks on a terminal. The end of the input means the default.
type asker struct {
	in  *bufio.Reader
	out io.Writer
}

func (a asker) ask(question, otherwise string) string {
	fmt.Fprintf(a.out, "%s [%s] ", question, app.Clean(otherwise))
	line, err := a.in.ReadString('\n')
	if err != nil {
		fmt.Fprintln(a.out)
	}
	if line = strings.TrimSpace(line); line != "" {
		return line
	}
	return otherwise
}

// runInit writes the user's settings where there are none. Nothing is fetched,
// and of Ollama only the list of its models is asked for.
func runInit(ctx context.Context, a asker, su *app.Setup) error {
	path := su.UserFile()
	if path == "" {
		return app.WithHint(errors.New("there is no folder for settings"),
			"set HOME or XDG_CONFIG_HOME, or name a file with --config")
	}
	if _, err := os.Lstat(path); err == nil {
		return app.WithHint(fmt.Errorf("%s is there already", path),
			"change it by hand; fettle settings shows what holds, fettle help settings what there is")
	}
	body, err := a.model(ctx, su)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return app.WithHint(fmt.Errorf("make the folder for settings: %w", app.BareOf(err)),
			"make "+filepath.Dir(path)+" writable, or name a file with --config")
	}
	if err := files.WriteNew(path, []byte("# Settings of fettle; fettle help settings lists all.\n"+body)); err != nil {
		return app.WithHint(fmt.Errorf("write %s: %w", path, app.ReasonOf(err)),
			"make its folder writable, or name a file with --config")
	}
	fmt.Fprintf(a.out, "wrote %s\n", app.Clean(path))
	if err := a.trust(su); err != nil {
		return err
	}
	fmt.Fprintln(a.out, "next: fettle doctor says what fettle would do in a folder, fettle fix shows it")
	return nil
}

// model asks which model may be asked, and returns its settings.
func (a asker) model(ctx context.Context, su *app.Setup) (string, error) {
	s := config.Default()
	process := su.Process()
	defer process.Close()
	local := app.LocalModels(ctx, process, s)
	best, why, ok := model.Choose(local, app.LeastBillions, limits.ModelFile)
	fmt.Fprintln(a.out, "What no tool and no rule can fix may go to a language model. Each answer is checked like any "+
		"other fix.\n"+
		"  1  no model: nothing ever leaves this computer")
	proposed, server := "1", "2"
	if ok {
		proposed, server = "2", "3"
		fmt.Fprintf(a.out, "  2  %s, in the Ollama on this computer: %s\n", app.Clean(best.Name), app.Clean(why))
	}
	fmt.Fprintf(a.out, "  %s  another server, by its address\n", server)
	switch {
	case ok:
	case len(local) > 0:
		fmt.Fprintln(a.out, "The Ollama on this computer has no model that suits: ollama pull qwen2.5-coder:7b (about 5 "+
			"GB) fetches one.")
	default:
		fmt.Fprintln(a.out, "No Ollama answers on this computer: see https://ollama.com/download, then ollama pull qwen2.5-coder:7b (about 5 GB).")
	}
	switch answer := a.ask("Which one?", proposed); {
	case answer == "1":
		return "# No model is asked. To use one, set backend, url and name here.\n[model]\n# backend = \"ollama\"\n", nil
	case answer == "2" && ok:
		return fmt.Sprintf("[model]\nbackend = \"ollama\"\n%sname = %s\n", ollamaAddress(), strconv.Quote(best.Name)), nil
	case answer == server:
		return a.server()
	default:
		return "", app.WithHint(fmt.Errorf("%q is none of the answers", answer),
			"run fettle init again and answer with a number")
	}
}

// ollamaAddress returns the setting of where the models were found, "" for the place
// that is looked at without one: OLLAMA_HOST may be set in this terminal only.
func ollamaAddress() string {
	url, err := plan.Endpoint(os.Getenv("OLLAMA_HOST"))
	if err != nil || url == plan.DefaultURL {
		return ""
	}
	return fmt.Sprintf("url = %s\n", strconv.Quote(url))
}

// server asks for a server's address; the key itself is never asked for.
func (a asker) server() (string, error) {
	url := a.ask("Its address?", "https://api.openai.com/v1")
	name := a.ask("The model's name there?", "")
	if name == "" {
		return "", app.WithHint(errors.New("a server needs the name of a model"), "run fettle init again")
	}
	backend := "openai"
	if strings.Contains(url, "anthropic.com") {
		backend = "anthropic"
	}
	key := a.ask("The environment variable that holds the key? (none: -)", "-")
	body := fmt.Sprintf("[model]\nbackend = %q\nurl = %s\nname = %s\n", backend, strconv.Quote(url), strconv.Quote(name))
	if key != "-" {
		body += fmt.Sprintf("apiKeyEnv = %s\n", strconv.Quote(key))
	}
	return body, nil
}

// trust asks whether tools may run the code of the working folder.
func (a asker) trust(su *app.Setup) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	root := files.ProjectRoot(filepath.Join(dir, "x"))
	var names []string
	for _, spec := range linter.Specs() {
		if spec.Class == linter.ClassB && !spec.Asked {
			names = append(names, spec.Name)
		}
	}
	fmt.Fprintf(a.out, "%s can run code of a project, by plugins and configuration that is code.\n",
		strings.Join(names, ", "))
	if answer := strings.ToLower(a.ask("May they run in "+app.Clean(root)+"? (y/n)", "n")); answer != "y" &&
		answer != "yes" {
		return nil
	}
	return app.GrantTrust(a.out, root)
}
