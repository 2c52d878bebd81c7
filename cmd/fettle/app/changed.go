package app

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/git"
)

// changed keeps the targets that --since asks for.
func changed(ctx context.Context, o Options, targets []Target) ([]Target, error) {
	if o.Since == "" {
		return targets, nil
	}
	repo, err := here(ctx)
	if err != nil {
		return nil, err
	}
	old, err := since(ctx, repo, o.Since)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(targets, func(t Target) bool {
		rel, ok := files.Below(repo.Top, t.Snapshot.Path)
		return !ok || old[rel] != "" && git.IsBlob(old[rel], t.text())
	}), nil
}

// here returns the repository that the working folder lies in.
func here(ctx context.Context) (git.Repository, error) {
	dir, err := os.Getwd()
	if err != nil {
		return git.Repository{}, fmt.Errorf("find the working folder: %w", err)
	}
	g, err := git.Of(ctx, dir)
	if err != nil {
		return g, WithHint(fmt.Errorf("--staged and --since need a git repository: %w", err),
			"run fettle in the folder of a repository")
	}
	return g, nil
}

// since returns git's names of the texts, by path, in the commit where HEAD and another one part.
func since(ctx context.Context, repo git.Repository, ref string) (map[string]string, error) {
	base, err := git.Run(ctx, repo.Top, "merge-base", "HEAD", ref+"^{commit}")
	if err != nil {
		return nil, WithHint(fmt.Errorf("--since %s: no commit that it and HEAD have in common: %w", ref, err),
			"name a branch or commit that git log knows; a shallow clone may need git fetch --unshallow")
	}
	return repo.Blobs(ctx, strings.TrimSpace(string(base)))
}
