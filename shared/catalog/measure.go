package catalog

import (
	"math"
	"time"

	"anzen/shared/domain/sds"
)

// Column is a property by which sheets are sorted, or filtered by a range.
type Column int

// The columns. Moments are given as Unix seconds, dates as days by DayNumber,
// temperatures in °C.
const (
	ColumnCreated Column = iota
	ColumnUpdated
	ColumnRevised
	ColumnConfirmed
	ColumnAssessed
	ColumnFlashPoint
	ColumnBoilingPoint
	ColumnPH
	columnStatus
	columnReviewDay // the day that determines the revision status
	columnDigest    // the beginning of the file's SHA-256
	columnCount
)

// measure is the value of a column: one of a moment, a number or a span.
type measure struct {
	// id is permanent: it is not reused for another column.
	id     int
	name   string
	moment func(s *sds.Sheet) time.Time
	number func(s *sds.Sheet) int32 // a day (dayOf), a status or a digest; 0 is none
	span   func(s *sds.Sheet) *sds.Span
}

// measures are all columns.
var measures = [columnCount]measure{
	ColumnCreated:      {id: 1, name: "created_at", moment: func(s *sds.Sheet) time.Time { return s.CreatedAt }},
	ColumnUpdated:      {id: 2, name: "updated_at", moment: func(s *sds.Sheet) time.Time { return s.UpdatedAt }},
	columnStatus:       {id: 3, name: "status", number: func(s *sds.Sheet) int32 { return int32(s.Status) }},
	ColumnRevised:      {id: 4, name: "revised_on", number: func(s *sds.Sheet) int32 { return dayOf(s.RevisedOn) }},
	ColumnConfirmed:    {id: 5, name: "supplier_confirmed_on", number: func(s *sds.Sheet) int32 { return dayOf(s.SupplierConfirmedOn) }},
	ColumnAssessed:     {id: 6, name: "assessed_on", number: func(s *sds.Sheet) int32 { return dayOf(s.AssessedOn) }},
	columnReviewDay:    {id: 7, name: "judged_on", number: func(s *sds.Sheet) int32 { return max(revisionDay(s), dayOf(s.SupplierConfirmedOn)) }},
	columnDigest:       {id: 11, name: "file_digest", number: func(s *sds.Sheet) int32 { return digestOf(s.File.SHA256) }},
	ColumnFlashPoint:   {id: 8, name: "flash_point", span: func(s *sds.Sheet) *sds.Span { return s.FlashPoint }},
	ColumnBoilingPoint: {id: 9, name: "boiling_point", span: func(s *sds.Sheet) *sds.Span { return s.BoilingPoint }},
	ColumnPH:           {id: 10, name: "ph", span: func(s *sds.Sheet) *sds.Span { return s.PH }},
}

// kind is the type of the values.
func (m *measure) kind() string {
	switch {
	case m.moment != nil:
		return "moment"
	case m.number != nil:
		return "number"
	}
	return "span"
}

// columnValues are a column's values of all sheets, in the slices of its kind.
type columnValues struct {
	moments   []int64   // Unix nanoseconds; noMoment where there is none
	numbers   []int32   // 0 where there is none
	low, high []float32 // NaN where there is no span
}

// set sets the value of the sheet with the number, which may be the next one.
func (v *columnValues) set(m *measure, n uint32, s *sds.Sheet) {
	switch {
	case m.moment != nil:
		v.moments = put(v.moments, n, nanos(m.moment(s)))
	case m.number != nil:
		v.numbers = put(v.numbers, n, m.number(s))
	default:
		low, high := ends(m.span(s))
		v.low, v.high = put(v.low, n, low), put(v.high, n, high)
	}
}

func put[T any](column []T, n uint32, v T) []T {
	if int(n) == len(column) {
		return append(column, v)
	}
	column[n] = v
	return column
}

// ends are those of a span, infinite where it is open.
func ends(s *sds.Span) (low, high float32) {
	if s == nil {
		return single(math.NaN()), single(math.NaN())
	}
	low, high = single(math.Inf(-1)), single(math.Inf(1))
	if s.Low != nil {
		low = single(*s.Low)
	}
	if s.High != nil {
		high = single(*s.High)
	}
	return low, high
}

// single converts to float32 without negative zero, as in records, so that the same
// sheets give the same snapshot.
func single(v float64) float32 {
	if v == 0 {
		return 0
	}
	return float32(v)
}

// key is the value by which a sheet is sorted.
func (v *columnValues) key(n uint32) int64 {
	if v.moments != nil {
		return v.moments[n]
	}
	return int64(v.numbers[n])
}

// between adds the sheets of within whose value or span overlaps the closed range.
func (v *columnValues) between(found, within bits, from, to float64) {
	switch {
	case v.moments != nil:
		moments := v.moments
		within.each(func(n uint32) {
			if at := moments[n]; at != noMoment {
				if s := math.Floor(float64(at) / 1e9); s >= from && s <= to {
					found.set(n)
				}
			}
		})
	case v.numbers != nil:
		numbers := v.numbers
		within.each(func(n uint32) {
			if is := float64(numbers[n]); is != 0 && is >= from && is <= to {
				found.set(n)
			}
		})
	default:
		lows, highs, low, high := v.low, v.high, float32(from), float32(to)
		within.each(func(n uint32) {
			if lows[n] <= high && highs[n] >= low { // false for NaN
				found.set(n)
			}
		})
	}
}

// bytes is the memory of the values.
func (v *columnValues) bytes() int {
	return 8*cap(v.moments) + 4*(cap(v.numbers)+cap(v.low)+cap(v.high))
}
