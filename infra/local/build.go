package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	"anzen/infra/blueprint"
)

// buildFunctions builds the functions' binaries as deployed, but for this machine, and
// returns the folder that contains each in the folder of its package.
func buildFunctions(ctx context.Context, b blueprint.Blueprint, root, folder string) (string, error) {
	var packages []string
	for _, f := range b.Functions {
		if !slices.Contains(packages, f.Package) {
			packages = append(packages, f.Package)
		}
	}
	out := filepath.Join(folder, "bin")
	for _, each := range packages {
		binary := filepath.Join(out, filepath.FromSlash(each), "bootstrap")
		build := exec.CommandContext(ctx, "go", "build", "-tags", "lambda.norpc", "-o", binary, "./"+each)
		build.Dir = root
		if text, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build %s: %w\n%s", each, err, text)
		}
	}
	return out, nil
}
