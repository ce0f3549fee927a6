package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// controlNumbers is the name of the list of control numbers of the PRTR law (管理番号), which
// is no list of a law: it gives numbers to substances that are on its lists.
const controlNumbers = "JP-PRTR/NUMBER"

// controls is the table of control numbers, from the folder of the tables of the laws.
var controls = filepath.Join("..", "gazette", "prtr.tsv")

var controlRE = regexp.MustCompile(`^[1-9][0-9]{0,3}$`)

// runControls replaces the control numbers by those of a table with a column 管理番号 and one of
// CAS numbers.
func (l *load) runControls(out io.Writer, tables string) error {
	content, err := os.ReadFile(l.file)
	if err != nil {
		return fmt.Errorf("read the table: %w", err)
	}
	rows, err := rowsOf(filepath.Ext(l.file), content, isControlHead)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(l.file), err)
	}
	numbers, skipped, err := controlsOf(rows)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(l.file), err)
	}
	var text strings.Builder
	_, _ = fmt.Fprintf(&text, "# Control numbers (管理番号) of the PRTR law by CAS number; several are parted by \";\".\n# source: %s\n# as of: %s\n# CAS Registry Number is a trademark of the American Chemical Society.\ncas\tnumber\n", l.source, l.asOf)
	for _, cas := range slices.SortedFunc(maps.Keys(numbers), chem.CompareCAS[string]) {
		_, _ = fmt.Fprintf(&text, "%s\t%s\n", cas, strings.Join(numbers[cas], ";"))
	}
	if err := os.WriteFile(filepath.Join(tables, controls), []byte(text.String()), 0o644); err != nil {
		return fmt.Errorf("write the control numbers: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s: %d CAS numbers, %d rows without a CAS number left out\n", controlNumbers, len(numbers), skipped)
	return err
}

// controlColumns are the places of the control number and of the CAS numbers.
func controlColumns(row []string) (number, cas int) {
	find := func(words ...string) int {
		return slices.IndexFunc(row, func(cell string) bool {
			name := fold.Squeezed(cell)
			return len(name) <= 60 && contains(name, words)
		})
	}
	return find("管理番号", "controlnumber", "controlno"), find("cas")
}

func isControlHead(row []string) bool {
	number, cas := controlColumns(row)
	return number >= 0 && cas >= 0
}

func controlsOf(rows [][]string) (numbers map[string][]string, skipped int, err error) {
	at := slices.IndexFunc(rows[:min(len(rows), headRows)], isControlHead)
	if at < 0 {
		return nil, 0, fmt.Errorf("no row has the headings 管理番号 and CAS")
	}
	number, cas := controlColumns(rows[at])
	numbers = map[string][]string{}
	for i, row := range rows[at+1:] {
		if max(number, cas) >= len(row) {
			skipped++
			continue
		}
		found := chem.FindCAS(fold.Printed(row[cas]))
		if len(found) == 0 {
			skipped++
			continue
		}
		control := strings.TrimSpace(fold.Printed(row[number]))
		if !controlRE.MatchString(control) {
			return nil, 0, fmt.Errorf("row %d: %q is no control number", at+i+2, control)
		}
		for _, f := range found {
			if !f.Valid {
				return nil, 0, fmt.Errorf("row %d: %s is no CAS number: its check digit is wrong", at+i+2, f.CAS)
			}
			if key := string(f.CAS); !slices.Contains(numbers[key], control) {
				numbers[key] = append(numbers[key], control)
			}
		}
	}
	if len(numbers) == 0 {
		return nil, 0, fmt.Errorf("no row has a CAS number")
	}
	return numbers, skipped, nil
}
