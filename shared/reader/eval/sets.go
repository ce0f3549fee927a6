package eval

import (
	_ "embed"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

// The sets of real sheets. Those without a row in the table belong to the letters before the
// number of their id ("ja", "js").
const (
	// SetTune is the set of sheets whose misses the rules are made from.
	SetTune = "tune"
	// SetTest is the set of sheets of other makers, of which only the scores are looked at.
	SetTest = "test"
)

//go:embed sets.tsv
var setsFile string

var sets = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for row := range tsv.Embedded("eval/sets.tsv", setsFile).Rows() {
		m[row.Text("id")] = row.Text("set")
	}
	return m
})

// Set is the set that a sheet belongs to, "other" where its id says nothing.
func Set(id string) string {
	if set := sets()[id]; set != "" {
		return set
	}
	if letters, _, ok := strings.Cut(id, "-"); ok && letters != "" {
		return letters
	}
	return "other"
}

// Unseen reports whether the misses of a sheet must not be looked at, and no rule may be made
// from it.
func Unseen(id string) bool { return Set(id) == SetTest }
