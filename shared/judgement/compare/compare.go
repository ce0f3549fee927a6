// Package compare sets what section 15 of a sheet says beside what the check finds:
// what both say, what the sheet leaves out, what it says without ground that we
// know, and what it says in old words.
//
// A sheet that says more than we find is not wrong for that: it knows its withheld
// ingredients. So an outcome is something to look at, with its reason, and no judgement.
package compare

import (
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/law"
	"anzen/shared/reference/regulation"
)

// Outcome is what a comparison says of a class.
type Outcome string

// The outcomes.
const (
	Agrees         Outcome = "agrees"
	FoundNotStated Outcome = "found_not_stated" // 記載漏れの疑い
	StatedNotFound Outcome = "stated_not_found" // 要確認
	Outdated       Outcome = "outdated"         // 改訂要
	NotCompared    Outcome = "not_judged"
)

// Stated is a statement of section 15.
type Stated = law.Statement

// Statements are what a sheet's section 15 says of regulations.
func Statements(sections []sds.Section) []Stated { return law.Statements(sections) }

// Comparison is what section 15 and the check say of one class.
type Comparison struct {
	Law, Category, Class string
	ClassKey             string
	Outcome              Outcome
	Verdict              verdict.Verdict
	Stated               []Stated
	// Note says why the outcome is as it is, in words of the catalog of messages (law.compare.*).
	Note verdict.Reason
}

// Section15 compares class by class. revisedOn is the sheet's date, empty where it has
// none. Classes of which neither says anything are left out.
func Section15(set *regulation.Set, proofs []verdict.Proof, stated []Stated, revisedOn, day string) []Comparison {
	c := comparer{set: set, stated: stated, revisedOn: revisedOn, byClass: verdict.ByClass(proofs), proofs: map[string][]verdict.Proof{}, found: map[string]bool{}}
	for i := range proofs {
		c.proofs[proofs[i].Key()] = append(c.proofs[proofs[i].Key()], proofs[i])
	}
	classes := set.Classes()
	for i := range classes {
		for _, code := range classes[i].Stated {
			if finds(c.byClass[classes[i].Key()]) {
				c.found[code] = true
			}
		}
	}
	var out []Comparison
	told := map[string]bool{} // codes of which it is said already that nothing is found
	for i := range classes {
		class := &classes[i]
		if len(class.Stated) == 0 {
			continue
		}
		if got, ok := c.class(class, told); ok {
			out = append(out, got)
		}
	}
	return out
}

// comparer is a sheet on its way through the classes.
type comparer struct {
	set       *regulation.Set
	stated    []Stated
	revisedOn string
	byClass   map[string]verdict.Verdict
	proofs    map[string][]verdict.Proof
	found     map[string]bool // codes of section 15 of which a class is found to apply
}

// finds tells whether a verdict says that the class applies, or may.
func finds(v verdict.Verdict) bool {
	return v == verdict.Applies || v == verdict.RequiresContext || v == verdict.Scheduled
}

func (c *comparer) class(class *regulation.Class, told map[string]bool) (got Comparison, ok bool) {
	key := class.Key()
	got = Comparison{Law: class.Law, Category: class.Category, Class: class.Code, ClassKey: key, Verdict: c.verdict(class), Stated: c.statements(class)}
	if len(got.Stated) == 0 {
		return c.unstated(got, class)
	}
	if note, old := c.outdated(class, got.Stated); old {
		got.Outcome, got.Note = Outdated, note
		return got, true
	}
	switch {
	case finds(got.Verdict):
		got.Outcome, got.Note = Agrees, note("agrees")
	case got.Verdict == verdict.Unknown:
		got.Outcome, got.Note = NotCompared, note("unknown")
	case c.elsewhere(class), told[class.Stated[0]]:
		return got, false // the sheet names several classes by one word, and another of them is meant
	default:
		told[class.Stated[0]] = true
		got.Outcome, got.Note = StatedNotFound, note(pick(got.Verdict == verdict.BelowThreshold, "below", "not_found"))
	}
	return got, true
}

// unstated is what there is to say of a class that section 15 does not name.
func (c *comparer) unstated(got Comparison, class *regulation.Class) (Comparison, bool) {
	category := c.set.Category(class.Law, class.Category)
	if !category.Default {
		return got, false // sheets need not speak of it
	}
	switch got.Verdict {
	case verdict.Applies:
		if whole := c.ofLaw(class); category.Basis == regulation.ByUNNumber && len(whole) > 0 {
			got.Outcome, got.Stated, got.Note = Agrees, whole, note("law_named")
			return got, true
		}
		got.Outcome, got.Note = FoundNotStated, note("not_stated")
		if from := c.since(class); c.revisedOn != "" && from > c.revisedOn {
			got.Outcome, got.Note = Outdated, note("older", "from", from, "revised", c.revisedOn)
		} else if denied := c.denials(class); len(denied) > 0 {
			got.Stated, got.Note = denied, note("denied")
		}
	case verdict.RequiresContext:
		if category.Basis != regulation.ByComposition || !c.ofSubstances(class) {
			return got, false // the use, or what becomes of it, decides: sheets need not speak of it
		}
		got.Outcome, got.Note = NotCompared, note("context")
	case verdict.Scheduled:
		got.Outcome, got.Note = NotCompared, note("scheduled", "from", c.from(class))
	default:
		return got, false
	}
	return got, true
}

// ofSubstances tells whether ingredients, not properties or the UN number alone, are the ground of the class's verdict.
func (c *comparer) ofSubstances(class *regulation.Class) bool {
	return slices.ContainsFunc(c.proofs[class.Key()], func(p verdict.Proof) bool {
		return p.Verdict == verdict.RequiresContext && (len(p.Parts) > 0 || p.Share != nil)
	})
}

// verdict is the class's strongest; without a proof it is not listed, or unknown where our tables lack the list.
func (c *comparer) verdict(class *regulation.Class) verdict.Verdict {
	if v, ok := c.byClass[class.Key()]; ok {
		return v
	}
	if category := c.set.Category(class.Law, class.Category); !category.Loaded || category.Basis == regulation.ByProcess {
		return verdict.Unknown
	}
	return verdict.NotListed
}

// statements are those of section 15 that name the class, or the whole that it is a part of where none names a part.
func (c *comparer) statements(class *regulation.Class) (of []Stated) {
	for _, s := range c.stated {
		if !s.Denied && slices.Contains(class.Stated, s.Code) {
			of = append(of, s)
		}
	}
	if len(of) > 0 || !finds(c.byClass[class.Key()]) {
		return of
	}
	for _, whole := range class.Stated {
		for whole = parent(whole); law.IsRegulation(whole); whole = parent(whole) {
			if slices.ContainsFunc(c.stated, func(s Stated) bool { return !s.Denied && parent(s.Code) == whole }) {
				continue
			}
			for _, s := range c.stated {
				if !s.Denied && s.Code == whole {
					of = append(of, s)
				}
			}
		}
	}
	return of
}

// denials are what section 15 says against the class, or against its law.
func (c *comparer) denials(class *regulation.Class) (of []Stated) {
	for _, s := range c.stated {
		if s.Denied && (s.Code == class.Law || slices.Contains(class.Stated, s.Code)) {
			of = append(of, s)
		}
	}
	return of
}

// ofLaw are the statements that name the law alone: 航空法 施行規則第194条.
func (c *comparer) ofLaw(class *regulation.Class) (of []Stated) {
	for _, s := range c.stated {
		if !s.Denied && s.Code == class.Law {
			of = append(of, s)
		}
	}
	return of
}

// elsewhere tells whether another class that bears the same word in section 15 is found.
func (c *comparer) elsewhere(class *regulation.Class) bool {
	return slices.ContainsFunc(class.Stated, func(code string) bool { return c.found[code] })
}

// began are the days from which categories are duties, of entries that were on older lists.
var began = map[string]string{
	"JP-ISHA/LABEL": "2016-06-01", "JP-ISHA/RA": "2016-06-01", "JP-ISHA/CARC30": "2023-04-01", "JP-ISHA/SKIN": "2024-04-01", "JP-ISHA/OEL": "2024-04-01",
}

// since is from when the entries of the class that are found hold: the earliest of those that apply.
func (c *comparer) since(class *regulation.Class) (from string) {
	for _, p := range c.proofs[class.Key()] {
		e := c.set.Entry(p.EntryID)
		if p.Verdict != verdict.Applies {
			continue
		}
		if e == nil {
			return ""
		}
		if from == "" || e.From < from {
			from = e.From
		}
	}
	return max(from, began[class.Law+"/"+class.Category])
}

// from is the day from which a class applies that does not yet.
func (c *comparer) from(class *regulation.Class) (from string) {
	for _, p := range c.proofs[class.Key()] {
		if p.Verdict == verdict.Scheduled && (from == "" || p.From < from) {
			from = p.From
		}
	}
	return from
}

func note(code string, args ...string) verdict.Reason {
	r := verdict.Reason{Code: "law.compare." + code}
	for i := 0; i+1 < len(args); i += 2 {
		if r.Args == nil {
			r.Args = map[string]string{}
		}
		r.Args[args[i]] = args[i+1]
	}
	return r
}

func pick(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}
