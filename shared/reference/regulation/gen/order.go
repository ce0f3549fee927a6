package gen

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"anzen/shared/reference/regulation/lists"
	"anzen/shared/text/tsv"
)

// together are classes with nearly the same entries, which are kept adjacent.
var together = []string{lists.LabelClass, lists.SDSClass, "JP-ISHA/RA/DEFAULT"}

// classOrder is the position of each class.
func classOrder(tables string) (map[string]int, error) {
	content, err := os.ReadFile(filepath.Join(tables, "classes.tsv"))
	if err != nil {
		return nil, fmt.Errorf("read the order of the classes: %w", err)
	}
	at := map[string]int{}
	table := tsv.Read("classes.tsv", string(content))
	for r := range table.Rows() {
		at[r.Text("law")+"/"+r.Text("category")+"/"+r.Text("code")] = len(at) + 1
	}
	for _, class := range together {
		at[class] = at[together[0]]
	}
	return at, table.Err()
}

// sortLists sorts the lists by their first classes.
func sortLists(all []*lists.File, order map[string]int) ([]*lists.File, error) {
	first := map[*lists.File]int{}
	for _, f := range all {
		for i := range f.Lines {
			for _, c := range f.Lines[i].Contents {
				at := order[c.Class]
				if at == 0 {
					return nil, fmt.Errorf("%s: %s %s: unknown class %s: add it to classes.tsv", f.Name, f.Lines[i].Number, f.Lines[i].Ja, c.Class)
				}
				first[f] = min(cmp.Or(first[f], at), at)
			}
		}
	}
	return slices.SortedStableFunc(slices.Values(all), func(a, b *lists.File) int { return cmp.Compare(first[a], first[b]) }), nil
}

// sortByClass sorts the entries by class, within a class in the order of its list.
func sortByClass(entries []*entry, order map[string]int) {
	slices.SortStableFunc(entries, func(a, b *entry) int { return cmp.Compare(order[a.Class], order[b.Class]) })
}
