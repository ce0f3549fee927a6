package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/text/tsv"
)

// sourceColumns are the columns of this command's own tables.
var sourceColumns = map[string]string{
	"copies.tsv":   "from to number place",
	"groups.tsv":   "class name rule",
	"elements.tsv": "symbol names words not cas insoluble",
}

// readSource reads the rows of one of this command's own tables.
func readSource(dir, name string) ([][]string, error) {
	content, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read a source table: %w", err)
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
