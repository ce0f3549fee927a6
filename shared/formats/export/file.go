package export

import "io"

// The formats of files.
const (
	CSV  = "csv"
	XLSX = "xlsx"
)

// File is the form in which a table is written.
type File struct {
	Format   string   // CSV, XLSX
	Encoding Encoding // of a CSV
	Title    string   // of the sheet in a workbook
	Columns  []Column
	Lang     string // "ja" or "en": of the headings
}

// Begin writes the heading.
func (f File) Begin(w io.Writer) (Writer, error) {
	if f.Format == XLSX {
		return NewXLSX(w, f.Title, f.Columns, f.Lang)
	}
	return NewCSV(w, f.Encoding, Heading(f.Columns, f.Lang))
}

// ContentType is the file's media type.
func (f File) ContentType() string {
	switch {
	case f.Format == XLSX:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case f.Encoding == ShiftJIS:
		return "text/csv; charset=Shift_JIS"
	default:
		return "text/csv; charset=utf-8"
	}
}
