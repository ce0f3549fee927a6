// Package pattern is package regexp for rules that are asked of every line of a sheet, where
// most of them match nothing. A Pattern first compares the bytes and pairs of bytes of the text
// with those that each match has, and only then runs the expression, or of a large one that is
// run often those of its alternatives that the text may have: the answers are those of regexp
// (the fuzz test compares them), a text that cannot match costs a tenth of the time.
package pattern

import (
	"regexp"
	"regexp/syntax"
	"sync"
	"sync/atomic"
)

// Pattern is a regular expression. It is safe for concurrent use.
type Pattern struct {
	*regexp.Regexp

	once   sync.Once
	needed needed

	runs         atomic.Int32 // of the whole expression
	splitOnce    sync.Once
	alternatives []*alternative
}

// MustCompile compiles an expression, and panics if it is none. What its matches need is told on first use.
func MustCompile(expr string) *Pattern { return &Pattern{Regexp: regexp.MustCompile(expr)} }

// parse tells what an expression needs.
func (p *Pattern) parse() {
	if re, err := syntax.Parse(p.String(), syntax.Perl); err == nil {
		p.needed = neededBy(re.Simplify())
	}
}

// MatchString is that of regexp.
func (p *Pattern) MatchString(text string) bool {
	match, whole := p.matched(text)
	return match || whole && p.Regexp.MatchString(text)
}

// FindString is that of regexp.
func (p *Pattern) FindString(text string) string {
	at := p.FindStringIndex(text)
	if at == nil {
		return ""
	}
	return text[at[0]:at[1]]
}

// FindStringIndex is that of regexp.
func (p *Pattern) FindStringIndex(text string) []int { return p.first(text, false) }

// FindStringSubmatch is that of regexp.
func (p *Pattern) FindStringSubmatch(text string) []string {
	return groupsIn(text, p.FindStringSubmatchIndex(text))
}

// FindStringSubmatchIndex is that of regexp.
func (p *Pattern) FindStringSubmatchIndex(text string) []int { return p.first(text, true) }

// FindAllString is that of regexp.
func (p *Pattern) FindAllString(text string, n int) []string {
	found := p.FindAllStringIndex(text, n)
	if found == nil {
		return nil
	}
	out := make([]string, len(found))
	for i, at := range found {
		out[i] = text[at[0]:at[1]]
	}
	return out
}

// FindAllStringIndex is that of regexp.
func (p *Pattern) FindAllStringIndex(text string, n int) [][]int { return p.all(text, n, false) }

// FindAllStringSubmatch is that of regexp.
func (p *Pattern) FindAllStringSubmatch(text string, n int) [][]string {
	found := p.FindAllStringSubmatchIndex(text, n)
	if found == nil {
		return nil
	}
	out := make([][]string, len(found))
	for i, at := range found {
		out[i] = groupsIn(text, at)
	}
	return out
}

// FindAllStringSubmatchIndex is that of regexp.
func (p *Pattern) FindAllStringSubmatchIndex(text string, n int) [][]int { return p.all(text, n, true) }

// ReplaceAllString is that of regexp.
func (p *Pattern) ReplaceAllString(text, by string) string {
	if match, whole := p.matched(text); !match && !whole {
		return text
	}
	return p.Regexp.ReplaceAllString(text, by)
}

// ReplaceAllStringFunc is that of regexp.
func (p *Pattern) ReplaceAllStringFunc(text string, by func(string) string) string {
	if match, whole := p.matched(text); !match && !whole {
		return text
	}
	return p.Regexp.ReplaceAllStringFunc(text, by)
}

// groupsIn are the texts of the groups of a match; nil for none.
func groupsIn(text string, at []int) []string {
	if at == nil {
		return nil
	}
	out := make([]string, len(at)/2)
	for i := range out {
		if at[2*i] >= 0 {
			out[i] = text[at[2*i]:at[2*i+1]]
		}
	}
	return out
}
