// Package lists reads and writes the lists of the laws as stored in the repository: a file
// per list, a line per substance or group of substances as the law's text names it, in the
// order of the law's text. They are edited when a law changes.
//
//	JP-PRTR/C1.tsv         a category of a law: LAW/CATEGORY.tsv
//	JP-ISHA/NOTIFIED.tsv   the one list of the categories LABEL and SDS, with a content for each
//
// A file begins with its source:
//
//	# 化管法 第一種指定化学物質
//	# source: NITE
//	# as of: 2026-07-11
//	# confidence: official
//
// The columns are the same in every list:
//
//	id          of the entry (in NOTIFIED: of label and sds, as far as they have a content);
//	            empty in a new line: gen assigns it
//	class       within the category; DEFAULT where the category has one only
//	number      in the law's text
//	ja, en      the name; en is empty where the list has none: gen takes it from another
//	            list, or from the dictionary of substances
//	threshold   the content from which it holds: >=1, >0.1 (in NOTIFIED: label, sds)
//	certain     the content from which it holds in any form
//	flags       pure (the substance itself, 原体), gas (as a high-pressure gas), all (the
//	            numbers together), single (the CAS numbers only, no name rule)
//	element     the symbol of the element, or the formula, as which the share is counted;
//	            "C2O4>C2H2O4": the part of the first, as the second (蓚酸として)
//	context_ja, context_en  what has to be checked since a sheet cannot decide it
//	rule        the name rule, where it is not that of gen/groups.tsv; "+..." is added to that one.
//	            look: cannot be matched automatically, what it touches is for a human look;
//	            maybe=CAS|CAS: numbers that probably belong to it, for a human look
//	from, to    the first day on which it holds, and the first on which it does not
//	cas         CAS numbers, separated by a space
//	source, as_of, confidence  where different from those of the file
//	note        why the line was edited by hand
//
// To enter an amendment, add a line for each new substance, with its first day in from; set
// to of a removed one to the day after its last; for a changed content, set to in the line
// and add a line with the new content from that day. A note names the amendment; the
// importer leaves lines with a note as they are.
package lists

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/text/tsv"
)

// Notified is the list of the categories LABEL and SDS of the act on industrial safety and health.
const Notified = "JP-ISHA/NOTIFIED"

// The classes of the contents of Notified.
const (
	LabelClass = "JP-ISHA/LABEL/DEFAULT"
	SDSClass   = "JP-ISHA/SDS/DEFAULT"
)

// File is a list.
type File struct {
	Name   string // "JP-PRTR/C1"
	Title  []string
	Origin Origin
	Lines  []Line
}

// Origin is the source of facts.
type Origin struct{ Source, AsOf, Confidence string }

// Line is a substance or group of a list.
type Line struct {
	Contents             []Content
	Number, Ja, En       string
	Certain              string
	Flags                []string
	Element              string
	ContextJa, ContextEn string
	Rule                 string
	From, To             string
	CAS                  []string
	Origin               Origin
	Note                 string
}

// Content is the content from which a line holds in a class.
type Content struct {
	ID        int // 0: not yet assigned
	Class     string
	Threshold string
}

var common = strings.Fields("certain flags element context_ja context_en rule from to cas source as_of confidence note")

// columns returns the columns of a list.
func columns(name string) []string {
	if name == Notified {
		return slices.Concat([]string{"id", "number", "ja", "en", "label", "sds"}, common)
	}
	return slices.Concat([]string{"id", "class", "number", "ja", "en", "threshold"}, common)
}

// ReadAll reads all lists of a folder, sorted by name.
func ReadAll(dir string) ([]*File, error) {
	var all []*File
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(at) != ".tsv" {
			return err
		}
		content, err := os.ReadFile(at)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, strings.TrimSuffix(at, ".tsv"))
		if err != nil {
			return err
		}
		f, err := Parse(filepath.ToSlash(name), string(content))
		all = append(all, f)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the lists: %w", err)
	}
	return all, nil
}

// WriteAll writes the lists that differ from their files, and returns their names.
func WriteAll(dir string, all []*File) (changed []string, err error) {
	for _, f := range all {
		at, text := filepath.Join(dir, filepath.FromSlash(f.Name)+".tsv"), f.Text()
		if there, err := os.ReadFile(at); err == nil && string(there) == text {
			continue
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return changed, fmt.Errorf("write the lists: %w", err)
		}
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return changed, fmt.Errorf("write the lists: %w", err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			return changed, fmt.Errorf("write the lists: %w", err)
		}
		changed = append(changed, f.Name)
	}
	return changed, nil
}

// The comments with the source of a list.
const (
	sourceMark     = "# source: "
	asOfMark       = "# as of: "
	confidenceMark = "# confidence: "
)

// Parse parses a list.
func Parse(name, text string) (*File, error) {
	if law, category := path.Split(name); law == "" || category == "" || strings.Count(name, "/") != 1 {
		return nil, fmt.Errorf("%s is not named LAW/CATEGORY", name)
	}
	table := tsv.Read(name+".tsv", text)
	f := &File{Name: name, Origin: Origin{table.Comment(sourceMark), table.Comment(asOfMark), table.Comment(confidenceMark)}}
	if err := table.Err(); err != nil {
		return nil, err
	}
	if !slices.Equal(table.Columns(), columns(name)) {
		return nil, fmt.Errorf("%s has the columns %q, not %q", name, table.Columns(), columns(name))
	}
	if f.Origin.Source == "" || f.Origin.AsOf == "" || f.Origin.Confidence == "" {
		return nil, fmt.Errorf("%s does not begin with the lines %q, %q and %q", name, sourceMark, asOfMark, confidenceMark)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "#") {
			break
		}
		if line = strings.TrimPrefix(line, "# "); !strings.HasPrefix("# "+line, sourceMark) && !strings.HasPrefix("# "+line, asOfMark) && !strings.HasPrefix("# "+line, confidenceMark) {
			f.Title = append(f.Title, line)
		}
	}
	for row := range table.Rows() {
		f.Lines = append(f.Lines, f.line(row))
	}
	if err := table.Err(); err != nil {
		return nil, err
	}
	if f.Text() != text {
		return nil, fmt.Errorf("%s is not written as lists are (comments stand above the columns only): %s", name, differs(text, f.Text()))
	}
	return f, nil
}

// differs returns the first line in which two texts differ.
func differs(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return fmt.Sprintf("line %d is %q, not %q", i+1, as[i], bs[i])
		}
	}
	return "the last line"
}

func (f *File) line(r *tsv.Row) Line {
	l := Line{
		Number: r.Text("number"), Ja: r.Text("ja"), En: r.Text("en"), Certain: r.Text("certain"), Flags: r.List("flags", " "), Element: r.Text("element"),
		ContextJa: r.Text("context_ja"), ContextEn: r.Text("context_en"), Rule: r.Text("rule"), From: r.Text("from"), To: r.Text("to"), CAS: r.List("cas", " "),
		Origin: Origin{r.Text("source"), r.Text("as_of"), r.Text("confidence")}, Note: r.Text("note"),
	}
	if l.Origin == (Origin{}) {
		l.Origin = f.Origin
	}
	if f.Name == Notified {
		for _, c := range []Content{{Class: LabelClass, Threshold: r.Text("label")}, {Class: SDSClass, Threshold: r.Text("sds")}} {
			if c.Threshold != "" {
				l.Contents = append(l.Contents, c)
			}
		}
	} else {
		l.Contents = []Content{{Class: f.Name + "/" + r.Text("class"), Threshold: r.Text("threshold")}}
	}
	ids := r.List("id", " ")
	if len(ids) > 0 && len(ids) != len(l.Contents) {
		r.Fail("the line has %d ids and %d contents", len(ids), len(l.Contents))
		return l
	}
	for i, id := range ids {
		n, err := strconv.Atoi(id)
		if err != nil {
			r.Fail("id is no whole number: %q", id)
		}
		l.Contents[i].ID = n
	}
	return l
}

// Text is the list as stored.
func (f *File) Text() string {
	var b strings.Builder
	for _, t := range f.Title {
		b.WriteString("# " + t + "\n")
	}
	b.WriteString(sourceMark + f.Origin.Source + "\n" + asOfMark + f.Origin.AsOf + "\n" + confidenceMark + f.Origin.Confidence + "\n")
	b.WriteString(strings.Join(columns(f.Name), "\t") + "\n")
	for i := range f.Lines {
		b.WriteString(strings.Join(f.cells(&f.Lines[i]), "\t") + "\n")
	}
	return b.String()
}

func (f *File) cells(l *Line) []string {
	var ids []string
	contents := map[string]string{}
	for _, c := range l.Contents {
		if c.ID != 0 {
			ids = append(ids, strconv.Itoa(c.ID))
		}
		contents[c.Class] = c.Threshold
	}
	id := strings.Join(ids, " ")
	cells := []string{id, l.Number, l.Ja, l.En, contents[LabelClass], contents[SDSClass]}
	if f.Name != Notified {
		cells = []string{id, strings.TrimPrefix(l.Contents[0].Class, f.Name+"/"), l.Number, l.Ja, l.En, l.Contents[0].Threshold}
	}
	origin := l.Origin
	if origin == f.Origin {
		origin = Origin{}
	}
	return append(cells, l.Certain, strings.Join(l.Flags, " "), l.Element, l.ContextJa, l.ContextEn, l.Rule, l.From, l.To,
		strings.Join(l.CAS, " "), origin.Source, origin.AsOf, origin.Confidence, l.Note)
}
