package loading

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// numbering is a table of package gazette: it gives numbers to substances, and is no list of
// a law.
type numbering struct {
	file, title string
	// words are those of the numbers' heading, squeezed, the most certain first; a heading with
	// one of others is not it.
	words, others []string
	number        *regexp.Regexp // in a cell, squeezed: its groups are the parts that are joined
}

// ControlNumbers, GazetteCSCL and GazetteISHA are the names of the tables of numbers.
const (
	ControlNumbers = "JP-PRTR/NUMBER"
	GazetteCSCL    = "JP-CSCL/NUMBER"
	GazetteISHA    = "JP-ISHA/NUMBER"
)

var numberings = map[string]*numbering{
	ControlNumbers: {
		file: "prtr.tsv", title: "Control numbers (管理番号) of the PRTR law",
		words: []string{"管理番号", "controlnumber", "controlno"}, number: regexp.MustCompile(`^([1-9][0-9]{0,3})$`),
	},
	GazetteCSCL: {
		file: "cscl.tsv", title: "Numbers of the official gazette of the Chemical Substances Control Law (化審法 官報公示整理番号)",
		words: []string{"化審法官報公示整理番号", "官報公示整理番号(化審法)", "化審法番号", "encs", "miti", "官報公示整理番号", "整理番号"}, others: []string{"安衛", "ishl"},
		number: regexp.MustCompile(`^\(?([1-9])\)?(-[0-9]{1,5})$`),
	},
	GazetteISHA: {
		file: "isha.tsv", title: "Numbers of the official gazette of the Industrial Safety and Health Act (安衛法 官報公示整理番号)",
		words: []string{"安衛法官報公示整理番号", "官報公示整理番号(安衛法)", "安衛法番号", "ishl", "官報公示整理番号", "整理番号"}, others: []string{"化審", "encs", "miti"},
		number: regexp.MustCompile(`^\(?([1-9])\)?(-\([0-9]{1,2}\)-[0-9]{1,5}|-[0-9]{1,5})$`),
	},
}

// numbersFolder is the folder of the tables of numbers, from the folder of the tables of the
// laws.
var numbersFolder = filepath.Join("..", "gazette")

// statutory is a number of an entry of the PRTR order: 1-348.
var statutory = regexp.MustCompile(`^(?:第?([12一二])種?)?([12])?-?0*([0-9]{1,3})$`)

// numbered are the numbers of a substance and of an entry; either may be empty.
type numbered struct {
	cas, entry string
	numbers    []string
}

// load replaces a table of numbers by that of a file with a column of the numbers, one of CAS
// numbers and, for control numbers, one of the order's numbers.
func (n *numbering) load(l *Table, out io.Writer, tables string) error {
	content, err := os.ReadFile(l.File)
	if err != nil {
		return fmt.Errorf("read the table: %w", err)
	}
	rows, err := rowsOf(filepath.Ext(l.File), content, n.isHead)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(l.File), err)
	}
	all, skipped, err := n.read(rows)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(l.File), err)
	}
	var text strings.Builder
	_, _ = fmt.Fprintf(&text, "# %s by CAS number and by the order's number of the entry; several are parted by \";\".\n# source: %s\n# as of: %s\n# complete: yes\n# CAS Registry Number is a trademark of the American Chemical Society.\ncas\tentry\tnumber\n", n.title, l.Source, l.AsOf)
	substances := 0
	for _, one := range all {
		if one.cas != "" {
			substances++
		}
		_, _ = fmt.Fprintf(&text, "%s\t%s\t%s\n", one.cas, one.entry, strings.Join(one.numbers, ";"))
	}
	if err := os.WriteFile(filepath.Join(tables, numbersFolder, n.file), []byte(text.String()), 0o644); err != nil {
		return fmt.Errorf("write the numbers: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s: %d CAS numbers, %d rows without a number of a substance left out\n", l.List, substances, skipped)
	return err
}

// columns are the places of the numbers, of the CAS numbers and of the order's numbers; -1
// where there are none.
func (n *numbering) columns(row []string) (number, cas, entry int) {
	names := make([]string, len(row))
	for i, cell := range row {
		if names[i] = fold.Squeezed(cell); len(names[i]) > 80 {
			names[i] = ""
		}
	}
	number = -1
	for _, word := range n.words {
		number = slices.IndexFunc(names, func(name string) bool { return strings.Contains(name, word) && !contains(name, n.others) })
		if number >= 0 {
			break
		}
	}
	cas = slices.IndexFunc(names, func(name string) bool { return strings.Contains(name, "cas") })
	entry = slices.IndexFunc(names, func(name string) bool { return strings.Contains(name, "政令番号") })
	return number, cas, entry
}

func (n *numbering) isHead(row []string) bool {
	number, cas, entry := n.columns(row)
	return number >= 0 && (cas >= 0 || entry >= 0)
}

func (n *numbering) read(rows [][]string) (all []numbered, skipped int, err error) {
	at := slices.IndexFunc(rows[:min(len(rows), headRows)], n.isHead)
	if at < 0 {
		return nil, 0, fmt.Errorf("no row has the headings %s and CAS", n.words[0])
	}
	number, cas, entry := n.columns(rows[at])
	for i, row := range rows[at+1:] {
		cell := func(column int) string {
			if column < 0 || column >= len(row) {
				return ""
			}
			return strings.TrimSpace(fold.Printed(row[column]))
		}
		found := chem.FindCAS(cell(cas))
		of := entryOf(cell(entry))
		if len(found) == 0 && of == "" {
			skipped++
			continue
		}
		numbers, err := n.numbers(cell(number))
		switch {
		case err != nil:
			return nil, 0, fmt.Errorf("row %d: %w", at+i+2, err)
		case len(numbers) == 0:
			skipped++
			continue
		case len(found) == 0:
			all = joined(all, numbered{"", of, numbers})
		}
		for _, f := range found {
			if !f.Valid {
				return nil, 0, fmt.Errorf("row %d: %s is no CAS number: its check digit is wrong", at+i+2, f.CAS)
			}
			all = joined(all, numbered{string(f.CAS), of, numbers})
		}
	}
	if len(all) == 0 {
		return nil, 0, fmt.Errorf("no row has a number of a substance")
	}
	slices.SortStableFunc(all, func(a, b numbered) int { return chem.CompareCAS(a.cas, b.cas) })
	return all, skipped, nil
}

// numbers are those of a cell; none where it has no digit (対象外, -).
func (n *numbering) numbers(cell string) (all []string, err error) {
	for _, part := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune("、,;/\n 　", r) }) {
		m := n.number.FindStringSubmatch(fold.Squeezed(part))
		if m == nil {
			if strings.ContainsAny(part, "0123456789") {
				return nil, fmt.Errorf("%q is no number of %s", part, n.title)
			}
			continue
		}
		if one := strings.Join(m[1:], ""); !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all, nil
}

// entryOf is a number of the PRTR order as the list has it: 1-8 is 1-008; empty for none.
func entryOf(cell string) string {
	m := statutory.FindStringSubmatch(fold.Squeezed(cell))
	if m == nil {
		return ""
	}
	kind := strings.NewReplacer("一", "1", "二", "2").Replace(m[1] + m[2])
	if len(kind) != 1 {
		return ""
	}
	return kind + "-" + strings.Repeat("0", 3-len(m[3])) + m[3]
}

// joined adds the numbers to those of the same substance and entry.
func joined(all []numbered, one numbered) []numbered {
	i := slices.IndexFunc(all, func(n numbered) bool { return n.cas == one.cas && n.entry == one.entry })
	if i < 0 {
		return append(all, numbered{one.cas, one.entry, slices.Clone(one.numbers)})
	}
	for _, n := range one.numbers {
		if !slices.Contains(all[i].numbers, n) {
			all[i].numbers = append(all[i].numbers, n)
		}
	}
	return all
}
