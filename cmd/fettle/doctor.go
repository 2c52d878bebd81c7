package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/cmd/fettle/doctor"
	"github.com/fettle-dev/fettle/internal/engine"
)

func doctorCommand(io streams, su *app.Setup) *cobra.Command {
	var asJSON, audit, bug, calibrate bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check the setup: what was found, what is missing, and what to do next",
		Args:  noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := errors.Join(exclusive(c, "audit", "bug", "calibrate"), exclusive(c, "json", "bug"),
				exclusive(c, "json", "calibrate")); err != nil {
				return err
			}
			if audit {
				return doctor.Audit(io.out, engine.AuditFile(), asJSON)
			}
			if bug {
				return doctor.Bug(c.Context(), su, io.out)
			}
			if calibrate {
				return doctor.Calibrate(c.Context(), su, io.out, io.err)
			}
			sound, err := doctor.Run(c.Context(), su, io.out, asJSON)
			if err == nil && !sound {
				return exitCode(exitFailed)
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	c.Flags().BoolVar(&audit, "audit", false,
		"list what was sent to models, and when: the newest entries of the audit log")
	c.Flags().BoolVar(&bug, "bug", false, "print a bug report to fill in, without code, keys, addresses and folders")
	c.Flags().BoolVar(&calibrate, "calibrate", false,
		"have the model fix small built-in tasks, and keep how it is asked best")
	return c
}
