package catalog

import (
	"context"
	"fmt"
	"slices"
	"time"

	"anzen/shared/domain/sds"
)

// Checks derives verdicts from a sheet by rules. A catalog with checks evaluates them
// when it takes a sheet record in, and again when the rules change. The rules are the
// same for all companies.
type Checks interface {
	// Version identifies the rules: the same version gives the same results. It is called
	// before every search.
	Version() string
	// Epoch is the period around a day, from until excluding until, in which the rules give
	// the same results; "" where it is unbounded. Days are YYYY-MM-DD.
	Epoch(day string) (from, until string)
	// Judge sets the results of a sheet record on a day: CheckedLaws, LawDates and
	// Unidentified, and nothing else. It is deterministic.
	Judge(day string, s *sds.Sheet)
}

// WithChecks evaluates checks on the sheets that the catalog takes in.
func WithChecks(c Checks) Option { return func(of *Catalog) { of.checks = c } }

// Later has the sheets of a replica that were checked by other rules checked again after answers instead of before them: until
// then answers have the results of the rules before, those of the snapshot. It is for whoever waits for an answer; where results must
// be those of today, as for the nightly run, it is not used. On Lambda the work stands still while the function is not called, and
// goes on in the next call.
func Later() Option { return func(of *Catalog) { of.later = true } }

// ruleSpan is the version of the rules, and the period, by which sheets were checked.
type ruleSpan struct{ version, from, until string }

func (j ruleSpan) holds(version, day string) bool {
	return j.version == version && j.from <= day && (j.until == "" || day < j.until)
}

// today is the day in Japan, on which laws are based.
func today(now time.Time) string { return sds.Day(now).Format(time.DateOnly) }

// check is the check of a sheet now; nil without checks.
func (r *replica) check(now time.Time) func(*sds.Sheet) {
	if r.checks == nil {
		return nil
	}
	day := today(now)
	return func(s *sds.Sheet) { r.checks.Judge(day, s) }
}

// judging is how far a replica has come that is checked by other rules.
type judging struct {
	version, day string
	next         uint32 // the first sheet that is not
	until        uint32 // later ones have been put in since, checked by these rules
}

// reserve is the time that is left for the answer, or for the error, when checking stops; look is how many sheets are checked
// between two looks at the clock.
const (
	reserve = time.Second
	look    = 256
)

// recheck checks all sheets again where they were checked by other rules than today's. The snapshot they came from is then
// out of date: a new one is asked for first, as the caller's time may end before all are checked. The next call goes on
// where it has ended.
func (r *replica) recheck(ctx context.Context, snapshots Snapshots, now time.Time) error {
	if r.checks == nil {
		return nil
	}
	r.store.check = r.check(now)
	version, day := r.checks.Version(), today(now)
	if r.span.holds(version, day) {
		return nil
	}
	if r.judging.version != version || r.judging.day != day {
		r.judging, r.stale = judging{version: version, day: day, until: uint32(r.store.len())}, r.based //nolint:gosec // sheets of a company
	}
	if snapshots != nil && r.stale && r.store.len() >= worthSnapshot && r.mayRequest(now) {
		r.requestSnapshot(ctx, snapshots, now)
	}
	if r.later {
		if !r.behind {
			r.behind = true
			go r.judgeLater()
		}
		return nil
	}
	for ; r.judging.next < r.judging.until; r.judging.next++ {
		if r.judging.next%look == 0 && over(ctx) {
			return fmt.Errorf("%d of %d sheets are checked by the new rules: %w", r.judging.next, r.store.len(), context.DeadlineExceeded)
		}
		r.store.recheck(r.judging.next)
	}
	r.judging = judging{}
	r.applyRules(now)
	return nil
}

// judgeLater checks the sheets that recheck has left, one at a time, and holds no answer up.
func (r *replica) judgeLater() {
	for {
		st, n, day := r.nextLater()
		if st == nil {
			return
		}
		r.mu.Lock()
		before := st.sheet(n)
		r.mu.Unlock()
		after := before
		after.CheckedLaws, after.LawDates, after.Unidentified = nil, nil, ""
		r.checks.Judge(day, &after)
		r.mu.Lock()
		// Otherwise it was put in meanwhile, checked by today's rules, or begins again from a snapshot.
		if r.store == st && r.judging.day == day && st.version(n) == before.Version {
			st.judged(n, &before, &after)
		}
		r.mu.Unlock()
	}
}

// nextLater is the next sheet to check with the day by which; nil at the end.
func (r *replica) nextLater() (st *store, n uint32, day string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j := &r.judging
	if j.version == "" || r.store == nil {
		r.behind = false
		return nil, 0, ""
	}
	if n = j.next; n >= j.until {
		r.span.version = j.version
		r.span.from, r.span.until = r.checks.Epoch(j.day)
		r.judging, r.behind = judging{}, false
		return nil, 0, ""
	}
	j.next++
	return r.store, n, j.day
}

// over reports that the caller's time has ended, or is about to.
func over(ctx context.Context) bool {
	deadline, limited := ctx.Deadline()
	return ctx.Err() != nil || limited && time.Until(deadline) < reserve
}

// applyRules records that all sheets are checked by today's rules.
func (r *replica) applyRules(now time.Time) {
	if r.checks == nil {
		return
	}
	r.span.version = r.checks.Version()
	r.span.from, r.span.until = r.checks.Epoch(today(now))
}

// recheck checks a stored sheet again.
func (st *store) recheck(n uint32) {
	before := st.sheet(n)
	after := before
	after.CheckedLaws, after.LawDates, after.Unidentified = nil, nil, ""
	st.check(&after)
	st.judged(n, &before, &after)
}

// judged stores the results of a sheet's checks.
func (st *store) judged(n uint32, before, after *sds.Sheet) {
	if slices.Equal(before.CheckedLaws, after.CheckedLaws) && slices.Equal(before.LawDates, after.LawDates) && before.Unidentified == after.Unidentified {
		return
	}
	st.exchange(n, before, after, checkedValues)
	p := packer{facets: &st.facets}
	p.pack(after, textsOf(after))
	st.records.set(n, p.b)
}
