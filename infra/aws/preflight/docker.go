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

// errNoBuildx: Docker is there, but not its plugin that builds for other processors.
var errNoBuildx = errors.New("it has no buildx")

// shell asks the program.
type shell struct{}

func (shell) platforms(ctx context.Context) ([]string, error) {
	if _, err := exec.LookPath("docker"); err != nil {
		return nil, errMissing
	}
	if err := exec.CommandContext(ctx, "docker", "buildx", "version").Run(); err != nil {
		return nil, errNoBuildx
	}
	out, err := exec.CommandContext(ctx, "docker", "buildx", "inspect", "--bootstrap").CombinedOutput()
	if err != nil {
		return nil, errors.New(strings.TrimSpace(string(out)))
	}
	return platformsIn(string(out)), nil
}

// platformsIn reads what `docker buildx inspect` prints: a line of each node, "Platforms: linux/amd64*, linux/arm64".
func platformsIn(printed string) []string {
	var all []string
	for line := range strings.Lines(printed) {
		list, ok := strings.CutPrefix(strings.TrimSpace(line), "Platforms:")
		if !ok {
			continue
		}
		for p := range strings.SplitSeq(list, ",") {
			all = append(all, strings.TrimSuffix(strings.TrimSpace(p), "*"))
		}
	}
	return all
}

// image checks that Docker builds for the processors of the functions.
func image(ctx context.Context, d docker) result {
	const what = "Docker"
	platforms, err := d.platforms(ctx)
	switch {
	case errors.Is(err, errMissing):
		return failing.of(what, "not found; the image of text recognition is built with it", "install Docker with buildx")
	case errors.Is(err, errNoBuildx):
		return failing.of(what, "has no buildx, with which images for other processors are built", "install its plugin buildx (docker-buildx-plugin)")
	case err != nil:
		return failing.of(what, "does not answer: "+err.Error(), "start Docker")
	case !slices.ContainsFunc(platforms, func(p string) bool { return p == "linux/arm64" || strings.HasPrefix(p, "linux/arm64/") }):
		return failing.of(what, "builds for "+strings.Join(platforms, ", ")+", not for linux/arm64",
			"install the emulation: docker run --privileged --rm tonistiigi/binfmt --install arm64")
	}
	return ok(what, "builds for linux/arm64")
}
