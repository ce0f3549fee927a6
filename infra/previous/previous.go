// Package previous provides the version of the product that was released before this one, from the repository's history: while a
// release goes on, its functions and those of this version work on the same records.
//
// COMMIT names it. After a release it gets the commit that was released. A clone that lacks the commit (a shallow one) cannot build
// it; tests are then skipped, and say so.
package previous

import (
	"archive/tar"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Variable names another commit than that in COMMIT, to compare with older versions.
const Variable = "ANZEN_PREVIOUS"

//go:embed COMMIT
var commit string

// Commit is the commit of the version before.
func Commit() string {
	if other := os.Getenv(Variable); other != "" {
		return other
	}
	return strings.TrimSpace(commit)
}

// ErrUnknown is returned where the repository does not have the commit.
var ErrUnknown = errors.New("this clone does not have the commit of the previous release")

// git runs a command on the repository with the root.
func git(ctx context.Context, root string, arguments ...string) ([]byte, error) {
	out, err := exec.CommandContext(ctx, "git", append([]string{"-C", root}, arguments...)...).Output() //nolint:gosec // our own arguments
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("git %s: %w: %s", arguments[0], err, failed.Stderr)
	}
	return out, err
}

// Known returns ErrUnknown unless the repository has the commit.
func Known(ctx context.Context, root string) error {
	if _, err := git(ctx, root, "cat-file", "-e", Commit()+"^{commit}"); err != nil {
		return fmt.Errorf("%w, %s: %w", ErrUnknown, Commit(), err)
	}
	return nil
}

// Files are the files in a folder of the version before, by their paths below the root.
func Files(ctx context.Context, root string, folders ...string) (map[string][]byte, error) {
	if err := Known(ctx, root); err != nil {
		return nil, err
	}
	packed, err := git(ctx, root, append([]string{"archive", "--format=tar", Commit()}, folders...)...)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for r := tar.NewReader(bytes.NewReader(packed)); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the archive of %s: %w", Commit(), err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if files[h.Name], err = io.ReadAll(r); err != nil {
			return nil, fmt.Errorf("read %s of %s: %w", h.Name, Commit(), err)
		}
	}
}

// Build builds binaries of the version before, such as "functions/api/bootstrap", into a folder, as folder/functions/api/bootstrap/bootstrap.
func Build(ctx context.Context, root, folder string, binaries ...string) error {
	files, err := Files(ctx, root, "go.mod", "go.sum", "functions", "shared")
	if err != nil {
		return err
	}
	sources := filepath.Join(folder, "sources")
	for name, content := range files {
		path := filepath.Join(sources, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return fmt.Errorf("write the sources of %s: %w", Commit(), err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return fmt.Errorf("write the sources of %s: %w", Commit(), err)
		}
	}
	for _, binary := range binaries {
		// The paths of a folder that is new each time are left out, so that Go's build cache has what it has built before.
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", filepath.Join(folder, filepath.FromSlash(binary), "bootstrap"), "./"+binary) //nolint:gosec // our own program
		build.Dir = sources
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s of %s: %w\n%s", binary, Commit(), err, out)
		}
	}
	return nil
}
