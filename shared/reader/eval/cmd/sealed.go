package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"anzen/shared/reader"
	"anzen/shared/reader/eval"
	"anzen/shared/reader/extract"
)

// scoreSealed reads the sheets of a folder whose answers are in sealed tables, and prints a line of figures per table.
func scoreSealed(ctx context.Context, r *reader.Reader, dir string, tables []string) error {
	if len(tables) == 0 {
		return errUsage
	}
	for _, table := range tables {
		c, err := openCorpus(dir, table)
		if err != nil {
			return err
		}
		var views []extract.View
		failed := eval.AnalyzeAll(ctx, r, c.Files, func(v extract.View) error {
			views = append(views, v)
			return nil
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		report, err := c.Score(views, nil)
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
