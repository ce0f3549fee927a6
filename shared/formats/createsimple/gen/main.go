// Command gen makes the table of substance facts, facts.tsv.gz, from a folder of reference data.
//
//	go run ./shared/formats/createsimple/gen REFERENCE_DIR
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

const header = `# Facts of substances by CAS number: cas, state, molecular weight, boiling point (C), log Kow, flash point (C), solubility in water (mg/L), vapour pressure (Pa), rules, concentration standard (8 hours, short term, since), GHS classification.
# Own selection. Properties and rules: substance list of the Ministry of Health, Labour and Welfare's CREATE-SIMPLE ver.3.2.1 (2026-06). Concentration standards: Ministry of Health, Labour and Welfare, list of 2025-10-01. GHS: NITE, classification by the government of Japan, as of 2026-03-04. Limits of ACGIH, JSOH and DFG are not in it.
# CAS Registry Number is a trademark of the American Chemical Society.
` + "cas\tstate\tweight\tboiling_point\tlog_kow\tflash_point\tsolubility\tvapour_pressure\trules\tstandard_8h\tstandard_short\tstandard_since\tghs\n"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen REFERENCE_DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
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

func run(dir string) error {
	facts := map[chem.CAS]*fact{}
	of := func(cas string) *fact {
		c := chem.CAS(chem.Fold(cas))
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
			return err
		}
	}
	var lines []string
	for _, cas := range slices.SortedFunc(maps.Keys(facts), func(a, b chem.CAS) int { return cmp.Compare(a, b) }) {
		f := facts[cas]
		lines = append(lines, strings.Join(slices.Concat([]string{string(cas)}, f.properties[:], []string{f.rules}, f.standard[:], []string{f.ghs}), "\t"))
	}
	return write(lines)
}

func write(lines []string) error {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return fmt.Errorf("pack the table: %w", err)
	}
	if _, err := z.Write([]byte(header + strings.Join(lines, "\n") + "\n")); err != nil {
		return fmt.Errorf("pack the table: %w", err)
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("pack the table: %w", err)
	}
	if err := os.WriteFile("shared/formats/createsimple/facts.tsv.gz", packed.Bytes(), 0o644); err != nil { //nolint:gosec // not secret
		return fmt.Errorf("write the table: %w", err)
	}
	fmt.Printf("%d substances, %d bytes\n", len(lines), packed.Len())
	return nil
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
		names[chem.Fold(c)] = c
	}
	for row := range table.Rows() {
		take(func(column string) string {
			if name, ok := names[column]; ok {
				return chem.Fold(row.Text(name))
			}
			return ""
		})
	}
	return table.Err()
}
