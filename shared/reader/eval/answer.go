package eval

import (
	"sort"

	"anzen/shared/reader/extract"
)

// Answer is what the view of one sheet is compared with: the items of each field that the
// answer covers. An answer written before a field existed does not cover it.
type Answer struct {
	items map[string][]string // by field
	// tables is the answer with its tables; nil for sealed ones.
	tables *extract.View
	// digest is an item in the form that items has, for sealed answers; nil for open ones.
	digest func(field, item string) string
}

// AnswerOf is the open answer of a sheet.
func AnswerOf(gold extract.View) Answer {
	a := Answer{items: map[string][]string{}, tables: &gold}
	for _, f := range fields {
		if gold.Speaks(f.key()) {
			a.items[f.name] = f.items(gold)
		}
	}
	return a
}

// of returns the items of a view in a field, in the form of the answer's own.
func (a Answer) of(f field, v extract.View) []string {
	items := f.items(v)
	if a.digest == nil {
		return items
	}
	sealed := make([]string, len(items))
	for i, item := range items {
		sealed[i] = a.digest(f.name, item)
	}
	return sealed
}

// language is that of the sheet by its answer; empty where it has none.
func (a Answer) language() string {
	for _, name := range []string{"ja", "en", "other"} {
		item := name
		if a.digest != nil {
			item = a.digest("language", name)
		}
		for _, stated := range a.items["language"] {
			if stated == item {
				return name
			}
		}
	}
	return ""
}

// Miss is a field in which a view differs from its answer.
type Miss struct {
	Field     string
	Want, Got []string
}

// Compare compares a view with its open answer: the counts by field and the differences.
// Fields that the answer does not cover are left out.
func Compare(gold, view extract.View) (map[string]Count, []Miss) { return AnswerOf(gold).Compare(view) }

// Compare compares a view with the answer as the function of that name does. The items of the
// misses of a sealed answer are digests.
func (a Answer) Compare(view extract.View) (map[string]Count, []Miss) {
	counts := map[string]Count{}
	var misses []Miss
	for _, f := range fields {
		stated, covered := a.items[f.name]
		if !covered {
			continue
		}
		want, got := tally(stated), tally(a.of(f, view))
		var c Count
		m := Miss{Field: f.name}
		for item, n := range want {
			hit := min(n, got[item])
			c.TP += hit
			c.FN += n - hit
			for range n - hit {
				m.Want = append(m.Want, item)
			}
		}
		for item, n := range got {
			over := n - min(n, want[item])
			c.FP += over
			for range over {
				m.Got = append(m.Got, item)
			}
		}
		counts[f.name] = c
		if len(m.Want)+len(m.Got) > 0 {
			sort.Strings(m.Want)
			sort.Strings(m.Got)
			misses = append(misses, m)
		}
	}
	return counts, misses
}

func tally(items []string) map[string]int {
	m := map[string]int{}
	for _, i := range items {
		m[i]++
	}
	return m
}
