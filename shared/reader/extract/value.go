package extract

import (
	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
)

// Kind says which part of a Value holds.
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

// NoRow is the Row of a value that stands in no table.
const NoRow = -1

// Value is one value of a sheet.
type Value struct {
	// Section is 1 to 16, 0 for what stands outside of all.
	Section int `json:"Section"`
	// Key names the field: "product_name"; in a table "composition.cas" with Row 0, 1, ...
	Key  string `json:"Key"`
	Row  int    `json:"Row"`
	Kind Kind   `json:"Kind"`
	// Text holds texts, choices, flags and dates (ISO).
	Text     string        `json:"Text"`
	Quantity chem.Quantity `json:"Quantity"`
	List     []string      `json:"List"`
	// Raw is the printed text the value was read from.
	Raw string `json:"Raw"`
	// Title is the sub-item's heading, for the blocks of text of a section (key "text").
	Title  string       `json:"Title"`
	Source []doc.Source `json:"Source"`
	// Extractor names the rule.
	Extractor string `json:"Extractor"`
	// Confidence is how likely the value is right, from 0 to 1.
	Confidence float64 `json:"Confidence"`
}

// Result is all that was taken out of one sheet.
type Result struct {
	// Language is "ja", "en" or "other".
	Language string  `json:"Language"`
	Values   []Value `json:"Values"`
}

// Get returns the first value of a key outside of tables, nil where there is none.
func (r *Result) Get(key string) *Value {
	for i := range r.Values {
		if r.Values[i].Key == key {
			return &r.Values[i]
		}
	}
	return nil
}

// Text is the text of a key, empty where there is none.
func (r *Result) Text(key string) string {
	if v := r.Get(key); v != nil {
		return v.Text
	}
	return ""
}

// List is the list of a key.
func (r *Result) List(key string) []string {
	if v := r.Get(key); v != nil {
		return v.List
	}
	return nil
}

// Rows returns the values of a table, a map from column to value for each row, in order.
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
