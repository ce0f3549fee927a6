package lawcheck

import (
	"cmp"
	"hash/maphash"
	"regexp"
	"slices"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/numeral"
)

// nameIndex finds entries by the names of the law's text. It holds hashes, sorted, and reads
// the entries found again, so that it is small.
type nameIndex struct {
	once    sync.Once
	entries []*regulation.Entry
	names   func(*regulation.Entry) []string
	hashes  []hashedName
}

type hashedName struct {
	hash  uint64
	entry int32 // index in entries
}

var nameSeed = maphash.MakeSeed()

// find returns the indices of the entries with a name, in their order. The index is made on
// first use.
func (x *nameIndex) find(name string) (found []int32) {
	x.once.Do(x.read)
	key := chem.NameKey(name)
	hash := maphash.String(nameSeed, key)
	from, _ := slices.BinarySearchFunc(x.hashes, hash, func(h hashedName, hash uint64) int { return cmp.Compare(h.hash, hash) })
	for _, h := range x.hashes[from:] {
		if h.hash != hash {
			break
		}
		if slices.Contains(nameKeys(x.names(x.entries[h.entry])), key) {
			found = append(found, h.entry)
		}
	}
	return found
}

func (x *nameIndex) read() {
	type wording struct{ ja, en string }
	known := map[wording][]uint64{} // most names stand in several entries
	for i, e := range x.entries {
		hashes, ok := known[wording{e.Ja, e.En}]
		if !ok {
			for _, key := range nameKeys(x.names(e)) {
				hashes = append(hashes, maphash.String(nameSeed, key))
			}
			known[wording{e.Ja, e.En}] = hashes
		}
		for _, hash := range hashes {
			x.hashes = append(x.hashes, hashedName{hash, int32(i)})
		}
	}
	slices.SortFunc(x.hashes, func(a, b hashedName) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.entry, b.entry)) })
	x.hashes = slices.Clip(slices.Compact(x.hashes))
}

// nameKeys are names as they are compared; short ones are those of many substances.
func nameKeys(names []string) (keys []string) {
	for _, n := range names {
		if key := chem.NameKey(n); len(key) > 3 {
			keys = append(keys, key)
		}
	}
	return keys
}

// statutory returns the entries whose statutory name, or a synonym in it, is the name of an
// ingredient that no CAS number identifies.
func (c *Checker) statutory(name string) (out []member) {
	if name == "" {
		return nil
	}
	for _, e := range c.names.find(name) {
		m := member{entry: e, how: byName, low: 1, high: 1}
		m.count(c.entries[e].Element, nil)
		out = append(out, m)
	}
	return out
}

// inBoth are the names of an entry in both languages.
func inBoth(e *regulation.Entry) []string { return append(ownNames(e.Ja), ownNames(e.En)...) }

var (
	synonym = regexp.MustCompile(`別名([^)。]+)`)
	oneName = regexp.MustCompile(`又は|若しくは|、|及び`)
	// ofText is what the law's text adds to a name; it has one of additions.
	ofText = regexp.MustCompile(`(?:(?:、その(?:塩類|エステル類))?(?:及びこれを|及びこれらのいずれかを|、これらのいずれかを)含有する製剤|(?:[〇一二三四五六七八九十・]+%以下)?を含有する製剤|(?:及び|又は)その(?:塩類?|化合物|水溶性塩|異性体)|\((?:別名|[^()]*に限る|[^()]*を除く)[^()]*\)|以下同じ。).*$`)
)

// additions are words of which ofText contains one: most names have none.
var additions = []string{"製剤", "その", "別名", "に限る", "を除く", "以下同じ"}

// ownNames are the names of an entry's substance: without what the law's text adds, and its
// synonyms.
func ownNames(name string) []string {
	if name == "" {
		return nil
	}
	own := name
	if slices.ContainsFunc(additions, func(word string) bool { return strings.Contains(name, word) }) {
		own = ofText.ReplaceAllString(name, "")
	}
	return append([]string{arabic(own)}, synonyms(name)...)
}

// synonyms are the other names of an entry's substance: (別名フェノブカルブ又はBPMC).
func synonyms(name string) (names []string) {
	if !strings.Contains(name, "別名") {
		return nil
	}
	for _, m := range synonym.FindAllStringSubmatch(name, -1) {
		names = append(names, oneName.Split(m[1], -1)...)
	}
	return names
}

// single are the entries of Japanese law that are of one CAS number alone, by their names in
// Japanese.
var single = sync.OnceValue(func() *nameIndex {
	type substance struct{ cas, name string }
	x, read := &nameIndex{names: func(e *regulation.Entry) []string { return ownNames(e.Ja) }}, map[substance]bool{}
	set := regulation.Current()
	for _, class := range set.Classes() {
		if !strings.HasPrefix(class.Law, "JP-") {
			continue
		}
		for _, e := range set.Entries(class.Key()) {
			cas := set.CAS(e.ID)
			if len(cas) != 1 || e.Group.Decides() || read[substance{cas[0], e.Ja}] {
				continue
			}
			read[substance{cas[0], e.Ja}] = true
			x.entries = append(x.entries, e)
		}
	}
	return x
})

// byLaw returns the CAS numbers of the substances of Japanese law to which its texts give a
// name.
func byLaw(name string) (numbers []string) {
	x, set := single(), regulation.Current()
	for _, n := range x.find(name) {
		if cas := set.CAS(x.entries[n].ID)[0]; !slices.Contains(numbers, cas) {
			numbers = append(numbers, cas)
		}
	}
	return numbers
}

// locants are the Chinese numerals that laws write as positions: 二・四-ジクロル.
var locants = regexp.MustCompile(`[〇一二三四五六七八九十]+(?:[・:,][〇一二三四五六七八九十]+)*[-'′・(\[]|[-・(][〇一二三四五六七八九十]+`)

// arabic is a name with its positions in Arabic numerals.
func arabic(name string) string {
	if !strings.ContainsFunc(name, numeral.Is) {
		return name
	}
	return locants.ReplaceAllStringFunc(name, numeral.Arabic)
}

// StatutoryNumbers returns the numbers of a law's entries that an ingredient certainly belongs
// to on a day, in the order of the law.
func StatutoryNumbers(set *regulation.Set, is *Ingredient, law, day string) (numbers []string) {
	c := With(set)
	for _, m := range c.of(is).members {
		e := c.entries[m.entry]
		if m.doubt == sure && e.Number != "" && e.Holds(day) && c.classes[e.class].Law == law && !slices.Contains(numbers, e.Number) {
			numbers = append(numbers, e.Number)
		}
	}
	return numbers
}
