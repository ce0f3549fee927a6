package lawcheck

import (
	"strings"
	"sync"
	"sync/atomic"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// remembered is the number of ingredients whose entries a Checker caches. Names are free
// text, so the cache is unbounded otherwise; it is emptied when full.
const remembered = 1 << 16

// Checker judges products by one set. It caches its findings for each ingredient, and is
// safe for concurrent use.
type Checker struct {
	set     *regulation.Set
	classes []class
	entries []*entry
	byClass map[string]int32
	linked  map[string][]int32 // entries by CAS number
	rules   []rule
	minima  atomic.Pointer[minima] // of the epoch used last
	names   nameIndex              // of all entries

	mu   sync.RWMutex
	seen map[identity]found
}

// class is a class prepared for the checker.
type class struct {
	*regulation.Class
	key      string
	code     [len(verdict.All)]string // by the strength of the verdict
	category *regulation.Category
	entries  []int32
	// solids is set where the law exempts solids that do not become a powder (固形物).
	solids bool
	// sums are the classes in whose sum the class's entries count.
	sums []int32
	remarks
}

type entry struct {
	*regulation.Entry
	class     int32
	date      string // Date of its first day; empty where that is not known
	threshold string // as a condition: the content that decides
	// ofGroup is set where it names a group of substances.
	ofGroup bool
}

// identity identifies an ingredient: its CAS numbers and its name.
type identity struct{ cas, name string }

// found is what the tables have on an ingredient.
type found struct {
	members  []member
	anything bool
	facts    *substanceFacts
}

var latest atomic.Pointer[Checker]

// With returns the checker of a set. The one used last is cached.
func With(set *regulation.Set) *Checker {
	if c := latest.Load(); c != nil && c.set == set {
		return c
	}
	c := newChecker(set)
	latest.Store(c)
	return c
}

func newChecker(set *regulation.Set) *Checker {
	c := &Checker{set: set, byClass: map[string]int32{}, linked: map[string][]int32{}, seen: map[identity]found{}}
	c.names.names = inBoth
	all := set.Classes()
	for i := range all {
		k := &all[i]
		c.byClass[k.Key()] = int32(i)
		c.classes = append(c.classes, class{Class: k, key: k.Key(), category: set.Category(k.Law, k.Category), solids: k.Law == "JP-PRTR" || k.Law == "JP-ISHA" && k.Category == "LABEL"})
	}
	conditions := map[regulation.Threshold]string{} // few
	for i := range c.classes {
		k := &c.classes[i]
		k.remarks = remarksOf(k.category)
		for strength, v := range verdict.All {
			k.code[strength] = Code(k.key, v)
		}
		if k.Sum != nil {
			k.sums = append(k.sums, int32(i))
			for _, key := range k.Counts {
				if other, ok := c.byClass[key]; ok {
					c.classes[other].sums = append(c.classes[other].sums, int32(i))
				}
			}
		}
		if k.category.Basis == regulation.ByProperty {
			continue // articles.tsv decides, from names, content and properties
		}
		for _, e := range set.Entries(k.Key()) {
			n := int32(len(c.entries))
			prepared := &entry{Entry: e, class: int32(i), ofGroup: isGroup(e), threshold: conditions[decisive(e)]}
			if prepared.threshold == "" {
				prepared.threshold = compared(decisive(e))
				conditions[decisive(e)] = prepared.threshold
			}
			if e.From != "" {
				prepared.date = Date(k.key, e.From)
			}
			c.entries = append(c.entries, prepared)
			c.names.entries = append(c.names.entries, e)
			k.entries = append(k.entries, n)
			for _, cas := range set.CAS(e.ID) {
				c.linked[cas] = append(c.linked[cas], n)
			}
			if e.Group != nil {
				c.rules = append(c.rules, newRule(n, e.Group))
			}
		}
	}
	return c
}

// of returns what the tables have on an ingredient.
func (c *Checker) of(is *Ingredient) found {
	id := identity{name: is.Name}
	switch len(is.CAS) {
	case 0:
	case 1:
		id.cas = is.CAS[0]
	default:
		id.cas = strings.Join(is.CAS, " ")
	}
	c.mu.RLock()
	f, ok := c.seen[id]
	c.mu.RUnlock()
	if ok {
		return f
	}
	f = found{members: c.match(is), anything: anything(is), facts: factsOf(is)}
	c.mu.Lock()
	if len(c.seen) >= remembered {
		c.seen = map[identity]found{}
	}
	c.seen[id] = f
	c.mu.Unlock()
	return f
}
