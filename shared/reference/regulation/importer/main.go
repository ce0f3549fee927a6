// Command importer merges a folder of reference data into the lists of the laws
// (shared/reference/regulation/lists). It writes nothing else; gen then makes the table
// derived from them:
//
//	go run ./shared/reference/regulation/importer REFERENCE_DIR
//	go run ./shared/reference/regulation/gen/cmd
//
// A line is identified by its class, number, Japanese name and first day, and keeps its
// ids. Lines with a note were edited by hand: they stay as and where they are. Lines
// without one become what the reference data contain, and are removed where these no longer
// contain them; lists that the reference data lack stay. A second run changes nothing.
//
// seed.tsv assigns the rows of the reference data to classes, with their sources.
// Amendments that the reference data do not yet contain are written into the lists.
package main

import (
	"fmt"
	"os"

	"anzen/shared/reference/regulation/lists"
)

// listsDir and source are the folders of the lists and of this command's own table, from
// the module's root.
const (
	listsDir = "shared/reference/regulation/lists"
	source   = "shared/reference/regulation/importer"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: importer REFERENCE_DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(reference string) error {
	there, err := lists.ReadAll(listsDir)
	if err != nil {
		return err
	}
	imported, err := collect(reference, source)
	if err != nil {
		return err
	}
	changed, err := lists.WriteAll(listsDir, merge(there, imported))
	for _, name := range changed {
		fmt.Println(name)
	}
	return err
}

// collect reads the lists that the reference data contain.
func collect(reference, source string) ([]*lists.File, error) {
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
	all = append(all, seed...)
	if err := elements(reference, all); err != nil {
		return nil, err
	}
	return files(join(all)), nil
}
