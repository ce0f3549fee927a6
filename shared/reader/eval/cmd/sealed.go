package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"anzen/shared/reader"
)

// scoreSealed reads the sheets of a folder whose answers are in sealed tables, and prints a line of figures per table.
func scoreSealed(ctx context.Context, r *reader.Reader, dir string, tables []string) error {
	if len(tables) == 0 {
		return errUsage
	}
	for _, table := range tables {
		report, failed, err := scored(ctx, r, dir, table, nil)
		if err != nil {
			return err
		}
		fmt.Printf("%-12s %s\n", strings.TrimSuffix(filepath.Base(table), ".tsv"), report.Summary())
		if failed != nil {
			return failed
		}
	}
	return nil
}
