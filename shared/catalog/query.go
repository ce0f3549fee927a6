package catalog

import (
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// Query is a query of a list. Conditions combine with AND, the values of one with OR.
type Query struct {
	// Text is words, each of which must occur in name, product, codes, note, file name,
	// supplier, manufacturer, substances, CAS and UN numbers, H-codes or laws.
	Text    string
	IDs     []sds.SheetID // only these; nil: all
	Where   []Condition
	Removed bool // removed sheets instead of the others

	Sort  Sort
	Desc  bool // the reverse order
	Skip  int
	Limit int
	// After begins after the end of an earlier page (Page.Next), so that sheets that come
	// or go meanwhile shift nothing. Skip counts from there.
	After *Position
}

// Condition restricts a list. It is made by functions of this package.
type Condition struct {
	kind      conditionKind
	not       bool
	facet     Facet
	field     Field
	column    Column
	values    []string
	low, high float64
	day       time.Time
	years     int
	revisions []sds.RevisionStatus
	parts     []Condition
	ids       []sds.SheetID
	match     func(value string) bool
	yes       func(*sds.Sheet) bool
	known     func(id uuid.UUID, version int64) (yes, ok bool)
	name      string
}

type conditionKind int

const (
	kindAny conditionKind = iota
	kindContains
	kindBetween
	kindConcentration
	kindRevision
	kindMatching
	kindEither
	kindBoth
	kindWhere
	kindAmong
	kindNamed
	kindSomewhere
	kindLoosely
	kindCode
)

// Not is the opposite of a condition.
func Not(c Condition) Condition {
	c.not = !c.not
	return c
}

// Any is fulfilled by sheets that have one of the values.
func Any[T ~string](f Facet, wanted ...T) Condition {
	c := Condition{kind: kindAny, facet: f, values: make([]string, len(wanted))}
	for i, v := range wanted {
		c.values[i] = string(v)
	}
	return c
}

// Field is a text that can be searched for a substring.
type Field int

// The fields. Some are the values of a facet.
const (
	FieldName Field = iota
	FieldProduct
	FieldCode
	FieldNote
	FieldFile
	FieldSupplier
	FieldManufacturer
	FieldSubstance
	FieldLaw
)

// Contains is fulfilled by sheets whose field contains one of the texts, both folded.
func Contains(f Field, texts ...string) Condition {
	return Condition{kind: kindContains, field: f, values: texts}
}

// Between is fulfilled by sheets whose value or range overlaps the closed range. Sheets
// without a value do not fulfil it.
func Between(c Column, low, high float64) Condition {
	return Condition{kind: kindBetween, column: c, low: low, high: high}
}

// Unbounded is an open end of Between, with the sign of its direction.
func Unbounded(sign int) float64 { return math.Inf(sign) }

// DayNumber is a date as Between takes it; ok is false for an invalid one.
func DayNumber(date string) (n float64, ok bool) {
	d := dayOf(date)
	return float64(d), d != 0
}

// Concentration is fulfilled by sheets that have an ingredient with one of the CAS
// numbers whose concentration overlaps the range, in per cent.
func Concentration(low, high float64, cas ...string) Condition {
	return Condition{kind: kindConcentration, values: cas, low: low, high: high}
}

// Revision is fulfilled by sheets with one of the revision states on a day, in a company
// where revisions are current for some years.
func Revision(day time.Time, years int, states ...sds.RevisionStatus) Condition {
	return Condition{kind: kindRevision, day: day, years: years, revisions: states}
}

// DatedAfter is fulfilled by sheets with a date of issue or revision after a day, which
// must not precede their last write.
func DatedAfter(day time.Time) Condition {
	after := dayAt(day)
	return Matching(FacetFlag, func(value string) bool {
		date, ok := strings.CutPrefix(value, flagDated)
		return ok && dayOf(date) > after
	})
}

// Sort is the order of a list. Ties break by id, so pages are stable.
type Sort string

// The sorts of the specification.
const (
	SortCreated   Sort = "created_at"
	SortRevised   Sort = "revised_at"
	SortName      Sort = "name"
	SortStatus    Sort = "status"
	SortAssessed  Sort = "assessed_at"
	SortConfirmed Sort = "supplier_confirmed_at"
	SortUpdated   Sort = "updated_at" // of the results of checklists
)

// Sorts are all of them.
var Sorts = []Sort{SortCreated, SortRevised, SortName, SortStatus, SortAssessed, SortConfirmed, SortUpdated}

// Page is a page of a list with the exact count of all results.
type Page struct {
	Sheets     []sds.Sheet // without members that records lack, such as the file's key
	Total      int
	InProgress int // how many of all results are in analysis
	// Next is the end of the page; nil on the last one.
	Next *Position
}

// Position is the position of a sheet in an order, whether or not the sheet still exists.
type Position struct {
	Number int64       `json:"n,omitempty"` // of the sort's key: a moment, a day, a status
	Text   string      `json:"t,omitempty"` // of the sort's key: a name
	ID     sds.SheetID `json:"i"`
}
