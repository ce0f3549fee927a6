package chem

import (
	"cmp"
	"fmt"
	"strings"

	"anzen/shared/text/fold"
)

// CAS is a CAS registry number in its usual form, 2 to 7 digits, 2 digits and the check digit: "67-64-1".
type CAS string

// Found is one CAS-like number in a text.
type Found struct {
	CAS CAS
	// Start and End are byte offsets in the searched text.
	Start, End int
	// Valid is set where the check digit is right.
	Valid bool
}

// ParseCAS parses a text that is one CAS number and nothing else. It accepts dashes of
// every kind, blanks around them and leading zeros; a wrong form or check digit is an
// error.
func ParseCAS(s string) (CAS, error) {
	folded := fold.Printed(s)
	found := FindCAS(folded)
	if len(found) != 1 || found[0].Start != 0 || found[0].End != len(folded) {
		return "", fmt.Errorf("parse CAS number %q: not of the form 0000000-00-0", s)
	}
	if !found[0].Valid {
		return "", fmt.Errorf("parse CAS number %q: wrong check digit", s)
	}
	return found[0].CAS, nil
}

// Valid reports whether the number has the right form and check digit.
func (c CAS) Valid() bool {
	_, err := ParseCAS(string(c))
	return err == nil
}

// CompareCAS orders numbers numerically.
func CompareCAS[S ~string](a, b S) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }

// FindCAS finds all numbers in CAS form in a folded text, including those with a wrong
// check digit. Numbers within a longer chain of digits and hyphens (telephone numbers,
// product codes) are skipped.
func FindCAS(s string) []Found {
	var out []Found
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		digits, end := run(s, i)
		if linked(s, i) || len(digits) < 2 || len(digits) > 12 {
			i = end - 1
			continue
		}
		second, at, ok := link(s, end)
		if !ok || len(second) != 2 {
			i = end - 1
			continue
		}
		third, last, ok := link(s, at)
		if !ok || len(third) != 1 || chained(s, last) {
			i = end - 1
			continue
		}
		first := strings.TrimLeft(digits, "0")
		if len(first) < 2 || len(first) > 7 {
			i = last - 1
			continue
		}
		out = append(out, Found{
			CAS:   CAS(first + "-" + second + "-" + third),
			Start: i, End: last,
			Valid: checkDigit(first+second) == int(third[0]-'0'),
		})
		i = last - 1
	}
	return out
}

// checkDigit is the sum of the digits, weighted by their place from the right, modulo ten.
func checkDigit(digits string) int {
	sum := 0
	for i := range len(digits) {
		sum += int(digits[i]-'0') * (len(digits) - i)
	}
	return sum % 10
}

// run returns the digits from i on and where they end.
func run(s string, i int) (string, int) {
	j := i
	for j < len(s) && s[j] >= '0' && s[j] <= '9' {
		j++
	}
	return s[i:j], j
}

// link reads a hyphen, with optional blanks around it, and the digits after it.
func link(s string, i int) (digits string, end int, ok bool) {
	for i < len(s) && s[i] == ' ' {
		i++
	}
	if i >= len(s) || s[i] != '-' {
		return "", i, false
	}
	i++
	for i < len(s) && s[i] == ' ' {
		i++
	}
	digits, end = run(s, i)
	return digits, end, digits != ""
}

// linked reports whether the digits at i continue something before them.
func linked(s string, i int) bool {
	if i == 0 {
		return false
	}
	c := s[i-1]
	if c == '-' && i > 1 {
		d := s[i-2]
		return d >= '0' && d <= '9' || d >= 'A' && d <= 'Z' || d >= 'a' && d <= 'z'
	}
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '+' || c == '.'
}

// chained reports whether a hyphen and a digit, or a letter or digit, follow at i.
func chained(s string, i int) bool {
	if i >= len(s) {
		return false
	}
	c := s[i]
	if c >= '0' && c <= '9' {
		return true
	}
	return c == '-' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9'
}
