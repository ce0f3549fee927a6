package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/catalog"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// term is a part of a searched text, with what a person also means by it.
type term struct {
	text string // one word, or several that name a substance
	// loose is set where the term is like a code, in which separators do not matter.
	loose bool
	un    string     // the number where the term is a UN number with its prefix
	cas   []chem.CAS // of the term as a CAS number without hyphens, or as a name
	names []string   // other names of the substances
}

// longestName is the number of words of the longest name of a substance that is looked up.
const longestName = 6

// maxMeant is the number of substances up to which a name means them: one that many have
// names a family.
const maxMeant = 8

// termsOf splits a text into terms. Consecutive words that name a substance are one.
func termsOf(text string) (terms []term) {
	words := strings.Fields(fold.Printed(text))
	for i := 0; i < len(words); {
		n := min(longestName, len(words)-i)
		for ; n > 1; n-- {
			if t, ok := substanceOf(strings.Join(words[i:i+n], " ")); ok {
				terms = append(terms, t)
				break
			}
			if n == 2 && unNumber.MatchString(words[i]+words[i+1]) {
				terms = append(terms, termOf(words[i]+words[i+1]))
				break
			}
		}
		if n <= 1 {
			terms = append(terms, termOf(words[i]))
			n = 1
		}
		i += n
	}
	return terms
}

var (
	unNumber = regexp.MustCompile(`^(?i:un)(?i:no)?[.:-]?([0-9]{4})$`)
	digits   = regexp.MustCompile(`^[0-9]{5,10}$`)
)

// termOf is the term of one word.
func termOf(word string) term {
	t, _ := substanceOf(word)
	t.text = word
	if m := unNumber.FindStringSubmatch(word); m != nil {
		t.un = m[1]
		return t
	}
	if digits.MatchString(word) {
		n := len(word)
		if cas := chem.CAS(word[:n-3] + "-" + word[n-3:n-1] + "-" + word[n-1:]); cas.Valid() {
			t.cas = append(t.cas, cas)
		}
	}
	t.loose = len(t.cas) == 0 && likeCode(word)
	return t
}

// likeCode reports whether a word is like a code: digits with letters or separators.
func likeCode(word string) bool {
	n, digit, other := 0, false, false
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digit = true
			n++
		case unicode.IsLetter(r):
			other = true
			n++
		default:
			other = true
		}
	}
	return n >= shortestCode && digit && other
}

const shortestCode = 3

// substanceOf is the term of a name of a substance, in any language and script; ok is false
// where it is not one.
func substanceOf(name string) (t term, ok bool) {
	t = term{text: name}
	found := chem.ByName(name)
	if len(found) == 0 {
		found = chem.ByName(katakana(name))
	}
	if cas, ok := chem.ByEverydayName(name); ok && len(found) == 0 {
		found = append(found, cas)
	}
	if len(found) == 0 || len(found) > maxMeant {
		return t, false
	}
	own := fold.Squeezed(name)
	for _, cas := range found {
		t.cas = append(t.cas, cas)
		s, _ := chem.ByCAS(cas)
		for _, other := range []string{s.Ja, s.En} {
			if other != "" && fold.Squeezed(other) != own && !slices.Contains(t.names, other) {
				t.names = append(t.names, other)
			}
		}
	}
	return t, true
}

// katakana is a text with katakana for hiragana.
func katakana(s string) string {
	return strings.Map(func(r rune) rune {
		if 'ぁ' <= r && r <= 'ゖ' {
			return r + ('ァ' - 'ぁ')
		}
		return r
	}, s)
}

// conditions are those of a text: each of its terms has to be met.
func conditions(text string) []catalog.Condition {
	terms := termsOf(text)
	all := make([]catalog.Condition, len(terms))
	for i := range terms {
		all[i] = terms[i].condition()
	}
	return all
}

func (t *term) condition() catalog.Condition {
	either := []catalog.Condition{catalog.Somewhere(t.text)}
	if t.loose {
		either = append(either, catalog.Loosely(t.text))
	}
	if t.un != "" {
		either = append(either, catalog.Any(catalog.FacetUNNumber, t.un))
	}
	if len(t.cas) > 0 {
		either = append(either, catalog.Any(catalog.FacetCAS, t.cas...))
	}
	if len(t.names) > 0 {
		either = append(either, catalog.Matching(catalog.FacetSubstance, t.isName))
		for _, name := range t.names {
			if distinct(name) {
				either = append(either, catalog.Contains(catalog.FieldName, name), catalog.Contains(catalog.FieldProduct, name))
			}
		}
	}
	if len(either) == 1 {
		return either[0]
	}
	return catalog.Either(either...)
}

// isName reports whether an ingredient has one of the term's other names.
func (t *term) isName(ingredient string) bool {
	printed := fold.Squeezed(ingredient)
	return slices.ContainsFunc(t.names, func(name string) bool { return fold.Squeezed(name) == printed })
}

// distinct reports whether a name is long enough that it is not a part of other words.
func distinct(name string) bool {
	n := utf8.RuneCountInString(name)
	if len(name) == n {
		return n >= 6
	}
	return n >= 3
}
