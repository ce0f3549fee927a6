package lawcheck

import (
	"cmp"
	"slices"
	"sync"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// finding is a verdict without its proof.
type finding struct {
	class   int32
	entry   int32 // index in Checker.entries; -1 where a sum over the class decides
	verdict verdict.Verdict
	why     why
	share   Share
	hits    []hit
	from    string // of scheduled: the first day
}

// hit is an ingredient that belongs to an entry, with what it adds.
type hit struct {
	member
	row   int
	share Share // of the ingredient
}

// added is what the ingredient adds to the sum; its lower end is 0 where its membership is
// not certain.
func (h *hit) added() Share {
	s := h.share.times(h.low, h.high)
	if h.doubt != sure || h.high == 0 {
		s.Low, s.LowOpen = 0, false
	}
	return s
}

// work is the state of judging one subject; its slices are reused.
type work struct {
	c     *Checker
	s     *Subject
	day   string
	hits  []hit // by entry and ingredient
	sums  []sumHit
	found []finding
	open  Share // the sum of the unidentified ingredients

	members [][]member // of each ingredient
	order   []place    // of the hits
}

// place is where a hit comes from: its entry, the index of its ingredient, and the index among
// the ingredient's members (32, 16 and 16 bits), so that sorting them sorts the hits.
type place uint64

func placeOf(entry int32, ingredient, member int) place {
	return place(entry)<<32 | place(ingredient)<<16 | place(member)
}

func (p place) ingredient() int { return int(p >> 16 & 0xffff) }

func (p place) member() int { return int(p & 0xffff) }

// sumHit is a hit that counts in the sum of a class.
type sumHit struct {
	class int32
	own   bool // whether the entry is of the class itself
	hit
}

var works = sync.Pool{New: func() any { return new(work) }}

// judge returns the verdicts of all entries and sums that an ingredient belongs to, by
// class and entry. They are valid until done is called.
func (c *Checker) judge(s *Subject, day string) *work {
	w := works.Get().(*work)
	w.c, w.s, w.day = c, s, day
	w.sums, w.found = w.sums[:0], w.found[:0]
	w.open = Share{}
	w.collect()
	for i := 0; i < len(w.hits); {
		j := i + 1
		for j < len(w.hits) && w.hits[j].entry == w.hits[i].entry {
			j++
		}
		w.entry(w.hits[i].entry, w.hits[i:j])
		i = j
	}
	w.sumUp()
	if byClass := func(a, b finding) int { return cmp.Compare(a.class, b.class) }; !slices.IsSortedFunc(w.found, byClass) {
		slices.SortStableFunc(w.found, byClass)
	}
	w.exclude()
	return w
}

// collect fills in the hits on the day.
func (w *work) collect() {
	w.hits, w.members, w.order = w.hits[:0], w.members[:0], w.order[:0]
	for i := range w.s.Ingredients {
		known := w.c.of(&w.s.Ingredients[i])
		if known.anything {
			w.open = w.open.plus(w.s.shareOf(i))
		}
		w.members = append(w.members, known.members)
		for at := range known.members {
			n := known.members[at].entry
			if e := w.c.entries[n]; e.To == "" || w.day < e.To {
				w.order = append(w.order, placeOf(n, i, at))
			}
		}
	}
	slices.Sort(w.order)
	for _, at := range w.order {
		i := at.ingredient()
		w.hits = append(w.hits, hit{member: w.members[i][at.member()], row: w.s.Ingredients[i].Row, share: w.s.shareOf(i)})
	}
}

func (w *work) done() {
	w.c, w.s = nil, nil
	works.Put(w)
}

// shareOf is the share of the i-th ingredient; a substance without other ingredients is 100
// %.
func (s *Subject) shareOf(i int) Share {
	share := s.Ingredients[i].Share
	switch {
	case share.Known:
	case s.Substance && len(s.Ingredients) == 1:
		return Share{Low: 100, High: 100, Known: true}
	default:
		share.Low, share.High, share.LowOpen, share.HighOpen = unstated.Low, unstated.High, false, false
	}
	return share
}

// entry judges an entry by the ingredients that belong to it.
func (w *work) entry(n int32, hits []hit) {
	e := w.c.entries[n]
	for _, into := range w.c.classes[e.class].sums {
		for _, h := range hits {
			w.sums = append(w.sums, sumHit{class: into, own: into == e.class, hit: h})
		}
	}
	if w.c.classes[e.class].Sum != nil || e.All && !w.c.complete(e.ID, hits) {
		return
	}
	f := finding{class: e.class, entry: n, hits: hits}
	f.weigh(w.s, e.Entry)
	if w.s.Massive && w.c.classes[e.class].solids && f.verdict == verdict.Applies {
		f.verdict, f.why = verdict.RequiresContext, massive
	}
	if f.schedule(e.From, w.day) {
		w.found = append(w.found, f)
	}
}

// complete reports whether each CAS number of an entry is among the ingredients.
func (c *Checker) complete(entry int, hits []hit) bool {
	for _, cas := range c.set.CAS(entry) {
		if !slices.ContainsFunc(hits, func(h hit) bool { return h.cas == cas }) {
			return false
		}
	}
	return true
}

// weigh compares the ingredients of an entry with its threshold.
func (f *finding) weigh(s *Subject, e *regulation.Entry) {
	f.share = total(f.hits)
	switch {
	case e.Pure:
		f.verdict, f.why = s.pure(f)
	default:
		f.verdict, f.why = f.compare(e.Threshold)
	}
	if e.Gas && f.verdict != verdict.BelowThreshold {
		switch gas, known := s.gas(); {
		case !known:
			f.verdict, f.why = verdict.RequiresContext, gasUnknown
		case !gas:
			f.verdict, f.why = verdict.BelowThreshold, gasOnly
		case !f.share.surely(regulation.Threshold{Percent: nearlyAll}):
			f.verdict, f.why = s.gasMixture(e.Class, f.verdict, f.why)
		}
	}
	// Where the law exempts some forms up to a content, the form does not matter above it.
	if f.verdict == verdict.Applies && e.ContextJa != "" && (e.Certain == nil || !f.share.surely(*e.Certain)) {
		f.verdict, f.why = verdict.RequiresContext, context
	}
}

// total is the sum of the hits. It is known where all shares are.
func total(hits []hit) Share {
	sum := Share{Known: true}
	for i := range hits {
		sum = sum.plus(hits[i].added())
	}
	return sum.atMost100()
}

// compare judges both ends of the share; why explains a verdict that is not certain.
func (f *finding) compare(t regulation.Threshold) (verdict.Verdict, why) {
	missing := slices.IndexFunc(f.hits, func(h hit) bool { return !h.share.Known })
	// With a threshold of 0, any content counts, but 0 does not.
	t.Above = t.Above || t.Percent == 0
	switch {
	case f.share.surely(t):
		return verdict.Applies, reached
	case !f.share.maybe(t):
		return verdict.BelowThreshold, below
	}
	for _, h := range f.hits {
		switch {
		case h.doubt == ambiguous && len(f.hits) == 1:
			return verdict.Unknown, ambiguousName
		case h.doubt == soluble:
			return verdict.RequiresContext, solubleOnly
		case h.doubt == valence:
			return verdict.RequiresContext, valenceOpen
		case h.doubt == family:
			return verdict.RequiresContext, familyOpen
		case h.doubt == look:
			return verdict.RequiresContext, lookAt
		case h.doubt != sure:
			return verdict.RequiresContext, oneOfSeveral
		}
	}
	if missing >= 0 {
		if f.hits[missing].share.Withheld {
			return verdict.RequiresContext, withheld
		}
		return verdict.RequiresContext, noShare
	}
	if slices.ContainsFunc(f.hits, func(h hit) bool { return h.low != h.high }) {
		return verdict.RequiresContext, noFormula
	}
	if slices.ContainsFunc(f.hits, func(h hit) bool { return h.share.Volume }) {
		return verdict.RequiresContext, byVolume
	}
	return verdict.RequiresContext, straddles
}

// nearlyAll is the content from which a product counts as the substance itself: pure grades
// have impurities.
const nearlyAll = 99

// pure judges entries that apply to the substance itself only.
func (s *Subject) pure(f *finding) (verdict.Verdict, why) {
	whole := regulation.Threshold{Percent: nearlyAll}
	doubtful := slices.ContainsFunc(f.hits, func(h hit) bool { return h.doubt != sure })
	switch {
	case !f.share.maybe(whole) && (!s.Substance || f.share.Low < 50):
		return verdict.BelowThreshold, pureOnly
	case !doubtful && (f.share.surely(whole) || s.Substance && f.share.Low >= 50):
		return verdict.Applies, pureItself
	case doubtful:
		return f.compare(whole)
	case slices.ContainsFunc(f.hits, func(h hit) bool { return !h.share.Known }):
		if len(s.Ingredients) > 1 {
			return verdict.BelowThreshold, pureOnly
		}
		return verdict.RequiresContext, noShare
	}
	return verdict.RequiresContext, pureOpen
}

// gas reports whether the product is a gas under pressure; known is false where the sheet
// does not state it.
func (s *Subject) gas() (is, known bool) {
	if s.State == "gas" || slices.ContainsFunc(s.GHSCategories, underPressure) {
		return true, true
	}
	return false, s.State != ""
}

// gasMixture judges a mixture of gases by its own classification: what a flammable or toxic
// gas is mixed with decides whether the mixture is one.
func (s *Subject) gasMixture(class string, v verdict.Verdict, because why) (verdict.Verdict, why) {
	var shown bool
	switch class {
	case "JP-HPGA/FLAM/DEFAULT":
		shown = s.hazard("flammable_gases") != ""
	case "JP-HPGA/TOXIC/DEFAULT":
		shown = s.hazard("acute_toxicity_inhalation_gas") != ""
	default:
		return v, because
	}
	switch {
	case shown:
		return v, because
	case len(s.GHSCategories) == 0 || class == "JP-HPGA/TOXIC/DEFAULT":
		return verdict.RequiresContext, gasMixed
	}
	return verdict.BelowThreshold, gasHarmless
}

func underPressure(category string) bool {
	switch category {
	case "gases_under_pressure/compressed", "gases_under_pressure/liquefied", "gases_under_pressure/refrigerated_liquefied", "gases_under_pressure/dissolved":
		return true
	}
	return false
}

// schedule turns the verdict of an entry that is not yet in force into an announcement;
// false where there is nothing to announce.
func (f *finding) schedule(from, day string) bool {
	if from <= day {
		return true
	}
	if f.verdict != verdict.Applies && f.verdict != verdict.RequiresContext {
		return false
	}
	f.verdict, f.why, f.from = verdict.Scheduled, later, from
	return true
}
