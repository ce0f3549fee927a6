package main

import (
	"strings"
	"testing"

	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// formOf is how an entry's content is compared: any content, from or above one, the substance
// itself, a gas, in a sum.
func formOf(class *regulation.Class, e *regulation.Entry) string {
	switch {
	case class.Sum != nil:
		return "sum"
	case e.Pure:
		return "itself"
	case e.Gas:
		return "gas"
	case e.Threshold.Percent == 0:
		return "any"
	case e.Threshold.Above:
		return "above"
	}
	return "from"
}

// Each law has answers below, at and above each form of threshold that its entries have; forms
// without a number need one.
func TestEachFormOfThresholdIsAsked(t *testing.T) {
	type form struct{ law, form string }
	set, asked := regulation.Current(), map[form]map[string]bool{}
	for row := range answers(t) {
		class := set.Class(row.Text("class"))
		if class == nil {
			continue
		}
		record, err := (&given{ingredients: row.Text("composition"), state: row.Text("state")}).record()
		if err != nil {
			t.Fatal(err)
		}
		s := lawcheck.Of(record)
		for _, p := range lawcheck.Sheet(set, &s, row.Text("day")) {
			if p.Key() != class.Key() || p.Share == nil {
				continue
			}
			f, limit := form{class.Law, "sum"}, class.Sum
			if e := set.Entry(p.EntryID); e != nil {
				f.form, limit = formOf(class, e), &e.Threshold
			}
			if limit == nil {
				continue
			}
			if asked[f] == nil {
				asked[f] = map[string]bool{}
			}
			asked[f][placeOf(*p.Share, limit.Percent)] = true
		}
	}
	for _, class := range set.Classes() {
		if category := set.Category(class.Law, class.Category); !strings.HasPrefix(class.Law, "JP-") || category.Basis != regulation.ByComposition {
			continue
		}
		for _, e := range set.Entries(class.Key()) {
			f := form{class.Law, formOf(&class, e)}
			places := []string{"below", "at", "above"}
			if f.form == "any" || f.form == "gas" || f.form == "itself" {
				places = places[2:]
			}
			for _, place := range places {
				if !asked[f][place] {
					t.Errorf("%s: no answer %s a threshold of the form %q", f.law, place, f.form)
					asked[f] = map[string]bool{"below": true, "at": true, "above": true}
				}
			}
		}
	}
}

func placeOf(share verdict.Content, percent float64) string {
	switch {
	case share.High < percent:
		return "below"
	case share.Low == percent && share.High == percent:
		return "at"
	}
	return "above"
}
