package main

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
)

// docker builds the image of text recognition.
type docker interface {
	// platforms are those that it builds for: linux/arm64. errMissing: there is no Docker.
	platforms(ctx context.Context) ([]string, error)
}

// shell asks the program.
type shell struct{}

func (shell) platforms(ctx context.Context) ([]string, error) {
	if _, err := exec.LookPath("docker"); err != nil {
		return nil, errMissing
	}
	out, err := exec.CommandContext(ctx, "docker", "buildx", "inspect", "--bootstrap").CombinedOutput()
	if err != nil {
		return nil, errors.New("docker buildx inspect: " + strings.TrimSpace(string(out)))
	}
	var all []string
	for line := range strings.Lines(string(out)) {
		list, ok := strings.CutPrefix(strings.TrimSpace(line), "Platforms:")
		if !ok {
			continue
		}
		for p := range strings.SplitSeq(list, ",") {
			all = append(all, strings.TrimSuffix(strings.TrimSpace(p), "*"))
		}
	}
	return all, nil
}

// image checks that Docker builds for the processors of the functions.
func image(ctx context.Context, d docker) result {
	const what = "Docker"
	platforms, err := d.platforms(ctx)
	switch {
	case errors.Is(err, errMissing):
		return failing.of(what, "not found; the image of text recognition is built with it", "install Docker with buildx")
	case err != nil:
		return failing.of(what, "does not answer: "+err.Error(), "start Docker")
	case !slices.ContainsFunc(platforms, func(p string) bool { return p == "linux/arm64" || strings.HasPrefix(p, "linux/arm64/") }):
		return failing.of(what, "builds for "+strings.Join(platforms, ", ")+", not for linux/arm64",
			"install the emulation: docker run --privileged --rm tonistiigi/binfmt --install arm64")
	}
	return ok(what, "builds for linux/arm64")
}
