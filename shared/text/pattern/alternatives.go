package pattern

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"
)

// An alternative is one branch of the first alternation of an expression, with what stands before and behind it: those of "\b(?:a|b)c"
// are "\bac" and "\bbc". Where a text may have few of them, these are run instead of the whole: they are smaller, and regexp runs
// expressions of more than 500 instructions by its slowest method.
type alternative struct {
	needed
	// groups are the numbers that the alternative's own groups have in the whole.
	groups []int

	parsed  *syntax.Regexp
	compile sync.Once
	re      *regexp.Regexp
}

const (
	// mostAlternatives is the number of alternatives that an expression is split into.
	mostAlternatives = 256
	// runsBeforeSplit is the number of runs of an expression that cost as much as splitting it: a program that reads a single sheet is not
	// slowed down by it.
	runsBeforeSplit = 200
	// few is the number of alternatives up to which they are run instead of the whole.
	few = 6
)

func (a *alternative) regexp() *regexp.Regexp {
	a.compile.Do(func() { a.re = regexp.MustCompile(a.parsed.String()) })
	return a.re
}

// split makes the alternatives of an expression, in its order; none where it has one only, or one that nothing is known of.
func (p *Pattern) split() {
	re, err := syntax.Parse(p.String(), syntax.Perl)
	if err != nil {
		return
	}
	branches := branchesOf(re)
	if len(branches) < 2 {
		return
	}
	out := make([]*alternative, 0, len(branches))
	for _, branch := range branches {
		a := &alternative{groups: groupsOf(branch, nil), parsed: branch}
		if a.anyOf = contentsOf(a.forms(branch)); a.anyOf == nil {
			return
		}
		out = append(out, a)
	}
	p.alternatives = out
}

// branchesOf multiplies out the first alternation of an expression, where what stands before it leaves no choice: the alternatives are
// then preferred in the same order as by the whole.
func branchesOf(re *syntax.Regexp) []*syntax.Regexp {
	var out []*syntax.Regexp
	switch re.Op {
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			out = append(out, branchesOf(sub)...)
		}
	case syntax.OpCapture:
		for _, branch := range branchesOf(re.Sub[0]) {
			group := *re
			group.Sub = []*syntax.Regexp{branch}
			out = append(out, &group)
		}
	case syntax.OpConcat:
		for i, sub := range re.Sub {
			if leavesNoChoice(sub) {
				continue
			}
			for _, branch := range branchesOf(sub) {
				whole := *re
				whole.Sub = slices.Concat(re.Sub[:i], []*syntax.Regexp{branch}, re.Sub[i+1:])
				out = append(out, &whole)
			}
			break
		}
	}
	if len(out) < 2 || len(out) > mostAlternatives {
		return []*syntax.Regexp{re}
	}
	return out
}

// leavesNoChoice reports an expression that matches in one way only at any place of a text.
func leavesNoChoice(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpEmptyMatch, syntax.OpBeginLine,
		syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return false
}

// groupsOf appends the numbers of the groups of an expression in their order.
func groupsOf(re *syntax.Regexp, out []int) []int {
	if re.Op == syntax.OpCapture {
		out = append(out, re.Cap)
	}
	for _, sub := range re.Sub {
		out = groupsOf(sub, out)
	}
	return out
}

// candidates are the alternatives that a text may have; whole is set where the expression is to be run as a whole. A text that has
// neither has no match.
func (p *Pattern) candidates(text string) (found []*alternative, whole bool) {
	p.once.Do(p.parse)
	switch {
	case !p.needed.fits(text):
		return nil, false
	case p.needed.anyOf == nil, len(text) > longest:
		return nil, true
	}
	c := contentOf(text)
	if !p.needed.in(&c, text) {
		return nil, false
	}
	if p.runs.Load() < runsBeforeSplit {
		p.runs.Add(1)
		return nil, true
	}
	p.splitOnce.Do(p.split)
	if len(p.alternatives) == 0 {
		return nil, true
	}
	for _, a := range p.alternatives {
		if !a.in(&c, text) {
			continue
		}
		if len(found) == few {
			return nil, true
		}
		found = append(found, a)
	}
	return found, false
}

// matched reports whether a text has a match of an alternative; whole is set where the expression is to be run as a whole instead.
func (p *Pattern) matched(text string) (match, whole bool) {
	found, whole := p.candidates(text)
	return slices.ContainsFunc(found, func(a *alternative) bool { return a.regexp().MatchString(text) }), whole
}

// first is the first match of a text, with its groups if these are wanted; nil for none.
func (p *Pattern) first(text string, groups bool) []int {
	found, whole := p.candidates(text)
	switch {
	case whole && groups:
		return p.Regexp.FindStringSubmatchIndex(text)
	case whole:
		return p.Regexp.FindStringIndex(text)
	}
	var best []int
	for _, a := range found {
		if groups {
			at := a.regexp().FindStringSubmatchIndex(text)
			if at != nil && (best == nil || at[0] < best[0]) {
				best = p.regrouped(a, at)
			}
			continue
		}
		at := a.regexp().FindStringIndex(text)
		if at != nil && (best == nil || at[0] < best[0]) {
			best = at
		}
	}
	return best
}

// all are the first n matches of a text, all for a negative n, with their groups if these are wanted; nil for none. Where no two matches
// of alternatives overlap, they are those of the whole: none of them begins within another one, from which the whole would go on.
func (p *Pattern) all(text string, n int, groups bool) [][]int {
	found, whole := p.candidates(text)
	var out [][]int
	for _, a := range found {
		if !groups {
			out = append(out, a.regexp().FindAllStringIndex(text, -1)...)
			continue
		}
		for _, at := range a.regexp().FindAllStringSubmatchIndex(text, -1) {
			out = append(out, p.regrouped(a, at))
		}
	}
	if len(found) > 1 {
		slices.SortFunc(out, func(a, b []int) int { return a[0] - b[0] })
		for i := 1; i < len(out) && !whole; i++ {
			whole = out[i][0] < out[i-1][1]
		}
	}
	switch {
	case whole && groups:
		return p.Regexp.FindAllStringSubmatchIndex(text, n)
	case whole:
		return p.Regexp.FindAllStringIndex(text, n)
	case n >= 0 && n < len(out):
		out = out[:n]
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// regrouped is a match of an alternative with the groups of the whole.
func (p *Pattern) regrouped(a *alternative, at []int) []int {
	out := make([]int, 2*(p.NumSubexp()+1))
	for i := range out {
		out[i] = -1
	}
	copy(out, at[:2])
	for i, group := range a.groups {
		copy(out[2*group:2*group+2], at[2*(i+1):])
	}
	return out
}
