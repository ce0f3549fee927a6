// Command importer brings the facts of a folder of reference data into the table of
// substance facts, facts.tsv, and writes nothing else. Rows with a note were written or
// changed by hand and stay as they are; the others become what the reference data have. The
// table's head is written by hand, also its dates. A second run changes nothing.
//
//	go run ./shared/formats/createsimple/importer REFERENCE_DIR
package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

// table is the table, from the module's root.
const table = "shared/formats/createsimple/facts.tsv"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: importer REFERENCE_DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1], table); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// fact is a line of the table under way.
type fact struct {
	properties [7]string // state to vapour pressure
	rules      string
	standard   [3]string
	ghs        string
}

func run(dir, table string) error {
	there, err := os.ReadFile(table) //nolint:gosec // a constant
	if err != nil {
		return fmt.Errorf("read the table: %w", err)
	}
	merged, err := imported(dir, string(there))
	if err != nil {
		return err
	}
	if err := os.WriteFile(table, []byte(merged), 0o644); err != nil { //nolint:gosec // not secret
		return fmt.Errorf("write the table: %w", err)
	}
	return nil
}

// imported is the table with the reference data merged in.
func imported(dir, there string) (string, error) {
	facts := map[chem.CAS]*fact{}
	of := func(cas string) *fact {
		c := chem.CAS(fold.Printed(cas))
		if !c.Valid() {
			return nil
		}
		if facts[c] == nil {
			facts[c] = &fact{}
		}
		return facts[c]
	}
	for _, source := range []struct {
		name string
		take func(get func(string) string, of func(string) *fact)
	}{
		{"jp_create_simple_substances.tsv", takeProperties},
		{"jp_isha_concentration_standard.tsv", takeStandard},
		{"jp_nite_ghs_classification.tsv", takeGHS},
	} {
		if err := read(filepath.Join(dir, source.name), func(get func(string) string) { source.take(get, of) }); err != nil {
			return "", err
		}
	}
	var rows [][]string
	for _, cas := range slices.SortedFunc(maps.Keys(facts), func(a, b chem.CAS) int { return cmp.Compare(a, b) }) {
		f := facts[cas]
		rows = append(rows, slices.Concat([]string{string(cas)}, f.properties[:], []string{f.rules}, f.standard[:], []string{f.ghs}))
	}
	return tsv.Merge(filepath.Base(table), there, rows)
}

// read calls take with each row of a file, whose cells it gets by their column.
func read(path string, take func(get func(column string) string)) error {
	content, err := os.ReadFile(path) //nolint:gosec // named by who runs the command
	if err != nil {
		return fmt.Errorf("read a source: %w", err)
	}
	table := tsv.Read(filepath.Base(path), string(content)).Ragged()
	names := map[string]string{} // of the columns, as they stand in the file
	for _, c := range table.Columns() {
		names[fold.Printed(c)] = c
	}
	for row := range table.Rows() {
		take(func(column string) string {
			if name, ok := names[column]; ok {
				return fold.Printed(row.Text(name))
			}
			return ""
		})
	}
	return table.Err()
}
