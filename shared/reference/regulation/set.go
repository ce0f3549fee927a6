package regulation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// Set is an indexed set of regulations. It is immutable.
type Set struct {
	laws       []Law
	categories []Category
	classes    []Class
	entries    []Entry
	links      []Link

	category map[string]int   // law/category
	class    map[string]int   // law/category/class
	entry    map[int]int      // id
	ofClass  map[string][]int // entries
	byCAS    map[string][]int // entries
	casOf    map[int][]string // entry id
	groups   []int            // entries
	days     []string         // on which an entry begins or ends, sorted
}

// Current is the embedded set.
var Current = sync.OnceValue(func() *Set { return In(content) })

// New makes a set of the given parts; an error where a reference between them is broken.
func New(laws []Law, categories []Category, classes []Class, entries []Entry, links []Link) (*Set, error) {
	s := &Set{
		laws: laws, categories: categories, classes: classes, entries: entries, links: links,
		category: map[string]int{}, class: map[string]int{}, entry: make(map[int]int, len(entries)),
		ofClass: map[string][]int{}, byCAS: make(map[string][]int, len(links)/2), casOf: make(map[int][]string, len(entries)),
	}
	days := map[string]bool{"": true}
	known := map[string]bool{}
	for i := range laws {
		known[laws[i].Code] = true
	}
	for i := range categories {
		c := &categories[i]
		if !known[c.Law] {
			return nil, fmt.Errorf("category %s: unknown law %q", c.Code, c.Law)
		}
		s.category[c.Law+"/"+c.Code] = i
		for _, v := range c.Versions {
			days[v.From] = true
		}
	}
	for i := range classes {
		c := &classes[i]
		if _, ok := s.category[c.Law+"/"+c.Category]; !ok {
			return nil, fmt.Errorf("class %s: unknown category", c.Key())
		}
		s.class[c.Key()] = i
	}
	for i := range entries {
		e := &entries[i]
		if _, ok := s.class[e.Class]; !ok {
			return nil, fmt.Errorf("entry %d: unknown class %q", e.ID, e.Class)
		}
		s.entry[e.ID] = i
		s.ofClass[e.Class] = append(s.ofClass[e.Class], i)
		if e.Group != nil {
			s.groups = append(s.groups, i)
		}
		days[e.From], days[e.To] = true, true
	}
	delete(days, "")
	s.days = slices.Sorted(maps.Keys(days))
	return s, s.link()
}

// link indexes the entries of each CAS number and the numbers of each entry, whose links
// are mostly adjacent.
func (s *Set) link() error {
	numbers := make([]string, len(s.links))
	for i := range s.links {
		numbers[i] = s.links[i].CAS
	}
	for from := 0; from < len(s.links); {
		id, to := s.links[from].Entry, from+1
		for to < len(s.links) && s.links[to].Entry == id {
			to++
		}
		e, ok := s.entry[id]
		if !ok {
			return fmt.Errorf("link %d: unknown entry %d", s.links[from].ID, id)
		}
		if before := s.casOf[id]; before != nil {
			s.casOf[id] = slices.Concat(before, numbers[from:to])
		} else {
			s.casOf[id] = numbers[from:to:to]
		}
		for _, cas := range numbers[from:to] {
			s.byCAS[cas] = append(s.byCAS[cas], e)
		}
		from = to
	}
	return nil
}

// Laws returns all, in the order of their ids.
func (s *Set) Laws() []Law { return s.laws }

// Categories returns all, by law.
func (s *Set) Categories() []Category { return s.categories }

// Classes returns all, by category.
func (s *Set) Classes() []Class { return s.classes }

// Category returns the category of a law with a code; nil for an unknown one.
func (s *Set) Category(law, code string) *Category {
	if i, ok := s.category[law+"/"+code]; ok {
		return &s.categories[i]
	}
	return nil
}

// Class returns the class with a key; nil for an unknown one.
func (s *Set) Class(key string) *Class {
	if i, ok := s.class[key]; ok {
		return &s.classes[i]
	}
	return nil
}

// Node returns the classes of a node of the tree: the one with the code, or those into
// which the code's range is split.
func (s *Set) Node(law, category, code string) []*Class {
	var out []*Class
	for i := range s.classes {
		if c := &s.classes[i]; c.Law == law && c.Category == category && (c.Code == code || c.Node == code) {
			out = append(out, c)
		}
	}
	return out
}

// Entry returns the entry with an id; nil for an unknown one.
func (s *Set) Entry(id int) *Entry {
	if i, ok := s.entry[id]; ok {
		return &s.entries[i]
	}
	return nil
}

// Entries returns those of a class, in the order of the law's text.
func (s *Set) Entries(class string) []*Entry { return s.at(s.ofClass[class]) }

// ByCAS returns the entries, of all versions, that a CAS number is linked to.
func (s *Set) ByCAS(cas string) []*Entry { return s.at(s.byCAS[cas]) }

// Groups returns the entries with a name rule.
func (s *Set) Groups() []*Entry { return s.at(s.groups) }

// CAS returns the numbers linked to an entry.
func (s *Set) CAS(entry int) []string { return s.casOf[entry] }

func (s *Set) at(indices []int) []*Entry {
	out := make([]*Entry, len(indices))
	for i, n := range indices {
		out[i] = &s.entries[n]
	}
	return out
}

// Epoch is the last day up to the given one on which an entry began or ended: verdicts are
// the same on all days of an epoch.
func (s *Set) Epoch(day string) string {
	n, found := slices.BinarySearch(s.days, day)
	switch {
	case found:
		return day
	case n == 0:
		return ""
	}
	return s.days[n-1]
}

// InForce is the version of a category's list on a day; the zero Version where none is in
// force.
func (c *Category) InForce(day string) Version {
	var v Version
	for _, w := range c.Versions {
		if w.From <= day {
			v = w
		}
	}
	return v
}

// Holds reports whether an entry holds on a day.
func (e *Entry) Holds(day string) bool { return e.From <= day && (e.To == "" || day < e.To) }

// Of returns the classes that an id identifies: of a law, a category, a class, or the class
// of an entry or a link. entry is set where the id is of an entry or a link: only that one
// is meant.
func (s *Set) Of(id int) (classes []*Class, entry *Entry) {
	for i := range s.links {
		if s.links[i].ID == id {
			id = s.links[i].Entry
			break
		}
	}
	if e := s.Entry(id); e != nil {
		return []*Class{s.Class(e.Class)}, e
	}
	law, category := "", ""
	for i := range s.laws {
		if s.laws[i].ID == id {
			law = s.laws[i].Code
		}
	}
	for i := range s.categories {
		if s.categories[i].ID == id {
			law, category = s.categories[i].Law, s.categories[i].Code
		}
	}
	for i := range s.classes {
		c := &s.classes[i]
		if c.ID == id || law != "" && c.Law == law && cmp.Or(category, c.Category) == c.Category {
			classes = append(classes, c)
		}
	}
	return classes, nil
}
