package lawcheck

import (
	"maps"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// proved are proofs with the index of each one's class in Checker.classes.
type proved struct {
	proofs  []verdict.Proof
	classes []int32
}

func newProved(room int) *proved {
	return &proved{proofs: make([]verdict.Proof, 0, room), classes: make([]int32, 0, room)}
}

// add adds an empty proof of a class, to be filled in. It is not cleared once more: the room
// beyond the length was never used.
func (a *proved) add(class int32) *verdict.Proof {
	a.classes = append(a.classes, class)
	n := len(a.proofs)
	if n == cap(a.proofs) {
		more := make([]verdict.Proof, n, 2*n+1)
		copy(more, a.proofs)
		a.proofs = more
	}
	a.proofs = a.proofs[:n+1]
	return &a.proofs[n]
}

// remarks are the arguments that a class adds to reasons, by what holds: maps that proofs share.
type remarks struct{ activity, overdue, both map[string]string }

func remarksOf(category *regulation.Category) (r remarks) {
	if category.ActivityJa != "" {
		r.activity = map[string]string{verdict.Activity + "_ja": category.ActivityJa, verdict.Activity + "_en": category.ActivityEn}
	}
	if category.Basis == regulation.ByComposition && category.OverdueFrom != "" {
		r.overdue = map[string]string{verdict.CompleteTo: category.CompleteTo}
	}
	r.both = joinedArgs(r.activity, r.overdue)
	return r
}

// remark adds to the reason what the duties depend on beside the substance, and that the
// list is past its revision rhythm.
func (k *class) remark(p *verdict.Proof, day string) {
	hit, overdue := p.Verdict.Strength() >= verdict.Scheduled.Strength(), k.category.Overdue(day)
	switch {
	case hit && overdue:
		p.Reason.Args = joinedArgs(p.Reason.Args, k.remarks.both)
	case hit:
		p.Reason.Args = joinedArgs(p.Reason.Args, k.remarks.activity)
	case overdue:
		p.Reason.Args = joinedArgs(p.Reason.Args, k.remarks.overdue)
	}
}

// joinedArgs are the arguments of both; it changes neither, and may return one of them.
func joinedArgs(a, b map[string]string) map[string]string {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	joined := make(map[string]string, len(a)+len(b))
	maps.Copy(joined, a)
	maps.Copy(joined, b)
	return joined
}
