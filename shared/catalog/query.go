package catalog

import (
	"math"
	"strings"
	"time"

	"github.com/google/uuid"

	"anzen/shared/domain/sds"
)

// Query is what a list is asked. Conditions combine with AND, the values of one
// with OR.
type Query struct {
	// Text is words, each of which must stand somewhere: in name, product, codes,
	// note, file name, supplier, manufacturer, substances, CAS and UN numbers, H-codes or laws.
	Text    string
	IDs     []sds.SheetID // those alone; nil for no such condition
	Where   []Condition
	Removed bool // removed sheets instead of the others

	Sort  Sort
	Desc  bool // the same order from its end
	Skip  int
	Limit int
	// After begins behind a place that an earlier page ended at (Page.Next), so that
	// sheets that come or go meanwhile shift nothing. Skip counts from there.
	After *Position
}

// Condition restricts a list. Only functions of this package make one.
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
)

// Not is the opposite of a condition.
func Not(c Condition) Condition {
	c.not = !c.not
	return c
}

// Any asks for sheets that have one of the values.
func Any[T ~string](f Facet, wanted ...T) Condition {
	c := Condition{kind: kindAny, facet: f, values: make([]string, len(wanted))}
	for i, v := range wanted {
		c.values[i] = string(v)
	}
	return c
}

// Field is a text in which a substring may be asked for.
type Field int

// The fields. Those of a facet look into its values.
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

// Contains asks for sheets in whose field one of the texts stands, as Fold
// compares them.
func Contains(f Field, texts ...string) Condition {
	return Condition{kind: kindContains, field: f, values: texts}
}

// Between asks for sheets whose value, or a part of whose range, lies between two
// numbers, which belong to it. Sheets without a value do not.
func Between(c Column, low, high float64) Condition {
	return Condition{kind: kindBetween, column: c, low: low, high: high}
}

// Unbounded is an end of Between where there is none.
func Unbounded(sign int) float64 { return math.Inf(sign) }

// DayNumber is a date as Between takes it; ok is false where it is none.
func DayNumber(date string) (n float64, ok bool) {
	d := dayOf(date)
	return float64(d), d != 0
}

// Concentration asks for sheets that have an ingredient with one of the CAS
// numbers whose concentration meets the range, in per cent.
func Concentration(low, high float64, cas ...string) Condition {
	return Condition{kind: kindConcentration, values: cas, low: low, high: high}
}

// Revision asks for sheets with one of the revision states on a day, in a company
// where sheets hold for some years.
func Revision(day time.Time, years int, states ...sds.RevisionStatus) Condition {
	return Condition{kind: kindRevision, day: day, years: years, revisions: states}
}

// DatedAfter asks for sheets that were issued or revised after a day.
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

// Page is a part of the answer with the exact count of the whole.
type Page struct {
	Sheets     []sds.Sheet // without what records leave out: the file's key above all
	Total      int
	InProgress int // how many of the whole the pipeline still works on
	// Next is where the page ended; nil where nothing follows.
	Next *Position
}

// Position is a place in an order: that of a sheet, whether or not it is still there.
type Position struct {
	Number int64       `json:"n,omitempty"` // of the sort's key: a moment, a day, a status
	Text   string      `json:"t,omitempty"` // of the sort's key: a name
	ID     sds.SheetID `json:"i"`
}
