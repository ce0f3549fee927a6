package checklist

import "anzen/shared/domain/verdict"

// Filters restrict the results of a checklist.
type Filters struct {
	Verdicts   []verdict.Verdict `json:"Verdicts"`   // the strongest of a sheet; empty: those that require action
	Judgements []Judgement       `json:"Judgements"` // or Unreviewed
	Excluded   bool              `json:"Excluded"`   // excluded sheets instead of the others
	Changed    bool              `json:"Changed"`    // only sheets whose ground has changed since their judgement
	Text       string            `json:"Text"`
}

// Unreviewed is the filter value of sheets without a judgement.
const Unreviewed Judgement = "none"

// Written is the form of a checklist's table, independent of later changes of the checklist.
type Written struct {
	Title    string `json:"Title"`    // of the checklist
	Format   string `json:"Format"`   // of the file: csv, xlsx
	Encoding string `json:"Encoding"` // of a CSV: utf-8, shift_jis
	Lang     string `json:"Lang"`     // "ja" or "en": of headings and cells
}
