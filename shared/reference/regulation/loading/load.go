// Package loading makes lists of the laws, and tables of the numbers of substances, from
// tables of the ministries: XLSX, CSV or TSV files.
package loading

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
	"anzen/shared/reference/regulation/gen"
	"anzen/shared/reference/regulation/lists"
	"anzen/shared/text/fold"
)

// Table is a ministry's table that becomes a list: the file, the list (LAW/CATEGORY or
// LAW/CATEGORY/CLASS), the day of the table and, where it is known, the first day on which its
// entries hold (YYYY-MM-DD), who published it, and the content from which an entry holds.
type Table struct{ File, List, AsOf, From, Source, Threshold string }

// Load makes the list of a table in a folder of tables of the laws, and from it the derived
// table.
func (l *Table) Load(out io.Writer, tables string) error {
	if err := l.run(out, tables); err != nil {
		return err
	}
	return gen.Run(tables, out)
}

var thresholdRE = regexp.MustCompile(`^(>=|>)[0-9]+(\.[0-9]+)?$`)

// run makes the lines of a class from a table, and records the list's state. Lines that were
// edited by hand stay; the others become what the table contains, and keep their ids.
func (l *Table) run(out io.Writer, tables string) error {
	if _, err := time.Parse(time.DateOnly, l.AsOf); err != nil {
		return fmt.Errorf("the date of the table is %q: write ASOF=YYYY-MM-DD, as the ministry dates it", l.AsOf)
	}
	if _, err := time.Parse(time.DateOnly, l.From); l.From != "" && err != nil {
		return fmt.Errorf("the first day is %q: write FROM=YYYY-MM-DD", l.From)
	}
	if l.Source == "" || strings.ContainsAny(l.Source, "\t\n") {
		return fmt.Errorf("who published the table is missing: write SOURCE=MHLW")
	}
	if !thresholdRE.MatchString(l.Threshold) {
		return fmt.Errorf("the content %q is none: write THRESHOLD=\">=1\"", l.Threshold)
	}
	if n, ok := numberings[l.List]; ok {
		return n.load(l, out, tables)
	}
	law, category, class, err := l.place()
	if err != nil {
		return err
	}
	content, err := os.ReadFile(l.File)
	if err != nil {
		return fmt.Errorf("read the table: %w", err)
	}
	rows, err := rowsOf(filepath.Ext(l.File), content, isListHead)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(l.File), err)
	}
	lines, skipped, err := l.lines(rows, class.Key())
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(l.File), err)
	}
	name := law + "/" + category.Code
	classes := ""
	if name == annexVI {
		if classes, err = l.classified(rows); err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(l.File), err)
		}
	}
	if err := l.write(tables, name, category, class.Key(), lines); err != nil {
		return err
	}
	if err := l.record(tables, law, category.Code); err != nil {
		return err
	}
	if classes != "" {
		if err := writeHarmonised(tables, classes); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "%s: %d lines, %d rows without a name and a CAS number left out\n", name, len(lines), skipped)
	return err
}

// place is the class into which the table is loaded.
func (l *Table) place() (law string, category *regulation.Category, class *regulation.Class, err error) {
	set := regulation.Current()
	parts := strings.Split(l.List, "/")
	if len(parts) < 2 || len(parts) > 3 {
		return "", nil, nil, fmt.Errorf("the list is %q: write LIST=JP-ISHA/GUIDE/MUTAGEN", l.List)
	}
	if category = set.Category(parts[0], parts[1]); category == nil {
		return "", nil, nil, fmt.Errorf("%s/%s is no list: see categories.tsv", parts[0], parts[1])
	}
	if l.List == "JP-ISHA/LABEL" || l.List == "JP-ISHA/SDS" || l.List == "JP-ISHA/RA" {
		return "", nil, nil, fmt.Errorf("%s has a content for the label and one for the sheet: use the importer", lists.Notified)
	}
	code := "DEFAULT"
	if len(parts) == 3 {
		code = parts[2]
	}
	if class = set.Class(parts[0] + "/" + parts[1] + "/" + code); class == nil {
		return "", nil, nil, fmt.Errorf("%s/%s has no class %s: see classes.tsv", parts[0], parts[1], code)
	}
	return parts[0], category, class, nil
}

// lines are the lines of the table: rows of one number and name are one.
func (l *Table) lines(rows [][]string, class string) (lines []lists.Line, skipped int, err error) {
	head, at, err := headOf(rows)
	if err != nil {
		return nil, 0, err
	}
	place := map[string]int{}
	for i, row := range rows[at+1:] {
		line := lists.Line{
			Number: head.cell(row, ofNumber), Ja: head.cell(row, ofJa), En: head.cell(row, ofEn), From: l.From,
			Contents: []lists.Content{{Class: class, Threshold: l.Threshold}}, Origin: lists.Origin{Source: l.Source, AsOf: l.AsOf, Confidence: "official"},
		}
		for _, found := range chem.FindCAS(fold.Printed(head.cell(row, ofCAS))) {
			if !found.Valid {
				return nil, 0, fmt.Errorf("row %d: %s is no CAS number: its check digit is wrong", at+i+2, found.CAS)
			}
			line.CAS = append(line.CAS, string(found.CAS))
		}
		if line.Ja == "" {
			line.Ja = line.En
		}
		if line.Ja == "" && len(line.CAS) > 0 {
			if s, ok := chem.ByCAS(chem.CAS(line.CAS[0])); ok {
				line.Ja = s.Name("ja")
			} else {
				line.Ja = "CAS " + line.CAS[0]
			}
		}
		if line.Ja == "" {
			skipped++
			continue
		}
		key := line.Number + "\t" + line.Ja
		if n, ok := place[key]; ok {
			lines[n].CAS = append(lines[n].CAS, line.CAS...)
			continue
		}
		place[key] = len(lines)
		lines = append(lines, line)
	}
	for i := range lines {
		slices.SortFunc(lines[i].CAS, chem.CompareCAS[string])
		lines[i].CAS = slices.Compact(lines[i].CAS)
	}
	if len(lines) == 0 {
		return nil, 0, fmt.Errorf("no row has a name or a CAS number")
	}
	return lines, skipped, nil
}

// write puts the lines into the list, with the ids of those that are there.
func (l *Table) write(tables, name string, category *regulation.Category, class string, lines []lists.Line) error {
	dir := filepath.Join(tables, "lists")
	all, err := lists.ReadAll(dir)
	if err != nil {
		return err
	}
	n := slices.IndexFunc(all, func(f *lists.File) bool { return f.Name == name })
	if n < 0 {
		law := name[:strings.Index(name, "/")]
		title := []string{law, category.Ja + " / " + category.En + ": " + category.Article, "CAS Registry Number is a trademark of the American Chemical Society."}
		all = append(all, &lists.File{Name: name, Title: title, Origin: lists.Origin{Source: l.Source, AsOf: l.AsOf, Confidence: "official"}})
		n = len(all) - 1
	}
	ids := map[string]int{}
	var kept []lists.Line
	for _, there := range all[n].Lines {
		if there.Note != "" || there.Contents[0].Class != class {
			kept = append(kept, there)
			continue
		}
		ids[there.Number+"\t"+there.Ja+"\t"+there.From] = there.Contents[0].ID
	}
	for _, line := range lines {
		line.Contents[0].ID = ids[line.Number+"\t"+line.Ja+"\t"+line.From]
		kept = append(kept, line)
	}
	all[n].Lines = kept
	_, err = lists.WriteAll(dir, all)
	return err
}

// record marks the category as loaded and adds the list's state.
func (l *Table) record(tables, law, category string) error {
	at := filepath.Join(tables, "versions.tsv")
	versions, err := os.ReadFile(at)
	if err != nil {
		return fmt.Errorf("read the states of the lists: %w", err)
	}
	row := strings.Join([]string{law, category, l.From, l.Source, l.AsOf}, "\t") + "\n"
	if !strings.Contains(string(versions), row) {
		if err := os.WriteFile(at, append(versions, row...), 0o644); err != nil {
			return fmt.Errorf("write the states of the lists: %w", err)
		}
	}
	at = filepath.Join(tables, "categories.tsv")
	categories, err := os.ReadFile(at)
	if err != nil {
		return fmt.Errorf("read the categories: %w", err)
	}
	text := strings.Split(string(categories), "\n")
	column := -1
	for i, line := range text {
		cells := strings.Split(line, "\t")
		if cells[0] == "id" {
			column = slices.Index(cells, "loaded")
		}
		if column > 0 && len(cells) > column && cells[1] == law && cells[2] == category {
			cells[column] = "1"
			text[i] = strings.Join(cells, "\t")
		}
	}
	if err := os.WriteFile(at, []byte(strings.Join(text, "\n")), 0o644); err != nil {
		return fmt.Errorf("write the categories: %w", err)
	}
	return nil
}
