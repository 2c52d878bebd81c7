package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manCommand is for those who pack the program: it writes the manual pages of
// all commands, which say what --help says.
func manCommand(streams) *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the manual pages into a folder",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("make the folder of the manual pages: %w", err)
			}
			root := c.Root()
			for _, c := range append(shownCommands(root), root) {
				var page strings.Builder
				manual(&page, c)
				if err := os.WriteFile(filepath.Join(args[0], manName(c)+".1"), []byte(page.String()), 0o644); err != nil {
					return fmt.Errorf("write a manual page: %w", err)
				}
			}
			return nil
		},
	}
}

// shownCommands returns the commands that help lists.
func shownCommands(root *cobra.Command) []*cobra.Command {
	var out []*cobra.Command
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			out = append(out, c)
		}
	}
	return out
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manual writes the page of one command, in the macros of man(7).
func manual(w io.Writer, c *cobra.Command) {
	name := manName(c)
	fmt.Fprintf(w, ".TH %s 1 \"\" \"fettle %s\" \"fettle\"\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.nf\n%s\n.fi\n",
		roff(strings.ToUpper(name)), roff(version), roff(name), roff(c.Short), roff(c.UseLine()))
	if c.Long != "" {
		fmt.Fprint(w, ".SH DESCRIPTION\n.nf\n")
		for line := range strings.Lines(c.Long + "\n") { // as help has it: its lines are broken already
			fmt.Fprintln(w, roff(strings.TrimRight(line, "\n")))
		}
		fmt.Fprint(w, ".fi\n")
	}
	if list := shownCommands(c); len(list) > 0 {
		fmt.Fprint(w, ".SH COMMANDS\n")
		for _, c := range list {
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(c.Name()), roff(c.Short))
		}
	}
	fmt.Fprint(w, ".SH OPTIONS\n")
	c.InitDefaultHelpFlag()
	all := pflag.NewFlagSet(name, pflag.ContinueOnError)
	all.AddFlagSet(c.NonInheritedFlags())
	all.AddFlagSet(c.InheritedFlags())
	all.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		flag := "--" + f.Name
		if f.Shorthand != "" {
			flag = "-" + f.Shorthand + ", " + flag
		}
		fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(flag+" "+value)), roff(usage))
	})
	fmt.Fprint(w, ".SH SEE ALSO\n")
	if c.HasParent() {
		fmt.Fprintf(w, ".BR %s (1)\n", roff(manName(c.Parent())))
		return
	}
	list := shownCommands(c)
	for i, c := range list {
		comma := ","
		if i == len(list)-1 {
			comma = ""
		}
		fmt.Fprintf(w, ".BR %s (1)%s\n", roff(manName(c)), comma)
	}
}

// roff escapes a text: backslashes, hyphens that a reader copies, what would be a
// macro at the start of a line, and all that is not ASCII.
func roff(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\n':
			b.WriteByte(' ')
		case i == 0 && (r == '.' || r == '\''):
			b.WriteString(`\&` + string(r))
		case r > 126:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
