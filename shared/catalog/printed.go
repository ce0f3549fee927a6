package catalog

import (
	"context"
	"strconv"

	"anzen/shared/domain/sds"
)

// asked is how many sheets of a substance are asked for its name.
const asked = 20

// PrintedNames returns the names that a company's sheets of a language print for substances,
// by CAS number: for each the most frequent one that fits, among some sheets.
func (c *Catalog) PrintedNames(ctx context.Context, company sds.CompanyID, language int, cas []string, fits func(name string) bool) (map[string]string, error) {
	r := c.replica(company)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := c.catchUp(ctx, r); err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, number := range cas {
		if name := r.store.printedName(language, number, fits); name != "" {
			names[number] = name
		}
	}
	return names, nil
}

func (st *store) printedName(language int, cas string, fits func(name string) bool) (name string) {
	numbers, languages := &st.facets[FacetCAS], &st.facets[FacetLanguage]
	number, used := numbers.number[cas]
	spoken, known := languages.number[strconv.Itoa(language)]
	if !used || !known {
		return ""
	}
	removed := newBits(st.len())
	st.facets[FacetFlag].mark(removed, []string{flagRemoved})
	counts, left := map[string]int{}, asked
	for sheets := numbers.sheets[number].Iterator(); left > 0 && sheets.HasNext(); {
		n := sheets.Next()
		if removed.has(n) || !languages.sheets[spoken].Contains(n) {
			continue
		}
		left--
		u := unpacker{facets: &st.facets, b: st.records.get(n)}
		u.uint() // the version
		for _, in := range u.ingredients() {
			if len(in.CAS) != 1 || in.CAS[0] != cas || !fits(in.Name) {
				continue
			}
			counts[in.Name]++
			if counts[in.Name] > counts[name] || counts[in.Name] == counts[name] && in.Name < name {
				name = in.Name
			}
		}
	}
	return name
}
