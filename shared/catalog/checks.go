package catalog

import (
	"slices"
	"time"

	"anzen/shared/domain/sds"
)

// Checks are what rules find about a sheet beside what it says itself. A catalog
// that has them asks when it takes a head in, and anew where other rules hold than
// those by which it asked. The rules are the same for all companies.
type Checks interface {
	// Version names the rules: the same version finds the same. It is asked before
	// every answer.
	Version() string
	// Epoch is from which day on, and up to before which other, the rules find the same as
	// on a day; "" where there is no such day. Days are YYYY-MM-DD.
	Epoch(day string) (from, until string)
	// Judge sets what is found about a head on a day: CheckedLaws and Unidentified, and
	// nothing else. The same head gives the same.
	Judge(day string, s *sds.Sheet)
}

// WithChecks judges what the catalog takes in.
func WithChecks(c Checks) Option { return func(of *Catalog) { of.checks = c } }

// ruleSpan says by which rules, and for which days, sheets were judged.
type ruleSpan struct{ version, from, until string }

func (j ruleSpan) holds(version, day string) bool {
	return j.version == version && j.from <= day && (j.until == "" || day < j.until)
}

// today is the day in Japan, by which laws are meant.
func today(now time.Time) string { return sds.Day(now).Format(time.DateOnly) }

// judging is how sheets are judged now; nil where they are not.
func (r *replica) judging(now time.Time) func(*sds.Sheet) {
	if r.checks == nil {
		return nil
	}
	day := today(now)
	return func(s *sds.Sheet) { r.checks.Judge(day, s) }
}

// judge judges all sheets anew where others than today's rules have judged them. The
// snapshot they came from is then out of date.
func (r *replica) judge(now time.Time) {
	if r.checks == nil {
		return
	}
	r.store.judge = r.judging(now)
	if r.span.holds(r.checks.Version(), today(now)) {
		return
	}
	for n := range uint32(r.store.len()) {
		r.store.judgeAgain(n)
	}
	r.applyRules(now)
	r.stale = r.based
}

// applyRules notes that all sheets are judged by today's rules.
func (r *replica) applyRules(now time.Time) {
	if r.checks == nil {
		return
	}
	r.span.version = r.checks.Version()
	r.span.from, r.span.until = r.checks.Epoch(today(now))
}

// judgeAgain judges a sheet that is there.
func (st *store) judgeAgain(n uint32) {
	before := st.sheet(n)
	after := before
	after.CheckedLaws, after.Unidentified = nil, ""
	st.judge(&after)
	if slices.Equal(before.CheckedLaws, after.CheckedLaws) && before.Unidentified == after.Unidentified {
		return
	}
	st.exchange(n, &before, &after, ruleSpanValues)
	p := packer{facets: &st.facets}
	p.pack(&after, textsOf(&after))
	st.records.set(n, p.b)
}
