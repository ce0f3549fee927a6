package extract

import (
	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
)

// Kind is the kind of a Value, and so the member that holds it.
type Kind string

// The kinds of values.
const (
	Text     Kind = "text"
	Date     Kind = "date"     // Text: YYYY-MM-DD, or YYYY-MM
	Quantity Kind = "quantity" // Quantity
	Codes    Kind = "codes"    // List
	Choice   Kind = "choice"   // Text: one of the key's choices
	Flag     Kind = "flag"     // Text: "true" or "false"
)

// NoRow is the Row of a value outside of tables.
const NoRow = -1

// Value is one value of a sheet.
type Value struct {
	// Section is 1 to 16, 0 outside of all.
	Section int `json:"Section"`
	// Key is the field: "product_name"; in a table "composition.cas" with Row 0, 1, ...
	Key  string `json:"Key"`
	Row  int    `json:"Row"`
	Kind Kind   `json:"Kind"`
	// Text holds texts, choices, flags and dates (ISO).
	Text     string        `json:"Text"`
	Quantity chem.Quantity `json:"Quantity"`
	List     []string      `json:"List"`
	// Raw is the printed text of the value.
	Raw string `json:"Raw"`
	// Title is the sub-item's heading, for the blocks of text of a section (key "text").
	Title  string       `json:"Title"`
	Source []doc.Source `json:"Source"`
	// Extractor is the rule's name.
	Extractor string `json:"Extractor"`
	// Confidence is the probability that the value is right, 0 to 1.
	Confidence float64 `json:"Confidence"`
	// Signs are what can be seen of the value that makes it more or less likely to be right.
	Signs []string `json:"-"`
}

// boxes is the number of lines, or parts of lines, that the value was read from.
func (v *Value) boxes() int {
	n := 0
	for _, src := range v.Source {
		n += len(src.Boxes)
	}
	return n
}

// Result is everything extracted from one sheet.
type Result struct {
	// Language is "ja", "en" or "other".
	Language string  `json:"Language"`
	Values   []Value `json:"Values"`
}

// Get returns the first value of a key outside of tables, nil if none.
func (r *Result) Get(key string) *Value {
	for i := range r.Values {
		if r.Values[i].Key == key {
			return &r.Values[i]
		}
	}
	return nil
}

// Text returns the text of a key, empty if none.
func (r *Result) Text(key string) string {
	if v := r.Get(key); v != nil {
		return v.Text
	}
	return ""
}

// List returns the list of a key.
func (r *Result) List(key string) []string {
	if v := r.Get(key); v != nil {
		return v.List
	}
	return nil
}

// Rows returns the values of a table: for each row, in order, a map from column to value.
func (r *Result) Rows(table string) []map[string]*Value {
	var out []map[string]*Value
	prefix := table + "."
	for i := range r.Values {
		v := &r.Values[i]
		if v.Row < 0 || len(v.Key) <= len(prefix) || v.Key[:len(prefix)] != prefix {
			continue
		}
		for len(out) <= v.Row {
			out = append(out, map[string]*Value{})
		}
		out[v.Row][v.Key[len(prefix):]] = v
	}
	return out
}
