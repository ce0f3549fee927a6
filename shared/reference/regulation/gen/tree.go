package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// tree are the laws, categories and classes as our sources list them.
type tree struct {
	laws, categories, classes [][]string
}

func readTree(source string) (tree, error) {
	var t tree
	for _, f := range []struct {
		name string
		rows *[][]string
	}{{"laws.tsv", &t.laws}, {"categories.tsv", &t.categories}, {"classes.tsv", &t.classes}} {
		rows, err := readSource(source, f.name)
		if err != nil {
			return tree{}, err
		}
		*f.rows = rows
	}
	return t, nil
}

// together are classes of nearly the same entries, which stand beside each other: the compressed table is a third
// smaller so, and as much faster to read.
var together = []string{labelClass, sdsClass, "JP-ISHA/RA/DEFAULT"}

// order brings the entries into the order of the classes; the order within a class is that of the sources.
func (t tree) order(entries []*entry) ([]*entry, error) {
	at := map[string]int{}
	for i, c := range t.classes {
		at[strings.Join(c[:3], "/")] = i
	}
	for _, class := range together {
		at[class] = at[together[0]]
	}
	for _, e := range entries {
		if _, ok := at[e.class]; !ok {
			return nil, fmt.Errorf("%s %s: there is no such class", e.class, e.ja)
		}
	}
	slices.SortStableFunc(entries, func(a, b *entry) int { return cmp.Compare(at[a.class], at[b.class]) })
	return entries, nil
}
