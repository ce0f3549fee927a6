// Package versions compares two versions of a sheet: what changed in its values, by what
// the change concerns, and what follows from it, in verdicts on laws and in checklists.
package versions

import (
	"cmp"
	"slices"
	"strings"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/fold"
)

// Kind is what a change concerns. All but Other are major: they may change what has to be
// done with the product.
type Kind string

// The kinds.
const (
	Name           Kind = "name"
	Supplier       Kind = "supplier"
	Classification Kind = "classification"
	Composition    Kind = "composition"
	Transport      Kind = "transport"
	Laws           Kind = "laws"
	Other          Kind = "other"
)

// Kinds are all, in the order in which they are shown.
var Kinds = []Kind{Name, Supplier, Classification, Composition, Transport, Laws, Other}

// Major reports whether changes of the kind are major.
func (k Kind) Major() bool { return k != Other }

// Change is the change of a value.
type Change struct {
	Kind    Kind
	Section int
	Group   string // the group of rows; empty for a single field
	Key     string
	Row     string     // by what the row is known: an ingredient's name, a hazard class ...
	Was, Is *sds.Value // nil where there was, or is, none
}

// Compare returns the changes from one version to another: major ones first, by kind, then
// in the order of the sheet. Deleted values count as absent.
func Compare(was, is []sds.Section) []Change {
	before, after := valuesOf(was), valuesOf(is)
	var all []Change
	for _, v := range before.order {
		now := after.of[v]
		if old := before.of[v]; now == nil || !same(*old, *now) {
			all = append(all, v.change(old, now))
		}
	}
	for _, v := range after.order {
		if before.of[v] == nil {
			all = append(all, v.change(nil, after.of[v]))
		}
	}
	rank := func(c Change) int { return slices.Index(Kinds, c.Kind) }
	slices.SortStableFunc(all, func(a, b Change) int { return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Section, b.Section)) })
	return all
}

// place identifies a value in both versions: rows by what they are about, not by their
// number.
type place struct {
	section         int
	group, key, row string
	again           int // counts rows that are known by the same
}

func (p place) change(was, is *sds.Value) Change {
	return Change{kindOf(p.section, p.group, p.key), p.section, p.group, p.key, p.row, was, is}
}

type values struct {
	of    map[place]*sds.Value
	order []place
}

func (v *values) add(p place, f *sds.Field) {
	if f.State == sds.StateDeleted || v.of[p] != nil || isEmpty(f.Value) {
		return
	}
	v.of[p] = &f.Value
	v.order = append(v.order, p)
}

func isEmpty(v sds.Value) bool { return v.Text == "" && v.Quantity == nil && len(v.List) == 0 }

func valuesOf(sections []sds.Section) *values {
	v := &values{of: map[place]*sds.Value{}}
	for i := range sections {
		s := &sections[i]
		for j := range s.Fields {
			v.add(place{section: s.Number, key: s.Fields[j].Key}, &s.Fields[j])
		}
		for j := range s.Groups {
			g := &s.Groups[j]
			known := map[string]int{}
			for k := range g.Rows {
				row := rowName(g.Key, g.Rows[k].Fields)
				id := fold.Squeezed(row)
				for l := range g.Rows[k].Fields {
					f := &g.Rows[k].Fields[l]
					v.add(place{s.Number, g.Key, f.Key, row, known[id]}, f)
				}
				known[id]++
			}
		}
	}
	return v
}

// naming are the columns by which the rows of groups are known; others are known by their
// first value.
var naming = map[string][]string{
	sds.GroupComposition:    {"cas", "name"},
	sds.GroupClassification: {"class"},
	sds.GroupHazards:        {"code", "text"},
	sds.GroupPrecautions:    {"code", "text"},
	sds.GroupLaws:           {"name"},
	sds.GroupText:           {"title"},
}

func rowName(group string, fields []sds.Field) string {
	for _, key := range naming[group] {
		for i := range fields {
			if f := &fields[i]; f.Key == key && f.State != sds.StateDeleted && !isEmpty(f.Value) {
				return text(f.Value)
			}
		}
	}
	for i := range fields {
		if f := &fields[i]; f.State != sds.StateDeleted && f.Value.Quantity == nil && !isEmpty(f.Value) {
			return text(f.Value)
		}
	}
	return ""
}

func text(v sds.Value) string {
	if v.Text != "" {
		return v.Text
	}
	return strings.Join(v.List, " ")
}

// same reports whether two values say the same: lists in any order, texts in any width and
// spacing.
func same(a, b sds.Value) bool {
	if a.Equal(b) {
		return true
	}
	if a.Kind != b.Kind || a.Quantity != nil || b.Quantity != nil {
		return false
	}
	if a.Kind == sds.KindList {
		x, y := slices.Clone(a.List), slices.Clone(b.List)
		slices.Sort(x)
		slices.Sort(y)
		return slices.Equal(x, y)
	}
	return fold.Squeezed(a.Text) == fold.Squeezed(b.Text)
}

func kindOf(section int, group, key string) Kind {
	if group == sds.GroupText || group == sds.GroupPrecautions {
		return Other
	}
	switch section {
	case 1:
		switch key {
		case "product_name", "product_codes":
			return Name
		case "supplier_name", "manufacturer_name":
			return Supplier
		}
	case 2:
		if key != "other_hazards" && key != "p_codes" {
			return Classification
		}
	case 3:
		return Composition
	case 14:
		return Transport
	case 15:
		return Laws
	}
	return Other
}

// Turn is a change of the verdict on a class of a law.
type Turn struct {
	Class   *regulation.Class
	Was, Is verdict.Verdict
}

// Appears reports whether the law has to be looked at since the change.
func (t Turn) Appears() bool { return isHit(t.Is) && !isHit(t.Was) }

func isHit(v verdict.Verdict) bool { return v.Strength() >= verdict.Scheduled.Strength() }

// Turns returns the classes that are hit in one version and not in the other, or by another
// verdict, on a day. Categories that are only checked on request are left out.
func Turns(set *regulation.Set, was, is *sds.Sheet, day string) (all []Turn) {
	of := func(record *sds.Sheet) map[string]verdict.Verdict {
		s := lawcheck.Of(record)
		return verdict.ByClass(lawcheck.Sheet(set, &s, day))
	}
	before, after := of(was), of(is)
	classes := set.Classes()
	for i := range classes {
		k := &classes[i]
		a, b := cmp.Or(before[k.Key()], verdict.NotListed), cmp.Or(after[k.Key()], verdict.NotListed)
		if a != b && (isHit(a) || isHit(b)) && set.Category(k.Law, k.Category).Default {
			all = append(all, Turn{k, a, b})
		}
	}
	return all
}

// ListTurn is a change of what a checklist finds.
type ListTurn struct {
	List    checklist.List
	Was, Is verdict.Verdict
}

// ListTurns returns the checklists among lists that find one version and not the other, or
// by another verdict.
func ListTurns(set *regulation.Set, lists []checklist.List, was, is *sds.Sheet, day string) (all []ListTurn) {
	judge := func(l *checklist.List, record sds.Sheet) verdict.Verdict {
		record.Newer = "" // as if each were the current one
		return evaluate.New(set, l, day).Judge(&record).Verdict
	}
	for i := range lists {
		if !lists[i].State.Checked() {
			continue
		}
		a, b := judge(&lists[i], *was), judge(&lists[i], *is)
		if a != b && (isHit(a) || isHit(b)) {
			all = append(all, ListTurn{lists[i], a, b})
		}
	}
	return all
}
