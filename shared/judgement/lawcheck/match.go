package lawcheck

import (
	"slices"
	"strings"

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

// doubt is why it is not certain that an ingredient belongs to an entry.
type doubt uint8

const (
	sure      doubt = iota
	soluble         // the entry is of water-soluble salts, the ingredient is a compound of the element
	valence         // the entry is of one valence, the ingredient is a compound of the element
	family          // the entry is of a family, the ingredient's name sounds like it
	oneOf           // the ingredient has several numbers, of which not all belong to the entry
	ambiguous       // the ingredient's name stands for several substances, of which not all belong to the entry
)

// member says that an ingredient belongs to an entry.
type member struct {
	entry int32 // counts Checker.entries
	how   string
	cas   string
	doubt doubt
	// low and high are between what parts of the ingredient's mass count: 1 where no element is counted, 0 and 1
	// where the formula is not known.
	low, high float64
}

// rule is a group rule, ready to be compared.
type rule struct {
	entry  int32
	group  *regulation.Group
	names  []string
	out    []string // words that keep a name out
	masked []string // words that have one of the names in them: 亜鉛 of 鉛. They do not count as that name
}

func newRule(entry int32, g *regulation.Group) rule {
	r := rule{entry: entry, group: g}
	for _, n := range g.Names {
		r.names = append(r.names, fold.Squeezed(n))
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

// takes tells whether a substance with the names (squeezed) and the formula belongs to the group.
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
		named = named || slices.ContainsFunc(r.names, func(w string) bool { return strings.Contains(rest, w) })
	}
	switch {
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

// organic tells a compound of carbon by its hydrogen or halogens; carbonates, cyanides and oxides have neither.
func organic(atoms map[string]float64) bool {
	return atoms["C"] > 0 && atoms["H"]+atoms["F"]+atoms["Cl"]+atoms["Br"]+atoms["I"] > 0
}

// match works out to which entries, of all versions, an ingredient belongs.
func (c *Checker) match(is *Ingredient) []member {
	numbers, how := is.CAS, byCAS
	if len(numbers) == 0 {
		numbers, how = resolve(is.Name), byName
	}
	printed := fold.Squeezed(is.Name)
	if len(numbers) == 0 {
		return c.groups("", []string{printed}, nil)
	}
	var out []member
	times := map[int32]int{}
	for _, cas := range numbers {
		for _, m := range c.ofNumber(cas, how, printed) {
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

// widen lets a member stand for one more number of the same ingredient.
func widen(all []member, m member) {
	i := slices.IndexFunc(all, func(o member) bool { return o.entry == m.entry })
	all[i].low, all[i].high = min(all[i].low, m.low), max(all[i].high, m.high)
	all[i].doubt = max(all[i].doubt, m.doubt)
}

// ofNumber are the entries of a number: those that it is linked to, and those whose group it belongs to.
func (c *Checker) ofNumber(cas, how, printed string) []member {
	atoms, _ := chem.Atoms(chem.Formula(chem.CAS(cas)))
	var out []member
	for _, e := range c.linked[cas] {
		m := member{entry: e, how: how, cas: cas, low: 1, high: 1}
		m.count(c.entries[e].Element, atoms)
		out = append(out, m)
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

// groups are the entries to which a substance belongs by their group rules.
func (c *Checker) groups(cas string, names []string, atoms map[string]float64) []member {
	var out []member
	for i := range c.rules {
		r := &c.rules[i]
		if cas != "" && slices.Contains(r.group.Except, cas) {
			continue
		}
		if how, d, ok := r.takes(names, atoms); ok {
			m := member{entry: r.entry, how: how, cas: cas, doubt: d, low: 1, high: 1}
			m.count(c.entries[r.entry].Element, atoms)
			out = append(out, m)
		}
	}
	return out
}

// count converts to the mass of an element. A formula that lacks the element is not that of the compound.
func (m *member) count(element string, atoms map[string]float64) {
	if element == "" {
		return
	}
	if share, ok := chem.PartOf(atoms, element); ok && share > 0 {
		m.low, m.high = share, share
		return
	}
	m.low, m.high = 0, 1
}
