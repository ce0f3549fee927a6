// Command sbom lists the third-party components that are shipped, with their licences:
// two bills of materials in CycloneDX's form (one of the functions, one of the
// dashboard) and the notices that the licences demand.
//
//	sbom FOLDER
//
// It lists what reaches a customer or runs in production: the modules linked into the
// functions' binaries for AWS, their embedded components (PDFium), the programs of the
// text recognition image, and the dashboard's packages. Tests, the local stack and the
// CDK are neither shipped nor listed. The same sources give the same bytes.
//
// A component with an unknown licence, or with one that the product may not be shipped
// with, is an error.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom FOLDER")
		os.Exit(2)
	}
	if err := run(ctx, ".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		stop()
		os.Exit(1)
	}
}

// part is a component with its dependencies and licence texts.
type part struct {
	cyclonedx.Component
	needs   []string // refs
	notices []string
}

// run writes the files into a folder.
func run(ctx context.Context, root, folder string) error {
	functions, err := linked(ctx, root)
	if err != nil {
		return err
	}
	functions = append(functions, carried()...)
	dashboard, err := packages(ctx, root)
	if err != nil {
		return err
	}
	if err := allowed(append(functions, dashboard...)); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("create the folder: %w", err)
	}
	for name, parts := range map[string][]part{"anzen-functions": functions, "anzen-dashboard": dashboard} {
		if err := writeBOM(filepath.Join(folder, name+".cdx.json"), name, parts); err != nil {
			return err
		}
	}
	notices := filepath.Join(folder, "third-party-notices.txt")
	if err := os.WriteFile(notices, []byte(noticesOf(append(functions, dashboard...))), 0o644); err != nil {
		return fmt.Errorf("write the notices: %w", err)
	}
	fmt.Printf("%s: %d components of the functions, %d of the dashboard\n", folder, len(functions), len(dashboard))
	return nil
}
