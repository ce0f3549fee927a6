package lawcheck

import (
	"slices"
	"strings"
	"unicode/utf8"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/fold"
)

// How an ingredient belongs to an entry.
const (
	byCAS     = "cas"
	byName    = "name"
	byGroup   = "group"
	byElement = "element"
)

// doubt is the reason for which an ingredient's membership of an entry is uncertain.
type doubt uint8

const (
	sure      doubt = iota
	soluble         // the entry is of water-soluble salts, the ingredient is a compound of the element
	valence         // the entry is of one valence, the ingredient is a compound of the element
	family          // the entry is of a family, the ingredient's name resembles it
	oneOf           // the ingredient has several numbers, of which not all belong to the entry
	ambiguous       // the ingredient's name stands for several substances, of which not all belong to the entry
	look            // the entry cannot be matched automatically, and its words or numbers touch the ingredient
)

// member is the membership of an ingredient in an entry.
type member struct {
	entry int32 // index in Checker.entries
	how   string
	cas   string
	doubt doubt
	// low and high limit the fraction of the ingredient's mass that counts: 1 where no
	// element is counted, 0 and 1 where the formula is unknown.
	low, high float64
}

// rule is a group rule with folded names.
type rule struct {
	entry  int32
	group  *regulation.Group
	names  []string
	whole  []string // short names of an entry for a human look: the whole name must be one (tea, but not steatite)
	out    []string // words that exclude a name
	masked []string // words that contain one of the names, such as 亜鉛 for 鉛: they do not count as that name
}

func newRule(entry int32, g *regulation.Group) rule {
	r := rule{entry: entry, group: g}
	for _, n := range g.Names {
		if name := fold.Squeezed(n); g.Look && short(name) {
			r.whole = append(r.whole, name)
		} else {
			r.names = append(r.names, name)
		}
	}
	for _, n := range g.Not {
		word := fold.Squeezed(n)
		if slices.ContainsFunc(r.names, func(name string) bool { return strings.Contains(word, name) }) {
			r.masked = append(r.masked, word)
		} else {
			r.out = append(r.out, word)
		}
	}
	return r
}

// short reports whether a name in Latin letters is a part of many words.
func short(name string) bool { return len(name) < 6 && name[0] < utf8.RuneSelf }

// takes reports whether a substance with the names (squeezed) and the formula belongs to
// the group.
func (r *rule) takes(names []string, atoms map[string]float64) (how string, d doubt, ok bool) {
	element := atoms[r.group.Element] > 0
	switch {
	case r.group.Element != "" && atoms != nil && !element:
		return "", sure, false
	case r.group.Inorganic && organic(atoms):
		return "", sure, false
	}
	named, masked := false, false
	for _, name := range names {
		if slices.ContainsFunc(r.out, func(w string) bool { return strings.Contains(name, w) }) {
			return "", sure, false
		}
		rest := name
		for _, w := range r.masked {
			rest = strings.ReplaceAll(rest, w, " ")
		}
		masked = masked || rest != name
		named = named || slices.ContainsFunc(r.names, func(w string) bool { return strings.Contains(rest, w) }) || slices.Contains(r.whole, name)
	}
	switch {
	case r.group.Look && named:
		return byGroup, look, true
	case r.group.Look && element:
		return byElement, look, true
	case named && r.group.Open:
		return byGroup, family, true
	case named:
		return byGroup, sure, true
	case !element || r.group.Valence && masked:
		return "", sure, false
	case r.group.Soluble:
		return byElement, soluble, true
	case r.group.Valence:
		return byElement, valence, true
	}
	return byElement, sure, true
}

// excludes reports whether one of the names is certainly none of the group.
func (r *rule) excludes(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		return slices.ContainsFunc(r.out, func(w string) bool { return strings.Contains(name, w) })
	})
}

// organic identifies a compound of carbon by its hydrogen or halogens. Cyanides and oxides
// have neither; carbonates have three oxygens for each carbon, with hydroxide or water too.
func organic(atoms map[string]float64) bool {
	return atoms["C"] > 0 && atoms["O"] < 3*atoms["C"] && atoms["H"]+atoms["F"]+atoms["Cl"]+atoms["Br"]+atoms["I"] > 0
}

// match returns the memberships of an ingredient, for all versions of the lists. The number
// decides; where there is none, or the dictionary lacks it, the name does too.
func (c *Checker) match(is *Ingredient) []member {
	printed := fold.Squeezed(is.Name)
	out := c.ofNumbers(is.CAS, byCAS, printed, nil)
	if len(is.CAS) > 0 && !slices.ContainsFunc(is.CAS, unfamiliar) {
		return out
	}
	numbers, water := resolve(is.Name)
	out = joined(out, c.ofNumbers(numbers, byName, printed, water))
	if len(is.CAS) == 0 && len(numbers) > 0 {
		return out
	}
	out = joined(out, c.statutory(is.Name))
	if len(is.CAS) == 0 {
		out = joined(out, c.groups("", []string{printed}, nil))
	}
	return out
}

// joined adds the memberships in entries that are not yet among them.
func joined(out, more []member) []member {
	for _, m := range more {
		if !slices.ContainsFunc(out, func(o member) bool { return o.entry == m.entry }) {
			out = append(out, m)
		}
	}
	return out
}

// ofNumbers returns the entries of a substance that has one of several CAS numbers.
func (c *Checker) ofNumbers(numbers []string, how, printed string, water *hydrate) []member {
	var out []member
	times := map[int32]int{}
	for _, cas := range numbers {
		for _, m := range c.ofNumber(cas, how, printed, water) {
			times[m.entry]++
			if !slices.ContainsFunc(out, func(o member) bool { return o.entry == m.entry }) {
				out = append(out, m)
			} else {
				widen(out, m)
			}
		}
	}
	for i := range out {
		if times[out[i].entry] < len(numbers) {
			out[i].doubt = oneOf
			if how == byName {
				out[i].doubt = ambiguous
			}
		}
	}
	return out
}

// widen extends a member to one more CAS number of the same ingredient.
func widen(all []member, m member) {
	i := slices.IndexFunc(all, func(o member) bool { return o.entry == m.entry })
	all[i].low, all[i].high = min(all[i].low, m.low), max(all[i].high, m.high)
	all[i].doubt = max(all[i].doubt, m.doubt)
}

// ofNumber returns the entries of a CAS number: linked ones, and those by group rules.
func (c *Checker) ofNumber(cas, how, printed string, water *hydrate) []member {
	atoms, _ := chem.Atoms(chem.Formula(chem.CAS(cas)))
	atoms = water.add(atoms)
	var out []member
	for _, number := range append([]string{cas}, countsAs(cas)...) {
		for _, e := range c.linked[number] {
			m := member{entry: e, how: how, cas: cas, low: 1, high: 1}
			m.count(c.entries[e].Element, atoms)
			out = joined(out, []member{m})
		}
	}
	names := []string{printed}
	if s, ok := chem.ByCAS(chem.CAS(cas)); ok {
		names = append(names, fold.Squeezed(s.Ja), fold.Squeezed(s.En))
	}
	for _, m := range c.groups(cas, slices.DeleteFunc(names, func(n string) bool { return n == "" }), atoms) {
		if !slices.ContainsFunc(out, func(o member) bool { return o.entry == m.entry }) {
			out = append(out, m)
		}
	}
	return out
}

// groups returns the entries to which a substance belongs by group rules.
func (c *Checker) groups(cas string, names []string, atoms map[string]float64) []member {
	var out []member
	for i := range c.rules {
		r := &c.rules[i]
		if cas != "" && slices.Contains(r.group.Except, cas) {
			continue
		}
		how, d, ok := r.takes(names, atoms)
		if !ok && cas != "" && slices.Contains(r.group.Maybe, cas) && !r.excludes(names) {
			how, d, ok = byCAS, look, true
		}
		if ok {
			m := member{entry: r.entry, how: how, cas: cas, doubt: d, low: 1, high: 1}
			m.count(c.entries[r.entry].Element, atoms)
			out = append(out, m)
		}
	}
	return out
}

// count converts to the mass of an element. A formula without the element is not that of
// the compound.
func (m *member) count(element string, atoms map[string]float64) {
	if element == "" {
		return
	}
	if share, ok := chem.PartAs(atoms, element); ok && share > 0 {
		m.low, m.high = share, share
		return
	}
	m.low, m.high = 0, 1
}
