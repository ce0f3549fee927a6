package lawcheck

import (
	"slices"
	"strings"
	"sync"

	"anzen/shared/text/fold"
)

// substanceFacts are the facts on an ingredient that property rules use. They depend on its
// CAS numbers and name only, so the Checker caches them.
type substanceFacts struct {
	lists         articleList // that name one of its CAS numbers
	articles      []membership
	called        [wordLists]string // for each list of words, the word that its name contains
	incombustible bool
}

// membership is an ingredient's membership of an article, and how it was found.
type membership struct {
	*article
	cas, how string
	anyForm  bool // the number is that of several forms, of which some are not of the article
}

// articleList is a list of CAS numbers that a rule names, as a bit; several are a set.
type articleList uint64

// The lists. Those of petroleum and of notified substances follow, one for each of their
// rows.
const (
	namedSpecial articleList = 1 << iota
	alcohols
	acetone
	namedGases
	specifiedHarmful

	firstPetroleum = 5
	firstNotified  = 9
)

func petroleumList(i int) articleList { return 1 << (firstPetroleum + i) }

func notifiedList(i int) articleList { return 1 << (firstNotified + i) }

// listsByCAS maps a CAS number to its lists.
var listsByCAS = sync.OnceValue(func() map[string]articleList {
	if len(petroleum) > firstNotified-firstPetroleum || len(notified) > 64-firstNotified {
		panic("lawcheck: more lists of CAS numbers than an articleList has bits")
	}
	m := map[string]articleList{}
	add := func(r articleList, numbers ...string) {
		for _, cas := range numbers {
			m[cas] |= r
		}
	}
	add(namedSpecial, specialNumbers...)
	add(alcohols, alcoholNumbers...)
	add(acetone, "67-64-1")
	add(namedGases, gasNumbers...)
	add(specifiedHarmful, harmfulNumbers...)
	for i := range petroleum {
		add(petroleumList(i), petroleum[i].numbers...)
	}
	for i := range notified {
		add(notifiedList(i), notified[i].numbers...)
	}
	return m
})

// The lists of words; those of petroleum follow, one for each of its rows.
const (
	oilWords = iota
	resinWords
	petroleumWords
	wordLists = petroleumWords + 4
)

// words returns the words of a list.
func words(list int) []string {
	switch list {
	case oilWords:
		return oils
	case resinWords:
		return resins
	}
	return petroleum[list-petroleumWords].names
}

func factsOf(is *Ingredient) *substanceFacts {
	t := &substanceFacts{incombustible: incombustible(is)}
	for _, cas := range is.CAS {
		t.lists |= listsByCAS()[cas]
	}
	name := fold.Squeezed(is.Name)
	for list := range t.called {
		all, called := words(list), name
		if list == resinWords {
			called = noResins.Replace(name)
		}
		if n := slices.IndexFunc(all, func(word string) bool { return strings.Contains(called, word) }); n >= 0 {
			t.called[list] = all[n]
		}
	}
	for i := range kinds {
		named := articles()[kinds[i].key]
		for j := range named {
			if m, ok := named[j].belongs(is, name); ok {
				t.articles = append(t.articles, m)
			}
		}
	}
	return t
}
