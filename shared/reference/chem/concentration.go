package chem

import (
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// Concentration is the share of one ingredient as section 3 states it.
type Concentration struct {
	Quantity
	// Balance is set for 残部, balance, remainder: the rest up to 100 %.
	Balance bool
	// Withheld is set where the share is a trade secret.
	Withheld bool
}

// String formats the concentration so that ParseConcentration returns the same one.
func (c Concentration) String() string {
	switch {
	case c.Withheld:
		return "営業秘密"
	case c.Balance:
		return "残部"
	}
	return c.Quantity.String()
}

// fromBelow matches a range from an included to an excluded end: "5 < 10", "0.1 - < 1 %".
var fromBelow = pattern.MustCompile(`^([0-9]+(?:[.,][0-9]+)?) ?%? ?(?:-|to)? ?< ?([0-9]+(?:[.,][0-9]+)?)( ?%)?$`)

var balanceWords = []string{"残部", "残量", "残分", "残り", "残余", "残", "バランス", "balance", "remainder", "bal.", "rest"}

var withheldWords = []string{"営業秘密", "企業秘密", "営業上の秘密", "非開示", "非公開", "公開できない", "開示できない", "公開せず", "社外秘", "トレードシークレット", "trade secret", "proprietary", "confidential", "withheld", "not disclosed", "undisclosed", "cbi"}

// ParseConcentration parses the share of an ingredient from a table cell or a phrase. unit
// is the unit in the column's heading, used where the cell has none ("%" where the heading
// has none either). A single figure is Low = High with AtLeast and AtMost. ok is false
// where no share is stated.
func ParseConcentration(s, unit string) (c Concentration, ok bool) {
	folded := fold.Printed(s)
	if m := fromBelow.FindStringSubmatch(folded); m != nil {
		folded = ">=" + m[1] + " - <" + m[2] // "5 < 10", as one program writes ranges
	}
	lower := strings.ToLower(folded)
	// In "99.5 min.", min is no unit of time.
	for _, end := range []struct{ short, long string }{{"min", "minimum"}, {"max", "maximum"}} {
		if rest, ok := strings.CutSuffix(strings.TrimRight(lower, ". "), " "+end.short); ok {
			folded, lower = rest+" "+end.long, rest+" "+end.long
		}
	}
	for _, m := range FindQuantities(folded) {
		if m.Unit != "" && m.Dimension != Fraction && m.Dimension != Other && m.Dimension != Solubility {
			continue
		}
		q := m.Quantity
		switch q.Unit {
		case "":
			q.Unit = unit
		case "vol%":
			q.Unit = "%"
		}
		if q.Unit == "" || q.Unit == "vol%" {
			q.Unit = "%"
		}
		if q.Unit == "%" && (q.High > 100.5 || q.Low > 100.5) || q.Low < 0 || q.High < 0 {
			continue
		}
		if q.LowOp == Equal {
			q.LowOp, q.HighOp = AtLeast, AtMost
		}
		return Concentration{Quantity: q}, true
	}
	for _, w := range withheldWords {
		if strings.Contains(lower, w) {
			return Concentration{Withheld: true}, true
		}
	}
	for _, w := range balanceWords {
		if strings.Contains(lower, w) {
			return Concentration{Balance: true}, true
		}
	}
	return Concentration{}, false
}
