// Command gen makes the embedded tables of shared/reference/regulation from a folder of
// reference data and from the tables of our own beside this file:
//
//	go run ./shared/reference/regulation/gen REFERENCE_DIR
//
// Ids are append-only: what the tables hold already keeps its id, what is new gets
// the next one, and the id of what is gone is not given again. Running it twice
// makes the same bytes.
//
//	laws.tsv, categories.tsv, classes.tsv  the tree
//	seed.tsv                               where the rows of the reference data belong
//	own.tsv                                entries written by hand, from the laws' texts
//	copies.tsv                             classes that hold what others hold
//	amend.tsv                              facts that the reference data lack
//	groups.tsv, elements.tsv               what belongs to 〜及びその化合物
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// tables is the folder of the embedded tables, source that of our own sources, from the module's root.
const (
	tables = "shared/reference/regulation"
	source = tables + "/gen"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen REFERENCE_DIR")
		os.Exit(2)
	}
	files, err := build(os.Args[1], tables, source)
	if err == nil {
		err = write(tables, files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// build makes the tables, by their names, from the reference data and our own sources. The ids are those of the
// tables that are there.
func build(reference, tables, source string) (map[string][]byte, error) {
	t, err := readTree(source)
	if err != nil {
		return nil, err
	}
	entries, err := collect(reference, source)
	if err != nil {
		return nil, err
	}
	if entries, err = t.order(entries); err != nil {
		return nil, err
	}
	known, err := readIDs(tables)
	if err != nil {
		return nil, err
	}
	return encode(t, entries, known)
}

// collect reads the entries of all sources and completes them.
func collect(reference, source string) ([]*entry, error) {
	var all []*entry
	for _, read := range []func(string) ([]*entry, error){readNotified, readPoisonous} {
		entries, err := read(reference)
		if err != nil {
			return nil, err
		}
		all = append(all, entries...)
	}
	seed, err := readSeed(reference, source)
	if err != nil {
		return nil, err
	}
	own, err := readOwn(source)
	if err != nil {
		return nil, err
	}
	all = append(append(all, seed...), own...)
	if err := elements(reference, all); err != nil {
		return nil, err
	}
	all = merge(all)
	for _, step := range []func(string, []*entry) ([]*entry, error){amend, group, copies} {
		if all, err = step(source, all); err != nil {
			return nil, err
		}
	}
	return all, complete(all)
}

func write(dir string, files map[string][]byte) error {
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return fmt.Errorf("write a table: %w", err)
		}
	}
	return nil
}
