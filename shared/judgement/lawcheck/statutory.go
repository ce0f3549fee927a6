package lawcheck

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
)

// statutoryNames are the entries by the names of the law's text, for ingredients that no
// CAS number identifies: the name decides. It is made on first use.
type statutoryNames struct {
	once    sync.Once
	entries map[string][]int32
}

// statutory returns the entries whose statutory name, or a synonym in it, is the name of an
// ingredient.
func (c *Checker) statutory(name string) (out []member) {
	if name == "" {
		return nil
	}
	c.names.once.Do(c.readNames)
	for _, e := range c.names.entries[chem.NameKey(name)] {
		m := member{entry: e, how: byName, low: 1, high: 1}
		m.count(c.entries[e].Element, nil)
		out = append(out, m)
	}
	return out
}

func (c *Checker) readNames() {
	keys := map[string][]string{}
	c.names.entries = map[string][]int32{}
	for i, e := range c.entries {
		id := e.Ja + "\n" + e.En
		names, ok := keys[id]
		if !ok {
			for _, n := range append(ownNames(e.Ja), ownNames(e.En)...) {
				if key := chem.NameKey(n); len(key) > 3 {
					names = append(names, key)
				}
			}
			keys[id] = names
		}
		for _, key := range names {
			if all := c.names.entries[key]; len(all) == 0 || all[len(all)-1] != int32(i) {
				c.names.entries[key] = append(all, int32(i))
			}
		}
	}
}

var (
	synonym = regexp.MustCompile(`別名([^)。]+)`)
	oneName = regexp.MustCompile(`又は|若しくは|、|及び`)
	// ofText is what the law's text adds to a name.
	ofText = regexp.MustCompile(`(?:(?:、その(?:塩類|エステル類))?(?:及びこれを|及びこれらのいずれかを|、これらのいずれかを)含有する製剤|(?:[〇一二三四五六七八九十・]+%以下)?を含有する製剤|(?:及び|又は)その(?:塩類?|化合物|水溶性塩|異性体)|\((?:別名|[^()]*に限る|[^()]*を除く)[^()]*\)|以下同じ。).*$`)
)

// ownNames are the names of an entry's substance: without what the law's text adds, and its
// synonyms.
func ownNames(name string) []string {
	if name == "" {
		return nil
	}
	names := []string{arabic(ofText.ReplaceAllString(name, ""))}
	return append(names, synonyms(name)...)
}

// synonyms are the other names of an entry's substance: (別名フェノブカルブ又はBPMC).
func synonyms(name string) (names []string) {
	for _, m := range synonym.FindAllStringSubmatch(name, -1) {
		names = append(names, oneName.Split(m[1], -1)...)
	}
	return names
}

// byLaw are the CAS numbers of the substances of Japanese law by the names that its texts give
// them, where an entry is of one number alone.
var byLaw = sync.OnceValue(func() map[string][]string {
	numbers, read := map[string][]string{}, map[string]bool{}
	set := regulation.Current()
	for _, class := range set.Classes() {
		if !strings.HasPrefix(class.Law, "JP-") {
			continue
		}
		for _, e := range set.Entries(class.Key()) {
			cas := set.CAS(e.ID)
			if len(cas) != 1 || e.Group != nil || read[cas[0]+e.Ja] {
				continue
			}
			read[cas[0]+e.Ja] = true
			for _, n := range ownNames(e.Ja) {
				if key := chem.NameKey(n); len(key) > 3 && !slices.Contains(numbers[key], cas[0]) {
					numbers[key] = append(numbers[key], cas[0])
				}
			}
		}
	}
	return numbers
})

// locants are the Chinese numerals that laws write as positions: 二・四-ジクロル.
var locants = regexp.MustCompile(`[〇一二三四五六七八九十]+(?:[・:,][〇一二三四五六七八九十]+)*[-'′・(\[]|[-・(][〇一二三四五六七八九十]+`)

var arabicDigits = strings.NewReplacer("十", "10", "〇", "0", "一", "1", "二", "2", "三", "3", "四", "4", "五", "5", "六", "6", "七", "7", "八", "8", "九", "9")

func arabic(name string) string {
	return locants.ReplaceAllStringFunc(name, func(s string) string {
		if strings.Contains(s, "十一") || strings.Contains(s, "十二") || strings.Contains(s, "十三") || strings.Contains(s, "十四") {
			s = strings.ReplaceAll(s, "十", "1")
		}
		return arabicDigits.Replace(s)
	})
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
