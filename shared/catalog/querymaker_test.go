package catalog

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"anzen/shared/catalog/sample"
	"anzen/shared/domain/sds"
)

// queryMaker makes queries from values of the sheets, so that they find something.
type queryMaker struct {
	*rand.Rand
	sheets []sds.Sheet
}

func (a queryMaker) sheet() *sds.Sheet { return &a.sheets[a.IntN(len(a.sheets))] }

func (a queryMaker) piece(text string) string {
	runes := []rune(text)
	if len(runes) == 0 {
		return "酸"
	}
	from := a.IntN(len(runes))
	return string(runes[from:min(len(runes), from+1+a.IntN(6))])
}

func (a queryMaker) query() Query {
	q := Query{Sort: Sorts[a.IntN(len(Sorts))], Desc: a.IntN(2) == 0, Removed: a.IntN(20) == 0, Limit: 1 + a.IntN(60)}
	for range a.IntN(4) {
		c := a.condition()
		if a.IntN(4) == 0 {
			c = Not(c)
		}
		q.Where = append(q.Where, c)
	}
	if a.IntN(3) == 0 {
		s := a.sheet()
		q.Text = a.piece([]string{s.Name, s.Supplier, strings.Join(s.CAS, " "), s.Note, s.UNNumber, strings.Join(s.Laws, " ")}[a.IntN(6)])
		if a.IntN(3) == 0 {
			q.Text = strings.ToUpper(q.Text) + "　" + a.piece(s.Name)
		}
	}
	if a.IntN(20) == 0 {
		q.IDs = []sds.SheetID{a.sheet().ID, a.sheet().ID, "none"}
	}
	if a.IntN(4) == 0 {
		q.Skip = a.IntN(len(a.sheets))
	}
	return q
}

func (a queryMaker) condition() Condition {
	s := a.sheet()
	switch a.IntN(15) {
	case 10:
		return a.combined()
	case 11:
		f := Facet(a.IntN(int(facetCount)))
		begin := a.piece(strings.Join(naiveValues(s, f), ""))
		if a.IntN(2) == 0 {
			return Beginning(f, begin, "", "s")
		}
		return Matching(f, func(value string) bool { return strings.Contains(value, begin) })
	case 14:
		codes := append(slices.Clone(s.ProductCodes), a.piece(strings.Join(s.ProductCodes, "")), "")
		return WithCode(append(codes, strings.ToLower(strings.Join(a.sheet().ProductCodes, " ")))...)
	case 13:
		return Among(s.ID, a.sheet().ID, a.sheet().ID, "none")
	case 12:
		least := a.IntN(12)
		return Where(func(s *sds.Sheet) bool { return len(s.Ingredients) >= least })
	case 0, 1, 2, 3:
		f := Facet(a.IntN(int(facetCount)))
		return Any(f, append(naiveValues(s, f), naiveValues(a.sheet(), f)...)...)
	case 4, 5:
		f := Field(a.IntN(int(FieldLaw) + 1))
		var texts []string
		for _, text := range naiveField(s, f) {
			texts = append(texts, a.piece(text))
		}
		return Contains(f, texts...)
	case 6:
		cas := append(naiveValues(s, FacetCAS), naiveValues(a.sheet(), FacetCAS)...)
		low := float64(a.IntN(100))
		return Concentration(low, low+float64(a.IntN(30)), cas...)
	case 7:
		states := []sds.RevisionStatus{sds.RevisionUnknown, sds.RevisionOld, sds.RevisionNeeded, sds.RevisionRevised, sds.RevisionSupplierConfirmed}
		return Revision(sds.Day(sample.Now).AddDate(0, 0, -a.IntN(1000)), 1+a.IntN(10), states[a.IntN(5)], states[a.IntN(5)])
	default:
		column := Column(a.IntN(int(ColumnPH) + 1))
		low, high := a.ends(column)
		if a.IntN(4) == 0 {
			low = Unbounded(-1)
		}
		if a.IntN(4) == 0 {
			high = Unbounded(1)
		}
		return Between(column, low, high)
	}
}

// combined are conditions in one.
func (a queryMaker) combined() Condition {
	var parts []Condition
	for range a.IntN(4) {
		c := a.condition()
		if a.IntN(4) == 0 {
			c = Not(c)
		}
		parts = append(parts, c)
	}
	if a.IntN(3) == 0 {
		return Both(parts...)
	}
	return Either(parts...)
}

func (a queryMaker) ends(c Column) (low, high float64) {
	switch c {
	case ColumnCreated, ColumnUpdated:
		low = float64(sample.Now.Unix()) - a.Float64()*5*365*86400
		return math.Floor(low), math.Floor(low) + 86400*float64(a.IntN(800))
	case ColumnFlashPoint, ColumnBoilingPoint:
		low = float64(a.IntN(3000)-400) / 10
		return low, low + float64(a.IntN(100))
	case ColumnPH:
		low = float64(a.IntN(140)) / 10
		return low, math.Round(low*10+float64(a.IntN(30))) / 10
	default:
		low, _ = DayNumber(sample.Now.AddDate(0, 0, -a.IntN(5000)).Format(time.DateOnly))
		return low, low + float64(a.IntN(800))
	}
}
