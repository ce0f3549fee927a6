// Package pattern is package regexp for rules that are asked of every line of a sheet, where
// most of them match nothing. A Pattern first compares the bytes and pairs of bytes of the text
// with those that each match has, and only then runs the expression: the answers are those of
// regexp (the fuzz test compares them), a text that cannot match costs a tenth of the time.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression. It is safe for concurrent use.
type Pattern struct {
	*regexp.Regexp

	once   sync.Once
	needed needed
}

// MustCompile compiles an expression, and panics if it is none. What its matches need is told on first use.
func MustCompile(expr string) *Pattern { return &Pattern{Regexp: regexp.MustCompile(expr)} }

// may reports whether a text may have a match: false only if it has none.
func (p *Pattern) may(text string) bool {
	p.once.Do(func() { p.needed = neededBy(p.String()) })
	return p.needed.in(text)
}

// MatchString is that of regexp.
func (p *Pattern) MatchString(text string) bool { return p.may(text) && p.Regexp.MatchString(text) }

// FindString is that of regexp.
func (p *Pattern) FindString(text string) string {
	if !p.may(text) {
		return ""
	}
	return p.Regexp.FindString(text)
}

// FindStringIndex is that of regexp.
func (p *Pattern) FindStringIndex(text string) []int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringIndex(text)
}

// FindStringSubmatch is that of regexp.
func (p *Pattern) FindStringSubmatch(text string) []string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringSubmatch(text)
}

// FindStringSubmatchIndex is that of regexp.
func (p *Pattern) FindStringSubmatchIndex(text string) []int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindStringSubmatchIndex(text)
}

// FindAllString is that of regexp.
func (p *Pattern) FindAllString(text string, n int) []string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllString(text, n)
}

// FindAllStringIndex is that of regexp.
func (p *Pattern) FindAllStringIndex(text string, n int) [][]int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllStringIndex(text, n)
}

// FindAllStringSubmatch is that of regexp.
func (p *Pattern) FindAllStringSubmatch(text string, n int) [][]string {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatch(text, n)
}

// FindAllStringSubmatchIndex is that of regexp.
func (p *Pattern) FindAllStringSubmatchIndex(text string, n int) [][]int {
	if !p.may(text) {
		return nil
	}
	return p.Regexp.FindAllStringSubmatchIndex(text, n)
}

// ReplaceAllString is that of regexp.
func (p *Pattern) ReplaceAllString(text, by string) string {
	if !p.may(text) {
		return text
	}
	return p.Regexp.ReplaceAllString(text, by)
}

// ReplaceAllStringFunc is that of regexp.
func (p *Pattern) ReplaceAllStringFunc(text string, by func(string) string) string {
	if !p.may(text) {
		return text
	}
	return p.Regexp.ReplaceAllStringFunc(text, by)
}
