// Package compare compares section 15 of a sheet with what the check finds: what both
// state, what the sheet leaves out, what it states without a ground known to us, and what
// it states in outdated terms.
//
// A sheet that states more than we find need not be wrong: the supplier knows its withheld
// ingredients. So an outcome is a hint with its reason, not a verdict.
package compare

import (
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/law"
	"anzen/shared/reference/regulation"
)

// Outcome is the result of the comparison for a class.
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

// Statements returns what section 15 states on regulations.
func Statements(sections []sds.Section) []Stated { return law.Statements(sections) }

// Comparison sets the statements of section 15 on a class beside the check's verdict.
type Comparison struct {
	Law, Category, Class string
	ClassKey             string
	Outcome              Outcome
	Verdict              verdict.Verdict
	Stated               []Stated
	// Note explains the outcome by a code of the catalog of messages (law.compare.*).
	Note verdict.Reason
}

// Section15 compares class by class. revisedOn is the sheet's date, empty where it has
// none. Classes on which neither section 15 nor the check has anything are left out.
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
	reported := map[string]bool{} // codes already reported as stated and not found
	for i := range classes {
		class := &classes[i]
		if len(class.Stated) == 0 {
			continue
		}
		if got, ok := c.class(class, reported); ok {
			out = append(out, got)
		}
	}
	return out
}

// comparer is the comparison of one sheet.
type comparer struct {
	set       *regulation.Set
	stated    []Stated
	revisedOn string
	byClass   map[string]verdict.Verdict
	proofs    map[string][]verdict.Proof
	found     map[string]bool // codes of section 15 for which some class is found to apply
}

// finds reports whether the verdict is that the class applies, or may.
func finds(v verdict.Verdict) bool {
	return v == verdict.Applies || v == verdict.RequiresContext || v == verdict.Scheduled
}

func (c *comparer) class(class *regulation.Class, reported map[string]bool) (got Comparison, ok bool) {
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
	case c.elsewhere(class), reported[class.Stated[0]]:
		return got, false // the sheet names several classes by one term, and means another one
	default:
		reported[class.Stated[0]] = true
		got.Outcome, got.Note = StatedNotFound, note(pick(got.Verdict == verdict.BelowThreshold, "below", "not_found"))
	}
	return got, true
}

// unstated compares a class that section 15 does not name.
func (c *comparer) unstated(got Comparison, class *regulation.Class) (Comparison, bool) {
	category := c.set.Category(class.Law, class.Category)
	if !category.Default {
		return got, false // sheets need not state it
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
			return got, false // the use, or what becomes of it, decides: sheets need not state it
		}
		got.Outcome, got.Note = NotCompared, note("context")
	case verdict.Scheduled:
		got.Outcome, got.Note = NotCompared, note("scheduled", "from", c.from(class))
	default:
		return got, false
	}
	return got, true
}

// ofSubstances reports whether the class's verdict rests on ingredients, not on properties
// or the UN number alone.
func (c *comparer) ofSubstances(class *regulation.Class) bool {
	return slices.ContainsFunc(c.proofs[class.Key()], func(p verdict.Proof) bool {
		return p.Verdict == verdict.RequiresContext && (len(p.Parts) > 0 || p.Share != nil)
	})
}

// verdict is the strongest of the class; without a proof it is not listed, or unknown where
// our tables lack the list.
func (c *comparer) verdict(class *regulation.Class) verdict.Verdict {
	if v, ok := c.byClass[class.Key()]; ok {
		return v
	}
	if category := c.set.Category(class.Law, class.Category); !category.Whole() || category.Basis == regulation.ByProcess {
		return verdict.Unknown
	}
	return verdict.NotListed
}

// statements returns those of section 15 that name the class, or, where none names a part,
// the whole that contains it.
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

// denials returns the statements that the class, or its law, does not apply.
func (c *comparer) denials(class *regulation.Class) (of []Stated) {
	for _, s := range c.stated {
		if s.Denied && (s.Code == class.Law || slices.Contains(class.Stated, s.Code)) {
			of = append(of, s)
		}
	}
	return of
}

// ofLaw returns the statements that name the law alone: 航空法 施行規則第194条.
func (c *comparer) ofLaw(class *regulation.Class) (of []Stated) {
	for _, s := range c.stated {
		if !s.Denied && s.Code == class.Law {
			of = append(of, s)
		}
	}
	return of
}

// elsewhere reports whether another class with the same term in section 15 is found.
func (c *comparer) elsewhere(class *regulation.Class) bool {
	return slices.ContainsFunc(class.Stated, func(code string) bool { return c.found[code] })
}

// began holds the days on which categories became duties, for entries that were on older
// lists.
var began = map[string]string{
	"JP-ISHA/LABEL": "2016-06-01", "JP-ISHA/RA": "2016-06-01", "JP-ISHA/CARC30": "2023-04-01", "JP-ISHA/SKIN": "2024-04-01", "JP-ISHA/OEL": "2024-04-01",
}

// since is the first day of the class's found entries: the earliest of those that apply.
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

// from is the first day of a class that is announced.
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
