package run

import "anzen/shared/domain/selection"

// Export is what a job that makes a table of sheets is started with.
type Export struct {
	Operation string              `json:"Operation"`         // of package formats/export
	Columns   []string            `json:"Columns,omitempty"` // empty: the standard ones
	Format    string              `json:"Format"`            // of the file: csv, xlsx
	Encoding  string              `json:"Encoding"`          // of a CSV: utf-8, shift_jis
	Lang      string              `json:"Lang"`              // "ja" or "en": of headings and values
	Sheets    selection.Selection `json:"Sheets"`
}
