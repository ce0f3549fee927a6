package lawcheck

import (
	"strings"
	"sync"
	"sync/atomic"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// remembered is how many ingredients a Checker keeps the entries of. Names are what companies write, so
// there is no end to them; beyond this many it begins anew.
const remembered = 1 << 16

// Checker judges with one set. It remembers what it found of each ingredient, and may be used by many at once.
type Checker struct {
	set     *regulation.Set
	classes []class
	entries []*entry
	byClass map[string]int32
	linked  map[string][]int32 // CAS: entries
	rules   []rule
	minima  atomic.Pointer[minima] // of the epoch that was asked for last

	mu   sync.RWMutex
	seen map[identity]found
}

// class is a class as the checker looks at it.
type class struct {
	*regulation.Class
	key      string
	code     [len(verdict.All)]string // by the verdict's strength
	category *regulation.Category
	entries  []int32
	// sums are the classes in whose sum its entries count.
	sums []int32
}

type entry struct {
	*regulation.Entry
	class int32
}

// identity is what an ingredient is known by.
type identity struct{ cas, name string }

// found is what is known of an ingredient.
type found struct {
	members  []member
	anything bool
	facts    *substanceFacts
}

var latest atomic.Pointer[Checker]

// With is the checker of a set. That of the set used last is kept.
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
	all := set.Classes()
	for i := range all {
		k := &all[i]
		c.byClass[k.Key()] = int32(i)
		c.classes = append(c.classes, class{Class: k, key: k.Key(), category: set.Category(k.Law, k.Category)})
	}
	for i := range c.classes {
		k := &c.classes[i]
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
		for _, e := range set.Entries(k.Key()) {
			n := int32(len(c.entries))
			c.entries = append(c.entries, &entry{Entry: e, class: int32(i)})
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

// of is what is known of an ingredient.
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
