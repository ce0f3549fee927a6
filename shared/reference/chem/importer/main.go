// Command importer updates the table of substance names, names.tsv, from a folder of
// reference data. Rows with a note were edited by hand and stay as they are; the others
// become what the reference data contain. The comments above the columns, with the date,
// are edited by hand. A second run changes nothing.
//
//	go run ./shared/reference/chem/importer REFERENCE_DIR
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

// table is the path of the table, from the module's root.
const table = "shared/reference/chem/names.tsv"

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

func run(dir, table string) error {
	there, err := os.ReadFile(table)
	if err != nil {
		return fmt.Errorf("read the names: %w", err)
	}
	merged, err := imported(dir, string(there))
	if err != nil {
		return err
	}
	if err := os.WriteFile(table, []byte(merged), 0o644); err != nil {
		return fmt.Errorf("write the names: %w", err)
	}
	return nil
}

// imported merges the reference data into the existing table.
func imported(dir, there string) (string, error) {
	rows, err := read(filepath.Join(dir, "substance_dictionary.tsv"))
	if err != nil {
		return "", err
	}
	return tsv.Merge(filepath.Base(table), there, rows)
}

func read(path string) ([][]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the dictionary: %w", err)
	}
	table := tsv.Read(filepath.Base(path), string(content)).Ragged()
	var out [][]string
	for row := range table.Rows() {
		get := func(column string) string { return fold.Printed(row.Text(column)) }
		cas := get("cas")
		if !chem.CAS(cas).Valid() {
			continue
		}
		longJa, longEn := short(get("name_ja")), short(get("name_en"))
		ja, en := usualJa(longJa), usualEn(longEn)
		others := others(ja, en, slices.Concat(namesJa(longJa), namesEn(longEn), listed(get("aliases_ja")), listed(get("aliases_en"))))
		if ja == "" && en == "" && others == "" {
			continue
		}
		out = append(out, []string{cas, ja, en, get("formula"), others})
	}
	return out, table.Err()
}

// short keeps common names, without descriptions of refinery streams.
func short(name string) string {
	name, _, _ = strings.Cut(name, "; [")
	if len(name) > 180 {
		return ""
	}
	return name
}

// listed are the names of a list of aliases.
func listed(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == '|' || r == ';' })
}

// others are the names besides the usual ones, each once.
func others(ja, en string, names []string) string {
	seen := map[string]bool{fold.Squeezed(ja): true, fold.Squeezed(en): true, "": true}
	var out []string
	for _, name := range names {
		name = short(strings.TrimLeft(strings.TrimSpace(name), ":; "))
		if key := fold.Squeezed(name); !seen[key] {
			seen[key] = true
			out = append(out, name)
		}
	}
	return strings.Join(out, " | ")
}
