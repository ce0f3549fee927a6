// Package lawcheck decides which regulations apply to a product, and proves it: every
// verdict names the list and its version, the entry of the law, the ingredients with their
// shares, and the threshold.
//
// Shares are ranges, judged at both ends: what holds at the lower end is certain, what
// holds at the upper end only requires context. What a sheet does not state makes a verdict
// unknown, never a "no".
//
// The unit of judgement is the entry of the law, not the CAS number: all ingredients that
// belong to an entry are merged, their shares added, and the sum is compared once. An
// ingredient belongs to an entry by CAS number; by name, where it stands for one substance
// only, or is the law's own; and by the entry's group rule, from formula and name. A number
// that the dictionary lacks is judged by its name too, and what is not found is then unknown,
// to be checked by name. Entries that cannot be matched automatically require a human look
// where their words, element or numbers touch an ingredient.
//
// Categories that depend on how a product is used (regulation.ByProcess) are not decided:
// no sheet can decide them, and Complete states so once.
package lawcheck

import (
	"anzen/shared/domain/sds"
)

// Subject is a product as the checks see it.
type Subject struct {
	Ingredients []Ingredient
	// Substance is set where section 3 states one substance, not a mixture.
	Substance     bool
	State         string // solid, liquid, gas; empty where unknown
	FlashPoint    *sds.Span
	NoFlash       bool // the sheet states that there is no flash point: it does not burn
	MeltingPoint  *sds.Span
	BoilingPoint  *sds.Span
	AutoIgnition  *sds.Span
	PH            *sds.Span
	Solubility    string // soluble, insoluble; empty where unknown
	UNNumber      string
	TransportOf   string // transport class
	GHSCategories []string
	// Massive is set where the product is a solid alloy or article by its name: what does not
	// become a powder, a liquid or a gas when handled (固形物).
	Massive bool
}

// Ingredient is a row of the composition.
type Ingredient struct {
	Row   int // index in sds.Sheet.Ingredients
	Name  string
	CAS   []string
	Share Share
}

// Share is a content in mass per cent. An open end is exclusive.
type Share struct {
	Low, High         float64
	LowOpen, HighOpen bool
	// Volume is set where the sheet states parts of the volume: the ends then limit the mass share.
	Volume bool
	// Converted is set where the ends are calculated from parts of the volume.
	Converted bool
	// Known is false where the sheet states none; Low is then 0 and High 100.
	Known    bool
	Withheld bool // a trade secret
	Balance  bool // the rest to 100 %, computed from the others (see Of)
}
