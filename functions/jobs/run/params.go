package run

import "anzen/shared/domain/selection"

// Export is what a job that makes a table of sheets is started with.
type Export struct {
	Operation string   // of package formats/export
	Columns   []string `json:",omitempty"` // empty: the standard ones
	Format    string   // of the file: csv, xlsx
	Encoding  string   // of a CSV: utf-8, shift_jis
	Lang      string   // "ja" or "en": of headings and values
	Sheets    selection.Selection
}
