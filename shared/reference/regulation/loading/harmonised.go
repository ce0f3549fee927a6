package loading

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/clp"
	"anzen/shared/text/fold"
)

// annexVI is the list of harmonised classifications, whose table states the classes too.
const annexVI = "EU-CLP/AVI"

// harmonised is the table of those classes, from the folder of the tables of the laws.
var harmonised = filepath.Join("..", "clp", "classifications.tsv")

// classified reads the classes that the rows of Annex VI state; an error where there is no
// column of class codes, or a code is unknown.
func (l *Table) classified(rows [][]string) (string, error) {
	at, cas, classes, statements := -1, -1, -1, -1
	for i, row := range rows[:min(len(rows), headRows)] {
		find := func(word string) int {
			return slices.IndexFunc(row, func(cell string) bool { return strings.Contains(fold.Squeezed(cell), word) })
		}
		if cas, classes, statements = find("cas"), find("hazardclass"), find("statementcode"); cas >= 0 && classes >= 0 && statements >= 0 {
			at = i
			break
		}
	}
	if at < 0 {
		return "", fmt.Errorf(`no row has the headings "CAS No", "Hazard Class and Category Code(s)" and "Hazard Statement Code(s)"`)
	}
	byCAS := map[string][]string{}
	for i, row := range rows[at+1:] {
		if max(cas, classes, statements) >= len(row) {
			continue
		}
		hazards, unread := clp.Read(row[classes], row[statements])
		found := chem.FindCAS(fold.Printed(row[cas]))
		if len(unread) > 0 && len(found) > 0 {
			return "", fmt.Errorf("row %d: %q is no class of the CLP Regulation", at+i+2, unread[0])
		}
		for _, f := range found {
			for _, h := range hazards {
				if both := h.Class + "/" + h.Category; f.Valid && !slices.Contains(byCAS[string(f.CAS)], both) {
					byCAS[string(f.CAS)] = append(byCAS[string(f.CAS)], both)
				}
			}
		}
	}
	var text strings.Builder
	_, _ = fmt.Fprintf(&text, "# Harmonised classification of substances by the CLP Regulation (Annex VI, Table 3): CAS number, categories as class/category (parted by ;).\n# source: %s\n# as of: %s\n# CAS Registry Number is a trademark of the American Chemical Society.\ncas\tcategories\n", l.Source, l.AsOf)
	for _, number := range slices.SortedFunc(maps.Keys(byCAS), chem.CompareCAS[string]) {
		_, _ = fmt.Fprintf(&text, "%s\t%s\n", number, strings.Join(byCAS[number], ";"))
	}
	return text.String(), nil
}

func writeHarmonised(tables, text string) error {
	if err := os.WriteFile(filepath.Join(tables, harmonised), []byte(text), 0o644); err != nil {
		return fmt.Errorf("write the classifications: %w", err)
	}
	return nil
}
