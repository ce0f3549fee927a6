package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// row is a row of a file with a heading, by the columns' names.
type row map[string]string

// readReference reads a file of the reference data: a heading, then a row a line.
func readReference(dir, name string) ([]row, error) {
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read the reference data: %w", err)
	}
	var columns []string
	var rows []row
	for line := range strings.Lines(string(content)) {
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if columns == nil {
			columns = cells
			continue
		}
		r := row{}
		for i, c := range columns {
			if i < len(cells) {
				r[c] = strings.TrimSpace(cells[i])
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// readSource reads a table of our own: lines that begin with # are comments.
func readSource(dir, name string, columns int) ([][]string, error) {
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read a source: %w", err)
	}
	var rows [][]string
	for line := range strings.Lines(string(content)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cells) != columns {
			return nil, fmt.Errorf("%s: a row has %d columns, not %d: %s", name, len(cells), columns, line)
		}
		rows = append(rows, cells)
	}
	return rows, nil
}
