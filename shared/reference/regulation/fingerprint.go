package regulation

import (
	"embed"
	"slices"
	"sync"

	"anzen/shared/text/meaning"
)

//go:embed *.go *.tsv
var content embed.FS

// Fingerprint identifies the embedded tables and how they are read, by their meaning. It does not parse them.
var Fingerprint = sync.OnceValue(func() string { return meaning.Of(content) })

// Until is the first day after the given one on which an entry begins or ends, and so the
// end of its epoch; "" where there is none.
func (s *Set) Until(day string) string {
	n, found := slices.BinarySearch(s.days, day)
	if found {
		n++
	}
	if n == len(s.days) {
		return ""
	}
	return s.days[n]
}

// Turning returns the entries that begin or end after one day and up to another.
func (s *Set) Turning(after, upTo string) (turning []*Entry) {
	for i := range s.entries {
		e := &s.entries[i]
		if e.From > after && e.From <= upTo || e.To > after && e.To <= upTo {
			turning = append(turning, e)
		}
	}
	return turning
}
