package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/text/tsv"
)

// row is a row of a file with column names.
type row map[string]string

// readReference reads a file of the reference data: a line of column names, then the rows.
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

// readPlaces reads the assignment of the unified seed's rows.
func readPlaces(dir string) ([][]string, error) {
	content, err := os.ReadFile(filepath.Join(dir, "seed.tsv"))
	if err != nil {
		return nil, fmt.Errorf("read a source table: %w", err)
	}
	table := tsv.Read("seed.tsv", string(content))
	if have, want := table.Columns(), strings.Fields("law category beginning class prefix source as_of confidence"); table.Err() == nil && !slices.Equal(have, want) {
		return nil, fmt.Errorf("seed.tsv has the columns %q, not %q", have, want)
	}
	var rows [][]string
	for r := range table.Rows() {
		rows = append(rows, r.Cells())
	}
	return rows, table.Err()
}
