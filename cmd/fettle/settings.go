package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/text"
)

// shownSetting is a setting that holds, as JSON has it.
type shownSetting struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Source string `json:"source"` // a file, "--set", or "default"
	Line   int    `json:"line,omitempty"`
}

func settingsCommand(io streams, su *app.Setup) *cobra.Command {
	var all, asJSON bool
	c := &cobra.Command{
		Use:   "settings [KEY]",
		Short: "Print the settings that hold in this folder, and where each comes from",
		Long: "Print the settings that hold in this folder, and where each comes from. KEY narrows\n" +
			"them to one, or to those that begin with it, such as model.\n\n" +
			"The keys, with their defaults and who may set them:\n\n" + settingsHelp(),
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			_, used, problems := su.Effective(dir)
			for _, p := range problems {
				fmt.Fprintf(io.err, "fettle: warning: %s\n", app.Clean(p.String()))
			}
			prefix := strings.Join(args, "")
			list := shownSettings(used, prefix, all || prefix != "")
			if prefix != "" && len(list) == 0 {
				switch near := config.Meant(prefix); near {
				case prefix: // models, linters.custom: names of the user's choice
					fmt.Fprintf(io.err, "fettle: nothing of %s is set\n", app.Clean(prefix))
				case "":
					return app.WithHint(fmt.Errorf("no setting begins with %q", prefix), "fettle help settings lists all")
				default:
					return app.WithHint(fmt.Errorf("no setting begins with %q", prefix),
						"did you mean "+near+"? fettle help settings lists all")
				}
			}
			if asJSON {
				return app.PrintJSON(io.out, list)
			}
			for _, s := range list {
				fmt.Fprintf(io.out, "%s = %s  # %s\n", app.Clean(s.Key), app.Clean(valueText(s.Value)), app.Clean(s.from()))
			}
			if !all && prefix == "" {
				others := "all others"
				if len(list) == 0 {
					others = "all settings"
				}
				fmt.Fprintf(io.err, "fettle: %s have their defaults (--all lists them); your own settings belong into %s\n", others,
					app.Clean(su.UserFile()))
			}
			return nil
		},
	}
	c.Flags().BoolVar(&all, "all", false, "list the defaults, too")
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func (s shownSetting) from() string {
	if s.Line > 0 {
		return fmt.Sprintf("%s:%d", s.Source, s.Line)
	}
	return s.Source
}

// shownSettings returns the settings that begin with a prefix: those that somebody
// has set, and the defaults of all others if they are asked for.
func shownSettings(used []config.Used, prefix string, defaults bool) []shownSetting {
	list := []shownSetting{}
	begins := func(key string) bool {
		return prefix == "" || key == prefix || strings.HasPrefix(key, strings.TrimSuffix(prefix, ".")+".")
	}
	set := map[string]bool{}
	for _, u := range used {
		set[u.Key] = true
		if begins(u.Key) {
			list = append(list, shownSetting{u.Key, masked(u.Key, u.Any), u.Source, u.Line})
		}
	}
	for _, k := range config.Keys() {
		if defaults && !set[k.Name] && !strings.Contains(k.Name, "*") && begins(k.Name) {
			list = append(list, shownSetting{k.Name, k.Default, "default", 0})
		}
	}
	return list
}

// masked hides what may be a key.
func masked(key string, v any) any {
	parts := strings.Split(key, ".")
	if last := parts[len(parts)-1]; last == "apiKey" || last == "headers" {
		return "***"
	}
	if s, ok := v.(string); ok && strings.Contains(s, "@") && strings.Contains(s, "://") {
		return "***" // an address with a password
	}
	return v
}

func valueText(v any) string {
	switch list := v.(type) { // TOML has no null
	case []string:
		if list == nil {
			return "[]"
		}
	case map[string]string:
		if list == nil {
			return "{}"
		}
	}
	var b strings.Builder
	enc := json.NewEncoder(text.Escaped(&b))
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(b.String())
}

// settingsHelp returns the table of settings for a terminal.
func settingsHelp() string {
	var b strings.Builder
	for _, k := range config.Documented() {
		value := ""
		if d := strings.Trim(k.Shown(), "`"); d != "–" {
			value = ", default " + d
		}
		fmt.Fprintf(&b, "  %s (%s%s)\n      %s\n", k.Name, k.Plane, value, strings.ReplaceAll(k.Doc, "`", ""))
	}
	return b.String()
}
