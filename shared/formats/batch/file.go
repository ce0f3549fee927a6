package batch

import (
	"strings"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/csvfile"
	"anzen/shared/formats/export"
)

// Line is a row of a file: its cells by column.
type Line struct {
	Row   int // as the spreadsheet numbers it: the heading is 1
	Sheet sds.SheetID
	Cells map[Column]string
}

// File is a table that came back.
type File struct {
	// Columns are those that edit, in the order of the file.
	Columns []Column
	Lines   []Line
	// Ignored are the headings of columns of exports that edit nothing.
	Ignored []string
}

// Parse reads a file: CSV in UTF-8 or Shift_JIS, with the headings of an export in
// either language. Its errors are of the file as a whole.
func Parse(data []byte) (File, error) {
	rows, err := csvfile.Read(data)
	if err != nil {
		return File{}, err
	}
	invalid := func(code message.Code, args message.Args) (File, error) {
		return File{}, message.New(message.Invalid, code).With(args)
	}
	var f File
	at := map[Column]int{}
	unknown := ""
	for i, heading := range rows[0].Cells {
		c, ok := columnNamed(heading)
		_, twice := at[c]
		switch {
		case heading == "":
			continue
		case !ok:
			unknown = heading
			continue
		case twice && c.Edits():
			return invalid(CodeColumnTwice, message.Args{"column": shorten(heading)})
		}
		at[c] = i
		if c.Edits() {
			f.Columns = append(f.Columns, c)
		} else {
			f.Ignored = append(f.Ignored, shorten(heading))
		}
	}
	switch {
	case len(at) == 0:
		return invalid(CodeNoHeader, nil)
	case unknown != "":
		return invalid(CodeColumnUnknown, message.Args{"column": shorten(unknown)})
	}
	if _, ok := at[ID]; !ok {
		return invalid(CodeNoIDColumn, nil)
	}
	switch n := len(rows) - 1; {
	case n == 0:
		return invalid(CodeNoRows, nil)
	case n > MaxRows:
		return invalid(CodeTooManyRows, message.Args{"count": n, "limit": MaxRows})
	}
	for _, r := range rows[1:] {
		l := Line{Row: r.Number, Cells: make(map[Column]string, len(f.Columns))}
		for _, c := range f.Columns {
			l.Cells[c] = undefused(r.Cell(at[c]))
		}
		l.Sheet = sds.SheetID(strings.ToLower(l.Cells[ID]))
		f.Lines = append(f.Lines, l)
	}
	return f, nil
}

// undefused takes away the apostrophe by which an export keeps a text from being a formula.
func undefused(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && export.Defuse(rest) == cell {
		return rest
	}
	return cell
}

// exported is a text as an export writes it and a file gives it back.
func exported(text string) string { return undefused(strings.TrimSpace(export.TextOf(text).Text)) }

// entries are the values of a list in a cell.
func entries(cell string) (all []string) {
	for _, e := range strings.FieldsFunc(cell, func(r rune) bool { return r == ',' || r == '，' || r == '\n' }) {
		if e = strings.TrimSpace(e); e != "" {
			all = append(all, e)
		}
	}
	return all
}

// shorten keeps what is repeated to a person readable.
func shorten(value string) string {
	const most = 60
	if runes := []rune(value); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return value
}
