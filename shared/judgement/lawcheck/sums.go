package lawcheck

import (
	"cmp"
	"iter"
	"slices"

	"anzen/shared/domain/verdict"
)

// sumUp judges the classes whose entries are added before they are compared. A class
// without an ingredient of its own is left out, whatever counts in its sum from other
// classes.
func (w *work) sumUp() {
	slices.SortStableFunc(w.sums, func(a, b sumHit) int { return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.row, b.row)) })
	for i := 0; i < len(w.sums); {
		j := i + 1
		for j < len(w.sums) && w.sums[j].class == w.sums[i].class {
			j++
		}
		w.sum(w.sums[i].class, w.sums[i:j])
		i = j
	}
}

// sum judges a class on the day, and if it is not hit, on the days from which more entries
// hold.
func (w *work) sum(n int32, all []sumHit) {
	days := []string{w.day}
	for i := range all {
		if from := w.c.entries[all[i].entry].From; from > w.day {
			days = append(days, from)
		}
	}
	slices.Sort(days)
	for _, day := range slices.Compact(days) {
		f, ok := w.sumOn(n, all, day)
		if !ok {
			continue
		}
		if day > w.day && !f.schedule(day, w.day) {
			continue
		}
		w.found = append(w.found, f)
		if f.verdict != verdict.BelowThreshold {
			return
		}
	}
}

// sumOn judges the sum of the entries that hold on a day. An ingredient counts once, by its
// most certain membership.
func (w *work) sumOn(n int32, all []sumHit, day string) (f finding, ok bool) {
	var hits []hit
	own := false
	for i := range all {
		if !w.c.entries[all[i].entry].Holds(day) {
			continue
		}
		own = own || all[i].own
		if at := len(hits) - 1; at >= 0 && hits[at].row == all[i].row {
			if all[i].doubt < hits[at].doubt {
				hits[at] = all[i].hit
			}
			continue
		}
		hits = append(hits, all[i].hit)
	}
	if !own {
		return finding{}, false
	}
	f = finding{class: n, entry: -1, hits: hits, share: total(hits)}
	f.verdict, f.why = f.compare(*w.c.classes[n].Sum)
	if f.verdict == verdict.BelowThreshold && w.open.High > 0 && f.share.plus(w.openBeside(hits)).maybe(*w.c.classes[n].Sum) {
		f.verdict, f.why = verdict.Unknown, sumOpen
	}
	return f, true
}

// openBeside is the sum of the unidentified ingredients that are not among the hits: the name of
// one that is may be an entry's without standing for one substance.
func (w *work) openBeside(hits []hit) (sum Share) {
	for i := range w.beside(hits) {
		sum = sum.plus(w.s.shareOf(i))
	}
	return sum
}

// beside yields the unidentified ingredients that are not among the hits, with their indices.
func (w *work) beside(hits []hit) iter.Seq2[int, *Ingredient] {
	return func(yield func(int, *Ingredient) bool) {
		for i := range w.s.Ingredients {
			is := &w.s.Ingredients[i]
			if w.c.of(is).anything && !slices.ContainsFunc(hits, func(h hit) bool { return h.row == is.Row }) && !yield(i, is) {
				return
			}
		}
	}
}

// exclude lets only the highest class of an exclusive group apply: for one substance where
// entries are judged, for the product where sums are.
func (w *work) exclude() {
	for i := range w.found {
		f := &w.found[i]
		k := &w.c.classes[f.class]
		if k.Exclusive == "" || f.verdict == verdict.BelowThreshold {
			continue
		}
		higher := w.higher(k, f)
		switch {
		case higher == nil:
		case higher.verdict == verdict.Applies:
			f.verdict, f.why, f.from = verdict.BelowThreshold, excluded, ""
		case higher.verdict == verdict.RequiresContext && f.verdict == verdict.Applies:
			f.verdict, f.why = verdict.RequiresContext, excludedMaybe
		}
	}
}

// higher is the strongest finding of a class of higher rank for the same substance.
func (w *work) higher(k *class, f *finding) (best *finding) {
	for i := range w.found {
		g := &w.found[i]
		o := &w.c.classes[g.class]
		if o.Exclusive != k.Exclusive || o.Rank <= k.Rank || f.entry >= 0 && !covers(g.hits, f.hits) {
			continue
		}
		if best == nil || g.verdict.Strength() > best.verdict.Strength() {
			best = g
		}
	}
	return best
}

// covers reports whether all ingredients of one finding are among those of another.
func covers(all, some []hit) bool {
	for i := range some {
		if !slices.ContainsFunc(all, func(h hit) bool { return h.row == some[i].row }) {
			return false
		}
	}
	return true
}
