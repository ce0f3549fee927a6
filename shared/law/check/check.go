// Package check decides which regulations apply to a product, and proves it: every
// verdict says by which list and version, which entry of the law, which ingredients
// with which shares, and which threshold.
//
// Shares are ranges, judged at both ends: what holds at the lower end is certain,
// what holds at the upper end alone requires context. What a sheet does not say
// makes a verdict unknown, never a "no".
//
// The unit of judgement is the entry of the law, not the CAS number: all ingredients
// that belong to an entry are merged, their shares added, and the sum is compared once.
// What belongs to an entry is told by CAS number; by the name, where it stands for one
// substance alone; and by the entry's group rule, from the formula and the name.
//
// Nothing is decided of categories that go by what is done with a product
// (regulation.ByProcess): no sheet can tell, and Complete says so once.
package check

import (
	"anzen/shared/sds"
)

// Verdict is what a check says.
type Verdict string

// The verdicts, the strongest last.
const (
	NotListed       Verdict = "not_listed"       // the list is loaded, and nothing of the product is on it
	BelowThreshold  Verdict = "below_threshold"  // listed, and does not count: below the content, or not in the form that is meant
	Unknown         Verdict = "unknown"          // the sheet, or our tables, do not say enough (Missing says what)
	Scheduled       Verdict = "scheduled"        // applies from a later date (From)
	RequiresContext Verdict = "requires_context" // quantity, use, form or the range's place decides
	Applies         Verdict = "applies"
)

// Subject is a product as far as checks look at it.
type Subject struct {
	Ingredients []Ingredient
	// Substance is set where section 3 says that the product is one substance, not a mixture.
	Substance     bool
	State         string // solid, liquid, gas; empty where unknown
	FlashPoint    *sds.Span
	NoFlash       bool // the sheet says that there is no flash point: it does not burn
	MeltingPoint  *sds.Span
	BoilingPoint  *sds.Span
	AutoIgnition  *sds.Span
	PH            *sds.Span
	Solubility    string // soluble, insoluble; empty where unknown
	UNNumber      string
	TransportOf   string // transport class
	GHSCategories []string
}

// Ingredient is a row of the composition.
type Ingredient struct {
	Row   int // counts sds.Sheet.Ingredients
	Name  string
	CAS   []string
	Share Share
}

// Share is a content in mass per cent. An open end does not belong to it.
type Share struct {
	Low, High         float64
	LowOpen, HighOpen bool
	// Known is false where the sheet states none; Low is then 0 and High 100.
	Known    bool
	Withheld bool // a trade secret
	Balance  bool // the rest to 100 %, worked out from the others (see Of)
}

// Proof is a verdict with everything that it rests on.
type Proof struct {
	Law      string  `json:"law_code"`
	Category string  `json:"category_code"`
	Class    string  `json:"class_code"`
	Verdict  Verdict `json:"verdict" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
	// EntryID, Entry and Number are the statutory substance; empty where a property or a sum over a class decides.
	EntryID int    `json:"entry_id,omitempty"`
	Entry   string `json:"entry,omitempty" doc:"the statutory name, in Japanese where the law is"`
	EntryEn string `json:"entry_en,omitempty"`
	Number  string `json:"statutory_number,omitempty"`
	// Parts are the ingredients that belong to it, with what they add.
	Parts []Part `json:"parts,omitempty"`
	// Share is the sum that was compared.
	Share     *Content `json:"share,omitempty"`
	Threshold string   `json:"threshold,omitempty" doc:"as compared: \">= 1\", \"> 0.1\" mass per cent; a property's in its unit: \"flash_point < 21 degC\""`
	Element   string   `json:"element,omitempty" doc:"the share is counted as that of this element"`
	// Reason says why, in words of the catalogue of messages (law.*).
	Reason Reason `json:"reason"`
	// Missing are what would be needed: cas, concentration, name, flash_point, state, solubility, ph, un_number, list.
	Missing []string `json:"missing,omitempty"`
	Inputs  []Input  `json:"inputs,omitempty"`

	Article    string `json:"article,omitempty" doc:"where the law says so"`
	Version    string `json:"version,omitempty" doc:"of the list: the date from which it is in force; that of the source where it does not say"`
	From       string `json:"effective_from,omitempty"`
	Source     string `json:"source,omitempty"`
	AsOf       string `json:"source_as_of,omitempty"`
	Confidence string `json:"confidence,omitempty" enum:"official,derived,knowledge"`
}

// Part is an ingredient's part in a verdict.
type Part struct {
	Row  int     `json:"row" doc:"counts the ingredients, from 0"`
	Name string  `json:"name,omitempty"`
	CAS  string  `json:"cas,omitempty"`
	How  string  `json:"how" enum:"cas,name,group,element" doc:"by what it belongs to the entry"`
	Has  Content `json:"share"`
	// Factor is the element's share of the ingredient's mass, 1 where nothing is converted, 0 where it is not known.
	Factor float64 `json:"factor,omitempty"`
	// EntryID is the statutory substance that the ingredient is, where the sum over a class decides.
	EntryID int `json:"entry_id,omitempty"`
}

// Content is a share as shown: "10-20 %", "< 1 %".
type Content struct {
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	LowOpen  bool    `json:"low_open,omitempty"`
	HighOpen bool    `json:"high_open,omitempty"`
	Known    bool    `json:"known"`
}

// String is the share as a sheet writes it, in mass per cent: "10-20", "< 1"; empty where it is not known.
func (c Content) String() string {
	return Share{Low: c.Low, High: c.High, LowOpen: c.LowOpen, HighOpen: c.HighOpen, Known: c.Known}.String()
}

// Reason is a sentence of the message catalogue with its values.
type Reason struct {
	Code string            `json:"code"`
	Args map[string]string `json:"args,omitempty"`
	Text string            `json:"text,omitempty" doc:"in the caller's language"`
}

// Input is a value of the sheet that a verdict rests on, with its place in the PDF.
type Input struct {
	Section int          `json:"section"`
	Field   string       `json:"field" doc:"the field's id"`
	Text    string       `json:"text,omitempty"`
	State   string       `json:"state,omitempty" doc:"whose word it is: machine, confirmed, edited"`
	Sources []sds.Source `json:"sources,omitempty"`
}
