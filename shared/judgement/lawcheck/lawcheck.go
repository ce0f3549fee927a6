// Package lawcheck decides which regulations apply to a product, and proves it: every
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
package lawcheck

import (
	"anzen/shared/domain/sds"
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
