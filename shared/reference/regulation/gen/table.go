package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/text/tsv"
)

// row is a row of a file with a heading, by the columns' names.
type row map[string]string

// readReference reads a file of the reference data: a heading, then a row a line.
func readReference(dir, name string) ([]row, error) {
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read the reference data: %w", err)
	}
	table := tsv.Read(name, string(content)).Ragged()
	var rows []row
	for cells := range table.Rows() {
		r := row{}
		for _, c := range table.Columns() {
			r[c] = strings.TrimSpace(cells.Text(c))
		}
		rows = append(rows, r)
	}
	return rows, table.Err()
}

// sourceColumns are the columns of our own sources.
var sourceColumns = map[string]string{
	"laws.tsv":       "code jurisdiction ja en",
	"categories.tsv": "law code ja en basis article loaded default versions",
	"classes.tsv":    "law category code ja en node sum counts exclusive rank stated",
	"seed.tsv":       "law category beginning class prefix source as_of confidence",
	"own.tsv":        "class number ja en threshold flags group from context_ja context_en cas",
	"copies.tsv":     "from to number",
	"amend.tsv":      "class entry fact value",
	"groups.tsv":     "class name rule",
	"elements.tsv":   "symbol names words not cas insoluble",
}

// readSource reads the rows of a table of our own.
func readSource(dir, name string) ([][]string, error) {
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read a source: %w", err)
	}
	table := tsv.Read(name, string(content))
	if have, want := table.Columns(), strings.Fields(sourceColumns[name]); table.Err() == nil && !slices.Equal(have, want) {
		return nil, fmt.Errorf("%s has the columns %q, not %q", name, have, want)
	}
	var rows [][]string
	for r := range table.Rows() {
		rows = append(rows, r.Cells())
	}
	return rows, table.Err()
}
