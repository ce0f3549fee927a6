// Package gen makes the table derived from the lists of the laws, from the repository
// alone:
//
//	go run ./shared/reference/regulation/gen/cmd
//
// It reads ../lists and writes ../entries.tsv, which is embedded: every entry with its id,
// its names in both languages, its name rule and its CAS numbers with their ids. New lines
// of the lists get their ids.
//
// Ids are append-only: existing ones stay, new lines get the next ones, and ids of removed
// lines are not used again. Running it twice makes the same bytes.
//
// An entry that neither a CAS number nor a rule identifies gets the words of its name for a
// human look, so that none can never match.
//
// An entry whose name another list has with another CAS number gets that for a human look.
//
//	copies.tsv                classes that repeat other classes
//	groups.tsv, elements.tsv  members of 〜及びその化合物
//
// Laws, categories, classes and the versions of the lists are edited and embedded as they
// are: ../laws.tsv, ../categories.tsv, ../classes.tsv, ../versions.tsv. Another command,
// importer, merges reference data into the lists.
package gen

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"anzen/shared/reference/regulation/lists"
)

// derived is the table that gen makes.
const derived = "entries.tsv"

// Run makes the derived table of a folder, and prints the lists whose new lines got ids.
func Run(tables string, out io.Writer) error {
	all, content, err := build(tables)
	if err != nil {
		return err
	}
	changed, err := lists.WriteAll(filepath.Join(tables, "lists"), all)
	if err != nil {
		return err
	}
	for _, name := range changed {
		if _, err := fmt.Fprintln(out, "ids:", name); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(tables, derived), content, 0o644); err != nil {
		return fmt.Errorf("write the derived table: %w", err)
	}
	return nil
}

// build returns the lists with all ids, and the derived table.
func build(tables string) ([]*lists.File, []byte, error) {
	all, err := lists.ReadAll(filepath.Join(tables, "lists"))
	if err != nil {
		return nil, nil, err
	}
	known, err := readIDs(filepath.Join(tables, derived))
	if err != nil {
		return nil, nil, err
	}
	if err := known.number(all); err != nil {
		return nil, nil, err
	}
	order, err := classOrder(tables)
	if err != nil {
		return nil, nil, err
	}
	inOrder, err := sortLists(all, order)
	if err != nil {
		return nil, nil, err
	}
	entries := collect(inOrder)
	for _, step := range []func(string, []*entry) ([]*entry, error){group, copies} {
		if entries, err = step(filepath.Join(tables, "gen"), entries); err != nil {
			return nil, nil, err
		}
	}
	known.numberCopies(entries)
	if err := complete(entries); err != nil {
		return nil, nil, err
	}
	namesakes(entries)
	sortByClass(entries, order)
	return all, encode(entries, known), nil
}
