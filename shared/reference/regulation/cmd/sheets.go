package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"anzen/shared/reference/chem"
)

// longest is the longest line of a sheet in bytes.
const longest = 64 << 20

// sheet is what is counted of a sheet as read.
type sheet struct {
	Composition []struct {
		Name string   `json:"name"`
		CAS  []string `json:"cas"`
	} `json:"composition"`
}

// reportSheets counts the CAS numbers of the ingredients of sheets, and prints those without
// a formula under the names that the sheets give them.
func reportSheets(path string, out io.Writer) error {
	names, count, err := ingredientsOf(path)
	if err != nil {
		return err
	}
	misprints, unknown, mixed := 0, 0, 0
	var missing []string
	numbers := slices.SortedFunc(maps.Keys(names), chem.CompareCAS[string])
	for _, number := range numbers {
		cas := chem.CAS(number)
		if !cas.Valid() {
			misprints++
			continue
		}
		if _, ok := chem.ByCAS(cas); !ok {
			unknown++
		}
		switch {
		case !chem.HasFormula(cas):
			missing = append(missing, number)
		case chem.Formula(cas) == "":
			mixed++
		}
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(w, "sheets\t%d\nCAS numbers of their ingredients\t%d\nwith a wrong check digit\t%d\nunknown to the dictionary\t%d\n", count, len(numbers)-misprints, misprints, unknown)
	_, _ = fmt.Fprintf(w, "of no fixed composition\t%d\nformulas missing\t%d\n", mixed, len(missing))
	for _, number := range missing {
		_, _ = fmt.Fprintf(w, "  %s\t%s\n", number, strings.Join(slices.Sorted(maps.Keys(names[number])), "; "))
	}
	return w.Flush()
}

// ingredientsOf reads the CAS numbers of sheets with the names beside them.
func ingredientsOf(path string) (names map[string]map[string]bool, count int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, fmt.Errorf("read the sheets: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	names = map[string]map[string]bool{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, longest)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		count++
		var s sheet
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return nil, 0, fmt.Errorf("line %d is no sheet as analyze prints it: %w", count, err)
		}
		for _, is := range s.Composition {
			for _, number := range is.CAS {
				if names[number] == nil {
					names[number] = map[string]bool{}
				}
				names[number][is.Name] = true
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, 0, fmt.Errorf("read the sheets: %w", err)
	}
	return names, count, nil
}
