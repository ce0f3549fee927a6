package extract

import (
	_ "embed"
	"strings"
	"sync"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

// bare is a text as the table has it.
func bare(s string) string { return strings.Trim(fold.Squeezed(s), ".。、,;:()[]*") }

// noData reports phrases that state no value.
func noData(s string) bool {
	t := bare(s)
	if t == "" || strings.Trim(t, "-~/ー―─‐_=") == "" {
		return true
	}
	words := noDataWords()
	if words.whole[t] {
		return true
	}
	for _, p := range words.starts {
		if strings.HasPrefix(t, p) && len(t) <= len(p)+24 {
			return true
		}
	}
	return false
}

//go:embed nodata.tsv
var noDataFile string

// emptyWords are texts that state no value.
type emptyWords struct {
	whole  map[string]bool
	starts []string
}

var noDataWords = sync.OnceValue(func() (w emptyWords) {
	w.whole = map[string]bool{}
	for row := range tsv.Embedded("extract/nodata.tsv", noDataFile).Rows() {
		switch match := row.Text("match"); match {
		case "whole":
			w.whole[row.Text("text")] = true
		case "start":
			w.starts = append(w.starts, row.Text("text"))
		default:
			row.Fail("a text is compared whole or by its start, not by %q", match)
		}
	}
	return w
})

// cleaned is a printed text in one line, as the fields hold it.
func cleaned(s string) string {
	return strings.Trim(withoutSigns(fold.Printed(s)), " :;,、・")
}
