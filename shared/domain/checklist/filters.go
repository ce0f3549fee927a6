package checklist

import "anzen/shared/domain/verdict"

// Filters restrict what a checklist finds.
type Filters struct {
	Verdicts   []verdict.Verdict `json:"Verdicts"`   // the strongest of a sheet; empty: those that say that something is to be done
	Judgements []Judgement       `json:"Judgements"` // Unjudged among them
	Excluded   bool              `json:"Excluded"`   // those that were excluded, instead of the others
	Changed    bool              `json:"Changed"`    // those alone whose judgement rests on what is another now
	Text       string            `json:"Text"`
}

// Unreviewed asks for sheets that nobody has judged.
const Unreviewed Judgement = "none"

// Written is how the table of a checklist is written, whatever becomes of the checklist.
type Written struct {
	Title    string `json:"Title"`    // of the checklist
	Format   string `json:"Format"`   // of the file: csv, xlsx
	Encoding string `json:"Encoding"` // of a CSV: utf-8, shift_jis
	Lang     string `json:"Lang"`     // "ja" or "en": of headings and words
}
