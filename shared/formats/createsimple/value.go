package createsimple

import (
	"strconv"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
)

// Value is what stands beside an item: the value itself, empty where somebody has to
// enter it, where it comes from, and what to know of it.
type Value struct {
	Cell   export.Cell
	Unit   string
	Origin string
	Note   string
}

// Given reports whether there is a value.
func (v Value) Given() bool { return v.Cell.Kind != export.None }

func text(s, origin, note string) Value {
	c := export.TextOf(s)
	if c.Kind == export.None {
		origin = ""
	}
	return Value{Cell: c, Origin: origin, Note: note}
}

func number(v *float64, unit, origin, note string) Value {
	if v == nil {
		return Value{Unit: unit, Note: note}
	}
	c := export.NumberOf(rounded(*v))
	if c.Kind == export.None {
		origin = ""
	}
	return Value{Cell: c, Unit: unit, Origin: origin, Note: note}
}

// rounded takes away what adding and converting leave behind the sixth digit that counts.
func rounded(v float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		return v
	}
	return r
}

func plain(v float64) string { return strconv.FormatFloat(rounded(v), 'f', -1, 64) }

// origin names the place of a field in the sheet: its section and page, and whether a
// user has changed or confirmed it.
func (b *builder) origin(section int, f *sds.Field) string {
	page := ""
	for _, s := range f.Sources {
		if s.Page > 0 {
			page = strconv.Itoa(s.Page)
			break
		}
	}
	var w words
	switch {
	case f.State == sds.StateEdited:
		w = words{"SDS 第{s}項（担当者が入力）", "SDS section {s} (entered by a person)"}
	case page == "":
		w = words{"SDS 第{s}項", "SDS section {s}"}
	case f.State == sds.StateConfirmed:
		w = words{"SDS 第{s}項（{p}ページ、担当者が確認済み）", "SDS section {s} (page {p}, confirmed by a person)"}
	default:
		w = words{"SDS 第{s}項（{p}ページ）", "SDS section {s} (page {p})"}
	}
	return w.in(b.lang, "{s}", strconv.Itoa(section), "{p}", page)
}

// stated are the words of a field as the sheet prints them.
func stated(f *sds.Field) string {
	if f.Raw != "" && f.State != sds.StateEdited {
		return f.Raw
	}
	if f.Value.Quantity != nil {
		return quantityText(f.Value.Quantity)
	}
	return f.Value.Text
}

func quantityText(q *sds.Quantity) string {
	end := func(op string, v float64) string {
		switch op {
		case ">=", "<=", ">", "<":
			return op + " " + plain(v)
		}
		return plain(v)
	}
	s := ""
	switch {
	case q.Low != nil && q.High != nil && *q.Low == *q.High:
		s = plain(*q.Low)
	case q.Low != nil && q.High != nil:
		s = plain(*q.Low) + "～" + plain(*q.High)
	case q.Low != nil:
		s = end(q.LowOp, *q.Low)
	case q.High != nil:
		s = end(q.HighOp, *q.High)
	}
	if q.Unit == "C" || q.Unit == "F" {
		return s + " °" + q.Unit
	}
	return s + " " + q.Unit
}
