// Command importer brings a folder of reference data into the lists of the laws
// (shared/reference/regulation/lists). It writes nothing else; gen then makes what is
// derived from them:
//
//	go run ./shared/reference/regulation/importer REFERENCE_DIR
//	go run ./shared/reference/regulation/gen
//
// It merges. A line is known again by its class, number, Japanese name and first day, and
// keeps its ids. Lines with a note were written or changed by hand: they stay as they are,
// and where they stand. Lines without one become what the reference data say, and go where
// these have them no more; those of lists that the reference data do not have stay. A
// second run changes nothing.
//
// seed.tsv says to which class the rows of the reference data belong, and from whom they
// are. Amendments that the reference data do not have yet are written into the lists.
package main

import (
	"fmt"
	"os"

	"anzen/shared/reference/regulation/lists"
)

// listsDir and source are the folders of the lists and of this command's own table, from the module's root.
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

// collect reads the lists that the reference data have.
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
